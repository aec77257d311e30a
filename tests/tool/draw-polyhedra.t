#!/bin/sh
# scree-draw with polyhedra: areas of what is seen, and of sections, against closed forms; pages hold them.
. "$(dirname "$0")/../tap.sh"

if ! command -v gnuplot >/dev/null; then
	skip 'no gnuplot here'
	finish
fi
# The area of what is not white in the first picture of the script a.gp, in units of length.
area() {
	size=$(grep -a -m 1 -o 'binary array=([0-9,]*)' a.gp | tr -dc '0-9,')
	start=$(grep -a -m 1 -b 'binary array=' a.gp | cut -d : -f 1)
	start=$((start + $(grep -a -m 1 'binary array=' a.gp | wc -c)))
	width=$(awk '/^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); print r[2] - r[1]; exit }' a.gp)
	tail -c +$((start + 1)) a.gp | head -c $((3 * ${size%,*} * ${size#*,})) | od -An -v -tu1 -w3 |
		awk -v w="${size%,*}" -v l="$width" '{ n += 3 - ($1 + $2 + $3) / 255 > 0.06 } END { print n * (l / w) ^ 2 }'
}
cube='-1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3'
ell='0,0,0 2,0,0 2,1,0 1,1,0 1,2,0 0,2,0 0,0,1 2,0,1 2,1,1 1,1,1 1,2,1 0,2,1 5,4,3,2,1,0 6,7,8,9,10,11'
ell="$ell 0,1,7,6 1,2,8,7 2,3,9,8 3,4,10,9 4,5,11,10 5,0,6,11"
body() { # SHAPE
	printf 'scree 1 dim=3\nshape 1 polyhedron %s\ncolumns body id shape x y z\nframe 0 t=0 body=1\nbody 1 1 0 0 0\nend 0\n' "$1"
}
seen() { # SHAPE OPTIONS...: the area of the picture of a body
	shape=$1
	shift
	body "$shape" | scree-draw -q -o a.png --script a.gp --size 250,250 "$@" && area
}
rounded="r=0.25 vertices=8 $cube"
pi=3.14159265358979

near 'a rounded cube seen along z: A + P r + pi r^2' "$(seen "$rounded" --view 0,90)" "$(awk "BEGIN { print 4 + 8 * 0.25 + $pi / 16 }")" 0.08
near 'along a diagonal: a hexagon, rounded' "$(seen "$rounded" --view 45,35.2644)" \
	"$(awk "BEGIN { print 4 * sqrt(3) + 12 * sqrt(2 / 3) * 0.25 + $pi / 16 }")" 0.14
near 'without rounding: the hexagon' "$(seen "r=0 vertices=8 $cube" --view 45,35.2644)" "$(awk 'BEGIN { print 4 * sqrt(3) }')" 0.1
near 'a section through its middle' "$(seen "$rounded" --slice 0,0,0.1,0,0,1)" "$(awk "BEGIN { print 4 + 8 * 0.25 + $pi / 16 }")" 0.08
near 'a section of the rounding: prism, cylinders and balls' "$(seen "$rounded" --slice 0,0,1.125,0,0,1)" \
	"$(awk "BEGIN { s = sqrt(0.25 ^ 2 - 0.125 ^ 2); print 4 + 8 * s + $pi * s * s }")" 0.09
near 'a section of a body that is not convex: a reentrant corner fills r^2' "$(seen "r=0.2 vertices=12 $ell" --slice 0,0,0.5,0,0,1)" \
	"$(awk "BEGIN { print 3 + 8 * 0.2 + 5 * $pi * 0.01 - 0.04 }")" 0.07
near 'a cut body shows its face' "$(seen "$rounded" --clip 0,0,0.1,0,0,1 --view 0,90)" "$(awk "BEGIN { print 4 + 8 * 0.25 + $pi / 16 }")" 0.08
near 'a rod seen along its axis' "$(seen 'r=0.5 vertices=2 -1,0,0 1,0,0' --view 0,0)" "$(awk "BEGIN { print $pi / 4 }")" 0.016
near 'and from the side' "$(seen 'r=0.5 vertices=2 -1,0,0 1,0,0' --view 90,0)" "$(awk "BEGIN { print 2 + $pi / 4 }")" 0.06
near 'a ball' "$(seen 'r=0.5 vertices=1 0,0,0')" "$(awk "BEGIN { print $pi / 4 }")" 0.016
near 'a plate' "$(seen 'r=0.5 vertices=4 -1,-1,0 1,-1,0 1,1,0 -1,1,0 0,1,2,3 3,2,1,0' --view 0,90)" "$(awk "BEGIN { print 4 + 4 + $pi / 4 }")" 0.13
near 'voxels' "$(seen "r=0 vertices=8 $cube" --voxels 10 --view 0,90)" 4 0.04
# edges between many faces are strips, those of a cut body tubes
scree-shape -q sphere --mesh 9 --polyhedron --radius 0.1 >many
many() { scree-draw -q -o a.png --script a.gp --size 250,250 "$@" many && area; }
near 'a rounded body of many faces: no gap is left between them' "$(many --clip 9,0,0,1,0,0)" "$(many)" 0.012
near 'which is all but a ball' "$(many)" "$(awk "BEGIN { print $pi * 0.36 * 0.99 }")" 0.02
near 'and its section' "$(many --slice 0,0,0.01,0,0,1)" "$(awk "BEGIN { print $pi * 0.36 * 0.99 }")" 0.02
# the same pixels as a sphere
body 'r=0.5 vertices=1 0,0,0' | scree-draw -q --size 150,150 -o one.png
body 'r=0.5 vertices=1 0,0,0' | sed 's/^shape.*/shape 1 sphere r=0.5/' | scree-draw -q --size 150,150 -o two.png
ok 'a polyhedron of one vertex is drawn as a sphere' cmp one.png two.png
# two frames with another shape of the same id
{ body "r=0 vertices=8 $cube"; body "r=0 vertices=8 $cube" | sed -n '/^shape/,$p' | sed 's/ 1,5,7,3/ 1,5,7 7,3,1/; s/^frame 0/frame 1/; s/^end 0/end 1/'; } >frames.scree
ok 'shapes that differ only in their faces are two' scree-draw -q --size 150,150 --frame all -o frames_%d.png frames.scree
body "$rounded" | scree-draw -q -o page.html
ok 'a page has it' test -s page.html
finish
