# shellcheck shell=sh disable=SC2034,SC2154
# skin.inc.sh: shear cells timed with several margins of the neighbour list. Figures source it after figure.inc.sh.
#
# The cell: bodies of area 1 between rough plates, kn = 100, kt = 10, mu = 0.5, restitution 0.5, density 1, load 0.01 kn. Bodies
# are a hundred times stiffer than with the papers' kn = 1, so velocities up to 1 are possible, and the time step is 0.005.

side=$(choose 20 12)

sheared() { # VELOCITY: a cell of the shape on stdin, after its plate has moved by a length of 2
	scree-fill -q --fraction 0.78 --box "$side,$side" --periodic x --seed 1 |
		scree-wall -q plates --rough --strip 1 --load 1 --mass "$side" |
		scree-set --law grain,grain,kn=100,kt=10,mu=0.5,en=0.5 | scree-dem2 -q -t "$(choose 20 2)" --dt 0.005 |
		scree-set --constrain "top x=v:$1 y=p:-1 angle=fixed m=$side" | scree-dem2 -q -t "$(compute "$(choose 2 0.1) / $1")"
}

# A table of the processor time per particle and step [ns] for every margin, while the plate moves by LENGTH. Each round runs all
# margins, and the fastest round counts, separately for each kind of work, because other work of the machine only adds time.
timed() { # SCENE VELOCITY LENGTH ROUNDS MARGIN...
	timed_scene=$1
	timed_time=$(compute "$3 / $2")
	timed_rounds=$4
	shift 4
	for _ in $(seq "$timed_rounds"); do
		for skin in "$@"; do
			scree-dem2 -t "$timed_time" --skin "$skin" "$timed_scene" >"$out/end" 2>"$out/summary"
			scree-dem2 -q -t 1 --dry-run --skin "$skin" "$timed_scene" >"$out/plan"
			echo "$(foretold skin "$out/plan") $(field rate "$out/summary") $(field cpu "$out/summary")" \
				"$(field time_lists "$out/summary") $(field time_forces "$out/summary")" \
				"$(field rebuilds "$out/summary") $(foretold 'pairs in the neighbour list' "$out/plan") $(foretold bodies "$out/plan")"
		done
	done >"$out/times"
	echo '# scree-table 1'
	echo '# margin[L] total[ns] lists[ns] forces[ns] rebuilds pairs'
	awk 'function least(k, x) { if (!((k, $1) in t) || x < t[k, $1]) t[k, $1] = x }
		{ ns = 1e9 / $2; least(1, ns); least(2, ns * $4 / $3); least(3, ns * $5 / $3); rebuilds[$1] = $6; pairs[$1] = $7 / $8 }
		END { for (s in pairs) print s, t[1, s], t[2, s], t[3, s], rebuilds[s], pairs[s] }' "$out/times" | sort -g
	rm -f "$out/end" "$out/summary" "$out/plan" "$out/times"
}

# Fit the papers' model, a / margin + b margin^2 + c, to a column of this table. Sets a, b, c, the variance of the
# column (times the number of rows), and the part of the variance that the fit does not explain.
model() { # TABLE COLUMN PICTURE TITLE
	scree-plot -o "$3" -y "$2" --style points --log x --fit 'a/x+b*x^2+c' --start a=1,b=10,c=100 --no-key \
		--x-label 'margin of the list' --y-label 'processor time per particle and step [ns]' --title "$4" "$1" 2>"$out/fit"
	a=$(sed -n 's/.*fit: a = \([^ ]*\).*/\1/p' "$out/fit")
	b=$(sed -n 's/.*fit: b = \([^ ]*\).*/\1/p' "$out/fit")
	c=$(sed -n 's/.*fit: c = \([^ ]*\).*/\1/p' "$out/fit")
	rm -f "$out/fit"
	set -- "$(awk -v name="$2" -v a="$a" -v b="$b" -v c="$c" '
		/^# margin/ { for (i = 2; i <= NF; i++) if (index($i, name "[") == 1) k = i - 1; next }
		/^[0-9]/ { n++; s += $k; q += $k * $k; r += ($k - a / $1 - b * $1 ^ 2 - c) ^ 2 }
		END { print q - s * s / n, r }' "$1")"
	variance=${1% *} unexplained=${1#* }
}

slope() { # COLUMN COLUMN FROM TO: of a line through the logarithms of two columns of a table on stdin, rows of that x range
	awk -v i="$1" -v k="$2" -v lo="$3" -v hi="$4" '/^[0-9]/ && $i >= lo && $i <= hi {
			x = log($i); y = log($k); n++; a += x; b += y; p += x * x; q += x * y }
		END { printf "%.4g", (n * q - a * b) / (n * p - a * a) }'
}
