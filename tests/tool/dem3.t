#!/bin/sh
# scree-dem3: runs that are split, threads, skin, order of rows; what it refuses
. "$(dirname "$0")/../tap.sh"
scene=$root/tests/data/clumps.scree

dem3() { scree-dem3 --no-provenance -q "$@"; }
last() { awk '/^frame/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1"; }
ledger() { awk -v key="$2" '/^ledger/ { for (i = 2; i <= NF; i++) if (index($i, key "=") == 1) v = substr($i, length(key) + 2) } END { print v }' "$1"; }

# a heap: clumps of three kinds and balls fall onto a floor in a box that is periodic along x and y
awk 'BEGIN {
	print "scree 1 dim=3\ndomain lo=0,0,0 hi=4,4,12 periodic=xy\ngravity 0,0,-10\nmaterial grain density=1\nmaterial rock density=1.3"
	print "law grain grain linear kn=2e4 kt=6e3 mu=0.5 en=0.6"
	print "law grain rock mindlin kn=2e4 mu=0.4 en=0.5 kr=20 gr=0.01 mur=0.1 ks=20 gs=0.01 mus=0.1"
	print "law rock rock hertz kn=3e4 kt=5e3 mu=0.3 en=0.8\nshape 1 sphere r=0.3\nshape 2 clump 0,0,-0.3,0.3 0,0,0.3,0.3"
	print "shape 3 clump -0.4,0,0,0.25 0,0,0,0.25 0.4,0,0,0.25\nshape 4 plane"
	print "constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
	print "columns body id shape material tag size x y z qw qx qy qz vz Lx Ly Lz\nframe 0 t=0 dt=0 due=0 body=46"
	for (k = 0; k < 45; k++) {
		a = k * 0.7; n = sqrt(1 + (0.3 * k % 2) ^ 2 + (0.7 * k % 3) ^ 2)
		printf "body %d %d %s - %g %g %g %g %.17g %.17g %.17g 0 -3 %g %g %g\n", k + 1, k % 3 + 1, k % 4 ? "grain" : "rock", 1 + k % 5 / 10,
			0.7 + k % 3 * 1.33, 0.1 + int(k / 3) % 3 * 1.33, 0.9 + int(k / 9) * 1.25, 1 / n, (0.3 * k % 2) / n, (0.7 * k % 3) / n,
			0.01 * (k % 7 - 3), 0.02 * (k % 5 - 2), 0.01 * (k % 3 - 1)
	}
	print "body 99 4 rock floor 1 0 0 0 1 0 0 0 0 0 0 0\nend 0"
}' >heap

dem3 -t 0.5 -e 0.0625 heap >whole
dem3 -t 0.125 -e 0.0625 heap | dem3 -t 0.0625 -e 0.0625 --skin 0.1 | dem3 -t 0 -e 0.0625 | dem3 -t 0.3125 -e 0.0625 --skin 0 >split
ok 'a run in four parts is the whole run byte for byte' cmp whole split
for n in 2; do
	dem3 -t 0.5 -e 0.0625 --threads $n heap >threads
	ok "byte for byte with --threads $n" cmp whole threads
done
for skin in 0 0.4; do
	dem3 -t 0.5 -e 0.0625 --skin $skin heap >skin
	ok "byte for byte with --skin $skin" cmp whole skin
done
last whole >whole.last
{ grep -v '^\(body\|end\)' heap; grep '^body' heap | sort -k 2,2nr; echo end 0; } | dem3 -t 0.5 >turned
last turned >turned.last
is 'the rows of bodies in another order: the same contacts and energies' "$(grep '^contact\|^ledger' turned.last | cksum)" \
	"$(grep '^contact\|^ledger' whole.last | cksum)"
is 'and the same bodies' "$(grep '^body' turned.last | sort -k 2,2n | cksum)" "$(grep '^body' whole.last | sort -k 2,2n | cksum)"
is 'there are contacts across the periodic edges' "$(awk '$1 == "contact" && ($6 != 0 || $7 != 0) { n++ } END { print (n > 2) }' whole.last)" 1
is 'of clumps with several pebbles' "$(awk '$1 == "contact" && $3 > 0 && $5 > 0 { n++ } END { print (n > 2) }' whole.last)" 1
is 'the first law holds' "$(awk -v r="$(ledger whole residual)" -v g="$(ledger whole start_grav)" 'BEGIN { print (r * r < 1e-8 * g * g) }')" 1
is 'closure is rounding' "$(awk -v r="$(ledger whole closure)" -v g="$(ledger whole start_grav)" 'BEGIN { print (r * r < 1e-24 * g * g) }')" 1
# a floor that comes to rest: contacts with it go on as with one that was never moved
sed 's/^constraint floor x=fixed/constraint floor x=ramp:1,0,0.3,0.4/' heap >moved
dem3 -t 0.6 -e 0.1 moved >one
dem3 -t 0.45 -e 0.1 moved | dem3 -t 0.15 -e 0.1 >two
last one >one.last
last two >two.last
ok 'a floor that comes to rest: parts end in the same frame' cmp one.last two.last
is 'which is not that of one at rest' "$(dem3 -t 0.6 -e 0.1 heap | last - | cmp -s - one.last && echo same)" ''
for rotation in split4 leapfrog; do
	dem3 -t 0.3 -e 0.1 --rotation $rotation heap >one
	dem3 -t 0.2 -e 0.1 --rotation $rotation heap | dem3 -t 0.1 -e 0.1 --rotation $rotation >two
	last one >one.last
	last two >two.last
	ok "--rotation $rotation: parts end in the same frame" cmp one.last two.last
