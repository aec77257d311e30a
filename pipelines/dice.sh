#!/bin/sh
# dice: dice are thrown, and come to rest on their faces, fair, cuboidal or loaded.
#
# Question   On which of its faces does a die come to rest? By the solid-angle law (Simpson, The Nature and Laws of Chance, 1740) a
#            face has the part of all throws that its solid angle about the centre of mass has of the sphere. Singmaster
#            (Mathematical Gazette 65, 57, 1981) has students roll cuboids cut from a steel bar with a square section, and finds that dice
#            lie on large faces more often than this; table 1 of Mathematical Gazette 97.16 (2013) has the counts.
# Given      x / y of the cuboids, x along the bar and y across it, with the part p of throws that end on a square face: 0.63 0.738
#            (840 throws), 0.81 0.496 (740), 1.23 0.154 (532), 1.44 0.052 (654).
# Missing    friction and restitution of the dice and the table, and how the dice were thrown.
# Chosen     cuboids of the sides x, 1, 1, and tetrahedra of the volume 1 before they are rounded by a ball of the radius 0.05; density 1,
#            g = 1, a hard floor: kn = 4e4, kt = 1.6e4, mu = 0.3, en = 0.5. They are let go with a corner 3 above the floor, in random
#            orientations, with velocities and spins of a temperature of 0.5, and 40 apart, so that they never meet: 1024 dice of a kind,
#            and 4096 loaded ones since 1024 did not decide (2.6 errors for the cube, 0.7 for the tetrahedron). All come to rest: their
#            kinetic energy is below 1e-6 of the elastic energy of the dice that lie on the floor. A loaded cube or tetrahedron has its
#            centre of mass 0.15 nearer to one face, with the mass and the moments of inertia of the fair die. Dice that are placed have
#            no velocity, touch the floor almost, and their contacts are rough and plastic: mu = 1, en = 0.05; then the law of solid
#            angles should hold. Solid angles are those of the flat parts of faces, for a die tips over about the line where its flat
#            part ends. Errors are those of the binomial distribution. The time step is 2e-4, about a fortieth of the shortest contact
#            of a corner.
# Runtime    five minutes of processor time, in two processes.
# Leaves     dice.tab (counts of all faces, beside solid angles), cuboids.tab, cuboids.png, dice.png (dice at rest, side by side).
#
# CLAIM dice-cube printed=1/6 holds='m >= 0.01' quick='m >= 0.001' p-value of the counts of the faces of a fair cube (chi-square)
# CLAIM dice-tetrahedron printed=1/4 holds='m >= 0.01' quick='m >= 0.001' p-value of the counts of the faces of a fair tetrahedron
# CLAIM dice-flat printed=flat holds='m < 0.1' largest angle between the face of a die that rests and the floor, all dice [deg]
# CLAIM dice-placed printed=all holds='m >= 0.98' quick='m >= 0.9' part of placed cubes that rest on the face below their centre
# CLAIM dice-placed-law printed=law holds='m >= 0.01' quick=- p-value of the counts of a placed loaded cube for solid angles
# CLAIM dice-published printed=0 holds='m <= 0.06' quick=- root mean square difference of p from the counts of steel cuboids
# CLAIM dice-law printed=beyond holds='m > 3' quick=- root mean square distance of p of cuboids from solid angles, in standard errors
# CLAIM dice-law-side printed=4 holds='m == 4' quick=- cuboids, of four, on whose large faces more throws end than their solid angle says
# CLAIM dice-loaded printed=beyond holds='m > 3' quick=- part of loaded cubes on the heavy face less its solid angle, in standard errors
# CLAIM dice-loaded-tetrahedron printed=beyond holds='m > 3' quick=- the same for the loaded tetrahedron
# DIFFERS the heavy face of the tetrahedron has 0.022 more of the throws than its solid angle says, less than half of the gain of the
#       cube, and 4096 throws have an error of 0.0075
# CLAIM dice-first-law printed=missing holds='m < 1e-5' largest relative error of the first law
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
cat >rest.awk <<'AWK'
# with how=rest, from the last frame: a line for each face, the bodies that lie on it and the solid angle about the origin over 4 pi; then
# the largest angle of such a face to the floor [deg]. With how=below: the face of each body below its centre. With how=lies: on which it
# lies. With how=place: the stream with all bodies just above the floor. Faces are counted from 1 in the order of the stream.
function turned(x, y, z, i) { # by the quaternion of a body, its component along i
	if (i == 1) return (1 - 2 * (qy * qy + qz * qz)) * x + 2 * (qx * qy - qw * qz) * y + 2 * (qx * qz + qw * qy) * z
	if (i == 2) return 2 * (qx * qy + qw * qz) * x + (1 - 2 * (qx * qx + qz * qz)) * y + 2 * (qy * qz - qw * qx) * z
	return 2 * (qx * qz - qw * qy) * x + 2 * (qy * qz + qw * qx) * y + (1 - 2 * (qx * qx + qy * qy)) * z
}
function corner(k, f, i) { return vertex[face[f, k], i] }
function dot(a, b) { return a[1] * b[1] + a[2] * b[2] + a[3] * b[3] }
function triangle(f, a, b, c, la, lb, lc, i, d) { # its solid angle (van Oosterom and Strackee 1983)
	la = lb = lc = 0
	for (i = 1; i <= 3; i++) { la += a[i] ^ 2; lb += b[i] ^ 2; lc += c[i] ^ 2 }
	la = sqrt(la); lb = sqrt(lb); lc = sqrt(lc)
	d = a[1] * (b[2] * c[3] - b[3] * c[2]) + a[2] * (b[3] * c[1] - b[1] * c[3]) + a[3] * (b[1] * c[2] - b[2] * c[1])
	return 2 * atan2(d, la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la)
}
/^shape 1 polyhedron/ {
	for (k = 4; k <= NF; k++) {
		if (split($k, w, ",") == 1) { sub(/vertices=/, "", w[1]); nv = w[1]; continue }
		if (n < nv) { for (i = 1; i <= 3; i++) vertex[n + 0, i] = w[i]; n++; continue }
		sides[++nf] = split($k, w, ",")
		for (j in w) face[nf, j] = w[j]
	}
	for (f = 1; f <= nf; f++) {
		for (i = 1; i <= 3; i++) { a[i] = corner(1, f, i); b[i] = corner(2, f, i) - a[i]; c[i] = corner(3, f, i) - a[i] }
		l = 0
		for (i = 1; i <= 3; i++) { normal[f, i] = b[i % 3 + 1] * c[(i + 1) % 3 + 1] - b[(i + 1) % 3 + 1] * c[i % 3 + 1]; l += normal[f, i] ^ 2 }
		for (i = 1; i <= 3; i++) { normal[f, i] /= sqrt(l); away[f] += normal[f, i] * a[i] }
		for (k = 2; k < sides[f]; k++) {
			for (i = 1; i <= 3; i++) { a[i] = corner(1, f, i); b[i] = corner(k, f, i); c[i] = corner(k + 1, f, i) }
			angle[f] += triangle(f, a, b, c) / (16 * atan2(1, 1))
		}
	}
}
/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
/^frame/ { split("", count); largest = bodies = 0 }
$1 == "body" && $3 == 1 {
	qw = $at["qw"]; qx = $at["qx"]; qy = $at["qy"]; qz = $at["qz"]
	if (how == "place") {
		low = 1e9
		for (k = 0; k < nv; k++) { z = turned(vertex[k, 1], vertex[k, 2], vertex[k, 3], 3); if (z < low) low = z }
		$at["z"] = sprintf("%.15g", r - low + 1e-6)
	} else {
		down = 0; near = 1e9
		for (f = 1; f <= nf; f++) {
			z = -turned(normal[f, 1], normal[f, 2], normal[f, 3], 3)
			if (z > down) { down = z; lies = f }
			if (z > 0 && away[f] / z < near) { near = away[f] / z; below = f }
		}
		x = turned(normal[lies, 1], normal[lies, 2], normal[lies, 3], 1); y = turned(normal[lies, 1], normal[lies, 2], normal[lies, 3], 2)
		tilt = atan2(sqrt(x * x + y * y), down) * 45 / atan2(1, 1)
		if (tilt > largest) largest = tilt
		count[lies]++
		on[++bodies] = how == "below" ? below : lies
	}
}
how == "place"
END {
	if (how == "rest") { for (f = 1; f <= nf; f++) print f, count[f] + 0, angle[f]; print "tilt", largest }
	else if (how != "place") for (k = 1; k <= bodies; k++) print on[k]
}
AWK

