#!/bin/sh
# scree-cd3: runs that are split, threads, output, what it refuses
. "$(dirname "$0")/../tap.sh"

cd3() { scree-cd3 --no-provenance -q "$@"; }
last() { awk '/^frame/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1"; }
ledger() { awk -v key="$2" '/^ledger/ { for (i = 2; i <= NF; i++) if (index($i, key "=") == 1) v = substr($i, length(key) + 2) } END { print v }' "$1"; }

# ellipsoids of two sizes fall into a drum that turns: tube, planes, a moving wall, friction, restitution
scene() { # scene N LAW
	awk -v n="$1" -v law="$2" 'BEGIN {
		srand(7)
		print "scree 1 dim=3\ngravity 0,0,-9.81\nmaterial a density=1000\nmaterial b density=1\nlaw a a hard " law "\nlaw b a hard mu=0.8"
		print "law b b hard\nshape 1 ellipsoid a=0.15,0.1,0.08\nshape 2 sphere r=0.1\nshape 3 cylinder r=0.6 side=in length=2\nshape 4 plane"
		print "constraint drum x=fixed y=fixed z=fixed rx=v:2 ry=fixed rz=fixed\nconstraint end x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed"
		print "columns body id shape material tag size x y z qw qx qy qz vx vy vz"
		h = sqrt(0.5)
		print "frame 0 t=0 dt=0 due=0 body=" n + 3
		printf "body 1 3 b drum 1 0 0 0 %.17g 0 %.17g 0 0 0 0\n", h, h
		printf "body 2 4 b end 1 -0.5 0 0 %.17g 0 %.17g 0 0 0 0\n", h, h
		printf "body 3 4 b end 1 0.5 0 0 %.17g 0 %.17g 0 0 0 0\n", h, -h
		for (k = 0; k < n; k++) {
			i = k % 3; j = int(k / 3) % 3; l = int(k / 9)
			w = rand() + 0.1; x = rand() - 0.5; y = rand() - 0.5; z = rand() - 0.5; s = sqrt(w * w + x * x + y * y + z * z)
			printf "body %d %d a - %g %g %g %g %.17g %.17g %.17g %.17g 0 0 0\n", k + 4, 1 + k % 2, 1 - 0.1 * (k % 3), (i - 1) * 0.32, \
				(j - 1) * 0.31, (l - 1) * 0.31, w / s, x / s, y / s, z / s
		}
		print "end 0" }'
}
scene 27 "mu=0.5 en=0.3 mur=0.002 mus=0.001" >drum.scree
cd3 -t 0.6 -d 0.002 -e 0.1 drum.scree >whole
cd3 -t 0.2 -d 0.002 -e 0.1 drum.scree | cd3 -t 0.3 -e 0.1 | cd3 -t 0 -e 0.1 --skin 0.2 | cd3 -t 0.1 -e 0.1 --skin 0 >split
cp whole whole.drum
ok "a run in four parts is the whole run byte for byte" cmp whole split
cd3 -t 0.137 -d 0.002 drum.scree | cd3 -t 0.463 >uneven
last whole >whole.last
last uneven >uneven.last
ok "uneven parts end in the same frame" cmp whole.last uneven.last
for n in 2 3; do
	cd3 -t 0.6 -d 0.002 -e 0.1 --threads $n drum.scree >threads
	ok "byte for byte with --threads $n" cmp whole threads
done
cd3 -t 0.6 -d 0.002 -e 0.1 --test charpoly drum.scree >charpoly
ok "byte for byte with the other test of separation" cmp whole charpoly
awk '/^body/ { row[++n] = $0; next } /^end/ { for (; n > 0; n--) print row[n] } { print }' drum.scree >backward
cd3 -t 0.3 -d 0.002 backward | last - | grep '^body' | sort >a
cd3 -t 0.3 -d 0.002 drum.scree | last - | grep '^body' | sort >b
ok "the order of rows does not matter" cmp a b
is "the drum's grains touch walls and each other" \
	"$(last whole | awk '$1 == "contact" && $14 > 0 { $3 < 4 ? w++ : g++ } END { print (w > 3 && g > 5) }')" 1
is "nothing is left unconverged" "$(ledger whole unconverged)" 0
near "the first law closes" "$(ledger whole residual)" 0 "$(ledger whole work | awk '{ print 1e-5 * $1 }')"
ok "the drum does work" test "$(ledger whole work | awk '{ print ($1 > 0) }')" = 1

# ---- methods ----
fails 3 "'a' and 'a' resists rolling.*only --solver nsgs" "resistance to rolling is of nsgs" scree-cd3 -t 1 --solver apgd whole
sed 's/ mur=[^ ]*//; s/ mus=[^ ]*//' drum.scree >easy.scree
for by in apgd affine; do
	cd3 -t 0.2 -d 0.002 --solver $by easy.scree >$by
	near "$by: the first law closes" "$(ledger $by residual)" 0 "$(ledger $by work | awk '{ print 1e-4 * $1 }')"
