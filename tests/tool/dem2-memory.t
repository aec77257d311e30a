#!/bin/sh
# scree-dem2 touches no memory that is not its own and leaves none behind (valgrind)
. "$(dirname "$0")/../tap.sh"
program=$(command -v scree-dem2)

if ! command -v valgrind >/dev/null; then
	skip "valgrind is not installed"
elif grep -q __asan "$program"; then
	skip "built with the address sanitizer"
else
	check() { valgrind -q --leak-check=full --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=9 "$program" -q "$@" >/dev/null; }
	for by in verlet gear; do
		ok "$by: a short run" check -t 3 -d 0.05 -e 0.5 --light 2 --integrator $by "$root/tests/data/shear.scree"
	done
	ok "columns of others, forces" check -t 0.5 --forces "$root/tests/data/chain.scree"
fi
finish
