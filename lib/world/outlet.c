/* outlet.c: where bodies leave a scene while it runs */
#include "world/outlet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

const char *const outlet_side_name[5] = { NULL, "left", "right", "below", "above" };

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

int outlet_axis(const struct outlet *o)
{
	return o->side == OUTLET_EVERYWHERE ? -1 : o->side >= OUTLET_BELOW;
}

int outlet_sign(const struct outlet *o)
{
	return o->side == OUTLET_RIGHT || o->side == OUTLET_ABOVE ? 1 : -1;
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
	for (int k = 0; k < 3 && a->back; k++)
		same &= a->to[k] == b->to[k];
	return same;
}

void world_shift_outlets(struct world *w, double dx, double dy)
{
	for (int k = 0; k < w->n_outlet; k++) {
		struct outlet *o = &w->outlet[k];

		o->at += outlet_axis(o) == 1 ? dy : dx;
		o->to[0] += dx;
		o->to[1] += dx;
		o->to[2] += dy;
	}
}

const char *outlet_fault(const struct world *w, const struct outlet *o)
{
	const struct domain *d = &w->domain;
	int axis = outlet_axis(o);

	if (!outlet_takes(o))
		return NULL;
	if (o->back && !(o->to[0] < o->to[1]))
		return "return=x0,x1,y with x0 < x1";
	if (!d->set)
		return NULL;
	if ((axis >= 0 && d->periodic[axis]) || (o->back && d->periodic[1]))
		return axis || o->back ? "a scene that is not periodic in y" : "a scene that is not periodic in x";
	if (axis >= 0 && !(o->at >= d->lo[axis] && o->at <= d->hi[axis]))
		return "its line inside the domain";
	if (o->back && !(o->to[0] >= d->lo[0] && o->to[1] <= d->hi[0] && o->to[2] >= d->lo[1] && o->to[2] < d->hi[1]))
		return "return= inside the domain";
	return NULL;
}
