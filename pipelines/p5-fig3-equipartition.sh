#!/bin/sh
# p5-fig3-equipartition: one clump in an elastic box shares its energy between translation and rotation.
#
# Question   The note on rigid clumps in MercuryDPM (section 4.1, fig. 3) throws one elastic clump into a box without
#            friction. If the clump moves along one axis and turns about one, the mean energies of rotation and translation become
#            equal. If it moves along two axes and turns about one, rotation has half the energy of translation. And in space?
# Given      the box of the driver, +-10, a T-bar with v = (4, 0, 10) and omega = (0, 5, 0), density 1, no friction, no
#            damping.
# Missing    the body with 1 + 1 degrees of freedom, the length of the averages, any error.
# Chosen     a dumbbell of two touching pebbles of radius 0.4 in a box of +-3, and the T-bar of the driver. Constraints hold
#            the bodies on a line or in a plane; the T-bar of the driver without constraints is a run of its own. In space a
#            dumbbell has 3 + 2 degrees of freedom, because nothing changes its spin about its own axis, and a T-bar has 3 +
#            3. Stiffnesses are 300 and 3e4 instead of 1e6: the mean kinetic energies depend only on the degrees of freedom
#            and not on the potential energy, so soft contacts are sufficient for a mean, and long runs become cheap. Errors
#            are by blocking, for the difference that should be 0. A T-bar may stay for a long time in motions that are almost
#            regular, so the error from one run is unreliable. For the T-bar there are therefore sixteen runs in boxes that
#            differ by a thousandth. Each counts after a tenth of its time, when the T-bar has left its plane, and the error
#            follows from the spread of the runs. The runs of 2 + 1 and 3 + 2 degrees of freedom are
#            longer than that of 1 + 1, since their ratios must be right within 0.05 of themselves.
# Runtime    five minutes.
# Leaves     energy.png (fig. 3B, of the dumbbell), ratio.png and ratio.tab (fig. 3C: the ratio of the means up to a
#            time), shares.tab, plane.png (how the T-bar of the driver leaves its plane).
#
# CLAIM p5-fig3-1-1 printed=1 holds='0.9 <= m && m <= 1.1' quick=- energy of rotation over translation, dumbbell along one axis
# CLAIM p5-fig3-1-1-errors printed=0 holds='-3 <= m && m <= 3' difference of this ratio from 1, in standard errors
# CLAIM p5-fig3-2-1 printed=0.5 holds='0.475 <= m && m <= 0.525' quick=- energy of rotation over translation, dumbbell along two
#       axes
# CLAIM p5-fig3-2-1-errors printed=0 holds='-3 <= m && m <= 3' difference of this ratio from 1/2, in standard errors
# CLAIM p5-fig3-tbar printed=0.5 holds='0.475 <= m && m <= 0.525' quick=- rotation over translation, the driver's T-bar, held in
#       its plane
# CLAIM p5-fig3-tbar-errors printed=0 holds='-3 <= m && m <= 3' quick=- difference of this ratio from 1/2, in standard errors
# CLAIM p5-fig3-free printed=0.5 holds='0.475 <= m && m <= 0.525' quick=- rotation over translation, the driver's T-bar without
#       constraints
# DIFFERS motion in a plane is unstable: spin about the other axes grows from rounding errors, tenfold in little more than a
#       second, and then there are two degrees of freedom of translation and three of rotation
# CLAIM p5-fig3-free-errors printed=none holds='-3 <= m && m <= 3' quick=- difference of this ratio from 3/2, in standard errors
# CLAIM p5-fig3-3-2 printed=degrees holds='0.633 <= m && m <= 0.7' quick=- rotation over translation, dumbbell in space; expected
#       2/3
# CLAIM p5-fig3-3-2-errors printed=0 holds='-3 <= m && m <= 3' difference of this ratio from 2/3, in standard errors
# CLAIM p5-fig3-3-3 printed=degrees holds='0.95 <= m && m <= 1.05' quick=- rotation over translation, T-bar in space; expected 1
# CLAIM p5-fig3-3-3-errors printed=0 holds='-3 <= m && m <= 3' quick=- difference of this ratio from 1, in standard errors
# CLAIM p5-fig3-energy printed=elastic holds='m <= 0.02' greatest relative change of the energy in any run, with contacts of 25
#       steps each
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit

