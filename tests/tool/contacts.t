#!/bin/sh
# scree-contacts: coordination, fabric, forces and chains against what can be counted by hand.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"
. "$root/tests/odd_touch.sh"

rows() { grep -v '^#' "$@" | grep .; }
# NAME ROW [FILE]: the cell of a column in a row of the table
cell() {
	awk -v name="$1" -v row="$2" '/^# t|^# [a-z]+(\[| )/ && !/^# (made|block|scree)/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
		!/^#/ && NF && ++n == row { print $at[name] }' "$3"
}

# a hexagonal lattice of disks of diameter 1 at a distance of 0.98, periodic: 6 columns, 4 rows
hexagonal() {
	awk -v CONVFMT=%.17g 'BEGIN { a = 0.98; h = a * sqrt(3) / 2
		print "scree 1 dim=2\ndomain lo=0,0 hi=" 6 * a "," 4 * h " periodic=xy\nmaterial m density=1\nlaw m m linear kn=50 mu=0.5"
		print "shape 1 point r=0.5 0,0\ncolumns body id shape material x y\nframe 0 t=0 body=24"
		for (j = 0; j < 4; j++) for (i = 0; i < 6; i++) printf "body %d 1 m %.17g %.17g\n", 6 * j + i + 1, a * (i + 0.5 * (j % 2) + 0.2), h * (j + 0.3)
		print "end 0" }'
}
hexagonal >hex
scree-contacts hex >a 2>said
ok 'contacts from the bodies are told' grep -q 'has no contact records.*scree-dem2' said
is 'six neighbours each' "$(cell z 1 a) $(cell pairs 1 a) $(cell rattlers 1 a) $(cell z_bearing 1 a)" '6 72 0 6'
near 'an isotropic fabric' "$(cell fabric_xx 1 a)" 0.5 1e-12
near 'without deviator' "$(cell anisotropy 1 a)" 0 1e-12
is 'and without direction' "$(cell direction 1 a)" '?'
near 'the force of 0.02 overlap' "$(cell fn 1 a)" 1 1e-10
is 'what bodies do not say' "$(cell ft 1 a) $(cell sliding 1 a) $(cell source 1 a)" '? ? bodies'
scree-contacts -q --angles --bins 10 hex >a
# normals at 0, 60 and 120 degrees: a third of all each, over twice a bin of 18 degrees
is 'three directions' "$(rows a | awk '$2 { print NR, $2 }' | tr '\n' ' ')" '1 24 4 24 7 24 '
near 'their density' "$(cell density 4 a)" 0.5305164769729845 1e-12
near 'its error' "$(cell error 4 a)" "$(awk 'BEGIN { print 0.5305164769729845 / sqrt(24) }')" 1e-5
near 'in the middle of the bin' "$(cell angle 4 a)" 1.0995574287564276 1e-12
is 'where nothing touches there is no force' "$(cell pairs 2 a) $(cell fn 2 a)" '0 ?'
near 'the integral over the turn' "$(rows a | awk '{ s += 2 * $3 * 3.14159265358979 / 10 } END { print s }')" 1 1e-5
is 'all forces equal' "$(scree-contacts -q --forces --bins 4 hex | rows | awk '$1 > 0.75 && $1 < 1.25 { n += $2 } END { print n }')" 72

