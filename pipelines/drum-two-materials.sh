#!/bin/sh
# drum-two-materials: small and large grains of two materials in a rotating drum.
#
# Question   Dosta and others (Computer Physics Communications 296, 109066, 2024) let eight open programs turn a drum of steel
#            with small grains upon large ones of another material. They count the small grains in the quarter of the drum from
#            which the bed rises and that into which it falls. Do these numbers rise and fall as often, and as far, in scree?
# Given      a drum of the radius 100 mm and the length 60 mm that turns at 2 rad/s for 5 s; 30000 grains M1 of 2 mm on top of
#            8000 grains M2 of 4 mm; hertz-mindlin with nu = 0.2. M1: E = 1e9 Pa, density 2500, en = 0.5, mu = 0.3; M2: E = 5e8
#            Pa, density 2000, en = 0.4, mu = 0.4; M1 with M2: en = 0.45, mu = 0.2; both with steel (2.1e11 Pa): en = 0.4, mu =
#            0.2. The numbers are those of MUSEN and LIGGGHTS in a later public repetition of the comparison (peclet-examples on
#            GitHub, dem-bulk-dosta2024), which agree with the paper: the fraction of M1 in the lower quarter on the side where
#            the wall goes down is 0.50 at the start, greatest (0.77 and 0.74) at 0.6 to 0.7 s, below 0.01 at 1.5 s, greatest
#            again (0.57) at 2.4 to 2.5 s.
# Missing    here, the initial positions.
# Chosen     grains of three times the diameter, 1111 M1 and 296 M2: `coarse=1 sh drum-two-materials.sh` has the published ones.
#            M2 falls from random positions below, M1 from above, and they come to rest before the drum starts. 2.75 s. The
#            moduli are divided by 1000. The drum is smooth, as the published one is.
# Runtime    half a minute on one core; with coarse=2 two minutes.
# Leaves     drum.png (at 0, 0.6, 1.5 and 2.4 s), fractions.png (M1 and M2 in the quarter), fractions.tab.
#
# CLAIM drum-mix-start printed=0.5 holds='0.45 <= m && m <= 0.55' quick='0.4 <= m && m <= 0.6' fraction of M1 in the quarter
#       at the start
# CLAIM drum-mix-first printed=0.755 holds='0.68 <= m && m <= 0.83' quick=- greatest fraction of M1 until 1 s
# CLAIM drum-mix-first-time printed=0.65 holds='0.5 <= m && m <= 0.8' quick=- its time [s]
# CLAIM drum-mix-least printed=0.001 holds='m <= 0.04' quick=- least fraction of M1 between 1 s and 2 s
# CLAIM drum-mix-least-time printed=1.5 holds='1.3 <= m && m <= 1.7' quick=- its time [s]
# DIFFERS grains that are too large slide on the smooth wall, and the bed turns over later: a tenth of M1 is left in the
#       quarter after 1.7, 1.6 and 1.4 s with grains of five, four and three times the diameter, in the comparison after 1.2 s
# CLAIM drum-mix-second printed=0.57 holds='0.48 <= m && m <= 0.66' quick=- greatest fraction of M1 after 2 s
# DIFFERS as above, the bed turns over later
# CLAIM drum-mix-second-time printed=2.45 holds='2.2 <= m && m < 2.75' quick=- its time [s]
# DIFFERS as above, the bed turns over later
# CLAIM drum-mix-mass printed=all holds='m == 0' grains outside the drum at the end
# CLAIM drum-mix-energy printed=balance holds='m < 1e-3' largest error of the first law over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
coarse=${coarse:-$(choose 3 5)} time=$(choose 2.75 0.3)
r=$(compute "0.001 * $coarse")
n1=$(awk "BEGIN { printf \"%d\", 30000 * $(choose 1 0.6) / $coarse ^ 3 }")
n2=$(awk "BEGIN { printf \"%d\", 8000 * $(choose 1 0.6) / $coarse ^ 3 }")
set -- --material M1,density=2500,E=1e9,nu=0.2 --material M2,density=2000,E=5e8,nu=0.2 \
	--material steel,density=7200,E=2.1e11,nu=0.2 \
	--law M1,M1,hertz-mindlin,en=0.5,mu=0.3 --law M2,M2,hertz-mindlin,en=0.4,mu=0.4 --law M1,M2,hertz-mindlin,en=0.45,mu=0.2 \
	--law M1,steel,hertz-mindlin,en=0.4,mu=0.2 --law M2,steel,hertz-mindlin,en=0.4,mu=0.2 --gravity 0,0,-9.81 --units m,kg,s
