#!/bin/sh
# scree-hist: counts by hand of bodies, contacts and tables; fits and their tests against exact samples; the energies of a gas.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

# Four grains of mass 2 and 8 (area pi/4 each, at sizes 1 and 2) and a wall that moves.
cat >four.scree <<'END'
scree 1 dim=2
units length=m mass=kg time=s
material sand density=2.5464790894703255
shape 1 point r=0.5 0,0
mass 1 area=0.7853981633974483 I=0.5 method=exact
shape 2 polyline r=0 0,0 9,0
constraint top x=v:9 y=fixed angle=fixed
columns body id shape material tag size x y vx vy omega extra
columns contact i fi j fj x y nx ny overlap fn ft
frame 0 t=0 body=5 contact=3
body 1 1 sand - 1 1 1 3 4 1 7
body 2 1 sand - 1 2 1 -1 0 2 -
body 3 1 sand big 2 3 1 0 -2 0.5 5
body 4 1 sand big 2 4 1 1 1 0 4
body 9 2 sand top 1 0 5 9 0 0 3
contact 1 0 2 0 1.5 1 1 0 0.01 4 -1
contact 2 0 3 0 2.5 1 0 1 0.02 2 1
contact 3 0 4 0 3.5 1 1 0 0.03 2 0
end 0
frame 1 t=0.5 body=1
body 1 1 sand - 1 1 1 6 8 1 7
end 1
END
rows() { scree-hist -q --no-provenance "$@" | grep -v '^#'; }
counts() { rows "$@" | awk '{ printf "%s ", $4 }'; }
one() { scree-pick -q --frame 0 four.scree | rows "$@"; }
is 'the head' "$(scree-hist -q -x speed --bins 2 four.scree | grep '^#')" "# scree-table 1
# made scree-hist 0.1.0 -q -x speed --bins 2 four.scree $(noted four.scree)
# speed[m/s] lo[m/s] hi[m/s] count density[s/m] error[s/m]"
# speeds 5 1 2 1.414 and 10: five values, of which 4 lie below 5.5; shares 0.8 and 0.2
is 'two bins of all frames, without the wall' "$(rows -x speed --bins 2 --range 1,10 four.scree | cut -d' ' -f1-5)" \
	"$(printf '3.25 1 5.5 4 0.17777777777777778\n7.75 5.5 10 1 0.044444444444444446')"
near 'their error is that of a share' "$(rows -x speed --bins 2 --range 1,10 four.scree | awk 'NR == 1 { print $6 }')" 0.0397523 1e-6
near 'as if two were independent' "$(rows -x speed --bins 2 --range 1,10 --independent 2 four.scree | awk 'NR == 1 { print $6 }')" 0.0628539 1e-6
is 'the wall, too' "$(counts -x vx --width 4 --walls four.scree)" '1 3 1 1 '
is 'whole numbers' "$(counts -x id --width 1 four.scree)" '2 1 1 1 '
is 'a formula' "$(rows -x 'abs(vx) + abs(vy)' --bins 1 --range 0,8 four.scree | cut -d' ' -f4-5)" '4 0.1'
is 'is called by its text' "$(scree-hist -q -x 'vx * vx' --bins 1 four.scree | sed -n 3p)" '# vx*vx lo hi count density error'
printf '# scree-table 1\n# x\n0.1\n0.10000000000000002\n0.1\n' >rounding.tab
near 'values that differ by rounding are in bins as wide as those of equal ones' \
	"$(rows -x x --of table --bins 3 rounding.tab | awk '$4 { print $5 }')" 30 1e-9
is 'where' "$(counts -x vx --bins 1 --where 'tag == big and moved == 0' four.scree)" '2 '
is 'columns nobody knows, and what is missing in them' "$(counts -x extra --width 1 four.scree)" '1 1 0 2 '
ok 'which a note counts' sh -c "scree-hist -x extra four.scree 2>&1 >/dev/null | grep -q '1 values are missing'"
is 'two columns share bins' "$(rows -x vx,vy --bins 2 --range -10,10 four.scree | cut -d' ' -f4,7 | tr '\n' ' ')" '1 1 4 4 '
is 'they have names of their own' "$(scree-hist -q -x vx,vy four.scree | sed -n 3p)" \
	'# value[m/s] lo[m/s] hi[m/s] count_vx density_vx[s/m] error_vx[s/m] count_vy density_vy[s/m] error_vy[s/m]'
