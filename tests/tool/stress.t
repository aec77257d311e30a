#!/bin/sh
# scree-stress: stresses, strains and drops against closed forms, momentum balance, and the simulator's own forces on walls.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"
. "$root/tests/odd_touch.sh"

rows() { grep -v '^#' "$@" | grep .; }
# NAME ROW FILE: the cell of a column in a row of the table
cell() {
	awk -v name="$1" -v row="$2" '/^# t|^# tag/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
		!/^#/ && NF && ++n == row { print $at[name] }' "$3"
}
calc() { awk "BEGIN { pi = 3.14159265358979324; printf \"%.17g\", $1 }"; }

# a hexagonal lattice of disks of diameter 1 at a distance of 0.98: each contact bears kn 0.02 = 1, so that
# p = (sum over 3 contacts of f a n n) / (sqrt(3) a^2 / 2) = sqrt(3) f / a
hex() { awk -v a="$1" -v CONVFMT=%.17g 'BEGIN { h = a * sqrt(3) / 2
	print "scree 1 dim=2\ndomain lo=0,0 hi=" 6 * a "," 4 * h " periodic=xy\nmaterial m density=2\nlaw m m linear kn=50 mu=0.5"
	print "shape 1 point r=0.5 0,0\ncolumns body id shape material x y vx\nframe 0 t=0 body=24"
	for (j = 0; j < 4; j++) for (i = 0; i < 6; i++)
		printf "body %d 1 m %.17g %.17g %d\n", 6 * j + i + 1, a * (i + 0.5 * (j % 2) + 0.2), h * (j + 0.3), 7 + 0.3 * 10 * (j % 2)
	print "end 0" }'; }
hex 0.98 >hex
scree-stress hex >a 2>said
ok 'contacts from the bodies are told' grep -q 'has no contact records.*scree-dem2' said
p=$(calc 'sqrt(3) / 0.98')
near 'a hexagonal lattice: s_xx' "$(cell s_xx 1 a)" "$p" 1e-9
near 's_yy' "$(cell s_yy 1 a)" "$p" 1e-9
near 's_xy' "$(cell s_xy 1 a)" 0 1e-12
near 'p' "$(cell p 1 a)" "$p" 1e-9
# half the rows move at 7, half at 10, disks weigh 2 pi / 4
near 'the kinetic part' "$(cell k_xx 1 a)" "$(calc '24 * pi / 2 * 1.5 ^ 2 / (24 * 0.98 ^ 2 * sqrt(3) / 2)')" 1e-8
is 'along y there is none' "$(cell k_yy 1 a) $(cell k_xy 1 a)" '0 0'
near 'solid fraction' "$(cell solid 1 a)" "$(calc 'pi / 4 / (0.98 ^ 2 * sqrt(3) / 2)')" 1e-9
# at a distance of 0.9 they fill pi / (2 sqrt(3) 0.81) = 1.12; no wall is there that could hide any of them
is 'disks that overlap deeply are told' "$(hex 0.9 | scree-stress 2>&1 >/dev/null | grep fill)" \
	'scree-stress: t=0: the grains fill 1.12 of their area; they overlap deeply, and overlaps count twice'
