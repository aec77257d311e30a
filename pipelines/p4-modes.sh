#!/bin/sh
# p4-modes: rolling, sliding, stacking, toppling, and a shock that travels through bodies in a row.
#
# Question   The fourth paper says that its simulator shows rolling, sliding, stacking, toppling, the propagation of shocks, and
#            modes between these, but it shows no example. Each of these modes has a closed form. Do bodies in
#            scree-cd3 follow it?
# Given      the list of modes.
# Missing    any scene and any number.
# Chosen     a ball and a block. The block is an ellipsoid on four feet, which are bumps, so it stands, slides and topples
#            like a box. On a plane inclined by t a ball rolls with the acceleration 5/7 g sin t if friction is at least 2/7
#            tan t. Otherwise it slides like a block, with g (sin t - mu cos t). A ball thrown along a plane ends with 5/7 of
#            its speed. The block holds while tan t < mu and stands while tan t < b / h; b is the distance of its feet from
#            the middle and h the height of its centre of mass above them, both from its formula. Five balls stand in a row
#            and the first is thrown. With gaps they collide one after the other, as an event-driven calculation does; with e
#            = 1 the last ball takes all. If the balls touch, they collide at once: Newton's law holds at the first contact
#            only and the others do not open, so the four balls behind go at (1 + e) / 5 and the first ball at this speed
#            minus e. A ball that hits a stack of ten gives (1 + e) m v to each contact down to the floor, at once; with
#            springs the shock takes a time of about sqrt(m / k) per ball. Residuals are 1e-9; in the stack they are 1e-3, the
#            default, because errors decay there from step to step.
# Runtime    ten seconds.
# Leaves     modes.png (all modes), slope.tab, cradle.tab, shock.tab.
#
# CLAIM p4-modes-ball printed=rolling holds='m <= 1e-3' acceleration of a ball on slopes, rolling and sliding: greatest error over
#       g
# CLAIM p4-modes-thrown printed=rolling holds='m <= 1e-3' final speed of a ball thrown along a plane, relative error
# CLAIM p4-modes-block-holds printed=sliding holds='m <= 1e-4' distance that the block moves in 1 s at tan t = 0.98 mu, over its
#       half height
# CLAIM p4-modes-block-slides printed=sliding holds='m <= 1e-3' acceleration of the block at tan t = 2 mu, relative error
# CLAIM p4-modes-stands printed=toppling holds='m >= 0.999' cosine of the greatest tilt of the block in 3 s at tan t = 0.98 b / h
# CLAIM p4-modes-topples printed=toppling holds='m <= 0.5' cosine of the greatest tilt of the block in 3 s at tan t = 1.02 b / h
# CLAIM p4-modes-stack printed=stacking holds='m <= 0.01' force in a stack of ten balls over the weight above, greatest relative
#       error
# CLAIM p4-modes-still printed=stacking holds='m <= 1e-4' largest distance that any ball of the stack has moved after 1 s, over
#       its radius
# CLAIM p4-modes-cradle printed=shocks holds='m <= 1e-9' speeds of a cradle with gaps compared with the event-driven calculation,
#       e = 1, 0.9 and 0.5, greatest difference over the first speed
# CLAIM p4-modes-together printed=shocks holds='m <= 1e-6' speeds of a cradle whose balls touch compared with the closed form of a
#       simultaneous collision, greatest difference over the first speed
# CLAIM p4-modes-shock printed=shocks holds='m <= 1e-3' impulses through the stack when a ball hits it, over (1 + e) m v, greatest
#       relative error
# CLAIM p4-modes-at-once printed=shocks holds='m == 0' number of steps from the start of the shock at the top to its start at the
#       floor
# CLAIM p4-modes-springs printed=shocks holds='0.8 <= m && m <= 1.2' duration of the shock from top to floor with springs, over
#       ten times sqrt(m / k)
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
g=9.81

