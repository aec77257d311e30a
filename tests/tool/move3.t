#!/bin/sh
# scree-move in three dimensions: where things are afterwards
. "$(dirname "$0")/../tap.sh"

# column ID NAME...: fields of a body of the last frame, from stdin; rounding's 0 is 0
column() {
	awk -v id="$1" -v want="$2" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $2 == id { n = split(want, w, " "); for (k = 1; k <= n; k++) v[k] = $at[w[k]] }
		END { for (k = 1; k <= n; k++) { if (v[k] < 1e-12 && v[k] > -1e-12) v[k] = 0; printf "%.9g%s", v[k], k < n ? " " : "\n" } }'
}
domain() { grep '^domain' "$1" | tail -1 | cut -d' ' -f2-; }
# two balls that touch across the periodic edge in x; slip is a vector that no program knows
cat >scene <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,2,6 periodic=x
material sand density=3
shape 7 sphere r=0.5
constraint lid z=f:2 rx=f:1 m=3 c=0.5
columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz wx wy wz slipx slipy slipz
columns contact i j fi fj ix iy iz x y z nx ny nz overlap tx ty tz
frame 0 t=0 dt=0 due=0 body=2 contact=1
body 3 7 sand - 1 0.25 1 3 1 0 0 0 0 0 0 1 2 3 4 5 6 7 8 9 0.1 0.2 0.3
body 5 7 sand lid 2 3.5 1 1 0.5 0.5 0.5 0.5 2 0 0 0 0 0 1 0 0 0 0 0 0 0 0
contact 3 5 0 0 -1 0 0 0 1 2 -1 0 0 0.01 0 0.5 0.25
end 0
END
scree-set --periodic none scene | scree-move -q --axis 1,1,1 --turn-deg 120 --about 1,1,1 >a
is 'a third of a turn about the diagonal takes x to y to z' "$(column 3 'x y z' <a)" '3 0.25 1'
is 'velocities' "$(column 3 'vx vy vz' <a)" '3 1 2'
is 'angular momenta and velocities' "$(column 3 'Lx Ly Lz wx wy wz' <a)" '6 4 5 9 7 8'
is 'and vectors that nobody knows' "$(column 3 'slipx slipy slipz' <a)" '0.3 0.1 0.2'
is 'orientation' "$(column 3 'qw qx qy qz' <a)" '0.5 0.5 0.5 0.5'
is 'on top of the one before: two thirds' "$(column 5 'qw qx qy qz' <a)" '-0.5 0.5 0.5 0.5'
is 'the domain is the box about it' "$(domain a | tr '=,' '  ' | awk '{ printf "%.6f %.6f %.6f %.6f %.6f %.6f\n", $2, $3, $4, $6, $7, $8 }' |
	sed 's/-0.000000/0.000000/g')" '0.000000 0.000000 0.000000 6.000000 4.000000 2.000000'
is 'the contact was across an edge that is not periodic any more' "$(grep -c ^contact a)" 0
sed 's|3 5 0 0 -1 0 0|3 5 0 0 0 0 0|' scene | scree-move --axis 0,0,1 --turn-deg 90 --about 2,1,0 --where 'id > 0' >a
is 'contacts turn with their bodies' "$(grep ^contact a | awk '{ for (k = 9; k <= 18; k++) printf "%.9g ", ($k < 1e-12 && $k > -1e-12) ? 0 : $k }')" \
	'2 -1 2 0 -1 0 0.01 -0.5 0 0.25 '
is 'but not the vectors to images, so contacts with these end' "$(scree-move --turn 1 --where 'id > 0' scene | grep -c ^contact)" 0
q='0.8,0.2,-0.4,0.4'
scree-set --periodic none scene | scree-move -q --quaternion $q | scree-move -q --quaternion 0.8,-0.2,0.4,-0.4 >a
is 'there and back' "$(column 5 'x y z' <a) $(column 3 'x y z Lx Ly Lz' <a)" '3.5 1 1 0.25 1 3 4 5 6'
is 'a quaternion is the turn by it' "$(scree-set --periodic none scene | scree-move -q --quaternion 0.8660254037844387,0.5,0,0 | column 3 'x y z vy')" \
	"$(scree-set --periodic none scene | scree-move -q --turn-deg 60 --axis 3,0,0 | column 3 'x y z vy')"

scree-move --by 1,0.5,-1 scene >a
is 'the whole scene by' "$(column 3 'x y z' <a) $(domain a)" '1.25 1.5 2 lo=1,0.5,-1 hi=5,2.5,5 periodic=x'
is 'contacts go with it' "$(grep '^contact' a | cut -d' ' -f6-11)" '-1 0 0 1 1.5 1'
scree-move --by 1,0,0 --where 'id == 5' scene >a
is 'one body round the edge' "$(column 5 'x ix' <a) $(grep -c ^contact a)" '0.5 3 0'

scree-move --scale 2 --about 0,0,1 scene >a
is 'scaled: places and sizes' "$(column 3 'x y z size' <a) $(column 5 size <a)" '0.5 2 5 2 4'
is 'angular velocities stay, momenta go with the fifth power' "$(column 3 'vx wx Lx Ly Lz' <a)" '1 7 128 160 192'
is 'the domain, and no contacts' "$(domain a) $(grep -c ^contact a)" 'lo=0,0,-1 hi=8,4,11 periodic=x 0'
fails 3 'no frame has contact records' 'and nobody takes them for grains that do not touch' scree-contacts a
scree-move --scale 0.5 --about 4,1,1 --where 'id == 3' scene >a
is 'one body' "$(column 3 'x y z size' <a) $(column 5 'x size' <a)" '2.125 1 2 0.5 3.5 2'

