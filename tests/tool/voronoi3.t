#!/bin/sh
# scree-voronoi in space: packings against their definition, worked out here from the stream alone or by scree-mass; lattices
# against closed forms; voro++ where it is installed; options and sites that make no sense.
. "$(dirname "$0")/../tap.sh"

said() { # a number of the summary in err
	sed -n "s/.* $1=\([^ ]*\).*/\1/p" err
}
volumes() { # of grains, one a line, from the shapes alone: the mass records are left out
	grep -v '^mass' "$1" | scree-mass --table | awk '/^# id/ { for (i = 2; i <= NF; i++) if ($i ~ /^volume/) c = i - 1 } !/^#/ { print $c }'
}
total() { # of numbers, one a line
	awk '{ s += $1 } END { printf "%.15g", s }'
}

# Functions of awk for records with vertices and faces: read one into x y z[k] (1 ..), n, corner lists face[f] (1 .. faces), and
# the planes of the faces: unit normals a b c and d = n.x, by the vector area.
library='
function record(v, m, from,   k, p) {
	sub("vertices=", "", v[from]); n = v[from] + 0
	for (k = 1; k <= n; k++) { split(v[from + k], p, ","); x[k] = p[1]; y[k] = p[2]; z[k] = p[3] }
	faces = m - from - n
	for (k = 1; k <= faces; k++) face[k] = v[from + n + k]
}
function planes(   f, k, i, j, p, m, l, V) {
	V = 0
	for (f = 1; f <= faces; f++) {
		m = split(face[f], p, ","); a[f] = b[f] = c[f] = 0
		for (k = 1; k <= m; k++) {
			i = p[k] + 1; j = p[k % m + 1] + 1; o = p[1] + 1
			a[f] += (y[i] - y[o]) * (z[j] - z[o]) - (z[i] - z[o]) * (y[j] - y[o])
			b[f] += (z[i] - z[o]) * (x[j] - x[o]) - (x[i] - x[o]) * (z[j] - z[o])
			c[f] += (x[i] - x[o]) * (y[j] - y[o]) - (y[i] - y[o]) * (x[j] - x[o])
		}
		l = sqrt(a[f] ^ 2 + b[f] ^ 2 + c[f] ^ 2)
		a[f] /= l; b[f] /= l; c[f] /= l; d[f] = a[f] * x[o] + b[f] * y[o] + c[f] * z[o]
		V += (d[f] - a[f] * x[1] - b[f] * y[1] - c[f] * z[1]) * l / 6
	}
	return V
}
function joins(set,   f, k, m, p, i, j, e, at) { # pairs of faces with an edge in common: set[f, g], f < g
	for (e in set) delete set[e]
	for (f = 1; f <= faces; f++) {
		m = split(face[f], p, ",")
		for (k = 1; k <= m; k++) { i = p[k]; j = p[k % m + 1]; at[i, j] = f }
	}
	for (e in at) { split(e, p, SUBSEP); i = at[e]; j = at[p[2], p[1]]; if (i < j) set[i, j] = 1 }
}'

# ---- a packing, from its text ----
scree-voronoi -n 60 --box 5,4,3 --periodic xz --roundness 0.4 --void-ratio 0.35 --seed 7 --cells >demo 2>err
is 'the stream begins' "$(sed 5q demo)" 'scree 1 dim=3
made scree-voronoi 0.1.0 -n 60 --box 5,4,3 --periodic xz --roundness 0.4 --void-ratio 0.35 --seed 7 --cells
domain lo=0,0,0 hi=5,4,3 periodic=xz
material grain density=1
law grain grain linear kn=1 kt=0.1 mu=0.5 en=0.5'
is 'shapes, masses, cells, bodies' "$(grep -c '^shape .* polyhedron r=' demo) $(grep -c '^mass' demo) $(grep -c '^cell' demo) $(grep -c '^body' demo)" '60 60 60 60'
near 'void ratio, by scree-mass' "$(volumes demo | total | awk '{ print 60 / $1 - 1 }' OFMT=%.15g)" 0.35 4e-10
near 'void ratio as told' "$(said void_ratio)" 0.35 4e-10
near 'roundness as told' "$(said roundness)" 0.4 1e-12
is 'the mass records are those of scree-mass' "$(sed -n 's/^mass.* volume=\([^ ]*\) .*/\1/p' demo | awk '{ printf "%.11g\n", $1 }')" \
	"$(volumes demo | awk '{ printf "%.11g\n", $1 }')"
