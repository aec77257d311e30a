/* stress3.c: rows of scree-stress in space */
#include <math.h>

#include "base/buf.h"
#include "common/stress.h"
#include "common/tool.h"
#include "measure/stress3.h"
#include "shape/weigh.h"
#include "world/deform.h"

#define STRESS "M/L/T^2"
/* In the order of the values of stress3_measure. */
const struct stress_column stress3_column[STRESS3_COLUMNS] = {
	{ "t", "T" }, { "grains", "" },
	{ "s_xx", STRESS }, { "s_xy", STRESS }, { "s_xz", STRESS }, { "s_yx", STRESS }, { "s_yy", STRESS }, { "s_yz", STRESS },
	{ "s_zx", STRESS }, { "s_zy", STRESS }, { "s_zz", STRESS },
	{ "k_xx", STRESS }, { "k_xy", STRESS }, { "k_xz", STRESS }, { "k_yy", STRESS }, { "k_yz", STRESS }, { "k_zz", STRESS },
	{ "s_1", STRESS }, { "s_2", STRESS }, { "s_3", STRESS }, { "p", STRESS }, { "q", STRESS }, { "lode", "" }, { "sin_phi", "" },
	{ "phi", "" }, { "wall_xx", STRESS }, { "wall_yy", STRESS }, { "wall_zz", STRESS },
	{ "strain_xx", "" }, { "strain_yy", "" }, { "strain_zz", "" }, { "strain_vol", "" },
	{ "gamma_xy", "" }, { "gamma_xz", "" }, { "gamma_yz", "" }, { "rate", "1/T" },
	{ "volume", "L^3" }, { "solid", "" }, { "void_ratio", "" }, { "mu", "" }, { "I", "" },
};

static struct strain3 strain;

/* Fail if the region is longer than a period; all[k] is set if it is a whole period along axis k. */
static void check_periods(const struct world *w, const double *r, int dim, int all[3])
{
	const struct domain *d = &w->domain;
	const double hair = 1e-9;

	for (int k = 0; k < dim; k++) {
		double period = d->set && d->periodic[k] ? d->hi[k] - d->lo[k] : INFINITY, len = r[dim + k] - r[k];

		if (len > period * (1 + hair))
			opt_fail("region", "is %.9g long along %c, more than the period %.9g of the domain at t=%.9g", len, "xyz"[k],
				period, w->t);
		all[k] = len > period * (1 - hair);
	}
}

void stress_region(struct world *w, char *keep, const double *r, int dim)
{
	static const char *const name[] = { "x", "y", "z" };
	const struct domain *d = &w->domain;
	const double *x[3] = { NULL };
	int all[3];

	for (int k = 0; k < dim; k++)
		x[k] = table_real(&w->body, name[k]);
	check_periods(w, r, dim, all);
	for (int i = 0; i < w->body.n_row; i++) {
		double at[3] = { 0 }, shift[3];

		for (int k = 0; k < dim; k++)
			at[k] = x[k][i];
		for (int k = dim - 1; k >= 0; k--) { /* an image along an axis is displaced along the axes below it, too */
			double n[3] = { 0 };

			if (d->set && d->periodic[k]) {
				n[k] = -floor((at[k] - r[k]) / (d->hi[k] - d->lo[k]));
				domain_shift3(d, n, shift);
				for (int z = 0; z <= k; z++)
					at[z] += shift[z];
			}
			keep[i] &= all[k] || (at[k] >= r[k] && at[k] < r[dim + k]);
		}
	}
}

static struct stress3 grains_sum(const struct touches *t, struct world *w, const char *keep)
{
	double *volume = MEM_NEW(double, (size_t)w->body.n_row), *mass = MEM_NEW(double, (size_t)w->body.n_row);

	bodies_mass3(w, volume, mass, NULL);
	struct stress3 s = stress3_sum(t, w, keep, volume, mass);
	free(volume);
	free(mass);
	return s;
}

double stress3_room(struct world *w, char *keep, const struct stress3_plan *plan, const struct cell3 *cell)
{
	const double *r = plan->region;

	if (r)
		stress_region(w, keep, r, 3);
	return r ? (r[3] - r[0]) * (r[4] - r[1]) * (r[5] - r[2]) : plan->volume > 0 ? plan->volume : cell3_volume(cell);
}

void stress3_measure(const struct touches *t, struct world *w, char *keep, const struct stress3_plan *plan, double *v,
	double *shear, double *volume)
{
	struct cell3 cell = cell3_find(t, w);
	double room = stress3_room(w, keep, plan, &cell);
	struct stress3 s = grains_sum(t, w, keep);
	double by = room > 0 && s.n ? 1 / room : NAN, d = cbrt(6 / 3.14159265358979323846 * s.volume / s.n), sum = 0;
	struct principal3d r = tensor3_principal(tensor3_sum(s.contact, plan->kinetic ? 1 : 0, s.kinetic));
	struct invariants3 q = tensor3_invariants(r.value);
	double ends = r.value[0] + r.value[2], sine = ends > 0 ? (r.value[0] - r.value[2]) / ends : NAN;
	int n = 0;

	strain3_take(&strain, &cell, &w->domain, w->t);
	const double *e = strain.value;
	*volume = e[0] + e[1] + e[2];
	for (int k = 0; k < 3; k++)
		sum += (e[k] - *volume / 3) * (e[k] - *volume / 3);
	for (int k = XY; k <= YZ; k++)
		sum += isnan(e[k]) ? 0 : e[k] * e[k] / 2;
	*shear = sqrt(2 * sum / 3);

	v[n++] = w->t;
	v[n++] = s.n;
	for (int k = 0; k < 9; k++)
		v[n++] = by * s.contact.m[k / 3][k % 3];
	for (int i = 0; i < 3; i++)
		for (int j = i; j < 3; j++)
			v[n++] = by * s.kinetic.m[i][j];
	for (int k = 0; k < 3; k++)
		v[n++] = by * r.value[k];
	v[n++] = by * q.p;
	v[n++] = by * q.q;
	v[n++] = q.theta;
	v[n++] = sine;
	v[n++] = sine <= 1 ? asin(sine) : NAN;
	for (int k = 0; k < 3; k++)
		v[n++] = cell3_wall_stress(&cell, k);
	for (int k = 0; k < 3; k++)
		v[n++] = e[k];
	v[n++] = *volume;
	for (int k = XY; k <= YZ; k++)
		v[n++] = e[k];
	v[n++] = strain.rate;
	v[n++] = room > 0 ? room : NAN;
	v[n++] = by * s.volume;
	v[n++] = (room - s.volume) / s.volume;
	v[n++] = q.p > 0 ? q.q / (sqrt(3) * q.p) : NAN;
	v[n++] = by * q.p > 0 ? strain.rate * d * sqrt(s.mass / s.volume / (by * q.p)) : NAN;
}
