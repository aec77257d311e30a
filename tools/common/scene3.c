/* scene3.c: draw frames of a stream in 3D */
#include "common/scene3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "common/palette.h"
#include "common/picture.h"
#include "common/scene3_parts.h"
#include "view/depth.h"
#include "view/render.h"

/* ---- keeping frames ---- */

/* Find the model of shape k of the world, or make it. A stream that changes a shape gives it several models. */
static char *model_find(struct scene3 *s, const struct shape *shape, int k, int many, int *which)
{
	/* the more bodies, the smaller each is in the picture, and the coarser its model may be */
	int fine = many <= 10 ? 40 : many <= 100 ? 24 : 12;
	const char *fault;
	char *what = NULL;

	for (*which = s->latest[k]; *which >= 0; *which = s->model[*which].before)
		if (model_is_of(&s->model[*which], shape))
			return NULL;
	MEM_GROW(s->model, &s->cap_model, (size_t)s->n_model + 1);
	*which = s->n_model++;
	if ((fault = model_init(&s->model[*which], shape, fine, s->voxels, s->principal)) &&
	    asprintf(&what, "shape %lld (%s) %s", (long long)shape->id, shape_kind_name[shape->kind], fault) < 0)
		abort();
	s->model[*which].before = s->latest[k];
	s->latest[k] = *which;
	if (s->n_cut && !what)
		model_fill(&s->model[*which]);
	return what;
}

/* Find the model of each shape of the world, or -1 if no body has the shape; the caller frees *model. Returns NULL, or an error
 * message that the caller frees. */
static char *models_find(struct scene3 *s, struct world *w, const struct bodies3 *b, int **model)
{
	char *what = NULL;

	MEM_GROW(s->latest, &s->cap_latest, (size_t)w->n_shape);
	for (; s->n_latest < w->n_shape; s->n_latest++)
		s->latest[s->n_latest] = -1;
	*model = MEM_NEW(int, (size_t)w->n_shape);
	for (int k = 0; k < w->n_shape; k++)
		(*model)[k] = -1;
	for (int i = 0; i < b->n && !what; i++) {
		const struct shape *shape = world_shape(w, b->shape[i]);

		if (shape && (*model)[shape - w->shape] < 0)
			what = model_find(s, shape, (int)(shape - w->shape), b->n, &(*model)[shape - w->shape]);
	}
	return what;
}

static void actor_make(struct actor *a, struct scene3 *s, const struct world *w, const struct bodies3 *b, int i)
{
	int wall = paint_is_wall(w, b->tag[i]);

	for (int k = 0; k < 3; k++)
		a->at[k] = b->x[k][i];
	if (!shape_is_wall(world_shape(w, b->shape[i])))
		scene3_into_cell(&w->domain, a->at);
	for (int k = 0; k < 4; k++)
		a->q[k] = b->q[k][i];
	a->size = b->size[i];
	a->wall = wall;
	a->value = !wall && s->paint->value && isfinite(s->paint->number[i]);
	a->number = a->value ? s->paint->number[i] : 0;
	a->rgb = wall ? paint_wall_rgb : paint_rgb(s->paint, w, i);
}

int scene3_in_cutout(const struct scene3 *s, const double at[3])
{
	for (int k = 0; k < 3; k++)
		if (at[k] < s->cutout.lo[k] || at[k] > s->cutout.hi[k])
			return 0;
	return 1;
}

