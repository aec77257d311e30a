#!/bin/sh
# scree-convert: every number of every format, for bodies that are turned, sized and uneven in all ways: where it stands, in which
# order, of what unit. What is expected is computed here, from the scene alone.
. "$(dirname "$0")/../tap.sh"

# the same numbers and words, one after the other, to that of the larger of 1 and themselves
same() { # TOLERANCE FOUND EXPECTED (files)
	tr ',' ' ' <"$2" | tr -s ' \n' '\n\n' | sed '/^$/d' >found.words
	tr ',' ' ' <"$3" | tr -s ' \n' '\n\n' | sed '/^$/d' >expected.words
	[ "$(wc -l <found.words)" = "$(wc -l <expected.words)" ] && paste -d' ' found.words expected.words | awk -v tol="$1" '
		$1 == $2 { next }
		{ d = $1 - $2; s = $2 < 0 ? -$2 : $2; if (s < 1) s = 1; if (!($1 ~ /^[-+.0-9]/) || d > tol * s || d < -tol * s) { print NR, $0; bad = 1 } }
		END { exit bad }'
}
# What the awk programs below know: a body's shape, its turn and the tensor in space.
cat >lib.awk <<'END'
function turn(q, v, to,  w, x, y, z, a, b, c) { # v + 2 q x (q x v + w v)
	w = q[0]; x = q[1]; y = q[2]; z = q[3]
	a = y * v[3] - z * v[2] + w * v[1]; b = z * v[1] - x * v[3] + w * v[2]; c = x * v[2] - y * v[1] + w * v[3]
	to[1] = v[1] + 2 * (y * c - z * b); to[2] = v[2] + 2 * (z * a - x * c); to[3] = v[3] + 2 * (x * b - y * a)
}
/^material/ { split($3, kv, "="); rho[$2] = kv[2] }
/^shape/ { np[$2] = NF - 3; kind[$2] = $3
	for (k = 4; k <= NF; k++) { n = split($k, f, ","); for (i = 1; i <= 4; i++) ball[$2, k - 3, i] = f[i]; dense[$2, k - 3] = n == 5 ? f[5] : 1 }
	if ($3 == "sphere") { np[$2] = 1; for (i = 1; i < 4; i++) ball[$2, 1, i] = 0; ball[$2, 1, 4] = substr($4, 3); dense[$2, 1] = 1 } }
/^mass/ { split($3, kv, "="); volume[$2] = kv[2]; split($4, kv, "="); n = split(kv[2], I, ","); for (i = 1; i <= 6; i++) inertia[$2, i] = i <= n ? I[i] : 0 }
/^body/ { nb++; id[nb] = $2; sh[nb] = $3; mat[nb] = $4; size[nb] = $5
	for (i = 1; i <= 3; i++) { X[nb, i] = $(5 + i); image[nb, i] = $(12 + i); V[nb, i] = $(15 + i); W[nb, i] = $(18 + i) }
	for (i = 0; i < 4; i++) Q[nb, i] = $(9 + i) }
