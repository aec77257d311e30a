/* render.c: the picture of a stage, in bands of rows
 *
 * A band has the depth of its samples and whose they are; each sample is lit, darkened at edges, seen through walls, and
 * crossed by lines; then the samples of a pixel are averaged. */
#include "view/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/sym3.h"
#include "base/vec.h"
#include "view/depth.h"

enum { ROWS = 8 };          /* pixels in a band */
enum { NOBODY = -1 };

/* Shares of a surface's colour: in full shade, and at an edge. A wall that is seen through takes GLASS of what is behind. */
static const double shade = 0.20, edge_shade = 0.42, glass = 0.12;
static const double glass_rgb[3] = { 0.62, 0.68, 0.74 };

/* What things overlap each band, as a list per band: balls, then faces, walls and lines, numbered through. */
struct bands { int n, *first, *item; };

struct work {
	unsigned char *rgb;
	const struct render *r;
	const struct stage *s;
	const struct view *v;
	const struct light *l;
	struct bands bands;
	int reach;            /* how far edges are looked for [samples] */
	struct room { float *z; int *id; unsigned char *glass; float (*color)[3]; float (*normal)[3]; } *room; /* per thread */
};

/* ---- bands ---- */

static void rows_of(const struct work *w, int k, double *from, double *to)
{
	const struct stage *s = w->s;
	double box[4];

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

/* Bands first .. last that rows from .. to are in, with what edges look at. */
static int bands_between(const struct work *w, double from, double to, int *first, int *last)
{
	double high = ROWS * w->r->fine, a = floor((from - w->reach) / high), b = floor((to + w->reach) / high);

	*first = (int)fmin(fmax(a, 0), w->bands.n);
	*last = (int)fmin(fmax(b, -1), w->bands.n - 1);
	return from <= to && *first <= *last;
}

static void bands_make(struct work *w)
{
	struct bands *b = &w->bands;
	const struct stage *s = w->s;
	int all = s->n_ball + s->n_face + s->n_wall + s->n_line, first, last;
	double from, to;

	b->n = (w->r->height + ROWS - 1) / ROWS;
	b->first = MEM_ZERO(int, (size_t)b->n + 2);
	/* count, sum up, fill; first[k + 2] runs ahead to become the end of band k */
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
	double all = v3_dot(n, n), share[3];

	share[1] = fmin(fmax(v3_dot(v3_cross(d, w), n) / all, 0), 1);
	share[2] = fmin(fmax(v3_dot(v3_cross(u, d), n) / all, 0), 1);
	share[0] = 1 - share[1] - share[2];
	vec3 sum = v3(0, 0, 0);
	for (int c = 0; c < 3; c++)
		sum = v3_add(sum, v3_scale(share[c], v3(f->normal[c][0], f->normal[c][1], f->normal[c][2])));
	double norm = v3_norm(sum);
	return norm > 0 ? v3_scale(1 / norm, sum) : v3_scale(1 / sqrt(all), n);
}

static vec3 ball_normal(const struct stage_ball *b, vec3 p)
{
	vec3 n = sym3_apply(b->a, v3_sub(p, v3_from(b->at)));

	return v3_scale(1 / v3_norm(n), n);
}

/* The point of space seen by a sample. */
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

/* Colours are those of a screen, whose light goes with the power 2.2 of them. */
static double screen(double light)
{
	return sqrt(light) * (0.9 + 0.1 * light); /* light^(1/2.2) to 0.01 above 0.1 */
}

/* The colour of a sample in its light, and the normal there. */
static void sample_color(const struct work *w, const struct depth *d, struct room *room, int i, int j)
{
	size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;
	const struct stage *s = w->s;
	int id = d->id[at], fine = w->r->fine;
	double to[3], at_p[3], normal[3], color[3];

	if (id == NOBODY) {
		room->color[at][0] = room->color[at][1] = room->color[at][2] = 1;
		return;
	}
	vec3 p = sample_point(w->v, i, j, d->z[at]), n;
	n = id < s->n_ball ? ball_normal(&s->ball[id], p) : face_normal(face_of(s, id), p);
	v3_to(at_p, p);
	view_towards(w->v, at_p, to);
	double facing = v3_dot(n, v3_from(to));
	if (facing < 0)
		n = v3_scale(-1, n);
	v3_to(normal, n);
	for (int k = 0; k < 3; k++)
		room->normal[at][k] = (float)normal[k];
	double light = light_at(w->l, at_p, normal, (j + fine) % fine * fine + i % fine, fine * fine);
	if (id >= s->n_ball + s->n_face)
		light = 0.5 + 0.5 * light; /* walls are there to see grains before them */
	color_of(color, id < s->n_ball ? s->ball[id].rgb : face_of(s, id)->rgb);
	light = screen(fmin(shade + (1.2 - shade) * light, 1.4));
	for (int k = 0; k < 3; k++)
		room->color[at][k] = (float)(light * color[k]);
}

/* ---- edges ---- */

static int body_of(const struct stage *s, int id)
{
	return id < s->n_ball ? s->ball[id].body : face_of(s, id)->body;
}

/* How much of an edge there is between a sample and a neighbour: 1 where one ends in front of something else, and where
 * surfaces of two bodies meet; within a body, by the angle at which they meet. */
static double edge_between(const struct work *w, const struct depth *d, const struct room *room, size_t a, size_t b)
{
	int one = d->id[a], two = d->id[b];
	const float *n = room->normal[a], *m = room->normal[b];

	if (one == two)
		return 0;
	if (two == NOBODY || body_of(w->s, one) != body_of(w->s, two))
		return 1;
	double cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
	return fmin(fmax((0.98 - cosine) / 0.25, 0), 1);
}

static void sample_edge(const struct work *w, const struct depth *d, struct room *room, int i, int j, double strength)
{
	static const int step[8][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } };
	size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;
	double most = 0;

	for (int k = 0; k < 8; k++) {
		int reach = k < 4 || w->reach == 1 ? w->reach : (int)(0.7 * w->reach + 0.5), x = i + reach * step[k][0],
			y = j + reach * step[k][1];

		if ((k >= 4 && w->reach == 1) || x < 0 || x >= d->width || y < d->from || y >= d->to)
			continue;
		most = fmax(most, edge_between(w, d, room, at, (size_t)(y - d->from) * (size_t)d->width + (size_t)x));
	}
	for (int k = 0; k < 3; k++)
		room->color[at][k] *= (float)(1 - strength * most * (1 - edge_shade));
}

