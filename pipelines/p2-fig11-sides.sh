#!/bin/sh
# p2-fig11-sides: how does the computing time depend on the number of corners?
#
# Question   The paper on Voronoi-Minkowski packings times a shear cell of regular polygons with 3 to 7 sides (section IV.2,
#            fig. 11). If the neighbour list is so wide that it is hardly ever rebuilt, time grows with the square of the
#            number of sides. With a small margin alpha it grows with the power 0.3533, and hexagons take as long as
#            heptagons.
# Missing    both values of alpha, the number of polygons, and every parameter of the shear.
# Chosen     300 polygons of area 1 and spheroradius 0.2 between rough plates, load 0.01, plate velocity 0.1, dt = 0.05; alpha
#            0.05 and 1 diameter, 1.13. Time is the processor time of the simulator per particle and step, the fastest of five
#            rounds through all shapes. The quadratic growth is first of all that of the number of pairs of a vertex and an edge
#            in the list, and counting them needs no clock. On a machine that is also used otherwise, times are accurate to 10 %
#            and an exponent over 3 to 7 sides to 0.15.
# Runtime    half a minute on one core; the fastest of five rounds still depends on the other load of the machine.
# Leaves     sides.png, pairs.png, sides.tab.
#
# CLAIM p2-fig11-small printed=0.3533 holds='m <= 0.5' quick=- exponent of time as a power of the number of sides, small margin
# CLAIM p2-fig11-hexagons printed=1 holds='0.8 < m && m < 1.2' quick=- time of heptagons over time of hexagons, small margin
# CLAIM p2-fig11-pairs printed=2 holds='1.7 < m && m < 2.3' exponent of the number of pairs in the list, wide margin
# CLAIM p2-fig11-wide printed=2 holds='1.7 < m && m < 2.3' quick=- exponent of time, wide margin
# DIFFERS scree searches a wide list only every dozen steps, for pairs that may come into contact until the next search; most of
#       the time of a step does not depend on the length of the list, so time grows more slowly than the number of pairs
# CLAIM p2-fig11-faster printed=more holds='m > 1' quick=- time of heptagons with the wide margin over that with the small margin
. "$(dirname "$0")/figure.inc.sh"

side=$(choose 20 12) small=0.05 wide=1.13
rounds=$(choose '1 2 3 4 5' 1) time=$(choose 50 10)

echo "== polygons, pressed and brought into motion"
for n in 3 4 5 6 7; do
	scree-shape ngon --sides $n --radius 0.2 |
		scree-fill -q --fraction 0.75 --box "$side,$side" --periodic x --seed 1 |
		scree-wall -q plates --rough --strip 1 --load 0.01 --mass "$side" | scree-dem2 -q -t "$(choose 200 20)" --dt 0.05 |
		scree-set --constrain "top x=v:0.1 y=p:-0.01 angle=fixed m=$side" | scree-dem2 -q -t "$time" >"$out/ngon.$n.scree"
	for skin in $small $wide; do
		: >"$out/rates.$n.$skin"
	done
done

echo "== times"
for _ in $rounds; do
	for n in 3 4 5 6 7; do
		for skin in $small $wide; do
			scree-dem2 -t "$time" --skin $skin "$out/ngon.$n.scree" >"$out/end.scree" 2>"$out/summary"
			field rate "$out/summary" >>"$out/rates.$n.$skin"
		done
	done
done
fastest() { sort -g "$out/rates.$1.$2" | tail -n 1; }
pairs() {
	scree-dem2 -q -t 1 --dry-run --skin "$2" "$out/ngon.$1.scree" >"$out/plan"
	compute "$(foretold 'pairs in the neighbour list' "$out/plan") / $(foretold bodies "$out/plan")"
}
{
	echo '# scree-table 1'
	echo '# sides small_margin[ns] wide_margin[ns] pairs_small pairs_wide'
	for n in 3 4 5 6 7; do
		echo "$n $(compute "1e9 / $(fastest $n $small)") $(compute "1e9 / $(fastest $n $wide)") $(pairs $n $small) $(pairs $n $wide)"
	done
} >"$out/sides.tab"
rm -f "$out"/rates.* "$out/summary" "$out/plan" "$out/end.scree"
cat "$out/sides.tab"

most=$(awk '!/^#/ { for (c = 2; c < 4; c++) m = $c > m ? $c : m } END { print (m > 1000 ? 1.1 * m : 1000) }' "$out/sides.tab")
scree-plot -q -o "$out/sides.png" --style both -y small_margin,wide_margin --x-range 2.5,7.5 --y-range "0,$most" --x-label sides \
	--y-label 'processor time per particle and step [ns]' --title 'a shear cell of polygons' "$out/sides.tab"
scree-plot -q -o "$out/pairs.png" --style both -y pairs_small,pairs_wide --x-range 2.5,7.5 --y-range 0,900 --x-label sides \
	--y-label 'vertex-edge pairs in the list, per polygon' --title 'a shear cell of polygons' "$out/sides.tab"

exponent() { # COLUMN: slope of a line through its logarithms
	awk -v c="$1" '!/^#/ { x = log($1); y = log($c); n++; a += x; b += y; p += x * x; q += x * y }
		END { printf "%.4g", (n * q - a * b) / (n * p - a * a) }' "$out/sides.tab"
}
cell() { awk -v n="$1" -v c="$2" '$1 == n { print $c }' "$out/sides.tab"; }
claim p2-fig11-small "$(exponent 2)"
claim p2-fig11-hexagons "$(compute "$(cell 7 2) / $(cell 6 2)")"
claim p2-fig11-pairs "$(exponent 5)"
claim p2-fig11-wide "$(exponent 3)"
claim p2-fig11-faster "$(compute "$(cell 7 3) / $(cell 7 2)")"
