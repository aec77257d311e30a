# shellcheck shell=sh disable=SC2034,SC2154
# bench/scenes.inc.sh: the scenes of benchmarks, with fixed seeds; bench/*.sh source this file after bench.inc.sh.
#
# scene_make NAME N FILE makes a scene with N bodies, scene_facts NAME sets its program, time step and work. Scenes of up to 1e4 bodies are
# kept in build/scenes for benchmarks that use them again, as long as programs and scenes stay the same. Large scenes are copies of a
# small one side by side: of 1e4 bodies in the plane, of 1e3 in space. Voronoi grains of space are never copies. Grains of gases get
# velocities of kT = 0.5 (1 in space) and move until kinetic and elastic energy are in balance. Beds have settled. All scenes begin
# with new tangential springs, since other programs cannot take them over.

: "${few:=1000}" # bodies of the small scenes; quick benchmarks have fewer
scenes_kept=build/scenes/$(cat bench/scenes.inc.sh bench/peers/chute2stream.awk bin/scree-dem2 bin/scree-dem3 2>/dev/null | cksum | cut -d' ' -f1)-$few

scene_names='pentagons-25 pentagons-80 friction-80 disks-80 cows-25 clumps-25 voronoi spheres tbars chute cubes-15 cubes-50 tetrahedra-15 heap cells'

scene_facts() { # NAME: sets program, dt, work (body-steps of a run of both programs), sizes (numbers of bodies), window
	# window: the steps of a run where grains lose their energy, so that runs of all sizes see the same state; else empty
	program=scree-dem2 dt=3e-4 window=
	case $1 in
	pentagons-25) work=2e7 sizes='1000 10000 100000 1000000' ;;
	pentagons-80) work=4e6 sizes='1000 10000 100000 1000000' ;;
	friction-80) work=1e7 window=300 sizes='1000 10000 100000' ;;
	disks-80) work=6e7 window=500 sizes='1000 10000 100000 1000000' ;;
	cows-25) work=2e7 sizes='500' ;;
	clumps-25) work=5e6 sizes='500' ;;
	voronoi) dt=0.01 work=5e6 window=100 sizes='1000 10000 100000 1000000' ;;
	*)
		program=scree-dem3
		case $1 in
		spheres) dt=5e-5 work=2e7 sizes='1000 10000 100000 1000000' ;;
		tbars) dt=5e-5 work=3e6 sizes='1000 10000 100000' ;;
		chute) dt=1e-4 work=3e7 sizes='32000' ;;
		cubes-15) dt=1e-3 work=1e5 sizes='1000 10000 100000' ;;
		cubes-50) dt=1e-3 work=3e4 sizes='1000 10000' ;;
		tetrahedra-15) dt=1e-3 work=1e5 sizes='1000' ;;
		heap) dt=5e-4 work=1e6 sizes='1000 10000' ;;
		cells) dt=1e-4 work=5e5 sizes='512 4096 97336' ;;
		*) return 1 ;;
		esac
		;;
	esac
}

scene_steps() { # WORK BODIES: the steps of a run of the scene whose facts are set
	whole "${window:-$1 / $2}"
}

scene_text() { # NAME: what it is, for tables
	case $1 in
	pentagons-25) echo 'gas of pentagons: regular, circumradius 0.4, rounded by 0.1, solid fraction 0.25, elastic' ;;
	pentagons-80) echo 'dense pentagons: the same at 0.80' ;;
	friction-80) echo 'rough pentagons: the dense ones with friction and damping' ;;
	disks-80) echo 'dense disks: diameter 1, solid fraction 0.80, friction, damping' ;;
	cows-25) echo 'gas of cows: outlines with many corners, not convex, solid fraction 0.25, elastic' ;;
	clumps-25) echo 'gas of clumps: cows made of 726 disks each, elastic' ;;
	voronoi) echo 'Voronoi grains: rounded cells of the plane, void ratio 0.2, friction' ;;
	spheres) echo 'bed of spheres: diameter 1, settled on a floor under gravity, friction, damping' ;;
	tbars) echo 'bed of T-bars: ten touching balls each, rigid, settled on a floor, friction, damping' ;;
	chute) echo "chute: LAMMPS' own benchmark, spheres that flow down an incline of 26 degrees over fixed spheres" ;;
	cubes-15) echo 'gas of cubes: edges of 2, rounded by 0.25, solid fraction 0.15, elastic' ;;
	cubes-50) echo 'dense cubes: the same at 0.50' ;;
	tetrahedra-15) echo 'gas of tetrahedra: rounded by 0.25, solid fraction 0.15, elastic' ;;
	heap) echo 'heap of cubes: settled in a box, friction, damping' ;;
	cells) echo 'dense Voronoi grains: cells of space, eroded and dilated by 0.1 of their spacing, which touch at all faces, elastic' ;;
	*) echo "$1" ;;
	esac
}

