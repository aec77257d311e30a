#!/bin/sh
# scree-mass in three dimensions, against closed forms and published values.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# T-bar of ten touching balls: published mass and principal moments
balls='-3,0,0 -2,0,0 -1,0,0 0,0,0 1,0,0 2,0,0 3,0,0 0,0,1 0,0,2 0,0,3'
body='columns body id shape x y z qw qx qy qz vx vy vz wx wy wz
frame 0 t=0 dt=0 due=0 body=1'
scene() { # scene SHAPE [BODY]
	printf '%s\n' 'scree 1 dim=3' "shape 1 $1" "$body" "body 1 1 ${2:-0 0 0 1 0 0 0 0 0 0 0 0 0}" 'end 0'
}
t=clump
for b in $balls; do t="$t $b,0.5"; done
scene "$t" >bar
for m in exact pebbles; do
	is "a T-bar by $m" "$(scree-mass --method $m --table bar | values volume x y z I1 I2 I3)" \
		'5.23598776 0 0 0.6 5.96902604 15.1843645 20.6297918'
done
is 'its surface' "$(scree-mass --table bar | values surface)" 31.4159265
is 'its axes: along the bar, along the stem, across' "$(scree-mass --table bar | values e1x e1y e1z e2x e2y e2z e3x e3y e3z)" \
	'1 0 0 0 0 1 0 -1 0'

# in the stream: recentred, along the axes, and in space where it was
scree-mass bar >there
is 'the record has the principal moments' "$(sed -n 's/.* I=\([^ ]*\) .*/\1/p' there | tr , ' ' | awk '{ printf "%.8f %.8f %.8f\n", $1, $2, $3 }')" \
	'5.96902604 15.18436449 20.62979176'
is 'the end of the stem is along y' "$(grep '^shape' there | tail -1 | awk '{ split($13, p, ","); printf "%.6f %.6f %.6f\n", p[1], p[2], p[3] }')" \
	'0.000000 2.400000 0.000000'
for c in 'x y z' 'Ixx Iyy Izz Ixy Ixz Iyz' 'e1x e1y e1z e2x e2y e2z e3x e3y e3z'; do
	ok "in space nothing has moved: $c" about 1e-12 "$(scree-mass --table there | values $c)" "$(scree-mass --table bar | values $c)"
done
# three of ten balls stand at the heights 1, 2 and 3; a named T-bar has radius 0.5 too, and stands at the origin
scree-shape tbar >named
for file in bar there named; do
	ok "$file: the centre as drawn" about 1e-12 "$(scree-mass --table $file | values drawn_x drawn_y drawn_z)" '0 0 0.6'
done
is 'but not where the named one stands' "$(scree-mass --table named | values x y z)" '0 0 0'
scree-mass --no-provenance there >again
ok 'a second time changes nothing' sh -c 'grep -v "^made" there >first; grep -v "^made" again | cmp - first'

# the same shape, turned by 0.7 about (1, 2, 2) / 3 and moved: the same coordinates
turned=$(echo "$balls" | tr ' ' '\n' | awk -F, '{ c = cos(0.7); s = sin(0.7); a = 1 / 3; b = 2 / 3; g = 2 / 3
	d = (a * $1 + b * $2 + g * $3) * (1 - c)
	printf " %.17g,%.17g,%.17g,0.5", 2.385 + c * $1 + s * (b * $3 - g * $2) + a * d, -7.5 + c * $2 + s * (g * $1 - a * $3) + b * d,
	       c * $3 + s * (a * $2 - b * $1) + g * d }')
scene "clump$turned" | scree-mass >other
shape() { grep '^shape' "$1" | tail -1 | cut -d' ' -f4- | tr ' ,' '\n\n' | awk '{ printf "%.9f ", $1 + 0 }'; }
ok 'a shape that lies otherwise becomes the same' about 1e-8 "$(shape other)" "$(shape there)"

scree-mass --keep-frame bar >kept
is '--keep-frame recentres alone' "$(grep '^shape' kept | tail -1 | awk '{ print $4 }') $(grep -c 'turn=1,0,0,0' kept)" '-3,0,-0.6000000000000001,0.5 1'

