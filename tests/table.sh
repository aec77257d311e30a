# table.sh: comparing tables with what was computed beside; after tap.sh.

# alike WHAT FOUND EXPECTED [TOLERANCE]: rows of words and numbers; numbers that are equal to the tolerance of what is larger, 1 or
# they themselves, default 1e-9. Nothing is like nothing. One line for all rows: those that differ are said.
alike() {
	tap_n=$((tap_n + 1))
	printf '%s\n' "$2" >"$tmp/.found"
	printf '%s\n' "$3" >"$tmp/.expected"
	if [ -n "$3" ] && awk -v tol="${4:-1e-9}" '
		function is_number(s) { return s ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
		function near(a, b, d, m) { d = a - b; m = 1; if (a > m || -a > m) m = a < 0 ? -a : a; return d <= tol * m && -d <= tol * m }
		NR == FNR { row[FNR] = $0; n = FNR; next }
		{ k = split(row[FNR], f, " "); bad = 0; if (k != NF) bad = 1
			for (c = 1; c <= NF && !bad; c++)
				if (is_number(f[c]) && is_number($c) ? !near(f[c] + 0, $c + 0) : f[c] "" != $c "") bad = c
			if (bad) { printf "row %d, field %d\nfound:    %s\nexpected: %s\n", FNR, bad, row[FNR], $0; all = 1 } }
		END { if (FNR != n) printf "%d rows, expected %d\n", n, FNR; exit all || FNR != n }' "$tmp/.found" "$tmp/.expected" >"$tmp/.out"; then
		echo "ok $tap_n - $1"
	else
		tap_bad=$((tap_bad + 1))
		echo "not ok $tap_n - $1"
		sed 's/^/# /' "$tmp/.out"
	fi
}
# columns NAME...: of the table on stdin, in that order, a line for every row; all without names
columns() {
	awk -v want="$*" '/^# / && !/^# (made|scree-table|block)/ { for (k = 2; k <= NF; k++) { sub(/\[.*/, "", $k); at[$k] = k - 1 } }
		!/^#/ && NF { if (want == "") { print; next } n = split(want, w, " ")
			for (k = 1; k <= n; k++) printf "%s%s", (w[k] in at ? $at[w[k]] : "no-" w[k]), (k < n ? " " : "\n") }'
}
