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
	printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=9,9 periodic=xy' 'columns body id shape x y' 'frame 0 t=0 body=0' 'end 0' >none
	ok "a domain without bodies" check -t 0.1 -d 0.01 none
	ok "columns of others, forces" check -t 0.5 --forces "$root/tests/data/chain.scree"

	# what --dry-run foretells is what the heap holds, and 3.5 MB for the program
	scree-shape -q ngon --radius 0.1 | scree-fill -q -n 10000 --fraction 0.8 --periodic xy |
		scree-set -q --law grain,grain,kn=1e4 >dense.scree
	told=$(scree-dem2 --dry-run -t 1 dense.scree | foretold 'memory')
	valgrind -q --tool=massif --massif-out-file=massif "$program" -q -t 0.0009 -d 3e-4 dense.scree >/dev/null
	held=$(sed -n 's/mem_heap_B=//p' massif | sort -n | tail -n 1)
	ok "--dry-run foretells $told MB, the heap holds $held B" \
		sh -c "awk -v a=$told -v b=$held 'BEGIN { r = (a - 3.5) * 1e6 / b; exit !(r > 0.6 && r < 1.2) }'"
fi
finish
