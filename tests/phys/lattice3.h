/* lattice3.h: lattices of space for tests of deforming domains: upper triangular matrices, by plain sums. */
#ifndef SCREE_TEST_LATTICE3_H
#define SCREE_TEST_LATTICE3_H

#include "scene3.h"

#include "world/deform.h"

struct tri { double m[3][3]; };

__attribute__((unused)) static struct tri tri_of(const double *six)
{
	return (struct tri){ { { six[XX], six[XY], six[XZ] }, { 0, six[YY], six[YZ] }, { 0, 0, six[ZZ] } } };
}

__attribute__((unused)) static struct tri tri_times(struct tri a, struct tri b)
{
	struct tri c = { { { 0 } } };

	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 3; k++)
				c.m[i][j] += a.m[i][k] * b.m[k][j];
	return c;
}

__attribute__((unused)) static void tri_apply(struct tri a, const double x[3], double out[3])
{
	double v[3] = { 0 };

	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			v[i] += a.m[i][k] * x[k];
	memcpy(out, v, sizeof v);
}

/* exp(a t) by its series. */
__attribute__((unused)) static struct tri tri_exp(struct tri a, double t)
{
	struct tri sum = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }, term = sum;

	for (int n = 1; n < 60; n++) {
		term = tri_times(term, a);
		for (int i = 0; i < 3; i++)
			for (int k = 0; k < 3; k++) {
				term.m[i][k] *= t / n;
				sum.m[i][k] += term.m[i][k];
			}
	}
	return sum;
}

/* The lattice of a domain: its vectors are the columns. */
__attribute__((unused)) static struct tri lattice_of(const struct domain *d)
{
	return tri_of((const double[6]){ [XX] = d->hi[0] - d->lo[0], [YY] = d->hi[1] - d->lo[1], [ZZ] = d->hi[2] - d->lo[2],
		[XY] = d->tilt[0], [XZ] = d->tilt[1], [YZ] = d->tilt[2] });
}

/* A domain from a corner on that is periodic along all axes. */
__attribute__((unused)) static void cell(struct world *w, double lx, double ly, double lz)
{
	const double lo[3] = { -1.2, 0.4, 0.7 }, len[3] = { lx, ly, lz };

	w->domain = (struct domain){ .periodic = { 1, 1, 1 }, .set = 1 };
	for (int k = 0; k < 3; k++) {
		w->domain.lo[k] = lo[k];
		w->domain.hi[k] = lo[k] + len[k];
	}
}

/* Rates by component, and the velocities of bodies that flow with them. */
__attribute__((unused)) static void flow(struct world *w, double xx, double yy, double zz, double xy, double xz, double yz)
{
	const double rate[6] = { [XX] = xx, [YY] = yy, [ZZ] = zz, [XY] = xy, [XZ] = xz, [YZ] = yz };

	memcpy(w->domain.rate, rate, sizeof rate);
	world_add_flow(w, rate);
}

/* The way of body k, unwrapped. */
__attribute__((unused)) static void unwrapped(const struct world *w, int k, double x[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	double n[3] = { (double)b.image[0][k], (double)b.image[1][k], (double)b.image[2][k] };

	tri_apply(lattice_of(&w->domain), n, x);
	for (int z = 0; z < 3; z++)
		x[z] += b.x[z][k];
}

/* Bodies on a cubic lattice of a step, turned and moving at random. kind 0: balls of radius 0.5, 1: also clumps of four. */
__attribute__((unused)) static void heap(struct world *w, int side, double step, int kind, uint64_t seed, double speed)
{
	static const double four[4][4] = { { 0, 0, 0, 0.3 }, { 0.2, 0, 0.1, 0.3 }, { -0.2, 0.1, 0, 0.28 }, { 0, -0.15, 0.2, 0.25 } };
	int64_t shape[2] = { scene_ball(w, 0.5), kind ? scene_clump(w, 4, four) : 0 };
	struct rng g;

	rng_seed(&g, seed);
	cell(w, side * step, side * step, side * step);
	for (int k = 0; k < side * side * side; k++) {
		const int at[3] = { k % side, k / side % side, k / side / side };
		double u[10];

		scene_draw(&g, 10, u);
		int row = scene_body(w, shape[kind && k % 3 ? 1 : 0], "-", w->domain.lo[0] + step * (at[0] + 0.5), w->domain.lo[1] + step *
			(at[1] + 0.5), w->domain.lo[2] + step * (at[2] + 0.5));
		scene_move(w, row, speed * (2 * u[0] - 1), speed * (2 * u[1] - 1), speed * (2 * u[2] - 1));
		scene_turn(w, row, u[3] - 0.5, u[4] - 0.5, u[5] - 0.5, u[6] - 0.5);
		for (int z = 0; z < 3; z++)
			world_bodies3(w).momentum[z][row] = 0.05 * speed * (u[7 + z] - 0.5);
	}
}

/* The stress of a frame, all nine components, compression positive: its contacts' forces on j times the way from i to j at its
 * image, and the momentum flux against the flow, over the volume. The density is 1.25. */
__attribute__((unused)) static void stress_of(const struct world *w, double s[3][3])
{
	const struct table *t = &w->contact;
	static const char *const normal[3] = { "nx", "ny", "nz" }, *const tangent[3] = { "ftx", "fty", "ftz" };
	static const char *const image[3] = { "ix", "iy", "iz" };
	struct bodies3 b = world_bodies3((struct world *)w);
	struct tri h = lattice_of(&w->domain), g = tri_of(w->domain.rate);

	memset(s, 0, 9 * sizeof(double));
	for (int k = 0; k < t->n_row; k++) {
		int row[2] = { -1, -1 };
		double way[3], n[3];

		for (int z = 0; z < 3; z++)
			n[z] = (double)table_int(t, image[z])[k];
		tri_apply(h, n, way);
		for (int i = 0; i < b.n; i++) {
			row[0] = b.id[i] == table_int(t, "i")[k] ? i : row[0];
			row[1] = b.id[i] == table_int(t, "j")[k] ? i : row[1];
		}
		for (int z = 0; z < 3; z++)
			way[z] += b.x[z][row[1]] - b.x[z][row[0]];
		for (int z = 0; z < 3; z++)
			for (int y = 0; y < 3; y++)
				s[z][y] += (table_real(t, "fn")[k] * table_real(t, normal[z])[k] + table_real(t, tangent[z])[k]) * way[y];
	}
	for (int i = 0; i < b.n; i++) {
		double x[3], m = 1.25 * world_shape(w, b.shape[i])->solid->volume * b.size[i] * b.size[i] * b.size[i];

		for (int z = 0; z < 3; z++)
			x[z] = b.x[z][i] - 0.5 * (w->domain.lo[z] + w->domain.hi[z]);
		tri_apply(g, x, x);
		for (int z = 0; z < 3; z++)
			for (int y = 0; y < 3; y++)
				s[z][y] += m * (b.v[z][i] - x[z]) * (b.v[y][i] - x[y]);
	}
	for (int z = 0; z < 9; z++)
		s[z / 3][z % 3] /= h.m[0][0] * h.m[1][1] * h.m[2][2];
}

#endif
