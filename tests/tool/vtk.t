#!/bin/sh
# scree-convert to the files of ParaView: what a small reader of our own finds in them, against the stream and closed forms; and, where
# it is installed, what VTK itself finds.
. "$(dirname "$0")/../tap.sh"

# place FILE: the byte at which the raw numbers begin
place() {
	grep -abo '<AppendedData encoding="raw">' "$1" | awk -F: '{ print $1 + length($2) + 2; exit }'
}
# raw NAME FILE [f8|d8|d4]: an array, one number in each line
raw() {
	at=$(sed -n "s/^<DataArray .*Name=\"$1\".* offset=\"\([0-9]*\)\".*/\1/p" "$2" | tail -n 1)
	at=$((at + $(place "$2")))
	od -A n -v -t "${3:-f8}" -w"$(echo "${3:-f8}" | cut -c2)" -j $((at + 8)) -N "$(od -A n -t d8 -j $at -N 8 "$2" | tr -d ' ')" "$2" | tr -d ' '
}
# cells KIND FILE: each cell of this kind (Verts, Lines, Polys) as a line of its points x,y,z
cells() {
	sed -n "/<$1>/,/<\/$1>/p" "$2" | grep -a '^<DataArray' | sed 's/.*Name="\([a-z]*\)".* offset="\([0-9]*\)".*/\1 \2/' >cells.at
	for name in connectivity offsets; do
		at=$(($(awk -v n=$name '$1 == n { print $2 }' cells.at) + $(place "$2")))
		od -A n -v -t d8 -w8 -j $((at + 8)) -N "$(od -A n -t d8 -j $at -N 8 "$2" | tr -d ' ')" "$2" | sed "s/^/$name /"
	done >cells.list
	raw Points "$2" | paste -d, - - - | awk 'NR == FNR { p[n++] = $1; next } $1 == "connectivity" { c[m++] = $2; next }
		{ line = ""; for (k += 0; k < $2; k++) line = line " " p[c[k]]; print substr(line, 2) }' - cells.list
}
# columns NAME...: of the body rows of a stream on stdin, last frame
columns() {
	awk -v want="$*" '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^frame/ { text = "" }
		/^body / { n = split(want, w, " "); for (k = 1; k <= n; k++) text = text $at[w[k]] (k < n ? " " : "\n") } END { printf "%s", text }'
}
# about TOLERANCE A B: lists of numbers, equal to that
about() {
	echo "$2 $3" | tr ',\n' '  ' | awk -v tol="$1" '{ n = NF / 2; for (k = 1; k <= n; k++) { d = $k - $(k + n); if (!(d <= tol && d >= -tol)) { print $k, $(k + n); bad = 1 } } }
		END { exit bad || n != int(n) || n < 1 }'
}
areas() { # of polygons as cells prints them
	awk '{ s = 0; for (k = 1; k <= NF; k++) { split($k, a, ","); split($(k % NF + 1), b, ","); s += a[1] * b[2] - a[2] * b[1] } printf "%.12g\n", s / 2 }'
}
volume() { # of triangles as cells prints them
	awk '{ split($1, a, ","); split($2, b, ","); split($3, c, ",")
		v += a[1] * (b[2] * c[3] - b[3] * c[2]) + a[2] * (b[3] * c[1] - b[1] * c[3]) + a[3] * (b[1] * c[2] - b[2] * c[1]) }
		END { printf "%.12g\n", v / 6 }'
}

# ---- the plane: a series of rounded triangles that collide ----
printf '0.4 0\n-0.1 0.35\n-0.3 -0.2\n' >outline
scree-shape -q --radius 0.1 outline | scree-fill -q -n 20 --fraction 0.75 --sizes uniform:0.8,1.25 --periodic xy --temperature 0.5 |
	scree-set -q --law grain,grain,kn=1e4,kt=100,mu=0.5,en=1 | scree-dem2 -q -t 0.15 -e 0.05 -d 3e-4 >run.scree
