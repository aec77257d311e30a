/* minkowski.c: erosion of convex polygons, event by event, and the gap of a packing */
#include "plane/minkowski.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "plane/polygon.h"

/* Lengths below this fraction of a polygon's perimeter are rounding: cells reuse vertices within 1e-11 of a line. */
static const double TINY = 1e-12;
/* Two sides count as parallel if the sine of their angle is below this. */
static const double PARALLEL = 1e-13;

/* ---- one polygon ---- */

/* Tangent of half the angle from direction a to direction b. Each of the two forms loses no digits where it is used. */
static double half_turn(const double a[2], const double b[2])
{
	double sine = a[0] * b[1] - a[1] * b[0], cosine = a[0] * b[0] + a[1] * b[1];

	return cosine > 0 ? sine / (1 + cosine) : sine > 0 ? (1 - cosine) / sine : INFINITY;
}

void erosion_begin(struct erosion *e, int n, const double (*xy)[2], const double (*normal)[2])
{
	MEM_GROW(e->side, &e->cap, (size_t)n);
	e->n = n;
	e->radius = e->perimeter = e->k = 0;
	e->area = polygon_area(xy, n);
	e->done = 0;
	for (int k = 0, j = n - 1; k < n; j = k++) {
		struct erosion_side *s = &e->side[k];
		int next = k + 1 < n ? k + 1 : 0;

		*s = (struct erosion_side){ { xy[k][0], xy[k][1] }, { normal[k][0], normal[k][1] }, half_turn(normal[j], normal[k]),
			(xy[next][1] - xy[k][1]) * normal[k][0] - (xy[next][0] - xy[k][0]) * normal[k][1] };
		e->k += s->turn;
		e->perimeter += s->length;
	}
	e->tiny = TINY * e->perimeter;
}

void erosion_begin_polygon(struct erosion *e, int n, const double (*xy)[2])
{
	double (*normal)[2] = mem_new((size_t)n, sizeof *normal);

	for (int k = 0; k < n; k++) {
		const double *a = xy[k], *b = xy[k + 1 < n ? k + 1 : 0];
		double dx = b[0] - a[0], dy = b[1] - a[1], len = sqrt(dx * dx + dy * dy);

		normal[k][0] = dy / len;
		normal[k][1] = -dx / len;
	}
	erosion_begin(e, n, xy, (const double (*)[2])normal);
	free(normal);
}

void erosion_free(struct erosion *e)
{
	free(e->side);
	memset(e, 0, sizeof *e);
}

/* Move all sides by u, which must not cross an event. The velocity v of the vertex between sides with the normals n and m has
 * v.n = v.m = -1, hence v = -(n + tan(turn/2) t), where t is n turned to the left. */
static void advance(struct erosion *e, double u)
{
	struct erosion_side *s = e->side, *const end = s + e->n;
	const double *m = end[-1].normal, first = s->turn;

	for (; s < end; m = s++->normal) {
		s->xy[0] -= u * (m[0] - s->turn * m[1]);
		s->xy[1] -= u * (m[1] + s->turn * m[0]);
		s->length -= u * (s->turn + (s + 1 < end ? s[1].turn : first));
	}
	e->area += u * (u * e->k - e->perimeter);
	e->perimeter -= 2 * u * e->k;
	e->radius += u;
}

/* The distance to the next event; *side gets the side that vanishes there. */
static double next_event(const struct erosion *e, int *side)
{
	const double never = INFINITY;
	int64_t least; /* the bits of the least distance: of numbers that are not below 0 the bits have the same order */
	double before = e->side[0].turn, u;
	int at = 0;

	memcpy(&least, &never, sizeof least);
	for (int k = e->n - 1; k >= 0; k--) { /* without branches, which would often be guessed wrong; of equal sides the first */
		const struct erosion_side *s = &e->side[k];
		double speed = s->turn + before, by = speed > 0 ? speed : 1;
		int64_t bits;

		u = s->length / by;
		u = speed > 0 ? u : INFINITY;
		u = s->length <= 0 ? 0 : u;
		memcpy(&bits, &u, sizeof bits);
		at = bits <= least ? k : at;
		least = bits <= least ? bits : least;
		before = s->turn;
	}
	*side = at;
	memcpy(&u, &least, sizeof u);
	return u < INFINITY ? u : 0;
}