done
cd3 -t 0.2 -d 0.002 --solver affine easy.scree >two
cd3 -t 0.2 -d 0.002 --solver affine --threads 2 easy.scree >one
ok "affine: byte for byte with two threads" cmp one two
cd3 -t 0.2 -d 0.002 --solver affine --directions 3 easy.scree >three
ok "affine: the number of directions counts" test "$(cmp -s one three; echo $?)" = 1
cd3 -t 0.4 -d 0.002 --sweeps 5 --tolerance 1e-12 drum.scree >few 2>said
ok "and not only in the summary" grep -q "$(ledger few unconverged) of [0-9]* solutions missed the residual" said
is "nothing is said of others" "$(cd3 -t 0.02 -d 0.002 drum.scree 2>&1 >/dev/null)" ""
ok "solutions that are not good enough are counted" test "$(ledger few unconverged)" -gt 0
scree-cd3 -q -t 0.1 -d 0.002 --sweeps 5 --tolerance 1e-12 few 2>said >more
is "and a warning tells how many of this run" "$(sed -n 's/scree-cd3: \([0-9]*\) of \([0-9]*\) solutions missed the residual of 1e-12 within 5 sweeps.*/\1 \2/p' said)" \
	"$(($(ledger more unconverged) - $(ledger few unconverged))) $(($(ledger more solutions) - $(ledger few solutions)))"
scree-cd3 -q -t 0.1 -d 0.002 drum.scree 2>said >more
is "no word if all are" "$(cat said)" ""

# ---- force columns: balls in a box, by all solvers; the frame in the middle is written again from its contacts ----
scree-shape sphere --radius 0.1 -q | scree-fill -n 15 --box 1,1,1 --seed 3 --speed 1 -q | scree-wall box -q | scree-set -q --gravity 0,0,-9.81 >balls.scree
for law in mu=0.5,en=0.5 mu=1,en=0; do
	scree-set -q --law "grain,grain,hard,$law" balls.scree >box.scree
	for by in nsgs apgd affine affine-raw; do
		cd3 -t 0.6 -d 0.01 -e 0.1 --forces --solver $by box.scree >whole 2>/dev/null
		cd3 -t 0.3 -d 0.01 -e 0.1 --forces --solver $by box.scree 2>/dev/null | cd3 -t 0.3 -e 0.1 --forces --solver $by >split 2>/dev/null
		cmp whole split || echo "$by $law"
		cd3 -t 0.3 -d 0.01 -e 0.1 --solver $by box.scree 2>/dev/null | cd3 -t 0.3 -e 0.1 --forces --solver $by 2>/dev/null | last - >late
		last whole | cmp - late || echo "$by $law, --forces in the second part only"
	done
done >differ
is "--forces: a run in two parts is the whole run byte for byte, by all solvers" "$(cat differ)" ""
ok "in which bodies touch" test "$(grep -c ^contact whole)" -gt 50

# ---- objects: bumps, dents, in a box with an ellipsoid ----
cat >objects.scree <<'END'
scree 1 dim=3
gravity 0,0,-9.81
material a density=1
law a a hard mu=0.4 en=0.2
shape 1 object a=1,0.8,0.6 bump=0.9,0.95,0,0,8,8,8 bump=0.8,-0.5,0.5,0.2,6,9,11,0.5,0,0.2 dent=0.6,-0.4,-0.6,0.3,9,9,9
shape 2 ellipsoid a=0.9,0.5,0.4
shape 3 plane
shape 4 cylinder r=2 side=in
constraint still x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 0 t=0 dt=0 due=0 body=6
body 1 1 a - 1 0 0 1.2 1 0 0 0
body 2 1 a - 0.8 0.3 0.1 3 0.5 0.5 0.5 0.5
body 3 2 a - 1 -0.2 0.2 4.8 0.8 0.6 0 0
body 4 1 a - 1 0.1 -0.2 6.5 0.1 0.7 0.1 0.7
body 5 3 a still 1 0 0 0 1 0 0 0
body 6 4 a still 1 0 0 0 1 0 0 0
end 0
END
scree-mass objects.scree >settled.scree
cd3 -t 2 -d 0.004 -e 0.2 settled.scree >whole
cd3 -t 0.8 -d 0.004 -e 0.2 settled.scree | cd3 -t 1.2 -e 0.2 --threads 2 >split
ok "objects: a run in two parts is the whole run byte for byte" cmp whole split
near "the first law closes" "$(ledger whole residual)" 0 "$(ledger whole fric | awk '{ print 1e-4 * $1 }')"
is "they touch each other, the plane and the tube" \
	"$(last whole | awk '$1 == "contact" && $14 > 0 { n[$3 < 5 ? 1 : $3]++ } END { print (n[1] > 1 && n[5] > 0 && n[6] > 0) }')" 1
