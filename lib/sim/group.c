/* group.c: groups of bodies that move as one, in the plane and in space */
#include "sim/group.h"

#include <string.h>

#include "base/buf.h"
#include "motion/drive.h"
#include "sim/soft.h"

/* ---- from constraints ---- */

int groups_constraint(const struct world *w, int row)
{
	const int32_t *tag = table_word(&w->body, "tag");

	for (int k = 0; k < w->n_constraint && tag && tag[row] > 0; k++)
		if (strcmp(w->constraint[k].tag, w->names.word[tag[row]]) == 0)
			return constraint_holds(&w->constraint[k]) ? k : -1;
	return -1;
}

int groups_find(struct soft *c, const struct world *w, int *of)
{
	struct group *all = c->group = mem_zero((size_t)w->n_constraint, sizeof *all);
	int n_group = 0;

	for (int k = 0; k < w->n_constraint; k++)
		of[k] = -1;
	for (int r = 0; r < c->n; r++) {
		int b = c->by_rank[r], k = groups_constraint(w, c->row[b]);

		if (k < 0)
			continue;
		if (of[k] < 0) {
			of[k] = n_group++;
			all[of[k]].tag = w->constraint[k].tag;
		}
		c->group_of[b] = of[k];
		all[of[k]].n++;
	}
	for (int k = 0; k < n_group; k++) {
		all[k].body = MEM_NEW(int, (size_t)all[k].n);
		all[k].n = 0;
	}
	for (int r = 0; r < c->n; r++) {
		int b = c->by_rank[r];
		struct group *g = c->group_of[b] >= 0 ? &all[c->group_of[b]] : NULL;

		if (g)
			g->body[g->n++] = b;
	}
	return n_group;
}

/* The number of degrees of freedom of a body. */
static int dofs(const struct soft *c)
{
	return c->dim == 2 ? 3 : 6;
}

/* Give all bodies of a group one velocity: the prescribed one; or the first body's if all are equal; or the mean weighted by the
 * bodies' masses, which keeps their momentum. */
static void set_velocity(struct soft *c, struct group *g, double t)
{
	for (int k = 0; k < 3; k++) {
		double *v = c->v[k], first = v[g->body[0]], sum = 0, all = 0;
		int same = 1;

		for (int z = 0; z < g->n; z++) {
			int b = g->body[z];

			same &= v[b] == first;
			sum += c->mass[b] * v[b];
			all += c->mass[b];
		}
		g->v[k] = drive_prescribes(&g->dof[k]) ? drive_velocity(&g->dof[k], t) : same || !(all > 0) ? first : sum / all;
		group_set(g, v, g->v[k]);
	}
}

enum sim_status group_take(struct soft *c, struct group *g, const struct constraint *by, double *own, struct sim_error *e)
{
	memcpy(g->dof, by->dof, sizeof g->dof);
	g->is_fixed = 1;
	for (int k = 0; k < dofs(c); k++) {
		const struct dof *d = &g->dof[k];

		g->is_fixed &= drive_is_fixed(d);
		if ((k >= c->dim && d->drive == DRIVE_PRESSURE) || drive_fault(d, NULL)) {
			*e = (struct sim_error){ .status = SIM_DRIVE, .word = g->tag };
			return SIM_DRIVE;
		}
	}
	*own = 0;
	for (int k = 0; k < g->n; k++)
		*own += c->mass[g->body[k]];
	g->m = by->m > 0 ? by->m : *own;
	g->c = by->c;
	for (int z = 0; z < c->dim; z++)
		g->weighs[z] = g->dof[z].drive == DRIVE_FREE || g->dof[z].drive == DRIVE_FORCE;
	set_velocity(c, g, clock_now(&c->clock));
	return SIM_GOOD;
}

int group_upright(const struct soft *c, const struct group *g)
{
	int stands = 1;

	for (int k = c->dim; k < dofs(c); k++)
		stands &= drive_is_fixed(&g->dof[k]);
	return stands;
}

enum sim_status groups_between(const struct world *w, struct group *group, const int *of, int k, struct sim_error *e)
{
	const struct constraint *c = &w->constraint[k];

	for (int z = 0; z < 4; z++) {
		const struct constraint *wall = c->between[z] ? world_constraint(w, c->between[z]) : NULL;
		int *to = &group[of[k]].between[z];

		*to = wall && wall != c ? of[wall - w->constraint] : -1;
		if (!c->between[z] || *to >= 0)
			continue;
		*e = (struct sim_error){ .status = SIM_BETWEEN, .word = c->tag, .word2 = c->between[z] };
		return SIM_BETWEEN;
	}
	return SIM_GOOD;
}

