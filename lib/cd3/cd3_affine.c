/* cd3_affine.c: every unit for itself, as the papers' fast frictional dynamics does it */
#include "cd3/cd3_solve.h"

#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"
#include "base/trig.h"

/* What one side of a contact knows: the unit's own share of W, what is wanted of its point's velocity, its impulse. */
struct side {
	int row, sign;        /* 1: unit j, whose point has to move along n; -1: unit i */
	vec3 arm;
	double normal;        /* n.W n, 1 / its effective mass */
	double want;          /* least velocity along sign n */
	vec3 drift;           /* velocity of both in the moment of the greatest compression: that across n is friction's aim */
	double p;             /* normal impulse */
	vec2 f;               /* friction, along the row's t and s */
	int held;             /* 0: fast enough before, and left out */
};

static double own_normal(const struct cd3_unit *a, vec3 arm, vec3 n)
{
	vec3 c = v3_cross(arm, n);

	return a->im.x * n.x * n.x + a->im.y * n.y * n.y + a->im.z * n.z * n.z + sym3_between(a->J, c, c);
}

static vec3 velocity(const struct cd3_unit *a, vec3 arm)
{
	return v3_add(a->v, v3_cross(a->w, arm));
}

/* The velocity of both points at the greatest compression, the mean by effective masses, and from it what each side is to
 * reach: of a velocity -bias at which they should part, each gets what the other's mass is of both. */
static void wants(const struct cd3_row *k, const struct cd3_unit *unit, struct side *i, struct side *j)
{
	vec3 vi = velocity(&unit[k->i], k->ri), vj = velocity(&unit[k->j], k->rj);
	double wi = own_normal(&unit[k->i], k->ri, k->n), wj = own_normal(&unit[k->j], k->rj, k->n), share = wi / (wi + wj);
	/* masses are 1 / wi and 1 / wj: i's share of the mean is wj / (wi + wj) */
	vec3 mean = v3_add(v3_scale(1 - share, vi), v3_scale(share, vj));
	double along = v3_dot(mean, k->n);

	*i = (struct side){ .sign = -1, .arm = k->ri, .normal = wi, .drift = mean, .want = -along - k->bias * share };
	*j = (struct side){ .sign = 1, .arm = k->rj, .normal = wj, .drift = mean, .want = along - k->bias * (1 - share) };
}

/* The least change of the unit's velocity, in the metric of its mass, that lets every point be fast enough: the dual
 * problem min p (W + ridge diag W) p / 2 - p (want - v), p >= 0, by sweeps. Returns 0 where that has no end: the unit
 * is squeezed. */
static int part(struct cd3_unit *a, struct side *s, int n, const struct cd3_row *row, double ridge)
{
	enum { SWEEPS = 2000 };
	double middle = 0, sum = 0;

	/* as it is printed, those that are fast enough to begin with are left out for good */
	for (int k = 0; k < n; k++)
		s[k].held = ridge > 0 || s[k].sign * v3_dot(velocity(a, s[k].arm), row[s[k].row].n) < s[k].want;

	for (int sweep = 0; sweep < SWEEPS; sweep++) {
		double change = 0;

		sum = 0;
		for (int k = 0; k < n; k++) {
			vec3 along = v3_scale(s[k].sign, row[s[k].row].n);

			if (!s[k].held)
				continue;
			double short_ = s[k].want - v3_dot(velocity(a, s[k].arm), along) - ridge * s[k].normal * s[k].p;
			double p = fmax(s[k].p + short_ / (s[k].normal * (1 + ridge)), 0);

			cd3_unit_push(a, s[k].arm, v3_scale(p - s[k].p, along));
			change += fabs(p - s[k].p);
			s[k].p = p;
			sum += p;
		}
		if (change <= 1e-6 * sum)
			return 1;
		if (sweep == SWEEPS / 2)
			middle = sum;
	}
	return !(sum > 1.8 * middle); /* impulses that grow on and on */
}

/* The nearest point of the regular polygon with n corners on the circle of radius r, the first along e: in the
 * corner's sector, the point is above the chord or not. */
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

/* Friction of a unit: at every contact the impulse among the convex combinations of the directions, the first against
 * the slip, with which the point comes nearest to the drift; in a few sweeps. In the row's coordinates, in which the
 * coefficient is 1. */
