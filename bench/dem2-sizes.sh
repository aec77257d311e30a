#!/bin/sh
# bench/dem2-sizes.sh: the effect of the distribution of sizes on the rate: 20000 disks with lognormal sizes, in a
# gas and in a packing. It takes a minute. The number in the name is the ratio of the largest to the smallest size.
. "$(dirname "$0")/dem2.inc.sh"

ratio_of_sizes() {
	awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "size") c = k - 1 }
		$1 == "body" { if (!a || $c < a) a = $c; if ($c > b) b = $c } END { printf "%.0f", b / a }' "$1"
}

disk >"$tmp/disk"
for phi in 0.12 0.70; do
	for spread in 0.01 0.15 0.3 0.45; do
		scree-fill -q -n 20000 --fraction $phi --periodic xy --temperature 0.5 --sizes lognormal:1,$spread "$tmp/disk" |
			scree-set -q --law $elastic | scree-dem2 -q -t 0.15 -d $dt | scree-set -q --reset >"$tmp/scene"
		alternate 5 "rate $tmp/scene 300" "echo 1"
		bench sizes.disks.$phi."$(ratio_of_sizes "$tmp/scene")".rate "$a" /s
	done
done
