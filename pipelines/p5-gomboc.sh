#!/bin/sh
# p5-gomboc: a Gomboc rolls to its only stable point; does a clump of pebbles do the same?
#
# Question   The note on rigid clumps in MercuryDPM (section 4.3) rolls a Gomboc, a convex body with one stable and one
#            unstable equilibrium. It finds that the behaviour depends on fine details of the model and is hardly
#            achievable by a clump. What is the effect of the number of pebbles?
# Given      only this statement.
# Missing    the surface, the pebbles, any number.
# Chosen     the Gomboc of scree-shape, and clumps of 10 to 300 pebbles with its mass and moments; 12 of each, in random
#            orientations on a floor, with damped rolling and twisting (gr = gs = 0.2), 60 s. The direction in the body that
#            points down at rest is recorded, and h is the height of the centre of mass for that direction. The least h over
#            all directions is the stable point, the greatest h the unstable one. A weeble is a ball with a weight in it. It
#            also has one stable and one unstable point, and a clump can represent it exactly. It has to right itself, and to
#            rock with the period 2 pi sqrt((I + m (R - d)^2) / (m g d)). With a quarter of this damping, bodies roll over
#            more edges: 6 of 12 clumps of 10 pebbles and 5 of 12 clumps of 30 pebbles then stand at the stable point.
# Runtime    half a minute.
# Leaves     rest.tab (against the number of pebbles), gomboc.png (one of each, at rest), weeble.png (how it rights itself).
#
# CLAIM p5-gomboc-stable printed=hardly holds='m < 0.5' fraction of clumps that stand within 10 degrees of the Gomboc's stable
#       point, greatest over all numbers of pebbles
# CLAIM p5-gomboc-points printed=hardly holds='m > 1' number of different directions in which clumps stand, least over all numbers
#       of pebbles
# CLAIM p5-gomboc-height printed=none holds='m <= 0.003' greatest difference of the height of the centre of mass at rest from the
#       height that follows from the lowest pebbles, over this height
# CLAIM p5-gomboc-still printed=rest holds='m <= 1e-4' quick=- greatest kinetic energy of translation at the end, over the energy
#       of a fall from the unstable to the stable point
# CLAIM p5-gomboc-weeble printed=none holds='m <= 0.005' period of a weeble, relative error
# CLAIM p5-gomboc-rights printed=none holds='m >= 0.999' cosine of the final tilt of a weeble that starts 170 degrees from upright
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
numbers=$(choose '10 30 100 300' '10 30') copies=$(choose 12 6) time=$(choose 60 8)

echo '== a Gomboc'
scree-shape -q gomboc --mesh "$(choose 24 12)" | scree-mass -q >body.scree
# the least and the greatest height of the centre of mass above the floor over all directions, and the direction of the least
awk '$1 == "shape" { n = substr($4, 10) + 0; for (i = 1; i <= n; i++) { split($(i + 4), a, ","); x[i] = a[1]; y[i] = a[2]; z[i] = a[3] } }
	END {
		for (k = 0; k < 2000; k++) {
			c = 1 - (2 * k + 1) / 2000; s = sqrt(1 - c * c); u = s * cos(2.399963 * k); v = s * sin(2.399963 * k)
			h = 0
			for (i = 1; i <= n; i++) { t = x[i] * u + y[i] * v + z[i] * c; if (t > h) h = t }
			if (!k || h < low) { low = h; best = u " " v " " c }
			if (h > high) high = h
		}
		print low, high, best
	}' body.scree >heights
read -r low high bx by bz <heights
cat heights

