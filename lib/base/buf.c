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

void *mem_lines(size_t n, size_t size)
{
	enum { LINE = 64 };
	size_t bytes = product(n, size), lines = (bytes + LINE - 1) / LINE * LINE;
	void *p = aligned_alloc(LINE, lines);

	return p ? memset(p, 0, lines) : failed(bytes);
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

void *mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return p;
	size_t n = *cap + *cap / 2 + 16;
	if (n < need)
		n = need;
	p = mem_resize(p, n, size);
	*cap = n;
	return p;
}
