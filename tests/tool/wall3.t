#!/bin/sh
# scree-wall in three dimensions: what is put in where
. "$(dirname "$0")/../tap.sh"

# twenty-seven balls of diameter 1 in a box of 6 x 8 x 10, periodic along x and y, at 1, 3, 5 x 2, 4, 6 x 2, 5, 8
{
	cat <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=6,8,10 periodic=xy
material sand density=3
law sand sand linear kn=1 mu=0.5
shape 7 sphere r=0.5
columns body id shape material tag size x y z
frame 5 t=0.5 dt=0.1 due=0.5 body=27
END
	for k in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27; do
		echo "body $k 7 sand - 1 $(((k - 1) % 3 * 2 + 1)) $(((k - 1) / 3 % 3 * 2 + 2)) $(((k - 1) / 9 * 3 + 2))"
	done
	echo 'ledger since=0 work=1'
	echo 'end 5'
} >scene
# wall TAG COLUMN... <STREAM: of the body with that tag; normal: where its z axis points to
wall() {
	awk -v tag="$1" -v want="$2" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $5 == tag { n = split(want, c, " "); for (k = 1; k <= n; k++) printf "%.6g ", $at[c[k]] + 0
			w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]
			v[1] = 2 * (x * z + w * y); v[2] = 2 * (y * z - w * x); v[3] = 1 - 2 * (x * x + y * y)
			for (k = 1; k <= 3; k++) printf "%.6g%s", (v[k] < 1e-9 && v[k] > -1e-9) ? 0 : v[k], k < 3 ? " " : "\n" }'
}
domain() { grep '^domain' "$1" | tail -1 | cut -d' ' -f2-; }

scree-wall box <scene >a
is 'six walls' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ')" 'left right front back bottom top '
is 'that are planes' "$(grep '^shape' a | cut -d' ' -f3 | sort | uniq -c | tr -s '\n ' ' ')" ' 6 plane 1 sphere '
is 'all fixed' "$(grep -c '^constraint .* x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed$' a)" 6
is 'they face inwards: left' "$(wall left 'x' <a)" '0 1 0 0'
is 'right' "$(wall right 'x' <a)" '6 -1 0 0'
is 'front and back' "$(wall front 'y' <a); $(wall back 'y' <a)" '0 0 1 0; 8 0 -1 0'
is 'bottom and top' "$(wall bottom 'z' <a); $(wall top 'z' <a)" '0 0 0 1; 10 0 0 -1'
is 'the domain is closed' "$(domain a)" 'lo=0,0,0 hi=6,8,10 periodic=none'
is 'the ledger is void' "$(grep -c '^ledger' a)" 0
is 'no law is needed' "$(grep '^law' a | wc -l | tr -d ' ')" 1
is 'corners as asked' "$(scree-wall box --lo 0.5,1,1 --hi 6,7,9 <scene | wall back y)" '7 0 -1 0'
fails 4 '9 grains overlap the walls: id 1 4 7 10 13 \.\.\.' 'grains in the way' sh -c 'scree-wall box --lo 0.75,0,0 --hi 6,8,10 <scene'

# ---- plates ----
scree-wall plates --speed 0.25 --load 0.5 --damping 2 --room 4 <scene 2>err >a
size=$(awk 'BEGIN { print exp(log(atan2(0, -1) / 6) / 3) }') # cube root of the volume
is 'two plates' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ')" 'bottom top '
is 'the top is pressed on the area of the periods' "$(sed -n 's/^constraint top \(.*\) m=.*/\1/p' a)" 'x=v:0.25 y=fixed z=p:-0.5 rx=fixed ry=fixed rz=fixed'
is 'or by load times area where they do not bound it' "$(scree-set --periodic x scene | scree-wall -q plates --load 0.5 | sed -n 's/^constraint top \(.*\) m=.*/\1/p')" \
	'x=fixed y=fixed z=f:-24 rx=fixed ry=fixed rz=fixed'
