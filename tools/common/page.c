/* page.c: the frames of an HTML page */
#include "common/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/scene3_parts.h"
#include "common/tool.h"
#include "number.h"
#include "world/deform.h"
#include "world/relocate.h"

enum { FORCE_WIDTH = 7, FACE_WIDTH = 19, LINE_WIDTH = 7 }; /* numbers in a row of these blocks */

int page_is(const char *output)
{
	size_t n = strlen(output);

	return n > 5 && !strcmp(output + n - 5, ".html");
}

/* Keep a force of the plane. */
static void force_take(void *of, const double a[2], const double p[2], const double b[2], double force, int pull)
{
	struct page *page = of;
	const double row[FORCE_WIDTH] = { a[0], a[1], p[0], p[1], b[0], b[1], pull ? -force : force };

	MEM_GROW(page->line, &page->cap_line, FORCE_WIDTH * (page->n_line + 1));
	memcpy(page->line + FORCE_WIDTH * page->n_line++, row, sizeof row);
	page->force_sum += force;
	page->n_force++;
	page->n_pull += pull;
}

void page_begin(struct page *p)
{
	canvas_begin(&p->canvas, NULL);
	p->canvas.take_force = force_take;
	p->canvas.taker = p;
	world_init(&p->words, 2);
	p->scene3.paint = &p->plain;
	p->scene3.forces = p->forces;
	p->scene3.threads = 1;
	p->scene3.scale = p->scale;
}

/* ---- columns ---- */

