/* parcels.c: bytes for each of several ranks */
#include "base/parcels.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

void parcels_init(struct parcels *p, int n)
{
	*p = (struct parcels){ n, MEM_ZERO(struct parcel, (size_t)n) };
}

void parcels_free(struct parcels *p)
{
	for (int k = 0; k < p->n; k++)
		free(p->of[k].at);
	free(p->of);
	*p = (struct parcels){ 0 };
}

void *parcels_room(struct parcels *p, int rank, size_t n)
{
	struct parcel *to = &p->of[rank];

	MEM_GROW(to->at, &to->cap, to->n + n);
	to->n += n;
	return to->at + to->n - n;
}

void parcels_put(struct parcels *p, int rank, const void *bytes, size_t n)
{
	void *to = parcels_room(p, rank, n);

	if (n)
		memcpy(to, bytes, n);
}

const void *parcel_take(const struct parcel *p, size_t *at, size_t n)
{
	*at += n;
	return p->at + *at - n;
}
