#!/bin/sh
# scree-shape in 3D: named solids as clumps, implicit bodies and surfaces, their mass records, files, and what it refuses.
. "$(dirname "$0")/../tap.sh"

pi=3.141592653589793
formula() { awk "BEGIN { pi = $pi; printf \"%.17g\", $1 }"; }
# of a stream with one shape: a number of its mass record, its kind, how many vertices or triangles a mesh has
volume() { sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p'; }
moment() { sed -n 's/^mass .* I=\([^ ]*\).*/\1/p' | cut -d, -f"$1"; }
kind() { awk '$1 == "shape" { print $3 }'; }
triangles() { awk '$1 == "shape" { split($4, n, "="); print NF - 4 - n[2] }'; }

scree-shape tbar >tbar
is 'a T-bar is a clump' "$(kind <tbar)" clump
near 'of ten touching pebbles: mass' "$(volume <tbar)" 5.235987756 1e-9
near 'least moment' "$(moment 1 <tbar)" 5.96902604 1e-8
near 'middle moment' "$(moment 2 <tbar)" 15.18436449 1e-8
near 'greatest moment' "$(moment 3 <tbar)" 20.62979176 1e-8
is 'its body stands at the origin, upright' "$(awk '$1 == "columns" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
	$1 == "body" { printf "%.6f %.6f %g %g %g", $at["qw"], $at["qx"], $at["x"], $at["y"], $at["z"] }' tbar)" '0.707107 0.707107 0 0 0'
near 'scree-mass agrees' "$(scree-mass --keep-frame tbar | volume)" "$(volume <tbar)" 1e-14
is 'overlapping it has 19 or 37' "$(for f in 1 0.5; do scree-shape tbar --spacing $f | awk '$1 == "shape" { printf "%d ", NF - 3 }'; done)" '19 37 '
# Two cylinders 6 and 3 long with caps, less where they meet, half of what two that cross have in common.
near 'and is nearly that of cylinders' "$(scree-shape tbar --spacing 0.25 | volume)" "$(formula 'pi / 4 * 9 + pi / 4 - 1 / 3')" 0.05
near 'with pebbles of another radius' "$(scree-shape tbar -r 0.25 | volume)" "$(formula '10 * pi / 48')" 1e-12

near 'a sphere' "$(scree-shape sphere -r 2 | volume)" "$(formula '32 * pi / 3')" 1e-13
near 'an ellipsoid has the mass of its half axes' "$(scree-shape ellipsoid --size 3,2,1 | volume)" "$(formula 'pi')" 1e-14
near 'and the moment of its short ones along the long axis' "$(scree-shape ellipsoid --size 1,3,2 | moment 1)" \
	"$(formula 'pi / 5 * 1.25')" 1e-14
near 'two balls less their lens' "$(scree-shape dumbbell --spacing 1 -r 1 | volume)" "$(formula '8 * pi / 3 - 5 * pi / 12')" 1e-13
near 'three in line: two lie 1 from the middle' "$(scree-shape triplet --angle-deg 180 | moment 3)" "$(formula 'pi / 6 * (0.3 + 2)')" 1e-13
near 'three in a triangle' "$(scree-shape triplet | moment 3)" "$(formula 'pi / 6 * (0.3 + 1)')" 1e-13
near 'a box' "$(scree-shape box --size 1,2,3 | moment 1)" "$(formula '6 * (1 + 4) / 12')" 1e-13
is 'of twelve triangles' "$(scree-shape box --mesh 50 | triangles)" 12
near 'a fine cylinder' "$(scree-shape cylinder --size 2,2,3 --mesh 100 | volume)" "$(formula '3 * pi')" 2e-3
near 'a finer torus' "$(scree-shape torus --size 3,3,1 --mesh 120 | volume)" "$(formula '2 * pi * pi / 4')" 1e-2
near 'a superquadric' "$(scree-shape superquadric --size 2,2,2 --blockiness 2,2 --mesh 100 | volume)" "$(formula '4 * pi / 3')" 4e-3
is 'the gomboc is a surface' "$(scree-shape gomboc | kind)" mesh
is 'the cow a clump of 130 balls or so' "$(scree-shape cow3 | awk '$1 == "shape" { print $3, (NF > 100) }')" 'clump 1'

for s in $(scree-shape --list | sed '1,/^$/d' | awk '!/^#/ { print $1 }'); do
	near "$s with --volume" "$(scree-shape "$s" --mesh 12 --volume 2.385 | volume)" 2.385 1e-12
	near "$s as it is with --volume" "$(scree-shape "$s" --volume 2.385 | volume)" 2.385 1e-12
	near "$s at --scale 2" "$(scree-shape "$s" --scale 2 | volume)" "$(scree-shape "$s" | volume | awk '{ printf "%.17g", 8 * $1 }')" 1e-12
	is "$s: its record is what scree-mass finds" "$(scree-shape --no-provenance "$s" | scree-mass -q --no-provenance | cksum)" \
		"$(scree-shape --no-provenance "$s" | cksum)"
	ok "$s is named in --help" sh -c "scree-shape --help | grep -qw $s"
	case $(scree-shape "$s" --mesh 9 | kind) in
	mesh) ok "$s is a surface of triangles that scree-mass finds nothing to mend in" \
		sh -c "scree-shape $s --mesh 9 | scree-mass -q 2>&1 >/dev/null | awk 'END { exit NR }'" ;;
	*) is "$s as a surface" "$(scree-shape "$s" --mesh 9 | kind)" mesh ;;
	esac
