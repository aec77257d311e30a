#!/bin/sh
# bench/dem2-energy.sh: the error of the energy up to t = 6, and its order in the time step. It takes five minutes.
#
# The error of a run is a random walk over thousands of contacts that begin and end at any time within a step, so one run
# says little about the order. Errors are therefore root mean squares over 8 seeds (32 if contacts are rare) and 12 times of
# each run, relative to the energy of the scene, with 400 bodies. The order is the slope of a line through their logarithms.
# For 2000 bodies the table has the largest error at t = 6 of 3 seeds. LAMMPS has one seed.
. "$(dirname "$0")/bench.inc.sh"
table=energy
. bench/scenes.inc.sh
. bench/beside.inc.sh
scene_facts pentagons-25

errors() { # FILE DT: errors at 12 times, one per line
	scree-dem2 -q -t 6 -d "$2" --every 0.5 --light 1000 "$1" | awk '
		function value(key) { match($0, " " key "=[^ ]*"); return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2) }
		/^ledger/ && n++ { print value("residual") / (value("start_kin_lin") + value("start_kin_rot") + value("start_el_n")) }'
}

errors_lammps() { # FILE DT
	lammps_settings pentagons-$phi 1
	lammps_run pentagons-$phi "$1" "$(whole "6 / $2")" "$2" 1 "$(whole "0.5 / $2")"
	awk '$1 == "Step" { on = 1; next } /^Loop/ { on = 0 } on { if (n++) print $6 / e - 1; else e = $6 }' "$tmp/log"
}

rms() {
	awk '{ s += $1 ^ 2 } END { printf "%.3g", sqrt(s / NR) }'
}

# Of rows "DT SEED ERROR": the slope of log rms against log DT, and its uncertainty by leaving out one seed after the other.
order() {
	awk 'function slope(without, d, k, s, x, y, n, a, b, c, e) {
			for (d in dts) {
				s = 0
				for (k in seeds)
					if (k != without)
						s += sum[d, k]
				x = log(d); y = log(s) / 2; n++; a += x; b += y; c += x * x; e += x * y
			}
			return (n * e - a * b) / (n * c - a * a)
		}
		{ dts[$1]; if (!($2 in seeds)) m++; seeds[$2]; sum[$1, $2] += $3 ^ 2 }
		END {
			for (k in seeds) { t = slope(k); u += t; v += t * t }
			printf "%.2f %.2f\n", slope(""), sqrt((m - 1) * (v / m - (u / m) ^ 2))
		}'
}

ngon 5 >"$tmp/pentagon"
for phi in 25 80; do
	seeds=$([ $phi = 80 ] && seq 8 || seq 32)
	: >"$tmp/errors"
	for seed in $seeds; do
		plane 400 0.$phi $elastic 1.5 "$seed" <"$tmp/pentagon" >"$tmp/scene.$seed"
		for d in 300e-6 150e-6 75e-6; do
			errors "$tmp/scene.$seed" $d | sed "s/^/$d $seed /" >>"$tmp/errors"
		done
	done
	for d in 300e-6 150e-6 75e-6; do
		bench $phi.400.$d.rms "$(sed -n "s/^$d [0-9]* //p" "$tmp/errors" | rms)" 1
		! have_lammps pentagons-$phi || bench $phi.400.$d.rms_lammps "$(errors_lammps "$tmp/scene.1" $d | rms)" 1
	done
	order <"$tmp/errors" >"$tmp/order"
	bench $phi.400.all.order "$(cut -d' ' -f1 "$tmp/order")" 1
	bench $phi.400.all.order_uncertainty "$(cut -d' ' -f2 "$tmp/order")" 1
	for seed in 1 2 3; do
		plane 2000 0.$phi $elastic 1.5 $seed <"$tmp/pentagon" >"$tmp/scene"
		errors "$tmp/scene" 300e-6 | awk '{ e = $1 < 0 ? -$1 : $1 } END { print e }'
	done | sort -g | tail -n 1 >"$tmp/worst"
	bench $phi.2000.300e-6.largest "$(compute "$(cat "$tmp/worst")")" 1
done
