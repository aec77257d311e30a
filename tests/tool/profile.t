#!/bin/sh
# scree-profile: averages in bins against sums done by hand, and what it says to bad input.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

cell() { # TABLE COLUMN ROW: from 1, rows of all blocks counted together
	awk -v name="$2" -v row="$3" '/^#/ { for (i = 2; i <= NF; i++) { n = $i; sub(/\[.*/, "", n); if (n == name) c = i - 1 } next }
		NF && ++r == row { print $c }' "$1"
}

head='scree 1 dim=2
made scree-fill 0.1.0 -n 3
units length=m mass=kg time=s
domain lo=0,0 hi=4,2 periodic=x
material sand density=2
shape 1 polygon r=0 -0.5,-0.5 0.5,-0.5 0.5,0.5 -0.5,0.5
shape 2 polyline r=0 0,0 4,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag x y vx vy omega
columns contact i fi j fj ix iy x y nx ny overlap fn ft xi'
{ # squares of side 1; the edge y = 1 cuts the second one at its middle, the third one at a quarter
	echo "$head"
	echo 'frame 0 t=0.5 dt=0.1 body=4 contact=3
body 1 1 sand - 1 0.5 1 0 0
body 2 1 sand - 2 1 3 -2 1
body 3 1 sand - 3.75 1.25 -1 4 -3
body 4 2 sand floor 0 0 7 7 7
contact 1 0 4 0 0 0 1 0 0 -1 0.001 8 1 0
contact 2 0 1 1 0 0 1.5 0.75 -1 0 0.001 6 0 0
contact 3 1 1 0 1 0 4.5 1 1 0 0.001 4 0 0
end 0'
	echo 'frame 1 t=1.5 dt=0.1 body=3
body 1 1 sand - 1 0.5 3 0 0
body 2 1 sand - 2 1 5 -2 1
body 3 1 sand - 3.75 1.25 1 4 -3
end 1'
} >hand.scree

scree-profile --bins 2 --no-provenance hand.scree >y.tab
is 'the head' "$(sed -n 1,3p y.tab)" '# scree-table 1
# made scree-fill 0.1.0 -n 3
# y[m] number[1/m^2] solid vx[m/s] vy[m/s] omega[1/s] T[m^2/s^2] T_rot[m^2/s^2] k_xx[kg/s^2] k_xy[kg/s^2] k_yy[kg/s^2]'
is 'blocks have the time' "$(grep -c '^# block t=0.5$\|^# block t=1.5$' y.tab)" 2
# below y = 1: 1, 1/2, 1/4 of the squares; vx (1 + 1.5 - 0.25) / 1.75
near 'middle of the bin' "$(cell y.tab y 1)" 0.5 0
near 'number' "$(cell y.tab number 1)" 0.4375 1e-12
near 'solid fraction' "$(cell y.tab solid 2)" 0.3125 1e-12
near 'velocity' "$(cell y.tab vx 1)" 1.2857142857142858 1e-12
near 'rotation' "$(cell y.tab omega 2)" -1.4 1e-12
# sums of s (v - V)^2: vx 1, 3, -1 about 9/7: 1/2 shares of 1.75; vy 0, -2, 4 about 0
near 'temperature' "$(cell y.tab T 1)" "$(awk 'BEGIN { u = 9 / 7
	print (((1 - u) ^ 2 + 0.5 * (3 - u) ^ 2 + 0.25 * (-1 - u) ^ 2) + (0.5 * 4 + 0.25 * 16)) / 1.75 / 2 }')" 1e-5
near 'two frames, two blocks' "$(cell y.tab vx 3)" 3.2857142857142858 1e-12
scree-profile -q --bins 2 --walls hand.scree >walls.tab
near 'walls without area weigh nothing' "$(cell walls.tab vx 1)" 1.2857142857142858 1e-12
scree-profile -q --bins 2 --where 'id != 2' hand.scree >where.tab
near 'only some' "$(cell where.tab number 2)" 0.1875 1e-12

# along x: square 3 reaches across the periodic edge
scree-profile -q --along x --bins 4 hand.scree >x.tab
near 'an image beyond the edge' "$(cell x.tab number 1)" 0.375 1e-12
scree-profile -q --along x --bins 4 --across 1,2 hand.scree >strip.tab
near 'only a strip: number' "$(cell strip.tab number 1)" 0.1875 1e-12
# in 0 .. 1 of the strip there is the image of square 3 alone
near 'only a strip: velocity' "$(cell strip.tab vy 1)" 4 1e-12