done
# A globe for n = 24 has 20 times 12^2 triangles; as n doubles, what it lacks falls to a quarter.
is 'a sphere of triangles' "$(scree-shape sphere --mesh 24 | triangles)" 2880
lack() { scree-shape "$1" --mesh "$2" | volume | awk -v v="$(scree-shape "$1" | volume)" '{ printf "%.17g", v - $1 }'; }
for s in sphere dumbbell bean; do
	near "$s: the error of its surface falls as N^-2" "$(formula "$(lack $s 40) / $(lack $s 80)")" 4 0.2
done

# from files
printf '0 0 0 1\n1.5,0,0,0.7\n' >two
is 'two balls' "$(scree-shape --clump two | kind)" clump
near 'at twice the size' "$(scree-shape two --clump --scale 2 | volume)" "$(scree-shape two --clump | volume | awk '{ print 8 * $1 }')" 1e-4
near 'of a volume' "$(scree-shape two --clump --volume 2 | volume)" 2 1e-14
is 'as a surface' "$(scree-shape two --clump --mesh 20 | kind)" mesh
near 'densities: the mass is the sum' "$(printf '0 0 0 1 3\n5 0 0 1 1\n' | scree-shape --clump - | volume)" "$(formula '16 * pi / 3')" 1e-13
printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >corner.off
near 'a tetrahedron from OFF' "$(scree-shape --surface corner.off | volume)" "$(formula '1 / 6')" 1e-15
near 'scaled' "$(scree-shape corner.off --surface --scale 3 | volume)" 4.5 1e-14
is 'its body stands where the file has it' "$(scree-shape --surface corner.off | awk '$1 == "columns" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
	$1 == "body" { print $at["x"], $at["y"], $at["z"] }')" '0.25 0.25 0.25'
printf 'OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n' >hole.off
fails 3 'hole.off: 3 open edges' 'a surface with a hole' scree-shape --surface hole.off
is 'and nothing on stdout' "$(scree-shape --surface hole.off 2>&-)" ''


