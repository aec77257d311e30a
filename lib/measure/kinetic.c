/* kinetic.c: kinetic energies of bodies */
#include "measure/kinetic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/weigh.h"
#include "world/deform.h"

void bodies_leave_held(const struct world *w, char *keep)
{
	const int32_t *tag = table_word(&w->body, "tag");

	for (int i = 0; tag && i < w->body.n_row; i++)
		if (tag[i] > 0 && constraint_holds(world_constraint(w, w->names.word[tag[i]])))
			keep[i] = 0;
}

/* Subtract the flow of a domain that deforms, then the mean velocity. Returns the total mass. */
static double drift_remove(struct world *w, const char *keep, const double *mass)
{
	static const char *const name[] = { "vx", "vy", "vz" };
	double total = 0, back[6];

	for (int k = 0; k < 6; k++)
		back[k] = -w->domain.rate[k];
	if (domain_deforms(&w->domain))
		world_add_flow(w, back);
	for (int i = 0; i < w->body.n_row; i++)
		total += keep[i] ? mass[i] : 0;
	for (int k = 0; k < w->dim; k++) {
		double *v = table_real(&w->body, name[k]), p = 0;

		for (int i = 0; i < w->body.n_row; i++)
			p += keep[i] ? mass[i] * v[i] : 0;
		for (int i = 0; i < w->body.n_row; i++)
			v[i] -= p / total;
	}
	return total;
}

/* The columns and their numbers. The last two are kin_rot and kin. */
enum { KIN_PLANE = 7, KIN_SPACE = 7 };
static const char *const plane_name[KIN_PLANE] = { "mass", "inertia", "kin_x", "kin_y", "kin_lin", "kin_rot", "kin" };
static const char *const space_name[KIN_SPACE] = { "mass", "kin_x", "kin_y", "kin_z", "kin_lin", "kin_rot", "kin" };

/* Fill value[n_body][KIN_PLANE] in the plane, except for the masses and moments of inertia, which are given in the first two. */
static void plane_values(struct world *w, double (*value)[KIN_PLANE])
{
	struct bodies2 b = world_bodies2(w);

	for (int i = 0; i < b.n; i++) {
		double *v = value[i];

		v[2] = v[0] * b.vx[i] * b.vx[i] / 2;
		v[3] = v[0] * b.vy[i] * b.vy[i] / 2;
		v[4] = v[2] + v[3];
		v[5] = v[1] * b.omega[i] * b.omega[i] / 2;
		v[6] = v[4] + v[5];
	}
}

/* Fill value[n_body][KIN_SPACE] in space, except for the masses, which are given in the first. */
static void space_values(struct world *w, const double (*inertia)[6], double (*value)[KIN_SPACE])
{
	struct bodies3 b = world_bodies3(w);
	double (*omega)[3] = mem_new((size_t)b.n, sizeof *omega);

	bodies_spins3(w, inertia, omega);
	for (int i = 0; i < b.n; i++) {
		double *v = value[i];

		v[4] = v[5] = 0;
		for (int k = 0; k < 3; k++) {
			v[1 + k] = v[0] * b.v[k][i] * b.v[k][i] / 2;
			v[4] += v[1 + k];
			v[5] += 0.5 * b.momentum[k][i] * omega[i][k];
		}
		v[6] = v[4] + v[5];
	}
	free(omega);
}

int kinetic_columns(struct world *w, const char *keep, int no_drift, double *share)
{
	enum { N = KIN_PLANE };
	const int n = w->body.n_row, plane = w->dim == 2;
	const char *const *name = plane ? plane_name : space_name;
	double *mass = MEM_NEW(double, (size_t)n), *turn = MEM_ZERO(double, (size_t)n), *column[N], total = 0;
	double (*inertia)[6] = mem_new((size_t)n, sizeof *inertia), (*value)[N] = mem_new((size_t)n, sizeof *value);
	int bad = 0;

	world_need_columns(w);
	if (plane)
		bodies_mass2(w, NULL, mass, turn);
	else
		bodies_mass3(w, NULL, mass, inertia);
	for (int i = 0; i < n && !bad; i++)
		bad = keep[i] && !(mass[i] > 0) ? i + 1 : 0;
	if (!bad && no_drift)
		total = drift_remove(w, keep, mass);
	for (int k = 0; k < N && !bad; k++)
		if (table_find(&w->body, name[k]) < 0)
			table_add(&w->body, name[k], COL_REAL);
	for (int k = 0; k < N && !bad; k++)
		column[k] = table_real(&w->body, name[k]); /* NULL: a column of that name has another kind */
	for (int i = 0; i < n; i++) {
		value[i][0] = mass[i];
		value[i][1] = turn[i];
	}
	if (!bad && plane)
		plane_values(w, value);
	else if (!bad)
		space_values(w, (const double (*)[6])inertia, value);
	for (int i = 0; i < n && !bad; i++) {
		for (int k = 0; k < N; k++)
			if (column[k])
				column[k][i] = value[i][k];
		if (share)
			share[i] = no_drift ? 1 - mass[i] / total : 1;
	}
	free(mass);
	free(turn);
	free(inertia);
	free(value);
	return bad;
}

/* ---- equipartition ---- */

static struct energy_class *class_of(struct equipartition *s, const char *name)
{
	for (int k = 0; k < s->n; k++)
		if (!strcmp(s->of[k].name, name))
			return &s->of[k];
	MEM_GROW(s->of, &s->cap, (size_t)s->n + 1);
	memset(&s->of[s->n], 0, sizeof *s->of);
	s->of[s->n].name = mem_string(name);
	return &s->of[s->n++];
}

void equipartition_add(struct equipartition *s, const char *class, const double kin[3], double kin_rot, double share)
{
	struct energy_class *g = class_of(s, class);

	for (int k = 0; k < 3; k++)
		g->sum[k] += kin[k];
	g->sum[3] += kin_rot;
	g->n_lin += share;
	g->n_rot++;
}

void equipartition_frame(struct equipartition *s)
{
	for (int k = 0; k < s->n; k++) {
		struct energy_class *g = &s->of[k];

		if (!g->n_rot)
			continue;
		if (g->n_lin > 0) {
			double x = g->sum[0] / g->n_lin, y = g->sum[1] / g->n_lin, z = g->sum[2] / g->n_lin;

			blocks_add_pair(&g->lin, x, y);
			blocks_add_pair(&g->up, z, 0);
			blocks_add_pair(&g->rot, x + y + z, g->sum[3] / g->n_rot);
		}
		g->bodies += g->n_rot;
		memset(g->sum, 0, sizeof g->sum);
		g->n_lin = 0;
		g->n_rot = 0;
	}
}

void equipartition_free(struct equipartition *s)
{
	for (int k = 0; k < s->n; k++)
		free(s->of[k].name);
	free(s->of);
	*s = (struct equipartition){ 0 };
}
