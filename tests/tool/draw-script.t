#!/bin/sh
# scree-draw in the plane, by the script that it leaves where there is no gnuplot: what is drawn, where, how often in a tilted periodic
# domain, with which numbers; and what stands on the axes.
. "$(dirname "$0")/../tap.sh"

draw() { # ARGUMENTS: the script, in a.gp
	rm -f a.gp
	env PATH="$tmp/none" "$bin/scree-draw" --script a.gp "$@" 2>/dev/null
}
bin=$(dirname "$(command -v scree-draw)")
cat >scene.scree <<'END'
scree 1 dim=2
units length=mm mass=g time=min
domain lo=-1,2 hi=5,6 periodic=xy tilt=1.5
material sand density=1
constraint wall x=fixed y=fixed angle=fixed
shape 3 point r=0.3 0.2,-0.1
shape 5 polygon r=0.05 -0.3,-0.2 0.4,-0.1 0.1,0.5
shape 7 disks -0.3,0.1,0.25 0.5,0.2,0.15
shape 9 polyline r=0.1 -0.5,0 0.5,0.25
cell 1 0,3 1,3 1,4
columns body id shape material tag size x y angle vx vy glow word
columns contact i fi j fj ix iy x y nx ny overlap fn ft xi
frame 0 t=0.25 dt=0.125 due=0.25 body=4 contact=3
body 12 3 sand - 1.5 -0.9 2.1 0.7 3 4 -2 a
body 4 5 sand - 1.25 1.5 3.5 -0.6 0 1 5 b
body 7 7 sand - 0.75 3 4 1.1 -5 12 0.5 a
body 9 9 sand wall 2 2.5 5 0.2 0 0 1 c
contact 4 0 7 0 0 0 2.2 3.7 0.6 0.8 0.01 3 4 0
contact 7 1 4 2 0 0 2.4 3.6 -0.8 0.6 0.01 1 -2 0
contact 7 0 12 0 0 1 1.8 5.1 -0.72 0.694 0.01 2 0.5 0
end 0
frame 5 t=0.875 dt=0.125 due=1 body=1 contact=0
body 4 5 sand - 1.25 1.75 3.25 -0.6 0 1 7.5 b
end 5
END
# area, box and number of every filled polygon, of all blocks of a frame
found() { # FRAME
	awk -v f="$1" '/^\$frame/ { split(substr($1, 7), n, "_"); on = n[1] == f && n[2] ~ "^(rgb|value)"; next } /^END/ { on = 0 }
		on && NF == 3 { x[++k] = $1; y[k] = $2; v = $3 }
		on && !NF && k { a = 0; x0 = y0 = 1e9; x1 = y1 = -1e9
			for (i = 1; i <= k; i++) { j = i % k + 1; a += (x[i] * y[j] - x[j] * y[i]) / 2
				if (x[i] < x0) x0 = x[i]; if (x[i] > x1) x1 = x[i]; if (y[i] < y0) y0 = y[i]; if (y[i] > y1) y1 = y[i] }
			printf "%.9g %.2f %.2f %.5f %.5f %.5f %.5f\n", v, x0, y0, a < 0 ? -a : a, x0, x1, y0; printf "%.5f\n", y1 > "top"; k = 0 }
		on && !NF { k = 0 }' a.gp | sort -g -k1,1 -k2,2 -k3,3 | cut -d' ' -f1,4-
}
# the same from the scene: the box of vertices and radii, at all places of the lattice from which it reaches into the domain
expected() { # COLUMN of the number, SCENE
	awk -v col="$1" '
	/^shape/ { n[$2] = 0; r[$2] = 0; for (k = 4; k <= NF; k++) { if ($k ~ /^r=/) { r[$2] = substr($k, 3); continue }
		m = ++n[$2]; c = split($k, f, ","); X[$2, m] = f[1]; Y[$2, m] = f[2]; R[$2, m] = c == 3 ? f[3] : r[$2] } kind[$2] = $3 }
	/^frame 5/ { exit }
	/^domain/ { split($NF, f, "="); tilt = f[2] }
	/^body/ { s = $3; z = $6; c = cos($9); sn = sin($9); x0 = y0 = 1e9; x1 = y1 = -1e9; per = 0; core = 0
		for (k = 1; k <= n[s]; k++) { j = k % n[s] + 1
			x = $7 + z * (c * X[s, k] - sn * Y[s, k]); y = $8 + z * (sn * X[s, k] + c * Y[s, k]); q = z * R[s, k]
			if (x - q < x0) x0 = x - q; if (x + q > x1) x1 = x + q; if (y - q < y0) y0 = y - q; if (y + q > y1) y1 = y + q
			per += z * sqrt((X[s, k] - X[s, j])^2 + (Y[s, k] - Y[s, j])^2); core += z * z * (X[s, k] * Y[s, j] - X[s, j] * Y[s, k]) / 2 }
		pi = atan2(0, -1); q = z * r[s]
		area = kind[s] == "point" ? pi * q * q : kind[s] == "disks" ? pi * z * z * (0.25^2 + 0.15^2) : core + per * q + pi * q * q
		w = x1 - x0 < y1 - y0 ? x1 - x0 : y1 - y0; if ($5 == "-") { grain += w; grains++ }
		v = $5 == "wall" ? 5857387 : col == "speed" ? sqrt($10^2 + $11^2) : $col
		for (b = -3; b <= 3; b++) for (a = -3; a <= 3; a++) { sx = 6 * a + tilt * b; sy = 4 * b
			if (x1 + sx >= -1 && x0 + sx <= 5 && y1 + sy >= 2 && y0 + sy <= 6)
				printf "%.9g %.2f %.2f %.5f %.5f %.5f %.5f\n", v, x0 + sx, y0 + sy, area, x0 + sx, x1 + sx, y0 + sy } }
	END { print grain / grains > "grain" }' "${2:-scene.scree}" | sort -g -k1,1 -k2,2 -k3,3 | cut -d' ' -f1,4-
}
# outlines are made of chords that miss arcs by a tenth of a pixel, 0.0014 here
match() { paste -d' ' "$1" "$2" | awk 'NF != 10 { bad = 1; print } { for (k = 1; k <= 5; k++) { d = $k - $(k + 5); if (d > 0.008 || d < -0.008) { bad = 1; print } } } END { exit bad || NR < 6 }'; }
draw -o a.svg --frame 0 -c speed --axes --size 600 scene.scree
found 0 >f; expected speed >e
ok 'every shape has its area and box, at every image that reaches into a tilted domain, with its speed' match f e
is 'units of the value and of axes' "$(sed -n "s/^set \(cb\|x\|y\)label '\([^']*\)'.*/\2/p" a.gp | tr '\n' ';')" 'x [mm];y [mm];speed [mm/min];'
is 'the colour bar goes from the least value to the greatest' "$(grep '^set cbrange' a.gp)" 'set cbrange [1:13]'
is 'axes begin and end with the periodic domain' "$(grep -o '^set [xy]range.*' a.gp | tr '\n' ';')" 'set xrange [-1:5];set yrange [2:6];'
awk '/^set terminal/ { for (k = 1; k < NF; k++) if ($k == "size") { split($(k + 1), s, ","); W = s[1]; H = s[2] } } /^set .margin/ { m[substr($2, 1, 1)] = $5 }
	END { printf "%.3f\n", (m["r"] - m["l"]) * W / 6 - (m["t"] - m["b"]) * H / 4 }' a.gp >scales
