#!/bin/sh
# p4-solvers: the accuracy and the time of the solvers, and what the published method loses.
#
# Question   In the fourth paper every body finds its own velocity, and the paper does not compare this with another method. How
#            large is the error in the conditions of Signorini and Coulomb, how deep are the overlaps, and is momentum
#            conserved? How long do methods take that solve all contacts together?
# Given      the method: for each body the nearest velocity that all its contacts allow, then friction from sampled directions.
# Missing    any measure of error; the treatment of bodies between others whose problem has no solution.
# Chosen     Impact: ellipsoids at rest in a bin are all thrown at its floor with 1 L/T, and have to stop within one step of
#            0.001. nsgs and apgd get more and more sweeps; the affine methods make one pass. The residual is that of the
#            natural map, as in scree-cd3. Rest: the same ellipsoids for a fifth of a time unit, with residuals from 0.1 to
#            1e-4: overlap against time per step. Loss: two clouds of 64 ellipsoids with random orientations fly at each other
#            without gravity and walls. Momentum and its moment are sums over all bodies; their changes are relative to the
#            sums of the absolute values before.
# Runtime    two minutes.
# Leaves     residual.png (residual against processor time of the impact), overlap.png (overlap against time per step),
#            residual.tab, overlap.tab, loss.tab.
#
# CLAIM p4-solvers-nsgs printed=missing holds='m <= 1e-3' quick='m <= 2e-3' residual after the impact, nsgs, 500 sweeps
# CLAIM p4-solvers-apgd printed=missing holds='m <= 1e-3' quick='m <= 2e-3' residual after the impact, apgd, 500 iterations
# CLAIM p4-solvers-affine printed=missing holds='m > 0.01' residual after the impact, affine
# CLAIM p4-solvers-time printed=missing holds='m < 1' quick=- time of nsgs to a residual of 1e-3 over that of apgd
# CLAIM p4-solvers-overlap-nsgs printed=missing holds='m <= 0.005' greatest overlap at rest over the smallest half axis, nsgs to
#       1e-3
# CLAIM p4-solvers-overlap-apgd printed=missing holds='m <= 0.005' greatest overlap at rest over the smallest half axis, apgd
# CLAIM p4-solvers-overlap-affine printed=missing holds='m > 0.005' quick=- greatest overlap at rest over the smallest half axis,
#       affine
# CLAIM p4-solvers-momentum printed=missing holds='m <= 1e-12' momentum and moment of momentum lost by nsgs, apgd and affine, the
#       greatest
# CLAIM p4-solvers-raw-momentum printed=missing holds='m >= 1e-3' momentum lost by affine-raw
# CLAIM p4-solvers-raw-moment printed=missing holds='m >= 1e-3' moment of momentum lost by affine-raw
# CLAIM p4-solvers-raw-energy printed=missing holds='m < 1' energy left by affine-raw over energy left by nsgs
. "$(dirname "$0")/figure.inc.sh"

n=$(choose 1000 200)
side=$(compute "2.5 * sqrt($n / 1000)")
rest=$out/rest.scree blow=$out/blow.scree log=$out/steps.log

scree-shape ellipsoid --size 0.3,0.2,0.2 |
	scree-fill -q -n "$n" --box "$side,$side,8" --lattice sc --spacing 0.31 |
	scree-wall box | scree-set --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0.2 |
	scree-cd3 -q -t "$(choose 2.5 1.5)" -d 0.005 | scree-cd3 -q -t 0.02 -d 0.001 >"$rest"

echo '== a blow' >&2
scree-set --velocity 0,0,-1 "$rest" >"$blow"
{
	echo '# scree-table 1'
	echo '# sweeps nsgs_time[s] nsgs apgd_time[s] apgd affine_time[s] affine'
	for sweeps in 5 10 20 50 100 200 500; do
		row=$sweeps
		for solver in nsgs apgd affine; do
			scree-cd3 -q -t 0.001 -d 0.001 --solver $solver --sweeps $sweeps --tolerance 1e-12 --log "$log" "$blow" >/dev/null
			row="$row $(last resolution "$log") $(last residual "$log")"
		done
		echo "$row"
	done
} >"$out/residual.tab"
{
	echo '# scree-table 1'
	echo '# time[s] nsgs apgd affine'
	awk '!/^#/ { print $2, $3, "?", "?"; print $4, "?", $5, "?"; last = $6 " ? ? " $7 } END { print last }' "$out/residual.tab" | sort -g
} >"$out/points.tab"
scree-plot -q -o "$out/residual.png" --log xy --style points -x time --x-label 'processor time of the step [s]' --y-label 'residual' \
	--title "a blow on $n ellipsoids" "$out/points.tab"

echo '== rest' >&2
# at SOLVER TOLERANCE: greatest overlap and time per step
at() {
	scree-cd3 -q -t "$(choose 0.2 0.05)" -d 0.001 --every 0.01 --solver "$1" --tolerance "$2" --log "$log" "$rest" >/dev/null
	awk '/^# t\[/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } } /^#/ { next }
		n++ > 0 { if ($at["overlap"] > most) most = $at["overlap"]; time += $at["before"] + $at["detection"] + $at["resolution"] + $at["after"] }
		END { printf "%.4g %.4g\n", time / (n - 1), most }' "$log"
}
for tolerance in 0.1 0.01 0.001 0.0001; do
	for solver in nsgs apgd; do
		[ "$solver$tolerance" = apgd0.0001 ] || echo "$solver $tolerance $(at $solver $tolerance)"
	done
