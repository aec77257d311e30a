/* scene.h: small scenes for the physics tests, and an account of contacts that shares no code with the simulator. */
#ifndef SCREE_TEST_SCENE_H
#define SCREE_TEST_SCENE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "dem2/dem2.h"
#include "plane/mass.h"
#include "tap.h"

/* An empty scene with one material and its law; what is negative is left out. */
__attribute__((unused)) static void scene_begin(struct world *w, double kn, double kt, double mu, double en)
{
	world_init(w, 2);
	world_need_material(w, "grain")->density = 1.25;
	struct law *l = world_need_law(w, "grain", "grain");
	params_set(&l->par, "kn", kn);
	params_set(&l->par, "kt", kt);
	params_set(&l->par, "mu", mu);
	if (en >= 0)
		params_set(&l->par, "en", en);
}

/* A shape around its own centre of mass. */
__attribute__((unused)) static struct shape *scene_shape(struct world *w, enum shape_kind kind, int n, const double (*xy)[2],
	double r)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(s, kind, n);
	memcpy(s->xy, xy, (size_t)n * sizeof *xy);
	s->r = r;
	if (kind == SHAPE_DISKS)
		for (int k = 0; k < n; k++)
			s->radius[k] = r * (1 + 0.3 * (k % 3));
	shape_fill_mass(s, NULL);
	return s;
}

__attribute__((unused)) static int64_t scene_disk(struct world *w, double r)
{
	return scene_shape(w, SHAPE_POINT, 1, (const double[1][2]){ { 0, 0 } }, r)->id;
}

/* A body of a shape; returns its row. */
__attribute__((unused)) static int scene_body(struct world *w, int64_t shape, const char *tag, double x, double y, double angle)
{
	int k = world_add_body(w, shape, "grain", tag);
	struct bodies2 b = world_bodies2(w);

	b.x[k] = x;
	b.y[k] = y;
	b.angle[k] = angle;
	return k;
}

__attribute__((unused)) static void scene_move(struct world *w, int row, double vx, double vy, double omega)
{
	struct bodies2 b = world_bodies2(w);

	b.vx[row] = vx;
	b.vy[row] = vy;
	b.omega[row] = omega;
}

/* n numbers in [0, 1), one after the other: C leaves open which of its arguments a call draws first. */
__attribute__((unused)) static void scene_draw(struct rng *g, int n, double *u)
{
	for (int k = 0; k < n; k++)
		u[k] = rng_uniform(g);
}

/* A straight fixed wall through two points. */
__attribute__((unused)) static int scene_wall(struct world *w, double x0, double y0, double x1, double y1, double r)
{
	double mx = 0.5 * (x0 + x1), my = 0.5 * (y0 + y1);
	struct shape *s = scene_shape(w, SHAPE_POLYLINE, 2,
		(const double[2][2]){ { x0 - mx, y0 - my }, { x1 - mx, y1 - my } }, r);
	int row = scene_body(w, s->id, "wall", mx, my, 0);
	struct constraint *c = world_need_constraint(w, "wall");

	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
	return row;
}

#define SCENE_SIM dem2
#include "phys/scene_run.h"

/* ---- contacts by all pairs, written for the tests ---- */

/* Where the vertices of a body are: xy[n][3] with the radius as the third. Returns n. */
__attribute__((unused)) static int at_vertices(const struct world *w, const struct bodies2 *b, int row, double (*xy)[3])
{
	const struct shape *s = world_shape(w, b->shape[row]);
	double c = cos(b->angle[row]), n = sin(b->angle[row]), z = b->size[row];

	for (int k = 0; k < s->n; k++) {
		xy[k][0] = b->x[row] + z * (c * s->xy[k][0] - n * s->xy[k][1]);
		xy[k][1] = b->y[row] + z * (n * s->xy[k][0] + c * s->xy[k][1]);
		xy[k][2] = z * (s->radius ? s->radius[k] : s->r);
	}
	return s->n;
}

/* Distance of a point from a segment by its three candidates: both ends, and the foot of the perpendicular when there
 * is one. */
__attribute__((unused)) static double to_segment(double x, double y, double ax, double ay, double bx, double by)
{
	double best = fmin(hypot(x - ax, y - ay), hypot(x - bx, y - by)), len = hypot(bx - ax, by - ay);

	if (len > 0) {
		double along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / len;

		if (along > 0 && along < len)
			best = fmin(best, fabs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / len);
	}
	return best;
}

/* Call it for every vertex-edge pair of vertices of body i and edges of body j shifted by (sx, sy) that overlap. */
typedef void (*pair_seen)(void *to, int i, int vertex, int j, int edge, double overlap);

enum { MOST = 256 };
__attribute__((unused)) static void half_contacts(const struct world *w, int i, int j, double sx, double sy, pair_seen seen,
	void *to)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	int edges = shape_edges(world_shape(w, b.shape[j])), points = edges == 0;
	double p[MOST][3], q[MOST][3];
	int n = at_vertices(w, &b, i, p), m = at_vertices(w, &b, j, q);

	for (int v = 0; v < n; v++)
		for (int e = 0; e < (points ? m : edges); e++) {
			const double *c = q[e], *d = q[points ? e : (e + 1) % m];
			double far = to_segment(p[v][0], p[v][1], c[0] + sx, c[1] + sy, d[0] + sx, d[1] + sy);

			if (p[v][2] + c[2] > far)
				seen(to, i, v, j, e, p[v][2] + c[2] - far);
		}
}

/* All contacts of bodies i and j, j shifted: both directions; two bodies of points make one pair each way of counting
 * once. */
__attribute__((unused)) static void pair_contacts(const struct world *w, int i, int j, double sx, double sy, pair_seen seen,
	void *to)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	int ei = shape_edges(world_shape(w, b.shape[i])), ej = shape_edges(world_shape(w, b.shape[j]));

	if (ej > 0 || ei == 0)
		half_contacts(w, i, j, sx, sy, seen, to);
	if (ei > 0)
		half_contacts(w, j, i, -sx, -sy, seen, to);
}

/* The usual options with an integrator. */
__attribute__((unused)) static struct sim_options scene_defaults(enum dem2_integrator integrator)
{
	struct sim_options o = dem2_defaults();

	o.integrator = integrator;
	return o;
}

/* An entry of the ledger of the frame, NaN if it has none. */
__attribute__((unused)) static double scene_ledger(const struct world *w, const char *key)
{
	return params_get(&w->ledger, key, NAN);
}

#endif
