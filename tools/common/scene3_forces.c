/* scene3_forces.c: draw contact forces in 3D as rods from the centres of bodies to the contact points */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/scene.h"
#include "common/scene3_parts.h"
#include "common/touches.h"

/* Diameter of the balls that mark grains, divided by a typical grain diameter. */
static const double mark = 0.22;
/* Diameter of the rod of a mean force, divided by a typical grain diameter, as in canvas.c. */
static const double mean_width = 0.08;
static const unsigned arrow_rgb = 0x3a3f47, trail_rgb = 0x7a86a0;

/* Whether the centre of a body may be far from a contact: the body is a wall, not a grain. */
static int is_large(const struct world *w, const struct bodies3 *b, int i, double grain)
{
	const struct shape *s = world_shape(w, b->shape[i]);

	return !s || shape_is_wall(s) || (paint_is_wall(w, b->tag[i]) && shape_reach(s) * b->size[i] > SCENE_LONG * grain);
}

/* The mean diameter of the bodies that no constraint holds. */
static double free_grain(const struct world *w, const struct bodies3 *b)
{
	double sum = 0;
	int n = 0;

	for (int i = 0; i < b->n; i++) {
		const struct shape *s = world_shape(w, b->shape[i]);

		if (!s || shape_is_wall(s) || paint_is_wall(w, b->tag[i]))
			continue;
		sum += 2 * shape_reach(s) * b->size[i];
		n++;
	}
	return n ? sum / n : 0;
}

void scene3_keep_forces(struct scene3 *s, struct frame3 *f, struct world *w)
{
	static struct touches t; /* static, so that the memory is still reachable if a failure ends the program */
	struct bodies3 b = world_bodies3(w);
	double grain = free_grain(w, &b);
	size_t cap = 0;

	if (!w->has_contact)
		return;
	touches_take(&t, w);
	touches_pairs(&t, w);
	for (int k = 0; k < t.n_pair; k++) {
		const struct touch_pair *p = &t.pair[k];
		double force = v3_norm(p->f);

		for (int side = 0; side < 2; side++) {
			int i = side ? p->b : p->a, other = side ? p->a : p->b;
			vec3 arm = side ? p->arm_b : p->arm_a;
			double centre[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };

			if (!(force > 0) || is_large(w, &b, i, grain))
				continue;
			scene3_into_cell(&w->domain, centre);
			if (!scene3_in_cutout(s, centre))
				continue;
			MEM_GROW(f->rod, &cap, (size_t)f->n_rod + 1);
			struct rod *r = &f->rod[f->n_rod++];
			v3_to(r->p[0], v3_from(centre));
			v3_to(r->p[1], v3_add(v3_from(centre), arm));
			r->force = force;
			r->pull = p->fn < 0;
			r->slant = is_large(w, &b, other, grain) ? fmin(v3_norm(arm) / fabs(v3_dot(arm, p->normal)), 10) : 0;
		}
		s->force_sum += force;
		s->n_force += force > 0;
		s->n_pull += force > 0 && p->fn < 0;
	}
}

/* Put a rod of radius r on the stage. At a wall its round end touches the wall, so that it does not come out behind it. */
static void rod_place(struct stage *s, const struct rod *rod, double r, int body)
{
	vec3 from = v3_from(rod->p[0]), way = v3_sub(v3_from(rod->p[1]), from);
	double p[2][3];

	memcpy(p, rod->p, sizeof p);
	if (rod->slant > 0)
		v3_to(p[1], v3_add(from, v3_scale(fmax(0.1, 1 - r * rod->slant / v3_norm(way)), way)));
	model_rod_place(s, (const double (*)[3])p, r, rod->pull ? canvas_pull_rgb : canvas_push_rgb, body);
}

int scene3_is_marked(const struct scene3 *s)
{
	return s->forces || s->paths;
}

void row3_choose_width(struct row3 *row)
{
	double sum = 0, grain = 0;
	int64_t n = 0;
	int grainy = 0;

	for (int k = 0; k < row->n; k++) {
		sum += row->scene[k].force_sum;
		n += row->scene[k].n_force;
		grain += row->scene[k].grain;
		grainy += row->scene[k].grain > 0;
	}
	for (int k = 0; k < row->n && n && grainy; k++)
		if (!(row->scene[k].force_width > 0))
			row->scene[k].force_width = mean_width * (grain / grainy) * n / sum;
}

void scene3_place_forces(struct scene3 *s, const struct frame3 *f)
{
	for (int i = 0; i < f->n; i++)
		if (!f->actor[i].wall)
			stage_add_sphere(&s->stage, f->actor[i].at, 0.5 * mark * s->grain, scene3_rgb(s, &f->actor[i]), BODY_PARTS * i);
	for (int k = 0; k < f->n_rod; k++)
		rod_place(&s->stage, &f->rod[k], 0.5 * s->force_width * f->rod[k].force, BODY_PARTS * f->n + k);
	for (int k = 0; k < f->n_path; k++) {
		const struct path *a = &f->path[k];

		if (a->arrow)
			model_arrow_place(&s->stage, a->p, 0.03 * s->grain, arrow_rgb, BODY_PARTS * f->n + f->n_rod + k);
		else
			model_rod_place(&s->stage, a->p, 0.02 * s->grain, trail_rgb, BODY_PARTS * f->n + f->n_rod + k);
	}
}
