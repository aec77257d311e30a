#!/bin/sh
# scree-pick: frames to the letter, bodies by expression
. "$(dirname "$0")/../tap.sh"

{
	cat <<'END'
scree 1 dim=2
# a comment
material sand density=3
shape 7 point r=0.5 0,0
columns body id shape material tag size x y angle ix iy vx vy omega ax
columns contact i j fi fj ix iy fn xi
END
	for k in 0 1 2 3 4 5 6; do
		[ $k = 3 ] && echo 'gravity 0,-1'
		cat <<END
frame ${k}0 t=0.$k dt=0.01 due=0.$k body=3 contact=2
body 1 7 sand - 1 1.50 1 0 0 0 0 0 0 0.25
body 2 7 sand top 1 2.$k 1 0 0 0 0 0 0 0.5
body 3 7 sand - 1 3.5 1 0 0 0 0 0 0 0.75
contact 1 2 0 0 0 0 0.5 0.125
contact 2 3 0 0 0 0 0.5 0.25
ledger since=0 work=1
!unknown thing
end ${k}0
END
	done
	echo 'gravity 0,-2'
} >run
frames() { grep '^frame' "$1" | cut -d' ' -f2 | tr '\n' ' '; }
block() { sed -n "/^frame $1 /,/^end $1\$/p" "$2"; }

scree-pick run >a
sed 2d a | cmp - run >/dev/null && same=yes || same=no
is 'no choice passes everything on' $same yes
scree-pick --last run >a
is 'the last' "$(frames a)" '60 '
is 'to the letter' "$(block 60 a)" "$(block 60 run)"
is 'with its columns' "$(grep -c '^columns' a)" 2
is 'and all definitions' "$(grep '^gravity' a | tr '\n' ' ')" 'gravity 0,-1 gravity 0,-2 '
is 'in their order' "$(sed -n '/^frame/,$p' a | grep '^gravity')" 'gravity 0,-2'
scree-pick --every 3 run >a
is 'every third' "$(frames a)" '00 30 60 '
is 'the definition before it' "$(grep -n -e '^gravity' -e '^frame 30' a | cut -d: -f2 | head -n 2 | cut -c1-8 | tr '\n' ' ')" \
	'gravity  frame 30 '
scree-pick --from 0.2 --to 0.4 run >a
is 'a range of times' "$(frames a)" '20 30 40 '
is 'frames to the letter' "$(block 30 a)" "$(block 30 run)"
is 'definitions of later times are left out' "$(scree-pick --to 0.1 run | grep -c '^gravity')" 0
is 'but for those before a frame that is picked' "$(scree-pick --every 4 run | grep -e '^gravity' -e '^frame' | cut -d' ' -f1,2 | tr '\n' ' ')" \
	'frame 00 gravity 0,-1 frame 40 '
is 'and what follows the last frame stays with it' "$(scree-pick --from 0.6 run | grep '^gravity' | tail -n 1)" 'gravity 0,-2'
is 'a step' "$(scree-pick --step 50 run | grep -c '^frame 50 ')" 1
is 'the second' "$(scree-pick --frame 1 run | grep '^frame' | cut -d' ' -f2)" 10
is 'ranges and every' "$(scree-pick --from 0.15 --every 2 run | grep '^frame' | cut -d' ' -f2 | tr '\n' ' ')" '20 40 60 '

# times are sums of steps: 3 times 0.1 is 0.3 and a bit, a bound of 0.3 means it in both directions; what is further off it does not
sed 's/t=0.3 /t=0.30000000000000004 /; s/t=0.5 /t=0.49999999999999994 /' run >rounded
is 'a bound that is the time to rounding' "$(for r in '--to 0.3' '--from 0.5' '--from 0.3 --to 0.5' '--to 0.2999' '--from 0.5001'; do
	# shellcheck disable=SC2086
	scree-pick $r rounded | grep '^frame' | cut -d' ' -f2 | tr '\n' ' '; done)" '00 10 20 30 50 60 30 40 50 00 10 20 60 '
is 'one time' "$(scree-pick --from 0.4 --to 0.4 run | grep -c '^frame')" 1
is 'every from the first of all' "$(scree-pick --every 2 --from 0.1 --to 0.5 run | grep '^frame' | cut -d' ' -f2 | tr '\n' ' ')" '20 40 '
is 'all conditions together' "$(scree-pick --step 40 --frame 4 run | grep -c '^frame')" 1
fails 3 'none of the 7' 'that contradict' scree-pick --step 40 --frame 3 run
fails 2 'step: -1, expected 0 or more' 'a step below 0' scree-pick --step -1 run
fails 2 'frame: -1, expected 0 or more' 'a frame below 0' scree-pick --frame -1 run
is 'rows that are no number are not picked' "$(scree-pick --last --where 'sqrt(x - 2)' run 2>/dev/null | grep '^body' | cut -d' ' -f2 | tr '\n' ' ')" '2 3 '

