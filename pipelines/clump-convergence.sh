#!/bin/sh
# clump-convergence: how many pebbles does a body need, by which method, and which methods compute mass properties correctly?
#
# Question   A clump represents a body with an error that falls with the number of its pebbles. How fast does it fall with greedy
#            coverage, with the method of Ferellec and McDowell (Granular Matter 2010) and on a regular grid? The papers on clumps
#            use these methods, and compute mass properties with voxels and random points. How fast do these converge to
#            the true volume and inertia?
# Chosen     the Gomboc of scree-shape, 5120 triangles, and in the plane the cow; errors of volume (area) and of the tensor of
#            inertia, |I - I'| / |I'|, against the exact masses of body and of clump. The methods for mass properties are
#            tested with two balls that overlap: in slices across their axis these have a closed form.
# Runtime    a minute and a quarter of processor time, two thirds of it greedy clumps of the Gomboc.
# Leaves     volume.png, inertia.png, cow.png (errors against number of pebbles), weighing.png, weighing-inertia.png (errors
#            against number of voxels or points), pebbles.png (clumps of 20, 100 and 500), their tables.
#
# CLAIM clump-greedy-volume printed=falls holds='0.6 <= m && m <= 1.2' quick='0.4 <= m && m <= 1.4' exponent of 1/N in the error
#       of volume, greedy
# CLAIM clump-greedy-inertia printed=falls holds='0.6 <= m && m <= 1.2' quick='0.4 <= m && m <= 1.4' exponent of 1/N in the error
#       of inertia, greedy
# CLAIM clump-grid-inertia printed=falls holds='0.2 <= m && m <= 0.6' quick=- exponent of 1/N in the error of inertia, grid; its
#       pebbles extend beyond the body by their radius, so the error falls like the spacing, N^(-1/3), and faster while it is
#       large
# CLAIM clump-surface-greedy printed=more holds='m > 1' error of inertia by Ferellec and McDowell's method over that by greedy
#       coverage, least over all N
# CLAIM clump-grid-greedy printed=more holds='m > 1' error of inertia on a grid over that by greedy coverage, least over all N
# CLAIM clump-inflated printed=less holds='m < 0.5' error of inertia of inflated greedy clumps over that of other greedy clumps,
#       greatest
# CLAIM clump-cow-greedy printed=falls holds='0.7 <= m && m <= 1.7' quick='0.5 <= m && m <= 2' exponent of 1/N in the error of the
#       cow's inertia, greedy
# CLAIM clump-voxels-order printed=2 holds='1 <= m && m <= 3' quick='0.5 <= m && m <= 4' order of the error of volume in the
#       number of voxels along a side
# CLAIM clump-voxels-inertia printed=2 holds='1 <= m && m <= 3' quick='0.5 <= m && m <= 4' order of the error of inertia in the
#       number of voxels along a side
# CLAIM clump-points-order printed=0.5 holds='0.3 <= m && m <= 0.7' quick='0.1 <= m && m <= 0.9' exponent of 1/n in the error of
#       volume with n random points
# CLAIM clump-exact printed=0 holds='m <= 1e-14' error of volume or of inertia by the exact union, the larger of the two
# CLAIM clump-sum printed=large holds='m > 0.05' error of volume by the sum over pebbles, which counts overlaps twice
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
numbers=$(choose '5 10 20 50 100 200 500' '5 40') methods='greedy surface grid'

