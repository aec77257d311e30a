#!/bin/sh
# impact-bed: how deep does a ball of steel plunge into a bed of grains?
#
# Question   Dosta and others (Computer Physics Communications 296, 109066, 2024) let eight open programs drop a ball of steel into
#            beds of 25000, 50000 and 100000 grains. It punches through the two thin beds down to the floor, and the thick bed stops
#            it. Does scree find the same depths at the same times?
# Given      a box of steel, 100 mm by 60 mm; grains of 2 mm, E = 1e9 Pa, nu = 0.2, density 2500, en = 0.5, mu = 0.3; a ball of 20
#            mm, E = 2.1e11 Pa, density 7200, whose centre starts 150.2 mm above the floor with 5 m/s downwards; en = 0.4 and mu =
#            0.2 between grains and steel. Depths and times are those of MUSEN and LIGGGHTS in a later public repetition of the
#            comparison (peclet-examples on GitHub, dem-bulk-dosta2024), whose spread is that of the eight programs.
# Missing    here, the initial positions; the law of the ball with the floor, which the repetition has as en = 0.6 and mu = 0.5.
# Chosen     grains of twice the diameter, an eighth of their number, in beds of the same mass: `coarse=1 sh impact-bed.sh` has
#            the published ones. Beds fall from random positions and come to rest before. The moduli are divided by 100, but by 1000
#            while the beds come to rest. Displacements are those of the ball from its start, at most 140.2 mm, where it touches the
#            floor.
# Runtime    four minutes on one core; with coarse=1 two hours.
# Leaves     impact.png (displacement against time), before.png, after.png, impact.tab.
#
# CLAIM impact-25-depth printed=0.1385 holds='0.136 <= m && m <= 0.1415' quick=- greatest displacement, bed of 25000 grains [m]
# CLAIM impact-25-time printed=0.030 holds='0.028 <= m && m <= 0.033' quick=- its time [s]
# CLAIM impact-25-rebound printed=0.02 holds='0.01 <= m && m <= 0.07' quick=- displacement at 0.1 s: the ball rises from the floor [m]
# CLAIM impact-50-depth printed=0.1388 holds='0.130 <= m && m <= 0.1415' quick=- greatest displacement, bed of 50000 grains [m]
# CLAIM impact-50-slower printed=0.0968 holds='0.091 <= m && m <= 0.1' quick=- displacement at 0.02 s, bed of 50000 grains [m]
# CLAIM impact-100-depth printed=0.0907 holds='0.08 <= m && m <= 0.1' quick=- greatest displacement, bed of 100000 grains [m]
# CLAIM impact-100-stop printed=0.068 holds='0.064 <= m && m <= 0.073' quick=- displacement at 0.02 s, bed of 100000 grains [m]
# CLAIM impact-100-rest printed=0 holds='m < 0.002' quick=- way back of the ball in the bed of 100000 grains until 0.1 s [m]
# CLAIM impact-order printed=1 holds='m == 1' 1 if the ball is the slower at 0.02 s the thicker the bed is
# CLAIM impact-energy printed=balance holds='m < 1e-3' largest error of the first law over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
coarse=${coarse:-$(choose 2 5)}
r=$(compute "0.001 * $coarse")
laws='--law M1,M1,hertz-mindlin,en=0.5,mu=0.3 --law M1,steel,hertz-mindlin,en=0.4,mu=0.2 --law steel,steel,hertz-mindlin,en=0.6,mu=0.5'

