#!/bin/sh
# silo: the silo of the comparison of eight frameworks, with two openings and two materials.
#
# Question   Dosta and others (Computer Physics Communications 296, 109066, 2024) let eight open programs empty a silo of steel
#            through two openings, with two materials. Does scree discharge as many grains per second, does the rate stay the
#            same while the silo empties, and does it follow Beverloo's law?
# Given      balls of 4 mm; a round silo with a cone of 45 degrees above an opening of 60 mm or 40 mm; hertz-mindlin with nu =
#            0.2 and M1: E = 1e9 Pa, density 2500, en = 0.5, mu = 0.3; M2: E = 5e8 Pa, density 2000, en = 0.4, mu = 0.4; both
#            with steel (2.1e11 Pa): en = 0.4, mu = 0.2. The rates come from a later public repetition of the comparison
#            (peclet-examples on GitHub, dem-bulk-dosta2024): the mean of the eight programs is 23200 grains/s for the large
#            opening and M1, all within 5 %; MUSEN has 24200 there and 7740 for the small opening, LIGGGHTS 24500. A program with
#            impulses finds 3.0 for the ratio of the openings with M2, and 0.96 for the rate of M2 over that of M1.
# Missing    here, the initial positions of the 100000 grains.
# Chosen     a silo of the radius 50 mm in place of 100 mm, with 6000 grains above the large opening and 4000 above the small
#            one, because the rate does not depend on the head; a funnel of 48 sides and a lid that opens after 0.2 s. The moduli
#            are divided by 1000 and the step is 2.5e-5 s. Beverloo's rate is C rho sqrt(g) (D - 1.5 d)^2.5 with the bulk density
#            rho of the solid fraction 0.6, so its ratio of the openings is 3.18. The rate is fitted from 0.05 s after the
#            opening on. With 9000 grains, moduli divided by 100 and a step of 1e-5 s it is 22970 grains/s for M1 and the large
#            opening.
# Runtime    two minutes on one core.
# Leaves     passed-large.png and passed-small.png (number that has passed against time), silo.png, silo.tab.
#
# CLAIM silo-rate-large printed=23200 holds='20900 <= m && m <= 25500' quick=- rate of M1 through the large opening [1/s]
# CLAIM silo-rate-small printed=7740 holds='6970 <= m && m <= 8510' quick=- rate of M1 through the small opening [1/s]
# CLAIM silo-ratio-m1 printed=3.1 holds='2.8 <= m && m <= 3.4' quick=- rate of the large opening over that of the small one,
#       M1
# CLAIM silo-ratio-m2 printed=3.0 holds='2.7 <= m && m <= 3.4' quick=- the same with M2
# CLAIM silo-materials printed=0.96 holds='0.9 <= m && m < 1' quick=- rate of M2 over that of M1, large opening
# CLAIM silo-beverloo printed=0.58 holds='0.5 <= m && m <= 0.7' quick=- Beverloo's C of M1 and the large opening
# CLAIM silo-steady printed=steady holds='0.9 <= m && m <= 1.1' quick=- rate of M1 in the second half over that in the first
#       half, large opening
# CLAIM silo-lost printed=0 holds='m == 0' grains of all runs that neither passed the opening nor are above it
# CLAIM silo-overlap printed=0.1 holds='m < 0.1' largest overlap at the end over the radius with softened moduli, up to
#       which scree-set gives no warning (0.05 before the first run)
# CLAIM silo-energy printed=balance holds='m < 1e-3' largest error of the first law over the energy converted
. "$(dirname "$0")/figure.inc.sh"

cd "$out" || exit
radius=$(choose 0.05 0.02) soft=1000 dt=$(choose 2.5e-5 4e-5) gate=$(choose 0.2 0.12)
large=$(choose 0.06 0.024) small=$(choose 0.04 0.016)
side=$(compute "2 * $radius")