near 'void ratio' "$(cell void_ratio 1 a)" "$(calc '0.98 ^ 2 * sqrt(3) / 2 * 4 / pi - 1')" 1e-9
is 'no walls, no rate' "$(cell wall_xx 1 a) $(cell wall_yy 1 a) $(cell I 1 a) $(cell source 1 a)" '? ? ? bodies'
scree-stress -q --kinetic hex >b
near 'p with the kinetic part' "$(cell p 1 b)" "$(calc "$(cell s_xx 1 a) + $(cell k_xx 1 a) / 2")" 1e-9
near 'q' "$(cell q 1 b)" "$(cell k_xx 1 a)" 1e-9
# an area of one's own; a region with the centres of one row: those contacts that are theirs, over its area
near 'another area' "$(scree-stress -q --area 2 hex >b; cell s_yy 1 b)" "$(calc "$p * 24 * 0.98 ^ 2 * sqrt(3) / 4")" 1e-8
near 'a region of one row' "$(scree-stress -q --region 0,0.8,5.88,1.64870489570875 hex >b; cell s_xx 1 b)" "$p" 1e-8
is 'its grains' "$(cell grains 1 b)" 6
# regions over periodic edges: three columns of the upper row, and the lower row, which is next to the upper edge again
near 'a region over an edge along x' "$(scree-stress -q --region 3.92,0.8,6.86,1.64870489570875 hex >b; cell s_xx 1 b)" "$p" 1e-8
is 'has grains on both sides' "$(cell grains 1 b)" 3
near 'along y' "$(scree-stress -q --region 0,2.97046713498062,5.88,3.81917203068937 hex >b; cell s_yy 1 b)" "$p" 1e-8
is 'has the row beyond the edge' "$(cell grains 1 b)" 6
is 'a region one period off is the same' "$(scree-stress -q --region=-5.88,0.8,0,1.64870489570875 hex >b; cell grains 1 b)" 6
is 'so it is for the grains' "$(scree-stress -q --per-grain --region 3.92,0.8,6.86,1.64870489570875 hex | awk '/^body/ && $NF != "-"' | wc -l)" 3
fails 2 'region: is 6 long along x, more than the period 5.88 ' 'a region longer than the period' scree-stress -q --region 0,0,6,1 hex
# images across a tilted edge are displaced: that of (1, 1) is at (4, 11)
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=10,10 periodic=xy tilt=3' 'shape 1 point r=0.5 0,0' 'columns body id shape x y' \
	'frame 0 t=0 body=1 contact=0' 'body 1 1 1 1' 'end 0' >slanted
is 'an image across a tilted edge' "$(scree-stress -q --region 3,10,5,12 slanted >b; cell grains 1 b)" 1
is 'is not above the grain' "$(scree-stress -q --region 0,10,2,12 slanted >b; cell grains 1 b)" 0
is 'chosen grains' "$(scree-stress -q --where 'id <= 12' hex >b; cell grains 1 b)" 12
near 'have their share' "$(cell s_xx 1 b)" "$(calc "$p / 2")" 1e-9

# bodies without material have area, but no mass
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=4,4 periodic=xy' 'shape 1 point r=0.5 0,0' 'columns body id shape x y vx' \
	'frame 0 t=0 body=2 contact=0' 'body 1 1 1 1 1' 'body 2 1 3 3 -1' 'end 0' >bare
scree-stress bare >b
is 'without material: no kinetic stress' "$(cell k_xx 1 b)" '?'
near 'but a solid fraction' "$(cell solid 1 b)" "$(calc 'pi / 32')" 1e-12

