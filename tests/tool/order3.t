#!/bin/sh
# scree-order in space: crystals, axes that are written down, and points at random.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

rows() { grep -v '^#' "$@" | grep .; }
cell() { awk -v name="$1" -v row="$2" '/^# (t|id|r)(\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ && NF && ++n == row { print $at[name] }' "$3"; }

# face-centred cubic, spheres of diameter 1 at a distance of 0.98, with a floor far below
awk 'BEGIN { a = 0.98 * sqrt(2)
	printf "scree 1 dim=3\ndomain lo=0,0,0 hi=%.17g,%.17g,%.17g periodic=xyz\nmaterial m density=1\nlaw m m linear kn=50\n", 3 * a, 3 * a, 3 * a
	print "shape 1 sphere r=0.5\ncolumns body id shape material x y z\nframe 0 t=0 body=108"
	for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) for (k = 0; k < 6; k++) if ((i + j + k) % 2 == 0)
		printf "body %d 1 m %.17g %.17g %.17g\n", ++n, a * (i / 2 + 0.1), a * (j / 2 + 0.1), a * (k / 2 + 0.1)
	print "end 0" }' >fcc0
scree-dem3 -q -t 0 fcc0 >fcc
scree-order -q --bond 6 --neighbours contacts fcc >a
is 'grains and neighbours' "$(cell grains 1 a) $(cell neighbours 1 a)" '108 12'
near 'q6 of fcc' "$(cell local 1 a)" 0.574524259714069 1e-12
near 'of all bonds together' "$(cell global 1 a)" 0.574524259714069 1e-12
near 'q4, by a distance' "$(scree-order -q --bond 4 --neighbours 1.2 fcc0 >b; cell local 1 b)" 0.190940653956493 1e-12
near 'of one grain' "$(scree-order -q --bond 4 --bodies --neighbours 1.2 fcc0 --where 'id == 7' >b; cell q 1 b)" 0.190940653956493 1e-12
scree-order -q --gr --reach 1.6 --bins 16 fcc0 >a
is 'six pairs for each at 0.98, three at 1.386' "$(rows a | awk '$4 { print NR, $4 }' | tr '\n' ' ')" '10 648 14 324 '
near 'g: over n (n - 1) / 2 of the shell over the volume' "$(cell g 10 a)" \
	"$(awk 'BEGIN { printf "%.15g", 648 / (108 * 107 / 2 * 4 / 3 * 3.14159265358979 * (1 - 0.729) / (3 * 0.98 * sqrt(2)) ^ 3) }')" 1e-9
is 'balls have no axes' "$(cell g2 10 a) $(scree-order -q --nematic fcc0 >b; cell grains 1 b; cell order 1 b)" '? 0
?'

# rods, the long axis is x of the body: two along x, one along z, one along y that is not chosen; a disk has no long axis
cat >rods <<'EOF_B'
scree 1 dim=3
material m density=1
shape 1 clump -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5
mass 1 volume=1.5 I=0.2,1,1
shape 2 clump 1,0,0,0.5 -1,0,0,0.5 0,1,0,0.5 0,-1,0,0.5
mass 2 volume=2 I=1,1,2
columns body id shape material x y z qw qx qy qz
frame 0 t=0 body=5
body 1 1 m 0 0 0 1 0 0 0
body 2 1 m 0 0 2 0 0 1 0
body 3 1 m 9 9 9 0.7071067811865476 0 -0.7071067811865476 0
body 4 1 m 5 5 5 0.7071067811865476 0 0 0.7071067811865476
body 5 2 m 4 9 1 1 0 0 0
end 0
EOF_B
scree-order -q --nematic --where 'id != 4' rods >a
# the mean of u u is diag(2/3, 0, 1/3)
near 'order (3 * 2/3 - 1) / 2' "$(cell order 1 a)" 0.5 1e-12
is 'of three grains' "$(cell grains 1 a)" 3
near 'director' "$(cell ux 1 a)" 1 1e-12
scree-order -q --nematic --bodies rods >a
near 'an axis in space' "$(cell uz 3 a)" 1 1e-12
is 'the disk has none' "$(cell ux 5 a) $(cell along 5 a)" '? ?'
scree-order -q --gr --reach 3 --bins 3 rods >a
near 'axes side by side' "$(cell g2 3 a)" 1 1e-12

