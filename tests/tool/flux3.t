#!/bin/sh
# scree-flux in space: bodies that pass planes, are wrapped, disappear, against what can be counted by hand.
. "$(dirname "$0")/../tap.sh"

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
fails 2 'from: is for streams in 2D, found dim=3' 'ends' scree-flux --z 2 --from 0 --to 1 scene
fails 2 'jam: is for streams in 2D' 'jams' scree-flux --z 2 --jam 1 scene
fails 2 'line: is for streams in 2D' 'a line' scree-flux --line 0,0,1,1 scene
fails 2 'several lines, expected one of' 'two planes' scree-flux --z 2 --x 1 scene
fails 2 'z: is for streams in 3D, found dim=2' 'z in the plane' scree-flux --z 2 "$root/tests/data/chain.scree"
cat scene "$root/tests/data/chain.scree" >mixed
fails 3 'dim=2' 'two dimensions in one table' scree-flux --x 1 mixed
finish
