#!/bin/sh
# scree-profile in space: caps and lenses of balls by their formulas, pebbles, images, means of velocities.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"
. "$root/tests/odd3.sh"

rows() { grep -v '^#' "$@" | grep .; }
cell() { awk -v name="$1" -v row="$2" '/^# [xyzr](\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ && NF && ++n == row { print $at[name] }' "$3"; }
sums() { rows "$2" | awk -v c="$1" -v v="$3" '{ s += $c * v } END { printf "%.15g", s }'; }

head='scree 1 dim=3
units length=mm mass=g time=s
domain lo=0,0,0 hi=4,4,8 periodic=xyz
material m density=3
shape 1 sphere r=0.75
shape 2 clump -0.5,0,0,0.5 1,0,0,0.25
mass 2 volume=0.589048622548086 I=0.06,0.3,0.3
shape 3 ellipsoid a=1,0.5,0.25
shape 4 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z qw qx qy qz vx vy vz Lx Ly Lz'
frame() { printf '%s\nframe 0 t=0 body=%d\n%s\nbody 99 4 m floor 0 0 0 1 0 0 0 0 0 0 0 0 0\nend 0\n' "$head" "$(($(echo "$1" | wc -l) + 1))" "$1"; }

# a ball at z = 3.1, slices of height 1: caps pi h^2 (3 r - h) / 3 of heights 0.65 below 3, and none above 3.85
frame 'body 1 1 m - 2 2 3.1 1 0 0 0 1 -2 3 0 0 0' >ball
scree-profile -q --along z --bins 8 ball >a
v=$(awk 'BEGIN { printf "%.15g", 4 / 3 * 3.14159265358979 * 0.75 ^ 3 }')
cap=$(awk 'BEGIN { printf "%.15g", 3.14159265358979 * 0.65 ^ 2 * (3 * 0.75 - 0.65) / 3 }')
near 'the cap of a ball' "$(cell solid 3 a)" "$(awk -v c="$cap" 'BEGIN { printf "%.15g", c / 16 }')" 1e-12
near 'the rest' "$(cell solid 4 a)" "$(awk -v v="$v" -v c="$cap" 'BEGIN { printf "%.15g", (v - c) / 16 }')" 1e-12
near 'numbers' "$(cell number 3 a)" "$(awk -v v="$v" -v c="$cap" 'BEGIN { printf "%.15g", c / v / 16 }')" 1e-12
is 'nothing elsewhere' "$(cell solid 2 a) $(cell vx 2 a) $(cell solid 5 a)" '0 ? 0'
is 'its velocity' "$(cell vx 3 a) $(cell vy 4 a) $(cell vz 4 a) $(cell T 4 a)" '1 -2 3 0'
is 'units' "$(scree-profile -q --no-provenance ball | grep '^# y' | tr ' ' '\n' | grep 'number\|k_xx' | tr '\n' ' ')" 'number[1/mm^3] k_xx[g/mm/s^2] '
near 'across a periodic edge' "$(sed 's/ 2 2 3.1 / 2 2 0.1 /' ball | scree-profile -q --along z --bins 8 >b; cell solid 8 b)" \
	"$(awk -v c="$cap" 'BEGIN { printf "%.15g", c / 16 }')" 1e-12
# shells about (2, 2, 2): the ball of radius 0.75 at the distance 1.1, the lens with a ball of radius 1
scree-profile -q --along r --centre 2,2,2 --to 2 --bins 2 ball >a
lens=$(awk 'BEGIN { r = 0.75; R = 1; d = 1.1; pi = 3.14159265358979
	h = (r - R + d) * (r + R - d) / (2 * d); H = (R - r + d) * (R + r - d) / (2 * d)
	printf "%.15g", pi * H * H * (3 * r - H) / 3 + pi * h * h * (3 * R - h) / 3 }')
