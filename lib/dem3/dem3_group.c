/* dem3_group.c: groups of bodies that a constraint makes move as one, see group.h.
 *
 * In space a group has three angular velocities, about the axes of space. A body whose three are free turns like any other
 * body. A body with one free axis turns about it by its torque; its state is the angular momentum about that axis. Prescribed
 * angular velocities are followed exactly. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/ranks.h"
#include "base/trig.h"
#include "dem3/dem3_state.h"
#include "motion/drive.h"
#include "sim/servo.h"

void dem3_body_extent(const struct dem3 *s, int b, int axis, int round, double ext[2])
{
	const struct pebble_form *f = pebbles_form(&s->pebbles, b);
	struct pebbles_local local = pebbles_local(&s->pebbles, b);
	const double (*vertex)[3] = f->kind == FORM_MESH ? (const double (*)[3])f->solid->vertex : NULL;
	double m[3][3], size = s->pebbles.size[b];

	if (f->kind == FORM_BALLS && f->n == 1 && f->arm == 0) { /* a ball about its position */
		ext[1] = round ? local.x[3] * size : 0;
		ext[0] = -ext[1];
		return;
	}
	dem3_matrix(s, b, m);
	const double *row = m[axis], along = fabs(row[2]) / size, across = hypot(row[0], row[1]) / size;
	ext[0] = INFINITY;
	ext[1] = -INFINITY;
	if (f->kind == FORM_PLANE || f->kind == FORM_CYLINDER) {
		int plane = f->kind == FORM_PLANE, flat = plane ? across < 1e-9 : along < 1e-9;
		double half = plane ? INFINITY : 0.5 * f->solid->length * size * along;

		ext[1] = plane ? flat ? 0 : INFINITY : (flat ? 0 : half) + f->solid->r * size * across;
		ext[0] = -ext[1];
	}
	for (int k = 0; k < (vertex ? f->solid->n : f->n_round); k++, local.x += vertex ? 0 : local.stride) {
		const double *l = local.x;
		double at = vertex ? row[0] * vertex[k][0] + row[1] * vertex[k][1] + row[2] * vertex[k][2]
		          : row[0] * l[0] + row[1] * l[1] + row[2] * l[2];
		double r = round && !vertex ? l[3] * size : 0;

		ext[0] = fmin(ext[0], at - r);
		ext[1] = fmax(ext[1], at + r);
	}
}

void dem3_group_extent(const struct dem3 *s, const struct group *g, int axis, int round, double ext[2])
{
	double own[2];

	ext[0] = INFINITY;
	ext[1] = -INFINITY;
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];
		double at = soft_unwrapped(&s->core, b, axis);

		dem3_body_extent(s, b, axis, round, own);
		ext[0] = fmin(ext[0], at + own[0]);
		ext[1] = fmax(ext[1], at + own[1]);
	}
}

/* The area on which a pressure along an axis acts [L^2]. */
static double group_area(const struct dem3 *s, const struct group *g, int axis)
{
	double area = 1, ext[2], other[2];

	for (int k = 0, pair = 0; k < 3; k++) {
		const int *wall = &g->between[2 * pair];

		if (k == axis)
			continue;
		pair++;
		if (wall[0] >= 0) {
			dem3_group_extent(s, &s->core.group[wall[0]], k, 1, ext);
			dem3_group_extent(s, &s->core.group[wall[1]], k, 1, other);
			/* a wall that leans has no face across this axis */
			area *= isfinite(ext[0] + ext[1] + other[0] + other[1]) ? servo_between(ext, other) : INFINITY;
		} else if (servo_round(&s->core.domain, k, g->n)) {
			area *= s->core.domain.hi[k] - s->core.domain.lo[k];
		} else {
			dem3_group_extent(s, g, k, 0, ext);
			/* the centres of a single ball have no extent: take its reach */
			area *= servo_width(&s->core.domain, k, ext[1] - ext[0] > 0 ? ext[1] - ext[0] : 2 * s->pebbles.reach[g->body[0]]);
		}
	}
	return area;
}