static void rub(struct cd3_unit *a, struct side *s, int n, const struct cd3_row *row, int directions)
{
	for (int sweep = 0; sweep < 10; sweep++)
		for (int k = 0; k < n; k++) {
			const struct cd3_row *c = &row[s[k].row];
			vec3 slip = v3_sub(velocity(a, s[k].arm), s[k].drift);
			vec2 u = v2(v3_dot(c->t, slip), v3_dot(c->s, slip));
			double size = v2_norm(u), w = own_normal(a, s[k].arm, c->t) + own_normal(a, s[k].arm, c->s);

			if (!(s[k].p > 0) || !(size > 0) || !(w > 0))
				continue;
			vec2 f = onto_polygon(v2_sub(s[k].f, v2_scale(1 / w, u)), s[k].p, directions, v2_scale(-1 / size, u));
			vec2 d = v2_sub(f, s[k].f);
			cd3_unit_push(a, s[k].arm, v3_add(v3_scale(d.x, c->t), v3_scale(d.y, c->s)));
			s[k].f = f;
		}
}

/* The sides of all contacts by units: those of unit i are from[i] .. from[i + 1] - 1, at[2 k] and at[2 k + 1] where row k has
 * its own. */
static void sort_sides(const struct cd3_problem *p, struct side *side, int *from, int *at)
{
	for (int k = 0; k < p->n; k++) {
		from[p->row[k].i + 2]++;
		from[p->row[k].j + 2]++;
	}
	for (int i = 0; i < p->n_unit; i++)
		from[i + 2] += from[i + 1];
	for (int k = 0; k < p->n; k++) {
		struct side i, j;
		const struct cd3_row *row = &p->row[k];

		at[2 * k] = from[row->i + 1]++;
		at[2 * k + 1] = from[row->j + 1]++;
		wants(row, p->unit, &i, &j);
		i.row = j.row = k;
		side[at[2 * k]] = i;
		side[at[2 * k + 1]] = j;
	}
}

/* The impulse of a row: the mean of both sides', or that of the one that moves. */
static void take_mean(const struct cd3_problem *p, struct cd3_row *row, const struct side *i, const struct side *j)
{
	double half = p->unit[row->i].moves == 0 || p->unit[row->j].moves == 0 ? 1 : 0.5;

	row->r[0] = half * (j->p + i->p);
	row->r[1] = half * (j->f.x - i->f.x);
	row->r[2] = half * (j->f.y - i->f.y);
}

struct affine { const struct cd3_problem *p; const int *from; struct side *side; struct cd3_unit *after; int directions, raw; };

static void part_some(void *to, int first, int end, int thread)
{
	const struct affine *w = to;
	const struct cd3_problem *p = w->p;

	(void)thread;
	for (int i = first; i < end; i++) {
		struct side *s = &w->side[w->from[i]];
		int n = w->from[i + 1] - w->from[i];

		if (p->unit[i].moves == 0 || n == 0)
			continue;
		if (!part(&w->after[i], s, n, p->row, w->raw ? 0 : 1)) /* what the method's authors do then */
			w->after[i].v = w->after[i].w = v3(0, 0, 0);
		else
			rub(&w->after[i], s, n, p->row, w->directions);
	}
}

void cd3_affine(struct cd3_problem *p, struct cd3_effort *e, int raw)
{
	enum { STRETCH = 32 };
	int *from = MEM_ZERO(int, (size_t)p->n_unit + 2), *at = MEM_NEW(int, 2 * (size_t)p->n);
	struct side *side = MEM_NEW(struct side, 2 * (size_t)p->n);
	struct cd3_unit *after = MEM_NEW(struct cd3_unit, (size_t)p->n_unit);

	sort_sides(p, side, from, at);
	memcpy(after, p->unit, (size_t)p->n_unit * sizeof *after);
	share_stretches(p->threads, p->n_unit, STRETCH, part_some, &(struct affine){ p, from, side, after, e->directions, raw });
	if (raw)
		memcpy(p->unit, after, (size_t)p->n_unit * sizeof *after);
	for (int k = 0; k < p->n; k++) {
		take_mean(p, &p->row[k], &side[at[2 * k]], &side[at[2 * k + 1]]);
		if (!raw)
			cd3_row_push(&p->row[k], p->unit, p->row[k].r);
	}
	e->sweeps = 1;
	e->residual = cd3_residual(p);
	free(from);
	free(at);
	free(side);
	free(after);
}
