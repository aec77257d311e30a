/* stage.c: the things before a camera */
#include "view/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/sym3.h"
#include "base/vec.h"

void stage_clear(struct stage *s)
{
	s->n_ball = s->n_face = s->n_wall = s->n_line = 0;
}

void stage_free(struct stage *s)
{
	free(s->ball);
	free(s->face);
	free(s->wall);
	free(s->line);
	*s = (struct stage){ 0 };
}

static struct stage_ball *ball_add(struct stage *s, const double at[3], unsigned rgb, int body)
{
	MEM_GROW(s->ball, &s->cap_ball, (size_t)s->n_ball + 1);
	struct stage_ball *b = &s->ball[s->n_ball++];

	*b = (struct stage_ball){ .at = { at[0], at[1], at[2] }, .rgb = rgb, .body = body };
	return b;
}

void stage_add_sphere(struct stage *s, const double at[3], double r, unsigned rgb, int body)
{
	struct stage_ball *b = ball_add(s, at, rgb, body);

	for (int k = 0; k < 3; k++)
		b->a[k] = 1 / (r * r);
}

void stage_add_ellipsoid(struct stage *s, const double at[3], const double a[3], const double m[3][3], unsigned rgb,
	int body)
{
	static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
	struct stage_ball *b = ball_add(s, at, rgb, body);

	for (int k = 0; k < 6; k++)
		for (int j = 0; j < 3; j++)
			b->a[k] += m[row[k]][j] * m[column[k]][j] / (a[j] * a[j]);
}

void stage_add_tube(struct stage *s, const double p[3], const double q[3], double r, unsigned rgb, int body)
{
	if (!(v3_norm(v3_sub(v3_from(q), v3_from(p))) > 0))
		return;
	struct stage_ball *b = ball_add(s, p, rgb, body);

	for (int k = 0; k < 3; k++)
		b->a[k] = q[k] - p[k];
	b->a[3] = r;
	b->tube = 1;
}

/* Fill in a triangle. Returns whether it has an area. */
static int face_make(struct stage_face *f, const double p[3][3], const float (*normal)[3], unsigned rgb, int body)
{
	vec3 o = v3_from(p[0]), n = v3_cross(v3_sub(v3_from(p[1]), o), v3_sub(v3_from(p[2]), o));
	double area = v3_norm(n), own[3];

	if (!(area > 0))
		return 0;
	v3_to(own, v3_scale(1 / area, n));
	memcpy(f->p, p, sizeof f->p);
	for (int c = 0; c < 3; c++)
		for (int k = 0; k < 3; k++)
			f->normal[c][k] = normal ? normal[c][k] : (float)own[k];
	f->rgb = rgb;
	f->body = body;
	f->closed = f->filled = f->inner = 0;
	return 1;
}

void stage_add_face(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body, int closed)
{
	MEM_GROW(s->face, &s->cap_face, (size_t)s->n_face + 1);
	if (!face_make(&s->face[s->n_face], p, normal, rgb, body))
		return;
	s->face[s->n_face++].closed = closed;
}

void stage_add_inner(struct stage *s, const double p[3][3], unsigned rgb, int body)
{
	int n = s->n_face;

	stage_add_face(s, p, NULL, rgb, body, 0);
	for (; n < s->n_face; n++)
		s->face[n].inner = 1;
}

void stage_fill(struct stage *s, int first)
{
	for (int k = first; k < s->n_face; k++)
		s->face[k].filled = 1;
}

void stage_add_wall(struct stage *s, const double p[3][3], const float (*normal)[3], unsigned rgb, int body)
{
	MEM_GROW(s->wall, &s->cap_wall, (size_t)s->n_wall + 1);
	s->n_wall += face_make(&s->wall[s->n_wall], p, normal, rgb, body);
}

void stage_add_line(struct stage *s, const double p[3], const double q[3], double width, double dash, unsigned rgb)
{
	MEM_GROW(s->line, &s->cap_line, (size_t)s->n_line + 1);
	s->line[s->n_line++] = (struct stage_line){ .p = { { p[0], p[1], p[2] }, { q[0], q[1], q[2] } }, .width = width,
		.dash = dash, .rgb = rgb };
}

