/* dem3_auto.c: the automatic time step
 *
 * It depends on bodies and laws and, where the stiffness grows with the overlap, on the speeds and loads that are expected; see
 * dem2_auto.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"
#include "sim/auto.h"
#include "sim/expect.h"

/* Extremes over the bodies of one material that meet those of another. normal and tangent are the largest inverse
 * masses that a contact feels along the normal and across it, times the number of contacts at once; see dem2_auto.c. */
struct extremes {
	double normal, tangent;
	double alone;                         /* the same as normal, for one contact at a time */
	double driven_normal, driven_tangent; /* the same over bodies whose motion along some axis is prescribed */
	double most, least;                   /* inverse mass of the lightest body, and of the heaviest that is not prescribed */
	int pebbles;                          /* 2 if some body has several pebbles, two of which may touch another body at once */
	double turn;                          /* largest inverse moment of inertia */
	double thin, fat;                     /* smallest and largest radius of a pebble [L] */
	int moves, some;                      /* some body can move; there is a body */
};

/* The largest eigenvalue of [p x]^T W [p x] with the diagonal W. The matrix has the eigenvalue 0 along p; the sum of the other
 * two is its trace t, and their product the sum c of its principal minors. */
static double largest_eigenvalue(const double p[3], const double w[3])
{
	double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
	double t = w[0] * (y + z) + w[1] * (z + x) + w[2] * (x + y);
	double c = (x + y + z) * (w[1] * w[2] * x + w[2] * w[0] * y + w[0] * w[1] * z);

	return 0.5 * (t + sqrt(fmax(t * t - 4 * c, 0)));
}

/* The most that the rotation of a body adds to its inverse mass at a contact: along the normal, whose line goes through the
 * centre of a pebble, and across it at the pebble's surface. *turn gets the largest inverse moment of inertia. */
static void rotation_part(const struct dem3 *s, int b, double *normal, double *tangent, double *turn)
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);
	double size = s->pebbles.size[b], w[3];

	*normal = *tangent = *turn = 0;
	for (int k = 0; k < 3; k++) {
		w[k] = s->inertia[k][b] > 0 ? 1 / s->inertia[k][b] : 0;
		*turn = fmax(*turn, w[k]);
	}
	for (int k = f->first; k < f->first + f->n; k++) {
		const struct pebble *l = &s->pebbles.local[k];
		const double at[3] = { l->x * size, l->y * size, l->z * size };
		double most = largest_eigenvalue(at, w), across = sqrt(most) + l->r * size * sqrt(*turn);

		*normal = fmax(*normal, most);
		*tangent = fmax(*tangent, across * across);
	}
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

/* Add body b to the extremes of its material where it meets partners, the smallest of which has this radius [L]. */
static void add_extremes(const struct dem3 *s, int b, double partner, const double turned[3], struct extremes *k)
{
	const struct pebble_form *form = pebbles_form(&s->pebbles, b);
	const struct group *g = dem3_group_of(s, b);
	double w = s->core.minv[b], size = s->pebbles.size[b], times = contact_factor(s, b, partner);

	if (g)
		w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
	k->some = 1;
	k->moves |= !s->core.still[b];
	k->pebbles = form->n > 1 ? 2 : k->pebbles;
	k->normal = fmax(k->normal, times * (w + turned[0]));
	k->alone = fmax(k->alone, w + turned[0]);
	k->tangent = fmax(k->tangent, times * (w + turned[1]));
	k->turn = fmax(k->turn, times * turned[2]);
	if (form->kind == FORM_BALLS) {
		k->thin = fmin(k->thin, form->thin * size);
		k->fat = fmax(k->fat, form->fat * size);
	}
	k->most = fmax(k->most, w);
	if (s->core.winv[b] > 0) {
		k->least = k->least > 0 ? fmin(k->least, s->core.winv[b]) : s->core.winv[b];
	} else {
		k->driven_normal = fmax(k->driven_normal, times * (w + turned[0]));
		k->driven_tangent = fmax(k->driven_tangent, times * (w + turned[1]));
	}
}

/* [n_material][n_material] by the material of the bodies and of their partners; freed by the caller. */
static struct extremes *extremes_of(const struct dem3 *s)
{
	int n = s->core.n_material;
	struct extremes *m = mem_zero((size_t)n * (size_t)n, sizeof *m);
	double *partner = expect_partners(&s->core);

