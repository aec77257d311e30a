#!/bin/sh
# bench/dem2-skin.sh: the rate for several fixed skins of the neighbour list and for the automatic skin, for pentagons and
# disks. It takes two minutes. Five rounds go through all skins in turn. The fastest run of each skin counts, because other
# programs disturb it least. The ratio "of best" is the rate with the automatic skin over the rate with the best fixed skin.
. "$(dirname "$0")/dem2.inc.sh"

scan() { # NAME FILE STEPS
	for _ in 1 2 3 4 5; do
		for skin in auto $skins; do
			rate "$2" "$3" --skin $skin >>"$tmp/rates.$skin"
			mv "$tmp/summary" "$tmp/summary.$skin"
		done
	done
	best=0
	for skin in $skins auto; do
		r=$(sort -g "$tmp/rates.$skin" | tail -n 1)
		bench "$1.$skin.rate" "$r" /s
		bench "$1.$skin.rebuilds" "$(field rebuilds "$tmp/summary.$skin")" 1
		[ $skin = auto ] || best=$(compute "$r > $best ? $r : $best")
		rm "$tmp/rates.$skin"
	done
	bench "$1.auto.skin" "$(field skin "$tmp/summary.auto")" L
	bench "$1.auto.of_best" "$(compute "$r / $best")" 1
}

skins='0.02 0.04 0.06 0.09 0.13 0.2 0.3'
ngon 5 >"$tmp/pentagon"
for phi in 0.25 0.80; do
	for n in 400 2000 10000; do
		scene $n $phi $elastic 0.5 <"$tmp/pentagon" >"$tmp/scene"
		scan skin.pentagons.$phi.$n "$tmp/scene" $((n < 10000 ? 1500 : 300))
	done
done
scene 2000 0.80 $friction 0.5 <"$tmp/pentagon" >"$tmp/scene"
scan skin.friction.0.80 "$tmp/scene" 1500
disk | scene 2000 0.80 $friction_disks 0.3 >"$tmp/disks"
scan skin.disks.0.80 "$tmp/disks" 4000
