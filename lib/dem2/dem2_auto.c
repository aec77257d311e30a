/* dem2_auto.c: the automatic time step
 *
 * The step depends on the bodies and laws. Where the stiffness grows with the overlap, it also depends on the speeds and
 * loads that are expected, and so on the places of bodies. A run that is split keeps its step because the stream has it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "dem2/dem2_state.h"
#include "sim/auto.h"
#include "sim/expect.h"

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

/* Bounds over the bodies of one material that meet those of another. normal and tangent are the largest inverse effective
 * masses at a contact, along the normal (at the end of the longest arm) and along the tangent (at the surface), times the
 * number of contacts at once. The damping of most contacts follows the lightest bodies. But a body that is prescribed along one
 * axis and moves along another (a loaded plate) is damped by the mass of its heaviest partner. */
struct light {
	double normal, tangent;
	double alone;                         /* the same as normal, for one contact at a time */
	double driven_normal, driven_tangent; /* normal and tangent of bodies that are prescribed along an axis */
	double most, least;                   /* inverse masses of the lightest body, and of the heaviest that is not prescribed */
	int edges;                            /* edges at a corner; for a clump, its disks that touch another disk at once */
	double turn;                          /* largest inverse moment of inertia, times the number of contacts */
	double thin, fat;                     /* smallest and largest spheroradius [L] */
	double loose;                         /* smallest spheroradius of bodies that are not prescribed in all degrees of freedom [L] */
};

/* Add body b, which may touch so many partners at once, to the bounds of its material. */
static void add_light(const struct dem2 *s, int b, double times, struct light *k)
{
	const struct outlines *o = &s->outlines;
	const struct outline_form *form = outlines_form(o, b);
	int e = form->edges > 1 || (form->edges == 0 && form->n > 1) ? 2 : form->edges;
	double w = s->core.minv[b], wi = s->iinv[b];

	if (s->core.group_of[b] >= 0) {
		const struct group *g = &s->core.group[s->core.group_of[b]];

		w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
		wi = s->upright[b] || !(g->inertia > 0) ? 0 : 1 / g->inertia;
	}
	double wn = times * (w + o->arm[b] * o->arm[b] * wi), wt = times * (w + o->reach[b] * o->reach[b] * wi);
	k->edges = e > k->edges ? e : k->edges;
	k->normal = fmax(k->normal, wn);
	k->alone = fmax(k->alone, wn / times);
	k->tangent = fmax(k->tangent, wt);
	k->turn = fmax(k->turn, times * wi);
	k->thin = fmin(k->thin, form->thin);
	k->loose = s->core.still[b] ? k->loose : fmin(k->loose, form->thin);
	k->fat = fmax(k->fat, form->fat);
	k->most = fmax(k->most, w);
	if (s->core.winv[b] > 0) {
		k->least = k->least > 0 ? fmin(k->least, s->core.winv[b]) : s->core.winv[b];
	} else {
		k->driven_normal = fmax(k->driven_normal, wn);
		k->driven_tangent = fmax(k->driven_tangent, wt);
	}
}

/* [n_material][n_material] by the material of the bodies and of their partners; the caller frees it. */
static struct light *lightest(const struct dem2 *s)
{
	int n = s->core.n_material;
	struct light *m = mem_zero((size_t)n * (size_t)n, sizeof *m);
	double *partner = expect_partners(&s->core), **crowd = MEM_NEW(double *, (size_t)n * (size_t)n);

	for (int k = 0; k < n * n; k++) {
		m[k].thin = m[k].loose = INFINITY;
		crowd[k] = crowds(s, partner[k]);
	}
	for (int b = 0; b < s->core.n; b++)
		for (int k = s->core.material[b] * n; k < (s->core.material[b] + 1) * n; k++)
			add_light(s, b, s->core.group_of[b] < 0 ? crowd_of(s, b, partner[k]) : crowd[k][s->core.group_of[b]], &m[k]);
	for (int k = 0; k < n * n; k++)
		free(crowd[k]);
	free(crowd);
	free(partner);
	return m;
}

/* The smallest sum of the radii of two bodies one of which can move [L]; INFINITY if there are none. */
static double thinnest(const struct light *a, const struct light *b)
{
	return fmin(a->loose + b->thin, a->thin + b->loose);
}

/* The bodies as expect.h asks for them, to be freed. */
static struct expect_body *expect_bodies(const struct dem2 *s)
{
	const struct outlines *o = &s->outlines;
	struct expect_body *out = mem_new((size_t)s->core.n + 1, sizeof *out);
	double smallest = soft_smallest(&s->core), *crowd = crowds(s, smallest);

