#!/bin/sh
# bench/peers/skins.sh [SCENE...]: the skin and the delay of rebuilds with which LAMMPS is fastest, for each scene of bench/rates.sh
#
# Every LAMMPS of this machine (see lammps.inc.sh) runs each scene with 2000 bodies (1000 of space) on one core, without and with its
# package OPENMP, and on two with two ranks or two threads. First the skins are tried with a delay of 0, then delays with the best skin;
# the rate is the best of two runs. Settings with dangerous builds are left out. Bodies with corners are rebuilt at fixed intervals
# without a check, since the check does not know their spheroradius; the interval follows from the skin: the fastest bodies of the
# scene stay within it. With cores=1 in the environment only one core is measured, which is fit for a busy machine. The file
# bench/peers/skins.txt, which benchmarks read, is written anew where a scene was measured.
. "$(dirname "$0")/../dem2.inc.sh"
. bench/dem3.inc.sh
cores=${cores:-$(getconf _NPROCESSORS_ONLN)} page=${page:-bench/peers/skins.txt}
scenes=${*:-pentagons-25 pentagons-80 disks-80 spheres tbars cubes-15 cubes-50}

lammps_rate() { # of the settings; 0 if it cannot be had or is not safe
	best_time=
	for _ in 1 2; do
		peer_time=$(peer_seconds "$name" "$tmp/$name" "$steps" "$step" "$on" 2>/dev/null) || break
		! grep -q 'Dangerous builds = [1-9]' "$tmp/log" || break
		best_time=$(awk "BEGIN { t = $peer_time; b = ${best_time:-1e30}; print (t < b ? t : b) }")
	done
	awk "BEGIN { t = ${best_time:-0}; print (t > 0 ? $bodies * $steps / t : 0) }"
}

try() { # SKIN DELAY: keeps the best in best_skin, best_delay, best
	skin=$1 delay=$2
	rate=$(lammps_rate)
	echo "$name $on $lammps_name $how $skin $delay $rate" >&2
	awk "BEGIN { exit !($rate > $best) }" || return 0
	best=$rate best_skin=$skin best_delay=$delay
}

search() { # a line with the best settings of one program on $on cores in the way $how
	best=0
	case $name in
	pentagons*) for pair in 0.25 20 0.3 40 0.45 100 0.6 160 0.8 240; do
			[ "$first" ] && { try "$first" "$pair" && first=; } || first=$pair
		done ;;
	cubes*) for pair in 0.6 10 0.75 25 1 50 1.5 100; do
			[ "$first" ] && { try "$first" "$pair" && first=; } || first=$pair
		done ;;
	*)
		for pair in 0.05 0.1 0.2 0.3 0.45; do
			try $pair 0
		done
		for pair in 5 10 20; do
			try "$best_skin" $pair
		done
		;;
	esac
	[ "$best" = 0 ] || echo "$name $on $lammps_name $how $best_skin $best_delay $best"
}

steps=${steps:-} asked=$steps
for name in $scenes; do
	bodies=2000 step=$dt
	case $name in
	pentagons-25) steps=2000 && ngon 5 | scene 2000 0.25 $elastic 1.5 ;;
	pentagons-80) steps=500 && ngon 5 | scene 2000 0.80 $elastic 1.5 ;;
	disks-80) steps=10000 && disk | scene 2000 0.80 $friction_disks 0.3 ;;
	spheres) bodies=1000 steps=5000 step=5e-5 && stream 'sphere r=0.5' | bed 1000 10 50 0.52359877559829882 4 ;;
	tbars) bodies=1000 steps=500 step=5e-5 && stream "$tbar" | bed 1000 20 140 5.2359877559829888 4 ;;
	cubes-15) bodies=1000 steps=100 step=1e-3 && cubes 1000 0.15 ;;
	cubes-50) bodies=1000 steps=100 step=1e-3 && cubes 1000 0.5 ;;
	esac >"$tmp/$name"
	steps=${asked:-$steps}
	lammps_programs >"$tmp/all"
	while read -r lammps_name lammps_file; do
		for way in 1:plain 1:omp 2:ranks 2:omp; do
			on=${way%:*} how=${way#*:} first=
			[ "$on" -le "$cores" ] || continue
			[ $how != omp ] || "$lammps_file" -h | grep -q hooke/history/omp || continue
			search </dev/null
		done
	done <"$tmp/all" | tee -a "$tmp/found" >&2
	# this scene anew, the others as they were
	{
		echo '# scene, cores, program, way, skin, delay (or interval) in steps, rate in body-steps per second: bench/peers/skins.sh'
		grep '^# [a-z0-9-]*: ' "$page" 2>/dev/null | grep -v "^# $name: " || true
		echo "# $name: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(date -u +%F), load $(cut -d' ' -f1 /proc/loadavg)"
		grep -v "^#\|^$name " "$page" 2>/dev/null || true
		grep "^$name " "$tmp/found" || true
	} >"$tmp/page"
	cp "$tmp/page" "$page"
done
