#!/bin/sh
# Polyhedra under all that drives a scene of space: groups, servo walls, cells that are sheared and pressed, outlets that put bodies
# back, stops, columns of heat. Each run in two parts, on two threads and with another skin is the whole run, byte for byte, and its
# ledger closes.
. "$(dirname "$0")/../tap.sh"
value() { awk -v key="$1" '/^ledger/ { for (k = 2; k <= NF; k++) if (index($k, key "=") == 1) x = substr($k, length(key) + 2) } END { print x }' "$2"; }
last() { awk '/^frame/ { n = 0 } { line[n++] = $0 } END { for (k = 0; k < n; k++) print line[k] }' "$1"; }

# Bodies on a lattice, of the shapes 1 to 4 in turn: cubes, tetrahedra, rods, balls; three in front have the tags of $tags. Records of
# the scene come from stdin, its walls, if any, from $walls.
scene() { # N STEP LIFT
	printf 'scree 1 dim=3\nmaterial m density=1\nlaw m m linear kn=3000 kt=1000 mu=0.4 en=0.8 kr=0.3 gr=0.003 mur=0.1 ks=0.3 gs=0.003 mus=0.1\n'
	echo 'shape 1 polyhedron r=0.08 vertices=8 -.2,-.2,-.2 .2,-.2,-.2 -.2,.2,-.2 .2,.2,-.2 -.2,-.2,.2 .2,-.2,.2 -.2,.2,.2 .2,.2,.2' \
		'0,4,6,2 1,3,7,5 0,1,5,4 2,6,7,3 0,2,3,1 4,5,7,6'
	echo 'shape 2 polyhedron r=0.07 vertices=4 .22,.22,.22 -.22,.22,-.22 .22,-.22,-.22 -.22,-.22,.22 0,2,1 0,1,3 0,3,2 1,2,3'
	printf 'shape 3 polyhedron r=0.1 vertices=2 -.25,0,0 .25,0,0\nshape 4 sphere r=0.25\nshape 5 plane\n'
	cat
	echo 'columns body id shape material tag size x y z qw qx qy qz vx vy vz wx wy wz'
	awk -v n="$1" -v step="$2" -v lift="$3" -v tags="$tags" -v walls="$walls" '
	function u() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 * 2 - 1 }
	BEGIN {
		seed = 4711; some = split(walls, wall, ";"); split(tags, tag, " ")
		print "frame 0 t=0 dt=0 body=" n * n * n + some
		for (k = 0; k < n * n * n; k++) {
			a = u(); b = u(); c = u(); d = u(); l = sqrt(a * a + b * b + c * c + d * d)
			print "body", k + 1, k % 4 + 1, "m", (k + 1 in tag) ? tag[k + 1] : "-", 1 + 0.1 * (k % 3 - 1), (k % n + 0.5) * step,
				(int(k / n) % n + 0.5) * step, (int(k / n / n) + 0.5) * step + lift, a / l, b / l, c / l, d / l,
				u(), u(), u(), u(), u(), u()
		}
		for (k = 1; k <= some; k++)
			print "body", n * n * n + k, "5 m", wall[k], "0 0 0 0 0 0"
		print "end 0"
	}'
}

# The scene as a whole, and in two parts; sets residual over turnover.
run() { # NAME SCENE T1 T2 TOLERANCE [OPTION]...
	name=$1 file=$2 one=$3 two=$4 most=$5
	shift 5
	scree-dem3 -q --no-provenance -d 1e-4 -t "$(awk -v a="$one" -v b="$two" 'BEGIN { print a + b }')" "$@" "$file" >whole 2>err ||
		cat err >&2
	scree-dem3 -q --no-provenance -d 1e-4 -t "$one" "$@" "$file" | tee first |
		scree-dem3 -q --no-provenance -t "$two" --threads 2 --skin 0.07 "$@" >parts
	last whole >whole.last
	last parts >parts.last
	ok "$name: the whole time" awk -v t="$(awk -v a="$one" -v b="$two" 'BEGIN { print a + b }')" '/^frame/ { sub("t=", "", $3); at = $3 + 0 } \
		END { exit !(at > t - 1e-3) }' whole
	ok "$name: the run in two parts is the run, byte for byte" cmp whole.last parts.last
	ok "$name: polyhedra touch where it is cut" awk '$1 == "contact" && $2 != $4 { n++ } END { exit !(n > 3) }' first
	near "$name: the ledger closes" "$(awk -v a="$(value residual whole)" -v b="$(value fric whole)" -v c="$(value visc whole)" \
		-v d="$(value kin_lin whole)" 'BEGIN { print a / (b + c + d) }')" 0 "$most"
}

bottom='bottom 1 0 0 0 1 0 0 0'
sides='left 1 -0.2 0 0 0.7071067811865476 0 0.7071067811865476 0;right 1 2.75 0 0 0.7071067811865476 0 -0.7071067811865476 0'
sides="$sides;front 1 0 -0.2 0 0.7071067811865476 -0.7071067811865476 0 0;back 1 0 2.75 0 0.7071067811865476 0.7071067811865476 0 0"
held='x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed'

