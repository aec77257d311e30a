#!/bin/sh
# p4-linear-cost: the time of a step against the number of bodies and of contacts.
#
# Question   The fourth paper says that the time of its method is linear in the number of contacts, because every body solves
#            a small problem of its own, and its table of seconds per step agrees. Is this true here for this method and for
#            the others?
# Missing    the scenes, the method of timing, and the required accuracy of the impulses.
# Chosen     250 to 4000 ellipsoids (0.3 x 0.2 x 0.2) that have fallen into a bin at dt = 0.005, then steps of 0.001. The
#            floor of the bin grows with their number; the depth of the heap stays the same. Each solver runs the same steps.
#            nsgs and apgd get 100 sweeps at all sizes, because the number of sweeps to a given residual depends on the state;
#            that number is a separate claim. Exponents are slopes of straight lines through logarithms, with the standard
#            error of the slope. Processor times differ from run to run; the quick variant checks the claims that do not
#            depend on a clock.
# Runtime    four minutes on one core, which should be otherwise idle; half of it until all bodies have settled.
# Leaves     cost.png (time per step against contacts, by solver), phases.png (phases of nsgs against bodies), cost.tab,
#            exponents.tab.
#
# CLAIM p4-linear-contacts printed=linear holds='m <= 0.1' quick='m <= 0.4' exponent of contacts as a power of bodies, difference
#       from 1
# CLAIM p4-linear-visits printed=linear holds='m <= 0.02' quick='m <= 0.1' number of contacts solved per sweep over number of
#       contacts, largest difference from 1
# CLAIM p4-linear-affine printed=linear holds='m <= 0.1' quick=- exponent of the time of affine as a power of contacts, difference
#       from 1
# CLAIM p4-linear-raw printed=linear holds='m <= 0.1' quick=- exponent of the time of affine-raw, difference from 1
# CLAIM p4-linear-nsgs printed=missing holds='m <= 0.2' quick=- exponent of the time of nsgs, 100 sweeps, difference from 1;
#       caches hold the small scenes
# CLAIM p4-linear-apgd printed=missing holds='m <= 0.2' quick=- exponent of the time of apgd, 100 iterations, difference from 1
# CLAIM p4-linear-detection printed=missing holds='m <= 0.2' quick=- exponent of the time of detection as a power of bodies,
#       difference from 1
# CLAIM p4-linear-error printed=missing holds='m <= 0.1' quick=- greatest standard error of these exponents
# CLAIM p4-linear-sweeps printed=missing holds='m <= 500' largest number of sweeps that nsgs needs to reach 1e-3 at any size
. "$(dirname "$0")/figure.inc.sh"

sizes=$(choose '250 500 1000 2000 4000' '100 200 400')
solvers='nsgs apgd affine affine-raw'

# settled N: ellipsoids at rest in a bin
settled() {
	side=$(awk -v n="$1" 'BEGIN { printf "%.6g", 2.5 * sqrt(n / 1000) }')
	scree-shape ellipsoid --size 0.3,0.2,0.2 |
		scree-fill -q -n "$1" --box "$side,$side,8" --lattice sc --spacing 0.31 |
		scree-wall box | scree-set --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 |
		scree-cd3 -q -t "$(choose 2.5 0.4)" -d 0.005 | scree-cd3 -q -t 0.02 -d 0.001 >"$out/settled.scree"
}

# slope X Y FILE: the slope of a line through the logarithms of two columns, and its standard error
slope() {
	awk -v i="$1" -v j="$2" '!/^#/ { x[++n] = log($i); y[n] = log($j); a += x[n]; b += y[n] }
		END {
			for (k = 1; k <= n; k++) { c += (x[k] - a / n) ^ 2; d += (x[k] - a / n) * (y[k] - b / n) }
			for (k = 1; k <= n; k++) e += (y[k] - b / n - d / c * (x[k] - a / n)) ^ 2
			printf "%.4f %.4f\n", d / c, (n > 2 ? sqrt(e / (n - 2) / c) : 0)
		}' "$3"
}

