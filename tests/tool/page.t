#!/bin/sh
# scree-draw to an HTML page: what the page holds, and, where Chromium is installed, what it shows and does.
. "$(dirname "$0")/../tap.sh"

# ---- the page as text ----
weird='</script><b id=evil>"&'
cat >two.scree <<END
scree 1 dim=3
units length=mm</script> mass=g time=s
domain lo=0,0,0 hi=8,6,6 periodic=x
shape 1 sphere r=1
shape 2 ellipsoid a=2,1,0.5
shape 3 clump -1,0,0,0.5 1,0,0,0.5
shape 4 mesh vertices=8 -1,-1,-1 1,-1,-1 1,1,-1 -1,1,-1 -1,-1,1 1,-1,1 1,1,1 -1,1,1 0,2,1 0,3,2 4,5,6 4,6,7 0,1,5 0,5,4 2,3,7 2,7,6 1,2,6 1,6,5 0,4,7 0,7,3
shape 5 plane
constraint floor x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed
columns body id shape tag size x y z qw qx qy qz warmth mood
frame 0 t=0 body=6
body 12345678901 1 - 1 1 3 4.5 1 0 0 0 0 </script><script>hacked=1</script>
body 2 1 - 0.5 1 5 4.5 1 0 0 0 0.5 calm
body 3 2 - 1 6 3 4 0.70710678118654757 0 0.70710678118654757 0 1 calm
body 4 3 - 1 3 3 1.5 1 0 0 0 0 calm
body 5 4 - 0.5 5.2 3 1.4 1 0 0 0 0.1234567 calm
body 6 5 floor 1 0 0 0 1 0 0 0 0 -
end 0
frame 10 t=2.5 body=6
body 12345678901 1 - 1 2 3 4.5 1 0 0 0 1 calm
body 2 1 - 0.5 1 5 4.5 1 0 0 0 0.5 calm
body 3 2 - 1 6 3 4 0.70710678118654757 0 0.70710678118654757 0 1 calm
body 4 3 - 1 3 3 1.5 1 0 0 0 0 calm
body 5 4 - 0.5 5.2 3 1.4 1 0 0 0 - calm
body 6 5 floor 1 0 0 0 1 0 0 0 0 -
end 10
END
ok 'a page is written' scree-draw -q -o solid.html --title "$weird" -c warmth --range 0,1 --palette polar --view -90,0 two.scree
is 'it names no other place' "$(grep -cE 'https?:|src=|@import|url\(' solid.html)" 0
ok 'the page holds the words of the stream' grep -q 'hacked=1' solid.html
is 'and nothing of the stream ends the script that holds it' "$(grep -o '<[^>]*\(hacked\|evil\)' solid.html)" ''
# numbers BLOCK: of solid.html
numbers() {
	sed -n "s/^<script type=\"text\/plain\" id=\"b$1\">f\(.*\)<\/script>/\1/p" solid.html | base64 -d | od -A n -v -t f4 -w4 --endian=little
}
part() { # NAME FRAME: the number of a block
	sed -n "s/.*\"number\":$2,.*\"$1\":\([0-9-]*\),.*/\1/p" solid.html
}
middle=$(sed -n 's/.*"centre":\[\([^]]*\)\],"scale":\([^,]*\),.*/\1,\2/p' solid.html)
near 'positions are relative to the middle' "$(numbers "$(part at 0)" | sed -n 7p | awk -v m="$middle" '{ split(m, c, ","); print $1 * c[4] + c[1] }')" 6 1e-5
near 'and the second frame has its own' "$(numbers "$(part at 1)" | sed -n 1p | awk -v m="$middle" '{ split(m, c, ","); print $1 * c[4] + c[1] }')" 2 1e-5
is 'sizes that do not change are there once' "$(part size 0)" "$(part size 1)"
ok 'a column that is left out is not there' scree-draw -q -o few.html --columns warmth two.scree
is 'but others are' "$(grep -c '"mood"' few.html) $(grep -c '"warmth"' few.html)" '0 2'
scree-draw -q -o formula.html -c '2*warmth' --columns tag two.scree
is 'a formula is a column of its own, with its range' "$(grep -o '"2\*warmth",[0-9]*,0,0,2' formula.html | wc -l)" 2
fails 2 'force-width: is for contact forces' 'a width of no forces' scree-draw -q -o width.html --force-width 0.1 two.scree
awk 'BEGIN { n = 20000; print "scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z vx vy vz"
	for (f = 0; f < 2; f++) { print "frame " f " t=" f " body=" n
		for (i = 1; i <= n; i++) print "body", i, 1, i % 97 + f / 3, i % 89, i % 83, 0, 0, 0; print "end " f } }' >many.scree
