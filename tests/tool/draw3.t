#!/bin/sh
# scree-draw in 3D: that what is seen has its place, its size and its colour, and that the nearer hides the farther.
. "$(dirname "$0")/../tap.sh"

if ! command -v gnuplot >/dev/null; then
	skip 'no gnuplot here'
	finish
fi

# The pixels of the first picture in a script: "pixels SCRIPT >FILE" writes rows "column row red green blue".
pixels() {
	size=$(grep -a -m 1 -o 'binary array=([0-9,]*)' "$1" | tr -dc '0-9,')
	start=$(grep -a -m 1 -b 'binary array=' "$1" | cut -d : -f 1)
	start=$((start + $(grep -a -m 1 'binary array=' "$1" | wc -c)))
	tail -c +$((start + 1)) "$1" | head -c $((3 * ${size%,*} * ${size#*,})) | od -An -v -tu1 -w3 |
		awk -v w="${size%,*}" '{ print (NR - 1) % w, int((NR - 1) / w), $1, $2, $3 }'
}
# What is not white: its area and its middle, in units of length, from the middle of the picture.
covered() {
	awk 'NR == FNR && /^set [xy]range/ { gsub(/[][]/, "", $3); split($3, r, ":"); size[$2] = r[2] - r[1] }
		NR == FNR { next }
		{ w = $1 + 1; h = $2 + 1 }
		$4 < 190 { n++; x += $1 + 0.5; y += $2 + 0.5 }
		END { s = size["xrange"] / w; print n * s * s, s * (x / n - w / 2), s * (h / 2 - y / n) }' a.gp p
}
# "hue COLUMN ROW FILE": red, green, blue or other, whichever is by far the strongest there.
hue() {
	awk -v i="$1" -v j="$2" '$1 == i && $2 == j { w = "other"
		if ($3 > 1.5 * $4 && $3 > 1.5 * $5) w = "red"
		if ($4 > 1.3 * $3 && $4 > 1.3 * $5) w = "green"
		if ($3 == 255 && $4 == 255 && $5 == 255) w = "white"
		print w }' "$3"
}
field() { echo "$1" | awk -v k="$2" '{ print $k }'; }
bodies() { # ROWS...: spheres of radius 1, ellipsoids 2 x 1 x 0.5, at places, with a number each
	printf 'scree 1 dim=3\nshape 1 sphere r=1\nshape 2 ellipsoid a=2,1,0.5\nshape 3 clump -0.5,0,0,1 0.5,0,0,1\n'
	printf 'shape 4 mesh vertices=8 -1,-1,-1 1,-1,-1 1,1,-1 -1,1,-1 -1,-1,1 1,-1,1 1,1,1 -1,1,1'
	printf ' 0,2,1 0,3,2 4,5,6 4,6,7 0,1,5 0,5,4 2,3,7 2,7,6 1,2,6 1,6,5 0,4,7 0,7,3\n'
	printf 'columns body id shape x y z hue\nframe 0 t=0 body=%d\n' $#
	k=0
	for row; do
		k=$((k + 1))
		echo "body $k $row"
	done
	echo 'end 0'
}
draw() { # OPTIONS: draw the stream on stdin, and write its pixels to the file p
	rm -f a.gp p
	scree-draw -q -o a.png --script a.gp "$@" && pixels a.gp >p
}

# ---- size and place: a sphere in a square of its own width ----
bodies '1 3 4 5 0' | draw --size 120,120
near 'a sphere covers the area of its disk, to 1 %' "$(field "$(covered)" 1)" 3.14159 0.0314
near 'about the middle, across' "$(field "$(covered)" 2)" 0 0.006
near 'and down' "$(field "$(covered)" 3)" 0 0.006
is 'a corner is white' "$(hue 2 2 p)" white
# seen along y an ellipsoid is 4 x 1, along z 4 x 2: pi a b
bodies '2 0 0 0 0' | draw --size 220,200 --view -90,0
near 'an ellipsoid seen along y' "$(field "$(covered)" 1)" 3.14159 0.04
bodies '2 0 0 0 0' | draw --size 220,200 --view -90,90
near 'along z' "$(field "$(covered)" 1)" 6.28319 0.06
# from x: the silhouette of a cube is a square, from a corner along 1,1,1 a hexagon of the area sqrt 3 times its face
bodies '4 0 0 0 0' | draw --size 120,120 --view 0,0
near 'a cube from its face' "$(field "$(covered)" 1)" 4 0.03
bodies '4 0 0 0 0' | draw --size 120,120 --view 45,35.264389682754654
near 'from its corner' "$(field "$(covered)" 1)" 6.9282 0.08

# ---- what is in front ----
# one red (the highest of the palette heat, say) before one green
bodies '1 0 -3 0 0' '1 0 3 0 1' >two.scree
draw --size 220,120 --view -90,0 -c hue --palette viridis two.scree
is 'the nearer of two spheres hides the farther' "$(awk '$1 == 25 && $2 == 50 { print ($5 > $4) }' p)" 1
draw --size 220,120 --view 90,0 -c hue --palette viridis two.scree
is 'from the other side the other one' "$(awk '$1 == 25 && $2 == 50 { print ($4 > 1.5 * $5) }' p)" 1
draw --size 120,120 --view -90,0 --perspective 60 two.scree
# the box of both has a ball of radius sqrt 18 around it, so the viewer is sqrt 18 / sin 30 = 8.485 from its middle and 5.485
# from the nearer one, whose outline is a cone with the sine 1 / 5.485: a disk of radius 8.485 / sqrt(5.485^2 - 1) in the
# plane of the middle
near 'with perspective the nearer one is larger, and hides the farther all the same' "$(field "$(covered)" 1)" 7.776 0.08
# two pebbles that overlap meet in the middle plane, which is seen edge-on as a straight dark line
bodies '3 0 0 0 0' | draw --size 170,120 --view -90,0
near 'two pebbles: the area of two disks less their lens' "$(field "$(covered)" 1)" 5.0548 0.05
is 'a dark edge where they meet' "$(awk -v h="$(tail -n 1 p | cut -d ' ' -f 2)" '$2 == int(h / 2) { g[n++] = $4 }
	END { least = 255; for (k = int(n / 2) - 3; k <= n / 2 + 3; k++) if (g[k] < least) least = g[k]; print (least < 0.8 * g[int(n / 2) - 8]) }' p)" 1

# ---- light comes from the upper left ----
bodies '1 0 0 0 0' | draw --size 120,120
is 'the upper left is brighter than the lower right' "$(awk '$1 == 32 && $2 == 30 { a = $3 } $1 == 70 && $2 == 72 { b = $3 } END { print (a > 1.3 * b) }' p)" 1
is 'a picture is the same with two threads' "$(draw --threads 2 two.scree; cksum <p)" "$(draw --threads 1 two.scree; cksum <p)"

# ---- voxels and axes ----
bodies '1 0 0 0 0' | draw --size 120,120 --view -90,0 --voxels 4
# of 4^3 voxels those are inside whose centres are: (+-0.5, +-0.5, +-0.5) and the like, 2 x 2 in the outer layers; seen along
# an axis the silhouette is that of all, 4 x 4 without the corners: 12 squares of 0.5 x 0.5
near 'voxels of a sphere' "$(field "$(covered)" 1)" 3 0.03
bodies '2 0 0 0 0' >e.scree
draw --size 150 --view 0,0 --principal e.scree
is 'seen along the first axis its arrow is in the middle, red' "$(awk '{ x[NR] = $1; y[NR] = $2 } $3 > 1.8 * $4 && $3 > 1.8 * $5 { n++ } END { print (n > 15) }' p)" 1

# ---- walls, objects, axes ----
# a floor and a wall at the right, which is seen from its back when looked at along -x
cat >walls.scree <<'END'
scree 1 dim=3
shape 1 sphere r=1
shape 2 plane
shape 3 object a=1,1,1 bump=1,0,0,1,4,4,4
shape 4 cylinder r=3 side=in length=2
columns body id shape x y z qw qx qy qz
frame 0 t=0 body=3
body 5 1 0 0 1 1 0 0 0
body 2 2 0 0 0 1 0 0 0
body 3 2 1.5 0 0 0.7071067811865476 0 -0.7071067811865476 0
end 0
END
draw --size 120,120 --view 0,0 walls.scree
is 'a wall seen from its back lets the sphere through' "$(awk '$1 == 50 && $2 == 65 { print ($3 > 1.1 * $5) }' p)" 1
draw --size 120,120 --view 180,0 walls.scree
is 'from its front it is behind it' "$(awk '$1 == 50 && $2 == 65 { print ($3 > 1.1 * $5) }' p)" 1
draw --size 120,120 --view -90,90 walls.scree
is 'from above there is a floor behind the sphere' "$(awk '$1 == 4 && $2 == 4 { print ($3 < 255 && $3 > 200 && $3 <= $5) }' p)" 1
draw --size 120,120 --view -90,-90 walls.scree
is 'from below it is seen through' "$(awk '$1 == 50 && $2 == 50 { print ($3 > 1.1 * $5) }' p)" 1
sed '/^body [25]/d; s/^body 3 .*/body 3 3 0 0 0 1 0 0 0/; s/body=3/body=1/' walls.scree | draw --size 120,170 --view -90,0
# along the z axis 1 - z^2 + (1 - 4 (z - 1)^2)^3 = 0 at z = 1.22612 (bisection), and at -1
near 'an object reaches as far as its bump' "$(awk 'NR == FNR && /^set yrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); s = r[2] - r[1] }
	NR == FNR { next } $4 < 190 { if (!n++) low = $2; high = $2 } { h = $2 + 1 } END { print s * (high - low + 1) / h }' a.gp p)" 2.22612 0.03
# a floor across an endless tube is a disk, so its topmost row is short from above; and the tube ends at the floor
cat >tube.scree <<'END'
scree 1 dim=3
shape 1 sphere r=1
shape 2 cylinder r=2.5 side=in
shape 3 plane
constraint bin x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape tag x y z
frame 0 t=0 body=3
body 1 1 - 0.5 0.3 0.2
body 2 2 bin 0.2 0.1 7
body 3 3 bin 0.2 0.1 -1
end 0
END
seen() { # the length of the topmost row of what is not white, and the height of all, both over the width
	awk '$3 + $4 + $5 < 765 { if (!n++ || $1 < l) l = $1; if ($1 > r) r = $1; if (n == 1) t = $2; if ($2 == t) top++; b = $2 }
		END { print top / (r - l + 1), (b - t + 1) / (r - l + 1) }' p
}
draw --size 200,200 --view -90,90 --beside none tube.scree
ok 'a floor in a tube is a disk' awk -v top="$(seen | cut -d ' ' -f 1)" 'BEGIN { exit !(top > 0 && top < 0.4) }'
draw --size 200,200 --view -90,0 --beside none tube.scree
near 'from the floor the tube goes up to a little above the sphere' "$(seen | cut -d ' ' -f 2)" "$(awk 'BEGIN { print (2.2 + 0.06 * 5) / 5 }')" 0.015
draw --axes --size 300 walls.scree
is 'axes have numbers and names' "$(LC_ALL=C grep -ac "^set label '\(-\?[0-9.]*\|[xyz] .L.\)' at" a.gp | awk '{ print ($1 > 9) }')" 1
ok 'no number that is none' sh -c '! LC_ALL=C grep -aiq "nan\b\|inf\b" a.gp'

# ---- several streams side by side ----
# two spheres of radius 1 and an ellipsoid seen along its longest axis, 2 x 1, beside each other at one scale: the third is
# half as high as the others
bodies '1 0 0 0 0' >one.scree
draw --size 320 --view 0,0 one.scree e.scree one.scree
heights() { # of what is seen in each third of the picture, in pixels
	awk '{ w = $1 + 1; i[NR] = $1; j[NR] = $2; c[NR] = $4 } END { for (k = 1; k <= NR; k++) if (c[k] < 250) {
		t = int(3 * i[k] / w); if (!(t in lo)) lo[t] = j[k]; hi[t] = j[k] }
		for (t = 0; t < 3; t++) printf "%d ", hi[t] - lo[t] + 1; print "" }' p
}
is 'streams stand beside each other at one scale' "$(heights | awk '{ print ($1 > 75 && $1 == $3 && $2 > 0.48 * $1 && $2 < 0.52 * $1) }')" 1
draw --size 320 --view 0,0 --voxels 0,0,2 one.scree e.scree one.scree
is 'with voxels where asked for' "$(heights | awk '{ print $1 - $3 }') $(awk '{ w = $1 + 1 } $4 < 190 { i[n++] = $1 } END {
	for (k = 0; k < n; k++) m += i[k] >= 2 * w / 3; print (m > 7000) }' p)" '0 1'
