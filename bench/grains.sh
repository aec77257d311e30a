#!/bin/sh
# bench/grains.sh [quick] [SCENE...]: scree beside other programs than LAMMPS on one core, as far as they are installed.
# Scenes: `spheres` and `tbars`, beds of bench/scenes.inc.sh, of 1000 and 10000 spheres and 1000 T-bars; `performance`, YADE's own
# performance test of 5000 elements, spheres that fall into a box, for the time of 2000 of its iterations, with steps of half their
# length, as they are too long for the damping; `ellipsoids`, 1000 ellipsoids with hard contacts in a bin, as hulls in Bullet. All
# programs take the same steps of the same length from the same state, after the same warm-up, in turn, with the best of a few
# distances of their lists. Rates are body-steps per second, medians of three passes.
# The kinetic energy of translation after the steps of a run says whether they compute the same. What is not the same: ESyS-Particle has no
# damping, no periodic sides along y, and a floor without friction; its time is that of the clock, as one of its two processes only
# waits. Bullet's hulls have 42 corners and its ten iterations no test of convergence, so it has larger overlaps; it gets 500 steps to
# come to rest in its own way. MechSys limits the spring of friction only, the others spring and damping, and
# overlooks contacts across two of the four edges of the periodic box, where spheres then move. LIGGGHTS can
# insert clumps of its own, but not begin with given ones, so it has no row for T-bars; ESyS-Particle, MercuryDPM and MechSys have
# no rigid clumps of this kind in the versions at hand.
# Debian has LIGGGHTS, YADE, ESyS-Particle and Bullet. MercuryDPM and MechSys are found as ~/.cache/scree-peers/NAME-VERSION/bed,
# see bench/peers/bed-mercury.cc and bed-mechsys.cc.
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=grains
[ "${1:-}" != quick ] || { mode=quick few=100 seconds=0.001 rounds=1 && shift; }
. bench/scenes.inc.sh
. bench/beside.inc.sh
longest=300 # seconds of a run; a program that takes longer is taken to hang
cache=${XDG_CACHE_HOME:-$HOME/.cache}/scree-peers
scenes=${*:-spheres tbars performance ellipsoids}
[ $mode != quick ] || [ $# -gt 0 ] || scenes=spheres
sizes_of_spheres='1000 10000'
[ $mode != quick ] || sizes_of_spheres=100

found() { # PROGRAM: its file, or nothing
	case $1 in
	mercury | mechsys) find "$cache" -path "*/$1-*/bed" -type f 2>/dev/null | sort | tail -n 1 ;;
	esys) command -v esysparticle ;;
	bullet) echo '#include <btBulletDynamicsCommon.h>' | ${CXX:-g++} -I/usr/include/bullet -E -x c++ - >/dev/null 2>&1 && echo bullet ;;
	lammps) have_lammps "$scene" && echo lammps ;;
	scree) echo scree ;;
	*) command -v "$1" ;;
	esac
}

settings_of() { # PROGRAM: distances of its lists to try
	case $1 in
	liggghts) echo 0.02 0.05 0.1 0.2 0.3 ;;
	yade) echo "$yade_distances" ;;
	esys | mechsys) echo 0.02 0.05 0.1 ;;
	mercury) echo 1 1.2 ;;
	*) echo - ;;
	esac
}

printed() { # FILE: the seconds there; keeps the energy
	sed -n 's/.*SECONDS \([^ ]*\).*/\1/p' "$1"
	sed -n 's/.*ENERGY \([^ ]*\).*/\1/p' "$1" >"$tmp/energy.$peer"
}

liggghts_time() { # STEPS: seconds of processor time of the program
	build/bench/peak "$tmp/use_liggghts" timeout $longest liggghts -in bench/peers/in.liggghts -var data "$tmp/data.liggghts" -var edge_x p -var edge_y p \
		-var edge_z f -var steps "$1" -var dt $dt -var every "$1" -var skin "$setting" -log "$tmp/log.liggghts" -screen none >/dev/null 2>&1 || return 1
	field cpu "$tmp/use_liggghts"
}

