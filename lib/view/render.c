/* render.c: rendering a stage in bands of rows
 *
 * A band has a depth buffer with the ids of the things in front. Each sample is lit, darkened at edges, seen through walls, and
 * crossed by lines. Then the samples of a pixel are averaged. */
#include "view/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/team.h"
#include "base/sym3.h"
#include "base/vec.h"
#include "view/depth.h"

enum { ROWS = 8 };          /* rows of pixels in a band */
enum { NOBODY = -1 };

/* Fractions of a surface's colour that are left in full shade and at an edge. A wall in front takes the fraction glass of the
 * light from behind. */
static const double shade = 0.20, edge_shade = 0.42, glass = 0.12;
static const double cut_light = 0.75; /* on the faces of cuts */
static const double glass_rgb[3] = { 0.62, 0.68, 0.74 };

/* The things that overlap each band: band k has item[first[k]] .. item[first[k + 1] - 1]. Balls, faces, walls and lines are
 * numbered in this order. */
struct bands { int n, *first, *item; };

struct work {
	unsigned char *rgb;
	const struct render *r;
	const struct stage *s;
	const struct view *v;
	const struct light *l;
	unsigned char *seen;  /* [n_ball] whether a ball may be seen; NULL: all */
	struct bands bands;
	int reach;            /* distance at which edges are searched [samples] */
	struct buffer { float *z; int *id; unsigned char *glass, *face; short *count; float (*color)[3], (*normal)[3]; } *buffer; /* per
	                       * thread; face and count only if the stage is cut */
};

/* ---- bands ---- */

/* The rows from .. to in which thing k is seen; none if from > to. */
static void rows_of(const struct work *w, int k, double *from, double *to)
{
	const struct stage *s = w->s;
	double box[4];

	*from = 1;
	*to = 0;
	if (k < s->n_ball && w->seen && !w->seen[k])
		return;
	if (k < s->n_ball) {
		depth_ball_box(w->v, &s->ball[k], box);
	} else if ((k -= s->n_ball) < s->n_face) {
		depth_face_box(w->v, &s->face[k], box);
	} else if ((k -= s->n_face) < s->n_wall) {
		depth_face_box(w->v, &s->wall[k], box);
	} else {
		double a[3], b[3], half = s->line[k - s->n_wall].width * w->r->fine / w->v->scale;

		view_of_point(w->v, s->line[k - s->n_wall].p[0], a);
		view_of_point(w->v, s->line[k - s->n_wall].p[1], b);
		box[1] = fmin(a[1], b[1]) - half;
		box[3] = fmax(a[1], b[1]) + half;
	}
	*from = w->v->at[1] - w->v->scale * box[3];
	*to = w->v->at[1] - w->v->scale * box[1];
}

/* The bands first .. last that need the rows from .. to, including the rows where edges are searched. */
static int bands_between(const struct work *w, double from, double to, int *first, int *last)
{
	double high = ROWS * w->r->fine, a = floor((from - w->reach) / high), b = floor((to + w->reach) / high);

	*first = (int)fmin(fmax(a, 0), w->bands.n);
	*last = (int)fmin(fmax(b, -1), w->bands.n - 1);
	return from <= to && *first <= *last;
}

/* Find the balls that may be seen, where there are many, most of them behind others: from front to back, as for shadows. The
 * buffer for the whole picture takes about as much memory as the balls. */
static void find_seen(struct work *w)
{
	enum { MANY = 10000, SAMPLES = 25 }; /* balls, and samples for each of them */
	const struct stage *s = w->s;
	struct depth d = { .width = w->r->width * w->r->fine, .from = -w->reach, .to = w->r->height * w->r->fine + w->reach };
	size_t n = (size_t)d.width * (size_t)(d.to - d.from);

	if (w->v->k != 0 || s->n_cut > 0 || s->n_ball < MANY || s->n_face > s->n_ball || n > SAMPLES * (size_t)s->n_ball)
		return;
	w->seen = mem_zero((size_t)s->n_ball, 1);
	d.z = MEM_NEW(float, n);
	depth_clear(&d);
	front_draw(&w->l->front, s, w->v, &d, w->seen);
	free(d.z);
}

