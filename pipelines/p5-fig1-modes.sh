#!/bin/sh
# p5-fig1-modes: the four modes of MClump on one body, with their errors and their times.
#
# Question   The note on rigid clumps in MercuryDPM (fig. 1 and 2, sections 2.2 and 3.1) has a tool that weighs bodies in four
#            modes: a sum over pebbles; pebbles by voxels; a surface, which the tool fills with pebbles on a grid; and a
#            surface with given pebbles. It calls the first mode precise if pebbles do not overlap, the second as accurate as
#            its voxels are small, and the third precise for the surface, from which the clump may deviate significantly. By
#            how much?
# Given      the formulas (equations 1 to 22); a Gomboc as surface, clump and voxels (fig. 2); a T-bar of pebbles.
# Missing    any number for a result, an error or a time; the shape of the Gomboc, the pebbles of its clump.
# Chosen     the Gomboc of scree-shape, 5120 triangles. Its clumps have 60 pebbles by the method of Ferellec and McDowell,
#            which is also that of the CLUMP library used in the note, and 300 on a grid. The T-bar has ten touching pebbles.
#            MClump has three errors that are avoided here: a voxel is weighed as a cube, not as a point (equation 10), the
#            shift to the centre is subtracted once, and the products of inertia are in their proper places.
# Runtime    a quarter of a minute.
# Leaves     modes.png (fig. 2), modes.tab (all modes: volume and principal moments for density 1, errors against the exact union
#            of the pebbles and against the surface, seconds of processor time from start to end), voxels.tab and voxels.png
#            (errors against voxels), the streams.
#
# CLAIM p5-fig1-touching printed=precise holds='m <= 1e-13' mode 1: error of the tensor of the T-bar, whose pebbles touch, against
#       the exact union
# CLAIM p5-fig1-overlap printed=not holds='m > 0.1' mode 1: error of the tensor of the Gomboc's pebbles, which overlap, against
#       the exact union
# CLAIM p5-fig1-voxels printed=resolution holds='1 <= m && m <= 3' quick='0.5 <= m && m <= 4' mode 2: order of the error of the
#       tensor in the number of voxels along a side
# CLAIM p5-fig1-voxels-100 printed=resolution holds='m < 1e-3' mode 2: error of the tensor with 100^3 voxels
# CLAIM p5-fig1-surface printed=precise holds='m < 1e-3' mode 3: difference of the tensor of the surface by tetrahedra from that
#       by 200^3 voxels
# CLAIM p5-fig1-deviates printed=significantly holds='m > 0.01' mode 3: difference of the tensor of the pebbles on a grid from
#       that of the surface
# CLAIM p5-fig1-given printed=same holds='m <= 1e-12' mode 4: difference of the tensor of given pebbles from that of the surface
# CLAIM p5-fig1-centred printed=centred holds='m <= 1e-12' modes 1, 3 and 4: largest distance of the centre of mass from the
#       origin, over the size of the body
# CLAIM p5-fig1-turned printed=turned holds='m <= 1e-9' largest product of inertia over the greatest moment
. "$(dirname "$0")/figure.inc.sh"

n=$(choose 60 12)

# cpu FILE COMMAND...: the output of the command goes into FILE, its processor time, a mean of $runs runs, into the file seconds
runs=$(choose 10 1)
cpu() {
	file=$1
	shift
	times >before
	run=0
	while [ $((run += 1)) -le "$runs" ]; do
		"$@" >"$file"
	done
	times >after
	cat before after | tr 'ms' '  ' | awk -v n="$runs" '{ t[NR] = 60 * ($1 + $3) + $2 + $4 }
		END { printf "%.3f\n", (t[4] - t[2]) / n }' >seconds
}
# |A - B| / |B| for the tensors of two tables
off() {
	for t in "$1" "$2"; do
		for c in Ixx Iyy Izz Ixy Ixz Iyz; do last $c "$t"; done
	done | awk '{ a[NR] = $1 } END { for (k = 1; k <= 6; k++) { w = k > 3 ? 2 : 1; d += w * (a[k] - a[k + 6]) ^ 2; s += w * a[k + 6] ^ 2 }
		printf "%.6g", sqrt(d / s) }'
}
volume_off() {
	compute "$(last volume "$1") / $(last volume "$2") - 1"
}
# weigh MODE HOW OPTIONS...: a row of modes.tab
weigh() {
	mode=$1 how=$2
	shift 2
	t=$mode-$how.tab
	cpu "$t" scree-mass --table "$@"
	echo "$mode $how $(last volume "$t") $(last I1 "$t") $(last I2 "$t") $(last I3 "$t")" \
		"$(volume_off "$t" union.tab) $(off "$t" union.tab) $(volume_off "$t" surface.tab)" \
		"$(off "$t" surface.tab) $(cat seconds)" >>modes.tab
}

