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
finish