gap=$(said gap)
awk "$library"'
	/^cell/ { split($0, w, " "); m = NF; record(w, m, 3); all += planes(); for (f = 1; f <= faces; f++) { A[$2, f] = a[f]; B[$2, f] = b[f]; C[$2, f] = c[f]; D[$2, f] = d[f] }
		F[$2] = faces; joins(set); for (e in set) { split(e, p, SUBSEP); joined[$2, p[1], p[2]] = 1 }
		for (k = 1; k <= n; k++) { mx[$2] += x[k] / n; my[$2] += y[k] / n; mz[$2] += z[k] / n } }
	/^shape/ { shape[$2] = $0 }
	/^body/ { id = $2; m = split(shape[$3], w, " "); sub("r=", "", w[4]); r = w[4]; record(w, m, 5)
		q0 = $10; q1 = $11; q2 = $12; q3 = $13
		# the image of the body that is nearest to the cell
		X = $7 + 5 * int((mx[id] - $7) / 5 + 100.5) - 500; Y = $8; Z = $9 + 3 * int((mz[id] - $9) / 3 + 100.5) - 300
		for (k = 1; k <= n; k++) { u = x[k]; v = y[k]; t = z[k]
			x[k] = X + (1 - 2 * (q2 * q2 + q3 * q3)) * u + 2 * (q1 * q2 - q0 * q3) * v + 2 * (q1 * q3 + q0 * q2) * t
			y[k] = Y + 2 * (q1 * q2 + q0 * q3) * u + (1 - 2 * (q1 * q1 + q3 * q3)) * v + 2 * (q2 * q3 - q0 * q1) * t
			z[k] = Z + 2 * (q1 * q3 - q0 * q2) * u + 2 * (q2 * q3 + q0 * q1) * v + (1 - 2 * (q1 * q1 + q2 * q2)) * t }
		planes()
		# to the sides of its own cell: the gap, and never less
		for (f = 1; f <= F[id]; f++) { least = 1e9
			for (k = 1; k <= n; k++) { h = D[id, f] - A[id, f] * x[k] - B[id, f] * y[k] - C[id, f] * z[k] - r; if (h < least) least = h }
			e = least - gap; if (e < low) low = e }
		# which face of the cell each face of the skeleton comes from
		for (f = 1; f <= faces; f++) { best = -1; for (g = 1; g <= F[id]; g++) { h = A[id, g] * a[f] + B[id, g] * b[f] + C[id, g] * c[f]; if (h > best) { best = h; of[f] = g } }
			h = D[id, of[f]] - A[id, of[f]] * x[1] - B[id, of[f]] * y[1] - C[id, of[f]] * z[1]; if (1 - best > odd) odd = 1 - best
			o = split(face[f], p, ","); i = p[1] + 1; e = D[id, of[f]] - A[id, of[f]] * x[i] - B[id, of[f]] * y[i] - C[id, of[f]] * z[i] - r - gap; e = e < 0 ? -e : e; if (e > off) off = e }
		joins(set); for (e in set) { split(e, p, SUBSEP); i = of[p[1]]; j = of[p[2]]; flips += !(i < j ? joined[id, i, j] : joined[id, j, i]) }
		# the largest ball in the skeleton: of the balls that touch four faces and cross none, the one of the least radius that no plane cuts
		best = 0
		if (++balls <= 6)
		for (i = 1; i <= faces; i++) for (j = i + 1; j <= faces; j++) for (k = j + 1; k <= faces; k++) for (o = k + 1; o <= faces; o++) {
			a1 = a[j] - a[i]; b1 = b[j] - b[i]; c1 = c[j] - c[i]; d1 = d[j] - d[i]
			a2 = a[k] - a[i]; b2 = b[k] - b[i]; c2 = c[k] - c[i]; d2 = d[k] - d[i]
			a3 = a[o] - a[i]; b3 = b[o] - b[i]; c3 = c[o] - c[i]; d3 = d[o] - d[i]
			det = a1 * (b2 * c3 - b3 * c2) - b1 * (a2 * c3 - a3 * c2) + c1 * (a2 * b3 - a3 * b2)
			if (det < 1e-9 && det > -1e-9) continue
			px = (d1 * (b2 * c3 - b3 * c2) - b1 * (d2 * c3 - d3 * c2) + c1 * (d2 * b3 - d3 * b2)) / det
			py = (a1 * (d2 * c3 - d3 * c2) - d1 * (a2 * c3 - a3 * c2) + c1 * (a2 * d3 - a3 * d2)) / det
			pz = (a1 * (b2 * d3 - b3 * d2) - b1 * (a2 * d3 - a3 * d2) + d1 * (a2 * b3 - a3 * b2)) / det
			h = d[i] - a[i] * px - b[i] * py - c[i] * pz
			for (f = 1; f <= faces && h > best; f++) if (a[f] * px + b[f] * py + c[f] * pz + h > d[f] + 1e-11) h = 0
			if (h > best) best = h }
		if (best) { e = r / (r + best) - 0.4; e = e < 0 ? -e : e; if (e > rough) rough = e } }
	END { printf "%.13g %.3g %.3g %.3g %.3g %d\n", all, -low, odd, off, rough, flips }' gap="$gap" demo >found