# records that are wrong in one thing alone are put right; the last shape needs nothing, and the body of the first moves all the
# same
v=$(awk 'BEGIN { printf "%.17g", 4 * atan2(0, -1) / 3 }') i=$(awk 'BEGIN { printf "%.17g", 8 * atan2(0, -1) / 15 }')
s=$(awk 'BEGIN { printf "%.17g", 4 * atan2(0, -1) }')
{ printf '%s\n' 'scree 1 dim=3' 'shape 9 sphere r=1' 'shape 10 clump 5,0,0,1 7,0,0,1'
	k=3
	for m in "$v I=$i,$i,0.1,0,0,0 surface=$s method=exact" "4.1 I=$i,$i,$i,0,0,0 surface=$s method=exact" \
		"$v I=$i,$i,$i,0,0,0 surface=$s method=voxels" "$v I=$i,$i,$i,0,0,0 surface=11 method=exact" \
		"$v I=$i,$i,$i,0,0,0 surface=$s method=exact"; do
		echo "shape $k sphere r=1"
		echo "mass $k volume=$m centre=0,0,0 turn=1,0,0,0 error=0"
		k=$((k + 1))
	done
	printf '%s\n' 'columns body id shape x y z' 'frame 0 t=0 body=1' 'body 1 10 3 4 5' 'end 0'; } >stale
scree-mass stale >settled
is 'records that were wrong are written anew, the one that was right is not' \
	"$(awk '$1 == "mass" { n[$2]++ } END { for (k = 3; k < 8; k++) printf "%d ", n[k] }' settled)" \
	'2 2 2 2 1 '
is 'the body of the one that moves stands elsewhere' "$(awk '$1 == "body" { x = $4 " " $5 " " $6 } END { print x }' settled)" '9 4 5'

# ---- bodies ----
# two balls of radius 1 at x = 0 and 4: the centre is 2 along the body's x, which points along y in space, for a body of size 3
scene 'clump 0,0,0,1 4,0,0,1' '1 2 3 0.7071067811865476 0 0 0.7071067811865476 1 0 0 0 0 0.5' |
	sed 's/ x y z q/ size x y z q/; s/^body 1 1 /&3 /' | scree-mass >spun
is 'a body moves to its centre of mass, which is faster by its spin' \
	"$(awk '/^body/ { printf "%.6g %.6g %.6g %.6g %.6g %.6g\n", $5, $6, $7, $12, $13, $14 }' spun)" '1 8 3 -2 0 0'
# the same from the angular momentum: I_z = 2 (4 pi / 3) (2 / 5 + 4), times size^5 and density
L=$(awk 'BEGIN { printf "%.17g", 0.5 * 7 * 243 * 8 * atan2(0, -1) / 3 * 4.4 }')
{ echo 'scree 1 dim=3' && echo 'material steel density=7' && scene 'clump 0,0,0,1 4,0,0,1' "1 2 3 0.7071067811865476 0 0 0.7071067811865476 1 0 0 0 0 $L" |
	sed '1d; s/ x y z q/ size material x y z q/; s/^body 1 1 /&3 steel /; s/ wx wy wz/ Lx Ly Lz/'; } | scree-mass >spun
is 'and so by its angular momentum' "$(awk '/^body/ { printf "%.6g %.6g %.6g\n", $13, $14, $15 }' spun)" '-2 0 0'
# a record that was wrong: the spin stays, the momentum becomes that of a sphere, 2/5 m r^2 w
{ echo 'scree 1 dim=3' && echo 'material steel density=7' && echo 'shape 1 sphere r=1' &&
	echo 'mass 1 volume=2 centre=0,0,0 I=3,3,3,0,0,0 turn=1,0,0,0 method=exact error=0' &&
	echo 'columns body id shape material x y z wx wy wz' && echo 'frame 0 t=0 body=1' && echo 'body 1 1 steel 0 0 0 0 0 5' && echo 'end 0'; } |
	scree-mass >spun
near 'a new mass record leaves the spin as it is' "$(scree-orient -q spun | columns wz)" 5 1e-12
near 'and changes the momentum' "$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "Lz") z = k - 1 } /^body/ { l = $z } END { print l }' spun)" \
	"$(awk 'BEGIN { printf "%.17g", 7 * 4 / 3 * atan2(0, -1) * 2 / 5 * 5 }')" 1e-12

# ---- closed forms ----
scene 'ellipsoid a=1,3,2' >egg
is 'an ellipsoid' "$(scree-mass --table egg | values volume I1 I2 I3)" \
	"$(awk 'BEGIN { v = 8 * atan2(0, -1); printf "%.9g %.9g %.9g %.9g\n", v, v, 2 * v, 13 * v / 5 }')"
