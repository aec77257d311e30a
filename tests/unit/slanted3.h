/* slanted3.h: a tilted and deforming cell in space, and a scene in it, for tests */
#ifndef SCREE_TEST_SLANTED3_H
#define SCREE_TEST_SLANTED3_H

#include "moved.h"
#include "scene_text.h"
#include "world/world.h"

static const struct domain cell = {
	.set = 1, .lo = { -1.3, 0.7, 2 }, .hi = { 2.9, 4.4, 7.5 }, .periodic = { 1, 1, 1 }, .tilt = { 0.9, -1.7, 1.1 },
	.rate = { 0.2, -0.3, 0.07, 0.5, -0.4, 0.25 },
};

/* n0 a + n1 b + n2 c, written out. */
static inline void vector(const struct domain *d, double n0, double n1, double n2, double to[3])
{
	to[0] = n0 * (d->hi[0] - d->lo[0]) + n1 * d->tilt[0] + n2 * d->tilt[1];
	to[1] = n1 * (d->hi[1] - d->lo[1]) + n2 * d->tilt[2];
	to[2] = n2 * (d->hi[2] - d->lo[2]);
}

static inline void flow(const struct domain *d, const double x[3], double to[3])
{
	to[0] = d->rate[XX] * x[0] + d->rate[XY] * x[1] + d->rate[XZ] * x[2];
	to[1] = d->rate[YY] * x[1] + d->rate[YZ] * x[2];
	to[2] = d->rate[ZZ] * x[2];
}

static const char scene[] = "scree 1 dim=3\n"
	"domain lo=-1.3,0.7,2 hi=2.9,4.4,7.5 periodic=xyz tilt=0.9,-1.7,1.1 rate=0.2,-0.3,0.07,0.5,-0.4,0.25 "
	"pressure=1,2,- m=3 c=4\n"
	"material sand density=2.5\n"
	"shape 8 sphere r=0.5\nmass 8 volume=0.5235987755982988 I=0.05,0.05,0.05 method=given\n"
	"columns body id shape material tag size x y z ix iy iz vx vy vz\n"
	"columns contact i j fi fj ix iy iz x y z nx ny nz overlap fn ftx fty ftz\n"
	"frame 4 t=0.5 dt=0.125 due=0.5 body=3 contact=3\n"
	"body 12 8 sand - 1.5 2.7 4.1 6.5 3 -2 1 0.7 -0.4 0.3\n"
	"body 4 8 sand - 0.75 -1.1 0.9 2.5 0 1 0 0.2 0.3 -0.7\n"
	"body 9 8 sand - 1.25 1.2 4.2 7.1 -1 0 2 -0.6 0.8 0.5\n"
	"contact 12 4 0 0 1 1 1 2.75 4.375 7 0.6 0.8 0 0.1 2 0.3 -0.225 0.7\n"
	"contact 9 12 0 0 0 0 0 2.25 4.125 6.75 -0.28 0.96 0 0.2 7 0.96 0.28 -0.4\n"
	"contact 12 9 0 0 -1 2 1 2.5 4.5 6.25 0 0.8 -0.6 0.3 12 0.1 0.3 0.4\nend 4\n";

/* From body i of contact k to its body j, and to its point. */
static inline void joins(struct world *w, int k, double to_j[3], double to_point[3])
{
	static const char *const image[] = { "ix", "iy", "iz" }, *const at[] = { "x", "y", "z" };
	struct bodies3 b = world_bodies3(w);
	int i = row_of(w, table_int(&w->contact, "i")[k]), j = row_of(w, table_int(&w->contact, "j")[k]);
	double n[3], s[3];

	for (int a = 0; a < 3; a++)
		n[a] = (double)table_int(&w->contact, image[a])[k];
	vector(&w->domain, n[0], n[1], n[2], s);
	for (int a = 0; a < 3; a++) {
		to_j[a] = b.x[a][j] + s[a] - b.x[a][i];
		to_point[a] = table_real(&w->contact, at[a])[k] - b.x[a][i];
	}
}

#endif
