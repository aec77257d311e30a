/* cd3_move.c: velocities, and the drift: positions and orientations */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/team.h"
#include "base/trig.h"
#include "base/wide.h"
#include "cd3/cd3_state.h"
#include "motion/drive.h"
#include "motion/rotor.h"

/* The tensor of inertia in space. */
static void tensor(double I[6], const struct cd3_body *b, double f)
{
	const double moment[3] = { f * b->inertia[0], f * b->inertia[1], f * b->inertia[2] };

	sym3_turn(I, b->rotation, moment);
}

/* J: the inverse of I on the axes that are free, 0 on the others. */
static void invert_free(double J[6], const double I[6], const int prescribed[3])
{
	int free_[3], n = 0;

	for (int k = 0; k < 3; k++)
		if (!prescribed[k])
			free_[n++] = k;
	memset(J, 0, 6 * sizeof *J);
	if (n == 3) {
		double det = sym3_cofactors(J, I);

		for (int k = 0; k < 6; k++)
			J[k] /= det;
	} else if (n == 2) {
		int a = free_[0], b = free_[1], ab = 2 + a + b; /* xy 3, xz 4, yz 5 */
		double det = I[a] * I[b] - I[ab] * I[ab];

		J[a] = I[b] / det;
		J[b] = I[a] / det;
		J[ab] = -I[ab] / det;
	} else if (n == 1) {
		J[free_[0]] = 1 / I[free_[0]];
	}
}

void cd3_set_members(const struct cd3 *s, int g)
{
	for (int k = 0; k < s->group[g].n; k++) {
		struct cd3_body *b = &s->body[s->member[s->group[g].first + k]];

		b->v = s->rigid[g].v;
		b->w = s->rigid[g].w;
	}
}

/* Set the angular momenta of the bodies of a group from its angular velocity, along the axes that are prescribed or along the
 * others. Bodies of a group of several do not turn. */
static void set_momenta(const struct cd3 *s, int g, const double I[6], int prescribed)
{
	const struct cd3_group *group = &s->group[g];
	vec3 l = sym3_apply(I, s->rigid[g].w);

	for (int k = 0; k < group->n; k++)
		for (int i = 0; i < 3; i++)
			if (group->prescribed[3 + i] == prescribed)
				v3_set_axis(&s->body[s->member[group->first + k]].L, i, v3_axis(l, i));
}

/* The tensor of inertia of a group under a constraint, which may give it another mass. */
static void group_tensor(double I[6], const struct cd3 *s, const struct cd3_group *group)
{
	const struct cd3_body *b = &s->body[s->member[group->first]];

	tensor(I, b, b->mass > 0 && group->constraint->m > 0 ? group->mass / b->mass : 1);
}

void cd3_take_momenta(const struct cd3 *s, int g)
{
	double I[6];

	group_tensor(I, s, &s->group[g]);
	set_momenta(s, g, I, 0);
}

/* The velocities of a group under a constraint: the prescribed ones, and the others from momenta. Momenta along prescribed axes
 * have no effect here; a run that goes on without the constraint needs them. */
static void constrained_velocity(const struct cd3 *s, int g)
{
	const struct cd3_group *group = &s->group[g];
	const struct cd3_body *b = &s->body[s->member[group->first]];
	struct cd3_rigid *a = &s->rigid[g];
	double I[6], J[6];

	a->v = b->v;
	for (int k = 0; k < 3; k++) {
		v3_set_axis(&a->inverse_mass, k, group->prescribed[k] ? 0 : 1 / group->mass);
		if (group->prescribed[k])
			v3_set_axis(&a->v, k, v3_axis(group->v, k));
	}
	group_tensor(I, s, group);
	invert_free(J, I, group->prescribed + 3);
	vec3 own = sym3_apply(I, group->w); /* momentum of the prescribed part */
	a->w = v3_add(group->w, sym3_apply(J, v3_sub(b->L, own)));
	memcpy(a->inverse_inertia, J, sizeof J);
	a->moves = a->inverse_mass.x + a->inverse_mass.y + a->inverse_mass.z + J[0] + J[1] + J[2] != 0;
	cd3_set_members(s, g);
	set_momenta(s, g, I, 1);
}

