#!/bin/sh
# Every allocation of every program fails once, see tests/tool/allocation.t.
ALLOCATIONS=all exec sh "$(dirname "$0")/../tool/allocation.t"