/* Whether --columns names a column, or is not given. */
static int is_wanted(const struct page *p, const char *name)
{
	size_t n = strlen(name);

	if (!p->columns || !strcmp(name, "id"))
		return 1;
	for (const char *at = p->columns; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (!strncmp(at, name, n) && (at[n] == ',' || !at[n]))
			return 1;
	return 0;
}

/* End the program if --columns names a column that the bodies do not have. */
static void columns_check(const struct page *p, const struct world *w)
{
	char *list = p->columns ? mem_string(p->columns) : NULL, *save = NULL;

	for (char *word = list ? strtok_r(list, ",", &save) : NULL; word; word = strtok_r(NULL, ",", &save))
		if (table_find(&w->body, word) < 0)
			opt_fail("columns", "no column %s among the bodies, expected some of %s", word, table_names(&w->body));
	free(list);
}

/* The numbers of column c, NAN where missing, or the numbers of its words; *words tells which. */
static void column_values(struct page *p, const struct world *w, int c, double *value, int *words)
{
	const struct table *t = &w->body;
	const struct col *col = &t->col[c];

	*words = col->kind == COL_WORD;
	for (int i = 0; i < t->n_row && col->kind == COL_TEXT && !*words; i++) {
		const char *text = t->pool + col->text[i];

		value[i] = NAN;
		*words = *text && strcmp(text, "?") && strcmp(text, "-") && number_parse(text, &value[i]);
	}
	for (int i = 0; i < t->n_row; i++) {
		if (*words)
			value[i] = world_name(&p->words, col->kind == COL_WORD ? w->names.word[col->word[i]] : t->pool + col->text[i]);
		else if (col->kind != COL_TEXT)
			value[i] = col->kind == COL_INT ? (double)col->integer[i] : col->real[i];
	}
}

/* Columns that the positions, orientations, sizes and shapes of the bodies have. */
static int is_known(const char *name, int dim)
{
	static const char *const plane[] = { "x", "y", "angle", "size", "shape", NULL };
	static const char *const space[] = { "x", "y", "z", "qw", "qx", "qy", "qz", "size", "shape", NULL };

	for (const char *const *k = dim == 2 ? plane : space; *k; k++)
		if (!strcmp(name, *k))
			return 1;
	return 0;
}

/* Whether the page draws another image of a body than that whose position is in this column. */
static int is_of_image(const char *name, const struct world *w)
{
	return w->dim == 3 && domain_tilted(&w->domain) && strlen(name) == 1 && strchr("xyz", *name);
}

/* The block of a column of the frame before, or -1. */
static int column_before(const struct page *p, const char *name)
{
	const struct page_frame *f = p->n_frame > 1 ? &p->frame[p->n_frame - 2] : NULL;

	for (int c = 0; f && c < f->n_column; c++)
		if (!strcmp(f->column[c].name, name))
			return f->column[c].block;
	return -1;
}

/* Add a column; keep: as a block. Returns it. */
static struct page_column *column_add(struct page *p, struct page_frame *f, const char *name, const double *value, int words,
	int keep)
{
	struct page_column *c = &f->column[f->n_column++];

	*c = (struct page_column){ mem_string(name), -1, words, INFINITY, -INFINITY };
	if (keep)
		c->block = page_blocks_add(&p->blocks, value, (size_t)f->n, column_before(p, name));
	for (int i = 0; i < f->n && !words; i++)
		if (!f->wall[i] && isfinite(value[i])) {
			c->lo = fmin(c->lo, value[i]);
			c->hi = fmax(c->hi, value[i]);
		}
	return c;
}

static void columns_add(struct page *p, struct page_frame *f, struct world *w)
{
	double *value = MEM_NEW(double, (size_t)f->n);
	const struct table *t = &w->body;
	int words;

	f->column = MEM_NEW(struct page_column, (size_t)t->n_col + 2);
	for (int c = 0; c < t->n_col; c++) {
		const char *name = t->col[c].name;
		int known = is_known(name, w->dim);

		if (known && name[0] == 'q' && f->part[PAGE_TURN] < 0)
			continue; /* nobody sees how a ball is turned, so the page does not have it */
		if (known || is_wanted(p, name) || (p->color && !strcmp(p->color, name))) {
			column_values(p, w, c, value, &words);
			column_add(p, f, name, value, words, !known || is_of_image(name, w));
		}
	}
	/* what --color makes of several columns */
	if (p->color && p->paint.value && table_find(t, p->color) < 0)
		column_add(p, f, p->color, p->number, 0, 1);
	f->speed[0] = f->speed[1] = NAN;
	if (is_wanted(p, "vx") && is_wanted(p, "vy") && (w->dim == 2 || is_wanted(p, "vz")) && table_find(t, "speed") < 0 &&
	    !(p->color && !strcmp(p->color, "speed"))) {
		/* the page finds the speeds from the velocities; it gets their range */
		struct paint speed = { 0 };

		free(paint_frame(&speed, "speed", w));
		const struct page_column *c = column_add(p, f, "speed", speed.number, 0, 0);
		f->speed[0] = c->lo;
		f->speed[1] = c->hi;
		free(f->column[--f->n_column].name);
		paint_free(&speed);
	}
	free(value);
}

/* ---- frames ---- */

static void part_add(struct page *p, struct page_frame *f, enum page_part part, const double *value, size_t n)
{
	f->part[part] = page_blocks_add(&p->blocks, value, n, f > p->frame ? f[-1].part[part] : -1);
}

/* The colours of bodies without --color, and which of them are walls. */
static void paint_add(struct page *p, struct page_frame *f, const struct world *w, const int32_t *tag)
{
	double *rgb = MEM_NEW(double, (size_t)f->n), *wall = MEM_NEW(double, (size_t)f->n);

	f->wall = MEM_NEW(char, (size_t)f->n);
	for (int i = 0; i < f->n; i++) {
		wall[i] = f->wall[i] = (char)paint_is_wall(w, tag[i]);
		rgb[i] = wall[i] > 0 ? paint_wall_rgb : paint_rgb(&p->plain, w, i);
	}
	part_add(p, f, PAGE_RGB, rgb, (size_t)f->n);
	part_add(p, f, PAGE_WALL, wall, (size_t)f->n);
	free(rgb);
	free(wall);
}

/* The Voronoi cells of a frame, as lines; they stay until the middle of all frames is known. */
static void cells_keep(struct page_frame *f, const struct cells *c)
{
	size_t n = 0;

	f->cell = MEM_NEW(double, 4 * (size_t)c->n_xy);
	for (int k = 0; k < c->n; k++) {
		int first = c->first[k], end = k + 1 < c->n ? c->first[k + 1] : c->n_xy;

		for (int j = first; j < end; j++) {
			memcpy(f->cell + n, c->xy[j], sizeof *c->xy);
			memcpy(f->cell + n + 2, c->xy[j + 1 < end ? j + 1 : first], sizeof *c->xy);
			n += 4;
		}
	}
	f->n_cell = n / 4;
}

/* Leave out the bodies that are not on the page, from the world too. */
static void bodies_keep(struct page *p, struct world *w, const char *shown)
{
	int n = 0, all = w->body.n_row;

	free(p->number);
	p->number = p->color && p->paint.value ? mem_copy(p->paint.number, (size_t)all, sizeof *p->number) : NULL;
	for (int i = 0; i < all; i++)
		if (shown[i]) {
			if (p->number)
				p->number[n] = p->number[i];
			n++;
		}
	if (n < all)
		world_keep_bodies(w, shown);
}

static char *frame_plane(struct page *p, struct page_frame *f, struct world *w, const char *shown)
{
	struct scene scene = { .cells = p->cells != NULL };
	struct bodies2 b = world_bodies2(w);
	char *what = NULL;

	for (int i = 0; i < b.n && !what; i++)
		if (shown[i] && !(fabs(b.x[i]) + fabs(b.y[i]) + b.size[i] * shape_reach(world_shape(w, b.shape[i])) < 1e30) &&
		    asprintf(&what, "body %lld reaches further out than 1e30, which is too far to draw", (long long)b.id[i]) < 0)
			abort();
	if (p->cells) {
		scene.cell = *p->cells;
		cells_keep(f, p->cells);
	}
	scene_view(&scene, &p->canvas, w, shown);
	p->n_line = 0;
	if (!what && p->forces && w->has_contact)
		what = scene_forces(&p->canvas, w);
	bodies_keep(p, w, shown);
	b = world_bodies2(w);
	double *shape = MEM_NEW(double, (size_t)b.n);
	f->n = b.n;
	f->at = MEM_NEW(double, 3 * (size_t)b.n);
	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		f->at[3 * i] = b.x[i];
		f->at[3 * i + 1] = b.y[i];
		f->at[3 * i + 2] = b.angle[i];
		shape[i] = i && b.shape[i] == b.shape[i - 1] ? shape[i - 1] : page_shape2(p, s, (int)(s - w->shape));
	}
	part_add(p, f, PAGE_SIZE, b.size, (size_t)b.n);
	part_add(p, f, PAGE_SHAPE, shape, (size_t)b.n);
	free(shape);
	paint_add(p, f, w, b.tag);
	return what;
}

