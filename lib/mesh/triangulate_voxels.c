/* triangulate_voxels.c: surfaces of labels
 *
 * Smoothing by the binomial kernel G = (1 4 6 4 1) / 16 along each axis removes the steps of voxels, but it shrinks a ball
 * of radius R by about 1 / R, in voxels. Smoothing twice shrinks it by twice as much, so G + SHARPEN (G - G^2) undoes
 * this. */
#include "mesh/triangulate_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/triangulate.h"

/* MARGIN: voxels around the label, as many as the smoothing reaches and one more. CLEAR: the least distance of the values
 * of voxels from 1/2, so that vertices stay off the centres of voxels. */
enum { MARGIN = 5 };
#define CLEAR 0.05f
/* The factor with which balls of triangles have the volume of their voxels: 2 % less for R = 4, 0.3 % less for R = 10. A
 * part of it makes up for the chords between vertices. Larger factors make the steps of voxels visible. */
#define SHARPEN 2.75f

struct grid {
	int n[3];
	double at[3];         /* centre of the first voxel */
	float *f;             /* [n2][n1][n0] */
};

void voxels_boxes(const struct voxels *v, struct voxel_box *box)
{
	const uint16_t *label = v->value;

	for (int k = 0; k < 65536; k++)
		box[k] = (struct voxel_box){ 0, { v->n[0], v->n[1], v->n[2] }, { -1, -1, -1 } };
	for (int z = 0; z < v->n[2]; z++)
		for (int y = 0; y < v->n[1]; y++)
			for (int x = 0; x < v->n[0]; x++) {
				struct voxel_box *b = &box[*label++];
				const int at[3] = { x, y, z };

				b->count++;
				for (int k = 0; k < 3; k++) {
					b->lo[k] = at[k] < b->lo[k] ? at[k] : b->lo[k];
					b->hi[k] = at[k] > b->hi[k] ? at[k] : b->hi[k];
				}
			}
}

int voxel_box_touches(const struct voxel_box *b, const struct voxels *v)
{
	int touches = 0;

	for (int k = 0; k < 3; k++)
		touches |= b->lo[k] == 0 || b->hi[k] == v->n[k] - 1;
	return touches;
}

/* ---- smoothing ---- */

/* Smooth along lines of n values with a stride. */
static void smooth_line(float *f, int n, size_t stride, float *line)
{
	for (int i = 0; i < n; i++)
		line[i + 2] = f[(size_t)i * stride];
	line[0] = line[1] = line[n + 2] = line[n + 3] = 0;
	for (int i = 0; i < n; i++)
		f[(size_t)i * stride] = (line[i] + line[i + 4] + 4 * (line[i + 1] + line[i + 3]) + 6 * line[i + 2]) / 16;
}

static void smooth(const struct grid *g, float *f, float *line)
{
	size_t n[3] = { (size_t)g->n[0], (size_t)g->n[1], (size_t)g->n[2] }, area = n[0] * n[1];

	for (size_t k = 0; k < n[1] * n[2]; k++)
		smooth_line(f + k * n[0], g->n[0], 1, line);
	for (size_t z = 0; z < n[2]; z++)
		for (size_t x = 0; x < n[0]; x++)
			smooth_line(f + z * area + x, g->n[1], n[0], line);
	for (size_t k = 0; k < area; k++)
		smooth_line(f + k, g->n[2], area, line);
}

static void fill(struct grid *g, const struct voxels *v, int label, const struct voxel_box *box)
{
	size_t total = 1;
	int longest = 0;

	for (int k = 0; k < 3; k++) {
		g->n[k] = box->hi[k] - box->lo[k] + 1 + 2 * MARGIN;
		g->at[k] = box->lo[k] - MARGIN + 0.5;
		total *= (size_t)g->n[k];
		longest = g->n[k] > longest ? g->n[k] : longest;
	}
	g->f = MEM_ZERO(float, total);
	for (int z = box->lo[2]; z <= box->hi[2]; z++)
		for (int y = box->lo[1]; y <= box->hi[1]; y++) {
			const uint16_t *from = v->value + ((size_t)z * (size_t)v->n[1] + (size_t)y) * (size_t)v->n[0];
			float *to = g->f + ((size_t)(z - box->lo[2] + MARGIN) * (size_t)g->n[1] + (size_t)(y - box->lo[1] + MARGIN)) *
				(size_t)g->n[0] + MARGIN;

			for (int x = box->lo[0]; x <= box->hi[0]; x++)
				to[x - box->lo[0]] = from[x] == label;
		}
	float *line = MEM_NEW(float, (size_t)longest + 4), *once = mem_copy(g->f, total, sizeof *g->f);
	smooth(g, once, line);
	float *twice = mem_copy(once, total, sizeof *once);
	smooth(g, twice, line);
	for (size_t k = 0; k < total; k++) {
		float f = once[k] + SHARPEN * (once[k] - twice[k]);

		g->f[k] = g->f[k] > 0 ? fmaxf(f, 0.5f + CLEAR) : fminf(f, 0.5f - CLEAR);
	}
	free(line);
	free(once);
	free(twice);
}

