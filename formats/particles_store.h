/* particles_store.h: a long text that several ranks (base/ranks.h) keep together: pieces of it, in turn. All ranks hand the
 * whole text to the store, and each keeps its pieces. */
#ifndef SCREE_PARTICLES_STORE_H
#define SCREE_PARTICLES_STORE_H

#include <stddef.h>
#include <stdint.h>

/* The text from byte `from` to byte `to`. piece[k] is the k-th piece of this rank. */
struct text_store { int64_t from, to; int n; size_t cap; char **piece; };

void store_free(struct text_store *s);
/* Append n bytes. */
void store_append(struct text_store *s, const char *text, size_t n);
/* Drop the text before byte upto. */
void store_drop(struct text_store *s, int64_t upto);
/* Drop the bytes from .. to - 1, as far as whole pieces are in them. */
void store_forget(struct text_store *s, int64_t from, int64_t to);
/* Hand the bytes from .. to - 1 in order to take on rank 0, which gets their pieces from the other ranks. Collective. */
typedef void store_take(void *out, const char *text, size_t n);
void store_collect(const struct text_store *s, int64_t from, int64_t to, store_take *take, void *out);
/* Hand the bytes from .. to - 1 that this rank keeps to take, with the number of bytes before them. */
typedef void store_take_at(void *out, int64_t at, const char *text, size_t n);
void store_own(const struct text_store *s, int64_t from, int64_t to, store_take_at *take, void *out);

#endif
