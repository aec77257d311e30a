# mpi.sh: for tests of programs of several ranks; `. "$root/tests/mpi.sh"` after tap.sh. `make check` builds the programs of
# tests/mpi for every library of MPI that it finds.
build=${SCREE_BUILD:-$root/build}
# As root, with more ranks than processors, and without a place for each.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy
export OMPI_MCA_btl_vader_single_copy_mechanism
# The libraries of MPI do not free all their memory.
ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export ASAN_OPTIONS

# The names of the compilers of MPI for which there are programs.
kinds=$(for f in "$build"/mpi/*/ranks; do [ ! -x "$f" ] || basename "$(dirname "$f")"; done)
# on KIND RANKS PROGRAM ARGUMENT...: run a program of tests/mpi on so many ranks; KIND "one" is that of the plain program
on() {
	on_kind=$1 on_ranks=$2 on_program=$3
	shift 3
	case $on_kind in
	one) "$build/tests/mpi/$on_program" "$@" ;;
	*) "mpirun${on_kind#mpicc}" -n "$on_ranks" "$build/mpi/$on_kind/$on_program" "$@" ;;
	esac
}

# ---- tests of a simulator, which $simulator names ----

# plain ARGUMENT...: the plain program
plain() { "$simulator" -q --no-provenance "$@"; }
# ranks KIND RANKS ARGUMENT...: the program for MPI
ranks() {
	ranks_kind=$1 ranks_n=$2
	shift 2
	"mpirun${ranks_kind#mpicc}" -n "$ranks_n" "$build/mpi/$ranks_kind/$simulator-mpi" -q --no-provenance "$@"
}
# same WHAT KIND RANKS ARGUMENT...: as the plain program, which has written expected
same() {
	what=$1
	shift
	ranks "$@" >out 2>err
	is "$1: $what on $2 ranks" "$? $(cmp out expected 2>&1)" '0 '
}
# alike WHAT KIND RANKS ARGUMENT...: a run that fails, with the status and the message of the plain program
alike() {
	alike_what=$1 alike_kind=$2 alike_n=$3
	shift 3
	plain "$@" >out 2>said
	alike_status=$?
	[ $alike_status != 0 ] || echo "$simulator has not failed" >said
	ranks "$alike_kind" "$alike_n" "$@" >out 2>err
	is "$alike_kind: $alike_what: the same message" "$? $(sed -n "s/^$simulator-mpi/$simulator/p" err)" "$alike_status $(cat said)"
}
# dealt HOW WHAT KIND RANKS ARGUMENT...: with bodies dealt out as SCREE_DEAL says
dealt() {
	SCREE_DEAL=$1
	export SCREE_DEAL
	shift
	same "$@"
	unset SCREE_DEAL
}
