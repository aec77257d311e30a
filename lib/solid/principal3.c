/* principal3.c: principal axes of bodies in space */
#include <math.h>
#include <string.h>

#include "base/eigen3.h"
#include "base/quat.h"
#include "base/trig.h"
#include "base/vec.h"
#include "solid/marks3.h"
#include "solid/mass3.h"

/* The third moments contracted with two directions: a vector whose product with d is the integral of (a.x) (b.x) (d.x). */
static vec3 third_of(const double t[10], vec3 a, vec3 b)
{
	double xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
	double xy = a.x * b.y + a.y * b.x, xz = a.x * b.z + a.z * b.x, yz = a.y * b.z + a.z * b.y;

	return v3(t[0] * xx + t[1] * xy + t[2] * xz + t[3] * yy + t[4] * yz + t[5] * zz,
	          t[1] * xx + t[3] * xy + t[4] * xz + t[6] * yy + t[7] * yz + t[8] * zz,
	          t[2] * xx + t[4] * xy + t[5] * xz + t[7] * yy + t[8] * yz + t[9] * zz);
}

static double third_along(const double t[10], vec3 e)
{
	return v3_dot(third_of(t, e, e), e);
}

/* c u + s v */
static vec3 mix(double c, vec3 u, double s, vec3 v)
{
	return v3_add(v3_scale(c, u), v3_scale(s, v));
}

/* The directions in the plane of u and v where the third moment is greatest, into to[3]. A cubic form of cosine and sine has at
 * most three maxima. They are so far apart that each has one of 24 samples of its own; Newton's method then doubles the digits.
 * Returns the number of directions that are the greatest to within least, or 0 if the greatest moment is not above least. */
static int greatest_in_plane(const double t[10], vec3 u, vec3 v, double least, vec3 to[3])
{
	enum { SAMPLES = 24 };
	double c, s, moment[SAMPLES], best = least;
	int n = 0;

	for (int k = 0; k < SAMPLES; k++) {
		trig_sincos(k * 0.26179938779914944, &s, &c);
		moment[k] = third_along(t, mix(c, u, s, v));
	}
	for (int k = 0; k < SAMPLES; k++) {
		if (moment[k] < moment[(k + 1) % SAMPLES] || moment[k] <= moment[(k + SAMPLES - 1) % SAMPLES])
			continue;
		trig_sincos(k * 0.26179938779914944, &s, &c);
		vec3 e = mix(c, u, s, v), f = mix(c, v, -s, u);
		for (int step = 0; step < 8; step++) {
			vec3 ee = third_of(t, e, e), ff = third_of(t, f, f);
			double slope = 3 * v3_dot(ee, f), bend = 6 * v3_dot(ff, e) - 3 * v3_dot(ee, e);
			double angle = bend < 0 ? fmax(-0.2, fmin(0.2, -slope / bend)) : 0;

			trig_sincos(angle, &s, &c);
			vec3 turned = mix(c, e, s, f);
			f = mix(c, f, -s, e);
			e = turned;
		}
		double found = third_along(t, e);
		if (found > best + least)
			n = 0;
		if (found > best - least && found > least && n < 3) {
			best = fmax(best, found);
			to[n++] = e;
		}
	}
	return n;
}

/* Climb to a maximum of the third moment: e <- T(e, e) + shift e climbs for a shift of twice the greatest moment (Kolda & Mayo
 * 2011). */
static vec3 climb(const double t[10], vec3 e, double greatest)
{
	enum { STEPS = 2000 };

	for (int k = 0; k < STEPS; k++) {
		vec3 next = v3_add(third_of(t, e, e), v3_scale(2 * greatest, e));

		next = v3_scale(1 / v3_norm(next), next);
		double step = v3_norm(v3_sub(next, e));
		e = next;
		if (step < 1e-16)
			break;
	}
	return e;
}

enum { PLACES = 8 };

/* The directions in space where the third moment is greatest, into to[PLACES]. The best of many samples is near a maximum,
 * and nearly as good samples are each near a maximum. Returns the number of directions that are the greatest to within least,
 * or 0 if the greatest moment is not above least. */