done

# contacts named from their other bodies are the same, with the opposite vectors; named from both they are refused
turned() { # turned AGAIN FRAME: with all contacts turned, or, AGAIN, with the first one turned beside itself
	awk -v again="$1" '
		/^columns contact/ { for (k = 3; k <= NF; k++) if ($k ~ /^(i[xyz]|n[xyz]|ft[xyz]|xi[xyz]|roll[xyz]|moment[xyz])$/) minus[k - 1] = 1 }
		/^frame/ && again { match($0, / contact=[0-9]+/); n = substr($0, RSTART + 9, RLENGTH - 9)
			$0 = substr($0, 1, RSTART) "contact=" n + 1 substr($0, RSTART + RLENGTH) }
		!/^contact/ { print; next }
		{ row = $0; j = $4; fj = $5; $4 = $2; $5 = $3; $2 = j; $3 = fj
			for (k in minus) if ($k != 0) $k = $k ~ /^-/ ? substr($k, 2) : "-" $k }
		again { print row }
		!again || !done++' "$2"
}
dem3 -t 0.375 heap >half
dem3 -t 0.125 half >on
last on >on.last
turned 0 half >half.turned
dem3 -t 0.125 half.turned >on
last on >turned.last
ok 'contacts in the stream the other way round: the same run' cmp on.last turned.last
is 'there were such, at walls too' "$(awk '$1 == "contact" && $2 == 99 { w = 1 } $1 == "contact" && $2 > $4 && $4 < 99 { n++ } END { print w, (n > 9) }' half.turned)" '1 1'
turned 1 half >half.twice
line=$(awk '$1 == "contact" { print NR + 1; exit }' half.twice)
fails 3 "half.twice:$line: contact, columns i fi j fj ix iy iz, .* line $((line - 1)) already has it" 'a contact from both sides' \
	dem3 -t 0.125 half.twice

# ---- walls of triangles ----
# grains on a landscape from a file, and carried up by the baffles of a drum
tri() { printf 'facet normal 0 0 1\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n' "$1" "$2" "$3"; }
{
	echo 'solid land'
	for x in 0 1 2 3; do
		tri "$x 0 $((x % 2))" "$((x + 1)) 0 $(((x + 1) % 2))" "$((x + 1)) 4 $(((x + 1) % 2))"
		tri "$x 0 $((x % 2))" "$((x + 1)) 4 $(((x + 1) % 2))" "$x 4 $((x % 2))"
	done
	echo 'endsolid land'
} >land.stl
printf '%s,0,0,0.25\n' -0.25 0 0.25 >bar.txt
scree-shape -q --clump bar.txt | scree-fill -q -n 12 --box 4,4,3 --periodic xy | scree-set --law grain,grain,kn=1e4,mu=0.5,en=0.3 --gravity 0,0,-10 |
	scree-move --by 0,0,2 | scree-set --domain 0,0,-1,4,4,6 | scree-wall landscape land.stl >land.scree
dem3 -t 1.5 -d 0.0005 -e 0.5 land.scree >land.whole
dem3 -t 0.5 -d 0.0005 -e 0.5 land.scree | dem3 -t 1 -e 0.5 --skin 0.05 >land.split
ok 'a landscape: a run in parts' cmp land.whole land.split
last land.whole >land.last
is 'grains lie on several of its faces' "$(awk '$1 == "contact" && $4 == 13 { n[$5] = 1 } END { for (k in n) m++; print (m > 3) }' land.last)" 1
is 'and none below it' "$(awk '$1 == "body" && $3 != 2 { x = $7; z = $9; h = x % 2; h = h > 1 ? 2 - h : h; n += z < h } END { print n + 0 }' land.last)" 0
# balls come to rest in a bowl of many faces, where most that is near touches, and contacts go on from face to face
awk 'function v(x, y) { print "vertex", x, y, 0.15 * ((x - 3)^2 + (y - 3)^2) }
	function tri(a, b, c, d, e, f) { print "facet normal 0 0 1\nouter loop"; v(a, b); v(c, d); v(e, f); print "endloop\nendfacet" }
	BEGIN { print "solid bowl"
		for (x = 0; x < 6; x += 0.25) for (y = 0; y < 6; y += 0.25) {
			tri(x, y, x + 0.25, y, x + 0.25, y + 0.25); tri(x, y, x + 0.25, y + 0.25, x, y + 0.25) }
		print "endsolid bowl" }' >bowl.stl