# ---- named solids, as they are unless told otherwise, and askew ----
at() { awk '$1 == "columns" { for (i = 3; i <= NF; i++) at[$i] = i - 1 } $1 == "shape" { for (k = 4; k <= NF; k++) if (split($k, p, ",") == 4) { n++; for (a = 1; a <= 4; a++) v[n, a] = p[a] } else if ($3 == "mesh" && k > 4 && k - 4 <= m) { n++; for (a = 1; a <= 3; a++) v[n, a] = p[a] } else if ($k ~ /^vertices=/) m = substr($k, 10) + 0 }
	$1 == "body" { w = $at["qw"]; x = $at["qx"]; y = $at["qy"]; z = $at["qz"]; for (k = 1; k <= n; k++)
		printf "%.9f %.9f %.9f ", $at["x"] + (1 - 2 * (y * y + z * z)) * v[k, 1] + 2 * (x * y - w * z) * v[k, 2] + 2 * (x * z + w * y) * v[k, 3],
			$at["y"] + 2 * (x * y + w * z) * v[k, 1] + (1 - 2 * (x * x + z * z)) * v[k, 2] + 2 * (y * z - w * x) * v[k, 3],
			$at["z"] + 2 * (x * z - w * y) * v[k, 1] + 2 * (y * z + w * x) * v[k, 2] + (1 - 2 * (x * x + y * y)) * v[k, 3] }'; }
volumes() { for s in "$@"; do scree-shape "$s" | volume; done | tr '\n' ' '; }
ok 'a ball of radius 0.5, an ellipsoid of 1.5, 1 and 0.8, a block of 1' about 1e-12 "$(volumes sphere ellipsoid box)" \
	"$(formula 'pi / 6') $(formula 'pi / 6 * 1.2') 1"
ok 'a tbar, dumbbell and triplet of touching pebbles of radius 0.5' about 1e-9 "$(volumes tbar dumbbell triplet)" \
	"$(formula '10 * pi / 6') $(formula 'pi / 3') $(formula 'pi / 2')"
# 32 edges along the longest side: pi 32 of them around a cylinder, to a multiple of 4
near 'a cylinder of 1 by 1: a prism of 104 sides' "$(scree-shape cylinder | volume)" "$(formula '0.25 * 52 * sin(pi / 52)')" 1e-12
ok 'a torus of 1.5 by 0.5, a superquadric of 1 and exponents of 4, a gomboc of radius 0.5, to what 32 edges lack' about 0.01 "$(volumes torus superquadric gomboc)" \
	"$(formula '2 * pi * pi * 0.5 * 0.0625') $(awk 'BEGIN { n = 200; for (i = 0; i < n; i++) for (j = 0; j < n; j++) { s = 1 - ((i + 0.5) / n) ^ 4 - ((j + 0.5) / n) ^ 4; if (s > 0) v += sqrt(sqrt(s)) / n / n } printf "%.9g", v }') \
	$(awk 'BEGIN { pi = atan2(0, -1); n = 100; for (i = 0; i < n; i++) for (j = 0; j < 2 * n; j++) { t = pi * (i + 0.5) / n; f = pi * (j + 0.5) / n
		v += exp(0.75 * log(1 + 0.12 * sin(t) * cos(f - 5 * (t - pi / 2)))) / 24 * sin(t) * (pi / n) ^ 2 } printf "%.9g", v }')"
ok 'a pear by hand: a sphere of 1.2 with one bump' about 1e-9 "$(scree-shape pear | volume) $(scree-shape pear | moment 3)" \
	"$(scree-shape object --size 1.2,1.2,1.2 --bump 1.3,0.55,0,0,0.8,0.42,0.42 | tee by | volume) $(moment 3 <by)"
# the bar along x, the stem up z, about the middle of the bar; a named shape stands at the origin, its centre of mass there
ok 'a tbar stands upright' about 1e-8 "$(scree-shape tbar | at)" "$(awk 'BEGIN { for (k = -3; k <= 3; k++) printf "%d 0 -0.6 ", k; for (k = 1; k <= 3; k++) printf "0 0 %.1f ", k - 0.6 }')"
ok 'a dumbbell lies along x' about 1e-9 "$(scree-shape dumbbell --spacing 1.2 -r 0.7 | at)" '-0.42 0 0 0.42 0 0'
ok 'a triplet hangs in the plane of x and z, its middle ball above' about 1e-8 "$(scree-shape triplet --angle-deg 90 --spacing 2 | at)" \
	"$(awk 'BEGIN { h = sqrt(0.5); printf "0 0 %.12g %.12g 0 %.12g %.12g 0 %.12g", 2 * h / 3, -h, -h / 3, h, -h / 3 }')"
ok 'a block with three sides' about 1e-12 "$(scree-shape box --size 1,2.5,4 | tee by | volume) $(moment 1 <by) $(moment 2 <by) $(moment 3 <by)" \
	"10 $(formula '10 * (1 + 6.25) / 12') $(formula '10 * (1 + 16) / 12') $(formula '10 * (6.25 + 16) / 12')"
is 'along the axes that were asked for' "$(scree-shape box --size 1,2.5,4 | at | awk '{ for (k = 1; k <= NF; k++) { x = $k < 0 ? -$k : $k; if (x > m[k % 3]) m[k % 3] = x } printf "%.6f %.6f %.6f", m[1], m[2], m[0] }')" '0.500000 1.250000 2.000000'

