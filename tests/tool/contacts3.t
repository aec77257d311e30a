#!/bin/sh
# scree-contacts and scree-stress in space: crystals, and contacts that are written down, against what can be counted by hand.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"
. "$root/tests/odd_touch.sh"

rows() { grep -v '^#' "$@" | grep .; }
# NAME ROW FILE: the cell of a column in a row of the table
cell() {
	awk -v name="$1" -v row="$2" '/^# (t|i|tag|cos|f|chain)(\[| )/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
		!/^#/ && NF && ++n == row { print $at[name] }' "$3"
}

# face-centred cubic: spheres of diameter 1 at a distance of 0.98, periodic, 3 cells each way; scree-dem3 finds their contacts
awk 'BEGIN { a = 0.98 * sqrt(2)
	printf "scree 1 dim=3\ndomain lo=0,0,0 hi=%.17g,%.17g,%.17g periodic=xyz\nmaterial m density=1\nlaw m m linear kn=50 mu=0.5 en=1\n", 3 * a, 3 * a, 3 * a
	print "shape 1 sphere r=0.5\ncolumns body id shape material x y z vx\nframe 0 t=0 body=108"
	for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) for (k = 0; k < 6; k++) if ((i + j + k) % 2 == 0)
		printf "body %d 1 m %.17g %.17g %.17g %d\n", ++n, a * (i / 2 + 0.1), a * (j / 2 + 0.1), a * (k / 2 + 0.1), n % 2 ? 3 : -3
	print "end 0" }' >fcc0
scree-dem3 -q -t 0 fcc0 >fcc
scree-contacts --no-provenance fcc >a
is 'twelve neighbours each' "$(cell grains 1 a) $(cell z 1 a) $(cell pairs 1 a) $(cell contacts 1 a) $(cell rattlers 1 a) $(cell z_bearing 1 a)" '108 12 648 648 0 12'
for c in fabric_xx fabric_yy fabric_zz fabric_1 fabric_3; do
	near "an isotropic fabric: $c" "$(cell $c 1 a)" 0.333333333333333 1e-12
done
near 'fabric_xy' "$(cell fabric_xy 1 a)" 0 1e-12
near 'without anisotropy' "$(cell anisotropy 1 a)" 0 1e-11
near 'the force of 0.02 overlap' "$(cell fn 1 a)" 1 1e-10
is 'at rest nothing slides' "$(cell sliding 1 a) $(cell source 1 a)" '0 records'
# normals are (1 1 0) / sqrt 2 and the like: of 648 a third across z, two thirds at a cosine of 0.7071
scree-contacts -q --angles --bins 4 fcc >a
is 'two cosines' "$(cell pairs 1 a) $(cell pairs 2 a) $(cell pairs 3 a) $(cell pairs 4 a)" '216 0 432 0'
near 'density: two thirds over 4 pi / 4' "$(cell density 3 a)" 0.2122065907891938 1e-12
near 'in the middle of the bin' "$(cell cos 3 a)" 0.625 1e-12
near 'its error' "$(cell error 3 a)" "$(awk 'BEGIN { printf "%.15g", 0.2122065907891938 / sqrt(432) }')" 1e-12
# of the six directions three are across the diagonal and three at a cosine of sqrt(2/3)
scree-contacts -q --angles --bins 4 --axis 1,1,1 fcc >a
is 'against the diagonal' "$(cell pairs 1 a) $(cell pairs 4 a)" '324 324'
is 'all forces equal' "$(scree-contacts -q --forces --bins 4 fcc | rows | awk '$1 > 0.75 && $1 < 1.25 { n += $2 } END { print n }')" 648

# its stress: 648 pairs with force 1 and branch 0.98 in the volume V, a third along each axis; speeds of 3 along x
scree-stress --no-provenance fcc >s
p=$(awk 'BEGIN { a = 3 * 0.98 * sqrt(2); printf "%.15g", 648 * 0.98 / 3 / a ^ 3 }')
near 's_xx' "$(cell s_xx 1 s)" "$p" 1e-10
near 's_zz' "$(cell s_zz 1 s)" "$p" 1e-10
near 's_yz' "$(cell s_yz 1 s)" 0 1e-10
near 'pressure' "$(cell p 1 s)" "$p" 1e-10
near 'deviator' "$(cell q 1 s)" 0 1e-10
near 'kinetic: n m 9 / V' "$(cell k_xx 1 s)" "$(awk 'BEGIN { a = 3 * 0.98 * sqrt(2); printf "%.15g", 108 * 3.14159265358979 / 6 * 9 / a ^ 3 }')" 1e-9
near 'solid fraction' "$(cell solid 1 s)" "$(awk 'BEGIN { a = 3 * 0.98 * sqrt(2); printf "%.15g", 108 * 3.14159265358979 / 6 / a ^ 3 }')" 1e-10
near 'with the kinetic part' "$(scree-stress -q --kinetic fcc >b; cell p 1 b)" \
	"$(awk -v p="$p" 'BEGIN { a = 3 * 0.98 * sqrt(2); printf "%.15g", p + 108 * 3.14159265358979 / 6 * 3 / a ^ 3 }')" 1e-9
