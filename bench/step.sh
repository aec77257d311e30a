#!/bin/sh
# bench/step.sh [quick] [SCENE...]: what a time step of scree-dem2 and scree-dem3 is made of, on one core, for scenes of 1000 and 100000
# bodies (1000 cubes). Nanoseconds are those of processor time per body and step, in all and by phase: contacts, neighbour lists, and the rest
# (motion, boundaries, ledger), from the summary of the program. Instructions, and bytes that miss the second-level cache, the last that
# a core has for itself, are counted by callgrind within the steps, per body and step; positions, neighbours, forces, velocities and
# energies are functions.
# Callgrind knows no AVX-512, so counts are those of a build with AVX2, and rates in the roofline are those of that build too.
# A core can take the instructions of a step no faster than independent additions of integers, and its bytes no faster than those of the
# triad a = b + s c (a roofline of instructions: Ding and Williams 2019); bench/limit.c measures both, and the arithmetic of doubles.
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=step
[ "${1:-}" != quick ] || { mode=quick few=100 seconds=0.001 && shift; }
. bench/scenes.inc.sh
scenes=${*:-pentagons-25 pentagons-80 disks-80 voronoi spheres tbars cubes-50}
several='1000 100000'
if [ $mode = quick ]; then
	several=100
	[ $# -gt 0 ] || scenes=disks-80
else
	make -s compare-avx2 >&2
fi

cache() { # the second-level cache in the words of valgrind; the largest power of two that is not above its size
	getconf LEVEL2_CACHE_SIZE 2>/dev/null | awk '{ size = 1; while (2 * size <= $1) size *= 2; print (size < 65536 ? 1048576 : size) ",8,64" }'
}

phases() { # FILE_OF_CALLGRIND DIVISOR: name and instructions of each phase, with the functions it calls
	# from another folder: where files below this one have names of both kinds, a function has two lines
	(cd / && callgrind_annotate --inclusive=yes --auto=no --threshold=100 "$1") | awk -v per="$2" '
		function book(name) { if (!(name in sum)) { sum[name] = $1; order[++n] = name } }
		{ gsub(",", "", $1) }
		/:dem[23]_step / { book("all") }
		/:dem3_kick_drift/ { book("positions") }
		/:dem2_sweep / { book("positions") } # with the forces of some parts
		/:dem2_part_forces / { parts = $1 }
		/:dem[23]_list_update / { book("neighbours") }
		/:dem[23]_forces / { book("forces") }
		/:dem[23]_accelerate/ || /:accelerate_and_kick / { book("velocities") }
		/:soft_ledger_step / { book("energies") }
		END {
			if (parts) { # those of all parts are forces
				sum["positions"] -= parts - sum["forces"]
				sum["forces"] = parts
			}
			for (k = 1; k <= n; k++) printf "%s %.0f\n", order[k], sum[order[k]] / per
		}'
}

phase_times() { # PROGRAM FILE STEPS: lines of a phase and its seconds in STEPS after $warm ones
	own_run "$1" "$2" "$warm" "$dt" 1 >/dev/null
	mv "$tmp/summary" "$tmp/short"
	own_run "$1" "$2" $((warm + $3)) "$dt" 1 >/dev/null
	for part in cpu:all time_forces:forces time_lists:lists time_integration:integration; do
		echo "${part#*:} $(awk "BEGIN { print $(field "${part%:*}" "$tmp/summary") - $(field "${part%:*}" "$tmp/short") }")"
	done
}

measure_step() { # SCENE PROGRAM FILE BODIES
	steps=$(scene_steps 3e6 "$4") counted=$(whole "2e5 / $4 + 4")
	[ $mode != quick ] || steps=20 counted=2
	warm=$((steps / 10 + 1))
	per=$(compute "$4 * $steps / 1e9")
	for _ in $(seq "$([ $mode = quick ] && echo 1 || echo 3)"); do
		phase_times "$2" "$3" "$steps"
	done >"$tmp/times"
	for part in all forces lists integration; do
		bench "time.$1.$4.$part" "$(sed -n "s/^$part //p" "$tmp/times" | median "\$1 / $per")" ns
	done
	contacts=$(field contacts "$tmp/summary")
	bench "time.$1.$4.contacts" "$(compute "$contacts / $4")" /body
	[ "$4" -lt 10000 ] || bench "time.$1.$4.memory" "$(compute "$(field rss "$tmp/use") / $4")" B/body
	command -v valgrind >/dev/null || return 0
	valgrind --tool=callgrind --cache-sim=yes --LL="$(cache)" --toggle-collect="${2#scree-}_step" --callgrind-out-file="$tmp/callgrind" \
		"$2" -t "$(awk "BEGIN { printf \"%.9g\", $counted * $dt }")" -d "$dt" --threads 1 --no-provenance "$3" >/dev/null 2>"$tmp/valgrind" || {
		tail -n 3 "$tmp/valgrind" >&2
		return 0
	}
	phases "$tmp/callgrind" "$(whole "$4 * $counted")" >"$tmp/phases"
	while read -r phase instructions; do
		bench "instructions.$1.$4.$phase" "$instructions" 1
		[ $phase != forces ] || [ "$contacts" = 0 ] ||
			bench "instructions.$1.$4.forces_per_contact" "$(compute "$instructions * $4 / $contacts")" 1
	done <"$tmp/phases"
	missed=$(sed -n 's/.*LL misses: *\([0-9,]*\).*/\1/p' "$tmp/valgrind" | tr -d ,)
	bytes=$(compute "64 * ${missed:-0} / ($4 * $counted)")
	bench "instructions.$1.$4.bytes_beyond_l2" "$bytes" B
	narrow=build/compare/avx2/bin/$2
	[ $mode != quick ] && [ -x "$narrow" ] || narrow=$2
	each=$(for _ in 1 2 3; do phase_times "$narrow" "$3" "$steps"; done | sed -n 's/^all //p' | median '$1')
	all=$(sed -n 's/^all //p' "$tmp/phases")
	bench "roofline.$1.$4.instructions_per_second" "$(compute "$all / ($each / $per)")" G/s
	bench "roofline.$1.$4.instructions_per_byte" "$(compute "$all / ($bytes > 0.01 ? $bytes : 0.01)")" 1
	bench "roofline.$1.$4.bytes_per_second" "$(compute "$bytes / ($each / $per)")" GB/s
}

for name in $scenes; do
	for bodies in $several; do
		case $name,$bodies in
		cubes-*,100000) continue ;; # would take too long in callgrind
		esac
		scene_make "$name" "$bodies" "$tmp/scene"
		scene_facts "$name"
		measure_step "$name" $program "$tmp/scene" "$bodies"
	done
done
make -s build/bench/limit >&2
build/bench/limit "$([ $mode = quick ] && echo 0.01 || echo 1)"
