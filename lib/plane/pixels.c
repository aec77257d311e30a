/* pixels.c: trace grains in pictures
 *
 * The picture gets a frame of background, one pixel wide, and its rows go upwards. What the background cannot reach from
 * the frame is solid: so holes are filled. Grains are the connected parts of the solid. If pixels that meet at a corner do
 * not belong together, those of the background do, and the other way round; so the outline of a grain is one ring. */
#include "plane/pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The least distance of a vertex from the centre of a pixel, in pixels, so that vertices differ. */
#define KEEP 0.01

double pixels_threshold(const struct pixels *p)
{
	size_t n = (size_t)p->w * (size_t)p->h;
	double *count = MEM_ZERO(double, (size_t)p->most + 1), all = 0, below = 0, sum = 0, best = 0, level = NAN;

	for (size_t i = 0; i < n; i++)
		count[p->value[i]]++;
	for (int v = 0; v <= p->most; v++)
		all += count[v] * v;
	for (int v = 0; v < p->most; v++) {
		below += count[v];
		sum += count[v] * v;
		double above = (double)n - below;
		if (below == 0 || above == 0)
			continue;
		double low = sum / below, high = (all - sum) / above, between = below * above * (high - low) * (high - low);
		if (between > best) {
			best = between;
			level = 0.5 * (low + high);
		}
	}
	free(count);
	return level;
}

/* A part of a picture with its frame: W by H pixels, the pixel i, j at i + W j. */
struct patch {
	const struct pixels *p;
	const struct trace_plan *plan;
	int x, y, w, h;       /* the part of the picture: its lowest pixel at the left, y upwards; its size without the frame */
	int W, H, label;
	char *in;             /* [H][W] whether a pixel is grain in the picture */
	int *part;            /* [H][W] the grain, from 1; 0: not looked at; -1: background; -2: hole */
	int *stack;           /* [H][W] */
};

static int value_at(const struct patch *a, int i, int j)
{
	const struct pixels *p = a->p;

	return p->value[(size_t)(p->h - 1 - (a->y + j - 1)) * (size_t)p->w + (size_t)(a->x + i - 1)];
}

/* How far a pixel is above the threshold, as a grain. */
static double height(const struct patch *a, int i, int j)
{
	double d = a->plan->level - value_at(a, i, j);

	return a->plan->bright ? -d : d;
}

static int is_grain(const struct patch *a, int i, int j)
{
	return a->plan->labels ? (a->p->ink ? !value_at(a, i, j) : value_at(a, i, j)) == a->label : height(a, i, j) > 0;
}

/* Fill a connected part with a number. The pixels have part 0, and the same `in`, unless any is set. Returns their number. */
static int64_t flood(struct patch *a, int from, int number, int diagonal, int any)
{
	int64_t count = 0;
	int n = 0;

	a->stack[n++] = from;
	a->part[from] = number;
	while (n) {
		int k = a->stack[--n], i = k % a->W, j = k / a->W;

		count++;
		for (int dj = -1; dj <= 1; dj++)
			for (int di = -1; di <= 1; di++) {
				int to = k + di + a->W * dj;

				if ((di && dj && !diagonal) || i + di < 0 || i + di >= a->W || j + dj < 0 || j + dj >= a->H ||
				    a->part[to] || (!any && a->in[to] != a->in[from]))
					continue;
				a->part[to] = number;
				a->stack[n++] = to;
			}
	}
	return count;
}

/* Count the holes, and make them solid. */
static void fill_holes(struct patch *a, struct rings *r, struct trace_notes *notes)
{
	int n = a->W * a->H;

	for (int k = 0; k < n; k++)
		if (!a->in[k] && !a->part[k]) {
			notes->hole_pixels += flood(a, k, -2, !a->plan->diagonal, 0);
			r->holes++;
		}
	for (int k = 0; k < n; k++)
		if (a->part[k] == -2)
			a->part[k] = 0;
}

/* Where the outline passes between the pixel k inside and its neighbour to outside: 0 is the centre of k. */
static double crossing(const struct patch *a, int k, int to)
{
	int i = k % a->W, j = k / a->W, p = to % a->W, q = to / a->W;

	if (a->plan->labels || p == 0 || q == 0 || p == a->W - 1 || q == a->H - 1)
		return 0.5;
	double h = height(a, i, j), g = height(a, p, q);
	if (!(h > 0 && g <= 0))
		return 0.5;
	return fmin(fmax(h / (h - g), KEEP), 1 - KEEP);
}

/* Follow the outline of a part from the lower edge of its first pixel, with the part to the left. Directions are right, up, left,
 * down. At the end of an edge the pixels ahead to the left and to the right decide on the turn. */
