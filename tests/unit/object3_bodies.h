/* object3_bodies.h: bodies given by a function, for tests */
#ifndef SCREE_TEST_OBJECT3_BODIES_H
#define SCREE_TEST_OBJECT3_BODIES_H

#include "contact/object3.h"

#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "unit/ellipsoid_pairs.h"

/* Three bumps and a dent; the third body is a dumbbell, with a waist. */
static const struct bump lumps[4] = {
	{ 1, 0.9, { 0.95, 0, 0 }, { 8, 8, 8 } }, { 1, 0.8, { -0.5, 0.5, 0.2 }, { 6, 9, 11, 0.5, 0, 0.2 } },
	{ 1, 0.7, { 0, -0.3, -0.55 }, { 5, 4, 12 } }, { -1, 0.6, { -0.4, -0.6, 0.3 }, { 9, 9, 9 } },
};
static const struct bump waist[1] = { { -1, 0.83, { 0, 0, 0 }, { 12, 0.4, 0.4 } } };

struct body {
	struct object3 o;
	struct samples3 s;
};

static inline void body_init(struct body *b, const double a[3], int n, const struct bump *bump, int edges)
{
	memset(b, 0, sizeof *b);
	memcpy(b->o.shape.a, a, sizeof b->o.shape.a);
	b->o.shape.n = n;
	b->o.shape.bump = bump;
	samples3_init(&b->s, &b->o.shape, edges);
	b->o.samples = &b->s;
	b->o.size = 1;
	b->o.thin = fmin(a[0], fmin(a[1], a[2]));
	for (int k = 0; k < b->s.n; k++)
		b->o.reach = fmax(b->o.reach, 1.05 * v3_norm(b->s.at[k]));
}

#endif
