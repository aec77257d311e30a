# claims.awk: the claims in the heads of figures, one per line, their fields separated by ASCII's unit separator:
# id, printed value, condition, condition of the quick variant (- where that cannot decide), what is claimed, and why a
# claim that does not hold differs. In a head they stand as
#
#	# CLAIM id printed=1.82 holds='1.815 <= m && m < 1.825' quick=- what is claimed [unit]
#	#       more of it
#	# DIFFERS why no sensible reading of the paper reproduces it, should it not hold
#	#       more of it
#
# where m is the measured value. quick= may be missing, and is as holds= then; so may DIFFERS.
function value(key, found) { # takes KEY=WORD or KEY='WORDS' off the beginning of the rest of the line
	if (!match(rest, "^ *" key "=('[^']*'|[^ ]*)"))
		return ""
	found = substr(rest, RSTART, RLENGTH)
	rest = substr(rest, RSTART + RLENGTH)
	sub(/^[^=]*=/, "", found)
	gsub(/'/, "", found)
	return found
}
function flush() {
	if (id)
		printf "%s\037%s\037%s\037%s\037%s\037%s\n", id, printed, holds, quick, text["CLAIM"], text["DIFFERS"]
	id = ""
}
FNR == 1 { flush(); part = "" }
/^# CLAIM / {
	flush()
	part = $2
	id = $3
	rest = substr($0, index($0, id) + length(id))
	printed = value("printed")
	holds = value("holds")
	quick = value("quick")
	if (quick == "")
		quick = holds
	sub(/^ */, "", rest)
	text["CLAIM"] = rest
	text["DIFFERS"] = ""
	next
}
/^# DIFFERS / { part = $2; text[part] = substr($0, 11); next }
/^#       / && part { sub(/^# */, ""); text[part] = text[part] " " $0; next }
{ part = "" }
END { flush() }