near 'the cells fill the box' "$(cut -d ' ' -f 1 found)" 60 1e-11
near 'no grain is nearer to a side of its cell than the gap' "$(cut -d ' ' -f 2 found)" 0 1e-12
near 'faces of grains are parallel to those of cells' "$(cut -d ' ' -f 3 found)" 0 1e-8
near 'each of them in the distance of the gap' "$(cut -d ' ' -f 4 found)" 0 1e-9
near 'roundness of grains, from their faces' "$(cut -d ' ' -f 5 found)" 0 1e-9
is 'edges that flipped are those between faces that do not meet in the cell' "$(said flips)" "$(cut -d ' ' -f 6 found)"
ok 'some do' test "$(said flips)" -gt 20

# ---- the same on any number of threads ----
for t in 1 2 3 auto; do
	scree-voronoi -n 1500 --box 12,10,12 --periodic y --lloyd 1 --threads $t --cells -q --no-provenance | cksum
done >sums
is 'any number of threads: the same bytes' "$(sort -u sums | wc -l | tr -d ' ')" 1

# ---- volumes add up ----
sum_of_cells() { # options: the volume of grains that are whole cells, over the volume of the box
	scree-voronoi --erode 0 -q "$@" >whole && volumes whole | total
}
near 'random, closed' "$(sum_of_cells -n 400 --box 5,8,10)" 400 4e-10
near 'random, periodic' "$(sum_of_cells -n 400 --box 5,8,10 --periodic xyz)" 400 4e-10
near 'one, periodic' "$(sum_of_cells -n 1 --box 5,8,10 --periodic xyz)" 400 4e-10
near 'two, periodic' "$(sum_of_cells -n 2 --box 5,8,10 --periodic xyz)" 400 4e-10
near 'three, periodic along two axes' "$(sum_of_cells -n 3 --box 5,8,10 --periodic xz)" 400 4e-10
near 'a box thinner than the cells' "$(sum_of_cells -n 30 --box 40,50,0.2 --periodic xyz)" 400 4e-10
near 'a box thinner than the cells, closed' "$(sum_of_cells -n 30 --box 0.2,40,50)" 400 4e-10
near 'a needle' "$(sum_of_cells -n 30 --box 0.2,0.2,10000 --periodic xy)" 400 4e-10
for box in 10,10,1e-6 1,1e-8,1; do
	near "the void ratio of the grains in the box $box" "$(scree-voronoi -n 60 --box $box --void-ratio 0.5 --roundness 0.1 2>&1 >/dev/null |
		sed -n 's/.* void_ratio=\([^ ]*\).*/\1/p')" 0.5 1e-11