dt=$(choose 2e-4 4e-4)
shape() { # SIZE|tetrahedron SHIFT: a die, whose mass has its centre so much nearer to the face that the stream names first
	case $1 in
	tetrahedron) scree-shape tetrahedron --volume 1 --round 0.05 ;;
	*) scree-shape cube --size "$1" --round 0.05 ;;
	esac | awk -v shift="$2" '
		function cross(i) { return b[i % 3 + 1] * c[(i + 1) % 3 + 1] - b[(i + 1) % 3 + 1] * c[i % 3 + 1] }
		/^shape/ && shift { # the vertices move about the origin, which is the centre of mass; the record of the mass stays
			split($5, w, "="); v = w[2]; split($(6 + v), corner, ",")
			for (k = 1; k <= 3; k++) { split($(6 + corner[k]), w, ","); for (i = 1; i <= 3; i++) p[k, i] = w[i] }
			for (i = 1; i <= 3; i++) { b[i] = p[2, i] - p[1, i]; c[i] = p[3, i] - p[1, i] }
			l = sqrt(cross(1) ^ 2 + cross(2) ^ 2 + cross(3) ^ 2)
			for (k = 6; k < 6 + v; k++) {
				split($k, w, ",")
				$k = sprintf("%.16g,%.16g,%.16g", w[1] - shift * cross(1) / l, w[2] - shift * cross(2) / l, w[3] - shift * cross(3) / l)
			}
		}
		{ print }'
}
dice() { # NAME SIZE|tetrahedron SHIFT ROWS thrown|placed: so many rows of dice, to rest
	shape "$2" "$3" | scree-fill -q --seed 7 -n $(($4 * $4)) --lattice sc --spacing 40 --box $((40 * $4)),$((40 * $4)),40 --periodic xy |
		awk -v r=0.05 -v how=place -f rest.awk | scree-wall -q --tag floor plane 0,0,0 0,0,1 | scree-set -q --gravity 0,0,-1 |
		if [ "$5" = placed ]; then
			scree-set -q --law grain,grain,kn=4e4,kt=1.6e4,mu=1,en=0.05
		else
			scree-move -q --by 0,0,3 --where 'tag != floor' | scree-set -q --law grain,grain,kn=4e4,kt=1.6e4,mu=0.3,en=0.5 |
				scree-set -q --temperature 0.5 --where 'tag != floor' --seed 8
		fi >"$1.start"
	scree-dem3 -d "$dt" -t 60 --until quiet=1e-6 "$1.start" >"$1.scree" 2>"$1.said"
	awk -v how=rest -f rest.awk "$1.scree" >"$1.faces"
	awk -v how=below -f rest.awk "$1.start" >"$1.below"
	awk -v how=lies -f rest.awk "$1.scree" >"$1.lies"
	rm "$1.start"
}
many=$(choose 32 6) more=$(choose 64 6) cuboids=$(choose '0.63 0.81 1.23 1.44' '0.63 1.44')
{
	dice loaded 1,1,1 0.15 "$more" thrown
	dice cube 1,1,1 0 "$many" thrown
	dice placed 1,1,1 0 "$many" placed
	dice placed-loaded 1,1,1 0.15 "$many" placed
} &
dice loaded-tetrahedron tetrahedron 0.15 "$more" thrown
dice tetrahedron tetrahedron 0 "$many" thrown
for x in $cuboids; do dice "cuboid-$x" "$x,1,1" 0 "$many" thrown; done
wait $!

