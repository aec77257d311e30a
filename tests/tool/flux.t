#!/bin/sh
# scree-flux: crossings counted by hand; jams and arches of scenes laid out by hand.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

cell() { # TABLE COLUMN ROW: from 1
	awk -v name="$2" -v row="$3" '/^#/ { for (i = 2; i <= NF; i++) { n = $i; sub(/\[.*/, "", n); if (n == name) c = i - 1 } next }
		NF && ++r == row { print $c }' "$1"
}
row() { # TABLE ROW COLUMN...
	file=$1 r=$2
	shift 2
	for c; do
		cell "$file" "$c" "$r"
	done | tr '\n' ' ' | sed 's/ $//'
}
start() { # RECORD...: a disk of area pi / 4 and density 2
	printf '%s\n' 'scree 1 dim=2' 'made scree-fill 0.1.0' 'material sand density=2' 'shape 1 point r=0.5 0,0' "$@" \
		'columns body id shape material tag x y vx vy ix iy'
}
frame() { # STEP T BODY...: ID X Y VX VY IX IY
	step=$1 t=$2
	shift 2
	echo "frame $step t=$t body=$#"
	for b; do
		echo "$b" | awk '{ print "body", $1, 1, "sand", "-", $2, $3, $4 + 0, $5 + 0, $6 + 0, $7 + 0 }'
	done
	echo "end $step"
}

# 1 falls through, 2 rises through, 3 and 4 pass beside the ends, 5 and 6 are gone, and of these 5 would have passed; 7 is new
{
	start 'gravity 0,-1'
	frame 0 0 '1 3 5.5' '2 3 4.5' '3 1 5.5' '4 3.9 5.2' '5 2.5 6 0 -2' '6 2.5 9 0 -1'
	frame 1 1 '1 3 4.5' '2 3 5.5' '3 1 4.5' '4 4.5 4.6' '7 3 1'
	frame 2 1.5 '1 3 5' '2 3 5' '3 1 4.5' '4 4.5 4.6' '7 3 1'   # on the line: 1 has not passed back, 2 has passed forth
	frame 3 2 '1 3 5.1' '2 3 4.9' '3 1 4.5' '4 4.5 4.6' '7 3 1'  # now 1 has
} >hand.scree
scree-flux --y 5 --from 2 --to 4 hand.scree >hand.tab
is 'the first frame' "$(row hand.tab 1 t forth back number rate gone came)" '0 0 0 0 ? 0 0'
is 'forth, back, gone, come' "$(row hand.tab 2 t forth back number rate gone came)" '1 2 1 1 1 2 1'
is 'on the line' "$(row hand.tab 3 forth back number rate)" '1 0 2 2'
is 'from the line' "$(row hand.tab 4 forth back number rate)" '0 1 1 -2'
near 'mass' "$(cell hand.tab forth_mass 2)" 3.141592653589793 1e-14
near 'area' "$(cell hand.tab back_area 2)" 0.7853981633974483 1e-14
near 'its rate' "$(cell hand.tab mass_rate 3)" 3.141592653589793 1e-14
is 'without ends all pass' "$(scree-flux --y 5 hand.scree >all.tab; row all.tab 2 forth back)" '4 1'
is 'only some' "$(scree-flux --y 5 --where 'id > 2' hand.scree >some.tab; row some.tab 2 forth back)" '3 0'
# of the bodies above y = 5.3, which are 1, 3, 5 and 6, 1 falls through on its real path and 5 after it is gone; 2 rises to there
is 'those that are chosen in the earlier frame' "$(scree-flux --y 4.8 --from 2 --to 4 --where 'y > 5.3' hand.scree >some.tab
	row some.tab 2 forth back gone came)" '2 0 2 0'