# from files, without symmetry, off the origin: balls and vertices stay where they were drawn, at any scale
printf '0 0 0 1\n1.2 0.1 0 0.6\n0 0.9 0.2 0.5\n0.3 5 1.1 0.4\n' >odd.txt
for f in 1 1.5; do
	ok "balls stand where they were drawn, times $f" about 1e-8 "$(scree-shape --clump odd.txt --scale $f | at)" "$(awk -v f=$f '{ printf "%.12g %.12g %.12g ", f * $1, f * $2, f * $3 }' odd.txt)"
done
is 'with their radii' "$(scree-shape --clump odd.txt --scale 1.5 | awk '$1 == "shape" { for (k = 4; k <= NF; k++) { split($k, p, ","); printf "%.9g ", p[4] } }')" '1.5 0.9 0.75 0.6 '
printf 'OFF 4 4 0\n5 -2 3\n8 -2 3\n5.3 0 3\n5.4 -1.8 4.7\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >odd.off
ok 'corners stand where they were drawn' about 1e-8 "$(scree-shape --surface odd.off | at)" '5 -2 3 8 -2 3 5.3 0 3 5.4 -1.8 4.7'
ok 'times 1.5' about 1e-8 "$(scree-shape --surface odd.off --scale 1.5 | at)" '7.5 -3 4.5 12 -3 4.5 7.95 0 4.5 8.1 -2.7 7.05'
ok 'and of a volume: all lengths by its cube root' about 1e-8 "$(scree-shape --surface odd.off --volume 13.6 | at)" '10 -4 6 16 -4 6 10.6 0 6 10.8 -3.6 9.4'

# what does not fit
fails 2 'mesh: the file is a surface of triangles already' 'a finer surface of a surface' scree-shape --surface corner.off --mesh 50
ok 'but a surface of its hull' sh -c 'scree-shape -q --surface --hull corner.off --mesh 50 | grep -q "^shape 1 mesh"'
fails 2 'tolerance: applies to --round' 'a tolerance of nothing' scree-shape disk --tolerance 0.1
fails 2 'size: does not apply to the shape .tbar' 'the size of a T-bar' scree-shape tbar --size 1,1,1
fails 2 'expected 3 lengths above 0' 'two lengths' scree-shape box --size 1,1
fails 2 'expected 3 lengths above 0' 'a length of 0' scree-shape box --size 1,1,0
fails 2 'expected 3 lengths above 0' 'a length that is none' scree-shape box --size 1,1,nan
fails 2 'expected the outer diameter of the torus twice' 'a torus without a hole' scree-shape torus --size 2,2,1
fails 2 'expected the outer diameter of the torus twice' 'a torus that is not round' scree-shape torus --size 2,3,0.5
fails 2 'spacing: 0.7, expected 6 divided by an integer' 'arms that pebbles do not fill' scree-shape tbar --spacing 0.7
fails 2 'spacing: 2.5, expected 0.01 to 2' 'pebbles apart' scree-shape dumbbell --spacing 2.5
fails 2 'sphere: found a shape that reaches 1e\+200 from its origin, expected 1e-20 to 1e\+50' 'too large a ball' scree-shape sphere -r 1e200
fails 2 'found a shape that reaches 1e-200' 'too small a one' scree-shape sphere -r 1e-200
fails 2 'none more than 1e\+06 times another' 'a box that is flat' scree-shape box --size 1e-7,1,1
ok 'a thin torus is a body' sh -c 'scree-shape torus --size 1,1,1e-6 | scree-mass -q'
printf 'OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1e-30\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >flat.off
fails 3 'flat.off: a component without volume' 'a surface that is flat' scree-shape --surface flat.off
fails 2 'found a shape that reaches' 'too large a volume' scree-shape cow3 --volume 1e300
fails 3 'found a shape that reaches 1e\+60' 'balls too far away' sh -c 'echo 1e60 0 0 1 | scree-shape --clump -'
fails 2 'angle-deg: 181' 'too wide an angle' scree-shape triplet --angle-deg 181
fails 2 'blockiness: found .4., expected 2 numbers from 2 to 100' 'one exponent' scree-shape superquadric --blockiness 4
fails 2 'blockiness: found .1,4.' 'an exponent below 2' scree-shape superquadric --blockiness 1,4
fails 2 'mesh: 1, expected 2 to 1000' 'too coarse a surface' scree-shape sphere --mesh 1
fails 2 'mesh: 1001, expected 2 to 1000' 'too fine a one' scree-shape sphere --mesh 1001
fails 2 'volume: -1, expected more than 0' 'a negative volume' scree-shape sphere --volume -1
fails 2 'already sets the scale' 'volume and scale' scree-shape sphere --volume 1 --scale 2
fails 2 'already sets the size' 'radius and volume' scree-shape sphere -r 1 --volume 2
for s in sphere tbar gomboc disk rice peanut; do
	fails 2 'radius: 0, expected more than 0' "a radius of 0: $s" scree-shape $s -r 0
	fails 2 'radius: -1, expected more than 0' "below 0: $s" scree-shape $s -r -1