char *scene3_keep(struct scene3 *s, struct canvas *c, struct world *w, char *shown)
{
	struct bodies3 b = world_bodies3(w);
	char *what = paint_frame(s->paint, s->color, w);
	int *model = NULL;

	if (!what)
		what = models_find(s, w, &b, &model);
	MEM_GROW(s->frame, &s->cap_frame, (size_t)s->n_frame + 1);
	struct frame3 *f = &s->frame[s->n_frame++];
	*f = (struct frame3){ .actor = MEM_NEW(struct actor, (size_t)b.n), .domain = w->domain };
	s->valued |= s->paint->value;
	for (int i = 0; i < b.n && !what; i++) {
		const struct shape *shape = world_shape(w, b.shape[i]);
		struct actor *a = &f->actor[f->n];

		if (!shape || !shown[i])
			continue;
		actor_make(a, s, w, &b, i);
		if (!shape_is_wall(shape) && !scene3_in_cutout(s, a->at))
			continue;
		if (!a->wall)
			paint_draw(s->paint, w, i);
		a->model = model[shape - w->shape];
		double far = fabs(a->at[0]) + fabs(a->at[1]) + fabs(a->at[2]) + (shape_is_wall(shape) ? 0 : a->size * shape_reach(shape));
		if (!(far < 1e30) &&
		    asprintf(&what, "body %lld reaches further out than 1e30, which is too far to draw", (long long)b.id[i]) < 0)
			abort();
		if (a->value)
			canvas_value(c, a->number);
		f->n++;
	}
	free(model);
	for (int i = 0; i < b.n && !what; i++) {
		const struct shape *shape = world_shape(w, b.shape[i]);
		double at[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };

		if (shape && shape_is_wall(shape))
			continue;
		scene3_into_cell(&w->domain, at);
		shown[i] = (char)(shape && shown[i] && scene3_in_cutout(s, at));
	}
	if (s->forces && !what)
		scene3_keep_forces(s, f, w);
	if (s->cells && !what)
		scene3_keep_cells(s, f, w);
	if (s->paths && !what)
		f->n_path = paths_of(s->paths, w, shown, &f->path);
	return what;
}

void scene3_free(struct scene3 *s)
{
	for (int k = 0; k < s->n_frame; k++) {
		free(s->frame[k].actor);
		free(s->frame[k].rod);
		free(s->frame[k].path);
		free(s->frame[k].edge);
	}
	for (int k = 0; k < s->n_model; k++)
		model_free(&s->model[k]);
	free(s->frame);
	free(s->model);
	free(s->latest);
	stage_free(&s->stage);
	free(s->part);
}

/* ---- the stage ---- */

unsigned scene3_rgb(const struct scene3 *s, const struct actor *a)
{
	double width = s->range[1] - s->range[0];

	return a->value ? palette_rgb(s->scale->palette, width > 0 ? (a->number - s->range[0]) / width : 0.5) : a->rgb;
}

/* Put all bodies on the stage, or only those that constraints hold. */
static void bodies_place(struct scene3 *s, const struct frame3 *f, int all)
{
	for (int i = 0; i < f->n; i++) {
		const struct actor *a = &f->actor[i];
		const struct model *m = &s->model[a->model];
		double r[3][3];

		if (shape_is_wall(&m->shape) || !(all || a->wall))
			continue;
		quat_matrix(r, a->q);
		if (a->wall && model_is_shell(m)) {
			scene3_place_shell(s, a, (const double (*)[3])r, -1 - i);
			continue;
		}
		model_place(m, &s->stage, a->at, (const double (*)[3])r, a->size, scene3_rgb(s, a), BODY_PARTS * i);
		if (s->principal)
			model_axes_place(m, &s->stage, a->at, (const double (*)[3])r, a->size, BODY_PARTS * i + 1);
	}
}

static void frame_place(struct scene3 *s, int k)
{
	stage_clear(&s->stage);
	s->stage.n_cut = s->n_cut;
	s->stage.section = s->section;
	memcpy(s->stage.cut, s->cut, sizeof s->cut);
	bodies_place(s, &s->frame[k], !scene3_is_marked(s));
	if (scene3_is_marked(s))
		scene3_place_forces(s, &s->frame[k]);
	scene3_place_walls(s, &s->frame[k]);
	scene3_place_cells(s, &s->frame[k]);
	scene3_place_box(s, &s->frame[k]);
}

/* ---- the camera ---- */

static void see(struct scene3 *s, const double lo[2], const double hi[2])
{
	for (int k = 0; k < 2; k++) {
		s->seen[0][k] = fmin(s->seen[0][k], lo[k]);
		s->seen[1][k] = fmax(s->seen[1][k], hi[k]);
	}
}