static char *frame_space(struct page *p, struct page_frame *f, struct world *w, char *shown)
{
	char *what = scene3_keep(&p->scene3, &p->canvas, w, shown);
	const struct frame3 *g = &p->scene3.frame[p->scene3.n_frame - 1];
	int turning = 0;

	if (what)
		return what;
	bodies_keep(p, w, shown);
	struct bodies3 b = world_bodies3(w);
	f->n = g->n;
	f->at = MEM_NEW(double, 3 * (size_t)f->n);
	double *turn = MEM_NEW(double, 4 * (size_t)f->n), *shape = MEM_NEW(double, (size_t)f->n);
	for (int i = 0; i < f->n; i++) {
		const struct actor *a = &g->actor[i];
		const struct shape *s = &p->scene3.model[a->model].shape;

		memcpy(&f->at[3 * i], a->at, sizeof a->at);
		memcpy(&turn[4 * i], a->q, sizeof a->q);
		shape[i] = a->model;
		turning |= s->kind != SHAPE_SPHERE && !shape_is_wall(s);
	}
	part_add(p, f, PAGE_SIZE, b.size, (size_t)f->n);
	part_add(p, f, PAGE_SHAPE, shape, (size_t)f->n);
	if (turning)
		part_add(p, f, PAGE_TURN, turn, 4 * (size_t)f->n);
	paint_add(p, f, w, b.tag);
	free(turn);
	free(shape);
	return NULL;
}

/* The number of cell sides of the last frame, or 0 if they are those of the frame before. */
static size_t new_cells(const struct page *p)
{
	const struct page_frame *f = &p->frame[p->n_frame - 1];
	int same = p->n_frame > 1 && f->n_cell && f->n_cell == f[-1].n_cell &&
		memcmp(f->cell, f[-1].cell, 4 * f->n_cell * sizeof *f->cell) == 0;

	return same ? 0 : f->n_cell;
}

