#!/bin/sh
# scree-convert: trajectories of other programs. Dumps of LAMMPS, by hand and by LAMMPS itself where it is installed, extended XYZ and the
# files of MercuryDPM, against closed forms.
. "$(dirname "$0")/../tap.sh"

# columns NAME...: of the body rows of a stream on stdin
columns() {
	awk -v want="$*" '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body / { n = split(want, w, " "); for (k = 1; k <= n; k++) printf "%s%s", $at[w[k]], k < n ? " " : "\n" }'
}
# about TOLERANCE A B: lists of numbers, equal to that
about() {
	echo "$2 $3" | tr ',\n' '  ' | awk -v tol="$1" '{ n = NF / 2; for (k = 1; k <= n; k++) { d = $k - $(k + n); if (!(d <= tol && d >= -tol)) { print $k, $(k + n); bad = 1 } } }
		END { exit bad || n != int(n) || n < 1 }'
}
plain() { grep -v '^made' "$1"; }

# ---- numbers of materials: those of the definitions, also when no body of a material is left ----
cat >two.scree <<'END'
scree 1 dim=3
material steel density=7
material wood density=0.5
shape 1 sphere r=1
columns body id shape material tag size x y z
frame 0 t=0 body=2
body 1 1 wood - 1 0 0 0
body 2 1 steel - 1 3 0 0
end 0
frame 1 t=1 body=1
body 2 1 wood - 1 3 0 0
end 1
END
scree-convert -q --to dump two.scree >two.dump
is 'types of a dump do not change' "$(awk '/^ITEM: ATOMS/ { on = 1; next } /^ITEM/ { on = 0 } on { print $1, $2 }' two.dump | tr '\n' ';')" '1 2;2 1;2 2;'
scree-convert -q --to mercury two.scree >two.data
is 'nor do species for MercuryDPM' "$(awk 'NF == 14 { print $14 }' two.data | tr '\n' ';')" '1;0;1;'

# ---- a shape that is drawn off its centre and has no mass record stands where its bodies have it in every frame ----
cat >off.scree <<'END'
scree 1 dim=3
material wood density=0.5
shape 1 clump 0,0,0,0.5 1,0,0,0.75
columns body id shape material x y z qw qx qy qz vx vy vz wx wy wz
frame 0 t=0 body=1
body 1 1 wood 0 0 0 1 0 0 0 0.5 0 0 0 0 2
end 0
frame 1 t=1 body=1
body 1 1 wood 2 1 0 0.6 0 0 0.8 0.5 0 0 0 0 2
end 1
END
scree-convert -q off.scree -o off.xyz
# turned by the angle of cosine -0.28 and sine 0.96 about z; the second ball is at (1, 0) in the frame of the body
ok 'balls are in their places' about 1e-14 "$(awk 'NR % 4 == 3 || NR % 4 == 0 { print $4, $5, $6 }' off.xyz)" '0 0 0 1 0 0 2 1 0 1.72 1.96 0'
ok 'and turn about their centre' about 1e-13 "$(awk 'NR % 4 == 3 || NR % 4 == 0 { print $9, $10, $11 }' off.xyz)" '0.5 0 0 0.5 2 0 0.5 0 0 -1.42 -0.56 0'
printf 'scree 1 dim=2\nshape 1 polygon r=0.1 0,0 2,0 0,1\ncolumns body id shape x y angle\n' >flat.scree
for k in 0 1; do printf 'frame %d t=%d body=1\nbody 1 1 3 4 0.5\nend %d\n' $k $k $k; done >>flat.scree
scree-convert -q flat.scree -o 'flat%d.data'
ok 'so do outlines' cmp flat0.data flat1.data

# ---- a file for each frame, in formats of one body ----
cat >few.scree <<'END'
scree 1 dim=3
shape 1 clump 0,0,-0.5,0.5 0,0,0.5,0.5
columns body id shape x y z
frame 0 t=0 body=1
body 7 1 0 0 0
end 0
frame 1 t=0.25 body=2
body 7 1 0 0 0
body 8 1 3 0 0
end 1
frame 2 t=0.5 body=1
body 8 1 3 0 0
end 2
END
for to in mclump demengine; do
	fails 2 "$to holds one body, found 2; choose one with --where" "$to: a frame of two" scree-convert few.scree --to $to -o $to%d
	fails 3 "found no body at t=0.5, expected one, because $to holds one" "$to: a frame of none" scree-convert few.scree --where 'id == 7' --to $to -o $to%d
done

