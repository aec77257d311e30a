#!/bin/sh
# bench/dem2-skin.sh: rate against the width of the list's margin, and of the automatic one, for 2000 pentagons and disks;
# two minutes. Rounds go through all widths in turn, five times; of_best is the automatic skin's rate by the best fixed one's.
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
		r=$(median '$1' <"$tmp/rates.$skin")
		bench "$1.$skin.rate" "$r" /s
		bench "$1.$skin.rebuilds" "$(field rebuilds "$tmp/summary.$skin")" 1
		[ $skin = auto ] || best=$(compute "$r > $best ? $r : $best")
		rm "$tmp/rates.$skin"
	done
	bench "$1.auto.skin" "$(field skin "$tmp/summary.auto")" L
	bench "$1.auto.of_best" "$(compute "$r / $best")" 1
}

skins='0.01 0.02 0.03 0.04 0.06 0.08 0.12 0.2'
ngon 5 >"$tmp/pentagon"
for phi in 0.25 0.80; do
	scene 2000 $phi $elastic 1.5 <"$tmp/pentagon" >"$tmp/scene"
	scan skin.pentagons.$phi "$tmp/scene" 1500
done
disk | scene 2000 0.80 $friction_disks 0.3 >"$tmp/disks"
scan skin.disks.0.80 "$tmp/disks" 4000
