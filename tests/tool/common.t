#!/bin/sh
# What all programs share: streams pass through unchanged where untouched; cut, corrupt and foreign input gives status 3
# with the line; missing files, directories and a full disk give 1; a reader that goes away is no error; the locale does
# not matter; equal inputs give equal bytes, and provenance says how.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"

# A locale in which 1.5 is written 1,5.
mkdir locale
localedef -i de_DE -f UTF-8 locale/de_DE.UTF-8 2>/dev/null
[ "$(LOCPATH=$tmp/locale LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ] && german=yes ||
	skip 'localedef cannot make a locale with a decimal comma here'

script -qec true /dev/null </dev/null >/dev/null 2>&1 && terminal=yes || skip 'script cannot open a terminal here'

line=$(grep -n '0\.65095' scene.scree | cut -d: -f1)
# The scene, cut inside a line of its second frame.
cut() {
	head -n $line scene.scree
	printf 'body 2 1 gr'
}

# What was said on stderr. The scene ends with a light frame, of which simulators warn: that is no noise.
said() {
	grep -v '^scree-dem2: the input ends with frame 10 .* without contacts' err
}

for p in $programs; do
	set -- $(arguments "$p")
	is "the test knows how to run $p" $(($# > 0)) 1
	[ $# = 0 ] && continue
	kind=$1
	shift
	# notes on stderr are for people, who may do without
	$p --help | grep -q -- ' --quiet' && set -- -q "$@"

	give $kind >input
	$p "$@" <input >output 2>err
	is "$p${*:+ }$*: runs" $? 0
	is "$p: has nothing to say on stderr" "$(said)" ''
	ok "$p writes something" test -s output
	$p "$@" <input >again
	ok "$p: equal inputs give equal bytes" cmp output again
	if [ -n "$german" ]; then
		LOCPATH=$tmp/locale LC_ALL=de_DE.UTF-8 $p "$@" <input >again
		ok "$p: the locale does not matter" cmp output again
	fi
	fails 1 "^$p: cannot write.*No space" "$p notices a full disk" sh -c "$p $* <input >/dev/full"

	# the reader of the pipe is gone before anything is written
	{ sleep 0.05; $p "$@" <input 2>err; echo $? >rc; } | :
	is "$p is quiet when its reader goes away" "$(said)" ''
	ok "$p ends then" grep -qx '141\|0' rc

	[ $kind = none ] && continue
	if [ -n "$terminal" ]; then
		script -qec "$p $*" /dev/null </dev/null >said 2>&1
		is "$p does not wait for somebody to type a stream" $? 2
		ok "$p says so" grep -q "$p: no input.*--help" said
	fi
	fails 3 "^$p: stdin:1: .*is empty, expected" "$p: nothing comes, as from a maker that failed" $p "$@"
	is "$p says so once" "$(wc -l <.err)" 1
	is "$p writes nothing then" "$(cat .out)" ''
	[ $kind = pipe ] && continue
	fails 1 "^$p: cannot open nowhere.scree: No such file" "$p names a file that is missing" $p "$@" nowhere.scree
	mkdir -p folder
	fails 1 "^$p: cannot read folder: Is a directory" "$p refuses a directory" $p "$@" folder

	[ $kind = stream ] || continue
	grep -v '^\(# \)\?made' output >expected
	$p "$@" scene.scree | grep -v '^\(# \)\?made' >again
	ok "$p: a file is as good as stdin" cmp expected again
	$p "$@" - <scene.scree | grep -v '^\(# \)\?made' >again
	ok "$p: and so is -" cmp expected again
	foreign() { # WHAT LINE: the input is bad, and nothing but earlier frames comes out
		fails 3 "^$p: bad.scree:$2: " "$p: $1" $p "$@" bad.scree
	}
	: >bad.scree
	fails 3 "^$p: bad.scree:.*expected" "$p refuses an empty file" $p "$@" bad.scree
	echo 'solid cube' >bad.scree
	fails 3 "^$p: bad.scree:1: .*expected" "$p refuses a foreign file" $p "$@" bad.scree
	sed '1s/1/2/' scene.scree >bad.scree
	fails 3 "^$p: bad.scree:1: " "$p refuses a newer version" $p "$@" bad.scree
	sed 's/0\.65095/O.65095/' scene.scree >bad.scree
	fails 3 "^$p: bad.scree:$line: .*O\.65095.*expected" "$p names a bad number and its line" $p "$@" bad.scree
	sed "${line}d" scene.scree >bad.scree
	fails 3 "^$p: bad.scree:[0-9]*: .*expected" "$p counts rows" $p "$@" bad.scree
	cut >bad.scree
	fails 3 "^$p: bad.scree:[0-9]*: " "$p warns of a stream that is cut, and fails" $p "$@" bad.scree
done

# Filters with nothing to do change nothing but the provenance.
for p in scree-set scree-move scree-pick scree-join; do
	$p scene.scree >output
	is "$p adds one record of provenance" "$(grep '^made' output)" "$(grep '^made' scene.scree; echo "made $p 0.1.0 scene.scree $(noted scene.scree 1)")"
	grep -v '^made' output >rest
	grep -v '^made' scene.scree >expected
	ok "$p passes all else to the letter" diff expected rest
	$p --no-provenance scene.scree >output
	ok "$p --no-provenance adds nothing" cmp scene.scree output
done
scree-set --no-provenance <scene.scree | scree-move --no-provenance | scree-join --no-provenance | scree-pick --no-provenance |
	scree-set --no-provenance >output
ok 'and so does a chain of them' cmp scene.scree output

# What is cut is used up to its last whole frame.
cut >bad.scree
scree-set bad.scree 2>/dev/null | grep -v '^made' >output
sed '/^end 0/q' scene.scree | grep -v '^made' >expected
ok 'of a stream that is cut the whole frames pass' diff expected output

# Memory is bounded by two frames: 20 MB pass through 16 MB of address space.
if [ -n "$SCREE_SAN" ]; then
	skip 'sanitizers need all the address space there is'
else
	awk 'BEGIN {
		print "scree 1 dim=2\nshape 1 point r=0.5 0,0\ncolumns body id shape x y vx vy"
		for (f = 0; f < 1000; f++) {
			printf "frame %d t=%d dt=0 due=0 body=500\n", f, f
			for (i = 1; i <= 500; i++)
				printf "body %d 1 %d.%d 0.25 -1.5 0.00275\n", i, i, f
			print "end " f
		}
	}' >long.scree
	for p in scree-set scree-move scree-pick scree-join; do
		is "$p holds two frames, not the stream" "$(ulimit -v 16384; $p --no-provenance <long.scree | cksum)" "$(cksum <long.scree)"
	done
fi

# What came before is passed on by a simulator too, records it does not know included.
scree-dem2 -q -t 0.05 --dt 0.01 scene.scree >output
sed '/^end 0/q' scene.scree | grep -v '^made' >expected
grep -v '^made' output | head -n "$(wc -l <expected)" >rest
ok 'a simulator passes earlier frames to the letter' diff expected rest
is 'and goes on after the last' "$(grep -c '^frame' output)" 3

# Provenance: the arguments, quoted for the shell, no directory of the program.
made() { # EXPECTED WHAT COMMAND...
	made_want=$1 made_what=$2
	shift 2
	is "provenance: $made_what" "$("$@" 2>/dev/null | grep '^made' | tail -n 1)" "$made_want"
}
made 'made scree-shape 0.1.0 cow --scale 2' 'arguments as they were given' scree-shape cow --scale 2
mkdir 'a b'
printf '0 0\n1 0\n0 1\n' >'a b/it'"'"'s $(x)'
sum=$(b2sum -l 128 <'a b/it'"'"'s $(x)' | sed 's| .*||')
made "made scree-shape 0.1.0 'a b/it'\\''s \$(x)' -r 0.1 # 'a b/it'\\''s \$(x)' b2sum=$sum" 'quoted for the shell' scree-shape 'a b/it'"'"'s $(x)' -r 0.1
eval "set -- $(scree-shape "a b/it's \$(x)" -r 0.1 | sed -n 's/^made scree-shape 0.1.0//p')"
is 'which gives the arguments back' "$1|$2|$3" "a b/it's \$(x)|-r|0.1"
made 'made scree-voronoi 0.1.0 -n 5 --box 3,3 --seed 1' 'a seed that was not given is there' scree-voronoi -n 5 --box 3,3
made 'made scree-voronoi 0.1.0 -n 5 --box 3,3 -s 7' 'a seed that was given is there once' scree-voronoi -n 5 --box 3,3 -s 7
is 'none where it is not wanted' "$(scree-shape cow --no-provenance | grep -c '^made')" 0
# every awkward character, in one line of the shell's and back: join takes files of any names
printf 'scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 1 1 0 0\nledger since=0 work=1\nend 0\n' >plain
set -- 'back\slash' "it's" '"both"' '$HOME' '`c`' 'c d' '#h' '~t' '*?[x]' 'a;b&c|d' '(x){y}<z>' '!e^' 'Az09_@%+=:,.-' "\\'" 'end\' 'é'
for name; do cp plain "$name"; done
scree-join -- "$@" | sed -n 's/^made scree-join 0.1.0 -- \(.*\) # .back.*/\1/p' >line
cat >want <<'END'
'back\slash' 'it'\''s' '"both"' '$HOME' '`c`' 'c d' '#h' '~t' '*?[x]' 'a;b&c|d' '(x){y}<z>' '!e^' Az09_@%+=:,.- '\'\''' 'end\' 'é'
END
ok 'provenance: quotes where the shell needs them, once for each word' diff want line
given=$(printf '<%s>' "$@")
eval "set -- $(cat line)"
is 'and the shell gives all back' "$(printf '<%s>' "$@")" "$given"
# a control character makes a word of escapes, in which a backslash and a quote are escaped, too
name=$(printf "a\\tb\\\\c'd\\177")
cp plain "$name"
cat >want <<'END'
$'a\011b\\c\'d\177'
END
scree-join "$name" | sed -n 's/^made scree-join 0.1.0 \(.*\) # .*/\1/p' >line
ok 'provenance: control characters as escapes, one line' diff want line
scree-energy "$name" | sed -n 's/^# made scree-energy 0.1.0 \(.*\) # .*/\1/p' >line
ok 'in tables, too' diff want line
command -v bash >/dev/null && is 'which bash reads' "$(bash -c "printf %s $(cat want)" | od -c)" "$(printf %s "$name" | od -c)"
is 'a seed that was not given stands before --' "$(scree-voronoi -n 5 --box 3,3 -- 2>/dev/null | sed -n 's/^made //p')" \
	'scree-voronoi 0.1.0 -n 5 --box 3,3 --seed 1 --'
finish