{
	echo '# scree-table 1'
	echo '# die face dice part part_error solid_angle'
	for name in cube tetrahedron loaded loaded-tetrahedron placed placed-loaded $(for x in $cuboids; do echo "cuboid-$x"; done); do
		awk -v name="$name" 'NF == 3 { n += $2; f[++k] = $1; c[k] = $2; a[k] = $3 }
			END { for (i = 1; i <= k; i++) printf "%s %d %d %.4f %.4f %.6f\n", name, f[i], c[i], c[i] / n, sqrt(c[i] * (n - c[i]) / n) / n, a[i] }' "$name.faces"
	done
} >dice.tab
cat dice.tab

# the solid angle of both square faces of a cuboid over 4 pi: of the sides x, 1, 1 it is 2/pi asin(1 / (1 + x^2)). Those of the flat parts
# of rounded faces are 0.1 shorter
{
	echo '# scree-table 1'
	echo '# x thrown thrown_error solid_angles steel steel_error'
	for x in 0.5 0.63 0.7 0.81 0.9 1 1.1 1.23 1.3 1.44 1.6; do
		faces=cuboid-$x.faces
		[ -f "$faces" ] || faces=/dev/null
		awk -v x="$x" -v steel='0.63 0.738 840 0.81 0.496 740 1.23 0.154 532 1.44 0.052 654' '
			BEGIN { y = (x - 0.1) / 0.9; z = 1 / (1 + y * y); law = 2 * atan2(z, sqrt(1 - z * z)) / (4 * atan2(1, 1)) }
			NF == 3 { n += $2; if ((2 * $3 - law) ^ 2 < 1e-8) c += $2 }
			END {
				printf "%s %s %s %.6f", x, n ? c / n : "?", n ? sqrt(c * (n - c) / n) / n : "?", law
				k = split(steel, s, " ")
				for (i = 1; i < k; i += 3) if (s[i] == x) { printf " %s %.4f\n", s[i + 1], sqrt(s[i + 1] * (1 - s[i + 1]) / s[i + 2]); exit }
				print " ? ?"
			}' "$faces"
	done
} >cuboids.tab
cat cuboids.tab

