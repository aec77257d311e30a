#!/bin/sh
# scree-shape: outlines from SVG, GeoJSON and WKT, grains from pictures, solids from volumes of labels.
. "$(dirname "$0")/../tap.sh"

pi=3.141592653589793
# column NAME: of all rows of a table
column() { awk -v c="$1" '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } } !/^#/ { printf "%.9g ", $k }'; }
# measure NAME ARGUMENT...: a column of what scree-shape makes
measure() { name=$1; shift; scree-shape -q "$@" 2>/dev/null | scree-mass --table | column "$name"; }
corners() { scree-shape -q "$@" | awk '$1 == "shape" { n = NF; for (k = 5; k <= n; k++) v[k] = $k } $1 == "body" { for (k = 5; k <= n; k++) { split(v[k], p, ","); printf "%.6g,%.6g ", $7 + p[1], $8 + p[2] } }' | sed 's/-0,/0,/g; s/,-0 /,0 /g'; }
svg() { printf '<svg xmlns="http://www.w3.org/2000/svg">%s</svg>' "$1" >one.svg; }

# ---- what comes first in a file ----
square='<svg xmlns="http://www.w3.org/2000/svg"><path d="M1 2h3v4H1z"/></svg>'
printf '\n \t\n  %s' "$square" >late.svg
is 'a drawing may begin with blanks and empty lines' "$(corners late.svg -r 0)" '1,-6 4,-6 4,-2 1,-2 '
is 'from a pipe too' "$(corners - -r 0 <late.svg)" '1,-6 4,-6 4,-2 1,-2 '
printf '\n\n  {"type": "Polygon", "coordinates": [[[1, 2], [4, 2], [4, 6], [1, 6], [1, 2]]]}' >late.json
is 'GeoJSON after blanks' "$(corners - -r 0 <late.json)" '1,2 4,2 4,6 1,6 '
printf '\n\n 0 0\n1 0\n1 one\n' >late
fails 3 '^scree-shape: late:5: ' 'rows after empty lines: messages count all lines' scree-shape -r 0 late

# ---- SVG ----
svg '<path d="M1 2h3v4H1z"/>'
is 'lines; y points upwards' "$(corners one.svg -r 0)" '1,-6 4,-6 4,-2 1,-2 '
svg '<path d="m1,2 3,0l0,4-3-0e0Z"/>'
is 'both cases, pairs without a command, blanks left out' "$(corners one.svg -r 0)" '1,-6 4,-6 4,-2 1,-2 '
svg '<path d="M0 0C0 5 5 5 5 0C5 0 10 5 10 0L10-5L0-5Z"/>'
area=$(measure area one.svg -r 0)
svg '<path d="M0 0C0 5 5 5 5 0C5 0 5 0 5 0S10 5 10 0L10-5L0-5Z"/>'
is 'a smooth curve after one of no length begins without a control point' "$(measure area one.svg -r 0)" "$area"
for what in 'circle cx="3" cy="4" r="5"' 'ellipse cx="3" cy="4" rx="5" ry="5"' 'path d="M8 4A5 5 0 0 1 -2 4 5 5 0 0 1 8 4"' \
	'path d="M8 4a5 5 0 11-1e-9 1e-3z"' 'rect x="-2" y="-1" width="10" height="10" rx="5"'; do
	svg "<$what/>"
	near "$what: the area of a circle" "$(measure area one.svg -r 0 --tolerance 1e-3)" 78.5398163 0.032
	near "and its place" "$(measure y one.svg -r 0 --tolerance 1e-3)" -4 1e-3
done
for radii in 'rx="5"' 'ry="5"' 'rx="5" ry="8"' 'rx="1" ry="5"'; do # SVG 1.1, section 9.2: one is like the other, then both are cut
	svg "<rect width='2' height='10' $radii/>"
	near "round corners in a narrow rectangle, $radii: half an ellipse at each end" "$(measure area one.svg -r 0 --tolerance 1e-4)" 15.70796 0.01
