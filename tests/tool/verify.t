#!/bin/sh
# scree-verify: streams and tables are made again, byte for byte; what differs, is missing or means harm is told
. "$(dirname "$0")/../tap.sh"

mkdir temporary
TMPDIR=$tmp/temporary
export TMPDIR
same() { # FILE PROGRAMS: FILE is made again by so many programs
	ok "$1 is the same" sh -c "scree-verify -q '$1' | grep -q '^$1: same: $2 programs*, '"
}
differs() { # FILE PATTERN WHAT
	is "$3" "$(scree-verify -q "$1" 2>&1 | grep -Ec -- "$2"; scree-verify -q "$1" >/dev/null 2>&1; echo $?)" '1
1'
}

# ---- what is the same ----
scree-shape disk | scree-fill -q -n 6 --box 6,6 --speed 0.2 >gas.scree
same gas.scree 2
is 'it says how much that is' "$(scree-verify -q gas.scree)" "gas.scree: same: 2 programs, $(wc -l <gas.scree) lines, 1 frame"
ok 'from standard input, too' sh -c 'scree-verify -q <gas.scree | grep -q "^stdin: same: 2"'
ok 'each stage is told' sh -c 'test "$(scree-verify gas.scree 2>&1 >/dev/null | grep -c "^scree-verify: stage [12] of 2: scree-")" = 2'
scree-dem2 -q -t 0.5 -d 0.01 --every 0.25 gas.scree | scree-dem2 -q -t 0.5 --every 0.25 --light 2 >halves.scree
same halves.scree 4
scree-dem2 -q -t 0.5 -d 0.01 --every 0.25 --threads 2 gas.scree | scree-pick --from 0.2 >picked.scree
same picked.scree 4
scree-energy -q halves.scree | scree-mean -q >mean.tab
same mean.tab 6
scree-shape cow | scree-set --law grain,grain,kn=1 | scree-join - gas.scree --by 20,20 >pair.scree
same pair.scree 5
# a large stream has no checksum, which would take its time, but can be made again
{
	sed '/^frame/,$d' gas.scree
	yes '# a long story' | head -c 67200000
	echo
	sed -n '/^frame/,$p' gas.scree
} >large.scree
is 'a large stream without a checksum' "$(scree-pick --last large.scree | sed -n '/^made scree-pick/s/.* # //p')" 'large.scree made=2'
rm large.scree
# the file of a record comes from the replay: it need not be there
mv gas.scree elsewhere.scree
same pair.scree 5
mv elsewhere.scree gas.scree
if command -v bash >/dev/null; then
	bash -c 'scree-fill -q -n 3 --box 9,9 --seed 2 <(scree-shape disk) <(scree-shape rice)' >pipes.scree
	same pipes.scree 3
	bash -c 'scree-join --by 30,0 <(scree-shape disk) - <(scree-shape rice) < <(scree-shape cow)' >pipes3.scree
	same pipes3.scree 4
else
	skip 'bash is not here'
fi
mkdir -p 'shapes here'
printf '0 0\n3 0\n3 1\n1 1\n1 3\n0 3\n' >"shapes here/it's an L"
printf '0 0 0 0.5\n1 0 0 0.5\n' >pair.xyzr
printf '1 0\n2 40\n4 100\n' >curve
printf '0 0\n1 0.5\n' >motion
scree-shape "shapes here/it's an L" --round 0.2 | scree-fill -q -n 4 --lattice square --sizes sieve:curve |
	scree-wall -q box | scree-set --constrain 'top x=table:@motion y=fixed angle=fixed' >named.scree
