#!/bin/sh
# bench/performance.sh: measures the speed of the simulators and writes docs/PERFORMANCE.md, with plots, from what was measured.
#
#     sh bench/performance.sh                measure all tables and write the page: about half an hour on an idle machine
#     sh bench/performance.sh rates step     measure these tables only, and write the page with what was measured before of the others
#     sh bench/performance.sh page [FOLDER]  only write the page, or one from the records in FOLDER
#     sh bench/performance.sh quick FOLDER   everything with few bodies and steps, into FOLDER: to see that it works
#     sh bench/performance.sh long           with 1e6 bodies: hours
#
# Tables are rates, dem2-sides, dem2-sizes, dem2-threads, grains and step; bench/TABLE.sh measures each. What was measured is kept in
# bench/records/TABLE.txt, with machine, load and versions. For fair rates of LAMMPS call `sh bench/peers/lammps.sh sid` and then
# `sh bench/peers/skins.sh` before. Other programs that are not installed are left out.
set -e
export LC_ALL=C
cd "$(dirname "$0")/.."
PATH=${SCREE_BIN:-$PWD/bin}:$PATH
command -v scree-dem2 >/dev/null || {
	echo "performance.sh: scree-dem2 is missing, run make first" >&2
	exit 1
}
. bench/peers/lammps.inc.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
all='rates dem2-sides dem2-sizes dem2-threads grains step' mode= records=bench/records page=docs/PERFORMANCE.md plots=docs/performance
case ${1:-} in
quick)
	mode=quick all='rates step' records=${2:-build/performance}/records page=${2:-build/performance}/PERFORMANCE.md
	plots=${2:-build/performance}/performance
	set --
	;;
long) mode=long && shift ;;
page)
	all=
	[ ! "${2:-}" ] || records=$2/records page=$2/PERFORMANCE.md plots=$2/performance
	set --
	;;
esac
[ $# = 0 ] || all=$*
mkdir -p "$records" "$plots"

load() {
	cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo '?'
}

facts() { # lines of a name, a colon and a value
	echo "machine: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) processors," \
		"$(awk '{ for (k = 1; k <= NF; k++) if ($k == "avx512f") w = 2; else if ($k == "avx2" && w < 2) w = 1 }
			END { print (w > 1 ? "AVX-512" : w ? "AVX2" : "neither AVX2 nor AVX-512") }' /proc/cpuinfo)," \
		"last-level cache of $(getconf LEVEL3_CACHE_SIZE 2>/dev/null | awk '{ print $1 / 1048576 }') MiB, Linux $(uname -r)"
	echo "scree: $(scree-dem2 --version | sed -n '1s/^[^ ]* //p') at $(git describe --always --dirty 2>/dev/null || echo '?')," \
		"$(${CC:-cc} --version | head -n 1), ${CFLAGS:--O2 -g}"
	! command -v liggghts >/dev/null || echo "LIGGGHTS: $(cd "$tmp" && liggghts -h 2>&1 | sed -n 's/.*(Version \([^,]*\),.*/\1/p'), generic instructions"
	lammps_programs | while read -r name file; do
		echo "LAMMPS $name: $(lammps_version "$file"), $("$file" -h | sed -n 's/^Compiler: //p' | head -n 1)," \
			"$([ "$name" = debian ] && echo 'generic instructions' || echo '-O3 -march=native')"
	done
}

# ---- measure ----

for t in $all; do
	before=$(load)
	{ sh "bench/$t.sh" $mode || echo failed >"$tmp/failed"; } | tee "$tmp/lines" >&2
	if [ -e "$tmp/failed" ]; then
		echo "performance.sh: bench/$t.sh has failed; $records/$t.txt is unchanged" >&2
		exit 1
	fi
	grep -q '^BENCH' "$tmp/lines" || continue
	{
		facts | sed 's/^/# /'
		echo "# measured: $(date -u +%F)${mode:+, $mode}, load average $before before, $(load) after"
		grep '^BENCH' "$tmp/lines"
	} >"$records/$t.txt"
done

# ---- plots ----

pick() { # NAME_OF_TABLE: lines of the parts of a name and the value, without unit
	[ ! -e "$records/$1.txt" ] || awk '$1 == "BENCH" { name = $2; gsub(/[.]/, " ", name); print name, $3 }' "$records/$1.txt"
}

plot() { # FILE: runs the script on stdin
	{
		echo "set terminal pngcairo size 720,440 noenhanced font 'sans,10'; set output '$plots/$1'"
		echo 'set grid lc rgb "#dddddd"; set key outside right top; set style data linespoints'
		cat
	} | gnuplot 2>"$tmp/gnuplot" && [ -s "$plots/$1" ] || {
		sed 's/^/performance.sh: gnuplot: /' "$tmp/gnuplot" >&2
		rm -f "$plots/$1"
	}
}

lines_of() { # TABLE QUANTITY CORES: a file for each scene, of N and value; prints the scenes
	pick "$1" | awk -v what="$2" -v cores="$3" -v to="$tmp/$2.$3" '$5 == what && $4 == cores && $6 + 0 > 0 {
		if (!($2 in seen)) { seen[$2]; print $2 }; print $3, $6 >(to "." $2) }'
}