object() { # object WHAT PATTERN SHAPE
	sed "s/^shape 1 .*/shape 1 object $3/; /^mass 1/d" settled.scree >bad.scree
	fails 3 "bad.scree:[0-9]*: shape 1.*$2" "$1" scree-cd3 -t 1 bad.scree
}
object "an axis that is none" "found 'a=1,1,0', expected a= three positive numbers" "a=1,1,0"
object "a bump without end" "expected a bounded bump, with a positive definite matrix B" "a=1,1,1 bump=1,0.9,0,0,8,8,-8"
object "a bump that is none" "expected k,x,y,z,bxx,byy,bzz.* with k > 0" "a=1,1,1 bump=-1,0.9,0,0,8,8,8"
object "a dent in the centre" "the centre of its quadric lies outside of the body" "a=1,1,1 dent=1.5,0,0,0,8,8,8"
object "two pieces" "found 2 pieces, one of them at 1.9[0-9]*,0,0" "a=1,1,1 bump=2,2,0,0,16,16,16"
object "halves that touch in a point" "an uncertain normal at" "a=1,1,1 dent=0.99999999,0,0,0,8,0.1,0.1"
object "a bump too high" "found k above 1e.50" "a=1,1,1 bump=1e60,1,0,0,4,4,4"
sed "s/^shape 1 .*/shape 1 object a=1,1,1 dent=0.9,0.7,0,0,8,8,8/; /^mass 1/d" settled.scree >bad.scree
fails 3 "the centre of mass of shape 1 is 0.00237.* away from its origin, expected 0; scree-mass moves the shape" \
	"a centre of mass elsewhere" scree-cd3 -t 1 bad.scree

# ---- output ----
cd3 -t 0.05 -d 0.002 --forces -e 0.01 --log log drum.scree >forces
is "the log has a row for each frame" "$(grep -vc '^#' log)" 6
is "the same columns as its head" "$(awk '/^# t\[T\]/ { n = NF - 1 } !/^#/ && NF != n { bad++ } END { print bad + 0 }' log)" 0
near "forces: what one body gets the others lose" "$(last forces | awk '$1 == "body" { s += $(NF - 3) } END { print s }')" 0 1e-9
fails 1 "cannot write no/such/log" "a log that cannot be written is told before a run that goes on" timeout 20 scree-cd3 -t 1e9 --log no/such/log whole
is "a run without steps has a log without rows" "$(cd3 -t 0 --log log whole >/dev/null; grep -vc '^#' log)" 0
# the frames have what the log has; steps are cut into parts
cd3 -t 0.4 -d 0.002 -e 0.1 --travel 0.02 --log log drum.scree 2>said >frames
awk 'FNR == 1 { file++ } file == 1 && /^ledger/ { n++; for (k = 2; k <= NF; k++) { split($k, p, "="); l[n, p[1]] = p[2] } } file == 1 && /^frame/ { f++; for (k = 2; k <= NF; k++) { split($k, p, "="); l[f, p[1]] = p[2] }; step[f] = $2 }
	function same(a, b, what) { d = a - b; if (d < 0) d = -d; if (!(d <= 1e-12 * (b < 0 ? -b : b))) { bad++; print what, FNR, a, b } }
	file == 2 && /^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	file == 2 && !/^#/ { r++; same($at["t"], l[r, "t"], "t"); same($at["step"], step[r], "step"); same($at["contacts"], l[r, "active"], "contacts")
		same($at["begun"], l[r, "begun"], "begun"); same($at["residual"], l[r, "solved"], "residual"); same($at["unconverged"], l[r, "unconverged"], "unconverged")
		same($at["overlap"], l[r, "overlap"], "overlap"); same($at["recover"], l[r, "recover"], "recover")
		e = l[r, "kin_lin"] + l[r, "kin_rot"] + l[r, "grav"]; same($at["energy"], e, "energy")
		d = $at["change"] - (e - l[r, "start_kin_lin"] - l[r, "start_kin_rot"] - l[r, "start_grav"]); if (d > 1e-9 || d < -1e-9) { bad++; print "change", d }
		rows = $at["rows"]; bad += !(rows >= $at["contacts"])
		if (r > 2) { bad += !($at["visits"] > 0 && $at["resolution"] >= 0 && $at["detection"] >= 0 && $at["before"] >= 0 && $at["after"] >= 0); parts += (l[r, "solutions"] - l[r - 1, "solutions"]) > 50 } }
	END { print r, bad + 0, (parts > 0) }' frames log >compared
