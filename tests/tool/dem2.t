#!/bin/sh
# scree-dem2: runs that are split, output, stopping, what it refuses
. "$(dirname "$0")/../tap.sh"
scene=$root/tests/data/shear.scree

dem2() { scree-dem2 --no-provenance -q "$@"; }
last() { awk '/^frame/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1"; }
ledger() { awk -v key="$2" '/^ledger/ { for (i = 2; i <= NF; i++) if (index($i, key "=") == 1) v = substr($i, length(key) + 2) } END { print v }' "$1"; }

# ---- a run may be split anywhere: friction, a loaded moving plate, contacts across the periodic edge ----
dem2 -t 60 -d 0.05 "$scene" | dem2 -t 0 --no-provenance >packed.scree
for by in verlet gear; do
	dem2 -t 12 -e 0.5 -d 0.05 --integrator $by packed.scree >whole
	dem2 -t 3 -e 0.5 -d 0.05 --integrator $by packed.scree |
		dem2 -t 0.5 -e 0.5 --integrator $by | dem2 -t 0 -e 0.5 --integrator $by --skin 0.3 |
		dem2 -t 8.5 -e 0.5 --integrator $by --skin 0 >split
	ok "$by: a run in four parts is the whole run byte for byte" cmp whole split
	# a scene that begins at a time that is no multiple of the step, such as one from another program
	sed 's/^frame [0-9]* t=[^ ]* /frame 0 t=0.1 /' packed.scree >later.scree
	dem2 -t 4 -d 0.07 --integrator $by later.scree | last - >whole.last
	dem2 -t 1.4 -d 0.07 --integrator $by later.scree | dem2 -t 2.6 --integrator $by | last - >split.last
	ok "$by: and where the scene begins at another time than 0" cmp whole.last split.last
	dem2 -t 0.35 --integrator $by packed.scree | dem2 -t 7.03 --integrator $by |
		dem2 -t 4.62 --integrator $by --skin 0.01 >uneven
	last whole >whole.last
	last uneven >uneven.last
	ok "$by: uneven parts end in the same frame" cmp whole.last uneven.last
	for n in 1 2 4 8; do
		dem2 -t 12 -e 0.5 --integrator $by --threads $n packed.scree >threads
		ok "$by: byte for byte with --threads $n" cmp whole threads
	done
done
is "the run has contacts across the periodic edge" "$(last whole | awk '$1 == "contact" && $6 != 0 { n++ } END { print (n > 2) }')" 1
is "and sliding ones" "$(last whole | awk '$1 == "contact" { t = $14 < 0 ? -$14 : $14; if ($13 > 0 && t > 0.4999 * $13) n++ } END { print (n > 2) }')" 1
is "frames come at the times asked for" "$(grep -c ^frame whole) $(sed -n 's/^frame .* due=\([^ ]*\) .*/\1/p' whole | tail -n 2 | tr '\n' ' ')" \
	"$(($(grep -c ^frame packed.scree) + 24)) 71.5 72 "

# a run that goes on with Gear's method adds columns behind those of the method, which light frames leave out
dem2 -t 1 -d 0.05 --integrator gear packed.scree >gear.scree
heats() { dem2 -t 2 -e 0.5 --integrator gear --heat --forces "$@" gear.scree | awk '/^columns body/ { at = 0; for (k = 3; k <= NF; k++) {
	at = $k == "heat" ? k - 1 : at; f = $k == "fx" ? k - 1 : f } } $1 == "body" && at { print $2, $at, $f }'; }
is 'light frames have the heat and forces of full ones' "$(heats --light 2)" "$(heats)"
is 'which are those of frames' "$(heats | awk '$2 > 0 && $3 != 0' | wc -l | awk '{ print ($1 > 40) }')" 1

