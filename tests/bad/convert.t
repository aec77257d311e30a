#!/bin/sh
# Files of other programs that are wrong, and scenes that a format cannot hold: status, message with file and line, and
# nothing written.
. "$(dirname "$0")/../tap.sh"

bad() { # FORMAT PATTERN WHAT TEXT: a file of this format is refused
	printf "$4" >bad.txt
	fails 3 "^scree-convert: $2" "$1: $3" scree-convert --from $1 bad.txt
	is "$1: $3: nothing is written" "$(scree-convert --from $1 bad.txt 2>/dev/null)" ''
}
bad xyzr 'bad.txt: found no rows' 'no rows' '# nothing\n\n'
bad xyzr 'bad.txt: found no rows' 'an empty file' ''
bad xyzr "bad.txt:2: found 'x', expected the y of a centre" 'a word for a number' '0 0 0 1\n1 x 0 1\n'
bad xyzr "bad.txt:3: found 3 fields, expected 4, one for each column" 'a row too short' '0 0 0 1\n\n1 0 1\n'
bad xyzr "bad.txt:1: found '0', expected a radius" 'a disk without radius' '0 0 0\n'
bad xyzr "bad.txt:2: found 4 fields, expected 3, one for each column" 'a ball among disks' '0 0 1\n0 0 0 1\n'
bad xyzr "bad.txt:1: found 6 fields, expected x y z r" 'a row too long' '0 0 0 1 1 1\n'
bad xyzr "bad.txt:1: found '0', expected a radius" 'no radius' '0 0 0 0\n'
bad csv "bad.txt:1: found '-1', expected a radius" 'a negative radius' '0,0,0,-1\n'
bad csv "bad.txt:2: found '0', expected a density" 'no density' '0,0,0,1,1\n0,0,1,1,0\n'
bad csv "bad.txt:1: found 'nan', expected .* the x" 'not a number' 'nan,0,0,1\n'
bad csv "bad.txt:1: found '1e60', expected the z of a centre, a number of at most 1e50" 'a number too large' '0,0,1e60,1\n'
bad csv "bad.txt:1: found '0x1', expected" 'a hexadecimal number' '0x1,0,0,1\n'
bad csv "bad.txt:1: found '1;2;3;4'|bad.txt:1: found 1 fields" 'semicolons' '1;2;3;4\n'
bad 'xyzr --clump' 'bad.txt: found no rows' 'no rows' '# nothing\n\n'
bad 'xyzr --clump' 'bad.txt: found no rows' 'an empty file' ''
bad 'xyzr --clump' "bad.txt:2: found 'x', expected the y of a centre" 'a word for a number' '0 0 0 1\n1 x 0 1\n'
bad 'xyzr --clump' "bad.txt:3: found 3 fields, expected 4 as in the lines before" 'a row too short' '0 0 0 1\n\n1 0 1\n'
bad 'xyzr --clump' "bad.txt:1: found '0', expected a radius" 'a disk without radius' '0 0 0\n'
bad 'xyzr --clump' "bad.txt:2: found 4 fields, expected 3 as in" 'a ball among disks' '0 0 1\n0 0 0 1\n'
bad 'xyzr --clump' "bad.txt:1: found 6 fields, expected x y z r" 'a row too long' '0 0 0 1 1 1\n'
bad 'xyzr --clump' "bad.txt:1: found '0', expected a radius" 'no radius' '0 0 0 0\n'
bad 'csv --clump' "bad.txt:1: found '-1', expected a radius" 'a negative radius' '0,0,0,-1\n'
bad 'csv --clump' "bad.txt:2: found '0', expected a relative density" 'no density' '0,0,0,1,1\n0,0,1,1,0\n'
bad 'csv --clump' "bad.txt:1: found 'nan', expected the x" 'not a number' 'nan,0,0,1\n'
bad 'csv --clump' "bad.txt:1: found '1e60', expected the z of a centre, a number of at most 1e50" 'a number too large' '0,0,1e60,1\n'
bad 'csv --clump' "bad.txt:1: found '0x1', expected" 'a hexadecimal number' '0x1,0,0,1\n'
bad 'csv --clump' "bad.txt:1: found '1;2;3;4'|bad.txt:1: found 1 fields" 'semicolons' '1;2;3;4\n'
bad csv "bad.txt:2: found 'x', expected the x of a centre" 'names again' 'x,y,r\nx,y,r\n'
bad csv "bad.txt:1: found 'X', expected names of columns such as x,y,z,radius, or the x" 'names of others' 'X,Y,Z,R\n1,2,3,4\n'
bad csv 'bad.txt:1: found an empty field, expected the y' 'no y in a row without names' '1,,3,0.5,2\n'
bad csv 'bad.txt:2: found an empty field, expected the x' 'no x' 'x,y,z,r\n,2,3,0.5\n'
bad csv 'bad.txt:1: found no column y' 'no y' 'x,z,r\n1,2,3\n'
bad csv 'bad.txt:1: found no column radius or diameter, expected one; give the radius of all bodies with --radius' 'no radius' 'x,y,z\n1,2,3\n'
bad csv 'bad.txt: found no rows' 'names of nothing' 'x,y,z,r\n'
bad csv "bad.txt:2: found '1.5', expected a type" 'half a type' 'x,y,r,type\n1,2,3,1.5\n'
bad demengine "bad.txt:3: found 'x', expected the x" 'a header again' 'x,y,z,r\n0,0,0,1\nx,y,z,r\n'
bad yade "bad.txt:1: found the format 'x_y_z_r_attrs', expected" 'a format that is not known' '#format x_y_z_r_attrs\n0 0 0 1 2\n'
bad yade "bad.txt:2: found 4 fields, expected x_y_z_r_clumpId" 'no clump' '#format x_y_z_r_clumpId\n0 0 0 1\n'
bad yade "bad.txt:1: found '1.5', expected the id of a clump" 'half an id' '0 0 0 1 1.5\n'

