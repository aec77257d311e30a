#!/bin/sh
# bench/scaling.sh [quick]: how far ranks carry; prints lines BENCH, and draws scaling.png into the folder $plots if that is set.
#
# Measured, by the clock, without the first step and the last frame, in turns: one rank, two ranks and two threads; the plain
# program beside one rank; two ranks of LAMMPS, the fastest that there is (bench/peers/lammps.inc.sh), beside two of ours; two ranks
# with twice the bodies beside two runs at once; and a step of two ranks with 20 bodies, which is little but messages.
# Cut: bench/partition.c deals packings of up to 1e7 bodies out to up to 10 000 ranks.
# The model: a step takes the time of the bodies and contacts of the rank that has most, at this machine's cost of each, and that
# of its messages on two networks, whose latency and bandwidth are assumed. No message hides behind work in it.
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=scaling
measured='spheres,8000 tbars,8000 pentagons-80,100000' weak='spheres,100000'
modelled='spheres pentagons-80' several='1000 10000 100000' all=1e7
if [ "${1:-}" = quick ]; then
	mode=quick few=100 rounds=1 all=1e4
	measured='spheres,100' weak='spheres,100' several=1000
fi
. bench/scenes.inc.sh
. bench/peers/lammps.inc.sh
make -s ${MPICC:+MPICC=$MPICC} mpi build/bench/partition >&2
mpirun=${MPIRUN:-mpirun}

wall() { # COMMAND...: seconds of a run by the clock
	"$@" -d "$dt" 2>"$tmp/summary$side" >/dev/null || { cat "$tmp/summary$side" >&2; return 1; }
	field wall "$tmp/summary$side"
}

clock() { # STEPS COMMAND...: seconds of so many steps by the clock: a run of one step, with the same last frame, is subtracted
	clock_steps=$1
	shift
	first=$(wall "$@" -t "$dt") || return 1
	run=$(wall "$@" -t "$(compute "($clock_steps + 1) * $dt")") || return 1
	awk "BEGIN { t = $run - $first; print (t > 1e-4 ? t : 1e-4) }"
}

side= alike='--threads 1 --no-provenance --light 1000000' # side: tells runs at once apart
steps() { # BODIES: of a run of $all body-steps
	whole "$all / $1"
}

# ---- measured ----