# axes of bodies that stand askew, whose tensors of inertia are not diagonal: the axis of the least moment, by powers of a matrix;
# order and director by those of the mean of u u
. "$root/tests/odd3.sh"
cat moments.awk - >axes.awk <<'S'
# into e the direction of the greatest eigenvalue, which is returned, of A[1 .. 3, 1 .. 3]
function power(A, i, j, k, n, f) {
	e[1] = 0.6; e[2] = 0.64; e[3] = 0.48
	for (k = 0; k < 2000; k++) { n = 0
		for (i = 1; i <= 3; i++) { f[i] = 0; for (j = 1; j <= 3; j++) f[i] += A[i, j] * e[j]; n += f[i] ^ 2 }
		n = sqrt(n); for (i = 1; i <= 3; i++) e[i] = f[i] / n }
	return n }
function frame(r, i, j, q, S, c, m) {
	for (i = 2; i <= n; i++) for (r = i; r > 1 && id[r] < id[r - 1]; r--) { swap(id, r); swap(x, r); for (j = 1; j <= 3; j++) swap3(r, j) }
	for (r = 1; r <= n; r++) if (has(r)) { q++; for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) S[i, j] += u[r, i] * u[r, j] }
	m = power(S) / q; j = 1; for (i = 2; i <= 3; i++) if (e[i] ^ 2 > e[j] ^ 2) j = i
	if (!bodies) printf "%s %d %.15g %.15g %.15g %.15g\n", t, q, (3 * m - 1) / 2, e[1] * (m = e[j] < 0 ? -1 : 1), e[2] * m, e[3] * m
	for (r = 1; r <= n && bodies; r++) if (has(r)) { c = u[r, 1] * e[1] + u[r, 2] * e[2] + u[r, 3] * e[3]
		printf "%d %d 1 2 %.15g %.15g %.15g %.15g\n", id[r], x[r], u[r, 1] ^ 2, u[r, 1] * u[r, 2], u[r, 2] * u[r, 3], (3 * c * c - 1) / 2 }
	n = 0; rows = 0 }
function has(r) { return some == "" || index(some, " " id[r] " ") }
function swap(A, r, y) { y = A[r]; A[r] = A[r - 1]; A[r - 1] = y }
function swap3(r, j, y) { y = u[r, j]; u[r, j] = u[r - 1, j]; u[r - 1, j] = y }
BEGIN { n = rows = 0 }
$1 != t && n { frame() }
{ t = $1; split($0, f, " "); momentum(f, L); if (f[3] == 9) { rows++; next }
	n++; id[n] = f[2]; x[n] = rows++; split("1 4 5 4 2 6 5 6 3", c, " ")
	for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) B[i, j] = (i == j ? 3 : 0) - I[c[3 * i + j - 3]]
	power(B); for (i = 1; i <= 3; i++) { v[i] = 0; for (j = 1; j <= 3; j++) v[i] += R[i, j] * e[j] }
	for (i = 1; i <= 3; i++) u[n, i] = v[i] }
END { frame() }
S
alike 'order and director' "$(scree-order -q --nematic odd | columns)" "$(awk -f axes.awk odd.rows)"
alike 'of some' "$(scree-order -q --nematic --where 'tag == big or id == 41' odd | columns)" "$(awk -v some=' 7 23 41 ' -f axes.awk odd.rows)"
# an axis has no sign: its products
alike 'axes of all' "$(scree-order -q --nematic --bodies odd | columns | awk '{ printf "%d %s %s %s %.15g %.15g %.15g %s\n", $1, $2, $3, $4, $5 ^ 2, $5 * $6, $6 * $7, $8 }')" \
	"$(awk -v bodies=1 -f axes.awk odd.rows)"

