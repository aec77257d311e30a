#!/bin/sh
# scree-fill in three dimensions: nothing overlaps, all is inside, numbers are as asked
. "$(dirname "$0")/../tap.sh"

# judge W D H PX PY PZ <STREAM: pairs of balls of different bodies, images included, that overlap, and balls that reach out of
# the box; only shapes with an id are looked at that are spheres or clumps
judge() {
	awk -v L="$1 $2 $3" -v P="$4 $5 $6" 'BEGIN { split(L, l, " "); split(P, per, " ") }
		$1 == "shape" { m[$2] = 0; for (k = 4; k <= NF; k++) { if ($3 == "sphere" && $k ~ /^r=/) { c[$2, 0] = "0,0,0," substr($k, 3); m[$2] = 1 }
			else if ($3 == "clump" && $k !~ /=/) c[$2, m[$2]++] = $k } }
		$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" { n++; w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]; s = $at["size"]
			for (k = 0; k < m[$at["shape"]]; k++) { split(c[$at["shape"], k], p, ","); b++; who[b] = n; R[b] = s * p[4]
				X[b, 1] = $at["x"] + s * ((1 - 2 * (y * y + z * z)) * p[1] + 2 * (x * y - w * z) * p[2] + 2 * (x * z + w * y) * p[3])
				X[b, 2] = $at["y"] + s * (2 * (x * y + w * z) * p[1] + (1 - 2 * (x * x + z * z)) * p[2] + 2 * (y * z - w * x) * p[3])
				X[b, 3] = $at["z"] + s * (2 * (x * z - w * y) * p[1] + 2 * (y * z + w * x) * p[2] + (1 - 2 * (x * x + y * y)) * p[3]) } }
		END { for (i = 1; i <= b; i++) { for (k = 1; k <= 3; k++) if (!per[k] && (X[i, k] < R[i] - 1e-9 || X[i, k] > l[k] - R[i] + 1e-9)) out++
			for (j = 1; j < i; j++) if (who[i] != who[j]) { d2 = 0; for (k = 1; k <= 3; k++) { d = X[i, k] - X[j, k]
				if (per[k]) d -= l[k] * int(d / l[k] + (d > 0 ? 0.5 : -0.5)); d2 += d * d }
				if (d2 < (R[i] + R[j]) * (R[i] + R[j]) - 1e-9) hits++ } } print n + 0, hits + 0, out + 0 }'
}
echo 0,0,0,0.5 | scree-shape --clump - >ball
for k in -3 -2 -1 0 1 2 3; do echo "$k,0,0,0.5"; done >bar.txt
printf '%s\n' 0,0,1,0.5 0,0,2,0.5 0,0,3,0.5 >>bar.txt
scree-shape --clump bar.txt >bar