# ---- a dump by hand: a ball that moves through a tilted box, in every way to write a position ----
# box 4 x 5 x 6 from (1, 2, 3), tilts 1.5, -0.5, 0.25: the cell reaches from 1 + min(0, -0.5) to 5 + 1.5 in x, from 2 to 7.25 in y
dump() { # COLUMNS ROW ROW: two frames
	step=100
	for row in "$2" "$3"; do
		printf 'ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS xy xz yz pp pp pp\n0.5 6.5 1.5\n2 7.25 -0.5\n3 9 0.25\nITEM: ATOMS %s \n%s \n' $step "$1" "$row"
		step=$((step + 50))
	done
}
dump 'id type x y z ix iy iz radius' '7 2 2 3 4 1 0 -1 0.25' '7 2 2.5 3.5 4.5 1 1 -1 0.25' >x.dump
scree-convert x.dump >x.scree
is 'a tilted box is its cell, not the box around it' "$(grep '^domain' x.scree)" 'domain lo=1,2,3 hi=5,7,9 periodic=xyz tilt=1.5,-0.5,0.25'
# tilts -1.5 and -0.5: it reaches from 1 - 1.5 - 0.5 in x
sed 's/^0.5 6.5 1.5/-1 5 -1.5/' x.dump >left.dump
is 'also if it leans to the left twice' "$(scree-convert left.dump | grep '^domain')" 'domain lo=1,2,3 hi=5,7,9 periodic=xyz tilt=-1.5,-0.5,0.25'
is 'a position with images' "$(columns id material size x y z ix iy iz <x.scree | tr '\n' ';')" '7 grain2 0.25 2 3 4 1 0 -1;7 grain2 0.25 2.5 3.5 4.5 1 1 -1;'
is 'frames have their steps, and steps as times' "$(sed -n 's/^frame \([0-9]*\) t=\([^ ]*\).*/\1 \2/p' x.scree | tr '\n' ';')" '100 100;150 150;'
is 'or times by the time of a step' "$(scree-convert -d 0.002 x.dump | sed -n 's/^frame [0-9]* t=\([^ ]*\).*/\1/p' | tr '\n' ';')" '0.2;0.3;'
# unwrapped: + a - c = (4 + 0.5, -0.25, -6), and + b = (1.5, 5, 0) in the second frame
dump 'id type xu yu zu diameter' '7 2 6.5 2.75 -2 0.5' '7 2 8.5 8.25 -1.5 0.5' >xu.dump
ok 'an unwrapped position is wrapped' about 1e-14 "$(scree-convert xu.dump | columns x y z ix iy iz)" "$(columns x y z ix iy iz <x.scree)"
# scaled: x = lo + s a + t b + u c, so u = 1/6, t = (1 - 0.25 u) / 5, s = (1 - 1.5 t + 0.5 u) / 4; for the second frame 1.5 each
scaled() { awk -v d="$1" -v i="$2" -v j="$3" -v k="$4" 'BEGIN { u = d / 6; t = (d - 0.25 * u) / 5; s = (d - 1.5 * t + 0.5 * u) / 4; printf "%.17g %.17g %.17g", s + i, t + j, u + k }'; }
dump 'id type xs ys zs ix iy iz diameter' "7 2 $(scaled 1 0 0 0) 1 0 -1 0.5" "7 2 $(scaled 1.5 0 0 0) 1 1 -1 0.5" >xs.dump
ok 'a scaled position' about 1e-14 "$(scree-convert xs.dump | columns x y z ix iy iz)" "$(columns x y z ix iy iz <x.scree)"
dump 'id type xsu ysu zsu diameter' "7 2 $(scaled 1 1 0 -1) 0.5" "7 2 $(scaled 1.5 1 1 -1) 0.5" >xsu.dump
ok 'a scaled and unwrapped one' about 1e-14 "$(scree-convert xsu.dump | columns x y z ix iy iz)" "$(columns x y z ix iy iz <x.scree)"
# the way of the ball is (0.5, 0.5, 0.5) and b = (1.5, 5, 0): 4 + 30.25 + 0.25
near 'scree-order finds how far it went' "$(scree-order -q --msd x.scree | awk '!/^#/ && $1 == 50 { print $2 }')" 34.5 1e-9
is 'a radius from outside' "$(dump 'id type x y z' '7 2 2 3 4' '7 2 2 3 4' >r.dump; scree-convert --radius 0.75 r.dump | columns size | tr '\n' ' ')" '0.75 0.75 '