near 'both axes have one scale' "$(cat scales)" 0 0.01
is 'edges are dashed on all four sides, where they are' "$(sed -n 's/^set arrow \(.\) from \([^ ]*\) to \([^ ]*\) .*/\1:\2:\3/p' a.gp | tr '\n' ' ')" \
	'1:-1,2:-1,6 2:5,2:5,6 3:-1,2:5,2 4:-1,6:5,6 '
is 'edges of grains are dark, and as thin as they are small' "$(grep -o 'with lines lw [0-9.]* lc' a.gp | sort -u)" 'with lines lw 0.9 lc'

draw -o a.svg --frame 0 -c glow --range -4,3 scene.scree
found 0 >f; expected 12 >e
ok 'with a column that was text' match f e
is 'a range that is given' "$(grep '^set cbrange' a.gp)" 'set cbrange [-4:3]'
is 'no numbers on axes that are not asked for' "$(grep -c '^unset [xy]tics' a.gp)" 2
draw -o a.svg --frame 0 -c id scene.scree
found 0 >f; expected 2 >e
ok 'with integers' match f e
draw -o a.svg --frame 0 -c word scene.scree
is 'words have colours of their own, the same for the same' "$(found 0 | awk '$1 != 5857387 { n[$1]++ } END { for (k in n) m++; print m }') $(grep -c cbrange a.gp)" '2 0'

