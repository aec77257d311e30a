#!/bin/sh
# scree-fill: counts, fractions and no overlap, judged by sums and all pairs of disks in awk
. "$(dirname "$0")/../tap.sh"

cat >disk <<'END'
scree 1 dim=2
material grain density=2
law grain grain linear kn=1 kt=0.1 mu=0.5 en=0.5
shape 1 point r=0.5 0,0
mass 1 area=0.7853981633974483 I=0.09817477042468103 method=exact
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0 due=0 body=1
body 1 1 grain - 1 0 0 0 0 0 0 0 0
end 0
END
sed 's/shape 1 point r=0.5 0,0/shape 4 polyline r=0.2 -0.5,0 0.5,0/; s/^mass.*/mass 4 area=0.5256637061435918 I=0.0669 method=exact/
	s/^body 1 1/body 1 4/' disk >rice

# pairs of disks (radius half their size) that overlap, and disks that reach out, in a box W H with periods PX PY
cat >judge.awk <<'END'
/^domain/ { split(substr($3, 4), h, ","); px = $4 ~ /x/ && $4 != "periodic=none"; py = $4 ~ /y$/; W = h[1]; H = h[2] }
/^body/ { n++; r[n] = $6 / 2; x[n] = $7; y[n] = $8; area += 3.14159265358979 * r[n] ^ 2
	out += !px && (x[n] - r[n] < -1e-12 || x[n] + r[n] > W + 1e-12) || !py && (y[n] - r[n] < -1e-12 || y[n] + r[n] > H + 1e-12) }
END {
	for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) {
		dx = x[i] - x[j]; dy = y[i] - y[j]
		if (px) { if (dx > W / 2) dx -= W; if (dx < -W / 2) dx += W }
		if (py) { if (dy > H / 2) dy -= H; if (dy < -H / 2) dy += H }
		bad += dx * dx + dy * dy < (r[i] + r[j]) ^ 2 * (1 - 1e-12)
	}
	printf "%d %d %d %.6f\n", n, bad, out, area / (W * H)
}
END
judge() { awk -f judge.awk "$1"; }

scree-fill -q -n 60 --box 12,9 --random disk >a
is 'random: 60 disks, none overlap, none out' "$(judge a | cut -d' ' -f1-3)" '60 0 0'
scree-fill -q -n 45 --box 9,8 --periodic xy --random disk >a
is 'random and periodic' "$(judge a | cut -d' ' -f1-3)" '45 0 0'
scree-fill -q -n 100 --fraction 0.75 --periodic xy disk >a
is 'grown to 0.75, across periodic edges' "$(judge a)" '100 0 0 0.750000'
scree-fill -q -n 100 --fraction 0.7 --sizes uniform:0.3,2 --periodic x disk >a
is 'grown, of many sizes, closed in y' "$(judge a)" '100 0 0 0.700000'
is 'sizes are within their limits' "$(awk '/^body/ && ($6 < 0.3 || $6 > 2)' a | wc -l)" 0
scree-fill -q --box 10,10 --fraction 0.6 disk >a
is 'as many as come nearest to a fraction of a box: 76.39' "$(judge a | cut -d' ' -f1-3)" '76 0 0'
is 'of 26.86, one more: 27' "$(scree-fill -q --box 7,5.9 --fraction 0.5108 disk | grep -c '^body')" 27
is 'one at least' "$(scree-fill -q --box 7,5.9 --fraction 0.001 disk | grep -c '^body')" 1
scree-fill -q -n 20 --lattice square disk >a
is 'a square lattice' "$(judge a | cut -d' ' -f1-3)" '20 0 0'
scree-fill -q -n 20 --lattice hexagonal --periodic xy disk >a
is 'a hexagonal lattice' "$(judge a | cut -d' ' -f1-3)" '20 0 0'
scree-fill -q -n 12 --lattice square --box 4,3 --spacing 1 --angle 0.5 disk >a
is 'disks in their cells exactly' "$(judge a)" '12 0 0 0.785398'
is 'angles as asked' "$(awk '/^body/ && $9 != 0.5' a | wc -l)" 0