function quat(b,  i) { for (i = 0; i < 4; i++) q[i] = Q[b, i] }
function place(b, k,  i, p) { # into at[1..3]
	quat(b); for (i = 1; i <= 3; i++) p[i] = size[b] * ball[sh[b], k, i]
	turn(q, p, at); for (i = 1; i <= 3; i++) at[i] += X[b, i]
}
# into T[1..6]: density size^5 R I R^T, xx yy zz xy xz yz
function tensor(b,  i, j, a, c, e, m, full, f, s) {
	quat(b)
	for (i = 1; i <= 3; i++) { for (j = 1; j <= 3; j++) e[j] = i == j; turn(q, e, f); for (j = 1; j <= 3; j++) m[j, i] = f[j]; full[i, i] = inertia[s = sh[b], i] }
	full[1, 2] = full[2, 1] = inertia[s, 4]; full[1, 3] = full[3, 1] = inertia[s, 5]; full[2, 3] = full[3, 2] = inertia[s, 6]
	for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) { TT[i, j] = 0; for (a = 1; a <= 3; a++) for (c = 1; c <= 3; c++)
		TT[i, j] += rho[mat[b]] * size[b]^5 * m[i, a] * full[a, c] * m[j, c] }
	T[1] = TT[1, 1]; T[2] = TT[2, 2]; T[3] = TT[3, 3]; T[4] = TT[1, 2]; T[5] = TT[1, 3]; T[6] = TT[2, 3]
}
END
# three bodies with angular velocities; ids in no order, materials in another order than bodies, a pebble that is denser
cat >spins <<'END'
scree 1 dim=3
domain lo=-6,-1.5,-8 hi=9,3,11 periodic=xz
material wood density=0.75
material steel density=2.5
shape 3 clump -0.75,0.25,0.125,0.5 1.25,-0.5,0.375,0.75,3 0.125,0.625,-1.5,0.25
mass 3 volume=6.5 I=7,6,8,0.5,-0.75,0.25 method=given
shape 5 sphere r=0.625
mass 5 volume=1.0226538585904275 I=0.15979966540475428,0.15979966540475428,0.15979966540475428 method=exact
columns body id shape material size x y z qw qx qy qz ix iy iz vx vy vz wx wy wz
frame 0 t=0 dt=0 due=0 body=3
body 12 3 steel 1.5 2 1 -3 0.8 0.2 -0.4 0.4 3 0 -2 0.5 -0.25 0.75 1.5 -0.5 0.25
body 4 5 wood 1.25 -4 3 5 1 0 0 0 0 0 1 -0.5 1 0.25 0.5 0.75 -1
body 9 3 wood 0.5 1 -2 6 0.5 -0.5 0.5 0.5 -1 0 0 0.125 0.375 -0.5 -2 1 0.5
end 0
END
# the same with angular momenta, which are the state
awk "$(cat lib.awk)"' { line[NR] = $0 } END { for (k = 1; k <= NR; k++) { if (line[k] !~ /^body/) { sub(/wx wy wz/, "Lx Ly Lz", line[k]); print line[k]; continue }
	b++; tensor(b); n = split(line[k], f, " "); for (i = 1; i <= 3; i++) f[18 + i] = sprintf("%.17g", TT[i, 1] * W[b, 1] + TT[i, 2] * W[b, 2] + TT[i, 3] * W[b, 3])
	for (i = 1; i <= n; i++) printf "%s%s", f[i], i < n ? " " : "\n" } }' spins >scene.scree

# ---- LAMMPS: a diameter, a density of each ball, images, molecules, velocities of balls ----
scree-convert -q scene.scree -o s.data
awk "$(cat lib.awk)"' END {
	print "7 atoms 2 atom types -6 9 xlo xhi"
	# along an axis that is not periodic the box holds all balls
	for (b = 1; b <= nb; b++) for (k = 1; k <= np[sh[b]]; k++) { place(b, k); r = size[b] * ball[sh[b], k, 4]
		if (at[2] - r < lo || b + k == 2) lo = at[2] - r; if (at[2] + r > hi || b + k == 2) hi = at[2] + r }
	printf "%.15g %.15g ylo yhi -8 11 zlo zhi Atoms # sphere\n", (lo < -1.5 ? lo : -1.5), (hi > 3 ? hi : 3)
	n = 0
	for (b = 1; b <= nb; b++) { type[mat[b]] = type[mat[b]] ? type[mat[b]] : ++types
		for (k = 1; k <= np[sh[b]]; k++) { place(b, k); printf "%d %d %.15g %.15g %.15g %.15g %.15g %d %d %d\n", ++n, type[mat[b]],
			2 * size[b] * ball[sh[b], k, 4], rho[mat[b]] * dense[sh[b], k], at[1], at[2], at[3], image[b, 1], image[b, 2], image[b, 3] } }
	print "Velocities"; n = 0
	for (b = 1; b <= nb; b++) for (k = 1; k <= np[sh[b]]; k++) { place(b, k); for (i = 1; i <= 3; i++) d[i] = at[i] - X[b, i]
		printf "%d %.15g %.15g %.15g %g %g %g\n", ++n, V[b, 1] + W[b, 2] * d[3] - W[b, 3] * d[2], V[b, 2] + W[b, 3] * d[1] - W[b, 1] * d[3],
			V[b, 3] + W[b, 1] * d[2] - W[b, 2] * d[1], W[b, 1], W[b, 2], W[b, 3] }
	print "Molecules"; n = 0
	for (b = 1; b <= nb; b++) for (k = 1; k <= np[sh[b]]; k++) print ++n, kind[sh[b]] == "clump" ? id[b] : 0 }' spins >want