scree-draw -q -o many.html many.scree
near 'positions of a frame take 16 bytes a grain, and what does not change takes nothing' \
	"$(awk -v n="$(wc -c <many.html)" -v e="$(wc -c <few.html)" 'BEGIN { print (n - e) / 20000 }')" $((2 * 16 + 6 + 5)) 1.5

# a tilted domain, whose slanted cell has the image of the first grain at x = 4.3 and the second grain itself
cat >slanted.scree <<END
scree 1 dim=3
domain lo=0,0,0 hi=4,4,4 periodic=xyz tilt=-1.8,0,0
shape 1 sphere r=0.5
columns body id shape x y z
frame 0 t=0 body=2
body 1 1 0.3 0.5 1
body 2 1 2.5 2.25 3
end 0
END
mv solid.html first.html
scree-draw -q -o solid.html slanted.scree
middle=$(sed -n 's/.*"centre":\[\([^]]*\)\],"scale":\([^,]*\),.*/\1,\2/p' solid.html)
near 'a grain is drawn in the cell' "$(numbers "$(part at 0)" | sed -n 1p | awk -v m="$middle" '{ split(m, c, ","); print $1 * c[4] + c[1] }')" 4.3 1e-5
near 'its x is that of the stream' "$(numbers "$(grep -o '\["x",[0-9-]*' solid.html | cut -d , -f 2)" | sed -n 1p)" 0.3 1e-5
mv first.html solid.html

# ---- which bodies there are ----
range() { grep -o '"2\*warmth",[0-9][^]]*' "$1" | cut -d , -f 4,5 | head -n 1; }
bodies() { grep -o '"number":0,"n":[0-9]*' "$1" | cut -d : -f 3; }
scree-draw -q -o part.html --hide walls two.scree
is 'a page without walls' "$(bodies part.html)" 5
is 'has no row of them either' "$(grep -c '"floor"' solid.html part.html | cut -d : -f 2 | paste -s -d ' ')" '1 0'
scree-draw -q -o part.html --only floor two.scree
is 'a page with nothing else' "$(bodies part.html)" 1
scree-draw -q -o part.html --lo 0,0,2 --hi 7,4,6 -c '2*warmth' two.scree
is 'grains with centres outside the box are not there, the plane is' "$(bodies part.html)" 3
is 'and the range of colours is that of the others' "$(range part.html)" 0,2
scree-draw -q -o part.html --hide walls --lo 0,4,2 --hi 7,6,6 -c '2*warmth' two.scree
is 'another box has another range' "$(bodies part.html) $(range part.html)" '1 1,1'
ok 'a tag that no body has' sh -c 'scree-draw -o part.html --hide flor two.scree 2>&1 | grep -q "no body.*flor"'

# ---- refusals ----
fails 2 'option --size.*HTML' 'a size is for pictures' scree-draw --size 100 -o a.html two.scree
fails 2 'option --axes.*HTML' 'so are axes' scree-draw --axes -o a.html two.scree
fails 2 'option --columns.*FILE.html' 'columns are for pages' scree-draw --columns x -o a.png two.scree
fails 2 'no column mud.*warmth mood' 'a column that is not there' scree-draw --columns warmth,mud -o a.html two.scree
fails 2 'without %' 'one page for all frames' scree-draw -o 'a%d.html' two.scree
fails 2 'option --turn.*by hand' 'a page is turned by hand' scree-draw --turn 90 -o a.html two.scree
fails 2 'option --motion.*no arrows' 'no arrows' scree-draw --motion velocity -o a.html two.scree
fails 2 '8,0,0 is not below' 'a box without room' scree-draw --lo 8,0,0 --hi 1,6,6 -o a.html two.scree
fails 2 'several streams' 'one stream' scree-draw -o a.html two.scree two.scree
fails 3 'frames 0 to 1' 'a frame that is not there' scree-draw --frame 7 -o a.html two.scree
fails 3 'no contact records' 'no forces' scree-draw -f -o a.html two.scree
fails 1 'folder there' 'no folder' scree-draw -o there/a.html two.scree
ln -s /dev/full full.html
fails 1 'cannot write full.html: No space' 'a full disk' scree-draw -o full.html two.scree

