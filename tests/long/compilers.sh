#!/bin/sh
# compilers.sh BIN FOLDER: builds scree with other compilers and levels of optimisation, and for other processors, each below FOLDER,
# and compares what it writes with what the programs of BIN write, byte for byte, by compare.sh. A compiler that is missing is
# skipped with a line that says so. Run it at the top of the tree.
#
#     make compilers                       # all
#     make compilers BUILDS='O0 arm64'     # some
#     make compilers SCENES='cell*'        # other scenes than the usual 35
bin=$1
folder=$2
here=$(dirname "$0")
builds=${BUILDS:-O0 O1 O3 Os native clang-O0 clang-O2 clang-O3 musl i386 arm64}
scenes=${SCENES:-disks2 shear2 hopper2 drum2 hertz2 cohesive2 mixed2 drives2 gear2 cell2 pressure2 combs2 heap3 bars3 balls3 pebbles3
	laws3 mindlin3 linear3 hopper3 drum3 cell3 meshes3 ellipsoids beans heap-* rolling objects gas log voronoi shapes2 shapes3 clumps
	fill2 fill3 walls2 walls3 filters pictures3}
alone='-fopenmp-simd -Wno-unknown-pragmas' # static OpenMP is not there for every C library

# The compiler of a build, its flags, and what runs its programs.
plan() {
	runner= opt=
	case $1 in
	O[0-3s]) cc=gcc opt=-$1 ;;
	native) cc=gcc opt='-O3 -march=native' ;;
	clang-*) cc=clang opt=-${1#clang-} ;;
	musl) cc=musl-gcc opt=-O2 ;;
	i386) cc=i686-linux-gnu-gcc opt=-O2 ;;
	arm64) cc=aarch64-linux-gnu-gcc opt=-O2 runner=qemu-aarch64 ;;
	*) echo "compilers.sh: no build is called $1" >&2; exit 2 ;;
	esac
}

operands=
for b in $builds; do
	plan "$b"
	for need in $cc $runner; do
		command -v "$need" >/dev/null || { echo "# $b: skipped, found no $need"; continue 2; }
	done
	set -- BUILD="$folder/$b" BIN="$folder/$b/bin" CC="$cc" CFLAGS="$opt"
	case $b in
	musl) set -- "$@" LDFLAGS=-static OPENMP="$alone" ;;
	i386 | arm64) set -- "$@" LDFLAGS=-static AR="${cc%-gcc}-ar" ;;
	esac
	make --no-print-directory -s -j "${JOBS:-2}" "$@" programs || exit 1
	from=$folder/$b/bin
	if [ "$runner" ]; then # scripts of the same names run the programs
		mkdir -p "$folder/$b/run"
		for p in "$from"/scree-*; do
			printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$runner" "$(cd "$from" && pwd)/${p##*/}" >"$folder/$b/run/${p##*/}"
			chmod +x "$folder/$b/run/${p##*/}"
		done
		from=$folder/$b/run
	fi
	operands="$operands $b=$from"
done
[ "$operands" ] || exit 0
# shellcheck disable=SC2086
ONLY="$scenes" THREADS='' LIMIT="${LIMIT:-1200}" exec sh "$here/compare.sh" "$bin" $operands
