#!/bin/sh
# bench/dem2-threads.sh: the speedup of dense pentagons on 2, 4 and 8 threads over one thread, up to the number of
# processors. Times are wall-clock times, and runs are compared in pairs. The script checks that all results are equal to the
# last bit. It takes a minute on an idle machine. If other programs run, threads wait for each other and the numbers mean
# nothing.
. "$(dirname "$0")/dem2.inc.sh"

speed() { # FILE STEPS THREADS: runs per second, without the time to read the scene
	run "$1" "$2" --threads "$3"
	compute "1 / $(field wall "$tmp/summary")"
}

ngon 5 | scene 10000 0.80 $elastic 0.6 >"$tmp/10000"
scree-move -q --replicate 5,2 "$tmp/10000" >"$tmp/100000"
for n in 2 4 8; do
	[ $n -le "$(getconf _NPROCESSORS_ONLN)" ] || break
	for bodies in 10000 100000; do
		steps=$((15000000 / bodies))
		alternate 5 "speed $tmp/$bodies $steps $n" "speed $tmp/$bodies $steps 1"
		bench threads.0.80.$bodies.$n.speedup "$ratio" 1
	done
	for k in 1 $n; do
		scree-dem2 -q --no-provenance --threads $k -t 3e-2 "$tmp/10000" | cksum
	done | uniq | awk 'END { exit NR > 1 }' || { echo "dem2-threads: results differ with $n threads" >&2; exit 1; }
done
