#!/bin/sh
# scree-dem3 with polyhedra: a run in parts and on threads is the same to the byte; contacts name features; what cannot be run has
# an error with its cause.
. "$(dirname "$0")/../tap.sh"

cube='vertices=8 -1,-1,-1 1,-1,-1 -1,1,-1 1,1,-1 -1,-1,1 1,-1,1 -1,1,1 1,1,1 0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6'
# Two cubes, a ball and a wall of shape 3.
scene() { # SPHERORADIUS X-OF-THE-SECOND-CUBE LAW WALL
	cat <<-END
	scree 1 dim=3
	gravity 0,0,-3
	material a density=0.1 E=1000 nu=0.2
	material b density=1
	law a a $3
	law a b linear kn=500 kt=100 mu=0.4 en=0.6
	shape 1 polyhedron r=$1 $cube
	shape 2 sphere r=0.8
	shape 3 $4
	constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
	columns body id shape material tag size x y z vx vy vz wx wy wz
	frame 0 t=0 dt=0 body=4
	body 1 1 a - 1 0 0 1.6 0 0 0 0.1 0.2 0.1
	body 2 1 a - 0.8 $2 0.3 1.7 -2 0 0 0 0.5 0.3
	body 3 2 a - 1 0.3 0.4 3.8 0 0 -1 0 0 0
	body 4 3 b floor 1 0 0 0 0 0 0 0 0 0
	end 0
	END
}
law='hertz-mindlin mu=0.4 en=0.6'
scene 0.2 2.8 "$law" plane >scene
# cubes that attract each other from afar get a law that does not
scene 0.2 3.7 'lennard-jones epsilon=0.1 cut=8' plane | scree-dem3 -q -d 5e-4 -t 0.01 >afar
touching() { awk '/^frame/ { n = 0 } $1 == "contact" && $2 == 1 && $4 == 2 { n++ } END { print (n > 0) }'; }
is 'cubes that attract each other have contacts' "$(touching <afar)" 1
for skin in 0.01 0.3; do
	is "contacts end where a law does not act any more, with a skin of $skin" "$(sed "s/^law a a .*/law a a $law/" afar |
		scree-dem3 -q -t 5e-4 --skin $skin | touching)" 0
