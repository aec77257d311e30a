#!/bin/sh
# bench/performance.sh: measures the speed of the simulators beside other programs and writes docs/PERFORMANCE.md, with plots.
#
#     sh bench/performance.sh                  measure what is not yet measured with these programs on this machine, and write the page
#     sh bench/performance.sh rates-spheres step   measure these tables, whatever there is, and write the page
#     sh bench/performance.sh page [FOLDER]    only write the page, or one from the records in FOLDER
#     sh bench/performance.sh quick FOLDER     a few tables with few bodies and steps, into FOLDER: to see that it works
#
# It takes more than ninety minutes on two idle cores. What was measured is kept in bench/records/TABLE.txt, with machine, load, versions and
# the time it took, so a run that was ended goes on where it was. After $limit minutes (default 90) no further table is begun.
# Tables are rates-SCENE for the scenes of bench/scenes.inc.sh (bench/rates.sh measures them), grains, threads, dem2-sides, dem2-sizes,
# step, dem2-energy, dem2-skin, cd3 and search (bench/TABLE.sh).
# For fair rates of LAMMPS call `sh bench/peers/lammps.sh sid` and then `sh bench/peers/skins.sh` before. Debian has the other programs,
# see bench/grains.sh; those that are not installed are left out.
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
PATH=${SCREE_BIN:-$PWD/bin}:$PATH
command -v scree-dem2 >/dev/null || {
	echo "performance.sh: scree-dem2 is missing, run make first" >&2
	exit 1
}
. bench/scenes.inc.sh
. bench/peers/lammps.inc.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
all="$(echo "$scene_names" | sed 's,[^ ]*[^ ],rates-&,g') grains threads dem2-sides dem2-sizes step dem2-energy dem2-skin cd3 search"
mode= to= again=
case ${1:-} in
quick) mode=quick to=${2:-build/performance} all='rates-pentagons-80 step' again=1 && set -- ;;
page) all= to=${2:-} && set -- ;;
esac
[ $# = 0 ] || all=$* again=1
records=${to:-bench}/records
mkdir -p "$records"
[ -z "$all" ] || [ $mode ] || make -s compare-baseline >&2

load() {
	cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo '?'
}

cache_size() { # LEVEL: in words
	lscpu -B -C=NAME,ONE-SIZE 2>/dev/null | awk -v name="$1" '$1 == name { printf "%g MiB", $2 / 1048576 }'
}

package() { # NAME: its version in Debian
	dpkg-query -W -f '${Version}' "$1" 2>/dev/null || echo '?'
}

made_with="$(${CC:-cc} --version | head -n 1)"

programs_used() { # lines of: program | version | built with
	echo "scree | $(scree-dem2 --version | sed -n '1s/^[^ ]* //p') | $made_with," \
		"${CFLAGS:--O2 -g}; loops over contacts are compiled for SSE2, AVX2 and AVX-512, and the program chooses"
	lammps_programs | while read -r name file; do
		echo "LAMMPS $name | $(lammps_version "$file") | $("$file" -h | sed -n 's/^Compiler: //p' | head -n 1)," \
			"$([ "$name" = debian ] && echo "Debian's package, generic instructions" || echo '-O3 -march=native')$("$file" -h |
			sed -n 's/^KOKKOS package API: \(.*\)/, KOKKOS (\1)/p')"
	done
	! command -v liggghts >/dev/null || echo "LIGGGHTS | $(package liggghts) | Debian's package, generic instructions"
	! command -v yade >/dev/null || echo "YADE | $(package yade) | Debian's package, generic instructions"
	! command -v esysparticle >/dev/null || echo "ESyS-Particle | $(package esys-particle) | Debian's package, generic instructions"
	for name in mercury:MercuryDPM mechsys:MechSys; do
		find "${XDG_CACHE_HOME:-$HOME/.cache}/scree-peers" -path "*/${name%:*}-*/bed" -type f 2>/dev/null | sort | tail -n 1 |
			sed "s,.*/${name%:*}-\([^/]*\)/bed,${name#*:} | \1 | $(g++ --version 2>/dev/null | head -n 1)\, -O3 -march=native,"
	done
	[ "$(package libbullet-dev)" = '?' ] || echo "Bullet | $(package libbullet-dev) | Debian's library, generic instructions"
}

facts() { # lines of a name, a colon and a value
	echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) processors," \
		"$(awk '{ for (k = 1; k <= NF; k++) if ($k == "avx512f") w = 2; else if ($k == "avx2" && w < 2) w = 1 }
			END { print (w > 1 ? "AVX-512" : w ? "AVX2" : "neither AVX2 nor AVX-512") }' /proc/cpuinfo)," \
		"L2 cache of $(cache_size L2) a core, L3 cache of $(cache_size L3), Linux $(uname -r | sed 's/-.*//')"
	programs_used | sed 's/^/program: /'
}

# What decides whether a record is still good: the simulators
fingerprint() {
	cat "$(command -v scree-dem2)" "$(command -v scree-dem3)" "$(command -v scree-cd3)" | cksum | cut -d' ' -f1
}

measured() { # TABLE: whether there is a good record
	[ -s "$records/$1.txt" ] && grep -q "^# simulators: $print$" "$records/$1.txt"
}

# ---- measure ----

facts >"$tmp/facts"
print=$(fingerprint)
began=$(date +%s) left=
for t in $all; do
	if [ ! $again ] && measured "$t"; then
		continue
	fi
	if [ $(($(date +%s) - began)) -gt $((${limit:-90} * 60)) ]; then
		left="$left $t"
		continue
	fi
	before=$(load) start=$(date +%s)
	case $t in
	rates-*) script=rates operand=${t#rates-} ;;
	*) script=$t operand= ;;
	esac
	{ sh "bench/$script.sh" $mode $operand || echo failed >"$tmp/failed"; } | tee "$tmp/lines" >&2
	if [ -e "$tmp/failed" ]; then
		echo "performance.sh: bench/$script.sh $operand has failed; $records/$t.txt is unchanged" >&2
		exit 1
	fi
	grep -q '^BENCH' "$tmp/lines" || continue
	{
		sed 's/^/# /' "$tmp/facts"
		echo "# simulators: $print"
		echo "# measured: $(date -u +%F)${mode:+, $mode}, passes of ${seconds:-3} s, ${rounds:-3} of each program, load average $before before, $(load) after, $(($(date +%s) - start)) s"
		grep '^BENCH' "$tmp/lines"
	} >"$records/$t.txt.new"
	mv "$records/$t.txt.new" "$records/$t.txt"
done
[ ! "$left" ] || echo "performance.sh: the time is over, not measured:$left; call it again to go on" >&2

sh bench/page.sh "$to"
