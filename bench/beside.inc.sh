# shellcheck shell=sh disable=SC2034,SC2086,SC2154
# bench/beside.inc.sh: scree beside LAMMPS on the same state; bench/*.sh source this file after bench.inc.sh and scenes.inc.sh.
#
# Both programs take the same number of steps of the same length from the same state, after a warm-up of a tenth as many steps, which
# does not count. A pass of one program is as many such runs as fill $seconds (default 3); passes of the programs take turns, $rounds
# times (default 3; 1 for a million bodies), and the median counts. The time of scree is that of the steps, with what it does only now
# and then; the time of LAMMPS is that of its own loop. Set-up, reading and writing count for neither.
# LAMMPS is the fastest of those that this machine has, with the settings that were fastest in bench/peers/skins.txt.
. bench/peers/lammps.inc.sh

peer_seconds() { # SCENE FILE STEPS DT CORES: after the warm-up
	lammps_run "$@" && lammps_seconds "$5"
}

beside() { # ROW SCENE PROGRAM FILE BODIES STEPS DT CORES: lines of BENCH; leaves the summary in $tmp/summary
	row=$1 scene=$2 own=$3 file=$4 bodies=$5 steps=$6 step=$7 on=$8
	warm=$((steps / 10 + 1))
	turns=$rounds
	[ "$bodies" -lt 1000000 ] || turns=1
	before_own=$(own_before "$own" "$file" "$step" "$on")
	own_output=$tmp/frames own_run "$own" "$file" "$((warm + steps))" "$step" "$on" >/dev/null
	error=$(own_error "$tmp/frames")
	rm -f "$tmp/frames"
	slow=$(sse2 "$own")
	[ "$on" = 1 ] && [ -x "$slow" ] && [ "${mode:-}" != quick ] && [ "$bodies" -lt 100000 ] || slow=
	[ ! "$slow" ] || before_slow=$(own_before "$slow" "$file" "$step" 1)
	peer=
	if have_lammps "$scene" && { [ "${mode:-}" != quick ] || [ "$on" = 1 ]; }; then
		lammps_settings "$scene" "$on"
		peer=$lammps_name
	fi
	: >"$tmp/rounds"
	for _ in $(seq "$turns"); do
		rate_own=$(spend own_seconds "$before_own" "$own" "$file" "$steps" "$step" "$on")
		rate_slow=0 rate_peer=0
		[ ! "$slow" ] || rate_slow=$(spend own_seconds "$before_slow" "$slow" "$file" "$steps" "$step" 1)
		[ ! "$peer" ] || rate_peer=$(spend peer_seconds "$scene" "$file" "$steps" "$step" "$on") || peer=
		echo "$rate_own $rate_peer $rate_slow" >>"$tmp/rounds"
	done
	[ ! "$peer" ] || peer_error=$(lammps_error "$scene")
	per_run=$(awk "BEGIN { printf \"%.9g\", $bodies * $steps }")
	bench "$row.rate" "$(median "\$1 * $per_run" <"$tmp/rounds")" /s
	[ ! "$slow" ] || bench "$row.rate_sse2" "$(median "\$3 * $per_run" <"$tmp/rounds")" /s
	if [ "$peer" ]; then
		bench "$row.rate_lammps" "$(median "\$2 * $per_run" <"$tmp/rounds")" /s
		bench "$row.ratio_lammps" "$(median '$1 / $2' <"$tmp/rounds")" 1
		bench "$row.ratio_least" "$(awk '{ print $1 / $2 }' "$tmp/rounds" | sort -g | head -n 1)" 1
		bench "$row.ratio_most" "$(awk '{ print $1 / $2 }' "$tmp/rounds" | sort -g | tail -n 1)" 1
		bench "$row.lammps" "$peer,$how,$skin,$delay$(case ${lammps_more:-} in *multi*) echo ,multi ;; esac)" 1
	fi
	bench "$row.energy_error" "$error" 1
	[ ! "$peer" ] || bench "$row.energy_error_lammps" "$peer_error" 1
	bench "$row.contacts" "$(compute "$(field contacts "$tmp/summary") / $bodies")" /body
	bench "$row.memory" "$(compute "$(field rss "$tmp/use") / $bodies")" B/body
	[ ! "$peer" ] || [ "$how" = ranks ] || bench "$row.memory_lammps" "$(compute "$(field rss "$tmp/use_lammps") / $bodies")" B/body
	bench "$row.steps" "$steps" 1
}
