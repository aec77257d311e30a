/* relocate_parts.h: what relocate.c and replicate.c share. */
#ifndef SCREE_RELOCATE_PARTS_H
#define SCREE_RELOCATE_PARTS_H

#include <math.h>

#include "world/deform.h"

/* The columns of positions and image counts of bodies or contacts. A missing column is NULL. */
struct columns { int n; double *x[3]; int64_t *image[3]; };

static inline struct columns columns_of(const struct table *t)
{
	static const char *const place[] = { "x", "y", "z" }, *const image[] = { "ix", "iy", "iz" };
	struct columns c = { .n = t->n_row };

	for (int a = 0; a < 3; a++) {
		c.x[a] = table_real(t, place[a]);
		c.image[a] = table_int(t, image[a]);
	}
	return c;
}

/* The displacement of the image n periods away [L]. */
static inline void shift_of(const struct domain *d, const int64_t n[3], double shift[3])
{
	const double real[3] = { (double)n[0], (double)n[1], (double)n[2] };

	domain_shift3(d, real, shift);
}

/* Whether the shape is a plane or a cylinder without ends. */
static inline int is_endless(const struct shape *s)
{
	return s && (s->kind == SHAPE_PLANE || (s->kind == SHAPE_CYLINDER && s->solid->length == INFINITY));
}

#endif
