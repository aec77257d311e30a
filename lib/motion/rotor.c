/* rotor.c: the free rotation of rigid bodies */
#include "motion/rotor.h"

#include <math.h>

#include "base/trig_near.h"
#include "base/vec.h"
#include "base/wide.h"

int rotor_axis(const double moment[3])
{
	int c = 0;
	double least = INFINITY;

	for (int k = 0; k < 3; k++) {
		double other = fabs(1 / moment[(k + 1) % 3] - 1 / moment[(k + 2) % 3]);

		if (other < least) {
			least = other;
			c = k;
		}
	}
	return c;
}

struct turn { double w, x, y, z; };
struct matrix { double xx, xy, xz, yx, yy, yz, zx, zy, zz; };

static WIDE_INLINE struct matrix matrix_of(struct turn q)
{
	return (struct matrix){
		1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y),
		2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x),
		2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y),
	};
}

static WIDE_INLINE struct turn turn_times(struct turn a, struct turn b)
{
	return (struct turn){
		a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
		a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
	};
}

/* Normalise: one step of Newton's method is enough, since the length stays close to 1. */
static WIDE_INLINE struct turn turn_unit(struct turn q)
{
	double f = 1.5 - 0.5 * (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);

	return (struct turn){ f * q.w, f * q.x, f * q.y, f * q.z };
}

/* Half angles up to 1/8 have series with errors below 1e-16; squares of angles are compared. far: some angle of the block may be
 * larger. The sine and cosine of an angle do not depend on the other angles. */
static const double near2 = 1.0 / 64, surely_near2 = 1.0 / 128; /* the difference allows for rounding */

/* sin a / a and cos a by z = a^2. */
static WIDE_INLINE double sine_series(double z)
{
	return 1 - z * (1.0 / 6 - z * (1.0 / 120 - z * (1.0 / 5040 - z * (1.0 / 362880))));
}

static WIDE_INLINE double cosine_series(double z)
{
	return 1 - z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720 - z * (1.0 / 40320 - z * (1.0 / 3628800)))));
}

static WIDE_INLINE void sincos_of(int far, double angle, double *sine, double *cosine)
{
	double z = angle * angle, s, c;

	*sine = angle * sine_series(z);
	*cosine = cosine_series(z);
	if (far) {
		trig_sincos_near(angle, &s, &c);
		*sine = z <= near2 ? *sine : s;
		*cosine = z <= near2 ? *cosine : c;
	}
}

/* A rotation by the vector f v. */
static WIDE_INLINE struct turn turn_by(int far, double f, vec3 v)
{
	double half = 0.5 * f, z = half * half * v3_dot(v, v), factor = half * sine_series(z), cosine = cosine_series(z), s, c;

	if (far) {
		double angle = sqrt(z);

		trig_sincos_near(angle, &s, &c);
		factor = z <= near2 ? factor : half * (s / angle);
		cosine = z <= near2 ? cosine : c;
	}
	return (struct turn){ cosine, factor * v.x, factor * v.y, factor * v.z };
}

/* Angular momentum along the body's axes and the orientation, which turn together. */
struct state { struct turn q; vec3 l; };

/* Turn about the axis b, or c, by an angle: multiply q by (cos, sin e) of half the angle, and turn l back by the whole angle. */
static WIDE_INLINE struct state about_b(int far, struct state r, double angle)
{
	double s, c;
	struct turn q = r.q;

	sincos_of(far, 0.5 * angle, &s, &c);
	double sine = 2 * s * c, cosine = 1 - 2 * s * s;
	return (struct state){ { c * q.w - s * q.y, c * q.x - s * q.z, c * q.y + s * q.w, c * q.z + s * q.x },
	                       { cosine * r.l.x - sine * r.l.z, r.l.y, sine * r.l.x + cosine * r.l.z } };
}

static WIDE_INLINE struct state about_c(int far, struct state r, double angle)
{
	double s, c;
	struct turn q = r.q;

	sincos_of(far, 0.5 * angle, &s, &c);
	double sine = 2 * s * c, cosine = 1 - 2 * s * s;
	return (struct state){ { c * q.w - s * q.z, c * q.x + s * q.y, c * q.y - s * q.x, c * q.z + s * q.w },
	                       { cosine * r.l.x + sine * r.l.y, cosine * r.l.y - sine * r.l.x, r.l.z } };
}

