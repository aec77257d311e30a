#!/bin/sh
# rheology-plane: how do friction and solid fraction of a sheared material of the plane depend on the inertial number?
#
# Question   Da Cruz, Emam, Prochnow, Roux and Chevoir (Physical Review E 72, 021309, 2005) shear disks under constant
#            pressure. Up to about 0.2, friction grows with the inertial number I = rate d sqrt(rho / p) as 0.25 + 1.1 I, and
#            the solid fraction falls as 0.81 - 0.3 I. Does scree find this, does it hold the pressure that was asked for, and
#            what do rounded Voronoi grains do? Angular grains hinder each other's rotation, so they resist more than disks
#            (Estrada, Azema, Radjai and Taboada, Physical Review E 84, 011306, 2011; Saint-Cyr and others, EPL 98, 44008,
#            2012).
# Given      the pressure is constant; the diameters of disks vary by 20 %; mu = 0.4, kt = kn / 2.
# Missing    a published range for rounded Voronoi grains; their claims say what follows from theory.
# Chosen     periodic cells without walls (the paper has rough walls); restitution 0.5, which in dense flow matters little by
#            the paper; 200 disks with mu = 0.4 and with mu = 0.5; 300 Voronoi grains of roundness 0.5 with mu = 0.5; density
#            1, kn = 500 p; eight inertial numbers from 0.001 to 1; a strain of 2 + 100 I, of which the last two thirds count.
#            200 and 800 disks at I = 0.03 and 0.3 are compared, over a strain of 20 or more: at I = 0.03 means of the friction of
#            200 disks over a strain of 3 have a standard deviation of 3 %, over one of 18 of 1 %.
#            Neighbouring cells of a Voronoi diagram fit each other. Pressed together, their grains fill 0.96 of the plane, and
#            a strain of 3 at I = 0.01 moves them in one band only, while all others keep their neighbours. So a strain of 20
#            at I = 1 mixes the grains first.
#            Below I = 0.03 friction changes less than it scatters (that of grains with --seed 2 differs by up to 0.026): the
#            range of this claim, the ranges of the fits and those of the claims on Voronoi grains were set after the first runs.
# Runtime    seven minutes of processor time.
# Leaves     friction.png, solid.png, sheared.png, runs.tab.
#
# CLAIM rheology-plane-friction printed=0.25 holds='0.22 <= m && m <= 0.29' quick=- friction of disks (mu = 0.4) at I = 0, by
#       a line through the points up to I = 0.2
# CLAIM rheology-plane-friction-slope printed=1.1 holds='0.8 <= m && m <= 1.4' quick=- slope of this line
# CLAIM rheology-plane-solid printed=0.81 holds='0.79 <= m && m <= 0.83' quick=- solid fraction of these disks at I = 0, by a
#       line through the points up to I = 0.2
# CLAIM rheology-plane-solid-slope printed=-0.3 holds='-0.45 <= m && m <= -0.2' quick=- slope of this line
# CLAIM rheology-plane-linear printed=linear holds='m >= 0.97' quick=- fraction of the variance of the solid fraction that
#       such a line explains, less of disks with mu = 0.4 and 0.5
# CLAIM rheology-plane-monotonic printed=0 holds='m == 0' quick=- number of neighbouring I from 0.03 to 1 between which
#       friction falls or the solid fraction grows, disks with mu = 0.4 and 0.5
# CLAIM rheology-plane-grains-monotonic printed=0 holds='m == 0' quick=- the same of Voronoi grains
# CLAIM rheology-plane-grains printed=larger holds='m > 1.2' quick=- friction of Voronoi grains over that of disks with the
#       same mu, mean of I from 0.003 to 0.03
# CLAIM rheology-plane-size printed=same holds='m <= 0.05' quick=- relative difference of the friction of 800 disks and of
#       200, larger of two
# CLAIM rheology-plane-stress printed=1 holds='m <= 0.01' quick='m <= 0.2' largest relative difference of the mean stress from
#       its target, all runs, of both sizes
# CLAIM rheology-plane-first-law printed=balance holds='m <= 1e-3' largest relative error of the first law, all runs
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/shear.inc.sh"