# records: a bar of three disks with one hanging on, and two that touch no one else; weights 1, 3 and so on
cat >hand <<'END'
scree 1 dim=2
units length=mm mass=g time=s
domain lo=0,0 hi=20,10 periodic=x
material m density=1
material w density=1
law m m linear kn=50 mu=0.5
law m w linear kn=50 mu=0
shape 1 point r=0.5 0,0
shape 2 polyline r=0.5 -1,0 1,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag x y
columns contact i fi j fj ix x y nx ny overlap fn ft
frame 0 t=0 body=8 contact=7
body 11 1 m - 5 1
body 12 1 m - 6 1
body 13 1 m - 5.5 1.8
body 14 1 m - 5.5 2.8
body 15 1 m - 0.3 5
body 16 1 m - 19.4 5
body 17 1 m - 10 5
body 18 2 w floor 5 0.05
contact 11 0 12 0 0 5.5 1 1 0 0.001 2 1
contact 13 0 11 0 0 5.25 1.4 -0.6 -0.8 0.001 1 0.25
contact 12 0 13 0 0 5.75 1.4 -0.6 0.8 0.001 4 -2
contact 13 0 14 0 0 5.5 2.3 0 1 0.001 0 0
contact 15 0 16 0 -1 -0.15 5 -1 0 0.001 1 0
contact 18 0 11 0 0 5 0.5 0 1 0.05 6 0
contact 11 0 18 0 0 5 0.52 0 -1 0.04 2 0
end 0
END
scree-contacts --no-provenance hand >a
is 'units' "$(sed -n 2p a | tr ' ' '\n' | grep fn)" 'fn[g*mm/s^2]'
is 'what is counted' "$(cell grains 1 a) $(cell pairs 1 a) $(cell walls 1 a) $(cell contacts 1 a)" '7 5 1 7'
# 11 touches 12, 13 and the floor; 12 two, 13 three, 14 one, 15 and 16 each other, 17 none: 11 / 7
near 'coordination' "$(cell z 1 a)" "$(awk 'BEGIN { printf "%.12g", 11 / 7 }')" 1e-10
# 14, 15, 16, 17; of the other three 11 has three contacts left, 12 and 13 two
is 'rattlers' "$(cell rattlers 1 a)" 4
near 'coordination without them' "$(cell z_bearing 1 a)" "$(awk 'BEGIN { printf "%.12g", 7 / 3 }')" 1e-10
is 'rattlers go on until none is left' "$(scree-contacts -q --least 3 hand >b; cell rattlers 1 b; cell z_bearing 1 b)" '7
?'
# normals: x, (0.6, 0.8), (-0.6, 0.8), y, x
near 'fabric' "$(cell fabric_xx 1 a)" "$(awk 'BEGIN { print (1 + 0.36 + 0.36 + 1) / 5 }')" 1e-10
near 'off the diagonal' "$(cell fabric_xy 1 a)" 0 1e-12
near 'its deviator' "$(cell anisotropy 1 a)" "$(awk 'BEGIN { print 2 * (2.72 - 2.28) / 5 }')" 1e-10
near 'along x' "$(cell direction 1 a)" 0 1e-12
near 'mean normal force' "$(cell fn 1 a)" 1.6 1e-12
near 'mean tangential force' "$(cell ft 1 a)" 0.65 1e-12
# of those that press, with friction: 2 1 slides, 1 0.25 does not, 4 -2 does, 1 0 does not
is 'sliding' "$(cell sliding 1 a) $(cell source 1 a)" '0.5 records'
is 'a wall is no pair of grains but has contacts' "$(scree-contacts -q --pairs hand | rows | awk '$2 == 18 { print $1, $5, $13 }')" '11 2 8'
is 'the branch goes through the edge' "$(scree-contacts -q --pairs hand | rows | awk '$1 == 15 { printf "%s %s %s %.9g\n", $2, $3, $8, $10 }')" \
	'16 -1 -1 -0.9'
is 'the force on the second' "$(scree-contacts -q --pairs hand | rows | awk '$1 == 11 && $2 == 13 { printf "%.6g %.6g\n", $15, $16 }')" '0.4 0.95'
# chosen grains, with all that touches them
scree-contacts -q --where 'id == 11' hand >b
is 'chosen grains' "$(cell grains 1 b) $(cell pairs 1 b) $(cell walls 1 b) $(cell contacts 1 b) $(cell z 1 b)" '1 2 1 4 3'
# forces 2 1 4 0 1 over 1.6: 1.25 0.625 2.5 0 0.625
is 'forces over their mean' "$(scree-contacts -q --forces --bins 2 hand | rows | awk '{ print $1, $2, $3 }' | tr '\n' ' ')" \
	'0.25 1 0.4 0.75 2 0.8 1.25 1 0.4 1.75 0 0 2.25 0 0 2.75 1 0.4 '
{
	cat hand
	sed -n '/^frame 0/,$p' hand | sed 's/ 0 t=0/ 1 t=1/; s/^end 0/end 1/; s/ 2 1$/ 4 1/; s/ 1 0.25$/ 2 0/; s/ 4 -2$/ 8 0/; s/0.001 1 0$/0.001 2 0/'
} >twice
is 'all frames together, each by its own mean' "$(scree-contacts -q --forces --bins 2 --together twice | rows | awk '{ print $2 }' | tr '\n' ' ')" \
	'2 4 2 0 0 2 '
