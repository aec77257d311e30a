/* svg_path.c: outlines from the path data of SVG: lines, Bezier curves and arcs (SVG 1.1, section 8.3 and appendix F.6) */
#include "drawing_parts.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "number.h"

#define PI 3.14159265358979323846
/* The default largest distance between a curve and its chords, relative to the extent of the curve. */
#define RELATIVE 1e-3
enum { PIECES_MOST = 1000000 };

enum drawing_status svg_point(struct sheet *s, const struct svg_map *map, double x, double y)
{
	const double *m = map->m;

	return sheet_point(s, m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
}

/* The largest factor by which a map may stretch a length, up to 1.41 times. */
static double stretch(const struct svg_map *map)
{
	const double *m = map->m;

	return sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]);
}

/* The tolerance before the map, for a curve with this extent. */
static double tolerance_before(const struct sheet *s, const struct svg_map *map, double extent)
{
	return s->plan->tolerance > 0 ? s->plan->tolerance / fmax(stretch(map), 1e-300) : RELATIVE * extent;
}

/* The number of chords as an integer, or -1 with a message. */
static int pieces(struct sheet *s, double n)
{
	if (n <= PIECES_MOST)
		return n > 1 ? (int)ceil(n) : 1;
	sheet_bad(s, "found a curve that would take %.3g chords, expected %d at most; use a larger --tolerance", n, PIECES_MOST);
	return -1;
}

/* A chord over the angle a of a circle of radius r is at most r (1 - cos(a / 2)) away from it, which is at most r a^2 / 8. */
enum drawing_status svg_arc(struct sheet *s, const struct svg_map *map, const double c[2], const double a[2], double turn,
	double from, double sweep)
{
	double r = fmax(a[0], a[1]), tolerance = fmin(tolerance_before(s, map, 2 * r), 0.25 * r), sine, cosine, up, along;
	int n = pieces(s, fabs(sweep) / sqrt(8 * tolerance / r));
	enum drawing_status status = n < 0 ? DRAWING_BAD : DRAWING_GOOD;

	trig_sincos(turn, &up, &along);
	for (int k = 1; k <= n && status == DRAWING_GOOD; k++) {
		trig_sincos(from + sweep * k / n, &sine, &cosine);
		double x = a[0] * cosine, y = a[1] * sine;
		status = svg_point(s, map, c[0] + along * x - up * y, c[1] + up * x + along * y);
	}
	return status;
}

/* ---- path data ---- */

struct pen {
	struct sheet *s;
	const struct svg_map *map;
	const char *end;
	double at[2], start[2], control[2]; /* the point, the first point of the ring, the last control point */
	char last;                          /* the command before, in upper case */
	int down;                           /* whether a ring was begun */
};

static void skip_comma(struct pen *p)
{
	sheet_blanks(p->s);
	if (*p->s->at == ',')
		p->s->at++;
	sheet_blanks(p->s);
}

static int number_follows(struct pen *p)
{
	const char *at = p->s->at;

	return at < p->end && *at && strchr("+-.0123456789", *at);
}

static enum drawing_status numbers(struct pen *p, int n, double *x)
{
	for (int k = 0; k < n; k++) {
		if (p->s->at >= p->end || !number_follows(p))
			return sheet_expected(p->s, "a number of the path");
		if (sheet_number(p->s, &x[k]) != DRAWING_GOOD)
			return DRAWING_BAD;
		skip_comma(p);
	}
	return DRAWING_GOOD;
}

/* A flag of an arc may stand without a blank behind it. */
static enum drawing_status flag(struct pen *p, int *x)
{
	if (p->s->at >= p->end || (*p->s->at != '0' && *p->s->at != '1'))
		return sheet_expected(p->s, "a flag of an arc, 0 or 1");
	*x = *p->s->at++ == '1';
	skip_comma(p);
	return DRAWING_GOOD;
}

static enum drawing_status line_to(struct pen *p, double x, double y)
{
	p->at[0] = x;
	p->at[1] = y;
	return svg_point(p->s, p->map, x, y);
}

/* The distance of a Bezier curve over a part h of its parameter from its chord is at most h^2 / 8 times its largest second
 * derivative, which is 6 times the largest second difference of the control points. */
