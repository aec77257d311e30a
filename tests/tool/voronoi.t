#!/bin/sh
# scree-voronoi: packings against their definition, worked out here by awk from the stream alone; other Voronoi programs
# where they are installed; options and sites that make no sense.
. "$(dirname "$0")/../tap.sh"

# Area of the grains by the shoelace formula, perimeter and radius; the void ratio of the box.
void_ratio() { # FILE
	awk 'function xy(w) { split(w, c, ","); X = c[1]; Y = c[2] }
	/^domain/ { sub("hi=", "", $3); xy($3); box = X * Y }
	/^shape/ {
		sub("r=", "", $4)
		A = P = 0
		xy($NF)
		for (k = 5; k <= NF; k++) {
			x = X; y = Y; xy($k)
			A += (x * Y - X * y) / 2
			P += sqrt((X - x) ^ 2 + (Y - y) ^ 2)
		}
		sum += A + P * $4 + atan2(0, -1) * $4 ^ 2
	}
	END { printf "%.15g\n", (box - sum) / sum }' "$1"
}

# The least distance of a skeleton to the sides of its own cell, less the radius, over all grains; needs --cells.
inside() { # FILE
	awk 'function xy(w) { split(w, c, ","); X = c[1]; Y = c[2] }
	/^domain/ { sub("hi=", "", $3); xy($3); W = X; H = Y }
	/^cell/ { cell[$2] = $0 }
	/^shape/ { shape[$2] = $0 }
	/^body/ {
		n = split(cell[$3], v, " "); m = split(shape[$3], s, " ")
		sub("r=", "", s[4])
		# the body is wrapped, the cell is not: the image of the body that is nearest to the cell
		xy(v[3]); dx = W * int(X / W - $7 / W + 1000.5) - 1000 * W; dy = H * int(Y / H - $8 / H + 1000.5) - 1000 * H
		worst = 1e9
		for (ax = -1; ax <= 1; ax++) for (ay = -1; ay <= 1; ay++) {
			least = 1e9
			for (k = 3; k <= n; k++) {
				xy(v[k]); x0 = X; y0 = Y
				xy(k < n ? v[k + 1] : v[3]); ex = X - x0; ey = Y - y0; l = sqrt(ex * ex + ey * ey)
				if (l < 1e-9)
					continue
				for (q = 5; q <= m; q++) {
					xy(s[q])
					d = (ex * (Y + $8 + dy + ay * H - y0) - ey * (X + $7 + dx + ax * W - x0)) / l - s[4]
					if (d < least) least = d
				}
			}
			if (worst == 1e9 || least > worst) worst = least
		}
		if (!started++ || worst < all) all = worst
	}
	END { printf "%.12g\n", all }' "$1"
}

# The largest difference of a grain's roundness from the one asked for: radius over the inradius, which is the radius
# and the largest of the disks that touch three sides of the skeleton and cross none.
roundness_error() { # FILE ROUNDNESS
	awk -v want="$2" '/^shape/ {
		sub("r=", "", $4)
		n = 0; best = 0
		split($NF, c, ","); x = c[1]; y = c[2]
		for (k = 5; k <= NF; k++) {
			split($k, c, ",")
			l = sqrt((c[1] - x) ^ 2 + (c[2] - y) ^ 2)
			if (l > 1e-9) { a[n] = (c[2] - y) / l; b[n] = (x - c[1]) / l; d[n] = a[n] * x + b[n] * y; n++ }
			x = c[1]; y = c[2]
		}
		for (i = 0; i < n; i++) for (j = i + 1; j < n; j++) for (k = j + 1; k < n; k++) {
			p = a[j] - a[i]; q = b[j] - b[i]; s = a[k] - a[i]; t = b[k] - b[i]
			det = p * t - q * s
			if (det < 1e-12 && det > -1e-12)
				continue
			x = ((d[j] - d[i]) * t - (d[k] - d[i]) * q) / det; y = ((d[k] - d[i]) * p - (d[j] - d[i]) * s) / det
			r = d[i] - a[i] * x - b[i] * y
			for (m = 0; m < n && r > best; m++)
				if (a[m] * x + b[m] * y + r > d[m] + 1e-11)
					r = 0
			if (r > best) best = r
		}
		e = $4 / ($4 + best) - want
		if (e < 0) e = -e
		if (e > worst) worst = e
		grains++
	}
	END { print grains ? worst + 0 : "no grains" }' "$1"
}

