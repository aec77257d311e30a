/* scree-join: several scenes into one */
#include "common/tool.h"

#include <string.h>

#include "world/change.h"
#include "world/merge.h"
#include "world/outlet.h"
#include "world/relocate.h"

static double by[2];
static const struct opt opts[] = {
	{ 0, "by", OPT_PAIR, by, "DX,DY", "put the second scene so far from its place, the third twice as far, ... [L]" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* Bodies of a scene that is put elsewhere. */
static void shift(struct world *w, double dx, double dy)
{
	struct bodies b = world_bodies(w);
	double *x = table_real(&w->contact, "x"), *y = table_real(&w->contact, "y");

	for (int i = 0; i < b.n; i++) {
		b.x[i] += dx;
		b.y[i] += dy;
	}
	for (int k = 0; x && y && k < w->contact.n_row; k++) {
		x[k] += dx;
		y[k] += dy;
	}
}

static void add(struct world *w, int k)
{
	static const char *const kind[] = { "", "material", "law", "constraint", "outlet" };
	const char *path = tool_operand(k), *name = strcmp(path, "-") ? path : "stdin", *what[2];
	struct world other;

	tool_load_last(path, &other);
	if (other.dim != w->dim)
		tool_fail(EXIT_INPUT, "%s: found dim=%d, expected dim=%d as in %s", name, other.dim, w->dim, tool_operand(0));
	if (!w->domain.set)
		w->domain = other.domain;
	if (memcmp(&w->domain, &other.domain, sizeof w->domain) != 0) { /* its edges are no longer where they were */
		other.domain.periodic[0] = other.domain.periodic[1] = 0;
		world_cut_images(&other);
	}
	shift(&other, k * by[0], k * by[1]);
	world_shift_outlets(&other, k * by[0], k * by[1]);
	int status = world_merge(w, &other, what);
	if (status)
		tool_fail(EXIT_INPUT, "%s and %s: found different definitions of %s %s%s%s, expected equal ones or other names",
		          tool_operand(0), name, kind[-status], what[0], what[0] == what[1] ? "" : " ",
		          what[0] == what[1] ? "" : what[1]);
	world_free(&other);
}

/* Write what the further streams brought along, and the frame of all. */
static void write_all(struct world *w, const int had[5], int domain)
{
	struct particles_out *out = tool_out();

	if (tool_loaded_made())
		particles_put_line(out, tool_loaded_made());
	if (domain != w->domain.set)
		particles_put_domain(out, w);
	for (int k = had[0]; k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = had[1]; k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = had[2]; k < w->n_shape; k++)
		particles_put_shape(out, &w->shape[k]);
	for (int k = had[3]; k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = had[4]; k < w->n_outlet; k++)
		particles_put_outlet(out, &w->outlet[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	int std_in = 0, n;

	tool_begin(argc, argv, "several scenes into one", "[FILE...]", opts, -1);
	n = tool_operands();
	for (int k = 0; k < n; k++)
		std_in += strcmp(tool_operand(k), "-") == 0;
	if (std_in > 1)
		tool_fail(EXIT_USAGE, "standard input can be read once");
	struct world *w = tool_read_last();

	if (n < 2) { /* one scene alone is joined already */
		tool_pass();
		return tool_end();
	}
	if (!w)
		tool_fail(EXIT_INPUT, "%s: found no frame, expected a scene", tool_operand(0));
	int had[5] = { w->n_material, w->n_law, w->n_shape, w->n_constraint, w->n_outlet }, domain = w->domain.set;
	for (int k = 1; k < n; k++)
		add(w, k);
	world_changed(w);
	if (w->domain.set)
		world_wrap(w);
	write_all(w, had, domain);
	return tool_end();
}