	for (int b = 0; b < s->core.n; b++) {
		double sn, cs;

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

/* The largest effective radius of contacts: see dem2_effective. */
static double effective(const struct light *a, const struct light *b)
{
	return a->edges + b->edges > 0 ? fmax(a->fat, b->fat) : law_effective(a->fat, b->fat);
}

/* The contacts of two materials. For each case of expect.h: the largest effective radius, the largest overlap to expect, and for
 * Hertz' law the overlap for which the step is made [L], -1 if there are no such contacts. */
struct meeting {
	const struct law_contact *law;
	const struct light *a, *b;
	double fat, thin;        /* largest and least sum of radii [L] */
	double round[EXPECT_CASES], expected[EXPECT_CASES], by_case[EXPECT_CASES];
	double deep;             /* the largest of by_case; of other laws a tenth of fat [L] */
};

/* The stiffness of Hertz' law in a case of expect.h. */
static double hertz_stiffness(const struct meeting *t, int k)
{
	return expect_stiffness(t->law, t->round[k], t->by_case[k]);
}

/* The largest stiffness of the normal force among thin and fat grains. */
static double normal_stiffness(const struct meeting *t)
{
	if (law_is_hertz(t->law->kind))
		return fmax(hertz_stiffness(t, 0), fmax(hertz_stiffness(t, 1), hertz_stiffness(t, 2)));
	if (!(t->fat > 0))
		return t->law->kn;
	return fmax(law_stiffness(t->law, t->thin > 0 ? t->thin : t->fat, effective(t->a, t->b)),
	            law_stiffness(t->law, t->fat, effective(t->a, t->b)));
}

static double normal_damping(const struct meeting *t, double m, double effective, double deep)
{
	return law_normal_damping_of(t->law->kind, t->law, sqrt(m), effective, deep);
}

static double tangential_damping(const struct meeting *t, double m)
{
	return law_tangential_damping_of(t->law->kind, t->law, sqrt(m), expect_roundest(t->round, t->expected), t->deep);
}

/* The largest c / m of contacts between two materials [1/T]. */
static double damping_rate(const struct meeting *t, int times)
{
	const struct law_contact *law = t->law;
	const struct light *a = t->a, *b = t->b;
	double w = a->most + b->most, rate = 0;

	if (w > 0)
		rate = fmax(normal_damping(t, 1 / w, expect_roundest(t->round, t->expected), t->deep) * (a->normal + b->normal),
		            tangential_damping(t, 1 / w) * (a->tangent + b->tangent));
	if (b->least > 0) {
		rate = fmax(rate, normal_damping(t, 1 / b->least, expect_roundest(t->round, t->expected), t->deep) * a->driven_normal);
		rate = fmax(rate, tangential_damping(t, 1 / b->least) * a->driven_tangent);
	}
	return times * fmax(rate, law->mur > 0 ? law->gr * (a->turn + b->turn) : 0);
}

static struct meeting meeting_of(const struct dem2 *s, const struct expect *e, const struct light *m, int a, int b)
{
	const struct light *p = &m[a * s->core.n_material + b], *q = &m[b * s->core.n_material + a];
	double round = fmax(p->fat, q->fat);
	struct meeting t = { .law = &s->core.law[a * s->core.n_material + b], .a = p, .b = q, .fat = p->fat + q->fat,
		.thin = thinnest(p, q), .round = { effective(p, q), round, round } };

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
 * The step is 1 / PER_CONTACT of the shortest half period of two bodies in contact. A corner on a corner counts up to four times.
 * A body among smaller ones counts once for each of them across its width. Rotation adds to the inverse mass at the end of the
 * longest arm. c dt / m of the damping must stay well below the integrator's limit, which is 1.0 for Verlet and 0.3 for Gear. A
 * law whose overlap is foreseen has no more steps in hand than it needs, see expect_steps. */
static double longest_step(const struct dem2 *s, const struct meeting *t, double *contact)
{
	enum { PER_CONTACT = 25 };
	const double pi = 3.14159265358979323846, limit = s->core.opt.integrator == DEM2_GEAR ? 0.15 : 0.5;
	const struct light *a = t->a, *b = t->b;
	int times = a->edges + b->edges > 0 ? a->edges + b->edges : 1;
	double kn = normal_stiffness(t), kt = law_tangential_of(t->law->kind, t->law, expect_roundest(t->round, t->expected), t->deep);
	double kr = t->law->mur > 0 ? t->law->kr : 0;
	double two = law_is_hertz(t->law->kind) && a == b && t->expected[EXPECT_MOVING] < 0 ? 0 : 1; /* the only body that moves */
	double stiff = times * fmax(fmax(kn * (a->normal + two * b->normal), kt * (a->tangent + two * b->tangent)),
	                            kr * (a->turn + two * b->turn));

	if (!(stiff > 0))
		return INFINITY;
	double best = pi / sqrt(stiff) / PER_CONTACT, rate = damping_rate(t, times), alone = kn * (a->alone + b->alone);
	*contact = alone > 0 ? pi / sqrt(alone) : INFINITY;
	if (law_is_hertz(t->law->kind))
		best = fmin(best, hertz_step(t, contact));
	return rate > 0 ? fmin(best, limit / rate) : best;
}

struct foreseen dem2_foresee(const struct dem2 *s, double *limit, double *overlap)
{
	struct light *m = lightest(s);
	struct expect_body *body = expect_bodies(s);
	struct expect e = expect_scene(&s->core, body);
	struct foreseen out = { .dt = INFINITY, .contact = INFINITY };
	int n = s->core.n_material;

	for (int k = 0; k < n * n; k++) {
		struct meeting t = meeting_of(s, &e, m, k / n, k % n);
		double contact = INFINITY, best;

		if (!s->core.has_law[k] || s->core.forceless[k] || t.thin == INFINITY || t.deep < 0)
			continue;
		best = longest_step(s, &t, &contact);
		expect_note(&out, t.expected, t.thin > 0 ? t.thin : t.fat, t.a->fat > 0 && t.b->fat > 0);
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