# ---- turning, masses, further columns ----
cp "$root/formats/samples/good.dump" rich.dump
scree-convert rich.dump >rich.scree
is 'ellipsoids with the same ratios share a shape' "$(columns id shape size <rich.scree | tr '\n' ';')" '12 1 1.5;11 1 1.5;15 2 1;'
is 'of semiaxes by the longest' "$(sed -n 's/^shape 1 //p' rich.scree)" 'ellipsoid a=1,0.6,0.39999999999999997'
is 'a time beside the step' "$(sed -n 's/^frame \([0-9]*\) t=\([^ ]*\).*/\1 \2/p' rich.scree)" '3 0.125'
near 'the density is the mass by the volume' "$(sed -n 's/^material grain1 density=//p' rich.scree)" "$(awk 'BEGIN { print 3 / (4 / 3 * atan2(0, -1) * 1.5 * 0.9 * 0.6) }')" 1e-4
# L = R I R^T omega, with I = m / 5 (b^2 + c^2, ...); R(q) as in formats/particles.md
ok 'angular velocities become momenta' about 1e-12 "$(columns Lx Ly Lz <rich.scree | head -n 1)" "$(awk 'BEGIN { w = 0.36; x = 0.48; y = 0.8
	r[1, 1] = 1 - 2 * y * y; r[1, 2] = 2 * x * y; r[1, 3] = 2 * w * y; r[2, 1] = 2 * x * y; r[2, 2] = 1 - 2 * x * x; r[2, 3] = -2 * w * x
	r[3, 1] = -2 * w * y; r[3, 2] = 2 * w * x; r[3, 3] = 1 - 2 * (x * x + y * y); m = 3 / 5
	j[1] = m * (0.81 + 0.36); j[2] = m * (2.25 + 0.36); j[3] = m * (2.25 + 0.81)
	for (i = 1; i <= 3; i++) { l = 0; for (k = 1; k <= 3; k++) for (n = 1; n <= 3; n++) l += r[i, k] * j[k] * r[n, k] * n; printf "%.17g ", l } }')"
is 'forces, torques and what we do not know come along' "$(columns fx tz element c_s_1 ax_ <rich.scree | tr '\n' ';')" '0.5 0.25 Fe 1.5 7;0 0 Cu - 8;0 0 Cu -1e-3 9;'
scree-convert rich.scree -o again.dump
scree-convert again.dump >again.scree
ok 'a dump comes back' about 1e-14 "$(columns id size x y z qw qx qy qz vx vy vz Lx Ly Lz fx tz <again.scree)" "$(columns id size x y z qw qx qy qz vx vy vz Lx Ly Lz fx tz <rich.scree)"
is 'with its words' "$(columns element c_s_1 <again.scree | tr '\n' ';')" 'Fe 1.5;Cu -;Cu -1e-3;'
scree-convert x.dump --to dump | scree-convert --from dump - >two.scree
ok 'so do frames, and a tilted box with its images' about 1e-13 "$(columns x y z ix iy iz size <two.scree)" "$(columns x y z ix iy iz size <x.scree)"
is 'and steps' "$(sed -n 's/^\(frame [0-9]*\).*/\1/p' two.scree)" "$(sed -n 's/^\(frame [0-9]*\).*/\1/p' x.scree)"

sed 's/^columns body.*/& mol radius/; s/^body.*/& 3 4/' rich.scree | scree-convert --to dump >own.dump
is 'a molecule of theirs goes along, a name of ours is not written twice' "$(grep '^ITEM: ATOMS' own.dump | tr ' ' '\n' | grep -c -e '^mol$' -e '^radius$')" 2

# ---- a dump of LIGGGHTS, whose balls change in number ----
cat >l.dump <<'END'
ITEM: TIMESTEP
1000
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS mm pp fs
-0.05 0.05
-0.04 0.05
0 0.15
ITEM: ATOMS id type type x y z ix iy iz vx vy vz fx fy fz omegax omegay omegaz radius
1 1 1 0.01 0.02 0.03 0 0 0 0.1 0 0 0 0 -1 0 0 2 0.005
2 1 1 -0.01 0.02 0.03 0 1 0 0.1 0 0 0 0 -1 0 0 2 0.004
ITEM: TIMESTEP
2000
ITEM: NUMBER OF ATOMS
1
ITEM: BOX BOUNDS mm pp fs
-0.05 0.05
-0.04 0.05
0 0.16
ITEM: ATOMS id type type x y z ix iy iz vx vy vz fx fy fz omegax omegay omegaz radius
2 1 1 -0.01 0.02 0.02 0 1 0 0.1 0 0 0 0 -1 0 0 2 0.004
END
scree-convert l.dump --density 2500 -d 1e-5 >l.scree
is 'LIGGGHTS: periods, and a box that changes' "$(grep '^domain' l.scree | tr '\n' ';')" \
	'domain lo=-0.05,-0.04,0 hi=0.05,0.05,0.15 periodic=y;domain lo=-0.05,-0.04,0 hi=0.05,0.05,0.16 periodic=y;'
near 'angular momenta by the density given' "$(columns Lz <l.scree | head -n 1)" "$(awk 'BEGIN { printf "%.17g", 2 * 0.4 * 2500 * 4 / 3 * atan2(0, -1) * 0.005^5 }')" 1e-20
is 'in each frame those that are there' "$(columns id <l.scree | tr '\n' ' ')" '1 2 2 ' 