void cd3_prescribe(struct cd3 *s, double t)
{
	for (int g = 0; g < s->n_group; g++) {
		struct cd3_group *group = &s->group[g];

		if (!group->constraint)
			continue;
		for (int k = 0; k < 6; k++)
			if (group->prescribed[k])
				v3_set_axis(k < 3 ? &group->v : &group->w, k % 3, drive_velocity(&group->constraint->dof[k], t));
		constrained_velocity(s, g);
	}
}

static void velocity_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int g = from; g < end; g++) {
		struct cd3_rigid *a = &s->rigid[g];
		const struct cd3_body *b = &s->body[s->member[s->group[g].first]];

		if (s->group[g].constraint) {
			constrained_velocity(s, g);
			continue;
		}
		double im = 1 / b->mass, inverse[3] = { 1 / b->inertia[0], 1 / b->inertia[1], 1 / b->inertia[2] };
		sym3_turn(a->inverse_inertia, b->rotation, inverse);
		a->v = b->v;
		a->w = sym3_apply(a->inverse_inertia, b->L);
		a->inverse_mass = v3(im, im, im);
		a->moves = 1;
		cd3_set_members(s, g);
	}
}

void cd3_velocities(struct cd3 *s)
{
	team_chunks(s->threads, s->n_group, CD3_CHUNK, velocity_chunk, s);
}

/* ---- speeds of surfaces ---- */

/* The speed at which the surface of a wall may approach bodies: of a plane along its normal, of a cylinder along every direction.
 * If a wall without end tilts, the speed is that at the distance of the furthest grain. */
static double wall_speed(const struct cd3 *s, const struct cd3_body *b)
{
	vec3 z = cd3_axis(b);
	double speed = b->kind == CD3_PLANE ? fabs(v3_dot(z, b->v)) : v3_norm(b->v), tilt = v3_norm(v3_cross(b->w, z)), far = b->reach;

	if (tilt > 0 && !(far < INFINITY)) {
		far = 0;
		for (int k = 0; k < s->n_grain; k++) {
			const struct cd3_body *g = &s->body[s->grain[k]];

			far = fmax(far, v3_norm(v3_sub(g->x, b->x)) + g->reach);
		}
	}
	return tilt > 0 ? speed + tilt * far : speed;
}

/* The speed of the surface of a body, including the velocity that loads add in the time h. */
static double speed_of(const struct cd3 *s, const struct cd3_body *b, double h)
{
	const struct cd3_group *group = &s->group[b->group];
	double pushed = 0;

	if (!group->moves)
		return 0;
	for (int k = 0; k < 3 && group->constraint && group->mass > 0; k++)
		pushed += fabs(group->force[k]) / group->mass;
	if (cd3_is_wall(b))
		return wall_speed(s, b) + (group->mass > 0 ? h * (s->weight + pushed) : 0);
	return v3_norm(b->v) + v3_norm(b->w) * b->reach + h * (s->weight + pushed);
}

struct fastest { const struct cd3 *s; double h; struct cd3_fastest most; };

static void fastest_chunk(void *to, int from, int end, int thread)
{
	struct fastest *f = to;
	const struct cd3 *s = f->s;
	double most = 0, travel = 0;

	(void)thread;
	for (int k = from; k < end; k++) {
		const struct cd3_body *b = &s->body[k];
		double speed = speed_of(s, b, f->h);

		most = fmax(most, speed);
		if (b->kind != CD3_PLANE)
			travel = fmax(travel, speed * f->h / (b->kind == CD3_TUBE ? s->smallest : b->thin));
	}
	team_raise(&f->most.speed, most);
	team_raise(&f->most.travel, travel);
}

struct cd3_fastest cd3_fastest(const struct cd3 *s, double h)
{
	struct fastest f = { .s = s, .h = h };

	team_chunks(s->threads, s->n, CD3_CHUNK, fastest_chunk, &f);
	return f.most;
}

/* ---- the drift ---- */

