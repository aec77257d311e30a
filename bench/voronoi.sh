#!/bin/sh
# bench/voronoi.sh: Voronoi cells per second of processor time on one core, alone and in the whole program with its output; 30 s.
# The goals at a million cells are 1e6 alone, 0.6e6 in the program, and at most 400 bytes per cell.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/voronoi
PATH=$PWD/bin:$PATH exec build/bench/voronoi "$@"
