/* deform.c: tilted domains, and domains that deform */
#include "world/deform.h"

#include <math.h>
#include <string.h>

#include "base/exponent.h"

static int allowed(const struct domain *d, int component)
{
	return d->periodic[component_along[component]] && d->periodic[component_across[component]];
}

const char *domain_fault(const struct domain *d)
{
	const double most = 1e6; /* image counts times a larger tilt would cost digits of the positions */
	static const char *const rate[6] = {
		"the domain has a rate xx and is not periodic along x, expected rate=0,... or periodic=x",
		"the domain has a rate yy and is not periodic along y, expected rate=...,0,... or periodic=y",
		"the domain has a rate zz and is not periodic along z, expected 0 for zz or periodic=z",
		"the domain has a rate xy and is not periodic along both axes, expected 0 for xy or periodic=xy",
		"the domain has a rate xz and is not periodic along both axes, expected 0 for xz or periodic=xz",
		"the domain has a rate yz and is not periodic along both axes, expected 0 for yz or periodic=yz",
	};
	static const char *const target[6] = {
		"the domain has a pressure along x and is not periodic there, expected periodic=x or more",
		"the domain has a pressure along y and is not periodic there, expected periodic=y or more",
		"the domain has a pressure along z and is not periodic there, expected periodic=z or more",
		"the domain has a shear stress xy and is not periodic along both axes, expected periodic=xy or more",
		"the domain has a shear stress xz and is not periodic along both axes, expected periodic=xz or more",
		"the domain has a shear stress yz and is not periodic along both axes, expected periodic=yz or more",
	};

	if (!d->set)
		return NULL;
	for (int k = 0; k < 6; k++) {
		if (d->rate[k] != 0 && !allowed(d, k))
			return rate[k];
		if (d->servo[k] && !allowed(d, k))
			return target[k];
	}
	if (domain_has_servo(d) && !(d->m > 0))
		return "the domain has a target stress and no mass, expected m= above 0";
	for (int k = XY; k <= YZ; k++) {
		if (d->tilt[k - XY] != 0 && !allowed(d, k))
			return "the domain is tilted and not periodic along both axes of the tilt, expected a tilt of 0 or more periodic axes";
		if (!(fabs(d->tilt[k - XY]) <= most * (d->hi[component_along[k]] - d->lo[component_along[k]])))
			return "the domain is tilted by more than 1e6 periods, expected less";
	}
	return NULL;
}

int domain_has_servo(const struct domain *d)
{
	int some = 0;

	for (int k = 0; k < 6; k++)
		some |= d->servo[k];
	return some;
}

int domain_deforms(const struct domain *d)
{
	int some = domain_has_servo(d);

	for (int k = 0; k < 6; k++)
		some |= d->rate[k] != 0;
	return d->set && some;
}

int domain_tilted(const struct domain *d)
{
	return d->set && (d->tilt[0] != 0 || d->tilt[1] != 0 || d->tilt[2] != 0);
}

void domain_ease(struct domain *d)
{
	for (int k = 0; k < 6; k++) {
		if (allowed(d, k))
			continue;
		d->rate[k] = d->mean[k] = d->target[k] = 0;
		d->servo[k] = 0;
		if (k >= XY)
			d->tilt[k - XY] = 0;
	}
}

/* ---- the lattice ---- */

void domain_shift(const struct domain *d, double nx, double ny, double out[2])
{
	out[0] = nx * (d->hi[0] - d->lo[0]) + ny * d->tilt[0];
	out[1] = ny * (d->hi[1] - d->lo[1]);
}

void domain_flow(const struct domain *d, double x, double y, double out[2])
{
	out[0] = d->rate[XX] * x + d->rate[XY] * y;
	out[1] = d->rate[YY] * y;
}

void domain_shift_rate(const struct domain *d, double nx, double ny, double out[2])
{
	double shift[2];

	domain_shift(d, nx, ny, shift);
	domain_flow(d, shift[0], shift[1], out);
}