# ---- laws ----

elastic=grain,grain,kn=1e4,kt=0,mu=0,en=1
elastic_space=grain,grain,kn=1000,kt=0,mu=0,en=1
friction=grain,grain,kn=1e4,kt=3e3,mu=0.5,en=0.9
# for disks: damping, and attraction at the end of contacts, as in LAMMPS, which multiplies damping by the reduced mass, pi/8
friction_disks=grain,grain,kn=1e4,kt=3e3,mu=0.5,gn=1.9634954084936207,gt=0.98174770424681035,attraction=1

# LAMMPS multiplies its damping, 100, by the reduced mass; scree takes the product, which is 50 m for bodies of equal mass m
law() { # MASS
	echo "grain,grain,kn=1e6,kt=285714.2857142857,mu=0.3,gn=$(compute "50 * $1"),gt=$(compute "25 * $1")"
}

# ---- shapes ----

ngon() { # SIDES: a regular polygon of circumradius 0.4, rounded by 0.1
	awk -v n="$1" 'BEGIN { for (k = 0; k < n; k++) { a = 2 * atan2(0, -1) * k / n
		printf "%.17g %.17g\n", 0.4 * cos(a), 0.4 * sin(a) } }' >"$tmp/outline"
	scree-shape -q "$tmp/outline" --radius 0.1
}

disk() { # of diameter 1
	scree-shape -q disk --area 0.78539816339744831
}

stream() { # SHAPE: one body of space
	printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain linear\nshape 1 %s\ncolumns body id shape material x y z\n' "$1"
	printf 'frame 0 t=0 dt=0 due=0 body=1\nbody 1 1 grain 0 0 0\nend 0\n'
}

tbar='clump -3,0,0,0.5 -2,0,0,0.5 -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 2,0,0,0.5 3,0,0,0.5 0,0,1,0.5 0,0,2,0.5 0,0,3,0.5'

unit_mass() { # NAME: a polyhedron with edges of 2 and the mass 1
	scree-shape -q "$1" --size 2,2,2 --radius 0.25 >"$tmp/polyhedron"
	density=$(sed -n 's/^mass .*volume=\([^ ]*\).*/\1/p' "$tmp/polyhedron" | awk '{ printf "%.17g", 1 / $1 }')
	scree-set -q --material "grain,$density" "$tmp/polyhedron"
}

# ---- scenes ----

forget() { # the last frame of stdin at time 0, without contacts
	scree-pick -q --last | scree-set -q --reset | sed '/^contact /d; /^columns contact/d; s/^\(frame .*\) contact=[0-9]*/\1/'
}

plane() { # N PHI LAW SETTLE [SEED]: of the shape on stdin
	scree-fill -q -n "$1" --fraction "$2" --periodic xy --temperature 0.5 --seed "${5:-1}" |
		scree-set -q --law "$3" | scree-dem2 -q -t "$4" -d $dt | forget
}

# Bodies of the shape on stdin fall on a floor and come to rest; the domain is periodic along x and y.
bed() { # N SIDE HEIGHT MASS TIME
	scree-mass -q --method pebbles | scree-fill -q -n "$1" --box "$2,$2,$3" --periodic xy | scree-wall -q plane 0,0,0 0,0,1 |
		scree-set -q --law "$(law "$4")" --gravity 0,0,-40 | scree-dem3 -q -t "$5" -d $dt --threads "$cores" |
		scree-set -q --gravity 0,0,-10 | scree-dem3 -q -t 0.5 --threads "$cores" | forget
}

# Copies of the bed on stdin side by side; then the floor, which touches the lowest bodies, comes from below.
beds() { # NX,NY
	scree-pick -q --where 'shape == 1' | scree-move -q --replicate "$1,1" | scree-wall -q plane 0,0,-0.01 0,0,1 |
		scree-move -q --where 'shape > 1' --by 0,0,0.01 | forget
}

gas() { # SHAPE N SOLID_FRACTION: polyhedra
	unit_mass "$1" | scree-fill -q -n "$2" --fraction "$3" --periodic xyz --temperature 1 |
		scree-set -q --law $elastic_space | scree-dem3 -q -t 2 -d $dt --threads "$cores" | forget
}

# LAMMPS' chute, from its own file, if its source is there (bench/peers/lammps.sh). Its damping, 50, is multiplied by the reduced mass,
# which is half the mass of a sphere between two that move, and all of it at a fixed one; it has no tangential damping.
chute_data() {
	for chute_file in "${XDG_CACHE_HOME:-$HOME/.cache}"/scree-peers/lammps-*/source/bench/data.chute; do
		[ ! -s "$chute_file" ] || echo "$chute_file"
	done | head -n 1
}

