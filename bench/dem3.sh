#!/bin/sh
# bench/dem3.sh: the rate of scree-dem3 for 1000 T-bars of ten balls, 1000 spheres and 8000 spheres at rest in a box, and the
# wall-clock speedup of two threads for 1000 and 8000 T-bars and for 8000 spheres. With the operand `large` there is also a scene
# of a million pebbles. If LAMMPS is installed (fix rigid/small, nve/sphere, gran/hooke/history), it runs the same states in
# alternation. Rates are body-steps per second of processor time. The ratio split4 is the rate with --rotation split4 divided
# by that with the default; the ratio leapfrog likewise. In the tables threads, speedup is that of two threads, and cores is that
# of two runs at once on one thread each, both by the medians of 15 runs. Their values "fastest" are by the fastest runs.
. "$(dirname "$0")/dem2.inc.sh"
. bench/dem3.inc.sh
. bench/threads.inc.sh
dt=5e-5 cores=$(getconf _NPROCESSORS_ONLN)

bench() { # NAME VALUE UNIT
	echo "BENCH dem3.$1 $2 $3"
}

settled() { # N SIDE HEIGHT MASS TIME: bodies of the shape on stdin fall into a box of a square floor and come to rest
	scree-mass -q --method pebbles | scree-fill -q -n "$1" --box "$2,$2,$3" | scree-wall -q box |
		scree-set -q --law "$(law "$4")" --gravity 0,0,-40 | scree-dem3 -q -t "$5" -d $dt --threads "$cores" |
		scree-set -q --gravity 0,0,-10 | scree-dem3 -q -t 0.5 --threads "$cores" | scree-pick -q --last
}

run3() { # FILE STEPS [OPTION...]: leaves the summary in $tmp/summary, time and memory in $tmp/use
	run_file=$1 run_time=$(compute "$2 * $dt")
	shift 2
	build/bench/peak "$tmp/use" scree-dem3 --threads 1 -t "$run_time" "$@" "$run_file" >/dev/null 2>"$tmp/summary"
}

rate3() { # FILE STEPS [OPTION...]
	run3 "$@"
	field rate "$tmp/summary"
}

measure3() { # NAME FILE STEPS SCENE BODIES PEBBLES
	own_seconds scree-dem3 "$2" "$3" $dt 1 >/dev/null
	if have_lammps; then
		lammps_settings "$4" 1
		peer_seconds "$4" "$2" "$3" $dt 1 >/dev/null
		alternate $rounds "spend own_seconds scree-dem3 $2 $3 $dt 1" "spend peer_seconds $4 $2 $3 $dt 1"
		bench "$1.rate" "$(compute "$a * $5 * $3")" /s
		bench "$1.rate_lammps" "$(compute "$b * $5 * $3")" /s
		bench "$1.ratio_lammps" "$ratio" 1
	else
		bench "$1.rate" "$(rate3 "$2" "$3")" /s
	fi
	bench "$1.contacts" "$(field contacts "$tmp/summary")" 1
	scree-dem3 -q -t 0 --dry-run "$2" >"$tmp/dry"
	bench "$1.bytes_per_pebble" "$(awk -v n="$6" '$1 == "memory" { printf "%.0f", ($2 * 1e6 - 3.5e6) / n }' "$tmp/dry")" B
}

threads3() { # NAME FILE STEPS
	[ "$cores" -ge 2 ] || return 0
	speedups scree-dem3 "$2" "$(compute "$3 * $dt")" 15 | while read -r name value; do
		bench "threads.$1.2.$name" "$value" 1
	done
	for k in 1 2; do
		scree-dem3 -q --no-provenance --threads $k -t "$(compute "20 * $dt")" "$2" | cksum
	done | uniq | awk 'END { exit NR > 1 }' || { echo "dem3: results differ with two threads" >&2; exit 1; }
}

stream "$tbar" | settled 1000 20 140 5.2359877559829888 3.5 >"$tmp/tbars"
measure3 tbars.1000 "$tmp/tbars" 1000 tbars 1000 10000
for rotation in split4 leapfrog; do
	alternate 3 "rate3 $tmp/tbars 500 --rotation $rotation" "rate3 $tmp/tbars 500"
	bench tbars.1000.ratio_$rotation "$ratio" 1
done

threads3 tbars.1000 "$tmp/tbars" 2000
stream "$tbar" | settled 8000 40 280 5.2359877559829888 3.5 >"$tmp/many"
threads3 tbars.8000 "$tmp/many" 400

stream 'sphere r=0.5' | settled 1000 10 50 0.52359877559829882 2 >"$tmp/few"
measure3 spheres.1000 "$tmp/few" 8000 spheres 1000 1000
stream 'sphere r=0.5' | settled 8000 20 50 0.52359877559829882 2 >"$tmp/spheres"
measure3 spheres.8000 "$tmp/spheres" 2000 spheres 8000 8000
threads3 spheres.8000 "$tmp/spheres" 2000

# A million pebbles: T-bars side by side that fly in random directions and collide.
if [ "${1:-}" = large ]; then
	stream "$tbar" | scree-mass -q --method pebbles | scree-fill -q -n 100000 --lattice sc --speed 50 |
		scree-set -q --law "$(law 5.2359877559829888)" >"$tmp/large"
	bench tbars.100000.rate "$(rate3 "$tmp/large" 800 -d $dt)" /s
	bench tbars.100000.contacts "$(field contacts "$tmp/summary")" 1
	bench tbars.100000.peak_bytes_per_pebble "$(sed 's,.*rss=,,' "$tmp/use" | awk '{ printf "%.0f", $1 / 1e6 }')" B
fi
