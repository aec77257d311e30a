/* dem2_auto.c: the automatic time step
 *
 * The step depends on the bodies and laws, not on the places of bodies. So a run that is split keeps its step. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem2/dem2_state.h"
#include "sim/auto.h"

/* How many times more contacts a body may have at once than one of the smallest grains: the ratio of their sizes. */
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

/* Bounds over the bodies of one material. normal and tangent are the largest inverse effective masses at a contact, along the
 * normal (at the end of the longest arm) and along the tangent (at the surface), times the number of contacts at once. The
 * damping of most contacts follows the lightest bodies. But a body that is prescribed along one axis and moves along another (a
 * loaded plate) is damped by the mass of its heaviest partner. */
struct light {
	double normal, tangent;
	double driven_normal, driven_tangent; /* normal and tangent of bodies that are prescribed along an axis */
	double most, least;                   /* inverse masses of the lightest body, and of the heaviest that is not prescribed */
	int edges;                            /* edges at a corner; for a clump, its disks that touch another disk at once */
	double turn;                          /* largest inverse moment of inertia, times the number of contacts */
	double thin, fat;                     /* smallest and largest spheroradius [L] */
	double loose;                         /* smallest spheroradius of bodies that are not prescribed in all degrees of freedom [L] */
};

static struct light *lightest(const struct dem2 *s)
{
	struct light *m = mem_zero((size_t)s->core.n_material, sizeof *m);
	const struct outlines *o = &s->outlines;
	double smallest = soft_smallest(&s->core), *crowd = crowds(s, smallest);

	for (int k = 0; k < s->core.n_material; k++)
		m[k].thin = m[k].loose = INFINITY;
	for (int b = 0; b < s->core.n; b++) {
		struct light *k = &m[s->core.material[b]];
		const struct outline_form *form = outlines_form(o, b);
		int e = form->edges > 1 || (form->edges == 0 && form->n > 1) ? 2 : form->edges;
		double w = s->core.minv[b], wi = s->iinv[b], times = crowd_of(s, b, smallest);

		if (s->core.group_of[b] >= 0) {
			const struct group *g = &s->core.group[s->core.group_of[b]];

			w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
			wi = s->upright[b] || !(g->inertia > 0) ? 0 : 1 / g->inertia;
			times = crowd[s->core.group_of[b]];
		}
		double wn = times * (w + o->arm[b] * o->arm[b] * wi), wt = times * (w + o->reach[b] * o->reach[b] * wi);
		k->edges = e > k->edges ? e : k->edges;
		k->normal = fmax(k->normal, wn);
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
	free(crowd);
	return m;
}

/* The smallest sum of the radii of two bodies one of which can move [L]; INFINITY if there are none. */
static double thinnest(const struct light *a, const struct light *b)
{
	return fmin(a->loose + b->thin, a->thin + b->loose);
}

/* The largest effective radius of contacts: see dem2_effective. */
static double effective(const struct light *a, const struct light *b)
{
	return a->edges + b->edges > 0 ? fmax(a->fat, b->fat) : law_effective(a->fat, b->fat);
}

/* The largest stiffness of the normal force among thin and fat grains. */
static double normal_stiffness(const struct law_contact *law, const struct light *a, const struct light *b)
{
	double thin = thinnest(a, b), fat = a->fat + b->fat, round = effective(a, b);

	if (!(fat > 0))
		return law->kn;
	return fmax(law_stiffness(law, thin > 0 ? thin : fat, round), law_stiffness(law, fat, round));
}

static double normal_damping(const struct law_contact *law, const struct light *a, const struct light *b, double m)
{
	return law_normal_damping_of(law->kind, law, sqrt(m), effective(a, b), 0.1 * (a->fat + b->fat));
}

static double tangential_damping(const struct law_contact *law, const struct light *a, const struct light *b, double m)
{
	return law_tangential_damping_of(law->kind, law, sqrt(m), effective(a, b), 0.1 * (a->fat + b->fat));
}

/* The largest c / m of contacts between two materials [1/T]. */
static double damping_rate(const struct law_contact *law, const struct light *a, const struct light *b, int times)
{
	double w = a->most + b->most, rate = 0;

	if (w > 0)
		rate = fmax(normal_damping(law, a, b, 1 / w) * (a->normal + b->normal),
		            tangential_damping(law, a, b, 1 / w) * (a->tangent + b->tangent));
	if (b->least > 0) {
		rate = fmax(rate, normal_damping(law, a, b, 1 / b->least) * a->driven_normal);
		rate = fmax(rate, tangential_damping(law, a, b, 1 / b->least) * a->driven_tangent);
	}
	return times * fmax(rate, law->mur > 0 ? law->gr * (a->turn + b->turn) : 0);
}

/* The step is 1 / PER_CONTACT of the shortest half period of two bodies in contact. A corner on a corner counts up to four times.
 * A body among smaller ones counts once for each of them across its width. Rotation adds to the inverse mass at the end of the
 * longest arm. c dt / m of the damping must stay well below the integrator's limit, which is 1.0 for Verlet and 0.3 for Gear. */
double dem2_auto_dt(const struct dem2 *s)
{
	enum { PER_CONTACT = 25 };
	const double pi = 3.14159265358979323846, limit = s->core.opt.integrator == DEM2_GEAR ? 0.15 : 0.5;
	struct light *m = lightest(s);
	int n = s->core.n_material;
	double best = INFINITY;

	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const struct law_contact *law = &s->core.law[a * n + b];
			int times = m[a].edges + m[b].edges > 0 ? m[a].edges + m[b].edges : 1;
			double kn = normal_stiffness(law, &m[a], &m[b]), kr = law->mur > 0 ? law->kr : 0;
			double kt = law_tangential_of(law->kind, law, effective(&m[a], &m[b]), 0.1 * (m[a].fat + m[b].fat));
			double stiff = times * fmax(fmax(kn * (m[a].normal + m[b].normal), kt * (m[a].tangent + m[b].tangent)),
			                            kr * (m[a].turn + m[b].turn));

			if (!s->core.has_law[a * n + b] || s->core.forceless[a * n + b] || thinnest(&m[a], &m[b]) == INFINITY || !(stiff > 0))
				continue;
			best = fmin(best, pi / sqrt(stiff) / PER_CONTACT);
			double rate = damping_rate(law, &m[a], &m[b], times);
			if (rate > 0)
				best = fmin(best, limit / rate);
		}
	free(m);
	return isfinite(best) ? auto_round(best) : 1e-3;
}
