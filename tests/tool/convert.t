#!/bin/sh
# scree-convert: what comes back, to the bit where it may; closed forms in what is written; and, where they are installed,
# LAMMPS and admesh read what is written for them and find the same.
. "$(dirname "$0")/../tap.sh"

# column NAME: of the body rows of a stream on stdin
columns() {
	awk -v want="$*" '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body / { n = split(want, w, " "); for (k = 1; k <= n; k++) printf "%s%s", $at[w[k]], k < n ? " " : "\n" }'
}
# about TOLERANCE A B: lists of numbers, equal to that
about() {
	echo "$2 $3" | tr ',\n' '  ' | awk -v tol="$1" '{ n = NF / 2; for (k = 1; k <= n; k++) { d = $k - $(k + n); if (d < -tol || d > tol) bad = 1 } }
		END { exit bad || n != int(n) || n < 1 }'
}
plain() { grep -v '^made' "$1"; }

# T-bar of ten touching balls: published mass and principal moments
for x in -3 -2 -1 0 1 2 3; do echo "$x 0 0 0.5"; done >bar.xyzr
for z in 1 2 3; do echo "0 0 $z 0.5"; done >>bar.xyzr
tr ' ' , <bar.xyzr >bar.csv
scree-convert --clump bar.xyzr >bar.scree
scree-convert --clump --from csv <bar.csv | plain - >other
ok 'a list with commas is the same as one with blanks' sh -c 'grep -v "^made" bar.scree | cmp - other'
is 'and is known by its look' "$(scree-convert --clump bar.csv | plain - | cksum)" "$(cksum <other)"
is 'the body stands where the list has it' "$(columns x y z <bar.scree)" '0 0 0.6000000000000001'
ok 'as a list again it is what it was' about 1e-15 "$(scree-convert bar.scree --to csv | tr , ' ')" "$(cat bar.xyzr)"
scree-shape --clump bar.xyzr 2>/dev/null | grep -v '^made' >shape
[ -s shape ] && ok 'scree-shape makes the same of it' cmp shape other

# a pipe, which can be read only once, is a stream like standard input
mkfifo pipe
cat bar.scree >pipe &
is 'a stream through a pipe' "$(timeout 60 scree-convert pipe --to csv | cksum)" "$(scree-convert bar.scree --to csv | cksum)"
wait
cat bar.csv >pipe &
is 'another format too, if it is named' "$(timeout 60 scree-convert --clump --from csv pipe | plain - | cksum)" "$(cksum <other)"
wait
for title in 'packing of 10 x 10 grains' '1 2 3 4'; do
	sed "1s/.*/$title/" "$root/formats/samples/good.data" >title.data
	is "a data file of LAMMPS is known under the title $title" "$(scree-convert title.data | grep -c '^body')" 2
done
# only the beginning of a file tells its format
awk 'BEGIN { for (k = 0; k < 20000; k++) print 2 * k ",0,0,0.5" }' | gzip >long.csv.gz
is 'a long compressed file' "$(scree-convert long.csv.gz | grep -c ^body)" 20000

# ---- MClump ----
scree-convert --clump --density 2 bar.xyzr | scree-convert -q --to mclump -o mc
is 'MClump: mass' "$(awk '{ printf "%.9f", $1 }' mc/Inertia/Mass.txt)" 10.471975512
is 'MClump: tensor of inertia' "$(tr , ' ' <mc/Inertia/TOI.txt | awk '{ printf "%.7f %.7f %.7f ", $1 / 2, $2 / 2, $3 / 2 }')" \
	'5.9690260 0.0000000 0.0000000 0.0000000 15.1843645 0.0000000 0.0000000 0.0000000 20.6297918 '
