#!/bin/sh
# Tables that are not what formats/table.md says: the line, what was found and what was expected; and one that is.
. "$(dirname "$0")/../tap.sh"

ok 'the good sample is read' sh -c "scree-plot --script good.gp -o good.svg '$root/formats/samples/good.tab' || test -s good.gp"
is 'all its rows, in three blocks' "$(awk '$2 == "<<" { on = 1; b++; next } $1 == "END" { on = 0 } on { n++ } END { print b, n }' good.gp)" \
	'3 6'

# SAMPLE LINE MESSAGE
while read -r sample line message; do
	fails 3 "bad-$sample.tab:$line: $message" "refused: $sample" scree-plot "$root/formats/samples/bad-$sample.tab"
done <<'END'
version 1 version 9 of the table format, expected 1
magic 1 found 'x y', expected '# scree-table 1'
names 2 no names of columns, expected
fields 4 3 fields in a row, expected 2 as named in line 2
inf 4 inf in column y, expected a number
twice 3 two columns named x, expected different names
block 3 time of a block: late, expected a number
second 6 column 2 is z, expected y as in the previous table
END
printf '\357\273\277# scree-table 1\n# x\n1\n' >marked
fails 3 "marked:1: a byte order mark, expected '# scree-table 1' at the beginning" 'a mark that an editor has set' scree-mean marked
printf '# scree-table 1\n# x y\n1 2\n3 12' >cut
ok 'a last row that may be cut' sh -c "scree-mean -q cut 2>&1 >/dev/null | grep -q '^scree-mean: cut:4: the last row has no line feed; if the table was cut there'"
{ cat cut; printf '\n# a comment'; } >whole
is 'but not a comment' "$(scree-mean -q whole 2>&1 >/dev/null)" ''
is 'every bad sample is tried' "$(ls "$root"/formats/samples/bad-*.tab | wc -l | tr -d ' ')" 8
finish
