#!/bin/sh
# Surroundings and numbers that nobody means: closed streams, files that may not grow, text for gnuplot that looks like commands,
# places far outside, options at the end of doubles. Status and message, and nothing half done.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/programs.sh"

# A file that may not grow is a full disk, and a closed stream is nobody's script or input.
for program in $programs; do
	# shellcheck disable=SC2046
	set -- $(arguments "$program")
	kind=$1
	shift
	give "$kind" >in.dat
	said=$( (ulimit -f 0; "$program" "$@" <in.dat 2>&1 >out.dat; echo "status $?") )
	case $program in
	scree-draw | scree-plot) is "$program, a file that may not grow" "${said##*status }" 1 ;;
	scree-verify) is "$program, a file that may not grow" "$(echo "$said" | grep -c 'ended with status 1$') ${said##*status }" '1 3' ;;
	*) ok "$program, a file that may not grow" sh -c 'echo "$1" | grep -q "cannot write: File too large" && test "${1##*status }" = 1' \
		sh "$said" ;;
	esac
	[ "$kind" = none ] || fails 1 'stdin.* (reading failed|cannot read).*|cannot read stdin' "$program, stdin closed" \
		sh -c '"$@" <&-' sh "$program" "$@"
	fails 1 'cannot write' "$program, stdout closed" sh -c '"$@" <in.dat >&-' sh "$program" "$@"
done
scree-draw -o a.svg --script a.gp scene.scree
ok 'with stdout closed the script of a picture is the same' sh -c 'scree-draw -o a.svg --script b.gp scene.scree >&-; cmp a.gp b.gp'

# text in pictures: all of these were taken for strings and something behind them
scree-shape cow >cow.scree
for text in "'-'" "'.system(\"touch broken-into\").'" "'" "''" '`touch broken-into`' "'\`touch broken-into\`" '"\' '@x $x'; do
	if command -v gnuplot >/dev/null; then
		ok "a picture with the title $text" scree-draw cow.scree -o a.svg --title "$text"
	else
		skip 'no gnuplot'
	fi
