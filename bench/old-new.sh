#!/bin/sh
# bench/old-new.sh OLD NEW [ROUNDS]: the speed of the three simulators in two folders of programs. Each scene is run by both in
# turn, ROUNDS times (default 15), with one thread; the ratio is the median of the ratios of processor times, new by old. The
# machine should be idle; even so single ratios scatter by ten per cent. `make compare-speed OLD=REVISION` builds and runs this.
set -e
export LC_ALL=C
old=$(cd "$1" && pwd) new=$(cd "$2" && pwd) rounds=${3:-15}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
cd "$tmp"
PATH=$old:$PATH

compute() { # EXPRESSION
	awk "BEGIN { print ($1) }"
}

# ---- scenes, made by the old programs ----

plane() { # grains of unit size at a solid fraction of 0.8, with friction
	scree-fill -q -n 2000 --fraction 0.8 --periodic xy --temperature 0.5 --seed 1 |
		scree-set -q --law grain,grain,kn=1e4,kt=3e3,mu=0.5,en=0.9 | scree-dem2 -q -t 0.3 -d 3e-4 | scree-set -q --reset
}

space() { # SHAPE SIDE HEIGHT MASS TIME: 1000 bodies that have come to rest in a box
	printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain linear\nshape 1 %s\n%s\n%s\nbody 1 1 grain 0 0 0\nend 0\n' "$1" \
		'columns body id shape material x y z' 'frame 0 t=0 dt=0 due=0 body=1' | scree-mass -q --method pebbles |
		scree-fill -q -n 1000 --box "$2,$2,$3" | scree-wall -q box |
		scree-set -q --law "grain,grain,kn=1e6,mu=0.3,gn=$(compute "50 * $4"),gt=$(compute "25 * $4")" --gravity 0,0,-40 |
		scree-dem3 -q -t "$5" -d 5e-5 | scree-set -q --gravity 0,0,-10 | scree-dem3 -q -t 0.3 | scree-pick -q --last
}

awk 'BEGIN { for (k = 0; k < 5; k++) { a = 2 * atan2(0, -1) * k / 5; printf "%.17g %.17g\n", 0.4 * cos(a), 0.4 * sin(a) } }' >outline
scree-shape -q outline --radius 0.1 | plane >pentagons
scree-shape -q disk --radius 0.5 | plane >disks
space 'clump -3,0,0,0.5 -2,0,0,0.5 -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 2,0,0,0.5 3,0,0,0.5 0,0,1,0.5 0,0,2,0.5 0,0,3,0.5' 20 140 5.236 2.5 >tbars
space 'sphere r=0.5' 10 50 0.5236 1.5 >spheres
scree-shape -q ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 1000 --box 2.5,2.5,8 --lattice sc --spacing 0.31 | scree-wall -q box |
	scree-set -q --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 | scree-cd3 -q -t 5 -d 0.005 |
	scree-cd3 -q -t 0.02 -d 0.001 >ellipsoids

# ---- runs ----

seconds() { # FOLDER PROGRAM SCENE OPTION...: processor time of a run
	folder=$1 program=$2 scene=$3
	shift 3
	"$folder/$program" --threads 1 "$@" "$scene" 2>&1 >/dev/null | sed -n 's/.* cpu=\([^ ]*\).*/\1/p'
}

compare() { # PROGRAM SCENE OPTION...
	k=0
	while [ $k -lt "$rounds" ]; do
		if [ $((k % 2)) = 0 ]; then
			a=$(seconds "$old" "$@") b=$(seconds "$new" "$@")
		else
			b=$(seconds "$new" "$@") a=$(seconds "$old" "$@")
		fi
		compute "$b / $a"
		k=$((k + 1))
	done | sort -n | awk -v name="$1 $2" '{ r[NR] = $1 } END { printf "%s %.3f (quartiles %.3f %.3f)\n", name, r[int((NR + 1) / 2)], r[int((NR + 3) / 4)],
		r[int((3 * NR + 1) / 4)] }'
}

compare scree-dem2 pentagons -t 0.3
compare scree-dem2 disks -t 0.9
compare scree-dem3 tbars -t 0.075 -d 5e-5
compare scree-dem3 spheres -t 0.3 -d 5e-5
compare scree-cd3 ellipsoids -t 0.15 -d 0.001
