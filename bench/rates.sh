#!/bin/sh
# bench/rates.sh [quick|large] [SCENE...]: the rates of scree-dem2 and scree-dem3, beside LAMMPS where it has the scene, against the number
# of bodies, on one core and on two. bench/scenes.inc.sh has the scenes and their numbers of bodies; bench/beside.inc.sh says how the
# programs are compared. A run has so many steps that it has the work of the scene in body-steps, or at least 50 steps (10 of polyhedra). Where
# grains lose energy, runs of all numbers of bodies have the same number of steps.
# `quick` has few bodies and steps and one scene, to see that everything runs; `large` has only scenes of 1e6 bodies.
# With cores=1 in the environment only one core is measured; with most=N only scenes of up to N bodies.
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=rates
case ${1:-} in
quick) mode=$1 few=100 seconds=0.001 rounds=1 && shift ;;
large) mode=$1 && shift ;;
esac
. bench/scenes.inc.sh
. bench/beside.inc.sh
scenes=${*:-$scene_names}
[ $mode = quick ] || make -s compare-baseline >&2
[ $mode != quick ] || [ $# -gt 0 ] || scenes=pentagons-80

for name in $scenes; do
	scene_facts "$name" || {
		echo "rates.sh: there is no scene $name" >&2
		exit 2
	}
	if [ "$name" = chute ] && [ ! "$(chute_data)" ]; then
		echo "rates.sh: the scene chute is left out: LAMMPS' source is not there, see bench/peers/lammps.sh" >&2
		continue
	fi
	[ $mode != quick ] || sizes=100
	for bodies in $sizes; do
		[ "$bodies" -le "${most:-1000000}" ] || continue
		[ $mode != large ] || [ "$bodies" -ge 1000000 ] || continue
		scene_make "$name" "$bodies" "$tmp/scene"
		steps=$(scene_steps "$work" "$bodies")
		case $name in
		cubes-* | tetrahedra-* | cells) least=10 ;;
		*) least=50 ;;
		esac
		[ $mode != quick ] || steps=20
		[ "$steps" -ge $least ] || steps=$least
		for on in 1 2; do
			[ "$on" -le "$cores" ] || continue
			scene_facts "$name"
			beside "$name.$bodies.$on" "$name" $program "$tmp/scene" "$bodies" "$steps" "$dt" $on
		done
		rm -f "$tmp/scene" "$tmp/scene.data"
	done
done