# with --walls a floor has no branch from its middle, wherever that is, but a glued grain has one: 1 presses on the floor with 2, and
# on the held grain 4 with 3
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=4,4' 'material m density=1' 'shape 1 point r=0.5 0,0' 'shape 2 polyline r=0 0,0 20,0' \
	'constraint floor x=fixed y=fixed angle=fixed' 'columns body id shape material tag x y' 'columns contact i j x y nx ny overlap fn ft' \
	'frame 0 t=0 body=3 contact=2' 'body 1 1 m - 3 0.5' 'body 4 1 m floor 2 0.5' 'body 2 2 m floor 0 0' 'contact 1 2 3 0 0 -1 0.01 2 1' \
	'contact 1 4 2.5 0.5 -1 0 0.01 3 0' 'end 0' >floor.scree
alike 'a floor has no branch' "$(scree-profile -q --stress --bins 1 --walls floor.scree | columns s_xx s_xy s_yx s_yy)" "$(awk 'BEGIN {
	printf "%.15g %.15g 0 %.15g", (3 * 0.5 + 3 * 0.5) / 16, (-1 * 0.5) / 16, 2 * 0.5 / 16 }')"

# a glued rod, of the shape of a free one, has a branch
sed -e 's/^frame.*/frame 0 t=0 body=5 contact=3/' -e 's/^shape 2/shape 3 polyline r=0.1 -0.5,0 0.5,0\n&/' -e '/^body 2/s/$/\nbody 5 3 m floor 1 2\nbody 6 3 m - 1 3/' \
	-e '/^contact 1 4/s/$/\ncontact 6 5 1.25 2.5 0 -1 0.01 4 0/' floor.scree >rods.scree
near 'a glued rod has a branch' "$(scree-profile -q --stress --bins 1 --walls rods.scree | columns s_yy)" "$(awk 'BEGIN { printf "%.15g", (2 * 0.5 + 4 * 0.5 + 4 * 0.5) / 16 }')" 1e-12

# small grains of different masses, moments of inertia and sizes, wholly within bins, in two frames: means are by mass, those of
# spin as well, about which the energy of rotation counts. t id shape material size x y vx vy omega
cat >odd.rows <<'S'
0 41 3 a 1.3 0.5 2.6 1 -2.3 0.5
0 7 8 b 0.8 -0.2 3.4 -0.7 0.4 -1.2
0 19 3 b 0.6 4.1 5.1 2.2 1.1 3
0 23 8 a 1.1 2.3 4.5 0.3 -0.9 0.2
0 2 3 a 0.7 5.6 2.9 -1.4 0.7 -0.6
1.5 7 8 b 0.8 1.2 2.7 1.7 0.5 1.1
1.5 41 3 a 1.3 0.4 5.2 -0.4 2.5 -0.7
1.5 23 8 a 1.1 6.1 3.3 0.9 -0.2 0.6
1.5 19 3 b 0.6 3.7 4.6 -0.1 -1.3 2.1
S
awk 'BEGIN { print "scree 1 dim=2\ndomain lo=-1,2 hi=7,6\nmaterial b density=2.9\nmaterial a density=1.7\nshape 3 point r=0.1 0,0\nmass 3 area=0.7 I=0.3"
	print "shape 8 polygon r=0.01 0,0 0.1,0 0,0.1\nmass 8 area=1.1 I=0.9\ncolumns body id shape material size x y vx vy omega" }
	$1 != t && n { end() } { t = $1; sub("^" $1 " ", ""); row[n++] = $0 }
	function end(k) { print "frame " f + 0 " t=" t " body=" n; for (k = 0; k < n; k++) print "body", row[k]; print "end " f++ + 0; n = 0 } END { end() }' odd.rows >odd.scree
