/* grow.c: bodies grow from small sizes and push each other away until they reach full size without overlap.
 *
 * Parts of different bodies repel with the potential (margin - gap)^2 / 2 if the gap between their surfaces is below the
 * margin (grow2.c, grow3.c). Bodies move by damped Newtonian dynamics with unit masses. All bodies grow as long as no pair is
 * compressed by more than a given part of its range. The margin makes the final state exact: nothing overlaps once every
 * compression is within the margin. Bodies never pass through each other, because displacements and growth per step are small
 * against the range. */
#include "scene/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/quat.h"
#include "base/team.h"
#include "scene/grow_parts.h"

static const double margin_part[2] = { 0.004, 0.003 }; /* margin over reach of the smaller body, in the plane and in space */
static const double margin_early = 0.15;  /* further margin, times 1 - scale: it makes sharp bodies round at first */
static const double damping = 0.12;       /* fraction of the velocity lost per step, and */
static const double damping_calm = 6;     /* this over the number of steps at full size, if that is less */
static const double press_most = 0.1;     /* bodies grow while no pair is compressed by more than this part of its range */

static int in_space(const struct grow *g)
{
	return g->p->dim == 3;
}

/* The margin over the reach at the present scale. */
static double margin_now(const struct grow *g)
{
	return margin_part[in_space(g)] + margin_early * (1 - g->scale);
}

/* ---- steps ---- */

/* At full size the damping of disks and balls falls with the number of steps, as in Nesterov's method: slow motion over long
 * distances goes on, which evens out the density, and the number of steps hardly depends on the number of bodies. Other bodies
 * would go on for ever: their forces are not smooth. */
static void choose_damping(struct grow *g)
{
	g->calm = g->scale < 1 ? 0 : g->calm + 1;
	g->damping = g->round && g->calm * damping > damping_calm ? damping_calm / g->calm : damping;
}

static void find_forces(struct grow *g)
{
	const struct pack *p = g->p;
	double part = margin_now(g);

	choose_damping(g);
	if (g->round) {
		grow_round_forces(g, part);
		return;
	}
	memset(g->force, 0, (size_t)p->n * sizeof *g->force);
	memset(g->contacts, 0, (size_t)p->n * sizeof *g->contacts);
	g->worst = 0;
	g->deepest = -INFINITY;
	for (int i = 0; i < p->n; i++)
		g->margin[i] = part * g->reach[i];
	(in_space(g) ? grow3_place : grow2_place)(g);
	for (int k = 0; k < g->pairs.n; k++) {
		struct pack_pair *q = &g->pairs.pair[k];
		vec3 d = v3_sub(v3_add(v3_from(p->x[q->j]), v3_from(q->shift)), v3_from(p->x[q->i]));
		double margin = fmin(g->margin[q->i], g->margin[q->j]), touch = g->scale * (g->reach[q->i] + g->reach[q->j]) + margin;

		if (v3_dot(d, d) >= touch * touch)
			continue;
		if (in_space(g))
			grow3_pair(g, q, d, margin);
		else
			grow2_pair(g, q, d, margin);
	}
	for (int i = 0; i < p->n; i++)
		(in_space(g) ? grow3_box : grow2_box)(g, i);
}

/* Whether nothing overlaps at full size by the exact test. The positions are then final. */
static int is_done(struct grow *g)
{
	if (g->scale < 1 || g->deepest >= 0)
		return 0;
	if (g->round)
		grow_round_store(g);
	pack_wrap(g->p);
	if (g->round)
		grow_round_fetch(g);
	g->ref_scale = 0; /* the wrapped positions invalidate the pairs */
	return pack_overlaps(g->p, NULL) == 0;
}

/* The square of the largest displacement since the pairs were found. */
static double largest_move(const struct grow *g)
{
	double most = 0;

	if (g->round)
		return grow_round_moved(g);
	for (int i = 0; i < g->p->n; i++) {
		vec3 d = v3_sub(v3_from(g->p->x[i]), v3_from(g->ref[i]));

		most = fmax(most, v3_dot(d, d));
	}
	return most;
}

