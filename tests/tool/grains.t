#!/bin/sh
# scree-stress --per-grain: the stress of each grain against closed forms, its sums against the table of the scene, and what other
# programs make of its columns.
. "$(dirname "$0")/../tap.sh"

calc() { awk "BEGIN { pi = 3.14159265358979324; printf \"%.17g\", $1 }"; }
# of COLUMN ID FILE: the cell of a body in the last frame
of() { awk -v c="$1" -v id="$2" '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == c) n = k - 1 } /^body/ && $2 == id { x = $n } END { print x }' "$3"; }

# ---- closed forms ----

# a hexagonal lattice of disks of diameter 1 at a distance of 0.98, as in stress.t: all bear the same, across periodic edges too
awk -v CONVFMT=%.17g 'BEGIN { a = 0.98; h = a * sqrt(3) / 2
	print "scree 1 dim=2\ndomain lo=0,0 hi=" 6 * a "," 4 * h " periodic=xy\nmaterial m density=2\nlaw m m linear kn=50 mu=0.5"
	print "shape 1 point r=0.5 0,0\ncolumns body id shape material x y vx\nframe 0 t=0 body=24"
	for (j = 0; j < 4; j++) for (i = 0; i < 6; i++)
		printf "body %d 1 m %.17g %.17g %d\n", 6 * j + i + 1, a * (i + 0.5 * (j % 2) + 0.2), h * (j + 0.3), 7 + 0.3 * 10 * (j % 2)
	print "end 0" }' >hex
scree-stress -q --per-grain hex >a
is 'the columns' "$(grep '^columns body' a | tail -n 1 | grep -o 's_xx.*')" 's_xx s_yy s_xy pressure coordination virial_area'
for c in s_xx s_yy pressure; do
	near "a hexagonal lattice: the $c of all grains" "$(awk -v c=$c -v want="$(calc 'sqrt(3) / 0.98')" '/^columns body/ { for (k in at) delete at[k]
		for (k = 3; k <= NF; k++) at[$k] = k - 1 } /^body/ { d = $at[c] - want; if (d < 0) d = -d; if (d > off) off = d; n++ }
		END { print n == 24 ? off : 1 }' a)" 0 1e-9
done
is 'all touch six others' "$(awk '/^body/ { print $(NF - 1) }' a | sort | uniq -c | tr -s ' ')" ' 24 6'
near 'the virial area is the hexagon' "$(of virial_area 9 a)" "$(calc '0.98 ^ 2 * sqrt(3) / 2')" 1e-12
scree-stress -q --per-grain --kinetic hex >b
# rows move at 7 and 10: relative to their mean at 1.5
near 'with the motion' "$(calc "$(of s_xx 3 b) - $(of s_xx 3 a)")" "$(calc 'pi / 2 * 1.5 ^ 2 / (0.98 ^ 2 * sqrt(3) / 2)')" 1e-9
is 'which is along x' "$(of s_yy 3 b)" "$(of s_yy 3 a)"
near 'another area' "$(scree-stress -q --per-grain --area 2 hex >b; of virial_area 1 b)" "$(calc 2/24)" 1e-12

# two disks between a floor and a lid, with forces that are not central; the forces on the first are (-4.4, -9.2) at (0.3, 0.4) and
# (-2, 7) at (0, -0.5), on the second (4.4, 9.2) at (-0.3, -0.4) and (-1, -5) at (0, 0.5)
cat >hand <<'S'
scree 1 dim=2
units length=m mass=kg time=s
domain lo=0,0 hi=4,5 periodic=x
material m density=3
law m m linear kn=50 mu=0.5
shape 1 point r=0.5 0,0
shape 2 polyline r=0.25 -2,0 2,0
constraint floor x=fixed y=fixed angle=fixed
constraint lid x=v:1 y=p:-1 angle=fixed m=1
columns body id shape material tag x y pressure colour
columns contact i fi j fj x y nx ny overlap fn ft
frame 0 t=0 body=4 contact=3
body 1 1 m - 2 1 7 red
body 2 1 m - 2.6 1.8 7 blue
body 3 2 m floor 2 0.25 7 red
body 4 2 m lid 3.5 2.55 7 red
contact 1 0 2 0 2.3 1.4 0.6 0.8 0.01 10 2
contact 3 0 1 0 2 0.5 0 1 0.01 7 2
contact 2 0 4 0 2.6 2.3 0 1 0.01 5 -1
end 0
S
scree-stress --per-grain hand >a
near 's_xx' "$(of s_xx 1 a)" "$(calc '4.4 * 0.3 / 3.6')" 1e-12
near 's_yy' "$(of s_yy 1 a)" "$(calc '(9.2 * 0.4 + 7 * 0.5) / 3.6')" 1e-12
near 's_xy, of the symmetric part' "$(of s_xy 1 a)" "$(calc '(4.4 * 0.4 - 2 * 0.5 + 9.2 * 0.3) / 2 / 3.6')" 1e-12
near 'pressure' "$(of pressure 2 a)" "$(calc '(4.4 * 0.3 + 9.2 * 0.4 + 5 * 0.5) / 2 / 3.6')" 1e-12
is 'partners, walls too' "$(of coordination 1 a) $(of coordination 2 a)" '2 2'
is 'none of walls' "$(awk '/^body [34]/ { print $(NF - 5), $(NF - 4), $(NF - 3), $(NF - 2), $(NF - 1), $NF }' a | sort -u)" '- - - - - -'
is 'the stream stays as it is' "$(grep -c '^contact' a) $(sed -n 2p a) $(of colour 2 a)" "3 made scree-stress 0.1.0 --per-grain hand $(noted hand) blue"
scree-stress --per-grain --where 'id == 2' hand >b
is 'chosen grains' "$(of s_xx 1 b) $(of s_xx 2 b)" "- $(of s_xx 2 a)"
scree-stress --per-grain --region 2.5,1,3,2 hand >b
near 'in a region' "$(of s_xx 2 b)" "$(calc '4.4 * 0.3 / 0.5')" 1e-12
is 'and not elsewhere' "$(of s_xx 1 b)" -

