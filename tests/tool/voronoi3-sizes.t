#!/bin/sh
# scree-voronoi --sizes in space: volumes of grains and cells against the distribution asked for, worked out from the stream alone;
# weighted cells against voro++ where it is installed.
. "$(dirname "$0")/../tap.sh"

# Volumes of the grains by scree-mass, without the mass records, in the order of the sites
grains() { # FILE
	grep -v '^mass' "$1" | scree-mass --table 2>/dev/null |
		awk '/^# id/ { for (k = 2; k <= NF; k++) if ($k ~ /^volume/) c = k - 1 } !/^#/ { printf "%.17g\n", $c }'
}
# Volumes of the cells by tetrahedra from their first vertex, in the order of the sites
cells() { # FILE
	awk 'function det(a, b, c) {
		return (x[a] - x[1]) * ((y[b] - y[1]) * (z[c] - z[1]) - (z[b] - z[1]) * (y[c] - y[1])) + (y[a] - y[1]) * ((z[b] - z[1]) * (x[c] - x[1]) - (x[b] - x[1]) * (z[c] - z[1])) + (z[a] - z[1]) * ((x[b] - x[1]) * (y[c] - y[1]) - (y[b] - y[1]) * (x[c] - x[1]))
	}
	/^cell/ { n = substr($3, 10) + 0; for (k = 1; k <= n; k++) { split($(3 + k), p, ","); x[k] = p[1]; y[k] = p[2]; z[k] = p[3] }
		V = 0; for (f = 4 + n; f <= NF; f++) { m = split($f, p, ","); for (k = 3; k <= m; k++) V += det(p[1] + 1, p[k - 1] + 1, p[k] + 1) / 6 }
		printf "%.17g\n", V }' "$1"
}
# The greatest relative error of volumes on stdin, whose ratios should be those of the numbers in a file, in this order
ratios() { # FILE
	paste -d ' ' "$1" - | awk '{ w[NR] = $1; a[NR] = $2; s += $1; t += $2 } END { for (i = 1; i <= NR; i++) { d = a[i] / t / w[i] * s - 1
		if (d < 0) d = -d; if (d > m || !(d <= 1e9)) m = d } print (NR && t > 0 ? m + 0 : "nothing") }'
}
# least and greatest roundness, and the void ratio of a stream
both() { # FILE BOX
	scree-mass --table "$1" | awk -v box="$2" '/^# id/ { for (k = 2; k <= NF; k++) { if ($k ~ /^volume/) c = k - 1; if ($k == "roundness") q = k - 1 } }
		!/^#/ { a += $c; if (!n++ || $q < lo) lo = $q; if ($q > hi) hi = $q } END { printf "%.8f %.6f %.6f\n", box / a - 1, lo, hi }'
}

# ---- a list: sizes of the grains, then of the cells; the cubes of sizes are the volumes
awk 'BEGIN { for (i = 0; i < 50; i++) printf "%.17g\n", 1 + (i * 7 % 50) / 40 }' >list
awk '{ printf "%.17g\n", $1 ^ 3 }' list >cubes
for where in '--periodic xyz --box 5,5,2' '--periodic y --lloyd 3 --box 5,2,5' '--box 3,30,2 --threads 2'; do
	box=$(case $where in *30*) echo 180 ;; *) echo 50 ;; esac)
	scree-voronoi -q -n 50 --sizes list:list --roundness 0.4 --void-ratio 0.6 $where >out
	near "a list: volumes of grains, $where" "$(grains out | ratios cubes)" 0 1.5e-7
	is 'their void ratio and roundness' "$(both out "$box")" '0.60000000 0.400000 0.400000'
	scree-voronoi -q -n 50 --sizes list:list --sizes-of cells --void-ratio 0.6 --cells $where >out
	near "volumes of cells, $where" "$(cells out | ratios cubes)" 0 1.5e-7
	near 'they fill the box' "$(cells out | awk '{ s += $1 } END { printf "%.15g", s }')" "$box" "${box}e-11"
	is 'void ratio and roundness' "$(both out "$box")" '0.60000000 0.500000 0.500000'
done
scree-voronoi -q -n 50 --box 5,5,2 --sizes list:list --erode 0.15 --dilate 0.1 >out
near 'with two radii' "$(grains out | ratios cubes)" 0 1.5e-7

# ---- distributions: sorted volumes are those of the quantiles (k + 1/2) / n
sorted() { # DIST
	scree-voronoi -q -n 40 --box 4,5,2 --periodic xyz --void-ratio 0.6 --lloyd 2 --sizes "$1" >out && grains out | sort -g
}
awk 'BEGIN { for (i = 0; i < 40; i++) printf "%.17g\n", (1 + (i + 0.5) / 40) ^ 3 }' >want
near 'uniform' "$(sorted uniform:1,2 | ratios want)" 0 1.5e-7
awk 'BEGIN { for (i = 0; i < 40; i++) printf "%.17g\n", (-log(1 - (i + 0.5) / 40)) ^ (3 / 4) }' >want
near 'Weibull' "$(sorted weibull:2,4 | ratios want)" 0 1.5e-7
# logarithms of sizes k and 39 - k are at the same distance from the middle; a normal distribution has 15.866 % below -1: numbers 6 and 5
sorted lognormal:0.2 | awk '{ v[NR] = log($1) / 3 } END { for (i = 1; i <= 20; i++) { d = v[i] + v[41 - i] - v[20] - v[21]; if (d * d > w) w = d * d }
	m = (v[20] + v[21]) / 2; print (w < 1e-12), (v[6] - m < -0.2 * 1.08 && v[7] - m > -0.2 * 1), (v[34] - m < 0.2 * 1) }' >shape