ok 'a stream becomes a series' scree-convert run.scree -o run.pvd
is 'its list has the times of all frames' "$(sed -n 's/.*timestep="\([^"]*\)".*name="grains".*/\1/p' run.pvd)" "$(sed -n 's/^frame.* t=\([^ ]*\).*/\1/p' run.scree)"
is 'and six files for each, which are there' "$(sed -n 's/.*file="\([^"]*\)".*/\1/p' run.pvd | xargs ls | wc -l | tr -d ' ')" 24
grains=run/grains_0003.vtp
is 'a file knows its time' "$(raw TimeValue $grains)" "$(sed -n 's/^frame.* t=\([^ ]*\).*/\1/p' run.scree | tail -n 1)"
ok 'grains are where the stream has them, to the bit' about 0 "$(raw Points $grains | paste -d' ' - - - | awk '{ print $1, $2 }')" "$(columns x y <run.scree)"
ok 'vectors are one array' about 0 "$(raw velocity $grains | paste -d' ' - - - | awk '{ print $1, $2 }')" "$(columns vx vy <run.scree)"
is 'whole numbers stay whole' "$(raw id $grains d8)" "$(columns id <run.scree)"
ok 'orientations are quaternions, the real part first' about 1e-14 "$(raw quaternion $grains | paste -d' ' - - - - | awk '{ printf "%.17g %.17g\n", 2 * $1 * $4, 1 - 2 * $4 * $4 }')" \
	"$(columns angle <run.scree | awk '{ printf "%.17g %.17g\n", sin($1), cos($1) }')"
cells Polys run/shapes_0003.vtp >polygons
area=$(sed -n 's/^mass.*area=\([^ ]*\).*/\1/p' run.scree)
# a chord at the distance d = 0.005 r from its arc cuts off less than 2/3 d of its length; arcs are 2 pi r long in all
columns size <run.scree | paste -d' ' - polygons >sized
ok 'outlines fill their area but for the chords of the arcs' sh -c "awk '{ \$1 = \"\" } 1' sized | awk '{ s = 0; for (k = 1; k <= NF; k++) { split(\$k, a, \",\")
	split(\$(k % NF + 1), b, \",\"); s += a[1] * b[2] - a[2] * b[1] } print s / 2 }' | paste -d' ' - sized |
	awk -v area=$area '{ full = area * \$2 * \$2; least = full - 2 / 3 * 0.005 * 0.1 * 2 * atan2(0, -1) * 0.1 * \$2 * \$2 * 1.01; if (!(\$1 < full && \$1 > least)) bad = 1 } END { exit bad || NR != 20 }'"
is 'a colour for each of them' "$(raw id run/shapes_0003.vtp d8)" "$(columns id <run.scree)"
# contacts: from centre to centre, over the edge of the domain; equal forces on the two bodies, as fn and ft say
awk '/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^columns body/ { for (k = 3; k <= NF; k++) b[$k] = k - 1 }
	/^domain/ { split($2, lo, /[=,]/); split($3, hi, /[=,]/) } /^frame/ { n = 0 } /^body/ { x[$2] = $b["x"]; y[$2] = $b["y"] }
	/^contact/ { i = $at["i"]; j = $at["j"]; nx = $at["nx"]; ny = $at["ny"]; fn = $at["fn"]; ft = $at["ft"]
		row[n++] = sprintf("%.17g %.17g %.17g %.17g %.17g %.17g", x[i], y[i], x[j] + $at["ix"] * (hi[2] - lo[2]), y[j] + $at["iy"] * (hi[3] - lo[3]),
		fn * nx - ft * ny, fn * ny + ft * nx) } END { for (k = 0; k < n; k++) print row[k] }' run.scree >expected
cells Lines run/contacts_0003.vtp | tr ',' ' ' | awk '{ print $1, $2, $4, $5 }' >lines
raw contact_force run/contacts_0003.vtp | paste -d' ' - - - - - - | awk '{ print $1, $2 }' | paste -d' ' lines - >found
ok 'contacts are lines between centres, with the force on the second' about 1e-12 "$(cat found)" "$(cat expected)"
ok 'some of them over the edge' awk '$3 > 4.5 || $4 > 4.5 || $3 < 0 || $4 < 0 { n++ } END { exit !n }' expected
is 'the domain has four sides' "$(cells Lines run/domain_0003.vtp | wc -l | tr -d ' ')" 4

# ---- the same as text ----
scree-convert run.scree --to vtk-text -o text.pvd
for a in velocity fn Points; do
	file=$([ $a = fn ] && echo contacts || echo grains)_0002.vtp
	ok "as text: $a" sh -c "sed -n '/Name=\"$a\"/,/<\/DataArray/p' text/$file | grep -v DataArray | tr ' ' '\n' | grep . >asked"
	ok "is the same: $a" about 0 "$(cat asked)" "$(raw $a run/$file)"
done

# ---- which frames, which bodies ----
scree-convert run.scree --frame last --where 'id < 4' -o few.pvd
is 'one frame, some bodies' "$(grep -c grains few.pvd) $(raw id few/grains_0000.vtp d8 | tr '\n' ' ')" '1 1 2 3 '
scree-convert run.scree --frame 2 -o one.pvd
ok 'a frame by its number' cmp one/grains_0000.vtp run/grains_0002.vtp
mkdir -p 'a & b'
scree-convert run.scree --frame 0 -o 'a & b/c & "d".pvd'
ok 'any name will do' test -f 'a & b/c & "d"/grains_0000.vtp'
is 'and is quoted' "$(grep -c 'file="c &amp; &quot;d&quot;/grains_0000.vtp"' 'a & b/c & "d".pvd')" 1

# ---- space: everything at once, in a tilted domain ----
cat >all.scree <<'END'
scree 1 dim=3
domain lo=-10,-10,-10 hi=10,11,12 periodic=xy tilt=1.5,0,0
material wood density=0.5
material steel density=2.5
shape 1 clump 0,0,-0.3,0.5 0,0,0.4,0.7
shape 2 sphere r=0.7
shape 3 ellipsoid a=1.5,0.9,0.6
shape 4 mesh vertices=4 -0.3,-0.2,-0.3 1.5,0,0 0,1.1,0 0,0,1.3 0,2,1 0,1,3 0,3,2 1,2,3
shape 5 object a=1,0.9,0.8 bump=0.5,0.9,0,0,4,4,4
shape 6 plane
shape 7 cylinder r=7.5 side=in length=5
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz s_xx s_xy s_xz note mood
columns contact i j ix iy iz x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=0.25 body=9 contact=3
body 4 1 wood - 1 9 1 2 0.36 0.48 0.8 0 1 -2 0 1 2 3 1 2 3 1 2 3 1.5 happy
body 7 2 steel - 2 -5 2 2 0.8 0.6 0 0 0 0 0 0 0 0 0 0 0 4 5 6 - sad
body 9 3 steel - 1.5 -2 -3 -4 0.36 0.48 0.8 0 0 0 0 1 2 3 0 0 0 4 5 6 2.5 sad
body 10 4 steel - 1.5 2 3 -4 0.8 0 0.6 0 0 0 0 1 2 3 0 0 0 4 5 6 2.5 sad
body 11 5 steel - 1 2 5 -4 0.8 0 0.6 0 0 0 0 1 2 3 0 0 0 4 5 6 2.5 sad
body 12 6 steel floor 1 0 0 -8 0.96 0.28 0 0 0 0 0 0 0 0 0 0 0 4 5 6 2.5 sad
body 13 7 steel floor 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 4 5 6 2.5 sad
body 14 4 steel floor 2 2 -3 4 0.8 0 0.6 0 0 0 0 0 0 0 0 0 0 4 5 6 2.5 sad
body 15 2 steel floor 1 1 1 1 0.8 0 0.6 0 0 0 0 0 0 0 0 0 0 4 5 6 2.5 glad
contact 4 7 1 1 0 10.2 1.5 2 0.6 0.8 0 0.01 3 0 0.5 0.25
contact 9 12 0 0 0 -2 -3 -7.99 0 0 -1 0.01 2 0 0 0
contact 13 9 0 0 0 -3 -3 -3.5 0 0 -1 0.01 2 0.125 0 0
end 0
END
ok 'space' scree-convert all.scree -o all.pvd --edges 12
is 'grains are the bodies that are no walls' "$(raw id all/grains_0000.vtp d8 | tr '\n' ' ')" '4 7 9 10 11 15 '
is 'of which some are held' "$(raw held all/grains_0000.vtp d4 | tr '\n' ' ')" '0 0 0 0 0 1 '
scree-convert -q all.scree --where 'id == 7 || id == 15' -o some.pvd
is 'also if others are left out' "$(raw id some/grains_0000.vtp d8 | tr '\n' ' ') $(raw held some/grains_0000.vtp d4 | tr '\n' ' ')" '7 15  0 1 '
ok 'spheres have a radius, the others are drawn otherwise' about 1e-14 "$(raw radius all/grains_0000.vtp)" \
	"0 1.4 0 0 0 0.7"
# R diag(2 a size) R^T with the first column of R(q) = 1 - 2 (y^2 + z^2), 2 (x y + w z), 2 (x z - w y)
ok 'the tensor of an ellipsoid has its full axes' about 1e-13 "$(raw tensor all/grains_0000.vtp | sed -n 19,27p)" "$(awk 'BEGIN { w = 0.36; x = 0.48; y = 0.8
	r[1, 1] = 1 - 2 * y * y; r[1, 2] = 2 * x * y; r[1, 3] = 2 * w * y; r[2, 1] = 2 * x * y; r[2, 2] = 1 - 2 * x * x; r[2, 3] = -2 * w * x
	r[3, 1] = -2 * w * y; r[3, 2] = 2 * w * x; r[3, 3] = 1 - 2 * (x * x + y * y); d[1] = 4.5; d[2] = 2.7; d[3] = 1.8
	for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) { s = 0; for (k = 1; k <= 3; k++) s += r[i, k] * d[k] * r[j, k]; printf "%.17g ", s } }')"
is 'columns of a tensor are no vector' "$(raw s_xy all/grains_0000.vtp | tr '\n' ' ')" '2 5 5 5 5 5 '
is 'a column of texts is numbers, some missing' "$(raw note all/grains_0000.vtp | tr '\n' ' ')" '1.5 nan 2.5 2.5 2.5 2.5 '
words() { # the words of a file, from 0
	at=$(($(sed -n 's/.*Name="words".* offset="\([0-9]*\)".*/\1/p' "$1") + $(place "$1")))
	tail -c +$((at + 9)) "$1" | head -c "$(od -A n -t d8 -j $at -N 8 "$1" | tr -d ' ')" | tr '\000' '\n'
}
words all/grains_0000.vtp >said
is 'a column of words is their numbers' "$(raw mood all/grains_0000.vtp d4 | while read -r k; do sed -n $((k + 1))p said; done | tr '\n' ' ')" 'happy sad sad sad sad glad '
is 'materials too' "$(raw material all/pebbles_0000.vtp d4 | while read -r k; do sed -n $((k + 1))p said; done | tr '\n' ' ')" 'wood wood '
# R(q) (0, 0, z) = z (2 w y, -2 w x, 1 - 2 (x^2 + y^2))
ok 'pebbles are where their clump has them' about 1e-14 "$(raw Points all/pebbles_0000.vtp)" "$(awk 'BEGIN { w = 0.36; x = 0.48; y = 0.8
	for (z = -0.3; z < 0.5; z += 0.7) printf "%.17g %.17g %.17g ", 9 + z * 2 * w * y, 1 - z * 2 * w * x, 2 + z * (1 - 2 * (x * x + y * y)) }')"
raw id all/shapes_0000.vtp d8 >ids
cells Polys all/shapes_0000.vtp | paste -d' ' - ids >shapes
# of the tetrahedron: det of the edges / 6
near 'a mesh encloses its volume' "$(awk '$4 == 10' shapes | volume)" "$(awk 'BEGIN { ax = 1.8; ay = 0.2; az = 0.3; bx = 0.3; by = 1.3; bz = 0.3; cx = 0.3; cy = 0.2; cz = 1.6
	print (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6 * 3.375 }')" 1e-5
printf 'scree 1 dim=3\nshape 5 object a=1,0.9,0.8 bump=0.5,0.9,0,0,4,4,4\ncolumns body id shape x y z\nframe 0 t=0 body=1\nbody 1 5 0 0 0\nend 0\n' |
	scree-mass -q --table >table
whole=$(values volume <table)
near 'so does an object, to the size of its triangles' "$(awk '$4 == 11' shapes | volume)" "$whole" "$(awk -v v="$whole" 'BEGIN { print 0.03 * v }')"
cells Polys all/walls_0000.vtp >walls
raw id all/walls_0000.vtp d8 | paste -d' ' walls - >walled
# the plane: through (0, 0, -8), its normal is (0, -2 w x, 1 - 2 x^2) = (0, -0.5376, 0.8432)
ok 'a plane is cut off, and lies in itself' sh -c 'awk "\$NF == 12" walled | tr " " "\n" | awk -F, "NF == 3 { n++; d = -0.5376 * \$2 + 0.8432 * (\$3 + 8)
	if (d > 1e-12 || d < -1e-12 || \$1 < -10.000001 || \$1 > 10.000001 || \$2 < -10.000001 || \$2 > 11.000001) bad = 1 } END { exit bad || n < 3 }"'
ok 'a cylinder has its radius and its length' sh -c 'awk "\$NF == 13" walled | tr " " "\n" | awk -F, "NF == 3 { n++; d = \$1 * \$1 + \$2 * \$2 - 56.25
	if (d > 1e-12 || d < -1e-12 || (\$3 != 2.5 && \$3 != -2.5)) bad = 1 } END { exit bad || n != 384 }"'