/* ---- the step ---- */

void group_set(const struct group *g, double *column, double value)
{
	for (int k = 0; k < g->n; k++)
		column[g->body[k]] = value;
}

static void group_before(struct soft *c, struct group *g, double t0, double t1)
{
	if (g->is_fixed)
		return;
	memcpy(g->f0, g->f, sizeof g->f);
	memcpy(g->drive0, g->drive, sizeof g->drive);
	memcpy(g->v0, g->v, sizeof g->v);
	for (int z = 0; z < dofs(c); z++) {
		if (!drive_prescribes(&g->dof[z]))
			continue;
		g->v[z] = drive_velocity(&g->dof[z], t0);
		g->a[z] = (drive_velocity(&g->dof[z], t1) - g->v[z]) / c->clock.dt;
		if (z < 3) {
			group_set(g, c->a[z], g->a[z]);
			group_set(g, c->v[z], g->v[z]);
		}
	}
}

void groups_before(struct soft *c, double t0, double t1)
{
	for (int k = 0; k < c->n_group; k++)
		group_before(c, &c->group[k], t0, t1);
}

/* Mass, or moment of inertia, of a column of bodies. */
static double mass_of(const struct soft *c, const struct group *g, int z)
{
	return z < c->dim ? g->m : g->inertia;
}

static double damping_of(const struct soft *c, const struct group *g, int z)
{
	return z < c->dim ? g->c : 0;
}

void group_accelerate(struct soft *c, struct group *g, double factor, double back, double *const r2[3])
{
	int first = g->body[0];

	if (g->is_fixed)
		return;
	for (int z = 0; z < 3; z++) {
		if (!drive_prescribes(&g->dof[z])) {
			double m = mass_of(c, g, z), damping = damping_of(c, g, z), f = g->f[z] + g->drive[z], v = c->v[z][first];

			if (g->weighs[z])
				f += m * c->gravity[z];
			if (back != 0)
				v -= back * r2[z][first];
			g->a[z] = (f - damping * v) / (m + damping * factor);
		}
		group_set(g, c->a[z], g->a[z]);
	}
}

void group_kick(struct soft *c, const struct group *g)
{
	if (g->is_fixed)
		return;
	for (int z = 0; z < 3; z++)
		for (int i = 0; i < g->n; i++)
			c->v[z][g->body[i]] += 0.5 * c->clock.dt * c->a[z][g->body[i]];
}

double group_impulse(struct soft *c, const struct group *g, const double j[3])
{
	double work = 0;

	for (int z = 0; z < 3; z++) {
		double m = mass_of(c, g, z), damping = damping_of(c, g, z), after = c->v[z][g->body[0]];

		if (drive_prescribes(&g->dof[z])) {
			c->ledger.work -= j[z] * after;
			work += j[z] * after;
			continue;
		}
		after += j[z] / (m + 0.5 * c->clock.dt * damping);
		work += j[z] * (after - 0.5 * j[z] / m);
		group_set(g, c->v[z], after);
	}
	return work;
}

void group_after(struct soft *c, struct group *g, double t1)
{
	if (g->is_fixed)
		return;
	for (int z = 0; z < dofs(c); z++) {
		if (drive_prescribes(&g->dof[z])) {
			g->v[z] = drive_velocity(&g->dof[z], t1);
			g->a[z] = 0;
			if (z < 3) {
				group_set(g, c->v[z], g->v[z]);
				group_set(g, c->a[z], 0);
			}
		} else if (z < 3) {
			g->v[z] = c->v[z][g->body[0]];
		}
	}
}

void group_work(struct soft *c, const struct group *g, int n, double *work)
{
	if (g->is_fixed)
		return;
	for (int z = 0; z < n; z++) {
		if (drive_prescribes(&g->dof[z])) {
			*work -= 0.5 * (g->f0[z] + g->f[z]) * g->displacement[z];
			continue;
		}
		*work += 0.5 * (g->drive0[z] + g->drive[z]) * g->displacement[z];
		if (z < c->dim)
			c->ledger.other += 0.5 * g->c * (g->v0[z] + g->v[z]) * g->displacement[z];
	}
}
