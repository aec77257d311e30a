#!/bin/sh
# scree-mass: as a filter it completes streams and moves nothing; its table; its methods.
. "$(dirname "$0")/../tap.sh"

# column NAME [ID]: of a table, of the last row or the one with that id
column() {
	awk -v c="$1" -v id="$2" '/^# id/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } }
		!/^#/ && (id == "" || $1 == id) { v = $k } END { print v }'
}

cat >hand.scree <<'S'
scree 1 dim=2
units length=m mass=kg time=s
domain lo=0,0 hi=20,20 periodic=x
material sand density=3
material steel density=7.8
shape 1 polygon r=0 0,0 3,0 0,4
shape 2 polyline r=0.5 0,0 4,0
shape 3 disks 0,0,1 2,0,1
S
cp hand.scree scene.scree
cat >>scene.scree <<'S'
columns body id shape material size x y angle ix iy vx vy omega note
frame 0 t=0 dt=0 due=0 body=3
body 1 1 sand 1 5 5 0 0 0 0 0 0 a
body 2 2 steel 2 19 5 1.5707963267948966 0 0 0.25 0 2 b
body 3 1 sand 1 19.5 1 0 0 0 0 0 0 c
end 0
S

scree-mass --table scene.scree >t
is 'the table begins with its magic' "$(head -n 1 t)" '# scree-table 1'
is 'the last line of its head names the columns' "$(grep '^#' t | tail -n 1)" \
	"# id kind vertices area[m^2] perimeter[m] mass[kg] x[m] y[m] inertia[kg*m^2] error[m^2] \
feret_min[m] feret_max[m] aspect ellipse convexity inscribed[m] roundness circularity"
is 'a row for each shape' "$(awk '!/^#/ { print $1, $2, $3 }' t)" '1 polygon 3
2 polyline 2
3 disks 2'
near 'area of the 3-4-5 triangle' "$(column area 1 <t)" 6 1e-14
near 'its perimeter' "$(column perimeter 1 <t)" 12 1e-14
near 'its mass, of density 3' "$(column mass 1 <t)" 18 1e-13
near 'its centre, x' "$(column x 1 <t)" 1 1e-15
near 'its centre, y' "$(column y 1 <t)" 1.3333333333333333 1e-15
# the stadium has one body: it stands upright at 19, 5, is twice the size, and its centre is 4 above
near 'the centre of a shape of one body is where it is in space, x' "$(column x 2 <t)" 19 1e-14
near 'and y' "$(column y 2 <t)" 9 1e-13
printf '10 20\n13 20\n10 24\n' >triangle.xy
near 'the centre of an outline is where its file has it, x' "$(scree-shape triangle.xy --radius 0 | scree-mass --table | column x 1)" 11 1e-13
near 'and y' "$(scree-shape triangle.xy --radius 0 | scree-mass --table | column y 1)" 21.333333333333333 1e-13
near 'its moment of inertia, m (a^2 + b^2 + c^2) / 36' "$(column inertia 1 <t)" 25 1e-13
near 'a stadium takes the density of its body' "$(column mass 2 <t)" "$(awk 'BEGIN { printf "%.15g", 7.8 * (4 + atan2(0, -1) / 4) }')" 1e-13
near 'two tangent disks no body has: density 1' "$(column mass 3 <t)" 6.283185307179586 1e-13
near '--density' "$(scree-mass --density 2 --table scene.scree | column inertia 1)" "$(awk 'BEGIN { printf "%.15g", 50 / 3 }')" 1e-13
ok 'errors are rounding' awk '!/^#/ && !($10 >= 0 && $10 < 1e-13) { bad = 1 } END { exit bad }' t

# shape: the 3-4-5 triangle, the stadium of length 4 and r = 0.5, two tangent disks
near 'greatest diameter of the triangle' "$(column feret_max 1 <t)" 5 1e-14
near 'its least is the height on the long side' "$(column feret_min 1 <t)" 2.4 1e-14
near 'its inscribed radius' "$(column inscribed 1 <t)" 1 1e-14
near 'sharp corners' "$(column roundness 1 <t)" 0 0
near 'its circularity' "$(column circularity 1 <t)" "$(awk 'BEGIN { printf "%.15g", atan2(0, -1) / 6 }')" 1e-14
near 'aspect ratio of the stadium' "$(column aspect 2 <t)" 0.2 1e-15
near 'and its ends are round' "$(column roundness 2 <t)" 1 1e-15
near 'convexity of two tangent disks' "$(column convexity 3 <t)" "$(awk 'BEGIN { pi = atan2(0, -1); printf "%.15g", 2 * pi / (pi + 4) }')" 1e-14
near 'their largest inscribed disk' "$(column inscribed 3 <t)" 1 1e-9
is 'the roundness of Voronoi grains is what was asked for' "$(scree-voronoi -q -n 40 --roundness 0.3 --void-ratio 0.2 | scree-mass --table |
	awk '/^# id/ { for (i = 2; i <= NF; i++) if ($i == "roundness") k = i - 1 } !/^#/ && $k > 0.3 - 1e-9 && $k < 0.3 + 1e-9 { n++ } END { print n }')" 40

