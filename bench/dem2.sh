#!/bin/sh
# bench/dem2.sh: the rate of scree-dem2 for the scenes with goals, 2000 bodies each (500 cows). It takes two minutes.
# Other scripts have tables of their own: dem2-large (N up to 1e6), -energy, -sides, -sizes, -skin, -threads, -voronoi.
# Rows are solid fraction and number of bodies. Energy errors are those at t = 6, after 20000 steps. Scenes with friction lose
# energy, so their number of contacts falls. The share of output is the time for writing one
# frame with --light per 1000 steps, divided by the time of the run.
. "$(dirname "$0")/dem2.inc.sh"

ngon 5 >"$tmp/pentagon"
for phi in 0.25 0.80; do
	scene 2000 $phi $elastic 1.5 <"$tmp/pentagon" >"$tmp/$phi"
	measure pentagons.$phi.2000 "$tmp/$phi" 2000 pentagons-${phi#0.}
	run "$tmp/$phi" 20000
	bench pentagons.$phi.2000.energy_error "$(field energy_error "$tmp/summary")" 1
done

scene 2000 0.80 $friction 0.3 <"$tmp/pentagon" >"$tmp/friction"
alternate 3 "rate $tmp/friction 2000" "rate $tmp/0.80 2000"
bench friction.0.80.2000.rate "$a" /s
bench friction.0.80.2000.ratio_frictionless "$ratio" 1

disk | scene 2000 0.80 $friction_disks 0.3 >"$tmp/disks"
measure disks.0.80.2000 "$tmp/disks" 10000 disks-80

for phi in 0.25 0.60; do
	scree-shape -q cow | scene 500 $phi $elastic 4 >"$tmp/cows"
	measure cows.$phi.500 "$tmp/cows" 5000
done

# Bodies of the same area and solid fraction: disks, cows, cows as clumps of 726 disks, and shells of the 216 boundary disks.
scree-shape -q cow | scene 500 0.25 $elastic 4 >"$tmp/cows"
scree-shape -q disk --area 6.52 | scene 500 0.25 $elastic 4 >"$tmp/large"
scree-shape -q cow | scree-clump -q --method grid -n 726 | scene 500 0.25 $elastic 1.5 >"$tmp/clumps"
scree-shape -q cow | scree-clump -q --method grid -n 726 --boundary | scene 500 0.25 $elastic 1.5 >"$tmp/shells"
alternate 3 "rate $tmp/large 20000" "rate $tmp/cows 10000"
bench cows.0.25.500.ratio_disks_to_cows "$ratio" 1
for kind in clumps shells; do
	measure $kind.0.25.500 "$tmp/$kind" 5000
	alternate 3 "rate $tmp/cows 10000" "rate $tmp/$kind 5000"
	bench $kind.0.25.500.ratio_cows "$ratio" 1
done

# The time for one light frame per 1000 steps, over the time of the run. Frames are written fifty times as often, so that their
# time exceeds the noise.
for phi in 0.25 0.80; do
	alternate 5 "rate $tmp/$phi 2000" "rate $tmp/$phi 2000 --every 6e-3 --light 1000000"
	bench output.$phi.2000.share "$(compute "($ratio - 1) / 50")" 1
done