/* Extend the view to everything on the stage. */
static void stage_see(struct scene3 *s)
{
	const struct stage *g = &s->stage;
	double box[4], end[3];

	for (int k = 0; k < g->n_ball; k++) {
		depth_ball_box(&s->camera, &g->ball[k], box);
		see(s, box, box + 2);
	}
	for (int k = 0; k < g->n_face; k++) {
		depth_face_box(&s->camera, &g->face[k], box);
		see(s, box, box + 2);
	}
	for (int k = 0; k < g->n_wall; k++) {
		depth_face_box(&s->camera, &g->wall[k], box);
		see(s, box, box + 2);
	}
	for (int k = 0; k < 2 * g->n_line; k++) {
		view_of_point(&s->camera, g->line[k / 2].p[k % 2], end);
		see(s, end, end);
	}
}

/* The distance within which all frames lie from a point: walls and arrows may reach far out of the box around the bodies. */
static double frames_reach(struct scene3 *s, const double from[3])
{
	double far = 0;

	for (int k = 0; k < s->n_frame; k++) {
		frame_place(s, k);
		far = fmax(far, stage_reach(&s->stage, from));
	}
	return far;
}

/* The camera looks at the middle of the box around all frames. The viewer stands where the sphere around this box, and around
 * what reaches out of it, fills the opening angle. */
static void camera_place(struct scene3 *s)
{
	double radius = 0;

	for (int k = 0; k < 3; k++) {
		int seen = s->hi[k] >= s->lo[k];

		s->camera.centre[k] = seen ? 0.5 * (s->lo[k] + s->hi[k]) : 0;
		radius += seen ? 0.25 * (s->hi[k] - s->lo[k]) * (s->hi[k] - s->lo[k]) : 0;
	}
	radius = radius > 0 ? sqrt(radius) : 1;
	if (s->opening > 0)
		radius = fmax(radius, frames_reach(s, s->camera.centre));
	s->camera.k = s->opening > 0 ? sin(s->opening / 2) / radius : 0;
}

/* Look at frame k. */
static void camera_turn(struct scene3 *s, int k)
{
	view_turn(&s->camera, s->view[0] + k * s->turn, s->view[1]);
}

/* A typical diameter: the geometric mean of the size of bodies and the size of their pebbles. */
static double grain_of(const struct scene3 *s)
{
	double sum = 0;
	int n = 0;

	for (int k = 0; k < s->n_frame; k++)
		for (int i = 0; i < s->frame[k].n; i++) {
			const struct actor *a = &s->frame[k].actor[i];
			const struct shape *shape = &s->model[a->model].shape;
			double reach = 0, pebbles = 0;

			if (shape_is_wall(shape))
				continue;
			reach = pebbles = shape_reach(shape);
			for (int j = 0; j < shape->solid->n && shape->solid->ball; j++)
				pebbles += (shape->solid->ball[j][3] - pebbles) / (j + 1); /* running mean */
			sum += 2 * a->size * sqrt(reach * pebbles);
			n++;
		}
	return n ? sum / n : 0;
}

void scene3_room(struct scene3 *s)
{
	for (int k = 0; k < 3; k++) {
		s->lo[k] = INFINITY;
		s->hi[k] = -INFINITY;
	}
	for (int k = 0; k < s->n_frame; k++) {
		stage_clear(&s->stage);
		bodies_place(s, &s->frame[k], 1);
		stage_box(&s->stage, s->lo, s->hi);
	}
	for (int k = 0; k < s->n_frame; k++)
		scene3_make_room(s, &s->frame[k]);
	for (int k = 0; k < 3; k++) {
		if (!(s->hi[k] >= s->lo[k])) /* there are no walls either */
			s->lo[k] = s->hi[k] = 0;
		s->lo[k] = isnan(s->cutout.lo[k]) ? s->lo[k] : s->cutout.lo[k];
		s->hi[k] = isnan(s->cutout.hi[k]) ? s->hi[k] : fmax(s->cutout.hi[k], s->lo[k]);
	}
	s->grain = grain_of(s);
}

