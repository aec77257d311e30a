#!/bin/sh
# cubes-in-a-hopper: cubes, rounded cubes and spheres of the same volume flow out of a silo and jam it.
#
# Question   How many grains leave a silo through a round hole in its floor before an arch jams it, and how fast do they flow
#            through a wide one, if they are cubes? Hafez and others (Scientific Reports 11, 3309, 2021) see in experiments that
#            cubes jam openings more readily than spheres, and that grains with faces flow more slowly. Thomas and Durian
#            (arXiv:1206.7052) find the same clogging of round openings for beads, sand, lentils and rice.
# Given      these trends.
# Missing    numbers for cubes whose roundness is known: the cubes of experiments have none that is given.
# Chosen     cubes whose edges are rounded with 0.1 and 0.5 of the half side, and spheres, all with the volume of a sphere of the
#            diameter d = 1, times size factors from 0.9 to 1.1, because equal spheres order along the wall; density 1, g =
#            9.81, mu = 0.5 with each other and with the walls, en = 0.7 for each pair of features, linear contacts with kn =
#            1.5e4 (walls: 6e4), with overlaps below 0.005 d in jams of trial runs. Grains fall in with g = 2 and rest.
#            Jams: a tube of the diameter 6 d with a level floor and 130 grains, some 5 d high; openings of 2.2 and 2.6 d. Grains
#            that leave come to rest on top again, so the head is constant. The silo is jammed if no grain leaves for 0.4 s
#            (1.25 sqrt(d / g)) and no grain below 4 d moves faster than 0.1; the grains above the opening, up to 3 d, are then
#            put on top, and the next avalanche begins. Each case has six fillings, each of which flows for 16 s (spheres, which
#            cost less time: 40 s) or until its eighth jam. s is the number of grains that leave over the number of jams, and its
#            error s / sqrt(jams), as sizes of avalanches are distributed nearly exponentially; a case without a jam counts as
#            one with one.
#            Rates: a tube of the diameter 8 d with 350 grains, which are not put back, and an opening of 5 d. The rate is the
#            mean from 0.5 to 3.5 s after the gate has opened, stops included, and its error that of the mean of 18 fillings.
#            Trial runs had other silos, three fillings and openings of 2.5 and 3 d. They found s of spheres four times that of
#            cubes of the roundness 0.1, could not tell cubes of 0.5 from spheres, and had rates between jams that were too
#            uncertain to compare. The set-up and the claims on the roundness 0.5 and on rates were set after them, before the
#            run of the page, which has other fillings.
# Runtime    five minutes on two cores, nine processes at a time.
# Leaves     jams.tab, sizes.tab, rates.tab, hopper.png (grains before a jam, rates, the middle of a jammed silo).
#
# CLAIM cubes-in-a-hopper-sharp printed=more holds='m > 2' quick=- logarithm of s of spheres over that of cubes of the roundness
#       0.1, mean of the openings, in standard errors
# CLAIM cubes-in-a-hopper-factor printed=more holds='m > 2' quick=- s of spheres over that of cubes of the roundness 0.1,
#       geometric mean of the openings
# CLAIM cubes-in-a-hopper-rounded printed=more holds='m > 2' quick=- logarithm of s of cubes of the roundness 0.5 over that of
#       cubes of 0.1, in standard errors
# CLAIM cubes-in-a-hopper-almost printed=1 holds='0.5 <= m && m <= 2' quick=- s of spheres over that of cubes of the roundness
#       0.5, geometric mean of the openings
# DIFFERS the range was a guess from trial runs with few jams; cubes of this roundness, whose faces are flat over half of the
#       side, lie between, and spheres have two to three times their s, by 3 standard errors
# CLAIM cubes-in-a-hopper-opening printed=grows holds='m > 1' quick=- least increase of s from an opening of 2.2 d to 2.6 d,
#       as a factor, all shapes
# CLAIM cubes-in-a-hopper-exponential printed=1 holds='0.7 <= m && m <= 1.3' quick=- standard deviation of sizes of avalanches
#       over that of a geometric distribution with the mean s, all avalanches that end in a jam
# CLAIM cubes-in-a-hopper-slower printed=slower holds='m < 1' quick='m > 0' rate of cubes of the roundness 0.1 over that of
#       spheres, opening of 5 d (the quick variant: roundness 0.5 and opening of 3 d)
# CLAIM cubes-in-a-hopper-slower-errors printed=slower holds='m > 2' quick=- difference of these rates in standard errors
# CLAIM cubes-in-a-hopper-faster-errors printed=faster holds='m > 2' quick=- rate of cubes of the roundness 0.5 less that of cubes
#       of 0.1, in standard errors
# CLAIM cubes-in-a-hopper-first-law printed=balance holds='m <= 1e-4' largest relative error of the first law, all runs
# DIFFERS it is that of one of 2300 runs of 0.4 s; that of all others is below 9e-5
. "$(dirname "$0")/figure.inc.sh"
# shellcheck disable=SC2154

