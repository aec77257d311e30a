/* legend.c: write a key as labels with a square each, which no other command of a picture removes. */
#include "common/legend.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "common/picture.h"

void legend_add(struct legend *l, const char *text, long rgb)
{
	MEM_GROW(l->row, &l->cap, (size_t)l->n + 1);
	l->row[l->n++] = (struct legend_row){ text, rgb };
}

void legend_free(struct legend *l)
{
	free(l->row);
	*l = (struct legend){ 0 };
}

enum { LETTERS = 40, HEAD = 24, TAIL = 13 }; /* of a text; a longer one loses its middle, since ends tell names apart */

/* Where the letter n of a text in UTF-8 begins, counted from 0. */
static const char *letter_at(const char *text, int n)
{
	for (; *text; text++)
		if (((unsigned char)*text & 0xc0) != 0x80 && n-- == 0)
			break;
	return text;
}

static int letters_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

/* Write a text of LETTERS at most. */
static void text_write(FILE *script, const char *text)
{
	int n = letters_of(text);
	char *shorter = NULL;

	if (n > LETTERS && asprintf(&shorter, "%.*s...%s", (int)(letter_at(text, HEAD) - text), text, letter_at(text, n - TAIL)) < 0)
		abort();
	gnuplot_string(script, shorter ? shorter : text);
	free(shorter);
}

double legend_width(const struct legend *l)
{
	double letters = 10; /* as "and 99 more" */

	for (int k = 0; k < l->n; k++)
		letters = fmax(letters, fmin(LETTERS, letters_of(l->row[k].text)));
	return l->n ? 48 + 8 * letters : 0;
}

void legend_write(const struct legend *l, FILE *script, double x, double y, double width, double height)
{
	int room = (int)fmax(1, floor(y / LEGEND_ROW)), shown = l->n <= room ? l->n : room - 1;

	for (int k = 0; k < shown; k++) {
		const struct legend_row *r = &l->row[k];

		fprintf(script, "set label ");
		text_write(script, r->text);
		fprintf(script, " at screen %.5f,%.5f left front", (x + (r->rgb < 0 ? 0 : 6)) / width, (y - (k + 0.5) * LEGEND_ROW) / height);
		if (r->rgb >= 0)
			fprintf(script, " point pt 5 ps 1.6 lc rgb '#%06lx' offset 1.6,0", (unsigned long)r->rgb);
		fputc('\n', script);
	}
	if (shown < l->n)
		fprintf(script, "set label 'and %d more' at screen %.5f,%.5f left front\n", l->n - shown, x / width,
			(y - (shown + 0.5) * LEGEND_ROW) / height);
}
