#!/bin/sh
# bench/search.sh: nanoseconds per body for the pairs of circles that are near, found with link cells in levels, by sweep and
# prune, and by the one that is chosen: size ratio 1 to 30, 100 to 1e5 bodies, in a square at fractions 0.8 and 0.1 and in a
# narrow box; 15 s. Rows are size ratio and number of bodies.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/search
exec build/bench/search "$@"