# records: forces that are not central, a grain on a wall. A disk at (2, 1) under another at (2.6, 1.8), on the floor
{
	cat <<'END'
scree 1 dim=2
units length=m mass=kg time=s
domain lo=0,0 hi=4,5 periodic=x
material m density=3
law m m linear kn=50 mu=0.5
shape 1 point r=0.5 0,0
shape 2 polyline r=0.25 -2,0 2,0
constraint floor x=fixed y=fixed angle=fixed
constraint lid x=v:1 y=p:-1 angle=fixed m=1
columns body id shape material tag x y ix vx vy
columns contact i fi j fj ix x y nx ny overlap fn ft
END
	frame() { # STEP TIME LID_Y LID_X LID_IX FN FT
		cat <<END
frame $1 t=$2 body=4 contact=3
body 1 1 m - 2 1 0 0 0
body 2 1 m - 2.6 1.8 0 0 0
body 3 2 m floor 2 0.25 0 0 0
body 4 2 m lid $4 $3 $5 1 0
contact 1 0 2 0 0 2.3 1.4 0.6 0.8 0.01 $6 $7
contact 3 0 1 0 0 2 0.5 0 1 0.01 7 2
contact 2 0 4 0 0 2.6 2.3 0 1 0.01 5 -1
end $1
END
	}
	frame 0 0 2.55 3.5 0 10 2
	frame 5 0.5 2.45 1 1 10 0
	frame 10 1 2.3 1.5 1 0 0
} >hand
scree-stress --no-provenance hand >a
is 'units' "$(sed -n 2p a | tr ' ' '\n' | grep -e s_xx -e area | tr '\n' ' ')" 's_xx[kg/s^2] area[m^2] '
# between the faces at 0.5 and 2.3; force on 2 from 1: (6 - 1.6, 8 + 1.2) over the branch (0.6, 0.8); on 1 from the floor (-2, 7)
# at (0, -0.5); on 2 from the lid: minus (1, 5) at (0, 0.5). s = sum of f r / A, force first, compression positive
near 'the area between walls' "$(cell area 1 a)" 7.2 1e-12
near 'two grains: s_xx' "$(cell s_xx 1 a)" "$(calc '4.4 * 0.6 / 7.2')" 1e-12
near 's_xy' "$(cell s_xy 1 a)" "$(calc '(4.4 * 0.8 - 2 * 0.5 + 1 * 0.5) / 7.2')" 1e-12
near 's_yx' "$(cell s_yx 1 a)" "$(calc '9.2 * 0.6 / 7.2')" 1e-12
near 's_yy' "$(cell s_yy 1 a)" "$(calc '(9.2 * 0.8 + 7 * 0.5 + 5 * 0.5) / 7.2')" 1e-12
s=$(calc "sqrt(($(cell s_xx 1 a) - $(cell s_yy 1 a)) ^ 2 + ($(cell s_xy 1 a) + $(cell s_yx 1 a)) ^ 2)")
near 'q is the difference of the principal stresses' "$(cell q 1 a)" "$s" 1e-10
near 'sin phi' "$(cell sin_phi 1 a)" "$(calc "$s / ($(cell s_xx 1 a) + $(cell s_yy 1 a))")" 1e-10
near 'phi' "$(calc "sin($(cell phi 1 a))")" "$(cell sin_phi 1 a)" 1e-10
# the lid gets (1, 5), the floor minus (-2, 7), over the period of 4
near 'walls: pressure' "$(cell wall_yy 1 a)" 1.5 1e-12
near 'and shear' "$(cell wall_xy 1 a)" "$(calc '0.5 * (1 - 2) / 4')" 1e-12
is 'none along x' "$(cell wall_xx 1 a)" '?'
# heights 1.8, 1.7, 1.55; the lid moves by 1.5 and by 0.5
is 'no strain at first' "$(cell strain_xx 1 a) $(cell strain_yy 1 a) $(cell gamma 1 a) $(cell I 1 a)" '0 0 0 ?'
near 'strain' "$(cell strain_yy 3 a)" "$(calc 'log(1.8 / 1.55)')" 1e-12
near 'of the volume' "$(cell strain_vol 2 a)" "$(calc 'log(1.8 / 1.7)')" 1e-12
near 'shear' "$(cell gamma 3 a)" "$(calc '1.5 / 0.1 * log(1.8 / 1.7) + 0.5 / 0.15 * log(1.7 / 1.55)')" 1e-12
# rate: sqrt(e'^2 + g'^2), d = 1, density 3
near 'inertial number' "$(cell I 2 a)" "$(calc "sqrt((log(1.8 / 1.7)) ^ 2 + (15 * log(1.8 / 1.7)) ^ 2) / 0.5 * sqrt(3 / $(cell p 2 a))")" 1e-9
scree-stress --wall-forces hand >b
is 'forces on walls' "$(rows b | head -n 2 | awk '{ print $1, $5, $6, $7, $8, $9 }' | tr '\n' ' ')" 'floor 4 2 -7 0.5 -1.75 lid 4 1 5 0.25 1.25 '
is 'where they are, images counted' "$(rows b | awk '$1 == "lid" { print $3, $4 }' | tr '\n' ' ')" '3.5 2.55 5 2.45 5.5 2.3 '
is 'a block for every frame' "$(grep '^# block' b | tr '\n' ' ')" '# block t=0 # block t=0.5 # block t=1 '

# the same, turned by a quarter: upright walls along a period, of which the right one moves
sed 's/hi=4,5 periodic=x/hi=5,4 periodic=y/; /^shape 2/s/-2,0 2,0/0,-2 0,2/; /^columns body/s/ x y ix vx vy/ y x iy vy vx/; /^columns contact/s/ ix x y nx ny/ iy y x ny nx/
	/^constraint lid/s/x=v:1 y=p:-1/y=v:1 x=p:-1/; /^contact/s/ \([^ ]*\)$/ -\1/; s/ --/ /' hand >upright
alike 'between upright walls: shear, area and inertial number' "$(scree-stress -q upright | columns gamma area I s_yx s_xx)" \
	"$(scree-stress -q hand | columns gamma area I s_xy s_yy)"

