/* fail_alloc.c: loaded before the C library (LD_PRELOAD). The FAIL_AT-th allocation of a program fails, also one within the C
 * library. When the program ends, the number of allocations is written to the file FAIL_COUNT. Programs that it starts have
 * all memory. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static long at = -1, n;
static int on;

__attribute__((constructor)) static void begin(void)
{
	const char *s = getenv("FAIL_AT");

	at = s ? strtol(s, NULL, 10) : -1;
	unsetenv("LD_PRELOAD");
	on = 1;
}

__attribute__((destructor)) static void end(void)
{
	const char *name = getenv("FAIL_COUNT");
	char text[32];

	if (!name)
		return;
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600), length = snprintf(text, sizeof text, "%ld\n", n);
	if (fd < 0 || write(fd, text, (size_t)length) != length)
		abort();
}

/* Whether this allocation fails. */
static int fails(void)
{
	if (!on || __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED) != at)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t bytes)
{
	return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t k, size_t size)
{
	return fails() ? NULL : __libc_calloc(k, size);
}

void *realloc(void *p, size_t bytes)
{
	return fails() ? NULL : __libc_realloc(p, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
	return fails() ? NULL : __libc_memalign(alignment, bytes);
}
