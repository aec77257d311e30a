#!/bin/sh
# The page on performance says what was measured: tables, ratios, errors of energy, and plots; a benchmark runs the fastest peer that the
# machine has, with the settings that were found for it.
. "$(dirname "$0")/../tap.sh"
unset MAKEFLAGS

# ---- the page from records ----

mkdir -p given/records
cat >given/records/rates-pentagons-80.txt <<-E
# machine: an abacus, 2 processors
# program: scree | 0.7 | wood
# measured: 2001-02-03, load average 0.25 before, 0.5 after, 83 s
BENCH rates.pentagons-80.1000.1.rate 1.13e+07 /s
BENCH rates.pentagons-80.1000.1.rate_lammps 1.61e+06 /s
BENCH rates.pentagons-80.1000.1.ratio_lammps 7.019 1
BENCH rates.pentagons-80.1000.1.ratio_least 6.75 1
BENCH rates.pentagons-80.1000.1.ratio_most 7.25 1
BENCH rates.pentagons-80.1000.1.energy_error_lammps 0.031 1
BENCH rates.pentagons-80.1000.2.rate 2.1e+07 /s
BENCH rates.pentagons-80.10000.1.rate 1.02e+07 /s
BENCH rates.pentagons-80.10000.1.rate_lammps 1.7e+06 /s
BENCH rates.pentagons-80.10000.1.ratio_lammps 6 1
BENCH rates.pentagons-80.10000.1.memory 712.5 B/body
E
cat >given/records/step.txt <<-E
# machine: a slide rule
# program: scree | 0.7 | wood
# measured: 2001-02-04
BENCH step.time.spheres.1000.forces 41.5 ns
BENCH step.instructions.spheres.1000.all 523 1
BENCH step.time.disks-80.1000.forces 17.25 ns
E
ok 'a page from records' sh "$root/bench/performance.sh" page "$tmp/given"
page=given/PERFORMANCE.md
row() { # START: the cells of the first row that begins so
	grep -F "| $1 |" $page | head -n 1
}
is 'a row for each number of bodies and cores' "$(row '1000 bodies, 1 core')" '| 1000 bodies, 1 core | 11.3 | 1.61 | 7.02 (6.75 to 7.25) | 0.031 |'
is 'what was not measured is empty' "$(row '1000 bodies, 2 cores')" '| 1000 bodies, 2 cores | 21 |  |  |  |'
is 'large numbers are grouped' "$(row '10 000 bodies, 1 core')" '| 10 000 bodies, 1 core | 10.2 | 1.7 | 6 |  |'
is 'in short: the number of bodies nearest to 10 000' "$(row 'dense pentagons' | cut -d'|' -f 2-6)" ' dense pentagons | 10 000 | 10.2 | 1.7 | 6 '
is 'a goal that is missed' "$(grep '^| dense pentagons, 10 000, 1 core' $page)" '| dense pentagons, 10 000, 1 core: by LAMMPS | >= 8 | 6 | fails |'
is 'one table for a quantity of all scenes' "$(grep -c '^| time of a body-step |' $page)" 1
is 'its rows' "$(sed -n '/^| time of a body-step |/,/^$/p' $page | tail -n +3)" \
	"$(printf '| bed of spheres, 1000 bodies | 41.5 |\n| dense disks, 1000 bodies | 17.2 |\n')"
ok 'when, at which load, and for how long' grep -q 'Measured 2001-02-03, load average 0.25 before, 0.5 after, 83 s' $page
ok 'machine' grep -q '^Machine: an abacus' $page
ok 'programs' grep -qF '| scree | 0.7 | wood |' $page
ok 'another machine is told where its table is' awk '/^## What a time step/ { on = 1 } on && /a slide rule/ { found = 1 } END { exit !found }' $page
ok 'a table that was not measured has no section' sh -c "! grep -q '^## Threads' $page"
if command -v gnuplot >/dev/null; then
	for plot in rates threads step; do
		ok "the plot $plot is in the page, and below 80 kB" sh -c "grep -q 'performance/$plot.png' $page &&
			[ -s given/performance/$plot.png ] && [ \$(wc -c <given/performance/$plot.png) -lt 80000 ]"
	done
fi
mkdir -p empty
fails 1 'no records' 'a page without records' sh "$root/bench/performance.sh" page "$tmp/empty"

# ---- settings and logs of a peer ----