cat hand hand >twice
is 'another stream begins anew' "$(scree-stress twice | rows | tail -n 3)" "$(rows a)"

# a box: on the left two walls, of which the nearer one counts; a floor of glued disks, whose mean height does; a lid; and what
# bounds nothing, a short wall, one that slants, a disk. Later the walls move, and the right one is another one, or is not there
box() { # STEP T LEFT RIGHT_TAG RIGHT LID_X LID_Y FLOOR_X FLOOR_Y
	awk -v step="$1" -v t="$2" -v left="$3" -v tag="$4" -v right="$5" -v lx="$6" -v ly="$7" -v fx="$8" -v fy="$9" -v CONVFMT=%.17g 'BEGIN { q = "1.5707963267948966"; r = right != "none"
		print "frame " step " t=" t " body=" 11 + r " contact=" 6 + r
		print "body 9 2 m - 1 1 1 0\nbody 3 2 m - 1 3 2.5 0\nbody 6 2 m - 1 2.2 1.7 0\nbody 11 1 m left 2 " left " 2 " q "\nbody 12 1 m left2 1 -1.1 2 " q
		print "body 30 2 m floor 0.8 " fx " " (-0.5 + fy) " 0\nbody 31 2 m floor 1 " (2 + fx) " " (-0.4 + fy) " 0\nbody 32 2 m floor 0.6 " (4 + fx) " " (-0.6 + fy) " 0"
		print "body 40 1 m lid 1.5 " lx " " ly " 0\nbody 50 1 m short 0.1 2 3.5 0\nbody 51 1 m slanted 1 2 3.6 0.3"; if (r) print "body 20 1 m " tag " 1 " right " 2 " q
		print "contact 11 9 0.5 1 1 0 0.01 3 0.5\ncontact 9 30 0.8 0.5 -0.28 -0.96 0.01 5 0.3\ncontact 32 6 2.2 1.2 -0.6 0.8 0.01 2.5 -0.7"
		print "contact 40 3 3 3 -0.352 -0.936 0.01 7 1.1\ncontact 6 50 2.2 2.2 0 1 0.01 0.4 0.2\ncontact 9 6 1.6 1.35 0.8 0.6 0.01 2 0.3"
		if (r) print "contact 3 20 3.5 2.5 1 0 0.01 4 -0.8"; print "end " step }'
}
{
	printf '%s\n' 'scree 1 dim=2' 'material m density=3' 'shape 1 polyline r=0.1 -2,0 2,0' 'shape 2 point r=0.5 0,0'
	for w in left left2 floor lid short slanted right other; do echo "constraint $w x=fixed y=fixed angle=fixed"; done
	printf '%s\n' 'columns body id shape material tag size x y angle' 'columns contact i j x y nx ny overlap fn ft'
	box 0 0 -0.5 right 4.1 2 4 0 0
	box 1 0.5 -0.5 right 3.9 2.2 3.8 -0.05 0.02
	box 2 1.5 -0.4 other 3.7 2.1 3.8 0.05 0.02
	box 3 2 -0.3 other 3.6 2.4 3.7 0.05 0.02
	box 4 2.5 -0.3 none none 2.4 3.6 0.05 0.02
	box 5 4 -0.3 other 3.5 2.4 3.6 0.05 0.02
	box 6 4.5 -0.3 other 3.4 2.7 3.6 -0.05 0.02
} >box
# faces: left + 0.2, right - 0.1, lid - 0.15, the floor's mean of -0.1, 0.1 and -0.3 above its place
expected=$(awk 'function step(dt, was, is, hwas, his, ahead) { e = was ? log(was / is) : 0; g = log(hwas / his); x += e; y += g
		# the height that shears is the logarithmic mean of the two
		s = hwas == his ? ahead / his : ahead * log(hwas / his) / (hwas - his); gamma += s; rate = sqrt((e - g) ^ 2 + s ^ 2) / dt }
	function row(w, h) { if (w) printf "%.15g %.15g %.15g %.15g %.15g\n", x, y, x + y, gamma, w * h; else printf "? %.15g ? %.15g no\n", y, gamma }
	BEGIN { row(4.3, 3.95); step(0.5, 4.3, 4.1, 3.95, 3.73, 0.25); row(4.1, 3.73)
		step(1, 0, 0, 3.73, 3.73, -0.2); row(3.8, 3.73) # another wall: what it is not known to have moved is no strain
		step(0.5, 3.8, 3.6, 3.73, 3.63, 0.3); row(3.6, 3.63); step(0.5, 0, 0, 3.63, 3.53, 0); row(0)
		step(1.5, 0, 0, 3.53, 3.53, 0); row(3.5, 3.53); step(0.5, 3.5, 3.4, 3.53, 3.53, 0.4); row(3.4, 3.53) }')