# a row of disks at rest in no box: a cell without height
printf '%s\n' 'scree 1 dim=2' 'material m density=1' 'law m m linear kn=9' 'shape 1 polyline r=0 -1,0 1,0' 'columns body id shape material x y' \
	'frame 0 t=0 body=2 contact=0' 'body 1 1 m 0 0' 'body 2 1 m 3 0' 'end 0' >line
scree-stress --per-grain line >b 2>said
is 'no space, no stress' "$(of s_xx 1 b) $(grep -c 'no grain has a stress, since the space that the grains share is not known; give --area' said)" '- 1'
scree-stress --per-grain --area 2 line >b 2>said
is 'no area of the grains' "$(of virial_area 1 b) $(grep -c 'since the area or volume of all grains is not known; scree-mass' said)" '- 1'

# ---- sums: the virial areas or volumes times the stresses are those of the scene ----

# compare STREAM OPTIONS...: the greatest difference in any frame and component, and the number of comparisons
compare() {
	from=$1
	shift
	scree-stress -q "$@" "$from" >table
	scree-stress -q --per-grain "$@" "$from" >stream
	awk -v kinetic="$(case "$*" in *kinetic*) echo 1 ;; esac)" '
	FILENAME == "stream" && /^columns body/ { split("", at); for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	FILENAME == "stream" && /^frame/ { frame++ }
	FILENAME == "stream" && /^body/ { v = "virial_volume" in at ? "virial_volume" : "virial_area"; if ($at[v] == "-") next
		sum[frame, "V"] += $at[v]; for (c in at) if (c ~ /^s_/ || c == "pressure") { sum[frame, c] += $at[v] * $at[c]; is[c] = 1 } }
	FILENAME == "table" && /^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); col[$k] = k - 1 } }
	FILENAME == "table" && !/^#/ && NF { row++; V = "area" in col ? $col["area"] : $col["volume"]
		for (c in is) { o = "s_" substr(c, 4, 1) substr(c, 3, 1); k = "k_" substr(c, 3)
			want = c == "pressure" ? $col["p"] : ($col[c] + $col[o]) / 2 + (kinetic ? $col[k] : 0)
			d = sum[row, c] / V - want; d = d < 0 ? -d : d; if (d > off) off = d; if (want != 0) n++ } }
	END { print off + 0, n + 0 }' stream table
}
scree-shape disk -r 0.5 | scree-fill -n 40 --sizes uniform:0.7,1.3 --fraction 0.6 --periodic xy --speed 0.4 -q >a
scree-set --law grain,grain,kn=100 --rate -0.2,-0.2,0.3 a | scree-dem2 -q -t 1.5 -e 0.5 >flow
scree-shape ngon -r 0.1 | scree-fill -n 30 --sizes uniform:0.7,1.3 --fraction 0.4 -q | scree-wall box |
	scree-set --law grain,grain,kn=3000 --gravity 0.3,-1 | scree-dem2 -q -t 6 -e 3 >heap
scree-shape sphere -r 0.5 | scree-fill -n 30 --sizes uniform:0.7,1.1 --box 3.5,3.5,6 -q | scree-wall box |
	scree-set --law grain,grain,kn=3000 --gravity 0.2,0,-1 >space
