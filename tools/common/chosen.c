/* chosen.c: --frame: the last frame, all frames, or a list. */
#include "common/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/opt.h"
#include "common/tool.h"
#include "number.h"

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

void chosen_parse(struct chosen *c, const char *text, int otherwise)
{
	*c = (struct chosen){ .kind = !text ? otherwise : !strcmp(text, "all") ? CHOSEN_ALL : !strcmp(text, "last") ? CHOSEN_LAST :
		CHOSEN_LIST };
	if (c->kind != CHOSEN_LIST)
		return;
	char *all = mem_string(text), *next = all;
	for (char *word; (word = strsep(&next, ","));) {
		int64_t k;

		if (number_parse_int(word, &k) || k < 0)
			opt_fail("frame", "%s, expected last, all, or numbers from 0, such as 0,5,10", text);
		MEM_GROW(c->number, &c->cap, (size_t)c->n + 1);
		c->number[c->n++] = k;
	}
	free(all);
	qsort(c->number, (size_t)c->n, sizeof *c->number, by_number);
}

void chosen_free(struct chosen *c)
{
	free(c->number);
}

int chosen_many(const struct chosen *c)
{
	return c->kind == CHOSEN_ALL || c->n > 1;
}

int chosen_has(const struct chosen *c, int64_t k)
{
	return c->kind == CHOSEN_ALL || (c->n && bsearch(&k, c->number, (size_t)c->n, sizeof k, by_number));
}

void chosen_check(const struct chosen *c, int64_t n)
{
	if (!n)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected one to draw");
	if (c->n && c->number[c->n - 1] >= n)
		tool_fail(EXIT_INPUT, "no frame %lld, the stream has frames 0 to %lld", (long long)c->number[c->n - 1], (long long)n - 1);
}
