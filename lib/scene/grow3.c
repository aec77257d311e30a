/* grow3.c: bodies of space grow from small sizes and push each other away until they have their own size and do not overlap;
 * as scene/grow.c in the plane.
 *
 * Balls of different bodies, ellipsoids and objects repel with the potential (margin - gap)^2 / 2 where the gap between their
 * surfaces is below the margin. Bodies move by damped Newtonian dynamics with unit masses; when no two are pressed into each
 * other by more than a part of their thickness, all grow. The margin is what makes the end exact: once every pressed pair is
 * within its margin nothing overlaps. Bodies never pass through each other, because moves and growth per step are small
 * against the thinnest part. Surfaces are the balls about their centres that hold them, as for pose3.h. */
#include "scene/pack3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"

static const double margin_part = 0.003;  /* margin over reach of the smaller body */
static const double margin_early = 0.15;  /* and as much more as is missing to full scale */
static const double growth_most = 0.1;    /* growth of a body's surface per step, over its thickness */
static const double damping = 0.12;       /* part of the velocity lost per step */
static const double step_time = 0.35;     /* time step; contacts have stiffness 1, bodies mass 1, */
static const double contacts_most = 8;    /* more where more contacts press on them than this: steps stay stable */
static const double move_most = 0.2;      /* of the body's thickness per step */
static const double press_most = 0.1;     /* bodies grow while no pair is pressed in by more than this part of its thickness */

struct grow {
	struct pack3 *p;
	double scale;
	double *reach;                /* [n] at scale 1 */
	double *margin, *range;       /* [n] at the present scale; range: the least diameter, and the margin */
	int *first;                   /* [n + 1] where a body's balls begin; ellipsoids and objects have none */
	double (*ball)[4];            /* relative to the centre, at the present scale, and their radii */
	struct ellipsoid3 *ellipsoid; /* [n] about the origin, at the present scale */
	struct objects3 objects;
	struct object3 *object;       /* [n] likewise, of objects and of ellipsoids among such */
	char *is_object;              /* [n] not of those at fault, which are balls as in pose3.h */
	int has_objects;
	double (*vel)[6], (*force)[6];
	int *contacts;                /* [n] */
	double (*ref)[3];             /* places when the pairs were found */
	double ref_scale, pad;
	struct pack3_pairs pairs;
	double worst;                 /* deepest pressed pair, over its range */
	double deepest;               /* greatest overlap without the margin [L]; < 0: none */
};

static int is_ellipsoid(const struct pack3 *p, int i)
{
	return objects3_plain(p->shape[i]);
}

static int is_object(const struct grow *g, int i)
{
	return g->is_object[i];
}

/* Bodies that stand for balls of their own. */
static int has_balls(const struct pack3 *p, int i)
{
	return p->shape[i]->kind == SHAPE_SPHERE || p->shape[i]->kind == SHAPE_CLUMP;
}

/* Returns the least half axis. */
static double place_ellipsoid(struct grow *g, int i, double size)
{
	const double *a = g->p->shape[i]->solid->a;

	objects3_ellipsoid(g->p->shape[i], size, v3(0, 0, 0), g->p->q[i], &g->ellipsoid[i]);
	return size * fmin(a[0], fmin(a[1], a[2]));
}

static double place_object(struct grow *g, int i, double size, const double m[3][3])
{
	objects3_place(&g->objects, g->p->shape[i], size, v3(0, 0, 0), m, &g->object[i]);
	return g->object[i].thin;
}

static void place(struct grow *g)
{
	const struct pack3 *p = g->p;
	double part = margin_part + margin_early * (1 - g->scale), m[3][3];

	for (int i = 0; i < p->n; i++) {
		const struct solid *s = p->shape[i]->solid;
		double size = p->size[i] * g->scale, least = INFINITY;

		g->margin[i] = part * g->reach[i];
		quat_matrix(m, p->q[i]);
		for (int k = g->first[i]; k < g->first[i + 1]; k++) {
			double *b = g->ball[k];

			memset(b, 0, sizeof *g->ball);
			b[3] = g->reach[i] * g->scale;
			if (has_balls(p, i)) {
				mat3_apply(b, (const double (*)[3])m, s->ball[k - g->first[i]]);
				for (int z = 0; z < 3; z++)
					b[z] *= size;
				b[3] = size * s->ball[k - g->first[i]][3];
			}
			least = fmin(least, b[3]);
		}
		if (is_ellipsoid(p, i))
			least = place_ellipsoid(g, i, size);
		if (is_object(g, i) || (is_ellipsoid(p, i) && g->has_objects))
			least = place_object(g, i, size, (const double (*)[3])m);
		g->range[i] = 2 * least + g->margin[i];
	}
}

