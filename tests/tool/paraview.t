#!/bin/sh
# scree-convert for ParaView: surfaces that are written once, how fine they are, and tables as images: what is found in the files, and
# what ParaView itself finds where it is installed.
. "$(dirname "$0")/../tap.sh"

# place FILE: the byte at which the raw numbers begin
place() {
	grep -abo '<AppendedData encoding="raw">' "$1" | awk -F: '{ print $1 + length($2) + 2; exit }'
}
# raw NAME FILE [f8|d8|d4]: an array, one number in each line
raw() {
	at=$(sed -n "s/^<DataArray .*Name=\"$1\".* offset=\"\([0-9]*\)\".*/\1/p" "$2" | tail -n 1)
	at=$((at + $(place "$2")))
	od -A n -v -t "${3:-f8}" -w"$(echo "${3:-f8}" | cut -c2)" -j $((at + 8)) -N "$(od -A n -t d8 -j $at -N 8 "$2" | tr -d ' ')" "$2" | tr -d ' '
}
# refuses WHAT MESSAGE STATUS ARGUMENT...
refuses() {
	what=$1 message=$2 want=$3
	shift 3
	scree-convert "$@" >out 2>err
	is "$what" "$? $(grep -c "$message" err)" "$want 1"
}

# ---- a table on a grid is an image ----
cat >field.tab <<'END'
# scree-table 1
# x[m] y[m] vx[m/s] vy[m/s] phi kind
# block t=0.25
1.5 0.5 3 4 0.2 b
0.5 0.5 1 2 0.1 a
2.5 0.5 5 6 ? a
0.5 1 7 8 0.4 a
1.5 1 9 10 0.5 c


# block t=2.5
0.5 0.5 1 2 1.1 a
1.5 0.5 3 4 1.2 b
2.5 0.5 5 6 ? a
0.5 1 7 8 1.4 a
1.5 1 9 10 1.5 c
END
ok 'a table becomes a series of images' scree-convert field.tab -o field.pvd
is 'with the times of its blocks' "$(sed -n 's/.*timestep="\([^"]*\)".*file="\([^"]*\)".*/\1 \2/p' field.pvd | tr '\n' ' ')" \
	'0.25 field/grid_0000.vti 2.5 field/grid_0001.vti '
is 'in the plane they have one layer' "$(grep -ao '<ImageData.*>' field/grid_0000.vti)" '<ImageData WholeExtent="0 2 0 1 0 0" Origin="0.5 0.5 0" Spacing="1 0.5 1">'
is 'values are at their grid points; what is missing is no number' "$(raw phi field/grid_0000.vti | tr '\n' ' ')" '0.1 0.2 nan 0.4 0.5 nan '
is 'vectors are one array' "$(raw velocity field/grid_0000.vti | tr '\n' ' ')" '1 2 0 3 4 0 5 6 0 7 8 0 9 10 0 nan nan 0 '
scree-convert field.tab -o last.vti
ok 'a single file is the last block' cmp last.vti field/grid_0001.vti
scree-convert --frame 0 - --from table -o first.vti <field.tab
ok 'or that of --frame, also from a pipe' cmp first.vti field/grid_0000.vti
scree-convert field.tab -o 'many_%d.vti'
ok 'or a file for each' cmp many_1.vti last.vti
scree-convert field.tab --to vti-text >text.vti
is 'the same as text' "$(sed -n '/Name="phi"/,/<\/DataArray/p' text.vti | grep -v DataArray)" '1.1 1.2 nan 1.4 1.5 nan '
scree-convert field.tab --where 'phi < 1.3' -o some.vti
is '--where selects rows' "$(raw phi some.vti | tr '\n' ' ')" '1.1 1.2 '
awk 'BEGIN { print "# scree-table 1\n# x y z p"; for (k = 0; k < 24; k++) print k % 2, 0.1 * (int(k / 2) % 3), -1 + int(k / 6) / 3, k }' >cube.tab
ok 'a table in space' scree-convert cube.tab -o cube.vti
is 'has layers' "$(grep -ao '<ImageData.*Ori' cube.vti) $(raw p cube.vti | tr '\n' ' ')" "<ImageData WholeExtent=\"0 1 0 2 0 3\" Ori $(seq -s ' ' 0 23) "
sed 's/^1.5 0.5 3/1.618 0.5 3/' field.tab >uneven.tab
refuses 'unequal steps' 'uneven.tab: block 0: column x: .* is not on a regular grid' 3 uneven.tab --frame 0 -o x.vti
sed 's/^1.5 0.5 3/0.5 0.5 3/' field.tab >twice.tab
refuses 'a grid point with two rows' 'rows 1 and 2 have the same coordinates' 3 twice.tab -o x.vti
printf '# scree-table 1\n# t a\n1 2\n' >none.tab
refuses 'no coordinates' 'no column x, y or z' 3 none.tab -o x.vti
printf '# scree-table 1\n# x y\n0 0\n1 0\n2 0.001\n1000 1000\n' >sparse.tab
refuses 'rows that are not on a grid' 'expected a row for most of them' 3 sparse.tab -o x.vti
printf '# scree-table 1\n# x y\n? 0\n1 1\n' >hole.tab
refuses 'a row without a place' 'row 1 has no coordinate' 3 hole.tab -o x.vti
printf 'scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 1 1 0 0\nend 0\n' >disk.scree
refuses 'bodies as an image' 'found bodies' 2 disk.scree -o x.vti
refuses 'an image as bodies' 'expected vti or vtk' 2 field.tab -o x.stl
is 'nothing is left of these' "$(ls x.* 2>/dev/null)" ''

