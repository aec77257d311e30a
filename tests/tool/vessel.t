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


# ---- nothing equal to anything else: two materials, three sizes, a domain off the origin that is no square, ids in no order, a
# body that is held and so is no grain
cat >odd <<'END'
scree 1 dim=2
domain lo=1,2 hi=9.5,7.3
material sand density=2
material lead density=7
law sand sand linear kn=1000 kt=100 mu=0.4 en=0.6
law lead lead linear kn=3000 kt=500 mu=0.2 en=0.3
constraint held x=fixed y=fixed angle=fixed
shape 1 point r=0.5 0,0
shape 6 polyline r=0.2 -0.5,0 0.5,0
columns body id shape material tag size x y angle ix iy vx vy omega
frame 3 t=0.5 body=3
body 41 1 lead - 1.2 5 4 0.3 0 0 0 0 0
body 12 1 lead held 0.9 3 3 0 0 0 0 0 0
body 7 6 sand - 0.8 6.5 5.5 1.5707963267948966 0 0 0 0 0
end 3
END
# grains: areas pi 0.6^2 and (0.4 + 0.04 pi) 0.64; the size is the root of their mean
set -- $(awk 'BEGIN { pi = atan2(0, -1); a = pi * 0.36; b = (0.4 + 0.04 * pi) * 0.64; printf "%.15g %.15g", sqrt((a + b) / 2), (7 * a + 2 * b) / (a + b) }')
size=$1 dens=$2
# walls <STREAM: "tag material r: x,y x,y ..." of every wall in space, ";" between, to 6 digits
walls() {
	awk '$1 == "shape" { n[$2] = NF; r[$2] = substr($4, 3) + 0; for (k = 5; k <= NF; k++) v[$2, k] = $k }
		function z(x) { return sprintf("%.6g", x > -1e-9 && x < 1e-9 ? 0 : x) }
		$1 == "frame" { out = "" }
		$1 == "body" && $5 != "-" && $5 != "held" { out = out $5 " " $4 " " z(r[$3]) ":"; for (k = 5; k <= n[$3]; k++) { split(v[$3, k], p, ",")
			out = out " " z($7 + cos($9) * p[1] - sin($9) * p[2]) "," z($8 + sin($9) * p[1] + cos($9) * p[2]) } out = out ";" }
		END { print out }'
}
domain() { grep '^domain' | tail -n 1 | sed 's/lo=\([^,]*\),\([^ ]*\) hi=\([^,]*\),\([^ ]*\)/\1 \2 \3 \4/' | awk '{ printf "%.6g %.6g %.6g %.6g %s\n", $2, $3, $4, $5, $6 }'; }
ties() { grep '^constraint' | grep -v held | cut -d' ' -f2- | sed 's/m=\([^ ]*\)/\1/' | awk '{ for (k = 1; k <= NF; k++) printf "%s%s", $k + 0 ? sprintf("%.6g", $k) : $k ~ /=[vp]:/ ? substr($k, 1, index($k, ":")) sprintf("%.6g", substr($k, index($k, ":") + 1)) : $k, k < NF ? " " : ";" }'; }
layer() { awk -v l="$1" -v s="$size" -v d="$dens" 'BEGIN { printf "%.6g", l * s * d }'; } # mass of a layer of grains that long

scree-wall -q box -r 0.25 odd >a
is 'a box that is no square: its inner faces are the domain, its lid has play' "$(walls <a)" \
	'left sand 0.25: 0.75,1.75 0.75,7.55;right sand 0.25: 9.75,1.75 9.75,7.55;bottom sand 0.25: 0.75,1.75 9.75,1.75;top sand 0.25: 1.25025,7.55 9.24975,7.55;'
is 'its domain holds the walls' "$(domain <a)" '0.5 1.5 10 7.8 periodic=none'
is 'walls have ids of their own, in order' "$(awk '/^body/ { printf "%s ", $2 }' a)" '41 12 7 42 43 44 45 '
quarter=$(awk -v s="$size" 'BEGIN { printf "%.6g", s / 4 }')
is 'a quarter of the size of the grains is the radius, of what is asked for the material, corners as asked' \
	"$(scree-wall -q box --material lead --lo 1.5,1.75 --hi 8,6.5 odd | walls | sed 's/:.*//')" "left lead $quarter"

