/* principal3.c: principal axes of bodies in space */
#include <math.h>
#include <string.h>

#include "base/eigen3.h"
#include "base/quat.h"
#include "base/trig.h"
#include "base/vec.h"
#include "shape/marks3.h"
#include "shape/mass3.h"

/* The third moments with two directions put in: a vector whose product with d is the integral of (a.x) (b.x) (d.x). */
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

/* Turn u and v within their plane so that the third moment along u is the greatest: a cubic form of cosine and sine,
 * with three maxima at most, which are more than 24 samples can miss but by rounding; then Newton's method, which
 * doubles digits. Returns that moment. */
static double face_plane(const double t[10], vec3 *u, vec3 *v)
{
	double best = -1, c, s;
	vec3 e = *u, f = *v;

	for (int k = 0; k < 24; k++) {
		trig_sincos(k * 0.26179938779914944, &s, &c);
		double moment = third_along(t, mix(c, *u, s, *v));

		if (moment > best) {
			best = moment;
			e = mix(c, *u, s, *v);
			f = mix(c, *v, -s, *u);
		}
	}
	for (int k = 0; k < 8 && best > 0; k++) {
		vec3 ee = third_of(t, e, e), ff = third_of(t, f, f);
		double slope = 3 * v3_dot(ee, f), bend = 6 * v3_dot(ff, e) - 3 * v3_dot(ee, e);
		double angle = bend < 0 ? fmax(-0.2, fmin(0.2, -slope / bend)) : 0;

		trig_sincos(angle, &s, &c);
		vec3 turned = mix(c, e, s, f);
		f = mix(c, f, -s, e);
		e = turned;
	}
	*u = e;
	*v = f;
	return third_along(t, e);
}

/* Where in space the third moment is greatest: from the best of many directions e <- T(e, e) + shift e, which climbs
 * for a shift of twice the greatest moment (Kolda & Mayo 2011). Returns that moment. */
static double face_space(const double t[10], vec3 *to)
{
	enum { SAMPLES = 200, STEPS = 2000 };
	double best = -1;
	vec3 e = v3(1, 0, 0);

	for (int k = 0; k < SAMPLES; k++) {
		double z = 1 - (2 * k + 1.0) / SAMPLES, r = sqrt((1 - z) * (1 + z)), s, c;

		trig_sincos(2.399963229728653 * k, &s, &c);
		double moment = third_along(t, v3(r * c, r * s, z));
		if (moment > best) {
			best = moment;
			e = v3(r * c, r * s, z);
		}
	}
	for (int k = 0; k < STEPS && best > 0; k++) {
		vec3 next = v3_add(third_of(t, e, e), v3_scale(2 * best, e));
		double step;

		next = v3_scale(1 / v3_norm(next), next);
		step = v3_norm(v3_sub(next, e));
		e = next;
		if (step < 1e-16)
			break;
	}
	*to = e;
	return third_along(t, e);
}

/* To which side of an axis the body has its third moments, 0 when they do not tell. f: the next axis, or 0 where that is
 * not known. */
static int side_of(const double t[10], vec3 e, vec3 f, double least)
{
	double size[3] = { third_along(t, e), 0, v3_dot(third_of(t, f, f), e) };
	const vec3 unit[3] = { v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1) };

	for (int k = 0; k < 3; k++)
		size[1] += v3_dot(third_of(t, unit[k], unit[k]), e);
	for (int k = 0; k < 3; k++)
		if (fabs(size[k]) > least)
			return size[k] > 0 ? 1 : -1;
	return 0;
}

static double trace(const vec3 e[3])
{
	return e[0].x + e[1].y + e[2].z;
}

static double component(vec3 a, int k)
{
	return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

/* Turn the axes p and q, which are free to turn in their plane, for the greatest trace: that of the turn by an angle is
 * (e_p.p + e_q.q) cos + (e_q.p - e_p.q) sin, p and q standing for the given axes. */
static void least_turn(vec3 e[3], int p, int q)
{
	double along = component(e[p], p) + component(e[q], q), across = component(e[q], p) - component(e[p], q);
	double norm = sqrt(along * along + across * across), c = norm > 1e-12 ? along / norm : 1;
	double s = norm > 1e-12 ? across / norm : 0;
	vec3 turned = mix(c, e[p], s, e[q]);

	e[q] = mix(c, e[q], -s, e[p]);
	e[p] = turned;
}

/* Choose among the four right-handed signs of the axes: those that agree with the first two known sides, then what the
 * marks prefer, then the least turn. The axes free and free + 1 may turn in their plane, where free >= 0. */
static void choose_signs(vec3 e[3], const int side[3], int free, const struct marks3 *marks)
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
		/* what is equal but for rounding goes to the first */
		int better = any ? marks3_compare(marks, f, best, MARKS3_SPACE) : 0;
		if (!any || better > 0 || (better == 0 && trace(f) > trace(best) + 1e-9))
			memcpy(best, f, sizeof best);
		any = 1;
	}
	memcpy(e, best, sizeof best);
}

