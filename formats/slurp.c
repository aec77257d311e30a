/* slurp.c: text of any length */
#include "slurp.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"

char *slurp(FILE *f, size_t *n)
{
	size_t cap = 1 << 16, got;
	char *text = MEM_NEW(char, cap);

	for (*n = 0; (got = fread(text + *n, 1, cap - 16 - *n, f)) > 0;) {
		*n += got;
		if (cap - 16 - *n == 0) {
			cap *= 2;
			MEM_RESIZE(text, cap);
		}
	}
	memset(text + *n, 0, 16);
	return text;
}

/* The C library has not got memory; how much it asked for is not known. */
static void no_memory(size_t bytes)
{
	if (mem_failed)
		mem_failed(bytes);
	abort();
}

ssize_t slurp_line(char **line, size_t *cap, FILE *f)
{
	errno = 0;
	ssize_t n = getline(line, cap, f);

	if (n < 0 && !feof(f) && errno == ENOMEM)
		no_memory(2 * *cap + 1);
	return n;
}

FILE *text_open(char **text, size_t *n)
{
	FILE *f = open_memstream(text, n);

	if (!f)
		no_memory(1);
	return f;
}

void text_flush(FILE *f)
{
	if (fflush(f) | ferror(f)) /* nothing but a lack of memory stops a file in memory */
		no_memory(1);
}

void text_close(FILE *f)
{
	if (ferror(f) | fclose(f))
		no_memory(1);
}