sed 's/^gravity.*/gravity 0,0/' hand.scree | scree-flux --y 5 --from 2 --to 4 >up.tab
is 'without gravity forth is up, and a fall is slower' "$(row up.tab 2 forth back gone)" '1 2 2'
is 'a line between points: from its left to its right' "$(scree-flux --line 2,5,4,5 hand.scree >line.tab; row line.tab 2 forth back)" '2 1'
is 'the other way round' "$(scree-flux --line 4,5,2,5 hand.scree >line.tab; row line.tab 2 forth back)" '1 2'
# 4 moves by (0.6, -0.6) from (3.9, 5.2): through the slanting line from (4, 4.5) to (4.5, 5) at (4.3, 4.8)
is 'a line that slants' "$(scree-flux --line 4,4.5,4.5,5 hand.scree >line.tab; row line.tab 2 forth back)" '1 0'
is 'an upright line' "$(scree-flux --x 4 hand.scree >x.tab; row x.tab 2 forth back)" '1 0'
is 'its ends' "$(scree-flux --x 4 --from 0 --to 5 hand.scree >x.tab; row x.tab 2 forth back)" '0 0'
scree-flux --y 5 --from 2 --to 4 --mean hand.scree >mean.tab
is 'the whole stream' "$(row mean.tab 1 width time number rate gone came)" '2 2 1 0.5 2 1'
# of y - R x, with the number y in the time x of the three intervals and R = 1 / 2
near 'and its error' "$(cell mean.tab rate_error 1)" "$(awk '!/^#/ { x = $1 - t; y = $8 - n; t = $1; n = $8; if (k++) s += (y - x / 2) ^ 2 }
	END { printf "%.15g", sqrt(s / 3 / 2) / (2 / 3) }' hand.tab)" 1e-12
scree-pick --from 1.5 hand.scree | scree-flux --x 4 --mean >mean.tab
is 'one interval has none' "$(cell mean.tab rate_error 1)" '?'

# bodies of different masses, areas and sizes that pass, pass beside the ends, come, and go, of which some stop short: all columns.
# t id x y 0 vx vy 0 mass area, of rows in no order
cat >odd.rows <<'S'
0 41 2.5 5.5 0 0.1 -0.2 0 2 1.2
0 7 3.5 4.5 0 0 3 0 0.9 0.4
0 19 3.1 6.2 0 0.2 -2.5 0 1.4 0.8
0 5 2.7 5.6 0 -0.1 -0.8 0 3.1 2
0 23 4.5 5.3 0 -2 -2 0 0.6 0.5
0 11 1.5 5.4 0 1.2 -2 0 0.35 0.3
0.5 7 3.4 5.6 0 0 1 0 0.9 0.4
0.5 41 2.6 4.7 0 0.3 0.4 0 2 1.2
0.5 30 3.2 4.2 0 0.5 2.2 0 1.7 0.9
0.5 2 2.2 8 0 0.5 -3 0 2.6 1.1
1.25 30 3.9 5.2 0 0.4 0.1 0 1.7 0.9
1.25 2 2.9 4.1 0 0.5 -3 0 2.6 1.1
1.25 7 4.4 4.9 0 0.1 -0.4 0 0.9 0.4
1.25 41 2.4 4.9 0 0.3 1.9 0 2 1.2
2 7 3.6 5.7 0 0.1 -0.4 0 0.9 0.4
2 30 3.3 4.6 0 -0.4 0.1 0 1.7 0.9
S
# each its own shape and material: density and area of a record, sizes that are not 1
awk '!($2 in s) { s[$2] = 0.5 + 0.1 * ++k; m = m sprintf("material m%d density=%.17g\nshape %d point r=0.5 0,0\nmass %d area=%.17g I=1\n", $2, $9 / $10, 100 + $2, 100 + $2, $10 / s[$2] ^ 2) }
	$1 != t && n { frame() } { t = $1; row[n++] = sprintf("%d %d m%d %.17g %s %s %s %s", $2, 100 + $2, $2, s[$2], $3, $4, $6, $7) }
	function frame(k) { b = b "frame " (f + 0) " t=" t " body=" n "\n"; for (k = 0; k < n; k++) b = b "body " row[k] "\n"; b = b "end " (f++ + 0) "\n"; n = 0 }
	END { frame(); printf "scree 1 dim=2\ngravity 0.3,-1.2\n%scolumns body id shape material size x y vx vy\n%s", m, b }' odd.rows >odd
by_hand() { awk "$@" -f "$root/tests/odd_flux.awk" odd.rows; }
alike 'every column of a level line with ends' "$(scree-flux -q --y 5 --from 2 --to 4 odd | columns)" \
	"$(by_hand -v level=5 -v axis=1 -v forth=-1 -v g=-1.2 -v gx=0.3 -v lo=2 -v hi=4)"