# ---- forces ----
# 4 and 7 touch twice, once told by each: together (0.6 3 - 0.8 4 + 0.8 1 + 0.6 2, ...) at the mean of their points by normal forces;
# bodies 7 and 12 across an edge
draw -o a.svg --frame 0 --forces scene.scree
awk '/^\$frame0_force/ { on = 1; next } /^END/ { on = 0 } on && NF == 4 { p[++k] = $1 "," $2; if (k == 1) { ux = $3; uy = $4 } if (k == 2) { bx = $1; by = $2 } if (k == 8) { ax = $1; ay = $2 } if (k == 1) { x = $1; y = $2 } }
	on && !NF { printf "%.3f %.3f %.3f %.3f %.3f %.3f %.3f %.3f\n", ax, ay, x, y, bx, by, 2 * sqrt(ux^2 + uy^2), ux * (bx - ax) + uy * (by - ay); k = 0 }' a.gp | sort -g >f
awk 'function rod(a1, a2, p1, p2, b1, b2, f,  a, b, sx, sy, lo, hi) {
	for (b = -1; b <= 1; b++) for (a = -1; a <= 1; a++) { sx = 6 * a + 1.5 * b; sy = 4 * b
		if (max(a1, p1, b1) + sx < -1 || -max(-a1, -p1, -b1) + sx > 5 || max(a2, p2, b2) + sy < 2 || -max(-a2, -p2, -b2) + sy > 6) continue
		printf "%.3f %.3f %.3f %.3f %.3f %.3f %.3f 0.000\n", a1 + sx, a2 + sy, p1 + sx, p2 + sy, b1 + sx, b2 + sy, f } }
	function max(a, b, c) { return a > b ? a > c ? a : c : b > c ? b : c }
	BEGIN { # on body 7 from 4: fn n + ft t, t = (-ny, nx); what 7 tells is the other way round
		fx = 3 * 0.6 - 4 * 0.8 - (1 * -0.8 + 2 * 0.6); fy = 3 * 0.8 + 4 * 0.6 - (1 * 0.6 + -2 * -0.8)
		rod(1.5, 3.5, (3 * 2.2 + 2.4) / 4, (3 * 3.7 + 3.6) / 4, 3, 4, sqrt(fx^2 + fy^2))
		# 12 is seen at its image next to the point (1.8, 5.1): up by one period in y, which is 1.5 aside
		rod(-0.9 + 1.5, 2.1 + 4, 1.8, 5.1, 3, 4, sqrt((2 * -0.72 - 0.5 * 0.694)^2 + (2 * 0.694 + 0.5 * -0.72)^2)) }' | sort -g >e
ok 'forces: a rod from centre to centre through the point, as wide as the force is strong, square to it' \
	sh -c "paste -d' ' f e | awk 'NF != 16 { bad = 1 } { for (k = 1; k <= 8; k++) { d = \$k - \$(k + 8); if (d > 0.004 || d < -0.004) bad = 1 } } END { exit bad || NR < 3 }' || { cat f; echo; cat e; false; }"