done
# few sites, whatever axes are periodic, in cubes, flat boxes and long ones: grains by a void ratio, too
for axes in none x y z xy yz xz xyz; do
	for n in 1 2 3; do
		for box in 4,10,10 50,8,1 2,2,100; do
			for o in '--erode 0' '--void-ratio 2 --roundness 0.3'; do
				scree-voronoi -n $n --box $box --periodic $axes $o -q >few && volumes few | total | awk -v c="$n $axes $box $o" \
					'{ d = $1 / 400 - (c ~ /erode/ ? 1 : 1 / 3); print (d * d < 1e-18 ? "ok" : c " has " $1) }'
			done
		done
	done
done >few.all
is 'one, two and three sites, any axes' "$(sort few.all | uniq -c | sed 's/^ *//')" '144 ok'
awk 'BEGIN { srand(3); for (i = 0; i < 200; i++) printf "%.15g %.15g %.15g\n", 2 + rand() * 1e-4, 3 + rand() * 1e-4, 4 + rand() * 1e-4
	for (i = 0; i < 100; i++) printf "%.15g %.15g %.15g\n", 5 * rand(), 8 * rand(), 10 * rand(); for (i = 0; i < 40; i++) print 1, 2, i / 4 }' >sites
near 'a cluster, a line and a few others' "$(sum_of_cells --sites file:sites --box 5,8,10)" 400 4e-10
for kind in cubic bcc fcc hcp jitter; do
	near "$kind" "$(sum_of_cells -n 120 --sites $kind --box 5,8,10 --periodic xyz)" 400 4e-10
done

# Lattices with sites that are off by so little that edges and faces are as short and thin as rounding allows: no cell is lost, and
# scree-mass takes all of them for flat.
places='
	cubic 0,0,0
	bcc 0,0,0 .5,.5,.5
	fcc 0,0,0 .5,.5,0 .5,0,.5 0,.5,.5
	hcp 0,0,0 .5,.5,0 .5,.8333333333333333,.5 0,.3333333333333333,.5'
lattice() { # KIND OFF: sites of 3 x 3 x 3 unit cells, each coordinate off by up to OFF, and their box
	echo "$places" | awk -v kind="$1" -v off="$2" '$1 == kind { srand(7); m = 3
		side[1] = 1; side[2] = kind == "hcp" ? sqrt(3) : 1; side[3] = kind == "hcp" ? sqrt(8 / 3) : 1
		printf "%.17g,%.17g,%.17g\n", m, m * side[2], m * side[3] >"box"
		for (c = 0; c < m * m * m; c++)
			for (s = 2; s <= NF; s++) {
				split($s, at, ","); cell[1] = c % m; cell[2] = int(c / m) % m; cell[3] = int(c / m / m)
				for (k = 1; k <= 3; k++)
					printf "%.17g ", (cell[k] + (at[k] + 0.125) % 1) * side[k] + off * (2 * rand() - 1)
				print ""
			} }' >sites
}
for kind in cubic bcc fcc hcp; do
	for case in '1e-6 0' '1e-8 0' '1e-9 0' '1e-9 1e-12' '1e-9 1e-6' '1e-9 0.1' '1e-10 0' '1e-11 0' '1e-11 1e-12' '1e-12 0' '1e-15 0' '0 0'; do
		lattice $kind "${case% *}"
		for axes in none xyz; do
			scree-voronoi --box "$(cat box)" --periodic $axes --sites file:sites --erode "${case#* }" -q >near
			volumes near | awk -v n="$(wc -l <sites)" -v box="$(cat box)" -v r="${case#* }" -v what="$kind $case $axes" '{ V += $1 }
				END { split(box, b, ","); d = V / (b[1] * b[2] * b[3]) - 1
					print (NR == n && (r > 1e-12 || d * d < (r > 0 ? 1e-22 : 1e-24)) ? "ok" : what ": " NR " of " n " grains, " d) }'
		done
	done
