#!/bin/sh
# scree-convert --to h5md: what another reader of HDF5, h5py, finds in the file; what it writes is read. The default build has no
# HDF5; where the library is installed, a scree-convert that has it is built here.
. "$(dirname "$0")/../tap.sh"

printf 'scree 1 dim=3\nshape 1 sphere r=0.5\ncolumns body id shape x y z\nframe 0 t=0 body=1\nbody 1 1 0 0 0\nend 0\n' >ball.scree
if scree-convert --list | grep -q '^h5md .* no no'; then
	said='h5md needs the library HDF5, which scree-convert was built without; build it with make HDF5=1'
	fails 2 "option --to: $said" 'without the library it is said what is missing' scree-convert ball.scree --to h5md -o a.h5
	fails 2 "option --output: $said" 'by the suffix, too' scree-convert ball.scree -o a.h5
	ok 'no file is made' test ! -e a.h5
	printf '\211HDF\r\n\032\n12345678' >b.h5
	fails 2 "option --from: $said" 'a file of HDF5 is recognized' scree-convert b.h5
	build=${SCREE_BUILD:-$root/build}
	if ! pkg-config --exists hdf5 2>/dev/null || ! [ -f "$build/libscree.a" ]; then
		skip 'H5MD: libhdf5 is not installed'
		finish
	fi
	here=$PWD
	(cd "$root" && for f in formats/h5md*.c formats/trade.c tools/scree-convert.c; do
		$(cat "$build/flags") -DSCREE_HDF5 $(pkg-config --cflags hdf5) -MF /dev/null -c -o "$here/$(basename "$f" .c).o" "$f" || exit 1
	done && mkdir "$here/bin" && $(cat "$build/flags") -MF /dev/null -o "$here/bin/scree-convert" "$here"/*.o "$build/libscree.a" $(pkg-config --libs hdf5) -lm) \
		>said 2>&1
	ok 'it is built with the library' test -x bin/scree-convert
	PATH=$PWD/bin:$PATH
fi
is 'it is read and written' "$(scree-convert --list | awk '$1 == "h5md" { print $2, $3, $4 }')" '.h5 yes yes'
fails 2 'a_%d.h5, expected a name without %d, because h5md holds all frames' 'all frames are in one file' scree-convert ball.scree -o a_%d.h5

cat >scene.scree <<'END'
scree 1 dim=3
domain lo=-10,-9,-8 hi=10,11,12 periodic=xz tilt=0,1.5,0
material wood density=0.5
shape 2 sphere r=0.7
shape 3 ellipsoid a=1.5,0.9,0.6
columns body id shape material size x y z qw qx qy qz ix iy iz vx vy vz wx wy wz fx fy fz element note
frame 3 t=0.25 body=2
body 7 2 wood 2 -5 2 2 0.8 0.6 0 0 0 0 0 0 0 0 0 0 0.5 0 0 -1 - -
body 9 3 wood 1.5 -2 -3 -4 0.8 0 0.6 0 0 0 2 1 2 3 0 0 0 0.1 0 0 Fe 2.5
end 3
frame 8 t=0.75 body=1
body 7 2 wood 2 -5 2 2.2 0.8 0.6 0 0 0 0 -1 0 0 0.4 0 0 0.5 1 1 1 Cu 3.5
end 8
END
scree-convert scene.scree -o scene.h5
plain() { grep -v '^made' "$1"; }
scree-convert scene.h5 >back.scree
scree-convert scene.scree --to dump | scree-convert --from dump - >dumped.scree
columns() { # NAME...: these columns of the bodies of a stream on stdin
	awk -v names="$*" 'BEGIN { n = split(names, name, " ") } /^frame/ { print $2, $3, $4 } /^columns body/ { for (k = 3; k <= NF; k++) at[$k] = k - 1 }
		/^body/ { for (k = 1; k <= n; k++) printf "%s%s", $at[name[k]], k < n ? " " : "\n" }'
}
all='id material size x y z ix iy iz qw qx qy qz vx vy vz Lx Ly Lz fx fy fz note element'
is 'what comes back is what comes back from a dump' "$(columns $all <back.scree)" "$(columns $all <dumped.scree)"
is 'with the domain' "$(grep '^domain' back.scree)" "$(grep '^domain' scene.scree)"
is 'a frame by its number' "$(scree-convert scene.h5 --frame 1 | sed -n 's/^frame \([0-9]*\).*/\1/p')" 8
printf 'scree 1 dim=2\ndomain lo=0,0 hi=5,6 periodic=xy\nshape 1 point r=0.5 0,0\ncolumns body id shape x y vx vy omega angle fx fy torque\nframe 0 t=0 body=1\nbody 3 1 1 2 0.5 0.25 4 0 7 8 9\nend 0\n' >disk.scree
is 'the plane' "$(scree-convert disk.scree --to h5md | scree-convert --from h5md - | columns id size x y vx vy omega fx fy torque | tail -n 1)" '3 0.5 1 2 0.5 0.25 4 7 8 9'
printf 'scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z\nframe 4 t=0.5 body=0\nend 4\n' >none.scree
is 'a frame without bodies' "$(scree-convert none.scree --to h5md | scree-convert --from h5md - | sed -n 's/^\(frame.*\) dt.*/\1/p')" 'frame 4 t=0.5'
{ sed 's/frame 4/frame 3/; s/end 4/end 3/' none.scree; printf 'frame 4 t=0.5 body=1\nbody 6 1 1 2 3\nend 4\nframe 5 t=0.75 body=0\nend 5\nframe 6 t=1 body=1\nbody 6 1 1 2 4\nend 6\n'; } >gap.scree
is 'also between others' "$(scree-convert gap.scree --to h5md | scree-convert --from h5md - | awk '/^frame/ { printf "%s %s;", $2, $NF } /^body/ { printf "%s;", $9 }')" \
	'3 body=0;4 body=1;3;5 body=0;6 body=1;4;'
sed 's/^columns body.*/& note/; s/^body.*/& happy/' gap.scree >gap2.scree
is 'and in a column of words' "$(scree-convert gap2.scree --to h5md | scree-convert --from h5md - | awk '/^body/ { print $NF }' | tr '\n' ' ')" 'happy happy '
is 'a word with # comes back whole' "$(sed 's/happy/a#b/' gap2.scree | scree-convert --to h5md | scree-convert --from h5md - | awk '/^body/ { print $NF }' | head -n 1)" 'a#b'
sed '$d' scene.scree | sed 's/ 3.5$/ happy/; $a end 8' >words.scree
fails 2 "h5md holds words or numbers in a column, found 'happy' in the column note, which had numbers" 'a word among numbers' scree-convert words.scree -o w.h5
ok 'no file is left' test ! -e w.h5
head -c 3000 scene.h5 >cut.h5
fails 3 'cut.h5: found no HDF5 file that can be read' 'a file that is cut' scree-convert cut.h5

python=
for p in python3 /usr/bin/python3; do
	[ "$python" ] || ! $p -c 'import h5py' 2>/dev/null || python=$p
done
if ! [ "$python" ]; then
	skip 'h5py reads and writes H5MD: it is not installed'
	finish
fi
cat >see.py <<'END'
import h5py, numpy as np
f = h5py.File('scene.h5', 'r')
g = f['particles/grains']
def line(*x): print(*[' '.join('%.17g' % v for v in np.ravel(a)) for a in x])
line(f['h5md'].attrs['version'], g['box'].attrs['dimension'])
print(*[b.decode() for b in g['box'].attrs['boundary']], f['h5md/creator'].attrs['name'].decode())
line(g['box/edges/value'][0])
line(g['position/step'][:], g['velocity/time'][:])
line(g['position/value'][0])
line(g['position/value'][1, 0], g['id/value'][1])
line(g['velocity/value'][0, 1], g['image/value'][0, 1], g['force/value'][0, 1])
line(g['orientation/value'][0], g['radius/value'][0], g['shape/value'][0, 1])
line(np.round(g['angular_velocity/value'][0, 0], 12) + 0., g['note/value'][0, 1:])
print(*[s.decode() for s in g['element/value'][0]])
END
$python see.py >seen
is 'h5py: version, box, creator' "$(head -n 3 seen)" "$(printf '1 1 3\nperiodic none periodic scree-convert\n20 0 0 0 20 0 1.5 0 20')"
is 'h5py: steps and times, which elements share' "$(sed -n 4p seen)" '3 8 0.25 0.75'
is 'h5py: places; who is not there is -1' "$(sed -n 5,6p seen)" "$(printf '%s\n' '-5 2 2 -2 -3 -4' '-5 2 2.2000000000000002 7 -1')"
is 'h5py: velocities, images, forces' "$(sed -n 7p seen)" '1 2 3 0 0 2 0.10000000000000001 0 0'
is 'h5py: quaternions with the real part first, radii, full axes' "$(sed -n 8p seen)" \
	'0.80000000000000004 0.59999999999999998 0 0 0.80000000000000004 0 0.59999999999999998 0 1.3999999999999999 2.25 4.5 2.7000000000000002 1.7999999999999998'
is 'h5py: numbers of ours' "$(sed -n 9p seen)" '0 0 0.5 2.5'
is 'h5py: words' "$(sed -n 10p seen)" '- Fe'
# a file of another program: fixed steps, lengths of the box, a species for all frames, 32-bit floats
cat >make.py <<'END'
import h5py, numpy as np
f = h5py.File('theirs.h5', 'w')
g = f.create_group('particles/all')
b = g.create_group('box')
b.attrs['dimension'] = 3
b.attrs['boundary'] = np.array(['periodic', 'periodic', 'none'], dtype=h5py.string_dtype())
b['edges'] = [4., 5., 6.]
p = g.create_group('position')
p['value'] = np.array([[[1, 2, 3], [2, 2.5, 3]], [[1, 2, 3.5], [2, 2.5, 3]]], dtype='f4')
p['step'] = 100
p['time'] = 0.5
p['time'].attrs['offset'] = 2.
g['species'] = np.array([4, 2], dtype='i4')
END
$python make.py
scree-convert --radius 0.25 theirs.h5 >theirs.scree
is 'a file of h5py is read' "$(grep '^domain' theirs.scree; columns id material size x y z <theirs.scree)" "$(printf '%s\n' 'domain lo=0,0,0 hi=4,5,6 periodic=xy' \
	'0 t=2 dt=0' '1 grain4 0.25 1 2 3' '2 grain2 0.25 2 2.5 3' '100 t=2.5 dt=0' '1 grain4 0.25 1 2 3.5' '2 grain2 0.25 2 2.5 3')"
# attributes and steps that overflow what is read into
$python -c 'import h5py, numpy as np; f = h5py.File("theirs.h5", "a"); f["particles/all/box"].attrs["dimension"] = np.full(4000, 3, dtype="i4")'
is 'a dimension of many numbers is as none' "$(scree-convert --radius 0.25 theirs.h5 | grep -v '^made')" "$(grep -v '^made' theirs.scree)"
$python -c 'import h5py; f = h5py.File("theirs.h5", "a"); p = f["particles/all/position"]; del p["step"]; p["step"] = [0., 1e30]'
fails 3 'theirs.h5: found a step outside of 0 to 2.53' 'a step that is no number of steps' scree-convert --radius 0.25 theirs.h5
finish
