#!/bin/sh
# bench/page.sh [FOLDER]: write docs/PERFORMANCE.md and its plots from bench/records, or FOLDER/PERFORMANCE.md from FOLDER/records
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
. bench/scenes.inc.sh
. bench/plots.inc.sh
to=${1:-}
records=${to:-bench}/records page=${to:-docs}/PERFORMANCE.md
plots=$(dirname "$page")/performance
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
cat "$records"/*.txt >"$tmp/all" 2>/dev/null || {
	echo "page.sh: there are no records in $records" >&2
	exit 1
}
mkdir -p "$plots"
plot_all

# ---- parts of the page ----

image() { # FILE TEXT
	[ ! -s "$plots/$1" ] || printf '\n![%s](performance/%s)\n' "$2" "$1"
}

has() { # TABLE
	[ -s "$records/$1.txt" ]
}

facts_of() { # TABLE
	sed -n 's/^# //p' "$records/$1.txt" | grep '^machine: \|^program: '
}

when() { # TABLE: when it was measured, and where, if not where the first table was
	printf '\nMeasured %s.\n' "$(sed -n 's/^# measured: //p' "$records/$1.txt")"
	facts_of "$1" >"$tmp/facts"
	cmp -s "$tmp/facts" "$tmp/first" || { echo && comm -23 "$tmp/facts" "$tmp/first" | sed 's/^program: //; s/^/- /; s/ | /, /g'; }
}

about() { # SCRIPT: what it says of itself
	echo
	sed -n '2,/^[^#]/{ s/^# *//p; }' "bench/$1.sh" | sed '1s/^[^:]*: //; 1s/^./\U&/'
}

# scenes by their titles, for tables of several scenes: a file of pairs
for scene in $scene_names; do
	printf '%s\t%s\n' "$scene" "$(title_of "$scene")"
done >"$tmp/titles"

rows_of() { # PREFIX COLUMNS LABEL HEAD [FILE]
	awk -v prefix="$1" -v columns="$2" -v label="$3" -v head="$4" -v titles="$tmp/titles" -f bench/table.awk "${5:-$tmp/all}"
}

rate='rate=scree [1e6/s]*1e-6;rate_sse2=scree, SSE2 only [1e6/s]*1e-6;rate_lammps=LAMMPS [1e6/s]*1e-6;ratio_lammps=scree by LAMMPS'
errors='energy_error=energy error;energy_error_lammps=LAMMPS: energy error'
more='contacts=contacts a body;steps=steps;lammps=settings of LAMMPS'

in_short() { # a line for each scene: on one core and on two, with 1e4 bodies or the nearest number
	awk -v names="$scene_names" '
		function off(n) { return log(n / 1e4) ^ 2 }
		$1 == "BENCH" && $2 ~ /^rates[.]/ { split($2, p, "."); if (!(p[2] in near) || off(p[3]) < off(near[p[2]])) near[p[2]] = p[3]; line[++lines] = $0; scene[lines] = p[2]; size[lines] = p[3] }
		END {
			m = split(names, name, " ")
			for (k = 1; k <= m; k++)
				for (i = 1; i <= lines; i++)
					if (scene[i] == name[k] && size[i] == near[name[k]]) {
						split(line[i], f)
						split(f[2], p, ".")
						if (p[4] == 1 || p[5] ~ /^(rate|ratio_lammps)$/)
							print "BENCH short." p[2] "." p[3] "." p[5] (p[4] == 2 ? "_two" : ""), f[3]
					}
		}' "$tmp/all" >"$tmp/short"
	rows_of short "$rate;rate_two=2 cores: scree [1e6/s]*1e-6;ratio_lammps_two=2 cores: scree by LAMMPS;$errors" '@1 | @2' 'scene | bodies' "$tmp/short" |
		sed 's/^|---|/|---|---:|/'
}

settings() { # what bench/peers/skins.sh found, the best way of each program on one core and on two
	[ -s bench/peers/skins.txt ] || return 0
	echo
	echo '| scene | cores | program | way | skin | delay or interval [steps] | LAMMPS [1e6/s] |'
	echo '|---|---:|---|---|---:|---:|---:|'
	awk '/^#/ { next } !(($1, $2, $3) in best) || $7 > best[$1, $2, $3] { best[$1, $2, $3] = $7; line[$1, $2, $3] = $0 }
		!(($1, $2, $3) in seen) { seen[$1, $2, $3]; order[++n] = $1 SUBSEP $2 SUBSEP $3 }
		END { for (k = 1; k <= n; k++) { split(line[order[k]], f); printf "| %s | %s | %s | %s | %s | %s | %.3g |\n", f[1], f[2], f[3], f[4], f[5], f[6], f[7] / 1e6 } }' bench/peers/skins.txt
	echo
	sed -n 's/^# \([a-z0-9-]*\): \(.* bodies, .*\)/- \1: \2/p' bench/peers/skins.txt
}

