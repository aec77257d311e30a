/* dem3_signs.c: strain, pressure and contacts, for conditions that stop a run */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "dem3/dem3_cell.h"

/* ---- walls opposite each other ---- */

/* The groups as slabs [n_group], to be freed. */
static struct slab *slabs(const struct dem3 *s)
{
	struct slab *out = mem_new((size_t)s->core.n_group, sizeof *out);

	for (int k = 0; k < s->core.n_group; k++) {
		const struct group *g = &s->core.group[k];

		for (int a = 0; a < 3; a++) {
			double ext[2];

			dem3_group_extent(s, g, a, 1, ext);
			out[k].lo[a] = ext[0];
			out[k].hi[a] = ext[1];
			out[k].at[a] = soft_unwrapped(&s->core, g->body[0], a);
		}
	}
	return out;
}

void dem3_strain_begin(struct dem3 *s, const struct world *w, int take)
{
	struct slab *slab = slabs(s);

	cell_strain_begin(&s->core, take ? &w->ledger : NULL);
	s->core.walls_at_start = opposite_begin(3, s->core.n_group, slab, take ? &w->ledger : NULL);
	free(slab);
}

/* The free width along an axis: between opposite walls, or the period; NAN if there is neither. */
static double width_of(const struct dem3 *s, const struct slab *slab, int axis)
{
	struct opposite o;

	if (opposite_find(3, s->core.n_group, slab, axis, &o))
		return o.gap;
	return s->core.domain.set && s->core.domain.periodic[axis] ? s->core.domain.hi[axis] - s->core.domain.lo[axis] : NAN;
}

/* The mean, over opposite walls, of the normal force on a wall per area between the other walls. */
static double wall_pressure(const struct dem3 *s, const struct slab *slab)
{
	double sum = 0, width[3];
	int n = 0;

	for (int k = 0; k < 3; k++)
		width[k] = width_of(s, slab, k);
	for (int k = 0; k < 3; k++) {
		double area = width[(k + 1) % 3] * width[(k + 2) % 3];
		struct opposite o;

		for (int z = 0; opposite_find(3, s->core.n_group, slab, k, &o) && area > 0 && z < 2; z++, n++)
			sum += (z ? 1 : -1) * s->core.group[o.wall[z]].f[k] / area;
	}
	return n ? sum / n : NAN;
}

/* ---- signs ---- */

/* Sums over all contacts. */
struct survey { const struct dem3 *s; struct exact stress[6]; struct soft_partners partners; };

static void contact_add(void *to, const struct between3 *q, const struct contact3 *c, const struct rolling3 *rolling)
{
	struct survey *p = to;
	const struct dem3 *s = p->s;
	vec3 r = v3_sub(dem3_vec(s->core.x, q->b), dem3_vec(s->core.x, q->a)), f = v3_add(v3_scale(c->fn, c->n), c->ft);

	(void)rolling;
	r = v3_add(r, dem3_shift(s, q->s));
	for (int k = 0; k < 6; k++)
		if (soft_speaks_for(&s->core, q->a, q->b))
			exact_add(&p->stress[k], (&f.x)[component_along[k]] * (&r.x)[component_across[k]]);
	soft_partners_add(&p->partners, q->a, q->b, q->s);
}

/* The stress of a domain that is periodic along all axes, compression positive. */
static void stress_of(const struct dem3 *s, struct survey *p, double stress[6])
{
	const struct domain *d = &s->core.domain;
	double volume = (d->hi[0] - d->lo[0]) * (d->hi[1] - d->lo[1]) * (d->hi[2] - d->lo[2]);

	for (int b = 0; b < s->core.n; b++) {
		double u[3];

		if (!soft_speaks(&s->core, b))
			continue;
		cell_peculiar(&s->core, b, u);
		for (int k = 0; k < 6; k++)
			exact_add(&p->stress[k], s->core.mass[b] * u[component_along[k]] * u[component_across[k]]);
	}
	ranks_sum_exact(6, p->stress);
	for (int k = 0; k < 6; k++)
		stress[k] = exact_take(&p->stress[k]) / volume;
}

struct sim_signs dem3_signs(const struct dem3 *s)
{
	const struct domain *d = &s->core.domain;
	struct energies e = dem3_energies(s);

	if (!s->plain)
		dem3_groups_gather((struct dem3 *)s, 1); /* a result of the state, which is found only when it is asked for */
	struct survey p = { .s = s, .partners = soft_partners(&s->core) };
	struct slab *slab = slabs(s);
	double stress[6];
	int whole = d->set && d->periodic[0] && d->periodic[1] && d->periodic[2] && s->core.n_group == 0;

	dem3_contacts_any(s, contact_add, &p);
	stress_of(s, &p, stress);
	struct sim_signs out = {
		.kinetic = e.kin_lin + e.kin_rot, .elastic = fabs(e.el_n) + e.el_t,
		.strain = s->core.cell.moves ? cell_strain(&s->core) : opposite_strain(3, s->core.n_group, slab, &s->core.walls_at_start),
		.pressure = whole ? (stress[XX] + stress[YY] + stress[ZZ]) / 3 : wall_pressure(s, slab),
		.off = fmax(soft_pressure_off(&s->core), cell_off(&s->core, stress)),
	};
	soft_firm(&s->core, &p.partners, &out);
	free(slab);
	free(p.partners.n);
	return out;
}