near 'its mass: area, density and size of the grains' "$(sed -n 's/^constraint top .* m=\(.*\) c=2/\1/p' a)" "$(awk -v s="$size" 'BEGIN { print 48 * 3 * s }')" 1e-3
is 'the domain stays periodic, with room above' "$(domain a)" 'lo=0,0,0 hi=6,8,14 periodic=xy'
is 'fixed without a load' "$(scree-wall -q plates <scene | grep '^constraint top')" 'constraint top x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed'
scree-wall plates --rough --speed 1 <scene 2>err >a
is 'rough: the lower and the upper layer are glued' "$(awk '/^body/ { print $5 }' a | sort | uniq -c | tr -s '\n ' ' ')" ' 9 - 10 bottom 10 top '
is 'and told' "$(cat err)" 'scree-wall: 9 grains glued to the bottom plate, 9 to the top plate'
is 'a plane is behind each, at the ends of the grains' "$(wall bottom z <a | tail -n 1); $(wall top z <a | tail -n 1)" '1.5 0 0 1; 8.5 0 0 -1'
# a ball of 0.2 falls between four that are glued, 1.83 apart across; the plane behind them catches it
{
	printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=4,4,7 periodic=xy' 'gravity 0,0,-1.3' 'material m density=2' \
		'law m m linear kn=500 mu=0.3 en=0.2' 'shape 1 sphere r=0.5' 'shape 2 sphere r=0.2' 'columns body id shape material x y z' \
		'frame 0 t=0 body=9'
	awk 'BEGIN { for (k = 0; k < 8; k++) print "body", k + 1, 1, "m", 1 + 2 * (k % 2), 1 + 2 * (int(k / 2) % 2), k < 4 ? 0.7 : 5.6; print "body 9 2 m 2.1 1.9 3" }'
	echo 'end 0'
} >sparse
scree-wall -q plates --rough --strip 0.3 sparse | scree-dem3 -q -t 12 | scree-stress --no-provenance >a 2>slipped
is 'a grain that slips between glued ones stays in the scene' "$(cat slipped)" ''
scree-wall -q plates --rough --strip 0.3 sparse | scree-dem3 -q -t 12 >a
near 'on the plane behind them' "$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "body" && $2 == 9 { z = $at["z"] } END { print z }' a)" 0.4 0.002
# the cell of the stress ends at the inner ends of the glued grains, and the force on a plate is that on its plane, too
cell3() { scree-stress --no-provenance a | awk -v want="$1" '/^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } } !/^#/ { v = $at[want] } END { print v }'; }
near 'the volume between the glued grains' "$(cell3 volume)" "$(awk 'BEGIN { print 16 * (5.1 - 1.2) }')" 1e-9
near 'half of the weight is the mean force on two plates' "$(cell3 wall_zz)" "$(awk 'BEGIN { print 2 * 4 / 3 * atan2(0, -1) * 0.2 ^ 3 * 1.3 / 2 / 16 }')" 1e-5
# glued balls of 1 leave a gap of Z - 1 between planes 0 and Z + 1, of which 8 balls of 4 pi / 3 / 8 have the part 1.0472 / (Z - 1)
behind() {
	printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,-1 hi=2,2,9 periodic=xy' 'material m density=2' 'law m m linear kn=500' \
		'shape 1 sphere r=0.5' 'shape 2 plane' 'constraint low x=fixed y=fixed z=fixed' 'constraint high x=fixed y=fixed z=fixed' \
		'columns body id shape material tag x y z qw qx qy qz' \
		'columns contact i j x y z nx ny nz overlap fn ft1 ft2' 'frame 0 t=0 body=12 contact=0'
	printf 'body 1 2 m low 0 0 0 1 0 0 0\nbody 2 2 m high 0 0 %s 0 1 0 0\nbody 3 1 m low 1 1 0.5 1 0 0 0\nbody 4 1 m high 1 1 %s 1 0 0 0\n' \
		"$(($1 + 1))" "$1.5"
	awk 'BEGIN { for (k = 5; k < 13; k++) print "body", k, 1, "m - 0 0 1.5 1 0 0 0"; print "end 0" }'
}
is 'more grains than the cell holds are told' "$(behind 2 | scree-stress 2>&1 >/dev/null | sed 's/;.*//')" \
	'scree-stress: t=0: the grains fill 1.05 of their volume'
is 'but not as many as it holds' "$(behind 3 | scree-stress 2>&1 >/dev/null)" ''
is 'nor in a cell of another size' "$(behind 2 | scree-stress --volume 3 2>&1 >/dev/null)" ''
fails 4 'grain 1 reaches both plates' 'a strip too thick' sh -c 'scree-wall plates --rough --strip 7 <scene'
fails 2 'not periodic in z' 'plates across a period' sh -c 'scree-set --periodic xyz scene | scree-wall plates'

# ---- triaxial ----
scree-wall -q triaxial --press-x 0.5 --rate-z -0.01 --mass 3 <scene >a
is 'a pressure on one pair' "$(grep '^constraint right' a)" 'constraint right x=p:-0.5 y=fixed z=fixed rx=fixed ry=fixed rz=fixed m=3 between=front,back,bottom,top'
is 'each on the distances of the others' "$(scree-wall -q triaxial --press-y 1 --press-z 2 --mass 3 <scene | sed -n 's/^constraint \(.*\) x=fixed .*p:\(.*\) rx.*between/\1 \2 /p' | tr '\n' ' ')" \
	'back -1 z=fixed =left,right,bottom,top top -2 =left,right,front,back '
is 'a rate of another' "$(grep '^constraint top' a)" 'constraint top x=fixed y=fixed z=v:-0.1 rx=fixed ry=fixed rz=fixed'
is 'room where walls move' "$(domain a)" 'lo=0,0,0 hi=11,8,15 periodic=none'
is 'friction of their own' "$(scree-wall -q triaxial --mu 0 <scene | grep '^law wall')" 'law wall sand linear kn=1 mu=0
law wall wall linear kn=0'
fails 2 'rate-z: these walls already have a pressure' 'both' sh -c 'scree-wall triaxial --press-z 1 --rate-z 1 <scene'