fails 2 'voxels: 1,2, expected one number, or 3' 'voxels for two of three' scree-draw -o x.png --voxels 1,2 one.scree one.scree one.scree
fails 2 'frame: all, expected last' 'a film of several streams' scree-draw -o x.gif one.scree one.scree
scree-shape disk >disk.scree
fails 2 'disk.scree: found dim=2, expected dim=3 as in one.scree' 'one of them is plane' scree-draw -o x.png one.scree disk.scree

# ---- other pictures ----
ok 'pdf' scree-draw -o a.pdf --size 100 two.scree
is 'is one' "$(head -c 4 a.pdf)" %PDF
ok 'svg' scree-draw -o a.svg --size 100 two.scree
# a GIF has 256 colours: those of the picture are chosen, not the first that come; a script shows that they are few
scree-draw -q -o a.gif --script a.gp --size 200 -c hue two.scree
is 'a gif' "$(head -c 3 a.gif)" GIF
pixels a.gp >p
is 'has no more colours than it can hold' "$(cut -d ' ' -f 3- p | sort -u | awk 'END { print (NR > 60 && NR <= 111) }')" 1
ok 'and a colour bar with numbers' grep -aq "^set label [0-9]* '0.4' at screen" a.gp
scree-draw two.scree >text
ok 'letters in a terminal' awk '{ n += gsub(/[@%#*+=:-]/, "") } END { exit !(n > 100) }' text
ok 'a stream without bodies' sh -c 'printf "scree 1 dim=3\ncolumns body id shape x y z\nframe 0 t=0 body=0\nend 0\n" | scree-draw -o b.png'

