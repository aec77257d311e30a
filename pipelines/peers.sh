#!/bin/sh
# peers: the energy of cubes without friction, in scree-dem3 and in LAMMPS.
#
# Question   A gas of rounded cubes that collide without loss keeps its energy. LAMMPS has rounded polyhedra of its own, the body
#            style rounded/polyhedron (the model of Wang, Yu, Langston and Fraige, Granular Matter 13, 1, 2011). There a vertex
#            repels a face only above its inside, and two edges repel only if the feet of their common normal lie on both: the
#            force leaps to 0 at rims. What becomes of the energy there, what in scree-dem3, and does a shorter time step help?
# Given      125 cubes with edges of 2 and spheroradii of 0.25, which fill 0.15 of a periodic box; masses of 1, kn = 1000; the
#            time step 1e-3 up to t = 5, and a step ten times shorter in LAMMPS up to t = 0.5. LAMMPS (29 Sep 2021) multiplied the
#            energy by 57 and by 1.8.
# Missing    the places and velocities of that run.
# Chosen     a cubic lattice; random orientations, velocities and spins, with a mean energy of 0.6 per degree of freedom.
#            scree-convert gives LAMMPS the same scene, with the same moments of inertia, so that both begin with the same energy.
#            A loaded crystal: 64 cubes, turned at random by at most 0.02 about each axis, on a lattice narrower by 0.01 than the
#            cubes, up to t = 1, with a mean energy of 0.1 per degree of freedom; LAMMPS up to t = 0.05 with the step 1e-4. Nearly
#            all edges are nearly parallel in it.
#            Errors are those of the sum of kinetic and elastic energy, relative to its first value. The order is that of the
#            root of the mean square over all frames, with three steps, each half of the last.
#            The numbers of LAMMPS are those of one run and depend on the velocities, so the conditions only ask for a tenth of
#            the printed gain of energy. They, and the scene of the crystal, were set after a first run.
# Limit      without LAMMPS (`lmp`) the claims on it stay undecided, with a note.
# Runtime    a minute of processor time.
# Leaves     peers.png (energies against time, errors against time), the tables and scenes.
#
# CLAIM peers-gas printed=5e-4 holds='m <= 5e-4' quick='m <= 5e-3' scree-dem3, gas: largest error of the energy until
#       t = 5, step 1e-3
# CLAIM peers-gas-order printed=2 holds='1.7 <= m && m <= 2.3' quick=- the same: its error as a power of the time
#       step, 2e-3 to 5e-4
# CLAIM peers-crystal printed=5e-4 holds='m <= 5e-4' quick='m <= 5e-3' scree-dem3, crystal: largest error until t = 1, step 1e-4
# CLAIM peers-crystal-order printed=2 holds='1.7 <= m && m <= 2.3' quick='1.5 <= m && m <= 2.5' the same: its error as a power of
#       the time step, 2e-4 to 5e-5
# CLAIM peers-lammps printed=57 holds='m > 6.6' quick=- LAMMPS, gas: energy at t = 5 over the first, step 1e-3
# CLAIM peers-lammps-short printed=1.8 holds='m > 1.08' quick=- LAMMPS, gas: energy at t = 0.5 over the first, step 1e-4
# CLAIM peers-lammps-crystal printed=missing holds='m > 1.1' quick=- LAMMPS, crystal: energy at t = 0.05 over the first, step 1e-4
# CLAIM peers-same-start printed=1 holds='m > 0.999999 && m < 1.000001' quick=- first kinetic energy in LAMMPS over that in
#       scree-dem3, gas
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 5 3)
law=grain,grain,kn=1000,kt=0,mu=0,en=1
scree-shape -q cube --size 2,2,2 --radius 0.25 >shape
volume=$(sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p' shape)
scree-set -q --material "grain,$(awk "BEGIN { printf \"%.17g\", 1 / $volume }")" --law $law shape >cube
rm shape

# the scenes
spacing=$(awk "BEGIN { printf \"%.12g\", exp(log($volume / 0.15) / 3) }")
side=$(awk "BEGIN { printf \"%.12g\", $n * $spacing }")
scree-fill -q -n $((n * n * n)) --lattice sc --spacing "$spacing" --box "$side,$side,$side" --periodic xyz \
	--temperature 1.2 --no-drift cube | scree-set -q --law $law >gas.scree
m=$(choose 4 3)
{
	sed '/^columns/,$d' cube
	awk -v n="$m" -v step=2.49 'BEGIN {
		srand(3)
		CONVFMT = OFMT = "%.17g"
		side = n * step
		print "domain lo=0,0,0 hi=" side "," side "," side " periodic=xyz"
		print "columns body id shape material size x y z qw qx qy qz\nframe 0 t=0 dt=0 due=0 body=" n ^ 3
		for (k = 0; k < n ^ 3; k++) {
			x = 0.02 * rand() - 0.01; y = 0.02 * rand() - 0.01; z = 0.02 * rand() - 0.01
			unit = sqrt(1 + x * x + y * y + z * z)
			print "body", k + 1, 1, "grain", 1, (k % n + 0.5) * step, (int(k / n) % n + 0.5) * step,
				(int(k / n / n) + 0.5) * step, 1 / unit, x / unit, y / unit, z / unit
		}
		print "end 0"
	}'
} | scree-set -q --temperature 0.2 --no-drift >crystal.scree

