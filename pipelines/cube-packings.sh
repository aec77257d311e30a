#!/bin/sh
# cube-packings: cubes of several roundnesses, and spheres, are poured and then tapped.
#
# Question   How densely do cubes pack that are poured, and after they have been tapped? How does this depend on the roundness of
#            their edges, and do their faces align? Baker and Kudrolli (Physical Review E 82, 061304, 2010) find volume
#            fractions of dice of 0.54 for the loosest and 0.67 for the densest random packings, with deviations of 0.01.
# Given      plastic cubes that are fluidized for the loosest, and vibrated for the densest packings.
# Missing    here, fluid, vibration and side walls. The dice of the paper have rounded edges whose radius it does not give here.
# Chosen     cubes of the side 1, rounded with balls of 0.1, 0.2, 0.35 (roundness 0.2, 0.4, 0.7: radius of the edges over that
#            of the largest ball inside), and spheres of the diameter 1, in a column that is 5 wide and deep and periodic along
#            x and y, on a plane, as many as fill a quarter of a height of 30; density 1, g = 1, kn = 2e4, kt = 8e3, mu = 0.5,
#            en = 0.3, dt = 2e-4, a fortieth of the shortest contact. They fall in random orientations. Each of 8 taps gives
#            all of them the velocity 1.5 upwards, a rise of one diameter, and 6 units of time to come to rest. The solid
#            fraction is that from 1.5 above the floor to 2 below the highest centre; a cube counts as a ball of its volume.
#            Order is cubatic, of degree 4: 1 for a crystal, 0.07 for 192 cubes in random orientations. Three packings of each
#            kind, of 192 to 358 grains, from three seeds; claims are about their means. The conditions on poured and tapped
#            cubes were set after a run of one seed with three taps, those on gain and spheres with them.
# Runtime    nine minutes of processor time, five by the clock on two cores.
# Leaves     packings.tab (each packing), means.tab (means over seeds and standard deviations of one packing), taps.png (mean
#            solid fraction against taps), packings.png, the tapped packings.
#
# CLAIM cube-packings-poured printed=0.54 holds='0.53 <= m && m <= 0.6' quick='0.3 < m && m < 0.8' solid
#       fraction of poured cubes of the roundness 0.2
# CLAIM cube-packings-tapped printed=0.67 holds='0.6 <= m && m <= 0.69' quick='0.3 < m && m < 0.8' solid
#       fraction of these cubes after taps
# CLAIM cube-packings-gain printed=denser holds='m > 0.02' quick=- the least gain of the solid
#       fraction of cubes by taps, all packings of three roundnesses
# CLAIM cube-packings-spheres printed=0.55-0.64 holds='0.55 <= m && m <= 0.645' quick='0.3 < m && m < 0.8'
#       solid fraction of tapped spheres (random loose to random close packing)
# CLAIM cube-packings-order printed=random holds='m < 0.2' quick=- largest mean cubatic order of poured cubes, three roundnesses
# CLAIM cube-packings-align printed=aligns holds='m > 0' quick=- cubatic order of cubes of the roundness 0.2 after
#       taps less that before
# CLAIM cube-packings-overlap printed=none holds='m < 0.05' quick='m < 0.2' largest overlap of a contact at
#       the end, in radii of the edges
# CLAIM cube-packings-first-law printed=missing holds='m < 1e-4' largest relative error of the first law, all runs
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
side=$(choose 5 3) taps=$(choose 8 1) rest=$(choose 6 4) dt=$(choose 2e-4 5e-4)
kinds=$(choose '0.2 0.4 0.7 1' '0.2 1') seeds=$(choose '1 2 3' 1)
rm -f errors.*
cubes() { # ROUNDNESS
	case $1 in
	1) scree-shape sphere ;;
	*) scree-shape cube --round "$(compute "$1 / 2")" ;;
	esac
}
top() { # NAME: of the centres
	awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		$1 == "body" && $3 == 1 && $at["z"] > m { m = $at["z"] } END { print m }' "$1"
}
measure() { # ROUNDNESS SEED TAPS: solid fraction and order
	solid=$(scree-profile -q --along z --from 1.5 --to "$(compute "$(top "packing-$1-$2") - $(choose 2 0.5)")" --bins 1 \
		"packing-$1-$2" | awk '/^[0-9]/ { print $3 }')
	order='?'
	[ "$1" = 1 ] || order=$(scree-order -q --faces 4 "packing-$1-$2" | awk '/^[0-9]/ { print $3 }')
	echo "$1 $2 $3 $solid $order"
}
run() { # ROUNDNESS-SEED TIME: from the standard input
	scree-dem3 -d "$dt" -t "$2" >"all-$1" 2>"said.$1" || { cat "said.$1" >&2; return 1; }
	scree-pick -q --last "all-$1" >"packing-$1"
	rm "all-$1"
	field energy_error "said.$1" >>"errors.$1"
	rm "said.$1"
}
study() { # ROUNDNESS SEED
	cubes "$1" | scree-fill -q --seed "$2" --box "$side,$side,$(choose 30 9)" --fraction 0.25 --periodic xy |
		scree-wall -q --tag floor plane 0,0,0 0,0,1 |
		scree-set -q --gravity 0,0,-1 --law grain,grain,kn=2e4,kt=8e3,mu=0.5,en=0.3 | run "$1-$2" "$(choose 12 5)" || return
	measure "$1" "$2" 0
	for k in $(seq "$taps"); do
		scree-set -q --where 'tag != floor' --velocity 0,0,1.5 "packing-$1-$2" >"tapped-$1-$2"
		run "$1-$2" "$rest" <"tapped-$1-$2" || return
		measure "$1" "$2" "$k"
	done
	rm "tapped-$1-$2"
}
for seed in $seeds; do
	for kind in $kinds; do study "$kind" "$seed" >"taps-$kind-$seed" & done
	wait