# ---- numbers of balls ----
clump() { # ID SHAPE
	echo "body $1 $2 a - 1 $1 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0"
}
{
	printf 'scree 1 dim=3\nmaterial a density=1\nlaw a a linear kn=1 kt=0.1 mu=0.5 en=0.5\nshape 1 clump -0.3,0,0,0.5 0.3,0,0,0.5\nshape 2 sphere r=0.5\n'
	echo 'columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz'
	printf 'frame 0 t=0 dt=0 due=0 body=2\n%s\n%s\nend 0\n' "$(clump 4 2)" "$(clump 9 2)"
	printf 'frame 1 t=1 dt=0 due=0 body=3\n%s\n%s\n%s\nend 1\n' "$(clump 4 2)" "$(clump 6 1)" "$(clump 30 1)"
	printf 'frame 2 t=2 dt=0 due=0 body=4\n%s\n%s\n%s\n%s\nend 2\n' "$(clump 30 1)" "$(clump 31 2)" "$(clump 4 2)" "$(clump 9 2)"
	printf 'frame 3 t=3 dt=0 due=0 body=2\n%s\n%s\nend 3\n' "$(clump 31 2)" "$(clump 9 2)"
} >come.scree
numbers() { awk 'NF > 12 && !/ITEM|pbc/ { print $1 }' | tr '\n' ' '; }
is 'balls of clumps are counted' "$(scree-convert come.scree --frame 1 --to dump | numbers)" '1 2 3 4 5 '
is 'and keep their numbers when bodies come and go' "$(scree-convert come.scree --to dump | numbers)" '4 9 4 10 11 12 13 12 13 14 4 9 14 9 '
is 'in XYZ too' "$(scree-convert come.scree --to xyz | numbers)" '4 9 4 10 11 12 13 12 13 14 4 9 14 9 '

# ---- the plane ----
# without z there is only the plane, and what leaves it is lost, but not without a word
for motion in 'vx vy vz,1 2 3' 'quatw quati quatj quatk,0.6 0.8 0 0' 'omegax omegay omegaz,0 1 2' 'vx vy vz,1 2 0' 'quatw quati quatj quatk,0.6 0 0 0.8'; do
	printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp pp pp\n0 5\n0 6\n-0.5 0.5\nITEM: ATOMS id x y radius %s\n1 1 2 0.5 %s\n' \
		"${motion%,*}" "${motion#*,}" >noz.dump
	scree-convert noz.dump 2>&1 >noz.scree | grep -c 'noz.dump: found no column z, .* but 1 atom has motion'
	grep -c 'dim=2' noz.scree
done | tr '\n' ' ' >found
is 'what moves or turns out of the plane of a dump without z is told' "$(cat found)" '1 1 1 1 1 1 0 1 0 1 '
printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp pp\n0 5\n0 6\n-0.5 0.5\nITEM: ATOMS id type x y z radius omegaz mass\n3 1 1 2 0 0.5 4 2\n4 1 3 2 0 0.25 4 0.5\n' >flat.dump
scree-convert flat.dump >flat.scree
is 'a dump of LAMMPS in the plane is a scene in 2D' "$(head -n 1 flat.scree; grep '^domain' flat.scree)" "$(printf 'scree 1 dim=2\ndomain lo=0,0 hi=5,6 periodic=xy')"
is 'its disks' "$(columns id size x y omega <flat.scree | tr '\n' ';')" '3 0.5 1 2 4;4 0.25 3 2 4;'
near 'of their masses by area' "$(sed -n 's/^material grain1 density=//p' flat.scree)" "$(awk 'BEGIN { print 2 / (atan2(0, -1) * 0.25) }')" 1e-5
sed 's/ x y z radius/ x y radius/; s/^\(. 1 . 2\) 0 /\1 /' flat.dump >noz.dump
is 'so is one without z' "$(scree-convert noz.dump | plain - | cksum)" "$(plain flat.scree | cksum)"
is 'and a ball outside of the layer is a ball in space' "$(sed 's/^3 1 1 2 0/3 1 1 2 0.1/' flat.dump >off.dump; scree-convert off.dump | head -n 1)" 'scree 1 dim=3'
for column in vz omegax omegay angmomx angmomy; do
	sed "s/omegaz/$column/" flat.dump >layer.dump
	is "and so are balls with $column, which leave the layer or roll" "$(scree-convert layer.dump | head -n 1)" 'scree 1 dim=3'