/* The remaining polygon lies on a segment: find the ends of the core. */
static void core_find(struct erosion *e)
{
	const struct erosion_side *longest = e->side, *from = e->side, *to = e->side;
	double lo = INFINITY, hi = -INFINITY;

	for (int k = 1; k < e->n; k++)
		if (e->side[k].length > longest->length)
			longest = &e->side[k];
	for (int k = 0; k < e->n; k++) {
		const double *m = longest->normal, *xy = e->side[k].xy;
		double s = xy[1] * m[0] - xy[0] * m[1];
		if (s < lo) {
			lo = s;
			from = &e->side[k];
		}
		if (s > hi) {
			hi = s;
			to = &e->side[k];
		}
	}
	memcpy(e->core[0], from->xy, sizeof e->core[0]);
	memcpy(e->core[1], to->xy, sizeof e->core[1]);
	if (hi - lo <= e->tiny) {
		for (int a = 0; a < 2; a++)
			e->core[0][a] = e->core[1][a] = 0.5 * (e->core[0][a] + e->core[1][a]);
	}
	e->done = 1;
}

/* Remove a side that has no length left, so that its neighbours meet. Returns 0 if the erosion ends here: the neighbours are
 * parallel, or no other sides are left. */
static int side_remove(struct erosion *e, int side)
{
	int n = e->n, before = side ? side - 1 : n - 1, after = side + 1 < n ? side + 1 : 0;
	struct erosion_side *s = e->side;
	const double *a = s[before].normal, *b = s[after].normal;
	double sine = a[0] * b[1] - a[1] * b[0], cosine = a[0] * b[0] + a[1] * b[1];

	if (n <= 3 || (cosine > 0 ? sine < -1e-9 : sine <= PARALLEL)) {
		core_find(e);
		return 0;
	}
	double turn = half_turn(a, b);
	e->k += turn - s[side].turn - s[after].turn;
	s[after].turn = turn;
	/* the new corner is the middle of the removed side, whose ends differ by rounding */
	for (int c = 0; c < 2; c++)
		s[after].xy[c] = 0.5 * (s[side].xy[c] + s[after].xy[c]);
	memmove(&s[side], &s[side + 1], (size_t)(n - 1 - side) * sizeof *s);
	e->n--;
	return 1;
}

int erosion_next(struct erosion *e)
{
	int side;

	if (e->done)
		return 0;
	e->step = next_event(e, &side);
	advance(e, e->step);
	return side_remove(e, side);
}

static int coincide(const double p[2], const double q[2], double tiny)
{
	return fmax(fabs(p[0] - q[0]), fabs(p[1] - q[1])) <= tiny;
}

/* Copy the vertices; coincident ones are copied once. */
static int copy_merged(const struct erosion *e, double (*xy)[2])
{
	int n = 0;

	for (int k = 0; k < e->n; k++)
		if (!n || !coincide(e->side[k].xy, xy[n - 1], e->tiny))
			memcpy(xy[n++], e->side[k].xy, sizeof *xy);
	while (n > 1 && coincide(xy[0], xy[n - 1], e->tiny))
		n--;
	return n;
}

int erosion_go(struct erosion *e, double radius, double (*xy)[2])
{
	const double close = 1e-12;
	int side;

	while (!e->done) {
		double u = next_event(e, &side);
		if (radius < (e->radius + u) * (1 - close)) {
			advance(e, radius - e->radius);
			return copy_merged(e, xy);
		}
		advance(e, u);
		side_remove(e, side);
	}
	if (radius > e->radius * (1 + close))
		return 0;
	memcpy(xy, e->core, sizeof e->core);
	return memcmp(e->core[0], e->core[1], sizeof e->core[0]) ? 2 : 1;
}

