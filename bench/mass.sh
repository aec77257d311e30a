#!/bin/sh
# bench/mass.sh: time to find the mass of a shape, by sectors and by the boundary, and in space; about 10 s.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/mass
exec build/bench/mass "$@"