static int greatest_in_space(const double t[10], double least, vec3 to[PLACES])
{
	enum { SAMPLES = 200 };
	vec3 e[SAMPLES];
	double moment[SAMPLES], best = least;
	int n = 0;

	for (int k = 0; k < SAMPLES; k++) {
		double z = 1 - (2 * k + 1.0) / SAMPLES, r = sqrt((1 - z) * (1 + z)), s, c;

		trig_sincos(2.399963229728653 * k, &s, &c);
		e[k] = v3(r * c, r * s, z);
		moment[k] = third_along(t, e[k]);
		best = fmax(best, moment[k]);
	}
	double nearly = 0.8 * best;
	for (int k = 0; k < SAMPLES; k++) {
		if (!(moment[k] > nearly))
			continue;
		vec3 there = climb(t, e[k], best);
		double found = third_along(t, there);
		int known = 0;

		if (found > best + least)
			n = 0;
		for (int i = 0; i < n; i++)
			known |= v3_dot(there, to[i]) > 0.999;
		if (!known && found > best - least && found > least && n < PLACES) {
			best = fmax(best, found);
			to[n++] = there;
		}
	}
	return n;
}

/* The side of axis e on which the body has its third moments, 1 or -1, or 0 if they do not decide. f is the next axis, or 0 if
 * it is unknown. */
static int side_of(const double t[10], vec3 e, vec3 f, double least)
{
	const vec3 trace[3] = { v3(t[0], t[1], t[2]), v3(t[3], t[6], t[7]), v3(t[5], t[8], t[9]) }; /* third_of the unit vectors */
	double size[3] = { third_along(t, e), 0, v3_dot(third_of(t, f, f), e) };

	for (int k = 0; k < 3; k++)
		size[1] += v3_dot(trace[k], e);
	for (int k = 0; k < 3; k++)
		if (fabs(size[k]) > least)
			return size[k] > 0 ? 1 : -1;
	return 0;
}

