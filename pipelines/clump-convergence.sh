#!/bin/sh
# clump-convergence: how many pebbles does a body take, by which method, and who weighs them rightly?
#
# Question   A clump stands for a body, and what it gets wrong falls with the number of its pebbles. How fast, by greedy coverage,
#            by Ferellec and McDowell's method (Granular Matter 2010) and on a regular grid, which the papers on clumps use? And
#            how fast do voxels and random points, which they weigh them with, come to the volume that they have?
# Chosen     the Gomboc of scree-shape, 5120 triangles, and in the plane the cow; errors of volume (area) and of the tensor of
#            inertia, against the exact masses of body and of clump. Two balls that overlap for the methods that weigh: lenses
#            have a closed form.
# Runtime    a minute.
# Leaves     volume.png, inertia.png, cow.png (errors by number of pebbles), weighing.png (errors by number of voxels or points),
#            pebbles.png (clumps of 20, 100 and 500), their tables.
#
# CLAIM clump-greedy-volume printed=falls holds='0.6 <= m && m <= 1.2' quick='0.4 <= m && m <= 1.4' power of N with which the
#       error of volume falls, greedy
# CLAIM clump-greedy-inertia printed=falls holds='0.6 <= m && m <= 1.2' quick='0.4 <= m && m <= 1.4' the same of inertia
# CLAIM clump-grid-inertia printed=falls holds='0.2 <= m && m <= 0.6' quick=- on a grid, whose pebbles reach out by their radius:
#       as the spacing, N^(-1/3)
# CLAIM clump-surface-greedy printed=more holds='m > 1' error of inertia by Ferellec and McDowell's method by that of greedy
#       coverage, least of all N
# CLAIM clump-grid-greedy printed=more holds='m > 1' the same on a grid
# CLAIM clump-inflated printed=less holds='m < 0.5' error of inertia of inflated greedy clumps by that of others, greatest
# CLAIM clump-cow-greedy printed=falls holds='0.7 <= m && m <= 1.7' quick='0.5 <= m && m <= 2' power of N with which the error of
#       the cow's inertia falls, greedy
# CLAIM clump-voxels-order printed=2 holds='1 <= m && m <= 3' quick='0.5 <= m && m <= 4' order in which the error of volume falls
#       with voxels along a side
# CLAIM clump-points-order printed=0.5 holds='0.3 <= m && m <= 0.7' quick='0.1 <= m && m <= 0.9' power with which it falls with
#       the number of random points
# CLAIM clump-exact printed=0 holds='m <= 1e-14' error of volume by the exact union
# CLAIM clump-sum printed=large holds='m > 0.05' error of volume by the sum over pebbles, which counts what overlaps twice
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
numbers=$(choose '5 10 20 50 100 200 500' '5 40') methods='greedy surface grid'

# the power with which column $3 falls with column $2 of a table $1, from a line through their logarithms
power() {
	awk -v x="$2" -v y="$3" '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		$at[y] > 0 { a = log($at[x]); b = -log($at[y]); n++; sa += a; sb += b; saa += a * a; sab += a * b }
		END { printf "%.4g\n", (n * sab - sa * sb) / (n * saa - sa * sa) }' "$1"
}
# errors FILE SHAPE OPTIONS...: number of pebbles, errors of volume and inertia
errors() {
	table=$1 shape=$2
	shift 2
	printf '%s\n' '# scree-table 1' '# pebbles volume_error inertia_error' >"$table"
	for n in $numbers; do
		scree-clump -q -n "$n" --table "$@" "$shape" >one.tab
		echo "$(last pebbles one.tab) $(awk -v v="$(last volume_ratio one.tab)" -v a="$(last area_ratio one.tab)" \
			'BEGIN { d = (v != "" ? v : a) - 1; print d < 0 ? -d : d }') $(last inertia_error one.tab)" >>"$table"
	done
}
# curves PICTURE TITLE COLUMN NAME=TABLE...: a column of tables by the number of pebbles, which every method meets in its own way
curves() {
	picture=$1 title=$2 column=$3
	shift 3
	names=$(for a in "$@"; do printf '%s ' "${a%%=*}"; done)
	{
		printf '%s\n' '# scree-table 1' "# pebbles $names"
		k=0
		for a in "$@"; do
			k=$((k + 1))
			awk -v k=$k -v n=$# -v c="$column" '/^#/ { for (i = 2; i <= NF; i++) at[$i] = i - 1; next }
				{ line = $1; for (i = 1; i <= n; i++) line = line " " (i == k ? $at[c] : "?"); print line }' "${a#*=}"
		done
	} >curves.tab
	scree-plot -q -o "$picture" --style both --log xy -x pebbles -y "$(echo "${names% }" | tr ' ' ,)" --title "$title" \
		--y-label 'relative error' curves.tab
	rm curves.tab
}

echo '== pebbles for a Gomboc'
# shellcheck disable=SC2046
scree-shape -q gomboc $(choose '' '--mesh 12') >body.scree
for m in $methods; do
	errors "$m.tab" body.scree --method "$m"
