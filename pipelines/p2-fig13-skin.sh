#!/bin/sh
# p2-fig13-skin: what is the best margin of the neighbour list?
#
# Question   The paper on Voronoi-Minkowski packings times a shear cell for margins alpha of the Verlet list from 0.1
#            to 0.9 and plate velocities 0.1, 0.4, 0.7 and 1.0 (section IV.2, fig. 13). It fits c1 / alpha + c2 alpha^2 + c3
#            (eq. 20). The best alpha and the time grow with the velocity.
# Missing    the constants of the fit, the grains, every parameter of the shear. With kn = 1 and density 1, as in the sequel,
#            plates at velocity 1 would drive grains through each other.
# Chosen     312 rounded pentagons in the cell of skin.inc.sh, the four velocities, margins from 0.01 to 2. The range of
#            margins is wider than in the paper, because the time for lists is a smaller part of a step here and the minimum
#            is flatter. All runs have 4000 steps. An update is due when grains have moved by the margin. The constant c1 should
#            therefore be proportional to the velocity, and the best margin, (c1 / 2 c2)^(1/3), to the third root of the velocity.
# Runtime    three minutes on one core, which should be otherwise idle: other work shows in the times and in the fit.
# Leaves     skin.png (the four curves), fit-*.png, speeds.tab, the tables.
#
# CLAIM p2-fig13-fit printed=1 holds='m > 0.95' quick=- fraction of the variance of the four curves that the fits explain
# DIFFERS for grains of width 1 the number of pairs in the list grows as (1 + margin)^2, which is linear for small margins, and
#       most of these pairs are examined only once in several steps; c2 alpha^2 alone is too steep for wide margins
# CLAIM p2-fig13-updates printed=1 holds='0.7 < m && m < 1.3' quick='0.4 < m && m < 1.6' exponent of the updates per step as a
#       power of the velocity, margin 0.05
# CLAIM p2-fig13-optimum printed=grows holds='0 < m && m < 0.6' quick=- exponent of the best margin as a power of the velocity
# CLAIM p2-fig13-time printed=grows holds='m > 0' quick=- exponent of the time as a power of the velocity, margin 0.05
# CLAIM p2-fig13-auto printed=1 holds='m < 1.1' quick=- time with the automatic margin over the least time of all margins, mean of
#       four
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/skin.inc.sh"

margins=$(choose '0.01 0.014 0.02 0.03 0.05 0.1 0.2 0.4 0.7 1 1.4 2' '0.01 0.05 0.2 0.7')
{
	echo '# scree-table 1'
	echo '# velocity[L/T] c1[ns] c2[ns] c3[ns] variance unexplained best_margin[L] time_small[ns] time_least[ns] time_auto[ns] updates'
	for v in 0.1 0.4 0.7 1.0; do
		scree-shape -q ngon --sides 5 --radius 0.2 | sheared $v >"$out/cell.scree"
		# shellcheck disable=SC2086
		timed "$out/cell.scree" $v "$(compute "$(choose 20 1) * $v")" "$(choose 5 1)" $margins >"$out/$v.tab"
		timed "$out/cell.scree" $v "$(compute "$(choose 20 1) * $v")" "$(choose 5 1)" auto >"$out/auto.tab"
		model "$out/$v.tab" total "$out/fit-$v.png" "pentagons, plates at $v"
		awk -v v=$v -v a="$a" -v b="$b" -v c="$c" -v all="$variance" -v left="$unexplained" '
			FNR == NR && /^[0-9]/ { auto = $2; next }
			/^[0-9]/ { if ($1 == 0.05) { small = $2; n = $5 }; if (!least || $2 < least) least = $2 }
			END { best = (a > 0 && b > 0) ? (a / b / 2) ^ (1 / 3) : "?"; print v, a, b, c, all, left, best, small, least, auto, n }' "$out/auto.tab" "$out/$v.tab"
	done
} >"$out/speeds.tab"
cat "$out/speeds.tab"
rm -f "$out/auto.tab" "$out/cell.scree"
beside margin total at_0.1="$out/0.1.tab" at_0.4="$out/0.4.tab" at_0.7="$out/0.7.tab" at_1.0="$out/1.0.tab" >"$out/all.tab"
scree-plot -q -o "$out/skin.png" --log x --style both --x-label 'margin of the list [L]' \
	--y-label 'processor time per particle and step [ns]' --title 'pentagons, by the velocity of the plate' "$out/all.tab"

claim p2-fig13-fit "$(awk '/^[0-9]/ { all += $5; left += $6 } END { printf "%.4f", 1 - left / all }' "$out/speeds.tab")"
claim p2-fig13-updates "$(slope 1 11 0 9 <"$out/speeds.tab")"
claim p2-fig13-optimum "$(slope 1 7 0 9 <"$out/speeds.tab")"
claim p2-fig13-time "$(slope 1 8 0 9 <"$out/speeds.tab")"
claim p2-fig13-auto "$(awk '/^[0-9]/ { n++; s += $10 / $9 } END { printf "%.4g", s / n }' "$out/speeds.tab")"
