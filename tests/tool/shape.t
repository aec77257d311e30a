#!/bin/sh
# scree-shape: named shapes, outlines from files, areas, radii, rounding.
. "$(dirname "$0")/../tap.sh"

pi=3.141592653589793
# of a stream with one shape: its area, its radius
area() { sed -n 's/^mass .*area=\([^ ]*\).*/\1/p'; }
radius() { sed -n 's/^shape .* r=\([^ ]*\).*/\1/p'; }
# column NAME: of the last row of a table
column() { awk -v c="$1" '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } } !/^#/ { v = $k } END { print v }'; }

scree-shape cow >cow.scree
is 'the cow has 62 vertices' "$(awk '$1 == "shape" { print NF - 4 }' cow.scree)" 62
near 'and an area of 6.52' "$(area <cow.scree)" 6.52 1e-14
is 'with r = 0.1' "$(radius <cow.scree)" 0.1
near 'that scree-mass agrees with' "$(scree-mass --table cow.scree | column area)" 6.52 1e-13
# about 3.96 m long for the papers' cow: ours is a little longer
near 'it is about 4 m long' "$(awk '$1 == "shape" { lo = 9; hi = -9; for (i = 5; i <= NF; i++) { split($i, p, ",");
	if (p[1] < lo) lo = p[1]; if (p[1] > hi) hi = p[1] } print hi - lo + 0.2 }' cow.scree)" 4 0.2

for s in disk rice peanut pebble ngon star cross L; do
	near "$s has the area 1" "$(scree-shape $s | area)" 1 1e-14
	near "$s with --area 2.385" "$(scree-shape $s --area 2.385 | area)" 2.385 1e-14
	ok "$s is a stream that other programs read" sh -c "scree-shape $s | scree-mass -q >/dev/null"
done
is 'the same bytes again' "$(scree-shape star | cksum)" "$(scree-shape star | cksum)"
# what mean area 1 means
near 'rice of area 1' "$(scree-shape rice | radius)" 0.2996 5e-5
near 'pebble of area 1' "$(scree-shape pebble | radius)" 0.3033 5e-5
near 'disk of area 1' "$(scree-shape disk | radius)" 0.5642 5e-5
near 'a disk of radius 0.3' "$(scree-shape disk -r 0.3 | area)" 0.282743338823081 1e-14
near 'rice of radius 0.5 is 2 long between its ends' "$(scree-shape rice -r 0.5 | awk '$1 == "shape" { print $6 * 1 - $5 * 1 }')" 2 1e-14
near 'rice of radius 0.1 and area 1 is slender' "$(scree-shape rice -r 0.1 --area 1 | area)" 1 1e-13
near 'an ngon keeps its area when its radius changes' "$(scree-shape ngon --sides 7 -r 0.2 | area)" 1 1e-13
is 'and has that radius' "$(scree-shape ngon --sides 7 -r 0.2 | radius)" 0.2
is 'and its corners' "$(scree-shape ngon --sides 7 | awk '$1 == "shape" { print NF - 4 }')" 7
near 'a cow twice as long has four times the area' "$(scree-shape cow --scale 2 | area)" 26.08 1e-12
is 'and twice the radius' "$(scree-shape cow --scale 2 | radius)" 0.2
is 'the list has them all' "$(scree-shape --list | awk '/^$/ { exit } !/^#/ { printf "%s ", $1 }')" \
	'disk rice peanut pebble ngon star cross L cow '

# a square, clockwise and closed twice: r = 0.1 gives 4 + 0.8 + pi/100
printf '# a square\n1,1\n1 3 # up\n\n3\t3\n3 1\n1 1\n' >square.txt
scree-shape square.txt -r 0.1 >square.scree
near 'a square from a file' "$(area <square.scree)" 4.831415926535898 1e-14
is 'it is counter-clockwise, around its centre' \
	"$(awk '$1 == "shape" { print $3; for (i = 5; i <= NF; i++) { split($i, p, ","); printf "%.0f,%.0f ", p[1], p[2] } }' square.scree)" \
	"polygon
1,-1 1,1 -1,1 -1,-1 "
is 'its body lies where it was drawn' "$(awk '$1 == "body" { printf "%.12g %.12g", $7, $8 }' square.scree)" '2 2'
near 'hollow it is a frame' "$(scree-shape square.txt -r 0.1 --hollow | area)" \
	"$(awk "BEGIN { printf \"%.17g\", 4 * 2 * 0.2 + $pi * 0.01 - 4 * 0.01 }")" 1e-14
