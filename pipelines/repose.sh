#!/bin/sh
# repose: how does the angle of a heap depend on the resistance against rolling?
#
# Question   A cylinder full of balls is lifted, and the balls form a heap. Balls that roll freely form a flat heap; resistance
#            against rolling makes it steeper (Zhou, Xu, Yu and Zulli, Physical Review E 64, 021301, 2001; Wensrich and
#            Katterfeld, Powder Technology 217, 409, 2012). Does the angle of repose grow with the coefficient of rolling
#            resistance?
# Given      mur of 0 to 0.3, where the greatest torque is mur R fn with R = r / 2 for equal balls, as Wensrich and Katterfeld
#            have it.
# Missing    angles that do not depend on the base, the way of pouring, and the size of the heap. Heaps of glass beads have 20 to
#            25 degrees, and rough grains at most about 40.
# Chosen     balls of 10 mm, density 2500, mu = 0.5, en = 0.5, E = 1e7 Pa, nu = 0.25, hertz-mindlin, kr = 0.002 N m, gr = 2e-6 N
#            m s. 800 balls rest in a cylinder of the radius 50 mm that rises at 0.2 m/s, on a base of glued balls, which is
#            rough, so that the lowest layer does not roll away. The angle is measured when all is at rest. The
#            height is the mean over up to twelve sectors of the top of the highest ball, in rings of 8 mm (scree-profile --surface); the angle is that of a line through the
#            heights between the diameter of a ball and 85 % of the greatest height (before the first run, 15 and 85 %, which has
#            the loose balls around the heap in it).
#            Angles and heights are means over three heaps, since that of one differs by about a degree from that of another.
# Runtime    three minutes on one core.
# Leaves     repose.png (angle against mur), heights.png, heaps.png, repose.tab.
#
# CLAIM repose-none printed=15-25 holds='13 <= m && m <= 25' quick=- angle without rolling resistance [deg]
# CLAIM repose-most printed=25-40 holds='24 <= m && m <= 40' quick=- angle with mur = 0.3 [deg]
# CLAIM repose-grows printed=grows holds='m == 3' quick=- number of the three steps of mur with which the angle grows
# CLAIM repose-difference printed=steeper holds='m > 3' quick=- angle with mur = 0.3 less that without [deg]
# CLAIM repose-height printed=higher holds='m > 1' height of the heap with mur = 0.3 over that without
# CLAIM repose-rest printed=rest holds='m < 0.01' quick='m < 1' largest speed in the heaps at the end [m/s]
# CLAIM repose-energy printed=balance holds='m < 1e-2' largest error of the first law over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 800 150) radius=$(choose 0.05 0.035) half=$(choose 0.2 0.12) high=$(choose 0.26 0.12)
settle=$(choose 0.35 0.2) time=$(choose 1.6 0.3) dt=4e-5 seeds=$(choose '1 2 3' 1)
side=$(compute "2 * $half")
# the base: balls on a square lattice, glued
scree-shape sphere --radius 0.005 | scree-set -q --body-material ball --material ball,density=2500,E=1e7,nu=0.25 >ball.scree
awk -v a="$half" 'BEGIN { for (x = 0.006; x < 2 * a - 0.005; x += 0.0105) for (y = 0.006; y < 2 * a - 0.005; y += 0.0105)
	if ((x - a) ^ 2 + (y - a) ^ 2 < (a - 0.005) ^ 2) print "--at=" x "," y ",0.0051" }' >sites
xargs scree-fill -q --box "$side,$side,0.011" ball.scree <sites | scree-set -q --tag base \
	--constrain 'base x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' >base.scree
scree-wall -q pipe --material ball --radius "$radius" --tag pipe -- "$half,$half,0.0105" "$half,$half,$high" base.scree >pipe.scree

