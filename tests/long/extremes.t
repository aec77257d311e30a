#!/bin/sh
# All scenes of tests/tool/extremes.t, and pictures of them.
EXTREMES=all exec sh "$(dirname "$0")/../tool/extremes.t"
