/* order3.c: structure of grains in space */
#include "measure/order3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/eigen3.h"
#include "base/ids.h"
#include "base/quat.h"
#include "measure/kinetic.h"
#include "shape/weigh.h"
#include "world/lattice.h"

static const double pi = 3.14159265358979323846;

/* ---- grains ---- */

/* The long axis in space, from the tensor in the body frame. */
static void long_axis(double u[3], const double inertia[6], const double q[4])
{
	double value[3], axis[3][3], m[3][3];

	memset(u, 0, 3 * sizeof *u);
	if (isnan(inertia[0]))
		return;
	eigen3(value, axis, inertia);
	if (!(value[1] - value[0] > 1e-8 * value[2]))
		return;
	quat_matrix(m, q);
	mat3_apply(u, (const double (*)[3])m, axis[0]);
}

void grains3_list_take(struct grains3_list *l, struct world *w, const char *keep)
{
	struct bodies3 b = world_bodies3(w);
	double (*inertia)[6] = mem_new((size_t)b.n, sizeof *inertia);
	char *loose = mem_new((size_t)b.n, 1);

	memset(loose, 1, (size_t)b.n);
	bodies_leave_held(w, loose);
	bodies_mass3(w, NULL, NULL, inertia);
	MEM_GROW(l->at, &l->cap, (size_t)b.n);
	l->n = 0;
	for (int i = 0; i < b.n; i++) {
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		struct grain3 *g = &l->at[l->n];

		if (!loose[i])
			continue;
		*g = (struct grain3){ .id = b.id[i], .body = i, .chosen = keep[i], .x = { b.x[0][i], b.x[1][i], b.x[2][i] } };
		long_axis(g->u, inertia[i], q);
		l->n++;
	}
	if (l->n)
		qsort(l->at, (size_t)l->n, sizeof *l->at, ids_compare);
	free(inertia);
	free(loose);
}

void grains3_list_choose(struct grains3_list *l)
{
	int n = 0;

	for (int i = 0; i < l->n; i++)
		if (l->at[i].chosen)
			l->at[n++] = l->at[i];
	l->n = n;
}

void grains3_list_free(struct grains3_list *l)
{
	free(l->at);
	*l = (struct grains3_list){ .n = 0 };
}

/* ---- pairs ---- */

void window3_of(struct window3 *w, const struct domain *d, const struct grains3_list *l)
{
	w->domain = *d;
	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		w->periodic[k] = d->set && d->periodic[k];
		for (int i = 0; i < l->n; i++) {
			lo = fmin(lo, l->at[i].x[k]);
			hi = fmax(hi, l->at[i].x[k]);
		}
		w->side[k] = w->periodic[k] ? d->hi[k] - d->lo[k] : fmax(hi - lo, 0);
	}
}

double window3_reach(const struct window3 *w)
{
	double most = lattice_shortest(&w->domain) / 2;

	for (int k = 0; k < 3; k++)
		most = fmin(most, w->periodic[k] ? INFINITY : w->side[k]);
	return most;
}

double window3_pairs(const struct window3 *w, double r0, double r1)
{
	/* c(r) = c0 - c1 r + c2 r^2 - c3 r^3: multiply the factors s_k - r |e_k| one by one, with the means of the products of |e_k| */
	double sum[4] = { 1, 0, 0, 0 }, volume = 1, total = 0;
	const double mean[4] = { 1, 0.5, 2 / (3 * pi), 1 / (4 * pi) };

	for (int k = 0; k < 3; k++) {
		for (int z = 3; z >= 0; z--)
			sum[z] = sum[z] * w->side[k] + (z && !w->periodic[k] ? sum[z - 1] : 0);
		volume *= w->side[k];
	}
	for (int z = 0; z < 4; z++)
		total += (z & 1 ? -1 : 1) * mean[z] * sum[z] * (pow(r1, z + 3) - pow(r0, z + 3)) / (z + 3);
	return 4 * pi * total / (volume * volume);
}

