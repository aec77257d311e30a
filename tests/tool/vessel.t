#!/bin/sh
# scree-wall: vessels: where their walls are, what they do, what is refused
. "$(dirname "$0")/../tap.sh"

# two disks of radius 0.5 in a domain of 8 x 6
cat >scene <<'END'
scree 1 dim=2
domain lo=1,2 hi=9,8
material sand density=2
law sand sand linear kn=1000 kt=100 mu=0.4 en=0.6
shape 1 point r=0.5 0,0
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 body=2
body 1 1 sand - 1 5 4 0 0 0 0 0 0
body 2 1 sand - 1 3 6 0 0 0 0 0 0
end 0
END
# vertices SHAPE: the skeleton of the body with that tag, in space, "x y" a line
vertices() {
	awk -v tag="$1" '$1 == "shape" { for (i = 5; i <= NF; i++) v[$2, i - 4] = $i; n[$2] = NF - 4 }
		$1 == "body" && $5 == tag { for (i = 1; i <= n[$3]; i++) { split(v[$3, i], p, ","); printf "%.9f %.9f\n", $7 + p[1], $8 + p[2] } }'
}
bodies() { awk '/^frame/ { s = "" } $1 == "body" { s = s $2 ":" $5 " " } END { print s }'; }

# ---- hopper: faces at x = 1 and 9, slopes of 60 degrees from y = 2 on, tips 1.5 + 2 r apart
scree-wall -q hopper --opening 1.5 --angle-deg 60 -r 0.1 <scene >a
is 'a hopper is two walls' "$(bodies <a)" '1:- 2:- 3:left 4:right '
is 'fixed' "$(grep -c '^constraint .* x=fixed y=fixed angle=fixed$' a)" 2
vertices left <a >l
vertices right <a >r
near 'its bin: the middle lines stand a radius outside' "$(sed -n '1s/ .*//p' l)" 0.9 1e-8
near 'and on the other side' "$(sed -n '1s/ .*//p' r)" 9.1 1e-8
near 'they reach up into the room above, a quarter of the height' "$(sed -n '1s/.* //p' l)" 9.5 1e-8
near 'the tips are the opening and two radii apart' "$(paste l r | awk 'NR == 3 { print $3 - $1 }')" 1.7 1e-8
# distance of the bin's lower corner (1, 2) from the slope's middle line
near 'the face of the slope begins where the bin ends' "$(awk 'NR == 2 { x = $1; y = $2 }
	NR == 3 { dx = $1 - x; dy = $2 - y; print ((1 - x) * dy - (2 - y) * dx) / -sqrt(dx * dx + dy * dy) }' l)" 0.1 1e-8
near 'at its angle' "$(awk 'NR == 2 { x = $1; y = $2 } NR == 3 { printf "%.9f", atan2(y - $2, $1 - x) }' l)" 1.047197551 1e-8
near 'the outlet is the opening below the tips' "$(sed -n 's/^outlet drain below=//p' a)" \
	"$(awk 'NR == 3 { print $2 - 0.1 - 1.5 }' l)" 1e-5
is 'where the domain ends' "$(sed -n 's/^domain lo=[^,]*,\([^ ]*\) .*/\1/p' a | tail -n 1)" "$(sed -n 's/^outlet drain below=//p' a)"

scree-wall -q silo --opening 3 --gate 0.25 --drop 2 --outlet return -r 0.2 <scene >a
is 'a silo with a gate' "$(bodies <a)" '1:- 2:- 3:left 4:right 5:gate '
is 'its floor is level, a radius below the bin' "$(vertices left <a | tail -n 1)" '3.300000000 1.800000000'
is 'the gate goes from tip to tip' "$(vertices gate <a | tr '\n' ' ')" '3.300000000 1.800000000 6.700000000 1.800000000 '
is 'it is taken away at its time' "$(grep '^outlet gate' a)" 'outlet gate tag=gate from=0.25'
near 'grains leave as far below as asked' "$(sed -n 's/^outlet drain below=\([^ ]*\) return=.*/\1/p' a)" -0.4 1e-9
is 'or do not leave' "$(scree-wall -q silo --opening 3 --outlet none <scene | grep -c '^outlet')" 0

