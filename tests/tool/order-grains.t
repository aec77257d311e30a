#!/bin/sh
# scree-order: every column of what it tells of grains of all kinds against sums in awk, displacements, windows. Packings,
# gases and
# bad input are in order.t.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"
. "$root/tests/order_scene.sh"

# ---- contacts ----

touching() { stream '' | scree-order -q --contacts | awk 'END { printf "%d %.6f %.6f", $2, $3, $4 }'; }
is 'rods side by side' "$(printf '0 0 0 2\n0 0.49 0 2\n' | touching)" '1 1.000000 -1.000000'
is 'tip to tip' "$(printf '0 0 0 2\n2.49 0 0 2\n' | touching)" '1 1.000000 1.000000'
is 'a T' "$(printf '0 0 0 2\n0 1.49 1.5707963267948966 2\n' | touching)" '1 -1.000000 0.000000'
is 'a disk at the tip of a rod' "$(printf '0 0 0 2\n1.49 0\n' | stream '' | scree-order -q --contacts | tail -n 1)" '0 1 ? 1'
is 'nothing touches' "$(printf '0 0 0 2\n9 0\n' | stream '' | scree-order -q --contacts | tail -n 1)" '0 0 ? ?'
near 'psi_4 by contacts' "$(awk 'BEGIN { for (i = 0; i < 5; i++) for (j = 0; j < 5; j++) print i * 0.49, j * 0.49 }' | stream '' |
	scree-order -q --bond 4 --neighbours contacts | cell global 1)" 1 1e-12

# ---- displacements ----

# free flight with v = (3 + k, -k), turning at 0.5, wrapped
awk 'BEGIN {
	print "scree 1 dim=2\ndomain lo=-1,0 hi=3,5 periodic=xy tilt=1\nshape 1 point r=0.1 0,0"
	print "columns body id shape x y ix iy angle"
	for (f = 0; f < 40; f++) {
		printf "frame %d t=%g dt=0.25 due=0 body=4\n", f, f / 4
		for (k = 3; k >= 0; k--) {
			y = 1 - k * f / 4; iy = int(y / 5 + 1000) - 1000
			x = k / 2 + (3 + k) * f / 4 - iy * 1; ix = int((x + 1) / 4 + 1000) - 1000
			printf "body %d 1 %.17g %.17g %d %d %.17g\n", k + 1, x - 4 * ix, y - 5 * iy, ix, iy, 0.5 * f / 4
		}
		print "end " f
	}
}' >flight.scree
# <v^2> = (9 + 17 + 29 + 45) / 4 = 25
is 'free flight: <v^2> t^2' \
	"$(scree-order --msd flight.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n }')" 39
is 'over many origins' \
	"$(scree-order --msd --origins many flight.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n, $1 }')" '25 9'
scree-order --msd flight.scree >flight.tab
near 'along x' "$(cell msd_x 4 <flight.tab)" 21.5 1e-11
near 'the mean, along y' "$(cell mean_y 4 <flight.tab)" -1.5 1e-12
near 'and the angle' "$(cell msd_angle 8 <flight.tab)" 1 1e-12
# <v^4> / 2 <v^2>^2 - 1 = (81 + 289 + 841 + 2025) / 4 / 1250 - 1
near 'it is not normal' "$(cell alpha2 8 <flight.tab)" -0.3528 1e-12
is 'samples of 16 frames apart' "$(scree-order --msd --origins many flight.scree | cell samples 16)" 96
near 'of one grain' "$(scree-order --msd --where 'id == 3' flight.scree | cell msd 4)" 29 1e-11
# another run behind it, elsewhere: no displacement from one to the other
awk '/^body/ { $4 += 1.5 } { print }' flight.scree | cat flight.scree - >runs.scree
is 'two runs from their first frames' "$(scree-order --msd --no-provenance runs.scree | grep -v '#')" \
	"$(cat flight.tab flight.tab | grep -v '#')"
scree-order --msd --origins many flight.scree | awk '!/^#/ { print $1, 2 * $NF }' >once
is 'two runs, over many origins' "$(scree-order --msd --origins many runs.scree | awk '!/^#/ { print $1, $NF }')" "$(cat once)"
is 'which are as far' \
	"$(scree-order --msd --origins many runs.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n }')" 25
