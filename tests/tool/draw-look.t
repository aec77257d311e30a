#!/bin/sh
# scree-draw: which part of a scene a picture shows, what stands beside it, and how numbers become colours; by the script it leaves.
. "$(dirname "$0")/../tap.sh"

bin=$(dirname "$(command -v scree-draw)")
draw() { # ARGUMENTS: the script, in a.gp
	rm -f a.gp
	env PATH="$tmp/none" "$bin/scree-draw" -q --script a.gp "$@" 2>said
}
view() { # the ranges of the axes
	LC_ALL=C sed -n 's/^set [xy]range \[\(.*\):\(.*\)\]/\1 \2/p' a.gp | awk '{ for (k = 1; k <= 2; k++) printf "%.4g ", int($k * 1000 + ($k < 0 ? -0.5 : 0.5)) / 1000 }'
}
colours() { # FRAME: the numbers of filled polygons
	awk -v f="$1" '/^\$frame/ { split(substr($1, 7), n, "_"); on = n[1] == f && n[2] ~ "^(rgb|value)"; next } /^END/ { on = 0 }
		on && NF == 3 { v = $3; next } on && !NF { print v }' a.gp | sort -n | tr '\n' ' '
}
# two disks between long walls, with a lid far above; in the second frame they have moved
cat >box.scree <<'END'
scree 1 dim=2
units length=mm mass=g time=s
material sand density=1
constraint left x=fixed y=fixed angle=fixed
constraint floor x=fixed y=fixed angle=fixed
constraint lid x=fixed y=fixed angle=fixed
shape 1 point r=0.5 0,0
shape 2 polyline r=0.1 0,0 10,0
columns body id shape material tag x y angle vx vy load
columns contact i fi j fj ix iy x y nx ny overlap fn ft xi
frame 0 t=0 dt=1 due=0 body=5 contact=2
body 1 1 sand - 1 1 0 0 0 -2
body 2 1 sand - 2 1 3.5 3 -4 6
body 3 2 sand floor -3 0.4 0 0 0 0
body 4 2 sand left 0.4 -4 1.5707963267948966 0 0 0
body 5 2 sand lid -3 9 0 0 0 0
contact 1 0 2 0 0 0 1.5 1 1 0 0.01 3 0 0
contact 1 0 3 0 0 0 1 0.5 0 -1 0.01 4 0 0
end 0
frame 1 t=2 dt=1 due=2 body=2 contact=0
body 1 1 sand - 1 1 1 0 0 1
body 2 1 sand - 2 1 -3.5 0 2 3
end 1
END

# ---- what is seen ----
draw -o a.png --frame 0 box.scree
# x from the outer side of the left wall at 0.3 to 2.5, y from the lower side of the floor at 0.3 to 1.5, and a margin of 0.022
is 'long walls are cut at the bodies, and the far lid is left out' "$(view)" '0.278 2.522 0.278 1.522 '
draw -o a.png --frame 0 --hide left,lid box.scree
is 'a hidden wall takes no room' "$(view)" '0.48 2.52 0.28 1.52 '
draw -o a.png --frame 0 --forces --hide walls box.scree
is 'but bodies keep the forces of hidden ones' "$(awk '/^\$frame0_force/ { on = 1; next } /^END/ { on = 0 } on && !NF { n++ } END { print n }' a.gp) $(colours 0 | wc -w)" '2 2'
draw -o a.png --frame 0 --only floor,left box.scree
is 'only the named bodies' "$(colours 0 | wc -w)" 2
draw -o a.png --frame 0 --hide lidd box.scree
is 'a name that nothing has is told' "$(grep -c "hide: no body of the drawn frames has the tag 'lidd'" said)" 1
draw -o a.png --frame 0 --lo -1,0 --hi 3,2 box.scree
is 'the part asked for' "$(view)" '-1 3 0 2 '
draw -o a.png --frame 0 --lo -1,0 --hi 3,2 --zoom 4 --centre 2,1 box.scree
is 'magnified about a point' "$(view)" '1.5 2.5 0.75 1.25 '
sed 's/^material/domain lo=0,0 hi=4,3 periodic=xy\n&/; /^body [345]/d; s/body=5 contact=2/body=2/; /^contact/d' box.scree >periodic.scree
draw -o a.png --frame 0 --lo 1,1 --hi 2,2 periodic.scree
is 'no edge of the domain is drawn where it is not in view' "$(view)$(grep -c '^set arrow\|^set object' a.gp)" '1 2 1 2 0'
sed 's/^domain.*/domain lo=1000000.123,0 hi=1000001.456,3 periodic=x/' periodic.scree >distant.scree
draw -o a.png --frame 0 --beside none --hide - distant.scree
is 'the edges of a domain far from the origin are at its ends' "$(sed -n 's/^set arrow [12] from \([^,]*\),.*/\1/p' a.gp | tr '\n' ' ')" \
	'1000000.123 1000001.456 '