# bonds: q_k^2 is the mean of Legendre's P_k of the angles between all bonds, each with each. A domain that is periodic in part, a wall
cat >bonds.rows <<'S'
41 0.5 1.2 0.3
7 1.1 0.4 0.9
19 1.3 1.6 0.2
23 3.7 1.1 0.6
2 0.2 0.3 2.7
30 2.1 2.9 1.4
11 2.9 2.2 2.1
13 1.9 1.2 2.4
S
cat >links <<'S'
contact 41 7 0 0 0 0.8 0.8 0.6 1 0 0 0.01 3
contact 19 41 0 0 0 0.9 1.4 0.2 -1 0 0 0.01 2
contact 7 41 0 0 0 0.7 0.9 0.6 -1 0 0 0.01 1
contact 23 41 1 0 0 4.1 1.1 0.5 1 0 0 0.01 2
contact 5 2 0 0 0 0 0 3 1 0 0 0.01 2
contact 2 7 0 0 1 0.6 0.3 3.3 0 0 1 0.01 2
contact 30 13 0 0 0 2 2 2 0 -1 0 0.01 2
S
{ printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=4,3.5,3 periodic=xz' 'material m density=1' 'shape 1 sphere r=0.5' 'constraint wall x=fixed' \
	'columns body id shape material tag x y z' 'columns contact i j ix iy iz x y z nx ny nz overlap fn' 'frame 0 t=0.5 body=9 contact=7'
	awk '{ print "body", $1, 1, "m -", $2, $3, $4 }' bonds.rows; echo 'body 5 1 m wall 1 1 1'; cat links; echo 'end 0'; } >bonds
cat >bonds.awk <<'S'
function P(l, x, n, a, b, c) { a = 1; b = x; if (l == 0) return 1; for (n = 2; n <= l; n++) { c = ((2 * n - 1) * x * b - (n - 1) * a) / n; a = b; b = c } return b }
function add(r, x, y, z, l) { l = sqrt(x * x + y * y + z * z); n = ++nb[r]; bx[r, n] = x / l; by[r, n] = y / l; bz[r, n] = z / l }
function q(from, to, r, s, i, j, n, sum) {
	for (r = from; r <= to; r++) if (has(r)) for (i = 1; i <= nb[r]; i++) { n++
		for (s = from; s <= to; s++) if (has(s)) for (j = 1; j <= nb[s]; j++) sum += P(k, bx[r, i] * bx[s, j] + by[r, i] * by[s, j] + bz[r, i] * bz[s, j]) }
	return n ? sprintf("%.15g", sqrt(sum > 0 ? sum : 0) / n) : "?" }
function has(r) { return some == "" || index(some, " " id[r] " ") }
NR == FNR { id[NR] = $1; row[$1] = NR; x[NR] = $2; y[NR] = $3; z[NR] = $4; m = NR; next }
!reach && ($2 in row) && ($3 in row) && !((r = row[$2]) > (s = row[$3]) ? ((s, r) in seen) : ((r, s) in seen)) {
	if (r > s) seen[s, r] = 1; else seen[r, s] = 1
	a = x[s] - x[r] + 4 * $4; b = y[s] - y[r]; c = z[s] - z[r] + 3 * $6; add(r, a, b, c); add(s, -a, -b, -c) }
END { for (r = 1; r <= m && reach; r++) for (s = 1; s <= m; s++) if (r != s) { a = x[s] - x[r]; a -= 4 * (a > 2) - 4 * (a < -2); b = y[s] - y[r]; c = z[s] - z[r]; c -= 3 * (c > 1.5) - 3 * (c < -1.5)
		if (a * a + b * b + c * c < reach * reach) add(r, a, b, c) }
	for (r = 1; r <= m; r++) if (has(r)) { if (nb[r]) { grains++; all += nb[r]; local += q(r, r) } if (bodies) print id[r], x[r], y[r], z[r], nb[r] + 0, q(r, r) | "sort -n" }
	if (!bodies) printf "0.5 %d %.15g %.15g %s\n", grains, all / grains, local / grains, q(1, m) }
