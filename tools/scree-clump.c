/* scree-clump: rigid clumps of disks in place of the shapes of a stream */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "common/tool.h"
#include "shape/clump.h"
#include "table.h"
#include "world/change.h"
#include "world/relocate.h"

static struct {
	int64_t n;
	double radius;
	int boundary, table;
} arg = { .n = -1, .radius = -1 };

static const struct opt opts[] = {
	{ 'n', "number", OPT_INT, &arg.n, "N", "disks on the grid of each shape, as near to N as there are grids for; needed" },
	{ 'r', "radius", OPT_REAL, &arg.radius, "R", "radius of the disks [L], default 0.7071 of their spacing, which leaves no holes" },
	{ 0, "boundary", OPT_FLAG, &arg.boundary, NULL,
	  "leave out disks that have all eight neighbours; mass stays that of the whole clump" },
	{ 0, "table", OPT_FLAG, &arg.table, NULL, "print a table of how well clumps stand for their shapes instead of the stream" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static void check_options(void)
{
	if (arg.n == -1)
		tool_fail(EXIT_USAGE, "expected -n N, the number of disks");
	if (arg.n < 1 || arg.n > CLUMP_MOST)
		opt_fail("number", "%lld, expected 1 to %d", (long long)arg.n, CLUMP_MOST);
	if (arg.radius != -1 && !(arg.radius > 0))
		opt_fail("radius", "%g, expected more than 0", arg.radius);
}

/* Make a shape a clump. Returns 0 for one that has no area, which stays. */
static int make_clump(struct shape *s, struct clump *c)
{
	const struct clump_plan plan = { .n = (int)arg.n, .radius = fmax(arg.radius, 0), .boundary = arg.boundary };
	const char *kind = shape_kind_name[s->kind];

	switch (clump_grid(s, &plan, c)) {
	case MASS_GOOD:
		break;
	case MASS_EMPTY:
		tool_note("shape %lld (%s) has no area, or fills next to nothing of its box, and stays", (long long)s->id, kind);
		return 0;
	case MASS_CROSSING:
		tool_fail(EXIT_INPUT, "shape %lld (%s) crosses itself, expected an outline that does not", (long long)s->id, kind);
	default:
		tool_fail(EXIT_NUMERICS, "shape %lld (%s): its boundary could not be closed to 1e-10 of its length",
		          (long long)s->id, kind);
	}
	tool_note("shape %lld (%s): %d disks of radius %g, %g apart%s", (long long)s->id, kind, s->n, c->radius, c->spacing,
	          arg.boundary ? ", those inside left out" : "");
	if (c->n != arg.n)
		tool_note("shape %lld (%s): there is no grid with %lld places in it, but one with %d", (long long)s->id, kind,
		          (long long)arg.n, c->n);
	return 1;
}

/* ---- the table ---- */

static void begin_table(struct tab_out *t)
{
	static const char *const columns[][2] = {
		{ "id", "" }, { "disks", "" }, { "spacing", "L" }, { "radius", "L" }, { "area_ratio", "" }, { "shift", "L" },
		{ "inertia_ratio", "" }, { "perimeter_ratio", "" }, { "gap", "L" }, { "roughness", "L" },
	};
	size_t n;

	do {
		const char *text = particles_preamble(tool_in(), &n);

		tab_preamble(t, text, n);
	} while (tool_read());
	const char *rest = particles_preamble(tool_in(), &n);
	tab_preamble(t, rest, n);
	for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
		tab_column(t, columns[k][0], columns[k][1]);
}

/* The shape as it was, to compare the clump with. */
static struct shape keep(const struct shape *s)
{
	struct shape was = { .n = 0 };

	shape_alloc(&was, s->kind, s->n);
	was.r = s->r;
	for (int k = 0; k < s->n; k++) {
		was.xy[k][0] = s->xy[k][0];
		was.xy[k][1] = s->xy[k][1];
		if (s->radius)
			was.radius[k] = s->radius[k];
	}
	return was;
}

static void print_table(void)
{
	struct tab_out *t = tab_create(stdout, tool_no_provenance ? NULL : tool_made());
	struct world *w = tool_world();

	begin_table(t);
	for (int k = 0; k < w->n_shape; k++) {
		struct shape *s = &w->shape[k], was = keep(s);
		struct clump c;

		if (make_clump(s, &c)) {
			struct clump_surface surface = clump_surface(&was, s, &c);
			double dx = c.is.x - c.was.x, dy = c.is.y - c.was.y;

			tab_int(t, s->id);
			tab_int(t, s->n);
			tab_real(t, c.spacing);
			tab_real(t, c.radius);
			tab_real(t, c.is.area / c.was.area);
			tab_real(t, sqrt(dx * dx + dy * dy));
			tab_real(t, c.is.inertia / c.was.inertia);
			tab_real(t, c.is.perimeter / c.was.perimeter);
			tab_real(t, surface.gap);
			tab_real(t, surface.roughness);
		}
		free(was.xy);
		free(was.radius);
	}
	tab_finish(t);
}

/* ---- the stream ---- */

static void filter_stream(void)
{
	struct world *frame = tool_read_last(), *w = tool_world();
	double (*centre)[2] = mem_zero((size_t)w->n_shape, sizeof *centre);
	int made = 0;

	for (int k = 0; k < w->n_shape; k++) {
		struct clump c;

		if (!make_clump(&w->shape[k], &c))
			continue;
		centre[k][0] = c.is.x;
		centre[k][1] = c.is.y;
		particles_put_shape(tool_out(), &w->shape[k]);
		made = 1;
	}
	if (frame && made) {
		world_recentre(w, (const double (*)[2])centre);
		table_clear(&w->contact); /* between vertices and edges that are no more */
		w->has_contact = 0;
		world_changed(w);
		tool_write(w);
	} else if (frame) {
		tool_pass();
	}
	free(centre);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "rigid clumps of disks in place of shapes", "[FILE]", opts, 1);
	check_options();
	if (arg.table)
		print_table();
	else
		filter_stream();
	return tool_end();
}
