#!/bin/sh
# show-hopper: T-bars leave a hopper in space; a picture for the gallery.
#
# Runtime    half a minute.
# Leaves     hopper.png, hopper.scree.
. "$(dirname "$0")/figure.inc.sh"
cd "$out" || exit

# the layer in which a body starts, as an additional column
layers() {
	awk '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) if ($i == "z") z = i - 1; print $0, "layer"; next }
		$1 == "body" { print $0, "layer" 1 + int($z / 7); next }
		{ print }'
}
scree-shape tbar | scree-fill -q -n "$(choose 150 10)" --box "14,14,$(choose 36 14)" | layers |
	scree-wall -q hopper --lo -3,-3,0 --hi 17,17,36 --opening 8 --gate "$(choose 3.5 0.1)" |
	scree-set --law grain,grain,kn=1e4,mu=0.5,en=0.3 --gravity 0,0,-10 |
	scree-dem3 -q -t "$(choose 5 0.2)" --every "$(choose 0.5 0.1)" >hopper.scree
scree-draw -q -c layer --view -60,15 --beside none --size 520,760 -o hopper.png hopper.scree