peer_run() { # PROGRAM: seconds of $steps after $warm steps, with $setting
	peer=$1
	case $peer in
	scree) own_seconds "$before_own" "$program" "$tmp/scene" "$steps" $dt 1 ;;
	lammps)
		lammps_settings "$scene" 1
		peer_seconds "$scene" "$tmp/scene" "$steps" $dt 1 || return 1
		# that of T-bars is of their balls, with the rotation of the bars
		[ "$scene" = tbars ] || awk 'NF == 3 && $1 ~ /^[0-9]+$/ { e = $3 } END { print e }' "$tmp/log" >"$tmp/energy.lammps"
		;;
	liggghts)
		long=$(liggghts_time $((warm + steps))) || return 1
		awk -v n=$((warm + steps)) '$1 == n && NF == 2 { print $2; exit }' "$tmp/log.liggghts" >"$tmp/energy.liggghts"
		[ -s "$tmp/before.$setting" ] || liggghts_time "$warm" >"$tmp/before.$setting"
		awk "BEGIN { t = $long - $(cat "$tmp/before.$setting"); print (t > 1e-4 ? t : 1e-4) }"
		;;
	yade)
		(
			cd "$tmp" # it writes files
			OMP_NUM_THREADS=1 SCENE=$yade_scene DATA="$tmp/scene.data" WARM=$warm STEPS=$steps DT=$dt VERLET=$setting \
				timeout $longest yade -n -x -j1 "$OLDPWD/bench/peers/grains-yade.py" >"$tmp/printed" 2>&1
		) || return 1
		printed "$tmp/printed"
		;;
	esys)
		(
			cd "$tmp"
			OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ROWS="$tmp/rows" LX=$lx LY=$ly WARM=$warm STEPS=$steps DT=$dt VERLET=$setting \
				timeout $longest mpirun --oversubscribe -np 2 esysparticle "$OLDPWD/bench/peers/bed-esys.py" >"$tmp/printed" 2>&1
		) || return 1
		printed "$tmp/printed"
		;;
	mercury | mechsys)
		(cd "$tmp" && OMP_NUM_THREADS=1 timeout $longest "$(found $peer)" "$tmp/rows" "$lx" "$ly" "$warm" "$steps" $dt "$setting" >"$tmp/printed" 2>&1) || return 1
		printed "$tmp/printed"
		;;
	bullet)
		timeout $longest build/bench/hulls-bullet "$tmp/rows" 0.15 0.1 0.1 2.5 2.5 500 "$steps" $dt >"$tmp/printed" || return 1
		printed "$tmp/printed"
		;;
	esac
}

compare() { # ROW BODIES PROGRAM...: lines of BENCH
	row=$1 bodies=$2
	shift 2
	warm=$((steps / 10 + 1)) there=
	before_own=$(own_before "$program" "$tmp/scene" $dt 1)
	rm -f "$tmp"/energy.*
	own_output=$tmp/frames own_run "$program" "$tmp/scene" $((warm + steps)) $dt 1 >/dev/null
	sed -n 's/^ledger .* kin_lin=\([^ ]*\).*/\1/p' "$tmp/frames" | tail -n 1 >"$tmp/energy.scree"
	for name in scree "$@"; do
		if [ ! "$(found "$name")" ]; then
			echo "grains.sh: $name is not installed" >&2
			continue
		fi
		best=
		rm -f "$tmp"/before.*
		for setting in $(settings_of "$name"); do
			t=$(peer_run "$name") && [ "$t" ] || continue
			[ ! "$best" ] || holds "$t < $best" || continue
			best=$t
			echo "$setting" >"$tmp/setting.$name"
		done
		if [ "$best" ]; then
			there="$there $name"
			: >"$tmp/rates.$name"
		else
			echo "grains.sh: $name has failed: $(tail -n 1 "$tmp/printed" 2>/dev/null)" >&2
		fi
	done
	for _ in $(seq "$rounds"); do
		for name in $there; do
			setting=$(cat "$tmp/setting.$name")
			spend peer_run "$name" >>"$tmp/rates.$name"
			echo >>"$tmp/rates.$name"
		done
	done
	for name in $there; do
		bench "$row.$name.rate" "$(median "\$1 * $bodies * $steps" <"$tmp/rates.$name")" /s
		[ "$name" = scree ] || bench "$row.$name.ratio" "$(paste "$tmp/rates.scree" "$tmp/rates.$name" | median '$1 / $2')" 1
		[ "$name" != lammps ] || lammps_settings "$scene" 1
		case $name in
		lammps) bench "$row.$name.setting" "$lammps_name,$skin,$delay" 1 ;;
		scree | bullet) ;;
		*) bench "$row.$name.setting" "$(cat "$tmp/setting.$name")" 1 ;;
		esac
		[ ! -s "$tmp/energy.$name" ] || bench "$row.$name.kinetic_energy" "$(awk '{ printf "%.4g", $1 }' "$tmp/energy.$name")" 1
	done
}

