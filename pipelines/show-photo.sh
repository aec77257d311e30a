#!/bin/sh
# show-photo: a picture of pebbles becomes spheropolygons, which fall into a box; a picture for the gallery.
#
# Chosen     a picture that awk paints. A photo of sand, as PGM, does as well.
# Runtime    six seconds.
# Leaves     photo.png (the picture, the grains traced, the grains at rest), photo.pgm, grains.scree, fallen.scree.
. "$(dirname "$0")/figure.inc.sh"
awk -v w="$(choose 640 160)" -v h="$(choose 400 120)" -f "$pipelines/pebbles.awk" >"$out/photo.pgm"
cd "$out" || exit

scree-shape -q --pixel 0.05 --round 0.1 --tolerance 0.1 photo.pgm >grains.scree
scree-wall -q box --lo 0,0 --hi "$(choose 32,20 8,6)" grains.scree | scree-set --law grain,grain,kn=1e5,mu=0.5,en=0.3 --gravity 0,-10 |
	scree-dem2 -q -t "$(choose 4 0.1)" >fallen.scree
awk 'NR > 2 { printf "%s%s", $1, ++n % w ? " " : "\n" } NR == 2 { w = $1 }' photo.pgm >photo.rows
echo "set term pngcairo size 480,300; set output 'seen.png'; unset key; unset border; unset tics; unset colorbox
	set palette gray; set cbrange [0:255]; set autoscale noextend; set yrange [] reverse
	set margins 0, 0, 0, 0; plot 'photo.rows' matrix with image" | gnuplot
scree-draw -q --size 480,300 -o traced.png grains.scree
scree-draw -q --size 480,300 -o fallen.png fallen.scree
panel photo.png 3 'a picture=seen.png' 'traced=traced.png' 'fallen into a box=fallen.png'
rm -f photo.rows seen.png traced.png fallen.png