# ---- round vessels ----
scree-set --periodic none --domain -4,-4,0,10,12,10 scene >wide
scree-wall -q tube wide >a
is 'a tube around the middle' "$(wall tube 'x y' <a) $(grep cylinder a)" '3 4 0 0 1 shape 8 cylinder r=7 side=in'
is 'on a floor' "$(wall bottom 'x y z' <a)" '3 4 0 0 0 1'
is 'with room above' "$(domain a)" 'lo=-4,-4,0 hi=10,12,12.5 periodic=none'
fails 4 'grains overlap the walls' 'grains that the tube does not hold' sh -c 'scree-set --domain 0,0,0,6,8,10 scene | scree-wall tube'
scree-wall hopper --opening 2 --angle-deg 60 --drop 3 --sides 6 wide 2>err >a
is 'a hopper: bin, funnel and floor' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ')" 'bin funnel bottom '
is 'the opening is so deep' "$(cat err)" "$(awk 'BEGIN { printf "scree-wall: the opening is at z = %.9g\n", -6 * sqrt(3) }')"
near 'the floor is below it' "$(wall bottom z <a | cut -d' ' -f1)" "$(awk 'BEGIN { print -6 * sqrt(3) - 3 }')" 1e-4
is 'the bin reaches from the floor to the top of the domain' "$(wall bin z <a | awk '{ printf "%.6g ", $1 }')$(awk '/ cylinder / { sub("length=", "", $6); printf "%s %.6g", $4, $6 }' a)" \
	"$(awk 'BEGIN { f = -6 * sqrt(3) - 3; printf "%.6g r=7 %.6g", (f + 12.5) / 2, 12.5 - f }')"
# corners of the funnel of six sides: its sides touch the circles of radius 7 and 1
mesh=$(grep ' mesh ' a)
is 'its corners' "$(echo "$mesh" | awk '{ for (k = 5; k <= 16; k++) { split($k, p, ","); r = sqrt(p[1] ^ 2 + p[2] ^ 2) * sqrt(3) / 2
	printf "%.6g:%.4g ", r, p[3] } }')" '7:0 7:0 7:0 7:0 7:0 7:0 1:-10.39 1:-10.39 1:-10.39 1:-10.39 1:-10.39 1:-10.39 '
is 'its sides face upwards and inwards' "$(echo "$mesh" | awk '{ for (k = 5; k <= 16; k++) { split($k, p, ","); for (a = 1; a <= 3; a++) x[k - 5, a] = p[a] }
	for (k = 17; k <= NF; k++) { split($k, f, ","); for (a = 1; a <= 3; a++) { u[a] = x[f[2], a] - x[f[1], a]; v[a] = x[f[3], a] - x[f[1], a] }
		n[1] = u[2] * v[3] - u[3] * v[2]; n[2] = u[3] * v[1] - u[1] * v[3]; n[3] = u[1] * v[2] - u[2] * v[1]
		in_ = n[1] * (x[f[1], 1] + x[f[2], 1] + x[f[3], 1]) + n[2] * (x[f[1], 2] + x[f[2], 2] + x[f[3], 2])
		good += n[3] > 0 && in_ < 0 } print good }')" 12
scree-wall -q hopper --opening 2 --angle-deg 60 --drop 3 --sides 6 --gate 1.5 --outlet return wide >a
is 'a lid of the opening, which is taken away' "$(grep '^outlet gate' a) $(wall gate 'x y z' <a)" 'outlet gate tag=gate from=1.5 3 4 0 0 0 1'
is 'of six corners and the middle' "$(grep ' mesh ' a | tail -1 | awk '{ for (k = 5; k <= 11; k++) { split($k, p, ","); printf "%.4g:%.4g ", sqrt(p[1] ^ 2 + p[2] ^ 2) * sqrt(3) / 2, p[3] } }')" \
	'1:-10.39 1:-10.39 1:-10.39 1:-10.39 1:-10.39 1:-10.39 0:-10.39 '
is 'an outlet below in place of the plane' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ')$(awk '/^outlet drain/ { split($3, b, "="); split(substr($4, 8), r, ",")
	printf "%.5g %.5g %.5g %.5g %.5g %.5g", b[2], r[1], r[2], r[3], r[4], r[5] }' a)" "bin funnel gate $(awk 'BEGIN { h = 7 * sqrt(0.5); printf "%.5g %.5g %.5g %.5g %.5g 0", -6 * sqrt(3) - 3, 3 - h, 3 + h, 4 - h, 4 + h }')"
is 'a silo has a level floor' "$(scree-wall -q silo --opening 2 --sides 6 wide | awk '/ mesh / { for (k = 5; k <= 16; k++) { split($k, p, ","); s += p[3] != 0 } print s + 0 }')" 0
fails 2 'opening.*is not narrower than the bin, 14' 'an opening too wide' scree-wall hopper --opening 14 wide
scree-wall -q drum --omega 0.5 --baffles 4 --height 1 wide >a
is 'a drum along y' "$(wall drum 'x y z' <a) $(grep cylinder a)" '3 4 5 0 1 0 shape 8 cylinder r=5 side=in'
is 'its ends turn with it' "$(wall front y <a); $(wall back y <a); $(grep -c '^constraint .* x=fixed y=fixed z=fixed rx=fixed ry=v:0.5 rz=fixed' a)" \
	'-4 0 1 0; 12 0 -1 0; 4'
