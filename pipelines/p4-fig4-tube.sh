#!/bin/sh
# p4-fig4-tube: a thousand ellipsoids fall into an inclined, transparent tube and flow out of it onto a plane.
#
# Question   The paper shows this flow as its figure 4. For every thousand steps it tabulates the number of objects in
#            collision, the contact points, and the seconds that collisions take. How many contacts exist at a time, and how
#            many have begun since the start? How long do they take? Do all ellipsoids leave the tube and come to rest?
# Given      1000 ellipsoids with friction, 6000 steps, 12 cores at 2.5 GHz. After 1000, 2000, ... 6000 steps: objects 800,
#            then 1000 five times; contact points 10104, 51247, 201467, 252378, 312147, 354245; 0.037, 0.049, 0.061, 0.069,
#            0.078, 0.089 s. The number of colliding objects reaches the number of objects; the number of contacts goes on growing
#            while the objects gather. Each step has four phases: before, detection, resolution, after.
# Missing    the sizes of ellipsoids and tube, its inclination, friction, the time step; whether the contacts are those at one
#            time or all contacts until then. An ellipsoid can touch a dozen others, not 354, so they cannot be those at one
#            time.
# Chosen     half axes 0.15, 0.1, 0.1; a tube of length 7 and radius 2, inclined by 40 degrees, with its lower rim 1 above the
#            plane; a column of ellipsoids falls into its mouth. Friction 0.5, rolling resistance 0.02, no restitution,
#            gravity 9.81, 6000 steps of 0.002. Contacts are counted in two ways: those with an impulse in the step, and those
#            that have begun to have an impulse since the start. Times are processor time on one core.
# Runtime    three minutes of processor time.
# Leaves     table.tab (the paper's table), tube.png (at six times), tube.gif, contacts.png, begun.png, phases.png (against time),
#            log.tab.
#
# CLAIM p4-fig4-objects printed=1000 holds='m >= 990' quick=- number of ellipsoids in contact after 6000 steps
# CLAIM p4-fig4-contacts printed=354.2 holds='177 <= m && m <= 708' quick=- contact points per object at one time, after 6000
#       steps
# DIFFERS convex bodies in a heap have about four to six contacts each, and bodies in a single layer on a plane have one or two;
#       354 contacts per body at one time are impossible, so the column of the paper's table counts something else
# CLAIM p4-fig4-begun printed=354245 holds='177000 <= m && m <= 708000' quick=- number of contacts that have begun in 6000 steps
# DIFFERS this number depends on how violently the ellipsoids fall, on the time step, and on what counts as the same contact, and
#       the paper gives none of these; the order of magnitude is that of the paper
# CLAIM p4-fig4-growing printed=grows holds='m > 1' quick=- contacts begun at the end over contacts begun when 95 % of the
#       ellipsoids were first in contact
# CLAIM p4-fig4-seconds printed=0.089 holds='m <= 0.089' quick=- seconds per step, all phases, for the slowest 50 steps in a row
# CLAIM p4-fig4-linear printed=linear holds='m > 0.95' quick=- fraction of the variance of the time for resolution that a time
#       proportional to contacts times sweeps explains
# CLAIM p4-fig4-tube printed=plane holds='m == 0' number of ellipsoids that miss the mouth or remain in the tube
# CLAIM p4-fig4-rest printed=settle holds='m <= 1e-4' quick=- kinetic energy at the end over the energy lost
# CLAIM p4-fig4-overlap printed=missing holds='m <= 0.01' greatest overlap in any frame over the smallest half axis
# CLAIM p4-fig4-first-law printed=missing holds='m <= 1e-6' relative error of the first law
# CLAIM p4-fig4-converged printed=missing holds='m == 0' number of steps whose residual stays above 1e-3
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 1000 40) time=$(choose 12 1.6)

scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n "$n" --box 1.56,2.5,7.9 --lattice sc --spacing 0.31 |
	scree-set --gravity 0,0,-9.81 --law grain,grain,hard,mu=0.5,mur=0.02 | scree-move -q --by -5.85,-1.25,8.6 |
	scree-wall -q pipe --radius 2 --tag pipe -- -5.362,0,7 0,0,2.5 | scree-wall -q --tag floor plane 0,0,0 0,0,1 >begin.scree
scree-cd3 -t "$time" -d 0.002 --travel 0.1 --every 0.1 --log log.tab begin.scree 2>summary >tube.scree
scree-energy -q tube.scree >energy.tab
scree-pick -q --last tube.scree >rest.scree

# touching: for every frame, the number of ellipsoids that have a contact with a force
awk 'BEGIN { print "# scree-table 1\n# t[T] objects" }
	$1 == "columns" { for (i in at) if (i ~ "^" $2) delete at[i]; for (i = 3; i <= NF; i++) at[$2 " " $i] = i - 1 }
	$1 == "frame" { t = substr($3, 3); n = 0; split("", touched); split("", wall) }
	$1 == "body" && $at["body tag"] != "-" { wall[$at["body id"]] }
	$1 == "contact" && $at["contact fn"] > 0 {
		i = $at["contact i"]; j = $at["contact j"]
		n += !(i in wall) && !(i in touched); touched[i]
		n += !(j in wall) && !(j in touched); touched[j]
	}
	$1 == "end" { print t, n }' tube.scree >objects.tab