# along=x, y or r from and to, bins, area of each by k; mean=1: both frames together; all columns
odd() {
	awk "$@" -v cx=2.5 -v cy=3.8 'function bin(x, y) { u = along == "x" ? x : along == "y" ? y : sqrt((x - cx) ^ 2 + (y - cy) ^ 2); return int((u - from) / (to - from) * bins + 10) - 10 }
		function area(k, a, b) { a = from + (to - from) * k / bins; b = from + (to - from) * (k + 1) / bins
			return along == "x" ? (b - a) * 4 : along == "y" ? (b - a) * 8 : pi * (b * b - a * a) }
		function flush(k, i, m, M, A, V, U, W, T, R, xx, xy, yy, s, x, y, f) {
			for (k = 0; k < bins; k++) { M = V = U = W = R = xx = xy = yy = s = count = 0
				for (i = 0; i < n; i++) { split(row[i], f, " "); if (bin(f[6], f[7]) != k) continue
					m = mass(f); M += m; V += m * one(f); U += m * two(f); W += m * f[10]; s += m / (f[4] == "a" ? 1.7 : 2.9); count++ }
				for (i = 0; i < n; i++) { split(row[i], f, " "); if (bin(f[6], f[7]) != k) continue
					m = mass(f); x = one(f) - V / M; y = two(f) - U / M; xx += m * x * x; xy += m * x * y; yy += m * y * y
					R += (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.3 : 0.9) * f[5] ^ 4 * (f[10] - W / M) ^ 2 }
				A = area(k) * (mean ? 2 : 1); printf "%.15g %.15g %.15g", from + (to - from) * (k + 0.5) / bins, count / A, s / A
				if (count) printf " %.15g %.15g %.15g %.15g %.15g", V / M, U / M, W / M, (xx + yy) / 2 / M, R / M; else printf " ? ? ? ? ?"
				printf " %.15g %.15g %.15g\n", xx / A, xy / A, yy / A } n = 0 }
		function mass(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.7 : 1.1) * f[5] ^ 2 }
		function one(f, d) { if (along != "r") return f[8]; d = sqrt((f[6] - cx) ^ 2 + (f[7] - cy) ^ 2); return (f[8] * (f[6] - cx) + f[9] * (f[7] - cy)) / d }
		function two(f, d) { if (along != "r") return f[9]; d = sqrt((f[6] - cx) ^ 2 + (f[7] - cy) ^ 2); return (f[9] * (f[6] - cx) - f[8] * (f[7] - cy)) / d }
		BEGIN { pi = atan2(0, -1) } $1 != t && n && !mean { flush() } { t = $1; row[n++] = $0 } END { flush() }' odd.rows
}
alike 'all columns, along y' "$(scree-profile -q --bins 2 odd.scree | columns)" "$(odd -v along=y -v from=2 -v to=6 -v bins=2)"
alike 'along x' "$(scree-profile -q --along x --bins 2 odd.scree | columns)" "$(odd -v along=x -v from=-1 -v to=7 -v bins=2)"
alike 'from and to' "$(scree-profile -q --along x --from 1.7 --to 6.5 --bins 3 odd.scree | columns)" "$(odd -v along=x -v from=1.7 -v to=6.5 -v bins=3)"
alike 'along and across the distance from a centre' "$(sed /^domain/d odd.scree | scree-profile -q --along r --centre 2.5,3.8 --to 4.4 --bins 2 | columns)" \
	"$(odd -v along=r -v from=0 -v to=4.4 -v bins=2)"
alike 'of both frames, about their means' "$(scree-profile -q --mean --bins 2 odd.scree | columns y number solid vx vy omega T T_rot k_xx k_xy k_yy)" \
	"$(odd -v along=y -v from=2 -v to=6 -v bins=2 -v mean=1)"
is 'twenty bins unless asked' "$(scree-profile -q odd.scree | columns y | wc -l)" 40

# a bar of 1.6 by 0.2 that rises by 3 in 4: what is 0.3 above its middle, or 0.4 to the right, is beyond 0.5 of its axis, 0.3 / 1.6 of
# it, and all of that is to the right of the middle and above
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=10,10' 'material m density=3' 'shape 1 polygon r=0 -0.4,-0.05 0.4,-0.05 0.4,0.05 -0.4,0.05' \
	'columns body id shape material size x y angle' 'frame 0 t=0 body=1' 'body 1 1 m 2 4.2 5.3 0.6435011087932844' 'end 0' >bar
for w in 'y --from 5.6 --to 7.6 --across 4.2,9.2' 'x --from 4.6 --to 6.6 --across 5.3,10.3'; do
	# shellcheck disable=SC2086
	near "a bar that slants, along $w" "$(scree-profile -q --bins 1 --along $w bar | columns number)" 0.01875 1e-13
done
near 'nothing of it is on the other side' "$(scree-profile -q --bins 1 --along y --from 5.6 --to 7.6 --across 0,4 bar | columns number)" 0 1e-15

