#!/bin/sh
# Surfaces from files and meshes in streams, by scree-mass: closed forms, repairs, refusals, and clumps weighed by a surface.
. "$(dirname "$0")/../tap.sh"

# matches WHAT TEXT PATTERN
matches() { ok "$1: $2" sh -c 'printf "%s\n" "$1" | grep -Eq "$2"' sh "$2" "$3"; }

# The box of sides 1, 2, 3 with a corner at 5, 6, 7 as triangles of corners 0..7, x + 2 y + 4 z.
faces='0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5'
# stl FACES: as text
stl() {
	echo 'solid box of no name'
	echo "$1" | tr ' ' '\n' | awk 'NR % 3 == 1 { print "facet normal 0 0 0\n outer loop" }
		{ print "  vertex", 5 + $1 % 2, 6 + 2 * (int($1 / 2) % 2), 7 + 3 * int($1 / 4) }
		NR % 3 == 0 { print " endloop\nendfacet" }'
	echo 'endsolid'
}
# vertices and faces as OFF, and as a shape of a stream
off() {
	echo 'OFF 8 12 0'
	for v in 0 1 2 3 4 5 6 7; do echo "$((5 + v % 2)) $((6 + 2 * (v / 2 % 2))) $((7 + 3 * (v / 4)))"; done
	echo "$faces" | tr ' ' '\n' | paste -d' ' - - - | sed 's/^/3 /'
}
mesh() { # mesh FACES [VERTEX...]
	printf 'mesh vertices=8'
	for v in 0 1 2 3 4 5 6 7; do printf ' %d,%d,%d' $((5 + v % 2)) $((6 + 2 * (v / 2 % 2))) $((7 + 3 * (v / 4))); done
	echo "$1" | tr ' ' '\n' | paste -d, - - - | tr '\n' ' ' | sed 's/^/ /; s/ $//'
}
scene() { # scene SHAPE
	printf '%s\n' 'scree 1 dim=3' "shape 1 $1" 'columns body id shape x y z' 'frame 0 t=0 body=1' 'body 1 1 0 0 0' 'end 0'
}
stl "$faces" >box.stl
off >box.off
# the same in binary: 5 6 7 8 10 as floats, low byte first
{ printf '%-80s' 'solid, but binary'
  printf '\014\000\000\000'
  for f in $(echo "$faces" | tr ' ' '\n' | paste -d_ - - -); do
	printf '\000\000\000\000\000\000\000\000\000\000\000\000'
	for v in $(echo "$f" | tr _ ' '); do
		[ $((v % 2)) = 0 ] && printf '\000\000\240\100' || printf '\000\000\300\100'
		[ $((v / 2 % 2)) = 0 ] && printf '\000\000\300\100' || printf '\000\000\000\101'
		[ $((v / 4)) = 0 ] && printf '\000\000\340\100' || printf '\000\000\040\101'
	done
	printf '\000\000'
  done; } >boxb.stl

# 6 (4 + 9) / 12 and so on; x is the long axis, the least moment
box='6 22 5.5 7 8.5 2.5 5 6.5'
for f in box.stl boxb.stl box.off; do
	is "$f" "$(scree-mass --surface $f --table | values volume surface x y z I1 I2 I3)" "$box"
done
is 'a surface from a pipe' "$(scree-mass --surface - --table <box.stl | values volume surface x y z I1 I2 I3)" "$box"
is 'a surface as operand, by its name' "$(scree-mass --table box.stl | values volume surface x y z I1 I2 I3)" "$box"
scree-mass --surface box.off >made
is 'as a stream: in its principal axes, and where the file has it' "$(grep '^body' made | cut -d' ' -f6-9) $(scree-mass --table made | values volume surface x y z I1 I2 I3)" "1 5.5 7 8.5 $box"
is 'with the method' "$(grep -c '^mass 1 volume=6 I=2.5,5,6.5 centre=5.5,7,8.5 turn=.* method=exact$' made)" 1
is 'which other programs read' "$(scree-mass --no-provenance made | grep -v '^made' | cksum)" "$(grep -v '^made' made | cksum)"
is 'twice the density' "$(scree-mass --density 2 --surface box.off --table | values volume mass I1)" '6 12 5'
scree-mass --surface box.off --surface box.stl >two
is 'several surfaces' "$(grep -c '^shape [12] mesh' two) $(grep -c '^body [12] [12]' two) $(scree-mass --table two | grep -vc '^#')" '2 2 2'
is '--keep-frame leaves its axes' "$(scree-mass --keep-frame --surface box.off | grep -c '^mass 1 volume=6 I=6.5,5,2.5 centre=5.5,7,8.5 turn=1,0,0,0 surface')" 1

