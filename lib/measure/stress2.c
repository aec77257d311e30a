/* stress2.c: stresses in the grains of a frame */
#include "measure/stress2.h"

#include "world/deform.h"

/* What a grain moves against the flow of its domain. */
static vec2 against_flow(const struct world *w, const struct bodies *b, int i)
{
	const struct domain *d = &w->domain;
	double v[2] = { 0 };

	if (domain_deforms(d))
		domain_flow(d, b->x[i] - 0.5 * (d->lo[0] + d->hi[0]), b->y[i] - 0.5 * (d->lo[1] + d->hi[1]), v);
	return v2(b->vx[i] - v[0], b->vy[i] - v[1]);
}

struct stress2 stress2_sum(const struct touches *t, struct world *w, const char *chosen, const double *area, const double *mass)
{
	struct bodies b = world_bodies(w);
	struct stress2 s = { .n = 0 };
	vec2 mean = { 0 };

	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];

		if (chosen[c->a] && !t->held[c->a])
			tensor2_add(&s.contact, -1, v2_flat(c->f), v2_flat(c->arm_a));
		if (chosen[c->b] && !t->held[c->b])
			tensor2_add(&s.contact, 1, v2_flat(c->f), v2_flat(c->arm_b));
	}
	for (int i = 0; i < b.n; i++) {
		if (t->held[i] || !chosen[i])
			continue;
		s.n++;
		s.area += area[i];
		s.mass += mass[i];
		mean = v2_add(mean, v2_scale(mass[i], against_flow(w, &b, i)));
	}
	mean = v2_scale(s.n ? 1 / s.mass : 0, mean);
	for (int i = 0; i < b.n; i++) {
		if (t->held[i] || !chosen[i])
			continue;
		vec2 dv = v2_sub(against_flow(w, &b, i), mean);

		tensor2_add(&s.kinetic, mass[i], dv, dv);
	}
	return s;
}
