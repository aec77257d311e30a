/* dem2_auto.c: what the automatic time step has to know of the plane, see sim/soft_auto.h */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"
#include "dem2/dem2_state.h"
#include "sim/soft_auto.h"

/* How many times more contacts a body may have at once than one of the smallest of its partners: the ratio of their sizes. */
static double crowd_of(const struct dem2 *s, int b, double smallest)
{
	double reach = s->outlines.reach[b];

	if (s->core.endless[b]) /* its outline was made longer, see find_endless */
		for (int d = 0; d < 2; d++)
			if (s->core.endless[b] & 1 << d)
				reach = outlines_form(&s->outlines, b)->fat + 0.5 * (s->core.domain.hi[d] - s->core.domain.lo[d]);
	return smallest > 0 && reach > smallest ? reach / smallest : 1;
}

/* The same for every group, summed over its bodies [n_group]; the caller frees it. */
static double *crowds(const struct dem2 *s, double smallest)
{
	double *out = MEM_ZERO(double, (size_t)s->core.n_group);

	for (int g = 0; g < s->core.n_group; g++)
		for (int k = 0; k < s->core.group[g].n; k++)
			out[g] += crowd_of(s, s->core.group[g].body[k], smallest);
	return out;
}

/* Add body b, which may touch so many partners at once, to the extremes of its material. Its normal passes the place of the body
 * at the end of the longest arm, and the tangent at the surface. `several` is the number of edges at a corner; for a clump, that
 * of its disks that touch another disk at once. */
static void add_body(const struct dem2 *s, int b, double times, struct extremes *k)
{
	const struct outlines *o = &s->outlines;
	const struct outline_form *form = outlines_form(o, b);
	int several = form->edges > 1 || (form->edges == 0 && form->n > 1) ? 2 : form->edges;
	double w = s->core.minv[b], wi = s->iinv[b];

	if (s->core.group_of[b] >= 0) {
		const struct group *g = &s->core.group[s->core.group_of[b]];

		w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
		wi = s->upright[b] || !(g->inertia > 0) ? 0 : 1 / g->inertia;
	}
	k->several = several > k->several ? several : k->several;
	extremes_add(&s->core, b, times, w, (struct response){ o->arm[b] * o->arm[b] * wi, o->reach[b] * o->reach[b] * wi, wi }, k);
	extremes_add_radii(&s->core, b, form->thin, form->fat, k);
}

/* The extremes of all pairs of materials, see extremes_new. */
static struct extremes *extremes_of(const struct dem2 *s)
{
	int n = s->core.n_material;
	struct extremes *m = extremes_new(&s->core);
	double *partner = expect_partners(&s->core);

	for (int k = 0; k < n * n; k++) {
		double *crowd = crowds(s, partner[k]);

		for (int b = 0; b < s->core.n; b++)
			if (s->core.material[b] == k / n)
				add_body(s, b, s->core.group_of[b] < 0 ? crowd_of(s, b, partner[k]) : crowd[s->core.group_of[b]], &m[k]);
		free(crowd);
	}
	extremes_share(&s->core, m);
	free(partner);
	return m;
}

/* The bodies as expect.h asks for them, to be freed. */
static struct expect_body *expect_bodies(const struct dem2 *s)
{
	const struct outlines *o = &s->outlines;
	struct expect_body *out = mem_new((size_t)s->core.n + 1, sizeof *out);
	double smallest = soft_smallest(&s->core), *crowd = crowds(s, smallest);

	for (int b = 0; b < s->core.n; b++) {
		double sn = 0, cs = 1;

		if (o->arm[b] > 0)
			trig_sincos(s->core.x[2][b], &sn, &cs);
		out[b] = (struct expect_body){ .lo = { INFINITY, INFINITY }, .hi = { -INFINITY, -INFINITY }, .arm = o->arm[b],
			.spin = fabs(s->core.v[2][b]), .times = crowd_of(s, b, smallest) };
		if (s->core.group_of[b] >= 0)
			out[b].times = crowd[s->core.group_of[b]];
		for (int v = o->first[b]; v < o->first[b + 1]; v++) {
			vec2 d = v2_turn(o->local[v + o->shift[b]], cs, sn);
			double r = o->radius[v + o->shift[b]], at[2] = { s->core.x[0][b] + d.x, s->core.x[1][b] + d.y };

			for (int k = 0; k < 2; k++) {
				out[b].lo[k] = fmin(out[b].lo[k], at[k] - r);
				out[b].hi[k] = fmax(out[b].hi[k], at[k] + r);
			}
		}
	}
	free(crowd);
	return out;
}

/* The contacts of two materials, see soft_auto. A half period of two bodies in contact has 25 steps. */
static int meet(const void *sim, struct meeting *t)
{
	const struct dem2 *s = sim;
	const struct extremes *a = t->a, *b = t->b;
	int edges = a->several + b->several;

	/* the smallest sum of the radii of two bodies one of which can move; INFINITY if there are none */
	t->thin = fmin(a->loose + b->thin, a->thin + b->loose);
	t->fat = a->fat + b->fat;
	t->round[EXPECT_A_STILL] = t->round[EXPECT_B_STILL] = fmax(a->fat, b->fat);
	t->round[EXPECT_MOVING] = edges > 0 ? fmax(a->fat, b->fat) : law_effective(a->fat, b->fat); /* see dem2_effective */
	t->crowd[t->n_crowd] = crowd_alone(a, b);
	t->crowd[t->n_crowd].pairs = edges > 0 ? edges : 1;
	t->crowd[t->n_crowd].steps = 25;
	t->crowd[t->n_crowd++].damping = s->core.opt.integrator == DEM2_GEAR ? 0.15 : 0.5;
	return t->thin < INFINITY;
}

struct foreseen dem2_foresee(const struct dem2 *s, double *limit, double *overlap)
{
	struct extremes *m = extremes_of(s);
	struct expect_body *body = expect_bodies(s);
	struct foreseen out = soft_auto(&s->core, body, m, meet, s, limit, overlap);

	free(m);
	free(body);
	return out;
}
