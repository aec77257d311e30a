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
# REPRODUCTION A07: what mean area 1 means
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
finish
