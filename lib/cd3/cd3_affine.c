/* cd3_affine.c: the affine method, which treats every rigid body separately: the fast frictional dynamics of the papers in
 * cd3_solve.h */
#include "cd3/cd3_solve.h"

#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/trig.h"

/* One side of a contact: the contact for one of its rigid bodies. */
struct side {
	int row, sign;        /* sign 1: rigid body j, whose point must move along n; -1: i */
	vec3 arm;
	double normal;        /* n.W n of this body: the inverse of its effective mass */
	double required;          /* required velocity along sign n */
	vec3 drift;           /* velocity of both points at the largest compression; across n the target of friction */
	double p;             /* normal impulse */
	vec2 f;               /* friction, along the row's t and s */
	int active;           /* 0: left out, since it was fast enough before */
};

static double own_normal(const struct cd3_rigid *a, vec3 arm, vec3 n)
{
	const vec3 im = a->inverse_mass, c = v3_cross(arm, n);

	return im.x * n.x * n.x + im.y * n.y * n.y + im.z * n.z * n.z + sym3_between(a->inverse_inertia, c, c);
}

/* The velocity of both points at the largest compression is their mean weighted by effective masses. It gives the required
 * velocity of each side. The points should separate with the velocity -bias, of which each side gets the other's fraction of the
 * masses. */
static void required_velocities(const struct cd3_row *k, const struct cd3_rigid *rigid, struct side *i, struct side *j)
{
	vec3 vi = cd3_rigid_velocity(&rigid[k->i], k->arm_i), vj = cd3_rigid_velocity(&rigid[k->j], k->arm_j);
	double wi = own_normal(&rigid[k->i], k->arm_i, k->n), wj = own_normal(&rigid[k->j], k->arm_j, k->n), part = wi / (wi + wj);
	/* masses are 1 / wi and 1 / wj: i's part of the mean is wj / (wi + wj) */
	vec3 mean = v3_add(v3_scale(1 - part, vi), v3_scale(part, vj));
	double along = v3_dot(mean, k->n);

	*i = (struct side){ .sign = -1, .arm = k->arm_i, .normal = wi, .drift = mean, .required = -along - k->bias * part };
	*j = (struct side){ .sign = 1, .arm = k->arm_j, .normal = wj, .drift = mean, .required = along - k->bias * (1 - part) };
}

/* Find the least change of the rigid body's velocity, in the metric of its mass, with which every point is fast enough. Solve the
 * dual problem min p (W + ridge diag W) p / 2 - p (required - v), p >= 0, by sweeps. Returns 0 if the impulses grow without end:
 * then the body is squeezed. */
static int separate(struct cd3_rigid *a, struct side *s, int n, const struct cd3_row *row, double ridge)
{
	enum { SWEEPS = 2000 };
	double middle = 0, sum = 0;

	/* as published, points that are fast enough at the start are left out */
	for (int k = 0; k < n; k++)
		s[k].active = ridge > 0 || s[k].sign * v3_dot(cd3_rigid_velocity(a, s[k].arm), row[s[k].row].n) < s[k].required;

	for (int sweep = 0; sweep < SWEEPS; sweep++) {
		double change = 0;

		sum = 0;
		for (int k = 0; k < n; k++) {
			vec3 along = v3_scale(s[k].sign, row[s[k].row].n);

			if (!s[k].active)
				continue;
			double lack = s[k].required - v3_dot(cd3_rigid_velocity(a, s[k].arm), along) - ridge * s[k].normal * s[k].p;
			double p = fmax(s[k].p + lack / (s[k].normal * (1 + ridge)), 0);

			cd3_rigid_push(a, s[k].arm, v3_scale(p - s[k].p, along));
			change += fabs(p - s[k].p);
			s[k].p = p;
			sum += p;
		}
		if (change <= 1e-6 * sum)
			return 1;
		if (sweep == SWEEPS / 2)
			middle = sum;
	}
	return !(sum > 1.8 * middle); /* otherwise the impulses still grow */
}

/* The point nearest to x of the regular polygon with n corners on the circle of radius r, with the first corner along e. x is
 * furthest beyond the chord of its own sector. */
static vec2 onto_polygon(vec2 x, double r, int n, vec2 e)
{
	const double pi = 3.14159265358979323846;
	vec2 best = x;
	double far = 0, c, s;

	for (int k = 0; k < n; k++) {
		trig_sincos(pi * (2 * k + 1) / n, &s, &c);
		vec2 out = v2_turn(e, c, s);
		trig_sincos(pi / n, &s, &c);
		double beyond = v2_dot(x, out) - r * c;

		if (!(beyond > far))
			continue;
		/* onto the chord, between its ends */
		vec2 on = v2_sub(x, v2_scale(beyond, out)), along = v2_left(out);
		double t = v2_dot(on, along), half = r * s;
		far = beyond;
		best = v2_add(v2_scale(r * c, out), v2_scale(t > half ? half : t < -half ? -half : t, along));
	}
	return best;
}

