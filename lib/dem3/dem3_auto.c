/* dem3_auto.c: the automatic time step
 *
 * It depends on what bodies and laws there are, never on where they are: a run that is split keeps its step. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"
#include "sim/auto.h"

/* Of the bodies of one material the largest inverse masses that a contact feels along the normal and across it,
 * times what touches at once; see dem2_auto.c. */
struct light {
	double normal, tangent;
	double driven_normal, driven_tangent; /* of bodies prescribed along an axis alone */
	double most, least;                   /* inverse mass of the lightest and, prescribed ones aside, the heaviest */
	int pebbles;                          /* 2 where some body has several, which another one touches at once */
	double turn;                          /* largest inverse moment of inertia */
	double thin, fat;                     /* smallest and largest radius of a pebble [L] */
	int moves, some;                      /* there are bodies that can move, bodies at all */
};

/* The largest eigenvalue of [p x]^T W [p x] with the diagonal W, which has the eigenvalue 0 along p: the others have its trace
 * t as sum and its minors c as product. */
static double widest(const double p[3], const double w[3])
{
	double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
	double t = w[0] * (y + z) + w[1] * (z + x) + w[2] * (x + y);
	double c = (x + y + z) * (w[1] * w[2] * x + w[2] * w[0] * y + w[0] * w[1] * z);

	return 0.5 * (t + sqrt(fmax(t * t - 4 * c, 0)));
}

/* What the turning of a body adds at most to its inverse mass where its pebbles touch: along the normal, of which the line goes
 * through the centre of a pebble, and across it at the surface. */
static void lever(const struct dem3 *s, int b, double *normal, double *tangent, double *turn)
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
		double most = widest(at, w), across = sqrt(most) + l->r * size * sqrt(*turn);

		*normal = fmax(*normal, most);
		*tangent = fmax(*tangent, across * across);
	}
}

/* How many times more contacts than one of the smallest bodies a body may have at once, by its surface. */
static double crowd_of(const struct dem3 *s, int b, double smallest)
{
	double reach = s->pebbles.reach[b], most = 0;

	for (int k = 0; k < 3 && s->core.domain.set; k++)
		most = fmax(most, 0.5 * (s->core.domain.hi[k] - s->core.domain.lo[k]));
	if (!isfinite(reach))
		reach = most > 0 ? most : 10 * smallest;
	return smallest > 0 && reach > smallest ? reach / smallest * (reach / smallest) : 1;
}

static struct light *lightest(const struct dem3 *s)
{
	struct light *m = mem_zero((size_t)s->core.n_material, sizeof *m);
	double smallest = soft_smallest(&s->core);

	for (int k = 0; k < s->core.n_material; k++)
		m[k].thin = INFINITY;
	for (int b = 0; b < s->core.n; b++) {
		struct light *k = &m[s->core.material[b]];
		const struct pebble_form *form = pebbles_form(&s->pebbles, b);
		const struct group *g = s->core.group_of[b] >= 0 ? &s->core.group[s->core.group_of[b]] : NULL;
		double w = s->core.minv[b], size = s->pebbles.size[b], times = crowd_of(s, b, smallest), n = 0, t = 0, turn = 0;

		if (g)
			w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
		if (!g || g->turn != TURN_TOLD)
			lever(s, b, &n, &t, &turn);
		k->some = 1;
		k->moves |= !s->core.still[b];
		k->pebbles = form->n > 1 ? 2 : k->pebbles;
		k->normal = fmax(k->normal, times * (w + n));
		k->tangent = fmax(k->tangent, times * (w + t));
		k->turn = fmax(k->turn, times * turn);
		if (form->kind == FORM_BALLS) {
			k->thin = fmin(k->thin, form->thin * size);
			k->fat = fmax(k->fat, form->fat * size);
		}
		k->most = fmax(k->most, w);
		if (s->core.winv[b] > 0) {
			k->least = k->least > 0 ? fmin(k->least, s->core.winv[b]) : s->core.winv[b];
		} else {
			k->driven_normal = fmax(k->driven_normal, times * (w + n));
			k->driven_tangent = fmax(k->driven_tangent, times * (w + t));
		}
	}
	return m;
}

