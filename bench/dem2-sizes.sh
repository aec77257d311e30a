#!/bin/sh
# bench/dem2-sizes.sh [quick]: 20000 elastic disks with lognormal sizes, in a gas and in a packing, beside LAMMPS, on one core. The number of
# a row is the ratio of the largest to the smallest size. LAMMPS has the best of its two kinds of bins, `bin` and `multi` (with four
# intervals of sizes), and of a few skins.
: "${rounds:=2}"
. "$(dirname "$0")/bench.inc.sh"
mode=usual table=sizes bodies=20000 spreads='0.01 0.15 0.3 0.45'
[ "${1:-}" != quick ] || mode=quick bodies=200 seconds=0.001 rounds=1 spreads=0.3
. bench/scenes.inc.sh
. bench/beside.inc.sh

sizes_of() { # FILE: smallest and largest size
	awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "size") c = k - 1 }
		$1 == "body" { if (!a || $c < a) a = $c; if ($c > b) b = $c } END { print a, b }' "$1"
}

find_settings() { # LEAST MOST: sizes. Leaves the best settings in those of lammps.inc.sh
	best= lammps_fixed=
	lammps_settings sizes-$phi 1
	lammps_fixed=1 how=plain delay=0 warm=$((steps / 40 + 1))
	for style in bin multi; do
		lammps_more=
		[ $style = bin ] || lammps_more="-var style multi $(awk "BEGIN { for (k = 1; k < 4; k++)
			printf \"-var size%d %.6g \", k, $1 * 1.001 * exp(k / 4 * log($2 / $1)) }")"
		for skin in 0.05 0.1 0.2 0.4; do
			t=$(peer_seconds sizes-$phi "$tmp/scene" $((steps / 4 + 1)) $dt 1 2>/dev/null) && [ "$t" ] || continue
			[ ! "$best" ] || holds "$t < $best" || continue
			best=$t best_skin=$skin best_more=$lammps_more
		done
	done
	skin=$best_skin lammps_more=$best_more
}

for phi in 12 70; do
	for spread in $spreads; do
		scene_facts disks-80
		disk | scree-fill -q -n $bodies --fraction 0.$phi --periodic xy --temperature 0.5 --sizes lognormal:1,$spread |
			scree-set -q --law $elastic | scree-dem2 -q -t 0.15 -d $dt | forget >"$tmp/scene"
		sizes_of "$tmp/scene" >"$tmp/sizes"
		read -r least most <"$tmp/sizes"
		work=$([ $phi = 12 ] && echo 5e7 || echo 2e7)
		steps=$(whole "$work / $bodies")
		[ $mode != quick ] || steps=20
		! have_lammps sizes-$phi || find_settings "$least" "$most"
		beside $phi."$(whole "$most / $least")" sizes-$phi scree-dem2 "$tmp/scene" $bodies "$steps" $dt 1
		rm -f "$tmp/scene.data"
	done
done