is 'a block for every frame' "$(scree-contacts -q --forces twice | grep -c '^# block t=')" 2
is 'a row for every frame' "$(scree-contacts -q twice | rows | wc -l)" 2

# a column of five disks under 10, squeezed from the side by 1 at the third; two others loaded by 1
{
	sed '/^frame/,$d; s/periodic=x/periodic=none/' hand
	cat <<'END'
frame 0 t=0 body=8 contact=7
body 1 1 m - 5 1
body 2 1 m - 5 2
body 3 1 m - 5 3
body 4 1 m - 5 4
body 5 1 m - 5 5
body 6 1 m - 6 3
body 7 1 m - 9 9
body 8 1 m floor 5 0
contact 8 0 1 0 0 5 0.5 0 1 0.001 10 0
contact 1 0 2 0 0 5 1.5 0 1 0.001 10 0
contact 2 0 3 0 0 5 2.5 0 1 0.001 10 0
contact 3 0 4 0 0 5 3.5 0 1 0.001 10 0
contact 4 0 5 0 0 5 4.5 0 1 0.001 10 0
contact 3 0 6 0 0 5.5 3 1 0 0.001 1 0
contact 6 0 7 0 0 6.5 3 1 0 0.001 1 0
end 0
END
} >column
scree-contacts -q column >a
# principal moments of 1 to 4: 10; of 5: 5 from one side; of 6: 1; of 7, far off, its own: the mean is below 10
scree-contacts -q --chains column >b
is 'a chain of the strong ones' "$(rows b | awk '{ print $1, $2, $5 }' | tr '\n' ' ')" '1 1 10 1 2 10 1 3 10 1 4 10 '
near 'along the column' "$(cell angle 1 b)" 1.5707963267948966 1e-12
is 'how many, how much' "$(cell chains 1 a) $(awk -v x="$(cell in_chains 1 a)" 'BEGIN { printf "%.4f", x }')" '1 0.5714'
# turned by 30 degrees against each other, links break when less is allowed
sed 's/^contact 2 0 3 0 0 5 2.5 0 1/contact 2 0 3 0 0 5 2.5 0.5 0.8660254037844386/' column >bent
is 'a chain that turns' "$(scree-contacts -q --chains bent | rows | wc -l) $(scree-contacts -q --chains --chain-deg 5 bent | rows | wc -l)" '4 0'

# all columns of all tables, of contacts that have nothing in common, in two frames, against sums in awk
told() { awk "$@" -f "$root/tests/odd_touch.awk" odd2; }
without() { columns | sed 's/ records$//'; }
alike 'pairs' "$(scree-contacts -q --pairs odd2 | columns)" "$(told -v what=pairs)"
alike 'pairs of some' "$(scree-contacts -q --pairs --where 'id == 30 or id == 41' odd2 | columns)" "$(told -v what=pairs -v some=' 30 41 ')"
alike 'coordination, fabric, forces' "$(scree-contacts -q odd2 | without)" "$(told -v what=contacts)"
alike 'of some' "$(scree-contacts -q --where 'id == 19 or id == 7 or id == 2' odd2 | without)" "$(told -v what=contacts -v some=' 19 7 2 ')"
alike 'without those of fewer than three or four contacts' "$(for k in 3 4; do scree-contacts -q --least $k odd2 | without; done)" \
	"$(for k in 3 4; do told -v what=contacts -v least=$k; done)"
alike 'chains' "$(scree-contacts -q --chains odd2 | columns)" "$(told -v what=chains)"
alike 'chains that turn less' "$(for a in 10 25 35; do scree-contacts -q --chain-deg $a odd2 | columns chains in_chains; done)" \
	"$(for a in 10 25 35; do told -v what=contacts -v degrees=$a | awk '{ print $(NF - 1), $NF }'; done)"
alike 'directions' "$(scree-contacts -q --angles --bins 7 odd2 | columns)" "$(told -v what=angles -v bins=7)"
alike 'directions in bins of 5 degrees unless asked' "$(scree-contacts -q --angles --where 'id == 19 or id == 2' odd2 | columns)" \
	"$(told -v what=angles -v bins=36 -v some=' 19 2 ')"
