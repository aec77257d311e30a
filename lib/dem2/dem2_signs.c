/* dem2_signs.c: strain, pressure and contacts, by which runs may be stopped */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"

/* ---- walls opposite each other ---- */

/* The groups as slabs [n_group], to be freed. */
static struct slab *slabs(const struct dem2 *s)
{
	struct slab *out = mem_new((size_t)s->n_group, sizeof *out);

	for (int k = 0; k < s->n_group; k++)
		for (int a = 0; a < 2; a++) {
			double ext[2], bare[2];

			dem2_group_extent(s, &s->group[k], a, 1, ext);
			dem2_group_extent(s, &s->group[k], a, 0, bare);
			out[k].lo[a] = ext[0];
			out[k].hi[a] = ext[1];
			out[k].at[a] = bare[0];
		}
	return out;
}

static const char *const strain_key[3] = { "strain_xx", "strain_yy", "strain_xy" };

void dem2_strain_begin(struct dem2 *s, const struct world *w, int take)
{
	struct slab *slab = slabs(s);

	for (int k = 0; k < 3; k++)
		s->cell.sum[k] = take ? params_get(&w->ledger, strain_key[k], 0) : 0;
	s->begun = opposite_begin(2, s->n_group, slab, take ? &w->ledger : NULL);
	free(slab);
}

void dem2_strain_write(const struct dem2 *s, struct params *out)
{
	for (int k = 0; k < 3 && s->cell.moves; k++)
		params_set(out, strain_key[k], s->cell.sum[k]);
	opposite_write(2, &s->begun, out);
}

/* ---- signs ---- */

static double strain_of(const struct dem2 *s, const struct slab *slab)
{
	if (s->cell.moves)
		return fmax(fmax(fabs(s->cell.sum[0]), fabs(s->cell.sum[1])), fabs(s->cell.sum[2]));
	return opposite_strain(2, s->n_group, slab, &s->begun);
}

/* A pass through all contacts. */
struct pass {
	const struct dem2 *s;
	double stress[2];         /* times the area */
	int *partners;            /* [n] bodies that each touches */
	struct between2 last;
};

static void see(void *to, const struct between2 *q, const struct contact2 *c)
{
	struct pass *p = to;
	const struct dem2 *s = p->s;
	double sign = q->dir ? -1 : 1, shift[2];
	double fx = sign * (c->fn * c->nx - c->ft * c->ny), fy = sign * (c->fn * c->ny + c->ft * c->nx);

	domain_shift(&s->domain, q->sx, q->sy, shift);
	p->stress[0] += fx * (s->x[q->b] + shift[0] - s->x[q->a]);
	p->stress[1] += fy * (s->y[q->b] + shift[1] - s->y[q->a]);
	if (q->a == p->last.a && q->b == p->last.b && q->sx == p->last.sx && q->sy == p->last.sy)
		return;
	p->partners[q->a]++;
	p->partners[q->b]++;
	p->last = *q;
}

/* The stress of the domain along x and y, compression positive. */
static void stress_of(const struct dem2 *s, const struct pass *p, double stress[2])
{
	const struct domain *d = &s->domain;
	int gear = s->opt.integrator == DEM2_GEAR;
	double sum[2] = { p->stress[0], p->stress[1] }, middle[2];

	for (int k = 0; k < 2; k++)
		middle[k] = 0.5 * (d->lo[k] + d->hi[k]);
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];
		double flow[2];

		domain_flow(d, (gear ? s->qx[b] : s->x[b]) - middle[0], (gear ? s->qy[b] : s->y[b]) - middle[1], flow);
		sum[0] += s->mass[b] * (s->vx[b] - flow[0]) * (s->vx[b] - flow[0]);
		sum[1] += s->mass[b] * (s->vy[b] - flow[1]) * (s->vy[b] - flow[1]);
	}
	for (int k = 0; k < 2; k++)
		stress[k] = sum[k] / ((d->hi[0] - d->lo[0]) * (d->hi[1] - d->lo[1]));
}

static double pressure_of(const struct dem2 *s, const struct pass *p, const struct slab *slab)
{
	double stress[2], sum = 0;
	int n = 0;

	if (s->n_group == 0 && s->domain.set && s->domain.periodic[0] && s->domain.periodic[1]) {
		stress_of(s, p, stress);
		return 0.5 * (stress[0] + stress[1]);
	}
	for (int k = 0; k < 2; k++) {
		struct opposite o;

		for (int z = 0; opposite_find(2, s->n_group, slab, k, &o) && z < 2; z++, n++)
			sum += (z ? 1 : -1) * s->group[o.wall[z]].f[k] / dem2_group_length(s, &s->group[o.wall[z]], k);
	}
	return n ? sum / n : NAN;
}

/* Of what has a pressure the furthest away from it. */
static double off_of(const struct dem2 *s, const struct pass *p)
{
	double stress[2], most = NAN;

	stress_of(s, p, stress);
	for (int k = 0; k < 2; k++)
		if (s->domain.servo[k])
			most = fmax(most, fabs(stress[k] - s->domain.target[k]) / s->domain.target[k]);
	for (int k = 0; k < s->n_group; k++)
		for (int z = 0; z < 2; z++)
			if (s->group[k].dof[z].drive == DRIVE_PRESSURE)
				most = fmax(most, fabs(s->group[k].f[z] + s->group[k].outer[z]) / fabs(s->group[k].outer[z]));
	return most;
}

struct sim_signs dem2_signs(const struct dem2 *s)
{
	struct energies e = dem2_energies(s);
	struct pass p = { .s = s, .partners = MEM_ZERO(int, (size_t)s->n), .last = { .a = -1 } };
	double bodies = 0, firm = 0, touch = 0;

	dem2_contacts_each(s, see, &p);
	for (int b = 0; b < s->n; b++) {
		int holds = s->group_of[b] < 0 && p.partners[b] >= 2;

		bodies += s->group_of[b] < 0;
		firm += holds;
		touch += holds ? p.partners[b] : 0;
	}
	struct slab *slab = slabs(s);
	struct sim_signs out = {
		e.kin_lin + e.kin_rot, fabs(e.el_n) + e.el_t, strain_of(s, slab), pressure_of(s, &p, slab), off_of(s, &p),
		bodies > 0 ? firm / bodies : 0, firm > 0 ? touch / firm : 0,
	};
	free(slab);
	free(p.partners);
	return out;
}
