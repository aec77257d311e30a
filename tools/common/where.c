/* where.c: --where EXPR */
#include "common/where.h"

#include <string.h>

#include "base/buf.h"
#include "number.h"
#include "world/select.h"

const char *where_text;
static struct select *select_;
static int none_of; /* the number of bodies of the first frame in which none was to be changed; 0: there is no such frame */

void where_begin(void)
{
	const char *what;
	int at;

	if (!where_text || select_)
		return;
	select_ = select_new(where_text, number_parse, &what, &at);
	if (!select_)
		opt_fail("where", "%s%s%s%s", what, where_text[at] ? " at '" : "", where_text + at, where_text[at] ? "'" : "");
}

char *where_select(struct world *w, int *n)
{
	if (where_text)
		world_need_columns(w);
	return where_select_rows(w, &w->body, n);
}

char *where_select_some(struct world *w)
{
	int n;
	char *keep = where_select(w, &n);

	if (!n && !none_of)
		none_of = w->body.n_row;
	return keep;
}

char *where_select_rows(struct world *w, struct table *t, int *n)
{
	char *keep = mem_new((size_t)t->n_row, 1);
	const char *wrong;

	where_begin();
	memset(keep, 1, (size_t)t->n_row);
	if (select_) {
		if ((wrong = select_bind_rows(select_, w, t)))
			opt_fail("where", "%s", wrong);
		for (int i = 0; i < t->n_row; i++)
			keep[i] = (char)select_row(select_, i);
	}
	if (n) {
		*n = 0;
		for (int i = 0; i < t->n_row; i++)
			*n += keep[i];
	}
	return keep;
}

void where_end(void)
{
	const char *column, *word = select_ ? select_unknown(select_, &column) : NULL;

	if (word)
		tool_warn("--where: nothing in any frame has the %s '%s'; check the spelling", column, word);
	if (none_of)
		tool_note("--where selects none of %d bodies", none_of);
	none_of = 0;
	select_free(select_);
	select_ = NULL;
}
