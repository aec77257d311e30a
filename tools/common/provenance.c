/* provenance.c: the made record of the program */
#include "common/provenance.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "common/tool.h"
#include "made.h"

enum { LARGE = 64 << 20 }; /* bytes of a large stream, which is read in some tenths of a second */

static struct {
	char *command, *text;
	size_t n_command, cap_command, cap_text;
	int n_input;
	struct made_input *input;
	char *expected;            /* [n_input] 1: was noted before it was opened */
} record;

void provenance_begin(const char *name, int argc, char **argv, int default_seed)
{
#define QUOTE(word) made_quote(&record.command, &record.n_command, &record.cap_command, word)
	QUOTE(name);
	QUOTE(SCREE_VERSION);
	for (int k = 1; k <= argc; k++) {
		if (default_seed && (k == argc || strcmp(argv[k], "--") == 0)) {
			QUOTE("--seed");
			QUOTE("1");
			default_seed = 0;
		}
		if (k < argc)
			QUOTE(argv[k]);
	}
#undef QUOTE
}

/* Whether text is the beginning of a stream or table with a made record. */
static int has_record(const char *text, size_t n)
{
	return (n > 6 && memcmp(text, "scree ", 6) == 0 && memmem(text, n, "\nmade ", 6)) ||
	       (n > 13 && memcmp(text, "# scree-table", 13) == 0 && memmem(text, n, "\n# made ", 8));
}

/* The checksum of a regular file from its beginning; "" for anything else, and if it cannot be read. Large streams with made
 * records get none: it would take up to a third of the time of programs that only read, and they can be made again without it. */
static void checksum(int fd, char sum[BLAKE2_TEXT])
{
	static char block[1 << 16];
	struct blake2 b;
	struct stat st;
	off_t at = 0;
	ssize_t n;

	*sum = 0;
	if (tool_no_provenance || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	blake2_begin(&b);
	for (; (n = pread(fd, block, sizeof block, at)) > 0; at += n) {
		if (at == 0 && st.st_size > LARGE && has_record(block, (size_t)n))
			return;
		blake2_add(&b, block, (size_t)n);
	}
	if (n == 0)
		blake2_end(&b, sum);
}

static int add(const char *name, int fd, int expected)
{
	struct made_input in = { .name = mem_string(name) };

	checksum(fd, in.sum);
	MEM_RESIZE(record.input, (size_t)record.n_input + 1);
	MEM_RESIZE(record.expected, (size_t)record.n_input + 1);
	record.input[record.n_input] = in;
	record.expected[record.n_input] = (char)expected;
	return record.n_input++;
}

int provenance_input(const char *name, FILE *f)
{
	for (int k = 0; k < record.n_input; k++)
		if (record.expected[k] && strcmp(record.input[k].name, name) == 0) {
			record.expected[k] = 0;
			return k;
		}
	return add(name, f && strcmp(name, "-") ? fileno(f) : -1, 0);
}

void provenance_expect(const char *name)
{
	struct stat st;
	int fd = stat(name, &st) == 0 && S_ISREG(st.st_mode) ? open(name, O_RDONLY) : -1; /* a pipe is opened only once */

	add(name, fd, 1);
	if (fd >= 0)
		close(fd);
}

void provenance_forget(void)
{
	free(record.input[--record.n_input].name);
}

void provenance_count(int input, const char *s, size_t n)
{
	const char *end = s + n;

	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));

		if (end - s > 5 && memcmp(s, "made ", 5) == 0)
			record.input[input].records++;
		s = stop ? stop + 1 : end;
	}
}

const char *provenance_text(void)
{
	size_t n = record.n_command;
	const struct made_input *only = record.n_input == 1 ? record.input : NULL;

	MEM_GROW(record.text, &record.cap_text, n + 1);
	memcpy(record.text, record.command, n + 1);
	/* a stream or table from standard input alone, all records of which come before this one, needs no note */
	if (!only || strcmp(only->name, "-") != 0 || !only->records)
		for (int k = 0; k < record.n_input; k++)
			made_note(&record.text, &n, &record.cap_text, &record.input[k]);
	return record.text;
}

void provenance_end(void)
{
	for (int k = 0; k < record.n_input; k++)
		free(record.input[k].name);
	free(record.input);
	free(record.expected);
	free(record.command);
	free(record.text);
	memset(&record, 0, sizeof record);
}