is 'masses' "$(one -x mass --width 1 | awk '$4 { printf "%s:%s ", $2, $4 }')" '2:2 8:2 '
# moments of inertia: 0.5 2.546 (1, and 16 at twice the size): energies of rotation 0.6366 2.546 2.546 0
near 'energy of rotation' "$(one -x kin_rot --where 'id == 3' --bins 1 | cut -d' ' -f1)" 2.546479 1e-6
is 'energy' "$(one -x 'kin_x,kin_y,kin_lin' --bins 1 --where 'id == 1' --range 8,26 | cut -d' ' -f4,7,10)" '1 1 1'
# total momentum of the four: 6 - 2 + 0 + 8 = 12 and 8 + 0 - 16 + 8 = 0, mass 20: mean motion 0.6, 0
is 'without the mean motion' "$(one -x vx --no-drift --width 1 | awk '{ printf "%s:%s ", $2, $4 }')" '-2:1 -1:1 0:1 1:0 2:1 '
is 'a block for each frame' "$(rows -x speed --bins 1 --per-frame four.scree | awk 'NF { printf "%s ", $4 }')" '4 1 '
is 'which has its time' "$(scree-hist -q -x speed --bins 1 --per-frame four.scree | grep '^# block' | tr '\n' ' ')" '# block t=0 # block t=0.5 '
is 'logarithmic bins' "$(rows -x speed --log --bins 1 --range 1,100 four.scree | cut -d' ' -f1-4)" '10 1 100 5'
# 1301 values from 0 to 1.3 in equal steps: 100 or 101 in the last tenth of the range, a density of 1 / 1.301
awk 'BEGIN { print "# scree-table 1\n# x"; for (k = 0; k <= 1300; k++) print k / 1000 }' >even.tab
is 'a range that the width does not divide: ends and counts' "$(rows --of table -x x --range 0,1 --width 0.3 even.tab | awk '{ printf "%g %g %d ", $2, $3, $4 }')" \
	'0 0.3 300 0.3 0.6 300 0.6 0.9 300 0.9 1 101 '
near 'the density of the last bin' "$(rows --of table -x x --range 0,1 --width 0.3 even.tab | awk 'END { print $5 }')" 0.769 0.01
near 'its middle' "$(rows --of table -x x --range 0,1 --width 0.3 even.tab | awk 'END { print $1 }')" 0.95 1e-12
is 'logarithmic bins of a width: 0.1 e^2' "$(rows --of table -x x --log --range 0.1,1 --width 2 even.tab | awk '{ printf "%g %g ", $2, $3 }')" \
	'0.1 0.738906 0.738906 1 '
is 'values that have no logarithm' "$(scree-hist -x vx --log --bins 1 four.scree 2>&1 >/dev/null)" 'scree-hist: 2 of 5 values are in no bin'
is 'contacts' "$(counts --of contact -x fn --width 1 four.scree)" '2 0 1 '
is 'some of them' "$(counts --of contact -x 'abs(ft)/fn' --bins 2 --range 0,1 --where 'overlap < 0.025' four.scree)" '1 1 '
is 'frames without contacts are counted' "$(scree-hist --of contact -x fn four.scree 2>&1 >/dev/null)" \
	'scree-hist: 1 of 2 frames have no contacts and are left out'
printf '# scree-table 1\n# made scree-mass 0.1.0\n# a[m^2] kind\n1 cow\n2 rice\n? cow\n\n\n4 cow\n' >some.tab
is 'a table' "$(counts --of table -x a --width 1 some.tab)" '1 1 0 1 '
is 'has units and provenance' "$(scree-hist -q --of table -x a some.tab | sed -n '2p;4p')" \
	"$(printf '# made scree-mass 0.1.0\n# a[m^2] lo[m^2] hi[m^2] count density[1/m^2] error[1/m^2]')"
is 'rows of words' "$(counts --of table -x a --width 1 --where 'kind == cow' some.tab)" '1 0 0 1 '
is 'its blocks' "$(scree-hist -q --per-frame --of table -x a --bins 1 some.tab | awk '/^# block/ { print } !/^#/ && NF { print $4 }' | tr '\n' ' ')" \
	'# block t=0 2 # block t=1 1 '