done
svg '<ellipse cx="0" cy="0" rx="6" ry="2" transform="rotate(30)"/>'
near 'chords of the default tolerance: a thousandth' "$(measure area one.svg -r 0)" 37.69911 0.12
near 'an ellipse that is turned' "$(measure feret_max one.svg -r 0 --tolerance 1e-3)" 12 2e-3
svg '<path d="M0 0A6 2 30 0 1 6 -3A6 2 30 0 1 0 0"/>'
near 'two arcs of an ellipse that is turned, through the same points: symmetric about their middle' "$(measure x one.svg -r 0 --tolerance 1e-3)" 3 1e-6
# under y = x (1 - x) the area is 1/6; under the cubic curve from 0,0 to 1,0 with the control points 0,1 and 1,1 it is 3/5
svg '<path d="M0 0Q.5-.5 1 0z"/>'
near 'a parabola' "$(measure area one.svg -r 0 --tolerance 1e-4)" 0.1666667 1e-4
svg '<path d="M0 0C0-1 1-1 1 0z"/>'
near 'a cubic curve' "$(measure area one.svg -r 0 --tolerance 1e-4)" 0.6 3e-4
svg '<path d="M0 0C0-1 1-1 1 0S2 1 2 0L2 3H0z"/>'
near 'S mirrors the control point' "$(measure area one.svg -r 0 --tolerance 1e-4)" 6 5e-4
svg '<path d="M0 0Q.5-.5 1 0T2 0L2 3H0z"/>'
near 'so does T' "$(measure area one.svg -r 0 --tolerance 1e-4)" 6 5e-4
svg '<g transform="translate(10,20)"><g transform="rotate(90) scale(2,1)"><path transform="skewX(45)" d="M0 0h1v1h-1z"/></g></g>'
is 'transformations of groups and paths' "$(corners one.svg -r 0)" '9,-22 9,-24 10,-22 10,-20 '
svg '<rect width="2" height="1" transform="matrix(1 2 3 4 5 6)"/><polygon points="0,0 1 0,1,1"/><polyline points="5 5 6 5 6 6"/>'
near 'a matrix: its determinant is 2' "$(measure area one.svg -r 0 | cut -d' ' -f1)" 4 1e-9
is 'three bodies' "$(scree-shape -q one.svg -r 0 | grep -c '^body')" 3
svg '<g display="none"><path d="M0 0h4v4z"/></g><g style="opacity:1;display: none"><path d="M0 0h4v4z"/></g><rect style="display:inline" width="3" height="1"/>'
is 'hidden layers are left out' "$(measure area one.svg -r 0)" '3 '
svg '<!-- <path d="x"/> --><defs><path d="M0 0h1v1z"/></defs><text>a</text><path d="M0 0h4v4h-4zM1 1h2v2h-2z"/>'
scree-shape one.svg -r 0.1 >one.scree 2>said.txt
ok 'holes are filled, with a warning' grep -q 'filled 1 hole' said.txt
ok 'what has no outline is counted' grep -q 'left out 1 element without' said.txt
is 'comments and definitions are not drawn' "$(grep -c '^body' one.scree)" 1
printf '\n<svg viewBox="0 0 9 9"><path d="M0 0h1v1z"/></svg>' | sed 1d | scree-shape - -r 0.1 2>said.txt >one.scree
ok 'from stdin; a view box is ignored, and said' grep -q 'view box and units are ignored' said.txt
svg '<path d="M0 0h4v4M9 9h1v1z"/>'
is 'open paths are closed, or with --open stay open' "$(scree-shape -q one.svg -r 0.1 | awk '$1 == "shape" { printf "%s ", $3 }')$(scree-shape --open one.svg -r 0.1 | awk '$1 == "shape" { printf "%s ", $3 }')" \
	'polygon polygon polyline polygon '
near 'scaled with their places' "$(measure x one.svg -r 0.1 --scale 10 | cut -d' ' -f2)" 96.6666667 0.2

