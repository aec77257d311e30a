/* gaps.c: the gaps between near bodies in space */
#include "measure/gaps.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "neighbour/cells.h"
#include "scene/grains3.h"
#include "scene/pose3.h"
#include "world/deform.h"
#include "world/images.h"

struct near { struct gaps *to; const struct domain *d; const struct pose3 *pose; const char *held; double within; };

/* Whether pose3_gap computes the gap of a mesh or a polyhedron from the surface of the other body, and does not use bounding
 * balls: the other body consists of balls, or is a wall on whose side corners suffice; or one is a polyhedron, and the other
 * one a polyhedron, a mesh or a wall without ends. */
static int knows(const struct pose3 *a, const struct pose3 *other)
{
	int faces = a->kind == POSE3_FACES, endless = other->kind == POSE3_CYLINDER && other->tube.half == INFINITY;

	return (a->kind != POSE3_MESH && !faces) || other->kind == POSE3_BALLS || other->kind == POSE3_PLANE ||
	       other->kind == POSE3_FACES || (faces && other->kind == POSE3_MESH) || (endless && (other->tube.in || faces));
}

static int is_known(const struct pose3 *a, const struct pose3 *b)
{
	return knows(a, b) && knows(b, a);
}

static void add_image(struct near *near, int i, int j, const int image[3])
{
	const struct pose3 *a = &near->pose[i], *b = &near->pose[j];
	const double periods[3] = { image[0], image[1], image[2] };
	double shift[3] = { 0 }, square = 0;

	if (image[0] || image[1] || image[2])
		domain_shift3(near->d, periods, shift);
	for (int k = 0; k < 3; k++)
		square += (b->x[k] + shift[k] - a->x[k]) * (b->x[k] + shift[k] - a->x[k]);
	if (sqrt(square) - a->reach - b->reach >= near->within)
		return;
	double gap = pose3_gap(a, b, shift, -INFINITY);
	if (!(gap < near->within))
		return;
	MEM_GROW(near->to->at, &near->to->cap, (size_t)near->to->n + 1);
	near->to->at[near->to->n++] = (struct gap){ i, j, { image[0], image[1], image[2] }, is_known(a, b) ? gap : NAN };
}

/* Add a pair with those images of j that are near enough; of a body and its own images those to the upper right, since the others
 * are the same pairs. Walls without end have one image. Returns 0, or -1 if there may be too many images. */
static int add_pair(struct near *near, int a, int b)
{
	int i = a < b ? a : b, j = a < b ? b : a;
	const struct pose3 *at = &near->pose[i], *other = &near->pose[j];
	double far = at->reach + other->reach + near->within, from[3], to[3], shift[3];
	struct images it;

	if (near->held[i] && near->held[j])
		return 0;
	if (!(far < INFINITY)) {
		add_image(near, i, j, (int[3]){ 0 });
		return 0;
	}
	for (int k = 0; k < 3; k++) {
		from[k] = at->x[k] - far;
		to[k] = at->x[k] + far;
	}
	if (images3_begin(&it, near->d, other->x, other->x, from, to))
		return -1;
	while (images_next(&it, shift)) {
		int64_t up = it.n[2] ? it.n[2] : it.n[1] ? it.n[1] : it.n[0];

		if (i != j || up > 0)
			add_image(near, i, j, (int[3]){ (int)it.n[0], (int)it.n[1], (int)it.n[2] });
	}
	return 0;
}

static int by_rows(const void *a, const void *b)
{
	const struct gap *x = a, *y = b;
	int order = x->i != y->i ? (x->i > y->i) - (x->i < y->i) : (x->j > y->j) - (x->j < y->j);

	for (int k = 0; k < 3 && !order; k++)
		order = (x->image[k] > y->image[k]) - (x->image[k] < y->image[k]);
	return order;
}

/* Drop pairs of which cells_find has found several images, each with all images. */
static void drop_twins(struct gaps *g)
{
	int n = 0;

	if (g->n)
		qsort(g->at, (size_t)g->n, sizeof *g->at, by_rows);
	for (int k = 0; k < g->n; k++)
		if (k == 0 || by_rows(&g->at[k], &g->at[n - 1]))
			g->at[n++] = g->at[k];
	g->n = n;
}

/* Place the bodies inside the domain. Returns 0, or the row + 1 of a body without shape. */
static int place_all(struct pose3 *pose, struct surfaces3 *surfaces, struct world *w, char *held, double *radius, double *at[3])
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++) {
		const struct shape *shape = world_shape(w, b.shape[i]);
		double x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] };
		int64_t image[3] = { 0 };

		if (!shape)
			return i + 1;
		domain_wrap3(&w->domain, x, image);
		pose3_place(&pose[i], surfaces, shape, b.size[i], x, q);
		held[i] = !grains3_is(w, &b, i);
		radius[i] = pose[i].reach;
		for (int k = 0; k < 3; k++)
			at[k][i] = x[k];
	}
	return 0;
}

int gaps_find(struct gaps *g, struct world *w, double within)
{
	size_t n = (size_t)w->body.n_row;
	struct pose3 *pose = mem_zero(n, sizeof *pose);
	struct surfaces3 surfaces = { 0 };
	char *held = MEM_ZERO(char, n);
	double *radius = MEM_NEW(double, n), *at[3] = { MEM_NEW(double, n), MEM_NEW(double, n), MEM_NEW(double, n) };
	struct near near = { g, &w->domain, pose, held, within };
	struct images it; /* the search for pairs would take very long */
	int bad = images3_begin(&it, &w->domain, (double[3]){ 0 }, (double[3]){ 0 }, (double[3]){ -within, -within, -within },
		(double[3]){ within, within, within });

	g->n = 0;
	if (!bad)
		bad = place_all(pose, &surfaces, w, held, radius, at);
	if (!bad) {
		struct cells cells;

		cells_init(&cells, 3, (int)n, radius);
		cells_find(&cells, &w->domain, (const double *const *)at, radius, within);
		for (int p = 0; p < cells.n_pair && !bad; p++)
			bad = add_pair(&near, cells.pair[p][0], cells.pair[p][1]);
		for (int i = 0; i < (int)n; i++) {
			for (int j = 0; j < (int)n && !bad && radius[i] == INFINITY; j++)
				if (radius[j] < INFINITY)
					bad = add_pair(&near, i, j);
			if (!bad && radius[i] < INFINITY)
				bad = add_pair(&near, i, i);
		}
		cells_free(&cells);
		drop_twins(g);
	}
	for (size_t i = 0; i < n; i++)
		pose3_free(&pose[i]);
	surfaces3_free(&surfaces);
	free(pose);
	free(held);
	free(radius);
	for (int k = 0; k < 3; k++)
		free(at[k]);
	return bad;
}

void gaps_free(struct gaps *g)
{
	free(g->at);
	*g = (struct gaps){ 0 };
}