S
for k in 1 4 6; do
	alike "q_$k by distance" "$(scree-order -q --bond $k --neighbours 1.45 bonds | columns)" "$(awk -v k=$k -v reach=1.45 -f bonds.awk bonds.rows links)" 1e-7
	alike "q_$k by contacts" "$(scree-order -q --bond $k --neighbours contacts bonds | columns)" "$(awk -v k=$k -f bonds.awk bonds.rows links)" 1e-7
done
alike 'of each' "$(scree-order -q --bond 3 --bodies --neighbours 1.45 bonds | columns)" "$(awk -v k=3 -v bodies=1 -v reach=1.45 -f bonds.awk bonds.rows links)" 1e-7
alike 'of each, by contacts' "$(scree-order -q --bond 5 --bodies --neighbours contacts bonds | columns)" "$(awk -v k=5 -v bodies=1 -f bonds.awk bonds.rows links)" 1e-7
alike 'of some, to all' "$(scree-order -q --bond 2 --neighbours 1.45 --where 'id == 7 or id == 41 or id == 23' bonds | columns)" \
	"$(awk -v k=2 -v reach=1.45 -v some=' 7 41 23 ' -f bonds.awk bonds.rows links)" 1e-7

# g and g2 of rods and of balls, which have no axis, in two frames, of all columns against all pairs; the reach unless asked
# is two
# thirds of half the shortest period, or 6 mean spacings; a frame of one grain has no pairs, one of two has one
awk 'BEGIN { print "scree 1 dim=3\nmaterial m density=1\nshape 1 sphere r=0.5\nshape 2 clump -0.5,0,0,0.3 0.5,0,0,0.3\nmass 2 volume=0.3 I=0.1,1,1"
	print "domain lo=-1,2,0.5 hi=3.5,7,6.5 periodic=xyz\ncolumns body id shape material x y z qw qx qy qz"
	for (f = 0; f < 4; f++) { n = f == 2 ? 1 : f == 3 ? 2 : 14 + 3 * f; print "frame " f " t=" f " body=" n
		for (k = 1; k <= n; k++) printf "body %d %d m %.17g %.17g %.17g 0.5 %s\n", k * 7 % 31, k % 4 ? 2 : 1, -1 + k * (41 + f) % 90 / 20,
			2 + k * 23 % 50 / 10, 0.5 + k * (17 + f) % 60 / 10, k % 3 ? k % 2 ? "0.5 0.5 0.5" : "-0.1 0.7 0.5" : "0.3 -0.4 0.7071067811865476"
		print "end " f } }' >rodlets
cat >pairs.awk <<'S'
/^frame/ { n = 0 }
/^body/ { n++; kind[n] = $3; x[n] = $5; y[n] = $6; z[n] = $7; l = $8 * $8 + $9 * $9 + $10 * $10 + $11 * $11; u[n] = 1 - 2 * ($10 * $10 + $11 * $11) / l
	v[n] = 2 * ($9 * $10 + $8 * $11) / l; w[n] = 2 * ($9 * $11 - $8 * $10) / l }
function away(d, side) { while (d > side / 2) d -= side; while (d < -side / 2) d += side; return d * d }
/^end/ { pairs += n * (n - 1) / 2; for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
		b = int(sqrt(away(x[j] - x[i], 4.5) + away(y[j] - y[i], 5) + away(z[j] - z[i], 6)) / reach * bins); if (b >= bins) continue
		count[b]++; if (kind[i] == 2 && kind[j] == 2) { both[b]++; c = u[i] * u[j] + v[i] * v[j] + w[i] * w[j]; g2[b] += (3 * c * c - 1) / 2 } } }