/* Cut a line by the planes from the given one on. Returns 0 if nothing is left. */
static int line_cut(const struct stage *s, int from, double p[2][3])
{
	for (int k = from; k < s->n_cut; k++) {
		const double *n = s->cut[k].n;
		double off[2];

		for (int e = 0; e < 2; e++)
			off[e] = n[0] * p[e][0] + n[1] * p[e][1] + n[2] * p[e][2] - s->cut[k].d;
		if (off[0] > 0 && off[1] > 0)
			return 0;
		if ((off[0] > 0) == (off[1] > 0))
			continue;
		int out = off[1] > 0;
		for (int d = 0; d < 3; d++)
			p[out][d] = p[!out][d] + off[!out] / (off[!out] - off[out]) * (p[out][d] - p[!out][d]);
	}
	return 1;
}

void stage_add_rim(struct stage *s, const double p[3], const double q[3], double width, unsigned rgb)
{
	double end[2][3] = { { p[0], p[1], p[2] }, { q[0], q[1], q[2] } };

	if (!s->section && line_cut(s, 0, end))
		stage_add_line(s, end[0], end[1], width, 0, rgb);
}

void stage_add_wall_section(struct stage *s, double width, unsigned rgb)
{
	const struct stage_cut *c = &s->cut[0];

	for (int k = 0; k < s->n_wall && s->section; k++) {
		const struct stage_face *f = &s->wall[k];
		double off[3], at[2][3];
		int n = 0;

		for (int e = 0; e < 3; e++)
			off[e] = c->n[0] * f->p[e][0] + c->n[1] * f->p[e][1] + c->n[2] * f->p[e][2] - c->d;
		for (int e = 0; e < 3; e++) {
			int other = (e + 1) % 3;

			if ((off[e] > 0) == (off[other] > 0))
				continue;
			for (int d = 0; d < 3; d++)
				at[n][d] = f->p[e][d] + off[e] / (off[e] - off[other]) * (f->p[other][d] - f->p[e][d]);
			n++;
		}
		if (n == 2 && line_cut(s, 1, at))
			stage_add_line(s, at[0], at[1], width, 0, rgb);
	}
}

static void box_add(double lo[3], double hi[3], const double p[3], const double reach[3])
{
	for (int k = 0; k < 3; k++) {
		lo[k] = fmin(lo[k], p[k] - reach[k]);
		hi[k] = fmax(hi[k], p[k] + reach[k]);
	}
}

/* Extend a box by a ball. */
static void box_add_ball(double lo[3], double hi[3], const struct stage_ball *b)
{
	double c[6], det;

	if (b->tube) {
		const double end[3] = { b->at[0] + b->a[0], b->at[1] + b->a[1], b->at[2] + b->a[2] };
		const double reach[3] = { b->a[3], b->a[3], b->a[3] };

		box_add(lo, hi, b->at, reach);
		box_add(lo, hi, end, reach);
		return;
	}
	det = sym3_cofactors(c, b->a);

	/* x^T A x = 1 extends to sqrt((A^-1)_kk) on each side along axis k */
	box_add(lo, hi, b->at, (double[3]){ sqrt(c[0] / det), sqrt(c[1] / det), sqrt(c[2] / det) });
}

void stage_box(const struct stage *s, double lo[3], double hi[3])
{
	static const double none[3];

	for (int i = 0; i < s->n_ball; i++)
		box_add_ball(lo, hi, &s->ball[i]);
	for (int i = 0; i < s->n_face; i++)
		for (int c = 0; c < 3; c++)
			box_add(lo, hi, s->face[i].p[c], none);
	for (int i = 0; i < s->n_wall; i++)
		for (int c = 0; c < 3; c++)
			box_add(lo, hi, s->wall[i].p[c], none);
}

static double away(const double p[3], const double from[3])
{
	return v3_norm(v3_sub(v3_from(p), v3_from(from)));
}

double stage_reach(const struct stage *s, const double from[3])
{
	double far = 0;

	for (int i = 0; i < s->n_ball; i++) {
		double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, corner[3];

		box_add_ball(lo, hi, &s->ball[i]);
		for (int k = 0; k < 3; k++)
			corner[k] = from[k] - lo[k] > hi[k] - from[k] ? lo[k] : hi[k];
		far = fmax(far, away(corner, from));
	}
	for (int i = 0; i < 3 * s->n_face; i++)
		far = fmax(far, away(s->face[i / 3].p[i % 3], from));
	for (int i = 0; i < 3 * s->n_wall; i++)
		far = fmax(far, away(s->wall[i / 3].p[i % 3], from));
	for (int i = 0; i < 2 * s->n_line; i++)
		far = fmax(far, away(s->line[i / 2].p[i % 2], from));
	return far;
}
