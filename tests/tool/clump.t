#!/bin/sh
# scree-clump: number and places of the disks, mass of their union, quality against closed forms, bodies that stay in place,
# inner disks that nobody misses, and what it refuses.
. "$(dirname "$0")/../tap.sh"

# column NAME: of the last row of a table
column() { awk -v c="$1" '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } } !/^#/ { v = $k } END { print v }'; }
disks() { awk '$1 == "shape" && $3 == "disks" { n = 0; for (i = 4; i <= NF; i++) n += $i !~ /=/ } END { print n }'; }
formula() { awk "BEGIN { pi = atan2(0, -1); printf \"%.17g\", $1 }"; }

# A square of side 4: a place at its centre and 25 in it, 0.8 apart, with disks of radius r = 0.8 / sqrt 2. Their union is 25
# squares of side h and on each of the 20 outer faces the segment of a circle over a chord h.
printf '0 0\n4 0\n4 4\n0 4\n' | scree-shape - -r 0 >square
scree-clump -q --method grid -n 25 square >clump
is '25 disks in a square' "$(disks <clump)" 25
near '0.8 apart' "$(scree-clump -q --method grid -n 25 --table square | column spacing)" 0.8 1e-15
near 'of radius 0.8 / sqrt 2' "$(scree-clump -q --method grid -n 25 --table square | column largest)" "$(formula '0.8 / sqrt(2)')" 1e-15
area=$(formula '16 + 20 * 0.16 * (pi / 2 - 1)')
near 'area of their union' "$(scree-mass --table clump | column area)" "$area" 1e-12
near 'by area_ratio too' "$(scree-clump -q --method grid -n 25 --table square | column area_ratio)" "$(formula "$area / 16")" 1e-13
near 'perimeter of 20 quarters of circles' "$(scree-clump -q --method grid -n 25 --table square | column perimeter_ratio)" \
	"$(formula '20 * 0.8 / sqrt(2) * pi / 2 / 16')" 1e-12
# Of a segment about the centre of its circle: polar moment J, first moment S outwards, area A. Five on each side, 2 h out.
inertia=$(awk 'BEGIN { pi = atan2(0, -1); h = 0.8; r = h / sqrt(2)
	J = pi * r ^ 4 / 8 - 2 / 3 * (h / 2) ^ 4
	S = sqrt(2) * r ^ 3 / 3 - 2 / 3 * (h / 2) ^ 3
	A = r * r / 2 * (pi / 2 - 1)
	for (t = -2; t <= 2; t++)
		sum += J + 2 * 2 * h * S + (4 + t * t) * h * h * A
	printf "%.17g", 4 ^ 4 / 6 + 4 * sum }')
near 'moment of inertia of the union' "$(scree-mass --table clump | column inertia)" "$inertia" 1e-11
near 'by inertia_ratio too' "$(scree-clump -q --method grid -n 25 --table square | column inertia_ratio)" "$(formula "$inertia * 6 / 256")" 1e-12
near 'Monte Carlo agrees' "$(scree-mass --method montecarlo --sequence halton --samples 20000 --table clump | column area)" "$area" 0.03
near 'the centre stays' "$(scree-clump -q --method grid -n 25 --table square | column shift)" 0 1e-14
near 'one disk for a disk: as large' "$(scree-shape disk -r 1 | scree-clump -q --method grid -n 1 -r 1 --table | column area_ratio)" 1 1e-14
near 'and without roughness' "$(scree-shape disk -r 1 | scree-clump -q --method grid -n 1 -r 1 --table | column roughness)" 0 1e-3
near 'a disk that is 0.25 smaller' "$(scree-shape disk -r 1 | scree-clump -q --method grid -n 1 -r 0.75 --table | column gap)" 0.25 1e-3
# Along the side of a square of side 2 the distance to the unit disk in it: mean of sqrt(1 + t^2) - 1, and of its square.
printf '0 0\n2 0\n2 2\n0 2\n' | scree-shape - -r 0 | scree-clump -q --method grid -n 1 -r 1 --table >t
mean=$(formula '(sqrt(2) + log(1 + sqrt(2))) / 2 - 1')
near 'a disk in a square: mean gap' "$(column gap <t)" "$mean" 1e-3
near 'and its deviation' "$(column roughness <t)" "$(formula "sqrt(4 / 3 - (1 + $mean) ^ 2)")" 1e-3
is 'nine places enter a square at once' "$(scree-clump --method grid -n 11 square 2>&1 >/dev/null | tail -n 1)" \
	'scree-clump: shape 1 (polygon): no grid has 11 points in the shape; this one has 9'

# No grid has an error of 1e-4 whose disks have a radius of 0.25, which is a spacing of 0.35 and at most 121 disks.
for n in '' '-n 225'; do
	# shellcheck disable=SC2086
	fails 4 'no stopping criterion is met: [0-9]* disks cover .*, and no grid with pebbles as large as --smallest suffices' \
		"a grid whose disks would be too small $n" scree-clump --method grid $n --volume-error 1e-4 --smallest 0.25 square