# what MercuryDPM makes of it: x e1 + y e2 + z e3, the axes in columns, is the list about its centre
placed=$(cat mc/Inertia/PD.txt mc/Clump/Clump.txt | tr , ' ' | awk 'NF == 3 { n++; for (k = 1; k <= 3; k++) m[n, k] = $k }
	NF == 4 { for (i = 1; i <= 3; i++) printf "%.12g ", m[i, 1] * $1 + m[i, 2] * $2 + m[i, 3] * $3 + (i == 3) * 0.6; print $4 }')
ok 'MClump: axes in columns put the pebbles where they were' about 1e-12 "$placed" "$(cat bar.xyzr)"
scree-convert --density 2 mc >back.scree
is 'MClump: mass and tensor come back to the bit' "$(grep '^mass' back.scree | awk '{ print $3, $4 }')" \
	"$(grep '^mass' bar.scree | awk '{ print $3, $4 }')"
is 'and the pebbles' "$(grep '^shape' back.scree)" "$(grep '^shape' bar.scree)"
scree-convert -q back.scree --to mclump -o mc2
ok 'MClump: a folder comes back to the byte' diff -r mc mc2
ok 'its files one by one are as good' sh -c 'scree-convert --from mclump --density 2 mc/Clump/Clump.txt mc/Inertia/Mass.txt \
	mc/Inertia/TOI.txt mc/Inertia/PD.txt | grep -v "^made" >one; grep -v "^made" back.scree | cmp - one'
# as numpy writes them: a mass of its own, which is believed
mkdir -p np/Clump np/Inertia
printf '0,0,0,1\n1.5,0,0,1\r\n' >np/Clump/Clump.txt
echo 7.250000000000000000e+00 >np/Inertia/Mass.txt
printf '1.5e+00,0.25,0\n0.25,2.0,0\n0,0,2.5\n' >np/Inertia/TOI.txt
is 'MClump: what the files say is taken' "$(scree-convert np | grep '^mass')" \
	'mass 1 volume=7.25 I=1.5,2,2.5,0.25,0,0 method=given'
is 'without directions the axes are those of space' "$(scree-convert np | columns qw qx qy qz)" '1 0 0 0'

mkdir -p old/clump old/inertia flat
for f in clump/clump inertia/mass inertia/toi inertia/pd; do
	upper=$(echo "$f" | sed 's|clump/clump|Clump/Clump|; s|inertia/mass|Inertia/Mass|; s|inertia/toi|Inertia/TOI|; s|inertia/pd|Inertia/PD|')
	cp "mc/$upper.txt" "old/$f.txt"
	cp "mc/$upper.txt" flat
done
for f in old flat; do
	is "MClump: a folder of names in lower case, or without folders: $f" "$(scree-convert --density 2 $f | plain - | cksum)" \
		"$(plain back.scree | cksum)"
done

# ---- several densities ----
printf '0 0 0 1 1\n2 0 0 1 3\n' >dense.xyzr
is 'a fifth column is a density' "$(scree-convert --clump dense.xyzr | columns x)" 1.5
is 'and is written' "$(scree-convert --clump dense.xyzr | scree-convert -q --to xyzr)" "$(printf '0 0 0 1 1\n2 0 0 1 3')"

# ---- DEM-Engine ----
scree-convert -q --clump bar.csv --to demengine >bar.dem
is 'DEM-Engine: a header' "$(head -n 1 bar.dem)" x,y,z,r
is 'and moments as comments' "$(grep Ixx bar.dem | awk '{ printf "%.7f %.7f %.7f", $(NF - 2), $(NF - 1), $NF }')" \
	'5.9690260 15.1843645 20.6297918'
ok 'in its own frame a clump comes back to the byte' sh -c 'scree-convert --from demengine bar.dem | scree-convert -q --to demengine | cmp - bar.dem'
scree-convert --from demengine bar.dem | scree-convert --to csv >own.csv
ok 'and so it does as a list' sh -c 'grep "^[-0-9]" bar.dem | cmp - own.csv'
for f in csv xyzr yade; do
	ok "$f: stream to file to stream, nothing changes" sh -c "scree-convert --density 1 --clump own.csv | grep -v '^made' >1
		scree-convert 1 --to $f | scree-convert \$([ $f = yade ] || echo --clump) --from $f - | grep -v '^made' >2; cmp 1 2"
done

# ---- several bodies: LAMMPS and YADE ----
cat >scene.scree <<'END'
scree 1 dim=3
domain lo=-10,-10,-10 hi=10,10,10 periodic=xy
material wood density=0.5
material steel density=2.5
shape 1 clump -3,0,-0.6,0.5 -2,0,-0.6,0.5 -1,0,-0.6,0.5 0,0,-0.6,0.5 1,0,-0.6,0.5 2,0,-0.6,0.5 3,0,-0.6,0.5 0,0,0.4,0.5 0,0,1.4,0.5 0,0,2.4,0.5
shape 2 clump 0,0,-0.3,0.5 0,0,0.3,0.5
shape 3 sphere r=0.7
columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz
frame 0 t=0 dt=0 due=0 body=3
body 4 1 wood - 1 9 1 2 0.36 0.48 0.8 0 1 -2 0 1 2 3 1 2 3
body 7 2 steel - 2 -5 2 2 0.8 0.6 0 0 0 0 0 0 0 0 0 0 0
body 9 3 steel - 1.5 -2 -3 -4 1 0 0 0 0 0 0 1 2 3 0 0 0
end 0
END
scree-convert scene.scree -o s.data
is 'LAMMPS: periodic axes, atoms and types' "$(sed -n '1s/.*\(boundary . . .\).*/\1/p; 3,4p' s.data | tr '\n' ' ')" \
	'boundary p p f 13 atoms 2 atom types '
is 'molecules are bodies, single spheres 0' "$(awk '/^Mol/ { on = 1 } on && NF == 2 { print $2 }' s.data | uniq -c | awk '{ printf "%d*%d ", $1, $2 }')" \
	'10*4 2*7 1*0 '
is 'mass of the T-bar in the infile' "$(awk '$1 == 4 { printf "%.9f", $2 }' s.infile)" 2.617993878
is 'velocity, angular momentum, images' "$(awk '$1 == 4 { print $12, $13, $14, $15, $16, $17, $18, $19, $20 }' s.infile)" '1 2 3 1 2 3 1 -2 0'
scree-convert s.data s.infile >back.scree
is 'LAMMPS: domain and densities come back' "$(grep -e ^domain -e ^material back.scree)" \
	"$(grep '^domain' scene.scree; echo 'material grain1 density=0.5'; echo 'material grain2 density=2.5')"
ok 'places and velocities' about 1e-13 "$(columns id x y z ix iy iz vx vy vz Lx Ly Lz <back.scree | head -n 2)" \
	"$(columns id x y z ix iy iz vx vy vz Lx Ly Lz <scene.scree | head -n 2)"
# axes may be other principal ones: the balls, and the tensor in space, are not
scree-convert back.scree -o t.data
balls() { awk '/^Atoms/ { on = 1 } /^Vel/ { on = 0 } on && NF == 10 { print $3, $4, $5, $6, $7 }' "$1" | sort -g; }
ok 'and every ball' about 1e-12 "$(balls s.data)" "$(balls t.data)"
ok 'the infile too' about 1e-12 "$(tail -n +3 s.infile)" "$(tail -n +3 t.infile)"
scree-convert s.data | scree-mass >alone.scree 2>/dev/null
ok 'without the infile velocities of balls say how bodies turn' about 1e-9 "$(columns Lx Ly Lz <alone.scree | head -n 1)" '1 2 3'

scree-convert -q scene.scree --to yade >s.yade
is 'YADE: clumps by id' "$(sed -n 1p s.yade; awk 'NR > 1 { print $5 }' s.yade | uniq -c | awk '{ printf "%d*%d ", $1, $2 }')" \
	"$(printf '#format x_y_z_r_clumpId\n10*4 2*7 1*9 ')"
ok 'and back' about 1e-12 "$(scree-convert s.yade | scree-convert -q --to yade)" "$(cat s.yade)"
printf '#format x_y_z_r\n1 2 3 0.5\n\n-0.1\t1e-3 0 0.25\n' >spheres
is 'YADE: a list of spheres is so many bodies' "$(scree-convert spheres | columns id shape size x y z)" \
	"$(printf '1 1 0.5 1 2 3\n2 1 0.25 -0.1 0.001 0')"
printf '#format\t x_y_z_r_matId \r\n1 2 3 0.5 7\n4 2 3 0.5 7\n' >tabbed
is 'YADE: any blanks before the name of a format' "$(scree-convert tabbed | columns id x)" "$(printf '1 1\n2 4')"
is 'and comes back' "$(scree-convert spheres | scree-convert -q --to yade)" "$(printf '#format x_y_z_r\n1 2 3 0.5\n-0.1 0.001 0 0.25')"

# ---- the samples of formats/ ----
cp "$root/formats/samples/good.data" "$root/formats/samples/good.infile" "$root/formats/samples/good.yade" "$root/formats/samples/good.xyzr" .
# molecule 7: balls at x = 0, 1 and, one box of 10 further, 5.5, that do not touch; it turns at 2 about z
scree-convert good.data >data.scree
is 'LAMMPS: images are undone, atoms come in any order' "$(columns id x z <data.scree | head -n 1 | awk '{ printf "%d %.9f %g", $1, $2, $3 }')" '7 2.166666667 0'
is 'velocities are those of the centre' "$(columns vx vy vz <data.scree | awk 'NR == 1 { printf "%.9f %.9f %g", $1, $2, $3 }')" '0.833333333 4.333333333 0'
near 'and momenta those of all balls' "$(columns Lz <data.scree | head -n 1)" "$(awk 'BEGIN { pi = atan2(0, -1); m = 2.5 * pi / 6
	x = 6.5 / 3; y = 0.25 / 3; printf "%.12g", 2 * (3 * m * 0.1 + m * (x * x + (x - 1) ^ 2 + (x - 5.5) ^ 2 + 2 * y * y + (y - 0.25) ^ 2)) }')" 1e-9