near 'the lens of two balls' "$(cell solid 1 a)" "$(awk -v l="$lens" 'BEGIN { printf "%.15g", l / (4 / 3 * 3.14159265358979) }')" 1e-12
near 'both shells have all of it' "$(awk -v a="$(cell solid 1 a)" -v b="$(cell solid 2 a)" 'BEGIN { printf "%.15g", (a + 7 * b) * 4 / 3 * 3.14159265358979 }')" "$v" 1e-12
near 'outwards is up' "$(cell vr 1 a)" 3 1e-12
near 'from a shell of the ball about itself' "$(scree-profile -q --along r --centre 2,2,3.1 --to 1.5 --bins 3 ball >b; cell solid 1 b)" 1 1e-12
near 'the next one' "$(cell solid 2 b)" "$(awk 'BEGIN { printf "%.15g", (0.75 ^ 3 - 0.5 ^ 3) / (1 - 0.5 ^ 3) }')" 1e-12

# a clump upright along x, turned to z: pebbles at z = 4 - 0.5 and 4 + 1, by their own volumes 8 : 1
frame 'body 1 2 m - 2 2 4 0.7071067811865476 0 -0.7071067811865476 0 0 0 0 0 0 0' >clump
scree-profile -q --along z --bins 8 clump >a
near 'the larger pebble' "$(cell number 4 a)" "$(awk 'BEGIN { printf "%.15g", 8 / 9 / 16 }')" 1e-12
near 'half of the smaller one' "$(cell number 5 a)" "$(awk 'BEGIN { printf "%.15g", 1 / 18 / 16 }')" 1e-12
near 'and the other half' "$(cell number 6 a)" "$(awk 'BEGIN { printf "%.15g", 1 / 18 / 16 }')" 1e-12
near 'solid is its share of the volume' "$(cell solid 4 a)" "$(awk 'BEGIN { printf "%.15g", 0.589048622548086 * 8 / 9 / 16 }')" 1e-12
# an ellipsoid whose long axis stands: half axis 1 along z, cut at 0.4 above its middle
frame 'body 1 3 m - 2 2 4.6 0.7071067811865476 0 -0.7071067811865476 0 0 0 0 0 0 0' >ell
near 'an ellipsoid, as a ball as high' "$(scree-profile -q --along z --bins 8 ell >b; cell number 6 b)" \
	"$(awk 'BEGIN { h = 0.6; printf "%.15g", h * h * (3 - h) / 4 / 16 }')" 1e-12
