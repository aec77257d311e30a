#!/bin/sh
# A packing in a domain of space that is compressed and sheared, through the programs: runs can be split, and rows stand in any
# order; pressures and shear stresses are reached; what cannot be is refused.
. "$(dirname "$0")/../tap.sh"

scree-shape dumbbell --radius 0.25 >dumbbell
scree-shape sphere -r 0.4 | scree-fill -q -n 60 --fraction 0.45 --periodic xyz --speed 0.3 --seed 5 - dumbbell |
	scree-set -q --law grain,grain,kn=1000,mu=0.5,en=0.7 --rate -0.1,-0.15,-0.05,0.9,-0.8,0.7 >start
scree-dem3 -q -t 1.4 -e 0.1 start >whole
scree-dem3 -q -t 0.5 -e 0.1 start | scree-dem3 -q -t 0.2 -e 0.1 --threads 3 | scree-dem3 -q -t 0.7 -e 0.1 --skin 0.01 >split
ok 'a split run writes the same bytes' sh -c 'grep -v "^made" whole >a; grep -v "^made" split >b; test -s a && cmp a b'
is 'the domain stands before every frame but the first, besides twice before it' "$(grep -c '^domain' whole)" 16
ok 'its tilts were flipped' awk '/^domain/ { split(substr($5, 6), now, ","); for (k = 1; k < 4; k++) { d = now[k] - before[k];
	n[k] += (d < 0 ? -d : d) > 1.5; before[k] = now[k] } } END { exit !(n[1] == 1 && n[2] == 1) }' whole
{ sed '/^body/,$d' start; grep '^body' start | sort -r -n -k 10; echo end 0; } >shuffled
last() { scree-pick -q --no-provenance --last "$1" | sed '1,/^frame/d' | sort; }
ok 'bodies in any order' sh -c 'scree-dem3 -q -t 1.4 shuffled >other'
is 'give the same bits' "$(last other | cksum)" "$(last whole | cksum)"

# what the cell did is in the ledger, and its strain
ok 'the first law' sh -c 'scree-energy -q whole | awk "!/^#/ { last = \$NF } END { exit !(last < 2e-3 && last > -2e-3) }"'
key() { grep '^ledger' whole | tail -n 1 | tr ' ' '\n' | sed -n "s/^$1=//p"; }
near 'strain zz' "$(key strain_zz)" -0.07 1e-9
near 'strain xz' "$(key strain_xz)" -1.12 1e-9
# the domain of the last frame after exp(-0.1 1.4), exp(-0.15 1.4), exp(-0.05 1.4)
scree-pick -q --last whole | awk '/^domain/ { split(substr($2, 4), l, ","); split(substr($3, 4), h, ",");
	printf "%.12g %.12g %.12g\n", h[1] - l[1], h[2] - l[2], h[3] - l[3] }' >sides
awk 'NR == 1 { x = $1; y = $2; z = $3 } END { printf "%.12g %.12g %.12g\n", $1 / x, $2 / y, $3 / z }' sides >ratio
near 'width' "$(cut -d' ' -f1 ratio)" 0.8693582354 1e-9
near 'depth' "$(cut -d' ' -f2 ratio)" 0.8105842460 1e-9
near 'height' "$(cut -d' ' -f3 ratio)" 0.9323938199 1e-9

# a ball that its domain has become too thin for touches its own image; the run can be split there too
scree-shape sphere -r 0.5 | scree-fill -q --at 0.6,1.7,1.3 --box 1.05,3,3.2 --periodic xyz |
	scree-set -q --law grain,grain,kn=1000 --rate -0.5,0.1,0,0,0,0 >thin
scree-dem3 -q -t 0.6 thin >whole
ok 'a domain becomes thinner than a ball' awk '/^domain/ { split(substr($2, 4), l, ","); split(substr($3, 4), h, ","); w = h[1] - l[1] } END { exit !(w > 0 && w < 0.8) }' whole
is 'which ends with the same bits in a run that is split' "$(scree-dem3 -q -t 0.5 thin | scree-dem3 -q -t 0.1 | last - | cksum)" "$(last whole | cksum)"

# triaxial compression to three pressures, without walls, until they are reached
scree-shape sphere -r 0.5 | scree-fill -q -n 120 --fraction 0.45 --periodic xyz --seed 3 |
	scree-set -q --law grain,grain,kn=1000,mu=0.3,en=0.5 --pressure 1,1.2,1.5 >loose
scree-dem3 -t 60 --until pressure=0.5%,quiet=1e-3 loose >packed 2>told
ok 'the run ends when the pressures are reached' awk '{ for (k = 1; k <= NF; k++) if (sub("time=", "", $k)) t = $k + 0 } END { exit !(t < 50) }' told
scree-dem3 -q -t 0 packed | scree-stress -q --kinetic >table
near 'the stress along x' "$(awk '!/^#/ { s = $3 + $12 } END { print s }' table)" 1 0.006
near 'along y' "$(awk '!/^#/ { s = $7 + $15 } END { print s }' table)" 1.2 0.007
near 'along z' "$(awk '!/^#/ { s = $11 + $17 } END { print s }' table)" 1.5 0.008
scree-dem3 -q -t 5 packed >longer
scree-dem3 -q -t 2 packed | scree-dem3 -q -t 3 --threads 2 >longer2
is 'a split run under pressure ends with the same bits' "$(last longer2 | cksum)" "$(last longer | cksum)"
is 'and with the same domain' "$(grep '^domain.*mean=' longer2 | tail -n 1)" "$(grep '^domain.*mean=' longer | tail -n 1)"
scree-set -q --pressure none packed >free
ok 'a domain that is let go stands still' sh -c 'scree-dem3 -q -t 0.3 free | grep "^domain" | tail -n 1 >d; ! grep -q "rate=\|pressure=" d'

# steady simple shear under a constant normal stress: the mean of the stress is the target within a per cent
scree-set -q --rate 0,0,0,0,0.03,0 --pressure -,-,1 packed | scree-dem3 -q -t 100 -e 0.5 | scree-pick -q --from 70 >sheared
scree-stress -q --kinetic sheared >table
near 'its normal stress' "$(awk '!/^#/ { s += $11 + $17; n++ } END { print s / n }' table)" 1 0.01

fails 3 'has the constraint' 'a body that is held' sh -c 'scree-set -q --tag held --where "id == 3" start | scree-set -q --constrain "held x=fixed" | scree-dem3 -q -t 1'
fails 4 'deforms by' 'a step too long' sh -c 'scree-set -q --rate 20,0,0,0,0,0 --dt 0.01 start | scree-dem3 -q -t 1'
finish
