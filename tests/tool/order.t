#!/bin/sh
# scree-order: lattices, ideal gases, aligned and random rods, free flight, cells that fill the box.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# cell NAME ROW: of a table, the row counted from 1
cell() {
	awk -v c="$1" -v r="$2" '/^# / && !/made|scree-table|block/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } }
		!/^#/ && NF && ++n == r { print $k }'
}
# column NAME: all of it
column() {
	awk -v c="$1" '/^# / && !/made|scree-table|block/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } }
		!/^#/ && NF { print $k }'
}
# a stream: DOMAIN, then bodies as lines "x y [angle [shape]]" on stdin; shapes: 1 disk, 2 rod along x, 3 rod of twice the size
stream() {
	echo 'scree 1 dim=2'
	[ -z "$1" ] || echo "domain $1"
	cat <<-'S'
	material sand density=1
	law sand sand linear kn=1 kt=0
	shape 1 point r=0.25 0,0
	shape 2 polyline r=0.25 -1,0 1,0
	shape 3 polygon r=0 -5,-1 5,-1 5,1 -5,1
	shape 4 polygon r=0 -5,-0.5 5,-0.5 5,0.5 -5,0.5
	columns body id shape material x y angle
	S
	awk '{ b = b "body " NR " " (NF > 3 ? $4 : 1) " sand " $1 " " $2 " " (NF > 2 ? $3 : 0) "\n" }
		END { printf "frame 0 t=0 dt=0 due=0 body=%d\n%send 0\n", NR, b }'
}
# uniform random numbers: awk's own generator, seed $1, then the program $2
random() {
	awk -v seed="$1" "BEGIN { srand(seed); $2 }"
}

# ---- lattices ----

awk 'BEGIN { for (i = 0; i < 10; i++) for (j = 0; j < 8; j++) print i, j }' | stream 'lo=0,0 hi=10,8 periodic=xy' >square.scree
awk 'BEGIN { for (i = 0; i < 10; i++) for (j = 0; j < 10; j++) printf "%.1f %.17g\n", i + j % 2 * 0.5, j * sqrt(0.75) }' |
	stream "lo=0,0 hi=10,$(awk 'BEGIN { printf "%.17g", 10 * sqrt(0.75) }') periodic=xy" >triangular.scree

near 'psi_4 of a square lattice is 1' "$(scree-order --bond 4 square.scree | cell global 1)" 1 1e-12
near 'psi_6 of it is 0' "$(scree-order --bond 6 square.scree | cell local 1)" 0 1e-12
is 'it has four neighbours' "$(scree-order --bond 4 square.scree | cell neighbours 1)" 4
near 'psi_6 of a triangular lattice is 1' "$(scree-order --bond 6 triangular.scree | cell global 1)" 1 1e-12
near 'psi_4 of it is 0' "$(scree-order --bond 4 triangular.scree | cell local 1)" 0 1e-12
is 'it has six neighbours' "$(scree-order --bond 6 triangular.scree | cell neighbours 1)" 6
near 'by distance' "$(scree-order --bond 6 --neighbours 1.2 triangular.scree | cell global 1)" 1 1e-12
near 'with those over the corner psi_4 of the square is (4 - 4) / 8' \
	"$(scree-order --bond 4 --neighbours 1.5 square.scree | cell local 1)" 0 1e-12
near 'a lattice turned by 0.2 has that angle' "$(awk 'BEGIN { c = cos(0.2); s = sin(0.2)
	for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) printf "%.17g %.17g\n", c * i - s * j, s * i + c * j }' | stream '' |
	scree-order --bond 4 --where 'id > 7 and id < 12' | cell angle 1)" 0.2 1e-12
is 'and no more grains than asked for' "$(scree-order --bond 6 --where 'id > 7 and id < 12' square.scree | cell grains 1)" 4
is 'one row for each grain' "$(scree-order --bond 6 --bodies triangular.scree | column psi | awk '{ n += $1 > 0.999999 } END { print n }')" 100

# pairs of the triangular lattice: 6 at 1, 6 at sqrt 3, 6 at 2, 12 at sqrt 7 for each of 100 points, each pair once
is 'g(r) has the peaks of the lattice and nothing else' "$(scree-order --gr --reach 2.94 --bins 21 triangular.scree |
	awk '!/^#/ && $4 > 0 { printf "%g:%d ", $1, $4 }')" '1.05:300 1.75:300 2.03:300 2.59:600 '