# Free fall: disk 1 rests on the gate, m g / kn = 2 pi / 4 10 / 1000 deep, and falls when that is gone. Its top is past the outlet's
# line y = -0.4 when it has fallen 3.384. Disk 2 stands on the floor beside the opening and stays.
sed 's/^body 1 .*/body 1 1 sand - 1 5 2.5 0 0 0 0 0 0/; s/^body 2 .*/body 2 1 sand - 1 2 2.5 0 0 0 0 0 0/' scene >rest
scree-wall -q silo --opening 3 --gate 4 --drop 2 -r 0.2 rest | scree-set --gravity 0,-10 >a
scree-dem2 -q -t 3.99 a | scree-dem2 -q -t 1.2 --every 0.01 >b
is 'a silo runs empty but for what stands beside the opening' "$(bodies <b)" '2:- 3:left 4:right '
is 'the gate goes first' "$(awk '/^frame/ { t = substr($3, 3); n = 0 } $5 == "gate" { n = 1 } /^end/ && t > 3 && !n { print t; exit }' b)" 4.01
# sqrt(2 3.384 / 10) after 4, and at most a frame and 64 steps later
dt=$(sed -n 's/^frame .* dt=\([^ ]*\) .*/\1/p' b | tail -n 1)
late=$(awk -v dt="$dt" 'BEGIN { print 0.01 + 64 * dt }')
near 'free fall through the opening takes its time' "$(awk '/^frame/ { t = substr($3, 3); n = 0 } $1 == "body" && $2 == 1 { n = 1 }
	/^end/ && !n { print t; exit }' b)" "$(awk -v l="$late" 'BEGIN { print 4 + sqrt(2 * 3.38429204 / 10) + l / 2 }')" \
	"$(awk -v l="$late" 'BEGIN { print l / 2 }')"
near 'it takes with it what it had on the gate, m g y0' "$(sed -n 's/^ledger.* out=\([^ ]*\) .*/\1/p' b | tail -n 1)" \
	"$(awk 'BEGIN { printf "%.9f", 2 * atan2(0, -1) / 4 * 10 * (2.48429204 + 0.01570796 / 2) }')" 1e-5
near 'the first law closes' "$(sed -n 's/^ledger.* residual=\([^ ]*\) .*/\1/p' b | tail -n 1)" 0 1e-4

# ---- what is put back
scree-wall -q silo --opening 3 --outlet return -r 0.2 rest | scree-set --gravity 0,-10 >a
scree-dem2 -q -t 3 --every 0.5 a >b
is 'nothing is lost' "$(bodies <b)" '1:- 2:- 3:left 4:right '
is 'disk 1 has gone round' "$(awk '$1 == "body" { laps[$2] = $NF } END { print (laps[1] >= 1), laps[2] }' b)" '1 0'
scree-dem2 -q -t 1.5 --every 0.5 a | scree-dem2 -q -t 1.5 --every 0.5 --threads 2 >c
grep -v ^made b >b1
grep -v ^made c >c1
ok 'split runs are the same to the last byte' cmp b1 c1

# ---- biaxial: a square block of side 2 between walls at 1 and 9; the right wall presses with 5 over the height of 6. Two corners
# of the block touch each of the walls: 5 6 / (2 1000) = 0.015 deep on either side.
cat >block <<'END'
scree 1 dim=2
domain lo=1,2 hi=9,8
material sand density=2
law sand sand linear kn=1000 kt=100 mu=0.4 en=0.3
shape 1 polygon r=0.2 -0.8,-0.8 0.8,-0.8 0.8,0.8 -0.8,0.8
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 body=1
body 1 1 sand - 1 2 5 0 0 0 0 0 0
end 0
END
scree-wall -q biaxial --press-x 5 --mass 20 --damping 40 -r 0.1 block >a
is 'walls of a new material that does not meet itself' "$(grep -e '^material wall' -e '^law wall' a | tr '\n' ';')" \
	'material wall density=2;law wall sand linear kn=1000 kt=100 mu=0.4 en=0.3;law wall wall linear kn=0;'
is 'a pair under pressure, between the other walls' "$(grep '^constraint right' a)" \
	'constraint right x=p:-5 y=fixed angle=fixed m=20 c=40 between=bottom,top'