near 'a volume that is given' "$(scree-stress -q --volume 100 fcc >b; cell p 1 b)" 2.1168 1e-9
is 'a region' "$(scree-stress -q --region 0,0,0,1,1,1 fcc >b; cell grains 1 b; cell volume 1 b)" '4
1'
is 'the same one over three edges' "$(scree-stress -q --region 3.6,3.6,3.6,4.6,4.6,4.6 fcc >b; cell grains 1 b)" 4

# a straight row of four under load, and others
awk 'BEGIN { print "scree 1 dim=3\nmaterial m density=1\nlaw m m linear\nshape 1 sphere r=0.5\ncolumns body id shape material x y z"
	print "columns contact i fi j fj x y z nx ny nz overlap fn\nframe 0 t=0 body=7 contact=4"
	for (i = 0; i < 7; i++) printf "body %d 1 m %g 0 %g\n", i + 1, (i > 3 ? 3 * i : 0), i
	for (i = 0; i < 3; i++) printf "contact %d 0 %d 0 0 0 %g 0 0 1 0.01 5\n", i + 1, i + 2, i + 0.5
	print "contact 5 0 6 0 13.5 0 4.5 1 0 0 0.01 0.1\nend 0" }' >row

# pressed LID RECORD...: what all scenes between a floor and a lid begin with; the lid comes down with this speed
pressed() {
	printf '%s\n' 'scree 1 dim=3' 'units length=mm mass=g time=s' 'material m density=1' 'law m m linear kn=50 mu=0.5' \
		'shape 1 sphere r=0.5' 'shape 2 clump -0.4,0,0,0.5 0.4,0,0,0.5' 'shape 3 plane' \
		'constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' \
		"constraint lid x=fixed y=fixed z=v:-$1 rx=fixed ry=fixed rz=fixed" 'columns body id shape material tag x y z qw qx qy qz'
	shift
	printf '%s\n' "$@"
}
# records: a bar along (0.6, 0, 0.8) with a tangential force, a clump that touches a sphere with two pebbles, a floor and a lid,
# which has come down half a second later
bodies='body 11 1 m - 5 5 2 1 0 0 0
body 12 1 m - 5.588 5 2.784 1 0 0 0
body 13 2 m - 9 2 3 1 0 0 0
body 14 1 m - 9 2 3.8 1 0 0 0
body 15 1 m - 0.3 5 5 1 0 0 0
body 16 1 m - 19.4 5 5 1 0 0 0
body 17 3 m floor 3 3 0 1 0 0 0'
pressed 1 'domain lo=0,0,0 hi=20,10,8 periodic=x' 'columns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz' \
	'frame 0 t=0 body=8 contact=6' "$bodies" 'body 18 3 m lid 1 1 6 0 1 0 0' \
	'contact 11 0 12 0 0 0 0 5.294 5 2.392 0.6 0 0.8 0.02 10 0 3 0' \
	'contact 14 0 13 0 0 0 0 8.8 2 3.4 -0.6 0 -0.8 0.1 5 0 0 0' \
	'contact 13 1 14 0 0 0 0 9.2 2 3.4 -0.6 0 0.8 0.1 5 0 0 0' \
	'contact 15 0 16 0 -1 0 0 -0.15 5 5 -1 0 0 0.1 2 0 0 1' \
	'contact 12 0 17 0 0 0 0 5.588 5 0 0 0 -1 0.1 8 0 0 0' \
	'contact 15 0 18 0 0 0 0 0.3 5 6 0 0 1 0.1 4 0 0 0' 'end 0' \
	'frame 1 t=0.5 body=8 contact=0' "$bodies" 'body 18 3 m lid 1 1 5.5 0 1 0 0' 'end 1' >hand
