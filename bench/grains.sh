#!/bin/sh
# bench/grains.sh [quick] [N,STEPS,NX,NY...]: spheres with friction at rest on a floor (those of bench/rates.sh), in LIGGGHTS and in scree-dem3.
# Both take the same steps from the same state, in turn, on one core. Rates are body-steps per second of processor time, medians of
# three pairs. The time of LIGGGHTS is that of the program less that of a run without steps, with the best of four skins. The kinetic
# energies of translation after the run are the check that both compute the same; rattling spheres make them differ a little.
. "$(dirname "$0")/dem2.inc.sh"
. bench/dem3.inc.sh
mode=usual cores=1 few=1000 rest=4
[ "${1:-}" != quick ] || { mode=quick few=100 rest=0.5 seconds=0.001 rounds=1 && shift; }
if ! command -v liggghts >/dev/null; then
	echo 'grains.sh: liggghts is not installed, so there is nothing to compare with' >&2
	exit 0
fi
sizes=${*:-1000,4000,1,1 10000,400,5,2}
[ $mode != quick ] || sizes=100,20,1,1

liggghts_time() { # FILE STEPS SKIN: seconds of processor time of the program
	build/bench/peak "$tmp/use_liggghts" liggghts -in bench/peers/in.liggghts -var data "$1" -var edge_x p -var edge_y p -var edge_z f \
		-var steps "$2" -var dt 5e-5 -var every "$(($2 > 0 ? $2 : 1))" -var skin "$3" -log "$tmp/log" -screen none >/dev/null 2>&1 || return 1
	field cpu "$tmp/use_liggghts"
}

liggghts_seconds() { # FILE STEPS SKIN: of the steps alone
	awk "BEGIN { t = $(liggghts_time "$1" "$2" "$3") - $(liggghts_time "$1" 0 "$3"); print (t > 1e-4 ? t : 1e-4) }"
}

stream 'sphere r=0.5' | bed $few 10 50 0.52359877559829882 $rest >"$tmp/spheres"
for size in $sizes; do
	bodies=${size%%,*} copies=${size#*,*,} steps=${size#*,}
	steps=${steps%%,*}
	beds "$tmp/spheres" "$copies" >"$tmp/scene"
	awk -f bench/peers/stream3lammps.awk "$tmp/scene" | awk '/^Molecules/ { exit } { sub(/^Atoms.*/, "Atoms"); print }' >"$tmp/data"
	best=
	for skin in 0.05 0.1 0.2 0.3; do
		t=$(liggghts_seconds "$tmp/data" "$steps" $skin)
		[ ! "$best" ] || awk "BEGIN { exit !($t < $best) }" || continue
		best=$t best_skin=$skin
	done
	alternate $rounds "spend own_seconds scree-dem3 $tmp/scene $steps 5e-5 1" "spend liggghts_seconds $tmp/data $steps $best_skin"
	name=grains.spheres.$bodies
	echo "BENCH $name.rate $(compute "$a * $bodies * $steps") /s"
	echo "BENCH $name.rate_liggghts $(compute "$b * $bodies * $steps") /s"
	echo "BENCH $name.ratio_liggghts $ratio 1"
	echo "BENCH $name.skin_liggghts $best_skin 1"
	own_output=$tmp/frames own_seconds scree-dem3 "$tmp/scene" "$steps" 5e-5 1 >/dev/null
	echo "BENCH $name.kinetic_energy $(sed -n 's/^ledger .* kin_lin=\([^ ]*\).*/\1/p' "$tmp/frames" | tail -n 1 | awk '{ printf "%.4g", $1 }') 1"
	liggghts_time "$tmp/data" "$steps" "$best_skin" >/dev/null
	echo "BENCH $name.kinetic_energy_liggghts $(awk -v n="$steps" '$1 == n && NF == 2 { e = $2 } END { printf "%.4g", e }' "$tmp/log") 1"
done
