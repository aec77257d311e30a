#!/bin/sh
# Streams that are malformed, cut or none at all: every program that reads one ends with status 3 and says where and what, and
# nothing it writes has part of a frame or a number that is none. The samples carry the message in their second line.
. "$(dirname "$0")/../tap.sh"
samples=$root/formats/samples

# part_of_frame FILE: does it hold a frame that is not whole, or a number that is none?
part_of_frame() {
	awk '$1 == "frame" { if (open) exit bad = 1; open = 1; step = $2; rows = 0
			for (i = 3; i <= NF; i++) if ($i ~ /^(body|contact)=/) rows += substr($i, index($i, "=") + 1) }
		$1 == "body" || $1 == "contact" { rows-- }
		$1 == "end" { if (!open || $2 != step || rows != 0) exit bad = 1; open = 0 }
		/[ =,](-?nan|-?inf)([ ,]|$)/ { bad = 1 }
		END { exit !(bad || open) }' "$1"
}

# refuses PATTERN WHAT COMMAND...: reads in.scree, status 3, the message matches and begins with the program's name
refuses() {
	pattern=$1 what=$2
	shift 2
	"$@" <in.scree >out.scree 2>err
	rc=$?
	good=yes
	[ $rc = 3 ] || good="status $rc"
	grep -F -- "$pattern" err | grep -q "^$1: " || good="$good, message: $(cat err)"
	if part_of_frame out.scree; then good="$good, wrote part of a frame"; fi
	is "$what" "$good" yes
}

while read -r program arguments; do
	command -v "$program" >/dev/null || continue
	for sample in "$samples"/bad-*.scree "$samples"/cut.scree; do
		cp "$sample" in.scree
		# shellcheck disable=SC2086
		refuses "stdin:$(sed -n 's/^# expect: //p' "$sample")" "$program refuses $(basename "$sample")" "$program" $arguments
	done
	# shellcheck disable=SC2086
	{
		printf 'x,y\n1,2\n' >in.scree
		refuses 'stdin:1: not a scree stream' "$program refuses a list of numbers" "$program" $arguments
		printf '\211PNG\r\n\032\n\000\000\000\rIHDR' >in.scree
		refuses 'stdin:1: not a scree stream' "$program refuses a picture" "$program" $arguments
		head -c 5000 "$(command -v "$program")" >in.scree
		refuses 'stdin:1: not a scree stream' "$program refuses a program" "$program" $arguments
		: >in.scree
		refuses 'stdin:1: the stream is empty' "$program refuses nothing" "$program" $arguments
		printf 'scree 1 dim=2\nnote x\000y\n' >in.scree
		refuses 'stdin:2: a control byte, found 0x00' "$program refuses a byte of 0" "$program" $arguments
	}
done <<END
scree-set
scree-mass --table
scree-energy
scree-wall box
scree-draw -o picture.svg
scree-pick
scree-move
scree-dem2 -t 0
END

# what is marked as not to be ignored passes filters, but no simulator
{ echo 'scree 1 dim=2' && echo '!magnet 3' && scree-shape rice --no-provenance | sed 1d; } >in.scree
ok 'a filter passes what must not be ignored' sh -c 'scree-set in.scree | grep -qx "!magnet 3"'
refuses "found an unknown record '!magnet'" 'a simulator refuses it' scree-dem2 -t 0.1 -d 0.01
sed 's/^columns body/columns !bond a b\n&/; s/ body=1/& !bond=1/; s/^end/!bond 1 1\n&/; /^!magnet/d' in.scree >rows
mv rows in.scree
ok 'a filter passes rows that must not be ignored' sh -c 'scree-set in.scree | grep -qx "!bond 1 1"'
refuses "found an unknown record '!bond'" 'a simulator refuses them' scree-dem2 -t 0.1 -d 0.01
sed 's/!bond/_bond/g' in.scree >rows
ok 'other rows may have any name' sh -c 'scree-set rows | grep -qx "_bond 1 1"'

