/* buf: a large block that grows is moved by the system, not copied: old and new never need memory at the same time */
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"

/* The largest resident memory of this process so far [KiB on Linux]. */
static double resident(void)
{
	struct rusage use;

	getrusage(RUSAGE_SELF, &use);
	return (double)use.ru_maxrss;
}

int main(void)
{
	enum { MANY = 48 << 20 };
	char *block = NULL;
	size_t cap = 0, n = 0;
	double before = resident();

	while (n < MANY) {
		size_t from = n;

		n = n ? n + n / 2 : 8 << 20;
		MEM_GROW(block, &cap, n);
		memset(block + from, 1, n - from);
	}
	double used = (resident() - before) / ((double)n / 1024);
	int whole = 1;
	for (size_t k = 0; k < n; k += 4096)
		whole &= block[k];
	ok(whole, "its bytes stay");
#ifdef __linux__
	/* the sanitizer copies, and keeps what is freed for a while */
	ok(used < 1.2 || getenv("SCREE_SAN"), "it needs %.2f of its size", used);
#else
	(void)used;
#endif
	free(block);
	return done();
}