# 5.1 million sides of cells: four numbers of four bytes each, in base64, are 108.8 MB, once for both frames
{
	printf 'scree 1 dim=2\nshape 1 disks 0,0,1\ncolumns body id shape x y\ncell 1'
	yes ' 0,0 1,0 0,1' | head -n 1700000 | tr -d '\n'
	printf '\nframe 0 t=0 body=1\nbody 1 1 4 3\nend 0\nframe 1 t=1 body=1\nbody 1 1 4 3\nend 1\n'
} >cells.scree
is 'the size of a large page counts its cells' "$(scree-draw --cells -o full.html cells.scree 2>&1 | grep -o 'has about [0-9]* MB')" 'has about 109 MB'
rm cells.scree

# ---- what Chromium sees ----
for name in chromium chromium-browser google-chrome google-chrome-stable; do
	browser=$(command -v $name) && break
done
if [ -z "$browser" ]; then
	skip 'no chromium here'
	finish
fi
cat >plane.scree <<END
scree 1 dim=2
domain lo=0,0 hi=10,8 periodic=xy tilt=3
shape 1 polygon r=0.5 -1,-1 1,-1 1,1 -1,1
shape 2 ring r=0.1 -1,-1 1,-1 1,1 -1,1
shape 3 disks 0,0,1 0.8,0,0.5
columns body id shape size x y angle warmth
columns contact i fi j fj x y nx ny overlap fn ft
frame 0 t=0 body=4 contact=1
body 1 1 1 3 4 0 0
body 2 2 1 7 4 0.78539816339744828 1
body 3 3 1 9.9 2 0 1
body 4 3 0.5 4 7.9 0 1
contact 1 1 2 0 4.5 4 1 0 0 10 0
end 0
END
scree-draw -q -o plane.html -f -c warmth --range 0,1 --palette polar plane.scree
cat >seen.scree <<END
scree 1 dim=2
domain lo=0,0 hi=10,8 periodic=x
shape 1 disks 0,0,1
columns body id shape x y warmth
cell 1 2,1 6,1 6,5 2,5
frame 0 t=1000000 body=2
body 1 1 4 3 1
body 2 1 8 6 3
end 0
frame 1 t=1000000.5 body=2
body 1 1 4 3 10
body 2 1 8 6 30
end 1
END
# a domain that leans by more than half a period: the first disk has an image at the lower right corner
cat >lean.scree <<END
scree 1 dim=2
domain lo=0,0 hi=10,8 periodic=xy tilt=9
shape 1 disks 0,0,1
columns body id shape size x y
frame 0 t=0 body=2
body 1 1 2 0.5 7.5
body 2 1 1 5 4
end 0
END
scree-draw -q -o lean.html lean.scree
scree-draw -q -o seen.html --fps 25 -c warmth --range frame --cells --opacity 0.25 --palette grey --beside bar --lo 1,1 --hi 7,5 --zoom 2 --centre 6,3 seen.scree
# Each page gets a script that tells the page around it what it finds: lines "what, found, expected", with tabs between them.
cat >common.js <<'END'
<script>
const said = [], faults = [];
addEventListener("error", e => faults.push(e.message + " in line " + e.lineno));
const say = (what, found, expected) => said.push([what, found, expected].join("\t"));
const hue = ([r, g, b]) => r > 1.25 * b ? "red" : b > 1.25 * r ? "blue" : "other";
const click = (x, y) => { for (const k of ["pointerdown", "pointerup"]) document.getElementById("view").dispatchEvent(
	new PointerEvent(k, { pointerId: 1, clientX: x, clientY: y, bubbles: true })); };
