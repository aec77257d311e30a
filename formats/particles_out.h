/* particles_out.h: declarations that the files of the stream writer share. Programs include particles.h instead.
 *
 * particles_bytes.c   the buffer, text and numbers
 * particles_put.c     definitions
 * particles_solids.c  definitions of shapes in 3D
 * particles_write.c   text that is passed on, frames */
#ifndef SCREE_PARTICLES_OUT_H
#define SCREE_PARTICLES_OUT_H

#include "particles_parts.h"

enum { OUT_ROOM = 256 * 1024 };

struct particles_out {
	FILE *f;             /* NULL: the text stays in memory */
	const char *(*made)(void); /* the provenance, or NULL */
	char *others;        /* made records of other inputs, whole lines, or NULL */
	char *units;         /* the `units` record that replaces those of texts; NULL: they stay */
	char *buf;           /* [room] */
	size_t n, room;      /* room: OUT_ROOM, or more of text that stays in memory */
	int threads;         /* that write the rows of a frame */
	int failed;          /* a write failed */
	char *error;
	int bad;             /* a definition had a number that is not finite */
	struct rows_written { char *type, *record; } *columns; /* the `columns` records last written */
	int n_columns;
	size_t cap_columns;
};

void out_drain(struct particles_out *o);
/* Make room for n more bytes: drain the buffer, or make it larger if it stays in memory. */
void out_more_room(struct particles_out *o, size_t n);

/* Reserve n <= OUT_ROOM bytes and return their place; then tell out_upto where the text ends. */
static inline char *out_room(struct particles_out *o, size_t n)
{
	if (o->n + n > o->room)
		out_more_room(o, n);
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
/* Write " key=x". */
void out_key(struct particles_out *o, const char *key, double x);
/* Write before, then x[n] separated by commas. */
void out_list(struct particles_out *o, const char *before, const double *x, int n);
/* Whether all x[n] are finite. If not, note the message "what name: ...", which the next frame reports. */
int out_finite(struct particles_out *o, const double *x, int n, const char *what, const char *name);
/* Whether the skeleton of a shape can stand in a stream: far from the origin, rounding can make two vertices equal. If not,
 * likewise. */
int out_whole(struct particles_out *o, const struct shape *s, const char *id);
/* Write a shape in 3D, and its mass record if it has one. */
void out_solid(struct particles_out *o, const struct shape *s, const char *id);
/* Write the mass record of a shape in 3D. */
void out_solid_mass(struct particles_out *o, const struct shape *s, const char *id);

#endif