# voxels that fill the box: 6 along the side of 3, and their own inertia is counted; half as many fill the same length
is 'voxels' "$(scree-mass --method voxels --voxels 6 --surface box.off --table | values volume x y z I1 I2 I3)" '6 5.5 7 8.5 2.5 5 6.5'
# of 5 voxels of 0.6 in line the middles of 1, 3 and 5 are inside
is 'voxels that do not' "$(scree-mass --method voxels --voxels 5 --surface box.off --table | values volume)" 3.24
# an octahedron is 1/6 of its box of 8: the standard error of N points is 8 sqrt(1/6 5/6 / N)
printf '%s %s %s\n' 'OFF
6' 8 0 1 0 0 -1 0 0 0 1 0 0 -1 0 0 0 1 0 0 -1 >eight.off
for f in '0 2 4' '2 1 4' '1 3 4' '3 0 4' '2 0 5' '1 2 5' '3 1 5' '0 3 5'; do echo " 3 $f"; done >>eight.off
is 'an octahedron' "$(scree-mass --surface eight.off --table | values volume I1 I2 I3)" '1.33333333 0.266666667 0.266666667 0.266666667'
# the same turned by 0.7 about (1, 2, 2) / 3: all moments are equal, and still it ends as the other one, up to its own symmetry
awk 'NR < 3 || NR > 8 { print; next } { c = cos(0.7); s = sin(0.7); a = 1 / 3; b = 2 / 3; g = 2 / 3; d = (a * $1 + b * $2 + g * $3) * (1 - c)
	printf "%.17g %.17g %.17g\n", c * $1 + s * (b * $3 - g * $2) + a * d, c * $2 + s * (g * $1 - a * $3) + b * d, c * $3 + s * (a * $2 - b * $1) + g * d }' \
	eight.off >turned.off
corners() { scree-mass --surface "$1" | grep '^shape' | cut -d' ' -f5-10 | tr ' ,' '\n ' | awk '{ printf "%.9f %.9f %.9f\n", $1, $2, $3 }' | sed 's/-\(0\.0*\)\( \|$\)/\1\2/g' | sort; }
is 'and one that lies otherwise' "$(corners turned.off)" "$(corners eight.off)"
scree-mass --method montecarlo --samples 20000 --surface eight.off --table >random
ok 'random points agree within five standard errors, 8 sqrt(5 / 36 / 20000) = 0.021' sh -c "awk '/^# id/ { for (k = 2; k <= NF; k++) if (\$k ~ /^error/) c = k - 1 }
	!/^#/ { d = \$4 - 4 / 3; exit !(d * d <= 25 * \$c ^ 2 && \$c > 0.02 && \$c < 0.024) }' random"

