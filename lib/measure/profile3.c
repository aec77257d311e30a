/* profile3.c: averages over the grains of space in bins */
#include "measure/profile3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "shape/stir3.h"

static const double pi = 3.14159265358979323846;

double ball_part_below(double c, double r, double x)
{
	double h = fmin(fmax((x - c) / r + 1, 0), 2); /* height of the cap over the radius */

	return h * h * (3 - h) / 4;
}

/* The lens of two balls is two caps: of the balls' heights up to the plane in which their surfaces meet. */
double ball_part_within(double d, double r, double R)
{
	if (d >= R + r)
		return 0;
	if (R >= d + r)
		return 1;
	if (r >= d + R)
		return R * R * R / (r * r * r);
	double sum = R + r - d;
	return sum * sum * (d * d + 2 * d * (r + R) - 3 * (r - R) * (r - R)) / (16 * d * r * r * r);
}

int profile3_complete(struct profile3_grid *g, const struct domain *d)
{
	int shells = g->axis == PROFILE3_SHELLS, unknown = 0;

	for (int k = 0; k < 3 && d->set; k++)
		g->centre[k] = isnan(g->centre[k]) ? 0.5 * (d->lo[k] + d->hi[k]) : g->centre[k];
	if (shells && isnan(g->from))
		g->from = 0;
	if (d->set && shells && isnan(g->to)) {
		g->to = INFINITY;
		for (int k = 0; k < 3; k++)
			g->to = fmin(g->to, fmin(g->centre[k] - d->lo[k], d->hi[k] - g->centre[k]));
	} else if (d->set && !shells) {
		g->from = isnan(g->from) ? d->lo[g->axis] : g->from;
		g->to = isnan(g->to) ? d->hi[g->axis] : g->to;
	}
	for (int k = 0; k < 3; k++)
		unknown |= shells && isnan(g->centre[k]);
	return unknown || !(g->from < g->to) ? -1 : 0;
}

static double edge(const struct profile3_grid *g, int k)
{
	return g->from + (g->to - g->from) * k / g->n;
}

/* A slice of the domain, or a shell that does not leave it, whose periodic axes do not end. */
static double bin_volume(const struct profile3_grid *g, const struct domain *d, int k)
{
	double lo = edge(g, k), hi = edge(g, k + 1), volume = hi - lo;

	if (g->axis != PROFILE3_SHELLS) {
		for (int z = 0; z < 3; z++)
			volume *= z == g->axis ? 1 : d->set ? d->hi[z] - d->lo[z] : NAN;
		return volume;
	}
	for (int z = 0; z < 3 && d->set; z++)
		if (!d->periodic[z] && hi > fmin(g->centre[z] - d->lo[z], d->hi[z] - g->centre[z]) * (1 + 1e-12))
			return NAN;
	return 4 * pi / 3 * (hi * hi * hi - lo * lo * lo);
}

/* ---- grains ---- */

/* Balls that stand for a grain in the bins, about its centre: at[4] = x y z r, and weights that add up to 1. */
struct balls { int n; size_t cap, cap_weight; double (*at)[4], *weight, reach; };

static void balls_of(struct balls *b, const struct profile3_grid *g, const struct shape *s, double size, double volume,
	const double m[3][3])
{
	int clump = s->kind == SHAPE_CLUMP || s->kind == SHAPE_SPHERE;
	double sum = 0;

	b->n = clump ? s->n : 1;
	MEM_GROW(b->at, &b->cap, (size_t)b->n);
	MEM_GROW(b->weight, &b->cap_weight, (size_t)b->n);
	b->reach = 0;
	for (int k = 0; k < b->n; k++) {
		double *at = b->at[k];

		memset(at, 0, sizeof *b->at);
		if (clump) {
			mat3_apply(at, m, s->solid->ball[k]);
			for (int z = 0; z < 3; z++)
				at[z] *= size;
			at[3] = size * s->solid->ball[k][3];
		} else if (s->kind == SHAPE_ELLIPSOID && g->axis < 3) {
			for (int z = 0; z < 3; z++)
				at[3] += size * size * s->solid->a[z] * s->solid->a[z] * m[g->axis][z] * m[g->axis][z];
			at[3] = sqrt(at[3]);
		} else {
			at[3] = cbrt(0.75 / pi * volume);
		}
		b->weight[k] = at[3] * at[3] * at[3];
		b->reach = fmax(b->reach, v3_norm(v3_from(at)) + at[3]);
		sum += b->weight[k];
	}
	for (int k = 0; k < b->n; k++)
		b->weight[k] /= sum;
}

