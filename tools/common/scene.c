/* scene.c: draw the bodies, cells and contact forces of a frame as polygons. */
#include "common/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/picture.h"
#include "number.h"
#include "scene/place.h"

/* Chords deviate from arcs by at most this part of a pixel: in a drawing, which may be enlarged, and in an image, where a polygon
 * of fewer corners and of the same area looks the same and takes gnuplot less time. */
static const double fine_drawing = 0.1, fine_image = 0.2;
static const double fine_speck = 0.01; /* for a body that will be a box of the same area */
/* And never by less than this part of the reach of a shape. */
static const double finest = 1e-9;

/* Pale colours of grains and walls over which forces are drawn. */
static const unsigned pale_rgb = 0xeee6d8, pale_wall_rgb = 0xa9a9a9;

/* ---- cells ---- */

/* Read the corners of a line "cell ID x,y x,y ..."; skip words that are not pairs of numbers. */
static void cell_read(struct cells *c, char *line)
{
	char *save = NULL;

	MEM_GROW(c->first, &c->cap, (size_t)c->n + 1);
	c->first[c->n++] = c->n_xy;
	for (char *word = strtok_r(line, " \t\r", &save); word; word = strtok_r(NULL, " \t\r", &save)) {
		double x, y;
		char *comma = strchr(word, ',');
		if (!comma)
			continue;
		*comma = 0;
		if (number_parse(word, &x) || number_parse(comma + 1, &y))
			continue;
		MEM_GROW(c->xy, &c->cap_xy, (size_t)c->n_xy + 1);
		c->xy[c->n_xy][0] = x;
		c->xy[c->n_xy++][1] = y;
	}
}

void scene_cells_read(struct scene *s, const char *text, size_t n)
{
	const char *end = text + n;
	int fresh = 0;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t len = (size_t)((stop ? stop : end) - text);
		if (len > 5 && !memcmp(text, "cell", 4) && (text[4] == ' ' || text[4] == '\t')) {
			if (!fresh++)
				s->cell.n = s->cell.n_xy = 0;
			char *line = MEM_NEW(char, len + 1);
			memcpy(line, text, len);
			line[len] = 0;
			cell_read(&s->cell, line);
			free(line);
		}
		text += len + 1;
	}
}

/* ---- periodic copies ---- */

/* The number of a periodic image, limited to +-100. */
static int image(double number)
{
	const double most = 100;

	return (int)fmax(-most, fmin(most, number));
}

/* Draw a polygon and those of its periodic images that reach into the domain. What the picture will not show is left out, since
 * outlines of magnified bodies have very many corners; its number still counts for the colours. Returns whether one is shown. */
static int images(struct canvas *c, const struct domain *d, enum layer layer, double (*xy)[2], int n, double number)
{
	double lo[2] = { INFINITY, INFINITY }, hi[2] = { -INFINITY, -INFINITY }, size[2];
	int from[2] = { 0, 0 }, to[2] = { 0, 0 }, seen = 0;

	for (int k = 0; k < n; k++)
		for (int a = 0; a < 2; a++) {
			lo[a] = fmin(lo[a], xy[k][a]);
			hi[a] = fmax(hi[a], xy[k][a]);
		}
	for (int a = 0; a < 2; a++)
		size[a] = d->hi[a] - d->lo[a];
	if (d->set && d->periodic[1]) {
		from[1] = image(ceil((d->lo[1] - hi[1]) / size[1]));
		to[1] = image(floor((d->hi[1] - lo[1]) / size[1]));
	}
	for (int b = from[1]; b <= to[1]; b++) {
		double tilt = b * d->tilt[0];
		if (d->set && d->periodic[0]) {
			from[0] = image(ceil((d->lo[0] - hi[0] - tilt) / size[0]));
			to[0] = image(floor((d->hi[0] - lo[0] - tilt) / size[0]));
		}
		for (int a = from[0]; a <= to[0]; a++) {
			double sx = a ? a * size[0] + tilt : tilt, sy = b ? b * size[1] : 0;

			if (canvas_hides(c, (double[]){ lo[0] + sx, lo[1] + sy }, (double[]){ hi[0] + sx, hi[1] + sy })) {
				if (layer == LAYER_VALUE || layer == LAYER_VALUE_HOLED || layer == LAYER_VALUE_SPECK)
					canvas_value(c, number);
				continue;
			}
			for (int k = 0; k < n; k++) {
				xy[k][0] += sx;
				xy[k][1] += sy;
			}
			canvas_polygon(c, layer, (const double (*)[2])xy, n, number);
			seen = 1;
			for (int k = 0; k < n; k++) {
				xy[k][0] -= sx;
				xy[k][1] -= sy;
			}
		}
	}
	return seen;
}