is 'its axes are sorted' "$(scree-mass egg | grep '^shape' | tail -1)" 'shape 1 ellipsoid a=3,2,1'
is 'a sphere has no turn' "$(scene 'sphere r=2' | scree-mass | grep -c 'mass 1 volume=33.5103.*turn')" 0
# the tetrahedron 0, x, y, z: I about its centre 1/80, products 1/480
tetra='mesh vertices=4 0,0,0 1,0,0 0,1,0 0,0,1 0,2,1 0,1,3 0,3,2 1,2,3'
for m in exact triangles; do
	is "a tetrahedron by $m" "$(scene "$tetra" | scree-mass --method $m --table | values volume x y z Ixx Ixy Iyz)" \
		'0.166666667 0.25 0.25 0.25 0.0125 0.00208333333 0.00208333333'
done
# voxels converge: errors of the volume of an egg with 16 and with 128 along a side
error() { scree-mass --method voxels --voxels "$1" --table egg | values volume | awk '{ e = $1 / (8 * atan2(0, -1)) - 1; print e < 0 ? -e : e }'; }
ok 'voxels converge' sh -c "echo $(error 16) $(error 128) | awk '{ exit !(\$2 < 0.002 && \$2 < \$1) }'"
ok 'random points agree within five standard errors' sh -c "echo '$(scree-mass --method montecarlo --table egg | values volume error)' |
	awk '{ d = \$1 - 8 * atan2(0, -1); exit !(d < 5 * \$2 && -d < 5 * \$2 && \$2 < 0.2) }'"

{ echo 'scree 1 dim=3'; echo 'shape 5 sphere r=1'; echo 'shape 8 sphere r=1'; } | scree-mass --method montecarlo -n 1000 --table >twins
ok 'points of twins differ' test "$(awk '$1 == 5 { print $4 }' twins)" != "$(awk '$1 == 8 { print $4 }' twins)"
is 'but not those of one that is alone' "$({ echo 'scree 1 dim=3'; echo 'shape 8 sphere r=1'; } | scree-mass --method montecarlo -n 1000 --table | awk '$1 == 8 { print $4 }')" "$(awk '$1 == 8 { print $4 }' twins)"

# an object: without bumps an ellipsoid; where it stands and how it is turned in its frame goes away, with its bumps
is 'an object without bumps' "$(scene 'object a=1,3,2 at=1,2,3 turn=0.6,0.8,0,0' | scree-mass --table | values volume x y z I1 I2 I3)" \
	"$(awk 'BEGIN { v = 8 * atan2(0, -1); printf "%.9g 1 2 3 %.9g %.9g %.9g\n", v, v, 2 * v, 13 * v / 5 }')"
bumps='bump=0.5,0.9,0.1,0,4,4,5 dent=0.25,0,0,1.9,9,9,9,0.5,0,-0.5'
scene "object a=1,3,2 $bumps" >bumpy
scene "object a=1,3,2 at=1,2,3 turn=0.5,-0.5,0.1,0.7 $bumps" >moved
ok 'one with bumps, moved and turned' about 1e-6 "$(scree-mass --table moved | values volume I1 I2 I3)" \
	"$(scree-mass --table bumpy | values volume I1 I2 I3)"
ok 'has the same principal frame' about 1e-6 "$(scree-mass moved | grep '^shape' | tail -1 | sed 's/.* at=\(.*\) bump.*/\1/; s/turn=//' | tr , ' ')" \
	"$(scree-mass bumpy | grep '^shape' | tail -1 | sed 's/.* at=\(.*\) bump.*/\1/; s/turn=//' | tr , ' ')"
# by voxels: two methods that share nothing but the function
ok 'and voxels agree' about 0.02 "$(scree-mass --method voxels --voxels 96 --table moved | values volume x y z)" \
	"$(scree-mass --table moved | values volume x y z)"

# bumps of which the body does not get hold: an island, none at all, one that is inside, a dent that takes the centre
scene 'object a=1,1,1 bump=2,2.5,0,0,4,4,4 at=0,0,3 turn=0.7071067811865476,0,0.7071067811865475,0' >island
fails 3 'island:2: shape 1 \(object\): found 2 pieces, one of them at [^,]*,0,0\.[56][0-9]*, expected bumps that are joined to the quadric' 'an island' scree-mass island
fails 3 'island:2: shape 1 \(object\): found 2 pieces' 'an island in a table' scree-mass --table island
scene 'object a=1,1,1 bump=1,0.9,0,0,4,4,4 bump=1,2.5,0,0,4,4,4 dent=1,5,0,0,1,1,1' >idle
is 'a bump too low for where it is adds nothing' "$(scree-mass --table idle 2>said | values volume)" \
	"$(scene 'object a=1,1,1 bump=1,0.9,0,0,4,4,4' | scree-mass --table | values volume)"