/* The sums of radii of the thinnest and of the fattest that may meet. */
static void radii(const struct light *a, const struct light *b, double *thin, double *fat)
{
	double x = isfinite(a->thin) ? a->thin : 0, y = isfinite(b->thin) ? b->thin : 0;

	*thin = x + y;
	*fat = a->fat + b->fat;
}

static double normal_stiffness(const struct law_contact *law, const struct light *a, const struct light *b)
{
	double thin, fat;

	radii(a, b, &thin, &fat);
	return fat > 0 ? fmax(law_stiffness(law, thin), law_stiffness(law, fat)) : law->kn;
}

/* The greatest c / m of contacts between two materials [1/T]. */
static double damping_rate(const struct law_contact *law, const struct light *a, const struct light *b)
{
	double w = a->most + b->most, rate = 0, thin, fat;

	radii(a, b, &thin, &fat);
	if (w > 0)
		rate = fmax(law_normal_damping_of(law->kind, law, sqrt(1 / w), 0.1 * fat) * (a->normal + b->normal),
		            law_tangential_damping_of(law->kind, law, sqrt(1 / w), 0.1 * fat) * (a->tangent + b->tangent));
	if (b->least > 0) {
		rate = fmax(rate, law_normal_damping_of(law->kind, law, sqrt(1 / b->least), 0.1 * fat) * a->driven_normal);
		rate = fmax(rate, law_tangential_damping_of(law->kind, law, sqrt(1 / b->least), 0.1 * fat) * a->driven_tangent);
	}
	return fmax(rate, fmax(law->mur > 0 ? law->gr : 0, law->mus > 0 ? law->gs : 0) * (a->turn + b->turn));
}

/* A 25th of the half period of two balls in contact; with clumps a 20th of the shortest of two bodies that touch by a pair of
 * pebbles, wherever these are: most are where bodies turn less. Two clumps may touch by four at once, a clump and a ball or a
 * wall by two: their half period still has 10 steps, and all their dashpots together must stay inside the integrator's limit on
 * c dt / m (LEDGER: 1.0), that of one contact well inside it. */
double dem3_auto_dt(const struct dem3 *s)
{
	enum { PER_CONTACT = 25, OF_CLUMPS = 20 };
	const double pi = 3.14159265358979323846, limit = 0.5, most = 1;
	struct light *m = lightest(s);
	int n = s->core.n_material;
	double best = INFINITY;

	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const struct law_contact *law = &s->core.law[a * n + b];
			int times = m[a].pebbles + m[b].pebbles > 0 ? m[a].pebbles + m[b].pebbles : 1;
			double fat = m[a].fat + m[b].fat, kn = normal_stiffness(law, &m[a], &m[b]);
			double kr = fmax(law->mur > 0 ? law->kr : 0, law->mus > 0 ? law->ks : 0);
			double kt = law_tangential_of(law->kind, law, 0.1 * fat);
			double stiff = fmax(fmax(kn * (m[a].normal + m[b].normal), kt * (m[a].tangent + m[b].tangent)),
			                    kr * (m[a].turn + m[b].turn));

			if (!s->core.has_law[a * n + b] || s->core.forceless[a * n + b] || !m[a].some || !m[b].some || !(m[a].moves || m[b].moves) ||
			    !(fat > 0) || !(stiff > 0))
				continue;
			best = fmin(best, pi / sqrt(stiff) / (times > 1 ? OF_CLUMPS : PER_CONTACT));
			double rate = damping_rate(law, &m[a], &m[b]);
			if (rate > 0)
				best = fmin(best, fmin(limit, most / times) / rate);
		}
	free(m);
	return isfinite(best) ? auto_round(best) : 1e-3;
}
