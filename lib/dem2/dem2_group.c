/* dem2_group.c: groups of bodies that move as one, in the plane; see sim/group.h */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/trig.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"
#include "sim/servo.h"

void dem2_group_extent(const struct dem2 *s, const struct group *g, int axis, int round, double ext[2])
{
	const struct outlines *o = &s->outlines;

	ext[0] = INFINITY;
	ext[1] = -INFINITY;
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];
		double at = axis == 0 ? s->core.x[0][b] : s->core.x[1][b], sn, cs, shift[2];

		domain_shift(&s->core.domain, s->core.domain.periodic[0] ? (double)s->core.image[0][b] : 0,
		             s->core.domain.periodic[1] ? (double)s->core.image[1][b] : 0, shift);
		at += shift[axis];
		trig_sincos(s->core.x[2][b], &sn, &cs);
		for (int v = o->first[b]; v < o->first[b + 1]; v++) {
			vec2 turned = v2_turn(o->local[v + o->shift[b]], cs, sn);
			double d = axis == 0 ? turned.x : turned.y, r = round ? o->radius[v + o->shift[b]] : 0;

			ext[0] = fmin(ext[0], at + d - r);
			ext[1] = fmax(ext[1], at + d + r);
		}
	}
}

double dem2_group_length(const struct dem2 *s, const struct group *g, int axis)
{
	int across = 1 - axis;
	double ext[2], other[2];

	if (g->between[0] >= 0) {
		dem2_group_extent(s, &s->core.group[g->between[0]], across, 1, ext);
		dem2_group_extent(s, &s->core.group[g->between[1]], across, 1, other);
		return servo_between(ext, other);
	}
	if (servo_round(&s->core.domain, across, g->n))
		return s->core.domain.hi[across] - s->core.domain.lo[across];
	dem2_group_extent(s, g, across, 0, ext);
	/* the skeleton of a disk has no extent: take the diameter */
	return servo_width(&s->core.domain, across, ext[1] - ext[0] > 0 ? ext[1] - ext[0] : 2 * s->outlines.reach[g->body[0]]);
}

/* Make a group from its constraint. The bodies of the group are known. */
static enum sim_status group_init(void *sim, struct group *g, const struct constraint *by, struct sim_error *e)
{
	struct dem2 *s = sim;
	struct soft *c = &s->core;
	double m, inertia = 0;
	int moves = 0, driven = 0;

	if (group_take(c, g, by, &m, e) != SIM_GOOD)
		return e->status;
	for (int k = 0; k < g->n; k++)
		inertia += s->inertia[g->body[k]];
	g->inertia = by->m > 0 && m > 0 ? inertia * (by->m / m) : inertia;
	int turns = !drive_prescribes(&g->dof[2]);
	if (g->n > 1 && !group_upright(c, g)) {
		*e = (struct sim_error){ .status = SIM_GROUP, .word = by->tag, .a = g->n, .word2 = "angle=fixed" };
		return SIM_GROUP;
	}
	for (int k = 0; k < 2; k++) {
		moves |= !drive_prescribes(&g->dof[k]);
		driven |= drive_prescribes(&g->dof[k]);
	}
	*e = (struct sim_error){ .a = c->id[g->body[0]], .word = by->tag, .value = g->m };
	if (moves && !(g->m > 0))
		return e->status = SIM_MASS;
	e->value = g->inertia;
	if (turns && !(g->inertia > 0))
		return e->status = SIM_INERTIA;
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];

		c->still[b] = !moves && !turns;
		s->upright[b] = !turns;
		c->minv[b] = s->iinv[b] = 0;
		c->winv[b] = driven ? 0 : 1 / g->m;
		if (driven && moves) /* for contacts between two of these bodies, see reduced_mass */
			c->mass[b] = g->m;
	}
	return SIM_GOOD;
}

enum sim_status dem2_groups_init(struct dem2 *s, const struct world *w, struct sim_error *e)
{
	soft_groups(&s->core, w, s, group_init, e);
	s->group_sum = mem_zero(4 * (size_t)s->core.n_group + 1, sizeof *s->group_sum);
	s->heat_sum = s->core.heat ? mem_zero((size_t)s->n_held + 1, sizeof *s->heat_sum) : NULL;
	return e->status;
}

