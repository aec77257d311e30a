#!/bin/sh
# p4-fig3-27-objects: 27 functionally defined objects with friction fall into a box and come to rest.
#
# Question   The paper shows 27 functionally defined objects (figure 3) as an example of its method with friction. Do they come to
#            rest without deep overlaps, and where does their energy go?
# Given      27 objects, quadrics with perturbation functions, with friction.
# Missing    everything else: shapes, friction, the box, the time step, and the duration.
# Chosen     an ellipsoid with three bumps (scree-shape bumps, of a size of about 2) in random orientations on a lattice of 3
#            x 3 x 3, which falls into a box; friction 0.4, no restitution, gravity 9.81, a time step of 0.005; 10 s. An object may
#            roll for seconds before it finds a place.
# Runtime    two minutes, most of them for the film.
# Leaves     rest.png (the objects at rest), fall.gif, log.tab (contacts, residual, overlap, energy), energy.png (energy
#            against time).
#
# CLAIM p4-fig3-rest printed=rest holds='m <= 1e-3' quick=- kinetic energy after 10 s over the energy lost
# CLAIM p4-fig3-overlap printed=none holds='m <= 0.01' greatest overlap in any frame over the smallest half axis
# CLAIM p4-fig3-first-law printed=missing holds='m <= 1e-6' relative error of the first law
# CLAIM p4-fig3-converged printed=missing holds='m == 0' number of steps whose residual stays above 1e-3
# CLAIM p4-fig3-contacts printed=missing holds='2 <= m && m <= 7' quick=- contacts per object at rest; contacts with walls count
#       fully
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
time=$(choose 10 0.6)

scree-shape bumps | scree-fill -q -n 27 --box 9,9,9 --lattice sc --spacing 3 | scree-wall box |
	scree-set --gravity 0,0,-9.81 --law grain,grain,hard,mu=0.4 |
	scree-cd3 -t "$time" -d 0.005 --every 0.25 --log log.tab 2>summary >fall.scree
scree-pick --last fall.scree >rest.scree
scree-draw -o rest.png --size "$(choose 900 300)" rest.scree
[ "$quick" ] || scree-draw -o fall.gif --size 400 --fps 4 fall.scree
scree-energy fall.scree >energy.tab
scree-plot -q -o energy.png -x t -y kin_lin,kin_rot,grav energy.tab

lost=$(compute "$(last fric energy.tab) + $(last visc energy.tab)")
rest=$(compute "($(last kin_lin energy.tab) + $(last kin_rot energy.tab)) / ($lost > 0 ? $lost : 1)")
overlap=$(awk '/^# t/ { for (k = 2; k <= NF; k++) if ($k == "overlap") c = k - 1 } !/^#/ && $c > m { m = $c } END { print m + 0 }' log.tab)
error=$(field energy_error summary | awk '{ print $1 < 0 ? -$1 : $1 }')
unconverged=$(field unconverged summary)
contacts=$(compute "$(last contacts log.tab) / 27")
rm -f summary rest.scree
cd - >/dev/null

claim p4-fig3-rest "$rest"
claim p4-fig3-overlap "$overlap"
claim p4-fig3-first-law "$error"
claim p4-fig3-converged "$unconverged"
claim p4-fig3-contacts "$contacts"