near 'and their height' "$(scree-order --gr --reach 2.94 --bins 21 triangular.scree | awk '!/^#/ && $4 > 0 { print $2; exit }')" \
	"$(awk 'BEGIN { pi = atan2(0, -1); printf "%.15g", 300 / (99 * 100 / 2 * pi * (1.12 ^ 2 - 0.98 ^ 2) / (100 * sqrt(0.75))) }')" 1e-12

# ---- ideal gases ----

# chi^2 per bin of g against 1
chi2() {
	awk '!/^#/ { n++; e = $4 / $2; c += ($4 - e) ^ 2 / e } END { print c / n }'
}
random 1 'for (i = 0; i < 3000; i++) print rand() * 30, rand() * 20' >points
near 'g of an ideal gas is 1, periodic' "$(stream 'lo=0,0 hi=30,20 periodic=xy' <points | scree-order --gr --bins 50 --reach 5 | chi2)" 1 0.6
near 'in a tilted box' "$(stream 'lo=0,0 hi=30,20 periodic=xy tilt=7' <points | scree-order --gr --bins 50 --reach 5 | chi2)" 1 0.6
# Edges make pairs depend on each other: many frames, and whether any bin is off by more than a few per cent. Without the
# correction the last bins would be 0.6 and 0.4.
random 5 'for (f = 0; f < 60; f++) { for (i = 0; i < 150; i++) print rand() * 30, rand() * 20 }' | stream '' |
	awk '/^frame/ { next } /^body/ { if (n % 150 == 0) print "frame " n / 150 " t=" n / 150 " dt=1 due=0 body=150"; print
		if (++n % 150 == 0) print "end " n / 150 - 1; next } !/^end/' >walls.scree
worst() { awk '!/^#/ { d = $2 - 1; if (d < 0) d = -d; if (d > m) m = d } END { print m }'; }
near 'in a box' "$(scree-order --gr --bins 6 --reach 15 walls.scree | worst)" 0 0.04
near 'between walls' "$(sed '1a domain lo=0,0 hi=30,20 periodic=x' walls.scree | scree-order --gr --bins 6 --reach 15 | worst)" 0 0.04
near 'the error is that of counting' "$(stream '' <points | scree-order --gr --bins 5 | awk '!/^#/ { print $3 / $2 * sqrt($4); exit }')" 1 1e-12

# ---- rods ----

random 2 'for (i = 0; i < 40; i++) printf "%g %g %.17g 2\n", rand() * 30, rand() * 20, 0.7 + 3.14159265358979323846 * int(5 * rand())' |
	stream 'lo=0,0 hi=30,20 periodic=xy' >rods.scree
near 'aligned rods, some turned by pi: S = 1' "$(scree-order --nematic rods.scree | cell order 1)" 1 1e-12
near 'along 0.7' "$(scree-order --nematic rods.scree | cell director 1)" 0.7 1e-12
near 'g2 is 1' "$(scree-order --gr --bins 1 rods.scree | cell g2 1)" 1 1e-12
near 'each is along the director' "$(scree-order --nematic --bodies rods.scree | column along | sort -g | head -n 1)" 1 1e-12
near 'and has its axis there' "$(scree-order --nematic --bodies rods.scree | column axis | sort -g | head -n 1)" 0.7 1e-12
# 300 frames of 25 rods at random: the mean of S^2 is 1 / 25, within 4 of its errors (S^2 is nearly exponential)
random 3 'for (i = 0; i < 7500; i++) print 0, 0, 3.14159265358979323846 * rand(), 2' | stream '' |
	awk '/^frame/ { next } /^body/ { if (n % 25 == 0) print "frame " n / 25 " t=" n / 25 " dt=1 due=0 body=25"; print
		if (++n % 25 == 0) print "end " n / 25 - 1; next } !/^end/' >random.scree