static enum drawing_status curve_to(struct pen *p, const double b[2], const double c[2], const double d[2])
{
	double a[2] = { p->at[0], p->at[1] }, bend[2] = { 0, 0 }, extent = 0;
	enum drawing_status status;

	for (int k = 0; k < 2; k++) {
		double one = a[k] - 2 * b[k] + c[k], two = b[k] - 2 * c[k] + d[k];

		bend[0] += one * one;
		bend[1] += two * two;
		extent = fmax(extent, fmax(fmax(a[k], b[k]), fmax(c[k], d[k])) - fmin(fmin(a[k], b[k]), fmin(c[k], d[k])));
	}
	memcpy(p->control, c, sizeof p->control);
	if (extent == 0)
		return DRAWING_GOOD;
	int n = pieces(p->s, sqrt(0.75 * sqrt(fmax(bend[0], bend[1])) / tolerance_before(p->s, p->map, extent)));
	status = n < 0 ? DRAWING_BAD : DRAWING_GOOD;
	for (int i = 1; i < n && status == DRAWING_GOOD; i++) {
		double t = (double)i / n, u = 1 - t, x[2];

		for (int k = 0; k < 2; k++)
			x[k] = u * u * u * a[k] + 3 * t * u * (u * b[k] + t * c[k]) + t * t * t * d[k];
		status = svg_point(p->s, p->map, x[0], x[1]);
	}
	return status == DRAWING_GOOD ? line_to(p, d[0], d[1]) : status;
}

/* From the ends of an arc to its centre and angles (appendix F.6.5). Radii that are too small are enlarged (F.6.6). */
static enum drawing_status arc_to(struct pen *p, const double radius[2], double degrees, int large, int positive, double x,
	double y)
{
	double a[2] = { fabs(radius[0]), fabs(radius[1]) }, up, along, h[2], c[2], centre[2];

	if (a[0] == 0 || a[1] == 0 || (x == p->at[0] && y == p->at[1]))
		return line_to(p, x, y);
	trig_sincos(fmod(degrees, 360) * (PI / 180), &up, &along);
	double dx = 0.5 * (p->at[0] - x), dy = 0.5 * (p->at[1] - y);
	h[0] = (along * dx + up * dy) / a[0];
	h[1] = (along * dy - up * dx) / a[1];
	double l2 = h[0] * h[0] + h[1] * h[1], scale = l2 > 1 ? sqrt(l2) : 1;
	double away = l2 < 1 ? sqrt(1 / l2 - 1) * (large == positive ? -1 : 1) : 0;
	for (int k = 0; k < 2; k++) {
		a[k] *= scale;
		h[k] /= scale;
	}
	c[0] = away * h[1];
	c[1] = -away * h[0];
	double from = trig_atan2(h[1] - c[1], h[0] - c[0]), to = trig_atan2(-h[1] - c[1], -h[0] - c[0]), sweep = to - from;
	if (positive && sweep < 0)
		sweep += 2 * PI;
	if (!positive && sweep > 0)
		sweep -= 2 * PI;
	centre[0] = 0.5 * (p->at[0] + x) + along * a[0] * c[0] - up * a[1] * c[1];
	centre[1] = 0.5 * (p->at[1] + y) + up * a[0] * c[0] + along * a[1] * c[1];
	if (!(fabs(centre[0]) < SHEET_FAR && fabs(centre[1]) < SHEET_FAR && a[0] < SHEET_FAR && a[1] < SHEET_FAR))
		return line_to(p, x, y); /* the arc is straight to rounding */
	p->at[0] = x;
	p->at[1] = y;
	return svg_arc(p->s, p->map, centre, a, fmod(degrees, 360) * (PI / 180), from, sweep);
}

static enum drawing_status pen_up(struct pen *p, int closed)
{
	int open = !closed && p->s->plan->open;

	if (p->down) {
		p->s->rings->ring[p->s->rings->n - 1].open = open;
		p->s->notes->others += !rings_end(p->s->rings, open ? 2 : 3);
	}
	p->down = 0;
	return DRAWING_GOOD;
}