scree-shape dumbbell -r 0.25 >dumbbell
scree-fill -q -n 150 --box 7,6,8 --random ball >a
is 'balls in a closed box' "$(judge 7 6 8 0 0 0 <a)" '150 0 0'
is 'its domain' "$(grep ^domain a)" 'domain lo=0,0,0 hi=7,6,8 periodic=none'
scree-fill -q -n 25 --box 12,11,10 --periodic xz bar >a
is 'T-bars in a box that is periodic along two axes' "$(judge 12 11 10 1 0 1 <a)" '25 0 0'
is 'its domain' "$(grep ^domain a)" 'domain lo=0,0,0 hi=12,11,10 periodic=xz'
is 'they are turned' "$(awk '/^body/ { print $10 }' a | sort -u | wc -l | tr -d " ")" 25
scree-fill -q -n 60 --box 16,16,16 --periodic xyz --sizes uniform:0.5,2 --mix 1,3 bar ball >a
is 'a mixture of sizes' "$(judge 16 16 16 1 1 1 <a)" '60 0 0'
is 'as the mix says' "$(awk '/^body/ { print $3 }' a | sort | uniq -c | tr -s '\n ' ' ')" ' 15 1 45 2 '
ok 'sizes between the limits' awk '/^body/ { if ($6 < 0.5 || $6 > 2) exit 1; if ($6 < 1) small++ } END { exit !(small > 5) }' a
scree-fill -q --fraction 0.25 --box 8,8,8 --periodic xyz ball >a
is 'as many as come nearest to a fraction: 244.46' "$(judge 8 8 8 1 1 1 <a)" '244 0 0'
is 'of 30.74, one more: 31' "$(scree-fill -q --fraction 0.2515 --box 4,3.2,5 --periodic xyz ball | grep -c '^body')" 31
scree-fill -q -n 7 --box 9,8,7 --quaternion 0.7,-0.1,0.5,0.5 dumbbell >a
is 'an orientation for all at random places' "$(awk '/^body/ { print $10, $11, $12, $13 }' a | sort -u)" '0.7 -0.1 0.5 0.5'
scree-fill -q -n 100 --fraction 0.2 ball >a
near 'or a cube for the fraction' "$(sed -n 's/^domain.*hi=\([^,]*\),.*/\1/p' a)" "$(awk 'BEGIN { print exp(log(100 * atan2(0, -1) / 6 / 0.2) / 3) }')" 1e-4
scree-fill -q -n 120 --fraction 0.6 --periodic xyz ball >a
side=$(sed -n 's/^domain.*hi=\([^,]*\),.*/\1/p' a)
is 'balls grown to 0.6, which chance alone does not reach' "$(judge "$side" "$side" "$side" 1 1 1 <a)" '120 0 0'
near 'in their own size' "$(awk -v l="$side" '/^body/ { v += 3.14159265358979 / 6 * $6 ^ 3 } END { print v / l ^ 3 }' a)" 0.6 1e-6
scree-fill -q -n 60 --fraction 0.55 --periodic z --sizes uniform:0.7,1.3 dumbbell >a
side=$(sed -n 's/^domain.*hi=\([^,]*\),.*/\1/p' a)
is 'dumbbells of many sizes, closed in x and y' "$(judge "$side" "$side" "$side" 0 0 1 <a)" '60 0 0'
scree-fill -q -n 60 --fraction 0.3 --quaternion 0.6,0,0,0.8 dumbbell >a
is 'they do not turn when they are told to stand' "$(awk '/^body/ { print $10, $11, $12, $13 }' a | sort -u)" '0.6 0 0 0.8'
fails 4 'the 2 bodies jam at a fraction of about 0.2[56]' 'two balls in a cube fill pi / 3 / (1 + 1 / sqrt 3)^3 = 0.267' scree-fill -n 2 --fraction 0.3 ball
fails 4 'surfaces count as their enclosing balls' 'a surface' sh -c 'scree-shape bumps --mesh 20 | scree-fill -n 9 --fraction 0.4'

