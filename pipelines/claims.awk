# claims.awk: the claims in the heads of figures, one per line. The fields are separated by the unit separator of ASCII:
# id, printed value, condition, condition of the quick variant (- if it cannot decide), the claim, and the reason if the
# claim differs. In a head claims have the form
#
#	# CLAIM id printed=1.82 holds='1.815 <= m && m < 1.825' quick=- what is claimed [unit]
#	#       continued
#	# DIFFERS the reason why no sensible reading of the paper reproduces the claim, if it does not hold
#	#       continued
#
# where m is the measured value. quick= may be missing; it is then equal to holds=. DIFFERS may be missing too.
function value(key, found) { # removes KEY=WORD or KEY='WORDS' from the beginning of the rest of the line, and returns its value
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