done
ok 'no title is a command' test ! -e broken-into
is 'a title is shown as it is' "$(scree-draw cow.scree -o dumb --title "'it's \`\\\"" | grep -cF "'it's \`\\\"")" \
	"$(command -v gnuplot | grep -c .)"

# gnuplot says nothing when the disk is full; a file that may not grow stands for it, and a gnuplot that was stopped
mkdir fake
printf '#!/bin/sh\nprintf "<svg>half a picture" >half.svg\n' >fake/gnuplot
chmod +x fake/gnuplot
fails 1 'cannot write half.svg: the picture is incomplete' 'half a picture is not presented as whole' \
	sh -c 'PATH=$PWD/fake:$PATH scree-draw cow.scree -o half.svg'
for kind in png svg pdf gif; do
	if command -v gnuplot >/dev/null; then
		ok "a whole $kind is good" scree-draw cow.scree -o "a.$kind"
	else
		skip 'no gnuplot'
	fi
done

# grains that have no end in a picture
sed 's/^shape 1 point r=0.5/shape 1 point r=1e9/; s/^domain.*/& periodic=x/' scene.scree >huge.scree
fails 3 'body 1 reaches further than 50 periods' 'images without end are not drawn' timeout 300 scree-draw -o a.svg huge.scree
sed 's/^shape 1 point r=0.5/shape 1 point r=1e300/' scene.scree >huge.scree
fails 3 'body 1 reaches further out than 1e30' 'nor what no picture holds' timeout 300 scree-draw -o a.svg huge.scree
sed '/^frame 10/,$d; s/^\(body [0-9] [0-9] grain [^ ]* [^ ]*\) [^ ]*/\1 1e12/' scene.scree >far.scree
fails 3 'picture goes from x=1e\+12 to .*too far from the origin to draw; scree-move --by' 'nor what is too far from the origin, in words of gnuplot' \
	scree-draw -o a.svg --lo 999999999990,-1 --hi 1000000000010,9 far.scree

# what begins anew has no frames before it
ok 'scree-set --reset begins a stream' sh -c 'scree-set --reset scene.scree | scree-set >out.scree'
is 'of one frame' "$(grep -c ^frame out.scree)" 1
is 'as every definition' "$(grep -c '^calendar' out.scree)" 1
ok 'scree-fill too' sh -c 'scree-fill -q -n 3 --box 99,9 scene.scree | scree-set'

# far outside: images that cannot be counted, vertices that rounding makes one
sed 's/^domain.*/& periodic=xy/; s/^body 1 1 grain - 1 [^ ]*/body 1 1 grain - 1 1e300/' scene.scree >far.scree
fails 4 'column ix of body 1, id 1: found 9007199254740993' 'a place beyond all images is not written' \
	scree-move --replicate 2,1 far.scree
fails 4 'moved by' 'nor simulated' scree-dem2 -t 1 -d 0.01 far.scree
fails 3 'body 1 lies more than 1e9 periods outside' 'nor searched for contacts' timeout 300 scree-contacts --recompute far.scree
sed 's/^domain.*/& periodic=xy tilt=1e300/' scene.scree >tilted.scree
fails 3 'tilted by more than 1e6 periods' 'nor is a tilt beyond count' timeout 300 scree-stress --recompute tilted.scree
printf '%s\n' 'scree 1 dim=2' 'shape 1 polygon r=1 0,0 1e20,0 1e20,1e20 1,1' 'columns body id shape x y' 'frame 0 t=0 body=1' \
	'body 1 1 0 0' 'end 0' >merge.scree
ok 'a shape that is there is read' scree-set merge.scree
fails 4 'shape 1: found it invalid after rounding, expected neighbouring vertices that differ' 'not written when it has an edge no more' \
	scree-mass merge.scree
printf '%s\n' 'scree 1 dim=2' 'domain lo=-1e308,0 hi=1e308,1 periodic=x' >wide.scree
fails 3 'wide.scree:2: domain too large' 'a domain whose width is no number' scree-set wide.scree

# options
timeout 300 scree-shape cow --round 1e-308 >out.scree 2>err
ok "rounding finer than doubles ends, with status $?" test $? -le 4
fails 2 'option --tolerance: 1e-300, expected 1e-5 of' 'a tolerance that takes ages' \
	scree-shape cow --round 0.05 --tolerance 1e-300
fails 2 'option --box: 1e308,1e308, expected sizes above 0' 'a box without area' scree-voronoi -n 5 --box 1e308,1e308
is 'a box is as small as the message allows' "$(scree-voronoi -q -n 5 --box 1e-60,1e-60 | grep -c '^body')" 5
for size in 1e120 1e70; do # the mass overflows, or only the moment of inertia
	scree-shape sphere | awk -v size=$size '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "size") c = k - 1 } /^body/ { $c = size } 1' >huge.scree
	for p in scree-dem3 scree-cd3; do
		fails 3 "body 1: with size $(echo $size | sed 's/e/e./') and its density its mass or its moment" "$p: a body of size $size" $p -t 1 --dt 1 huge.scree
	done
done
scree-shape disk | awk '/^columns body/ { for (k = 3; k <= NF; k++) if ($k == "size") c = k - 1 } /^body/ { $c = 1e100 } 1' >huge.scree
fails 3 'body 1: with size 1e.100 and its density its mass or its moment' 'scree-dem2: a body of size 1e100' scree-dem2 -t 1 huge.scree
printf 'scree 1 dim=%s\nshape 1 %s\ncolumns body id shape x y %s\nframe 0 t=0 body=1\nbody 1 1 0 0 %s\nend 0\n' \
	2 'polygon r=0.1 100,100 101,100 101,101' '' '' >far.scree
fails 4 'its shape lies outside its origin, up to 142.9' 'a shape that lies far from its origin finds no place' scree-fill -n 3 --box 20,20 far.scree
ok 'and does so about its centre of mass' sh -c 'scree-mass -q far.scree | scree-fill -q -n 3 --box 20,20 >out.scree'
scree-energy -q scene.scree >energy.tab
fails 2 'option --y-range: 1,1, expected two different numbers' 'an axis without length' scree-plot --y-range 1,1 -o a.svg energy.tab
scree-voronoi -q -n 12 --periodic xy | scree-set --speed 0.01 >gas.scree
scree-dem2 -q --no-provenance -t 1 gas.scree >a.scree
timeout 300 scree-dem2 -q --no-provenance -t 1 --skin 1e9 gas.scree >b.scree
ok 'a skin wider than the domain changes nothing' cmp a.scree b.scree
printf '%s\n' 'scree 1 dim=2' 'material grain density=1' 'law grain grain linear kn=1' 'shape 1 polyline r=1 -1e308,0 1e308,0' \
	'mass 1 area=1 I=1' 'columns body id shape material x y' 'frame 0 t=0 body=1' 'body 1 1 grain 0 0' 'end 0' >vast.scree
fails 4 'the automatic time step is 0' 'no steps of no length' timeout 300 scree-dem2 -t 0 vast.scree
sed 's/1e308/1e30/g' vast.scree >far.scree
fails 4 '-t 1 needs more than 1e18 steps of' 'no run without end' timeout 300 scree-dem2 -t 1 far.scree
is 'a run whose end is not known' "$(scree-dem2 --until quiet=1 --every 1 --dry-run gas.scree | grep -c '^\(steps\|frames\|output\)  *?')" 3
scree-dem2 -q --integrator gear -t 0.5 gas.scree | awk '$1 == "columns" && $2 == "body" { for (k in column) delete column[k]
	for (k = 3; k <= NF; k++) column[$k] = k - 1 } $1 == "body" && "gear_x" in column { $column["gear_x"] = "1e300" } { print }' >leap.scree
fails 4 'moved by' 'a prediction beyond all images' scree-dem2 --integrator gear -t 1 leap.scree
finish