# ---- between walls: no contact, as the simulator finds contacts, and at the distances of the vessel ----
# touches SCENE: the number of contacts that scree-dem3 finds; held: columns of the grains
touches() { scree-set -q --law grain,grain,kn=1e3 "$1" | scree-dem3 -q -t 0 | awk '/^frame/ { n = 0 } $1 == "contact" { n++ } END { print n + 0 }'; }
grains() { awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" && $at["tag"] == "-" { print $at["x"], $at["y"], $at["z"] }' "$1"; }
scree-shape sphere --radius 0.21 | scree-fill -q --at 0,0,2 >one
scree-wall -q tube --lo -1.5,-1.7,0 --hi 1.5,1.7,6 one >tube
scree-fill -q -n 230 --seed 5 tube >a
is 'a tube: as many as asked, and the walls stay' "$(grains a | wc -l | tr -d ' ') $(awk '$1 == "body" && $5 != "-" { print $5 }' a | tr '\n' ' ')" '230 tube bottom '
is 'ids are unique' "$(awk '$1 == "body" { print $2 }' a | sort | uniq -d)" ''
ok 'inside, up to the wall and the bottom' sh -c "awk '{ r = sqrt(\$1 ^ 2 + \$2 ^ 2); if (r > far) far = r; if (!n++ || \$3 < low) low = \$3 }
	END { print far, low; exit !(far <= 1.29 && far > 1.27 && low >= 0.21 && low < 0.3) }' <<END
$(grains a)
END"
is 'nothing touches' "$(touches a)" 0
is 'the domain stays' "$(grep '^domain' a | tail -n 1)" "$(grep '^domain' tube | tail -n 1)"
is 'and what holds the walls' "$(grep -c '^constraint' a)" 2
scree-fill -q -n 50 --lo -1,-1,3 --box 2,2,2.5 tube >a
ok 'a part of the tube' sh -c "awk '{ if (\$3 < 3.21 || \$3 > 5.29 || \$1 < -0.79 || \$1 > 0.79) bad = 1 } END { exit bad || NR != 50 }' <<END
$(grains a)
END"
scree-fill -q -n 300 --lattice hcp --spacing 0.43 tube >a
ok 'a lattice in the tube' sh -c "awk '{ if (\$1 ^ 2 + \$2 ^ 2 > 1.29001 ^ 2) bad = 1 } END { exit bad || NR != 300 }' <<END
$(grains a)
END"
is 'nothing touches there' "$(touches a)" 0
# a hopper: bin, funnel of triangles, bottom; grains of several balls; above the funnel and below
scree-shape tbar --radius 0.11 >bars
scree-wall -q hopper --lo -2,-2,1 --hi 2,2,6 --opening 1.2 one | scree-pick -q --where 'tag != -' >vessel
scree-fill -q -n 90 bars vessel >a
is 'a hopper, from a second stream: nothing touches' "$(touches a) $(grains a | wc -l | tr -d ' ')" '0 90'
is 'its walls are held' "$(grep -c '^constraint' a) $(awk '$1 == "body" && $5 != "-" { print $5 }' a | tr '\n' ' ')" "$(grep -c '^constraint' vessel) bin funnel bottom "
# a drum with ends, whose cylinder is a thin wall: nothing is put beyond it
scree-wall -q drum --lo -2,-1,-2 --hi 2,1,2 --baffles 3 --omega 0.4 one >drum 2>/dev/null || scree-move --by 0,0,-1 one | scree-wall -q drum --lo -2,-1,-2 --hi 2,1,2 --baffles 3 --omega 0.4 >drum
scree-fill -q -n 80 drum >a
ok 'in a drum, not around it' sh -c "awk '{ if (\$1 ^ 2 + \$3 ^ 2 > 1.79 ^ 2) bad = 1 } END { exit bad || NR != 80 }' <<END
$(grains a)
END"
is 'nothing touches its baffles' "$(touches a)" 0
# images of walls: a held ball in the corner of two periods
printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=3,3,3 periodic=xy' 'material grain density=1' 'law grain grain linear kn=1' 'shape 1 sphere r=0.9' \
	'shape 2 sphere r=0.25' 'constraint held x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' 'columns body id shape material tag x y z' \
	'frame 0 t=0 body=2' 'body 4 1 grain held 0.2 2.9 1.5' 'body 7 2 grain - 1.5 1.5 1.5' 'end 0' >edge
scree-fill -q -n 60 edge >a
is 'nothing touches the images of a held ball' "$(touches a) $(grains a | wc -l | tr -d ' ')" '0 60'
fails 4 'overlaps another body or a wall' 'a place in a wall' scree-fill --at 0,0,0.1 tube
fails 4 '[0-9]+ of 4000 bodies fit.*; give fewer or smaller bodies' 'a tube that is full' scree-fill -n 4000 tube
fails 2 'fraction: bodies that grow do not know the walls' 'growth between walls' scree-fill -n 5 --fraction 0.3 tube
fails 2 'periodic: the domain of the scene with walls decides' 'other periods' scree-fill -n 5 --periodic x tube
fails 2 'box: from 1 to 2 along x, expected the period of the scene with walls, from 0 to 3' 'a part of a period' \
	scree-fill -n 5 --lo 1,0,0 --box 1,3,3 edge
fails 2 'lo: is for scenes with walls' 'a corner without walls' scree-fill -n 5 --lo 1,0,0 --box 1,3,3 bars

# a bean is an ellipsoid of half axes 1.2, 0.6 and 0.7 with a dent: its ends are 1.2 from the middle, and a little more from its centre
scree-shape bean >bean
near 'beans on a lattice: two spacings of 2.001 times 1.2' "$(scree-fill -n 5 --lattice cubic --periodic xyz bean 2>&1 >/dev/null | sed 's/.* //')" 4.8024 0.006
crowd() { # FILE: bodies, and contacts, as scree-cd3 sees them, and the deepest overlap
	scree-set -q --material grain,1 --law grain,grain,hard,mu=0 "$1" | scree-cd3 -d 1e-6 -t 1e-6 2>&1 >/dev/null |
		sed 's/.*bodies=\([0-9]*\) .*contacts=\([0-9]*\) .*overlap=\([^ ]*\).*/\1 \2 \3/'
}
scree-fill -q -n 100 --box 9,9,20 bean >a
is 'a hundred of them poured, none in another' "$(crowd a)" '100 0 0'
scree-wall -q box a >b
is 'nor in the six walls' "$(crowd b)" '106 0 0'
scree-fill -q -n 60 --fraction 0.5 --periodic xyz bean >a
is 'sixty that have grown to half of all' "$(crowd a)" '60 0 0'
scree-shape ellipsoid --size 2,1,1 >egg
scree-shape bumps >bumps
scree-fill -q -n 60 --fraction 0.45 bean egg bumps | scree-wall -q box >a
is 'with ellipsoids and others among them, between walls' "$(crowd a)" '66 0 0'
scree-shape dumbbell >bells
ok 'and with clumps' scree-fill -q -n 40 --fraction 0.3 bean bells
ok 'one on the other they touch at 1.2' scree-fill -q --at 0,0,0 --at 0,0,1.2001 bean
fails 4 'overlaps' 'nearer is too near' scree-fill -q --at 0,0,0 --at 0,0,1.1999 bean
ok 'and the round side of one fits into the dent of the other' scree-fill -q --at 0,0,0 --at 0,1.38,0 bean

for kind in cubic bcc fcc hcp; do
	scree-fill -q -n 130 --lattice $kind --spacing 1 ball >a
	box=$(sed -n 's/^domain.*hi=\([^ ]*\) .*/\1/p' a | tr , ' ')
	# shellcheck disable=SC2086
	is "$kind: in the smallest box" "$(judge $box 0 0 0 <a)" '130 0 0'
done
is 'a whole crystal of hcp fills pi / sqrt 18' "$(scree-fill -n 256 --lattice hcp --spacing 1 --periodic xyz ball 2>&1 >/dev/null |
	sed 's/.*fill \([0-9.]*\) .*/\1/')" 0.7405