plot_rates() {
	scenes=$(lines_of rates rate 1)
	[ "$scenes" ] || return 0
	lines_of rates rate_lammps 1 >/dev/null
	{
		echo 'set logscale xy; set xlabel "bodies"; set ylabel "1e6 body-steps per second of one core"; set format x "%g"; set format y "%g"'
		echo 'set title "solid: scree, dashed: LAMMPS"'
		k=0 command=plot
		for s in $scenes; do
			k=$((k + 1))
			printf "%s '%s' using 1:(\$2/1e6) lc %d pt 7 lw 2 title '%s'" "$command" "$tmp/rate.1.$s" $k "$s"
			command=,
			[ ! -s "$tmp/rate_lammps.1.$s" ] ||
				printf ", '%s' using 1:(\$2/1e6) lc %d pt 6 lw 2 dt 2 notitle" "$tmp/rate_lammps.1.$s" $k
		done
	} | plot rates.png
	k=0 command=plot
	scenes=$(lines_of rates rate 2)
	[ "$scenes" ] || return 0
	lines_of rates rate_lammps 2 >/dev/null
	{
		echo 'set logscale x; set xlabel "bodies"; set ylabel "rate on two cores by rate on one"; set format x "%g"; set yrange [0:*]'
		echo 'set title "solid: scree, dashed: LAMMPS"'
		for s in $scenes; do
			k=$((k + 1)) look='pt 7' title="title '$s'"
			for q in rate rate_lammps; do
				if [ -s "$tmp/$q.1.$s" ] && [ -s "$tmp/$q.2.$s" ]; then
					awk 'FNR == NR { one[$1] = $2; next } $1 in one { print $1, $2 / one[$1] }' "$tmp/$q.1.$s" "$tmp/$q.2.$s" >"$tmp/$q.gain.$s"
					printf "%s '%s' lc %d lw 2 %s %s" "$command" "$tmp/$q.gain.$s" $k "$look" "$title"
					command=,
				fi
				look='pt 6 dt 2' title=notitle
			done
		done
	} | plot threads.png
}

plot_sides() {
	for phi in 25 80; do
		pick dem2-sides | awk -v phi=$phi '$4 == phi && $6 == "ns" { ns[$5] = $7 } $4 == phi && $6 == "ratio_lammps" { peer[$5] = $7 }
			END { for (n = 3; n <= 12; n++) if (n in ns) print n, ns[n], (n in peer ? ns[n] * peer[n] : "?") }' >"$tmp/sides.$phi"
	done
	[ -s "$tmp/sides.80" ] || return 0
	plot sides.png <<-E
	set xlabel "sides"; set ylabel "ns per body-step"; set logscale y; set datafile missing "?"; set title "2000 rounded polygons"
	plot '$tmp/sides.25' using 1:2 lc 1 pt 7 lw 2 title 'scree, 0.25', '' using 1:3 lc 1 pt 6 lw 2 dt 2 title 'LAMMPS, 0.25', \
		'$tmp/sides.80' using 1:2 lc 2 pt 7 lw 2 title 'scree, 0.80', '' using 1:3 lc 2 pt 6 lw 2 dt 2 title 'LAMMPS, 0.80'
	E
}

plot_sizes() {
	for phi in 12 70; do
		pick dem2-sizes | awk -v phi=$phi '$5 == phi && $7 == "rate" { print $6, $8 / 1e6 }' | sort -n >"$tmp/sizes.$phi"
	done
	[ -s "$tmp/sizes.70" ] || return 0
	plot sizes.png <<-E
	set xlabel "largest by smallest size"; set ylabel "1e6 body-steps per second"; set logscale x; set yrange [0:*]; set title "20000 disks"
	plot '$tmp/sizes.12' lc 1 pt 7 lw 2 title '0.12', '$tmp/sizes.70' lc 2 pt 7 lw 2 title '0.70'
	E
}

