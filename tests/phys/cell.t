#!/bin/sh
# A packing in a domain that is compressed and sheared, through the programs: runs can be split, rows stand in any order, and
# every program knows where images are.
. "$(dirname "$0")/../tap.sh"

scree-shape ngon --radius 0.1 | scree-fill -q -n 40 --fraction 0.5 --periodic xy --speed 0.3 --seed 5 |
	scree-set --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate -0.1,-0.15,0.9 >start
for integrator in verlet gear; do
	scree-dem2 -q -t 1.4 -e 0.1 --integrator $integrator start >whole
	scree-dem2 -q -t 0.5 -e 0.1 --integrator $integrator start | scree-dem2 -q -t 0.2 -e 0.1 --integrator $integrator |
		scree-dem2 -q -t 0.7 -e 0.1 --integrator $integrator >split
	ok "$integrator: a split run writes the same bytes" sh -c 'grep -v "^made" whole >a; grep -v "^made" split >b; test -s a && cmp a b'
	is "$integrator: the domain stands before every frame but the first, besides twice before it" "$(grep -c '^domain' whole)" 16
	ok "$integrator: its tilt was flipped" awk '/^domain/ { now = substr($5, 6) + 0; n += now < before - 1; before = now } END { exit !(n == 1) }' whole
done
scree-dem2 -q -t 1.4 -e 0.1 start >whole
# bodies in another order in the stream, the same ids
{ sed '/^body/,$d' start; grep '^body' start | sort -r -n -k 10; echo end 0; } >shuffled
last() { scree-pick -q --no-provenance --last "$1" | sed '1,/^frame/d' | sort; }
ok 'bodies in any order' sh -c 'scree-dem2 -q -t 1.4 shuffled >other'
is 'give the same bits' "$(last other | cksum)" "$(last whole | cksum)"

# what the cell did is in the ledger
ok 'the first law' sh -c 'scree-energy -q whole | awk "!/^#/ { last = \$NF } END { exit !(last < 2e-3 && last > -2e-3) }"'
ok 'work was done by the cell' awk '/^ledger/ { for (k = 2; k <= NF; k++) if (sub("work=", "", $k)) w = $k } END { exit !(w > 1) }' whole
# strain and area: the domain of the last frame after exp(-0.1 1.4), exp(-0.15 1.4)
scree-pick -q --last whole | awk '/^domain/ { split(substr($2, 4), l, ","); split(substr($3, 4), h, ",");
	printf "%.12g %.12g\n", h[1] - l[1], h[2] - l[2] }' >sides
awk 'NR == 1 { x = $1; y = $2 } END { printf "%.12g %.12g\n", $1 / x, $2 / y }' sides >ratio
near 'width' "$(cut -d' ' -f1 ratio)" 0.8693582354 1e-9
near 'height' "$(cut -d' ' -f2 ratio)" 0.8105842460 1e-9

# under a pressure in shear: the rates are part of the state
scree-set -q --rate 0,0,0.9 --pressure 3,5 --cell-mass 5 start >start2
for integrator in verlet gear; do
	scree-dem2 -q -t 1.4 -e 0.1 --integrator $integrator start2 >whole2
	scree-dem2 -q -t 0.5 -e 0.1 --integrator $integrator start2 | scree-dem2 -q -t 0.9 -e 0.1 --threads 2 --integrator $integrator >split2
	ok "$integrator: a split run under pressure writes the same bytes" \
		sh -c 'test $(grep -c "^domain.*rate=-.*pressure=3,5" whole2) -gt 3 && grep -v "^made" whole2 >a; grep -v "^made" split2 >b; test -s a && cmp a b'
done
ok 'the first law under pressure' sh -c 'scree-dem2 -q -t 1.4 -e 0.1 start2 | scree-energy -q | awk "!/^#/ { last = \$NF } END { exit !(last < 2e-3 && last > -2e-3) }"'
ok 'a domain that is let go stands still' sh -c 'scree-set -q --pressure none whole2 | scree-dem2 -q -t 0.3 | grep "^domain" | tail -n 1 | grep -q " rate=0,0,0.9$"'

# stop: what bodies move against the flow stays, and the domain does
scree-set --rate 0,0,0 whole | scree-dem2 -q -t 0.5 >rest
is 'a domain that was stopped stays' "$(grep '^domain' rest | tail -n 1 | cut -d' ' -f2-3)" "$(grep '^domain' whole | tail -n 1 | cut -d' ' -f2-3)"
ok 'and keeps its tilt' sh -c 'grep "^domain" rest | tail -n 1 | grep -q "tilt=[-0-9.]* *$"'
# nine of it are nine times it: forces are the same after a run of no time
scree-set --rate 0,0,0 --reset whole | scree-move -q --replicate 3,2 | scree-dem2 -q -t 0 >six
is 'copies touch as the one did' "$(grep -c '^contact' six)" "$(($(scree-pick -q --last whole | grep -c '^contact') * 6))"
ok 'a picture' sh -c 'scree-draw -q --forces --frame all --script movie.gp whole'
# pictures end at the edges of their own frame: where frames differ, what is beyond is covered
is 'covered edges' "$(grep -c '^set object' movie.gp)" 56
is 'dashed edges of every frame' "$(grep -c '^set arrow' movie.gp)" 60

# by default the mean stress of a steady shear is the target, whatever the size of the sample: contacts and motion together
for n in 40 160; do
	scree-shape disk | scree-fill -q -n $n --fraction 0.8 --periodic xy --sizes uniform:0.4,0.6 --seed 3 |
		scree-set -q --law grain,grain,kn=1,mu=0.5,en=0.5 --pressure -,0.01 --rate 0,0,0.005 |
		scree-dem2 -q -t 400 -e 0.5 | scree-stress -q --kinetic >table
	near "$n disks sheared under a pressure: its mean" "$(awk '!/^#/ && $1 > 100 { s += $6 + $9; n++ } END { print s / n }' table)" 0.01 1e-4
done
# a shear stress below what friction holds comes to rest, one above it does not
scree-shape disk | scree-fill -q -n 60 --fraction 0.8 --periodic xy --sizes uniform:0.4,0.6 --seed 4 |
	scree-set -q --law grain,grain,kn=1,mu=0.5,en=0.5 --pressure 0.01 | scree-dem2 -q -t 400 >pressed
for stress in 0.0005 0.004; do
	scree-set -q --pressure -,0.01 --shear-stress $stress pressed | scree-dem2 -q -t 400 -e 1 | scree-stress -q --kinetic >table.$stress
done
# the rest of it accelerates the flow
near 'a shear stress is reached' "$(awk '!/^#/ && $1 > 100 { s -= $4 + $8; n++ } END { print s / n }' table.0.004)" 0.004 2e-4
ok 'and flows' sh -c 'test "$(awk "END { print (\$20 > 0.5) }" table.0.004)" = 1'
near 'a small one is reached too' "$(awk '!/^#/ { s = -$4 - $8 } END { print s }' table.0.0005)" 0.0005 1e-5
ok 'at rest' sh -c 'test "$(awk "END { print (\$20 < 0.01) }" table.0.0005)" = 1'

fails 3 "whole:$(grep -n '^domain' whole | tail -n 1 | cut -d : -f 1): the domain deforms, but walls cannot" 'walls in what deforms' scree-wall -q box whole
fails 4 'deforms by 0.2 in one step, expected at most 0.1' 'a step too long' sh -c 'scree-set --rate 20,0,0 --dt 0.01 start | scree-dem2 -q -t 1'
finish