chute() {
	awk -f bench/peers/chute2stream.awk "$(chute_data)" | scree-mass -q --method pebbles |
		scree-set -q --gravity 0.4383711467890774,0,-0.8987940462991670 --law grain,grain,kn=2e5,kt=57142.857142857143,mu=0.5,gn=13.089969389957471 \
			--law grain,base,kn=2e5,kt=57142.857142857143,mu=0.5,gn=26.179938779914942
}

heap() { # N
	unit_mass cube | scree-fill -q -n "$1" --fraction 0.45 | scree-wall -q box |
		scree-set -q --law grain,grain,kn=1000,kt=300,mu=0.5,en=0.3 --gravity 0,0,-1 |
		scree-dem3 -q -t 10 -d $dt --threads "$cores" | forget
}

cells() { # N
	side=$(awk "BEGIN { printf \"%.17g\", exp(log($1) / 3) }")
	scree-voronoi -q -n "$1" --box "$side,$side,$side" --periodic xyz --lloyd 20 --erode 0.1 --dilate 0.1 |
		scree-set -q --law $elastic --temperature 0.01 | scree-dem3 -q -t 0.01 -d $dt --threads "$cores" | forget
}

voronoi() { # N
	side=$(compute "sqrt($1)")
	scree-voronoi -q -n "$1" --box "$side,$side" --periodic xy --sites jitter --roundness 0.5 --void-ratio 0.2 |
		scree-set -q --speed 0.07 | scree-dem2 -q -t 2 -d $dt | forget
}

small() { # NAME N: a scene that is no copy
	case $1 in
	pentagons-25) ngon 5 | plane "$2" 0.25 $elastic 1.5 ;;
	pentagons-80) ngon 5 | plane "$2" 0.80 $elastic 1.5 ;;
	friction-80) ngon 5 | plane "$2" 0.80 $friction 0.3 ;;
	disks-80) disk | plane "$2" 0.80 $friction_disks 0.3 ;;
	cows-25) scree-shape -q cow | plane "$2" 0.25 $elastic 4 ;;
	clumps-25) scree-shape -q cow | scree-clump -q --method grid -n 726 | plane "$2" 0.25 $elastic 1.5 ;;
	voronoi) voronoi "$2" ;;
	spheres) stream 'sphere r=0.5' | bed "$2" 10 50 0.52359877559829882 4 ;;
	tbars) stream "$tbar" | bed "$2" 20 140 5.2359877559829888 4 ;;
	chute) chute ;;
	cubes-15) gas cube "$2" 0.15 ;;
	cubes-50) gas cube "$2" 0.5 ;;
	tetrahedra-15) gas tetrahedron "$2" 0.15 ;;
	heap) heap "$2" ;;
	cells) cells "$2" ;;
	esac
}

scene_make() { # NAME N FILE
	scene_facts "$1"
	if [ -s "$scenes_kept/$1-$2" ]; then
		cp "$scenes_kept/$1-$2" "$3"
		return
	fi
	whole=10000
	[ $program = scree-dem2 ] || whole=$few
	case $1,$2 in
	heap,* | chute,* | cells,*) whole=$2 ;;
	esac
	if [ $(($2 / whole)) -le 1 ]; then
		small "$1" "$2" >"$3.part"
	else
		scene_make "$1" $whole "$3.small"
		scene_facts "$1"
		case $(($2 / whole)) in
		8) copies=4,2 ;;
		10) copies=5,2 ;;
		100) copies=10,10 ;;
		1000) copies=40,25 ;;
		esac
		case $1 in
		spheres | tbars) beds $copies <"$3.small" >"$3.part" ;;
		cubes-*) scree-move -q --replicate $copies,1 "$3.small" >"$3.part" ;;
		*) scree-move -q --replicate $copies "$3.small" >"$3.part" ;;
		esac
		rm "$3.small"
	fi
	grep -q '^end' "$3.part" || {
		echo "the scene $1 of $2 bodies could not be made" >&2
		return 1
	}
	mv "$3.part" "$3"
	if [ "$2" -le 10000 ]; then
		if [ ! -d "$scenes_kept" ]; then
			find build/scenes -mindepth 1 -maxdepth 1 -name "*-$few" -exec rm -r {} + 2>/dev/null || true
			mkdir -p "$scenes_kept"
		fi
		cp "$3" "$scenes_kept/$1-$2.$$" && mv "$scenes_kept/$1-$2.$$" "$scenes_kept/$1-$2"
	fi
}
