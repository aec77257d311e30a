#!/bin/sh
# p4-episodes: one collision can consist of several contacts in succession, and its outcome depends on the shape.
#
# Question   The fourth paper observes that, on a microscopic time scale, a collision may split into several separate episodes of
#            contact, so that its outcome depends strongly on the shape of the bodies. It calls the result for ellipsoids "more
#            acceptable". How many episodes are there, with hard contacts and with springs, and what becomes of the energy?
# Given      only this statement.
# Missing    bodies, angles, speeds, and the method of observing episodes.
# Chosen     a body falls on a plane at a small angle: speed 1, no gravity, no friction, elastic, 4 units of time (1.5 in the
#            quick variant). The body is a bone, which is an ellipsoid with a knob at either end; the knobs are bumps in
#            scree-cd3 and balls of a clump in scree-dem3. The second body is an ellipsoid of the same size. An episode is a
#            time in which the body touches the plane without interruption. The outcome is the fraction of the energy that
#            becomes rotation. Both simulators are compared with an event-driven calculation for a body of mass m and moment I
#            with two knobs of radius r at a distance L from its middle. The free flight is known, and each impact has the
#            impulse -2 u / (1/m + (L cos angle)^2 / I). For small angles only q = m L^2 / I matters. With q = 1 two impacts,
#            and with q = 3 three impacts, return all energy to translation; for q between 1 and 3 rotation keeps up to 35 %.
#            A body that falls exactly flat hits with all knobs at once and gets no rotation, so the outcome jumps at the
#            angle 0. An ellipsoid has a smooth support function, so its outcome is smooth too. With springs an impact lasts
#            about T = pi sqrt(m / k). At angles below T / (2 L) the second knob arrives before the first has left, so
#            episodes merge.
# Runtime    a minute.
# Leaves     episodes.png (the outcome and the number of episodes against the angle), bone.png (the bone at five times),
#            outcome.tab.
#
# CLAIM p4-episodes-split printed=several holds='m >= 2' episodes in the collision of a bone at an angle of 0.005, hard contacts
# CLAIM p4-episodes-hard printed=none holds='m == 0' number of angles at which the bone in scree-cd3 does not have the number of
#       episodes of the event-driven calculation
# CLAIM p4-episodes-hard-outcome printed=none holds='m <= 0.01' fraction of the energy in rotation after the collision in
#       scree-cd3, greatest difference from the event-driven calculation
# CLAIM p4-episodes-soft printed=none holds='m == 0' number of angles at which the clump with springs, T = 0.001, in scree-dem3
#       does not have the number of episodes of the event-driven calculation
# CLAIM p4-episodes-soft-outcome printed=none holds='m <= 0.02' fraction of the clump's energy in rotation in scree-dem3, greatest
#       difference from the event-driven calculation
# CLAIM p4-episodes-merge printed=none holds='m == 1' number of episodes with springs of T = 0.04 at an angle of 0.005
# CLAIM p4-episodes-ellipsoid printed=none holds='m <= 0.01' outcome of the ellipsoid in scree-cd3, greatest difference from the
#       event-driven calculation
# CLAIM p4-episodes-shape printed=depends holds='m >= 0.05' fraction of the bone's energy in rotation at an angle of 0.005, hard
#       contacts
# CLAIM p4-episodes-acceptable printed=acceptable holds='m <= 0.01' fraction of the ellipsoid's energy in rotation at an angle of
#       0.005
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
time=$(choose 4 1.5)
angles=$(choose '0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4' '0.005 0.7')

# the shapes: a bump 20 (1 - 8 d^2) ends where its cube is -F, at a distance d = 0.345 from its middle
scree-mass -q - >bone.scree <<END
scree 1 dim=3
material grain density=1
law grain grain hard mu=0 en=1
shape 1 object a=1.2,0.33,0.33 bump=20,1.1,0,0,8,8,8 bump=20,-1.1,0,0,8,8,8
columns body id shape material tag size x y z
frame 0 t=0 dt=0 due=0 body=1
body 1 1 grain - 1 0 0 0
end 0
END
for x in -1.1 1.1; do echo $x 0 0 0.345; done >pebbles
for x in -0.75 -0.5 -0.25 0 0.25 0.5 0.75; do echo $x 0 0 "$(compute "0.33 * sqrt(1 - ($x / 1.2) ^ 2)")"; done >>pebbles
scree-shape -q --clump pebbles | scree-mass -q >clump.scree
scree-shape -q ellipsoid --size 2.89,0.69,0.69 | scree-set --law grain,grain,hard,mu=0,en=1 | scree-mass -q >ellipsoid.scree
floor_plane >floor.scree

