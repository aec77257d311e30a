/* relocate_parts.h: what relocate.c and relocate3.c share */
#ifndef SCREE_RELOCATE_PARTS_H
#define SCREE_RELOCATE_PARTS_H

#include "world/world.h"

/* The rows of the bodies of every contact, [n][2], to be freed; contacts of unknown bodies are dropped first. */
int (*relocate_contact_rows(struct world *w))[2];
/* Keep the contacts whose bodies a and b satisfy flag[a] == flag[b], or if both is set, flag[a] and flag[b]. */
void relocate_keep_contacts(struct world *w, const char *flag, int both);
/* A flag for every body, set; to be freed. */
char *relocate_everybody(const struct world *w);

/* k div n and k mod n, the latter from 0 on. */
static inline int64_t relocate_split(int64_t k, int n, int *rest)
{
	int64_t q = k >= 0 ? k / n : -((n - 1 - k) / n);

	*rest = (int)(k - q * n);
	return q;
}

#endif