is 'a material for each type and density' "$(grep '^material' data.scree | tr '\n' ' ')" 'material grain1 density=2.5 material grain2 density=1 '
is 'a single sphere has its own velocity' "$(columns id x vx vy vz <data.scree | tail -n 1)" '8 3 1 2 3'
scree-convert good.data good.infile >data.scree
is 'the infile is believed' "$(columns id x y vx vy Lz <data.scree | head -n 1)" '7 2.25 0.125 0.75 4.5 62'
is 'its mass is that of the material by volume' "$(grep '^mass 1' data.scree | awk '{ print $3, $NF }')" 'volume=1.8 method=given'
is 'YADE: clumps by their ids' "$(scree-convert good.yade | columns id x y z | tr '\n' ' ')" '3 -1 0 0 7 1.6925 0 0 '
near 'blanks, commas, tabs and densities in one list' "$(scree-convert --clump good.xyzr | grep '^mass' | sed 's/.*volume=\([^ ]*\).*/\1/')" \
	"$(awk 'BEGIN { print 4 / 3 * atan2(0, -1) * (2 * 0.125 + 2.5 * 0.421875) }')" 1e-5

# ---- from one to another without a stream between ----
printf '0.1,0.2,0.3,0.7\n1.1,-2.385,0.1,0.3\n' >odd.csv
is 'lists: no coordinate is touched' "$(scree-convert --clump odd.csv --to xyzr | scree-convert --clump --from xyzr --to yade - | scree-convert --from yade --to csv -)" "$(cat odd.csv)"