/* ---- bodies ---- */

/* The mean least extent of the bodies that no constraint holds, 0 without any. */
static double grain_of(const struct world *w, const struct bodies2 *b)
{
	double sum = 0, lo[2], hi[2];
	int n = 0;

	for (int i = 0; i < b->n; i++) {
		struct place p = place_body(w, b, i);

		if (!p.shape || paint_is_wall(w, b->tag[i]))
			continue;
		place_box(&p, lo, hi);
		sum += fmin(hi[0] - lo[0], hi[1] - lo[1]);
		n++;
	}
	return n ? sum / n : 0;
}

/* Whether body i is a wall longer than grains. */
static int is_long(const struct world *w, const struct bodies2 *b, int i, double grain)
{
	return paint_is_wall(w, b->tag[i]) && b->size[i] * shape_reach(world_shape(w, b->shape[i])) > SCENE_LONG * grain;
}

void scene_view(struct scene *s, struct canvas *c, struct world *w, const char *shown)
{
	struct bodies2 b = world_bodies2(w);
	for (int a = 0; a < 2; a++)
		if (w->domain.set && w->domain.periodic[a]) {
			c->fixed[a] = c->periodic[a] = 1;
			c->edge[a][0] = w->domain.lo[a];
			c->edge[a][1] = w->domain.hi[a];
			c->lo[a] = fmin(c->lo[a], w->domain.lo[a]);
			c->hi[a] = fmax(c->hi[a], w->domain.hi[a]);
		} else { /* another stream of the picture may be periodic; this one has no edges in view */
			c->edge[a][0] = -INFINITY;
			c->edge[a][1] = INFINITY;
		}
	if (!c->grain)
		c->grain = grain_of(w, &b);
	for (int i = 0; i < b.n; i++) {
		struct place p = place_body(w, &b, i);
		double lo[2], hi[2], end[2][2];
		if (!p.shape || !shown[i])
			continue;
		if (p.shape->kind == SHAPE_POLYLINE && p.shape->n == 2 && is_long(w, &b, i, c->grain)) {
			for (int k = 0; k < 2; k++)
				place_vertex(&p, k, end[k]);
			canvas_plate(c, (const double (*)[2])end, p.size * p.shape->r);
		} else {
			place_box(&p, lo, hi);
			canvas_view(c, lo, hi);
		}
	}
	for (int k = 0; s->cells && k < s->cell.n_xy; k++)
		canvas_view(c, s->cell.xy[k], s->cell.xy[k]);
}

/* Append the points first .. end - 1 of the outline, moved to the place of the body, to the n points in s->xy. Returns their new
 * number. */
static int points_place(struct scene *s, const struct outline *o, const struct place *p, int first, int end, int n)
{
	MEM_GROW(s->xy, &s->cap_xy, (size_t)(n + end - first + 2));
	for (int k = first; k < end; k++, n++) {
		double u = p->size * o->xy[k][0], v = p->size * o->xy[k][1];
		s->xy[n][0] = p->x + p->c * u - p->s * v;
		s->xy[n][1] = p->y + p->s * u + p->c * v;
	}
	return n;
}

/* Whether a body is so small in an image that it is drawn as a box: at most two pixels wide and high. */
static int is_speck(const struct canvas *c, const struct place *p)
{
	const double most = 2 * c->pixel / c->larger;
	double lo[2], hi[2];

	if (!c->specks || p->size * shape_reach(p->shape) > most)
		return 0;
	place_box(p, lo, hi);
	return hi[0] - lo[0] <= most && hi[1] - lo[1] <= most;
}

/* Draw a body. Long walls get no edge, because the edge would show where two periodic images meet. Walls too thin to be seen are
 * drawn as lines. Returns whether it is shown. */
