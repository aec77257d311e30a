#!/bin/sh
# Records of polyhedra that cannot be, each with its line and cause; thin and large ones that can; bodies of many faces and faces of
# many corners, which are read in a moment.
. "$(dirname "$0")/../tap.sh"

corners='0,0,0 1,0,0 0,1,0 0,0,1' faces='0,2,1 0,1,3 0,3,2 1,2,3'
block='vertices=8 0,0,0 1,0,0 1,1,0 0,1,0 0,0,1 1,0,1'
sides='0,1,5,4 1,2,6,5 2,3,7,6 3,0,4,7'
scene() { # scene RECORD: a body with this shape
	printf '%s\n' 'scree 1 dim=3' "shape 1 polyhedron $1" 'columns body id shape x y z' 'frame 0 t=0 dt=0 due=0 body=1' \
		'body 1 1 0 0 0' 'end 0'
}
bad() { # bad CAUSE NAME RECORD
	scene "$3" >in
	fails 3 "in:2: shape 1, a polyhedron, .*$1" "$2" scree-pick in
}
volume() { # volume RECORD
	scene "$1" | scree-mass -q | sed -n 's/^mass 1 volume=\([^ ]*\) .*/\1/p'
}

# ---- surfaces ----
bad 'closed surface; edge 2-1 of face 0 has no other face' 'a hole' "r=0 vertices=4 $corners ${faces% *}"
bad 'inside out' 'a surface inside out' "r=0 vertices=4 $corners 0,1,2 0,3,1 0,2,3 1,3,2"
bad 'inside out, or encloses nothing' 'a flat surface' 'r=0 vertices=4 0,0,0 1,0,0 0,1,0 1,1,0 0,2,1 0,1,3 0,3,2 1,2,3'
bad 'faces 0 and 1 go from 0 to 1' 'one face turned round' "r=0 vertices=4 $corners 0,1,2 0,1,3 0,3,2 1,2,3"
bad 'edge 0-1 is in faces 0, 1 and 4' 'three faces at an edge' "r=0 vertices=5 $corners 1,1,1 $faces 0,1,4"
bad 'face 4 does not hang together with face 0' 'two bodies' "r=0 vertices=8 $corners 5,0,0 6,0,0 5,1,0 5,0,1 $faces 4,6,5 4,5,7 4,7,6 5,6,7"
bad 'around vertex 0 there are several' 'two bodies that touch at a corner' "r=0 vertices=7 $corners -1,0,0 0,-1,0 0,0,-1 $faces 0,5,4 0,4,6 0,6,5 4,5,6"
bad 'faces; only one or two vertices may have none' 'three vertices without faces' 'r=1 vertices=3 0,0,0 1,0,0 0,1,0'
bad 'faces 0 and 1 go from 0 to 1' 'a plate with a side twice' 'r=0.1 vertices=3 0,0,0 1,0,0 0,1,0 0,1,2 0,1,2'
bad 'edge 0-1 of face 0 has no other face' 'a plate with one side' 'r=0.1 vertices=3 0,0,0 1,0,0 0,1,0 0,1,2'
is 'a plate whose sides are in the other order is the same' "$(volume 'r=0.1 vertices=3 0,0,0 1,0,0 0,1,0 2,1,0 0,1,2')" \
	"$(volume 'r=0.1 vertices=3 0,0,0 1,0,0 0,1,0 0,1,2 2,1,0')"

bad 'does not meet itself; faces [0-9] and [0-9] meet at 0\.[0-9.,]*,0$' 'a pit through the bottom' \
	"r=0.1 vertices=9 0,0,0 1,0,0 1,1,0 0,1,0 0,0,1 1,0,1 1,1,1 0,1,1 0.4,0.7,-0.2 0,3,2,1 4,5,8 5,6,8 6,7,8 7,4,8 $sides"
l="vertices=13 $(for z in 0 1; do echo "0,0,$z 2,0,$z 2,1,$z 1,1,$z 1,2,$z 0,2,$z"; done | paste -sd ' ')"
bad 'faces [2-4] and 10 meet at 0,' 'faces that are numbered as in the record, though others are cut' \
	"r=0.1 $l -0.2,1.9,0.5 5,4,3,2,1,0 6,7,8,9,10,11 0,1,12 1,7,12 7,6,12 6,0,12 1,2,8,7 2,3,9,8 3,4,10,9 4,5,11,10 5,0,6,11"

