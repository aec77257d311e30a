/* expect.c: the overlaps to expect in a scene of soft contacts */
#include "sim/expect.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/exponent.h"
#include "base/ranks.h"
#include "motion/drive.h"
#include "world/deform.h"
#include "world/lattice.h"

/* x^p for x >= 0, with the same bits on every machine. */
static double power(double x, double p)
{
	return x > 0 && isfinite(x) ? exponent_exp(p * exponent_log(x)) : x;
}

/* ---- the scene ---- */

/* The box of all bodies, and that of the bodies that no constraint holds [L]. */
struct boxes { double lo[3], hi[3], free_lo[3], free_hi[3]; };

static struct boxes boxes_of(const struct soft *c, const struct expect_body *body)
{
	struct boxes x;

	for (int k = 0; k < 3; k++) {
		x.lo[k] = x.free_lo[k] = INFINITY;
		x.hi[k] = x.free_hi[k] = -INFINITY;
	}
	for (int b = 0; b < c->n; b++)
		for (int k = 0; k < c->dim; k++) {
			double lo = body[b].lo[k], hi = body[b].hi[k];

			x.lo[k] = fmin(x.lo[k], isfinite(lo) ? lo : c->x[k][b]);
			x.hi[k] = fmax(x.hi[k], isfinite(hi) ? hi : c->x[k][b]);
			if (c->group_of[b] < 0) {
				x.free_lo[k] = fmin(x.free_lo[k], lo);
				x.free_hi[k] = fmax(x.free_hi[k], hi);
			}
		}
	ranks_least_real(3, x.lo);
	ranks_least_real(3, x.free_lo);
	ranks_most_real(3, x.hi);
	ranks_most_real(3, x.free_hi);
	return x;
}

static double period_of(const struct soft *c, int axis)
{
	return c->domain.set && c->domain.periodic[axis] ? c->domain.hi[axis] - c->domain.lo[axis] : 0;
}

/* How far a body can fall along an axis [L]. */
static double fall_of(const struct soft *c, const struct boxes *x, const struct expect_body *body, int axis)
{
	double way = c->gravity[axis] < 0 ? body->lo[axis] - x->lo[axis] : x->hi[axis] - body->hi[axis];

	if (period_of(c, axis) > 0)
		return period_of(c, axis);
	return isfinite(way) && way > 0 ? way : 0;
}

/* How far a wall that is pushed along an axis moves until it meets the free bodies; at least by its own reach, if it has one
 * [L]. */
static double run_up_of(const struct soft *c, const struct boxes *x, const struct expect_body *body, int axis, double push,
	int b)
{
	double way = push < 0 ? body->lo[axis] - x->free_hi[axis] : x->free_lo[axis] - body->hi[axis];
	int alone = c->group[c->group_of[b]].n == 1 && isfinite(c->reach[b]);

	return fmax(isfinite(way) ? way : 0, alone ? c->reach[b] : 0);
}

/* The distance of the surface of a body of a group from the axis about which it turns [L]. */
static double lever_of(const struct soft *c, const struct expect_body *body, int b)
{
	double lever = c->reach[b];

	for (int k = 0; k < c->dim && !isfinite(c->reach[b]); k++) {
		double half = 0.5 * (body->hi[k] - body->lo[k]);

		lever = isfinite(half) ? fmin(lever, half) : lever;
	}
	return isfinite(lever) ? lever : 0;
}

/* The largest speed of a body of a group. */
static double group_speed(const struct soft *c, const struct boxes *x, const struct expect_body *body, int b, double width)
{
	const struct group *g = &c->group[c->group_of[b]];
	double square = 0, turn = 0;
	int turns = 0;

	for (int k = 0; k < c->dim; k++) {
		const struct dof *d = &g->dof[k];

		if (drive_prescribes(d)) {
			square += drive_fastest(d) * drive_fastest(d);
			continue;
		}
		square += g->v[k] * g->v[k] + (g->weighs[k] ? 2 * fabs(c->gravity[k]) * fall_of(c, x, body, k) : 0);
		double push = d->drive == DRIVE_FORCE ? d->value[0] : d->drive == DRIVE_PRESSURE ? d->value[0] * width * body->times : 0;
		if (g->m > 0 && push != 0)
			square += 2 * fabs(push) / g->m * run_up_of(c, x, body, k, push, b);
	}
	for (int k = c->dim; k < (c->dim == 2 ? 3 : 6); k++) {
		turn += drive_prescribes(&g->dof[k]) ? drive_fastest(&g->dof[k]) : 0;
		turns |= !drive_prescribes(&g->dof[k]);
	}
	return sqrt(square) + (turn + (turns ? body->spin : 0)) * lever_of(c, body, b);
}

