/* drawing.c: for clang's fuzzer (`make fuzz`): any bytes, read as a drawing or a picture. Outlines that are read have
 * three points or more, or two if they are open, with finite coordinates; those of a picture do not meet themselves. The
 * rest is a message. */
#include "drawing.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plane/polygon.h"

static void check(const struct rings *r, int simple)
{
	int e, f;

	for (int k = 0; k < r->n_xy; k++)
		if (!(fabs(r->xy[k][0]) <= 1e50 && fabs(r->xy[k][1]) <= 1e50))
			abort();
	for (int k = 0; k < r->n; k++) {
		const struct ring *g = &r->ring[k];

		if (g->n < (g->open ? 2 : 3) || g->first < 0 || g->first + g->n > r->n_xy)
			abort();
		if (simple && (polygon_crossing((const double (*)[2])(r->xy + g->first), g->n, 1, &e, &f) != CROSSING_NONE ||
		               !(polygon_area((const double (*)[2])(r->xy + g->first), g->n) > 0)))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = calloc(n + 17, 1), *error = NULL; /* one byte selects how */
	struct rings r = { .n = 0 };
	struct drawing_notes notes = { 0 };
	struct trace_notes left;
	struct pixels p = { .w = 0 };
	size_t at = 0;
	int how = n ? data[0] : 0;

	n -= n > 0;
	memcpy(text, data + (n > 0), n);
	if (drawing_recognize(text, n) != DRAWING_PNM) {
		const struct drawing_plan plan = { how & 2 ? 0.01 : 0, how & 1 };

		if (drawing_recognize(text, n) != DRAWING_NONE && drawing_read(&r, "fuzz", text, n, &plan, &notes, &error) == DRAWING_GOOD)
			check(&r, 0);
		else if (drawing_recognize(text, n) != DRAWING_NONE && !error)
			abort();
	} else if (pnm_read(&p, "fuzz", text, n, &at, &error) == DRAWING_GOOD) {
		const struct trace_plan plan = { .labels = how & 1, .level = how & 2 ? pixels_threshold(&p) : how, .bright = how & 4,
		                                 .diagonal = how & 8, .cut = how & 16, .least = how & 32 ? 3 : 0,
		                                 .tolerance = how & 64 ? 1 : 0.1 * (how & 128) };

		pixels_trace(&r, &p, &plan, &left);
		check(&r, 1);
	} else if (!error) {
		abort();
	}
	rings_free(&r);
	free(p.value);
	free(error);
	free(text);
	return 0;
}
