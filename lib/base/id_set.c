/* id_set.c: a set of ids, numbered in the order in which they were added */
#include "base/id_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

void id_set_free(struct id_set *s)
{
	free(s->id);
	free(s->slot);
	*s = (struct id_set){ 0 };
}

/* The slot of an id, or the free one where it would go. */
static int slot_of(const struct id_set *s, int64_t id)
{
	int k = (int)(id_hash(id) & (uint64_t)(s->n_slot - 1));

	while (s->slot[k] >= 0 && s->id[s->slot[k]] != id)
		k = (k + 1) & (s->n_slot - 1);
	return k;
}

int id_set_find(const struct id_set *s, int64_t id)
{
	return s->n_slot ? s->slot[slot_of(s, id)] : -1;
}

int id_set_add(struct id_set *s, int64_t id)
{
	if (2 * (s->n + 1) > s->n_slot) {
		s->n_slot = s->n_slot ? 2 * s->n_slot : 16;
		MEM_RESIZE(s->slot, (size_t)s->n_slot);
		memset(s->slot, -1, (size_t)s->n_slot * sizeof *s->slot);
		for (int k = 0; k < s->n; k++)
			s->slot[slot_of(s, s->id[k])] = k;
	}
	int k = slot_of(s, id);
	if (s->slot[k] >= 0)
		return s->slot[k];
	MEM_GROW(s->id, &s->cap, (size_t)s->n + 1);
	s->id[s->n] = id;
	s->slot[k] = s->n;
	return s->n++;
}