is 'a held mesh is a wall' "$(awk '$NF == 14' walled | wc -l | tr -d ' ')" 4
# contacts: over two edges of the tilted domain, (20 + 1.5, 21) away; walls end at the point of contact
ok 'contacts of space' about 1e-13 "$(cells Lines all/contacts_0000.vtp | tr ',' ' ')" "$(echo 9 1 2 16.5 23 2; echo -2 -3 -4 -2 -3 -7.99; echo -3 -3 -3.5 -2 -3 -4)"
ok 'and their forces' about 1e-13 "$(raw contact_force all/contacts_0000.vtp | paste -d' ' - - - - - - | awk '{ print $1, $2, $3 }')" \
	"$(echo 1.8 2.9 0.25; echo 0 0 -2; echo 0.125 0 -2)"
is 'the domain is slanted' "$(cells Lines all/domain_0000.vtp | sort -u | wc -l | tr -d ' ') $(cells Lines all/domain_0000.vtp | grep -c '^-10,-10,-10 -8.5,11,-10$')" '12 1'

# ---- walls of the plane: an outline with a hole is lines, a held outline is a wall ----
printf 'scree 1 dim=2\nshape 1 ring r=0.5 0,0 10,0 10,8 0,8\nshape 2 disks 0,0,1 1.5,0,0.5\nshape 3 point r=2 0,0\nconstraint box x=fixed y=fixed angle=fixed\ncolumns body id shape tag size x y angle\nframe 0 t=0 body=3\nbody 1 1 box 1 0 0 0\nbody 2 2 - 2 4 4 1.5707963267948966\nbody 3 3 - 0.5 7 2 0\nend 0\n' >box.scree
scree-convert -q box.scree -o box.pvd
is 'a box is two loops, and no lid' "$(cells Lines box/walls_0000.vtp | wc -l | tr -d ' ') $(cells Polys box/walls_0000.vtp | wc -l | tr -d ' ')" '2 0'
is 'each loop ends where it begins' "$(cells Lines box/walls_0000.vtp | awk '{ print (NF > 4 && $1 == $NF) }' | tr '\n' ' ')" '1 1 '
is 'the reach of a body: 2 (1.5 + 0.5), and 0.5 2' "$(raw reach box/grains_0000.vtp | tr '\n' ' ')" '4 1 '
is 'disks of a clump are pebbles' "$(raw Points box/pebbles_0000.vtp | awk '{ printf "%.12g ", $1 }') $(raw radius box/pebbles_0000.vtp | tr '\n' ' ')" '4 4 0 4 7 0  2 1 '
is 'a disk has its radius' "$(raw radius box/grains_0000.vtp | tr '\n' ' ')" '0 1 '