is 'and is pointed out' "$(cut -d' ' -f2- said)" 'idle:2: shape 1 (object): bump 2 of 3 changes nothing: it lies inside the body, or too far outside for its height'
ok 'a bump on a bump is part of the body' sh -c "{ echo scree 1 dim=3
	echo 'shape 1 object a=1,1,1 bump=2,1,0,0,4,4,4 bump=3,1.5,0,0,4,4,4 bump=3,2,0,0,4,4,4'; } | scree-mass --table 2>&1 | grep -q '^1 object'"
fails 3 'stdin:2: shape 1 \(clump\): found a shape that reaches 1e\+200 from its origin, expected 1e\+50 at most' 'lengths whose moments are no numbers' \
	sh -c "{ echo scree 1 dim=3; echo 'shape 1 clump 0,0,0,1e200'; } | scree-mass"
fails 3 'found k above 1e\+50' 'bumps whose cubes are none' sh -c "{ echo scree 1 dim=3; echo 'shape 1 object a=1,1,1 bump=1e200,1,0,0,4,4,4'; } | scree-mass"
fails 3 'the centre of its quadric lies outside of the body' 'a dent in the centre' sh -c "{ echo scree 1 dim=3; echo 'shape 1 object a=1,1,1 dent=2,0,0,0,4,4,4'; } | scree-mass"
fails 3 'found a surface with an uncertain normal at .*,0.000[12].*expected 0.001 at least' 'halves that touch in a point' \
	sh -c "{ echo scree 1 dim=3; echo 'shape 1 object a=1,1,1 dent=0.99999999,0,0,0,8,0.1,0.1'; } | scree-mass"

# ---- scree-shape --clump ----
echo "$balls" | tr ' ' '\n' | sed 's/$/,0.5/' >bar.txt
scree-shape --clump bar.txt >made
is 'a clump from a file' "$(grep '^mass' made | cut -d' ' -f3-)" "$(grep '^mass' there | cut -d' ' -f3-)"
is 'is in its principal axes already' "$(scree-mass --no-provenance made | grep -v '^made' | cksum)" "$(grep -v '^made' made | cksum)"
ok 'and stands where the file has it' about 1e-12 "$(scree-mass --table made | values x y z Ixx Iyy Izz)" \
	"$(scree-mass --table bar | values x y z Ixx Iyy Izz)"
is 'twice the size' "$(tr , ' ' <bar.txt | scree-shape --clump - --scale 2 | scree-mass --table | values volume z I1)" '41.887902 1.2 191.008833'
is 'with densities' "$(printf '0 0 0 1 1\n4 0 0 1 3\n' | scree-shape --clump - | scree-mass --method pebbles --table | values mass x)" '16.7551608 3'
fails 3 'stdin:2: found the radius -1, expected more than 0' 'a radius below 0' sh -c 'printf "0 0 0 1\n0 0 0 -1\n" | scree-shape --clump -'
fails 3 'stdin:1:' 'a row too short' sh -c 'printf "0 0 1\n" | scree-shape --clump -'
fails 3 'stdin:1:' 'no number' sh -c 'printf "0 0 0 nan\n" | scree-shape --clump -'
fails 3 'found no rows' 'nothing' sh -c 'scree-shape --clump /dev/null'
fails 2 'each ball has its own radius' 'a radius for all' scree-shape --clump bar.txt -r 1

# ---- densities ----
scene 'clump 0,0,0,1 4,0,0,1,3' >two
is 'pebbles with densities of their own' "$(scree-mass --method pebbles --table two | values volume x)" '16.7551608 3'
fails 2 'shape 1 \(clump\) has pebbles of several densities, .*; use --method pebbles' 'are for pebbles alone' scree-mass two
fails 2 'pebbles of several densities' 'in a table too' scree-mass --table two
is 'and then nothing is printed' "$(scree-mass --table two 2>/dev/null)" ''

# ---- walls ----
for wall in plane 'cylinder r=1 side=in' 'cylinder r=1 side=out length=2'; do
	scene "$wall" >wall
	kind=${wall%% *}
	is "a $kind has no mass" "$(scree-mass wall 2>&1 >passed)" "scree-mass: shape 1 is a wall ($kind) and has no mass"
	is 'and is passed on' "$(grep -v ^made passed | cksum)" "$(cksum <wall)"
	is 'by no method' "$(scree-mass --quiet --method pebbles --table wall | values volume mass)" '0 0'
done

# a surface that is held is a wall, open or not: it stays where it is
held='constraint wall x=fixed y=fixed z=fixed rx=fixed ry=v:1 rz=fixed'
hold() { sed "s/ x y z / tag x y z /; s/^body 1 1 /&wall /; s/^columns/$held\\n&/"; }
scene "${tetra% *}" | hold >wall
is 'an open surface that is held' "$(scree-mass wall 2>&1 >passed)" \
	'scree-mass: shape 1 (mesh) is a wall, because constraints hold all its bodies, and needs no mass'
