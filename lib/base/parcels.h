/* parcels.h: bytes for each of several ranks (ranks.h). */
#ifndef SCREE_PARCELS_H
#define SCREE_PARCELS_H

#include <stddef.h>

struct parcel { char *at; size_t n, cap; };
struct parcels { int n; struct parcel *of; }; /* of[n], one for each rank */

void parcels_init(struct parcels *p, int n);
void parcels_free(struct parcels *p);
/* Append n bytes to the parcel for a rank. Returns their place, which holds until the next call for this rank. */
void *parcels_room(struct parcels *p, int rank, size_t n);
void parcels_put(struct parcels *p, int rank, const void *bytes, size_t n);
/* Take the next n bytes of a parcel; *at counts those that have been taken. */
const void *parcel_take(const struct parcel *p, size_t *at, size_t n);

#endif