# the power of column $2 of table $1 with which column $3 falls, from a line through their logarithms
power() {
	awk -v x="$2" -v y="$3" '/^#/ { for (i = 2; i <= NF; i++) at[$i] = i - 1; next }
		$at[y] > 0 { a = log($at[x]); b = -log($at[y]); n++; sa += a; sb += b; saa += a * a; sab += a * b }
		END { printf "%.4g\n", (n * sab - sa * sb) / (n * saa - sa * sa) }' "$1"
}
# errors TABLE SHAPE OPTIONS...: number of pebbles, errors of volume and inertia
errors() {
	table=$1 shape=$2
	shift 2
	printf '%s\n' '# scree-table 1' '# n volume_error inertia_error' >"$table"
	for n in $numbers; do
		scree-clump -q -n "$n" --table "$@" "$shape" >one.tab
		echo "$(last pebbles one.tab) $(awk -v v="$(last volume_ratio one.tab)" -v a="$(last area_ratio one.tab)" \
			'BEGIN { d = (v != "" ? v : a) - 1; print d < 0 ? -d : d }') $(last inertia_error one.tab)" >>"$table"
	done
}
# curves PICTURE TITLE COLUMN X-LABEL Y-LABEL RANGES NAME=TABLE...: a column of several tables against n; every table has its own
# n. Values below rounding are drawn at the level of rounding.
curves() {
	picture=$1 title=$2 column=$3 x_label=$4 y_label=$5 ranges=$6
	shift 6
	names=$(for a in "$@"; do printf '%s ' "${a%%=*}"; done)
	{
		printf '%s\n' '# scree-table 1' "# n $names"
		k=0
		for a in "$@"; do
			k=$((k + 1))
			awk -v k=$k -v n=$# -v c="$column" '/^#/ { for (i = 2; i <= NF; i++) at[$i] = i - 1; next }
				{
					line = $at["n"]
					for (i = 1; i <= n; i++)
						line = line " " (i != k ? "?" : $at[c] < 1e-16 ? 1e-16 : $at[c])
					print line
				}' "${a#*=}"
		done
	} >curves.tab
	# shellcheck disable=SC2086
	scree-plot -q -o "$picture" --style both --log xy -x n -y "$(echo "${names% }" | tr ' ' ,)" --title "$title" \
		--x-label "$x_label" --y-label "$y_label" $ranges curves.tab
	rm curves.tab
}

echo '== pebbles for a Gomboc'
fine=$(choose '' '--mesh 8') voxels=$(choose 128 64)
# shellcheck disable=SC2086
scree-shape -q gomboc $fine >body.scree
for m in $methods; do
	errors "$m.tab" body.scree --voxels "$voxels" --method "$m"
done
errors inflated.tab body.scree --voxels "$voxels" --inflate
curves volume.png 'a Gomboc of pebbles' volume_error 'number of pebbles' 'relative error of volume' '--x-range 2,1000' \
	greedy=greedy.tab surface=surface.tab grid=grid.tab
curves inertia.png 'a Gomboc of pebbles' inertia_error 'number of pebbles' 'relative error of the tensor of inertia' '--x-range 2,1000' \
	greedy=greedy.tab surface=surface.tab grid=grid.tab inflated=inflated.tab

echo '== disks for a cow'
scree-shape -q cow >cow.scree
numbers=$(choose '5 10 20 50 100 200' '5 40') # 236 disks cover every voxel
for m in $methods; do
	errors "cow-$m.tab" cow.scree --method "$m"
done
curves cow.png 'a cow of disks' inertia_error 'number of disks' 'relative error of the moment of inertia' '--x-range 2,1000' \
	greedy=cow-greedy.tab surface=cow-surface.tab grid=cow-grid.tab

echo '== who weighs them rightly'
# Two balls of radii 1 and 0.7 at a distance of 1.2 along x meet where 1 - x^2 = 0.49 - (x - 1.2)^2. A slice at x is a disk of the
# squared radius s of either ball. Its mass is pi s, its moment pi s^2 / 2 about its axis and half of that about a diameter.
# All are polynomials of fourth degree on both sides of x, which three Gauss points on either side integrate exactly.
printf '0 0 0 1\n1.2 0 0 0.7\n' | scree-shape -q --clump - >two.scree
closed=$(awk 'function side(from, to, c, r, k, x, s, w) {
		for (k = -1; k <= 1; k++) {
			x = (from + to) / 2 + k * sqrt(0.6) * (to - from) / 2
			s = r * r - (x - c) * (x - c)
			w = pi * (to - from) / 2 * (k ? 5 : 8) / 9
			volume += w * s; first += w * s * x; second += w * s * x * x; axial += w * s * s / 2
		}
	}
	BEGIN {
		pi = atan2(0, -1)
		x = (1.2 * 1.2 + 1 - 0.49) / 2.4
		side(-1, x, 0, 1)
		side(x, 1.9, 1.2, 0.7)
		printf "%.17g %.17g %.17g\n", volume, axial, axial / 2 + second - first * first / volume
	}')