# motion SHAPE STIFFNESS BOX TIME DT OPTIONS-OF-FILL -- OPTIONS-OF-SET: the energies of the body
motion() {
	shape=$1 kn=$2 box=$3 t=$4 dt=$5
	shift 5
	fill=
	while [ "$1" != -- ]; do
		fill="$fill $1"
		shift
	done
	shift
	# shellcheck disable=SC2086
	scree-shape $shape | scree-fill -q --at 0,0,0 $fill | scree-set --law "grain,grain,kn=$kn,kt=0,mu=0,en=1" "$@" |
		scree-wall -q box --lo "-$box,-$box,-$box" --hi "$box,$box,$box" >scene
	scree-dem3 -q -t "$t" -d "$dt" --every 1 --light 1000000000 scene | scree-energy -q
	rm scene
}
# drift FILE: the largest relative change of the energy
drift() {
	awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		NF { e = $at["total"]; if (!n++) first = e; d = e / first - 1; d = d < 0 ? -d : d; if (d > worst) worst = d } END { print worst + 0 }' "$1" >>energies
}
# run NAME RATIO SHAPE STIFFNESS BOX TIME ...: a row of shares.tab
run() {
	name=$1 expect=$2
	shift 2
	motion "$@" >"$name.tab"
	drift "$name.tab"
	scree-mean -q -y kin_rot,kin_lin "$name.tab" >mean.tab
	scree-mean -q -y "kin_rot-$expect*kin_lin" "$name.tab" >difference.tab
	awk -v name="$name" -v expect="$expect" '
		/^#/ { for (i = 2; i <= NF; i++) at[$i] = i - 1; next }
		$1 == "kin_rot" { rot = $at["mean"] }
		$1 == "kin_lin" { lin = $at["mean"] }
		FILENAME == "difference.tab" { n++; printf "%s %s %.4f %.4f %.2f\n", name, expect, rot / lin, $at["error"] / lin, $at["mean"] / $at["error"] }' \
		mean.tab difference.tab >>shares.tab
	tail -n 1 shares.tab
}
# runs NAME RATIO SHAPE STIFFNESS BOX TIME ...: the same for many runs in boxes that differ by a thousandth; NAME.tab has the sums
runs() {
	name=$1 expect=$2 body=$3 stiffness=$4 half=$5 length=$6
	shift 6
	: >many
	for k in $many; do
		motion "$body" "$stiffness" "$half.0$k" "$length" "$@" >one.tab
		drift one.tab
		cat one.tab >>many
	done
	awk -v name="$name" -v expect="$expect" -v from="$(compute "$length / 10")" '
		/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		NF { t = $at["t"]; if (t == 0) n++; if (!(t in lin)) order[++rows] = t; lin[t] += $at["kin_lin"]; rot[t] += $at["kin_rot"] }
		NF && t >= from { x[n] += $at["kin_rot"] - expect * $at["kin_lin"]; l += $at["kin_lin"]; r += $at["kin_rot"] }
		END {
			for (k = 1; k <= n; k++) { mean += x[k] / n; square += x[k] ^ 2 / n }
			error = n > 1 ? sqrt((square - mean ^ 2) / (n - 1)) : mean
			printf "%s %s %.4f %.4f %.2f\n", name, expect, r / l, n * error / l, mean / error >"row"
			print "# scree-table 1\n# t[T] kin_lin kin_rot"
			for (k = 1; k <= rows; k++) print order[k], lin[order[k]], rot[order[k]]
		}' many >"$name.tab"
	cat row >>shares.tab
	cat row
	rm row one.tab many
}
share() { # NAME COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' shares.tab
}

