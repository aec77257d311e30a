#!/bin/sh
# show-chains: force chains between rounded Voronoi grains that are sheared; a picture for the gallery.
#
# Runtime    three seconds.
# Leaves     chains.png, shear.scree.
. "$(dirname "$0")/figure.inc.sh"
cd "$out" || exit

scree-voronoi -q -n "$(choose 400 60)" --box "$(choose 24,16 8,7)" --periodic x --lloyd 2 --roundness 0.4 --void-ratio 0.12 --seed 3 |
	scree-wall -q plates --rough --speed 0.05 --load 0.01 |
	scree-dem2 -q -t "$(choose 150 10)" >shear.scree
scree-draw -q --forces -c pressure --size 900,540 -o chains.png shear.scree
