# odd_touch.sh: contacts in the plane, odd2, and in space, odd3: grains of different masses, sizes and materials, ids in no order, a wall
# that is the first body of some contacts and the second of others, a constraint that holds nothing, pairs with two contacts and with
# one each way, images, a body that touches its own image, a tilted domain that deforms, forces across the normals, in two frames.
# After tap.sh; odd_touch.awk says what is told of them.

cat >odd2 <<'S'
scree 1 dim=2
domain lo=-2,1 hi=7,6 periodic=xy tilt=1.3 rate=0.1,-0.2,0.3
material b density=2.9
material a density=1.7
material w density=1
law a a linear kn=50 mu=0.5
law a b linear kn=50 mu=0.3
law b b linear kn=50 mu=0
law a w linear kn=50 mu=0.2
law b w linear kn=50 mu=0.7
shape 3 point r=0.5 0,0
mass 3 area=0.7 I=0.3
shape 8 polygon r=0.1 0,0 1,0 0,1
mass 8 area=1.1 I=0.9
shape 9 polyline r=0 0,0 9,0
mass 9 area=5 I=1
constraint top x=v:9 y=fixed angle=fixed
constraint loose
columns body id shape material tag size x y vx vy
columns contact i j ix iy x y nx ny overlap fn ft
frame 0 t=0 body=9 contact=14
body 41 3 a - 1.3 0.5 2 1 -2.3
body 5 9 w top 1 3 5.9 9 8
body 7 8 b - 0.8 1.6 2.4 -0.7 0.4
body 19 3 b loose 0.6 2.8 2.7 2.2 1.1
body 23 8 a - 1.1 3.9 3.3 0.3 -0.9
body 2 3 a - 0.9 5 1.2 -0.4 0.8
body 30 3 b - 1.2 6.8 5.7 0.2 1.9
body 11 8 a - 0.7 -1.5 4 -1.3 0.6
body 13 3 a - 0.5 -1 1.5 0.1 0.2
contact 41 7 0 0 1 2.1 0.936 0.352 0.01 12 3
contact 19 7 0 0 2.2 2.6 -0.96 -0.28 0.02 10 -2.5
contact 19 7 0 0 2.25 2.4 -0.8 -0.6 0.04 4 0
contact 19 23 0 0 3.3 3.1 0.8 0.6 0.01 14 7
contact 23 5 0 0 4 4.7 0.28 0.96 0.03 2 0.4
contact 5 2 0 1 4.9 6.3 0.6 0.8 0.02 1.5 -0.1
contact 30 11 1 0 7.2 5 0.352 -0.936 0.01 0.75 0.2
contact 11 30 -1 0 -1.9 4.9 -0.6 0.8 0.05 0.5 0.1
contact 30 2 0 1 6.6 6 -0.28 0.96 0.02 0.6 -0.3
contact 30 30 1 0 7.5 5.8 1 0 0.01 0.4 0.05
contact 11 11 0 -1 -1.4 3.5 -0.28 -0.96 0.01 0.3 0.15
contact 2 41 0 0 3 1.5 -0.936 0.352 0.01 0.9 -0.2
contact 7 41 0 0 1.1 2.3 -0.96 -0.28 0.03 5 0.5
contact 13 41 0 0 -0.3 1.7 0.96 0.28 0.01 0.2 0.1
end 0
S
# half a unit of time later, the domain as its rates say
awk 'BEGIN { x = exp(0.05); y = exp(-0.1); m = 2.5; h = 3.5
	printf "domain lo=%.17g,%.17g hi=%.17g,%.17g periodic=xy tilt=%.17g rate=0.1,-0.2,0.3\n", m - 4.5 * x, h - 2.5 * y, m + 4.5 * x, h + 2.5 * y,
		1.3 * x + 0.3 * 5 * (y - x) / -0.3 }' >later
{ sed -n '/^frame/,$p' odd2 | sed 's/^frame 0 t=0/frame 1 t=0.5/; s/^end 0/end 1/; s/ 12 3$/ 7 -1/; s/ 1 -2.3$/ 1.5 0.3/; /^contact 19 7 0 0 2.2 /d; s/contact=14/contact=13/'; } >second
cat odd2 later second >both && mv both odd2

