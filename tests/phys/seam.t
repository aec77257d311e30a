#!/bin/sh
# A smooth plate across a periodic edge is one line: what slides or rolls over its joint does not feel it, and runs over it
# can be split and depend on no skin.
. "$(dirname "$0")/../tap.sh"

# A disk of radius 0.5 and mass pi/4 rests on a plate under gravity 0.01 at its static overlap m g / kn = 0.00785398, and moves
scene() { # MU VX OMEGA
	cat <<END
scree 1 dim=2
domain lo=0,0 hi=4,6 periodic=x
material sand density=1
law sand sand linear kn=1 kt=0.5 mu=$1 gn=0 gt=0
gravity 0,-0.01
shape 1 point r=0.5 0,0
shape 2 polyline r=0.5 -2,0 2,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag x y angle vx vy omega
frame 0 t=0 dt=0 due=0 body=2
body 1 1 sand - 1.3 0.4921460183660255 0 $2 0 $3
body 2 2 sand floor 2 -0.5 0 0 0 0
end 0
END
}
# the greatest departure of column C of body 1 from a value
off() { awk -v c="$1" -v v="$2" '/^body 1 / { d = $c - v; if (d < 0) d = -d; if (d > m) m = d; n++ } END { if (n > 20) print m + 0; else print "few" }' run; }
place() { awk -v c="$1" '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == c) print k - 1; exit }' run; }

scene 0 0.125 0 | scree-dem2 -q -t 100 --every 1 --dt 0.01 >run
near 'sliding: vx' "$(off "$(place vx)" 0.125)" 0 1e-13
near 'sliding: vy' "$(off "$(place vy)" 0)" 0 1e-13
ok 'it went round three times' awk '/^body 1 / { ix = $(c + 0) } END { exit !(ix == 3) }' c="$(place ix)" run
# rolling without slip, the point of contact at half the overlap: omega = -vx / (r - overlap / 2)
scene 0.5 0.125 -0.25197925 | scree-dem2 -q -t 100 --every 1 --dt 0.01 >run
near 'rolling: vx' "$(off "$(place vx)" 0.125)" 0 1e-6
near 'rolling: vy' "$(off "$(place vy)" 0)" 0 1e-13
# a square, its side flat on the plate: two vertices bear it
scene 0 0.125 0 | sed 's/^shape 1.*/shape 1 polygon r=0.1 -0.4,-0.4 0.4,-0.4 0.4,0.4 -0.4,0.4/
	s/^body 1 1 sand - 1.3 [0-9.]*/body 1 1 sand - 1.3 0.4950429203673205/' | scree-dem2 -q -t 100 --every 1 --dt 0.01 >run
near 'a square: vx' "$(off "$(place vx)" 0.125)" 0 1e-12
near 'a square: vy' "$(off "$(place vy)" 0)" 0 1e-12
near 'a square: omega' "$(off "$(place omega)" 0)" 0 1e-12
# along y
scene 0 0 0 | sed 's/periodic=x/periodic=y/; s/hi=4,6/hi=6,4/; s/gravity.*/gravity -0.01,0/; s/-2,0 2,0/0,-2 0,2/
	s/^body 1 .*/body 1 1 sand - 0.4921460183660255 1.3 0 0 0.125 0/; s/^body 2 .*/body 2 2 sand floor -0.5 2 0 0 0 0/
	s/lo=0,0/lo=-1,0/' | scree-dem2 -q -t 100 --every 1 --dt 0.01 >run
near 'an upright plate: vy' "$(off "$(place vy)" 0.125)" 0 1e-13
near 'an upright plate: vx' "$(off "$(place vx)" 0)" 0 1e-13

# a sheared packing; the plate goes round the box twice
scree-voronoi -q -n 30 --box 6,5 --periodic x --roundness 0.5 --void-ratio 0.15 |
	scree-wall -q plates --speed 0.5 --load 0.02 >start
scree-dem2 -q -t 24 --every 8 start >run
scree-dem2 -q -t 5 start | scree-dem2 -q -t 7 | scree-dem2 -q -t 12 >split
ok 'split runs end with the same bytes' sh -c 'scree-pick --no-provenance --last run | sed -n "/^frame/,\$p" >a
	scree-pick --no-provenance --last split | sed -n "/^frame/,\$p" >b; test -s a && cmp a b'
scree-dem2 -q -t 24 --skin 0.4 start >wide
ok 'and so do others with another skin' sh -c 'scree-pick --no-provenance --last wide | sed -n "/^frame/,\$p" | cmp a -'
ok 'the first law holds' sh -c 'scree-energy -q run | awk "!/^#/ { last = \$NF } END { exit !(last < 1e-3 && last > -1e-3) }"'
finish
