#!/bin/sh
# All scenes of tests/tool/extremes.t, and a million bodies.
EXTREMES=all exec sh "$(dirname "$0")/../tool/extremes.t"
