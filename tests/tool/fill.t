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
is 'as many as come nearest to a fraction of a box' "$(judge a | cut -d' ' -f1-3)" '76 0 0'
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
	'made scree-fill 0.1.0 -q -n 2 --lattice square disk --seed 1'

printf '1 0\n2 40\n4 100\n' >curve
scree-fill -q -n 3000 --lattice square --spacing 4.1 --sizes sieve:curve disk >a
near 'a sieve curve is one of mass' "$(awk '/^body/ { m += $6 ^ 2; if ($6 < 2) f += $6 ^ 2 } END { print f / m }' a)" 0.4 0.05

fails 4 'scree-fill: [0-9]+ of 500 bodies fit' 'too many at random' scree-fill -n 500 --box 12,12 disk
fails 4 'jam at a fraction of about 0\.[89]' 'too dense' scree-fill -n 30 --fraction 0.97 --periodic xy disk
fails 4 'of 40 bodies fit on a lattice' 'too many for a lattice' scree-fill -n 40 --lattice square --box 5,5 disk
fails 4 'overlaps another' 'on top of each other' scree-fill --at 0,0 --at 0.9,0 disk
is 'nothing is written then' "$(scree-fill --at 0,0 --at 0.9,0 disk 2>/dev/null | grep -c '^frame')" 0
finish
