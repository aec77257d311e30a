#!/bin/sh
# scree-flux in space: bodies that pass planes, are wrapped, disappear, against what can be counted by hand.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

rows() { grep -v '^#' "$@" | grep .; }
cell() { awk -v name="$1" -v row="$2" '/^# t(\[| |ime)/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ && NF && ++n == row { print $at[name] }' "$3"; }

# balls of the volume pi / 6 and twice the density: 1 falls through z = 2, 2 rises through it, 3 falls out between frames, 4 goes
# twice through the periodic edge of x, 5 is a wall, 6 is new
{ cat <<'END'
scree 1 dim=3
units length=m mass=kg time=s
domain lo=0,0,0 hi=4,3,8 periodic=x
gravity 0,0,-10
material m density=2
shape 1 sphere r=0.5
shape 2 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag x y z ix iy iz vx vy vz
frame 0 t=0 body=5
body 1 1 m - 1 1 2.5 0 0 0 0 0 -1
body 2 1 m - 1 2 1 0 0 0 0 0 9
body 3 1 m - 1 1 3 0 0 0 0 0 -1
body 4 1 m - 3 1 6 0 0 0 14 0 0
body 5 2 m floor 0 0 3 0 0 0 0 0 0
end 0
frame 1 t=0.5 body=5
body 1 1 m - 1 1 1.5 0 0 0 0 0 -2
body 2 1 m - 1 2 4 0 0 0 0 0 5
body 4 1 m - 2 1 6 2 0 0 14 0 0
body 5 2 m floor 0 0 1 0 0 0 0 0 0
body 6 1 m - 1 1 7 0 0 0 0 0 0
end 1
END
} >scene
scree-flux --no-provenance --z 2 scene >a
is 'columns in space' "$(grep '^# t' a)" \
	'# t[s] forth forth_mass[kg] forth_volume[m^3] back back_mass[kg] back_volume[m^3] number mass[kg] volume[m^3] rate[1/s] mass_rate[kg/s] volume_rate[m^3/s] gone came'