# Stress of contacts, - force branch / A. The force on 1 at the floor: (-1, 8), branch (0, -0.5); side contacts: (-6, 0) on 1 at
# (0.5, 0.25), and on 2 (6, 0) at (-0.5, -0.25); 3 touches an image of 1: (4, 0) on 1 at (-0.5, 0.5), (-4, 0) on 3 at (0.75, -0.25).
# The whole frame: its area is 8.
head -n 18 hand.scree | sed 's/^body \([123]\) 1 sand - \([^ ]*\) \([^ ]*\) .*/body \1 1 sand - \2 \3 0 0 0/' >still.scree
echo 'end 0' >>still.scree
scree-profile --bins 1 --stress still.scree >stress.tab
near 'stress xx' "$(cell stress.tab s_xx 1)" "$(awk 'BEGIN { print (0.5 * 6 + 0.5 * 6 + 0.5 * 4 + 0.75 * 4) / 8 }')" 1e-12
near 'stress yy' "$(cell stress.tab s_yy 1)" 0.5 1e-12
near 'stress xy: along x is the force' "$(cell stress.tab s_xy 1)" "$(awk 'BEGIN { print (-0.5 + 0.25 * 6 + 0.25 * 6 - 0.5 * 4 - 0.25 * 4) / 8 }')" 1e-12
near 'stress yx' "$(cell stress.tab s_yx 1)" 0 1e-12
scree-profile --bins 2 --stress still.scree >halves.tab
near 'halves add up' "$(awk -v a="$(cell halves.tab s_xx 1)" -v b="$(cell halves.tab s_xx 2)" 'BEGIN { print (a + b) / 2 }')" \
	"$(cell stress.tab s_xx 1)" 1e-6
near 'the floor presses on the lower half' "$(cell halves.tab s_yy 1)" 1 1e-12
near 'not on the upper one' "$(cell halves.tab s_yy 2)" 0 1e-12

# a periodic domain that is sheared: the means over all bins are the stresses of scree-stress, whatever the axis
scree-shape -q disk | scree-fill -q -n 40 --fraction 0.5 --periodic xy | scree-set -q --rate -0.1,-0.1,0 | scree-dem2 -q -t 2.8 |
	scree-set -q --rate 0,0,0.1 | scree-dem2 -q -t 5 | scree-pick -q --last >sheared.scree
scree-stress -q sheared.scree >whole.tab
ok 'there is shear stress' sh -c "awk -v s='$(cell whole.tab s_xy 1)' 'BEGIN { exit !(s < -0.001) }'"
for axis in x y; do
	scree-profile -q --stress --along $axis --bins 7 sheared.scree >bins.tab
	for s in s_xx s_xy s_yx s_yy; do
		near "$s in bins of $axis" "$(for k in 1 2 3 4 5 6 7; do cell bins.tab $s $k; done | awk '{ a += $1 } END { printf "%.15g", a / 7 }')" \
			"$(cell whole.tab $s 1)" 1e-12
	done
done

# a disk of radius 0.5 and one of 0.25, ring edges through their middles are nearly straight for them
scree-shape -q disk --radius 0.5 >disk.scree
scree-fill -q --at 3,5 --box 10,10 disk.scree | scree-set -q --velocity 0,2 --omega -1 >one.scree
scree-profile -q --along r --bins 1 --to 3 one.scree >r.tab
is 'components along and across r' "$(awk '/^# r/ { print $5, $6, $7 }' r.tab)" 'vr[L/T] vt[L/T] omega[1/T]'
near 'to the left of outwards is down' "$(cell r.tab vt 1)" -2 1e-12
near 'nothing outwards' "$(cell r.tab vr 1)" 0 1e-12
near 'its area in the ring' "$(cell r.tab solid 1)" 0.027777777777777776 1e-12
scree-profile -q --along r --bins 1 --to 2 --centre 1,5 one.scree >r.tab
# area in the disk of radius 2 around the centre: a half less the bulge; the ring is cut at x = 0
near 'a closed domain cuts the ring' "$(cell r.tab number 1)" "$(awk 'BEGIN { pi = atan2(0, -1); a = 0.5; b = 2
	x = (4 + 4 - 0.25) / 4; h = sqrt(4 - x * x); y = 2 - x
	lens = 4 * atan2(h, x) - x * h + a * a * atan2(h, y) - y * h
	c = sqrt(3); ring = 4 * atan2(c, -1) + c; printf "%.15g", lens / (pi * a * a) / ring }')" 1e-12