static int body_draw(struct scene *s, struct canvas *c, const struct domain *d, const struct place *p, int value,
	int wall, double number)
{
	int bare = wall && p->size * shape_reach(p->shape) > SCENE_LONG * c->grain;
	int thin = wall && p->size * p->shape->r < c->pixel && p->shape->kind != SHAPE_POLYGON;
	enum layer layer = value ? LAYER_VALUE : bare ? LAYER_RGB_HOLED : LAYER_RGB;
	int drawing = picture.kind == GNUPLOT_SVG || picture.kind == GNUPLOT_PDF;
	double pixel = c->pixel / c->larger / p->size;
	int speck = is_speck(c, p), n = 0;
	struct scene_outline *last = &s->outline[speck];
	const struct outline *o = &last->of;

	if (p->shape != last->shape || p->size > last->size) {
		outline_of_shape(&last->of, p->shape, fmax((speck ? fine_speck : drawing ? fine_drawing : fine_image) * pixel,
			finest * shape_reach(p->shape)));
		if (!speck && !drawing)
			outline_fill(&last->of);
		last->shape = p->shape;
		last->size = p->size;
	}
	if (o->n_loop == 1) {
		n = points_place(s, o, p, 0, o->n, 0);
		if (speck && layer == LAYER_RGB)
			layer = LAYER_RGB_SPECK;
		if (speck && layer == LAYER_VALUE)
			layer = LAYER_VALUE_SPECK;
		return images(c, d, thin ? LAYER_WALL : !o->b.n ? LAYER_EDGE : layer, s->xy, n, number);
	}
	/* Draw all loops as one polygon that returns to its first point after each loop. The ways there and back enclose no area.
	 * Holes run in the opposite direction, so they stay empty under the even-odd rule and under the winding rule. */
	for (int k = 0; k < o->n_loop; k++) {
		n = points_place(s, o, p, o->loop[k], outline_loop_end(o, k), n);
		n = points_place(s, o, p, o->loop[k], o->loop[k] + 1, n);
		n = points_place(s, o, p, 0, 1, n);
	}
	int seen = images(c, d, value ? LAYER_VALUE_HOLED : LAYER_RGB_HOLED, s->xy, n, number);
	for (int k = 0; k < o->n_loop && (thin || !bare); k++) {
		n = points_place(s, o, p, o->loop[k], outline_loop_end(o, k), 0);
		images(c, d, thin ? LAYER_WALL : LAYER_EDGE, s->xy, n, number);
	}
	return seen;
}

/* ---- the frame ---- */

/* Returns why a body cannot be drawn (too many periodic images, or too far out), or NULL. The caller frees the text. */
static char *body_fault(const struct domain *d, const struct place *p, int64_t id, double size)
{
	double reach = shape_reach(p->shape) * size;
	char text[96] = "";

	for (int a = 0; a < 2; a++)
		if (d->set && d->periodic[a] && reach > 50 * (d->hi[a] - d->lo[a]))
			snprintf(text, sizeof text, "body %lld reaches further than 50 periods of the domain, which is too far to draw",
			         (long long)id);
	if (!(fabs(p->x) + fabs(p->y) + reach < 1e30))
		snprintf(text, sizeof text, "body %lld reaches further out than 1e30, which is too far to draw", (long long)id);
	return *text ? mem_string(text) : NULL;
}

static unsigned body_rgb(struct scene *s, const struct world *w, int wall, int i)
{
	if (wall)
		return s->forces ? pale_wall_rgb : paint_wall_rgb;
	return s->forces && !s->color ? pale_rgb : paint_rgb(&s->paint, w, i);
}

char *scene_draw(struct scene *s, struct canvas *c, struct world *w, const char *shown)
{
	struct bodies2 b = world_bodies2(w);
	char *what = paint_frame(&s->paint, s->color, w);

	if (what)
		return what;
	s->outline[0].shape = s->outline[1].shape = NULL;
	s->valued |= s->paint.value;
	for (int k = 0; s->cells && k < s->cell.n; k++) {
		int first = s->cell.first[k], end = k + 1 < s->cell.n ? s->cell.first[k + 1] : s->cell.n_xy;
		if (end > first)
			images(c, &w->domain, LAYER_CELL, s->cell.xy + first, end - first, 0);
	}
	for (int i = 0; i < b.n; i++) {
		struct place p = place_body(w, &b, i);
		int wall = paint_is_wall(w, b.tag[i]), value = !wall && s->paint.value && isfinite(s->paint.number[i]);
		if (!p.shape || !shown[i])
			continue;
		if ((what = body_fault(&w->domain, &p, b.id[i], b.size[i])))
			return what;
		double number = value ? s->paint.number[i] : body_rgb(s, w, wall, i);
		if (body_draw(s, c, &w->domain, &p, value, wall, number) && !wall)
			paint_draw(&s->paint, w, i);
	}
	if (s->forces)
		what = scene_forces(c, w);
	return what;
}

void scene_free(struct scene *s)
{
	paint_free(&s->paint);
	for (int k = 0; k < 2; k++)
		outline_free(&s->outline[k].of);
	free(s->cell.first);
	free(s->cell.xy);
	free(s->xy);
}
