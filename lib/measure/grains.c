/* grains.c: the grains of a frame whose structure is measured */
#include "measure/grains.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/trig.h"
#include "measure/kinetic.h"
#include "shape/weigh.h"

/* Properties of a shape. */
struct form { int known; double axis; int has_axis; };

static enum mass_status form_find(struct form *f, const struct shape *s)
{
	struct mass m;
	enum mass_status status = mass_of_shape(&m, s);

	if (status == MASS_EMPTY)
		m = (struct mass){ .inertia = 1 };
	else if (status != MASS_GOOD)
		return status;
	f->known = 1;
	f->has_axis = mass_axis(&m, &f->axis) > 0;
	return MASS_GOOD;
}

static void places(struct grains *g)
{
	MEM_GROW(g->xy, &g->cap_xy, (size_t)g->n);
	g->n_chosen = 0;
	for (int i = 0; i < g->n; i++) {
		g->xy[i][0] = g->grain[i].x;
		g->xy[i][1] = g->grain[i].y;
		g->n_chosen += g->grain[i].chosen != 0;
	}
}

enum mass_status grains_take(struct grains *g, struct world *w, const char *keep)
{
	struct bodies2 b = world_bodies2(w);
	struct form *form = mem_zero((size_t)w->n_shape, sizeof *form);
	char *free_to_move = mem_new((size_t)b.n, 1);
	double *area = MEM_NEW(double, (size_t)b.n);
	enum mass_status status = MASS_GOOD;

	memset(free_to_move, 1, (size_t)b.n);
	bodies_leave_held(w, free_to_move);
	bodies_mass2(w, area, NULL, NULL);
	g->n = 0;
	g->n_form = w->n_shape;
	for (int i = 0; i < b.n && status == MASS_GOOD; i++) {
		struct shape *s = world_shape(w, b.shape[i]);
		double c, sn;

		if (!free_to_move[i] || !s)
			continue;
		struct form *f = &form[s - w->shape];
		if (!f->known && (status = form_find(f, s)) != MASS_GOOD)
			g->bad = s;
		MEM_GROW(g->grain, &g->cap, (size_t)g->n + 1);
		trig_sincos(b.angle[i] + f->axis, &sn, &c);
		g->grain[g->n++] = (struct grain){ b.id[i], i, keep[i], (int)(s - w->shape), s, b.size[i],
		                                   area[i], b.x[i], b.y[i], b.angle[i],
		                                   { f->has_axis ? c : 0, f->has_axis ? sn : 0 } };
	}
	if (g->n)
		qsort(g->grain, (size_t)g->n, sizeof *g->grain, ids_compare);
	places(g);
	free(form);
	free(free_to_move);
	free(area);
	return status;
}

void grains_choose(struct grains *g)
{
	int n = 0;

	for (int i = 0; i < g->n; i++)
		if (g->grain[i].chosen)
			g->grain[n++] = g->grain[i];
	g->n = n;
	places(g);
}

void grains_free(struct grains *g)
{
	free(g->grain);
	free(g->xy);
	*g = (struct grains){ .n = 0 };
}