/* ---- lines ---- */

static void line_draw(const struct work *w, const struct depth *d, struct room *room, const struct stage_line *line)
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
	int first = (int)fmax(floor(fmin(ay, ay + length * uy) - half), d->from);
	int last = (int)fmin(ceil(fmax(ay, ay + length * uy) + half), d->to - 1);
	for (int j = first; j <= last; j++) {
		/* of the row, what is between both ends and close to the line */
		double y = j + 0.5 - ay, from = fmin(ax, ax + length * ux) - half, to = fmax(ax, ax + length * ux) + half;

		if (fabs(uy) > 1e-6) {
			double x = ax + y * ux / uy, slant = half / fabs(uy);
			from = fmax(from, x - slant);
			to = fmin(to, x + slant);
		}
		for (int i = (int)fmax(floor(from), 0); i <= fmin(to, d->width - 1); i++) {
			double x = i + 0.5 - ax, along = x * ux + y * uy, aside = fabs(x * uy - y * ux);
			size_t at = (size_t)(j - d->from) * (size_t)d->width + (size_t)i;

			if (aside > half || along < -half || along > length + half || (dash > 0 && fmod(along + half, 2 * dash) > dash) ||
			    a[2] + (b[2] - a[2]) * fmin(fmax(along / length, 0), 1) + front < d->z[at])
				continue;
			for (int k = 0; k < 3; k++)
				room->color[at][k] = (float)color[k];
		}
	}
}

/* ---- a band ---- */

static int wall_faces(const struct work *w, const struct stage_face *f)
{
	double to[3];

	view_towards(w->v, f->p[0], to);
	return f->normal[0][0] * to[0] + f->normal[0][1] * to[1] + f->normal[0][2] * to[2] > 0;
}

static void band_depth(const struct work *w, struct depth *d, struct room *room, int band)
{
	const struct stage *s = w->s;
	const int *item = w->bands.item, from = w->bands.first[band], to = w->bands.first[band + 1];
	size_t n = (size_t)(d->to - d->from) * (size_t)d->width;

	depth_clear(d);
	memset(room->glass, 0, n);
	for (size_t k = 0; k < n; k++)
		d->id[k] = NOBODY;
	for (int k = from; k < to; k++)
		if (item[k] < s->n_ball)
			depth_add_ball(d, w->v, &s->ball[item[k]], item[k]);
		else if (item[k] < s->n_ball + s->n_face ||
		         (item[k] < s->n_ball + s->n_face + s->n_wall && wall_faces(w, face_of(s, item[k]))))
			depth_add_face(d, w->v, face_of(s, item[k]), item[k]);
	for (int k = from; k < to; k++)
		if (item[k] >= s->n_ball + s->n_face && item[k] < s->n_ball + s->n_face + s->n_wall &&
		    !wall_faces(w, face_of(s, item[k])))
			depth_count_face(d, w->v, face_of(s, item[k]), room->glass);
}