scree-move --replicate 2,1,3 scene >a
is 'copies' "$(grep -c ^body a) $(column 20 'x y z ix' <a) $(domain a)" '12 7.5 1 7 0 lo=0,0,0 hi=8,2,18 periodic=x'
is 'contacts next door and round the edge' "$(grep '^contact' a | cut -d' ' -f2,3,6-8 | tr '\n' ';')" \
	'3 10 -1 0 0;8 5 0 0 0;13 20 -1 0 0;18 15 0 0 0;23 30 -1 0 0;28 25 0 0 0;'
is 'the lid is six times as heavy, and pushed six times as hard' "$(grep '^constraint' a | tail -n 1)" 'constraint lid z=f:12 rx=f:6 m=18 c=3'
# a floor, and a rod along y, on which the ball lies
{ sed '/^columns/,$d' scene; cat <<'END'; } >walls
shape 8 plane
shape 9 cylinder r=1 side=out
columns body id shape x y z qw qx qy qz
columns contact i j ix iy iz x y z
frame 0 t=0 body=3 contact=2
body 1 7 1 1 0.5 1 0 0 0
body 2 8 0 0 0 1 0 0 0
body 3 9 1 0 2 0.7071067811865476 0.7071067811865476 0 0
contact 1 2 0 0 0 1 1 0
contact 1 3 0 0 0 1 1 1
end 0
END
scree-move --replicate 2,2,1 walls >a
is 'a plane along the copies stays one, a rod is one along itself' "$(awk '/^body/ { print $3 }' a | sort | uniq -c | tr -s '\n ' ' ')" ' 4 7 1 8 2 9 '
is 'with all contacts' "$(awk '/^contact/ { print $3 }' a | sort | uniq -c | tr -s '\n ' ' ')" ' 4 2 2 3 2 6 '
is 'above each other they are two' "$(scree-move --replicate 1,1,2 walls | awk '/^body/ { print $3 }' | sort | uniq -c | tr -s '\n ' ' ')" ' 2 7 2 8 2 9 '
scree-move --crop 2,0,0,4,2,6 walls >a
is 'walls without end are not cropped' "$(awk '/^body/ { print $2 }' a | tr '\n' ' ') $(domain a)" '2 3  lo=2,0,0 hi=4,2,6 periodic=none'

is 'nothing asked, nothing done' "$(scree-move scene | sed 2d | cmp - scene && echo same)" same
fails 2 'periodic domain cannot be turned' 'a periodic domain' scree-move --turn 1 scene
fails 2 "'1,1' is not NX,NY,NZ" 'copies of the plane' scree-move --replicate 1,1 scene
fails 2 'is not X0,Y0,Z0,X1,Y1,Z1' 'a box of the plane' scree-move --crop 0,0,1,1 scene
fails 2 "by.*'1,2' is not three numbers" 'a shift of the plane' scree-move --by 1,2 scene
fails 2 "'0,0,0' has no direction" 'no axis' scree-move --turn 1 --axis 0,0,0 scene
fails 2 'does not have the length 1' 'a quaternion too long' scree-move --quaternion 1,1,0,0 scene
fails 2 'contradicts --turn' 'two turns' scree-move --quaternion 1,0,0,0 --turn 1 scene
fails 2 'scale: 0, expected more than 0' 'a scale of 0' scree-move --scale 0 scene
scree-shape disk >flat
fails 2 'axis.*is for streams in 3D' 'an axis in the plane' scree-move --turn 1 --axis 0,0,1 flat
fails 2 'quaternion.*is for streams in 3D' 'a quaternion in the plane' scree-move --quaternion 1,0,0,0 flat
# no axis is special
. "$root/tests/axes.sh"
alike() { # OPTION VECTOR OPTION...: the vector is turned with the scene
	option=$1 vector=$2
	shift 2
	for n in 0 1 2; do
		v=$(awk -v v="$vector" -v n=$n "$cycle"' BEGIN { print turned(v, n) }')
		renamed $n <"$scene" | scree-move -q "$option" "$v" "$@" | seen $(((3 - n) % 3)) >seen$n
	done
	ok "scree-move $option $vector${1:+ $*} does the same along all axes" sh -c 'test -s seen0 && cmp seen0 seen1 && cmp seen0 seen2'
}
sed '/^constraint/s/ c=0.5//' scene >named
scene=named
alike --by 1.5,-0.5,2.25
alike --by 7.5,-3.5,9.25 --where 'id == 5'
alike --about 0.5,1.5,-2 --scale 1.5
alike --about 0.5,1.5,-2 --scale 1.5 --where 'id == 3'
alike --axis 0.5,-1,2 --turn 0.75 --where 'id == 3'
alike --replicate 2,1,3
alike --crop 0.125,0.25,0,3.75,1.5,5
alike --crop 0.125,0,0,4,2,3.5
for axes in none y z xy yz xyz; do
	sed "s/periodic=x/periodic=$axes/; s/ -1 0 0 0 1 2 -1/ 0 0 0 0 1 2 -1/" named >other
	scene=other
	alike --by 1.5,-4.5,7.25
	alike --crop 0,0.5,0,4,2,6
	alike --crop 0,0,0,4,2,5
	alike --replicate 1,3,2
	[ $axes = none ] && alike --axis 0.5,-1,2 --turn 0.75 && continue
	fails 2 'a periodic domain cannot be turned' "one that is periodic along $axes cannot be turned" scree-move --turn 1 other
done
fails 2 'axis: is the axis of a turn' 'an axis of no turn' scree-move --axis 1,0,0 --by 1,0,0 other
finish