/* The largest speed of a body that no constraint holds; deforms: so does the domain. */
static double free_speed(const struct soft *c, const struct boxes *x, const struct expect_body *body, int b, double pressure,
	int deforms)
{
	double square = 0, at[3] = { 0 }, flow[3] = { 0 }, reach = c->reach[b];

	for (int k = 0; k < c->dim && deforms; k++)
		at[k] = c->x[k][b] - 0.5 * (c->domain.lo[k] + c->domain.hi[k]);
	if (deforms)
		domain_flow3(&c->domain, at, flow);
	for (int k = 0; k < c->dim; k++) {
		double v = c->v[k][b] - flow[k];

		square += v * v + (c->gravity[k] != 0 ? 2 * fabs(c->gravity[k]) * fall_of(c, x, body, k) : 0);
	}
	if (pressure > 0 && c->mass[b] > 0)
		square += pressure * (c->dim == 2 ? 3.14 * reach * reach : 4.19 * reach * reach * reach) / c->mass[b];
	return sqrt(square) + body->spin * body->arm;
}

/* Pressure of weight, and the weight: that of free bodies and of groups that weigh, on the cross-section of the free bodies. */
static void add_weight(const struct soft *c, const struct boxes *x, const double mass[3], struct expect *e)
{
	for (int k = 0; k < c->dim; k++) {
		double area = 1, weight = mass[k] * fabs(c->gravity[k]);

		for (int z = 0; z < c->dim; z++)
			if (z != k)
				area *= period_of(c, z) > 0 ? period_of(c, z) : x->free_hi[z] - x->free_lo[z];
		e->weight += weight;
		if (weight > 0 && area > 0 && isfinite(area))
			e->column += weight / area;
	}
}

/* The mass that weight acts on along each axis [M]. */
static void masses(const struct soft *c, double mass[3])
{
	struct exact sum = { .n = 0 };

	for (int b = 0; b < c->n; b++)
		if (c->group_of[b] < 0 && soft_speaks(c, b))
			exact_add(&sum, c->mass[b]);
	ranks_sum_exact(1, &sum);
	double all = exact_take(&sum);
	for (int k = 0; k < c->dim; k++)
		mass[k] = all;
	for (int g = 0; g < c->n_group; g++)
		for (int k = 0; k < c->dim; k++)
			mass[k] += c->group[g].weighs[k] ? c->group[g].m : 0;
}

/* The pressure that walls and the domain exert; the force on a contact of a wall that is pushed or weighs. */
static void add_loads(const struct soft *c, const struct expect_body *body, struct expect *e)
{
	for (int k = 0; k < 6; k++)
		e->pressure = fmax(e->pressure, c->domain.servo[k] ? fabs(c->domain.target[k]) : 0);
	for (int g = 0; g < c->n_group; g++)
		for (int k = 0; k < c->dim; k++) {
			const struct group *p = &c->group[g];
			const struct dof *d = &p->dof[k];
			double force = (p->weighs[k] ? p->m * fabs(c->gravity[k]) : 0) + (d->drive == DRIVE_FORCE ? fabs(d->value[0]) : 0);

			if (d->drive == DRIVE_PRESSURE)
				e->pressure = fmax(e->pressure, fabs(d->value[0]));
			e->force = fmax(e->force, force * fmin(1, 3 / body[p->body[0]].times));
		}
}

/* Take the extremes of all ranks. */
static void material_share(struct expect_material *m)
{
	int64_t moving = m->moving, still = m->still;
	double most[4] = { m->mass, m->speed, m->still_speed, m->size };

	ranks_sum(1, &moving);
	ranks_most(1, &still);
	ranks_most_real(4, most);
	*m = (struct expect_material){ (int)moving, (int)still, most[0], most[1], most[2], most[3] };
}

/* Whether a body may touch its own images, the nearest of which is `between` away [L]. Then it is two bodies that meet. */
static int touches_itself(const struct soft *c, double between, int b)
{
	return isfinite(between) && isfinite(c->reach[b]) && !c->still[b] && soft_meets_images(c, b) &&
	       2 * soft_acts_within(c, b) > between;
}

/* Whether there is but one body. It has contacts with its own images only, perhaps later, when the domain has deformed: the step
 * is made for these, since a run keeps its step. */
static int is_single(const struct soft *c)
{
	int64_t n = 0;

	for (int b = 0; b < c->n; b++)
		n += soft_speaks(c, b);
	ranks_sum(1, &n);
	return n == 1;
}

static int any_touches_itself(const struct soft *c, double between)
{
	int64_t any = 0;

	for (int b = 0; b < c->n; b++)
		any |= touches_itself(c, between, b);
	ranks_most(1, &any);
	return (int)any;
}

struct expect expect_scene(const struct soft *c, const struct expect_body *body)
{
	struct boxes x = boxes_of(c, body);
	struct expect e = { .of = mem_zero((size_t)c->n_material, sizeof *e.of) };
	double mass[3] = { 0 }, smallest = soft_smallest(c), width = c->dim == 2 ? 2 * smallest : 4 * smallest * smallest;
	double between = lattice_shortest(&c->domain);
	int deforms = domain_deforms(&c->domain), single = isfinite(between) && is_single(c);