# by default the mean force is 0.08 mean grains wide
near 'their width' "$(sed -n 's/.*(\$1+\([0-9.e-]*\)\*\$3).*/\1/p' a.gp)" "$(awk -v g="$(cat grain)" '{ n++; f[$7] = 1; s += $7 } END { print 0.08 * g / (s / n) }' e)" 2e-3
# what is not coloured is pale where lines are drawn over it, walls darker than grains
is 'grains are pale under forces' "$(awk '/^\$frame0_(rgb|value|edge)/ { on = 1; next } /^END/ { on = 0 } on && NF == 3 { print $3 }' a.gp | sort -u | tr '\n' ' ')" '11119017 15656664 '
draw -o a.svg --frame 0 --cells scene.scree
is 'a cell at its place and its images' "$(awk '/^\$frame0_cell/ { on = 1; next } /^END/ { on = 0 } on && NF { printf "%g,%g ", $1, $2 }' a.gp)" '0,3 1,3 1,4 0,3 '

# grains all over a domain that is tilted further than they reach: each edge has its images, at either side, and none beyond them
awk 'BEGIN { print "scree 1 dim=2\ndomain lo=-1,2 hi=5,6 periodic=xy tilt=2.5\nmaterial sand density=1"
	print "shape 3 point r=0.3 0,0\ncolumns body id shape material tag size x y angle vx vy glow\nframe 0 t=0 dt=1 due=0 body=24"
	for (k = 1; k <= 24; k++) print "body", k, "3 sand - 1.5", -0.9 + 0.99 * (k - 1) % 6, 2.05 + 0.77 * k % 3.9, "0 0 0", k * 0.25
	print "end 0" }' >many.scree
expected 12 many.scree >e
draw -o a.svg -c glow --size 600 many.scree
found 0 >f
ok 'images in a domain of a large tilt' match f e
is 'some cross the left edge, the right one, the lower one' \
	"$(awk '$3 < -1 { a = 1 } $4 > 5 { b = 1 } $5 < 2 { c = 1 } END { print a, b, c }' e)" '1 1 1'
# a grain with holes has its own value, and is heard when the palette is made
sed 's/^shape 3 .*/shape 3 ring r=0.1 -0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5/; /^body [3-9] /d; /^body [12][0-9] /d
	s/^body 1 .*/body 1 3 sand - 1 1 4 0.3 0 0 0.4375/
	s/^body 2 .*/body 2 3 sand - 1.5 3 4 0.5 0 0 -1.28125/; s/body=24/body=2/' many.scree >rings.scree
draw -o a.svg -c glow --size 600 rings.scree
is 'grains with holes have values that are not rounded' \
	"$(awk '/^\$frame0_/ { split($1, l, "_"); next } /^END/ { l[2] = 0 }
		l[2] ~ "^(rgb|value)" && NF == 3 { print $3 }' a.gp | sort -gu | tr '\n' ' ')" \
	'-1.28125 0.4375 '
is 'and the palette reaches from one to the other' "$(grep '^set cbrange' a.gp)" 'set cbrange [-1.28125:0.4375]'
# magnified, each outline has thousands of corners: only those in the picture are written, and rounding sets an end to their number
draw -o a.svg -c glow --lo 1,3 --hi 1.001,3.001 many.scree
is 'the colours of a part are those of the whole' "$(grep '^set cbrange' a.gp)" 'set cbrange [0.25:6]'
ok 'bodies out of the picture are not in the script' test "$(grep -c . a.gp)" -lt 20000
draw -o a.svg --lo 1,3 --hi 1.00000000001,3.00000000001 many.scree
ok 'corners are as many as can be told apart' test "$(grep -c . a.gp)" -lt 400000