/* One step of the splitting. A turn about the angular momentum in space leaves its components along the body's axes constant. */
static WIDE_INLINE struct state step(int far, struct state r, vec3 inverse, double h)
{
	double other = inverse.y - inverse.x;

	r = about_b(far, r, 0.5 * h * other * r.l.y);
	r.q = turn_times(r.q, turn_by(far, h * inverse.x, r.l));
	r = about_c(far, r, h * (inverse.z - inverse.x) * r.l.z);
	return about_b(far, r, 0.5 * h * other * r.l.y);
}

/* A bound on the squares of the half angles of a step. */
static WIDE_INLINE double step_reach(vec3 inverse, vec3 l, double h)
{
	double f = 0.5 * h * (inverse.x + inverse.y + inverse.z);

	return f * f * v3_dot(l, l);
}

/* A vector in space along the body's axes; a vector along the body's axes in space. */
static WIDE_INLINE vec3 body_of(struct matrix m, vec3 v)
{
	return v3(m.xx * v.x + m.yx * v.y + m.zx * v.z, m.xy * v.x + m.yy * v.y + m.zy * v.z,
		m.xz * v.x + m.yz * v.y + m.zz * v.z);
}

static WIDE_INLINE vec3 space_of(struct matrix m, vec3 v)
{
	return v3(m.xx * v.x + m.xy * v.y + m.xz * v.z, m.yx * v.x + m.yy * v.y + m.yz * v.z,
		m.zx * v.x + m.zy * v.y + m.zz * v.z);
}

static WIDE_INLINE vec3 each(vec3 a, vec3 b)
{
	return v3(a.x * b.x, a.y * b.y, a.z * b.z);
}

/* From the middle of one step's kick to the middle of the next: half a step of Euler's equations without torque from the present
 * angular velocity, the rotation, and an implicit half step to the next angular velocity. */
static WIDE_INLINE struct state leap(struct state r, vec3 inverse, double h, int iterations)
{
	const vec3 moment = v3(1 / inverse.x, 1 / inverse.y, 1 / inverse.z);
	vec3 w = each(inverse, r.l), half = v3_add(w, v3_scale(0.5 * h, each(inverse, v3_cross(r.l, w))));

	r.q = turn_times(r.q, turn_by(1, h, half));
	w = half;
	for (int z = 0; z < iterations; z++)
		w = v3_add(half, v3_scale(0.5 * h, each(inverse, v3_cross(each(moment, w), w))));
	r.l = each(moment, w);
	return r;
}

enum method { SPLIT, SPLIT4, LEAPFROG };

static WIDE_INLINE vec3 load(double from[3][ROTOR_BLOCK], int k)
{
	return v3(from[0][k], from[1][k], from[2][k]);
}

static WIDE_INLINE void store(double to[3][ROTOR_BLOCK], int k, vec3 v)
{
	to[0][k] = v.x;
	to[1][k] = v.y;
	to[2][k] = v.z;
}

static WIDE_INLINE void turn_one(struct rotor *r, int k, double h, enum method method, int far, int iterations)
{
	struct turn q = { r->q[0][k], r->q[1][k], r->q[2][k], r->q[3][k] };
	vec3 inverse = load(r->inverse, k), l = load(r->l, k);
	struct matrix m = matrix_of(q);
	struct state s = { q, body_of(m, l) };
	double kinetic = v3_dot(each(inverse, s.l), s.l);

	store(r->t0, k, v3_scale(h, space_of(m, each(inverse, s.l))));
	if (method == SPLIT)
		s = step(far, s, inverse, h);
	if (method == SPLIT4) {
		const double p = 0.41449077179437573714 * h, back = h - 4 * p; /* p = h / (4 - 4^(1/3)) */

		s = step(far, s, inverse, p);
		s = step(far, s, inverse, p);
		s = step(far, s, inverse, back);
		s = step(far, s, inverse, p);
		s = step(far, s, inverse, p);
	}
	if (method == LEAPFROG)
		s = leap(s, inverse, h, iterations);
	q = turn_unit(s.q);
	m = matrix_of(q);
	if (method == LEAPFROG)
		store(r->l, k, space_of(m, s.l));
	vec3 w = space_of(m, each(inverse, s.l)), kick = space_of(m, each(inverse, body_of(m, load(r->torque, k))));
	store(r->t1, k, v3_scale(h, w));
	store(r->w, k, v3_add(w, v3_scale(0.5 * h, kick)));
	r->gain[k] = 0.5 * (v3_dot(each(inverse, s.l), s.l) - kinetic);
	r->q[0][k] = q.w;
	r->q[1][k] = q.x;
	r->q[2][k] = q.y;
	r->q[3][k] = q.z;
	store(r->m[0], k, v3(m.xx, m.xy, m.xz));
	store(r->m[1], k, v3(m.yx, m.yy, m.yz));
	store(r->m[2], k, v3(m.zx, m.zy, m.zz));
}

