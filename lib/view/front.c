/* front.c: drawing what is in front first, and leaving out what is behind it */
#include "view/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/wide.h"
#include "view/depth_parts.h"

enum { MANY = 8 };    /* things of a body that is looked at before it is drawn */
enum { FEW = 200 };   /* other balls, if there are fewer, are drawn at once; more are sorted into cells ... */
enum { IN_CELL = 40 }; /* ... of so many, in space that they fill */
enum { TUBE = -1 };   /* the reach of a tube, which has none */
enum { LAYERS = 1024 }; /* places from front to back at which runs are told apart */

/* Add the run of `count` balls (of f->ball) or faces from `first` on. */
static void run_add(struct front *f, const struct stage *s, int first, int count, int face, int large)
{
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, square = 0;

	MEM_GROW(f->run, &f->cap, (size_t)f->n + 1);
	struct front_run *run = &f->run[f->n++];
	*run = (struct front_run){ .first = first, .n = count, .face = face, .large = large };
	if (!large)
		return;
	for (int k = first; k < first + count && !face; k++)
		stage_box(&(struct stage){ .n_ball = 1, .ball = &s->ball[f->ball[k]] }, lo, hi);
	if (face)
		stage_box(&(struct stage){ .n_face = count, .face = s->face + first }, lo, hi);
	for (int k = 0; k < 3; k++) {
		run->at[k] = 0.5 * (lo[k] + hi[k]);
		square += 0.25 * (hi[k] - lo[k]) * (hi[k] - lo[k]);
	}
	run->r = sqrt(square);
}

/* Add runs of the n balls of f->ball from `first` on, by the cells of a grid that their centres are in. */
static void add_by_cells(struct front *f, const struct stage *s, int first, int n)
{
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, longest = 0;
	int *ball = f->ball + first, side[3], along = (int)ceil(cbrt((double)n / IN_CELL)), *cell = MEM_NEW(int, (size_t)n);

	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++) {
			lo[k] = fmin(lo[k], s->ball[ball[i]].at[k]);
			hi[k] = fmax(hi[k], s->ball[ball[i]].at[k]);
		}
	for (int k = 0; k < 3; k++)
		longest = fmax(longest, hi[k] - lo[k]);
	double each = longest > 0 ? along / longest : 0;
	for (int k = 0; k < 3; k++)
		side[k] = (int)((hi[k] - lo[k]) * each) + 1;
	size_t cells = (size_t)side[0] * (size_t)side[1] * (size_t)side[2];
	int *end = MEM_ZERO(int, cells + 1), *sorted = MEM_NEW(int, (size_t)n);
	for (int i = 0; i < n; i++) {
		int at[3];

		for (int k = 0; k < 3; k++)
			at[k] = (int)((s->ball[ball[i]].at[k] - lo[k]) * each);
		cell[i] = (at[2] * side[1] + at[1]) * side[0] + at[0];
		end[cell[i] + 1]++;
	}
	for (size_t c = 0; c < cells; c++)
		end[c + 1] += end[c];
	for (int i = 0; i < n; i++)
		sorted[end[cell[i]]++] = ball[i];
	memcpy(ball, sorted, (size_t)n * sizeof *ball);
	for (size_t c = 0; c < cells; c++) {
		int from = c ? end[c - 1] : 0;

		if (end[c] > from)
			run_add(f, s, first + from, end[c] - from, 0, 1);
	}
	free(cell);
	free(end);
	free(sorted);
}

/* Every point of a ball is within this distance of its centre [L]. */
static double ball_reach(const struct stage_ball *b)
{
	const double *a = b->a;

	if (b->tube)
		return TUBE;
	/* the greatest half axis: all of A is at least its least diagonal part less the other parts of the row (Gershgorin) */
	double least = fmin(a[0] - fabs(a[3]) - fabs(a[4]), fmin(a[1] - fabs(a[3]) - fabs(a[5]), a[2] - fabs(a[4]) - fabs(a[5])));
	return least > 0 ? 1 / sqrt(least) : INFINITY;
}

void front_init(struct front *f, const struct stage *s)
{
	int end, n = 0, loose = 0;

	*f = (struct front){ .ball = MEM_NEW(int, (size_t)s->n_ball), .reach = MEM_NEW(double, (size_t)s->n_ball) };
	for (int c = 0; c < 3; c++)
		f->at[c] = MEM_NEW(double, (size_t)s->n_ball);
	for (int pass = 0; pass < 2; pass++) { /* bodies of many balls first */
		loose = n;
		for (int k = 0; k < s->n_ball; k = end) {
			for (end = k + 1; end < s->n_ball && s->ball[end].body == s->ball[k].body; end++)
				;
			if ((end - k < MANY) != pass)
				continue;
			for (int i = k; i < end; i++)
				f->ball[n++] = i;
			if (!pass)
				run_add(f, s, n - (end - k), end - k, 0, 1);
		}
	}
	if (n - loose >= FEW)
		add_by_cells(f, s, loose, n - loose);
	else if (n > loose)
		run_add(f, s, loose, n - loose, 0, 0);
	for (int k = 0; k < n; k++) {
		const struct stage_ball *b = &s->ball[f->ball[k]];

		for (int c = 0; c < 3; c++)
			f->at[c][k] = b->at[c];
		f->reach[k] = ball_reach(b);
	}
	for (int k = 0; k < s->n_face; k = end) {
		for (end = k + 1; end < s->n_face && s->face[end].body == s->face[k].body; end++)
			;
		run_add(f, s, k, end - k, 1, end - k >= MANY);
	}
}