# column NAME [BODY]: a column of a body in the last frame of a stream, by default of the first body
column() {
	awk -v name="$1" -v id="${2:-1}" '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) if ($i == name) c = i - 1 }
		$1 == "body" && $2 == id { x = $c } END { print x }'
}
# inclined TAN MU: a body on the plane z = 0, in the frame of the inclined plane
inclined() {
	scree-set --law "grain,grain,hard,mu=$2" | scree-join -q - floor.scree | scree-set --gravity \
		"$(awk -v t="$1" -v g=$g 'BEGIN { c = 1 / sqrt(1 + t * t); printf "%.17g,0,%.17g", g * t * c, -g * c }')"
}
cd3() {
	scree-cd3 -q --tolerance 1e-9 --sweeps 20000 "$@"
}

echo '== a ball on slopes'
floor_plane >floor.scree
scree-shape sphere -r 0.1 | scree-fill -q --box 1,1,1 --at 0.5,0.5,0.1 >ball.scree
for t in $(choose '0.1 0.2 0.3 0.4 0.5 0.6 0.65 0.7 0.75 0.8 0.9 1 1.2 1.4' '0.3 0.7 1.2'); do
	inclined "$t" 0.2 <ball.scree | cd3 -d 0.001 -t 1 - >slope.scree
	v=$(column vx <slope.scree)
	awk -v t="$t" -v g=$g -v a="$v" 'BEGIN { c = 1 / sqrt(1 + t * t); roll = 5 / 7 * g * t * c; slide = g * (t - 0.2) * c
		printf "%s %.17g %.17g\n", t, a, t <= 0.7 ? roll : slide }'
done | awk 'BEGIN { print "# scree-table 1\n# slope acceleration[L/T^2] closed[L/T^2]" } { print }' >slope.tab
ball=$(awk -v g=$g '!/^#/ { d = ($2 - $3) / g; d = d < 0 ? -d : d; if (d > m) m = d } END { printf "%.4g", m }' slope.tab)
inclined 0 0.2 <ball.scree | scree-set --where 'id == 1' --velocity 1,0,0 | cd3 -d 0.001 -t 0.5 - >slope.scree
thrown=$(column vx <slope.scree | awk '{ d = $1 * 7 / 5 - 1; printf "%.4g", d < 0 ? -d : d }')