# ---- errors ----
fails 2 'is for streams in 3D, found dim=2' 'a view of the plane' sh -c 'scree-shape disk | scree-draw -o x.png --view 0,0'

# ---- cells: a cube of side 2 has twelve edges; a record that is no cell is left out; a cut cuts them ----
cat >celled.scree <<'EOF_C'
scree 1 dim=3
shape 1 sphere r=0.1
columns body id shape x y z
cell 1 vertices=8 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3
cell 2 vertices=4 0,0,0 0,0,1 0,1,0 5,0,0 0,1,9 0,1,2
frame 0 t=0 body=1
body 1 1 0 0 0
end 0
EOF_C
edges() { # OPTIONS...: the number of lines, and their length in all
	for file; do :; done
	[ -e "$file" ] || set -- "$@" celled.scree
	scree-draw -q --cells -o c.svg --script c.gp "$@"
	tr -d '\0' <c.gp | awk '/^\$line1/ { on = 1; next } /^END/ { on = 0 } on && NF { if (++k % 2) { x = $1; y = $2 } else { n++; l += sqrt(($1 - x) ^ 2 + ($2 - y) ^ 2) } }
		END { printf "%d %.6g", n, l }'
}
is 'cells: twelve edges' "$(edges | cut -d' ' -f1)" 12
is 'seen from above, four of them twice' "$(edges --view 0,90 | cut -d' ' -f2)" 16
is 'cut in the middle' "$(edges --view 0,0 --clip 0,0,0,0,0,1 | cut -d' ' -f2)" 8
is 'of a body outside the box that is asked for' "$(edges --lo 0.5,-2,-2 --hi 9,9,9)" '0 0'
sed 's/^cell 1 /cell\t7 /' celled.scree >bodiless.scree
is 'of no body, with tabs' "$(edges --lo -1,-1,-1 --hi 1,1,1 bodiless.scree | cut -d' ' -f1) $(edges --lo 0.5,-2,-2 --hi 9,9,9 bodiless.scree)" '12 0 0'
fails 2 'cells: pages have no cells of space' 'cells on a page' scree-draw --cells -o x.html celled.scree