# a law that does not resist rolling any more, while another one does, finds the torques of rows, but does not act by them
cat >rolls.scree <<'END'
scree 1 dim=2
gravity 0.7,-1.9
material a density=1.1
material b density=1.3
law a a linear kn=700 kt=200 mu=0.6 en=0.4 kr=5 mur=0.2
law a b linear kn=900 kt=300 mu=0.5 en=0.3 kr=7 gr=0.1 mur=0.3
shape 1 point r=0.45 0,0
shape 2 polyline r=0.05 -9,0 9,0
constraint floor x=fixed y=fixed angle=fixed
columns body id shape material tag size x y angle vx vy omega
frame 0 t=0 body=2
body 1 1 a - 1 0.13 0.499 0 0.3 0 0
body 3 2 b floor 1 0 0 0 0 0 0
end 0
END
dem2 -t 0.5 -d 1e-3 rolls.scree | sed 's/^\(law a b .*\) kr=.*/\1/' >rolled
is 'a row has a torque' "$(last rolled | awk '$1 == "contact" { print ($NF != 0) }')" 1
is 'by which a law without resistance to rolling does not act' "$(dem2 -t 0.01 rolled | last -)" \
	"$(awk '/^columns contact/ { NF -= 2 } /^contact/ { NF -= 2 } { print }' rolled | dem2 -t 0.01 | last -)"

# times below the step: the frame waits for them to add up
dem2 -t 0.05 packed.scree >before
dem2 -t 0.02 before | dem2 -t 0.02 | dem2 -t 0.02 | dem2 -t 0.02 >crumbs
dem2 -t 0.08 before >bread
last crumbs >a
last bread >b
ok "times far below the step add up" cmp a b

# due is a sum of decimal fractions: three tenths are 0.3, not a step more
dem2 -t 0.1 -d 0.001 "$scene" | dem2 -t 0.1 | dem2 -t 0.1 >tenths
is "three times 0.1 is 0.3" "$(grep '^frame' tenths | tail -n 1 | cut -d' ' -f2-5)" "300 t=0.3 dt=0.001 due=0.3"

# ---- frames ----
dem2 -t 0 "$scene" >zero
is "a maker's frame is completed in place" "$(grep -c ^frame zero) $(grep -c ^ledger zero)" "1 1"
dem2 -t 0 zero >again
ok "a complete frame is passed on to the letter" cmp zero again
is "the columns of others stay" "$(awk '$1 == "body" && $2 == 39 { print $NF }' zero)" red
dem2 -t 3.5 -e 0.5 --light 3 -d 0.05 "$scene" >light
is "light frames have no contacts but for every third and the last" \
	"$(grep '^frame' light | tail -n 7 | awk '{ printf / contact=/ ? "f" : "l" }')" llfllff
dem2 -t 1 --forces -d 0.05 packed.scree >forces
is "forces sum to nothing" "$(last forces | awk '$1 == "body" { x += $(NF-2); y += $(NF-1) } END { print (x*x + y*y < 1e-28) }')" 1
is "forces are those of the contacts" "$(last forces | awk '
	$1 == "body" { fx[$2] = $(NF-2); fy[$2] = $(NF-1) }
	$1 == "contact" { x = $13 * $10 - $14 * $11; y = $13 * $11 + $14 * $10; fx[$2] += x; fy[$2] += y; fx[$4] -= x; fy[$4] -= y }
	END { for (b in fx) d += fx[b]^2 + fy[b]^2; print (d < 1e-28) }')" 1

# ---- the ledger and the summary ----
scree-dem2 -t 30 packed.scree 2>summary >run
since() { awk -v a="$(ledger packed.scree "$1")" -v b="$(ledger run "$1")" 'BEGIN { print b - a }'; }
near "the first law closes" "$(since residual | awk -v w="$(since work)" '{ print $1 / w }')" 0 1e-3
near "closure is an identity" "$(ledger run closure | awk -v w="$(ledger run work)" '{ print $1 / w }')" 0 1e-12
ok "the summary has its keys" grep -Eq \
	'steps=600 time=90 cpu=[^ ]+ wall=[^ ]+ rate=[^ ]+ energy_error=[^ ]+ rebuilds=[0-9]+ skin=[^ ]+' summary
value() { sed -n "s/.* $1=\([^ ]*\).*/\1/p" "$2"; }
scree-dem2 -t 1000 packed.scree 2>long >/dev/null # so long that a moment of another process is a small part
near "the times of its parts add up to that of the run" "$(for part in forces lists integration output; do
	value time_$part long; done | awk -v all="$(value cpu long)" '{ sum += $1 } END { print sum / all }')" 1 0.02
is "all parts take time" "$(for part in forces lists integration output; do value time_$part summary; done |
	awk '$1 > 0' | wc -l | tr -d ' ')" 4