# one with three different half axes that stands askew, of size 1.3, reaches as far along an axis of space as the root of
# the sum of
# (half axis times what it has of that axis)^2: the cap beyond a quarter of that is
# h^2 (3 - h) / 4 of all for h = 3/4
frame 'body 1 3 m - 1.3 2 2.2 4.6 0.6 0.4 -0.5 0.479583152331272 0 0 0 0 0 0' | sed 's/ tag x/ tag size x/; s/ floor 0/ floor 1 0/' >askew
ellipsoid() {
	awk -v k="$1" 'BEGIN { q = 0.6; x = 0.4; y = -0.5; z = 0.479583152331272
		if (k == 1) { a = 1 - 2 * (y * y + z * z); b = 2 * (x * y - q * z); c = 2 * (x * z + q * y) }
		if (k == 2) { a = 2 * (x * y + q * z); b = 1 - 2 * (x * x + z * z); c = 2 * (y * z - q * x) }
		if (k == 3) { a = 2 * (x * z - q * y); b = 2 * (y * z + q * x); c = 1 - 2 * (x * x + y * y) }
		h = 1.3 * sqrt(a * a + b * b / 4 + c * c / 16); at = k == 1 ? 2 : k == 2 ? 2.2 : 4.6; printf "%.15g %.15g", at + h / 4, at + h }'
}
for k in 1:x:32 2:y:32 3:z:16; do
	ends=$(ellipsoid ${k%%:*}) axis=${k#*:}
	near "an ellipsoid that stands askew, along ${axis%:*}" "$(scree-profile -q --along ${axis%:*} --bins 1 --from ${ends% *} --to ${ends#* } askew >b
		awk -v n="$(cell number 1 b)" -v a="${ends% *}" -v b="${ends#* }" -v area=${axis#*:} 'BEGIN { printf "%.15g", n * area * (b - a) }')" \
		0.31640625 1e-12
done

# three balls in one slice: means, temperatures; masses equal
frame 'body 1 1 m - 1 1 3 1 0 0 0 1 0 3 0 0 0
body 2 1 m - 2 3 3 1 0 0 0 -2 0 3 0 0 2
body 3 1 m - 3 1 3 1 0 0 0 4 0 0 0 0 0' >three
scree-profile -q --along z --bins 1 three >a
m=$(awk -v v="$v" 'BEGIN { printf "%.15g", 3 * v }')
near 'mean velocity' "$(cell vx 1 a)" 1 1e-12
near 'and along z' "$(cell vz 1 a)" 2 1e-12
near 'temperature: (0 + 9 + 9 + 1 + 1 + 4) / 9' "$(cell T 1 a)" 2.66666666666667 1e-12
near 'k_xx' "$(cell k_xx 1 a)" "$(awk -v m="$m" 'BEGIN { printf "%.15g", m * 18 / 128 }')" 1e-11
near 'k_xz: 0 - 3 - 6' "$(cell k_xz 1 a)" "$(awk -v m="$m" 'BEGIN { printf "%.15g", m * -9 / 128 }')" 1e-11
near 'rotation: L^2 / I over 3 masses and 3 axes' "$(cell T_rot 1 a)" "$(awk -v m="$m" 'BEGIN { printf "%.12g", 4 / (0.4 * m * 0.75 ^ 2) / (9 * m) }')" 1e-9
near 'mean spin' "$(cell wz 1 a)" "$(awk -v m="$m" 'BEGIN { printf "%.12g", 2 / (0.4 * m * 0.75 ^ 2) / 3 }')" 1e-9
near 'choice' "$(scree-profile -q --along z --bins 1 --where 'id < 3' three >b; cell vx 1 b)" -0.5 1e-12
sed '/^domain/d' ball >open
is 'without a domain slices have no volume' "$(scree-profile -q --along z --from 0 --to 8 --bins 8 open >b; cell solid 4 b; cell vz 4 b)" '?
3'
fails 2 'no domain.*give --from and --to' 'and need their ends' scree-profile --along z open
fails 2 "centre: '1,2' is not three numbers" 'a centre of the plane' scree-profile --along r --centre 1,2 ball
fails 2 'recompute: is for the plane' 'contacts from bodies' scree-profile --recompute ball
fails 3 'no frame has contact records' 'stress without contacts' scree-profile --stress ball
fails 2 "across: '1,2' is not four numbers" 'two ends' scree-profile --along z --across 1,2 ball
fails 2 'across: 3,2, expected the lower end first' 'ends of the other axis turned round' scree-profile --along z --across 1,2,3,2 ball
fails 2 'along: w, expected x, y, z \(3D only\) or r' 'no axis' scree-profile --along w ball
fails 2 'along: z, expected x, y or r' 'z in the plane' scree-profile --along z --from 0 --to 1 "$root/tests/data/chain.scree"

# grains of different masses that stand askew, two in each bin, row k of a frame at x = 4 k; all columns, means by mass
awk '/^scree/ { print; print "domain lo=-2,-3,-4 hi=22,5,6"; next } /^body/ { $7 *= 4 } { print }' odd >odd.scree
cat moments.awk - >profile.awk <<'S'
function flush(k, i, j, m, M, V, W, K, s, R, f, A, x, o, d) {
	for (k = 0; k < (shells ? 2 : 3); k++) { M = s = R = count = o = 0; split("", V); split("", W); split("", K)
		for (i = 0; i < n; i++) { split(row[i], f, " "); if (f[3] == 9 || bin(i) != k) continue
			m = mass(f); M += m; s += m / (f[4] == "a" ? 1.7 : 2.9); count++; R += momentum(f, L)
			for (j = 1; j <= 3; j++) { V[j] += m * f[6 + j]; W[j] += m * f[13 + j] }
			d = sqrt((4 * place[i] - 1) ^ 2 + 0.25 + 1); o += m * ((4 * place[i] - 1) * f[7] + 0.5 * f[8] - f[9]) / d }
		for (i = 0; i < n; i++) { split(row[i], f, " "); if (f[3] == 9 || bin(i) != k) continue
			m = mass(f); for (j = 1; j <= 3; j++) x[j] = f[6 + j] - V[j] / M
			K[1] += m * x[1] ^ 2; K[2] += m * x[2] ^ 2; K[3] += m * x[3] ^ 2; K[4] += m * x[1] * x[2]; K[5] += m * x[1] * x[3]; K[6] += m * x[2] * x[3] }
		A = (shells ? 4 * atan2(0, -1) / 3 * (k ? 7 : 1) * 9.2 ^ 3 : 8 * 8 * 10) * (mean ? 3 : 1)
		printf "%g %.15g %.15g", shells ? 4.6 + 9.2 * k : 2 + 8 * k, count / A, s / A
		for (j = 1; j <= 3; j++) printf count ? " %.15g" : " ?", V[j] / (M ? M : 1)
		if (shells) printf count ? " %.15g" : " ?", o / (M ? M : 1)
		for (j = 1; j <= 3; j++) printf count ? " %.15g" : " ?", W[j] / (M ? M : 1)
		printf count ? " %.15g %.15g" : " ? ?", (K[1] + K[2] + K[3]) / 3 / (M ? M : 1), R / 3 / (M ? M : 1)
		for (j = 1; j <= 6; j++) printf " %.15g", K[j] / A; print "" }
	n = 0 }
function bin(i) { return shells ? place[i] > 2 : int(place[i] / 2) }
BEGIN { n = 0 }
$1 != t && n && !mean { flush() } { if ($1 != t) k0 = n; t = $1; place[n] = n - k0; row[n++] = $0 } END { flush() }
S
few() { columns x number solid vx vy vz wx wy wz T T_rot k_xx k_yy k_zz k_xy k_xz k_yz; }
alike 'all columns' "$(scree-profile -q --along x --bins 3 odd.scree | few)" "$(awk -f profile.awk odd.rows)"
# shells about (1, 0.5, 3)
alike 'all columns of shells' "$(sed /^domain/d odd.scree | scree-profile -q --along r --centre 1,0.5,3 --to 18.4 --bins 2 | columns)" "$(awk -v shells=1 -f profile.awk odd.rows)"
alike 'of all frames together, about their means' "$(scree-profile -q --mean --along x --bins 3 odd.scree | few)" \
	"$(awk -v mean=1 -f profile.awk odd.rows)"

# periodic images in windows that end within the domain or beyond: as of all images one by one, of a stream without a domain
awk 'BEGIN { print "scree 1 dim=3\ndomain lo=-2,1,-1 hi=7,6,3 periodic=xyz\nmaterial m density=3\nshape 1 sphere r=0.5\nshape 2 clump -0.3,0,0,0.4 0.5,0.1,0,0.3"
	print "shape 3 ellipsoid a=0.7,0.5,0.3\ncolumns body id shape material size x y z qw qx qy qz vx vy vz Lx Ly Lz\nframe 0 t=0 body=24"
	for (k = 1; k <= 24; k++) printf "body %d %d m %g %g %g %g 0.8 %s %g %g %g %g %g %g\n", k, k % 3 + 1, 0.7 + 0.1 * (k % 5), -2 + k * 41 % 90 / 10,
		1 + k * 23 % 50 / 10, -1 + k * 17 % 40 / 10, k % 2 ? "0.6 0 0" : "0 -0.36 0.48", k * 7 % 10 - 4, k * 3 % 7 - 2, k % 5 - 1, k % 4, k % 3 - 1, k % 2
	print "end 0" }' >near.scree
awk '/^domain/ { next } /^frame/ { sub(/body=24/, "body=1800") }
	/^body/ { for (a = -2; a <= 2; a++) for (b = -2; b <= 2; b++) for (c = -1; c <= 1; c++) { $2 = ++n; $6 += 9 * a; $7 += 5 * b; $8 += 4 * c; print
			$6 -= 9 * a; $7 -= 5 * b; $8 -= 4 * c } next } { print }' near.scree >far.scree
for w in 'x --from 1 --to 8.5 --across 2,7.5,-0.3,1' 'y --from -2.2 --to 3.1 --across -2.5,6,0.1,4' 'z --from 0.2 --to 2.3 --across 3,9,-1.7,1.2' \
	'r --centre 5.8,2,0.4 --from 0.6 --to 2.6'; do
	# shellcheck disable=SC2086
	alike "images, along $w" "$(scree-profile -q --bins 3 --along $w near.scree | columns)" \
		"$(scree-profile -q --bins 3 --along $w far.scree | columns)"
done
# all of it turned by a third about 1,1,1: x becomes y, y z and z x
turn() {
	awk 'function third(s, p) { split(s, p, ","); return p[3] "," p[1] "," p[2] }
		/^domain/ { print "domain lo=" third(substr($2, 4)), "hi=" third(substr($3, 4)), $4; next }
		/^body/ { x = $6; y = $7; z = $8; $6 = z; $7 = x; $8 = y; x = $13; y = $14; z = $15; $13 = z; $14 = x; $15 = y; x = $16; y = $17; z = $18; $16 = z
			$17 = x; $18 = y; w = $9; x = $10; y = $11; z = $12; $9 = (w - x - y - z) / 2; $10 = (w + x + z - y) / 2; $11 = (w + y + x - z) / 2
			$12 = (w + z + y - x) / 2 } { print }'
}
upright() { columns number solid "$@" T T_rot; }
turn <near.scree >turned.scree
scree-profile -q --bins 3 --along x --from 1 --to 8.5 --across 2,7.5,-0.3,1 near.scree >a
alike 'turned, along y' \
	"$(scree-profile -q --bins 3 --along y --from 1 --to 8.5 --across -0.3,1,2,7.5 turned.scree | upright vx vy vz wx k_xy)" \
	"$(upright vz vx vy wz k_xz <a)"
alike 'twice, along z' \
	"$(turn <turned.scree | scree-profile -q --bins 3 --along z --from 1 --to 8.5 --across 2,7.5,-0.3,1 | upright vx vy vz wx k_xy)" \
	"$(upright vy vz vx wy k_yz <a)"
alike 'in the whole domain' "$(for k in x y z; do scree-profile -q --bins 5 --along $k near.scree | columns number |
	awk '{ s += 36 * $1 } END { printf "%.12g\n", s }'; done)" '24