# events BODY ANGLE: number of episodes and outcome of knobs (L, r) or of an ellipsoid (a, c), by the event-driven calculation
events() {
	scree-mass -q --table "$1.scree" >mass.tab
	awk -v body="$1" -v angle="$2" -v left="$time" -v m="$(last mass mass.tab)" -v I="$(last I2 mass.tab)" '
		function height(x, side) { # height of the middle at which this side touches the plane
			if (body == "ellipsoid")
				return sqrt((1.445 * sin(x)) ^ 2 + (0.345 * cos(x)) ^ 2)
			return r - side * 1.1 * sin(x)
		}
		function arm(x, side) {
			if (body == "ellipsoid")
				return (1.445 ^ 2 - 0.345 ^ 2) * sin(x) * cos(x) / height(x)
			return -side * 1.1 * cos(x)
		}
		function gap(s, side) { return z + v * s - height(x + w * s, side) }
		function lowest(s) { return gap(s, 1) < gap(s, -1) ? 1 : -1 }
		BEGIN {
			r = 0.345; v = -1; x = angle; w = 0; h = 1e-3
			z = height(x, -1) > height(x, 1) ? height(x, -1) : height(x, 1)
			while (left > 0) {
				side = lowest(0)
				u = v - arm(x, side) * w
				if (gap(0, side) <= 1e-12 && u < -1e-12) {
					p = -2 * u / (1 / m + arm(x, side) ^ 2 / I)
					v += p / m; w -= arm(x, side) * p / I; n++
					continue
				}
				if (gap(h, lowest(h)) < 0) { # the time just before contact
					a = 0; b = h
					for (k = 0; k < 60; k++) { s = (a + b) / 2; if (gap(s, lowest(s)) < 0) b = s; else a = s }
					z += v * a; x += w * a; left -= a + 1e-9
					if (a < 1e-13) { z += v * 1e-9; x += w * 1e-9 }
					continue
				}
				z += v * h; x += w * h; left -= h
			}
			printf "%d %.6g", n, I * w * w / (I * w * w + m * v * v)
		}'
}
# fall BODY ANGLE: the body just above the plane
fall() {
	awk -v body="$1" -v x="$2" 'BEGIN {
		z = body == "ellipsoid" ? sqrt((1.445 * sin(x)) ^ 2 + (0.345 * cos(x)) ^ 2) : 0.345 + 1.1 * sin(x)
		printf "%.17g", z + 0.01 }' >height
	scree-move -q --turn "$2" --axis 0,1,0 --about 0,0,0 --by "0,0,$(cat height)" "$1.scree" | scree-set --velocity 0,0,-1 |
		scree-join -q - floor.scree
}
# count: the number of episodes in a stream with closely spaced frames, and the outcome
count() {
	tee run.scree | awk '
		$1 == "columns" && $2 == "contact" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "frame" { touches = 0 }
		$1 == "contact" && $at["fn"] > 0 { touches = 1 }
		$1 == "end" { n += touches && !before; before = touches }
		END { printf "%d ", n }'
	scree-pick -q --last run.scree | scree-energy -q - >energy.tab
	compute "$(last kin_rot energy.tab) / ($(last kin_rot energy.tab) + $(last kin_lin energy.tab))"
}

