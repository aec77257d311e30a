#!/bin/sh
# scree-order in space: crystals, axes that are written down, and points at random.
. "$(dirname "$0")/../tap.sh"

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

# points at random
awk 'BEGIN { srand(3); print "scree 1 dim=3\ndomain lo=0,0,0 hi=5,5,5 periodic=xy\nmaterial m density=1\nshape 1 sphere r=0.01\ncolumns body id shape material x y z\nframe 0 t=0 body=1500"
	for (i = 1; i <= 1500; i++) printf "body %d 1 m %.17g %.17g %.17g\n", i, 5 * rand(), 5 * rand(), 5 * rand()
	print "end 0" }' >ideal
scree-order -q --gr --reach 2 --bins 8 ideal >a
is 'g of an ideal gas between walls is 1' "$(rows a | awk '($2 - 1) ^ 2 > 16 * $3 ^ 2 { n++ } END { print n + 0, NR }')" '0 8'
near 'its fourth bin' "$(cell g 8 a)" 1 0.02

fails 2 'neighbours: missing, expected contacts or a distance: the stream has dim=3' 'cells in space' scree-order --bond 6 fcc0
fails 2 'bond: 30, expected 1 to 24 in 3D' 'a high order' scree-order --bond 30 --neighbours 1 fcc0
fails 2 'neighbours: 3, expected at most 2.07' 'neighbours that are too far' scree-order --bond 6 --neighbours 3 fcc0
fails 2 'reach: 4, expected at most' 'a reach that is too long' scree-order --gr --reach 4 fcc0
fails 3 'no frame has contact records.*scree-dem3 -t 0' 'no records' scree-order --bond 6 --neighbours contacts fcc0
fails 2 'voronoi: is for streams in 2D' 'cells are of the plane' scree-order --voronoi fcc0
fails 2 'contacts: is for streams in 2D' 'how grains that touch are turned' scree-order --contacts fcc0

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