void front_free(struct front *f)
{
	for (int c = 0; c < 3; c++)
		free(f->at[c]);
	free(f->reach);
	free(f->run);
	free(f->ball);
	*f = (struct front){ 0 };
}

/* Whether a face of a closed surface is turned from direction w at all three corners. */
static int is_behind(const struct stage_face *f, const float w[3])
{
	int away = f->closed;

	for (int c = 0; c < 3; c++)
		away &= f->normal[c][0] * w[0] + f->normal[c][1] * w[1] + f->normal[c][2] * w[2] < 0;
	return away;
}

/* The samples in which a thing may be seen, none if left > right or top > bottom, and the greatest depth that it may have. */
struct spot { int left, right, top, bottom; float near; };

static inline int is_row_hidden(const float *z, int n, float near)
{
	int open = 0;

#pragma omp simd reduction(| : open)
	for (int i = 0; i < n; i++)
		open |= !(z[i] >= near);
	return !open;
}

/* Whether the buffer has something nearer wherever the thing may be seen. */
static inline int is_hidden(const struct depth *d, struct spot s)
{
	if (s.left > s.right || s.top > s.bottom)
		return 1;
	const float *middle = d->z + (size_t)((s.top + s.bottom) / 2) * (size_t)d->width;
	if (!(middle[(s.left + s.right) / 2] >= s.near))
		return 0;
	for (int j = s.top; j <= s.bottom; j++)
		if (!is_row_hidden(d->z + (size_t)j * (size_t)d->width + s.left, s.right - s.left + 1, s.near))
			return 0;
	return 1;
}

/* The first of n samples, and after the last of them, whose middles are after a place. */
static WIDE_INLINE int sample_after(double place, int n)
{
	double at = place + 0.5;

	return (int)(at > 0 ? at < n ? at : n : 0);
}

/* The greatest depth, in single precision, of what is within reach of the depth z. */
static WIDE_INLINE float nearest(double z, double reach)
{
	return (float)(z + reach + 1e-6 * (fabs(z + reach) + 2 * reach));
}

static const double slack = 1e-6; /* a sample whose middle is so near to an edge may be seen [samples] */

/* The spot of a thing whose middle is at y', and which extends so far from there. */
static struct spot spot_of(const struct view *v, const struct depth *d, const double at[3], const double reach[3])
{
	double x = v->at[0] + v->scale * at[0], y = v->at[1] - v->scale * at[1] - d->from;
	double wide = v->scale * reach[0] + slack, high = v->scale * reach[1] + slack;

	return (struct spot){ sample_after(x - wide, d->width), sample_after(x + wide, d->width) - 1,
		sample_after(y - high, d->to - d->from), sample_after(y + high, d->to - d->from) - 1, nearest(at[2], reach[2]) };
}

/* The spots of n balls at x, y, z [n]. */
enum { PART = 64 };
struct spots { int left[PART], right[PART], top[PART], bottom[PART]; float near[PART]; };

static WIDE_INLINE void spots_loop(struct spots *restrict to, const struct view *v, const struct depth *d, int n,
	const double *restrict x, const double *restrict y, const double *restrict z, const double *restrict reach)
{
	const double scale = v->scale, left = v->at[0], top = v->at[1] - d->from;
	const double cx = v->centre[0], cy = v->centre[1], cz = v->centre[2];
	const double ax = v->axis[0][0], ay = v->axis[0][1], az = v->axis[0][2];
	const double bx = v->axis[1][0], by = v->axis[1][1], bz = v->axis[1][2];
	const double wx = v->axis[2][0], wy = v->axis[2][1], wz = v->axis[2][2];
	const int width = d->width, height = d->to - d->from;

#pragma omp simd
	for (int k = 0; k < n; k++) {
		double dx = x[k] - cx, dy = y[k] - cy, dz = z[k] - cz, r = scale * reach[k] + slack;
		double i = left + scale * (ax * dx + ay * dy + az * dz), j = top - scale * (bx * dx + by * dy + bz * dz);

		to->left[k] = sample_after(i - r, width);
		to->right[k] = sample_after(i + r, width) - 1;
		to->top[k] = sample_after(j - r, height);
		to->bottom[k] = sample_after(j + r, height) - 1;
		to->near[k] = nearest(wx * dx + wy * dy + wz * dz, reach[k]);
	}
}
WIDE_LOOP(spots, (struct spots *to, const struct view *v, const struct depth *d, int n, const double *x, const double *y,
	const double *z, const double *reach), (to, v, d, n, x, y, z, reach))