# ---- forces: rods of the thickness force times width, through the contact, in place of the grains ----
contacts() { # ROWS...: two balls of radius 1, with others in them, that touch in 0,0,1, and contacts between them
	printf 'scree 1 dim=3\nshape 1 clump 0,0,0,1 0,0,0,0.5\nshape 2 plane\nconstraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n'
	printf 'columns body id shape tag x y z\ncolumns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz\n'
	printf 'frame 0 t=0 body=3 contact=%d\nbody 1 1 - 0 0 0\nbody 2 1 - 0 0 2\nbody 3 2 floor 0 0 -1\n' $#
	for row; do
		echo "contact $row"
	done
	echo 'end 0'
}
# The width of what is red halfway between a height [L], counted from the middle of the picture, and the next pixel.
red_at() {
	awk -v z="$1" 'NR == FNR && /^set [xy]range/ { gsub(/[][]/, "", $3); split($3, r, ":"); size[$2] = r[2] - r[1] }
		NR == FNR { next }
		{ row[$2, $1] = $3 > 1.8 * $4 && $3 > 1.8 * $5; w = $1 + 1; h = $2 + 1 }
		END { s = size["xrange"] / w; j = int(h / 2 - z / s); for (i = 0; i < w; i++) n += row[j, i]; print n * s }' a.gp p
}
contacts '1 0 2 0 0 0 0 0 0 1 0 0 1 1e-9 2 0 0 0' '2 0 1 1 0 0 0 0 0 1 0 0 -1 1e-9 1 0 0 0' >pair.scree
draw --size 200,200 --view -90,0 --forces --force-width 0.1 pair.scree
near 'a pair has one rod of its total force' "$(red_at 0.35)" 0.3 0.04
near 'on both sides' "$(red_at -0.4)" 0.3 0.04
contacts '1 0 2 0 0 0 0 0 0 1 0 0 1 1e-9 1 0 0 0' '1 0 3 0 0 0 0 0 0 -1 0 0 -1 1e-9 4 3 0 0' >floor.scree
draw --size 200,300 --view -90,0 --forces --force-width 0.1 floor.scree
is 'at a plane the rod ends: at its foot it has the width of the whole force, fn and ft' \
	"$(awk 'NR == FNR && /^set [xy]range/ { gsub(/[][]/, "", $3); split($3, r, ":"); size[$2] = r[2] - r[1] }
		NR == FNR { next }
		$3 > 1.8 * $4 && $3 > 1.8 * $5 { if (!n[$2]++) rows++; if (n[$2] > most) most = n[$2] }
		{ w = $1 + 1 }
		END { s = size["xrange"] / w; print (most * s > 0.45 && most * s < 0.55), (rows * s > 1.5) }' a.gp p)" '1 1'