scree-dem2 -t 30 -e 0.05 packed.scree 2>often >run2
is "output takes more of a run that writes every step" \
	"$(awk -v few="$(value time_output summary)" -v many="$(value time_output often)" 'BEGIN { print (many > 2 * few) }')" 1
scree-dem2 -t 30 --skin 0.0123 packed.scree 2>fixed >/dev/null
is "a skin that is given stays" "$(value skin fixed)" 0.0123

# stiffer springs in a stream with contacts: what they hold all at once is booked as brought in
sed 's/kn=1 /kn=2 /' packed.scree | dem2 -t 0 --forces >stiffer
near "energy of springs that became stiffer came in" "$(ledger stiffer in)" "$(last packed.scree >a; ledger a el_n)" 1e-15
near "and the balance is what it was" "$(ledger stiffer residual)" "$(ledger a residual)" 1e-15

# attraction: by the option or by the law, and not otherwise
dem2 -t 12 -e 1 --attraction packed.scree | grep -v ^law >option
sed 's/en=0.5/en=0.5 attraction=1/' packed.scree | dem2 -t 12 -e 1 | grep -v ^law >law
dem2 -t 12 -e 1 packed.scree | grep -v ^law >cut
ok "attraction by the option or by the law is the same" cmp option law
ok "and not without" sh -c '! cmp -s option cut'
is "attraction does attract" "$(awk '$1 == "contact" && $13 < 0 { n++ } END { print (n > 0) }' option)" 1
is "cut forces never do" "$(awk '$1 == "contact" && $13 < 0 { n++ } END { print n + 0 }' cut)" 0

# ---- the time step ----
sed 's/en=0.5/en=0.01/' packed.scree >damped
scree-dem2 -t 60 -d 0.1 damped 2>err >long
ok "a step too long for the damping is named" grep -q 'the time step 0.1 is too long for the damping' err
scree-dem2 -t 60 -d 0.01 damped 2>err >short
ok "a short one is not" sh -c '! grep "too long" err'
dt=$(scree-dem2 -t 1 --dry-run "$scene" | foretold 'time step')
scree-dem2 -t 1 -d "$(awk -v d="$dt" 'BEGIN { print 13 * d }')" "$scene" 2>err >/dev/null || :
ok "a step that no contact can stand is warned of before the run" grep -q 'is 13 times the automatic time step' err
is "auto dt is stored in the stream" "$(dem2 -t 0 "$scene" | sed -n 's/^frame .* dt=\([^ ]*\) .*/\1/p')" "$dt"
is "auto dt does not depend on the state" "$(sed 's/^\(body .*\) 0 0 [^ ]* [^ ]* \([^ ]* [^ ]*\)$/\1 0 0 0.5 0.7 \2/' "$scene" |
	scree-dem2 -t 5 --dry-run | foretold 'time step')" "$dt"
near "auto dt goes with the root of mass over stiffness" \
	"$(sed 's/kn=1 kt=0.1/kn=100 kt=10/' "$scene" | scree-dem2 -t 5 --dry-run | foretold 'time step' | awk -v d="$dt" '{ print d / $1 }')" 10 0.001
# a loaded plate far lighter than the grains it presses: many contacts, each with the damping of a grain
sed 's/^constraint top.*/constraint top x=v:0.1 y=p:-0.004 angle=fixed m=0.01/' "$scene" >plate.scree
for by in verlet gear; do
	dem2 -t 2 --integrator $by plate.scree >plate
	near "auto dt is short enough for a light plate, $by" \
		"$(awk -v a="$(ledger plate visc)" -v b="$(ledger plate visc_power)" 'BEGIN { print b / a }')" 1 1e-3
done
dem2 -t 2 -d 0.02 packed.scree >finer
is "a run may go on with another step" "$(grep '^frame' finer | tail -n 1 | cut -d' ' -f2-5)" "1300 t=62 dt=0.02 due=62"
dem2 -t 1 -d 0.02 packed.scree | dem2 -t 1 >finer2
last finer >a
last finer2 >b
ok "and be split then" cmp a b