void domain_flow3(const struct domain *d, const double x[3], double out[3])
{
	const double *g = d->rate, y = x[1], z = x[2];

	out[0] = g[XX] * x[0] + g[XY] * y + g[XZ] * z;
	out[1] = g[YY] * y + g[YZ] * z;
	out[2] = g[ZZ] * z;
}

void domain_shift_rate3(const struct domain *d, const double n[3], double out[3])
{
	domain_shift3(d, n, out);
	domain_flow3(d, out, out);
}

/* ---- deformation ---- */

/* (e^z - 1) / z = 1 + z/2! + z^2/3! + ... for |z| < 2, with an error of a few units in the last place of 1. */
static double mean_exp(double z)
{
	double sum = 0;

	for (int k = 26; k >= 2; k--)
		sum = (sum + 1) * z / k;
	return 1 + sum;
}

/* The second divided difference of exp at a, b, c: the sum over n of h_n / (n + 2)!, where h_n is the sum of all products of n
 * factors that are a, b or c. |a|, |b|, |c| < 1. */
static double curved_exp(double a, double b, double c)
{
	double of_a = 1, of_ab = 1, h = 1, sum = 0, factor = 0.5; /* sums of the products of n factors a; a or b; a, b or c */

	for (int n = 0; n < 24; n++) {
		sum += factor * h;
		of_a *= a;
		of_ab = of_a + b * of_ab;
		h = of_ab + c * h;
		factor /= n + 3;
	}
	return sum;
}

/* The corner of exp(G dt) for rates p, q on the diagonal and g in the corner: the integral of e^(p (dt - s)) g e^(q s) ds from 0
 * to dt, which is g e^(p dt) (e^z - 1) / z dt with z = (q - p) dt; ep = e^(p dt). */
static double corner(double ep, double p, double q, double g, double dt)
{
	return g * dt * ep * mean_exp((q - p) * dt);
}

/* G is upper triangular. The diagonal of exp(G dt) is e^(xx dt), ... The upper corner xz has a term by xy and yz one after the
 * other, the second divided difference of the exponential at the three rates (Davis, Numer. Math. 21, 1973). */
struct deformation domain_deformation(const struct domain *d, double dt)
{
	const double *g = d->rate;
	double ex = exponent_exp(g[XX] * dt), ey = exponent_exp(g[YY] * dt);

	return (struct deformation){
		.xx = ex, .yy = ey, .zz = exponent_exp(g[ZZ] * dt),
		.xy = corner(ex, g[XX], g[YY], g[XY], dt),
		.yz = corner(ey, g[YY], g[ZZ], g[YZ], dt),
		.xz = corner(ex, g[XX], g[ZZ], g[XZ], dt) +
		      g[XY] * dt * (g[YZ] * dt) * curved_exp(g[XX] * dt, g[YY] * dt, g[ZZ] * dt),
	};
}

void domain_deform(struct domain *d, const struct deformation *f)
{
	const double by[3] = { f->xx, f->yy, f->zz }, ly = d->hi[1] - d->lo[1], lz = d->hi[2] - d->lo[2];

	d->tilt[0] = f->xx * d->tilt[0] + f->xy * ly;
	d->tilt[1] = f->xx * d->tilt[1] + f->xy * d->tilt[2] + f->xz * lz;
	d->tilt[2] = f->yy * d->tilt[2] + f->yz * lz;
	for (int k = 0; k < 3; k++) {
		double middle = 0.5 * (d->lo[k] + d->hi[k]), half = 0.5 * by[k] * (d->hi[k] - d->lo[k]);

		if (d->rate[k] == 0)
			continue;
		d->lo[k] = middle - half;
		d->hi[k] = middle + half;
	}
}

/* Whole periods in a tilt. Rounding may leave a tilt just beyond the half: it stays, so that a resumed run does not flip
 * again. */
