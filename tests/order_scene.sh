# order_scene.sh: streams of bodies from lines of places, and parts of tables, for tests of scree-order; after tap.sh.
# cell NAME ROW: of a table, the row counted from 1
cell() {
	awk -v c="$1" -v r="$2" '/^# / && !/made|scree-table|block/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } }
		!/^#/ && NF && ++n == r { print $k }'
}
# column NAME: all of it
column() {
	awk -v c="$1" '/^# / && !/made|scree-table|block/ { for (i = 2; i <= NF; i++) { sub(/\[.*/, "", $i); if ($i == c) k = i - 1 } }
		!/^#/ && NF { print $k }'
}
# a stream: DOMAIN, then bodies as lines "x y [angle [shape]]" on stdin; shapes: 1 disk, 2 rod along x, 3 rod of twice the size
stream() {
	echo 'scree 1 dim=2'
	[ -z "$1" ] || echo "domain $1"
	cat <<-'S'
	material sand density=1
	law sand sand linear kn=1 kt=0
	shape 1 point r=0.25 0,0
	shape 2 polyline r=0.25 -1,0 1,0
	shape 3 polygon r=0 -5,-1 5,-1 5,1 -5,1
	shape 4 polygon r=0 -5,-0.5 5,-0.5 5,0.5 -5,0.5
	columns body id shape material x y angle
	S
	awk '{ b = b "body " NR " " (NF > 3 ? $4 : 1) " sand " $1 " " $2 " " (NF > 2 ? $3 : 0) "\n" }
		END { printf "frame 0 t=0 dt=0 due=0 body=%d\n%send 0\n", NR, b }'
}
