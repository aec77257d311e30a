#!/bin/sh
# p1-fig3-bouncing-cow: a cow falls onto a landscape and bounces for 20 seconds without losing energy.
#
# Question   How well is the energy of a single non-convex spheropolygon conserved? The first spheropolygon paper (EPL 2008,
#            fig. 2-3) prints a first contact at t = 1.82 s and a total energy that is constant within 1e-6 at a time step of
#            1e-5 s.
# Given      kn = 1e7, g = 10, density 1, no friction (kt = 0), periodic in 0 < x < 20 m, dt = 1e-5.
# Missing    the coordinates of the cow, the landscape, the height, the duration, and the reference of the relative error.
# Chosen     a cow of 62 vertices, area 6.52 m^2 and r = 0.1 m as printed; a valley of five segments; a free fall of 16.562 m,
#            which takes 1.82 s; a duration of 20 s; errors relative to the energy of the fall, m g h = 1080 J, as the largest
#            over 2000 times.
# Runtime    two minutes on one core: 2e7 steps at 1e-6, 2e6 steps at 1e-5, and short runs for the order.
# Leaves     cow.gif, energy.png, the stream at 1e-5 and the tables.
#
# CLAIM p1-fig3-first-contact printed=1.82 holds='1.815 <= m && m < 1.825' time of the first contact [s]
# CLAIM p1-fig3-energy-in-flight printed=1e-6 holds='m <= 1e-6' largest error of the energy at the printed dt = 1e-5 without
#       contact
# CLAIM p1-fig3-energy-in-contact printed=1e-6 holds='m <= 1e-6' largest error of the energy at the printed dt = 1e-5, contacts
#       included
# DIFFERS during a contact the energy of a step has an error of (dt F)^2 / 8 m, which vanishes when the contact ends; every
#       integrator of second order shows it if a time step is 1/254 of a contact, as printed
# CLAIM p1-fig3-energy-dt-1e-6 printed=1e-6 holds='m <= 1e-6' quick=- largest error of the energy at dt = 1e-6, contacts included
# CLAIM p1-fig3-order printed=2 holds='m > 1.7' quick='m > 1' order of the error in the time step
. "$(dirname "$0")/figure.inc.sh"

fall=16.562 angle=0.3 plateau=2 wall=0.001

# A valley: the cow falls onto its floor.
cat >"$out/landscape.txt" <<END
0 5
4 3
7 $plateau
13 $plateau
16 3.5
20 5
END

# The distance from the centre of mass of the turned cow to its lowest point: its lowest vertex and its radius.
reach=$(scree-shape cow | awk -v a=$angle '$1 == "shape" {
	for (i = 4; i <= NF; i++)
		if ($i ~ /^r=/) r = substr($i, 3)
		else if (split($i, v, ",") == 2 && $i !~ /=/) {
			y = sin(a) * v[1] + cos(a) * v[2]
			if (y < low) low = y
		}
	printf "%.17g", r - low }')

# scene EXTRA: the cow at the height of fall, plus EXTRA
scene() {
	y=$(awk -v p=$plateau -v w=$wall -v f=$fall -v r="$reach" -v e="$1" 'BEGIN { printf "%.17g", p + w + f + r + e }')
	scree-shape cow | scree-fill -q --at "10,$y" --angle $angle --box 20,60 --periodic x |
		scree-wall -q landscape "$out/landscape.txt" -r $wall |
		scree-set --gravity 0,-10 --law grain,grain,kn=1e7,kt=0,mu=0,en=1
}
# the largest error among the frames of a table whose elastic energy meets a condition
largest() { # CONDITION TABLE
	awk '/^# t/ { for (i = 2; i <= NF; i++) if ($i ~ /^el_n/) c = i - 1 }
		!/^#/ { el = $c; e = $NF < 0 ? -$NF : $NF; if ('"$1"' && e > m) m = e } END { printf "%.3g", m }' "$2"
}

time=$(choose 20 2.4) fine=$(choose 1e-6 5e-6)
scene 0 >"$out/scene.scree"
echo "== $time s at dt = 1e-5, then at $fine"
scree-dem2 -t "$time" --dt 1e-5 --every 0.01 "$out/scene.scree" >"$out/cow.scree"
scree-energy "$out/cow.scree" >"$out/coarse.tab"
scree-dem2 -t "$time" --dt "$fine" --every 0.01 "$out/scene.scree" | scree-energy >"$out/fine.tab"
scree-dem2 -q -t 1.83 --dt 1e-5 --every 0.001 "$out/scene.scree" | scree-energy -q >"$out/first.tab"
first=$(awk '/^# t/ { for (i = 2; i <= NF; i++) if ($i ~ /^el_n/) c = i - 1 } !/^#/ && $c > 0 { print $1; exit }' "$out/first.tab")

echo "== pictures"
scree-plot -q -o "$out/energy.png" -y kin_lin,kin_rot,grav,total --title 'a cow that falls 16.562 m and bounces' "$out/coarse.tab"
scree-pick --to 10 --every 5 "$out/cow.scree" | scree-draw -o "$out/cow.gif" --size 420 --fps 20

# The order, after one bounce: the mean square over eight heights, so that contacts begin at all phases of a step.
echo "== order of the error"
for dt in $(choose '8e-6 4e-6 2e-6 1e-6' '1.6e-5 8e-6'); do
	for k in $(choose '0 1 2 3 4 5 6 7' 0); do
		scene "$(awk -v k="$k" 'BEGIN { print k * 0.0000313 }')" | scree-dem2 -q -t 1.9 --dt "$dt" |
			scree-energy -q | awk 'END { print $NF }'
	done | awk -v dt="$dt" '{ s += $1 ^ 2 } END { print dt, sqrt(s / NR) }'
done >"$out/order.txt"
cat "$out/order.txt"

claim p1-fig3-first-contact "$first"
claim p1-fig3-energy-in-flight "$(largest 'el == 0' "$out/coarse.tab")"
claim p1-fig3-energy-in-contact "$(largest 1 "$out/coarse.tab")"
claim p1-fig3-energy-dt-1e-6 "$(largest 1 "$out/fine.tab")"
claim p1-fig3-order "$(awk 'NR == 1 { dt = $1; e = $2 }
	{ order = $1 < dt ? log(e / $2) / log(dt / $1) : 0 }
	END { printf "%.3g", order }' "$out/order.txt")"