done
is 'a box that is open along z is not that of the plane' "$(sed 's/BOUNDS pp pp pp/BOUNDS pp pp ff/' flat.dump | scree-convert --from dump - | head -n 1)" 'scree 1 dim=3'
for periodic in xy,0.5 xyz,0.5000000000000001; do
	printf '%s\n' 'scree 1 dim=3' "domain lo=0,0,-0.5 hi=5,6,0.5 periodic=${periodic%,*}" 'material m density=2' 'shape 1 sphere r=0.25' \
		'columns body id shape material tag x y z vx' 'frame 0 t=0 body=2' 'body 3 1 m - 1 2 0 3' 'body 4 1 m - 3 2 0 0' 'end 0' >layer.scree
	is "nor is a layer of balls in a domain like that of the plane, periodic in ${periodic%,*}" \
		"$(scree-convert layer.scree --to dump | scree-convert --from dump - | sed -n '1p; /^domain/p' | tr '\n' ';')" \
		"scree 1 dim=3;domain lo=0,0,-0.5 hi=5,6,${periodic#*,} periodic=${periodic%,*};"
done
is 'which is not lost' "$(sed 's/omegaz/vz/' flat.dump | scree-convert --from dump - | columns vz | tr '\n' ' ')" '4 4 '
empty=$(sed '/^[34] 1/d; s/^2$/0/' flat.dump)
{ cat layer.dump; echo "$empty" | sed '2s/0/1/'; } >film.dump
is 'a frame without balls has as many dimensions as the others' "$(scree-convert film.dump | sed -n 's/^frame.*body=//p' | tr '\n' ' ')" '2 0 '
{ echo "$empty"; sed '2s/0/1/' layer.dump; } >film.dump
fails 3 'film.dump:[0-9]*: found a frame in 3 dimensions, expected 2 as before' 'also the first' scree-convert film.dump
ok 'and disks come back' about 1e-14 "$(scree-convert flat.scree --to dump | scree-convert --from dump - | columns id size x y omega)" "$(columns id size x y omega <flat.scree)"

awk '/^columns body/ { $0 = $0 " fx fy torque" } /^body/ { $0 = $0 " 1 2 " $2 + 0.5 } { print }' flat.scree >torques.scree
is 'with forces and torques' "$(scree-convert torques.scree --to dump | scree-convert --from dump - | columns fx fy torque | tr '\n' ';')" '1 2 3.5;1 2 4.5;'

# ---- columns without a meaning ----
printf 'x,y,z,r,angle,angle_\n1,2,3,0.5,0.25,7\n' >angle.csv
is 'an angle in space is a column like others' "$(scree-convert angle.csv | sed -n 's/^columns body.* Lz \|^body.* 0 0 //p' | tr '\n' ';')" 'angle__ angle_;0.25 7;'
is 'in the plane it is the angle' "$(sed 's/z,//; s/2,3/2/' angle.csv | scree-convert --from csv - | columns angle angle_)" '0.25 7'

# ---- the end of a file ----
warned() { # FILE: how often there is a warning
	scree-convert "$1" 2>&1 >/dev/null | grep -c "^scree-convert: $1: the last line has no line feed; if the file was cut there"
}
is 'a whole file is read without a word' "$(scree-convert flat.dump 2>&1 >/dev/null)" ''
head -c -2 flat.dump >short.dump
is 'what is left of a last number is warned of' "$(warned short.dump)" 1
printf '# the end' | cat flat.dump - >said.dump
is 'a last comment is not' "$(warned said.dump)" 0

