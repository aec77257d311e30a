#!/bin/sh
# Odd polyhedra in scree-dem3: needles and slivers, bodies of many faces, bodies as large as a periodic box, one or two cells that
# touch themselves; each runs right or has an error with its cause.
. "$(dirname "$0")/../tap.sh"
value() { awk -v key="$1" '/^ledger/ { for (k = 2; k <= NF; k++) if (index($k, key "=") == 1) x = substr($k, length(key) + 2) } END { print x }' "$2"; }

cube='vertices=8 -1,-1,-1 1,-1,-1 -1,1,-1 1,1,-1 -1,-1,1 1,-1,1 -1,1,1 1,1,1 0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6'
# The shape, then the bodies, on stdin: columns from x on. Extra records: $2.
scene() { # SHAPE RECORDS
	printf 'scree 1 dim=3\nmaterial a density=1\nlaw a a linear kn=1000 kt=0 mu=0 en=1\nshape 1 polyhedron %s\n' "$1"
	[ -z "$2" ] || echo "$2"
	echo 'columns body id shape material x y z qw qx qy qz vx vy vz'
	awk '{ row[NR] = "body " NR " 1 a " $0 } END { print "frame 0 t=0 dt=0 body=" NR; for (k = 1; k <= NR; k++) print row[k]; print "end 0" }'
}
crossed='-0.7071067811865476 0'
# two bodies collide: they turn, or change their speed, and keep their energy
collide() { # NAME SCENE
	scree-mass -q --no-provenance "$2" | scree-dem3 -q --no-provenance -t 1 >ran
	near "$1 keep their energy" "$(awk -v a="$(value start_kin_lin ran)" -v b="$(value kin_lin ran)" -v c="$(value kin_rot ran)" \
		'BEGIN { print (b + c) / a }')" 1 1e-4
	ok "$1 collide" awk -v a="$(value kin_rot ran)" -v b="$(value start_kin_lin ran)" 'BEGIN { exit !(a > 1e-3 * b) }'
}
needle='r=0.01 vertices=4 0,0,-1 0,0,1 0.000001,0,0 0,0.000001,0 0,2,1 0,1,3 0,3,2 1,2,3'
scene "$needle" '' >needles <<END
0 0 0 1 0 0 0 0 0 0
0.3 0.05 0.1 0.7071067811865476 0 $crossed 0 -1 0
END
collide 'needles' needles
sliver='r=0.05 vertices=6 0,0,0 1,0,0 1,0.000001,0 0,0,1 1,0,1 1,0.000001,1 0,2,1 3,4,5 0,1,4,3 1,2,5,4 2,0,3,5'
scene "$sliver" '' >slivers <<END
0 0 0 1 0 0 0 0 0 0
0.3 0.4 0.1 0.995 0 0.0998749217771909 0 0 -1 0
END
collide 'slivers with edges of 1e-6' slivers
awk 'BEGIN { for (k = 0; k < 1500; k++) { z = 1 - (2 * k + 1) / 1500; r = sqrt(1 - z * z); a = 2.399963229728653 * k; print r * cos(a), r * sin(a), z } }' >points
scree-shape -q --no-provenance --hull points | awk '/^shape/ { sub(/^shape [0-9]* polyhedron r=[^ ]* /, ""); print "r=0.05 " $0 }' >round
scene "$(cat round)" '' >rounds <<END
0 0 0 1 0 0 0 0 0 0
2.14 0.9 0 1 0 0 0 -1 0 0
END
scree-mass -q --no-provenance rounds | scree-dem3 -q --no-provenance -t 1 -d 1e-3 >ran
near 'bodies of 3000 faces keep their energy' "$(awk -v a="$(value start_kin_lin ran)" -v b="$(value kin_lin ran)" \
	-v c="$(value kin_rot ran)" 'BEGIN { print (b + c) / a }')" 1 1e-3

large() { # WIDTH QW QZ
	printf '0 0 0 %s 0 0 %s 1 0.3 0.1\n' "$2" "$3" |
		scene "r=0.2 $cube" "domain lo=0,0,0 hi=$1,2.5,2.5 periodic=xyz"
}
large 2.3 1 0 >touching
# Pressed from both sides it stands unstably: rounding turns it over by t = 0.87, and by t = 0.4 does nothing yet.
ok 'a cube that touches its own image runs' scree-dem3 -q --no-provenance -t 0.4 -d 1e-3 -o ran touching
# at each of four corners a vertex touches three faces, in both directions, and six pairs of edges are not parallel: 48 overlaps of 0.1
near 'a cube touches its own image by its faces' "$(value el_n ran)" 240 1e-9
is 'to the end' "$(grep -c '^frame 400 ' ran)" 1
ok 'and goes on as it went' awk -v a="$(value start_kin_lin ran)" -v b="$(value kin_lin ran)" 'BEGIN { exit !((a - b) ^ 2 < 1e-20) }'
large 2.5 0.9238795325112867 0.3826834323650898 >cross
fails 3 'body 1 crosses its own image, expected a smaller body or a wider periodic domain' 'a cube on its diagonal' scree-dem3 -t 1 cross
large 0.01 1 0 >wide
fails 3 'body 1 reaches further than 50 periods' 'a cube wider than 50 boxes' scree-dem3 -t 1 wide
scene "r=0.2 $cube" '' >deep <<END
0 0 0 1 0 0 0 0 0 0
2.1 0 0 1 0 0 0 0 0 0
END
fails 4 'bodies 1 and 2 overlap by 0.3, expected at most 0.2 \(half of the sum of their spheroradii\)' 'cubes that overlap' \
	scree-dem3 -t 1 deep

for n in 1 2; do
	scree-voronoi -q --box 3,3,3 --periodic xyz -n $n --void-ratio 0.3 --no-provenance |
		scree-set -q --law grain,grain,kn=1000,kt=300,mu=0.4,en=0.7 --pressure 20 | scree-dem3 -q --no-provenance -d 1e-3 -t 20 >pressed
	near "$n periodic grains carry the pressure" "$(scree-stress -q --no-provenance pressed | awk '/^# / { for (k = 2; k <= NF; k++) {
		sub(/\[.*/, "", $k); at[$k] = k - 1 } } !/^#/ && NF { p = $at["p"] } END { print p }')" 20 1e-4
done
finish
