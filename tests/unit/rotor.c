/* rotor.c: bodies that turn little or much in a step, alone and side by side */
#include "motion/rotor.h"

#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/rng.h"
#include "base/wide.h"
#include "tap.h"

enum { N = 29 };
static const double h = 0.125, inverse[3] = { 0.5, 0.4, 1.25 };

/* Half of what the body k turns by in a step: from 1e-8 to 3. */
static double half_angle(int k)
{
	return 1e-8 * pow(3e8, k / (N - 1.0));
}

static void momentum(int k, double size, double l[3])
{
	const double along[3] = { 2 / 7.0, -3 / 7.0, 6 / 7.0 };

	for (int z = 0; z < 3; z++)
		l[z] = size * along[(z + k) % 3];
}

/* Balls from .. from+n-1, from the same orientation: q[4][N] after one step. */
static void balls(int wide, int from, int n, double (*q)[N])
{
	static double l[3][N], torque[3][N], of[N], w[3][N], t[3][N];
	struct rotor_balls r = { .inverse = of };

	for (int k = 0; k < n; k++) {
		double one[3];

		momentum(from + k, 2 * half_angle(from + k) / (h * inverse[0]), one);
		of[k] = inverse[0];
		for (int z = 0; z < 3; z++)
			l[z][k] = one[z];
		for (int z = 0; z < 4; z++)
			q[z][k] = z == 0 ? 0.5 : z == 2 ? -0.5 : sqrt(0.25);
	}
	for (int z = 0; z < 4; z++)
		r.q[z] = q[z];
	for (int z = 0; z < 3; z++) {
		r.l[z] = l[z];
		r.torque[z] = torque[z];
		r.w[z] = w[z];
		r.t[z] = t[z];
	}
	rotor_balls(wide, n, h, &r);
}

/* The same of bodies with three moments of inertia. */
static void bodies(int wide, int order, int from, int n, struct rotor *r)
{
	memset(r, 0, sizeof *r);
	for (int k = 0; k < n; k++) {
		double one[3];

		momentum(from + k, 2 * half_angle(from + k) / (h * inverse[2]), one);
		for (int z = 0; z < 3; z++) {
			r->l[z][k] = one[z];
			r->inverse[z][k] = inverse[z];
		}
		r->q[0][k] = 1;
	}
	(order == 4 ? rotor_split4 : rotor_split)(wide, n, h, r);
}

/* ---- what a step tells of itself, by matrices worked out here ---- */

/* I^-1 v in space of a body with this orientation. */
static void spin_of(const double q[4], const double inverse_moment[3], const double v[3], double out[3])
{
	double m[3][3], along[3];

	quat_matrix(m, q);
	for (int k = 0; k < 3; k++)
		along[k] = inverse_moment[k] * (m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2]);
	for (int k = 0; k < 3; k++)
		out[k] = m[k][0] * along[0] + m[k][1] * along[1] + m[k][2] * along[2];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double any(struct rng *g)
{
	return 2 * rng_uniform(g) - 1;
}

/* A body of the block by itself. */
struct one { double q[4], l[3], torque[3], inverse[3]; };

static struct one random_one(struct rng *g)
{
	struct one b;

	for (int z = 0; z < 4; z++)
		b.q[z] = any(g);
	quat_unit(b.q);
	for (int z = 0; z < 3; z++) {
		b.l[z] = any(g);
		b.torque[z] = 5 * any(g);
		b.inverse[z] = 0.3 + rng_uniform(g);
	}
	return b;
}

static void put(struct rotor *r, int k, const struct one *b)
{
	for (int z = 0; z < 4; z++)
		r->q[z][k] = b->q[z];
	for (int z = 0; z < 3; z++) {
		r->l[z][k] = b->l[z];
		r->torque[z][k] = b->torque[z];
		r->inverse[z][k] = b->inverse[z];
	}
}

static void take(double (*from)[ROTOR_BLOCK], int k, int n, double *to)
{
	for (int z = 0; z < n; z++)
		to[z] = from[z][k];
}

