/* dem2_group.c: bodies under a constraint, moving together as one: see group.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "dem2/dem2_state.h"
#include "motion/drive.h"
#include "sim/servo.h"

/* What a group reaches along an axis, unwrapped: from ext[0] to ext[1], with the spheroradii or without [L]. */
void dem2_group_extent(const struct dem2 *s, const struct group *g, int axis, int round, double ext[2])
{
	const struct outlines *o = &s->outlines;

	ext[0] = INFINITY;
	ext[1] = -INFINITY;
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];
		double at = axis == 0 ? s->x[b] : s->y[b], sn, cs, shift[2];

		domain_shift(&s->domain, s->domain.periodic[0] ? (double)s->ix[b] : 0,
		             s->domain.periodic[1] ? (double)s->iy[b] : 0, shift);
		at += shift[axis];
		trig_sincos(s->th[b], &sn, &cs);
		for (int v = o->first[b]; v < o->first[b + 1]; v++) {
			vec2 turned = v2_turn(o->local[v + o->shift[b]], cs, sn);
			double d = axis == 0 ? turned.x : turned.y, r = round ? o->radius[v + o->shift[b]] : 0;

			ext[0] = fmin(ext[0], at + d - r);
			ext[1] = fmax(ext[1], at + d + r);
		}
	}
}

/* The length that a pressure along an axis acts on [L]: the free distance of two walls where it is between them, else the extent
 * of the group's skeleton across the axis. Several bodies in a periodic direction are a plate of glued grains that goes all the
 * way round, gaps between them included. */
double dem2_group_length(const struct dem2 *s, const struct group *g, int axis)
{
	int across = 1 - axis;
	double ext[2], other[2];

	if (g->between[0] >= 0) {
		dem2_group_extent(s, &s->group[g->between[0]], across, 1, ext);
		dem2_group_extent(s, &s->group[g->between[1]], across, 1, other);
		return servo_between(ext, other);
	}
	if (servo_round(&s->domain, across, g->n))
		return s->domain.hi[across] - s->domain.lo[across];
	dem2_group_extent(s, g, across, 0, ext);
	/* a disk has no skeleton to speak of: what it reaches */
	return servo_width(&s->domain, across, ext[1] - ext[0] > 0 ? ext[1] - ext[0] : 2 * s->outlines.reach[g->body[0]]);
}

/* What groups share; with Gear's method the velocity still lacks back r2. */
static struct group_axes axes_of(const struct dem2 *s, double back)
{
	return (struct group_axes){ .n_dof = 3, .n_line = 2, .v = { s->vx, s->vy, s->om }, .a = { s->ax, s->ay, s->al },
		.gravity = s->gravity, .dt = s->dt, .back = back, .r2 = { s->r2[0], s->r2[1], s->r2[2] } };
}

/* One velocity for all: the first body's, if they agree, else the mean that keeps the momentum, by the bodies' own masses. */
static void group_velocity(struct dem2 *s, struct group *g, double t)
{
	const struct group_axes x = axes_of(s, 0);

	for (int k = 0; k < 3; k++) {
		double *v = x.v[k], first = v[g->body[0]], sum = 0, all = 0;
		int same = 1;

		for (int z = 0; z < g->n; z++) {
			int b = g->body[z];

			same &= v[b] == first;
			sum += s->mass[b] * v[b];
			all += s->mass[b];
		}
		g->v[k] = drive_prescribes(&g->dof[k]) ? drive_velocity(&g->dof[k], t) : same || !(all > 0) ? first : sum / all;
		group_set(g, v, g->v[k]);
	}
}

/* Check the drives of a group and set its mass; the bodies are known. */
static enum sim_status group_init(struct dem2 *s, struct group *g, const struct constraint *c, struct sim_error *e)
{
	const struct group_axes x = axes_of(s, 0);
	double m, inertia = 0;
	int moves = 0;

