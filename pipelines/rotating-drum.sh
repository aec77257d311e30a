#!/bin/sh
# rotating-drum: how steep is the slope of T-bars in a rotating drum, and how steep that of spheres?
#
# Question   A drum drags its filling up until the filling slides back. How much steeper do T-bars lie than spheres of the same
#            mass and friction? In a steady state the torque of the drum balances the torque of the weight. The work of the
#            drum per angle is therefore M g times the horizontal distance of the centre of mass from the axis.
# Chosen     a drum of radius 12 and length 16, periodic along its axis, with 12 rods of pebbles of radius 0.75 along its
#            wall, because in a smooth drum the filling slides to and fro as a whole; 72 T-bars of ten touching pebbles of
#            radius 0.5, or 72 spheres of the same mass, density 1, mu = 0.5, en = 0.5, gravity 10; omega = 0.25, a Froude
#            number of 0.075. The angle is that between the vertical and the line from the axis to the centre of mass, a mean
#            from 10 s to 40 s.
# Runtime    a minute and a half.
# Leaves     drum.png (both), drum.gif, angle.png, angle.tab.
#
# CLAIM drum-torque-tbars printed=balance holds='0.95 <= m && m <= 1.05' quick=- work of the drum over the work that the weight of
#       the T-bars requires
# CLAIM drum-torque-spheres printed=balance holds='0.95 <= m && m <= 1.05' quick=- work of the drum over the work that the weight
#       of the spheres requires
# CLAIM drum-angle printed=steeper holds='m > 1' quick=- tangent of the angle of T-bars over that of spheres
# CLAIM drum-first-law printed=balance holds='m <= 1e-3' greatest error of the energy balance over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
n=$(choose 72 12) time=$(choose 40 2) from=$(choose 10 1)

# turn NAME SHAPE...: run the drum with these bodies; writes NAME.tab, and the tangent and the ratio of works into the file said
turn() {
	name=$1
	shift
	scree-shape "$@" | scree-fill -q -n "$n" --box 15,16,15 --periodic y >filled.scree
	scree-join -q filled.scree rods.scree |
		scree-set --law grain,grain,kn=3e4,kt=1e4,mu=0.5,en=0.5 --gravity 0,0,-10 --domain -4.5,0,-4.5,19.5,16,19.5 \
			--constrain 'rods x=fixed y=fixed z=fixed rx=fixed ry=v:0.25 rz=fixed' |
		scree-wall -q drum --omega 0.25 >"$name.scree"
	scree-dem3 -q -t "$time" --every "$(choose 0.25 0.5)" --light 1000000 "$name.scree" >"$name.all"
	scree-energy -q "$name.all" >"$name-energy.tab"
	# the axis is at x = z = 7.5
	awk -v h=7.5 '
		BEGIN { print "# scree-table 1\n# t[T] angle beside[L] below[L]" }
		$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) at[$i] = i - 1 }
		$1 == "frame" { n = x = z = 0; t = substr($3, 3) }
		$1 == "body" && $at["tag"] == "-" { n++; x += h - $at["x"]; z += h - $at["z"] }
		$1 == "end" { print t, atan2(x, z) * 180 / atan2(0, -1), x / n, z / n }' "$name.all" >"$name.tab"
	awk -v from="$from" -v n="$n" -v name="$name" '
		/^#/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); at[$i] = i - 1 } next }
		FNR != NR && $1 >= from { k++; x += $at["beside"]; z += $at["below"] }
		FNR == NR && $1 >= from { if (!b++) { t0 = $1; w0 = $at["work"] } t = $1; w = $at["work"] }
		FNR == NR { e = $at["error"]; e = e < 0 ? -e : e; if (e > worst) worst = e }
		END { printf "%s_tan=%.4g %s_torque=%.4g %s_error=%.3g\n", name, x / z, name, (w - w0) / (0.25 * (t - t0)) / (n * 5.235987755982989 * 10 * x / k), name, worst }' \
		"$name-energy.tab" "$name.tab" >>said
	scree-pick -q --last "$name.all" | scree-draw -q --view -90,12 --size "$(choose 500,500 150,150)" -o "$name.png" -
	tail -n 1 said
}

: >said
awk 'BEGIN { for (k = 0; k < 12; k++) for (y = 0; y < 16; y++) {
	a = k * atan2(0, -1) / 6
	print 7.5 + 12 * cos(a), y + 0.5, 7.5 + 12 * sin(a), 0.75
} }' >rods
scree-shape -q --clump rods | scree-set --tag rods >rods.scree
turn tbars tbar
turn spheres sphere --radius 1.0772173450159418
[ "$quick" ] || scree-pick -q --every 2 --to 16 tbars.all | scree-draw -q --view -90,12 --size 300,300 --fps 8 -o drum.gif -
panel drum.png 2 T-bars=tbars.png spheres=spheres.png
beside t angle tbars=tbars.tab spheres=spheres.tab >angle.tab
scree-plot -q -o angle.png --title 'centre of mass in a rotating drum' --y-label 'angle with the vertical [deg]' angle.tab
tbars=$(field tbars_tan said) spheres=$(field spheres_tan said)
torque=$(field tbars_torque said) torque_spheres=$(field spheres_torque said)
worst=$({ field tbars_error said; field spheres_error said; } | sort -g | tail -n 1)
rm -f said rods rods.scree filled.scree tbars.* spheres.* tbars-energy.tab spheres-energy.tab
cd - >/dev/null

claim drum-torque-tbars "$torque"
claim drum-torque-spheres "$torque_spheres"
claim drum-angle "$(compute "$tbars / $spheres")"
claim drum-first-law "$worst"
