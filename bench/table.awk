# bench/table.awk: a table in Markdown from lines `BENCH PREFIX.ROW.QUANTITY VALUE UNIT`
#
# awk -v prefix=rates.spheres -v columns='rate=rate [1e6/s]*1e-6;memory=memory [B/body]' -v label='@1 bodies, @2 cores' -v head=scene
# Columns are QUANTITY=TITLE, with a factor after a star; those without any value are left out. Rows stand in the order in which they
# come; their names are those of the parts @1, @2 of ROW in the label, words of the file titles (a name, a tab, a title) by their titles.
# A ratio_lammps with ratio_least and ratio_most beside it gets the range in brackets.
function grouped(x, tail) { # 12345 as 12 345
	if (length(x) < 5)
		return x
	for (tail = ""; length(x) > 3; x = substr(x, 1, length(x) - 3))
		tail = " " substr(x, length(x) - 2) tail
	return x tail
}
function number(x, factor) {
	if (x !~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/)
		return x
	x *= factor
	if (x != 0 && (x < 0 ? -x : x) >= 1000 && (x < 0 ? -x : x) < 1e7)
		return grouped(sprintf("%.0f", x))
	return sprintf("%.3g", x)
}
BEGIN {
	while (titles && (getline line <titles) > 0)
		if (split(line, f, "\t") == 2)
			title_of[f[1]] = f[2]
	columns_given = split(columns, column, ";")
	for (j = 1; j <= columns_given; j++) {
		at = index(column[j], "=")
		key[j] = substr(column[j], 1, at - 1)
		title[j] = substr(column[j], at + 1)
		factor[j] = 1
		if (match(title[j], /[*][-+.0-9e]+$/)) {
			factor[j] = substr(title[j], RSTART + 1)
			title[j] = substr(title[j], 1, RSTART - 1)
		}
	}
}
$1 == "BENCH" && index($2, prefix ".") == 1 {
	rest = substr($2, length(prefix) + 2)
	n = split(rest, part, ".")
	row = substr(rest, 1, length(rest) - length(part[n]) - 1)
	if (!(row in seen)) { seen[row]; order[++rows] = row }
	value[row, part[n]] = $3
	for (j = 1; j <= columns_given; j++)
		if (key[j] == part[n])
			used[j] = 1
}
END {
	if (!rows)
		exit
	line = "| " head " |"
	rule = "|---|"
	for (j = 1; j <= columns_given; j++)
		if (used[j]) { line = line " " title[j] " |"; rule = rule "---:|" }
	if (rule == "|---|")
		exit
	print "\n" line "\n" rule
	for (i = 1; i <= rows; i++) {
		row = order[i]
		n = split(row, part, ".")
		text = label
		for (k = n; k >= 1; k--)
			gsub("@" k, part[k] ~ /^[0-9]+$/ ? grouped(part[k]) : part[k] in title_of ? title_of[part[k]] : part[k], text)
		sub(/^1 cores/, "1 core", text)
		sub(/ 1 cores/, " 1 core", text)
		line = "| " text " |"
		empty = 1
		for (j = 1; j <= columns_given; j++) {
			if (!used[j])
				continue
			cell = ""
			if ((row, key[j]) in value) {
				cell = number(value[row, key[j]], factor[j])
				if (key[j] == "ratio_lammps" && ((row, "ratio_least") in value) && value[row, "ratio_least"] != value[row, "ratio_most"])
					cell = cell " (" number(value[row, "ratio_least"], 1) " to " number(value[row, "ratio_most"], 1) ")"
				empty = 0
			}
			line = line " " cell " |"
		}
		if (!empty)
			print line
	}
}