sed 's/^frame 7 t=1.75/frame 7 t=1.8/' flight.scree >uneven.scree
fails 3 'frame 7 .t=1.8.: frames are not equally spaced' 'uneven frames' scree-order --msd --origins many uneven.scree
sed '$d' flight.scree >cut.scree
fails 3 'cut' 'a cut stream' scree-order --msd cut.scree
is 'what is whole in it is there' "$(scree-order --msd cut.scree 2>/dev/null | grep -vc '#')" 38
ok 'which the first origin takes' scree-order --msd uneven.scree
awk '/^frame/ { sub(/t=.*/, "", $3); $3 = "t=" $2 / 2 " dt=1 due=0 body=4"; $0 = $1 " " $2 " " $3 } { print }' flight.scree >slower.scree
fails 3 'frame 1 .t=0.5.: frames are not equally spaced.* of 0.25 from t=0 on' 'runs whose intervals differ' \
	sh -c 'cat flight.scree slower.scree | scree-order --msd --origins many'
ok 'which the first origin takes, too' sh -c 'cat flight.scree slower.scree | scree-order --msd'

# ---- grains of all kinds in a tilted domain, ids in no order, a wall, two frames: every column against sums in awk ----

# shapes: 2 a rod that rises by 3 in 4, 4 a plate that stands, 6 a disk, which has no axis; t id shape tag size x y angle ix iy
cat >odd.rows <<'S'
0 41 2 - 1.3 0.5 2.6 0.4 0 0
0 7 4 - 0.8 -0.2 5.4 -1.2 1 0
0 19 2 - 0.6 4.1 7.1 2.9 0 -1
0 5 2 wall 1 3 3 0.7 0 0
0 23 6 - 1.1 2.3 4.5 0.2 -1 2
0 2 4 - 0.7 5.6 2.9 -4.6 0 0
0 30 2 - 0.9 7.8 6.2 1.1 0 1
0 12 6 - 1.2 6.9 4.4 1.3 0 0
1.5 7 4 - 0.8 0.2 5.7 -0.9 1 0
1.5 41 2 - 1.3 0.9 2.2 0.1 1 0
1.5 23 6 - 1.1 2.8 4.1 0.8 -1 2
1.5 2 4 - 0.7 8.6 2.4 1.6 -1 0
1.5 5 2 wall 1 3 3 0.7 0 0
1.5 30 2 - 0.9 -0.8 7.9 2.3 2 1
1.5 9 2 - 0.5 5.8 4.4 -0.3 0 0
1.5 12 6 - 1.2 7.1 3.9 1.4 0 -1
S
# contacts of both frames, of two vertices one pair, with an image and with the wall
links='contact 41 5 0 0 1.5 2.8 1 0 0.01 3 0
contact 7 23 0 0 1.1 5.1 0.8 -0.6 0.01 2 0
contact 7 23 0 0 1.2 5 0.6 -0.8 0.01 2 0
contact 2 12 0 0 6.3 3.6 0.28 0.96 0.01 1 0
contact 30 7 1 0 8.6 5.9 0.8 -0.6 0.01 1.5 0
contact 41 2 -1 0 -1.2 2.7 -0.96 0.28 0.01 1 0'
awk -v links="$links" 'BEGIN { print "scree 1 dim=2\ndomain lo=-1,2 hi=9,8 periodic=xy tilt=2.5\nmaterial m density=1\nlaw m m linear kn=1\nshape 2 polyline r=0.25 -0.8,-0.6 0.8,0.6"
	print "shape 4 polygon r=0 -0.5,-1.5 0.5,-1.5 0.5,1.5 -0.5,1.5\nshape 6 point r=0.4 0,0\nconstraint wall x=fixed y=fixed angle=fixed"
	print "columns body id shape material tag size x y angle ix iy\ncolumns contact i j ix iy x y nx ny overlap fn ft"; n = split(links, l, "\n") }
	$1 != t && m { end() } { t = $1; row[m++] = $2 " " $3 " m " $4 " " $5 " " $6 " " $7 " " $8 " " $9 " " $10 }
	function end(k) { print "frame " f + 0 " t=" t " body=" m " contact=" n; for (k = 0; k < m; k++) print "body", row[k]; for (k = 1; k <= n; k++) print l[k]
		print "end " f++ + 0; m = 0 } END { end() }' odd.rows >odd.scree
cat >odd.awk <<'S'
function axis(r) { return kind[r] == 6 ? "" : angle[r] + (kind[r] == 4 ? pi / 2 : 0.6435011087932844) }
function half(a) { while (a > pi / 2 + 1e-12) a -= pi; while (a <= -pi / 2 + 1e-12) a += pi; return a }
function has(r) { return some == "" || index(some, " " id[r] " ") }
# the nearest image of s as seen from r, into dx dy
function near(r, s, a, b, x, y, d) { d = 1e9
	for (a = -2; a <= 2; a++) for (b = -2; b <= 2; b++) { x = X[s] + 10 * a + 2.5 * b - X[r]; y = Y[s] + 6 * b - Y[r]
		if (x * x + y * y < d) { d = x * x + y * y; dx = x; dy = y } }
	return sqrt(d) }