is 'baffles from its inside inwards' "$(wall baffles 'x y z' <a) $(awk '/ mesh / { for (k = 5; k <= 20; k++) { split($k, p, ",")
	r = sqrt(p[1] ^ 2 + p[3] ^ 2); n[sprintf("%.6g,%g", r, p[2] < 0 ? -p[2] : p[2])]++ } for (k in n) print n[k], k }' a | sort | tr '\n' ';')" \
	'3 4 5 0 0 1 8 4,8;8 5,8;'
scree-set --periodic y --domain -4,0,0,10,8,10 scene | scree-wall -q drum >a
is 'without ends where the scene is periodic' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ') $(domain a)" \
	'drum  lo=-4,0,0 hi=10,8,10 periodic=y'
scree-set --periodic y scene | scree-wall -q drum --lo -4,0,0 --hi 10,8,10 >a
is 'in more room across, too' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ') $(domain a)" \
	'drum  lo=-4,0,0 hi=10,8,10 periodic=y'
scree-set --periodic y scene | scree-wall -q drum --lo -4,-1,0 --hi 10,9,10 >a
is 'a longer one has ends' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ') $(domain a)" \
	'drum front back  lo=-4,-1,0 hi=10,9,10 periodic=none'
fails 2 'height: 9, expected less than the radius of the drum' 'baffles too high' scree-wall drum --baffles 3 --height 9 wide

# ---- single walls ----
scree-wall plane 0,0,-1 0,3,4 <scene | scree-wall -q plane --tag lid 3,4,11 0,0,-1 >a
is 'a plane' "$(wall wall 'x y z' <a); $(wall lid 'x y z' <a)" '0 0 -1 0 0.6 0.8; 3 4 11 0 0 -1'
# a bean as it is drawn, whose half axis downwards is 0.7 from the ellipsoid's middle
scree-shape bean >bean
low=$(sed -n 's/^mass.*centre=0,0,\([^ ]*\) .*/\1/p' bean | awk '{ printf "%.9f", 0.7 + $1 }')
bean_at() { scree-fill -q --at "0,0,$(awk "BEGIN { print $low + $1 }")" --quaternion 0.7071067811865475,-0.7071067811865475,0,0 bean; }
ok 'beneath a bean, nearly touching' sh -c "scree-wall -q plane 0,0,0 0,0,1 <<'END'
$(bean_at 1e-5)
END"
fails 4 '1 grain overlaps the wall' 'beneath one, too near' sh -c "scree-wall -q plane 0,0,0 0,0,1 <<'END'
$(bean_at -1e-5)
END"
is 'the domain stays' "$(domain a)" 'lo=0,0,0 hi=6,8,10 periodic=xy'
is 'a rod between the layers' "$(scree-wall rod --radius 0.75 0,3,3.5 6,3,3.5 <scene | tee a | wall wall 'x y z') $(grep cylinder a)" \
	'3 3 3.5 1 0 0 shape 8 cylinder r=0.75 side=out length=6'
is 'a pipe is the same with its inside' "$(scree-wall pipe --radius 9 --tag pipe 0,3,3.5 6,3,3.5 <scene | tee a | wall pipe 'x y z') $(grep cylinder a)" \
	'3 3 3.5 1 0 0 shape 8 cylinder r=9 side=in length=6'
fails 4 'grains overlap the wall: id' 'one through the grains' sh -c 'scree-wall rod --radius 0.75 0,4,2 6,4,2 <scene'
# two triangles, a square that is open: STL
tri() { echo 'facet normal 0 0 1'; echo 'outer loop'; for v; do echo "vertex $v"; done; echo endloop; echo endfacet; }
{ echo 'solid land'; tri '0 0 1' '6 0 1' '6 8 1'; tri '0 0 1' '6 8 1' '0 8 1'; echo 'endsolid land'; } >land.stl
scree-wall landscape land.stl <scene >a
is 'a landscape, open, in its own coordinates' "$(grep ' mesh ' a | tail -1) $(wall wall 'x y z' <a)" \
	'shape 8 mesh vertices=4 0,0,1 6,0,1 6,8,1 0,8,1 0,1,2 0,2,3 0 0 0 0 0 1'
sed 's/ 1$/ 1.75/' land.stl >high.stl
scree-move --by 0,0,5 scene | scree-wall landscape land.stl >a
is 'the domain grows where it ends, and holds it' "$(domain scene) $(domain a)" 'lo=0,0,0 hi=6,8,10 periodic=xy lo=0,0,1 hi=6,8,15 periodic=xy'
fails 4 '9 grains overlap the wall: id 1 2' 'one too high' sh -c 'scree-wall landscape high.stl <scene'
# and closed: what stands inside is in it
{ echo OFF; echo '8 6 12'; for z in 0 4; do for p in '0 0' '6 0' '6 8' '0 8'; do echo "$p $z"; done; done
	printf '4 %s\n' '3 2 1 0' '4 5 6 7' '0 1 5 4' '1 2 6 5' '2 3 7 6' '3 0 4 7'; } >block.off