/* The moment of inertia of a body about an axis of space [M L^2]. */
static double inertia_about(const struct dem3 *s, int b, int axis)
{
	double m[3][3], sum = 0, size = s->pebbles.size[b];

	dem3_matrix(s, b, m);
	for (int k = 0; k < 3; k++)
		sum += m[axis][k] / size * (m[axis][k] / size) * s->inertia[k][b - s->inertia_from];
	return sum;
}

/* Whether all bodies of a group have their centres on one line along an axis: to 1e-9 of its length, or to rounding. */
static int in_line(const struct dem3 *s, const struct group *g, int axis)
{
	double off = 0, length = 0, rounding = 0;

	for (int k = 1; k < g->n; k++)
		for (int z = 0; z < 3; z++) {
			double a = s->core.x[z][g->body[0]], b = s->core.x[z][g->body[k]];

			if (z == axis) {
				length = fmax(length, fabs(b - a));
			} else {
				off = fmax(off, fabs(b - a));
				rounding = fmax(rounding, 4 * DBL_EPSILON * fmax(fabs(a), fabs(b)));
			}
		}
	return off <= fmax(1e-9 * length, rounding);
}

/* Find out how a group turns. Returns 0 if it cannot turn so. */
static int find_turn(const struct dem3 *s, struct group *g)
{
	int free_ = 0, moves = 0, axis = 0;

	for (int z = 0; z < 3; z++) {
		int prescribed = drive_prescribes(&g->dof[3 + z]), still = drive_is_fixed(&g->dof[3 + z]);

		free_ += !prescribed;
		moves += prescribed && !still;
		axis = still ? axis : z;
	}
	g->axis = axis;
	g->turn = free_ == 0 ? TURN_PRESCRIBED : free_ == 1 ? TURN_AXIS : TURN_FREE;
	if (g->turn == TURN_PRESCRIBED)
		return g->n == 1 || moves == 0 || (moves == 1 && in_line(s, g, axis));
	return g->n == 1 && moves == 0 && (free_ == 3 || free_ == 1);
}

/* The greatest distance from its centre at which the rotation of a wall moves its surface [L]: INFINITY if the wall has no end
 * (see dem3_list.c), 0 if it does not turn, or if it is a plane or cylinder that turns about its own axis only. */
static double wall_arm(const struct dem3 *s, const struct group *g, int b)
{
	int moves = 0, own = pebbles_form(&s->pebbles, b)->kind != FORM_MESH;
	double m[3][3];

	dem3_matrix(s, b, m);
	for (int z = 0; z < 3; z++) {
		if (drive_is_fixed(&g->dof[3 + z]))
			continue;
		moves = 1;
		own = own && fabs(m[(z + 1) % 3][2]) + fabs(m[(z + 2) % 3][2]) < 1e-12 * s->pebbles.size[b];
	}
	return !moves || own ? 0 : s->pebbles.reach[b];
}

/* Set the angular velocities of a group at the beginning, and for an axis that torques turn, the angular momentum. */
static void set_turning(struct dem3 *s, struct group *g)
{
	double t = clock_now(&s->core.clock);
	int first = g->body[0];

	for (int z = 0; z < 3; z++) {
		if (g->is_fixed)
			group_set(g, s->l[z], 0);
		g->v[3 + z] = g->turn == TURN_AXIS && z == g->axis ? s->l[z][first]
		            : g->turn == TURN_FREE ? 0 : drive_velocity(&g->dof[3 + z], t);
	}
}

/* Set up a group, whose bodies are known, from its constraint. */
static enum sim_status group_init(void *sim, struct group *g, const struct constraint *by, struct sim_error *e)
{
	struct dem3 *s = sim;
	struct soft *c = &s->core;
	double m;
	int moves = 0, driven = 0;