contacts '1 0 2 0 0 0 0 0 0 1 0 0 1 1e-9 -2 0 0 0' '2 0 1 1 0 0 0 0 0 1 0 0 -1 1e-9 -1 0 0 0' >pull.scree
draw --size 200,200 --view -90,0 --forces --force-width 0.1 pull.scree
is 'attraction is blue, not red' "$(awk '$3 > 1.8 * $4 && $3 > 1.8 * $5 { red++ } $5 > 1.5 * $3 && $5 > 1.3 * $4 { blue++ } END { print (red < 20), (blue > 200) }' p)" '1 1'
is 'and named' "$(LC_ALL=C grep -a '^set label' a.gp | sed "s/^set label '\([^']*\)'.*/\1/" | tr '\n' ' ')" 'force repulsion attraction '
fails 3 'no contact records.*scree-dem3 -t 0' 'forces without contacts' scree-draw -o x.png --forces two.scree
fails 2 'view: 0,100, expected' 'a view from beyond the top' scree-draw -o x.png --view 0,100 two.scree
fails 2 'perspective: 150, expected 0 to 90' 'an eye too wide' scree-draw -o x.png --perspective 150 two.scree
fails 2 'voxels: 1000, expected 1 to 512' 'too many voxels' scree-draw -o x.png --voxels 1000 two.scree
fails 3 'no column mood among the bodies, expected speed id shape' 'a column that is not there' scree-draw -o x.png -c mood two.scree