# ---- repairs ----
# mended WHAT MESSAGE FACES: the box, with a warning; from a file and in a stream
mended() {
	stl "$3" >bad.stl
	is "$1, in a file" "$(scree-mass --surface bad.stl --table 2>said | values volume surface x y z I1 I2 I3)" "$box"
	matches "$1: said" "$(cat said)" "^scree-mass: bad.stl: $2"
	scene "$(mesh "$3")" >bad
	is "$1, in a stream" "$(scree-mass --table bad 2>said | values volume surface x y z I1 I2 I3)" "$box"
	matches "$1: said with its line" "$(cat said)" "^scree-mass: bad:2: shape 1 \\(mesh\\): $2"
	scree-mass --no-provenance bad >good 2>/dev/null
	is "$1, and then it is whole" "$(scree-mass --table good 2>&1 | values volume surface x y z I1 I2 I3)" "$box"
}
mended 'a triangle that faces inwards' 'a triangle that faces the other way from its neighbours \(at 5.33333,6.66667,7\): flipped' "0 1 2 ${faces#0 2 1 }"
mended 'one that is there twice' 'a repeated triangle \(at 5.33333,6.66667,7\): removed' "$faces 0 2 1"
mended 'one without area' 'a triangle with two equal corners \(at 5.33333,6,7\): removed' "$faces 0 0 1"
mended 'a surface inside out' 'a component inside out .*: flipped' "$(echo "$faces" | tr ' ' '\n' | paste -d' ' - - - | awk '{ printf "%s%s %s %s", (NR > 1 ? " " : ""), $1, $3, $2 }')"
scene "$(mesh "$faces" | sed 's/=8/=9/; s/ 0,2,1/ 5,6,7 8,2,1/')" >bad
is 'vertices at one place' "$(scree-mass --table bad 2>said | values volume surface parts)" '6 22 8'
matches 'are said' "$(cat said)" '^scree-mass: bad:2: shape 1 \(mesh\): a vertex that repeats another \(at 5,6,7\): merged'
{ scene "$(mesh "$faces 0 2 1")" | sed 's/^frame 0 t=0 body=1/columns contact i j fi fj\nframe 0 t=0 body=1 contact=1/; s/^end/contact 1 1 2 3\nend/'; } >touching
fails 3 'had to be mended, but contacts of the last frame' 'numbers of vertices that contacts refer to' scree-mass touching