function bond(r, x, y, l) { l = atan2(y, x); re[r] += cos(k * l); im[r] += sin(k * l); nb[r]++ }
function frame(r, s, i, c, d, q, local, nn) {
	for (i = 2; i <= n; i++) for (r = i; r > 1 && id[r] < id[r - 1]; r--) { swap(id, r); swap(kind, r); swap(size, r); swap(X, r); swap(Y, r); swap(angle, r); swap(PX, r); swap(PY, r) }
	c = d = q = 0
	if (what == "nematic") { for (r = 1; r <= n; r++) if (has(r) && axis(r) != "") { q++; c += cos(2 * axis(r)); d += sin(2 * axis(r)) }
		if (!bodies) printf "%s %d %.15g %.15g\n", t, q, sqrt(c * c + d * d) / q, atan2(d, c) / 2
		for (r = 1; r <= n && bodies; r++) if (has(r)) if (axis(r) == "") printf "%d %.15g %.15g ? ?\n", id[r], X[r], Y[r]
			else printf "%d %.15g %.15g %.15g %.15g\n", id[r], X[r], Y[r], half(axis(r)), cos(2 * (axis(r) - atan2(d, c) / 2)) }
	if (what == "contacts") { split("41 2 -1 0 0 0 7 23 0 0 0 0 2 12 0 0 0 0 30 7 1 0 0 0", l, " ")
		# normals: of the pair of two the sum of both, of the same force
		nx[1] = -0.96; ny[1] = 0.28; nx[2] = sqrt(0.5); ny[2] = -sqrt(0.5); nx[3] = 0.28; ny[3] = 0.96; nx[4] = 0.8; ny[4] = -0.6
		for (i = 0; i < 4; i++) { r = of(l[6 * i + 1]); s = of(l[6 * i + 2]); if (!has(r) || !has(s)) continue
			q++; if (axis(r) != "" && axis(s) != "") { c++; local += cos(2 * (axis(r) - axis(s))) }
			if (axis(r) != "") { d++; nn += cos(2 * (axis(r) - atan2(ny[i + 1], nx[i + 1]))) } if (axis(s) != "") { d++; nn += cos(2 * (axis(s) - atan2(ny[i + 1], nx[i + 1]))) } }
		printf "%s %d %.15g %.15g\n", t, q, local / c, nn / d }
	if (what == "bond") { split("", re); split("", im); split("", nb)
		for (r = 1; r <= n && reach; r++) for (s = 1; s <= n; s++) if (r != s && near(r, s) < reach) bond(r, dx, dy)
		for (i = 0; i < 4 && !reach; i++) { split("41 2 7 23 2 12 30 7", l, " "); r = of(l[2 * i + 1]); s = of(l[2 * i + 2])
			dx = X[s] - X[r] + (i == 0 ? -10 : i == 3 ? 10 : 0); dy = Y[s] - Y[r]; bond(r, dx, dy); bond(s, -dx, -dy) }
		for (r = 1; r <= n; r++) { if (!has(r)) continue
			if (bodies) { printf "%d %.15g %.15g %d", id[r], X[r], Y[r], nb[r]; if (nb[r]) printf " %.15g %.15g\n", sqrt(re[r] ^ 2 + im[r] ^ 2) / nb[r], atan2(im[r], re[r]) / k; else print " ? ?" }
			if (!nb[r]) continue
			q++; nn += nb[r]; local += sqrt(re[r] ^ 2 + im[r] ^ 2) / nb[r]; c += re[r] / nb[r]; d += im[r] / nb[r] }
		if (!bodies) printf "%s %d %.15g %.15g %.15g %.15g\n", t, q, nn / q, local / q, sqrt(c * c + d * d) / q, atan2(d, c) / k }
	if (what == "gr") { for (r = 1; r <= n; r++) nn += has(r); pairs += nn * (nn - 1) / 2
		for (r = 1; r <= n; r++) for (s = r + 1; s <= n; s++) { if (!has(r) || !has(s)) continue
			i = int(near(r, s) / reach * bins); if (i >= bins) continue
			count[i]++; if (axis(r) != "" && axis(s) != "") { both[i]++; g2[i] += cos(2 * (axis(r) - axis(s))) } } }
	if (what == "msd") { if (!frames++) { for (r = 1; r <= n; r++) if (has(r)) { x0[id[r]] = PX[r]; y0[id[r]] = PY[r]; a0[id[r]] = angle[r] } t0 = t }
		else { for (r = 1; r <= n; r++) if (id[r] in x0) { x = PX[r] - x0[id[r]]; y = PY[r] - y0[id[r]]; q++; sx += x; sy += y; xx += x * x; yy += y * y
				aa += (angle[r] - a0[id[r]]) ^ 2; r4 += (x * x + y * y) ^ 2 }
			printf "%.15g %.15g %.15g %.15g %.15g %.15g %.15g %.15g %d\n", t - t0, (xx + yy) / q, xx / q, yy / q, sx / q, sy / q, aa / q, r4 / q / 2 / ((xx + yy) / q) ^ 2 - 1, q } }
	n = 0 }