# dumps: a good one, damaged in each way
frame='ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp ff\n0 5\n0 6\n0 7\nITEM: ATOMS id type x y z radius\n1 1 1 1 1 0.5\n2 1 2 2 2 0.5\n'
worse() { # PATTERN WHAT SED
	bad dump "bad.txt:$1" "$2" "$(printf %s "$frame" | sed "s/\\\\n/\n/g" | sed "$3" | tr '\n' '|' | sed 's/|/\\n/g')"
}
printf "$frame" >good.dump
ok 'dump: a good one' scree-convert good.dump
bad dump 'bad.txt:1: found the end of the file, expected ITEM: ATOMS' 'nothing' ''
bad dump 'bad.txt:5: found scaled positions, expected a box' 'parts of no box in the plane' \
	'ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id type xs ys radius\n1 1 0.5 0.25 0.5\n'
worse '1: found a line outside of the items' 'no item' '1s/.*/hello/'
worse "2: found '-1', expected the number of the step" 'a step before all' '2s/5/-1/'
worse "2: found '1.5', expected the number of the step" 'half a step' '2s/5/1.5/'
worse "4: found 'x', expected the number of atoms" 'a number that is none' '4s/2/x/'
worse '11: found the end of the file, expected another row of atoms' 'too few rows' '4s/2/3/'
worse "6: found 'x', expected the lower end of the box" 'a box that is none' '6s/0/x/'
worse '7: found a box from 9 to 6, expected the lower end first' 'a box inside out' '7s/0/9/'
worse '8: found a box without a width along z' 'a flat box' '8s/7/0/'
worse '5: found a box of three vectors, expected one along the axes' 'a box that is turned' '5s/pp pp ff/abc origin pp pp pp/'
worse "6: found the end of the line, expected a tilt" 'a tilt that is missing' '5s/BOUNDS/BOUNDS xy xz yz/'
worse '9: found no column y' 'no y' '9s/ y / w /; s/^\([12]\) 1 /\1 1 /'
worse '9: found no column radius or diameter, expected one; give the radius of all bodies with --radius' 'no radius' '9s/radius/height/'
worse '9: found some of the columns of a quaternion, expected all' 'half a quaternion' '9s/ z/ quatw/'
worse '9: found some of the columns of an ellipsoid, expected all' 'half an ellipsoid' '9s/ z/ shapex/'
worse '10: found 5 fields, expected 6, one for each column' 'a short row' '10s/ 0.5//'
worse "10: found 'x', expected the x of a centre" 'a word for a place' '10s/1 1 1 1 1/1 1 x 1 1/'
worse "11: found '0', expected a radius" 'a point' '11s/0.5/0/'
worse "10: found '0', expected an id" 'an id too small' '10s/^1/0/'
worse "10: found '1.5', expected a type" 'half a type' '10s/1 1/1 1.5/'
worse '11: found an id again' 'an id twice' '11s/^2/1/'
worse '11: found a position far outside of the box' 'a ball that is nowhere' '11s/2 2 2 0.5/1e18 2 2 0.5/'
worse '11: found a quaternion that is no rotation, expected one of length 1' 'no rotation' '9s/radius/radius quatw quati quatj quatk/; 10s/$/ 1 0 0 0/; 11s/$/ 0.5 0 0 0/'
worse '3: found an item that no dump of atoms has' 'another item' '3s/NUMBER OF ATOMS/ENTRIES/'
printf "$frame" | sed '4s/2/1/' >rows.dump
fails 3 'rows.dump:11: found a line outside of the items' 'dump: too many rows' scree-convert rows.dump
printf "$frame$frame" >twice.dump
ok 'dump: a frame again is left out' sh -c 'scree-convert twice.dump | grep -c ^frame | grep -qx 1'
{ printf "$frame"; printf "$frame" | sed '2s/5/4/'; } >back.dump
fails 3 'back.dump: found step 4 after step 5, expected steps that increase' 'dump: back in time' scree-convert back.dump
{ printf "$frame"; printf "$frame" | sed 's/^1 1 1/1 1 x/'; } >second.dump
fails 3 'second.dump:21: found .x., expected the x of a centre' 'dump: an error in the second frame' scree-convert second.dump
is 'what was before it is whole' "$(scree-convert second.dump 2>/dev/null | tail -n 1)" 'end 5'
awk 'BEGIN { print "ITEM: TIMESTEP\n5\nITEM: NUMBER OF ATOMS\n101\nITEM: BOX BOUNDS pp pp ff\n0 5\n0 6\n0 7\nITEM: ATOMS id type x y z radius"
	for (k = 1; k < 102; k++) print k, k, 1, 1, k, 0.5 }' >types.dump