static void bands_make(struct work *w)
{
	struct bands *b = &w->bands;
	const struct stage *s = w->s;
	int all = s->n_ball + s->n_face + s->n_wall + s->n_line, first, last;
	double from, to;

	b->n = (w->r->height + ROWS - 1) / ROWS;
	b->first = MEM_ZERO(int, (size_t)b->n + 2);
	/* count, sum up, fill; first[k + 2] is ahead by one so that filling turns it into the end of band k */
	for (int k = 0; k < all; k++) {
		rows_of(w, k, &from, &to);
		if (bands_between(w, from, to, &first, &last))
			for (int j = first; j <= last; j++)
				b->first[j + 2]++;
	}
	for (int j = 0; j < b->n; j++)
		b->first[j + 2] += b->first[j + 1];
	b->item = MEM_NEW(int, (size_t)b->first[b->n + 1]);
	for (int k = 0; k < all; k++) {
		rows_of(w, k, &from, &to);
		if (bands_between(w, from, to, &first, &last))
			for (int j = first; j <= last; j++)
				b->item[b->first[j + 1]++] = k;
	}
}

/* ---- samples ---- */

static const struct stage_face *face_of(const struct stage *s, int k)
{
	return k < s->n_ball + s->n_face ? &s->face[k - s->n_ball] : &s->wall[k - s->n_ball - s->n_face];
}

static vec3 face_normal(const struct stage_face *f, vec3 p)
{
	vec3 a = v3_from(f->p[0]), u = v3_sub(v3_from(f->p[1]), a), w = v3_sub(v3_from(f->p[2]), a), d = v3_sub(p, a);
	vec3 n = v3_cross(u, w);
	double all = v3_dot(n, n), weight[3];

	weight[1] = fmin(fmax(v3_dot(v3_cross(d, w), n) / all, 0), 1);
	weight[2] = fmin(fmax(v3_dot(v3_cross(u, d), n) / all, 0), 1);
	weight[0] = 1 - weight[1] - weight[2];
	vec3 sum = v3(0, 0, 0);
	for (int c = 0; c < 3; c++)
		sum = v3_add(sum, v3_scale(weight[c], v3(f->normal[c][0], f->normal[c][1], f->normal[c][2])));
	double norm = v3_norm(sum);
	return norm > 0 ? v3_scale(1 / norm, sum) : v3_scale(1 / sqrt(all), n);
}

static vec3 ball_normal(const struct stage_ball *b, vec3 p)
{
	vec3 d = v3_sub(p, v3_from(b->at)), axis = v3(b->a[0], b->a[1], b->a[2]);
	vec3 n = b->tube ? v3_sub(d, v3_scale(v3_dot(d, axis) / v3_dot(axis, axis), axis)) : sym3_apply(b->a, d);

	return v3_scale(1 / v3_norm(n), n);
}

/* The point in space that a sample sees. */
static vec3 sample_point(const struct view *v, int i, int j, double z)
{
	double p[3];

	view_point(v, (double[3]){ (i + 0.5 - v->at[0]) / v->scale, (v->at[1] - j - 0.5) / v->scale, z }, p);
	return v3_from(p);
}

static void color_of(double to[3], unsigned rgb)
{
	for (int k = 0; k < 3; k++)
		to[k] = (double)(rgb >> (16 - 8 * k) & 255) / 255;
}

/* The colour value that gives a brightness on a screen, which shows the power 2.2 of the value. */
static double screen(double light)
{
	return sqrt(light) * (0.9 + 0.1 * light); /* light^(1/2.2) to 0.01 above 0.1 */
}

