#!/bin/sh
# domino: a row of dominoes falls over.
#
# Question   How fast does the wave travel along a row of dominoes made of pebbles, and does its speed become steady? Lengths,
#            times and masses enter only through height, gravity and spacing. In a row that is twice as large and
#            proportionally stiffer, the wave must therefore be faster by the root of two and otherwise the same. Does a
#            single domino fall as the conservation of energy requires?
# Chosen     dominoes 9 high, 2 thick and 3 wide, of 68 pebbles of radius 0.5 that overlap by half along the height, density
#            1, on a floor with mu = 1; 20 dominoes at a distance of 4, mu = 0.2 between them, en = 0.5. The first domino
#            starts with a spin about its lower edge. A single domino tips over its two lowest pebbles, on which it rolls. If
#            z is the height of its centre of mass and d the distance of the centre from the point of contact, (I + m d^2) w^2
#            / 2 + m g z is constant.
# Runtime    a minute.
# Leaves     domino.png, domino.gif, wave.png, wave.tab (the times at which each domino has turned by 10 degrees).
#
# CLAIM domino-single printed=energy holds='m <= 0.01' spin of a single domino at 45 degrees against the conservation of energy,
#       relative error
# CLAIM domino-all printed=fall holds='m == 0' number of dominoes that stand at the end
# CLAIM domino-order printed=fall holds='m == 1' 1 if each domino falls after the one before it
# CLAIM domino-steady printed=steady holds='0.9 <= m && m <= 1.1' quick=- speed along the last fifth of the row over that along
#       the fifth before it
# CLAIM domino-scale printed=scales holds='0.99 <= m && m <= 1.01' quick=- speed of a row twice as large over that of this row,
#       over the root of two
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 20 4)

# the positions of the pebbles of a domino: x = +-0.5, y = +-1, z = 0 to 8
for x in -0.5 0.5; do
	for y in -1 1; do
		for z in 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 6 6.5 7 7.5 8; do
			echo "$x $y $z 0.5"
		done
	done
done >pebbles
scree-shape -q --clump pebbles | scree-move -q --by 0,0,0.5 >domino.scree

# row N SCALE EVERY TIME: run a row whose first domino tips; SCALE multiplies lengths, its root times. Writes row.scree, row.tab
row() {
	set -- "$@" "$(compute "sqrt($2)")"
	files=$(awk -v n="$1" 'BEGIN { while (n--) printf "domino.scree " }')
	# shellcheck disable=SC2086
	scree-join -q --by 4,0,0 $files | scree-move -q --scale "$2" --about 0,0,0 |
		scree-set --material floor,1 --law "grain,grain,kn=$(compute "1e6 * $2 ^ 2"),kt=$(compute "3e5 * $2 ^ 2"),mu=0.2,en=0.5" \
			--law "grain,floor,kn=$(compute "1e6 * $2 ^ 2"),kt=$(compute "1e6 * $2 ^ 2"),mu=1,en=0.5" --gravity 0,0,-10 |
		scree-set --where 'id == 1' --omega "0,$(compute "0.4 / $5"),0" --velocity "$(compute "1.8 * $5"),0,$(compute "0.2 * $5")" |
		scree-wall -q --material floor plane 0,0,0 0,0,1 |
		scree-dem3 -q -d "$(compute "1e-4 * $5")" -t "$(compute "$4 * $5")" --every "$(compute "$3 * $5")" --light 1000000 >row.scree
	# the long axis is the first axis, that of the least moment
	scree-orient -q row.scree >row.tab
}
# wave: the times at which each domino of row.tab has turned by 10 degrees
wave() {
	awk '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		BEGIN { print "# scree-table 1\n# domino t[T]" }
		NF {
			id = $at["id"]; a = $at["e1z"]; a = a < 0 ? -a : a; c = cos(10 / 57.29578)
			if (!(id in t) && a < c) { t[id] = s[id] + ($1 - s[id]) * (old[id] - c) / (old[id] - a); if (id > n) n = id }
			s[id] = $1; old[id] = a
		}
		END { for (id = 1; id <= n; id++) print id, id in t ? t[id] : "?" }' row.tab
}
# speed FROM TO TABLE: dominoes per time between two of them
speed() {
	awk -v a="$1" -v b="$2" '!/^#/ { t[$1] = $2 } END { if (t[b] > t[a]) print (b - a) / (t[b] - t[a]) }' "$3"
}

echo '== one domino'
scree-mass -q --table domino.scree >mass.tab
row 1 1 0.005 2
single=$(awk -v m="$(last mass mass.tab)" -v I="$(last I2 mass.tab)" '
	function height(phi) { return 0.5 + 4 * cos(phi) + 0.5 * sin(phi) } # of the centre of mass; the pebble is 0.5 beside and 4 below it
	function arm(phi) { return (4 * sin(phi) - 0.5 * cos(phi)) ^ 2 + height(phi) ^ 2 }
	/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	NF && !found {
		x = $at["e1x"]; z = $at["e1z"]; x = x < 0 ? -x : x; z = z < 0 ? -z : z
		phi = atan2(x, z)
		if (phi > atan2(1, 1)) {
			E = (I + m * arm(0)) * 0.16 / 2 + m * 10 * (height(0) - height(phi))
			w = sqrt(2 * E / (I + m * arm(phi)))
			d = $at["wy"] / w - 1
			printf "%.4g", d < 0 ? -d : d
			found = 1
		}
	}' row.tab)

echo "== $n dominoes"
row "$n" 1 0.01 "$(choose 10 4)"
wave >wave.tab
awk '!/^#/ { print }' wave.tab
standing=$(awk -v n="$n" '/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
	NF { a = $at["e1z"]; up[$at["id"]] = a > 0.98 || a < -0.98 } END { for (k = 1; k <= n; k++) s += up[k]; print s + 0 }' row.tab)
order=$(awk '!/^#/ { if (n++ && $2 <= t) bad = 1; t = $2 } END { print !bad }' wave.tab)
scree-plot -q -o wave.png -x domino -y t --style both --y-label 'time [T]' --title 'when a domino has turned by 10 degrees' wave.tab
scree-pick -q --frame "$(choose 560 250)" row.scree | scree-draw -q --view -60,15 --size "$(choose 1000,400 250,100)" -o domino.png -
steady='?' scale='?'
if [ ! "$quick" ]; then
	scree-pick -q --every 20 --to 9 row.scree | scree-draw -q --view -60,15 --size 500,200 --fps 8 -o domino.gif -
	steady=$(compute "$(speed 15 19 wave.tab) / $(speed 11 15 wave.tab)")
	fast=$(speed 11 19 wave.tab)
	row "$n" 2 0.01 10
	wave >twice.tab
	scale=$(compute "$(speed 11 19 twice.tab) * sqrt(2) / $fast")
	echo "$fast dominoes in a unit of time: $(compute "$fast * 4 / sqrt(90)") roots of gravity by height"
fi
rm -f pebbles domino.scree mass.tab row.scree row.tab twice.tab
cd - >/dev/null

claim domino-single "$single"
claim domino-all "$standing"
claim domino-order "$order"
claim domino-steady "$steady"
claim domino-scale "$scale"
