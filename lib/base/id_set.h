/* id_set.h: a set of ids, numbered in the order in which they were added. */
#ifndef SCREE_ID_SET_H
#define SCREE_ID_SET_H

#include <stddef.h>
#include <stdint.h>

/* The empty set is all 0. */
struct id_set {
	int n, n_slot;
	size_t cap;
	int64_t *id;      /* [n] */
	int32_t *slot;    /* hash table with open addressing, -1: free */
};

void id_set_free(struct id_set *s);
/* The number of an id, which is added if it is missing. */
int id_set_add(struct id_set *s, int64_t id);
/* The number of an id, or -1. */
int id_set_find(const struct id_set *s, int64_t id);
/* A hash of an id; all its bits depend on all bits of the id. */
static inline uint64_t id_hash(int64_t id)
{
	uint64_t h = (uint64_t)id;

	h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u; /* splitmix64, Steele, Lea, Flood 2014 */
	h = (h ^ h >> 27) * 0x94D049BB133111EBu;
	return h ^ h >> 31;
}

#endif
