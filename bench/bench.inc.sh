# shellcheck shell=sh disable=SC2034,SC2086,SC2154,SC3013
# bench/bench.inc.sh: what benchmarks share; bench/*.sh source this file. It changes to the top of the tree and makes the folder $tmp.
#
# A benchmark prints lines `BENCH TABLE.ROW.QUANTITY VALUE UNIT`. The time of a run is that of its steps: before them come $warm steps
# that do not count, and the time of a run of only these, with the last frame and all that is done once, is subtracted. On one core the
# time is processor time, on several that of the clock. A pass is as many runs as fill $seconds (default 3).
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
: "${seconds:=3}" "${rounds:=3}" "${cores:=$(getconf _NPROCESSORS_ONLN)}"
warm=0

bench() { # NAME VALUE UNIT
	echo "BENCH $table.$1 $2 $3"
}

# ---- numbers ----

compute() { # EXPRESSION: its value, to four digits
	awk "BEGIN { printf \"%.4g\", ($1) }"
}

whole() { # EXPRESSION: its value as a whole number
	awk "BEGIN { printf \"%.0f\", ($1) }"
}

holds() { # CONDITION
	awk "BEGIN { exit !($1) }"
}

median() { # of column $1 of stdin, or of an expression of columns
	awk "{ print $1 }" | sort -g | awk '{ x[NR] = $1 } END { printf "%.4g", (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'
}

slope() { # of a line through the logarithms of pairs on stdin
	awk '{ x = log($1); y = log($2); n++; a += x; b += y; c += x * x; d += x * y }
		END { printf "%.3g", (n * d - a * b) / (n * c - a * a) }'
}

field() { # KEY FILE: from a summary
	sed -n "s/^\(.*[ :]\)\{0,1\}$1=\([^ ]*\).*/\2/p" "$2"
}

# ---- runs ----

# Seconds of a run; the summary is left in $tmp/summary, memory in $tmp/use, frames in $own_output.
own_run() { # PROGRAM FILE STEPS DT THREADS [OPTION...]
	run_program=$1 run_file=$2 run_time=$(awk "BEGIN { printf \"%.12g\", $3 * $4 }") run_step=$4 run_threads=$5
	shift 5
	build/bench/peak "$tmp/use" "$run_program" -t "$run_time" -d "$run_step" --threads "$run_threads" --no-provenance "$@" "$run_file" \
		2>"$tmp/summary" >"${own_output:-/dev/null}" || { cat "$tmp/summary" >&2; return 1; }
	if [ "$run_threads" -gt 1 ]; then
		field wall "$tmp/summary"
	else
		field cpu "$tmp/summary"
	fi
}

# Seconds of the $warm steps: the median of three runs, or of one if that takes long
own_before() { # PROGRAM FILE DT THREADS [OPTION...]
	if [ "$warm" = 0 ]; then
		echo 0
		return
	fi
	before_program=$1 before_file=$2 before_step=$3 before_threads=$4
	shift 4
	for _ in 1 2 3; do
		own_run "$before_program" "$before_file" "$warm" "$before_step" "$before_threads" "$@" | tee "$tmp/before"
		! holds "$(cat "$tmp/before") > $seconds" || break
	done | median '$1'
}

own_seconds() { # BEFORE PROGRAM FILE STEPS DT THREADS [OPTION...]: of STEPS after the $warm ones, whose seconds are BEFORE
	before=$1 own_program=$2 own_file=$3 own_steps=$4 own_step=$5 own_threads=$6
	shift 6
	time=$(own_run "$own_program" "$own_file" "$((warm + own_steps))" "$own_step" "$own_threads" "$@") || return 1
	awk "BEGIN { t = $time - $before; print (t > 1e-4 ? t : 1e-4) }"
}

spend() { # COMMAND...: runs per second, of as many runs as fill $seconds
	spent=0 runs=0
	while holds "$spent < $seconds"; do
		seconds_of_run=$("$@") || return 1
		spent=$(awk "BEGIN { print $spent + $seconds_of_run }") runs=$((runs + 1))
		[ $runs -lt 1000 ] || break
	done
	awk "BEGIN { printf \"%.6g\", $runs / ($spent > 0 ? $spent : 1e-3) }"
}

own_error() { # FILE_OF_FRAMES: the residual of the balance of energy, relative to kinetic and elastic energy at the start
	awk '/^ledger/ { for (k = 2; k <= NF; k++) { split($k, f, "="); v[f[1]] = f[2] } }
		END { e = v["start_kin_lin"] + v["start_kin_rot"] + v["start_el_n"]; if (e > 0) printf "%.2g", v["residual"] / e; else print "?" }' "$1"
}

# The file of the program without AVX2 and AVX-512, so that the algorithm and the vectors can be told apart
sse2() { # PROGRAM
	echo "build/compare/baseline/bin/$1"
}