scree-wall -q plates --load 3 --speed -0.7 --damping 0.9 -r 0.2 odd >a
is 'plates of the width of the domain' "$(walls <a)" 'bottom sand 0.2: 1,1.8 9.5,1.8;top sand 0.2: 1,7.5 9.5,7.5;'
is 'the top plate has the mass of a layer, its load, speed and damping' "$(ties <a)" \
	"bottom x=fixed y=fixed angle=fixed;top x=v:-0.7 y=p:-3 angle=fixed $(layer 8.5) c=0.9;"
# thick 0.4 both, a thousandth of 5.3 + 0.8 to spare, and a quarter of that for room
is 'room above is a quarter of the height with the plates' "$(domain <a)" '1 1.5939 9.5 9.2311 periodic=none'
is 'a plate at a speed alone has no mass' "$(scree-wall -q plates --speed 2 -r 0.2 odd | ties)" 'bottom x=fixed y=fixed angle=fixed;top x=v:2 y=fixed angle=fixed;'
is 'without a domain the corners are it' "$(sed /^domain/d odd | scree-wall -q plates -r 0.2 --lo 1,2 --hi 9,7 --room 1 | domain)" '1 1.5942 9 8.4058 periodic=none'
# grains reach from 3.4 to 4.6 and, upright, from 5.5 - 0.4 - 0.16 = 4.94 to 6.06
scree-wall -q plates --rough --strip 0.3 --load 2 odd >a
is 'rough: grains in the strips, but none that is held' "$(awk '/^body/ { printf "%s:%s ", $2, $5 }' a)" '41:bottom 12:held 7:top '
is 'the domain ends a thousandth beyond them, with a quarter above' "$(domain <a)" '1 3.39734 9.5 6.72766 periodic=none'
# three disks of radius 0.6: half of their size is sqrt(pi) 0.3 = 0.53, and the lowest begins at 3.4
sed 's/^body 7 .*/body 7 1 sand - 1.2 7.5 6 0 0 0 0 0 0\nbody 9 1 sand - 1.2 3 Y 0 0 0 0 0 0/; s/body=3/body=4/' odd >three
is 'a strip of half the size of the grains' "$(for y in 4.52 4.54; do sed "s/Y/$y/" three | scree-wall -q plates --rough | awk '$1 == "body" { printf "%s ", $5 }'; done)" \
	'bottom held top bottom bottom held top - '

scree-wall -q biaxial --press-x 5 --press-y 7 --damping 0.3 --mu 0.15 -r 0.2 --room 1.1 odd >a
is 'the walls of a biaxial cell reach past each other, into the room' "$(walls <a)" \
	'left wall 0.2: 0.8,1.8 0.8,8.6;right wall 0.2: 9.7,1.8 9.7,8.6;bottom wall 0.2: 0.8,1.8 10.8,1.8;top wall 0.2: 0.8,7.5 10.8,7.5;'
is 'each pressed wall has the mass of a layer of its own length, and its own pressure' "$(ties <a)" \
	"left x=fixed y=fixed angle=fixed;right x=p:-5 y=fixed angle=fixed $(layer 5.3) c=0.3 between=bottom,top;bottom x=fixed y=fixed angle=fixed;top x=fixed y=p:-7 angle=fixed $(layer 8.5) c=0.3 between=left,right;"
is 'the domain has room to the right and above' "$(domain <a)" '0.6 1.6 11 8.8 periodic=none'
is 'walls meet every material with its own law, but for their friction' "$(grep '^law wall' a | tr '\n' ';')" \
	'law wall sand linear kn=1000 kt=100 mu=0.15 en=0.6;law wall lead linear kn=3000 kt=500 mu=0.15 en=0.3;law wall wall linear kn=0;'
