/* stir.c: masses of bodies, and random velocities that depend on them */
#include "scene/stir.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/trig.h"
#include "plane/mass.h"

/* The densities of the materials by the number of their names, not a number where there is none. To be freed. */
static double *densities(const struct world *w)
{
	double *of = MEM_NEW(double, (size_t)w->names.n);

	for (int k = 0; k < w->names.n; k++)
		of[k] = NAN;
	for (int k = 0; k < w->n_material; k++) {
		int32_t name = world_find_name(w, w->material[k].name);

		if (name >= 0)
			of[name] = w->material[k].density;
	}
	return of;
}

/* What the shapes of bodies weigh at size 1 and density 1, found once; not numbers where it cannot be found. To be freed. */
static struct mass *unit_masses(struct world *w, const struct bodies *b)
{
	struct mass *of = MEM_NEW(struct mass, (size_t)w->n_shape);
	char *known = mem_zero((size_t)w->n_shape, 1);

	for (int i = 0; i < b->n; i++) {
		const struct shape *s = world_shape(w, b->shape[i]);
		int k = s ? (int)(s - w->shape) : -1;

		if (!s || known[k])
			continue;
		enum mass_status status = shape_weigh(&of[k], s);
		known[k] = 1;
		if (status == MASS_EMPTY)
			of[k].area = of[k].inertia = 0;
		else if (status != MASS_GOOD)
			of[k].area = of[k].inertia = NAN;
	}
	free(known);
	return of;
}

int bodies_mass(struct world *w, double *area, double *mass, double *inertia)
{
	struct bodies b = world_bodies(w);
	struct mass *unit = unit_masses(w, &b);
	double *density = densities(w);
	int bad = 0;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct mass *u = s ? &unit[s - w->shape] : NULL;
		double s2 = b.size[i] * b.size[i], d = density[b.material[i]];

		if (!(d > 0 && u && u->area > 0) && !bad)
			bad = i + 1;
		if (area)
			area[i] = u ? u->area * s2 : NAN;
		if (mass)
			mass[i] = u ? d * u->area * s2 : NAN;
		if (inertia)
			inertia[i] = u ? d * u->inertia * s2 * s2 : NAN;
	}
	free(unit);
	free(density);
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
