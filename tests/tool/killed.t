#!/bin/sh
# A run that is killed at any moment leaves its whole frames, and goes on from the last one to the same end. One that is stopped and
# continued writes the same bytes. tests/long/killed.t kills in every write.
. "$(dirname "$0")/../tap.sh"

scene=$root/tests/data/shear.scree
run() { scree-dem2 -q --no-provenance "$@"; }
last() { sed -n 's/^frame [0-9]* t=\([^ ]*\) .*/\1/p' "$1" | tail -n 1; }
end() { tac "$1" | sed '/^frame/q' | tac; }
run -t 1 -e 0.05 "$scene" >whole
for wait in 0.002 0.01 0.02 0.04 0.08; do
	scree-dem2 -q --no-provenance -t 1 -e 0.05 "$scene" >cut & # a function would leave it running
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
# a frame is in the file as soon as it is whole, not only when the next one comes
scree-dem2 -q --no-provenance -t 1e6 -e 1e6 "$scene" >first &
for wait in $(seq 200); do
	grep -q '^end 0' first && break
	sleep 0.05
done
kill -KILL $!
wait $! 2>/dev/null
ok 'a frame is in the file before the next one comes' grep -q '^end 0' first

scree-dem2 -q --no-provenance -t 1 -e 0.05 "$scene" >stopped &
kill -STOP $!
sleep 0.02
kill -CONT $!
wait $!
ok 'a run that was stopped and continued writes the same bytes' cmp stopped whole

# the same for the three simulators, killed in the middle of each write
if ! counts_writes; then
	skip 'writes cannot be counted here'
	finish
fi
cd3() { sed -e '/^body [24]/d' -e 's/body=4/body=2/' "$root/tests/data/clumps.scree"; }
killed() { # SCENE PROGRAM STEP TIME EVERY: 0 TIME is the whole run, which has a frame at every EVERY
	scene=$1 step=$3 time=$4 every=$5
	set -- "$2" -q --no-provenance -d "$step" -e "$every"
	FAIL_HOW=once FAIL_COUNT=$tmp/count LD_PRELOAD=fail.so "$@" -t "$time" "$scene" >whole
	n=$(cat count)
	: >wrong
	for k in $(awk -v n="$n" -v all="$WRITES" 'BEGIN { for (k = 0; k < n; k += all || n < 8 ? 1 : int(n / 6)) print k }'); do
		{ FAIL_HOW=kill FAIL_AT=$k LD_PRELOAD=fail.so "$@" -t "$time" "$scene" >cut; } 2>/dev/null
		rc=$?
		[ $rc = 137 ] || echo "write $k: status $rc" >>wrong
		scree-set --no-provenance cut >good 2>/dev/null
		cmp -n "$(wc -c <good)" good whole >>wrong || echo "write $k: frames that are not those of the whole" >>wrong
		[ -s good ] || cp "$scene" good
		left=$(awk -v t="$(last good)" -v end="$time" 'BEGIN { printf "%.9g", end - t }')
		if [ "$left" = 0 ]; then cp good again; else "$@" -t "$left" good >again; fi
		[ "$(end again | cksum)" = "$(end whole | cksum)" ] || echo "write $k: another end" >>wrong
	done
	is "$1, killed in each of $n writes" "$(cat wrong)" ''
}
killed "$root/tests/data/shear.scree" scree-dem2 0.001 1 0.01
killed "$root/tests/data/clumps.scree" scree-dem3 0.0005 0.5 0.002
cd3 >hard.scree
killed hard.scree scree-cd3 0.001 0.5 0.002
finish
