/* stress3.c: stresses in the grains of a frame in space, and their cell */
#include "measure/stress3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "scene/grains3.h"
#include "world/deform.h"
#include "world/lattice.h"

/* ---- sums over the grains ---- */

struct stress3 stress_of_velocities(const struct touches *t, int n, const char *chosen, const double *volume, const double *mass,
	const vec3 *v)
{
	struct stress3 s = { .n = 0 };
	vec3 mean = { 0 };

	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];

		if (chosen[c->a] && !t->held[c->a])
			tensor3_add(&s.contact, -1, c->f, c->arm_a);
		if (chosen[c->b] && !t->held[c->b])
			tensor3_add(&s.contact, 1, c->f, c->arm_b);
	}
	for (int i = 0; i < n; i++) {
		if (t->held[i] || !chosen[i])
			continue;
		s.n++;
		s.volume += volume[i];
		s.mass += mass[i];
		mean = v3_add(mean, v3_scale(mass[i], v[i]));
	}
	mean = v3_scale(s.n ? 1 / s.mass : 0, mean);
	for (int i = 0; i < n; i++) {
		if (t->held[i] || !chosen[i])
			continue;
		vec3 dv = v3_sub(v[i], mean);

		tensor3_add(&s.kinetic, mass[i], dv, dv);
	}
	return s;
}

/* The velocity of a grain relative to the flow of its domain. */
static vec3 against_flow(const struct domain *d, const struct bodies3 *b, int i)
{
	const double v[3] = { b->v[0][i], b->v[1][i], b->v[2][i] };
	double flow[3] = { 0 };

	if (domain_deforms(d)) {
		for (int k = 0; k < 3; k++)
			flow[k] = b->x[k][i] - 0.5 * (d->lo[k] + d->hi[k]);
		domain_flow3(d, flow, flow);
	}
	return v3_sub(v3_from(v), v3_from(flow));
}

void stress3_velocities(struct world *w, vec3 *v)
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++)
		v[i] = against_flow(&w->domain, &b, i);
}

struct stress3 stress3_sum(const struct touches *t, struct world *w, const char *chosen, const double *volume, const double *mass)
{
	vec3 *v = MEM_NEW(vec3, (size_t)w->body.n_row);

	stress3_velocities(w, v);
	struct stress3 s = stress_of_velocities(t, w->body.n_row, chosen, volume, mass, v);
	free(v);
	return s;
}

/* ---- walls ---- */

void wall_groups_find(struct wall_groups *l, const struct touches *t, struct world *w)
{
	const double *x = table_real(&w->body, "x"), *y = table_real(&w->body, "y"), *z = table_real(&w->body, "z");
	const int32_t *tag = table_word(&w->body, "tag");
	int *of_tag = MEM_NEW(int, (size_t)w->names.n);

	l->n = 0;
	MEM_GROW(l->of, &l->cap_of, (size_t)t->n_body);
	for (int k = 0; k < w->names.n; k++)
		of_tag[k] = -1;
	for (int i = 0; i < t->n_body; i++) {
		if (t->held[i] && of_tag[tag[i]] < 0) {
			MEM_GROW(l->at, &l->cap, (size_t)l->n + 1);
			l->at[l->n] = (struct wall_group){ .tag = tag[i] };
			of_tag[tag[i]] = l->n++;
		}
		l->of[i] = t->held[i] ? of_tag[tag[i]] : -1;
		if (!t->held[i])
			continue;
		struct wall_group *q = &l->at[l->of[i]];
		q->at = v3_add(q->at, v3(x[i], y[i], z ? z[i] : 0));
		q->n++;
	}
	for (int k = 0; k < l->n; k++)
		l->at[k].at = v3_scale(1.0 / l->at[k].n, l->at[k].at);
	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];

		for (int side = 0; side < 2; side++) {
			int i = side ? c->b : c->a, other = side ? c->a : c->b;
			vec3 f = side ? v3_scale(-1, c->f) : c->f;

			if (!t->held[i] || l->of[i] == l->of[other])
				continue;
			struct wall_group *q = &l->at[l->of[i]];
			q->all = v3_add(q->all, f);
			if (!t->held[other])
				q->f = v3_add(q->f, f);
		}
	}
	free(of_tag);
}

void wall_groups_free(struct wall_groups *l)
{
	free(l->at);
	free(l->of);
	*l = (struct wall_groups){ .n = 0 };
}

/* ---- the cell ---- */