# ---- masses of several densities in a type ----
masses() { # of a stream of balls or disks of radius 1 on stdin, by density and size
	awk 'BEGIN { pi = atan2(0, -1) } /^scree/ { plane = $3 == "dim=2" } /^material/ { split($3, kv, "="); rho[$2] = kv[2] }
		/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body / { r = $at["size"]; printf "%.12g ", rho[$at["material"]] * (plane ? pi * r * r : 4 / 3 * pi * r * r * r) }'
}
atoms() { # STEP COLUMNS ROW...: a frame of a dump in the plane
	printf 'ITEM: TIMESTEP\n%s\nITEM: NUMBER OF ATOMS\n%s\nITEM: BOX BOUNDS pp pp pp\n0 9\n0 8\n%s\nITEM: ATOMS id type %s\n' "$1" $(($# - 3)) "$2" "$3"
	shift 3
	printf '%s\n' "$@"
}
atoms 3 '-7 7' 'x y z radius mass' '2 1 1 2 3 0.75 1.25' '5 1 3 2 1 0.75 10.5' '7 4 6 2 5 0.5 1.75' >several.dump
scree-convert several.dump >several.scree 2>said
ok 'atoms of one type keep their masses' about 1e-9 "$(masses <several.scree)" '1.25 10.5 1.75'
is 'each density is a material' "$(columns material <several.scree | tr '\n' ' ')" 'grain1 grain1_2 grain4 '
is 'all have laws' "$(grep -c '^law' several.scree)" 6
is 'and nothing is said' "$(cat said)" ''
# balls in the plane, as LAMMPS weighs them: pi 2.5 4/3 r^3
plane='2 1 1 2 0 0.75 4.4178647 0 0 1.5;5 1 3 2 0 1.25 20.453077 0 0 2;7 1 6 2 0 0.75 4.4178648 0 0 1'
rows=$(echo "$plane" | tr ';' '\n')
IFS='
'
# shellcheck disable=SC2086
atoms 3 '-0.5 0.5' 'x y z radius mass vx vy omegaz' $rows >plane.dump
unset IFS
ok 'in the plane too' about 1e-4 "$(scree-convert plane.dump | masses)" '4.4178647 20.453077 4.4178648'
is 'of as many materials as radii' "$(scree-convert plane.dump | grep -c '^material')" 2
{ cat several.dump; atoms 4 '-7 7' 'x y z radius mass' '5 1 3 2 1 0.75 10.5001' '2 1 1 2 3 0.75 2.75'; } >later.dump
ok 'masses that change with time' about 1e-3 "$(scree-convert later.dump | masses)" '1.25 10.5 1.75 10.5001 2.75'
is 'get a material when they do' "$(scree-convert later.dump | columns material | tr '\n' ' ')" 'grain1 grain1_2 grain4 grain1_2 grain1_3 '
atoms 3 '-7 7' 'x y z radius mass' '2 1 1 2 3 0.75 1.7671' '5 1 3 2 1 1.25 8.1812' '7 1 6 2 5 0.5 0.52360' >rounded.dump
is 'rounded masses are of one density' "$(scree-convert rounded.dump | grep -c '^material')" 1
printf 'x,y,r,density\n1,2,0.5,4\n3,4,0.75,5\n5,6,0.25,4\n' >dense.csv
ok 'so are densities' about 1e-9 "$(scree-convert --from csv dense.csv | masses)" "$(awk 'BEGIN { pi = atan2(0, -1); printf "%.12g %.12g %.12g", pi, 5 * pi * 0.5625, 4 * pi * 0.0625 }')"
awk 'BEGIN { print "x y z r mass"; for (k = 1; k <= 12; k++) print k, 2 * k, 3 * k, 0.5, k }' >many.xyzr
scree-convert --from xyzr many.xyzr >many.scree 2>said
is 'more densities become their mean, and the masses that change are told' "$(sed 's/^scree-convert: //' said)" 'many.xyzr: found more densities than can become materials, at most 10 for each type and 100 in all, so the masses of 12 atoms change, by up to 550 %; give atoms of other densities types of their own'
near 'the sum of masses stays' "$(masses <many.scree | awk '{ for (k = 1; k <= NF; k++) s += $k; print s }')" 78 1e-9

# ---- extended XYZ, by a small reader of its own ----
cat >scene.scree <<'END'
scree 1 dim=3
domain lo=-10,-9,-8 hi=10,11,12 periodic=xz tilt=0,1.5,0
material wood density=0.5
material steel density=2.5
shape 1 clump 0,0,-0.3,0.5 0,0,0.4,0.7
shape 2 sphere r=0.7
shape 3 ellipsoid a=1.5,0.9,0.6
shape 6 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz vx vy vz wx wy wz note
frame 0 t=0.25 body=4
body 4 1 wood - 1 -9 1 2 0.36 0.48 0.8 0 1 2 3 0 0 0 1.5
body 7 2 steel - 2 -5 2 2 0.8 0.6 0 0 0 0 0 0 0 0.5 -
body 9 3 steel - 1.5 -2 -3 -4 0.8 0 0.6 0 1 2 3 0 0 0 2.5
body 12 6 steel floor 1 0 0 -8 1 0 0 0 0 0 0 0 0 0 2.5
end 0
frame 5 t=0.5 body=1
body 7 2 steel - 2 -5 2 2 0.8 0.6 0 0 0 0 0 0 0 0.5 happy
end 5
END
scree-convert scene.scree -o scene.xyz 2>said
is 'a wall is dropped, which is said' "$(sed 's/.*them: //' said)" 'constraints, 1 wall'
cat >late.scree <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,5,6 periodic=x
shape 1 sphere r=0.5
columns body id shape x y z ix
columns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz
END
for k in 0 1 2; do
	c=$((k > 0))
	printf 'frame %d t=%d body=2 contact=%d\nbody 1 1 1 2 3 %d\nbody 2 1 1.9 2 3 0\n' $k $k $c $c
	[ $c = 0 ] || echo 'contact 1 0 2 0 0 0 0 1.45 2 3 1 0 0 0.1 1 0 0 0'
	echo "end $k"
done >>late.scree
scree-convert late.scree -o late.xyz 2>said
is 'what only later frames lose is said too, once' "$(sed 's/.*them: //' said)" 'counts of images, contacts'
# xyz NAME FRAME: the columns of a property
xyz() {
	awk -v want="$1" -v frame="$2" 'left == 0 { left = $1; f++; getline; head = $0; sub(/.*Properties=/, "", head); sub(/ .*/, "", head); n = split(head, p, ":")
		c = 1; first = 0; for (k = 1; k <= n; k += 3) { if (p[k] == want) { first = c; wide = p[k + 2] } c += p[k + 2] } next }
		{ left--; if (NF != c - 1) print "bad row"; if (f == frame) { for (k = first; k < first + wide; k++) printf "%s ", $k; print "" } }' scene.xyz
}
is 'XYZ: the cell' "$(sed -n '2s/ Prop.*//p' scene.xyz)" 'Lattice="20 0 0 0 20 0 1.5 0 20" Origin="-10 -9 -8" pbc="T F T"'
is 'XYZ: times' "$(sed -n 's/.* Time=//p' scene.xyz | tr '\n' ' ')" '0.25 0.5 '
is 'XYZ: balls of clumps have the number of their body' "$(xyz molecule 1 | tr -d '\n')" '4 4 7 9 '
ok 'XYZ: positions' about 1e-14 "$(xyz pos 1)" "$(awk 'BEGIN { w = 0.36; x = 0.48; y = 0.8
	for (z = -0.3; z < 0.5; z += 0.7) printf "%.17g %.17g %.17g ", -9 + z * 2 * w * y, 1 - z * 2 * w * x, 2 + z * (1 - 2 * (x * x + y * y)); print "-5 2 2 -2 -3 -4" }')"