near 'random rods: S^2 is 1 / n' "$(scree-order --nematic random.scree | column order | awk '{ s += $1 * $1 } END { print 25 * s / NR }')" 1 0.23
printf '0 0\n1 1\n' | stream '' >disks.scree
is 'disks have no axis' "$(scree-order --nematic disks.scree | tail -n 1)" '0 0 ? ?'
# a grain of any outline has the axis of its second moments: an oblong polygon drawn upright
is 'an upright polygon' "$(printf 'scree 1 dim=2\nshape 1 polygon r=0.1 0,-3 1,-3 1,3 0,3\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 1 1 0 0\nend 0\n' |
	scree-order --nematic | awk 'END { printf "%.6f %.6f", $3, $4 }')" '1.000000 1.570796'

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
is 'free flight: <v^2> t^2' "$(scree-order --msd flight.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n }')" 39
is 'over many origins' "$(scree-order --msd --origins many flight.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n, $1 }')" '25 9'
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
is 'which are as far' "$(scree-order --msd --origins many runs.scree | awk '!/^#/ && ($2 - 25 * $1 ^ 2) ^ 2 < 1e-18 * $1 ^ 4 { n++ } END { print n }')" 25
sed 's/^frame 7 t=1.75/frame 7 t=1.8/' flight.scree >uneven.scree
fails 3 'frame 7 .t=1.8.: expected frames at equal intervals' 'uneven frames' scree-order --msd --origins many uneven.scree
ok 'which the first origin takes' scree-order --msd uneven.scree
awk '/^frame/ { sub(/t=.*/, "", $3); $3 = "t=" $2 / 2 " dt=1 due=0 body=4"; $0 = $1 " " $2 " " $3 } { print }' flight.scree >slower.scree
fails 3 'frame 1 .t=0.5.: expected frames at equal intervals, here of 0.25 from 0 on' 'runs whose intervals differ' \
	sh -c 'cat flight.scree slower.scree | scree-order --msd --origins many'
ok 'which the first origin takes, too' sh -c 'cat flight.scree slower.scree | scree-order --msd'

# ---- local solid fraction ----

scree-voronoi -q -n 60 --box 12,10 --periodic xy --void-ratio 0.3 --seed 4 >pack.scree
near 'cells fill the domain' "$(scree-order --voronoi pack.scree | cell cells 1)" 120 1e-9
near 'and so do those of centres' "$(scree-order --voronoi --points 1 --bodies pack.scree | column cell | awk '{ s += $1 } END { print s }')" 120 1e-3
near 'the fraction is 1 / (1 + e)' "$(scree-order --voronoi pack.scree | cell fraction 1)" "$(awk 'BEGIN { printf "%.15g", 1 / 1.3 }')" 1e-9
is 'no edges' "$(scree-order --voronoi pack.scree | cell inner 1)" 60
# grains with sharp corners are their cells moved inwards by the same distance: the cells are theirs again
near 'each grain of a Voronoi packing has its own cell' "$(scree-voronoi -q -n 60 --box 12,10 --periodic xy --roundness 0.02 --void-ratio 0.1 --seed 4 --cells >c.scree
	awk '/^cell/ { s = 0; n = NF; for (k = 3; k <= n; k++) { split($k, p, ","); split($(k < n ? k + 1 : 3), q, ","); s += (p[1] * q[2] - q[1] * p[2]) / 2 } print $2, s }' c.scree |
	sort -n >cells; scree-order --voronoi --bodies --points 256 c.scree | awk '!/^#/ && NF { print $1, $5 }' | sort -n | paste -d' ' cells - |
	awk '{ d = ($2 - $4) / $2; if (d < 0) d = -d; if (d > m) m = d } END { print m }')" 0 0.03
near 'disks on a lattice' "$(scree-order --voronoi triangular.scree | cell most 1)" "$(awk 'BEGIN { print atan2(0, -1) / 16 / sqrt(0.75) }')" 2e-3
near 'by their centres' "$(scree-order --voronoi --points 1 triangular.scree | cell least 1)" "$(awk 'BEGIN { print atan2(0, -1) / 16 / sqrt(0.75) }')" 1e-6
near 'spread of a lattice' "$(scree-order --voronoi --points 1 triangular.scree | cell spread 1)" 0 1e-7
# two bars across the box, 2 and 1 high, with gaps of 1: cells 3 and 2 high
printf '5 1 0 3\n5 3.5 0 4\n' | stream 'lo=0,0 hi=10,5 periodic=xy' >bars.scree
near 'between a thick and a thin bar the middle of the gap' "$(scree-order --voronoi --bodies --points 200 bars.scree | cell cell 1)" 30 0.3
near 'which centres do not know' "$(scree-order --voronoi --bodies --points 1 bars.scree | cell cell 1)" 25 1e-9
printf '0 0\n3 0\n0 4\n3 4\n' | stream '' >box.scree
near 'a box without periods ends where grains do' "$(scree-order --voronoi box.scree | cell cells 1)" 15.75 1e-9
is 'all of its cells are at the edge' "$(scree-order --voronoi --bodies box.scree | column edge | sort -u)" 1
is 'so there is no inner mean' "$(scree-order --voronoi box.scree | cell mean 1)" '?'

