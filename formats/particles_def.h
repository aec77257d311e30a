/* particles_def.h: declarations that the files that read definitions share. Programs include particles.h instead.
 *
 * particles_defs.c    all definitions, except
 * particles_solids.c  shapes and masses in 3D */
#ifndef SCREE_PARTICLES_DEF_H
#define SCREE_PARTICLES_DEF_H

#include <string.h>

#include "particles_parts.h"

struct def {
	struct particles_in *in;
	struct world *w;      /* NULL for a shape, which is read before it reaches a world */
	int dim;
	int64_t line;
	const struct span *f; /* fields; f[0] is the word of the record */
	int n;
};

/* Set a message about field k, which may be missing. */
#define DEF_BAD(d, k, what, ...) \
	particles_bad((d)->in, (d)->line, (k) < (d)->n ? (d)->f[k] : span("", 0), what, __VA_ARGS__)

static inline int has_equals(struct span a)
{
	return a.n && memchr(a.s, '=', a.n) != NULL;
}

/* The index of a key in name[n], or -1. */
int def_key_of(struct span key, const char *const *name, int n);
/* Read field k as key=value. Returns the index of its key in name[n], -1 for another key, or -2 with the message set if the
 * field is not key=value or its key is in *seen. */
int def_take_key(const struct def *d, int k, const char *const *name, int n, unsigned *seen, struct span *value);

/* Read the rest of `shape ID KIND ...` and of `mass ID ...` in 3D. Return 0, or -1 with the message set. */
int def_solid(const struct def *d, int64_t id, enum shape_kind kind, struct shape *made);
int def_solid_mass(const struct def *d, struct shape *s);

#endif