tail -n +3 s.data >found
ok 'LAMMPS: every number of a data file' same 1e-12 found want
awk "$(cat lib.awk)"' END { print 2; for (b = 1; b <= nb; b++) { if (kind[sh[b]] != "clump") continue; tensor(b)
	printf "%d %.15g %g %g %g", id[b], rho[mat[b]] * size[b]^3 * volume[sh[b]], X[b, 1], X[b, 2], X[b, 3]
	for (i = 1; i <= 6; i++) printf " %.15g", T[i]
	printf " %g %g %g", V[b, 1], V[b, 2], V[b, 3]
	for (i = 1; i <= 3; i++) printf " %.15g", TT[i, 1] * W[b, 1] + TT[i, 2] * W[b, 2] + TT[i, 3] * W[b, 3]
	print " " image[b, 1], image[b, 2], image[b, 3] } }' spins >want
tail -n +2 s.infile >found
ok 'and of an infile: masses, tensors and momenta in space' same 1e-12 found want
# read back, sizes are in the shapes, and axes may be others: what LAMMPS sees is the same
scree-convert s.data s.infile >back.scree
scree-convert -q back.scree -o t.data
sorted() { awk '/^Atoms/ { on = 1 } /^Mol/ { on = 0 } on && NF > 6 { $1 = ""; printf "%s", $0 } on && NF > 6 { print "" }' "$1" | sort -g; }
atoms() { # without their numbers: type, which is counted by who comes first, too
	awk '/^Atoms/ { on = 1 } /^Vel/ { on = 0 } on && NF == 10 { print $3, $4, $5 + 15 * $8, $6, $7 + 19 * $10 }' "$1" | sort -g; }
atoms s.data >want
atoms t.data >found
ok 'read back every ball is the same: radius, density, place' same 1e-11 found want
tail -n +3 s.infile | sort -g >want
tail -n +3 t.infile | sort -g >found
ok 'and every body' same 1e-11 found want
is 'bodies come back with the ids of their molecules, spheres with the next' "$(awk '/^body/ { print $2 }' back.scree | sort -n | tr '\n' ' ')" '9 12 13 '
is 'with the axes that are periodic' "$(grep ^domain back.scree | cut -d' ' -f4)" periodic=xz

# ---- one body in its own frame: MClump, DEM-Engine ----
scree-convert -q scene.scree --where 'id == 12' --to mclump -o mc
own='function own(b, k, i) { return size[b] * ball[sh[b], k, i] }'
awk "$(cat lib.awk) $own"' END { for (k = 1; k <= 3; k++) print own(1, k, 1), own(1, k, 2), own(1, k, 3), own(1, k, 4) }' spins >want
ok 'MClump: pebbles in their own frame, sized' same 1e-14 mc/Clump/Clump.txt want
awk "$(cat lib.awk)"' END { printf "%.15g\n", 2.5 * 1.5^3 * 6.5 > "mass"; s = 2.5 * 1.5^5
	printf "%.15g %.15g %.15g\n%.15g %.15g %.15g\n%.15g %.15g %.15g\n", 7 * s, 0.5 * s, -0.75 * s, 0.5 * s, 6 * s, 0.25 * s, -0.75 * s, 0.25 * s, 8 * s > "toi"
	quat(1); for (i = 1; i <= 3; i++) { for (j = 1; j <= 3; j++) e[j] = i == j; turn(q, e, f); for (j = 1; j <= 3; j++) m[j, i] = f[j] }
	for (j = 1; j <= 3; j++) printf "%.15g %.15g %.15g\n", m[j, 1], m[j, 2], m[j, 3] > "pd" }' spins
