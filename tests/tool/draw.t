#!/bin/sh
# scree-draw: that pictures hold what the stream says, at the right place, and that no text in them is ever run.
. "$(dirname "$0")/../tap.sh"

cat >scene.scree <<'END'
scree 1 dim=2
made scree-test 0.1.0
units length=m mass=kg time=s
domain lo=0,0 hi=10,4 periodic=x
material sand density=1
law sand sand linear kn=1
constraint floor x=fixed y=fixed angle=fixed
shape 1 point r=0.5 0,0
shape 2 polyline r=0.1 0,0 10,0
shape 3 ring r=0.1 -0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5
cell 1 4,1 6,1 6,3 4,3
columns body id shape material tag size x y angle vx vy glow
columns contact i fi j fj ix iy x y nx ny overlap fn ft xi
frame 0 t=0 dt=1 due=0 body=4 contact=4
body 1 1 sand - 1 0.25 2 0 3 4 1
body 2 1 sand - 1 5 2 0 0 0 -7.5
body 3 3 sand - 1 7.5 2 0.5 1 0 ?
body 4 2 sand floor 1 0 0 0 0 0 0
contact 2 0 4 0 0 0 5 1.5 0 -1 0.01 2 0 0
contact 2 0 3 0 0 0 6.25 2 1 0 0.01 3 4 0
contact 3 0 2 0 0 0 6.25 2 -1 0 0.01 3 4 0
contact 3 0 1 0 1 0 9.5 2 1 0 0.01 5 0 0
end 0
frame 2 t=2 dt=1 due=2 body=1
body 1 1 sand - 1 1.25 2 0 0 1 2
end 2
END
grep -v '^cell' scene.scree | sed '/^frame 2/,$d' >one.scree

if ! command -v gnuplot >/dev/null; then
	skip 'no gnuplot here'
	finish
fi

# ---- kinds of pictures ----
ok 'png' scree-draw -o a.png scene.scree
is 'is one' "$(head -c 4 a.png | tail -c 3)" PNG
ok 'pdf, a page per frame' scree-draw -o a.pdf --frame all scene.scree
is 'is one' "$(head -c 4 a.pdf)" %PDF
is 'of two pages' "$(grep -ac '/Type /Page %' a.pdf)" 2
ok 'gif' scree-draw -o a.gif --size 200 scene.scree
is 'is one' "$(head -c 3 a.gif)" GIF
scree-draw -o b.gif --fps 20 --script b.gp scene.scree
is 'as fast as asked, in hundredths of a second' "$(grep -o 'delay [0-9]*' b.gp)" 'delay 5'
scree-draw -o b.svg -c glow --range -10,50 --script b.gp one.scree
is 'a palette from and to as asked' "$(grep '^set cbrange' b.gp)" 'set cbrange [-10:50]'
for how in '--size 600' '--width 86mm'; do # gnuplot leaves out labels that would be off the picture
	# shellcheck disable=SC2086
	scree-draw -o c.svg --axes --title 'A title' $how one.scree
	is "an .svg, $how, has the labels of its axes" "$(grep -o '[xy] \[[^<]*' c.svg | sort | tr '\n' ';')" 'x [m];y [m];'
done
is 'of two frames' "$(od -An -v -tx1 a.gif | tr -d '\n' | grep -o '21 f9 04' | wc -l)" 2
ok 'numbered pictures' scree-draw -q -o 'f%03d.png' --size 200 scene.scree
is 'have their numbers, and a name with a number takes all frames' "$(ls f*.png | tr '\n' ' ')" 'f000.png f001.png '
scree-draw one.scree >dumb.txt 2>said
is 'a picture of text' "$(grep -c '[*#]' dumb.txt | awk '{ print ($1 > 5) }') $(cat said)" '1 '
scree-draw -o sixel one.scree >sixel.txt
is 'a sixel picture' "$(head -c 2 sixel.txt | od -An -tx1 | tr -d ' ')" 1b50