/* Add the last frame to the size of the page. Ends the program before the page becomes larger than browsers can read. */
static void size_check(struct page *p)
{
	const struct page_frame *f = &p->frame[p->n_frame - 1];

	p->later += 4.0 * (3 * (double)f->n + FORCE_WIDTH * (double)f->n_force + 4 * (double)new_cells(p));
	p->size = (p->blocks.bytes + p->later) * 4 / 3;
	if (p->size > PAGE_MOST)
		tool_fail(EXIT_SYSTEM, "the page would have more than %.0f MB after %d frames of %d bodies, and browsers do not open larger "
			"ones; choose frames with scree-pick --every or --frame, or columns with --columns", 1e-6 * PAGE_MOST, p->n_frame,
			p->frame[p->n_frame - 1].n);
}

char *page_add(struct page *p, struct world *w, int64_t number, char *shown)
{
	char *what = paint_frame(&p->paint, p->color, w);

	if (what)
		return what;
	world_need_columns(w);
	if (!p->n_frame)
		columns_check(p, w);
	p->dim = w->dim;
	for (int k = 0; k < 3; k++) { /* zoom and centre are the page's, which can show the rest too */
		p->canvas.cutout.lo[k] = p->scene3.cutout.lo[k] = p->cutout.lo[k];
		p->canvas.cutout.hi[k] = p->scene3.cutout.hi[k] = p->cutout.hi[k];
	}
	MEM_GROW(p->frame, &p->cap_frame, (size_t)p->n_frame + 1);
	struct page_frame *f = &p->frame[p->n_frame++];
	*f = (struct page_frame){ .t = w->t, .number = number, .domain = w->domain };
	for (int k = 0; k < PAGE_PARTS; k++)
		f->part[k] = -1;
	what = w->dim == 2 ? frame_plane(p, f, w, shown) : frame_space(p, f, w, shown);
	if (what)
		return what;
	columns_add(p, f, w);
	free(f->wall);
	f->wall = NULL;
	if (p->n_line) { /* kept until the middle of all frames is known */
		f->n_force = p->n_line;
		f->force = mem_copy(p->line, FORCE_WIDTH * p->n_line, sizeof *p->line);
		p->n_line = 0;
	}
	if (w->dim == 3)
		f->n_force = (size_t)p->scene3.frame[p->scene3.n_frame - 1].n_rod;
	size_check(p);
	return NULL;
}

/* ---- the end of the frames: positions relative to the middle of all frames, in half diagonals of the box around them ---- */

static void scaled(const struct page_middle *o, double *to, const double *from, int dim)
{
	for (int k = 0; k < dim; k++)
		to[k] = (from[k] - o->centre[k]) / o->scale;
}

static void positions_end(struct page *p, struct page_frame *f, const struct page_middle *o)
{
	for (int i = 0; i < f->n; i++)
		scaled(o, &f->at[3 * i], &f->at[3 * i], p->dim);
	part_add(p, f, PAGE_AT, f->at, 3 * (size_t)f->n);
	free(f->at);
	f->at = NULL;
}

static void forces_end(struct page *p, struct page_frame *f, const struct frame3 *g, const struct page_middle *o)
{
	size_t n = g ? (size_t)g->n_rod : f->n_force;
	double *row = g ? MEM_NEW(double, FORCE_WIDTH * n) : f->force;

	for (size_t k = 0; k < n && g; k++) {
		const struct rod *r = &g->rod[k];

		scaled(o, row + FORCE_WIDTH * k, r->p[0], 3);
		scaled(o, row + FORCE_WIDTH * k + 3, r->p[1], 3);
		row[FORCE_WIDTH * k + 6] = r->pull ? -r->force : r->force;
	}
	for (size_t k = 0; k < n && !g; k++)
		for (int c = 0; c < 3; c++)
			scaled(o, row + FORCE_WIDTH * k + 2 * c, row + FORCE_WIDTH * k + 2 * c, 2);
	if (n)
		part_add(p, f, PAGE_FORCE, row, FORCE_WIDTH * n);
	free(row);
	f->force = NULL;
}