# ---- a later stream has another shape under the same id, of the same size ----
polyhedron() { # STEP SHAPE
	printf 'scree 1 dim=3\nshape 1 polyhedron r=0 %s\ncolumns body id shape x y z\nframe %s t=%s body=1\nbody 1 1 0 0 0\nend %s\n' "$2" "$1" "$1" "$1"
}
{
	polyhedron 0 'vertices=8 -1,-1,-1 1,-1,-1 1,1,-1 -1,1,-1 -1,-1,1 1,-1,1 1,1,1 -1,1,1 0,3,2,1 4,5,6,7 0,1,5,4 1,2,6,5 2,3,7,6 3,0,4,7'
	polyhedron 1 'vertices=4 1,1,1 1,-1,-1 -1,1,-1 -1,-1,1 0,1,2 0,3,1 0,2,3 1,3,2'
} >two.scree
scree-convert two.scree --to vtk-text -o two.pvd
is 'each has its own surface' "$(cat two/shapes_000[01].vtp | sed -n 's/.*NumberOfPoints="\([0-9]*\)".*/\1/p' | tr '\n' ' ')" '8 4 '

# ---- names of columns that another program wrote: long ones that begin alike, and one in Latin-1 ----
long=$(printf '%060d' 0 | tr 0 a)
printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z %s %s %s caf\351\nframe 0 t=0 body=1\nbody 1 1 0 0 0 1 2 3 4\nend 0\n' \
	"${long}1" "${long}2" "${long}3" >names.scree
