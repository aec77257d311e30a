#!/bin/sh
# claims.sh CLAIMS: writes the page pipelines/README.md to standard output, from the claims that `make figures` has collected and
# the heads of the figures. Run at the top of the tree.
claims=$1
cat <<END
# The figures of the papers and their claims

\`make figures\` runs all figures on this page and collects the measured values. \`make claims\` makes this page from them.
\`sh pipelines/FIGURE.sh [--quick] [DIR]\` runs a single figure; the programs must be on the PATH. The head of each script states the
claims of the paper, the data that the paper does not give, the data that were chosen instead, and the condition under which a
claim holds, in which m is the measured value. The conditions were written before the runs,
unless a head says which were set later.

Three files are for studies of your own: \`sweep.sh\` runs a study for every combination of its parameters and makes one table of the
results; \`bisect.awk\` and \`nelder-mead.awk\` find parameters with which a simulation gives measured values, as calibrate does below.
Their heads say how to use them.

- **holds**: the measured value meets the condition
- **differs**: no sensible reading of the paper reproduces the claim, for the stated reason
- **fails**: neither of these

END
awk '{ n[$5]++; k++ } END { printf "Of %d claims %d hold, %d differ, %d fail.\n", k, n["holds"], n["differs"], n["fails"] }' "$claims"
for script in pipelines/p[0-9]*.sh $(grep -l '^# CLAIM ' pipelines/*.sh | grep -v '/p[0-9]'); do
	name=$(basename "$script" .sh)
	# the title, and the paragraph of the question
	awk -v name="$name" '
		NR == 2 { sub(/^# [^ ]*: /, ""); printf "\n## %s\n\n%s%s", name, toupper(substr($0, 1, 1)), substr($0, 2); title = 1; next }
		title && /^# / { sub(/^# */, ""); printf " %s", $0; next }
		title { print "\n"; title = 0 }
		/^# Question / { on = 1; sub(/^# Question */, ""); printf "%s", $0; next }
		on && /^#            / { sub(/^# */, ""); printf " %s", $0; next }
		on { print "\n"; exit }' "$script"
	echo '| claim | what | printed | measured | holds if | verdict |'
	echo '|---|---|---|---|---|---|'
	awk -f pipelines/claims.awk "$script" | awk -F '\037' -v OFS=' | ' -v file="$claims" '
		BEGIN { while ((getline line < file) > 0) { split(line, w, " "); said[w[2]] = line } }
		function plain(s) { gsub(/\|/, "\\|", s); return s }
		{
			line = said[$1]
			measured = verdict = line
			if (!match(line, / measured=[^ ]*/))
				measured = verdict = "not run"
			else {
				measured = substr(line, RSTART + 10, RLENGTH - 10)
				verdict = substr(line, RSTART + RLENGTH + 1)
				sub(/^differs reason=/, "**differs**: ", verdict)
				sub(/^fails/, "**fails**", verdict)
			}
			print "| " $1, plain($5), $2, measured, plain($3), plain(verdict) " |"
		}'
done