scree-pick --last --where 'x < 3' run >a 2>err
is 'bodies where' "$(grep '^body' a | cut -d' ' -f2 | tr '\n' ' ')" '1 2 '
is 'counts follow' "$(grep -o 'body=.*' a)" 'body=2 contact=1'
is 'contacts between them' "$(grep '^contact' a)" 'contact 1 2 0 0 0 0 0.5 0.125'
is 'no ledger, no accelerations' "$(grep -c -e '^ledger' -e ' ax$' a)" 0
ok 'and a note says so' grep -q 'no ledger' err
is 'records that nobody knows stay' "$(grep -c '^!unknown thing$' a)" 1
# a word that nothing has is likely misspelt; a warning comes with -q too, once, and only if no frame has the word
for expr in 'tag == tpo' 'tag != tpo or x > 1' '"grian" == material'; do
	ok "misspelt: $expr" sh -c "scree-pick -q --where '$expr' run 2>&1 >/dev/null | grep -c 'nothing in any frame has the \(tag .tpo\|material .grian\).; check' | grep -qx 1"
done
is 'well spelt' "$(scree-pick -q --where 'tag == top and x > 99 or tag == -' run 2>&1 >/dev/null)" ''
sed '/^frame 20/,$s/ top / later /; s/^frame 0/constraint gone x=fixed\n&/' run >late
is 'a tag that only later frames have, and one of which a constraint is left' \
	"$(scree-pick -q --where 'tag == later or tag == gone' late 2>&1 >/dev/null)" ''
scree-pick --where 'x < 2.15' run >a 2>err
is 'bodies in every frame' "$(grep -o 'body=.' a | tr '\n' ' ')" 'body=2 body=2 body=1 body=1 body=1 body=1 body=1 '
# a column of one's own is compared as a number, and stays as it was written, although its numbers are no doubles
sed '/^columns body/s/$/ hash/; s/^body .*/& 9007199254740993/; s/^body 2.*3$/&.50/' run >own
is 'a column of large integers' "$(scree-pick -q --last --where 'hash > 9e15 and x < 3' own | awk '/^columns body/ { for (k = 3; $k != "hash"; k++) { } }
	/^body/ { print $(k - 1) }' | tr '\n' ' ')" '9007199254740993 9007199254740993.50 '
# frames without bodies have no words in any column
{ sed '/^columns body/s/$/ colour/; s/^body .*/& red/; s/^body 2.*red$/&dish/' run; printf 'frame 900 t=9 body=0\nend 900\n'; } >empty
is 'words of a column of ones own, and a frame without bodies' "$(scree-pick -q --where 'colour == red' empty | grep -c '^body')" 14
is 'or numbers' "$(scree-pick -q --where 'colour > 3' empty | grep -c '^frame')" 8
scree-pick --where 'x > 0' run >a
sed 2d a | cmp - run >/dev/null && same=yes || same=no
is 'frames that lose no body stay to the letter' $same yes
ok 'what is picked is a stream' sh -c 'scree-pick --every 2 --where "tag == top" run 2>/dev/null | scree-pick --last >b && grep -q "^body 2" b'
# the cause comes before what follows from it, in every program
printf 'scree 1 dim=2\nmaterial m density=1\nlaw m m linear kn=1\nshape 1 point r=0.5 0,0\ncolumns body id shape material tag x y\n' >bare
printf 'frame 0 t=0 body=2\nbody 1 1 m lid 1 1\nbody 2 1 m lid 3 1\nend 0\n' >>bare
sed 's/dim=2/dim=3/; s/point r=0.5 0,0/sphere r=0.5/; s/x y$/x y z/; s/ 1$/ 1 0/' bare >bare3
for run in 'hist -x vx bare' 'order --gr bare' 'order --gr bare3' 'set --tag a bare' 'move --by 1,1 bare' 'convert --to csv bare' 'stress bare3' \
	'contacts bare3'; do
	is "misspelt, then the consequence: scree-$run" "$(scree-$run --where 'tag == lidd' 2>&1 >/dev/null | sed -n '1s/.*\(nothing in any frame has the tag\).*/\1/p; 2s/.*/then/p' |
		tr '\n' ' ')" 'nothing in any frame has the tag then '
done

head -n 40 run >cut
scree-pick --last cut >a 2>err
is 'a cut stream: status' $? 3
is 'and its last whole frame' "$(frames a)" '20 '
fails 3 'none of the 7 frames is picked' 'nothing to pick' scree-pick --from 7 run
fails 2 'contradicts' 'last of others' scree-pick --last --every 2 run
fails 2 '0, expected 1 or more' 'every 0' scree-pick --every 0 run
fails 2 'is before' 'a range upside down' scree-pick --from 2 --to 1 run
fails 1 'cannot open' 'a file that is not there' scree-pick --last nowhere
finish
