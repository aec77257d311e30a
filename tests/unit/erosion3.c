/* Cells in space eroded by balls: volumes as functions of the radius against cells that are cut anew, slopes against differences,
 * rests at the inradius, and lattices of sites. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"
#include "voronoi/erosion3.h"
#include "voronoi/packing3.h"
#include "voronoi/sites3.h"

static struct erosion3 erosion;

/* The cells of n sites in a box. */
static struct voronoi3 cells(int n, double (*site)[3], double x, double y, double z, int periodic)
{
	const double box[3] = { x, y, z };
	const int axes[3] = { periodic, periodic, periodic };
	struct voronoi3 v;

	ok(voronoi3_init(&v, n, (const double (*)[3])site, NULL, box, axes, 1) == VORONOI_OK, "cells of %d sites", n);
	return v;
}

/* The volume and surface of the cell eroded by radius, from the polyhedron itself. */
static double volume_at(double radius, double *surface)
{
	if (erosion3_go(&erosion, radius))
		return NAN;
	cell3_faces(&erosion.cell);
	*surface = cell3_surface(&erosion.cell);
	return cell3_volume(&erosion.cell);
}

static void random_cells(void)
{
	enum { N = 40 };
	const double box[3] = { 3, 4, 5 };
	double site[N][3], worst = 0, slopes = 0, rough = 0;
	struct rng g;
	int events = 0;

	rng_seed(&g, 3);
	sites3_random(site, N, box, &g);
	struct voronoi3 v = cells(N, site, 3, 4, 5, 1);
	for (int i = 0; i < N; i++) {
		struct eroded3 f;

		erosion3_begin(&erosion, &v, i);
		double rho = erosion.inradius, far = INFINITY;
		for (int k = 0; k < erosion.n; k++)
			far = fmin(far, erosion.off[k]);
		rough = fmax(rough, fabs(far - rho));
		for (double radius = 0; radius < 0.95 * rho; events++) {
			erosion3_measure(&erosion, radius, &f);
			double r = 0.37 * rho, by_erosion, by_dilation, h = 1e-6 * rho, surface = NAN;
			for (int part = 0; part <= 4; part++) {
				double u = f.most * part / 4 * (1 - 1e-12), v0 = volume_at(radius + u, &surface);

				double off = fabs(eroded3_volume(&f, u, 0, NULL, &by_dilation) - v0) / (rho * rho * rho);
				worst = off <= worst ? worst : off; /* NaN too */
				worst = fmax(worst, fabs(by_dilation - surface) / (rho * rho)); /* at r = 0 */
			}
			eroded3_volume(&f, 0, r, &by_erosion, &by_dilation);
			double du = eroded3_volume(&f, h, r, NULL, NULL) - eroded3_volume(&f, -h, r, NULL, NULL);
			double dr = eroded3_volume(&f, 0, r + h, NULL, NULL) - eroded3_volume(&f, 0, r - h, NULL, NULL);
			slopes = fmax(slopes, fabs(du / (2 * h) - by_erosion) / fabs(by_erosion));
			slopes = fmax(slopes, fabs(dr / (2 * h) - by_dilation) / by_dilation);
			radius += fmax(f.most, 0) + 0.01 * rho; /* beyond the next event */
		}
	}
	near(worst, 0, 1e-11, "volume and surface between %d events are those of cells cut anew", events);
	ok(events > 5 * N, "there are many events");
	near(slopes, 0, 1e-7, "slopes are those of differences");
	near(rough, 0, 0, "the inradius is the least distance to a plane");
	voronoi3_free(&v);
}

/* One cell, a box x y z, at its inradius 0.5. */
static void rests(double x, double y, double z, int corners, double surface, double curved)
{
	double site[1][3] = { { 0.3 * x, 0.6 * y, 0.5 * z } };
	struct voronoi3 v = cells(1, site, x, y, z, 0);
	struct eroded3 f;

	erosion3_begin(&erosion, &v, 0);
	near(erosion.inradius, 0.5, 1e-15, "inradius of %g x %g x %g", x, y, z);
	erosion3_measure(&erosion, 0.5, &f);
	ok(erosion.n_rest == corners, "a rest of %d corners", corners);
	near(f.surface, surface, 1e-12, "its surface");
	near(f.curved, curved, 1e-12, "its mean curvature");
	near(f.volume, 0, 0, "and no volume");
	voronoi3_free(&v);
}

