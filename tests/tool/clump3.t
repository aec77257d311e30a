#!/bin/sh
# scree-clump in space: pebbles against closed forms and another integration, bodies that stay in place, ends, and what it refuses.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# column NAME: of the last row of a table
column() { awk -v c="$1" '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } } !/^#/ { v = $k } END { print v }'; }
pebbles() { awk '$1 == "shape" && $3 == "clump" { n = 0; for (i = 4; i <= NF; i++) n += $i !~ /=/ } END { print n }'; }
formula() { awk "BEGIN { pi = atan2(0, -1); printf \"%.17g\", $1 }"; }
mass() { sed -n "s/^mass .*[ ]$1=\([^ ]*\).*/\1/p" | tail -n 1; }

# a cube of side 2 and the ball in it
cat >cube.off <<'END'
OFF
8 6 0
1 1 1
3 1 1
3 3 1
1 3 1
1 1 3
3 1 3
3 3 3
1 3 3
4 0 3 2 1
4 4 5 6 7
4 0 1 5 4
4 1 2 6 5
4 2 3 7 6
4 3 0 4 7
END
scree-shape -q --surface cube.off >cube
scree-clump -q -n 1 --table cube >t
near 'the ball in a cube: its radius' "$(column largest <t)" 1 1e-12
near 'volume' "$(column volume_ratio <t)" "$(formula 'pi / 6')" 1e-12
near 'surface' "$(column surface_ratio <t)" "$(formula 'pi / 6')" 1e-12
near 'inertia: 2/5 4 pi / 3 by 2/3 8' "$(column I2_ratio <t)" "$(formula 'pi / 10')" 1e-12
near 'the error of inertia' "$(column inertia_error <t)" "$(formula '1 - pi / 10')" 1e-12
near 'its place' "$(column shift <t)" 0 1e-12
near 'coverage' "$(column coverage <t)" "$(formula 'pi / 6')" 0.002
near 'the corners are farthest' "$(column hausdorff <t)" "$(formula 'sqrt(3) - 1')" 1e-12
# Mean and mean square of sqrt(1 + u^2 + v^2) - 1 over a face; mean square of 1 - max |n_k| over the sphere, by cones to a face,
# whose solid angles are (1 + u^2 + v^2)^(-3/2) du dv, and 1 - 1 / sqrt(1 + u^2 + v^2) high.
# shellcheck disable=SC2046
set -- $(awk 'BEGIN { pi = atan2(0, -1); n = 400
	for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
		q = 1 + ((i + 0.5) / n) ^ 2 + ((j + 0.5) / n) ^ 2
		g = sqrt(q) - 1; m += g; mm += g * g; s += (1 - 1 / sqrt(q)) ^ 2 / (q * sqrt(q)) }
	m /= n * n; mm /= n * n; s /= n * n
	printf "%.8g %.8g %.8g\n", m, sqrt(mm - m * m), sqrt((24 * mm + 24 * s) / (24 + 4 * pi)) }')
near 'mean gap' "$(column gap <t)" "$1" 1e-4
near 'roughness' "$(column roughness <t)" "$2" 2e-4
near 'rms distance of the surfaces' "$(column rms <t)" "$3" 2e-4
scree-clump -q -n 9 --apart cube >nine
is 'eight more in the corners' "$(pebbles <nine)" 9
near 'of radius (sqrt 3 - 1) / (sqrt 3 + 1)' "$(scree-clump -q -n 9 --apart --table cube | column smallest)" "$(formula '(sqrt(3) - 1) / (sqrt(3) + 1)')" 1e-12
near 'and their volume' "$(mass volume <nine)" "$(formula '4 * pi / 3 * (1 + 8 * ((sqrt(3) - 1) / (sqrt(3) + 1)) ^ 3)')" 1e-11