/* What walls in front leave to be seen. */
static void sample_glass(struct room *room, size_t at)
{
	double left = 1;

	for (int k = 0; k < room->glass[at]; k++)
		left *= 1 - glass;
	for (int k = 0; k < 3; k++)
		room->color[at][k] = (float)(left * room->color[at][k] + (1 - left) * glass_rgb[k]);
}

static void band_average(const struct work *w, const struct depth *d, const struct room *room, int first, int last)
{
	int fine = w->r->fine;

	for (int j = first; j < last; j++)
		for (int i = 0; i < w->r->width; i++)
			for (int k = 0; k < 3; k++) {
				double sum = 0;

				for (int b = 0; b < fine; b++)
					for (int a = 0; a < fine; a++)
						sum += room->color[(size_t)(j * fine + b - d->from) * (size_t)d->width + (size_t)(i * fine + a)][k];
				w->rgb[((size_t)j * (size_t)w->r->width + (size_t)i) * 3 + (size_t)k] =
					(unsigned char)(255 * fmin(sum / (fine * fine), 1) + 0.5);
			}
}

static void band_draw(void *to, int band, int thread)
{
	struct work *w = to;
	struct room *room = &w->room[thread];
	int fine = w->r->fine, first = band * ROWS, last = (int)fmin(first + ROWS, w->r->height);
	struct depth d = { .width = w->r->width * fine, .from = first * fine - w->reach, .to = last * fine + w->reach,
		.z = room->z, .id = room->id };
	size_t n = (size_t)(d.to - d.from) * (size_t)d.width;
	double strength = fmin(w->r->edge * fine / (2 * w->reach), 1);

	band_depth(w, &d, room, band);
	/* tile by tile, so that what is looked up in the light's maps is near what was looked up before */
	for (int tile = 0; tile < d.width; tile += ROWS * fine)
		for (int j = d.from; j < d.to; j++)
			for (int i = tile; i < d.width && i < tile + ROWS * fine; i++)
				sample_color(w, &d, room, i, j);
	for (int j = first * fine; j < last * fine && w->r->edge > 0; j++)
		for (int i = 0; i < d.width; i++)
			if (d.id[(size_t)(j - d.from) * (size_t)d.width + (size_t)i] != NOBODY)
				sample_edge(w, &d, room, i, j, strength);
	for (size_t k = 0; k < n; k++)
		if (room->glass[k])
			sample_glass(room, k);
	for (int k = w->bands.first[band]; k < w->bands.first[band + 1]; k++) {
		int line = w->bands.item[k] - w->s->n_ball - w->s->n_face - w->s->n_wall;

		if (line >= 0)
			line_draw(w, &d, room, &w->s->line[line]);
	}
	band_average(w, &d, room, first, last);
}

void render(unsigned char *rgb, const struct render *r, const struct stage *s, const struct view *v, const struct light *l)
{
	struct work w = { .rgb = rgb, .r = r, .s = s, .v = v, .l = l };

	w.reach = (int)fmax(1, 0.5 * r->edge * r->fine + 0.5);
	size_t n = (size_t)(ROWS * r->fine + 2 * w.reach) * (size_t)(r->width * r->fine);
	bands_make(&w);
	w.room = MEM_NEW(struct room, (size_t)r->threads);
	for (int k = 0; k < r->threads; k++)
		w.room[k] = (struct room){ MEM_NEW(float, n), MEM_NEW(int, n), MEM_NEW(unsigned char, n),
			mem_new(n, sizeof *w.room->color), mem_new(n, sizeof *w.room->normal) };
	team_run(r->threads, w.bands.n, band_draw, &w);
	for (int k = 0; k < r->threads; k++) {
		free(w.room[k].z);
		free(w.room[k].id);
		free(w.room[k].glass);
		free(w.room[k].color);
		free(w.room[k].normal);
	}
	free(w.room);
	free(w.bands.first);
	free(w.bands.item);
}