scree-contacts --no-provenance hand >a
is 'what is counted' "$(cell grains 1 a) $(cell pairs 1 a) $(cell walls 1 a) $(cell contacts 1 a)" '6 3 2 6'
# 11 one, 12 two, 13 and 14 each other, 15 two, 16 one: 8 / 6; nobody stays where two are needed
near 'coordination' "$(cell z 1 a)" 1.33333333333333 1e-12
is 'rattlers' "$(cell rattlers 1 a)" 6
is 'with one contact nobody is one' "$(scree-contacts -q --least 1 hand >b; cell rattlers 1 b)" 0
# normals (0.6, 0, 0.8), z and x: the clump's pair is along the sum of its contacts' forces
near 'fabric_xx' "$(cell fabric_xx 1 a)" 0.453333333333333 1e-12
near 'fabric_xz' "$(cell fabric_xz 1 a)" 0.16 1e-12
near 'fabric_yy' "$(cell fabric_yy 1 a)" 0 1e-12
# its principal values: 1/2 +- sqrt((1.36 - 1.64)^2 / 4 + 0.48^2) / 3 and 0, the greatest along (0.48, 0.64)
near 'fabric_1' "$(cell fabric_1 1 a)" 0.666666666666667 1e-12
near 'fabric_3' "$(cell fabric_3 1 a)" 0 1e-12
near 'anisotropy: 15/2 sqrt(3/2) |F - 1/3|' "$(cell anisotropy 1 a)" 4.33012701892219 1e-10
near 'direction' "$(cell direction_x 1 a)" 0.6 1e-9
near 'normal force: 10, 8, 2' "$(cell fn 1 a)" 6.66666666666667 1e-12
near 'tangential force: 3, 0, 1' "$(cell ft 1 a)" 1.33333333333333 1e-12
is 'of five that press and have friction one slides' "$(cell sliding 1 a)" "$(awk 'BEGIN { printf "%.17g", 1 / 6 }')"
is 'no contact at all' "$(cell z 2 a) $(cell fabric_xx 2 a) $(cell anisotropy 2 a) $(cell direction_x 2 a)" '0 ? ? ?'
scree-contacts -q --pairs hand >b
is 'pairs' "$(rows b | wc -l)" 5
is 'an image' "$(cell ix 4 b) $(cell iz 4 b) $(cell fz 4 b) $(cell ft 4 b)" '-1 0 1 1'
near 'the branch leads to the image' "$(cell lx 4 b)" -0.9 1e-12
is 'the clump: two contacts, along z, from 13 to 14' "$(cell contacts 3 b) $(cell fn 3 b) $(cell nz 3 b)" '2 8 1'
is 'a tangential force' "$(cell fy 1 b) $(cell ft 1 b)" '3 3'

scree-stress --no-provenance --volume 2 --where 'id < 13' hand >s
# per pair force (x) branch: (6, 3, 8) (x) 0.98 (0.6, 0, 0.8), and on 12 the floor's: force 8 up at 2.784 below: - 8 (-2.784); over 2
near 's_xx' "$(cell s_xx 1 s)" 1.764 1e-12
near 's_yz' "$(cell s_yz 1 s)" 1.176 1e-12
near 's_zy' "$(cell s_zy 1 s)" 0 1e-12
near 's_zz' "$(cell s_zz 1 s)" 14.272 1e-12
scree-stress --no-provenance hand >s
near 'the cell: a period, two planes, and what the grains reach' "$(cell volume 1 s)" "$(awk 'BEGIN { print 20 * 4 * 6 }')" 1e-9
near 'the walls: half of 8 and 4 over 20 x 4' "$(cell wall_zz 1 s)" 0.075 1e-12
is 'none along x' "$(cell wall_xx 1 s)" '?'
near 'the lid comes down: strain ln(6 / 5.5)' "$(cell strain_zz 2 s)" 0.0870113769896 1e-10
is 'no strain along what only the grains bound' "$(cell strain_yy 2 s)" '?'
scree-stress -q --wall-forces hand >b
is 'forces on walls' "$(cell tag 1 b) $(cell fz 1 b) $(cell tag 2 b) $(cell fz 2 b)" 'floor -8 lid 4'
# 14 alone: - f (x) r sums up to 1.2 along x and 3.2 along z; tan(theta) = sqrt(3) (s2 - s3) / (2 s1 - s2 - s3)
scree-stress -q --volume 1 --where 'id == 14' hand >b
near 's_1' "$(cell s_1 1 b)" 3.2 1e-12
near 's_2' "$(cell s_2 1 b)" 1.2 1e-12
near 'q' "$(cell q 1 b)" 2.8 1e-12
near 'Lode angle' "$(cell lode 1 b)" 0.380251206692933 1e-12
near 'Lode angle of compression along one axis' "$(scree-stress -q --volume 1 row --where 'id < 4' >c; cell lode 1 c)" 0 1e-6
near 'drops' "$(scree-stress -q --drops --y s_zz hand | rows | cut -d' ' -f6)" 1 1e-9

# what scree-cd3 looked at and found apart is no contact; what touches without a force, and a gap with one, is
awk '/^columns contact/ { on = 1 } /^frame 0/ { sub("contact=6", "contact=9") } { print } /^contact 15 0 18/ {
	print "contact 16 0 12 0 0 0 0 8 5 4 1 0 0 -0.01 0 0 0 0"; print "contact 16 0 13 0 0 0 0 9 4 4 0 1 0 0 0 0 0 0"
	print "contact 16 0 14 0 0 0 0 9 4 4 0 1 0 -0.001 0.5 0 0 0" }' hand >hard
scree-contacts -q hard >b
is 'a gap without a force is no contact' "$(cell pairs 1 b) $(cell contacts 1 b)" '5 8'
near 'nor is it for the stress' "$(scree-stress -q --volume 1 --where 'id == 12' hard | rows | cut -d' ' -f3-11 | tr ' ' '\n' | awk '{ s += $1 } END { print s }')" \
	"$(scree-stress -q --volume 1 --where 'id == 12' hand | rows | cut -d' ' -f3-11 | tr ' ' '\n' | awk '{ s += $1 } END { print s }')" 0