done
# Disks of radius 0.15 that do not overlap: 13 by 13 with a spacing of 0.3 to 1/3 leave 0.2534 of the square, 11 by 11 0.4654; at
# the spacing for twice as many they would overlap.
is 'a grid between one that is too coarse and one that is too fine' \
	"$(scree-clump -q --method grid --apart -r 0.15 --volume-error 0.3 square | disks)" 169
# 25 disks of radius 0.566 shrink to one with 25 pi r^2 - 80 (r^2 acos(0.4 / r) - 0.4 sqrt(r^2 - 0.16)) = 16
shrunk=$(awk 'BEGIN { lo = 0.41; hi = 0.56; for (k = 0; k < 60; k++) { r = (lo + hi) / 2; d = sqrt(r * r - 0.16)
	if (25 * atan2(0, -1) * r * r - 80 * (r * r * atan2(d, 0.4) - 0.4 * d) > 16) hi = r; else lo = r } printf "%.12g", r }')
near 'disks on a grid shrink to the area of the square' "$(scree-clump -q --method grid -n 25 --inflate --table square | column smallest)" "$shrunk" 1e-9
fails 4 'found no disks that fit into the shape with these options' 'but not below the smallest radius' \
	scree-clump --method grid -n 25 --inflate --smallest 0.55 square
is 'as small as that they may be' "$(scree-clump -q --method grid -n 25 --inflate --smallest 0.48 square | disks)" 25

scree-shape cow >cow
for n in 2 57 726; do
	is "a cow of $n disks" "$(scree-clump -q --method grid -n $n cow | disks)" $n
done
near 'a fine clump is the cow: area' "$(scree-clump -q --method grid -n 8000 --table cow | column area_ratio)" 1 0.02
near 'inertia' "$(scree-clump -q --method grid -n 8000 --table cow | column inertia_ratio)" 1 0.03
is 'the record of a clump is what scree-mass finds' "$(scree-clump -q --method grid -n 300 cow | scree-mass -q --no-provenance | grep -v ^made)" \
	"$(scree-clump -q --method grid -n 300 cow | grep -v ^made)"

# the bodies move so that the disks do not: a body of size 2 that stands upright
printf '0 0\n3 0\n0 1\n' | scree-shape - -r 0.1 >wedge
awk '$1 == "body" { $3 = 1; $6 = 2; $7 = 10; $8 = 20; $9 = "1.5707963267948966" } { print }' wedge >upright
is 'columns of a body' "$(awk '$1 == "columns" { print $2, $7, $8, $9, $10 }' wedge)" 'body size x y angle'
scree-clump -q --method grid -n 40 upright >out
# the place at the centre of mass of the shape is where the body was
ok 'a disk is where the body was' awk '$1 == "shape" && $3 == "disks" { n = NF; for (i = 4; i <= NF; i++) p[i] = $i }
	$1 == "body" { for (i = 4; i <= n; i++) { split(p[i], v, ","); dx = $7 - 2 * v[2] - 10; dy = $8 + 2 * v[1] - 20
		if (dx * dx + dy * dy < 1e-24) good = 1 } } END { exit !good }' out

# without inner disks
scree-clump -q --method grid -n 25 --boundary square >shell
is 'the boundary of 5 by 5 is 16' "$(disks <shell)" 16
scree-clump -q --method grid -n 25 --boundary --table square >a
scree-clump -q --method grid -n 25 --table square >b
quality() { for c in coverage hausdorff rms gap roughness area_ratio; do column $c <"$1"; done; }
is 'in the table, too, while all 25 cover it and have its surface' "$(column pebbles <a) $(quality a)" "16 $(quality b)"
# where a disk is does not depend on what its mass is that of
scree-shape -q L >el
where() { awk '$1 == "shape" && $3 == "disks" { split($4, v, ",") } $1 == "columns" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { x = $at["x"]; y = $at["y"] } END { printf "%.9g %.9g %.9g", x + v[1], y + v[2], v[3] }'; }
is 'a disk with the mass of the body stands where it would stand with its own' "$(scree-clump -q -n 1 --mass body el | where)" \
	"$(scree-clump -q -n 1 el | where)"
is 'with the mass of all' "$(sed -n 's/^mass \(.*\) method=.*/\1/p' shell | tail -n 1)" "$(sed -n 's/^mass \(.*\) method=.*/\1/p' clump | tail -n 1)"
is 'which the record says' "$(sed -n 's/^mass .* method=//p' shell | tail -n 1)" solid
run() { # FILE: six of them collide; bodies only, without shapes
	scree-fill -q -n 6 --fraction 0.4 --periodic xy --speed 3 "$1" | scree-set --law grain,grain,kn=1e4,mu=0.3 |
		scree-dem2 -q -t 4 -d 1e-3 --every 0.5
}
run clump >full.run
run shell >shell.run
ok 'clumps collide' awk '$1 == "ledger" { for (k = 2; k <= NF; k++) if ($k ~ /^fric=/) f = substr($k, 6) } END { exit !(f > 1) }' full.run
is 'and nobody misses what is inside: the same bits' "$(awk '$1 == "body" || $1 == "ledger"' shell.run | cksum)" \
	"$(awk '$1 == "body" || $1 == "ledger"' full.run | cksum)"

