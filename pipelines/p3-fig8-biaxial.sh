#!/bin/sh
# p3-fig8-biaxial: how does the shape of grains affect a biaxial test?
#
# Question   The paper of 2009 compresses its packings along y under constant pressure along x (section 4, fig. 8). Stiffness
#            falls with strain. The void ratio first falls, then grows, with an inflexion at the peak of the stress. Stress
#            and void ratio then become constant (critical state). The limit stress of non-circular grains is much larger than
#            that of disks. Stress drops, with sudden dilation, are larger and rarer for non-circular grains, and should
#            become smaller if the sizes are disordered.
# Given      side pressure 0.001 kn, kt = 0.1 kn, mu = 0.5, density 1, dt = 0.05; horizontal walls at constant velocity.
# Missing    this velocity, the friction of the walls, the viscosity, the number of grains, the numbers in the figure.
# Chosen     400 grains of the shapes and sizes of p3-fig6, packed without friction in the walls of biaxial.inc.sh, then with
#            friction; smooth walls; strain rate 5e-5 (inertial number 0.0016) to a strain of 0.3; three seeds. For disorder,
#            disks and pebbles have sizes from 0.6 to 1.4, too, and eight seeds: the ratios of their drops have standard errors
#            of 0.10 and 0.08. Stress is measured by sin phi = (s1 - s2) / (s1 + s2) of the mean stress of the grains. The
#            critical state is the mean beyond a strain of 0.2. The peak is the largest mean over 2 % of strain, before a
#            strain of 0.15. A drop is a fall of s1 - s2 by more than 5 % of its peak, and its size is relative to the side
#            pressure.
# Published  sin phi of disks with mu = 0.5 in the critical state is 0.21 to 0.35, angles of 12 to 20 degrees; an independent
#            simulation of this test with smooth walls found 0.263 +- 0.017.
# Runtime    less than 20 minutes on one core.
# Leaves     stress.png, void-ratio.png, sheared.png (with forces), runs.tab (all numbers), *.stress, *.drops, *.energy.
#
# CLAIM p3-fig8-disks printed=0.21-0.35 holds='0.21 <= m && m <= 0.35' quick=- critical sin phi of disks
# CLAIM p3-fig8-limit-stress printed=larger holds='m >= 1.25' quick=- critical sin phi over that of disks, mean of rice, peanuts
#       and pebbles
# CLAIM p3-fig8-limit-least printed=larger holds='m > 1' quick=- critical sin phi over that of disks, least of rice, peanuts and
#       pebbles
# CLAIM p3-fig8-stiffness printed=falls holds='m < 1' quick=- slope of stress against strain near the peak over that at the
#       beginning, largest of four shapes
# CLAIM p3-fig8-contraction printed=falls holds='m > 0' quick=- initial decrease of the void ratio, least of four shapes
# CLAIM p3-fig8-dilation printed=grows holds='m > 0.01' quick=- increase of the void ratio after this decrease, least of four
#       shapes
# CLAIM p3-fig8-inflexion printed=0 holds='m <= 0.03' quick=- strain between the peak of stress and the steepest growth of the
#       void ratio, mean of four shapes
# DIFFERS the peak of rounded grains is a plateau that is a few per cent of strain wide, and on it the void ratio grows evenly
# CLAIM p3-fig8-critical-stress printed=0 holds='m <= 0.15' quick=- change of sin phi from strains of 0.2-0.25 to 0.25-0.3, over
#       its mean, mean of four shapes
# CLAIM p3-fig8-critical-void printed=0 holds='m <= 0.15' quick=- change of the void ratio between the same strains, over its
#       total growth
# CLAIM p3-fig8-drops-larger printed=larger holds='m > 1' quick=- mean size of drops of non-circular grains over that of disks
# CLAIM p3-fig8-drops-rarer printed=rarer holds='m < 1' quick=- number of drops of non-circular grains over that of disks
# CLAIM p3-fig8-drops-dilate printed=dilate holds='m > 0.5' quick=- fraction of all drops during which the sample dilates
# CLAIM p3-fig8-disorder-disks printed=smaller holds='m < 1' quick=- mean size of drops of disks with disorder over that without
# CLAIM p3-fig8-disorder-pebbles printed=smaller holds='m < 1' quick=- mean size of drops of pebbles with disorder over that
#       without
# DIFFERS the sizes of drops scatter: the ratio has a standard error of 0.08
# CLAIM p3-fig8-first-law printed=0.01 holds='m <= 0.001' largest error of the first law over the work, all runs
# CLAIM p3-fig8-first-law-quarter printed=0.01 holds='m <= 0.0001' largest error of the first law with a quarter of the time step,
#       pebbles to a strain of 0.03
. "$(dirname "$0")/figure.inc.sh"
. "$pipelines/biaxial.inc.sh"