scree-fill -q --at 3,4 --at -5,0.25 disk >a
is 'bodies at their places' "$(awk '/^body/ { print $7, $8, $9 }' a | tr '\n' ' ')" '3 4 0 -5 0.25 0 '
is 'without a box there is no domain' "$(grep -c '^domain' a)" 0

scree-fill -q -n 90 --fraction 0.5 --mix 1,2 disk rice >a
is 'a mixture by number' "$(awk '/^body/ { n[$3]++ } END { print n[1], n[5] }' a)" '30 60'
is 'provenance of all inputs' "$(grep -c '^made' a)" 1
is 'shapes of both' "$(grep -c '^shape' a)" 2

# energy per degree of freedom: m = 2 * 0.785..., I = 2 * 0.098...
scree-fill -q -n 4000 --lattice square --temperature 0.03 disk >a
near 'temperature: x' "$(awk '/^body/ { s += 1.5707963 * $12 ^ 2; n++ } END { print s / n }' a)" 0.03 0.0034
near 'temperature: spin' "$(awk '/^body/ { s += 0.19634954 * $14 ^ 2; n++ } END { print s / n }' a)" 0.03 0.0034
scree-fill -q -n 500 --lattice square --speed 0.2 --no-drift disk >a
near 'no drift: x' "$(awk '/^body/ { s += $12 } END { print s }' a)" 0 1e-12
near 'no drift: y' "$(awk '/^body/ { s += $13 } END { print s }' a)" 0 1e-12
scree-fill -q -n 500 --lattice square --speed 0.2 disk >a
near 'speed' "$(awk '/^body/ { d = $12 ^ 2 + $13 ^ 2 - 0.04; if (d < 0) d = -d; if (d > m) m = d } END { print m }' a)" 0 1e-12

scree-fill -q -n 50 --fraction 0.6 --seed 4 disk >a
scree-fill -q -n 50 --fraction 0.6 --seed 4 disk >b
ok 'a seed gives the same bytes' cmp a b
scree-fill -q -n 50 --fraction 0.6 --seed 5 disk | grep '^body' >c
ok 'another seed others' sh -c 'grep ^body a | cmp - c >/dev/null && exit 1; exit 0'
is 'the seed is written down' "$(scree-fill -q -n 2 --lattice square disk | grep '^made')" \
	"made scree-fill 0.1.0 -q -n 2 --lattice square disk --seed 1 $(noted disk)"

printf '1 0\n2 40\n4 100\n' >curve
scree-fill -q -n 3000 --lattice square --spacing 4.1 --sizes sieve:curve disk >a
printf '1 0\n2 20\n3 40\n' >short
ok 'a sieve curve that does not end at 1 or 100: a warning' sh -c "scree-fill -q -n 3 --lattice square --sizes sieve:short disk 2>&1 >short.scree |
	grep -q 'short:3: the sieve curve ends at 40, not at 1 or 100'"
fails 3 'short:2: a sieve curve needs .* found 2 1$' 'a sieve curve that falls' sh -c "printf '1 2\n2 1\n' >short
	scree-fill -n 3 --lattice square --sizes sieve:short disk"
fails 2 'is not two numbers separated by a comma, or sigma alone' 'a width that is a word' scree-fill -n 3 --sizes lognormal:x disk
near 'a sieve curve is one of mass' "$(awk '/^body/ { m += $6 ^ 2; if ($6 < 2) f += $6 ^ 2 } END { print f / m }' a)" 0.4 0.05


