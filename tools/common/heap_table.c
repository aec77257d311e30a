/* heap_table.c: heights and angles of heaps */
#include "common/heap_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/trig.h"
#include "common/tool.h"
#include "number.h"
#include "shape/support.h"

/* A height such as 0.01, or a part of the greatest height such as 85%. */
static int height_parse(char *text, double *limit, int *part)
{
	size_t n = strlen(text);

	*part = n > 0 && text[n - 1] == '%';
	if (*part)
		text[n - 1] = 0;
	if (number_parse(text, limit) || *limit < 0)
		return -1;
	*limit /= *part ? 100 : 1;
	return 0;
}

void heap_table_options(struct heap_table *h, const char *what, const char *heights)
{
	char *text = mem_string(heights ? heights : "15%,85%"), *comma = strchr(text, ',');

	h->angles = !strcmp(what, "angles");
	if (!h->angles && strcmp(what, "heights"))
		opt_fail("surface", "%s, expected heights or angles", what);
	if (comma)
		*comma = 0;
	if (!comma || height_parse(text, &h->limit[0], &h->part[0]) || height_parse(comma + 1, &h->limit[1], &h->part[1]) ||
			(h->part[0] == h->part[1] && h->limit[0] >= h->limit[1]))
		opt_fail("heights", "%s, expected LO,HI, lengths or parts of the greatest height such as 15%%,85%%", heights);
	free(text);
}

void heap_table_columns(const struct heap_table *h, int dim, struct tab_out *o)
{
	if (!h->angles)
		tab_columns(o, (const char *const[]){ dim == 3 ? "r" : "x", "L", "height", "L", NULL });
	else if (dim == 2)
		tab_columns(o, (const char *const[]){ "t", "T", "angle", "deg", "left", "deg", "left_error", "deg", "right", "deg",
			"right_error", "deg", "height", "L", "peak", "L", "grains", "", NULL });
	else
		tab_columns(o, (const char *const[]){ "t", "T", "angle", "deg", "angle_error", "deg", "height", "L", "grains", "", NULL });
}

/* The greatest and least height of body i along the vertical axis. */
static void body_ends(struct world *w, int i, double *top, double *bottom)
{
	double up[3] = { 0, 1, 0 }, down[3], sine, cosine, at;
	const struct shape *s;
	double size;

	if (w->dim == 2) {
		struct bodies2 b = world_bodies2(w);
		trig_sincos(b.angle[i], &sine, &cosine);
		up[0] = sine;
		up[1] = cosine;
		s = world_shape(w, b.shape[i]);
		size = b.size[i];
		at = b.y[i];
	} else {
		struct bodies3 b = world_bodies3(w);
		double m[3][3];
		quat_matrix(m, (const double[]){ b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] });
		mat3_apply_back(up, (const double (*)[3])m, (const double[]){ 0, 0, 1 });
		s = world_shape(w, b.shape[i]);
		size = b.size[i];
		at = b.x[2][i];
	}
	for (int k = 0; k < 3; k++)
		down[k] = -up[k];
	*top = s ? at + size * shape_support(s, up) : NAN;
	*bottom = s ? at - size * shape_support(s, down) : NAN;
}

/* The grid of a frame; from, to, the centre and the floor follow from the domain and the lowest grain if they are not given. */
static struct heap_grid grid_of(const struct heap_table *h, const struct world *w, double lowest)
{
	const struct domain *d = &w->domain;
	struct heap_grid g = { .dim = w->dim, .n = h->n, .from = h->from, .to = h->to, .centre = { h->centre[0], h->centre[1] } };
	double far = INFINITY;

	for (int k = 0; k < 2; k++) {
		if (isnan(g.centre[k]) && d->set)
			g.centre[k] = 0.5 * (d->lo[k] + d->hi[k]);
		if (d->set)
			far = fmin(far, fmin(g.centre[k] - d->lo[k], d->hi[k] - g.centre[k]));
	}
	if (isnan(g.from))
		g.from = w->dim == 3 ? 0 : d->set ? d->lo[0] : NAN;
	if (isnan(g.to))
		g.to = !d->set ? NAN : w->dim == 3 ? far : d->hi[0];
	if (w->dim == 3 && (isnan(g.centre[0]) || isnan(g.centre[1])))
		tool_fail(EXIT_USAGE, "the stream has no domain, so the heap has no axis; give --centre");
	if (!(g.from < g.to))
		tool_fail(EXIT_USAGE, "the bins have no ends; give --from and --to");
	g.floor = isnan(h->floor) ? lowest : h->floor;
	return g;
}

/* Write the angles of a frame. A mean of two sides needs both. */
static void angles_write(const struct heap_table *h, const struct heap_grid *g, const double *height, int grains, double t,
	struct tab_out *o)
{
	int peak = heap_peak(g->n, height);
	double width = (g->to - g->from) / g->n, top = height[peak];
	double lo = h->limit[0] * (h->part[0] ? top : 1), hi = h->limit[1] * (h->part[1] ? top : 1);
	struct heap_side right = heap_fit(g->n, height, width, peak, 1, lo, hi), left = { NAN, NAN, 0 };

	tab_real(o, t);
	if (g->dim == 3) {
		tab_real(o, right.angle);
		tab_real(o, right.error);
	} else {
		left = heap_fit(g->n, height, width, peak, -1, lo, hi);
		tab_reals(o, (double[]){ 0.5 * (left.angle + right.angle), left.angle, left.error, right.angle, right.error }, 5);
	}
	tab_real(o, top);
	if (g->dim == 2)
		tab_real(o, grains ? g->from + (peak + 0.5) * width : NAN);
	tab_int(o, grains);
}

int heap_table_frame(const struct heap_table *h, struct world *w, const char *keep, struct tab_out *o)
{
	double (*at)[3] = mem_new((size_t)w->body.n_row, sizeof *at), *height = MEM_NEW(double, (size_t)h->n), lowest = INFINITY;
	int n = 0;

	world_need_columns(w);
	const double *x = table_real(&w->body, "x"), *y = table_real(&w->body, "y");
	for (int i = 0; i < w->body.n_row; i++) {
		double top, bottom;
		if (!keep[i])
			continue;
		body_ends(w, i, &top, &bottom);
		if (!isfinite(top))
			continue;
		at[n][0] = x[i];
		at[n][1] = y[i];
		at[n++][2] = top;
		lowest = fmin(lowest, bottom);
	}
	struct heap_grid g = grid_of(h, w, lowest);
	int inside = heap_heights(&g, n, (const double (*)[3])at, height);
	if (h->angles)
		angles_write(h, &g, height, inside, w->t, o);
	else
		tab_block(o, w->t);
	for (int k = 0; k < g.n && !h->angles; k++)
		tab_reals(o, (double[]){ g.from + (k + 0.5) * (g.to - g.from) / g.n, height[k] }, 2);
	free(at);
	free(height);
	return n;
}