fails 4 '9 grains overlap the wall' 'a block around the lowest layer' sh -c 'scree-wall landscape block.off <scene'
is 'below it there is room' "$(scree-move --by 0,0,3 --where 'id > 0' scene | scree-wall landscape block.off | grep -c '^body .* wall')" 1
# the same as a polyhedron, which is rounded: its 8 corners stay where the file has them, and a ball of radius 0.5 rests on its top at
# 4 + 0.3 + 0.5 less its weight over kn
scree-move --by 0,0,2.81 --where 'id > 0' scene | scree-wall -q polyhedron --radius 0.3 --tag step block.off >a
is 'a polyhedron: radius, corners, faces' "$(sed -n 's/^shape 8 polyhedron \(r=[^ ]* [^ ]*\) .*/\1/p' a) $(sed -n 's/^shape 8 //p' a | wc -w | tr -d ' ')" \
	'r=0.3 vertices=8 17'
is 'fixed, in the coordinates of the file' "$(wall step 'x y z' <a) $(grep -c '^constraint step x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' a)" \
	'0 0 0 0 0 1 1'
is 'the domain holds it with its radius' "$(domain a)" 'lo=0,0,-0.3 hi=6,8,10 periodic=xy'
fails 4 '9 grains overlap the wall: id 1 2' 'balls 0.001 too low' sh -c "scree-move --by 0,0,2.799 --where 'id > 0' scene | scree-wall polyhedron --radius 0.3 block.off"
cat >lone <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=6,8,10 periodic=none
gravity 0,0,-3
material sand density=3
law sand sand linear kn=700 kt=200 mu=0.5 en=0.1
shape 7 sphere r=0.5
columns body id shape material tag size x y z
frame 0 t=0 dt=0 due=0 body=1
body 1 7 sand - 1 2 3 4.85
end 0
END
scree-wall -q polyhedron --radius 0.3 block.off <lone | scree-dem3 -q -t 20 | scree-pick -q --last >a
near 'a ball rests on its rounded face' "$(awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "body" && $2 == 1 { print $at["z"] }' a)" \
	"$(awk 'BEGIN { printf "%.9g", 4.8 - atan2(0, -1) / 6 * 9 / 700 }')" 1e-6
fails 3 'land.stl: .*' 'an open surface makes no polyhedron' sh -c 'scree-wall polyhedron land.stl <scene'


# ---- nothing equal to anything else: sides 7, 5 and 11 off the origin, two materials, sizes, a body that is held and is no grain
cat >odd <<'END'
scree 1 dim=3
domain lo=1,-2,3 hi=8,3,14
material sand density=3
material lead density=7
law sand sand linear kn=1000 kt=100 mu=0.4
law lead lead linear kn=3000 kt=500 mu=0.2
constraint held x=fixed y=fixed z=fixed
shape 2 sphere r=0.5
columns body id shape material tag size x y z
frame 2 t=0.5 body=3
body 41 2 lead - 1.2 3 0 5
body 12 2 lead held 0.9 3 0 3.5
body 7 2 sand - 0.8 5 0.5 12
end 2
END
# grains: volumes pi / 6 of 1.2^3 and 0.8^3; the size is the cube root of their mean
set -- $(awk 'BEGIN { v = atan2(0, -1) / 6; printf "%.15g %.15g", exp(log(v * (1.728 + 0.512) / 2) / 3), (7 * 1.728 + 3 * 0.512) / 2.24 }')
size=$1 dens=$2
layer() { awk -v l="$1" -v s="$size" -v d="$dens" 'BEGIN { printf "%.6g", l * s * d }'; } # mass of a layer of grains of that area
# planes <STREAM: "tag: place; normal" of every wall
planes() { for t in $(awk '$1 == "body" && $5 != "-" && $5 != "held" { print $5 }' "$1"); do echo "$t $(wall "$t" 'x y z' <"$1")"; done | tr '\n' ';'; }
ties() { grep '^constraint' | grep -v held | cut -d' ' -f2- | sed 's/ r[xyz]=fixed//g; s/ m=\([^ ]*\)/ \1/' | awk '{ for (k = 1; k <= NF; k++)
	printf "%s%s", $k + 0 ? sprintf("%.6g", $k) : $k ~ /=[vpf]:/ ? substr($k, 1, index($k, ":")) sprintf("%.6g", substr($k, index($k, ":") + 1)) : $k, k < NF ? " " : ";" }'; }
scree-wall -q triaxial --press-x 5 --press-y 6 --press-z 7 --damping 0.3 --mu 0.15 odd >a
is 'six planes, each at its own end, in its middle' "$(planes a)" \
	'left 1 0.5 8.5 1 0 0;right 8 0.5 8.5 -1 0 0;front 4.5 -2 8.5 0 1 0;back 4.5 3 8.5 0 -1 0;bottom 4.5 0.5 3 0 0 1;top 4.5 0.5 14 0 0 -1;'