function of(i, r) { for (r = 1; r <= n; r++) if (id[r] == i) return r }
function swap(A, r, x) { x = A[r]; A[r] = A[r - 1]; A[r - 1] = x }
BEGIN { pi = atan2(0, -1) }
$1 != t && n { frame() }
{ t = $1; if ($4 != "wall") { n++; id[n] = $2; kind[n] = $3; size[n] = $5; X[n] = $6; Y[n] = $7; angle[n] = $8; PX[n] = $6 + 10 * $9 + 2.5 * $10; PY[n] = $7 + 6 * $10 } }
END { frame(); if (what == "gr") for (i = 0; i < bins; i++) { a = reach * i / bins; b = reach * (i + 1) / bins; e = pairs * pi * (b * b - a * a) / 60
	printf "%.15g %.15g", (a + b) / 2, count[i] / e; if (count[i]) printf " %.15g", sqrt(count[i]) / e; else printf " ?"
	printf " %d", count[i]; if (both[i]) printf " %.15g\n", g2[i] / both[i]; else print " ?" } }
S
told() { awk "$@" -f odd.awk odd.rows; }
order() { scree-order -q "$@" odd.scree | columns; }
some='id == 41 or id == 7 or id == 2 or id == 23'
alike 'nematic order' "$(order --nematic)" "$(told -v what=nematic)"
alike 'of some' "$(order --nematic --where "$some")" "$(told -v what=nematic -v some=' 41 7 2 23 ')"
alike 'axes of all' "$(order --nematic --bodies)" "$(told -v what=nematic -v bodies=1)"
alike 'grains that touch' "$(order --contacts)" "$(told -v what=contacts)"
alike 'some that touch' "$(order --contacts --where "$some")" "$(told -v what=contacts -v some=' 41 7 2 23 ')"
alike 'bonds by distance' "$(order --bond 5 --neighbours 2.9)" "$(told -v what=bond -v k=5 -v reach=2.9)"
alike 'of some, to all' "$(order --bond 6 --neighbours 2.9 --where "$some")" \
	"$(told -v what=bond -v k=6 -v reach=2.9 -v some=' 41 7 2 23 ')"
alike 'of each' "$(order --bond 3 --bodies --neighbours 2.9)" "$(told -v what=bond -v k=3 -v reach=2.9 -v bodies=1)"
alike 'by contacts' "$(order --bond 5 --neighbours contacts)" "$(told -v what=bond -v k=5)"
alike 'by contacts, of each' "$(order --bond 5 --bodies --neighbours contacts)" "$(told -v what=bond -v k=5 -v bodies=1)"
alike 'g(r) and g2(r) of both frames' "$(order --gr --reach 2.9 --bins 4)" "$(told -v what=gr -v reach=2.9 -v bins=4)"
alike 'of some' "$(order --gr --reach 2.9 --bins 3 --where "$some")" \
	"$(told -v what=gr -v reach=2.9 -v bins=3 -v some=' 41 7 2 23 ')"
# two thirds of half the shortest period, sqrt(6^2 + 2.5^2), which is less than 6 mean spacings
is 'the reach unless asked, and the bins' \
	"$(order --gr | awk 'NR == 1 { w = 2 * $1 } END { printf "%.9g %d", w * NR, NR }')" '2.16666667 100'
alike 'displacements, images and the tilt counted' "$(order --msd)" "$(told -v what=msd)"
alike 'of those that are chosen at first' "$(order --msd --where 'id < 20')" "$(told -v what=msd -v some=' 7 19 2 12 ')"
# cells: what is told of all is what is told of each
scree-order -q --voronoi --bodies odd.scree >cells.tab
alike 'cells of a frame' "$(order --voronoi)" \
	"$(columns <cells.tab | awk 'function flush() { printf "%s %d %.15g %.15g %d %.15g %.15g %.15g %.15g\n", f++ ? 1.5 : 0, n, c, a / c, n, s / n, sqrt(q / n - (s / n) ^ 2), lo, hi; n = c = a = s = q = 0 }
	$1 < last { flush() } { last = $1; n++; a += $4; c += $5; p = $4 / $5; s += p; q += p * p; if (n == 1 || p < lo) lo = p; if (n == 1 || p > hi) hi = p } END { flush() }')" 1e-7