printf '%s\n' '# scree-table 1' '# motion degrees ratio error errors_off' >shares.tab
long=$(choose 20000 1000) longer=$(choose 80000 1000) short=$(choose 1000 80)
many=$(choose "11 12 13 14 15 16 17 18 19 21 22 23 24 25 26 27" 11)
tilt=0.9551714686693206,0,0,0.2960531463100721
line='it x=fixed z=fixed rx=fixed ry=fixed'
plane='it z=fixed rx=fixed ry=fixed'
: >energies
run 1+1 1 'dumbbell --radius 0.4' 300 3 "$long" 0.004 --quaternion "$tilt" -- --velocity 0,3,0 --tag it --constrain "$line"
run 2+1 0.5 'dumbbell --radius 0.4' 300 3 "$longer" 0.004 --quaternion "$tilt" -- --velocity 1,2.83,0 --tag it --constrain "$plane"
runs tbar 0.5 tbar 30000 10 "$short" 0.001 -- --velocity 4,10,0 --omega 0,0,5 --tag it --constrain "$plane"
runs free 1.5 tbar 30000 10 "$short" 0.001 -- --velocity 4,10,0 --omega 0,0,5
run 3+2 0.66666666666666667 'dumbbell --radius 0.4' 300 3 "$longer" 0.004 --quaternion 0.8,0.4,0.2,0.4 -- --velocity 1,2,2
runs 3+3 1 tbar 30000 10 "$short" 0.001 --quaternion 0.8,0.4,0.2,0.4 -- --velocity 4,10,3

# fig. 3C: rotation over translation, both averaged from the start
for m in 1+1 2+1 tbar free 3+2 3+3; do
	awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		NF { lin += $at["kin_lin"]; rot += $at["kin_rot"]; if (++n % 20 == 0) print $at["t"], rot / lin }' "$m.tab" |
		awk 'BEGIN { print "# scree-table 1\n# t[T] ratio" } { print }' >"running-$m.tab"
done
energy=$(sort -g energies | tail -n 1)
beside t ratio 1_and_1=running-1+1.tab 2_and_1=running-2+1.tab 3_and_2=running-3+2.tab >ratio.tab
scree-plot -q -o ratio.png --title 'dumbbell: energy of rotation by that of translation, mean up to a time' --y-range 0,1.5 \
	--y-label 'ratio of means' ratio.tab
beside t ratio in_its_plane=running-tbar.tab free=running-free.tab in_space=running-3+3.tab >ratio-tbar.tab
scree-plot -q -o ratio-tbar.png --title 'T-bar: energy of rotation by that of translation, mean up to a time' --y-range 0,2 \
	--y-label 'ratio of means' ratio-tbar.tab
scree-plot -q -o energy.png -y kin_lin,kin_rot --x-range 0,100 --title 'dumbbell between two walls' 1+1.tab

# how the T-bar of the driver leaves its plane
scree-shape tbar | scree-fill -q --at 0,0,0 | scree-set --law grain,grain,kn=30000,kt=0,mu=0,en=1 --velocity 4,10,0 --omega 0,0,5 |
	scree-wall -q box --lo -10,-10,-10 --hi 10,10,10 | scree-dem3 -q -t "$(choose 100 20)" -d 0.001 --every 0.5 --light 1000000 | scree-orient -q |
	awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		BEGIN { print "# scree-table 1\n# t[T] across[1/T] along[1/T]" }
		NF { w = sqrt($at["wx"] ^ 2 + $at["wy"] ^ 2); z = $at["wz"]; if (w) print $at["t"], w, z < 0 ? -z : z }' >plane.tab
scree-plot -q -o plane.png -y across,along --log y --title "spin of the driver's T-bar across and along the normal of its plane" plane.tab
cat shares.tab
for m in 1+1 2+1 tbar free 3+2 3+3; do
	echo "claim p5-fig3-$(echo "$m" | tr + -) $(share "$m" 3); claim p5-fig3-$(echo "$m" | tr + -)-errors $(share "$m" 5)"
done >judge
judge=$(cat judge)
rm -f running-*.tab energies judge mean.tab difference.tab 1+1.tab 2+1.tab tbar.tab free.tab 3+2.tab 3+3.tab
cd - >/dev/null

eval "$judge"
claim p5-fig3-energy "$energy"