fails 3 'found more than 100 types, each a material' 'dump: a type for each ball' scree-convert types.dump
fails 2 'option --dt: 0, expected more than 0' 'a step without time' scree-convert -d 0 good.dump
fails 2 'option --radius: -1, expected more than 0' 'a negative radius' scree-convert --radius -1 good.dump
printf '0 0 0 1\n' >one.xyzr
fails 2 'option --dt: applies to dumps, found xyzr' 'a step for what has none' scree-convert -d 1 one.xyzr
fails 2 'option --from: xyz is written and not read' 'XYZ back' scree-convert --from xyz one.xyzr

fails 2 'option --clump: applies to lists of balls, found dump' 'a clump of a dump' scree-convert --clump good.dump
fails 2 'option --radius: applies to lists and dumps, found mercury' 'a radius for what has one' scree-convert --radius 1 --from mercury good.dump

# MercuryDPM
bad mercury 'bad.txt:1: found 7 fields, expected N time xmin' 'a head too short' '1 0 0 0 0 1 1\n'
bad mercury 'bad.txt:2: found 13 fields, expected 14' 'a row too short' '1 0 0 0 0 1 1 1\n1 2 3 0 0 0 1 0 0 0 0 0 0\n'
bad mercury 'bad.txt:1: found the end of the file, expected another row' 'a row that is missing' '1 0 0 0 0 1 1 1\n'
bad mercury "bad.txt:2: found '0', expected a radius" 'a point' '1 0 0 0 0 1 1 1\n1 2 3 0 0 0 0 0 0 0 0 0 0 0\n'

