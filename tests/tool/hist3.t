#!/bin/sh
# scree-hist in space: energies of bodies that are written down, and Maxwell's distributions of three components.
. "$(dirname "$0")/../tap.sh"

rows() { grep -v '^#' "$@" | grep .; }
cell() { awk -v name="$1" -v row="$2" '/^# (group|tag|shape|vx|speed|kin|column|Lz|fn|z)/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ && NF && ++n == row { print $at[name] }' "$3"; }

# density 2: the clump has the mass 12 and the moments 2, 4, 6; the ball the mass 8 pi / 3
cat >two <<'EOF_B'
scree 1 dim=3
units length=m mass=kg time=s
material steel density=2
shape 1 clump -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 0,0.8,0,0.3
mass 1 volume=6 I=1,2,3
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z qw qx qy qz vx vy vz Lx Ly Lz
columns contact i j fn
frame 0 t=0 body=3 contact=2
body 1 1 steel a 0 0 5 1 0 0 0 1 -2 3 2 4 6
body 2 1 steel b 4 0 7 0 1 0 0 0 1 0 0 4 0
body 3 2 steel floor 0 0 0 1 0 0 0 0 0 0 0 0 0
contact 1 3 2.5
contact 2 3 3.5
end 0
EOF_B
scree-hist -q --equipartition --by tag two >a
is 'the first: 12 v^2 / 2' "$(cell kin_x 1 a) $(cell kin_y 1 a) $(cell kin_z 1 a)" '6 24 54'
is 'rotation: L^2 / 2 I' "$(cell kin_rot 1 a) $(cell kin_rot 2 a)" '6 2'
near 'ratio' "$(cell ratio 1 a)" "$(awk 'BEGIN { printf "%.15g", 6 / 84 }')" 1e-14
is 'walls are left out' "$(rows a | wc -l)" 2
is 'units' "$(scree-hist -q --no-provenance -x Lz --bins 1 two | grep -o 'Lz\[[^ ]*')" 'Lz[kg*m^2/s]'
is 'heights in bins' "$(scree-hist -q -x z --range 4,8 --bins 2 two | rows | awk '{ print $4 }' | tr '\n' ' ')" '1 1 '
is 'a formula, a choice' "$(scree-hist -q -x 'kin_z/mass' --where 'vz > 1' --range 4,5 --bins 1 two | rows | awk '{ print $4 }')" 1
is 'forces of contacts' "$(scree-hist -q --of contact -x fn --range 2,4 --bins 2 two | rows | awk '{ print $4 }' | tr '\n' ' ')" '1 1 '
is 'without the mean motion: momentum 12, -12, 36 over 24' "$(scree-hist -q --no-drift -x vz --range -2,2 --bins 4 two | rows | awk '{ print $4 }' | tr '\n' ' ')" '1 0 0 1 '

# 2000 balls at the temperature 2: the density of speeds 4 pi (m / 2 pi T)^(3/2) v^2 exp(- m v^2 / 2 T), m = pi / 6
scree-shape sphere --volume 1 | scree-fill -n 2000 --lattice sc --box 30,30,30 | scree-set --temperature 2 >gas
scree-hist -q -x speed --fit maxwell --temperature 2 --range 1,2 --bins 50 gas >a
near 'the density of speeds' "$(cell fit 25 a)" "$(awk 'BEGIN { v = 1.49; printf "%.12g", 4 * 3.14159265358979 * (1 / (4 * 3.14159265358979)) ^ 1.5 * v * v * exp(-v * v / 4) }')" 1e-4
scree-hist -q -x vz,speed,kin_z,kin_lin,kin_rot,kin --fit maxwell --tests gas >a
for row in 1 2 3 4 5 6; do
	near "temperature by $(cell column $row a)" "$(cell temperature $row a)" 2 "$(awk -v e="$(cell temperature_error $row a)" 'BEGIN { print 4 * e }')"
	is 'and it is that distribution' "$(awk -v p="$(cell ks_p $row a)" -v q="$(cell chi2_p $row a)" 'BEGIN { print (p > 1e-3 && q > 1e-3) }')" 1
done
near 'the error of six degrees of freedom' "$(cell temperature_error 6 a)" "$(awk 'BEGIN { print 2 * sqrt(2 / 12000) }')" 0.003
near 'rotation has as much as translation' "$(scree-hist -q --equipartition gas >b; cell ratio 1 b)" 1 0.08
fails 2 'maxwell knows nothing of omega, expected vx, vy, vz, speed, kin_x, kin_y, kin_z, kin_lin, kin_rot or kin' 'omega in space' \
	scree-hist -x omega --fit maxwell two
fails 3 'is of a stream with dim=2, expected dim=3' 'two dimensions' sh -c "cat two '$root/tests/data/chain.scree' | scree-hist -x x"
fails 3 'body 1 .*mass|body 1.*material' 'a body without mass' sh -c 'sed "s/steel a/- a/" two | scree-hist -x kin'
finish