ok 'mass' same 1e-14 mc/Inertia/Mass.txt mass
ok 'tensor, rows and columns' same 1e-14 mc/Inertia/TOI.txt toi
ok 'axes in columns' same 1e-14 mc/Inertia/PD.txt pd
scree-convert --density 2.5 mc >mc.scree
is 'read back: the orientation' "$(awk '/^body/ { for (k = 0; k < 4; k++) printf "%.12g ", $(10 + k) }' mc.scree)" '0.8 0.2 -0.4 0.4 '
near 'the volume is mass by density' "$(sed -n 's/^mass 1 volume=\([^ ]*\) .*/\1/p' mc.scree)" 21.9375 1e-12
grep '^mass' mc.scree | sed 's/.*I=\([^ ]*\) .*/\1/' >found
awk 'BEGIN { s = 1.5^5; printf "%.15g %.15g %.15g %.15g %.15g %.15g\n", 7 * s, 6 * s, 8 * s, 0.5 * s, -0.75 * s, 0.25 * s }' >want
ok 'and the tensor by density' same 1e-13 found want
is 'the density' "$(grep '^material' mc.scree)" 'material grain density=2.5'
sed 's/I=7,6,8,[^ ]*/I=7,6,8/' scene.scree >principal.scree
scree-convert -q principal.scree --where 'id == 12' --to demengine | tr -d '#=' | sed 's/[^0-9]*density 1//; s/volume//; 1d' >found
awk "$(cat lib.awk) $own"' END { for (k = 1; k <= 3; k++) print own(1, k, 1), own(1, k, 2), own(1, k, 3), own(1, k, 4)
	printf "%.15g %.15g %.15g %.15g\n", 6.5 * 1.5^3, 7 * 1.5^5, 6 * 1.5^5, 8 * 1.5^5 }' spins >want
ok 'DEM-Engine: pebbles, volume, moments at density 1' same 1e-13 found want

# ---- lists, where the body stands ----
awk "$(cat lib.awk)"' END { for (k = 1; k <= 3; k++) { place(1, k); printf "%.15g %.15g %.15g %.15g %g\n", at[1], at[2], at[3], 1.5 * ball[3, k, 4], dense[3, k] } }' spins >want
for f in csv xyzr; do
	scree-convert -q scene.scree --where 'id == 12' --to $f >found
	ok "$f: balls in space, with their densities" same 1e-13 found want
done
is 'csv has commas, xyzr blanks' "$(scree-convert -q scene.scree --where 'id == 12' --to csv | tr -dc ', \n' | head -n 1)|$(tr -dc ', \n' <found | head -n 1)" ',,,,|    '
sed 's/0.75,3 /0.75 /' scene.scree >even.scree
scree-convert -q even.scree --to yade >found
awk "$(cat lib.awk)"' END { print "#format x_y_z_r_clumpId"; for (b = 1; b <= nb; b++) for (k = 1; k <= np[sh[b]]; k++) { place(b, k)
	printf "%.15g %.15g %.15g %.15g %d\n", at[1], at[2], at[3], size[b] * ball[sh[b], k, 4], id[b] } }' spins >want