# ---- empty fields ----
printf ',x,y,z,r,,\n0,1,2,3,0.5,,\n,,,\n9,4,5,6,1\n' >sheet.csv
is 'a column without a name, commas behind the last field, a line of commas' "$(scree-convert sheet.csv | columns id size x y z)" "$(printf '1 0.5 1 2 3\n2 1 4 5 6')"
printf 'x,y,kind,r\n1,2,,0.5\n3,4,a,1\n' >sheet.csv
is 'a word that is missing' "$(scree-convert sheet.csv | columns x y kind size)" "$(printf '1 2 - 0.5\n3 4 a 1')"

# ---- disks of the plane ----
printf '0,0,1\n1.5,0.25,0.5\n' >disks.csv
is 'lists of disks too' "$(scree-convert --clump disks.csv --to xyzr | scree-convert --clump --from xyzr --to csv -)" "$(cat disks.csv)"
scree-convert --clump disks.csv >disks.scree
is 'as a stream of the plane' "$(head -n 1 disks.scree)" 'scree 1 dim=2'
ok 'of which they come back' about 1e-15 "$(scree-convert disks.scree --to csv)" "$(cat disks.csv)"
ok 'a body that is turned has its disks turned' about 1e-12 "$(sed 's/^columns body.*/columns body id shape x y angle/; s/^body.*/body 1 1 3 4 1.5707963267948966/' disks.scree |
	scree-convert --to csv)" "$(grep '^shape' disks.scree | tr ' ' '\n' | awk -F, 'NF == 3 { printf "%.15g,%.15g,%g\n", 3 - $2, 4 + $1, $3 }')"

