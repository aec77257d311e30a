#!/bin/sh
# p1-fig1-cow-and-clump: a cow as a spheropolygon and as a clump of disks.
#
# Question   The first spheropolygon paper (EPL 2008, fig. 1) shows a cow of 62 vertices that is swept by a disk of 10 cm, and
#            the same cow as a clump of 726 disks, 296 of them at its boundary. It says that the spheropolygon needs fewer
#            elements and is not rough. How well do the two agree?
# Given      62 vertices, r = 0.1 m, a length of 3 m; 726 and 296 disks; elsewhere in the paper, an area of 6.52 m^2.
# Missing    the coordinates of the cow, the radius and spacing of the disks, which points of the grid have a disk, and which
#            disks are at the boundary.
# Chosen     the cow of scree-shape, a side view of area 6.52 m^2; disks on a square grid at all grid points in the cow, with the
#            smallest radius that leaves no holes (scree-clump). Disks at the boundary lack some of their eight neighbours.
# Runtime    a second.
# Leaves     cow-and-clump.png, clump.tab, mass.tab and the three streams.
#
# CLAIM p1-fig1-vertices printed=62 holds='m == 62' number of vertices of the cow
# CLAIM p1-fig1-area printed=6.52 holds='6.515 <= m && m < 6.525' area of the cow [m^2]
# CLAIM p1-fig1-length printed=3 holds='2.5 <= m && m < 3.5' length of the cow, radius included [m]
# DIFFERS the printed length and area contradict each other: a cow in side view that is 3 m long, with r = 0.1 m, has an area of
#       about 4 m^2; the area is used here because it determines how the cows of the later figures move
# CLAIM p1-fig1-disks printed=726 holds='m == 726' number of disks of the clump
# CLAIM p1-fig1-boundary printed=296 holds='286 <= m && m < 306' number of disks at the boundary of the clump
# DIFFERS 296 disks need a boundary 1.4 times as long as that of the cow used here; the coordinates of the paper's cow are not
#       known
# CLAIM p1-fig1-fewer printed=fewer holds='m < 1' vertices of the cow over disks at the boundary of the clump
# CLAIM p1-fig1-same-area printed=same holds='0.95 <= m && m < 1.05' area of the clump over area of the cow
# CLAIM p1-fig1-same-inertia printed=same holds='0.9 <= m && m < 1.1' moment of inertia of the clump over that of the cow
# CLAIM p1-fig1-rough printed=rough holds='m > 1.1' length of the outline of the clump over that of the cow
. "$(dirname "$0")/figure.inc.sh"

scree-shape cow >"$out/cow.scree"
scree-clump -q --method grid -n 726 "$out/cow.scree" >"$out/clump.scree"
scree-clump -q --method grid -n 726 --boundary "$out/cow.scree" >"$out/boundary.scree"
scree-clump -q --method grid -n 726 --table "$out/cow.scree" >"$out/clump.tab"
scree-join -q --by 5,0 "$out/cow.scree" "$out/clump.scree" "$out/boundary.scree" >"$out/three.scree"
for f in cow clump; do
	scree-mass --table "$out/$f.scree"
done >"$out/mass.tab"
cat "$out/mass.tab" "$out/clump.tab"
scree-draw -q -o "$out/cow-and-clump.png" --size 1500 --title '62 vertices, 726 disks, those at the boundary' "$out/three.scree"

# the number of vertices or disks of the last shape of a stream
features() { awk '$1 == "shape" { n = 0; for (k = 4; k <= NF; k++) n += $k !~ /=/ } END { print n }' "$1"; }
length() {
	awk '$1 == "shape" { lo = 1e9; hi = -1e9
		for (k = 4; k <= NF; k++) {
			if ($k ~ /^r=/) r = substr($k, 3)
			if ($k ~ /=/ || split($k, v, ",") < 2) continue
			if (v[1] < lo) lo = v[1]
			if (v[1] > hi) hi = v[1]
		} } END { printf "%.6g", hi - lo + 2 * r }' "$1"
}
claim p1-fig1-vertices "$(features "$out/cow.scree")"
scree-mass --table "$out/cow.scree" >"$out/cow.tab"
claim p1-fig1-area "$(last area "$out/cow.tab")"
rm "$out/cow.tab"
claim p1-fig1-length "$(length "$out/cow.scree")"
claim p1-fig1-disks "$(features "$out/clump.scree")"
claim p1-fig1-boundary "$(features "$out/boundary.scree")"
claim p1-fig1-fewer "$(compute "$(features "$out/cow.scree") / $(features "$out/boundary.scree")")"
claim p1-fig1-same-area "$(last area_ratio "$out/clump.tab")"
claim p1-fig1-same-inertia "$(last inertia_ratio "$out/clump.tab")"
claim p1-fig1-rough "$(last perimeter_ratio "$out/clump.tab")"