same named.scree 4
cat gas.scree >two.scree # a stream of two frames, whose head is written before the last frame is read
scree-dem2 -q -t 0 gas.scree | scree-set --constrain 'lid x=table:@motion y=fixed angle=fixed' 2>/dev/null >later.scree
ok 'notes of files that are read after the first frame' grep -q '^made scree-set .* # motion b2sum=' later.scree
same later.scree 4
scree-convert -o out.scree pair.xyzr 2>/dev/null
cp out.scree kept
same out.scree 1
ok 'a stream that was written by -o is not written again' cmp out.scree kept
mkdir away
(cd away && scree-convert "$tmp/pair.xyzr" >absolute.scree && scree-convert ../pair.xyzr >beside.scree) 2>/dev/null
same away/absolute.scree 1
mv pair.xyzr away
same away/beside.scree 1
mv away/pair.xyzr .
is 'nothing is left behind' "$(ls temporary)" ''

# ---- the script ----
scree-dem2 -q -t 0.1 -d 0.01 gas.scree >run.scree
mv gas.scree kept.scree
scree-verify --script run.scree >script
if command -v bash >/dev/null; then
	bash script >again
	ok 'the script writes the same bytes' cmp run.scree again
	ok 'and the file between' cmp kept.scree gas.scree
	echo precious >gas.scree
	fails 1 'gas.scree: cannot overwrite' 'it overwrites nothing' bash script
	is 'indeed' "$(cat gas.scree)" precious
	scree-verify --script named.scree >script
	bash script >again
	ok 'names are quoted' cmp named.scree again
	echo 4 100.5 >>curve
	fails 1 'curve: FAILED' 'files are checked' bash script
	printf '1 0\n2 40\n4 100\n' >curve
	# a file that two programs read, and a name that had two contents
	cp kept.scree twice.scree
	scree-move --by 10,0 twice.scree >moved.scree
	scree-join twice.scree moved.scree >joined.scree
	scree-verify --script joined.scree >script
	mv moved.scree step.scree
	mv twice.scree first.scree
	bash script >again
	ok 'a file that two programs read' cmp joined.scree again
	mv step.scree twice.scree
	scree-move --by 0,20 twice.scree >third.scree
	scree-join first.scree twice.scree third.scree >joined.scree
	same joined.scree 10
	scree-verify --script joined.scree >script
	mkdir empty
	(cd empty && bash ../script) | grep -v '^made' >again
	is 'a name that had two contents' "$(cat again)" "$(grep -v '^made' joined.scree)"
else
	skip 'bash is not here'
fi
mv kept.scree gas.scree

# ---- what differs ----
# a number of a body that scree-fill placed
awk '/^body 3/ { $7 = 2.5 } { print }' gas.scree >edited.scree
differs edited.scree "^edited.scree:$(grep -n '^body 3' gas.scree | cut -d: -f1): differs in frame 0: found '2.5 .* in field 7, .*; stage 2, scree-fill," 'a body'
sed 's/density=1/density=1.5/' run.scree >edited.scree
differs edited.scree "differs: found 'density=1.5' in field 3, the replay has 'density=1'; stage 1, scree-shape, differs first" 'a material'
sed 's/ -t 0.1 / -t 0.125 /' run.scree >edited.scree
differs edited.scree 'differs in frame 0: .*; stage 3, scree-dem2,' 'the time of a run'
sed 's/--seed 1/--seed 2/' run.scree >edited.scree
differs edited.scree 'stage 2, scree-fill, or a stage before it differs first: its output is not the file gas.scree' 'a seed'
sed '$d' gas.scree >edited.scree
differs edited.scree "differs: it ends in frame 0, and the replay goes on" 'a stream that is cut'
{ cat gas.scree; echo '# signed'; } >edited.scree
differs edited.scree "found '# signed' in field 1, the replay has no more lines" 'a line more'
cat gas.scree gas.scree >edited.scree
differs edited.scree 'a second stream begins' 'two streams'
awk '/^[^#]/ && !n++ { $3 += 1 } { print }' mean.tab >edited.tab
differs edited.tab 'field 3, .*stage 6, scree-mean,' 'a table'
awk '/^body 3/ { $7 = 2.5 } { print }' gas.scree >mended.scree
scree-dem2 -q -t 0.1 -d 0.01 mended.scree >edited.scree
differs edited.scree 'stage 2, scree-fill, .*: its output is not the file mended.scree' 'a file that was edited between two programs'

