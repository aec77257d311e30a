/* dem3_auto.c: the automatic time step
 *
 * It depends on bodies and laws, never on positions: a run that is split keeps its step. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"
#include "sim/auto.h"

/* Extremes over the bodies of one material. normal and tangent are the largest inverse masses that a contact feels along the
 * normal and across it, times the number of contacts at once; see dem2_auto.c. */
struct extremes {
	double normal, tangent;
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

static struct extremes *extremes_of(const struct dem3 *s)
{
	struct extremes *m = mem_zero((size_t)s->core.n_material, sizeof *m);
	double smallest = soft_smallest(&s->core);

	for (int k = 0; k < s->core.n_material; k++)
		m[k].thin = INFINITY;
	for (int b = 0; b < s->core.n; b++) {
		struct extremes *k = &m[s->core.material[b]];
		const struct pebble_form *form = pebbles_form(&s->pebbles, b);
		const struct group *g = dem3_group_of(s, b);
		double w = s->core.minv[b], size = s->pebbles.size[b], times = contact_factor(s, b, smallest), n = 0, t = 0, turn = 0;

		if (g)
			w = s->core.still[b] || !(g->m > 0) ? 0 : 1 / g->m;
		if (!g || g->turn != TURN_PRESCRIBED)
			rotation_part(s, b, &n, &t, &turn);
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

/* The smallest and the largest sum of radii of two pebbles that may touch [L]. */
static void radii(const struct extremes *a, const struct extremes *b, double *thin, double *fat)
{
	double x = isfinite(a->thin) ? a->thin : 0, y = isfinite(b->thin) ? b->thin : 0;

	*thin = x + y;
	*fat = a->fat + b->fat;
}

static double normal_stiffness(const struct law_contact *law, const struct extremes *a, const struct extremes *b)
{
	double thin, fat, effective = law_effective(a->fat, b->fat);

	radii(a, b, &thin, &fat);
	return fat > 0 ? fmax(law_stiffness(law, thin, effective), law_stiffness(law, fat, effective)) : law->kn;
}

/* The greatest c / m of contacts between two materials [1/T]. */
static double damping_rate(const struct law_contact *law, const struct extremes *a, const struct extremes *b)
{
	double w = a->most + b->most, rate = 0, round = law_effective(a->fat, b->fat), deep = 0.1 * (a->fat + b->fat);
	enum law_kind kind = law->kind;

	if (w > 0)
		rate = fmax(law_normal_damping_of(kind, law, sqrt(1 / w), round, deep) * (a->normal + b->normal),
		            law_tangential_damping_of(kind, law, sqrt(1 / w), round, deep) * (a->tangent + b->tangent));
	if (b->least > 0) {
		rate = fmax(rate, law_normal_damping_of(kind, law, sqrt(1 / b->least), round, deep) * a->driven_normal);
		rate = fmax(rate, law_tangential_damping_of(kind, law, sqrt(1 / b->least), round, deep) * a->driven_tangent);
	}
	return fmax(rate, fmax(law->mur > 0 ? law->gr : 0, law->mus > 0 ? law->gs : 0) * (a->turn + b->turn));
}

/* For balls, a 25th of the half period of two balls in contact. With clumps, a 20th of the shortest half period of two bodies
 * in contact by one pair of pebbles, wherever these are; most pebbles are where bodies turn less. Two clumps may have four
 * contacts at once, a clump and a ball or a wall two: then a half period still has 10 steps. All dashpots together must stay
 * within the integrator's limit on c dt / m, which is 1, that of one contact well within it. */
double dem3_auto_dt(const struct dem3 *s)
{
	enum { PER_CONTACT = 25, OF_CLUMPS = 20 };
	const double pi = 3.14159265358979323846, limit = 0.5, most = 1;
	struct extremes *m = extremes_of(s);
	int n = s->core.n_material;
	double best = INFINITY;

	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const struct law_contact *law = &s->core.law[a * n + b];
			int times = m[a].pebbles + m[b].pebbles > 0 ? m[a].pebbles + m[b].pebbles : 1;
			double fat = m[a].fat + m[b].fat, kn = normal_stiffness(law, &m[a], &m[b]);
			double kr = fmax(law->mur > 0 ? law->kr : 0, law->mus > 0 ? law->ks : 0);
			double kt = law_tangential_of(law->kind, law, law_effective(m[a].fat, m[b].fat), 0.1 * fat);
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
