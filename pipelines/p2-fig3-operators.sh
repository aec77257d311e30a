#!/bin/sh
# p2-fig3-operators: what do dilation, erosion and opening do to a polygon?
#
# Question   The paper on Voronoi-Minkowski packings builds its grains from three operations with a disk of radius r (section
#            II.1, fig. 1 to 3; the rule of erosion in section II.3, fig. 6 and 7). Dilation sweeps the disk over the polygon.
#            Erosion leaves an inner polygon whose border has the distance r from the border of the polygon. Opening is
#            erosion, then dilation. By the paper's rule, the corners of the eroded polygon are those points at the distance r
#            from the two sides at a corner that are no nearer to any other side.
# Missing    the polygons of the figures. The paper prints no number, so each claim is compared with a closed form:
#            dilated area A + P r + pi r^2 (Steiner); opened area A - r^2 (sum of cot(theta / 2) - pi), where theta are the inner
#            angles, as long as no side vanishes.
# Chosen     a heptagon with one short side, radii from 0 to the largest inscribed disk. Areas are the exact ones of scree-mass;
#            everything else is computed here from the vertices.
# Runtime    3 seconds.
# Leaves     operators.png (the polygon, dilated, eroded, opened), opening.png (area against radius), opening.tab.
#
# CLAIM p2-fig3-dilation printed=0 holds='m <= 1e-12' largest relative difference of the dilated area from Steiner's formula
# CLAIM p2-fig3-erosion printed=0 holds='m <= 1e-12' largest difference from r of the distance between the borders of polygon and
#       erosion
# CLAIM p2-fig3-opening printed=0 holds='m <= 1e-12' largest relative difference of the opened area from its formula, all sides
#       present
# CLAIM p2-fig3-inside printed=0 holds='m <= 1e-12' largest distance by which the opening extends beyond the polygon
# CLAIM p2-fig3-corner-rule printed=0 holds='m <= 1e-12' relative error of the eroded area by the paper's rule if a side vanishes
# DIFFERS the rule uses only the two sides of a corner; if a side vanishes, the new corner lies between the two sides next to it,
#       and the rule does not find it; moving half-planes inwards and intersecting them is always correct
. "$(dirname "$0")/figure.inc.sh"

cat >"$out/heptagon.xy" <<'END'
0 0
3.1 -0.6
5 1.2
5.2 1.6
4.6 3.9
1.7 4.4
-0.5 2.3
END
radii=$(choose '0.1 0.2 0.3 0.4 0.5 0.6 0.8 1 1.2 1.4 1.6 1.8 2' '0.2 0.4 1 1.6')
whole=$out/whole.scree
scree-shape "$out/heptagon.xy" --radius 0 >"$whole"

area() { scree-mass --table "$1" | awk '!/^#/ { print $4 }'; }
skeleton() { awk '$1 == "shape" { for (k = 4 + ($4 ~ /^r=/); k <= NF; k++) { split($k, p, ","); print p[1], p[2] } }' "$1"; }
# The position of the origin of a scene's body frame, so that skeletons are compared in the coordinates of the drawing.
origin() { awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) c[$i] = i - 1 } $1 == "body" { print $c["x"], $c["y"] }' "$1"; }

