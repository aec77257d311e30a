#!/bin/sh
# Tilted and deforming cells in space, in the tables, pictures and files of the programs.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

cell() { awk -v name="$1" -v row="$2" '/^# (t|id|r|z|x|y)(\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ && NF && ++n == row { print $at[name] }' "$3"; }

# ---- scree-stress: two balls in contact across slanted faces, in a cell that is sheared along x ----
# The upper image of ball 2 is at c + its place. The branch from 1 is (0.3, 0.4, 0.8); forces are given.
cat >two <<'EOF'
scree 1 dim=3
domain lo=0,0,0 hi=4,3,5 periodic=xyz tilt=0.5,1.3,-0.7 rate=0,0,0,0,0.2,0
material m density=3
law m m linear kn=100
shape 1 sphere r=0.5
mass 1 volume=0.5235987755982988 I=0.05,0.05,0.05
columns body id shape material x y z ix iy iz vx vy vz
columns contact i j fi fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=1 dt=0.01 due=1 body=2 contact=1
body 1 1 m 1 1 4.6 0 0 0 0.52 0 0
body 2 1 m 0 2.1 0.4 0 0 0 -0.52 0 0
contact 1 2 0 0 0 0 1 1.15 1.2 5 0.31799936400190799 0.42399915200254399 0.84799830400508803 0.05 2 0 0 0
end 0
domain lo=0,0,0 hi=4,3,5 periodic=xyz tilt=0.5,-1.7,-0.7 rate=0,0,0,0,0.2,0
frame 5 t=2 dt=0.01 due=2 body=2 contact=1
body 1 1 m 1 1 4.6 0 0 0 0.42 0 0
body 2 1 m 0 2.1 0.4 0 0 0 -0.42 0 0
contact 1 2 0 0 1 0 1 1.15 1.2 5 0.31799936400190799 0.42399915200254399 0.84799830400508803 0.05 2 0 0 0
end 5
EOF
scree-stress -q --no-provenance two >s
# branch: (0 + 1.3, 2.1 - 0.7, 0.4 + 5) - (1, 1, 4.6) = (0.3, 0.4, 0.8), normal / |branch|; s_ij = f n_i branch_j / V
near 's_xz, force times branch over the volume' "$(cell s_xz 1 s)" 0.0084799830400508803 1e-12
near 's_zz' "$(cell s_zz 1 s)" 0.022613288106802347 1e-12
near 's_yx' "$(cell s_yx 1 s)" 0.0042399915200254401 1e-12
# both balls move with the flow 0.2 (z - 2.5) and 0.1 and -0.1 more
near 'velocities are relative to the flow' "$(cell k_xx 1 s)" "$(awk 'BEGIN { m = 3 * 0.5235987755982988
	printf "%.15g", m * (0.1 ^ 2 + 0.1 ^ 2) / 60 }')" 1e-12
near 'the pressure' "$(cell p 1 s)" "$(awk 'BEGIN { printf "%.15g", 2 * sqrt(0.89) / 3 / 60 }')" 1e-12
# one contact: s = f l n n, principal values f l / V, 0, 0; q = 3 p, mu = q / (sqrt(3) p) = sqrt(3)
near 'mu of a single force' "$(cell mu 1 s)" 1.7320508075688772 1e-12
near 'the rate in the first frame is that of the cell' "$(cell rate 1 s)" 0.2 1e-12
near 'I' "$(cell I 1 s)" "$(awk 'BEGIN { printf "%.15g", 0.2 * 1 * sqrt(3 / (2 * sqrt(0.89) / 180)) }')" 1e-9
near 'solid fraction' "$(cell solid 1 s)" "$(awk 'BEGIN { printf "%.15g", 2 * 0.5235987755982988 / 60 }')" 1e-12
# the tilt xz goes from 1.3 to 1.3 + 0.2 * 5 = 2.3, and has been reduced by 4
near 'the shear of a cell that flips' "$(cell gamma_xz 2 s)" 0.2 1e-12
is 'and no other strain' "$(cell gamma_xy 2 s) $(cell gamma_yz 2 s) $(cell strain_vol 2 s)" '0 0 0'
near 'its rate' "$(cell rate 2 s)" 0.2 1e-12
near 'the branch is longer by the shear' "$(cell s_xx 2 s)" "$(awk 'BEGIN { printf "%.15g", 2 * 0.31799936400190799 * 1.3 / 60 }')" 1e-12
sed '/^end 0/q' two | scree-move -q --replicate 2,3,2 | scree-stress -q --no-provenance >r
for column in s_xx s_xz s_yz k_xx k_zz p q mu solid rate; do
	near "copies have the same $column" "$(cell $column 1 r)" "$(cell $column 1 s)" 1e-12
done

# ---- a sheared packing: the same stress by other tilts, and of copies, when contacts are found anew ----
scree-shape sphere -r 0.5 | scree-fill -q -n 40 --fraction 0.5 --periodic xyz |
	scree-set -q --law grain,grain,linear,kn=300,en=0.5,mu=0.5 --rate=-0.06,-0.13,-0.09,0.4,-0.5,0.6 |
	scree-dem3 -q -t 1.5 | scree-pick -q --last >packing