# grids: 27 places in the cube, spheres that touch
scree-clump -q -n 27 --method grid --apart cube >grid
is 'a grid of 27' "$(pebbles <grid)" 27
near 'that touch' "$(mass volume <grid)" "$(scree-clump -q -n 27 --method grid --apart --table cube | awk '!/^#/ { print 27 * atan2(0, -1) / 6 * $3 ^ 3 }')" 1e-4
is 'one of them has all neighbours' "$(scree-clump -q -n 27 --method grid --boundary cube | pebbles)" 26
is 'which counts' "$(scree-clump -q -n 27 --method grid --apart --boundary cube | mass volume)" "$(mass volume <grid)"
is 'and is said' "$(scree-clump -q -n 27 --method grid --boundary cube | mass method)" solid
near 'inflated or deflated to the volume of the cube' "$(scree-clump -q -n 27 --method grid --inflate --table cube | column volume_ratio)" 1 1e-12
near 'greedy likewise' "$(scree-clump -q -n 30 --inflate cube | mass volume)" 8 1e-11

# a cube that turns: the ball turns as fast, its momentum is 2/5 (4 pi / 3) 7 w in place of 2/3 8 7 w
scree-set -q --material m,density=7 --body-material m --omega 0,0,3 cube | scree-clump -q -n 1 >spun
near 'a body keeps its spin' "$(scree-orient -q spun | columns wz)" 3 1e-12

# what is made of balls
printf 'scree 1 dim=3\nshape 1 sphere r=0.7\n' >ball
near 'a ball is one pebble' "$(scree-clump -q -n 1 --table ball | column largest)" 0.7 1e-15
is 'and no more however many are asked for' "$(scree-clump -q -n 9 ball | pebbles)" 1
printf '0 0 0 1\n1.2 0 0 0.7\n' | scree-shape --clump - >two
scree-clump -q -n 2 --table two >t
near 'two balls are two' "$(column volume_ratio <t)" 1 1e-12
near 'with their surface' "$(column hausdorff <t)" 0 1e-12
near 'one is the greater' "$(scree-clump -q -n 1 --table two | column largest)" 1 1e-12
printf 'scree 1 dim=3\nshape 4 ellipsoid a=0.8,0.8,0.8\n' >round
near 'an ellipsoid that is a ball is one' "$(scree-clump -q -n 1 --table round | column hausdorff)" 0 1e-9

# mass records
scree-shape -q torus --mesh 10 >torus
scree-clump -q -n 30 torus >clump
is 'the record of a clump is what scree-mass finds' "$(scree-mass -q --no-provenance clump | grep -v ^made)" "$(grep -v ^made clump)"
near 'voxels agree' "$(scree-mass -q --method voxels --voxels 100 clump | mass volume)" "$(mass volume <clump)" "$(formula "0.01 * $(mass volume <clump)")"
is 'the mass of the body: its volume' "$(scree-clump -q -n 30 --mass body torus | mass volume)" "$(mass volume <torus)"
is 'its inertia' "$(scree-clump -q -n 30 --mass body torus | mass I)" "$(mass I <torus)"
is 'and whose' "$(scree-clump -q -n 30 --mass body torus | mass method)" surface
is 'as scree-mass --surface says of pebbles' "$(scree-clump -q -n 1 --mass body cube | mass volume)" \
	"$(scree-clump -q -n 1 cube | scree-mass -q --surface cube.off - | mass volume)"

is 'which has its centre of mass in the pebble, if not in its centre' "$(scree-shape --surface cube.off | scree-clump -q -n 1 --keep-frame - | sed 's/ clump [^ ]*,1$/ clump 0.4,-0.3,0.2,1/' | scree-mass -q --surface cube.off - 2>&1 >/dev/null)" ''
ok 'and one that has not is pointed out' sh -c "scree-clump -q -n 1 --keep-frame cube | sed 's/ clump [^ ]*,1\$/ clump 4,-0.3,0.2,1/' | scree-mass --surface cube.off - 2>&1 >/dev/null | grep -q 'lies outside of shape 1'"

# Bodies stay in place: centres of pebbles in space are the same whatever frame they are told in. A body that is turned and of size 2.
printf 'OFF 4 4 0\n0 0 0\n3 0 0\n0 2 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >wedge.off
scree-shape -q --surface wedge.off >wedge
awk '$1 == "columns" { for (i = 3; i <= NF; i++) c[$i] = i - 1 }
	$1 == "body" { $c["size"] = 2; $c["x"] = 10; $c["qw"] = 0.5; $c["qx"] = -0.5; $c["qy"] = 0.5; $c["qz"] = 0.5 } { print }' wedge >turned