# ---- what cannot be made again ----
cannot() { # PATTERN WHAT: of the stream bad.scree
	fails 3 "^scree-verify: (stage [0-9]*(, scree-[a-z]*)?[,:] )?$1" "$2" scree-verify -q bad.scree
}
sed 's/^1 0/1 0.5/' curve >changed && mv curve kept && mv changed curve
cp named.scree bad.scree
cannot 'read the file curve, but curve has changed: found the checksum' 'a file has changed'
rm curve
cannot 'read the file curve, which is missing' 'a file is missing'
mkfifo curve
cannot 'read the file curve, which is missing' 'a pipe in its place is not opened'
rm curve && mv kept curve
sed 's/^made.*//' gas.scree >hand.scree
scree-set --gravity 0,-1 hand.scree >bad.scree
same bad.scree 1
scree-set --gravity 0,-1 <hand.scree >bad.scree
cannot 'read standard input, which no record holds' 'a scene by hand'
printf '0 0\n3 0\n0 3\n' | scree-shape - --round 0.2 >bad.scree
cannot 'read standard input, which no record holds' 'an outline by hand'
cannot 'read standard input' 'an outline by hand'
scree-join --no-provenance gas.scree | grep -v '^made' >bad.scree
cannot 'bad.scree: found no made record' 'no record'
gzip <gas.scree >packed.scree
is 'compressed' "$(scree-verify -q packed.scree)" "packed.scree: same: 2 programs, $(wc -l <gas.scree) lines, 1 frame"
echo 'solid cube' >bad.scree
cannot 'bad.scree:1: not a stream or table' 'another file'
made() { # RECORD: a stream with this record
	sed "2s|.*|made $1|; 3,\$s/^made.*//" gas.scree >bad.scree
}
made 'scree-set 0.1.0 --gravity 0,-1'
cannot 'ended with status 3' 'an old record of a program that read something'
sed 's/^made scree-fill/made scree-set 0.1.0\nmade scree-join 0.1.0 a b # a made=7 # b\nmade scree-fill/' gas.scree >bad.scree
cannot 'its record says that its inputs have 7 made records, found 2' 'counts that do not fit'
sed '2s/0.1.0/0.0.9/' gas.scree >old.scree
ok 'another version is told' sh -c 'scree-verify -q old.scree 2>&1 | grep -q "stage 1 was made by scree-shape 0.0.9, and runs with version 0.1.0 now"'