ok 'YADE: balls and whose they are' same 1e-13 found want
printf '1 2 3 0.5 4\n-1 0 2 0.25 0\n5 6 7 0.5 4\n0 1 1 0.75 0\n' >ids
is 'YADE: rows of a clump are found wherever they are; ids begin at 1' "$(scree-convert --from yade ids | awk '/^body/ { print $2 }' | tr '\n' ' ')$(scree-convert --from yade ids |
	scree-convert -q --to yade | awk '$5 == 5 { printf "%.9g,%.9g,%.9g,%g ", $1, $2, $3, $4 }')" '1 5 1,2,3,0.5 5,6,7,0.5 '
# with materials, as export.textExt writes them
printf '#format x_y_z_r_matId\n1\t2\t3\t0.5\t2\n4\t5\t6\t0.5\t0\n7\t8\t9\t0.5\t2\n' >mats
is 'YADE: numbers of materials' "$(scree-convert mats | awk '/^body/ { print $2, $4 }' | tr '\n' ';') $(scree-convert mats | scree-convert -q --to yade | tr '\n' ';')" \
	'1 grain1;2 grain2;3 grain1; #format x_y_z_r_matId;1 2 3 0.5 0;4 5 6 0.5 1;7 8 9 0.5 0;'
printf '#format id_x_y_z_r_matId\n8 1 2 3 0.5 0\n0 4 5 6 0.25 1\n' >ids
is 'YADE: and of spheres' "$(scree-convert ids | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^body/ { print $2, $at["size"], $at["x"] }' | tr '\n' ';')" '1 0.25 4;9 0.5 1;'
printf '#format id_x_y_z_r_matId\n8 1 2 3 0.5 0\n8 4 5 6 0.25 1\n' >ids
fails 3 'ids:3: found the id 8 again, expected each sphere once' 'YADE: a sphere twice' scree-convert ids
printf '#format x_y_z_r_attrs\n8 1 2 3 0.5 0\n' >ids
fails 3 "ids:1: found the format 'x_y_z_r_attrs', expected x_y_z_r, x_y_z_r_clumpId, x_y_z_r_matId or id_x_y_z_r_matId" 'YADE: another format' scree-convert ids
# a list is a clump about its centre of mass, in space where the list has it; --density is its material's
printf '1,2,3,0.5\n4,2,3,0.5\n' >two.csv
is 'a list: place, density' "$(scree-convert --clump --density 7.5 two.csv | awk '/^material/ { print $3 } /^body/ { printf "%.9g,%.9g,%.9g\n", $7, $8, $9 }' | tr '\n' ' ')" \
	'density=7.5 2.5,2,3 '
printf '1,2,0.5\n4,2,0.5\n' >flat.csv
is 'disks, too' "$(scree-convert --clump --density 7.5 flat.csv | awk '/^material/ { print $3 } /^body/ { printf "%.9g,%.9g\n", $7, $8 }' | tr '\n' ' ')" \
	'density=7.5 2.5,2 '
cat >disks.scree <<'END'
scree 1 dim=2
material grain density=2.5
shape 4 disks -0.5,0.25,0.5 1,-0.75,0.25
columns body id shape material size x y angle
frame 0 t=0 dt=0 due=0 body=1
body 3 4 grain 1.5 2 -1 0.7
end 0
END
scree-convert -q disks.scree --to csv >found
awk 'BEGIN { c = cos(0.7); s = sin(0.7); printf "%.15g %.15g 0.75 %.15g %.15g 0.375\n", 2 + 1.5 * (-0.5 * c - 0.25 * s), -1 + 1.5 * (-0.5 * s + 0.25 * c),
	2 + 1.5 * (c + 0.75 * s), -1 + 1.5 * (s - 0.75 * c) }' >want
ok 'disks in the plane, turned and sized' same 1e-14 found want
is 'spheres of one radius are of one shape and size 1' "$(printf '1 2 3 0.5\n4 5 6 0.5\n' | scree-convert --from yade - | awk '/^shape/ { print $4 } /^body/ { print $3, $6 }' | tr '\n' ';')" \
	'r=0.5;1 1;1 1;'

