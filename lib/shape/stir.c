/* stir.c: masses of bodies, and random velocities that depend on them */
#include "shape/stir.h"

#include <math.h>

#include "base/trig.h"
#include "shape/mass.h"

int bodies_mass(struct world *w, double *mass, double *inertia)
{
	struct bodies b = world_bodies(w);
	int bad = 0;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct material *m = world_material(w, w->names.word[b.material[i]]);
		struct mass one;

		if (!s || !m || shape_weigh(&one, s)) {
			mass[i] = inertia[i] = NAN;
			bad = bad ? bad : i + 1;
			continue;
		}
		double s2 = b.size[i] * b.size[i];
		mass[i] = m->density * one.area * s2;
		inertia[i] = m->density * one.inertia * s2 * s2;
	}
	return bad;
}

void stir_speed(struct bodies *b, const char *moved, double speed, struct rng *g)
{
	for (int i = 0; i < b->n; i++) {
		double c, s;

		if (!moved[i])
			continue;
		trig_sincos(6.283185307179586 * rng_uniform(g), &s, &c);
		b->vx[i] = speed * c;
		b->vy[i] = speed * s;
		b->omega[i] = 0;
	}
}

void stir_temperature(struct bodies *b, const char *moved, const double *mass, const double *inertia, double temperature,
	struct rng *g)
{
	for (int i = 0; i < b->n; i++) {
		if (!moved[i])
			continue;
		b->vx[i] = sqrt(temperature / mass[i]) * rng_normal(g);
		b->vy[i] = sqrt(temperature / mass[i]) * rng_normal(g);
		b->omega[i] = sqrt(temperature / inertia[i]) * rng_normal(g);
	}
}

void stir_rest(struct bodies *b, const char *moved, const double *mass)
{
	double m = 0, px = 0, py = 0;

	for (int i = 0; i < b->n; i++) {
		if (moved[i]) {
			m += mass[i];
			px += mass[i] * b->vx[i];
			py += mass[i] * b->vy[i];
		}
	}
	for (int i = 0; i < b->n; i++) {
		if (moved[i]) {
			b->vx[i] -= px / m;
			b->vy[i] -= py / m;
		}
	}
}