/* Turns by the angular velocities before and after; that at the end with half a kick of the torque more; the matrix; the gain. */
static void told(int wide, int way, double step)
{
	struct rng g;
	struct one b[N];
	struct rotor r;
	double off[5] = { 0 };

	rng_seed(&g, 3);
	memset(&r, 0, sizeof r);
	for (int k = 0; k < N; k++) {
		b[k] = random_one(&g);
		put(&r, k, &b[k]);
	}
	if (way == 0)
		rotor_split(wide, N, step, &r);
	else if (way == 1)
		rotor_split4(wide, N, step, &r);
	else
		rotor_leapfrog(wide, N, step, 5, &r);
	for (int k = 0; k < N; k++) {
		double q[4], l[3], w0[3], w1[3], kick[3], m[3][3], t0[3], t1[3], w[3];

		take(r.q, k, 4, q);
		take(r.l, k, 3, l);
		take(r.t0, k, 3, t0);
		take(r.t1, k, 3, t1);
		take(r.w, k, 3, w);
		spin_of(b[k].q, b[k].inverse, b[k].l, w0);
		spin_of(q, b[k].inverse, l, w1);
		spin_of(q, b[k].inverse, b[k].torque, kick);
		quat_matrix(m, q);
		for (int z = 0; z < 3; z++) {
			off[0] = fmax(off[0], fabs(t0[z] - step * w0[z]));
			off[1] = fmax(off[1], fabs(t1[z] - step * w1[z]));
			off[2] = fmax(off[2], fabs(w[z] - (w1[z] + 0.5 * step * kick[z])));
			for (int c = 0; c < 3; c++)
				off[3] = fmax(off[3], fabs(r.m[z][c][k] - m[z][c]));
		}
		off[4] = fmax(off[4], fabs(r.gain[k] - 0.5 * (dot(l, w1) - dot(b[k].l, w0))));
		off[4] = fmax(off[4], way < 2 ? fabs(l[0] - b[k].l[0]) + fabs(l[1] - b[k].l[1]) + fabs(l[2] - b[k].l[2]) : 0);
	}
	static const char *const what[] = { "the turn by the spin before", "that by the spin after",
		"the spin with half a kick", "the matrix",
		"the gain, and an angular momentum that stays" };
	for (int z = 0; z < 5; z++)
		near(off[z], 0, 4e-15, "way %d, step %g: %s", way, step, what[z]);
}

/* The same of balls. */
static void told_balls(int wide)
{
	static double q[4][N], l[3][N], torque[3][N], of[N], w[3][N], t[3][N];
	struct rotor_balls r = { .inverse = of };
	struct rng g;
	double off = 0;

	rng_seed(&g, 4);
	for (int k = 0; k < N; k++) {
		struct one b = random_one(&g);

		of[k] = b.inverse[0];
		for (int z = 0; z < 4; z++)
			q[z][k] = b.q[z];
		for (int z = 0; z < 3; z++) {
			l[z][k] = b.l[z];
			torque[z][k] = b.torque[z];
		}
	}
	for (int z = 0; z < 4; z++)
		r.q[z] = q[z];
	for (int z = 0; z < 3; z++) {
		r.l[z] = l[z];
		r.torque[z] = torque[z];
		r.w[z] = w[z];
		r.t[z] = t[z];
	}
	rotor_balls(wide, N, h, &r);
	for (int z = 0; z < 3; z++)
		for (int k = 0; k < N; k++)
			off = fmax(off, fabs(r.t[z][k] - h * of[k] * l[z][k]) + fabs(r.w[z][k] - of[k] * (l[z][k] + 0.5 * h * torque[z][k])));
	near(off, 0, 1e-15, "balls: their turn, and their spin with half a kick");
}

/* The vector of a rotation by an angle about an axis, before q; of several in turn. */
static void turn(double q[4], const double axis[3], double angle, int own)
{
	double s = sin(0.5 * angle) / sqrt(dot(axis, axis)), by[4] = { cos(0.5 * angle), s * axis[0], s * axis[1],
		s * axis[2] }, out[4];

	if (own)
		quat_times(out, q, by);
	else
		quat_times(out, by, q);
	memcpy(q, out, sizeof out);
}

/* A top with two moments alike: about its angular momentum by L / I_a, and about its own axis c by (1/I_c - 1/I_a) L_c,
 * exactly. Of
 * three moments the error falls with the second, or fourth, power of the step. */
static void tops(int wide)
{
	static const double axis_c[3] = { 0, 0, 1 };
	struct rng g;
	struct rotor r;
	double off = 0, error[2][2] = { { 0 } };

	rng_seed(&g, 5);
	for (int k = 0; k < N; k++) {
		struct one b = random_one(&g);
		double q[4], m[3][3], step = 0.4;

		memset(&r, 0, sizeof r);
		b.inverse[1] = b.inverse[0];
		put(&r, 0, &b);
		quat_matrix(m, b.q);
		double along = m[0][2] * b.l[0] + m[1][2] * b.l[1] + m[2][2] * b.l[2];
		memcpy(q, b.q, sizeof q);
		turn(q, b.l, step * sqrt(dot(b.l, b.l)) * b.inverse[0], 0);
		turn(q, axis_c, step * (b.inverse[2] - b.inverse[0]) * along, 1);
		rotor_split(wide, 1, step, &r);
		for (int z = 0; z < 4; z++)
			off = fmax(off, fabs(r.q[z][0] - q[z]));
	}
	near(off, 0, 4e-15, "a symmetric top turns exactly");
	for (int order = 0; order < 2; order++)
		for (int k = 0; k < N; k++) {
			struct one b = random_one(&g);
			struct rotor s[3];

			for (int fine = 0; fine < 3; fine++) { /* 2, 4 and 40 steps to the same time */
				int n = fine == 2 ? 40 : 2 << fine;

				memset(&s[fine], 0, sizeof s[fine]);
				put(&s[fine], 0, &b);
				for (int z = 0; z < n; z++)
					(order && fine < 2 ? rotor_split4 : fine < 2 ? rotor_split : rotor_split4)(wide, 1,
						1.2 / n, &s[fine]);
			}
			for (int fine = 0; fine < 2; fine++)
				for (int z = 0; z < 4; z++)
					error[order][fine] += fabs(s[fine].q[z][0] - s[2].q[z][0]);
		}
	for (int order = 0; order < 2; order++)
		ok(error[order][0] > 1e-6 && log2(error[order][0] / error[order][1]) > (order ? 3.5 : 1.8),
		   "one of three moments to order %.2f", log2(error[order][0] / error[order][1]));
}

