#!/bin/sh
# scree-dem2 --until: where runs stop, against what can be said beforehand, or is found from the last frame by other means.
. "$(dirname "$0")/../tap.sh"
key() { scree-pick -q --last "$2" | awk -v key="$1" '/^ledger/ { for (k = 2; k <= NF; k++) if (index($k, key "=") == 1) print substr($k, length(key) + 2) }'; }
step() { awk '/^end/ { n = $2 } END { print n }' "$1"; }
# the stresses along x and y of the last frame from its contacts, without what moves
virial() {
	scree-pick -q --last "$1" | awk '
		/^domain/ { split(substr($2, 4), l, ","); split(substr($3, 4), h, ","); x = h[1] - l[1]; y = h[2] - l[2]
			tilt = match($0, /tilt=[^ ]*/) ? substr($0, RSTART + 5, RLENGTH - 5) : 0 }
		/^columns/ { for (k = 3; k <= NF; k++) at[$2, $k] = k - 1 }
		/^body/ { px[$at["body", "id"]] = $at["body", "x"]; py[$at["body", "id"]] = $at["body", "y"] }
		/^contact/ { i = $at["contact", "i"]; j = $at["contact", "j"]; n = $at["contact", "fn"]; t = $at["contact", "ft"]
			u = $at["contact", "nx"]; v = $at["contact", "ny"]; a = $at["contact", "ix"]; b = $at["contact", "iy"]
			sx += (n * u - t * v) * (px[j] + a * x + b * tilt - px[i]); sy += (n * v + t * u) * (py[j] + b * y - py[i]) }
		END { print sx / (x * y), sy / (x * y) }'
}

scree-shape -q disk | scree-fill -q -n 60 --fraction 0.6 --periodic xy | scree-set -q --dt 0.08 >fill
# a strain of 0.1 at the rate 0.003 takes 417 steps of 0.08: seen at 448
scree-set -q --rate -0.003,-0.002,0 fill >squeezed
scree-dem2 -q --until strain=0.1 squeezed >a
is 'strain of a domain: the largest along an axis' "$(step a)" 448
scree-dem2 -q --until strain=0.1 -e 4 squeezed >a
scree-dem2 -q -t 20 -e 4 squeezed | scree-dem2 -q --until strain=0.1 -e 4 >b
ok 'counted from where the ledger began, however the run is split' \
	sh -c 'test -s a && grep -v ^made a >c; grep -v ^made b | cmp - c'
is 'shear strain' "$(scree-set -q --rate 0,0,-0.003 fill | scree-dem2 -q --until strain=0.1 | awk '/^end/ { n = $2 } END { print n }')" 448
# a stress, seen before it went on
scree-dem2 -q --until pressure=0.005 squeezed >a
is 'a pressure is reached' "$(virial a | awk '{ print (($1 + $2) / 2 > 0.0048) }')" 1
scree-dem2 -q -t "$(awk -v n="$(step a)" 'BEGIN { print (n - 64) * 0.08 }')" squeezed >b
is 'and was not 64 steps before' "$(virial b | awk '{ print (($1 + $2) / 2 < 0.005) }')" 1
# targets
scree-set -q --pressure 0.01,0.015 fill | scree-dem2 -q -t 2000 --until pressure=0.5%,quiet=1e-4 >a
near 'the pressure of a domain, along x' "$(virial a | cut -d' ' -f1)" 0.01 0.00006
near 'and y' "$(virial a | cut -d' ' -f2)" 0.015 0.00009
ok 'and it is quiet' test "$(step a)" -lt 20000
scree-set -q --pressure 0.01 fill | scree-dem2 -q -t 2000 --until jam=1e-3 >a
is 'jammed: at rest' "$(awk -v k="$(key kin_lin a)" -v e="$(key el_n a)" 'BEGIN { print (k < 1e-3 * e) }')" 1
is 'and each that is touched by two by three on average' "$(scree-pick -q --last a | awk '/^contact/ { n[$2]++; n[$4]++ }
	END { for (k in n) if (n[k] > 1) { s += n[k]; m++ } print (s >= 3 * m && m >= 30) }')" 1