static double periods(double tilt, double len)
{
	return fabs(tilt) > 0.5 * (1 + 1e-12) * len ? rint(tilt / len) : 0;
}

struct flip domain_flip(struct domain *d)
{
	double lx = d->hi[0] - d->lo[0], ly = d->hi[1] - d->lo[1];
	double yz = periods(d->tilt[2], ly);

	if (yz != 0) {
		d->tilt[2] -= yz * ly;
		d->tilt[1] -= yz * d->tilt[0];
	}
	double xy = periods(d->tilt[0], lx), xz = periods(d->tilt[1], lx);
	if (xy != 0)
		d->tilt[0] -= xy * lx;
	if (xz != 0)
		d->tilt[1] -= xz * lx;
	return (struct flip){ (int64_t)xy, (int64_t)xz, (int64_t)yz };
}

void world_flip(struct world *w)
{
	static const char *const name[3] = { "ix", "iy", "iz" };
	struct flip f = domain_flip(&w->domain);
	struct table *const table[2] = { &w->body, &w->contact };

	for (int t = 0; t < 2 && flip_any(f); t++) {
		int64_t *image[3];

		for (int k = 0; k < 3; k++)
			image[k] = table_int(table[t], name[k]);
		for (int k = 0; k < table[t]->n_row && image[0] && image[1]; k++)
			flip_images(f, &image[0][k], &image[1][k], image[2] ? image[2][k] : 0);
	}
}

/* ---- moving bodies ---- */

void domain_wrap_moving(const struct domain *d, double *x, double *y, double *vx, double *vy, int64_t *ix, int64_t *iy)
{
	int64_t nx = *ix, ny = *iy;
	double v[2];

	domain_wrap2(d, x, y, ix, iy);
	nx = *ix - nx;
	ny = *iy - ny;
	if ((nx == 0 && ny == 0) || !domain_deforms(d))
		return;
	domain_shift_rate(d, (double)nx, (double)ny, v);
	*vx -= v[0];
	*vy -= v[1];
}

void domain_wrap_moving3(const struct domain *d, double x[3], double v[3], int64_t image[3])
{
	int64_t old[3] = { image[0], image[1], image[2] };
	double n[3], flow[3];

	domain_wrap3(d, x, image);
	for (int k = 0; k < 3; k++)
		n[k] = (double)(image[k] - old[k]);
	if ((n[0] == 0 && n[1] == 0 && n[2] == 0) || !domain_deforms(d))
		return;
	domain_shift_rate3(d, n, flow);
	for (int k = 0; k < 3; k++)
		v[k] -= flow[k];
}

static void add_flow2(struct world *w, const struct domain *d)
{
	struct bodies2 b = world_bodies2(w);

	for (int i = 0; i < b.n; i++) {
		double v[2];

		if (constraint_holds(world_constraint(w, w->names.word[b.tag[i]])))
			continue;
		domain_flow(d, b.x[i] - 0.5 * (d->lo[0] + d->hi[0]), b.y[i] - 0.5 * (d->lo[1] + d->hi[1]), v);
		b.vx[i] += v[0];
		b.vy[i] += v[1];
	}
}

static void add_flow3(struct world *w, const struct domain *d)
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++) {
		double v[3];

		if (constraint_holds(world_constraint(w, w->names.word[b.tag[i]])))
			continue;
		for (int k = 0; k < 3; k++)
			v[k] = b.x[k][i] - 0.5 * (d->lo[k] + d->hi[k]);
		domain_flow3(d, v, v);
		for (int k = 0; k < 3; k++)
			b.v[k][i] += v[k];
	}
}

void world_add_flow(struct world *w, const double rate[6])
{
	struct domain d = w->domain;

	memcpy(d.rate, rate, sizeof d.rate);
	if (w->dim == 3)
		add_flow3(w, &d);
	else
		add_flow2(w, &d);
}
