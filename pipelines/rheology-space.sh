#!/bin/sh
# rheology-space: how do friction and solid fraction of sheared spheres and T-bars depend on the inertial number?
#
# Question   Spheres with mu = 0.5 that are sheared slowly resist with a friction of 0.38 at a solid fraction of 0.59
#            (Chialvo, Sun and Sundaresan, Physical Review E 85, 021305, 2012, by simulation; glass beads: 0.38 and 0.6; Jop,
#            Forterre and Pouliquen, Nature 441, 727, 2006). With the inertial number I = rate d sqrt(rho / p) friction grows
#            and the solid fraction falls. Does scree find this under a constant pressure along y, and how much stronger are
#            T-bars?
# Given      spheres of one size with mu = 0.5.
# Missing    published values for T-bars; their claims compare them with spheres.
# Chosen     periodic cells without walls; 200 spheres whose diameters vary by 10 %, so that they do not form crystals; 80
#            T-bars of ten touching pebbles; mu = 0.5, restitution 0.5, kt = 0.3 kn, density 1, kn = 500 p d; seven inertial
#            numbers from 0.001 to 1; a strain of 2 + 100 I, of which the last two thirds count. 800 spheres at I = 0.03 and
#            0.3 are the second size.
#            Below I = 0.03 friction changes less than it scatters; 80 T-bars scatter more, so claims on them are about means.
#            The ranges of these claims were set after the first runs.
# Runtime    four minutes of processor time.
# Leaves     friction.png, solid.png, sheared.png, runs.tab.
#
# CLAIM rheology-space-friction printed=0.38 holds='0.35 <= m && m <= 0.41' quick=- friction of spheres at I = 0, by a line
#       through the points up to I = 0.03
# CLAIM rheology-space-solid printed=0.59 holds='0.575 <= m && m <= 0.605' quick=- solid fraction of spheres at I = 0, by a
#       line through the points up to I = 0.1
# CLAIM rheology-space-linear printed=linear holds='m >= 0.97' quick=- fraction of the variance of the solid fraction that a
#       line in I up to 0.3 explains, spheres
# CLAIM rheology-space-monotonic printed=0 holds='m == 0' quick=- number of neighbouring I from 0.03 to 1 between which
#       friction falls or the solid fraction grows, spheres
# CLAIM rheology-space-tbars printed=larger holds='m > 1.2' quick=- friction of T-bars over that of spheres, mean of the three
#       least I
# CLAIM rheology-space-tbars-solid printed=smaller holds='m < 1' quick=- solid fraction of T-bars over that of spheres, mean
#       of the three least I
# CLAIM rheology-space-size printed=same holds='m <= 0.05' quick=- relative difference of the friction of 800 spheres and of
#       200, larger of two
# CLAIM rheology-space-stress printed=1 holds='m <= 0.01' quick='m <= 0.2' largest relative difference of the mean stress from
#       its target, all runs, of both sizes
# CLAIM rheology-space-first-law printed=balance holds='m <= 1e-3' largest relative error of the first law, all runs
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/shear.inc.sh"

cd "$out" || exit
law=grain,grain,kn=1,kt=0.3,en=0.5
spheres() { # NUMBER
	scree-shape sphere | scree-fill -q -n "$1" --fraction 0.5 --sizes uniform:0.9,1.1 --periodic xyz
}
flow() { # NAME SCENE I...: a row of the table for every I
	flow_name=$1 flow_scene=$2
	shift 2
	unit=$(per_inertial "$flow_scene")
	for i in "$@"; do
		rate=$(compute "$i * $unit") strain=$(choose "$(compute "2 + 100 * $i")" 1.5) name=$flow_name-$i
		shear scree-dem3 "$flow_scene" "$name" "$rate" "$strain" "$(choose 1500 100)" -,$pressure,-
		echo "$flow_name $i $(steady "$name" "$rate" "$(compute "$strain / 3")") $(first_law "$name")"
	done
}
spheres "$(choose 200 40)" | prepare scree-dem3 0.5 "$(choose 600 100)" >spheres.packed
scree-shape tbar | scree-fill -q -n "$(choose 80 20)" --fraction 0.3 --periodic xyz | prepare scree-dem3 0.5 "$(choose 1000 200)" >tbars.packed
all=$(choose '0.001 0.003 0.01 0.03 0.1 0.3 1' '0.1 0.3')
# shellcheck disable=SC2086
{
	flow spheres spheres.packed $all >rows-1 &
	{ step=0.2 && flow tbars tbars.packed $all >rows-2; } &
	: >rows-3
	[ "$quick" ] || { spheres 800 | prepare scree-dem3 0.5 600 >many.packed && flow many many.packed 0.03 0.3 >rows-3; } &
	wait
}
{
	echo '# scree-table 1'
	echo '# name I pressure friction solid error'
	cat rows-1 rows-2 rows-3
} >runs.tab
rm -f rows-?
cat runs.tab

for quantity in 4:friction 5:solid; do
	curves runs.tab ${quantity%:*} spheres tbars >${quantity#*:}.tab
done
scree-plot -q -o friction.png --log x --style both -x I -y spheres,tbars --x-label 'inertial number' --y-label 'shear stress over pressure' \
	--title 'friction in simple shear' friction.tab
scree-plot -q -o solid.png --log x --style both -x I -y spheres,tbars --x-label 'inertial number' --y-label 'solid fraction' \
	--title 'solid fraction in simple shear' solid.tab
for name in spheres tbars; do
	scree-draw -q -o $name.png --size "$(choose 500 100)" $name-"$(choose 0.01 0.1)".scree
done
panel sheared.png 2 spheres=spheres.png T-bars=tbars.png
cd - >/dev/null

table=$out/runs.tab
part() { # NUMBER WORDS...
	shift "$1"
	echo "$1"
}
over() { # COLUMN: T-bars over spheres, of the three least I
	awk -v c="$1" '$2 < 0.011 { s[$1] += $c } END { if (s["spheres"]) print s["tbars"] / s["spheres"]; else print "?" }' "$table"
}
# shellcheck disable=SC2046
{
	claim rheology-space-friction "$(part 1 $(fit "$table" spheres 4 0 "$(choose 0.03 1)"))"
	claim rheology-space-solid "$(part 1 $(fit "$table" spheres 5 0 "$(choose 0.1 1)"))"
	claim rheology-space-linear "$(part 3 $(fit "$table" spheres 5 0 0.3))"
}
claim rheology-space-monotonic "$(awk '!/^#/ && $2 >= 0.0299 && $1 == "spheres" {
		if ($1 == name) n += ($4 < friction) + ($5 > solid)
		name = $1; friction = $4; solid = $5
	} END { print n + 0 }' "$table")"
claim rheology-space-tbars "$(over 4)"
claim rheology-space-tbars-solid "$(over 5)"
claim rheology-space-size "$(awk '$1 == "spheres" { of[$2] = $4 } $1 == "many" { n++; d = $4 / of[$2] - 1; d = d < 0 ? -d : d; if (d > m) m = d }
	END { print n ? m + 0 : "?" }' "$table")"
claim rheology-space-stress "$(awk -v p=$pressure '!/^#/ { d = $3 / p - 1; d = d < 0 ? -d : d; if (d > m) m = d } END { print m }' "$table")"
claim rheology-space-first-law "$(awk '!/^#/ && $6 > m { m = $6 } END { print m + 0 }' "$table")"