off() { # OPTIONS...: of scree-mass; errors of volume and inertia
	scree-mass -q --table "$@" two.scree >one.tab
	for c in volume Ixx Iyy Izz Ixy Ixz Iyz; do last $c one.tab; done | tr '\n' ' ' | awk -v closed="$closed" '{
		split(closed, c)
		d = $1 / c[1] - 1
		e = ($2 - c[2]) ^ 2 + ($3 - c[3]) ^ 2 + ($4 - c[3]) ^ 2 + 2 * ($5 ^ 2 + $6 ^ 2 + $7 ^ 2)
		printf "%.3g %.3g\n", d < 0 ? -d : d, sqrt(e / (c[2] ^ 2 + 2 * c[3] ^ 2))
	}'
}
printf '%s\n' '# scree-table 1' '# voxels n volume_error inertia_error' >voxels.tab
for v in $(choose '8 9 10 11 13 14 16 18 20 23 25 28 32 36 40 45 51 57 64 72 81 91 102 114 128 144 161 181 203 228 256' '8 10 13 16 20 25 32 40'); do
	echo "$v $((v * v * v)) $(off --method voxels --voxels "$v")"
done >>voxels.tab
printf '%s\n' '# scree-table 1' '# n volume_error inertia_error' >points.tab
for n in 1000 10000 $(choose '30000 100000 300000 1000000' ''); do
	for seed in $(choose '1 2 3 4 5 6' '1 2 3'); do # their root mean square
		off --method montecarlo --samples "$n" --seed "$seed"
	done | awk -v n="$n" '{ v += $1 * $1; i += $2 * $2 } END { printf "%d %.3g %.3g\n", n, sqrt(v / NR), sqrt(i / NR) }'
done >>points.tab
exact=$(off) sum=$(off --method pebbles)
printf '%s\n' '# scree-table 1' '# n volume_error inertia_error' "100 $exact" "1e8 $exact" >exact.tab
curves weighing.png 'two balls that overlap' volume_error 'number of voxels, or of random points' 'relative error of volume' \
	'--x-range 100,1e8 --y-range 1e-17,1' voxels=voxels.tab points=points.tab exact=exact.tab
curves weighing-inertia.png 'two balls that overlap' inertia_error 'number of voxels, or of random points' \
	'relative error of the tensor of inertia' '--x-range 100,1e8 --y-range 1e-17,1' \
	voxels=voxels.tab points=points.tab exact=exact.tab
rm -f one.tab

echo '== pictures'
set --
for n in $(choose '20 100 500' 20); do
	for m in $methods; do
		scree-clump -q -n "$n" --voxels "$voxels" --method "$m" body.scree | tee one.scree |
			scree-draw -q -o "$m-$n.png" --size "$(choose 500,500 200,200)" -
		set -- "$@" "$m, $(awk '$1 == "shape" { n = NF - 3 } END { print n }' one.scree) pebbles=$m-$n.png"
	done
done
panel pebbles.png 3 "$@"
rm -f greedy-*.png surface-*.png grid-*.png one.scree
tail -n +1 greedy.tab surface.tab grid.tab inflated.tab voxels.tab points.tab exact.tab

# the ratio of the errors of inertia by two methods, the least or the greatest over all N
ratio() { # least|greatest A B
	awk -v which="$1" '/^#/ { next } FNR == NR { a[FNR] = $3; next }
		{ r = a[FNR] / $3; if (m == "" || (which == "least" ? r < m : r > m)) m = r } END { printf "%.4g", m }' "$2" "$3"
}
cd - >/dev/null
claim clump-greedy-volume "$(power "$out/greedy.tab" n volume_error)"
claim clump-greedy-inertia "$(power "$out/greedy.tab" n inertia_error)"
claim clump-grid-inertia "$(power "$out/grid.tab" n inertia_error)"
claim clump-surface-greedy "$(ratio least "$out/surface.tab" "$out/greedy.tab")"
claim clump-grid-greedy "$(ratio least "$out/grid.tab" "$out/greedy.tab")"
claim clump-inflated "$(ratio greatest "$out/inflated.tab" "$out/greedy.tab")"
claim clump-cow-greedy "$(power "$out/cow-greedy.tab" n inertia_error)"
claim clump-voxels-order "$(power "$out/voxels.tab" voxels volume_error)"
claim clump-voxels-inertia "$(power "$out/voxels.tab" voxels inertia_error)"
claim clump-points-order "$(power "$out/points.tab" n volume_error)"
claim clump-exact "$(echo "$exact" | awk '{ print ($1 > $2 ? $1 : $2) }')"
claim clump-sum "${sum% *}"