done
fails 2 'radius: -1, expected 0 or more' 'a pebble may have corners, no less' scree-shape pebble -r -1
fails 1 'cannot open triplett: No such file.*no shape has this name; scree-shape --list' 'a name that is none' scree-shape triplett
fails 1 'cannot open Sphere: .*no shape has this name' 'whatever is asked of it' scree-shape Sphere --size 1,2,3
fails 2 'area: is for shapes in 2D, found sphere, which is in 3D' 'the area of a sphere' scree-shape sphere --area 1
fails 2 "sides: does not apply to the shape 'box'" 'the sides of a box' scree-shape box --sides 4
fails 2 'volume: is for shapes in 3D, found cow, which is in 2D' 'the volume of a flat cow' scree-shape cow --volume 1
fails 2 'a file of balls is not a surface' 'both kinds of files' scree-shape --clump --surface two
fails 2 'does not apply to --clump' 'a radius for balls that have theirs' scree-shape --clump two -r 1
fails 2 'a surface cannot hold the densities' 'a surface of pebbles with densities' sh -c 'printf "0 0 0 1 3\n" | scree-shape --clump - --mesh 9'
fails 3 'two:1: found' 'balls for an outline' scree-shape two -r 1
fails 3 'corner.off|expected' 'a surface for balls' scree-shape --clump corner.off
fails 1 'cannot open gone' 'no such file' scree-shape --surface gone

# ---- an object by its bumps and dents ----
scree-shape --no-provenance object --size 2,1.6,1.2 --bump 1,0.95,0,0,0.35,0.35,0.35 --bump 0.8,-0.5,0.5,0.2,0.4,0.3,0.3 \
	--bump 0.9,0,-0.3,-0.55,0.5,0.5,0.25 >mine
scree-shape --no-provenance bumps >named
ok 'an object by hand is that with a name' cmp mine named
scree-shape --no-provenance object --size 2.4,1.2,1.4 --dent 1.1,0,0,0.8,0.75,1.2,0.6 >mine
scree-shape --no-provenance bean >named
ok 'and with a dent' cmp mine named
is 'without them it is an ellipsoid' "$(scree-shape object --size 2,1.6,1.2 | sed -n 's/^mass.* volume=\([^ ]*\) I.*/\1/p' | cut -c1-10)" \
	"$(scree-shape ellipsoid --size 2,1.6,1.2 | sed -n 's/^mass.* volume=\([^ ]*\) I.*/\1/p' | cut -c1-10)"
fails 2 "bump: found '1,2', expected 7 numbers" 'half a bump' scree-shape object --bump 1,2
fails 2 'dent: .*above 0' 'a dent without depth' scree-shape object --dent 0,1,0,0,1,1,1
fails 2 'object: the centre of its quadric lies outside of the body, expected dents' 'a hollow object' scree-shape object --size 2,2,2 --dent 3,0,0,0,1,1,1
fails 2 'object: found 2 pieces, one of them at .* joined to the quadric' 'a bump that is apart' scree-shape object --bump 8,9,0,0,1,1,1
fails 0 'bump 1 of 1 changes nothing' 'a bump inside' scree-shape object --bump 0.1,9,0,0,0.1,0.1,0.1
fails 2 "bump: does not apply to the shape 'bean'" 'a bump on another' scree-shape bean --bump 1,0,0,1,1,1,1
finish