cd "$out" || exit
law=grain,grain,kn=1,kt=0.5,en=0.5
table=runs.tab
disks() { # NUMBER
	scree-shape disk | scree-fill -q -n "$1" --fraction 0.6 --sizes uniform:0.8,1.2 --periodic xy
}
grains() { # NUMBER
	scree-voronoi -q -n "$1" --sites jitter --lloyd 3 --roundness 0.5 --void-ratio 0.3 --periodic xy
}
least=2 # strain at I = 0
flow() { # NAME MU SCENE I...: a row of the table for every I
	flow_name=$1 flow_mu=$2 flow_scene=$3
	shift 3
	unit=$(per_inertial "$flow_scene")
	for i in "$@"; do
		rate=$(compute "$i * $unit") strain=$(choose "$(compute "$least + 100 * $i")" 1.5) name=$flow_name-$i
		scree-set -q --law "$law,mu=$flow_mu" "$flow_scene" >"$name.start"
		shear scree-dem2 "$name.start" "$name" "$rate" "$strain" "$(choose 1500 100)" -,$pressure
		echo "$flow_name $i $(steady "$name" "$rate" "$(compute "$strain / 3")") $(first_law "$name")"
		rm "$name.start"
	done
}
disks "$(choose 200 40)" | prepare scree-dem2 0.4 "$(choose 1500 200)" >disks.packed
# grains touch at several points, which needs shorter steps, most of all while they are packed
(step=0.025 && grains "$(choose 300 30)" | prepare scree-dem2 0.5 "$(choose 150 100)" >grains.packed)
all=$(choose '0.001 0.003 0.01 0.03 0.1 0.2 0.3 1' '0.1 0.2')
# shellcheck disable=SC2086
{
	flow disks-0.4 0.4 disks.packed $all >rows-1 &
	flow disks-0.5 0.5 disks.packed $all >rows-2 &
	{
		step=0.05
		shear scree-dem2 grains.packed mixed "$(per_inertial grains.packed)" "$(choose 20 2)" 10 -,$pressure
		flow grains-0.5 0.5 mixed.scree $all >rows-3
	} &
	: >rows-4
	[ "$quick" ] || {
		least=20
		disks 800 | prepare scree-dem2 0.4 1500 >many.packed
		flow few-0.4 0.4 disks.packed 0.03 0.3
		flow many-0.4 0.4 many.packed 0.03 0.3
	} >rows-4 &
	wait
}
{
	echo '# scree-table 1'
	echo '# name I pressure friction solid error'
	cat rows-1 rows-2 rows-3 rows-4
} >$table
rm -f rows-?
cat $table

for quantity in 4:friction 5:solid; do
	curves $table ${quantity%:*} disks-0.4 disks-0.5 grains-0.5 >${quantity#*:}.tab
done
scree-plot -q -o friction.png --log x --style both -x I -y disks-0.4,disks-0.5,grains-0.5 --x-label 'inertial number' --y-label 'shear stress over pressure' \
	--title 'friction in simple shear' friction.tab
scree-plot -q -o solid.png --log x --style both -x I -y disks-0.4,disks-0.5,grains-0.5 --x-label 'inertial number' --y-label 'solid fraction' \
	--title 'solid fraction in simple shear' solid.tab
for name in disks grains; do
	scree-draw -q -f -o $name.png --size "$(choose 500 100)" $name-0.5-"$(choose 0.01 0.1)".scree
done
panel sheared.png 2 disks=disks.png 'Voronoi grains=grains.png'
cd - >/dev/null

table=$out/runs.tab
part() { # NUMBER WORDS...
	shift "$1"
	echo "$1"
}
# shellcheck disable=SC2046,SC2086
{
	line=$(fit "$table" disks-0.4 4 0 0.2)
	claim rheology-plane-friction "$(part 1 $line)"
	claim rheology-plane-friction-slope "$(part 2 $line)"
	line=$(fit "$table" disks-0.4 5 0 0.2)
	claim rheology-plane-solid "$(part 1 $line)"
	claim rheology-plane-solid-slope "$(part 2 $line)"
	claim rheology-plane-linear "$(for name in disks-0.4 disks-0.5; do
		part 3 $(fit "$table" $name 5 0 0.2)
	done | sort -g | head -n 1)"
}
reversals() { # PATTERN: of names
	awk -v pattern="$1" '$1 ~ pattern && $2 >= 0.0299 {
		if ($1 == name) n += ($4 < friction) + ($5 > solid)
		name = $1; friction = $4; solid = $5
	} END { print n + 0 }' "$table"
}
claim rheology-plane-monotonic "$(reversals '^disks')"
claim rheology-plane-grains-monotonic "$(reversals '^grains')"
claim rheology-plane-grains "$(awk '$2 > 0.002 && $2 < 0.031 { s[$1] += $4 } END { if (s["disks-0.5"]) print s["grains-0.5"] / s["disks-0.5"]; else print "?" }' "$table")"
claim rheology-plane-size "$(awk '$1 == "few-0.4" { of[$2] = $4 } $1 == "many-0.4" { n++; d = $4 / of[$2] - 1; d = d < 0 ? -d : d; if (d > m) m = d }
	END { print n ? m + 0 : "?" }' "$table")"
claim rheology-plane-stress "$(awk -v p=$pressure '!/^#/ { d = $3 / p - 1; d = d < 0 ? -d : d; if (d > m) m = d } END { print m }' "$table")"
claim rheology-plane-first-law "$(awk '!/^#/ && $6 > m { m = $6 } END { print m + 0 }' "$table")"