/* Cells of a grid over the window, and the grains in each. In a tilted domain the cells stand along the lattice vectors. */
struct grid3 { int m[3], tilted; double lo[3], side[3]; const struct window3 *w; int *start, *item; };

static int cell_of(const struct grid3 *g, const double x[3])
{
	const double *tilt = g->w->domain.tilt;
	double part[3];
	int cell = 0;

	for (int k = 2; k >= 0; k--) {
		double from = x[k] - g->lo[k];

		if (g->tilted && k == 1)
			from -= tilt[2] * part[2];
		if (g->tilted && k == 0)
			from -= tilt[0] * part[1] + tilt[1] * part[2];
		part[k] = g->side[k] > 0 ? from / g->side[k] : 0;
		int at = (int)fmin(fmax((g->tilted && g->w->periodic[k] ? part[k] - floor(part[k]) : part[k]) * g->m[k], 0), g->m[k] - 1);
		cell = cell * g->m[k] + at;
	}
	return cell;
}

/* The distance between the lower and the upper side of the window along axis k, across these sides. */
static double height(const struct window3 *w, int k)
{
	const double *t = w->domain.tilt, *side = w->side;
	double y = 0, z = 0; /* slopes of the sides across x and y */

	if (k == 0 && t[0] != 0)
		y = t[0] / side[1];
	if (k == 0 && (t[1] != 0 || (t[0] != 0 && t[2] != 0)))
		z = (t[1] - y * t[2]) / side[2];
	if (k == 1 && t[2] != 0)
		z = t[2] / side[2];
	return side[k] / sqrt(1 + y * y + z * z);
}

static void grid_fill(struct grid3 *g, const struct grains3_list *l)
{
	int cells = g->m[0] * g->m[1] * g->m[2], *of = MEM_NEW(int, (size_t)l->n);

	g->start = MEM_ZERO(int, (size_t)cells + 2);
	g->item = MEM_NEW(int, (size_t)l->n);
	for (int i = 0; i < l->n; i++) {
		of[i] = cell_of(g, l->at[i].x);
		g->start[of[i] + 2]++;
	}
	for (int c = 2; c < cells + 2; c++)
		g->start[c] += g->start[c - 1];
	for (int i = 0; i < l->n; i++)
		g->item[g->start[of[i] + 1]++] = i;
	free(of);
}

/* Visit the pairs of grain i with the grains of higher index in one cell. Only the nearest image of each can be within reach. */
static void visit_cell(const struct grid3 *g, const struct grains3_list *l, int i, int cell, double reach, pairs3_visit *visit,
	void *to)
{
	for (int p = g->start[cell]; p < g->start[cell + 1]; p++) {
		int j = g->item[p];
		double d[3], r2 = 0;

		if (j <= i)
			continue;
		for (int k = 0; k < 3; k++) {
			d[k] = l->at[j].x[k] - l->at[i].x[k];
			if (g->w->periodic[k] && !g->tilted)
				d[k] -= g->w->side[k] * floor(d[k] / g->w->side[k] + 0.5);
			r2 += d[k] * d[k];
		}
		if (g->tilted ? lattice_nearest(&g->w->domain, reach, d) : r2 < reach * reach)
			visit(to, i, j, d);
	}
}

