#!/bin/sh
# bench/threads.sh [quick]: the speedup of two threads over one, by the clock, for scenes of 1000 and 10 000 bodies, and for ellipsoids with
# hard contacts. One run on one thread, one on two threads, and two runs at once on one thread each take turns. The gain of two runs
# at once over one is the most that the machine can give. The last column is the speedup while another process keeps one of two cores
# busy, over one thread beside the same process. Values are medians. Threads that do not pay sleep.
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=threads turns=5
[ "${1:-}" != quick ] || { mode=quick few=100 turns=1 && shift; }
. bench/scenes.inc.sh
. bench/threads.inc.sh
[ "$cores" -ge 2 ] || {
	echo 'threads.sh: there is only one core' >&2
	exit 0
}
busy=
trap 'if [ "$busy" ]; then kill $busy 2>/dev/null; fi; rm -rf "$tmp"' EXIT

pair() { # PROGRAM FILE TIME STEP: the ratio of a run on one thread to one on two while another process is busy, medians
	sh -c 'while :; do :; done' &
	busy=$!
	for _ in $(seq $turns); do
		one=$(own_run "$1" "$2" "$3" "$4" 1 >/dev/null && field wall "$tmp/summary")
		two=$(own_run "$1" "$2" "$3" "$4" 2)
		echo "$one $two"
	done >"$tmp/pairs"
	kill $busy 2>/dev/null
	wait $busy 2>/dev/null || true
	busy=
	median '$1 / $2' <"$tmp/pairs"
}

measure() { # ROW PROGRAM FILE STEPS STEP
	speedups "$2" "$3" "$(awk "BEGIN { printf \"%.9g\", $4 * $5 }")" $turns >"$tmp/speedups"
	while read -r quantity value; do
		case $quantity in
		speedup | cores) bench "$1.$quantity" "$value" 1 ;;
		esac
	done <"$tmp/speedups"
	bench "$1.busy" "$(pair "$2" "$3" "$4" "$5")" 1
}

several='1000 10000' list='pentagons-80 disks-80 voronoi spheres tbars cubes-50'
[ $mode != quick ] || several=100 list=disks-80
for name in $list; do
	for bodies in $several; do
		scene_make "$name" "$bodies" "$tmp/scene"
		scene_facts "$name"
		steps=$(whole "$([ $mode = quick ] && echo 20 || case $name in
		pentagons-* | spheres | voronoi) echo "8e6 / $bodies" ;;
		disks-*) echo "3e7 / $bodies" ;;
		cubes-*) echo "6e5 / $bodies" ;;
		*) echo "3e6 / $bodies" ;;
		esac)")
		measure "$name.$bodies" $program "$tmp/scene" "$steps" $dt
	done
done
[ $mode != quick ] || exit 0
for bodies in 1000 4000; do
	side=$(awk "BEGIN { printf \"%.6g\", 2.5 * sqrt($bodies / 1000) }")
	scree-shape -q ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n $bodies --box "$side,$side,8" --lattice sc --spacing 0.31 |
		scree-wall -q box | scree-set -q --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 |
		scree-cd3 -q -t 5 -d 0.005 | scree-cd3 -q -t 0.02 -d 0.001 | scree-pick -q --last >"$tmp/scene"
	measure ellipsoids.$bodies scree-cd3 "$tmp/scene" $((300000 / bodies)) 1e-3
done
