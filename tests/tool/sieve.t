#!/bin/sh
# scree-hist --sieve: curves and percentiles by hand, the sizes of scree-fill found again, slots of the plane, and what it refuses.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# balls of the radii 0.5, 1, 1.5, 2 (volumes as 1, 8, 27, 64, together 100) of density 3
{
	echo 'scree 1 dim=3'
	echo 'material clay density=3'
	echo 'shape 1 sphere r=0.5'
	echo 'columns body id shape material size x y z'
	echo 'frame 0 t=0 body=4'
	echo 'body 1 1 clay 3 0 0 0'
	echo 'body 2 1 clay 1 9 0 0'
	echo 'body 3 1 clay 4 0 9 0'
	echo 'body 4 1 clay 2 0 0 9'
	echo 'end 0'
} >balls.scree
scree-hist -q --sieve curve --openings 0.9,1,2.5,3,4 balls.scree >curve.tab
is 'the head' "$(grep '^# opening' curve.tab)" '# opening[L] passing retained'
alike 'what passes, by mass, and what stays on the sieve' "$(columns <curve.tab)" '0.9 0 0.01
1 0.01 0.08
2.5 0.09 0.27
3 0.36 0.64
4 1 0'
scree-hist -q --sieve percentiles balls.scree >row.tab
alike 'percentiles' "$(columns d10 d30 d50 d60 d90 grains <row.tab)" '3 3 4 4 4 4'
alike 'uniformity, curvature, mass' "$(columns Cu Cc mass <row.tab)" "$(awk 'BEGIN { printf "%.15g %.15g %.15g", 4 / 3, 9 / 12, 3 * 100 * atan2(0, -1) / 6 }')"
is 'by default from the least to the largest' "$(scree-hist -q --sieve curve balls.scree | columns | sed -n '1p;$p' | cut -d' ' -f1,2 | tr '\n' ' ')" '1 0.01 4 1 '
is 'only some' "$(scree-hist -q --sieve percentiles --where 'size < 3' balls.scree | columns d10 d90 grains)" '1 2 2'

# a sieve curve of scree-fill comes out again: slots of the plane for rods as wide as 1
printf '1 0\n2 0.3\n4 1\n' >curve
scree-shape rice >rice
width=$(scree-mass --table rice | columns feret_min)
scree-shape rice --scale "$(awk "BEGIN { print 1 / $width }")" >rice
scree-fill -q -n 3000 --fraction 0.3 --sizes sieve:curve rice >many.scree
scree-hist -q --sieve curve --openings 1,2,2.8284271247461903,4 many.scree >many.tab
near 'sizes that were drawn: 2' "$(awk '$1 == 2 { print $2 }' many.tab)" 0.3 0.03
near 'between sieves: evenly in the logarithm' "$(awk '$1 ~ /^2.8/ { print $2 }' many.tab)" 0.65 0.03
is 'all pass the widest, none the narrowest' "$(columns passing <many.tab | sed -n '1p;$p' | tr '\n' ' ')" '0 1 '

# dumbbells pass end on
scree-shape dumbbell >bell
scree-fill -q -n 2 --box 20,20,20 bell | scree-hist -q --sieve percentiles >bell.tab
near 'a dumbbell of balls of the diameter 1 passes a hole as wide' "$(columns d50 <bell.tab)" 1 1e-3

# streams after one another, each with a shape of its own; a shape that is defined anew
scree-shape disk | scree-fill -q -n 9 --lattice square --sizes uniform:1,1.001 >disks.scree
scree-shape disk --scale 3 | scree-fill -q -n 9 --lattice square --sizes uniform:1,1.001 >large.scree
near 'a later stream has its own shapes' "$(cat disks.scree large.scree | scree-hist -q --sieve percentiles --per-frame | columns d50 | awk '{ d[NR] = $1 } END { print d[2] / d[1] }')" 3 1e-2

fails 2 'sieve: all, expected curve or percentiles' 'a sieve that there is not' scree-hist --sieve all balls.scree
fails 2 'openings: 2 after 3, expected ascending' 'openings that fall' scree-hist --sieve curve --openings 3,2 balls.scree
fails 2 "openings: '0'" 'an opening of 0' scree-hist --sieve curve --openings 0,2 balls.scree
fails 2 'openings: are for --sieve curve' 'openings of percentiles' scree-hist --sieve percentiles --openings 2 balls.scree
fails 2 'openings: needs --sieve' 'openings alone' scree-hist -x size --openings 2 balls.scree
fails 2 'sieve: cannot be combined with --x' 'a column and a sieve' scree-hist -x size --sieve curve balls.scree
fails 3 'nothing to count' 'no grain' scree-hist --sieve curve --where 'size > 9' balls.scree
finish