cat >odd3 <<'S'
scree 1 dim=3
domain lo=-2,1,-1 hi=7,6,3 periodic=xyz
material b density=2.9
material a density=1.7
material w density=1
law a a linear kn=50 mu=0.5
law a b linear kn=50 mu=0.3
law b b linear kn=50 mu=0
law a w linear kn=50 mu=0.2
law b w linear kn=50 mu=0.7
shape 3 sphere r=0.5
mass 3 volume=0.7 I=0.3,0.5,0.6
shape 8 clump 0,0,0,0.5 1,0,0,0.5
mass 8 volume=1.1 I=0.9,0.7,1.2
shape 9 sphere r=0.2
mass 9 volume=5 I=1,1,1
constraint top x=v:9 y=fixed
constraint loose
columns body id shape material tag size x y z vx vy vz
columns contact i j ix iy iz x y z nx ny nz overlap fn ftx fty ftz
frame 0 t=0 body=9 contact=14
body 41 3 a - 1.3 0.5 2 0.3 1 -2.3 0.4
body 5 9 w top 1 3 5.9 2.7 9 8 7
body 7 8 b - 0.8 1.6 2.4 0.7 -0.7 0.4 1.2
body 19 3 b loose 0.6 2.8 2.7 1.4 2.2 1.1 -0.8
body 23 8 a - 1.1 3.9 3.3 1.9 0.3 -0.9 0.1
body 2 3 a - 0.9 5 1.2 2.5 -0.4 0.8 0.6
body 30 3 b - 1.2 6.8 5.7 -0.5 0.2 1.9 -1.3
body 11 8 a - 0.7 -1.5 4 2.9 -1.3 0.6 1.6
body 13 3 a - 0.5 -1 1.5 0 0.1 0.2 -1.9
contact 41 7 0 0 0 1 2.1 0.5 0.9 0.3 0.31622776601683794 0.01 12 1 -2 -0.9486832980505138
contact 19 7 0 0 0 2.2 2.6 1.1 -0.8 -0.36 -0.48 0.02 10 -0.6 0 1
contact 19 7 0 0 0 2.25 2.4 1 -0.6 -0.48 -0.64 0.04 4 0 0.4 -0.3
contact 19 23 0 0 0 3.3 3.1 1.6 0.8 0.36 0.48 0.01 14 -3 4 3.6666666666666665
contact 23 5 0 0 0 4 4.7 2.4 0.28 0.768 0.576 0.03 2 0.4 0.1 0
contact 5 2 0 1 0 4.9 6.3 2.6 0.6 0.64 0.48 0.02 1.5 -0.1 0 0.2
contact 30 11 1 0 -1 7.2 5 -0.8 0.352 -0.7488 -0.5616 0.01 0.75 0.2 0 0.1
contact 11 30 -1 0 1 -1.9 4.9 3.2 -0.6 0.64 0.48 0.05 0.5 0.1 0.1 -0.1
contact 30 2 0 1 -1 6.6 6 -0.9 -0.28 0.768 -0.576 0.02 0.6 -0.3 0.2 0
contact 30 30 1 0 0 7.5 5.8 -0.4 1 0 0 0.01 0.4 0 0.05 0
contact 11 11 0 0 -1 -1.4 3.8 1.5 -0.28 -0.576 -0.768 0.01 0.3 0.15 0 0.1
contact 2 41 0 0 0 3 1.5 1.1 -0.936 0.352 0 0.01 0.9 0 -0.2 0.1
contact 7 41 0 0 0 1.1 2.3 0.4 -0.8 -0.36 -0.48 0.03 5 0.5 0 -0.1
contact 13 41 0 0 0 -0.3 1.7 0.2 0.96 0.168 0.224 0.01 0.2 0.1 0 0
end 0
S
{ sed -n '/^frame/,$p' odd3 | sed 's/^frame 0 t=0/frame 1 t=0.5/; s/^end 0/end 1/; s/ 12 1 -2 / 7 -1 2 /; s/ 1 -2.3 0.4$/ 1.5 0.3 -0.7/; /^contact 19 7 0 0 0 2.2 /d; s/contact=14/contact=13/'; } >second
echo 'domain lo=-2.5,1,-1 hi=6,6,3.25 periodic=xyz' | cat odd3 - second >both && mv both odd3
