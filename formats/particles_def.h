/* particles_def.h: what the rooms that read definitions share. Programs include particles.h alone.
 *
 * particles_defs.c    all definitions but
 * particles_solids.c  shapes and masses in 3D */
#ifndef SCREE_PARTICLES_DEF_H
#define SCREE_PARTICLES_DEF_H

#include <string.h>

#include "particles_parts.h"

struct def {
	struct particles_in *in;
	struct world *w;
	int64_t line;
	const struct span *f; /* fields, f[0] the record's word */
	int n;
};

/* A message about field k, which may be missing. */
#define DEF_BAD(d, k, what, ...) \
	particles_bad((d)->in, (d)->line, (k) < (d)->n ? (d)->f[k] : span("", 0), what, __VA_ARGS__)

static inline int has_equals(struct span a)
{
	return a.n && memchr(a.s, '=', a.n) != NULL;
}

/* Which of the keys this is, or -1. */
int def_key_of(struct span key, const char *const *name, int n);
/* Field k as key=value: the place of its key among name[n], or -1 for another key, -2 (message made) when it is no
 * key=value or its key is in *seen. */
int def_take_key(const struct def *d, int k, const char *const *name, int n, unsigned *seen, struct span *value);

/* The rest of `shape ID KIND ...` and of `mass ID ...` in 3D. 0, or -1 with the message made. */
int def_solid(const struct def *d, int64_t id, enum shape_kind kind);
int def_solid_mass(const struct def *d, struct shape *s);

#endif