# MClump: each of its files
good() { mkdir -p mc/Clump mc/Inertia; printf '0,0,0,1\n' >mc/Clump/Clump.txt; echo 4 >mc/Inertia/Mass.txt
	printf '1,0,0\n0,1,0\n0,0,1\n' >mc/Inertia/TOI.txt; printf '1,0,0\n0,1,0\n0,0,1\n' >mc/Inertia/PD.txt; }
mc() { # PATTERN WHAT FILE TEXT
	good
	printf "$4" >"mc/$3"
	fails 3 "^scree-convert: mc/$3$1" "MClump: $2" scree-convert mc
}
good
ok 'MClump: a good one' scree-convert mc
mc ':2: found 3 fields, expected x,y,z,r' 'a pebble without a radius' Clump/Clump.txt '0,0,0,1\n1,2,3\n'
mc ': found no pebbles' 'no pebbles' Clump/Clump.txt ''
mc ': found the mass 0, expected more' 'no mass' Inertia/Mass.txt '0\n'
mc ': found 0 rows of numbers, expected 1' 'an empty mass' Inertia/Mass.txt '\n'
mc ':2: found another row, expected 1' 'two masses' Inertia/Mass.txt '1\n2\n'
mc ': found 2 rows of numbers, expected 3' 'a tensor of two rows' Inertia/TOI.txt '1,0,0\n0,1,0\n'
mc ': found products of inertia 0.1 and 0.2' 'a tensor that is not symmetric' Inertia/TOI.txt '1,0.1,0\n0.2,1,0\n0,0,1\n'
mc ': found a tensor of inertia that no body can have' 'a tensor that cannot be' Inertia/TOI.txt '1,0,0\n0,1,0\n0,0,3\n'
mc ': found axes that do not form a rotation, expected a right-handed frame' 'axes that are left-handed' Inertia/PD.txt '1,0,0\n0,1,0\n0,0,-1\n'
good
rm mc/Inertia/TOI.txt
fails 1 'mc: found no Inertia/TOI.txt, expected a folder of mclump' 'MClump: a file that is missing' scree-convert mc
fails 2 'is read from a folder or from at least 3 files, found 1' 'MClump: one file of it' scree-convert --from mclump mc/Clump/Clump.txt

# LAMMPS
head='a title\n\n2 atoms\n1 atom types\n\n-5 5 xlo xhi\n-5 5 ylo yhi\n-5 5 zlo zhi\n\nAtoms # sphere\n\n'
atoms='1 1 1 2 0 0 0\n2 1 1 2 1 0 0\n'
bad lammps 'bad.txt:[0-9]*: found no section Atoms' 'nothing' 'title\n'
bad lammps 'bad.txt:10: found the atom style .ellipsoid., expected sphere' 'another style' "$(printf %s "$head" | sed s/sphere/ellipsoid/)$atoms"
bad lammps 'bad.txt:4: found ellipsoids, expected the atom style sphere' 'ellipsoids, whose rows look like those of spheres' \
	"$(printf %s "$head" | sed 's/ # sphere//; s/1 atom types/2 ellipsoids\\n&/')1 1 1 2 0 0 0\n2 1 1 2 1 0 0\nEllipsoids\n\n1 1 2 3 1 0 0 0\n2 1 2 3 1 0 0 0\n"
bad lammps 'bad.txt:4: found bodies, expected the atom style sphere' 'bodies' \
	"$(printf %s "$head" | sed 's/ # sphere//; s/1 atom types/1 bodies\\n&/')$atoms"