anew() { awk '/^contact |^columns contact|^ledger/ { next } { sub(/ contact=[0-9]+/, "") } 1' "$1" | scree-dem3 -q -t 0 | scree-stress -q; }
anew packing >s
is 'the packing is under pressure, and its cell is tilted' "$(grep -c '^domain.*tilt=' packing) $(awk -v p="$(cell p 1 s)" 'BEGIN { print (p > 1) }')" '1 1'
scree-move -q --replicate 1,2,2 packing >copies
# b - a, then c + 2 b of the old b - a
awk '/^domain/ { for (k = 2; k <= NF; k++) { split($k, f, "="); v[f[1]] = f[2] }
		split(v["lo"], lo, ","); split(v["hi"], hi, ","); split(v["tilt"], t, ",")
		new = sprintf("tilt=%.17g,%.17g,%.17g", t[1] - (hi[1] - lo[1]), t[2] + 2 * t[1] - (hi[1] - lo[1]), t[3] + 2 * (hi[2] - lo[2]))
		sub(/tilt=[^ ]*/, new) } 1' packing >others
for scene in copies others; do
	anew $scene >a
	for column in s_xx s_xy s_zx s_yy s_zz k_xx k_xz k_yy p q mu solid; do
		near "$scene: $column" "$(cell $column 1 a)" "$(cell $column 1 s)" 1e-8
	done
done

# ---- scree-order: the face-centred lattice in a slanted cell of 4 x 4 x 4 balls, by two choices of its vectors ----
awk 'BEGIN { y = sqrt(3) / 2; z = sqrt(6) / 3
	printf "scree 1 dim=3\ndomain lo=0,0,0 hi=4,%.17g,%.17g periodic=xyz tilt=2,2,%.17g\nmaterial m density=1\n", 4 * y, 4 * z, 2 / sqrt(3)
	print "shape 1 sphere r=0.5\ncolumns body id shape material x y z\nframe 0 t=0 body=64"
	for (k = 0; k < 4; k++) for (j = 0; j < 4; j++) for (i = 0; i < 4; i++)
		printf "body %d 1 m %.17g %.17g %.17g\n", ++n, i + 0.5 * j + 0.5 * k + 0.05, y * j + sqrt(3) / 6 * k + 0.02, z * (k + 0.3)
	print "end 0" }' >whole
# scree-move wraps the balls
scree-move --by 0,0,0 whole >one
sed 's/tilt=2,2,1.15[0-9]*/tilt=-2,-6,-5.7735026918962573/' whole | scree-move --by 0,0,0 >other
for which in one other; do
	scree-order -q --bond 6 --neighbours 1.2 $which >a
	is "$which: 12 neighbours of each ball" "$(cell grains 1 a) $(cell neighbours 1 a)" '64 12'
	near "$which: q6 of the face-centred lattice" "$(cell local 1 a)" 0.574524259714069 1e-9
	scree-order -q --gr --reach 1.5 --bins 10 $which >a
	near "$which: g(r) over the same volume" "$(cell g 7 a)" \
		"$(awk 'BEGIN { printf "%.15g", 64 * 6 / (64 * 63 / 2 * 4 / 3 * 3.14159265358979 * (1.05 ^ 3 - 0.9 ^ 3) / (64 / sqrt(2))) }')" 1e-6
done
fails 2 'expected at most 2, half of the shortest' 'the shortest vector of the lattice is the limit' scree-order -q --bond 6 --neighbours 2.1 other

# ---- scree-profile: the velocity of a sheared cell, and no part of a ball lost ----
scree-set --rate 0,0,0,0,0.5,0 other >sheared
for along in x y z; do
	scree-profile -q --along $along --bins 5 sheared >p
	near "all of the balls, in slices along $along" "$(awk '/^#/ { for (k = 2; k <= NF; k++) { n = $k; sub(/\[.*/, "", n); if (n == "solid") c = k - 1 } next }
		NF { s += $c / 5 } END { print s }' p)" 0.74048 1e-4
done
scree-profile -q --along z --bins 4 --from -3.265986 --to 9.797959 sheared >p
near 'images above have the velocity of the flow there' "$(cell vx 4 p)" "$(awk 'BEGIN { printf "%.9g", 0.5 * (8.16496 - 1.63299) }')" 0.1
near 'and below' "$(cell vx 1 p)" "$(awk 'BEGIN { printf "%.9g", 0.5 * (-1.63299 - 1.63299) }')" 0.1

# ---- scree-convert: LAMMPS has tilts of at most half a period, and atoms in the slanted cell ----
scree-convert -q --to lammps -o out.data other 2>err
is 'tilts are reduced' "$(grep 'xy xz yz' out.data | awk '{ printf "%.9g %.9g %.9g %s %s %s", $1, $2, $3, $4, $5, $6 }')" '-2 -2 1.15470054 xy xz yz'
awk '/Atoms/ { on = 1; next } /^[A-Z]/ { on = 0 } on && NF == 10 { z = $7 / 3.2659863237109041; y = ($6 - 1.1547005383792515 * z) / 3.4641016151377544
	x = ($5 + 2 * y + 2 * z) / 4; n++; bad += !(x >= 0 && x < 1 && y >= 0 && y < 1 && z >= 0 && z < 1) } END { print n, bad + 0 }' out.data >got
