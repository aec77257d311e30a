/* dem2_signs.c: strain, pressure and contacts: signs by which a run may be stopped */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"

/* ---- opposite walls ---- */

/* The groups as slabs [n_group]; the caller frees them. */
static struct slab *slabs(const struct dem2 *s)
{
	struct slab *out = mem_new((size_t)s->core.n_group, sizeof *out);

	for (int k = 0; k < s->core.n_group; k++)
		for (int a = 0; a < 2; a++) {
			double ext[2], bare[2];

			dem2_group_extent(s, &s->core.group[k], a, 1, ext);
			dem2_group_extent(s, &s->core.group[k], a, 0, bare);
			out[k].lo[a] = ext[0];
			out[k].hi[a] = ext[1];
			out[k].at[a] = bare[0];
		}
	return out;
}

void dem2_strain_begin(struct dem2 *s, const struct world *w, int take)
{
	struct slab *slab = slabs(s);

	cell_strain_begin(&s->core, take ? &w->ledger : NULL);
	s->core.walls_at_start = opposite_begin(2, s->core.n_group, slab, take ? &w->ledger : NULL);
	free(slab);
}

void dem2_strain_write(const struct dem2 *s, struct params *out)
{
	cell_strain_write(&s->core, out);
	opposite_write(2, &s->core.walls_at_start, out);
}

/* ---- signs ---- */

static double strain_of(const struct dem2 *s, const struct slab *slab)
{
	if (s->core.cell.moves)
		return cell_strain(&s->core);
	return opposite_strain(2, s->core.n_group, slab, &s->core.walls_at_start);
}

/* The sums of a loop over all contacts. */
struct survey {
	const struct dem2 *s;
	struct exact stress[3];   /* stress times the area: xx, yy, xy */
	struct soft_partners partners;
};

static void add_contact(void *to, const struct between2 *q, const struct contact2 *c)
{
	struct survey *p = to;
	const struct dem2 *s = p->s;
	double sign = q->dir ? -1 : 1, shift[2];
	double fx = sign * (c->fn * c->nx - c->ft * c->ny), fy = sign * (c->fn * c->ny + c->ft * c->nx);

	domain_shift(&s->core.domain, q->sx, q->sy, shift);
	soft_partners_add(&p->partners, q->a, q->b, (const int[3]){ q->sx, q->sy, 0 });
	if (!soft_speaks_for(&s->core, q->a, q->b))
		return;
	exact_add(&p->stress[0], fx * (s->core.x[0][q->b] + shift[0] - s->core.x[0][q->a]));
	exact_add(&p->stress[1], fy * (s->core.x[1][q->b] + shift[1] - s->core.x[1][q->a]));
	exact_add(&p->stress[2], fx * (s->core.x[1][q->b] + shift[1] - s->core.x[1][q->a]));
}

/* The stress xx, yy, xy of the domain, compression positive. The sums over contacts become empty. */
static void stress_of(const struct dem2 *s, struct survey *p, double stress[3])
{
	const struct domain *d = &s->core.domain;
	double middle[2];

	for (int k = 0; k < 2; k++)
		middle[k] = 0.5 * (d->lo[k] + d->hi[k]);
	for (int b = 0; b < s->core.n; b++) {
		double flow[2];

		if (!soft_speaks(&s->core, b))
			continue;
		domain_flow(d, s->core.place[0][b] - middle[0], s->core.place[1][b] - middle[1], flow);
		exact_add(&p->stress[0], s->core.mass[b] * (s->core.v[0][b] - flow[0]) * (s->core.v[0][b] - flow[0]));
		exact_add(&p->stress[1], s->core.mass[b] * (s->core.v[1][b] - flow[1]) * (s->core.v[1][b] - flow[1]));
		exact_add(&p->stress[2], s->core.mass[b] * (s->core.v[0][b] - flow[0]) * (s->core.v[1][b] - flow[1]));
	}
	ranks_sum_exact(3, p->stress);
	for (int k = 0; k < 3; k++)
		stress[k] = exact_take(&p->stress[k]) / ((d->hi[0] - d->lo[0]) * (d->hi[1] - d->lo[1]));
}

/* stress: of the domain. Walls may reach past the sample, whose width is the distance of the walls beside it. */
static double pressure_of(const struct dem2 *s, const double stress[3], const struct slab *slab)
{
	double sum = 0;
	int n = 0;

	if (s->core.n_group == 0 && s->core.domain.set && s->core.domain.periodic[0] && s->core.domain.periodic[1])
		return 0.5 * (stress[0] + stress[1]);
	for (int k = 0; k < 2; k++) {
		struct opposite o, side;
		int sides = opposite_find(2, s->core.n_group, slab, 1 - k, &side);

		for (int z = 0; opposite_find(2, s->core.n_group, slab, k, &o) && z < 2; z++, n++) {
			const struct group *g = &s->core.group[o.wall[z]];

			sum += (z ? 1 : -1) * g->f[k] / (sides ? side.gap : dem2_group_length(s, g, k));
		}
	}
	return n ? sum / n : NAN;
}

/* The largest relative difference from a prescribed pressure or shear stress, of the domain or of walls. */
static double off_of(const struct dem2 *s, const double stress[3])
{
	const double all[6] = { [XX] = stress[0], [YY] = stress[1], [XY] = stress[2] };
	return fmax(soft_pressure_off(&s->core), cell_off(&s->core, all));
}

struct sim_signs dem2_signs(const struct dem2 *s)
{
	struct energies e = dem2_energies(s);
	struct survey p = { .s = s, .partners = soft_partners(&s->core) };
	struct slab *slab = slabs(s);
	double stress[3];

	dem2_groups_gather((struct dem2 *)s, 1); /* a result of the state, which is found only when it is asked for */
	dem2_contacts_any(s, add_contact, &p);
	stress_of(s, &p, stress);
	struct sim_signs out = {
		.kinetic = e.kin_lin + e.kin_rot, .elastic = fabs(e.el_n) + e.el_t, .strain = strain_of(s, slab),
		.pressure = pressure_of(s, stress, slab), .off = off_of(s, stress),
	};
	soft_firm(&s->core, &p.partners, &out);
	free(slab);
	free(p.partners.n);
	return out;
}