static double component(vec3 a, int k)
{
	return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

/* Turn the axes p and q in their plane so that the trace is greatest. The trace after a turn by an angle is
 * (e_p.p + e_q.q) cos + (e_q.p - e_p.q) sin, where p and q also stand for the given axes. */
static void least_turn(vec3 e[3], int p, int q)
{
	double along = component(e[p], p) + component(e[q], q), across = component(e[q], p) - component(e[p], q);
	double norm = sqrt(along * along + across * across), c = norm > 1e-12 ? along / norm : 1;
	double s = norm > 1e-12 ? across / norm : 0;
	vec3 turned = mix(c, e[p], s, e[q]);

	e[q] = mix(c, e[q], -s, e[p]);
	e[p] = turned;
}

/* Choose among the four right-handed signs of the axes: first by the first two known sides, then by the marks, then by the least
 * turn. If free >= 0, the axes free and free + 1 may turn in their plane. */
static void choose_signs(vec3 e[3], const int side[3], int free, struct marks3 *marks)
{
	static const int signs[4][3] = { { 1, 1, 1 }, { 1, -1, -1 }, { -1, 1, -1 }, { -1, -1, 1 } };
	vec3 best[3] = { e[0], e[1], e[2] };
	int any = 0;

	for (int k = 0; k < 4; k++) {
		int known = 0, agree = 1;
		vec3 f[3];

		for (int i = 0; i < 3; i++) {
			f[i] = v3_scale(signs[k][i], e[i]);
			if (side[i] && known++ < 2)
				agree &= side[i] == signs[k][i];
		}
		if (!agree)
			continue;
		if (free >= 0)
			least_turn(f, free, free + 1);
		marks3_improve(marks, best, f, MARKS3_SPACE, &any);
	}
	memcpy(e, best, sizeof best);
}

/* The criteria of the choice, and the best frame so far. */
struct choice {
	const double *third;
	double least;
	struct marks3 *marks;
	vec3 e[3];
	int any;
};

/* Try a frame that is known except for signs. If free >= 0, the axes free and free + 1 may turn in their plane. */
static void try_frame(struct choice *w, const vec3 given[3], int free)
{
	vec3 e[3] = { given[0], given[1], given[2] };
	int side[3] = { 0, 0, 0 };

	for (int k = 0; k < 3; k++)
		if (free < 0 || k < free || k > free + 1)
			side[k] = side_of(w->third, e[k], free < 0 ? e[(k + 1) % 3] : v3(0, 0, 0), w->least);
	choose_signs(e, side, free, w->marks);
	marks3_improve(w->marks, w->e, e, MARKS3_SPACE, &w->any);
}

/* Try the frames whose axes free and free + 1 go where the third moments are greatest, up to three ways. */
static void try_plane(struct choice *w, const vec3 given[3], int free)
{
	vec3 u = given[free], v = given[free + 1], e[3] = { given[0], given[1], given[2] }, to[3];
	int axis = free ? 0 : 2, sign = side_of(w->third, e[axis], v3(0, 0, 0), w->least);
	int n = greatest_in_plane(w->third, u, v, w->least, to);

	for (int k = 0; k < n; k++) {
		e[free] = to[k];
		e[free + 1] = mix(v3_dot(to[k], u), v, -v3_dot(to[k], v), u);
		try_frame(w, e, -1);
	}
	if (n)
		return;
	if (w->marks->n && sign < 0) {
		e[axis] = v3_scale(-1, e[axis]);
		e[free + 1] = v3_scale(-1, e[free + 1]);
	}
	if (w->marks->n && marks3_plane(w->marks, e, free, !sign))
		marks3_improve(w->marks, w->e, e, MARKS3_SPACE, &w->any);
	else
		try_frame(w, e, free);
}

/* All directions have the same moment. The first axis goes where the third moment is greatest. Of several such directions those
 * with the greatest third moment across are tried. */
static void try_space(struct choice *w)
{
	vec3 to[PLACES], e[PLACES][3], across[3], whole[3] = { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) };
	double moment[PLACES], best = 0;
	int n = greatest_in_space(w->third, w->least, to);

	for (int k = 0; k < n; k++) { /* any two directions across */
		vec3 far = fabs(to[k].x) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0), u = v3_cross(to[k], far);

		e[k][0] = to[k];
		e[k][1] = v3_scale(1 / v3_norm(u), u);
		e[k][2] = v3_cross(to[k], e[k][1]);
		moment[k] = greatest_in_plane(w->third, e[k][1], e[k][2], w->least, across) ? third_along(w->third, across[0]) : 0;
		best = fmax(best, moment[k]);
	}
	for (int k = 0; k < n; k++)
		if (moment[k] > best - w->least)
			try_plane(w, e[k], 1);
	if (n == 0 && marks3_space(w->marks, whole))
		marks3_improve(w->marks, w->e, whole, MARKS3_SPACE, &w->any);
	else if (n == 0)
		try_frame(w, whole, -1);
}

void mass3_principal_marked(struct principal3 *p, const struct mass3 *m, int n, const double (*mark)[4])
{
	double row[3][3], frame[3][3];
	struct marks3 marks;

	marks3_set(&marks, n, mark, m->com);
	eigen3(p->moment, row, m->inertia);
	const vec3 e[3] = { v3_from(row[0]), v3_from(row[1]), v3_from(row[2]) };
	double gyration = sqrt(fmax(p->moment[2], 0) / m->volume);
	struct choice w = { .third = m->third, .least = 1e-7 * m->volume * gyration * gyration * gyration, .marks = &marks };

	for (int k = 0; k < 2; k++)
		p->equal[k] = p->moment[k + 1] - p->moment[k] <= MASS3_EQUAL * p->moment[2];
	if (p->equal[0] && p->equal[1])
		try_space(&w);
	else if (p->equal[0] || p->equal[1])
		try_plane(&w, e, p->equal[0] ? 0 : 1);
	else
		try_frame(&w, e, -1);
	for (int k = 0; k < 3; k++) {
		v3_to(p->axis[k], v3_add(w.e[k], v3(0, 0, 0))); /* no -0 */
		frame[0][k] = w.e[k].x, frame[1][k] = w.e[k].y, frame[2][k] = w.e[k].z;
	}
	quat_of_matrix(p->turn, (const double (*)[3])frame);
}

void mass3_principal(struct principal3 *p, const struct mass3 *m)
{
	mass3_principal_marked(p, m, 0, NULL);
}
