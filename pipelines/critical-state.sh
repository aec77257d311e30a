#!/bin/sh
# critical-state: do a loose and a dense sample reach the same state when they are sheared slowly?
#
# Question   A loose sample contracts when it is sheared, a dense one dilates, and both reach the same critical state, in
#            which friction and solid fraction do not depend on the beginning (Casagrande, 1936; Roscoe, Schofield and Wroth,
#            Geotechnique 8, 22, 1958). The dense sample passes a peak of friction on the way; the loose one does not need to.
#            Does scree find this in the plane and in space?
# Chosen     periodic cells under a constant pressure along y; 300 disks whose diameters vary by 20 %, 300 spheres whose
#            diameters vary by 10 %; the same bodies at the same places are compressed with mu = 1 (loose) or without friction
#            (dense), and then sheared with mu = 0.5 at the inertial number 0.001 to a strain of 8.4. The critical state is the
#            mean beyond a strain of 1, the peak the largest mean over a strain of 0.042 before 0.3.
# Runtime    less than a quarter of an hour on two cores.
# Leaves     friction.png, solid.png, prepared.png, runs.tab.
#
# CLAIM critical-state-plane-friction printed=same holds='m <= 0.05' quick=- relative difference of the critical frictions,
#       disks
# CLAIM critical-state-plane-solid printed=same holds='m <= 0.005' quick=- difference of the critical solid fractions, disks
# CLAIM critical-state-space-friction printed=same holds='m <= 0.05' quick=- relative difference of the critical frictions,
#       spheres
# CLAIM critical-state-space-solid printed=same holds='m <= 0.005' quick=- difference of the critical solid fractions, spheres
# CLAIM critical-state-plane-prepared printed=differ holds='m >= 0.02' quick='m > 0' difference of the solid fractions before
#       shear, disks
# CLAIM critical-state-space-prepared printed=differ holds='m >= 0.02' quick='m > 0' difference of the solid fractions before
#       shear, spheres
# CLAIM critical-state-dilation printed=dilates holds='m > 0.01' quick=- decrease of the solid fraction of dense samples, less
#       of two
# CLAIM critical-state-peak printed=peak holds='m > 1.1' quick=- peak of friction over critical friction of dense samples,
#       less of two
# CLAIM critical-state-stress printed=1 holds='m <= 0.01' quick='m <= 0.2' largest relative difference of the mean stress from
#       its target
# CLAIM critical-state-first-law printed=balance holds='m <= 1e-3' largest relative error of the first law, all runs
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/shear.inc.sh"