# a constraint that ties grains to one mass makes them look as walls, as one that holds them does
sed 's/^constraint floor .*/constraint floor m=5/' one.scree >tied.scree
scree-draw -q -o held.svg one.scree
scree-draw -q -o tied.svg tied.scree
ok 'bodies that are tied together are drawn as walls' cmp held.svg tied.svg

# ---- what is in them: the filled polygons of an SVG, in pixels, y downwards ----
polygons() { # R,G,B FILE: "width height centre_x centre_y area" of each polygon filled with that colour
	tr '\n' ' ' <"$2" | sed 's/<polygon/\n&/g' | sed 's/rgb( */rgb(/; s/, */,/g' |
		grep "^<polygon fill = 'rgb($1)'" |
		sed "s/.*points = '\([^']*\)'.*/\1/" | awk '{
		x0 = y0 = 1e9; x1 = y1 = -1e9; a = 0
		for (i = 1; i <= NF; i++) {
			split($i, q, ",")
			X[i] = q[1]; Y[i] = q[2]
			if (X[i] < x0) x0 = X[i]
			if (X[i] > x1) x1 = X[i]
			if (Y[i] < y0) y0 = Y[i]
			if (Y[i] > y1) y1 = Y[i]
			if (i > 1) a += (X[i-1] * Y[i] - X[i] * Y[i-1]) / 2
		}
		a += (X[NF] * Y[1] - X[1] * Y[NF]) / 2
		if (x1 < 1010.5) # not the colour bar
			print x1 - x0, y1 - y0, (x0 + x1) / 2, (y0 + y1) / 2, a < 0 ? -a : a
	}'
}
field() { echo "$1" | awk -v k="$2" '{ print $k }'; }

# 10 across in 1000 pixels, beside a margin of 10 and the colour bar's 104
scree-draw -o a.svg --size 1114 -c glow --range -7.5,1 --palette grey one.scree
disk=$(polygons 242,242,242 a.svg)
is 'one grain has the lowest value' "$(echo "$disk" | wc -l)" 1
near 'a disk is as wide as it should be' "$(field "$disk" 1)" 100 0.6
near 'and as high: the axes are equal' "$(field "$disk" 2)" 100 0.6
near 'its area is that of a circle' "$(field "$disk" 5)" 7853.98 20
near 'it is where it should be' "$(field "$disk" 3)" 510 0.3
halves=$(polygons 26,26,26 a.svg)
is 'a grain on the periodic edge is seen on both sides' "$(echo "$halves" | wc -l)" 2
near 'clipped there: together they are one circle' "$(echo "$halves" | awk '{ a += $5 } END { print a }')" 7853.98 30
near 'at the left it begins at the edge' "$(echo "$halves" | awk 'NR == 1 || $3 < x { x = $3; w = $1 } END { print x - w / 2 }')" 10 0.05
ring=$(polygons 212,212,212 a.svg)
# 4 sides of 1 and quarter circles of 0.1 outside, without the hole of 0.8 x 0.8
near 'a grain without value is pale; a ring has a hole' "$(field "$ring" 5)" 7914.16 20
floor=$(polygons 89,96,107 a.svg)
near 'the floor is dark, and below the grains' "$(field "$floor" 4 | sort -n | tail -n 1)" \
	"$(awk -v y="$(field "$disk" 4)" 'BEGIN { print y + 200 }')" 0.5
ok 'the colour bar has name and value' grep -q '>glow<' a.svg
scree-draw -o b.svg -c speed --title 'it'"'"'s' one.scree
ok 'and a unit' grep -q 'speed \[m/s\]' b.svg
ok 'the title' grep -q "it's\|it&apos;s\|it&#39;s" b.svg

