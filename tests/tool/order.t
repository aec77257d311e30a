#!/bin/sh
# scree-order: lattices, ideal gases, aligned and random rods, cells that fill the box. Grains of all kinds are in order-grains.t.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

. "$root/tests/order_scene.sh"

# uniform random numbers: awk's own generator, seed $1, then the program $2
random() {
	awk -v seed="$1" "BEGIN { srand(seed); $2 }"
}

# ---- lattices ----

awk 'BEGIN { for (i = 0; i < 10; i++) for (j = 0; j < 8; j++) print i, j }' | stream 'lo=0,0 hi=10,8 periodic=xy' >square.scree
awk 'BEGIN { for (i = 0; i < 10; i++) for (j = 0; j < 10; j++) printf "%.1f %.17g\n", i + j % 2 * 0.5, j * sqrt(0.75) }' |
	stream "lo=0,0 hi=10,$(awk 'BEGIN { printf "%.17g", 10 * sqrt(0.75) }') periodic=xy" >triangular.scree

near 'psi_4 of a square lattice is 1' "$(scree-order --bond 4 square.scree | cell global 1)" 1 1e-12
near 'psi_6 of it is 0' "$(scree-order --bond 6 square.scree | cell local 1)" 0 1e-12
is 'it has four neighbours' "$(scree-order --bond 4 square.scree | cell neighbours 1)" 4
near 'psi_6 of a triangular lattice is 1' "$(scree-order --bond 6 triangular.scree | cell global 1)" 1 1e-12
near 'psi_4 of it is 0' "$(scree-order --bond 4 triangular.scree | cell local 1)" 0 1e-12
is 'it has six neighbours' "$(scree-order --bond 6 triangular.scree | cell neighbours 1)" 6
near 'by distance' "$(scree-order --bond 6 --neighbours 1.2 triangular.scree | cell global 1)" 1 1e-12
near 'with those over the corner psi_4 of the square is (4 - 4) / 8' \
	"$(scree-order --bond 4 --neighbours 1.5 square.scree | cell local 1)" 0 1e-12
near 'a lattice turned by 0.2 has that angle' "$(awk 'BEGIN { c = cos(0.2); s = sin(0.2)
	for (i = 0; i < 6; i++) for (j = 0; j < 6; j++) printf "%.17g %.17g\n", c * i - s * j, s * i + c * j }' | stream '' |
	scree-order --bond 4 --where 'id > 7 and id < 12' | cell angle 1)" 0.2 1e-12
is 'and no more grains than asked for' "$(scree-order --bond 6 --where 'id > 7 and id < 12' square.scree | cell grains 1)" 4
is 'one row for each grain' "$(scree-order --bond 6 --bodies triangular.scree | column psi | awk '{ n += $1 > 0.999999 } END { print n }')" 100

# pairs of the triangular lattice: 6 at 1, 6 at sqrt 3, 6 at 2, 12 at sqrt 7 for each of 100 points, each pair once
is 'g(r) has the peaks of the lattice and nothing else' "$(scree-order --gr --reach 2.94 --bins 21 triangular.scree |
	awk '!/^#/ && $4 > 0 { printf "%g:%d ", $1, $4 }')" '1.05:300 1.75:300 2.03:300 2.59:600 '
near 'and their height' "$(scree-order --gr --reach 2.94 --bins 21 triangular.scree | awk '!/^#/ && $4 > 0 { print $2; exit }')" \
	"$(awk 'BEGIN { pi = atan2(0, -1); printf "%.15g", 300 / (99 * 100 / 2 * pi * (1.12 ^ 2 - 0.98 ^ 2) / (100 * sqrt(0.75))) }')" 1e-12

# ---- ideal gases ----

