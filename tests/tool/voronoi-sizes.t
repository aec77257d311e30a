#!/bin/sh
# scree-voronoi --sizes: areas of grains and cells against the distribution asked for, worked out from the stream alone.
. "$(dirname "$0")/../tap.sh"

# Areas of the grains by scree-mass, in the order of the sites
grains() { # FILE
	scree-mass --table "$1" 2>/dev/null | awk '/^# id/ { for (k = 2; k <= NF; k++) if ($k ~ /^area/) c = k - 1 } !/^#/ { printf "%.17g\n", $c }'
}
# Areas of the cells by triangles from their first corner, in the order of the sites
cells() { # FILE
	awk '/^cell/ { split($3, o, ","); a = 0; for (k = 4; k < NF; k++) { split($k, p, ","); split($(k + 1), q, ",")
		a += ((p[1] - o[1]) * (q[2] - o[2]) - (p[2] - o[2]) * (q[1] - o[1])) / 2 } printf "%.17g\n", a }' "$1"
}
# The greatest relative error of areas on stdin, whose ratios should be those of the numbers in a file, in this order
ratios() { # FILE
	paste -d ' ' "$1" - | awk '{ w[NR] = $1; a[NR] = $2; s += $1; t += $2 } END { for (i = 1; i <= NR; i++) { d = a[i] / t / w[i] * s - 1
		if (d < 0) d = -d; if (d > m || !(d <= 1e9)) m = d } print NR ? m + 0 : "nothing" }'
}
# roundness and void ratio of a stream
both() { # FILE BOX
	scree-mass --table "$1" | awk -v box="$2" '/^# id/ { for (k = 2; k <= NF; k++) { if ($k ~ /^area/) c = k - 1; if ($k == "roundness") q = k - 1 } }
		!/^#/ { a += $c; if (!n++ || $q < lo) lo = $q; if ($q > hi) hi = $q } END { printf "%.8f %.6f %.6f\n", box / a - 1, lo, hi }'
}

# ---- a list: sizes of the grains, then of the cells; the squares of sizes are the areas
awk 'BEGIN { for (i = 0; i < 50; i++) printf "%.17g\n", 1 + (i * 7 % 50) / 25 }' >list
awk '{ printf "%.17g\n", $1 ^ 2 }' list >squares
for where in '--periodic xy' '--periodic x --lloyd 3' '--walls round --sites jitter' '--box 3,90'; do
	scree-voronoi -q -n 50 --sizes list:list --roundness 0.4 --void-ratio 0.35 $where >out
	near "a list: areas of grains, $where" "$(grains out | ratios squares)" 0 1.5e-7
	box=$(case $where in *box*) echo 270 ;; *) echo 50 ;; esac)
	is 'their void ratio and roundness' "$(both out "$box")" '0.35000000 0.400000 0.400000'
	scree-voronoi -q -n 50 --sizes list:list --sizes-of cells --void-ratio 0.35 --cells $where >out
	case $where in *round*) ;; *) near "areas of cells, $where" "$(cells out | ratios squares)" 0 1.5e-7 ;; esac
	is 'void ratio and roundness' "$(both out "$box")" '0.35000000 0.500000 0.500000'
done
scree-voronoi -q -n 50 --sizes list:list --erode 0.15 --dilate 0.1 >out
near 'with two radii' "$(grains out | ratios squares)" 0 1.5e-7

# ---- distributions: sorted areas are those of the quantiles (k + 1/2) / n
sorted() { # DIST
	scree-voronoi -q -n 40 --periodic xy --void-ratio 0.3 --lloyd 2 --sizes "$1" >out && grains out | sort -g
}
awk 'BEGIN { for (i = 0; i < 40; i++) printf "%.17g\n", (1 + 2 * (i + 0.5) / 40) ^ 2 }' >want
near 'uniform' "$(sorted uniform:1,3 | ratios want)" 0 1.5e-7
awk 'BEGIN { for (i = 0; i < 40; i++) printf "%.17g\n", (-log(1 - (i + 0.5) / 40)) ^ (2 / 3) }' >want
near 'Weibull' "$(sorted weibull:2,3 | ratios want)" 0 1.5e-7
near 'its scale does not count' "$(sorted weibull:3 | ratios want)" 0 1.5e-7
# logarithms of sizes k and 39 - k are at the same distance from the middle; a normal distribution has 15.866 % below -1: numbers 6 and 5
sorted lognormal:0.3 | awk '{ v[NR] = log($1) / 2 } END { for (i = 1; i <= 20; i++) { d = v[i] + v[41 - i] - v[20] - v[21]; if (d * d > w) w = d * d }
	m = (v[20] + v[21]) / 2; print (w < 1e-12), (v[6] - m < -0.3 * 1.08 && v[7] - m > -0.3 * 1), (v[34] - m < 0.3 * 1) }' >shape