scree-shape sphere --radius "$(compute "2 * $r")" | scree-set -q --body-material M2 "$@" |
	scree-fill -q --at 0.1,0.03,0.1 --box 0.2,0.06,0.2 | scree-wall -q drum --material steel >drum.scree
scree-fill -q -n "$n2" --lo 0,0,0 --box 0.2,0.06,0.098 drum.scree >large.scree
scree-pick -q --where 'tag != -' large.scree >walls.scree
scree-shape sphere --radius "$r" | scree-set -q --body-material M1 "$@" >small.scree
scree-fill -q -n "$n1" --lo 0,0,0.1 --box 0.2,0.06,0.05 walls.scree small.scree | scree-pick -q --where 'tag == -' |
	scree-join -q large.scree - | scree-set -q --soften 1000 -d "$(compute "2.5e-5 * $coarse")" >start.scree
scree-dem3 -q -t "$(choose 0.4 0.2)" start.scree >rest.scree

# the wall goes up at x > 100 mm
turn='x=fixed y=fixed z=fixed rx=fixed ry=v:-2 rz=fixed'
scree-set -q --reset --constrain "drum $turn" --constrain "front $turn" --constrain "back $turn" rest.scree >turn.scree
scree-dem3 -t "$time" --every 0.05 --light 1000 turn.scree 2>words >all.scree
awk 'BEGIN { print "# scree-table 1\n# t[s] M1 M2" }
	$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "frame" { t = substr($3, 3); split("", n); split("", q) }
	$1 == "body" && $at["tag"] == "-" { m = $at["material"]; n[m]++; q[m] += $at["x"] < 0.1 && $at["z"] < 0.1 }
	$1 == "end" { print t, q["M1"] / n["M1"], q["M2"] / n["M2"] }' all.scree >fractions.tab
awk 'NR == FNR { if (/^[0-9]/) { t = $1; y = $2
		if (!seen++) start = y
		if (t <= 1 && y > a) { a = y; ta = t }
		if (t > 1 && t <= 2 && (!mid++ || y < b)) { b = y; tb = t }
		if (t > 2 && y > c) { c = y; tc = t } }
		next }
	$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "frame" { out = 0 }
	$1 == "body" && $at["tag"] == "-" { out += ($at["x"] - 0.1) ^ 2 + ($at["z"] - 0.1) ^ 2 > 0.01 || $at["y"] < 0 || $at["y"] > 0.06 }
	END { printf "start=%g first=%g first_time=%g least=%g least_time=%g ", start, a, ta, b, tb
		printf "second=%g second_time=%g out=%d\n", c, tc, out }' \
	fractions.tab all.scree >said
cat said words
scree-plot -q -o fractions.png --title 'quarter below on the side where the wall goes down' \
	--y-label 'fraction of the grains' fractions.tab
set --
for t in $(choose '0 0.6 1.5 2.4' '0 0.3'); do
	scree-pick -q --from "$(compute "$t - 0.001")" all.scree | scree-pick -q --frame 0 --where 'tag == -' |
		scree-draw -q --view -90,0 -c shape --palette viridis --beside none --size "$(choose 450,360 150,150)" -o "at-$t.png" -
	set -- "$@" "$t s=at-$t.png"
done
panel drum.png 2 "$@"
error=$(field energy_error words | awk '{ print $1 < 0 ? -$1 : $1 }')
get() { field "$1" said; }
start=$(get start) first=$(get first) first_time=$(get first_time) least=$(get least) least_time=$(get least_time)
second=$(get second) second_time=$(get second_time) outside=$(get out)
rm -f all.scree drum.scree large.scree small.scree walls.scree start.scree turn.scree rest.scree said words at-*.png
cd - >/dev/null
claim drum-mix-start "$start"
claim drum-mix-first "$first"
claim drum-mix-first-time "$first_time"
claim drum-mix-least "$least"
claim drum-mix-least-time "$least_time"
claim drum-mix-second "$second"
claim drum-mix-second-time "$second_time"
claim drum-mix-mass "$outside"
claim drum-mix-energy "$error"