/* Find the colour of a lit sample, and its normal. */
static void sample_color(const struct work *w, const struct depth *d, struct buffer *buffer, int i, int j)
{
	size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;
	const struct stage *s = w->s;
	int id = d->id[at], fine = w->r->fine;
	double to[3], at_p[3], normal[3], color[3];

	if (id == NOBODY) {
		buffer->color[at][0] = buffer->color[at][1] = buffer->color[at][2] = 1;
		return;
	}
	vec3 p = sample_point(w->v, i, j, d->z[at]), n;
	int cut = d->face ? d->face[at] : 0;
	n = cut ? v3_from(s->cut[cut - 1].n) : id < s->n_ball ? ball_normal(&s->ball[id], p) : face_normal(face_of(s, id), p);
	v3_to(at_p, p);
	view_towards(w->v, at_p, to);
	double facing = v3_dot(n, v3_from(to));
	if (facing < 0)
		n = v3_scale(-1, n);
	v3_to(normal, n);
	for (int k = 0; k < 3; k++)
		buffer->normal[at][k] = (float)normal[k];
	double light = light_at(w->l, at_p, normal, (j + fine) % fine * fine + i % fine, fine * fine);
	if (id >= s->n_ball + s->n_face)
		light = 0.5 + 0.5 * light; /* walls stay bright, so that grains in front of them are easy to see */
	if (cut)
		light = s->section ? cut_light : 0.5 * cut_light + 0.5 * light; /* so are cuts, which are flat */
	color_of(color, id < s->n_ball ? s->ball[id].rgb : face_of(s, id)->rgb);
	light = screen(fmin(shade + (1.2 - shade) * light, 1.4));
	for (int k = 0; k < 3; k++)
		buffer->color[at][k] = (float)(light * color[k]);
}

/* ---- edges ---- */

static int body_of(const struct stage *s, int id)
{
	return id < s->n_ball ? s->ball[id].body : face_of(s, id)->body;
}

/* The strength of the edge between a sample and a neighbour. It is 1 if a body ends in front of something else, or if surfaces
 * of two bodies meet. Within a body it depends on the angle between the surfaces. */
static double edge_between(const struct work *w, const struct depth *d, const struct buffer *buffer, size_t a, size_t b)
{
	int one = d->id[a], two = d->id[b];
	const float *n = buffer->normal[a], *m = buffer->normal[b];

	if (one == two && !(d->face && d->face[a] != d->face[b]))
		return 0;
	if (two == NOBODY || body_of(w->s, one) != body_of(w->s, two))
		return 1;
	if (d->face && d->face[a] != d->face[b])
		return 1;
	double cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
	return fmin(fmax((0.98 - cosine) / 0.25, 0), 1);
}

static void sample_edge(const struct work *w, const struct depth *d, struct buffer *buffer, int i, int j, double strength)
{
	static const int step[8][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } };
	size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;
	double most = 0;

	for (int k = 0; k < 8; k++) {
		int reach = k < 4 || w->reach == 1 ? w->reach : (int)(0.7 * w->reach + 0.5), x = i + reach * step[k][0],
			y = j + reach * step[k][1];

		if ((k >= 4 && w->reach == 1) || x < 0 || x >= d->width || y < d->from || y >= d->to)
			continue;
		most = fmax(most, edge_between(w, d, buffer, at, (size_t)(y - d->from) * (size_t)d->width + (size_t)x));
	}
	for (int k = 0; k < 3; k++)
		buffer->color[at][k] *= (float)(1 - strength * most * (1 - edge_shade));
}

/* ---- lines ---- */

static void line_draw(const struct work *w, const struct depth *d, struct buffer *buffer, const struct stage_line *line)
{
	const struct view *v = w->v;
	double a[3], b[3], half = 0.5 * line->width * w->r->fine;

	view_of_point(v, line->p[0], a);
	view_of_point(v, line->p[1], b);
	double ax = v->at[0] + v->scale * a[0], ay = v->at[1] - v->scale * a[1];
	double ux = v->at[0] + v->scale * b[0] - ax, uy = v->at[1] - v->scale * b[1] - ay, length = sqrt(ux * ux + uy * uy);
	if (!(length > 0))
		return;
	ux /= length;
	uy /= length;
	double color[3], dash = line->dash * w->r->fine, front = 2 * half / v->scale;
	color_of(color, line->rgb);
	/* limits as numbers of samples: far outside of the picture places are beyond an int */
	int first = (int)fmin(fmax(floor(fmin(ay, ay + length * uy) - half), d->from), d->to);
	int last = (int)fmax(fmin(ceil(fmax(ay, ay + length * uy) + half), d->to - 1), d->from - 1);
	for (int j = first; j <= last; j++) {
		/* the part of the row between both ends and close to the line */
		double y = j + 0.5 - ay, from = fmin(ax, ax + length * ux) - half, to = fmax(ax, ax + length * ux) + half;

		if (fabs(uy) > 1e-6) {
			double x = ax + y * ux / uy, slant = half / fabs(uy);
			from = fmax(from, x - slant);
			to = fmin(to, x + slant);
		}
		for (int i = (int)fmin(fmax(floor(from), 0), d->width); i <= fmin(to, d->width - 1); i++) {
			double x = i + 0.5 - ax, along = x * ux + y * uy, off = fabs(x * uy - y * ux);
			size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;

			if (off > half || along < -half || along > length + half || (dash > 0 && fmod(along + half, 2 * dash) > dash) ||
			    a[2] + (b[2] - a[2]) * fmin(fmax(along / length, 0), 1) + front < d->z[at])
				continue;
			for (int k = 0; k < 3; k++)
				buffer->color[at][k] = (float)color[k];
		}
	}
}

