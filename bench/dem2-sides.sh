#!/bin/sh
# bench/dem2-sides.sh [quick]: 2000 regular polygons of 3 to 12 sides, rounded, at equal solid fraction, beside LAMMPS, on one core; the
# table has nanoseconds per body-step too. Exponent is that of the time as a power of the number of sides from 3 to 7; it is 0.3533 in
# the paper on Voronoi-Minkowski packings (pipelines/p2-fig11-sides.sh), and about 2 for a sum over all pairs.
: "${rounds:=2}"
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=sides bodies=2000
[ "${1:-}" != quick ] || mode=quick bodies=100 seconds=0.001 rounds=1
. bench/scenes.inc.sh
. bench/beside.inc.sh

for phi in 25 80; do
	scene_facts pentagons-$phi
	steps=$(whole "$work / $bodies")
	[ $mode != quick ] || steps=20
	: >"$tmp/times"
	for n in 3 4 5 6 7 9 12; do
		ngon $n | plane $bodies 0.$phi $elastic 1.5 >"$tmp/scene"
		beside $phi.$n sides-$phi scree-dem2 "$tmp/scene" $bodies "$steps" $dt 1 >"$tmp/lines"
		cat "$tmp/lines"
		rm -f "$tmp/scene.data"
		ns=$(awk '$2 ~ /[.]rate$/ { printf "%.4g", 1e9 / $3 }' "$tmp/lines")
		bench $phi.$n.ns "$ns" ns
		[ $n -gt 7 ] || echo "$n $ns" >>"$tmp/times"
	done
	bench exponent.$phi.3-7 "$(slope <"$tmp/times")" 1
done