# Number of a summary on stderr
said() { # KEY
	sed -n "s/.* $1=\([^ ]*\).*/\1/p" err
}

# ---- what the demo uses ----
scree-voronoi -n 400 --box 20,20 --periodic x --roundness 0.5 --void-ratio 0.15 --seed 7 --cells >demo 2>err
is 'the stream begins' "$(sed 5q demo)" 'scree 1 dim=2
made scree-voronoi 0.1.0 -n 400 --box 20,20 --periodic x --roundness 0.5 --void-ratio 0.15 --seed 7 --cells
domain lo=0,0 hi=20,20 periodic=x
material grain density=1
law grain grain linear kn=1 kt=0.1 mu=0.5 en=0.5'
is 'bodies' "$(grep -c '^body' demo)" 400
is 'shapes' "$(grep -c '^shape' demo)" 400
is 'masses' "$(grep -c '^mass' demo)" 400
is 'cells' "$(grep -c '^cell' demo)" 400
is 'the frame' "$(grep ^frame demo)" 'frame 0 t=0 dt=0 due=0 body=400'
near 'void ratio' "$(void_ratio demo)" 0.15 1.5e-10
near 'void ratio as told' "$(said void_ratio)" 0.15 1.5e-10
near 'roundness as told' "$(said roundness)" 0.5 1e-12
near 'roundness of every grain, from its outline' "$(roundness_error demo 0.5)" 0 1e-9
gap=$(said gap)
near 'grains keep half the gap from the sides of their cells' "$(inside demo)" "$gap" 1e-9
scree-mass --table demo 2>/dev/null | awk '!/^#/ { print $1, $6 }' >mass.tab
grep ^mass demo | sed 's/area=//' | awk '{ print $2, $3 }' | paste -d ' ' - mass.tab |
	awk '{ d = ($2 - $4) / $4; if (d < 0) d = -d; if (d > w) w = d; n++ } END { print n == 400 && w < 1e-11 }' >same
is 'mass records are those of scree-mass' "$(cat same)" 1
scree-voronoi -n 400 --box 20,20 --periodic x --roundness 0.5 --void-ratio 0.15 --seed 7 --cells 2>/dev/null >again
ok 'the same seed, the same bytes' cmp demo again
scree-voronoi -n 400 --box 20,20 --periodic x --seed 8 --cells 2>/dev/null >other
ok 'another seed, another packing' sh -c '! cmp -s demo other'
is 'quiet' "$(scree-voronoi -n 5 -q 2>&1 >/dev/null)" ''

# ---- roundness, void ratio, periodicity ----
for args in '-n 1 --periodic xy' '-n 2 --periodic xy --void-ratio 0.3' \
	'-n 3 --periodic xy --box 3,0.5 --void-ratio 0.4' \
	'-n 50 --roundness 0 --void-ratio 0.01' '-n 50 --roundness 1 --void-ratio 1.2 --periodic y' \
	'-n 300 --sites jitter --jitter 0.3 --periodic xy' '-n 300 --sites hexagonal --periodic xy' \
	'-n 200 --lloyd 5 --periodic xy --void-ratio 0.1' '-n 200 --void-ratio 20 --periodic xy'; do
	scree-voronoi $args --cells >out 2>err
	want=$(echo "$args --void-ratio 0.15" | sed 's/.*--void-ratio \([^ ]*\).* --void-ratio.*/\1/; s/.*--void-ratio //')
	awk -v a="$(void_ratio out)" -v b="$want" 'BEGIN { print a / b }' >ratio
	near "void ratio with $args" "$(cat ratio)" 1 1e-9
	near "inside cells with $args" "$(inside out)" "$(said gap)" 1e-9
	case $args in '-n 1 '*) ;; *'--periodic xy'*) is "six sides with $args" "$(said sides)" 6 ;; esac
done

# the other site is nearer above and on the right: the centre of the first lies below and on the left of it, across both edges
printf '0.1 0.1\n1.5 1.7\n' >sites
scree-voronoi -q --sites file:sites --periodic xy --box 4,4.4 >out
is 'grains whose centres lie across an edge are wrapped, and no images are counted' \
	"$(awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { x = $at["x"]; y = $at["y"]; far += x > 3 && x < 4 && y > 3 && y < 4.4
		bad += $at["ix"] != 0 || $at["iy"] != 0 || !at["ix"] || !at["iy"] } END { print far, bad }' out)" '1 0'