alike 'without ends' "$(scree-flux -q --y 5 odd | columns)" "$(by_hand -v level=5 -v axis=1 -v forth=-1 -v g=-1.2 -v gx=0.3)"
alike 'an upright line: gravity pulls to the right' "$(scree-flux -q --x 3 odd | columns)" "$(by_hand -v level=3 -v axis=0 -v forth=1 -v g=0.3)"
alike 'gravity that pulls to the left' "$(sed 's/gravity 0.3/gravity -0.4/' odd | scree-flux -q --x 3 | columns)" \
	"$(by_hand -v level=3 -v axis=0 -v forth=-1 -v g=-0.4)"
alike 'all of it in one row, rates with errors' "$(scree-flux -q --mean --y 5 --from 2 --to 4 odd | columns)" \
	"$(by_hand -v mean=1 -v level=5 -v axis=1 -v forth=-1 -v g=-1.2 -v gx=0.3 -v lo=2 -v hi=4)"
alike 'of a line without ends' "$(scree-flux -q --mean --x 3 odd | columns)" "$(by_hand -v mean=1 -v flat=1 -v level=3 -v axis=0 -v forth=1 -v g=0.3)"

# without material there is no mass that could pass; area is there
sed 's/ sand - / - - /' hand.scree >bare.scree
scree-flux --y 5 --from 2 --to 4 bare.scree >bare.tab
is 'without material no mass' "$(row bare.tab 2 forth forth_mass back mass)" '2 ? 1 ?'
near 'but area' "$(cell bare.tab forth_area 2)" "$(cell hand.tab forth_area 2)" 1e-15

# put back: the count of laps says that 1 did not rise from -4 to 8 but fell on
{
	start 'gravity 0,0' | sed 's/ix iy$/ix iy laps/'
	frame 0 0 '1 3 1 0 -5' '2 3 -4 0 -5' | sed '/^body/s/$/ 0/'
	frame 1 1 '1 3 8 0 0' '2 3 8 0 0' | sed '/^body/s/$/ 1/'
} >laps.scree
is 'a body that was put back' "$(scree-flux --y 0 laps.scree >laps.tab; row laps.tab 2 forth back gone came)" '0 1 2 2'