/* The axis along the normal of a plane, or -1 for other bodies. *side is 0 for a lower wall and 1 for an upper one. */
static int plane_axis(const struct world *w, const struct bodies3 *b, int i, int *side)
{
	const struct shape *s = world_shape(w, b->shape[i]);
	const double q[4] = { b->q[0][i], b->q[1][i], b->q[2][i], b->q[3][i] };
	double m[3][3];

	if (!s || s->kind != SHAPE_PLANE)
		return -1;
	quat_matrix(m, q);
	for (int k = 0; k < 3; k++) {
		*side = m[k][2] < 0;
		if (fabs(m[k][2]) > 1 - 0.5e-12)
			return k;
	}
	return -1;
}

/* Whether body i is glued to a plane: it is a grain with the same tag, and no other plane has this tag. */
static int is_glued(const struct touches *t, const struct world *w, const struct bodies3 *b, int i, int plane)
{
	const struct shape *s = world_shape(w, b->shape[i]);

	return t->held[i] && b->tag[i] == b->tag[plane] && s && !shape_is_wall(s) && s->kind != SHAPE_MESH;
}

/* Where a plane bounds the cell: at the mean of the inner ends of the grains that are glued to it, or at the plane. */
static double plane_at(const struct touches *t, const struct world *w, const struct bodies3 *b, int i, int axis, int side,
	const double (*box)[6])
{
	double sum = 0;
	int n = 0;

	for (int j = 0; j < b->n; j++) {
		const struct shape *s = world_shape(w, b->shape[j]);

		if (j != i && s && s->kind == SHAPE_PLANE && b->tag[j] == b->tag[i])
			return b->x[axis][i];
		if (is_glued(t, w, b, j, i)) {
			sum += box[j][axis + (side ? 0 : 3)];
			n++;
		}
	}
	return n ? sum / n : b->x[axis][i];
}

/* Let plane i bound the cell at a place if it faces the middle, and if it is nearer to the middle than the planes before. found
 * holds the rows of the bodies. */
static void wall_try(struct cell3 *c, const struct bodies3 *b, int i, double at, int axis, int side, double middle,
	int found[3][2])
{
	double *edge = side ? &c->hi[axis] : &c->lo[axis];
	int *last = &found[axis][side];

	if (side ? b->x[axis][i] <= middle : b->x[axis][i] >= middle)
		return;
	if (*last >= 0 && (side ? at >= *edge : at <= *edge))
		return;
	*last = i;
	*edge = at;
}

/* Half the sum of the outward forces of the grains on two walls, with the grains that are glued to them. */
static double half_wall_force(const struct touches *t, const struct world *w, const struct bodies3 *b, const int wall[2],
	const double edge[2], int axis)
{
	double sum = 0;

	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];
		const double f[3] = { c->f.x, c->f.y, c->f.z };

		for (int side = 0; side < 2; side++) {
			int i = wall[side], bare = edge[side] == b->x[axis][i];
			double sign = side ? 0.5 : -0.5;

			sum += (c->a == i || (!bare && is_glued(t, w, b, c->a, i))) && !t->held[c->b] ? sign * f[axis] : 0;
			sum -= (c->b == i || (!bare && is_glued(t, w, b, c->b, i))) && !t->held[c->a] ? sign * f[axis] : 0;
		}
	}
	return sum;
}

/* How far body j lies ahead of body i along each axis, unwrapped. */
static void ahead_of(const struct domain *d, const struct bodies3 *b, int i, int j, double out[3])
{
	double n[3] = { 0 };

	for (int z = 0; z < 3; z++)
		n[z] = (double)(b->image[z][j] - b->image[z][i]);
	if (d->set)
		domain_shift3(d, n, n);
	for (int z = 0; z < 3; z++)
		out[z] = b->x[z][j] - b->x[z][i] + (d->set ? n[z] : 0);
}