done >near.all
is 'lattices with sites a little off' "$(sort near.all | uniq -c | sed 's/^ *//')" '96 ok'

# ---- closed forms ----
# a cube of side 1 with a gap of 0.05 and roundness 0.4: r = 0.4 x 0.45 = 0.18, core 1 - 2 (r + 0.05) = 0.54
wanted=$(awk -v OFMT=%.15g 'BEGIN { p = atan2(0, -1); s = 0.54; r = 0.18; print 1 / (s ^ 3 + 6 * s ^ 2 * r + 3 * p * s * r ^ 2 + 4 / 3 * p * r ^ 3) - 1 }')
scree-voronoi -n 64 --sites cubic --box 4,4,4 --roundness 0.4 --void-ratio "$wanted" >out 2>err
near 'the gap of rounded cubes' "$(said gap)" 0.05 1e-9
is 'have six faces, and no edge flips' "$(said faces) $(said flips) $(said grains)" '6 0 64'
for case in 'cubic 6 0.523598775598299 64 4,4,4' 'bcc 14 0.680174761587832 54 3,3,3' 'fcc 12 0.740480489693061 32 2,2,2' \
	'hcp 12 0.740480489693061 64 4,3.4641016151377544,3.265986323710904'; do
	set -- $case
	scree-voronoi -n "$4" --sites "$1" --box "$5" --periodic xyz --void-ratio 0.5 --roundness 0.1 -q --cells >out 2>/dev/null
	is "$1: faces of each cell" "$(awk '/^cell/ { sub("vertices=", "", $3); print NF - 3 - $3 }' out | sort -u)" "$2"
	near "$1: the least void ratio of round grains is that of touching balls" \
		"$(scree-voronoi -n "$4" --sites "$1" --box "$5" --periodic xyz --void-ratio 0 --roundness 1 2>&1 | sed -n 's/.*range: \([^ ]*\) or more.*/\1/p')" \
		"$(awk -v OFMT=%.12g -v f="$3" 'BEGIN { print 1 / f - 1 }')" 2e-9
done
scree-voronoi -n 5000 --box 20,25,10 --periodic xyz --roundness 0.1 >out 2>err
near 'faces of a Poisson-Voronoi cell (15.535, standard deviation 3.3 over the root of 5000)' "$(said faces)" 15.535 0.15

# ---- cores without volume ----
one() { # options: kind of the shape, its corners and faces, its volume
	scree-voronoi -n 1 --sites cubic -q "$@" >out && awk '/^shape/ { k = $3; f = k == "sphere" ? 0 : NF - 5 } /^mass/ { sub("volume=", "", $3); v = $3 } END { printf "%s %d %.12g\n", k, f, v }' out
}
pi=3.14159265358979323846
is 'a plate' "$(one --box 3,2,1 --erode 0.5)" "polyhedron 6 $(awk "BEGIN { printf \"%.12g\", 2 + 6 * $pi / 8 + $pi / 6 }")"
is 'a rod' "$(one --box 1,3,1 --erode 0.5 --dilate 0.25)" "polyhedron 2 $(awk "BEGIN { printf \"%.12g\", 2 * $pi / 16 + $pi / 48 }")"
is 'a ball' "$(one --box 1,1,1 --erode 0.5 --dilate 0.25)" "sphere 0 $(awk "BEGIN { printf \"%.12g\", $pi / 48 }")"
is 'a cell that vanished is a ball in its middle' "$(one --box 3,2,1 --erode 0.6) $(awk '/^body/ { print $7, $8, $9 }' out)" "sphere 0 $(awk "BEGIN { printf \"%.12g\", $pi / 6 }") 1.5 1 0.5"
scree-voronoi -n 200 --box 5,5,8 --erode 0.3 --dilate 0.2 >out 2>err
is 'how many are told' "$(said balls) $(said vanished)" "$(grep -c '^shape .* sphere' out) $(grep -c '^shape .* sphere' out)"
ok 'and there are some' test "$(said balls)" -gt 3
fails 4 'no grain is left: 1 cells vanished' 'or is dropped' scree-voronoi -n 1 --sites cubic --box 3,2,1 --erode 0.6 --vanished drop
is 'almost a ball' "$(one --box 1,1,1 --erode 0.49999999 --dilate 0.25 | cut -d ' ' -f 1)" polyhedron
ok 'and scree-mass takes it' scree-mass --table out

