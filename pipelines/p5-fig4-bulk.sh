#!/bin/sh
# p5-fig4-bulk: a hundred T-bars come to rest in a box.
#
# Question   The note on rigid clumps in MercuryDPM (section 4.4, fig. 4) throws one hundred T-bars with arbitrary
#            velocities, spins and orientations onto a floor, to show dissipative bulk behaviour. Do all T-bars come to rest
#            on the floor without deep overlaps, and does the floor carry their weight?
# Given      the box of the driver, +-40, gravity 10, velocities up to +-100 along each axis, spins up to +-5, dissipation
#            100, 2 s.
# Missing    all of these numbers in the text, and stiffness and friction. In 2 s nothing comes to rest: a dashpot of 100 leaves
#            93 % of a velocity of 100 m/s.
# Chosen     the T-bar of ten touching pebbles of radius 0.5 and density 1, kn = 1e6, kt = 3e5, mu = 0.5, en = 0.5 and 20
#            s; 100 m/s in random directions, spins of 5 rad/s.
# Runtime    two minutes.
# Leaves     rest.png (fig. 4), bulk.gif, energy.png, energy.tab, rest.scree.
#
# CLAIM p5-fig4-rest printed=dissipative holds='m < 1e-4' quick=- kinetic energy after 20 s over that at the beginning
# CLAIM p5-fig4-first-law printed=none holds='m <= 1e-3' error of the energy balance over the energy converted
# CLAIM p5-fig4-floor printed=floor holds='m <= 0.01' quick=- deepest overlap of a pebble with the floor at the end, over its
#       radius
# CLAIM p5-fig4-weight printed=none holds='0.99 <= m && m <= 1.01' quick=- force on the floor at the end, over the weight
# CLAIM p5-fig4-inside printed=box holds='m == 0' number of T-bars whose centre of mass is outside the box at any time
# CLAIM p5-fig4-flat printed=none holds='m > 0.5' quick=- fraction of T-bars that lie flat at the end, with all ten pebbles on the
#       floor
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 100 20) side=$(choose 80 40) time=$(choose 20 1)

echo "== $n T-bars"
scree-shape tbar | scree-fill -q -n "$n" --box "$side,$side,$(choose 80 20)" --speed 100 |
	scree-set --law grain,grain,kn=1e6,kt=3e5,mu=0.5,en=0.5 --gravity 0,0,-10 --omega 5,0,0 |
	scree-set --where 'vx > 0' --omega 0,5,0 | scree-set --where 'vy > 0' --omega 0,0,5 | scree-wall -q box >begin.scree
scree-dem3 -t "$time" --every 0.2 --light 1000000 begin.scree >bulk.scree
scree-energy -q bulk.scree >energy.tab
scree-pick -q --last bulk.scree >rest.scree
scree-plot -q -o energy.png -y kin_lin,kin_rot,grav --log y --title "$n T-bars come to rest" energy.tab

echo '== what the last frame says'
# kin: kinetic energy at the end over that at the beginning; deep: overlap of floor and pebbles over the radius; weight: forces on
# the floor over the weight
awk -v m=5.235987755982989 '
	$1 == "columns" { for (i in at) if (i ~ "^" $2) delete at[i]; for (i = 3; i <= NF; i++) at[$2 " " $i] = i - 1 }
	$1 == "body" && $at["body tag"] == "bottom" { floor = $at["body id"]; level = $at["body z"] }
	$1 == "body" && $at["body tag"] == "-" { weight += 10 * m; n++; flat += $at["body z"] - level < 0.505 }
	$1 == "contact" && ($at["contact i"] == floor || $at["contact j"] == floor) {
		d = $at["contact overlap"] / 0.5
		if (d > deep) deep = d
		push += $at["contact fn"] * ($at["contact nz"] < 0 ? -$at["contact nz"] : $at["contact nz"])
	}
	END { printf "deep=%.4g weight=%.6g flat=%.4g\n", deep, push / weight, flat / n }' rest.scree >said
awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	NF { kin = $at["kin_lin"] + $at["kin_rot"]; if (!n++) first = kin; e = $at["error"]; e = e < 0 ? -e : e; if (e > worst) worst = e }
	END { printf "kin=%.4g balance=%.4g\n", kin / first, worst }' energy.tab >>said
awk -v h="$(compute "$side / 2")" '
	$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
	$1 == "domain" { split(substr($2, 4), lo, ","); split(substr($3, 4), hi, ",") }
	$1 == "body" && $at["tag"] == "-" && ($at["x"] < lo[1] || $at["x"] > hi[1] || $at["y"] < lo[2] || $at["y"] > hi[2] ||
		$at["z"] < lo[3] || $at["z"] > hi[3]) { if (!($at["id"] in gone)) out++; gone[$at["id"]] }
	END { printf "outside=%d\n", out }' bulk.scree >>said
cat said

echo '== pictures'
scree-draw -q --view -60,30 --size "$(choose 1000,700 300,200)" -o rest.png rest.scree
[ "$quick" ] || scree-pick -q --to 10 bulk.scree | scree-draw -q --view -60,20 --size 400,350 --fps 8 -o bulk.gif -
kin=$(field kin said) deep=$(field deep said) weight=$(field weight said) flat=$(field flat said)
balance=$(field balance said) outside=$(field outside said)
rm -f bulk.scree begin.scree said
cd - >/dev/null

claim p5-fig4-rest "$kin"
claim p5-fig4-first-law "$balance"
claim p5-fig4-floor "$deep"
claim p5-fig4-weight "$weight"
claim p5-fig4-inside "$outside"
claim p5-fig4-flat "$flat"