# ---- frames ----
draw -o 'a%03d.svg' --frame all -c glow --title run --size 600,500 scene.scree
is 'several frames: a file and a title for each' "$(sed -n "s/^set output '\(.*\)'/\1/p; s/^set title '\(.*\)'/\1/p" a.gp | tr '\n' ';')" './a000.svg;run, t = 0.25 min;./a001.svg;run, t = 0.875 min;'
is 'one colour bar for all' "$(grep '^set cbrange' a.gp)" 'set cbrange [-2:7.5]'
is 'the size that was asked for' "$(grep -o 'size 600,500' a.gp)" 'size 600,500'
draw -o a.svg -c glow scene.scree
is 'the last frame is drawn by default' "$(found 0 | cut -d' ' -f1 | sort -u)" 7.5
draw -o a.gif scene.scree
is 'of an animation all' "$(grep -c '^plot' a.gp)" 2
# frames without contacts have no forces, wherever they stand among those that have
sed '/^frame 5/,$d' scene.scree >first.scree
{ cat first.scree; sed -n '/^frame 5/,$p' scene.scree | sed 's/ contact=0//'; } >light.scree
fails 1 'gnuplot-nox' 'an animation of forces, of which the last frame has none, is drawn' \
	env PATH="$tmp/none" "$bin/scree-draw" --script a.gp -o 'a%03d.svg' --frame all --forces light.scree
is 'with those of the first' "$(grep -c '^\$frame0_force' a.gp) $(grep -c '^\$frame1_force' a.gp)" '1 0'
fails 3 'no contact records in the drawn frames' 'the last frame alone' scree-draw -o a.svg --forces light.scree
# an open scene: all that is there, and a hundredth more on all sides
sed 's/^domain.*/domain lo=-9,-9 hi=9,9/; /^cell/d' scene.scree >open.scree
draw -o a.svg --frame 0 --axes open.scree
awk '/^shape/ { n[$2] = 0; for (k = 4; k <= NF; k++) { if ($k ~ /^r=/) { r = substr($k, 3); continue } m = ++n[$2]; c = split($k, f, ","); X[$2, m] = f[1]; Y[$2, m] = f[2]; R[$2, m] = c == 3 ? f[3] : r } }
	/^frame 5/ { exit } BEGIN { x0 = y0 = 1e9; x1 = y1 = -1e9 }
	/^body/ { s = $3; z = $6; c = cos($9); sn = sin($9); for (k = 1; k <= n[s]; k++) { x = $7 + z * (c * X[s, k] - sn * Y[s, k]); y = $8 + z * (sn * X[s, k] + c * Y[s, k]); q = z * R[s, k]
		if (x - q < x0) x0 = x - q; if (x + q > x1) x1 = x + q; if (y - q < y0) y0 = y - q; if (y + q > y1) y1 = y + q } }
	END { room = 0.01 * (x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0); printf "%.4f %.4f %.4f %.4f\n", x0 - room, x1 + room, y0 - room, y1 + room }' open.scree >e
sed -n 's/^set [xy]range \[\(.*\):\(.*\)\]/\1 \2/p' a.gp | tr '\n' ' ' >f
ok 'an open scene is seen whole, with a little room' about 2e-3 "$(cat f)" "$(cat e)"
is 'and has no dashed edges' "$(grep -c 'set arrow' a.gp)" 0

# ---- layout: a domain of 6 x 4 beside margins of 10, 104 for a colour bar, 38 for a title, 72, 24, 56 and 16 for axes; in an SVG
# 38, 72 and 56 count 1.3 times, since gnuplot sets lines wider apart ----
size() { sed -n 's/^set terminal.* size \([0-9]*,[0-9]*\).*/\1/p' a.gp; }
draw -o a.svg --size 200 many.scree
is 'as high as it is wide: 180 4 / 6 + 20' "$(size)" 200,140
draw -o a.svg --size 200 -c glow many.scree
is 'with a colour bar: 86 4 / 6 + 20' "$(size)" 200,77
draw -o a.svg --size 200 --title t many.scree
is 'with a title: 180 4 / 6 + 59.9' "$(size)" 200,179
draw -o a.svg --size 200 --axes many.scree
is 'with axes: 82.4 4 / 6 + 89.3' "$(size)" 200,144
draw -o a.svg --size 600 -c glow many.scree
# 486 / 6 = 81 pixels for 1: 344 high; the bar begins 12 beyond 496, is 14 wide, and as high as 6 in 10 of 324
is 'the place of the colour bar' "$(sed -n 's/.*origin screen \([^ ]*\) size screen \([^ ]*\).*/\1,\2/p' a.gp)" \
	"$(awk 'BEGIN { printf "%.5f,%.5f,%.5f,%.5f", 508 / 600, (172 - 0.3 * 324) / 344, 14 / 600, 0.6 * 324 / 344 }')"