# ---- two radii ----
scree-voronoi -n 200 --erode 0.3 --dilate 0.2 --cells >out 2>err
# without the disks, whose radius is another
awk '/^shape.*r=0.2 / { s[$2] = 1 } /^cell/ || /^domain/ || (/^shape/ && $2 in s) || (/^body/ && $3 in s)' out >whole
near 'eroded and dilated: distance to the sides' "$(inside whole)" 0.1 1e-9
is 'all grains are there' "$(grep -c ^body out)" 200
is 'one disk for each cell that vanished' "$(grep -c '^shape [0-9]* point' out)" "$(said vanished)"
ok 'there are some' test "$(said vanished)" -gt 3
# each touches a side of its cell, and crosses none
awk '/^shape.* point / { s[$2] = 1 } /^cell/ || /^domain/ || (/^shape/ && $2 in s) || (/^body/ && $3 in s)' out >round
near 'which they touch' "$(inside round)" 0 1e-9
disks=$(said vanished)
scree-voronoi -n 200 --erode 0.3 --dilate 0.2 --vanished drop >out 2>err
is 'or left out' "$(grep -c ^body out)" $((200 - disks))
is 'and said so' "$(said vanished)" "$disks"
scree-voronoi -n 200 --erode 0.3 --min-radius 0.4 >out 2>err
is 'small grains are left out' "$(grep -c ^body out)" $((200 - $(said small)))
ok 'there are some small ones' test "$(said small)" -gt 3
near 'opening of squares' "$(scree-voronoi -n 4 --sites square --erode 0.25 -q |
	sed -n 's/^mass 1 area=\([^ ]*\).*/\1/p')" 0.9463495408493621 1e-15
is 'eroded to points' "$(scree-voronoi -n 4 --sites square --box 2,2 --erode 0.5 -q | grep -c 'point r=0.5 0,0')" 4
is 'eroded to segments' "$(scree-voronoi -n 4 --sites square --box 4,2 --erode 0.5 --dilate 0.3 -q |
	grep -c 'polyline r=0.3')" 4
corners() { # of a record, sorted
	tr ' ' '\n' | grep , | sort | tr '\n' ' '
}
scree-voronoi -n 4 --sites square --box 4,4 --erode 0 --cells -q >out
is 'cells themselves' "$(grep '^shape 1 polygon r=0 ' out | corners)" '-1,-1 -1,1 1,-1 1,1 '
is 'their record' "$(grep '^cell 4 ' out | corners)" '2,2 2,4 4,2 4,4 '

# ---- sites ----
places() { # of the bodies on stdin
	awk '/^body/ { print $7, $8 }'
}
is 'squares' "$(scree-voronoi -n 400 --sites square --box 20,20 -q | places | sed -n '1p;$p')" '0.5 0.5
19.5 19.5'
fails 0 'sites instead of 397' 'a lattice that does not fit' scree-voronoi -n 397 --sites square
printf '# two\n0.5 0.5\n\n2.5,0.5\n' >sites
scree-voronoi --sites file:sites --box 4,1 --erode 0 >out 2>err
is 'sites of a file' "$(places <out)" '0.75 0.5
2.75 0.5'
printf '4.5 -0.5\n2.5,0.5\n' >sites
is 'sites are wrapped' "$(scree-voronoi --sites file:sites --box 4,1 --periodic xy --erode 0 -q | places)" '0.5 0.5
2.5 0.5'
scree-voronoi -n 500 --periodic xy --lloyd 0 --cells -q >before
scree-voronoi -n 500 --periodic xy --lloyd 30 --cells -q >after
hexagons() {
	awk '/^cell/ && NF == 8 { n++ } END { print n / 500 }' "$1"
}
ok 'Lloyd makes hexagons' awk -v a="$(hexagons before)" -v b="$(hexagons after)" 'BEGIN { exit !(a < 0.35 && b > 0.6) }'


