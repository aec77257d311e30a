#!/bin/sh
# races.sh BIN: runs the programs of BIN, built with clang's thread sanitizer, on 4 threads on scenes of compare-scenes.sh, and prints
# what the sanitizer says. LLVM's library of OpenMP tells the sanitizer by its tool archer when threads begin and end; gcc's
# library does not, and every run would raise false alarms.
here=$(dirname "$0")
scenes=${SCENES:-disks2 hopper2 hertz2 mixed2 drives2 cell2 pressure2 crowd2 heap3 balls3 pebbles3 laws3 mindlin3 hopper3 cell3 meshes3
	crowd3 polyhedra3 cell-polyhedra3 ellipsoids beans heap-* objects crowd voronoi clumps fill2 fill3}
archer=${ARCHER:-$(ls /usr/lib/llvm-*/lib/libarcher.so 2>/dev/null | tail -n 1)}
[ "$archer" ] || { echo "races.sh: found no libarcher.so, which comes with LLVM's library of OpenMP (libomp-dev)" >&2; exit 1; }
logs=$(mktemp -d) || exit 1
trap 'rm -rf "$logs"' EXIT
bin=$(cd "$1" && pwd)
OMP_TOOL_LIBRARIES=$archer
OMP_NUM_THREADS=4
TSAN_OPTIONS="ignore_noninstrumented_modules=1:log_path=$logs/race:exitcode=66"
export OMP_TOOL_LIBRARIES OMP_NUM_THREADS TSAN_OPTIONS

# Each scene is made, and run on 2 and 4 threads and in two parts; the results are compared too.
ONLY="$scenes" LIMIT="${LIMIT:-1200}" sh "$here/compare.sh" "$bin" "threads=$bin"
status=$?
if [ -n "$(ls "$logs")" ]; then
	cat "$logs"/* | grep -A14 '^WARNING' | head -n 200
	echo "races.sh: $(cat "$logs"/* | grep -c '^WARNING') races"
	exit 1
fi
echo "races.sh: no race"
exit $status
