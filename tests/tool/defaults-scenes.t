#!/bin/sh
# Programs that make, change and draw scenes: what --help says of a default is what is done where nothing is given.
. "$(dirname "$0")/../tap.sh"

# told PROGRAM OPTION: the default in the text of --help
told() { "$1" --help | awk -v o="--$2" '/^  [ -]/ { on = 0; for (k = 1; k < 4; k++) if ($k == o) on = 1 } on { s = s " " $0 }
	END { if (sub(/ .default.*/, "", s)) { sub(/.* /, "", s); print s; exit }
		if (!match(s, /default:? [-+.,0-9a-z]+/)) exit 1
		s = substr(s, RSTART, RLENGTH); sub(/default:? /, "", s); sub(/[,.]$/, "", s); print s }'; }
bare() { grep -av '^made\|binary array' "$1"; }
differ() { ! cmp -s "$1" "$2"; }
# same PROGRAM OPTION INPUT ARGUMENT...: equal with and without what is told; and something else with OTHER
same() {
	p=$1 option=$2 other=$3 input=$4
	shift 4
	default=$(told "$p" "$option")
	"$p" "$@" "$input" >without 2>/dev/null
	"$p" "$@" "--$option" "$default" "$input" >with 2>/dev/null
	bare without >a
	bare with >b
	ok "$p: --$option $default is the default" sh -c 'test -s a && cmp a b'
	[ "$other" = - ] && return
	"$p" "$@" "--$option" "$other" "$input" >with 2>/dev/null
	bare with >b
	ok "and $other is something else" differ a b
}
cat >plane <<'S'
scree 1 dim=2
domain lo=-1,2 hi=6,5 periodic=xy
material g density=2
law g g linear kn=200 kt=50 mu=0.5 en=0.7
shape 1 point r=0.5 0,0
shape 2 polygon r=0.1 -0.5,-0.25 0.5,-0.25 0.5,0.25 -0.5,0.25
columns body id shape material size x y vx vy glow
frame 0 t=0 body=4
body 9 1 g 1 0 3 0.5 0 1
body 3 2 g 1.25 1 3.2 0 0.25 2
body 5 1 g 0.5 3 4 0.1 0 4
body 4 2 g 0.75 4.5 2.5 0 0 3
end 0
S
grep -v ^domain plane >open
cat >space <<'S'
scree 1 dim=3
domain lo=-1,2,3 hi=6,5,11 periodic=xyz
material g density=2
law g g linear kn=200 kt=50 mu=0.5 en=0.7
shape 1 sphere r=0.5
shape 2 clump -0.5,0,0,0.375 0.5,0,0,0.375
columns body id shape material size x y z vx vy vz glow
frame 0 t=0 body=4
body 9 1 g 1 0 3 4 0.5 0 0 1
body 3 2 g 1.25 1.55 3.2 4 0 0.25 0 2
body 5 1 g 0.5 3 4 5 0.1 0 0 4
body 4 2 g 0.75 4.5 2.5 6 0 0 0.5 3
end 0
S
grep -v ^domain space >open3

# ---- scree-convert ----
printf '1,2,3,0.5\n4,2,3,0.75\n' >two.csv
same scree-convert density 2 two.csv
sed 's/body=4/body=1/; /^body [954] /d; s/clump .*/ellipsoid a=0.75,0.5,0.25/' space >one3
same scree-convert edges 12 one3 --to off
fails 2 'edges: 1, expected' 'less edges than are told' scree-convert --to off --edges 1 one3
fails 2 'edges: 1001, expected' 'more' scree-convert --to off --edges 1001 one3

# ---- scree-set ----
for scene in plane space; do
	same scree-set seed 2 $scene --speed 0.5
	same scree-set seed 2 $scene --temperature 0.5
done

# ---- scree-move: about the middle of the domain, or the origin ----
places() { awk '/^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
	/^body/ { printf "%.9g %.9g ", $at["x"], $at["y"]; if ("z" in at) printf "%.9g ", $at["z"] }'; }
is 'a part is turned about the middle of the domain' "$(scree-move -q --turn 0.5 --where 'id < 6' plane | places)" \
	"$(scree-move -q --turn 0.5 --about 2.5,3.5 --where 'id < 6' plane | places)"
is 'or about the origin where there is none' "$(scree-move -q --turn 0.5 open | places)" \
	"$(scree-move -q --turn 0.5 --about 0,0 open | places)"
is 'scaled about it, too' "$(scree-move -q --scale 1.5 --where 'id < 6' plane | places)" \
	"$(scree-move -q --scale 1.5 --about 2.5,3.5 --where 'id < 6' plane | places)"
is 'in space' "$(scree-move -q --scale 1.5 --where 'id < 6' space | places)" \
	"$(scree-move -q --scale 1.5 --about 2.5,3.5,7 --where 'id < 6' space | places)"
is 'where there is none' "$(scree-move -q --turn 0.5 --axis 1,2,3 open3 | places)" \
	"$(scree-move -q --turn 0.5 --axis 1,2,3 --about 0,0,0 open3 | places)"
same scree-move axis 0,1,0 open3 --turn 0.5 --where 'id < 6'

# ---- the simulators ----
for p in scree-dem2 scree-dem3; do
	scene=$([ $p = scree-dem2 ] && echo plane || echo space)
	same $p light 2 $scene -q -t 0.0625 -d 0.0009765625 -e 0.015625
	same $p threads - $scene -q -t 0.0625 -d 0.0009765625 -e 0.015625
	same $p skin - $scene -q -t 0.0625 -d 0.0009765625 -e 0.015625
	dt=$($p --dry-run -t 1 $scene | foretold 'automatic time step')
	is "$p: the step is the automatic one" "$($p --dry-run -t 1 $scene | foretold 'time step')" "$dt"
	is "$p: or that of the stream" "$(scree-set -q --dt 0.001 $scene | $p --dry-run -t 1 | foretold 'time step')" 0.001
	is "$p: or the automatic one all the same" "$(scree-set -q --dt 0 $scene | $p --dry-run -t 1 | foretold 'time step')" "$dt"
	is "$p: a frame at the end only" "$($p -q -t 0.0625 -d 0.0009765625 $scene | grep -c ^frame)" 2
	is "$p: a skin that is given" "$($p --dry-run -t 1 --skin 0.0625 $scene | foretold 'skin')" 0.0625
done
same scree-dem2 integrator gear plane -q -t 0.0625 -d 0.0009765625

# ---- scree-draw, by its script ----
draw=$(command -v scree-draw)
drawn() { # SCRIPT ARGUMENT...
	script=$1
	shift
	env PATH="$tmp/none" "$draw" --script "$script" "$@" >/dev/null 2>&1
}
look() { # OPTION OTHER SCENE NAME ARGUMENT...
	option=$1 other=$2 scene=$3 name=$4
	shift 4
	default=$(told scree-draw "$option")
	drawn a.gp -o "$name" "$@" "$scene"
	drawn b.gp -o "$name" "$@" "--$option" "$default" "$scene"
	drawn c.gp -o "$name" "$@" "--$option" "$other" "$scene"
	ok "scree-draw: --$option $default is the default in $scene" sh -c 'test -s a.gp && cmp a.gp b.gp'
	ok "and $other is something else" differ a.gp c.gp
}
{ cat plane; sed -n '/^frame/,$p' plane |
	sed 's/frame 0 t=0/frame 1 t=1/; s/^body 9 1 g 1 0/body 9 1 g 1 1/; s/^end 0/end 1/'; } >plane2
look palette heat plane a.svg -c glow
look frame 0 plane2 a.svg -c glow
look fps 11 plane2 a.gif
look size 901 plane a.svg
look palette heat space a.png -c glow --size 60,60
look view -65,21 space a.png --size 60,60
look perspective 30 space a.png --size 60,60
finish