scree-fill -q --at 0,0,3 ball | scree-wall -q plane 0,0,0 0,0,1 | grep -v '^domain' >ground
is 'the box of a lattice begins at the corner of --lo' \
	"$(scree-fill -q -n 2 --lattice cubic --spacing 1 --lo 3,5,7 ground | awk '/^body/ && $3 == 1 { print $7, $8, $9 }' | tr '\n' ' ')" \
	'3.5 5.5 7.5 4.5 5.5 7.5 '
fails 4 'overlap or reach out of the box; 1.0005,' 'says what is enough for balls' scree-fill -n 8 --lattice cubic --spacing 0.9 ball
ok 'which it is' scree-fill -q -n 8 --lattice cubic --spacing 1.0005 ball
fails 4 'overlap or reach out of the box' 'bars too long for their sites' scree-fill -n 27 --lattice cubic --box 12,12,12 --spacing 4 --quaternion 0.6,0,0,0.8 bar
scree-fill -q -n 8 --lattice cubic --box 20,20,20 --periodic xyz --quaternion 0.6,0,0,0.8 bar >a
is 'orientations as asked' "$(awk '/^body/ { print $10, $11, $12, $13 }' a | sort -u)" '0.6 0 0 0.8'
is 'layers from below' "$(awk '/^body/ { print $9 }' a | sort -cn && echo sorted)" sorted

fails 4 'the body at .*,0,1 overlaps' 'at places: bars that overlap' scree-fill --at 0,0,1 --at 5,0,1 bar
scree-fill -q --at 0,0,1 --at 0,0,2.5 bar >a
is 'side by side' "$(awk '/^body/ { print $7, $8, $9, $10 }' a | tr '\n' ';') $(grep -c '^domain' a)" '0 0 1 1;0 0 2.5 1; 0'

fails 4 'overlaps another body' 'a place in another period' scree-fill --at 0,0,1 --at 0,50,1 --box 9,9.9,9 --periodic xyz bar