# ---- what means harm ----
touch before after
ls -R "$tmp" | grep -v bad.scree >before
harm() { # RECORD PATTERN
	made "$1"
	cannot "$2" "made $1"
	rm -f .out .err
}
not_run='so it is not run$'
harm 'sh 0.1.0 -c "touch harm"' "its record has a character that needs quotes, $not_run"
harm "sh 0.1.0 -c 'touch harm'" "'sh' is not a program of scree in the folder of scree-verify, $not_run"
harm "../../bin/sh 0.1.0 -c 'touch harm'" "'../../bin/sh' is not a program of scree"
harm "/bin/sh 0.1.0 -c 'touch harm'" "'/bin/sh' is not a program of scree"
harm "scree-../../../../bin/sh 0.1.0 -c 'touch harm'" ".* is not a program of scree"
harm "scree-harm 0.1.0" "'scree-harm' is not a program of scree"
harm "scree-draw 0.1.0 -o $tmp/harm.png" "scree-draw does not write made records, $not_run"
harm "scree-plot 0.1.0 --script=$tmp/harm" "scree-plot does not write made records, $not_run"
harm "scree-verify 0.1.0 bad.scree" "scree-verify does not write made records, $not_run"
harm 'scree-shape 0.1.0 $(touch harm)' "its record has a character that needs quotes, $not_run"
harm 'scree-shape 0.1.0 cow; touch harm' "its record has a character that needs quotes, $not_run"
harm 'scree-shape 0.1.0 cow > harm' "its record has a character that needs quotes, $not_run"
harm "scree-shape 0.1.0 'cow" "its record has a quote without its end, $not_run"
harm "scree-shape 0.1.0 cow --no-provenance" 'found --no-provenance, expected options of a program that wrote a stream'
harm "scree-shape 0.1.0 --help" 'found --help, expected options'
harm "scree-shape 0.1.0 --harm=$tmp/harm" "found --harm=$tmp/harm, expected options"
harm "scree-shape 0.1.0 $tmp/motion" "found '$tmp/motion', a path that no note of its record names, $not_run"
harm "scree-shape 0.1.0 ../motion -r 1" "found '../motion', a path that no note"
harm "scree-shape 0.1.0 x/../../motion -r 1" "found 'x/../../motion', a path that no note"
harm "scree-voronoi 0.1.0 --sites file:$tmp/motion" "found '--sites=file:$tmp/motion', a path that no note"
harm "scree-shape 0.1.0 motion -r 1" 'ended with status 1'
harm "scree-shape 0.1.0 /dev/zero -r 1 # /dev/zero b2sum=00000000000000000000000000000000" 'read the file /dev/zero, which is missing'
harm "scree-shape 0.1.0 gas.scree/x # gas.scree/x b2sum=00000000000000000000000000000000" 'read the file gas.scree/x, which is missing'
printf 'scree 1 dim=2\nmade scree-shape 0.1.0 $'"'\\\\033[2J'"'\n' >bad.scree
cannot 'ended with status' 'escapes are not printed as they are'
printf 'scree 1 dim=2\nmade scree-shape 0.1.0 \033[2J\n' >bad.scree
is 'nor control characters' "$(scree-verify -q bad.scree 2>&1 | tr -d '\n' | tr -c '[:print:]' '~' | grep -c '~')" 0
{ echo 'scree 1 dim=2'; yes 'made scree-set 0.1.0' | head -n 100000; } >bad.scree
cannot 'bad.scree: found more than 1000 made records' 'more records than anybody makes'
# options that write files are left out
made "scree-convert 0.1.0 -o $tmp/harm --output=harm -qoharm --outp harm pair.xyzr $(noted pair.xyzr)"
scree-convert pair.xyzr 2>/dev/null | sed "2s|.*|$(sed -n 2p bad.scree)|" >bad.scree.1 && mv bad.scree.1 bad.scree
same bad.scree 1
scree-shape sphere | scree-fill -q -n 2 --lattice sc | scree-set --law grain,grain,hard | scree-cd3 -q -t 0.01 -d 0.001 |
	sed "s|-t 0.01|-t 0.01 --log $tmp/harm --lo harm|" >bad.scree
same bad.scree 4
rm -f .out .err
ls -R "$tmp" | grep -v bad.scree >after
ok 'none of this wrote anything' diff before after

# ---- the end ----
fails 1 'cannot make the folder /dev/null/' 'no folder for temporary files' env TMPDIR=/dev/null scree-verify -q gas.scree
sh -c 'scree-verify run.scree; echo $? >rc' 2>&1 | head -n 1 >/dev/null
is 'a reader that goes away leaves no folder' "$(ls temporary)" ''
# a signal ends the program that runs and takes the folder away
scree-set --periodic xy gas.scree | scree-dem2 -q -t 0.1 -d 0.01 | sed 's/-t 0.1 /-t 1e7 /' >endless.scree
scree-verify -q endless.scree 2>/dev/null &
verify=$!
until [ -e temporary/*/4.raw ] || ! kill -0 $verify 2>/dev/null; do sleep 0.05; done 2>/dev/null
kill -TERM $verify
wait $verify 2>/dev/null
is 'a signal ends it' $? 143
is 'and its folder' "$(ls temporary)" ''
finish
