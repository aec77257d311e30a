#!/bin/sh
# impact-bed: how deep does a ball of steel plunge into a bed of grains?
#
# Question   Dosta and others (Computer Physics Communications 296, 109066, 2024) let eight open programs drop a ball of steel
#            into beds of 25000, 50000 and 100000 grains. It punches through the two thin beds down to the floor, and the thick
#            bed stops it. Does scree find the same depths at the same times?
# Given      a box of steel, 100 mm by 60 mm; grains of 2 mm, E = 1e9 Pa, nu = 0.2, density 2500, en = 0.5, mu = 0.3; a ball of
#            20 mm, E = 2.1e11 Pa, density 7200, whose centre starts 150.2 mm above the floor with 5 m/s downwards; en = 0.4 and
#            mu = 0.2 between grains and steel. Depths and times are those of MUSEN and LIGGGHTS in a later public repetition of
#            the comparison (peclet-examples on GitHub, dem-bulk-dosta2024), whose spread is that of the eight programs.
# Missing    here, the initial positions; the law of the ball with the floor, which the repetition has as en = 0.6 and mu = 0.5.
# Chosen     grains of twice the diameter in the thin beds, where little stays between the ball and the floor, and of three
#            times in the thick one: 3125, 6250 and 3703 grains, in beds of the same mass. Larger grains stop the ball earlier,
#            so the thick bed is run with grains of five times the diameter, too, and the depth is extrapolated along a line to
#            the published diameter. `coarse=1 sh impact-bed.sh` has the
#            published ones. Beds fall from random positions and come to rest before. The moduli are divided by 50, but by 1000
#            while the beds come to rest. (By 100, grains between the ball and the floor may overlap by half.) Displacements are
#            those of the ball from its start, at most 140.2 mm, where it touches the floor.
# Runtime    two minutes on one core.
# Leaves     impact.png (displacement against time), before.png, after.png, impact.tab.
#
# CLAIM impact-25-depth printed=0.1385 holds='0.136 <= m && m <= 0.1415' quick=- greatest displacement, bed of 25000 grains
#       [m]
# CLAIM impact-25-time printed=0.030 holds='0.028 <= m && m <= 0.033' quick=- its time [s]
# CLAIM impact-25-rebound printed=0.02 holds='0.01 <= m && m <= 0.07' quick=- displacement at 0.1 s: the ball rises from the
#       floor [m]
# CLAIM impact-50-depth printed=0.1388 holds='0.130 <= m && m <= 0.1415' quick=- greatest displacement, bed of 50000 grains
#       [m]
# CLAIM impact-50-slower printed=0.0968 holds='0.091 <= m && m <= 0.1' quick=- displacement at 0.02 s, bed of 50000 grains
#       [m]
# CLAIM impact-100-depth printed=0.0907 holds='0.08 <= m && m <= 0.1' quick=- greatest displacement, bed of 100000 grains
#       [m]
# DIFFERS grains of three times the diameter stop the ball earlier; see the extrapolated depth
# CLAIM impact-100-extrapolated printed=0.0907 holds='0.08 <= m && m <= 0.1' quick=- the same, extrapolated to the
#       published diameter from grains of three and five times the diameter [m] (added after the first run)
# CLAIM impact-100-stop printed=0.068 holds='0.064 <= m && m <= 0.073' quick=- displacement at 0.02 s, bed of 100000 grains
#       [m]
# DIFFERS as for the depth
# CLAIM impact-100-rest printed=0 holds='m < 0.002' quick=- way back of the ball in the bed of 100000 grains until 0.1 s [m]
# CLAIM impact-order printed=1 holds='m == 1' 1 if the ball is the slower at 0.02 s the thicker the bed is
# CLAIM impact-energy printed=balance holds='m < 1e-3' largest error of the first law over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
laws='--law M1,M1,hertz-mindlin,en=0.5,mu=0.3 --law M1,steel,hertz-mindlin,en=0.4,mu=0.2
	--law steel,steel,hertz-mindlin,en=0.6,mu=0.5'

thin=${coarse:-$(choose 2 5)} thick=${coarse:-$(choose 3 5)}

