/* stress2.c: stresses in the grains of a frame in the plane */
#include "measure/stress2.h"

#include <stdlib.h>

#include "base/buf.h"
#include "measure/stress3.h"
#include "world/deform.h"

/* The velocity of a grain relative to the flow of its domain. */
static vec2 against_flow(const struct world *w, const struct bodies2 *b, int i)
{
	const struct domain *d = &w->domain;
	double v[2] = { 0 };

	if (domain_deforms(d))
		domain_flow(d, b->x[i] - 0.5 * (d->lo[0] + d->hi[0]), b->y[i] - 0.5 * (d->lo[1] + d->hi[1]), v);
	return v2(b->vx[i] - v[0], b->vy[i] - v[1]);
}

void stress2_velocities(struct world *w, vec3 *v)
{
	struct bodies2 b = world_bodies2(w);

	for (int i = 0; i < b.n; i++)
		v[i] = v3_flat(against_flow(w, &b, i));
}

struct stress2 stress2_sum(const struct touches *t, struct world *w, const char *chosen, const double *area, const double *mass)
{
	vec3 *v = MEM_NEW(vec3, (size_t)w->body.n_row);

	stress2_velocities(w, v);
	struct stress3 s = stress_of_velocities(t, w->body.n_row, chosen, area, mass, v);
	free(v);
	return (struct stress2){ s.n, tensor2_flat(&s.contact), tensor2_flat(&s.kinetic), s.mass, s.volume };
}