placed() { # x y z r of pebbles in space, sorted
	awk '$1 == "shape" && $3 == "clump" { line = $0 }
	$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) c[$i] = i - 1 }
	$1 == "body" { n = split(line, f, " "); s = $(c["size"])
		w = $(c["qw"]); x = $(c["qx"]); y = $(c["qy"]); z = $(c["qz"])
		for (i = 4; i <= n; i++) { if (f[i] ~ /=/) continue; split(f[i], p, ",")
			X = (1 - 2 * (y * y + z * z)) * p[1] + 2 * (x * y - w * z) * p[2] + 2 * (x * z + w * y) * p[3]
			Y = 2 * (x * y + w * z) * p[1] + (1 - 2 * (x * x + z * z)) * p[2] + 2 * (y * z - w * x) * p[3]
			Z = 2 * (x * z - w * y) * p[1] + 2 * (y * z + w * x) * p[2] + (1 - 2 * (x * x + y * y)) * p[3]
			printf "%.9f %.9f %.9f %.9f\n", $(c["x"]) + s * X, $(c["y"]) + s * Y, $(c["z"]) + s * Z, s * p[4] } }' | sed 's/-\(0\.0*\)\( \|$\)/\1\2/g' | sort
}
scree-clump -q -n 7 turned | placed >principal
is 'seven pebbles in space' "$(grep -c . principal)" 7
is 'the same in frames that were kept' "$(scree-clump -q -n 7 --keep-frame turned | placed)" "$(cat principal)"
is 'and in that of the body they stand for' "$(scree-clump -q -n 7 --mass body turned | placed)" "$(cat principal)"
# the largest ball in it touches the three planes through the corner: its centre is r from each, in the frame of the file
scree-clump -q -n 1 --keep-frame turned >one
near 'the record knows the drawing' "$(awk '$1 == "shape" { split($4, p, ",") } $1 == "mass" { for (i = 3; i <= NF; i++) if ($i ~ /^centre=/) split(substr($i, 8), c, ","); for (i = 3; i <= NF; i++) if ($i ~ /^turn=/) split(substr($i, 6), q, ",") }
	END { printf "%.12g", 1 * p[4] - c[1] }' one)" 0 1e-9
is 'principal axes: no products of inertia' "$(scree-clump -q -n 7 turned | mass I | tr ',' '\n' | grep -c .)" 3
is 'the body keeps its id' "$(scree-clump -q -n 7 turned | awk '$1 == "body" { print $2, $3 }')" '1 1'


# nothing symmetric: a tetrahedron off the origin whose ball is not in its middle, all by scree-mass of either. The clump's tensor is
# that of a ball, 2/5 v r^2 on the diagonal.
printf 'OFF 4 4 0\n5 -2 3\n8 -2 3\n5.3 0 3\n5.4 -1.8 4.7\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >odd.off
scree-shape -q --surface odd.off >odd
scree-clump -q -n 1 --table odd >t
scree-mass --table odd >m
r=$(awk '!/^#/ { printf "%.15g", 3 * $4 / $5 }' m) # of the ball that touches all four: 3 V / A
near 'the ball in a tetrahedron, 3 V / A' "$(column largest <t)" "$r" 1e-10
near 'volume' "$(column volume_ratio <t)" "$(values volume <m | awk -v r="$r" '{ printf "%.12g", 4 * atan2(0, -1) / 3 * r ^ 3 / $1 }')" 1e-8
near 'surface' "$(column surface_ratio <t)" "$(values surface <m | awk -v r="$r" '{ printf "%.12g", 4 * atan2(0, -1) * r ^ 2 / $1 }')" 1e-8
ball() { awk -v r="$r" 'BEGIN { printf "%.12g", 0.4 * 4 * atan2(0, -1) / 3 * r ^ 5 }'; }
ok 'its three moments by those of the body' about 1e-7 "$(column I1_ratio <t) $(column I2_ratio <t) $(column I3_ratio <t)" \
	"$(values I1 I2 I3 <m | awk -v i="$(ball)" '{ printf "%.12g %.12g %.12g", i / $1, i / $2, i / $3 }')"