double erosion_finish(struct erosion *e)
{
	while (erosion_next(e)) {
	}
	return e->radius;
}

/* ---- many cells ---- */

void minkowski_add(struct minkowski *m, struct erosion *e)
{
	size_t at = m->n ? m->first[m->n] : 0, i = (size_t)m->n++;

	MEM_GROW(m->first, &m->cap, i + 2);
	MEM_GROW(m->cell, &m->cap_cell, i + 1);
	MEM_GROW(m->event, &m->cap_event, at); /* squares have no events but the last one */
	m->first[i] = at;
	m->cell[i] = (struct erosion_cell){ .area = e->area, .perimeter = e->perimeter, .k = e->k };
	while (erosion_next(e)) {
		MEM_GROW(m->event, &m->cap_event, at + 1);
		m->event[at++] = (struct erosion_event){ e->step, e->k };
	}
	m->first[i + 1] = at;
	double dx = e->core[1][0] - e->core[0][0], dy = e->core[1][1] - e->core[0][1];
	m->cell[i].inradius = e->radius;
	m->cell[i].length = sqrt(dx * dx + dy * dy);
}

void minkowski_append(struct minkowski *m, const struct minkowski *part)
{
	const size_t n = (size_t)m->n, more = (size_t)part->n, at = n ? m->first[n] : 0, events = more ? part->first[more] : 0;

	MEM_GROW(m->first, &m->cap, n + more + 1);
	MEM_GROW(m->cell, &m->cap_cell, n + more);
	MEM_GROW(m->event, &m->cap_event, at + events);
	for (size_t i = 0; i <= more; i++)
		m->first[n + i] = at + (more ? part->first[i] : 0);
	if (more) {
		memcpy(m->cell + n, part->cell, more * sizeof *part->cell);
		memcpy(m->event + at, part->event, events * sizeof *part->event);
	}
	m->n += part->n;
}

void minkowski_free(struct minkowski *m)
{
	free(m->first);
	free(m->cell);
	free(m->event);
	memset(m, 0, sizeof *m);
}

double minkowski_area(const struct minkowski *m, int i, double erode, double dilate, double *slope, double *rim)
{
	const struct erosion_event *e = m->event + m->first[i], *end = m->event + m->first[i + 1];
	const struct erosion_cell *c = &m->cell[i];
	double radius = 0, area = c->area, perimeter = c->perimeter, k = c->k;

	for (; e < end && radius + e->step <= erode; k = e++->k) { /* the sums of advance */
		area += e->step * (e->step * k - perimeter);
		perimeter -= 2 * e->step * k;
		radius += e->step;
	}
	const double u = erode - radius;
	double eroded = area + u * (u * k - perimeter);
	perimeter -= 2 * k * u;
	if (erode >= c->inradius) { /* if sides are nearly parallel, K is huge and u too coarse */
		eroded = 0;
		perimeter = 2 * c->length;
	}
	if (slope)
		*slope = perimeter + 2 * k * dilate;
	if (rim)
		*rim = perimeter + 2 * M_PI * dilate;
	return eroded + dilate * (perimeter + M_PI * dilate);
}

/* ---- one gap for all cells ---- */

struct total { double area, slope; };

/* Cells that one thread takes at a time, and those whose grains are summed up while they are in the cache. */
enum { CHUNK = 1024, BATCH = 64 * CHUNK };

/* Areas of the grains of a batch at a gap, and minus their derivatives. */
struct task { const struct minkowski *m; double q, least, gap, (*grain)[2]; int from; };

