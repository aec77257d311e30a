/* buf.c: checked memory */
#include "base/buf.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <malloc.h>
#include <sys/mman.h>
#endif

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

/* Check that there is memory. Ask for huge pages for a large block: simulations read bodies and contacts all over their
 * arrays, and the processor remembers where few pages are. Ask for them from the first page of the block to the last:
 * else the system keeps the ends as areas of their own, and realloc has to copy, since mremap moves one area only. */
static void *checked(void *p, size_t bytes)
{
	if (!p)
		return failed(bytes);
#ifdef MADV_HUGEPAGE
	enum { LARGE = 1 << 22, PAGE = 4096 };
	uintptr_t at = (uintptr_t)p % PAGE;

	if (bytes >= LARGE)
		madvise((char *)p - at, at + malloc_usable_size(p), MADV_HUGEPAGE);
#endif
	return p;
}

void *mem_new(size_t n, size_t size)
{
	size_t bytes = product(n, size);

	return checked(malloc(bytes), bytes);
}

void *mem_zero(size_t n, size_t size)
{
	size_t bytes = product(n, size);

	return checked(calloc(bytes, 1), bytes);
}

static void *lines(size_t bytes)
{
	enum { LINE = 64 };

	return checked(aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE), bytes);
}

/* Set a block to 0. The system gives the whole pages of a large one anew when they are first written: pages that are never
 * written need no memory. */
static void *cleared(char *p, size_t bytes)
{
#ifdef MADV_DONTNEED
	enum { PAGE = 1 << 16, LARGE = 4 * PAGE }; /* no system has larger pages, huge ones aside */
	size_t from = (PAGE - (uintptr_t)p % PAGE) % PAGE, to = bytes < LARGE ? 0 : bytes - ((uintptr_t)p + bytes) % PAGE;

	if (from < to && madvise(p + from, to - from, MADV_DONTNEED) == 0) {
		memset(p, 0, from);
		memset(p + to, 0, bytes - to);
		return p;
	}
#endif
	return memset(p, 0, bytes);
}

void *mem_lines(size_t n, size_t size)
{
	size_t bytes = product(n, size);

	return cleared(lines(bytes), bytes);
}

void *mem_resize(void *p, size_t n, size_t size)
{
	size_t bytes = product(n, size);

	return checked(realloc(p, bytes), bytes);
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

void *mem_grow_text(void *p, size_t *cap, size_t need)
{
	if (p && need <= *cap)
		return p;
	*cap = grown(*cap, need);
	p = realloc(p, *cap);
	return p ? p : failed(*cap);
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

void *mem_room(void *p, size_t *cap, size_t n, size_t size)
{
	if (p && n <= *cap)
		return p;
	free(p);
	*cap = n + n / 16;
	return lines(product(*cap ? *cap : 1, size));
}

void *mem_shrink(void *p, size_t *cap, size_t n, size_t size)
{
	size_t most = n + n / 16;

	if (*cap <= most)
		return p;
	*cap = most;
	return mem_resize(p, most, size);
}

void mem_give_back(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
