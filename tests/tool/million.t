#!/bin/sh
# scree-dem2: a million steps
. "$(dirname "$0")/../tap.sh"

dem2() { scree-dem2 --no-provenance -q "$@"; }
last() { awk '/^frame/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1"; }
ledger() { awk -v key="$2" '/^ledger/ { for (i = 2; i <= NF; i++) if (index($i, key "=") == 1) v = substr($i, length(key) + 2) } END { print v }' "$1"; }

cat >box.scree <<'END'
scree 1 dim=2
material grain density=1
law grain grain linear kn=400 kt=0 mu=0 en=1
shape 1 point r=0.5 0,0
shape 2 ring r=0.1 -2,-2 2,-2 2,2 -2,2
constraint box x=fixed y=fixed angle=fixed
columns body id shape material tag size x y angle ix iy vx vy omega
frame 0 t=0 dt=0 due=0 body=4
body 1 1 grain - 1 -1 -1 0 0 0 0.5 0.3 0.1
body 2 1 grain - 1 1 1 0 0 0 -0.2 0.6 0
body 3 1 grain - 0.5 0 0.1 0 0 0 0 -0.7 0
body 4 2 grain box 1 0 0 0 0 0 0 0 0
end 0
END
dem2 -t 1000 -d 0.001 -e 100 --light 5 box.scree >million
is "a million steps: frames, the last one" "$(grep -c ^frame million) $(tail -n 1 million) $(grep '^frame' million | tail -n 1 | cut -d' ' -f3-5)" \
	"11 end 1000000 t=1000 dt=0.001 due=1000"
near "a million steps: energy of three elastic disks in a box" \
	"$(ledger million residual | awk -v e="$(ledger million start_kin_lin)" '{ print $1 / e }')" 0 2e-3
near "a million steps: energy from the velocities" "$(last million | awk '$1 == "body" && $2 < 4 {
	m = 3.141592653589793 * 0.25 * $6 * $6; k += m * ($12 * $12 + $13 * $13) / 2 + m * 0.25 * $6 * $6 / 2 * $14 * $14 / 2 }
	$1 == "ledger" { for (i = 2; i <= NF; i++) if (split($i, f, "=") == 2 && f[1] == "el_n") k += f[2] }
	END { print k }')" "$(awk 'BEGIN { a = 3.141592653589793 / 8; print a * 0.34 + a * 0.4 + a / 4 * 0.49 + a * 0.125 * 0.01 }')" 7e-4
finish