	if (group_take(c, g, by, &m, e) != SIM_GOOD)
		return e->status;
	if (!find_turn(s, g)) {
		*e = (struct sim_error){ .status = SIM_TURN, .word = by->tag, .a = g->n };
		return e->status;
	}
	for (int z = 0; z < 3; z++) {
		moves |= !drive_prescribes(&g->dof[z]);
		driven |= drive_prescribes(&g->dof[z]);
	}
	int first = g->body[0];
	for (int z = 0; z < 3 && g->turn != TURN_PRESCRIBED; z++)
		s->inertia[z][first] *= by->m > 0 && m > 0 ? by->m / m : 1;
	g->inertia = g->turn == TURN_AXIS ? inertia_about(s, first, g->axis) : s->inertia[0][first];
	*e = (struct sim_error){ .a = c->id[first], .word = by->tag, .value = g->m };
	if (moves && !(g->m > 0))
		return e->status = SIM_MASS;
	e->value = g->inertia;
	if (g->turn != TURN_PRESCRIBED && !(g->inertia > 0))
		return e->status = SIM_INERTIA;
	for (int k = 0; k < g->n; k++) {
		int b = g->body[k];

		c->still[b] = !moves && g->turn == TURN_PRESCRIBED;
		c->minv[b] = 0;
		for (int z = 0; z < 3; z++)
			s->iinv[z][b] = g->turn == TURN_FREE ? 1 / s->inertia[z][b] : 0;
		s->axis[b] = g->turn == TURN_FREE ? s->axis[b] : -1;
		c->winv[b] = driven ? 0 : 1 / g->m;
		if (driven && moves) /* for the contact of two such bodies, see dem3_reduced_mass */
			c->mass[b] = g->m;
		if (s->wall_of[b] >= 0)
			s->pebbles.arm[b] = wall_arm(s, g, b);
	}
	set_turning(s, g);
	return SIM_GOOD;
}

enum sim_status dem3_groups_init(struct dem3 *s, const struct world *w, struct sim_error *e)
{
	soft_groups(&s->core, w, s, group_init, e);
	s->group_sum = mem_zero(7 * (size_t)s->core.n_group + 1, sizeof *s->group_sum);
	s->heat_sum = s->core.heat ? mem_zero((size_t)(s->core.n - s->n_free) + 1, sizeof *s->heat_sum) : NULL;
	for (int k = 0; k < s->core.n_group && e->status == SIM_GOOD; k++)
		for (int z = 0; z < 3; z++) /* a pressure must act on a finite area */
			if (s->core.group[k].dof[z].drive == DRIVE_PRESSURE && !isfinite(group_area(s, &s->core.group[k], z)))
				*e = (struct sim_error){ .status = SIM_ENDLESS, .word = s->core.group[k].tag };
	return e->status;
}

/* The angular velocity, a time h from now, of a group that does not turn freely. */
static vec3 spin_after(const struct group *g, double h)
{
	vec3 w = v3(0, 0, 0);

	for (int z = 0; z < 3; z++)
		(&w.x)[z] = (g->v[3 + z] + h * g->a[3 + z]) / (g->turn == TURN_AXIS && z == g->axis ? g->inertia : 1);
	return w;
}

vec3 dem3_group_spin(const struct group *g)
{
	return spin_after(g, 0);
}

/* Turn a body by the rotation vector `by`. */
static void turn_body(struct dem3 *s, int b, vec3 by)
{
	double angle = v3_norm(by), sn, cs, q[4] = { s->q[0][b], s->q[1][b], s->q[2][b], s->q[3][b] }, e[4];

	if (angle == 0)
		return;
	trig_sincos(0.5 * angle, &sn, &cs);
	e[0] = cs;
	for (int k = 0; k < 3; k++)
		e[1 + k] = sn / angle * (&by.x)[k];
	quat_times(q, e, q);
	double f = 1.5 - 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
	for (int k = 0; k < 4; k++)
		s->q[k][b] = f * q[k];
}

