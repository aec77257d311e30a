#!/bin/sh
# scree-profile --surface: heaps of known angles in the plane and in space, their heights, floors and limits, and what it refuses.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# a heap of rods on end, whose tops fall with 0.5 to the left and 0.25 to the right of x = 3.25, between held walls; rods of the
# length 2 * 0.8 * size + 2 * 0.05 * size, so that their tops show how they turn
awk 'BEGIN {
	print "scree 1 dim=2\nmaterial clay\nshape 1 polyline r=0.05 -0.8,0 0.8,0\nshape 2 point r=7 0,0\nconstraint wall x=fixed y=fixed angle=fixed"
	print "columns body id shape material tag size x y angle\ndomain lo=0,-9 hi=10,9"
	n = 20; print "frame 0 t=2.5 body=" n + 1
	for (k = 0; k < n; k++) {
		x = 0.25 + 0.5 * k; top = x < 3.25 ? 4 - 0.5 * (3.25 - x) : 4 - 0.25 * (x - 3.25)
		printf "body %d 1 clay - 2 %.17g %.17g %.17g\n", k + 1, x, top - 1.7 + 1, atan2(1, 0)
	}
	print "body 99 2 clay wall 1 5 9 0\nend 0" }' >plane.scree
run() { scree-profile -q --surface "$@"; }
is 'the head' "$(run angles --bins 20 --floor 1 plane.scree | grep '^# t')" \
	'# t[T] angle[deg] left[deg] left_error[deg] right[deg] right_error[deg] height[L] peak[L] grains'
alike 'angles of two sides' "$(run angles --bins 20 --floor 1 plane.scree | columns t angle left right height peak grains)" \
	"$(awk 'BEGIN { d = 45 / atan2(1, 1); l = d * atan2(0.5, 1); r = d * atan2(0.25, 1); printf "2.5 %.15g %.15g %.15g 4 3.25 20", (l + r) / 2, l, r }')"
near 'straight sides have no error' "$(run angles --bins 20 --floor 1 plane.scree | columns left_error)" 0 1e-9
alike 'heights, of blocks with their time' "$(run heights --bins 5 --from 2 --to 4.5 --floor 0 plane.scree | grep -e '^# block' -e '^[0-9]')" \
	'# block t=2.5
2.25 4.5
2.75 4.75
3.25 5
3.75 4.875
4.25 4.75'
# the lowest point of the grains: the rod at 9.75 has its top at 4 - 0.25 * 6.5 + 1 and is 3.4 long; that at 0.25 at 3.5
alike 'the floor is where the lowest grain is' "$(run angles --bins 20 plane.scree | columns height)" "$(awk 'BEGIN { print 5 - (4 - 0.25 * 6.5 + 1 - 3.4) }')"
alike 'limits, lengths or percentages: of 2.5 to 4 to the left one bin lies between, two between 3.4 and 95 %' \
	"$(for l in 3.55,90% 3.4,95%; do run angles --bins 20 --floor 1 --heights $l plane.scree | columns left left_error; done)" '? ?
26.565051177077986 ?'
is 'walls, if asked' "$(run angles --walls --floor 1 --bins 20 plane.scree | columns height)" 15

# frames before the first grain and after the last
{ sed '/^frame/,$d' plane.scree; printf '%s\n' 'frame 0 t=0 body=1' 'body 99 2 clay wall 1 5 9 0' 'end 0'
	sed -n '/^frame/,$p' plane.scree | sed 's/^frame 0/frame 1/; s/^end 0/end 1/'
	printf '%s\n' 'frame 2 t=5 body=1' 'body 99 2 clay wall 1 5 9 0' 'end 2'; } >film.scree
is 'frames without grains have no angle' "$(run angles --bins 20 film.scree | columns t angle left right_error height peak grains | sed 2d)" '0 ? ? ? 0 ? 0
5 ? ? ? 0 ? 0'
is 'they do not touch the others' "$(run angles --bins 20 film.scree | grep -v '^#' | sed -n 2p)" "$(run angles --bins 20 plane.scree | grep -v '^#')"
alike 'and are 0 high' "$(run heights --bins 2 --floor 1 film.scree | grep -v '^# block' | columns)" \
	"$(printf '2.5 0\n7.5 0\n'; run heights --bins 2 --floor 1 plane.scree | columns; printf '2.5 0\n7.5 0\n')"

# a cone in space of balls of the radius 0.1 with the slope 0.6, in rings of the width 0.25; one ball of its own far below
awk 'BEGIN {
	print "scree 1 dim=3\nmaterial clay\nshape 1 sphere r=0.1\ncolumns body id shape material size x y z\ndomain lo=-3,-3,-9 hi=5,5,9"
	for (k = 0; k < 12; k++) for (s = 0; s < 24; s++) { r = 0.125 + 0.25 * k; a = (s + 0.5) * atan2(0, -1) / 12
		n++; row[n] = sprintf("%d 1 clay 1 %.17g %.17g %.17g", n, 1 + r * cos(a), 1 + r * sin(a), 2 - 0.6 * r - 0.1) }
	print "frame 0 t=0 body=" n
	for (i = 1; i <= n; i++) print "body", row[i]
	print "end 0" }' >cone.scree
alike 'a cone' "$(run angles --bins 16 --floor 0 cone.scree | columns angle height grains)" "$(awk 'BEGIN { printf "%.15g %.15g 288", atan2(0.6, 1) * 180 / atan2(0, -1), 2 - 0.6 * 0.125 }')"
alike 'its heights around another axis, where there is nothing' "$(run heights --bins 2 --from 20 --to 21 --centre 1,1,0 --floor 0 cone.scree | columns)" '20.25 0
20.75 0'
# half of a cone: sectors without grains are 0 high, so the mean is half
awk '$1 == "frame" { sub(/body=.*/, "body=144") } $1 == "body" && $7 < 1 { next } { print }' cone.scree >half.scree
alike 'half a cone is half as high in the mean of its sectors' "$(run heights --bins 12 --to 3 --floor 0 half.scree | columns height | tail -n 1)" \
	"$(awk 'BEGIN { printf "%.15g", (2 - 0.6 * 2.875) / 2 }')"

fails 2 'surface: top, expected heights or angles' 'a surface that there is not' scree-profile --surface top plane.scree
fails 2 'heights: 85%,15%, expected LO,HI' 'limits that fall' scree-profile --surface angles --heights 85%,15% plane.scree
fails 2 'heights: needs --surface' 'limits without a surface' scree-profile --heights 1,2 plane.scree
fails 2 'surface: cannot be combined with --mean' 'means' scree-profile --surface heights --mean plane.scree
fails 3 'no grain in any frame' 'no grain' scree-profile --surface heights --where 'size > 9' plane.scree
fails 2 'no ends' 'no ends' sh -c "sed 's/^domain.*/domain none/' plane.scree | grep -v '^domain' | scree-profile --surface heights"
finish