24
24'
# an ellipsoid in shells, or in a part across, is a ball of its volume
frame 'body 1 3 m - 2 2.2 4.6 0.6 0.4 -0.5 0.479583152331272 0 0 0 0 0 0' | sed 's/ a=1,0.5,0.25/ a=0.9,0.6,0.5/' >egg
r=$(awk 'BEGIN { printf "%.15g", exp(log(0.9 * 0.6 * 0.5) / 3) }')
near 'an ellipsoid in shells' "$(scree-profile -q --along r --centre 2,2.2,4.6 --to 0.4 --bins 1 egg | columns number)" \
	"$(awk -v r="$r" 'BEGIN { printf "%.15g", 1 / (4 / 3 * 3.14159265358979 * r ^ 3) }')" 1e-11
near 'and where only a part across counts' \
	"$(scree-profile -q --along z --bins 1 --from 4.7 --to 6 --across 2,4,2.2,4 egg | columns number)" \
	"$(awk -v r="$r" 'BEGIN { h = r - 0.1; printf "%.15g", 0.25 * h * h * (3 * r - h) / 4 / r ^ 3 / (1.3 * 2 * 1.8) }')" 1e-12

# only a part across: a ball of radius 0.75 about (2, 2, 3.1), beyond x = 2 and y = 2 a quarter; an image beyond the edge of y
scree-profile -q --along z --bins 1 --across 2,3,2,3 ball >a
near 'a quarter of a ball' "$(cell number 1 a)" "$(awk 'BEGIN { printf "%.15g", 0.25 / 8 }')" 1e-13
sed 's/ 2 2 3.1 / 2 0 3.1 /' ball | scree-profile -q --along z --bins 1 --across 2,3,3,5 >a
near 'images at both ends of a strip' "$(cell number 1 a)" "$(awk 'BEGIN { printf "%.15g", 0.5 / 16 }')" 1e-13
# corner of a wedge: beyond x = 2.3 of a ball about x = 2, a cap
scree-profile -q --along y --bins 1 --across 2.3,4,0,8 ball >a
near 'a cap' "$(cell number 1 a)" "$(awk -v v="$v" 'BEGIN { pi = 3.14159265358979; h = 0.45; printf "%.15g", pi * h * h * (2.25 - h) / 3 / v / (1.7 * 4 * 8) }')" 1e-13

