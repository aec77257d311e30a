#!/bin/sh
# Every program leaves no memory behind and touches none that is not its own, in a run and when it refuses its input.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"

if [ -n "$SCREE_SAN" ]; then
	skip 'the sanitizers see to it'
	finish
fi
clean() { # STATUS COMMAND...
	want=$1
	shift
	valgrind -q --leak-check=full --show-leak-kinds=definite,indirect,possible --errors-for-leak-kinds=definite,indirect,possible \
		--error-exitcode=99 "$@" >output
	rc=$?
	[ $rc = "$want" ] || { echo "status $rc"; false; }
}
sed 's/ 0\.5 2 1\.125/ 0.5 2 x/' scene.scree >bad.scree
for p in $programs; do
	# shellcheck disable=SC2046
	set -- $(arguments "$p")
	kind=$1
	shift
	give "$kind" >input
	ok "$p runs clean" clean 0 "$p" "$@" <input
done
ok 'bad input is refused cleanly' clean 3 scree-set --gravity 0,1 bad.scree
finish