scree-shape sphere -r 0.2 | scree-fill -q -n 20 --box 4,4,3 | scree-move --by 1,1,2.5 | scree-wall -q landscape bowl.stl | scree-wall -q box |
	scree-set --gravity 0,0,-10 --law grain,grain,kn=5e2,en=0.4,mu=0.5 >bowl.scree
dem3 -t 2 -d 0.0005 bowl.scree >bowl.one
dem3 -t 2 -d 0.0005 --threads 2 bowl.scree >bowl.two
ok 'in a bowl of many faces: byte for byte with two threads' cmp bowl.one bowl.two
dem3 -t 2 -d 0.0005 --skin 0.005 bowl.scree >bowl.two
ok 'and with another skin' cmp bowl.one bowl.two
scree-shape -q --clump bar.txt | scree-fill -q -n 20 --box 3,4,3 | scree-set --law grain,grain,kn=1e4,mu=0.5,en=0.3 --gravity 0,0,-10 |
	scree-wall -q drum --lo -2,0,-2 --hi 5,4,5 --omega 1 --baffles 6 --height 1 >drum.scree
dem3 -t 2 -d 0.0005 -e 1 drum.scree >drum.whole
last drum.whole >drum.last
is 'grains lie on baffles' "$(awk -v id="$(awk '$1 == "body" && $5 == "baffles" { print $2 }' drum.scree)" '$1 == "contact" && $4 == id { n++ } END { print (n > 2) }' drum.last)" 1
is 'the first law holds' "$(awk -v r="$(ledger drum.whole residual)" -v g="$(ledger drum.whole fric)" 'BEGIN { print (r * r < 1e-6 * g * g && g > 0) }')" 1

# ---- output ----
dem3 -t 0.1 --forces --heat "$scene" >out
is 'columns of forces and heat' "$(grep '^columns body' out | tail -n 1 | grep -c 'wx wy wz.* fx fy fz tx ty tz heat')" 1
# heat of dashpots above the critical damping
scree-shape sphere | scree-fill -q -n 60 --box 5.6,5.6,6 --periodic xy --speed 1 | scree-wall -q plates --load 5 | scree-set -q --law grain,grain,kn=1e3,gn=100,mu=0.3 >damped
dem3 -t 3 -e 1 -d 0.001 --heat damped >warm
dem3 -t 1 -e 1 -d 0.001 --heat --threads 3 damped | dem3 -t 2 -e 1 --heat --skin 0.3 >warm2
ok 'heat: a split run writes the same bytes' cmp warm warm2
near 'its sum is friction and viscosity' "$(scree-pick -q --last warm | awk '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "heat") at = k - 1 } /^body/ { s += $at }
	/^ledger/ { for (k = 2; k <= NF; k++) if (split($k, f, "=") == 2 && f[1] ~ /^(fric|visc)$/) l += f[2] } END { print (l > 0 ? s / l - 1 : "") }')" 0 1e-12
# a run that was to last to t = 1 was stopped at 0
short() { sed 's/ due=[^ ]*/ due=1/' "$scene" | scree-dem3 -q --dry-run --dt 0.0001 "$@" | foretold 'steps'; }
is 'time counts from the end that was asked for' "$(short -t 0) $(short -t 0.25)" '10000 12500'
is 'with --reset from there' "$(sed 's/ due=[^ ]*/ due=1/' "$scene" | scree-set --reset | scree-dem3 -q --dry-run --dt 0.0001 -t 0.25 | foretold 'steps')" 2500
is '--dry-run writes a table' "$(scree-dem3 -t 1 --dry-run "$scene" | grep -c '^rotation  *split$')" 1