# ---- stopping ----
# heat_off FILE: the sum of the heat in the last frame over friction and viscosity, less 1
heat_off() {
	scree-pick -q --last "$1" | awk '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "heat") at = k - 1 } /^body/ { s += $at }
		/^ledger/ { for (k = 2; k <= NF; k++) if (split($k, f, "=") == 2 && f[1] ~ /^(fric|visc)$/) l += f[2] }
		END { print (l > 0 ? s / l - 1 : "") }'
}
# heat: part of the state, and gone with what it belongs to
scree-dem2 -q -t 4 -e 1 --heat "$scene" >warm
scree-dem2 -q -t 1 -e 1 --heat "$scene" | scree-dem2 -q -t 3 -e 1 --heat --threads 2 >warm2
ok "heat: a split run writes the same bytes" sh -c 'grep -v "^made" warm >a; grep -v "^made" warm2 >b; test -s a && cmp a b'
near "heat: its sum is friction and viscosity" "$(heat_off warm)" 0 1e-12
is "heat: in every frame from the first on" "$(awk '/^columns body/ { on = / heat/ } /^frame/ { n += on } END { print n }' warm)" 5
is "heat: left out when nobody asks" "$(scree-dem2 -q -t 1 warm | awk '/^columns body/ { on = / heat/ } END { print on + 0 }')" 0
is "heat: gone with the ledger" "$(scree-set --gravity 0,-1 warm | awk '/^columns body/ { on = / heat/ } END { print on + 0 }')" 0
# dashpots above the critical damping
scree-shape disk | scree-fill -q -n 60 --box 11,11 --periodic x --speed 1 | scree-wall -q plates --load 5 | scree-set -q --law grain,grain,kn=1e3,gn=100,mu=0.3 >damped
dem2 -t 3 -e 1 -d 0.002 --heat damped >warm
dem2 -t 1 -e 1 -d 0.002 --heat --threads 3 damped | dem2 -t 2 -e 1 --heat --skin 0.3 >warm2
ok "heat: strong damping: a split run writes the same bytes" cmp warm warm2
near "heat: its sum is friction and viscosity there, too" "$(heat_off warm)" 0 1e-12
sed 's/top x=v:0.1/top x=fixed/' "$scene" | dem2 --until quiet=1e-4 -d 0.05 >quiet
is "it stops when quiet" "$(awk '/^ledger/ { split($0, f, /[ =]/); for (i = 1; i < 40; i++) v[f[i]] = f[i + 1]
	print v["kin_lin"] + v["kin_rot"] < 1e-4 * (v["el_n"] + v["el_t"]) }' quiet | tail -n 1)" 1
# a run that its condition ends before its time goes on from there, not from the end of that time
sed 's/top x=v:0.1/top x=fixed/' "$scene" | dem2 -t 5000 --until quiet=1e-4 -d 0.05 >early
near "a run that ended early was due when it ended" "$(sed -n 's/^frame .* due=\([^ ]*\) .*/\1/p' early | tail -n 1)" \
	"$(sed -n 's/^frame .* t=\([^ ]*\) .*/\1/p' early | tail -n 1)" 1e-9
fails 0 'the run has ended before quiet=1e-12' "it says when it is not" scree-dem2 -q -t 1 --until quiet=1e-12 -d 0.05 "$scene"
# what runs in the background of a script does not hear SIGINT unless it is told to
: >stopped
env --default-signal=INT scree-dem2 --no-provenance -t 1e7 -e 5 -d 0.05 packed.scree >stopped 2>notes &
until [ "$(grep -c ^frame stopped)" -gt 4 ]; do sleep 0.05; done
kill -INT $!
wait $!
is "SIGINT: status 130" $? 130
# by -t 0, unless what it was writing was a frame that was due
rest=$(sed -n 's/^frame .* due=\([^ ]*\) .*/\1/p' stopped | tail -n 1 | awk '{ printf "%.10g", 10000060 - $1 }')
ok "SIGINT: it says how to go on" grep -q "stopped by a signal; -t $rest -e 5 continues to t=10000060\$" notes
is "SIGINT: a whole frame at the end" "$(tail -n 1 stopped | cut -d' ' -f1) $(ledger stopped since)" "end 0"
n=$(sed -n 's/^frame \([0-9]*\) .*/\1/p' stopped | tail -n 1)
dem2 -t "$(awk -v n="$n" 'BEGIN { print n * 0.05 - 60 }')" packed.scree >straight
last stopped | sed 's/ due=[^ ]*//' >a
last straight | sed 's/ due=[^ ]*//' >b
ok "SIGINT: the frame is that of a run to there" cmp a b
{ cat packed.scree; printf 'frame 9'; } >cut
: >ended
scree-dem2 --no-provenance -t 1e7 -e 5 -d 0.05 cut >ended 2>notes &
until [ "$(grep -c ^frame ended)" -gt 4 ]; do sleep 0.05; done
kill -TERM $!
wait $!
is "SIGTERM to a run from a stream that is cut: status 143, and a warning" "$? $(grep -c 'the stream is cut' notes)" "143 1"
due=$((n / 20 + 5))
scree-pick -q --last stopped | sed "s/ due=[^ ]*/ due=$due/" | scree-dem2 -t 1 2>notes >/dev/null
ok "going on beyond the end that was asked for is said" grep -q "before its end at t=$due; this run continues to t=$((due + 1)) and writes its last frame only (-e writes others)\$" notes
scree-pick -q --last stopped | sed "s/ due=[^ ]*/ due=$due/" | scree-dem2 -t 1 -e 1 2>notes >/dev/null
ok "with frames, too" grep -q "this run continues to t=$((due + 1))\$" notes