done
# the law of the cubes resists rolling, then no more, while that of the others does
scene 0.2 2.8 "$law kr=3 mur=0.2" plane | scree-set -q --law 'a,b,kr=3,mur=0.2' | scree-dem3 -q -d 5e-4 -t 0.4 >rolls
moments() { awk '/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^frame/ { n = m = 0 }
	$1 == "contact" && $at["i"] == 1 && $at["j"] == 2 { n++; m += $at["momentx"] != 0 } END { print (n > 0), (m > 0) }'; }
is 'contacts of cubes resist rolling' "$(moments <rolls)" '1 1'
is 'and do not by a law that does not' "$(scree-set -q --law 'a,a,kr=0,mur=0' rolls | scree-dem3 -q -t 0 | moments)" '1 0'
scree-dem3 -q --no-provenance -d 5e-4 -t 1 scene >whole
scree-dem3 -q --no-provenance -d 5e-4 -t 0.4 scene | tee first | scree-dem3 -q --no-provenance -t 0.6 >parts
sed -n '/^frame 2000/,$p' whole >whole.last
sed -n '/^frame 2000/,$p' parts >parts.last
ok 'a run in two parts is the run, byte for byte' cmp whole.last parts.last
scree-dem3 -q --no-provenance -d 5e-4 -t 1 --threads 2 --skin 0.3 scene >threads
ok 'and on two threads with another skin' cmp whole threads
ok 'features touch where it is cut: some are edges or faces' awk '$1 == "contact" && ($3 > 7 || $5 > 7) { n++ } END { exit !n }' first
ok 'their numbers end at 8 vertices, 12 edges and 6 faces' awk '$1 == "contact" && ($3 > 25 || $5 > 25) { exit 1 }' whole.last
sed 's/^\(contact 1\) [0-9]* /\1 26 /' whole >wrong
fails 3 "found '26', expected a feature of the body's shape, 0 to 25" 'a feature that a cube does not have' scree-energy wrong
scene 0.2 1.5 "$law" plane >cross
fails 3 'bodies 1 and 2 cross, expected them separate' 'cubes that interlock' scree-dem3 -t 1 cross
scene 0 2.8 "$law" plane >sharp
fails 3 'body 1: shape 1 is a polyhedron with r=0 that can move, expected a spheroradius r above 0: scree-shape --radius.*--round' 'sharp grains' \
	scree-dem3 -t 1 sharp
# A small cube in a large one, through the periodic side: as the second body and as the first.
within() { # X-OF-THE-FIRST SIZE X-OF-THE-SECOND SIZE
	cat <<-END
	scree 1 dim=3
	domain lo=0,0,0 hi=9,9,9 periodic=xyz
	material a density=0.1
	law a a linear kn=500 kt=100
	shape 1 polyhedron r=0.1 $cube
	columns body id shape material size x y z vx
	frame 0 t=0 dt=0 body=2
	body 1 1 a $2 $1 4 4 0
	body 2 1 a $4 $3 4 4 0
	end 0
	END
}
within 0.4 1 8.8 0.2 >second
within 8.8 0.2 0.4 1 >first
within 7.5 0.2 0.4 1 >apart
fails 3 'bodies 1 and 2 cross, expected them separate' 'a cube in an image of another' scree-dem3 -t 1 second
fails 3 'bodies 1 and 2 cross, expected them separate' 'an image of a cube in another' scree-dem3 -t 1 first
scree-dem3 -q -d 2e-5 -t 2e-4 apart >ran
ok 'they run where they are apart' grep -q '^frame 10 ' ran
mesh='vertices=5 -2,-2,-0.3 4,-2,-0.3 4,2,-0.3 -2,2,-0.3 0.4,0.2,0.3 0,1,4 1,2,4 2,3,4 3,0,4'
scene 0.2 2.8 "$law" "mesh $mesh" >mesh
scree-dem3 -q --no-provenance -d 5e-4 -e 0.1 -t 1 mesh >whole
scree-dem3 -q --no-provenance -d 5e-4 -t 0.4 mesh | scree-dem3 -q --no-provenance -t 0.6 --threads 2 --skin 0.1 >parts
sed -n '/^frame 2000/,$p' whole >whole.last
sed -n '/^frame 2000/,$p' parts >parts.last
ok "a run on a mesh" test -s whole.last
ok 'a run on a mesh in two parts, on two threads, is the run, byte for byte' cmp whole.last parts.last
ok 'edges touch the edges of the mesh, which have the numbers 4 to 15' \
	awk '$1 == "contact" && $4 == 4 && $3 > 7 && $5 > 3 && $5 < 16 { n++ } END { exit !n }' whole
scene 0.2 2.8 "$law" 'mesh vertices=5 -2,-2,-0.3 4,-2,-0.3 4,2,-0.3 -2,2,-0.3 0.4,0.2,1.9 0,1,4 1,2,4 2,3,4 3,0,4' >cross
fails 3 'bodies 1 and 4 cross, expected them separate' 'a cube in a mesh' scree-dem3 -t 1 cross
scene 0.2 2.8 "$law" 'cylinder r=0.25 side=out' | sed 's/^body 4 3 b floor 1 0/body 4 3 b floor 1 1.52/' >rod
scree-dem3 -q --no-provenance -d 5e-4 -e 0.01 -t 0.5 rod >rolled
ok 'edges touch a roller' awk '$1 == "contact" && $4 == 4 && $3 > 7 { n++ } END { exit !n }' rolled
scene 0.2 2.8 "$law" 'cylinder r=0.3 side=out length=2' >rod
fails 3 'a cylinder with length= among polyhedra, .* its rims, expected a cylinder without length=, or a mesh' 'a cylinder with ends' \
	scree-dem3 -t 1 rod
scene 0.2 2.8 'jkr adhesion=1' plane >sticky
fails 3 'cannot have the law jkr or liquid-bridge, since each pair of features would have a bridge of its own, expected dmt' 'contacts that cling' \
	scree-dem3 -t 1 sticky
finish
