#!/bin/sh
# show-herd: cows made of balls fall into a box; a picture for the gallery.
#
# Runtime    a minute.
# Leaves     herd.png, herd.scree.
. "$(dirname "$0")/figure.inc.sh"
cd "$out" || exit

scree-shape cow3 | scree-fill -q -n "$(choose 40 4)" --box "$(choose 10,10,20 7,7,12)" --seed 3 | scree-wall -q box |
	scree-set --law grain,grain,kn=1e6,mu=0.5,en=0.2 --gravity 0,0,-10 |
	scree-dem3 -q -t "$(choose 4 0.1)" >herd.scree
scree-draw -q --hide walls --view -60,25 --perspective 25 --size 900,600 -o herd.png herd.scree
