/* shown.c: --hide and --only */
#include "common/shown.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/paint.h"
#include "common/tool.h"

struct opt_list shown_hide, shown_only;
static struct words { int n; size_t cap; struct word { char *text; int met; } *word; } hide, only;

/* Read the words of an option, once. */
static void words_read(struct words *w, const struct opt_list *list)
{
	int fresh = !w->n;

	for (int k = 0; k < list->n && fresh; k++) {
		char *all = mem_string(list->item[k]), *next = all;

		for (char *text; (text = strsep(&next, ","));) {
			MEM_GROW(w->word, &w->cap, (size_t)w->n + 1);
			w->word[w->n++] = (struct word){ mem_string(text), 0 };
		}
		free(all);
	}
}

/* Whether a body has one of the tags, or is a wall and the word `walls` is among them. */
static int has(struct words *w, const char *tag, int wall)
{
	int found = 0;

	for (int k = 0; k < w->n; k++)
		if (!strcmp(w->word[k].text, tag) || (wall && !strcmp(w->word[k].text, "walls")))
			found = w->word[k].met = 1;
	return found;
}

char *shown_bodies(const struct world *w, const int32_t *tag)
{
	char *shown = MEM_NEW(char, (size_t)w->body.n_row);

	words_read(&hide, &shown_hide);
	words_read(&only, &shown_only);
	for (int i = 0; i < w->body.n_row; i++) {
		const char *word = w->names.word[tag[i]];
		int wall = paint_is_wall(w, tag[i]), hidden = has(&hide, word, wall);

		shown[i] = (char)(!hidden && (!only.n || has(&only, word, wall)));
	}
	return shown;
}

static void words_end(struct words *w, const char *option)
{
	for (int k = 0; k < w->n; k++) {
		if (!w->word[k].met)
			tool_warn("--%s: no body of the drawn frames has the tag '%s'; check the spelling", option, w->word[k].text);
		free(w->word[k].text);
	}
	free(w->word);
	*w = (struct words){ 0 };
}

void shown_end(void)
{
	words_end(&hide, "hide");
	words_end(&only, "only");
}
