/* dem2_group.c: bodies under a constraint, moving together as one.
 *
 * Degrees of freedom with prescribed velocity follow it; the others obey Newton's law with the group's mass, the sum
 * of the contact forces on its bodies in the order of ids, the driving force, and its damping. Weight acts on free
 * and f: degrees of freedom; a p: load is all there is besides contacts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "motion/drive.h"
#include "sim/dem2_state.h"
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

static double *velocity_of(struct dem2 *s, int dof)
{
	return dof == 0 ? s->vx : dof == 1 ? s->vy : s->om;
}

static double *acceleration_of(struct dem2 *s, int dof)
{
	return dof == 0 ? s->ax : dof == 1 ? s->ay : s->al;
}

static void set_all(const struct group *g, double *column, double value)
{
	for (int k = 0; k < g->n; k++)
		column[g->body[k]] = value;
}

/* Check the drives of a group and set its mass; the bodies are known. */
static enum sim_status group_init(struct dem2 *s, struct group *g, const struct constraint *c, struct sim_error *e)
{
	double m = 0, inertia = 0;
	int moves = 0;

	for (int k = 0; k < 3; k++) {
		g->dof[k] = c->dof[k];
		if (k == 2 && c->dof[k].drive == DRIVE_PRESSURE)
			e->status = SIM_DRIVE;
		if (c->dof[k].drive == DRIVE_RAMP && !(c->dof[k].value[2] < c->dof[k].value[3]))
			e->status = SIM_DRIVE;
		if (c->dof[k].drive == DRIVE_SIN && !(c->dof[k].value[1] > 0))
			e->status = SIM_DRIVE;
	}
	if (e->status == SIM_DRIVE) {
		e->word = c->tag;
		return SIM_DRIVE;
	}
	for (int k = 0; k < g->n; k++) {
		m += s->mass[g->body[k]];
		inertia += s->inertia[g->body[k]];
	}
	g->m = c->m > 0 ? c->m : m;
	g->inertia = c->m > 0 && m > 0 ? inertia * (c->m / m) : inertia;
	g->c = c->c;
	int turns = !drive_prescribes(&g->dof[2]);
	int still = drive_stands(&g->dof[2]);
	if (g->n > 1 && !still) {
		*e = (struct sim_error){ .status = SIM_GROUP, .word = c->tag, .a = g->n, .word2 = "angle=fixed" };
		return SIM_GROUP;
	}
	for (int k = 0; k < 2; k++) {
		moves |= !drive_prescribes(&g->dof[k]);
		g->weighs[k] = g->dof[k].drive == DRIVE_FREE || g->dof[k].drive == DRIVE_FORCE;
	}
	if ((moves && !(g->m > 0)) || (turns && !(g->inertia > 0))) {
		*e = (struct sim_error){ .status = SIM_MASS, .a = s->id[g->body[0]], .value = moves ? g->m : g->inertia };
		return SIM_MASS;
	}
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

/* One velocity for all: the first body's, if they agree, else the mean that keeps the momentum. */
static void group_velocity(struct dem2 *s, struct group *g, double t)
{
	for (int k = 0; k < 3; k++) {
		double *v = velocity_of(s, k), first = v[g->body[0]], sum = 0;
		int same = 1;

		for (int z = 0; z < g->n; z++) {
			same &= v[g->body[z]] == first;
			sum += v[g->body[z]];
		}
		g->v[k] = drive_prescribes(&g->dof[k]) ? drive_velocity(&g->dof[k], t) : same ? first : sum / g->n;
		set_all(g, v, g->v[k]);
	}
}

/* The walls that the pressure of constraint k acts between; of[] are the groups of constraints. */
static enum sim_status find_between(struct dem2 *s, const struct world *w, const int *of, int k, struct sim_error *e)
{
	const struct constraint *c = &w->constraint[k];
	struct group *g = &s->group[of[k]];

	for (int z = 0; z < 2; z++) {
		const struct constraint *wall = c->between[z] ? world_constraint(w, c->between[z]) : NULL;

		g->between[z] = wall && wall != c ? of[wall - w->constraint] : -1;
		if (!c->between[z] || g->between[z] >= 0)
			continue;
		*e = (struct sim_error){ .status = SIM_BETWEEN, .word = c->tag, .word2 = c->between[z] };
		return SIM_BETWEEN;
	}
	return SIM_GOOD;
}

enum sim_status dem2_groups_init(struct dem2 *s, const struct world *w, struct sim_error *e)
{
	int *of = MEM_NEW(int, (size_t)w->n_constraint + 1);
	const int32_t *tag = table_word(&w->body, "tag");

	for (int k = 0; k < w->n_constraint; k++)
		of[k] = -1;
	s->group = mem_zero((size_t)w->n_constraint, sizeof *s->group);
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r], k = 0;

