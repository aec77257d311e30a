#!/bin/sh
# scree-convert --to lammps: disks, polygons and ellipsoids as the atoms and bodies of LAMMPS, read by LAMMPS itself.
. "$(dirname "$0")/../tap.sh"

columns() { # NAME...: these columns of the bodies of a stream on stdin
	awk -v names="$*" 'BEGIN { n = split(names, name, " ") } /^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body/ { for (k = 1; k <= n; k++) printf "%s%s", $at[name[k]], k < n ? " " : "\n" }' | sort -g
}
about() { # TOLERANCE FOUND EXPECTED: the same numbers
	{ printf '%s\n' "$2" | tr -s ' \n' '\n\n'; echo =; printf '%s\n' "$3" | tr -s ' \n' '\n\n'; } | awk -v tol="$1" '
		$1 == "=" { on = 1; next } !on && NF { a[++n] = $1 } on && NF { b[++m] = $1 }
		END { bad = n != m || !n; for (k = 1; k <= n; k++) { d = a[k] - b[k]; s = b[k] < 0 ? -b[k] : b[k]; if (s < 1) s = 1
			if (!(d <= tol * s && d >= -tol * s)) { print k, a[k], b[k]; bad = 1 } } exit bad }'
}
section() { # NAME FILE: the lines of a section of a data file
	awk -v name="$1" '/^[A-Z]/ { on = $1 == name; next } on && NF' "$2"
}
pi=3.14159265358979324

# ---- disks: LAMMPS gives a disk the mass of a ball, so the density makes up for it ----
cat >disks.scree <<'END'
scree 1 dim=2
domain lo=-6,-5 hi=6,7 periodic=x
material wood density=0.75
material steel density=2.5
shape 1 point r=0.5 0,0
shape 2 polyline r=0 -6,0 6,0
mass 1 area=0.7853981633974483 I=0.09817477042468103 method=exact
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag size x y ix iy vx vy omega
frame 0 t=0 dt=0 due=0 body=4
body 7 1 steel - 1.5 -4 1.5 2 0 0.5 -0.25 1.5
body 9 1 wood - 1 2 -3 0 0 -0.5 0.75 -2
body 4 1 steel - 0.5 5.5 3 -1 0 1 0.5 0.75
body 5 2 wood floor 1 0 -5 0 0 0 0 0
end 0
END
scree-convert disks.scree -o disks.data 2>said
is 'a wall is dropped, which is said' "$(sed 's/.*them: //' said)" 'constraints, 1 wall'
ok 'masses of disks are densities of balls' about 1e-14 "$(section Atoms disks.data | awk '{ print $1, $2, $4 * 4 / 3 * atan2(0, -1) * ($3 / 2) ^ 3 }')" \
	"$(awk "BEGIN { print 1, 1, 2.5 * $pi * 0.5625; print 2, 2, 0.75 * $pi * 0.25; print 3, 1, 2.5 * $pi * 0.0625 }" OFMT=%.17g)"
is 'the first line says how' "$(head -n 1 disks.data)" 'scree: dimension 2, atom_style sphere, boundary p f p, fix NAME all property/atom mol, read_data FILE fix NAME NULL Molecules, disks have mass = density 4/3 pi r^3, fix nve/sphere disc'
scree-convert disks.data >back.scree
is 'disks come back, in the plane' "$(columns x y size ix vx vy omega <back.scree | tr '\n' ';') $(head -n 1 back.scree)" \
	'-4 1.5 0.75 2 0.5 -0.25 1.5;2 -3 0.5 0 -0.5 0.75 -2;5.5 3 0.25 -1 1 0.5 0.75; scree 1 dim=2'
ok 'with their densities' about 1e-14 "$(sed -n 's/^material .*density=//p' back.scree)" '2.5 0.75'
is 'and their periods' "$(grep '^domain' back.scree)" 'domain lo=-6,-5 hi=6,7 periodic=x'
echo 0 >none.infile
fails 3 'none.infile: the infile of a scene in the plane is not read' 'an infile in the plane' scree-convert disks.data none.infile