# chains
scree-contacts --no-provenance --chains row >b
is 'a chain of four' "$(rows b | cut -d' ' -f1,2 | tr '\n' ';')" '1 1;1 2;1 3;1 4;'
is 'along z' "$(cell ux 2 b) $(cell uz 2 b) $(cell load 2 b)" '0 1 5'
is 'without columns of tangential forces ft is missing' "$(scree-contacts -q row >b; cell ft 1 b; cell sliding 1 b)" '?
?'

# all columns of all tables, of contacts that have nothing in common, in two frames, against sums in awk
told() { awk "$@" -f "$root/tests/odd_touch.awk" odd3; }
without() { columns | sed 's/ records$//'; }
alike 'pairs' "$(scree-contacts -q --pairs odd3 | columns)" "$(told -v what=pairs)"
alike 'coordination, fabric, forces' "$(scree-contacts -q odd3 | without)" "$(told -v what=contacts)"
alike 'of some' "$(scree-contacts -q --least 3 --chain-deg 25 --where 'id == 19 or id == 7 or id == 2' odd3 | without)" \
	"$(told -v what=contacts -v least=3 -v degrees=25 -v some=' 19 7 2 ')"
alike 'chains' "$(scree-contacts -q --chains odd3 | columns)" "$(told -v what=chains)"
alike 'cosines' "$(scree-contacts -q --angles odd3 | columns)" "$(told -v what=angles)"
alike 'against another axis' "$(scree-contacts -q --angles --bins 4 --axis 1,-2,0.5 odd3 | columns)" "$(told -v what=angles -v bins=4 -v axis='1 -2 0.5')"
alike 'forces' "$(scree-contacts -q --forces --bins 3 odd3 | columns)" "$(told -v what=forces -v bins=3)"
stresses='t grains s_xx s_xy s_xz s_yx s_yy s_yz s_zx s_zy s_zz k_xx k_xy k_xz k_yy k_yz k_zz s_1 s_2 s_3 p q lode sin_phi phi solid void_ratio I'
stress() { scree-stress -q "$@" odd3 | columns "$stresses"; }
alike 'stress' "$(stress)" "$(told -v what=stress)"
alike 'stress with the motion' "$(stress --kinetic)" "$(told -v what=stress -v kinetic=1)"
alike 'of some, in a volume of their own' "$(stress --volume 17 --where 'id == 19 or id == 7 or id == 2 or id == 5')" "$(told -v what=stress -v room=17 -v some=' 19 7 2 ')"
alike 'in a region' "$(stress --region 0,1.5,0.2,4,6,2.6 --kinetic)" "$(told -v what=stress -v kinetic=1 -v room=43.2 -v box='0 1.5 0.2 4 6 2.6')"
alike 'strain, volume' "$(scree-stress -q odd3 | columns strain_xx strain_yy strain_zz strain_vol volume)" "$(awk 'BEGIN { print "0 0 0 0 180"
	printf "%.15g 0 %.15g %.15g %.15g", log(9 / 8.5), log(4 / 4.25), log(9 / 8.5) + log(4 / 4.25), 8.5 * 5 * 4.25 }')"
# the wall is pressed by 23, as its second body, and by 2, as its first
sed 's/hi=7,6,3 /hi=7.3,6.2,3.1 /' odd3 >wider
alike 'another stream begins anew' "$(cat odd3 wider | scree-stress -q | columns | tail -n 2)" \
	"$(scree-stress -q wider | columns)"
alike 'forces on walls' "$(scree-stress -q --wall-forces odd3 | columns)" "$(awk 'BEGIN { for (k = 0; k < 2; k++) printf "top 1 3 5.9 2.7 %.15g %.15g %.15g\n",
	2 * 0.28 + 0.4 - 1.5 * 0.6 + 0.1, 2 * 0.768 + 0.1 - 1.5 * 0.64, 2 * 0.576 - 1.5 * 0.48 - 0.2 }')"