scree-mass scene.scree >out
is 'mass records' "$(awk '$1 == "mass" { print $2, $NF }' out)" '1 method=exact
2 method=exact
3 method=exact'
is 'definitions of before stay' "$(grep -v ^made out | head -n 8)" "$(head -n 8 hand.scree)"
near 'a body moves to its centre of mass, x' "$(awk '$1 == "body" && $2 == 1 { print $6 }' out)" 6 1e-14
near 'and y' "$(awk '$1 == "body" && $2 == 1 { print $7 }' out)" 6.333333333333333 1e-14
# the stadium stands upright and is twice the size: its centre is 4 above, and moves to the left at 2 * 4
near 'turned and scaled' "$(awk '$1 == "body" && $2 == 2 { print $7 }' out)" 9 1e-13
near 'with the velocity there' "$(awk '$1 == "body" && $2 == 2 { print $11 }' out)" -7.75 1e-13
is 'positions are wrapped' "$(awk '$1 == "body" && $2 == 3 { printf "%.12g %d", $6, $9 }' out)" '0.5 1'
is 'other columns stay' "$(awk '$1 == "body" { printf "%s", $14 }' out)" abc
near 'nothing moves in space' "$(awk '$1 == "shape" && $2 == 1 { split($5, p, ",") } $1 == "body" && $2 == 1 { print $6 + p[1] }' out)" 5 1e-14
scree-mass --no-provenance out >again
is 'a second time changes nothing' "$(cat again)" "$(cat out)"
ok 'definitions without a frame' sh -c 'scree-mass hand.scree | grep -q "^mass 3 "'


# A triangle, askew, of a body that is turned by 0.7, at size 1.3, off the origin: about (0, 0), (3, 0), (1, 2), moved by (5, -2), with
# density 3; another shape that two bodies have keeps its own coordinates and the density of the first of them
cat >askew.scree <<'S'
scree 1 dim=2
material sand density=3
material steel density=7.8
shape 9 polygon r=0 5,-2 8,-2 6,0
shape 4 polygon r=0 1,1 4,1 1,3
columns body id shape material size x y angle
frame 0 t=0 body=3
body 8 4 steel 2 7 7 0.1
body 3 4 sand 1 3 3 0.2
body 5 9 sand 1.3 -4 11 0.7
end 0
S
scree-mass --table askew.scree >t
ok 'its centre in space' about 1e-12 "$(column x 9 <t) $(column y 9 <t)" "$(awk 'BEGIN { x = 1.3 * (5 + 4 / 3); y = 1.3 * (-2 + 2 / 3)
	printf "%.15g %.15g", -4 + cos(0.7) * x - sin(0.7) * y, 11 + sin(0.7) * x + cos(0.7) * y }')"
# I of a triangle: m / 36 times the sum of the squares of its sides
ok 'its own area, mass and inertia, at size 1' about 1e-12 "$(column area 9 <t) $(column mass 9 <t) $(column inertia 9 <t)" "3 9 $(awk 'BEGIN { print 9 / 36 * (9 + 5 + 8) }')"
ok 'of a shape of two bodies: its own coordinates, the density of the first' about 1e-12 "$(column x 4 <t) $(column y 4 <t) $(column mass 4 <t)" "2 $(awk 'BEGIN { printf "%.15g", 5 / 3 }') 23.4"
# second moments of an oblong are as the squares of its sides; its aspect is least over greatest diameter
printf 'scree 1 dim=2\nshape 1 polygon r=0 0,0 4,0 4,1 0,1\n' | scree-mass --table >r
ok 'the ellipse of the moments of an oblong' about 1e-12 "$(column ellipse <r) $(column aspect <r) $(column feret_min <r) $(column feret_max <r) $(column inscribed <r) $(column convexity <r)" \
	"0.25 $(awk 'BEGIN { printf "%.15g 1 %.15g", 1 / sqrt(17), sqrt(17) }') 0.5 1"