cd "$out" || exit
openings=$(choose '2.2 2.6' 2) rounds=$(choose '0.1 0.5 1' '0.5 1') fillings=$(choose '1 2 3 4 5 6' 1) dt=2.5e-4
wide_fillings=$(choose '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18' 1)
settle=$(choose 4 1) most=$(choose 8 2) long=$(choose 100 3) short=$(choose 40 3)

# a cube with the volume of a sphere of the diameter 1, rounded by a ball of Q half sides; Q = 1 is the sphere
grain() { # Q
	half=$(awk -v q="$1" 'BEGIN { pi = atan2(0, -1); p = 1 - q
		printf "%.12g", (pi / 6 / (8 * p ^ 3 + 24 * p ^ 2 * q + 6 * pi * p * q ^ 2 + 4 / 3 * pi * q ^ 3)) ^ (1 / 3) }')
	side=$(awk "BEGIN { printf \"%.12g\", 2 * $half }")
	case $1 in
	1) scree-shape sphere --radius 0.5 ;;
	*) scree-shape cube --size "$side,$side,$side" --round "$(awk "BEGIN { printf \"%.12g\", $1 * $half }")" ;;
	esac
}
# fill Q OPENING FILLING WIDTH GRAINS HEIGHT OUTLET: writes now.scree, a filling at rest whose gate has just gone
fill() {
	# the walls around one grain, then its copies between them
	middle=$(compute "$4 / 2")
	grain "$1" | scree-fill -q --box "$4,$4,$6" --at "$middle,$middle,$(compute "$6 / 2")" |
		scree-set -q --law grain,grain,kn=1.5e4,kt=3750,mu=0.5,en=0.7 --material wall,density=1 \
			--law grain,wall,kn=6e4,kt=1.5e4,mu=0.5,en=0.7 --gravity 0,0,-2 |
		scree-wall -q silo --material wall --opening "$2" --drop 1 --outlet "$7" --gate "$settle" >walls.scree
	scree-fill -q -n "$5" -s "$3" --sizes uniform:0.9,1.1 --lo 0,0,0.3 --box "$4,$4,$6" walls.scree |
		scree-dem3 -t "$settle" --dt $dt 2>>said | scree-pick -q --last | scree-set -q --gravity 0,0,-9.81 >now.scree
}
# time, number that has left, height of the filling of each frame
left() { # FILE GRAINS
	awk -v n="$2" '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^frame/ { split($3, t, "="); laps = top = here = 0 }
		/^body/ && $at["tag"] == "-" { here++; laps += $at["laps"]; if ($at["z"] > top) top = $at["z"] }
		/^end/ { print t[2], laps + n - here, top }' "$1"
}
jams() { # Q OPENING FILLING: adds the avalanches to sizes.tab: roundness, opening, filling, size, 1 if it ended in a jam
	grains=$(choose 130 50)
	fill "$1" "$2" "$3" "$(choose 6 5)" "$grains" "$(choose 13 7)" return
	jams=0 began=0
	: >>sizes.tab
	case $1 in 1) parts=$long ;; *) parts=$short ;; esac
	while [ "$parts" -gt 0 ] && [ "$jams" -lt "$most" ]; do
		parts=$((parts - 1))
		scree-dem3 -t 0.4 --every 0.4 --light 1000 --dt $dt now.scree 2>>said >next.scree
		left next.scree "$grains" >passed
		scree-pick -q --last next.scree >now.scree
		from=$(sed -n '1s/[^ ]* \([^ ]*\).*/\1/p' passed) to=$(sed -n '$s/[^ ]* \([^ ]*\).*/\1/p' passed)
		[ "$from" = "$to" ] || continue
		[ "$(scree-pick -q --where 'tag == - and z < 4 and speed > 0.1' now.scree | grep -c '^body')" = 0 ] || continue
		if [ "$to" -gt "$began" ]; then # what was put on top may have left the arch as it was
			jams=$((jams + 1))
			echo "$1 $2 $3 $((to - began)) 1" >>sizes.tab
			cp now.scree jam.scree
			began=$to
		fi
		scree-move -q --where "tag == - and z < 3 and (x - $middle)*(x - $middle) + (y - $middle)*(y - $middle) < $2 * $2 / 4" \
			--by "0,0,$(awk 'END { print $3 + 1 }' passed)" now.scree >moved.scree
		mv moved.scree now.scree
	done
	[ "$to" = "$began" ] || echo "$1 $2 $3 $((to - began)) 0" >>sizes.tab
}
rate() { # Q FILLING: adds a row to rates.tab: roundness, filling, grains per time
	grains=$(choose 350 60)
	fill "$1" "$(choose 5 3)" "$2" "$(choose 8 5)" "$grains" "$(choose 17 8)" remove
	scree-dem3 -t "$(choose 3.5 1)" --every 0.5 --light 1000 --dt $dt now.scree 2>>said | left - "$grains" |
		awk -v who="$1 $2" 'NR == 2 { t = $1; n = $2 } END { print who, ($2 - n) / ($1 - t) }' >>rates.tab
}
apart() { # NAME FILLINGS COMMAND: runs it for each filling in a folder of its own
	rm -rf "$1"
	mkdir "$1"
	(
		cd "$1" || exit
		each=$2
		shift 2
		for filling in $each; do "$@" "$filling"; done
		: >finished
	) &
}
for q in $rounds; do
	for D in $openings; do
		apart "$q-$D" "$fillings" jams "$q" "$D"
	done
	apart "$q-wide" "$wide_fillings" rate "$q"