rate=$(choose 5e-5 2e-4) strain=$(choose 0.3 0.03)
narrow=uniform:0.9487,1.0488 wide=uniform:0.6,1.4

pack() { # SHAPE SIZES SEED: without friction, then with it
	scree-shape "$1" | loose "$(choose 400 60)" "$2" "$3" 0 | scree-dem2 -q -t "$(choose 2000 150)" --dt 0.05 |
		scree-set --law "$law,mu=0.5" --law wall,grain,mu=0 | scree-dem2 -q -t "$(choose 200 20)"
}
press() { # SCENE STRAIN: with the upper wall coming down at the rate, from where it is
	press_v=$(awk -v e="$rate" '$1 == "columns" && $2 == "body" { for (i = 3; i <= NF; i++) c[$i] = i - 1 }
		$1 == "body" && $c["tag"] == "top" { t = $c["y"] }
		$1 == "body" && $c["tag"] == "bottom" { b = $c["y"] }
		END { print e * (t - b) }' "$1")
	scree-set --reset --constrain "top x=fixed y=v:-$press_v angle=fixed" "$1"
}
end_of() { # STRAIN: the time, of a wall at constant velocity
	compute "(1 - exp(-$1)) / $rate"
}
# Four programs read one run through named pipes, so the stream itself need not be kept.
test_run() { # NAME
	rm -f "$out/to-drops" "$out/to-energy" "$out/to-last"
	mkfifo "$out/to-drops" "$out/to-energy" "$out/to-last"
	scree-stress -q --drops --threshold 0.05 <"$out/to-drops" >"$out/$1.drops" &
	scree-energy -q --relative work <"$out/to-energy" >"$out/$1.energy" &
	scree-pick --last <"$out/to-last" >"$out/$1.scree" &
	press "$out/$1.packed" | scree-dem2 -q -t "$(end_of "$strain")" --every "$(compute "$(end_of "$strain") / $(choose 600 60)")" |
		tee "$out/to-drops" "$out/to-energy" "$out/to-last" | scree-stress -q >"$out/$1.stress"
	wait
	rm -f "$out/to-drops" "$out/to-energy" "$out/to-last"
}

# The numbers of a run: decrease and increase of the void ratio, peak and inflexion, the two slopes, the critical state.
summary() { # NAME
	awk -v strain="$strain" '
		/^# t/ { for (i = 2; i <= NF; i++) { name = $i; sub(/\[.*/, "", name); c[name] = i - 1 } next }
		/^[0-9]/ { n++; x[n] = $c["strain_yy"]; s[n] = $c["sin_phi"]; e[n] = $c["void_ratio"] }
		function mean(y, lo, hi, i, k, t) { for (i = 1; i <= n; i++) if (x[i] >= lo && x[i] <= hi) { k++; t += y[i] } return k ? t / k : 0 }
		function reached(f, i) { for (i = 1; i <= n && s[i] < f * s[top]; i++); return i > n ? n : i }
		END {
			w = strain / 30; half = strain / 2; least = e[1]
			for (i = 1; i <= n && x[i] < half; i++) {
				m = mean(s, x[i] - w, x[i] + w)
				if (m > peak) { peak = m; at = x[i] }
				if (s[i] > s[top]) top = i
				if (e[i] < least) least = e[i]
				g = (mean(e, x[i], x[i] + w) - mean(e, x[i] - w, x[i])) / w
				if (x[i] >= w && g > steepest) { steepest = g; inflexion = x[i] }
			}
			a = reached(1 / 3); b = reached(2 / 3); d = reached(0.95)
			first = (s[a] - s[1]) / (x[a] - x[1] + 1e-9)
			last = (s[d] - s[b]) / (x[d] - x[b] + 1e-9)
			u = strain * 2 / 3; v = strain * 5 / 6
			bend = (first > 0) ? last / first : 0
			print peak + 0, at + 0, inflexion + 0, bend, mean(s, u, strain), mean(s, v, strain) - mean(s, u, v),
				e[1] - least, mean(e, u, strain) - least, mean(e, v, strain) - mean(e, u, v)
		}' "$out/$1.stress"
	awk '/^# t/ { for (i = 2; i <= NF; i++) { name = $i; sub(/\[.*/, "", name); c[name] = i - 1 } next }
		/^[0-9]/ { n++; s += $c["size"] / 0.001; up += $c["dilation"] > 0 }
		END { print n + 0, s + 0, up + 0 }' "$out/$1.drops"
	awk '/^[0-9]/ && $NF != "?" && n++ > 5 { e = $NF < 0 ? -$NF : $NF; if (e > m) m = e } END { print m + 0 }' "$out/$1.energy"
}

{
	echo '# scree-table 1'
	echo '# shape seed peak peak_strain inflexion slopes critical critical_change contraction dilation void_change' \
		'drops drops_size drops_up error'
	for seed in $(choose '1 2 3 4 5 6 7 8' 1); do
		for shape in disk rice peanut pebble disk-wide pebble-wide; do
			case $shape,$seed in rice,[4-8] | peanut,[4-8]) continue ;; esac
			sizes=$narrow
			[ "$shape" = "${shape%-wide}" ] || sizes=$wide
			name=$shape.$seed
			pack "${shape%-wide}" $sizes "$seed" >"$out/$name.packed"
			test_run "$name"
			echo "$shape $seed" "$(summary "$name" | tr '\n' ' ')"
		done
	done
} >"$out/runs.tab"
cat "$out/runs.tab"
press "$out/pebble.1.packed" | scree-dem2 -q -t "$(end_of "$(choose 0.03 0.01)")" --dt 0.0125 | scree-energy -q --relative work >"$out/quarter"