is 'stays' "$(grep -v ^made passed | cksum)" "$(cksum <wall)"
scene "$tetra" | hold >wall
is 'a closed one stays, too' "$(scree-mass -q wall | grep -v ^made | cksum)" "$(cksum <wall)"
is 'and has a mass in the table' "$(scree-mass -q --table wall | values volume)" 0.166666667
fails 3 'open edges' 'one that is free is refused' sh -c "sed 's/ rz=fixed//' wall | sed 's/ 1,2,3\$//' | scree-mass"


# ---- bodies without any symmetry, off the origin, of size other than 1, turned so that a rotation is not its own transpose ----
# everything in space from the shape's own moments, x + s R c and R I R^T, by awk
q='0.7 -0.1 0.5 0.5'
odd() { printf '%s\n' 'scree 1 dim=3' 'material steel density=7' "shape 3 $1" 'columns body id shape material size x y z qw qx qy qz' 'frame 0 t=0 body=1' \
	"body 6 3 steel ${2:-1 0 0 0 1 0 0 0}" 'end 0'; }
in_space() { # VALUES: volume x y z Ixx Iyy Izz Ixy Ixz Iyz of the shape itself, and where its body puts them
	echo "$1" | awk -v q="$q" '{ split(q, c, " "); w = c[1]; x = c[2]; y = c[3]; z = c[4]
		R[1, 1] = 1 - 2 * (y * y + z * z); R[1, 2] = 2 * (x * y - w * z); R[1, 3] = 2 * (x * z + w * y)
		R[2, 1] = 2 * (x * y + w * z); R[2, 2] = 1 - 2 * (x * x + z * z); R[2, 3] = 2 * (y * z - w * x)
		R[3, 1] = 2 * (x * z - w * y); R[3, 2] = 2 * (y * z + w * x); R[3, 3] = 1 - 2 * (x * x + y * y)
		I[1, 1] = $5; I[2, 2] = $6; I[3, 3] = $7; I[1, 2] = I[2, 1] = $8; I[1, 3] = I[3, 1] = $9; I[2, 3] = I[3, 2] = $10
		at[1] = 11; at[2] = -3; at[3] = 0.5; printf "%.15g", $1
		for (i = 1; i <= 3; i++) printf " %.12g", at[i] + 1.3 * (R[i, 1] * $2 + R[i, 2] * $3 + R[i, 3] * $4)
		for (k = 1; k <= 6; k++) { i = substr("123112", k, 1); j = substr("123233", k, 1); s = 0
			for (a = 1; a <= 3; a++) for (b = 1; b <= 3; b++) s += R[i, a] * I[a, b] * R[j, b]; printf " %.12g", s } print "" }'
}
all='volume x y z Ixx Iyy Izz Ixy Ixz Iyz'
odd_clump='clump 0,0,0,1 1.2,0.1,0,0.6 0,0.9,0.2,0.5 0.3,0,1.1,0.4 -1,-0.4,0.3,0.3'
odd_mesh='mesh vertices=4 1,2,3 3,2,3.5 1.2,5,3 0.5,2.2,4 0,2,1 0,1,3 0,3,2 1,2,3'
odd_object='object a=1,3,2 at=1,2,3 turn=0.5,-0.5,0.1,0.7 bump=0.5,0.9,0.1,0,4,4,5 dent=0.25,0,0,1.9,9,9,9,0.5,0,-0.5'
for kind in clump mesh object; do
	eval "shape=\$odd_$kind"
	odd "$shape" "1.3 11 -3 0.5 $q" >askew
	scree-mass --table askew >t
	ok "$kind: what its body makes of its moments" about 1e-5 "$(values $all <t)" "$(in_space "$(odd "$shape" | scree-mass --table | values $all)")"
	# the axes are those of that tensor: I e = I1 e, and right-handed
	ok "$kind: its axes in space" about 1e-5 "$(values Ixx Iyy Izz Ixy Ixz Iyz I1 I2 I3 e1x e1y e1z e2x e2y e2z e3x e3y e3z <t | awk '{ e = 0
		m[1, 1] = $1; m[2, 2] = $2; m[3, 3] = $3; m[1, 2] = m[2, 1] = $4; m[1, 3] = m[3, 1] = $5; m[2, 3] = m[3, 2] = $6
		for (k = 0; k < 3; k++) for (i = 1; i <= 3; i++) { s = -$(7 + k) * $(9 + 3 * k + i); for (j = 1; j <= 3; j++) s += m[i, j] * $(9 + 3 * k + j); e += s * s }
		det = $10 * ($14 * $18 - $15 * $17) - $11 * ($13 * $18 - $15 * $16) + $12 * ($13 * $17 - $14 * $16); print e / $9 ^ 2, det }')" '0 1'
	scree-mass askew >principal
	ok "$kind: in its principal frame it is where it was" about 1e-5 "$(scree-mass --table principal | values $all)" "$(values $all <t)"
	scree-mass --keep-frame askew >kept
	ok "$kind: recentred, too" about 1e-5 "$(scree-mass --table kept | values $all)" "$(values $all <t)"
	is "$kind: the latter is not turned" "$(sed -n 's/^body 6 3 steel 1.3 [^ ]* [^ ]* [^ ]* \([^ ]* [^ ]* [^ ]* [^ ]*\).*/\1/p' kept)" "$q"
	ok "$kind: records have the moments, of density 1" about 1e-6 "$(sed -n 's/^mass 3 volume=\([^ ]*\) .* I=\([^ ]*\) .*/\1 \2/p; s/^mass 3 volume=\([^ ]*\) I=\([^ ]*\) .*/\1 \2/p' principal | tail -n 1 | tr , ' ' | cut -d' ' -f1-4)" \
		"$(values volume I1 I2 I3 <t | awk '{ printf "%s %.9g %.9g %.9g", $1, $2 / 7, $3 / 7, $4 / 7 }')"