ok 'XYZ: semiaxes' about 1e-14 "$(xyz aspherical_shape 1)" '0.5 0.5 0.5 0.7 0.7 0.7 1.4 1.4 1.4 2.25 1.35 0.9'
is 'XYZ: orientations have the real part last' "$(xyz orientation 1 | sed -n '3,4p' | tr -d '\n')" '0.6 0 0 0.8 0 0.6 0 0.8 '
is 'XYZ: materials' "$(xyz species 1 | tr -d '\n')" 'wood wood steel steel '
is 'XYZ: numbers of ours, some missing' "$(xyz note 1 | tr -d '\n')" '1.5 1.5 nan 2.5 '
is 'XYZ: or words' "$(xyz note 2 | tr -d '\n') $(sed -n 's/.*:note:\(.\).*/\1/p' scene.xyz | tr -d '\n')" 'happy  RS'
ok 'XYZ: angular velocities' about 1e-12 "$(xyz omega 1)" '0 0 0 0 0 0 0 0 0.5 0 0 0'
is 'XYZ: tags, if a body has one' "$(grep -c ':tag:' scene.xyz; sed 's/^body 9 3 steel -/body 9 3 steel late/' scene.scree | scree-convert -q --to xyz >tagged
	mv tagged scene.xyz; xyz tag 1 | tr -d '\n')" "$(printf '0\n- - - late ')"
is 'a dump has none: OVITO takes its columns for numbers' "$(sed 's/^body 9 3 steel -/body 9 3 steel late/' scene.scree | scree-convert -q --to dump | grep -c late)" 0

# ---- MercuryDPM ----
cat >m.data <<'END'
2 0.125 0 -1 0 5 6 7
1 2 3 0.1 0.2 0.3 0.5 0 0 0 4 5 6 0
2 2.5 4 0.1 0.2 0.3 0.25 0 0 0 -4 5 6 1
1 0.25 0 -1 0 5 6 7
1 2 3.5 0.1 0.2 0.3 0.5 0 0 0 4 5 6 0
END
scree-convert m.data >m.scree
is 'MercuryDPM: domain and times' "$(grep '^domain' m.scree; sed -n 's/^frame [0-9]* t=\([^ ]*\).*/\1/p' m.scree | tr '\n' ' ')" "$(printf 'domain lo=0,-1,0 hi=5,6,7 periodic=none\n0.125 0.25 ')"
is 'bodies' "$(columns id material size x y z vx <m.scree | tr '\n' ';')" '1 grain0 0.5 1 2 3 0.1;2 grain1 0.25 2 2.5 4 0.1;1 grain0 0.5 1 2 3.5 0.1;'
near 'angular momenta' "$(columns Lx <m.scree | head -n 1)" "$(awk 'BEGIN { print 4 * 0.4 * 4 / 3 * atan2(0, -1) * 0.5^5 }')" 1e-6
ok 'they come back' about 1e-14 "$(scree-convert -q m.scree --to mercury)" "$(cat m.data)"
printf '2 0.125 0 -1 5 6\n1 2 0.1 0.2 0.5 0.75 4 0\n2 2.5 0.1 0.2 0.25 0 -4 0\n' >m2.data
is 'in the plane' "$(scree-convert m2.data | columns id size x y angle omega | tr '\n' ';')" '1 0.5 1 2 0.75 4;2 0.25 2 2.5 0 -4;'
is 'and back, without angles' "$(scree-convert -q m2.data --to mercury)" "$(sed 's/ 0.75 4/ 0 4/' m2.data)"