# Energies of the first frame: x (9, 1, 0, 4) and y (16, 0, 16, 4), means 3.5 and 9; rotation 5.7296 / 4
scree-pick -q --frame 0 four.scree >first.scree
is 'equipartition: one frame has no error' "$(rows --equipartition first.scree | cut -d' ' -f1-7)" 'all 4 1 3.5 ? 9 ?'
near 'the ratio' "$(rows --equipartition first.scree | cut -d' ' -f10)" 0.1145916 1e-6
is 'what cannot be told is not' "$(scree-hist --equipartition first.scree 2>&1 >/dev/null)" 'scree-hist: all: rotation / translation 0.11459, error ?'
is 'by tag' "$(rows --equipartition --by tag first.scree | cut -d' ' -f1,2,4,6)" "$(printf -- '- 2 5 8\nbig 2 2 10')"
is 'by shape' "$(rows --equipartition --by shape first.scree | cut -d' ' -f1,2,4,6)" '1 4 3.5 9'
# vx less 0.6: 2.4 -1.6 -0.6 0.4, energies 5.76 2.56 1.44 0.64 = 10.4 for the three that are left
near 'without the mean motion a body less' "$(rows --equipartition --no-drift first.scree | cut -d' ' -f4)" 3.4666667 1e-6
# means over frames: translation (12.5 + 100) / 2, rotation (5.7296 / 4 + 0.63662) / 2
near 'the ratio of means over frames' "$(rows --equipartition four.scree | cut -d' ' -f10)" 0.01839124 1e-7

# A gas of bodies with the velocities of a temperature, drawn by scree-fill.
scree-shape rice | scree-fill -q -n 4000 --lattice square --spacing 3 --box 200,200 --sizes uniform:0.7,1.4 --temperature 0.02 >gas.scree
scree-hist -q --fit maxwell --tests -x speed,vx,vy,omega,kin,kin_lin,kin_rot gas.scree >gas.tab
is 'what is told of a fit' "$(sed -n '/^# column/p' gas.tab)" '# column n independent mean spread temperature[M*L^2/T^2] temperature_error[M*L^2/T^2] ks ks_p chi2 dof chi2_p'
is 'temperatures are within three errors' "$(awk '!/^#/ { d = ($6 - 0.02) / $7; if (d * d > 9) print }' gas.tab)" ''
is 'none is refused at 1 %' "$(awk '!/^#/ { if ($9 < 0.01 || $12 < 0.01) print }' gas.tab)" ''
near 'error of a temperature: sqrt(2 / (n d))' "$(awk '$1 == "kin" { print $7 / $6 }' gas.tab)" 0.0129099 1e-6
is 'classes, less one, less the temperature' "$(awk '$1 == "vx" { print $11 }' gas.tab)" 48
scree-hist -q --fit maxwell --tests -x speed,vx --temperature 0.03 gas.scree >hot.tab
is 'another temperature is refused' "$(awk '!/^#/ { if ($9 < 0.01 && $12 < 0.01) n++ } END { print n }' hot.tab)" 2
is 'given' "$(awk '$1 == "vx" { print $6, $7, $11 }' hot.tab)" '0.03 0 49'
scree-set --speed 0.1 gas.scree | scree-hist -q --fit maxwell --tests -x speed,vx >cold.tab
is 'one speed for all is not Maxwellian' "$(awk '!/^#/ { if ($9 < 0.01 && $12 < 0.01) n++ } END { print n }' cold.tab)" 2
scree-set --velocity 0,0 gas.scree | scree-hist -q --fit maxwell --tests -x vx >still.tab
is 'at rest there is nothing to fit' "$(awk 'END { print $8, $9 }' still.tab)" '? ?'
scree-hist -q --fit maxwell -x vx --bins 20 gas.scree >fit.tab
near 'the curve of the fit holds all' "$(awk '!/^#/ { s += $7 * ($3 - $2) } END { print s }' fit.tab)" 1 0.002
is 'bins lie about it' "$(awk '!/^#/ && $4 > 20 { d = ($5 - $7) / $6; s += d * d; n++ } END { print (s / n < 2.2) }' fit.tab)" 1
ok 'a note says what was fitted' sh -c "scree-hist --fit maxwell -x vx gas.scree 2>&1 >/dev/null | grep -q 'vx: temperature 0.0[12].*, error 0.000.*; KS .*, p .*; chi^2 '"