size=$(choose 560,450 300,250)
scree-plot -q -o cuboids.png --size "$size" --style both -x x -y thrown,solid_angles,steel --x-label 'length over side of the square' \
	--y-label 'throws that end on a square face [1]' cuboids.tab
# the first dice, side by side, coloured by what they lie on
drawn() { # NAME COLOUR
	scree-pick -q --last --where 'tag == floor or id <= 35' "$1.scree" |
		awk '/^contact/ || /^domain/ { next }
			/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
			$1 == "body" && $at["tag"] != "floor" { $at["x"] = n % 7 * 1.8; $at["y"] = int(n / 7) * 1.8; n++ }
			/^frame/ { sub(/ contact=[0-9]*/, "") }
			{ print }' |
		scree-draw -q --view -80,42 --range -1,1 --palette viridis --beside none -c "$2" --size "$(choose 560,450 100)" -o "$1.png" -
}
drawn loaded '1-2*(qx*qx+qy*qy)' # how far up the light face is
drawn cuboid-1.44 '8*(qx*qz-qw*qy)*(qx*qz-qw*qy)-1' # whether the long axis is upright
panel dice.png 3 'cuboids of length 1.44, yellow: upright'=cuboid-1.44.png 'loaded cubes, yellow: on the heavy face'=loaded.png \
	'cuboids on square faces'=cuboids.png
cd - >/dev/null

part() { # NAME AWK: an expression of rows d[FACE, COLUMN] of dice.tab
	awk -v name="$1" "\$1 == name { k++; for (i = 2; i <= NF; i++) d[k, i] = \$i; n += \$3 } END { print $2 }" "$out/dice.tab"
}
chance() { # NAME: of a larger chi-square of its faces, 3 or 5 degrees of freedom
	awk -v name="$1" '
		$1 == name { c[++k] = $3; a[k] = $6; n += $3 }
		END {
			for (i = 1; i <= k; i++) x += (c[i] - n * a[i]) ^ 2 / (n * a[i])
			pi = 4 * atan2(1, 1); m = 20000; h = sqrt(x / 2) / m # 1 - erf by the midpoint rule
			for (i = 0; i < m; i++) erf += exp(-((i + 0.5) * h) ^ 2) * h * 2 / sqrt(pi)
			p = 1 - erf + sqrt(2 * x / pi) * exp(-x / 2)
			if (k == 6) p += sqrt(2 / pi) * x ^ 1.5 / 3 * exp(-x / 2)
			print p
		}' "$out/dice.tab"
}
claim dice-cube "$(chance cube)"
claim dice-tetrahedron "$(chance tetrahedron)"
claim dice-flat "$(awk '$1 == "tilt" && $2 > m { m = $2 } END { print m + 0 }' "$out"/*.faces)"
claim dice-placed "$(paste -d ' ' "$out/placed.below" "$out/placed.lies" | awk '$1 == $2 { n++ } END { print n / NR }')"
claim dice-placed-law "$(chance placed-loaded)"
claim dice-published "$(awk '!/^#/ && $2 != "?" { n++; s += ($2 - $5) ^ 2 } END { print sqrt(s / n) }' "$out/cuboids.tab")"
claim dice-law "$(awk '!/^#/ && $2 != "?" { n++; s += (($2 - $4) / $3) ^ 2 } END { print sqrt(s / n) }' "$out/cuboids.tab")"
claim dice-law-side "$(awk '!/^#/ && $2 != "?" && ($2 - $4) * (1 - $1) > 0 { n++ } END { print n + 0 }' "$out/cuboids.tab")"
claim dice-loaded "$(part loaded '(d[1, 4] - d[1, 6]) / d[1, 5]')"
claim dice-loaded-tetrahedron "$(part loaded-tetrahedron '(d[1, 4] - d[1, 6]) / d[1, 5]')"
claim dice-first-law "$(for said in "$out"/*.said; do field energy_error "$said"; done | awk '{ e = $1 < 0 ? -$1 : $1; if (e > m) m = e } END { print m }')"
rm "$out"/*.below "$out"/*.lies