# ---- many clumps of one shape: its surface stands in one file ----
scree-shape -q torus | scree-clump -q -n 300 --method grid | scree-fill -q -n 12 --box 6,6,6 >many.scree
ok 'instances' scree-convert -q many.scree --instances -o one.pvd
is 'a point for each body, and one surface' "$(raw surface_index one/grains_0000.vtp d4 | grep -c '^0$') $(ls one | grep -c surface_)" '12 1'
is 'no pebbles and no shapes' "$(grep -ac 'NumberOfPoints="0"' one/pebbles_0000.vtp) $(grep -ac 'NumberOfPoints="0"' one/shapes_0000.vtp)" '1 1'
is 'and a list of the surfaces' "$(grep -o 'index="0" file=.*vtp' one/surfaces.vtm)" 'index="0" file="surface_0000.vtp'
sed -n 's/^shape 1 clump \(.*\)/\1/p' many.scree | tail -n 1 | tr ' ,' '\n ' >balls
raw Points one/surface_0000.vtp | paste -d' ' - - - >corners
ok 'its corners are on the balls' awk 'NR == FNR { for (k = 1; k <= 4; k++) b[k, NR] = $k; n = NR; next } FNR % 10 { next } { d = 1e9
	for (i = 1; i <= n; i++) { e = sqrt(($1 - b[1, i]) ^ 2 + ($2 - b[2, i]) ^ 2 + ($3 - b[3, i]) ^ 2) - b[4, i]; if (e < d) d = e }
	if (d > 1e-6 || d < -1e-6) bad = 1 } END { exit bad || FNR < 100 }' balls corners
refuses 'instances of other formats' 'applies to vtk' 2 many.scree --instances -o x.stl
refuses 'instances in the plane' 'scenes in space' 2 disk.scree --instances -o x.pvd

# ---- how fine surfaces are ----
scree-shape -q ellipsoid >egg.scree
axes=$(sed -n 's/^shape.* a=\([^ ]*\).*/\1/p' egg.scree)
for e in 0.1 0.01 0.001; do
	# a point of a triangle, scaled to the unit sphere, is farther from the ellipsoid than from the sphere times the shortest half axis
	scree-convert -q egg.scree --error $e --to off | awk -v e=$e -v axes="$axes" 'BEGIN { split(axes, a, ",") }
		NR == 2 { nt = $2; next } NR > 2 && NF == 3 { for (k = 1; k <= 3; k++) x[n + 0, k] = $k / a[k]; n++ }
		NR > 2 && NF == 4 { s = 0; for (k = 1; k <= 3; k++) s += ((x[$2, k] + x[$3, k] + x[$4, k]) / 3) ^ 2
			d = (1 - sqrt(s)) * (a[1] < a[2] ? a[1] < a[3] ? a[1] : a[3] : a[2] < a[3] ? a[2] : a[3]); if (d > worst) worst = d }
		END { long = a[1] > a[2] ? a[1] : a[2]; print nt, (worst > 0 && worst <= e * 2 * long) }'