is "the log's columns are the ledger's" "$(cat compared)" '5 0 1'
# visits are per step: a row is the mean of those that a finer log has for the same time
cd3 -t 0.4 -d 0.002 -e 0.2 --travel 0.02 --log coarse drum.scree >/dev/null
awk 'FNR == 1 { file++ } /^# t/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
	!/^#/ { taken = $at["step"] - was[file]; was[file] = $at["step"]; if (taken > 0) sum[file] += taken * $at["visits"] }
	!/^#/ && $at["step"] == 100 { first[file] = sum[file] }
	function off(a, b) { return !((a - b) ^ 2 < 1e-18 * b ^ 2) }
	END { print (sum[1] > first[1] && first[1] > 0), off(first[2], first[1]) + off(sum[2], sum[1]) }' log coarse >compared
is "visits are a mean over the steps since the row before" "$(cat compared)" '1 0'
# every default is the one of --help: where it counts, giving it changes nothing
same_as() { # same_as OPTION VALUE COMMON...: with the option and without
	opt=$1 value=$2
	shift 2
	scree-cd3 --help | grep -q -- "--$opt .*default $value\|--$opt .* $value (default)" || echo "--help has another"
	cd3 -t 0.04 "$@" whole.drum >without
	cd3 -t 0.04 "$@" "--$opt" "$value" whole.drum | cmp - without
}
is "the default of --solver" "$(same_as solver nsgs -d 0.002)" ""
is "of --tolerance" "$(same_as tolerance 1e-3 -d 0.002)" ""
is "of --test" "$(same_as test maximum -d 0.002)" ""
is "of --travel" "$(same_as travel 0.25 -d 0.02)" ""
gains() { echo $(($(ledger without "$1") - $(ledger whole.drum "$1"))); }
ok "which cuts steps" test "$(gains solutions)" -gt 2
is "of --sweeps" "$(same_as sweeps 500 -d 0.02 --travel 0 --tolerance 1e-300)" ""
is "which are all made" "$(gains sweeps)" 1000
for most in 1 7 32 101; do
	cd3 -t 0.04 -d 0.02 --travel 0 --tolerance 1e-300 --sweeps $most whole.drum >without
	is "and of $most sweeps just these" "$(gains sweeps)" $((2 * most))
done
cd3 -t 0.2 -d 0.002 --solver affine --directions 8 easy.scree >eight
ok "of --directions" cmp eight one
cd3 -t 0.05 -d 0.002 --travel 0 drum.scree >frames
is "no step is cut with --travel 0" "$(ledger frames solutions)" 25
cd3 -t 0.5 -d 0.002 --tolerance 1e-1 drum.scree >loose
cd3 -t 0.5 -d 0.002 --tolerance 1e-6 --sweeps 5000 drum.scree >tight
ok "a tighter tolerance is reached in more sweeps" test "$(awk -v a="$(ledger tight solved)" -v b="$(ledger loose sweeps)" -v c="$(ledger tight sweeps)" \
	-v u="$(ledger tight unconverged)" 'BEGIN { print (a <= 1e-6 && c > 1.5 * b && u == 0) }')" = 1
# the summary tells what the last ledger does
scree-cd3 -t 0.4 -d 0.002 drum.scree 2>said >frames
is "the summary's figures" "$(sed 's/.*\(begun=.*\)/\1/; s/ *$//; q' said | sed 's/ sweeps=[0-9]*//')" "$(awk '/^ledger/ { for (k = 2; k <= NF; k++) { split($k, p, "="); l[p[1]] = p[2] } }
	END { printf "begun=%.0f residual=%.2g unconverged=%.0f overlap=%.2g recover=%.3g", l["begun"], l["solved"], l["unconverged"], l["overlap"], l["recover"] }' frames)"
cd3 -t 0 drum.scree >zero
is "a maker's frame is completed in place" "$(grep -c ^frame zero) $(grep -c ^ledger zero)" "1 1"
cd3 -t 0 zero >again
ok "a complete frame is passed on to the letter" cmp zero again
# a run that was to last to t = 1 was stopped at 0
short() { sed 's/ due=[^ ]*/ due=1/' drum.scree | scree-cd3 -q --dry-run --dt 0.001 "$@" | foretold 'steps'; }
is 'time counts from the end that was asked for' "$(short -t 0) $(short -t 0.25)" '1000 1250'
is 'with --reset from there' "$(sed 's/ due=[^ ]*/ due=1/' drum.scree | scree-set --reset | scree-cd3 -q --dry-run --dt 0.001 -t 0.25 | foretold 'steps')" 250
# the end of a run before may be very far away: a ball on the floor, which is quiet after the first steps
scree-shape sphere -r 0.1 | scree-fill -q --at 0.5,0.5,0.1 --box 1,1,1 | scree-wall box -q | scree-set --gravity 0,0,-9.81 | scree-cd3 -q -t 0 -d 0.01 |
	sed 's/ due=0/ due=1e12/' >far