# ---- when it stops ----
# Two balls far apart, of mass m = pi/6 r^3 8 = 0.065450 for r = 0.25, one at v = 3: p = m v^2 / (3 V) = 0.0010227 in 4 x 6 x 8.
cat >gas.scree <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=4,6,8 periodic=xyz
material steel density=1
law steel steel linear kn=1e4 kt=3e3 mu=0.5 en=0.5
shape 1 sphere r=0.25
columns body id shape material x y z vx
frame 0 t=0 body=2
body 1 1 steel 1 1 1 3
body 2 1 steel 2 5 5 0
end 0
END
steps() { dem3 -t 1 -d 0.001 --until "$1" gas.scree 2>/dev/null | sed -n 's/^end //p' | tail -n 1; }
is 'a pressure that is there ends a run when it is first looked at' "$(steps pressure=0.001022)" 64
is 'one that is not does not' "$(steps pressure=0.001023)" 1000
# a box of 27 balls of diameter 0.9 in 3 x 3 x 3 whose lid comes down at 1.5: a strain of 0.1 takes 200 steps of 0.001, seen at 256
scree-shape -q sphere -r 0.45 | scree-fill -q -n 27 --lattice sc --spacing 1 --box 3,3,3 | scree-set --law grain,grain,kn=1e3,mu=0.3,en=0.3 >balls
scree-wall -q triaxial --rate-z -0.5 balls >falls
steps() { awk '/^end/ { n = $2 } END { print n }' "$1"; }
dem3 --until strain=0.1 -d 0.001 falls >a
is 'strain of a box' "$(steps a)" 256
dem3 --until strain=0.1 -d 0.001 -e 0.032 falls >a
dem3 -t 0.096 -d 0.001 -e 0.032 falls | dem3 --until strain=0.1 -e 0.032 >b
ok 'counted from where the ledger began, however the run is split' sh -c 'test -s a && cmp a b'
# it sees a lid that goes sideways too, at 0.6: 0.3 of the height of 3 at 0.48 s
is 'the way of one wall along the other' "$(scree-wall -q plates --speed 0.6 balls | dem3 --until strain=0.1 -d 0.001 | awk '/^end/ { n = $2 } END { print n }')" 512
# two balls that only turn rub: the spin of one falls by the torque mu kn delta (R - delta / 2) over its moment of inertia
cat >rub <<'END'
scree 1 dim=3
material grain density=2500
law grain grain linear kn=1e3 kt=300 mu=0.5 en=1
shape 1 sphere r=0.5
constraint left x=fixed y=fixed z=fixed
constraint right x=fixed y=fixed z=fixed
columns body id shape material tag size x y z wx wy wz
frame 0 t=0 body=2
body 1 1 grain left 1 0 0 0 0 0 5
body 2 1 grain right 1 0.99 0 0 0 0 0
end 0
END
for more in '' --forces; do
	# shellcheck disable=SC2086
	dem3 -t 0.5 -d 1e-4 $more rub >out
	is "balls in groups of their own lose spin by friction ${more:-without --forces}" "$(awk '$1 == "columns" && $2 == "body" {
		for (k = 3; k <= NF; k++) if ($k == "wz") c = k - 1 }
		$1 == "body" && $2 == 1 { lost = (5 - $c) / (0.5 * 0.5 * 1e3 * 0.01 * 0.495 / (0.4 * 2500 * atan2(0, -1) / 6 * 0.25)) }
		END { print (lost > 0.98 && lost < 1) }' out)" 1
done

# without friction tangential forces and springs are 0, printed without a sign
is 'no force without friction, and no -0' "$(scree-set -q --law grain,grain,kn=1e3,mu=0,en=0.3 falls | dem3 -t 0.384 -d 0.001 -e 0.096 |
	awk '/^columns contact/ { for (k = 3; k <= NF; k++) if ($k ~ /^(ft|xi)[xyz]$/) at[k - 1] } /^contact/ { for (k in at) print $k }' | sort -u)" 0
# friction that is turned off in a heap at rest: what its springs held goes to friction in the first step, however the run is split
scree-pick -q --last whole | grep -v '^made' | sed '/^law grain grain/s/mu=[0-9.]*/mu=0/' >off
dem3 -t 0.003125 -d 5e-5 -e 0.003125 off >a
dem3 -t 5e-5 -d 5e-5 off >c
dem3 -t 0.003075 -e 0.003125 c >b
last a >a.last
last b >b.last
ok 'friction is turned off: the run in two parts' cmp a.last b.last
ok 'what springs held went to friction' awk -v before="$(ledger off el_t) $(ledger off fric)" -v after="$(ledger c el_t) $(ledger c fric)" 'BEGIN {
	split(before, p); split(after, q); lost = p[1] - q[1]; gained = q[2] - p[2]
	if (!(lost > 0.01)) { print "the springs lost " lost; exit 1 }
	if (!(gained > 0.9 * lost && gained < 1.1 * lost)) { print "friction took " gained " of " lost; exit 1 } }'