# grains are 0.9 across, in a domain 6 across: 0.03 times their pixels and 0.1, 0.9 at most, nothing below 4 pixels
for w in 200:0.9 100:0.55 60:0.37; do
	draw -o a.svg --size ${w%:*} many.scree
	is "the width of edges in a picture of ${w%:*} pixels" "$(sed -n 's/.*with lines lw \([0-9.]*\) lc.*/\1/p' a.gp)" "${w#*:}"
done
sed 's/ sand - 1.5 / sand - 0.25 /' many.scree >fine.scree
draw -o a.svg --size 100 fine.scree
is 'none where grains are of 2.5 pixels' "$(grep -c '^plot' a.gp) $(grep -c 'with lines' a.gp)" '1 0'
one() { # VALUE
	sed 's/body=24/body=1/; /^body [2-9] /d; /^body [12][0-9] /d; s/^\(body 1 .*\) [^ ]*$/\1 '"$1"'/' many.scree >lone.scree
}
one -7.5
draw -o a.svg -c glow lone.scree
is 'one value is in the middle of a range as wide as it is large' "$(grep '^set cbrange' a.gp)" 'set cbrange [-11.25:-3.75]'
one 0
draw -o a.svg -c glow lone.scree
is 'a single 0 in the middle of 1' "$(grep '^set cbrange' a.gp)" 'set cbrange [-0.5:0.5]'

# ---- axes in space: their numbers stand where such points are seen ----
cat >space.scree <<'END'
scree 1 dim=3
units length=mm
shape 1 sphere r=0.5
columns body id shape x y z
frame 0 t=0 body=2
body 1 1 -0.5 2.5 -2.5
body 2 1 3.5 8.5 1.5
end 0
END
slopes() { # of each axis: how far its numbers go to the right, and up, for one more
	LC_ALL=C grep -a '^set label' a.gp | tr "',[]" '    ' | awk '{ sub(/set label */, "") } /^[-0-9]/ { if (!n++) { v0 = $1; x0 = $3; y0 = $4 } v = $1; x = $3; y = $4; next }
		{ if (n > 1) printf "%s %.4f %.4f ", $1, (x - x0) / (v - v0) + 0.00001, (y - y0) / (v - v0) + 0.00001; n = 0 }'
}
# a viewer at azimuth a and height e: to the right (-sin a, cos a, 0), up (-sin e cos a, -sin e sin a, cos e)
for view in -90,0 90,0 0,30 -65,20 130,-40; do
	draw -o a.png --axes --size 600,600 --view $view space.scree
	want=$(echo $view | awk -F, '{ pi = atan2(0, -1); a = $1 * pi / 180; e = $2 * pi / 180; d = 0.00001
		r[1] = -sin(a); r[2] = cos(a); r[3] = 0; u[1] = -sin(e) * cos(a); u[2] = -sin(e) * sin(a); u[3] = cos(e)
		for (k = 1; k <= 3; k++) if (r[k]^2 + u[k]^2 > 1e-6) printf "%s %.4f %.4f ", substr("xyz", k, 1), r[k] + d, u[k] + d }')
	is "numbers on the axes from $view" "$(slopes)" "$want"
done
draw -o a.png --axes --size 600,600 --view -90,0 space.scree
is 'and their places: the middle of the bodies, (1.5, 5.5, -0.5), is that of the axes' \
	"$(LC_ALL=C grep -a "^set label '[xz] .mm.'" a.gp | sed 's/.* at \([^ ]*\) .*/\1/' | awk -F, 'NR == 1 { x = $1 } NR == 2 { print $2 }
		END { print x }' | tr '\n' ' ')$(LC_ALL=C grep -a "^set label '\(0\|2\)' at" a.gp | sed "s/set label '\(.\)' at \([^ ]*\) .*/\1 \2/" | tr ',' ' ' | awk 'NR < 3 { print $2 - $1 } NR == 3 { print $3 - $1 }' | uniq | tr '\n' ' ')" \
	"$(LC_ALL=C grep -a "^set label 'x .mm.'" a.gp | sed 's/.* at \([^,]*\),.*/\1/' | awk '{ print 0, $1, $1 - 1.5, 0.5 }') "
