#!/bin/sh
# scree-orient: turns whose course is known, and the flips of a T against the integral that gives their interval.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

head='scree 1 dim=3
units length=m mass=kg time=s
material steel density=2
law steel steel linear kn=1
shape 1 clump -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 0,0.8,0,0.3
mass 1 volume=6 I=1,2,3
shape 2 sphere r=1
shape 3 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=v:0.5
columns body id shape material tag x y z qw qx qy qz Lx Ly Lz wx wy wz'
column() { awk -v name="$1" '/^# t/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == name) c = i - 1 } next } !/^#/ { print $c }'; }

# a steady turn about x, 0.9 a frame, the quaternions with w >= 0 as makers write them; density 2: L = 2 I w
awk -v head="$head" 'BEGIN {
	print head
	for (k = 0; k < 12; k++) {
		c = cos(0.45 * k); s = sin(0.45 * k)
		if (c < 0) { c = -c; s = -s }
		printf "frame %d t=%g body=2\nbody 1 1 steel - 0 0 0 %.17g %.17g 0 0 3.6 0 0 1.8 0 0\n", k, k / 2, c, s
		printf "body 9 3 steel floor 0 0 0 1 0 0 0 0 0 0 0 0 0.5\nend %d\n", k
	}
}' >turn
scree-orient --no-provenance turn >turn.tab
is 'a row for every frame, walls left out' "$(grep -vc '^#' turn.tab)" 12
is 'units' "$(grep -o 'wz\[[^ ]*\|Lx\[[^ ]*\|kin_rot\[[^ ]*' turn.tab | tr '\n' ' ')" 'wz[1/s] Lx[kg*m^2/s] kin_rot[kg*m^2/s^2] '
near 'the quaternion goes on with its sign' "$(column qw <turn.tab | tail -n 1)" "$(awk 'BEGIN { print cos(0.45 * 11) }')" 1e-5
is 'without a jump' "$(column qw <turn.tab | awk 'NR > 1 && ($1 - p) ^ 2 > 0.21 { n++ } { p = $1 } END { print n + 0 }')" 0
near 'the turn so far' "$(column turn <turn.tab | tail -n 1)" 9.9 1e-9
near 'theta is the turn modulo 2 pi' "$(column theta <turn.tab | sed -n 3p)" 1.8 1e-9
near 'the energy, L^2 / 2 I' "$(column kin_rot <turn.tab | tail -n 1)" 3.24 1e-12
near 'the second axis of the body in space' "$(column e2z <turn.tab | sed -n 3p)" "$(awk 'BEGIN { print sin(1.8) }')" 1e-5
near 'angular velocity along its axes' "$(column w1 <turn.tab | tail -n 1)" 1.8 1e-12
scree-orient -q --walls --where 'tag == floor' turn >floor.tab
is 'a wall turns as its columns say' "$(column wz <floor.tab | tail -n 1) $(column turn <floor.tab | tail -n 1) $(column kin_rot <floor.tab | tail -n 1)" \
	'0.5 2.75 ?'
is 'time that goes back begins anew' "$(cat turn turn | scree-orient -q | column turn | tail -n 1)" "$(column turn <turn.tab | tail -n 1)"

is 'a frame that comes twice changes nothing' "$({ cat turn; sed -n '/^frame 11 /,$p' turn | sed 's/ 11/ 12/'; } | scree-orient -q | column turn | tail -n 1)" "$(column turn <turn.tab | tail -n 1)"

