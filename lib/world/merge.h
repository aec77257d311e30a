/* merge.h: join several scenes into one. */
#ifndef SCREE_MERGE_H
#define SCREE_MERGE_H

#include "world/world.h"

enum merge_status {
	MERGE_GOOD = 0,
	MERGE_MATERIAL = -1,   /* two materials have the same name and different densities or attributes */
	MERGE_LAW = -2,        /* two laws of the same pair have different parameters */
	MERGE_CONSTRAINT = -3, /* two constraints on the same tag differ */
	MERGE_OUTLET = -4      /* two outlets of the same name differ */
};

/* Add the definitions, bodies and contacts of src to dst, which has the same dimension. Ids of shapes and bodies of src are
 * shifted by the largest id in dst. Definitions of the same name must agree, except for materials that no body has, and laws of
 * such materials: those of dst stay. If they do not, a status below 0 is returned,
 * what[2] holds the names, and nothing is changed. Domain, gravity and time of dst stay. The ledger of dst is dropped, since
 * neither ledger is valid any more. Values that a column lacks on one side are 0, except that missing columns of bodies get the
 * defaults of world_need_columns. */
enum merge_status world_merge(struct world *dst, struct world *src, const char *what[2]);

/* Add the definitions of src to dst, except for domain and gravity. Materials and laws that dst has stay; the ids of shapes, with
 * shift added, are new to dst. */
void merge_definitions(struct world *dst, const struct world *src, int64_t shift);

#endif
