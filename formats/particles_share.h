/* particles_share.h: declarations that the files of the stream reader share for several ranks (base/ranks.h). Programs include
 * particles.h instead.
 *
 * All ranks see all bytes of the stream and agree on its lines and records. Each takes its share of the contents: of n rows of
 * a kind those from n me / ranks to n (me + 1) / ranks, of shapes those at home here (share_home), and all other definitions.
 * The rows and shapes of others are counted as lines. A fault in a share is kept until the ranks next agree; the fault that a
 * program of one rank would have found first is told.
 *
 * particles_share.c        bytes, shares, agreement
 * particles_share_refer.c  references between rows of different ranks
 * particles_store.c        the text, in pieces on all ranks */
#ifndef SCREE_PARTICLES_SHARE_H
#define SCREE_PARTICLES_SHARE_H

#include "particles_parts.h"
#include "particles_store.h"

/* A line that programs look at, though the text is elsewhere: magic, made, units, columns. */
struct mark { int64_t at, end; char *text; }; /* its place in the stream, and a copy with the end of the line */

enum { KEPT_SLOTS = 4 };

struct share {
	int all;                  /* every rank reads the file; 0: rank 0 reads it for all */
	struct text_store text;   /* of the stream, as far as it may still be passed on */
	struct text_store kept, kept_next; /* unknown records inside the last whole frame, and this one */
	int64_t slot[KEPT_SLOTS + 1], slot_next[KEPT_SLOTS + 1]; /* where those of each slot begin in kept */
	struct mark *mark;
	int n_mark;
	size_t cap_mark;
	char *digest;             /* the marks of the last preamble, as a text */
	size_t n_digest, cap_digest;
	char *def;                /* lines of definitions that wait for the end of the frame */
	size_t n_def, cap_def;
	char *fault;              /* the message about the first fault in the share, or NULL */
	int64_t fault_line;
	int settled;              /* the ranks have agreed to stop, with this status */
	enum particles_status status;
};

/* ---- bytes: in the place of functions of particles_lines.c ---- */

/* Drop what has been parsed from the buffer. */
void share_drop(struct particles_in *in);
/* As read_more. */
int share_read_more(struct particles_in *in);
void share_turn_over(struct particles_in *in);
void share_release(struct particles_in *in);
void share_free(struct particles_in *in);
/* The marks of the preamble as a text. */
const char *share_digest(const struct particles_in *in, size_t *n);

/* ---- shares: in the place of functions of particles_read.c and particles_rows.c ---- */

/* If the line s .. end, outside frames, is a shape or mass: the rank that takes it. Otherwise -1: all take it. */
int share_taker(const char *s, const char *end);
/* Keep the text of a definition. Returns the line with its place there. */
struct line share_keep_definition(struct particles_in *in, const struct line *l);
/* Note a line that programs look at. */
void share_mark(struct particles_in *in, const struct line *l);
/* As keep. */
void share_keep(struct particles_in *in, int slot, const struct line *l);
/* A frame begins: choose the share of its rows. */
void share_frame(struct particles_in *in);
/* The fault that has just been told is in the share. Returns 0: the lines after it are still counted. */
int share_fault(struct particles_in *in, int64_t line);
/* Whether some rank has a fault in its share. As apply_definitions, particles_rows_refer, particles_rows_commit. Collective. */
int share_settle(struct particles_in *in);
int share_define(struct particles_in *in, struct world *w);
int share_refer(struct particles_in *in, struct world *w);
void share_commit(struct particles_in *in, struct world *w);
/* The unknown records are those of a whole frame now. */
void share_keep_frame(struct particles_in *in);

/* ---- agreement ---- */

/* Let all ranks know whether some has a fault: bad is set and the message is told. The message of the least order, which stands
 * for the place of the fault, becomes that of all. Returns 0 or -1, the same on all ranks. */
int share_agree(struct particles_in *in, int bad, int64_t order);
/* The reader stops with this status. Returns the status of all. */
enum particles_status share_stop(struct particles_in *in, enum particles_status status);

#endif