# ---- polygons, segments and disks among them: bodies ----
cat >bodies.scree <<'END'
scree 1 dim=2
domain lo=-8,-6 hi=8,6 periodic=xy
material wood density=0.75
material steel density=2.5
shape 1 polygon r=0.125 -0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5
shape 2 polyline r=0.25 -0.75,0 0.75,0
shape 3 point r=0.5 0,0
columns body id shape material size x y angle ix iy vx vy omega
frame 3 t=0.5 dt=0 due=0.5 body=3
body 7 1 steel 1.5 -4 1.5 0.7 0 1 0.5 -0.25 1.5
body 9 2 wood 1 2 -3 2 -1 0 -0.5 0.75 -2
body 4 3 wood 1.25 5.5 3 0.25 0 0 1 0.5 0.75
end 3
END
scree-convert -q bodies.scree -o bodies.data
# square of side a, rounded by r: area a^2 + 4 a r + pi r^2; the second moment by squares, rectangles and quarters of a disk
awk -v pi=$pi 'function mass(w, h) { return w * h } function turn(w, h) { return w * h * (w * w + h * h) / 12 }
	BEGIN { OFMT = "%.17g"; r = 0.125; quarter = pi * r * r / 4; c = 4 * r / (3 * pi); own = quarter * r * r / 2 - quarter * 2 * c * c
	area = 1 + 4 * r + pi * r * r; I = turn(1, 1) + 4 * (turn(1, r) + r * (0.5 + r / 2) ^ 2) + 4 * (own + quarter * 2 * (0.5 + c) ^ 2)
	print 7, 2.5 * 1.5 ^ 2 * area, 2.5 * 1.5 ^ 4 * I
	r = 0.25; c = 4 * r / (3 * pi); half = pi * r * r / 2; own = half * r * r / 2 - half * c * c
	print 9, 0.75 * (1.5 * 2 * r + pi * r * r), 0.75 * (turn(1.5, 2 * r) + 2 * (own + half * (0.75 + c) ^ 2))
	print 4, 0.75 * pi * 0.625 ^ 2, 0.75 * pi * 0.625 ^ 4 / 2 }' >weights
ok 'masses' about 1e-13 "$(section Atoms bodies.data | awk '{ print $1, $4 }')" "$(awk '{ print $1, $2 }' weights)"
ok 'moments of inertia about z, and angular momenta' about 1e-13 "$(section Bodies bodies.data | awk 'NF == 6 { print $3 }') $(section Velocities bodies.data | awk '{ print $7 }')" \
	"$(awk '{ print $3 }' weights) $(awk 'BEGIN { OFMT = "%.17g"; w[7] = 1.5; w[9] = -2; w[4] = 0.75 } { print $3 * w[$1] }' weights)"
is 'the first line has the numbers of vertices' "$(head -n 1 bodies.data)" 'scree: dimension 2, atom_style body rounded/polygon 1 4, boundary p p p, read_data FILE'
fails 3 'bodies.data:4: found bodies, expected the atom style sphere' 'they are not read' scree-convert bodies.data
sed 's/^columns/shape 5 disks 0,0,0.5 0.5,0,0.5\n&/; s/body=3$/body=4/; s/^end/body 11 5 wood 1 0 0 0 0 0 0 0 0\n&/' bodies.scree >mixed.scree
fails 2 'lammps holds clumps, or polygons and disks, found body 11 \(disks\) beside polygons; choose some with --where' 'clumps and polygons' \
	scree-convert mixed.scree -o mixed.data
sed 's/^columns/shape 5 ring r=0.1 0,0 1,0 0,1\n&/; s/body=3$/body=4/; s/^end/body 11 5 wood 1 0 0 0 0 0 0 0 0\n&/' bodies.scree >ring.scree
fails 2 'lammps holds disks, polygons, segments and clumps, found body 11 \(ring\)' 'a ring' scree-convert ring.scree -o ring.data

# ---- ellipsoids ----
cat >eggs.scree <<'END'
scree 1 dim=3
domain lo=-5,-5,-5 hi=5,5,5 periodic=xyz
material wood density=0.5
material steel density=2.5
law wood wood hard mu=0
law wood steel hard mu=0
law steel steel hard mu=0
shape 2 sphere r=0.75
shape 3 ellipsoid a=1.5,0.9,0.6
columns body id shape material size x y z qw qx qy qz ix iy iz vx vy vz wx wy wz
frame 0 t=0 dt=0 due=0 body=3
body 12 3 steel 1.5 -1 2 3 0.36 0.48 0.8 0 1 0 -2 0.5 -0.25 0.125 1 -2 0.5
body 4 2 wood 2 2 -1 -3 0.8 0.6 0 0 0 0 0 0 1 0 0.5 1 2
body 7 3 wood 0.5 -4 -4 4 1 0 0 0 0 0 0 0 0 0.25 0 0 3
end 0
END
scree-convert -q eggs.scree -o eggs.data
is 'axes are whole ones' "$(section Ellipsoids eggs.data | awk '{ print $1, $2, $3, $4, $5, $6, $7, $8 }' | tr '\n' ';')" \
	'12 4.5 2.7 1.7999999999999998 0.36 0.48 0.8 0;4 3 3 3 0.8 0.6 0 0;7 1.5 0.9 0.6 1 0 0 0;'
