#!/bin/sh
# scree-draw: several frames in one picture, insets, the width on a page, and what planes cut; by the script it leaves.
. "$(dirname "$0")/../tap.sh"

bin=$(dirname "$(command -v scree-draw)")
draw() { # ARGUMENTS: the script, in a.gp
	rm -f a.gp
	env PATH="$tmp/none" "$bin/scree-draw" -q --script a.gp "$@" 2>said
}
# The box of each plot: left, bottom, right, top, as parts of the picture.
boxes() {
	LC_ALL=C awk '/^set lmargin at/ { l = $5 } /^set rmargin at/ { r = $5 } /^set bmargin at/ { b = $5 } /^set tmargin at/ { t = $5 }
		/^plot/ { printf "%.4f %.4f %.4f %.4f\n", l, b, r, t }' a.gp
}
cat >run.scree <<'END'
scree 1 dim=2
units length=mm mass=g time=s
shape 1 point r=0.5 0,0
columns body id shape x y load
frame 0 t=0 body=2
body 1 1 0.5 0.5 2
body 2 1 3.5 1.5 2
end 0
frame 1 t=0.5 body=2
body 1 1 1.5 0.5 3
body 2 1 3.5 0.5 -1
end 1
frame 2 t=1 body=2
body 1 1 2.5 0.5 7
body 2 1 3.5 0.5 0
end 2
END

# ---- panels ----
draw -o a.png --size 900 -c load --grid 2x2 run.scree
is 'three frames on a grid of two columns: where they are' "$(boxes | awk '{ w = $3 - $1; h = $4 - $2 }
	NR == 1 { x = $1; y = $4; W = w; H = h; next } { if ((w - W)^2 + (h - H)^2 > 1e-6) print "size" }
	{ print ($1 > x + W ? "right" : $1 == x ? "same" : "left"), ($4 < y - H ? "below" : "same") }' | tr '\n' ';')" 'right same;same below;'
is 'a letter and the time below each' "$(sed -n "s/^set label 9101 '\([^']*\)'.*/\1/p" a.gp | tr '\n' ';')" '(a) t = 0 s;(b) t = 0.5 s;(c) t = 1 s;'
is 'one range of values, and one colour bar' "$(grep '^set cbrange' a.gp | sort -u)$(grep -c '^set colorbox' a.gp)$(grep -c '^unset colorbox' a.gp)" 'set cbrange [-1:7]12'
is 'one part of the plane' "$(grep '^set xrange' a.gp | sort -u | wc -l)" 1
is 'in one picture' "$(grep -c '^set output\|^set multiplot\|^unset multiplot' a.gp)" 3
sed 's/t=0/t=1000000/; s/t=1 /t=1000001 /; s/t=0.5/t=1000000.5/' run.scree >late.scree
draw -o a.png --grid 2x2 --beside time late.scree
is 'times that differ in the eighth digit' "$(sed -n "s/^set label 9101 '\([^']*\)'.*/\1/p" a.gp | tr '\n' ';')" 't = 1000000 s;t = 1000000.5 s;t = 1000001 s;'
draw -o a.png --grid 3x1 --frame 2,0 --beside letter run.scree
is 'chosen frames, in their order, without their times' "$(boxes | wc -l) $(sed -n "s/^set label 9101 '\([^']*\)'.*/\1/p" a.gp | tr '\n' ';')" '2 (a);(b);'
draw -o 'a%d.png' --frame 0,2 run.scree
is 'a list of frames is for files too' "$(sed -n "s/^set output '\(.*\)'/\1/p" a.gp | tr '\n' ' ')" './a0.png ./a2.png '
draw -o 'a%02d.png' --frame 1 run.scree
is 'a single frame has its number too' "$(sed -n "s/^set output '\(.*\)'/\1/p" a.gp)" ./a01.png
fails 3 'no frame 3, the stream has frames 0 to 2' 'a list with a frame that is not there' scree-draw -o x.png --grid 2x2 --frame 0,3 run.scree
fails 2 '3 frames do not fit on --grid 2x1; choose some by --frame' 'too few panels' scree-draw -o x.png --grid 2x1 run.scree
fails 2 'grid: 2, expected columns and rows' 'no rows' scree-draw -o x.png --grid 2 run.scree
fails 2 'grid: 2x2 is for one picture, found x.gif' 'a film' scree-draw -o x.gif --grid 2x2 run.scree
fails 2 'letter is for the panels of --grid' 'a letter without panels' scree-draw -o x.png --beside letter run.scree
# several streams in the plane stand beside each other, with one scale
sed '/^end 0/q' run.scree >one.scree
draw -o a.png -c load one.scree run.scree
is 'streams in the plane are panels of one row' "$(boxes | awk '{ print $2, $4 }' | uniq | wc -l) $(grep '^set cbrange' a.gp | sort -u) $(sed -n "s/^set label 9101 '\([^']*\)'.*/\1/p" a.gp | tr '\n' ';')" \
	'1 set cbrange [0:7] (a);(b);'
