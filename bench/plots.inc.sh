# shellcheck shell=sh disable=SC2154
# bench/plots.inc.sh: the plots of docs/PERFORMANCE.md, for bench/page.sh, which has set $records, $plots and $tmp

pick() { # PREFIX: lines of the parts of a name after the prefix, and the value
	cat "$records"/*.txt 2>/dev/null | awk -v prefix="$1." '$1 == "BENCH" && index($2, prefix) == 1 {
		name = substr($2, length(prefix) + 1); gsub(/[.]/, " ", name); print name, $3 }'
}

plot() { # FILE WIDTH HEIGHT: runs the script on stdin
	{
		echo "set terminal pngcairo size $2,$3 noenhanced font 'sans,10' linewidth 1.2; set output '$plots/$1'"
		echo 'set grid lc rgb "#d8d8d8" lt 1 lw 0.7; set border lc rgb "#606060"; set style data linespoints; set tics nomirror'
		# colours that can be told apart by all (Okabe and Ito)
		k=1
		for colour in 0072B2 D55E00 009E73 CC79A7 E69F00 56B4E9 000000 888888; do
			echo "set linetype $k lc rgb '#$colour' lw 2 pt 7 ps 0.9"
			k=$((k + 1))
		done
		cat
	} | gnuplot 2>"$tmp/gnuplot" && [ -s "$plots/$1" ] || {
		sed 's/^/page.sh: gnuplot: /' "$tmp/gnuplot" >&2
		rm -f "$plots/$1"
	}
}

points() { # SCENE QUANTITY CORES: a file of N and value; prints its name if it has any
	pick "rates.$1" | awk -v what="$2" -v cores="$3" '$2 == cores && $3 == what && $4 + 0 > 0 { print $1, $4 }' | sort -n >"$tmp/$1.$2.$3"
	[ ! -s "$tmp/$1.$2.$3" ] || echo "$tmp/$1.$2.$3"
}

title_of() { # SCENE: short
	scene_text "$1" | sed 's/:.*//'
}

# The lines of a scene: quantity and cores, look, title
lines='rate 1:lc 1 pt 7:scree
rate 2:lc 1 pt 6 dt 2:scree, 2 cores
rate_sse2 1:lc 6 pt 5 ps 0.6:scree, SSE2 only
rate_lammps 1:lc 2 pt 7:LAMMPS
rate_lammps 2:lc 2 pt 6 dt 2:LAMMPS, 2 cores'

