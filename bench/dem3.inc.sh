# shellcheck shell=sh disable=SC2034,SC2154
# bench/dem3.inc.sh: scenes of scree-dem3 for bench/*.sh, which have sourced dem2.inc.sh.

# LAMMPS multiplies its damping, 100, by the reduced mass; scree takes the product, which is 50 m for bodies of equal mass m
law() { # MASS
	echo "grain,grain,kn=1e6,kt=285714.2857142857,mu=0.3,gn=$(compute "50 * $1"),gt=$(compute "25 * $1")"
}

stream() { # SHAPE: one body
	printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain linear\nshape 1 %s\ncolumns body id shape material x y z\n' "$1"
	printf 'frame 0 t=0 dt=0 due=0 body=1\nbody 1 1 grain 0 0 0\nend 0\n'
}

tbar='clump -3,0,0,0.5 -2,0,0,0.5 -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 2,0,0,0.5 3,0,0,0.5 0,0,1,0.5 0,0,2,0.5 0,0,3,0.5'

# Bodies of the shape on stdin fall on a floor and come to rest; the domain is periodic along x and y.
bed() { # N SIDE HEIGHT MASS TIME
	scree-mass -q --method pebbles | scree-fill -q -n "$1" --box "$2,$2,$3" --periodic xy | scree-wall -q plane 0,0,0 0,0,1 |
		scree-set -q --law "$(law "$4")" --gravity 0,0,-40 | scree-dem3 -q -t "$5" -d 5e-5 --threads "$cores" |
		scree-set -q --gravity 0,0,-10 | scree-dem3 -q -t 0.5 --threads "$cores" | scree-pick -q --last | scree-set -q --reset
}

# Copies of a bed side by side, on one floor, a little above the old one. Contacts begin with new springs, as in other programs.
beds() { # FILE NX,NY
	scree-pick -q --where 'shape == 1' "$1" | scree-move -q --by 0,0,0.001 --replicate "$2,1" | scree-wall -q plane 0,0,0 0,0,1 |
		scree-set -q --reset
}

cubes() { # N SOLID_FRACTION: a gas of rounded cubes, edges of 2, spheroradii of 0.25, mass 1
	scree-shape -q cube --size 2,2,2 --radius 0.25 >"$tmp/cube"
	density=$(sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p' "$tmp/cube" | awk '{ printf "%.17g", 1 / $1 }')
	scree-set -q --material "grain,$density" "$tmp/cube" | scree-fill -q -n "$1" --fraction "$2" --periodic xyz --temperature 1 |
		scree-set -q --law grain,grain,kn=1000,kt=0,mu=0,en=1 | scree-dem3 -q -t 2 -d 1e-3 --threads "$cores" |
		scree-pick -q --last | scree-set -q --reset
}