END { for (b = 0; b < bins; b++) { e = pairs * 4 / 3 * atan2(0, -1) * (reach / bins) ^ 3 * ((b + 1) ^ 3 - b ^ 3) / (4.5 * 5 * 6)
	printf "%.15g %.15g", (b + 0.5) * reach / bins, count[b] / e; if (count[b]) printf " %.15g", sqrt(count[b]) / e; else printf " ?"
	printf " %d", count[b]; if (both[b]) printf " %.15g\n", g2[b] / both[b]; else print " ?" } }
S
alike 'g and g2 of all frames' "$(scree-order -q --gr --reach 2.2 --bins 5 rodlets | columns)" \
	"$(awk -v reach=2.2 -v bins=5 -f pairs.awk rodlets)"
alike 'as far as told' "$(scree-order -q --gr --bins 7 rodlets | columns)" "$(awk -v reach=1.5 -v bins=7 -f pairs.awk rodlets)"

# points at random, but in layers along z: their density there would vary by chance, which errors of counts do not know
awk 'BEGIN { srand(3); print "scree 1 dim=3\ndomain lo=0,0,0 hi=5,5,5 periodic=xy\nmaterial m density=1\nshape 1 sphere r=0.01\ncolumns body id shape material x y z\nframe 0 t=0 body=1500"
	for (i = 1; i <= 1500; i++) printf "body %d 1 m %.17g %.17g %.17g\n", i, 5 * rand(), 5 * rand(), (i - rand()) / 300
	print "end 0" }' >ideal
scree-order -q --gr --reach 2 --bins 8 ideal >a
is 'g of an ideal gas between walls is 1' "$(rows a | awk '($2 - 1) ^ 2 > 16 * $3 ^ 2 { n++ } END { print n + 0, NR }')" '0 8'
near 'its fourth bin' "$(cell g 8 a)" 1 0.02

fails 2 'neighbours: is missing, expected contacts or a distance for a stream with dim=3' 'cells in space' scree-order --bond 6 fcc0
fails 2 'bond: 30, expected 1 to 24 in 3D' 'a high order' scree-order --bond 30 --neighbours 1 fcc0
fails 2 'neighbours: 3, expected at most 2.07' 'neighbours that are too far' scree-order --bond 6 --neighbours 3 fcc0
fails 2 'reach: 4, expected at most' 'a reach that is too long' scree-order --gr --reach 4 fcc0
# grains without a domain come together: the first frame allows a reach that the second one does not
awk 'BEGIN { print "scree 1 dim=3\nmaterial m density=1\nshape 1 sphere r=0.01\ncolumns body id shape material x y z"
	for (f = 0; f < 2; f++) { print "frame " f " t=" f " body=8"
		for (i = 0; i < 8; i++) print "body", i + 1, 1, "m", i % 2 / 4 ^ f, int(i / 2) % 2 / 4 ^ f, int(i / 4) / 4 ^ f
		print "end " f } }' >shrinks
fails 2 'frame 1 .*the reach that the first frame determines is [0-9.]*, expected at most.*give a smaller --reach' \
	'a default reach that is too long later' scree-order --gr shrinks
fails 2 'frame 1 .*option --reach: 0.5, expected at most .*which was more in earlier frames; give a smaller --reach' \
	'a reach that is too long later' scree-order --gr --reach 0.5 shrinks
fails 3 'no frame has contact records.*scree-dem3 -t 0' 'no records' scree-order --bond 6 --neighbours contacts fcc0
fails 2 'voronoi: is for streams in 2D' 'cells are of the plane' scree-order --voronoi fcc0
fails 2 'contacts: is for streams in 2D' 'how grains that touch are turned' scree-order --contacts fcc0