# Frames that follow one another without a collision are one: ten copies of 200 bodies.
scree-shape disk | scree-fill -q -n 200 --lattice square --spacing 3 --box 45,45 --temperature 1 >once.scree
{ cat once.scree; for k in 1 2 3 4 5 6 7 8 9; do
	awk -v k=$k '$1 == "frame" { on = 1; $2 = k; sub("t=0", "t=" k) } on { if ($1 == "end") $2 = k; print }' once.scree; done; } >same.scree
is 'ten frames of two hundred that do not change' "$(scree-hist -q -x vx --fit maxwell --tests --independent auto same.scree | awk 'END { print $2, $3 }')" '2000 200'
near 'the distance is that of one' "$(scree-hist -q -x vx --fit maxwell --tests same.scree | awk 'END { print $8 }')" \
	"$(scree-hist -q -x vx --fit maxwell --tests once.scree | awk 'END { print $8 }')" 1e-12

# Exponential and normal numbers with known parameters: quantiles in the middle of equal steps are closer than any sample.
awk 'BEGIN { print "# scree-table 1\n# e"; for (k = 0; k < 400; k++) print -3 * log((k + 0.5) / 400) }' >e.tab
scree-hist -q --of table -x e --fit exponential --tests e.tab >e.fit
near 'exponential: the mean' "$(awk 'END { print $4 }' e.fit)" 3 0.01
near 'half a step off' "$(awk 'END { print $8 }' e.fit)" 0.00125 0.0008
is 'sure' "$(awk 'END { print ($9 > 0.99 && $12 > 0.99) }' e.fit)" 1
is 'not normal' "$(scree-hist -q --of table -x e --fit normal --tests e.tab | awk 'END { print ($9 < 0.01 && $12 < 0.01) }')" 1

# ---- bodies of different masses, sizes, shapes and tags, ids in any order, in three frames of which two lack one; a wall ----

# rows: t id shape material tag size vx vy omega; mass of density times area times size^2, I of size^4
cat >odd.rows <<'S'
0 41 3 a - 1.3 1 -2.3 0.5
0 5 9 a top 1 9 8 7
0 7 8 b big 0.8 -0.7 0.4 -1.2
0 19 3 b - 0.6 2.2 1.1 3
0 23 8 a big 1.1 0.3 -0.9 0.2
1.5 7 8 b big 0.8 1.7 0.5 1.1
1.5 41 3 a - 1.3 -0.4 2.5 -0.7
1.5 23 8 a big 1.1 0.9 -0.2 0.6
1.5 5 9 a top 1 9 8 7
3 23 8 a big 1.1 -1.3 0.1 -0.4
3 19 3 b - 0.6 0.7 -2.1 1.9
3 5 9 a top 1 9 8 7
3 41 3 a - 1.3 0.2 0.6 1.3
S
awk 'BEGIN { print "scree 1 dim=2\nmaterial b density=2.9\nmaterial a density=1.7\nshape 3 point r=0.5 0,0\nmass 3 area=0.7 I=0.3"
	print "shape 8 polygon r=0.1 0,0 1,0 0,1\nmass 8 area=1.1 I=0.9\nshape 9 polyline r=0 0,0 9,0\nconstraint top x=v:9 y=fixed angle=fixed"
	print "columns body id shape material tag size vx vy omega x y" }
	{ if ($1 != t || NR == 1) { if (NR > 1) end(); n = 0; t = $1 } sub($1 " ", ""); row[n++] = $0 }
	function end(k) { printf "frame %d t=%s body=%d\n", f, t, n; for (k = 0; k < n; k++) print "body", row[k], k, 2 * k; print "end " f++ }
	END { end() }' odd.rows >odd.scree
