#!/bin/sh
# scree-shape makes polyhedra: by name, as hulls of points, from surfaces; rounds them; and says what it refuses.
. "$(dirname "$0")/../tap.sh"

pi=3.141592653589793
formula() { awk "BEGIN { pi = $pi; printf \"%.17g\", $1 }"; }
volume() { sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p'; }
surface() { sed -n 's/^mass .*surface=\([^ ]*\).*/\1/p'; }
moment() { sed -n 's/^mass .* I=\([^ ]*\).*/\1/p' | cut -d, -f"$1"; }
# kind, spheroradius, numbers of vertices and faces
features() { awk '$1 == "shape" { split($4, r, "="); split($5, n, "="); printf "%s %g %d %d", $3, r[2], n[2], NF - 5 - n[2] }'; }
# the vertices where the body has them, one on each line, in order
corners() { awk '$1 == "columns" { for (i = 3; i <= NF; i++) at[$i] = i - 1 } $1 == "shape" { split($5, p, "="); n = p[2]; for (k = 1; k <= n; k++) { split($(5 + k), p, ","); for (a = 1; a <= 3; a++) v[k, a] = p[a] } }
	$1 == "body" { w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]; for (k = 1; k <= n; k++)
		printf "%.6f %.6f %.6f\n", $at["x"] + (1 - 2 * (y * y + z * z)) * v[k, 1] + 2 * (x * y - w * z) * v[k, 2] + 2 * (x * z + w * y) * v[k, 3],
			$at["y"] + 2 * (x * y + w * z) * v[k, 1] + (1 - 2 * (x * x + z * z)) * v[k, 2] + 2 * (y * z - w * x) * v[k, 3],
			$at["z"] + 2 * (x * z - w * y) * v[k, 1] + 2 * (y * z + w * x) * v[k, 2] + (1 - 2 * (x * x + y * y)) * v[k, 3] }' | sed 's/-0\.000000/0.000000/g' | sort; }

# ---- by name ----
for s in 'tetrahedron 4 4' 'cube 8 6' 'octahedron 6 8' 'dodecahedron 20 12' 'icosahedron 12 20' 'cutcube 24 14' 'prism 10 7' 'antiprism 10 12' \
	'pyramid 6 6' 'frustum 10 7' 'rod 2 0' 'plate 4 2'; do
	set -- $s
	r=0; case $1 in rod) r=0.25 ;; plate) r=0.1 ;; esac
	is "$1: $2 corners, $3 faces" "$(scree-shape "$1" | features)" "polyhedron $r $2 $3"
	ok "$1 is in the list" sh -c "scree-shape --list | grep -q '^$1 polyhedron '"
	ok "$1 is in the help" sh -c "scree-shape --help | grep -qw $1"
	scree-shape --no-provenance "$1" --radius 0.05 >as.scree
	is "$1: its record is what scree-mass finds" "$(scree-mass -q --no-provenance as.scree | cksum)" "$(cksum <as.scree)"
	near "$1 of a volume, with its spheroradius" "$(scree-shape "$1" --radius 0.05 --volume 2.385 | volume)" 2.385 1e-12
