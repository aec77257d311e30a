#!/bin/sh
# p2-fig8-diagrams: can packings have a chosen void ratio and a chosen roundness?
#
# Question   The paper on Voronoi-Minkowski packings erodes each Voronoi cell by a disk of radius R and dilates it by a disk of
#            radius r (section II.3, fig. 5 and 8). It says that with r <= R each grain lies in its cell, so grains do not
#            overlap; that with r = R grains touch their neighbours; that grains become more angular as r decreases; and that
#            void ratio and roundness can be tuned.
# Missing    every number: the number of sites, R, r, and the range of void ratios and roundnesses.
# Chosen     400 random sites in a periodic box of 20 x 20. First the paper's method, with the same R and r for all cells: R =
#            0.25, r from 0.05 to 0.25. Then the method of scree, r = q (rho - g), where rho is the inradius of the cell, q
#            the requested roundness, and g is found from the void ratio; every grain then has the Wadell roundness q.
#            Roundnesses and areas are those of scree-mass, contacts those of scree-contacts from the bodies, cells those in
#            the stream. Grains count as touching if they touch with spheroradii larger by 1e-9. If erosion leaves nothing of
#            a cell, scree puts a disk there; the paper does not mention this case, and these disks do not count. With q = 0.7
#            void ratios below 0.12 cannot be reached, because rounding itself makes voids.
# Runtime    5 seconds.
# Leaves     grains-*.png (with their cells), angular.png (roundness against r), angular.tab, tunable.tab.
#
# CLAIM p2-fig8-inside printed=0 holds='m <= 1e-12' largest distance by which a grain extends beyond its cell [L]
# CLAIM p2-fig8-overlap printed=0 holds='m <= 1e-12' deepest overlap of two grains, all packings [L]
# CLAIM p2-fig8-touching printed=1 holds='m >= 0.99' quick='m >= 0.95' fraction of the grains with r = R that touch another grain
# CLAIM p2-fig8-angular printed=more holds='m > 0' least increase of the mean roundness from one r to the next larger r
# CLAIM p2-fig8-void-ratio printed=0 holds='m <= 1e-9' largest relative difference of the void ratio from the requested void ratio
# CLAIM p2-fig8-roundness printed=0 holds='m <= 1e-9' largest difference of a grain's roundness from the requested roundness
. "$(dirname "$0")/figure.inc.sh"

n=$(choose 400 60) side=$(choose 20 7.745966692414834) R=0.25
sites="-n $n --box $side,$side --periodic xy --seed 2"
: >"$out/overlaps"
: >"$out/inside"