columns_of() { # SHAPE NAMES: these columns of the bodies of this kind of shape in $tmp/scene
	awk -v kind="$1" -v names="$2" 'BEGIN { n = split(names, name, " ") }
		/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "shape" { is[$2] = $3 } $1 == "frame" { rows = 0 }
		/^body/ && is[$at["shape"]] == kind { line = ""; for (k = 1; k <= n; k++) line = line (k > 1 ? " " : "") $at[name[k]]; print line }' "$tmp/scene"
}

for scene in $scenes; do
	case $scene in
	spheres | tbars)
		yade_scene=bed yade_distances='0.05 0.1 0.2'
		list='lammps yade' several=1000
		[ $scene = tbars ] || { list='lammps liggghts yade esys mercury mechsys' several=$sizes_of_spheres; }
		for bodies in $several; do
			scene_make $scene "$bodies" "$tmp/scene"
			scene_facts $scene
			steps=$(whole "2e6 / $bodies")
			[ $scene = spheres ] || steps=500
			[ $mode != quick ] || steps=20
			lammps_data $scene "$tmp/scene"
			lx=$(awk '/ xlo/ { print $2 }' "$tmp/scene.data") ly=$(awk '/ ylo/ { print $2 }' "$tmp/scene.data")
			sed 's/^1 atom types/2 atom types/; s/^Atoms.*/Atoms/' "$tmp/scene.data" >"$tmp/data.liggghts"
			columns_of sphere 'x y z size vx vy vz wx wy wz' | awk '{ $4 *= 0.5; print }' >"$tmp/rows"
			compare $scene."$bodies" "$bodies" $list
			rm -f "$tmp/scene" "$tmp/scene.data"
		done
		;;
	performance)
		command -v yade >/dev/null || continue
		(cd "$tmp" && SCENE=performance ROWS="$tmp/rows" yade -n -x -j1 "$OLDPWD/bench/peers/grains-yade.py" >"$tmp/printed" 2>&1)
		# stiffness and damping are those that YADE finds for tc = en = et = 1e-3, 3e-3, 3e-3 and this mass
		bodies=$(($(wc -l <"$tmp/rows") - 1)) program=scree-dem3 dt=5e-5 steps=4000
		awk '$1 == "box" { print "domain lo=" $2 "," $3 "," $4 " hi=" $5 "," $6 "," $7 " periodic=none"; next }
			{ r = $4; row[++n] = $1 " " $2 " " $3 }
			END { printf "shape 1 sphere r=%.17g\ncolumns body id shape material x y z\nframe 0 t=0 dt=0 due=0 body=%d\n", r, n
				for (k = 1; k <= n; k++) print "body", k, 1, "grain", row[k]; print "end 0" }' "$tmp/rows" |
			(printf 'scree 1 dim=3\nmaterial grain density=2300\nlaw grain grain linear\n' && cat) | scree-mass -q --method pebbles |
			scree-wall -q box | scree-set -q --gravity 0,-9.81,0 \
			--law grain,grain,kn=1983378.915467033,kt=566679.6901334379,gn=528.3289912545141,gt=150.95114035843258,mu=0.7002075382097097 >"$tmp/scene"
		yade_scene=performance yade_distances='-0.5 -0.2 -0.05'
		compare performance."$bodies" "$bodies" yade
		;;
	ellipsoids)
		[ "$(found bullet)" ] || continue
		mkdir -p build/bench
		${CXX:-g++} -O3 -march=native -I/usr/include/bullet bench/peers/hulls-bullet.cc -o build/bench/hulls-bullet -lBulletDynamics \
			-lBulletCollision -lLinearMath
		bodies=1000 program=scree-cd3 dt=1e-3 steps=100
		scree-shape -q ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 1000 --box 2.5,2.5,8 --lattice sc --spacing 0.31 | scree-wall -q box |
			scree-set -q --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 | scree-cd3 -q -t 5 -d 0.005 |
			scree-cd3 -q -t 0.02 -d 0.001 | scree-pick -q --last | scree-set -q --reset >"$tmp/scene"
		columns_of ellipsoid 'x y z qw qx qy qz vx vy vz wx wy wz' >"$tmp/rows"
		compare ellipsoids.$bodies $bodies bullet
		bench ellipsoids.$bodies.scree.overlap "$(compute "$(field overlap "$tmp/summary")")" L
		[ ! -s "$tmp/printed" ] || bench ellipsoids.$bodies.bullet.overlap "$(sed -n 's/.*OVERLAP \([^ ]*\).*/\1/p' "$tmp/printed")" L
		;;
	*)
		echo "grains.sh: there is no scene $scene" >&2
		exit 2
		;;
	esac
done