# chi^2 per bin of g against 1
chi2() {
	awk '!/^#/ { n++; e = $4 / $2; c += ($4 - e) ^ 2 / e } END { print c / n }'
}
random 1 'for (i = 0; i < 3000; i++) print rand() * 30, rand() * 20' >points
near 'g of an ideal gas is 1, periodic' "$(stream 'lo=0,0 hi=30,20 periodic=xy' <points | scree-order --gr --bins 50 --reach 5 | chi2)" 1 0.6
near 'in a tilted box' "$(stream 'lo=0,0 hi=30,20 periodic=xy tilt=7' <points | scree-order --gr --bins 50 --reach 5 | chi2)" 1 0.6
# Edges make pairs depend on each other: many frames, and whether any bin is off by more than a few per cent. Without the
# correction the last bins would be 0.6 and 0.4.
random 5 'for (f = 0; f < 60; f++) { for (i = 0; i < 150; i++) print rand() * 30, rand() * 20 }' | stream '' |
	awk '/^frame/ { next } /^body/ { if (n % 150 == 0) print "frame " n / 150 " t=" n / 150 " dt=1 due=0 body=150"; print
		if (++n % 150 == 0) print "end " n / 150 - 1; next } !/^end/' >walls.scree
worst() { awk '!/^#/ { d = $2 - 1; if (d < 0) d = -d; if (d > m) m = d } END { print m }'; }
# bodies that a scene has outside of its periodic domain are the same scene
stream 'lo=0,0 hi=30,20 periodic=xy tilt=7' <points >inside
awk 'BEGIN { CONVFMT = "%.17g" } /^columns/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { n = NR % 4 - 1; m = NR % 3 - 1; $at["x"] += 30 * n + 7 * m; $at["y"] += 20 * m } { print }' inside >outside
is 'and of bodies outside of the domain' "$(scree-order --no-provenance --gr --bins 5 --reach 5 outside | awk '!/^#/ { print $4 }' | tr '\n' ' ')" \
	"$(scree-order --no-provenance --gr --bins 5 --reach 5 inside | awk '!/^#/ { print $4 }' | tr '\n' ' ')"
near 'in a box' "$(scree-order --gr --bins 6 --reach 15 walls.scree | worst)" 0 0.04
near 'between walls' "$(sed '1a domain lo=0,0 hi=30,20 periodic=x' walls.scree | scree-order --gr --bins 6 --reach 15 | worst)" 0 0.04
near 'the error is that of counting' "$(stream '' <points | scree-order --gr --bins 5 | awk '!/^#/ { print $3 / $2 * sqrt($4); exit }')" 1 1e-12

# ---- rods ----

random 2 'for (i = 0; i < 40; i++) printf "%g %g %.17g 2\n", rand() * 30, rand() * 20, 0.7 + 3.14159265358979323846 * int(5 * rand())' |
	stream 'lo=0,0 hi=30,20 periodic=xy' >rods.scree
near 'aligned rods, some turned by pi: S = 1' "$(scree-order --nematic rods.scree | cell order 1)" 1 1e-12
near 'along 0.7' "$(scree-order --nematic rods.scree | cell director 1)" 0.7 1e-12
near 'g2 is 1' "$(scree-order --gr --bins 1 rods.scree | cell g2 1)" 1 1e-12
near 'each is along the director' "$(scree-order --nematic --bodies rods.scree | column along | sort -g | head -n 1)" 1 1e-12
near 'and has its axis there' "$(scree-order --nematic --bodies rods.scree | column axis | sort -g | head -n 1)" 0.7 1e-12
# 300 frames of 25 rods at random: the mean of S^2 is 1 / 25, within 4 of its errors (S^2 is nearly exponential)
random 3 'for (i = 0; i < 7500; i++) print 0, 0, 3.14159265358979323846 * rand(), 2' | stream '' |
	awk '/^frame/ { next } /^body/ { if (n % 25 == 0) print "frame " n / 25 " t=" n / 25 " dt=1 due=0 body=25"; print
		if (++n % 25 == 0) print "end " n / 25 - 1; next } !/^end/' >random.scree