/* ---- a band ---- */

/* Draw the faces where the filled bodies among these items are cut. The triangles of a body follow each other. */
static void band_cuts(const struct work *w, struct depth *d, struct buffer *buffer, const int *item, int n)
{
	const struct stage *s = w->s;

	for (int k = 0; k < n;) {
		int end = k + 1;

		if (item[k] < s->n_ball || item[k] >= s->n_ball + s->n_face || !face_of(s, item[k])->filled) {
			k++;
			continue;
		}
		while (end < n && item[end] < s->n_ball + s->n_face && face_of(s, item[end])->filled &&
		       face_of(s, item[end])->body == face_of(s, item[k])->body)
			end++;
		for (int i = k; i < end; i++)
			depth_cut_count(d, w->v, face_of(s, item[i]), buffer->count);
		for (int i = k; i < end; i++)
			depth_cut_fill(d, w->v, face_of(s, item[i]), item[k], buffer->count);
		k = end;
	}
}

static int wall_faces(const struct work *w, const struct stage_face *f)
{
	double to[3];

	view_towards(w->v, f->p[0], to);
	return f->normal[0][0] * to[0] + f->normal[0][1] * to[1] + f->normal[0][2] * to[2] > 0;
}

static void band_depth(const struct work *w, struct depth *d, struct buffer *buffer, int band)
{
	const struct stage *s = w->s;
	const int *item = w->bands.item, from = w->bands.first[band], to = w->bands.first[band + 1];
	size_t n = (size_t)(d->to - d->from) * (size_t)d->width;
	enum { AHEAD = 6 };

	depth_clear(d);
	depth_cut_begin(d, w->v, s);
	memset(buffer->glass, 0, n);
	if (d->face)
		memset(d->face, 0, n);
	for (size_t k = 0; k < n; k++)
		d->id[k] = NOBODY;
	for (int k = from; k < to; k++) {
		if (k + AHEAD < to && item[k + AHEAD] < s->n_ball)
			stage_fetch(&s->ball[item[k + AHEAD]]);
		if (item[k] < s->n_ball)
			depth_add_ball(d, w->v, &s->ball[item[k]], item[k]);
		else if (item[k] < s->n_ball + s->n_face ||
		         (item[k] < s->n_ball + s->n_face + s->n_wall && wall_faces(w, face_of(s, item[k]))))
			depth_add_face(d, w->v, face_of(s, item[k]), item[k]);
	}
	if (s->n_cut)
		band_cuts(w, d, buffer, item + from, to - from);
	for (int k = from; k < to; k++)
		if (item[k] >= s->n_ball + s->n_face && item[k] < s->n_ball + s->n_face + s->n_wall &&
		    !wall_faces(w, face_of(s, item[k])))
			depth_count_face(d, w->v, face_of(s, item[k]), buffer->glass);
}

/* Tint a sample by the walls in front of it. */
static void sample_glass(struct buffer *buffer, size_t at)
{
	double left = 1;

	for (int k = 0; k < buffer->glass[at]; k++)
		left *= 1 - glass;
	for (int k = 0; k < 3; k++)
		buffer->color[at][k] = (float)(left * buffer->color[at][k] + (1 - left) * glass_rgb[k]);
}