# one MUR NAME SEED: fill and lift the cylinder, and add a row to all.tab
one() {
	rolling=
	[ "$1" = 0 ] || rolling=,kr=2e-3,gr=2e-6,mur=$1
	scree-fill -q -n "$n" --seed "$3" --lo "$(compute "$half - $radius"),$(compute "$half - $radius"),0.0105" \
		--box "$(compute "2 * $radius"),$(compute "2 * $radius"),$(compute "$high - 0.0105")" pipe.scree ball.scree >start.scree
	scree-set -q --law "ball,ball,hertz-mindlin,en=0.5,mu=0.5$rolling" --gravity 0,0,-9.81 --units m,kg,s \
		--domain "-0.2,-0.2,-0.1,$(compute "$side + 0.2"),$(compute "$side + 0.2"),1" \
		--outlet 'drain below=-0.05' -d "$dt" start.scree | scree-dem3 -t "$settle" 2>words |
		scree-set -q --constrain 'pipe x=fixed y=fixed z=v:0.2 rx=fixed ry=fixed rz=fixed' >rest.scree
	scree-dem3 -t "$time" rest.scree 2>>words | scree-pick -q --last >"$2.scree"
	surface="scree-profile -q --bins $(compute "$half / 0.008") --to $half --centre $half,$half,0 --floor 0.0101"
	$surface --surface heights "$2.scree" >"$2.tab"
	$surface --surface angles --heights 0.01,85% "$2.scree" >angle.tab
	awk -v mur="$1" -v angle="$(last angle angle.tab)" -v top="$(last height angle.tab)" '
		FILENAME == "words" {
			for (k = 1; k <= NF; k++)
				if (sub(/^energy_error=/, "", $k)) { e = $k < 0 ? -$k : +$k; if (e > error) error = e }
			next
		}
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $at["tag"] == "-" { left++
			v = sqrt($at["vx"] ^ 2 + $at["vy"] ^ 2 + $at["vz"] ^ 2); if (v > fast) fast = v
		}
		END { print mur, (angle == "?" ? 0 : angle), top, left, fast, error }' words "$2.scree" >>all.tab
	tail -n 1 all.tab
}

# heap MUR NAME: add a row with the means of the heaps to repose.tab; the picture and the heights are of the last one
heap() {
	: >all.tab
	for seed in $seeds; do
		one "$1" "$2" "$seed"
	done
	awk '{ angle += $2; top += $3; left += $4; if ($5 > fast) fast = $5; if ($6 > error) error = $6 }
		END { print $1, angle / NR, top / NR, left / NR, fast, error }' all.tab >>repose.tab
	scree-pick -q --where 'tag != pipe' "$2.scree" | scree-draw -q --view -60,12 --size "$(choose 600,330 150,150)" -c z -o "$2.png" -
}
echo '# scree-table 1' >repose.tab
echo '# mur angle[deg] height[m] balls speed[m/s] error' >>repose.tab
heap 0 none
heap 0.05 little
heap 0.1 some
heap 0.3 most
scree-plot -q -x mur -y angle -o repose.png --title 'angle of repose' --y-label 'angle [deg]' repose.tab
beside r height mur_0.3=most.tab mur_0.1=some.tab mur_0.05=little.tab mur_0=none.tab >heights.tab
scree-plot -q -o heights.png --title 'heaps' --y-label 'height [m]' heights.tab
panel heaps.png 2 'mur 0=none.png' 'mur 0.3=most.png'
rm -f all.tab angle.tab start.scree rest.scree base.scree ball.scree pipe.scree sites words none.scree little.scree some.scree most.scree
of() { # MUR COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' repose.tab
}
none=$(of 0 2) most=$(of 0.3 2) higher=$(compute "$(of 0.3 3) / $(of 0 3)")
grows=$(awk '/^[0-9]/ { if (n++ && $2 > old) k++; old = $2 } END { print k + 0 }' repose.tab)
fast=$(awk '/^[0-9]/ && $5 > s { s = $5 } END { print s + 0 }' repose.tab)
error=$(awk '/^[0-9]/ && $6 > s { s = $6 } END { print s + 0 }' repose.tab)
cd - >/dev/null
claim repose-none "$none"
claim repose-most "$most"
claim repose-grows "$grows"
claim repose-difference "$(compute "$most - $none")"
claim repose-height "$higher"
claim repose-rest "$fast"
claim repose-energy "$error"
