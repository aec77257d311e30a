#!/bin/sh
# roundness: a panel of Voronoi-Minkowski packings; roundness grows to the right, void ratio downwards.
#
# Question   Can void ratio and roundness of a packing be chosen freely and independently, as the paper on
#            Voronoi-Minkowski diagrams says of the two radii of its operators (section II.3)?
# Set-up     100 sites, relaxed four times, periodic in both directions; roundness 0.1 to 1, void ratio 0.02 to 0.5.
# Runtime    about 2 s on one core.
# Expected   Rounding of the corners alone makes voids. If it makes less than the requested void ratio, void ratio and
#            roundness have the requested values to 1e-9. Otherwise the program refuses and prints the least void ratio: 0.07 at
#            roundness 0.7, 0.38 for disks.
# Leaves     panel.png, roundness.tab and the packings.
. "$(dirname "$0")/figure.inc.sh"

roundnesses='0.1 0.4 0.7 1'
void_ratios='0.02 0.1 0.25 0.5'

# the void ratio from the exact areas of scree-mass, to 12 digits
void_ratio() { # STREAM
	scree-mass --table "$1" | awk '
		/^# id/ { for (i = 2; i <= NF; i++) if ($i ~ /^area/) c = i - 1 }
		!/^#/ { a += $c }
		END { printf "%.12g", (100 - a) / a }'
}
said() { sed -n "s/.*[ :]$1=\([^ ]*\).*/\1/p" "$out/said"; }

{
	echo '# scree-table 1'
	echo '# made pipelines/roundness.sh'
	echo '# roundness void_ratio void_ratio_reached roundness_reached roundness_sd gap[L] least_void_ratio'
	for e in $void_ratios; do
		for q in $roundnesses; do
			name=$out/r$q-e$e
			rm -f "$name.png"
			if may_fail scree-voronoi -n 100 --box 10,10 --periodic xy --lloyd 4 --roundness "$q" --void-ratio "$e" --cells \
				>"$name.scree" 2>"$out/said"; then
				scree-draw -q --cells --size 400 -o "$name.png" "$name.scree"
				echo "$q $e $(void_ratio "$name.scree") $(said roundness) $(said roundness_sd) $(said gap) ?"
			else
				rm -f "$name.scree"
				echo "$q $e ? ? ? ? $(sed -n 's/.*range: \([^ ]*\).*/\1/p' "$out/said")"
			fi
		done
	done
	rm -f "$out/said"
} >"$out/roundness.tab"
column -t "$out/roundness.tab" 2>/dev/null || cat "$out/roundness.tab"

# the pictures side by side
{
	echo "set term pngcairo size 1180,1240 font ',13'"
	echo "set output '$out/panel.png'"
	echo 'set multiplot; unset key; unset border; unset tics; set size ratio -1'
	echo 'set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0'
	awk -v out="$out" '!/^#/ {
		if (!($1 in column)) column[$1] = nc++
		if (!($2 in row)) row[$2] = nr++
		x = 0.01 + column[$1] * 0.2475; y = 0.745 - row[$2] * 0.247
		printf "set origin %g,%g; set size 0.235,0.222\n", x, y
		printf "set label 1 \"roundness %s, void ratio %s\" at screen %g,%g center\n", $1, $2, x + 0.12, y + 0.235
		if ($3 != "?")
			printf "plot \"%s/r%s-e%s.png\" binary filetype=png with rgbimage\n", out, $1, $2
		else {
			printf "set label 2 \"not attainable:\\nat least %.3f\" at screen %g,%g center\n", $7, x + 0.12, y + 0.11
			printf "plot [0:1] [0:1] 2\nunset label 2\n"
		}
	}' "$out/roundness.tab"
	echo 'unset multiplot'
} | gnuplot
echo "$out/panel.png"

awk '!/^#/ && $3 == "?" { refused++; bad += !($7 > $2); next }
	!/^#/ {
		n++
		d = ($3 - $2) / $2; w = d > w ? d : -d > w ? -d : w
		d = ($4 - $1) / $1; r = d > r ? d : -d > r ? -d : r
		r = $5 > r ? $5 : r
	}
	END {
		printf "%d packings, %d refused\n", n, refused
		printf "CLAIM p2-void-ratio-tunable printed=1e-9 measured=%.2g %s\n", w, w <= 1e-9 && n && !bad ? "holds" : "fails"
		printf "CLAIM p2-roundness-tunable printed=1e-9 measured=%.2g %s\n", r, r <= 1e-9 && n ? "holds" : "fails"
		exit !(w <= 1e-9 && r <= 1e-9 && n && !bad)
	}' "$out/roundness.tab"