set --
printf '%s\n' '# scree-table 1' '# pebbles stable directions height height_off still' >rest.tab
for n in $numbers; do
	scree-clump -q -n "$n" --mass body --keep-frame --voxels "$(choose 128 48)" body.scree >clump.scree
	scree-fill -q -n "$copies" --lattice sc --spacing 4 --box 20,20,4 clump.scree |
		scree-set --law grain,grain,kn=1e4,kt=1e4,mu=1,en=0.3,kr=0,gr=0.2,mur=1,gs=0.2,mus=1 --gravity 0,0,-10 | scree-set --domain -90,-90,-9,90,90,9 |
		scree-wall -q plane 0,0,0 0,0,1 >begin.scree
	scree-dem3 -q -t "$time" --every "$time" begin.scree | scree-pick -q --last >last.scree
	awk -v n="$n" -v low="$low" -v high="$high" -v bx="$bx" -v by="$by" -v bz="$bz" '
		function length3(x, y, z) { return sqrt(x * x + y * y + z * z) }
		$1 == "shape" && $3 == "clump" && !pebbles {
			for (i = 4; i <= NF; i++) { pebbles++; split($i, a, ","); px[pebbles] = a[1]; py[pebbles] = a[2]; pz[pebbles] = a[3]; r[pebbles] = a[4] }
		}
		$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "body" && $at["tag"] == "-" {
			w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]
			# the downward direction, along the axes of the body: the third row of R, negative
			dx = -2 * (x * z - w * y); dy = -2 * (y * z + w * x); dz = -(1 - 2 * (x * x + y * y))
			N++
			stable += dx * bx + dy * by + dz * bz > cos(10 / 57.2958)
			h = 0
			for (i = 1; i <= pebbles; i++) { t = px[i] * dx + py[i] * dy + pz[i] * dz + r[i]; if (t > h) h = t }
			off = ($at["z"] - h) / h; if (off < 0) off = -off
			if (off > worst) worst = off
			height += h / low
			v = $at["vx"] ^ 2 + $at["vy"] ^ 2 + $at["vz"] ^ 2; if (v > fast) fast = v
			for (k = 1; k <= points; k++) if (dx * ux[k] + dy * uy[k] + dz * uz[k] > cos(5 / 57.2958)) break
			if (k > points) { points++; ux[k] = dx; uy[k] = dy; uz[k] = dz }
		}
		END { printf "%d %.3g %d %.6g %.3g %.3g\n", n, stable / N, points, height / N, worst, fast / (2 * 10 * (high - low)) }' last.scree >>rest.tab
	tail -n 1 rest.tab
	scree-pick -q --where 'id == 1' last.scree | scree-draw -q --size "$(choose 500,500 150,150)" --view -65,10 -o "clump-$n.png" -
	set -- "$@" "$n pebbles=clump-$n.png"
done
panel gomboc.png 4 "$@"

echo '== a weeble'
# weeble TURN OMEGA VELOCITY TIME DAMPING: radius 1, with a ball ten times as dense in it, turned about x
weeble() {
	awk -v turn="$1" -v omega="$2" -v damping="$5" 'BEGIN {
		pi = atan2(0, -1); m1 = 4 * pi / 3; m2 = 4 * pi / 3 * 0.027 * 10; d = 0.5 * m2 / (m1 + m2)
		I = 0.4 * m1 + m1 * d * d + 0.4 * m2 * 0.09 + m2 * (0.5 - d) ^ 2
		T = 2 * pi * sqrt((I + (m1 + m2) * (1 - d) ^ 2) / ((m1 + m2) * 10 * d))
		a = turn * pi / 180
		print "scree 1 dim=3\ngravity 0,0,-10\nmaterial a density=1"
		print "law a a linear kn=1e5 kt=1e5 mu=1 en=0.5 " (damping > 0 ? " gr=" damping " mur=1" : "")
		printf "shape 1 clump 0,0,%.17g,1,1 0,0,%.17g,0.3,10\nshape 2 plane\n", d, d - 0.5
		print "constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
		print "columns body id shape material tag x y z qw qx qy qz vx vy vz Lx Ly Lz\nframe 0 t=0 dt=0 due=0 body=2"
		printf "body 1 1 a - 0 0 %.17g %.17g %.17g 0 0 0 %.17g 0 %.17g 0 0\n", 1 - d * cos(a) - (m1 + m2) * 10 / 1e5, cos(a / 2), sin(a / 2),
			-omega * (1 - d), I * omega
		print "body 2 2 a floor 0 0 0 1 0 0 0 0 0 0 0 0 0\nend 0"
		print T >"period"
	}'
}
weeble 0 0.05 0 0 0 | scree-dem3 -q -t "$(choose 40 15)" --every 0.05 | scree-orient -q >rock.tab
period=$(awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	NF { w = $at["wx"]; if (old < 0 && w >= 0) { t = s + ($at["t"] - s) * old / (old - w); if (!n++) first = t; last = t } old = w; s = $at["t"] }
	END { print (last - first) / (n - 1) }' rock.tab)
right=$(weeble 170 0 0 0 2 | scree-dem3 -q -t "$(choose 60 40)" --every 0.2 | scree-orient -q >up.tab; last e3z up.tab)
off=$(compute "sqrt(($period / $(cat period) - 1)^2)")
echo "period $period, by its formula $(cat period); up $right"
scree-plot -q -o weeble.png -x t -y e3z --title 'a weeble rights itself' up.tab

most() { # COLUMN
	awk -v c="$1" '!/^#/ && (m == "" || $c > m) { m = $c } END { print m }' rest.tab
}
stable=$(most 2) still=$(most 6) height=$(most 5) points=$(awk '!/^#/ && (m == "" || $3 < m) { m = $3 } END { print m }' rest.tab)
cat rest.tab
rm -f clump-*.png begin.scree last.scree clump.scree heights period rock.tab
cd - >/dev/null

claim p5-gomboc-stable "$stable"
claim p5-gomboc-points "$points"
claim p5-gomboc-height "$height"
claim p5-gomboc-still "$still"
claim p5-gomboc-weeble "$off"
claim p5-gomboc-rights "$right"