/* With erosion R = q rho + (1 - q) g and dilation r = q (rho - g), dA/dg = -(1 - q) slope - q rim. */
static void area_chunk(void *to, int from, int end, int thread)
{
	const struct task *t = to;
	const double q = t->q, gap = t->gap;

	(void)thread;
	for (int k = from; k < end; k++) {
		double rho = t->m->cell[t->from + k].inradius, s, rim;

		if (!gap_has_grain(rho, gap, t->least))
			continue;
		t->grain[k][0] = minkowski_area(t->m, t->from + k, q * rho + (1 - q) * gap, q * (rho - gap), &s, &rim);
		t->grain[k][1] = (1 - q) * s + q * rim;
	}
}

/* The area of all grains at a gap and its derivative. */
static struct total grains_area(struct task *t, int threads, double gap)
{
	const struct minkowski *m = t->m;
	double sum = 0, lost = 0, slope = 0;

	t->gap = gap;
	for (t->from = 0; t->from < m->n; t->from += BATCH) {
		const int n = m->n - t->from < BATCH ? m->n - t->from : BATCH;

		team_chunks(threads, n, CHUNK, area_chunk, t);
		for (int k = 0; k < n; k++) {
			if (!gap_has_grain(m->cell[t->from + k].inradius, gap, t->least))
				continue;
			double more = t->grain[k][0] - lost, next = sum + more; /* Kahan: the target is relative to the void, not to the grains */
			lost = (next - sum) - more;
			sum = next;
			slope -= t->grain[k][1];
		}
	}
	return (struct total){ sum, slope };
}

/* Newton's method on the area, which falls with the gap, between bounds that every step tightens. Except at jumps, the area is
 * convex in the gap, so steps from the left stay on the left. */
static enum gap_status solve(struct gap *out, struct task *t, double area, double e, int threads)
{
	const struct minkowski *m = t->m;
	const double least = t->least;
	const double target = area / (1 + e), tolerance = 1e-12 * (e > 1e-3 ? e / (1 + e) : 1e-3) * target;
	double widest = 0, lo = 0, hi, g = 0;
	struct total now = grains_area(t, threads, 0), at_lo = now, at_hi;

	for (int i = 0; i < m->n; i++)
		if (m->cell[i].inradius > widest)
			widest = m->cell[i].inradius;
	hi = widest - least;
	at_hi = hi >= 0 ? grains_area(t, threads, hi) : (struct total){ 0, 0 };
	memset(out, 0, sizeof *out);
	out->low = now.area > 0 ? fmax(area / now.area - 1, 0) : INFINITY;
	out->high = at_hi.area > 0 ? area / at_hi.area - 1 : INFINITY;
	out->void_ratio = out->low;
	if (now.area < target - tolerance)
		return GAP_LOW;
	if (at_hi.area > target + tolerance)
		return GAP_HIGH;
	for (out->steps = 1; fabs(now.area - target) > tolerance; out->steps++) {
		if (now.area > target) {
			lo = g;
			at_lo = now;
		} else {
			hi = g;
			at_hi = now;
		}
		double next = g - (now.area - target) / now.slope;
		if (!(next > lo && next < hi) || out->steps > 40)
			next = 0.5 * (lo + hi);
		if (next <= lo || next >= hi) { /* neighbouring numbers on either side of the target */
			int jumps = 0;

			for (int i = 0; i < m->n; i++)
				jumps |= gap_drops_grain(m->cell[i].inradius, lo, hi, least);
			g = lo;
			now = at_lo;
			if (!jumps)
				break;
			out->gap = lo;
			out->low = area / at_lo.area - 1;
			out->high = at_hi.area > 0 ? area / at_hi.area - 1 : INFINITY;
			return GAP_JUMP;
		}
		now = grains_area(t, threads, g = next);
	}
	out->gap = g;
	out->void_ratio = area / now.area - 1;
	return GAP_OK;
}

enum gap_status gap_solve(struct gap *out, const struct minkowski *m, double area, double q, double e, double least, int threads)
{
	struct task t = { .m = m, .q = q, .least = least, .grain = mem_new((size_t)(m->n < BATCH ? m->n : BATCH), sizeof *t.grain) };
	enum gap_status status = solve(out, &t, area, e, threads);

	free(t.grain);
	return status;
}