near 'they are as dense as the grains' "$(sed -n 's/^material wall density=//p' a)" "$dens" 1e-9
scree-wall -q biaxial --rate-y -0.3 --rate-x 0.2 -r 0.2 odd >a
is 'each pair at its rate of its own distance' "$(ties <a)" \
	'left x=fixed y=fixed angle=fixed;right x=v:1.7 y=fixed angle=fixed;bottom x=fixed y=fixed angle=fixed;top x=fixed y=v:-1.59 angle=fixed;'
is 'room is half of the longer side' "$(domain <a); $(scree-wall -q biaxial --rate-y 1 -r 0.2 --lo 2,0 --hi 8,9 odd | domain)" '0.6 1.6 14.15 11.95 periodic=none; 1.6 -0.4 12.9 13.9 periodic=none'

# slopes of 30 degrees from (1, 2) and (9.5, 2): tips at 5.25 -+ (0.6 + 0.2), their middle line 0.2 off the faces; knees
# 0.2 tan(30) below where the middle lines would meet had the slope no thickness
scree-wall hopper --opening 1.2 --angle-deg 30 --gate 4 --drop 0.7 --outlet return -r 0.2 --room 0.9 odd 2>err >a
is 'a hopper, both sides of it and its gate' "$(walls <a)" "$(awk 'BEGIN { t = sqrt(1 / 3); s = 0.5; c = sqrt(0.75); r = 0.2
	knee = 2 - r * (1 / c - t); tip = knee - (4.45 - 0.8) * t
	printf "left sand 0.2: 0.8,8.2 0.8,%.6g 4.45,%.6g;right sand 0.2: 9.7,8.2 9.7,%.6g 6.05,%.6g;gate sand 0.2: 4.45,%.6g 6.05,%.6g;", knee, tip, knee, tip, tip, tip }')"
low=$(awk 'BEGIN { t = sqrt(1 / 3); printf "%.6g", 2 - 0.2 * (1 / sqrt(0.75) - t) - 3.65 * t - 0.2 - 0.7 }')
is 'its domain ends with the free space below' "$(domain <a)" "0.6 $low 9.9 8.2 periodic=none"
is 'grains come back over the whole width, above the lower corner' "$(sed -n 's/^outlet drain below=\([^ ]*\) return=\(.*\)/\1,\2/p' a | awk -F, '{ printf "%.6g %.6g %.6g %.6g", $1, $2, $3, $4 }')" "$low 1 9.5 2"
ok 'a hair off the walls, which they would touch to rounding' awk '/^outlet drain/ { split(substr($4, 8), x, ","); exit !(x[1] > 1 && x[2] < 9.5) }' a
is 'where the opening is, is told' "$(cat err)" "scree-wall: the opening is at y = $(awk 'BEGIN { t = sqrt(1 / 3); printf "%.9g", 2 - 0.2 * (1 / sqrt(0.75) - t) - 3.65 * t }'), from x = 4.65 to 5.85"
is 'slopes are 45 degrees, the free space the opening, and what falls is removed, if nothing is said' "$(scree-wall -q hopper --opening 1.2 -r 0.2 odd |
	tee a | sed -n 's/^outlet drain below=//p' | awk '{ printf "%.6g", $1 }') $(domain <a)" \
	"$(awk 'BEGIN { y = 2 - 0.2 * (sqrt(2) - 1) - 3.65 - 0.2 - 1.2; printf "%.6g 0.6 %.6g 9.9 8.625 periodic=none", y, y }')"

is 'a column with all its walls' "$(scree-wall -q column --run 3 -r 0.2 --room 0.4 odd | tee a | walls)" \
	'left sand 0.2: 0.8,1.8 0.8,7.7;bottom sand 0.2: 0.8,1.8 12.7,1.8;right sand 0.2: 12.7,1.8 12.7,7.7;gate sand 0.2: 9.7,1.8 9.7,7.7;'
is 'and its domain' "$(domain <a)" '0.6 1.6 12.9 7.7 periodic=none'
is 'the floor goes on for five heights, with a quarter above' "$(scree-wall -q column -r 0.2 odd | domain)" '0.6 1.6 36.4 8.625 periodic=none'

