/* stress2.c: stresses in the grains of a frame */
#include "measure/stress2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "shape/mass.h"
#include "world/deform.h"

void stress2_weigh(struct world *w, double *area, double *mass)
{
	struct bodies b = world_bodies(w);
	double *unit = MEM_NEW(double, (size_t)w->n_shape), *density = MEM_NEW(double, (size_t)w->names.n);

	for (int k = 0; k < w->n_shape; k++)
		unit[k] = -1;
	for (int k = 0; k < w->names.n; k++)
		density[k] = NAN;
	for (int k = 0; k < w->n_material; k++) {
		int32_t name = world_find_name(w, w->material[k].name);

		if (name >= 0)
			density[name] = w->material[k].density;
	}
	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		double *u = s ? &unit[s - w->shape] : NULL;
		struct mass m;

		if (u && *u == -1) {
			enum mass_status st = shape_weigh(&m, s);

			*u = st == MASS_GOOD ? m.area : st == MASS_EMPTY ? 0 : NAN;
		}
		area[i] = u ? *u * b.size[i] * b.size[i] : NAN;
		mass[i] = density[b.material[i]] * area[i];
	}
	free(unit);
	free(density);
}

/* What a grain moves against the flow of its domain. */
static vec2 against_flow(const struct world *w, const struct bodies *b, int i)
{
	const struct domain *d = &w->domain;
	double v[2] = { 0 };

	if (domain_deforms(d))
		domain_flow(d, b->x[i] - 0.5 * (d->lo[0] + d->hi[0]), b->y[i] - 0.5 * (d->lo[1] + d->hi[1]), v);
	return v2(b->vx[i] - v[0], b->vy[i] - v[1]);
}

struct stress2 stress2_sum(const struct touches2 *t, struct world *w, const char *chosen, const double *area, const double *mass)
{
	struct bodies b = world_bodies(w);
	struct stress2 s = { .n = 0 };
	vec2 mean = { 0 };

	for (int k = 0; k < t->n; k++) {
		const struct touch2 *c = &t->at[k];

		if (chosen[c->a] && !t->held[c->a])
			tensor2_add(&s.contact, -1, c->f, c->arm_a);
		if (chosen[c->b] && !t->held[c->b])
			tensor2_add(&s.contact, 1, c->f, c->arm_b);
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
