#!/bin/sh
# Tables in other units: the same scene told in lengths that are 8 times shorter, masses 32 times heavier and times half as long must
# give the same tables, every column by the factor that its unit says. What is wrong by a factor, or has another's unit, shows. So do
# lengths of 2^30 and 2^-30, for which a constant with a hidden unit would be far off.
. "$(dirname "$0")/../tap.sh"

# A stream in other units. Factors are powers of two, so that nothing is rounded.
cat >scale.awk <<'END'
BEGIN { M = 1 / 32; T = 2; E = M * L * L / T / T; F = M * L / T / T
	n = split("x y z overlap xi xix xiy xiz", c); for (k = 1; k <= n; k++) by[c[k]] = L
	n = split("vx vy vz", c); for (k = 1; k <= n; k++) by[c[k]] = L / T
	n = split("omega wx wy wz", c); for (k = 1; k <= n; k++) by[c[k]] = 1 / T
	n = split("ax ay az", c); for (k = 1; k <= n; k++) by[c[k]] = L / T / T
	n = split("fx fy fz fn ft ftx fty ftz", c); for (k = 1; k <= n; k++) by[c[k]] = F
	n = split("torque heat moment tx ty tz momentx momenty momentz", c); for (k = 1; k <= n; k++) by[c[k]] = E
	n = split("Lx Ly Lz", c); for (k = 1; k <= n; k++) by[c[k]] = M * L * L / T
	by["alpha"] = 1 / T / T }
function list(s, f, most,  n, k, x, out) { n = split(s, x, ","); for (k = 1; k <= n; k++) out = out (k > 1 ? "," : "") (k > most ? x[k] : sprintf("%.17g", x[k] * f)); return out }
function key(k, f,  at) { at = index($k, "="); $k = substr($k, 1, at) list(substr($k, at + 1), f, 9) }
/^scree/ { split($3, d, "="); dim = d[2] }
/^units/ { next }
/^domain/ { for (k = 2; k <= NF; k++) if ($k ~ /^(lo|hi|tilt)=/) key(k, L); else if ($k ~ /^rate=/) key(k, 1 / T) }
/^gravity/ { $2 = list($2, L / T / T, 9) }
/^material/ { for (k = 3; k <= NF; k++) if ($k ~ /^density=/) key(k, dim == 2 ? M / L / L : M / L / L / L) }
/^law/ { for (k = 5; k <= NF; k++) if ($k ~ /^k[nt]=/) key(k, M / T / T) }
/^shape/ { for (k = 4; k <= NF; k++) if ($k ~ /^(r|a|at)=/) key(k, L); else if ($k ~ /^[-+.0-9]/) $k = list($k, L, 4) }
/^mass/ { for (k = 3; k <= NF; k++) if ($k ~ /^(area|surface)=/) key(k, L^2); else if ($k ~ /^(volume|error)=/) key(k, L^3); else if ($k ~ /^I=/) key(k, dim == 2 ? L^4 : L^5); else if ($k ~ /^centre=/) key(k, L) }
/^constraint/ { for (k = 3; k <= NF; k++) if ($k ~ /=v:/) sub(/=v:.*/, "=fixed", $k); else if ($k ~ /=[pf]:/) $k = ""; else if ($k ~ /^m=/) key(k, M); else if ($k ~ /^c=/) key(k, M / T) }
/^columns/ { for (k = 3; k <= NF; k++) name[$2, k - 1] = $k }
/^frame/ { for (k = 3; k <= NF; k++) if ($k ~ /^(t|dt|due)=/) key(k, T) }
/^(body|contact)/ { for (k = 2; k <= NF; k++) if ((f = by[name[$1, k]]) && $k ~ /^[-+.0-9]/) $k = sprintf("%.17g", $k * f) }
/^ledger/ { for (k = 2; k <= NF; k++) if ($k ~ /^since=/) key(k, T); else key(k, E) }
{ print }
END
# Every cell of the second table is that of the first by its unit; rows and words are the same.
cat >compare.awk <<'END'
function power(s,  at) { at = index(s, "^"); return at ? substr(s, at + 1) + 0 : 1 }
function factor(u,  f, sign, n, part, k, b) { f = 1; sign = 1
	while (u != "") { n = match(u, /[*\/]/); part = n ? substr(u, 1, n - 1) : u; b = substr(part, 1, 1)
		f *= (b == "L" ? L : b == "M" ? 1 / 32 : b == "T" ? 2 : 1)^(sign * power(part))
		if (!n) break; sign = substr(u, n, 1) == "/" ? -1 : 1; u = substr(u, n + 1) }
	return f }