# ---- triangles ----
cat >wedge.scree <<'END'
scree 1 dim=3
shape 2 mesh vertices=4 0.25,0,0 1,0.125,0 0,1.5,0.25 0.125,0.5,2 0,2,1 0,1,3 0,3,2 1,2,3
columns body id shape size x y z qw qx qy qz
frame 0 t=0 dt=0 due=0 body=2
body 12 2 1.5 2 1 -3 0.8 0.2 -0.4 0.4
body 7 2 0.5 -2 4 1 0.5 0.5 -0.5 0.5
end 0
END
awk "$(cat lib.awk)"' /^body/ { size[nb] = $4; for (i = 1; i <= 3; i++) X[nb, i] = $(4 + i); for (i = 0; i < 4; i++) Q[nb, i] = $(8 + i) }
	BEGIN { split("0.25 0 0 1 0.125 0 0 1.5 0.25 0.125 0.5 2", v, " "); split("0 2 1 0 1 3 0 3 2 1 2 3", face, " ") }
	END { for (b = 1; b <= nb; b++) { quat(b); for (k = 0; k < 4; k++) { for (i = 1; i <= 3; i++) p[i] = size[b] * v[3 * k + i]; turn(q, p, at)
		for (i = 1; i <= 3; i++) P[b, k, i] = at[i] + X[b, i]; printf "%.15g %.15g %.15g\n", P[b, k, 1], P[b, k, 2], P[b, k, 3] > "corners" } }
	for (b = 1; b <= nb; b++) for (t = 0; t < 4; t++) { printf "3"> "faces"; for (i = 1; i <= 3; i++) printf " %d", face[3 * t + i] + 4 * (b - 1) > "faces"; print "" > "faces"
		for (i = 1; i <= 3; i++) { d[i] = P[b, face[3 * t + 2], i] - P[b, face[3 * t + 1], i]; e[i] = P[b, face[3 * t + 3], i] - P[b, face[3 * t + 1], i] }
		u[1] = d[2] * e[3] - d[3] * e[2]; u[2] = d[3] * e[1] - d[1] * e[3]; u[3] = d[1] * e[2] - d[2] * e[1]; s = sqrt(u[1]^2 + u[2]^2 + u[3]^2)
		printf "facet normal %.15g %.15g %.15g outer loop\n", u[1] / s, u[2] / s, u[3] / s > "facets"
		printf "%.15g %.15g %.15g\n", u[1] / s, u[2] / s, u[3] / s > "binary"
		for (i = 1; i <= 3; i++) { k = face[3 * t + i]; printf "vertex %.15g %.15g %.15g\n", P[b, k, 1], P[b, k, 2], P[b, k, 3] > "facets"
			printf "%.15g %.15g %.15g\n", P[b, k, 1], P[b, k, 2], P[b, k, 3] > "binary" }
		print "endloop endfacet" > "facets" } }' wedge.scree
scree-convert -q wedge.scree --to off >found
{ echo 'OFF 8 8 12'; cat corners faces; } >want
ok 'OFF: bodies turned, sized and placed, faces after faces' same 1e-13 found want
scree-convert -q wedge.scree --to ply >found
{ echo 'ply format ascii 1.0 element vertex 8 property double x property double y property double z element face 8 property list uchar int vertex_indices end_header'
	cat corners faces; } >want
ok 'PLY' same 1e-13 found want
scree-convert -q wedge.scree --to stl-text >found
{ echo 'solid scree'; cat facets; echo 'endsolid scree'; } >want
ok 'STL as text: normals outwards, corners' same 1e-13 found want
scree-convert -q wedge.scree -o w.stl
for k in 0 1 2 3 4 5 6 7; do tail -c +$((85 + 50 * k)) w.stl | head -c 48 | od -An -v -tf4; done >found
ok 'STL as bytes: floats' same 1e-6 found binary
is 'and the number of triangles' "$(tail -c +81 w.stl | head -c 4 | od -An -tu1 | tr -s ' ')" ' 8 0 0 0'