is 'each has its own pressure and the mass of a layer of its own area' "$(ties <a)" "left x=fixed y=fixed z=fixed;right x=p:-5 y=fixed z=fixed $(layer 55) c=0.3 between=front,back,bottom,top;front x=fixed y=fixed z=fixed;back x=fixed y=p:-6 z=fixed $(layer 77) c=0.3 between=left,right,bottom,top;bottom x=fixed y=fixed z=fixed;top x=fixed y=fixed z=p:-7 $(layer 35) c=0.3 between=left,right,front,back;"
is 'room of half of the longest side' "$(domain a)" 'lo=1,-2,3 hi=13.5,8.5,19.5 periodic=none'
is 'walls meet every material with its own law, but for their friction' "$(grep '^law wall' a | tr '\n' ';')" \
	'law wall sand linear kn=1000 kt=100 mu=0.15;law wall lead linear kn=3000 kt=500 mu=0.15;law wall wall linear kn=0;'
near 'they are as dense as the grains' "$(sed -n 's/^material wall density=//p' a)" "$dens" 1e-9
is 'and of that material' "$(awk '$1 == "body" && $5 != "-" && $5 != "held" { print $4 }' a | sort | uniq -c | tr -s ' ' | tr '\n' ';')" ' 6 wall;'
is 'rates are of the pair itself' "$(scree-wall -q triaxial --rate-x 0.1 --rate-y -0.2 --rate-z 0.3 --room 1.5 odd | tee a | ties | tr ';' '\n' | grep v: | tr '\n' ';') $(domain a)" \
	'right x=v:0.7 y=fixed z=fixed;back x=fixed y=v:-1 z=fixed;top x=fixed y=fixed z=v:3.3; lo=1,-2,3 hi=9.5,4.5,15.5 periodic=none'
is 'only pairs that move have room' "$(scree-wall -q triaxial --rate-y 1 --room 1.5 odd >a; domain a)" 'lo=1,-2,3 hi=8,4.5,14 periodic=none'
is 'a mass as given, and no damping unless' "$(scree-wall -q triaxial --press-y 1 --mass 13 --material lead odd | tee a | ties | tr ';' '\n' | grep p:) $(awk '$5 == "top" { print $4 }' a)" \
	'back x=fixed y=p:-1 z=fixed 13 between=left,right,bottom,top lead'

# a cell of glued balls of unlike radii: each pressure acts on the area between the faces, radius and size of the balls included.
# Faces: x from 0.3 to 8.5, y from 0.9 to 6.3, z from 0.25 to 9.4. With m = 2 and no law the wall has v = -p A / m t after the first step
cat >balls <<'END'
scree 1 dim=3
material sand density=3
law sand sand linear kn=0
shape 2 sphere r=0.5
constraint left x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
constraint right x=p:-5 y=fixed z=fixed rx=fixed ry=fixed rz=fixed m=2 between=front,back,bottom,top
constraint front x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
constraint back x=fixed y=p:-6 z=fixed rx=fixed ry=fixed rz=fixed m=2 between=left,right,bottom,top
constraint bottom x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
constraint top x=fixed y=fixed z=p:-7 rx=fixed ry=fixed rz=fixed m=2 between=left,right,front,back
columns body id shape material tag size x y z
frame 0 t=0 dt=1e-6 body=6
body 1 2 sand left 0.6 0 3 5
body 2 2 sand right 1.4 9.2 3 5
body 3 2 sand front 1.8 4 0 5
body 4 2 sand back 1 4 6.8 5
body 5 2 sand bottom 0.5 4 3 0
body 6 2 sand top 1.2 4 3 10
end 0
END
about_ties=$(scree-dem3 -q -t 1e-5 balls | awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "frame" { t = substr($3, 3) } $1 == "body" { v[$5] = $at["vx"] " " $at["vy"] " " $at["vz"] }
	END { split(v["right"], a, " "); split(v["back"], b, " "); split(v["top"], c, " "); print a[1] / t, b[2] / t, c[3] / t }')
ok 'a pressure acts between the faces of balls' about 1e-3 "$about_ties" "$(awk 'BEGIN { x = 8.2; y = 5.4; z = 9.15; print -5 * y * z / 2, -6 * x * z / 2, -7 * x * y / 2 }')"

scree-wall -q plates --speed -0.6 --load 4 --damping 0.7 odd >a
is 'plates of a closed domain: a force, load times area' "$(planes a) $(ties <a)" \
	"bottom 4.5 0.5 3 0 0 1;top 4.5 0.5 14 0 0 -1; bottom x=fixed y=fixed z=fixed;top x=v:-0.6 y=fixed z=f:-140 $(layer 35) c=0.7;"
is 'a quarter of the height is room' "$(domain a)" 'lo=1,-2,3 hi=8,3,16.75 periodic=none'
is 'in the corners where there is no domain' "$(sed /^domain/d odd | scree-wall -q plates --lo 1,-2,3 --hi 7,3,13 >a; domain a)" 'lo=1,-2,3 hi=7,3,15.5 periodic=none'
# grains reach from 4.4 to 12.4
is 'rough: grains in the strips, but none that is held' "$(scree-wall -q plates --rough --strip 0.3 --room 2 odd | tee a | awk '$1 == "body" { printf "%s:%s ", $2, $5 }') $(domain a)" \
	'41:bottom 12:held 7:top 42:bottom 43:top  lo=1,-2,4.4 hi=8,3,14.4 periodic=none'
# three balls of radius 0.6: half of their size is 0.6 (4 pi / 3)^(1/3) / 2 = 0.4836
sed 's/^body 7 .*/body 7 2 sand - 1.2 7 0.5 12\nbody 9 2 sand - 1.2 5 0.5 Z/; s/body=3/body=4/' odd >three
is 'a strip of half the size of the grains' "$(for z in 5.47 5.49; do sed "s/Z/$z/" three | scree-wall -q plates --rough | awk '$1 == "body" { printf "%s ", $5 }'; done)" \
	'bottom held top bottom bottom top bottom held top - bottom top '

# a tube, hopper and drum about the middle, (4.5, 0.5), as wide as the shorter of the two sides, 5, and 7 by 11
sed 's/domain.*/domain lo=1,-2,3 hi=8,3.5,14/' odd >round
scree-wall -q tube round >a
is 'a tube in the shorter of two sides' "$(planes a) $(grep cylinder a | cut -d' ' -f3-) $(domain a)" \
	'tube 4.5 0.75 8.5 0 0 1;bottom 4.5 0.75 3 0 0 1; cylinder r=2.75 side=in lo=1,-2,3 hi=8,3.5,16.75 periodic=none'
sed 's/domain.*/domain lo=1,-3,3 hi=6.5,5,14/; s/^body 7 2 sand - 0.8 5 0.5/body 7 2 sand - 0.8 4 0.5/' odd >round2
is 'whichever that is' "$(scree-wall -q tube round2 | grep cylinder | cut -d' ' -f3-)" 'cylinder r=2.75 side=in'
is 'a funnel of 48 sides at 45 degrees, its free space the opening' "$(scree-wall -q hopper --opening 1.5 round >a
	awk '$1 == "shape" && $3 == "mesh" { split($4, n, "="); print n[2] }' a) $(planes a | tr ';' '\n' | grep bottom)" '96 bottom 4.5 0.75 -0.5 0 0 1'