scree-dem3 -q -t 4 -e 2 space >heap3
scree-set --law grain,grain,hard,mu=0.5 space | scree-cd3 -q -t 3 -d 0.01 -e 1.5 --forces >hard
scree-shape sphere -r 0.5 | scree-fill -n 40 --sizes uniform:0.8,1.1 --fraction 0.5 --periodic xyz --speed 0.3 -q |
	scree-set --law grain,grain,kn=200 --rate -0.1,-0.1,-0.1,0.3,0.1,-0.2 | scree-dem3 -q -t 2 -e 1 >flow3
for what in flow heap flow3 heap3 hard; do
	ok "$what: the stresses add up" sh -c "$(echo "$(compare $what)" | awk '{ print "test " ($1 < 1e-12 && $2 > 3) " = 1" }')"
	ok "$what: with the motion" sh -c "$(echo "$(compare $what --kinetic)" | awk '{ print "test " ($1 < 1e-12 && $2 > 3) " = 1" }')"
done
ok 'of some grains' sh -c "$(echo "$(compare heap --where 'id < 12')" | awk '{ print "test " ($1 < 1e-12 && $2 > 3) " = 1" }')"
ok 'of a region' sh -c "$(echo "$(compare heap3 --region 0.5,0.5,0.5,3,3,3)" | awk '{ print "test " ($1 < 1e-12 && $2 > 3) " = 1" }')"
# scree-contacts counts partners on its own
scree-stress -q --per-grain heap | scree-hist -q -x coordination --bins 3 >/dev/null
near 'the mean coordination is that of scree-contacts' "$(scree-stress -q --per-grain heap | awk '/^columns body/ { for (k = 3; k <= NF; k++)
	if ($k == "coordination") n = k - 1 } /^frame/ { sum = m = 0 } /^body/ && $n != "-" { sum += $n; m++ } END { printf "%.12g", sum / m }')" \
	"$(scree-contacts -q heap | awk '/^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); if ($k == "z") n = k - 1 } } !/^#/ { z = $n } END { printf "%.12g", z }')" 1e-9

# ---- other programs ----

scree-stress --per-grain hand >a
is 'a histogram leaves walls out' "$(scree-hist -q -x pressure --bins 2 a | awk '!/^#/ { n += $4 } END { print n }')" 2
is 'it knows the unit in the plane' "$(scree-hist -q -x s_xy --bins 2 a | grep -o '^# s_xy[^ ]*')" '# s_xy[kg/s^2]'
is 'and in space' "$(scree-set --units m,kg,s heap3 | scree-stress --per-grain | scree-hist -q -x pressure --bins 2 | grep -o '^# pressure[^ ]*')" \
	'# pressure[kg/m/s^2]'
scree-draw -q -c pressure -o a.svg --script a.gp a
is 'a drawing has a colour bar' "$(grep '^set cblabel' a.gp | cut -d"'" -f 2)" 'pressure [kg/s²]'
near 'from the least' "$(grep '^set cbrange' a.gp | tr -d '[' | tr ':]' '  ' | awk '{ print $3 }')" "$(calc '(4.4 * 0.3 + 9.2 * 0.4 + 2.5) / 7.2')" 1e-6
scree-draw -q -c presure -o b.png heap3 2>said
ok 'a column that is not there is told' grep -q 'no column presure' said
scree-stress -q --per-grain heap3 | scree-draw -q -c pressure --size 100 -o b.png
ok 'a drawing of space' test -s b.png
# frames in which no grain has a value, before the first grain and after the last; a column of words stays one
{ sed '/^frame/,$d' hand; for k in 0 2; do
	[ $k = 2 ] && sed -n '/^frame/,$p' hand | sed 's/^frame 0 t=0/frame 1 t=1/; s/^end 0/end 1/'
	printf '%s\n' "frame $k t=$k body=2 contact=0" 'body 3 2 m floor 2 0.25 7 -' 'body 4 2 m lid 3.5 2.55 7 -' "end $k"
done; } >few
scree-stress --per-grain few >b
is 'a histogram goes on where no grain has a value' "$(scree-hist -q -x pressure --bins 2 b | grep -v '^#')" "$(scree-hist -q -x pressure --bins 2 a | grep -v '^#')"
is 'so do profiles and drawings' "$(scree-profile -q --bins 1 --from 0 --to 5 --columns pressure b | awk '!/^#/ && NF { print $NF }' | tr '\n' ' '
	scree-draw -q -c pressure --size 90 -o b.svg b && echo drawn)" "? $(scree-profile -q --bins 1 --from 0 --to 5 --columns pressure a | awk '!/^#/ { print $NF }') ? drawn"