const row = name => { for (const tr of document.querySelectorAll("#row tr")) if (tr.cells[0].textContent === name) return tr.cells[1].textContent; };
const end = page => { say(page + ": no error", faults.join("; "), ""); parent.postMessage(said.join("\n"), "*"); };
</script>
END
# with_script PAGE SCRIPT: the page with these, on stdout; the script runs when the page has begun
with_script() {
	awk -v script="$2" 'function put(file) { while ((getline line < file) > 0) print line; close(file) }
		/^<canvas id="view"/ { put("common.js") } /^<\/body>/ { put(script) } { print }' "$1"
}
cat >solid.js <<'END'
<script>
{
const s = scree, spot = i => s.placeOf(i), px = s.view.zoom / s.scene.scale; /* pixels per length */
say('the title is text', document.getElementById('title').textContent + document.title, '<\/script><b id=evil>"&'.repeat(2));
say('nothing of the stream has become a part of the page', [document.getElementById('evil'), window.hacked, document.querySelectorAll('#bar b').length], ',,0');
say('grains have the colours of their numbers', [hue(s.pixel(...spot(0))), hue(s.pixel(...spot(2)))], 'blue,red');
say('a sphere ends at its radius', [0.97, 1.03].map(r => s.pick(spot(0)[0], spot(0)[1] - r * px)), '0,-1');
say('the nearer grain hides the farther', s.pick(...spot(1)), 0);
say('a turned ellipsoid', [[0, 1.95], [0, 2.05], [0.47, 0], [0.53, 0], [0.3, 1.4]].map(([x, z]) => s.pick(spot(2)[0] + x * px, spot(2)[1] - z * px)), '2,-1,2,-1,2');
say('a clump is its balls', [-1.45, -1.55, -0.55, 0, 0.55].map(x => s.pick(spot(3)[0] + x * px, spot(3)[1])), '3,-1,3,-1,3');
say('a mesh is its triangles', [[0.47, 0.47], [0.53, 0.47], [-0.47, -0.47]].map(([x, z]) => s.pick(spot(4)[0] + x * px, spot(4)[1] - z * px)), '4,-1,4');
click(...spot(0));
say('a click shows the row of a grain', ['id', 'warmth', 'mood', 'x', 'size'].map(row), '12345678901,0,<\/script><script>hacked=1<\/script>,1,1');
document.getElementById('frame').value = 1;
document.getElementById('frame').dispatchEvent(new Event('input'));
say('the slider shows the next frame', document.getElementById('time').textContent, 'frame 1, t = 2.5 s');
say('with the grain at its new place and in its new colour', [hue(s.pixel(...spot(0))), row('x'), row('warmth'), s.pick(spot(1)[0] - 0.2 * px, spot(1)[1])], 'red,2,1,1');
click(...spot(4));
say('a missing value is a dash', row('warmth'), '-');
click(2, 90);
say('a click beside all bodies hides the row', document.getElementById('row').hidden, 'true');
say('the colour bar', document.getElementById('name').textContent + ' ' + [...document.querySelectorAll('#marks span')].map(e => e.textContent), 'warmth 0,0.25,0.5,0.75,1');
const select = document.getElementById('color');
select.value = 'mood';
select.dispatchEvent(new Event('change'));
say('words have a legend', [...document.querySelectorAll('#words span')].map(e => e.textContent), '<\/script><script>hacked=1<\/script>,calm');
say('and a colour each', s.pixel(...spot(2))[0] < s.pixel(...spot(2))[2], 'true');
dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
dispatchEvent(new KeyboardEvent('keydown', { key: 'z' }));
say('keys: the frame before, seen from above', [document.getElementById('time').textContent, s.pick(...spot(1))], 'frame 0, t = 0 s,1');
say('the plane is there', s.pick(...spot(3).map((v, k) => v + (k ? 0 : 0.1))), 5);
dispatchEvent(new KeyboardEvent('keydown', { key: 'r' }));
const far = spot(2)[0] - spot(0)[0];
document.getElementById('view').dispatchEvent(new WheelEvent('wheel', { deltaY: -200, clientX: spot(0)[0], clientY: spot(0)[1] }));
say('the wheel zooms', Math.round(100 * (spot(2)[0] - spot(0)[0]) / far), Math.round(100 * Math.exp(0.3)));
s.fit();
dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }));
paint();
say('and has no scale bar', document.getElementById('length').hidden, 'true');
say('in perspective the nearer is larger: past the edge of its parallel picture', s.pick(spot(0)[0], spot(0)[1] - 1.0 * px * 1.005), 0);
say('dark', (s.theme(true), s.pixel(2, 90)[0] < 60), 'true');
const gl = document.getElementById('view').getContext('webgl2'), calls = [];
for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
	const own = gl[name];
	gl[name] = (...a) => { calls.push(name); own.apply(gl, a); };
}
s.pick(5, 95);
say('all balls are one call, without instances', calls.filter(c => c !== 'drawArrays'), 'drawElements');
end('space');
}
</script>
END
cat >plane.js <<'END'
<script>
{
const s = scree, px = s.view.zoom / s.scene.scale, spot = i => s.placeOf(i), at = (i, x, y) => [spot(i)[0] + x * px, spot(i)[1] - y * px];
const pick = (i, x, y) => s.pick(...at(i, x, y)), d = Math.SQRT1_2;
say('forces are red lines', hue(s.pixel(...at(0, 1.2, 0))), 'red');
s.forces(false);
say('and can be hidden', hue(s.pixel(...at(0, 1.2, 0))), 'blue');
say('a rounded corner is an arc', [pick(0, 1 + 0.48 * d, 1 + 0.48 * d), pick(0, 1 + 0.6 * d, 1 + 0.6 * d), pick(0, 1.48, 0.9), pick(0, 1.48, 1.3)], '0,-1,0,-1');
say('a ring is hollow, and turned', [pick(1, 0, 0), pick(1, Math.SQRT2, 0), pick(1, 1, 0), pick(1, 1.1 * d, 1.05 * d), pick(1, 0.8 * d, 0.8 * d)], '-1,1,-1,1,-1');
say('disks are their union', [pick(2, -0.97, 0), pick(2, -1.03, 0)], '2,-1');
say('across the edge is the image', [pick(2, 0.13 - 10, 0), pick(2, 0.3 - 10, 0), pick(2, 0.13, 0)], '2,2,-1');
say('at the tilted edge it is displaced', [pick(3, -3, 0.15 - 8), pick(3, 0, 0.15 - 8)], '3,-1');
s.zoomBy(400, ...at(0, 1 + 0.5 * d, 1 + 0.5 * d));
const c = spot(0), q = s.view.zoom / s.scene.scale;
say('an arc is an arc at any zoom', [-0.002, 0.002].map(e => s.pick(c[0] + (1 + (0.5 + e) * d) * q, c[1] - (1 + (0.5 + e) * d) * q)), '0,-1');
end('plane');
}
</script>
END
cat >seen.js <<'END'
<script>
{
const s = scree, px = () => s.view.zoom / s.scene.scale, box = document.getElementById('view'), middle = [box.clientWidth / 2, box.clientHeight / 2];
const marks = () => [...document.querySelectorAll('#marks span')].map(e => e.textContent), at = (x, y) => [s.placeOf(0)[0] + x * px(), s.placeOf(0)[1] - y * px()];
say('--centre is in the middle', at(2, 0).map((x, k) => Math.round(x - middle[k])), '0,0');
const near = px();
s.scene.zoom = 1;
s.fit();
say('--zoom magnifies', Math.round(100 * near / px()), 200);
const room = [2 * middle[0] / px() / 6, 2 * middle[1] / px() / 4]; /* of the window over that of the box */
say('--lo and --hi fill the window', Math.min(...room) > 1 && Math.min(...room) < 1.6, 'true');
say('what is beside the scene', ['time', 'length', 'key'].map(e => document.getElementById(e).hidden), 'true,true,false');
say('the range of the first frame', marks(), '1,1.5,2,2.5,3');
s.show(1);
say('and of the second', marks(), '10,15,20,25,30');
say('times that differ in the eighth digit', document.getElementById('time').textContent, 'frame 1, t = 1000000.5');
scale = { name: 'warmth', lo: 1000000, hi: 1000005 };
keyShow();
say('and numbers of the colour bar', marks(), '1000000,1000001.3,1000002.5,1000003.8,1000005');
s.show(1);
s.theme(false);
say('bodies let the paper through', s.pixel(...at(0, 0))[0] > 175 && s.pixel(...at(0, 0))[0] < 250, 'true');
const side = y => Math.min(...[-1, 0, 1].map(d => s.pixel(at(-2, y)[0] + d, at(-2, y)[1])[0]));
say('a side of a cell', [side(1.5) < 220, side(2.5) < 220], 'true,false');
/* ten seconds of a screen that shows 60 pictures a second */
let waiting = [], shown = 0, before = s.state.frame;
window.requestAnimationFrame = f => waiting.push(f);
play(true);
for (let t = 1000; t < 11000; t += 1000 / 60) {
	const now = waiting;
	waiting = now.filter(f => f !== step);
	now.filter(f => f === step).forEach(f => f(t));
	shown += s.state.frame !== before;
	before = s.state.frame;
}
say('--fps frames play in a second', Math.round(shown / 10), 25);
end('seen');
}
</script>
END
cat >lean.js <<'END'
<script>
{
const s = scree, px = s.view.zoom / s.scene.scale, at = (x, y) => [s.placeOf(1)[0] + (x - 5) * px, s.placeOf(1)[1] - (y - 4) * px];
say('an image beyond the tilted edge', [[9.8, 0.3], [9.3, 0.3], [1.5, 0.3]].map(p => s.pick(...at(...p))), '0,-1,0');
end('lean');
}
</script>
END
cat >low.js <<'END'
<script>
say('in a low window the scene stands upright', [scree.view.zoom > 0, scree.placeOf(0)[1] < scree.placeOf(1)[1]], 'true,true');
paint();
end('low');
</script>
END
cat >late.js <<'END'
<script>
paint();
// the browser may end before it draws a frame, with which a window that has got a size hears of it
const shown = setInterval(() => { if (innerWidth > 0) dispatchEvent(new Event('resize')); }, 50);
addEventListener('resize', () => {
	clearInterval(shown);
	const found = scree.view.zoom;
	scree.fit();
	say('a page that was hidden at first fits its scene when it is shown', found, scree.view.zoom);
	paint();
	end('late');
}, { once: true });
</script>
END
cat >lacking.js <<'END'
<script>
say('without WebGL the page says so', /WebGL 2.*Open it in another browser/.test(document.getElementById('fault').textContent), 'true');
faults.length = 0;
end('no WebGL');
</script>
END
for page in solid plane seen lean; do
	with_script $page.html $page.js >$page-asked.html
