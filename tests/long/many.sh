#!/bin/sh
# many.sh [N]: every program with N bodies, by default a million: disks, polygons and spheres that touch. Prints a table: the run,
# its status, processor time in seconds (wall-clock time depends on what else the machine does), peak memory in MB, and bytes
# written. `make` first. Runs that need more than MOST seconds of processor time, by default 600, are ended, and say so.
root=$(cd "$(dirname "$0")/../.." && pwd)
n=${1:-1000000}
PATH=${SCREE_BIN:-$root/bin}:$PATH
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# A square or cubic lattice of grains with random velocities.
lattice() { # KIND
	awk -v kind="$1" -v n="$n" 'BEGIN {
		srand(1)
		space = kind == "spheres"
		side = int((space ? exp(log(n) / 3) : sqrt(n)) + 0.5)
		lines = int((n + side - 1) / side)
		if (space) lines = int((n + side * side - 1) / side / side)
		print "scree 1 dim=" (space ? 3 : 2)
		print "domain lo=0,0" (space ? ",0" : "") " hi=" 0.999 * side (space ? "," 0.999 * side : "") "," 0.999 * lines " periodic=" (space ? "xyz" : "xy")
		print "material grain density=1.3\nlaw grain grain linear kn=1000 kt=300 mu=0.5 en=0.5"
		if (space) print "shape 1 sphere r=0.5"
		else if (kind == "disks") print "shape 1 point r=0.5 0,0"
		else print "shape 1 polygon r=0.1 0.41,0 0.1267,0.3899 -0.3317,0.241 -0.3317,-0.241 0.1267,-0.3899"
		print "columns body id shape material tag x y " (space ? "z qw qx qy qz vx vy vz" : "angle vx vy")
		print "frame 0 t=0 dt=0.001 due=0 body=" n
		for (k = 0; k < n; k++) {
			i = k % side; j = int(k / side); l = 0
			if (space) { l = int(j / side); j %= side }
			printf "body %d 1 grain - %.6f %.6f", k + 1, (i + 0.5) * 0.999, (j + 0.5) * 0.999
			if (space) printf " %.6f 1 0 0 0", (l + 0.5) * 0.999
			else printf " %.3f", kind == "disks" ? 0 : 6 * rand()
			printf " %.4f %.4f%s\n", rand() - 0.5, rand() - 0.5, space ? sprintf(" %.4f", rand() - 0.5) : ""
		}
		print "end 0" }'
}

run() { # OUTPUT COMMAND...
	to=$1
	shift
	# shellcheck disable=SC2016
	rc=$(/usr/bin/time -o time -f '%U %S %M' sh -c 'ulimit -t "$0"; exec "$@"' "${MOST:-600}" "$@" >"$to" 2>err; echo $?)
	bytes=$(cat "$to" made* 2>/dev/null | wc -c)
	tail -n 1 time | awk -v rc="$rc" -v bytes="$bytes" -v what="$*" '{ printf "%-64s %3d %7.1f %7.0f %8.1f\n", what, rc, $1 + $2, $3 / 1024, bytes / 1e6 }'
	[ "$rc" = 0 ] || sed 's/^/    /' err | head -n 3
	rm -rf made*
}

printf '%-64s %3s %7s %7s %8s\n' "# run with $n bodies" rc s MB 'MB out'
only() { [ -z "$ONLY" ] || echo "$ONLY" | grep -qw "$1"; }
for kind in disks polygons spheres; do
	only $kind || continue
	lattice $kind | scree-mass -q >new
	echo "# $kind"
	case $kind in
	spheres)
		under=-9,-9,-9 above=9999,9999,9999
		run scene scree-dem3 -q -t 0.002 new
		run out scree-cd3 -q -t 0.001 new
		run out scree-orient -q scene
		run out scree-contacts -q --gaps 0.1 scene
		run out scree-order -q --bond 6 --neighbours 1.2 scene
		run out scree-order -q --gr --reach 2 scene
		run out scree-fill -q --lattice sc -n "$n" --box 999,999,999 new
		run out scree-flux -q --z 5 scene
		run out scree-draw -q -o made.png scene
		run out scree-draw -q -o made.html new
		;;
	*)
		under=-9,-9 above=9999,9999
		run scene scree-dem2 -q -t 0.002 new
		run out scree-order -q --gr --reach 3 scene
		run out scree-order -q --bond 6 scene
		run out scree-order -q --voronoi --points 1 scene
		run out scree-order -q --contacts scene
		run out scree-contacts -q --recompute new
		run out scree-fill -q --lattice square -n "$n" --box 1999,1999 new
		run out scree-fill -q -n "$n" --box 1999,1999 new
		run out scree-draw -q -o made.png scene
		run out scree-draw -q -o made.html new
		;;
	esac
	run out scree-set -q --temperature 0.1 scene
	run out scree-join -q scene scene
	run out scree-move -q --scale 2 scene
	run out scree-pick -q --where 'vx>0' scene
	run out scree-wall -q box --lo $under --hi $above new
	run out scree-clump -q -n 5 scene
	run out scree-mass -q scene
	run out scree-mass -q --table scene
	run out scree-energy -q scene
	run out scree-contacts -q scene
	run out scree-contacts -q --angles scene
	run out scree-contacts -q --forces scene
	run out scree-contacts -q --chains scene
	run table scree-contacts -q --pairs scene
	run out scree-mean -q --blocks joined table
	run out scree-plot -q -x i -y fn -o made.png table
	run out scree-stress -q scene
	run out scree-stress -q --per-grain scene
	run out scree-flux -q --y 5 scene
	run out scree-profile -q --from 0 --to 100 --stress scene
	run out scree-order -q --nematic scene
	run out scree-order -q --msd scene
	run out scree-hist -q -x speed --fit maxwell scene
	run out scree-hist -q --equipartition scene
	for to in made.pvd made.xyz made.dump; do
		run out scree-convert -o $to scene
	done
	[ $kind != spheres ] || run out scree-convert -o made.data scene
done
only polygons || exit 0
echo '# makers'
run out scree-voronoi -q -n "$n"
scree-fill -q --lattice square -n "$n" --box 1999,1999 new >made.scree
mv made.scree kept
run out scree-verify -q kept
