#!/bin/sh
# p2-fig12-time-split: how does the time of a step divide between neighbour lists and forces?
#
# Question   The paper on Voronoi-Minkowski packings divides the processor time of a shear cell of disks into updates of the
#            Verlet list and forces, as functions of the margin alpha of the list (section IV.2, fig. 12). The time of updates
#            goes as 1 / alpha, and that of forces as alpha^2.
# Missing    the number of disks, every parameter of the shear, the values of alpha.
# Chosen     312 disks of area 1 (diameter 1.13) in the cell of skin.inc.sh, plate velocity 0.4, margins from 0.01 to 2. The
#            number of rebuilds and the number of pairs in the list need no clock; times are the fastest of five rounds. In
#            the paper every pair of the list is examined in every step; here it is examined every dozen steps, and this work
#            counts as time for lists. Most of what the paper calls time for forces is therefore time for lists here, which
#            has both terms.
# Runtime    half a minute on one core.
# Leaves     split.png, lists.png (with the fit), counts.png, split.tab.
#
# CLAIM p2-fig12-updates printed=-1 holds='-1.3 < m && m < -0.8' exponent of the number of updates as a power of the margin
# CLAIM p2-fig12-pairs printed=2 holds='m > 0.99' quick='m > 0.95' fraction of the variance of the number of pairs in the list
#       that a parabola in the margin explains
# CLAIM p2-fig12-model printed=1 holds='m > 0.95' quick=- fraction of the variance of the time for lists that a/margin + b
#       margin^2 + c explains
# CLAIM p2-fig12-forces printed=2 holds='1.5 < m && m < 2.5' quick=- exponent of the time for forces, margins from 0.1
# DIFFERS forces are evaluated only for pairs that may come into contact within the next dozen steps, so their time hardly depends
#       on the margin; the search through the whole list, which goes as alpha^2, is less frequent and counts as time for lists
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
