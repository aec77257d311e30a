#!/bin/sh
# bench/dem2-skin.sh: the rate with the automatic skin of the neighbour list over the rate with the best of seven fixed skins, for pentagons
# and disks on one core. Five rounds go through all skins in turn. The fastest run of each skin counts, because other programs disturb
# it least.
. "$(dirname "$0")/bench.inc.sh"
table=skin
. bench/scenes.inc.sh
scene_facts pentagons-80

scan() { # NAME FILE STEPS
	for _ in 1 2 3 4 5; do
		for skin in auto $skins; do
			echo "$3 $(own_run scree-dem2 "$2" "$3" $dt 1 --skin $skin)" >>"$tmp/times.$skin"
			mv "$tmp/summary" "$tmp/summary.$skin"
		done
	done
	best=0
	for skin in $skins auto; do
		least=$(sort -k 2,2g "$tmp/times.$skin" | awk '{ print $2; exit }')
		r=$(compute "$(field bodies "$tmp/summary.$skin") * $3 / $least")
		rm "$tmp/times.$skin"
		[ $skin != auto ] || break
		holds "$r <= $best" || best=$r best_skin=$skin
	done
	bench "$1.rate" "$r" /s
	bench "$1.skin" "$(field skin "$tmp/summary.auto")" L
	bench "$1.best_skin" "$best_skin" L
	bench "$1.of_best" "$(compute "$r / $best")" 1
}

skins='0.02 0.04 0.06 0.09 0.13 0.2 0.3'
ngon 5 >"$tmp/pentagon"
for phi in 25 80; do
	for n in 400 2000 10000; do
		plane $n 0.$phi $elastic 0.5 <"$tmp/pentagon" >"$tmp/scene"
		scan pentagons-$phi.$n "$tmp/scene" $((n < 10000 ? 1500 : 300))
	done
done
plane 2000 0.80 $friction 0.5 <"$tmp/pentagon" >"$tmp/scene"
scan friction-80.2000 "$tmp/scene" 1500
disk | plane 2000 0.80 $friction_disks 0.3 >"$tmp/disks"
scan disks-80.2000 "$tmp/disks" 4000