for item in $measured; do
	name=${item%,*} bodies=${item#*,}
	scene_make "$name" "$bodies" "$tmp/scene"
	scene_facts "$name"
	n=$(steps "$bodies") peer=
	if have_lammps "$name"; then
		lammps_settings "$name" 2
		peer=$lammps_name how=ranks
	fi
	for _ in $(seq "$rounds"); do
		[ ! "$peer" ] || lammps_run "$name" "$tmp/scene" "$n" "$dt" 2
		echo "$(clock "$n" $program $alike "$tmp/scene") $(clock "$n" $mpirun -n 1 $program-mpi $alike "$tmp/scene")" \
			"$(clock "$n" $mpirun -n 2 $program-mpi $alike "$tmp/scene") $(clock "$n" $program $alike --threads 2 "$tmp/scene")" \
			"$([ ! "$peer" ] || lammps_seconds 2)"
	done >"$tmp/seconds"
	bench "$name.$bodies.one_rank" "$(median '$2 / $1' <"$tmp/seconds")" 'of the time of the plain program'
	bench "$name.$bodies.two_ranks" "$(median '$2 / $3' <"$tmp/seconds")" 'times as fast as one rank'
	bench "$name.$bodies.two_threads" "$(median '$1 / $4' <"$tmp/seconds")" 'times as fast as one thread'
	[ ! "$peer" ] || bench "$name.$bodies.by_lammps" "$(median '$5 / $3' <"$tmp/seconds")" "times as fast as two ranks of LAMMPS $peer"
done
for item in $weak; do
	name=${item%,*} bodies=${item#*,}
	scene_make "$name" "$bodies" "$tmp/scene"
	scene_facts "$name"
	n=$(steps "$bodies")
	scree-move -q --replicate 2,1,1 "$tmp/scene" >"$tmp/double"
	for _ in $(seq "$rounds"); do
		side=.other
		clock "$n" $program $alike "$tmp/scene" >"$tmp/other" &
		side=
		one=$(clock "$n" $program $alike "$tmp/scene")
		wait
		echo "$one $(cat "$tmp/other") $(clock "$n" $mpirun -n 2 $program-mpi $alike "$tmp/double")"
	done >"$tmp/seconds"
	bench "$name.$bodies.weak" "$(median '($1 > $2 ? $1 : $2) / $3' <"$tmp/seconds")" 'of the speed of two runs at once'
done

# ---- costs ----

small spheres 20 >"$tmp/scene"
scene_facts spheres
bench message "$(for _ in $(seq "$rounds"); do
	echo "$(clock 10000 $mpirun -n 2 scree-dem3-mpi $alike "$tmp/scene") $(clock 10000 scree-dem3 $alike "$tmp/scene")"
done | median '($1 - $2) / 1e4 * 1e6')" 'us of a step of two ranks beyond that of one, with 20 bodies'
for name in $modelled; do
	scene_make "$name" 10000 "$tmp/scene"
	scene_facts "$name"
	for _ in $(seq "$rounds"); do
		clock "$(steps 10000)" $program $alike "$tmp/scene" >/dev/null
		echo "$(field steps "$tmp/summary") $(field time_forces "$tmp/summary") $(field time_lists "$tmp/summary") \
			$(field time_integration "$tmp/summary") $(field contacts "$tmp/summary")"
	done >"$tmp/seconds"
	bench "$name.contact" "$(median '($2 + $3) / $1 / $5 * 1e9' <"$tmp/seconds")" 'ns per contact and step, with lists'
	bench "$name.body" "$(median '$4 / $1 / 10000 * 1e9' <"$tmp/seconds")" 'ns per body and step'
done | tee "$tmp/costs"

# ---- cut ----

for name in $modelled; do
	scene_make "$name" 10000 "$tmp/scene"
	scene_facts "$name"
	$program --no-provenance -q -d "$dt" -t "$dt" "$tmp/scene" >"$tmp/frame"
	for copies in 1 3 10 32; do
		[ $mode = usual ] || [ $copies = 1 ] || continue
		ranks=$(for each in $several; do
			whole "10000 * $copies * $copies / $each" | awk '$1 > 1 { print $1 }'
		done)
		build/bench/partition "$tmp/frame" $copies 1 $ranks | sed "/^#/d; s/^/$name /"
	done
done >"$tmp/cuts"
while read -r name ranks bodies owned ghosts neighbours contacts twice bytes; do
	row=$name.$bodies.$ranks
	bench "$row.owned" "$owned" bodies
	bench "$row.ghosts" "$ghosts" bodies
	bench "$row.neighbours" "$neighbours" ranks
	bench "$row.contacts" "$contacts" contacts
	bench "$row.twice" "$twice" 'contacts computed over contacts'
	bench "$row.bytes" "$bytes" 'per step'
done <"$tmp/cuts"

# ---- the model ----

# Two networks: latency of a message and of a stage of a reduction [s], and bandwidth [bytes/s].
for network in infiniband,2e-6,1e10 ethernet,2.5e-5,1e9; do
	awk -v network="${network%%,*}" -v latency="$(echo "$network" | cut -d, -f2)" -v width="${network##*,}" '
		FNR == NR { split($2, n, "."); cost[n[2], n[3]] = 1e-9 * $3; next }
		$2 == 1 { contacts[$1, $3] = $7; next }
		{
			b = cost[$1, "body"]; c = cost[$1, "contact"]
			one = (b * $3 + c * contacts[$1, $3]) / $2
			step = b * ($4 + $5) + c * $7 + $6 * latency + $9 / width + 2 * log($2) / log(2) * latency
			printf "BENCH scaling.%s.%d.%d.efficiency_%s %.3g of one rank\n", $1, $3, $2, network, one / step
		}' "$tmp/costs" "$tmp/cuts"
done | tee "$tmp/model"

[ "${plots:-}" ] || exit 0
{
	echo "set terminal pngcairo size 900,500 noenhanced font 'sans,10' linewidth 1.2; set output '$plots/scaling.png'"
	echo 'set multiplot layout 1,2; set grid lc rgb "#d8d8d8" lt 1 lw 0.7; set border lc rgb "#606060"; set tics nomirror'
	echo 'set logscale x; set xrange [2:20000]; set yrange [0:1.05]; set xlabel "ranks; below: bodies per rank, network"; set ylabel "efficiency"'
	echo 'set key outside bottom center maxrows 3'
	k=0
	for name in $modelled; do
		echo "set title '$(scene_text "$name" | sed 's/:.*//')'"
		plot=plot
		for network in infiniband ethernet; do
			for each in $several; do
				k=$((k + 1))
				awk -v name="$name" -v network="$network" -v each="$each" '{ split($2, n, "[.]") }
					n[2] == name && n[5] == "efficiency_" network && n[3] / n[4] > 0.7 * each && n[3] / n[4] < 1.4 * each {
						print n[4], $3 }' "$tmp/model" | sort -n >"$tmp/plot.$k"
				printf "%s '%s' with linespoints lw 2 pt %d dt %d lc rgb '%s' title '%s, %s'" "$plot" "$tmp/plot.$k" \
					"$([ $network = infiniband ] && echo 7 || echo 6)" "$([ $network = infiniband ] && echo 1 || echo 2)" \
					"$(case $each in 1000) echo '#D55E00' ;; 10000) echo '#009E73' ;; *) echo '#0072B2' ;; esac)" "$each" "$network"
				plot=,
			done
		done
		echo
	done
} | gnuplot