# a signal while a frame that was due is written, at a write in the middle of it: the next run goes on from it, to the same end
if counts_writes; then
	for frames in "-e 0.05" "-e 0.05 --light 1000" "-e 50"; do
		env --default-signal=INT FAIL_HOW=int FAIL_AT=3 LD_PRELOAD=fail.so scree-dem2 --no-provenance -t 1e7 $frames -d 0.05 \
			packed.scree >stopped 2>notes
		echo "$(sed -n "s/.* -t \([^ ]*\) $frames continues to t=10000060\$/\1/p" notes) $(sed -n 's/^frame .* due=\([^ ]*\) .*/\1/p' stopped | tail -n 1)" |
			awk '{ printf "%.2f ", $1 + $2 }'
		tail -n 40 stopped | grep -c "^contact" | awk '{ print ($1 > 9) }'
	done >ends
	is "SIGINT in a frame: it says how to go on, and can, with --light too" "$(uniq -c ends | awk '{ print $1, $2, $3 }')" "3 10000060.00 1"
else
	skip 'writes cannot be counted here'
fi
scree-dem2 -q -t 1 -e 0.05 -d 0.05 --light 1000 packed.scree | awk '/^frame/ { if (++n == 4) exit } { print }' >light
fails 0 'which --light left without contacts; this run begins with new contacts and a new ledger' 'a light frame begins anew, which -q does not hide' \
	scree-dem2 -q -t 0 light

# timeout(1) sends a signal to the process and to its group: two that come together are one; the stop makes sure that they do. Which of
# them a thread takes first is up to the system.
env --default-signal=INT scree-dem2 -q -t 1e7 -d 0.05 -e 5 packed.scree >twice 2>err &
while [ ! -s twice ]; do sleep 0.05; done
kill -STOP $!
kill -TERM $!
kill -INT $!
kill -CONT $!
wait $!
case $? in
130 | 143) status=signal ;;
*) status=$? ;;
esac
is "SIGINT and SIGTERM at once: a whole frame at the end" "$status $(tail -n 1 twice | cut -d' ' -f1)" "signal end"
mkfifo pipe
# a pipe without room for another byte keeps the run from its end; a signal a second after the first does not wait for it
scree-dem2 -q -t 1e7 -e 0.05 -d 0.05 packed.scree >pipe 2>err &
exec 3<pipe
dd bs=1 count=1 status=none <&3 >twice
while printf x | dd of=pipe bs=1 oflag=nonblock conv=nocreat,notrunc status=none 2>/dev/null; do :; done
tries=0
while kill -TERM $! 2>/dev/null && [ $((tries += 1)) -lt 100 ]; do sleep 0.3; done
exec 3<&-
wait $! 2>/dev/null
is "a later signal ends the run at once" "$? $((tries < 100)) $((tries > 2))" "143 1 1"

# ---- materials that do not meet ----
cat >pass <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=0
shape 1 polygon r=0.1 -1,-1 1,-1 1,1 -1,1
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0.015625 due=0 body=2
body 1 1 grain - 1 -4 0 0 0 0 1 0 0
body 2 1 grain - 1 4 0.5 0 0 0 -1 0 0
end 0
END
dem2 -t 8 pass >passed
is "kn=0: two squares go through each other" \
	"$(last passed | awk '$1 == "body" { print $7, $8, $12 } $1 == "contact"')" "$(printf '4 0 1\n-4 0.5 -1')"
