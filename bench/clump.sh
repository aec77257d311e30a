#!/bin/sh
# bench/clump.sh: processor time to find pebbles for a surface of 10000 triangles by each method, and errors; half a minute.
#
# Lines are BENCH clump.METHOD.PEBBLES.QUANTITY VALUE UNIT. The surface is a torus whose tube has three thick parts. The times
# are those of scree-clump with reading and writing, the least of three runs.
set -e
export LC_ALL=C
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

awk 'BEGIN {
	n = 100; m = 50; pi = atan2(0, -1)
	print "OFF"; print n * m, 2 * n * m, 0
	for (i = 0; i < n; i++) for (j = 0; j < m; j++) {
		a = 2 * pi * i / n; b = 2 * pi * j / m; r = 1 + 0.4 * cos(b) * (1 + 0.2 * cos(3 * a))
		printf "%.17g %.17g %.17g\n", r * cos(a), r * sin(a), 0.4 * sin(b)
	}
	for (i = 0; i < n; i++) for (j = 0; j < m; j++) {
		a = i * m + j; b = (i + 1) % n * m + j; c = (i + 1) % n * m + (j + 1) % m; d = i * m + (j + 1) % m
		print 3, a, b, c; print 3, a, c, d
	}
}' >"$tmp/torus.off"
scree-shape -q --surface "$tmp/torus.off" >"$tmp/torus"
printf 'scree 1 dim=3\nshape 1 ellipsoid a=1,0.8,0.6\n' >"$tmp/ellipsoid"

# cpu COMMAND...: seconds of processor time, the least of three runs
cpu() {
	for _ in 1 2 3; do
		times >"$tmp/before"
		"$@" >/dev/null
		times >"$tmp/after"
		cat "$tmp/before" "$tmp/after" | tr 'ms' '  ' | awk '{ t[NR] = 60 * ($1 + $3) + $2 + $4 } END { printf "%.2f\n", t[4] - t[2] }'
	done | sort -n | head -n 1
}
last() { awk -v name="$1" '/^# id/ { for (i = 2; i <= NF; i++) if ($i == name || index($i, name "[") == 1) c = i - 1; next } !/^#/ { x = $c } END { print x }' "$tmp/tab"; }
row() { # NAME SHAPE N OPTIONS...
	name=$1 shape=$2 n=$3
	shift 3
	echo "BENCH clump.$name.$n.seconds $(cpu scree-clump -q -n "$n" "$@" "$tmp/$shape") s"
	scree-clump -q -n "$n" --table "$@" "$tmp/$shape" >"$tmp/tab"
	echo "BENCH clump.$name.$n.volume_ratio $(last volume_ratio | cut -c 1-6) 1"
	echo "BENCH clump.$name.$n.inertia_error $(last inertia_error | awk '{ printf "%.2g", $1 }') 1"
	echo "BENCH clump.$name.$n.hausdorff $(last hausdorff | awk '{ printf "%.2g", $1 }') L"
}
for n in 100 500; do
	for m in greedy surface grid; do
		row "$m" torus $n --method $m
	done
	row inflated torus $n --inflate
	row apart torus $n --apart
	row ellipsoid ellipsoid $n
done
echo "BENCH clump.until.volume-error-0.03.seconds $(cpu scree-clump -q --volume-error 0.03 "$tmp/torus") s"