/* Friction on a rigid body, in a few sweeps. At every contact choose the impulse with which the point comes nearest to the drift,
 * among the convex combinations of the directions. The first direction is opposite to the slip. In the coordinates of the row the
 * friction coefficient is 1. */
static void add_friction(struct cd3_rigid *a, struct side *s, int n, const struct cd3_row *row, int directions)
{
	for (int sweep = 0; sweep < 10; sweep++)
		for (int k = 0; k < n; k++) {
			const struct cd3_row *c = &row[s[k].row];
			vec3 slip = v3_sub(cd3_rigid_velocity(a, s[k].arm), s[k].drift);
			vec2 u = v2(v3_dot(c->t, slip), v3_dot(c->s, slip));
			double size = v2_norm(u), w = own_normal(a, s[k].arm, c->t) + own_normal(a, s[k].arm, c->s);

			if (!(s[k].p > 0) || !(size > 0) || !(w > 0))
				continue;
			vec2 f = onto_polygon(v2_sub(s[k].f, v2_scale(1 / w, u)), s[k].p, directions, v2_scale(-1 / size, u));
			vec2 d = v2_sub(f, s[k].f);
			cd3_rigid_push(a, s[k].arm, v3_add(v3_scale(d.x, c->t), v3_scale(d.y, c->s)));
			s[k].f = f;
		}
}

/* Sort the sides of all contacts by rigid bodies. Rigid body i has the sides from[i] .. from[i + 1] - 1. Row k has the sides at[2
 * k] and at[2 k + 1]. */
static void sort_sides(const struct cd3_problem *p, struct side *side, int *from, int *at)
{
	for (int k = 0; k < p->n_row; k++) {
		from[p->row[k].i + 2]++;
		from[p->row[k].j + 2]++;
	}
	for (int i = 0; i < p->n_rigid; i++)
		from[i + 2] += from[i + 1];
	for (int k = 0; k < p->n_row; k++) {
		struct side i, j;
		const struct cd3_row *row = &p->row[k];

		at[2 * k] = from[row->i + 1]++;
		at[2 * k + 1] = from[row->j + 1]++;
		required_velocities(row, p->rigid, &i, &j);
		i.row = j.row = k;
		side[at[2 * k]] = i;
		side[at[2 * k + 1]] = j;
	}
}

/* Set the impulse of a row: the mean of both sides, or that of the side that moves. */
static void take_mean(const struct cd3_problem *p, struct cd3_row *row, const struct side *i, const struct side *j)
{
	double half = p->rigid[row->i].moves == 0 || p->rigid[row->j].moves == 0 ? 1 : 0.5;

	row->impulse[0] = half * (j->p + i->p);
	row->impulse[1] = half * (j->f.x - i->f.x);
	row->impulse[2] = half * (j->f.y - i->f.y);
}

struct affine { const struct cd3_problem *p; const int *from; struct side *side; struct cd3_rigid *after; int directions, raw; };

static void solve_chunk(void *to, int first, int end, int thread)
{
	const struct affine *w = to;
	const struct cd3_problem *p = w->p;

	(void)thread;
	for (int i = first; i < end; i++) {
		struct side *s = &w->side[w->from[i]];
		int n = w->from[i + 1] - w->from[i];

		if (p->rigid[i].moves == 0 || n == 0)
			continue;
		if (!separate(&w->after[i], s, n, p->row, w->raw ? 0 : 1)) /* as published */
			w->after[i].v = w->after[i].w = v3(0, 0, 0);
		else
			add_friction(&w->after[i], s, n, p->row, w->directions);
	}
}

void cd3_affine(struct cd3_problem *p, struct cd3_effort *e, int raw)
{
	enum { STRETCH = 32 };
	int *from = MEM_ZERO(int, (size_t)p->n_rigid + 2), *at = MEM_NEW(int, 2 * (size_t)p->n_row);
	struct side *side = MEM_NEW(struct side, 2 * (size_t)p->n_row);
	struct cd3_rigid *after = MEM_NEW(struct cd3_rigid, (size_t)p->n_rigid);

	sort_sides(p, side, from, at);
	memcpy(after, p->rigid, (size_t)p->n_rigid * sizeof *after);
	team_chunks(p->threads, p->n_rigid, STRETCH, solve_chunk, &(struct affine){ p, from, side, after, e->directions, raw });
	if (raw)
		memcpy(p->rigid, after, (size_t)p->n_rigid * sizeof *after);
	for (int k = 0; k < p->n_row; k++) {
		take_mean(p, &p->row[k], &side[at[2 * k]], &side[at[2 * k + 1]]);
		if (!raw)
			cd3_row_push(&p->row[k], p->rigid, p->row[k].impulse);
	}
	e->sweeps = 1;
	e->residual = cd3_residual(p);
	free(from);
	free(at);
	free(side);
	free(after);
}