done
# the points themselves, whatever frame they are written in: balls and vertices in space
points() { awk '$1 == "shape" { n = 0; for (k = 4; k <= NF; k++) if (split($k, p, ",") >= 3 && !($3 == "mesh" && k > 8)) { n++; for (a = 1; a <= 3; a++) v[n, a] = p[a] } }
	$1 == "columns" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]; s = $at["size"]; for (k = 1; k <= n; k++)
		printf "%.9f %.9f %.9f ", $at["x"] + s * ((1 - 2 * (y * y + z * z)) * v[k, 1] + 2 * (x * y - w * z) * v[k, 2] + 2 * (x * z + w * y) * v[k, 3]),
			$at["y"] + s * (2 * (x * y + w * z) * v[k, 1] + (1 - 2 * (x * x + z * z)) * v[k, 2] + 2 * (y * z - w * x) * v[k, 3]),
			$at["z"] + s * (2 * (x * z - w * y) * v[k, 1] + 2 * (y * z + w * x) * v[k, 2] + (1 - 2 * (x * x + y * y)) * v[k, 3]) }' "$1"; }
for kind in clump mesh; do
	eval "shape=\$odd_$kind"
	odd "$shape" "1.3 11 -3 0.5 $q" >askew
	scree-mass askew >principal
	ok "$kind: its points stay in space" about 1e-8 "$(points principal)" "$(points askew)"
	# where the frame was in the drawing: x_drawn = centre + R(turned) x
	ok "$kind: and its record tells where they were drawn" about 1e-8 "$(sed -n 's/^mass.* centre=\([^ ]*\) turn=\([^ ]*\).*/\1,\2/p' principal | tail -n 1 | tr , ' ' | (read -r x y z w a b c
		sed "s/^body.*/body 6 3 steel 1 $x $y $z $w $a $b $c/; s/^columns body.*/columns body id shape material size x y z qw qx qy qz/" principal >drawn; points drawn))" \
		"$(odd "$shape" >drawn; points drawn)"
done
# bodies whose moments say little of them: the bumps and balls themselves tell which way is which. Eight around a ring, every other
# one larger, turned by an eighth and in another order; four bumps around a sphere, turned and moved
ring() { awk -v t="$1" 'BEGIN { for (k = 0; k < 8; k++) { a = atan2(0, -1) / 4 * (k + t); printf "%.17g %.17g 0 %g\n", 3 + 2 * cos(a), 2 * sin(a) - 1, (k + t) % 2 ? 0.5 : 0.8 } }'; }
sorted() { grep '^shape' "$1" | tail -n 1 | cut -d' ' -f4- | tr ' ' '\n' | sed 's/.*=//' | awk -F, '{ for (k = 1; k <= NF; k++) printf "%.5f ", $k + 5; print "" }' | sort; }
ring 0 | scree-shape --clump - >one
ring 1 | scree-shape --clump - >other
is 'a ring of eight balls of two sizes lies the same way however it was drawn' "$(sorted other)" "$(sorted one)"
flower() { # ANGLE PLACE: an object of four bumps of two heights, seven times and five times as many turns around z
	awk -v t="$1" -v at="$2" 'BEGIN { printf "object a=1,1,0.8 at=%s turn=%.17g,0,0,%.17g", at, cos(t / 2), sin(t / 2); for (k = 0; k < 8; k++) { a = atan2(0, -1) / 4 * k
		printf " bump=%g,%.17g,%.17g,0,9,9,9", k % 2 ? 0.5 : 0.8, 0.95 * cos(a), 0.95 * sin(a) } print "" }'; }
