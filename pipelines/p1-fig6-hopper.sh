#!/bin/sh
# p1-fig6-hopper: disks flow out of a hopper, cows jam it.
#
# Question   How does the shape of particles affect the flow through an opening? In the first spheropolygon paper (EPL 2008,
#            fig. 6) 400 particles flow out of a hopper. Disks flow continuously through openings from 20 to 40 m. Cows jam
#            openings of less than 30 m, and the arches that block them may be longer than 20 particle diameters.
# Given      400 particles, openings of 20 to 40 m, friction 0.5, kt = 0.1 kn, g = 10, snapshots 8 s after the opening.
# Missing    the angle of the hopper and its width, the filling, the damping, the size of the disks, the definition of a jam, and
#            whether the 30 m opening jams. Arches longer than 20 diameters are longer than any of the openings.
# Chosen     slopes of 45 degrees, 100 m wide; grains fall in from random positions and rest on a gate that is removed after 6
#            s; restitution 0.5; disks with the area of a cow, so with a diameter of 2.881 m; kn = 1e6 (overlaps of a
#            thousandth of a grain) with dt = 1e-4. The opening is jammed if no grain passes the tips for 3 s within 20 s
#            after the opening. It depends on chance whether cows jam, so there are three fillings of cows, and an opening
#            counts as jammed if most of them jam. An arch is the shortest chain of grains in contact from wall to wall
#            (scree-flux); its length is measured through their centres. Flow rates are measured with 800 disks that are put
#            back on top, at openings from 15 to 30 m, because 400 disks that run out are too few for a steady flow through
#            wide openings. Beverloo's W = C (D - a)^n with a = 1.5 diameters is fitted to the rates.
# Runtime    twenty minutes on one core.
# Leaves     cows-passed.png and disks-passed.png (number passed against time), beverloo.png, and pictures 8 s after the opening.
#
# CLAIM p1-fig6-disks-flow printed=0 holds='m == 0' number of the openings of 20, 25, 30, 35 and 40 m that are jammed by disks
# CLAIM p1-fig6-cows-jam printed=2 holds='m == 2' quick=- number of openings below 30 m that are jammed by most fillings of cows
# DIFFERS it depends on chance whether cows jam: below 30 m some fillings jam and others flow; from 30 m on no filling jams
# CLAIM p1-fig6-cows-flow printed=0 holds='m == 0' quick=- number of openings above 30 m that are jammed by most fillings of cows
# CLAIM p1-fig6-arch printed=20 holds='m > 20' quick=- length of the longest arch of cows, in diameters of the disks
# DIFFERS the arch is defined as the shortest chain from wall to wall, and longer chains lie above it; also, only few fillings jam
# CLAIM p1-fig6-beverloo printed=1.5 holds='1.3 < m && m < 1.7' quick=- Beverloo's exponent for the disks, which the paper does
#       not give
. "$(dirname "$0")/figure.inc.sh"

fillings=$(choose '1 2 3' 1) n=$(choose 400 60) width=$(choose 100 40) high=$(choose 75 30) openings=$(choose '20 25 30 35 40' '12 16')
kn=$(choose 1e6 2e5) dt=$(choose 1e-4 2e-4) rest=$(choose 6 3) flow=$(choose 20 4) jam=$(choose 3 1)
drop=10 radius=0.2 diameter=2.881

# tips SCENE: the height of the tips of the hopper
tips() { awk -v d=$drop -v r=$radius '/^outlet drain/ { sub(".*below=", ""); print $1 + d + r; exit }' "$1"; }

# run KIND OPENING FILLING: write the stream from the opening of the gate on, and a table of the grains that passed
run() {
	name=$out/$1-$2-$3
	ends="--from $(compute "($width - $2) / 2") --to $(compute "($width + $2) / 2")"
	scree-set --law "grain,grain,kn=$kn,kt=$(compute "$kn / 10"),mu=0.5,en=0.5" --gravity 0,-10 "$out/$1.$3.scree" |
		scree-wall -q hopper --opening "$2" --gate "$rest" --drop $drop -r $radius |
		scree-dem2 -q -t "$rest" --dt "$dt" >"$name-rest.scree"
	scree-dem2 -q -t "$flow" --every 0.1 --light 10000 "$name-rest.scree" >"$name.scree"
	# shellcheck disable=SC2086
	scree-flux -q --y "$(tips "$name.scree")" $ends --jam "$jam" "$name.scree" >"$name.tab"
	# shellcheck disable=SC2086
	scree-flux -q --y "$(tips "$name.scree")" $ends --jam "$jam" --mean "$name.scree" >"$name.mean"
	echo "$1, opening $2 m, filling $3: $(last number "$name.mean") have passed, $(last jams "$name.mean") jams," \
		"arch of $(last arch "$name.mean"), $(last arch_length "$name.mean") m"
}
# jams KIND CONDITION: the number of openings m that satisfy the condition and are jammed by most fillings
jams() {
	for opening in $openings; do
		for mean in "$out/$1-$opening"-*.mean; do
			last jams "$mean"
		done | awk -v d="$opening" '{ n += $1 > 0 ? 1 : -1 } END { print d, (n > 0) }'
	done | awk "{ m = \$1; k += $2 && \$2 } END { print k + 0 }"
}

