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
finish