# ---- models of two shapes, sizes and materials, ids in no order; a frame late in time with contacts and a ledger
cat >models <<'END'
scree 1 dim=2
material sand density=2
material lead density=7
law sand sand linear kn=1
law lead lead linear kn=1
shape 6 polyline r=0.2 -0.5,0 0.5,0
shape 3 point r=0.5 0,0
columns body id shape material size x y angle
columns contact i j x y
frame 7 t=3.5 dt=0.1 due=4 body=2 contact=1
body 8 3 lead 1.5 1 1 0.3
body 2 6 sand 0.8 3 3 1
contact 8 2 0 0
ledger since=0 work=3
end 7
END
scree-fill -q -n 40 --mix 1,3 --sizes uniform:2,2 --box 50,30 --periodic y models >a
is 'bodies are made of their models: shape, material, size times that' "$(awk '$1 == "body" { n[$3 " " $4 " " $6]++ } END { for (k in n) print n[k], k }' a | sort | tr '\n' ';')" \
	'10 3 lead 3;30 6 sand 1.6;'
is 'in random order' "$(awk '$1 == "body" && $2 <= 10 { n += $3 == 3 } END { print (n < 9) }' a)" 1
is 'a new scene: ids from 1, time 0, no contacts, no ledger' "$(awk '$1 == "body" { bad += $2 != ++n } END { print n, bad + 0 }' a) $(grep '^frame' a | sed 's, dt=[^ ]*,,') $(grep -c -e '^contact' -e '^ledger' a)" \
	'40 0 frame 0 t=0 due=0 body=40 0'
is 'in the box that was asked for' "$(grep '^domain' a)" 'domain lo=0,0 hi=50,30 periodic=y'
ok 'it is told what they fill' sh -c "scree-fill -n 40 --mix 1,3 --sizes uniform:2,2 --box 50,30 models 2>&1 >/dev/null | grep -q 'fill $(awk 'BEGIN { pi = atan2(0, -1); printf "%.4g", (10 * pi * 2.25 + 30 * (0.4 + 0.04 * pi) * 2.56) / 1500 }') of 50 x 30'"
# as many as come nearest to a fraction of a box: the next would be nearer from less than half of its area; a quarter are disks
scree-fill -q --mix 1,3 --fraction 0.2 --box 60,40 --periodic xy models >a
ok 'a fraction of a box: to half of a body, a quarter of them disks' awk '$1 == "body" { n++; d = $3 == 3; disks += d; pi = 3.14159265358979; s = $6 * $6; last = d ? pi * 0.25 * s : (0.4 + 0.04 * pi) * s; area += last }
	END { p = disks / n - 0.25; exit !(area - 480 < 0.9 && 480 - area < 0.9 && p * p < 20 * 0.1875 / n) }' a
# mean energies of either kind, m = 7 pi 0.5625 and 2 (0.4 + 0.04 pi) 0.64; moments of inertia 7 pi 0.75^4 / 2, and of the rod as a
# rectangle 1 x 0.4, two half disks and what they are off the middle, times 2 0.8^4
scree-fill -q -n 4000 --lattice square --temperature 0.03 --no-drift models >a
hot() { awk -v s="$1" -v m="$2" -v i="$3" '$1 == "body" && $3 == s { x += m * $12 ^ 2; y += m * $13 ^ 2; w += i * $14 ^ 2; n++ } END { printf "%.9g %.9g %.9g", x / n / 0.03, y / n / 0.03, w / n / 0.03 }' a; }
# 2000 of each: the mean of squares of normal numbers is off by sqrt(2 / 2000)
ok 'temperature: energies of the disks' about 0.13 "$(hot 3 "$(awk 'BEGIN { printf "%.9g", 7 * atan2(0, -1) * 0.5625 }')" "$(awk 'BEGIN { printf "%.9g", 7 * atan2(0, -1) * 0.75 ^ 4 / 2 }')")" '1 1 1'
ok 'and of the rods' about 0.13 "$(hot 6 "$(awk 'BEGIN { printf "%.9g", 2 * (0.4 + 0.04 * atan2(0, -1)) * 0.64 }')" \
	"$(awk 'BEGIN { pi = atan2(0, -1); r = 0.2; printf "%.9g", 2 * 0.8 ^ 4 * (0.4 * 1.16 / 12 + pi * r * r / 4 + 4 * r ^ 3 / 3 + pi * r ^ 4 / 2) }')")" '1 1 1'