# ---- what is not square, and not in its own image ----
# Two sites in 4 x 1.5, closed, at (0.5, 0.3) and (2.5, 0.3): the line between them is at 1.5, the centroids at 0.75 and 2.75 and half
# of the height; then the line is at 1.75, the centroids at 0.875 and 2.875, and so forth.
printf '0.5 0.3\n2.5 0.3\n' >sites
lloyd() { scree-voronoi --sites file:sites --box 4,1.5 --erode 0 --lloyd "$1" -q | places | tr '\n' ';'; }
is 'no step of Lloyd: grains stand at the centroids' "$(lloyd 0)" '0.75 0.75;2.75 0.75;'
is 'one' "$(lloyd 1)" '0.875 0.75;2.875 0.75;'
is 'two' "$(lloyd 2)" '0.9375 0.75;2.9375 0.75;'
is 'along y' "$(printf '0.3 0.5\n0.3 2.5\n' >sites; scree-voronoi --sites file:sites --box 1.5,4 --erode 0 --lloyd 1 -q | places | tr '\n' ';')" '0.75 0.875;0.75 2.875;'
# of oblongs of 3 by 1 the largest disks are many
printf '1.5 0.5\n4.5 0.5\n' >sites
scree-voronoi -q --sites file:sites --box 6,1 --erode 0.6 >out
is 'a disk in place of a cell stands in its middle' "$(places <out | tr '\n' ';') $(grep -c '^shape.* point r=0.5 0,0$' out)" '1.5 0.5;4.5 0.5; 2'
# three sites without symmetry, two grains beside a corner: a cell, its centroid and area by triangles from its first corner
printf '1 0.5\n3.5 1.75\n0.7 2.2\n' >sites
scree-voronoi --sites file:sites --box 5,3 --erode 0 --cells -q >out
is 'areas, centroids and moments of inertia are those of the cells' "$(awk '/^cell/ { n = split($0, v, " "); split(v[3], o, ","); A = X = Y = 0
	for (k = 4; k < n; k++) { split(v[k], p, ","); split(v[k + 1], q, ","); a = ((p[1] - o[1]) * (q[2] - o[2]) - (p[2] - o[2]) * (q[1] - o[1])) / 2
		A += a; X += a * (o[1] + p[1] + q[1]) / 3; Y += a * (o[2] + p[2] + q[2]) / 3 } printf "%.9f %.9f %.9f;", A, X / A, Y / A }' out)" \
	"$(awk '/^mass/ { sub("area=", "", $3); a[$2] = $3 } /^body/ { printf "%.9f %.9f %.9f;", a[$3], $7, $8 }' out)"
is 'every place of a cell is nearest to its own site' "$(awk 'NR == FNR { x[NR] = $1; y[NR] = $2; next }
	/^cell/ { for (k = 3; k <= NF; k++) { split($k, p, ","); own = (p[1] - x[$2]) ^ 2 + (p[2] - y[$2]) ^ 2; for (i in x) bad += (p[1] - x[i]) ^ 2 + (p[2] - y[i]) ^ 2 < own - 1e-9
		seen++ } } END { print bad + 0, (seen > 9) }' sites out)" '0 1'
# hexagons: rows of points shifted by half, in a box of 3 x 2 sqrt 3 two and four to a side, each a regular hexagon of side 1 / sqrt 3
scree-voronoi -n 12 --sites hexagonal --box 3,3.4641016151377544 --periodic xy --erode 0 -q >out
is 'hexagons: twelve of one area' "$(awk '/^mass/ { sub("area=", "", $3); printf "%.9f\n", $3 }' out | sort | uniq -c | tr -s ' ')" " 12 $(awk 'BEGIN { printf "%.9f", sqrt(0.75) }')"
is 'with six sides as long' "$(awk '/^shape/ { for (k = 5; k <= NF; k++) { split($k, p, ","); printf "%.9f\n", sqrt(p[1] ^ 2 + p[2] ^ 2) } }' out | sort | uniq -c | tr -s ' ')" " 72 $(awk 'BEGIN { printf "%.9f", sqrt(1 / 3) }')"
is 'rows from below, each shifted by half' "$(places <out | awk '{ printf "%.6g,%.6g ", $1, $2 }')" "$(awk 'BEGIN { for (r = 0; r < 4; r++) for (c = 0; c < 3; c++) printf "%.6g,%.6g ", c + (r % 2 ? 0.75 : 0.25), (r + 0.5) * sqrt(0.75) }')"
is 'squares in an oblong' "$(scree-voronoi -n 6 --sites square --box 3,2 --erode 0 -q | places | tr '\n' ';')" '0.5 0.5;1.5 0.5;2.5 0.5;0.5 1.5;1.5 1.5;2.5 1.5;'
is 'a hundred sites by default, in a square of that area, of roundness 0.5, with voids of 0.15' \
	"$(scree-voronoi 2>err | sed -n 's/^domain //p') $(said grains) $(awk -v e="$(said void_ratio)" -v q="$(said roundness)" 'BEGIN { printf "%.6g %.6g", e, q }')" 'lo=0,0 hi=10,10 periodic=none 100 0.15 0.5'