alike 'forces' "$(scree-contacts -q --forces odd2 | columns)" "$(told -v what=forces)"
alike 'forces of some in wider bins' "$(scree-contacts -q --forces --bins 3 --where 'id == 19 or id == 2' odd2 | columns)" \
	"$(told -v what=forces -v bins=3 -v some=' 19 2 ')"
# of both frames together: as many in each bin, forces over all of them
alike 'directions of both frames' "$(scree-contacts -q --angles --bins 7 --together odd2 | columns angle pairs density error fn ft)" \
	"$(told -v what=angles -v bins=7 | awk '{ a[NR % 7] = $1; n[NR % 7] += $2; all += $2; fn[NR % 7] += $2 * $5; ft[NR % 7] += $2 * $6 }
		END { w = 2 * all * atan2(0, -1) / 7; for (k = 1; k <= 7; k++) { b = k % 7; printf "%.15g %d %.15g %.15g", a[b], n[b], n[b] / w, sqrt(n[b]) / w
			if (n[b]) printf " %.15g %.15g\n", fn[b] / n[b], ft[b] / n[b]; else print " ? ?" } }')"

# contacts anew: disks of several sizes and materials, a law for each pair but one, whose boxes overlap but not they; tilts of
# more than half a period, bodies outside of the domain, ids in no order; against all pairs and all images
awk 'function random() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
	BEGIN { seed = 8; split("a b c", name, " "); print "scree 1 dim=2"; for (k = 1; k <= 3; k++) print "material " name[k] " density=1"
	print "material d density=1"; split("aa50 ab70 ca110 bb90 bc130 cc170 ad30 db60 cd80", law, " ")
	for (k = 1; k in law; k++) print "law", substr(law[k], 1, 1), substr(law[k], 2, 1), "linear kn=" substr(law[k], 3)
	print "shape 1 point r=0.5 0,0\ncolumns body id shape material size x y"
	for (f = 0; f < 3; f++) { print "domain lo=-1,2 hi=9,8 periodic=xy tilt=" (f == 0 ? 7.3 : f == 1 ? -16.1 : 3.4)
		print "frame " f " t=" f " body=32"
		for (k = 0; k < 30; k++)
			print "body", k * 37 % 101 + 1, 1, name[k % 3 + 1], 0.8 + 0.1 * (k % 5), 30 * random() - 10, 18 * random() - 3.4
		# radii 1/4, apart by 0.57
		print "body 300 1 d 0.5 -3 40\nbody 301 1 d 0.5 -2.6 40.4\nend " f } }' >anew
awk '/^law/ { split($5, p, "="); kn[$2, $3] = kn[$3, $2] = p[2] } /^domain/ { split($5, p, "="); tilt = p[2] } /^frame/ { n = 0 }
	/^body/ { id[++n] = $2; m[n] = $4; r[n] = 0.5 * $5; x[n] = $6; y[n] = $7 }
	function pair(i, j, a, b, dx, dy, d, o) { d = sqrt(dx * dx + dy * dy); o = r[i] + r[j] - d; if (o <= 0) return
		printf "%d %d %d %d %d 1 %.15g %.15g", $2, id[i], id[j], a, b, x[i] + dx / d * (r[i] - o / 2), y[i] + dy / d * (r[i] - o / 2)
		printf " %.15g %.15g %.15g %.15g %.15g %.15g\n", dx / d, dy / d, dx, dy, o, o * kn[m[i], m[j]] }
	/^end/ { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) for (b = -9; b <= 9; b++) {
			dy = y[j] + 6 * b - y[i]; if (dy > 1.3 || dy < -1.3) continue
			a = -int((x[j] + tilt * b - x[i]) / 10 + 100.5) + 100; pair(i, j, a, b, x[j] + 10 * a + tilt * b - x[i], dy) } }' anew |
	sort >expected
scree-contacts -q --pairs --recompute anew | awk '/^# block/ { f = substr($3, 3) }
	!/^#/ && NF { NF = 13; print f, $0 }' | sort >found