near 'rounded it loses its corners' "$(scree-shape square.txt --round 0.5 | area)" \
	"$(awk "BEGIN { printf \"%.17g\", 4 - (4 - $pi) / 4 }")" 1e-14
near 'twice the size' "$(scree-shape square.txt --scale 2 -r 0.1 | area)" 17.631415926535898 1e-13
near 'a file keeps its size, unless an area is given' "$(scree-shape square.txt -r 0 | area)" 4 1e-13
near 'which it then has' "$(scree-shape square.txt -r 0 --area 9.3 | area)" 9.3 1e-12
ok 'the help says so' sh -c 'scree-shape --help | tr -s "\n " " " | grep -q -e "default 1 for a named shape, 6.52 for the cow; a file keeps its size"'
near 'rounded and of a given area' "$(scree-shape square.txt --round 0.5 --area 9 | area)" 9 1e-13
is 'the rounding is as given' "$(scree-shape square.txt --round 0.5 --area 9 | radius)" 0.5
is 'a disk that just fits leaves a point' "$(scree-shape square.txt --round 1 | awk '$1 == "shape" { print $3, $4 }')" 'point r=1'
near 'commas, blanks, empty lines, CR LF and a byte order mark' \
	"$(printf '\357\273\2770, 0\r\n 2,0\r\n\r\n2\t2\r\n0 ,2 # last\r\n' | scree-shape -r 0 - | area)" 4 1e-13
near 'an open polyline from stdin' "$(printf '0 0\n2 0\n2 1.5\n' | scree-shape --open -r 0.25 - | area)" \
	"$(awk "BEGIN { r = 0.25; printf \"%.17g\", 3.5 * 2 * r + $pi * r * r + $pi * r * r / 4 - r * r }")" 1e-13
near 'disks' "$(printf '0 0 1\n4 0 0.5\n' | scree-shape - | area)" 3.9269908169872414 1e-13
cp square.txt disk
near 'a file with the name of a shape' "$(scree-shape ./disk -r 0.1 | area)" 4.831415926535898 1e-14
is 'no provenance when unwanted' "$(scree-shape disk --no-provenance | grep -c ^made)" 0

# what named shapes are made of: the area of a skeleton with a disk around it is A + P r + r^2 (half of all convex turns - the sum of
# tan(b / 2) over reflex ones, where sides overlap), which is scaled to 1
dims() { awk -v A="$1" -v P="$2" -v T="$3" -v r="$4" 'BEGIN { pi = atan2(0, -1); printf "%.12g", r / sqrt(A + P * r + T * r * r) }'; }
near 'a cross of bars 3 by 1, 2 wide: its radius is 0.3' "$(scree-shape cross | radius)" "$(dims 20 24 "$(awk 'BEGIN { print 2 * atan2(0, -1) - 4 }')" 0.3)" 1e-5
near 'an L of bars 3 by 1: 0.15' "$(scree-shape L | radius)" "$(dims 5 12 "$(awk 'BEGIN { print 1.25 * atan2(0, -1) - 1 }')" 0.15)" 1e-5
near 'a heptagon in a circle of 1: 0.1' "$(scree-shape ngon --sides 7 | radius)" \
	"$(awk 'BEGIN { a = atan2(0, -1) / 7; r = 0.1; printf "%.12g", r / sqrt(3.5 * sin(2 * a) + 14 * sin(a) * r + 7 * a * r * r) }')" 1e-10
# a star of 6: sides from (1, 0) to half of it at 30 degrees; its notches turn back by b, its points by b + 60 degrees
near 'a star of six points, notches half as far: 0.1' "$(scree-shape star --sides 6 | radius)" "$(awk 'BEGIN { pi = atan2(0, -1); r = 0.1; ex = 0.5 * cos(pi / 6) - 1; ey = 0.25
	tip = 2 * atan2(ey, -ex); a = pi - tip; b = a - pi / 3; l = sqrt(ex * ex + ey * ey)
	printf "%.12g", r / sqrt(12 * 0.25 * sin(pi / 6) + 12 * l * r + r * r * (3 * a - 6 * sin(b / 2) / cos(b / 2))) }')" 1e-10
is 'its first point is at the top, notches half as far out' "$(scree-shape star --sides 6 | awk '$1 == "shape" { split($5, p, ","); split($6, q, ",")
	printf("%.6f %d %.9f %d", p[1] * p[1], (p[2] > 0), sqrt((q[1] ^ 2 + q[2] ^ 2) / (p[1] ^ 2 + p[2] ^ 2)), (q[1] < 0)) }')" '0.000000 1 0.500000000 1'