# faces: two cubes, one turned by 0.4 about z, a ball, and a wall
{ scree-shape cube --radius 0.1 --no-provenance | sed -n '/^shape/p' | sed 's/^shape [^ ]*/shape 2/' >cube
	printf 'scree 1 dim=3\nconstraint wall x=fixed\nshape 1 sphere r=0.5\n'; cat cube; echo 'columns body id shape tag x y z qw qx qy qz
frame 0 t=0.5 body=4
body 1 2 - 0 0 0 1 0 0 0'
	awk 'BEGIN { printf "body 2 2 - 4 0 0 %.17g 0 0 %.17g\n", cos(0.2), sin(0.2) }'
	echo 'body 3 1 - 9 0 0 1 0 0 0
body 4 2 wall 9 9 0 0.8 0.6 0 0
end 0'; } >facing
scree-order --faces 4 facing >a
is 'columns of faces' "$(grep '^# t' a)" '# t[T] grains order correlation'
is 'two cubes count, no ball and no wall' "$(cell grains 1 a)" 2
near 'cubatic correlation of two cubes' "$(cell correlation 1 a)" "$(awk 'BEGIN { printf "%.15g", (7 + 5 * cos(1.6)) / 12 }')" 1e-12
near 'and their order' "$(cell order 1 a)" "$(awk 'BEGIN { printf "%.15g", sqrt((1 + (7 + 5 * cos(1.6)) / 12) / 2) }')" 1e-12
scree-order --faces 4 --bodies facing >b
near 'q of a cube' "$(cell q 2 b)" 0.763762615825973 1e-12
near 'each along the mean' "$(cell along 2 b)" "$(cell order 1 a)" 1e-12
is 'a ball has none' "$(cell along 3 b)" '?'
is 'cubes have no order of degree 3' "$(scree-order --faces 3 facing >b; cell grains 1 b) $(cell order 1 b)" '0 ?'
fails 2 'faces: 25, expected 1 to 24' 'a degree that is too high' scree-order --faces 25 facing
fails 2 'faces: is for streams in 3D' 'faces in the plane' sh -c 'scree-shape disk | scree-order --faces 4'

# displacements: two bodies that fly, one across the edge of its domain, one turns by a third of a turn about 1,1,1
flight() { printf 'frame %d t=%s body=2\nbody 1 1 %s\nbody 2 1 %s\nend %d\n' "$1" "$2" "$3" "$4" "$1"; }
{ printf 'scree 1 dim=3\ndomain lo=0,0,0 hi=4,5,6 periodic=xyz\nshape 1 sphere r=0.5\ncolumns body id shape x y z ix iy iz qw qx qy qz\n'
	flight 0 0 '1 1 5 0 0 0 1 0 0 0' '2 2 2 0 0 0 1 0 0 0'
	flight 1 1.5 '1 3 1 0 0 1 -1 0 0 0' '3 2 2 -1 0 0 -0.5 -0.5 -0.5 -0.5'; } >flight
scree-order --msd flight >a
# ways (0, 2, 2) and (-3, 0, 0)
is 'columns in space' "$(grep '^# lag' a)" \
	'# lag[T] msd[L^2] msd_x[L^2] msd_y[L^2] msd_z[L^2] mean_x[L] mean_y[L] mean_z[L] msd_angle alpha2 samples'
is 'lag, squares, means' "$(rows a | cut -d' ' -f1-8)" '1.5 8.5 4.5 2 2 -1.5 1 1'
near 'a turn by 120 degrees, and none' "$(rows a | cut -d' ' -f9)" "$(awk 'BEGIN { printf "%.15g", (2 * 3.14159265358979 / 3) ^ 2 / 2 }')" 1e-12
near 'alpha2: 3 <r^4> / 5 <r^2>^2 - 1' "$(rows a | cut -d' ' -f10)" "$(awk 'BEGIN { printf "%.15g", 3 * (64 + 81) / 2 / (5 * 8.5 ^ 2) - 1 }')" 1e-12
is 'over many origins the same' "$(scree-order --msd --origins many --no-provenance flight | rows)" "$(rows a)"
fails 3 'no frame' 'no frame' sh -c 'echo "scree 1 dim=3" | scree-order --gr'
finish