# periodic: 1 is wrapped at the lower edge, 2 falls by 25 to -21, 3 passes the corner
{
	start 'domain lo=0,0 hi=10,10 periodic=xy' 'gravity 0,-1'
	frame 0 0 '1 5 0.5' '2 5 4' '3 9.5 5.2'
	frame 1 1 '1 5 9.5 0 0 0 -1' '2 5 9 0 0 0 -3' '3 0.5 4.8 0 0 1 0'
} >wrap.scree
is 'wrapping passes no line' "$(scree-flux --y 5 --where 'id == 1' wrap.scree >wrap.tab; row wrap.tab 2 forth back)" '0 0'
is 'a line at the edge' "$(scree-flux --y 0 --where 'id == 1' wrap.scree >wrap.tab; row wrap.tab 2 forth back)" '1 0'
is 'at the other edge' "$(scree-flux --y 10 --where 'id == 1' wrap.scree >wrap.tab; row wrap.tab 2 forth back)" '1 0'
is 'images of the line' "$(scree-flux --y 5 --where 'id == 2' wrap.scree >wrap.tab; row wrap.tab 2 forth back)" '2 0'
# a disk weighs pi / 2
alike 'which counts twice' "$(columns forth_mass mass forth_area area <wrap.tab | tail -n 1)" "$(awk 'BEGIN { p = atan2(0, -1); printf "%.15g %.15g %.15g %.15g", p, p, p / 2, p / 2 }')"
is 'across the end of the domain' "$(scree-flux --y 5 --where 'id == 3' wrap.scree >wrap.tab; row wrap.tab 2 forth back)" '1 0'
is 'an image of a line with ends' "$(scree-flux --y 5 --from 9 --to 11 --where 'id == 3' wrap.scree >wrap.tab; row wrap.tab 2 forth)" 1
sed 's/0 0 -3$/0 0 -9000000000000/' wrap.scree >long.scree
fails 3 'body 2 crosses more than a million periods.*before t=1' 'a way of too many periods' scree-flux --y 5 long.scree
# tilted by 3: the line x = 5 goes on at x = 8 above y = 10
{
	start 'domain lo=0,0 hi=10,10 periodic=xy tilt=3'
	frame 0 0 '1 4 9.5' '2 4.5 9.7' '3 4.5 9.2' '4 7.5 9.7'
	frame 1 1 '1 1 0.5 0 0 0 1' '2 2.5 0.7 0 0 0 1' '3 2.5 0.2 0 0 0 1' '4 5.5 0.7 0 0 0 1'
} >tilt.scree
for k in 1:0 2:0 3:1 4:1; do
	is "a tilted domain, body ${k%:*}" "$(scree-flux --x 5 --where "id == ${k%:*}" tilt.scree >tilt.tab; row tilt.tab 2 forth)" ${k#*:}
done
{ # tilt 4.9 becomes 5.1, which is -4.9: counts along x grow by those along y, and nothing has moved
	start 'domain lo=0,0 hi=10,10 periodic=xy tilt=4.9 rate=0,0,0.02'
	frame 0 0 '1 5 5 0 0 0 2'
	echo 'domain lo=0,0 hi=10,10 periodic=xy tilt=-4.9 rate=0,0,0.02'
	frame 1 1 '1 5.1 5 0 0 2 2'
} >flip.scree
is 'a tilt that is taken back' "$(scree-flux --x 9 flip.scree >flip.tab; row flip.tab 2 forth back)" '0 0'
{ # a shear that follows a stress: its rate changes from frame to frame, and its average says that the tilt has grown by 7, to -3 + 10
	start 'domain lo=0,0 hi=10,10 periodic=xy rate=0,0,-0.3 shear=1 m=2 tau=0.5 mean=0,0,0.7'
	frame 0 0 '1 2 3 0 0 0 1'
	echo 'domain lo=0,0 hi=10,10 periodic=xy tilt=-3 rate=0,0,0.1 shear=1 m=2 tau=0.5 mean=0,0,0.72'
	frame 1 1 '1 5 3 0 0 0 1'
} >follow.scree
is 'a tilt that is taken back under a shear stress' "$(scree-flux --x 3.5 follow.scree >flip.tab; row flip.tab 2 forth back)" '0 0'
near 'and the shear that it was' "$(scree-stress -q follow.scree | columns gamma | tail -n 1)" 0.7 1e-12
{ # a box 30 wide and 4 high that shears by 2.5 of its own height in a time of 5: its tilt, 10 more, is taken back by a whole period,
	# with which the count along x grows by those along y, here 3. The body moves by 1 to the right of x = 3, and back in its images' eyes
	start 'domain lo=0,0 hi=30,4 periodic=xy tilt=8 rate=0,0,0.5'
	frame 0 0 '1 2.5 2 0 0 1 3' '2 4 1 0 0 0 1'
	echo 'domain lo=0,0 hi=30,4 periodic=xy tilt=-12 rate=0,0,0.5'
	frame 1 5 '1 3.5 2 0 0 4 3' '2 2 1 0 0 1 1'
} >wide.scree
is 'a wide box whose tilt is taken back' "$(scree-flux --x 3 wide.scree | columns forth back | tail -n 1)" '1 1'
# a line without ends is as long as the period along it; where there is none it has no length, and its images along the
# other axis count:
# the body moves by 22 to the right and 15 down, of 10 and 7
for p in x y; do
	{ start "domain lo=-1,0 hi=9,7 periodic=$p"; frame 0 0 '1 3 5.5'
		if [ $p = x ]; then frame 1 1 '1 5 1.5 0 0 2 0'; else frame 1 1 '1 5 4.5 0 0 0 -2'; fi; } >half
	alike "lines in a domain with periods along $p: widths, and what passes" \
		"$(for l in '--y 5' '--x 4'; do scree-flux -q --mean $l half | columns width number; done)" "$([ $p = x ] && printf '10 -1\n? 3' || printf '? -3\n7 1')"
done
{ # gravity that turns: an interval has the one at its beginning
	start 'gravity 0,-1'
	frame 0 0 '1 3 5.5'
	echo 'gravity 0,1'
	frame 1 1 '1 3 4.5'
	frame 2 2 '1 3 5.5'
} >turned.scree
is 'forth is where gravity pulls at the beginning' \
	"$(scree-flux -q --y 5 turned.scree | columns forth back | tr '\n' ';')" '0 0;1 0;1 0;'

# A jam: 9 passes until t = 1; 1, 2, 3 span the opening, 4, 5, 6 do so above, and 7 lies on 6 and the wall.
contacts() {
	sed 's/^\(columns body .*\)/\1\ncolumns contact i j x y nx ny overlap fn/'
}
still() { # STEP T Y: body 9 at height Y
	printf 'frame %s t=%s body=10 contact=11\n' "$1" "$2"
	printf 'body %s\n' '1 1 sand - -1.5 1 0 0 0 0' '2 1 sand - 0 1.5 0 0 0 0' '3 1 sand - 1.5 1 0 0 0 0' '4 1 sand - -1.5 3 0 0 0 0' \
		'5 1 sand - 0 3.5 0 0 0 0' '6 1 sand - 1.5 3 0 0 0 0' '7 1 sand - 1.5 4 0 0 0 0' "9 1 sand - 0 $3 0 0 0 0" \
		'10 1 sand wall -2.5 1 0 0 0 0' '11 1 sand wall 2.5 1 0 0 0 0'
	printf 'contact %s\n' '10 1 -2 1 1 0 0.001 1' '1 2 -0.75 1.25 1 0 0.001 1' '2 3 0.75 1.25 1 0 0.001 1' '3 11 2 1 1 0 0.001 1' \
		'10 4 -3 3 1 0 0.001 1' '4 5 -0.75 3.25 1 0 0.001 1' '5 6 0.75 3.25 1 0 0.001 1' '6 11 3 3 1 0 0.001 1' \
		'6 7 1.5 3.5 1 0 0.001 1' '7 11 3 4 1 0 0.001 1' '2 5 0 2.5 0 1 0.001 1'
	printf 'end %s\n' "$1"
}
{
	start 'gravity 0,-1' 'constraint wall x=fixed y=fixed angle=fixed' | contacts
	still 0 0 0.5
	for k in 1 2 3 4; do
		still $k $k -$k
	done
} >jam.scree
scree-flux --y 0 --from -2 --to 2 --jam 2.5 jam.scree >jam.tab
is 'flow' "$(row jam.tab 2 forth before idle jam arch)" '1 7 0 0 ?'
is 'not yet a jam' "$(row jam.tab 4 forth idle jam arch)" '0 2 0 ?'
is 'a jam' "$(row jam.tab 5 forth idle jam arch)" '0 3 1 3'
near 'the arch from wall to wall: 0.5, twice the way by (1.5, 0.5), 0.5' "$(cell jam.tab arch_length 5)" 4.16227766016838 1e-12
scree-flux --y 0 --from -2 --to 2 --jam 2.5 --mean jam.scree >jam.tab
is 'rates are those of the flow' "$(row jam.tab 1 time flow_time number rate jams jam_t arch)" '4 1 1 1 1 1 3'
scree-flux --y 0 --from -2 --to 2 --mean jam.scree >nojam.tab
is 'else of the whole time' "$(cell nojam.tab rate 1)" 0.25
sed '/^contact 2 3 /d; s/contact=11/contact=10/' jam.scree >higher.scree
scree-flux --y 0 --from -2 --to 2 --jam 2.5 higher.scree >higher.tab
is 'as many grains, higher' "$(cell higher.tab arch 5)" 3
# 1, 2, 5, 6 would be four
near 'that one' "$(cell higher.tab arch_length 5)" 6.16227766016838 1e-12
sed '/^contact 6 11/d; s/contact=10/contact=9/' higher.scree | scree-flux --y 0 --from -2 --to 2 --jam 2.5 >four.tab
is 'four grains' "$(cell four.tab arch 5)" 4
sed '/^contact [27] /d; s/contact=11/contact=8/; /^contact 6 11/d; s/contact=8/contact=7/' jam.scree |
	scree-flux --y 0 --from -2 --to 2 --jam 2.5 >none.tab
is 'no chain, no jam' "$(row none.tab 5 idle jam arch arch_length)" '3 0 ? ?'
is 'a jam when nothing has passed for as long' "$(scree-flux --y 0 --from -2 --to 2 --jam 3 jam.scree | columns jam | tail -n 1)" 1
is 'no sooner' "$(scree-flux --y 0 --from -2 --to 2 --jam 3.01 jam.scree | columns jam | tail -n 1)" 0
# two jams with different arches, the second of which ends because what is before the opening is taken away. A stop that is no jam is
# flow, one that leads up to a jam is none, nor is it before anything has passed
{
	sed -n '/^frame/q; p' jam.scree
	still 0 0 0.5
	still 1 1 0.5
	still 2 2 -1
	still 3 3 -1
	still 4 4 -1 | sed 's/^body 7 1 sand - 1.5 4 /body 7 1 sand - 1.5 -1 /'
	for k in 5 6 7; do still $k $k -1; done | sed 's/^body 7 1 sand - 1.5 4 /body 7 1 sand - 1.5 -2 /'
	for k in 8 9 10 11; do still $k $k -1; done | sed 's/^body 7 1 sand - 1.5 4 /body 7 1 sand - 1.5 -2 /; s/^body 3 1 sand - 1.5 1 /body 3 1 sand - 1.5 -3 /'
	still 12 12 -1 | sed '/^body [1-7] /d; /^contact/d; s/body=10 contact=11/body=3 contact=0/'
} >twice.scree
# 9 passes at 2, 7 at 4, 3 at 8
is 'jams come and go' "$(scree-flux --y 0 --from -2 --to 2 --jam 2.5 twice.scree | columns t number idle before jam arch | tr '\n' ';')" \
	'0 0 0 8 0 ?;1 0 1 8 0 ?;2 1 0 7 0 ?;3 1 1 7 0 ?;4 2 0 6 0 ?;5 2 1 6 0 ?;6 2 2 6 0 ?;7 2 3 6 1 3;8 3 0 5 0 ?;9 3 1 5 0 ?;10 3 2 5 0 ?;11 3 3 5 1 3;12 3 4 0 0 ?;'
# flow: 1 to 4, 7 to 8, in which 3 pass; the arch is that of the first jam
is 'on average' "$(scree-flux --y 0 --from -2 --to 2 --jam 2.5 --mean twice.scree | columns time number flow_time rate jams jam_t arch arch_length)" \
	'12 3 4 0.75 2 4 3 4.16227766016838'
near 'the other arch' "$(scree-flux --y 0 --from -2 --to 2 --jam 2.5 twice.scree | columns arch_length | sed -n 12p)" 6.16227766016838 1e-12
# arch BODIES CONTACTS: rows "id x y size" and "i j x y ix", two walls 90 and 91, and 99, which passes; dx moves all to the right,
# swap=1 exchanges x and y. An arch is the shortest chain, of several the lowest, that touches the walls
arch() {
	{ echo "$1"; echo --; echo "$2"; } | awk -v dx="${dx:-0}" -v swap="${swap:-0}" -v CONVFMT=%.17g 'function at(x, y) { x += dx; return swap ? y " " x : x " " y }
		/^--/ { second = 1; next } !NF { next }
		!second { b[++n] = "body " $1 " 1 sand - " at($2, $3) " " $4 } second { c[++m] = "contact " $1 " " $2 " " at($3, $4) " 1 0 0.001 1 " $5 + 0 }
		END { print "scree 1 dim=2\ndomain lo=-50,-50 hi=50,50 periodic=" (swap ? "y" : "x") "\ngravity " (swap ? "-1,0" : "0,-1") "\nmaterial sand density=2"
			print "shape 1 point r=0.25 0,0\nconstraint wall x=fixed y=fixed angle=fixed\ncolumns body id shape material tag x y size"
			print "columns contact i j x y nx ny overlap fn " (swap ? "iy" : "ix")
			for (f = 0; f < 3; f++) { print "frame " f " t=" f * f " body=" n + 3 " contact=" m; for (k = 1; k <= n; k++) print b[k]
				print "body 99 1 sand - " at(0, f ? -5 : 0.5) " 1\nbody 90 1 sand wall " at(-2.5, 1) " 1\nbody 91 1 sand wall " at(2.5, 1) " 1"
				for (k = 1; k <= m; k++) print c[k]; print "end " f } }' >arch.scree
}
length_of() { awk -v p="$*" 'BEGIN { n = split(p, x, " "); for (k = 3; k < n; k += 2) s += sqrt((x[k] - x[k - 2]) ^ 2 + (x[k + 1] - x[k - 1]) ^ 2); printf "%.15g", s }'; }
# 1 and 4 at the walls, 2 and 3 between them: 3 is the lower one
tie='1 -1.5 1 2
2 0 2 2.2
3 0.2 1.3 1.8
4 1.5 1.1 1.9'
links='90 1 -2 0.9
1 2 -0.75 1.5
2 4 0.8 1.5
1 3 -0.6 1.2
3 4 0.9 1.2
4 91 2 1.2'
lower="3 $(length_of -2 0.9 -1.5 1 0.2 1.3 1.5 1.1 2 1.2)"
arch "$tie" "$links"
is_arch() { alike "$1" "$(shift 2; scree-flux --jam 2.5 "$@" arch.scree | columns arch arch_length | tail -n 1)" "$2"; }
is_arch 'of two arches of as many grains the lower one' "$lower" --y 0 --from -2 --to 2
is_arch 'across a line between points' "$lower" --line -2,0,2,0
is_arch 'of the grains that are chosen' "3 $(length_of -2 0.9 -1.5 1 0 2 1.5 1.1 2 1.2)" --y 0 --from -2 --to 2 --where 'id != 3'
dx=7 arch "$tie" "$links"
is_arch 'elsewhere' "$lower" --y 0 --from 5 --to 9
swap=1 arch "$tie" "$links"
is_arch 'across an upright line' "$lower" --x 0 --from -2 --to 2
arch "$tie" "$links
1 4 0 0 1"
is_arch 'a contact with an image is no link' "$lower" --y 0 --from -2 --to 2
# the grain 5 of radius 0.5 reaches both walls; it is part of an arch until it is wholly past the line
arch "$tie
5 0 -0.4 2" "$links
5 90 -0.3 -0.1
91 5 0.4 -0.2"
is_arch 'a grain that has not passed' "1 $(length_of -0.3 -0.1 0 -0.4 0.4 -0.2)" --y 0 --from -2 --to 2
arch "$tie
5 0 -0.6 2" "$links
5 90 -0.3 -0.1
91 5 0.4 -0.2"
is_arch 'and one that has' "$lower" --y 0 --from -2 --to 2
{
	cat jam.scree
	still 5 5 0.5
	still 6 6 -1
	still 7 7 -1
} >again.scree
scree-flux --y 0 --from -2 --to 2 --jam 2.5 again.scree >again.tab
is 'it does not flow because a grain comes back' "$(row again.tab 6 back jam)" '1 1'
is 'passing a second time makes up for coming back' "$(row again.tab 7 forth jam number)" '1 1 1'
awk '/^body [1-7] / { next } /^contact [0-9]/ { next } { sub("body=10 contact=11", "body=3 contact=0") } 1' jam.scree |
	scree-flux --y 0 --from -2 --to 2 --jam 2.5 --mean >empty.tab
is 'an empty hopper is no jam, and the time after it no flow' "$(row empty.tab 1 jams jam_t flow_time)" '0 ? 1'
sed 's/ contact=11//; /^contact /d; s/^shape 1 .*/&\nlaw sand sand linear kn=1000/; s/-1.5 1 0/-1.49 1 0/
	s/ 1.5 1 0/ 1.49 1 0/; s/ 0 1.5 0/ 0 1 0/; s/r=0.5/r=0.75/' jam.scree >bodies.scree
scree-flux --y 0 --from -2 --to 2 --jam 2.5 bodies.scree >bodies.tab 2>said
is 'contacts found from the bodies' "$(cell bodies.tab arch 5)" 3
ok 'which is said' grep -q 'computed from the bodies' said

sed 's/^body 9 .*/body 9 1 sand - 0 0.5 0 0 0 0/' jam.scree | scree-flux --y 0 --from -2 --to 2 --jam 2.5 --mean >never.tab
is 'where nothing has passed there is no flow that could jam' "$(row never.tab 1 jams flow_time number rate)" '0 0 0 ?'

# the opening that scree-wall makes is where it says
scree-shape -q disk --radius 0.5 | scree-fill -q -n 9 --box 9,9 | scree-wall hopper --opening 3 --gate 5 2>said >hopper.scree
is 'scree-wall says where its opening is' "$(sed -n 's/.*opening is at y = \([^ ]*\), from x = \([^ ]*\) to \(.*\)/\2 \3/p' said)" '3 6'
near 'at the height of the gate' "$(sed -n 's/.*opening is at y = \([^ ,]*\),.*/\1/p' said)" "$(awk '$5 == "gate" { print $8 }' hopper.scree)" 1e-5

# a steady stream has no error
{
	start 'gravity 0,-1'
	awk 'BEGIN { for (k = 0; k <= 30; k++) {
		print "frame", k, "t=" k, "body=40"
		for (i = 1; i <= 40; i++) print "body", i, 1, "sand", "-", 0, i - k - 0.5, 0, 0, 0, 0
		print "end", k } }'
} >steady.scree
scree-flux --y 0 --mean steady.scree >steady.tab
is 'a steady stream' "$(row steady.tab 1 rate rate_error width)" '1 0 ?'

