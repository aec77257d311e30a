#!/bin/sh
# Drawings, pictures and volumes that are damaged or not meant: status 3 and the line, or status 2 and the option; never a stream.
. "$(dirname "$0")/../tap.sh"

# bad PATTERN WHAT TEXT [ARGUMENT...]: scree-shape refuses the text as its input
bad() {
	pattern=$1 what=$2
	printf '%b' "$3" >in.txt
	shift 3
	fails 3 "$pattern" "$what" scree-shape in.txt -r 0.1 "$@"
}
path() { bad "in.txt:2: $1" "$2" "<svg>\n<path d=\"$3\"/></svg>"; }
path "found 'X1', expected a command of a path" 'a letter that is no command' 'M0 0 L1 1 X1 2'
path "found 'L0', expected a path that begins with M" 'a path without a begin' 'L0 0 1 1'
path "found '\"/></svg>', expected a number of the path" 'a point without y' 'M0 0 L1'
path "found '2', expected a flag of an arc" 'a flag that is none' 'M0 0 A1 1 0 2 1 3 3'
path "found 'nan', expected a number of the path" 'not a number' 'M0 0 Lnan 1'
path "found '1e999', expected a number of at most 1e50" 'a number beyond doubles' 'M0 0 L1e999 1'
path 'the outline that begins here meets itself near' 'a path that crosses itself' 'M0 0L2 2L2 0L0 2z'
bad "in.txt:1: found 'path>', expected|expected the end|found the end of <path>" 'ends that do not fit' '<svg><g></path></svg>'
bad 'in.txt:2: found the end of the file within <svg>' 'a file that was cut' '<svg><rect width="1" height="1"/>\n'
bad 'in.txt:1: found no quote at the end of a value' 'a value that was cut' '<svg><rect width="1'
bad "found 'turn\\(3\\)\"', expected a transformation|expected matrix of 6" 'no transformation' '<svg><rect transform="turn(3)" width="1" height="1"/></svg>'
bad 'expected \) after the numbers' 'too many numbers' '<svg><rect transform="matrix(1 2 3 4 5 6 7)" width="1" height="1"/></svg>'
bad 'coordinates of at most 1e50' 'a transformation beyond all' '<svg><rect transform="scale(1e50)" width="10" height="1"/></svg>'
bad 'odd number of coordinates' 'a polygon without its last y' '<svg><polygon points="0 0 1 0 1"/></svg>'
bad 'expected the end of a length' 'a length in per cent' '<svg><rect width="10%" height="1"/></svg>'
bad 'expected lengths above 0' 'a circle of negative radius' '<svg><circle r="-1"/></svg>'
bad 'found no outline' 'nothing drawn' '<svg></svg>'
{ i=0; while [ $i -lt 300 ]; do printf '<g>'; i=$((i + 1)); done; } >deep.svg
fails 3 'deep.svg:1: found elements nested deeper than 200' 'deep nesting' scree-shape deep.svg -r 0.1
fails 3 'would take .* chords' 'a tolerance that is too fine' sh -c 'echo "<svg><circle r=\"1e20\"/></svg>" | scree-shape - -r 0.1 --tolerance 1e-9'

bad "in.txt:2: found 'x]]]}', expected a number" 'GeoJSON: a word for a number' '{"type":"Polygon","coordinates":\n[[[0,x]]]}'
bad 'in.txt:1: found a ring of less than three points' 'a ring of two points' '{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}'
bad 'found the end of the file, expected' 'a file that was cut' '{"type":"Polygon","coordinates":[[[0,0],[1'
bad 'expected a comma' 'a position of one number' '{"type":"Polygon","coordinates":[[[0]]]}'
bad 'expected a position' 'numbers that are not nested' '{"type":"Polygon","coordinates":[[0,1]]}'
bad 'expected the end of the file' 'something behind' '{} {}'
bad 'found no outline' 'points only' '{"type":"Point","coordinates":[0,1]}'
{ printf '{"a":'; i=0; while [ $i -lt 300 ]; do printf '['; i=$((i + 1)); done; } >deep.json
fails 3 'deep.json:1: found values nested deeper than 200' 'deep nesting' scree-shape deep.json -r 0.1

bad "in.txt:2: found ';1\)\)', expected a number" 'WKT: a point without y' 'POLYGON((0 0,1 0,\n1;1))'
bad "in.txt:1: found 'x', expected POLYGON or MULTIPOLYGON" 'an unknown word behind' 'POLYGON((0 0,1 0,1 1)) x'
bad 'expected a comma or \) after the coordinates' 'five coordinates' 'POLYGON((0 0 1 2 3,1 0,1 1))'
bad 'found no outline' 'nothing' 'POLYGON EMPTY'
bad 'in.txt:1: the outline that begins here meets itself' 'a polygon that crosses itself' 'POLYGON((0 0,1 1,1 0,0 1))'

