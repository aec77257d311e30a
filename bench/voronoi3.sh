#!/bin/sh
# bench/voronoi3.sh: Voronoi cells of space per second of processor time, with voro++ beside it if it is installed; about 30 s.
# The goals are 0.2e6 at a million cells, and 1.8 times as fast on two threads, for which no other program may be running.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/voronoi3
build/bench/voronoi3
command -v voro++ >/dev/null || exit 0
folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT
awk 'BEGIN { srand(1); for (k = 1; k <= 100000; k++) print k, rand(), rand(), rand() }' >"$folder/sites"
# it reads the sites and writes a number for each cell, too, which is a small part of its time
{ time -p voro++ -p -c %s -o 0 1 0 1 0 1 "$folder/sites"; } 2>&1 | awk '$1 == "user" { printf "BENCH voronoi3.voro++.100000.rate %.4g cells/s\n", 1e5 / $2 }'