is "a run that would take for ever says how long it is" "$(scree-cd3 -q -t 1 --until quiet=1 far 2>&1 >/dev/null)" \
	"scree-cd3: the run to t=1e+12 takes 1e+14 steps of 0.01; --dry-run says how long that is; give a smaller -t, or let scree-set --reset forget the end of the run before"
is "others do not" "$(scree-set --reset far | scree-cd3 -q -t 1 --until quiet=1 2>&1 >/dev/null)" ""
is "dry run" "$(scree-cd3 -t 1 --dry-run drum.scree | grep -c '^solver  *nsgs$\|^bodies  *30$\|^moving bodies  *28$')" 3
# 0.05 sqrt(0.1 / 9.81) is 0.00505
is "the automatic step is one that times are multiples of" "$(scree-shape sphere -r 0.1 | scree-fill -q -n 1 --box 1,1,1 |
	scree-wall box | scree-set --gravity 0,0,-9.81 | cd3 -t 0.1 | grep '^frame' | tail -n 1 | cut -d' ' -f3,4)" 't=0.1 dt=0.005'
scree-cd3 -t 0.02 drum.scree 2>&1 >/dev/null | grep -q 'begun=.*overlap=' && said=yes
is "the summary tells of contacts" "$said" yes
cd3 -t 9 --until quiet=0.001 drum.scree >/dev/null 2>still
is "a drum never rests" "$(grep -c 'the run has ended before' still)" 1

sed /^gravity/d drum.scree >weightless.scree
for sign in quiet jam; do
	fails 3 "--until quiet and jam: found no gravity or no free body" "without weight $sign has no scale" \
		timeout 20 scree-cd3 -d 0.001 --until $sign=1e-3 weightless.scree
done

# ---- what it refuses ----
fails 2 "solver.*expected nsgs" "an unknown solver" scree-cd3 -t 1 --solver x drum.scree
fails 2 "tolerance" "no tolerance" scree-cd3 -t 1 --tolerance 0 drum.scree
fails 2 "test" "an unknown test" scree-cd3 -t 1 --test x drum.scree
# beds of about 5 and 20 layers of balls, which have fallen and come to rest: sweeps times contacts for each ball; what walls and
# floor carry is the weight
bed() { # bed N FILE
	scree-shape sphere -r 0.1 | scree-fill -q -n "$1" --box "0.9,0.9,$(awk -v n="$1" 'BEGIN { print 0.3 + n / 41 }')" --sizes uniform:0.8,1.2 \
		--speed 0.3 | scree-wall box | scree-set --gravity 0,0,-9.81 --material grain,1000 --law grain,grain,hard,mu=0.5,en=0 |
		cd3 -t 1.5 -d 0.004 | cd3 -t 0.5 -e 0.004 --forces --log "$2.log" >"$2" 2>said
}
bed 100 shallow
bed 400 deep
scree-cd3 -q -t 2 deep | scree-cd3 -q --forces -e 0.004 -t 0.4 >deep2
work() { awk -v n="$1" '!/^#/ { sum += $6; if ($8 > worst) worst = $8 } END { print (worst <= 1e-3) * sum / n }' "$2"; }
ok "a bed of 20 layers takes as much work for each ball as one of 5 layers, by less than half" awk -v a="$(work 100 shallow.log)" \
	-v b="$(work 400 deep.log)" 'BEGIN { exit !(a > 0 && b > 0 && b < 1.5 * a) }'
carried() { # what walls and floor carry, relative to the weight, by the mean of the frames behind the first
	awk -v g=9.81 '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^frame/ && seen > 1 { sum += up / weight; n++ }
		/^frame/ { up = weight = 0; seen++ }
		$1 == "body" && $(at["tag"]) == "-" { weight += 1000 * g * 4 / 3 * atan2(0, -1) * (0.1 * $(at["size"])) ^ 3; next }
		$1 == "body" { up -= $(at["fz"]) }
		END { print sum / n }' "$1"
}
ok "walls and floor carry the weight" about 0.005 "$(carried shallow) $(carried deep)" "1 1"