/* Find the pairs again if bodies moved or grew by more than the pad allows. */
static void refresh_pairs(struct grow *g)
{
	struct pack *p = g->p;

	if (g->ref_scale > 0 && 2 * (sqrt(largest_move(g)) + fmax(g->scale - g->ref_scale, 0) * g->widest) < g->pad)
		return;
	g->ref_scale = g->scale;
	/* margins shrink while bodies grow, and add to the reach of both bodies */
	double pad = g->pad + margin_now(g) * g->widest;
	if (g->round) {
		grow_round_pairs(g, pad);
		return;
	}
	pack_wrap(p);
	memcpy(g->ref, p->x, (size_t)p->n * sizeof *g->ref);
	pack_find_pairs(p, g->reach, g->scale, pad, &g->pairs);
}

static void turn(double q[4], const double *w)
{
	const double half = 0.5 * grow_step_time, by[4] = { 1, half * w[0], half * w[1], half * w[2] };

	quat_times(q, by, q);
	quat_unit(q);
}

static void move(struct grow *g)
{
	struct pack *p = g->p;

	if (g->round) {
		grow_round_move(g);
		return;
	}
	for (int i = 0; i < p->n; i++) {
		double arm = g->reach[i] * g->scale, *u = g->vel[i], mass = grow_mass(g->contacts[i]), inertia = 0.4 * arm * arm * mass;

		for (int k = 0; k < 6; k++)
			u[k] = (1 - g->damping) * u[k] +
			       (k < 3 || p->turn ? grow_step_time * g->force[i][k] / (k < 3 ? mass : inertia) : 0);
		double cut = grow_cut(v3_norm(v3_from(u)) + v3_norm(v3_from(u + 3)) * arm, g->range[i]);
		for (int k = 0; k < 6; k++)
			u[k] *= cut;
		for (int k = 0; k < 3; k++)
			p->x[i][k] += grow_step_time * u[k];
		if (p->turn && in_space(g))
			turn(p->q[i], u + 3);
		else if (!in_space(g))
			p->angle[i] += grow_step_time * u[5];
	}
}

/* Increase the scale by the largest step that every body tolerates. */
static void increase_scale(struct grow *g)
{
	double by = INFINITY; /* the least of all bodies */

	if (g->scale >= 1 || g->worst >= press_most)
		return;
	if (g->round)
		by = grow_round_growth(g);
	for (int i = 0; i < g->p->n && !g->round; i++)
		by = fmin(by, grow_growth_most * g->range[i] / g->reach[i]);
	g->scale = fmin(1, g->scale + by * (1 - g->worst / press_most));
}

/* ---- begin and end ---- */

/* Place the bodies at random at a scale so small that their bounding circles or balls do not overlap. The bodies are then made
 * slightly smaller than these circles, so that a direction of push exists for every pair. Returns the scale. */
static double place_small(struct pack *p, const double *reach, struct rng *rng)
{
	double centre2[1][2] = { { 0, 0 } }, centre3[1][4] = { { 0, 0, 0, 1 } }, total = 0, room = p->dim == 3 ? 0.2 : 0.25, scale;
	struct solid solid = { .ball = centre3, .n = 1 };
	const struct shape disk = { .kind = SHAPE_POINT, .r = 1, .n = 1, .xy = centre2 };
	const struct shape ball = { .kind = SHAPE_SPHERE, .solid = &solid };
	struct pack round = *p;

	round.shape = mem_new((size_t)p->n, sizeof *round.shape);
	round.size = MEM_NEW(double, (size_t)p->n);
	for (int i = 0; i < p->n; i++) {
		round.shape[i] = p->dim == 3 ? &ball : &disk;
		total += p->dim == 3 ? 4.1887902047863905 * reach[i] * reach[i] * reach[i] : 3.141592653589793 * reach[i] * reach[i];
	}
	for (int k = 0; k < p->dim; k++) /* the circles or balls fill this part of the box */
		room *= pack_edge(p, k);
	scale = fmin(1, p->dim == 3 ? cbrt(room / total) : sqrt(room / total));
	for (int fit = 0; scale > 1e-9 && fit < p->n; scale *= fit < p->n ? 0.8 : 1) {
		for (int i = 0; i < p->n; i++)
			round.size[i] = scale * reach[i];
		fit = pack_random(&round, 1000, rng);
	}
	free(round.shape);
	free(round.size);
	return 0.9 * scale;
}

