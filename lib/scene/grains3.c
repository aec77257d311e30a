/* grains3.c: properties of grains in space for makers of walls */
#include "scene/grains3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "scene/pose3.h"
#include "shape/weigh.h"

int grains3_is(const struct world *w, const struct bodies3 *b, int i)
{
	return !constraint_holds(world_constraint(w, w->names.word[b->tag[i]]));
}

int grains3_look(struct world *w, struct grains3 *g, double (*box)[6])
{
	struct bodies3 b = world_bodies3(w);
	struct surfaces3 surfaces = { 0 };
	struct pose3 pose = { 0 };
	double *volume = MEM_NEW(double, (size_t)b.n), all = 0, mass = 0;
	int bad = 0;

	*g = (struct grains3){ .lo = { INFINITY, INFINITY, INFINITY }, .hi = { -INFINITY, -INFINITY, -INFINITY } };
	bodies_mass3(w, volume, NULL, NULL);
	for (int i = 0; i < b.n && !bad; i++) {
		const struct material *m = world_material(w, w->names.word[b.material[i]]);
		double lo[3], hi[3];

		bad = pose3_body(&pose, &surfaces, w, &b, i) ? i + 1 : 0;
		if (bad)
			break;
		pose3_box(&pose, lo, hi);
		if (box) {
			memcpy(box[i], lo, sizeof lo);
			memcpy(box[i] + 3, hi, sizeof hi);
		}
		if (!grains3_is(w, &b, i))
			continue;
		for (int k = 0; k < 3; k++) {
			g->lo[k] = fmin(g->lo[k], lo[k]);
			g->hi[k] = fmax(g->hi[k], hi[k]);
		}
		g->n++;
		all += volume[i] > 0 ? volume[i] : 0;
		mass += volume[i] > 0 ? volume[i] * (m ? m->density : 1) : 0;
	}
	g->size = g->n ? cbrt(all / g->n) : 0;
	g->density = all > 0 ? mass / all : 1;
	pose3_free(&pose);
	surfaces3_free(&surfaces);
	free(volume);
	return bad;
}

int grains3_overlapping(struct world *w, int from, double tol, int64_t id[GRAINS3_NAMED])
{
	static const double nowhere[3];
	struct bodies3 b = world_bodies3(w);
	struct surfaces3 surfaces = { 0 };
	struct pose3 grain = { 0 }, *wall = MEM_ZERO(struct pose3, (size_t)(b.n - from));
	int n = 0;

	for (int k = from; k < b.n; k++)
		pose3_body(&wall[k - from], &surfaces, w, &b, k);
	for (int i = 0; i < from; i++) {
		int hit = 0;

		if (!grains3_is(w, &b, i) || pose3_body(&grain, &surfaces, w, &b, i))
			continue;
		for (int k = from; k < b.n && !hit; k++)
			hit = pose3_gap(&wall[k - from], &grain, nowhere, -tol) < -tol;
		if (hit && n < GRAINS3_NAMED)
			id[n] = b.id[i];
		n += hit;
	}
	for (int k = from; k < b.n; k++)
		pose3_free(&wall[k - from]);
	free(wall);
	pose3_free(&grain);
	surfaces3_free(&surfaces);
	return n;
}