# How many times as fast as LAMMPS scenes shall be
factors='pentagons-80:8 disks-80:1.5 spheres:2 tbars:4'
factor() { # SCENE
	echo " $factors" | sed "s/.* $1:\([^ ]*\).*/\1/"
}

bounds() { # lines `BENCH bound.SCENE.BODIES.QUANTITY VALUE ns`; the data of few bodies stay in the last-level cache, which is faster
	awk -v factors="$factors" 'BEGIN { for (k = split(factors, f, " "); k; k--) { split(f[k], p, ":"); asked[p[1]] = p[2] } }
		$1 != "BENCH" { next }
		$2 == "limit.machine.1.bandwidth" { band = $3 }
		$2 == "limit.machine.1.instructions" { most = $3 }
		{ split($2, p, "."); row = p[3] "." p[4] }
		$2 ~ /^step[.]time[.].*[.]all$/ { time[row] = $3; order[++n] = row }
		$2 ~ /^step[.]instructions[.].*[.]bytes_beyond_l2$/ { bytes[row] = $3 }
		$2 ~ /^step[.]instructions[.].*[.]all$/ { count[row] = $3 }
		$2 ~ /^rates[.].*[.]1[.]rate_lammps$/ { peer[p[2] "." p[3]] = $3 }
		END {
			for (k = 1; k <= n && band && most; k++) {
				row = order[k]
				split(row, p, ".")
				print "BENCH bound." row ".time", time[row], "ns"
				if (row in bytes && p[2] >= 100000) print "BENCH bound." row ".bytes", bytes[row] / band, "ns"
				if (row in count) print "BENCH bound." row ".instructions", count[row] / most, "ns"
				if (asked[p[1]] && peer[row]) {
					print "BENCH bound." row ".goal", 1e9 / peer[row] / asked[p[1]], "ns"
					print "BENCH bound." row ".factor", asked[p[1]], "1"
				}
			}
		}' "$tmp/all"
}