static void begin(struct grow *g, struct pack *p)
{
	double least = INFINITY;
	size_t n = (size_t)p->n;

	*g = (struct grow){ .p = p, .reach = MEM_NEW(double, n) };
	for (int i = 0; i < p->n; i++) {
		g->reach[i] = p->size[i] * shape_reach(p->shape[i]);
		g->widest = fmax(g->widest, g->reach[i]);
		least = fmin(least, g->reach[i]);
	}
	g->pad = 0.3 * least;
	grow_round_begin(g);
	if (g->round)
		return;
	g->margin = MEM_NEW(double, n);
	g->range = MEM_NEW(double, n);
	g->first = MEM_ZERO(int, n + 1);
	g->vel = mem_zero(n, sizeof *g->vel);
	g->force = mem_new(n, sizeof *g->force);
	g->contacts = MEM_NEW(int, n);
	g->ref = mem_zero(n, sizeof *g->ref);
	(in_space(g) ? grow3_begin : grow2_begin)(g);
}

static void end(struct grow *g)
{
	if (g->round)
		grow_round_end(g);
	else
		(in_space(g) ? grow3_end : grow2_end)(g);
	free(g->reach);
	free(g->margin);
	free(g->range);
	free(g->first);
	free(g->vel);
	free(g->force);
	free(g->contacts);
	free(g->ref);
	free(g->pairs.pair);
}

/* The scale to which jammed bodies must shrink until they separate. At every 1 % less they get TIME steps to move: bodies that
 * jammed while they grew fast lie far from equilibrium, and where they lie they would fit only at a much smaller scale. */
static double fitting(struct grow *g)
{
	enum { TIME = 1000 };

	count_begin("size of the jammed bodies, which shrink", 0, 0);
	for (g->scale = fmin(g->scale, 0.999); g->scale > 1e-3; g->scale *= 0.99) {
		count_to(g->scale);
		for (int k = 0; k < TIME; k++) {
			refresh_pairs(g);
			find_forces(g);
			if (g->deepest < 0) {
				count_end();
				return g->scale;
			}
			move(g);
		}
	}
	count_end();
	return g->scale;
}

/* The solid fraction at the present scale. */
static double fraction_now(const struct grow *g)
{
	return g->p->fraction * g->scale * g->scale * (in_space(g) ? g->scale : 1);
}

/* Whether the bodies have no hope to reach full size without overlap, from what they gained in a number of steps: they would not
 * reach full size in `left` times as many even at twice the present rate, which falls with time; or, at full size, the least of
 * the deepest overlaps of these steps is what it was in the steps before. */
static int is_hopeless(const struct grow *g, double scale_before, double deepest, double deepest_before, double left)
{
	const double least = in_space(g) ? 4e-4 : 1e-4, gained = g->scale - scale_before;

	if (g->scale < 1)
		return gained < least || 1 - g->scale > 2 * left * gained;
	return deepest > 0 && deepest > 0.95 * deepest_before;
}

struct growth { struct pack *p; struct rng *rng; int most_steps, steps; double fits; };

static void grow_bodies(void *to)
{
	enum { PATIENCE = 4000 }; /* steps between looks at what has been gained */
	struct growth *f = to;
	struct grow g;
	double before = 0, deepest_before = INFINITY, deepest = INFINITY;
	int k, done = 0, grown = 0;

	begin(&g, f->p);
	g.scale = place_small(f->p, g.reach, f->rng);
	count_begin("solid fraction", fraction_now(&g), f->p->fraction);
	for (k = 0; k < f->most_steps; k++) {
		if (g.scale >= 1 && !grown) {
			grown = 1;
			count_end();
			count_begin("steps at full size", k, 0);
		}
		count_to(grown ? k : fraction_now(&g));
		refresh_pairs(&g);
		find_forces(&g);
		if ((done = is_done(&g)))
			break;
		deepest = g.scale < 1 ? INFINITY : fmin(deepest, g.deepest);
		if (k % PATIENCE == 0) {
			if (k && is_hopeless(&g, before, deepest, deepest_before, (double)(f->most_steps - k) / PATIENCE))
				break;
			before = g.scale;
			deepest_before = deepest;
			deepest = INFINITY;
		}
		increase_scale(&g);
		move(&g);
	}
	count_end();
	f->steps = k;
	f->fits = done ? 0 : fitting(&g);
	end(&g);
}

double pack_grow(struct pack *p, struct rng *rng, int most_steps, int *steps)
{
	struct growth f = { p, rng, most_steps, 0, 0 };

	team_hold(p->threads, grow_bodies, &f);
	if (steps)
		*steps = f.steps;
	return f.fits;
}
