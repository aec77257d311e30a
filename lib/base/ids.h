/* ids.h: find the row of an id in a column of ids. */
#ifndef SCREE_IDS_H
#define SCREE_IDS_H

#include <stdint.h>

struct ids_item { int64_t id; int row; };

/* For qsort: compare ids_items by id, then by row. */
int ids_compare_items(const void *a, const void *b);
/* For qsort: compare structures of any kind whose first member is an int64_t id. */
int ids_compare(const void *a, const void *b);

/* Most columns ascend, often without gaps. Other columns are sorted once. */
struct ids {
	int n;
	const int64_t *id;      /* [n] the caller's column, which must outlive this */
	struct ids_item *item;  /* [n] sorted by id, then row; NULL if the column ascends */
};

/* Prepare to look up ids in id[n]. Returns -1, or the later row of two with the same id. */
int ids_init(struct ids *s, int n, const int64_t *id);
void ids_free(struct ids *s);
/* The row of an id, or -1. */
int ids_row(const struct ids *s, int64_t id);

#endif
