/* particles_out.h: what the rooms of the stream's writer share. Programs include particles.h alone.
 *
 * particles_bytes.c  the buffer, text and numbers
 * particles_put.c    definitions, particles_solids.c shapes in 3D
 * particles_write.c  text that passes, frames */
#ifndef SCREE_PARTICLES_OUT_H
#define SCREE_PARTICLES_OUT_H

#include "particles_parts.h"

enum { OUT_ROOM = 256 * 1024 };

struct particles_out {
	FILE *f;
	char *made;          /* NULL: none */
	char *buf;           /* [OUT_ROOM] */
	size_t n;
	int failed;          /* a write failed */
	char *error;
	int bad;             /* a definition had a number that is not finite */
	struct rows_written { char *type, *record; } *columns; /* the `columns` records last written */
	int n_columns;
	size_t cap_columns;
};

void out_drain(struct particles_out *o);

/* Room for n <= OUT_ROOM bytes at the place returned; out_upto says where they ended. */
static inline char *out_room(struct particles_out *o, size_t n)
{
	if (o->n + n > OUT_ROOM)
		out_drain(o);
	return o->buf + o->n;
}
static inline void out_upto(struct particles_out *o, const char *end)
{
	o->n = (size_t)(end - o->buf);
}

void out_bytes(struct particles_out *o, const char *s, size_t n);
void out_text(struct particles_out *o, const char *s);
void out_real(struct particles_out *o, double x);
void out_int(struct particles_out *o, int64_t x);
/* " key=x" */
void out_key(struct particles_out *o, const char *key, double x);
/* What comes before, then x[n] with commas between. */
void out_list(struct particles_out *o, const char *before, const double *x, int n);
/* Are all x[n] finite? If not, it is noted for the message "what name: ...", and the next frame reports it. */
int out_finite(struct particles_out *o, const double *x, int n, const char *what, const char *name);
/* Can the skeleton of a shape stand in a stream? Far from the origin rounding can make two vertices one. If not, likewise. */
int out_whole(struct particles_out *o, const struct shape *s, const char *id);
/* A shape in 3D and its mass record if it has one; that record alone. */
void out_solid(struct particles_out *o, const struct shape *s, const char *id);
void out_solid_mass(struct particles_out *o, const struct shape *s, const char *id);

#endif