static void scene_look(struct scene3 *s)
{
	for (int k = 0; k < 2; k++) {
		s->seen[0][k] = INFINITY;
		s->seen[1][k] = -INFINITY;
	}
	camera_place(s);
	for (int k = 0; k < s->n_frame; k++) {
		camera_turn(s, k);
		frame_place(s, k);
		stage_see(s);
	}
	camera_turn(s, 0);
	for (int d = 0; d < 2; d++)
		if (!(s->seen[1][d] > s->seen[0][d])) { /* the view is empty or a point */
			s->seen[0][d] = isfinite(s->seen[0][d]) ? s->seen[0][d] - 0.5 : 0;
			s->seen[1][d] = s->seen[0][d] + 1;
		}
	double centre[3] = { NAN, NAN, NAN };
	if (!isnan(s->cutout.centre[0]))
		view_of_point(&s->camera, s->cutout.centre, centre);
	cutout_apply(&s->cutout, centre, s->seen[0], s->seen[1]);
}

void row3_look(struct row3 *row, struct canvas *c)
{
	double x = 0, all = 0, lo[2], hi[2];

	for (int k = 0; k < row->n; k++)
		scene3_room(&row->scene[k]);
	row3_choose_width(row);
	for (int k = 0; k < row->n; k++) {
		scene_look(&row->scene[k]);
		all += row->scene[k].seen[1][0] - row->scene[k].seen[0][0];
	}
	/* leave gaps between the scenes, and room for the numbers and names of axes */
	double pixel = all / fmax((double)picture.width / row->columns - 160 * row->n, 50), gap = 0.06 * all / row->n;
	for (int k = 0; k < row->n; k++) {
		struct scene3 *s = &row->scene[k];

		s->canvas = c;
		if (s->axes) {
			s->seen[0][0] -= 70 * pixel;
			s->seen[1][0] += 60 * pixel;
			s->seen[0][1] -= 44 * pixel;
			s->seen[1][1] += 10 * pixel;
			memcpy(c->spare, (double[2][2]){ { 70 * pixel, 44 * pixel }, { 60 * pixel, 10 * pixel } }, sizeof c->spare);
		}
		s->shift[0] = x - s->seen[0][0];
		s->shift[1] = 0;
		lo[0] = x;
		hi[0] = x += s->seen[1][0] - s->seen[0][0];
		lo[1] = s->seen[0][1];
		hi[1] = s->seen[1][1];
		canvas_view(c, lo, hi);
		x += gap;
	}
	for (int d = 0; d < 2; d++) {
		double room = 0.01 * fmax(c->hi[0] - c->lo[0], c->hi[1] - c->lo[1]);

		c->lo[d] -= room;
		c->hi[d] += room;
	}
}

void scene3_part(const struct scene3 *s, const double part[2][3], double box[2][2])
{
	for (int d = 0; d < 2; d++) {
		box[0][d] = INFINITY;
		box[1][d] = -INFINITY;
	}
	for (int c = 0; c < 8; c++) {
		double at[3] = { part[c & 1][0], part[c >> 1 & 1][1], part[c >> 2 & 1][2] }, seen[3];

		view_of_point(&s->camera, at, seen);
		for (int d = 0; d < 2; d++) {
			box[0][d] = fmin(box[0][d], seen[d] + s->shift[d]);
			box[1][d] = fmax(box[1][d], seen[d] + s->shift[d]);
		}
	}
}

/* ---- pictures ---- */

