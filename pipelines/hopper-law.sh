#!/bin/sh
# hopper-law: spheres flow out of a silo through a hole in its floor, and follow Beverloo's law.
#
# Question   How many spheres flow through a round opening of the diameter D? Beverloo, Leniger and van de Velde (Chemical
#            Engineering Science 15, 260, 1961) find the mass rate W = C rho sqrt(g) (D - k d)^(5/2) for grains of the diameter
#            d, with the bulk density rho, C = 0.58 and k = 1.4. Is this so in space?
# Given      C, k and the exponent.
# Missing    one packing for all grains and silos: the paper has seeds and sand in several.
# Chosen     spheres of the diameter 1 and the density 1, mu = 0.5 with each other and with the walls, en = 0.5, g = 9.81; linear
#            contacts with kn = 2e4, which the weight of the whole filling presses by less than a hundredth of a diameter. An
#            upright tube of the diameter 18 with a level floor, filled by 4500 spheres to about its diameter; grains that leave
#            are put back on top. The openings are 4.5 to 7 (at 3.5 an arch stopped the flow of 3500 spheres). The gate opens
#            after 4 s; rates are means over 24 s from 1 s later. rho is the density of the poured bed: in the whole width of the
#            tube, from a quarter to a half of the height, before the gate opens. The column flowing of rates.tab is the density
#            there while grains flow. k and C follow from a line through the rates to the power 2/5, so an error of k is an error
#            of C too; C is therefore also given for k = 1.4. The openings 4.5 and 7 with mu = 0.2 tell what friction does.
#            The claims on C at k = 1.4 and on friction were added after the first runs.
# Runtime    less than half an hour on one core.
# Leaves     rates.tab, smoother.tab (mu = 0.2), hopper-law.png, flow.png.
#
# CLAIM hopper-law-exponent printed=2.5 holds='2.3 <= m && m <= 2.7' quick=- exponent of the rate as a power of D - 1.4 d
# CLAIM hopper-law-c-usual printed=0.58 holds='0.5 <= m && m <= 0.66' quick='0.3 < m && m < 0.9' C, where the exponent is 5/2
#       and k is 1.4
# CLAIM hopper-law-c printed=0.58 holds='0.5 <= m && m <= 0.66' quick=- C, where the exponent is 5/2 and k follows from the
#       same fit
# CLAIM hopper-law-k printed=1.4 holds='1.2 <= m && m <= 1.6' quick=- k, where the exponent is 5/2
# CLAIM hopper-law-line printed=line holds='m <= 0.02' quick=- largest distance of a rate^(2/5) from the line in D, relative
# CLAIM hopper-law-friction printed=faster holds='m > 1' quick=- C with mu = 0.2 over C with mu = 0.5, k = 1.4
. "$(dirname "$0")/figure.inc.sh"
# shellcheck disable=SC2154

cd "$out" || exit
width=$(choose 18 9) n=$(choose 4500 400) high=$(choose 40 20) openings=$(choose '4.5 5.3 6.1 7' '4.5')
stiff=2e4 dt=3e-4 rest=$(choose 4 3) flow=$(choose 25 2) from=$(choose 5 3.5)
# the density in each frame of a file, from LO to HI; HI = 0: from a quarter to a half of the height of the filling
density() { # FILE LO HI: prints mean density, LO, HI
	awk -v R="$(compute "$width / 2")" -v lo="$2" -v hi="$3" '
		/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "z") c = k - 1; else if ($k == "tag") tag = k - 1 }
		$1 == "body" && $tag == "-" { z[++n] = $c; if ($c > most) most = $c }
		$1 == "end" {
			if (!hi) { lo = most / 4; hi = most / 2 }
			for (k = 1; k <= n; k++) if (z[k] >= lo && z[k] < hi) inside++
			n = most = 0
			frames++
		}
		END { print inside / frames * 0.523598776 / (3.14159265 * R * R * (hi - lo)), lo, hi }' "$1"
}
discharge() { # MU OPENING: a row of a table; leaves flow.scree
	# the walls around one grain, then its copies between them
	scree-shape sphere --radius 0.5 |
		scree-fill -q --box "$width,$width,$high" --at "$(compute "$width / 2"),$(compute "$width / 2"),$(compute "$high / 2")" |
		scree-set --law "grain,grain,kn=$stiff,kt=$(compute "$stiff / 4"),mu=$1,en=0.5" --gravity 0,0,-9.81 |
		scree-wall -q silo --opening "$2" --drop 4 --outlet return --gate "$rest" >walls.scree
	scree-fill -q -n "$n" --lo 0,0,0 --box "$width,$width,$high" walls.scree |
		scree-dem3 -q -t "$rest" --dt "$dt" | scree-pick -q --last >rest.scree
	# shellcheck disable=SC2046
	set -- "$1" "$2" $(density rest.scree 0 0)
	scree-dem3 -q -t "$flow" --every 0.1 --light 10000 rest.scree | scree-pick --from "$from" >flow.scree
	scree-flux -q --z 0 --mean flow.scree >mean.tab
	echo "$2 $(last mass_rate mean.tab) $(last mass_rate_error mean.tab) $3 $(density flow.scree "$4" "$5" | cut -d ' ' -f 1)"
}
head='# scree-table 1
# opening[L] rate[M/T] error[M/T] density[M/L^3] flowing[M/L^3]'
{
	echo "$head"
	[ "$quick" ] || for D in 4.5 7; do discharge 0.2 $D; done
} >smoother.tab
{
	echo "$head"
	for D in $openings; do discharge 0.5 "$D"; done
} >rates.tab
cat smoother.tab rates.tab
scree-pick -q --last --where "tag == - and y > $(compute "$width / 2")" flow.scree |
	scree-draw -q --color speed --view -90,5 --size "$(choose 700,900 150)" --title "behind the middle plane, D = ${openings##* }" -o flow.png -