# ---- forces: in the script, thickness times force ----
scree-draw -o c.svg --forces --force-width 0.05 --script c.gp one.scree
awk 'BEGIN { n = 0 } /^\$frame0_force/ { on = 1; next } /^END/ { on = 0 } on && NF == 4 { f[n] = 2 * sqrt($3^2 + $4^2) } on && NF == 0 { n++ }
	END { for (k = 0; k < n; k++) print f[k] }' c.gp | sort -n >forces
is 'a pair has one line of its total force, two where it crosses a periodic edge' "$(tr '\n' ' ' <forces)" '2 5 5 10 '
ok 'as thick as asked' grep -q '\$1+0.05\*\$3' c.gp
is 'repulsion alone needs no legend' "$(grep -c '^set label' c.gp)" 0
# the two contacts of bodies 2 and 3 become attraction: their line is in a layer of its own, in another colour, and named
sed 's/ 0.01 3 4 0$/ 0.01 -3 4 0/; s/^material sand.*/&\nmaterial gravel density=2/; s/^body 3 3 sand/body 3 3 gravel/' one.scree >pull.scree
scree-draw -o c.svg --forces --force-width 0.05 --script c.gp pull.scree
awk '/^\$frame0_pull/ { on = 1; next } /^END/ { on = 0 } on && NF == 4 { f = 2 * sqrt($3^2 + $4^2) } on && NF == 0 { print f }' c.gp >forces
is 'attraction is drawn apart' "$(cat forces) $(grep -o 'frame0_\(force\|pull\) using.*' c.gp | grep -o "frame0_[a-z]*\|rgb '[^']*'" | tr '\n' ' ')" \
	"10 frame0_force rgb '#a4161a' frame0_pull rgb '#1f5fa8' "
is 'and named in the colours of the lines' "$(sed -n "s/^set label '\([^']*\)' at.*front\(.*rgb '\(.*\)'\)\{0,1\}.*/\1 \3/p" c.gp | tr '\n' ';')" \
	'force ;repulsion #a4161a;attraction #1f5fa8;'

# ---- words: a colour each, named beside the picture ----
scree-draw -o c.svg --size 500 -c material --script c.gp pull.scree
is 'a legend of the materials that are seen' "$(sed -n "s/^set label '\([^']*\)' at.*front\(.*rgb '\(.*\)'\)\{0,1\}.*/\1 \3/p" c.gp | tr '\n' ';')" \
	'material ;sand #dcae6b;gravel #7f9cae;'
is 'in the colours of the grains' "$(polygons 220,174,107 c.svg | awk '$2 > 12' | wc -l) $(polygons 127,156,174 c.svg | awk '$2 > 12' | wc -l)" '3 1'
scree-draw -o c.svg -c glow --forces --script c.gp pull.scree
ok 'with a colour bar it stands above the bar, in the picture' awk '/^set label/ { split($0, part, " screen "); split(part[2], at, "[, ]")
	n++; if (n == 1 || at[2] < low) low = at[2]; if (at[2] > high) high = at[2] }
	/^set colorbox/ || / origin screen / { split($0, part, " screen "); split(part[2], at, "[, ]"); split(part[3], size, "[, ]"); top = at[2] + size[2]
		foot = at[2]; long = size[2] } END { exit !(n == 3 && top < low && foot >= 0 && long > 0.2 && high < 1) }' c.gp
is 'of a part of the picture those in it, in the same colours' "$(scree-draw -o c.svg --lo 6.5,0 --hi 8,4 --size 500 -c material --script c.gp pull.scree
	sed -n "s/^set label '\([^']*\)' at.*front\(.*rgb '\(.*\)'\)\{0,1\}.*/\1 \3/p" c.gp | tr '\n' ';')" 'material ;gravel #7f9cae;'
is 'and those of periodic images' "$(scree-draw -o c.svg --hi 0.5,4 --size 500 -c material --script c.gp pull.scree
	grep -c '^set label .sand' c.gp)" 1