alike 'which fill the domain' "$(order --voronoi | awk '{ print $3 }')" '60
60'
# area of a rod 2 r l + pi r^2, of a plate, of a disk, times size^2
alike 'areas of grains, and their part of the cell' "$(columns id area <cells.tab | head -n 7)" \
	"$(awk 'BEGIN { pi = atan2(0, -1); d = pi * 0.16; r = 1 + pi / 16
	printf "2 %.15g\n7 %.15g\n12 %.15g\n19 %.15g\n23 %.15g\n30 %.15g\n41 %.15g", 3 * 0.49, 3 * 0.64, d * 1.44, r * 0.36, d * 1.21, r * 0.81, r * 1.69 }')"
is 'fractions' "$(columns area cell fraction <cells.tab | awk '($1 / $2 - $3) ^ 2 > 1e-20' | wc -l | tr -d ' ')" 0
# without periods the mean is of inner cells: in a row of three by three that of the middle, 1 x 1
awk 'BEGIN { for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) print i, j }' | stream '' | scree-order -q --voronoi --points 1 | columns grains inner mean spread least most >inner
alike 'inner cells' "$(cat inner)" "$(awk 'BEGIN { p = atan2(0, -1) / 16; printf "9 1 %.15g 0 %.15g %.15g", p, p, p }')" 1e-7

# ---- windows ----

# without periods the box ends where grains of any size do: disks of 0.25 times 1.2, 0.6, 1.6, 0.8; a rod of half length 1
# and radius 0.25, times 1.4, at
# 0.6; a clump of disks of its own radii, times 1.5
printf '0 0 0 1 1.2\n3 0.1 0 1 0.6\n-0.4 4 0 1 1.6\n3.2 4.2 0 1 0.8\n' >places
with_sizes() {
	stream '' <places | awk 'NR == FNR { size[FNR] = $5; next } /^columns/ { $0 = $0 " size" } /^body/ { $0 = $0 " " size[$2] }
		/^columns/ { print "shape 5 disks 0.2,0.3,0.4 -0.5,0.1,0.2" } { print }' places -
}
near 'the box of grains of several sizes' "$(with_sizes | scree-order -q --voronoi | cell cells 1)" \
	"$(awk 'BEGIN { printf "%.15g", ((3.2 + 0.2) - (-0.4 - 0.4)) * ((4.2 + 0.2) - (0 - 0.3)) }')" 1e-9
printf '0 0 0.6 2 1.4\n1 4 2.1 5 1.5\n2 1 0 1 0.4\n' >places
near 'of rods and clumps' "$(with_sizes | scree-order -q --voronoi | cell cells 1)" "$(awk 'function put(x, y, r) { r *= s
		x0 = x - r < x0 ? x - r : x0; x1 = x + r > x1 ? x + r : x1; y0 = y - r < y0 ? y - r : y0; y1 = y + r > y1 ? y + r : y1 }
	function at(x, y, r) { put(X + s * (cos(a) * x - sin(a) * y), Y + s * (sin(a) * x + cos(a) * y), r) }
	{ X = $1; Y = $2; a = $3; s = $5; if ($4 == 2) { at(-1, 0, 0.25); at(1, 0, 0.25) } else if ($4 == 5) { at(0.2, 0.3, 0.4); at(-0.5, 0.1, 0.2) } else at(0, 0, 0.25) }
	END { printf "%.15g", (x1 - x0) * (y1 - y0) }' places)" 1e-9
# what is told of all is of the cells that are not at the edge: area, the mean of fractions, its spread, the least, the most
awk 'BEGIN { for (k = 0; k < 40; k++) print k * 11 % 40 * 0.75, k * 17 % 41 * 0.5, 0.7 * k, 2 }' | stream '' >rods.scree
scree-order -q --voronoi --bodies --points 16 rods.scree >inner.tab
alike 'of inner cells' "$(scree-order -q --voronoi --points 16 rods.scree | columns grains inner mean spread least most)" \
	"$(columns fraction edge <inner.tab | awk '{ n++ } !$2 { k++; s += $1; q += $1 * $1; lo = k == 1 || $1 < lo ? $1 : lo; hi = $1 > hi ? $1 : hi }
		END { printf "%d %d %.15g %.15g %.15g %.15g", n, k, s / k, sqrt(q / k - (s / k) ^ 2), lo, hi }')" 1e-8
finish