bad 'in.txt:2: the file is too short: found 2 bytes' 'a picture that was cut' 'P5 3 1 255\nab'
bad 'in.txt:1: found a picture of 100000 by 100000 pixels, expected 268435456' 'a huge picture' 'P5 100000 100000 255\n'
bad "in.txt:1: found '99999999999', expected the width" 'a huge width' 'P5 99999999999 1 255\n'
bad 'the file is too short' 'a large picture without pixels' 'P2 16000 16000 255\n1 2 3\n'
bad "expected the height of the picture, 1 to" 'no rows' 'P5 3 0 255\n'
bad "in.txt:2: found '10', expected the value of a pixel, 0 to 9" 'a value above the greatest' 'P2 2 2 9\n1 10 3 4\n'
bad 'found the value 200 of the pixel 2 of row 1, expected 9 at most' 'likewise, binary' 'P5 2 1 9\n\0001\0310'
bad "found '2', expected a pixel, 0 or 1" 'a bit that is none' 'P1 2 2\n0 1 2 0'
bad 'found one grey only' 'an even picture' 'P2 2 2 9 5 5 5 5'
bad 'found no grain, expected pixels with labels' 'labels of nothing' 'P2 2 2 9 0 0 0 0' --labels
bad 'left out all grains: 1 cut by the edge of the picture .--cut keeps them., 0 smaller' 'a grain at the edge alone' 'P1 3 2 100000' --least 0
bad 'left out all grains: 0 cut by the edge of the picture .--cut keeps them., 1 smaller than 10 pixels' 'a small grain alone' 'P1 3 3 000010000'
bad 'found several pictures' 'two pictures' 'P1 1 1 0 P1 1 1 1'
bad 'found a file of unknown kind.*pngtopnm' 'a picture in another format' '\0211PNG\r\n'
bad 'found a file of unknown kind' 'a word' 'Parameters'

printf 'P2 5 5 9 9 9 9 9 9 9 1 1 1 9 9 1 1 1 9 9 1 1 1 9 9 9 9 9 9\n' >one.pgm
printf 'POLYGON((0 0,9 0,9 9)),POLYGON((20 0,29 0,29 9)),POLYGON((0 50,.1 50,.1 50.1))' >three.wkt
fails 2 'applies to one outline, found 3' 'an area for many' scree-shape three.wkt -r 0.1 --area 2
ok 'grains into which the disk does not fit are left out' sh -c 'scree-shape three.wkt --round 0.5 2>said.txt | grep -c "^body" | grep -qx 2 && grep -q "left out the outline at 0,50" said.txt'
fails 2 'does not fit into any outline' 'all of them' scree-shape three.wkt --round 50
fails 2 'needs --radius or --round' 'a drawing without radius' scree-shape three.wkt
fails 2 '--pixel applies to pictures|pixel.*applies to pictures' 'a pixel for a drawing' scree-shape three.wkt -r 0.1 --pixel 2
fails 2 'labels.*applies to pictures' 'labels for a named shape' scree-shape cow --labels
fails 2 'pixel.*more than 0' 'a pixel of no size' scree-shape one.pgm -r 0.1 --pixel 0
fails 2 'labels have no greys' 'labels and a threshold' scree-shape one.pgm -r 0.1 --labels --threshold 3
fails 2 'applies to --raw' 'the order of bytes without a volume' scree-shape one.pgm -r 0.1 --big-endian
fails 2 'drop one of --raw, --stack' 'two kinds of volume' scree-shape --raw 1,1,1 --stack one.pgm
fails 2 'expected NX,NY,NZ' 'two sides of a volume' scree-shape --raw 5,5 one.pgm
fails 2 'integers from 1 to 65536' 'sides that are none' scree-shape --raw 5,0,1.5 one.pgm
fails 3 'found [0-9]* bytes, expected 281474976710656' 'a huge volume' scree-shape --raw 65536,65536,65536 one.pgm
fails 3 'found [0-9]* bytes, expected 125 for 5,5,5 voxels of one byte, or 250' 'a volume of another size' scree-shape --raw 5,5,5 one.pgm
fails 3 'found no grain' 'a volume of nothing' sh -c 'head -c 8 /dev/zero | scree-shape --raw 2,2,2 -'
printf 'P2 2 2 9 1 1 1 1' >small.pgm
fails 3 'small.pgm: found a slice of 2 by 2 pixels, expected 5 by 5' 'slices of two sizes' scree-shape --stack one.pgm small.pgm
fails 3 "small.wkt:1: found 'POLYGON.*expected a picture" 'a slice that is no picture' sh -c 'cp three.wkt small.wkt; scree-shape --stack small.wkt'
fails 2 'expected the name of a shape or of a file' 'two files' scree-shape one.pgm small.pgm -r 0.1
ok 'many points are read' sh -c 'awk "BEGIN { printf \"POLYGON((0 0\"; for (i = 0; i < 2000; i++) printf \",%d %d\", i, -1 - i % 2; print \",2000 0))\" }" >long.wkt
	scree-shape long.wkt -r 0.1 | awk "/^shape/ { exit NF < 2000 }"'
finish