void dem3_groups_advance(struct dem3 *s)
{
	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		if (g->is_fixed)
			continue;
		vec3 end = spin_after(g, s->core.clock.dt), by = v3_scale(s->core.clock.dt, spin_after(g, 0.5 * s->core.clock.dt));

		if (g->turn == TURN_AXIS)
			g->v[3 + g->axis] += 0.5 * s->core.clock.dt * g->a[3 + g->axis];
		for (int z = 0; z < 3; z++)
			g->displacement[z] = s->core.clock.dt * s->core.v[z][g->body[0]];
		for (int z = 0; z < 3; z++)
			g->displacement[3 + z] = (&by.x)[z];
		for (int i = 0; i < g->n; i++) {
			int b = g->body[i];

			if (g->turn != TURN_FREE) {
				s->motion[b].turn_begin = by;
				if (b >= s->late_from)
					s->late[b - s->late_from].turn = by;
				s->motion[b].spin = end;
				turn_body(s, b, by);
				if (g->turn == TURN_AXIS) /* a run that is continued finds the same number */
					g->inertia = inertia_about(s, b, g->axis);
				if (!(dem3_travel(s, b) <= s->core.room[b]))
					s->core.far = s->core.stray[dem3_chunk_of(s, b)] |= STRAY_FAR;
			}
			if (!s->core.still[b] || v3_norm(by) > 0 || g->displacement[0] != 0 || g->displacement[1] != 0 || g->displacement[2] != 0)
				dem3_place(s, b, 0);
		}
	}
}

static void body_gets(struct dem3 *s, int b, const struct wrench3 *w)
{
	for (int z = 0; z < 3; z++) {
		s->core.f[z][b] = (&w->f.x)[z];
		s->tq[z][b] = (&w->t.x)[z];
	}
}

/* Add the contact forces on the bodies of a group. */
static void group_add(const struct dem3 *s, const int *body, int n, struct exact sum[6])
{
	for (int k = 0; k < n; k++)
		(s->plain ? dem3_plain_add : dem3_wrench_add)(s, body[k], sum);
}

/* How often bodies of groups that move occur in events of this step, as far as this rank knows. */
static int group_events(const struct dem3 *s)
{
	int n = 0;

	for (int t = 0; t < s->core.n_part && s->has_events && s->core.error.status == SIM_GOOD; t++)
		for (int k = 0; k < s->part[t].n_event; k++)
			for (int side = 0; side < 2; side++) {
				const struct group *g = dem3_group_of(s, s->list.pair[s->part[t].event[k].pair].body[side]);

				n += g && !g->is_fixed;
			}
	return n;
}

void dem3_groups_gather(struct dem3 *s, int fixed)
{
	const struct soft *c = &s->core;
	int n = 0;

	for (int k = 0; k < c->n_group; k++)
		n += c->group[k].is_fixed == fixed;
	if (n == 0)
		return;
	struct exact *sum = s->group_sum, *at = sum;
	for (int k = 0; k < c->n_group; k++, at += c->group[k - 1].is_fixed == fixed ? 6 : 0)
		if (c->group[k].is_fixed == fixed)
			group_add(s, c->group[k].body, c->group[k].n, at);
	if (c->ghosts)
		exact_add(&sum[6 * n], fixed ? 0 : group_events(s));
	ranks_sum_exact(6 * n + 1, sum);
	s->group_events = exact_take(&sum[6 * n]) > 0;
	at = sum;
	for (int k = 0; k < c->n_group; k++) {
		struct group *g = &s->core.group[k];

		if (g->is_fixed != fixed)
			continue;
		struct wrench3 w = dem3_wrench_take(at);
		at += 6;
		for (int z = 0; z < 3; z++) {
			g->f[z] = (&w.f.x)[z];
			g->f[3 + z] = g->turn == TURN_FREE ? 0 : (&w.t.x)[z];
		}
		if (g->n == 1 && !fixed)
			body_gets(s, g->body[0], &w);
	}
}

void dem3_groups_bodies(struct dem3 *s)
{
	enum { BLOCK = 256 }; /* bodies whose sums are kept at a time: a sum takes much memory */
	const int end = s->plain ? s->n_free : s->core.n, most = end - s->n_free < BLOCK ? end - s->n_free : BLOCK;
	struct exact (*sum)[6] = mem_zero((size_t)most + 1, sizeof *sum);

	for (int from = s->n_free; from < end; from += BLOCK) {
		const int n = end - from < BLOCK ? end - from : BLOCK;

		for (int k = 0; k < n; k++)
			group_add(s, &(int){ from + k }, 1, sum[k]);
		ranks_sum_exact(6 * n, sum[0]);
		for (int k = 0; k < n; k++) {
			const struct group *g = dem3_group_of(s, from + k);
			struct wrench3 w = dem3_wrench_take(sum[k]);

			if (g->is_fixed || g->n > 1)
				body_gets(s, from + k, &w);
		}
	}
	free(sum);
}

