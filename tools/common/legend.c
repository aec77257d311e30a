/* legend.c: write a key as labels with a square each, which no other command of a picture removes. */
#include "common/legend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

double legend_width(const struct legend *l)
{
	double letters = 10; /* as "and 99 more" */

	for (int k = 0; k < l->n; k++)
		letters = fmax(letters, fmin(40, (double)strlen(l->row[k].text)));
	return l->n ? 48 + 8 * letters : 0;
}

void legend_write(const struct legend *l, FILE *script, double x, double y, double width, double height)
{
	int room = (int)fmax(1, floor(y / LEGEND_ROW)), shown = l->n <= room ? l->n : room - 1;

	for (int k = 0; k < shown; k++) {
		const struct legend_row *r = &l->row[k];

		fprintf(script, "set label ");
		gnuplot_string(script, r->text);
		fprintf(script, " at screen %.5f,%.5f left front", (x + (r->rgb < 0 ? 0 : 6)) / width, (y - (k + 0.5) * LEGEND_ROW) / height);
		if (r->rgb >= 0)
			fprintf(script, " point pt 5 ps 1.6 lc rgb '#%06lx' offset 1.6,0", (unsigned long)r->rgb);
		fputc('\n', script);
	}
	if (shown < l->n)
		fprintf(script, "set label 'and %d more' at screen %.5f,%.5f left front\n", l->n - shown, x / width,
			(y - (shown + 0.5) * LEGEND_ROW) / height);
}