# it ends where grains of any size do: disks of 0.25 times 1.2, 0.6, 1.6, 0.8; a rod of half length 1 and radius 0.25, times 1.4, at
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
sed '/^domain/d' rods.scree | scree-order -q --voronoi --bodies --points 16 >inner.tab
alike 'of inner cells' "$(sed '/^domain/d' rods.scree | scree-order -q --voronoi --points 16 | columns grains inner mean spread least most)" \
	"$(columns fraction edge <inner.tab | awk '{ n++ } !$2 { k++; s += $1; q += $1 * $1; lo = k == 1 || $1 < lo ? $1 : lo; hi = $1 > hi ? $1 : hi }
		END { printf "%d %d %.15g %.15g %.15g %.15g", n, k, s / k, sqrt(q / k - (s / k) ^ 2), lo, hi }')" 1e-8
# ---- grains of all kinds in a tilted domain, ids in no order, a wall, two frames: every column against sums in awk ----

# shapes: 2 a rod along x, 4 a plate that stands, 6 a disk, which has no axis; t id shape tag size x y angle ix iy
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
awk -v links="$links" 'BEGIN { print "scree 1 dim=2\ndomain lo=-1,2 hi=9,8 periodic=xy tilt=2.5\nmaterial m density=1\nlaw m m linear kn=1\nshape 2 polyline r=0.25 -1,0 1,0"
	print "shape 4 polygon r=0 -0.5,-1.5 0.5,-1.5 0.5,1.5 -0.5,1.5\nshape 6 point r=0.4 0,0\nconstraint wall x=fixed y=fixed angle=fixed"
	print "columns body id shape material tag size x y angle ix iy\ncolumns contact i j ix iy x y nx ny overlap fn ft"; n = split(links, l, "\n") }
	$1 != t && m { end() } { t = $1; row[m++] = $2 " " $3 " m " $4 " " $5 " " $6 " " $7 " " $8 " " $9 " " $10 }
	function end(k) { print "frame " f + 0 " t=" t " body=" m " contact=" n; for (k = 0; k < m; k++) print "body", row[k]; for (k = 1; k <= n; k++) print l[k]
		print "end " f++ + 0; m = 0 } END { end() }' odd.rows >odd.scree
cat >odd.awk <<'S'
function axis(r) { return kind[r] == 6 ? "" : angle[r] + (kind[r] == 4 ? pi / 2 : 0) }
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
alike 'of some, to all' "$(order --bond 6 --neighbours 2.9 --where "$some")" "$(told -v what=bond -v k=6 -v reach=2.9 -v some=' 41 7 2 23 ')"
alike 'of each' "$(order --bond 3 --bodies --neighbours 2.9)" "$(told -v what=bond -v k=3 -v reach=2.9 -v bodies=1)"
alike 'by contacts' "$(order --bond 5 --neighbours contacts)" "$(told -v what=bond -v k=5)"
alike 'by contacts, of each' "$(order --bond 5 --bodies --neighbours contacts)" "$(told -v what=bond -v k=5 -v bodies=1)"
alike 'g(r) and g2(r) of both frames' "$(order --gr --reach 2.9 --bins 4)" "$(told -v what=gr -v reach=2.9 -v bins=4)"
alike 'of some' "$(order --gr --reach 2.9 --bins 3 --where "$some")" "$(told -v what=gr -v reach=2.9 -v bins=3 -v some=' 41 7 2 23 ')"
# two thirds of half the shortest period, sqrt(6^2 + 2.5^2), which is less than 6 mean spacings
is 'the reach unless asked, and the bins' "$(order --gr | awk 'NR == 1 { w = 2 * $1 } END { printf "%.9g %d", w * NR, NR }')" '2.16666667 100'
alike 'displacements, images and the tilt counted' "$(order --msd)" "$(told -v what=msd)"
alike 'of those that are chosen at first' "$(order --msd --where 'id < 20')" "$(told -v what=msd -v some=' 7 19 2 12 ')"
# cells: what is told of all is what is told of each
scree-order -q --voronoi --bodies odd.scree >cells.tab
alike 'cells of a frame' "$(order --voronoi)" "$(columns <cells.tab | awk 'function flush() { printf "%s %d %.15g %.15g %d %.15g %.15g %.15g %.15g\n", f++ ? 1.5 : 0, n, c, a / c, n, s / n, sqrt(q / n - (s / n) ^ 2), lo, hi; n = c = a = s = q = 0 }
	$1 < last { flush() } { last = $1; n++; a += $4; c += $5; p = $4 / $5; s += p; q += p * p; if (n == 1 || p < lo) lo = p; if (n == 1 || p > hi) hi = p } END { flush() }')" 1e-7