/* ---- forces ---- */

/* A force at a point from the centre of body i. */
static void push(struct grow *g, int i, vec3 arm, vec3 f)
{
	vec3 t = v3_cross(arm, f);
	double *to = g->force[i];

	to[0] += f.x, to[1] += f.y, to[2] += f.z;
	to[3] += t.x, to[4] += t.y, to[5] += t.z;
	g->contacts[i]++;
}

/* Surfaces that are pressed by delta into the margin, at arms from both centres; n is the unit normal from i to j, thick what
 * both have of a diameter between them. */
static void press(struct grow *g, const struct pack3_pair *q, double delta, double margin, double thick, vec3 n, vec3 arm_i,
	vec3 arm_j)
{
	g->worst = fmax(g->worst, delta / (thick + margin));
	g->deepest = fmax(g->deepest, delta - margin);
	push(g, q->i, arm_i, v3_scale(-delta, n));
	push(g, q->j, arm_j, v3_scale(delta, n));
}

/* j's centre stands at d from i's. */
static void balls_on_balls(struct grow *g, const struct pack3_pair *q, vec3 d, double margin)
{
	double far_j = g->reach[q->j] * g->scale + margin;

	for (int k = g->first[q->i]; k < g->first[q->i + 1]; k++) {
		vec3 a = v3_from(g->ball[k]), from = v3_sub(a, d);
		double ra = g->ball[k][3];

		if (v3_dot(from, from) >= (far_j + ra) * (far_j + ra))
			continue;
		for (int m = g->first[q->j]; m < g->first[q->j + 1]; m++) {
			vec3 b = v3_from(g->ball[m]), way = v3_sub(b, from);
			double touch = ra + g->ball[m][3] + margin, d2 = v3_dot(way, way);

			if (d2 >= touch * touch || d2 == 0)
				continue;
			double l = sqrt(d2);
			press(g, q, touch - l, margin, touch - margin, v3_scale(1 / l, way), a, b);
		}
	}
}

/* What body i is: its ellipsoid, or of its balls number k, at c. */
static struct ellipsoid3 solid_at(const struct grow *g, int i, int k, vec3 c)
{
	struct ellipsoid3 e = g->ellipsoid[i];

	if (!is_ellipsoid(g->p, i)) {
		double r = g->ball[k][3];

		e = (struct ellipsoid3){ .q = { r * r, r * r, r * r }, .sphere = r };
		c = v3_add(c, v3_from(g->ball[k]));
	}
	e.c = c;
	return e;
}

/* At least one of them is an ellipsoid. */
static void ellipsoids(struct grow *g, struct pack3_pair *q, vec3 d, double margin)
{
	int many_i = is_ellipsoid(g->p, q->i) ? 1 : g->first[q->i + 1] - g->first[q->i];
	int many_j = is_ellipsoid(g->p, q->j) ? 1 : g->first[q->j + 1] - g->first[q->j];

	for (int k = 0; k < many_i; k++)
		for (int m = 0; m < many_j; m++) {
			struct ellipsoid3 a = solid_at(g, q->i, g->first[q->i] + k, v3(0, 0, 0)), b = solid_at(g, q->j, g->first[q->j] + m, d);
			struct touch3 t = { .n = many_i * many_j == 1 ? q->n : v3(0, 0, 0) };

			ellipsoid3_gap(&a, &b, &t);
			if (many_i * many_j == 1)
				q->n = t.n;
			if (t.gap < margin)
				press(g, q, margin - t.gap, margin, 0.5 * (g->range[q->i] + g->range[q->j]), t.n, t.a, v3_sub(t.b, d));
		}
}

