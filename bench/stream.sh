#!/bin/sh
# bench/stream.sh: time to write and to read a number of a particle stream with 1e6 bodies; about 15 s.
# The goals are at most 50 ns and 35 ns.
set -e
cd "$(dirname "$0")/.."
make -s build/bench/stream
exec build/bench/stream "$@"