# what is passed on
printf 'scree 1 dim=2\nshape 1 polyline r=0 0,0 4,0\nshape 2 point r=1 0,0 colour=red\n' >hand
is 'a line stays' "$(scree-clump -q --method grid -n 5 --no-provenance hand | grep -c '^shape 1')" 1
is 'and is said to' "$(scree-clump --method grid -n 5 hand 2>&1 >/dev/null | head -n 1)" \
	'scree-clump: shape 1 (polyline) has no area and does not change'
is 'further keys stay' "$(scree-clump -q --method grid -n 5 hand | grep '^shape 2 disks' | grep -c 'colour=red')" 1
scree-shape ngon --sides 4 --area 16 >square
run square >square.run
is 'frames to begin with' "$(grep -c '^end' square.run)" 9
scree-clump -q --method grid -n 25 square.run >out
is 'earlier frames stay' "$(sed -n '/^frame/,$p' square.run | awk '/^end/ { n++ } n < 8' | cksum)" "$(sed -n '/^frame/,$p' out | awk '/^end/ { n++ } n < 8' | cksum)"
is 'contacts of the last are dropped' "$(tac out | sed '/^frame/q' | grep -c '^contact')" 0
ok 'and it runs on' sh -c 'scree-dem2 -q -t 0.1 out'

# other methods: the circle in a triangle with sides 3, 4, 5 has radius 1, and one beside it in the right angle (sqrt 2 - 1) /
# (sqrt 2 + 1) where they must not overlap; what disks are made of
printf '0 0\n4 0\n0 3\n' | scree-shape - -r 0 >triangle
scree-clump -q -n 1 --table triangle >t
near 'the circle in a triangle' "$(column largest <t)" 1 1e-12
near 'its area' "$(column area_ratio <t)" "$(formula 'pi / 6')" 1e-12
near 'the far corner is farthest' "$(column hausdorff <t)" "$(formula 'sqrt(10) - 1')" 1e-12
near 'the distance of the centres of mass' "$(column shift <t)" "$(formula '1 / 3')" 1e-12
near 'their moments: pi / 2 by (3^2 + 4^2) 6 / 18' "$(column inertia_ratio <t)" "$(formula 'pi / 2 * 18 / 150')" 1e-12
is 'the second of two apart lies in the corner that has most room' \
	"$(scree-clump -q -n 2 --apart --table triangle | awk '!/^#/ { a = atan2(3, 4) / 2; s = sin(a); printf "%.9f", $4 - (1 - s) / (1 + s) }' | tr -d -)" 0.000000000
printf 'scree 1 dim=2\nshape 1 disks 0,0,1 1.2,0,0.7\n' >two
near 'two disks are two' "$(scree-clump -q -n 2 --table two | column inertia_ratio)" 1 1e-12
is 'and no more than two' "$(scree-clump -q -n 7 two | disks)" 2
near 'a disk is one' "$(scree-shape disk -r 1 | scree-clump -q -n 4 --table | column area_ratio)" 1 1e-12
for m in greedy surface; do
	ok "$m: 200 disks are a cow, to a hundredth" awk -v a="$(scree-clump -q -n 200 --method $m --table cow | column area_ratio)" 'BEGIN { exit !(a < 1 && a > 0.99) }'
done
near 'inflated they have its area' "$(scree-clump -q -n 50 --inflate --table cow | column area_ratio)" 1 1e-12
ok 'as many as a percent of inertia takes' awk -v a="$(scree-clump -q --inertia-error 0.01 --table cow | column inertia_error)" 'BEGIN { exit !(a <= 0.01 && a > 0.005) }'
inertia() { sed -n 's/^mass 1 .* I=\([^ ]*\) .*/\1/p' "$@" | tail -n 1; }
near 'the moment of the cow, not of its clump' "$(scree-clump -q -n 5 --mass body cow | inertia)" "$(inertia cow)" 1e-12
fails 4 'disks cover .* no more were found' 'disks that are too small for that' scree-clump --coverage 0.99 -n 1000 -r 0.5 --apart cow

fails 2 'expected a stopping criterion: -n' 'no end' scree-clump square
fails 2 'number.*0, expected 1 to 46340' 'no disks' scree-clump --method grid -n 0 square
fails 2 'number.*46341' 'too many' scree-clump --method grid -n 46341 square
fails 2 'radius.*-2, expected more than 0' 'a negative radius' scree-clump --method grid -n 5 -r -2 square
printf 'scree 1 dim=2\nshape 1 polygon r=0 0,0 3,2 3,0 0,2.5\n' >bow
fails 3 'shape 1 \(polygon\): found an outline that crosses itself' 'an outline that crosses itself' scree-clump --method grid -n 5 bow
finish