/* Of the three turns of u and v that may have the same greatest third moment, most, the one that the marks prefer. */
static void choose_third(const double t[10], vec3 e[3], int p, double most, double least, const struct marks3 *marks)
{
	vec3 first[3] = { e[0], e[1], e[2] };

	for (int k = 1; k < 3; k++) {
		double c = -0.5, s = k == 1 ? 0.86602540378443865 : -0.86602540378443865;
		vec3 f[3] = { e[0], e[1], e[2] };

		f[p] = mix(c, first[p], s, first[p + 1]);
		f[p + 1] = mix(c, first[p + 1], -s, first[p]);
		if (third_along(t, f[p]) > most - least && marks3_compare(marks, f, e, MARKS3_SPACE) > 0)
			memcpy(e, f, sizeof f);
	}
}

/* The axes where all moments are equal. Returns the first of those that are still free, or -1; *done: nothing is. */
static int face_all(const double t[10], vec3 e[3], double least, const struct marks3 *marks, int *done)
{
	if (face_space(t, &e[0]) > least) {
		/* two directions across, whichever */
		vec3 far = fabs(e[0].x) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0), u = v3_cross(e[0], far);

		e[1] = v3_scale(1 / v3_norm(u), u);
		e[2] = v3_cross(e[0], e[1]);
		return 1;
	}
	e[0] = v3(1, 0, 0), e[1] = v3(0, 1, 0), e[2] = v3(0, 0, 1);
	*done = marks3_space(marks, e);
	return -1;
}

void mass3_principal_marked(struct principal3 *p, const struct mass3 *m, int n, const double (*mark)[4])
{
	double row[3][3], frame[3][3];
	const double *t = m->third;
	struct marks3 marks;

	marks3_set(&marks, n, mark, m->com);
	eigen3(p->moment, row, m->inertia);
	vec3 e[3] = { v3_from(row[0]), v3_from(row[1]), v3_from(row[2]) };
	double gyration = sqrt(fmax(p->moment[2], 0) / m->volume), least = 1e-7 * m->volume * gyration * gyration * gyration;
	int free = -1, done = 0, side[3] = { 0, 0, 0 };

	for (int k = 0; k < 2; k++)
		p->equal[k] = p->moment[k + 1] - p->moment[k] <= MASS3_EQUAL * p->moment[2];
	if (p->equal[0] && p->equal[1])
		free = face_all(t, e, least, &marks, &done);
	else if (p->equal[0] || p->equal[1])
		free = p->equal[0] ? 0 : 1;
	if (free >= 0) {
		int axis = free ? 0 : 2, sign = side_of(t, e[axis], v3(0, 0, 0), least);
		double third = face_plane(t, &e[free], &e[free + 1]);

		if (third > least) {
			choose_third(t, e, free, third, least, &marks);
			free = -1;
		} else if (marks.n) {
			if (sign < 0) {
				e[axis] = v3_scale(-1, e[axis]);
				e[free + 1] = v3_scale(-1, e[free + 1]);
			}
			done = marks3_plane(&marks, e, free, !sign);
		}
	}
	for (int k = 0; k < 3 && !done; k++)
		if (free < 0 || k < free || k > free + 1)
			side[k] = side_of(t, e[k], free < 0 ? e[(k + 1) % 3] : v3(0, 0, 0), least);
	if (!done)
		choose_signs(e, side, free, &marks);
	for (int k = 0; k < 3; k++) {
		v3_to(p->axis[k], v3_add(e[k], v3(0, 0, 0))); /* no -0 */
		frame[0][k] = e[k].x, frame[1][k] = e[k].y, frame[2][k] = e[k].z;
	}
	quat_of_matrix(p->turn, (const double (*)[3])frame);
}

void mass3_principal(struct principal3 *p, const struct mass3 *m)
{
	mass3_principal_marked(p, m, 0, NULL);
}

void principal3_place(const struct principal3 *p, const struct mass3 *m, const double x[3], double to[3])
{
	double d[3] = { x[0] - m->com[0], x[1] - m->com[1], x[2] - m->com[2] };

	for (int k = 0; k < 3; k++)
		to[k] = p->axis[k][0] * d[0] + p->axis[k][1] * d[1] + p->axis[k][2] * d[2];
}
