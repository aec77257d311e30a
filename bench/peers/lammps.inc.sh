# shellcheck shell=sh disable=SC2086,SC2154
# bench/peers/lammps.inc.sh: runs of LAMMPS for the benchmarks, which source this file. They have made $tmp and are at the top of the tree.
#
# Which programs there are: Debian's lmp, those that bench/peers/lammps.sh has built or that stand beside them as
# ~/.cache/scree-peers/lammps-NAME/build/lmp, and the file that LAMMPS names, if it is set.
# bench/peers/skins.txt holds the settings with which each of them was fastest, for each scene, on one core and on two. A benchmark runs
# the fastest of those that this machine has; on two cores, without a line, two ranks with the settings of one. A scene
# that has no line at all runs with the settings below.

lammps_programs() { # lines of a name and a file
	command -v lmp >/dev/null && echo "debian $(command -v lmp)"
	for lammps_file in "${XDG_CACHE_HOME:-$HOME/.cache}"/scree-peers/lammps-*/build/lmp; do
		[ ! -x "$lammps_file" ] || echo "$(echo "$lammps_file" | sed 's,.*/lammps-\([^/]*\)/build/lmp,\1,') $lammps_file"
	done
	[ ! "${LAMMPS:-}" ] || echo "other $LAMMPS"
}

have_lammps() { # SCENE: whether there is a LAMMPS, and it has the scene. Its bodies with corners have friction without history only.
	case $1 in
	pentagons-* | sides-* | disks-* | sizes-* | spheres | tbars | chute | cubes-* | tetrahedra-*) [ "$(lammps_programs)" ] ;;
	*) return 1 ;;
	esac
}

# Sets lammps_name, lammps_file, how, skin, delay: how is plain, omp (threads), kk (KOKKOS with threads) or ranks; delay is in steps.
# A benchmark may have set lammps_fixed=1 and found settings itself; lammps_more are further variables of the input.
lammps_settings() { # SCENE CORES
	[ ! "${lammps_fixed:-}" ] || return 0
	lammps_programs >"$tmp/programs"
	case $1 in
	sides-*) set -- "pentagons-${1#*-}" "$2" ;;
	sizes-*) set -- disks-80 "$2" ;;
	tetrahedra-15) set -- cubes-15 "$2" ;;
	esac
	set -- $(awk -v scene="$1" -v cores="$2" '
		FNR == NR { file[$1] = $2; if (!first) first = $1; next }
		/^#/ || !($3 in file) || $1 != scene { next }
		$2 == cores && $7 > best { best = $7; found = $3 " " file[$3] " " $4 " " $5 " " $6 }
		$2 == 1 && $7 > most { most = $7; one = $3 " " file[$3] " ranks " $5 " " $6 }
		END { print found ? found : one ? one : first " " file[first] " " (cores > 1 ? "ranks" : "plain") " - -" }' \
		"$tmp/programs" bench/peers/skins.txt) "$1"
	lammps_name=$1 lammps_file=$2 how=$3 skin=$4 delay=$5
	[ "$skin" != - ] || case $6 in
	pentagons*) skin=0.45 delay=40 ;;
	cubes*) skin=1 delay=5 ;;
	*) skin=0.2 delay=0 ;;
	esac
}

# The data file of a stream, and the variables of the input that follow from it
lammps_data() { # SCENE FILE: makes FILE.data, sets input and variables
	variables=
	case $1 in
	pentagons-* | sides-*) input=in.polygons ;;
	disks-* | sizes-*) input=in.disks ;;
	tbars) input=in.tbars ;;
	chute) input=in.chute ;;
	cubes-* | tetrahedra-*) input=in.polyhedra ;;
	*) input=in.spheres ;;
	esac
	[ "$2.data" -nt "$2" ] || case $input in
	in.polyhedra) scree-convert -q "$2" -o "$2.data" ;;
	in.polygons | in.disks) awk -f bench/peers/stream2lammps.awk "$2" >"$2.data" ;;
	in.chute) cp "$(chute_data)" "$2.data" ;;
	in.tbars) awk -v molecules=1 -f bench/peers/stream3lammps.awk "$2" >"$2.data" ;;
	*) awk -f bench/peers/stream3lammps.awk "$2" >"$2.data" ;;
	esac
	variables=$(sed -n '1s/.*boundary \(.\) \(.\) \(.\).*/-var edge_x \1 -var edge_y \2 -var edge_z \3/p' "$2.data")
	case $input,$1 in
	in.polyhedra,*) variables="$variables $(sed -n '1s/.*polyhedron \([^ ]*\) \([^,]*\),.*/-var least \1 -var most \2/p' "$2.data")" ;;
	in.disks,sizes-*) variables='-var kt 0 -var gn 0 -var gt 0 -var mu 0' ;;
	esac
}

# STEPS of DT with the settings, after $warm steps: the log is $tmp/log, processor time and memory are in $tmp/use_lammps.
lammps_run() { # SCENE FILE STEPS DT CORES [EVERY]
	lammps_data "$1" "$2"
	lammps_options= lammps_starter= lammps_threads=1
	case $how in
	omp) lammps_options="-sf omp -pk omp $5" lammps_threads=$5 ;;
	kk) lammps_options="-k on t $5 -sf kk" lammps_threads=$5 ;;
	ranks) lammps_starter="mpirun --oversubscribe -np $5" ;;
	esac
	OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=$lammps_threads OMP_PROC_BIND=false \
		build/bench/peak "$tmp/use_lammps" $lammps_starter "$lammps_file" $lammps_options -in "bench/peers/$input" -var data "$2.data" \
		$variables ${lammps_more:-} -var warm "${warm:-0}" -var steps "$3" -var dt "$4" -var skin "$skin" -var delay "$delay" -var every "${6:-$3}" \
		-log "$tmp/log" -screen none >/dev/null 2>"$tmp/err" || { cat "$tmp/err" >&2; tail -n 3 "$tmp/log" >&2; return 1; }
}

# Seconds of the last loop in $tmp/log: of processor time on one core, by the clock on several
lammps_seconds() { # CORES
	awk -v cores="$1" '/^Loop time/ { t = $4 } / CPU use with/ { share = $1 / 100 } END { print (cores > 1 ? t : t * share) }' "$tmp/log"
}

# Change of the total energy in $tmp/log relative to that at the start; a question mark if the scene loses energy, or consists of disks or
# spheres, whose elastic energy LAMMPS does not compute
lammps_error() { # SCENE
	case $1 in
	pentagons-* | sides-* | cubes-* | tetrahedra-*)
		awk '$1 == "Step" { for (k = 1; k <= NF; k++) if ($k == "v_et") c = k; next } /^Loop/ { c = 0 }
			c && $1 ~ /^[0-9]+$/ { if (!n++) e = $c; last = $c } END { if (e) printf "%.2g", last / e - 1; else print "?" }' "$tmp/log"
		;;
	*) echo '?' ;;
	esac
}

lammps_version() { # FILE
	"$1" -h | sed -n 's/.*Simulator - \(.*\)/\1/p' | head -n 1
}