awk '/^frame 1/ { print "domain lo=0,0 hi=9,9 periodic=xy" } { print }' periodic.scree >grows.scree
draw -o a.gif --lo 1,1 --hi 5,5 grows.scree
is 'nor where it no longer is' "$(awk '/^set arrow/ { set[$3] = 1 } /^unset arrow/ { delete set[$3] }
	/^plot/ { n = 0; for (k in set) n++; printf "%d ", n }' a.gp)" '2 0 '
# a first frame without bodies: the grains of the next one, 1e-4 wide, are no specks, and have places to a part of a pixel
cat >late.scree <<'END'
scree 1 dim=2
shape 1 point r=0.5 0,0
columns body id shape size x y
frame 0 t=0 body=0
end 0
frame 1 t=1 body=2
body 1 1 1e-4 0 0
body 2 1 1e-4 1.23e-4 0
end 1
END
draw -o a.gif late.scree
is 'grains that come after the first frame' "$(grep -c rgb_speck a.gp) $(awk '/^\$frame1_rgb/ { on = 1; next } /^END/ { on = 0 }
	on && NF == 3 && $1 > x { x = $1 } END { printf "%.3g", 1e4 * x }' a.gp)" '0 1.73'
# the same grains without periods, and twice as far apart: they are seen too, whichever stream comes first
sed '/^domain/d; s/^body 2 1 sand - 2 1/body 2 1 sand - 8 1/; /^frame 1/,$d' periodic.scree >open.scree
sed '/^frame 1/,$d' periodic.scree >closed.scree
draw -o a.png open.scree closed.scree
is 'a stream without periods before another' "$(view)" '0 8.5 0 3 0 8.5 0 3 '
draw -o a.png closed.scree open.scree
is 'and after it' "$(view)" '0 8.5 0 3 0 8.5 0 3 '
fails 2 'lo: 3,3 is not below --hi 2,4 along x' 'corners the wrong way round' scree-draw -o x.png --lo 3,3 --hi 2,4 box.scree
fails 2 "centre: '1,2,3' is not two numbers" 'a point in space for a scene in the plane' scree-draw -o x.png --centre 1,2,3 box.scree
fails 2 'zoom: 0, expected more than 0' 'no magnification' scree-draw -o x.png --zoom 0 box.scree
# in space: two balls of radius 1 between a floor below and a far lid, seen from the front
cat >balls.scree <<'END'
scree 1 dim=3
constraint w x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
shape 1 sphere r=1
shape 2 plane
columns body id shape tag x y z qw qx qy qz vx vy vz
frame 0 t=0 body=4
body 1 1 - 0 0 1 1 0 0 0 1 2 2
body 2 1 - 3 0 1 1 0 0 0 0 0 0
body 3 2 w 0 0 0 1 0 0 0 0 0 0
body 4 2 w 0 0 9 0 1 0 0 0 0 0
end 0
END
sizes() { view | awk '{ printf "%.2g %.2g\n", $2 - $1, $4 - $3 }'; }
draw -o a.png --view -90,0 --hide walls balls.scree
is 'in space, too, there is room for the bodies alone' "$(sizes)" '5.1 2.1'
draw -o a.png --view -90,0 balls.scree
# the floor ends 6 % of the longest side, 5, beyond the bodies; there is a margin of 1 %
is 'a far plane does not shrink the picture' "$(sizes)" '5.7 2.1'
draw -o a.png --view -90,0 --lo 2,-1,0 --hi 4,1,2 --hide walls --zoom 2 balls.scree
is 'a box of space leaves out what has its centre outside; zoom magnifies' "$(sizes)" '1 1'