is 'lognormal' "$(cat shape)" '1 1 1'
# half of the mass below 1.5, by classes 1 to 1.5 and 1.5 to 2
printf '1 0\n1.5 50\n2 100\n' >curve
scree-voronoi -q -n 300 --periodic xy --sizes-of cells --sizes sieve:curve --cells >out
near 'a sieve curve is one of mass' "$(cells out | sort -g | awk '{ a[NR] = $1; s += $1 } END { for (i = 1; i <= NR && a[i] < 2.25 * a[1]; i++) t += a[i]; print t / s }')" 0.5 0.02

# ---- few grains, seeds
for n in 1 2 3; do
	for axes in xy x none; do
		awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) print i }' >list
		awk '{ printf "%.17g\n", $1 ^ 2 }' list >squares
		scree-voronoi -q -n $n --periodic $axes --box 2,1 --sizes list:list --void-ratio 0.5 >out
		near "$n grains, periodic $axes" "$(grains out | ratios squares)" 0 1.5e-7
	done
done
scree-voronoi -n 60 --sizes lognormal:0.5 >a 2>said
is 'the note says which cells' "$(scree-voronoi -n 20 --sizes lognormal:0.3 --sizes-of cells --walls round 2>&1 >/dev/null | grep -c \
	'the areas of the cells, before their ends at walls are rounded, are those of --sizes within')" 1
ok 'the note tells the error' grep -q 'the areas of the grains are those of --sizes within [0-9.]*e-[01][0-9] of each' said
scree-voronoi -q -n 60 --sizes lognormal:0.5 >b
ok 'the same bytes again' sh -c 'grep -v ^made a >c; grep -v ^made b | cmp - c'
scree-voronoi -q -n 60 --sizes lognormal:0.5 --seed 2 >b
ok 'another seed another packing' sh -c '! grep -v ^made b | cmp -s - c'

# ---- what cannot be
printf '1\n2\n3\n' >list
fails 2 'list: found 3 sizes, expected 4, one for each site' 'a size is missing' scree-voronoi -n 4 --sizes list:list
printf '1\n# 2\n0\n' >list
fails 3 'list:3: size 0, expected above 0' 'a size of 0' scree-voronoi -n 2 --sizes list:list
printf '1\n1e-6\n' >list
fails 2 'option --sizes: the smallest area would be 2e-12 times the mean one' 'sizes too far apart' scree-voronoi -n 2 --sizes list:list
fails 2 'option --sizes: the largest size would be inf, expected a finite number' 'sizes that overflow' scree-voronoi --sizes lognormal:1e5
fails 2 "option --sizes: 'normal:1' is not uniform:lo,hi, .*, list:FILE or sieve:FILE" 'an unknown distribution' scree-voronoi --sizes normal:1
fails 2 'needs median > 0 and sigma >= 0' 'a bad width' scree-voronoi --sizes lognormal:-1
printf '1 5\n1 6\n' >curve
fails 3 'curve:2: a sieve curve needs' 'a bad curve' scree-voronoi --sizes sieve:curve
fails 1 'nowhere' 'no file' scree-voronoi --sizes list:nowhere
fails 2 'option --sizes-of: walls, expected grains or cells' 'sizes of something else' scree-voronoi --sizes lognormal:1 --sizes-of walls
fails 2 'option --sizes-of: applies only with --sizes' 'nothing has sizes' scree-voronoi --sizes-of cells
fails 2 'option --min-radius: leaves out grains' 'grains that are asked for and left out' scree-voronoi --sizes lognormal:1 --min-radius 0.1
fails 4 'attainable range' 'too dense' scree-voronoi -n 20 --roundness 1 --void-ratio 0.05 --sizes lognormal:0.2
finish
