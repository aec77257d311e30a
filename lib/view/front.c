/* front.c: drawing what is in front first, and leaving out what is behind it */
#include "view/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "view/depth_parts.h"

enum { MANY = 8 };    /* things of a body that is looked at before it is drawn */
enum { FEW = 200 };   /* other balls, if there are fewer, are drawn at once; more are sorted into cells ... */
enum { IN_CELL = 40 }; /* ... of so many, in space that they fill */
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

/* Every point of a ball is within this distance of its centre; of a tube, of its axis [L]. */
static double ball_reach(const struct stage_ball *b)
{
	const double *a = b->a;

	if (b->tube)
		return a[3];
	/* the greatest half axis: all of A is at least its least diagonal part less the other parts of the row (Gershgorin) */
	double least = fmin(a[0] - fabs(a[3]) - fabs(a[4]), fmin(a[1] - fabs(a[3]) - fabs(a[5]), a[2] - fabs(a[4]) - fabs(a[5])));
	return least > 0 ? 1 / sqrt(least) : INFINITY;
}

void front_init(struct front *f, const struct stage *s)
{
	int end, n = 0, loose = 0;

	*f = (struct front){ .ball = MEM_NEW(int, (size_t)s->n_ball) };
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
	for (int k = 0; k < s->n_face; k = end) {
		for (end = k + 1; end < s->n_face && s->face[end].body == s->face[k].body; end++)
			;
		run_add(f, s, k, end - k, 1, end - k >= MANY);
	}
}

void front_free(struct front *f)
{
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

/* Whether the buffer has something nearer wherever a thing between lo and hi (y') may be seen. */
static int is_hidden(const struct depth *d, const struct view *v, const double lo[3], const double hi[3])
{
	int left, right, top, bottom;

	if (!depth_samples(v->at[0] + v->scale * lo[0], v->at[0] + v->scale * hi[0], d->width, &left, &right) ||
	    !depth_samples(v->at[1] - v->scale * hi[1] - d->from, v->at[1] - v->scale * lo[1] - d->from, d->to - d->from, &top, &bottom))
		return 1;
	/* depths are rounded to single precision */
	float near = (float)(hi[2] + 1e-6 * (fabs(hi[2]) + hi[2] - lo[2]));
	const float *middle = d->z + (size_t)((top + bottom) / 2) * (size_t)d->width;
	if (!(middle[(left + right) / 2] >= near))
		return 0;
	for (int j = top; j <= bottom; j++) {
		const float *z = d->z + (size_t)j * (size_t)d->width;

		for (int i = left; i <= right; i++)
			if (!(z[i] >= near))
				return 0;
	}
	return 1;
}

/* Whether everything is nearer in the box in which a ball or a tube is seen. */
static int ball_is_hidden(const struct depth *d, const struct view *v, const struct stage_ball *b)
{
	double reach = ball_reach(b), end[2][3], lo[3], hi[3];

	if (b->tube)
		depth_tube_ends(v, b, end);
	else
		view_of_point(v, b->at, end[0]);
	for (int k = 0; k < 3; k++) {
		double other = end[b->tube ? 1 : 0][k], own = end[0][k];

		lo[k] = (own < other ? own : other) - reach;
		hi[k] = (own > other ? own : other) + reach;
	}
	return is_hidden(d, v, lo, hi);
}

static void run_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d,
	const struct front_run *run)
{
	const int *ball = f->ball;
	const float w[3] = { (float)v->axis[2][0], (float)v->axis[2][1], (float)v->axis[2][2] };

	for (int k = run->first; k < run->first + run->n; k++)
		if (run->face) {
			if (!s->face[k].inner && !is_behind(&s->face[k], w))
				depth_add_face(d, v, &s->face[k], 0);
		} else if (!run->large || !ball_is_hidden(d, v, &s->ball[ball[k]])) {
			depth_add_ball(d, v, &s->ball[ball[k]], 0);
		}
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

void front_draw(const struct front *f, const struct stage *s, const struct view *v, struct depth *d)
{
	int *order = MEM_NEW(int, (size_t)f->n), n = runs_sort(f, v, order);

	for (int k = 0; k < f->n; k++)
		if (!f->run[k].large)
			run_draw(f, s, v, d, &f->run[k]);
	for (int k = 0; k < n; k++) {
		const struct front_run *run = &f->run[order[k]];
		double at[3], lo[3], hi[3];

		view_of_point(v, run->at, at);
		for (int c = 0; c < 3; c++) {
			lo[c] = at[c] - run->r;
			hi[c] = at[c] + run->r;
		}
		if (!is_hidden(d, v, lo, hi))
			run_draw(f, s, v, d, run);
	}
	free(order);
}