# ---- colours ----
draw -o a.gif -c load --range frame box.scree
is 'each frame has its own range' "$(grep -a '^set cbrange' a.gp | tr '\n' ' ')" 'set cbrange [-2:6] set cbrange [1:3] '
draw -o a.gif -c load box.scree
is 'all have one otherwise' "$(grep -a '^set cbrange' a.gp | tr '\n' ' ')" 'set cbrange [-2:6] '
draw -o a.png --frame 0 -c load --palette polar box.scree
is 'the middle of a palette for signed values is 0' "$(grep -a '^set cbrange' a.gp)" 'set cbrange [-6:6]'
draw -o a.png --frame 0 -c angle --palette cyclic box.scree
is 'angles go once around' "$(grep -a '^set cbrange' a.gp) $(colours 0)" 'set cbrange [-3.1415926536:3.1415926536] -2.7831853072 0 5857387 5857387 5857387 '
draw -o a.png --frame 0 -c '1e8+load' box.scree
is 'values that differ in the ninth digit' "$(grep -a '^set cbrange' a.gp) $(colours 0)" 'set cbrange [99999998:100000006] 5857387 5857387 5857387 99999998 100000006 '
near 'a formula of columns' "$(draw -o a.png --frame 0 -c 'sqrt(vx*vx + vy*vy) - 1' box.scree; colours 0 | tr ' ' '\n' | sed -n 2p)" 4 1e-6
ok 'its text is the name at the bar, without a unit' grep -q "cblabel 'sqrt(vx.vx + vy.vy) - 1'" a.gp
fails 2 "no column 'mood', expected" 'a formula with an unknown column' scree-draw -o x.png -c 'mood + 1' box.scree
fails 2 'is more than one formula' 'two formulas' scree-draw -o x.png -c 'vx,vy+1' box.scree
# body 1 touches body 2 with 3 and the floor with 4; body 2 has the 3 alone
draw -o a.png --frame 0 -c force box.scree
is 'the sum of the forces on a grain' "$(colours 0 | cut -d ' ' -f 1-2) $(grep -o 'force .*]' a.gp)" '3 7 force [g mm/s²]'
draw -o a.png --frame 0 -c coordination box.scree
is 'how many bodies it touches' "$(colours 0 | cut -d ' ' -f 1-2)" '1 2'
draw -o a.png --frame 0 --range 0,3 -c coordination box.scree
is 'a count has whole numbers at its bar' "$(sed -n 's/.*set cbtics \([0-9.]*\) .*/\1/p' a.gp)" 1
sed '/^contact /d; s/ contact=2//' balls.scree >bare.scree
fails 3 "no contact records, but 'force' needs them" 'forces of a frame without contacts' scree-draw -o x.png -c force bare.scree
scree-voronoi -q -n 40 --box 8,6 --void-ratio 0.15 | scree-set -q --law grain,grain,mu=0 |
	scree-wall -q biaxial --press-x 0.01 --press-y 0.01 | scree-dem2 -q -t 3 >pressed.scree
draw -o a.png -c '1000*pressure' pressed.scree
scree-stress -q --per-grain pressed.scree >stressed.scree
mv a.gp b.gp
draw -o a.png -c '1000*pressure' stressed.scree
ok 'pressure is that of scree-stress --per-grain' cmp a.gp b.gp

# lightness L* of CIELAB of the colours of a palette, as it is and as readers without green receptors see it (Vienot, Brettel and
# Mollon, Color Research and Application 24, 243, 1999)
lightness() { # 1: without green receptors
	sed -n 's/^set palette defined (\(.*\))/\1/p' a.gp | tr ',' '\n' | sed "s/.*'#\(..\)\(..\)\(..\)'.*/\1 \2 \3/" | awk -v blind="$1" '
		function hex(s) { return 16 * (index("0123456789abcdef", substr(s, 1, 1)) - 1) + index("0123456789abcdef", substr(s, 2, 1)) - 1 }
		function linear(v) { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4 }
		{ r = linear(hex($1)); g = linear(hex($2)); b = linear(hex($3))
			if (blind) { both = 0.29275 * r + 0.70725 * g; b = -0.02234 * r + 0.02234 * g + b; r = g = both }
			y = 0.2126 * r + 0.7152 * g + 0.0722 * b; print (y > 0.008856 ? 116 * y ^ (1 / 3) - 16 : 903.3 * y) }'
}
for palette in dusk viridis cividis heat grey; do
	draw -o a.png --frame 0 -c load --palette $palette box.scree
	for blind in 0 1; do
		# no step of the lightness is below a third of the mean step, and none goes back
		is "$palette can be read by its lightness ($blind)" "$(lightness $blind | awk 'NR > 1 { d = $1 - last; s += d; step[NR] = d } { last = $1 }
			END { for (k = 2; k <= NR; k++) if (step[k] / s < 1 / 3 / (NR - 1)) bad = bad " " step[k]; print "good" bad, (s > 50 || s < -50) }')" 'good 1'
	done
