#!/bin/sh
# Every simulator is killed in every one of its writes, see tests/tool/killed.t.
WRITES=all exec sh "$(dirname "$0")/../tool/killed.t"