# rows of several runs, one table behind the other, follow the law of Beverloo that they were made by
for width in 3 4 5 6 7; do
	printf '# scree-table 1\n# width[L] mass_rate[M/T]\n'
	awk -v d=$width 'BEGIN { printf "%g %.15g\n", d, 0.7 * (d - 1.3) ^ 1.5 }'
done >law.tab
if command -v gnuplot >/dev/null; then
	scree-plot -x width -y mass_rate --fit 'C*(x-a)^1.5' --start C=1,a=1 -o law.svg law.tab 2>said
	near 'Beverloo: C' "$(sed -n 's/.*fit: C = \([^ ]*\).*/\1/p' said)" 0.7 1e-4
	near 'Beverloo: k d' "$(sed -n 's/.*fit: a = \([^ ]*\).*/\1/p' said)" 1.3 1e-4
else
	skip 'the law of Beverloo: gnuplot is not installed'
fi

# a line that the domain does not have; the disk falls from y = 3 to 1
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=4,5' 'material m density=1' 'shape 1 disks 0,0,0.5' 'columns body id shape material x y' \
	'frame 0 t=0 body=1' 'body 1 1 m 2 3' 'end 0' 'frame 1 t=1 body=1' 'body 1 1 m 2 1' 'end 1' >fall.scree