is 'the vertices of the funnel go round from x, from the bin to the opening' "$(scree-wall -q hopper --opening 1.5 --sides 5 round | awk '$3 == "mesh" { for (k = 5; k <= 14; k++) { split($k, p, ",")
	t = 2 * atan2(0, -1) * ((k - 5) % 5) / 5; r = (k < 10 ? 2.75 : 0.75) / cos(atan2(0, -1) / 5)
	d = (p[1] - r * cos(t)) ^ 2 + (p[2] - r * sin(t)) ^ 2 + (p[3] + (k < 10 ? 0 : 2)) ^ 2; good += d < 1e-20 } print good }')" 10
is 'with an outlet, which removes' "$(scree-wall -q silo --opening 1.5 --drop 0.4 --outlet remove round | tee a | grep '^outlet') $(domain a)" \
	'outlet drain below=2.6 lo=1,-2,2.6 hi=8,3.5,16.75 periodic=none'
sed 's/domain.*/domain lo=1,-2,3 hi=10,3.5,10/; s/^body 7 2 sand - 0.8 5 0.5 12/body 7 2 sand - 0.8 6 0.5 8/; s/^body 41 .*/body 41 2 lead - 1.2 4 0 6/' odd >lying
scree-wall -q drum --omega -0.4 --baffles 3 lying >a
is 'a drum as wide as it is high, along y' "$(planes a | tr ';' '\n' | grep -v baffles | tr '\n' ';') $(grep cylinder a | cut -d' ' -f3-) $(domain a)" \
	'drum 5.5 0.75 6.5 0 1 0;front 5.5 -2 6.5 0 1 0;back 5.5 3.5 6.5 0 -1 0; cylinder r=3.5 side=in lo=1,-2,3 hi=10,3.5,10'
is 'all of it turns about y' "$(grep '^constraint' a | grep -v held | cut -d' ' -f2- | tr '\n' ';')" "$(for t in drum front back baffles; do printf '%s' "$t x=fixed y=fixed z=fixed rx=fixed ry=v:-0.4 rz=fixed;"; done)"
is 'baffles a tenth of its width high, every third of a turn, along all of it' "$(awk '$3 == "mesh" { for (k = 5; k <= 16; k++) { split($k, p, ",")
	t = 2 * atan2(0, -1) * int((k - 5) / 4) / 3; r = (k - 5) % 2 ? 2.8 : 3.5
	good += (p[1] - r * cos(t)) ^ 2 + (p[3] - r * sin(t)) ^ 2 + (p[2] - ((k - 5) % 4 < 2 ? -2.75 : 2.75)) ^ 2 < 1e-20 } f = "" ; for (k = 17; k <= NF; k++) f = f " " $k; print good f }' a)" \
	'12 0,1,2 1,3,2 4,5,6 5,7,6 8,9,10 9,11,10'