# three balls of radius 1/2 on each other on a floor, each of the weight 2: the floor bears 6, the lowest joint 4, the next 2.
# A slice that the whole way of a force crosses has the stress force / cross-section, 16 here.
stack='scree 1 dim=3
domain lo=0,0,0 hi=4,4,4 periodic=xy
material m density=3
shape 1 sphere r=0.5
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z
columns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz'
rows3='body 1 1 m - 1 1 0.5
body 2 1 m - 1 1 1.5
body 3 1 m - 1 1 2.5
body 9 2 m floor 0 0 0
contact 1 0 9 0 0 0 0 1 1 0 0 0 -1 1e-9 6 0 0 0
contact 1 0 2 0 0 0 0 1 1 1 0 0 1 1e-9 4 0.5 0 0'
printf '%s\n' "$stack" 'frame 0 t=0 body=4 contact=3' "$rows3" 'contact 3 0 2 0 0 0 0 1 1 2 0 0 -1 1e-9 2 0 0 0' 'end 0' >stack
scree-profile -q --no-provenance --along z --stress --from 0 --to 3 --bins 6 stack >a
is 'columns of stress' "$(grep '^# z' a | tr ' ' '\n' | grep s_ | tr '\n' ' ')" \
	's_xx[M/L/T^2] s_xy[M/L/T^2] s_xz[M/L/T^2] s_yx[M/L/T^2] s_yy[M/L/T^2] s_yz[M/L/T^2] s_zx[M/L/T^2] s_zy[M/L/T^2] s_zz[M/L/T^2] '