# ellipsoids: points on the surface of one, inside the others
{ echo 'scree 1 dim=3'; echo 'material grain density=2'; echo 'shape 1 ellipsoid a=0.9,0.5,0.3'; echo 'columns body id shape material x y z'
	echo 'frame 0 t=0 body=1'; echo 'body 1 1 grain 0 0 0'; echo 'end 0'; } >egg
# at random, where they fill 0.19, and grown to 0.55
for how in '-n 40' '--fraction 0.55'; do
scree-fill -q $how --box 4,5,6 egg >a
is "ellipsoids ($how): points of one are in no other" "$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	function turn(u, v, t, back) { s = back ? -1 : 1; X = $0; w = W[i]; x = s * QX[i]; y = s * QY[i]; z = s * QZ[i]
		A = (1 - 2 * (y * y + z * z)) * u + 2 * (x * y - w * z) * v + 2 * (x * z + w * y) * t
		B = 2 * (x * y + w * z) * u + (1 - 2 * (x * x + z * z)) * v + 2 * (y * z - w * x) * t
		C = 2 * (x * z - w * y) * u + 2 * (y * z + w * x) * v + (1 - 2 * (x * x + y * y)) * t }
	$1 == "body" { n++; PX[n] = $at["x"]; PY[n] = $at["y"]; PZ[n] = $at["z"]; W[n] = $at["qw"]; QX[n] = $at["qx"]; QY[n] = $at["qy"]; QZ[n] = $at["qz"] }
	END { for (j = 1; j <= n; j++) for (k = 0; k < 80; k++) { c = (2 * k + 1) / 80 - 1; r = sqrt(1 - c * c); f = 2.399963 * k; i = j
			turn(0.9 * r * cos(f), 0.5 * r * sin(f), 0.3 * c, 0); a = PX[j] + A; b = PY[j] + B; e = PZ[j] + C; seen++
			if (a < 0 || b < 0 || e < 0 || a > 4 || b > 5 || e > 6) out++
			for (i = 1; i <= n; i++) if (i != j) { turn(a - PX[i], b - PY[i], e - PZ[i], 1)
				if (A * A / 0.81 + B * B / 0.25 + C * C / 0.09 < 1) inside++ } }
		print seen / n, out + 0, inside + 0, n }' a)" "80 0 0 $(awk '/^body/' a | wc -l)"
ok "as many as asked ($how)" test "$(awk '/^body/' a | wc -l)" = "$(case $how in -n*) echo 40 ;; *) echo 117 ;; esac)"
done

# a sieve curve: mass evenly over the logarithm of size from 1 to 4, so half of it below 2
printf '1 0\n4 1\n' >curve
scree-fill -q -n 20000 --lattice cubic --sizes sieve:curve ball >a
near 'sieved: half of the mass is of sizes below 2' "$(awk '/^body/ { v = $6 ^ 3; all += v; if ($6 < 2) low += v } END { print low / all }' a)" 0.5 0.02

scree-fill -q -n 500 --lattice cubic --temperature 0.5 --no-drift bar >a
near 'Maxwellian: kinetic energy of 6 degrees of freedom' "$(scree-mass a 2>/dev/null | awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "mass" { split($3, v, "="); m = v[2] }
	$1 == "body" { e += m * ($at["vx"] ^ 2 + $at["vy"] ^ 2 + $at["vz"] ^ 2) + $at["Lx"] * $at["wx"] + $at["Ly"] * $at["wy"] + $at["Lz"] * $at["wz"]; n++ }
	END { print e / n / 6 }')" 0.5 0.06

# ---- models of two shapes, sizes and materials, ids in no order; a frame late in time
{ echo 'scree 1 dim=3'; echo 'material sand density=2'; echo 'material lead density=7'; echo 'law sand sand linear kn=1'; echo 'law lead lead linear kn=1'
	echo 'shape 6 ellipsoid a=0.5,0.4,0.3'; echo 'shape 3 sphere r=0.5'; echo 'columns body id shape material size x y z'
	echo 'frame 7 t=3.5 due=4 body=2'; echo 'body 8 3 lead 1.5 1 1 0'; echo 'body 2 6 sand 0.8 3 3 0'; echo 'ledger since=0 work=3'; echo 'end 7'; } >models