scree-stress -q box >a
alike 'strains between walls' "$(columns strain_xx strain_yy strain_vol gamma area <a | awk 'NR == 5 { $NF = "no" } { print }')" "$expected"
# without the right wall the cell ends where grains do, at 3.5
near 'and an area' "$(cell area 5 a)" "$(calc '(3.5 - -0.1) * 3.53')" 1e-12
# forces on them: of a contact fn n + ft left(n) on the second body; half the difference of both sides over the room
alike 'stress on walls' "$(columns wall_xx wall_xy wall_yy <a | head -n 2)" "$(awk 'function on(sign, nx, ny, fn, ft) { fx = sign * (fn * nx - ft * ny); fy = sign * (fn * ny + ft * nx) }
	BEGIN { on(-1, 1, 0, 3, 0.5); left = fx; on(1, 1, 0, 4, -0.8); right = fx; on(1, -0.28, -0.96, 5, 0.3); bx = fx; by = fy
		on(-1, -0.6, 0.8, 2.5, -0.7); bx += fx; by += fy; on(-1, -0.352, -0.936, 7, 1.1)
		printf "%.15g %.15g %.15g\n%.15g %.15g %.15g", (right - left) / 2 / 3.95, (fx - bx) / 2 / 4.3, (fy - by) / 2 / 4.3,
			(right - left) / 2 / 3.73, (fx - bx) / 2 / 4.1, (fy - by) / 2 / 4.1 }')"
# rates of the second frame and of that without a right wall, density 3, diameter 1
alike 'inertial number' "$(columns I <a | sed -n '2p;5p')" "$(awk -v p="$(cell p 2 a)" 'BEGIN { s = 0.25 * log(3.95 / 3.73) / 0.22
	printf "%.15g\n?", sqrt((log(4.3 / 4.1) - log(3.95 / 3.73)) ^ 2 + s ^ 2) / 0.5 * sqrt(3 / p) }')"
# where they are on average, how long they are, bodies of each
alike 'walls' "$(scree-stress -q --wall-forces box | columns tag bodies x y length | head -n 7)" 'left 1 -0.5 2 8
left2 1 -1.1 2 4
floor 3 2 -0.5 4
lid 1 2 4 6
short 1 2 3.5 0.4
slanted 1 2 3.6 3.821345956502424
right 1 4.1 2 4'
# in a period of 5 a row of disks that reaches over more than half of it goes all the way round, a wall that is longer than it ends
# there; where they are images count, with the tilt of those above
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=5,6 periodic=xy tilt=0.7' 'shape 1 polyline r=0.1 -2,0 2,0' 'shape 2 point r=0.5 0,0' \
	'constraint a x=fixed' 'constraint b x=fixed' 'constraint c x=fixed' 'constraint d x=fixed' 'columns body id shape tag size x y ix iy' \
	'frame 0 t=0 body=6 contact=0' 'body 1 2 a 1 1 1 0 0' 'body 2 2 a 1 4 1 -1 2' 'body 3 2 b 1 1 2 0 0' 'body 4 2 b 1 3 2 0 0' 'body 5 1 c 1.5 2 3 1 1' \
	'body 6 2 d 1.5 2 3 0 0' 'end 0' >round
alike 'walls in a period' "$(scree-stress -q --wall-forces round | columns tag bodies x y length)" "a 2 $(calc '(1 + 4 - 5 + 1.4) / 2') 7 5
b 2 2 2 2
c 1 7.7 9 5
d 1 2 3 1.5"

# a periodic cell that is sheared at rate 0.5 and stretched at 0.25, with flips of the tilt: its rate is 0.25 tilt + 1.5
awk 'BEGIN { print "scree 1 dim=2\nmaterial m density=1\nshape 1 point r=0.5 0,0\ncolumns body id shape x y"
	for (k = 0; k <= 8; k++) { ex = exp(0.25 * k); tilt = 6 * (ex - 1); while (tilt > ex) tilt -= 2 * ex
		printf "domain lo=0,0 hi=%.17g,3 periodic=xy tilt=%.17g rate=0.25,0,0.5\n", 2 * ex, tilt
		printf "frame %d t=%d body=1 contact=0\nbody 1 1 1 1\nend %d\n", k, k, k } }' >sheared
