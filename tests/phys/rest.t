#!/bin/sh
# scree-dem2 at rest and rolling, against statics: a column's weight, loads on a plate, a rim that rolls
. "$(dirname "$0")/../tap.sh"

# value of body $2's column $3 in the last frame of file $1
body() {
	awk -v id="$2" -v name="$3" '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $2 == id { v = $at[name] } END { printf "%.17g", v }' "$1"
}
# scene LAWS CONSTRAINTS BODIES
scene() {
	printf '%s\n' 'scree 1 dim=2' 'gravity 0,-10' 'material grain density=1' "law grain grain linear $1" \
		'shape 1 point r=0.5 0,0' 'shape 2 polyline r=0.1 -5,0 5,0' 'shape 3 polyline r=0.2 -2,0 2,0' \
		'shape 4 point r=0.5 0,0' 'mass 4 area=0.78 I=0.1755 method=given' \
		'constraint wall x=fixed y=fixed angle=fixed' "constraint top $2" \
		'columns body id shape tag x y vx material' "frame 0 t=0 body=$(printf '%s\n' "$3" | wc -l)" \
		"$(printf '%s\n' "$3" | sed 's/^/body /; s/$/ grain/')" 'end 0'
}
for by in verlet gear; do
	scene 'kn=1e4 kt=1000 mu=0.2 en=0.3' 'x=fixed' '2 2 wall 0 0 0
11 1 - 0 0.6 0
12 1 - 0 1.6 0
13 1 - 0 2.6 0' | scree-dem2 -q -t 10 -d 1e-3 --forces --integrator $by >column
	near "$by: a column presses with its weight" "$(body column 2 fy)" "$(awk 'BEGIN { printf "%.12f", -30 * atan2(0, -1) / 4 }')" 1e-8
	near "$by: and stands" "$(body column 13 x)" 0 1e-9
	for load in 'y=p:-2:8' 'y=f:-7:37' 'm=3:30'; do # loads on a length of 4 and a mass of 3, weight beside f: and nothing
		con=${load%:*}
		scene 'kn=1e4 kt=1000 mu=0.2 en=0.3' "x=fixed angle=fixed $con c=5 $(test "$con" = m=3 || echo m=3)" '2 2 wall 0 0 0
11 1 - -1 0.6 0
12 1 - 1 0.6 0
3 3 top 0 1.3 0' | scree-dem2 -q -t 30 -d 1e-3 --forces --integrator $by >plate
		near "$by: a plate under $con rests on grains that bear it" "$(body plate 3 fy)" "${load##*:}" 1e-6
	done
done

# sliding to rolling: v = v0 / (1 + I / m R^2), R to the middle of the overlap; I / m = 0.225
scene 'kn=1e5 kt=1e4 mu=0.2 en=0.5' 'x=fixed' '2 2 wall 0 0 0
4 4 - 0 0.599922 1' | scree-dem2 -q -t 1 -d 1e-4 >rim
near "a disk heavy at its rim rolls at 1 / (1 + I / m R^2)" "$(body rim 4 vx)" \
	"$(awk 'BEGIN { R = 0.5 - 0.78 * 10 / 1e5 / 2; printf "%.12f", 1 / (1 + 0.225 / (R * R)) }')" 1e-5
# the load on a turning wall goes with its length across, 2 cos(w t), also where no grain is near: v' = -0.02 cos(w t)
cat >turn <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=1 kt=0.1 mu=0.5 en=0.5
shape 1 polyline r=0.1 -1,0 1,0
shape 2 point r=0.1 0,0
constraint wall x=fixed y=p:-0.01 angle=v:0.7 m=1
columns body id shape material tag x y angle
frame 0 t=0 dt=0 due=0 body=2
body 1 1 grain wall 0 0 0
body 2 2 grain - 50 50 0
end 0
END
for skin in 0 30; do
	scree-dem2 -q -t 1 -d 0.01 --skin $skin turn >turned
	near "a turning wall bears the load on its length, skin $skin" "$(body turned 1 vy)" "$(awk 'BEGIN { printf "%.12f", -0.02 / 0.7 * sin(0.7) }')" 1e-6
done
finish
