/* merge.h: several scenes into one. */
#ifndef SCREE_MERGE_H
#define SCREE_MERGE_H

#include "world/world.h"

enum merge_status {
	MERGE_GOOD = 0,
	MERGE_MATERIAL = -1,   /* materials of one name and different density */
	MERGE_LAW = -2,        /* laws of one pair and different parameters */
	MERGE_CONSTRAINT = -3, /* constraints on one tag that differ */
	MERGE_OUTLET = -4      /* outlets of one name that differ */
};

/* Add the definitions, bodies and contacts of src to dst, of the same dimension. Ids of shapes and bodies in src are
 * renumbered to follow dst's (when dst has none they stay). Definitions of one name must agree: otherwise what[2] gets
 * the names, nothing is changed, and a status below 0 says which. Domain, gravity and time stay dst's; the ledgers are
 * void and dst's is dropped. Columns that one side lacks are 0 there. */
enum merge_status world_merge(struct world *dst, struct world *src, const char *what[2]);

#endif
