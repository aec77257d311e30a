# odd3.sh: bodies of space of different masses, sizes and shapes that stand askew, with tensors of inertia that are not diagonal, in
# three frames of which two lack one, ids in no order: odd.rows, the stream odd made of it, and moments.awk, which says how.
# Angular momenta are written for angular velocities that are known, so that the energy of rotation is L w / 2.

# t id shape material tag size vx vy vz qw qx qy qz wx wy wz; quaternions are brought to length 1
cat >odd.rows <<'S'
0 41 3 a - 1.3 1 -2.3 0.4 0.5 0.1 -0.3 0.2 0.9 -1.1 0.7
0 5 9 a top 1 9 8 7 1 0 0 0 0 0 0
0 7 8 b big 0.8 -0.7 0.4 1.2 -0.2 0.8 0.1 -0.4 1.5 0.3 -0.5
0 19 3 b - 0.6 2.2 1.1 -0.8 0.9 0.3 0.3 -0.7 -0.6 2.1 0.4
0 23 8 a big 1.1 0.3 -0.9 0.1 0.4 0.4 -0.7 1.2 0.2 0.8 -1.3
1.5 7 8 b big 0.8 1.7 0.5 -0.6 0.3 -0.8 0.2 0.6 1.3 -0.9 0.9
1.5 41 3 a - 1.3 -0.4 2.5 0.7 0.6 0.2 0.5 -0.3 0.4 1.7 -0.2
1.5 23 8 a big 1.1 0.9 -0.2 -1.3 0.7 -0.1 0.4 0.5 -1.6 0.2 1.1
3 23 8 a big 1.1 -1.3 0.1 0.6 0.1 0.9 0.2 -0.2 0.7 1.4 0.6
3 19 3 b - 0.6 0.7 -2.1 1.6 0.8 -0.5 0.1 0.2 2.3 0.4 -0.8
3 41 3 a - 1.3 0.2 0.6 -1.9 0.2 0.3 0.9 0.1 -0.8 0.6 0.35
S
cat >moments.awk <<'S'
function mass(f) { return (f[4] == "a" ? 1.7 : 2.9) * (f[3] == 3 ? 0.7 : 1.1) * f[6] ^ 3 }
# L = R I R^T w for the unit quaternion of f[10 .. 13], L[1 .. 3]; returns L w, and leaves R and unit
function momentum(f, L, q, n, k, i, j, u, v, d) {
	n = sqrt(f[10] ^ 2 + f[11] ^ 2 + f[12] ^ 2 + f[13] ^ 2); for (k = 0; k < 4; k++) q[k] = f[10 + k] / n
	R[1, 1] = 1 - 2 * (q[2] ^ 2 + q[3] ^ 2); R[1, 2] = 2 * (q[1] * q[2] - q[0] * q[3]); R[1, 3] = 2 * (q[1] * q[3] + q[0] * q[2])
	R[2, 1] = 2 * (q[1] * q[2] + q[0] * q[3]); R[2, 2] = 1 - 2 * (q[1] ^ 2 + q[3] ^ 2); R[2, 3] = 2 * (q[2] * q[3] - q[0] * q[1])
	R[3, 1] = 2 * (q[1] * q[3] - q[0] * q[2]); R[3, 2] = 2 * (q[2] * q[3] + q[0] * q[1]); R[3, 3] = 1 - 2 * (q[1] ^ 2 + q[2] ^ 2)
	split(f[3] == 3 ? "0.3 0.5 0.6 0.05 -0.04 0.07" : "0.9 0.7 1.2 -0.1 0.2 0.15", I, " ")
	split("1 4 5 4 2 6 5 6 3", at, " ")
	for (i = 1; i <= 3; i++) { u[i] = 0; for (j = 1; j <= 3; j++) u[i] += R[j, i] * f[13 + j] }
	d = (f[4] == "a" ? 1.7 : 2.9) * f[6] ^ 5
	for (i = 1; i <= 3; i++) { v[i] = 0; for (j = 1; j <= 3; j++) v[i] += d * I[at[3 * i + j - 3]] * u[j] }
	for (i = 1; i <= 3; i++) { L[i] = 0; for (j = 1; j <= 3; j++) L[i] += R[i, j] * v[j] }
	for (k = 0; k < 4; k++) unit[k] = q[k]
	return f[3] == 9 ? 0 : L[1] * f[14] + L[2] * f[15] + L[3] * f[16] }
S
cat moments.awk - >make.awk <<'S'
BEGIN { n = 0; print "scree 1 dim=3\nmaterial b density=2.9\nmaterial a density=1.7\nshape 3 sphere r=0.5\nmass 3 volume=0.7 I=0.3,0.5,0.6,0.05,-0.04,0.07"
	print "shape 8 clump 0,0,0,0.5 1,0,0,0.5\nmass 8 volume=1.1 I=0.9,0.7,1.2,-0.1,0.2,0.15\nshape 9 plane"
	print "constraint top x=v:9 y=fixed z=fixed\ncolumns body id shape material tag size x y z vx vy vz qw qx qy qz Lx Ly Lz" }
$1 != t || NR == 1 { end(); t = $1 }
{ split($0, f, " "); momentum(f, L); if (f[3] == 9) L[1] = L[2] = L[3] = 0
	row[n] = sprintf("%s %s %s %s %s %d 1 2 %s %s %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g", f[2], f[3], f[4], f[5], f[6], n, f[7], f[8], f[9],
		unit[0], unit[1], unit[2], unit[3], L[1], L[2], L[3]); n++ }
function end(k) { if (!n) return; printf "frame %d t=%s body=%d\n", m, t, n; for (k = 0; k < n; k++) print "body", row[k]; print "end " m++; n = 0 }
END { end() }
S
awk -f make.awk odd.rows >odd