is 'a mark at every number' "$(LC_ALL=C grep -a -A1 '^set arrow' a.gp | sed "s/set arrow from \([^ ]*\) .*/\1/; s/set label '[^']*' at \([^ ]*\) .*/\1/" |
	tr ',' ' ' | awk '/^--/ { next } n++ % 2 == 0 { x = $1; y = $2; next } { print ($1 == x || $2 == y) }' | sort | uniq -c | awk '{ print $2, ($1 > 3) }')" '1 1'
# a plane below the bodies, and a tube around them, are seen as far as they go there: to z = -4, and x = 1.5 +- 6
sed 's/^columns.*/shape 2 plane\nshape 3 cylinder r=2 side=in\ncolumns body id shape x y z size qw qx qy qz/; s/body=2/body=3/; s/^\(body .*\)/\1 1 1 0 0 0/; s/^end/body 7 2 20 30 -4 1 1 0 0 0\nend/' space.scree >plane.scree
draw -o a.png --axes --size 600,600 --view -90,0 plane.scree
is 'room for a plane, to where it is next to the bodies' "$(LC_ALL=C grep -a "^set label '-\{0,1\}[0-9]' at" a.gp | cut -d"'" -f2 | sort -g | sed -n 1p)" -4
sed 's/^body 7 .*/body 7 3 1.5 5.5 40 3 1 0 0 0/' plane.scree >tube.scree
draw -o a.png --axes --size 900,900 --view -90,0 tube.scree
is 'and for a tube, to both sides of its axis, by its size' "$(LC_ALL=C grep -a "^set label '-\{0,1\}[0-9]' at" a.gp | cut -d"'" -f2 | sort -g | sed -n '1p;$p' | tr '\n' ' ')" '-4 6 '
# disks of 0.37 and 0.62 pixels, rice of 0.4 to 1.3, and a polygon of 31: what is smaller than two pixels becomes a box of its area
cat >small.scree <<'END'
scree 1 dim=2
domain lo=0,0 hi=90,90 periodic=none tilt=0 rate=0,0,0
material sand density=1
shape 1 point r=0.3 0,0
shape 2 polyline r=0.31 -0.7,0 0.7,0
shape 3 polygon r=2 0,0 24,3 11,28
columns body id shape material tag size x y angle vx vy omega
frame 0 t=0 dt=1 due=0 body=4 contact=0
body 1 1 sand - 1 3.125 7.5 0.7 0 0 0
body 2 1 sand - 1.7 30 81 0.7 0 0 0
body 3 2 sand - 1 60.25 85.5 0 0 0 0
body 4 3 sand - 1 40 30 0.1 0 0 0
end 0
END
draw -o a.png --size 60,60 --lo 0,0 --hi 90,90 small.scree
is 'specks have their place and area' "$(awk 'function near(a, b, by) { return a - b < by && b - a < by }
	BEGIN { pi = atan2(0, -1); split("3.125 30 60.25", x, " "); split("7.5 81 85.5", y, " ")
		a[1] = pi * 0.3^2; a[2] = pi * 0.51^2; a[3] = pi * 0.31^2 + 4 * 0.7 * 0.31 }
	/^\$frame0_rgb_speck/ { on = 1; next }
	/^END/ { on = 0 }
	on && NF == 5 { n++; printf "%d%d%d ", near($1, x[n], 0.03), near($2, y[n], 0.03), near(4 * $3 * $4 / a[n], 0.96, 0.04) }' a.gp)" \
	'111 111 111 '