/* Walls without end and the edges of the domain, in space. */
static void walls_end(struct page *p, struct page_frame *f, const struct frame3 *g, const struct page_middle *o)
{
	struct stage *s = &p->scene3.stage;

	stage_clear(s);
	scene3_place_walls(&p->scene3, g);
	scene3_place_box(&p->scene3, g);
	double *face = MEM_NEW(double, FACE_WIDTH * (size_t)s->n_wall), *line = MEM_NEW(double, LINE_WIDTH * (size_t)s->n_line);
	for (int k = 0; k < s->n_wall; k++)
		for (int c = 0; c < 3; c++) {
			scaled(o, face + FACE_WIDTH * k + 6 * c, s->wall[k].p[c], 3);
			for (int d = 0; d < 3; d++)
				face[FACE_WIDTH * k + 6 * c + 3 + d] = s->wall[k].normal[c][d];
			face[FACE_WIDTH * k + 18] = -1 - s->wall[k].body;
		}
	for (int k = 0; k < s->n_line; k++) {
		scaled(o, line + LINE_WIDTH * k, s->line[k].p[0], 3);
		scaled(o, line + LINE_WIDTH * k + 3, s->line[k].p[1], 3);
		line[LINE_WIDTH * k + 6] = s->line[k].dash > 0;
	}
	if (s->n_wall)
		part_add(p, f, PAGE_FACES, face, FACE_WIDTH * (size_t)s->n_wall);
	if (s->n_line)
		part_add(p, f, PAGE_LINES, line, LINE_WIDTH * (size_t)s->n_line);
	free(face);
	free(line);
}

struct page_middle page_frames_end(struct page *p, double lo[3], double hi[3])
{
	struct page_middle o = { .scale = 0 };

	if (p->dim == 3)
		scene3_room(&p->scene3);
	else
		canvas_fit(&p->canvas);
	for (int k = 0; k < p->dim; k++) {
		lo[k] = p->dim == 3 ? p->scene3.lo[k] : p->canvas.lo[k];
		hi[k] = p->dim == 3 ? p->scene3.hi[k] : p->canvas.hi[k];
		o.centre[k] = 0.5 * (lo[k] + hi[k]);
		o.scale += 0.25 * (hi[k] - lo[k]) * (hi[k] - lo[k]);
	}
	o.scale = o.scale > 0 ? sqrt(o.scale) : 1;
	scaled(&o, lo, lo, p->dim);
	scaled(&o, hi, hi, p->dim);
	for (int k = 0; k < p->n_frame; k++) {
		struct page_frame *f = &p->frame[k];
		struct frame3 *g = p->dim == 3 ? &p->scene3.frame[k] : NULL;

		positions_end(p, f, &o);
		for (size_t j = 0; j < 2 * f->n_cell; j++)
			scaled(&o, f->cell + 2 * j, f->cell + 2 * j, 2);
		if (f->n_cell)
			part_add(p, f, PAGE_CELLS, f->cell, 4 * f->n_cell);
		forces_end(p, f, g, &o);
		if (g)
			walls_end(p, f, g, &o);
	}
	for (int k = 0; p->dim == 3 && k < p->scene3.n_model; k++)
		page_shape3(p, &p->scene3.model[k]);
	return o;
}

void page_free(struct page *p)
{
	for (int k = 0; k < p->n_frame; k++) {
		for (int c = 0; c < p->frame[k].n_column; c++)
			free(p->frame[k].column[c].name);
		free(p->frame[k].column);
		free(p->frame[k].at);
		free(p->frame[k].force);
		free(p->frame[k].cell);
	}
	for (int k = 0; k < p->n_shape; k++) {
		free(p->shape[k].copy.xy);
		free(p->shape[k].copy.radius);
	}
	free(p->frame);
	free(p->shape);
	free(p->geometry);
	free(p->index);
	free(p->line);
	free(p->number);
	page_blocks_free(&p->blocks);
	paint_free(&p->paint);
	paint_free(&p->plain);
	scene3_free(&p->scene3);
	canvas_free(&p->canvas);
	world_free(&p->words);
}
