#!/bin/sh
# Options that make no sense: status 2, the program and the option named, a pointer to --help, and nothing on stdout.
. "$(dirname "$0")/../tap.sh"

bad() { # PATTERN WHAT COMMAND...
	bad_pat=$1 bad_what=$2
	shift 2
	fails 2 "^$1: $bad_pat.*$1 --help" "$bad_what" "$@"
	is "$bad_what: nothing is written" "$("$@" 2>/dev/null </dev/null)" ''
}
bad "option --radius: 'wide' is not a number" 'a word for a number' scree-shape cow --radius wide
bad "option --radius: '1x' is not a number" 'a number with a tail' scree-shape cow -r 1x
bad "option --radius: '' is not a number" 'nothing for a number' scree-shape cow -r ''
bad "option --radius: 'nan' is not a number" 'not a number' scree-shape cow -r nan
bad "option --radius: '1e999' is not a number" 'a number too large' scree-shape cow -r 1e999
bad "option --radius: '0x10' is not a number" 'a hexadecimal number' scree-shape cow -r 0x10
bad "option --number: '2.5' is not an integer" 'a fraction for an integer' scree-voronoi -n 2.5
bad "option --number: '99999999999999999999' is not an integer" 'an integer too large' scree-voronoi -n 99999999999999999999
bad "option --box: '3', expected two sizes" 'one number for two' scree-voronoi -n 2 --box 3
bad "option --box: '3,4,5,6', expected two sizes" 'four numbers for two' scree-voronoi -n 2 --box 3,4,5,6
bad "option --box: '3,,4', expected two sizes" 'a gap between numbers' scree-voronoi -n 2 --box 3,,4
bad 'option -n needs a value' 'a letter without its value' scree-voronoi -n
bad 'option --box needs a value' 'an option without its value' scree-voronoi --box
bad "unexpected operand 'b'" 'one operand too many' scree-set a b
bad 'there is no option -Z' 'a letter that nobody knows' scree-voronoi -n 3 -Z
bad 'there is no option --boxes; the nearest is --box;' 'a name that nobody knows' scree-voronoi --boxes 3,3
bad 'option --quiet takes no value, found =1;' 'a flag with a value' scree-voronoi --quiet=1
bad 'option --quiet takes no value, found =;' 'its beginning' scree-voronoi --qui=
bad 'option --n is the beginning of several: --number --no-drift --no-provenance' 'the beginning of several options' scree-fill --n 5
bad 'there is no option --nubmer; the nearest is --number' 'a misspelt option' scree-fill --nubmer 5
bad 'there is no option --fration; the nearest is --fraction' 'one without a letter' scree-fill --fration=0.5
bad 'there is no option --gravitation' 'an option like no other' scree-fill --gravitation 5
bad "option --seed: -9223372036854775808 is too low" 'the integer that says that none was given' scree-voronoi -n 3 --seed -9223372036854775808
bad "option --radius: ' 1' is not a number" 'a blank before a number' scree-shape cow -r ' 1'
bad "option --number: '' is not an integer" 'nothing for an integer' scree-voronoi -n ''

# what makes sense: values below 0 are no options, letters and names with their values in one word or two, options behind operands
printf 'scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 1 1 2 3\nend 0\n' >one
at() { awk '/^body/ { printf "%g,%g\n", $4, $5 }'; }
is 'a value below 0' "$(scree-move -q --by -1,-0.5 one | at)" 1,2.5
is 'one that begins with a point' "$(scree-move -q --by -.5,1 one | at)" 1.5,4
printf 'scree 1 dim=3\nmaterial g density=1\nshape 1 sphere r=1\ncolumns body id shape material x y z\n' >ball
printf 'frame 0 t=0 body=1\nbody 1 1 g -20 3 4\nend 0\n' >>ball
is 'operands that are numbers below 0' "$(scree-wall plane -.5,-2,-1 -1,0,0 ball |
	awk '/^columns/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { n++; if (n == 2) print $at["x"], $at["y"], $at["z"] }')" '-0.5 -2 -1'
is 'behind an equals sign' "$(scree-move -q --by=-1,2 one | at)" 1,5
is 'an option behind the operand' "$(scree-move one --by 1,1 -q | at)" 3,4
is 'the beginning of a name that is no other' "$(scree-move -q --scal 2 one | at)" 4,6
is 'a letter with its value' "$(scree-voronoi -q -n3 --box 3,3 -s7 | grep -c '^body')" 3
is 'letters together' "$(scree-voronoi -qn 3 --box 3,3 | grep -c '^body')" 3
cp one ./-5
is 'an operand behind --' "$(scree-move -q --by 1,1 -- -5 | at)" 3,4
is 'the last word counts' "$(scree-move -q --by 1,1 --by 2,2 one | at)" 4,5
is 'but where an option may be repeated' "$(scree-set -q --material a,2 --material b,3 one | grep -c '^material')" 2
# the man page has the options of the help, with their letters and values, in its order
for p in scree-voronoi scree-shape scree-draw; do
	$p --help | awk '/^  (-.,|   ) --/ { sub(/^ +/, ""); split($0, f, /  +/); gsub(/-(-)?|,/, " ", f[1]); sub(/^ +/, "", f[1]); gsub(/  +/, " ", f[1]); print f[1] }' >help
	$p --mdoc | awk '/^\.It / { sub(/^\.It /, ""); gsub(/Fl |Ar |\\-|,|-/, " "); sub(/^ +/, ""); gsub(/  +/, " "); print }' >page
	ok "$p: the page has the options of the help" diff help page
	ok "$p: there are some" test "$(wc -l <page)" -gt 5
	is "$p: the title of its page" "$($p --mdoc | sed -n '2p')" ".Dt $(echo $p | tr a-z A-Z) 1"
