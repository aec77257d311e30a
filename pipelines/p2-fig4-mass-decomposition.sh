#!/bin/sh
# p2-fig4-mass-decomposition: is a spheropolygon the sum of its polygon, rectangles and sectors?
#
# Question   The paper on Voronoi-Minkowski packings divides "the general spheropolygon" into the polygon, a rectangle of
#            thickness r on each side and a sector of a disk at each vertex. It adds the areas, centres of mass and, by the
#            parallel axis theorem, moments of inertia of these parts (section II.2, fig. 4, equations 5 to 10).
# Missing    the formulas, which the surviving text does not have, and shapes to apply them to. A sector of radius r and angle
#            phi has the area r^2 phi / 2, its centre of mass at 4 r sin(phi / 2) / (3 phi) on the bisector, and the moment m
#            r^2 / 2 about its vertex. At a reflex vertex phi is negative.
# Chosen     the grains of a Voronoi packing, which are convex, and L, cow, star and cross, which are not. The sum over the
#            parts is computed here from the vertices in the stream, in double precision, and compared with scree-mass. For
#            convex shapes scree-mass uses the same formula, so random points serve as a third method. For the other shapes it
#            integrates along the exact boundary.
# Runtime    10 seconds.
# Leaves     decomposition.png (polygon, rectangles, sectors), shapes.tab.
#
# CLAIM p2-fig4-area printed=0 holds='m <= 1e-12' largest relative error of the area of convex grains as the sum of their parts
# CLAIM p2-fig4-inertia printed=0 holds='m <= 1e-11' largest relative error of the moments of inertia of convex grains
# CLAIM p2-fig4-centre printed=0 holds='m <= 1e-12' largest error of the centres of mass of convex grains, over the root of the
#       area
# CLAIM p2-fig4-points printed=0 holds='m < 4.5' largest difference of the areas of convex grains from those by random points, in
#       standard errors
# CLAIM p2-fig4-general printed=0 holds='m <= 1e-12' largest relative error of the area of shapes that are not convex
# DIFFERS at a reflex vertex with a turn a to the right, the overlap of the rectangles is larger than the negative sector, by r^2
#       (tan(a / 2) - a / 2), and by more if the sides are short; "general" holds for convex polygons
# CLAIM p2-fig4-reflex printed=0 holds='m <= 1e-12' relative error of the area of the L with r^2 tan(a / 2) instead of the sector
#       at its reflex vertex
. "$(dirname "$0")/figure.inc.sh"

# parts [reflex]: for each shape on stdin its id, area, centre of mass and moment of inertia as the sum of its parts. With
# reflex, reflex vertices with sides that are long enough have the exact term.
parts() {
	awk -v reflex="${1:-}" '
	function cross(ax, ay, bx, by) { return ax * by - ay * bx }
	function add(m, px, py, own) { area += m; sx += m * px; sy += m * py; about += own + m * (px * px + py * py) }
	$1 == "shape" {
		split($4, radius, "="); r = radius[2]; n = NF - 4
		area = sx = sy = about = 0
		for (k = 0; k < n; k++) { split($(k + 5), p, ","); x[k] = p[1]; y[k] = p[2] }
		for (k = 0; k < n; k++) {
			j = (k + 1) % n; dx = x[j] - x[k]; dy = y[j] - y[k]; l = sqrt(dx * dx + dy * dy); ux[k] = dx / l; uy[k] = dy / l
			# the polygon as triangles from the origin
			w = cross(x[k], y[k], x[j], y[j])
			area += w / 2; sx += w * (x[k] + x[j]) / 6; sy += w * (y[k] + y[j]) / 6
			about += w * (x[k] ^ 2 + x[k] * x[j] + x[j] ^ 2 + y[k] ^ 2 + y[k] * y[j] + y[j] ^ 2) / 12
			add(l * r, (x[k] + x[j]) / 2 + r / 2 * uy[k], (y[k] + y[j]) / 2 - r / 2 * ux[k], l * r * (l * l + r * r) / 12)
		}
		for (k = 0; k < n; k++) {
			i = (k + n - 1) % n; phi = atan2(cross(ux[i], uy[i], ux[k], uy[k]), ux[i] * ux[k] + uy[i] * uy[k])
			if (phi == 0) continue
			if (phi < 0 && reflex) { area += r * r * sin(phi / 2) / cos(phi / 2); continue }
			far = 4 * r * sin(phi / 2) / (3 * phi); m = r * r * phi / 2
			bx = uy[i] + uy[k]; by = -(ux[i] + ux[k]); b = sqrt(bx * bx + by * by)
			add(m, x[k] + far * bx / b, y[k] + far * by / b, m * (r * r / 2 - far * far))
		}
		sx /= area; sy /= area
		printf "%d %.17g %.17g %.17g %.17g\n", $2, area, sx, sy, about - area * (sx * sx + sy * sy)
	}'
}
masses() { scree-mass -q --density 1 --table "$@" | awk '!/^#/ { print $1, $4, $9, $10 }'; }
one() { # NAME: a shape that is not convex, of area 1
	scree-shape "$1" --radius 0.06 --area 1
}