cat >words3.scree <<'END'
scree 1 dim=3
material sand density=1
material glass density=1
shape 1 sphere r=0.5
columns body id shape material x y z
frame 0 t=0 body=3
body 1 1 sand 0 0 0
body 2 1 glass 5 0 0
body 3 1 - 7 0 0
end 0
END
is 'also in space' "$(scree-draw -o c.svg --lo 4,-1,-1 --size 500 -c material --script c.gp words3.scree
	LC_ALL=C grep -a -o "^set label '[a-z-]*'" c.gp | tr '\n' ' ')" "set label 'material' set label 'glass' set label '-' "
long=aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeee
sed "s/gravel/$long/; s/sand/\xc3\xa4$long\xc3\xa4/" pull.scree >long.scree
scree-draw -o c.svg --size 900 -c material --script c.gp long.scree
is 'long words lose their middle' "$(sed -n "s/^set label '\([^']*\)' at.*/\1/p" c.gp | tr '\n' ' ')" \
	"material $(printf '\303\244aaaaaaaaaabbbbbbbbbbccc...dddddddddeee\303\244') aaaaaaaaaabbbbbbbbbbcccc...ddddddddddeee "
awk '/^columns body/ { print "columns body id shape x y kind"; next } /^frame/ { print "frame 0 t=0 body=40"
	for (k = 1; k <= 40; k++) print "body", k, 1, k / 5, 2, "kind" k; print "end 0"; exit } !/contact/' one.scree >kinds.scree
scree-draw -o c.svg -c kind --script c.gp kinds.scree
is 'of very many words as many as fit' "$(grep '^set label' c.gp | sed -n '$s/.*\(and .* more\).*/\1/p')" 'and 18 more'
ok 'all above the lower edge' awk '/^set label/ { split($0, part, " screen "); split(part[2], at, "[, ]"); if (at[2] < 0 || at[2] > 1) bad = 1; n++ }
	END { exit bad || n != 24 }' c.gp
scree-draw -o c.svg --cells --script c.gp --frame 0 scene.scree
is 'cells' "$(awk '/^\$frame0_cell/ { on = 1; next } /^END/ { on = 0 } on && NF { printf "%g,%g ", $1, $2 }' c.gp)" '4,1 6,1 6,3 4,3 4,1 '

# ---- text is never run ----
cat >title <<'END'
`touch ran2` ' . system('touch ran3') . ' " . system("touch ran4") . "
system('touch ran5') # @x $HOME %d
END
ok 'a name and a title of several lines, full of commands' \
	scree-draw -o "it's \`touch ran1\` \$HOME.svg" --title "$(cat title)" -c glow one.scree