done
# edges a in a box of 1: the tetrahedron sqrt 2, octahedron sqrt 1/2, dodecahedron 2 / (3 + sqrt 5), icosahedron 2 / (1 + sqrt 5)
near 'a tetrahedron' "$(scree-shape tetrahedron | volume)" "$(formula '1 / 3')" 1e-15
near 'an octahedron' "$(scree-shape octahedron | volume)" "$(formula '1 / 6')" 1e-15
near 'a dodecahedron' "$(scree-shape dodecahedron | volume)" "$(formula '(15 + 7 * sqrt(5)) / 4 * (2 / (3 + sqrt(5))) ^ 3')" 1e-14
near 'an icosahedron' "$(scree-shape icosahedron | volume)" "$(formula '5 * (3 + sqrt(5)) / 12 * (2 / (1 + sqrt(5))) ^ 3')" 1e-14
near 'a truncated cube of equal edges a = sqrt 2 - 1' "$(scree-shape cutcube | volume)" "$(formula '(21 + 14 * sqrt(2)) / 3 * (sqrt(2) - 1) ^ 3')" 1e-14
is 'a cuboctahedron' "$(scree-shape cutcube --truncation 1 | features)" 'polyhedron 0 12 14'
near 'lacks eight corners of 1/48' "$(scree-shape cutcube --truncation 1 | volume)" "$(formula '5 / 6')" 1e-15
near 'moment of a cube' "$(scree-shape cube --size 2,2,2 | moment 1)" "$(formula '8 * 8 / 12')" 1e-14
near 'of a tetrahedron: m a^2 / 20' "$(scree-shape tetrahedron | moment 3)" "$(formula '1 / 3 * 2 / 20')" 1e-15
near 'of an octahedron: m a^2 / 10' "$(scree-shape octahedron | moment 1)" "$(formula '1 / 6 * 0.5 / 10')" 1e-15
near 'a hexagonal prism' "$(scree-shape prism --sides 6 --size 2,2,3 | volume)" "$(formula '3 * 1.5 * sqrt(3)')" 1e-13
near 'a pyramid' "$(scree-shape pyramid --sides 4 --size 2,2,3 | volume)" 2 1e-14
near 'a frustum: h (1 + q + q^2) / 3 of the base' "$(scree-shape frustum --sides 4 --size 2,2,3 --taper 0.7 | volume)" "$(formula '2 * (1 + 0.7 + 0.49)')" 1e-13
near 'an antiprism over triangles of side sqrt 3 / 2 is an octahedron if it is as high' \
	"$(scree-shape antiprism --sides 3 --size 1,1,0.70710678118654752 | surface)" "$(formula '2 * sqrt(3) * 0.75')" 1e-14
is 'a block along the axes' "$(scree-shape cube --size 1,2.5,4 | corners | tr -d -- '-' | sort -u)" '0.500000 1.250000 2.000000'
near 'a rod' "$(scree-shape rod --size 3 --radius 0.5 | volume)" "$(formula 'pi * 0.25 * 3 + pi / 6')" 1e-14
near 'a plate' "$(scree-shape plate --size 3,2 --radius 0.1 | volume)" "$(formula '1.2 + pi * 0.01 * 5 + 4 / 3 * pi * 0.001')" 1e-14

# ---- rounding ----
near 'a cube rounded by a ball' "$(scree-shape cube --round 0.2 | volume)" "$(formula '1 - (4 - pi) * 0.04 * (3 - 1.2) - (8 - 4 * pi / 3) * 0.008')" 1e-14
is 'keeps its faces where they were' "$(scree-shape cube --round 0.2 | corners | tr -d -- '-' | sort -u)" '0.300000 0.300000 0.300000'
near 'a cube with a spheroradius grows' "$(scree-shape cube --radius 0.2 | volume)" "$(formula '1 + 6 * 0.2 + 3 * pi * 0.04 + 4 / 3 * pi * 0.008')" 1e-14
is 'a ball of half the side leaves a ball' "$(scree-shape cube --round 0.5 | features)" 'polyhedron 0.5 1 0'
is 'in a bar a rod' "$(scree-shape cube --round 0.5 --size 1,1,3 | features)" 'polyhedron 0.5 2 0'
near 'of a volume' "$(scree-shape cube --round 0.1 --volume 0.5 | volume)" 0.5 1e-13
is 'with the radius' "$(scree-shape cube --round 0.1 --volume 0.5 | features)" 'polyhedron 0.1 8 6'
is 'scaled before it is rounded' "$(scree-shape cube --round 0.2 --scale 2 | corners | tr -d -- '-' | sort -u)" '0.800000 0.800000 0.800000'
fails 2 'greatest that does has the radius 0.5' 'a ball that does not fit' scree-shape cube --round 0.51
fails 2 'drop --round or --radius' 'two ways to round' scree-shape cube --round 0.1 --radius 0.1
printf 'OFF\n5 6 0\n0 0 1.4\n1 0 0\n-.5 .9 0\n-.5 -.9 0\n.05 .02 .3\n3 0 1 2\n3 0 2 3\n3 0 3 1\n3 4 2 1\n3 4 3 2\n3 4 1 3\n' >dent.off
for v in 2 3.8 4; do
	near "a body with a dent of the volume $v" "$(scree-shape -q --surface dent.off --polyhedron --radius 0.3 --volume $v | volume)" $v 1e-7
done
fails 2 'cannot be attained' 'a volume that is too small for the ball' scree-shape cube --radius 1 --volume 1
fails 2 'round.*found a sphere' 'a ball has no corners' scree-shape sphere --round 0.1