# energies of scree-dem3: time, energy over the first, largest error so far
run() { # SCENE TIME STEP
	scree-dem3 -q -t "$2" -d "$3" --every "$(compute "$2 / $(choose 400 100)")" "$1.scree" | scree-energy -q | awk '
		/^# t\[/ { for (k = 2; k <= NF; k++) { name = $k; sub(/\[.*/, "", name); at[name] = k - 1 } next }
		/^#/ { next }
		NF {
			e = $at["total"]
			if (!frames++) { first = e; print "# scree-table 1\n# first " first "\n# t energy error" }
			d = e / first - 1
			square += d * d
			if (d < 0) d = -d
			if (d > most) most = d
			print $1, e / first, most ? most : "?"
		}
		END { print "# error largest=" most + 0 " root_mean_square=" sqrt(square / frames) }' >"$1-$3.tab"
	tail -n 1 "$1-$3.tab" | sed "s/^#/$1, step $3:/"
}
order() { # SCENE LONG SHORT
	compute "log($(field root_mean_square "$1-$2.tab") / $(field root_mean_square "$1-$3.tab")) / log($2 / $3)"
}
for dt in 2e-3 1e-3 5e-4; do run gas "$(choose 5 1)" $dt; done
for dt in 2e-4 1e-4 5e-5; do run crystal "$(choose 1 0.1)" $dt; done

# energies of LAMMPS
lammps() { # SCENE STEPS STEP
	[ -e "$1.data" ] || scree-convert -q "$1.scree" -o "$1.data"
	cat >lammps.in <<-END
	units lj
	atom_style $(sed -n '1s/.*atom_style \([^,]*\),.*/\1/p' "$1.data")
	boundary p p p
	read_data $1.data
	pair_style body/rounded/polyhedron 0 0 0 1 0.5
	pair_coeff * * 1000 0
	comm_modify vel yes
	neighbor 1 bin
	neigh_modify every 5 delay 0 check no
	fix motion all nve/body
	compute body all temp/body
	variable kinetic equal 0.5*(c_body[1]+c_body[2]+c_body[3])
	timestep $3
	thermo_style custom step v_kinetic pe
	thermo_modify norm no format float %.10g
	thermo $(($2 / 50))
	run $2
	END
	lmp -log none -in lammps.in >lammps.said 2>&1 || { tail -n 5 lammps.said; exit 1; }
	awk -v dt="$3" '
		/^Loop/ { on = 0 }
		on {
			e = $2 + $3
			if (!first) { first = e; print "# scree-table 1\n# first " first "\n# t energy" }
			print $1 * dt, e / first
		}
		$1 == "Step" { on = 1 }' OFMT=%.10g lammps.said >"lammps-$1-$3.tab"
	rm lammps.in lammps.said
	echo "LAMMPS, $1, step $3: $(last energy "lammps-$1-$3.tab") times the first energy"
}
set -- gas-1e-3.tab
names='scree-dem3 step 1e-3'
if command -v lmp >/dev/null; then
	lammps gas "$(choose 5000 100)" 1e-3
	lammps gas "$(choose 5000 100)" 1e-4
	lammps crystal "$(choose 500 50)" 1e-4
	set -- lammps-gas-1e-3.tab lammps-gas-1e-4.tab "$@"
	names="LAMMPS step 1e-3,LAMMPS step 1e-4,$names"
else
	echo 'peers: lmp is not installed, the claims on LAMMPS stay undecided' >&2
	rm -f lammps-*.tab
fi
size=$(choose 520,430 400,300)
scree-plot -q -o energy.png --size "$size" --log y -x t -y energy --names "$names" --x-label time \
	--y-label 'energy / first energy' "$@"
scree-plot -q -o error.png --size "$size" --log y -x t -y error --y-range 1e-6,1e-3 --names 'step 2e-3,step 1e-3,step 5e-4' \
	--x-label time --y-label 'largest error so far / first energy' gas-2e-3.tab gas-1e-3.tab gas-5e-4.tab
panel peers.png 2 'a gas of cubes that collide without loss'=energy.png 'the same in scree-dem3: its error'=error.png

largest_gas=$(field largest gas-1e-3.tab) order_gas=$(order gas 2e-3 5e-4)
largest_crystal=$(field largest crystal-1e-4.tab) order_crystal=$(order crystal 2e-4 5e-5)
cd - >/dev/null

claim peers-gas "$largest_gas"
claim peers-gas-order "$order_gas"
claim peers-crystal "$largest_crystal"
claim peers-crystal-order "$order_crystal"
growth() { # TABLE
	[ ! -e "$out/$1" ] || last energy "$out/$1"
}
first() { # TABLE
	sed -n 's/^# first //p' "$out/$1"
}
command -v lmp >/dev/null || quick=1 # leaves the claims on LAMMPS undecided
claim peers-lammps "$(growth lammps-gas-1e-3.tab)"
claim peers-lammps-short "$(growth lammps-gas-1e-4.tab)"
claim peers-lammps-crystal "$(growth lammps-crystal-1e-4.tab)"
claim peers-same-start "$([ ! -e "$out/lammps-gas-1e-3.tab" ] || compute "$(first lammps-gas-1e-3.tab) / $(first gas-1e-3.tab)")"
