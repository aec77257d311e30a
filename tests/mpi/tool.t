#!/bin/sh
# What programs of several ranks have in common: a stream is passed on with the bytes of one rank, messages are told once, statuses are
# those of one rank, a rank that fails or dies ends all, signals reach all. Programs of one rank refuse to be started several times.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/mpi.sh"

# ---- plain programs that mpirun or srun starts ----
scree-shape sphere | scree-fill -q -n 3 --lattice cubic --spacing 1.5 --box 5,5,5 >balls
alone() { # VARIABLE=VALUE...: an environment in which scree-dem3 runs
	ok "$*: runs" env "$@" scree-dem3 -q -t 0 balls
}
several() { # VARIABLE=VALUE...: one in which it refuses
	fails 2 '^scree-dem3: found 4 processes, each of which would simulate the whole scene; use scree-dem3-mpi' "$*: refuses" \
		env "$@" scree-dem3 -q -t 0 balls
}
several PMI_SIZE=4
several OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0
several SLURM_NTASKS=4 PMIX_RANK=0
several SLURM_NTASKS=8 SLURM_STEP_NUM_TASKS=4 PMI_RANK=0
alone SLURM_NTASKS=4 SLURM_PROCID=0
alone PMI_SIZE=1 PMI_RANK=0
alone SLURM_NTASKS=4 SLURM_STEP_NUM_TASKS=1 PMI_RANK=0
PMI_SIZE=4 PMI_RANK=2 scree-dem3 -q -t 0 balls >out 2>&1
is 'only the first says so' "$?$(cat out)" 2
ok 'other programs do not mind' env PMI_SIZE=4 scree-set balls

# ---- one rank, for comparison ----
one() { on one 1 pass "$@"; }
{
	cat "$root"/formats/samples/good-3d.scree
	echo 'note between streams'
	{ scree-shape sphere && scree-shape tbar --radius 0.2; } >grains
	scree-fill -q -n 40 --lattice cubic --spacing 2.85 --periodic xyz --speed 4 grains | scree-set -q --law grain,grain,kn=1000,kt=100,mu=0.5,en=0.5 |
		scree-set -q --where 'id < 8' --tag seven | scree-dem3 -q -t 1 -e 0.5
} >scene
one -q --no-provenance scene >expected
one -q --no-provenance --copy scene >copied
ok 'one rank passes a stream on' test "$(grep -c '^end' expected)" -gt 5
ok 'with contacts' grep -q '^contact' expected
sed 's/^body 5 \([12]\) /body 5 999\1 /' scene >faulty
one -q faulty >/dev/null 2>said
is 'and refuses another' "$?" 3
one --help >help