fails 2 "sweeps" "no sweeps" scree-cd3 -t 1 --sweeps 0 drum.scree
fails 2 "directions" "two directions" scree-cd3 -t 1 --directions 2 drum.scree
fails 2 "travel" "negative travel" scree-cd3 -t 1 --travel -1 drum.scree
refused() { # refused WHAT PATTERN SED...
	sed "$3" drum.scree >bad.scree
	fails 3 "$2" "$1" scree-cd3 -t 1 bad.scree
}
refused "a law that is not there" "no contact law.*'a'" '/^law a a/d'
refused "a law with springs against rolling" "kr does not apply to hard contacts" 's/^law a a .*/law a a linear kn=1 kr=1 mur=1/'
refused "a law of another kind" "hertz does not apply to hard" 's/^law a a .*/law a a hertz/'
refused "an unknown key" "unknown key 'q'" 's/^law a a .*/law a a hard q=1/'
refused "restitution above 1" "en=2, expected 0 to 1" 's/^law a a .*/law a a hard en=2/'
refused "a clump" "clump" 's/^shape 2 .*/shape 2 clump 0,0,0,0.1/'
refused "a wall that moves" "can move but has mass 0.*scree-mass" 's/^constraint drum.*/constraint drum y=fixed z=fixed rx=fixed ry=fixed rz=fixed/'
refused "a wall that turns" "can turn under constraint drum but has a moment of inertia of 0" 's/^constraint drum.*/constraint drum x=fixed y=fixed z=fixed/'
refused "a period that a body spans" "body 4 reaches further than 0.25 periods of the domain" \
	's/^gravity.*/&\ndomain lo=-0.25,-1,-1 hi=0.25,1,1 periodic=x/; /^body [23] /d; s/body=30/body=28/'
refused "axes that are not principal" "principal" 's/^shape 2 .*/&\nmass 2 volume=1 I=1,1,1,0.2,0,0/'
fails 3 "gravity.*--dt" "no gravity and no step" sh -c 'sed /^gravity/d drum.scree | scree-cd3 -t 1'
fails 3 "dim=2" "a stream in the plane" scree-cd3 -t 1 "$root/tests/data/shear.scree"
is "a law of kind linear is taken" "$(sed 's/^law a a .*/law a a linear kn=1e6 mu=0.5 en=0.3/' drum.scree | cd3 -t 0.01 | grep -c '^frame')" 2

# ---- scenes that others change between two runs ----
cat >ball.scree <<'END'
scree 1 dim=3
gravity 0,0,-10
material a density=1
law a a hard
shape 1 sphere r=0.1
columns body id shape material tag size x y z qw qx qy qz vx vy vz
frame 0 t=0 dt=0 due=0 body=1
body 1 1 a - 1 0 0 0 1 0 0 0 0 0 0
end 0
END
cd3 -t 0.1 -d 0.01 ball.scree >fallen
column=$(awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "vz") print k - 1; exit }' fallen)
for change in 0 -3; do
	awk -v c="$column" -v v=$change '$1 == "frame" { n++ } $1 == "body" && n == 2 { $c = v } { print }' fallen | cd3 -t 0.01 >changed
	awk -v v=$change 'BEGIN { m = 16 / 3 * atan2(1, 1) / 1000; e = m * (v * v - 1) / 2; printf "%.17g %.17g\n", (e > 0 ? e : 0), (e < 0 ? -e : 0) }' >expected
	read -r gain loss <expected
	near "velocity $change: energy that came in" "$(ledger changed in)" "$gain" 1e-12
	near "and that went out" "$(ledger changed out)" "$loss" 1e-12
	near "the first law closes over it" "$(ledger changed residual)" 0 1e-15
done

# ---- overlaps at the start: balls of radius 0.2 and 0.1, and another by 0.004, which is 2 % of its radius, in a plane ----
overlaps() { # overlaps X Z: the small ball at X, another large one at the height Z
	cat <<END
scree 1 dim=3
gravity 0,0,-10
material a density=1
law a a hard
shape 1 sphere r=0.2
shape 2 sphere r=0.1
shape 3 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape material tag size x y z qw qx qy qz
frame 0 t=0 dt=0 due=0 body=4
body 31 1 a - 1 0 0 1 1 0 0 0
body 22 2 a - 1 $1 0 1 1 0 0 0
body 43 1 a - 1 5 0 $2 1 0 0 0
body 54 3 a floor 1 0 0 0 1 0 0 0
end 0
END
}
# ---- two balls that the affine method brings to rest against each other: no impulse is left, but a rounding error of the velocity ----
printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain hard mu=0 en=0.5\nshape 1 sphere r=0.1\ncolumns body id shape material x y z vx vy vz
frame 0 t=0 dt=0 due=0 body=2\nbody 1 1 grain 0 0 0 1 0 0\nbody 2 1 grain 0.3 0 0 0 0 0\nend 0\n' >two
ok "a residual without impulses is a number" scree-cd3 -q -t 1 -d 0.01 --solver affine -o met two
is "which is 1" "$(ledger met active) $(ledger met solved)" '0 1'

# ---- bodies at rest turn no energy over: rounding is no error of the balance ----
overlaps 5 10 | sed 's/^body 31 1 a - 1 0 0 1/body 31 1 a - 100 0 0 20/; s/^body 22 2 a - 1 5 0 1/body 22 2 a - 1 0 0 40.1/; /^body 43/d
	s/body=4/body=3/' >rest
scree-cd3 -q -t 1 -d 0.01 rest 2>said >still
is "a ball rests on a great ball: no warning" "$(cat said)" ""