done
wait
echo '# scree-table 1
# roundness opening[L] filling size jam' >sizes.tab
echo '# scree-table 1
# roundness filling rate[1/T]' >rates.tab
for q in $rounds; do
	for D in $openings; do
		[ -f "$q-$D/finished" ] || exit 1
		cat "$q-$D/sizes.tab" >>sizes.tab
	done
	[ -f "$q-wide/finished" ] || exit 1
	cat "$q-wide/rates.tab" >>rates.tab
done
# of each case: grains per jam and its error, jams, grains
awk '!/^#/ { c = $1 " " $2; if (!(c in n)) order[++m] = c; n[c] += $4; jams[c] += $5 }
	END { print "# scree-table 1\n# roundness opening[L] s s_error jams grains"
		for (k = 1; k <= m; k++) {
			c = order[k]; j = jams[c] ? jams[c] : 1
			print c, n[c] / j, n[c] / j / sqrt(j), jams[c], n[c]
		}
	}' sizes.tab >jams.tab
cat jams.tab rates.tab
of() { # Q OPENING COLUMN
	awk -v q="$1" -v D="$2" -v c="$3" '$1 == q && $2 == D { print $c }' jams.tab
}
# s of one roundness over that of another, geometric mean of the openings, and its logarithm in standard errors
ratio() { # Q P
	for D in $openings; do
		echo "$(of "$1" "$D" 3) $(of "$1" "$D" 5) $(of "$2" "$D" 3) $(of "$2" "$D" 5)"
	done | awk '{ sum += log($1 / $3); square += 1 / ($2 > 0 ? $2 : 1) + 1 / ($4 > 0 ? $4 : 1) }
		END { m = sum / NR; printf "%.6g %.6g\n", exp(m), m / (sqrt(square) / NR) }'
}
mean() { # Q: rate and its error
	awk -v q="$1" '$1 == q { n++; sum += $3; square += $3 * $3 }
		END { m = sum / n; v = square / n - m * m; print m, (n > 1 && v > 0 ? sqrt(v / (n - 1)) : 0) }' rates.tab
}
# rate of one roundness over that of another, and the difference in standard errors
slower() { # Q P
	echo "$(mean "$1") $(mean "$2")" | awk '{ e = sqrt($2 ^ 2 + $4 ^ 2); print $1 / $3, (e > 0 ? ($3 - $1) / e : 0) }'
}
sharp=$(choose 0.1-2.6 0.5-2)
[ -f "$sharp/jam.scree" ] || cp "$sharp/now.scree" "$sharp/jam.scree"
scree-pick -q --last --where "tag == - and y > $(compute "$(choose 6 5) / 2 - 0.4")" "$sharp/jam.scree" |
	scree-draw -q --view -90,8 -c z --beside none --size "$(choose 400,400 150)" -o cubes.png -