is 'all atoms are in the slanted cell' "$(cat got)" '64 0'
scree-convert -q out.data >back
scree-order -q --bond 6 --neighbours 1.2 back >a
is 'and read back' "$(cell grains 1 a) $(cell neighbours 1 a) $(grep -c 'periodic=xyz tilt=-2,' back)" '64 12 1'
scree-convert --to lammps -o out.data sheared 2>err
is 'what deforms is said to be lost' "$(grep -c 'dropped.*the deformation of the domain' err)" 1
awk '/Atoms/ { a = 1; next } /Velocities/ { a = 2; next } /^[A-Z]/ { a = 0 } a == 1 && NF { z[$1] = $7 }
	a == 2 && NF { d = $2 - 0.5 * (z[$1] - 0.816496580927726 * 2); bad += d > 1e-9 || d < -1e-9; n++ } END { print n, bad + 0 }' out.data >got
is 'velocities are those of the images' "$(cat got)" '64 0'

# ---- hard contacts do not know such cells ----
fails 3 "one:$(grep -n '^domain' one | tail -n 1 | cut -d : -f 1): the domain is tilted or deforms, which scree-cd3 does not simulate" 'scree-cd3 refuses a tilted cell, and names its line' scree-cd3 -t 1 one
is 'before it writes anything' "$(scree-cd3 -t 1 one 2>/dev/null | wc -c)" 0
sed 's/tilt=[^ ]*/rate=0,0,0.1,0,0,0/' one >stretched
fails 3 'the domain is tilted or deforms' 'and one that deforms' scree-cd3 -t 1 stretched

# ---- outlets: a ball comes back above another one that is near across a slanted face ----
cat >outlet <<'EOF'
scree 1 dim=3
domain lo=0,0,0 hi=4,4,20 periodic=xy tilt=2,0,0
gravity 0,0,-0.001
material m density=1
law m m linear kn=100
shape 1 sphere r=0.5
mass 1 volume=0.5235987755982988 I=0.05,0.05,0.05
outlet drain below=2 return=0,1.00001,2.99999,4,1
columns body id shape material x y z vz
frame 0 t=0 dt=0.01 due=0 body=2
body 1 1 m 3 2 1.51 -3
body 2 1 m 2.3 0.4 10 0
end 0
EOF
# the image of ball 2 is at 0.3, 4.4; a thousandth of the radius is left free
near 'above the image across a slanted face' "$(scree-dem3 -q -t 0.7 outlet | awk '/^body 1 / { z = $7 } END { print z }')" \
	"$(awk 'BEGIN { printf "%.9g", 9.99976 + sqrt(1.0005 ^ 2 - 0.2 ^ 2 - 0.9 ^ 2) }')" 1e-3

# ---- scree-draw: the slanted cell ----
if command -v gnuplot >/dev/null; then
	# seen along z, two balls in a cell that is tilted by half its width
	printf 'scree 1 dim=3\ndomain lo=0,0,0 hi=8,8,8 periodic=xyz tilt=4,0,0\nshape 1 sphere r=1\ncolumns body id shape x y z\n' >flat
	printf 'frame 0 t=0 body=2\nbody 1 1 4 4 4\nbody 2 1 0.5 7 4\nend 0\n' >>flat
	scree-draw -q -o a.png --script a.gp --view -90,90 flat
	size=$(grep -a '^set [xy]range' a.gp | tr -d '[]' | awk '{ split($3, r, ":"); printf "%.3g ", r[2] - r[1] }')
	near 'a picture of a slanted cell is as wide as the cell' "${size%% *}" 12.5 0.6
	near 'and as high as the box' "$(echo "$size" | cut -d ' ' -f 2)" 8.4 0.5
	# ball 2, in the upper left of the box at x = 0.5, is drawn in the cell, one period to the right; the cell is from -2 to 10
	size=$(grep -a -m 1 -o 'binary array=([0-9,]*)' a.gp | tr -dc '0-9,')
	start=$(($(grep -a -m 1 -b 'binary array=' a.gp | cut -d : -f 1) + $(grep -a -m 1 'binary array=' a.gp | wc -c)))
	near 'balls are in the cell' "$(tail -c +$((start + 1)) a.gp | head -c $((3 * ${size%,*} * ${size#*,})) | od -An -v -tu1 -w3 |
		awk -v w="${size%,*}" -v h="${size#*,}" 'int((NR - 1) / w) < h / 4 && $1 < 190 { n++; x += (NR - 1) % w }
			END { print -2 + 12 * (x / n) / w }')" 8.5 0.5
else
	skip 'no gnuplot here'
fi
finish