is 'jitter is of a half' "$(scree-voronoi -n 30 --sites jitter --no-provenance -q | cksum)" "$(scree-voronoi -n 30 --sites jitter --jitter 0.5 --no-provenance -q | cksum)"
is 'dilation is as much as erosion' "$(scree-voronoi -n 30 --erode 0.1 --no-provenance -q | cksum)" "$(scree-voronoi -n 30 --erode 0.1 --dilate 0.1 --no-provenance -q | cksum)"
is 'cells that vanish are disks' "$(scree-voronoi -n 60 --erode 0.4 --no-provenance -q | cksum)" "$(scree-voronoi -n 60 --erode 0.4 --vanished disk --no-provenance -q | cksum)"
scree-voronoi -n 60 --erode 0.3 --dilate 0.12 --box 6,10 --cells >out 2>err
ok 'told: mean and deviation of roundness, as scree-mass has it' sh -c "scree-mass --table out | awk -v q=$(said roundness) -v d=$(said roundness_sd) '/^# id/ { for (i = 2; i <= NF; i++) if (\$i == \"roundness\") k = i - 1 }
	!/^#/ { n++; s += \$k; ss += \$k * \$k } END { m = s / n; v = sqrt(ss / n - m * m); exit !((m - q) ^ 2 < 1e-14 && (v - d) ^ 2 < 1e-6 * v * v && v > 0.01) }'"
near 'told: the gap, twice half of it from either side' "$(said gap)" 0.18 1e-12
is 'the least and greatest number of sides' "$(said sides_min) $(said sides_max) $(said sides)" \
	"$(awk '/^cell/ { n = NF - 2; m += n; if (!k++ || n < lo) lo = n; if (n > hi) hi = n } END { printf "%d %d %.6g", lo, hi, m / k }' out)"
is 'how many are disks, and how large the voids' "$(said disks) $(said void_ratio | awk '{ printf "%.9g", $1 }')" \
	"$(awk '/^shape.* point/ { d++ } /^mass/ { sub("area=", "", $3); a += $3 } END { printf "%d %.9g", d, (60 - a) / a }' out)"

# ---- other programs ----
awk 'BEGIN { srand(5); for (i = 0; i < 1000; i++) printf "%.15g %.15g\n", 10 * rand(), 10 * rand() }' >sites
scree-voronoi --box 10,10 --sites file:sites --cells --erode 0 -q >plain
within() { # places that are not on the sides of the box, to 8 decimals
	awk '$1 > 1e-9 && $1 < 10 - 1e-9 && $2 > 1e-9 && $2 < 10 - 1e-9 { printf "%.8f %.8f\n", $1 + 1e-12, $2 + 1e-12 }' |
		sort
}
awk '/^cell/ { for (k = 3; k <= NF; k++) { split($k, c, ","); print c[1], c[2] } }' plain | within | uniq -c >ours
if command -v qvoronoi >/dev/null; then
	{ echo 2; echo 1000; cat sites; } | qvoronoi p | sed 1,2d | within >theirs
	is 'the vertices of 1000 cells are those of qvoronoi' "$(awk '{ print $2, $3 }' ours)" "$(cat theirs)"
	is 'three cells meet in each' "$(awk '$1 != 3' ours)" ''
else
	skip 'no qvoronoi (qhull-bin)'
	skip 'no qvoronoi (qhull-bin)'
