#!/bin/sh
# scree-wall: what is put in where
. "$(dirname "$0")/../tap.sh"

# nine squares of side 1 (skeleton 0.8, radius 0.1) in a domain of 6 x 6
{
	cat <<'END'
scree 1 dim=2
domain lo=0,0 hi=6,6 periodic=x
material sand density=3
material steel density=8
law sand sand linear kn=1
shape 7 polygon r=0.1 -0.4,-0.4 0.4,-0.4 0.4,0.4 -0.4,0.4
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0 due=0 body=1
body 1 7 sand - 1 3 3 0 0 0 0 0 0
end 0
columns body id shape material tag size x y angle ix iy vx vy omega ax
frame 5 t=0.5 dt=0.1 due=0.5 body=9
END
	for k in 1 2 3 4 5 6 7 8 9; do
		echo "body $k 7 sand - 1 $(((k - 1) % 3 * 2 + 1)) $(((k - 1) / 3 * 2 + 1)) 0 0 0 0 0 0 0.5"
	done
	echo 'ledger since=0 work=1'
	echo 'end 5'
} >scene
area=0.9914159265358979 # 0.64 + 4 * 0.8 * 0.1 + pi / 100

# what is allowed, but hardly meant
fails 0 'press-x -0.01 pulls the right wall outwards' 'a suction' scree-wall biaxial --press-x -0.01 scene
fails 0 'load -3 pulls the top plate upwards' 'a load upwards' scree-wall plates --load -3 scene
fails 0 'no wall of this biaxial cell moves' 'a cell without rate or pressure' scree-wall biaxial scene
is 'one that moves' "$(scree-wall biaxial -q --rate-x 0 scene 2>&1 >/dev/null)" ''

scree-wall box <scene 2>err >a
sed -n '1p;3,10p' a >head
sed -n '1,9p' scene >want
ok 'all before the last frame is passed on' cmp head want
is 'the record of provenance is put in' "$(sed -n 2p a)" 'made scree-wall 0.1.0 box # -'
is 'four walls' "$(awk '/^body/ && $5 != "-" { print $5 }' a | tr '\n' ' ')" 'left right bottom top '
is 'all fixed' "$(grep -c '^constraint .* x=fixed y=fixed angle=fixed$' a)" 4
is 'the domain is closed' "$(grep '^domain' a | sed -n '$s/.*periodic=//p')" none
is 'accelerations and ledger are void' "$(sed -n '/^frame 5/,$p' a | grep -c -e '^ledger' -e 'ax$')" 0
# inner faces are the domain: the left wall's line at x = -r, where r is a quarter of the grains' size, sqrt(area) / 4
r=$(awk -v a=$area 'BEGIN { print sqrt(a) / 4 }')
near 'the left face is at 0' "$(awk '/^body/ && $5 == "left" { print $7 }' a)" "-$r" 1e-5
near 'the top face is at 6' "$(awk '/^body/ && $5 == "top" { print $8 }' a)" "$(awk -v r="$r" 'BEGIN { print 6 + r }')" 1e-5
is 'walls have mass records' "$(grep -c '^mass' a)" 4

scree-wall plates --speed 0.25 --load 0.01 --radius 0.5 <scene 2>err >a
is 'smooth plates are two lines over the period' "$(awk '/^shape [89]/ { print $3, $4, $5, $6 }' a | sort -u)" \
	'polyline r=0.5 -3,0 3,0'
is 'the bottom plate is fixed' "$(grep '^constraint bottom' a)" 'constraint bottom x=fixed y=fixed angle=fixed'
m=$(sed -n 's/^constraint top x=v:0.25 y=p:-0.01 angle=fixed m=//p' a)
near 'the top plate: length, density and size of the grains' "$m" "$(awk -v a=$area 'BEGIN { print 6 * 3 * sqrt(a) }')" 1e-4
ok 'its mass is told' grep -q "top plate has mass 17.9" err
is 'x stays periodic' "$(grep '^domain' a | sed -n '$s/.*periodic=//p')" x
ok 'there is room above' awk '/^domain/ { split(substr($3, 4), h, ",") } END { exit !(h[2] > 8) }' a
# the upper face of the plate is at 7, the lower one's at -1, and the domain has a thousandth of that to spare
is 'as much as asked' "$(scree-wall -q plates --radius 0.5 --load 1 --room 3 <scene | sed -n 's/^domain .*hi=6,\([^ ]*\) .*/\1/p' | tail -n 1)" 10.008