scree-fill -q -n 40 --mix 1,3 --sizes uniform:2,2 --box 20,15,12 --periodic y models >a
is 'bodies are made of their models: shape, material, size times that' "$(awk '$1 == "body" { n[$3 " " $4 " " $6]++ } END { for (k in n) print n[k], k }' a | sort | tr '\n' ';')" \
	'10 3 lead 3;30 6 sand 1.6;'
is 'a new scene: ids from 1, time 0, no ledger' "$(awk '$1 == "body" { bad += $2 != ++n } END { print n, bad + 0 }' a) $(grep '^frame' a | sed 's/ dt=[^ ]*//') $(grep -c '^ledger' a)" '40 0 frame 0 t=0 due=0 body=40 0'
is 'in the box that was asked for' "$(grep '^domain' a)" 'domain lo=0,0,0 hi=20,15,12 periodic=y'
scree-fill -q --mix 1,3 --fraction 0.15 --box 20,15,12 --periodic xyz models >a
ok 'a fraction of a box: to half of a body, a quarter of them balls' awk '$1 == "body" { n++; d = $3 == 3; balls += d; pi = 3.14159265358979; area += d ? pi / 6 * 3.375 : 4 * pi / 3 * 0.06 * 0.512 }
	END { p = balls / n - 0.25; exit !(area - 540 < 0.9 && 540 - area < 0.9 && p * p < 20 * 0.1875 / n) }' a