fails 2 'range: frame, but several streams have one range of values' 'a range for each of them' \
	scree-draw -o x.png -c load --range frame one.scree run.scree
fails 2 'cells: is for one stream, found 2' 'cells of several streams' scree-draw -o x.png --cells one.scree run.scree
draw -o 'a%d.png' one.scree run.scree
is 'the row has one number' "$(sed -n "s/^set output '\(.*\)'/\1/p" a.gp)" ./a0.png

# ---- insets ----
draw -o a.png --frame 0 --inset 0,0,0.4,0.4 run.scree
inset() {
	LC_ALL=C awk '/^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); w = r[2] - r[1] } /^set lmargin/ { l = $5 } /^set rmargin/ { a = $5 - l }
		/^plot/ { print w / a, r[1], r[2] }' a.gp
}
is 'an inset shows its part' "$(inset | sed -n 2p | cut -d ' ' -f 2,3)" '0 0.4'
is 'larger' "$(inset | awk 'NR == 1 { s = $1 } NR == 2 { print (s / $1 > 2) }')" 1
is 'in a corner far from the part, framed in both' "$(boxes | awk 'NR == 2 { print ($1 > 0.5) }') $(grep -c '^set object 10[01] rectangle from 0,0 to 0.4,0.4\|^set border 15' a.gp)" '1 3'
fails 2 'inset: the part is too large' 'an inset of all' scree-draw -o x.png --inset 0,0,4,2 run.scree
fails 2 'inset: nothing of it is in the picture' 'an inset of nothing' scree-draw -o x.png --inset 10,10,11,11 run.scree
fails 2 "inset: '0,0,1' is not 4 numbers" 'an inset of one corner' scree-draw -o x.png --inset 0,0,1 run.scree
fails 2 'inset: 1,0,0,1, the first corner is not below the second along x' 'corners the wrong way round' scree-draw -o x.png --inset 1,0,0,1 run.scree

# ---- the width on a page ----
draw -o a.pdf --width 86mm run.scree
near 'a PDF has the width that was asked for' "$(sed -n 's/.* size \(.*\)in,.*in$/\1/p' a.gp)" 3.38583 0.01
draw -o a.png --width 8.6cm --size 400,200 run.scree
is 'a PNG has 300 pixels to the inch, and the ratio of --size' "$(grep -o 'size [0-9]*,[0-9]*' a.gp)" 'size 1016,509'
fails 2 'width: 86mm, expected an output in .png, .svg or .pdf' 'a width for a terminal' scree-draw --width 86mm run.scree

