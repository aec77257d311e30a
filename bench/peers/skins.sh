#!/bin/sh
# bench/peers/skins.sh [SCENE...]: the skin and the delay of rebuilds with which LAMMPS is fastest, for each scene of bench/rates.sh
#
# Every LAMMPS of this machine (see lammps.inc.sh) runs each scene of 2000 bodies (1000 of space, 32000 of the chute): on one core as
# it is, with its package OPENMP, and with KOKKOS if it has it; on two with two ranks, with two threads of OPENMP or of KOKKOS. First
# the skins are tried with a delay of 0, then delays with the best skin; with turns=N in the environment the rate is the best of N
# runs. Settings with dangerous builds are left out. Bodies with corners are rebuilt at fixed intervals without a check, since the
# check does not know their spheroradius; the interval follows from the skin: the fastest bodies of the scene stay within it.
# With cores=1 in the environment only one core is measured; with BODIES=N scenes have N bodies. The file bench/peers/skins.txt (or
# $page), which benchmarks read, is written anew where a scene was measured. It takes about ten minutes a scene on an idle machine.
. "$(dirname "$0")/../bench.inc.sh"
. bench/scenes.inc.sh
. bench/beside.inc.sh
page=${page:-bench/peers/skins.txt} asked=${steps:-}
scenes=${*:-pentagons-25 pentagons-80 disks-80 spheres tbars chute cubes-15 cubes-50}

lammps_rate() { # of the settings, the best of $turns runs; 0 if it cannot be had or is not safe
	best_time=
	for _ in $(seq "${turns:-1}"); do
		peer_time=$(peer_seconds "$name" "$tmp/$name" "$steps" "$dt" "$on" 2>/dev/null) || break
		! grep -q 'Dangerous builds = [1-9]' "$tmp/log" || break
		best_time=$(awk "BEGIN { t = $peer_time; b = ${best_time:-1e30}; print (t < b ? t : b) }")
	done
	awk "BEGIN { t = ${best_time:-0}; print (t > 0 ? $bodies * $steps / t : 0) }"
}

try() { # SKIN DELAY: keeps the best in best_skin, best_delay, best
	skin=$1 delay=$2
	rate=$(lammps_rate)
	echo "$name $on $lammps_name $how $skin $delay $rate" >&2
	holds "$rate > $best" || return 0
	best=$rate best_skin=$skin best_delay=$delay
}

search() { # a line with the best settings of one program on $on cores in the way $how
	best=0 best_skin=0.1 best_delay=0
	case $name in
	pentagons-25) pairs='0.22 5 0.25 20 0.3 40 0.45 100 0.6 160 0.8 240 1.1 360' ;;
	pentagons-80) pairs='0.22 5 0.25 20 0.3 40 0.45 100 0.6 160 0.8 240' ;;
	cubes-*) pairs='0.55 5 0.6 10 0.75 25 1 50 1.5 100 2 150' ;;
	*) pairs='0.02 0 0.05 0 0.1 0 0.2 0 0.3 0 0.45 0' ;;
	esac
	set -- $pairs
	while [ $# -gt 0 ]; do
		try "$1" "$2"
		shift 2
	done
	case $name in
	pentagons-* | cubes-*) ;;
	*)
		for delay_now in 5 20; do
			try "$best_skin" $delay_now
		done
		;;
	esac
	[ "$best" = 0 ] || echo "$name $on $lammps_name $how $best_skin $best_delay $best"
}

ways() { # NAME FILE: words CORES:WAY of a program. A build with KOKKOS beside another without is only measured with it.
	case $1 in
	*-kokkos)
		echo 1:kk 2:kk
		return
		;;
	esac
	echo 1:plain 2:ranks
	! "$2" -h | grep -q hooke/history/omp || echo 1:omp 2:omp
	! "$2" -h | grep -q hooke/history/kk || echo 1:kk 2:kk
}

for name in $scenes; do
	case $name in
	chute) bodies=32000 ;;
	pentagons-* | disks-*) bodies=2000 ;;
	*) bodies=1000 ;;
	esac
	bodies=${BODIES:-$bodies}
	have_lammps "$name" && scene_make "$name" "$bodies" "$tmp/$name" || continue
	steps=${asked:-$(whole "$work / $bodies / 4")}
	warm=$((steps / 10 + 1))
	: >"$tmp/found"
	lammps_programs >"$tmp/all"
	while read -r lammps_name lammps_file; do
		for way in $(ways "$lammps_name" "$lammps_file"); do
			on=${way%:*} how=${way#*:}
			case $how,$name in
			kk,pentagons-* | kk,cubes-* | kk,tbars) continue ;;
			esac
			[ "$on" -le "$cores" ] || continue
			search </dev/null
		done
	done <"$tmp/all" | tee "$tmp/found" >&2
	# this scene anew, the others as they were
	{
		echo '# scene, cores, program, way, skin, delay (or interval) in steps, rate in body-steps per second: bench/peers/skins.sh'
		grep '^# [a-z0-9-]*: ' "$page" 2>/dev/null | grep -v "^# $name: " || true
		echo "# $name: $bodies bodies, $steps steps, $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(date -u +%F), load" \
			"$(cut -d' ' -f1 /proc/loadavg)"
		{
			grep -v "^#\|^$name " "$page" 2>/dev/null || true
			cat "$tmp/found"
		} | sort -k 1,1 -k 2,2n -k 7,7gr
	} >"$tmp/page"
	cp "$tmp/page" "$page"
done
