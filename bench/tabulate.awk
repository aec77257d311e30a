# bench/tabulate.awk: from lines `BENCH PROGRAM.KIND.ROW.QUANTITY VALUE UNIT`, a table for every kind
function flush(i, j, line) {
	if (!rows)
		return
	line = "| " kind " |"
	for (j = 1; j <= columns; j++)
		line = line " " head[j] " |"
	print "\n" line
	gsub(/[^|]+/, "---", line)
	print line
	for (i = 1; i <= rows; i++) {
		line = "| " row[i] " |"
		for (j = 1; j <= columns; j++)
			line = line " " cell[i, j] " |"
		print line
	}
	split("", at); split("", cell); split("", place)
	rows = columns = 0
}
$1 == "BENCH" {
	n = split($2, part, ".")
	if (kind && part[2] != kind)
		flush()
	kind = part[2]
	name = substr($2, length(part[1] part[2]) + 3)
	name = substr(name, 1, length(name) - length(part[n]) - 1)
	title = part[n]
	gsub(/_/, " ", title)
	unit = $4
	value = $3
	if (unit == "/s") { unit = "1e6/s"; value = sprintf("%.3g", value / 1e6) }
	if (unit != "1") title = title ", " unit
	if (!(name in at)) { at[name] = ++rows; row[rows] = name }
	if (!(title in place)) { place[title] = ++columns; head[columns] = title }
	cell[at[name], place[title]] = value
}
END { flush() }