# ---- GeoJSON and WKT ----
printf '{"features":[{"geometry":{"coordinates":[[[0,0],[0,3],[4,3],[0,0]],[[1,2],[1,2.5],[1.2,2.5],[1,2]]],"type":"Polygon"},
"properties":{"coordinates":{"a":[1,"]}\\""]}},"type":"Feature"},{"type":"Feature","geometry":{"type":"MultiPolygon",
"coordinates":[[[[10,0,7],[14,0,7],[14,3,7]]],[[[20,0],[24,0],[24,3]]]]}},{"type":"Feature","geometry":null},
{"type":"Point","coordinates":[1,2]}],"type":"FeatureCollection"}\n' >map.json
is 'polygons of a GeoJSON file, in either direction' "$(measure area map.json -r 0)" '6 6 6 '
printf '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,3],[0,0]]]}]}' >several.json
is 'of a collection of geometries' "$(measure area several.json -r 0)" '6 '
is 'where they are' "$(measure y map.json -r 0)" '2 1 1 '
ok 'its holes and points are told' sh -c 'scree-shape map.json -r 0 2>&1 >/dev/null | grep -c -e "filled 1 hole" -e "left out 1 element" | grep -qx 2'
printf 'SRID=25832;POLYGON((0 0,4 0,4 3,0 0),(3 1,3.2 1,3.2 1.1,3 1))\nmultipolygon z (((10 0 1,14 0 1,14 3 1)),((20 0 1,24 0 1,24 3 1)));POLYGON EMPTY\n' >map.wkt
is 'the same from well-known text' "$(measure area map.wkt -r 0)" '6 6 6 '
is 'and where they are' "$(measure y map.wkt -r 0)" '1 1 1 '
near 'rounded' "$(measure area map.wkt --round 0.3 | cut -d' ' -f1)" "$(awk 'BEGIN { r = 0.3; pi = atan2(0, -1); printf "%.9g", 6 - 36 * r * r / 6 + pi * r * r }')" 1e-6

# ---- pictures: a disk of radius 20.3 about 32.4,30.7, and a rectangle of 50 by 20 that is turned ----
pgm() { awk -v kind="$1" 'function inside(x, y) {
		if (kind == "disk") return (x - 32.4) ^ 2 + (y - 30.7) ^ 2 < 20.3 ^ 2
		u = cos(0.4) * (x - 32) + sin(0.4) * (y - 30); v = cos(0.4) * (y - 30) - sin(0.4) * (x - 32)
		return u * u < 25 * 25 && v * v < 100 }
	BEGIN { print "P2 # grey\n64 60\n200"
		for (j = 0; j < 60; j++) for (i = 0; i < 64; i++) { c = 0
			for (a = 0; a < 4; a++) for (b = 0; b < 4; b++) c += inside(i + (a + 0.5) / 4, 60 - (j + (b + 0.5) / 4))
			print 180 - int(c * 10) } }' >"$1.pgm"; }
pgm disk
pgm rectangle
for tolerance in 2 1 0.2 0.01; do
	# a stated error of the outline e gives at most 2 pi R e of area; the simplification keeps much more
	near "a disk, within $tolerance pixels: its area" "$(measure area disk.pgm -r 0 --tolerance $tolerance)" "$(awk "BEGIN { printf \"%.9g\", $pi * 20.3 ^ 2 }")" 3
	near 'its centre, y upwards' "$(measure y disk.pgm -r 0 --tolerance $tolerance)" 30.7 0.02
