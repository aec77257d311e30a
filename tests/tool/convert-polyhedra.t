#!/bin/sh
# scree-convert with polyhedra: their own faces, triangles of rounded ones, and bodies that LAMMPS reads and turns as we do.
. "$(dirname "$0")/../tap.sh"

cat >box.scree <<'END'
scree 1 dim=3
domain lo=-9,-9,-9 hi=9,9,9 periodic=xyz
material stone density=2.5
shape 1 polyhedron r=0 vertices=8 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3
shape 2 polyhedron r=0.25 vertices=8 -2,-1,-0.5 -2,-1,0.5 -2,1,-0.5 -2,1,0.5 2,-1,-0.5 2,-1,0.5 2,1,-0.5 2,1,0.5 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3
shape 3 sphere r=0.5
shape 4 polyhedron r=0.5 vertices=2 -1,0,0 1,0,0
shape 5 polyhedron r=0.1 vertices=10 1,0,-1 0.3,0.95,-1 -0.8,0.6,-1 -0.8,-0.6,-1 0.3,-0.95,-1 1,0,1 0.3,0.95,1 -0.8,0.6,1 -0.8,-0.6,1 0.3,-0.95,1 4,3,2,1,0 5,6,7,8,9 0,1,6,5 1,2,7,6 2,3,8,7 3,4,9,8 4,0,5,9
columns body id shape material size x y z qw qx qy qz vx vy vz Lx Ly Lz
frame 0 t=0 body=5
body 1 1 stone 1 -5 0 0 1 0 0 0 0 0 0 0 0 0
body 2 2 stone 1.5 1 2 3 0.5 0.5 -0.1 0.7 1 2 -1 30 20 -10
body 3 3 stone 1 -4 -4 -4 1 0 0 0 0 0 0 0 0 0
body 4 4 stone 1 -4 4 -4 1 0 0 0 0 1 0 0 0 0
body 5 5 stone 1 5 5 -4 1 0 0 0 0 0 0 0 0 0
end 0
END

# ---- faces and triangles ----
scree-convert -q box.scree --where 'id == 1' -o box.off
is 'OFF: six faces of four corners' "$(sed -n 2p box.off) $(awk 'NR > 10 && $1 == 4' box.off | wc -l)" '8 6 12 6'
scree-convert -q box.scree --where 'id == 1' -o box.ply
is 'PLY: likewise' "$(grep -c '^4 [0-7] [0-7] [0-7] [0-7]$' box.ply) $(grep -c 'element face 6' box.ply)" '6 1'
for to in off ply stl; do
	scree-convert -q box.scree --where 'id == 1' --to $to >own
	near "$to: the volume comes back" "$(scree-convert -q own --from $to | sed -n 's/.*volume=\([^ ]*\).*/\1/p')" 8 1e-12
done
# V + S r + M r^2 + 4/3 pi r^3 of the box 4 x 2 x 1
scree-convert -q box.scree --where 'id == 2' --edges 200 -o two.off
near 'a rounded box as triangles' "$(scree-convert -q two.off | sed -n 's/.*volume=\([^ ]*\).*/\1/p')" \
	"$(awk 'BEGIN { pi = atan2(0, -1); r = 0.25; printf "%.9g", 1.5 ^ 3 * (8 + 28 * r + 7 * pi * r * r + 4 / 3 * pi * r ^ 3) }')" 0.01
scree-convert -q box.scree -o run.pvd --to vtk-text
is 'VTK: a box has its own faces' "$(scree-convert -q box.scree --where 'id == 1' -o one.pvd --to vtk-text && grep -o 'NumberOfPolys="6"' one/shapes_0000.vtp)" 'NumberOfPolys="6"'
ok 'and a rounded one is drawn' grep -q 'NumberOfPolys="[1-9][0-9][0-9]' run/shapes_0000.vtp

# ---- dumps and OVITO: place, orientation, and the ball around each, with the number of its shape ----
scree-convert box.scree -o box.xyz 2>said
ok 'xyz: what is lost' grep -q 'faces of 4 polyhedra (balls stand for them)' said
ok 'the properties that OVITO knows, and the shape' grep -q 'orientation:R:4:polyhedron:I:1' box.xyz
# radius: size times r and half the diagonal
near 'the radius' "$(awk '$1 == 2 { print $6 }' box.xyz)" "$(awk 'BEGIN { printf "%.15g", 1.5 * (0.25 + sqrt(4 + 1 + 0.25)) }')" 1e-12
near 'the mass is its own' "$(awk '$1 == 1 { print $7 }' box.xyz)" 20 1e-12
is 'orientation, real part last, and shape' "$(awk '$1 == 2 { print $14, $15, $16, $17, $18 }' box.xyz)" '0.5 -0.1 0.7 0.5 2'
printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z s:xx\nframe 0 t=0 body=1\nbody 1 1 0 0 0 7\nend 0\n' |
	scree-convert --to xyz >colon.xyz