scree-mass --method montecarlo --sequence halton -n 40000 --table askew.scree >t
ok 'points find the same' about 0.05 "$(column area 9 <t) $(column x 9 <t) $(column y 9 <t) $(column inertia 9 <t)" "$(scree-mass --table askew.scree >e; column area 9 <e) $(column x 9 <e) $(column y 9 <e) $(column inertia 9 <e)"
# vertices in space, before and after the origin has moved, of all bodies
corners() { awk '$1 == "shape" { n[$2] = NF; for (k = 5; k <= NF; k++) v[$2, k] = $k }
	$1 == "columns" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { for (k = 5; k <= n[$3]; k++) { split(v[$3, k], p, ","); s = $at["size"]; c = cos($at["angle"]); e = sin($at["angle"])
		printf "%.12g %.12g ", $at["x"] + s * (c * p[1] - e * p[2]), $at["y"] + s * (e * p[1] + c * p[2]) } }' "$1"; }
scree-mass askew.scree >moved
ok 'nothing moves in space when origins do' about 1e-9 "$(corners moved)" "$(corners askew.scree)"
ok 'and their records are exact' sh -c "grep -q '^mass 9 area=3 I=1.83333333333333' moved && grep -q '^mass 4 area=3 I=2.16666666666666' moved"

# records that are wrong in one thing alone are put right; the last shape needs nothing, and the body of the first moves all the
# same
cat >stale.scree <<'S'
scree 1 dim=2
shape 9 polygon r=0 5,-2 8,-2 6,0
shape 4 polygon r=0 -1,-1 1,-1 1,1 -1,1
mass 4 area=4 I=2.7 method=exact
shape 6 polygon r=0 -1,-1 1,-1 1,1 -1,1
mass 6 area=4 I=2.6666666666666665 method=montecarlo
shape 7 polygon r=0 -1,-1 1,-1 1,1 -1,1
mass 7 area=4.1 I=2.6666666666666665 method=exact
shape 8 polygon r=0 -1,-1 1,-1 1,1 -1,1
mass 8 area=4 I=2.6666666666666665 method=exact
columns body id shape x y angle
frame 0 t=0 body=1
body 1 9 3 4 0
end 0
S
scree-mass stale.scree >moved
is 'records that were wrong are written anew, the one that was right is not' \
	"$(awk '$1 == "mass" { n[$2]++; v[$2] = substr($4, 1, 8) " " $3 " " $5 }
		END { for (k = 4; k < 9; k++) if (k != 5) print n[k], v[k] }' moved)" \
	"$(printf '%s\n' '2 I=2.6666 area=4 method=exact' '2 I=2.6666 area=4 method=exact' '2 I=2.6666 area=4 method=exact' \
		'1 I=2.6666 area=4 method=exact')"
ok 'the first moves' about 1e-12 "$(awk '$1 == "body" { x = $4; y = $5 } END { printf "%.15g %.15g", x, y }' moved)" \
	"$(awk 'BEGIN { printf "%.15g %.15g", 3 + 19 / 3, 4 - 4 / 3 }')"

# a wall may be a line without thickness
printf 'scree 1 dim=2\nshape 5 polyline r=0 0,0 1,0 1,1\n' >line.scree
is 'a line has no mass record' "$(scree-mass -q --no-provenance line.scree)" "$(cat line.scree)"
is 'and is said to have none' "$(scree-mass line.scree 2>&1 >/dev/null)" 'scree-mass: shape 5 (polyline) has no area and gets no mass'
is 'its row has no centre' "$(scree-mass -q --table line.scree | tail -n 1)" '5 polyline 3 0 ? 0 ? ? 0 0 ? ? ? ? ? ? ? ?'

# earlier frames stay as they are
{ cat scene.scree; sed -n '/^frame/,$p' scene.scree | sed 's/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/'; } >two.scree
is 'of two frames the first is passed on' "$(scree-mass two.scree | sed -n '/^frame 0/,/^end 0/p')" \
	"$(sed -n '/^frame 0/,/^end 0/p' two.scree)"
is 'the new definitions stand between' "$(scree-mass two.scree | awk '/^end 0/ { f = 1 } f && $1 == "shape" { n++ } END { print n }')" 3

# methods
scree-shape cow >cow
near 'Monte Carlo with random points' "$(scree-mass --method montecarlo --samples 20000 --table cow | column area)" 6.52 0.2
near 'its error is the binomial one' "$(scree-mass --method montecarlo --samples 20000 --table cow | column error)" 0.042 0.004
near 'Monte Carlo with a Halton sequence' \
	"$(scree-mass --method montecarlo --sequence halton --samples 20000 --table cow | column area)" 6.52 0.06
is 'no perimeter from points' "$(scree-mass --method montecarlo --table cow | column perimeter)" '?'
ok 'a seed of its own' test "$(scree-mass --method montecarlo --table -s 1 cow | column area)" != \
	"$(scree-mass --method montecarlo --table -s 2 cow | column area)"
is 'the same seed, the same number' "$(scree-mass --method montecarlo --table -s 4 cow | column area)" \
	"$(scree-mass --method montecarlo --table -s 4 cow | column area)"
is 'the record says how' "$(scree-mass --method montecarlo cow | sed -n 's/^mass.*method=//p' | tail -n 1)" montecarlo
# every shape has points of its own, by its id and the seed, whatever other shapes there are
printf 'scree 1 dim=2\nshape 5 point r=1 0,0\nshape 8 point r=1 0,0\n' >twins
scree-mass --method montecarlo -n 1000 --table twins >t
ok 'points of twins differ' test "$(column area 5 <t)" != "$(column area 8 <t)"
is 'but not those of one that is alone' "$(sed /^shape.5/d twins | scree-mass --method montecarlo -n 1000 --table | column area 8)" "$(column area 8 <t)"
# A disk before a periodic edge and one behind it, whose origins move alike by the error of the method: one of them is wrapped, and
# the contact still joins them. j is an image above i.
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=7,5 periodic=x' 'material grain density=1' 'law grain grain linear kn=10' \
	'shape 1 point r=1 0,0' 'columns body id shape material x y' 'columns contact i j ix iy x y nx ny fn' 'frame 0 t=0 dt=0 due=0 body=2 contact=1' \
	'body 1 1 grain 6.999999 1.3' 'body 2 1 grain 0.000001 3.2' 'contact 1 2 1 0 7 2.25 0 1 1' 'end 0' >edge.scree
scree-mass --method montecarlo -n 1000 edge.scree >moved.scree
where() { awk '$1 == "columns" { for (k = 3; k <= NF; k++) at[$2 k] = $k } $1 == "body" { for (k = 2; k <= NF; k++) if (at[$1 (k + 1)] == "x") x[++n] = $k }
	$1 == "contact" { for (k = 2; k <= NF; k++) v[at[$1 (k + 1)]] = $k }
	END { printf "%.9f %.9f\n", x[2] + 7 * v["ix"] - x[1], v["x"] - x[1] }' "$1"; }
ok 'one of two disks beside an edge is wrapped' awk '$1 == "contact" { exit !($4 != 1) }' moved.scree
is 'their branch does not change' "$(where moved.scree | cut -d ' ' -f 1)" 0.000002000
near 'and the contact stays beside body i' "$(where moved.scree | cut -d ' ' -f 2)" 0 0.1
near 'sectors' "$(scree-shape pebble | scree-mass --method sectors --table | column area)" 1 1e-14
fails 2 'shape 1 \(polygon\) is not convex' 'no sectors for a cow' scree-mass --method sectors cow

# ---- many corners ----
# The area of a smooth outline that is swept by a disk is A + r P + pi r^2 (Steiner). Each corner is compared with others near it only.
awk -v n=20000 'BEGIN { print "scree 1 dim=2"; printf "shape 1 polygon r=0.3"
	for (k = 0; k < n; k++) { a = 6.283185307179586 * k / n; f = 1 + 0.1 * cos(5 * a); printf " %.15g,%.15g", f * cos(a), f * sin(a) }
	print "\nframe 0 t=0 dt=0 due=0 body=0\nend 0" }' >smooth.scree
swept=$(awk -v n=20000 'BEGIN { for (k = 0; k <= n; k++) { a = 6.283185307179586 * k / n; f = 1 + 0.1 * cos(5 * a); x = f * cos(a)
	y = f * sin(a); if (k) { A += (u * y - v * x) / 2; P += sqrt((x - u) ^ 2 + (y - v) ^ 2) } u = x; v = y }
	printf "%.12g", A + 0.3 * P + 3.141592653589793 * 0.09 }')
scree-mass -q --table smooth.scree >t
near 'a strongly rounded outline of 20 000 corners' "$(column area <t)" "$swept" 1e-8
near 'its largest disk has 0.9 and the spheroradius' "$(column inscribed <t)" 1.2 1e-6

finish