	e.apart = single && !deforms && !any_touches_itself(c, between);
	between = single ? 0 : between;
	add_loads(c, body, &e);
	masses(c, mass);
	add_weight(c, &x, mass, &e);
	for (int k = 0; k < 6 && deforms; k++)
		e.shear = fmax(e.shear, fabs(c->domain.rate[k]));
	for (int k = 0; k < c->n_material; k++)
		e.of[k].size = -1;
	for (int b = 0; b < c->n; b++) {
		struct expect_material *m = &e.of[c->material[b]];
		int held = c->group_of[b] >= 0;

		double speed = held ? group_speed(c, &x, &body[b], b, width) : free_speed(c, &x, &body[b], b, e.pressure, deforms);

		if (c->still[b]) {
			m->still = 1;
			m->still_speed = fmax(m->still_speed, speed);
		} else {
			m->moving += soft_speaks(c, b) * (touches_itself(c, between, b) ? 2 : 1);
			m->speed = fmax(m->speed, speed);
			m->mass = fmax(m->mass, (held ? c->group[c->group_of[b]].m : c->mass[b]) / body[b].times);
		}
		if (!held)
			m->size = fmax(m->size, 2 * c->reach[b]);
	}
	for (int k = 0; k < c->n_material; k++) {
		material_share(&e.of[k]);
		e.of[k].size = e.of[k].size < 0 ? INFINITY : e.of[k].size;
	}
	return e;
}

void expect_free(struct expect *e)
{
	free(e->of);
}

double *expect_partners(const struct soft *c)
{
	int n = c->n_material;
	double *least = MEM_NEW(double, (size_t)n), *out = MEM_NEW(double, (size_t)n * (size_t)n), smallest = soft_smallest(c);

	for (int k = 0; k < n; k++)
		least[k] = INFINITY;
	for (int b = 0; b < c->n; b++)
		least[c->material[b]] = fmin(least[c->material[b]], c->reach[b]);
	ranks_least_real(n, least);
	for (int k = 0; k < n * n; k++)
		out[k] = law_is_hertz(c->law[k].kind) && smallest > 0 ? fmax(least[k % n], smallest) : smallest;
	free(least);
	return out;
}

/* ---- a contact ---- */

double expect_constant(const struct law_contact *law, double effective)
{
	if (law->kind > LAW_HERTZ_MINDLIN) /* without the attraction */
		return law->kn * sqrt(effective);
	return law->kind == LAW_LENNARD_JONES ? 0 : law_force(law, 1, effective, 1) + law->pull;
}

/* The largest overlap of an impact of mass m at speed v, under a load [L]. The attraction at contact counts twice: it acts at
 * once where grains meet. So jkr gets a^2 / R* of its contact radius a, which at rest is that of Hertz' law under the load
 * 6 pi w R*. */
static double overlap_of(const struct law_contact *law, double effective, double m, double v, double load)
{
	double constant = expect_constant(law, effective);

	if (law->kind > LAW_HERTZ_MINDLIN)
		load += 2 * law_pull_of(law->kind, law, effective, 0);
	if (law_is_hertz(law->kind))
		return power(power(1.25 * m * v * v / constant, 0.6) + load / constant, 2.0 / 3);
	return v * sqrt(m / constant) + (load + law->pull) / constant;
}

void expect_overlaps(const struct expect *e, const struct soft *c, const struct law_contact *law, int a, int b,
	const double effective[EXPECT_CASES], double out[EXPECT_CASES])
{
	const struct expect_material *p = &e->of[a], *q = &e->of[b];
	double size = fmin(p->size, q->size), area = c->dim == 2 ? size : size * size;
	double flow = isfinite(size) ? 4 * e->shear * size : 0, load = e->force, least = 1.5 * c->overlap_read;
	int acts = expect_constant(law, 1) > 0, pairs = a == b ? p->moving > 1 : p->moving && q->moving;

	if (isfinite(area))
		load = fmax(load, 3 * e->pressure * area + fmin(3 * e->column * area, e->weight));
	for (int k = 0; k < EXPECT_CASES; k++)
		out[k] = -1;
	if (pairs && acts)
		out[EXPECT_MOVING] = fmax(least, overlap_of(law, effective[EXPECT_MOVING], p->mass * q->mass / (p->mass + q->mass),
		                                            p->speed + q->speed + flow, load));
	if (p->moving && q->still && acts)
		out[EXPECT_B_STILL] = fmax(least, overlap_of(law, effective[EXPECT_B_STILL], p->mass, p->speed + q->still_speed + flow, load));
	if (q->moving && p->still && acts)
		out[EXPECT_A_STILL] = fmax(least, overlap_of(law, effective[EXPECT_A_STILL], q->mass, q->speed + p->still_speed + flow, load));
}