# energies of either kind: m = 7 pi / 6 1.5^3 and 2 4 pi / 3 0.06 0.8^3; of the ellipsoids L.omega = 3 T
scree-fill -q -n 3000 --lattice cubic --temperature 0.03 --no-drift models >a
hot() { awk -v s="$1" -v m="$2" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" && $3 == s { for (k = 1; k <= 3; k++) v[k] += m * $at[substr("vxvyvz", 2 * k - 1, 2)] ^ 2; e += $at["Lx"] * $at["wx"] + $at["Ly"] * $at["wy"] + $at["Lz"] * $at["wz"]; n++ }
	END { printf "%.9g %.9g %.9g %.9g", v[1] / n / 0.03, v[2] / n / 0.03, v[3] / n / 0.03, e / n / 0.09 }' a; }
# 1500 of each: the mean of squares of normal numbers is off by sqrt(2 / 1500)
ok 'temperature: energies of the balls' about 0.15 "$(hot 3 "$(awk 'BEGIN { printf "%.9g", 7 * atan2(0, -1) / 6 * 3.375 }')")" '1 1 1 1'
ok 'and of the ellipsoids' about 0.15 "$(hot 6 "$(awk 'BEGIN { printf "%.9g", 8 * atan2(0, -1) / 3 * 0.06 * 0.512 }')")" '1 1 1 1'
near 'no drift: the sum of m v, not of v' "$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "body" { m = $3 == 3 ? 7 * 3.375 : 2 * 8 * 0.06 * 0.512; for (k = 1; k <= 3; k++) s[k] += m * $at[substr("vxvyvz", 2 * k - 1, 2)] }
	END { print s[1] * s[1] + s[2] * s[2] + s[3] * s[3] }' a)" 0 1e-15
near 'one speed for all' "$(scree-fill -q -n 50 --lattice cubic --speed 0.7 models | awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "body" { d = $at["vx"] ^ 2 + $at["vy"] ^ 2 + $at["vz"] ^ 2 - 0.49; s += d * d } END { print s }')" 0 1e-20
# sites in a box with three sides, closed: half a spacing off; periodic along one axis: spread evenly there
sites() { awk '$1 == "body" { printf "%.6g %.6g %.6g;", $7, $8, $9 }'; }
is 'a cubic lattice, closed' "$(scree-fill -q -n 7 --lattice cubic --spacing 1.2 --box 4,3,5 ball | sites)" "$(awk 'BEGIN { for (k = 0; k < 7; k++) printf "%.6g %.6g %.6g;", 0.6 + 1.2 * (k % 3), 0.6 + 1.2 * (int(k / 3) % 2), 0.6 + 1.2 * int(k / 6) }')"
# crystals that a periodic box stretches, cells of 2.2, 2.3 and 2.5: steps from the first site are whole cells, or to the middle of a
# cell, or of two of its faces' edges
crystal() { scree-fill -q -n "$2" --lattice "$1" --spacing "$3" --box 4.4,4.6,5 --periodic xyz ball | awk -v kind="$1" '
	function half(k, d) { d = 2 * ($(6 + k) - first[k]) / c[k]; d -= int(d + 1000.5) - 1000; return d < 1e-9 && d > -1e-9 ? (2 * ($(6 + k) - first[k]) / c[k] + 1000.5) % 2 >= 1 : 9 }
	BEGIN { c[1] = 2.2; c[2] = 2.3; c[3] = 2.5 } $1 == "body" { if (!n++) for (k = 1; k <= 3; k++) first[k] = $(6 + k)
		h = half(1) + half(2) + half(3); good += kind == "bcc" ? h == 0 || h == 3 : h == 0 || h == 2; at[$7, $8, $9] } END { for (p in at) sites++; print n, good, sites }'; }
is 'bcc in three unlike sides' "$(crystal bcc 16 1.9)" '16 16 16'
is 'fcc' "$(crystal fcc 32 1.5)" '32 32 32'
is 'periodic along y' "$(scree-fill -q -n 7 --lattice cubic --spacing 1.2 --box 4,3,5 --periodic y ball | sites | awk -F';' '{ for (k = 1; k < NF; k++) { split($k, p, " "); y[p[2]] } for (v in y) print v }' | sort | tr '\n' ' ')" "$(scree-fill -q -n 7 --lattice sc --spacing 1.2 --box 4,3,5 --periodic y ball | sites |
	awk -F';' '{ split($1, p, " "); printf "%.6g %.6g ", p[2], p[2] + 1.5 }')"
fails 4 'overlaps another' 'places across a periodic edge' scree-fill --at 0.3,2,2 --at 3.8,2,2 --box 4,5,6 --periodic x ball
ok 'which is none along y' scree-fill -q --at 0.6,2,2 --at 3.4,2,2 --box 4,5,6 --periodic y ball
fails 4 'or reaches out of the box' 'a place too near to the lid' scree-fill --at 2,2,5.6 --box 4,5,6 --periodic xy ball
is 'an orientation at given places' "$(scree-fill -q --at 3,4,5 --quaternion 0.7,-0.1,0.5,0.5 bar | awk '$1 == "body" { print $7, $8, $9, $10, $11, $12, $13 }')" '3 4 5 0.7 -0.1 0.5 0.5'
# a sieve of classes of unlike ratios: half of the mass, a fifth of it, and the rest
printf '0.7 0\n1.1 50\n3 70\n3.5 100\n' >curve
scree-fill -q -n 20000 --lattice cubic --sizes sieve:curve --spacing 4 ball >a
ok 'sieved: the mass of each class' about 0.03 "$(awk '$1 == "body" { v = $6 ^ 3; m[$6 < 1.1 ? 1 : $6 < 3 ? 2 : 3] += v; all += v } END { print m[1] / all, m[2] / all, m[3] / all }' a)" '0.5 0.2 0.3'

ok 'a seed makes the stream' sh -c 'scree-fill -q -n 20 --box 9,9,9 --seed 4 bar >a; scree-fill -q -n 20 --box 9,9,9 --seed 4 bar | cmp - a'
fails 4 '[0-9]+ of 500 bodies fit in 6 x 6 x 6' 'too many at random' scree-fill -n 500 --box 6,6,6 ball
fails 2 'takes more than 100000000 bodies' 'too many by far' scree-fill --fraction 0.2 --box 1e9,1e9,1e9 ball
for edges in 2000,1.1,1.1 1.1,2000,1.1 1.1,1.1,2000; do
	is "a single row: $edges" "$(scree-fill -q -n 2000 --lattice cubic --spacing 1 --box $edges ball | grep -c '^body')" 2000
done
for how in '-n 10' '--fraction 0.5'; do
	# shellcheck disable=SC2086
	fails 4 'the largest body measures 1 x 1 x 1 and found no place in an empty box' "a box of another unit: $how" \
		timeout 60 scree-fill $how --box 1e-6,1e-6,1e-6 --periodic xyz ball
done
fails 4 'of 100 bodies fit on a lattice' 'too many for a lattice' scree-fill -n 100 --lattice cubic --box 3,3,3 ball
fails 2 "'6,6' is not three numbers" 'a box of the plane' scree-fill -n 5 --box 6,6 ball
fails 2 "'square' is not cubic, bcc, fcc or hcp" 'a lattice of the plane' scree-fill -n 5 --lattice square ball
fails 2 'angle.*is for streams in 2D' 'an angle' scree-fill -n 5 --box 6,6,6 --angle 1 ball
fails 2 'quaternion.*of length 1' 'a long quaternion' scree-fill -n 5 --box 6,6,6 --quaternion 1,1,0,0 ball
fails 2 "at.*'1,1' is not X,Y,Z" 'a place of the plane' scree-fill --at 1,1 ball
scree-shape disk >disk
fails 3 'disk: found dim=2, expected dim=3 as in ball' 'bodies of both' scree-fill -n 5 --box 6,6,6 ball disk
fails 2 'quaternion.*is for streams in 3D' 'a quaternion in the plane' scree-fill -n 5 --box 6,6 --quaternion 1,0,0,0 disk
sed 's/^shape 1 .*/shape 1 plane/; /^mass/d' egg >plane
fails 3 'found walls, but no bodies, expected at least one to copy' 'a wall to copy' scree-fill -n 5 --box 6,6,6 plane
# ---- polyhedra: by their own gaps, not by the balls that hold them ----
cat >cube.scree <<'END'
scree 1 dim=3
material stone density=1
shape 1 polyhedron r=0.3 vertices=8 -1,-1,-1 -1,-1,1 -1,1,-1 -1,1,1 1,-1,-1 1,-1,1 1,1,-1 1,1,1 0,1,3,2 4,6,7,5 0,4,5,1 2,3,7,6 0,2,6,4 1,5,7,3
columns body id shape material x y z
frame 0 t=0 body=1
body 1 1 stone 0 0 0
end 0
END
is 'cubes side by side on a lattice' "$(scree-fill -n 27 --lattice cubic --spacing 2.601 --quaternion 1,0,0,0 cube.scree 2>&1 >row.scree | sed 's/ of .*//')" \
	'scree-fill: 27 bodies fill 0.9667'
fails 4 'overlap' 'closer they overlap' scree-fill -n 27 --lattice cubic --spacing 2.599 --quaternion 1,0,0,0 cube.scree
# the balls around them would fill more than the box: 0.5 / 17.01 of volume times 34.5
scree-fill -q -n 40 --fraction 0.5 --periodic xyz cube.scree >dense.scree
is 'cubes grow to half of the box' "$(grep -c '^body' dense.scree)" 40
is 'and no two overlap' "$(scree-contacts -q --gaps 0.001 dense.scree 2>/dev/null | awk '/^#/ { for (k = 2; k <= NF; k++) if ($k ~ /^gap/) at = k - 1; next } $at < -1e-9' | wc -l)" 0
scree-fill -q -n 30 --random --box 14,14,14 cube.scree >random.scree
is 'and stand at random' "$(grep -c '^body' random.scree)" 30
# cubes stand on a floor of triangles, into which their balls reach
{
	sed -n 1,3p cube.scree
	echo 'shape 2 mesh vertices=4 0,0,0 6,0,0 6,6,0 0,6,0 0,1,2 0,2,3'
	echo 'constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed'
	echo 'domain lo=0,0,0 hi=5.202,5.202,5.202'
	printf 'columns body id shape material tag x y z\nframe 0 t=0 body=2\nbody 1 1 stone - 2 2 9\nbody 2 2 stone floor 0 0 0\nend 0\n'
} >floor.scree
is 'cubes on a floor of triangles' "$(scree-fill -q -n 8 --lattice cubic --spacing 2.601 --quaternion 1,0,0,0 floor.scree | grep -c '^body')" 9
sed 's/floor 0 0 0/floor 0 0 0.002/' floor.scree >high.scree
fails 4 'bodies' 'but not on one that is too high' scree-fill -q -n 8 --lattice cubic --spacing 2.601 --quaternion 1,0,0,0 high.scree

finish
