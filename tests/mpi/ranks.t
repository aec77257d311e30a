#!/bin/sh
# Sums, messages, numbers of rows and parts of bodies over several ranks.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/mpi.sh"

# passes WHAT COMMAND...: the command prints a plan, and no test of its own fails
passes() {
	passes_what=$1
	shift
	ok "$passes_what" sh -c '"$@" >tap 2>&1 && grep -q "^1\.\." tap && ! grep -q "^not ok" tap || { cat tap; exit 1; }' - "$@"
}
passes 'one rank, of a plain program' "$build/tests/mpi/ranks"
[ -n "$kinds" ] || skip 'no mpicc here, or the programs of tests/mpi were not built (make check does)'
for kind in $kinds; do
	for n in 1 2 3 7; do
		passes "$n ranks by $kind" "mpirun${kind#mpicc}" -n $n "$build/mpi/$kind/ranks"
	done
done
finish
