/* lattice.c: the lattice of periodic images, and its deformation from one frame to the next */
#include "world/lattice.h"

#include <math.h>

static double length(const struct domain *d, int axis)
{
	return d->hi[axis] - d->lo[axis];
}

/* ---- deformation ---- */

/* The rate of a component, averaged over time where the domain has averages. */
static double usual_rate(const struct domain *d, int k)
{
	return d->servo[k] && d->tau > 0 ? d->mean[k] : d->rate[k];
}

double lattice_rate(const struct domain *was, const struct domain *now, int component)
{
	return was->set && now->set ? 0.5 * (usual_rate(was, component) + usual_rate(now, component)) : 0;
}

static struct deformation twice(const struct deformation *f)
{
	return (struct deformation){
		.xx = f->xx * f->xx, .yy = f->yy * f->yy, .zz = f->zz * f->zz,
		.xy = f->xx * f->xy + f->xy * f->yy, .yz = f->yy * f->yz + f->yz * f->zz,
		.xz = f->xx * f->xz + f->xy * f->yz + f->xz * f->zz,
	};
}

/* exp of strains of any size: those of a short part of the time are doubled until all time has passed. */
static struct deformation deformation_of(const double strain[6])
{
	struct domain d = { .set = 1 };
	double most = 0;
	int doublings = 0;

	for (int k = 0; k < 6; k++)
		most = fmax(most, fabs(strain[k]));
	for (; most > 0.5 && doublings < 40; doublings++)
		most /= 2;
	for (int k = 0; k < 6; k++)
		d.rate[k] = ldexp(strain[k], -doublings);
	struct deformation f = domain_deformation(&d, 1);
	for (int k = 0; k < doublings; k++)
		f = twice(&f);
	return f;
}

/* The shear strains of a deformation whose strains along the axes are known. xy and yz are proportional to their corners; xz has
 * in addition what xy and yz do one after the other. */
static void shears_of(const struct deformation *f, double strain[6])
{
	struct domain d = { .set = 1, .rate = { strain[XX], strain[YY], strain[ZZ], 1, 1, 1 } };
	struct deformation unit = domain_deformation(&d, 1);

	strain[XY] = f->xy / unit.xy;
	strain[YZ] = f->yz / unit.yz;
	d.rate[XY] = strain[XY];
	d.rate[YZ] = strain[YZ];
	d.rate[XZ] = 0;
	double both = domain_deformation(&d, 1).xz;
	d.rate[XY] = d.rate[YZ] = 0;
	d.rate[XZ] = 1;
	strain[XZ] = (f->xz - both) / domain_deformation(&d, 1).xz;
}

/* The nearest number of whole periods; 0 if rates that are far too large leave no number. */
static int64_t whole(double periods)
{
	return fabs(periods) < 1e15 ? (int64_t)rint(periods) : 0;
}

struct lattice_step lattice_step(const struct domain *was, const struct domain *now, double dt)
{
	struct lattice_step s = { .flip = { 0 } };
	struct domain next = *now;
	double *e = s.strain;

	if (!was->set || !now->set || !(dt > 0))
		return s;
	for (int k = 0; k < 6; k++)
		if (now->periodic[component_along[k]] && now->periodic[component_across[k]])
			e[k] = k < XY ? log(length(now, k) / length(was, k)) : dt * lattice_rate(was, now, k);
	struct deformation f = deformation_of(e);
	const double ly = length(was, 1), lz = length(was, 2), *t = was->tilt;

	if (e[XY] == 0 && e[XZ] == 0 && e[YZ] == 0 && !domain_tilted(was) && !domain_tilted(now))
		return s;
	s.flip.xy = whole((f.xx * t[0] + f.xy * ly - now->tilt[0]) / length(now, 0));
	s.flip.yz = now->periodic[2] ? whole((f.yy * t[2] + f.yz * lz - now->tilt[2]) / length(now, 1)) : 0;
	lattice_unflip(&s.flip, &next);
	s.flip.xz = now->periodic[2] ? whole((f.xx * t[1] + f.xy * t[2] + f.xz * lz - next.tilt[1]) / length(now, 0)) : 0;
	next = *now;
	lattice_unflip(&s.flip, &next);
	f.xy = (next.tilt[0] - f.xx * t[0]) / ly;
	f.yz = now->periodic[2] ? (next.tilt[2] - f.yy * t[2]) / lz : 0;
	f.xz = now->periodic[2] ? (next.tilt[1] - f.xx * t[1] - f.xy * t[2]) / lz : 0;
	shears_of(&f, e);
	for (int k = XY; k < 6; k++)
		if (!now->periodic[component_along[k]] || !now->periodic[component_across[k]])
			e[k] = 0;
	return s;
}