is 'weight is borne' "$(rows a | awk '{ s = s $NF * 16 " " } END { print s }')" '6 4 4 2 2 0 '
# the force on body 1 at the upper joint is -n fn - ft = (-0.5, 0, -4), its branch (0, 0, 0.5)
near 'the force is the first index' "$(cell s_xz 2 a)" "$(awk 'BEGIN { print 0.5 / 16 }')" 1e-12
near 'the branch is the second' "$(cell s_zx 2 a)" 0 1e-12
near 'whole, by its own weight' "$(scree-profile -q --along z --stress --from 0 --to 3 --bins 1 stack >b; cell s_zz 1 b)" \
	"$(awk 'BEGIN { print (0.5 * 6 + 4 + 2) / 48 }')" 1e-12
near 'in a strip all of it is over a smaller cross-section' \
	"$(scree-profile -q --along z --stress --from 0 --to 3 --bins 6 --across 0.5,1.5,0.5,1.5 stack >b; cell s_zz 3 b)" 4 1e-12
near 'beside it nothing' "$(scree-profile -q --along z --stress --from 0 --to 3 --bins 6 --across 1.5,2.5,0.5,1.5 stack >b; cell s_zz 3 b)" 0 0
# shells about the middle of the lowest ball: outwards are the forces along z, of half a diameter the joint's and the floor's
scree-profile -q --along r --centre 1,1,0.5 --from 0 --to 0.5 --bins 1 --stress stack >b
near 'in shells, outwards' "$(cell s_rr 1 b)" "$(awk 'BEGIN { printf "%.15g", 0.5 * (6 + 4) / (4 / 3 * 3.14159265358979 / 8) }')" 1e-9
near 'nothing across' "$(cell s_tt 1 b)" 0 1e-12
# a force of (1.2, 0, 5) on the ball at its right, 0.5 along x from its centre: outwards 1.2, across nothing of the branch;
# all in all
# s_rr + 2 s_tt is the trace
{ sed '/^frame/,$d' stack; printf '%s\n' 'frame 0 t=0 body=2 contact=1' 'body 1 1 m - 1 1 1' 'body 2 1 m - 2.1 1.2 1.3' \
	'contact 1 0 2 0 0 0 0 1.5 1.1 1.15 0.96 0.28 0 1e-9 3 0.28 -0.96 0.7' 'end 0'; } >slope
scree-profile -q --along r --centre 0.7,0.6,1.1 --from 0.1 --to 1.2 --bins 2 --stress slope >b
alike 's_rr and twice s_tt are the trace' "$(columns s_rr s_tt <b | awk '{ printf "%.15g\n", $1 + 2 * $2 }')" \
	"$(columns s_xx s_yy s_zz <b | awk '{ printf "%.15g\n", $1 + $2 + $3 }')" 1e-12