scree-stress sheared >a
ok 'the tilt flips' grep -q 'tilt=-' sheared
near 'shear goes on over flips' "$(cell gamma 9 a)" 4 1e-12
near 'stretching is negative' "$(cell strain_xx 9 a)" -2 1e-12
is 'volume' "$(cell strain_vol 9 a)" "$(cell strain_xx 9 a)"

# all columns of contacts that have nothing in common, in a tilted cell that deforms, against sums in awk; true rates 0.1, -0.2, 0.3
told() { awk "$@" -v what=stress -v rate="$(calc 'sqrt(0.3 ^ 2 + 0.3 ^ 2)')" -f "$root/tests/odd_touch.awk" odd2; }
stress() { scree-stress -q "$@" odd2 | columns t grains s_xx s_xy s_yx s_yy k_xx k_xy k_yy p q sin_phi phi solid void_ratio I; }
alike 'stress' "$(stress)" "$(told)"
alike 'with the motion' "$(stress --kinetic)" "$(told -v kinetic=1)"
alike 'of some, in an area of their own' "$(stress --area 17 --where 'id == 19 or id == 7 or id == 2 or id == 5')" "$(told -v room=17 -v some=' 19 7 2 ')"
alike 'in a region' "$(stress --region 0,1.5,4,6 --kinetic)" "$(told -v kinetic=1 -v room=18 -v box='0 1.5 4 6')"
alike 'strain, area' "$(scree-stress -q odd2 | columns strain_xx strain_yy strain_vol gamma area)" "$(awk 'BEGIN { print "0 0 0 0 45"
	printf "-0.05 0.1 0.05 0.15 %.15g", 45 * exp(-0.05) }')"
# the wall is pressed by 23, as its second body, and by 2, as its first; it is as long as the period
# a held disk that another held one presses with 3, and touches sidewise with 0.5; two disks of one tag press nobody
cat >held <<'END'
scree 1 dim=2
shape 1 point r=0.5 0,0
constraint low x=fixed y=fixed
constraint high x=fixed y=v:-0.1
columns body id shape tag x y
columns contact i j x y nx ny overlap fn ft
frame 0 t=0 body=3 contact=2
body 1 1 low 0 0
body 2 1 high 0.6 0.8
body 3 1 high 1.6 0.8
contact 2 1 0.3 0.4 -0.6 -0.8 0.01 3 0.5
contact 2 3 1.1 0.8 1 0 0.01 7 0
end 0
END
alike 'forces of walls on each other' "$(scree-stress -q --wall-forces held | columns tag bodies fx fy)" 'low 1 -1.4 -2.7
high 2 1.4 2.7'
alike 'forces on walls' "$(scree-stress -q --wall-forces odd2 | columns)" "$(awk 'BEGIN { x = 2 * 0.28 - 0.4 * 0.96 - 1.5 * 0.6 - 0.1 * 0.8
	y = 2 * 0.96 + 0.4 * 0.28 - 1.5 * 0.8 + 0.1 * 0.6
	for (k = 0; k < 2; k++) printf "top 1 3 5.9 9 %.15g %.15g %.15g %.15g\n", x, y, x / 9, y / 9 }')"

# a drop has the shear that there is when it begins: contacts press four times as hard in a third frame, and half in a fourth
awk '/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } { print }
	/^frame/ { n = 0 } { row[++n] = $0 }
	END { for (z = 2; z < 4; z++) for (k = 1; k <= n; k++) {
		$0 = row[k]
		if ($1 == "frame") { $2 = 100 * z; $3 = "t=" z }
		if ($1 == "contact") { $at["fn"] *= z < 3 ? 4 : 0.5; $at["ft"] *= z < 3 ? 4 : 0.5 }
		if ($1 == "end") $2 = 100 * z
		print } }' odd2 >again
