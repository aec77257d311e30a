/* clump_compare.c: distances between the surface of a clump and that of its shape */
#include <math.h>
#include <stdlib.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "clump/clump.h"

struct distances { double greatest, square, area; };

/* Add the distances from the points of one surface to the other. */
static void add_distances(struct distances *d, const struct field *from, const struct field *to)
{
	double at[3];

	for (int k = 0; k < from->n_point; k++) {
		double far = field_distance(to, from->point[k].at, at);

		d->greatest = fmax(d->greatest, far);
		d->square += from->point[k].area * far * far;
		d->area += from->point[k].area;
	}
}

/* ---- gaps to the nearest pebble, whether the pebble is covered or not ---- */

struct nearest { int n; double (*ball)[4], best; };

/* Look at one pebble. Returns a bound for the search: a box is at least as near as its ball, and the distance inside a box is
 * 0. */
static double look(void *to, int item, const double x[3])
{
	struct nearest *s = to;
	const double *b = s->ball[item];
	double dx = x[0] - b[0], dy = x[1] - b[1], dz = x[2] - b[2];

	s->best = fmin(s->best, sqrt(dx * dx + dy * dy + dz * dz) - b[3]);
	return fmax(s->best, 0);
}

static struct nearest balls_of(const struct shape *s)
{
	struct nearest to = { s->n, mem_new((size_t)s->n, sizeof *to.ball), INFINITY };

	for (int k = 0; k < s->n; k++)
		for (int i = 0; i < 4; i++)
			to.ball[k][i] = s->solid ? s->solid->ball[k][i] : i == 2 ? 0 : i == 3 ? s->radius[k] : s->xy[k][i];
	return to;
}

static void measure_gaps(struct clump_surface *c, const struct field *f, const struct shape *clump)
{
	struct nearest to = balls_of(clump);
	double (*box)[6] = mem_new((size_t)to.n, sizeof *box), sum = 0, square = 0, area = 0;
	struct boxtree tree;

	for (int k = 0; k < to.n; k++)
		for (int i = 0; i < 3; i++) {
			box[k][i] = to.ball[k][i] - to.ball[k][3];
			box[k][3 + i] = to.ball[k][i] + to.ball[k][3];
		}
	boxtree_init(&tree, to.n, (const double (*)[6])box);
	for (int k = 0; k < f->n_point; k++) {
		to.best = INFINITY;
		boxtree_near(&tree, f->point[k].at, INFINITY, look, &to);
		sum += f->point[k].area * to.best;
		square += f->point[k].area * to.best * to.best;
		area += f->point[k].area;
	}
	c->gap = sum / area;
	c->roughness = sqrt(fmax(square / area - c->gap * c->gap, 0));
	boxtree_free(&tree);
	free(box);
	free(to.ball);
}

struct clump_surface clump_compare(const struct shape *s, const struct shape *clump)
{
	enum { POINTS = 20000 };
	struct clump_surface c = { NAN, NAN, NAN, NAN };
	struct distances d = { 0, 0, 0 };
	struct field shape, pebbles;

	if (field_of_shape(&shape, s, POINTS))
		return c;
	field_of_shape(&pebbles, clump, POINTS);
	add_distances(&d, &shape, &pebbles);
	add_distances(&d, &pebbles, &shape);
	c.hausdorff = d.greatest;
	c.rms = sqrt(d.square / d.area);
	measure_gaps(&c, &shape, clump);
	field_free(&shape);
	field_free(&pebbles);
	return c;
}