# ---- sites ----
places() { # of the bodies on stdin
	awk '/^body/ { printf "%.9g %.9g %.9g;", $7, $8, $9 }'
}
# Two sites, closed, at 0.5 and 2.5 along each axis in turn: as in the plane, the border moves from 1.5 to 1.75 and 1.875
for axis in 0 1 2; do
	awk -v k=$axis 'BEGIN { for (s = 0.5; s < 3; s += 2) print k == 0 ? s : 0.3, k == 1 ? s : 0.3, k == 2 ? s : 0.3 }' >sites
	box=$(echo '4,1.5,1.5 1.5,4,1.5 1.5,1.5,4' | cut -d ' ' -f $((axis + 1)))
	is "Lloyd along axis $axis" "$(for k in 0 1 2; do scree-voronoi --sites file:sites --box $box --erode 0 --lloyd $k -q | awk -v k=$axis '/^body/ { printf "%s ", $(7 + k) }'; done)" \
		'0.75 2.75 0.875 2.875 0.9375 2.9375 '
done
printf '# two\n0.5 0.5 0.5\n\n2.5,0.5,0.5\n' >sites
is 'sites of a file' "$(scree-voronoi --sites file:sites --box 4,1,1 --erode 0 -q | places)" '0.75 0.5 0.5;2.75 0.5 0.5;'
printf '4.5 -0.5 1.5\n2.5,0.5,0.5\n' >sites
is 'sites are wrapped' "$(scree-voronoi --sites file:sites --box 4,1,1 --periodic xyz --erode 0 -q | places)" '0.5 0.5 0.5;2.5 0.5 0.5;'
is 'cubes in an oblong' "$(scree-voronoi -n 6 --sites cubic --box 3,2,1 --erode 0 -q | places)" \
	'0.5 0.5 0.5;1.5 0.5 0.5;2.5 0.5 0.5;0.5 1.5 0.5;1.5 1.5 0.5;2.5 1.5 0.5;'
is 'jitter of nothing makes cubes' "$(scree-voronoi -n 8 --sites jitter --jitter 0 --box 2,2,2 --erode 0 -q | places)" \
	"$(scree-voronoi -n 8 --sites cubic --box 2,2,2 --erode 0 -q | places)"
ok 'jitter to the edges stays in its parts' sh -c "scree-voronoi -n 1000 --sites jitter --jitter 1 --box 10,10,10 -q --erode 0 --cells | awk '/^body/ { n[int((\$2 - 1) / 100)]++ } END { for (k in n) if (n[k] != 100) exit 1 }'"
fails 0 'has 4 x 4 x 4 unit cells, so there are 64 sites instead of 62' 'a lattice that does not fit' scree-voronoi -n 62 --sites cubic --box 1,1,1

# ---- small grains ----
scree-voronoi -n 300 --box 5,6,10 --periodic xyz --min-radius 0.35 --void-ratio 0.5 >out 2>err
near 'the void ratio is that of the grains that remain' "$(volumes out | total | awk '{ print 300 / $1 - 1 }' OFMT=%.15g)" 0.5 1e-9
is 'the others are told' "$(said small)" "$((300 - $(said grains)))"
ok 'there are some' test "$(said small)" -gt 10