done
with_script lean.html low.js >low-asked.html
with_script lean.html late.js >late-asked.html
with_script plane.html lacking.js | sed 's/^<canvas id="view"/<script>HTMLCanvasElement.prototype.getContext = () => null<\/script>&/' >lacking-asked.html
cat >all.html <<'END'
<!DOCTYPE html><body><pre id=said></pre><script>
addEventListener('message', e => { document.getElementById('said').textContent += e.data + '\n'; });
for (const page of ['solid', 'plane', 'seen', 'lean', 'lacking', 'low', 'late'])
document.body.insertAdjacentHTML('beforeend', `<iframe id=${page} width=600 height=${page === 'low' ? 100 : 440} src=${page}-asked.html></iframe>`);
document.getElementById('late').hidden = true;
addEventListener('load', () => { document.getElementById('late').hidden = false; });
</script>
END
# the browser may end before all pages have spoken, if others keep the processors busy
for _ in 1 2 3 4 5; do
	HOME=$tmp timeout 3600 "$browser" --headless --no-sandbox --no-first-run --disable-extensions --user-data-dir="$tmp/profile" --use-angle=swiftshader \
		--enable-unsafe-swiftshader --hide-scrollbars --force-device-scale-factor=1 --window-size=700,2000 --virtual-time-budget=3000 --enable-logging=stderr \
		--dump-dom "file://$tmp/all.html" >dom 2>log
	sed 's/.*<pre id="said">//; s/<\/pre>.*//; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' dom | grep '	' >said
	[ -s said ] && [ "$(cut -f 1 said | grep -c ': no error')" -lt 7 ] || break
done
if [ ! -s said ]; then
	skip "chromium shows no page: $(grep -m 1 -v '^$' log)"
	finish
fi
if grep -q 'lacks or has switched off' log && ! grep -q '^space' said; then
	skip 'chromium has no WebGL here'
	finish
fi
while IFS='	' read -r what found expected; do
	is "$what" "$found" "$expected"
done <said
is 'all pages have spoken' "$(cut -f 1 said | grep -c ': no error')" 7
is 'and the console is empty, but for the page without WebGL' "$(grep 'CONSOLE' log | grep -v -e 'WebGL 2' -e 'GPU stall' | head -n 3)" ''
finish