scree-convert -q names.scree --to vtk-text -o names.pvd
is 'arrays of long columns have names of their own' "$(grep -c 'Name="aaa' names/grains_0000.vtp) $(grep -o 'Name="aaa[^"]*"' names/grains_0000.vtp | sort -u | wc -l | tr -d ' ')" '3 3'
ok 'names are in UTF-8, as XML must be' sh -c 'iconv -f UTF-8 -t UTF-16 names/grains_0000.vtp >/dev/null && grep -q "Name=\"$(printf "caf\303\251")\"" names/grains_0000.vtp'

# ---- VTK itself ----
python=
for p in /usr/bin/python3 python3; do
	$p -c 'import vtk' 2>/dev/null && python=$p && break
done
if [ -z "$python" ]; then
	skip 'VTK reads the files: python3-vtk9 is not installed'
	finish
fi
cat >read.py <<'END'
import glob, sys, vtk
from xml.dom import minidom
def read(name):
    r = vtk.vtkXMLPolyDataReader()
    r.SetFileName(name)
    r.Update()
    if r.GetErrorCode():
        sys.exit("cannot read " + name)
    return r.GetOutput()
for pvd in ("run.pvd", "all.pvd", "text.pvd", "a & b/c & \"d\".pvd"):
    for d in minidom.parse(pvd).getElementsByTagName("DataSet"):
        read(pvd.rpartition("/")[0] + "/" * ("/" in pvd) + d.getAttribute("file"))
