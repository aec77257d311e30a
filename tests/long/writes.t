#!/bin/sh
# Every write of every program fails once, see tests/tool/writes.t.
WRITES=all exec sh "$(dirname "$0")/../tool/writes.t"
