#!/bin/sh
# bench/dem2-large.sh: pentagons at both solid fractions for N = 400 to 1e6: rate, ratio to LAMMPS, memory. It takes half an hour.
# Scenes of 1e5 and more consist of copies of a scene of 1e4 side by side, which are at first periodic images of each other.
# The goals are a rate at 1e6 of at least 0.6 times that at 1e4, and at most 1.2 kB in total per dense pentagon.
. "$(dirname "$0")/dem2.inc.sh"

ngon 5 >"$tmp/pentagon"
for phi in 0.25 0.80; do
	while read -r n steps copies; do
		if [ "$copies" ]; then
			scree-move -q --replicate "$copies" "$tmp/10000" >"$tmp/$n"
		else
			scene "$n" $phi $elastic 1.5 <"$tmp/pentagon" >"$tmp/$n"
		fi
		measure pentagons.$phi."$n" "$tmp/$n" "$steps" pentagons-${phi#0.}
		[ "$n" != 10000 ] || first=$(compute "$a * $n * $steps")
	done <<-E
	400 10000
	2000 4000
	10000 1000
	100000 400 5,2
	1000000 200 10,10
	E
	bench pentagons.$phi.1000000.rate_by_10000 "$(compute "$a * $n * $steps / $first")" 1
	rm -f "$tmp"/1*
done