is 'nothing in the first frame' "$(rows a | head -n 1)" '0 0 0 0 0 0 0 0 0 0 ? ? ? 0 0'
# 3, which is gone, would have come from 3 to 3 - 0.5 - 1.25
is 'down is forth; what is gone goes on falling' "$(cell forth 2 a) $(cell back 2 a) $(cell number 2 a) $(cell gone 2 a) $(cell came 2 a)" '2 1 1 1 1'
near 'mass' "$(cell forth_mass 2 a)" "$(awk 'BEGIN { printf "%.15g", 4 * 3.14159265358979 / 6 }')" 1e-12
near 'volume per time' "$(cell volume_rate 2 a)" "$(awk 'BEGIN { printf "%.15g", 3.14159265358979 / 3 }')" 1e-12
is 'without gravity along x to the right, and in every period' "$(scree-flux -q --x 1 scene | rows | tail -n 1 | cut -d' ' -f2,5)" '2 0'
is 'a plane where the body stands is passed' "$(scree-flux -q --x 3 scene | rows | tail -n 1 | cut -d' ' -f2,5)" '1 0'
is 'nothing across y' "$(scree-flux -q --y 1.5 scene | rows | tail -n 1 | cut -d' ' -f2,5)" '0 0'
is 'only some' "$(scree-flux -q --z 2 --where 'y < 1.5' scene | rows | tail -n 1 | cut -d' ' -f2,5)" '2 0'
scree-flux -q --z 2 --mean scene >b
is 'the whole stream' "$(grep '^# time' b | cut -d' ' -f2-4) $(cell number 1 b) $(cell rate 1 b)" 'time[s] number mass[kg] 1 2'
# bodies of different masses, volumes and sizes that pass, come, and go, of which some stop short: all columns, by all three axes.
# t id x y z vx vy vz mass volume, of rows in no order
cat >odd.rows <<'S'
0 41 2.5 1.5 5.5 0.1 -0.2 0.3 2 1.2
0 7 3.5 2.5 4.5 -0.4 0.6 3 0.9 0.4
0 19 3.1 3.2 6.2 0.2 -2.5 -2.4 1.4 0.8
0 5 2.7 1.7 6.5 -0.1 0.8 -0.7 3.1 2
0 23 4.5 2.3 5.3 -3.3 -2 -2 0.6 0.5
0.5 7 3.4 1.6 5.6 0.5 1 1 0.9 0.4
0.5 41 2.6 2.7 4.7 0.3 0.4 0.8 2 1.2
0.5 30 3.2 1.2 4.2 0.5 1.1 2.2 1.7 0.9
0.5 2 2.2 2.9 8 1.5 -1.3 -3 2.6 1.1
1.25 30 3.9 2.2 5.2 0.4 0.1 0.1 1.7 0.9
1.25 2 2.9 1.8 4.1 0.5 -0.6 -3 2.6 1.1
1.25 41 2.4 1.9 4.9 0.9 1.9 1.7 2 1.2
2 7 3.6 2.7 5.7 0.1 -0.4 0 0.9 0.4
2 30 2.3 1.6 4.6 -0.4 0.1 0 1.7 0.9
S
awk '!($2 in s) { s[$2] = 0.5 + 0.1 * ++k; m = m sprintf("material m%d density=%.17g\nshape %d sphere r=0.5\nmass %d volume=%.17g I=1,1,1\n", $2, $9 / $10, 100 + $2, 100 + $2, $10 / s[$2] ^ 3) }
	$1 != t && n { frame() } { t = $1; row[n++] = sprintf("%d %d m%d %.17g %s %s %s %s %s %s", $2, 100 + $2, $2, s[$2], $3, $4, $5, $6, $7, $8) }
	function frame(k) { b = b "frame " (f + 0) " t=" t " body=" n "\n"; for (k = 0; k < n; k++) b = b "body " row[k] "\n"; b = b "end " (f++ + 0) "\n"; n = 0 }
	END { frame(); printf "scree 1 dim=3\ngravity 0.3,0.7,-1.2\n%scolumns body id shape material size x y z vx vy vz\n%s", m, b }' odd.rows >odd
by_hand() { awk "$@" -f "$root/tests/odd_flux.awk" odd.rows; }
alike 'every column of a level plane' "$(scree-flux -q --z 5 odd | columns)" "$(by_hand -v level=5 -v axis=2 -v forth=-1 -v g=-1.2)"
alike 'across y' "$(scree-flux -q --y 2 odd | columns)" "$(by_hand -v level=2 -v axis=1 -v forth=1 -v g=0.7)"
alike 'across x' "$(scree-flux -q --x 3 odd | columns)" "$(by_hand -v level=3 -v axis=0 -v forth=1 -v g=0.3)"
alike 'gravity that pulls the other way' "$(sed 's/gravity 0.3,0.7/gravity 0.3,-0.7/' odd | scree-flux -q --y 2 | columns)" \
	"$(by_hand -v level=2 -v axis=1 -v forth=-1 -v g=-0.7)"
alike 'all of it in one row, rates with errors' "$(scree-flux -q --mean --z 5 odd | columns)" "$(by_hand -v mean=1 -v level=5 -v axis=2 -v forth=-1 -v g=-1.2)"
# with a period of 4 along the axis every image of the plane counts: one body goes from 3.5 to 9.5, one from 4.5 to 0.25. A plane at
# 4.5 has images at 0.5 and 8.5; a body on a plane is in front of it
printf '%s\n' 'scree 1 dim=3' 'domain lo=-1,0,4 hi=3,3,8 periodic=z' 'material m density=3' 'shape 1 sphere r=0.5' 'mass 1 volume=0.5 I=1,1,1' 'columns body id shape material x y z iz' 'frame 0 t=0 body=2' \
	'body 3 1 m 0 1 7.5 -1' 'body 1 1 m 0 1 4.5 0' 'end 0' 'frame 1 t=1 body=2' 'body 3 1 m 0 1 5.5 1' 'body 1 1 m 0 1 4.25 -1' 'end 1' >periods