/* Of fourth order however small the step: what is left of the second order would show where the error is small. */
static void fourth(int wide)
{
	struct rng g;
	double error[2] = { 0 };

	rng_seed(&g, 6);
	for (int k = 0; k < 8; k++) {
		struct one b = random_one(&g);
		struct rotor s[3];

		for (int fine = 0; fine < 3; fine++) { /* 32, 64 and 256 steps to the same time */
			int n = fine == 2 ? 256 : 32 << fine;

			memset(&s[fine], 0, sizeof s[fine]);
			put(&s[fine], 0, &b);
			for (int z = 0; z < n; z++)
				rotor_split4(wide, 1, 1.2 / n, &s[fine]);
		}
		for (int fine = 0; fine < 2; fine++)
			for (int z = 0; z < 4; z++)
				error[fine] += fabs(s[fine].q[z][0] - s[2].q[z][0]);
	}
	ok(error[1] > 1e-11 && log2(error[0] / error[1]) > 3.95, "small steps to order %.3f, error %.2g",
	   log2(error[0] / error[1]), error[1]);
}

static void axes(void)
{
	ok(rotor_axis((double[3]){ 1.1, 1, 3 }) == 2 && rotor_axis((double[3]){ 3, 1.1, 1 }) == 0 && rotor_axis((double[3]){ 1,
		3, 1.1 }) == 1,
	   "the axis c is the one whose moment is furthest from the others'");
	/* by what they are the inverse of: 1/0.4 is further from 1/0.6 than 1/0.6 from 1/1 */
	ok(rotor_axis((double[3]){ 0.4, 0.6, 1 }) == 0, "of the inverse moments");
}

int main(void)
{
	axes();
	for (int wide = 0; wide <= wide_has(); wide++) {
		for (int way = 0; way < 3; way++) {
			told(wide, way, 0.03); /* half angles with series, and without */
			told(wide, way, 0.9);
		}
		told_balls(wide);
		tops(wide);
		fourth(wide);
	}
	for (int wide = 0; wide <= wide_has(); wide++) {
		double q[4][N], one[4][N], worst = 0;
		int same = 1;

		balls(wide, 0, N, q);
		for (int k = 0; k < N; k++) {
			double a = half_angle(k), v[3], c = cos(a), s = sin(a), old[4] = { 0.5, 0.5, -0.5, 0.5 };

			momentum(k, 1, v);
			double want[4] = {
				c * old[0] - s * (v[0] * old[1] + v[1] * old[2] + v[2] * old[3]),
				c * old[1] + s * (v[0] * old[0] + v[1] * old[3] - v[2] * old[2]),
				c * old[2] + s * (v[1] * old[0] + v[2] * old[1] - v[0] * old[3]),
				c * old[3] + s * (v[2] * old[0] + v[0] * old[2] - v[1] * old[1]),
			};
			for (int z = 0; z < 4; z++)
				worst = fmax(worst, fabs(q[z][k] - want[z]));
			balls(wide, k, 1, one);
			for (int z = 0; z < 4; z++)
				same &= q[z][k] == one[z][0];
		}
		near(worst, 0, 1e-15, "balls turn by as much as they should, vectors of kind %d", wide);
		ok(same, "and to the last bit as each of them alone");
		for (int order = 2; order <= 4; order += 2) {
			struct rotor all, alone;
			double off = 0;

			same = 1;
			bodies(wide, order, 0, N, &all);
			for (int k = 0; k < N; k++) {
				double n = 0;

				bodies(wide, order, k, 1, &alone);
				for (int z = 0; z < 4; z++) {
					n += all.q[z][k] * all.q[z][k];
					same &= all.q[z][k] == alone.q[z][0];
				}
				same &= all.gain[k] == alone.gain[0];
				off = fmax(off, fabs(n - 1));
			}
			ok(same, "so are bodies of three moments, order %d", order);
			near(off, 0, 1e-15, "whose orientations are units");
		}
	}
	return done();
}