for quantity in sin_phi void_ratio; do
	beside strain_yy $quantity disks="$out/disk.1.stress" rice="$out/rice.1.stress" peanuts="$out/peanut.1.stress" \
		pebbles="$out/pebble.1.stress" >"$out/$quantity.tab"
done
scree-plot -q -o "$out/stress.png" --x-label 'axial strain' --y-label '(s1 - s2) / (s1 + s2)' --title 'stress in a biaxial test' \
	"$out/sin_phi.tab"
scree-plot -q -o "$out/void-ratio.png" --x-label 'axial strain' --y-label 'void ratio' --title 'void ratio in a biaxial test' \
	"$out/void_ratio.tab"
for shape in disk rice peanut pebble; do
	scree-draw -q -o "$out/$shape.png" --size 500 --forces "$out/$shape.1.scree"
done
panel "$out/sheared.png" 2 "disks=$out/disk.png" "rice=$out/rice.png" "peanuts=$out/peanut.png" "pebbles=$out/pebble.png"

mean() { # SHAPE COLUMN: over seeds
	awk -v s="$1" -v name="$2" '/^# shape/ { for (i = 2; i <= NF; i++) if ($i == name) c = i - 1 }
		$1 == s { n++; t += $c } END { printf "%.5g", t / n }' "$out/runs.tab"
}
each() { # COLUMN: its means of the four shapes, a line each
	for each_shape in disk rice peanut pebble; do mean $each_shape "$1" && echo; done
}
size() { compute "$(mean "$1" drops_size) / ($(mean "$1" drops) + 1e-9)"; }
others() { compute "($(mean rice "$1") + $(mean peanut "$1") + $(mean pebble "$1")) / 3"; }
least() { sort -g | head -n 1; }
most() { sort -g | tail -n 1; }

disks=$(mean disk critical)
claim p3-fig8-disks "$disks"
claim p3-fig8-limit-stress "$(compute "$(others critical) / $disks")"
claim p3-fig8-limit-least "$(compute "$(each critical | sed 1d | least) / $disks")"
claim p3-fig8-stiffness "$(each slopes | most)"
claim p3-fig8-contraction "$(each contraction | least)"
claim p3-fig8-dilation "$(each dilation | least)"
claim p3-fig8-inflexion "$(awk '$1 ~ /^[a-z]+$/ { n++; d = $4 - $5; t += d < 0 ? -d : d } END { print t / n }' "$out/runs.tab")"
claim p3-fig8-critical-stress "$(awk '$1 ~ /^[a-z]+$/ { n[$1]++; d[$1] += $8; c[$1] += $7 }
	END { for (s in n) { x = d[s] / c[s]; k++; t += x < 0 ? -x : x } print t / k }' "$out/runs.tab")"
claim p3-fig8-critical-void "$(awk '$1 ~ /^[a-z]+$/ { n[$1]++; d[$1] += $11; c[$1] += $10 }
	END { for (s in n) { x = d[s] / c[s]; k++; t += x < 0 ? -x : x } print t / k }' "$out/runs.tab")"
claim p3-fig8-drops-larger "$(compute "($(size rice) + $(size peanut) + $(size pebble)) / 3 / ($(size disk) + 1e-9)")"
claim p3-fig8-drops-rarer "$(compute "$(others drops) / ($(mean disk drops) + 1e-9)")"
claim p3-fig8-drops-dilate "$(awk '/^[a-z]/ { n += $12; up += $14 } END { print n ? up / n : "?" }' "$out/runs.tab")"
claim p3-fig8-disorder-disks "$(compute "$(size disk-wide) / ($(size disk) + 1e-9)")"
claim p3-fig8-disorder-pebbles "$(compute "$(size pebble-wide) / ($(size pebble) + 1e-9)")"
claim p3-fig8-first-law "$(awk '/^[a-z]/ && $15 > m { m = $15 } END { print m }' "$out/runs.tab")"
claim p3-fig8-first-law-quarter "$(awk 'END { print $NF < 0 ? -$NF : $NF }' "$out/quarter")"