# ---- faces ----
bad 'face 0 has vertex 2 twice' 'a face that names a vertex twice' "r=0 vertices=4 $corners 0,2,1,2 0,1,3 0,3,2 1,2,3"
bad 'vertex 5 is 0.0499 off the plane of face 1, 1.1e-09 is allowed' 'a face that is not flat' "r=0 $block 1,1,1.1 0,1,1 0,3,2,1 4,5,6,7 $sides"
near 'rounding does not count' "$(volume "r=0 $block 1,1,1.0000000001 0,1,1 0,3,2,1 4,5,6,7 $sides")" 1 1e-9
bad 'face 0 has none' 'a face without area' 'r=0 vertices=4 0,0,0 1,0,0 2,0,0 0,0,1 0,2,1 0,1,3 0,3,2 1,2,3'
bad 'cross themselves; face 0 does' 'a face that crosses itself' \
	"r=0 vertices=8 0,0,0 4,0,0 1,2,0 3,2,0 0,0,1 4,0,1 1,2,1 3,2,1 3,2,1,0 4,5,6,7 $sides"
bad 'cross themselves; face 0 does' 'a face that goes around twice' "r=0 $(awk 'BEGIN { p = atan2(0, -1); printf "vertices=10"
	for (k = 0; k < 10; k++) printf " %.17g,%.17g,%d", cos(0.8 * p * k), sin(0.8 * p * k), (k >= 5)
	for (k = 0; k < 5; k++) printf " %d,%d,%d,%d", k, (k + 1) % 5, 5 + (k + 1) % 5, 5 + k }' | sed 's/ 0,1,6,5/ 4,3,2,1,0 5,6,7,8,9&/')"
bad "found '1,2', expected three corners" 'a face of two corners' "r=0 vertices=4 $corners 0,2,1 0,1,3 0,3,2 1,2"
for v in 1,2,4 1,2,-1 1,2,x 1,2,3, 1,2,1.5; do
	bad "found '$v', expected the face i,j,k,\.\.\., numbers of vertices from 0" "the face $v" "r=0 vertices=4 $corners 0,2,1 0,1,3 0,3,2 $v"
done

# ---- vertices ----
bad 'every vertex in some face; vertex 4 is in none' 'a vertex that is left over' "r=0 vertices=5 $corners 5,5,5 $faces"
bad 'edge 3-0 of face 1 has no other face' 'a vertex under two numbers' "r=0 vertices=5 $corners 0,0,1 0,2,1 0,1,3 0,4,2 1,2,3"
bad 'vertices 3 and 4 coincide' 'two vertices at one place' "r=0 vertices=5 $corners 0,0,1 0,2,1 0,1,3,4 0,4,2 1,2,4,3"
bad 'vertices 0 and 1 coincide' 'a rod without length' 'r=1 vertices=2 0,0,0 0,0,0'
for x in nan inf 1e999 one; do
	bad "found '$x,0,0', expected the vertex x,y,z" "the coordinate $x" "r=0 vertices=4 $x,0,0 1,0,0 0,1,0 0,0,1 $faces"
done
bad 'vertex 1 has 1e\+200' 'coordinates without bounds' "r=0 vertices=4 0,0,0 1e200,0,0 0,1e200,0 0,0,1e200 $faces"
for n in 0 9 x -1; do
	bad "found 'vertices=$n', expected vertices=4, as the faces tell" "vertices=$n" "r=1 vertices=$n $corners $faces"
	bad 'expected vertices= their number, 1 or more, then faces' "vertices=$n of a surface with a hole" "r=1 vertices=$n $corners ${faces% *}"
done
for n in 3 5; do
	bad "found 'vertices=$n', expected vertices=4, as the faces tell" "one vertex less or more: $n" "r=1 vertices=$n $corners $faces"
done
bad "found 'vertices=7', expected vertices=8, as the faces tell" 'a box of seven' "r=1 vertices=7 ${block#* } 1,1,1 0,1,1 0,3,2,1 4,5,6,7 $sides"
bad 'expected vertices=4, as the faces tell' 'no number of vertices' "r=1 $corners $faces"
bad 'r= the spheroradius, 0 or more' 'no radius' "vertices=4 $corners $faces"
bad "found 'r=-1'" 'a radius below 0' "r=-1 vertices=4 $corners $faces"
bad "found 'r=nan'" 'a radius that is no number' "r=nan vertices=4 $corners $faces"

# ---- what is thin or small, and right ----
plate=$(volume 'r=0.1 vertices=3 0,0,0 1,0,0 0,1,0 0,1,2 2,1,0')
for h in 1e-3 1e-6 1e-7; do
	sliver="vertices=4 0,0,0 1,0,0 0,1,0 0.3,0.3,$h $faces"
	near "a sliver of the height $h" "$(volume "r=0 $sliver")" "$(awk "BEGIN { printf \"%.15g\", $h / 6 }")" "$(awk "BEGIN { print 1e-9 * $h }")"
	near 'rounded, it is nearly a plate' "$(volume "r=0.1 $sliver")" "$(awk "BEGIN { printf \"%.15g\", $plate + $h / 6 }")" "$(awk "BEGIN { print 3 * $h * $h + 1e-13 }")"