done
errors inflated.tab body.scree --inflate
curves volume.png 'volume of a Gomboc of pebbles' volume_error greedy=greedy.tab surface=surface.tab grid=grid.tab
curves inertia.png 'its tensor of inertia' inertia_error greedy=greedy.tab surface=surface.tab grid=grid.tab inflated=inflated.tab

echo '== disks for a cow'
scree-shape -q cow >cow.scree
numbers=$(choose '5 10 20 50 100 200' '5 40') # of 236 disks every voxel is covered
for m in $methods; do
	errors "cow-$m.tab" cow.scree --method "$m"
done
curves cow.png 'moment of inertia of a cow of disks' inertia_error greedy=cow-greedy.tab surface=cow-surface.tab grid=cow-grid.tab

echo '== who weighs them rightly'
# two balls of radii 1 and 0.7, 1.2 apart; what they have in common are two caps of height h, each pi h^2 (3 r - h) / 3
printf '0 0 0 1\n1.2 0 0 0.7\n' | scree-shape -q --clump - >two.scree
volume=$(awk 'function cap(r, s, d, h) { h = r - (d * d + r * r - s * s) / (2 * d); return pi * h * h * (3 * r - h) / 3 }
	BEGIN { pi = atan2(0, -1); printf "%.17g", 4 * pi / 3 * (1 + 0.343) - cap(1, 0.7, 1.2) - cap(0.7, 1, 1.2) }')
off() { # OPTIONS...: of scree-mass
	scree-mass -q --table "$@" two.scree >one.tab
	awk -v a="$(last volume one.tab)" -v b="$volume" 'BEGIN { d = a / b - 1; d = d < 0 ? -d : d; printf "%.3g", d < 1e-16 ? 1e-16 : d }'
}
printf '%s\n' '# scree-table 1' '# voxels n voxels_error' >voxels.tab
for v in $(choose '8 9 10 11 13 14 16 18 20 23 25 28 32 36 40 45 51 57 64 72 81 91 102 114 128 144 161 181 203 228 256' '8 10 13 16 20 25 32 40'); do
	echo "$v $((v * v * v)) $(off --method voxels --voxels "$v")"
done >>voxels.tab
printf '%s\n' '# scree-table 1' '# n points_error' >points.tab
for n in 1000 10000 $(choose '30000 100000 300000 1000000' ''); do
	for seed in $(choose '1 2 3 4 5 6' '1 2 3'); do # the root of the mean square
		off --method montecarlo --samples "$n" --seed "$seed"
		echo
	done | awk -v n="$n" '{ s += $1 * $1 } END { printf "%d %.3g\n", n, sqrt(s / NR) }'
done >>points.tab
exact=$(off) sum=$(off --method pebbles)
{
	printf '%s\n' '# scree-table 1' '# n voxels random_points exact'
	awk '!/^#/ { print $2, $3, "?", "?" }' voxels.tab
	awk '!/^#/ { print $1, "?", $2, "?" }' points.tab
	printf '%s ? ? %s\n' 100 "$exact" 1e7 "$exact"
} >curves.tab
scree-plot -q -o weighing.png --style both --log xy -x n -y voxels,random_points,exact --x-label 'voxels, or points' --y-label 'relative error' \
	--y-range 1e-17,1 --title 'volume of two balls that overlap' curves.tab
rm -f curves.tab one.tab

echo '== pictures'
set --
for n in $(choose '20 100 500' 20); do
	for m in $methods; do
		scree-clump -q -n "$n" --method "$m" body.scree | scree-draw -q -o "$m-$n.png" --size "$(choose 500,500 200,200)" -
		set -- "$@" "$m, $n=$m-$n.png"
	done
done
panel pebbles.png 3 "$@"
rm -f greedy-*.png surface-*.png grid-*.png
tail -n +1 greedy.tab surface.tab grid.tab inflated.tab

# the ratio of the errors of inertia by two methods, least or greatest of all N
ratio() { # least|greatest A B
	awk -v which="$1" '/^#/ { next } FNR == NR { a[FNR] = $3; next }
		{ r = a[FNR] / $3; if (m == "" || (which == "least" ? r < m : r > m)) m = r } END { printf "%.4g", m }' "$2" "$3"
}
cd - >/dev/null
claim clump-greedy-volume "$(power "$out/greedy.tab" pebbles volume_error)"
claim clump-greedy-inertia "$(power "$out/greedy.tab" pebbles inertia_error)"
claim clump-grid-inertia "$(power "$out/grid.tab" pebbles inertia_error)"
claim clump-surface-greedy "$(ratio least "$out/surface.tab" "$out/greedy.tab")"
claim clump-grid-greedy "$(ratio least "$out/grid.tab" "$out/greedy.tab")"
claim clump-inflated "$(ratio greatest "$out/inflated.tab" "$out/greedy.tab")"
claim clump-cow-greedy "$(power "$out/cow-greedy.tab" pebbles inertia_error)"
claim clump-voxels-order "$(power "$out/voxels.tab" voxels voxels_error)"
claim clump-points-order "$(power "$out/points.tab" n points_error)"
claim clump-exact "$exact"
claim clump-sum "$sum"