# ---- which formats there are, and what is left out ----
is 'formats: name, suffix, read, written' "$(scree-convert --list | awk '$1 == "h5md" { $3 = $4 = "-" } { print $1, $2, $3, $4 }' | tr '\n' ';')" \
	'# name suffix reads;scree .scree yes yes;csv .csv yes yes;xyzr .xyzr yes yes;mclump - yes yes;demengine - yes yes;yade - yes yes;lammps .data yes yes;dump .dump yes yes;xyz .xyz no yes;mercury - yes yes;fstat .fstat no yes;mercury-restart .restart yes no;h5md .h5 - -;vtk .pvd no yes;vtk-text - no yes;table - yes no;vti .vti no yes;vti-text - no yes;stl .stl yes yes;stl-text - yes yes;off .off yes yes;ply .ply yes yes;'
left_out() { scree-convert "$@" 2>&1 >out.file | sed 's/.*cannot hold them: //'; }
is 'MClump has no place for' "$(left_out scene.scree --where 'id == 12' --to mclump -o mc)" 'places, counts of images, velocities, the domain'
is 'DEM-Engine has no place for' "$(left_out principal.scree --where 'id == 12' --to demengine)" \
	'places, orientations, counts of images, velocities, densities of materials, the domain'
is 'YADE has no place for' "$(left_out even.scree --to yade)" 'counts of images, velocities, densities of materials, the domain'
sed 's/^columns/gravity 0,0,-1\nconstraint a x=fixed\ncolumns contact i j\n&/; s/ body=3$/ body=3 contact=1/; s/^end/contact 4 9\n&/' scene.scree >more.scree
is 'LAMMPS has no place for' "$(left_out more.scree -o l.data)" 'contacts, gravity, constraints'
is 'what is left out is looked for along every axis' "$(left_out even.scree --where 'id == 4' --to yade)$(sed 's/^\(body 9 .*\) -1 0 0 0.125/\1 0 2 0 0.125/' even.scree >y.scree
	left_out y.scree --where 'id == 9' --to csv | cut -d, -f1)" 'counts of images, velocities, densities of materials, the domaincounts of images'

# ---- who is not chosen does not matter ----
sed 's/^columns/shape 8 plane\nshape 9 object a=1,1,1 dent=9,0,0,0,1,1,1\n&/; s/ body=3$/ body=5/; s/^end/body 20 8 steel 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0\nbody 21 9 steel 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0\n&/' scene.scree >walls.scree
scree-convert -q walls.scree --where 'id < 20' -o u.data
ok 'a plane and a shape without a mass beside what is written' cmp s.data u.data

# ---- a file for each frame ----
for t in 0 1 2; do
	echo "scree 1 dim=3"; echo "shape 1 sphere r=0.5"; echo "columns body id shape x y z"; echo "frame $t t=$t body=1"
	echo "body 1 1 $t 0 0.5"; echo "end $t"
done | grep -v -e '^scree' -e '^shape' -e '^columns' | { printf 'scree 1 dim=3\nshape 1 sphere r=0.5\ncolumns body id shape x y z\n'; cat; } >falls.scree
scree-convert falls.scree -o f_%02d.csv
is 'a name with %d is a file for each frame' "$(cat f_00.csv f_01.csv f_02.csv) $(ls f_* | wc -l | tr -d ' ')" "$(printf '0,0,0.5,0.5\n1,0,0.5,0.5\n2,0,0.5,0.5 3')"
scree-convert -q falls.scree -o f%d.data
is 'or some files' "$(ls f[0-9].* | tr '\n' ' ')" 'f0.data f0.infile f1.data f1.infile f2.data f2.infile '
scree-convert -q falls.scree --to mclump -o m%d
is 'or a folder' "$(ls -d m[0-9] | tr '\n' ' ')" 'm0 m1 m2 '
scree-convert falls.scree --to csv -o 50%.csv
is 'another name is a name, of the last frame' "$(cat 50%.csv)" 2,0,0.5,0.5
is 'a frame by its number' "$(scree-convert falls.scree --frame 1 --to csv)" 1,0,0.5,0.5

