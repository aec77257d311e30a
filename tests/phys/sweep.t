#!/bin/sh
# Light grains fly fast between rows of grains that rattle, so that in one step some rows meet, and a light grain flies further than
# near candidates allow for and hits one of them. Results do not depend on skin and threads.
. "$(dirname "$0")/../tap.sh"

# $1: which velocities; the light grains begin beside the middle, where the bodies of two threads meet
rows() {
	awk -v seed="$1" 'function chance() { x = sin(++calls * 12.9898 + seed) * 43758.5453; return x - int(x) + (x < 0) }
	BEGIN { n = 64; m = 16; d = 1.0005; h = 2.5
		print "scree 1 dim=2\nmaterial grain density=1\nmaterial light density=0.001"
		print "shape 1 point r=0.5 0,0\nshape 2 point r=0.2 0,0"
		printf "domain lo=0,0 hi=%.17g,%.17g periodic=xy\n", n * d, m * h
		print "law grain grain linear kn=40000 kt=0 mu=0 en=1\nlaw grain light linear kn=20 kt=0 mu=0 en=1"
		print "law light light linear kn=20 kt=0 mu=0 en=1\ncolumns body id shape material x y angle vx vy omega"
		print "frame 0 t=0 dt=0 due=0 body=" n * m + 2 * m
		for (k = 0; k < m; k++)
			for (i = 0; i < n; i++)
				printf "body %d 1 grain %.17g %.17g 0 %.17g 0 0\n", ++id, (i + 0.5) * d, (k + 0.5) * h, 0.4 * (chance() - 0.5)
		for (k = 0; k < m / 2; k++)
			for (i = 0; i < 4; i++)
				printf "body %d 2 light %.17g %.17g 0 -8 %g 0\n", ++id, (n / 2 + 1.5 * i + 0.5) * d,
				       k * h + 0.2 * (chance() - 0.5), chance() < 0.5 ? 10 : -10
		print "end 0" }' | scree-mass -q
}

for seed in 2 179; do
	rows $seed >scene
	scree-dem2 -q --no-provenance -t 0.1 -d 0.001 --threads 1 --skin 0.3 scene >one
	for how in '1 0.02' '2 0.02' '2 0.05' '3 0.01'; do
		# shellcheck disable=SC2086 # threads, skin
		set -- $how
		for again in 1 2; do
			scree-dem2 -q --no-provenance -t 0.1 -d 0.001 --threads "$1" --skin "$2" scene >two
			ok "velocities $seed, threads $1, skin $2, run $again: the same" cmp two one
		done
	done
done

# Rods that are longer than the domain is wide turn until they meet their own images, beside disks that hardly move: so rods soon
# need more room. $1: another scene
rods() {
	awk -v seed="$1" 'function chance() { x = sin(++calls * 12.9898 + seed) * 43758.5453; return x - int(x) + (x < 0) }
	BEGIN { print "scree 1 dim=2\nmaterial grain density=1"
		print "shape 1 polyline r=0.02 -0.65,0 0.65,0\nshape 2 point r=0.1 0,0"
		print "domain lo=0,0 hi=1,30 periodic=xy\nlaw grain grain linear kn=2000 kt=1000 mu=0.3 en=0.8"
		print "columns body id shape material x y angle vx vy omega\nframe 0 t=0 dt=0 due=0 body=84"
		for (k = 0; k < 4; k++)
			printf "body %d 1 grain %.17g %g %.17g 0 0 %.17g\n", ++id, chance(), 1 + 2 * k, 1.5708 + 1.2 * chance() - 0.6,
			       (chance() < 0.5 ? 1 : -1) * (0.3 + 2.7 * chance())
		for (k = 0; k < 80; k++)
			printf "body %d 2 grain %g %.17g 0 %.17g 0 0\n", ++id, 0.15 + 0.25 * (k % 4), 9 + int(k / 4) + 0.3 * chance(),
			       2e-4 * (chance() - 0.5)
		print "end 0" }' | scree-mass -q
}

for seed in 1 2 7; do
	rods $seed >scene
	scree-dem2 -q --no-provenance -t 2 -d 5e-5 --threads 1 scene >one
	for how in '1 0.1' '1 0.3' '2 0.1'; do
		# shellcheck disable=SC2086 # threads, skin
		set -- $how
		scree-dem2 -q --no-provenance -t 2 -d 5e-5 --threads "$1" --skin "$2" scene >two
		ok "rods that meet their own images, $seed, threads $1, skin $2: the same" cmp two one
	done
done

finish