# two disks head on stand still for a moment: quiet, but in no way jammed
cat >pair <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=1 en=1 mu=0
shape 1 point r=0.5 0,0
columns body id shape material x y vx
frame 0 t=0 dt=0.01 body=2
body 1 1 grain -0.499 0 0.005
body 2 1 grain 0.499 0 -0.005
end 0
END
scree-dem2 -q -t 10 --until quiet=0.9 pair >a
ok 'quiet is an energy only' test "$(step a)" -lt 200
scree-dem2 -q -t 10 --until jam=0.9 pair >b 2>/dev/null
is 'what just turns round is not jammed' "$(step b)" 1000

# lattices that are held together by their periods: each body is touched by as many as the lattice says, and nothing moves, so
# what is touched by one more than there are dimensions is jammed at the first look, what is touched by one less never
lattice() { # DIM KIND LONE: a chain (2 partners), a honeycomb (3) or squares (4), and so many bodies that nothing touches
	awk -v dim="$1" -v kind="$2" -v lone="$3" 'BEGIN {
		a = 0.98; h = sqrt(3) / 2 * a; z = dim == 3 ? " 0" : ""
		if (kind == "chain") { for (i = 0; i < 5; i++) p[++n] = a * i " 0"; X = 5 * a; Y = 40 }
		if (kind == "squares") { for (i = 0; i < 4; i++) for (j = 0; j < 4; j++) p[++n] = a * i " " a * j; X = Y = 4 * a }
		if (kind == "honeycomb") { X = 6 * a; Y = 8 * h
			for (i = 0; i < 2; i++) for (j = 0; j < 4; j++) { x = 3 * a * i; y = 2 * h * j
				p[++n] = x " " y; p[++n] = x + a " " y; p[++n] = x + 1.5 * a " " y + h; p[++n] = x + 2.5 * a " " y + h } }
		for (k = 0; k < lone; k++) q[k] = dim == 3 ? "0 0 " 10 + 2 * k : a * 2 " " 2 + 2 * k
		print "scree 1 dim=" dim "\nmaterial g density=1\nlaw g g linear kn=1 en=1 mu=0"
		printf "domain lo=0,0%s hi=%.17g,%.17g%s periodic=xy\n", (z ? ",-1" : ""), X, Y, (z ? ",99" : "")
		print dim == 3 ? "shape 1 sphere r=0.5" : "shape 1 point r=0.5 0,0"
		print "columns body id shape material x y" (z ? " z" : "")
		print "frame 0 t=0 dt=0.01 body=" n + lone
		for (k = 1; k <= n; k++) print "body", k, 1, "g", p[k] z
		for (k = 0; k < lone; k++) print "body", n + 1 + k, 1, "g", q[k]
		print "end 0" }'
}
jams() { # at which step
	lattice "$@" | "scree-dem$1" -q -d 0.01 -t 2 --until jam=1e-3 2>/dev/null | awk '/^end/ { n = $2 } END { print n }'
}
is 'a chain has two partners each, which jams nothing in the plane' "$(jams 2 chain 0)" 200
is 'a honeycomb has three, which do' "$(jams 2 honeycomb 0)" 64
is 'but not in space' "$(jams 3 honeycomb 0)" 200
is 'where squares do, with four' "$(jams 3 squares 0)" 64
is 'half of all bodies are enough' "$(jams 3 squares 16)" 64
is 'less are not' "$(jams 3 squares 17)" 200

# walls: a plate at speed 0.1 on a packing between faces H apart; the first step n with 0.1 n dt / H >= 0.15, up to 64
scree-voronoi -q -n 30 --box 6,5 --periodic x --erode 0.1 --dilate 0.1 | scree-wall -q plates --speed 0.1 -r 0.2 |
	scree-set -q --dt 0.05 >plates
