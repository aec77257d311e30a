#!/bin/sh
# p3-fig6-energy: how well is the energy of a gas of grains conserved?
#
# Question   In the paper of 2009, 400 particles of four shapes collide without friction (section 3.2, fig. 6): disks, rice,
#            peanuts, pebbles. The total energy is constant within 0.01 %, it grows slowly in all samples, and the elastic
#            energy is negligible.
# Given      four fixed walls, solid fraction 0.186, k = 1, density 1, dt = 0.05, Verlet distance 0.11; areas uniform with a
#            spread of 10 %; velocity 1 in random directions, no spin.
# Missing    the geometry of the shapes, and the duration. A velocity of 1 is impossible: two disks that meet head on would
#            overlap by 2.5 radii and pass through each other.
# Chosen     mean area 1; rice with straight sides of 4 r, peanuts of three vertices, pebbles as triangles with sides of 2 r;
#            sizes uniform, with areas from 0.9 to 1.1; velocity 0.02, at which two disks overlap by 5 % of a radius; time 2000.
#            Errors are relative to the total energy; the largest of a hundred frames counts. The paper uses a Gear integrator;
#            here Verlet is used, and Gear only for the trend.
# Runtime    a quarter of a minute on one core.
# Leaves     error-verlet.png, error-gear.png, energies.png (of pebbles), gas.png, the tables.
#
# CLAIM p3-fig6-disks printed=1e-4 holds='m <= 1e-4' quick='m <= 4e-4' largest error of the energy, disks
# CLAIM p3-fig6-rice printed=1e-4 holds='m <= 1e-4' quick='m <= 4e-4' largest error of the energy, rice
# CLAIM p3-fig6-peanuts printed=1e-4 holds='m <= 1e-4' quick='m <= 4e-4' largest error of the energy, peanuts
# CLAIM p3-fig6-pebbles printed=1e-4 holds='m <= 1e-4' quick='m <= 4e-4' largest error of the energy, pebbles
# CLAIM p3-fig6-elastic printed=negligible holds='m < 0.05' elastic energy over kinetic energy, mean over time, largest of four
#       shapes
# CLAIM p3-fig6-trend printed=4 holds='m == 4' quick=- number of samples, of four, whose energy has grown at the end, with Gear's
#       integrator
# DIFFERS contacts begin and end at any time within a step; the resulting errors have no preferred sign, so the energy performs a
#       random walk and does not grow; scree's Verlet integrator compensates for these errors
. "$(dirname "$0")/figure.inc.sh"

time=$(choose 2000 150)

run() { # SHAPE INTEGRATOR: a table of its energies
	scree-dem2 -q -t "$time" --dt 0.05 --skin 0.11 --integrator "$2" --every "$(compute "$time / 100")" --light 1000 \
		"$out/$1.scree" >"$out/$1.$2.scree"
	scree-energy -q "$out/$1.$2.scree" >"$out/$1.$2.tab"
}
# from the table of a shape: the largest error, the ratio of mean elastic to mean kinetic energy, and whether the energy has grown
largest() { awk '/^[0-9]/ { e = $NF < 0 ? -$NF : $NF; if (e > m) m = e } END { print m }' "$out/$1.verlet.tab"; }
elastic() { awk '/^[0-9]/ { k += $2 + $3; e += $4 } END { print e / k }' "$out/$1.verlet.tab"; }
grown() { awk '/^[0-9]/ { balance = $NF } END { print balance < 0 }' "$out/$1.gear.tab"; }

most=0 up=0
for shape in disk rice peanut pebble; do
	scree-shape $shape | scree-fill -q -n "$(choose 400 100)" --fraction 0.186 --sizes uniform:0.9487,1.0488 --speed 0.02 --seed 1 |
		scree-wall -q box | scree-set --law grain,grain,kn=1,kt=0,mu=0,en=1 >"$out/$shape.scree"
	run $shape verlet
	run $shape gear
	echo "== $shape: largest error $(largest $shape), elastic energy $(elastic $shape) of the kinetic"
	most=$(compute "$(elastic $shape) > $most ? $(elastic $shape) : $most")
	up=$(compute "$up + $(grown $shape)")
done

for integrator in verlet gear; do
	beside t error disks="$out/disk.$integrator.tab" rice="$out/rice.$integrator.tab" \
		peanuts="$out/peanut.$integrator.tab" pebbles="$out/pebble.$integrator.tab" >"$out/error-$integrator.tab"
	scree-plot -q -o "$out/error-$integrator.png" --y-label 'energy lost / energy' --title "error of the energy, $integrator" \
		"$out/error-$integrator.tab"
done
scree-plot -q -o "$out/energies.png" -y kin_lin,kin_rot,el_n,total --title 'energies of 400 pebbles' "$out/pebble.verlet.tab"
scree-draw -q -o "$out/gas.png" --color speed --title 'pebbles' "$out/pebble.verlet.scree"

claim p3-fig6-disks "$(largest disk)"
claim p3-fig6-rice "$(largest rice)"
claim p3-fig6-peanuts "$(largest peanut)"
claim p3-fig6-pebbles "$(largest pebble)"
claim p3-fig6-elastic "$most"
claim p3-fig6-trend "$up"