cd "$out" || exit
n=$(choose 300 30) inertial=$(choose 0.001 0.1) strain=$(choose 8.4 0.6) width=$(choose 0.042 0.006) from=$(choose 1 0.2)
frames=$(choose 5600 100)
bodies() { # SIMULATOR
	case $1 in
	scree-dem2) scree-shape disk | scree-fill -q -n "$n" --fraction 0.6 --sizes uniform:0.8,1.2 --periodic xy ;;
	*) scree-shape sphere | scree-fill -q -n "$n" --fraction 0.5 --sizes uniform:0.9,1.1 --periodic xyz ;;
	esac
}
curve() { # NAME RATE: strain, friction and solid fraction, means over a strain of $width
	awk -v rate="$2" -v width="$width" '
		/^# t/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); c[$i] = i - 1 } print "# scree-table 1\n# strain friction solid"; next }
		/^[0-9]/ {
			if (!n++) { start = $1; print 0, 0, $c["solid"]; next }
			k++
			y += $c["s_yy"] + $c["k_yy"]; x -= ($c["s_xy"] + $c["s_yx"]) / 2 + $c["k_xy"]; f += $c["solid"]
			strain = rate * ($1 - start)
			if (strain >= (bin + 1) * width * 0.9999) {
				printf "%.4g %.5g %.5g\n", (bin + 0.5) * width, x / y, f / k
				bin++
				k = x = y = f = 0
			}
		}' "$1.stress"
}
# run SIMULATOR WAY: prepare and shear; writes a row of the table
run() {
	case $1 in
	scree-dem2) space=plane targets=-,$pressure law=grain,grain,kn=1,kt=0.5,en=0.5 ;;
	*) space=space targets=-,$pressure,- law=grain,grain,kn=1,kt=0.3,en=0.5 ;;
	esac
	case $2 in loose) mu=1 ;; *) mu=0 ;; esac
	name=$space-$2
	bodies "$1" | prepare "$1" $mu "$(choose 1500 150)" >"$name.packed"
	scree-set -q --law "$law,mu=0.5" "$name.packed" >"$name.start"
	rate=$(compute "$inertial * $(per_inertial "$name.start")")
	shear "$1" "$name.start" "$name" "$rate" "$strain" "$frames" $targets
	curve "$name" "$rate" >"$name.tab"
	echo "$name $inertial $(steady "$name" "$rate" "$from")" "$(awk '/^[0-9]/ { print $3; exit }' "$name.tab")" \
		"$(awk '/^[0-9]/ && $1 < 0.3 && $2 > m { m = $2 } END { print m + 0 }' "$name.tab")" "$(first_law "$name")"
	rm "$name.start"
}
for simulator in scree-dem2 scree-dem3; do
	for way in loose dense; do
		run $simulator $way >row-$simulator-$way &
	done
done
wait
{
	echo '# scree-table 1'
	echo '# name I pressure friction solid prepared peak error'
	cat row-scree-dem2-loose row-scree-dem2-dense row-scree-dem3-loose row-scree-dem3-dense
} >runs.tab
rm -f row-*
cat runs.tab

for quantity in friction solid; do
	beside strain $quantity plane,loose=plane-loose.tab plane,dense=plane-dense.tab space,loose=space-loose.tab space,dense=space-dense.tab |
		tr ',' '-' >$quantity.tab
done
four=plane-loose,plane-dense,space-loose,space-dense
scree-plot -q -o friction.png -x strain -y $four --y-label 'shear stress over pressure' --title 'slow shear at constant pressure' friction.tab
scree-plot -q -o solid.png -x strain -y $four --y-label 'solid fraction' --title 'slow shear at constant pressure' solid.tab
scree-draw -q -f -o loose.png --size "$(choose 500 100)" plane-loose.packed
scree-draw -q -f -o dense.png --size "$(choose 500 100)" plane-dense.packed
panel prepared.png 2 loose=loose.png dense=dense.png
cd - >/dev/null

of() { # NAME COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' "$out/runs.tab"
}
apart() { # A B: without sign
	awk -v a="$1" -v b="$2" 'BEGIN { print a < b ? b - a : a - b }'
}
for space in plane space; do
	loose=$(of $space-loose 4) dense=$(of $space-dense 4)
	claim critical-state-$space-friction "$(compute "2 * $(apart "$loose" "$dense") / ($loose + $dense)")"
	claim critical-state-$space-solid "$(apart "$(of $space-loose 5)" "$(of $space-dense 5)")"
	claim critical-state-$space-prepared "$(compute "$(of $space-dense 6) - $(of $space-loose 6)")"
done
less() {
	sort -g | head -n 1
}
claim critical-state-dilation "$(for space in plane space; do compute "$(of $space-dense 6) - $(of $space-dense 5)"; echo; done | less)"
claim critical-state-peak "$(for space in plane space; do compute "$(of $space-dense 7) / $(of $space-dense 4)"; echo; done | less)"
claim critical-state-stress "$(awk -v p=$pressure '!/^#/ { d = $3 / p - 1; d = d < 0 ? -d : d; if (d > m) m = d } END { print m }' "$out/runs.tab")"
claim critical-state-first-law "$(awk '!/^#/ && $8 > m { m = $8 } END { print m + 0 }' "$out/runs.tab")"