# a spin along space's z seen from a body that lies on its side: R takes its x to z
{ echo "$head"; echo 'frame 0 t=0 body=1
body 4 1 steel - 0 0 0 0.5 -0.5 -0.5 -0.5 0 0 8 0 0 0
end 0'; } >lies
scree-orient -q lies >lies.tab
is 'its x axis is along z of space' "$(for c in e1x e1y e1z; do column $c <lies.tab; done | tr '\n' ' ')" '0 0 1 '
is 'so it spins about the axis of the smallest moment, 2' "$(column w1 <lies.tab) $(column wz <lies.tab) $(column kin_rot <lies.tab)" '4 4 16'

# flips: scree-dem3 turns it, at fourth order; the interval is an integral over dL2 / (L1 L3 (1/I1 - 1/I3))
{ echo "$head"; echo 'frame 0 t=0 body=2
body 1 1 steel - 0 0 0 1 0 0 0 0.02 20 0 0 0 0
body 2 2 steel - 9 0 0 1 0 0 0 1 20 0 0 0 0
end 0'; } >t
scree-dem3 -q -t 30 --dt 0.01 --rotation split4 --every 0.02 t >t.run
scree-orient --flips t.run >t.tab 2>said
is 'flips' "$(grep -vc '^#' t.tab)" 6
ok 'a ball has no intermediate axis' grep -q 'flips: 6; bodies of the last frame that cannot flip, because two moments are equal: 1' said
near 'their interval' "$(column interval <t.tab | tail -n 1)" 5.266055124103727 1e-5
near 'and that of the elliptic function beside' "$(column free <t.tab | tail -n 1)" 5.266055124103727 1e-6
is 'sides take turns' "$(column to <t.tab | tr '\n' ' ')" '-1 1 -1 1 -1 1 '
is 'which body, which of its flips' "$(columns id flip <t.tab | tr '\n' ' ')" '1 1 1 2 1 3 1 4 1 5 1 6 '
near 'the times of flips are those between frames where it is half way' "$(columns t <t.tab | awk 'NR == 1 { a = $1 } END { printf "%.15g", ($1 - a) / 5 }')" \
	5.266055124103727 1e-4
# L = (0.02, 20, 0), the moments 2 and 4
alike 'momentum and energy of rotation' "$(columns L kin_rot <t.tab | tail -n 1)" "$(awk 'BEGIN { printf "%.15g %.15g", sqrt(400.0004), (0.0004 / 2 + 400 / 4) / 2 }')" 1e-7
is 'the first has none before it' "$(column interval <t.tab | head -n 1)" '?'
is 'flips between frames that are too far apart are not told for sure' \
	"$(for each in 10 200 263 264; do scree-pick -q --every $each t.run | scree-orient --flips 2>&1 >/dev/null | grep -c 'flips may be missed'; done | tr '\n' ' ')" '0 1 1 1 '
near 'frames that are further apart' "$(scree-pick -q --every 10 t.run | scree-orient -q --flips | column interval | tail -n 1)" 5.266055 2e-3
is 'the other table counts them' "$(scree-orient -q --where 'id == 1' t.run | column flips | tail -n 1)" 6
# about the axis of the greatest moment L2 changes its sign too, and is no flip
{ echo "$head"; echo 'frame 0 t=0 body=1
body 1 1 steel - 0 0 0 1 0 0 0 0 3 20 0 0 0
end 0'; } | scree-dem3 -q -t 20 --dt 0.01 --every 0.1 >wobble
is 'a wobble is no flip' "$(scree-orient -q --flips wobble | grep -vc '^#')" 0
ok 'unless it is asked for' test "$(scree-orient -q --flips --least 0 wobble | grep -vc '^#')" -gt 4

# every column of bodies that stand askew, and of a wall, which turns as its columns say
. "$root/tests/odd3.sh"
awk '/^columns body/ { print $0, "wx wy wz"; next } /^body/ { print $0, $3 == 9 ? "1 -2 2" : "9 9 9"; next } { print }' odd >odd.walls
cat moments.awk - >columns.awk <<'S'
{ split($0, f, " "); e = momentum(f, L) / 2; id = f[2]; dot = 0 # fills q, unit and R
	for (k = 0; k < 4; k++) dot += unit[k] * last[id, k]
	w = sqrt(f[14] ^ 2 + f[15] ^ 2 + f[16] ^ 2); wall = f[3] == 9
	if (wall) { f[14] = 1; f[15] = -2; f[16] = 2; w = 3 }
	# the sign of a quaternion that makes it the nearer one to the last; the turn by the trapezium rule
	if (!(id in when) || f[1] - when[id] > 1.5) turn[id] = when[id] = 0 # it was not in the frame before: begins anew
	turn[id] += when[id] || f[1] == 1.5 ? (f[1] - when[id]) * (w + speed[id]) / 2 : 0; when[id] = f[1]; speed[id] = w
	printf "%s %d", f[1], id
	for (k = 0; k < 4; k++) { last[id, k] = dot < 0 ? -unit[k] : unit[k]; printf " %.15g", last[id, k] }
	# phi and theta are the longitude, from -y, and the colatitude of the third axis; psi says where z is among the first two
	if (wall) printf " 0 0 0"
	else printf " %.15g %.15g %.15g", atan2(R[1, 3], -R[2, 3]), atan2(sqrt(R[1, 3] ^ 2 + R[2, 3] ^ 2), R[3, 3]), atan2(R[3, 1], R[3, 2])
	for (k = 1; k <= 3; k++) printf " %.15g %.15g %.15g", R[1, k], R[2, k], R[3, k]
	printf " %.15g %.15g %.15g", f[14], f[15], f[16]
	for (k = 1; k <= 3; k++) printf " %.15g", R[1, k] * f[14] + R[2, k] * f[15] + R[3, k] * f[16]
	if (wall) printf " ? ? ? ? ?"
	else printf " %.15g %.15g %.15g %.15g %.15g", L[1], L[2], L[3], sqrt(L[1] ^ 2 + L[2] ^ 2 + L[3] ^ 2), e
	printf " %.15g\n", turn[id] }
S
awk -f columns.awk odd.rows >expected
but_flips() { columns | sed 's/ [0-9]*$//'; }
alike 'every column, walls too' "$(scree-orient -q --walls odd.walls | but_flips)" "$(cat expected)"
alike 'without walls' "$(scree-orient -q odd.walls | but_flips)" "$(awk '$2 != 5' expected)"
alike 'some' "$(scree-orient -q --where 'tag == big' odd | but_flips)" "$(awk '$2 == 7 || $2 == 23' expected)"
is 'no flip: an empty table' "$(scree-orient -q --flips turn | tail -n 1 | cut -c 1-8)" '# t[s] i'
fails 3 'no frame in the stream' 'no frame' sh -c 'echo "scree 1 dim=3" | scree-orient'
fails 3 'found a stream with dim=2, expected dim=3' 'a stream of the plane' scree-orient "$root/tests/data/chain.scree"
fails 2 'least: 1, expected 0 or more and less than 1' 'a wrong part' scree-orient --least 1 t
{ echo "$head"; echo 'frame 0 t=0 body=1
body 1 1 steel - 0 0 0 1 0 0 0 0 x 0 0 0 0
end 0'; } >bad
fails 3 'bad:[0-9]*: ' 'a word for a number' scree-orient bad
sed '$d' turn >cut
scree-orient -q cut >out 2>err
is 'a stream that is cut: its whole frames, and status 3' "$? $(grep -vc '^#' out)" '3 11'
finish