echo '== a block'
bumps=$(for y in 0.3 -0.3; do for x in 0.4 -0.4; do printf 'bump=3,%s,%s,-0.65,8,8,8 ' $x $y; done; done)
scree-mass -q - >block.scree <<END
scree 1 dim=3
material grain density=1
law grain grain hard
shape 1 object a=0.5,0.4,0.8 $bumps
columns body id shape material tag size x y z
frame 0 t=0 dt=0 due=0 body=1
body 1 1 grain - 1 0 0 0
end 0
END
# the lowest point of a foot: the lower end of the body along z, on finer and finer grids
foot=$(awk '
	function bump(x, y, z, cx, cy, q) {
		q = 3 * (1 - 8 * ((x - cx) ^ 2 + (y - cy) ^ 2 + (z + 0.65) ^ 2))
		return q > 0 ? q ^ 3 : 0
	}
	function F(x, y, z) {
		return 1 - (x / 0.5) ^ 2 - (y / 0.4) ^ 2 - (z / 0.8) ^ 2 + bump(x, y, z, 0.4, 0.3) + bump(x, y, z, -0.4, 0.3) + \
			bump(x, y, z, 0.4, -0.3) + bump(x, y, z, -0.4, -0.3)
	}
	function low(x, y, a, b, m, k) { # between a, inside, and b, outside
		a = -0.65; b = -1.1
		for (k = 0; k < 45; k++) { m = (a + b) / 2; if (F(x, y, m) > 0) a = m; else b = m }
		return a
	}
	BEGIN {
		x = 0.4; y = 0.3; best = low(x, y)
		for (h = 0.02; h > 1e-7; h /= 2) {
			do {
				moved = 0
				for (i = -1; i <= 1; i++) for (j = -1; j <= 1; j++) {
					z = low(x + i * h, y + j * h)
					if (z < best) { best = z; bx = x + i * h; by = y + j * h; moved = 1 }
				}
				if (moved) { x = bx; y = by }
			} while (moved)
		}
		printf "%.9g %.9g", x, best
	}')
centre=$(column z <block.scree)
b=${foot% *} h=$(awk -v c="$centre" -v z="${foot#* }" 'BEGIN { printf "%.9g", c - z }')
echo "feet ${b} out, centre of mass ${h} above them: topples at $(compute "$b / $h")"
scree-move -q --by "0,0,$(awk -v z="${foot#* }" 'BEGIN { printf "%.17g", -z }')" block.scree >stands.scree
inclined "$(compute "0.98 * 0.3")" 0.3 <stands.scree | cd3 -d 0.001 -t 1 - >slope.scree
holds=$(column x <slope.scree | awk -v h="$h" '{ printf "%.4g", ($1 < 0 ? -$1 : $1) / h }')
inclined 0.6 0.3 <stands.scree | cd3 -d 0.001 -t 0.5 - >slope.scree
slides=$(column vx <slope.scree | awk -v g=$g '{ d = 2 * $1 / (g * 0.3 / sqrt(1.36)) - 1; printf "%.4g", d < 0 ? -d : d }')
# upright RATIO TIME: cosine of the greatest tilt, on a plane with RATIO times the threshold slope
upright() {
	inclined "$(awk -v b="$b" -v h="$h" -v r="$1" 'BEGIN { printf "%.12g", r * b / h }')" 1 <stands.scree |
		scree-cd3 -q -d 0.002 -t "$2" --every 0.1 - >slope.scree
	awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "body" && $2 == 1 { # the z axis of the body, relative to its initial direction
			w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]
			if (!n++) { a = w; b = -x; c = -y; d = -z }
			p = x * a + w * b + y * d - z * c; q = y * a + w * c + z * b - x * d
			up = 1 - 2 * (p * p + q * q)
			if (n == 1 || up < least) least = up
		}
		END { printf "%.6g", least }' slope.scree
}
stands=$(upright 0.98 "$(choose 3 1)")
topples=$(upright 1.02 3)
scree-pick -q --from 1.75 --to 1.85 slope.scree >toppled.scree
inclined 0 0.3 <stands.scree | scree-draw -q --size "$(choose 500,500 300,300)" --view -60,10 -o upright.png -
scree-draw -q --size "$(choose 500,500 300,300)" --view -60,10 -o toppled.png toppled.scree

# row N GAP SPEED E: balls of radius 0.1 and density 1 in a row along x. The first ball is thrown from half a step of 0.001 before
# the contact, so that it arrives when the first step searches for contacts.
row() {
	awk -v n="$1" -v gap="$2" -v v="$3" -v e="$4" 'BEGIN {
		print "scree 1 dim=3\nmaterial grain density=1\nlaw grain grain hard mu=0 en=" e "\nshape 1 sphere r=0.1"
		print "columns body id shape material tag size x y z vx vy vz\nframe 0 t=0 dt=0 due=0 body=" n
		for (k = 0; k < n; k++) printf "body %d 1 grain - 1 %.17g 0 0 %s 0 0\n", k + 1, k ? k * (0.2 + gap) : -0.0005 * v, (k ? 0 : v)
		print "end 0" }'
}
echo '== a cradle'
# events E TIME: speeds of five balls at that time, collision by collision; the gaps are equal except for half a step
events() {
	awk -v e="$1" -v left="$2" 'BEGIN {
		n = 5; v[1] = 1
		for (k = 1; k <= n; k++) { x[k] = k > 1 ? (k - 1) * 0.013 : -0.0005; v[k] += 0 }
		for (;;) {
			first = 1e300
			for (k = 1; k < n; k++) if (v[k] > v[k + 1] + 1e-15) {
				t = (x[k + 1] - x[k]) / (v[k] - v[k + 1])
				if (t < first) { first = t; at = k }
			}
			left -= first
			if (left < 0) break
			for (k = 1; k <= n; k++) x[k] += first * v[k]
			x[at + 1] = x[at]
			a = v[at]; b = v[at + 1]
			v[at] = (a + b - e * (a - b)) / 2; v[at + 1] = (a + b + e * (a - b)) / 2
		}
		for (k = 1; k <= n; k++) printf "%.15g ", v[k] }'
}
cradle=0 time=$(choose 5.1 1.5)
for e in 1 0.9 0.5; do
	row 5 0.013 1 "$e" | cd3 -d 0.001 -t "$time" - >cradle.scree
	cradle=$( { events "$e" "$time"; for k in 1 2 3 4 5; do column vx $k <cradle.scree; done | tr '\n' ' '; } | awk -v m="$cradle" '
		{ for (k = 1; k <= 5; k++) { d = $k - $(k + 5); d = d < 0 ? -d : d; if (d > m) m = d } printf "%.4g", m }')
done
together=0
for e in 1 0.5 0; do
	row 5 0 1 "$e" | cd3 -d 0.001 -t 0.1 - >cradle.scree
	together=$(for k in 1 2 3 4 5; do column vx $k <cradle.scree; done | awk -v e="$e" -v m="$together" '
		{ d = $1 - (1 + e) / 5 + (NR == 1 ? e : 0); d = d < 0 ? -d : d; if (d > m) m = d } END { printf "%.4g", m }')
done
# positions of the balls of both cradles against time
for gap in 0.03 0; do
	row 5 "$gap" 1 1 | scree-set --where 'id == 1' --velocity 1,0,0 | cd3 -d 0.001 -t 0.4 --every 0.01 - |
		awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
			BEGIN { print "# scree-table 1\n# t[T] first[L] second[L] third[L] fourth[L] fifth[L]" }
			$1 == "frame" { printf "%s", substr($3, 3) } $1 == "body" { printf " %s", $at["x"] } $1 == "end" { print "" }' >"row$gap.tab"
done
cp row0.03.tab cradle.tab

echo '== a stack'
stack() { # stack RECORDS: ten balls on a plane, optionally with one above them
	awk -v more="${2:-}" -v records="$1" 'BEGIN {
		print "scree 1 dim=3\nmaterial grain density=1\n" records "\nshape 1 sphere r=0.1"
		print "columns body id shape material tag size x y z vx vy vz\nframe 0 t=0 dt=0 due=0 body=" 10 + (more != "")
		for (k = 1; k <= 10; k++) printf "body %d 1 grain - 1 0 0 %.17g 0 0 0\n", k, 0.2 * k - 0.1
		if (more != "") printf "body 11 1 grain - 1 0 0 %.17g 0 0 -1\n", 2.1 + more
		print "end 0" }' | scree-wall -q --tag floor plane 0,0,0 0,0,1
}
weight=$(awk -v g=$g 'BEGIN { printf "%.17g", 4 / 3 * atan2(0, -1) * 0.001 * g }')
stack "gravity 0,0,-$g\nlaw grain grain hard mu=0.5" | scree-cd3 -q -d 0.002 -t 1 - >stack.scree
# the contact below ball k, which carries 11 - k balls
carried() {
	awk -v weight="$weight" '$1 == "columns" && $2 == "contact" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "frame" { n = m = 0 }
		$1 == "contact" { i = $at["i"]; j = $at["j"]; k = j > 10 || j < i ? i : j
			d = $at["fn"] / (weight * (11 - k)) - 1; d = d < 0 ? -d : d; if (d > m) m = d; n++ }
		END { printf "%.4g", n == 10 ? m : 1 }' stack.scree
}
carries=$(carried)
still=$(awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
	$1 == "body" && $2 <= 10 { d = ($at["z"] - 0.2 * $2 + 0.1) / 0.1; d = d < 0 ? -d : d
		for (c = 1; c <= 2; c++) { s = $at[c == 1 ? "x" : "y"] / 0.1; s = s < 0 ? -s : s; if (s > d) d = s }
		if (d > m) m = d } END { printf "%.4g", m }' stack.scree)

echo '== a shock'
# forces: for each frame the time, the force on the floor, and the force on the top of the stack
forces() {
	awk 'BEGIN { print "# scree-table 1\n# t[T] top[M*L/T^2] middle[M*L/T^2] floor[M*L/T^2]" }
		$1 == "columns" && $2 == "contact" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "frame" { t = substr($3, 3); split("", f) }
		$1 == "contact" { i = $at["i"]; j = $at["j"]; lo = i < j ? i : j; hi = i < j ? j : i; f[hi > 11 ? 0 : lo] = $at["fn"] }
		$1 == "end" { print t, f[10] + 0, f[5] + 0, f[0] + 0 }'
}
stack 'law grain grain hard mu=0 en=0.5' 0.0105 | cd3 -d 0.001 -t 0.02 --every 0.001 - | forces >hard.tab
shock=$(awk -v mass="$(compute "$weight / $g")" '!/^#/ { for (k = 2; k <= 4; k++) sum[k] += $k * 0.001 }
	END { for (k = 2; k <= 4; k++) { d = sum[k] / (1.5 * mass) - 1; d = d < 0 ? -d : d; if (d > m) m = d } printf "%.4g", m }' hard.tab)
began() { # began COLUMN TABLE: the first row with the greatest value of the column
	awk -v c="$1" '!/^#/ { n++; if ($c > m) { m = $c; at = n; t = $1 } } END { print at, t }' "$2"
}
once=$(( $(began 4 hard.tab | cut -d' ' -f1) - $(began 2 hard.tab | cut -d' ' -f1) ))
stack 'law grain grain linear kn=1000 kt=0 mu=0 en=1' 0.0005 | scree-dem3 -q -d 1e-5 -t 0.05 --every 1e-4 - | forces >shock.tab
springs=$(awk -v top="$(began 2 shock.tab | cut -d' ' -f2)" -v low="$(began 4 shock.tab | cut -d' ' -f2)" -v mass="$(compute "$weight / $g")" \
	'BEGIN { printf "%.4g", (low - top) / (10 * sqrt(mass / 1000)) }')

echo '== pictures'
size=$(choose 500,500 300,300)
scree-plot -q --size "$size" -o a.png -x slope -y acceleration,closed --style both --title 'a ball on slopes, mu = 0.2' slope.tab
scree-plot -q --size "$size" -o b.png -y first,second,third,fourth,fifth --no-key --y-label 'x [L]' row0.03.tab
scree-plot -q --size "$size" -o c.png -y first,second,third,fourth,fifth --no-key --y-label 'x [L]' row0.tab
scree-plot -q --size "$size" -o d.png -y top,middle,floor --y-label 'force [M L/T^2]' shock.tab
panel modes.png 3 'rolls, then slides=a.png' 'stands=upright.png' 'topples=toppled.png' 'balls apart=b.png' 'balls that touch=c.png' \
	'a shock with springs=d.png'
rm -f ./*.scree a.png b.png c.png d.png upright.png toppled.png row*.tab hard.tab
cd - >/dev/null

claim p4-modes-ball "$ball"
claim p4-modes-thrown "$thrown"
claim p4-modes-block-holds "$holds"
claim p4-modes-block-slides "$slides"
claim p4-modes-stands "$stands"
claim p4-modes-topples "$topples"
claim p4-modes-stack "$carries"
claim p4-modes-still "$still"
claim p4-modes-cradle "$cradle"
claim p4-modes-together "$together"
claim p4-modes-shock "$shock"
claim p4-modes-at-once "$once"
claim p4-modes-springs "$springs"