# ---- many grains: a list, or a table with the names of its columns ----
printf '1 2 0.25 0.5\n-1 2 0.25 0.75\n' >grains.xyzr
is 'a list is a grain for each ball' "$(scree-convert grains.xyzr | columns id size x y z | tr '\n' ';')" '1 0.5 1 2 0.25;2 0.75 -1 2 0.25;'
is 'which come back' "$(scree-convert grains.xyzr | scree-convert --to xyzr)" "$(cat grains.xyzr)"
is 'or a disk in the plane' "$(printf '1,2,0.5\n-1,2,0.75\n' | scree-convert --from csv - | sed -n '1p; s/^body/&/p' | cut -d' ' -f1,2,6-8 | tr '\n' ';')" 'scree 1;body 1 0.5 1 2;body 2 0.75 -1 2;'
printf 'id,name,x,y,z,diameter,vy,omegaz,density,type\n7,first,1,2,0.25,1,3,4,2.5,1\n9,second,-1,2,0.25,1.5,0,0,3.5,5\n' >grains.csv
scree-convert grains.csv >grains.scree
is 'columns may have names, in any order' "$(columns id name material size x y z vy <grains.scree | tr '\n' ';')" '7 first grain1 0.5 1 2 0.25 3;9 second grain5 0.75 -1 2 0.25 0;'
is 'with densities by type' "$(grep '^material' grains.scree | tr '\n' ';')" 'material grain1 density=2.5;material grain5 density=3.5;'
near 'and angular velocities' "$(columns Lz <grains.scree | head -n 1)" "$(awk 'BEGIN { printf "%.17g", 4 * 0.4 * 2.5 * 4 / 3 * atan2(0, -1) * 0.5^5 }')" 1e-14
is 'a radius for all, and a density' "$(printf 'x y z vx\n1 2 3 4\n' | scree-convert --from xyzr --radius 0.125 --density 7 - | sed -n 's/^material //p; s/^body //p' | cut -d' ' -f1-8 | tr '\n' ';')" 'grain density=7;1 1 grain - 0.125 1 2 3;'
is 'the plane by names' "$(printf 'x y r angle omega\n1 2 0.5 0.25 3\n' | scree-convert --from xyzr - | columns x y angle omega)" '1 2 0.25 3'

# ---- what is left out is said ----
fails 0 'csv cannot hold them: counts of images, velocities, densities of materials, the domain$' 'notes say what a format has no place for' \
	scree-convert scene.scree --where 'id == 4' --to csv
is 'and -q does not' "$(scree-convert -q scene.scree --where 'id == 4' --to csv 2>&1 | grep -c place)" 0

# ---- words with # in a list ----
printf 'x,y,z,radius,note # the columns\n# a remark\n1,2,3,0.5,a#b\n1,2,5,0.5,#00ff00 # green\n' >hashes.csv
is 'a comment of a list follows a blank' "$(scree-convert hashes.csv | columns note | tr '\n' ' ')" 'a#b #00ff00 '

printf '"x","y","z","radius","note"\n1,2,"3",0.5,"a"\n1,2,5,0.5,""\n' >quoted.csv
is 'quotation marks around fields do not count' "$(scree-convert quoted.csv | columns z note | tr '\n' ' ')" '3 a 5 - '
# blanks, commas and marks within fields, as R, spreadsheets and pandas write them; a # within marks is no comment
printf '"x","y","z","radius","the note","kind"\r\n1,2," 3 ",0.5,"dark red, wet #2","a ""b"" c"\r\n1, 2,5,0.5 ,light red, # green\r\n' >quoted.csv
is 'fields with blanks' "$(scree-convert quoted.csv | columns z the_note kind | tr '\n' ' ')" '3 dark_red,_wet_#2 a_"b"_c 5 light_red - '
printf '"x" "y" "r" "note"\n1 2 0.5 "dark red"\n' >quoted.xyzr
is 'between blanks too' "$(scree-convert --from xyzr quoted.xyzr | columns x y size note)" '1 2 0.5 dark_red'
printf 'x,y,z,r\n1 2,3,4\n' >mixed.csv
fails 3 'mixed.csv:2: found 3 fields, expected 4' 'a line with commas has no other separators' scree-convert mixed.csv

long=$(printf '%060d' 0 | tr 0 a)
awk -v long="$long" 'BEGIN { printf "x,y,z,radius"; for (k = 0; k < 20; k++) printf ",%s%d", long, k; for (k = 0; k < 60; k++) printf ",p"
	printf "\n1,2,3,0.5"; for (k = 0; k < 80; k++) printf ",%d", k; print "" }' >many.csv
is 'many columns with names that are equal, or begin alike' "$(scree-convert many.csv | scree-pick | awk '/^body/ { print $(NF - 79), $(NF - 60), $NF }')" '0 19 79'

