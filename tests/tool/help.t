#!/bin/sh
# What every program answers to --help, --version and options that it does not have.
. "$(dirname "$0")/../tap.sh"

programs=$(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//')
is 'there are programs' "$([ -n "$programs" ] && echo yes)" yes

# letters with one meaning everywhere
cat >letters <<'END'
-n --number
-n --samples
-s --seed
-t --time
-d --dt
-e --every
-r --radius
-o --output
-q --quiet
-h --help
-V --version
END

for p in $programs; do
	$p --help >help 2>err
	is "$p --help succeeds" $? 0
	is "$p --help keeps stderr clean" "$(cat err)" ''
	is "$p --help begins with name and purpose" "$(sed -n '1s/^\([a-z0-9-]*\): ..*/\1/p' help)" "$p"
	is "$p --help shows the usage" "$(sed -n 's/^usage: \([a-z0-9-]*\) .*/\1/p' help)" "$p"
	$p -h >help2 2>&1
	ok "$p -h is the same" cmp help help2
	ok "$p --version" sh -c "$p --version | grep -Eqx '$p 0\.1\.0(-[0-9]+)?(-g[0-9a-f]+)?'"
	is "$p -V" "$($p -V)" "$($p --version)"
	is "$p --help says what every option does" \
		"$(awk '/^  (-.,|   ) --/ { n = split($0, f, /  +/); if (n < 3) { getline; if ($0 !~ /^                            [^ ]/) print "no" } }' help)" ''
	[ $p = scree-draw ] && deg='view|turn|perspective' || deg='[a-z-]*-deg'
	is "$p --help says which options take degrees" "$(grep -E "^ *--($deg) " help | grep -v '\[degrees\]')" ''
	sed -n 's/^  \(-.\), .*/\1/p' help | sort | uniq -d >twice
	is "$p has no letter twice" "$(cat twice)" ''
	sed -n 's/^  \(-.\), \(--[a-z0-9-]*\).*/\1 \2/p' help >mine
	is "$p gives letters their usual meaning" \
		"$(awk 'NR == FNR { known[$1]; usual[$0]; next } ($1 in known) && !($0 in usual)' letters mine)" ''
	# which programs that run this one and the shell's completion read
	$p --option-table >table
	is "$p --option-table begins with name, operands and purpose" "$(head -n 1 table | awk -F '\t' '{ print $1, $2, NF, $4 }')" \
		"program $p 4 $(sed -n '1s/^[^:]*: //p' help)"
	is "$p --option-table has the options of --help" "$(awk -F '\t' '$1 == "option" { print ($2 == "-" ? "" : "-" $2 ", ") "--" $3 ($5 == "-" ? "" : " " $5) }' table)" \
		"$(sed -n 's/^  *\(\(-., \)*--[a-z0-9-]*\( [^ ]\([^ ]\| [^ ]\)*\)*\)\(  .*\)*$/\1/p' help)"
	is "$p --option-table tells the files that are written" \
		"$(awk -F '\t' '$4 != "list" && $5 == "FILE" && $4 != "save" || $2 == "o" && $4 != "save" { print $3 }' table)" ''
	fails 2 "^$p: .*--nonsense.*$p --help" "$p refuses an unknown option" $p --nonsense
	fails 2 "^$p: .*-@.*$p --help" "$p refuses an unknown letter" $p -@
	fails 2 "^$p: .*-(-version|V)" "$p refuses a value for a flag" $p --version=3
	fails 1 "^$p: cannot write: No space" "$p --help notices a full disk" sh -c "$p --help >/dev/full"
	fails 1 "^$p: cannot write: No space" "$p --version notices a full disk" sh -c "$p --version >/dev/full"
done
# a heading of options that begins with a word that mdoc has a macro for is text all the same
if command -v mandoc >/dev/null; then
	ok 'headings of options are as in the help' sh -c "scree-shape --mdoc | mandoc -T ascii | col -b | grep -q '^ *In 2D and 3D:'"
else
	skip 'mandoc is not here'
fi
finish
