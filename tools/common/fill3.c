/* fill3.c: bodies of space in a box (scree-fill) */
#include "common/fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "common/words.h"
#include "scene/pack.h"
#include "scene/stir.h"
#include "shape/weigh.h"

static double largest_reach(const struct pack *p)
{
	double reach = 0;

	for (int i = 0; i < p->n; i++)
		reach = fmax(reach, p->size[i] * shape_reach(p->shape[i]));
	return reach;
}

static void place_at(struct pack *p, const struct fill *f)
{
	int bad;

	for (int i = 0; i < p->n; i++)
		if (words_numbers(f->at.item[i], p->x[i], 3) != 3)
			opt_fail("at", "'%s' is not X,Y,Z", f->at.item[i]);
	for (int k = 0; k < 3 && isnan(f->edge[0]); k++) { /* a box around all bodies, for the test of overlaps */
		p->lo[k] = INFINITY;
		p->hi[k] = -INFINITY;
		for (int i = 0; i < p->n; i++) {
			p->lo[k] = fmin(p->lo[k], p->x[i][k] - 2 * largest_reach(p));
			p->hi[k] = fmax(p->hi[k], p->x[i][k] + 2 * largest_reach(p));
		}
	}
	if (!isnan(f->edge[0]))
		pack_wrap(p); /* overlaps are looked for inside the box */
	if (pack_overlaps(p, &bad))
		fill_refuse_place(p, f, bad);
}

static void place_on_lattice(struct pack *p, const struct fill *f)
{
	double spacing = isnan(f->spacing) ? 2.001 * largest_reach(p) : f->spacing;
	const char *name = strcmp(f->lattice, "sc") == 0 ? "cubic" : f->lattice; /* its name in older commands */
	enum pack_lattice kind = 0;
	int n, bad;

	while (kind < PACK_LATTICES && strcmp(name, pack_lattice_name[kind]) != 0)
		kind++;
	if (kind == PACK_LATTICES)
		opt_fail("lattice", "'%s' is not cubic, bcc, fcc or hcp", f->lattice);
	if (isnan(f->edge[0])) {
		pack_lattice3_box(kind, spacing, p->n, p->periodic, p->hi);
		for (int k = 0; k < 3; k++)
			p->hi[k] += p->lo[k];
	}
	n = pack_lattice(p, (int)kind, spacing);
	if (n < p->n)
		tool_fail(EXIT_NUMERICS, "%d of %d bodies fit on a lattice of spacing %g in %g x %g x %g; give a larger --box",
		          n, p->n, spacing, pack_edge(p, 0), pack_edge(p, 1), pack_edge(p, 2));
	if (pack_overlaps(p, &bad))
		tool_fail(EXIT_NUMERICS, "bodies on a lattice of spacing %g overlap or reach out of the box; %g, a little "
		          "more than the diameter of the largest body, is enough", spacing, 2.001 * largest_reach(p));
}

static void place_grown(struct pack *p, const struct fill *f, double volume, struct rng *g)
{
	enum { MOST_STEPS = 20000 };
	double box = p->hi[0] * p->hi[1] * p->hi[2], reached;
	int held = 0;

	p->fraction = f->fraction;
	if (volume > box) /* growth would see very many images of a body that is much too large */
		fill_check_largest(p);
	reached = pack_grow(p, g, MOST_STEPS, NULL);
	if (reached > 0)
		fill_check_largest(p);
	for (int i = 0; i < p->n; i++)
		held |= p->shape[i]->kind == SHAPE_MESH;
	if (reached > 0)
		tool_fail(EXIT_NUMERICS, "the %d bodies jam at a fraction of about %.3g, expected %g%s", p->n,
		          reached * reached * reached * volume / box, f->fraction,
		          held ? "; surfaces count as their enclosing balls, scree-clump turns them into clumps" : "; give a lower --fraction");
}

static void place_all(struct pack *p, const struct fill *f, double volume, struct rng *g)
{
	double q[4] = { 1, 0, 0, 0 }, cube = cbrt(volume / f->fraction);

	if (f->quaternion && (words_numbers(f->quaternion, q, 4) != 4 ||
	                      fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) > 0.002))
		opt_fail("quaternion", "'%s' is not W,X,Y,Z of length 1 to a thousandth", f->quaternion);
	quat_unit(q);
	for (int k = 0; k < 3; k++) {
		p->lo[k] = f->lo[k];
		p->hi[k] = f->lo[k] + (!isnan(f->edge[k]) ? f->edge[k] : f->mode == FILL_FRACTION ? cube : 0);
	}
	memcpy(p->periodic, f->axes, sizeof p->periodic);
	p->turn = !f->quaternion && f->mode != FILL_AT;
	for (int i = 0; i < p->n; i++) {
		memcpy(p->q[i], q, sizeof q);
		if (p->turn && f->mode == FILL_LATTICE)
			stir3_rotation(p->q[i], g);
	}
	if (f->mode == FILL_AT)
		place_at(p, f);
	else if (f->mode == FILL_LATTICE)
		place_on_lattice(p, f);
	else if (f->mode == FILL_FRACTION)
		place_grown(p, f, volume, g);
	else
		fill_random(p, f, volume, g);
}

static void give_velocities(struct world *w, const struct fill *f, int first, struct rng *g)
{
	int n = w->body.n_row, bad = 0;
	double *mass = MEM_NEW(double, (size_t)n), (*inertia)[6] = mem_new((size_t)n, sizeof *inertia);
	char *all = mem_new((size_t)n, 1);

	memset(all, 0, (size_t)first);
	memset(all + first, 1, (size_t)(n - first));
	bodies_mass3(w, NULL, mass, inertia);
	for (int i = first; i < n; i++)
		bad |= isnan(mass[i]);
	if (bad)
		tool_fail(EXIT_INPUT, "the bodies have no material and so no mass; scree-set --body-material gives them a material");
	if (!isnan(f->speed))
		stir_speed3(w, all, f->speed, g);
	else
		stir_temperature3(w, all, mass, (const double (*)[6])inertia, f->temperature, g);
	if (f->rest)
		stir_rest3(w, all, mass);
	free(mass);
	free(inertia);
	free(all);
}

void fill_space(struct world *w, const struct fill *f, const struct fill_bodies *bodies, struct rng *g)
{
	struct pack p = { .dim = 3, .n = bodies->n, .size = bodies->size, .threads = f->threads, .walls = f->walls };

	p.shape = mem_new((size_t)p.n, sizeof *p.shape);
	p.x = mem_zero((size_t)p.n, sizeof *p.x);
	p.q = mem_zero((size_t)p.n, sizeof *p.q);
	for (int i = 0; i < p.n; i++)
		p.shape[i] = world_shape(w, bodies->model[i].shape);
	place_all(&p, f, bodies->total, g);
	int first = fill_table(w, f, bodies);
	struct bodies3 b = world_bodies3(w);
	for (int i = 0; i < p.n; i++) {
		for (int k = 0; k < 3; k++)
			b.x[k][first + i] = p.x[i][k];
		for (int k = 0; k < 4; k++)
			b.q[k][first + i] = p.q[i][k];
	}
	if (!isnan(f->speed) || !isnan(f->temperature))
		give_velocities(w, f, first, g);
	if (f->mode != FILL_AT || !isnan(f->edge[0]))
		fill_domain(w, f, bodies, &p);
	free(p.shape);
	free(p.x);
	free(p.q);
}
