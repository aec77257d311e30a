/* replay.c: runs an entry point for the fuzzer on files, without the fuzzer: those that are named, or without any, those of
 * its corpus (tests/fuzz/corpus/NAME). */
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static int replay(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	size_t n = 0, got;

	if (!f)
		return -1;
	do {
		data = realloc(data, n + 65536);
		got = data ? fread(data + n, 1, 65536, f) : 0;
		n += got;
	} while (got);
	fclose(f);
	data = realloc(data, n + 1);
	LLVMFuzzerTestOneInput(data, n); /* ends by abort if something is wrong */
	free(data);
	return 0;
}

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
	char path[4096];
	int n = 0;

	for (int k = 1; k < argc; k++) {
		printf("# %s\n", argv[k]);
		ok(replay(argv[k]) == 0, "%s", argv[k]);
	}
	if (argc > 1)
		return done();
	snprintf(path, sizeof path, "tests/fuzz/corpus/%s", name);
	DIR *d = opendir(path);
	for (struct dirent *e; d && (e = readdir(d));) {
		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof path, "tests/fuzz/corpus/%s/%s", name, e->d_name);
		printf("# %s\n", path); /* if it aborts, the last line says where */
		fflush(stdout);
		n += replay(path) == 0;
	}
	if (d)
		closedir(d);
	ok(n > 0, "%d files that the fuzzer found, read as %s: what is read is sound, the rest is a message", n, name);
	return done();
}
