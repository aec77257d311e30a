/* buf.h: memory that is checked once, here, and nowhere else. */
#ifndef SCREE_BUF_H
#define SCREE_BUF_H

#include <stddef.h>
#include <stdlib.h>

/* Called when memory runs out, with the bytes asked for; must not return. A program sets it to a
 * function that says so and ends; without one the process aborts. */
extern void (*mem_failed)(size_t bytes);

/* malloc, calloc and realloc of n items of the given size that never return NULL; n * size is
 * checked for overflow; n = 0 gives a pointer that can be freed. */
void *mem_new(size_t n, size_t size);
void *mem_zero(size_t n, size_t size);
void *mem_resize(void *p, size_t n, size_t size);
/* As mem_zero, at the beginning of one of the lines of 64 bytes that processors have memory in: vectors in it are never in
 * two. */
void *mem_lines(size_t n, size_t size);
/* A copy of a string, to be freed. */
char *mem_string(const char *s);

/* Make room for at least need items in the array p of *cap items, growing by half at a time.
 * Returns the array, which may have moved. */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);

/* The same in such memory. */
void *mem_grow_lines(void *p, size_t *cap, size_t need, size_t size);

#define MEM_LINES(T, n) ((T *)mem_lines((n), sizeof(T)))
#define MEM_NEW(T, n) ((T *)mem_new((n), sizeof(T)))
#define MEM_ZERO(T, n) ((T *)mem_zero((n), sizeof(T)))
#define MEM_RESIZE(p, n) ((p) = mem_resize((p), (n), sizeof *(p)))
#define MEM_GROW(p, cap, need) ((p) = mem_grow((p), (cap), (need), sizeof *(p)))
#define MEM_GROW_LINES(p, cap, need) ((p) = mem_grow_lines((p), (cap), (need), sizeof *(p)))
/* Let go of such an array. */
#define MEM_DROP(p, cap) (free(p), (p) = NULL, *(cap) = 0)

#endif