# a box of planes: behind the walls that count others, some that slant, look away or have no one to press; the walls close in, and of
# one another one counts then
room() { # STEP T RIGHT BACK TOP TAG
	awk -v step="$1" -v t="$2" -v right="$3" -v back="$4" -v top="$5" -v tag="$6" 'BEGIN { h = "0.7071067811865476"
		print "frame " step " t=" t " body=13 contact=9"
		print "body 9 2 m - 1 1.2 0.9 1 0 0 0\nbody 3 2 m - 2.9 2.1 1.6 1 0 0 0\nbody 6 2 m - 2.1 1.4 2.2 1 0 0 0"
		print "body 11 1 m left 0.1 2 2 " h " 0 " h " 0\nbody 12 1 m behind -0.3 2 2 " h " 0 " h " 0\nbody 20 1 m " tag " " right " 2 2 " h " 0 -" h " 0"
		print "body 21 1 m away 3.7 2 2 " h " 0 " h " 0\nbody 30 1 m front 2 -0.2 2 " h " -" h " 0 0\nbody 31 1 m back 2 " back " 2 " h " " h " 0 0"
		print "body 40 1 m bottom 2 2 0.2 1 0 0 0\nbody 41 1 m top 2 2 " top " 0 1 0 0\nbody 42 1 m slants 2 2 2.9 0.1 0.9949874371066199 0 0\nbody 43 1 m beyond 2 2 4.5 0 1 0 0"
		# left, right, front, back, bottom, top by one contact each, as first and second bodies; two walls on each other; grains
		print "contact 11 9 0.1 1 1 1 0 0 0.01 3 0 0.5 0.2\ncontact 3 20 3.4 2 1.6 1 0 0 0.01 4 0 -0.8 0.3\ncontact 9 30 1 0 0.9 0 -1 0 0.01 5 0.4 0 0.1"
		print "contact 31 6 2 2 2 0 -1 0 0.01 2.5 0.3 0 -0.6\ncontact 40 9 1 1 0.4 0 0 1 0.01 7 0.2 0.1 0\ncontact 6 41 2 1.4 2.7 0 0 1 0.01 1.5 0.1 -0.3 0"
		print "contact 11 40 0 0 0 0.6 0 0.8 0.01 99 0 0 0\ncontact 9 6 1.5 1.3 1.5 0.6 0 0.8 0.01 1 0 0.1 0\ncontact 3 43 2 2 3 0 0 1 0.01 0.25 0 0 0\nend " step }'
}
{
	printf '%s\n' 'scree 1 dim=3' 'material m density=3' 'shape 1 plane' 'shape 2 sphere r=0.5'
	for w in left behind right other away front back bottom top slants beyond; do echo "constraint $w x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"; done
	printf '%s\n' 'columns body id shape material tag x y z qw qx qy qz' 'columns contact i j x y z nx ny nz overlap fn ftx fty ftz'
	room 0 0 3.5 2.7 2.8 right
	room 1 0.5 3.3 2.6 2.9 right
	room 2 1 3.4 2.5 2.8 other
	room 3 1.5 3.3 2.4 2.6 other
} >room
scree-stress -q room >s
alike 'stress on the walls of a box' "$(columns wall_xx wall_yy wall_zz <s | sed -n '1p;4p')" \
	"$(awk 'function row(x, y, z) { printf "%.15g %.15g %.15g\n", 3.5 / (y * z), 3.75 / (x * z), 4.25 / (x * y) } BEGIN { row(3.4, 2.9, 2.6); row(3.2, 2.6, 2.4) }')"
# where another wall counts strains begin anew
alike 'strains of a box' "$(columns strain_xx strain_yy strain_zz strain_vol volume <s)" "$(awk 'function row(x, y, z, X, Y, Z) { a = log(X / x); b = log(Y / y); c = log(Z / z)
	printf "%.15g %.15g %.15g %.15g %.15g\n", a, b, c, a + b + c, x * y * z } BEGIN { row(3.4, 2.9, 2.6, 3.4, 2.9, 2.6); row(3.2, 2.8, 2.7, 3.4, 2.9, 2.6)
	row(3.3, 2.7, 2.6, 3.3, 2.7, 2.6); row(3.2, 2.6, 2.4, 3.3, 2.7, 2.6) }')"
# sqrt(2 D:D) of the rates, less their mean; diameter 1, density 3
alike 'inertial number of a box' "$(columns I <s)" "$(columns p <s | awk 'function rate(a, b, c, m) { m = (a + b + c) / 3; return sqrt(2 * ((a - m) ^ 2 + (b - m) ^ 2 + (c - m) ^ 2)) / 0.5 }
	NR == 2 { printf "?\n%.15g\n?\n", rate(log(3.4 / 3.2), log(2.9 / 2.8), log(2.6 / 2.7)) * sqrt(3 / $1) }
	NR == 4 { printf "%.15g", rate(log(3.3 / 3.2), log(2.7 / 2.6), log(2.6 / 2.4)) * sqrt(3 / $1) }')"
# drops of a column of one's own: of the strain along x, from the second frame to the third; strain and dilation are those of the cell
alike 'a drop' "$(scree-stress -q --drops -y strain_xx room | columns t t_end before after size relative waiting strain dilation)" \
	"$(awk 'BEGIN { a = log(3.4 / 3.2); b = log(2.9 / 2.8); c = log(2.6 / 2.7); m = (a + b + c) / 3
		printf "0.5 1 %.15g 0 %.15g 1 ? %.15g %.15g", a, a, sqrt(2 / 3 * ((a - m) ^ 2 + (b - m) ^ 2 + (c - m) ^ 2)), a + b + c }')"