# ---- another program ----
if command -v voro++ >/dev/null; then
	awk 'BEGIN { srand(5); for (i = 0; i < 300; i++) printf "%.15g %.15g %.15g\n", 5 * rand(), 6 * rand(), 10 * rand() }' >sites
	awk '{ print NR, $0 }' sites >three
	for axes in none xyz; do
		flags=
		[ $axes = xyz ] && flags=-p
		voro++ -c '%i %v %s' $flags 0 5 0 6 0 10 three >/dev/null
		scree-voronoi --box 5,6,10 --periodic $axes --sites file:sites --cells --erode 0 -q >plain
		awk '/^mass/ { sub("volume=", "", $3); v[$2] = $3 } /^cell/ { sub("vertices=", "", $3); n[$2] = NF - 3 - $3 } END { for (i = 1; i <= 300; i++) print v[i], n[i] }' plain >ours
		sort -n three.vol | paste -d ' ' - ours | awk '{ d = $2 - $4; d = d < 0 ? -d : d; if (d > w) w = d; bad += $3 != $5 } END { print w + 0, bad + 0 }' >diff
		near "volumes of voro++, periodic $axes" "$(cut -d ' ' -f 1 diff)" 0 1e-5
		is "faces of voro++, periodic $axes" "$(cut -d ' ' -f 2 diff)" 0
	done
else
	skip 'no voro++'
fi

# ---- lattices that do not fit ----
fails 0 'stretched by a factor of 2 along [xyz] compared with [xyz]; -n 54 and -n 128 fit without' 'a stretched lattice' \
	scree-voronoi -n 64 --box 4,4,4 --periodic xyz --sites bcc --erode 0
fails 0 'stretched by a factor of 2 .*; -n 32 and -n 108 fit' 'another' scree-voronoi -n 64 --box 4,4,4 --periodic xyz --sites fcc --erode 0
fails 0 'stretched by a factor of 1.22474 along z compared with [xy]$' 'one that never fits' \
	scree-voronoi -n 72 --box 3,5.196152422706632,4 --sites hcp --erode 0
fails 0 'stretched by a factor of 1.1547 along x compared with y$' 'in the plane' scree-voronoi -n 4 --box 4,3 --sites hexagonal --erode 0
fails 0 'stretched by a factor of 1.5 along y compared with x; -n 24 and -n 54 fit' 'squares' scree-voronoi -n 36 --box 9,6 --sites square --erode 0
for n in 54 128; do
	is "$n sites are truncated octahedra, without a note" "$(scree-voronoi -n $n --box 4,4,4 --periodic xyz --sites bcc --erode 0 2>&1 >/dev/null |
		sed 's/.* faces=\([^ ]*\) .*/\1/')" 14
done
is 'notes are silent with -q' "$(scree-voronoi -n 64 --box 4,4,4 --sites bcc --erode 0 -q 2>&1 >/dev/null)" ''

# ---- what cannot be ----
fails 4 'attainable range: 0.1628[0-9]* or more; sharper grains' 'rounded cubes leave more void' scree-voronoi -n 8 --sites cubic --box 2,2,2 --void-ratio 0.1
fails 4 'no cell has room .* inscribed ball' 'a least grain too large' scree-voronoi -n 100 --box 4,5,5 --min-radius 3
fails 4 'jumps from 0.8987[0-9]* to 0.9062[0-9]* where a grain' 'between two numbers of grains' scree-voronoi -n 300 --box 5,6,10 --periodic xyz --min-radius 0.35 --void-ratio 0.9
fails 4 'attainable range: .* to ' 'a least grain' scree-voronoi -n 100 --box 4,5,5 --void-ratio 1000 --min-radius 0.3
fails 0 '49 of 50 cells have no grain' 'a void ratio that leaves nearly all cells empty' scree-voronoi -n 50 --box 10,10,10 --void-ratio 1e6
fails 0 '49 of 50 cells have no grain' 'and in the plane' scree-voronoi -n 50 --void-ratio 1e6
# one cell and a grain as small as the rounding errors of its volume: no other is left out, so nothing jumps
for box in 1,1,1 1,1; do
	for e in 1e8 3e8 1e9 2e9 7e9; do
		near "one grain in $box with a void ratio of $e" "$(scree-voronoi -n 1 --box $box --void-ratio $e 2>&1 >/dev/null |
			sed -n 's/.* void_ratio=\([^ ]*\).*/\1/p' | awk -v e=$e '{ print $1 / e }' OFMT=%.15g)" 1 1e-4
	done
