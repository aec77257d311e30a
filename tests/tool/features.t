#!/bin/sh
# scree-contacts --features: which parts of polyhedra touch, and the areas of faces on each other, in poses with known answers.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

cube='vertices=8 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3'
ell='0,0,0 2,0,0 2,1,0 1,1,0 1,2,0 0,2,0 0,0,1 2,0,1 2,1,1 1,1,1 1,2,1 0,2,1 5,4,3,2,1,0 6,7,8,9,10,11'
ell="$ell 0,1,7,6 1,2,8,7 2,3,9,8 3,4,10,9 4,5,11,10 5,0,6,11"
# pairs of a body 2 k - 1 at the height 0 and a body 2 k above it, which overlap by 0.001, 20 apart along x
awk -v cube="$cube" -v ell="$ell" 'function at(k, shape, x, y, z, q, tag) { printf "body %d %d m %s 1 %.17g %.17g %.17g %s\n", k, shape, tag ? tag : "-", x + 20 * int((k - 1) / 2), y, z, q }
	function turn(x, y, z, angle) { return sprintf("%.17g %.17g %.17g %.17g", cos(angle / 2), x * sin(angle / 2), y * sin(angle / 2), z * sin(angle / 2)) }
	BEGIN { pi = atan2(0, -1); none = "1 0 0 0"; r = 0.1; gap = 2 * r - 0.001
		print "scree 1 dim=3\nmaterial m density=1\nlaw m m linear kn=1000 mu=0.3 en=1"
		print "shape 1 polyhedron r=0.1 " cube "\nshape 2 sphere r=0.5\nshape 3 plane\nshape 4 polyhedron r=0.1 vertices=12 " ell
		print "shape 5 clump -0.5,0,0,0.2 0.5,0,0,0.2\nshape 6 polyhedron r=0.1 vertices=2 -1,0,0 1,0,0"
		print "constraint wall x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\ncolumns body id shape material tag size x y z qw qx qy qz\nframe 0 t=0 body=22"
		tip = turn(sqrt(0.5), -sqrt(0.5), 0, atan2(sqrt(2), 1)) # brings 1,1,1 up
		at(1, 1, 0, 0, 0, none); at(2, 1, 0.5, -0.25, 2 + gap, none)                              # a rectangle of 1.5 x 1.75
		at(3, 1, 0, 0, 0, none); at(4, 1, 0, 0, 2 + gap, turn(0, 0, 1, pi / 4))                   # an octagon
		at(5, 1, 0, 0, 0, none); at(6, 1, 0.3, 0.2, 1 + sqrt(2) + gap, turn(1, 0, 0, pi / 4))     # an edge on a face
		at(7, 1, 0, 0, 0, tip); at(8, 1, 0.3, 0.2, 1 + sqrt(3) + gap, none)                       # a face on a vertex
		at(9, 1, 0, 0, 0, turn(0, 1, 0, pi / 4)); at(10, 1, 0.0, 0.2, 2 * sqrt(2) + gap, turn(1, 0, 0, pi / 4)) # edges that cross
		at(11, 1, 0, 0, 0, tip); at(12, 1, 0, 0, 2 * sqrt(3) + gap, tip)                          # vertices
		at(13, 1, 0, 0, 0, none); at(14, 2, 0.3, 0.2, 1 + r + 0.5 - 0.001, none)                  # a ball on a face
		at(15, 3, 0, 0, 0, none, "wall"); at(16, 1, 0.3, 0.2, 1 + r - 0.001, none)                # a cube on a plane
		at(17, 4, 0, 0, 0, none); at(18, 1, 0.8, 0.9, 1 + sqrt(3) + gap, tip)                     # a vertex on a face cut in two
		at(19, 1, 0, 0, 0, none); at(20, 5, 0.3, 0.2, 1 + r + 0.2 - 0.001, turn(0, 0, 1, 1))      # a clump of two on a face
		at(21, 1, 0, 0, 0, none); at(22, 6, 0.3, 0.2, 1 + gap, turn(0, 0, 1, 1))                  # a rod on a face
		print "end 0" }' >drawn