		if (!tag || tag[s->row[b]] <= 0)
			continue;
		while (k < w->n_constraint && strcmp(w->constraint[k].tag, w->names.word[tag[s->row[b]]]) != 0)
			k++;
		if (k == w->n_constraint || !constraint_holds(&w->constraint[k]))
			continue;
		if (of[k] < 0) {
			of[k] = s->n_group++;
			s->group[of[k]].tag = w->constraint[k].tag;
		}
		s->group_of[b] = of[k];
		s->group[of[k]].n++;
	}
	for (int k = 0; k < s->n_group; k++) {
		s->group[k].body = MEM_NEW(int, (size_t)s->group[k].n);
		s->group[k].n = 0;
	}
	for (int r = 0; r < s->n; r++) {
		int b = s->by_rank[r];
		struct group *g = s->group_of[b] >= 0 ? &s->group[s->group_of[b]] : NULL;

		if (g)
			g->body[g->n++] = b;
	}
	enum sim_status st = SIM_GOOD;
	for (int k = 0; k < w->n_constraint && st == SIM_GOOD; k++)
		if (of[k] >= 0) {
			st = group_init(s, &s->group[of[k]], &w->constraint[k], e);
			if (st == SIM_GOOD)
				st = find_between(s, w, of, k, e);
			if (st == SIM_GOOD)
				group_velocity(s, &s->group[of[k]], dem2_time(s));
		}
	free(of);
	return st;
}

/* Before the drift from t0 to t1: prescribed degrees of freedom get the acceleration that takes their velocity there. */
void dem2_groups_before(struct dem2 *s, double t0, double t1)
{
	for (int k = 0; k < s->n_group; k++) {
		struct group *g = &s->group[k];

		memcpy(g->f0, g->f, sizeof g->f);
		memcpy(g->outer0, g->outer, sizeof g->outer);
		memcpy(g->v0, g->v, sizeof g->v);
		for (int z = 0; z < 3; z++) {
			if (!drive_prescribes(&g->dof[z]))
				continue;
			double v0 = drive_velocity(&g->dof[z], t0), v1 = drive_velocity(&g->dof[z], t1);

			g->a[z] = (v1 - v0) / s->dt;
			set_all(g, acceleration_of(s, z), g->a[z]);
			set_all(g, velocity_of(s, z), v0);
		}
	}
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

/* Accelerations of the degrees of freedom that forces move. Damping acts on the velocity at the end of the step,
 * which is v + factor a - back r2 with the present velocity v: a = (F - c (v - back r2)) / (m + c factor). */
void dem2_groups_accelerate(struct dem2 *s, double factor, double back)
{
	for (int k = 0; k < s->n_group; k++) {
		struct group *g = &s->group[k];
		int first = g->body[0];

		for (int z = 0; z < 3; z++) {
			if (drive_prescribes(&g->dof[z])) {
				set_all(g, acceleration_of(s, z), g->a[z]);
				continue;
			}
			double m = z == 2 ? g->inertia : g->m, c = z == 2 ? 0 : g->c;
			double f = g->f[z] + g->outer[z], v = velocity_of(s, z)[first];

			if (z < 2 && g->weighs[z])
				f += m * s->gravity[z];
			if (back != 0)
				v -= back * s->r2[z][first];
			g->a[z] = (f - c * v) / (m + c * factor);
			set_all(g, acceleration_of(s, z), g->a[z]);
		}
	}
}

/* Velocity Verlet's second half, which leaves bodies of groups alone: they have no mass of their own. */
void dem2_groups_kick(struct dem2 *s)
{
	for (int k = 0; k < s->n_group; k++)
		for (int z = 0; z < 3; z++)
			for (int i = 0; i < s->group[k].n; i++)
				velocity_of(s, z)[s->group[k].body[i]] += 0.5 * s->dt * acceleration_of(s, z)[s->group[k].body[i]];
}

/* Impulses j on group k besides its forces, at the end of the step. Returns the work that they do; on prescribed motion it
 * is done against what prescribes it. Damping acts on the velocity that they lead to. */
double dem2_groups_jump(struct dem2 *s, int k, const double j[3])
{
	const struct group *g = &s->group[k];
	double work = 0;

	for (int z = 0; z < 3; z++) {
		double *v = velocity_of(s, z), m = z == 2 ? g->inertia : g->m, c = z == 2 ? 0 : g->c;
		double after = v[g->body[0]];

		if (drive_prescribes(&g->dof[z])) {
			s->ledger.work -= j[z] * after;
			work += j[z] * after;
			continue;
		}
		after += j[z] / (m + 0.5 * s->dt * c);
		work += j[z] * (after - 0.5 * j[z] / m);
		set_all(g, v, after);
	}
	return work;
}

/* After the step: prescribed velocities to the letter, accelerations from the velocities now reached, as a
 * continued run finds them. */
void dem2_groups_after(struct dem2 *s, double t1)
{
	dem2_groups_accelerate(s, 0, 0);
	for (int k = 0; k < s->n_group; k++) {
		struct group *g = &s->group[k];

		for (int z = 0; z < 3; z++) {
			double *v = velocity_of(s, z);

			if (drive_prescribes(&g->dof[z])) {
				set_all(g, v, drive_velocity(&g->dof[z], t1));
				set_all(g, acceleration_of(s, z), 0);
			}
			g->v[z] = v[g->body[0]];
		}
	}
}

/* The work done on the groups in the step: by prescribed motion against contacts, by driving forces; what damping took
 * goes to *damped. */
double dem2_groups_work(const struct dem2 *s, double *damped)
{
	double work = 0;

	for (int k = 0; k < s->n_group; k++) {
		const struct group *g = &s->group[k];
		const double *d = g->way;

		for (int z = 0; z < 3; z++) {
			if (drive_prescribes(&g->dof[z])) {
				work -= 0.5 * (g->f0[z] + g->f[z]) * d[z];
				continue;
			}
			work += 0.5 * (g->outer0[z] + g->outer[z]) * d[z];
			if (z < 2)
				*damped += 0.5 * g->c * (g->v0[z] + g->v[z]) * d[z];
		}
	}
	return work;
}