# ---- what is read, and what cannot be ----
mkdir -p odd/Clump odd/Inertia
echo 0.5,0.25,-1,0.75 >odd/Clump/Clump.txt
echo 3 >odd/Inertia/Mass.txt
printf '3,0.5,0\n0.5,4,0\n0,0,5\n' >odd/Inertia/TOI.txt
is 'MClump: a single pebble may be anywhere' "$(scree-convert odd | grep '^shape')" 'shape 1 clump 0.5,0.25,-1,0.75'
printf '\357\273\2771,2,3,0.5\r\n4,2,3,0.5\r\n' >bom.csv
is 'a list with a mark of its bytes, and carriage returns' "$(scree-convert bom.csv --to xyzr)" "$(printf '1 2 3 0.5\n4 2 3 0.5')"
lammps() { # VELOCITIES of atoms 2 and 4, which are one molecule; 1 and 3 are spheres
	printf 'made by hand\n\n4 atoms\n3 atom types\n\n-5 5 xlo xhi\n-5 6 ylo yhi\n-5 7 zlo zhi\n\nAtoms # sphere\n\n1 2 1.5 3 -1 -2 -3 0 0 0\n2 1 1 2 1 0 0 0 0 0\n3 3 2.5 4 3 3 3 0 0 0\n4 1 3 2.5 1 1 0 0 0 0\n'
	printf '\nMolecules\n\n1 0\n2 8\n3 0\n4 8\n\nVelocities\n\n1 1 2 3 4 5 6\n2 0.5 0 0 0 0 2\n3 0 0 0 -1 2 0.5\n4 %s\n' "$1"
}
# omega = (0, 0, 2): the second ball, 1 further in y, is 2 slower in x
lammps '-1.5 0 0 0 0 2' >good.lmp
is 'LAMMPS: each type and density is a material, of spheres too' "$(scree-convert good.lmp | awk '/^material/ { print $2, $3 } /^body/ { print $2, $4 }' | tr '\n' ';')" \
	'grain1 density=2;grain2 density=3;grain3 density=4;8 grain1;9 grain2;10 grain3;'
lammps '-1.50001 0 0 0 0 2' >bad.lmp
fails 3 'velocities of molecule 8 that are not those of a rigid body' 'LAMMPS: a clump whose balls part, slowly' scree-convert bad.lmp
lammps '-1.5 0 0 0 0 2.00002' >bad.lmp
fails 3 'velocities of molecule 8' 'or turn by themselves' scree-convert bad.lmp
fails 2 'density: applies to formats without densities, found lammps, which has densities' 'LAMMPS: a density on top' scree-convert --density 2 good.lmp
# spheres of unequal radii are one shape of radius 1, sized: 2/5 m r^2 times their angular velocity, each of its density
scree-convert good.lmp >spheres.scree
is 'LAMMPS: a sphere by itself has the angular momentum of its own mass and radius' \
	"$(awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body/ && $2 > 8 { printf "%.9g %.9g %.9g %.9g;", $at["Lx"], $at["Ly"], $at["Lz"], $at["size"] }' \
		spheres.scree)" "$(awk 'BEGIN { pi = atan2(0, -1); r = 0.75; j = 0.4 * 3 * 4 / 3 * pi * r^5
		printf "%.9g %.9g %.9g 0.75;", 4 * j, 5 * j, 6 * j
		r = 1.25; j = 0.4 * 4 * 4 / 3 * pi * r^5; printf "%.9g %.9g %.9g 1.25;", -j, 2 * j, 0.5 * j }')"
finish