scree-shape disk --radius "$(compute "$diameter / 2")" | scree-fill -q -n "$n" --box "$width,$high" >"$out/disks.1.scree"
for opening in $openings; do
	run disks "$opening" 1
done
for k in $fillings; do
	scree-shape cow | scree-fill -q -n "$n" --box "$width,$high" --seed "$k" >"$out/cows.$k.scree"
	for opening in $openings; do
		run cows "$opening" "$k"
	done
done

echo "== pictures"
for kind in disks cows; do
	for opening in $(choose '20 30' 12); do
		scree-pick --from "$(choose 14 5)" "$out/$kind-$opening-1.scree" | scree-pick --frame 0 |
			scree-draw -q -o "$out/$kind-$opening.png" --size 800 --lo -4,"$(compute "-$width * 0.58")" \
				--hi "$(compute "$width + 4"),$(compute "$width * 0.16")"
	done
	for opening in $openings; do # one column per opening
		awk -v d="$opening" '/^# t/ { for (i = 2; i <= NF; i++) if ($i ~ /^number/) c = i - 1 }
			/^[0-9]/ { print d, $1, $c }' "$out/$kind-$opening-1.tab"
	done | awk '!($1 in seen) { seen[$1] = ++n; name[n] = "opening_" $1 }
		!($2 in at) { at[$2] = ++m; t[m] = $2 }
		{ x[at[$2], seen[$1]] = $3 }
		END { print "# scree-table 1"; printf "# t[s]"; for (k = 1; k <= n; k++) printf " %s", name[k]
			for (i = 1; i <= m; i++) {
				printf "\n%s", t[i]
				for (k = 1; k <= n; k++) printf " %s", (i, k) in x ? x[i, k] : "?"
			}
			print "" }' >"$out/$kind-passed.tab"
	scree-plot -q -o "$out/$kind-passed.png" --y-label "number of $kind" --title "$kind that have passed" "$out/$kind-passed.tab"
done

# Rates with disks that are put back on top, so that the flow goes on, for openings up to a third of the width.
echo "== steady flow of $(choose 800 60) disks"
scree-shape disk --radius "$(compute "$diameter / 2")" |
	scree-fill -q -n "$(choose 800 60)" --box "$width,$(choose 120 30)" >"$out/steady.scree"
for opening in $(choose '15 20 25 30' '12 14'); do
	scree-set --law grain,grain,kn=2e5,kt=2e4,mu=0.5,en=0.5 --gravity 0,-10 "$out/steady.scree" |
		scree-wall -q hopper --opening "$opening" --drop $drop -r $radius --outlet return |
		scree-dem2 -q -t "$(choose 8 2)" --dt 2e-4 >"$out/steady-rest.scree"
	scree-dem2 -q -t "$(choose 8 1)" --every 0.1 --light 10000 "$out/steady-rest.scree" |
		scree-pick --from "$(choose 8 2)" >"$out/steady-flow.scree"
	scree-flux -q --y "$(tips "$out/steady-flow.scree")" --from 0 --to "$width" --mean "$out/steady-flow.scree" >"$out/steady.mean"
	echo "$opening $(last rate "$out/steady.mean")"
done >"$out/rates"
{ echo '# scree-table 1'; echo '# opening[m] rate[1/s]'; cat "$out/rates"; } >"$out/rates.tab"
cat "$out/rates"
if [ ! "$quick" ]; then
	scree-plot -x opening -y rate --style points --fit "C*(x-$(compute "1.5 * $diameter"))^n" --start C=0.5,n=1.5 \
		-o "$out/beverloo.png" "$out/rates.tab" 2>"$out/fit"
	cat "$out/fit"
fi

claim p1-fig6-disks-flow "$(jams disks 1)"
claim p1-fig6-cows-jam "$(jams cows 'm < 30')"
claim p1-fig6-cows-flow "$(jams cows 'm > 30')"
claim p1-fig6-arch "$(for mean in "$out"/cows-*.mean; do last arch_length "$mean"; done |
	awk -v d=$diameter '$1 + 0 > m { m = $1 + 0 } END { printf "%.4g", m / d }')"
claim p1-fig6-beverloo "$([ "$quick" ] || sed -n 's/.*fit: n = \([^ ]*\).*/\1/p' "$out/fit")"