/* Fill the columns from .. to - 1 of the picture. */
static void scene_fill(struct scene3 *s, int k, unsigned char *rgb, int from, int to, int width, int height)
{
	int dense = picture.kind == GNUPLOT_PDF || picture.kind == GNUPLOT_SVG, across = to - from;
	struct render r = { .width = across, .height = height, .fine = dense ? 2 : 3, .threads = s->threads };
	const struct canvas *c = s->canvas;
	struct light light;

	camera_turn(s, k);
	struct view v = s->camera;

	v.scale = r.fine * width / (c->hi[0] - c->lo[0]);
	v.at[0] = (s->shift[0] - c->lo[0]) * v.scale - from * r.fine;
	v.at[1] = (c->hi[1] - s->shift[1]) * v.scale;
	double diameter = s->grain * v.scale / r.fine;
	r.edge = diameter < 4 ? 0 : fmin(0.9, 0.03 * diameter + 0.1);
	frame_place(s, k);
	if (dense) { /* lines are lines of the drawing */
		struct view once = v;

		once.scale /= r.fine;
		for (int d = 0; d < 2; d++)
			once.at[d] /= r.fine;
		free(s->part);
		s->n_part = visible_lines(&s->part, &s->stage, &once, across, height);
		s->stage.n_line = 0;
	}
	/* shadows are soft, so the shadow maps may be coarser than the picture */
	int side = (int)fmin(fmax(0.7 * (across > height ? across : height), 96), 512);
	int things = s->stage.n_ball + s->stage.n_face;
	int rays = dense || things > 100000 ? LIGHT_RAYS / 4 : things > 5000 ? LIGHT_RAYS / 2 : LIGHT_RAYS;
	light_init(&light, &s->stage, &v, side, rays, s->threads);
	unsigned char *own = MEM_NEW(unsigned char, (size_t)across * (size_t)height * 3);
	render(own, &r, &s->stage, &v, &light);
	light_free(&light);
	for (int j = 0; j < height; j++)
		memcpy(rgb + 3 * ((size_t)j * (size_t)width + (size_t)from), own + 3 * (size_t)j * (size_t)across, 3 * (size_t)across);
	free(own);
}

void row3_fill(void *of, int k, unsigned char *rgb, int width, int height)
{
	struct row3 *row = of;
	int from = 0;

	for (int i = 0; i < row->n; i++) {
		const struct scene3 *s = &row->scene[i];
		const struct canvas *c = s->canvas;
		/* the boundary lies in the middle of the gap to the next scene */
		double end = i + 1 < row->n ? 0.5 * (s->shift[0] + s->seen[1][0] + s[1].shift[0] + s[1].seen[0][0]) : c->hi[0];
		/* an inset shows a part, which may end before this scene does */
		int to = (int)fmin(fmax(width * (end - c->lo[0]) / (c->hi[0] - c->lo[0]) + 0.5, 0), width);

		canvas_range(c, s->scale, k, row->scene[i].range);
		if (to > from)
			scene_fill(&row->scene[i], k, rgb, from, to, width, height);
		from = to > from ? to : from;
	}
}

void row3_labels(void *of, FILE *script)
{
	const struct row3 *row = of;

	for (int i = 0; i < row->n; i++)
		scene3_labels(&row->scene[i], script);
}

/* Write the lines of one look, given by the first of them, as a data block, and its plot. */
static void lines_write(const struct scene3 *s, const struct stage_line *as, FILE *script, FILE *plots)
{
	static int blocks; /* written so far; each has its own name */

	fprintf(script, "$line%d << END\n", ++blocks);
	for (int k = 0; k < s->n_part; k++) {
		const struct visible *p = &s->part[k];
		const struct stage_line *line = &s->stage.line[p->line];

		if (line->width == as->width && line->dash == as->dash && line->rgb == as->rgb)
			for (int e = 0; e < 2; e++)
				fprintf(script, "%.9g %.9g\n%s", p->p[e][0] + s->shift[0], p->p[e][1] + s->shift[1], e ? "\n" : "");
	}
	fprintf(script, "END\n");
	fprintf(plots, ", $line%d using 1:2 with lines lw %.3g dt %d lc rgb '#%06x' notitle", blocks, 0.9 * as->width,
		as->dash > 0 ? 2 : 1, as->rgb);
}

void row3_lines(void *of, FILE *script, FILE *plots)
{
	const struct row3 *row = of;

	for (int i = 0; i < row->n; i++) {
		const struct scene3 *s = &row->scene[i];

		for (int k = 0; k < s->n_part; k++) {
			const struct stage_line *as = &s->stage.line[s->part[k].line];
			int known = 0;

			for (int j = 0; j < k && !known; j++) {
				const struct stage_line *line = &s->stage.line[s->part[j].line];
				known = line->width == as->width && line->dash == as->dash && line->rgb == as->rgb;
			}
			if (!known)
				lines_write(s, as, script, plots);
		}
	}
}
