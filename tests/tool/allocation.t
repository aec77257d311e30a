#!/bin/sh
# Memory that runs out, at any allocation of any program, also within the C library: a message and status 1, and never a result that
# is cut, with status 0. Every tenth or so of the allocations fails here, the first ones all; in tests/long/allocation.t every one.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"

if [ -n "$SCREE_SAN" ]; then
	skip 'the sanitizers have their own memory'
	finish
fi
if ! preload fail_alloc.c; then
	skip 'the C library has no malloc to put another before'
	finish
fi
# The allocations to fail, of n.
sites() {
	awk -v n="$1" -v all="$ALLOCATIONS" 'BEGIN { for (k = 0; k < n; k = all ? k + 1 : int(k * 1.5) + 1) print k }'
}
for p in $programs; do
	# shellcheck disable=SC2046
	set -- $(arguments "$p")
	kind=$1
	shift
	give "$kind" >input
	FAIL_COUNT=$tmp/count LD_PRELOAD=fail.so "$p" "$@" <input >whole 2>/dev/null
	: >wrong
	for k in $(sites "$(cat count)"); do
		FAIL_AT=$k LD_PRELOAD=fail.so timeout 300 "$p" "$@" <input >out 2>err
		rc=$?
		# what the C library can do without, such as a buffer, changes nothing
		if [ $rc = 0 ] && cmp -s out whole; then continue; fi
		[ $rc = 1 ] && grep -q 'out of memory\|Out of memory\|Cannot allocate' err || echo "allocation $k: status $rc, says $(cat err)" >>wrong
	done
	is "$p with $(cat count) allocations" "$(cat wrong)" ''
done
finish