near 'no drift: the sum of m v, not of v' "$(awk '$1 == "body" { m = $3 == 3 ? 7 * 3.14159265358979 * 0.5625 : 2 * (0.4 + 0.04 * 3.14159265358979) * 0.64; s += m * $12; q += m * $13 } END { print s + q }' a)" 0 1e-9
near 'angles are anyhow: mean of cos' "$(awk '$1 == "body" { s += cos($9); n++ } END { print s / n }' a)" 0 0.05
near 'and of sin of twice' "$(awk '$1 == "body" { s += sin(2 * $9); n++ } END { print s / n }' a)" 0 0.05
is 'an angle for all at random places, too' "$(scree-fill -q -n 20 --box 20,30 --angle 0.7 models | awk '$1 == "body" { print $9 }' | sort -u)" 0.7
is 'and at given ones' "$(scree-fill -q --at 3,4 --at 9,7 --angle -0.2 models | awk '$1 == "body" { print $9 }' | sort -u)" -0.2
# sites of lattices in boxes that are no squares: 2.001 radii of the largest apart, or as told; spread evenly where periodic
sites() { awk '$1 == "body" { printf "%.6g,%.6g ", $7, $8 }'; }
expect() { awk -v n="$1" -v nx="$2" -v x0="$3" -v dx="$4" -v y0="$5" -v dy="$6" -v s="$7" 'BEGIN { for (k = 0; k < n; k++) { j = int(k / nx)
	printf "%.6g,%.6g ", x0 + (k % nx) * dx + (j % 2 ? s : 0), y0 + j * dy } }'; }
is 'squares in an oblong, closed' "$(scree-fill -q -n 7 --lattice square --spacing 1.2 --box 5,4 disk | sites)" "$(expect 7 4 0.6 1.2 0.6 1.2 0)"
is 'periodic along x' "$(scree-fill -q -n 7 --lattice square --spacing 1.2 --box 5,4 --periodic x disk | sites)" "$(expect 7 4 0.625 1.25 0.6 1.2 0)"
is 'along y' "$(scree-fill -q -n 7 --lattice square --spacing 1.2 --box 5,4 --periodic y disk | sites)" "$(expect 7 4 0.6 1.2 0.66666667 1.33333333 0)"
is 'hexagons, closed: rows shifted by half' "$(scree-fill -q -n 8 --lattice hexagonal --spacing 1.2 --box 5,4 disk | sites)" "$(expect 8 3 0.6 1.2 0.6 "$(awk 'BEGIN { print 1.2 * sqrt(0.75) }')" 0.6)"
# periodic: four to a row of 5, 1.25 apart; of three rows that fit into 4 an even number, 2 apart
is 'and periodic' "$(scree-fill -q -n 7 --lattice hexagonal --spacing 1.2 --box 5,4 --periodic xy disk | sites)" "$(expect 7 4 0.625 1.25 1 2 0.625)"
is 'the box is as many cells as it takes: 4 x 3 of 2.001 x 0.5' "$(scree-fill -q -n 10 --lattice square disk | grep '^domain')" 'domain lo=0,0 hi=4.002,3.0015 periodic=none'
is 'hexagons: half a cell more to the right, and rows closer' "$(scree-fill -q -n 10 --lattice hexagonal --spacing 2 disk | grep '^domain' | tr ',=' '  ' | awk '{ printf "%.9g %.9g", $6, $7 }')" "$(awk 'BEGIN { printf "9 %.9g", 2 * 2 * sqrt(0.75) + 2 }')"
is 'periodic: whole cells, and an even number of rows' "$(scree-fill -q -n 10 --lattice hexagonal --spacing 2 --periodic xy disk | grep '^domain' | tr ',=' '  ' | awk '{ printf "%.9g %.9g", $6, $7 }')" "$(awk 'BEGIN { printf "8 %.9g", 4 * 2 * sqrt(0.75) }')"
is 'a square for the fraction, whatever that is' "$(scree-fill -q -n 30 --fraction 0.4 disk | grep '^domain' | tr ',=' '  ' | awk '{ printf "%.9g %.9g", $6, $7 }')" "$(awk 'BEGIN { s = sqrt(30 * atan2(0, -1) / 4 / 0.4); printf "%.9g %.9g", s, s }')"
# places, with a box: across its periodic edges and out of it
fails 4 'the body at .* overlaps' 'places across a periodic edge' scree-fill --at 0.3,2 --at 5.8,2 --box 6,5 --periodic x disk
for places in '--at 2.1,5 --at 12,5' '--at 12,5 --at 2.1,5' '--at 2.1,5 --at -28,5'; do
	# shellcheck disable=SC2086
	fails 4 'overlaps another body' "a place in another period: $places" scree-fill $places --box 10,10 --periodic x disk