is 'a colon in the name of a column does not end the property' "$(sed -n 2p colon.xyz | grep -o 'Properties=[^ ]*' | sed 's,Properties=,,' | tr : '\n' | paste -d: - - - | tail -n 1)" s_xx:R:1
is 'a sphere has no number' "$(awk '$1 == 3 { print $6, $18 }' box.xyz)" '0.5 0'
scree-convert -q box.scree -o box.dump
is 'a dump: likewise' "$(awk '/^ITEM: ATOMS/ { for (k = 3; k <= NF; k++) at[$k] = k - 2 } $1 == 2 && NF > 12 { print $at["quatw"], $at["quati"], $at["quatj"], $at["quatk"], $at["polyhedron"] }' box.dump)" \
	'0.5 0.5 -0.1 0.7 2'
is 'which is read as balls' "$(scree-convert -q box.dump | grep -c '^shape [0-9]* sphere')" 1
is 'a polyhedron as a wall is dropped' "$(awk '/^columns/ { print "constraint w x=fixed"; $0 = $0 " tag" } /^body/ { $0 = $0 ($2 == 1 ? " w" : " -") } 1' box.scree |
	scree-convert --to xyz 2>&1 >/dev/null | grep -o 'constraints, 1 wall, faces of 3 polyhedra')" 'constraints, 1 wall, faces of 3 polyhedra'

# ---- LAMMPS ----
scree-convert -q box.scree -o box.data
is 'the first line: fewest vertices, most vertices or edges' "$(head -n 1 box.data)" \
	'scree: atom_style body rounded/polyhedron 1 15, boundary p p p, read_data FILE'
ell='0,0,0 2,0,0 2,1,0 1,1,0 1,2,0 0,2,0 0,0,1 2,0,1 2,1,1 1,1,1 1,2,1 0,2,1 5,4,3,2,1,0 6,7,8,9,10,11 0,1,7,6 1,2,8,7 2,3,9,8 3,4,10,9 4,5,11,10 5,0,6,11'
sed "s/^shape 1.*/shape 1 polyhedron r=0.1 vertices=12 $ell/" box.scree | scree-mass -q >ell.scree
fails 2 'lammps holds convex polyhedra, found body 1 \(polyhedron\), which is not convex' 'one that is not convex' scree-convert ell.scree -o ell.data
sed 's/^shape 3.*/shape 3 ellipsoid a=1,0.5,0.5/' box.scree >egg.scree
fails 2 'lammps holds clumps, or polyhedra and spheres, found body 3 \(ellipsoid\) beside polyhedra' 'an ellipsoid beside' scree-convert egg.scree -o egg.data
hull() { # N: points on a sphere, no four of them on one face
	awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++) { z = (2 * k + 1) / n - 1; a = k * 2.399963; r = sqrt(1 - z * z); print r * cos(a), r * sin(a), z } }' |
		scree-shape -q --hull --radius 0.1 -
}
hull 48 | scree-convert -q -o most.data 2>said
is 'a polyhedron of 48 vertices is not too long for LAMMPS' "$(cat said)" ''
hull 49 | scree-convert -q -o long.data 2>said
ok 'one of 49 is: a warning' grep -q 'body 1 has 33 lines, but LAMMPS reads at most 32' said
for n in 28 29; do
	awk -v n=$n 'BEGIN { for (k = 0; k < n; k++) print cos(6.283185307179586 * k / n), sin(6.283185307179586 * k / n) }' |
		scree-shape -q - --round 0.01 | scree-convert -q -o flat.data 2>>polygons
done
is 'a polygon of 29 is, of 28 not' "$(grep -o 'body 1 has .* lines' polygons)" 'body 1 has 33 lines'
sed 's/^shape 4 polyhedron r=0.5/shape 4 polyhedron r=0/' box.scree >thin.scree
fails 2 'body 4 \(polyhedron\) has no volume, since r=0 and its vertices lie on a line; give it a spheroradius' 'a line has no triangles' \
	scree-convert thin.scree -o thin.off
if ! command -v lmp >/dev/null; then
	skip 'LAMMPS reads polyhedra: lmp is not installed'
	finish