done >"$out/rows"
for solver in affine affine-raw; do
	echo "$solver ? $(at $solver 1)"
done >>"$out/rows"
{ echo '# scree-table 1'; echo '# solver tolerance time[s] overlap'; cat "$out/rows"; } >"$out/overlap.tab"
{
	echo '# scree-table 1'
	echo '# time[s] nsgs apgd affine affine-raw'
	awk '{ print $3, ($1 == "nsgs" ? $4 : "?"), ($1 == "apgd" ? $4 : "?"), ($1 == "affine" ? $4 : "?"), ($1 == "affine-raw" ? $4 : "?") }' \
		"$out/rows" | sort -g
} >"$out/points.tab"
scree-plot -q -o "$out/overlap.png" --log xy --style points -x time --x-label 'processor time per step [s]' \
	--y-label 'greatest overlap by the least half axis' --title "$n ellipsoids at rest, residuals from 0.1 to 1e-4" "$out/points.tab"

echo '== loss' >&2
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 128 --box 1.3,1.3,2.6 --lattice sc --spacing 0.32 |
	scree-set --law grain,grain,hard,mu=0.5,en=0.2 | scree-set --where 'z > 1.28' --velocity 0.1,0,-1 |
	scree-set --where 'z < 1.28' --velocity 0,0,1 >"$blow"
# loss FILE: momentum and its moment lost from the first frame to the last, and the remaining energy
loss() {
	awk '
		BEGIN { m = 16 / 3 * atan2(1, 1) * 0.15 * 0.1 * 0.1 } # the density is 1
		function size(a, b, c) { return sqrt(a * a + b * b + c * c) }
		$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "frame" { f++; px = py = pz = lx = ly = lz = P = L = 0 }
		$1 == "body" {
			x = $at["x"]; y = $at["y"]; z = $at["z"]; vx = m * $at["vx"]; vy = m * $at["vy"]; vz = m * $at["vz"]
			px += vx; py += vy; pz += vz; P += size(vx, vy, vz)
			ax = y * vz - z * vy; ay = z * vx - x * vz; az = x * vy - y * vx; L += size(ax, ay, az)
			lx += ax + $at["Lx"]; ly += ay + $at["Ly"]; lz += az + $at["Lz"]
		}
		$1 == "end" && f == 1 { p0 = px; p1 = py; p2 = pz; l0 = lx; l1 = ly; l2 = lz; P0 = P; L0 = L }
		END { printf "%.4g %.4g", size(px - p0, py - p1, pz - p2) / P0, size(lx - l0, ly - l1, lz - l2) / L0 }' "$1"
}
{
	echo '# scree-table 1'
	echo '# solver momentum moment energy'
	for solver in nsgs apgd affine affine-raw; do
		scree-cd3 -t 0.5 -d 0.002 --solver $solver --log "$log" "$blow" >"$out/after.scree" 2>/dev/null
		echo "$solver $(loss "$out/after.scree") $(awk '/^# t\[/ { for (k = 2; k <= NF; k++) if (index($k, "energy[") == 1) c = k - 1 } /^#/ { next }
			!n++ { first = $c } { e = $c } END { printf "%.4g", e / first }' "$log")"
	done
} >"$out/loss.tab"
rm -f "$rest" "$blow" "$log" "$out/rows" "$out/points.tab" "$out/after.scree"
cat "$out/residual.tab" "$out/overlap.tab" "$out/loss.tab"

# cell FILE COLUMN ROW...: the cell in the row whose first columns are ROW
cell() {
	awk -v c="$2" -v a="$3" -v b="${4:-}" '$1 == a && (b == "" || $2 == b) { x = $c } END { print x }' "$1"
}
claim p4-solvers-nsgs "$(cell "$out/residual.tab" 3 500)"
claim p4-solvers-apgd "$(cell "$out/residual.tab" 5 500)"
claim p4-solvers-affine "$(cell "$out/residual.tab" 7 500)"
claim p4-solvers-time "$(awk '!/^#/ && $3 <= 1e-3 && !a { a = $2 } !/^#/ && $5 <= 1e-3 && !b { b = $4 } END { if (a && b) printf "%.4g", a / b }' "$out/residual.tab")"
claim p4-solvers-overlap-nsgs "$(cell "$out/overlap.tab" 4 nsgs 0.001)"
claim p4-solvers-overlap-apgd "$(cell "$out/overlap.tab" 4 apgd 0.001)"
claim p4-solvers-overlap-affine "$(cell "$out/overlap.tab" 4 affine)"
claim p4-solvers-momentum "$(awk '$1 == "nsgs" || $1 == "apgd" || $1 == "affine" { for (k = 2; k < 4; k++) if ($k > m) m = $k } END { print m + 0 }' "$out/loss.tab")"
claim p4-solvers-raw-momentum "$(cell "$out/loss.tab" 2 affine-raw)"
claim p4-solvers-raw-moment "$(cell "$out/loss.tab" 3 affine-raw)"
claim p4-solvers-raw-energy "$(awk '$1 == "nsgs" { a = $4 } $1 == "affine-raw" { b = $4 } END { printf "%.4g", b / a }' "$out/loss.tab")"