bad lammps 'bad.txt:12: found 6 fields, expected id type diameter' 'an atom too short' "${head}1 1 1 2 0 0\n"
bad lammps "bad.txt:13: found '0', expected a diameter" 'a point' "${head}1 1 1 2 0 0 0\n2 1 0 2 1 0 0\n"
bad lammps 'bad.txt:12: found 1 rows in the section Atoms, expected 2' 'too few atoms' "${head}1 1 1 2 0 0 0\n"
bad lammps 'bad.txt:13: found atom 1 again' 'an atom twice' "${head}1 1 1 2 0 0 0\n1 1 1 2 1 0 0\n"
bad lammps "bad.txt:13: found '2', expected the type of an atom" 'a type too many' "${head}1 1 1 2 0 0 0\n2 2 1 2 1 0 0\n"
bad lammps 'bad.txt:17: found atom 3, expected one of' 'a molecule of nothing' "$head$atoms\nMolecules\n\n3 1\n"
bad lammps 'bad.txt:17: found 1 rows in the section Molecules, expected 2, one for each atom' 'cut within the molecules' "$head$atoms\nMolecules\n\n1 4\n"
bad lammps 'bad.txt:19: found 1 rows in the section Velocities, expected 2' 'too few velocities before another section' \
	"$head$atoms\nVelocities\n\n1 0 0 0 0 0 0\n\nMolecules\n\n1 4\n2 4\n"
bad lammps 'bad.txt:18: found atom 1 again' 'a molecule twice' "$head$atoms\nMolecules\n\n1 4\n1 4\n"
bad lammps 'bad.txt:[0-9]*: found no section Molecules, expected one as the first line says' 'cut before the molecules of our own file' \
	"scree: fix NAME all property/atom mol, read_data FILE fix NAME NULL Molecules\n$(printf %s "$head" | sed 's/^[^\\]*\\n//')$atoms"
bad lammps 'bad.txt:6: found a box from 5 to -5' 'a box inside out' "$(printf %s "$head" | sed 's/-5 5 xlo/5 -5 xlo/')$atoms"
bad lammps "bad.txt:9: found the tilt xy of a box that is not periodic along both axes, expected 0, or .boundary p p p. in the first line" 'a tilted box without periods' "$(printf %s "$head" | sed 's/zhi/&\\n1 0 0 xy xz yz/')$atoms"
bad lammps 'bad.txt: the domain is tilted by more than 1e6 periods' 'a box that is tilted too far' \
	"$(printf %s "$head" | sed 's/title/boundary p p p/; s/zhi/&\\n1e9 0 0 xy xz yz/')$atoms"
bad lammps "bad.txt:9: found 'oblique', expected the tilt xz" 'a tilt that is no number' \
	"$(printf %s "$head" | sed 's/title/boundary p p p/; s/zhi/&\\n1 oblique 0 xy xz yz/')$atoms"
bad lammps 'bad.txt:[0-9]*: found no box' 'no box' "$(printf %s "$head" | sed 's/-5 5 xlo xhi//')$atoms"
bad lammps 'bad.txt:13: found velocities of molecule 4 that are not those of a rigid body' 'a clump that falls apart' \
	"$head$atoms\nMolecules\n\n1 4\n2 4\n\nVelocities\n\n1 0 0 0 0 0 0\n2 1 0 0 0 0 0\n"
bad lammps 'bad.txt:13: found atom 2 far outside of the box' 'an atom that is nowhere' "${head}1 1 1 2 0 0 0\n2 1 1 2 1e18 0 0\n"
many=$(awk 'BEGIN { for (i = 1; i <= 101; i++) printf "%d 1 1 %d %d 0 0\\n", i, i, 2 * i }')
bad lammps 'bad.txt: found 101 combinations of type and density, each a material, expected 100' 'a density for each atom' \
	"$(printf %s "$head" | sed 's/2 atoms/101 atoms/')$many"
printf "$head$atoms\nMolecules\n\n1 4\n2 4\n" >good.data
infile() { # PATTERN WHAT TEXT
	printf "$3" >bad.infile
	fails 3 "^scree-convert: bad.infile:$1" "infile: $2" scree-convert good.data bad.infile
}
row='1 0.5 0 0 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0'
infile '[0-9]*: found no number of bodies' 'nothing' ''
infile '2: found 19 fields, expected ID mass' 'a row too short' "1\n$row\n"
infile '2: found molecule 5, expected one of the molecules in the data file' 'another body' "1\n5 $row\n"
infile '3: found molecule 4 again' 'a body twice' "2\n4 $row\n4 $row\n"
infile '2: found 1 bodies, expected 2' 'a body that is missing' "2\n4 $row\n"
infile '3: found another body, expected 1' 'one too many' "1\n4 $row\n4 $row\n"
infile "2: found '0', expected a mass" 'no mass' "1\n4 0 $(echo "$row" | cut -d' ' -f2-)\n"
printf '1\n4 1 0.5 0 0 1 1 3 0 0 0 0 0 0 0 0 0 0 0 0\n' >bad.infile
fails 3 'body 4: found a tensor of inertia that no body can have' 'infile: a tensor that cannot be' scree-convert good.data bad.infile