/* Body i, or its ball number k, as an object that stands by d. */
static struct object3 object_at(struct grow *g, int i, int k, vec3 d)
{
	static const double straight[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	struct object3 o = g->object[i];

	if (g->first[i] < g->first[i + 1])
		objects3_place(&g->objects, NULL, g->ball[k][3], v3_from(g->ball[k]), straight, &o);
	o.c = v3_add(o.c, d);
	return o;
}

/* At least one of them is an object. */
static void objects(struct grow *g, const struct pack3_pair *q, vec3 d, double margin)
{
	int many_i = g->first[q->i + 1] - g->first[q->i], many_j = g->first[q->j + 1] - g->first[q->j];

	for (int k = 0; k < (many_i ? many_i : 1); k++)
		for (int m = 0; m < (many_j ? many_j : 1); m++) {
			struct object3 a = object_at(g, q->i, g->first[q->i] + k, v3(0, 0, 0)), b = object_at(g, q->j, g->first[q->j] + m, d);
			struct touch3 t[OBJECT3_MOST];

			for (int c = object3_gaps(&a, &b, margin, t); c-- > 0;)
				press(g, q, margin - t[c].gap, margin, 0.5 * (g->range[q->i] + g->range[q->j]), t[c].n, t[c].a, v3_sub(t[c].b, d));
		}
}

/* A wall at hi or lo of axis k pushes a surface that reaches out to far from the centre, at arm. */
static void wall_force(struct grow *g, int i, int k, double side, double far, vec3 arm)
{
	const struct pack3 *p = g->p;
	double room = side > 0 ? p->hi[k] - p->x[i][k] : p->x[i][k] - p->lo[k], delta = far + g->margin[i] - room, f[3] = { 0 };

	if (delta <= 0)
		return;
	g->worst = fmax(g->worst, delta / fmax(g->range[i], g->reach[i] * g->scale / 2));
	g->deepest = fmax(g->deepest, delta - g->margin[i]);
	f[k] = -side * delta;
	push(g, i, arm, v3_from(f));
}

/* Where an object touches that wall. */
static void object_forces(struct grow *g, int i, int k, double side)
{
	const struct pack3 *p = g->p;
	double room = side > 0 ? p->hi[k] - p->x[i][k] : p->x[i][k] - p->lo[k], in[3] = { 0 };
	struct touch3 t[OBJECT3_MOST];

	if (g->reach[i] * g->scale + g->margin[i] <= room)
		return;
	in[k] = -side;
	for (int c = object3_gaps_plane(&g->object[i], v3_from(in), -room, g->margin[i], t); c-- > 0;)
		wall_force(g, i, k, side, room - t[c].gap, t[c].a);
}

static void box_forces(struct grow *g, int i)
{
	const struct pack3 *p = g->p;

	for (int k = 0; k < 3; k++)
		for (int side = -1; side <= 1 && !p->periodic[k]; side += 2) {
			double out[3] = { 0 };
			vec3 s;

			out[k] = side;
			if (is_ellipsoid(p, i)) {
				double far = ellipsoid3_support(&g->ellipsoid[i], v3_from(out), &s);
				wall_force(g, i, k, side, far, s);
			}
			if (is_object(g, i))
				object_forces(g, i, k, side);
			for (int m = g->first[i]; m < g->first[i + 1]; m++)
				wall_force(g, i, k, side, side * g->ball[m][k] + g->ball[m][3], v3_from(g->ball[m]));
		}
}

static void find_forces(struct grow *g)
{
	const struct pack3 *p = g->p;

	memset(g->force, 0, (size_t)p->n * sizeof *g->force);
	memset(g->contacts, 0, (size_t)p->n * sizeof *g->contacts);
	g->worst = 0;
	g->deepest = -INFINITY;
	place(g);
	for (int k = 0; k < g->pairs.n; k++) {
		struct pack3_pair *q = &g->pairs.pair[k];
		vec3 d = v3_sub(v3_add(v3_from(p->x[q->j]), v3_from(q->shift)), v3_from(p->x[q->i]));
		double margin = fmin(g->margin[q->i], g->margin[q->j]), touch = g->scale * (g->reach[q->i] + g->reach[q->j]) + margin;

		if (v3_dot(d, d) >= touch * touch)
			continue;
		if (is_object(g, q->i) || is_object(g, q->j))
			objects(g, q, d, margin);
		else if (is_ellipsoid(p, q->i) || is_ellipsoid(p, q->j))
			ellipsoids(g, q, d, margin);
		else
			balls_on_balls(g, q, d, margin);
	}
	for (int i = 0; i < p->n; i++)
		box_forces(g, i);
}

/* ---- steps ---- */

/* The places are final when nothing overlaps at full size by the exact test. */
static int is_done(struct grow *g)
{
	if (g->scale < 1 || g->deepest >= 0)
		return 0;
	pack3_wrap(g->p);
	g->ref_scale = 0; /* the pairs hold no longer */
	return pack3_overlaps(g->p, NULL) == 0;
}

/* Find the pairs anew when bodies moved or grew by more than the pad allows. */
static void refresh_pairs(struct grow *g)
{
	struct pack3 *p = g->p;
	double most = 0, reach = 0;

	for (int i = 0; i < p->n; i++) {
		vec3 d = v3_sub(v3_from(p->x[i]), v3_from(g->ref[i]));

		most = fmax(most, v3_dot(d, d));
		reach = fmax(reach, g->reach[i]);
	}
	if (g->ref_scale > 0 && 2 * (sqrt(most) + fmax(g->scale - g->ref_scale, 0) * reach) < g->pad)
		return;
	pack3_wrap(p);
	memcpy(g->ref, p->x, (size_t)p->n * sizeof *g->ref);
	g->ref_scale = g->scale;
	/* margins shrink as bodies grow, and are part of the reach of both */
	pack3_find_pairs(p, g->reach, g->scale, g->pad + (margin_part + margin_early * (1 - g->scale)) * reach, &g->pairs);
}

static void turn(double q[4], const double *w)
{
	const double by[4] = { 1, 0.5 * step_time * w[0], 0.5 * step_time * w[1], 0.5 * step_time * w[2] };

	quat_times(q, by, q);
	quat_unit(q);
}

static void move(struct grow *g)
{
	struct pack3 *p = g->p;

	for (int i = 0; i < p->n; i++) {
		double arm = g->reach[i] * g->scale, *u = g->vel[i], inertia = 0.4 * arm * arm;
		double mass = fmax(g->contacts[i] / contacts_most, 1);

		for (int k = 0; k < 6; k++)
			u[k] = (1 - damping) * u[k] + (k < 3 || p->turn ? step_time * g->force[i][k] / (mass * (k < 3 ? 1 : inertia)) : 0);
		double speed = v3_norm(v3_from(u)) + v3_norm(v3_from(u + 3)) * arm, most = move_most * g->range[i];
		double cut = speed * step_time > most ? most / (speed * step_time) : 1;
		for (int k = 0; k < 6; k++)
			u[k] *= cut;
		for (int k = 0; k < 3; k++)
			p->x[i][k] += step_time * u[k];
		if (p->turn)
			turn(p->q[i], u + 3);
	}
}

/* Grow by what every body can stand. */
static void grow_on(struct grow *g)
{
	double by = INFINITY;

	if (g->scale >= 1 || g->worst >= press_most)
		return;
	for (int i = 0; i < g->p->n; i++)
		by = fmin(by, growth_most * g->range[i] / g->reach[i]);
	g->scale = fmin(1, g->scale + by * (1 - g->worst / press_most));
}

/* ---- begin and end ---- */

/* Places at a scale that is small enough: the balls about the bodies do not overlap, and the bodies are a little smaller than
 * would fit into them, so that no two are too close to tell which way to push. */
static double sow(struct pack3 *p, const double *reach, struct rng *rng)
{
	double centre[1][4] = { { 0, 0, 0, 1 } }, volume = 0, scale;
	struct solid solid = { .ball = centre, .n = 1 };
	const struct shape ball = { .kind = SHAPE_SPHERE, .solid = &solid };
	struct pack3 balls = *p;

	balls.shape = mem_new((size_t)p->n, sizeof *balls.shape);
	balls.size = MEM_NEW(double, (size_t)p->n);
	for (int i = 0; i < p->n; i++) {
		balls.shape[i] = &ball;
		volume += 4.1887902047863905 * reach[i] * reach[i] * reach[i];
	}
	/* the balls fill a fifth of the box */
	scale = fmin(1, cbrt(0.2 * (p->hi[0] - p->lo[0]) * (p->hi[1] - p->lo[1]) * (p->hi[2] - p->lo[2]) / volume));
	for (int fit = 0; scale > 1e-9 && fit < p->n; scale *= fit < p->n ? 0.8 : 1) {
		for (int i = 0; i < p->n; i++)
			balls.size[i] = scale * reach[i];
		fit = pack3_random(&balls, 1000, rng);
	}
	free(balls.shape);
	free(balls.size);
	return 0.9 * scale;
}

static void begin(struct grow *g, struct pack3 *p)
{
	double least = INFINITY;
	size_t n = (size_t)p->n;

	*g = (struct grow){ .p = p, .reach = MEM_NEW(double, n), .margin = MEM_NEW(double, n), .range = MEM_NEW(double, n),
	                    .first = MEM_NEW(int, n + 1), .ellipsoid = mem_zero(n, sizeof *g->ellipsoid),
	                    .object = mem_zero(n, sizeof *g->object), .is_object = mem_new(n, 1), .vel = mem_zero(n, sizeof *g->vel),
	                    .force = mem_new(n, sizeof *g->force), .contacts = MEM_NEW(int, n), .ref = mem_zero(n, sizeof *g->ref) };
	g->first[0] = 0;
	for (int i = 0; i < p->n; i++) {
		g->reach[i] = p->size[i] * shape_reach(p->shape[i]);
		g->is_object[i] = p->shape[i]->kind == SHAPE_OBJECT && !is_ellipsoid(p, i) && objects3_good(p->shape[i]);
		g->first[i + 1] = g->first[i] + (is_ellipsoid(p, i) || is_object(g, i) ? 0 : has_balls(p, i) ? p->shape[i]->solid->n : 1);
		g->has_objects |= is_object(g, i);
		least = fmin(least, g->reach[i]);
	}
	g->ball = mem_new((size_t)g->first[p->n], sizeof *g->ball);
	g->pad = 0.3 * least;
}

static void end(struct grow *g)
{
	free(g->reach);
	free(g->margin);
	free(g->range);
	free(g->first);
	free(g->ball);
	free(g->ellipsoid);
	free(g->object);
	free(g->is_object);
	objects3_free(&g->objects);
	free(g->vel);
	free(g->force);
	free(g->contacts);
	free(g->ref);
	free(g->pairs.pair);
}

/* The scale to which bodies that jam must shrink until they part: they are given time at every hundredth less. */
static double fitting(struct grow *g)
{
	enum { TIME = 1000 };

	for (g->scale = fmin(g->scale, 0.999); g->scale > 1e-3; g->scale *= 0.99)
		for (int k = 0; k < TIME; k++) {
			refresh_pairs(g);
			find_forces(g);
			if (g->deepest < 0)
				return g->scale;
			move(g);
		}
	return g->scale;
}

double pack3_grow(struct pack3 *p, struct rng *rng, int most_steps, int *steps)
{
	enum { PATIENCE = 4000 }; /* steps in which something must have come of it */
	struct grow g;
	double before = 0, fits;
	int k, done = 0;

	begin(&g, p);
	g.scale = sow(p, g.reach, rng);
	for (k = 0; k < most_steps; k++) {
		refresh_pairs(&g);
		find_forces(&g);
		if ((done = is_done(&g)))
			break;
		if (k % PATIENCE == 0) {
			if (k && g.scale < 1 && g.scale < before + 4e-4)
				break;
			before = g.scale;
		}
		grow_on(&g);
		move(&g);
	}
	if (steps)
		*steps = k;
	fits = done ? 0 : fitting(&g);
	end(&g);
	return fits;
}