odd "$(flower 0 0,0,0)" | scree-mass >one
odd "$(flower 0.3 4,-7,2)" | scree-mass >other
# its axes are those of four quarters of a turn: of the angle about z four times as much
lies() { grep '^shape' "$1" | tail -n 1 | sed 's/.* at=\([^ ]*\) turn=\([^ ]*\) .*/\1,\2/' | awk -F, '{ t = 8 * atan2($7, $4); printf "%.9g %.9g %.9g %.9g %.9g %.9g %.9g", $1, $2, $3, $5, $6, cos(t), sin(t) }'; }
ok 'and so does a flower of bumps' about 1e-5 "$(lies other)" "$(lies one)"
# by voxels and by points, every component: of a mesh and an object of no symmetry
for kind in mesh object clump; do
	eval "shape=\$odd_$kind"
	odd "$shape" >askew
	exact=$(scree-mass --table askew | values $all)
	tol=$(echo "$exact" | awk '{ print 0.02 * ($5 + $6 + $7) / 3 }')
	ok "$kind by voxels" about "$tol" "$(scree-mass --method voxels --voxels 40 --table askew | values $all)" "$exact"
	ok "$kind by points" about "$tol" "$(scree-mass --method montecarlo -n 40000 --table askew | values $all)" "$exact"
done

# polyhedra: rounded boxes and an L, by all methods; what describes them
cube='polyhedron r=0.25 vertices=8 -1,-1,-1 1,-1,-1 -1,1,-1 1,1,-1 -1,-1,1 1,-1,1 -1,1,1 1,1,1 0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6'
ell='polyhedron r=0.25 vertices=12 0,0,0 2,0,0 2,1,0 1,1,0 1,2,0 0,2,0 0,0,1 2,0,1 2,1,1 1,1,1 1,2,1 0,2,1 5,4,3,2,1,0 6,7,8,9,10,11'
ell="$ell 0,1,7,6 1,2,8,7 2,3,9,8 3,4,10,9 4,5,11,10 5,0,6,11"
scene "$cube" >cube
ok 'a rounded cube' about 1e-7 "$(scree-mass --table cube | values volume surface inscribed roundness mean_curvature)" \
	"$(awk -v OFMT=%.17g 'BEGIN { pi = atan2(0, -1); r = 0.25; print 8 + 24 * r + 6 * pi * r * r + 4 * pi / 3 * r ^ 3, \
		24 + 12 * pi * r + 4 * pi * r * r, 1.25, 0.2, 6 * pi + 4 * pi * r }')"
printf 'scree 1 dim=3\nshape 1 sphere r=0.5\n' >ball
ok 'a ball is round' about 1e-8 "$(scree-mass --table ball | values sphericity inscribed roundness mean_curvature)" '1 0.5 1 6.283185307179586'
ok 'the sphericity of a sharp cube, (pi / 6)^(1/3)' about 1e-8 \
	"$(scene "$cube" | sed 's/r=0.25/r=0/' | scree-mass --table | values sphericity)" 0.80599597700823482
scene "$ell" >ell
exact=$(awk 'BEGIN { pi = atan2(0, -1); r = 0.25; printf "%.17g", 3 + 14 * r + (21 * pi / 4 - 1) * r * r + (10 * pi / 6 - 4 / 3) * r ^ 3 }')
ok 'a rounded L, with a dent' about 1e-7 "$(scree-mass --table ell | values volume)" "$exact"
# a ring of 336 faces, all of them with dents beside them: volume by points, and dV/dr is the surface. A result within 1e-6
# must not take as long as one within 1e-10
scree-shape -q torus --mesh 8 | scree-convert -q --to off >ring.off
for r in 0.049 0.05 0.051; do scree-shape -q --surface ring.off --polyhedron -r $r >ring$r; done
volume() { sed -n 's/^mass.* volume=\([^ ]*\).*/\1/p; s/^mass 1 volume=\([^ ]*\).*/\1/p' "$1" | head -1; }
ok 'a ring that is rounded: its surface is the change of its volume with the radius' about 1e-5 \
	"$(scree-mass --table ring0.05 | values surface)" "$(awk -v a="$(volume ring0.049)" -v b="$(volume ring0.051)" 'BEGIN { print (b - a) / 0.002 }' OFMT=%.12g)"
