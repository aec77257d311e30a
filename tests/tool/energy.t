#!/bin/sh
# scree-energy: the ledger as a table, its balance and error, against sums done by hand.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/table.sh"

head='scree 1 dim=2
made scree-shape 0.1.0 disk
units length=m mass=kg time=s
material sand density=1
shape 1 point r=0.5 0,0
columns body id shape material x y'
frame() { # STEP TIME LEDGER
	printf 'frame %s t=%s dt=0.5 body=1\nbody 1 1 sand 0 0\n%send %s\n' "$1" "$2" "${3:+ledger $3
}" "$1"
}

{
	echo "$head"
	frame 0 0 'since=0 kin_lin=1 kin_rot=0.5 el_n=0 el_t=0 grav=10 work=0 fric=0 visc=0 other=0 in=0 out=0 slip=0'
	frame 1 0.5 'since=0 kin_lin=3 kin_rot=0.25 el_n=0.5 el_t=0.25 grav=8 work=2 fric=0.5 visc=0.25 other=0.5 in=0.75 out=0.25 slip=1e-9'
	frame 2 1 'since=0 kin_lin=1 kin_rot=0.5 el_n=0 el_t=0 grav=6 work=-1 fric=1 visc=1 other=0 in=1 out=0.125 slip=2'
} >run.scree

scree-energy --no-provenance run.scree >run.tab 2>said
is 'the head' "$(head -n 3 run.tab)" "# scree-table 1
# made scree-shape 0.1.0 disk
# t[s] kin_lin[kg*m^2/s^2] kin_rot[kg*m^2/s^2] el_n[kg*m^2/s^2] el_t[kg*m^2/s^2] grav[kg*m^2/s^2] work[kg*m^2/s^2] \
fric[kg*m^2/s^2] visc[kg*m^2/s^2] other[kg*m^2/s^2] in[kg*m^2/s^2] out[kg*m^2/s^2] total[kg*m^2/s^2] \
balance[kg*m^2/s^2] error"
is 'nothing has happened at first' "$(sed -n 4p run.tab)" '0 1 0.5 0 0 10 0 0 0 0 0 0 11.5 0 0'
# stored: 12, 0.5 more; balance 2 + 0.75 - 0.25 - 0.5 - 0.5 - 0.25 - 0.5 = 0.75; turned over: 4, motion and springs
is 'the balance' "$(sed -n 5p run.tab)" '0.5 3 0.25 0.5 0.25 8 2 0.5 0.25 0.5 0.75 0.25 12 0.75 0.1875'
# stored 7.5, 4 less; balance -1 + 1 - 0.125 + 4 - 2 = 1.875; turned over: 4, the fall
is 'energy turned over' "$(sed -n 6p run.tab)" '1 1 0.5 0 0 6 -1 1 1 0 1 0.125 7.5 1.875 0.46875'
ok 'a summary on stderr' grep -q 'balance 1.88, 0.469 of the energy turned over 4' said
is 'relative to the work' "$(scree-energy -q --relative work run.scree | awk 'END { print $NF }')" 1.875
is 'the first row has no work' "$(scree-energy -q --relative work run.scree | awk '!/^#/ { print $NF; exit }')" 0
is 'further keys' "$(scree-energy -q --all run.scree | awk '/^# t/ { print $(NF - 1), $NF } END { print $(NF - 1), $NF }')" \
	'error slip
0.46875 2'
is 'the provenance has this program' "$(scree-energy -q --relative work run.scree | sed -n 3p)" \
	"$(printf '# made scree-energy 0.1.0 -q --relative work run.scree') $(noted run.scree 1)"
{
	cat run.scree
	frame 3 1.5 'since=1 kin_lin=2 work=5 fric=1'
	frame 4 2 'since=1 kin_lin=2.5 work=6 fric=1.25'
} >again.scree
# balance 1 - 0.5 - 0.25; turned over: 2.5 that moves
is 'a ledger that begins anew is compared to its own first frame' \
	"$(scree-energy -q again.scree | awk 'END { print $(NF - 1), $NF }')" '0.25 0.1'
# other energies than those of the first run, of which the turnover was 4: balance 0.5 - 0.25, turned over 0.75
{
	cat run.scree
	echo "$head"
	frame 0 0 'since=0 kin_lin=0.5 grav=100 fric=3'
	frame 1 0.5 'since=0 kin_lin=0.75 grav=100 work=0.5 fric=3'
} >runs.scree
is 'a run behind another is compared to its own first frame' \
	"$(scree-energy -q runs.scree | columns balance error | tail -n 2 | tr '\n' ';')" '0 0;0.25 0.3333333333333333;'
{ cat run.scree; echo "$head"; frame 1 0.5 'since=0 kin_lin=1 work=2'; frame 2 1 'since=0 kin_lin=2 work=4'; } >middle.scree
is 'also if it begins in the middle of a ledger' "$(scree-energy -q middle.scree | columns balance | tail -n 2 | tr '\n' ' ')" '? 1 '
is 'pipes' "$(scree-energy -q <run.scree | tail -n 3)" "$(tail -n 3 run.tab)"

