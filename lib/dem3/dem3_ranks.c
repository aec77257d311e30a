/* dem3_ranks.c: what ranks tell each other in a step */
#include "dem3/dem3_ranks.h"

enum { EACH = 6 };           /* force and torque; velocity and angular momentum */

void dem3_ranks_begin(struct dem3 *s)
{
	ghosts_begin(&s->core, EACH);
}

/* Mark the free bodies whose contacts begin or end. */
static void events_mark(struct dem3 *s)
{
	for (int t = 0; t < s->core.n_part; t++)
		for (int k = 0; k < s->part[t].n_event; k++)
			for (int side = 0; side < 2; side++) {
				int b = s->list.pair[s->part[t].event[k].pair].body[side];

				s->core.touched[b] |= b < s->n_free;
			}
}

static void get_forces(const void *sim, int n, const int *b, double *to)
{
	dem3_wrenches(sim, n, b, to);
}

static void get_velocities(const void *sim, int n, const int *b, double *to)
{
	const struct dem3 *s = sim;

	for (int z = 0; z < n; z++, to += EACH)
		for (int k = 0; k < 3; k++) {
			to[k] = s->core.v[k][b[z]];
			to[3 + k] = s->l[k][b[z]];
		}
}

static void put_velocity(void *sim, int b, const double *from)
{
	struct dem3 *s = sim;

	for (int k = 0; k < 3; k++) {
		s->core.v[k][b] = from[k];
		s->l[k][b] = from[3 + k];
	}
	s->core.touched[b] = (char)s->kick_due;
}

void dem3_ranks_jumps(struct dem3 *s)
{
	ghosts_jumps(&s->core, get_velocities, put_velocity, s);
}

static double travel(const void *sim, int b, const double drift[3])
{
	return dem3_list_travel(sim, b, v3_from(drift));
}

void dem3_ranks_roam(struct dem3 *s, double far)
{
	ghosts_roam(&s->core, far, travel, s);
}

void dem3_ranks_send(struct dem3 *s, int is_step)
{
	int events = is_step && s->has_events && s->core.error.status == SIM_GOOD;

	if (events && s->core.ghosts)
		events_mark(s);
	if (is_step)
		ghosts_drift(&s->core, travel, s);
	ghosts_send(&s->core, events, get_forces, s);
}
