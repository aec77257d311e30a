#!/bin/sh
# p2-fig12-time-split: how does the time of a step split between lists and forces?
#
# Question   The paper on Voronoi-Minkowski packings splits the processor time of a shear cell of disks into updates of the
#            Verlet list and forces, against the margin alpha of the list (section IV.2, fig. 12): updates go as 1 / alpha,
#            forces as alpha^2.
# Missing    how many disks, every parameter of the shear, the values of alpha.
# Chosen     312 disks of area 1 (diameter 1.13) in the cell of skin.inc.sh, plate velocity 0.4, margins from 0.01 to 2. How
#            often the list is made anew and how many pairs stand in it need no clock; times are the fastest of five rounds.
#            Whether a pair that stands in the list is looked at every step, as in the paper, or every dozen steps, as here, is
#            what the time of forces depends on: what the paper calls forces is here mostly in the time for lists, which has
#            both terms.
# Runtime    half a minute on one core.
# Leaves     split.png, lists.png (with the fit), counts.png, split.tab.
#
# CLAIM p2-fig12-updates printed=-1 holds='-1.3 < m && m < -0.8' exponent of the number of updates in the margin
# CLAIM p2-fig12-pairs printed=2 holds='m > 0.99' quick='m > 0.95' share of the variance of the pairs in the list that a parabola
#       in the margin explains
# CLAIM p2-fig12-model printed=1 holds='m > 0.95' quick=- share of the variance of the time for lists that a/margin + b margin^2 + c
#       explains
# CLAIM p2-fig12-forces printed=2 holds='1.5 < m && m < 2.5' quick=- exponent of the time for forces, margins from 0.1
# DIFFERS forces are evaluated only for what may touch within the next dozen steps, so that their time hardly depends on the
#       margin; the walk through all that is in the list, as alpha^2, is rarer and counted as time for lists
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/skin.inc.sh"

scree-shape -q disk | sheared 0.4 >"$out/cell.scree"
# shellcheck disable=SC2046
timed "$out/cell.scree" 0.4 "$(choose 4 0.4)" "$(choose 5 1)" $(choose '0.01 0.014 0.02 0.03 0.05 0.1 0.2 0.4 0.7 1 1.4 2' \
	'0.02 0.05 0.2 0.7 1.4') >"$out/split.tab"
cat "$out/split.tab"
scree-plot -q -o "$out/split.png" -y total,lists,forces --log xy --style both --x-label 'margin of the list [L]' \
	--y-label 'processor time per particle and step [ns]' --title 'disks in a shear cell' "$out/split.tab"
scree-plot -q -o "$out/counts.png" -y rebuilds,pairs --log xy --style both --x-label 'margin of the list [L]' \
	--y-label 'updates in the run, pairs per disk' --title 'disks in a shear cell' "$out/split.tab"
model "$out/split.tab" lists "$out/lists.png" 'time for lists, and a/margin + b margin² + c'

claim p2-fig12-updates "$(slope 1 5 0 0.5 <"$out/split.tab")"
claim p2-fig12-pairs "$(awk '/^[0-9]/ { x = (1 + 2 * $1 / 1.1284) ^ 2; n++; a += x; b += $6; p += x * x; q += x * $6; r += $6 * $6 }
	END { printf "%.5f", (n * q - a * b) ^ 2 / (n * p - a * a) / (n * r - b * b) }' "$out/split.tab")"
claim p2-fig12-model "$(compute "1 - $unexplained / $variance")"
claim p2-fig12-forces "$(slope 1 4 0.1 9 <"$out/split.tab")"