is 'at rest unless it is told to turn' "$(scree-wall -q drum lying | grep -c 'constraint.*ry=v:0 ')" 3
scree-wall -q plane --tag lid --material lead 3,1,13.5 1,-2,-2 odd >a
is 'a plane with a slanted normal, of its material, fixed' "$(planes a)$(awk '$5 == "lid" { print $4 }' a) $(ties <a)" 'lid 3 1 13.5 0.333333 -0.666667 -0.666667;lead lid x=fixed y=fixed z=fixed;'
is 'planes across each axis' "$(scree-wall -q plane --tag a 1.5,0,0 1,0,0 odd | scree-wall -q plane --tag b 0,-1.5,0 0,2,0 | scree-wall -q plane --tag c 0,0,3.5 0,0,0.5 >a; planes a)" \
	'a 1.5 0 0 1 0 0;b 0 -1.5 0 0 1 0;c 0 0 3.5 0 0 1;'
is 'a rod askew: its middle, its length' "$(scree-wall -q rod --radius 0.3 1.5,-1,10 4.5,1,4 odd | tee a | planes /dev/stdin >/dev/null; wall wall 'x y z' <a) $(grep cylinder a | cut -d' ' -f3-)" \
	'3 0 7 0.428571 0.285714 -0.857143 cylinder r=0.3 side=out length=7'

# ---- refusals ----
fails 2 'biaxial is for streams in 2D, found dim=3' 'a biaxial cell' sh -c 'scree-wall biaxial <scene'
fails 2 'line is for streams in 2D' 'a line' sh -c 'scree-wall line 0,0 1,1 <scene'
scree-shape disk >flat
fails 2 'tube is for streams in 3D, found dim=2' 'a tube in the plane' sh -c 'scree-wall tube <flat'
fails 2 'press-z: is for streams in 3D, found dim=2' 'a third pressure in the plane' sh -c 'scree-wall biaxial --press-z 1 <flat'
fails 2 'radius: is not for box, but for rod' 'walls have no radius' sh -c 'scree-wall box --radius 1 <scene'
fails 2 'gate: is not for box, but for hopper silo' 'a gate of a box' sh -c 'scree-wall box --gate 3 <scene'
fails 2 "lo: '0,0' is not three numbers" 'corners of the plane' sh -c 'scree-wall box --lo 0,0 --hi 1,1 <scene'
fails 2 "'0,0' is not a point x,y,z" 'a point of the plane' sh -c 'scree-wall plane 0,0 0,0,1 <scene'
fails 2 "'0,0,0' is no direction" 'no normal' sh -c 'scree-wall plane 0,0,0 0,0,0 <scene'
fails 2 'points 1 and 2 of the rod are the same' 'a rod without length' sh -c 'scree-wall rod --radius 1 0,0,0 0,0,0 <scene'
fails 2 'radius: missing, expected the radius of the rod' 'a rod without radius' sh -c 'scree-wall rod 0,0,0 0,0,1 <scene'
fails 2 'radius: missing, expected the radius of the pipe' 'a pipe without radius' sh -c 'scree-wall pipe 0,0,0 0,0,1 <scene'
fails 2 'points 1 and 2 of the pipe are the same' 'a pipe without length' sh -c 'scree-wall pipe --radius 1 0,0,0 0,0,0 <scene'
fails 2 'plane takes a point x,y,z and a normal' 'a plane without a normal' sh -c 'scree-wall plane 0,0,0 <scene'
fails 2 'a constraint on tag bottom already' 'a top twice' sh -c 'scree-wall plates <scene | scree-wall box'
printf 'solid x\nfacet normal 0 0 1\n' >cut.stl
fails 3 'cut.stl' 'a landscape that is cut' sh -c 'scree-wall landscape cut.stl <scene'
scree-shape cube --round 0.1 | scree-fill -q --at 2,2,2 --box 4,4,4 >cube
for kind in silo hopper; do
	ok "cubes run in a $kind" sh -c "scree-wall -q $kind --opening 2 cube | scree-dem3 -q -t 0.1 >out"
done
ok 'cubes that touch nothing stand in a silo, also where their enclosing balls reach into its walls' sh -c '
	scree-shape -q cube --round 0.1 | scree-fill -q -n 40 --box 6,6,6 | scree-wall -q silo --lo -3,-3,0 --hi 9,9,7 --opening 3 >out'
fails 4 '1 grain overlaps the walls: id 1' 'but none that overlaps them' sh -c '
	scree-shape -q cube --round 0.1 | scree-fill -q --at 0.6,0.6,0.6 --quaternion 1,0,0,0 --box 4,4,4 |
	scree-wall -q silo --lo -3,-3,0.2 --hi 7,7,7 --opening 3'
for kind in rod pipe; do
	ok "a $kind beside polyhedra: a warning" sh -c "scree-wall -q $kind --radius 0.1 0.2,0.2,0.2 0.2,3.8,0.2 cube 2>&1 >out |
		grep -q 'takes no $kind among polyhedra, since it has ends; use polyhedron or landscape'"
done
is 'whose tube has no ends for them' "$(scree-wall -q silo --opening 2 cube | grep -c 'side=in$')" 1
finish