# a period along one axis: the ring goes on across its ends, and is cut at those of the other axis
for p in y:1,1:3,1 x:1,1:1,3; do
	at=${p#*:}
	near "a period along ${p%%:*}" "$(scree-fill -q --at ${at#*:} --box 10,10 --periodic ${p%%:*} disk.scree |
		scree-profile -q --along r --bins 1 --to 2 --centre ${at%:*} >q.tab; cell q.tab number 1)" "$(cell r.tab number 1)" 1e-12
done

# means: over the two frames vx of the lower half is 1.2857 and 3.2857
scree-profile -q --bins 2 --mean hand.scree >mean.tab
near 'mean' "$(cell mean.tab vx 1)" 2.2857142857142858 1e-12
near 'its error' "$(cell mean.tab vx_error 1)" 1 1e-12
near 'no error where nothing changes' "$(cell mean.tab solid_error 1)" 0 1e-15
is 'no blocks' "$(grep -c block mean.tab)" 0
near 'temperature about the mean of all frames' "$(cell mean.tab T 1)" "$(awk -v t="$(cell y.tab T 1)" 'BEGIN { printf "%.15g", t + 0.5 }')" 1e-12
fails 3 'body 1 has no mass.*scree-set --material' 'bodies without material' sh -c "sed 's/ sand - / - - /' $tmp/hand.scree | scree-profile -q"
sed '/^frame 1/,$d' hand.scree >first.scree
scree-profile -q --bins 2 --mean first.scree >mean.tab
is 'one frame has no error' "$(cell mean.tab vx_error 1)" '?'
scree-profile -q --bins 8 first.scree >empty.tab
is 'an empty bin has no velocity' "$(cell empty.tab vx 8) $(cell empty.tab T 8) $(cell empty.tab number 8)" '? ? 0'

fails 3 'body 1 has more than 1e\+06 periodic images' 'a window of too many periods' scree-profile --along x --from 0 --to 1e9 hand.scree
grep -v '^domain' hand.scree >open.scree
fails 2 'no domain.*--from and --to' 'bins must begin and end' scree-profile open.scree
scree-profile -q --from 0 --to 2 --bins 2 open.scree >open.tab
is 'without a domain there is no area' "$(cell open.tab number 1) $(cell open.tab solid 1)" '? ?'
near 'but a velocity' "$(cell open.tab vx 1)" 1.2857142857142858 1e-12
fails 2 'no domain.*--centre' 'a centre must be given' scree-profile --along r --to 3 open.scree
fails 2 'along: z, expected x, y or r' 'a wrong axis' scree-profile --along z hand.scree
fails 2 'bins: 0' 'no bins' scree-profile --bins 0 hand.scree
fails 2 'to: 1, expected more than --from 2' 'an empty range' scree-profile --from 2 --to 1 hand.scree
fails 2 'from: 3 leaves no part' 'a range outside the domain' scree-profile --from 3 hand.scree
fails 2 'across' 'across rings' scree-profile --along r --across 0,1 hand.scree
fails 2 'centre' 'a centre of slices' scree-profile --centre 0,1 hand.scree
fails 2 'from: -1' 'a negative distance' scree-profile --along r --from -1 hand.scree
fails 2 'where' 'a wrong expression' scree-profile --where 'nothing > 1' hand.scree
echo "$head" >none.scree
fails 3 'no frame' 'a stream without frames' scree-profile none.scree
# the angle of repose as the man page has it: of a heap with a slope of 0.4 that is cut out of a lattice
scree-shape disk -r 0.1 | scree-fill -q --box 20,9 --lattice hexagonal -n 5040 | scree-pick -q --where 'y < 8 - 0.4 * x' >heap.scree
inside=$(scree-profile --along y --bins 1 --from 1 --to 3 --across 1,5 heap.scree | awk '!/^#/ && NF { print $3 }')
near 'inside of the heap the lattice' "$inside" 0.9068997 0.005
near 'its slope' "$(scree-profile --along x --bins 12 --from 2 --to 14 --across 0,9 heap.scree |
	awk -v inside="$inside" '!/^#/ && NF { x = $1; y = $3 * 9 / inside; n++; a += x; b += y; c += x * x; d += x * y }
		END { print (n * d - a * b) / (n * c - a * a) }')" -0.4 0.005

sed '$d' hand.scree >cut.scree
fails 3 'cut' 'a cut stream' scree-profile cut.scree
is 'what is whole in it is there' "$(scree-profile -q --bins 2 cut.scree 2>/dev/null | grep -vc '#')" 2
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-profile $tmp/hand.scree >/dev/full"
finish
