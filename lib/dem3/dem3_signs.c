/* dem3_signs.c: strain, pressure and contacts, by which runs may be stopped */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem3/dem3_state.h"

/* ---- walls opposite each other ---- */

/* The groups as slabs [n_group], to be freed. */
static struct slab *slabs(const struct dem3 *s)
{
	struct slab *out = mem_new((size_t)s->n_group, sizeof *out);

	for (int k = 0; k < s->n_group; k++) {
		const struct group *g = &s->group[k];

		for (int a = 0; a < 3; a++) {
			double period = s->domain.set && s->domain.periodic[a] ? s->domain.hi[a] - s->domain.lo[a] : 0, ext[2];
			int first = g->body[0];

			dem3_group_extent(s, g, a, 1, ext);
			out[k].lo[a] = ext[0];
			out[k].hi[a] = ext[1];
			out[k].at[a] = s->x[a][first] + (double)s->image[a][first] * period;
		}
	}
	return out;
}

void dem3_strain_begin(struct dem3 *s, const struct world *w, int take)
{
	struct slab *slab = slabs(s);

	s->begun = opposite_begin(3, s->n_group, slab, take ? &w->ledger : NULL);
	free(slab);
}

/* The free width along an axis: between opposite walls, or the period; not a number without. */
static double width_of(const struct dem3 *s, const struct slab *slab, int axis)
{
	struct opposite o;

	if (opposite_find(3, s->n_group, slab, axis, &o))
		return o.gap;
	return s->domain.set && s->domain.periodic[axis] ? s->domain.hi[axis] - s->domain.lo[axis] : NAN;
}

/* The mean over opposite walls of the force across them to the area between the others. */
static double wall_pressure(const struct dem3 *s, const struct slab *slab)
{
	double sum = 0, width[3];
	int n = 0;

	for (int k = 0; k < 3; k++)
		width[k] = width_of(s, slab, k);
	for (int k = 0; k < 3; k++) {
		double area = width[(k + 1) % 3] * width[(k + 2) % 3];
		struct opposite o;

		for (int z = 0; opposite_find(3, s->n_group, slab, k, &o) && area > 0 && z < 2; z++, n++)
			sum += (z ? 1 : -1) * s->group[o.wall[z]].f[k] / area;
	}
	return n ? sum / n : NAN;
}

/* Of what has a pressure the furthest away from it. */
static double off_of(const struct dem3 *s)
{
	double most = NAN;

	for (int k = 0; k < s->n_group; k++)
		for (int z = 0; z < 3; z++)
			if (s->group[k].dof[z].drive == DRIVE_PRESSURE)
				most = fmax(most, fabs(s->group[k].f[z] + s->group[k].outer[z]) / fabs(s->group[k].outer[z]));
	return most;
}

/* ---- signs ---- */

/* A pass through all contacts. */
struct pass { const struct dem3 *s; double virial; int *partners; struct between3 last; };

static void see(void *to, const struct between3 *q, const struct contact3 *c, const struct coil3 *coil)
{
	struct pass *p = to;
	const struct dem3 *s = p->s;
	const struct domain *d = &s->domain;
	vec3 r = v3_sub(dem3_vec(s->x, q->b), dem3_vec(s->x, q->a)), f = v3_add(v3_scale(c->fn, c->n), c->ft);

	(void)coil;
	for (int k = 0; k < 3 && d->set; k++)
		(&r.x)[k] += d->periodic[k] ? q->s[k] * (d->hi[k] - d->lo[k]) : 0;
	p->virial += v3_dot(r, f);
	if (q->a == p->last.a && q->b == p->last.b)
		return;
	p->partners[q->a]++;
	p->partners[q->b]++;
	p->last = *q;
}

struct sim_signs dem3_signs(const struct dem3 *s)
{
	const struct domain *d = &s->domain;
	struct energies e = dem3_energies(s);
	struct pass p = { .s = s, .partners = MEM_ZERO(int, (size_t)s->n), .last = { .a = -1 } };
	double bodies = 0, firm = 0, touch = 0, volume = 1;
	int whole = d->set && d->periodic[0] && d->periodic[1] && d->periodic[2];

	dem3_contacts_each(s, see, &p);
	for (int b = 0; b < s->n; b++) {
		int holds = s->group_of[b] < 0 && p.partners[b] >= 2;

		bodies += s->group_of[b] < 0;
		firm += holds;
		touch += holds ? p.partners[b] : 0;
	}
	for (int k = 0; k < 3; k++)
		volume *= d->hi[k] - d->lo[k];
	struct slab *slab = slabs(s);
	struct sim_signs out = {
		e.kin_lin + e.kin_rot, fabs(e.el_n) + e.el_t, opposite_strain(3, s->n_group, slab, &s->begun),
		whole && s->n_group == 0 ? (2 * e.kin_lin + p.virial) / (3 * volume) : wall_pressure(s, slab), off_of(s),
		bodies > 0 ? firm / bodies : 0, firm > 0 ? touch / firm : 0,
	};
	free(slab);
	free(p.partners);
	return out;
}
