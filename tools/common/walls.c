/* walls.c: what walls in the plane and in space have in common (scree-wall) */
#include "common/walls.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "common/records.h"
#include "common/words.h"

void walls_region(const struct world *w, const struct walls *a, double lo[3], double hi[3])
{
	for (int d = 0; d < w->dim; d++) {
		if (!(a->lo && a->hi) && !w->domain.set)
			tool_fail(EXIT_USAGE, "the scene has no domain; give the corners with --lo and --hi");
		lo[d] = w->domain.lo[d];
		hi[d] = w->domain.hi[d];
	}
	if (a->lo)
		words_vector("lo", a->lo, w->dim, lo);
	if (a->hi)
		words_vector("hi", a->hi, w->dim, hi);
	for (int d = 0; d < w->dim; d++)
		if (lo[d] >= hi[d])
			opt_fail("hi", "%g is not above the lower corner, %g", hi[d], lo[d]);
}

void walls_refuse_tag(const struct world *w, const char *tag)
{
	if (constraint_holds(world_constraint(w, tag)))
		tool_fail(EXIT_USAGE, "the scene has a constraint on tag %s already, expected no walls with this tag", tag);
}

void walls_refuse_grains(int n, int most, const int64_t *id, const char *one, const char *many, const char *where)
{
	char names[160] = "";

	for (int k = 0; k < n && k < most; k++)
		snprintf(names + strlen(names), sizeof names - strlen(names), " %" PRId64, id[k]);
	if (n)
		tool_fail(EXIT_NUMERICS, "%d %s%s: id%s%s", n, n == 1 ? one : many, where, names, n > most ? " ..." : "");
}

const char *walls_material(const struct world *w, const struct walls *a)
{
	if (a->material)
		records_need_material(w, "material", a->material);
	if (!a->material && !w->n_material)
		tool_fail(EXIT_INPUT, "the scene has no material, expected a record 'material' before the frame");
	return a->material ? a->material : w->material[0].name;
}
