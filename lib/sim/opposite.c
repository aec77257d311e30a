/* opposite.c: pairs of opposite walls */
#include "sim/opposite.h"

#include <math.h>
#include <string.h>

static int is_wall(int dim, const struct slab *s, int axis)
{
	for (int k = 0; k < dim; k++)
		if (k != axis && !(s->hi[axis] - s->lo[axis] < s->hi[k] - s->lo[k]))
			return 0;
	return 1;
}

int opposite_find(int dim, int n, const struct slab *slab, int axis, struct opposite *o)
{
	double face[2] = { INFINITY, -INFINITY };

	*o = (struct opposite){ .wall = { -1, -1 } };
	for (int k = 0; k < n; k++) {
		if (!is_wall(dim, &slab[k], axis))
			continue;
		if (slab[k].hi[axis] < face[0]) {
			face[0] = slab[k].hi[axis];
			o->wall[0] = k;
		}
		if (slab[k].lo[axis] > face[1]) {
			face[1] = slab[k].lo[axis];
			o->wall[1] = k;
		}
	}
	if (o->wall[0] < 0 || o->wall[0] == o->wall[1] || !(face[1] > face[0]))
		return 0;
	o->gap = face[1] - face[0];
	for (int k = 0; k < dim; k++)
		o->shift[k] = slab[o->wall[1]].at[k] - slab[o->wall[0]].at[k];
	return 1;
}

static const char *const gap_key[3] = { "gap_x", "gap_y", "gap_z" };

/* The ledger's key for the shift along axis k of the walls across an axis. In the plane each axis has only one shift. */
static const char *shift_key(int dim, int axis, int k)
{
	static const char *const plane[2] = { "shift_x", "shift_y" };
	static const char *const space[3][3] = { { NULL, "shift_xy", "shift_xz" }, { "shift_yx", NULL, "shift_yz" },
	                                         { "shift_zx", "shift_zy", NULL } };

	return dim == 2 ? plane[axis] : space[axis][k];
}

struct opposite_start opposite_begin(int dim, int n, const struct slab *slab, const struct params *ledger)
{
	struct opposite_start b = { { 0 }, { { 0 } } };

	for (int k = 0; k < dim; k++) {
		struct opposite o;
		int there = opposite_find(dim, n, slab, k, &o);

		b.gap[k] = ledger ? params_get(ledger, gap_key[k], 0) : there ? o.gap : 0;
		for (int z = 0; z < dim; z++)
			if (z != k)
				b.shift[k][z] = ledger ? params_get(ledger, shift_key(dim, k, z), 0) : there ? o.shift[z] : 0;
	}
	return b;
}

void opposite_write(int dim, const struct opposite_start *b, struct params *ledger)
{
	for (int k = 0; k < dim; k++) {
		if (!(b->gap[k] > 0))
			continue;
		params_set(ledger, gap_key[k], b->gap[k]);
		for (int z = 0; z < dim; z++)
			if (z != k)
				params_set(ledger, shift_key(dim, k, z), b->shift[k][z]);
	}
}

double opposite_strain(int dim, int n, const struct slab *slab, const struct opposite_start *b)
{
	double most = NAN;

	for (int k = 0; k < dim; k++) {
		struct opposite o;

		if (!(b->gap[k] > 0) || !opposite_find(dim, n, slab, k, &o))
			continue;
		most = fmax(most, fabs(o.gap / b->gap[k] - 1)); /* fmax of NaN and a number is the number */
		for (int z = 0; z < dim; z++)
			if (z != k)
				most = fmax(most, fabs(o.shift[z] - b->shift[k][z]) / b->gap[k]);
	}
	return most;
}