raw, text = read("run/grains_0002.vtp"), read("text/grains_0002.vtp")
for k in range(raw.GetPointData().GetNumberOfArrays()):
    a, b = raw.GetPointData().GetArray(k), text.GetPointData().GetArray(k)
    for i in range(a.GetNumberOfTuples()):
        assert a.GetTuple(i) == b.GetTuple(i), (a.GetName(), i)
grains = read("all/grains_0000.vtp")
words = grains.GetFieldData().GetAbstractArray("words")
mood = grains.GetPointData().GetArray("mood")
print(*[words.GetValue(int(mood.GetTuple1(k))) for k in range(mood.GetNumberOfTuples())])
# glyphs of tensors of the unit sphere have the size of the ellipsoid
one = vtk.vtkPolyData()
points, verts = vtk.vtkPoints(), vtk.vtkCellArray()
points.InsertNextPoint(grains.GetPoint(2))
one.SetPoints(points)
t = vtk.vtkDoubleArray()
t.SetNumberOfComponents(9)
t.SetName("tensor")
t.InsertNextTuple(grains.GetPointData().GetArray("tensor").GetTuple(2))
one.GetPointData().SetTensors(t)
ball = vtk.vtkSphereSource()
ball.SetThetaResolution(64)
ball.SetPhiResolution(64)
glyph = vtk.vtkTensorGlyph()
glyph.SetInputData(one)
glyph.SetSourceConnection(ball.GetOutputPort())
glyph.ColorGlyphsOff()
glyph.Update()
mass = vtk.vtkMassProperties()
tri = vtk.vtkTriangleFilter()
tri.SetInputConnection(glyph.GetOutputPort())
mass.SetInputConnection(tri.GetOutputPort())
print("%.6g" % mass.GetVolume())
shapes = read("run/shapes_0003.vtp")
tri = vtk.vtkTriangleFilter()
tri.SetInputData(shapes)
mass.SetInputConnection(tri.GetOutputPort())
print("%.9g" % mass.GetSurfaceArea())
END
ok 'VTK reads all files' sh -c "$python read.py >vtk.out"
is 'VTK: words' "$(sed -n 1p vtk.out)" 'happy sad sad sad sad glad'
near 'VTK: a glyph of the tensor is the ellipsoid' "$(sed -n 2p vtk.out)" "$(awk 'BEGIN { print 4 / 3 * atan2(0, -1) * 1.5 * 0.9 * 0.6 * 3.375 }')" 0.06
near 'VTK: the area of all outlines' "$(sed -n 3p vtk.out)" "$(areas <polygons | awk '{ s += $1 } END { printf "%.12g", s }')" 1e-5
finish