scree-wall plates --rough --speed -1 --mass 4 --damping 2 --load 3 <scene 2>err >a
is 'rough: the lower and the upper row are glued' "$(awk '/^frame 5/ { f = 1 } f && /^body/ { print $5 }' a | tr '\n' ' ')" \
	'bottom bottom bottom - - - top top top '
is 'rough: mass and damping as given' "$(grep '^constraint top' a)" 'constraint top x=v:-1 y=p:-3 angle=fixed m=4 c=2'
is 'rough: no lines' "$(grep -c '^shape' a)" 1
# grains from 0.5 to 5.5: a thousandth of that beyond them, and a quarter of it to go up
is 'rough: the domain holds the grains' "$(awk '/^domain/ { split(substr($2, 4), l, ","); split(substr($3, 4), h, ",") }
	END { printf "%.9g %.9g %.9g %.9g", l[1], l[2], h[1], h[2] }' a)" '0 0.495 6 6.755'
ok 'and said so' grep -q '3 grains glued to the bottom plate, 3 to the top' err

# a gap between the grains of a plate, in the row or across the period, through which the smallest grain passes
gaps() { # PERIOD X: a row of two disks at 0.5 and X below, one of three above, a smaller disk between them
	cat <<-END
	scree 1 dim=2
	material sand density=3
	shape 1 point r=0.5 0,0
	domain lo=0,0 hi=$1,5 periodic=x
	columns body id shape material size x y
	frame 0 t=0 body=6
	body 1 1 sand 1 0.5 0.5
	body 2 1 sand 1 $2 0.5
	body 3 1 sand 0.95 2 2.5
	body 4 1 sand 1 0.6 4.5
	body 5 1 sand 1 1.9 4.5
	body 6 1 sand 1 3.1 4.5
	end 0
	END
}
is 'rough: a gap in a plate is told' "$(gaps 4 2.8 | scree-wall -q plates --rough 2>&1 >/dev/null)" \
	'scree-wall: the bottom plate has gaps up to 1.3, and the smallest grain is 0.95 thick: grains may slip through; give a denser packing, '\
'such as one that a run has pressed together, or a thicker --strip'
is 'rough: one across the period too' "$(gaps 4 2.4 | scree-wall -q plates --rough 2>&1 >/dev/null | grep -o 'bottom.*1.1,')" 'bottom plate has gaps up to 1.1,'
is 'rough: but not gaps that are too narrow' "$(gaps 3.8 2.4 | scree-wall -q plates --rough 2>&1 >/dev/null)" ''

printf '# hills\n-1,0\n1 0.4\n7 -0.2\n' >hills
scree-wall landscape hills -r 0.05 --tag ground --material steel <scene >a 2>err
is 'a landscape' "$(awk '/^body/ && $5 == "ground" { print $4 }' a)" steel
is 'has the points of its file' "$(awk '/^body/ && $5 == "ground" { x = $7; y = $8 }
	/^shape 8/ { for (k = 5; k <= NF; k++) { split($k, p, ","); u[k] = p[1]; v[k] = p[2] } n = NF }
	END { for (k = 5; k <= n; k++) printf "%.12g,%.12g ", u[k] + x, v[k] + y }' a)" '-1,0 1,0.4 7,-0.2 '
scree-wall line -1,0 1,0.25 -r 0.1 <scene >a 2>err
is 'a line from negative numbers' "$(grep -c '^shape 8 polyline r=0.1' a)" 1
scree-wall polyline --closed -- 2,1.9 2.1,1.9 2.1,2.1 -r 0.01 2>/dev/null <scene >a
fails 1 'cannot open -r' 'behind -- all are points, and perhaps a stream' sh -c 'scree-wall polyline -- 2,2 -r <scene'
scree-wall -q line -1,0 1,0.25 -r 0.1 <scene | grep -v ^made >a
is 'the stream may be a file' "$(scree-wall -q line -1,0 1,0.25 -r 0.1 scene | grep -v ^made | cmp - a && echo same)" same
is 'behind any number of points, too' "$(scree-wall -q polyline -1,0 1,0.25 scene -r 0.1 | grep -v ^made | cmp - a && echo same)" same
scree-wall polyline --closed -r 0.01 2,1.9 2.1,1.9 2.1,2.1 <scene >a 2>err
is 'a ring' "$(grep -c '^shape 8 ring' a)" 1

# the load presses on the whole period: 3 * 6 / 4 is the acceleration of the glued grains while they fall freely
near 'the load of a rough plate' "$(scree-wall -q plates --rough --mass 4 --load 3 <scene | scree-dem2 -q -t 0.2 --dt 0.01 |
	awk '/^body/ && $5 == "top" { v = $13 } END { print v }')" -0.9 1e-9