tree=$tmp/tree
mkdir -p "$tree/bench/peers" "$tree/cache/scree-peers/lammps-new-7/build"
printf '#!/bin/sh\n' >"$tree/lmp"
chmod +x "$tree/lmp"
cp "$tree/lmp" "$tree/cache/scree-peers/lammps-new-7/build/lmp"
cat >"$tree/bench/peers/skins.txt" <<-E
# scene, cores, program, way, skin, delay, rate
disks-80 1 debian plain 0.3 5 4.4e7
disks-80 1 new-7 omp 0.21 10 5.3e7
disks-80 1 gone plain 0.1 0 9e7
disks-80 2 debian ranks 0.4 20 8e7
disks-80 2 new-7 omp 0.21 10 7.9e7
spheres 1 new-7 plain 0.12 5 9e6
E
settings() { # SCENE CORES CACHE: program, way, skin and delay
	(cd "$tree" && env PATH="$tree:$PATH" XDG_CACHE_HOME="$3" sh -c '. "$1/bench/peers/lammps.inc.sh"; tmp=$2; lammps_settings "$3" "$4"
		echo "$lammps_name $how $skin $delay"' - "$root" "$tmp" "$1" "$2")
}
is 'the fastest program that is there' "$(settings disks-80 1 "$tree/cache")" 'new-7 omp 0.21 10'
is 'on two cores' "$(settings disks-80 2 "$tree/cache")" 'debian ranks 0.4 20'
is 'without the other program' "$(settings disks-80 1 /nowhere)" 'debian plain 0.3 5'
is 'two ranks where only one core was measured' "$(settings spheres 2 "$tree/cache")" 'new-7 ranks 0.12 5'
is 'a scene without a line' "$(settings pentagons-80 1 /nowhere)" 'debian plain 0.45 40'
is 'other sizes of disks have the settings of disks' "$(settings sizes-12 1 /nowhere)" 'debian plain 0.3 5'
has() { # SCENE: whether a peer has the scene
	(cd "$tree" && env PATH="$tree:$PATH" sh -c '. "$1/bench/peers/lammps.inc.sh"; have_lammps "$2" && echo yes || echo no' - "$root" "$1")
}
is 'a peer has dense disks' "$(has disks-80)" yes
is 'no peer has a heap of cubes with friction' "$(has heap)" no

cat >log <<-E
Step Time v_et PotEng
0 0 250.5 1.5
20 0.006 253.005 1.25
Loop time of 0.75 on 2 procs for 20 steps with 50 atoms

50.0% CPU use with 1 MPI tasks x 2 OpenMP threads
Step Time v_et PotEng
20 0.006 253.005 1.25
60 0.018 255.51 1.25
Loop time of 2.5 on 2 procs for 40 steps with 50 atoms

80.0% CPU use with 1 MPI tasks x 2 OpenMP threads
E
of_log() { # FUNCTION ARGUMENT
	sh -c '. "$1/bench/peers/lammps.inc.sh"; tmp=$2; $3 "$4"' - "$root" "$tmp" "$@"
}
is 'seconds of processor time on one core, without the warm-up' "$(of_log lammps_seconds 1)" 2
is 'seconds by the clock on two' "$(of_log lammps_seconds 2)" 2.5
is 'the error of energy, with the warm-up' "$(of_log lammps_error pentagons-80)" 0.02
is 'none where energy is lost' "$(of_log lammps_error spheres)" '?'

# ---- a measurement ----

ok 'all that a page needs can be measured' sh "$root/bench/performance.sh" quick "$tmp/quick"
quick=quick/records/rates-pentagons-80.txt
ok 'a rate' awk '$2 == "rates.pentagons-80.100.1.rate" && $3 > 0 { found = 1 } END { exit !found }' $quick
near 'its error of energy' "$(awk '$2 == "rates.pentagons-80.100.1.energy_error" { print $3 }' $quick)" 0 1e-3
# a difference of two short runs, which may be below 0 on a busy machine
ok 'time by phase' grep -q '^BENCH step.time.disks-80.100.forces -\{0,1\}[0-9]' quick/records/step.txt
ok 'limits of the machine' awk '$2 == "limit.machine.1.bandwidth" && $3 > 0 { found = 1 } END { exit !found }' quick/records/step.txt

# ---- grains with faces ----

ok 'grains with faces can be measured' sh -c 'cores=1 sh "$1/bench/poly.sh" quick >poly' - "$root"
of_poly() { # SCENE QUANTITY
	awk -v name="rates.$1.100.1.$2" '$2 == name { print $3 }' poly
}
for scene in cubes-15 tetrahedra-15 cubes-50 heap cells; do
	ok "a rate of $scene" test "$(of_poly $scene rate | awk '{ print ($1 > 0) }')" = 1
done
ok 'Voronoi grains are dense: each touches its neighbours with many features' test "$(of_poly cells contacts | cut -d. -f1)" -gt 40
near 'the energy of dense Voronoi grains is kept' "$(of_poly cells energy_error)" 0 1e-4
finish