# shellcheck disable=SC2086
cells_to() { # FILE OPTIONS...: a packing, checked for overlaps and against its cells
	file=$out/$1
	shift
	scree-voronoi -q $sites --cells "$@" >"$file"
	scree-contacts -q --recompute --pairs "$file" | awk '
		/^# i j/ { for (i = 2; i <= NF; i++) if ($i ~ /^overlap/) c = i - 1 }
		!/^#/ && NF && $c > m { m = $c }
		END { printf "%.3g\n", m + 0 }' >>"$out/overlaps"
	# cells extend as far as the periodic images of the grain: compare in the frame of each cell
	awk -v side="$side" '
		$1 == "cell" { cell[$2] = $0 }
		$1 == "shape" { shape[$2] = $0 }
		$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) c[$i] = i - 1 }
		$1 == "body" {
			m = split(cell[$c["id"]], v, " ") - 2; k = split(shape[$c["shape"]], s, " "); split(s[4], r, "=")
			for (j = 1; j <= m; j++) {
				split(v[j + 2], p, ","); split(v[j % m + 3], q, ",")
				dx = q[1] - p[1]; dy = q[2] - p[2]; l = sqrt(dx * dx + dy * dy)
				if (l < 1e-6) continue
				for (i = 5; i <= k; i++) {
					split(s[i], x, ",")
					px = x[1] + $c["x"] - p[1]; py = x[2] + $c["y"] - p[2]
					if (i == 5 && j == 1) { # the periodic image of the grain that is near its cell
						wx = side * int(px / side + 100.5) - 100 * side; wy = side * int(py / side + 100.5) - 100 * side
					}
					out = r[2] - (dx * (py - wy) - dy * (px - wx)) / l
					if (out > most) most = out
				}
			}
		}
		END { printf "%.3g\n", most + 0 }' "$file" >>"$out/inside"
}
shapes() { scree-mass -q --table "$1" | awk '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); c[$i] = i - 1 } }
	!/^#/ { print $c["area"], $c["roundness"], $c["circularity"] }'; }

echo "== the same R = $R and r for all cells"
{
	echo '# scree-table 1'
	echo '# r void_ratio roundness roundness_spread circularity'
	for r in 0.05 0.1 0.15 0.2 $R; do
		cells_to "grains-$r.scree" --erode $R --dilate $r
		shapes "$out/grains-$r.scree" | awk -v r=$r -v box="$side" '
			{ n++; a += $1; q += $2; qq += $2 * $2; c += $3 }
			END { printf "%s %.6g %.6g %.6g %.6g\n", r, box * box / a - 1, q / n, sqrt(qq / n - q * q / n / n), c / n }'
	done
} >"$out/angular.tab"
cat "$out/angular.tab"
awk '$1 == "shape" { split($4, r, "="); $4 = sprintf("r=%.17g", r[2] + 1e-9) } { print }' "$out/grains-$R.scree" >"$out/swollen.scree"
scree-order -q --bond 1 --neighbours contacts --bodies "$out/swollen.scree" | awk -v scene="$out/swollen.scree" '
	BEGIN { while ((getline line <scene) > 0) { split(line, f, " "); if (f[1] == "shape" && f[3] == "point") gone[f[2]] = 1 } }
	!/^#/ && NF && !($1 in gone) { n++; t += $4 > 0; z += $4 }
	END { printf "grains=%d touching=%.6g neighbours=%.4g\n", n, t / n, z / n }' | tee "$out/said"

echo "== roundness and void ratio as asked for"
{
	echo '# scree-table 1'
	echo '# roundness void_ratio roundness_error void_ratio_error'
	for q in 0.1 0.4 0.7; do
		for e in $(choose '0.15 0.2 0.5 1' '0.2 0.5'); do
			cells_to tuned.scree --roundness $q --void-ratio "$e"
			shapes "$out/tuned.scree" | awk -v q=$q -v e="$e" -v box="$side" '
				{ a += $1; d = $2 - q; d = d < 0 ? -d : d; if (d > m) m = d }
				END { d = (box * box / a - 1) / e - 1; printf "%s %s %.3g %.3g\n", q, e, m, d < 0 ? -d : d }'
		done
	done
} >"$out/tunable.tab"
cat "$out/tunable.tab"

echo "== pictures"
for r in 0.05 $R; do
	scree-draw -q --cells --size 600 -o "$out/grains-$r.png" "$out/grains-$r.scree"
done
scree-plot -q -o "$out/angular.png" -y roundness,circularity --style both --title 'grains become angular as r decreases, R = 0.25' \
	--x-label 'radius of dilation' --y-label 'mean over all grains' "$out/angular.tab"

worst() { awk -v c="$1" '!/^#/ && $c > m { m = $c } END { printf "%.3g", m }' "$2"; }
claim p2-fig8-inside "$(worst 1 "$out/inside")"
claim p2-fig8-overlap "$(worst 1 "$out/overlaps")"
claim p2-fig8-touching "$(field touching "$out/said")"
claim p2-fig8-angular "$(awk '!/^#/ { if (n++ && (n == 2 || $3 - last < gain)) gain = $3 - last; last = $3 } END { print gain }' "$out/angular.tab")"
claim p2-fig8-void-ratio "$(worst 4 "$out/tunable.tab")"
claim p2-fig8-roundness "$(worst 3 "$out/tunable.tab")"
rm -f "$out/tuned.scree" "$out/swollen.scree" "$out/inside" "$out/overlaps"