ok 'there are contacts' test "$(wc -l <expected)" -gt 40
alike 'contacts anew' "$(cat found)" "$(cat expected)"

# a pair counts its contacts by the amounts of their forces, of which some may pull: normals 3 (0.6, 0.8) - 1 (0.96, 0.28);
# where none
# presses by overlaps, 2 to 0; where nothing overlaps alike. What bears nothing across a gap is no contact, what bears is one
printf '%s\n' 'scree 1 dim=2' 'material m density=1' 'law m m linear kn=50' 'shape 1 point r=0.5 0,0' 'columns body id shape material x y' \
	'columns contact i j x y nx ny overlap fn ft' 'frame 0 t=0 body=6 contact=9' 'body 7 1 m 0 0' 'body 3 1 m 1 0.2' 'body 5 1 m 1.9 1' \
	'body 2 1 m 3 1.3' 'body 8 1 m 4 1.3' 'body 9 1 m 5 1.1' 'contact 7 3 0.5 0.1 0.6 0.8 0.01 3 0' 'contact 7 3 0.6 0.3 0.96 0.28 0.03 -1 0' \
	'contact 3 5 1.4 0.6 0.6 0.8 0.02 0 0' 'contact 3 5 1.6 0.5 0.8 0.6 0 0 0' 'contact 5 2 2.5 1.1 1 0 0 0 0' 'contact 5 2 2.5 1.3 0.6 0.8 0 0 0' \
	'contact 2 8 3.5 1.3 1 0 -0.01 0 0' 'contact 2 8 3.5 1.4 0.8 -0.6 -0.02 2 0' 'contact 8 9 4.5 1.2 1 0 -0.3 0 0' 'end 0' >pull
alike 'forces that pull, and none' "$(scree-contacts -q --pairs pull | columns i j contacts x y nx ny overlap fn)" \
	"$(awk 'function put(pair, x, y, a, b, o, fx, fy) { l = sqrt(a * a + b * b); a /= l; b /= l
		printf "%s %.15g %.15g %.15g %.15g %.15g %.15g\n", pair, x, y, a, b, o, fx * a + fy * b }
	BEGIN { put("7 3 2", (3 * 0.5 + 0.6) / 4, (3 * 0.1 + 0.3) / 4, 1.8 - 0.96, 2.4 - 0.28, 0.03, 1.8 - 0.96, 2.4 - 0.28)
		put("3 5 2", 1.4, 0.6, 0.6, 0.8, 0.02, 0, 0); put("5 2 2", 2.5, 1.2, 1.6, 0.8, 0, 0, 0)
		put("2 8 1", 3.5, 1.4, 0.8, -0.6, -0.02, 1.6, -1.2) }')"
# laws whose forces begin before bodies touch, gaps of 0.1 and 0.23: cohesive, -pull (1 - gap / range) up to the range;
# lennard-jones up to
# twice the distance at which they touch. Materials without a law with each other may be that near
attract() {
	printf '%s\n' 'scree 1 dim=2' 'material m density=1' 'material a density=1' "law m m $1" 'shape 1 point r=0.5 0,0' \
		'columns body id shape material size x y' 'frame 0 t=0 body=5' 'body 7 1 m 1.2 0 0' 'body 3 1 m 0.8 1.1 0' 'body 5 1 m 1 1.1 1.13' \
		'body 8 1 a 1 2.05 0' 'body 9 1 m 0.4 9 9' 'end 0' >attracted
	scree-contacts -q --pairs --recompute attracted | columns i j contacts x y nx ny overlap fn
}
alike 'cohesion before bodies touch' "$(attract 'cohesive kn=50 pull=2 range=0.2' | cut -d' ' -f1-9)" "7 3 1 0.65 0 1 0 -0.1 -1"
alike 'farther' "$(attract 'cohesive kn=50 pull=2 range=0.3' | cut -d' ' -f1,2,8,9)" \
	"$(awk 'BEGIN { printf "7 3 -0.1 %.15g\n3 5 -0.23 %.15g",
	-2 * (1 - 0.1 / 0.3), -2 * (1 - 0.23 / 0.3) }')"