# ---- surfaces ----
cat >box.off <<'END'
OFF
8 12 18
0 0 0
1.1 0 0
0 2.3 0
1.1 2.3 0
0 0 3.7
1.1 0 3.7
0 2.3 3.7
1.1 2.3 3.7
3 0 2 3
3 0 3 1
3 4 5 7
3 4 7 6
3 0 1 5
3 0 5 4
3 2 6 7
3 2 7 3
3 0 4 6
3 0 6 2
3 1 3 7
3 1 7 5
END
awk 'NF == 3' box.off | sort >sorted
scree-convert box.off >box.scree
ok 'a surface becomes a mesh about its centre' about 1e-14 "$(columns x y z <box.scree)" '0.55 1.15 1.85'
sed 's/^body.*/body 1 1 grain - 1 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0/' box.scree >own.scree
for f in off ply stl-text; do
	scree-convert own.scree --to $f >own.$f
	ok "$f: a mesh in its own frame comes back to the byte" sh -c "scree-convert --from $f own.$f | scree-convert --to $f | cmp - own.$f"
	scree-convert box.scree --to $f >box2
	ok "$f: and where it stood, to rounding" about 1e-14 "$(scree-convert box2 | columns x y z)" "$(columns x y z <box.scree)"
done
scree-convert box.off -o box.STL
scree-convert box.off -o box.stl
ok 'suffixes in capitals' cmp box.STL box.stl
scree-convert box.off -o box.ply
scree-convert box.ply --to stl-text >box.txt
ok 'among surfaces no coordinate is touched' sh -c 'scree-convert box.txt --to off | awk "NF == 3" | sort | cmp - sorted'
# what scree-mass --surface reads is recognized here, too
{ echo '# made by hand'; cat box.off; } >odd_comment.off
sed 's/^OFF/STOFF/' box.off >odd_texture.off
tr a-z A-Z <box.txt >odd_capitals.stl
sed 's/^ply/ply /' box.ply >odd_blank.ply
for f in odd_comment.off odd_texture.off odd_capitals.stl odd_blank.ply; do
	is "$f is recognized" "$(scree-convert $f --to off | awk 'NF == 3' | sort | cksum)" "$(cksum <sorted)"
done
{ echo 'solid spheres'; printf '\n%s\n' '2 atoms
1 atom types
0 9 xlo xhi
0 9 ylo yhi
0 9 zlo zhi' 'Atoms # sphere' '1 1 1 1 1 1 1
2 1 1 1 5 5 5'; } >solid.data
is 'a data file of LAMMPS with solid in its title is no STL' "$(scree-convert solid.data | columns x size | tr '\n' ' ')" '1 1 5 1 '
scree-convert box.scree -o box.stl
is 'a surface near the origin fits into floats' "$(scree-convert box.scree -o near.stl 2>&1)" ''
scree-move --by 1e7,0,0 box.scree 2>/dev/null | scree-convert --to stl - 2>err >far.stl
is 'a warning tells of one that does not' "$(grep -c 'body 1 is so far from the origin that its corners move by 0\.[0-9]* of its longest side' err)" 1
is 'binary STL has 84 + 50 bytes for each triangle' "$(wc -c <box.stl | tr -d ' ')" 684
ok 'and reads back to floats' about 1e-6 "$(scree-convert box.stl | grep '^mass' | sed 's/.*I=\([^ ]*\).*/\1/')" \
	"$(grep '^mass' box.scree | sed 's/.*I=\([^ ]*\).*/\1/')"
volume() { scree-mass --surface "$1" --table | awk '/^# id/ { for (k = 2; k <= NF; k++) if ($k ~ /^volume/) at = k - 1 } !/^#/ { print $at }'; }
printf 'scree 1 dim=3\nshape 1 %s\ncolumns body id shape size x y z\nframe 0 t=0 body=1\nbody 1 1 2 3 4 5\nend 0\n' 'ellipsoid a=1,0.8,0.6' >egg.scree
scree-convert egg.scree --edges 20 -o e20.ply
scree-convert egg.scree --edges 40 -o e40.ply
# 4/3 pi 0.48 2^3, from below, with an error that falls as the square
is 'the triangles of an ellipsoid fill it as the square of their number' \
	"$(echo "$(volume e20.ply) $(volume e40.ply)" | awk '{ v = 4 / 3 * atan2(0, -1) * 0.48 * 8; r = (v - $1) / (v - $2); print ($1 < v && $2 > 0.99 * v && r > 3.9 && r < 4.1) }')" 1
scree-shape --list >known
for s in tbar bean torus gomboc; do
	scree-shape $s | scree-convert --edges 40 -o $s.off
	near "$s: its triangles close, and fill it" "$(volume $s.off)" "$(awk -v s=$s '$1 == s { print $3 }' known)" \
		"$(awk -v s=$s '$1 == s { print 0.05 * $3 }' known)"
done
scree-shape box | scree-wall -q box --lo -1,-1,-1 --hi 1,1,1 >walled.scree
scree-convert walled.scree -o walled.stl 2>err
is 'walls without end are dropped, with a note' "$(($(wc -c <walled.stl) - 84)) $(grep -c 'dropped, because stl cannot hold them: .*[1-6] wall' err)" \
	"$((50 * 12)) 1"
fails 2 'is infinite, expected bodies with a closed surface' 'nothing but walls' scree-convert --where 'id > 1' walled.scree -o none.stl
fails 2 "'ovito' is not a format, expected perhaps xyz" 'a program in place of a format' scree-convert walled.scree --to ovito
fails 2 'found body 1 .mesh.; scree-clump makes clumps, --where selects' 'a body that is not round' scree-convert walled.scree -o x.xyz
scree-convert -q scene.scree --edges 50 -o all.stl
near 'all bodies are in one surface' "$(volume all.stl)" "$(awk 'BEGIN { pi = atan2(0, -1)
	h = 0.4; cap = pi * h * h * (3 - h) / 3 # of the balls of radius 1 at a distance of 1.2
	print 10 * pi / 6 + 2 * 4 / 3 * pi - 2 * cap + 4 / 3 * pi * 1.05 ^ 3 }')" 0.2