done
is 'places in other periods are written inside the box' "$(scree-fill -q --at 12,5 --at -3,7 --box 10,10 --periodic x disk | awk '/^body/ { print $7, $8 }' | tr '\n' ' ')" '2 5 7 7 '
fails 2 'periodic: the period is the size of the box, expected --box too' 'a period without a size' scree-fill --at 0.3,2 --at 5.8,2 --periodic x disk
scree-fill -q -n 1 --box 6,5 --periodic x disk >period
fails 4 'overlaps another body' 'places across the periodic edge of the input' scree-fill --at 0.3,2 --at 5.8,2 period
is 'places in other periods of the input' "$(scree-fill -q --at -0.5,2 period | awk '/^body/ { print $7, $8 }')" '5.5 2'
sed 's/^domain.*/domain lo=-3,-2 hi=3,3 periodic=x/' period >moved
is 'which keeps its corner' "$(scree-fill -q --at -2.5,2 --at 5,2 moved | awk '/^domain/ { d = $0 } /^body/ { b = b " " $7 } END { print d b }')" \
	'domain lo=-3,-2 hi=3,3 periodic=x -2.5 -1'
ok 'which is none along y' scree-fill -q --at 0.6,2 --at 5.4,2 --box 6,5 --periodic y disk
fails 4 'or reaches out of the box' 'a place too near to the edge' scree-fill --at 3,4.6 --box 6,5 --periodic x disk
is 'places and their box' "$(scree-fill -q --at 0.5,2 --at 3,4.5 --box 6,5 disk | grep -e '^domain' -e '^body' | cut -d' ' -f1-3,7-8 | tr '\n' ';')" 'domain lo=0,0 hi=6,5;body 1 1 0.5 2;body 2 1 3 4.5;'

fails 4 'scree-fill: [0-9]+ of 500 bodies fit' 'too many at random' scree-fill -n 500 --box 12,12 disk
fails 4 'at most about [0-9]+ of 20000 bodies fit at random in 150 x 150: .*--fraction packs denser' 'far too many at random' scree-fill -n 20000 --box 150,150 disk
# two sizes: large disks that fill nearly all they can (0.5), then small ones between them
sed 's/point r=0.5/point r=0.05/; /^mass/d' disk >tiny
is 'small bodies find room where large ones no longer do' "$(scree-fill -q -n 15000 --mix 2,1 --box 124.2,124.2 --periodic xy disk tiny | grep -c '^body')" 15000
fails 4 'jam at a fraction of about 0\.[89]' 'too dense' scree-fill -n 30 --fraction 0.97 --periodic xy disk
# a lattice makes its box itself, from the lower corner of --lo
scree-fill -q --at 0,3 disk | scree-wall -q line -9,0 9,0 | grep -v '^domain' >wall
is 'the lower corner of a lattice without a domain' "$(scree-fill -q -n 3 --lattice square --spacing 1 --lo 5,7 wall | grep -v " wall " | sites)" "$(expect 3 2 5.5 1 7.5 1 0)"
fails 2 'lo: is the corner of the box, but the scene has no domain, expected --box too' 'a corner of no box' \
	scree-fill --at 5,7 --lo 4,4 wall
