/* buf.c: checked memory */
#include "base/buf.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void (*mem_failed)(size_t bytes);

static void *failed(size_t bytes)
{
	if (mem_failed)
		mem_failed(bytes);
	abort();
}

static size_t product(size_t n, size_t size)
{
	if (size && n > SIZE_MAX / 2 / size)
		failed(SIZE_MAX);
	return n * size > 0 ? n * size : 1;
}

void *mem_new(size_t n, size_t size)
{
	size_t bytes = product(n, size);
	void *p = malloc(bytes);

	return p ? p : failed(bytes);
}

void *mem_zero(size_t n, size_t size)
{
	size_t bytes = product(n, size);
	void *p = calloc(bytes, 1);

	return p ? p : failed(bytes);
}

static void *lines(size_t bytes)
{
	enum { LINE = 64 };
	void *p = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);

	return p ? p : failed(bytes);
}

void *mem_lines(size_t n, size_t size)
{
	size_t bytes = product(n, size);

	return memset(lines(bytes), 0, bytes);
}

void *mem_resize(void *p, size_t n, size_t size)
{
	size_t bytes = product(n, size);
	void *q = realloc(p, bytes);

	return q ? q : failed(bytes);
}

char *mem_string(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(mem_new(n, 1), s, n);
}

char *mem_word(const char *s, size_t n)
{
	size_t length = strnlen(s, n);
	char *word = memcpy(mem_new(length + 1, 1), s, length);

	word[length] = 0;
	return word;
}

void *mem_copy(const void *p, size_t n, size_t size)
{
	return p ? memcpy(mem_new(n, size), p, n * size) : NULL;
}

static size_t grown(size_t cap, size_t need)
{
	size_t n = cap + cap / 2 + 16;

	return n < need ? need : n;
}

void *mem_grow_now(void *p, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return mem_new(0, size);
	*cap = grown(*cap, need);
	return mem_resize(p, *cap, size);
}

void *mem_grow_lines_now(void *p, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return lines(1);
	size_t n = grown(*cap, need);
	void *q = lines(product(n, size));
	if (*cap)
		memcpy(q, p, *cap * size);
	free(p);
	*cap = n;
	return q;
}