echo "== convex grains"
scree-voronoi -q -n "$(choose 400 60)" --periodic xy --void-ratio 0.2 --roundness 0.4 --seed 3 >"$out/grains.scree"
parts <"$out/grains.scree" >"$out/parts"
masses "$out/grains.scree" >"$out/exact"
masses --method montecarlo --samples "$(choose 100000 2000)" "$out/grains.scree" >"$out/points"
paste -d ' ' "$out/parts" "$out/exact" "$out/points" | awk '
	function abs(v) { return v < 0 ? -v : v }
	function top(a, b) { return a > b ? a : b }
	{
		area = top(area, abs($2 / $7 - 1)); inertia = top(inertia, abs($5 / $8 - 1))
		centre = top(centre, sqrt(($3 ^ 2 + $4 ^ 2) / $7)); points = top(points, abs($11 - $7) / $13)
	}
	END { printf "grains=%d area=%.3g inertia=%.3g centre=%.3g points=%.3g\n", NR, area, inertia, centre, points }' | tee "$out/said"

echo "== shapes that are not convex"
{
	echo '# scree-table 1'
	echo '# shape exact parts error with_reflex_term'
	for name in L cow star cross; do
		one $name >"$out/one.scree"
		exact=$(masses "$out/one.scree" | awk '{ print $2 }')
		echo "$name $exact $(parts <"$out/one.scree" | awk -v a="$exact" '{ e = $2 / a - 1; printf "%.17g %.4g", $2, e < 0 ? -e : e }')" \
			"$(parts reflex <"$out/one.scree" | awk -v a="$exact" '{ e = $2 / a - 1; printf "%.4g", e < 0 ? -e : e }')"
	done
} >"$out/shapes.tab"
cat "$out/shapes.tab"

echo "== the parts of a grain"
{
	echo 'scree 1 dim=2'
	echo 'material grain density=1'
	printf '0 0\n3 -0.5\n4.2 1.4\n2.2 3.1\n-0.4 2\n' | awk -v r=0.6 '
	{ x[n] = $1; y[n++] = $2 }
	END {
		pi = atan2(0, -1)
		print "shape 1 polygon r=0 " list(0, n)
		for (k = 0; k < n; k++) {
			j = (k + 1) % n; a[k] = atan2(-(x[j] - x[k]), y[j] - y[k]) # the outward normal of a side
			c = r * cos(a[k]); s = r * sin(a[k])
			printf "shape %d polygon r=0 %g,%g %g,%g %g,%g %g,%g\n", 2 + k, x[k], y[k], x[k] + c, y[k] + s, x[j] + c, y[j] + s, x[j], y[j]
		}
		for (k = 0; k < n; k++) {
			from = a[(k + n - 1) % n]; to = a[k]; while (to < from) to += 2 * pi
			printf "shape %d polygon r=0 %g,%g", 2 + n + k, x[k], y[k]
			for (m = 0; m <= 24; m++) printf " %g,%g", x[k] + r * cos(from + (to - from) * m / 24), y[k] + r * sin(from + (to - from) * m / 24)
			print ""
		}
		print "columns body id shape material x y part\nframe 0 t=0 dt=0 due=0 body=" 2 * n + 1
		for (k = 1; k <= 2 * n + 1; k++) print "body", k, k, "grain 0 0", (k == 1 ? "polygon" : k < n + 2 ? "rectangle" : "sector")
		print "end 0"
	}
	function list(k, n,   s) { for (; k < n; k++) s = s " " x[k] "," y[k]; return substr(s, 2) }
	BEGIN { n = 0 }'
} >"$out/decomposition.scree"
scree-draw -q -o "$out/decomposition.png" --size 700 --color part --title 'polygon, rectangles and sectors' "$out/decomposition.scree"
rm -f "$out/one.scree" "$out/parts" "$out/exact" "$out/points"

claim p2-fig4-area "$(field area "$out/said")"
claim p2-fig4-inertia "$(field inertia "$out/said")"
claim p2-fig4-centre "$(field centre "$out/said")"
claim p2-fig4-points "$(field points "$out/said")"
claim p2-fig4-general "$(awk '!/^#/ && $4 > m { m = $4 } END { print m }' "$out/shapes.tab")"
claim p2-fig4-reflex "$(awk '$1 == "L" { print $5 }' "$out/shapes.tab")"
