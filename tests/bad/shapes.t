#!/bin/sh
# Outlines and shapes that cannot be, and options that make no sense: status and message, and no stream.
. "$(dirname "$0")/../tap.sh"

printf '0 0\n2 0\n\n0 2\n2 2\n' >bow.txt
fails 3 'bow.txt:2: edge 2 \(line 2 to 4\) crosses edge 4 \(line 5 to 1\)' 'an outline that crosses itself' scree-shape bow.txt -r 0.1
is 'nothing on stdout' "$(scree-shape bow.txt -r 0.1 2>&-)" ''
ok 'open it may' scree-shape bow.txt --open -r 0.1
printf '0 0\n4 0\n4 4\n2 0\n0 4\n' >touch.txt
fails 3 'touch.txt:1: edge 1 \(line 1 to 2\) touches edge 3' 'an outline that touches itself' scree-shape touch.txt -r 0.1
printf '0 0\n1 x\n' >word.txt
fails 3 "word.txt:2: found 'x'" 'a word for a number' scree-shape word.txt -r 0.1
printf '0;0\n1;1\n' >semicolon.txt
fails 3 "semicolon.txt:1: found '0;0', expected .* between blanks or commas" 'semicolons' scree-shape semicolon.txt -r 0.1
printf '0 0\n1 2 3\n' >width.txt
fails 3 'width.txt:2: found 3 numbers, expected 2' 'rows of different widths' scree-shape width.txt -r 0.1
printf '0 0 1\n1 2 0\n' >radius.txt
fails 3 'radius.txt:2: found the radius 0' 'a disk without radius' scree-shape radius.txt
printf '# nothing\n' >none.txt
fails 3 'none.txt: found no rows' 'no rows' scree-shape none.txt -r 0.1
printf '0 0\n1 1e999\n' >huge.txt
fails 3 'huge.txt:2: found' 'a number that is none' scree-shape huge.txt -r 0.1
fails 1 'cannot open gone.txt' 'no such file' scree-shape gone.txt -r 0.1
printf '0 0\n1 0\n1 1\n0 1\n' >square.txt
fails 2 'needs --radius or --round' 'a file without radius' scree-shape square.txt
fails 2 'has no area' 'a line without radius' scree-shape square.txt --open -r 0
fails 2 'does not fit' 'a rounding that eats all' scree-shape square.txt --round 0.51
printf '%s\n' '0 0' '2 0' '2 .8' '3 .8' '3 0' '5 0' '5 2' '3 2' '3 1.2' '2 1.2' '2 2' '0 2' >rooms.txt
fails 2 'would split' 'a rounding that does not pass a door' scree-shape rooms.txt --round 0.21
ok 'a smaller one does' scree-shape rooms.txt --round 0.19
fails 2 'spheroradius alone gives a larger area' 'an area too small for the radius' scree-shape square.txt -r 1 --area 3
fails 2 'the radius of a disk gives its area' 'an area and a radius of a disk' scree-shape disk -r 0.2 --area 3
fails 2 'closed outlines, found a polyline' 'no rounding of a line' scree-shape rice --round 0.1
fails 2 'expected 3 to' 'too few sides' scree-shape ngon --sides 2
fails 2 'expected more than 0' 'a negative radius' scree-shape disk --radius -0.5
# -1 is a number like others, and not one that stands for nothing
fails 2 'radius: -1, expected more than 0' 'the radius -1' scree-shape disk -r -1
fails 2 'radius: -1, expected' 'the radius -1 of a ball' scree-shape sphere --radius -1
fails 2 'tolerance: -1, expected more than 0' 'the tolerance -1' scree-shape cow --round 0.1 --tolerance -1
for o in scale area round; do
	fails 2 "$o: 0, expected more than 0" "the $o 0" scree-shape cow --$o 0
done
for o in coverage volume-error inertia-error smallest radius gap; do
	fails 2 "$o: -1, expected more than 0" "of a clump the $o -1" scree-clump -n 3 --method surface --$o -1
done
for o in number voxels; do
	fails 2 "$o: -1, expected" "of a clump the $o -1" scree-clump --coverage 0.5 --$o -1
done
fails 2 'density: -1, expected more than 0' 'the density -1 of masses' scree-mass --density -1 --table
fails 2 'density: -1, expected more than 0' 'the density -1 of what is read' scree-convert --from xyzr --density -1
fails 2 'already sets the scale' 'area and scale' scree-shape disk --area 2 --scale 2
fails 2 'also sets the spheroradius' 'radius and rounding' scree-shape cow -r 0.1 --round 0.1
for rows in '0,0\n3,,0\n3,1\n' '0 0\n ,3,0\n3,1\n' '0,0\n3 , , 0\n3,1\n'; do
	fails 3 "stdin:2: found ',', expected at most 4 numbers" "a number is missing: ${#rows}" sh -c "printf '$rows' | scree-shape - -r 0.1"
