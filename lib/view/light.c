/* light.c: an overcast sky and its shadow maps */
#include "view/light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/quat.h"
#include "base/team.h"
#include "base/trig.h"
#include "base/vec.h"

/* The brightness of the sky is 1 + bright ((1 + u) / 2)^POWER, where u is the cosine of the angle to the brightest direction. */
static const double bright = 9;
enum { POWER = 4 };
/* The brightest direction: to the right, up, towards the viewer. */
static const double key[3] = { -0.50, 0.62, 0.60 };

/* The light from the part of the sky with cosines below u: the integral of the brightness from -1 to u. */
static double sky_below(double u)
{
	double half = (1 + u) / 2, power = half;

	for (int k = 0; k < POWER; k++)
		power *= half;
	return 2 * half + bright * 2 * power / (POWER + 1);
}

/* An orthonormal frame whose last axis is along w. */
static void frame_along(double axis[3][3], vec3 w)
{
	vec3 other = fabs(w.z) < 0.7 ? v3(0, 0, 1) : v3(1, 0, 0), u = v3_cross(other, w);

	u = v3_scale(1 / v3_norm(u), u);
	v3_to(axis[0], u);
	v3_to(axis[1], v3_cross(w, u));
	v3_to(axis[2], w);
}

/* Choose directions on a spiral around the brightest one, each with the same fraction of the light. */
static void directions(struct light *l, const struct view *v)
{
	const double golden = 2.399963229728653; /* the angle that fills a circle evenly */
	double along[3], frame[3][3], all = sky_below(1);

	mat3_apply_back(along, v->axis, key);
	frame_along(frame, v3_scale(1 / v3_norm(v3_from(along)), v3_from(along)));
	for (int k = 0; k < l->n; k++) {
		double lo = -1, hi = 1, s, c, w[3];

		while (hi - lo > 1e-9) {
			double u = 0.5 * (lo + hi);

			if (sky_below(u) < all * (k + 0.5) / l->n)
				lo = u;
			else
				hi = u;
		}
		double u = 0.5 * (lo + hi), r = sqrt((1 - u) * (1 + u));
		trig_sincos(golden * k, &s, &c);
		mat3_apply_back(w, (const double (*)[3])frame, (double[3]){ r * c, r * s, u });
		frame_along(l->axis[k], v3_scale(1 / v3_norm(v3_from(w)), v3_from(w)));
		for (int i = 0; i < 9; i++)
			l->fast[k][i] = (float)l->axis[k][i / 3][i % 3];
	}
}

struct maps { struct light *l; const struct stage *s; float *z; };

/* Draw the shadow map of direction k; each thread has its own depth buffer. */
static void map_make(void *to, int k, int thread)
{
	const struct maps *m = to;
	struct light *l = m->l;
	size_t n = (size_t)l->side * (size_t)l->side;
	struct view v = { .k = 0, .scale = l->side / (2 * l->radius), .at = { l->side / 2.0, l->side / 2.0 } };
	struct depth d = { .width = l->side, .from = 0, .to = l->side, .z = m->z + n * (size_t)thread };
	uint16_t *map = l->map + n * (size_t)k;

	if (thread == 0)
		count_to(k);
	memcpy(v.axis, l->axis[k], sizeof v.axis);
	memcpy(v.centre, l->centre, sizeof v.centre);
	depth_clear(&d);
	depth_cut_begin(&d, &v, m->s);
	d.section = 0;
	if (!d.n_cut)
		front_draw(&l->front, m->s, &v, &d, NULL);
	for (int i = 0; i < m->s->n_ball && d.n_cut; i++)
		depth_add_ball(&d, &v, &m->s->ball[i], 0);
	for (int i = 0; i < m->s->n_face && d.n_cut; i++)
		depth_add_face(&d, &v, &m->s->face[i], 0);
	float unit = (float)(65534 / (2 * l->radius));
	for (size_t i = 0; i < n; i++)
		map[i] = d.z[i] > DEPTH_NONE ? (uint16_t)(1 + fminf(fmaxf((d.z[i] + (float)l->radius) * unit, 0), 65533)) : 0;
}

void light_init(struct light *l, const struct stage *s, const struct view *v, int side, int rays, int threads)
{
	struct stage bodies = *s;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, square = 0;

	l->n = rays;
	l->side = side;
	l->map = MEM_NEW(uint16_t, (size_t)l->n * (size_t)side * (size_t)side);
	bodies.n_wall = 0;
	stage_box(&bodies, lo, hi);
	for (int k = 0; k < 3; k++) {
		l->centre[k] = hi[k] >= lo[k] ? 0.5 * (lo[k] + hi[k]) : 0;
		square += hi[k] >= lo[k] ? 0.25 * (hi[k] - lo[k]) * (hi[k] - lo[k]) : 0;
	}
	l->radius = square > 0 ? 1.01 * sqrt(square) : 1;
	directions(l, v);
	front_init(&l->front, s);
	struct maps m = { l, s, MEM_NEW(float, (size_t)threads * (size_t)side * (size_t)side) };
	count_begin("directions of light", 0, l->n);
	team_run(threads, l->n, map_make, &m);
	count_end();
	free(m.z);
}

void light_free(struct light *l)
{
	front_free(&l->front);
	free(l->map);
	l->map = NULL;
}

/* The row or column of a map at a place, which is counted from 1. Places outside get numbers that are too large. */
static inline unsigned square_of(float at, float beyond)
{
	at = at > 0 ? at : 0;
	at = at < beyond ? at : beyond;
	return (unsigned)(int)at - 1;
}

double light_at(const struct light *l, const double p[3], const double normal[3], int first, int step)
{
	const double pixel = 2 * l->radius / l->side;
	const unsigned side = (unsigned)l->side;
	float d[3], n[3], sum = 0, unit = (float)(65534 / (2 * l->radius)), high = (float)(l->radius + 0.5 * pixel);
	const float half = (float)(l->side / 2.0), dense = (float)(1 / pixel), beyond = (float)(l->side + 1);

	/* slightly outside the surface, so that the coarse maps do not shadow the surface by itself */
	for (int k = 0; k < 3; k++) {
		d[k] = (float)(p[k] - l->centre[k] + 2 * pixel * normal[k]);
		n[k] = (float)normal[k];
	}
	for (int k = first; k < l->n; k += step) {
		const float *u = l->fast[k], *v = u + 3, *w = u + 6;
		float cosine = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];

		if (!(cosine > 0))
			continue;
		unsigned x = square_of(half + dense * (u[0] * d[0] + u[1] * d[1] + u[2] * d[2]) + 1, beyond);
		unsigned y = square_of(half - dense * (v[0] * d[0] + v[1] * d[1] + v[2] * d[2]) + 1, beyond);
		float depth = 1 + (w[0] * d[0] + w[1] * d[1] + w[2] * d[2] + high) * unit;
		size_t at = ((size_t)k * (size_t)side + (size_t)y) * (size_t)side + (size_t)x;
		if (x >= side || y >= side || !(depth < l->map[at]))
			sum += cosine;
	}
	/* a surface that faces the brightest part of an open sky sums to about 0.51 times the number of directions */
	return sum * step / (0.51 * l->n);
}