# held together under gravity: disks that fall onto the walls stay within them, less their overlap m g / kn and some for the fall
scree-shape disk --radius 0.5 | scree-fill -q -n 30 --fraction 0.4 --speed 0.05 | scree-wall box | scree-set --gravity 0.005,-0.01 |
	scree-dem2 -q -t 60 >a
is 'a box holds its grains' "$(awk '/^domain/ { split(substr($3, 4), h, ","); split(substr($2, 4), l, ",") }
	/^frame/ { n = out = 0 } /^body/ && $5 == "-" { n++; if ($7 < l[1] + 0.5 || $7 > h[1] - 0.5 || $8 < l[2] + 0.5 || $8 > h[2] - 0.5) out++ }
	END { print n, out + 0 }' a)" '30 0'
near 'and they have come down' "$(awk '/^frame/ { f++; s = n = 0 } /^body/ && $5 == "-" { s += $8; n++ } /^end/ { y[f] = s / n } END { print (y[f] < y[1]) }' a)" 1 0

fails 4 '3 grains reach outside the walls at x = 0.6 and 5.6: id 1 4 7$' 'grains outside a box' \
	sh -c 'scree-wall box --lo 0.6,0 --hi 5.6,3.6 <scene'
fails 4 '1 grain overlaps the wall: id 5' 'a grain in the way of a line' sh -c 'scree-wall line 2.9,3 3.1,3 <scene'
fails 4 '1 grain overlaps the wall: id 1' 'a small ring inside a grain' \
	sh -c 'scree-wall polyline --closed -r 0.01 0.9,0.9 1.1,0.9 1,1.1 <scene'
fails 4 'overlaps the wall: id 1$' 'a line across the periodic edge' sh -c 'scree-wall line -r 0.4 6.4,1 6.5,1.2 <scene'
sed 's/periodic=x/periodic=xy/' scene >xy
fails 2 'not periodic in y; scree-set --periodic x makes it so' 'plates in a scene periodic in y' sh -c 'scree-wall plates --rough <xy'
fails 2 'found nothing, expected a kind of wall' 'no kind' sh -c 'scree-wall <scene'
fails 2 'two points' 'a line of one point' sh -c 'scree-wall line 1,1 <scene'
fails 2 "no material 'glass'" 'a material that is not there' sh -c 'scree-wall box --material glass <scene'
fails 2 'constraint on tag bottom already' 'walls twice' sh -c 'scree-wall box <scene | scree-wall plates'
fails 2 'speed: is not for box, but for plates' 'a box that moves' sh -c 'scree-wall box --speed 1 <scene'
fails 2 'tag: is not for box, but for line polyline landscape' 'a box with a tag' sh -c 'scree-wall box --tag a <scene'
fails 2 'points 1 and 2 of the wall are the same, 2,2' 'a line from a point to itself' sh -c 'scree-wall line 2,2 2,2 <scene'
fails 2 'points 3 and 1 of the wall are the same' 'a ring that is closed twice' sh -c 'scree-wall polyline --closed 2,2 3,3 2,2 <scene'
fails 2 'strip: is for plates of grains, expected --rough' 'a strip of smooth plates' sh -c 'scree-wall plates --strip 1 <scene'
fails 2 'three points' 'a ring of two points' sh -c 'scree-wall polyline --closed 2,2 3,3 <scene'
sed 's/^shape/constraint wall x=v:1\n&/' scene >moving
fails 2 'this wall would be fixed' 'a wall with the tag of what moves' sh -c 'scree-wall line 2,2 3,3 <moving'
fails 3 'hills2:2' 'a bad landscape' sh -c 'printf "1 2\n3 x\n" >hills2; scree-wall landscape hills2 <scene'
fails 4 'reaches both plates' 'a packing of one layer' sh -c 'scree-wall plates --rough --strip 4 <scene'
# a tag whose constraint was taken away, and an outlet that was there
printf '%s\n' 'scree 1 dim=2' 'material m density=1' 'law m m linear kn=1' 'constraint left x=fixed' 'constraint left' 'outlet drain below=-50' \
	'shape 1 disks 0,0,0.1' 'columns body id shape material x y' 'frame 0 t=0 body=1' 'body 1 1 m 0.5 0.5' 'end 0' >freed
is 'the walls of a box are held again' "$(scree-wall -q box --lo 0,0 --hi 1,1 freed | grep '^constraint left' | tail -n 1 | cut -d' ' -f1-3)" \
	'constraint left x=fixed'
is 'the outlet is that of the hopper' "$(scree-wall -q hopper --lo 0,0 --hi 4,4 --opening 1 freed | grep -c '^outlet drain')" 2
finish