	for (int k = 0; k < n * n; k++)
		m[k].thin = INFINITY;
	for (int b = 0; b < s->core.n; b++) {
		const struct group *g = dem3_group_of(s, b);
		double turned[3] = { 0 }; /* normal, tangent, turn */

		if (!g || g->turn != TURN_PRESCRIBED)
			rotation_part(s, b, &turned[0], &turned[1], &turned[2]);
		for (int k = s->core.material[b] * n; k < (s->core.material[b] + 1) * n; k++)
			add_extremes(s, b, partner[k], turned, &m[k]);
	}
	free(partner);
	return m;
}

/* The smallest and the largest sum of radii of two pebbles that may touch [L]. */
static void radii(const struct extremes *a, const struct extremes *b, double *thin, double *fat)
{
	double x = isfinite(a->thin) ? a->thin : 0, y = isfinite(b->thin) ? b->thin : 0;

	*thin = x + y;
	*fat = a->fat + b->fat;
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

/* The contacts of two materials. For each case of expect.h: the largest effective radius, the largest overlap to expect, and for
 * Hertz' law the overlap for which the step is made [L], -1 if there are no such contacts. */
struct meeting {
	const struct law_contact *law;
	const struct extremes *a, *b;
	double fat, thin;        /* largest and least sum of radii [L] */
	double round[EXPECT_CASES], expected[EXPECT_CASES], by_case[EXPECT_CASES];
	double deep;             /* the largest of by_case; of other laws a tenth of fat [L] */
};

/* The stiffness of Hertz' law in a case of expect.h. */
static double hertz_stiffness(const struct meeting *t, int k)
{
	return expect_stiffness(t->law, t->round[k], t->by_case[k]);
}

static double normal_stiffness(const struct meeting *t)
{
	if (law_is_hertz(t->law->kind))
		return fmax(hertz_stiffness(t, 0), fmax(hertz_stiffness(t, 1), hertz_stiffness(t, 2)));
	return t->fat > 0 ? fmax(law_stiffness(t->law, t->thin, t->round[0]), law_stiffness(t->law, t->fat, t->round[0])) : t->law->kn;
}

static double normal_damping(const struct meeting *t, double m, double effective, double deep)
{
	return law_normal_damping_of(t->law->kind, t->law, sqrt(m), effective, deep);
}

static double tangential_damping(const struct meeting *t, double m)
{
	return law_tangential_damping_of(t->law->kind, t->law, sqrt(m), expect_roundest(t->round, t->expected), t->deep);
}

/* The greatest c / m of contacts between two materials [1/T]. */
static double damping_rate(const struct meeting *t)
{
	const struct law_contact *law = t->law;
	const struct extremes *a = t->a, *b = t->b;
	double w = a->most + b->most, rate = 0;

	if (w > 0)
		rate = fmax(normal_damping(t, 1 / w, expect_roundest(t->round, t->expected), t->deep) * (a->normal + b->normal),
		            tangential_damping(t, 1 / w) * (a->tangent + b->tangent));
	if (b->least > 0) {
		rate = fmax(rate, normal_damping(t, 1 / b->least, expect_roundest(t->round, t->expected), t->deep) * a->driven_normal);
		rate = fmax(rate, tangential_damping(t, 1 / b->least) * a->driven_tangent);
	}
	return fmax(rate, fmax(law->mur > 0 ? law->gr : 0, law->mus > 0 ? law->gs : 0) * (a->turn + b->turn));
}

static struct meeting meeting_of(const struct dem3 *s, const struct expect *e, const struct extremes *m, int a, int b)
{
	int n = s->core.n_material;
	struct meeting t = { .law = &s->core.law[a * n + b], .a = &m[a * n + b], .b = &m[b * n + a] };

	radii(t.a, t.b, &t.thin, &t.fat);
	t.round[EXPECT_MOVING] = law_effective(t.a->fat, t.b->fat);
	t.round[EXPECT_A_STILL] = t.round[EXPECT_B_STILL] = fmax(t.a->fat, t.b->fat); /* a flat wall */
	expect_overlaps(e, &s->core, t.law, a, b, t.round, t.expected);
	memcpy(t.by_case, t.expected, sizeof t.by_case);
	t.deep = law_is_hertz(t.law->kind) ? expect_bounded(t.fat, t.by_case) : 0.1 * t.fat;
	return t;
}

/* The longest step for the energy of single contacts by Hertz' law [T]. *contact gets the duration of the shortest [T]. */
static double hertz_step(const struct meeting *t, double *contact)
{
	const double pi = 3.14159265358979323846;
	double best = INFINITY;

	*contact = INFINITY;
	for (int k = 0; k < EXPECT_CASES; k++) {
		int a = k != EXPECT_A_STILL, b = k != EXPECT_B_STILL;
		double kn = hertz_stiffness(t, k);
		double w = (a ? t->a->alone : 0) + (b ? t->b->alone : 0), most = (a ? t->a->most : 0) + (b ? t->b->most : 0);

		if (!(kn * w > 0) || !(most > 0))
			continue;
		double half = pi / sqrt(kn * w), c = normal_damping(t, 1 / most, t->round[k], t->by_case[k]);
		best = fmin(best, half / expect_steps(0.5 * c / sqrt(kn / most)));
		*contact = fmin(*contact, EXPECT_HERTZ_TIME * half);
	}
	return best;
}

/* The longest step for these contacts [T], or INFINITY. *contact gets the duration of the shortest [T].
 *
 * For balls, a 25th of the half period of two balls in contact. With clumps, a 20th of the shortest half period of two bodies
 * in contact by one pair of pebbles, wherever these are; most pebbles are where bodies turn less. Two clumps may have four
 * contacts at once, a clump and a ball or a wall two: then a half period still has 10 steps. All dashpots together must stay
 * within the integrator's limit on c dt / m, which is 1, that of one contact well within it. A law whose overlap is foreseen
 * has no more steps in hand than it needs, see expect_steps. */
static double longest_step(const struct meeting *t, double *contact)
{
	enum { PER_CONTACT = 25, OF_CLUMPS = 20 };
	const double pi = 3.14159265358979323846, limit = 0.5, most = 1;
	const struct law_contact *law = t->law;
	const struct extremes *a = t->a, *b = t->b;
	int times = a->pebbles + b->pebbles > 0 ? a->pebbles + b->pebbles : 1;
	double kn = normal_stiffness(t), kt = law_tangential_of(law->kind, law, expect_roundest(t->round, t->expected), t->deep);
	double kr = fmax(law->mur > 0 ? law->kr : 0, law->mus > 0 ? law->ks : 0);
	double two = law_is_hertz(law->kind) && a == b && t->expected[EXPECT_MOVING] < 0 ? 0 : 1; /* the only body that moves */
	double stiff = fmax(fmax(kn * (a->normal + two * b->normal), kt * (a->tangent + two * b->tangent)),
	                    kr * (a->turn + two * b->turn));

	if (!(t->fat > 0) || !(stiff > 0))
		return INFINITY;
	double best = pi / sqrt(stiff) / (times > 1 ? OF_CLUMPS : PER_CONTACT), rate = damping_rate(t);
	double alone = kn * (a->alone + b->alone);
	*contact = alone > 0 ? pi / sqrt(alone) : INFINITY;
	if (law_is_hertz(t->law->kind))
		best = fmin(best, hertz_step(t, contact));
	return rate > 0 ? fmin(best, fmin(limit, most / times) / rate) : best;
}

struct foreseen dem3_foresee(const struct dem3 *s, double *limit, double *overlap)
{
	struct extremes *m = extremes_of(s);
	struct expect_body *body = expect_bodies(s);
	struct expect e = expect_scene(&s->core, body);
	struct foreseen out = { .dt = INFINITY, .contact = INFINITY };
	int n = s->core.n_material;

	for (int k = 0; k < n * n; k++) {
		struct meeting t = meeting_of(s, &e, m, k / n, k % n);
		const struct extremes *a = t.a, *b = t.b;
		double contact = INFINITY, best;

		if (!s->core.has_law[k] || s->core.forceless[k] || !a->some || !b->some || !(a->moves || b->moves) || t.deep < 0)
			continue;
		best = longest_step(&t, &contact);
		expect_note(&out, t.expected, t.thin > 0 ? t.thin : t.fat, a->fat > 0 && b->fat > 0);
		out.dt = fmin(out.dt, best);
		out.contact = fmin(out.contact, contact);
		if (limit) {
			limit[k] = best;
			overlap[k] = law_is_hertz(t.law->kind) ? t.deep : 0;
		}
	}
	free(m);
	free(body);
	expect_free(&e);
	out.dt = isfinite(out.dt) ? auto_round(out.dt) : 1e-3;
	return out;
}