# empty MATERIAL OPENING NAME N TIME: run a silo, and add a row to silo.tab
empty() {
	up=$(compute "$radius - $2 / 2") high=$(compute "$4 * 3.351e-8 / 0.25 / (3.1416 * $radius ^ 2)")
	case $1 in
	M1) constants=density=2500,E=1e9 self=en=0.5,mu=0.3 ;;
	M2) constants=density=2000,E=5e8 self=en=0.4,mu=0.4 ;;
	esac
	scree-shape sphere --radius 0.002 | scree-set -q --material "$1,$constants,nu=0.2" --body-material "$1" \
		--material steel,density=7200,E=2.1e11,nu=0.2 --law "$1,$1,hertz-mindlin,$self" \
		--law "$1,steel,hertz-mindlin,en=0.4,mu=0.2" --gravity 0,0,-9.81 --units m,kg,s |
		scree-fill -q --at "$radius,$radius,$(compute "$up + $high / 2")" --box "$side,$side,$(compute "$up + $high")" |
		scree-wall -q hopper --material steel --opening "$2" --outlet remove --drop 0.02 --gate "$gate" |
		scree-fill -q -n "$4" --lo "0,0,$up" --box "$side,$side,$high" | scree-set -q --soften "$soft" -d "$dt" >start.scree
	scree-dem3 -t "$gate" start.scree 2>words >rest.scree
	scree-dem3 -t "$5" --every "$(choose 0.01 0.005)" --light 1000 rest.scree 2>>words >"$3.scree"
	lip=$(awk '/^outlet drain/ { sub(".*below=", ""); print $1 + 0.02; exit }' "$3.scree")
	scree-flux -q --z "$lip" "$3.scree" >"$3.tab"
	scree-pick -q --last --where "tag == -" "$3.scree" >last.scree
	overlap=$(scree-pick -q --last "$3.scree" |
		awk '$1 == "columns" && $2 == "contact" { for (k = 3; k <= NF; k++) if ($k == "overlap") at = k - 1 }
		$1 == "contact" && $at > o { o = $at } END { print o / 0.002 }')
	awk -v name="$3" -v n="$4" -v lip="$lip" -v gate="$gate" -v overlap="$overlap" '
		FILENAME == "words" {
			for (k = 1; k <= NF; k++)
				if (sub(/^energy_error=/, "", $k)) { e = $k < 0 ? -$k : +$k; if (e > error) error = e }
			next
		}
		FILENAME == "last.scree" { if ($1 == "columns" && $2 == "body") { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
			if ($1 == "body" && $at["z"] >= lip) above++
			next }
		/^#/ { for (k = 2; k <= NF; k++) if ($k ~ /^number/) c = k - 1; next }
		NF { p = $c; if ($1 >= gate + 0.05) { t[++m] = $1; y[m] = $c } }
		function slope(a, b, k, s, sx, sy, sxx, sxy) {
			for (k = a; k <= b; k++) {
				s++; sx += t[k]; sy += y[k]; sxx += t[k] ^ 2; sxy += t[k] * y[k]
			}
			return s > 1 && s * sxx > sx * sx ? (s * sxy - sx * sy) / (s * sxx - sx * sx) : 0
		}
		END { h = int((m + 1) / 2); first = slope(1, h)
			print name, n, slope(1, m), first ? slope(h, m) / first : 0, n - p - above, overlap, error
		}' words last.scree "$3.tab" >>silo.tab
	tail -n 1 silo.tab
}
echo '# scree-table 1' >silo.tab
echo '# case grains rate[1/s] steady lost overlap error' >silo.tab.head
cat silo.tab.head >>silo.tab
many=$(choose 6000 300) few=$(choose 4000 300)
empty M1 "$large" large-M1 "$many" "$(choose 0.17 0.1)"
empty M1 "$small" small-M1 "$few" "$(choose 0.4 0.1)"
empty M2 "$large" large-M2 "$many" "$(choose 0.17 0.1)"
empty M2 "$small" small-M2 "$few" "$(choose 0.4 0.1)"
beside t number large_M1=large-M1.tab large_M2=large-M2.tab >large.tab
beside t number small_M1=small-M1.tab small_M2=small-M2.tab >small.tab
scree-plot -q -o passed-large.png --title 'opening of 60 mm' --y-label 'grains that have passed' large.tab
scree-plot -q -o passed-small.png --title 'opening of 40 mm' --y-label 'grains that have passed' small.tab
scree-pick -q --from "$(compute "$gate + $(choose 0.1 0.05)")" large-M1.scree |
	scree-pick -q --frame 0 --where "tag == - and y > $radius" |
	scree-draw -q --view -90,0 -c speed --size "$(choose 500,500 150,150)" -o silo.png -
rm -f start.scree rest.scree last.scree words silo.tab.head large-M*.scree small-M*.scree

of() { # CASE COLUMN
	awk -v name="$1" -v c="$2" '$1 == name { print $c }' silo.tab
}
m1=$(of large-M1 3) m2=$(of large-M2 3) small1=$(of small-M1 3) small2=$(of small-M2 3) steady=$(of large-M1 4)
lost=$(awk '/^[^#]/ { s += $5 < 0 ? -$5 : $5 } END { print s + 0 }' silo.tab)
overlap=$(awk '/^[^#]/ && $6 > s { s = $6 } END { print s + 0 }' silo.tab)
error=$(awk '/^[^#]/ && $7 > s { s = $7 } END { print s + 0 }' silo.tab)
cd - >/dev/null
claim silo-rate-large "$m1"
claim silo-rate-small "$small1"
claim silo-ratio-m1 "$(awk "BEGIN { print $small1 ? $m1 / $small1 : 0 }")"
claim silo-ratio-m2 "$(awk "BEGIN { print $small2 ? $m2 / $small2 : 0 }")"
claim silo-materials "$(awk "BEGIN { print $m1 ? $m2 / $m1 : 0 }")"
claim silo-beverloo "$(compute "$m1 * 3.351e-8 / 0.6 / (sqrt(9.81) * ($large - 0.006) ^ 2.5)")"
claim silo-steady "$steady"
claim silo-lost "$lost"
claim silo-overlap "$overlap"
claim silo-energy "$error"