# one ledger after the other, in each of which another entry is turned over most, up or down, and then falls back: it stays what the
# error is relative to. Every entry has its own sign in the balance and in the total
ledgers='kin_lin 7
kin_rot 11
el_n -13
el_t 17
grav -19
grav 6
work 23
work -5
fric 29
visc 31
other 37
in 41
out 43'
{ echo "$head"; echo "$ledgers" | { k=0; while read -r key x; do
	frame $((3 * k)) $k "since=$k kin_lin=0.5 el_n=0.25 work=0.125 fric=1.5 visc=2.5 other=3.5 in=4.5 out=5.5 $key=0.75 own=$k"
	frame $((3 * k + 1)) $k.25 "since=$k kin_lin=0.5 el_n=0.25 work=0.375 fric=1.5 visc=2.5 other=3.5 in=4.5 out=5.5 $key=$x own=3"
	frame $((3 * k + 2)) $k.5 "since=$k kin_lin=0.75 el_n=0.25 work=0.375 fric=1.75 visc=2.5 other=3.5 in=4.5 out=5.5 $key=1"
	k=$((k + 1)); done; }; } | awk '/^ledger/ { out = "ledger"; delete seen # the last word of a key counts
		for (k = NF; k > 1; k--) { split($k, p, "="); if (!(p[1] in seen)) { seen[p[1]] = 1; out = out " " $k } } print out; next } { print }' >turns.scree
by_hand() { # RELATIVE
	awk -v how="$1" 'function abs(x) { return x < 0 ? -x : x } function most(x) { if (abs(x) > top) top = abs(x) }
		/^frame/ { split($3, p, "="); t = p[2] }
		/^ledger/ { split("", e); for (k = 2; k <= NF; k++) { split($k, p, "="); e[p[1]] = p[2] }
			if (e["since"] != since || !begun) { begun = 1; since = e["since"]; top = 0; for (k in e) first[k] = e[k]; for (k in first) if (!(k in e)) first[k] = 0 }
			split("", d); for (k in first) d[k] = e[k] - first[k]
			total = e["kin_lin"] + e["kin_rot"] + e["el_n"] + e["el_t"] + e["grav"]
			off = d["work"] + d["in"] - d["out"] - d["kin_lin"] - d["kin_rot"] - d["el_n"] - d["el_t"] - d["grav"] - d["fric"] - d["visc"] - d["other"]
			most(d["work"]); most(d["fric"] + d["visc"] + d["other"]); most(d["grav"]); most(d["in"]); most(d["out"])
			most(e["kin_lin"] + e["kin_rot"] + abs(e["el_n"]) + e["el_t"]); by = how == "work" ? abs(d["work"]) : top
			printf "%s %.15g %.15g", t, total, off; if (off == 0) print " 0"; else if (by) printf " %.15g\n", off / by; else print " ?" }' turns.scree
}
alike 'what is turned over most' "$(scree-energy -q turns.scree | columns t total balance error)" "$(by_hand turnover)"
alike 'relative to the work' "$(scree-energy -q --relative work turns.scree | columns t total balance error)" "$(by_hand work)"
is 'a further key that is missing' "$(scree-energy -q --all turns.scree | columns own | head -n 6 | tr '\n' ' ')" '0 3 ? 1 3 ? '

{ echo "$head"; frame 0 0 ''; } >none.scree
fails 3 'frame 0 \(t=0\) has no ledger.*scree-dem2' 'a frame without ledger says who adds it' scree-energy none.scree
echo "$head" >empty.scree
fails 3 'no frame' 'a stream without frames' scree-energy empty.scree
fails 2 'relative: time, expected work or turnover' 'a wrong option' scree-energy --relative time run.scree
fails 3 'bad.scree:[0-9]*: ' 'a malformed stream' sh -c 'sed s/kin_lin=3/kin_lin=x/ run.scree >bad.scree; scree-energy bad.scree'
# the last frame of a run does not say what there was when its ledger began: 0 would be a lie
{ echo "$head"; frame 5 2.5 'since=0 kin_lin=1 work=3'; } >late.scree
is 'one frame from the middle has no balance' "$(scree-energy -q late.scree | awk 'END { print $(NF - 1), $NF }')" '? ?'
sed '$d' run.scree >cut.scree
fails 3 'cut' 'a cut stream' scree-energy cut.scree
is 'what is whole in it is there' "$(scree-energy -q cut.scree 2>/dev/null | grep -vc '#')" 2
[ -w /dev/full ] && fails 1 'write' 'a full disk' sh -c "scree-energy -q $tmp/run.scree >/dev/full"
finish