done
for h in 1e-8 1e-9; do # its faces are one to 1e-7, and contacts would count their common corner not at all
	bad 'expected no vertex inside a flat face; vertex 3 is inside one' "a sliver of the height $h" "r=0.1 vertices=4 0,0,0 1,0,0 0,1,0 0.3,0.3,$h $faces"
done
near 'a needle' "$(volume "r=0 vertices=4 0,0,0 1,0,0 0,1e-8,0 0,0,1e-8 $faces" | awk '{ print $1 * 1e17 }')" 1.66666667 1e-5
near 'a body far from its origin' "$(volume "r=0 vertices=4 1e9,0,0 1000000001,0,0 1e9,1,0 1e9,0,1 $faces")" 0.16666667 1e-7
bad 'face 0 has none' 'a needle thinner than rounding' "r=0 vertices=4 0,0,0 1,0,0 0,1e-16,0 0,0,1e-16 $faces"
near 'a point is a ball' "$(volume 'r=1 vertices=1 0,0,0')" 4.18879020478639 1e-13
for flat in 'vertices=1 0,0,0' 'vertices=2 0,0,0 1,0,0' 'vertices=3 0,0,0 1,0,0 0,1,0 0,1,2 2,1,0'; do
	scene "r=0 $flat" >in
	fails 0 'has no volume .* gets no mass' "without a radius it has no mass: ${flat%% *}" scree-mass in
	ok 'and no numbers that are none' sh -c '! scree-mass -q --table in | grep -qi "nan\|inf"'
done

# ---- many faces, many corners ----
# around the axis z: n corners in each of m rows, and two tips
awk -v n=300 -v m=160 'BEGIN { p = atan2(0, -1); printf "r=0.1 vertices=%d 0,0,1", n * (m - 1) + 2
	for (i = 1; i < m; i++) for (j = 0; j < n; j++) { a = p * i / m; b = 2 * p * (j + i / 2) / n; printf " %.17g,%.17g,%.17g", sin(a) * cos(b), sin(a) * sin(b), cos(a) }
	printf " 0,0,-1"; last = n * (m - 1) + 1
	for (j = 0; j < n; j++) printf " 0,%d,%d", 1 + j, 1 + (j + 1) % n
	for (i = 1; i < m - 1; i++) for (j = 0; j < n; j++) { k = 1 + (i - 1) * n + j; l = 1 + (i - 1) * n + (j + 1) % n; printf " %d,%d,%d %d,%d,%d", k, k + n, l, l, k + n, l + n }
	for (j = 0; j < n; j++) printf " %d,%d,%d", last, last - n + (j + 1) % n, last - n + j }' >ball
near 'a body of 95 400 faces' "$(volume "$(cat ball)")" "$(awk 'BEGIN { printf "%.9g", 4 * atan2(0, -1) / 3 * 1.1 ^ 3 }')" 2e-3
star() { # star N: a star with N tips, of height 1
	awk -v n="$1" 'BEGIN { p = atan2(0, -1); n *= 2; printf "r=0 vertices=%d", 2 * n
		for (z = 0; z < 2; z++) for (k = 0; k < n; k++) { q = k % 2 ? 1 : 0.9; printf " %.17g,%.17g,%d", q * cos(2 * p * k / n), q * sin(2 * p * k / n), z }
		for (k = n - 1; k >= 0; k--) printf "%s%d", k < n - 1 ? "," : " ", k
		for (k = 0; k < n; k++) printf "%s%d", k ? "," : " ", n + k
		for (k = 0; k < n; k++) printf " %d,%d,%d,%d", k, (k + 1) % n, n + (k + 1) % n, n + k }'
}
near 'a star of 5000 tips, whose ends are cut into convex pieces' "$(volume "$(star 5000)")" "$(awk 'BEGIN { p = atan2(0, -1); printf "%.9g", 10000 * 0.9 * sin(p / 5000 / 2 * 2) / 2 }')" 1e-6
cross="r=0 vertices=24 $(for z in 0 1; do echo "1,0,$z 2,0,$z 2,1,$z 3,1,$z 3,2,$z 2,2,$z 2,3,$z 1,3,$z 1,2,$z 0,2,$z 0,1,$z 1,1,$z"; done | paste -sd ' ') $(
	awk 'BEGIN { for (k = 11; k >= 0; k--) printf "%d%s", k, k ? "," : " "; for (k = 12; k < 24; k++) printf "%d%s", k, k < 23 ? "," : ""
		for (k = 0; k < 12; k++) printf " %d,%d,%d,%d", k, (k + 1) % 12, 12 + (k + 1) % 12, 12 + k }')"
near 'a cross of five cubes' "$(volume "$cross")" 5 1e-13
is 'whose ends become four pieces each' "$(scene "$cross" | scree-mass | awk '/^shape/ { n = NF - 5 - 24 } END { print n }')" 20
finish