is 'in periods, forth and back' "$(for z in 5 5.5 4.5 4.25 7.75; do scree-flux -q --z $z periods | columns forth back | tail -n 1; done | tr '\n' ' ')" '2 1 2 1 2 2 2 1 2 1 '
is 'which counts as often' "$(scree-flux -q --z 5 periods | columns forth_mass forth_volume back_mass mass volume | tail -n 1)" '3 1 1.5 1.5 0.5'
# on the plane: 1 comes to it, 2 leaves it upwards, 3 downwards
printf '%s\n' 'scree 1 dim=3' 'shape 1 sphere r=0.5' 'columns body id shape x y z' 'frame 0 t=0 body=3' 'body 1 1 0 1 4' 'body 2 1 0 1 5' \
	'body 3 1 0 1 5' 'end 0' 'frame 1 t=1 body=3' 'body 1 1 0 1 5' 'body 2 1 0 1 6' 'body 3 1 0 1 4' 'end 1' >on
is 'on the plane' "$(for k in 1 2 3; do scree-flux -q --z 5 --where "id == $k" on | columns forth back | tail -n 1; done | tr '\n' ' ')" '1 0 0 0 0 1 '
# a body that leaves the selection, and the one that enters it, are in both frames: 1 rolls on its floor out of x = 3, 2 into it
printf '%s\n' 'scree 1 dim=3' 'gravity 0,0,-10' 'shape 1 sphere r=0.5' 'columns body id shape x y z vx' 'frame 0 t=0 body=2' 'body 1 1 2.9 0 0.5 1' \
	'body 2 1 3.1 1 0.5 -1' 'end 0' 'frame 1 t=0.5 body=2' 'body 1 1 3.4 0 0.5 1' 'body 2 1 2.6 1 0.5 -1' 'end 1' >rolls
is 'a body that leaves the selection has not fallen through its floor' \
	"$(scree-flux -q --z 0 --where 'x*x + y*y < 9' rolls | columns forth back gone came | tail -n 1)" '0 0 0 0'
is 'but has passed what it passed' "$(scree-flux -q --x 3 --where 'x*x + y*y < 9' rolls | columns forth back gone came | tail -n 1)" '1 0 0 0'
# a body that was put back has not risen from -4 to 8
printf '%s\n' 'scree 1 dim=3' 'shape 1 sphere r=0.5' 'columns body id shape x y z vz laps' 'frame 0 t=0 body=2' 'body 1 1 3 1 1 -5 0' \
	'body 2 1 3 1 -4 -5 0' 'end 0' 'frame 1 t=1 body=2' 'body 1 1 3 1 8 0 1' 'body 2 1 3 1 8 0 1' 'end 1' >laps
is 'a body that was put back' "$(scree-flux -q --z 0 laps | columns forth back gone came | tail -n 1)" '0 1 2 2'

fails 2 'from: is for streams in 2D, found dim=3' 'ends' scree-flux --z 2 --from 0 --to 1 scene
fails 2 'from: is for streams in 2D' 'one end' scree-flux --z 2 --from 0 scene
fails 2 'to: is for streams in 2D' 'the other' scree-flux --z 2 --to 0 scene
fails 2 'jam: is for streams in 2D' 'jams' scree-flux --z 2 --jam 1 scene
fails 2 'line: is for streams in 2D' 'a line' scree-flux --line 0,0,1,1 scene
fails 2 'several lines, expected one of' 'two planes' scree-flux --z 2 --x 1 scene
fails 2 'z: is for streams in 3D, found dim=2' 'z in the plane' scree-flux --z 2 "$root/tests/data/chain.scree"
cat scene "$root/tests/data/chain.scree" >mixed
fails 3 'dim=2' 'two dimensions in one table' scree-flux --x 1 mixed
finish