is 'lognormal' "$(cat shape)" '1 1 1'
# half of the mass below 1.5, by classes 1 to 1.5 and 1.5 to 2
printf '1 0\n1.5 50\n2 100\n' >curve
scree-voronoi -q -n 300 --box 10,6,5 --periodic xyz --sizes-of cells --sizes sieve:curve --cells >out
near 'a sieve curve is one of mass' "$(cells out | sort -g | awk '{ a[NR] = $1; s += $1 } END { for (i = 1; i <= NR && a[i] < 3.375 * a[1]; i++) t += a[i]; print t / s }')" 0.5 0.02

# ---- compact cells: Lloyd's steps leave volumes as they are, and make cells rounder
for k in 0 8; do
	scree-voronoi -n 100 --box 5,5,4 --periodic xyz --sizes lognormal:0.3 --sizes-of cells --void-ratio 1 --lloyd $k >out$k 2>said
	sed -n 's/.* sphericity=\([^ ]*\) .*/\1/p' said
done >round
ok '--lloyd makes grains compact' awk 'NR == 1 { a = $1 } END { exit !(NR == 2 && $1 > a + 0.02) }' round

# ---- few grains, threads, seeds
for n in 1 2 3; do
	for axes in xyz xy z none; do
		awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) print 2 + i }' >list
		awk '{ printf "%.17g\n", $1 ^ 3 }' list >cubes
		scree-voronoi -q -n $n --periodic $axes --box 2,1,1.5 --sizes list:list --void-ratio 1.5 >out
		near "$n grains, periodic $axes" "$(grains out | ratios cubes)" 0 1.5e-7
	done
done
scree-voronoi -n 150 --box 5,6,5 --sizes lognormal:0.3 --void-ratio 0.5 --lloyd 1 >a 2>said
ok 'the note tells the error' grep -q 'the volumes of the grains are those of --sizes within [0-9.]*e-[01][0-9] of each' said
scree-voronoi -q -n 150 --box 5,6,5 --sizes lognormal:0.3 --void-ratio 0.5 --lloyd 1 --threads 3 >b
ok 'the same bytes on three threads' sh -c 'grep -v ^made a >c; grep -v ^made b | cmp - c'
scree-voronoi -q -n 150 --box 5,6,5 --sizes lognormal:0.3 --void-ratio 0.5 --lloyd 1 --seed 2 >b
ok 'another seed another packing' sh -c '! grep -v ^made b | cmp -s - c'

# ---- voro++ -r: its weights are the squares of radii. Sites from a file; ours are the weights of volumes that voro++ gives back.
if command -v voro++ >/dev/null 2>&1; then
	awk 'BEGIN { srand(5); for (i = 1; i <= 200; i++) { x = 6 * rand(); y = 5 * rand(); z = 4 * rand(); r = 0.3 + 0.5 * rand(); print i, x, y, z, r } }' >balls
	voro++ -r -px -py -c '%i %v' 0 6 0 5 0 4 balls 2>/dev/null
	sort -n balls.vol | awk '$2 > 1e-4 { print $1 }' >keep
	awk 'NR == FNR { keep[$1] = 1; next } keep[$1] { print $2, $3, $4 }' keep balls >sites
	# once more without the cells that are empty or nearly so, which leaves the others almost as they are
	awk 'NR == FNR { keep[$1] = 1; next } keep[$1] { print ++n, $2, $3, $4, $5 }' keep balls >some
	voro++ -r -px -py -c '%i %v %s' 0 6 0 5 0 4 some 2>/dev/null
	sort -n some.vol | awk '{ printf "%.17g\n", $2 ^ (1 / 3) }' >list
	sort -n some.vol | awk '{ print $2 }' >want
	scree-voronoi -q --sites file:sites --box 6,5,4 --periodic xy --sizes list:list --sizes-of cells --void-ratio 3 --cells >out
	near 'volumes of voro++ -r' "$(cells out | ratios want)" 0 1e-6
	awk '/^cell/ { print NF - 3 - substr($3, 10) }' out >faces
	is 'its faces' "$(sort -n some.vol | awk '{ print $3 }' | paste -d ' ' - faces | awk '$1 != $2 { n++ } END { print (n + 0 <= 2) }')" 1
else
	ok 'voro++ is not installed' true
fi

# ---- what cannot be
printf '1\n2\n3\n' >list
fails 2 'list: found 3 sizes, expected 4, one for each site' 'a size is missing' scree-voronoi -n 4 --box 1,2,3 --sizes list:list
fails 2 'list: found 3 sizes, expected 2, one for each site' 'a size too many' scree-voronoi -n 2 --box 1,2,3 --sizes list:list
printf '1\n# 2\n0\n' >list
fails 3 'list:3: size 0, expected above 0' 'a size of 0' scree-voronoi -n 2 --box 1,2,3 --sizes list:list
printf '1\n1e-4\n' >list
fails 2 'option --sizes: the smallest volume would be 2e-12 times the mean one' 'sizes too far apart' scree-voronoi -n 2 --box 1,2,3 --sizes list:list
printf '1 1 1\n1 1 2\n1 1 1\n' >sites
fails 3 'sites:3: site 3 at 1,1,1 coincides with site 1' 'equal sites' scree-voronoi --sites file:sites --box 2,2,3 --sizes lognormal:0.1
fails 2 'option --min-radius: leaves out grains' 'grains that are asked for and left out' scree-voronoi --box 4,5,5 --sizes lognormal:1 --min-radius 0.1
fails 4 'attainable range' 'too dense' scree-voronoi -n 20 --box 4,5,1 --roundness 1 --void-ratio 0.05 --sizes lognormal:0.2
finish