# ---- hulls ----
printf '5 -2 3\n8 -2 3\n5.3 0 3\n5.4 -1.8 4.7\n5.6 -1.5 3.2\n5.6,-1.5,3.2 # again\n' >points.txt
is 'the hull of points' "$(scree-shape --hull points.txt | features)" 'polyhedron 0 4 4'
near 'has its volume' "$(scree-shape --hull points.txt | volume)" "$(formula '3 * 2 * 1.7 / 6')" 1e-14
is 'and stands where the points are' "$(scree-shape --hull points.txt | corners | tr '\n' ' ')" \
	'5.000000 -2.000000 3.000000 5.300000 0.000000 3.000000 5.400000 -1.800000 4.700000 8.000000 -2.000000 3.000000 '
awk 'BEGIN { for (i = 0; i < 216; i++) { x = i % 6; y = int(i / 6) % 6; z = int(i / 36); printf "%.17g %.17g %.17g\n", 0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y, z / 3 } }' >lattice.txt
is 'a lattice, turned: faces that hold many points' "$(scree-shape --hull lattice.txt | features)" 'polyhedron 0 8 6'
near 'volume' "$(scree-shape --hull lattice.txt | volume)" "$(formula '125 / 3')" 1e-12
awk 'BEGIN { srand(7); for (i = 0; i < 3000; i++) { do { x = 2 * rand() - 1; y = 2 * rand() - 1; z = 2 * rand() - 1; d = sqrt(x * x + y * y + z * z) } while (d > 1 || d < 0.01)
	printf "%.17g %.17g %.17g\n", x / d, y / d, z / d } }' >sphere.txt
is 'a sphere of points: 2 n - 4 triangles' "$(scree-shape --hull sphere.txt | features)" 'polyhedron 0 3000 5996'
if command -v qconvex >/dev/null; then
	(echo 3; wc -l <sphere.txt; cat sphere.txt) | qconvex FS | tail -n 1 >qhull.out
	near 'its volume is that of qhull' "$(scree-shape --hull sphere.txt | volume)" "$(awk '{ print $3 }' qhull.out)" 1e-13
	near 'its surface too' "$(scree-shape --hull sphere.txt | surface)" "$(awk '{ print $2 }' qhull.out)" 1e-12
else
	echo '# qhull is not installed, so hulls are not compared with it'
fi
scree-shape --hull sphere.txt --simplify 0.05 >simple.scree 2>simple.err
ok 'points near the hull of others may be left out' sh -c 'n=$(sed -n "s/.*vertices=\([0-9]*\).*/\1/p" simple.scree | head -n 1); [ "$n" -lt 300 ] && [ "$n" -gt 20 ]'
ok 'and a note tells how far they are from it' grep -q 'no point is farther than 0\.0[0-9]* from it' simple.err
printf '0 0 0\n1 1 0\n2 2 0\n' >line.txt
fails 3 'line.txt: the points lie on a line' 'points on a line' scree-shape --hull line.txt
is 'which are a rod with a spheroradius' "$(scree-shape --hull line.txt --radius 0.5 | features)" 'polyhedron 0.5 2 0'
printf '0 0 0\n1 0 0\n1 1 0\n0 1 0\n0.5 0.5 0\n' >plane.txt
fails 3 'plane.txt: the points lie on a plane' 'points on a plane' scree-shape --hull plane.txt
is 'which are a plate with a spheroradius' "$(scree-shape --hull plane.txt --radius 0.5 | features)" 'polyhedron 0.5 4 2'
fails 3 'at one place' 'one point' sh -c 'echo 1 2 3 | scree-shape --hull -'
fails 3 'stdin:2: found' 'a row of two numbers' sh -c 'printf "1 2 3\n4 5\n" | scree-shape --hull -'
fails 3 'no rows' 'no points' scree-shape --hull /dev/null
# lengths of what is done to the file before it is scaled are in its units, and a note says so
count() {
	awk '$1 == "shape" { for (k = 1; k <= NF; k++) if ($k ~ /^vertices=/) print substr($k, 10) }' "$1"
}
scree-shape --hull sphere.txt --simplify 0.05 --scale 1000 >scaled.scree 2>scaled.err
is 'a hull simplified in the units of its file' "$(count scaled.scree)" "$(count simple.scree)"
ok 'which a note says' grep -q -- '--simplify, .* in the units before --scale' scaled.err
ok 'and of the volume' sh -c "scree-shape --hull sphere.txt --simplify 0.05 --volume 9 2>&1 >/dev/null | grep -q -- 'before --volume'"
ok 'and of joined faces' sh -c "scree-shape box --polyhedron --flat 0.01 --scale 3 2>&1 >/dev/null | grep -q -- '--flat, .* before --scale'"
ok 'but not where nothing is scaled' sh -c '! grep -q before simple.err'
fails 2 'applies to --hull' 'simplification of others' scree-shape cube --simplify 1

