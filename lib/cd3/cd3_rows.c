/* cd3_rows.c: the constraint rows of contacts, and their residual */
#include "cd3/cd3_solve.h"

#include "base/buf.h"
#include "base/team.h"
#include "contact/touch3.h"

/* ---- making rows ---- */

/* Add to K the matrix that gives the velocity which a point gains by an impulse f at the arm r, K f = im f - r x (J (r x f)):
 * first the columns of J [r x], then those of [r x] J [r x]. */
static void add_response(double K[6], const struct cd3_rigid *a, vec3 r)
{
	const double *J = a->inverse_inertia;

	if (a->moves == 0)
		return;
	vec3 x = v3(J[3] * r.z - J[4] * r.y, J[1] * r.z - J[5] * r.y, J[5] * r.z - J[2] * r.y);
	vec3 y = v3(J[4] * r.x - J[0] * r.z, J[5] * r.x - J[3] * r.z, J[2] * r.x - J[4] * r.z);
	vec3 z = v3(J[0] * r.y - J[3] * r.x, J[3] * r.y - J[1] * r.x, J[4] * r.y - J[5] * r.x);
	K[0] += a->inverse_mass.x + (x.y * r.z - x.z * r.y);
	K[1] += a->inverse_mass.y + (y.z * r.x - y.x * r.z);
	K[2] += a->inverse_mass.z + (z.x * r.y - z.y * r.x);
	K[3] += y.y * r.z - y.z * r.y;
	K[4] += z.y * r.z - z.z * r.y;
	K[5] += z.z * r.x - z.x * r.z;
}

double cd3_row_yields(const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj)
{
	double K[6] = { 0 };

	add_response(K, &rigid[i], ri);
	add_response(K, &rigid[j], rj);
	double trace = K[0] + K[1] + K[2];
	return trace > 0 ? fmax(v3_dot(n, sym3_apply(K, n)), 0) / trace : 0;
}

void cd3_row_make(struct cd3_row *row, const struct cd3_rigid *rigid, int i, int j, vec3 n, vec3 ri, vec3 rj,
	const double friction[6], double bias)
{
	double K[6] = { 0 };
	vec3 t, s;

	add_response(K, &rigid[i], ri);
	add_response(K, &rigid[j], rj);
	touch3_tangents(n, &t, &s);
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
	row->arm_i = ri;
	row->arm_j = rj;
	row->inverse_normal = 1 / normal;
	row->g[0] = (c * wa + e * wb) / normal;
	row->g[1] = (c * wb - e * wa) / normal;
	row->a[0] = fmax(0.5 * (aa + bb) + root, 0);
	row->a[1] = fmax(0.5 * (aa + bb) - root, 0);
	if (row->a[1] < 1e-12 * row->a[0]) { /* friction along s is only a rounding error */
		row->s = v3(0, 0, 0);
		row->g[1] = row->a[1] = 0;
	}
	row->bias = bias;
	row->impulse[0] = row->impulse[1] = row->impulse[2] = 0;
}

/* r_T = (t s) rho is solved for rho by the normal equations, since t and s are oblique if friction depends on direction. */
void cd3_row_start(struct cd3_row *row, vec3 f)
{
	double tt = v3_dot(row->t, row->t), ts = v3_dot(row->t, row->s), ss = v3_dot(row->s, row->s);
	double det = tt * ss - ts * ts, ft = v3_dot(row->t, f), fs = v3_dot(row->s, f);

	row->impulse[0] = v3_dot(row->n, f);
	row->impulse[1] = det > 0 ? (ss * ft - ts * fs) / det : 0;
	row->impulse[2] = det > 0 ? (tt * fs - ts * ft) / det : 0;
	cd3_onto_cone(row->impulse);
}

vec3 cd3_row_impulse(const struct cd3_row *row)
{
	return v3_add(v3_scale(row->impulse[0], row->n), v3_add(v3_scale(row->impulse[1], row->t), v3_scale(row->impulse[2], row->s)));
}

void cd3_roll_make(struct cd3_roll *roll, const struct cd3_row *row, const struct cd3_rigid *rigid, double mur, double mus)
{
	double J[6];
	vec3 t, s;

	roll->mur = mur;
	roll->mus = mus;
	for (int k = 0; k < 6; k++)
		J[k] = rigid[row->i].inverse_inertia[k] + rigid[row->j].inverse_inertia[k];
	touch3_tangents(row->n, &t, &s);
	double a = sym3_between(J, t, t), b = sym3_between(J, t, s), c = sym3_between(J, s, s), n = sym3_between(J, row->n, row->n);
	double greatest = 0.5 * (a + c + sqrt((a - c) * (a - c) + 4 * b * b));
	roll->step[0] = greatest > 0 ? 1 / greatest : 0;
	roll->step[1] = n > 0 ? 1 / n : 0;
}

/* ---- the residual ---- */

/* The squares of a row's difference from the projection, and of its impulse. */
static void row_off(const struct cd3_row *k, const struct cd3_rigid *rigid, double *off, double *size)
{
	const double *r = k->impulse, c = cd3_row_scale(k);
	double u[3];

	cd3_row_u(k, rigid, u);
	double to[3] = { r[0] - c * (u[0] + sqrt(u[1] * u[1] + u[2] * u[2])), r[1] - c * u[1], r[2] - c * u[2] };
	cd3_onto_cone(to);
	*off = *size = 0;
	for (int q = 0; q < 3; q++) {
		*off += (r[q] - to[q]) * (r[q] - to[q]);
		*size += r[q] * r[q];
	}
}

/* Sums are computed block by block, so that they do not depend on the number of threads. */
enum { BLOCK = 512 };
struct residual { const struct cd3_problem *p; double (*sum)[2]; };

static void off_chunk(void *to, int from, int end, int thread)
{
	const struct cd3_problem *p = ((struct residual *)to)->p;
	double *sum = ((struct residual *)to)->sum[from / BLOCK];

	(void)thread;
	for (int k = from; k < end; k++) {
		double o, s;

		row_off(&p->row[k], p->rigid, &o, &s);
		sum[0] += o;
		sum[1] += s;
	}
}

double cd3_residual(const struct cd3_problem *p)
{
	int blocks = (p->n_row + BLOCK - 1) / BLOCK;
	double (*sum)[2] = mem_zero((size_t)blocks, sizeof *sum), off = 0, size = 0;

	team_chunks(p->threads, p->n_row, BLOCK, off_chunk, &(struct residual){ p, sum });
	for (int b = 0; b < blocks; b++) {
		off += sum[b][0];
		size += sum[b][1];
	}
	free(sum);
	return cd3_residual_of(off, size);
}
