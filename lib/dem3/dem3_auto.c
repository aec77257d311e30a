/* dem3_auto.c: what the automatic time step has to know of space, see sim/soft_auto.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "dem3/dem3_state.h"
#include "sim/soft_auto.h"

static const double pi = 3.14159265358979323846;

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

/* The same for every group, summed over its bodies, for each of n partners [n][n_group]; the caller frees it. A wall in a group
 * mostly stands behind its other bodies, so it does not count in addition to them. */
static double *crowds(const struct dem3 *s, const double *partner, int n)
{
	double *out = MEM_ZERO(double, (size_t)n * (size_t)s->core.n_group + 1);

	for (int k = 0; k < n; k++)
		for (int g = 0; g < s->core.n_group; g++) {
			double sum = 0, wall = 0;

			for (int i = 0; i < s->core.group[g].n; i++) {
				int b = s->core.group[g].body[i], is_wall = pebbles_is_wall(&s->pebbles, b);
				double own = contact_factor(s, b, partner[k]);

				wall = is_wall ? fmax(wall, own) : wall;
				sum += is_wall ? 0 : own;
			}
			out[k * s->core.n_group + g] = fmax(sum, wall);
		}
	return out;
}

/* ---- bodies with faces ---- */

/* The sum over the corners of a face of what a force at each of them does, along the normal and across it, in the mass-weighted
 * coordinates of a body: its translation along the normal, and its rotation about its principal axes. */
struct face_sum { double w; vec3 mean; double turn[3][3], slide[3][3]; };

static void add_corner(struct face_sum *f, vec3 at, vec3 normal, double r, const double root[3])
{
	const vec3 arm = v3_add(at, v3_scale(r, normal)), turn = v3_cross(at, normal);
	const double p[3] = { arm.x, arm.y, arm.z }, t[3] = { root[0] * turn.x, root[1] * turn.y, root[2] * turn.z };
	const double raw[3] = { turn.x, turn.y, turn.z }, pp = v3_dot(arm, arm);

	f->mean = v3_add(f->mean, v3_from(t));
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			f->turn[i][j] += t[i] * t[j];
			f->slide[i][j] += root[i] * root[j] * ((i == j ? pp : 0) - p[i] * p[j] - raw[i] * raw[j]);
		}
}

/* A bound of the largest eigenvalue: the largest sum of sizes in a row (Gershgorin). */
static double eigenvalue_bound(const double m[3][3])
{
	double most = 0;

	for (int i = 0; i < 3; i++)
		most = fmax(most, fabs(m[i][0]) + fabs(m[i][1]) + fabs(m[i][2]));
	return most;
}

/* The largest eigenvalue for turns, which all are normal to one axis before they are weighted: the determinant is 0. */
static double turn_eigenvalue(const double m[3][3])
{
	double trace = m[0][0] + m[1][1] + m[2][2], minors = 0;

	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;

		minors += m[i][i] * m[j][j] - m[i][j] * m[j][i];
	}
	return 0.5 * (trace + sqrt(fmax(trace * trace - 4 * minors, 0)));
}

/* The largest responses of body b, with the inverse mass w, to forces at all corners of a face. */
static struct response facing_of(const struct dem3 *s, int b, double w, int turns)
{
	const struct faces3 *f = pebbles_form(&s->pebbles, b)->faces;
	const double size = s->pebbles.size[b], r = f->r * size;
	struct response most = { 0 };
	double root[3];

	for (int k = 0; k < 3; k++)
		root[k] = turns && s->inertia[k][b] > 0 ? sqrt(1 / s->inertia[k][b]) : 0;
	for (int k = 0; k < f->n_face; k++) {
		struct face_sum sum = { .w = w * (f->first[k + 1] - f->first[k]) };

		for (int c = f->first[k]; c < f->first[k + 1]; c++)
			add_corner(&sum, v3_scale(size, faces3_middle(f, f->corner[c])), f->normal[k], r, root);
		/* the translation, the rotations, and between them sqrt(w) mean */
		double turn = turn_eigenvalue(sum.turn), half = 0.5 * (sum.w - turn);
		double normal = 0.5 * (sum.w + turn) + sqrt(half * half + w * v3_dot(sum.mean, sum.mean));
		most.normal = fmax(most.normal, normal);
		most.tangent = fmax(most.tangent, sum.w + eigenvalue_bound(sum.slide));
	}
	return most;
}

/* The most corners of a face. */
static int corners_of(const struct faces3 *f)
{
	int most = 0;

	for (int k = 0; k < f->n_face; k++)
		most = f->first[k + 1] - f->first[k] > most ? f->first[k + 1] - f->first[k] : most;
	return most;
}

static int in_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Whether two of n numbers are equal to 1e-8; sorts them. */
static int some_equal(double *x, int n)
{
	int equal = 0;

	qsort(x, (size_t)n, sizeof *x, in_order);
	for (int k = 1; k < n; k++)
		equal |= x[k] - x[k - 1] <= 1e-8 * x[k];
	return equal;
}