static void band_average(const struct work *w, const struct depth *d, const struct buffer *buffer, int first, int last)
{
	int fine = w->r->fine;

	for (int j = first; j < last; j++)
		for (int i = 0; i < w->r->width; i++)
			for (int k = 0; k < 3; k++) {
				double sum = 0;

				for (int b = 0; b < fine; b++)
					for (int a = 0; a < fine; a++)
						sum += buffer->color[(size_t)(j * fine + b - d->from) * (size_t)d->width + (size_t)(i * fine + a)][k];
				w->rgb[((size_t)j * (size_t)w->r->width + (size_t)i) * 3 + (size_t)k] =
					(unsigned char)(255 * fmin(sum / (fine * fine), 1) + 0.5);
			}
}

static void band_draw(void *to, int band, int thread)
{
	struct work *w = to;
	struct buffer *buffer = &w->buffer[thread];
	int fine = w->r->fine, first = band * ROWS, last = (int)fmin(first + ROWS, w->r->height);
	struct depth d = { .width = w->r->width * fine, .from = first * fine - w->reach, .to = last * fine + w->reach,
		.z = buffer->z, .id = buffer->id, .face = buffer->face };
	size_t n = (size_t)(d.to - d.from) * (size_t)d.width;
	double strength = fmin(w->r->edge * fine / (2 * w->reach), 1);

	if (thread == 0)
		count_to(band);
	band_depth(w, &d, buffer, band);
	/* tile by tile, so that successive look-ups in the shadow maps are close to each other */
	for (int tile = 0; tile < d.width; tile += ROWS * fine)
		for (int j = d.from; j < d.to; j++)
			for (int i = tile; i < d.width && i < tile + ROWS * fine; i++)
				sample_color(w, &d, buffer, i, j);
	for (int j = first * fine; j < last * fine && w->r->edge > 0; j++)
		for (int i = 0; i < d.width; i++)
			if (d.id[(size_t)(j - d.from) * (size_t)d.width + (size_t)i] != NOBODY)
				sample_edge(w, &d, buffer, i, j, strength);
	for (size_t k = 0; k < n; k++)
		if (buffer->glass[k])
			sample_glass(buffer, k);
	for (int k = w->bands.first[band]; k < w->bands.first[band + 1]; k++) {
		int line = w->bands.item[k] - w->s->n_ball - w->s->n_face - w->s->n_wall;

		if (line >= 0)
			line_draw(w, &d, buffer, &w->s->line[line]);
	}
	band_average(w, &d, buffer, first, last);
}

void render(unsigned char *rgb, const struct render *r, const struct stage *s, const struct view *v, const struct light *l)
{
	struct work w = { .rgb = rgb, .r = r, .s = s, .v = v, .l = l };

	w.reach = (int)fmax(1, 0.5 * r->edge * r->fine + 0.5);
	size_t n = (size_t)(ROWS * r->fine + 2 * w.reach) * (size_t)(r->width * r->fine);
	find_seen(&w);
	bands_make(&w);
	w.buffer = MEM_NEW(struct buffer, (size_t)r->threads);
	for (int k = 0; k < r->threads; k++)
		w.buffer[k] = (struct buffer){ MEM_NEW(float, n), MEM_NEW(int, n), MEM_NEW(unsigned char, n),
			s->n_cut ? MEM_NEW(unsigned char, n) : NULL, s->n_cut ? MEM_ZERO(short, n) : NULL,
			mem_new(n, sizeof *w.buffer->color), mem_new(n, sizeof *w.buffer->normal) };
	count_begin("bands of the picture", 0, w.bands.n);
	team_run(r->threads, w.bands.n, band_draw, &w);
	count_end();
	for (int k = 0; k < r->threads; k++) {
		free(w.buffer[k].z);
		free(w.buffer[k].id);
		free(w.buffer[k].glass);
		free(w.buffer[k].face);
		free(w.buffer[k].count);
		free(w.buffer[k].color);
		free(w.buffer[k].normal);
	}
	free(w.buffer);
	free(w.seen);
	free(w.bands.first);
	free(w.bands.item);
}
