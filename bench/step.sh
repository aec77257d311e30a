#!/bin/sh
# bench/step.sh [quick] [SCENE...]: what a time step of scree-dem2 and scree-dem3 is made of, for the scenes of bench/rates.sh.
# Nanoseconds are those of processor time per body and step on one core, in all and by phase: contacts, neighbour lists, and the rest
# (motion, boundaries, ledger), from the summary of the program. Instructions, and bytes that miss the last-level cache, are counted by
# callgrind within the steps, per body and step. The phases of the table instructions are functions; contacts are those between
# bodies of the last step. Callgrind knows no AVX-512, so both the times and the counts of the table roofline are those of a build
# without it. Rows are scene and number of bodies.
. "$(dirname "$0")/dem2.inc.sh"
. bench/dem3.inc.sh
mode=usual
[ "${1:-}" != quick ] || { mode=quick && shift; }
all='pentagons-80 disks-80 spheres tbars cubes-50'
[ $mode != quick ] || all=disks-80
scenes=${*:-$all}
cores=1 few=1000 rest=4 sizes='1000 100000'
if [ $mode = quick ]; then
	few=100 rest=0.5 sizes=100 seconds=0.001
else
	make -s compare-avx2 >&2
fi

bench() { # NAME VALUE UNIT
	echo "BENCH step.$1 $2 $3"
}

cache() { # the last-level cache in the words of valgrind; the largest power of two that is not above its size
	getconf LEVEL3_CACHE_SIZE 2>/dev/null | awk '{ size = 1; while (2 * size <= $1) size *= 2; print (size < 1048576 ? 33554432 : size) ",16,64" }'
}

phases() { # FILE_OF_CALLGRIND DIVISOR: name and instructions of each phase, with the functions it calls
	callgrind_annotate --inclusive=yes --auto=no --threshold=100 "$1" | awk -v per="$2" '
		function book(name) { if (!(name in sum)) { sum[name] = $1; order[++n] = name } }
		{ gsub(",", "", $1) }
		/:dem[23]_step / { book("all") }
		/:dem[23]_kick_drift/ { book("positions") }
		/:dem[23]_list_update / { book("neighbours") }
		/:dem[23]_forces / { book("forces") }
		/:dem[23]_accelerate/ || /:accelerate_and_kick / { book("velocities") }
		/:soft_ledger_step / { book("energies") }
		END { for (k = 1; k <= n; k++) printf "%s %.0f\n", order[k], sum[order[k]] / per }'
}

measure_step() { # SCENE PROGRAM FILE BODIES DT
	steps=$(whole "$4 < 5000 ? 2000 : 100")
	counted=$(whole "$4 < 5000 ? 200 : 20")
	[ $mode != quick ] || steps=20 counted=2
	own_seconds "$2" "$3" "$steps" "$5" 1 >/dev/null
	per=$(compute "$4 * $steps / 1e9")
	for part in cpu:all time_forces:forces time_lists:lists time_integration:integration; do
		bench "time.$1.$4.${part#*:}" "$(compute "$(field "${part%:*}" "$tmp/summary") / $per")" ns
	done
	contacts=$(field contacts "$tmp/summary")
	bench "time.$1.$4.contacts" "$(compute "$contacts / $4")" /body
	bench "time.$1.$4.memory" "$(compute "$(field rss "$tmp/use") / $4")" B/body
	command -v valgrind >/dev/null || return 0
	valgrind --tool=callgrind --cache-sim=yes --LL="$(cache)" --toggle-collect="${2#scree-}_step" --callgrind-out-file="$tmp/callgrind" \
		"$2" -t "$(awk "BEGIN { printf \"%.9g\", $counted * $5 }")" -d "$5" --no-provenance "$3" >/dev/null 2>"$tmp/valgrind" || {
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
	bench "instructions.$1.$4.bytes_from_memory" "$bytes" B
	narrow=build/compare/avx2/bin/$2
	[ $mode != quick ] && [ -x "$narrow" ] || narrow=$2
	each=$(median '$1' <<-E
	$(own_seconds "$narrow" "$3" "$steps" "$5" 1)
	$(own_seconds "$narrow" "$3" "$steps" "$5" 1)
	$(own_seconds "$narrow" "$3" "$steps" "$5" 1)
	E
	)
	all=$(sed -n 's/^all //p' "$tmp/phases")
	bench "roofline.$1.$4.instructions_per_second" "$(compute "$all / ($each / $per)")" G/s
	bench "roofline.$1.$4.instructions_per_byte" "$(compute "$all / ($bytes > 0.01 ? $bytes : 0.01)")" 1
	bench "roofline.$1.$4.bytes_per_second" "$(compute "$bytes / ($each / $per)")" GB/s
}

plane() { # SCENE PHI LAW SETTLE: of the shape on stdin
	scene $few "$2" "$3" "$4" >"$tmp/few"
	for n in $sizes; do
		if [ "$n" = $few ]; then
			cp "$tmp/few" "$tmp/scene"
		else
			scree-move -q --replicate "$(whole "$n / $few / 10"),10" "$tmp/few" >"$tmp/scene"
		fi
		measure_step "$1" scree-dem2 "$tmp/scene" "$n" $dt
	done
}

space() { # SCENE FILE DT COPY NX,NY
	for n in $sizes; do
		if [ "$n" = $few ]; then
			cp "$2" "$tmp/scene"
		else
			"$4" "$2" "$5" >"$tmp/scene"
		fi
		measure_step "$1" scree-dem3 "$tmp/scene" "$n" "$3"
	done
}

gases() { # FILE NX,NY,NZ
	scree-move -q --replicate "$2" "$1"
}

for name in $scenes; do
	case $name in
	pentagons-80) ngon 5 | plane $name 0.80 $elastic 1.5 ;;
	disks-80) disk | plane $name 0.80 $friction_disks 0.3 ;;
	spheres)
		stream 'sphere r=0.5' | bed $few 10 50 0.52359877559829882 $rest >"$tmp/spheres"
		space $name "$tmp/spheres" 5e-5 beds 10,10
		;;
	tbars)
		stream "$tbar" | bed $few 20 140 5.2359877559829888 $rest >"$tmp/tbars"
		space $name "$tmp/tbars" 5e-5 beds 10,10
		;;
	cubes-50) cubes $few 0.5 >"$tmp/cubes" && space $name "$tmp/cubes" 1e-3 gases 10,10,1 ;;
	esac
done
make -s build/bench/limit >&2
build/bench/limit "$([ $mode = quick ] && echo 0.01 || echo 1)"