is 'a picture of that very name' "$(ls *HOME.svg)" "it's \`touch ran1\` \$HOME.svg"
ok 'a name that begins with a bar is a file' scree-draw -o '|touch ran5;.png' one.scree
ok 'so it is there' test -s '|touch ran5;.png'
cat >bad_units <<'END'
units length=`touch`ran6 mass="system('touch`ran7')" time=s'.system('touch`ran8').'
END
sed '/^units/r bad_units' one.scree >units.scree
scree-draw -o d.svg -c speed --axes units.scree
is 'nothing ran' "$(ls | grep '^ran')" ''

# ---- without gnuplot ----
mkdir nothing
fails 1 'gnuplot-nox.*gnuplot e.png.gp' 'no gnuplot: the package is named' \
	env PATH="$tmp/nothing" "$(command -v scree-draw)" -o e.png one.scree
ok 'and the script is there, and good' gnuplot e.png.gp
ok 'it draws' test -s e.png
fails 1 'gnuplot-nox.*gnuplot my.gp' 'no gnuplot, a script asked for' \
	env PATH="$tmp/nothing" "$(command -v scree-draw)" -o f.png --script my.gp one.scree
ok 'is there' grep -q 'set output .*f.png' my.gp

# ---- axes with long numbers ----
scree-shape disk --radius 1e-6 | scree-draw --axes --size 500 -o small.png --script small.gp
near 'room for numbers such as -1.5e-07 and the name of the axis' "$(sed -n 's/^set lmargin at screen //p' small.gp)" 0.3 0.1
ok 'numbers along x do not run into each other' awk '
	/^set [lr]margin/ { at[$2] = $5 } /^set xtics/ { step = $3 } /^set xrange/ { gsub(/[^-+.e0-9:]/, "", $3); split($3, r, ":") }
	END { pixels = 500 * (at["rmargin"] - at["lmargin"]) / (r[2] - r[1]) * step; exit !(pixels > 64) }' small.gp

# ---- errors ----
fails 3 'no column mood among the bodies, expected speed id shape .* vy .*omega.*, or of contacts force, pressure, coordination' 'a column that is not there' scree-draw -o x.png -c mood one.scree
fails 3 'no frame 7, the stream has frames 0 to 1' 'a frame that is not there' scree-draw -o x.png --frame 7 scene.scree
fails 1 '^scree-draw: cannot write nowhere/%d.png: folder nowhere: No such file or directory$' 'a folder that is not there' \
	scree-draw -o nowhere/%d.png one.scree
fails 2 'expected a name in .png' 'a suffix that is not known' scree-draw -o x.jpg one.scree
fails 2 '%d' 'several frames and one name' scree-draw -o x.png --frame all scene.scree
fails 2 'single %d' 'two places for a number' scree-draw -o 'x%d%s.png' --frame all scene.scree
fails 2 'palette: rainbow, expected' 'a palette that is not known' scree-draw -o x.png --palette rainbow one.scree
fails 2 'lower value first' 'a range the wrong way' scree-draw -o x.png --range 1,0 one.scree
fails 2 'size: 400,400,400, expected pixels W or W,H' 'three sizes' scree-draw -o x.png --size 400,400,400 one.scree
fails 2 'fps: is for films, found x.png' 'a picture of so many frames per second' scree-draw -o x.png --fps 5 one.scree
fails 2 'arrow-scale: is for arrows of velocities' 'a length of no arrows' scree-draw -o x.png --arrow-scale 2 one.scree
fails 2 'arrow-scale: is for arrows of velocities' 'nor of those from place to place' \
	scree-draw -o x.png --arrow-scale 2 --motion displacement one.scree
fails 2 'force-width: is for contact forces' 'a width of no forces' scree-draw -o x.png --force-width 2 one.scree
fails 3 'no cells in the stream' 'cells of none' sh -c 'grep -v "^cell " scene.scree | scree-draw -o x.png --cells'
fails 2 'expected pixels' 'no size' scree-draw -o x.png --size 7 one.scree
fails 3 'no frame in the stream' 'an empty stream' sh -c 'head -n 5 one.scree | scree-draw -o x.png'
sed '$d' one.scree >cut.scree
fails 3 'no complete frame' 'a cut stream without a whole frame' scree-draw -o x.png cut.scree
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-draw one.scree >/dev/full"

# a grain in the corner of a domain that is periodic both ways is seen in all four
cat >corner.scree <<'END'
scree 1 dim=2
domain lo=0,0 hi=4,3 periodic=xy
shape 1 point r=0.5 0,0
columns body id shape x y
frame 0 t=0 body=1
body 1 1 0 0
end 0
END
scree-draw -o corner.svg --script corner.gp corner.scree
is 'four images in a corner' "$(awk '/^\$frame0_/ { on = 1; next } /^END/ { on = 0 } on && NF { x += $1; y += $2; n++ }
	on && !NF { printf "%.1f,%.1f ", x / n, y / n; x = y = n = 0 }' corner.gp)" '0.0,0.0 4.0,0.0 0.0,3.0 4.0,3.0 '

# speeds that are equal but for rounding, which gnuplot took for an empty range
scree-shape -q disk | scree-fill -q -n 5 --box 5,5 --speed 1 | scree-draw -q --color speed --script equal.gp >picture
is 'colours of one speed' "$(sed -n 's/^set cbrange \[\(0.5\|1.5\).*:\(0.5\|1.5\).*/\1 \2/p' equal.gp)" '0.5 1.5'

# a grain far wider than its periodic domain, as a slip of the pen makes it: named, not drawn for each period
sed 's/^\(body 39 1 grain -\) 1/\1 1e9/' "$root/tests/data/shear.scree" >wide.scree
fails 3 'body 39 reaches further than 50 periods' 'a grain wider than any domain' timeout 300 scree-draw -q --script wide.gp wide.scree

# ---- a thin wall that crosses the picture from end to end ----
cat >thin.scree <<'END'
scree 1 dim=2
constraint floor x=fixed y=fixed angle=fixed
shape 1 point r=1 0,0
shape 2 polyline r=0 -500,0 500,0
columns body id shape tag x y
frame 0 t=0 body=3
body 1 1 - 0 1
body 2 1 - 3 1
body 3 2 floor 0 0
end 0
END
scree-draw -o c.svg thin.scree
is 'it is seen' "$(tr '\n' ' ' <c.svg | sed 's/<path/\n&/g' | grep -c "^<path stroke='rgb( *89, *96, *107)'")" 1

# ---- tilts of 0 and of two periods are the same lattice, and have the same lines of forces ----
for tilt in 0 2; do
	printf 'scree 1 dim=2\ndomain lo=0,0 hi=1,4 periodic=xy tilt=%d\nshape 1 point 0,0 r=0.5\ncolumns body id shape x y\n' $tilt
	printf 'columns contact i j fi fj ix iy x y nx ny overlap fn ft\nframe 0 t=0 body=2 contact=1\nbody 1 1 0.5 0.2\nbody 2 1 0.5 3.3\n'
	printf 'contact 1 2 0 0 0 -1 0.5 -0.25 0 -1 0.1 1 0\nend 0\n'
done >tilts.scree
for tilt in 'head -n 10' 'tail -n 10'; do
	$tilt tilts.scree | scree-draw -q -o c.svg --forces --script c.gp
	sed -n '/frame0_force <</,/^END/p' c.gp | sort | cksum
done >lines
is 'lines of forces in a tilt of two periods' "$(sed -n 1p lines)" "$(sed -n 2p lines)"

# ---- definitions after the last frame are for frames to come ----
{
	cat one.scree
	printf 'units length=km\ndomain lo=-90,0 hi=90,4\nshape 1 polygon r=0.1 -1,-1 1,-1 1,1 -1,1\nconstraint sand x=fixed\n'
} >later.scree
scree-shape sphere | scree-fill -q -n 3 --box 3,3,3 >balls.scree
{ cat balls.scree; printf 'shape 1 sphere r=0.1\ndomain lo=-90,0,0 hi=90,4,4\n'; } >later3.scree
scree-draw -q --axes -o a.svg one.scree
scree-draw -q --axes -o b.svg later.scree
ok 'they do not change the picture' cmp a.svg b.svg
scree-draw -q -o a.html --beside scale one.scree
scree-draw -q -o b.html --beside scale later.scree
ok 'nor the page' cmp a.html b.html
scree-draw -q -o a.png balls.scree
scree-draw -q -o b.png later3.scree
ok 'nor that of space' cmp a.png b.png
scree-draw -q -o a.png balls.scree balls.scree
scree-draw -q -o b.png balls.scree later3.scree
ok 'nor that of another stream beside it' cmp a.png b.png
{ cat one.scree; echo 'mass 9 area=1 I=1'; } >wrong.scree
fails 3 'wrong.scree:23: mass' 'but wrong ones are refused' scree-draw -o c.svg wrong.scree
{ cat one.scree; echo 'mass 1 area=1 I=1'; } >right.scree
ok 'and those of a shape before the frame are not' scree-draw -o c.svg right.scree
finish