# ---- refusals ----
stl "${faces#0 2 1 }" >open.stl
fails 3 'open.stl: 3 open edges \(at .*\), expected a closed surface of triangles' 'a hole in a file' scree-mass --surface open.stl
scene "$(mesh "${faces#0 2 1 }")" >open
fails 3 'open:2: shape 1 \(mesh\): 3 open edges \(at .*\), expected a closed surface of triangles' 'a hole in a stream' scree-mass open
is 'nothing is written' "$(scree-mass --surface open.stl 2>/dev/null; scree-mass --table open 2>/dev/null)" ''
fails 3 'empty.stl: byte 0: found nothing, expected a surface' 'an empty file' sh -c ': >empty.stl; scree-mass --surface empty.stl'
fails 3 'cut.stl: byte 80: .* as binary STL of 12 triangles it must have 684 bytes, found 600' 'a binary file that is cut' sh -c 'head -c 600 boxb.stl >cut.stl; scree-mass --surface cut.stl'
fails 3 'huge.stl: byte 80: .*4294967295 triangles' 'a count beyond the file' sh -c '{ printf "%-80s" x; printf "\377\377\377\377"; } >huge.stl; scree-mass --surface huge.stl'
fails 3 "nan.stl:4: found 'nan', expected a coordinate" 'no number' sh -c 'sed "4s/vertex .*/vertex 1 nan 2/" box.stl >nan.stl; scree-mass --surface nan.stl'
fails 3 'far:2: shape 1 \(mesh\): found the coordinate 1e\+60, expected 1e\+50 at most' 'coordinates whose moments are no numbers' sh -c 'sed "s/ 5,6,7 / 1e60,6,7 /" open >far; scree-mass far'
fails 1 'cannot open nowhere.stl' 'no file' scree-mass --surface nowhere.stl
fails 2 'shape 1 \(mesh\): --method pebbles does not apply' 'pebbles of a surface' scree-mass --method pebbles --surface box.stl

# ---- a clump weighed by the surface that it stands for ----
printf '5.5,7,8,0.5\n5.5,6.6,9.5,0.5\n5.4,7.4,9.4,0.4\n' >pebbles.txt
{ echo 'scree 1 dim=3'; echo "shape 1 clump $(tr '\n' ' ' <pebbles.txt)"; } >drawn
is 'pebbles weighed by a surface' "$(scree-mass --surface box.stl --table drawn | values parts volume surface x y z I1 I2 I3)" "3 $box"
scree-mass --surface box.stl drawn >weighed
is 'in its frame' "$(grep -c '^mass 1 volume=6 I=2.5,5,6.5 centre=5.5,7,8.5 turn=.* surface=22 .*method=surface$' weighed)" 1
# x is along z: the pebble at 5.5,6.6,9.5 is 1 along x
is 'the pebbles along with it' "$(grep '^shape' weighed | tail -1 | cut -d' ' -f5 | tr , ' ' | awk '{ printf "%.6f %.6f\n", $1, $2 < 0 ? -$2 : $2 }')" '1.000000 0.400000'
scree-shape --clump pebbles.txt >clump
ok 'wherever the frame of the clump was' about 1e-12 "$(scree-mass --surface box.stl clump | scree-mass --table | values volume x y z Ixx Iyy Izz Ixy)" \
	"$(scree-mass --table clump | values volume x y z Ixx Iyy Izz Ixy)"
is 'weighed the same' "$(scree-mass --surface box.stl --table clump | values parts volume surface x y z I1 I2 I3)" "3 $box"
is 'by voxels of the surface' "$(scree-mass --surface box.stl --method voxels --voxels 6 --table - <drawn | values volume I1)" '6 2.5'
fails 2 'given 2 times, but the stream has 1 shape, expected one surface for each' 'as many surfaces as shapes' scree-mass --surface box.stl --surface box.stl drawn
fails 2 'does not apply to shape 1 \(sphere\)' 'no spheres' sh -c '{ echo scree 1 dim=3; echo shape 1 sphere r=1; } | scree-mass --surface box.stl -'
fails 2 'is for streams in 3D, found dim=2' 'in space alone' sh -c 'scree-shape disk | scree-mass --surface box.stl -'
matches 'a surface elsewhere is pointed out' "$(sed 's/5\.[45],/1000,/g' drawn | scree-mass --surface box.stl --table - 2>&1 >/dev/null)" \
	'box.stl: the centre of mass lies outside of shape 1 \(clump\)'
# centres within the ball, but lower and higher than its centre along all axes, and just outside of it along one
printf '%s\n' 'scree 1 dim=3' 'shape 1 clump 0,0,0,1' 'columns body id shape x y z' 'frame 0 t=0 body=1' \
	'body 1 1 0 0 0' 'end 0' >one
off() { # LOW HIGH X: a box from LOW to HIGH along y and z, from X to X + 1 along x
	{ printf 'OFF\n8 6 0\n'
		for z in $1 $2; do for y in $1 $2; do awk -v x="$3" -v y="$y" -v z="$z" 'BEGIN { print x, y, z; print x + 1, y, z }'; done; done
		printf '%s\n' '4 0 2 3 1' '4 4 5 7 6' '4 0 1 5 4' '4 2 6 7 3' '4 0 4 6 2' '4 1 3 7 5'; } >at.off
	scree-mass --surface at.off one 2>&1 | grep -c 'lies outside'; }
is 'a centre of mass inside of a ball, below and above its centre, and outside on either side' \
	"$(off -0.8 0.2 -0.8) $(off -0.2 0.8 -0.2) $(off -0.8 0.2 -1.6) $(off -0.2 0.8 0.6)" '0 0 1 1'
# a box whose upper side crosses the lower one: parts count as negative, and no body has such moments
cat >crosses.off <<'END'
OFF
8 12 0
0 0 0
1 0 0
0 1 0
1 1 0
0 0 5e-8
1 0 -5e-8
0 1 5e-8
1 1 -4.9999e-8
3 0 2 1
3 1 2 3
3 4 5 6
3 5 7 6
3 0 1 4
3 1 5 4
3 2 6 3
3 3 6 7
3 0 4 2
3 2 4 6
3 1 3 5
3 3 7 5
END
no_body='no body can have the moments of inertia.*expected a volume beyond rounding errors, and a surface that does not cross itself'
fails 3 "crosses.off: $no_body" 'a surface that crosses itself' scree-shape --surface crosses.off
fails 3 "shape 1 \(mesh\): $no_body" 'the same in scree-mass' scree-mass crosses.off
finish
