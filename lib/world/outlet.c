/* outlet.c: outlets, where bodies leave a scene while it runs */
#include "world/outlet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

const char *const outlet_side_name[7] = { NULL, "left", "right", "below", "above", "front", "back" };

struct outlet *world_outlet(const struct world *w, const char *name)
{
	for (int k = 0; k < w->n_outlet; k++)
		if (strcmp(w->outlet[k].name, name) == 0)
			return &w->outlet[k];
	return NULL;
}

struct outlet *world_need_outlet(struct world *w, const char *name)
{
	struct outlet *o = world_outlet(w, name);

	if (o) {
		free(o->tag);
		*o = (struct outlet){ .name = o->name, .from = -INFINITY };
		return o;
	}
	MEM_GROW(w->outlet, &w->cap_outlet, (size_t)w->n_outlet + 1);
	o = &w->outlet[w->n_outlet++];
	*o = (struct outlet){ .name = mem_string(name), .from = -INFINITY };
	return o;
}

int outlet_takes(const struct outlet *o)
{
	return o->side != OUTLET_EVERYWHERE || o->tag;
}

int outlet_axis(const struct outlet *o, int dim)
{
	if (o->side == OUTLET_EVERYWHERE)
		return -1;
	if (o->side == OUTLET_BELOW || o->side == OUTLET_ABOVE)
		return dim - 1;
	return o->side == OUTLET_FRONT || o->side == OUTLET_BACK;
}

int outlet_sign(const struct outlet *o)
{
	return o->side == OUTLET_RIGHT || o->side == OUTLET_ABOVE || o->side == OUTLET_BACK ? 1 : -1;
}

void outlet_copy(struct outlet *dst, const struct outlet *src)
{
	char *name = dst->name;

	free(dst->tag);
	*dst = *src;
	dst->name = name;
	dst->tag = src->tag ? mem_string(src->tag) : NULL;
}

int outlet_same(const struct outlet *a, const struct outlet *b)
{
	int same = a->side == b->side && a->from == b->from && a->back == b->back && !a->tag == !b->tag;

	same &= a->side == OUTLET_EVERYWHERE || a->at == b->at;
	same &= !a->tag || !b->tag || strcmp(a->tag, b->tag) == 0;
	for (int k = 0; k < 5 && a->back; k++)
		same &= a->to[k] == b->to[k];
	return same;
}

void world_shift_outlets(struct world *w, const double by[3])
{
	for (int k = 0; k < w->n_outlet; k++) {
		struct outlet *o = &w->outlet[k];

		o->at += outlet_axis(o, w->dim) < 0 ? 0 : by[outlet_axis(o, w->dim)];
		for (int z = 0; z < outlet_bounds(w->dim); z++)
			o->to[z] += by[z / 2];
	}
}

const char *outlet_fault_in(const struct domain *d, int dim, const struct outlet *o)
{
	static const char *const periodic[3] = { "a scene that is not periodic in x", "a scene that is not periodic in y",
	                                         "a scene that is not periodic in z" };
	int axis = outlet_axis(o, dim), up = dim - 1, inside = 1;

	if (!outlet_takes(o))
		return NULL;
	for (int k = 0; k < up; k++)
		inside &= o->to[2 * k] < o->to[2 * k + 1];
	if (o->back && !inside)
		return dim == 3 ? "return=x0,x1,y0,y1,z with x0 < x1 and y0 < y1" : "return=x0,x1,y with x0 < x1";
	if (!d->set)
		return NULL;
	if (o->back && d->periodic[up])
		return periodic[up];
	if (axis >= 0 && d->periodic[axis])
		return periodic[axis];
	if (axis >= 0 && !(o->at >= d->lo[axis] && o->at <= d->hi[axis]))
		return dim == 3 ? "its plane inside the domain" : "its line inside the domain";
	for (int k = 0; k < up; k++)
		inside &= o->to[2 * k] >= d->lo[k] && o->to[2 * k + 1] <= d->hi[k];
	if (o->back && !(inside && o->to[2 * up] >= d->lo[up] && o->to[2 * up] < d->hi[up]))
		return "return= inside the domain";
	return NULL;
}

const char *outlet_fault(const struct world *w, const struct outlet *o)
{
	return outlet_fault_in(&w->domain, w->dim, o);
}