goals() { # those that this project has set itself, and what was measured
	while read -r name sign bound text; do
		awk -v name="$name" -v sign="$sign" -v bound="$bound" -v text="$text" '$2 == name && !done++ {
			x = $3 < 0 ? -$3 : $3
			printf "| %s | %s %s | %.4g | %s |\n", text, sign, bound, $3, (sign == ">=" ? $3 >= bound : x <= bound) ? "holds" : "fails" }' "$tmp/all"
	done <<-E
	rates.pentagons-80.10000.1.ratio_lammps >= $(factor pentagons-80) dense pentagons, 10 000, 1 core: by LAMMPS
	rates.disks-80.10000.1.ratio_lammps >= $(factor disks-80) dense disks, 10 000, 1 core: by LAMMPS
	rates.disks-80.10000.2.ratio_lammps >= $(factor disks-80) dense disks, 10 000, 2 cores: by LAMMPS
	rates.spheres.10000.1.ratio_lammps >= $(factor spheres) bed of spheres, 10 000, 1 core: by LAMMPS
	rates.spheres.10000.2.ratio_lammps >= $(factor spheres) bed of spheres, 10 000, 2 cores: by LAMMPS
	rates.tbars.1000.1.ratio_lammps >= $(factor tbars) bed of T-bars, 1000, 1 core: by LAMMPS
	rates.cubes-15.1000.1.rate >= 5e6 gas of cubes, 1000, 1 core: rate [1/s]
	rates.tetrahedra-15.1000.1.rate >= 5e6 gas of tetrahedra, 1000, 1 core: rate [1/s]
	rates.cubes-50.1000.1.rate >= 2e6 dense cubes, 1000, 1 core: rate [1/s]
	rates.heap.1000.1.rate >= 1e6 heap of cubes, 1000, 1 core: rate [1/s]
	rates.cells.512.1.rate >= 1e5 dense Voronoi grains, 512, 1 core: rate [1/s]
	rates.spheres.100000.1.memory <= 800 bed of spheres, 100 000: memory [B/body]
	rates.tbars.100000.1.memory <= 2500 bed of T-bars, 100 000: memory [B/body]
	rates.pentagons-80.1000000.1.memory <= 700 dense pentagons, 1 000 000: memory [B/body]
	sides.exponent.25.3-7 <= 0.36 time as a power of the number of sides, solid fraction 0.25
	sides.exponent.80.3-7 <= 0.36 time as a power of the number of sides, solid fraction 0.80
	energy.25.2000.300e-6.largest <= 1e-4 energy error of pentagons at 0.25
	energy.80.2000.300e-6.largest <= 5e-4 energy error of pentagons at 0.80
	threads.pentagons-80.10000.speedup >= 1.85 two threads, 10 000 dense pentagons
	threads.disks-80.10000.speedup >= 1.85 two threads, 10 000 dense disks
	threads.spheres.10000.speedup >= 1.85 two threads, 10 000 spheres
	threads.tbars.10000.speedup >= 1.85 two threads, 10 000 T-bars
	threads.cubes-50.1000.speedup >= 1.8 two threads, 1000 dense cubes
	threads.ellipsoids.4000.speedup >= 1.85 two threads, 4000 ellipsoids with hard contacts
	threads.spheres.1000.speedup >= 1 two threads, 1000 spheres
	threads.spheres.10000.busy >= 0.9 two threads beside another process, 10 000 spheres
	cd3.bin.1000.seconds_per_step <= 0.02 seconds a step of 1000 ellipsoids with hard contacts
	cd3.bin.1000.residual <= 1e-3 their residual
	E
	for pair in voronoi:1000:100000:1.3 voronoi:1000:1000000:1.6 pentagons-80:10000:1000000:1.25 spheres:10000:1000000:1.25 \
		cells:512:97336:1; do
		echo "$pair" | tr : ' ' >"$tmp/pair"
		read -r scene few many bound <"$tmp/pair"
		awk -v scene="$scene" -v title="$(title_of "$scene")" -v few="$few" -v many="$many" -v bound="$bound" '
			$2 == "rates." scene "." few ".1.rate" { a = $3 } $2 == "rates." scene "." many ".1.rate" { b = $3 }
			END { if (a && b) printf "| %s: time of a body-step with %d bodies by that with %d | <= %s | %.3g | %s |\n", title, many, few, bound, a / b,
				a / b <= bound ? "holds" : "fails" }' "$tmp/all"
	done
}

# ---- the page ----