scree-dem2 -q -t 40 a >b
near 'a block pushed by a plate: its overlaps bear the pressure' \
	"$(awk '/^body/ && $5 == "right" { x = $7 } END { print x }' b)" 3.07 1e-5
is 'at both walls' "$(awk '/^frame/ { n = 0 } /^contact/ { n++; s += $12 > 0.01499 && $12 < 0.01501 } END { print n, s }' b)" '4 4'
near 'the work is the pressure times the area lost' "$(sed -n 's/^ledger.* work=\([^ ]*\) .*/\1/p' b | tail -n 1)" 180.9 1e-3
scree-wall -q biaxial --rate-x -0.05 --rate-y 0.02 --mu 0 -r 0.1 block >a
is 'a pair at a strain rate: the width and the height there is' "$(grep -e '^constraint right' -e '^constraint top' a | tr '\n' ';')" \
	'constraint right x=v:-0.4 y=fixed angle=fixed;constraint top x=fixed y=v:0.12 angle=fixed;'
is 'without friction' "$(grep -c '^law wall sand .* mu=0 ' a)" 1

# grains under pressure from two sides: corners do not leak, walls never meet
scree-shape disk --radius 0.4 | scree-fill -q -n 60 --fraction 0.5 --speed 0.02 >loose
scree-wall -q biaxial --press-x 0.02 --press-y 0.02 --damping 2 loose | scree-dem2 -q -t 100 >b
is 'a biaxial cell holds its grains' "$(awk '/^frame/ { n = 0 } $1 == "body" && $5 != "-" { at[$5] = $5 == "top" || $5 == "bottom" ? $8 : $7 }
	$1 == "body" && $5 == "-" { x[++n] = $7; y[n] = $8 }
	END { for (i = 1; i <= n; i++) k += x[i] > at["left"] && x[i] < at["right"] && y[i] > at["bottom"] && y[i] < at["top"]
		print k, (at["right"] - at["left"] < 7.5) }' b)" '60 1'
is 'and no wall touches another' "$(awk '/^frame/ { n = 0 } $1 == "body" && $5 != "-" { wall[$2] = 1 } $1 == "contact" && wall[$2] && wall[$4] { n++ } END { print n + 0 }' b)" 0

# ---- column
scree-wall -q column --gate 0.5 --run 10 -r 0.1 <scene >a
is 'a column, its floor, its end and its gate' "$(bodies <a)" '1:- 2:- 3:left 4:bottom 5:right 6:gate '
is 'the floor goes on' "$(vertices bottom <a | tr '\n' ' ')" '0.900000000 1.900000000 19.100000000 1.900000000 '
is 'the gate closes the column' "$(vertices gate <a | sed -n 's/ .*//p' | sort -u)" 9.100000000
is 'until its time' "$(scree-set --gravity 0,-10 a | scree-dem2 -q -t 0.6 --every 0.3 | awk '/^frame/ { n = 0 } $5 == "gate" { n = 1 } /^end/ { printf "%s ", n }')" '1 1 0 '
is 'or for good' "$(scree-wall -q column <scene | grep -c '^outlet')" 0

# ---- drum: the largest circle in 8 x 6 is R = 3 about (5, 5). With 24 sides one lies flat at the bottom: a disk rests there,
# m g / kn deep, and at rest is what it is: 5 - 3 + 0.5 - 2 pi / 4 10 / 1000
sed '/^body 2/d; s/body=2/body=1/; s/^body 1.*/body 1 1 sand - 1 5 2.5 0 0 0 0 0 0/' scene >one
scree-wall -q drum --sides 24 -r 0.1 one | scree-set --gravity 0,-10 >a
is 'a drum is a ring' "$(grep -c '^shape .* ring r=0.1' a)" 1
is 'its sides touch the circle' "$(vertices drum <a | awk 'NR > 1 { d = (($1 - 5) * ($2 - y) - ($2 - 5) * ($1 - x)) / sqrt(($1 - x) ^ 2 + ($2 - y) ^ 2)
	k += d * d > 9.60999999 && d * d < 9.61000001 } { x = $1; y = $2 } END { print k }')" 23