/^#/ { head = $0 }
FNR == NR { one[FNR] = $0; next }
/^# made/ || /^# block/ || /^$/ { next }
/^#/ { n = split($0, h); for (k = 2; k <= n; k++) { u = ""; if (match(h[k], /\[.*\]/)) u = substr(h[k], RSTART + 1, RLENGTH - 2); by[k - 1] = factor(u); name[k - 1] = h[k] }
	if (one[FNR] != $0) { print "head: " one[FNR] " and " $0; bad = 1 } next }
{ rows++; m = split(one[FNR], a); if (m != NF) { print "line", FNR, one[FNR]; bad = 1 }
	# what is 0 up to rounding has the size of the column's largest
	for (k = 1; k <= NF; k++) { if (a[k] !~ /^[-+.0-9]/ || $k !~ /^[-+.0-9]/) { if (a[k] != $k) { print name[k], a[k], $k; bad = 1 } continue }
		if (name[k] == "mean" || name[k] == "spread") continue # of values that have units of their own, row by row
		want = a[k] * by[k]; d = $k - want; if (d < 0) d = -d; s = want < 0 ? -want : want; if (s > top[k]) top[k] = s
		if (d > 1e-9 * top[k] + 1e-300 && d > worst[k]) { worst[k] = d; told[k] = name[k] ": " a[k] " by " by[k] " is not " $k } } }
END { for (k in worst) if (worst[k] > 1e-9 * top[k]) { print told[k]; bad = 1 } if (!rows) print "no rows"; exit bad || !rows }
END
alike() { # WHAT PROGRAM ARGUMENTS: with @L and @T in them, lengths and times
	what=$1
	shift
	one=$(echo "$*" | sed 's/@[LT]//g')
	two=$(echo "$*" | awk -v L=$length '{ for (k = 1; k <= NF; k++) { if ($k ~ /^@[LT]/) { f = $k ~ /^@L/ ? L : 2; n = split(substr($k, 3), x, ","); $k = ""; for (i = 1; i <= n; i++) $k = $k (i > 1 ? "," : "") sprintf("%.17g", x[i] * f) } } print }')
	$one one.scree >1.tab
	$two two.scree >2.tab
	ok "lengths times $length: $what" awk -v L=$length -f compare.awk 1.tab 2.tab
}
scree-dem2 -q -t 0.3 --every 0.1 "$root/tests/data/shear.scree" | sed '/^units/d' >plane.scree
scree-dem3 -q -t 1.5 --every 0.5 --dt 0.0005 "$root/tests/data/clumps.scree" | sed '/^units/d' >space.scree
for length in 8 1073741824 9.313225746154785e-10; do
	cp plane.scree one.scree
	awk -v L=$length -f scale.awk one.scree >two.scree
	alike energies scree-energy -q
	alike contacts scree-contacts -q
	for k in angles forces chains pairs; do alike "contacts, $k" scree-contacts -q --$k; done
	alike stress scree-stress -q
	alike 'forces on walls' scree-stress -q --wall-forces
	alike 'a flux' scree-flux -q --y @L2.5
	alike 'its mean, and jams' scree-flux -q --x @L4.5 --from @L1 --to @L6 --mean --jam @T0.05
	alike profiles scree-profile -q --stress --bins 4 --from @L0 --to @L5
	alike 'profiles about a centre' scree-profile -q --along r --bins 3 --to @L2 --centre @L4,3 --mean
	for k in '--gr --bins 6 --reach @L2.5' --nematic '--nematic --bodies' '--bond 6' '--bond 4 --bodies' --contacts --msd --voronoi '--voronoi --bodies'; do
		alike "order $k" scree-order -q $k
	done
	alike 'histograms' scree-hist -q -x vx --bins 5
	alike 'of contacts' scree-hist -q -x fn --of contact --bins 5
	alike 'equipartition' scree-hist -q --equipartition
	alike 'tests of fits' scree-hist -q -x vx --fit maxwell --tests
	alike 'masses' scree-mass -q --table
	cp space.scree one.scree
	awk -v L=$length -f scale.awk one.scree >two.scree
	alike 'energies in space' scree-energy -q
	alike 'contacts in space' scree-contacts -q
	alike 'pairs in space' scree-contacts -q --pairs
	alike 'stress in space' scree-stress -q
	alike 'a flux in space' scree-flux -q --z @L0.9
	alike 'profiles in space' scree-profile -q --along z --bins 3 --from @L0 --to @L4
	alike 'spins' scree-orient -q
	alike 'displacements in space' scree-order -q --msd
	alike 'equipartition in space' scree-hist -q --equipartition
	alike 'masses in space' scree-mass -q --table
done
finish
