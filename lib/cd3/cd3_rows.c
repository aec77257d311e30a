/* cd3_rows.c: the rows of contacts, their colours, and how far impulses are from what is wanted */
#include "cd3/cd3_solve.h"

#include "base/buf.h"
#include "base/share.h"

/* ---- making rows ---- */

/* Add what an impulse f at the arm gives the point, im f - r x (J (r x f)), to K: columns of J [r x], and of that across r. */
static void add_response(double K[6], const struct cd3_unit *a, vec3 r)
{
	const double *J = a->J;

	if (a->moves == 0)
		return;
	vec3 x = v3(J[3] * r.z - J[4] * r.y, J[1] * r.z - J[5] * r.y, J[5] * r.z - J[2] * r.y);
	vec3 y = v3(J[4] * r.x - J[0] * r.z, J[5] * r.x - J[3] * r.z, J[2] * r.x - J[4] * r.z);
	vec3 z = v3(J[0] * r.y - J[3] * r.x, J[3] * r.y - J[1] * r.x, J[4] * r.y - J[5] * r.x);
	K[0] += a->im.x + (x.y * r.z - x.z * r.y);
	K[1] += a->im.y + (y.z * r.x - y.x * r.z);
	K[2] += a->im.z + (z.x * r.y - z.y * r.x);
	K[3] += y.y * r.z - y.z * r.y;
	K[4] += z.y * r.z - z.z * r.y;
	K[5] += z.z * r.x - z.x * r.z;
}

double cd3_row_yields(const struct cd3_unit *unit, int i, int j, vec3 n, vec3 ri, vec3 rj)
{
	double K[6] = { 0 };

	add_response(K, &unit[i], ri);
	add_response(K, &unit[j], rj);
	double trace = K[0] + K[1] + K[2];
	return trace > 0 ? fmax(v3_dot(n, sym3_apply(K, n)), 0) / trace : 0;
}

static void tangents(vec3 n, vec3 *t, vec3 *s)
{
	double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
	vec3 axis = x < y ? (x < z ? v3(1, 0, 0) : v3(0, 0, 1)) : (y < z ? v3(0, 1, 0) : v3(0, 0, 1));

	*t = v3_cross(n, axis);
	*t = v3_scale(1 / v3_norm(*t), *t);
	*s = v3_cross(n, *t);
}

void cd3_row_make(struct cd3_row *row, const struct cd3_unit *unit, int i, int j, vec3 n, vec3 ri, vec3 rj,
	const double friction[6], double bias)
{
	double K[6] = { 0 };
	vec3 t, s;

	add_response(K, &unit[i], ri);
	add_response(K, &unit[j], rj);
	tangents(n, &t, &s);
	/* columns of T D */
	double dtt = sym3_between(friction, t, t), dts = sym3_between(friction, t, s), dss = sym3_between(friction, s, s);
	vec3 a = v3_add(v3_scale(dtt, t), v3_scale(dts, s)), b = v3_add(v3_scale(dts, t), v3_scale(dss, s));
	vec3 Kn = sym3_apply(K, n), Ka = sym3_apply(K, a), Kb = sym3_apply(K, b);
	double normal = v3_dot(n, Kn), wa = v3_dot(a, Kn), wb = v3_dot(b, Kn);
	/* A = W_TT - w w^T / W_NN, and the rotation to its axes as in tube3.c */
	double aa = v3_dot(a, Ka) - wa * wa / normal, ab = v3_dot(a, Kb) - wa * wb / normal;
	double bb = v3_dot(b, Kb) - wb * wb / normal;
	double half = 0.5 * (aa - bb), root = sqrt(half * half + ab * ab), c = 1, e = 0;
	if (root > 0) {
		c = half >= 0 ? half + root : fabs(ab);
		e = half >= 0 ? ab : ab < 0 ? half - root : root - half;
		double l = 1 / sqrt(c * c + e * e);
		c *= l;
		e *= l;
	}
	row->i = i;
	row->j = j;
	row->roll = -1;
	row->n = n;
	row->t = v3_add(v3_scale(c, a), v3_scale(e, b));
	row->s = v3_sub(v3_scale(c, b), v3_scale(e, a));
	row->ri = ri;
	row->rj = rj;
	row->inverse = 1 / normal;
	row->g[0] = (c * wa + e * wb) / normal;
	row->g[1] = (c * wb - e * wa) / normal;
	row->a[0] = fmax(0.5 * (aa + bb) + root, 0);
	row->a[1] = fmax(0.5 * (aa + bb) - root, 0);
	if (row->a[1] < 1e-12 * row->a[0]) { /* no friction that way; what is left of it is rounding */
		row->s = v3(0, 0, 0);
		row->g[1] = row->a[1] = 0;
	}
	row->bias = bias;
	row->r[0] = row->r[1] = row->r[2] = 0;
}

