#!/bin/sh
# bench/poly.sh [quick]: the rates of grains with faces in space beside LAMMPS, as bench/rates.sh measures them; LAMMPS has the gases alone.
# The goals on one core are 5e6 body-steps/s for the gases of 1000 cubes and tetrahedra, 2e6 for dense cubes, 1e6 for a settled heap
# and 1e5 for dense Voronoi grains.
exec sh "$(dirname "$0")/rates.sh" ${1:+"$1"} cubes-15 tetrahedra-15 cubes-50 heap cells