# a square in front of a ball, which a constraint holds: the ball is seen through its back, and hidden by its front
for corners in '0,1,2 0,2,3' '2,1,0 3,2,0'; do
	{
		printf 'scree 1 dim=3\nshape 1 sphere r=1\nshape 2 mesh vertices=4 -2,0,-2 2,0,-2 2,0,2 -2,0,2 %s\n' "$corners"
		printf 'constraint lid x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n'
		printf 'columns body id shape tag x y z\nframe 0 t=0 body=2\nbody 1 1 - 0 0 0\nbody 2 2 lid 0 -2 0\nend 0\n'
	} | draw --view=-90,0 --size 200
	awk '{ row[NR] = $0; w = $1 + 1; h = $2 + 1 } END { print row[int(h / 2) * w + int(w / 2)] }' p # the middle
done | awk '{ print ($3 < 250 && $3 > $5 + 20 || $4 < 190) }' >seen
is 'a held surface without a back hides a ball with its front, and is transparent from behind' "$(tr '\n' ' ' <seen)" '0 1 '

# ---- solids far beyond a picture of 1e-5, at places of more samples than an int holds ----
bodies '4 0 0 0 0' '4 0 10 0 0' >cubes.scree
draw --size 900 --zoom 1e6 --view 0,0 --clip 0,0,0,1,0,0 --centre 0,-0.99,0 cubes.scree
ok 'a cut solid far to the right of the picture' test -s p

# ---- the end of a tube of 60, seen along it: 30 of the sqrt(30^2 + 2^2) that the viewer's sphere has ----
{
	printf 'scree 1 dim=3\nshape 1 sphere r=0.5\nshape 2 cylinder r=2 side=in length=60\n'
	printf 'constraint tube x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\ncolumns body id shape tag x y z\n'
	printf 'frame 0 t=0 body=2\nbody 1 1 - 0 0 0\nbody 2 2 tube 0 0 0\nend 0\n'
} | draw --size 300 --view 0,90 --perspective 40
near 'a tube far longer than the scene is seen as a whole in perspective' \
	"$(tr -d '\0' <a.gp | awk '/^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); print r[2] - r[1] }')" \
	"$(awk 'BEGIN { print 4 / (1 - 30 * sin(atan2(0, -1) / 9) / sqrt(904)) }')" 0.2