echo '== angle, then episodes and outcome: bone events, bone hard, clump events, springs fast and slow, ellipsoid events, hard'
m=$(scree-mass -q --table clump.scree >mass.tab; last mass mass.tab)
# an impact at a knob has the mass 1 / (1/m + L^2 / I); k = mass (pi / T)^2
springs() { # springs TIME
	compute "(3.14159265 / $1) ^ 2 / (1 / $m + 1.21 / $(last I2 mass.tab))"
}
fast=$(springs 0.001) slow=$(springs 0.04)
for angle in $angles; do
	bone=$(events bone "$angle")
	hard=$(fall bone "$angle" | scree-cd3 -q -d 0.0005 -t "$time" --every 0.0005 --tolerance 1e-9 - | count)
	clump=$(events clump "$angle")
	soft=$(for k in $fast $slow; do
		fall clump "$angle" | scree-set --law "grain,grain,linear,kn=$k,kt=0,mu=0,en=1" |
			scree-dem3 -q -d "$(choose 1.25e-5 2.5e-5)" -t "$time" --every 0.0005 - | count
		echo
	done | tr '\n' ' ')
	smooth=$(events ellipsoid "$angle")
	round=$(fall ellipsoid "$angle" | scree-cd3 -q -d 0.0005 -t "$time" --every 0.0005 --tolerance 1e-9 - | count)
	echo "$angle $bone $hard $clump $soft $smooth $round"
done | tee rows

# outcome.tab, and the values for the claims: at very small angles springs cannot be compared, as explained above
awk '
	function far(a, b) { return a < b ? b - a : a - b }
	BEGIN {
		print "# scree-table 1\n# angle bone_events[] bone_hard[] clump_events[] clump_fast[] clump_slow[] ellipsoid_events[]" \
			" ellipsoid_hard[] n_hard n_fast n_slow n_ellipsoid" >"outcome.tab"
	}
	{
		print $1, $3, $5, $7, $9, $11, $13, $15, $4, $8, $10, $14 >"outcome.tab"
		wrong += $2 != $4
		if (far($3, $5) > hard) hard = far($3, $5)
		if ($1 >= 0.005) { lost += $6 != $8; if (far($7, $9) > soft) soft = far($7, $9) }
		if ($1 == 0.005) { split_in = $4; merged = $10; bone = $5; smooth = $15 }
		if (far($13, $15) > round) round = far($13, $15)
	}
	END {
		printf "split=%d wrong=%d hard=%.4g lost=%d soft=%.4g merged=%d round=%.4g bone=%.4g smooth=%.4g\n", split_in, wrong, hard, lost,
			soft, merged, round, bone, smooth
	}' rows >said
cat said

echo '== pictures'
size=$(choose 600,520 300,260)
scree-plot -q --size "$size" -o a.png -x angle -y bone_events,bone_hard,clump_fast,clump_slow,ellipsoid_hard --log x --style both --x-range 0.001,2 \
	--y-label 'part of the energy in rotation' outcome.tab
scree-plot -q --size "$size" -o b.png -x angle -y n_hard,n_fast,n_slow,n_ellipsoid --log x --style both --x-range 0.001,2 --y-range 0,4 \
	--y-label 'episodes of contact' outcome.tab
panel episodes.png 2 'the outcome=a.png' 'in how many episodes=b.png'
for t in 0 0.15 0.3 0.45 0.6; do
	fall bone 0.1 | scree-set --velocity 0,0,-1 --where 'id == 1' | scree-cd3 -q -d 0.0005 -t "$(compute "$t + 0.0005")" - |
		scree-pick -q --last | scree-draw -q --size "$(choose 400,300 150,120)" --view -90,5 -o "$t.png" -
done
panel bone.png 5 'first=0.png' '2=0.15.png' '3=0.3.png' '4=0.45.png' '5=0.6.png'
split=$(field split said) wrong=$(field wrong said) hard=$(field hard said) lost=$(field lost said) soft=$(field soft said)
merged=$(field merged said) round=$(field round said) bone=$(field bone said) smooth=$(field smooth said)
rm -f ./*.scree pebbles height mass.tab energy.tab rows said a.png b.png 0*.png
cd - >/dev/null

claim p4-episodes-split "$split"
claim p4-episodes-hard "$wrong"
claim p4-episodes-hard-outcome "$hard"
claim p4-episodes-soft "$lost"
claim p4-episodes-soft-outcome "$soft"
claim p4-episodes-merge "$merged"
claim p4-episodes-ellipsoid "$round"
claim p4-episodes-shape "$bone"
claim p4-episodes-acceptable "$smooth"