# the mean amount is 0.9, of which they are -1.48 and -0.52
{ attract 'cohesive kn=50 pull=2 range=0.3' | wc -l; scree-contacts -q --forces --bins 1 attracted | columns; } >a
alike 'the distribution has forces that attract below 0' "$(cut -d' ' -f1,2 a)" '2
-1.5 1
-0.5 1'

# the limit of friction with attraction is mu (fn + pull) while bodies overlap: here 1.5, 1.5, 0.5, and none across the gap; for others
# it depends on radii that are not known
slides() {
	printf '%s\n' 'scree 1 dim=2' "material m density=1$2" "law m m $1" 'shape 1 point r=0.5 0,0' 'columns body id shape material x y' \
		'columns contact i j x y nx ny overlap fn ft' 'frame 0 t=0 body=5 contact=4' 'body 1 1 m 0 0' 'body 2 1 m 0.99 0' 'body 3 1 m 1.98 0' \
		'body 4 1 m 2.97 0' 'body 5 1 m 4 0' 'contact 1 2 0.495 0 1 0 0.01 1 0.8' 'contact 2 3 1.485 0 1 0 0.01 1 1.5' \
		'contact 3 4 2.475 0 1 0 0.01 -1 0.5' 'contact 4 5 3.485 0 1 0 -0.03 -1.4 0' 'end 0' | scree-contacts -q | columns sliding
}
alike 'sliding with cohesion' "$(slides 'cohesive kn=100 pull=2 range=0.1 mu=0.5')" "$(awk 'BEGIN { printf "%.15g", 2 / 3 }')"
is 'of a limit that is not known' "$(slides 'jkr adhesion=0.1 mu=0.5' ' E=1e5 nu=0.2')" '?'

# empty things
{ sed '/^frame/,$d' hand; printf 'frame 0 t=0 body=0 contact=0\nend 0\n'; } >none
is 'no grains' "$(scree-contacts -q none | rows)" '0 0 0 0 0 ? 0 ? ? ? ? ? ? ? ? ? 0 ? records'
for what in --angles --forces --chains --pairs '--forces --together' '--angles --together'; do
	# shellcheck disable=SC2086
	ok "no grains, $what" sh -c "scree-contacts -q $what none | grep -v '^#' | grep -i nan; [ \$? = 1 ]"
done
sed '/^frame/,$d' hand >head
fails 3 'no frame' 'a stream without frames' scree-contacts head
sed 's/ ny overlap/ my overlap/' hand >lacks
fails 3 'frame 0 \(t=0\): contacts have no column ny.*scree-dem2.*--recompute' 'records without a column' scree-contacts lacks
is 'are not needed' "$(scree-contacts -q --recompute lacks | rows | wc -l)" 1
sed '/^law m m/d; s/ contact=72//' hex >lawless
fails 3 "no contact law for materials 'm' and 'm'.*scree-set --law" 'no law' scree-contacts lawless
sed 's/linear kn=50 mu=0.5/cubic kn=50/' hex >cubic
fails 3 "law m m.*'cubic'" 'a law that nobody knows' scree-contacts cubic
sed '/^body/s/ m / - /' hex >immaterial
fails 3 "body 1 is in contact and its material '-'.*scree-set --material" 'no material' scree-contacts immaterial
fails 2 'expected at most one' 'two tables at once' scree-contacts --angles --chains hand
fails 2 'bins: is for' 'bins of nothing' scree-contacts --bins 3 hand
fails 2 'bins: 0, expected 1 to' 'no bins' scree-contacts --forces --bins 0 hand
fails 2 'together: is for' 'nothing to put together' scree-contacts --together hand
fails 2 'chain-deg: 91' 'an angle too wide' scree-contacts --chain-deg 91 hand
fails 2 'least: -1' 'fewer than none' scree-contacts --least -1 hand
for kind in --pairs --angles --forces; do
	fails 2 'chain-deg: is for --chains' "chains beside $kind" scree-contacts --chain-deg 30 $kind hand
	fails 2 'least: is for the table with one row' "rattlers beside $kind" scree-contacts --least 3 $kind hand
done
ok 'chains with their angle' scree-contacts --chains --chain-deg 30 hand
fails 2 'where: ' 'a wrong choice' scree-contacts --where 'nothing > 1' hand
head -n 20 hand >cut
fails 3 'cut' 'a cut stream' scree-contacts cut
finish
