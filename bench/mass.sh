#!/bin/sh
# bench/mass.sh: processor time to compute the mass of a shape: in the plane by sectors and along the boundary, in space exactly
# and by voxels. Then time and memory of the whole program for STL files, text and binary; about 15 s.
# The goals are 0.2 s for 500 pebbles and 0.3 s for a file of 100 000 triangles.
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
make -s build/bench/mass build/bench/peak
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# file KIND M N: the program on an STL file of 2 M N triangles, median of five runs
file() {
	n=$((2 * $2 * $3))
	build/bench/mass "$1" "$2" "$3" >"$tmp/$1.stl"
	for run in 1 2 3 4 5; do
		build/bench/peak "$tmp/used" scree-mass --table --surface "$tmp/$1.stl" >/dev/null
		cat "$tmp/used"
	done | sed 's/[a-z]*=//g' | sort -k2g | awk -v kind="$1" -v n="$n" 'NR == 3 { printf "BENCH mass.stl-%s.%d.seconds %.3g s\n", kind, n, $2
		printf "BENCH mass.stl-%s.%d.memory %.3g bytes/triangle\n", kind, n, $3 / n }'
	rm "$tmp/$1.stl"
}
build/bench/mass
file text 250 200
file binary 250 200
file text 1000 500
file binary 1000 500