# a box of planes whose lid and side are pressed; one grain slides, one spins, two are one body
walls="$bottom;$sides;top 1 0 0 3 0 1 0 0" tags='- - - - spin - - - - - - - - slide - - - - - - - - - pair pair'
scene 3 0.85 0.2 >box <<-END
	gravity 0,0,-3
	constraint bottom $held
	constraint left $held
	constraint front $held
	constraint back $held
	constraint right x=p:-1 y=fixed z=fixed rx=fixed ry=fixed rz=fixed m=2 c=9 between=-,front,back,bottom,top
	constraint top x=fixed y=fixed z=p:-1 rx=fixed ry=fixed rz=fixed m=2 c=9 between=left,right,front,back
	constraint slide x=sin:0.5,0.7,0 y=fixed rx=fixed ry=fixed rz=fixed
	constraint spin x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=v:2
	constraint pair
END
sed -i 's/between=-,/between=/' box
run 'servo walls and groups' box 0.9 0.4 1e-3 --heat --forces
ok 'heat is there' awk '/^columns body/ { for (k = 1; k <= NF; k++) if ($k == "heat") at = k - 1 }
	/^frame/ { n = 0 } /^body/ && at && $at > 0 { n++ } END { exit !(n > 10) }' whole

# a periodic cell that is sheared while its normal stresses are held
walls='' tags=
scene 3 0.85 0 >cell <<-END
	domain lo=0,0,0 hi=2.55,2.55,2.55 periodic=xyz tilt=0.3,0.2,-0.4 rate=0,0,0,0,0.6,0 pressure=8,8,8 m=0.5 c=1
END
run 'a cell under shear and pressure' cell 0.9 0.5 1e-3
ok 'it has moved' awk '/^domain/ && !/tilt=0.3,0.2,-0.4/ { n++ } END { exit !n }' whole

# grains fall on a floor with a hole beyond it, leave below, and come back above
walls="$bottom" tags='- - gone - - gone'
scene 3 0.85 0.6 >fall <<-END
	gravity 0,0,-10
	domain lo=-2,-2,-3 hi=6,6,9 periodic=xy
	constraint bottom $held
	outlet low below=-1 return=0,3.4,0,3.4,4
	outlet far tag=gone from=0.7
END
sed -i 's/^shape 5 plane/shape 5 mesh vertices=5 -1,-1,0 1.5,-1,0 1.5,4,0 -1,4,0 1,1.5,0.3 0,1,4 1,2,4 2,3,4 3,0,4/' fall
run 'outlets and a mesh' fall 0.4 0.8 1e-3
ok 'some came back, some are gone' awk '/^columns body/ { for (k = 1; k <= NF; k++) if ($k == "laps") at = k - 1 }
	/^frame/ { n = laps = 0 } /^body/ { n++; laps += at && $at > 0 } END { exit !(laps > 0 && n < 28) }' whole

# a heap in a box comes to rest
sed '/^constraint right/s/=p:-1/=fixed/; /^constraint top/s/=p:-1/=fixed/; s/ m=2 .*//; /^constraint s/d; s/slide\|spin/-/' box |
	sed 's/gravity 0,0,-3/gravity 0,0,-9/' >rest
scree-dem3 -q --no-provenance -d 1e-4 -t 12 --until quiet=3e-2 rest >quiet 2>err
ok 'a run ends when grains are quiet' awk '/^frame/ { sub("t=", "", $3); t = $3 + 0 } END { exit !(t > 0.5 && t < 11.9) }' quiet

# the automatic step: short enough for cubes that press on each other with all faces, not too short for stones in a hopper
scree-shape -q cube --round 0.1 | scree-fill -q -n 8 --lattice cubic --quaternion 1,0,0,0 --spacing 1 --box 2,2,2 --periodic xyz |
	scree-set -q --law grain,grain,kn=1000,mu=0.5,en=0.1 --pressure 20 | scree-dem3 -t 0.3 2>err | scree-energy -q >crystal
ok 'cubes face on face keep the balance of energy' awk 'END { exit !($NF < 1e-5 && $NF > -1e-5) }' crystal
ok 'and the damping suits the step' test -z "$(grep viscous err)"
scree-voronoi -q -n 20 --box 4,4,3 --lloyd 2 --roundness 0.3 --void-ratio 1.2 | scree-wall -q hopper --lo -1,-1,0 --hi 5,5,4 --opening 3 --drop 2 |
	scree-set -q --law grain,grain,kn=5e4,mu=0.5,en=0.4 --gravity 0,0,-10 | scree-dem3 -q --dry-run -t 1 >plan 2>err
ok 'a contact of stones in a hopper has some tens of steps' awk '/^steps per contact/ { n = $4 } END { exit !(n > 20 && n < 120) }' plan
finish