# the mean over all rows, and the spread, of every column; walls only with walls=1, only the tag where; drift=1: without the mean
# motion of the bodies of a frame, by mass, whichever of them are looked at
odd() {
	awk -v walls="$1" -v drift="$2" -v where="$3" 'function take(name, x) { n[name]++; s[name] += x; q[name] += x * x }
	function flush(k, i, m, big, vx, vy, om, j, M, px, py) {
		for (i = 0; i < rows; i++) { split(row[i], f, " "); if (f[5] != "top") { m = mass(f); M += m; px += m * f[7]; py += m * f[8] } }
		for (i = 0; i < rows; i++) { split(row[i], f, " ")
			if ((f[5] == "top" && !walls) || (where != "" && f[5] != where)) continue
			m = mass(f); j = turn(f); vx = f[7] - (drift ? px / M : 0); vy = f[8] - (drift ? py / M : 0); om = f[9]
			take("vx", vx); take("vy", vy); take("omega", om); take("speed", sqrt(vx * vx + vy * vy))
			if (!walls) { part = drift ? 1 - m / M : 1
				take("mass", m); take("inertia", j); take("kin_x", m * vx * vx / 2); take("kin_y", m * vy * vy / 2)
				take("kin_lin", m * (vx * vx + vy * vy) / 2); take("kin_rot", j * om * om / 2)
				take("kin", (m * (vx * vx + vy * vy) + j * om * om) / 2)
				# twice the mean energy for every degree of freedom that is left
				T["vx"] += m * vx * vx / part; T["vy"] += m * vy * vy / part; T["omega"] += j * om * om
				T["speed"] += m * (vx * vx + vy * vy) / 2 / part; T["kin_x"] += m * vx * vx / part; T["kin_y"] += m * vy * vy / part
				T["kin_lin"] += m * (vx * vx + vy * vy) / 2 / part; T["kin_rot"] += j * om * om
				T["kin"] += (m * (vx * vx + vy * vy) + j * om * om) / 3 } }
		rows = 0 }
	function mass(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.7 : 1.1) * f[6] ^ 2 }
	function turn(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.3 : 0.9) * f[6] ^ 4 }
	$1 != t { flush(); t = $1 } { row[rows++] = $0 }
	END { flush(); split("vx vy omega speed kin_x kin_y kin_lin kin_rot kin mass inertia", c, " ")
		for (k = 1; k in c && c[k] in n; k++) { v = c[k]
			printf "%s %d %.15g %.15g%s\n", v, n[v], s[v] / n[v], sqrt((q[v] - s[v] ^ 2 / n[v]) / (n[v] - 1)),
				v in T ? sprintf(" %.15g", T[v] / n[v]) : "" } }' odd.rows
}
told() { awk '!/^#/ { printf "%s %d %.15g %.15g%s\n", $1, $2, $4, $5, $6 == "?" ? "" : sprintf(" %.15g", $6) }'; }
all=vx,vy,omega,speed,kin_x,kin_y,kin_lin,kin_rot,kin
temperatures() { cut -d' ' -f1-5; }
plain() { cut -d' ' -f1-4; }
alike 'masses, energies, speeds: mean and spread of each column' "$(scree-hist -q --fit normal --tests -x $all,mass,inertia odd.scree | told)" "$(odd 0 0 | plain)"
alike 'temperatures by each column' "$(scree-hist -q --fit maxwell --tests -x $all odd.scree | told)" "$(odd 0 0 | head -n 9)"
alike 'without the mean motion, by mass, frame by frame' "$(scree-hist -q --no-drift --fit normal --tests -x $all,mass,inertia odd.scree | told)" \
	"$(odd 0 1 | plain)"
alike 'and the temperatures then: bodies have 1 - m / M less' "$(scree-hist -q --no-drift --fit maxwell --tests -x $all odd.scree | told)" \
	"$(odd 0 1 | head -n 9)"
alike 'of some, the mean motion is that of all' "$(scree-hist -q --no-drift --fit maxwell --tests -x $all --where 'tag == big' odd.scree | told)" \
	"$(odd 0 1 big | head -n 9)"