near 'the error of the tensor: products count twice' "$(column inertia_error <t)" \
	"$(scree-mass --keep-frame --table odd | values I1 I2 I3 | awk -v i="$(ball)" '{ print sqrt((($1 - i) ^ 2 + ($2 - i) ^ 2 + ($3 - i) ^ 2) / ($1 ^ 2 + $2 ^ 2 + $3 ^ 2)) }')" 1e-5
near 'its centre, r from all four planes, is off that of the body' "$(column shift <t)" \
	"$(scree-clump -q -n 1 odd | scree-mass --table | values x y z | awk '{ printf "%.12g", sqrt(($1 - 5.925) ^ 2 + ($2 + 1.45) ^ 2 + ($3 - 3.425) ^ 2) }')" 1e-7
near 'the farthest corner is farthest' "$(column hausdorff <t)" "$(scree-clump -q -n 1 odd | scree-mass --table | values x y z | awk -v r="$r" '{
	printf "%.12g", sqrt(($1 - 8) ^ 2 + ($2 + 2) ^ 2 + ($3 - 3) ^ 2) - r }')" 1e-7
# of several pebbles all moments differ: those that scree-mass finds of the clump by those of the body
scree-clump -q -n 4 odd >four
scree-clump -q -n 4 --table odd >t
ok 'moments of a clump by those of its body' about 1e-7 "$(column I1_ratio <t) $(column I2_ratio <t) $(column I3_ratio <t) $(column volume_ratio <t) $(column surface_ratio <t)" \
	"$({ scree-mass --table four | values I1 I2 I3 volume surface; values I1 I2 I3 volume surface <m; } | tr '\n' ' ' | awk '{ for (k = 1; k <= 5; k++) printf "%.9g ", $k / $(k + 5) }')"
# the body of a surface from a file stands where it was drawn; so do the pebbles, by the clump's own record of the drawing
is 'a record tells where pebbles were drawn, however often the frame has turned' "$(placed <four)" \
	"$(awk '$1 == "mass" { for (k = 3; k <= NF; k++) { if ($k ~ /^centre=/) split(substr($k, 8), c, ","); if ($k ~ /^turn=/) split(substr($k, 6), q, ",") } }
		$1 == "columns" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "body" { $at["x"] = c[1]; $at["y"] = c[2]; $at["z"] = c[3]; $at["qw"] = q[1]; $at["qx"] = q[2]; $at["qy"] = q[3]; $at["qz"] = q[4] } { print }' four | placed)"
fails 4 'found no pebbles that fit' 'a radius with which those on a grid would overlap' scree-clump -n 27 --method grid --apart -r 0.4 cube
ok 'and one with which they do not' scree-clump -q -n 27 --method grid --apart -r 0.3 cube
ok 'coverage is counted in the voxels that were asked for' test "$(scree-clump -q -n 3 --voxels 9 --table odd | column coverage)" != "$(scree-clump -q -n 3 --table odd | column coverage)"
ok 'a wider gap, fewer pebbles' test "$(scree-clump -q --method surface --smallest 0.01 --gap 0.4 odd | pebbles)" -lt "$(scree-clump -q --method surface --smallest 0.01 --gap 0.15 odd | pebbles)"
# a grid: places are whole spacings from the centre of mass, the radius half a diagonal of a cell
scree-clump -q --method grid -n 50 --keep-frame odd >grid
h=$(scree-clump -q --method grid -n 50 --table odd | column spacing)
is 'places on a grid through the centre of mass' "$(awk -v h="$h" '$1 == "shape" && $3 == "clump" { m = s = 0; n = 0; for (k = 4; k <= NF; k++) { split($k, p, ","); x[++n] = p[1]; y[n] = p[2]; z[n] = p[3]; r[n] = p[4] } }
	function whole(v) { v /= h; v -= int(v + (v < 0 ? -0.5 : 0.5)); return v < 1e-9 && v > -1e-9 }
	END { for (k = 1; k <= n; k++) good += whole(x[k] - x[1]) && whole(y[k] - y[1]) && whole(z[k] - z[1]) && (r[k] / h - sqrt(3) / 2) ^ 2 < 1e-24; print n, good }' grid)" '50 50'
