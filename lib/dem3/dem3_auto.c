/* dem3_auto.c: what the automatic time step has to know of space, see sim/soft_auto.h */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"
#include "sim/soft_auto.h"

/* The largest eigenvalue of [p x]^T W [p x] with the diagonal W. The matrix has the eigenvalue 0 along p; the sum of the other
 * two is its trace t, and their product the sum c of its principal minors. */
static double largest_eigenvalue(const double p[3], const double w[3])
{
	double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
	double t = w[0] * (y + z) + w[1] * (z + x) + w[2] * (x + y);
	double c = (x + y + z) * (w[1] * w[2] * x + w[2] * w[0] * y + w[0] * w[1] * z);

	return 0.5 * (t + sqrt(fmax(t * t - 4 * c, 0)));
}

/* What the rotation of a body adds at a contact: along the normal, whose line goes through the centre of a pebble, and across it
 * at the pebble's surface. */
static struct response rotation_of(const struct dem3 *s, int b)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);
	double size = s->pebbles.size[b], w[3];
	struct response by = { 0 };

	for (int k = 0; k < 3; k++) {
		w[k] = s->inertia[k][b] > 0 ? 1 / s->inertia[k][b] : 0;
		by.turn = fmax(by.turn, w[k]);
	}
	struct pebbles_local local = pebbles_local(&s->pebbles, b);
	for (int k = 0, n = f->faces ? f->n_round : f->n; k < n; k++, local.x += local.stride) {
		const double at[3] = { local.x[0] * size, local.x[1] * size, local.x[2] * size };
		double most = largest_eigenvalue(at, w), across = sqrt(most) + local.x[3] * size * sqrt(by.turn);

		by.normal = fmax(by.normal, most);
		by.tangent = fmax(by.tangent, across * across);
	}
	return by;
}

/* How many times more contacts a body may have at once than one of the smallest bodies, by the ratio of their surfaces. */
static double contact_factor(const struct dem3 *s, int b, double smallest)
{
	double reach = s->pebbles.reach[b], most = 0;

	for (int k = 0; k < 3 && s->core.domain.set; k++)
		most = fmax(most, 0.5 * (s->core.domain.hi[k] - s->core.domain.lo[k]));
	if (!isfinite(reach))
		reach = most > 0 ? most : 10 * smallest;
	return smallest > 0 && reach > smallest ? reach / smallest * (reach / smallest) : 1;
}

/* How many faces of a body, or edges of a wall that bodies with faces touch by edges, meet at a point at most. */
static int meeting_of(const struct dem3 *s, int b)
{
	const struct pebble_form *form = pebbles_form(&s->pebbles, b);

	if (form->kind == FORM_MESH)
		return s->facets[s->wall_of[b]].meeting;
	return form->faces ? form->faces->meeting : s->some_faces && form->kind == FORM_CYLINDER;
}

/* Whether some wall is touched by edges. */
static int edges_of_walls(const struct dem3 *s)
{
	int some = 0;

	for (int w = 0; w < s->n_wall; w++)
		some |= meeting_of(s, s->wall[w]) > 0;
	return some;
}

/* Add body b to the extremes of its material where it meets partners, the smallest of which has this radius [L]. `several` is 2
 * if some body has several pebbles, two of which may touch another body at once. Walls have no radii. */
static void add_body(const struct dem3 *s, int b, double partner, struct response by, struct extremes *k)
{
	const struct pebble_form *form = pebbles_form(&s->pebbles, b);
	const struct group *g = dem3_group_of(s, b);
	double w = s->core.minv[b], size = s->pebbles.size[b];

	if (g)
		w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
	k->several = form->n > 1 ? 2 : k->several;
	if (meeting_of(s, b) > k->meeting)
		k->meeting = meeting_of(s, b);
	extremes_add(&s->core, b, contact_factor(s, b, partner), w, by, k);
	if (!pebbles_is_wall(&s->pebbles, b))
		extremes_add_radii(&s->core, b, form->thin * size, form->fat * size, k);
}

/* The extremes of all pairs of materials, see extremes_new. */
static struct extremes *extremes_of(const struct dem3 *s)
{
	int n = s->core.n_material;
	struct extremes *m = extremes_new(&s->core);
	double *partner = expect_partners(&s->core);

	for (int b = 0; b < s->core.n; b++) {
		const struct group *g = dem3_group_of(s, b);
		struct response by = { 0 };

		if (!g || g->turn != TURN_PRESCRIBED)
			by = rotation_of(s, b);
		for (int k = s->core.material[b] * n; k < (s->core.material[b] + 1) * n; k++)
			add_body(s, b, partner[k], by, &m[k]);
	}
	free(partner);
	return m;
}

/* The bodies as expect.h asks for them, to be freed. */
static struct expect_body *expect_bodies(const struct dem3 *s)
{
	struct expect_body *out = mem_new((size_t)s->core.n + 1, sizeof *out);
	double smallest = soft_smallest(&s->core);

	for (int b = 0; b < s->core.n; b++) {
		vec3 spin = dem3_spin_of(s, b, dem3_vec(s->l, b));
		double times = contact_factor(s, b, smallest), ext[2];

		out[b] = (struct expect_body){ .times = times, .arm = s->pebbles.arm[b], .spin = dem3_group_of(s, b) ? 0 : v3_norm(spin) };
		for (int k = 0; k < 3; k++) {
			dem3_body_extent(s, b, k, 1, ext);
			out[b].lo[k] = s->core.x[k][b] + ext[0];
			out[b].hi[k] = s->core.x[k][b] + ext[1];
		}
	}
	return out;
}

/* The contacts of two materials, see soft_auto.
 *
 * For balls, a 25th of the half period of two balls in contact. With clumps, a 20th of the shortest half period of two bodies
 * in contact by one pair of pebbles, wherever these are; most pebbles are where bodies turn less. Two clumps may have four
 * contacts at once, a clump and a ball or a wall two: then a half period still has 10 steps. All dashpots together must stay
 * within the integrator's limit on c dt / m, which is 1, that of one contact well within it. Where the corners of two bodies
 * with faces meet, every vertex touches all faces at the other, and all edges touch: (f + 1) (g + 1) - 1 pairs for corners of f
 * and g faces, 15 for cubes. */
static int meet(const void *sim, struct meeting *t)
{
	const struct extremes *a = t->a, *b = t->b;
	int contacts = a->several + b->several > 0 ? a->several + b->several : 1;
	const struct dem3 *s = sim;

	t->thin = (isfinite(a->thin) ? a->thin : 0) + (isfinite(b->thin) ? b->thin : 0);
	t->fat = a->fat + b->fat;
	t->round[EXPECT_A_STILL] = t->round[EXPECT_B_STILL] = fmax(a->fat, b->fat); /* a flat wall */
	t->round[EXPECT_MOVING] = law_effective(a->fat, b->fat);
	t->crowd = fmax((a->meeting + 1) * (b->meeting + 1) - 1, 1);
	t->shared = edges_of_walls(s) ? 1 : t->crowd; /* dashpots at walls do not share */
	t->steps = contacts > 1 ? 20 : 25;
	t->damping = fmin(0.5, 1.0 / contacts);
	return a->some && b->some && (a->moves || b->moves) && t->fat > 0;
}

struct foreseen dem3_foresee(const struct dem3 *s, double *limit, double *overlap)
{
	struct extremes *m = extremes_of(s);
	struct expect_body *body = expect_bodies(s);
	struct foreseen out = soft_auto(&s->core, body, m, meet, s, limit, overlap);

	free(m);
	free(body);
	return out;
}