# R = 2.65 about (5.25, 4.65); a side is a corner at -half a side's angle and one after it; baffles stand in the middle of sides
drum() { # SIDES BAFFLES HEIGHT
	awk -v n="$1" -v b="$2" -v h="$3" 'BEGIN { pi = atan2(0, -1); printf "drum sand 0.2:"; for (k = 0; k < n; k++) { c = 2.85 / cos(pi / n)
		printf " %.6g,%.6g", 5.25 + c * cos((2 * k - 1) * pi / n), 4.65 + c * sin((2 * k - 1) * pi / n)
		if (b && k % (n / b) == 0) printf " %.6g,%.6g", 5.25 + (2.85 - h) * cos(2 * k * pi / n), 4.65 + (2.85 - h) * sin(2 * k * pi / n) } print ";" }'
}
scree-wall -q drum --sides 7 --omega -0.3 -r 0.2 odd >a
is 'a drum of seven sides' "$(walls <a)" "$(drum 7 0)"
is 'turns as it is told, about its middle' "$(ties <a)$(awk '$1 == "body" && $5 == "drum" { print $7, $8 }' a)" 'drum x=fixed y=fixed angle=v:-0.3;5.25 4.65'
is 'its domain holds the corners' "$(domain <a)" "$(awk 'BEGIN { e = 2.85 / cos(atan2(0, -1) / 7) + 0.2; printf "%.6g %.6g %.6g %.6g periodic=none", 5.25 - e, 4.65 - e, 5.25 + e, 4.65 + e }')"
sides=$(awk -v s="$size" 'BEGIN { n = 2 * atan2(0, -1) * 2.65 / s; print n == int(n) ? n : int(n) + 1 }') # 20
is 'sides as long as grains are large; at rest' "$(scree-wall -q drum -r 0.2 odd | tee a | walls) $(ties <a)" "$(drum "$sides" 0) drum x=fixed y=fixed angle=v:0;"
is 'sides are a multiple of the baffles, whose height is a tenth of the width' "$(scree-wall -q drum --sides 7 --baffles 3 -r 0.2 odd | walls)" "$(drum 9 3 0.53)"
is 'and twice as many where each would have one' "$(scree-wall -q drum --sides 4 --baffles 4 -r 0.2 --height 0.6 odd | walls)" "$(drum 8 4 0.6)"

# ---- what cannot be
fails 2 'opening: 8 is not narrower than the space between the walls, 8' 'an opening as wide as the silo' sh -c 'scree-wall silo --opening 8 <scene'
fails 2 'opening: missing' 'a hopper without opening' sh -c 'scree-wall hopper <scene'
fails 2 'opening: 0, expected above 0' 'an opening of 0' sh -c 'scree-wall hopper --opening 0 <scene'
fails 2 'angle-deg: 90, expected below 90' 'slopes that never meet' sh -c 'scree-wall hopper --opening 1 --angle-deg 90 <scene'
fails 2 'angle-deg: is not for silo, but for hopper' 'a silo with slopes' sh -c 'scree-wall silo --opening 1 --angle-deg 9 <scene'
fails 2 "outlet: 'away', expected remove, return or none" 'an outlet of no kind' sh -c 'scree-wall silo --opening 1 --outlet away <scene'
fails 2 'rate-y: these walls already have a pressure' 'a pair with two orders' sh -c 'scree-wall biaxial --press-y 1 --rate-y 1 <scene'
fails 2 'law sand,sand,kn=0 lets them pass' 'walls that would touch where they cross' sh -c 'scree-wall biaxial --material sand <scene'
fails 2 'constraint on tag left already' 'a vessel in a vessel' sh -c 'scree-wall -q column <scene | scree-wall silo --opening 1'
fails 4 '1 grain reaches outside the walls at x = 4 and 9: id 2' 'a grain outside' sh -c 'scree-wall silo --opening 1 --lo 4,2 <scene'
fails 4 '1 grain overlaps the wall: id 2' 'a grain that is in the box of a drum and not in it' \
	sh -c 'sed "s/^body 2.*/body 2 1 sand - 1 2.6 7.4 0 0 0 0 0 0/" scene | scree-wall drum -r 0.1'
fails 2 'height: 3, expected more than the thickness of the walls, 0.2, and less than the radius of the drum, 3' 'baffles that meet' \
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
