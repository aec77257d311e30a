/* simulator.c: the simulator for a scene */
#include "common/simulator.h"

#include <string.h>

/* Whether a scene in 3D has a shape or a law that only scree-cd3 takes. */
static int is_hard(const struct world *w)
{
	const int64_t *shape = table_int(&w->body, "shape");

	for (int i = 0; shape && i < w->body.n_row; i++) {
		const struct shape *s = world_shape(w, shape[i]);

		if (s && (s->kind == SHAPE_ELLIPSOID || s->kind == SHAPE_OBJECT))
			return 1;
	}
	for (int k = 0; k < w->n_law; k++)
		if (!strcmp(w->law[k].kind, "hard"))
			return 1;
	return 0;
}

const char *simulator_for(const struct world *w)
{
	return w->dim == 2 ? "scree-dem2" : is_hard(w) ? "scree-cd3" : "scree-dem3";
}

const char *simulator_forces(const struct world *w)
{
	return w->dim == 2 ? "scree-dem2 -t 0" : is_hard(w) ? "a step of scree-cd3" : "scree-dem3 -t 0";
}
