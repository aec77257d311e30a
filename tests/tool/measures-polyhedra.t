#!/bin/sh
# scree-stress and scree-profile with polyhedra: a cube pressed on a cube, and Voronoi grains, against closed forms.
. "$(dirname "$0")/../tap.sh"

# NAME FILE: the last row's cell in a column of a table
cell() {
	awk -v name="$1" '/^# (t|z)\[/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } } !/^#/ && NF { x = $at[name] } END { print x }' "$2"
}
cube='-0.5,-0.5,-0.5 0.5,-0.5,-0.5 -0.5,0.5,-0.5 0.5,0.5,-0.5 -0.5,-0.5,0.5 0.5,-0.5,0.5 -0.5,0.5,0.5 0.5,0.5,0.5'
printf '%s\n' 'scree 1 dim=3' 'material m density=1' 'law m m linear kn=100 mu=0.3' \
	"shape 1 polyhedron r=0.1 vertices=8 $cube 3,1,0,2 4,6,2,0 5,4,0,1 7,3,2,6 7,6,4,5 7,5,1,3" 'columns body id shape material x y z' \
	'frame 0 t=0 body=2' 'body 1 1 m 0 0 0' 'body 2 1 m 0.25 0.3 1.19' 'end 0' | scree-dem3 -q -t 0 >two
scree-stress -q --volume 10 two >a
# four pairs of features with the overlap 0.01 bear the force 4 along z between centres at (0.25, 0.3, 1.19)
near 'the stress of a cube on a cube: force by branch over volume' "$(cell s_zz a)" 0.476 1e-12
near 'and its part across' "$(cell s_zx a)" 0.1 1e-12
near 'and the other' "$(cell s_zy a)" 0.12 1e-12
near 'solid: twice 1 + 6 r + 3 pi r^2 + 4/3 pi r^3' "$(cell solid a)" "$(awk 'BEGIN { pi = 3.14159265358979
	printf "%.15g", 0.2 * (1.6 + 0.03 * pi + 0.004 / 3 * pi) }')" 1e-12

scree-voronoi --box 4,4,4 -n 30 --periodic xyz -q --roundness 0.5 --void-ratio 0.6 >grains
scree-dem3 -q -t 0 grains | scree-stress -q >a
near 'the void ratio that was asked for' "$(cell void_ratio a)" 0.6 1e-9
scree-profile -q --along z grains | awk '!/^#/ && NF { n++; number += $2; solid += $3 } END { printf "%.12g %.12g %d\n", number / n, solid / n, n }' >b
near 'layers together hold the volumes of the grains' "$(cut -d ' ' -f 2 b)" 0.625 1e-9
near 'and their number' "$(cut -d ' ' -f 1 b)" 0.46875 1e-9
# a cube of side 1 whose lower face is 0.2 above a bin's edge: slices have their exact parts of it, in every unit of length
{ echo 'scree 1 dim=3'; echo 'domain lo=0,0,0 hi=8,8,8 periodic=xyz'; echo 'material m density=1'
	echo "shape 1 polyhedron r=0 vertices=8 $cube 3,1,0,2 4,6,2,0 5,4,0,1 7,3,2,6 7,6,4,5 7,5,1,3"
	printf '%s\n' 'columns body id shape material size x y z' 'frame 0 t=0 body=1' 'body 1 1 m 2 4 4 3.4' 'end 0'; } >one
ok 'slices have the part of a cube that is in them, not that of a ball' about 1e-12 \
	"$(scree-profile -q --along z --bins 8 one | awk '!/^#/ && NF { printf "%.15g ", $2 * 64 }')" '0 0 0.3 0.5 0.2 0 0 0'
# a corner of the domain is no edge of a cube
sed 's/body 1 1 m 2 4 4 3.4/body 1 1 m 2 4 4 7.4/' one >across
ok 'around the edge of the domain too' about 1e-12 \
	"$(scree-profile -q --along z --bins 8 across | awk '!/^#/ && NF { printf "%.15g ", $2 * 64 }')" '0.2 0 0 0 0 0 0.3 0.5'
finish
