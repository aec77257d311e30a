# nelder-mead.awk: find the numbers for which a command prints the smallest number.
#
#	awk -f nelder-mead.awk -v command='sh misfit.sh' -v start='0.5 1' -v size='0.2 0.5' -v small=0.01 -v most=60 </dev/null
#
# runs `sh misfit.sh X Y`, first at start, and prints a table: run, the numbers, the value, in the order of the runs. The last row is
# the best one. The search begins with a simplex that reaches from start by size along each axis, and ends when it is smaller than
# small times size along all axes, or after most runs. A value that is not a number counts as very large, so a command may refuse
# numbers that make no sense.
#
# Source: J. A. Nelder and R. Mead, A simplex method for function minimization, The Computer Journal 7 (1965) 308, with the
# reflection 1, expansion 2, contraction 1/2 and shrinkage 1/2 of that paper.
function value(p, k, line, words, got) {
	words = row = ""
	for (k = 1; k <= n; k++)
		words = words " " sprintf("%.9g", p[k])
	line = ""
	got = (command words) | getline line
	close(command words)
	if (got <= 0 || line !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/)
		line = 1e300
	print ++runs words " " line
	fflush()
	return line + 0
}
# the corner q at factor times the way from corner n + 1 through the middle of the others
function corner(factor, k) {
	for (k = 1; k <= n; k++)
		q[k] = middle[k] + factor * (middle[k] - x[n + 1, k])
	return value(q)
}
function put(i, from, f, k) {
	for (k = 1; k <= n; k++)
		x[i, k] = from[k]
	y[i] = f
}
function sort(i, j, k, t) {
	for (i = 2; i <= n + 1; i++)
		for (j = i; j > 1 && y[j] < y[j - 1]; j--) {
			t = y[j]; y[j] = y[j - 1]; y[j - 1] = t
			for (k = 1; k <= n; k++) { t = x[j, k]; x[j, k] = x[j - 1, k]; x[j - 1, k] = t }
		}
}
# the size of the simplex, relative to that at the beginning
function extent(i, k, d, e) {
	for (i = 2; i <= n + 1; i++)
		for (k = 1; k <= n; k++) {
			d = (x[i, k] - x[1, k]) / side[k]
			if (d < 0) d = -d
			if (d > e) e = d
		}
	return e
}
BEGIN {
	CONVFMT = "%.15g"
	n = split(start, origin, " ")
	if (split(size, side, " ") != n || !n) {
		print "nelder-mead.awk: expected as many numbers in size as in start" >"/dev/stderr"
		exit 2
	}
	head = "# scree-table 1\n# run"
	for (k = 1; k <= n; k++)
		head = head " x" k
	print head " value"
	for (i = 1; i <= n + 1; i++) {
		for (k = 1; k <= n; k++)
			q[k] = origin[k] + (i == k + 1) * side[k]
		put(i, q, value(q))
	}
	for (sort(); runs < most && extent() > small; sort()) {
		for (k = 1; k <= n; k++) {
			middle[k] = 0
			for (i = 1; i <= n; i++)
				middle[k] += x[i, k] / n
		}
		f = corner(1)
		if (f < y[1]) {
			for (k = 1; k <= n; k++) r[k] = q[k]
			if ((g = corner(2)) < f) put(n + 1, q, g); else put(n + 1, r, f)
		} else if (f < y[n]) {
			put(n + 1, q, f)
		} else {
			if (f < y[n + 1]) put(n + 1, q, f)
			g = corner(-0.5)
			if (g < y[n + 1]) {
				put(n + 1, q, g)
			} else {
				for (i = 2; i <= n + 1; i++) {
					for (k = 1; k <= n; k++)
						q[k] = (x[i, k] + x[1, k]) / 2
					put(i, q, value(q))
				}
			}
		}
	}
	words = ""
	for (k = 1; k <= n; k++)
		words = words " " sprintf("%.9g", x[1, k])
	print runs words " " y[1]
}