/* The spot of a tube. */
static struct spot tube_spot(const struct depth *d, const struct view *v, const struct stage_ball *b)
{
	double end[2][3], middle[3], reach[3];

	depth_tube_ends(v, b, end);
	for (int k = 0; k < 3; k++) {
		middle[k] = 0.5 * (end[0][k] + end[1][k]);
		reach[k] = 0.5 * fabs(end[1][k] - end[0][k]) + b->a[3];
	}
	return spot_of(v, d, middle, reach);
}

static void ball_draw(const struct stage *s, const struct view *v, struct depth *d, int ball, unsigned char *drawn)
{
	depth_add_ball(d, v, &s->ball[ball], 0);
	if (drawn)
		drawn[ball] = 1;
}

/* Draw those of the run's balls that are not hidden. */
static void balls_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d,
	const struct front_run *run, unsigned char *drawn)
{
	void (*spots_of)(struct spots *, const struct view *, const struct depth *, int, const double *, const double *, const double *,
		const double *) = spots(wide_has());
	struct spots to;

	for (int first = run->first; first < run->first + run->n; first += PART) {
		int n = run->first + run->n - first < PART ? run->first + run->n - first : PART, some = 0;
		struct spot spot_at[PART];
		int ball_at[PART];

		spots_of(&to, v, d, n, f->at[0] + first, f->at[1] + first, f->at[2] + first, f->reach + first);
		for (int k = 0; k < n; k++) {
			int ball = f->ball[first + k];
			struct spot spot = { to.left[k], to.right[k], to.top[k], to.bottom[k], to.near[k] };

			if (f->reach[first + k] == TUBE)
				spot = tube_spot(d, v, &s->ball[ball]);
			if (is_hidden(d, spot))
				continue;
			stage_fetch(&s->ball[ball]);
			spot_at[some] = spot;
			ball_at[some++] = ball;
		}
		for (int k = 0; k < some; k++) /* those before may have hidden it */
			if (!is_hidden(d, spot_at[k]))
				ball_draw(s, v, d, ball_at[k], drawn);
	}
}

static void run_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d,
	const struct front_run *run, unsigned char *drawn)
{
	const float w[3] = { (float)v->axis[2][0], (float)v->axis[2][1], (float)v->axis[2][2] };

	if (run->large && !run->face) {
		balls_draw(f, s, v, d, run, drawn);
		return;
	}
	for (int k = run->first; k < run->first + run->n; k++)
		if (!run->face)
			ball_draw(s, v, d, f->ball[k], drawn);
		else if (!s->face[k].inner && !is_behind(&s->face[k], w))
			depth_add_face(d, v, &s->face[k], 0);
}

/* The runs of many things by their layers, the nearest first. Faces come before balls: those of a polyhedron hide most of its
 * edges. order[n]; returns their number. */
static int runs_sort(const struct front *f, const struct view *v, int *order)
{
	double *z = MEM_NEW(double, (size_t)f->n), lo = INFINITY, hi = -INFINITY;
	int count[LAYERS + 1] = { 0 }, n = 0;

	for (int k = 0; k < f->n; k++) {
		double at[3];

		if (!f->run[k].large)
			continue;
		view_of_point(v, f->run[k].at, at);
		z[k] = at[2] + (f->run[k].face ? 0.5 : 0) * f->run[k].r;
		lo = fmin(lo, z[k]);
		hi = fmax(hi, z[k]);
		n++;
	}
	double each = hi > lo ? (LAYERS - 1) / (hi - lo) : 0;
	for (int pass = 0; pass < 2; pass++) {
		for (int k = 0; k < f->n; k++) {
			if (!f->run[k].large)
				continue;
			int layer = (int)((hi - z[k]) * each);

			if (pass)
				order[count[layer]++] = k;
			else
				count[layer + 1]++;
		}
		for (int k = 0; k < LAYERS && !pass; k++)
			count[k + 1] += count[k];
	}
	free(z);
	return n;
}

void front_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d, unsigned char *seen)
{
	int *order = MEM_NEW(int, (size_t)f->n), n = runs_sort(f, v, order);

	for (int k = 0; k < f->n; k++)
		if (!f->run[k].large)
			run_draw(f, s, v, d, &f->run[k], seen);
	for (int k = 0; k < n; k++) {
		const struct front_run *run = &f->run[order[k]];
		const double reach[3] = { run->r, run->r, run->r };
		double at[3];

		view_of_point(v, run->at, at);
		if (!is_hidden(d, spot_of(v, d, at, reach)))
			run_draw(f, s, v, d, run, seen);
	}
	free(order);
}