# the paper's table, from every thousandth row, and the values for the claims
awk -v all="$n" -v each="$(choose 1000 200)" '
	BEGIN { print "# scree-table 1\n# steps objects contacts begun seconds[s]" >"table.tab" }
	/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	FNR == NR { objects[FNR] = $2; next }
	{
		row++
		begun = $at["begun"]; now = $at["contacts"]; r = $at["resolution"]; v = $at["visits"]
		seconds = $at["before"] + $at["detection"] + $at["resolution"] + $at["after"]
		if ($at["overlap"] > deep) deep = $at["overlap"]
		if (objects[row + 2] >= 0.95 * all && !full) full = begun
		if (seconds != "?" && seconds > slow) slow = seconds
		if (row > 1) { rv += r * v; vv += v * v; sum += r; square += r * r; m++; time[m] = r; work[m] = v }
		if ($at["step"] > 0 && $at["step"] % each == 0) print $at["step"], objects[row + 2], now, begun, seconds >"table.tab"
		last = objects[row + 2]
	}
	END {
		for (k = 1; k <= m; k++) rest += (time[k] - (vv > 0 ? rv / vv : 0) * work[k]) ^ 2
		spread = square - sum * sum / m
		printf "objects=%d contacts=%.4g begun=%d growing=%.4g slow=%.4g linear=%.4g deep=%.4g\n", last, now / all, begun,
			(full ? begun / full : 0), slow, (spread > 0 ? 1 - rest / spread : 0), deep
	}' objects.tab log.tab >said
cat table.tab said

# lost: the ellipsoids that fell beside the mouth, or are still in the tube, behind its lower rim and above the plane
lost=$(scree-pick -q --where 'tag == - and (x < -3.2 or x < -1.3 and z > 0.9)' rest.scree | grep -c '^body' || true)
[ "$quick" ] && lost=$(scree-pick -q --where 'tag == - and x < -7' rest.scree | grep -c '^body' || true)

echo '== pictures'
for t in $(choose '0 1.3 2 3 5 12' '0 1.2'); do
	scree-pick -q --from "$(compute "$t - 0.01")" --to "$(compute "$t + 0.01")" tube.scree
done >moments.scree
scree-draw -q -o still%d.png --frame all --size "$(choose 500,520 250,260)" --view -75,15 moments.scree
if [ "$quick" ]; then
	panel tube.png 2 'released=still0.png' 'into the tube=still1.png'
else
	panel tube.png 3 'released=still0.png' 'into the tube=still1.png' 'through it=still2.png' \
		'onto the plane=still3.png' 'coming to rest=still4.png' 'at rest=still5.png'
fi
[ "$quick" ] || scree-pick -q --to 7 tube.scree | scree-draw -q -o tube.gif --size 500,520 --view -75,15 --fps 10 -
scree-plot -q -o begun.png -y begun --title 'contacts that have begun' log.tab
beside t objects objects=objects.tab >number.tab
beside t contacts contacts=log.tab | awk 'FNR == NR { objects[FNR] = $2; next }
	/^# t/ { print $0, "objects"; next } /^#/ { print; next } { print $0, objects[FNR] }' objects.tab - >number.tab
scree-plot -q -o contacts.png -y objects,contacts --y-label number --title 'ellipsoids in contact, and their contacts' number.tab
scree-plot -q -o phases.png -y before,detection,resolution,after --log "$(choose y x)" --x-range 0.5,"$time" --y-label 'per step [s]' \
	--title 'the four phases of a step' log.tab
rest=$(compute "($(last kin_lin energy.tab) + $(last kin_rot energy.tab)) / ($(last fric energy.tab) + $(last visc energy.tab) + 1e-300)")
error=$(field energy_error summary | awk '{ print $1 < 0 ? -$1 : $1 }')
unconverged=$(field unconverged summary)
objects=$(field objects said) contacts=$(field contacts said) begun=$(field begun said) growing=$(field growing said)
slow=$(field slow said) linear=$(field linear said) deep=$(field deep said)
rm -f begin.scree tube.scree rest.scree moments.scree still*.png objects.tab number.tab energy.tab summary said
cd - >/dev/null

claim p4-fig4-objects "$objects"
claim p4-fig4-contacts "$contacts"
claim p4-fig4-begun "$begun"
claim p4-fig4-growing "$growing"
claim p4-fig4-seconds "$slow"
claim p4-fig4-linear "$linear"
claim p4-fig4-tube "$lost"
claim p4-fig4-rest "$rest"
claim p4-fig4-overlap "$deep"
claim p4-fig4-first-law "$error"
claim p4-fig4-converged "$unconverged"