# Neither what is led nor the wall it goes into gives way
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 8 --box 1,1,2 --lattice sc --spacing 0.31 | scree-wall box |
	scree-set --gravity 0,0,-9.81 --law grain,grain,hard,mu=0.5 --where 'id == 1' --tag led |
	scree-set --constrain 'led x=v:0.2 y=fixed z=v:-0.2 rx=fixed ry=fixed rz=fixed' >led
scree-cd3 -q -t 0.5 -d 0.001 --log log led >/dev/null 2>said
ok "what is led into a wall does not hide how far the other contacts are from solved" \
	awk '/^# t/ { for (k = 2; k <= NF; k++) if ($k ~ /^residual/) c = k - 1 } /^[0-9]/ { n += $c > 0 } END { exit !(n > 0) }' log
# One that is free along x only gives way to its neighbour above as little, and goes no faster for being in it aslant
pair() { # X Z: of the one above, which is held; the other cannot but go along x
	printf 'scree 1 dim=3\nmaterial grain density=1\nlaw grain grain hard mu=0.3 en=0\nshape 1 sphere r=0.5\n'
	printf 'constraint rail y=fixed z=fixed rx=fixed ry=fixed rz=fixed\nconstraint held x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n'
	printf 'columns body id shape material tag x y z\nframe 0 t=0 dt=0.001 due=0 body=2\n'
	printf 'body 1 1 grain rail 0 0 0\nbody 2 1 grain held %s 0 %s\nend 0\n' "$1" "$2"
}
pair 0 0.99 | scree-cd3 -q -t 0.01 | awk '$1 == "contact" { n++ } $1 == "end" { f++ } END { print n + 0, f }' >stiff
is "what gives way across the normal only has no contact" "$(cat stiff)" '0 2'
pair 0.001 0.999 | scree-cd3 -q -t 0.01 | awk '$1 == "columns" && $2 == "body" { for (k = 3; k <= NF; k++) if ($k == "vx") c = k - 1 }
	$1 == "body" && $2 == 1 { v = $c < 0 ? -$c : $c; most = v > most ? v : most } END { print (most > 0) + (most < 1) }' >aslant
is "and hardly along it no great velocity" "$(cat aslant)" 2
overlaps 0.275 0.196 >deep
scree-cd3 -q -t 0 deep 2>said >deep0
is "a start that overlaps is told, by the thinner body" "$(cat said)" \
	"scree-cd3: at the start 2 contacts overlap by more than 1 % of the thinner body's least half axis, the deepest by 25 % (bodies 22 and 31); the run separates them and adds energy (recover in the ledger)"
overlaps 0.3 0.1 | scree-cd3 -q -t 0 --dry-run 2>said >/dev/null
ok "also in a wall, and in a dry run" grep -q 'at the start 1 contact overlaps .* by 50 % (bodies 43 and 54)' said
is "less than 1 % is not" "$(overlaps 0.2991 0.1981 | scree-cd3 -q -t 0 2>&1 >/dev/null)" ""
is "nor is anything in a run that goes on" "$(scree-cd3 -q -t 0.01 deep0 2>&1 >/dev/null)" ""
cd3 -t 0.05 -d 0.01 deep 2>/dev/null | last - >whole
cd3 -t 0 -d 0.01 deep 2>/dev/null | cd3 -t 0.05 | last - >split
ok "looking changes nothing" cmp whole split
is "without a step there are contacts, with their overlaps and without forces" "$(cd3 -t 0 -d 0.01 deep 2>/dev/null | awk '
	/^columns contact/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 } $1 == "contact" { n++; bad += $at["fn"] != 0; deep += $at["overlap"] > 0 }
	END { print (n > 0 && !bad && deep > 0) }')" 1