near 'random rods: S^2 is 1 / n' "$(scree-order --nematic random.scree | column order | awk '{ s += $1 * $1 } END { print 25 * s / NR }')" 1 0.23
printf '0 0\n1 1\n' | stream '' >disks.scree
is 'disks have no axis' "$(scree-order --nematic disks.scree | tail -n 1)" '0 0 ? ?'
# a grain of any outline has the axis of its second moments: an oblong polygon drawn upright
is 'an upright polygon' "$(printf 'scree 1 dim=2\nshape 1 polygon r=0.1 0,-3 1,-3 1,3 0,3\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 1 1 0 0\nend 0\n' |
	scree-order --nematic | awk 'END { printf "%.6f %.6f", $3, $4 }')" '1.000000 1.570796'

# ---- local solid fraction ----

scree-voronoi -q -n 60 --box 12,10 --periodic xy --void-ratio 0.3 --seed 4 >pack.scree
near 'cells fill the domain' "$(scree-order --voronoi pack.scree | cell cells 1)" 120 1e-9
near 'and so do those of centres' "$(scree-order --voronoi --points 1 --bodies pack.scree | column cell | awk '{ s += $1 } END { print s }')" 120 1e-3
near 'the fraction is 1 / (1 + e)' "$(scree-order --voronoi pack.scree | cell fraction 1)" "$(awk 'BEGIN { printf "%.15g", 1 / 1.3 }')" 1e-9
is 'no edges' "$(scree-order --voronoi pack.scree | cell inner 1)" 60
# grains with sharp corners are their cells moved inwards by the same distance: the cells are theirs again
near 'each grain of a Voronoi packing has its own cell' "$(scree-voronoi -q -n 60 --box 12,10 --periodic xy --roundness 0.02 --void-ratio 0.1 --seed 4 --cells >c.scree
	awk '/^cell/ { s = 0; n = NF; for (k = 3; k <= n; k++) { split($k, p, ","); split($(k < n ? k + 1 : 3), q, ","); s += (p[1] * q[2] - q[1] * p[2]) / 2 } print $2, s }' c.scree |
	sort -n >cells; scree-order --voronoi --bodies --points 256 c.scree | awk '!/^#/ && NF { print $1, $5 }' | sort -n | paste -d' ' cells - |
	awk '{ d = ($2 - $4) / $2; if (d < 0) d = -d; if (d > m) m = d } END { print m }')" 0 0.03
near 'disks on a lattice' "$(scree-order --voronoi triangular.scree | cell most 1)" "$(awk 'BEGIN { print atan2(0, -1) / 16 / sqrt(0.75) }')" 2e-3
near 'by their centres' "$(scree-order --voronoi --points 1 triangular.scree | cell least 1)" "$(awk 'BEGIN { print atan2(0, -1) / 16 / sqrt(0.75) }')" 1e-6
near 'spread of a lattice' "$(scree-order --voronoi --points 1 triangular.scree | cell spread 1)" 0 1e-7
# two bars across the box, 2 and 1 high, with gaps of 1: cells 3 and 2 high
printf '5 1 0 3\n5 3.5 0 4\n' | stream 'lo=0,0 hi=10,5 periodic=xy' >bars.scree
near 'between a thick and a thin bar the middle of the gap' "$(scree-order --voronoi --bodies --points 200 bars.scree | cell cell 1)" 30 0.3
near 'which centres do not know' "$(scree-order --voronoi --bodies --points 1 bars.scree | cell cell 1)" 25 1e-9
printf '0 0\n3 0\n0 4\n3 4\n' | stream '' >box.scree
near 'a box without periods ends where grains do' "$(scree-order --voronoi box.scree | cell cells 1)" 15.75 1e-9
is 'all of its cells are at the edge' "$(scree-order --voronoi --bodies box.scree | column edge | sort -u)" 1
is 'so there is no inner mean' "$(scree-order --voronoi box.scree | cell mean 1)" '?'