# fastest SOLVER STEPS: the log of the fastest of five runs, because other work of the machine only makes runs slower
fastest() {
	least=
	for _ in $(choose '1 2 3 4 5' 1); do
		scree-cd3 -q -t "$(compute "$2 * 0.001")" -d 0.001 --solver "$1" --sweeps 100 --tolerance 1e-30 --log "$out/run.log" "$out/settled.scree" >/dev/null
		took=$(compute "$(last detection "$out/run.log") + $(last resolution "$out/run.log")")
		[ "$least" ] && [ "$(compute "$took < $least")" = 0 ] && continue
		least=$took
		mv "$out/run.log" "$out/steps.log"
	done
}

rm -f "$out/rows"
for n in $sizes; do
	echo "== $n ellipsoids" >&2
	settled "$n"
	row=$n
	for solver in $solvers; do
		steps=$(case $solver in nsgs) choose 20 2 ;; apgd) choose 4 2 ;; *) choose 10 2 ;; esac)
		fastest "$solver" "$steps"
		if [ "$solver" = nsgs ]; then
			# contacts of one step, and visits in it: over several steps visits are a mean
			scree-cd3 -q -t 0.001 -d 0.001 --sweeps 100 --tolerance 1e-30 --log "$out/run.log" "$out/settled.scree" >/dev/null
			row="$row $(last rows "$out/run.log") $(last visits "$out/run.log")"
			row="$row $(last before "$out/steps.log") $(last detection "$out/steps.log") $(last after "$out/steps.log")"
		fi
		row="$row $(last resolution "$out/steps.log")"
	done
	scree-cd3 -q -t "$(choose 0.02 0.002)" -d 0.001 --log "$out/steps.log" "$out/settled.scree" >/dev/null
	echo "$row $(last sweeps "$out/steps.log")" >>"$out/rows"
done
{
	echo '# scree-table 1'
	echo '# bodies contacts visits before[s] detection[s] after[s] nsgs[s] apgd[s] affine[s] raw[s] sweeps'
	cat "$out/rows"
} >"$out/cost.tab"
rm -f "$out/rows" "$out/steps.log" "$out/run.log" "$out/settled.scree"
{
	echo '# scree-table 1'
	echo '# what exponent error'
	echo "contacts $(slope 1 2 "$out/cost.tab")"
	echo "detection $(slope 1 5 "$out/cost.tab")"
	echo "nsgs $(slope 2 7 "$out/cost.tab")"
	echo "apgd $(slope 2 8 "$out/cost.tab")"
	echo "affine $(slope 2 9 "$out/cost.tab")"
	echo "affine-raw $(slope 2 10 "$out/cost.tab")"
} >"$out/exponents.tab"
cat "$out/cost.tab" "$out/exponents.tab"

scree-plot -q -o "$out/cost.png" --log xy --style both -x contacts -y nsgs,apgd,affine,raw --x-label 'contacts' --y-label 'seconds per step' \
	--title 'resolution: 100 sweeps of nsgs and apgd, one pass of affine' "$out/cost.tab"
awk '/^# bodies/ { print "# bodies motion[s] detection[s] resolution[s]"; next } /^#/ { print; next }
	{ print $1, $4 + $6, $5, $7 }' "$out/cost.tab" >"$out/phases.tab"
scree-plot -q -o "$out/phases.png" --log xy --style both -x bodies -y motion,detection,resolution --y-label 'seconds per step' \
	--title 'phases of a step, nsgs with 100 sweeps' "$out/phases.tab"
rm "$out/phases.tab"

off() { # WHAT: how far its exponent is from 1
	awk -v what="$1" '$1 == what { printf "%.4f", ($2 > 1 ? $2 - 1 : 1 - $2) }' "$out/exponents.tab"
}
claim p4-linear-contacts "$(off contacts)"
claim p4-linear-visits "$(awk '!/^#/ { d = $3 / $2 / 100 - 1; d = d < 0 ? -d : d; if (d > m) m = d } END { printf "%.4g", m }' "$out/cost.tab")"
claim p4-linear-affine "$(off affine)"
claim p4-linear-raw "$(off affine-raw)"
claim p4-linear-nsgs "$(off nsgs)"
claim p4-linear-apgd "$(off apgd)"
claim p4-linear-detection "$(off detection)"
claim p4-linear-error "$(awk '!/^#/ && $3 > m { m = $3 } END { print m + 0 }' "$out/exponents.tab")"
claim p4-linear-sweeps "$(awk '!/^#/ && $11 > m { m = $11 } END { print m }' "$out/cost.tab")"