/* The same for the numbers of all ranks, none of which has two equal ones: each rank compares those of a range. Numbers that may
 * equal some of the next ranges go there, too. */
static int equal_elsewhere(const double *x, int n)
{
	enum { FINE = 1 << 20 };
	double lo = INFINITY, hi = -INFINITY;
	struct parcels out, in;
	int64_t equal = 0;

	for (int k = 0; k < n; k++) {
		lo = fmin(lo, x[k]);
		hi = fmax(hi, x[k]);
	}
	ranks_least_real(1, &lo);
	ranks_most_real(1, &hi);
	parcels_init(&out, ranks_n());
	for (int k = 0; k < n; k++) {
		double part = hi > lo ? (x[k] - lo) / (hi - lo) : 0, last = hi > lo ? (x[k] * (1 + 2e-8) - lo) / (hi - lo) : 0;

		int first = team_first((int)(part * FINE), ranks_n(), FINE), end = team_first((int)(fmin(last, 1) * FINE), ranks_n(), FINE);

		for (int r = first; r <= end && r < ranks_n(); r++)
			parcels_put(&out, r, &x[k], sizeof *x);
		if (part >= 1)
			parcels_put(&out, ranks_n() - 1, &x[k], sizeof *x);
	}
	ranks_exchange(&out, &in);
	parcels_free(&out);
	double *all = NULL;
	size_t cap = 0, m = 0;
	for (int r = 0; r < in.n; r++) {
		size_t some = in.of[r].n / sizeof *all;

		MEM_GROW(all, &cap, m + some + 1);
		if (some)
			memcpy(all + m, in.of[r].at, some * sizeof *all);
		m += some;
	}
	equal = some_equal(all, (int)m);
	free(all);
	parcels_free(&in);
	ranks_most(1, &equal);
	return (int)equal;
}

/* Whether there are two equal bodies with faces, by their moments of inertia: only then do faces lie on each other corner on
 * corner. */
static int some_alike(const struct dem3 *s)
{
	double *moment = MEM_ZERO(double, (size_t)s->core.n + 1);
	int n = 0;

	for (int b = 0; b < s->core.n && s->some_faces; b++)
		if (pebbles_form(&s->pebbles, b)->faces && soft_speaks(&s->core, b))
			moment[n++] = s->inertia[0][b] + 2 * s->inertia[1][b] + 3 * s->inertia[2][b];
	int64_t alike = some_equal(moment, n);
	ranks_most(1, &alike);
	if (!alike && s->some_faces && ranks_n() > 1)
		alike = equal_elsewhere(moment, n);
	free(moment);
	return (int)alike;
}

/* Add what a body with faces, or a wall that its edges touch, does beside what others do. */
static void add_faces(const struct dem3 *s, int b, double w, int turns, struct extremes *k)
{
	const struct pebble_form *form = pebbles_form(&s->pebbles, b);
	int edges = form->kind == FORM_MESH ? s->facets[s->wall_of[b]].meeting : s->some_faces && form->kind == FORM_CYLINDER;

	k->walls |= s->wall_of[b] >= 0;
	k->edges = edges > k->edges ? edges : k->edges;
	if (!form->faces)
		return;
	const struct response by = facing_of(s, b, w, turns);
	const int corners = corners_of(form->faces);
	k->meeting = form->faces->meeting > k->meeting ? form->faces->meeting : k->meeting;
	k->corners = corners > k->corners ? corners : k->corners;
	k->facing.normal = fmax(k->facing.normal, by.normal);
	k->facing.tangent = fmax(k->facing.tangent, by.tangent);
}

/* Add body b to the extremes of its material where it meets partners, so many of which may touch it, or its group, at once.
 * `several` is 2 if some body has several pebbles, two of which may touch another body at once. Walls have no radii. */
static void add_body(const struct dem3 *s, int b, double times, struct response by, struct extremes *k)
{
	const struct pebble_form *form = pebbles_form(&s->pebbles, b);
	const struct group *g = dem3_group_of(s, b);
	double w = s->core.minv[b], size = s->pebbles.size[b];

	if (g)
		w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
	k->several = form->n > 1 ? 2 : k->several;
	add_faces(s, b, g ? g->n * w : w, by.turn > 0, k);
	extremes_add(&s->core, b, times, w, by, k);
	if (!pebbles_is_wall(&s->pebbles, b))
		extremes_add_radii(&s->core, b, form->thin * size, form->fat * size, k);
}

/* The extremes of all pairs of materials, see extremes_new. */
static struct extremes *extremes_of(const struct dem3 *s)
{
	int n = s->core.n_material;
	struct extremes *m = extremes_new(&s->core);
	double *partner = expect_partners(&s->core), *crowd = crowds(s, partner, n * n);
	int alike = some_alike(s);