plot_step() {
	pick step | awk '$2 == "time" { v[$3 " " $4, $5] = $6; if (!(($3 " " $4) in seen)) { seen[$3 " " $4]; order[++n] = $3 " " $4 } }
		END { for (k = 1; k <= n; k++) { s = order[k]; name = s; sub(" ", "/", name)
			print name, v[s, "forces"], v[s, "lists"], v[s, "integration"] } }' >"$tmp/step"
	[ -s "$tmp/step" ] || return 0
	plot step.png <<-E
	set style data histograms; set style histogram rowstacked; set style fill solid 0.8; set boxwidth 0.7; set yrange [0:*]
	set xtics rotate by -40; set ylabel "ns per body-step"; set title "scene and number of bodies"
	plot '$tmp/step' using 2:xtic(1) title 'contacts', '' using 3 title 'lists', '' using 4 title 'the rest'
	E
	pick step | awk '$2 == "roofline" { v[$3 "/" $4, $5] = $6 (NF > 6 ? "." $7 : ""); seen[$3 "/" $4] }
		END { for (s in seen) print s, v[s, "instructions_per_byte"], v[s, "instructions_per_second"] }' | sort >"$tmp/roofline"
	pick step | awk '$1 == "limit" && $3 == 1 { v[$4] = $5 (NF > 5 ? "." $6 : "") } END { print v["bandwidth"], v["instructions"] }' >"$tmp/limits"
	read -r bandwidth instructions <"$tmp/limits"
	[ -s "$tmp/roofline" ] && [ "$bandwidth" ] || return 0
	plot roofline.png <<-E
	set logscale xy; set xlabel "instructions per byte from memory"; set ylabel "1e9 instructions per second"; unset key
	set xrange [0.1:10000]; set yrange [0.1:*]; roof(x) = x * $bandwidth < $instructions ? x * $bandwidth : $instructions
	set title "one core: line of the triad's bandwidth and of integer additions"
	plot roof(x) with lines lc rgb 'black' lw 2, '$tmp/roofline' using (\$2 > 9000 ? 9000 : \$2):3 with points pt 7 lc 1, \
		'' using (\$2 > 9000 ? 9000 : \$2):3:1 with labels right offset -1,0.4 font 'sans,8'
	E
}

if command -v gnuplot >/dev/null; then
	plot_rates
	plot_sides
	plot_sizes
	plot_step
else
	echo 'performance.sh: gnuplot is missing, the page has no plots' >&2
fi

# ---- page ----

image() { # FILE TEXT
	[ ! -s "$plots/$1" ] || printf '\n![%s](%s/%s)\n' "$2" "$(basename "$plots")" "$1"
}

section() { # TABLE TITLE: what the script says of itself, when and where it was measured, and its tables
	[ -s "$records/$1.txt" ] || return 0
	printf '\n## %s\n\n' "$2"
	sed -n '2,/^[^#]/{ s/^# *//p; }' "bench/$1.sh"
	printf '\n%s.\n' "$(sed -n 's/^# measured: /Measured /p' "$records/$1.txt")"
	sed -n 's/^# //p' "$records/$1.txt" | grep -v '^measured: ' >"$tmp/facts"
	cmp -s "$tmp/facts" "$tmp/first" || sed 's/^/- /' "$tmp/facts"
	grep '^BENCH' "$records/$1.txt" | sort -s -t . -k 1,2 | awk -f bench/tabulate.awk
}

{
	echo '# Performance'
	echo
	echo 'bench/performance.sh writes this page from bench/records. How to measure again is said at its head.'
	echo 'Rates are body-steps per second; what is compared, and how, stands in `bench/beside.inc.sh`.'
	first=$(for t in rates step dem2-sides dem2-sizes dem2-threads grains; do ! [ -s "$records/$t.txt" ] || echo "$records/$t.txt"; done | head -n 1)
	[ "$first" ] || {
		echo "performance.sh: there are no records in $records" >&2
		exit 1
	}
	sed -n 's/^# //p' "$first" | grep -v '^measured: ' >"$tmp/first"
	printf '\n## Machine and programs\n\n'
	sed 's/^/- /' "$tmp/first"
	section rates 'Rates beside LAMMPS'
	image rates.png 'rates against the number of bodies'
	image threads.png 'rates on two cores by those on one'
	section grains 'Other programs'
	section dem2-threads 'Threads'
	section dem2-sides 'Number of sides'
	image sides.png 'time of a body-step against the number of sides'
	section dem2-sizes 'Ratio of sizes'
	image sizes.png 'rate against the ratio of sizes'
	section step 'What a time step is made of'
	image step.png 'time of a body-step by phase'
	printf '\n### How far from the limits\n\n%s\n%s\n%s\n%s\n' \
		'A step cannot take less time than its instructions need at the rate of independent additions, nor less than its bytes need at the' \
		'bandwidth of the triad (a roofline of instructions: Ding and Williams 2019). The plot has both limits for one core, and the scenes.' \
		'Points far below the line wait for results of earlier instructions, for the caches, or divide and take roots; with vectors an' \
		'instruction does several operations, so fewer instructions at the same time are no loss.'
	image roofline.png 'roofline'
} >"$page"
echo "$page"