static enum drawing_status pen_down(struct pen *p)
{
	if (p->down)
		return DRAWING_GOOD;
	p->down = 1;
	rings_begin(p->s->rings, sheet_line(p->s, p->s->at));
	memcpy(p->start, p->at, sizeof p->start);
	return svg_point(p->s, p->map, p->at[0], p->at[1]);
}

/* The control point of a smooth curve: the last one, mirrored at the point. */
static void mirror(const struct pen *p, const char *after, double b[2])
{
	int smooth = p->last && strchr(after, p->last) != NULL;

	for (int k = 0; k < 2; k++)
		b[k] = smooth ? 2 * p->at[k] - p->control[k] : p->at[k];
}

/* A quadratic curve as a cubic one. */
static enum drawing_status quadratic_to(struct pen *p, const double b[2], const double d[2])
{
	double one[2], two[2], control[2] = { b[0], b[1] };

	for (int k = 0; k < 2; k++) {
		one[k] = (p->at[k] + 2 * b[k]) / 3;
		two[k] = (2 * b[k] + d[k]) / 3;
	}
	enum drawing_status status = curve_to(p, one, two, d);
	memcpy(p->control, control, sizeof control);
	return status;
}

/* Draw by one set of the numbers of a command. */
static enum drawing_status draw(struct pen *p, char command)
{
	static const char counted[] = "MLHVCSQTA", count[] = { 2, 2, 1, 1, 6, 4, 4, 2, 3 };
	char big = command & ~32;
	int relative = command != big, large = 0, positive = 0, n = count[strchr(counted, big) - counted];
	double x[7], from[2] = { relative ? p->at[0] : 0, relative ? p->at[1] : 0 }, b[2];

	if (numbers(p, n, x) != DRAWING_GOOD)
		return DRAWING_BAD;
	if (big == 'A') {
		if (flag(p, &large) != DRAWING_GOOD || flag(p, &positive) != DRAWING_GOOD || numbers(p, 2, x + 3) != DRAWING_GOOD)
			return DRAWING_BAD;
		x[3] += from[0];
		x[4] += from[1];
	} else if (big == 'V') {
		x[0] += from[1];
	} else {
		for (int k = 0; k < n; k++)
			x[k] += from[k % 2];
	}
	if (big == 'M') {
		pen_up(p, 0);
		memcpy(p->at, x, sizeof p->at);
		return pen_down(p);
	}
	if (pen_down(p) != DRAWING_GOOD)
		return DRAWING_BAD;
	switch (big) {
	case 'H':
		return line_to(p, x[0], p->at[1]);
	case 'V':
		return line_to(p, p->at[0], x[0]);
	case 'C':
		return curve_to(p, x, x + 2, x + 4);
	case 'S':
		mirror(p, "CS", b);
		return curve_to(p, b, x, x + 2);
	case 'Q':
		return quadratic_to(p, x, x + 2);
	case 'T':
		mirror(p, "QT", b);
		return quadratic_to(p, b, x);
	case 'A':
		return arc_to(p, x, x[2], large, positive, x[3], x[4]);
	default:
		return line_to(p, x[0], x[1]);
	}
}

enum drawing_status svg_path(struct sheet *s, const char *end, const struct svg_map *map)
{
	struct pen p = { .s = s, .map = map, .end = end };
	enum drawing_status status = DRAWING_GOOD;

	for (sheet_blanks(s); s->at < end && status == DRAWING_GOOD; sheet_blanks(s)) {
		char command = *s->at;

		if (!command || !strchr("MmZzLlHhVvCcSsQqTtAa", command))
			return sheet_expected(s, "a command of a path: M L H V C S Q T A or Z");
		if (!p.last && (command & ~32) != 'M')
			return sheet_expected(s, "a path that begins with M");
		s->at++;
		skip_comma(&p);
		if ((command & ~32) == 'Z') {
			memcpy(p.at, p.start, sizeof p.at);
			status = pen_up(&p, 1);
			p.last = 'Z';
			continue;
		}
		do {
			status = draw(&p, command);
			p.last = command & ~32;
			command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
		} while (status == DRAWING_GOOD && s->at < end && number_follows(&p));
	}
	if (status == DRAWING_GOOD)
		pen_up(&p, 0);
	return status;
}