# plates that shear: the lid moves by 0.2, then by 0.2 over its periodic edge while it rises from 2 to 2.5. A sphere of density 1 bears 3
# on arms of 0.5 and 1.5, so that p = 3 x 2 / 32 / 3
{
	printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=4,4,4 periodic=xy' 'material m density=1' 'shape 1 sphere r=0.5' 'shape 2 plane' \
		'constraint floor x=fixed y=fixed z=fixed' 'constraint lid x=v:0.4 y=fixed z=fixed' 'columns body id shape material tag x y z ix qw qx qy qz' \
		'columns contact i j x y z nx ny nz overlap fn'
	n=0
	for at in '3.7 1 2 0' '3.9 1 2 0' '0.1 1 2.5 1'; do
		n=$((n + 1))
		printf '%s\n' "frame $n t=$n body=3 contact=2" 'body 1 1 m - 2 1 0.5 0 1 0 0 0' 'body 2 2 m floor 0 1 0 0 1 0 0 0' "body 3 2 m lid $at 0 1 0 0" \
			'contact 1 2 2 1 0 0 0 -1 0 3' 'contact 1 3 2 1 2 0 0 1 0 3' "end $n"
	done
} >plates
scree-stress -q plates >s
alike 'the shear between plates' "$(columns gamma_xy gamma_xz gamma_yz <s)" "$(awk 'BEGIN { printf "0 0 0\n0 0.1 0\n0 %.15g 0", 0.1 + 0.4 * log(1.25) }')"
alike 'and its rate' "$(columns rate <s)" "$(awk 'BEGIN { e = log(1.25); printf "?\n0.1\n%.15g", sqrt(4 / 3 * e ^ 2 + (0.4 * e) ^ 2) }')"
alike 'and inertial number' "$(columns I <s | sed -n 2p)" 0.4
# turned, so that upright plates move up or down
turned() { sed 's/periodic=xy/periodic=yz/; /^columns body/s/ x y z ix / z y x iz /; /^columns contact/s/ x y z nx ny nz/ z y x nz ny nx/
	/^body 3/s/ 0 1 0 0$/ 0.7071067811865476 0 -0.7071067811865476 0/; /^body 2/s/ 1 0 0 0$/ 0.7071067811865476 0 0.7071067811865476 0/
	s/x=v:0.4 y=fixed z=fixed/x=fixed y=fixed z=v:0.4/' plates; }
turned >s
alike 'between upright plates alike' "$(scree-stress -q s | columns gamma_xz rate I wall_xx)" "$(scree-stress -q plates | columns gamma_xz rate I wall_zz)"

# light frames between full ones: spheres pressed by walls that close in, of whose frames two in three have no records
pressed 0.1 'frame 0 t=0 body=5' 'body 1 1 m - 0 0 0.5 1 0 0 0' 'body 2 1 m - 0.9 0 0.5 1 0 0 0' 'body 3 1 m - 0.4 0 1.4 1 0 0 0' \
	'body 4 3 m floor 0 0 0 1 0 0 0' 'body 5 3 m lid 0 0 2 0 1 0 0' 'end 0' >press0
scree-dem3 -q --no-provenance -d 0.001 -t 0.6 --every 0.1 press0 >all
scree-dem3 -q --no-provenance -d 0.001 -t 0.6 --every 0.1 --light 3 press0 >light
is 'frames without records' "$(grep '^frame' light | grep -vc contact=)" 4
third() { rows "$@" | awk 'NR % 3 == 1'; }
is 'contacts: the rows of full frames' "$(scree-contacts -q light | rows)" "$(scree-contacts -q all | third)"
is 'and how many have been left out' "$(scree-contacts light 2>&1 >/dev/null)" 'scree-contacts: 4 of 7 frames have no contact records with forces and are left out; simulators write records in all frames unless --light is given'
is 'nothing is said where none has' "$(scree-contacts all 2>&1 >/dev/null)" ''
whole() { awk '/^frame/ { keep = ++n % 3 == 1 } n && !keep { next } { print }' all >fulls; }
whole
is 'angles of all together' "$(scree-contacts -q --angles --together light | rows)" "$(scree-contacts -q --angles --together fulls | rows)"
is 'blocks of walls' "$(scree-stress -q --wall-forces light | rows)" "$(scree-stress -q --wall-forces fulls | rows)"
# the last column but one, I, has the rate since the frame before, light or full
is 'stress: so, and strains go on' "$(scree-stress -q light | rows)" "$(scree-stress -q all | third)"
is 'profiles of stress' "$(scree-profile -q --stress --mean --from 0 --to 2 --along z --bins 2 light | rows)" \
	"$(scree-profile -q --stress --mean --from 0 --to 2 --along z --bins 2 fulls | rows)"
is 'bonds of contacts' "$(scree-order -q --bond 4 --neighbours contacts light | rows)" "$(scree-order -q --bond 4 --neighbours contacts fulls | rows)"
is 'what needs no contacts takes all' "$(scree-order -q --bond 4 --neighbours 1.2 light | rows | wc -l)" 7
for c in contacts stress 'profile --stress --along z --from 0 --to 1' 'order --bond 4 --neighbours contacts'; do
	fails 3 'no frame has contact records with forces: scree-dem3 -t 0' "no records: $c" scree-$c fcc0
done
# the advice is one that can be followed
scree-shape ellipsoid | scree-fill -q -n 2 --box 6,6,6 --periodic xyz | scree-set --gravity 0,0,-1 >eggs
scree-shape sphere | scree-fill -q -n 2 --box 6,6,6 --periodic xyz | scree-set --law grain,grain,hard,mu=0.5 --gravity 0,0,-1 >hard
for s in fcc0:scree-dem3 eggs:scree-cd3 hard:scree-cd3; do
	f=${s%:*} p=${s#*:} finds='scree-dem3 -t 0' run='-t 0'
	[ $p = scree-cd3 ] && finds='a step of scree-cd3' run='-t 0.01 -d 0.01'
	for c in contacts 'draw --forces -o x.svg' 'hist --of contact -x fn'; do
		fails 3 "$finds" "$f: $c" scree-$c $f
	done
	fails 2 "only from records, which $finds adds" "$f: contacts anew" scree-contacts --recompute $f
	fails 3 "no ledger, expected one; $p -t 0 adds it" "$f: energy" scree-energy "$f"
	# shellcheck disable=SC2086
	$p -q $run "$f" >"$f.done"
	ok "$p does so for $f" scree-contacts "$f.done"
	ok 'and the ledger' scree-energy -q "$f.done"
done
# ellipsoids that lie on each other: which of them bear is not known before a step
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 20 --box 1,1,2 --lattice sc --spacing 0.32 | scree-wall -q box |
	scree-set --gravity 0,0,-10 --law grain,grain,hard | scree-cd3 -q -t 1 -d 0.005 | scree-set --reset | scree-cd3 -q -t 0 >lying
fails 3 'a step of scree-cd3 adds them' 'hard contacts without a step' scree-contacts lying
fails 2 'recompute: is for the plane' 'contacts anew' scree-contacts --recompute hand
fails 2 'axis: is for streams with dim=3' 'an axis in the plane' scree-contacts --angles --axis 0,0,1 "$root/tests/data/shear.scree"
fails 2 "axis: '0,0,0' has no direction" 'no axis' scree-contacts --angles --axis 0,0,0 hand
fails 2 'area: the stream has dim=3, expected --volume' 'an area in space' scree-stress --area 3 hand
fails 2 'volume: the stream has dim=2, expected --area' 'a volume in the plane' scree-stress --volume 3 "$root/tests/data/shear.scree"
fails 2 "region: '0,0,1,1' is not X0,Y0,Z0,X1,Y1,Z1" 'a region of the plane' scree-stress --region 0,0,1,1 hand
cat hand "$root/tests/data/shear.scree" >mixed
fails 3 'is of a stream with dim=2, expected dim=3 as before' 'two dimensions in one table' scree-contacts mixed
sed 's/ overlap fn/ depth fn/' hand >bad
fails 3 'contacts have no column overlap, expected the columns that scree-dem3 writes$' 'a column that is missing' scree-stress bad
# ---- gaps: along axes they are differences of half axes; the frame has no contact records ----
cat >apart <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,4,4 periodic=xy
material m density=1
shape 1 ellipsoid a=0.5,0.3,0.2
shape 2 sphere r=0.25
shape 3 clump 0,0,0,0.3 0.5,0,0,0.2
shape 9 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 0 t=0 dt=0 due=0 body=6
body 5 1 m - 1 0.3 1 1 1 0 0 0
body 7 1 m - 1 3.28 1 1 1 0 0 0
body 2 2 m - 2 0.3 1.875 1 1 0 0 0
body 4 3 m - 1 2 3 3 0.7071067811865476 0 0.7071067811865476 0
body 9 9 m floor 1 0 0 0.77 1 0 0 0
body 8 9 m floor 1 0 0 0.5 1 0 0 0
end 0
END
scree-contacts -q --no-provenance --gaps 0.2 apart >a
is 'columns of gaps' "$(sed -n '/^# i/p' a)" '# i j ix iy iz gap[L]'
is 'bodies nearer than 0.2, across a side too' "$(rows a | awk '{ printf "%s %s %s %s %s %.9f;", $1, $2, $3, $4, $5, $6 }')" \
	'5 7 -1 0 0 0.020000000;5 2 0 0 0 0.075000000;5 9 0 0 0 0.030000000;7 9 0 0 0 0.030000000;2 9 0 0 0 -0.270000000;2 8 0 0 0 0.000000000;'
is 'of those that are asked for' "$(scree-contacts -q --gaps 0.2 --where 'id == 7' apart | rows | awk '{ print $1, $2 }' | xargs)" '5 7 7 9'
# the pebble below the clump's centre is at 3 - 0.5
is 'of the nearest pebble' "$(scree-contacts -q --gaps 1.6 --where 'id == 4' apart | rows | awk '$2 == 9 { printf "%.9f", $6 }')" 1.530000000
# ellipsoids aslant: the gap is the largest n.d - h(n) - h(n) over directions
awk '/^body 7/ { $7 = 1; $8 = 1.6; $9 = 1.5; $10 = 0.8; $12 = 0.6 } /^body 2/ { $7 = 3 } 1' apart >aslant
near 'ellipsoids aslant' "$(scree-contacts -q --gaps 1 --where 'shape == 1' aslant | rows | awk '$1 == 5 && $2 == 7 { print $6 }')" "$(awk 'function h(x, y, z) { return sqrt(0.25 * x * x + 0.09 * y * y + 0.04 * z * z) }
	BEGIN { pi = atan2(0, -1); best = -9; p = 0; q = 0; s = 1 # the axes of the second are those of the first turned by 2 atan2(0.6, 0.8) about y
		for (round = 0; round < 40; round++) { a0 = p; b0 = q
			for (i = -20; i <= 20; i++) for (j = -20; j <= 20; j++) { a = a0 + s * pi * i / 20; b = b0 + s * pi * j / 20
				x = cos(a) * cos(b); y = sin(a) * cos(b); z = sin(b); c = 0.28; d = 0.96
				g = 0.7 * x + 0.6 * y + 0.5 * z - h(x, y, z) - h(c * x - d * z, y, d * x + c * z)
				if (g > best) { best = g; p = a; q = b } }
			s *= 0.5 }
		printf "%.12g", best }')" 1e-9
fails 2 "option --gaps: is for streams with dim=3" 'gaps are for space' scree-contacts --gaps 1 "$root/tests/data/shear.scree"
fails 2 "option --gaps: -1, expected above 0" 'a length' scree-contacts --gaps -1 apart
fails 2 "found several of" 'one table at a time' scree-contacts --pairs --gaps 1 apart
fails 2 "reaches too many periodic images" 'a length that is not endless' timeout 300 "$(command -v scree-contacts)" --gaps 1e9 apart
# the images of the second ball are 5, 1, 3 and 7 away, those of a ball itself 4
is 'images beyond the next, and own images' "$(printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=4,9,9 periodic=x' 'material m density=1' \
	'shape 1 sphere r=0.25' 'columns body id shape material x y z' 'frame 0 t=0 body=2' 'body 1 1 m 0.5 1 1' 'body 2 1 m 3.5 1 1' 'end 0' |
	scree-contacts -q --gaps 6.6 | rows | awk '{ printf "%s %s %s %s;", $1, $2, $3, $6 }')" \
	'1 1 1 3.5;1 2 -2 4.5;1 2 -1 0.5;1 2 0 2.5;1 2 1 6.5;2 2 1 3.5;'
# a cube of 1 in a box of 0.99: its faces overlap those of its images, the rounded edges are (0.99 - 0.8) sqrt(2) - 0.2 apart
cube=$(scree-shape cube --round 0.1 -q | sed -n '/^shape/p')
is 'a body and its own images' "$(printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=0.99,0.99,5 periodic=xy' 'material m density=1' "$cube" \
	'columns body id shape material x y z' 'frame 0 t=0 body=1' 'body 1 1 m 0.1 0.2 1' 'end 0' | scree-contacts -q --gaps 0.1 | rows |
	awk '{ printf "%s %s %s %s %s %.9f;", $1, $2, $3, $4, $5, $6 }')" \
	'1 1 -1 1 0 0.068700577;1 1 0 1 0 -0.010000000;1 1 1 0 0 -0.010000000;1 1 1 1 0 0.068700577;'