# ---- lines of a vector picture of 1e-5: of two edges of the domain in a line of sight, the one behind a ball is hidden there ----
printf 'scree 1 dim=3\nshape 1 sphere r=0.5\ndomain lo=0,0,0 hi=4,4,4 periodic=xyz\ncolumns body id shape x y z\n' >edge.scree
printf '%s\n' 'frame 0 t=0 body=1' 'body 1 1 3 0.2 2.1' 'end 0' >>edge.scree
scree-draw -q --view 0,0 --zoom 3e5 --centre 2,0,2.00001 --size 200 --script a.gp -o a.svg edge.scree
is 'a line is cut where a ball hides it' "$(tr -d '\0' <a.gp | awk '/^\$line/ { on = 1 } /^END/ { on = 0 }
	on && NF == 2 { if (x != "" && x < 1 && $2 != y) print (y > -1 || $2 < 1) ? "part" : "whole"; x = $1; y = $2 } on && !NF { x = "" }' | sort | tr '\n' ' ')" 'part part whole '

# ---- a box of planes without bodies: the square of its sides, wherever it is ----
for far in 0 10; do
	printf 'scree 1 dim=3\ndomain lo=%d,1,1 hi=%d,5,4 periodic=none\nmaterial m density=1\nshape 1 sphere r=1\n' $far $((far + 3))
	printf 'columns body id shape material x y z\nframe 0 t=0 body=0\nend 0\n'
done >boxes.scree
for box in 'head -n 7' 'tail -n 7'; do
	$box boxes.scree | scree-wall box | draw --size 200 --view 0,0
	tr -d '\0' <a.gp | awk '/^set [xy]range/ { gsub(/[][]/, "", $3); split($3, r, ":"); printf "%.1f ", r[2] - r[1] }'
done >seen
is 'walls without bodies are seen whole' "$(cat seen)" '4.1 3.1 4.1 3.1 '

# ---- an arrow of 20 towards a viewer who without it would stand 2 away: it begins at its ball and is longer than all else ----
{
	printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z vx vy vz\nframe 0 t=0 body=2\n'
	printf 'body 1 1 0 0 0 0 -20 0\nbody 2 1 0 0 2 0 0 0\nend 0\n'
} | draw --size 200 --view=-90,20 --perspective 60 --motion velocity --arrow-scale 1
is 'an arrow towards the viewer goes down, not up behind him' "$(awk '$3 > 1.2 * $5 && !($1 in ball) { ball[$1]; low = $2 > low ? $2 : low }
	{ h = $2 + 1 } END { print (low < h / 4) }' p)" 1

# ---- numbers of axes and colour bars far from 0 differ from each other ----
bodies '1 1000000 0 0 1000000' '1 1000005 0 0 1000005' | draw --size 300 --axes -c hue
is 'numbers of an axis far from the origin' "$(LC_ALL=C grep -ao "^set label '1[^']*'" a.gp | tr '\n' ' ')" "set label '1000000' set label '1000005' "
is 'and of a colour bar' "$(LC_ALL=C grep -a '^set format cb' a.gp)" "set format cb '%.8g'"

# ---- an axis that is short in the picture, here from 1.45 to 3.55 in 20 pixels, has a number all the same ----
bodies '1 2.45 0 0 0' '1 2.55 0 20 0' | draw --size 200 --axes --view=-90,0
is 'a number at a short axis' "$(LC_ALL=C grep -ac "^set label '2' at" a.gp)" 1

# ---- a ball far smaller than the wall, whose parts lie beyond any map of its shadow ----
ok 'a ball far smaller than a wall' sh -c "printf 'scree 1 dim=3\ndomain lo=0,0,0 hi=1e6,1e6,1e6 periodic=xy\nconstraint w x=fixed
shape 1 sphere r=1e-6\nshape 2 plane\ncolumns body id shape tag x y z\nframe 0 t=0 body=2\nbody 1 1 - 5 5 5\nbody 2 2 w 5 5 0\nend 0\n' |
	scree-draw -q --size 100 -o x.png"
finish