is 'one of which is that centre' "$(placed <grid | awk '($1 - 5.925) ^ 2 + ($2 + 1.45) ^ 2 + ($3 - 3.425) ^ 2 < 1e-14' | grep -c .)" 1
# several shapes, ids in no order: rows and clumps of each
{ sed '/^columns/,$d' odd | sed 's/^\(shape\|mass\) 1 /\1 9 /'; echo 'shape 4 plane'; echo 'shape 3 sphere r=0.7'; } >three
is 'a row for each that has a volume' "$(scree-clump -q -n 3 --table three | awk '!/^#/ { print $1, $2 }' | tr '\n' ';')" '9 3;3 1;'
is 'a wall among them stays, others are clumps' "$(scree-clump -q -n 3 three | awk '$1 == "shape" { k[$2] = $3 } END { print k[9], k[4], k[3] }')" 'clump plane clump'

# ends: the first that is reached, with as few as do
least() { # OPTION VALUE COLUMN: n does, and n - 1 does not
	n=$(scree-clump -q "$1" "$2" --table wedge | column pebbles)
	is "$1 $2 is where -n $n ends" "$(scree-clump -q "$1" "$2" --no-provenance wedge | cksum)" "$(scree-clump -q -n "$n" --no-provenance wedge | cksum)"
	ok "$1 $2: $n reach it" awk -v v="$(scree-clump -q -n "$n" --table wedge | column "$3")" -v t="$2" -v c="$3" 'BEGIN { exit !(c == "inertia_error" ? v <= t : c == "coverage" ? v >= t : 1 - v <= t) }'
	ok "$1 $2: $((n - 1)) do not" awk -v v="$(scree-clump -q -n $((n - 1)) --table wedge | column "$3")" -v t="$2" -v c="$3" 'BEGIN { exit !(c == "inertia_error" ? v > t : c == "coverage" ? v < t : 1 - v > t) }'
}
least --coverage 0.6 coverage
least --volume-error 0.4 volume_ratio
least --inertia-error 0.6 inertia_error
is 'a number may end before' "$(scree-clump -q -n 5 --coverage 0.9 wedge | pebbles)" 5
is 'or after' "$(scree-clump -q -n 300 --coverage 0.5 --volume-error 0.01 wedge | pebbles)" "$(scree-clump -q --coverage 0.5 wedge | pebbles)"
ok 'none is smaller than asked for' awk -v s="$(scree-clump -q --smallest 0.2 --apart --table cube | column smallest)" 'BEGIN { exit !(s >= 0.2 && s < 0.3) }'
for m in greedy surface grid; do
	scree-clump -q -r 0.3 -n 8 --method $m --table cube >$m
	ok "all of one radius: $m" awk '!/^#/ { exit !($4 == 0.3 && $5 == 0.3) }' "$m"
	is "the same bytes twice: $m" "$(scree-clump -q -n 20 --method $m wedge | cksum)" "$(scree-clump -q -n 20 --method $m wedge | cksum)"
done
ok 'another seed, other points' sh -c '! [ "$(scree-clump -q -n 20 --method surface --seed 2 --no-provenance wedge | cksum)" = "$(scree-clump -q -n 20 --method surface --no-provenance wedge | cksum)" ]'
ok 'but none for greedy' sh -c '[ "$(scree-clump -q -n 20 --seed 2 --no-provenance wedge | cksum)" = "$(scree-clump -q -n 20 --no-provenance wedge | cksum)" ]'

