/* ids.h: where an id stands in a column of ids. */
#ifndef SCREE_IDS_H
#define SCREE_IDS_H

#include <stdint.h>

struct ids_item { int64_t id; int row; };

/* Most columns are in ascending order, often without a gap; the others are sorted once. */
struct ids {
	int n;
	const int64_t *id;      /* [n] the caller's, which must stay */
	struct ids_item *item;  /* [n] sorted by id, then row; NULL when id ascends already */
};

/* Get ready to look for the rows of id[n]. Returns -1, or the later row of two with the same id. */
int ids_init(struct ids *s, int n, const int64_t *id);
void ids_free(struct ids *s);
/* The row of an id, or -1. */
int ids_row(const struct ids *s, int64_t id);

#endif