near 'as an ngon, whose corners go round to the left' "$(scree-shape ngon --sides 7 | awk '$1 == "shape" { split($5, p, ","); split($6, q, ","); printf "%.9f", atan2(p[1] * q[2] - p[2] * q[1], p[1] * q[1] + p[2] * q[2]) + (p[1] * p[1] < 1e-20 ? 0 : 9) }')" \
	"$(awk 'BEGIN { print 2 * atan2(0, -1) / 7 }')" 1e-5
near 'a peanut: three vertices, 2 r apart' "$(scree-shape peanut | awk '$1 == "shape" { r = substr($4, 3); split($5, p, ","); split($6, q, ","); split($7, s, ",")
	printf "%.12g", sqrt((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2) / r + 10 * sqrt((s[1] - q[1]) ^ 2 + (s[2] - q[2]) ^ 2) / r }')" 22 1e-9
near 'its ends at 150 degrees' "$(scree-shape peanut | awk '$1 == "shape" { split($5, p, ","); split($6, q, ","); split($7, s, ","); a = p[1] - q[1]; b = p[2] - q[2]; c = s[1] - q[1]; d = s[2] - q[2]
	printf "%.9f", (a * c + b * d) / sqrt((a * a + b * b) * (c * c + d * d)) }')" -0.866025404 1e-8
near 'a pebble: sides of 2 r' "$(scree-shape pebble -r 0.25 | awk '$1 == "shape" { split($5, p, ","); split($6, q, ","); print q[1] - p[1] }')" 0.5 1e-12

# an outline without symmetry, off the origin: where it is drawn, at 1.5 times the size, and with a given area
printf '5 -2\n8 -2\n6.5 -1\n6 0\n' >odd.txt
corners() { awk '$1 == "shape" { n = NF; for (k = 5; k <= n; k++) v[k] = $k } $1 == "body" { for (k = 5; k <= n; k++) { split(v[k], p, ","); printf "%.9f %.9f ", $7 + p[1], $8 + p[2] } }'; }
is 'an outline stands where the file has it' "$(scree-shape odd.txt -r 0.1 | corners)" '5.000000000 -2.000000000 8.000000000 -2.000000000 6.500000000 -1.000000000 6.000000000 0.000000000 '
is 'all of it times 1.5' "$(scree-shape odd.txt -r 0.1 --scale 1.5 | corners)" '7.500000000 -3.000000000 12.000000000 -3.000000000 9.750000000 -1.500000000 9.000000000 0.000000000 '
is 'but for the radius that is given' "$(scree-shape odd.txt -r 0.1 --scale 1.5 | radius)" 0.1
near 'its centre is its origin' "$(scree-shape odd.txt -r 0 | scree-mass --table | column x)" "$(scree-shape odd.txt -r 0 | awk '$1 == "body" { print $7 }')" 1e-12
# shoelace: (0,0) (3,0) (1.5,1) (1,2): area 2.5, first moments by triangles 0-1-2 (1.5) and 0-2-3 (1)
is 'its area and centre, by two triangles' "$(scree-shape odd.txt -r 0 | awk '$1 == "mass" { print $3 } $1 == "body" { printf "%.9f %.9f", $7, $8 }')" \
	"$(awk 'BEGIN { printf "area=2.5\n%.9f %.9f", 5 + (1.5 * 1.5 + 2.5 / 3) / 2.5, -2 + (1.5 / 3 + 1) / 2.5 }')"
is 'disks with their radii, scaled' "$(printf '1 2 0.5\n4 2.5 0.7\n' | scree-shape - --scale 2 | awk '$1 == "shape" { for (k = 4; k <= NF; k++) v[k] = $k } $1 == "body" { for (k = 4; k <= 5; k++) { split(v[k], p, ","); printf "%.9f %.9f %.9f ", $7 + p[1], $8 + p[2], p[3] } }')" \
	'2.000000000 4.000000000 1.000000000 8.000000000 5.000000000 1.400000000 '
printf '0 0\n3 0\n3 1\n1 1\n1 3\n0 3\n' >ell.txt
is 'the tolerance is a hundredth of the rounding' "$(scree-shape ell.txt --round 0.3 --no-provenance | cksum)" "$(scree-shape ell.txt --round 0.3 --tolerance 0.003 --no-provenance | cksum)"
vertices() { awk '$1 == "shape" { print NF - 4 }'; }
ok 'a finer one takes more vertices' test "$(scree-shape ell.txt --round 0.3 | vertices)" -lt "$(scree-shape ell.txt --round 0.3 --tolerance 0.0001 | vertices)"
finish
