#!/bin/sh
# Streams that several ranks read, deal out among them and write: the bytes, messages and statuses of one rank. Streams of both dimensions
# with shapes, contacts, words, unknown rows and columns; streams that are cut or refused; those that the fuzzer has found.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/mpi.sh"

SHARE_TEST_FILE=$tmp/side
export SHARE_TEST_FILE
# through KIND RANKS STEP: of streams that are cut or refused, or from files, only every STEP-th
through() {
	if [ "$2" -lt 8 ]; then
		set -- "$@" "$root"/tests/fuzz/corpus/stream/* "$root"/formats/samples/*.scree "$root"/tests/data/*.scree
	fi
	through_kind=$1 through_ranks=$2 through_step=$3
	shift 3
	on "$through_kind" "$through_ranks" stream -s "$through_step" "$@" >tap 2>&1
	# shellcheck disable=SC2181
	[ $? = 0 ] && [ "$(grep -c '^ok' tap)" = 2 ] || { cat tap; false; }
}
ok 'one rank, of a plain program' through one 1 5
[ -n "$kinds" ] || skip 'no mpicc here, or the programs of tests/mpi were not built (make check does)'
for last in $kinds; do :; done
for kind in $kinds; do
	# every stream on two ranks of one library, and many ranks of Open MPI, the last, which waits cheaply
	[ "$kind" = "$last" ] && many='7 8 16' || many=
	for n in 1 2 3 4 $many; do
		step=9
		[ $n != 2 ] || [ -z "$many" ] || step=1
		ok "$n ranks by $kind" through "$kind" $n $step
	done
done
finish