# hit THOUSANDS: drop the ball into a bed; writes THOUSANDS.tab, and a row to impact.tab
hit() {
	n=$(awk "BEGIN { printf \"%d\", $1 * 1000 / $coarse ^ 3 }")
	high=$(compute "$n * 4.18879 * $r ^ 3 / $(choose 0.29 0.22) / 0.006")
	# shellcheck disable=SC2086
	scree-shape sphere --radius "$r" | scree-set -q --body-material M1 --material M1,density=2500,E=1e9,nu=0.2 \
		--material steel,density=7200,E=2.1e11,nu=0.2 $laws --gravity 0,0,-9.81 --units m,kg,s |
		scree-fill -q -n "$n" --box "0.1,0.06,$high" | scree-wall -q box --lo 0,0,0 --hi 0.1,0.06,0.4 --material steel >bed.scree
	scree-set -q --soften 1000 -d "$(compute "2e-5 * $coarse")" bed.scree |
		scree-dem3 -q -t "$(compute "0.12 + $high / 2")" >rest.scree
	# shellcheck disable=SC2086
	scree-shape sphere --radius 0.01 | scree-set -q --body-material steel --material M1,density=2500,E=1e9,nu=0.2 \
		--material steel,density=7200,E=2.1e11,nu=0.2 $laws --gravity 0,0,-9.81 --units m,kg,s |
		scree-fill -q --at 0.05,0.03,0.1502431 | scree-set -q --velocity 0,0,-5 --tag ball --soften 1000 >ball.scree
	scree-set -q --reset rest.scree | scree-join -q - ball.scree |
		scree-set -q --material M1,E=1e7 --material steel,E=2.1e9 -d "$(compute "4e-6 * $coarse")" >start.scree
	scree-dem3 -t 0.1 --every 0.001 --light 1000 start.scree 2>words >"$1.scree"
	awk 'BEGIN { print "# scree-table 1\n# t[s] displacement[m]" }
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "frame" { t = substr($3, 3) }
		$1 == "body" && $at["tag"] == "ball" { print t, $at["z"] - 0.1502431 }' "$1.scree" >"$1.tab"
	awk -v name="$1" -v n="$n" 'FILENAME == "words" { for (k = 1; k <= NF; k++) if ($k ~ /^energy_error=/) { sub(/.*=/, "", $k); e = $k < 0 ? -$k : +$k } next }
		/^[0-9]/ { if (-$2 > d) { d = -$2; t = $1 } if ($1 <= 0.0201) early = -$2; last = -$2 }
		END { print name, n, d, t, early, last, e }' words "$1.tab" >>impact.tab
	tail -n 1 impact.tab
}
echo '# scree-table 1' >impact.tab
echo '# bed grains depth[m] t[s] early[m] last[m] error' >>impact.tab
for bed in 25 50 100; do
	hit $bed
done
beside t displacement bed_25000=25.tab bed_50000=50.tab bed_100000=100.tab >displacement.tab
scree-plot -q -o impact.png --title 'ball of steel in beds of grains' --y-label 'displacement [m]' displacement.tab
scree-pick -q --frame 0 --where 'tag == ball or tag == - and y > 0.03' 100.scree |
	scree-draw -q --view -90,0 --size "$(choose 400,600 150,150)" -c speed -o before.png -
scree-pick -q --last --where 'tag == ball or tag == - and y > 0.03' 100.scree |
	scree-draw -q --view -90,0 --size "$(choose 400,600 150,150)" -c speed -o after.png -
rm -f bed.scree rest.scree ball.scree start.scree words 25.scree 50.scree 100.scree

of() { # BED COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' impact.tab
}
depth25=$(of 25 3) time25=$(of 25 4) last25=$(of 25 6) depth50=$(of 50 3) early25=$(of 25 5) early50=$(of 50 5)
depth100=$(of 100 3) early100=$(of 100 5) last100=$(of 100 6)
error=$(awk '/^[^#]/ && $7 > s { s = $7 } END { print s + 0 }' impact.tab)
cd - >/dev/null
claim impact-25-depth "$depth25"
claim impact-25-time "$time25"
claim impact-25-rebound "$last25"
claim impact-50-depth "$depth50"
claim impact-50-slower "$early50"
claim impact-100-depth "$depth100"
claim impact-100-stop "$early100"
claim impact-100-rest "$(compute "$depth100 - $last100")"
claim impact-order "$(awk "BEGIN { print ($early25 > $early50 && $early50 > $early100) + 0 }")"
claim impact-energy "$error"
