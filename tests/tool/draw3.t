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
		$3 < 250 || $4 < 250 || $5 < 250 { n++; x += $1 + 0.5; y += $2 + 0.5 }
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
	scree-draw -q -o a.png --script a.gp "$@" && pixels a.gp >p
}

# ---- size and place: a sphere in a square of its own width ----
bodies '1 3 4 5 0' | draw --size 220,220
near 'a sphere covers the area of its disk, to 1 %' "$(field "$(covered)" 1)" 3.14159 0.0314
near 'about the middle, across' "$(field "$(covered)" 2)" 0 0.006
near 'and down' "$(field "$(covered)" 3)" 0 0.006
is 'a corner is white' "$(hue 2 2 p)" white
# seen along y an ellipsoid is 4 x 1, along z 4 x 2: pi a b
bodies '2 0 0 0 0' | draw --size 420,400 --view -90,0
near 'an ellipsoid seen along y' "$(field "$(covered)" 1)" 3.14159 0.04
bodies '2 0 0 0 0' | draw --size 420,400 --view -90,90
near 'along z' "$(field "$(covered)" 1)" 6.28319 0.06
# from x: the silhouette of a cube is a square, from a corner along 1,1,1 a hexagon of the area sqrt 3 times its face
bodies '4 0 0 0 0' | draw --size 220,220 --view 0,0
near 'a cube from its face' "$(field "$(covered)" 1)" 4 0.03
bodies '4 0 0 0 0' | draw --size 220,220 --view 45,35.264389682754654
near 'from its corner' "$(field "$(covered)" 1)" 6.9282 0.08

# ---- what is in front ----
# one red (the highest of the palette heat, say) before one green
bodies '1 0 -3 0 0' '1 0 3 0 1' >two.scree
draw --size 220,220 --view -90,0 -c hue --palette viridis two.scree
is 'the nearer of two spheres hides the farther' "$(awk '$1 == 50 && $2 == 100 { print ($5 > $4) }' p)" 1
draw --size 220,220 --view 90,0 -c hue --palette viridis two.scree
is 'from the other side the other one' "$(awk '$1 == 50 && $2 == 100 { print ($4 > 1.5 * $5) }' p)" 1
draw --size 220,220 --view -90,0 --perspective 60 two.scree
# the box of both has a ball of radius sqrt 18 around it, so the viewer is sqrt 18 / sin 30 = 8.485 from its middle and 5.485
# from the nearer one, whose outline is a cone with the sine 1 / 5.485: a disk of radius 8.485 / sqrt(5.485^2 - 1) in the
# plane of the middle
near 'with perspective the nearer one is larger, and hides the farther all the same' "$(field "$(covered)" 1)" 7.776 0.08
# two pebbles that overlap meet in the middle plane, which is seen edge-on as a straight dark line
bodies '3 0 0 0 0' | draw --size 320,220 --view -90,0
near 'two pebbles: the area of two disks less their lens' "$(field "$(covered)" 1)" 5.0548 0.05
is 'a dark edge where they meet' "$(awk -v h="$(tail -n 1 p | cut -d ' ' -f 2)" '$2 == int(h / 2) { g[n++] = $4 }
	END { least = 255; for (k = int(n / 2) - 3; k <= n / 2 + 3; k++) if (g[k] < least) least = g[k]; print (least < 0.8 * g[int(n / 2) - 10]) }' p)" 1

# ---- light comes from the upper left ----
bodies '1 0 0 0 0' | draw --size 220,220
is 'the upper left is brighter than the lower right' "$(awk '$1 == 65 && $2 == 60 { a = $3 } $1 == 140 && $2 == 145 { b = $3 } END { print (a > 1.3 * b) }' p)" 1
is 'a picture is the same with two threads' "$(draw --threads 2 two.scree; cksum <p)" "$(draw two.scree; cksum <p)"

# ---- voxels and axes ----
bodies '1 0 0 0 0' | draw --size 220,220 --view -90,0 --voxels 4
# of 4^3 voxels those are inside whose centres are: (+-0.5, +-0.5, +-0.5) and the like, 2 x 2 in the outer layers; seen along
# an axis the silhouette is that of all, 4 x 4 without the corners: 12 squares of 0.5 x 0.5
near 'voxels of a sphere' "$(field "$(covered)" 1)" 3 0.03
bodies '2 0 0 0 0' >e.scree
draw --size 500 --view 0,0 --principal e.scree
is 'seen along the first axis its arrow is in the middle, red' "$(awk '{ x[NR] = $1; y[NR] = $2 } $3 > 1.8 * $4 && $3 > 1.8 * $5 { n++ } END { print (n > 50) }' p)" 1

# ---- other pictures ----
ok 'pdf' scree-draw -o a.pdf --size 300 two.scree
is 'is one' "$(head -c 4 a.pdf)" %PDF
ok 'svg' scree-draw -o a.svg --size 300 two.scree
ok 'gif' scree-draw -o a.gif --size 200 two.scree
scree-draw two.scree >text
ok 'letters in a terminal' awk '{ n += gsub(/[@%#*+=:-]/, "") } END { exit !(n > 100) }' text
ok 'a stream without bodies' sh -c 'printf "scree 1 dim=3\ncolumns body id shape x y z\nframe 0 t=0 body=0\nend 0\n" | scree-draw -o b.png'

# ---- errors ----
fails 2 'is for streams in 3D, found dim=2' 'a view of the plane' sh -c 'scree-shape disk | scree-draw -o x.png --view 0,0'
fails 2 'is for streams in 2D, found dim=3' 'cells of space' scree-draw -o x.png --cells two.scree
fails 2 'view: 0,100, expected' 'a view from beyond the top' scree-draw -o x.png --view 0,100 two.scree
fails 2 'perspective: 150, expected' 'an eye too wide' scree-draw -o x.png --perspective 150 two.scree
fails 2 'voxels: 1000, expected 1 to 512' 'too many voxels' scree-draw -o x.png --voxels 1000 two.scree
fails 3 'no column mood among the bodies, expected speed id shape' 'a column that is not there' scree-draw -o x.png -c mood two.scree
finish