# hit THOUSANDS TIMES: drop the ball into a bed of grains that are this many times too large; writes THOUSANDS-TIMES.tab, and
# a row to impact.tab
hit() {
	name=$1-$2 times=$2 r=$(compute "0.001 * $2")
	n=$(awk "BEGIN { printf \"%d\", $1 * 1000 / $times ^ 3 }")
	high=$(compute "$n * 4.18879 * $r ^ 3 / $(choose 0.29 0.22) / 0.006")
	# shellcheck disable=SC2086
	scree-shape sphere --radius "$r" | scree-set -q --body-material M1 --material M1,density=2500,E=1e9,nu=0.2 \
		--material steel,density=7200,E=2.1e11,nu=0.2 $laws --gravity 0,0,-9.81 --units m,kg,s |
		scree-fill -q -n "$n" --box "0.1,0.06,$high" | scree-wall -q box --lo 0,0,0 --hi 0.1,0.06,0.4 --material steel >bed.scree
	scree-set -q --soften 1000 -d "$(compute "2e-5 * $times")" bed.scree |
		scree-dem3 -q -t "$(compute "0.12 + $high / 2")" >rest.scree
	# shellcheck disable=SC2086
	scree-shape sphere --radius 0.01 | scree-set -q --body-material steel --material M1,density=2500,E=1e9,nu=0.2 \
		--material steel,density=7200,E=2.1e11,nu=0.2 $laws --gravity 0,0,-9.81 --units m,kg,s |
		scree-fill -q --at 0.05,0.03,0.1502431 | scree-set -q --velocity 0,0,-5 --tag ball --soften 1000 >ball.scree
	scree-set -q --reset rest.scree | scree-join -q - ball.scree |
		scree-set -q --material M1,E=2e7 --material steel,E=4.2e9 -d "$(compute "3e-6 * $times")" >start.scree
	scree-dem3 -t 0.1 --every 0.001 --light 1000 start.scree 2>words >"$name.scree"
	awk 'BEGIN { print "# scree-table 1\n# t[s] displacement[m]" }
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "frame" { t = substr($3, 3) }
		$1 == "body" && $at["tag"] == "ball" { print t, $at["z"] - 0.1502431 }' "$name.scree" >"$name.tab"
	awk -v name="$name" -v n="$n" '
		FILENAME == "words" {
			for (k = 1; k <= NF; k++)
				if (sub(/^energy_error=/, "", $k)) e = $k < 0 ? -$k : +$k
			next
		}
		/^[0-9]/ { if (-$2 > d) { d = -$2; t = $1 } if ($1 <= 0.0201) early = -$2; last = -$2 }
		END { print name, n, d, t, early, last, e }' words "$name.tab" >>impact.tab
	tail -n 1 impact.tab
}
echo '# scree-table 1' >impact.tab
echo '# bed grains depth[m] t[s] early[m] last[m] error' >>impact.tab
hit 25 "$thin"
hit 50 "$thin"
[ "$thick" -gt 4 ] || hit 100 5
hit 100 "$thick"
beside t displacement "bed_25000=25-$thin.tab" "bed_50000=50-$thin.tab" "bed_100000=100-$thick.tab" >displacement.tab
scree-plot -q -o impact.png --title 'ball of steel in beds of grains' --y-label 'displacement [m]' displacement.tab
scree-pick -q --frame 0 --where 'tag == ball or tag == - and y > 0.03' "100-$thick.scree" |
	scree-draw -q --view -90,0 --size "$(choose 400,600 150,150)" -c speed -o before.png -
scree-pick -q --last --where 'tag == ball or tag == - and y > 0.03' "100-$thick.scree" |
	scree-draw -q --view -90,0 --size "$(choose 400,600 150,150)" -c speed -o after.png -
rm -f bed.scree rest.scree ball.scree start.scree words 25-*.scree 50-*.scree 100-*.scree

of() { # BED COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' impact.tab
}
depth25=$(of "25-$thin" 3) time25=$(of "25-$thin" 4) early25=$(of "25-$thin" 5) last25=$(of "25-$thin" 6)
depth50=$(of "50-$thin" 3) early50=$(of "50-$thin" 5)
depth100=$(of "100-$thick" 3) early100=$(of "100-$thick" 5) last100=$(of "100-$thick" 6)
line=0
[ "$thick" -gt 4 ] || line=$(compute "$depth100 + ($depth100 - $(of 100-5 3)) / (5 - $thick) * ($thick - 1)")
error=$(awk '/^[^#]/ && $7 > s { s = $7 } END { print s + 0 }' impact.tab)
cd - >/dev/null
claim impact-25-depth "$depth25"
claim impact-25-time "$time25"
claim impact-25-rebound "$last25"
claim impact-50-depth "$depth50"
claim impact-50-slower "$early50"
claim impact-100-depth "$depth100"
claim impact-100-extrapolated "$line"
claim impact-100-stop "$early100"
claim impact-100-rest "$(compute "$depth100 - $last100")"
claim impact-order "$(awk "BEGIN { print ($early25 > $early50 && $early50 > $early100) + 0 }")"
claim impact-energy "$error"
