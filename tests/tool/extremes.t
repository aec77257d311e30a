#!/bin/sh
# Every program against scenes at the ends of what a scene can be: no frame, a frame without bodies, one body, one frame without
# contacts, walls alone, a scene of 1e-9 and one of 1e9, one far from the origin, bodies of no speed. Each run ends within seconds
# with a result or with a message that names the cause; no result has a value that is not a number.
. "$(dirname "$0")/../tap.sh"

# What each program does, in the plane and in space: a line for every run. @L is the size of a grain; in a table, a table of it.
cat >plane <<'END'
scree-set
scree-set --gravity 0,-9.81 --temperature 0.1
scree-set --tag x>0=right
scree-join
scree-move --scale 2 --turn 0.3
scree-move --replicate 2,2
scree-move --crop 0,0,1,1
scree-pick
scree-pick --where x>0
scree-mass
scree-mass --table
scree-clump -n 5
scree-wall box --lo @-5,@-5 --hi @5,@5
scree-fill -n 3 --box @99,@99
scree-energy
scree-contacts
scree-contacts --recompute
scree-contacts --angles
scree-contacts --forces
scree-contacts --chains
scree-contacts --pairs
scree-stress
scree-stress --recompute
scree-stress --wall-forces
scree-flux --y 0
scree-flux --y 0 --from @-1 --to @1 --mean --jam 0.1
scree-profile --from @-9 --to @9
scree-profile --from @-9 --to @9 --stress --mean
scree-profile --along r --centre 0,0 --to @9
scree-order --gr
scree-order --nematic
scree-order --bond 6
scree-order --contacts
scree-order --msd
scree-order --voronoi
scree-order --voronoi --bodies
scree-hist -x x
scree-hist -x speed --fit maxwell
scree-hist -x speed --fit maxwell --tests
scree-hist -x fn --of contact
scree-hist --equipartition
scree-dem2 -t 0.01 --dt 0.001
scree-dem2 -t 0.01 -e 0.005 --forces
scree-dem2 -t 0.01 --dry-run
scree-draw -o a.svg --script a.gp
scree-draw -o a%d.svg --script a.gp --frame all --forces
scree-convert --to lammps -o trade
scree-convert --to xyz -o trade
scree-convert --to vtk -o films.pvd
END
sed -e '/--crop/s/0,0,1,1/0,0,0,1,1,1/; /--by/s/1,0/1,0,0/; /--replicate/s/2,2/2,2,2/; /--gravity/s/0,/0,0,/' \
	-e '/box --lo/s/@-5,@-5/@-5,@-5,@-5/; /box --lo/s/@5,@5/@5,@5,@5/; /flux/s/ --from.* 0.1//; /--bond/s/$/ --neighbours @1.5/' \
	-e 's/@99,@99/@99,@99,@99/; s/--centre 0,0/--centre 0,0,0/; s/scree-dem2/scree-dem3/' \
	-e '/order --contacts\|--voronoi\|--recompute/d' plane >space
cat >>space <<'END'
scree-cd3 -t 0.01 --dt 0.001
scree-cd3 -t 0.01 --solver apgd
scree-cd3 -t 0.01 --solver affine
scree-contacts --gaps @1
scree-orient
scree-orient --flips
scree-profile --along z --from @-9 --to @9
scree-flux --z 0
END