sed '2i domain lo=0,0 hi=5,5' wall >room
fails 2 'lo: 9 along y, expected less than 5, the upper edge of the domain; --box' 'a corner past the domain' \
	scree-fill -n 3 --lo 1,9 room
# ---- between walls: lines, rings, glued grains; no contact, as the simulator finds contacts ----
touches() { scree-dem2 -q -t 0 "$1" | awk '/^frame/ { n = 0 } $1 == "contact" { n++ } END { print n + 0 }'; }
free() { awk '$1 == "body" && $5 == "-" { print $7, $8 }' "$1"; }
scree-shape disk --radius 0.31 | scree-fill -q --at 5,4 >one
scree-wall -q drum --lo 0,0 --hi 10,8 --omega 1 --baffles 3 one >drum
scree-fill -q -n 70 --seed 3 drum >a
is 'a drum: as many as asked, and the wall stays' "$(free a | wc -l | tr -d ' ') $(grep -c '^body.* drum ' a)" "70 $(grep -c '^body.* drum ' drum)"
ok 'in it, not in its corners' sh -c "awk '{ if ((\$1 - 5) ^ 2 + (\$2 - 4) ^ 2 > 3.75 ^ 2) bad = 1 } END { exit bad || NR != 70 }' <<END
$(free a)
END"
is 'nothing touches' "$(touches a)" 0
is 'the drum still turns' "$(grep -c '^constraint drum .*angle=v:1' a)" 1
scree-wall -q hopper --lo 0,0 --hi 9,8 --opening 2 one >hopper
scree-fill -q -n 80 --lo 0,0.7 --box 9,7.3 hopper >a
ok 'a hopper, above a height' sh -c "awk '{ if (\$2 < 1.01 || \$2 > 7.69 || \$1 < 0.31 || \$1 > 8.69) bad = 1 } END { exit bad || NR != 80 }' <<END
$(free a)
END"
is 'nothing touches its walls' "$(touches a)" 0
scree-voronoi -q -n 40 --box 7,9 --periodic x | scree-wall -q plates --rough | scree-pick -q --where 'tag != -' >plates
scree-fill -q -n 45 one plates >a
is 'between rough plates, and over the edge of the period, nothing touches' "$(touches a) $(free a | wc -l | tr -d ' ')" '0 45'
fails 4 'overlaps another body or a wall' 'a place in a wall' scree-fill --at 0.2,4 hopper

# what passes a sieve of 1.3, as the manual defines it: rice scaled to the width 1 and of size factors to 1.3, by Feret's least diameter
printf '1 0\n1.3 1\n' >fine
width() { scree-mass --table "$1" | awk '/^# id/ { for (k = 2; k <= NF; k++) if ($k ~ /^feret_min/) at = k - 1 } !/^#/ { print $at }'; }
scree-shape rice >rice
scree-shape rice --scale "$(awk -v w="$(width rice)" 'BEGIN { print 1 / w }')" >rice1
near 'rice scaled to pass an opening of 1' "$(width rice1)" 1 1e-5
near 'its width is twice its radius' "$(sed -n 's/^shape.* r=\([^ ]*\).*/\1/p' rice1)" 0.5 1e-5
ok 'openings are then lengths' sh -c "scree-fill -q -n 30 --lattice square --sizes sieve:fine rice1 |
	awk '/^body/ { n++; bad += \$6 > 1.3 || \$6 < 1 } END { exit bad || n != 30 }'"