done >fine
is 'surfaces are within their error' "$(cut -d' ' -f2 fine | tr '\n' ' ')" '1 1 1 '
ok 'a smaller one takes more triangles' awk 'NR > 1 && $1 < 3 * last { bad = 1 } { last = $1 } END { exit bad || NR != 3 }' fine
scree-shape -q torus --mesh 64 >ring.scree
scree-convert -q ring.scree -o own.stl
scree-convert -q ring.scree --error 0.03 -o few.stl
ok 'meshes become coarser too' test $((3 * $(wc -c <few.stl))) -lt "$(wc -c <own.stl)"
volume=$(scree-mass -q --surface own.stl --table | values volume)
near 'and keep their volume' "$(scree-mass -q --surface few.stl --table | values volume)" "$volume" "$(awk -v v="$volume" 'BEGIN { print 0.15 * v }')"
refuses 'two ways to say it' 'expected one of them' 2 egg.scree --error 0.01 --edges 5 -o x.stl
refuses 'too small an error' 'expected 1e-4 to 0.5' 2 egg.scree --error 0 -o x.stl
# 49 spheres of 20480 triangles are more than a million, as one of them would be alone if it were as fine
awk 'BEGIN { print "scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z\nframe 0 t=0 body=49"; for (k = 1; k <= 49; k++) print "body", k, 1, 3 * k, 0, 0; print "end 0" }' >row.scree
scree-convert row.scree -o row.stl 2>err
is 'many bodies become coarser, no more than they must, with a note' \
	"$(grep -c 'at most 0.005 of the longest side' err) $(((($(wc -c <row.stl) - 84) / 50) <= 1000000))" '1 1'
awk '{ if (/body=49/) { sub(/49/, 12600); print; for (k = 1; k <= 12600; k++) print "body", k, 1, 3 * k, 0, 0 } else if (!/^body/) print }' row.scree >many49.scree
scree-convert -q many49.scree -o many49.stl 2>err
is 'too many are as coarse as they can be, and the size is told' \
	"$(grep -c "as coarse as they can be (--error 0.5) and have .* triangles, $(awk -v n="$(wc -c <many49.stl)" 'BEGIN { printf "%.0f", 1e-6 * n }') MB" err)" 1
rm many49.stl
scree-convert -q row.scree --where 'id < 49' -o row.stl
is 'fewer do not' "$((($(wc -c <row.stl) - 84) / 50))" $((48 * 20480))

# ---- ParaView itself ----
if ! command -v pvpython >/dev/null; then
	skip 'ParaView reads the files: pvpython is not installed (paraview, python3-paraview)'
	finish
fi
cat >all.scree <<'END'
scree 1 dim=3
domain lo=-10,-10,-10 hi=10,11,12 periodic=xy tilt=1.5,0,0
material wood density=0.5
shape 1 clump 0,0,-0.3,0.5 0,0,0.4,0.7
shape 2 sphere r=0.7
shape 4 mesh vertices=4 -0.3,-0.2,-0.3 1.5,0,0 0,1.1,0 0,0,1.3 0,2,1 0,1,3 0,3,2 1,2,3
shape 6 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz vx vy vz mood
columns contact i j ix iy iz x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=0.25 body=4 contact=2
body 4 1 wood - 1 9 1 2 0.36 0.48 0.8 0 1 2 3 happy
body 7 2 wood - 2 -5 2 2 0.8 0.6 0 0 0 0 0 sad
body 10 4 wood - 1.5 2 3 -4 0.8 0 0.6 0 1 2 3 sad
body 12 6 wood floor 1 0 0 -8 1 0 0 0 0 0 0 sad
contact 4 7 1 1 0 10.2 1.5 2 0.6 0.8 0 0.01 -3 0 0.5 0.25
contact 10 12 0 0 0 -2 -3 -7.99 0 0 -1 0.01 2 0 0 0
end 0
frame 1 t=0.75 body=2 contact=0
body 4 1 wood - 1 9 1 3 0.36 0.48 0.8 0 1 2 3 happy
body 7 2 wood - 2 -5 2 2 0.8 0.6 0 0 0 0 0 sad
end 1
END
scree-convert -q all.scree -o all.pvd
scree-convert -q all.scree --to vtk-text -o text.pvd
scree-convert -q all.scree --instances -o few.pvd
cat >read.py <<'END'
from paraview.simple import *
def blocks(reader, t):
    reader.UpdatePipeline(t)
    data = servermanager.Fetch(reader)
    return [data.GetBlock(k) for k in range(data.GetNumberOfBlocks())]
