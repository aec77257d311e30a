/* load_outline.c: read an outline, a polyline or disks from rows of numbers */
#include "common/load_outline.h"

#include <stdlib.h>
#include <string.h>

#include "common/tool.h"
#include "plane/polygon.h"

/* Refuse an outline whose edges e and f meet; edge k reaches from row k of the file to the next row. */
static void refuse_crossing(const char *path, const int *line, int n, enum crossing c, int e, int f)
{
	const char *how = c == CROSSING_PROPER ? "crosses" : "touches";
	int e1 = e + 1 < n ? e + 1 : 0, f1 = f + 1 < n ? f + 1 : 0;

	tool_fail(EXIT_INPUT, "%s:%d: edge %d (line %d to %d) %s edge %d (line %d to %d), expected an outline that does "
	          "not meet itself", path, line[e], e + 1, line[e], line[e1], how, f + 1, line[f], line[f1]);
}

/* Drop each row that repeats the row before it. In a closed outline, drop last rows that repeat the first. */
static int drop_repeats(double (*xy)[2], int *line, int n, int closed)
{
	int m = 0;

	for (int k = 0; k < n; k++) {
		if (m > 0 && xy[m - 1][0] == xy[k][0] && xy[m - 1][1] == xy[k][1])
			continue;
		memmove(xy[m], xy[k], sizeof *xy);
		line[m++] = line[k];
	}
	while (closed && m > 1 && xy[m - 1][0] == xy[0][0] && xy[m - 1][1] == xy[0][1])
		m--;
	return m;
}

void tool_load_outline(struct shape *s, FILE *file, const char *path, int open)
{
	double *value;
	int *line, width, e, f, n = tool_read_rows(file, path, 2, 4, &width, &value, &line);

	if (n == 0)
		tool_fail(EXIT_INPUT, "%s: found no rows, expected x y on each line", path);
	if (width == 4)
		tool_fail(EXIT_INPUT, "%s:%d: found 4 numbers, expected x y of an outline, or x y r of disks; a list of balls x y z r becomes "
		          "a grain by --clump, and a scene by scree-convert", path, line[0]);
	if (width == 3) {
		shape_alloc(s, SHAPE_DISKS, n);
		for (int k = 0; k < n; k++) {
			memcpy(s->xy[k], &value[3 * k], sizeof *s->xy);
			s->radius[k] = value[3 * k + 2];
			if (!(s->radius[k] > 0))
				tool_fail(EXIT_INPUT, "%s:%d: found the radius %g, expected more than 0", path, line[k],
				          s->radius[k]);
		}
	} else {
		double (*xy)[2] = (double (*)[2])value;

		n = drop_repeats(xy, line, n, !open);
		if (!open && n >= 3) {
			enum crossing c = polygon_crossing((const double (*)[2])xy, n, 1, &e, &f);

			if (c != CROSSING_NONE)
				refuse_crossing(path, line, n, c, e, f);
		}
		shape_alloc(s, n == 1 ? SHAPE_POINT : open || n == 2 ? SHAPE_POLYLINE : SHAPE_POLYGON, n);
		memcpy(s->xy, xy, (size_t)n * sizeof *xy);
		if (s->kind == SHAPE_POLYGON && polygon_area((const double (*)[2])xy, n) < 0)
			for (int k = 0; k < n; k++)
				memcpy(s->xy[k], xy[n - 1 - k], sizeof *xy);
	}
	free(value);
	free(line);
}