done
draw -o a.png --frame 0 -c load --palette cividis box.scree
near 'the lightness of cividis grows evenly' "$(lightness 0 | awk 'NR > 1 { d = $1 - last; if (d > most) most = d; if (!least || d < least) least = d }
	{ last = $1 } END { print most / least }')" 1 0.1

# ---- what stands beside ----
draw -o a.png --frame 0 --size 400 --beside scale,time -c load box.scree
is 'a time and a scale, but no colour bar' "$(grep -c "^set title 't = 0 s'\|^set label 9100 '0.5 mm'\|^unset colorbox" a.gp) $(grep -c cblabel a.gp)" '3 0'
near 'the scale bar is as long as it says' "$(LC_ALL=C awk '/^set [lr]margin/ { at[$2] = $5 } /^set xrange/ { gsub(/[][]/, "", $3); split($3, r, ":") }
	/^set arrow 9000/ { split($0, p, " screen "); split(p[2], a, "[, ]"); split(p[3], b, "[, ]"); long = b[1] - a[1] }
	END { print long / (at["rmargin"] - at["lmargin"]) * (r[2] - r[1]) }' a.gp)" 0.5 1e-3
draw -o a.gif --beside none -c material box.scree
is 'nothing at all' "$(grep -c '^set title\|^set label\|cblabel' a.gp)" 0
fails 2 "beside: 'clock', expected none, or some of" 'a thing that is not known' scree-draw -o x.png --beside clock box.scree
fails 2 'in perspective lengths have no common scale' 'no scale in perspective' scree-draw -o x.png --beside scale --perspective 30 balls.scree

# ---- motion ----
lines() { # FRAME LAYER: start and vector of each line
	awk -v f="$1" -v l="$2" '/^\$frame/ { on = $1 == "$frame" f "_" l; next } /^END/ { on = 0 }
		on { printf "%.6g,%.6g,%.6g,%.6g ", $1, $2, $3 + 0, $4 + 0 }' a.gp
}
draw -o a.png --frame 0 --motion velocity --arrow-scale 0.1 box.scree
is 'arrows of velocities, not of walls' "$(lines 0 arrow)" '1,1,0,0 2,1,0.3,-0.4 '
draw -o a.png --frame 0 --motion velocity box.scree
# the mean speed is 2.5 and the diameter 1
is 'by default the mean arrow is as long as a grain' "$(lines 0 arrow)" '1,1,0,0 2,1,1.2,-1.6 '
awk '/^columns body/ { $0 = $0 " ix" } /^body/ { $0 = $0 " " (copy && $2 == 1) } { print } /^end 0/ { copy = 1 }' box.scree |
	sed 's/^body 1 1 sand - 1 1 1/body 1 1 sand - 1.5 1.25 1/; s/^material/domain lo=0,0 hi=4,20 periodic=x\n&/' >far.scree