is 'periods are no part of the files, which is said' "$(sed 's/periodic=none/periodic=xz/' m.scree | scree-convert --to mercury 2>&1 >/dev/null)" \
	'scree-convert: dropped, because mercury cannot hold them: periods of the domain'

# ---- nothing ----
printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z\nframe 4 t=0.5 body=0\nend 4\n' >none.scree
is 'a frame without bodies is a frame' "$(scree-convert none.scree --to xyz | wc -l | tr -d ' ') $(scree-convert none.scree --to dump | scree-convert --from dump - | sed -n 's/^\(frame.*\) dt.*/\1/p')" '2 frame 4 t=0.5'
is 'for ParaView too' "$(scree-convert none.scree -o none.pvd; grep -c 'NumberOfPoints="0"' none/grains_0000.vtp)" 1

# ---- words with #, which a dump has no comments for, and a sphere whose box is as high as that of a scene in the plane ----
printf 'scree 1 dim=3\nshape 1 sphere r=0.5\ncolumns body id shape x y z note\nframe 0 t=0 body=3\nbody 1 1 0 0 1 #5\nbody 2 1 2 0 0 a#b\nbody 3 1 4 0 0 5#\nend 0\n' |
	scree-convert --to dump >hashes.dump
is 'words with # come back whole' "$(scree-convert hashes.dump | columns note | tr '\n' ' ')" '#5 a#b 5# '
scree-shape sphere | scree-convert --to dump >sphere.dump
is 'a sphere of radius 0.5 at the origin stays one' "$(scree-convert sphere.dump | head -n 1) $(scree-convert sphere.dump | columns z size)" 'scree 1 dim=3 0 0.5'

# ---- LAMMPS ----
if ! command -v lmp >/dev/null; then
	skip 'LAMMPS writes and reads dumps: lmp is not installed'
	finish
fi
cat >in.gas <<'END'
units lj
atom_style sphere
boundary p p f
region box prism 0 6 0 5 0 7 1.5 0 0
create_box 2 box
create_atoms 1 random 30 12345 box
create_atoms 2 random 20 54321 box
set type 1 diameter 0.7 density 2.5
set type 2 diameter 0.4 density 1.25
velocity all create 0.5 4928
pair_style zero 1.5
pair_coeff * *
fix 1 all nve/sphere
fix 2 all wall/reflect zlo EDGE zhi EDGE
timestep 0.01
dump a all custom 100 a.dump id type x y z ix iy iz radius mass vx vy vz omegax omegay omegaz
dump_modify a format float %.16g sort id
dump b all custom 100 b.dump type id xsu ysu zsu diameter mass
dump_modify b format float %.16g
run 300
END
lmp -log none -in in.gas >said 2>&1
ok 'LAMMPS writes a trajectory' test -s a.dump
scree-convert -d 0.01 a.dump >a.scree
scree-convert -d 0.01 b.dump >b.scree
is 'of four frames' "$(grep -c '^frame' a.scree)" 4
unwrapped() { # id and place of all bodies in each frame; a = (6, 0, 0), b = (1.5, 5, 0)
	awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^frame/ { f = $2 }
		/^body/ { printf "%d %d %.12f %.12f %.12f\n", f, $2, $at["x"] + 6 * $at["ix"] + 1.5 * $at["iy"], $at["y"] + 5 * $at["iy"], $at["z"] }' "$1" | sort -k1,1n -k2,2n
}
ok 'wrapped and with images, or scaled and unwrapped, it is the same' about 1e-9 "$(unwrapped a.scree)" "$(unwrapped b.scree)"
near 'free flight goes as far as its velocity' "$(scree-order -q --msd --where 'x == x' a.scree | awk '!/^#/ && NF > 2 { print $1 }' | tail -n 1)" 3 1e-9
scree-convert a.scree --frame 0 -o ours.dump
cat >in.back <<'END'
units lj
atom_style sphere
boundary p p f
region box prism 0 6 0 5 0 7 1.5 0 0
create_box 2 box
pair_style zero 1.5
pair_coeff * *
read_dump ours.dump 0 x y z ix iy iz vx vy vz box yes add yes
set type 1 diameter 0.7
set type 2 diameter 0.4
dump a all custom 1 theirs.dump id type x y z ix iy iz radius vx vy vz
dump_modify a format float %.16g sort id
run 0
END
lmp -log none -in in.back >said 2>&1
ok 'LAMMPS reads what we write' test -s theirs.dump
scree-convert theirs.dump >theirs.scree
ok 'and has the same balls' about 1e-12 "$(unwrapped theirs.scree)" "$(unwrapped a.scree | awk '$1 == 0')"
ok 'with their velocities' about 1e-14 "$(columns vx vy vz size <theirs.scree)" "$(columns vx vy vz size <a.scree | head -n 50)"
finish
