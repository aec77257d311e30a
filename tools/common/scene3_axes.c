/* scene3_axes.c: draw the box around a scene in 3D, dashed along periodic axes, or the slanted cell of a tilted domain, and with
 * --axes numbers */
#include <math.h>
#include <string.h>

#include "common/canvas_layout.h"
#include "common/scene3_parts.h"
#include "gnuplot.h"
#include "world/deform.h"

static const unsigned domain_rgb = 0x8a8a8a, axis_rgb = 0x5a5a5a;

/* Corner c of a box: bit k of c is set on the upper side along axis k. */
static void corner(const double lo[3], const double hi[3], int c, double p[3])
{
	for (int k = 0; k < 3; k++)
		p[k] = c >> k & 1 ? hi[k] : lo[k];
}

/* Corner c of the cell of a periodic domain. */
static void cell_corner(const struct domain *d, const double lo[3], const double hi[3], int c, double p[3])
{
	if (domain_tilted(d))
		scene3_cell_corner(d, lo, hi, c, p);
	else
		corner(lo, hi, c, p);
}

/* The corner next to the viewer. */
static int nearest_corner(const struct view *v)
{
	int c = 0;

	for (int k = 0; k < 3; k++)
		c |= (v->axis[2][k] > 0) << k;
	return c;
}

/* The edge along axis k that gets the numbers, given by the corner at its lower end. Of the two edges along x or y at the rim of
 * the picture it is the lower one, of those along z, which are upright, the left one. */
static int edge_of(const struct scene3 *s, const double lo[3], const double hi[3], int k)
{
	const struct view *v = &s->camera;
	int best = 0, found = 0, near = nearest_corner(v);
	double most = 0;

	for (int c = 0; c < 8; c++) {
		double p[3], q[3], seen[2][3];
		/* at the rim of the picture exactly one of the two faces that meet at an edge looks at the viewer */
		int hidden = 0;

		for (int d = 0; d < 3; d++)
			hidden += d != k && ((c ^ near) >> d & 1);
		if ((c >> k & 1) || hidden != 1)
			continue;
		corner(lo, hi, c, p);
		corner(lo, hi, c | 1 << k, q);
		view_of_point(v, p, seen[0]);
		view_of_point(v, q, seen[1]);
		/* of two at the same height the left one */
		double low = k < 2 ? -(seen[0][1] + seen[1][1]) - 1e-6 * (seen[0][0] + seen[1][0]) : -(seen[0][0] + seen[1][0]);
		if (!found++ || low > most) {
			most = low;
			best = c;
		}
	}
	return best;
}

/* The unit vector in the picture that points outwards from an edge. */
static void outwards(const struct scene3 *s, const double p[3], const double q[3], double to[2])
{
	double a[3], b[3], middle[3];

	view_of_point(&s->camera, p, a);
	view_of_point(&s->camera, q, b);
	for (int k = 0; k < 3; k++)
		middle[k] = 0.5 * (s->lo[k] + s->hi[k]);
	view_of_point(&s->camera, middle, middle);
	double x = b[1] - a[1], y = a[0] - b[0], norm = sqrt(x * x + y * y);
	if (x * (a[0] - middle[0]) + y * (a[1] - middle[1]) < 0)
		norm = -norm;
	to[0] = norm != 0 ? x / norm : 0;
	to[1] = norm != 0 ? y / norm : -1;
}

void scene3_place_box(struct scene3 *s, const struct frame3 *f)
{
	const struct domain *d = &f->domain;
	int near = nearest_corner(&s->camera), periodic = d->set && (d->periodic[0] || d->periodic[1] || d->periodic[2]);
	double lo[3], hi[3], p[3], q[3];

	scene3_frame_box(s, f, lo, hi);
	for (int k = 0; k < 3; k++)
		for (int c = 0; c < 8; c++) {
			if (c >> k & 1)
				continue;
			if (periodic) {
				cell_corner(d, lo, hi, c, p);
				cell_corner(d, lo, hi, c | 1 << k, q);
				stage_add_line(&s->stage, p, q, 0.9, 6, domain_rgb);
			}
			/* leave out the edges in front of all bodies */
			if ((!periodic || domain_tilted(d)) && s->axes && c != (near & ~(1 << k))) {
				corner(lo, hi, c, p);
				corner(lo, hi, c | 1 << k, q);
				stage_add_line(&s->stage, p, q, 0.9, 0, axis_rgb);
			}
		}
}

/* Write a label at this distance in pixels outwards from an edge. */
static void label(const struct scene3 *s, FILE *f, const double at[3], const double out[2], double pixels, const char *text,
	double angle)
{
	double seen[3], length = pixels * s->canvas->pixel;

	view_of_point(&s->camera, at, seen);
	fprintf(f, "set label ");
	gnuplot_string(f, text);
	fprintf(f, " at %.9g,%.9g %s rotate by %.3g front\n", seen[0] + length * out[0] + s->shift[0],
		seen[1] + length * out[1] + s->shift[1],
		fabs(angle) > 0 || fabs(out[0]) < 0.35 ? "center" : out[0] < 0 ? "right" : "left", angle);
}

static void axis_labels(const struct scene3 *s, FILE *f, const double lo[3], const double hi[3], int k)
{
	const double apart = 40; /* least distance of two numbers [pixels] */
	double p[3], q[3], a[3], b[3], out[2], longest = 0;
	int c = edge_of(s, lo, hi, k);

	corner(lo, hi, c, p);
	corner(lo, hi, c | 1 << k, q);
	outwards(s, p, q, out);
	view_of_point(&s->camera, p, a);
	view_of_point(&s->camera, q, b);
	double length = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])) / s->canvas->pixel;
	if (length < 2) /* the axis is seen along itself */
		return;
	double step = canvas_step((hi[k] - lo[k]) * fmax(1.0 / 6, apart / fmax(length, apart)));
	while (ceil(lo[k] / step - 1e-9) * step > hi[k] + 1e-9 * step) /* a short axis has one number at least */
		step = canvas_step(step / 3);
	for (double i = ceil(lo[k] / step - 1e-9); i * step <= hi[k] + 1e-9 * step; i++) {
		double at[3] = { p[0], p[1], p[2] }, seen[3], mark = 5 * s->canvas->pixel;
		char text[32];

		at[k] = i * step;
		snprintf(text, sizeof text, "%.*g", layout_digits(lo[k], hi[k]), i * step + 0.0); /* no -0 */
		longest = fmax(longest, (double)strlen(text));
		view_of_point(&s->camera, at, seen);
		for (int d = 0; d < 2; d++)
			seen[d] += s->shift[d];
		fprintf(f, "set arrow from %.9g,%.9g to %.9g,%.9g nohead front lw 0.8 lc rgb '#%06x'\n", seen[0], seen[1],
			seen[0] + mark * out[0], seen[1] + mark * out[1], axis_rgb);
		label(s, f, at, out, fabs(out[0]) < 0.35 ? 16 : 11, text, 0);
	}
	for (int d = 0; d < 3; d++)
		p[d] = 0.5 * (p[d] + q[d]);
	int upright = k == 2 || fabs(out[0]) > 0.999;
	label(s, f, p, out, upright ? 24 + 8 * longest : 34 + 7 * longest * fabs(out[0]), s->axis_label[k], upright ? 90 : 0);
}

void scene3_labels(const struct scene3 *s, FILE *script)
{
	double lo[3], hi[3];

	if (!s->axes)
		return;
	scene3_frame_box(s, &s->frame[0], lo, hi);
	for (int d = 0; d < 3; d++)
		if (hi[d] > lo[d])
			axis_labels(s, script, lo, hi, d);
}