# The geometry of the polygon and of its erosion by r (vertices on stdin). Prints the difference from r of the least distance
# between the borders, the distance by which the opening extends beyond the polygon, the opened area by the formula, whether all
# sides are present, and the eroded area, exactly and by the paper's rule.
examine() { # R, then the eroded polygon's vertices in space on stdin
	awk -v r="$1" -v polygon="$out/heptagon.xy" '
	function cross(ax, ay, bx, by) { return ax * by - ay * bx }
	function height(k, px, py) { return cross(dx[k], dy[k], px - x[k], py - y[k]) / l[k] } # above side k, inwards
	BEGIN {
		n = m = g = 0
		while ((getline line <polygon) > 0) { split(line, p, " "); x[n] = p[1]; y[n++] = p[2] }
		for (k = 0; k < n; k++) {
			j = (k + 1) % n
			dx[k] = x[j] - x[k]; dy[k] = y[j] - y[k]; l[k] = sqrt(dx[k] ^ 2 + dy[k] ^ 2)
			area += cross(x[k], y[k], x[j], y[j]) / 2; perimeter += l[k]
		}
		pi = atan2(0, -1)
	}
	{ ex[m] = $1; ey[m++] = $2 }
	END {
		for (k = 0; k < n; k++) {
			near = 1e9
			for (v = 0; v < m; v++) near = height(k, ex[v], ey[v]) < near ? height(k, ex[v], ey[v]) : near
			out = r - near > out ? r - near : out
			sides += near < r + 1e-9
			if (near < r + 1e-9) { d = near - r; if (d < 0) d = -d; off = d > off ? d : off }
		}
		for (v = 0; v < m; v++) exact += cross(ex[v], ey[v], ex[(v + 1) % m], ey[(v + 1) % m]) / 2
		for (k = 0; k < n; k++) { # the corner at vertex k, between the sides i and k, by the rule
			i = (k + n - 1) % n
			turn = atan2(cross(dx[i], dy[i], dx[k], dy[k]), dx[i] * dx[k] + dy[i] * dy[k])
			cot += sin(turn / 2) / cos(turn / 2) # the inner angle is pi - turn
			f = r / cross(dx[i] / l[i], dy[i] / l[i], dx[k] / l[k], dy[k] / l[k])
			qx = x[k] + f * (dx[k] / l[k] - dx[i] / l[i]); qy = y[k] + f * (dy[k] / l[k] - dy[i] / l[i])
			good = 1
			for (j = 0; j < n; j++) good = good && height(j, qx, qy) > r - 1e-9
			if (good) { rx[g] = qx; ry[g++] = qy }
		}
		for (v = 0; v < g; v++) rule += cross(rx[v], ry[v], rx[(v + 1) % g], ry[(v + 1) % g]) / 2
		printf "%.3g %.3g %.17g %d %.17g %.17g\n", off, out, area - r * r * (cot - pi), sides == n, exact, rule
	}'
}

echo "== the polygon dilated, eroded and opened by disks"
{
	echo '# scree-table 1'
	echo '# radius opened formula dilation_error distance_error outside all_sides eroded rule'
	for r in $radii; do
		scree-shape "$out/heptagon.xy" --round "$r" >"$out/opened.scree"
		scree-shape "$out/heptagon.xy" --radius "$r" >"$out/dilated.scree"
		skeleton "$out/opened.scree" | awk -v o="$(origin "$out/opened.scree")" 'BEGIN { split(o, c, " ") }
			{ printf "%.17g %.17g\n", $1 + c[1], $2 + c[2] }' >"$out/eroded.xy"
		set -- $(examine "$r" <"$out/eroded.xy")
		steiner=$(scree-mass --table "$whole" | awk -v r="$r" -v d="$(area "$out/dilated.scree")" '!/^#/ {
			s = $4 + r * $5 + atan2(0, -1) * r * r; e = d / s - 1; printf "%.3g", e < 0 ? -e : e }')
		echo "$r $(area "$out/opened.scree") $3 $steiner $1 $2 $4 $5 $6"
	done
} >"$out/opening.tab"
cat "$out/opening.tab"

echo "== pictures"
r=0.6
scree-shape "$out/heptagon.xy" --round $r >"$out/opened.scree"
skeleton "$out/opened.scree" >"$out/eroded.xy"
scree-shape "$out/heptagon.xy" --radius $r | scree-move --by 7.5,0 >"$out/1.scree"
scree-shape "$out/eroded.xy" --radius 0 | scree-move --by 17,2 >"$out/2.scree"
scree-move --by 21.5,0 "$out/opened.scree" >"$out/3.scree"
scree-join "$whole" "$out/1.scree" "$out/2.scree" "$out/3.scree" |
	scree-draw -q -o "$out/operators.png" --size 1200 --title 'a polygon, dilated, eroded and opened by a disk'
scree-plot -q -o "$out/opening.png" -x radius -y opened,formula --title 'area of the opening' \
	--x-label 'radius of the disk' --y-label 'area' "$out/opening.tab"
rm -f "$out"/[123].scree "$out/opened.scree" "$out/dilated.scree" "$whole" "$out/eroded.xy"

worst() { awk -v c="$1" '!/^#/ && $c > m { m = $c } END { printf "%.3g", m }' "$out/opening.tab"; }
claim p2-fig3-dilation "$(worst 4)"
claim p2-fig3-erosion "$(worst 5)"
claim p2-fig3-opening "$(awk '!/^#/ && $7 { e = $2 / $3 - 1; e = e < 0 ? -e : e; m = e > m ? e : m; n++ } END { if (n) printf "%.3g", m }' "$out/opening.tab")"
claim p2-fig3-inside "$(worst 6)"
claim p2-fig3-corner-rule "$(awk '!/^#/ && !$7 && $8 > 0.01 { e = $9 / $8 - 1; e = e < 0 ? -e : e; m = e > m ? e : m; n++ } END { if (n) printf "%.3g", m }' "$out/opening.tab")"
