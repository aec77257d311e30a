/* deform.c: tilted domains, and domains that deform */
#include "world/deform.h"

#include <math.h>

#include "base/exponent.h"

const char *domain_fault(const struct domain *d)
{
	const double most = 1e6; /* image counts times a larger tilt would cost digits of the positions */

	if (!d->set)
		return NULL;
	if (d->rate[0] != 0 && !d->periodic[0])
		return "the domain has a rate xx and is not periodic along x, expected rate=0,... or periodic=x";
	if (d->rate[1] != 0 && !d->periodic[1])
		return "the domain has a rate yy and is not periodic along y, expected rate=...,0,... or periodic=y";
	if (d->rate[2] != 0 && !(d->periodic[0] && d->periodic[1]))
		return "the domain has a rate xy and is not periodic along both axes, expected rate=...,0 or periodic=xy";
	for (int k = 0; k < 2; k++)
		if (d->servo[k] && !d->periodic[k])
			return k ? "the domain has a pressure along y and is not periodic there, expected periodic=y or xy"
			         : "the domain has a pressure along x and is not periodic there, expected periodic=x or xy";
	if ((d->servo[0] || d->servo[1]) && !(d->m > 0))
		return "the domain has a pressure and no mass, expected m= above 0";
	if (d->tilt != 0 && !(d->periodic[0] && d->periodic[1]))
		return "the domain is tilted and not periodic along both axes, expected tilt=0 or periodic=xy";
	if (!(fabs(d->tilt) <= most * (d->hi[0] - d->lo[0])))
		return "the domain is tilted by more than 1e6 periods, expected less";
	return NULL;
}

int domain_deforms(const struct domain *d)
{
	return d->set && (d->servo[0] || d->servo[1] || d->rate[0] != 0 || d->rate[1] != 0 || d->rate[2] != 0);
}

void domain_ease(struct domain *d)
{
	int both = d->periodic[0] && d->periodic[1];

	d->tilt = both ? d->tilt : 0;
	d->rate[0] = d->periodic[0] ? d->rate[0] : 0;
	d->rate[1] = d->periodic[1] ? d->rate[1] : 0;
	d->rate[2] = both ? d->rate[2] : 0;
	for (int k = 0; k < 2; k++) {
		d->servo[k] = d->servo[k] && d->periodic[k];
		d->target[k] = d->servo[k] ? d->target[k] : 0;
	}
}

void domain_shift(const struct domain *d, double nx, double ny, double out[2])
{
	out[0] = nx * (d->hi[0] - d->lo[0]) + ny * d->tilt;
	out[1] = ny * (d->hi[1] - d->lo[1]);
}

void domain_flow(const struct domain *d, double x, double y, double out[2])
{
	out[0] = d->rate[0] * x + d->rate[2] * y;
	out[1] = d->rate[1] * y;
}

void domain_shift_rate(const struct domain *d, double nx, double ny, double out[2])
{
	double shift[2];

	domain_shift(d, nx, ny, shift);
	domain_flow(d, shift[0], shift[1], out);
}

/* (e^z - 1) / z = 1 + z/2! + z^2/3! + ... for |z| < 2, with an error of a few units in the last place of 1. */
static double mean_exp(double z)
{
	double sum = 0;

	for (int k = 26; k >= 2; k--)
		sum = (sum + 1) * z / k;
	return 1 + sum;
}

/* G is upper triangular. The diagonal of exp(G dt) is e^(xx dt), e^(yy dt). The corner is the integral of
 * e^(xx (dt - s)) xy e^(yy s) ds from 0 to dt, which is xy e^(xx dt) (e^z - 1) / z dt with z = (yy - xx) dt. */
struct deformation domain_deformation(const struct domain *d, double dt)
{
	double ex = exponent_exp(d->rate[0] * dt);

	return (struct deformation){ ex, exponent_exp(d->rate[1] * dt),
	                             d->rate[2] * dt * ex * mean_exp((d->rate[1] - d->rate[0]) * dt) };
}

void domain_deform(struct domain *d, const struct deformation *f)
{
	const double by[2] = { f->xx, f->yy };

	d->tilt = f->xx * d->tilt + f->xy * (d->hi[1] - d->lo[1]);
	for (int k = 0; k < 2; k++) {
		double middle = 0.5 * (d->lo[k] + d->hi[k]), half = 0.5 * by[k] * (d->hi[k] - d->lo[k]);

		if (d->rate[k] == 0)
			continue;
		d->lo[k] = middle - half;
		d->hi[k] = middle + half;
	}
}

int64_t domain_flip(struct domain *d)
{
	double len = d->hi[0] - d->lo[0], n = rint(d->tilt / len);

	/* rounding may leave a tilt just beyond the half: it stays, so that a resumed run does not flip again */
	if (!(fabs(d->tilt) > 0.5 * (1 + 1e-12) * len))
		return 0;
	d->tilt -= n * len;
	return (int64_t)n;
}

void world_flip(struct world *w)
{
	struct bodies2 b = world_bodies2(w);
	int64_t n = domain_flip(&w->domain), *ix = table_int(&w->contact, "ix"), *iy = table_int(&w->contact, "iy");

	for (int i = 0; i < b.n && n; i++)
		b.ix[i] += n * b.iy[i];
	for (int k = 0; k < w->contact.n_row && n && ix && iy; k++)
		ix[k] += n * iy[k];
}

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

void world_add_flow(struct world *w, const double rate[3])
{
	struct domain d = w->domain;
	struct bodies2 b = world_bodies2(w);

	for (int k = 0; k < 3; k++)
		d.rate[k] = rate[k];
	for (int i = 0; i < b.n; i++) {
		double v[2];

		if (constraint_holds(world_constraint(w, w->names.word[b.tag[i]])))
			continue;
		domain_flow(&d, b.x[i] - 0.5 * (d.lo[0] + d.hi[0]), b.y[i] - 0.5 * (d.lo[1] + d.hi[1]), v);
		b.vx[i] += v[0];
		b.vy[i] += v[1];
	}
}