done
near 'a rectangle that is turned' "$(measure area rectangle.pgm -r 0)" 1000 2
ok 'it has few corners' test "$(measure vertices rectangle.pgm -r 0)" -le 8
near 'in units of length' "$(measure area disk.pgm -r 0 --pixel 0.01)" 0.129462 3e-4
near 'and its tolerance too' "$(measure area disk.pgm -r 0 --pixel 0.01 --tolerance 0.02)" 0.129462 3e-4
near 'rounded with a disk that fits' "$(measure area disk.pgm --round 3)" 1294.6 8
ok 'the threshold is said' sh -c 'scree-shape disk.pgm -r 0 2>&1 >/dev/null | grep -q "threshold is the grey 10[0-9]"'
ok 'another one gives another size' sh -c 'test "$(scree-shape disk.pgm -r 0 --threshold 40 | grep -o "area=[0-9]*")" != "$(scree-shape disk.pgm -r 0 --threshold 160 | grep -o "area=[0-9]*")"'
printf 'P1\n12 9\n000000000000\n011110000000\n010010011000\n010010011000\n011110000000\n000000000100\n001000000010\n111000000000\n111000000000\n' >bits.pbm
is 'bits: a ring that is filled and a square; one is cut, two are small' "$(measure area bits.pbm -r 0 --tolerance 0.01 --least 3)" '15.5 3.5 '
ok 'all of this is said' sh -c 'scree-shape bits.pbm -r 0 --least 3 2>&1 >/dev/null | tr "\n" " " | grep -q "left out 1 grain that.*left out 2 grains of less.*filled 1 hole of 4 pixels"'
is 'kept on request; corners may join' "$(scree-shape -q bits.pbm -r 0 --least 0 --cut 2>/dev/null | grep -c '^body') $(scree-shape -q bits.pbm -r 0 --least 0 --cut --diagonal 2>/dev/null | grep -c '^body')" '5 4'
printf ' 7' | cat bits.pbm - >more.pbm
is 'what is behind a picture is left out, with a warning' "$(scree-shape -q more.pbm -r 0 --least 3 2>&1 >/dev/null | grep behind)" \
	'scree-shape: more.pbm: left out 1 byte behind the pixels of the picture'
printf 'P3 4 4 9 0 0 0 0 0 0 0 0 0 0 0 0  0 0 0 9 9 9 9 8 7 0 0 0  0 0 0 8 9 9 9 9 9 0 0 0  0 0 0 0 0 0 0 0 0 0 0 0\n' >colour.ppm
is 'bright grains in colours' "$(scree-shape -q colour.ppm -r 0 --bright --least 4 | grep -c '^body')" 1
# two grains of 4 x 4 pixels, on the left and on the right, of which one is seen: red (grey 60) against blue (23) above 40; the bits 0111 1000
# against 0001 1110; 496 against 8193 below 5000, while exchanged bytes would be 61441 and 288
two() { # BACKGROUND LEFT RIGHT: rows of 12 pixels
	for row in 0 1 1 1 1 0; do
		for column in 0 1 1 1 1 0 0 2 2 2 2 0; do
			case $((row * column)) in 0) printf "$1" ;; 1) printf "$2" ;; 2) printf "$3" ;; esac
		done
	done
}
{ printf 'P6 12 6 255\n'; two '\0\0\0' '\310\0\0' '\0\0\310'; } >red.ppm
is 'red is brighter than blue' "$(measure x red.ppm -r 0 --bright --threshold 40)" '3 '
printf 'P4\n12 6\n\0\0\170\0\170\0\170\0\170\0\0\0' >left.pbm
is 'the first pixel of a byte is its highest bit' "$(measure x left.pbm -r 0)" '3 '
{ printf 'P5 12 6 65535\n'; two '\377\377' '\001\360' '\040\001'; } >deep.pgm
is 'the first byte of a grey is the higher one' "$(measure x deep.pgm -r 0 --threshold 5000)" '3 '
printf 'P5\n6 4\n9\n\0\0\0\0\0\0\0\1\1\7\7\0\0\1\1\7\7\0\0\0\0\0\0\0' >labels.pgm
is 'labels, binary: grains that touch' "$(measure x labels.pgm -r 0 --labels --least 1)" '2 4 '
ok 'a scene that other programs take' sh -c 'scree-shape -q bits.pbm -r 0.1 --least 3 2>/dev/null | scree-dem2 -q -t 0.01 -d 1e-3 | scree-energy -q >/dev/null'