alike 'the wall, too: it has a velocity' "$(scree-hist -q --walls --fit normal --tests -x vx,vy,omega,speed odd.scree | told)" "$(odd 1 0)"
# energies per body in each frame, of which means are taken over frames; error of the mean of n: sqrt(sum of squares / n (n - 1))
equal() { # HOW: all, tag or shape; drift
	awk -v how="$1" -v drift="$2" 'function flush(i, m, px, py, M, vx, vy, g, part) {
		for (i = 0; i < rows; i++) { split(row[i], f, " "); m = mass(f); M += m; px += m * f[7]; py += m * f[8] }
		for (i = 0; i < rows; i++) { split(row[i], f, " "); m = mass(f); vx = f[7] - (drift ? px / M : 0); vy = f[8] - (drift ? py / M : 0)
			g = how == "tag" ? f[5] : how == "shape" ? f[3] : "all"
			if (!(g in seen)) { seen[g] = 1; order[++groups] = g }
			x[g] += m * vx * vx / 2; y[g] += m * vy * vy / 2; r[g] += turn(f) * f[9] ^ 2 / 2; lin[g] += drift ? 1 - m / M : 1; rot[g]++ }
		for (g in rot) { k = frames[g]++; bodies[g] += rot[g]; X[g, k] = x[g] / lin[g]; Y[g, k] = y[g] / lin[g]; R[g, k] = r[g] / rot[g]
			delete x[g]; delete y[g]; delete r[g]; delete lin[g] }
		for (g in frames) delete rot[g]
		rows = 0 }
	function mean(A, g, k, s) { s = 0; for (k = 0; k < frames[g]; k++) s += A[g, k]; return s / frames[g] }
	function error(A, g, k, s, m) { m = mean(A, g); s = 0; for (k = 0; k < frames[g]; k++) s += (A[g, k] - m) ^ 2; return sqrt(s / frames[g] / (frames[g] - 1)) }
	function mass(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.7 : 1.1) * f[6] ^ 2 }
	function turn(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.3 : 0.9) * f[6] ^ 4 }
	$1 != t { if (rows) flush(); t = $1 } $5 != "top" { row[rows++] = $0 }
	END { flush(); for (j = 1; j <= groups; j++) { g = order[j]; ml = mean(X, g) + mean(Y, g); q = mean(R, g) / ml; s = 0
		for (k = 0; k < frames[g]; k++) s += (R[g, k] - q * (X[g, k] + Y[g, k])) ^ 2
		printf "%s %.15g %d", g, bodies[g] / frames[g], frames[g]
		printf " %.15g %.15g %.15g %.15g %.15g %.15g", mean(X, g), error(X, g), mean(Y, g), error(Y, g), mean(R, g), error(R, g)
		printf " %.15g %.15g %d\n", q, sqrt(s / frames[g] / (frames[g] - 1)) / ml, frames[g] } }' odd.rows
}
shown() { awk '!/^#/ { printf "%s", $1; for (k = 2; k <= NF; k++) printf " %.15g", $k; print "" }'; }
for how in all tag shape; do
	by=$([ $how = all ] || echo "--by $how")
	# shellcheck disable=SC2086
	alike "equipartition, $how" "$(scree-hist -q --equipartition $by odd.scree | shown)" "$(equal $how 0)"
	# shellcheck disable=SC2086
	alike "equipartition without the mean motion, $how" "$(scree-hist -q --equipartition --no-drift $by odd.scree | shown)" "$(equal $how 1)"
done

fails 2 'x: is missing' 'no column' scree-hist four.scree
fails 2 "x: there is no column 'vz', expected id shape.* vx vy .*speed" 'a column that is not there, and those that are' scree-hist -x vz four.scree
fails 2 "x: 'vx' is named twice" 'a column twice' scree-hist -x vx,vy,vx four.scree
fails 2 "x: 'tag' is a word" 'a column of words' scree-hist -x tag four.scree
fails 2 "x: 'vx\*'" 'half a formula' scree-hist -x 'vx*' four.scree
fails 2 'of: grains, expected body, contact or table' 'rows that there are not' scree-hist --of grains -x vx four.scree
fails 2 'fit: gauss, expected maxwell' 'a fit that there is not' scree-hist --fit gauss -x vx four.scree
fails 2 'maxwell has no distribution of x, expected vx' 'no temperature in a place' scree-hist --fit maxwell -x x four.scree
fails 2 'maxwell needs the masses' 'no masses in a table' scree-hist --fit maxwell --of table -x vx some.tab
fails 2 'tests: needs a distribution to test' 'tests of nothing' scree-hist --tests -x vx four.scree
fails 2 'temperature: -1, expected more' 'colder than cold' scree-hist --temperature -1 --fit maxwell -x vx four.scree
fails 2 'temperature: is for --fit maxwell only' 'a temperature of nothing' scree-hist --temperature 1 -x vx four.scree
fails 2 'independent: 1, expected auto or a number' 'too few to be independent' scree-hist --independent 1 -x vx four.scree
fails 2 'independent: auto follows bodies' 'rows of a table have no names' scree-hist --independent auto --of table -x a some.tab
fails 2 'width: contradicts --bins' 'bins said twice' scree-hist --bins 3 --width 1 -x vx four.scree
fails 2 'bins: 0, expected 1 to' 'no bins' scree-hist --bins 0 -x vx four.scree
fails 2 'width: 0, expected more' 'no width' scree-hist --width 0 -x vx four.scree
fails 2 'width: 1e-09, expected a width that makes' 'too many bins' scree-hist --width 1e-9 --range 0,1 -x vx four.scree
fails 4 'more than 1000000 bins' 'too many for the values' scree-hist --width 1e-9 -x vx four.scree
fails 2 'range: 2,1, expected the lower' 'a range from right to left' scree-hist --range 2,1 -x vx four.scree
fails 2 'range: 0,1, expected ends above 0' 'a range without logarithm' scree-hist --log --range 0,1 -x vx four.scree
fails 2 'equipartition: cannot be combined with --x' 'two tables' scree-hist --equipartition -x vx four.scree
fails 2 'equipartition: is for bodies' 'contacts do not move' scree-hist --equipartition --of contact four.scree
for bins in '--bins 4' '--width 1' '--range 1,2' --log '--independent 10'; do
	fails 2 'has no effect on the table of --equipartition' "$bins of energies" scree-hist --equipartition $bins four.scree
	fails 2 'has no effect on the table of --sieve' "$bins of sieves" scree-hist --sieve curve $bins four.scree
