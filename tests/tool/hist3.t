#!/bin/sh
# scree-hist in space: energies of bodies that are written down, and Maxwell's distributions of three components.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

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
# bodies of different masses, sizes and shapes that stand askew, whose angular velocities are known
. "$root/tests/odd3.sh"
cat moments.awk - >odd.awk <<'S'
function take(name, x) { n[name]++; s[name] += x; q[name] += x * x }
function flush(k, i, m, v, M, P, e, part, l) {
	for (i = 0; i < rows; i++) { split(row[i], f, " "); if (f[3] != 9) { m = mass(f); M += m; for (k = 0; k < 3; k++) P[k] += m * f[7 + k] } }
	for (i = 0; i < rows; i++) { split(row[i], f, " "); if (f[3] == 9) continue
		m = mass(f); part = drift ? 1 - m / M : 1; for (k = 0; k < 3; k++) { v[k] = f[7 + k] - (drift ? P[k] / M : 0); e[k] = m * v[k] ^ 2 / 2 }
		l = e[0] + e[1] + e[2]; rot = momentum(f, L) / 2
		for (k = 0; k < 3; k++) { a = substr("xyz", k + 1, 1); take("v" a, v[k]); T["v" a] += 2 * e[k] / part
			take("kin_" a, e[k]); T["kin_" a] += 2 * e[k] / part }
		take("speed", sqrt(2 * l / m)); T["speed"] += 2 * l / 3 / part; take("kin_lin", l); T["kin_lin"] += 2 * l / 3 / part
		take("kin_rot", rot); T["kin_rot"] += 2 * rot / 3; take("kin", l + rot); T["kin"] += 2 * (l + rot) / 6; take("mass", m)
		X[frames] += e[0]; Y[frames] += e[1]; Z[frames] += e[2]; R[frames] += rot; lin[frames] += part; all++; bodies[frames]++ }
	frames++; rows = 0 }
BEGIN { frames = 0 }
$1 != t { if (rows) flush(); t = $1 } { row[rows++] = $0 }
function mean(A, over, k, s) { s = 0; for (k = 0; k < frames; k++) s += A[k] / over[k]; return s / frames }
function error(A, over, k, s, m) { m = mean(A, over); s = 0; for (k = 0; k < frames; k++) s += (A[k] / over[k] - m) ^ 2; return sqrt(s / frames / (frames - 1)) }
END { flush(); split("vx vy vz speed kin_x kin_y kin_z kin_lin kin_rot kin mass", c, " ")
	for (k = 1; k in c && !shares; k++) { v = c[k]; printf "%s %d %.15g %.15g%s\n", v, n[v], s[v] / n[v], sqrt((q[v] - s[v] ^ 2 / n[v]) / (n[v] - 1)),
		v in T && fit ? sprintf(" %.15g", T[v] / n[v]) : "" }
	if (shares) { ml = mean(X, lin) + mean(Y, lin) + mean(Z, lin); g = mean(R, bodies) / ml
		for (k = 0; k < frames; k++) d += (R[k] / bodies[k] - g * (X[k] + Y[k] + Z[k]) / lin[k]) ^ 2
		printf "all %.15g %d %.15g %.15g %.15g %.15g %.15g %.15g %.15g %.15g %.15g %.15g %d\n", all / frames, frames, mean(X, lin), error(X, lin), mean(Y, lin), error(Y, lin),
			mean(Z, lin), error(Z, lin), mean(R, bodies), error(R, bodies), g, sqrt(d / frames / (frames - 1)) / ml, frames } }
S
told() { awk '!/^#/ { printf "%s %d %.15g %.15g%s\n", $1, $2, $4, $5, $6 == "?" ? "" : sprintf(" %.15g", $6) }'; }
all=vx,vy,vz,speed,kin_x,kin_y,kin_z,kin_lin,kin_rot,kin
for drift in 0 1; do
	how=$([ $drift = 0 ] || echo --no-drift)
	# shellcheck disable=SC2086
	alike "every energy: mean and spread $how" "$(scree-hist -q $how --fit normal --tests -x $all,mass odd | told)" "$(awk -v drift=$drift -f odd.awk odd.rows)"
	# shellcheck disable=SC2086
	alike "temperatures $how" "$(scree-hist -q $how --fit maxwell --tests -x $all odd | told)" "$(awk -v drift=$drift -v fit=1 -f odd.awk odd.rows | head -n 10)"
	# shellcheck disable=SC2086
	alike "equipartition $how" "$(scree-hist -q $how --equipartition odd | awk '!/^#/ { printf "%s", $1; for (k = 2; k <= NF; k++) printf " %.15g", $k; print "" }')" \
		"$(awk -v drift=$drift -v shares=1 -f odd.awk odd.rows)"
done

fails 2 'maxwell has no distribution of omega, expected vx, vy, vz, speed, kin_x, kin_y, kin_z, kin_lin, kin_rot or kin' 'omega in space' \
	scree-hist -x omega --fit maxwell two
fails 3 'is of a stream with dim=2, expected dim=3' 'two dimensions' sh -c "cat two '$root/tests/data/chain.scree' | scree-hist -x x"
fails 3 'body 1 .*mass|body 1.*material' 'a body without mass' sh -c 'sed "s/steel a/- a/" two | scree-hist -x kin'
finish