[ -n "$kinds" ] || skip 'no mpicc here, or the programs of tests/mpi were not built (make check does)'
for kind in $kinds; do
	pass() { ranks=$1; shift; on "$kind" "$ranks" pass -q "$@"; }
	same() { # WHAT FILE EXPECTED
		ok "$kind: $1" cmp "$2" "$3"
	}
	# fails_by STATUS PATTERN WHAT RANKS ARGUMENT...: the message occurs once; the library may add words of its own
	fails_by() {
		status=$1 pattern=$2 what=$3
		shift 3
		pass "$@" >out 2>err
		is "$kind: $what" "$? $(grep -Ec -- "$pattern" err)" "$status 1"
	}
	for n in 2 5; do
		pass $n --no-provenance scene >out
		same "$n ranks pass a stream on" out expected
	done
	pass 3 --no-provenance --deal random scene >out
	same 'dealt out at random' out expected
	pass 4 --no-provenance --deal place - <scene >out
	same 'dealt out by place, from standard input' out expected
	gzip -c scene >scene.gz
	pass 2 --no-provenance scene.gz >out
	same 'from a compressed file' out expected
	mkfifo pipe.$kind
	cat scene >pipe.$kind &
	pass 2 --no-provenance pipe.$kind >out
	same 'from a named pipe' out expected
	pass 3 --no-provenance --copy scene >out
	same 'a copy of the last frame' out copied
	pass 3 --no-provenance --deal random -o side scene
	same 'side by side into a file' side expected
	pass 2 --deal random scene >out
	one -q --deal random scene >other
	same 'with the record of how it was made' out other
	fails_by 3 "^$(sed 's/[][\.*^$(){}?+|]/./g' said)\$" 'a faulty stream: the same message' 3 faulty
	pass 2 --help >out
	same 'the help is printed once' out help
	fails_by 2 '^pass: there is no option --frome; the nearest is --frames' 'a faulty option' 2 --frome
	fails_by 1 '^pass: cannot open lost: No such file' 'a file that is not there' 2 lost
	fails_by 1 '^pass: cannot read .*: Is a directory' 'a folder' 2 "$tmp"
	fails_by 3 '^pass: stdin:1: the stream is empty' 'nothing on standard input' 2
	fails_by 2 '^pass: option --output: scene is read too' 'an output that is read' 2 -o scene scene
	fails_by 1 '^pass: cannot write no/where: No such file' 'an output that cannot be made' 2 -o no/where scene
	fails_by 4 '^pass: frame [0-9]+ .* is not written: column vx of body 3, id 3: found nan' 'a number that is not finite' 3 --poison scene
	ok "$kind: whole frames before it are written" sh -c "test \$(grep -c '^end' out) -gt 2 && tail -n 1 out | grep -q '^end'"
	fails_by 4 '^pass: rank 1 fails alone' 'a rank that fails alone ends all' 3 --alone 1 scene
	pass 3 --dead 2 scene >out 2>err
	is "$kind: so does one that dies, with a message" "$(($? != 0)) $(cat out err | grep -ciE 'terminat|abort|signal' | sed 's/^[1-9].*/said/')" '1 said'
	pass 3 --no-provenance --signal 1 --forever scene >out 2>err
	ok "$kind: a signal to one rank stops all of them after a whole frame" sh -c "test $? != 0 && tail -n 1 out | grep -q '^end'"
	if [ -c /dev/full ]; then
		fails_by 1 '^pass: cannot write /dev/full: No space left on device; complete frames can be read' 'a full disk' 2 -o /dev/full scene
	fi
	# the simulators
	dem3=$build/mpi/$kind/scree-dem3-mpi
	"mpirun${kind#mpicc}" -n 1 "$dem3" -q -t 0.1 balls >out
	scree-dem3 -q -t 0.1 balls >other
	same 'scree-dem3-mpi of one rank is scree-dem3' out other
	# one of the ranks that write side by side finds no room: what is left is the whole frames before
	if [ -z "$SCREE_SAN" ] && preload fail_side.c; then
		scree-dem3 -q --no-provenance -t 0.5 -d 0.01 -e 0.1 balls >other
		rm -f side
		FAIL_FROM=$(($(wc -c <other) / 2)) LD_PRELOAD=fail.so "mpirun${kind#mpicc}" -n 3 "$dem3" -q --no-provenance -t 0.5 -d 0.01 -e 0.1 \
			-o side balls >out 2>err
		is "$kind: no room for one of the ranks" "$? $(grep -c '^scree-dem3-mpi: cannot write side: No space left on device; complete' err)" '1 1'
		ok "$kind: the file ends with a whole frame" sh -c 'tail -n 1 side | grep -q "^end" && cmp -n "$(wc -c <side)" side other'
	fi
	"mpirun${kind#mpicc}" -n 2 "$(command -v scree-dem3)" -q -t 0.1 balls >out 2>err
	ok "$kind: scree-dem3 on two ranks refuses, once" sh -c "test $? = 2 && test \$(grep -c '^scree-dem3: found 2 processes' err) = 1"
	for other in $kinds; do
		[ "$other" = "$kind" ] && continue
		"mpirun${other#mpicc}" -n 2 "$dem3" -q -t 0.1 balls >out 2>err
		ok "$kind: with the mpirun of $other it refuses" sh -c "test $? = 2 && grep -q '^scree-dem3-mpi: found 2 processes, none of which finds' err"
	done
done
# mpirun of MPICH tells all ranks of a signal; that of Open MPI ends them after a second
case $kinds in
*mpicc.mpich*)
	mpirun.mpich -n 2 "$build/mpi/mpicc.mpich/pass" --no-provenance --forever scene >out 2>err &
	tries=0
	while [ "$(grep -c '^end' out)" -lt 5 ] && [ $((tries += 1)) -lt 300 ]; do sleep 0.2; done
	kill -TERM $!
	wait $!
	ok 'SIGTERM to mpirun: the last frame is whole' sh -c "tail -n 1 out | grep -q '^end' && grep -q 'ranks are done' err"
	;;
esac
finish
