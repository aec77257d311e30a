#!/bin/sh
# bench/search.sh: the time to find pairs of neighbouring circles, in nanoseconds per body: with a multilevel cell list, with
# sweep and prune, and with the method that scree chooses. It takes 15 s. Size ratios are 1 to 30, with N = 100 to 1e5
# bodies. The tables dense and void are for a square at solid fractions 0.8 and 0.1. The table narrow is for a box at 0.8 whose
# length is N/50 times its height. Rows are size ratio and number of bodies.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/search
exec build/bench/search "$@"