# body 1 has moved to the next period and 0.5 + 4 along x, 0.25 up
draw -o a.gif --motion displacement far.scree
is 'displacements are since the first frame, through periodic edges' "$(lines 1 arrow)" '-3,1,4.5,0.25 2,1,0,0 '
awk '/^frame 1/ { print "frame 2 t=3 dt=1 due=3 body=2 contact=0\nbody 1 1 sand - 1.5 1.5 0 0 0 0\nbody 2 1 sand - 2.5 1 0 0 0 0\nend 2" > "last" } { print }' box.scree >moves.scree
cat last >>moves.scree
draw -o a.png --motion trail moves.scree
is 'trails through all frames, also those that are not drawn' "$(lines 0 trail)" '1,1,0.5,0.5 2,1,0.5,0 '
# grain 1 leaves in the last step, and comes back elsewhere
sed '/^columns body/s/$/ laps/; /^body/s/$/ 0/; /^frame 2/,$s/^\(body 1.*\) 0$/\1 1/' moves.scree >returns.scree
draw -o a.png --motion trail returns.scree
is 'but not to where an outlet has put a grain back' "$(lines 0 trail)" '2,1,0.5,0 '
draw -o a.png --frame 0 --opacity 0.5 box.scree
is 'bodies that one can see through' "$(grep -o 'fs transparent solid 0.5' a.gp | uniq)" 'fs transparent solid 0.5'
fails 2 "motion: 'spin', expected some of velocity" 'a motion that is not known' scree-draw -o x.png --motion spin box.scree
fails 2 'opacity: 0, expected more than 0' 'bodies that cannot be seen' scree-draw -o x.png --opacity 0 box.scree
fails 2 'opacity: is for streams in 2D' 'opacity in space' scree-draw -o x.png --opacity 0.5 balls.scree
# seen along x an arrow goes from (y, z) = (0, 1) to (2, 3); the ball at its foot has the radius 0.22
draw -o a.png --view 0,0 --hide walls --motion velocity --arrow-scale 1 balls.scree
is 'in space arrows have room' "$(sizes)" '2.3 2.3'
draw -o a.png --view 0,0 --hide walls --motion velocity --arrow-scale 1 --lo 2,-1,0 --hi 4,1,2 balls.scree
is 'a box of space leaves out arrows of bodies outside' "$(sizes)" '0.45 0.45'
# rods of mean force have a radius of 0.08; that of ball 2 goes from x = 3 to 1.5, and that of ball 1 from there to 0
sed 's/^columns body.*/&\ncolumns contact i fi j fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz/; s/body=4/& contact=1/
	s/^body 4.*/&\ncontact 1 0 2 0 0 0 0 1.5 0 1 1 0 0 0.01 2 0 0 0/' balls.scree >touching.scree
draw -o a.png --view -90,0 --hide walls --forces touching.scree
is 'rods of forces' "$(sizes | awk '{ print ($1 > 3.4) }')" 1
draw -o a.png --view -90,0 --hide walls --forces --lo 2,-1,0 --hi 4,1,2 touching.scree
is 'and rods' "$(sizes | awk '{ print ($1 < 1.9) }')" 1
# the image in the slanted cell, from x = -1 to 5, is at 4.2; an arrow from 0.2 would leave it
cat >tilted.scree <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,4,4 periodic=xyz tilt=2,0,0
shape 1 sphere r=0.5
columns body id shape x y z vx vy vz
frame 0 t=0 body=1
body 1 1 0.2 3.8 2 -1.5 0 0
end 0
END
draw -o a.png --view -90,90 --motion velocity --arrow-scale 1 tilted.scree
is 'in a tilted domain an arrow is at its grain' "$(sizes)" '6.1 4.1'

# ---- a camera that turns ----
# two balls on the x axis: seen from x one hides the other, seen from y they are apart
sed 's/^frame.*/frame 0 t=0 body=2/; /^body [34]/d' balls.scree >pair.scree
draw -o a.gif --frame last --view 0,0 --turn 180 --views 3 --size 150,60 pair.scree
across() { # how many columns of each picture are not white
	LC_ALL=C grep -a -b -o 'binary array=([0-9,]*).*' a.gp | while IFS=: read -r at line; do
		size=$(echo "$line" | sed 's/.*array=(\([0-9,]*\)).*/\1/')
		tail -c +$((at + ${#line} + 2)) a.gp | head -c $((3 * ${size%,*} * ${size#*,})) | od -An -v -tu1 -w3 |
			awk -v w="${size%,*}" '$2 < 250 { seen[(NR - 1) % w] = 1 } END { for (i in seen) n++; printf "%d ", n }'
	done
}
is 'a film around a scene: one ball, both beside each other, one ball' \
	"$(across | awk '{ print ($1 > 15 && $1 == $3 && $2 > 1.8 * $1 && $2 < 2.2 * $1) }')" 1
fails 2 'expected a name with %d' 'views are files' scree-draw -o x.png --views 3 pair.scree
fails 2 'turns the viewer from picture to picture' 'one picture does not turn' scree-draw -o x.png --turn 20 pair.scree
fails 2 'axes keep their numbers' 'numbers of axes do not turn' scree-draw -o x.gif --turn 90 --axes pair.scree
finish