void dem3_groups_forces(struct dem3 *s)
{
	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		for (int z = 0; z < 6; z++)
			g->drive[z] = g->dof[z].drive == DRIVE_FORCE ? g->dof[z].value[0]
			            : g->dof[z].drive == DRIVE_PRESSURE ? g->dof[z].value[0] * group_area(s, g, z) : 0;
		for (int z = 0; z < 3 && g->turn == TURN_FREE; z++) /* a driving torque on a body that turns freely */
			s->tq[z][g->body[0]] += g->drive[3 + z];
	}
}

void dem3_groups_accelerate(struct dem3 *s, double factor)
{
	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		group_accelerate(&s->core, g, factor, 0, NULL);
		if (g->turn == TURN_AXIS)
			g->a[3 + g->axis] = g->f[3 + g->axis] + g->drive[3 + g->axis];
	}
}

/* Contact torques on bodies that turn freely have been added already, in dem3_accelerate_bodies. */
void dem3_groups_kick(struct dem3 *s)
{
	double half = 0.5 * s->core.clock.dt;

	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		group_kick(&s->core, g);
		for (int z = 0; z < 3 && g->turn == TURN_FREE; z++)
			s->l[z][g->body[0]] += half * g->drive[3 + z];
		if (g->turn == TURN_AXIS)
			g->v[3 + g->axis] += half * g->a[3 + g->axis];
	}
}

double dem3_groups_jump(struct dem3 *s, int k, const double j[6])
{
	struct group *g = &s->core.group[k];
	double work = group_impulse(&s->core, g, j);

	for (int z = 3; z < 6 && g->turn != TURN_FREE; z++) {
		if (drive_prescribes(&g->dof[z])) {
			s->core.ledger.work -= j[z] * g->v[z];
			work += j[z] * g->v[z];
		} else { /* v is the angular momentum */
			g->v[z] += j[z];
			work += j[z] * (g->v[z] - 0.5 * j[z]) / g->inertia;
		}
	}
	return work;
}

/* Accelerations are those at the velocities now reached, which a run that is continued from here finds. */
void dem3_groups_after(struct dem3 *s, double t1)
{
	dem3_groups_accelerate(s, 0);
	for (int k = 0; k < s->core.n_group; k++) {
		struct group *g = &s->core.group[k];

		group_after(&s->core, g, t1);
		/* angular momenta of the bodies, for dem3_export */
		for (int i = 0; i < g->n && g->turn != TURN_FREE && !g->is_fixed; i++) {
			int b = g->body[i];
			double m[3][3], w[3], body[3], out[3], size = s->pebbles.size[b];
			vec3 spin = dem3_group_spin(g);

			dem3_matrix(s, b, m);
			v3_to(w, spin);
			mat3_apply_back(body, (const double (*)[3])m, w);
			for (int z = 0; z < 3; z++)
				body[z] *= s->inertia[z][b - s->inertia_from] / size;
			mat3_apply(out, (const double (*)[3])m, body);
			for (int z = 0; z < 3; z++)
				s->l[z][b] = out[z] / size;
			if (g->turn == TURN_AXIS)
				s->l[g->axis][b] = g->v[3 + g->axis];
		}
	}
}

double dem3_groups_work(struct dem3 *s)
{
	double work = 0;

	for (int k = 0; k < s->core.n_group; k++) {
		const struct group *g = &s->core.group[k];
		const struct motion3 *first = &s->motion[g->body[0]];
		vec3 late = dem3_late_turn(s, g->body[0]);

		group_work(&s->core, g, g->turn == TURN_FREE ? 3 : 6, &work);
		for (int z = 0; z < 3 && g->turn == TURN_FREE; z++)
			work += 0.5 * (g->drive0[3 + z] * (&first->turn_begin.x)[z] + g->drive[3 + z] * (&late.x)[z]);
	}
	return work;
}