static WIDE_INLINE void turn_all(int n, double h, struct rotor *restrict r, enum method method)
{
	double far = 0;

#pragma omp simd reduction(+ : far)
	for (int k = 0; k < n; k++)
		far += step_reach(load(r->inverse, k), load(r->l, k), h) <= surely_near2 ? 0 : 1;
	if (far == 0)
#pragma omp simd
		for (int k = 0; k < n; k++)
			turn_one(r, k, h, method, 0, 0);
	else
#pragma omp simd
		for (int k = 0; k < n; k++)
			turn_one(r, k, h, method, 1, 0);
}

static WIDE_INLINE void split_loop(int n, double h, struct rotor *restrict r)
{
	turn_all(n, h, r, SPLIT);
}
WIDE_LOOP(split, (int n, double h, struct rotor *restrict r), (n, h, r))

static WIDE_INLINE void split4_loop(int n, double h, struct rotor *restrict r)
{
	turn_all(n, h, r, SPLIT4);
}
WIDE_LOOP(split4, (int n, double h, struct rotor *restrict r), (n, h, r))

static WIDE_INLINE void leapfrog_loop(int n, double h, int iterations, struct rotor *restrict r)
{
	for (int k = 0; k < n; k++)
		turn_one(r, k, h, LEAPFROG, 1, iterations);
}
WIDE_LOOP(leapfrog, (int n, double h, int iterations, struct rotor *restrict r), (n, h, iterations, r))

static WIDE_INLINE void balls_some(int n, double h, struct rotor_balls *restrict r, int far)
{
	double *restrict qw = r->q[0], *restrict qx = r->q[1], *restrict qy = r->q[2], *restrict qz = r->q[3];
	double *restrict wx = r->w[0], *restrict wy = r->w[1], *restrict wz = r->w[2];
	double *restrict dx = r->t[0], *restrict dy = r->t[1], *restrict dz = r->t[2];
	const double *lx = r->l[0], *ly = r->l[1], *lz = r->l[2], *tx = r->torque[0], *ty = r->torque[1], *tz = r->torque[2];
	const double *of = r->inverse;

#pragma omp simd
	for (int k = 0; k < n; k++) {
		double inverse = of[k], x = inverse * lx[k], y = inverse * ly[k], z = inverse * lz[k];
		struct turn q = { qw[k], qx[k], qy[k], qz[k] };

		q = turn_unit(turn_times(turn_by(far, h, v3(x, y, z)), q));
		dx[k] = h * x;
		dy[k] = h * y;
		dz[k] = h * z;
		wx[k] = x + 0.5 * h * inverse * tx[k];
		wy[k] = y + 0.5 * h * inverse * ty[k];
		wz[k] = z + 0.5 * h * inverse * tz[k];
		qw[k] = q.w;
		qx[k] = q.x;
		qy[k] = q.y;
		qz[k] = q.z;
	}
}

static WIDE_INLINE void balls_loop(int n, double h, struct rotor_balls *restrict r)
{
	const double *x = r->l[0], *y = r->l[1], *z = r->l[2], *of = r->inverse;
	double far = 0;

#pragma omp simd reduction(+ : far)
	for (int k = 0; k < n; k++) {
		double f = 0.5 * h * of[k];

		far += f * f * (x[k] * x[k] + y[k] * y[k] + z[k] * z[k]) <= surely_near2 ? 0 : 1;
	}
	if (far == 0)
		balls_some(n, h, r, 0);
	else
		balls_some(n, h, r, 1);
}
WIDE_LOOP(balls, (int n, double h, struct rotor_balls *restrict r), (n, h, r))

void rotor_split(int wide, int n, double h, struct rotor *r)
{
	split(wide)(n, h, r);
}

void rotor_split4(int wide, int n, double h, struct rotor *r)
{
	split4(wide)(n, h, r);
}

void rotor_leapfrog(int wide, int n, double h, int iterations, struct rotor *r)
{
	leapfrog(wide)(n, h, iterations, r);
}

void rotor_balls(int wide, int n, double h, struct rotor_balls *r)
{
	balls(wide)(n, h, r);
}
