#!/bin/sh
# Analyzers: an option left out is its default as --help has it, and not another value.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/odd_touch.sh"
. "$root/tests/odd3.sh"

# two disks, one on the other, whose stress falls by 2.2 and by 1.8 per cent, and by more
awk 'BEGIN { print "scree 1 dim=2\nmaterial m density=1\nshape 1 point r=0.5 0,0\ncolumns body id shape material tag x y"
	print "columns contact i j x y nx ny overlap fn ft"; n = split("10 11 10.758 11.2 11 12 8 7 9 8.84 9.5 6 6.5", f, " ")
	for (k = 1; k <= n; k++) printf "frame %d t=%d body=2 contact=1\nbody 1 1 m - 2 1\nbody 2 1 m - 2 2\ncontact 1 2 2 1.5 0 1 0.01 %s %g\nend %d\n",
		k, k, f[k], f[k] / 7 - k / 50, k }' >falls
scree-profile -q --bins 4 odd2 >blocks
awk '/^domain/ && n++ { exit } { print }' odd3 >begin
# PROGRAM WITH ITS ARGUMENTS | OPTION | DEFAULT | another value
while IFS='|' read -r run option default other; do
	# shellcheck disable=SC2086
	eval "scree-$run --no-provenance" >left 2>said
	eval "scree-$run --no-provenance $option $default" >given 2>>said
	eval "scree-$run --no-provenance $option $other" >changed 2>>said
	ok "scree-$run: $option is $default" sh -c 'cat said; grep -q "^[^#]" left && cmp left given && ! cmp -s left changed'
done <<'S'
order --gr odd2|--bins|100|99
order --gr --reach 1.9 odd3|--bins|100|99
order --voronoi odd2|--points|64|63
order --bond 6 odd2|--points|1|8
order --bond 5 odd2|--neighbours|voronoi|contacts
order --msd odd|--origins|first|many
hist -x 'x*y' odd2|--bins|50|49
hist -x x odd2|--of|body|contact
hist -x vx,vy odd2|--where|'id > 0'|'id > 9'
hist --of table -x vx blocks|--bins|50|51
mean blocks|--blocks|across|joined
mean blocks|--skip|0|1
stress --drops --area 1 falls|-y|q|s_yy
stress --drops --area 1 -y s_yy falls|--threshold|0.02|0.023
stress --drops --area 1 -y s_yy falls|--threshold|0.02|0.017
contacts --angles odd2|--bins|36|35
contacts --angles odd3|--bins|10|9
contacts --angles odd3|--axis|0,0,1|0,1,0
contacts --forces odd2|--bins|10|9
contacts --forces odd3|--bins|10|9
contacts odd2|--least|2|3
contacts odd3|--least|2|3
contacts --chains odd2|--chain-deg|45|10
contacts --chains odd3|--chain-deg|45|10
profile odd2|--along|y|x
profile odd2|--bins|20|19
profile --along r --to 2 odd2|--centre|2.5,3.5|2,3.5
profile --along r --to 2 odd2|--from|0|0.1
profile --along r --bins 3 begin|--centre|2.5,3.5,1|2.5,3,1
profile odd3|--along|y|z
profile --along z odd3|--bins|20|19
profile --along z odd3|--from|-1|0
profile --along r --bins 3 begin|--to|2|1.5
orient --flips odd|--least|0.5|0.9
S
finish