fi
if command -v voro++ >/dev/null; then
	for axes in none x y xy; do
		flags=
		case $axes in *x*) flags='-px' ;; esac
		case $axes in *y*) flags="$flags -py" ;; esac
		awk '{ print NR, $1, $2, 0.5 }' sites >three
		voro++ -c '%i %v %s' $flags 0 10 0 10 0 1 three >/dev/null
		scree-voronoi --box 10,10 --periodic $axes --sites file:sites --cells --erode 0 -q >plain
		sort -n three.vol | awk '{ print $1, $2, $3 - 2 }' >theirs
		awk '/^mass/ { sub("area=", "", $3); a[$2] = $3 } /^cell/ { n[$2] = NF - 2 }
			END { for (i = 1; i <= 1000; i++) print i, a[i], n[i] }' plain | paste -d ' ' - theirs |
			awk '{ d = $2 - $5; if (d < 0) d = -d; if (d > w) w = d; bad += $3 != $6 } END { print w + 0, bad + 0 }' >diff
		near "areas of 1000 cells are those of voro++, periodic $axes" "$(cut -d ' ' -f 1 diff)" 0 1e-6
		is "sides of 1000 cells are those of voro++, periodic $axes" "$(cut -d ' ' -f 2 diff)" 0
	done
else
	skip 'no voro++'
fi

# ---- rounded ends at walls ----
# the cell of one site in a square with sides of 2 h: tangents turned by a = 11.25, 22.5 and 33.75 degrees from each axis, at the
# distances s = h cos a + sqrt(2) h (1 - cos a) from the site; those of 45 degrees are beyond the corners that these make. A side
# between neighbours turned by d and e is (s before - s cos d) / sin d + (s after - s cos e) / sin e long
round=$(awk 'BEGIN { h = 1.35; u = atan2(0, -1) / 16; for (k = 0; k < 28; k++) { a = (k % 7 > 3 ? 7 - k % 7 : k % 7) * u; s[k] = h * (cos(a) + sqrt(2) * (1 - cos(a))) }
	for (k = 0; k < 28; k++) { d = (k % 7 == 4 ? 2 : 1) * u; e = (k % 7 == 3 ? 2 : 1) * u
		all += 0.5 * s[k] * ((s[(k + 27) % 28] - s[k] * cos(d)) / sin(d) + (s[(k + 1) % 28] - s[k] * cos(e)) / sin(e)) } printf "%.17g", all }')
near 'a single cell with rounded ends' "$(scree-voronoi -q -n 1 --sites square --box 2.7,2.7 --erode 0 --walls round |
	sed -n 's/^mass 1 area=\([^ ]*\) .*/\1/p')" "$round" 1e-12