# refusals; nothing half-written
fails 2 'expected a stopping criterion' 'no end' scree-clump cube
fails 2 'coverage.*1.5, expected more than 0, up to 1' 'a coverage above 1' scree-clump --coverage 1.5 cube
fails 2 "method.*'best', expected greedy" 'a method that is none' scree-clump --method best -n 5 cube
fails 2 'inflate.*drop --inflate or --volume-error' 'an error of what is made right' scree-clump --inflate --volume-error 0.1 cube
fails 2 'inflate.*drop --inflate or --apart' 'inflated and apart' scree-clump --inflate --apart -n 5 cube
fails 2 'boundary.*only to --method grid' 'a boundary without a grid' scree-clump --boundary -n 5 cube
fails 2 'gap.*only to --method surface' 'a gap of another method' scree-clump --gap 0.1 -n 5 cube
fails 2 'mass.*expected union or body' 'a mass of something else' scree-clump --mass none -n 5 cube
fails 2 'volume-error.*0, expected more than 0' 'an error of 0' scree-clump --volume-error 0 cube
fails 4 'pebbles cover 0\.[0-9]*, error of volume .* no more were found' 'more than there are' scree-clump -n 50 -r 0.9 cube
# pebbles without holes stick out: 46340 of them are still too large, which is known long before
scree-shape pebble >oval
fails 4 '[0-9]{4} disks cover .*error of area .* and a finer grid does not suffice; give --inflate, or use another method' \
	'a grid for an error that none has' scree-clump --method grid --volume-error 1e-4 oval
fails 4 'found no pebbles that fit' 'a radius that does not fit' scree-clump -n 5 -r 1.1 cube
scree-shape -q prism --sides 3 --size 1,1,0.001 --mesh 4 >leaf
fails 4 'found no pebbles that fit .* and cover a voxel; a thin shape needs more --voxels, or --method surface' \
	'a shape much thinner than a voxel' scree-clump --voxels 8 -n 5 leaf
is 'by the other method it has pebbles' "$(scree-clump -q --voxels 8 -n 5 --method surface leaf | pebbles)" 5
is 'and nothing is written' "$(scree-clump -q -n 50 -r 0.9 cube 2>/dev/null)" ''
near 'taking off a lot' "$(scree-clump -q -n 7 --method grid --inflate -r 9 --table ball | column volume_ratio)" 1 1e-12
awk '$1 == "shape" { sub(/ [0-9]+,[0-9]+,[0-9]+$/, "") } { print }' cube >open
fails 3 'open edges' 'a surface with a hole' scree-clump -n 5 open
printf 'scree 1 dim=3\nshape 1 clump 0,0,0,1,2 1,0,0,1,1\n' >dense
fails 3 'several densities' 'pebbles of several densities' scree-clump -n 5 dense
printf 'scree 1 dim=3\nshape 1 plane\nshape 2 sphere r=1\n' >wall
is 'a wall stays' "$(scree-clump -n 1 wall 2>&1 >/dev/null | head -n 1)" 'scree-clump: shape 1 (plane) has no volume and does not change'
fails 3 'stdin' 'an empty stream' scree-clump -n 1

# a polyhedron: the medial ball of a point on a rounded edge or corner has the spheroradius at least
echo 'scree 1 dim=3
shape 1 polyhedron r=0.25 vertices=8 -1,-1,-1 1,-1,-1 -1,1,-1 1,1,-1 -1,-1,1 1,-1,1 -1,1,1 1,1,1 0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6
shape 2 polyhedron r=0.5 vertices=2 0,0,-1 0,0,1
shape 3 polyhedron r=0.4 vertices=1 1,2,3' >grains
scree-clump -q --coverage 0.9 --table grains | awk '!/^#/' >t
near 'the ball in a rounded cube' "$(awk '$1 == 1 { print $5 }' t)" 1.25 1e-9
ok 'no pebble of a rounded cube is smaller than its corners' awk '$1 == 1 && !($4 >= 0.25 - 1e-9) { exit 1 }' t
near 'a rod: all pebbles as thick as it' "$(awk '$1 == 2 { print $4 }' t)" 0.5 1e-9
is 'a ball is one pebble' "$(awk '$1 == 3 { print $2, $5 }' t)" '1 0.4'
near 'which is where it was' "$(scree-clump -q -n 1 grains 2>/dev/null | awk '$1 == "shape" && $2 == 3 { split($4, p, ","); print p[4] }')" 0.4 1e-12
finish
