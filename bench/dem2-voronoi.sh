#!/bin/sh
# bench/dem2-voronoi.sh: 1e3 to 1e5 frictional Voronoi grains at void ratio 0.2. It takes a minute.
# The goal is a time per particle-step at N = 1e5 of at most 1.5 times that at N = 1e3.
. "$(dirname "$0")/dem2.inc.sh"
dt=0.01

for n in 1000 10000 100000; do
	side=$(compute "sqrt($n)")
	scree-voronoi -q -n $n --box "$side,$side" --periodic xy --sites jitter --roundness 0.5 --void-ratio 0.2 |
		scree-set -q --speed 0.07 | scree-dem2 -q -t 2 -d $dt | scree-set -q --reset >"$tmp/$n"
	alternate 5 "rate $tmp/$n 50" "echo 1"
	bench voronoi.$n.rate "$a" /s
	[ $n != 1000 ] || first=$a
	bench voronoi.$n.time_ratio "$(compute "$first / $a")" 1
done