# ---- others read it ----
if command -v admesh >/dev/null; then
	admesh all.stl >said
	is 'admesh finds no open edge' "$(awk '/Total disconnected/ { print $(NF - 1), $NF }' said)" '0 0'
	near 'and the volume that scree-mass finds' "$(sed -n 's/.*Volume *: *//p' said)" "$(volume all.stl)" 1e-3
else
	skip 'admesh is not installed'
fi
if command -v lmp >/dev/null && lmp -h 2>/dev/null | grep -q 'rigid/small'; then
	cat >in.scene <<'END'
units si
atom_style sphere
atom_modify map array
boundary p p f
newton off
comm_modify vel yes cutoff 8
fix mol all property/atom mol ghost yes
read_data s.data fix mol NULL Molecules
pair_style zero 8
pair_coeff * *
group clumps molecule > 0
timestep 1e-9
compute_modify thermo_temp extra/dof -100
END
	{ cat in.scene; echo 'fix rigid clumps rigid molecule infile s.infile'; echo 'run 0'; echo 'write_restart r.rst'; } >in.file
	lmp -log none -in in.file >said 2>&1
	ok 'LAMMPS reads data file and infile' test -s r.rst.rigid
	tail -n +4 r.rst.rigid >theirs
	ok 'and writes the same masses, centres, tensors and momenta' about 1e-13 "$(cat theirs)" "$(tail -n +3 s.infile)"
	scree-convert s.data r.rst.rigid >again.scree
	ok 'its file is read' about 1e-13 "$(columns x y z vx vy vz Lx Ly Lz <again.scree)" "$(columns x y z vx vy vz Lx Ly Lz <back.scree)"
	{ cat in.scene; cat <<'END'; } >in.sums
fix rigid clumps rigid/small molecule
compute own clumps rigid/local rigid mol mass x y z inertiax inertiay inertiaz
dump d clumps local 1 local.txt c_own[1] c_own[2] c_own[3] c_own[4] c_own[5] c_own[6] c_own[7] c_own[8]
dump_modify d format line "%.0f %.14g %.14g %.14g %.14g %.14g %.14g %.14g"
run 0
END
	lmp -log none -in in.sums >said 2>&1
	ok 'its own sums over touching balls are the exact ones: mass, centre, principal moments' about 1e-9 \
		"$(awk '$1 == 4 && NF == 8 { for (i = 6; i < 8; i++) for (j = i + 1; j < 9; j++) if ($j < $i) { s = $i; $i = $j; $j = s }
			print $2, $3, $4, $5, $6, $7, $8 }' local.txt)" '2.6179938779915 9 1 2 2.984513020910 7.592182246175 10.31489587928'
else
	skip 'LAMMPS is not installed'
fi
finish