is 'the first line' "$(head -n 1 eggs.data)" 'scree: atom_style ellipsoid, boundary p p p, read_data FILE'
# m = 4/3 pi a b c, I = m / 5 (b^2 + c^2, ...), in the body frame for body 7, which is not turned
ok 'angular momenta' about 1e-13 "$(section Velocities eggs.data | awk '$1 == 7 { print $5, $6, $7 } $1 == 4 { print $6 }')" \
	"$(awk -v pi=$pi 'BEGIN { OFMT = "%.17g"; m = 0.5 * 4 / 3 * pi * 1.5 ^ 3; print 0.4 * m * 1.5 ^ 2
		m = 0.5 * 4 / 3 * pi * 0.75 * 0.45 * 0.3; print 0, 0, 3 * m / 5 * (0.75 ^ 2 + 0.45 ^ 2) }')"
sed 's/^columns/shape 5 clump 0,0,0,0.5 0.5,0,0,0.5\n&/; s/body=3$/body=4/; s/^end/body 11 5 wood 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0\n&/' eggs.scree >mixed.scree
fails 2 'lammps holds clumps, or ellipsoids and spheres, found body 11 \(clump\) beside ellipsoids' 'clumps and ellipsoids' scree-convert mixed.scree -o mixed.data
sed -n '/^scree/,$p' bodies.scree | sed 's/^frame 3 t=0.5/frame 9 t=1/; s/^end 3/end 9/; /^[^fbe]/d' | cat bodies.scree - >two.scree
scree-convert -q two.scree -o frame_%02d.data
is 'a file for each frame' "$(ls frame_*.data | tr '\n' ' ')" 'frame_00.data frame_01.data '

# ---- LAMMPS ----
if ! command -v lmp >/dev/null; then
	skip 'LAMMPS reads disks, polygons and ellipsoids: lmp is not installed'
	finish
fi
run() { # STYLE BOUNDARY DATA FIX: 100 steps of free flight; LAMMPS's atoms go to atoms.dump, its energy to energy
	cat >in.run <<END
units lj
dimension $5
atom_style $1
boundary $2
newton on
$6
read_data $3 $7
pair_style zero 4.0
pair_coeff * *
comm_modify vel yes
$8
dump a all custom 100 atoms.dump id type xu yu zu mass vx vy vz $9
dump_modify a format float %.17g sort id
fix 1 all $4
thermo_style custom step $energy
thermo_modify norm no format float %.17g
timestep 0.001
run 100
END
	rm -f atoms.dump
	lmp -log none -in in.run >said 2>&1 || { tail -n 5 said; return 1; }
	awk '$1 == "Step" { on = 1; next } /^Loop/ { on = 0 } on { print $2 }' said >energy
}
dumped() { # FRAME COLUMNS: columns of a frame of atoms.dump
	awk -v frame="$1" -v names="$2" 'BEGIN { n = split(names, name, " ") } /^ITEM: ATOMS/ { on = ++f == frame; for (k = 3; k <= NF; k++) at[$k] = k - 2; next }
		/^ITEM/ { on = 0 } on { for (k = 1; k <= n; k++) printf "%s ", $at[name[k]]; print "" }' atoms.dump
}
unwrapped() { # LX LY LZ NAME...: places without images and further columns, by id
	l="$1 $2 $3"; shift 3
	columns id ix iy ${lz:+iz} x y ${lz:+z} "$@" | awk -v l="$l" -v d="${lz:+3}" 'BEGIN { split(l, p, " "); d = d ? d : 2; OFMT = CONVFMT = "%.17g" }
		{ printf "%s", $1; for (k = 1; k <= d; k++) printf " %s", $(1 + d + k) + p[k] * $(1 + k); if (d == 2) printf " 0"; for (k = 2 + 2 * d; k <= NF; k++) printf " %s", $k; print "" }'
}
lz=
energy=ke
ok 'LAMMPS reads disks' run sphere 'p f p' disks.data 'nve/sphere disc' 2 'fix mol all property/atom mol' 'fix mol NULL Molecules' '' 'omegaz radius'
ok 'places and radii' about 1e-13 "$(dumped 1 'xu yu zu vx vy omegaz radius' | sort -g)" "$(grep -v '^body 5' disks.scree | unwrapped 12 12 0 vx vy omega size | awk '{ print $2, $3, $4, $5, $6, $7, $8 / 2 }' | sort -g)"
ok 'masses' about 1e-13 "$(dumped 1 'id mass')" "$(awk "BEGIN { OFMT = \"%.17g\"; print 1, 2.5 * $pi * 0.5625, 2, 0.75 * $pi * 0.25, 3, 2.5 * $pi * 0.0625 }")"
ok 'they fly as far as their velocities' about 1e-12 "$(dumped 2 'id xu yu')" "$(dumped 1 'id xu yu vx vy' | awk '{ print $1, $2 + 0.1 * $4, $3 + 0.1 * $5 }' OFMT=%.17g)"

