/* trade.c: for clang's fuzzer (`make fuzz`): any bytes, read as the files of other programs, of each in turn; a byte 1 ends a
 * file where there are several. What is read is a scene that can be written as a stream, and in the same format
 * again; the rest is a message. */
#include "trade.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "particles.h"

static void write_again(struct world *w, const struct trade_format *f)
{
	struct trade_text out[TRADE_FILES] = { { NULL, 0, 0 } };
	struct trade_numbers numbers = { .n = 0 };
	struct trade_scene s;
	char *error = NULL, *text = NULL;
	size_t n = 0;
	FILE *to = open_memstream(&text, &n);
	struct particles_out *stream = particles_create(to, NULL);
	char *keep = malloc((size_t)w->body.n_row);

	particles_begin(stream, w->dim);
	particles_put_definitions(stream, w);
	if (particles_put_frame(stream, w, NULL))
		abort();
	particles_finish(stream);
	fclose(to);
	memset(keep, 1, (size_t)w->body.n_row);
	enum trade_status status = trade_gather(&s, w, keep, f, &error);
	s.numbers = &numbers;
	if (status == TRADE_GOOD && f->write && f->write(out, &s, &error) == TRADE_GOOD && !out[0].n)
		abort();
	trade_numbers_free(&numbers);
	for (int k = 0; k < TRADE_FILES; k++)
		free(out[k].text);
	trade_release(&s);
	free(error);
	free(text);
	free(keep);
}

/* Files of a format from bytes, a byte 1 between them. */
static void read_as(const struct trade_format *f, const uint8_t *data, size_t size, int as_is)
{
	struct trade_cursor cursor = { .at = 0 };
	const struct trade_plan plan = { .density = 1, .as_is = as_is, .radius = 0.5, .dt = 1, .cursor = &cursor };
	struct trade_file file[TRADE_FILES];
	struct world w;
	char *error = NULL;
	size_t at = 0;
	int n = 0;

	while (n < TRADE_FILES && f->part[n] && (at < size || n < f->needed)) {
		const uint8_t *end = at < size && f->part[1] ? memchr(data + at, 1, size - at) : NULL;
		size_t length = at < size ? end ? (size_t)(end - data) - at : size - at : 0;
		char *text = calloc(length + 16, 1);

		memcpy(text, data + at, length);
		file[n++] = (struct trade_file){ "fuzz", text, length };
		at += length + 1;
	}
	trade_of_text(&file[0]);
	world_init(&w, 3);
	enum trade_status status;
	do { /* each frame into the world of the frame before */
		if ((status = f->read(&w, file, n, &plan, &error)) == TRADE_GOOD)
			write_again(&w, f);
		cursor.frame++;
	} while (status == TRADE_GOOD && f->frames == TRADE_JOINED &&
	         cursor.at + strspn(file[0].text + cursor.at, " \t\r\n") < file[0].n);
	if (status != TRADE_GOOD && strncmp(error, "fuzz:", 5) != 0)
		abort();
	world_free(&w);
	free(error);
	for (int k = 0; k < n; k++)
		free((char *)(uintptr_t)file[k].text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (int k = 0; k < trade_n_formats; k++)
		if (trade_formats[k].read)
			read_as(&trade_formats[k], data, size, (int)(size & 1));
	return 0;
}