ok 'there is some of each' test "$(columns s_rr s_tt <b | awk '$1 * $2 != 0' | wc -l)" -ge 1
# a frame without records of contacts has no stress: it is left out, of means too
{ cat stack; sed '/^contact/d; s/ contact=3//; s/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/; /^[^fbe]/d' stack; } >lacking
is 'a frame without contacts' "$(scree-profile -q --along z --stress --from 0 --to 3 --bins 6 lacking 2>/dev/null | columns)" \
	"$(rows a)"
alike 'and its part in the mean' \
	"$(scree-profile -q --along z --stress --mean --from 0 --to 3 --bins 6 lacking 2>/dev/null | columns number s_zz)" \
	"$(columns number s_zz <a)"
# the columns x of a frame twice, the forces doubled in the second: means and their errors
sed 's/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/; /^scree/d; /^domain/d; /^material/d; /^shape/d; /^constraint/d; /^columns/d
	s/ 1e-9 6 0 0 0/ 1e-9 12 0 0 0/' stack | cat stack - >twice
scree-profile -q --along z --stress --mean --from 0 --to 3 --bins 6 twice >b
near 'mean over frames' "$(cell s_zz 1 b)" "$(awk 'BEGIN { print 9 / 16 }')" 1e-12
near 'its error' "$(cell s_zz_error 1 b)" "$(awk 'BEGIN { print 3 / 16 }')" 1e-12
near 'no error where nothing changes' "$(cell s_zz_error 2 b)" 0 1e-12
is 'one table' "$(grep -c block b) $(rows b | wc -l)" '0 6'
# velocities of a ball in two frames: fluctuations are about the mean of both
sed 's/ 1 -2 3 0 0 0$/ 5 -2 3 0 0 0/; s/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/; /^[^fbe]/d' ball | cat ball - >moves
scree-profile -q --along z --bins 1 --mean moves >b
near 'mean velocity of two frames' "$(cell vx 1 b)" 3 1e-12
near 'its error' "$(cell vx_error 1 b)" 2 1e-12
near 'temperature about the mean of both' "$(cell T 1 b)" "$(awk 'BEGIN { print 4 / 3 }')" 1e-5

# clumps between periodic edges, settled in part: over all bins the stress is the one of all grains
scree-shape dumbbell -r 0.25 | scree-fill -q -n 20 --box 2,2,5 --periodic xy | scree-wall -q plates |
	scree-set -q --gravity 0,0,-10 --law grain,grain,kn=2e3,en=0.3 | scree-dem3 -q -t 0.8 | scree-pick -q --last >heap
# (the domain is 2 by 2 by 6.25)
for c in '25 --along x --bins 3' '25 --along y --bins 5' '40 --along z --from -1 --to 9 --bins 7'; do
	v=${c%% *} c=${c#* }
	scree-stress -q --volume "$v" heap >whole
	scree-profile -q --stress $c heap >b
	for s in s_xx s_xz s_zx s_zz; do
		near "$c, $s" "$(awk -v name="$s" '/^# [xyz](\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
			!/^#/ && NF { n++; sum += $at[name] } END { printf "%.15g", sum / n }' b)" \
			"$(awk -v name="$s" '/^# t(\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } } !/^#/ && NF { print $at[name] }' whole)" 1e-10
	done
done
ok 'there is stress' sh -c "awk '!/^#/ && NF { exit !(\$11 > 0.1) }' whole"
fails 3 'body 1 .*mass|body 1 .*material' 'a body without mass' sh -c "sed 's/^body 1 1 m/body 1 1 -/' ball | scree-profile"
# with --walls a plane has no branch from its origin, wherever that is
printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=4,4,4' 'material m density=1' 'shape 1 sphere r=0.5' 'shape 2 plane' 'constraint floor x=fixed y=fixed z=fixed' \
	'columns body id shape material tag x y z' 'columns contact i j x y z nx ny nz overlap fn' 'frame 0 t=0 body=2 contact=1' 'body 1 1 m - 3 2 0.5' \
	'body 2 2 m floor 0 0 0' 'contact 1 2 3 2 0 0 0 -1 0.01 1' 'end 0' >floor.scree
alike 'a plane has no branch' "$(scree-profile -q --stress --along z --bins 1 --walls floor.scree | columns s_zx s_zy s_zz)" '0 0 0.0078125'
finish