near 'a disk in a drum at rest: its weight is borne' "$(scree-dem2 -q -t 20 a | awk '/^body 1 / { y = $8 } END { print y }')" 2.48429204 1e-6
scree-wall -q drum --sides 24 --omega 0.5 --baffles 5 --height 0.7 -r 0.1 one >a
is 'a drum turns' "$(grep '^constraint drum' a)" 'constraint drum x=fixed y=fixed angle=v:0.5'
is 'baffles on every so many sides' "$(vertices drum <a | awk '{ r = sqrt(($1 - 5) ^ 2 + ($2 - 5) ^ 2); if (r < 2.9) { n++; k += r > 2.39999999 && r < 2.40000001 } }
	END { print NR, n, k }')" '30 5 5'
near 'it turns about its middle' "$(scree-set --gravity 0,-10 a | scree-dem2 -q -t 2 | awk '$5 == "drum" { s = $7 " " $8 " " $9 } END { split(s, p); print p[1] == 5 && p[2] == 5 ? p[3] : "moved" }')" 1 1e-9

# ---- what cannot be
fails 2 'opening: 8 is not narrower than the space between the walls, 8' 'an opening as wide as the silo' sh -c 'scree-wall silo --opening 8 <scene'
fails 2 'opening: missing' 'a hopper without opening' sh -c 'scree-wall hopper <scene'
fails 2 'opening: 0 is not above 0' 'an opening of 0' sh -c 'scree-wall hopper --opening 0 <scene'
fails 2 'angle-deg: 90 is not below 90' 'slopes that never meet' sh -c 'scree-wall hopper --opening 1 --angle-deg 90 <scene'
fails 2 'angle-deg: is not for silo, but for hopper' 'a silo with slopes' sh -c 'scree-wall silo --opening 1 --angle-deg 9 <scene'
fails 2 "outlet: 'away', expected remove, return or none" 'an outlet of no kind' sh -c 'scree-wall silo --opening 1 --outlet away <scene'
fails 2 'rate-y: the pair has a pressure already' 'a pair with two orders' sh -c 'scree-wall biaxial --press-y 1 --rate-y 1 <scene'
fails 2 'law sand,sand,kn=0 lets them pass' 'walls that would touch where they cross' sh -c 'scree-wall biaxial --material sand <scene'
fails 2 'constraint on tag left already' 'a vessel in a vessel' sh -c 'scree-wall -q column <scene | scree-wall silo --opening 1'
fails 4 '1 grain reaches outside the walls at x = 4 and 9: id 2' 'a grain outside' sh -c 'scree-wall silo --opening 1 --lo 4,2 <scene'
fails 4 '1 grain overlaps the wall: id 2' 'a grain that is in the box of a drum and not in it' \
	sh -c 'sed "s/^body 2.*/body 2 1 sand - 1 2.6 7.4 0 0 0 0 0 0/" scene | scree-wall drum -r 0.1'
fails 2 'height: 3, expected more than the walls are thick, 0.2, and less than the drum.s radius, 3' 'baffles that meet' \
	sh -c 'scree-wall drum -r 0.1 --baffles 4 --height 3 <scene'
fails 2 'sides: 2, expected 3' 'a drum of two sides' sh -c 'scree-wall drum --sides 2 <scene'
fails 2 'gate: -1 is before the time of the scene, 0' 'a gate that was never there' sh -c 'scree-wall column --gate -1 <scene'
fails 2 'mass: no wall is under load; --press-x or --press-y' 'a mass without a load' sh -c 'scree-wall biaxial --mass 1 --rate-x 1 <scene'
fails 2 'damping: no wall is under load; --load' 'damping without a load' sh -c 'scree-wall plates --damping 1 --speed 1 <scene'
sed '/^body/d; s/body=2/body=0/' scene >none
fails 2 'mass: missing; there are no grains' 'a load without grains to take its mass from' sh -c 'scree-wall biaxial --press-x 1 <none'
is 'a cell without grains can be read' "$(scree-wall -q biaxial --press-x 1 --mass 2 none | scree-dem2 -q -t 0 | bodies)" \
	'1:left 2:right 3:bottom 4:top '
fails 2 'has no domain' 'no place' sh -c 'sed /^domain/d scene | scree-wall column'
finish