/* Add the contact forces on the bodies of a group. */
static void group_add(const struct dem2 *s, const int *body, int n, struct exact sum[3])
{
	for (int k = 0; k < n; k++)
		if (s->plain)
			dem2_plain_add(s, 0, body[k], sum);
		else
			dem2_gather_add(s, body[k], sum);
}

/* How often bodies of groups that move occur in events of this step, as far as this rank knows. */
static int group_events(const struct dem2 *s)
{
	int n = 0;

	for (int t = 0; t < s->core.n_part && s->core.error.status == SIM_GOOD; t++)
		for (int k = 0; k < s->part[t].n_event; k++)
			for (int side = 0; side < 2; side++) {
				int g = s->core.group_of[s->part[t].event[k].body[side]];

				n += g >= 0 && !s->core.group[g].is_fixed;
			}
	return n;
}

void dem2_groups_gather(struct dem2 *s, int fixed)
{
	struct exact *sum = s->group_sum;
	int n = 0;

	for (int k = 0; k < s->core.n_group; k++)
		if (s->core.group[k].is_fixed == fixed)
			group_add(s, s->core.group[k].body, s->core.group[k].n, &sum[3 * n++]);
	if (s->core.ghosts && n > 0 && !fixed)
		exact_add(&sum[3 * n], group_events(s));
	ranks_sum_exact(n > 0 ? 3 * n + 1 : 0, sum);
	s->group_events = exact_take(&sum[3 * n]) > 0;
	n = 0;
	for (int k = 0; k < s->core.n_group; k++)
		for (int z = 0; z < 3 && s->core.group[k].is_fixed == fixed; z++)
			s->core.group[k].f[z] = exact_take(&sum[n++]);
}

void dem2_groups_bodies(struct dem2 *s)
{
	enum { BLOCK = 256 }; /* bodies whose sums are kept at a time: a sum takes much memory */
	struct exact (*sum)[3] = mem_zero((size_t)(s->n_held < BLOCK ? s->n_held : BLOCK) + 1, sizeof *sum);

	for (int from = 0; from < s->n_held; from += BLOCK) {
		const int n = s->n_held - from < BLOCK ? s->n_held - from : BLOCK;

		for (int k = 0; k < n; k++)
			group_add(s, &(int){ from + k }, 1, sum[k]);
		ranks_sum_exact(3 * n, sum[0]);
		for (int k = 0; k < n; k++)
			for (int z = 0; z < 3; z++)
				s->core.f[z][from + k] = exact_take(&sum[k][z]);
	}
	free(sum);
}

void dem2_groups_forces(struct dem2 *s)
{
	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		dem2_motion(s, g->body[0], g->displacement);
		for (int z = 0; z < 3; z++) {
			const struct dof *d = &g->dof[z];

			g->drive[z] = d->drive == DRIVE_FORCE ? d->value[0]
			            : d->drive == DRIVE_PRESSURE ? d->value[0] * dem2_group_length(s, g, z) : 0;
		}
	}
}

void dem2_groups_accelerate(struct dem2 *s, double factor, double back)
{
	for (int k = 0; k < s->core.n_group; k++)
		group_accelerate(&s->core, &s->core.group[k], factor, back, s->r2);
}

void dem2_groups_kick(struct dem2 *s)
{
	for (int k = 0; k < s->core.n_group; k++)
		group_kick(&s->core, &s->core.group[k]);
}

/* Compute accelerations again from the velocities at the end of the step, as a continued run does. */
void dem2_groups_after(struct dem2 *s, double t1)
{
	dem2_groups_accelerate(s, 0, 0);
	for (int k = 0; k < s->core.n_group; k++)
		group_after(&s->core, &s->core.group[k], t1);
}

double dem2_groups_work(struct dem2 *s)
{
	double work = 0;

	for (int k = 0; k < s->core.n_group; k++)
		group_work(&s->core, &s->core.group[k], 3, &work);
	return work;
}