# ---- walls, order, bad input ----

{ sed '/^columns/,$d' disks.scree; cat <<'S'
constraint wall x=fixed y=fixed angle=fixed
columns body id shape tag x y
frame 0 t=0 body=3
body 1 2 - 0 0
body 2 2 wall 5 5
body 3 2 - 2 1
end 0
S
} >walls.scree
is 'walls are no grains' "$(scree-order --nematic walls.scree | cell grains 1)" 2
awk '/^body/ { b[++n] = $0; next } /^end/ { for (k = n; k; k--) print b[k] } 1' pack.scree >back.scree
for o in --gr '--bond 6' --voronoi; do
	is "$o: any order of bodies, the same bytes" "$(scree-order --no-provenance $o back.scree)" "$(scree-order --no-provenance $o pack.scree)"
done
fails 2 'found none of --gr.*expected exactly one' 'no measure' scree-order pack.scree
fails 2 'found several of --gr.*expected exactly one' 'two measures' scree-order --gr --msd pack.scree
fails 2 'option --bond: 0, expected 1 to 100' 'psi_0' scree-order --bond 0 pack.scree
fails 2 'option --bins: is only for --gr' 'an option of another measure' scree-order --msd --bins 3 pack.scree
fails 2 'option --neighbours: near, expected voronoi, contacts or a distance' 'neighbours' scree-order --bond 6 --neighbours near pack.scree
fails 2 'option --reach: 7, expected at most 5, half of the shortest' 'a reach beyond half the box' scree-order --gr --reach 7 pack.scree
# grains without a domain come together: the first frame allows a reach that the second one does not
awk 'BEGIN { print "scree 1 dim=2\nmaterial m density=1\nshape 1 point r=0.01 0,0\ncolumns body id shape material x y"
	for (f = 0; f < 2; f++) { print "frame " f " t=" f " body=4"
		for (i = 0; i < 4; i++) print "body", i + 1, 1, "m", i % 2 / 4 ^ f, int(i / 2) % 2 / 4 ^ f
		print "end " f } }' >shrinks
fails 2 'frame 1 .*the reach that the first frame determines is [0-9.]*, expected at most.*give a smaller --reach' \
	'a default reach that is too long later' scree-order --gr shrinks
fails 2 'frame 1 .*option --reach: 0.5, expected at most .*which was more in earlier frames; give a smaller --reach' \
	'a reach that is too long later' scree-order --gr --reach 0.5 shrinks
fails 2 'option --neighbours: 7, expected at most 5' 'neighbours beyond half the box' scree-order --bond 6 --neighbours 7 pack.scree
printf '0 0\n' | stream '' >one.scree
fails 3 'no frame has two grains' 'g of one grain' scree-order --gr one.scree
printf '0 0\n1 0\n2 0\n' | stream '' >row.scree
fails 3 'frame 0 .t=0.: the grains span no area' 'cells of a row' scree-order --bond 6 row.scree
is 'of no grains' "$(stream '' </dev/null | scree-order --bond 6 | tail -n 1)" '0 0 ? ? ? ?'
is 'of no grains, fraction' "$(stream '' </dev/null | scree-order --voronoi | tail -n 1)" '0 0 0 ? 0 ? ? ? ?'
printf '0 0\n' | stream 'lo=0,0 hi=1e9,1e-3 periodic=xy tilt=3.3e8' >flat.scree
fails 3 'tilted domain is too flat for Voronoi cells, expected' 'a domain like a thread' scree-order --bond 6 flat.scree
printf '0 0\n1 1\n0 0\n' | stream '' >twice.scree
fails 4 'points of bodies 1 and 3 coincide' 'two centres in one place' scree-order --bond 6 twice.scree
sed '/^frame/,$d' pack.scree >empty.scree
fails 3 'no frame in the stream' 'a stream without frames' scree-order --gr empty.scree
finish