	if (group_take(g, &x, c, s->mass, &m, e) != SIM_GOOD)
		return e->status;
	for (int k = 0; k < g->n; k++)
		inertia += s->inertia[g->body[k]];
	g->inertia = c->m > 0 && m > 0 ? inertia * (c->m / m) : inertia;
	int turns = !drive_prescribes(&g->dof[2]);
	int still = drive_stands(&g->dof[2]);
	if (g->n > 1 && !still) {
		*e = (struct sim_error){ .status = SIM_GROUP, .word = c->tag, .a = g->n, .word2 = "angle=fixed" };
		return SIM_GROUP;
	}
	for (int k = 0; k < 2; k++)
		moves |= !drive_prescribes(&g->dof[k]);
	*e = (struct sim_error){ .a = s->id[g->body[0]], .word = c->tag, .value = g->m };
	if (moves && !(g->m > 0))
		return e->status = SIM_MASS;
	e->value = g->inertia;
	if (turns && !(g->inertia > 0))
		return e->status = SIM_INERTIA;
	group_velocity(s, g, dem2_time(s));
	int driven = drive_prescribes(&g->dof[0]) || drive_prescribes(&g->dof[1]);
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];

		s->still[b] = !moves && !turns;
		s->upright[b] = !turns;
		s->minv[b] = s->iinv[b] = 0;
		s->winv[b] = driven ? 0 : 1 / g->m;
		if (driven && moves) /* what two such bodies share when they meet, see reduced_mass */
			s->mass[b] = g->m;
	}
	return SIM_GOOD;
}

enum sim_status dem2_groups_init(struct dem2 *s, const struct world *w, struct sim_error *e)
{
	int *of = MEM_NEW(int, (size_t)w->n_constraint + 1);
	enum sim_status st = SIM_GOOD;

	s->n_group = groups_find(w, s->n, s->by_rank, s->row, &s->group, s->group_of, of);
	for (int k = 0; k < w->n_constraint && st == SIM_GOOD; k++)
		if (of[k] >= 0) {
			st = group_init(s, &s->group[of[k]], &w->constraint[k], e);
			if (st == SIM_GOOD)
				st = groups_between(w, s->group, of, k, e);
		}
	free(of);
	return st;
}

void dem2_groups_before(struct dem2 *s, double t0, double t1)
{
	const struct group_axes x = axes_of(s, 0);

	for (int k = 0; k < s->n_group; k++)
		group_before(&s->group[k], &x, t0, t1);
}

/* Contact and driving forces at the present places. */
void dem2_groups_forces(struct dem2 *s)
{
	for (int k = 0; k < s->n_group; k++) {
		struct group *g = &s->group[k];

		dem2_motion(s, g->body[0], g->way);
		memset(g->f, 0, sizeof g->f);
		for (int z = 0; z < g->n; z++) {
			g->f[0] += s->fx[g->body[z]];
			g->f[1] += s->fy[g->body[z]];
			g->f[2] += s->tq[g->body[z]];
		}
		for (int z = 0; z < 3; z++) {
			const struct dof *d = &g->dof[z];

			g->outer[z] = d->drive == DRIVE_FORCE ? d->value[0]
			            : d->drive == DRIVE_PRESSURE ? d->value[0] * dem2_group_length(s, g, z) : 0;
		}
	}
}

void dem2_groups_accelerate(struct dem2 *s, double factor, double back)
{
	const struct group_axes x = axes_of(s, back);

	for (int k = 0; k < s->n_group; k++)
		group_accelerate(&s->group[k], &x, factor);
}

void dem2_groups_kick(struct dem2 *s)
{
	const struct group_axes x = axes_of(s, 0);

	for (int k = 0; k < s->n_group; k++)
		group_kick(&s->group[k], &x);
}

double dem2_groups_jump(struct dem2 *s, int k, const double j[3])
{
	const struct group_axes x = axes_of(s, 0);

	return group_impulse(&s->group[k], &x, j, &s->ledger.work);
}

/* Accelerations are from the velocities now reached, as a continued run finds them. */
void dem2_groups_after(struct dem2 *s, double t1)
{
	const struct group_axes x = axes_of(s, 0);

	dem2_groups_accelerate(s, 0, 0);
	for (int k = 0; k < s->n_group; k++)
		group_after(&s->group[k], &x, t1);
}

double dem2_groups_work(const struct dem2 *s, double *damped)
{
	double work = 0;

	for (int k = 0; k < s->n_group; k++)
		group_work(&s->group[k], 3, 2, &work, damped);
	return work;
}