struct cell3 cell3_find(const struct touches *t, struct world *w)
{
	struct cell3 c = { .tag = { { -1, -1 }, { -1, -1 }, { -1, -1 } }, .press = { NAN, NAN, NAN } };
	struct bodies3 b = world_bodies3(w);
	const struct domain *d = &w->domain;
	int found[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } }, side;
	struct grains3 g;

	double (*box)[6] = mem_new((size_t)b.n, sizeof *box);

	grains3_look(w, &g, box);
	for (int i = 0; i < b.n; i++) {
		int axis = t->held[i] ? plane_axis(w, &b, i, &side) : -1;

		if (axis >= 0)
			wall_try(&c, &b, i, plane_at(t, w, &b, i, axis, side, box), axis, side, 0.5 * (g.lo[axis] + g.hi[axis]), found);
	}
	for (int k = 0; k < 3; k++) {
		int both = found[k][0] >= 0 && found[k][1] >= 0;

		c.kind[k] = d->set && d->periodic[k] ? CELL3_PERIODIC : both ? CELL3_WALLS : CELL3_GRAINS;
		if (c.kind[k] == CELL3_PERIODIC) {
			c.lo[k] = d->lo[k];
			c.hi[k] = d->hi[k];
		} else if (c.kind[k] == CELL3_GRAINS) {
			c.lo[k] = found[k][0] >= 0 ? c.lo[k] : g.lo[k];
			c.hi[k] = found[k][1] >= 0 ? c.hi[k] : g.hi[k];
		} else {
			c.press[k] = half_wall_force(t, w, &b, found[k], (const double[2]){ c.lo[k], c.hi[k] }, k);
			ahead_of(d, &b, found[k][0], found[k][1], c.ahead[k]);
			for (int z = 0; z < 2; z++)
				c.tag[k][z] = b.tag[found[k][z]];
		}
	}
	free(box);
	return c;
}

double cell3_length(const struct cell3 *c, int axis)
{
	return c->hi[axis] - c->lo[axis];
}

double cell3_volume(const struct cell3 *c)
{
	double v = 1;

	for (int k = 0; k < 3; k++)
		v *= fmax(cell3_length(c, k), 0);
	return v;
}

double cell3_wall_stress(const struct cell3 *c, int axis)
{
	double area = cell3_length(c, (axis + 1) % 3) * cell3_length(c, (axis + 2) % 3);

	return c->press[axis] / area;
}

/* ---- strain ---- */

/* The magnitude sqrt(2 D:D) of the deviatoric part D of rates along the axes and of shear. */
static double magnitude(const double rate[6])
{
	double mean = (rate[XX] + rate[YY] + rate[ZZ]) / 3, sum = 0, shear = 0;

	for (int k = 0; k < 3; k++) {
		sum += (rate[k] - mean) * (rate[k] - mean);
		shear += rate[XY + k] * rate[XY + k];
	}
	return shear > 0 ? sqrt(2 * sum + shear) : sqrt(2 * sum);
}

/* The mean of two lengths by which a displacement is divided to get the shear: (b - a) / ln(b / a), as in cell2.c. */
static double mean_length(double a, double b)
{
	double x = log(b / a);

	return a * (fabs(x) > 1e-9 ? expm1(x) / x : 1);
}

/* The shear by walls across an axis that move along another one, since the previous frame. */
static double slip(const struct strain3 *s, const struct cell3 *c, int across, int along)
{
	return c->kind[across] == CELL3_WALLS ? (c->ahead[across][along] - s->ahead[across][along]) /
		mean_length(s->last[across], cell3_length(c, across)) : 0;
}

void strain3_take(struct strain3 *s, const struct cell3 *c, const struct domain *d, double t)
{
	double rate[6], dt = t - s->t;
	int restart = !s->begun || t < s->t || memcmp(s->tag, c->tag, sizeof s->tag) != 0;
	struct lattice_step step = { .flip = { 0 } };

	if (!restart)
		step = lattice_step(&s->domain, d, dt);
	for (int k = XY; k <= YZ; k++) {
		int along = component_along[k], across = component_across[k], walls = 0, periods = 0;

		for (int z = 0; z < 2; z++) {
			walls += c->kind[z ? across : along] == CELL3_WALLS;
			periods += c->kind[z ? across : along] == CELL3_PERIODIC;
		}
		if (!restart && periods < 2)
			step.strain[k] = slip(s, c, across, along) + slip(s, c, along, across);
		s->value[k] = periods < 2 && !walls ? NAN : restart || isnan(s->value[k]) ? 0 : s->value[k] + step.strain[k];
		rate[k] = step.strain[k] / dt;
	}
	for (int k = 0; k < 3; k++) {
		double len = c->kind[k] == CELL3_GRAINS ? NAN : cell3_length(c, k);

		if (restart)
			s->first[k] = s->last[k] = len;
		s->value[k] = log(s->first[k] / len);
		rate[k] = log(s->last[k] / len) / dt;
		s->last[k] = len;
	}
	s->rate = restart && domain_deforms(d) ? magnitude(d->rate) : restart || !(dt > 0) ? NAN : magnitude(rate);
	memcpy(s->tag, c->tag, sizeof s->tag);
	memcpy(s->ahead, c->ahead, sizeof s->ahead);
	s->domain = *d;
	s->begun = 1;
	s->t = t;
}