parted() { cd3 -t "$1" -d "$1" deep 2>/dev/null | awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	$1 == "body" { v = $at["vx"] ^ 2 + $at["vy"] ^ 2 + $at["vz"] ^ 2; most = v > most ? v : most } END { print sqrt(most) }'; }
is "what overlaps is not parted faster in shorter steps" "$(echo "$(parted 0.001) $(parted 0.0005)" | awk '{ print ($1 > 0 && $2 > 0 && $2 < 1.05 * $1) }')" 1

# ---- bodies of hand-made scenes that are outside of a periodic domain, and one that is inside of a solid rod ----
outside() { # outside X: two balls, one of which comes to the other at X or a number of periods from it
	printf '%s\n' 'scree 1 dim=3' 'domain lo=0,0,0 hi=2,2,2 periodic=x' 'material a density=1' 'law a a hard mu=0' 'shape 1 sphere r=0.1' \
		'columns body id shape material tag x y z vx' 'frame 0 t=0 body=2' "body 1 1 a - $1 1 1 1" 'body 2 1 a - 0.15 1 1 0' 'end 0' |
		cd3 -t 0.3 -d 0.001 --skin 0.3 | last - | awk '$1 == "body" { print $6, $9 }'
}
is "balls meet the same way wherever they are in terms of periods" "$(outside 3.875)" "$(outside 1.875)"
is "and share their momentum" "$(outside 3.875 | awk '{ n += ($2 - 0.5) ^ 2 < 1e-12 } END { print n }')" 2
printf '%s\n' 'scree 1 dim=3' 'material a density=1' 'law a a hard' 'shape 1 sphere r=0.1' 'shape 2 cylinder r=0.5 side=out' \
	'constraint w x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' 'columns body id shape material tag x y z' 'frame 0 t=0 body=2' \
	'body 1 1 a - 0.2 0 0' 'body 2 2 a w 0 0 0' 'end 0' >solid
ok "a ball inside of a solid rod is told" sh -c "scree-cd3 -d 0.001 -t 0 solid 2>&1 >/dev/null | grep -q 'at the start 1 contact overlaps .* by 400 %'"
sed '/^body 1 /d; s/body=2/body=1/; s/^material/gravity 0,0,-9\n&/' solid >bare
fails 3 "without grains there is no automatic time step" "a scene of walls only has no step" scree-cd3 -t 1 bare

# ---- a ball above a tube that is too narrow for it, and one that falls into the end of a rod, which is thin ----
end() { # X Y: how high it lies
	printf '%s\n' 'scree 1 dim=3' 'gravity 0,0,-10' 'material a density=1' 'law a a hard mu=0.5' 'shape 1 sphere r=0.5' \
		"shape 2 cylinder r=$3 side=$4 length=2" 'constraint w x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed' \
		'columns body id shape material tag x y z' 'frame 0 t=0 dt=0 due=0 body=2' "body 1 1 a - $1 $2 1.6" 'body 2 2 a w 0 0 0' 'end 0' |
		cd3 -t 0.5 -d 0.005 | last - | awk '/^body 1 / { printf "%.2f\n", $8 }'
}
for at in '0.02 0' '-0.02 0' '0 0.02' '0 -0.02' '0.01 -0.01' '0 0'; do
	# shellcheck disable=SC2086
	near "it lies on the rim from $at" "$(end $at 0.3 in)" 1.4 0.01
done
near "it falls through a wide one" "$(end 0.1 0 0.7 in)" 0.35 0.02
is "as through a rod" "$(end 0.1 0 0.7 out)" "$(end 0.1 0 0.7 in)"

# ---- walls of scree-wall: which are taken, as the man pages say ----
scree-shape ellipsoid --size 0.3,0.2,0.2 | scree-fill -q -n 8 --box 2,2,2 --lattice sc --spacing 0.35 |
	scree-set --gravity 0,0,-10 --law grain,grain,hard >grains
printf 'OFF\n4 2 0\n0 0 -1\n1 0 -1\n0 1 -1\n1 1 -1\n3 0 1 2\n3 1 3 2\n' >square.off
room='--lo -1,-1,0 --hi 3,3,2' around='--lo -1,0,-1 --hi 3,2,3'
for walls in box plates 'plates --load 1' triaxial 'triaxial --rate-x 0.1' "tube $room" "drum $around --omega 1" 'plane 0,0,-1 0,0,1' \
	'rod -r 0.2 -- 0,0,-1 2,0,-1' 'pipe -r 3 -- 0,0,-1 0,0,3'; do
	# shellcheck disable=SC2086
	ok "takes $walls" sh -c 'scree-wall -q "$@" grains | scree-cd3 -q -t 0.002 >moved' sh $walls
done
for walls in "hopper --opening 0.5 $room" "silo --opening 0.5 $room" "drum --baffles 3 $around" 'landscape square.off'; do
	# shellcheck disable=SC2086
	scree-wall -q $walls grains >walls
	fails 3 'is mesh, expected .*walls of such are .*box.*scree-dem3 takes all' "says which there are instead of $walls" scree-cd3 -t 1 walls
done
sed 's/periodic=none/periodic=xy/' grains | scree-wall -q plates --load 1 >walls
fails 3 'constraint top: scree-cd3 has no pressures p:; give a force f: instead' 'no pressure between periods' scree-cd3 -t 1 walls
scree-wall -q triaxial --press-x 1 grains >walls
fails 3 'constraint right: scree-cd3 has no pressures p:; give a force f: instead' 'no pressure' scree-cd3 -t 1 walls

# ---- signals ----
scree-cd3 -q -t 1e4 -e 0.01 drum.scree >cut 2>/dev/null &
while [ ! -s cut ]; do sleep 0.05; done
kill -TERM $!
wait $!
is "a signal ends a run with a whole frame" "$? $(tail -n 1 cut | cut -d' ' -f1)" "143 end"
finish