energy=v_ke
corners='compute v all body/local id 1 2 3
dump b all local 100 corners.dump c_v[1] c_v[2] c_v[3]
dump_modify b format float %.17g
compute tb all temp/body
variable ke equal 0.5*(c_tb[1]+c_tb[2]+c_tb[3])
fix 2 all enforce2d'
ok 'LAMMPS reads bodies' run 'body rounded/polygon 1 4' 'p p p' bodies.data nve/body 2 'atom_modify map array' '' "$corners" angmomz
ok 'places, masses, velocities' about 2e-13 "$(dumped 1 'id xu yu zu mass vx vy')" "$(unwrapped 16 12 0 vx vy <bodies.scree | awk 'NR == FNR { m[$1] = $2; next } { print $1, $2, $3, $4, m[$1], $5, $6 }' weights -)"
turned() { # ANGLE of the square: its corners, by x
	awk -v turn="$1" -v x="$2" -v y="$3" 'BEGIN { OFMT = "%.17g"; for (k = 0; k < 4; k++) { u = k == 0 || k == 3 ? -0.75 : 0.75; v = k < 2 ? -0.75 : 0.75
		print x + cos(turn) * u - sin(turn) * v, y + sin(turn) * u + cos(turn) * v } }' | sort -g
}
corners_of() { # ID FRAME
	awk -v id="$1" -v frame="$2" '/^ITEM: ENTRIES/ { f++; next } /^ITEM/ { f += 0 } f == frame && NF == 3 && $1 == id { print $2, $3 }' corners.dump | sort -g
}
ok 'corners are turned' about 1e-13 "$(corners_of 7 1)" "$(turned 0.7 -4 1.5)"
# momentum by moment is 1.5, so 0.1 later the square has turned by 0.15; LAMMPS's integrator of rotations is of second order
ok 'and turn as fast as ours' about 1e-7 "$(corners_of 7 2)" "$(turned 0.85 -3.95 1.475)"
near 'kinetic energy is sum m v^2 / 2 + I omega^2 / 2' "$(sed -n 1p energy)" \
	"$(awk 'BEGIN { v[7] = 0.3125; v[9] = 0.8125; v[4] = 1.25; w[7] = 2.25; w[9] = 4; w[4] = 0.5625 } { e += ($2 * v[$1] + $3 * w[$1]) / 2 } END { printf "%.17g", e }' weights)" 1e-12

lz=1
energy=v_ke
spins='compute s all property/atom shapex shapey shapez quatw quati quatj quatk
compute ta all temp/asphere
variable ke equal 0.5*(c_ta[1]+c_ta[2]+c_ta[3])'
ok 'LAMMPS reads ellipsoids' run ellipsoid 'p p p' eggs.data nve/asphere 3 '' '' "$spins" 'c_s[1] c_s[2] c_s[3] c_s[4] c_s[5] c_s[6] c_s[7]'
ok 'places, velocities, orientations' about 1e-13 "$(dumped 1 'id xu yu zu vx vy vz c_s[4] c_s[5] c_s[6] c_s[7]')" "$(unwrapped 10 10 10 vx vy vz qw qx qy qz <eggs.scree)"
ok 'masses and axes' about 1e-13 "$(dumped 1 'id mass c_s[1] c_s[2] c_s[3]')" "$(awk "BEGIN { OFMT = \"%.17g\"; m = 4 / 3 * $pi * 1.5 * 0.9 * 0.6
	print 4, 0.5 * 4 / 3 * $pi * 3.375, 3, 3, 3, 7, m * 0.0625, 1.5, 0.9, 0.6, 12, m * 2.5 * 3.375, 4.5, 2.7, 1.8 }")"
near 'kinetic energy is that of our own ledger' "$(sed -n 1p energy)" "$(scree-cd3 -q -t 0 -d 0.01 eggs.scree | scree-energy -q | awk '/^#/ { for (k = 2; k <= NF; k++) { n = $k; sub(/\[.*/, "", n); at[n] = k - 1 } next } NF { printf "%.17g", $at["kin_lin"] + $at["kin_rot"] }')" 1e-10
finish