# A line through rate^(2/5) = slope (D - k), the same with k = 1.4, and one through the logarithms. Standard errors are those of
# the rates.
law() { # TABLE
	awk -v g=9.81 -v usual=1.4 '
	!/^#/ { n++; D[n] = $1; y[n] = $2^0.4; e[n] = 0.4 * y[n] * $3 / $2; sx += D[n]; sy += y[n]; sxx += D[n]^2; sxy += D[n] * y[n]
		x = $1 - usual; xy += x * y[n]; xx += x * x; xxe += (x * e[n])^2
		rho += $4; moving += $5; u = log(x); v = log($2); su += u; sv += v; suu += u * u; suv += u * v }
	END {
		rho /= n; moving /= n
		C = (xy / xx)^2.5 / (rho * sqrt(g))
		printf "usual=%.6g usual_error=%.6g usual_flowing=%.6g\n", C, 2.5 * C * sqrt(xxe) / xy, C * rho / moving
		if (n < 2) exit # the quick variant has one opening
		S = n * sxx - sx^2; slope = (n * sxy - sx * sy) / S; k = -(sy - slope * sx) / n / slope
		for (i = 1; i <= n; i++) { d = y[i] / (slope * (D[i] - k)) - 1; if (d < 0) d = -d; if (d > worst) worst = d }
		for (i = 1; i <= n; i++) { w = (n * D[i] - sx) / S; ce += (w * e[i])^2; ke += ((w * sy / n / slope - 1 / n) * e[i] / slope)^2 }
		C = slope^2.5 / (rho * sqrt(g))
		printf "c=%.6g c_error=%.6g k=%.6g k_error=%.6g line=%.6g exponent=%.6g\n", C, 2.5 * C * sqrt(ce) / slope, k, sqrt(ke), worst,
			(n * suv - su * sv) / (n * suu - su^2)
	}' "$1"
}
law rates.tab >fit
[ "$quick" ] || law smoother.tab >fit-smoother
cat fit*
cd - >/dev/null

if [ ! "$quick" ]; then
	scree-plot -q -x opening -y rate --style points --x-range 0,8 --title 'rate of mass, and Beverloo with the exponent 5/2' \
		--fit 'x>k ? a*(x-k)**2.5 : 0' --start a=1,k=1.4 -o "$out/hopper-law.png" "$out/rates.tab"
fi
claim hopper-law-exponent "$(field exponent "$out/fit")"
claim hopper-law-c-usual "$(field usual "$out/fit")"
claim hopper-law-c "$(field c "$out/fit")"
claim hopper-law-k "$(field k "$out/fit")"
claim hopper-law-line "$(field line "$out/fit")"
if [ "$quick" ]; then
	claim hopper-law-friction '?'
else
	claim hopper-law-friction "$(compute "$(field usual "$out/fit-smoother") / $(field usual "$out/fit")")"
fi