	for (int b = 0; b < s->core.n; b++) {
		const struct group *g = dem3_group_of(s, b);
		struct response by = { 0 };

		if (!g || g->turn != TURN_PRESCRIBED)
			by = rotation_of(s, b);
		for (int k = s->core.material[b] * n; k < (s->core.material[b] + 1) * n; k++) {
			double own = g ? crowd[k * s->core.n_group + s->core.group_of[b]] : contact_factor(s, b, partner[k]);

			add_body(s, b, own, by, &m[k]);
		}
	}
	for (int k = 0; k < n * n; k++)
		m[k].alike = alike;
	extremes_share(&s->core, m);
	free(partner);
	free(crowd);
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

		out[b] = (struct expect_body){ .times = times, .arm = s->pebbles.arm[b], .spin = v3_norm(spin) };
		for (int k = 0; k < 3; k++) {
			dem3_body_extent(s, b, k, 1, ext);
			out[b].lo[k] = s->core.x[k][b] + ext[0];
			out[b].hi[k] = s->core.x[k][b] + ext[1];
		}
	}
	return out;
}

/* ---- all ---- */

/* Add pairs of features that one body may have at once, so many at each of the places. All share the mass for their dashpots, but
 * those with a wall. by_a, by_b: responses of the bodies, added up over the places. Few bodies have so many pairs, and for short
 * times, so that six steps of the half period keep the energy of a scene to 1e-3. */
static void add_crowd(struct meeting *t, double places, double pairs, int wall, struct response by_a, struct response by_b,
	double damping)
{
	const struct extremes *a = t->a, *b = t->b;

	t->crowd[t->n_crowd++] = (struct crowd){ .places = places, .pairs = pairs, .shared = wall ? 1 : places * pairs,
		.light = wall ? fmax(a->most, b->most) : a->most + b->most, .by = { by_a, by_b }, .steps = 2 * pi, .damping = damping };
}

/* The greater one of each. */
static struct response greater(struct response a, struct response b)
{
	return (struct response){ fmax(a.normal, b.normal), fmax(a.tangent, b.tangent), fmax(a.turn, b.turn) };
}

/* The responses of a face, with another body on the other side. */
static struct response both_sides(const struct extremes *k)
{
	return (struct response){ 2 * k->facing.normal, 2 * k->facing.tangent, 2 * k->corners * k->turn };
}

/* Add what bodies with faces do. Where the corners of two of them meet, every vertex touches all faces at the other, and all
 * edges touch: (f + 1) (g + 1) - 1 pairs for corners of f and g faces, 15 for cubes. Where two equal faces lie on each other,
 * that happens at all corners, without the parallel edges: cubes have 48 pairs. Corners of unequal faces are beside an edge of
 * the other one at most, with f + 1 pairs. On a flat wall each corner is one pair. Such loads last, while corners meet for a
 * moment. */
static void add_faces_meet(struct meeting *t)
{
	const double lasting = 0.3, brief = 0.8;
	const struct extremes *a = t->a, *b = t->b;
	const int f = a->meeting, g = b->meeting, least = f < g ? f : g, most = f > g ? f : g;
	const int edges = a->edges > b->edges ? a->edges : b->edges;
	const double corners = fmax(a->corners, b->corners), pairs = (f + 1) * (g + 1) - 1;
	const double equal = fmax(pairs - least, 1), lying = a->alike ? equal : fmin(most + 1, equal);
	const struct response face_a = both_sides(a), face_b = both_sides(b), none = { 0 };

	if (most == 0)
		return;
	add_crowd(t, 1, pairs, 0, a->alone, b->alone, brief);
	add_crowd(t, corners, lying, 0, face_a, face_b, lasting);
	if (edges)
		add_crowd(t, 1, (most + 1) * (edges + 1) - 1, 1, greater(a->alone, b->alone), none, brief);
	if (a->walls || b->walls)
		add_crowd(t, corners, 1, 1, greater(face_a, face_b), none, lasting);
}

/* The contacts of two materials, see soft_auto.
 *
 * For balls, a 25th of the half period of two balls in contact. With clumps, a 20th of the shortest half period of two bodies
 * in contact by one pair of pebbles, wherever these are; most pebbles are where bodies turn less. Two clumps may have four
 * contacts at once, a clump and a ball or a wall two: then a half period still has 10 steps. All dashpots together must stay
 * within the integrator's limit on c dt / m, which is 1, that of one contact well within it. */
static int meet(const void *sim, struct meeting *t)
{
	const struct extremes *a = t->a, *b = t->b;
	int contacts = a->several + b->several > 0 ? a->several + b->several : 1;
	struct crowd alone = crowd_alone(a, b);

	(void)sim;
	t->thin = (isfinite(a->thin) ? a->thin : 0) + (isfinite(b->thin) ? b->thin : 0);
	t->fat = a->fat + b->fat;
	t->round[EXPECT_A_STILL] = t->round[EXPECT_B_STILL] = fmax(a->fat, b->fat); /* a flat wall */
	t->round[EXPECT_MOVING] = a->meeting || b->meeting ? fmax(a->fat, b->fat) : law_effective(a->fat, b->fat); /* faces are flat */
	alone.steps = contacts > 1 ? 20 : 25;
	alone.damping = fmin(0.5, 1.0 / contacts);
	t->crowd[t->n_crowd++] = alone;
	add_faces_meet(t);
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