static void merge(struct profile3_bin *a, const struct profile3_bin *grain, double share)
{
	static const int of[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
	double m = share * grain->mass, part = m / (a->mass + m), d[3];

	if (!(share > 1e-14))
		return;
	for (int k = 0; k < 3; k++) {
		d[k] = grain->v[k] - a->v[k];
		a->v[k] += part * d[k];
		a->spin[k] += part * (grain->spin[k] - a->spin[k]);
	}
	for (int k = 0; k < 6; k++)
		a->vv[k] += a->mass * part * d[of[k][0]] * d[of[k][1]];
	a->out += part * (grain->out - a->out);
	a->number += share;
	a->solid += share * grain->solid;
	a->turning += share * grain->turning;
	a->mass += m;
}

/* An image of a grain with its centre at c. */
static void image_add(struct profile3_bin *bin, const struct profile3_grid *g, struct profile3_bin *grain, const struct balls *b,
	vec3 c)
{
	const double middle[3] = { c.x, c.y, c.z };
	vec3 from = v3_sub(c, v3_from(g->centre));
	double far = v3_norm(from), here = g->axis < 3 ? middle[g->axis] : far, width = (g->to - g->from) / g->n;
	int first = (int)fmin(fmax(floor((here - b->reach - g->from) / width), 0), g->n);
	int last = (int)fmin(fmax(floor((here + b->reach - g->from) / width), -1), g->n - 1);

	grain->out = far > 0 ? v3_dot(v3_from(grain->v), from) / far : 0;
	for (int k = first; k <= last; k++) {
		double share = 0;

		for (int z = 0; z < b->n; z++) {
			const double *at = b->at[z];
			double r = at[3], d = g->axis < 3 ? here + at[g->axis] : v3_norm(v3_add(from, v3_from(at)));

			if (g->axis < 3)
				share += b->weight[z] * (ball_part_below(d, r, edge(g, k + 1)) - ball_part_below(d, r, edge(g, k)));
			else
				share += b->weight[z] * (ball_part_within(d, r, edge(g, k + 1)) - ball_part_within(d, r, edge(g, k)));
		}
		merge(&bin[k], grain, share);
	}
}

/* Add all images that may reach into the window: lo, hi of the window along each axis. -1: too many. */
static int images_add(struct profile3_bin *bin, const struct profile3_grid *g, const struct domain *d, struct profile3_bin *grain,
	const struct balls *b, const double x[3])
{
	double from[3] = { 0 }, to[3] = { 0 }, side[3] = { 0 }, all = 1;

	for (int k = 0; k < 3; k++) {
		double lo = g->axis == k ? g->from : g->centre[k] - g->to, hi = g->axis == k ? g->to : g->centre[k] + g->to;

		/* across the slices a grain counts once, as the domain's cross-section does */
		if (!d->set || !d->periodic[k] || (g->axis < 3 && g->axis != k))
			continue;
		side[k] = d->hi[k] - d->lo[k];
		from[k] = ceil((lo - x[k] - b->reach) / side[k]);
		to[k] = floor((hi - x[k] + b->reach) / side[k]);
		all *= fmax(to[k] - from[k] + 1, 0);
	}
	if (!(all <= 1e6))
		return -1;
	for (double i = from[0]; i <= to[0]; i++)
		for (double j = from[1]; j <= to[1]; j++)
			for (double k = from[2]; k <= to[2]; k++)
				image_add(bin, g, grain, b, v3(x[0] + i * side[0], x[1] + j * side[1], x[2] + k * side[2]));
	return 0;
}

int profile3_take(struct profile3_bin *bin, const struct profile3_grid *g, struct world *w, const char *keep)
{
	struct bodies3 b = world_bodies3(w);
	size_t n = (size_t)b.n;
	double *volume = MEM_NEW(double, n), *mass = MEM_NEW(double, n), (*inertia)[6] = mem_new(n, sizeof *inertia);
	double (*omega)[3] = mem_new(n, sizeof *omega), m[3][3];
	struct balls balls = { 0 };
	int bad = 0;

	bodies_mass3(w, volume, mass, inertia);
	bodies_spins(w, (const double (*)[6])inertia, omega);
	for (int k = 0; k < g->n; k++)
		bin[k] = (struct profile3_bin){ .volume = bin_volume(g, &w->domain, k) };
	for (int i = 0; i < b.n && !bad; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] }, x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };
		struct profile3_bin grain = { .solid = volume[i], .mass = mass[i] };

		if (!keep[i] || !s || !(volume[i] > 0))
			continue;
		for (int k = 0; k < 3; k++) {
			grain.v[k] = b.v[k][i];
			grain.spin[k] = omega[i][k];
			grain.turning += b.momentum[k][i] * omega[i][k];
		}
		quat_matrix(m, q);
		balls_of(&balls, g, s, b.size[i], volume[i], (const double (*)[3])m);
		if (isnan(mass[i]))
			bad = -(i + 1);
		else if (images_add(bin, g, &w->domain, &grain, &balls, x))
			bad = i + 1;
	}
	free(balls.at);
	free(balls.weight);
	free(volume);
	free(mass);
	free(inertia);
	free(omega);
	return bad;
}

void profile3_values(const struct profile3_bin *b, double value[PROFILE3_VALUES])
{
	double mass = b->mass > 0 ? b->mass : NAN, there = b->mass > 0 ? 1 : NAN;

	value[PROFILE3_NUMBER] = b->number / b->volume;
	value[PROFILE3_SOLID] = b->solid / b->volume;
	for (int k = 0; k < 3; k++) {
		value[PROFILE3_VX + k] = there * b->v[k];
		value[PROFILE3_WX + k] = there * b->spin[k];
	}
	value[PROFILE3_VR] = there * b->out;
	value[PROFILE3_T] = (b->vv[0] + b->vv[1] + b->vv[2]) / (3 * mass);
	value[PROFILE3_T_ROT] = b->turning / (3 * mass);
	for (int k = 0; k < 6; k++)
		value[PROFILE3_KXX + k] = b->vv[k] / b->volume;
}
