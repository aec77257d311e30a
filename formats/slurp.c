/* slurp.c: read a whole file into memory */
#include "slurp.h"

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
