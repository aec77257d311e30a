/* particles_refer.h: the checks of references from rows that a reader and the readers of several ranks share. Programs include
 * particles.h instead. Functions return 0, or -1 with the message set. Rows are numbered from the first one of this reader's
 * share. */
#ifndef SCREE_PARTICLES_REFER_H
#define SCREE_PARTICLES_REFER_H

#include "particles_parts.h"

/* What contacts need of a shape. */
struct shape_note { int kind, most; }; /* features are numbered from 0 to most - 1 */
struct shape_note particles_shape_note(const struct shape *s);

/* Say that the id of the body in this row is not positive, or that it occurs twice. */
int particles_bad_id(struct particles_in *in, int64_t row, int64_t id, const char *expected);
/* The columns of bodies that are checked one by one, and the material that was found last. */
struct body_check { const int64_t *shape; const int32_t *material; const double *size; int32_t last; };
struct body_check particles_body_check(const struct particles_in *in);
/* Check the body in row k, whose shape exists or not: shape, material, size. */
int particles_check_body(struct particles_in *in, const struct world *w, int k, int exists, struct body_check *c);
/* Check the quaternions of all bodies. */
int particles_check_turns(struct particles_in *in, const struct world *w);
/* Check the ends of contact k: whether the bodies exist, and whether their shapes, which are then known, have the features. */
struct end_check { const int64_t *end[2], *feature[2]; };
struct end_check particles_end_check(const struct particles_in *in);
int particles_check_ends(struct particles_in *in, int k, const int exists[2], const struct shape_note note[2],
	const struct end_check *c);
int particles_check_outlets(struct particles_in *in, const struct world *w);

/* The columns of the key of a contact. */
enum { K_I, K_FI, K_J, K_FJ, K_X, K_Y, K_Z, K_COLUMNS, CONTACT_KEY = 8 };
struct key_columns { const int64_t *of[K_COLUMNS]; };
struct key_columns particles_key_columns(const struct particles_in *in, const struct world *w);
/* A contact, described from its body with the lower id; a contact between a body and its own image is described from the lower or
 * left one. Rows with the same key are the same contact. Keys sort in the order in which simulators write rows. */
struct named { int64_t key[CONTACT_KEY]; int64_t row; };
/* round: both shapes are points or disks. */
struct named particles_name_contact(const struct key_columns *c, int k, int space, int round);
int particles_is_round(int kind);
int named_order_keys(const struct named *a, const struct named *b);
/* For qsort: by key, then by row. */
int named_order(const void *a, const void *b);
/* The first row of n that has the key of another row before it in *twice, and that one in *first; *twice is -1 if there is none.
 * all is sorted. */
void particles_find_twice(int64_t n, struct named *all, int64_t *twice, int64_t *first);
/* Say so: row k of this share, and the row that has the contact first. */
int particles_bad_twice(struct particles_in *in, const struct key_columns *c, int k, int64_t first);

#endif
