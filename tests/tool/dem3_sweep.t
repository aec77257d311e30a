#!/bin/sh
# scree-dem3: forces follow motion part by part of a scene, which has several parts from 256 bodies on, and with several threads
# region by region. Results and errors are those of runs with --heat, which move all bodies before forces.
. "$(dirname "$0")/../tap.sh"

dem3() { scree-dem3 --no-provenance -q "$@"; }
before() { dem3 --heat "$@" | sed -e '/^columns body/s/ heat$//' -e '/^body /s/ [^ ]*$//'; }
same() { # FILE TIME: the results of FILE are those of FILE.before
	for n in 1 2 3; do
		dem3 -t $2 -e 0.2 --threads $n $1 >threads.$n
		ok "$1 has the bytes of motion before forces on $n threads" cmp threads.$n $1.before
	done
}

# balls DOMAIN LAW BODIES SPEED: 8 x 8 x 8 balls on a grid; bodies that are listed, "id x y z vx vy vz" with / between them, are there instead
balls() {
	awk -v domain="$1" -v law="$2" -v some="$3" -v speed="$4" 'BEGIN {
		print "scree 1 dim=3\ndomain lo=0,0,0 hi=8,8,8" domain "\nmaterial a density=1\nlaw a a linear " law "\nshape 1 sphere r=0.3"
		print "columns body id shape material size x y z vx vy vz\nframe 0 t=0 dt=0.001 due=0 body=512"
		n = split(some, line, "/")
		for (k = 1; k <= n; k++) {
			split(line[k], word, " ")
			other[word[1]] = line[k]
		}
		for (k = 1; k <= 512; k++) {
			i = k - 1
			if (k in other) {
				split(other[k], w, " ")
				printf "body %d 1 a 1 %s %s %s %s %s %s\n", k, w[2], w[3], w[4], w[5], w[6], w[7]
				continue
			}
			printf "body %d 1 a %g %g %g %g %g %g %g\n", k, 1 + k * 7 % 5 / 10, i % 8 + 0.45, int(i / 8) % 8 + 0.5, int(i / 64) + 0.55,
				speed * (k * 37 % 11 - 5), speed * (k * 53 % 13 - 6), speed * (k * 29 % 7 - 3)
		}
		print "end 0"
	}'
}

# a gas: near candidates are chosen often, while some parts of a step have their forces already, and so are lists with a short skin
balls ' periodic=xy' 'kn=1e3 kt=300 mu=0.5 en=0.8 kr=20 mur=0.1' '' 0.6 | scree-wall -q plane 0,0,0 0,0,1 | scree-wall -q plane 0,0,8 0,0,-1 >gas
before -t 0.8 -e 0.2 gas >gas.before
ok 'contacts begin and end' test "$(grep -c '^contact ' gas.before)" -gt 150
same gas 0.8
for skin in 0.004 0.02 0.3; do
	for n in 1 2; do
		dem3 -t 0.8 -e 0.2 --threads $n --skin $skin gas >threads.$n
		ok "also with --skin $skin, $n threads" cmp threads.$n gas.before
	done
done
dem3 -t 0.4 -e 0.2 gas | dem3 -t 0.4 -e 0.2 --threads 2 >split
ok 'and in two runs, on one thread and on two' cmp split gas.before

# balls so fast that some pairs with an event in one step are too far from each other for the list of the next
scree-shape sphere -r 0.25 | scree-fill -q -n 500 --lattice sc --spacing 0.8 --periodic xyz --speed 2 --seed 6 |
	scree-set -q --law grain,grain,kn=300,mu=0,en=1 >fast
before -t 2 -e 0.2 -d 0.01 fast >fast.before 2>/dev/null
for n in 1 2; do
	dem3 -t 2 -e 0.2 -d 0.01 --threads $n fast >threads.$n 2>/dev/null
	ok "fast balls have the bytes of motion before forces on $n threads" cmp threads.$n fast.before
done

# clumps above a landscape: several candidates a pair, and contacts that pass from face to face
awk 'function v(x, y) { print "vertex", x, y, (x + y) % 2 ? 0 : 0.2 }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1\nouter loop"; v(a, b); v(c, d); v(e, f); print "endloop\nendfacet" }
	BEGIN { print "solid land"
		for (x = 0; x < 8; x++) for (y = 0; y < 8; y++) { tri(x, y, x + 1, y, x + 1, y + 1); tri(x, y, x + 1, y + 1, x, y + 1) }
		print "endsolid land" }' >land.stl
sed -e 's/^shape 1 .*/shape 1 clump -0.1,0,0,0.2 0.1,0,0,0.2/' -e '/^shape 1/i gravity 0,0,-9' gas >clumps.0
scree-wall -q landscape --tag land land.stl clumps.0 >clumps
before -t 0.6 -e 0.2 clumps >clumps.before
ok 'contacts with clumps begin and end' test "$(grep -c '^contact ' clumps.before)" -gt 150
same clumps 0.6

# in one and the same step a ball leaves the domain and two others overlap too much, which is known only when all have moved
both() { # PLACE_OF_PAIR PLACE_OF_LEAVER
	balls '' 'kn=1e-3' "1 $1 0 0 0/2 $2 -2.1 0 0/512 $3" 0
}
both '0.5 0.5 0.5' '0.82 0.5 0.5' '7.5 7.5 7.9905 0 0 1' >high
both '7.3 7.5 7.5' '7.62 7.5 7.5' '0.5 0.5 0.0095 0 0 -1' >low
for scene in high low; do
	for n in 1 2 3; do
		fails 4 't=0.01: body 512 has left the domain' "the ball that leaves is named, $scene, $n threads" \
			scree-dem3 -q -t 0.1 --skin 0.2 --threads $n $scene
	done
	sed 's/^\(body 512 .*\) -*1$/\1 0/' $scene >inside
	for n in 1 2 3; do
		fails 4 't=0.01: bodies 1 and 2 overlap by 0.30' "else the overlap, $scene, $n threads" \
			scree-dem3 -q -t 0.1 --skin 0.2 --threads $n inside
	done
done
finish
