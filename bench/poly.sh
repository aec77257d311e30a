#!/bin/sh
# bench/poly.sh: the rate of scree-dem3 for bodies with faces: 1000 rounded cubes and tetrahedra that fill 0.15 of a periodic box,
# cubes that fill half of it, a heap of cubes at rest in a box, and 512 rounded cells of a Voronoi diagram with a void ratio of
# 0.3, which can move a little between their neighbours. Only the heap has friction. The cubes have edges of 2, spheroradii
# of 0.25 and masses of 1.
# Rates are body-steps per second of processor time, see bench/beside.inc.sh. If LAMMPS is installed (body/rounded/polyhedron),
# it runs the same states of cubes and tetrahedra in alternation, for as many steps, without friction in the heap. It cannot run the
# cells, whose faces have more than four corners. The energy error is that of the ledger, relative to the energy that has changed
# its form. In the table threads, speedup is that of two threads for the cubes at 0.5, cores that of two runs at once.
# With the operand `quick` there are 64 bodies and 20 times fewer steps, to see that the scenes run.
. "$(dirname "$0")/dem2.inc.sh"
dt=1e-3 side=10 part=1 cells=512 settle=10 cores=$(getconf _NPROCESSORS_ONLN)
[ "${1:-}" != quick ] || side=4 part=0.05 cells=64 settle=10 seconds=0.001 rounds=1

bench() { # NAME VALUE UNIT
	echo "BENCH poly.$1 $2 $3"
}

body() { # NAME: one body of mass 1
	scree-shape -q "$1" --size 2,2,2 --radius 0.25 >"$tmp/body"
	density=$(sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p' "$tmp/body" | awk '{ printf "%.17g", 1 / $1 }')
	scree-set -q --material "grain,$density" "$tmp/body"
}

gas() { # NAME SOLID_FRACTION: leaves the scene in $tmp/NAME-SOLID_FRACTION
	body "$1" | scree-fill -q -n $((side * side * side)) --fraction "$2" --periodic xyz --temperature 1 |
		scree-set -q --law grain,grain,kn=1000,kt=0,mu=0,en=1 | scree-dem3 -q -t 2 -d $dt --threads "$cores" |
		scree-pick -q --last | scree-set -q --reset >"$tmp/$1-$2"
}

measure_poly() { # ROW FILE STEPS [SCENE_OF_LAMMPS]
	poly_steps=$(whole "$3 * $part + 1") bodies=$(sed -n 's/^frame .* body=\([0-9]*\).*/\1/p' "$2")
	if [ "$4" ] && have_lammps; then
		lammps_settings "$4" 1
		alternate $rounds "spend own_seconds scree-dem3 $2 $poly_steps $dt 1" "spend peer_seconds $4 $2 $poly_steps $dt 1"
		bench "$1.rate" "$(compute "$a * $bodies * $poly_steps")" /s
		bench "$1.rate_lammps" "$(compute "$b * $bodies * $poly_steps")" /s
		bench "$1.ratio_lammps" "$ratio" 1
	else
		alternate $rounds "spend own_seconds scree-dem3 $2 $poly_steps $dt 1" "echo 1"
		bench "$1.rate" "$(compute "$a * $bodies * $poly_steps")" /s
	fi
	bench "$1.contacts" "$(field contacts "$tmp/summary")" 1
	bench "$1.energy_error" "$(field energy_error "$tmp/summary")" 1
}

gas cube 0.15
measure_poly gas.cubes-0.15 "$tmp/cube-0.15" 300 cubes-15
gas tetrahedron 0.15
measure_poly gas.tetrahedra-0.15 "$tmp/tetrahedron-0.15" 300 tetrahedra-15
gas cube 0.5
measure_poly gas.cubes-0.5 "$tmp/cube-0.5" 100 cubes-50

body cube | scree-fill -q -n $((side * side * side)) --fraction 0.45 | scree-wall -q box |
	scree-set -q --law grain,grain,kn=1000,kt=300,mu=0.5,en=0.3 --gravity 0,0,-1 |
	scree-dem3 -q -t "$settle" -d 5e-4 --threads "$cores" | scree-pick -q --last | scree-set -q --reset >"$tmp/heap"
dt=5e-4
measure_poly gas.heap "$tmp/heap" 100 heap

cell=$(awk "BEGIN { printf \"%.17g\", exp(log($cells) / 3) }")
scree-voronoi -q -n "$cells" --box "$cell,$cell,$cell" --periodic xyz --lloyd 20 --roundness 0.3 --void-ratio 0.3 |
	scree-set -q --law grain,grain,kn=1e4,kt=0,mu=0,en=1 --temperature 0.3 |
	scree-dem3 -q -t 0.1 -d 1e-4 --threads "$cores" | scree-pick -q --last | scree-set -q --reset >"$tmp/cells"
dt=1e-4
measure_poly gas.cells "$tmp/cells" 300

if [ "$cores" -ge 2 ]; then
	. bench/threads.inc.sh
	speedups scree-dem3 "$tmp/cube-0.5" "$(compute "1000 * $part * 1e-3")" 3 | while read -r name value; do
		bench "threads.cubes-0.5.$name" "$value" 1
	done
fi
