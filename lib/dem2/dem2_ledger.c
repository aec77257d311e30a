/* dem2_ledger.c: the energies of the state; see ledger.h for what becomes of them. closure is an identity of the velocity Verlet
 * step and its impulses (dem2_kink.c). */
#include <math.h>
#include <stdlib.h>

#include "dem2/dem2_state.h"
#include "motion/drive.h"

static void add_kinetic(struct energies *e, double m, double v, double a, double dt, double *to)
{
	double d = 0.5 * dt * a;

	*to += 0.5 * m * v * v;
	e->kin_half += 0.5 * m * (v - d) * (v + d);
}

/* Unwrapped position of a body along an axis; for Gear the corrected one. */
static double way(const struct dem2 *s, int b, int axis)
{
	int gear = s->opt.integrator == DEM2_GEAR;
	double shift[2];

	domain_shift(&s->domain, (double)(gear ? s->qix[b] : s->ix[b]), (double)(gear ? s->qiy[b] : s->iy[b]), shift);
	return (axis == 0 ? gear ? s->qx[b] : s->x[b] : gear ? s->qy[b] : s->y[b]) + shift[axis];
}

static void add_group(const struct dem2 *s, const struct group *g, struct energies *e)
{
	for (int z = 0; z < 3; z++) {
		if (drive_prescribes(&g->dof[z]))
			continue;
		add_kinetic(e, z == 2 ? g->inertia : g->m, g->v[z], g->a[z], s->dt, z == 2 ? &e->kin_rot : &e->kin_lin);
		if (z < 2 && g->weighs[z] && s->gravity[z] != 0)
			e->grav -= g->m * s->gravity[z] * way(s, g->body[0], z);
	}
}

struct elastic { const struct dem2 *s; struct energies *e; };

/* Elastic energies of a contact. */
static void add_elastic(void *to, const struct between2 *q, const struct contact2 *c)
{
	const struct dem2 *s = ((struct elastic *)to)->s;
	struct energies *e = ((struct elastic *)to)->e;
	const struct outlines *o = &s->outlines;
	int i = q->dir ? q->b : q->a, j = q->dir ? q->a : q->b;
	const struct law_contact *law = &s->law[s->material[q->a] * s->n_material + s->material[q->b]];

	e->el_n += law_energy(law, o->radius[q->v + o->shift[i]] + o->radius[q->ea + o->shift[j]], c->gap);
	e->el_t += 0.5 * law->kt * c->xi * c->xi;
	if (law->kr > 0)
		e->el_t += 0.5 * law->kr * c->roll * c->roll;
}

/* Energies of the state, summed in the order of ids. Prescribed degrees of freedom have none. */
struct energies dem2_energies(const struct dem2 *s)
{
	struct energies e = { 0 };

	dem2_contacts_each(s, add_elastic, &(struct elastic){ s, &e });
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];

		if (s->group_of[b] >= 0)
			continue;
		add_kinetic(&e, s->mass[b], s->vx[b], s->ax[b], s->dt, &e.kin_lin);
		add_kinetic(&e, s->mass[b], s->vy[b], s->ay[b], s->dt, &e.kin_lin);
		add_kinetic(&e, s->inertia[b], s->om[b], s->al[b], s->dt, &e.kin_rot);
		for (int z = 0; z < 2; z++)
			if (s->gravity[z] != 0)
				e.grav -= s->mass[b] * s->gravity[z] * way(s, b, z);
	}
	for (int k = 0; k < s->n_group; k++)
		add_group(s, &s->group[k], &e);
	return e;
}

void dem2_ledger_begin(struct dem2 *s, const struct world *w, int take)
{
	struct energies now = dem2_energies(s);

	take = take && ledger_known(&w->ledger);
	dem2_strain_begin(s, w, take);
	ledger_begin(&s->ledger, &w->ledger, &now, dem2_time(s), take);
}

/* Book one step. */
void dem2_ledger_step(struct dem2 *s)
{
	ledger_take(&s->ledger, s->books, s->threads, s->step);
	s->ledger.work += dem2_groups_work(s, &s->ledger.other);
	if (s->cell.moves)
		s->ledger.work += dem2_cell_work(s);
}

void dem2_ledger_write(const struct dem2 *s, struct params *out)
{
	struct energies e = dem2_energies(s);

	ledger_write(&s->ledger, &e, s->opt.integrator == DEM2_VERLET ? LEDGER_CLOSES : 0, out);
	dem2_strain_write(s, out);
	if (s->clock_step) {
		params_set(out, "clock_step", (double)s->clock_step);
		params_set(out, "clock_t", s->clock_t);
	}
}