# pressure of walls: the mean over six of their forces by the areas between them, from the columns of forces of a frame
dem3 -t 0.384 -d 0.001 --forces falls >a
p=$(scree-pick -q --last a | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ && $5 != "-" { h = $5 == "top" ? $at["z"] : h; x += $5 == "right" ? $at["fx"] : $5 == "left" ? -$at["fx"] : 0
		y += $5 == "back" ? $at["fy"] : $5 == "front" ? -$at["fy"] : 0; z += $5 == "top" ? $at["fz"] : $5 == "bottom" ? -$at["fz"] : 0 }
	END { printf "%.9g", (x / (3 * h) + y / (3 * h) + z / 9) / 6 }')
dem3 --until pressure="$(awk -v p="$p" 'BEGIN { print p * 0.9999 }')" -d 0.001 falls >a
dem3 --until pressure="$(awk -v p="$p" 'BEGIN { print p * 1.0001 }')" -d 0.001 falls >b
is 'a pressure between walls ends a run when it is there' "$(steps a) $(steps b)" '384 448'
# three walls with a pressure of 5: to a thousandth
scree-wall -q triaxial --press-x 5 --press-y 5 --press-z 5 --damping 60 balls | dem3 -t 100 --until pressure=0.1%,quiet=1e-5 --forces >a
is 'a target for every wall' "$(scree-pick -q --last a | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { s[$5 "x"] = $at["x"]; s[$5 "y"] = $at["y"]; s[$5 "z"] = $at["z"]; f[$5 "x"] = $at["fx"]; f[$5 "y"] = $at["fy"]; f[$5 "z"] = $at["fz"] }
	END { X = s["rightx"]; Y = s["backy"]; Z = s["topz"]
		printf "%d %d %d", 0.5 + 100 * f["rightx"] / (Y * Z), 0.5 + 100 * f["backy"] / (X * Z), 0.5 + 100 * f["topz"] / (X * Y) }')" '500 500 500'
fails 3 'pressure: found neither a domain that is periodic along all axes nor opposite walls' 'a pressure of nothing' \
	scree-dem3 -t 1 --until pressure=1 "$scene"
fails 3 'strain: found neither a domain that deforms nor opposite walls' 'a strain of nothing' scree-dem3 -t 1 --until strain=1 "$scene"
fails 3 'pressure: found neither a domain nor a wall with a pressure' 'a share of no target' scree-dem3 -t 1 --until pressure=5% "$scene"
fails 2 "until: 'stress=1', expected quiet=, jam=, strain= or pressure= with a number above 0" 'a sign that is not known' scree-dem3 -t 1 --until stress=1 "$scene"

# ---- what it refuses ----
bad() { # STATUS PATTERN WHAT SED
	sed "$4" "$scene" >bad.scree
	fails "$1" "$2" "$3" scree-dem3 -t 1 bad.scree
}
fails 3 'the stream has dim=2, expected dim=3.*scree-dem2' 'a stream of the plane' scree-dem3 -t 1 "$root/tests/data/chain.scree"
fails 2 "rotation: 'euler', expected split, split4 or leapfrog" 'a rotation that is not known' scree-dem3 -t 1 --rotation euler "$scene"
fails 2 'iterations: 0, expected 1 to 100' 'no iterations' scree-dem3 -t 1 --iterations 0 "$scene"
bad 3 'body 1: shape 1 is ellipsoid, expected a sphere' 'a shape that cannot be moved' 's/^shape 1 .*/shape 1 ellipsoid a=0.2,0.2,0.2/'
bad 3 'body 3: shape 3 is a wall, expected a constraint.*scree-clump makes a clump of a surface, scree-shape --surface --polyhedron --radius a rounded polyhedron' 'a wall that nothing holds' '/^constraint/d'
scree-shape sphere | scree-fill -q -n 2 --box 5,5,5 --periodic xyz | scree-set -q --where 'id == 1' --tag held |
	scree-set -q --constrain 'held x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' --rate 0,0,0,1,0,0 >held.scree
fails 3 'body 1 has the constraint held, expected only free bodies; scree-set --rate 0,0,0,0,0,0 --pressure none' \
	'a body that is held in a domain that deforms' scree-dem3 -t 1 held.scree
bad 3 'law steel steel: the kind hard is for scree-cd3' 'hard contacts' 's/^law .*/law steel steel hard mu=0.3/'
bad 3 "no contact law for materials 'steel' and 'steel'" 'no law' '/^law/d'
bad 3 'mus=0.1 has no effect without a spring or dashpot, expected ks or gs' 'a limit of no resistance' 's/en=0.5/en=0.5 mus=0.1/'
bad 3 'body 2: the axes of shape 2 are not its principal axes; scree-mass' 'a shape that is not in its axes' \
	's/^mass 2 .*/mass 2 volume=1 I=0.3,0.3,0.2,0.05,0,0 method=exact/'
bad 3 'body 2: the centre of mass of shape 2 is 0\.[0-9]* away from its origin' 'a shape that is not about its centre' \
	's/^shape 2 .*/shape 2 clump 0,0,-0.5,0.5 0,0,0.5,0.3/; /^mass/d'
bad 3 'constraint floor: a body cannot turn like this, expected rx ry rz all free' 'two free axes of three' 's/rx=fixed ry=fixed rz=fixed/rx=fixed/'
bad 3 'constraint floor: its pressure acts on an infinite plane or tube' 'a plane that nothing bounds' 's/periodic=[xyz]*/periodic=none/; s/z=fixed/z=p:1/; s/rz=fixed/rz=fixed m=1/'
bad 3 "between= names the wall 'left'" 'walls that are not there' 's/z=fixed/z=p:1 m=1 between=left,right,-,-/'
bad 4 'bodies 2 and 3 overlap by 0\.54, expected at most 0\.25' 'an overlap' 's/^\(body 2 2 steel - 1 2 2 \)2/\10.1/'
bad 4 'body 1 has left the domain, z=-0' 'a grain that falls out' 's/^\(body 3.*\) 0 0 0 1 0/\1 0 0 -5 1 0/'
spun() { # SHAPE COMMAND...: a body that is told to spin, not its angular momentum
	printf '%s\n' 'scree 1 dim=3' 'material g density=2' 'law g g linear kn=1e5' "shape 1 $1" 'columns body id shape material x y z wx wy wz' \
		'frame 0 t=0 dt=0 due=0 body=1' 'body 1 1 g 0 0 0 0 0 5' 'end 0' >spun.scree
	shift
	"$@" spun.scree | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^body/ { print $at["Lz"], $at["wz"] }' | tail -n 1
}
# 2/5 m r^2 of a ball of radius 0.5 and density 2, times 5
is 'a spin that is told alone is taken' "$(spun 'sphere r=0.5' scree-dem3 -q -t 0.1 -d 0.001 | awk '{ printf "%.6f %g\n", $1, $2 }')" '0.523599 5'
is 'by all programs' "$(spun 'sphere r=0.5' scree-set -q --gravity 0,0,-1 | awk '{ printf "%.6f %g\n", $1, $2 }')" '0.523599 5'
spun 'plane' scree-set --gravity 0,0,-1 2>told >/dev/null
ok 'without a mass it does not turn, which is said' grep -q 'body 1 has a spin wx wy wz but no mass' told
cat >spin.scree <<'END'
scree 1 dim=3
material m density=1
law m m linear kn=1000
shape 1 sphere r=0.5
columns body id shape material x y z vx Lx
frame 0 t=0 body=2
body 1 1 m 0 0 0 0 0
body 2 1 m 5 0 0 0.001 1e100
end 0
END
fails 4 't=0.001: body 2: a force or position is not a finite number' 'a ball that spins beyond all numbers' \
	scree-dem3 -d 0.001 -t 0.01 spin.scree
# several in one step: the lowest id, wherever it stands
for ids in '1 2 3' '3 2 1' '2 1 3'; do
	for why in '-2 0.001 has.left.the.domain' '-1e4 0.01 moved.by'; do
		set -- $ids $why
		cat >several.scree <<-END
		scree 1 dim=3
		domain lo=0,0,0 hi=9,9,9
		material m density=1
		law m m linear kn=1000
		shape 1 sphere r=0.5
		columns body id shape material x y z vx
		frame 0 t=0 body=3
		body $1 1 m 0.001 2 2 $4
		body $2 1 m 0.001 8 2 $4
		body $3 1 m 0.001 2 8 $4
		end 0
		END
		[ "$6" = moved.by ] && sed -i '/^domain/d' several.scree
		fails 4 "body 1 $6" "bodies $1 $2 $3" scree-dem3 -d "$5" -t 1 several.scree
	done
done
# two bodies under one constraint: told what to do instead, which is done then
pair() { # pair CONSTRAINT
	cat <<END
scree 1 dim=3
gravity 0,0,-10
material m density=1
law m m linear kn=1e4
shape 1 sphere r=0.5
constraint it x=fixed y=fixed z=fixed $1
columns body id shape material tag x y z
frame 0 t=0 body=2
body 4 1 m it 1 1 1
body 9 1 m it 3 1 1
end 0
END
}
pair 'rx=fixed ry=fixed rz=v:1' >pair.scree
fails 3 'constraint it: 2 bodies that move as one cannot turn like this, .*a tag and a constraint .*one body, such as a clump' \
	'two bodies that would turn as one' scree-dem3 -t 0.1 pair.scree
fails 3 'constraint it: 2 bodies move as one and may turn, expected rx=fixed ry=fixed rz=fixed; if each body' 'also in scree-cd3' \
	scree-cd3 -t 0.1 -d 0.01 pair.scree
pair 'rx=v:1 ry=fixed rz=fixed' >line.scree
ok 'about the line of their centres they do' scree-dem3 -q -t 0.1 line.scree
scree-set -q --where 'id == 9' --tag that pair.scree |
	scree-set -q --constrain 'that x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=v:2' >each.scree
ok 'and each by itself with tags of their own' scree-dem3 -q -t 0.1 each.scree

# ---- walls without end and periods: what tilts, or may, would meet its own images, and be found otherwise in a run that is split ----
walls() { # walls PERIODIC QUATERNION SHAPE DRIVES
	cat <<END
scree 1 dim=3
domain lo=0,0,0 hi=4,5,8 periodic=$1
material m density=1
law m m linear kn=1e4 en=0.5
shape 1 sphere r=0.25
shape 2 $3
constraint wall x=fixed y=fixed z=fixed $4
columns body id shape material tag x y z qw qx qy qz
frame 0 t=0 body=2
body 1 1 m - 1 1 7 1 0 0 0
body 7 2 m wall 2 2 2 $2
end 0
END
}
held='rx=fixed ry=fixed rz=fixed' along_x='0.7071067811865476 0 0.7071067811865476 0'
runs() { # runs WHAT ARGUMENTS
	walls "$2" "$3" "$4" "$5" >wall.scree
	ok "$1" scree-dem3 -q -t 0.01 wall.scree
}
refuses() { # refuses PATTERN WHAT ARGUMENTS
	walls "$3" "$4" "$5" "$6" >wall.scree
	fails 3 "$1" "$2" scree-dem3 -t 0.01 wall.scree
}
may='wall 7 continues along the periodic axis'
runs 'a floor between periods' xy '1 0 0 0' plane "$held"
runs 'one that turns about its normal' xy '1 0 0 0' plane 'rx=fixed ry=fixed rz=v:1'
runs 'a flap that turns about the period' y '1 0 0 0' plane 'rx=fixed ry=v:0.1 rz=fixed'
runs 'a slope along the period' y '0.96 0 0.28 0' plane "$held"
runs 'a slope without periods, which turns' none '0.96 0.28 0 0' plane 'rx=v:0.1 ry=v:0.1 rz=fixed'
refuses "$may x but may turn away from it, expected rotation only about x" 'a floor that may tilt' x '1 0 0 0' plane 'rx=fixed ry=v:0.1 rz=fixed'
refuses "$may y but may turn" 'and one that tilts at times' xy '1 0 0 0' plane 'rx=sin:0.1,3,0 ry=fixed rz=fixed'
refuses "$may x but may turn" 'two axes, of which one is its own' x '1 0 0 0' plane 'rx=v:0.1 ry=fixed rz=v:0.1'
refuses 'wall 7 is infinite and meets its own images along the periodic axis x, expected a wall parallel to x' 'a slope across the period' \
	x '0.96 0 0.28 0' plane "$held"
refuses 'meets its own images along the periodic axis z' 'a floor under its own image' xyz '1 0 0 0' plane "$held"
runs 'a roller without end' x "$along_x" 'cylinder r=0.5 side=out' 'rx=v:1 ry=fixed rz=fixed'
runs 'and its images, which turn with it' yz "$along_x" 'cylinder r=0.5 side=out' 'rx=v:1 ry=fixed rz=fixed'
runs 'a stirrer that is shorter than the period' xyz '1 0 0 0' 'cylinder r=0.5 side=out length=3' 'rx=v:1 ry=fixed rz=fixed'
refuses 'meets its own images along the periodic axis x' 'a rod without end, aslant' x '0.96 0 0.28 0' 'cylinder r=0.5 side=out' "$held"
refuses "$may x but may turn" 'a stirrer as long as the period' x "$along_x" 'cylinder r=0.5 side=out length=4' 'rx=fixed ry=fixed rz=v:1'
runs 'that may turn about itself' x "$along_x" 'cylinder r=0.5 side=out length=4' 'rx=v:1 ry=fixed rz=fixed'
walls x '1 0 0 0' 'cylinder r=0.5 side=out length=4' "$held" >wall.scree
fails 3 'wall 7 has several images along the periodic axis x, expected' 'scree-cd3: images of walls' \
	scree-cd3 -t 0.01 -d 0.001 wall.scree
walls x '0.96 0 0.28 0' plane "$held" >wall.scree
fails 3 'meets its own images along the periodic axis x' 'scree-cd3: a slope across the period' scree-cd3 -t 0.01 -d 0.001 wall.scree
walls xy '1 0 0 0' plane "$held" >wall.scree
ok 'scree-cd3: a floor between periods' scree-cd3 -q -t 0.01 -d 0.001 wall.scree

# a pipe as long as the period is without ends: a ball is pulled against it from inside or outside, where it would end
pipe() { # pipe Z DRIVE GRAVITY X: the pipe around Z, with its drive; a ball at X
	cat <<END
scree 1 dim=3
domain lo=-8,-8,0 hi=8,8,4 periodic=z
gravity $3,0,0
material m density=1
law m m $law
shape 1 sphere r=0.1
shape 2 cylinder r=0.5 side=in length=4
constraint pipe x=fixed y=fixed z=$2 rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z
frame 0 t=0 body=2
body 1 1 m - $4 0.5 3.5
body 7 2 m pipe 0.5 0.5 $1
end 0
END
}
for simulator in dem3 cd3; do
	[ $simulator = dem3 ] && law='linear kn=100 mu=0 en=0.2' || law='hard mu=0 en=0'
	for case in '1 fixed 3 0.85 0.9' '2 v:-1 3 0.85 0.9' '1 fixed -3 1.15 1.1'; do
		# shellcheck disable=SC2086
		set -- $case
		pipe "$1" "$2" "$3" "$4" | scree-$simulator -q -t 2 -d 0.001 >held
		near "scree-$simulator: a pipe as long as the period, around $1, $2, holds a ball at $4" "$(awk '$1 == "columns" && $2 == "body" {
			for (k = 3; k <= NF; k++) if ($k == "x") c = k - 1 } $1 == "body" && $2 == 1 { x = $c } END { print x }' held)" "$5" 0.002
	done