# ---- cuts: what is left of bodies, seen pixel by pixel ----
pixels() { # of the first picture in a.gp: rows "column row red green blue"
	size=$(grep -a -m 1 -o 'binary array=([0-9,]*)' a.gp | tr -dc '0-9,')
	start=$(grep -a -m 1 -b 'binary array=' a.gp | cut -d : -f 1)
	start=$((start + $(grep -a -m 1 'binary array=' a.gp | wc -c)))
	tail -c +$((start + 1)) a.gp | head -c $((3 * ${size%,*} * ${size#*,})) | od -An -v -tu1 -w3 |
		awk -v w="${size%,*}" '{ print (NR - 1) % w, int((NR - 1) / w), $1, $2, $3 }' >p
}
area() { # of what is not white [L^2]
	pixels
	LC_ALL=C awk 'NR == FNR && /^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); next } NR == FNR { next }
		{ w = $1 + 1 } $4 < 240 { n++ } END { s = (r[2] - r[1]) / w; print n * s * s }' a.gp p
}
bodies() { # SHAPE: one body of it, turned about z by 0.6
	printf 'scree 1 dim=3\nshape 1 %s\ncolumns body id shape x y z qw qx qy qz\nframe 0 t=0 body=1\nbody 1 1 3 4 5 0.955336489125606 0 0 0.29552020666133955\nend 0\n' "$1"
}
bodies 'sphere r=1' >sphere.scree
bodies 'ellipsoid a=2,1,0.5' >ellipsoid.scree
bodies 'clump -0.5,0,0,1 0.5,0,0,1' >clump.scree
bodies 'mesh vertices=8 -1,-1,-1 1,-1,-1 1,1,-1 -1,1,-1 -1,-1,1 1,-1,1 1,1,1 -1,1,1 0,2,1 0,3,2 4,5,6 4,6,7 0,1,5 0,5,4 2,3,7 2,7,6 1,2,6 1,6,5 0,4,7 0,7,3' >cube.scree
for body in sphere:2.01062 ellipsoid:4.02124 clump:3.4993 cube:4; do
	# at 0.6 above the middle a sphere of 1 has a disk of 1 - 0.36; at 0.3 an ellipsoid of height 0.5 has pi a b (1 - 0.36); two
	# disks of radius 0.8 at distance 1 have 2 pi r^2 - 2 r^2 acos(d / 2 r) + d / 2 sqrt(4 r^2 - d^2)
	up=5.6
	[ "${body%:*}" = ellipsoid ] && up=5.3
	draw -o a.png --size 240 --slice 3,4,$up,0,0,1 "${body%:*}.scree"
	near "the section of a ${body%:*}" "$(area)" "${body#*:}" 0.06
done
# a slanted plane through the middle of a cube, square to its diagonal: a regular hexagon of 3 sqrt 3
sed 's/0.955336489125606 0 0 0.29552020666133955/1 0 0 0/' cube.scree >straight.scree
draw -o a.png --size 240 --slice 3,4,5,1,1,1 straight.scree
near 'a slanted section' "$(area)" 5.19615 0.08
draw -o a.png --size 240 --view 0,0 --clip 3,4,5,0,0,1 sphere.scree
near 'half of a sphere is left, seen from the side' "$(area)" 1.5708 0.04
draw -o a.png --size 240 --view 0,0 --clip 3,4,5,0,0,1 --clip 3,4,5,0,1,0 cube.scree
near 'two planes leave a quarter' "$(area)" "$(awk 'BEGIN { print (cos(0.6) + sin(0.6)) }')" 0.05
# seen against the normal the face of the cut is flat: all of its inner pixels have one colour, those of a sphere do not
flat() { pixels; awk '$1 > 95 && $1 < 130 && $2 > 95 && $2 < 130 { if (!n++ || $3 < lo) lo = $3; if (n == 1 || $3 > hi) hi = $3 } END { print (hi - lo < 12) }' p; }
draw -o a.png --size 240 --view -90,90 --clip 3,4,5,0,0,1 sphere.scree
is 'the face of a cut is flat' "$(flat) $(draw -o a.png --size 240 --view -90,90 sphere.scree; flat)" '1 0'
draw -o a.png --size 240 --view -90,90 --clip 3,4,5,0,0,1 cube.scree
is 'that of a mesh too' "$(flat)" 1
near 'and hides what is inside' "$(area)" 4 0.06
draw --threads 2 -o a.png --size 240 --clip 3,4,5,0,0,1 clump.scree
pixels
cksum <p >two
draw -o a.png --size 240 --clip 3,4,5,0,0,1 clump.scree
pixels
is 'the same with two threads' "$(cksum <p)" "$(cat two)"
draw -o a.png --size 240 --perspective 50 --view 0,0 --clip 3,4,5,0,0,1 sphere.scree
# in perspective the rim nearest to the viewer is seen lower than the middle, so that less than a half disk, 1.57, is seen; below it
# the outline of a sphere grows by 1 / cos of the angle it fills
ok 'in perspective' awk -v a="$(area)" 'BEGIN { exit !(a > 1.4 && a < 2) }'
draw -o a.png --size 240 --inset 2.8,3.8,4.8,3.2,4.2,5.2 sphere.scree sphere.scree
is 'an inset of the first of two scenes' "$(grep -ac 'binary array' a.gp)" 2
# two balls that press each other, with a force of 2 in one stream and of 8 in the other
for force in 2 8; do
	cat >"force$force.scree" <<END
scree 1 dim=3
shape 1 sphere r=1
columns body id shape x y z
columns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=0 body=2 contact=1
body 1 1 0 0 1
body 2 1 2 0 1
contact 1 0 2 0 0 0 0 1 0 1 1 0 0 0.01 $force 0 0 0
end 0
END
done
draw -o a.png --size 500 --view -90,0 --forces force2.scree force8.scree
pixels
near 'the forces of several streams have one scale' "$(awk '$3 > 2 * $4 && $3 > 60 { n[$1]++ }
	{ if ($1 > w) w = $1 } END { for (x in n) { side = x > w / 2; sum[side] += n[x]; all[side]++ } print sum[1] / all[1] / (sum[0] / all[0]) }' p)" 4 0.7
fails 2 "clip: '1,2,3' is not six numbers" 'no normal' scree-draw -o x.png --clip 1,2,3 sphere.scree
fails 2 'slice: 0,0,0,0,0,0, expected a normal that is not 0' 'a normal of 0' scree-draw -o x.png --slice 0,0,0,0,0,0 sphere.scree
fails 2 'slice: cuts grains, which --forces and --motion make small' 'a section of forces' scree-draw -f -o x.png --slice 0,0,0,0,0,1 sphere.scree
fails 2 'slice: is seen along its normal; expected no --view' 'a section from elsewhere' scree-draw -o x.png --view 0,0 --slice 0,0,0,0,0,1 sphere.scree
fails 2 'clip: is for streams in 3D, found dim=2' 'a cut of the plane' scree-draw -o x.png --clip 0,0,0,0,0,1 run.scree

# ---- vector drawings of space: lines are lines, as far as nothing hides them ----
lines() { LC_ALL=C awk '/^\$line/ { on = 1; next } /^END/ { on = 0 } on && !NF { n++ } END { print n + 0 }' a.gp; }
box='--axes --lo 2,3,4 --hi 4,5,6'
draw -o a.svg --size 240 $box sphere.scree
# the upright edge at (-1, 1, z) from the middle is seen at x' = -0.4837, y' = 0.4545 + 0.9397 z; what is below sqrt(1 - x'^2) is hidden
near 'the sphere hides a part of an edge of its box' "$(LC_ALL=C awk '/^\$line/ { on = 1; next } /^END/ { on = 0 }
	on && NF { x[n] = $1; y[n++] = $2 } on && !NF { n = 0; d = x[1] - x[0]; if (d < 0.01 && d > -0.01) { d = y[1] - y[0]; print d < 0 ? -d : d } }' a.gp | sort -g | head -n 1)" 0.519 0.02
sed 's/ r=1/ r=0.01/' sphere.scree >dot.scree
draw -o a.svg --size 240 $box dot.scree
is 'all nine, seen whole' "$(lines)" 9
draw -o a.png --size 240 $box dot.scree
is 'a PNG has pixels alone' "$(lines)" 0

# an inset in space: the part that a box covers, from the front
draw -o a.png --size 240 --view -90,0 --inset 2.8,3,4.8,3.2,5,5.2 sphere.scree
is 'an inset in space' "$(LC_ALL=C grep -ac '^plot' a.gp) $(LC_ALL=C awk '/^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":"); w = r[2] - r[1] } END { printf "%.3f\n", w }' a.gp)" '2 0.400'
finish