/* ---- the field, linear between centres of voxels along each axis ---- */

/* The cell of a coordinate, and its place there; 0 outside the grid. */
static int cell(const struct grid *g, int axis, double x, int *i, double *t)
{
	double u = x - g->at[axis], whole = floor(u);

	if (!(whole >= 0 && whole <= g->n[axis] - 2))
		return 0;
	*i = (int)whole;
	*t = u - whole;
	return 1;
}

/* The value at voxel i of the line through y and z. */
static double on_line(const struct grid *g, int i, int j, int k, double ty, double tz)
{
	size_t row = (size_t)g->n[0], layer = row * (size_t)g->n[1];
	const float *f = g->f + (size_t)k * layer + (size_t)j * row + (size_t)i;

	return (1 - tz) * ((1 - ty) * f[0] + ty * f[row]) + tz * ((1 - ty) * f[layer] + ty * f[layer + row]);
}

static void cut_line(void *body, double y, double z, struct intervals *s)
{
	const struct grid *g = body;
	double ty, tz, from = 0;
	int j, k;

	if (!cell(g, 1, y, &j, &ty) || !cell(g, 2, z, &k, &tz))
		return;
	double before = on_line(g, 0, j, k, ty, tz);
	for (int i = 1; i < g->n[0]; i++) {
		double f = on_line(g, i, j, k, ty, tz), x = g->at[0] + i - 1 + (0.5 - before) / (f - before);

		if (before <= 0.5 && f > 0.5)
			from = x;
		else if (before > 0.5 && f <= 0.5)
			intervals_add(s, from, x);
		before = f;
	}
}

static double value(const struct grid *g, const double x[3])
{
	double t[3];
	int i[3];

	for (int k = 0; k < 3; k++)
		if (!cell(g, k, x[k], &i[k], &t[k]))
			return 0;
	return (1 - t[0]) * on_line(g, i[0], i[1], i[2], t[1], t[2]) + t[0] * on_line(g, i[0] + 1, i[1], i[2], t[1], t[2]);
}

/* x is inside and x + d outside: find where the surface is between them. */
static void cut_edge(void *body, const double x[3], const double d[3], struct intervals *s)
{
	double in = 0, out = 1;

	for (int round = 0; round < 40; round++) {
		double t = 0.5 * (in + out), at[3] = { x[0] + t * d[0], x[1] + t * d[1], x[2] + t * d[2] };

		if (value(body, at) > 0.5)
			in = t;
		else
			out = t;
	}
	intervals_add(s, 0, 0.5 * (in + out));
}

void triangulate_label(struct mesh *m, const struct voxels *v, int label, const struct voxel_box *box, int n)
{
	struct grid g = { .f = NULL };
	struct triangulate_field field = { .lines = { .cut = cut_line, .body = &g }, .cut = cut_edge };
	int longest = 0;

	fill(&g, v, label, box);
	for (int k = 0; k < 3; k++) { /* the nodes of triangulate_march lie at centres of voxels */
		field.lines.lo[k] = box->lo[k] - 0.5;
		field.lines.hi[k] = box->hi[k] + 1.5;
		longest = box->hi[k] - box->lo[k] + 2 > longest ? box->hi[k] - box->lo[k] + 2 : longest;
	}
	triangulate_march(m, &field, n ? n : longest < TRIANGULATE_MOST ? longest : TRIANGULATE_MOST);
	free(g.f);
}