done
fails 2 'box: 1e12,1,1, expected sizes, none more than 1e.09 times another' 'a box so long that cells lose their ends' \
	scree-voronoi -n 1 --box 1e12,1,1
fails 2 'box: 1,2e9, expected sizes, none more than 1e.09 times' 'in the plane' scree-voronoi -n 1 --box 1,2e9
is 'a void ratio that leaves few empty is no reason to warn' "$(scree-voronoi -n 1000 --box 10,10,10 -q 2>&1 >/dev/null)" ''
printf '1 1 1\n2 2 2\n# 1 1 1\n1 1 1\n' >sites
fails 3 '^scree-voronoi: sites:4: site 3 at 1,1,1 coincides with site 1 at 1,1,1 in line 1' 'coincident sites' scree-voronoi --sites file:sites --box 3,3,3
is 'nothing is written' "$(scree-voronoi --sites file:sites --box 3,3,3 2>/dev/null)" ''
printf '1 1 1\n2 2 4\n' >sites
fails 3 'sites:2: site 2,2,4 is outside' 'a site outside' scree-voronoi --sites file:sites --box 3,3,3 --periodic xy
printf '1 1 1\n2 2\n' >sites
fails 3 'sites:2:' 'a row that is too short' scree-voronoi --sites file:sites --box 3,3,3
for x in nan inf 1e999 x; do
	printf '1 1 1\n2 %s 2\n' $x >sites
	fails 3 "sites:2: found '$x'" "the coordinate $x" scree-voronoi --sites file:sites --box 3,3,3
done
printf '1 1 0\n2 2 2\n1 1 3\n' >sites
fails 3 'sites:3: site 3 at 1,1,0 coincides with site 1 at 1,1,0 in line 1' 'sites a period apart' scree-voronoi --sites file:sites --box 3,3,3 --periodic z
is 'of which walls make two' "$(scree-voronoi --sites file:sites --box 3,3,3 --erode 0 -q | grep -c '^body')" 3
printf '3 3 3\n0 0 0\n3 0 3\n' >sites
near 'sites in the corners of a box' "$(sum_of_cells --sites file:sites --box 3,3,3)" 27 1e-10
for axes in xy xyz; do
	fails 3 'coincides with site' "with the axes $axes some are one" scree-voronoi --sites file:sites --box 3,3,3 --periodic $axes
done
printf '1 1\n2 2\n' >sites
fails 3 'sites:1:' 'sites of the plane' scree-voronoi --sites file:sites --box 3,3,3
: >sites
fails 3 'found no sites, expected x y z' 'no sites' scree-voronoi --sites file:sites --box 3,3,3
fails 2 'option --box: .*three for space' 'a box with four sizes' scree-voronoi --box 3,3,3,3
fails 2 'option --box' 'a flat box' scree-voronoi --box 3,3,0
fails 2 'option --periodic' 'axes in another order' scree-voronoi --box 3,3,3 --periodic zx
fails 2 'option --sites: hexagonal, expected in space' 'a lattice of the plane' scree-voronoi --box 3,3,3 --sites hexagonal
fails 2 'option --sites: bcc, expected in the plane' 'a lattice of space' scree-voronoi --box 3,3 --sites bcc
fails 2 'option --walls: applies only in the plane' 'rounded ends' scree-voronoi --box 3,3,3 --walls round
fails 2 'option --vanished: disk, expected ball or drop in space' 'disks' scree-voronoi --box 3,3,3 --erode 0.1 --vanished disk
fails 2 'option --threads' 'no threads' scree-voronoi --box 3,3,3 --threads 0
finish