void lattice_unflip(const struct flip *f, struct domain *d)
{
	d->tilt[0] += (double)f->xy * length(d, 0);
	d->tilt[1] += (double)f->yz * d->tilt[0] + (double)f->xz * length(d, 0);
	d->tilt[2] += (double)f->yz * length(d, 1);
}

void lattice_unflip_images(const struct flip *f, int64_t image[3])
{
	image[0] -= f->xy * image[1] + f->xz * image[2];
	image[1] -= f->yz * image[2];
}

/* ---- cells and distances ---- */

void lattice_cell(const struct domain *d, const double corner[3], const double x[3], double n[3])
{
	double part[3] = { 0 };

	for (int k = 2; k >= 0; k--) {
		double slant = k == 1 ? part[2] * d->tilt[2] : k == 0 ? part[1] * d->tilt[0] + part[2] * d->tilt[1] : 0;

		if (d->set && d->periodic[k])
			part[k] = (x[k] - corner[k] - slant) / length(d, k);
		n[k] = floor(part[k]);
	}
}

/* The range of n with |x + n period| <= reach. An axis that is not periodic has n = 0. */
static void range(const struct domain *d, int axis, double x, double reach, double n[2])
{
	n[0] = n[1] = 0;
	if (d->set && d->periodic[axis]) {
		n[0] = ceil((-reach - x) / length(d, axis));
		n[1] = floor((reach - x) / length(d, axis));
	}
}

double lattice_shortest(const struct domain *domain)
{
	struct domain d = *domain;
	double best = INFINITY, n[3][2], v[3];

	if (!d.set)
		return best;
	domain_flip(&d);
	for (int k = 0; k < 3; k++) {
		const double one[3] = { k == 0, k == 1, k == 2 };

		if (!d.periodic[k])
			continue;
		domain_shift3(&d, one, v);
		best = fmin(best, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
	}
	range(&d, 2, 0, best, n[2]);
	for (double z = 0; z <= n[2][1]; z++) {
		range(&d, 1, z * d.tilt[2], best, n[1]);
		for (double y = n[1][0]; y <= n[1][1]; y++) {
			double x = y * d.tilt[0] + z * d.tilt[1];
			double near[3] = { d.periodic[0] ? -rint(x / length(&d, 0)) : 0, y, z };

			if (near[0] == 0 && y == 0 && z == 0)
				continue;
			domain_shift3(&d, near, v);
			best = fmin(best, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
		}
	}
	return best;
}

int lattice_nearest(const struct domain *d, double reach, double x[3])
{
	double n[3][2], image[3], v[3];

	range(d, 2, x[2], reach, n[2]);
	for (image[2] = n[2][0]; image[2] <= n[2][1]; image[2]++) {
		range(d, 1, x[1] + image[2] * d->tilt[2], reach, n[1]);
		for (image[1] = n[1][0]; image[1] <= n[1][1]; image[1]++) {
			range(d, 0, x[0] + image[1] * d->tilt[0] + image[2] * d->tilt[1], reach, n[0]);
			for (image[0] = n[0][0]; image[0] <= n[0][1]; image[0]++) {
				double square = 0, to[3];

				domain_shift3(d, image, v);
				for (int k = 0; k < 3; k++) {
					to[k] = x[k] + v[k];
					square += to[k] * to[k];
				}
				if (square >= reach * reach)
					continue;
				for (int k = 0; k < 3; k++)
					x[k] = to[k];
				return 1;
			}
		}
	}
	return 0;
}