scree-dem2 -q --until strain=0.15 plates >a
is 'shear strain of plates' "$(step a)" "$(awk 'BEGIN { n = 0.15 * 5 / (0.1 * 0.05); print 64 * int((n + 63.999) / 64) }')"
# the lid comes down by 0.01 of 5 at 0.001
scree-set -q --constrain 'top x=fixed y=v:-0.001 angle=fixed' plates >down
scree-dem2 -q --until strain=0.01 down >a
is 'compression by a lid' "$(step a)" "$(awk 'BEGIN { n = 0.01 * 5 / (0.001 * 0.05); print 64 * int((n + 63.999) / 64) }')"
scree-dem2 -q -t 100 --until pressure=0.01 --forces down >a
near 'pressure of walls: what contacts do to them, over their length' \
	"$(scree-pick -q --last a | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body/ && / top / { t = $at["fy"] } /^body/ && / bottom / { b = $at["fy"] } END { print (t - b) / 2 / 6 }')" 0.0105 0.0006
scree-set -q --constrain 'top x=fixed y=p:-0.02 angle=fixed m=6 c=1' plates | scree-dem2 -q -t 500 --until pressure=1% --forces >a
near 'a wall at its pressure' "$(scree-pick -q --last a | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ && / top / { print $at["fy"] / 6 }')" 0.02 0.0002

fails 3 'found neither a domain that deforms nor opposite walls' 'a strain of nothing' scree-dem2 -t 1 --until strain=1 fill
fails 3 'found neither a domain that is periodic along both axes nor opposite walls' 'a pressure on nothing' scree-dem2 -t 1 --until pressure=1 pair
fails 3 'neither a domain nor a wall with a pressure above 0' 'no target' scree-dem2 -t 1 --until pressure=1% squeezed
fails 2 "option --until: 'quiet=1', expected" 'twice the same' scree-dem2 --until quiet=1,quiet=1 fill
fails 2 "option --until: 'jam=-1'" 'below 0' scree-dem2 --until jam=-1 fill
fails 2 "option --until: 'strain=5%'" 'a share of a strain' scree-dem2 --until strain=5% fill
fails 2 "option --until: ''" 'nothing behind the comma' scree-dem2 --until strain=5, fill
fails 0 'the run has ended before strain=3' 'what does not come in time' scree-dem2 -q -t 1 --until strain=3 squeezed