scree-stress -q --drops -y s_yy again | rows >a
alike 'when it drops, its shear, and what the volume does' "$(awk '{ t = $1; e = $8; d = $9 } END { print t, e, d }' a)" \
	"$(awk 'BEGIN { printf "2 %.15g 0\n", sqrt(0.15 ^ 2 + 0.15 ^ 2) }')"

# drops of s_yy: force on two disks one above the other, whose moment over the area is fn
{
	sed '/^frame/,$d; s/periodic=x/periodic=none/; /^constraint/d' hand
	k=0
	for f in 10 11 9 10.9 11.5 12 8 7 7.1 7.2 9 8.9 9.5 6 5; do
		printf 'frame %d t=%d body=2 contact=1\nbody 1 1 m - 2 1 0 0 0\nbody 2 1 m - 2 2 0 0 0\ncontact 1 0 2 0 0 2 1.5 0 1 0.01 %s 0\nend %d\n' $k $k $f $k
		k=$((k + 1))
	done
} >jumps
scree-stress --drops -y s_yy --threshold 0.1 --area 1 jumps >a
is 'drops' "$(rows a | awk '{ print $1, $2, $3, $4, $5, $7 }')" '1 2 11 9 2 ?
5 7 12 7 5 3
12 14 9.5 5 4.5 5'
near 'relative size' "$(cell relative 2 a)" "$(calc '5 / 12')" 1e-12
is 'without walls or periods there is no strain' "$(cell strain 1 a) $(cell dilation 1 a)" '? ?'
is 'a lower threshold' "$(scree-stress --drops -y s_yy --threshold 0.01 --area 1 jumps | rows | awk '{ print $1 }' | tr '\n' ' ')" '1 5 10 12 '
is 'drops of q' "$(scree-stress --drops --area 1 --threshold 0.1 jumps | rows | wc -l)" 3
# the lid falls by 0.25 while the stress falls from first to last
is 'a drop with its strain and dilation' "$(scree-stress --drops -y s_yy hand | rows | awk '{ print $1, $2, $8, ($9 < -0.149 && $9 > -0.15) }')" '0 1 0 1'

# the simulator's own forces on walls; and momentum: a box under load at rest has the stress of its walls
scree-shape disk | scree-fill -n 40 --fraction 0.75 -q | scree-wall -q box | scree-set --material steel,1 --law grain,steel,mu=0,kn=20 \
	--law grain,grain,kn=20,mu=0.3 --law steel,steel,kn=0 --body-material steel --where moved |
	scree-set --constrain 'top x=fixed y=p:-0.05 angle=fixed m=20 c=3' --constrain 'right x=p:-0.03 y=fixed angle=fixed m=20 c=3' |
	scree-dem2 -q -t 400 --forces >pressed
scree-stress --wall-forces pressed | tail -n 4 | awk '{ print $1, $6, $7 }' >found
awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^frame/ { n = 0 }
	/^body/ && $5 != "-" { w[n++] = $5 " " $(at["fx"]) " " $(at["fy"]) } END { for (k = 0; k < n; k++) print w[k] }' pressed >own
# the columns' names begin one field before the rows' values
ok 'forces on walls as the simulator has them' awk 'NR == FNR { x[$1] = $2; y[$1] = $3; next }
	{ d = (x[$1] - $2) ^ 2 + (y[$1] - $3) ^ 2; if (d > 1e-24) bad = 1; n++ } END { exit bad || n != 4 }' own found
scree-stress pressed >a
last=$(rows a | wc -l)
near 'stress of the grains and of the walls: yy' "$(calc "$(cell s_yy "$last" a) / $(cell wall_yy "$last" a)")" 1 0.002
near 'xx' "$(calc "$(cell s_xx "$last" a) / $(cell wall_xx "$last" a)")" 1 0.002
# the load is for each length of the whole lid, the stress for the width between the faces: that of the left is at 0
scree-stress --wall-forces pressed | tail -n 4 >walls
width=$(calc "$(awk '$1 == "right" { print $3 }' walls) - 0.25")
near 'and the load' "$(calc "$(cell wall_yy "$last" a) * $width")" "$(calc "0.05 * $(awk '$1 == "top" { print $5 }' walls)")" 0.001
near 'no torque is left' "$(cell s_xy "$last" a)" "$(cell s_yx "$last" a)" 1e-4
ok 'compressed' test "$(awk -v v="$(cell strain_vol "$last" a)" 'BEGIN { print (v > 0.01) }')" = 1