first=$(ls "$records"/rates-*.txt 2>/dev/null | head -n 1)
first=${first:-$(ls "$records"/*.txt | head -n 1)}
first=$(basename "$first" .txt)
facts_of "$first" >"$tmp/first"
{
	cat <<-'E'
	# Performance

	How fast scree-dem2, scree-dem3 and scree-cd3 are, beside LAMMPS and other programs that have the scenes. `make bench-performance`
	measures all tables and writes this page; the head of bench/performance.sh says how. Rates are body-steps per second: the
	number of bodies times the number of steps, by the time of the steps.
	E
	if grep -q '^BENCH rates[.]' "$tmp/all"; then
		printf '\n## In short\n\n'
		echo 'The scenes are described below, each with its table. Here are those with 10 000 bodies, or the nearest number.'
		in_short
		image rates.png 'rates against the number of bodies, a panel for each scene'
		image threads.png 'rates on two cores by those on one'
		echo
		echo 'In the plot of two cores, full lines are scree and broken lines are LAMMPS.'
	fi
	cat <<-'E'

	## What is compared, and why it is fair

	- **The same work.** All programs begin with the same state, which scree made and which is converted with 17 digits, and take the same number of
	  steps of the same length with the same laws of contacts: linear springs, and where there is friction, damping, Coulomb's limit and a
	  tangential spring that is kept. Where grains lose energy, and with it contacts, runs of all numbers of bodies have the same number of steps, so
	  rates against this number are those of one state. The tables of other programs have the kinetic energy after the run; it agrees where laws agree.
	- **The fastest peer.** LAMMPS is built from Debian's sources with -O3 -march=native (bench/peers/lammps.sh), and each scene is run
	  by the fastest of the builds at hand: Debian's own package, that of Debian's suite sid, the program as it is, with OPENMP, or with KOKKOS if it was
	  built with it. Two cores are two ranks or two threads, whichever is faster.
	- **The best settings.** For each scene the best of a grid of skins and of delays or intervals of rebuilding was searched for each
	  program and each way to run it (bench/peers/skins.sh); the table below has them. Where none was searched on two cores, they are
	  those of one. scree runs with its defaults.
	- **The same clock.** On one core, times are processor times, which other processes disturb least; on two, those of the clock. A
	  warm-up of a tenth of the steps does not count, nor do reading, set-up, and writing of the last frame. The time of LAMMPS is that of its
	  own loop. Passes of the programs take turns; how long they are and how many (one for a million bodies) stands below. Medians count, and the
	  range of the ratios is in brackets.
	- **Energy beside speed.** The energy error is that of the whole run, relative to kinetic and elastic energy at its start. LAMMPS has
	  one where nothing is lost and its pair style computes the elastic energy: polygons and polyhedra without friction. For disks and spheres it
	  computes no elastic energy, and the work of friction and damping nowhere, so there is no balance to test: a question mark. scree books
	  all of it, in every step; the time for this is in its rates.
	- **Algorithm and vectors apart.** scree has loops in AVX2 and AVX-512, LAMMPS what the compiler makes of its code. The column "SSE2 only" is scree
	  without wide vectors. The results are the same to the last bit.
	- **What is not compared.** LAMMPS' rounded polygons and polyhedra have friction without a tangential spring only (as of 4 Jul 2026, see its manual), so
	  scenes with corners and friction have no peer. Its polyhedra have faces of three or four corners, so Voronoi cells have none.
	  Contacts of its polygons and polyhedra are also less complete: the force leaps at rims, which the energy errors show.
	E
	printf '\n## Machine and programs\n\n'
	sed -n 's/^machine: \(.*\)/\1./p' "$tmp/first" | sed '1s/^/Machine: /'
	echo
	echo '| program | version | built with |'
	echo '|---|---|---|'
	sed -n 's/^program: \(.*\)/| \1 |/p' "$tmp/first"

	if grep -q '^BENCH rates[.]' "$tmp/all"; then
		printf '\n## Rates against the number of bodies\n\n'
		echo 'Settings of LAMMPS are program, way to run, skin, and delay or interval in steps. Scenes without columns for LAMMPS have no peer there.'
		for scene in $scene_names; do
			has "rates-$scene" || continue
			printf '\n### %s\n\n%s.\n' "$scene" "$(scene_text "$scene" | sed 's/^./\U&/')"
			rows_of "rates.$scene" "$rate;$errors;$more" '@1 bodies, @2 cores' ''
			when "rates-$scene"
		done
		printf '\n### Memory\n\nThe largest resident memory of a run on one core, all included, divided by the number of bodies.\n'
		echo 'Runs of more than 1000 steps need more: they also keep the bodies and contacts of their last good state, packed.'
		for scene in $scene_names; do
			grep "^BENCH rates[.]$scene[.][0-9]*[0-9]000[.]1[.]memory" "$tmp/all" | grep -v '[.]1000[.]1' || true
		done >"$tmp/memory"
		rows_of rates 'memory=scree [B/body];memory_lammps=LAMMPS [B/body]' '@1, @2 bodies' '' "$tmp/memory"
		printf '\n### Settings of LAMMPS\n\n'
		echo 'The best of the grid for each program, with the rate that it had in the search. `plain` is the program as it is, `ranks` are two processes,'
		echo '`omp` are threads of its package OPENMP, `kk` those of KOKKOS. Bodies with corners are rebuilt at fixed intervals.'
		settings
	fi
	if has grains; then
		printf '\n## Other programs\n'
		about grains
		for scene in spheres tbars performance ellipsoids; do
			rows_of "grains.$scene" 'rate=rate [1e6/s]*1e-6;ratio=scree by it;setting=distance of lists;kinetic_energy=kinetic energy;overlap=largest overlap' \
				'@2, @1 bodies' "$scene"
		done
		when grains
	fi
	if has threads; then
		printf '\n## Threads\n'
		about threads
		rows_of threads 'speedup=two threads;cores=two runs at once;busy=two threads, one core busy' '@1, @2 bodies' ''
		when threads
	fi
	if has dem2-sides; then
		printf '\n## Number of sides\n'
		about dem2-sides
		for phi in 25 80; do
			rows_of sides.$phi "ns=scree [ns];$rate;$errors;contacts=contacts a body" '@1 sides' "solid fraction 0.$phi"
		done
		rows_of sides.exponent '3-7=exponent' '0.@1' 'solid fraction'
		image sides.png 'rates against the number of sides'
		when dem2-sides
	fi
	if has dem2-sizes; then
		printf '\n## Ratio of sizes\n'
		about dem2-sizes
		for phi in 12 70; do
			rows_of sizes.$phi "$rate;energy_error=energy error;contacts=contacts a body;lammps=settings of LAMMPS" '@1 to 1' "solid fraction 0.$phi"
		done
		image sizes.png 'rates against the ratio of sizes'
		when dem2-sizes
	fi
	if has step; then
		printf '\n## What a time step is made of\n'
		about step
		rows_of step.time 'all=all [ns];forces=contacts [ns];lists=neighbour lists [ns];integration=the rest [ns];contacts=contacts a body;memory=memory [B/body]' \
			'@1, @2 bodies' 'time of a body-step'
		image step.png 'time of a body-step by phase'
		rows_of step.instructions 'all=all;positions=positions;neighbours=neighbours;forces=forces;velocities=velocities;energies=energies;forces_per_contact=forces, per contact;bytes_beyond_l2=bytes beyond L2' \
			'@1, @2 bodies' 'instructions of a body-step'
		printf '\n### How far from the limits\n\n%s\n%s\n%s\n%s\n' \
			'The plot has both limits of one core, and the steps. Points far below the line wait for results of earlier instructions and for the' \
			'caches, or divide and take roots. With wide vectors an instruction does several operations, so fewer instructions at' \
			'the same time are no loss: the distance to the line says how well the instructions that there are flow, not how few they could be.' \
			'Callgrind has no prefetching, so bytes that a processor fetches in time count too.'
		image roofline.png 'roofline'
		rows_of limit.machine 'bandwidth=triad [GB/s];instructions=additions [1e9/s];arithmetic=arithmetic [Gflop/s];arithmetic_sse2=arithmetic, SSE2 [Gflop/s]' \
			'@1 cores' 'the machine'
		rows_of step.roofline 'instructions_per_second=instructions [1e9/s];instructions_per_byte=instructions a byte;bytes_per_second=bytes [GB/s]' \
			'@1, @2 bodies' 'the steps'
		bounds >"$tmp/bounds"
		printf '\n%s\n%s\n%s\n' \
			'But for the scatter of the speed of a machine, a body-step takes no less time than its instructions at the rate of the additions and, where the' \
			'data are larger than the caches, than its bytes at the rate of the triad. Beside these times stands that of LAMMPS divided by the factor that' \
			'is the goal. Where one of them is above it, the goal needs fewer instructions or bytes.'
		rows_of bound 'time=all [ns];bytes=bytes alone [ns];instructions=instructions alone [ns];goal=LAMMPS by the factor [ns];factor=factor of the goal' \
			'@1, @2 bodies' 'time of a body-step' "$tmp/bounds"
		when step
	fi
	if has dem2-energy; then
		printf '\n## Energy and the time step\n'
		about dem2-energy
		for phi in 25 80; do
			rows_of energy.$phi 'rms=root mean square;rms_lammps=LAMMPS: root mean square;largest=largest;order=order;order_uncertainty=its uncertainty' \
				'@1 bodies, step @2' "solid fraction 0.$phi"
		done
		when dem2-energy
	fi
	if has dem2-skin; then
		printf '\n## Skins of scree\n'
		about dem2-skin
		rows_of skin 'rate=rate [1e6/s]*1e-6;skin=automatic skin;best_skin=best fixed skin;of_best=automatic by best' '@1, @2 bodies' ''
		when dem2-skin
	fi
	if has cd3; then
		printf '\n## Hard contacts\n'
		about cd3
		rows_of cd3.bin 'seconds_per_step=step [ms]*1e3;detection=detection [ms]*1e3;resolution=resolution [ms]*1e3;contacts=contacts;sweeps=sweeps;residual=residual;overlap=overlap' \
			'@1' 'ellipsoids'
		rows_of cd3.visits 'time=contact in a sweep [ns];ratio=greatest by least' '@1' 'ellipsoids'
		rows_of cd3.affine 'resolution=resolution, solver affine [ms]*1e3;exponent=exponent' '@1' 'ellipsoids'
		when cd3
	fi
	if has search; then
		printf '\n## Search of neighbours\n'
		about search
		for kind in dense void narrow; do
			rows_of search.$kind 'cells=cells [ns];sweep=sweep [ns];chosen=chosen [ns]' '@1 to 1, @2 bodies' "$kind"
		done
		when search
	fi
	goals >"$tmp/goals"
	if [ -s "$tmp/goals" ]; then
		printf '\n## Goals\n\nThose that this project has set itself; the ones that it misses are here too.\n\n'
		echo '| quantity | goal | measured | |'
		echo '|---|---:|---:|---|'
		cat "$tmp/goals"
	fi
} >"$page"
echo "$page"