done
{ echo '# scree-table 1'; echo '# roundness seed taps solid order'; for kind in $kinds; do cat taps-"$kind"-*; done; } >packings.tab
cat packings.tab
awk 'function mean(sum, n) { return n ? sum / n : "?" } # and the standard deviation of one packing
	function spread(sum, square, n) { return n > 1 ? sqrt(n * square - sum * sum > 0 ? (n * square - sum * sum) / n / (n - 1) : 0) : "?" }
	/^#/ { next }
	{ k = $1 " " $3; if (!n[k]++) key[++keys] = k; s[k] += $4; ss[k] += $4 * $4 }
	$5 != "?" { m[k]++; o[k] += $5; oo[k] += $5 * $5 }
	END { print "# scree-table 1\n# roundness taps solid solid_sd order order_sd"
		for (i = 1; i <= keys; i++) { k = key[i]
			print k, mean(s[k], n[k]), spread(s[k], ss[k], n[k]), mean(o[k], m[k]), spread(o[k], oo[k], m[k]) } }' packings.tab >means.tab
cat means.tab
for kind in $kinds; do
	awk -v q="$kind" '/^#/ { next } $1 == q { print $2, $3 }' means.tab |
		{ printf '# scree-table 1\n# taps solid\n'; cat; } >"curve-$kind"
done
case $kinds in
*0.4*) beside taps solid roundness_0.2=curve-0.2 roundness_0.4=curve-0.4 roundness_0.7=curve-0.7 spheres=curve-1 >taps.tab ;;
*) beside taps solid roundness_0.2=curve-0.2 spheres=curve-1 >taps.tab ;;
esac
rm curve-* taps-*
scree-plot -q -o taps.png --size "$(choose 480,450 300,250)" --style both -x taps \
	-y "$(sed -n '2s/# taps //; 2s/ /,/gp' taps.tab)" --x-label 'taps' --y-label 'solid fraction [1]' taps.tab
drawn() { # ROUNDNESS
	scree-draw -q --hide walls --view -60,15 --beside none --size "$(choose 300,450 100)" --lo 0,0,0 \
		--hi "$side,$side,$(compute "$(top "packing-$1-1") + 0.8")" -o "packing-$1.png" "packing-$1-1"
}
for kind in 0.2 $(choose 0.7 ''); do drawn "$kind"; done
set -- "roundness 0.2, tapped=packing-0.2.png"
[ "$quick" ] || set -- "$@" "roundness 0.7, tapped=packing-0.7.png"
panel packings.png 3 "$@" 'density against taps=taps.png'
cd - >/dev/null

of() { # ROUNDNESS TAPS COLUMN
	awk -v q="$1" -v k="$2" -v c="$3" '!/^#/ && $1 == q && $2 == k { print $c }' "$out/means.tab"
}
overlap() { # in radii of the edges, for spheres in half diameters
	for kind in $kinds; do
		for seed in $seeds; do
			awk -v r="$(compute "$kind / 2")" '/^columns contact/ { for (k = 3; k <= NF; k++) if ($k == "overlap") c = k - 1 }
				$1 == "contact" && $c / r > m { m = $c / r } END { print m + 0 }' "$out/packing-$kind-$seed"
		done
	done | sort -g | tail -n 1
}
claim cube-packings-poured "$(of 0.2 0 3)"
claim cube-packings-tapped "$(of 0.2 "$taps" 3)"
claim cube-packings-gain "$(awk -v k="$taps" '
	/^#/ || $1 == 1 { next } $3 == 0 { first[$1, $2] = $4 }
	$3 == k { gain = $4 - first[$1, $2]; if (!n++ || gain < m) m = gain }
	END { print m }' "$out/packings.tab")"
claim cube-packings-spheres "$(of 1 "$taps" 3)"
claim cube-packings-order "$(awk '!/^#/ && $2 == 0 && $5 != "?" && $5 > m { m = $5 } END { print m + 0 }' "$out/means.tab")"
claim cube-packings-align "$(compute "$(of 0.2 "$taps" 5) - $(of 0.2 0 5)")"
claim cube-packings-overlap "$(overlap)"
claim cube-packings-first-law "$(cat "$out"/errors.* | awk '{ e = $1 < 0 ? -$1 : $1; if (e > m) m = e } END { print m }')"
rm "$out"/errors.*