alike 'which fill the domain' "$(order --voronoi | awk '{ print $3 }')" '60
60'
# area of a rod 2 r l + pi r^2, of a plate, of a disk, times size^2
alike 'areas of grains, and their part of the cell' "$(columns id area <cells.tab | head -n 7)" "$(awk 'BEGIN { pi = atan2(0, -1); d = pi * 0.16; r = 1 + pi / 16
	printf "2 %.15g\n7 %.15g\n12 %.15g\n19 %.15g\n23 %.15g\n30 %.15g\n41 %.15g", 3 * 0.49, 3 * 0.64, d * 1.44, r * 0.36, d * 1.21, r * 0.81, r * 1.69 }')"
is 'fractions' "$(columns area cell fraction <cells.tab | awk '($1 / $2 - $3) ^ 2 > 1e-20' | wc -l | tr -d ' ')" 0
# without periods the mean is of inner cells: in a row of three by three that of the middle, 1 x 1
awk 'BEGIN { for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) print i, j }' | stream '' | scree-order -q --voronoi --points 1 | columns grains inner mean spread least most >inner
alike 'inner cells' "$(cat inner)" "$(awk 'BEGIN { p = atan2(0, -1) / 16; printf "9 1 %.15g 0 %.15g %.15g", p, p, p }')" 1e-7

# ---- walls, order, bad input ----

{ sed '/^columns/,$d' disks.scree; cat <<'S'
constraint wall x=fixed y=fixed angle=fixed
columns body id shape tag x y
frame 0 t=0 body=3
body 1 2 - 0 0
body 2 2 wall 5 5
body 3 2 - 2 1
end 0
S
} >walls.scree
is 'walls are no grains' "$(scree-order --nematic walls.scree | cell grains 1)" 2
awk '/^body/ { b[++n] = $0; next } /^end/ { for (k = n; k; k--) print b[k] } 1' pack.scree >back.scree
for o in --gr '--bond 6' --voronoi; do
	is "$o: any order of bodies, the same bytes" "$(scree-order --no-provenance $o back.scree)" "$(scree-order --no-provenance $o pack.scree)"
done
fails 2 'none of --gr.*expected one' 'no measure' scree-order pack.scree
fails 2 'several of --gr.*expected one' 'two measures' scree-order --gr --msd pack.scree
fails 2 'option --bond: 0, expected 1 to 100' 'psi_0' scree-order --bond 0 pack.scree
fails 2 'option --bins: only with --gr' 'an option of another measure' scree-order --msd --bins 3 pack.scree
fails 2 'option --neighbours: near, expected voronoi, contacts or a distance' 'neighbours' scree-order --bond 6 --neighbours near pack.scree
fails 2 'option --reach: 7, expected at most 5, half of the shortest' 'a reach beyond half the box' scree-order --gr --reach 7 pack.scree
fails 2 'option --neighbours: 7, expected at most 5' 'neighbours beyond half the box' scree-order --bond 6 --neighbours 7 pack.scree
printf '0 0\n' | stream '' >one.scree
fails 3 'no frame has two grains' 'g of one grain' scree-order --gr one.scree
printf '0 0\n1 0\n2 0\n' | stream '' >row.scree
fails 3 'frame 0 .t=0.: the grains span no area' 'cells of a row' scree-order --bond 6 row.scree
is 'of no grains' "$(stream '' </dev/null | scree-order --bond 6 | tail -n 1)" '0 0 ? ? ? ?'
is 'of no grains, fraction' "$(stream '' </dev/null | scree-order --voronoi | tail -n 1)" '0 0 0 ? 0 ? ? ? ?'
printf '0 0\n' | stream 'lo=0,0 hi=1e9,1e-3 periodic=xy tilt=3.3e8' >flat.scree
fails 3 'tilted domain is too flat' 'a domain like a thread' scree-order --bond 6 flat.scree
printf '0 0\n1 1\n0 0\n' | stream '' >twice.scree
fails 4 'points of bodies 1 and 3 coincide' 'two centres in one place' scree-order --bond 6 twice.scree
sed '/^frame/,$d' pack.scree >empty.scree
fails 3 'no frame in the stream' 'a stream without frames' scree-order --gr empty.scree
sed '$d' flight.scree >cut.scree
fails 3 'cut' 'a cut stream' scree-order --msd cut.scree
is 'what is whole in it is there' "$(scree-order --msd cut.scree 2>/dev/null | grep -vc '#')" 38
finish
