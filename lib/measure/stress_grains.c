/* stress_grains.c: the stress of every grain */
#include "measure/stress_grains.h"

#include <math.h>

/* Add the kinetic parts, relative to the mean velocity of the chosen grains. */
static void add_motion(const struct touches *t, const double *mass, const vec3 *v, struct grain_stress *of)
{
	vec3 mean = { 0 };
	double all = 0;

	for (int i = 0; i < t->n_body; i++)
		if (!isnan(of[i].volume)) {
			all += mass[i];
			mean = v3_add(mean, v3_scale(mass[i], v[i]));
		}
	mean = v3_scale(1 / all, mean);
	for (int i = 0; i < t->n_body; i++)
		if (!isnan(of[i].volume)) {
			vec3 u = v3_sub(v[i], mean);

			tensor3_add(&of[i].stress, mass[i], u, u);
		}
}

void stress_of_grains(const struct touches *t, const char *chosen, double share, const double *volume, const double *mass,
	const vec3 *v, struct grain_stress *of)
{
	for (int i = 0; i < t->n_body; i++)
		of[i] = (struct grain_stress){ .volume = chosen[i] && !t->held[i] ? share * volume[i] : NAN };
	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];

		tensor3_add(&of[c->a].stress, -1, c->f, c->arm_a);
		tensor3_add(&of[c->b].stress, 1, c->f, c->arm_b);
	}
	for (int k = 0; k < t->n_pair; k++) {
		of[t->pair[k].a].partners++;
		of[t->pair[k].b].partners++;
	}
	if (v)
		add_motion(t, mass, v, of);
	for (int i = 0; i < t->n_body; i++)
		of[i].stress = tensor3_sum((struct tensor3){ 0 }, 1 / of[i].volume, of[i].stress);
}
