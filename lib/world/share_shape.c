/* share_shape.c: a shape as bytes for another rank */
#include "world/share.h"

#include <string.h>

#include "base/buf.h"
#include "base/parcels.h"

/* Write an array of n items, or that it is NULL. */
static void put(struct parcels *p, int rank, const void *a, size_t n, size_t size)
{
	char there = a != NULL;

	parcels_put(p, rank, &there, 1);
	if (there)
		parcels_put(p, rank, a, n * size);
}

static void *take(const struct parcel *p, size_t *at, size_t n, size_t size)
{
	if (!*(const char *)parcel_take(p, at, 1))
		return NULL;
	return mem_copy(parcel_take(p, at, n * size), n, size);
}

static void put_text(struct parcels *p, int rank, const char *s)
{
	put(p, rank, s, s ? strlen(s) + 1 : 0, 1);
}

static char *take_text(const struct parcel *p, size_t *at)
{
	if (!*(const char *)parcel_take(p, at, 1))
		return NULL;
	size_t n = strlen(p->at + *at) + 1;
	return mem_copy(parcel_take(p, at, n), n, 1);
}

static size_t corners(const struct solid *s)
{
	return s->first ? (size_t)s->first[s->n_face] : 0;
}

static void put_solid(struct parcels *p, int rank, const struct solid *s)
{
	size_t n = (size_t)s->n, n_face = (size_t)s->n_face;

	put(p, rank, s->ball, n, sizeof *s->ball);
	put(p, rank, s->density, n, sizeof *s->density);
	put(p, rank, s->vertex, n, sizeof *s->vertex);
	put(p, rank, s->face, n_face, sizeof *s->face);
	put(p, rank, s->first, n_face + 1, sizeof *s->first);
	put(p, rank, s->corner, corners(s), sizeof *s->corner);
	put(p, rank, s->bump, (size_t)s->n_bump, sizeof *s->bump);
}

static void take_solid(const struct parcel *p, size_t *at, struct solid *s)
{
	size_t n = (size_t)s->n, n_face = (size_t)s->n_face;

	s->ball = take(p, at, n, sizeof *s->ball);
	s->density = take(p, at, n, sizeof *s->density);
	s->vertex = take(p, at, n, sizeof *s->vertex);
	s->face = take(p, at, n_face, sizeof *s->face);
	s->first = take(p, at, n_face + 1, sizeof *s->first);
	s->corner = take(p, at, corners(s), sizeof *s->corner);
	s->bump = take(p, at, (size_t)s->n_bump, sizeof *s->bump);
}

void share_pack_shape(struct parcels *p, int rank, const struct shape *s)
{
	parcels_put(p, rank, s, sizeof *s);
	put(p, rank, s->xy, (size_t)s->n, sizeof *s->xy);
	put(p, rank, s->radius, (size_t)s->n, sizeof *s->radius);
	put_text(p, rank, s->extra);
	put(p, rank, s->solid, 1, sizeof *s->solid);
	if (s->solid)
		put_solid(p, rank, s->solid);
}

void share_unpack_shape(const struct parcel *p, size_t *at, struct shape *s)
{
	memcpy(s, parcel_take(p, at, sizeof *s), sizeof *s);
	s->xy = take(p, at, (size_t)s->n, sizeof *s->xy);
	s->radius = take(p, at, (size_t)s->n, sizeof *s->radius);
	s->extra = take_text(p, at);
	s->solid = take(p, at, 1, sizeof *s->solid);
	if (s->solid)
		take_solid(p, at, s->solid);
}
