#!/bin/sh
# A biaxial test in stages: smooth grains are compressed, then friction is set and the lid comes down. The state passes through the
# stream, and the first law closes in every stage.
. "$(dirname "$0")/../tap.sh"
value() { scree-pick -q --last "$2" | awk -v key="$1" '/^ledger/ { for (k = 2; k <= NF; k++) if (index($k, key "=") == 1) print substr($k, length(key) + 2) }'; }
share() { awk -v a="$1" -v b="$2" 'BEGIN { print b ? a / b : "none" }'; }

scree-voronoi -q -n 60 --box 12,9 --void-ratio 0.2 | scree-wall -q box |
	scree-set --material steel,1 --body-material steel --where moved \
		--law grain,grain,mu=0 --law grain,steel,mu=0 --law steel,steel,kn=0 \
		--constrain 'top x=fixed y=p:-0.01 angle=fixed m=20 c=5 between=left,right' \
		--constrain 'right x=p:-0.01 y=fixed angle=fixed m=20 c=5 between=bottom,top' |
	scree-dem2 -q -t 400 --until quiet=1e-3 >pressed
scree-set --law grain,grain,mu=0.5 --constrain 'top x=fixed y=ramp:0,-0.02,0,5 angle=fixed' --reset pressed >begun
scree-dem2 -q -t 0 begun >zero
scree-dem2 -q -t 15 begun >sheared

is 'compressed without friction' "$(value fric pressed)" 0
near 'the first law of the compression' "$(share "$(value residual pressed)" "$(value work pressed)")" 0 1e-4
# the grains and springs that the second stage begins with are those that the first ended with
for key in kin_rot el_n; do
	is "$key passes through the stream" "$(value $key zero)" "$(value $key pressed)"
done
body() { scree-pick -q --last "$1" | awk '/^body/ { print $2, $7, $8, $9 }' | cksum; }
is 'so do places and angles' "$(body zero)" "$(body pressed)"
near 'a new ledger begins balanced' "$(value residual zero)" 0 0
ok 'friction takes part in the second stage' awk -v f="$(value fric sheared)" 'BEGIN { exit !(f > 1e-3) }'
near 'the first law of the shear' "$(share "$(value residual sheared)" "$(value work sheared)")" 0 1e-3
# the lid went 0.02 (15 - 2.5); the side kept its pressure
near 'the way of the ramp' "$(scree-pick -q --last sheared | awk '/ top / && /^body/ { print $8 }')" \
	"$(scree-pick -q --last pressed | awk '/ top / && /^body/ { printf "%.12g", $8 - 0.25 }')" 1e-9
fails 3 "between= names the wall 'bottom'" 'a wall that was taken away' sh -c 'scree-set --release bottom begun | scree-dem2 -q -t 1'
finish
