#!/bin/sh
# scree-draw -o film.mp4: what ffmpeg is given, that nothing is left behind, and what is said without it. A stand-in for ffmpeg
# notes its arguments and pictures; where the real one is installed it makes films, too.
. "$(dirname "$0")/../tap.sh"

command -v gnuplot >/dev/null || { skip 'no gnuplot here'; finish; }
scree-shape rice | scree-fill -q -n 5 --fraction 0.2 --periodic xy --speed 0.05 | scree-dem2 -q -t 3 --every 1 >gas.scree
mkdir fake none tmp
for p in scree-draw gnuplot sh; do ln -s "$(command -v $p)" none/$p; done
cat >fake/ffmpeg <<'END'
#!/bin/sh
[ "$1" = -version ] && exit 0
for a; do echo "$a"; last=$a; case $a in */%06d.png) folder=${a#file:}; folder=$(printf %s "${folder%/*}" | sed s/%%/%/g) ;; esac; done >args
ls "$folder" >pictures
echo "$folder" >folder
head -c 4 "$folder/000000.png" | tail -c 3 >kind
[ -f fail ] && { echo 'the disk is full'; exit 1; }
echo film >"${last#file:}"
END
chmod +x fake/ffmpeg
film() { env PATH="$tmp/fake:$PATH" scree-draw -q --size 120 "$@"; }
ok 'a film' film -o a.mp4 --fps 12.5 gas.scree
is 'from ffmpeg' "$(cat a.mp4)" film
is 'of all frames' "$(tr '\n' ' ' <pictures)$(cat kind)" '000000.png 000001.png 000002.png 000003.png PNG'
is 'at this rate, H.264, of even size' "$(tr '\n' ' ' <args | grep -o 'framerate 12.5\|libx264\|yuv420p\|pad=[^ ]*' | tr '\n' ' ')" \
	'framerate 12.5 pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white yuv420p libx264 '
ok 'its pictures are gone' test ! -e "$(cat folder)"
ok 'a webm is VP9' sh -c "$(printf 'PATH=%s scree-draw -q --size 120 -o b.webm gas.scree' "$tmp/fake:$PATH"); grep -q vp9 args"
film -o b.mp4 --frame 1,3 gas.scree
is 'chosen frames follow each other, since ffmpeg ends at a number that is missing' "$(tr '\n' ' ' <pictures)" '000000.png 000001.png '
scree-pick -q --last gas.scree >one.scree
film -o c.mp4 one.scree
is 'a film of one frame' "$(cat pictures)" 000000.png
mkdir 'a%d*b'
env PATH="$tmp/fake:$PATH" TMPDIR="$tmp/a%d*b" scree-draw -q --size 120 -o c.mp4 one.scree
is 'a temporary folder with a percent sign and a star' "$(cat pictures) $(grep -c 'a%%d\*b' args) $(ls 'a%d*b')" '000000.png 1 '
scree-draw -q --size 120 --frame all -o 'a%d*b/f%d.png' gas.scree
is 'pictures in such a folder' "$(ls 'a%d*b' | head -n 2 | tr '\n' ' ')" 'f0.png f1.png '
touch fail
fails 1 'ffmpeg: the disk is full' 'a failure is told' env PATH="$tmp/fake:$PATH" scree-draw -q --size 120 -o d.mp4 gas.scree
ok 'and leaves no pictures' test ! -e "$(cat folder)"
fails 1 'found no ffmpeg, which makes e.mp4: install the package ffmpeg, or draw a .gif' 'no ffmpeg' \
	env PATH="$tmp/none" scree-draw -o e.mp4 gas.scree
rm fail
# a signal while frames come in
mkdir parent
mkfifo pipe
env PATH="$tmp/fake:$PATH" TMPDIR="$tmp/parent" scree-draw -q --size 120 -o f.mp4 pipe &
draw=$!
exec 3>pipe
cat one.scree >&3
until [ "$(ls parent)" ]; do sleep 0.05; done
kill -TERM $draw
cat one.scree >&3
exec 3>&-
status=0
wait $draw || status=$?
is 'a signal ends a film: its status' "$status" 143
is 'and no pictures are left' "$(ls parent)" ''
ok 'nor a film' test ! -e f.mp4
fails 2 'frame: 1, expected all or several for a film' 'a film of one frame of many' env PATH="$tmp/fake:$PATH" scree-draw -o e.mp4 --frame 1 gas.scree
fails 2 'script: is not for films' 'a script of a film' env PATH="$tmp/fake:$PATH" scree-draw -o e.mp4 --script e.gp gas.scree
fails 2 'expected a name in .png' 'a film of a table' scree-plot -o e.mp4 gas.scree
if command -v ffmpeg >/dev/null; then
	TMPDIR="$tmp/a%d*b" scree-draw -q --size 121,121 -o real.mp4 gas.scree
	is 'a real film' "$(head -c 8 real.mp4 | tail -c 4)" ftyp
	scree-draw -q --size 121,121 -o real.webm gas.scree
	command -v ffprobe >/dev/null && {
		scree-draw -q --size 121,121 -o chosen.mp4 --frame 1,3 gas.scree
		is 'a real film of chosen frames' "$(ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 chosen.mp4)" 2
	}
	is 'a real webm' "$(od -An -tx1 -N4 real.webm | tr -d ' ')" 1a45dfa3
else
	skip 'no ffmpeg here'
fi
finish