# ---- what a format cannot hold ----
cat >scene.scree <<'END'
scree 1 dim=3
shape 1 clump -1,0,0,0.5 1,0,0,0.5
shape 2 ellipsoid a=3,2,1
shape 3 clump 0,0,-1,0.5,1 0,0,1,0.5,2
shape 4 clump 0,0,0,1 1,2,0,1 2,1,0,1.5
columns body id shape x y z
frame 0 t=0 body=5
body 1 1 0 0 0
body 2 1 5 0 0
body 3 2 9 0 0
body 4 3 0 9 0
body 5 4 0 0 9
end 0
END
cannot() { # PATTERN WHAT ARGUMENT...
	cannot_pat=$1 cannot_what=$2
	shift 2
	fails 2 "^scree-convert: option --to: $cannot_pat" "$cannot_what" scree-convert scene.scree "$@"
	is "$cannot_what: nothing is written" "$(scree-convert scene.scree "$@" 2>/dev/null)" ''
}
cannot 'csv holds many balls, or one clump, found body 1 \(clump\) among others; choose it with --where' 'two clumps in a list' --to csv --where 'id < 3'
cannot 'csv holds spheres and clumps, found body 3 \(ellipsoid\)' 'an ellipsoid in a list' --to csv --where 'id == 3'
cannot 'yade cannot hold pebbles of several densities' 'densities for YADE' --to yade --where 'id == 4'
cannot 'demengine holds only principal moments' 'products of inertia for DEM-Engine' --to demengine --where 'id == 5'
cannot 'mclump consists of 4 files; name the folder with --output' 'a folder to stdout' --to mclump --where 'id == 1'
cannot 'lammps consists of 2 files; name the first with --output' 'two files to stdout' --to lammps --where 'id == 1'
cannot "'vtu' is not a format" 'a format that is none' --to vtu
fails 2 'lammps holds clumps, or ellipsoids and spheres, found body 1 \(clump\) beside ellipsoids; choose some with --where' \
	'clumps and ellipsoids for LAMMPS' scree-convert scene.scree -o out.data
is 'no file is made' "$(ls out.* 2>/dev/null)" ''
sed 's/body 1 1 0 0 0/body 1 1 1e39 0 0/; s/-1,0,0,0.5 1,0,0/-1e39,0,0,0.5 1e39,0,0/' scene.scree >far.scree
fails 2 'MercuryDPM reads floats, found 1.*e\+[0-9]*, which is too large' 'what is no float for MercuryDPM' scree-convert -q far.scree --where 'id == 1' --to mclump -o far
ok 'no folder is made' test ! -e far
fails 2 'binary STL holds floats' 'what is no float for binary STL' sh -c \
	'printf "OFF\n4 4 6\n0 0 0\n1e40 0 0\n0 1e40 0\n0 0 1e40\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n" | scree-convert --from off --to stl'

printf 'scree 1 dim=3\nshape 1 plane\nconstraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n' >floor.scree
printf 'columns body id shape tag x y z\nframe 0 t=0 body=1\nbody 3 1 floor 1 2 3\nend 0\n' >>floor.scree
fails 2 'lammps holds no walls, found no other body, expected one at least' 'a wall alone for LAMMPS' scree-convert floor.scree -o floor.data
ok 'no data file is made' test ! -e floor.data

