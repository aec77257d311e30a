#!/bin/sh
# bench/dem2.sh: particle-steps of scree-dem2 per second of CPU, for frictional Voronoi grains at void ratio 0.2 and
# different numbers of them, and for disks of very different size; about a minute and a half.
# The time per particle-step at N = 1e5 is to be within 1.5 of that at 1e3, and sizes are not to matter.
set -e
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# rate FILE TIME: the median of five runs
rate() {
	for _ in 1 2 3 4 5; do
		scree-dem2 -t "$2" "$1" 2>&1 >/dev/null | sed -n 's/.* rate=\([^ ]*\) .*/\1/p'
	done | sort -g | sed -n 3p
}

for n in 1000 10000 100000; do
	side=$(awk -v n=$n 'BEGIN { print sqrt(n) }')
	scree-voronoi -q -n $n --box "$side,$side" --periodic xy --sites jitter --roundness 0.5 --void-ratio 0.2 |
		awk 'BEGIN { srand(1) } /^columns body/ { for (k = 3; k <= NF; k++) if ($k == "vx") c = k - 1 }
			/^body/ { $c = (rand() - 0.5) / 5; $(c + 1) = (rand() - 0.5) / 5 } { print }' |
		scree-dem2 -q -t 2 -d 0.01 >"$tmp/$n"
	r=$(rate "$tmp/$n" 0.5)
	echo "BENCH dem2.voronoi.$n.rate $r /s"
	[ $n != 1000 ] || first=$r
	awk -v n=$n -v a="$first" -v b="$r" 'BEGIN { printf "BENCH dem2.voronoi.%d.time_ratio %.2f 1\n", n, a / b }'
done

scree-shape -q disk >"$tmp/disk"
for spread in 0.01 0.8; do
	scree-fill -q -n 20000 --box 1600,1600 --periodic xy --temperature 0.01 --sizes lognormal:4,$spread "$tmp/disk" >"$tmp/fill"
	echo "BENCH dem2.disks.sizes.$(awk '$1 == "body" { if (!a || $6 < a) a = $6; if ($6 > b) b = $6 }
		END { printf "%.0f", b / a }' "$tmp/fill").rate $(rate "$tmp/fill" 20) /s"
done