# ---- surfaces ----
scree-shape box --size 1,2,3 --polyhedron >box.scree 2>box.err
is 'twelve triangles make six faces' "$(features <box.scree)" 'polyhedron 0 8 6'
ok 'and a note says so' grep -q 'joined 12 triangles to 6 faces' box.err
near 'of the same volume' "$(volume <box.scree)" 6 1e-14
is 'a cylinder: two faces at its ends, one for each side' "$(scree-shape cylinder --polyhedron -q | features)" 'polyhedron 0 208 106'
# a square bar as STL with seven digits, turned by 30 degrees about z and 40 about x
awk 'BEGIN { split("0 0 0,3 0 0,3 1 0,0 1 0,0 0 1,3 0 1,3 1 1,0 1 1", p, ","); split("1 3 2,1 4 3,5 6 7,5 7 8,1 2 6,1 6 5,2 3 7,2 7 6,3 4 8,3 8 7,4 1 5,4 5 8", t, ",")
	print "solid bar"; for (k = 1; k <= 12; k++) { print "facet normal 0 0 0\nouter loop"; split(t[k], v, " "); for (j = 1; j <= 3; j++) { split(p[v[j]], x, " ")
		a = 0.8660254 * x[1] - 0.5 * x[2]; b = 0.5 * x[1] + 0.8660254 * x[2]; printf "vertex %.7g %.7g %.7g\n", a, 0.7660444 * b - 0.6427876 * x[3], 0.6427876 * b + 0.7660444 * x[3] }
		print "endloop\nendfacet" } print "endsolid bar" }' >bar.stl
is 'a bar from STL' "$(scree-shape --surface --polyhedron bar.stl 2>bar.err | features)" 'polyhedron 0 8 6'
ok 'whose corners move onto their planes' grep -q 'corners moved by up to [0-9.]*e-0[78]' bar.err
near 'volume' "$(scree-shape --surface --polyhedron bar.stl -q | volume)" 3 1e-5
near 'rounded' "$(scree-shape --surface --polyhedron bar.stl --round 0.1 -q | volume)" "$(formula '3 - (4 - pi) * 0.01 * (5 - 0.6) - (8 - 4 * pi / 3) * 0.001')" 1e-5
is 'the hull of its corners' "$(scree-shape --surface --hull bar.stl | awk '$1 == "shape" { print $5 }')" 'vertices=8'
printf 'OFF\n5 5 0\n0 0 0\n2 0 0\n2 2 0.3\n0 2 0\n1 1 3\n4 3 2 1 0\n3 0 1 4\n3 1 2 4\n3 2 3 4\n3 3 0 4\n' >tent.off
is 'a square that is not flat becomes two triangles' "$(scree-shape --surface --polyhedron tent.off -q | features)" 'polyhedron 0 5 6'
printf 'OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n' >hole.off
fails 3 'hole.off: 3 open edges' 'a surface with a hole' scree-shape --surface --polyhedron hole.off
printf 'OFF\n8 8 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n5 0 0\n6 0 0\n5 1 0\n5 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n3 4 6 5\n3 4 5 7\n3 4 7 6\n3 5 6 7\n' >two.off
printf '%s\n' OFF '9 9 0' '-.5 -.5 -.5' '.5 -.5 -.5' '.5 .5 -.5' '-.5 .5 -.5' '-.5 -.5 .5' '.5 -.5 .5' '.5 .5 .5' '-.5 .5 .5' '.1 .2 -.7' \
	'4 0 3 2 1' '3 4 5 8' '3 5 6 8' '3 6 7 8' '3 7 4 8' '4 0 1 5 4' '4 1 2 6 5' '4 2 3 7 6' '4 3 0 4 7' >pit.off
fails 3 'pit.off: the surface crosses or touches itself at 0\.[0-9.,]*,-0.5; mend it, or try another --flat' 'a surface with a pit through its bottom' \
	scree-shape --surface --polyhedron pit.off