ok 'and its volume is that by points' about 0.02 "$(scree-mass --table ring0.05 | values volume)" \
	"$(scree-mass --method montecarlo -n 20000 --table ring0.05 | values volume)"
ok 'to an error that is stated' awk -v e="$(scree-mass --table ring0.05 | values error)" 'BEGIN { exit !(e > 0 && e < 1e-6) }'
is 'which is not convex' "$(scree-mass --table ell | awk '!/^#/ { print $(NF - 2), $(NF - 1), $NF }')" '? ? ?'
ok 'by voxels' about 0.02 "$(scree-mass --method voxels --voxels 100 --table ell | values volume)" "$exact"
ok 'by points at random' about 0.03 "$(scree-mass --method montecarlo -n 20000 --table ell | values volume)" "$exact"
scree-mass ell >there
for c in 'x y z' 'Ixx Iyy Izz Ixy Ixz Iyz' 'e1x e1y e1z e2x e2y e2z e3x e3y e3z'; do
	ok "in space it has not moved: $c" about 1e-8 "$(scree-mass --table there | values $c)" "$(scree-mass --table ell | values $c)"
done
is 'it has no pebbles' "$(scree-mass --method pebbles ell 2>&1 | grep -c 'does not apply to it')" 1

# ---- threads ----
scree-voronoi -n 60 --box 4,4,4 --periodic xyz -q >grains
{ sed '/^columns/,$d' grains; printf '%s\n' 'shape 900 plane' 'shape 901 clump 0,0,0,1 3,0,0,1'; sed -n '/^columns/,$p' grains; } >all
for o in --table --keep-frame; do
	scree-mass $o --threads 1 all 2>&1 | sed '/^made\|^#/d' >one
	scree-mass $o --threads 3 all 2>&1 | sed '/^made\|^#/d' >three
	ok "any number of threads writes and says the same, $o" cmp one three
done
fails 2 'threads.*expected auto or a whole number from 1 to 1024' 'no threads' scree-mass --threads 0 bar
scree-shape disk >disk
fails 2 'threads.*is for streams in 3D' 'threads in 2D' scree-mass --threads 2 disk

# ---- a cube whose faces are rough by 1e-5: rounding errors in heights above its many dents, which are nearly flat, cost no time ----
awk 'function corner(f, i, j, p, k, t) { p[f % 3] = f < 3 ? -1 : 1; p[(f + 1) % 3] = -1 + 2 * i / 6; p[(f + 2) % 3] = -1 + 2 * j / 6
	t = 1 + 1e-5 * sin(97 * p[0] + 31 * p[1] + 57 * p[2]); return sprintf("vertex %.17g %.17g %.17g\n", t * p[0], t * p[1], t * p[2]) }
function facet(a, b, c, f) { printf "facet normal 0 0 0\nouter loop\n%s%s%sendloop\nendfacet\n", a, f < 3 ? c : b, f < 3 ? b : c }
BEGIN { print "solid"
	for (f = 0; f < 6; f++) for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) { a = corner(f, i, j); b = corner(f, i + 1, j)
		c = corner(f, i + 1, j + 1); facet(a, b, c, f); facet(a, c, corner(f, i, j + 1), f) }
	print "endsolid" }' >rough.stl
scree-shape -q --surface rough.stl --polyhedron --radius 0.05 >rough
# 8 + 24 r + 6 pi r^2 + 4/3 pi r^3
near 'the volume of a rough cube is that of a cube' "$(sed -n 's/^mass.* volume=\([^ ]*\).*/\1/p' rough)" 9.247647488 1e-4

# ---- refusals ----
scene "${tetra% *}" >open
fails 3 'open:2: shape 1 \(mesh\): 3 open edges \(at .*\), expected a closed surface' 'a surface with a hole' scree-mass open
scene "$tetra" >closed
fails 2 'shape 1 \(mesh\): --method pebbles does not apply' 'pebbles of a mesh' sh -c 'scree-mass --method pebbles closed'
fails 2 "'sectors' is for streams in 2D" 'sectors in 3D' scree-mass --method sectors bar
scree-shape disk >disk
fails 2 "'voxels' is for streams in 3D" 'voxels in 2D' scree-mass --method voxels disk
fails 2 'is for streams in 3D' 'a frame to keep in 2D' scree-mass --keep-frame disk
fails 2 'expected 1 to 4096' 'no voxels' scree-mass --voxels 0 bar
finish