is 'only the large body is a polygon' "$(found 0 | wc -l)" 1
# a disk of a little more than two pixels before them is a polygon of few corners, which they do not share
sed 's/body=4/body=5/; s/^body 1 .*/body 5 1 sand - 5.2 70 70 0 0 0 0\n&/' small.scree >smaller.scree
draw -o a.png --size 60,60 --lo 0,0 --hi 90,90 smaller.scree
is 'whatever comes before them' "$(awk '/^\$frame0_rgb_speck/ { on = 1; next } /^END/ { on = 0 }
	on && NF == 5 { printf "%d ", (4 * $3 * $4 / (atan2(0, -1) * (n++ ? 0.51 : 0.3)^2) > 0.92); if (n == 2) exit }' a.gp)" '1 1 '
# disks of 2.08 and 10 pixels, and rice: polygons of few corners, but no smaller
sed 's/body=4/body=6/; s/^body 1 .*/body 5 1 sand - 5.2 70 70 0 0 0 0\nbody 6 1 sand - 25 30 60 0 0 0 0\n&/; s/^\(body 3 2 sand -\) 1 /\1 4 /' small.scree >few.scree
draw -o a.png --size 60,60 --lo 0,0 --hi 90,90 few.scree
is 'polygons have their area' "$(awk 'BEGIN { pi = atan2(0, -1); a[1] = pi * 1.56^2; a[2] = pi * 7.5^2; a[3] = pi * 1.24^2 + 4 * 2.8 * 1.24 }
	/^\$frame0_rgb <</ { on = 1; next } /^END/ { on = 0 }
	on && NF == 3 { if (k++) sum += (px * $2 - $1 * py) / 2; px = $1; py = $2 }
	on && !NF { if (k) printf "%d ", (sum / a[++n] > 0.98 && sum / a[n] < 1.02); k = sum = 0; if (n == 3) exit }' a.gp)" '1 1 1 '
draw -o a.svg --size 60,60 --lo 0,0 --hi 90,90 small.scree
is 'all are polygons where one can zoom in' "$(found 0 | wc -l)" 4
# two disks that touch each other on both sides, through two images, and one that touches itself: no force is lost, none is added
images() { # PERIOD CONTACTS BODIES: disks of 1 at 0.5 and 1.45
	printf 'scree 1 dim=2\nshape 1 point r=0.5 0,0\ndomain lo=0,0 hi=%s,4 periodic=x\ncolumns body id shape x y angle\n' "$1"
	printf 'columns contact i fi j fj ix iy x y nx ny overlap fn ft xi\nframe 0 t=0 body=%d contact=%d\n' "$3" "$(printf '%b' "$2" | grep -c .)"
	printf 'body 1 1 0.5 1 0\nbody 2 1 1.45 1 0\n' | head -n "$3"
	printf '%bend 0\n' "$2"
}
rods() { # each rod: the place of its first end, the point of contact, its other end
	draw -o a.svg --forces --force-width 1 images.scree
	awk '/^\$frame0_force/ { on = 1; next } /^END/ { on = 0 } on && NF == 4 { x[++k] = $1 }
		on && !NF { lo = hi = x[1]; for (j = 1; j <= k; j++) { lo = x[j] < lo ? x[j] : lo; hi = x[j] > hi ? x[j] : hi }
			printf "%.3f..%.3f..%.3f ", lo, x[1], hi; k = 0 }' a.gp | tr ' ' '\n' | sort -g | tr '\n' ' '
}
images 1.9 'contact 1 0 2 0 0 0 0.975 1 1 0 0.05 0.05 0 0\ncontact 1 0 2 0 -1 0 0.025 1 -1 0 0.05 0.05 0 0\n' 2 >images.scree
is 'two grains that touch through two images have two forces' "$(rods | sed 's/^ //')" '-0.450..0.025..0.500 0.500..0.975..1.450 1.450..1.925..2.400 '
images 0.95 'contact 1 0 1 0 1 0 0.975 1 1 0 0.05 0.05 0 0\n' 1 >images.scree
is 'and a grain that touches its own image has a force to it' "$(rods | sed 's/^ //')" '-0.450..0.025..0.500 0.500..0.975..1.450 '

finish