# ---- options ----
: >empty
fails 3 '^scree-convert: empty: the file is empty$' 'an empty file' scree-convert empty
fails 2 'the input is a stream: name the format' 'a stream to nothing' scree-convert scene.scree
fails 2 'input and output are streams: name another format.*scree-pick' 'a stream to a stream' scree-convert --to scree scene.scree
fails 2 'input and output are streams' 'a stream to the file of one' scree-convert -o copy.scree scene.scree
fails 2 "option --from: 'x' is not a format" 'from nothing' scree-convert --from x scene.scree
fails 2 'option --density: -1.5, expected more than 0' 'a negative density' scree-convert --density -1.5 good.data
fails 2 'option --density: applies to formats' 'the density of a stream' scree-convert --density 2 scene.scree --to csv
fails 2 'option --edges: 1, expected 2 to 1000' 'one edge' scree-convert --edges 1 scene.scree --to stl
fails 2 'csv is read from 1 file, found 2' 'two lists' scree-convert --from csv a b
printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z\nframe 4 t=0.5 body=0\nend 4\n' >none.scree
fails 3 'found no body at t=0.5, expected at least one' 'a frame without bodies' scree-convert none.scree --to csv
fails 3 '--where selects none of the 5 bodies' 'no body' scree-convert scene.scree --to csv --where 'id == 9'
fails 2 'csv holds disks and clumps, found body 1 \(polygon\)' 'a polygon in a list' sh -c 'scree-shape cow | scree-convert --to csv'
fails 2 'yade is for scenes in 3D, found dim=2' 'disks for YADE' sh -c 'scree-shape disk | scree-convert --to yade'
fails 3 'found no frame' 'no frame' sh -c 'echo "scree 1 dim=3" | scree-convert --to csv'
fails 2 'vtk consists of 7 files; name the first with --output' 'a series to stdout' scree-convert scene.scree --to vtk
fails 2 'option --output: out, expected a name that ends in .pvd; the other files' 'a series without a suffix' scree-convert scene.scree --to vtk -o out
fails 2 'option --output: out.vtp, expected a name that ends in .pvd .format vtk.; the .vtp files' 'one file of a series' scree-convert scene.scree -o out.vtp
fails 2 'option --output: out.vtu, expected a name that ends in .pvd' 'a file of another kind' scree-convert scene.scree -o out.vtu
fails 2 'option --output: out_%d.pvd, expected a name without %d' 'a series with numbers of its own' scree-convert scene.scree -o out_%d.pvd
fails 2 'option --output: out/.pvd, expected a name that ends' 'a series without a name' scree-convert scene.scree -o out/.pvd
fails 1 'cannot make the folder gone/run' 'a series in a folder that is not there' scree-convert scene.scree -o gone/run.pvd
fails 2 'option --frame: first, expected last, all, or a number' 'a frame by another name' scree-convert scene.scree --frame first --to stl
fails 2 'option --frame: 1, but the input has 1 frames, counted from 0' 'a frame that is not there' scree-convert scene.scree --frame 1 --to stl
fails 2 'option --frame: stl holds one frame; name the output with %d' 'all frames in one file' scree-convert scene.scree --frame all --to stl
printf 'OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n' >tetra.off
fails 2 'option --output: a.vtk, but no format has the suffix .vtk; name the format with --to' 'a suffix of no format' scree-convert tetra.off -o a.vtk
ok 'and nothing is written' test ! -e a.vtk
ok 'a number is no suffix' scree-convert tetra.off -o a.5
fails 2 'option --from: vtk-text is written and not read' 'a series back' scree-convert --from vtk-text tetra.off
is 'no file of a series is made' "$(ls -d out* 2>/dev/null)" ''
printf 'hello world\n' >strange
fails 3 'strange: unknown format' 'a strange file' scree-convert strange
fails 1 'cannot open gone' 'a missing file' scree-convert gone
fails 1 'cannot write: No space' 'a full disk behind a pipe' sh -c 'scree-convert scene.scree --where "id == 2" --to stl >/dev/full'
fails 1 'cannot write /dev/full' 'a full disk' scree-convert scene.scree --where 'id == 1' --to csv -o /dev/full
fails 1 'cannot make the folder nowhere/x' 'a folder that cannot be made' scree-convert scene.scree --where 'id == 1' --to mclump -o nowhere/x
finish
