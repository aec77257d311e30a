#!/bin/sh
# show-stones: stones that are rounded Voronoi cells leave a hopper in space; a picture for the gallery, and a film.
#
# Runtime    three minutes.
# Leaves     stones.png, stones.gif (a film; where ffmpeg is installed, scree-draw -o stones.mp4 makes a better one), stones.scree.
. "$(dirname "$0")/figure.inc.sh"
cd "$out" || exit

# the layer of the packing in which a stone starts, as an additional column
layers() {
	awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) if ($i == "z") z = i - 1; print $0, "layer"; next }
		$1 == "body" { print $0, "layer" 1 + int($z / 2); next }
		{ print }'
}
scree-voronoi -q -n "$(choose 400 20)" --box "$(choose 8,8,12 4,4,3)" --lloyd 2 --roundness 0.3 --void-ratio 1.2 | layers |
	scree-wall -q hopper --lo "$(choose -1.8,-1.8,0 -1,-1,0)" --hi "$(choose 9.8,9.8,14 5,5,4)" --opening "$(choose 5 3)" \
		--drop "$(choose 5 2)" --gate "$(choose 1.5 0.1)" |
	scree-set -q --law grain,grain,kn=5e4,mu=0.5,en=0.4 --gravity 0,0,-10 |
	scree-dem3 -q -t "$(choose 4 0.2)" -d 1e-4 --every 0.1 --light 100 >stones.scree
scree-pick -q --from "$(choose 3 0.2)" stones.scree | scree-pick -q --frame 0 |
	scree-draw -q -c layer --view -60,12 --beside none --size "$(choose 600,700 150)" -o stones.png -
scree-draw -q -c layer --view -60,12 --beside none --size "$(choose 360,420 100)" --fps 10 -o stones.gif stones.scree
