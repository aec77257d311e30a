# shellcheck shell=sh disable=SC2154
# shear.inc.sh: periodic samples in simple shear, in the plane and in space. Figures source it after figure.inc.sh.
#
# kn = 1, density 1, pressure 0.002, so kn is 500 times the pressure. With the step 0.1 a contact of two disks of area 1 lasts 22
# steps. The shear moves planes of constant y along x; the height of the cell follows the target of s_yy, and its other periods
# stay. Stresses count contacts and motion.
pressure=0.002 step=0.1

# prepare SIMULATOR MU TIME: compress the scene on stdin by the pressure along all axes, with the friction MU; writes the last frame
prepare() {
	scree-set -q --law "$law,mu=$2" --pressure $pressure | "$1" -q -t "$3" -d $step | scree-pick -q --last
}

# per_inertial SCENE: the shear rate at an inertial number of 1, sqrt(p / rho) / d, with d the diameter of a mean grain
per_inertial() {
	scree-stress -q "$1" | awk -v p=$pressure '
		/^# t/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); c[$i] = i - 1 } next }
		/^[0-9]/ {
			pi = atan2(0, -1)
			if ("area" in c) d = sqrt(4 * $c["area"] * $c["solid"] / (pi * $c["grains"]))
			else d = (6 * $c["volume"] * $c["solid"] / (pi * $c["grains"])) ^ (1 / 3)
			printf "%.6g", sqrt(p) / d
		}'
}

# shear SIMULATOR SCENE NAME RATE STRAIN FRAMES [TARGETS]: shear a scene; leaves NAME.stress, NAME.scree and NAME.said. TARGETS are
# those of scree-set --pressure, none for a constant volume
shear() {
	shear_time=$(compute "$5 / $4")
	case $1 in scree-dem2) shear_rates=0,0,$4 ;; *) shear_rates=0,0,0,$4,0,0 ;; esac
	scree-set -q --pressure "$7" --rate "$shear_rates" "$2" |
		"$1" -t "$shear_time" -d $step -e "$(compute "$shear_time / $6")" 2>"$3.said" >"$3.all"
	scree-stress -q --kinetic "$3.all" >"$3.stress"
	scree-pick -q --last "$3.all" >"$3.scree"
	rm "$3.all"
}

# steady NAME RATE FROM: means over the frames beyond the strain FROM: of s_yy, of friction (of means), of the solid fraction
steady() {
	awk -v rate="$2" -v from="$3" '
		/^# t/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); c[$i] = i - 1 } next }
		/^[0-9]/ { if (!n++) start = $1 }
		/^[0-9]/ && rate * ($1 - start) >= from {
			k++
			y += $c["s_yy"] + $c["k_yy"]
			x -= ($c["s_xy"] + $c["s_yx"]) / 2 + $c["k_xy"]
			f += $c["solid"]
		}
		END { printf "%.6g %.5g %.5g\n", y / k, x / y, f / k }' "$1.stress"
}

# first_law NAME: the relative error of the energy balance, without its sign
first_law() {
	field energy_error "$1.said" | sed 's/^-//'
}

# fit TABLE NAME COLUMN FROM TO: constant, slope and explained fraction of the variance of a line in I through the rows NAME of a
# table whose columns are NAME I ..., with FROM <= I <= TO
fit() {
	awk -v name="$2" -v c="$3" -v from="$4" -v to="$5" '
		$1 == name && $2 >= from * 0.999 && $2 <= to * 1.001 { n++; x = $2; y = $c; sx += x; sy += y; xx += x * x; xy += x * y; yy += y * y }
		END {
			b = (n * xy - sx * sy) / (n * xx - sx * sx)
			printf "%.5g %.5g %.5g\n", (sy - b * sx) / n, b, b * (xy - sx * sy / n) / (yy - sy * sy / n)
		}' "$1"
}

# curves TABLE COLUMN NAME...: a table of this column against I, with a column for each NAME
curves() {
	curves_of=$1 curves_c=$2
	shift 2
	awk -v c="$curves_c" -v names="$*" '
		BEGIN { k = split(names, name); print "# scree-table 1"; print "# I " names }
		!/^#/ { if (!($2 in at)) { at[$2] = ++n; I[n] = $2 } y[$1, $2] = $c }
		END {
			for (i = 1; i <= n; i++) {
				printf "%s", I[i]
				for (j = 1; j <= k; j++) printf " %s", (name[j], I[i]) in y ? y[name[j], I[i]] : "?"
				print ""
			}
		}' "$curves_of"
}