fi
cat >in.run <<'END'
units lj
atom_style body rounded/polyhedron 1 15
boundary p p p
newton on
atom_modify map array
read_data box.data
pair_style zero 6.0
pair_coeff * *
comm_modify vel yes
compute tb all temp/body
variable ke equal 0.5*(c_tb[1]+c_tb[2]+c_tb[3])
dump a all custom 100 atoms.dump id mass xu yu zu
dump_modify a format float %.17g sort id
fix 1 all nve/body
thermo_style custom step v_ke
thermo_modify norm no format float %.17g
timestep 0.001
run 100
END
lmp -log none -in in.run >said 2>&1 || tail -n 5 said
# masses and moments of the rounded box, which is along its principal axes
scree-mass -q box.scree | sed -n 's/^mass 2 volume=\([^ ]*\) I=\([^,]*\),\([^,]*\),\([^, ]*\).*/\1 \2 \3 \4/p' | tr ' ' '\n' >weights
awk '/^ITEM: ATOMS/ { f++; next } f == 1 && NF == 5 && $1 ~ /^[0-9]+$/' atoms.dump >first
near 'LAMMPS: the mass of the box' "$(awk '$1 == 2 { print $2 }' first)" "$(awk 'NR == 1 { printf "%.17g", 2.5 * 3.375 * $1 }' weights)" 1e-10
near 'and of the rod' "$(awk '$1 == 4 { print $2 }' first)" "$(awk 'BEGIN { printf "%.17g", 2.5 * 2 / 3 * atan2(0, -1) }')" 1e-12
is 'places' "$(awk '$1 < 5 { printf "%d %g %g %g;", $1, $3, $4, $5 }' first)" '1 -5 0 0;2 1 2 3;3 -4 -4 -4;4 -4 4 -4;'
energy() { awk '/Step/ { on = 1; next } /^Loop/ { on = 0 } on { print $2 }' said | sed -n "${1}p"; }
# m v^2 / 2, and sum (R^T L)_k^2 / (2 I_k)
near 'kinetic energy: the tensor is along the axes of space' "$(energy 1)" "$(awk '{ x[NR] = 2.5 * (NR == 1 ? 1.5 ^ 3 : 1.5 ^ 5) * $1 }
	END { w = 0.5; a = 0.5; b = -0.1; c = 0.7; L = 30; M = 20; N = -10
	p[2] = (1 - 2 * (b * b + c * c)) * L + 2 * (a * b + w * c) * M + 2 * (a * c - w * b) * N
	p[3] = 2 * (a * b - w * c) * L + (1 - 2 * (a * a + c * c)) * M + 2 * (b * c + w * a) * N
	p[4] = 2 * (a * c + w * b) * L + 2 * (b * c - w * a) * M + (1 - 2 * (a * a + b * b)) * N
	e = (x[1] * 6 + 2.5 * 2 / 3 * atan2(0, -1)) / 2
	for (k = 2; k <= 4; k++) e += p[k] ^ 2 / (2 * x[k]); printf "%.17g", e }' weights)" 1e-9
near 'which it keeps in free flight' "$(energy 2)" "$(energy 1)" 1e-6
for file in most long; do
	sed -n '1s/.*\(atom_style body[^,]*\),.*/\1/p' $file.data >in.$file
	printf 'boundary f f f\nread_data %s.data\n' $file >>in.$file
	lmp -log none -in in.$file >$file.said 2>&1
done
is 'LAMMPS reads the polyhedron of 48 vertices, and not that of 49' "$(grep -c '1 bodies' most.said) $(grep -o 'Too many lines in one body' long.said)" \
	'1 Too many lines in one body'
# a spheroradius that rounding would lose beside the vertices: the triangles are those of the skeleton, a cube or a plate
for r in 1e-13 1e-16 1e-300; do
	{
		printf 'scree 1 dim=3\nmaterial a density=1\nshape 1 polyhedron r=%s vertices=8 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 ' $r
		printf '1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3\n'
		printf 'shape 2 polyhedron r=%s vertices=4 1,1,0 -1,1,0 -1,-1,0 1,-1,0 0,1,2,3 3,2,1,0\n' $r
		printf 'columns body id shape material x y z\nframe 0 t=0 body=2\nbody 1 1 a 0 0 0\nbody 2 2 a 9 0 0\nend 0\n'
	} >thin.scree
	scree-convert -q --to off thin.scree >thin.off
	is "r=$r: triangles without nan" "$(grep -ci nan thin.off)" 0
	is 'those of the skeletons' "$(sed -n '/^[0-9][0-9]* [0-9][0-9]* [0-9][0-9]*$/{s/ [0-9]*$//;p;q;}' thin.off)" '12 16'
done
finish