# 0.75 can be filled; the fraction at which more of them jam is then no less
ok 'three quarters of a closed box' scree-fill -q -n 60 --fraction 0.75 disk
jam=$(scree-fill -n 60 --fraction 0.95 disk 2>&1 >/dev/null | sed -n 's/.* jam at a fraction of about \([0-9.]*\),.*/\1/p')
ok "what the message calls jammed ($jam) is not below what can be filled" test "$(awk -v j="$jam" 'BEGIN { print (j > 0.75 && j < 0.91) }')" = 1

fails 2 'spacing: is the distance of the sites of a lattice' 'sites of no lattice' scree-fill -n 4 --fraction 0.3 --spacing 2 disk
fails 2 'spacing: is the distance of the sites of a lattice' 'nor at random' scree-fill -n 4 --box 8,8 --spacing 2 disk

# ---- threads: the same bytes, and 0.78 of a box filled by two sizes ----

sed 's/^frame 0 t=0 dt=0 due=0 body=1/frame 0 t=0 dt=0 due=0 body=2/; s/^end 0/body 2 1 grain - 0.6 0 0 0 0 0 0 0 0\nend 0/' disk >two
for t in 1 2 3; do scree-fill -q --no-provenance -n 9000 --fraction 0.78 --periodic x --threads $t two | cksum; done >sums
is 'one, two and three threads: the same bytes' "$(sort -u sums | wc -l | tr -d ' ') $(scree-fill -q -n 9000 --fraction 0.78 --periodic x two | grep -c '^body')" '1 9000'
# a body meets several images of itself and of others along the two short edges
for t in 1 3; do scree-fill -q --no-provenance --box 2.2,4200 --fraction 0.7 --periodic xy --threads $t disk | cksum; done >sums
is 'in a box narrower than two disks, too' "$(sort -u sums | wc -l | tr -d ' ')" 1
for bad in 0 -1 1025; do
	fails 2 "threads.*'$bad', expected auto or a whole number from 1 to 1024" "$bad threads" scree-fill -n 5 --fraction 0.5 --threads $bad disk
done

scree-shape cow >cow
for how in '-n 3 --box 2.3,2' '-n 3 --box 2.3,2 --periodic xy' '--fraction 0.5 --box 2.3,2'; do
	# shellcheck disable=SC2086
	fails 4 'the largest body measures 4.[0-9]* x 2.[0-9]* and found no place in an empty box of 2.3 x 2' "a cow: $how" scree-fill $how cow
done
# metres for millimetres: the body would meet millions of images of itself
for how in '-n 10 --box 1e-6,1e-6 --periodic xy' '-n 10 --box 1e-6,1e-6 --periodic y' '--fraction 0.5 --box 1e-6,1e-6 --periodic x'; do
	# shellcheck disable=SC2086
	fails 4 'the largest body measures 1 x 1 and found no place in an empty box of 1e-06 x 1e-06' "a box of another unit: $how" \
		timeout 60 scree-fill $how disk
done
is 'a row of three billion sites' "$(scree-fill -q -n 10 --lattice square --spacing 1 --box 3e9,3 disk | sites)" "$(expect 10 10 0.5 1 0.5 1 0)"
fails 4 'of 40 bodies fit on a lattice' 'too many for a lattice' scree-fill -n 40 --lattice square --box 5,5 disk
fails 4 'overlaps another body$' 'on top of each other' scree-fill --at 0,0 --at 0.9,0 disk
fails 4 'at 3,5.8 reaches out of the box from 0,0 to 6,6$' 'a body alone overlaps no other' scree-fill --at 3,5.8 --box 6,6 disk
fails 4 'at 3,5.8 overlaps another body or reaches out of the box from 0,0 to 6,6$' 'one of two may' \
	scree-fill --at 1,1 --at 3,5.8 --box 6,6 disk
is 'nothing is written then' "$(scree-fill --at 0,0 --at 0.9,0 disk 2>/dev/null | grep -c '^frame')" 0
finish
