/* dem2_ranks.c: what ranks tell each other in a step */
#include "dem2/dem2_ranks.h"

#include <math.h>

enum { EACH = 3 };           /* force and torque; velocities */

void dem2_ranks_begin(struct dem2 *s)
{
	ghosts_begin(&s->core, EACH);
}

static void get_forces(const void *sim, int n, const int *b, double *to)
{
	dem2_gather_some(sim, n, b, (double (*)[EACH])to);
}

static void get_velocities(const void *sim, int n, const int *b, double *to)
{
	const struct dem2 *s = sim;

	for (int z = 0; z < n; z++)
		for (int k = 0; k < EACH; k++)
			to[EACH * z + k] = s->core.v[k][b[z]];
}

static void put_velocity(void *sim, int b, const double *from)
{
	struct dem2 *s = sim;

	for (int k = 0; k < EACH; k++)
		s->core.v[k][b] = from[k];
	s->core.touched[b] = s->kick_due ? DEM2_ENDED : 0;
}

void dem2_ranks_jumps(struct dem2 *s)
{
	ghosts_jumps(&s->core, get_velocities, put_velocity, s);
}

static double travel(const void *sim, int b, const double drift[3])
{
	const struct dem2 *s = sim;
	double d[3];

	for (int k = 0; k < 3; k++)
		d[k] = s->core.x[k][b] - soft_list_x(&s->core, k, b) - (k < 2 ? drift[k] : 0);
	return sqrt(d[0] * d[0] + d[1] * d[1]) + s->outlines.arm[b] * fabs(d[2]) + soft_list_slack(&s->core);
}

void dem2_ranks_roam(struct dem2 *s, double far)
{
	ghosts_roam(&s->core, far, travel, s);
}

void dem2_ranks_send(struct dem2 *s, int is_step)
{
	if (is_step)
		ghosts_drift(&s->core, travel, s);
	ghosts_send(&s->core, is_step && s->core.error.status == SIM_GOOD, get_forces, s);
}
