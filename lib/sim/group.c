/* group.c: what groups of bodies do in the plane as in space */
#include "sim/group.h"

#include <string.h>

#include "base/buf.h"
#include "motion/drive.h"

/* ---- from constraints ---- */

int groups_constraint(const struct world *w, int row)
{
	const int32_t *tag = table_word(&w->body, "tag");

	for (int k = 0; k < w->n_constraint && tag && tag[row] > 0; k++)
		if (strcmp(w->constraint[k].tag, w->names.word[tag[row]]) == 0)
			return constraint_holds(&w->constraint[k]) ? k : -1;
	return -1;
}

int groups_find(const struct world *w, int n, const int *by_rank, const int *row, struct group **group, int *group_of, int *of)
{
	struct group *all = *group = mem_zero((size_t)w->n_constraint, sizeof *all);
	int n_group = 0;

	for (int k = 0; k < w->n_constraint; k++)
		of[k] = -1;
	for (int r = 0; r < n; r++) {
		int b = by_rank[r], k = groups_constraint(w, row[b]);

		if (k < 0)
			continue;
		if (of[k] < 0) {
			of[k] = n_group++;
			all[of[k]].tag = w->constraint[k].tag;
		}
		group_of[b] = of[k];
		all[of[k]].n++;
	}
	for (int k = 0; k < n_group; k++) {
		all[k].body = MEM_NEW(int, (size_t)all[k].n);
		all[k].n = 0;
	}
	for (int r = 0; r < n; r++) {
		struct group *g = group_of[by_rank[r]] >= 0 ? &all[group_of[by_rank[r]]] : NULL;

		if (g)
			g->body[g->n++] = by_rank[r];
	}
	return n_group;
}

enum sim_status group_take(struct group *g, const struct group_axes *x, const struct constraint *c, const double *mass,
                           double *own, struct sim_error *e)
{
	memcpy(g->dof, c->dof, sizeof g->dof);
	g->stands = 1;
	for (int k = 0; k < x->n_dof; k++) {
		const struct dof *d = &g->dof[k];

		g->stands &= drive_stands(d);
		if ((k >= x->n_line && d->drive == DRIVE_PRESSURE) || (d->drive == DRIVE_RAMP && !(d->value[2] < d->value[3])) ||
		    (d->drive == DRIVE_SIN && !(d->value[1] > 0))) {
			*e = (struct sim_error){ .status = SIM_DRIVE, .word = g->tag };
			return SIM_DRIVE;
		}
	}
	*own = 0;
	for (int k = 0; k < g->n; k++)
		*own += mass[g->body[k]];
	g->m = c->m > 0 ? c->m : *own;
	g->c = c->c;
	for (int z = 0; z < x->n_line; z++)
		g->weighs[z] = g->dof[z].drive == DRIVE_FREE || g->dof[z].drive == DRIVE_FORCE;
	return SIM_GOOD;
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

void group_before(struct group *g, const struct group_axes *x, double t0, double t1)
{
	if (g->stands)
		return;
	memcpy(g->f0, g->f, sizeof g->f);
	memcpy(g->outer0, g->outer, sizeof g->outer);
	memcpy(g->v0, g->v, sizeof g->v);
	for (int z = 0; z < x->n_dof; z++) {
		if (!drive_prescribes(&g->dof[z]))
			continue;
		g->v[z] = drive_velocity(&g->dof[z], t0);
		g->a[z] = (drive_velocity(&g->dof[z], t1) - g->v[z]) / x->dt;
		if (z < 3) {
			group_set(g, x->a[z], g->a[z]);
			group_set(g, x->v[z], g->v[z]);
		}
	}
}

/* Mass and damping of a column. */
static double mass_of(const struct group *g, const struct group_axes *x, int z)
{
	return z < x->n_line ? g->m : g->inertia;
}

static double damping_of(const struct group *g, const struct group_axes *x, int z)
{
	return z < x->n_line ? g->c : 0;
}

void group_accelerate(struct group *g, const struct group_axes *x, double factor)
{
	int first = g->body[0];

	if (g->stands)
		return;
	for (int z = 0; z < 3; z++) {
		if (!drive_prescribes(&g->dof[z])) {
			double m = mass_of(g, x, z), c = damping_of(g, x, z), f = g->f[z] + g->outer[z], v = x->v[z][first];

			if (g->weighs[z])
				f += m * x->gravity[z];
			if (x->back != 0)
				v -= x->back * x->r2[z][first];
			g->a[z] = (f - c * v) / (m + c * factor);
		}
		group_set(g, x->a[z], g->a[z]);
	}
}

void group_kick(const struct group *g, const struct group_axes *x)
{
	if (g->stands)
		return;
	for (int z = 0; z < 3; z++)
		for (int i = 0; i < g->n; i++)
			x->v[z][g->body[i]] += 0.5 * x->dt * x->a[z][g->body[i]];
}

double group_impulse(const struct group *g, const struct group_axes *x, const double j[3], double *told)
{
	double work = 0;

	for (int z = 0; z < 3; z++) {
		double m = mass_of(g, x, z), c = damping_of(g, x, z), after = x->v[z][g->body[0]];

		if (drive_prescribes(&g->dof[z])) {
			*told -= j[z] * after;
			work += j[z] * after;
			continue;
		}
		after += j[z] / (m + 0.5 * x->dt * c);
		work += j[z] * (after - 0.5 * j[z] / m);
		group_set(g, x->v[z], after);
	}
	return work;
}

void group_after(struct group *g, const struct group_axes *x, double t1)
{
	if (g->stands)
		return;
	for (int z = 0; z < x->n_dof; z++) {
		if (drive_prescribes(&g->dof[z])) {
			g->v[z] = drive_velocity(&g->dof[z], t1);
			g->a[z] = 0;
			if (z < 3) {
				group_set(g, x->v[z], g->v[z]);
				group_set(g, x->a[z], 0);
			}
		} else if (z < 3) {
			g->v[z] = x->v[z][g->body[0]];
		}
	}
}

void group_work(const struct group *g, int n, int n_line, double *work, double *damped)
{
	if (g->stands)
		return;
	for (int z = 0; z < n; z++) {
		if (drive_prescribes(&g->dof[z])) {
			*work -= 0.5 * (g->f0[z] + g->f[z]) * g->way[z];
			continue;
		}
		*work += 0.5 * (g->outer0[z] + g->outer[z]) * g->way[z];
		if (z < n_line)
			*damped += 0.5 * g->c * (g->v0[z] + g->v[z]) * g->way[z];
	}
}