/* r_T = (t s) rho; t and s, at no right angle where friction has directions, are met by the inverse of their products. */
void cd3_row_start(struct cd3_row *row, vec3 f)
{
	double tt = v3_dot(row->t, row->t), ts = v3_dot(row->t, row->s), ss = v3_dot(row->s, row->s);
	double det = tt * ss - ts * ts, ft = v3_dot(row->t, f), fs = v3_dot(row->s, f);

	row->r[0] = v3_dot(row->n, f);
	row->r[1] = det > 0 ? (ss * ft - ts * fs) / det : 0;
	row->r[2] = det > 0 ? (tt * fs - ts * ft) / det : 0;
	cd3_onto_cone(row->r);
}

vec3 cd3_row_impulse(const struct cd3_row *row)
{
	return v3_add(v3_scale(row->r[0], row->n), v3_add(v3_scale(row->r[1], row->t), v3_scale(row->r[2], row->s)));
}

vec3 cd3_row_velocity(const struct cd3_row *k, const struct cd3_unit *unit)
{
	const struct cd3_unit *a = &unit[k->i], *b = &unit[k->j];

	return v3_sub(v3_add(b->v, v3_cross(b->w, k->rj)), v3_add(a->v, v3_cross(a->w, k->ri)));
}

void cd3_roll_make(struct cd3_roll *roll, const struct cd3_row *row, const struct cd3_unit *unit, double mur, double mus)
{
	double J[6];
	vec3 t, s;

	roll->mur = mur;
	roll->mus = mus;
	for (int k = 0; k < 6; k++)
		J[k] = unit[row->i].J[k] + unit[row->j].J[k];
	tangents(row->n, &t, &s);
	double a = sym3_between(J, t, t), b = sym3_between(J, t, s), c = sym3_between(J, s, s), n = sym3_between(J, row->n, row->n);
	double greatest = 0.5 * (a + c + sqrt((a - c) * (a - c) + 4 * b * b));
	roll->step[0] = greatest > 0 ? 1 / greatest : 0;
	roll->step[1] = n > 0 ? 1 / n : 0;
}

/* ---- the residual ---- */

/* Squares of what one row is off by, and of its impulse. */
static void row_off(const struct cd3_row *k, const struct cd3_unit *unit, double *off, double *size)
{
	double u[3], normal = 1 / k->inverse;

	cd3_row_u(k, unit, u);
	double c = 3 / (normal * (1 + k->g[0] * k->g[0] + k->g[1] * k->g[1]) + k->a[0] + k->a[1]);
	double to[3] = { k->r[0] - c * (u[0] + sqrt(u[1] * u[1] + u[2] * u[2])), k->r[1] - c * u[1], k->r[2] - c * u[2] };
	cd3_onto_cone(to);
	*off = *size = 0;
	for (int q = 0; q < 3; q++) {
		*off += (k->r[q] - to[q]) * (k->r[q] - to[q]);
		*size += k->r[q] * k->r[q];
	}
}

/* Sums in blocks, so that threads cannot change them. */
enum { BLOCK = 512 };
struct residual { const struct cd3_problem *p; double (*sum)[2]; };

static void off_some(void *to, int from, int end, int thread)
{
	const struct cd3_problem *p = ((struct residual *)to)->p;
	double *sum = ((struct residual *)to)->sum[from / BLOCK];

	(void)thread;
	for (int k = from; k < end; k++) {
		double o, s;

		row_off(&p->row[k], p->unit, &o, &s);
		sum[0] += o;
		sum[1] += s;
	}
}

double cd3_residual(const struct cd3_problem *p)
{
	int blocks = (p->n + BLOCK - 1) / BLOCK;
	double (*sum)[2] = mem_zero((size_t)blocks, sizeof *sum), off = 0, size = 0;

	share_stretches(p->threads, p->n, BLOCK, off_some, &(struct residual){ p, sum });
	for (int b = 0; b < blocks; b++) {
		off += sum[b][0];
		size += sum[b][1];
	}
	free(sum);
	return off > 0 ? sqrt(off / size) : 0;
}