fails 2 "'colour' is a word, not a number" 'words, of which some are missing' scree-hist -q -x colour few
# a profile: the disks at heights 0.5 to 1.5 and 1.3 to 2.3; between 1 and 1.3 there is only the first
p1=$(of pressure 1 a) p2=$(of pressure 2 a)
scree-profile -q --from 0.4 --to 1.2 --bins 2 --columns pressure,2*coordination a >p
is 'the columns of a profile' "$(grep '^# y' p | tr ' ' '\n' | tail -n 2 | tr '\n' ' ')" 'pressure[kg/s^2] 2*coordination '
is 'means of one grain' "$(awk '!/^#/ { print ($(NF - 1) - p) ^ 2 < 1e-20, $NF }' p="$p1" p | tr '\n' ' ')" '1 4 1 4 '
scree-profile -q --from 0 --to 3 --bins 1 --columns pressure a >p
near 'of both, weighted by area' "$(awk '!/^#/ { print $NF }' p)" "$(calc "($p1 + $p2) / 2")" 1e-12
scree-stress --per-grain --where 'id == 2' hand | scree-profile -q --from 0 --to 3 --bins 1 --columns pressure >p
near 'grains without a value do not count' "$(awk '!/^#/ { print $NF }' p)" "$p2" 1e-12
sed 's/^body 2 1 m - \([^ ]*\) \([^ ]*\) 7/body 2 1 m - \1 \2 7/; s/^columns body.*/& size/; s/^body [134].*/& 1/; s/^body 2.*/& 2/' hand |
	sed 's/ 7 red/ 1 red/; s/ 7 blue/ 3 blue/' >sized
scree-profile -q --from 0 --to 5 --bins 1 --columns pressure sized >p
near 'also of grains of two sizes' "$(awk '!/^#/ { print $NF }' p)" "$(calc '(1 + 4 * 3) / 5')" 1e-12
scree-profile -q --from 0 --to 5 --bins 1 --mean --columns pressure,colour sized 2>said
ok 'words have no mean' grep -q "'colour' is a word, not a number" said
cat sized sized sized sized | sed 's/ 3 blue/ 4 blue/' | scree-profile -q --from 0 --to 5 --bins 1 --mean --columns pressure >p
near 'a mean over frames' "$(awk '!/^#/ { print $(NF - 1) }' p)" 3.4 1e-12
near 'with its error' "$(awk '!/^#/ { print $NF }' p)" 0 1e-12
scree-profile -q --bins 2 --from 0 --to 5 --columns vx,vy_more hand >/dev/null 2>said
ok 'a column that is not there' grep -q 'vy_more' said
scree-profile -q --bins 2 --from 0 --to 5 --columns y hand >p
is 'names stay different' "$(grep -o ' y_mean[^ ]*' p)" ' y_mean[m]'
fails 2 'option --columns: 9 columns, expected at most 8' 'too many' scree-profile --columns 1,2,3,4,5,6,7,8,9 hand
scree-stress -q --per-grain heap3 | scree-profile -q --along z --bins 3 --mean --columns pressure,coordination >p
ok 'in space' awk '!/^#/ && $(NF - 3) > 0 && $(NF - 1) > 0 { n++ } END { exit !(n >= 1) }' p
# tensors do not turn with the bodies
is 'a turned scene' "$(scree-stress -q --per-grain heap3 | scree-pick --last | scree-move -q --turn-deg 30 | grep '^columns body' | tail -n 1 |
	grep -o 's_[xyz]*\|pressure\|virial_volume' | tr '\n' ' ')" 'pressure virial_volume '
scree-stress -q --per-grain hand | scree-move --by 1,0 | grep '^columns body' | tail -n 1 >moved
ok 'a shifted one keeps them' grep -q s_xy moved

# ---- frames without contacts, and options that do not go together ----

scree-dem3 -q -t 2 -e 0.5 --light 2 heap3 >light
scree-stress --per-grain light >a 2>said
is 'frames without records are left out' "$(grep '^frame' a)" "$(grep '^frame.*contact=' light)"
ok 'and counted' grep -q '2 of 7 frames have no contact records with forces and are left out' said
fails 3 'no frame has contact records' 'no records at all' scree-stress --per-grain space
fails 2 'print different tables, and --per-grain a stream' 'two outputs' scree-stress --per-grain --drops hand
fails 2 'print different tables, and --per-grain a stream' 'two others' scree-stress --per-grain --wall-forces hand
fails 3 'the stream is empty' 'no stream' scree-stress --per-grain
finish