# A scene: scene DIM KIND SIZE AT: of grains of that size about the point (AT, AT).
scene() {
	awk -v dim="$1" -v kind="$2" -v s="$3" -v at="$4" 'function n(x) { return sprintf(" %.17g", x) }
	function row(id, shape, tag, x, y, vx) {
		print "body " id " " shape " grain " tag n(at + s * x) (dim == 3 ? n(at) : "") n(at + s * y) (dim == 3 ? " 1 0 0 0" : " 0") n(s * vx) " 0" (dim == 3 ? " 0" : "") }
	function frame(k, t) {
		bodies = kind == "empty" ? 0 : kind == "one" || kind == "wall" ? 1 : 3
		if (kind == "pair") bodies = 2
		print "frame " k " t=" t " dt=0.001 due=" t " body=" bodies
		if (kind == "wall" || bodies == 3) row(9, 2, "floor", 0, 0, 0)
		if (kind != "empty" && kind != "wall") row(1, 1, "-", 0.1 + t, kind == "apart" ? 3.7 : 0.59, kind == "still" ? 0 : 0.3)
		if (bodies > 1) row(2, 1, "-", kind == "apart" ? -3.3 : -0.88, 0.592, kind == "still" ? 0 : -0.2)
		print "end " k }
	BEGIN { print "scree 1 dim=" dim
		if (kind == "bare") exit
		print "material grain density=1.3\nlaw grain grain linear kn=1000 kt=300 mu=0.5 en=0.5"
		print dim == 2 ? "shape 1 point r=" sprintf("%.17g", s / 2) " 0,0" : "shape 1 sphere r=" sprintf("%.17g", s / 2)
		print dim == 2 ? "shape 2 polyline r=" sprintf("%.17g", s / 10) n(-5 * s) ",0" n(5 * s) ",0" : "shape 2 plane"
		print "constraint floor " (dim == 2 ? "x=fixed y=fixed angle=fixed" : "x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed")
		print dim == 2 ? "columns body id shape material tag x y angle vx vy" : "columns body id shape material tag x y z qw qx qy qz vx vy vz"
		if (kind == "none") exit
		frame(0, 0); if (kind == "many") { frame(50, 0.05); frame(100, 0.1); frame(150, 0.15) } }'
}

# runs SCENE SIZE: every run of the list on stdin, with the scene in s.scree. A failure is said with its cause.
runs() {
	while read -r program rest; do
		arguments=$(echo "$rest" | awk -v s="$2" '{ while (match($0, /@-?[0-9]+/))
			$0 = substr($0, 1, RSTART - 1) sprintf("%.17g", substr($0, RSTART + 1, RLENGTH - 1) * s) substr($0, RSTART + RLENGTH); print }')
		# shellcheck disable=SC2086
		timeout 300 "$program" -q $arguments <s.scree >out.dat 2>err.dat
		rc=$?
		case $rc in
		0) grep -v "^$program: [^g]" err.dat | sed "s|^|$program $rest: says |" ;; # a note of its own, none of gnuplot's
		2 | 3 | 4) grep -q "^$program: [^g]" err.dat && [ "$(wc -l <err.dat)" -le 2 ] || echo "$program $rest: status $rc, says $(head -n 3 err.dat)"
			echo "$1: $program $rest: $(cat err.dat)" >>"${SAID:-/dev/null}" ;;
		*) echo "$program $rest: status $rc: $(head -n 3 err.dat)" ;;
		esac
		grep -ilwE '(^|[ =,])[-+]?(nan|inf)([ ,]|$)' out.dat a.gp trade* films/* 2>/dev/null | sed "s|^|$program $rest: not a number in |"
		case $program in scree-set | scree-join | scree-move | scree-pick | scree-fill | scree-wall | scree-dem[23] | scree-cd3)
			[ $rc != 0 ] || [ "${rest#*dry-run}" != "$rest" ] || scree-set <out.dat >/dev/null 2>err.dat || echo "$program $rest: what it writes is refused: $(cat err.dat)" ;;
		esac
	done
}
[ -n "$EXTREMES" ] || sed -i /scree-draw/d plane space # gnuplot takes long
for dim in 2 3; do
	[ $dim = 2 ] && list=plane || list=space
	while read -r kind size at long; do
		[ -z "$long" ] || [ -n "$EXTREMES" ] || continue # tests/long/extremes.t has all
		scene $dim $kind $size $at >s.scree
		ok "dimension $dim, $kind, of size $size, at $at" sh -c 'test -z "$1" || { echo "$1"; false; }' sh "$(runs "$dim $kind $size $at" $size <$list 2>&1)"
	done <<-END
	bare 1 0 long
	none 1 0 long
	empty 1 0
	one 1 0
	wall 1 0 long
	apart 1 0 long
	still 1 0 long
	pair 1 0 long
	touching 1 0 long
	many 1 0 long
	many 1e-9 0
	many 1e9 0 long
	many 1 1e6 long
	many 1 1e12 long
	END
done
finish