# a gas of elastic disks: its stress, motion and contacts, is the mean pressure on the walls
scree-shape disk -q | scree-fill -n 16 --fraction 0.3 --speed 1 -q | scree-wall -q box | scree-set --law grain,grain,kn=100,en=1,mu=0 |
	scree-dem2 -q -t 60 -e 0.03 >gas
scree-stress --kinetic gas >a
ok 'the virial of a gas' sh -c "awk '/^# t/ { for (k = 2; k <= NF; k++) { sub(/\\[.*/, \"\", \$k); at[\$k] = k - 1 } }
	!/^#/ { s += \$at[\"s_xx\"] + \$at[\"k_xx\"] + \$at[\"s_yy\"] + \$at[\"k_yy\"]; w += \$at[\"wall_xx\"] + \$at[\"wall_yy\"]; k += \$at[\"k_xx\"] + \$at[\"k_yy\"] }
	END { print s / w, k / s; exit !(s > 0.97 * w && s < 1.03 * w && k < 0.9 * s) }' a"

# the signs that the manual states: while the upper part moves to positive x, it pulls the lower part along, which is not compression
scree-shape disk | scree-fill -q -n 40 --fraction 0.8 --periodic xy | scree-set --rate -0.05,-0.05,0 | scree-dem2 -q -t 1 |
	scree-set --rate 0,0,0.1 | scree-dem2 -q -t 8 -e 1 >cell
scree-stress cell >a
ok 'sheared to positive x in a cell: gamma is positive, s_xy and s_yx negative' sh -c \
	"echo '$(cell gamma 8 a) $(cell s_xy 8 a) $(cell s_yx 8 a)' | awk '{ exit !(\$1 > 0.5 && \$2 < -0.01 && \$3 < -0.01) }'"
scree-shape disk | scree-fill -q -n 60 --fraction 0.8 --periodic x | scree-wall plates -q --rough --speed 0.1 --load 0.05 |
	scree-dem2 -q -t 20 -e 10 >plates
scree-stress plates >a
ok 'between plates, too: wall_xy as well' sh -c "echo '$(cell gamma 2 a) $(cell s_xy 2 a) $(cell wall_xy 2 a)' | awk '{ print; exit !(\$1 > 0.1 && \$2 < 0 && \$3 < 0) }'"

# nothing there, and what is wrong
{ sed '/^frame/,$d' hand; printf 'frame 0 t=0 body=0 contact=0\nend 0\n'; } >none
is 'no grains' "$(scree-stress none | rows | grep -ci nan)" 0
is 'but a row' "$(scree-stress none | rows | cut -d' ' -f1-3)" '0 0 ?'
for what in --walls --drops --kinetic '--area 1' '--region 0,0,1,1'; do
	# shellcheck disable=SC2086
	ok "no grains, $what" sh -c "scree-stress $what none | grep -v '^#' | grep -i nan; [ \$? = 1 ]"
done
sed '/^frame/,$d' hand >head
fails 3 'no frame' 'a stream without frames' scree-stress head
sed 's/overlap fn/overlap gn/' hand >lacks
fails 3 'contacts have no column fn.*--recompute' 'records without forces' scree-stress lacks
fails 2 'expected one of them' 'two tables at once' scree-stress --wall-forces --drops hand
fails 2 'wall-forces: prints' 'forces of some grains on walls' scree-stress --wall-forces --where 'x > 0' hand
fails 2 'area: 0, expected a number above 0' 'no area' scree-stress --area 0 hand
fails 2 'area: cannot be combined with --region' 'two areas' scree-stress --area 1 --region 0,0,1,1 hand
fails 2 "region: '0,0,1' is not" 'half a region' scree-stress --region 0,0,1 hand
fails 2 "region: '0,0,1,0' is not" 'an empty region' scree-stress --region 0,0,1,0 hand
fails 2 'y: needs --drops' 'drops of nothing' scree-stress -y p hand
fails 2 'y: r is not a column' 'drops of no column' scree-stress --drops -y r hand
fails 2 'threshold: 1, expected' 'a threshold that nothing passes' scree-stress --drops --threshold 1 hand
sed '$d' hand >cut
fails 3 'cut' 'a cut stream' scree-stress cut
is 'what is whole in it is there' "$(scree-stress cut 2>/dev/null | rows | wc -l)" 2
finish