scree-voronoi -n 80 --box 11,8 --periodic x --roundness 0.1 --void-ratio 0.3 --walls round --seed 4 >ends 2>said
near 'the void ratio is that of the box' "$(sed -n 's/.*void_ratio=\([^ ]*\) .*/\1/p' said)" 0.3 1e-9
gap=$(sed -n 's/.* gap=//p' said)
# with 8 tangents in an end of 45 degrees to either side, at most 2 vertices are as near to the wall as that: the ends of one short side
ends() { awk '$1 == "shape" { n[$2] = NF - 4; split($4, r, "="); rad[$2] = r[2]; for (k = 5; k <= NF; k++) { split($k, p, ","); y[$2, k - 4] = p[2]; x[$2, k - 4] = p[1] } }
	$1 == "body" { low = 1e9; left = 1e9; right = -1e9; for (k = 1; k <= n[$3]; k++) { v = $8 + y[$3, k] - rad[$3]; if (v < low) low = v }
		for (k = 1; k <= n[$3]; k++) if ($8 + y[$3, k] - rad[$3] < low + 1e-9) { if (x[$3, k] < left) left = x[$3, k]; if (x[$3, k] > right) right = x[$3, k] }
		if (low < g + 1e-9) { m++; w += right - left } if (low < g - 1e-9) out++ } END { printf "%d %d %.3f", m, out, w / m }' g="$gap" "$1"; }
ok "grains reach the wall, not further, and are less flat there ($(ends ends))" sh -c "echo '$(ends ends)' | awk '{ exit !(\$1 > 5 && \$2 == 0 && \$3 < 0.3) }'"
fails 2 'walls: applies to sides that are not periodic' 'without walls there are no ends' \
	scree-voronoi -q -n 80 --box 11,8 --periodic xy --walls round
fails 2 'option --walls' 'a way to end' scree-voronoi --walls square

# ---- the same on any number of threads, by the grid and by the tree, with cells and sizes ----
awk 'BEGIN { srand(7); for (i = 0; i < 900; i++) print 10 + 1e-3 * rand(), 20 + rand(); for (i = 0; i < 900; i++) print 30 * rand(), 40 * rand() }' >uneven
for t in 1 2 3 auto; do
	{
		scree-voronoi -n 4500 --periodic x --lloyd 1 --cells --threads $t
		scree-voronoi --sites file:uneven --box 30,40 --erode 0.3 --threads $t
		scree-voronoi -n 700 --sizes lognormal:0.3 --periodic xy --threads $t
	} 2>said.$t | grep -v ^made | cat - said.$t | cksum >>sums
done
is 'any number of threads: the same bytes' "$(sort -u sums | wc -l | tr -d ' ')" 1
awk 'BEGIN { srand(8); for (i = 0; i < 3000; i++) { x = rand(); y = rand(); print x, y; if (i % 500 == 200) print x, y } }' >twins
for t in 1 2 3; do scree-voronoi --sites file:twins --box 1,1 --threads $t 2>&1 | sort -u; done >said.twins
is 'and the same two of several sites that coincide' "$(sort -u said.twins | wc -l | tr -d ' ')" 1

# ---- what cannot be ----
fails 4 'attainable range: 0.2732395[0-9]* or more' 'disks in squares leave more void' \
	scree-voronoi -n 4 --sites square --roundness 1 --void-ratio 0.2
fails 4 'attainable range: .* to ' 'a least grain' scree-voronoi -n 100 --void-ratio 1000 --min-radius 0.3
fails 4 'no cell has room' 'a least grain too large' scree-voronoi -n 100 --min-radius 3
fails 4 'no grain is left' 'everything vanished' scree-voronoi -n 4 --sites square --erode 0.7 --vanished drop
printf '1 1\n2 2\n# 1 1\n1 1\n' >sites
fails 3 '^scree-voronoi: sites:4: site 3 at 1,1 coincides with site 1 at 1,1 in line 1' 'coincident sites' \
	scree-voronoi --sites file:sites --box 3,3
is 'nothing is written' "$(scree-voronoi --sites file:sites --box 3,3 2>/dev/null)" ''
printf '1 1\n2 4\n' >sites
fails 3 'sites:2: site 2,4 is outside' 'a site outside' scree-voronoi --sites file:sites --box 3,3 --periodic x
printf '1 1\n2 b\n' >sites
fails 3 'sites:2:' 'a bad number' scree-voronoi --sites file:sites --box 3,3
: >sites
fails 3 'sites' 'no sites' scree-voronoi --sites file:sites --box 3,3
fails 1 'nowhere' 'no file' scree-voronoi --sites file:nowhere --box 3,3
fails 2 'option --number' 'no grains' scree-voronoi -n 0
fails 2 'option --box' 'a flat box' scree-voronoi --box 3,0
fails 2 'option --periodic' 'an axis' scree-voronoi --periodic z
fails 2 'option --sites' 'a kind of sites' scree-voronoi --sites poisson
fails 2 'option --lloyd' 'steps back' scree-voronoi --lloyd -1
fails 2 'option --dilate' 'more dilation than erosion' scree-voronoi --erode 0.1 --dilate 0.2
fails 2 'option --dilate' 'dilation alone' scree-voronoi --dilate 0.2
fails 2 'option --erode' 'both ways at once' scree-voronoi --erode 0.1 --roundness 0.5
fails 2 'option --erode' 'negative erosion' scree-voronoi --erode -0.1
fails 2 'option --roundness' 'roundness above 1' scree-voronoi --roundness 1.1
fails 2 'option --void-ratio' 'negative voids' scree-voronoi --void-ratio -1
fails 2 'option --vanished' 'a way to vanish' scree-voronoi --erode 1 --vanished shrink
fails 2 'option --vanished' 'nothing vanishes' scree-voronoi --vanished drop
fails 2 'option --min-radius' 'a negative radius' scree-voronoi --min-radius -1
if [ -e /dev/full ]; then
	fails 1 '' 'a full disk' sh -c 'scree-voronoi -n 5 >/dev/full'
fi
finish
