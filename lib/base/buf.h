/* buf.h: checked memory: these functions never return NULL. */
#ifndef SCREE_BUF_H
#define SCREE_BUF_H

#include <stddef.h>
#include <stdlib.h>

/* Called when memory runs out, with the number of bytes requested; must not return. Programs set it to a function that reports
 * the failure and exits. If it is NULL the process aborts. */
extern void (*mem_failed)(size_t bytes);

/* malloc, calloc and realloc of n items of the given size. n * size is checked for overflow; n = 0 gives a pointer that can be
 * freed. */
void *mem_new(size_t n, size_t size);
void *mem_zero(size_t n, size_t size);
void *mem_resize(void *p, size_t n, size_t size);
/* As mem_zero, aligned to a cache line of 64 bytes. */
void *mem_lines(size_t n, size_t size);
/* Returns a copy of a string. The caller frees it. */
char *mem_string(const char *s);
/* Returns a copy of the first n characters of a string, which may end before. The caller frees it. */
char *mem_word(const char *s, size_t n);
/* Returns a copy of n items, or NULL if p is NULL. The caller frees it. */
void *mem_copy(const void *p, size_t n, size_t size);

/* Make room for at least `need` items in the array p with room for *cap items. The room grows by half at a time. Returns the
 * array, which may have moved; it is not NULL even if nothing is needed, as qsort and memcpy ask. */
static inline void *mem_grow(void *p, size_t *cap, size_t need, size_t size);
/* The same for bytes that are read from one end to the other, which gain nothing from huge pages. A large block without them
 * grows where it is, or moves without a copy. */
void *mem_grow_text(void *p, size_t *cap, size_t need);
/* The same for an array that is aligned to cache lines. */
static inline void *mem_grow_lines(void *p, size_t *cap, size_t need, size_t size);
/* The rare cases of both, in which memory is allocated. */
void *mem_grow_now(void *p, size_t *cap, size_t need, size_t size);
void *mem_grow_lines_now(void *p, size_t *cap, size_t need, size_t size);

/* Make room for n items in the array p, which is aligned to cache lines and may lose its items. The room grows to a sixteenth
 * more than n: large scenes have no half to spare. */
void *mem_room(void *p, size_t *cap, size_t n, size_t size);
/* Cut the room of the array p to a sixteenth more than n items, if it is larger. */
void *mem_shrink(void *p, size_t *cap, size_t n, size_t size);

static inline void *mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	return p && need <= *cap ? p : mem_grow_now(p, cap, need, size);
}

static inline void *mem_grow_lines(void *p, size_t *cap, size_t need, size_t size)
{
	return p && need <= *cap ? p : mem_grow_lines_now(p, cap, need, size);
}

/* Memory for a short time: a small block is in the struct itself, on the stack of a function, any other comes from mem_new. */
struct mem_short { _Alignas(64) char small[4096]; void *large; };
static inline void *mem_short(struct mem_short *m, size_t n, size_t size)
{
	m->large = n <= sizeof m->small / size ? NULL : mem_new(n, size);
	return m->large ? m->large : m->small;
}
static inline void mem_short_free(struct mem_short *m)
{
	free(m->large);
}

#define MEM_LINES(T, n) ((T *)mem_lines((n), sizeof(T)))
#define MEM_NEW(T, n) ((T *)mem_new((n), sizeof(T)))
#define MEM_SHORT(T, m, n) ((T *)mem_short((m), (n), sizeof(T)))
#define MEM_ZERO(T, n) ((T *)mem_zero((n), sizeof(T)))
#define MEM_RESIZE(p, n) ((p) = mem_resize((p), (n), sizeof *(p)))
#define MEM_GROW(p, cap, need) ((p) = mem_grow((p), (cap), (need), sizeof *(p)))
#define MEM_GROW_LINES(p, cap, need) ((p) = mem_grow_lines((p), (cap), (need), sizeof *(p)))
#define MEM_ROOM(p, cap, n) ((p) = mem_room((p), (cap), (n), sizeof *(p)))
/* Give back most of the room that n items do not need. */
#define MEM_SHRINK(p, cap, n) ((p) = mem_shrink((p), (cap), (n), sizeof *(p)))
/* Give freed memory back to the system: what many small blocks leave is of no use to a large one. */
void mem_give_back(void);
/* Free a growing array and reset it. */
#define MEM_DROP(p, cap) (free(p), (p) = NULL, *(cap) = 0)

#endif
