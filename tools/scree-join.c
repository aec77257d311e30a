/* scree-join: puts several scenes into one */
#include "common/simulator.h"
#include "common/tool.h"
#include "common/words.h"

#include <string.h>

#include "base/buf.h"
#include "world/change.h"
#include "world/merge.h"
#include "world/outlet.h"
#include "world/relocate.h"

static const char *by_text;
static double by[3];
static const struct opt opts[] = {
	{ 0, "by", OPT_WORD, &by_text, "DX,DY[,DZ]",
	  "shift the second scene by this, the third by twice this, and so on [L]" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* Shift the bodies and contacts of a scene. */
static void shift(struct world *w, int times)
{
	static const char *const axis[] = { "x", "y", "z" };

	for (int a = 0; a < w->dim; a++) {
		double *x = table_real(&w->body, axis[a]), *place = table_real(&w->contact, axis[a]);

		for (int i = 0; x && i < w->body.n_row; i++)
			x[i] += times * by[a];
		for (int k = 0; place && k < w->contact.n_row; k++)
			place[k] += times * by[a];
	}
}

static void check_options(int dim)
{
	int n = by_text ? words_numbers(by_text, by, 3) : dim;

	if (n != dim)
		opt_fail("by", "'%s' is not %s numbers separated by commas, expected a vector for scenes with dim=%d", by_text,
		         dim == 3 ? "three" : "two", dim);
}

/* Add the scene of operand k. */
static void add(struct world *w, int k, struct world *other)
{
	static const char *const kind[] = { "", "material", "law", "constraint", "outlet" };
	const char *path = tool_operand(k), *name = strcmp(path, "-") ? path : "stdin", *what[2];

	if (other->dim != w->dim)
		tool_fail(EXIT_INPUT, "%s: found dim=%d, expected dim=%d as in %s", name, other->dim, w->dim, tool_operand(0));
	if (!w->domain.set)
		w->domain = other->domain;
	if (memcmp(&w->domain, &other->domain, sizeof w->domain) != 0) { /* contacts across its edges no longer hold */
		memset(other->domain.periodic, 0, sizeof other->domain.periodic);
		world_cut_images(other);
	}
	shift(other, k);
	world_shift_outlets(other, (double[3]){ k * by[0], k * by[1], k * by[2] });
	int status = world_merge(w, other, what);
	if (status)
		tool_fail(EXIT_INPUT, "%s and %s: found different definitions of %s %s%s%s, expected equal definitions or different names",
		          tool_operand(0), name, kind[-status], what[0], what[0] == what[1] ? "" : " ",
		          what[0] == what[1] ? "" : what[1]);
}

/* Write the definitions that the other streams added, and the frame of all bodies. */
static void write_all(struct world *w, const int had[5], int domain)
{
	struct particles_out *out = tool_out();

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
		particles_put_outlet(out, w, &w->outlet[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	int std_in = 0, n;

	tool_begin(argc, argv, "join several scenes into one", "[FILE...]", opts, -1);
	n = tool_operands();
	for (int k = 0; k < n; k++)
		std_in += strcmp(tool_operand(k), "-") == 0;
	if (std_in > 1)
		tool_fail(EXIT_USAGE, "standard input is named %d times, expected at most once", std_in);
	tool_take_solids();
	tool_in();
	struct world *other = MEM_NEW(struct world, (size_t)n + 1);
	for (int k = 1; k < n; k++) /* before anything is written, since the made record comes first and names all inputs */
		tool_load_last(tool_operand(k), &other[k]);
	struct world *w = tool_read_last();

	if (w)
		check_options(w->dim);
	if (n < 2) { /* a single scene */
		tool_pass();
		free(other);
		return tool_end();
	}
	if (!w)
		tool_fail(EXIT_INPUT, "%s: no frame in the stream, expected a scene", tool_operand(0));
	int had[5] = { w->n_material, w->n_law, w->n_shape, w->n_constraint, w->n_outlet }, domain = w->domain.set;
	int known = w->has_contact; /* the number of scenes that state their contacts */
	for (int k = 1; k < n; k++) {
		known += other[k].has_contact;
		add(w, k, &other[k]);
	}
	if (known && known < n) /* a heap needs its tangential springs, so the contacts that are known stay */
		tool_note("contacts are stated by %d of %d scenes only, so some are missing in the result until a simulator finds them: %s",
			known, n, simulator_forces(w));
	world_changed(w);
	if (w->domain.set)
		world_wrap(w);
	write_all(w, had, domain);
	for (int k = 1; k < n; k++)
		world_free(&other[k]);
	free(other);
	return tool_end();
}
