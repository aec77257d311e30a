#!/bin/sh
# bench/results.sh: measures all tables of scree-dem2 and writes them to bench/RESULTS.md, with machine, compiler and goals; half an
# hour on an idle machine. With the operand `space` it measures the tables of scree-dem3 and scree-cd3 and writes them to
# bench/RESULTS-space.md, in twenty minutes. With names of tables it writes only these to standard output.
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
[ -x bin/scree-dem2 ] || {
	echo "results.sh: bin/scree-dem2 is missing, run make first" >&2
	exit 1
}
PATH=$PWD/bin:$PATH
case ${*:-plane} in
plane) tables='dem2 dem2-large dem2-energy dem2-sides dem2-sizes dem2-skin dem2-threads dem2-voronoi search' page=bench/RESULTS.md ;;
space) tables='dem3 poly cd3' page=bench/RESULTS-space.md ;;
*) tables=$* page=/dev/stdout ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# goals: the first line with this name counts; names without a program are those of scree-dem2
goals() {
	while read -r name sign bound; do
		awk -v name="$name" -v sign="$sign" -v bound="$bound" '($2 == name || $2 == "dem2." name) && !done++ {
			good = $3 ~ /^[-+.0-9e]+$/ && (sign == ">=" ? $3 >= bound : ($3 < 0 ? -$3 : $3) <= bound)
			printf "| %s | %s %s | %s | %s |\n", name, sign, bound, $3, good ? "holds" : "fails" }' "$1"
	done <<-E
	pentagons.0.25.2000.ratio_lammps >= 3
	pentagons.0.80.2000.ratio_lammps >= 5
	energy.0.25.2000.3e-4.largest <= 1e-4
	energy.0.80.2000.3e-4.largest <= 5e-4
	energy.0.25.400.all.order >= 1.8
	energy.0.80.400.all.order >= 1.8
	friction.0.80.2000.ratio_frictionless >= 0.8
	disks.0.80.2000.ratio_lammps >= 1
	cows.0.25.500.rate >= 1.5e6
	clumps.0.25.500.rate >= 1e5
	sides.0.25.3-7.exponent <= 0.36
	sides.0.80.3-7.exponent <= 0.36
	output.0.25.2000.share <= 0.05
	output.0.80.2000.share <= 0.05
	pentagons.0.80.1000000.memory <= 1200
	pentagons.0.80.1000000.rate_by_10000 >= 0.6
	threads.0.80.10000.2.speedup >= 1.8
	threads.0.80.100000.2.speedup >= 1.8
	voronoi.100000.time_ratio <= 1.5
	dem3.tbars.1000.ratio_lammps >= 3
	dem3.tbars.1000.bytes_per_pebble <= 400
	dem3.spheres.1000.ratio_lammps >= 1
	dem3.spheres.8000.ratio_lammps >= 1
	dem3.threads.tbars.1000.2.speedup >= 1.8
	dem3.threads.tbars.8000.2.speedup >= 1.8
	dem3.threads.spheres.8000.2.speedup >= 1.8
	poly.gas.cubes-0.15.rate >= 5e6
	poly.gas.tetrahedra-0.15.rate >= 5e6
	poly.gas.cubes-0.5.rate >= 2e6
	poly.gas.heap.rate >= 1e6
	poly.threads.cubes-0.5.speedup >= 1.8
	cd3.bin.1000.seconds_per_step <= 0.02
	cd3.bin.1000.residual <= 1e-3
	cd3.bin.1000.overlap <= 0.005
	cd3.visits.all.ratio <= 1.2
	cd3.affine.all.off_linear <= 0.1
	cd3.threads.1000.speedup >= 1.6
	cd3.threads.4000.speedup >= 1.6
	E
}

load=$(cut -d' ' -f1 /proc/loadavg)
for t in $tables; do
	# if a table fails, no page is written
	{ sh "bench/$t.sh" || echo failed >"$tmp/failed"; } | tee "$tmp/$t" >&2
	if [ -e "$tmp/failed" ] || ! grep -q '^BENCH' "$tmp/$t"; then
		echo "results.sh: bench/$t.sh has failed; $page is unchanged" >&2
		exit 1
	fi
	cat "$tmp/$t" >>"$tmp/all"
done
{
	echo '# The speed of the simulators'
	echo
	echo 'bench/results.sh writes this page from its measurements. Rates are particle-steps per second of processor time on one thread.'
	echo
	echo "- machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) processors, load average before $load"
	echo "- compiler: $(${CC:-cc} --version | head -n 1), flags ${CFLAGS:--O2 -g}"
	echo "- scree $(scree-dem2 --version | sed -n "1s/^[^ ]* //p") at $(git describe --always --dirty 2>/dev/null || echo '?')"
	! command -v lmp >/dev/null || echo "- $(lmp -h | grep -m 1 'Simulator')"
	printf '\n## Goals\n\n%s\n\n| quantity | goal | measured | |\n|---|---|---|---|\n' \
		'The name of a quantity is PROGRAM.TABLE.ROW.COLUMN, with the names of the tables, rows and columns below; scree-dem2 is left out.'
	goals "$tmp/all"
	for t in $tables; do
		printf '\n## %s\n\n' "$t"
		sed -n '2,/^[^#]/{ s/^# *//p; }' "bench/$t.sh"
		awk -f bench/tabulate.awk "$tmp/$t"
	done
} >$page