for line in '--y 5.5' '--x -0.1' '--y 2 --from 4.5 --to 6' '--line 4.5,1,6,3' '--line=-1,0.5,0.5,-1'; do
	# shellcheck disable=SC2086
	fails 0 'the line lies outside the domain, and nothing passed' "nothing passes $line" scree-flux $line fall.scree
done
for line in '--y 5' '--x 0.1' '--y 2 --from 3.5 --to 6' '--line 3.5,1,6,3' '--line=-1,1.5,1.5,-1'; do
	# shellcheck disable=SC2086
	is "$line may be passed" "$(scree-flux -q $line fall.scree 2>&1 >/dev/null)" ''
done
sed 's/periodic=none//; s/^domain.*/& periodic=y/' fall.scree >round.scree
is 'so may the images of a line' "$(scree-flux -q --y 7 round.scree 2>&1 >/dev/null)" ''

fails 2 'no line, expected one of' 'no line' scree-flux hand.scree
fails 2 'several lines' 'two lines' scree-flux --y 1 --x 1 hand.scree
fails 2 'line: 1,2,3' 'a line of three numbers' scree-flux --line 1,2,3 hand.scree
fails 2 'line: 1,2,1,2' 'a line without length' scree-flux --line 1,2,1,2 hand.scree
fails 2 'to: is missing, expected both' 'one end' scree-flux --y 0 --from 1 hand.scree
fails 2 'to: 1, expected more than --from 1' 'ends the wrong way round' scree-flux --y 0 --from 1 --to 1 hand.scree
fails 2 '(from|to): is only for' 'ends twice' scree-flux --line 1,2,3,4 --from 1 --to 2 hand.scree
fails 2 'jam: 0' 'no time' scree-flux --y 0 --from 1 --to 2 --jam 0 hand.scree
fails 2 'jam: needs the ends' 'an opening without ends' scree-flux --y 0 --jam 1 hand.scree
start >none.scree
fails 3 'no frame' 'a stream without frames' scree-flux --y 0 none.scree
sed '$d' hand.scree >cut.scree
fails 3 'cut' 'a cut stream' scree-flux --y 5 cut.scree
is 'what is whole in it is there' "$(scree-flux -q --y 5 cut.scree 2>/dev/null | grep -vc '#')" 3
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-flux --y 5 $tmp/hand.scree >/dev/full"
finish
