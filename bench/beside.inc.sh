# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# bench/beside.inc.sh: scree beside LAMMPS on the same state, for bench/*.sh, by way of dem2.inc.sh.
#
# Both programs take the same number of steps of the same length from the same state. A pass of one program is as many such runs as fill
# $seconds (default 3); passes of the programs take turns, $rounds times (default 3), after one run of each that does not count and gives
# the errors of energy. Rates are body-steps per second: of processor time on one core, by the clock on two. The time of scree is that
# of the whole run without reading the scene, with the last frame; the time of LAMMPS is that of its loop, without its set-up.
# On two cores scree has two threads; LAMMPS has two ranks or two threads, what was faster in bench/peers/skins.txt.
# The rate sse2 is that of scree without AVX2 and AVX-512. Only the algorithm makes it differ from other programs, not the vectors.
# Errors of energy are those after the run, relative to kinetic and elastic energy at its start. LAMMPS has a balance of energy only
# where nothing is lost.
. bench/peers/lammps.inc.sh
: "${seconds:=3}" "${rounds:=3}"

sse2() { # PROGRAM: the file of the program without wide vectors; nothing if there is none
	[ "${mode:-}" = quick ] || [ ! -x "build/compare/baseline/bin/$1" ] || echo "build/compare/baseline/bin/$1"
}

own_seconds() { # PROGRAM FILE STEPS DT THREADS
	build/bench/peak "$tmp/use" "$1" -t "$(awk "BEGIN { printf \"%.9g\", $3 * $4 }")" -d "$4" --threads "$5" --no-provenance "$2" \
		2>"$tmp/summary" >"${own_output:-/dev/null}" || { cat "$tmp/summary" >&2; return 1; }
	if [ "$5" -gt 1 ]; then
		field wall "$tmp/summary"
	else
		field cpu "$tmp/summary"
	fi
}

own_error() { # FILE_OF_FRAMES
	awk '/^ledger/ { for (k = 2; k <= NF; k++) { split($k, f, "="); v[f[1]] = f[2] } }
		END { e = v["start_kin_lin"] + v["start_kin_rot"] + v["start_el_n"]; if (e > 0) printf "%.2g", v["residual"] / e; else print "?" }' "$1"
}

peer_seconds() { # SCENE FILE STEPS DT CORES
	lammps_run "$@" && lammps_seconds "$5"
}

spend() { # COMMAND...: runs per second, of as many runs as fill $seconds
	spent=0 runs=0
	while awk "BEGIN { exit !($spent < $seconds) }"; do
		time=$("$@") || return 1
		spent=$(awk "BEGIN { print $spent + $time }") runs=$((runs + 1))
		[ $runs -lt 1000 ] || break
	done
	awk "BEGIN { printf \"%.6g\", $runs / ($spent > 0 ? $spent : 1e-3) }"
}

beside() { # NAME SCENE PROGRAM FILE BODIES STEPS DT CORES: lines BENCH rates.NAME...; leaves the summary in $tmp/summary
	name=$1 scene=$2 program=$3 file=$4 bodies=$5 steps=$6 step=$7 cores=$8
	own_output=$tmp/frames own_seconds "$program" "$file" "$steps" "$step" "$cores" >/dev/null
	error=$(own_error "$tmp/frames")
	rm -f "$tmp/frames"
	slow=$([ "$cores" -gt 1 ] || sse2 "$program")
	peer=
	if have_lammps && { [ "${mode:-}" != quick ] || [ "$cores" = 1 ]; }; then
		lammps_settings "$scene" "$cores"
		if peer_seconds "$scene" "$file" "$steps" "$step" "$cores" >/dev/null; then
			peer=$lammps_name peer_error=$(lammps_error "$scene")
		fi
	fi
	: >"$tmp/rounds"
	for _ in $(seq "$rounds"); do
		own=$(spend own_seconds "$program" "$file" "$steps" "$step" "$cores")
		plain=0 other=0
		[ ! "$slow" ] || plain=$(spend own_seconds "$slow" "$file" "$steps" "$step" 1)
		[ ! "$peer" ] || other=$(spend peer_seconds "$scene" "$file" "$steps" "$step" "$cores")
		echo "$own $other $plain" >>"$tmp/rounds"
	done
	medians "$tmp/rounds"
	row() { # QUANTITY VALUE UNIT
		echo "BENCH rates.$name.$cores.$1 $2 $3"
	}
	row rate "$(compute "$a * $bodies * $steps")" /s
	[ ! "$slow" ] || row rate_sse2 "$(compute "$(median '$3' <"$tmp/rounds") * $bodies * $steps")" /s
	if [ "$peer" ]; then
		row rate_lammps "$(compute "$b * $bodies * $steps")" /s
		row ratio_lammps "$ratio" 1
		row lammps "$peer,$how,$skin,$delay" 1
	fi
	row energy_error "$error" 1
	[ ! "$peer" ] || row energy_error_lammps "$peer_error" 1
	row contacts "$(compute "$(field contacts "$tmp/summary") / $bodies")" /body
	row memory "$(compute "$(field rss "$tmp/use") / $bodies")" B/body
	row steps "$steps" 1
}
