#!/bin/sh
# A run that is killed at any moment leaves its whole frames, and goes on from the last one to the same end. One that is stopped and
# continued writes the same bytes.
. "$(dirname "$0")/../tap.sh"

scene=$root/tests/data/shear.scree
run() { scree-dem2 -q --no-provenance "$@"; }
last() { sed -n 's/^frame [0-9]* t=\([^ ]*\) .*/\1/p' "$1" | tail -n 1; }
end() { tac "$1" | sed '/^frame/q' | tac; }
run -t 1 -e 0.05 "$scene" >whole
for wait in 0.002 0.01 0.02 0.04 0.08; do
	run -t 1 -e 0.05 "$scene" >cut &
	sleep $wait
	kill -KILL $! 2>/dev/null
	wait $! 2>/dev/null
	scree-set --no-provenance cut >good 2>/dev/null
	ok 'what is left of a run that was killed is the beginning of the whole' cmp -n "$(wc -c <good)" good whole
	[ -s good ] || cp "$scene" good # killed before the first frame
	left=$(awk -v t="$(last good)" 'BEGIN { printf "%.9g", 1 - t }')
	if [ "$left" = 0 ]; then cp good again; else run -t "$left" -e 0.05 good >again; fi
	is 'and the run goes on to the same end' "$(end again | cksum)" "$(end whole | cksum)"
done
run -t 1 -e 0.05 "$scene" >stopped &
kill -STOP $!
sleep 0.02
kill -CONT $!
wait $!
ok 'a run that was stopped and continued writes the same bytes' cmp stopped whole
finish