fails 3 'two.off: the triangles make no polyhedron.*hang together' 'two bodies in one file' scree-shape --surface --polyhedron two.off
printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2\n' >inside.off
is 'a surface that is inside out is turned' "$(scree-shape --surface --polyhedron inside.off -q 2>&- | features)" 'polyhedron 0 4 4'
fails 2 'found a sphere; --mesh makes' 'a ball has no faces' scree-shape sphere --polyhedron
is 'but a mesh of it has' "$(scree-shape sphere --mesh 4 --polyhedron --radius 0.1 -q | awk '$1 == "shape" { print $3, $4 }')" 'polyhedron r=0.1'
fails 2 'applies to --polyhedron.*give --polyhedron, too' 'a flatness alone' scree-shape cube --flat 1
fails 2 'applies to --polyhedron.*--simplify' 'the flatness of a hull' scree-shape --hull points.txt --flat 0.1
fails 2 'joins triangles, found cube, whose faces are flat; drop --flat' 'the flatness of what is flat' scree-shape cube --polyhedron --flat 0.1
fails 2 'flat: 0.6, expected less than 0.5, half the longest side' 'a flatness of more than the body' scree-shape cylinder --polyhedron --flat 0.6
fails 2 'box: within --flat 0.2 all triangles lie on one plane; use a smaller --flat than 0.2' 'a flatness that leaves one plane' \
	scree-shape box --size 1,1,0.1 --polyhedron --flat 0.2
is 'one that joins nothing is told' "$(scree-shape gomboc --polyhedron --flat 0 2>&1 >/dev/null | cut -d: -f2)" \
	' joined none of the 5120 triangles'
fails 2 'torus: the triangles make no polyhedron.*; use a smaller --flat than 0.02' 'a flatness that takes faces away' \
	scree-shape torus --polyhedron --flat 0.02
fails 2 'drop --clump, --polyhedron' 'a hull is a polyhedron' scree-shape --hull points.txt --polyhedron
fails 2 'sides.*applies to shapes with a name' 'sides of a hull' scree-shape --hull points.txt --sides 5
fails 2 'sides.*10000 at most' 'too many sides' scree-shape prism --sides 20000
fails 2 'taper.*does not apply' 'the taper of a cube' scree-shape cube --taper 0.5
fails 2 "found '1,1,1', expected a length above 0;" 'three lengths of a rod' scree-shape rod --size 1,1,1
fails 2 "found '1e90,1e90,1e90', expected lengths from 1e-20 to 1e\\+50; moments of inertia of others overflow" 'a cube that is too large' \
	scree-shape cube --size 1e90,1e90,1e90
is 'one that is not, rounded' "$(scree-shape -q cube --size 1e30,1e30,1e30 --round 1e29 | scree-mass -q --table | awk '!/^#/ { printf "%.3g", $4 }')" 9.76e+89
fails 2 'sides: 2, expected 3 to 1000000, or to 10000 for a solid' 'a prism of two sides' scree-shape prism --sides 2
is 'triangles that make a face that crosses itself stay triangles' "$(scree-shape superquadric --blockiness 20,20 --polyhedron --flat 0.005 2>&1 >/dev/null |
	grep -o 'joined 5120 triangles')" 'joined 5120 triangles'
fails 2 'expected 2 lengths above 0' 'three lengths of a plate' scree-shape plate --size 1,1,1
fails 2 'radius: 0, expected more than 0' 'a rod without a radius' scree-shape rod --radius 0
scree-shape box --mesh 4 | scree-convert -q -o box.off
fails 2 'box.off is a surface of triangles; give --surface, too' 'a surface that is not said to be one' scree-shape --polyhedron box.off

# ---- triangles of narrow patches ----
for s in 'prism --sides 300 --size 1,1,0.3' 'prism --sides 30 --size 1,1,0.3' 'pyramid --sides 40'; do
	# shellcheck disable=SC2086
	exact=$(scree-shape -q $s --radius 0.1 | surface)
	for n in 10 20 40 80; do
		# shellcheck disable=SC2086
		scree-shape -q $s --radius 0.1 --mesh $n | surface | awk -v s="$exact" -v n=$n '{ printf "%d %d\n", ($1 < s), ($1 > (1 - (n < 20 ? 0.02 : 0.01)) * s) }'
	done >found
	is "$s: triangles between points of a convex body have less surface" "$(sort found | uniq -c | awk '{ print $1, $2, $3 }')" '4 1 1'
done
finish
