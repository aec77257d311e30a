/* scene3_cell.c: the slanted cell of a tilted domain in 3D */
#include <math.h>

#include "common/scene3_parts.h"
#include "world/lattice.h"

static double side(const struct domain *d, int k)
{
	return d->hi[k] - d->lo[k];
}

void scene3_into_cell(const struct domain *d, double x[3])
{
	const double ends[3] = { 0 };
	double corner[3], n[3], shift[3];

	if (!domain_tilted(d))
		return;
	scene3_cell_corner(d, ends, ends, 0, corner);
	lattice_cell(d, corner, x, n);
	domain_shift3(d, n, shift);
	for (int k = 0; k < 3; k++)
		x[k] -= shift[k];
}

void scene3_cell_box(const struct domain *d, double lo[3], double hi[3])
{
	const double *t = d->tilt, more[3] = { fabs(t[0]) + fabs(t[1]), fabs(t[2]), 0 };

	for (int k = 0; k < 3; k++)
		if (d->set && d->periodic[k]) {
			lo[k] = d->lo[k] - 0.5 * more[k];
			hi[k] = d->hi[k] + 0.5 * more[k];
		}
}

void scene3_cell_corner(const struct domain *d, const double lo[3], const double hi[3], int c, double p[3])
{
	double n[3];

	for (int k = 0; k < 3; k++)
		n[k] = d->periodic[k] ? c >> k & 1 ? 0.5 : -0.5 : 0;
	domain_shift3(d, n, p);
	for (int k = 0; k < 3; k++)
		p[k] += d->periodic[k] ? 0.5 * (d->lo[k] + d->hi[k]) : c >> k & 1 ? hi[k] : lo[k];
}

void scene3_cell_normal(const struct domain *d, int k, double normal[3])
{
	const double *t = d->tilt;

	for (int z = 0; z < 3; z++)
		normal[z] = z == k;
	if (!domain_tilted(d))
		return;
	if (k == 0 && t[0] != 0)
		normal[1] = -t[0] / side(d, 1);
	if (k < 2 && d->periodic[2])
		normal[2] = -(t[2 - (k == 0)] + normal[1] * (k == 0 ? t[2] : 0)) / side(d, 2);
}