static void lattices(void)
{
	const double box[3] = { 3, 3, 3 }, slab[3] = { 4, sqrt(12), sqrt(32.0 / 3) };
	const int wanted[SITES3_LATTICES] = { 27, 54, 108, 64 }, around[SITES3_LATTICES] = { 6, 8, 12, 12 };
	const double apart[SITES3_LATTICES] = { 1, sqrt(0.75), sqrt(0.5), 1 };

	for (int kind = 0; kind < SITES3_LATTICES; kind++) {
		int cell[3], n = wanted[kind], closest = 0;
		const double *size = kind == SITES3_HCP ? slab : box;
		double (*x)[3] = calloc((size_t)n, sizeof *x), least = INFINITY;

		ok(sites3_lattice_size((enum sites3_lattice)kind, n, size, cell) == n, "%s: %d sites", sites3_lattice_name[kind], n);
		sites3_lattice(x, (enum sites3_lattice)kind, cell, size);
		for (int i = 1; i < n; i++) {
			double d2 = 0;

			for (int k = 0; k < 3; k++) {
				double d = x[i][k] - x[0][k];
				d -= size[k] * round(d / size[k]);
				d2 += d * d;
			}
			closest += fabs(sqrt(d2) - apart[kind]) < 1e-12;
			least = fmin(least, sqrt(d2));
		}
		near(least, apart[kind], 1e-12, "distance of neighbours");
		ok(closest == around[kind], "and their number, %d", closest);
		free(x);
	}
}

/* Boxes that are much thinner than the cells: as many sites as asked for, in one layer or in one row. */
static void flat_lattices(void)
{
	static const struct { double box[3]; int n, cells[3]; } of[] = {
		{ { 100, 100, 0.1 }, 100, { 10, 10, 1 } }, { { 0.1, 100, 50 }, 200, { 1, 20, 10 } }, { { 30, 0.01, 20 }, 54, { 9, 1, 6 } },
		{ { 1, 1, 1e-9 }, 1000000, { 1000, 1000, 1 } }, { { 1e-3, 70, 2e-3 }, 7, { 1, 7, 1 } } };

	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		int cells[3], n = sites3_lattice_size(SITES3_CUBIC, of[k].n, of[k].box, cells);

		ok(n == of[k].n && memcmp(cells, of[k].cells, sizeof cells) == 0, "%d cubes in %g x %g x %g: %d x %d x %d", of[k].n,
		   of[k].box[0], of[k].box[1], of[k].box[2], cells[0], cells[1], cells[2]);
	}
}

/* A cell that has lost its ends by rounding: nothing is cut across z. */
static void open_cell(void)
{
	double site[1][3] = { { 0.3, 0.6, 0.5 } };
	struct voronoi3 v = cells(1, site, 1, 1.25, 3, 0);
	int n = 0;

	erosion3_begin(&erosion, &v, 0);
	for (int k = 0; k < erosion.n; k++)
		if (erosion.normal[k][2] == 0) {
			memcpy(erosion.normal[n], erosion.normal[k], sizeof *erosion.normal);
			erosion.off[n++] = erosion.off[k];
		}
	erosion.n = n;
	ok(n == 4 && erosion3_go(&erosion, 0.2) == -1, "a cell without ends cannot be eroded");
	erosion3_rest(&erosion);
	ok(erosion.n_rest >= 1, "and its rest is found in a finite time");
	voronoi3_free(&v);
}

int main(void)
{
	const double pi = 3.14159265358979323846;

	random_cells();
	rests(1, 1, 1, 1, 0, 0);
	rests(1, 3, 1, 2, 0, 2 * pi);
	rests(2, 3, 1, 4, 4, 3 * pi);
	lattices();
	flat_lattices();
	open_cell();
	erosion3_free(&erosion);
	return done();
}