dem2 -t 2.9375 pass >inside
scree-set -q --law grain,grain,kn=1,kt=0,mu=0,en=1 inside | dem2 -t 0 >held
is "kn=1: two corners would touch" "$(last held | grep -c ^contact)" 2
scree-set -q --law grain,grain,kn=0 held | dem2 -t 2.9375 >freed
is "kn=0: contacts end" "$(last freed | grep -c ^contact) $(last freed | awk '$2 == 1 { print $12 }')" "0 1"

# ---- scenes whose forces are known ----
# made WHAT PERIODIC BODIES...: unit disks of mass pi/4 (density 1), a constraint
made() {
	cat <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=2 kt=0 mu=0 en=1
shape 1 point r=0.5 0,0
columns body id shape material tag x y vx
END
	printf '%s\n' "$1" "frame 0 t=0 body=$(($# - 1))"
	shift
	printf 'body %s\n' "$@"
	echo 'end 0'
}
# 0.9 wide: it overlaps its next image by 0.1
made 'domain lo=0,0 hi=0.9,9 periodic=x' '1 1 grain - 0.3 4 0' | dem2 -t 0 >own
is "a disk touches its own image, once" "$(awk '$1 == "contact" { print $2, $4, $6, $7, $13 }' own | sed 's/0\.\(19999\|20000\).*/0.2/')" '1 1 1 0 0.2'
near "and holds its energy" "$(ledger own el_n)" 0.01 1e-15
# a load on a disk acts on its width
made 'constraint lid y=p:-0.5 x=fixed angle=fixed' '1 1 grain lid 0 0 0' | dem2 -t 1 -d 0.01 >pressed
near "a load on a disk acts on its diameter" "$(last pressed | awk '$1 == "body" { print $13 }')" -0.6366197723675814 1e-12
made 'constraint pair angle=fixed' '1 1 grain pair 0 0 1' '2 1 grain pair 5 0 3.5' | dem2 -t 0 >pair
is "bodies tied together have the momentum of both" "$(awk '$1 == "body" { print $8 }' pair | tr '\n' ' ')" '2.25 2.25 '
# a mass record counts, whatever the shape looks like: a force of 3 on a mass of 2, beside its weight
made 'mass 1 area=2 I=0.5 method=given
gravity 0,-1
constraint lid y=f:3 angle=fixed' '1 1 grain lid 0 0 0' | dem2 -t 1 -d 0.01 >heavy
near "a mass record counts, and weight beside a force" "$(last heavy | awk '$1 == "body" { print $13 }')" 0.5 1e-12

# ---- failures ----
sed 's/kn=1 /kn=0.0002 /' packed.scree >soft
fails 4 't=[0-9.]+: bodies [0-9]+ and [0-9]+ overlap by' "too deep an overlap" scree-dem2 -t 100 -d 0.05 soft
scree-dem2 -t 100 -d 0.05 soft 2>/dev/null >failed
is "too deep: what was written is whole" "$(tail -n 1 failed | cut -d' ' -f1)" end
sed 's/^domain.*/domain lo=0,-1 hi=5.04,8.4 periodic=x/; s/y=p:-0.004/y=v:0.3/' "$scene" >leaves
fails 4 't=[0-9.]+: body [0-9]+ has left the domain, y=8.4' "a grain that leaves" scree-dem2 -t 100 -d 0.05 leaves
scree-dem2 -t 2000 -d 0.0005 leaves 2>/dev/null >failed
is "the last good frame is kept" "$(grep '^frame' failed | tail -n 1 | awk '{ print ($2 >= 1000) }') $(tail -n 1 failed | cut -d' ' -f1)" "1 end"
# what the message advises depends on how the body got out: too far in one step, through a soft wall, or where no wall is
fails 4 'left the domain, [xy]=[^;]*; it moved by [0-9.]+ times its size in the last step: give a smaller --dt' "a step that jumps the wall" \
	sh -c 'scree-shape disk | scree-fill -q -n 1 --box 8,12 --speed 100 | scree-wall box | scree-set --gravity 0,-900 |
		scree-dem2 -q -t 5 -d 0.1'