done

# one body flies apart in the step in which another leaves: the same is told, whichever comes first in memory
cat >two.scree <<'END'
scree 1 dim=3
gravity 0,0,0
domain lo=0,0,0 hi=10,10,10 periodic=none
material grain density=1
material hard density=1
law grain grain linear kn=1000 kt=0 mu=0 en=1
law grain hard linear kn=1e30 kt=0 mu=0 en=1
shape 1 sphere r=0.1
constraint f x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z vx vy vz
frame 0 t=0 dt=0.01 due=0 body=3
body 1 1 grain - 1 2 8 6 0 0
body 2 1 hard f 7.17 2 8 0 0 0
body 3 1 grain - 2.5 1 9.4975 0 0 0.5
end 0
END
scree-dem3 -q -t 2 two.scree 2>whole >/dev/null
scree-dem3 -q -t 0.99 two.scree 2>early | scree-dem3 -q -t 2 2>split >/dev/null
ok "what fails worst is told, in a run and in its parts" sh -c 'grep -q "body 1 moved by" whole && cmp whole split'
# a small body that is too fast is found in the same step, whatever the skin that larger ones allow
cat >bullet.scree <<'END'
scree 1 dim=3
domain lo=-30,-30,-30 hi=30,30,30
material a density=1
law a a linear kn=1000
shape 1 sphere r=1
columns body id shape material size x y z vx
frame 0 t=0 dt=0.001 due=0 body=4
body 1 1 a 1 -10 0 0 0
body 2 1 a 1 10 0 0 0
body 3 1 a 1 0 10 0 0
body 4 1 a 0.02 0 0 0 220
end 0
END
for skin in 0.001 2; do
	fails 4 't=0.001: body 4 moved by 0.22 in one step' "a bullet beside large balls, --skin $skin" scree-dem3 -t 0.01 --skin $skin bullet.scree