(
	cd "$out"
	scree-shape gomboc | scree-convert -q -o gomboc.stl
	scree-mass --surface gomboc.stl >surface.scree
	scree-clump -q --method surface -n "$n" surface.scree >clump.scree
	scree-clump -q --method grid -n "$(choose 300 60)" surface.scree >grid.scree
	{ echo 'scree 1 dim=3'; echo 'shape 1 clump -3,0,0,0.5 -2,0,0,0.5 -1,0,0,0.5 0,0,0,0.5 1,0,0,0.5 2,0,0,0.5 3,0,0,0.5' \
		'0,0,1,0.5 0,0,2,0.5 0,0,3,0.5'; } >tbar.scree
	scree-mass --table clump.scree >union.tab
	scree-mass --table surface.scree >surface.tab
	scree-mass --table grid.scree >grid.tab
	scree-mass --table tbar.scree >tbar.tab
	scree-mass --method pebbles --table tbar.scree >tbar-sum.tab

	printf '%s\n%s %s\n' '# scree-table 1' '# mode how volume[L^3] I1[M*L^2] I2[M*L^2] I3[M*L^2]' \
		'volume_off_union inertia_off_union volume_off_surface inertia_off_surface seconds' >modes.tab
	weigh 1 sum --method pebbles clump.scree
	weigh exact union clump.scree
	for v in 50 100 $(choose '200 400' ''); do
		weigh 2 "voxels-$v" --method voxels --voxels "$v" clump.scree
	done
	weigh random points-1e5 --method montecarlo --samples 100000 clump.scree
	weigh 3 tetrahedra --surface gomboc.stl
	weigh 3 voxels-200 --method voxels --voxels 200 --surface gomboc.stl
	weigh 4 given --surface gomboc.stl clump.scree

	# the error for one number of voxels is almost random: use many numbers, and a line through their logarithms
	printf '%s\n' '# scree-table 1' '# voxels inertia volume' >voxels.tab
	for v in $(choose '16 18 20 23 25 28 32 36 40 45 51 57 64 72 81 91 102 114 128 144 161 181 203 228 256' '16 20 25 32 40 51 64'); do
		scree-mass --method voxels --voxels "$v" --table clump.scree >one.tab
		echo "$v $(off one.tab union.tab) $(volume_off one.tab union.tab | sed 's|^-||')"
	done >>voxels.tab
	awk '!/^#/ { x = log($1); y = -log($2); n++; a += x; b += y; xx += x * x; xy += x * y }
		END { printf "%.4g\n", (n * xy - a * b) / (n * xx - a * a) }' voxels.tab >order
	scree-plot -q -x voxels -y inertia,volume --log xy --x-range 10,300 --style points --title 'a clump by voxels, against the exact union' \
		--x-label 'voxels along a side' --y-label 'relative error' -o voxels.png voxels.tab

	# the results of the modes are weighed again, in the frame of the shape and without the body
	for options in '--method pebbles clump.scree' '--surface gomboc.stl' '--surface gomboc.stl clump.scree'; do
		# shellcheck disable=SC2086
		scree-mass $options | awk '$1 == "scree" || $1 == "shape" || $1 == "mass"' >written
		case $options in
		*pebbles*) scree-mass --method pebbles --table written ;;
		*clump*) scree-mass --surface gomboc.stl --table written ;;
		*) scree-mass --table written ;;
		esac
	done | awk '!/^#/ { c = sqrt($7 ^ 2 + $8 ^ 2 + $9 ^ 2) / $4 ^ (1 / 3); if (c > centre) centre = c
		for (k = 13; k <= 15; k++) { p = ($k < 0 ? -$k : $k) / $18; if (p > product) product = p } }
		END { printf "centre=%g product=%g\n", centre, product }' >frames

	for f in surface grid; do
		scree-draw -q -o "$f.png" --size "$(choose 500,500 200,200)" "$f.scree"
	done
	scree-draw -q --voxels "$(choose 50 16)" -o cubes.png --size "$(choose 500,500 200,200)" surface.scree
	panel modes.png 3 'surface=surface.png' 'clump=grid.png' 'voxels=cubes.png'
	rm -f before after seconds one.tab written surface.png grid.png cubes.png
)
cat "$out/modes.tab" "$out/voxels.tab"

claim p5-fig1-touching "$(off "$out/tbar-sum.tab" "$out/tbar.tab")"
claim p5-fig1-overlap "$(off "$out/1-sum.tab" "$out/union.tab")"
claim p5-fig1-voxels "$(cat "$out/order")"
claim p5-fig1-voxels-100 "$(off "$out/2-voxels-100.tab" "$out/union.tab")"
claim p5-fig1-surface "$(off "$out/3-tetrahedra.tab" "$out/3-voxels-200.tab")"
claim p5-fig1-deviates "$(off "$out/grid.tab" "$out/surface.tab")"
claim p5-fig1-given "$(off "$out/4-given.tab" "$out/surface.tab")"
claim p5-fig1-centred "$(field centre "$out/frames")"
claim p5-fig1-turned "$(field product "$out/frames")"
