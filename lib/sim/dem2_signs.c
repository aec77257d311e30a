/* dem2_signs.c: strain, pressure and contacts, by which runs may be stopped */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "motion/drive.h"
#include "sim/dem2_state.h"

/* ---- walls opposite each other ---- */

/* The lowest and the highest of the groups that are walls across an axis: thinner along it than across. */
struct opposite { const struct group *wall[2]; double gap, shift; };

/* Returns 0 where there are no two with room between. */
static int find_opposite(const struct dem2 *s, int axis, struct opposite *o)
{
	double face[2] = { INFINITY, -INFINITY }, along[2], across[2];

	*o = (struct opposite){ 0 };
	for (int k = 0; k < s->n_group; k++) {
		const struct group *g = &s->group[k];

		dem2_group_extent(s, g, axis, 1, along);
		dem2_group_extent(s, g, 1 - axis, 1, across);
		if (!(along[1] - along[0] < across[1] - across[0]))
			continue;
		if (along[1] < face[0]) {
			face[0] = along[1];
			o->wall[0] = g;
		}
		if (along[0] > face[1]) {
			face[1] = along[0];
			o->wall[1] = g;
		}
	}
	if (!o->wall[0] || o->wall[0] == o->wall[1] || !(face[1] > face[0]))
		return 0;
	o->gap = face[1] - face[0];
	dem2_group_extent(s, o->wall[0], 1 - axis, 0, along);
	dem2_group_extent(s, o->wall[1], 1 - axis, 0, across);
	o->shift = across[0] - along[0];
	return 1;
}

static const char *const begun_key[2][2] = { { "gap_x", "shift_x" }, { "gap_y", "shift_y" } };
static const char *const strain_key[3] = { "strain_xx", "strain_yy", "strain_xy" };

void dem2_strain_begin(struct dem2 *s, const struct world *w, int take)
{
	struct opposite o;

	for (int k = 0; k < 3; k++)
		s->cell.sum[k] = take ? params_get(&w->ledger, strain_key[k], 0) : 0;
	for (int k = 0; k < 2; k++) {
		int there = find_opposite(s, k, &o);

		s->begun[k][0] = take ? params_get(&w->ledger, begun_key[k][0], 0) : there ? o.gap : 0;
		s->begun[k][1] = take ? params_get(&w->ledger, begun_key[k][1], 0) : there ? o.shift : 0;
	}
}

void dem2_strain_write(const struct dem2 *s, struct params *out)
{
	for (int k = 0; k < 3 && s->cell.moves; k++)
		params_set(out, strain_key[k], s->cell.sum[k]);
	for (int k = 0; k < 2; k++)
		for (int z = 0; z < 2 && s->begun[k][0] > 0; z++)
			params_set(out, begun_key[k][z], s->begun[k][z]);
}

/* ---- signs ---- */

static double strain_of(const struct dem2 *s)
{
	double most = NAN;

	if (s->cell.moves)
		return fmax(fmax(fabs(s->cell.sum[0]), fabs(s->cell.sum[1])), fabs(s->cell.sum[2]));
	for (int k = 0; k < 2; k++) {
		struct opposite o;

		if (!(s->begun[k][0] > 0) || !find_opposite(s, k, &o))
			continue;
		most = fmax(most, fabs(o.gap / s->begun[k][0] - 1)); /* of a number and none the number */
		most = fmax(most, fabs(o.shift - s->begun[k][1]) / s->begun[k][0]);
	}
	return most;
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

static double pressure_of(const struct dem2 *s, const struct pass *p)
{
	double stress[2], sum = 0;
	int n = 0;

	if (s->n_group == 0 && s->domain.set && s->domain.periodic[0] && s->domain.periodic[1]) {
		stress_of(s, p, stress);
		return 0.5 * (stress[0] + stress[1]);
	}
	for (int k = 0; k < 2; k++) {
		struct opposite o;

		for (int z = 0; find_opposite(s, k, &o) && z < 2; z++, n++)
			sum += (z ? 1 : -1) * o.wall[z]->f[k] / dem2_group_length(s, o.wall[z], k);
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
	struct sim_signs out = {
		e.kin_lin + e.kin_rot, fabs(e.el_n) + e.el_t, strain_of(s), pressure_of(s, &p), off_of(s, &p),
		bodies > 0 ? firm / bodies : 0, firm > 0 ? touch / firm : 0,
	};
	free(p.partners);
	return out;
}