done

# a lone body needs a law with itself only if it can meet its own image, whatever the skin
cat >lone.scree <<'END'
scree 1 dim=3
domain lo=0,0,0 hi=1.5,4,4.2 periodic=xyz
material a density=1
material b density=1
law a a linear kn=1000
law a b linear kn=1000
shape 1 sphere r=0.5
columns body id shape material x y z vx
frame 0 t=0 dt=0.001 due=0 body=2
body 1 1 a 0.5 0.6 0.5 0
body 2 1 b 0.5 2.5 2.4 1
end 0
END
sed 's/hi=1.5/hi=0.99/' lone.scree >thin.scree
sed 's/^domain.*/& rate=-0.5,0,0,0,0,0/' lone.scree >thinner.scree
for skin in 0.01 0.6; do
	ok "no law with itself in a wide domain, --skin $skin" scree-dem3 -q -t 0.1 --skin $skin lone.scree
	fails 3 'body 2 can meet its own image, and its material has no contact law with itself' "in a thin one, --skin $skin" scree-dem3 -t 0.1 --skin $skin thin.scree
	scree-dem3 -q -t 2 --no-provenance --skin $skin thinner.scree >thinner.$skin 2>said
	is "in one that becomes thin, --skin $skin" "$? $(grep -c 'body 2 can meet its own image' said)" '3 1'
done
ok 'at the same time' cmp thinner.0.01 thinner.0.6
sed -e 's/material x y z vx/material tag x y z vx/' -e 's/^body 2 1 b/& lid/' -e 's/^body 1 1 a/& -/' -e '/^frame/i constraint lid x=fixed y=fixed' \
	thin.scree >lid.scree
ok 'nor does a body that is held' scree-dem3 -q -t 0.1 lid.scree
finish