/* Turn the free bodies among from .. to-1, ROTOR_BLOCK at a time. */
static void turn_free(struct cd3 *s, double h, int from, int to)
{
	struct rotor r;
	int body[ROTOR_BLOCK], axis[ROTOR_BLOCK], n = 0, wide = wide_less(s->opt.narrow);

	memset(&r, 0, sizeof r);
	for (int k = from; k <= to; k++) {
		if (k < to && !s->group[s->body[k].group].constraint) {
			const struct cd3_body *b = &s->body[k];
			const double L[3] = { b->L.x, b->L.y, b->L.z };
			int a = axis[n] = (rotor_axis(b->inertia) + 1) % 3;

			body[n] = k;
			r.q[0][n] = b->q[0];
			for (int i = 0; i < 3; i++) {
				r.q[1 + i][n] = b->q[1 + (a + i) % 3];
				r.l[i][n] = L[(a + i) % 3];
				r.inverse[i][n] = 1 / b->inertia[(a + i) % 3];
			}
			n++;
		}
		if (n < ROTOR_BLOCK && k < to)
			continue;
		if (s->opt.rotation == ROTATION_SPLIT4)
			rotor_split4(wide, n, h, &r);
		else
			rotor_split(wide, n, h, &r);
		for (int i = 0; i < n; i++) {
			double *q = s->body[body[i]].q;

			q[0] = r.q[0][i];
			for (int j = 0; j < 3; j++)
				q[1 + (axis[i] + j) % 3] = r.q[1 + j][i];
		}
		n = 0;
	}
}

/* Turn a body under a constraint about its angular velocity. */
static void turn_held(struct cd3_body *b, double h)
{
	vec3 w = b->w;
	double size = v3_norm(w), s, c, by[4], to[4];

	if (!(size > 0))
		return;
	trig_sincos(0.5 * h * size, &s, &c);
	s /= size;
	by[0] = c, by[1] = s * w.x, by[2] = s * w.y, by[3] = s * w.z;
	quat_times(to, by, b->q);
	memcpy(b->q, to, sizeof to);
	quat_unit(b->q);
}

/* Move a body along its velocity, and wrap it. */
static void drift_body(const struct domain *d, struct cd3_body *b, double h)
{
	double x[3];
	int64_t image[3] = { b->image[0], b->image[1], b->image[2] };

	v3_to(x, v3_add(b->x, v3_scale(h, b->v)));
	domain_wrap3(d, x, b->image);
	for (int k = 0; k < 3; k++) /* wrap its place at the time of the neighbour list too */
		if (b->image[k] != image[k]) {
			double by = (double)(b->image[k] - image[k]) * (d->hi[k] - d->lo[k]);

			v3_set_axis(&b->x_built, k, v3_axis(b->x_built, k) - by);
		}
	b->x = v3_from(x);
}

/* Place the shape of a body. */
static void place(struct cd3_body *b)
{
	quat_matrix(b->rotation, b->q);
	if (b->object.samples) {
		double q[4], at[3];

		mat3_apply(at, (const double (*)[3])b->rotation, b->object_at);
		quat_times(q, b->q, b->object_turn);
		object3_place(&b->object, v3_add(b->x, v3_from(at)), q);
	}
	switch (b->kind) {
	case CD3_ELLIPSOID:
		ellipsoid3_place(&b->ellipsoid, b->half_axis, b->x, b->q);
		break;
	case CD3_OBJECT:
		break;
	case CD3_PLANE:
		b->normal = cd3_axis(b);
		break;
	case CD3_TUBE:
		tube3_place(&b->tube, b->half_axis[0], b->half_axis[1], b->half_axis[2] != 0, b->x, b->q);
		break;
	}
}

void cd3_place(struct cd3 *s)
{
	for (int k = 0; k < s->n; k++)
		place(&s->body[k]);
}

static void drift_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;
	double h = 0.5 * s->h;

	(void)thread;
	turn_free(s, h, from, end);
	for (int k = from; k < end; k++) {
		struct cd3_body *b = &s->body[k];

		if (s->group[b->group].constraint)
			turn_held(b, h);
		drift_body(&s->domain, b, h);
		place(b);
	}
}

void cd3_drift_free(struct cd3 *s, int body, double time)
{
	turn_free(s, time, body, body + 1);
	drift_body(&s->domain, &s->body[body], time);
	place(&s->body[body]);
}

struct cd3_body cd3_body_later(const struct cd3 *s, int body, double time)
{
	struct cd3_body b = s->body[body];

	turn_held(&b, time);
	b.x = v3_add(b.x, v3_scale(time, b.v));
	place(&b);
	return b;
}

void cd3_half_drift(struct cd3 *s)
{
	team_chunks(s->threads, s->n, CD3_CHUNK, drift_chunk, s);
}
