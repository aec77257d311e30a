/* kinetic.c: kinetic energies of bodies */
#include "measure/kinetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/stir.h"

void bodies_leave_held(const struct world *w, char *keep)
{
	const int32_t *tag = table_word(&w->body, "tag");

	for (int i = 0; tag && i < w->body.n_row; i++)
		if (tag[i] > 0 && constraint_holds(world_constraint(w, w->names.word[tag[i]])))
			keep[i] = 0;
}

/* Take the mean motion away: of the total mass that is returned. */
static double drift_remove(struct bodies *b, const char *keep, const double *mass)
{
	double total = 0, px = 0, py = 0;

	for (int i = 0; i < b->n; i++) {
		if (!keep[i])
			continue;
		total += mass[i];
		px += mass[i] * b->vx[i];
		py += mass[i] * b->vy[i];
	}
	for (int i = 0; i < b->n; i++) {
		b->vx[i] -= px / total;
		b->vy[i] -= py / total;
	}
	return total;
}

int kinetic_columns(struct world *w, const char *keep, int no_drift, double *share)
{
	static const char *const name[] = { "mass", "inertia", "kin_x", "kin_y", "kin_lin", "kin_rot", "kin" };
	enum { N = sizeof name / sizeof *name };
	struct bodies b = world_bodies(w);
	double *mass = MEM_NEW(double, (size_t)b.n), *inertia = MEM_NEW(double, (size_t)b.n), *column[N], total = 0;
	int bad = 0;

	bodies_mass(w, NULL, mass, inertia);
	for (int i = 0; i < b.n && !bad; i++)
		bad = keep[i] && !(mass[i] > 0) ? i + 1 : 0;
	if (!bad && no_drift)
		total = drift_remove(&b, keep, mass);
	for (int k = 0; k < N && !bad; k++)
		if (table_find(&w->body, name[k]) < 0)
			table_add(&w->body, name[k], COL_REAL);
	for (int k = 0; k < N && !bad; k++)
		column[k] = table_real(&w->body, name[k]); /* NULL: another kind of that name is there */
	b = world_bodies(w);
	for (int i = 0; i < b.n && !bad; i++) {
		double x = mass[i] * b.vx[i] * b.vx[i] / 2, y = mass[i] * b.vy[i] * b.vy[i] / 2;
		double rot = inertia[i] * b.omega[i] * b.omega[i] / 2;
		double value[N] = { mass[i], inertia[i], x, y, x + y, rot, x + y + rot };

		for (int k = 0; k < N; k++)
			if (column[k])
				column[k][i] = value[k];
		if (share)
			share[i] = no_drift ? 1 - mass[i] / total : 1;
	}
	free(mass);
	free(inertia);
	return bad;
}

/* ---- groups ---- */

static struct share *group_of(struct shares *s, const char *name)
{
	for (int k = 0; k < s->n; k++)
		if (!strcmp(s->group[k].name, name))
			return &s->group[k];
	MEM_GROW(s->group, &s->cap, (size_t)s->n + 1);
	memset(&s->group[s->n], 0, sizeof *s->group);
	s->group[s->n].name = mem_string(name);
	return &s->group[s->n++];
}

void shares_add(struct shares *s, const char *group, double kin_x, double kin_y, double kin_rot, double share)
{
	struct share *g = group_of(s, group);

	g->sum[0] += kin_x;
	g->sum[1] += kin_y;
	g->sum[2] += kin_rot;
	g->n_lin += share;
	g->n_rot++;
}

void shares_frame(struct shares *s)
{
	for (int k = 0; k < s->n; k++) {
		struct share *g = &s->group[k];

		if (!g->n_rot)
			continue;
		if (g->n_lin > 0) {
			double x = g->sum[0] / g->n_lin, y = g->sum[1] / g->n_lin;

			blocks_add_pair(&g->lin, x, y);
			blocks_add_pair(&g->rot, x + y, g->sum[2] / g->n_rot);
		}
		g->bodies += g->n_rot;
		memset(g->sum, 0, sizeof g->sum);
		g->n_lin = 0;
		g->n_rot = 0;
	}
}

void shares_free(struct shares *s)
{
	for (int k = 0; k < s->n; k++)
		free(s->group[k].name);
	free(s->group);
	*s = (struct shares){ 0 };
}
