#!/bin/sh
# show-ellipsoids: ellipsoids with hard contacts in a box, coloured by their orientation; a picture for the gallery.
#
# Runtime    four seconds.
# Leaves     ellipsoids.png, ellipsoids.scree.
. "$(dirname "$0")/figure.inc.sh"
cd "$out" || exit

scree-shape ellipsoid --size 0.4,0.16,0.16 |
	scree-fill -q -n "$(choose 500 40)" --box "$(choose 2,2,7 1,1,3)" | scree-wall -q box |
	scree-set --law grain,grain,hard,mu=0.3,en=0.1 --gravity 0,0,-9.81 |
	scree-cd3 -q -t "$(choose 1.5 0.1)" >ellipsoids.scree
scree-draw -q --hide walls -c 'abs(2*(qx*qz-qw*qy))' --palette viridis --title 'cosine of the angle between long axis and vertical' \
	--beside bar --perspective 25 --size 820,565 -o ellipsoids.png ellipsoids.scree
