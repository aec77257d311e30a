#!/bin/sh
# bench/dem2-sides.sh: 2000 regular polygons of 3 to 12 sides at equal solid fraction. It takes four minutes. The table
# has nanoseconds per particle-step, contacts of vertices and edges per body, and the exponent of time as a power of the number of
# sides from 3 to 7. The exponent is 0.3533 in the paper on Voronoi-Minkowski packings (pipelines/p2-fig11-sides.sh), and about 2
# for a sum over all pairs. Three rounds go through all shapes in turn.
. "$(dirname "$0")/dem2.inc.sh"

for phi in 0.25 0.80; do
	for n in 3 4 5 6 7 8 9 10 11 12; do
		ngon $n | scene 2000 $phi $elastic 1.5 >"$tmp/scene.$n"
		: >"$tmp/pairs.$n"
	done
	for _ in 1 2 3; do
		for n in 3 4 5 6 7 8 9 10 11 12; do
			r=1
			! have_lammps || r=$(rate_lammps pentagons-${phi#0.} "$tmp/scene.$n" 1000)
			echo "$(rate "$tmp/scene.$n" 1000) $r" >>"$tmp/pairs.$n"
			mv "$tmp/summary" "$tmp/summary.$n"
		done
	done
	for n in 3 4 5 6 7 8 9 10 11 12; do
		medians "$tmp/pairs.$n"
		bench sides.$phi.$n.ns "$(compute "1e9 / $a")" ns
		bench sides.$phi.$n.contacts "$(compute "$(field contacts "$tmp/summary.$n") / 2000")" /body
		! have_lammps || bench sides.$phi.$n.ratio_lammps "$ratio" 1
		[ $n -gt 7 ] || echo "$n $(compute "1 / $a")"
	done >"$tmp/lines"
	grep BENCH "$tmp/lines"
	bench sides.$phi.3-7.exponent "$(grep -v BENCH "$tmp/lines" | slope)" 1
done