# the plane lies beneath all: only its own cube is so low
sed -i 's/^\(body 15 .*wall 1 [^ ]* 0\) 0 /\1 -50 /; s/^\(body 16 .* - 1 [^ ]* [^ ]*\) [^ ]* /\1 -48.901 /' drawn
scree-mass -q drawn >poses # the origin of the ell becomes its centre of mass
scree-dem3 -q -t 0 poses >touching
scree-contacts -q --features --pairs touching >a
kind() { columns i part_i part_j vertex_face edge_edge <a | awk -v i="$1" '$1 == i { print $2, $3, $4, $5 }'; }
area() { columns i area <a | awk -v i="$1" '$1 == i { print $2 }'; }
is 'a cube on a cube, shifted: one vertex of each, two crossings of edges' "$(kind 1)" 'face face 2 2'
near 'the area of the rectangle' "$(area 1)" 2.625 1e-9
is 'turned by 45 degrees: eight crossings' "$(kind 3)" 'face face 0 8'
near 'the area of the octagon' "$(area 3)" "$(awk 'BEGIN { printf "%.15g", 8 * (sqrt(2) - 1) }')" 1e-9
is 'an edge on a face: a vertex, and a crossing with the rim' "$(kind 5)" 'face edge 1 1'
is 'a face on a vertex' "$(kind 7)" 'vertex face 1 0'
is 'edges that cross' "$(kind 9)" 'edge edge 0 1'
is 'vertices: of all features that meet there' "$(kind 11 | cut -d' ' -f1,2)" 'vertex vertex'
is 'a ball on a face' "$(kind 13)" 'face vertex 1 0'
is 'a cube on a plane' "$(kind 15)" 'face face 4 0'
near 'its area' "$(area 15)" 4 1e-9
is 'a vertex on the cut between two pieces of a face counts once' "$(kind 17)" 'face vertex 1 0'
is 'a clump of two pebbles' "$(kind 19)" 'face edge 2 0'
is 'a rod, whose end is beyond the rim or not' "$(kind 21 | cut -d' ' -f1,2)" 'face edge'
is 'only faces have an area' "$(area 5) $(area 9) $(area 11)" '0 0 0'
# ten pairs of grains, of the eleven
scree-contacts -q --features touching >b
is 'counts: faces on faces, edges, vertices, and so on; walls do not count' \
	"$(columns pairs face_face face_edge face_vertex edge_edge edge_vertex vertex_vertex <b)" '10 2 3 3 1 0 1'
near 'mean area of faces on each other' "$(columns area <b)" "$(awk 'BEGIN { printf "%.15g", (2.625 + 8 * (sqrt(2) - 1)) / 2 }')" 1e-9
near 'the parts of the force are one' "$(columns fn_face_face fn_face_edge fn_face_vertex fn_edge_edge fn_edge_vertex fn_vertex_vertex <b |
	awk '{ print $1 + $2 + $3 + $4 + $5 + $6 }')" 1 1e-12
is 'of one' "$(scree-contacts -q --features --where 'id == 10' touching | columns pairs edge_edge fn_edge_edge area)" '1 1 1 ?'
# with the numbers of bodies in the opposite order, and across a side of the domain
awk '/^material/ { print "domain lo=-5,-5,-60 hi=295,15,60 periodic=xy" } /^body (1|2) / { $8 = $8 + ($2 == 1 ? -5 : 15) } /^body 2 / { $7 += 0.5; $8 -= 20 }
	/^body/ { $2 = 100 - $2 } 1' drawn >across
scree-mass -q across | scree-dem3 -q -t 0 | scree-contacts -q --features --pairs >a
is 'of an image' "$(kind 99)" 'face face 2 2'
near "its area, 1 x 1.75" "$(area 99)" 1.75 1e-9
is 'of records with the other body first' "$(kind 95); $(kind 93); $(kind 83)" 'face edge 1 1; vertex face 1 0; face vertex 1 0'
fails 2 'features: is for streams with dim=3' 'features of the plane' scree-contacts --features "$root/tests/data/shear.scree"
fails 2 'found several of' 'one table at a time' scree-contacts --features --angles touching
fails 3 'no frame has contact records' 'no records' scree-contacts --features poses

# ---- two cubes on each other and on a floor, at rest: what they weigh is what the stress says ----
cat >column <<EOF_B
scree 1 dim=3
domain lo=-2,-2,-1 hi=2,2,5 periodic=xy
gravity 0,0,-10
material m density=0.5
law m m linear kn=1e4 kt=2e3 mu=0.5 en=0.1
shape 1 polyhedron r=0.1 $cube
shape 3 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 0 t=0 body=3
body 1 1 m - 0.5 0 0 0.55 1 0 0 0
body 2 1 m - 0.5 0 0 1.65 0.9950041652780258 0 0 0.09983341664682815
body 3 3 m floor 1 0 0 0 1 0 0 0
end 0
EOF_B
scree-mass -q column | scree-dem3 -q -t 0.8 >rest
weight=$(scree-mass -q column | awk '/^mass 1/ { sub("volume=", "", $3); printf "%.15g", $3 / 8 * 0.5 * 10 }')
near 'the floor carries both' "$(scree-stress -q --wall-forces rest | columns fz | awk '{ f = $1 } END { printf "%.15g", -f }')" "$(awk "BEGIN { printf \"%.15g\", 2 * $weight }")" 1e-5
last() { sed -n '/^frame/h; /^frame/!H; ${ x; p; }' rest; }
# the sum of forces and branches: the weight of both from the middle of the overlap with the floor to the first centre, that of one from there to the second
near 'stress times volume' "$(scree-stress -q rest | columns s_zz volume | awk '{ s = $1 * $2 } END { printf "%.15g", s }')" \
	"$(last | awk -v w="$weight" '/^body/ { z[$2] = $9 } END { printf "%.15g", w * (z[1] + 0.55 + z[2] - z[1]) }')" 1e-5
near 'in slices, too' "$(scree-profile -q --stress --along z --from 0 --to 2 --bins 8 rest | awk '/^# block/ { s = 0 } { print }' | columns s_zz |
	awk '{ v[NR] = $1 } END { for (k = NR - 7; k <= NR; k++) s += v[k] * 4; printf "%.15g", s }')" \
	"$(last | awk -v w="$weight" '/^body/ { z[$2] = $9 } END { printf "%.15g", w * (2 * z[1] + z[2] - z[1]) }')" 1e-4
finish