done
fails 2 'no-drift: has no effect on the table of --sieve' 'sieves that do not move' scree-hist --sieve curve --no-drift four.scree
fails 2 'by: size, expected shape or tag' 'groups that there are not' scree-hist --equipartition --by size four.scree
fails 3 'no frame has contacts.*scree-dem2' 'contacts that nobody wrote' scree-hist --of contact -x fn once.scree
fails 3 'nothing to count: no body' 'nobody left' scree-hist -x vx --where 'id > 99' four.scree
fails 3 'no-drift leaves no motion to a single body' 'alone' scree-hist -x vx --no-drift four.scree
fails 3 'body 1 has no mass' 'no mass' sh -c "sed '/^body/s/ sand / - /' four.scree | scree-hist -x kin"
fails 3 'no frame in the stream' 'no frame' sh -c "head -n 9 four.scree | scree-hist -x vx"
fails 3 'some.bad:4: inf' 'a malformed table' sh -c "sed 's/^1 cow/inf cow/' some.tab >some.bad; scree-hist --of table -x a some.bad"
# what is counted of a frame does not come into the next: fits, tests, and what is outside of bins
awk 'BEGIN { print "scree 1 dim=2\nmaterial m density=2\nshape 1 point r=0.5 0,0\nmass 1 area=0.7 I=0.3\ncolumns body id shape material size x y vx vy omega"
	for (f = 0; f < 3; f++) { print "frame " f " t=" f " body=" 20 + f; for (k = 1; k <= 20 + f; k++)
		printf "body %d 1 m %g %d 2 %g %g %g\n", k, 0.5 + k % 3 / 10, k, (k * 7 % 20 - 9.3) * (f + 1) / 7, (k * 11 % 20 - 8) * (f + 2) / 9, k % 5 - 2 + f; print "end " f } }' >three
each() { for f in 0 1 2; do scree-pick -q --from $f --to $f three | scree-hist -q "$@"; done | grep -v '^#' | grep .; }
for o in '--tests --fit normal -x vx' '--tests --fit maxwell -x vx,kin' '--fit normal --bins 4 -x vx'; do
	# shellcheck disable=SC2086
	is "frames by themselves: $o" "$(scree-hist -q --per-frame $o three | grep -v '^#' | grep .)" "$(each $o)"
done
# masses 2 * 0.7 size^2, moments 2 * 0.3 size^4, energies: what a choice names is there whatever is counted
is 'choices by mass, inertia and energy' "$(for e in 'mass > 0.6' 'inertia > 0.07' 'kin_rot > 0.05' 'kin_lin > 0.2'; do
	scree-hist -q --bins 1 -x x --where "$e" three | awk '!/^#/ && NF { print $4 }'; done | tr '\n' ' ')" "$(awk '/^body/ { m = 1.4 * $5 ^ 2; I = 0.6 * $5 ^ 4
	a += m > 0.6; b += I > 0.07; c += I * $10 ^ 2 / 2 > 0.05; d += m * ($8 ^ 2 + $9 ^ 2) / 2 > 0.2 } END { printf "%d %d %d %d ", a, b, c, d }' three)"
finish