# in a tilted domain the image above is 1.5 to the right: the balls are 0.6 apart in y and 0.1 in x
cat >tilted <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,4,4 periodic=xy tilt=1.5,0,0
material m density=1
shape 2 sphere r=0.25
columns body id shape material tag size x y z
frame 0 t=0 dt=0 due=0 body=2
body 5 2 m - 1 1 0.2 1
body 7 2 m - 1 2.6 3.6 1
end 0
END
is 'an image in a tilted domain' "$(scree-contacts -q --gaps 0.5 tilted | rows | awk '{ printf "%s %s %s %.9f", $3, $4, $5, $6 }')" \
	"0 -1 0 $(awk 'BEGIN { printf "%.9f", sqrt(0.37) - 0.5 }')"

# a rod slides along a fixed one at an angle of 3 degrees: their edges have a weight, and so has the pull of cohesion between them
awk 'BEGIN { print "scree 1 dim=3\ngravity 0,0,-5\nmaterial m density=1\nlaw m m cohesive kn=500 kt=100 mu=0.3 en=0.5 pull=1"
	print "shape 1 polyhedron r=0.2 vertices=2 0,0,-1 0,0,1\nconstraint low x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
	print "columns body id shape material tag x y z qw qx qy qz vx vy\nframe 0 t=0 body=2"; a = 3.14159265358979 / 120; h = sqrt(0.5)
	print "body 1 1 m low 0 0 0", h, 0, h, 0, "0 0"
	printf "body 2 1 m - 0 0 0.396 %.17g %.17g %.17g %.17g 0.6 0.5\nend 0\n", h * cos(a), -h * sin(a), h * cos(a), h * sin(a) }' |
	scree-dem3 -q -t 0.1 -e 0.05 >rods
is 'edges touch' "$(awk '$1 == "contact" && $3 == 2 && $5 == 2 { n++ } END { print n }' rods)" 3
is 'all contacts of cohesive edges slide' "$(scree-contacts -q rods >a; for k in 1 2 3; do cell sliding $k a; done | paste -s -d ' ')" '1 1 1'

finish