done
is 'operands of a page: what may be left out' "$(scree-set --mdoc | sed -n '/^.Sh SYN/,/^.Sh OPT/p' | grep Ar | tr '\n' ';')" '.Op Ar options;.Op Ar FILE;'
is 'a backslash and a point at the beginning are text' "$(scree-draw --mdoc | grep -c '^\.[a-z ]')" 0

# files that are read, or written by another option: nothing is written over them
stays() { # FILE PATTERN WHAT COMMAND...
	stays_file=$1 stays_what=$3 stays_pat="^[-a-z0-9]*: option --$2; give another name"
	cp "$1" kept
	shift 3
	fails 2 "$stays_pat" "$stays_what" "$@"
	ok "$stays_what: it stays" cmp kept "$stays_file"
}
cat >solid <<'END'
scree 1 dim=3
material g density=1.5
law g g hard mu=0.25
shape 1 sphere r=1
mass 1 volume=4.1887902047863905 I=1.6755160819145563,1.6755160819145563,1.6755160819145563 method=exact
columns body id shape material size x y z
frame 0 t=0 body=2
body 1 1 g 0.5 -2 3 4
body 4 1 g 0.75 5 3 -4
end 0
END
ln -s solid link
scree-shape disk >disk
{ scree-convert solid --to dump; scree-convert solid --to dump | sed '4s/0/7/'; } >two.dump
scree-convert solid --where 'id == 4' --to stl -o ball.stl 2>said
printf '# scree-table 1\n# n error\n1 2\n3 4\n' >run.tab
cp one one.svg
cp one one.html
gzip <solid >solid.gz
stays disk 'output: disk is read too' 'a run over its scene' scree-dem2 -q -t 0 disk -o disk
stays solid.gz 'output: solid.gz is read too' 'over a compressed scene' scree-cd3 -q -t 0.002 -d 0.001 solid.gz -o solid.gz
stays solid 'output: link is read too' 'over the scene by a link' scree-convert solid --to dump -o link
stays two.dump 'output: ./two.dump is read too' 'a stream over a dump' scree-convert two.dump --to scree -o ./two.dump
stays ball.stl 'output: ball.stl is read too' 'a surface over a surface' scree-convert ball.stl --to stl-text -o ball.stl
stays solid 'output: solid is read too' 'a film over a scene on standard input' sh -c 'scree-convert --to xyz -o solid <solid'
stays one.svg 'output: one.svg is read too' 'a picture over a scene' scree-draw one.svg -o one.svg
stays one.html 'output: one.html is read too' 'a page over a scene' scree-draw one.html -o one.html
stays one 'script: one is read too' 'a script over a scene' scree-draw one -o a.svg --script one
stays run.tab 'script: run.tab is read too' 'a script over a table' scree-plot run.tab -o a.svg --script run.tab
fails 2 'option --script: a.svg is written too; give another name' 'a script over its picture' scree-draw one -o a.svg --script a.svg
stays solid 'log: solid is read too' 'a log over the scene' scree-cd3 -q -t 0.002 -d 0.001 solid --log solid
fails 2 'option --log: a is written too; give another name' 'a log over the stream' scree-cd3 -q -t 0.002 -d 0.001 solid -o a --log a
ok 'a log over the stream: nothing is written' test ! -e a
fails 2 'option --log: ./a is written too' 'a log over the stream by another name' scree-cd3 -q -t 0.002 -d 0.001 solid -o a --log ./a
fails 2 'option --log: b is written too' 'a log over standard output' sh -c 'scree-cd3 -q -t 0.002 -d 0.001 solid --log b >b'
fails 2 'option --log: - names no file; give another name' 'a log on standard output' scree-cd3 -q -t 0.002 -d 0.001 solid --log -
fails 2 'option --script: - names no file' 'a script on standard output' scree-draw one -o a.svg --script -
cp solid kept
fails 1 'cannot write no/such/log' 'a log that cannot be written' scree-cd3 -q -t 0.002 -d 0.001 solid -o kept --log no/such/log
ok 'a log that cannot be written: the old stream stays' cmp solid kept
scree-cd3 -q -t 0.002 -d 0.001 -e 0.001 solid >whole
fails 1 'cannot write no/such/log' 'a log that cannot be written, of a run that goes on' scree-cd3 -q -t 0.002 whole -o kept --log no/such/log
ok 'a log that cannot be written, of a run that goes on: the old stream stays' cmp solid kept
scree-cd3 -q --no-provenance -t 0.002 -d 0.001 solid >streamed
is 'a stream to -' "$(scree-cd3 -q --no-provenance -t 0.002 -d 0.001 solid -o - | cmp - streamed; ls ./- 2>/dev/null)" ''
ok 'a log that is cast away' scree-cd3 -q -t 0.002 -d 0.001 solid -o /dev/null --log /dev/null
[ ! -e /dev/full ] || fails 1 'cannot write /dev/full: No space' 'a log on a full disk' scree-cd3 -q -t 0.002 -d 0.001 solid -o a --log /dev/full
finish
