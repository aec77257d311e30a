#!/bin/sh
# What was given is heard: numbers that are too low are refused, those too that might stand for an option that was not given.
. "$(dirname "$0")/../tap.sh"

cp "$root/tests/data/chain.scree" chain
cp "$root/tests/data/clumps.scree" clumps

low() { # OPTION PROGRAM ARGUMENT...: 0, -1, -2 and the least integer that there is are refused
	option=$1
	shift
	for n in $least -1 -2 ${least:+-9223372036854775808}; do
		fails 2 "^$1: option --$option: $n" "$* --$option $n" "$@" "--$option" "$n"
	done
}
least=0
low bins scree-contacts --angles chain
low number scree-fill --box 99,9 chain
low bins scree-hist -x x chain
low bond scree-order chain
low bins scree-order --gr chain
low points scree-order --voronoi chain
low number scree-voronoi
low sides scree-wall drum chain
low sides scree-shape ngon
low mesh scree-shape sphere
low number scree-clump chain
low voxels scree-clump -n 3 chain
least=
low step scree-pick chain
low frame scree-pick chain
low least scree-orient --flips clumps
low area scree-stress chain
low volume scree-stress clumps
low threshold scree-stress --drops chain
low reach scree-order --gr chain
for option in area:chain volume:clumps; do
	fails 2 "option --${option%:*}: 0" "scree-stress --${option%:*} 0" scree-stress "--${option%:*}" 0 "${option#*:}"
done
finish