def bounds(reader):
    return " ".join("%.6g" % x for x in reader.GetDataInformation().GetBounds())
for name in "all.pvd", "text.pvd", "few.pvd":
    r = PVDReader(FileName=name)
    r.UpdatePipelineInformation()
    print(name, "times", *r.TimestepValues)
    for t in r.TimestepValues:
        print(name, t, *["%dp%dc" % (b.GetNumberOfPoints(), b.GetNumberOfCells()) for b in blocks(r, t)])
grains = XMLPolyDataReader(FileName=["all/grains_0000.vtp", "all/grains_0001.vtp"])
grains.UpdatePipeline()
print("bounds", bounds(grains))
print("names", *sorted(grains.PointData.keys()))
contacts = XMLPolyDataReader(FileName=["all/contacts_0000.vtp"])
contacts.UpdatePipeline()
print("contact names", *sorted(contacts.PointData.keys()))
print("pull", contacts.PointData["fn"].GetRange()[0])
image = XMLImageDataReader(FileName=["field/grid_0000.vti", "field/grid_0001.vti"])
image.UpdatePipeline(2.5)
print("image", bounds(image), *sorted(image.PointData.keys()), *image.PointData["phi"].GetRange())
series = PVDReader(FileName="field.pvd")
series.UpdatePipelineInformation()
print("series", *series.TimestepValues)
surfaces = XMLMultiBlockDataReader(FileName=["few/surfaces.vtm"])
surfaces.UpdatePipeline()
print("surfaces", servermanager.Fetch(surfaces).GetNumberOfBlocks())
END
timeout 3600 pvpython read.py >said 2>said.err
is 'ParaView: times' "$(grep times said)" "$(for f in all text few; do echo $f.pvd times 0.25 0.75; done)"
# grains; pebbles; the mesh, 4 corners and 4 triangles; the plane; two ends of each contact; 8 corners and 12 edges of the domain
all='3p3c 2p2c 4p4c 4p1c 4p2c 8p12c'
is 'ParaView: points and cells' "$(grep -v times said | head -n 6)" "$(for f in all text; do echo "$f.pvd 0.25 $all"; echo "$f.pvd 0.75 2p2c 2p2c 0p0c 0p0c 0p0c 8p12c"; done
	echo "few.pvd 0.25 3p3c 0p0c 0p0c 4p1c 4p2c 8p12c"; echo "few.pvd 0.75 2p2c 0p0c 0p0c 0p0c 0p0c 8p12c")"
is 'ParaView: bounds' "$(grep '^bounds' said)" 'bounds -5 9 1 3 -4 2'
is 'ParaView: names' "$(grep '^names' said)" 'names angular_momentum held id image material mood quaternion radius reach shape size tag tensor velocity'
is 'ParaView: contacts' "$(grep '^contact' said)" 'contact names contact_force contact_point fn i image j normal overlap tangential_force'
is 'ParaView: a contact that pulls has a negative force' "$(grep '^pull' said)" 'pull -3.0'
is 'ParaView: an image' "$(grep '^image' said)" 'image 0.5 2.5 0.5 1 0 0 kind phi velocity 1.1 1.5'
is 'ParaView: a series of images' "$(grep '^series' said)" 'series 0.25 2.5'
is 'ParaView: a surface for each shape' "$(grep '^surfaces' said)" 'surfaces 3'
finish