static void follow(struct patch *a, struct rings *r, int first)
{
	static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
	static const int left[4][2] = { { 0, 0 }, { -1, 0 }, { -1, -1 }, { 0, -1 } };
	int number = a->part[first], i = first % a->W, j = first / a->W, from_i = i, from_j = j, d = 0;

	rings_begin(r, 0);
	do {
		int l = i + left[d][0] + a->W * (j + left[d][1]), right = i + left[(d + 3) % 4][0] + a->W * (j + left[(d + 3) % 4][1]);
		double t = crossing(a, l, right);
		double x = l % a->W + t * (right % a->W - l % a->W), y = l / a->W + t * (right / a->W - l / a->W);

		rings_point(r, a->x + x - 0.5, a->y + y - 0.5);
		i += step[d][0];
		j += step[d][1];
		int ahead_left = a->part[i + left[d][0] + a->W * (j + left[d][1])] == number;
		int ahead_right = a->part[i + left[(d + 3) % 4][0] + a->W * (j + left[(d + 3) % 4][1])] == number;
		if (ahead_left && ahead_right)
			d = (d + 3) % 4;
		else if (!ahead_left)
			d = ahead_right && a->plan->diagonal ? (d + 3) % 4 : (d + 1) % 4;
	} while (i != from_i || j != from_j || d != 0);
	rings_end(r, 3);
}

/* Whether each part touches the edge of the picture. */
static void find_cut(const struct patch *a, char *cut)
{
	for (int j = 1; j < a->H - 1; j++)
		for (int i = 1; i < a->W - 1; i++) {
			int part = a->part[i + a->W * j], x = a->x + i - 1, y = a->y + j - 1;

			if (part > 0 && (x == 0 || y == 0 || x == a->p->w - 1 || y == a->p->h - 1))
				cut[part] = 1;
		}
}

/* Trace the grains in a part of the picture, or those of a label. */
static void trace_patch(struct patch *a, struct rings *r, struct trace_notes *notes)
{
	int n_part = 0, n;

	a->W = a->w + 2;
	a->H = a->h + 2;
	n = a->W * a->H;
	a->in = MEM_ZERO(char, (size_t)n);
	a->part = MEM_ZERO(int, (size_t)n);
	a->stack = MEM_NEW(int, (size_t)n);
	for (int j = 1; j <= a->h; j++)
		for (int i = 1; i <= a->w; i++)
			a->in[i + a->W * j] = (char)is_grain(a, i, j);
	flood(a, 0, -1, !a->plan->diagonal, 0);
	fill_holes(a, r, notes);
	size_t cap = 0;
	int *first = NULL;
	int64_t *count = NULL;
	size_t cap_count = 0;
	for (int k = 0; k < n; k++)
		if (!a->part[k]) {
			MEM_GROW(first, &cap, (size_t)n_part + 2);
			MEM_GROW(count, &cap_count, (size_t)n_part + 2);
			first[++n_part] = k;
			count[n_part] = flood(a, k, n_part, a->plan->diagonal, 1);
		}
	char *cut = MEM_ZERO(char, (size_t)n_part + 1);
	find_cut(a, cut);
	for (int k = 1; k <= n_part; k++) {
		if (cut[k] && !a->plan->cut) {
			notes->cut++;
		} else if ((double)count[k] < a->plan->least) {
			notes->small++;
		} else {
			follow(a, r, first[k]);
			if (a->plan->tolerance > 0)
				rings_simplify(r, a->plan->tolerance);
		}
	}
	free(first);
	free(count);
	free(cut);
	free(a->in);
	free(a->part);
	free(a->stack);
}

/* ---- labels ---- */

static void trace_labels(struct rings *r, const struct pixels *p, const struct trace_plan *plan, struct trace_notes *notes)
{
	struct { int lo[2], hi[2]; } *box = mem_new((size_t)p->most + 2, sizeof *box);

	for (int v = 0; v <= p->most + 1; v++)
		box[v].lo[0] = -1;
	for (int y = 0; y < p->h; y++)
		for (int x = 0; x < p->w; x++) {
			int v = p->value[(size_t)(p->h - 1 - y) * (size_t)p->w + (size_t)x];

			v = p->ink ? !v : v;
			if (box[v].lo[0] < 0) {
				box[v].lo[0] = box[v].hi[0] = x;
				box[v].lo[1] = y;
			}
			box[v].lo[0] = x < box[v].lo[0] ? x : box[v].lo[0];
			box[v].hi[0] = x > box[v].hi[0] ? x : box[v].hi[0];
			box[v].hi[1] = y;
		}
	for (int v = 1; v <= p->most; v++)
		if (box[v].lo[0] >= 0) {
			struct patch a = { .p = p, .plan = plan, .x = box[v].lo[0], .y = box[v].lo[1], .w = box[v].hi[0] - box[v].lo[0] + 1,
			                   .h = box[v].hi[1] - box[v].lo[1] + 1, .label = v };

			trace_patch(&a, r, notes);
		}
	free(box);
}

void pixels_trace(struct rings *r, const struct pixels *p, const struct trace_plan *plan, struct trace_notes *notes)
{
	struct patch a = { .p = p, .plan = plan, .w = p->w, .h = p->h };

	*notes = (struct trace_notes){ 0 };
	if (plan->labels)
		trace_labels(r, p, plan, notes);
	else
		trace_patch(&a, r, notes);
}