# cut anywhere: whole frames, all the definitions they need, and status 3 unless nothing was lost
stream=$root/formats/samples/good.scree
bytes=$(wc -c <"$stream")
wrong=
n=0
k=1
while [ "$k" -le "$bytes" ]; do
	head -c "$k" "$stream" >in.scree
	scree-set <in.scree >out.scree 2>err
	rc=$?
	ends=$(grep -c '^end [0-9]*$' out.scree)
	part_of_frame out.scree && wrong="$wrong $k"
	if [ $rc = 3 ]; then
		grep -Eq "^scree-set: stdin:[0-9]+: the stream is cut inside .*, $ends whole frames? before it" err || wrong="$wrong $k"
		[ "$ends" = 0 ] || scree-set <out.scree >/dev/null 2>&1 || wrong="$wrong $k"
	elif [ $rc != 0 ] || [ -s err ]; then
		wrong="$wrong $k"
	fi
	n=$((n + 1))
	k=$((k + 31))
done
is "a stream cut at $n places is used up to its last whole frame" "$wrong" ''

# a limit of the size of files: the message says how to go on, and that works
scree-shape disk | scree-fill -q -n 40 --lattice square --spacing 1.2 --box 9.6,6 --periodic xy --speed 1 | scree-dem2 -q -t 0 -d 0.001 >disks
(ulimit -f 64; scree-dem2 -q -t 0.2 -e 0.01 disks >limited 2>err)
is 'a file that becomes too large gives status 1' $? 1
ok 'and a word on how to go on' grep -q '^scree-dem2: cannot write: File too large; .*complete frames can be read, and another run can go on' err
ok 'which is true' sh -c 'test "$(grep -c "^end" limited)" -gt 1 && scree-dem2 -q -t 0.001 limited 2>/dev/null | grep -c "^end" >after; test $(cat after) -gt 1'
printf '\357\273\277scree 1 dim=2\n' >marked
fails 3 'marked:1: not a scree stream.*; save the file without the byte order mark' 'a mark that an editor has set' scree-energy marked
# a surface is no stream
scree-shape box >box && scree-convert --to stl box >rock.stl
fails 3 'rock.stl:1: .*; scree-mass --surface makes a stream of a surface of triangles' 'a surface where a stream is expected' scree-draw rock.stl
fails 3 'rock.stl is a surface .*; scree-mass --surface makes one of it' 'before options of a stream are asked for' scree-clump rock.stl
fails 2 'rock.stl is a surface of triangles, .*; give --surface' 'a surface where an outline is expected' scree-shape rock.stl
printf '0 0 0 1\n2 0 0 1\n' >balls.txt
fails 3 'balls.txt:1: not a scree stream.*; scree-convert makes a stream of a list of balls' 'a list of balls where a stream is expected' \
	scree-dem3 -t 1 balls.txt
fails 3 'balls.txt:1: found 4 numbers, .*a scene by scree-convert' 'a list of balls where an outline is expected' scree-shape balls.txt
scree-shape sphere >space
scree-shape disk >plane
fails 3 'expected dim=2: .*; scree-dem3 runs scenes in space' 'a scene in space for the plane' scree-dem2 -t 1 space
fails 3 'expected dim=3; use scree-dem2 for it' 'a scene of the plane for space' scree-dem3 -t 1 plane
for disk in /dev/full; do
	if [ -c $disk ]; then
		scree-set "$stream" >$disk 2>err
		is 'a full disk gives status 1' $? 1
		ok 'and a message, not that of a run' grep -q '^scree-set: cannot write: No space [^;]*$' err
	else
		skip 'no /dev/full'
	fi
done

# a filter that fails on the last frame has passed the whole frames before it, and not half of it
{
	printf '%s\n' 'scree 1 dim=3' 'shape 1 clump 0,0,0,1,2 0.5,0,0,1,3' 'columns body id shape x y z' 'frame 0 t=0 body=1' 'body 1 1 0 0 0' 'end 0'
} >dense
scree-mass -q dense >out 2>/dev/null
is 'a stream of one frame that has no mass: the status' $? 2
is 'nothing is written' "$(cat out)" ''
{ cat dense; printf '%s\n' 'material heavy density=3' 'frame 1 t=1 body=1' 'body 1 1 0 0 1' 'end 1'; } | scree-mass -q --no-provenance >out 2>/dev/null
is 'of two frames the first is' "$(cat out)" "$(cat dense)"
finish