done
fails 3 'stdin:2: found a zero byte, expected text' 'a byte of 0 hides the rest of a line' sh -c "printf '0 0\n3 0\000 9\n3 1\n' | scree-shape - -r 0.1"
fails 2 'neither --radius nor --round' 'disks have their own radii' sh -c 'printf "0 0 1\n" | scree-shape - -r 1'
fails 2 "sides: does not apply to the shape 'disk'" 'sides of a disk' scree-shape disk --sides 8
printf '0 0\n1 0\n0 1\n' >corners
fails 2 'sides: applies to shapes with a name' 'sides of an outline' scree-shape corners -r 0 --sides 6
printf 'OFF 4 4 0\n0 0 0\n3 0 0\n0 2 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >wedge.off
printf '0 0 0 1\n2 0 0 1\n' >balls
printf '0 0 0\n1 0 0\n0 1 0\n0 0 1\n' >points
head -c 27 /dev/zero >volume
for o in 'size 2,1,1' 'spacing 1' 'angle-deg 30' 'blockiness 4,4' 'bump 1,0,0,1,1,1,1' 'dent 1,0,0,1,1,1,1' 'taper 0.3'; do
	for file in '--surface wedge.off' '--clump balls' '--hull points' '--raw 3,3,3 volume'; do
		# shellcheck disable=SC2086
		fails 2 "${o%% *}: applies to shapes with a name" "$file with --$o" scree-shape $file --$o
	done
done
fails 2 'round: applies to outlines and polyhedra' 'round grains of a volume' scree-shape --raw 3,3,3 volume --round 0.1
fails 2 'expected the name' 'no operand' scree-shape
fails 1 'cannot write' 'a full disk' sh -c 'scree-shape cow >/dev/full'

echo 'scree 1 dim=2' >head
{ cat head; echo 'shape 6 polygon r=0.1 0,1 2,0 3,2 0,0'; } >cross.scree
fails 3 'shape 6 \(polygon\): edges 1 and 3 cross' 'a polygon that crosses itself' scree-mass cross.scree
fails 3 'dim=4' 'four dimensions' sh -c 'echo "scree 1 dim=4" | scree-mass'
fails 2 "'magic', expected exact" 'no such method' scree-mass --method magic head
fails 2 'expected random or halton' 'no such sequence' scree-mass --sequence sobol head
fails 2 'expected 16 or more' 'too few points' scree-mass --samples 3 head
fails 2 'expected more than 0' 'a density of nothing' scree-mass --density 0 head
fails 2 'samples: applies only to --method montecarlo, found exact' 'points that nobody takes' scree-mass -n 200 head
fails 2 'sequence: applies only to --method montecarlo, found sectors' 'nor their order' scree-mass --sequence halton --method sectors head
fails 2 'voxels: applies only to --method voxels, found montecarlo' 'voxels for points' scree-mass --method montecarlo --voxels 400 head
fails 2 'density: applies only with --table' 'a density for records, which have none' scree-mass --density 2650 head
fails 2 'mass: applies to the stream' 'a table of clumps with the mass of the body' scree-clump -n 3 --table --mass body head
fails 2 'keep-frame: applies to the stream' 'a table that keeps axes' scree-clump -n 3 --table --keep-frame head
fails 1 'cannot write' 'a table on a full disk' sh -c 'scree-shape cow | scree-mass --table >/dev/full'
scree-shape cow | head -c 900 >cut.scree
fails 3 'cut.scree:' 'a stream that is cut' scree-mass --table cut.scree
# an arrow that is not convex, far from the origin, from each of its corners, either way round
for p in '9.5,-4 12,-2 9.75,-3.25 8,-1.5' '12,-2 9.75,-3.25 8,-1.5 9.5,-4' \
	'9.75,-3.25 8,-1.5 9.5,-4 12,-2' '8,-1.5 9.5,-4 12,-2 9.75,-3.25'; do
	back=$(echo "$p" | awk '{ print $4, $3, $2, $1 }')
	for way in "$p" "$back"; do
		printf 'scree 1 dim=2\nshape 6 polygon r=0.1 %s\ncolumns body id shape x y\nframe 0 t=0 body=0\nend 0\n' "$way" >arrow
		if echo "$way" | tr ' ' '\n' | awk -F, '{ x[NR] = $1; y[NR] = $2 } END { for (k = 1; k <= 4; k++) { j = k % 4 + 1
			a += x[k] * y[j] - x[j] * y[k] } exit !(a > 0) }'; then
			ok "a polygon that is counter-clockwise: $way" scree-pick arrow
		else
			fails 3 'expected its vertices counter-clockwise' "one that is clockwise: $way" scree-pick arrow
		fi
	done
done
finish