# A panel for each scene of several sizes: rates against the number of bodies; the last panel has the key.
plot_rates() {
	set --
	for s in $scene_names; do
		points "$s" rate 1 >/dev/null
		[ "$(wc -l <"$tmp/$s.rate.1")" -lt 2 ] || set -- "$@" "$s"
	done
	[ $# -gt 0 ] || return 0
	columns=4
	rows=$((($# + columns) / columns))
	{
		echo "set multiplot layout $rows,$columns; set termoption enhanced; unset key; set lmargin 8; set rmargin 1; set tmargin 2; set bmargin 3"
		echo "set logscale xy; set xrange [700:1.5e6]; set format x '10^{%T}'; set format y '%g'; set xlabel 'bodies' offset 0,0.6"
		k=0
		for s in "$@"; do
			[ $((k % columns)) = 0 ] && echo "set ylabel '10^6/s' offset 2.5,0" || echo 'unset ylabel'
			k=$((k + 1))
			echo "set title '$(title_of "$s")' offset 0,-0.7"
			echo "$lines" | while IFS=: read -r what look _; do
				file=$(points "$s" ${what% *} ${what#* })
				[ ! "$file" ] || echo "'$file' using 1:(\$2/1e6) $look"
			done | paste -s -d , | sed 's/^/plot /'
		done
		echo 'unset logscale; unset title; unset tics; unset border; unset xlabel; unset ylabel; unset grid; set key center center samplen 3 spacing 1.3'
		echo 'set xrange [0:1]; set yrange [0:1]'
		echo "$lines" | while IFS=: read -r _ look title; do
			echo "NaN with linespoints $look title '$title'"
		done | paste -s -d , | sed 's/^/plot /'
		echo 'unset multiplot'
	} | plot rates.png 1000 $((rows * 240))
}

plot_threads() {
	{
		echo 'set logscale x; set xrange [700:1.5e6]; set xlabel "bodies"; set ylabel "rate on two cores by rate on one"; set termoption enhanced'
		echo 'set format x "10^{%T}"; set yrange [0:2.4]; set key outside right top reverse Left'
		k=0
		for s in pentagons-80 disks-80 voronoi spheres tbars cubes-15; do
			k=$((k + 1)) look='pt 7' title="title '$(title_of $s)'"
			for q in rate rate_lammps; do
				one=$(points $s $q 1) two=$(points $s $q 2)
				if [ "$one" ] && [ "$two" ]; then
					awk 'FNR == NR { one[$1] = $2; next } $1 in one { print $1, $2 / one[$1] }' "$one" "$two" >"$tmp/$s.$q.gain"
					echo "'$tmp/$s.$q.gain' lc $k $look $title"
				fi
				look='pt 6 dt 2' title=notitle
			done
		done >"$tmp/gains"
		echo "NaN with linespoints lc 8 pt 7 title 'full: scree'" >>"$tmp/gains"
		echo "NaN with linespoints lc 8 pt 6 dt 2 title 'broken: LAMMPS'" >>"$tmp/gains"
		paste -s -d , "$tmp/gains" | sed 's/^/plot /'
	} >"$tmp/threads.gp"
	! grep -q gain "$tmp/threads.gp" || plot threads.png 760 400 <"$tmp/threads.gp"
}

# Two panels, one for each solid fraction
panels() { # FILE TABLE FRACTION FRACTION XLABEL SETTINGS
	for phi in "$3" "$4"; do
		pick "$2.$phi" | awk '$2 == "rate" { own[$1] = $3 } $2 == "rate_lammps" { peer[$1] = $3 } $2 == "rate_sse2" { slow[$1] = $3 }
			END { for (n in own) print n, own[n] / 1e6, (n in peer ? peer[n] / 1e6 : "?"), (n in slow ? slow[n] / 1e6 : "?") }' | sort -n >"$tmp/$2.$phi"
	done
	[ -s "$tmp/$2.$3" ] && [ -s "$tmp/$2.$4" ] || return 0
	plot "$1" 840 320 <<-P
	set multiplot layout 1,2; set datafile missing "?"; set xlabel "$5"; set ylabel "10^6 body-steps per second"; set termoption enhanced
	set logscale y; set key bottom left samplen 2; $6
	set title "solid fraction 0.$3"
	plot '$tmp/$2.$3' using 1:2 lc 1 pt 7 title 'scree', '' using 1:4 lc 6 pt 5 ps 0.6 title 'scree, SSE2 only', '' using 1:3 lc 2 pt 7 title 'LAMMPS'
	set title "solid fraction 0.$4"; unset key; unset ylabel
	plot '$tmp/$2.$4' using 1:2 lc 1 pt 7, '' using 1:4 lc 6 pt 5 ps 0.6, '' using 1:3 lc 2 pt 7
	unset multiplot
	P
}

plot_step() {
	pick step.time | awk '{ s = $1 " " $2; v[s, $3] = $4; if (!(s in seen)) { seen[s]; order[++n] = s } }
		function size(x) { return x ~ /^10+$/ ? "1e" length(x) - 1 : x }
		END { for (k = 1; k <= n; k++) { s = order[k]; split(s, p, " "); print "\"" p[1] ", " size(p[2]) "\"", v[s, "forces"], v[s, "lists"], v[s, "integration"] } }' >"$tmp/step"
	[ -s "$tmp/step" ] || return 0
	plot step.png 840 420 <<-P
	set style data histograms; set style histogram rowstacked; set style fill solid 1 border rgb 'white'; set boxwidth 0.7; set yrange [0:*]
	set xtics rotate by -30 scale 0; set ylabel "ns per body-step"; set key top left; set grid noxtics; set bmargin 5
	plot '$tmp/step' using 2:xtic(1) lc 1 title 'contacts', '' using 3 lc 5 title 'neighbour lists', '' using 4 lc 3 title 'the rest'
	P
	pick limit.machine | awk '$1 == 1 { v[$2] = $3 } END { print v["bandwidth"], v["instructions"] }' >"$tmp/limits"
	read -r bandwidth instructions <"$tmp/limits" || true
	[ "$bandwidth" ] || return 0
	k=0
	for s in $(pick step.roofline | awk '!($1 in seen) { seen[$1]; print $1 }'); do
		k=$((k + 1))
		pick "step.roofline.$s" | awk '{ v[$1, $2] = $3; seen[$1] } END { for (n in seen) print n, v[n, "instructions_per_byte"], v[n, "instructions_per_second"] }' |
			sort -n >"$tmp/roofline.$s"
		echo "'$tmp/roofline.$s' using (\$2 > 2500 ? 2500 : \$2):3 with lines lc $k lw 1 dt 3 notitle"
		echo "'' using (\$1 < 10000 ? (\$2 > 2500 ? 2500 : \$2) : NaN):3 with points lc $k pt 6 ps 1.3 notitle"
		echo "'' using (\$1 < 10000 ? NaN : \$2):3 with points lc $k pt 7 ps 1.3 notitle"
		echo "NaN with points lc $k pt 7 title '$(title_of "$s")'"
	done | paste -s -d , >"$tmp/steps"
	[ -s "$tmp/steps" ] || return 0
	plot roofline.png 840 400 <<-P
	set logscale xy; set xlabel "instructions per byte from beyond the core's own caches (at most 2500)"; set ylabel "10^9 instructions per second"
	set termoption enhanced; set xrange [0.1:4000]; set yrange [0.5:30]; set key outside right top reverse Left
	roof(x) = x * $bandwidth < $instructions ? x * $bandwidth : $instructions
	plot roof(x) with lines lc rgb 'black' lw 2 title 'limit of one core', $(cat "$tmp/steps"), NaN with points lc 8 pt 6 title 'open: 1000 bodies', \
		NaN with points lc 8 pt 7 title 'full: 100 000'
	P
}

plot_all() {
	if ! command -v gnuplot >/dev/null; then
		echo 'page.sh: gnuplot is missing, the page has no plots' >&2
		return 0
	fi
	plot_rates
	plot_threads
	panels sides.png sides 25 80 sides 'set xtics 3,1,12'
	panels sizes.png sizes 12 70 'largest by smallest size' 'set logscale x; set xtics (1, 2, 5, 10, 20, 50)'
	plot_step
}