void pairs3_each(const struct domain *d, const struct grains3_list *l, double reach, pairs3_visit *visit, void *to)
{
	struct window3 w;
	struct grid3 g = { .w = &w };
	int most = (int)cbrt(4.0 * l->n) + 1;

	window3_of(&w, d, l);
	g.tilted = domain_tilted(d);
	for (int k = 0; k < 3; k++) {
		g.lo[k] = INFINITY;
		for (int i = 0; i < l->n; i++)
			g.lo[k] = fmin(g.lo[k], l->at[i].x[k]);
		g.lo[k] = w.periodic[k] ? d->lo[k] : g.lo[k];
		g.side[k] = w.side[k];
		g.m[k] = (int)fmax(1, fmin(most, floor((g.tilted ? height(&w, k) : w.side[k]) / reach)));
	}
	grid_fill(&g, l);
	for (int i = 0; i < l->n; i++) {
		int c = cell_of(&g, l->at[i].x), at[3] = { c % g.m[0], c / g.m[0] % g.m[1], c / g.m[0] / g.m[1] }, n[3], list[3][3];

		for (int k = 0; k < 3; k++) { /* neighbouring cells along each axis, each once */
			n[k] = 0;
			for (int o = -1; o <= 1; o++) {
				int z = at[k] + o, seen = 0;

				if (w.periodic[k])
					z = (z + g.m[k]) % g.m[k];
				for (int q = 0; q < n[k]; q++)
					seen |= list[k][q] == z;
				if (!seen && z >= 0 && z < g.m[k])
					list[k][n[k]++] = z;
			}
		}
		for (int z = 0; z < n[2]; z++)
			for (int y = 0; y < n[1]; y++)
				for (int x = 0; x < n[0]; x++)
					visit_cell(&g, l, i, (list[2][z] * g.m[1] + list[1][y]) * g.m[0] + list[0][x], reach, visit, to);
	}
	free(g.start);
	free(g.item);
}

/* ---- order ---- */

struct nematic3 nematic3_of(const struct grains3_list *l)
{
	struct nematic3 s = { .order = NAN, .director = { NAN, NAN, NAN } };
	struct tensor3 t = { .m = { { 0 } } };

	for (int i = 0; i < l->n; i++) {
		vec3 u = v3_from(l->at[i].u);

		if (!l->at[i].chosen || !(v3_dot(u, u) > 0))
			continue;
		tensor3_add(&t, 1, u, u);
		s.n++;
	}
	if (!s.n)
		return s;
	struct principal3d p = tensor3_principal(t);
	s.order = 0.5 * (3 * p.value[0] / s.n - 1);
	s.director = p.along[0];
	return s;
}

/* Associated Legendre functions, normalised so that Y_km = P_m exp(i m phi) has norm 1 on the sphere, by the recursion in k from
 * P_mm = (-1)^m sqrt((2m+1)!! / (2m)!! / 4 pi) sin^m. */
static double legendre(int k, int m, double cosine, double sine)
{
	double here = sqrt(1 / (4 * pi)), before = 0;

	for (int i = 1; i <= m; i++)
		here *= -sqrt((2 * i + 1) / (2.0 * i)) * sine;
	for (int n = m + 1; n <= k; n++) {
		double a = sqrt((4.0 * n * n - 1) / ((double)n * n - (double)m * m));
		double b = n > m + 1 ? sqrt((((double)n - 1) * (n - 1) - (double)m * m) / (4.0 * (n - 1) * (n - 1) - 1)) : 0;
		double next = a * (cosine * here - b * before);

		before = here;
		here = next;
	}
	return here;
}

void harmonics3_add(double *re, double *im, int k, const double d[3], double weight)
{
	double flat = sqrt(d[0] * d[0] + d[1] * d[1]), r = sqrt(flat * flat + d[2] * d[2]), c = 1, s = 0;
	double x = flat > 0 ? d[0] / flat : 1, y = flat > 0 ? d[1] / flat : 0;

	for (int m = 0; m <= k; m++) {
		double p = weight * legendre(k, m, d[2] / r, flat / r), t = c * x - s * y;

		re[m] += p * c;
		im[m] += p * s;
		s = c * y + s * x;
		c = t;
	}
}

void bond3_add(struct bond3 *b, int k, const double d[3])
{
	b->neighbours++;
	harmonics3_add(b->re, b->im, k, d, 1);
}

void bond3_merge(struct bond3 *a, int k, const struct bond3 *b)
{
	a->neighbours += b->neighbours;
	for (int m = 0; m <= k; m++) {
		a->re[m] += b->re[m];
		a->im[m] += b->im[m];
	}
}

double bond3_q(const struct bond3 *b, int k)
{
	double sum = 0, n = b->neighbours;

	for (int m = 0; m <= k; m++)
		sum += (m ? 2 : 1) * (b->re[m] * b->re[m] + b->im[m] * b->im[m]);
	return b->neighbours ? sqrt(4 * pi / (2 * k + 1) * sum) / n : NAN;
}