# lattices at rest: honeycomb in the plane, where each touches 3, diamond in space, where each touches 4; in their holes are some
# that touch nothing: jammed where half of all are touched by one more than there are axes. A row of disks, 2 each, is not.
lattice() { # lattice PLANE|LAYER|SPACE|ROW LOOSE
	awk -v kind="$1" -v loose="$2" 'function put(x, y, z, small) { row[++n] = (small ? 2 : 1) " g " x " " y (dim == 3 ? " " z : "") }
		function holes(x, y, z) { for (k = -1; k <= 1; k++) if (out < loose && (k || kind == "plane" || kind == "space")) { out++; put(x + 0.25 * k * d, y, z, 1) } }
		BEGIN { dim = kind == "layer" || kind == "space" ? 3 : 2; d = 0.995; h = sqrt(3) / 2 * d; a = 4 * d / sqrt(3)
			print "scree 1 dim=" dim
			if (kind == "space") printf "domain lo=0,0,0 hi=%.17g,%.17g,%.17g periodic=xyz\n", a, a, a
			else if (kind == "row") printf "domain lo=0,0 hi=%.17g,9 periodic=x\n", 4 * d
			else printf "domain lo=0,0%s hi=%.17g,%.17g%s periodic=xy\n", dim == 3 ? ",-3" : "", 4 * h, 3 * d, dim == 3 ? ",3" : ""
			print "material g density=1\nlaw g g linear kn=100 kt=20 mu=0.5 en=0.5"
			print "shape 1 " (dim == 2 ? "point r=0.5 0,0" : "sphere r=0.5") "\nshape 2 " (dim == 2 ? "point r=0.05 0,0" : "sphere r=0.05")
			if (kind == "row") for (i = 0; i < 4; i++) put(i * d, 4, 0)
			else if (kind == "space") for (i = 0; i < 4; i++) { x = (i == 1 || i == 2) / 2 * a; y = (i == 1 || i == 3) / 2 * a; z = (i > 1) / 2 * a
				put(x, y, z); put(x + a / 4, y + a / 4, z + a / 4); holes((x + a / 2) % a, y, z) }
			else for (i = 0; i < 2; i++) { put(2 * i * h, 0, 0); put(2 * i * h, d, 0); put((2 * i + 1) * h, 1.5 * d, 0); put((2 * i + 1) * h, 2.5 * d, 0)
				holes((2 * i + 1) * h, 0.5 * d, 0); holes(2 * i * h + (i == 0) * 0.3 * d, 2 * d, 0) }
			print "columns body id shape material x y" (dim == 3 ? " z" : "") "\nframe 0 t=0 body=" n
			for (k = 1; k <= n; k++) print "body", k, row[k]; print "end 0" }'
}
jam() { lattice "$1" "$2" | scree-dem$3 -q -t 2.56 -d 0.02 --until jam=1e-6 2>/dev/null | awk '/^end/ { n = $2 } END { print n }'; }
is 'a honeycomb with as many disks that touch nothing is jammed when it is first looked at' "$(jam plane 8 2)" 64
is 'with one more it is not' "$(jam plane 9 2)" 128
is 'in space three partners are too few' "$(jam layer 0 3)" 128
is 'a diamond lattice with as many balls that touch nothing is jammed' "$(jam space 8 3)" 64
is 'and with one more it is not' "$(jam space 9 3)" 128
is 'two partners are too few' "$(jam row 0 2)" 128

# a disk between two that are held, 0.01 deep, at kn = 100, has 0.01 of energy; another flies and spins with 0.0025 pi
cat >calm <<'END'
scree 1 dim=2
material g density=1
law g g linear kn=100 kt=20 mu=0.5 en=0.5
shape 1 point r=0.5 0,0
constraint held x=fixed y=fixed angle=fixed
columns body id shape material tag x y vx vy omega
frame 0 t=0 body=4
body 1 1 g held -0.99 0 0 0 0
body 2 1 g - 0 0 0 0 0
body 3 1 g held 0.99 0 0 0 0
body 4 1 g - 0 9 0.06 0.08 0.282842712474619
end 0
END
sed 's/^scree 1 dim=2/scree 1 dim=3/; s/point r=0.5 0,0/sphere r=0.5/; s/angle=fixed/z=fixed rx=fixed ry=fixed rz=fixed/; s/ omega/ z/; s/0.282842712474619/0/' \
	calm >calm3
# in the plane m (v^2 + r^2 omega^2 / 2) / 2 = pi / 4 (0.01 + 0.01) / 2; in space pi / 6 0.01 / 2
for run in "2 calm $(awk 'BEGIN { print atan2(0, -1) * 0.0025 / 0.01 }')" "3 calm3 $(awk 'BEGIN { print atan2(0, -1) / 12 }')"; do
	set -- $run
	for by in 1.001 0.999; do
		scree-dem$1 -q -t 2.56 -d 0.02 --until quiet="$(awk -v q="$3" -v b=$by 'BEGIN { printf "%.12g", q * b }')" "$2" 2>/dev/null | awk '/^end/ { n = $2 } END { print n }'
	done | tr '\n' ' ' >stops
	is "scree-dem$1: quiet by all energy of motion over that of springs" "$(cat stops)" '64 128 '
done
finish
