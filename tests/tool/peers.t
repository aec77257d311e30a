#!/bin/sh
# The scenes that benchmarks give to a peer are the same in both programs: kinetic and potential energy agree at t = 0,
# and about, as the peer keeps no energy, after a collision.
. "$(dirname "$0")/../tap.sh"

convert() { # STREAM: a data file beside it
	awk -f "$root/bench/peers/stream2lammps.awk" "$1" >"$1.data"
}
peer() { # INPUT STREAM STEPS OPTION...: the peer's table of energies, in "table"
	OMP_NUM_THREADS=1 lmp -in "$root/bench/peers/$1" -var data "$2.data" -var steps "$3" -var every "$3" -var dt 3e-4 \
		-log log -screen none >/dev/null && awk '$1 == "Step" { on = 1; next } /^Loop/ { on = 0 } on' log >table
}
ledger() { # KEY STREAM: of the last frame
	sed -n "s/^ledger .* $1=\([^ ]*\).*/\1/p" "$2" | tail -n 1
}
sum() {
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.17g", a + b }'
}

printf '0.4 0\n-0.1 0.35\n-0.3 -0.2\n' >outline
law=grain,grain,kn=1e4,kt=0,mu=0,en=1
scree-shape -q --radius 0.1 outline | scree-fill -q -n 50 --fraction 0.78 --sizes uniform:0.8,1.25 --periodic xy --temperature 0.5 |
	scree-set -q --law $law | scree-dem2 -q -t 0.15 -d 3e-4 >polygons
scree-shape -q disk --area 0.785 | scree-fill -q -n 50 --fraction 0.6 --periodic xy --temperature 0.5 |
	scree-set -q --law $law | scree-dem2 -q -t 0.15 -d 3e-4 >disks
convert polygons
convert disks

is 'every body is in the data file' "$(awk '/^Bodies/ { on = 1 } on && NF == 6' polygons.data | wc -l)" 50
near 'masses' "$(awk '/^Atoms/ { on = 1 } /^Velocities/ { on = 0 } on && NF == 7 { m += $4 } END { printf "%.17g", m }' polygons.data)" \
	"$(awk '/^mass/ { sub("area=", "", $3); a = $3 } /^frame/ { m = 0 } /^body/ { m += a * $6 ^ 2 } END { printf "%.17g", m }' polygons)" 1e-12

if ! command -v lmp >/dev/null; then
	skip 'kinetic and potential energy of polygons and disks in LAMMPS: lmp is not installed'
	finish
fi
peer in.polygons polygons 20
near 'kinetic energy of polygons' "$(awk 'NR == 1 { print $4 }' table)" "$(sum "$(ledger kin_lin polygons)" "$(ledger kin_rot polygons)")" 1e-9
near 'potential energy of polygons that overlap' "$(awk 'NR == 1 { print $5 }' table)" "$(ledger el_n polygons)" 1e-9
ok 'there is some' awk 'NR == 1 { exit !($5 > 0.1) }' table
peer in.disks disks 20
near 'kinetic energy of disks' "$(awk 'NR == 1 { print $3 }' table)" "$(ledger kin_lin disks)" 1e-9

# two pentagons, one spinning, meet: 400 steps
printf '%s\n' '0.4 0' '0.1236 0.3804' '-0.3236 0.2351' '-0.3236 -0.2351' '0.1236 -0.3804' >outline
scree-shape -q --radius 0.1 outline >pentagon
scree-fill -q --box 5,5 --periodic xy --at 1,2 --at 2.05,2.1 --angle 0.3 pentagon | scree-set -q --law $law --where 'id == 1' --velocity 1.5,0 \
	--omega 3 | scree-dem2 -q -t 0 -d 3e-4 >pair
convert pair
scree-dem2 -q -t 0.12 pair >after
peer in.polygons pair 400
near 'translational energy after a collision' "$(awk 'END { print $3 }' table)" "$(ledger kin_lin after)" 3e-3
ok 'which has changed it' awk 'NR == 1 { e = $3 } END { exit !($3 < 0.6 * e) }' table

# ---- spheres in space, with friction and damping: the law is the same, so is the motion, for a while ----

bed() { # SHAPE: seven of them above a floor, moving
	printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain linear\nshape 1 %s\ndomain lo=0,0,0 hi=7,9,12 periodic=xy\n' "$1"
	printf 'columns body id shape material x y z vx vy vz wx wy wz\nframe 0 t=0 dt=0 due=0 body=7\n'
	awk 'BEGIN { for (k = 0; k < 7; k++) print "body", k + 1, 1, "grain", 0.4 + 0.93 * k, 4.3 + 1.07 * (k % 2) + 0.03 * k, 0.7 + 0.13 * k, \
		1 - 0.5 * k, 0.3 * k, -2 - 0.1 * k, 0.7 * k, 1.1, -0.4 * k }'
	echo 'end 0'
}
m=0.52359877559829882
bed 'sphere r=0.5' | scree-mass -q --method pebbles | scree-wall -q plane 0,0,0 0,0,1 | scree-set -q --gravity 0,0,-10 \
	--law "grain,grain,kn=1e6,kt=285714.2857142857,mu=0.3,gn=$(awk "BEGIN { print 50 * $m }"),gt=$(awk "BEGIN { print 25 * $m }")" >spheres
scree-dem3 -q -t 0.25 -d 5e-5 spheres >fallen
awk -f "$root/bench/peers/stream3lammps.awk" spheres >spheres.data
OMP_NUM_THREADS=1 lmp -in "$root/bench/peers/in.spheres" -var data spheres.data -var edge_x p -var edge_y p -var edge_z f -var warm 1000 \
	-var steps 4000 -var dt 5e-5 -var every 4000 -log log -screen none >/dev/null
near 'spheres that have fallen on a floor move as in LAMMPS' "$(awk '$1 == 5000 { print $3; exit }' log)" "$(ledger kin_lin fallen)" 0.1
ok 'after contacts that damp and turn them' awk -v d="$(ledger visc fallen)" -v a="$(ledger start_kin_rot fallen)" -v b="$(ledger kin_rot fallen)" \
	'BEGIN { exit !(d > 1 && b > 1.5 * a) }'
finish
