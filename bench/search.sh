#!/bin/sh
# bench/search.sh: the time to find pairs of neighbouring circles, in nanoseconds per body: with a multilevel cell list, with
# sweep and prune, and with the method that scree chooses. Size ratios are 1 to 30, with 100 to 1e5 bodies, in a square at solid
# fractions 0.8 and 0.1 and in a narrow box; 15 s. Rows are size ratio and number of bodies.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/search
exec build/bench/search "$@"
