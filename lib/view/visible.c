/* visible.c: the visible parts of lines, by a walk along each line over a depth buffer */
#include "view/visible.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "view/depth.h"

static void depth_fill(struct depth *d, const struct stage *s, const struct view *v)
{
	depth_clear(d);
	depth_cut_begin(d, v, s);
	for (int k = 0; k < s->n_ball; k++)
		depth_add_ball(d, v, &s->ball[k], k);
	for (int k = 0; k < s->n_face; k++)
		depth_add_face(d, v, &s->face[k], k);
	for (int k = 0; k < s->n_wall; k++) {
		const struct stage_face *f = &s->wall[k];
		double to[3];

		view_towards(v, f->p[0], to);
		if (f->normal[0][0] * to[0] + f->normal[0][1] * to[1] + f->normal[0][2] * to[2] > 0)
			depth_add_face(d, v, f, k);
	}
}

/* Whether a place y' is in front of what the buffer has there; outside the picture it is. */
static int is_seen(const struct depth *d, const struct view *v, const double at[3], double front)
{
	double i = floor(v->at[0] + v->scale * at[0]), j = floor(v->at[1] - v->scale * at[1]);

	if (!(i >= 0 && i < d->width && j >= 0 && j < d->to))
		return 1;
	return at[2] + front >= d->z[(size_t)j * (size_t)d->width + (size_t)i];
}

/* The part from .. to of a line from a to b that may lie in the picture, as shares of the line; empty if to < from. */
static void part_inside(const struct depth *d, const struct view *v, const double a[3], const double b[3], double *from,
	double *to)
{
	double size[2] = { d->width, d->to };

	*from = 0;
	*to = 1;
	for (int c = 0; c < 2; c++) {
		double scale = c ? -v->scale : v->scale, x = v->at[c] + scale * a[c], ux = scale * (b[c] - a[c]);

		if (ux != 0) {
			*from = fmax(*from, fmin((-1 - x) / ux, (size[c] + 1 - x) / ux));
			*to = fmin(*to, fmax((-1 - x) / ux, (size[c] + 1 - x) / ux));
		} else if (x < -1 || x > size[c] + 1) {
			*to = -1;
		}
	}
}

int visible_lines(struct visible **part, const struct stage *s, const struct view *v, int width, int height)
{
	struct depth d = { .width = width, .from = 0, .to = height, .z = MEM_NEW(float, (size_t)width * (size_t)height) };
	size_t cap = 0;
	int n = 0;

	*part = NULL;
	depth_fill(&d, s, v);
	for (int k = 0; k < s->n_line; k++) {
		const struct stage_line *line = &s->line[k];
		double a[3], b[3], front = 2 / v->scale, from, to;
		int seen = 0;

		view_of_point(v, line->p[0], a);
		view_of_point(v, line->p[1], b);
		part_inside(&d, v, a, b, &from, &to);
		int steps = to < from ? -1 : (int)fmin(ceil((to - from) * v->scale * hypot(b[0] - a[0], b[1] - a[1])) + 1, 1e5);
		for (int i = -1; i <= steps + 1; i++) { /* the ends, and between them steps of a pixel in the picture */
			double share = i < 0 ? 0 : i > steps ? 1 : from + (to - from) * ((double)i / steps), at[3];

			for (int c = 0; c < 3; c++)
				at[c] = a[c] + share * (b[c] - a[c]);
			int now = is_seen(&d, v, at, front);
			if (now && !seen) {
				MEM_GROW(*part, &cap, (size_t)n + 1);
				(*part)[n++] = (struct visible){ { { at[0], at[1] }, { at[0], at[1] } }, k };
			} else if (now) {
				(*part)[n - 1].p[1][0] = at[0];
				(*part)[n - 1].p[1][1] = at[1];
			}
			seen = now;
		}
	}
	free(d.z);
	return n;
}