fails 4 'left the domain, y=[^;]*; if it was pressed through a wall, give stiffer contacts' "a wall that may have been too soft" \
	scree-dem2 -t 2000 -d 0.0005 leaves
fails 4 'left the domain, x=[^;]*; where no wall is, walls \(scree-wall\)' "no wall at all" \
	sh -c 'scree-shape disk | scree-fill -q -n 1 --box 8,12 --speed 1 --seed 3 | scree-dem2 -q -t 50 -d 0.01'
# an energy balance that does not close is worth a line of its own, with -q too
said=$(scree-shape disk | scree-fill -q -n 60 --box 12,12 --speed 1 | scree-wall box |
	scree-set --law grain,grain,kn=100,en=1,mu=0 | scree-dem2 -q -t 20 -d 0.06 2>&1 >/dev/null)
ok "a bad balance: $said" sh -c "echo '$said' | grep -q 'error of the energy balance is .* more than 0.01; give a smaller --dt than 0.06'"
is "a good one" "$(scree-shape disk | scree-fill -q -n 60 --box 12,12 --speed 1 | scree-wall box |
	scree-set --law grain,grain,kn=100,en=1,mu=0 | scree-dem2 -q -t 20 2>&1 >/dev/null)" ""
at=$(scree-dem2 -t 2000 -d 0.0005 leaves 2>&1 >/dev/null | sed -n 's/.*t=\([0-9.]*\):.*/\1/p')
is "at most 1000 steps are lost" "$(grep '^frame' failed | tail -n 1 | awk -v t="$at" '{ lost = t / 0.0005 - $2; print (lost >= 0 && lost < 1001) }')" 1
# several in one step: that of the lowest id, or the deepest, wherever they are, with any order of rows and number of threads
several() { # several PATTERN DOMAIN PLACE PLACE PLACE: x y vx of three disks
	for ids in '1 2 3' '3 2 1' '2 3 1'; do
		# shellcheck disable=SC2086
		set -- "$1" "$2" "$3" "$4" "$5" $ids
		for sort in -n -rn; do
			printf '%s\n' 'scree 1 dim=2' "$2" 'material m density=1' 'law m m linear kn=1' 'shape 1 disks 0,0,0.5' \
				'columns body id shape material x y vx' 'frame 0 t=0 body=3' >several.scree
			printf 'body %d 1 m %s\n' "$6" "$3" "$7" "$4" "$8" "$5" | sort -k 2,2 $sort >>several.scree
			echo 'end 0' >>several.scree
			threads=$((1 + ${#sort} % 2))
			fails 4 "$1" "$1: $ids, rows $sort, --threads $threads" scree-dem2 -t 1 -d 0.01 --threads $threads several.scree
		done
	done
}
in='domain lo=0,0 hi=9,9'
several 'body 1 has left the domain, x' "$in" '0.01 2 -2' '0.01 8 -2' '8.99 5 2'
several 'body 1 moved by -?[0-9.e+]+ in one' '# without one' '0 2 -1e4' '0 8 1e4' '5 5 -1e4'
several 'body [0-9] moved by' "$in" '0.01 2 -2' '0 8 1e15' '8.99 5 2'
several 'bodies [12] and [23] overlap by 0.7' "$in" '4 2 0' '4.4 2 0' '4.7 2 0'
# a small body that is too fast is found in the same step, whatever the skin that larger ones allow
printf '%s\n' 'scree 1 dim=2' 'material a density=1' 'law a a linear kn=1000' 'shape 1 disks 0,0,1' 'columns body id shape material size x y vx' \
	'frame 0 t=0 body=4' 'body 1 1 a 1 -10 0 0' 'body 2 1 a 1 10 0 0' 'body 3 1 a 1 0 10 0' 'body 4 1 a 0.02 0 0 220' 'end 0' >bullet.scree
for skin in 0.001 2; do
	fails 4 't=0.001: body 4 moved by 0.22 in one step, more than ten times its reach' "a bullet beside large disks, --skin $skin" scree-dem2 -t 0.01 -d 0.001 --skin $skin bullet.scree
done
printf '%s\n' 'scree 1 dim=2' 'domain lo=0,0 hi=0.875,9 periodic=x' 'material m density=1' 'shape 1 disks 0,0,0.5' \
	'columns body id shape material x y' 'frame 0 t=0 body=1' 'body 7 1 m 0 5' 'end 0' >own.scree
fails 3 'body 7 can meet its own image, and its material has no contact law with itself' 'no law of a body with itself' scree-dem2 -t 1 own.scree
# a lid that does not turn never meets its own image
sed -e 's/hi=0.875/hi=0.95/' -e 's/^columns.*/columns body id shape material tag x y/' -e 's/^body 7 1 m/& lid/' \
	-e '/^frame/i constraint lid x=fixed angle=fixed' own.scree >lid.scree
ok 'but not of a lid that does not turn' scree-dem2 -q -t 1 -d 0.01 lid.scree
fails 3 'body 7 can meet its own image' 'one that turns' sh -c "sed 's/ angle=fixed//' lid.scree | scree-dem2 -t 1 -d 0.01"
fails 1 'cannot write' "a full disk" sh -c "scree-dem2 -t 1 '$scene' >/dev/full"
# bodies whose constraint is taken away are free
cat >held <<'END'
scree 1 dim=2
domain lo=0,0 hi=10,8 periodic=xy
material g density=1
law g g linear kn=1000 kt=100 mu=0.5 en=0.5
gravity 0,-2
shape 1 point r=0.5 0,0
constraint top x=fixed y=fixed angle=fixed
columns body id shape material tag x y vx vy omega
frame 0 t=0 dt=0 due=0 body=2 contact=0
body 1 1 g top 3 6 0.5 0 0
body 2 1 g top 5 3 -0.25 0 1
end 0
END
scree-set --release top held | scree-dem2 -q -t 1 >a
is 'released bodies move on their own' "$(awk '/^body/ { b = $0; split(b, f); if (f[2] == 1) x = $6; else y = $6 } END { printf "%.6g %.6g", x, y }' a)" '3.5 4.75'

# ---- grains that would stand in a wall without a contact ----
across() { # X Y: a wall of 50 at a slope, in a period of 10, and a rod at x, y
	printf 'scree 1 dim=2\nmaterial g density=1\nlaw g g linear kn=100 mu=0 en=1\n'
	printf 'shape 1 polyline r=0.1 -25,-1.2 25,1.2\nshape 2 polyline r=0.1 -0.21,0 0.21,0\ndomain lo=0,0 hi=10,100 periodic=x\n'
	printf 'constraint block x=fixed y=fixed angle=fixed\ncolumns body id shape material tag x y angle\nframe 0 t=0 body=2\n'
	printf 'body 1 1 g block 5 50 0\nbody 2 2 g - %s %s 1.57\nend 0\n' "$1" "$2"
}
for image in -2 -1 0 1 2; do # the wall's height at x = 5 in this image: 50 + 0.048 times 10 times image
	across 5 "$(awk -v k=$image 'BEGIN { print 50 + 0.48 * k }')" >across.scree
	fails 3 'bodies 1 and 2 cross' "a rod across image $image of a long wall" scree-dem2 -t 0 across.scree
done
across 5 51.5 >across.scree
ok 'beyond its last image it is free' sh -c 'scree-dem2 -q -t 0 across.scree >/dev/null'
block() { # X: a clump of two disks at x, in a filled wall from -5.1 to 5.1
	printf 'scree 1 dim=2\nmaterial g density=1\nlaw g g linear kn=100 mu=0 en=1\n'
	printf 'shape 1 polygon r=0.1 -5,-5 5,-5 5,5 -5,5\nshape 2 disks -0.2,0,0.3 0.2,0,0.3\n'
	printf 'constraint block x=fixed y=fixed angle=fixed\ncolumns body id shape material tag x y\nframe 0 t=0 body=2\n'
	printf 'body 1 1 g block 0 0\nbody 2 2 g - %s 0.8\nend 0\n' "$1"
}
block 0 >block.scree
fails 3 'bodies 1 and 2 cross' 'a clump deep in a filled wall' scree-dem2 -t 0 block.scree
for x in 5.59 6; do
	block $x >block.scree
	ok "a clump that touches it from outside, or stands beside it, at $x" sh -c 'scree-dem2 -q -t 0 block.scree >/dev/null'
done
finish
