# bisect.awk: find the number for which a command prints a wanted value, if what it prints grows or falls with the number.
#
#	awk -f bisect.awk -v command='sh angle.sh' -v low=0 -v high=1 -v wanted=25 -v small=0.01 </dev/null
#
# runs `sh angle.sh X`, first at low and high, then in the middle of what is left until that is shorter than small. Prints a table:
# run, x, value. The last row is the result: the zero of the line through both ends of what is left, and the wanted value.
function value(x, line, got) {
	got = (command " " sprintf("%.9g", x)) | getline line
	close(command " " sprintf("%.9g", x))
	if (got <= 0 || line !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/)
		fail("found '" line "' from " command " " x ", expected a number")
	print ++runs, sprintf("%.9g", x), line
	fflush()
	return line - wanted
}
function fail(text) {
	print "bisect.awk: " text >"/dev/stderr"
	exit status = 1
}
BEGIN {
	print "# scree-table 1\n# run x value"
	at_low = value(low)
	at_high = value(high)
	if (at_low * at_high > 0)
		fail("the values at " low " and " high " are both " (at_low > 0 ? "above " : "below ") wanted ", expected one on each side")
	while (high - low > small && at_low * at_high < 0) {
		middle = (low + high) / 2
		f = value(middle)
		if (f * at_low > 0) {
			low = middle; at_low = f
		} else {
			high = middle; at_high = f
		}
	}
	print runs, sprintf("%.9g", at_high == at_low ? low : low - at_low * (high - low) / (at_high - at_low)), wanted
}
END { exit status }
