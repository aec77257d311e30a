# shellcheck shell=sh disable=SC2034,SC2086,SC3013
# bench/dem2.inc.sh: scenes and measurements for bench/dem2*.sh, which source this file. It changes to the top of the tree.
#
# Scenes have fixed seeds. Copies of a shape are grown to a solid fraction, get velocities of kT = 0.5 and move for a while,
# until kinetic and elastic energy are in balance in dense scenes; the energy ledger is then reset. LAMMPS gets the same state
# from bench/peers/stream2lammps.awk. Rates are particle-steps per second of processor time: those of scree are in its summary,
# those of LAMMPS follow from its loop time and its CPU use. Two programs run in alternation, and a ratio is the median of the
# ratios of all pairs of passes; bench/beside.inc.sh says what a pass is.
set -e
export LC_ALL=C
cd "$(dirname "$0")"
until [ -e Makefile ]; do
	cd ..
done
make -s build/bench/peak >&2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

. bench/beside.inc.sh

dt=3e-4
elastic=grain,grain,kn=1e4,kt=0,mu=0,en=1
friction=grain,grain,kn=1e4,kt=3e3,mu=0.5,en=0.9
# for disks: damping, and attraction at the end of contacts, as in LAMMPS, which multiplies damping by the reduced mass, pi/8
friction_disks=grain,grain,kn=1e4,kt=3e3,mu=0.5,gn=1.9634954084936207,gt=0.98174770424681035,attraction=1

bench() { # NAME VALUE UNIT
	echo "BENCH dem2.$1 $2 $3"
}

compute() { # EXPRESSION: its value, to four digits
	awk "BEGIN { printf \"%.4g\", ($1) }"
}

whole() { # EXPRESSION: its value as a whole number
	awk "BEGIN { printf \"%.0f\", ($1) }"
}

# ---- scenes ----

ngon() { # SIDES: a regular polygon of circumradius 0.4, rounded by 0.1
	awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++) { a = 2 * atan2(0, -1) * k / n
		printf "%.17g %.17g\n", 0.4 * cos(a), 0.4 * sin(a) } }' >"$tmp/outline"
	scree-shape -q "$tmp/outline" --radius 0.1
}

disk() { # of diameter 1
	scree-shape -q disk --area 0.78539816339744831
}

scene() { # N PHI LAW SETTLE [SEED]: from the shape on stdin
	scree-fill -q -n "$1" --fraction "$2" --periodic xy --temperature 0.5 --seed "${5:-1}" |
		scree-set -q --law "$3" | scree-dem2 -q -t "$4" -d $dt | scree-set -q --reset
}

# ---- single runs ----

field() { # KEY FILE: from a summary
	sed -n "s/^\(.*[ :]\)\{0,1\}$1=\([^ ]*\).*/\2/p" "$2"
}

run() { # FILE STEPS [OPTION...]: leaves the summary in $tmp/summary, time and memory in $tmp/use
	run_file=$1
	run_time=$(compute "$2 * $dt")
	shift 2
	build/bench/peak "$tmp/use" scree-dem2 --threads 1 -t "$run_time" "$@" "$run_file" >/dev/null 2>"$tmp/summary"
}

rate() { # FILE STEPS [OPTION...]
	run "$@"
	field rate "$tmp/summary"
}

# LAMMPS on the state of a stream, STEPS of DT; energies are logged in $tmp/log after every EVERY steps.
lammps() { # SCENE FILE STEPS [DT [EVERY]]
	lammps_settings "$1" 1
	lammps_run "$1" "$2" "$3" "${4:-$dt}" 1 "${5:-$3}"
}

rate_lammps() { # SCENE FILE STEPS
	lammps "$@"
	awk '/^Loop time/ { t = $4; steps = $9; n = $12 } /CPU use/ { print n * steps / (t * $1 / 100) }' "$tmp/log"
}

# ---- comparisons ----

median() { # of column $1 of stdin, or of an expression of columns
	awk "{ print $1 }" | sort -g | awk '{ x[NR] = $1 } END { printf "%.4g", (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'
}

medians() { # FILE of pairs: sets a, b and the ratio of pairs
	a=$(median '$1' <"$1") b=$(median '$2' <"$1") ratio=$(median '$1 / $2' <"$1")
}

alternate() { # TIMES A B: commands that print a number; sets a, b and ratio
	: >"$tmp/pairs"
	for _ in $(seq "$1"); do
		echo "$($2) $($3)" >>"$tmp/pairs"
	done
	medians "$tmp/pairs"
}

slope() { # of a line through the logarithms of pairs on stdin
	awk '{ x = log($1); y = log($2); n++; a += x; b += y; c += x * x; d += x * y }
		END { printf "%.3g", (n * d - a * b) / (n * c - a * a) }'
}

# The rate of a scene, contacts and memory, and the ratio to the rate of LAMMPS, if it is installed and has an input for the scene.
measure() { # NAME FILE STEPS [SCENE]
	run "$2" "$3"
	bodies=$(field bodies "$tmp/summary")
	if [ "$4" ] && have_lammps; then
		rate_lammps "$4" "$2" "$3" >"$tmp/first"
		alternate $rounds "spend own_seconds scree-dem2 $2 $3 $dt 1" "spend peer_seconds $4 $2 $3 $dt 1"
		bench "$1.rate_lammps" "$(compute "$b * $bodies * $3")" /s
		bench "$1.ratio_lammps" "$ratio" 1
	else
		alternate $rounds "spend own_seconds scree-dem2 $2 $3 $dt 1" "echo 1"
	fi
	bench "$1.rate" "$(compute "$a * $bodies * $3")" /s
	bench "$1.contacts" "$(compute "$(field contacts "$tmp/summary") / $bodies")" /body
	[ "$bodies" -lt 10000 ] || bench "$1.memory" "$(compute "$(field rss "$tmp/use") / $bodies")" B/body
}