# ---- volumes: a ball of radius 7 with the label 2, and a block of 4 by 3 by 2 with the label 1 ----
volume() { awk -v n=20 -v wide="$1" -v by="$2" 'BEGIN { for (z = 0; z < n; z++) for (y = 0; y < n; y++) for (x = 0; x < n; x++)
	{ if (wide == 3 && x + y == 0) printf("P5 20 20 9\\n"); if (wide == 3) y = n - 1 - y
	v = (x - 8.7) ^ 2 + (y - 9.2) ^ 2 + (z - 9.5) ^ 2 < 49 ? 2 : x >= 15 && x < 19 && y >= 1 && y < 4 && z >= 1 && z < 3 ? 1 : 0
	if (wide == 3) y = n - 1 - y; printf(wide % 3 == 0 ? "\\%03o" : wide == 1 ? "\\%03o\\000" : "\\000\\%03o", v) } }'; }
# shellcheck disable=SC2059
{ printf "$(volume 0)" >balls.raw; printf "$(volume 1)" >low.raw; printf "$(volume 2)" >high.raw; }
scree-shape --raw 20,20,20 balls.raw >balls.scree
near 'a ball in a volume' "$(scree-mass --table balls.scree | column volume | cut -d' ' -f2)" 1436.755 15
near 'its place' "$(scree-mass --table balls.scree | column x | cut -d' ' -f2)" 9.2 0.03
near 'a block, without its edges' "$(scree-mass --table balls.scree | column volume | cut -d' ' -f1)" 24 5
near 'its place too' "$(scree-mass --table balls.scree | column z | cut -d' ' -f1)" 2 0.01
is 'ids are labels' "$(awk '$1 == "body" { printf "%s ", $2 }' balls.scree)" '1 2 '
same() { scree-shape -q --no-provenance "$@" | cksum; }
is 'two bytes' "$(same --raw 20,20,20 low.raw)" "$(same --raw 20,20,20 balls.raw)"
is 'the higher one first' "$(same --raw 20,20,20 --big-endian high.raw)" "$(same --raw 20,20,20 balls.raw)"
near 'in units of length' "$(scree-shape --raw 20,20,20 --pixel 0.1 balls.raw | scree-mass --table | column volume | cut -d' ' -f2)" 1.436755 0.015
is 'few triangles on request' "$(scree-shape --raw 20,20,20 --mesh 6 balls.raw | awk '$1 == "body"' | wc -l | tr -d ' ')" 2
# rows of pictures go from the top down
# shellcheck disable=SC2059
printf "$(volume 3)" >stack.pgm
is 'a stack of pictures in one file' "$(same --stack stack.pgm)" "$(same --raw 20,20,20 balls.raw)"
head -c $((10 * 411)) stack.pgm >lower.pgm
tail -c $((10 * 411)) stack.pgm >upper.pgm
is 'or in several' "$(same --stack lower.pgm upper.pgm)" "$(same --raw 20,20,20 balls.raw)"
is 'a grain at the edge of the volume is left out, or kept' "$(scree-shape -q --stack lower.pgm | grep -c '^body') $(scree-shape -q --cut --stack lower.pgm | grep -c '^body')" '1 2'
scree-convert -q balls.scree --where 'id==2' -o ball.stl
near 'the surface is closed in the file of another program' "$(scree-shape --surface ball.stl | scree-mass --table | column volume)" 1436.755 15
if command -v admesh >/dev/null; then
	admesh ball.stl >said.txt
	is 'admesh finds nothing to mend' "$(awk '/Total disconnected facets|Degenerate facets|Facets reversed|Normals fixed/ { n += $(NF > 4 ? 5 : 4) + 0 } /Number of parts/ { print $5 }' said.txt)" 1
else
	skip 'no admesh'
fi
ok 'clumps of pebbles' sh -c 'scree-clump -q -n 10 balls.scree | grep -c "^shape [12] clump" | grep -qx 2'
finish