first_law=$(sed -n 's/.*energy_error=-\{0,1\}\([^ ]*\).*/\1/p' ./*/said | sort -g | tail -n 1)
claim_all() { # VALUE...: in the order of the head
	for name in sharp factor rounded almost opening exponential slower slower-errors faster-errors first-law; do
		claim cubes-in-a-hopper-$name "$1"
		shift
	done
}
if [ "$quick" ]; then
	speed=$(slower 0.5 1)
	cd - >/dev/null || exit
	claim_all '?' '?' '?' '?' '?' '?' "${speed% *}" '?' '?' "$first_law"
	exit
fi
awk '/^#/ { next }
	!($1 in known) { known[$1] = name[++shapes] = $1 }
	!($2 in D) { D[$2] = row[++rows] = $2 }
	{ value[$1, $2] = $3 " " $4 }
	END {
		printf "# scree-table 1\n# opening[L]"
		for (k = 1; k <= shapes; k++) { n = name[k] == 1 ? "spheres" : "cubes_" name[k]; printf " %s %s_error", n, n }
		for (r = 1; r <= rows; r++) { printf "\n%s", row[r]; for (k = 1; k <= shapes; k++) printf " %s", value[name[k], row[r]] }
		print ""
	}' jams.tab >s.tab
scree-plot -q --log y --style both --x-range 2.1,2.7 --y-label 'grains' --size 400,400 -o jams.png s.tab
{
	echo '# scree-table 1'
	echo '# roundness rate[1/T] rate_error[1/T]'
	for q in $rounds; do echo "$q $(mean "$q")"; done
} >rate.tab
scree-plot -q --style both --x-range 0,1.1 --x-label 'roundness (spheres: 1)' --y-label 'grains per time [1/T]' --size 400,400 \
	-o rates.png rate.tab
panel hopper.png 3 'grains that leave before a jam=jams.png' 'rate through an opening of 5 d=rates.png' \
	'a jam of cubes, front half removed=cubes.png'
cat rate.tab
rm -f s.tab rate.tab
factor=$(ratio 1 0.1) rounded=$(ratio 0.5 0.1) almost=$(ratio 1 0.5) speed=$(slower 0.1 1) faster=$(slower 0.1 0.5)
opening=$(awk '!/^#/ { if ($1 == q && (!least || $3 / s < least)) least = $3 / s; q = $1; s = $3 } END { print least }' jams.tab)
spread=$(awk 'NR == FNR { if (!/^#/) s[$1 " " $2] = $3; next }
	!/^#/ && $5 && s[$1 " " $2] > 1 { m = s[$1 " " $2]; n++; square += ($4 - m) ^ 2 / (m * (m - 1)) }
	END { print sqrt(square / n) }' jams.tab sizes.tab)
cd - >/dev/null || exit
claim_all "${factor#* }" "${factor% *}" "${rounded#* }" "${almost% *}" "$opening" "$spread" "${speed% *}" "${speed#* }" \
	"${faster#* }" "$first_law"
