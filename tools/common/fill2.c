/* fill2.c: bodies of the plane in a box (scree-fill) */
#include "common/fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/words.h"
#include "number.h"
#include "scene/pack.h"
#include "scene/stir.h"
#include "shape/weigh.h"

int fill_table(struct world *w, const struct fill *f, const struct fill_bodies *b)
{
	int first = f->walls ? w->body.n_row : 0;
	int64_t last = first ? world_last_id(w) : 0;

	if (!first)
		table_clear(&w->body);
	table_clear(&w->contact);
	params_free(&w->ledger);
	w->has_contact = 0;
	w->step = 0;
	w->t = w->due = 0;
	table_resize(&w->body, first + b->n);
	world_need_columns(w);
	int64_t *id = table_int(&w->body, "id"), *shape = table_int(&w->body, "shape");
	int32_t *material = table_word(&w->body, "material");
	double *size = table_real(&w->body, "size");
	for (int i = 0; i < b->n; i++) {
		id[first + i] = last + i + 1;
		shape[first + i] = b->model[i].shape;
		material[first + i] = b->model[i].material;
		size[first + i] = b->size[i];
	}
	return first;
}

void fill_domain(struct world *w, const struct fill *f, const struct fill_bodies *b, const struct pack *p)
{
	double part = b->total, e[3] = { pack_edge(p, 0), pack_edge(p, 1), pack_edge(p, 2) };
	char size[100];

	for (int k = 0; k < p->dim; k++)
		part /= e[k];
	if (!f->walls) {
		w->domain = (struct domain){ .set = 1 };
		memcpy(w->domain.lo, p->lo, sizeof p->lo);
		memcpy(w->domain.hi, p->hi, sizeof p->hi);
		memcpy(w->domain.periodic, p->periodic, sizeof p->periodic);
	}
	snprintf(size, sizeof size, p->dim == 3 ? "%g x %g x %g" : "%g x %g", e[0], e[1], e[2]);
	tool_note("%d %s %.4g of %s", p->n, words_for(p->n, "body fills", "bodies fill"), part, size);
}

void fill_check_largest(const struct pack *p)
{
	static const double upright[4] = { 1 };
	struct pack one = *p;
	struct rng g;
	double e[3], at[1][3] = { { 0 } }, angle[1] = { 0 }, q[1][4];
	int i = 0;

	for (int k = 1; k < p->n; k++)
		if (p->size[k] * shape_reach(p->shape[k]) > p->size[i] * shape_reach(p->shape[i]))
			i = k;
	memcpy(q[0], p->q && !p->turn ? p->q[i] : upright, sizeof q[0]);
	angle[0] = p->angle && !p->turn ? p->angle[i] : 0;
	one.n = 1;
	one.shape = &p->shape[i];
	one.size = &p->size[i];
	one.x = at;
	one.angle = angle;
	one.q = q;
	pack_extent(&one, 0, e);
	rng_seed(&g, 1);
	if (pack_random(&one, FILL_TRIES, &g) == 1)
		return;
	const double reach = p->size[i] * shape_reach(p->shape[i]);
	if (reach * reach > 2 * (e[0] * e[0] + e[1] * e[1] + (p->dim == 3 ? e[2] * e[2] : 0)))
		tool_fail(EXIT_NUMERICS, "the largest body found no place in an empty box, because its shape lies outside its origin, up to %g "
		          "from it; scree-mass moves the origin to the centre of mass", reach);
	if (p->dim == 2)
		tool_fail(EXIT_NUMERICS, "the largest body measures %.4g x %.4g and found no place in an empty box of %g x %g in %d "
		          "tries; give a larger --box, or a smaller grain (scree-shape --scale)", e[0], e[1], pack_edge(p, 0),
		          pack_edge(p, 1), FILL_TRIES);
	tool_fail(EXIT_NUMERICS, "the largest body measures %.4g x %.4g x %.4g and found no place in an empty box of %g x %g x %g in %d "
	          "tries; give a larger --box, or a smaller grain (scree-shape --scale)", e[0], e[1], e[2], pack_edge(p, 0),
	          pack_edge(p, 1), pack_edge(p, 2), FILL_TRIES);
}

static double largest_reach(const struct pack *p)
{
	double reach = 0;

	for (int i = 0; i < p->n; i++)
		reach = fmax(reach, p->size[i] * shape_reach(p->shape[i]));
	return reach;
}

void fill_refuse_place(const struct pack *p, const struct fill *f, int i)
{
	const int dim = p->dim, boxed = !isnan(f->edge[0]), alone = p->n == 1 && boxed && !f->walls && !f->periodic;
	char text[3][100];

	for (int k = 0; k < 3; k++) {
		const double *x = k == 0 ? p->x[i] : k == 1 ? p->lo : p->hi;

		snprintf(text[k], sizeof text[k], dim == 2 ? "%g,%g" : "%g,%g,%g", x[0], x[1], x[2]);
	}
	tool_fail(EXIT_NUMERICS, "the body at %s %s%s%s%s%s%s%s", text[0], alone ? "" : "overlaps another body",
	          f->walls ? " or a wall" : "", alone || !boxed ? "" : f->walls ? ", or " : " or ",
	          boxed ? "reaches out of the box from " : "", boxed ? text[1] : "", boxed ? " to " : "", boxed ? text[2] : "");
}

static void place_at(struct pack *p, const struct fill *f)
{
	int bad;

	for (int i = 0; i < p->n; i++) {
		double v[2];

		if (words_numbers(f->at.item[i], v, 2) != 2)
			opt_fail("at", "'%s' is not X,Y", f->at.item[i]);
		p->x[i][0] = v[0];
		p->x[i][1] = v[1];
	}
	if (isnan(f->edge[0])) { /* a box around all bodies, for the test of overlaps */
		p->lo[0] = p->lo[1] = INFINITY;
		p->hi[0] = p->hi[1] = -INFINITY;
		for (int i = 0; i < p->n; i++) {
			p->lo[0] = fmin(p->lo[0], p->x[i][0] - 2 * largest_reach(p));
			p->lo[1] = fmin(p->lo[1], p->x[i][1] - 2 * largest_reach(p));
			p->hi[0] = fmax(p->hi[0], p->x[i][0] + 2 * largest_reach(p));
			p->hi[1] = fmax(p->hi[1], p->x[i][1] + 2 * largest_reach(p));
		}
	} else {
		pack_wrap(p); /* overlaps are looked for inside the box */
	}
	if (pack_overlaps(p, &bad))
		fill_refuse_place(p, f, bad);
}

static void place_on_lattice(struct pack *p, const struct fill *f)
{
	int hexagonal = *f->lattice == 'h', n, bad;
	double spacing = isnan(f->spacing) ? 2.001 * largest_reach(p) : f->spacing;

	if (isnan(f->edge[0])) {
		int nx = (int)ceil(sqrt((double)p->n)), ny = (p->n + nx - 1) / nx;

		ny += hexagonal && p->periodic[1] ? ny % 2 : 0;
		p->hi[0] = p->lo[0] + (nx + (hexagonal && !p->periodic[0] ? 0.5 : 0)) * spacing;
		p->hi[1] = p->lo[1] + (!hexagonal ? ny * spacing :
		           (ny - !p->periodic[1]) * spacing * 0.8660254037844386 + (p->periodic[1] ? 0 : spacing));
	}
	n = pack_lattice(p, hexagonal, spacing);
	if (n < p->n)
		tool_fail(EXIT_NUMERICS, "%d of %d bodies fit on a lattice of spacing %g in %g x %g; give a larger --box", n, p->n, spacing,
		          pack_edge(p, 0), pack_edge(p, 1));
	if (pack_overlaps(p, &bad))
		tool_fail(EXIT_NUMERICS, "bodies on a lattice of spacing %g overlap or reach out of the box; %g, a little "
		          "more than the diameter of the largest body, is enough", spacing, 2.001 * largest_reach(p));
}

static void place_grown(struct pack *p, const struct fill *f, double area, struct rng *g)
{
	enum { MOST_STEPS = 40000 };
	double reached;

	if (isnan(f->edge[0]))
		p->hi[0] = p->hi[1] = sqrt(area / f->fraction);
	p->fraction = f->fraction;
	if (area > pack_edge(p, 0) * pack_edge(p, 1)) /* growth would see very many images of a body that is much too large */
		fill_check_largest(p);
	reached = pack_grow(p, g, MOST_STEPS, NULL);
	if (reached > 0)
		fill_check_largest(p);
	if (reached > 0)
		tool_fail(EXIT_NUMERICS, "the %d bodies jam at a fraction of about %.3g, expected %g; give a lower --fraction", p->n,
		          reached * reached * area / ((p->hi[0] - p->lo[0]) * (p->hi[1] - p->lo[1])), f->fraction);
}

const char *fill_denser(const struct fill *f)
{
	return f->walls ? "give fewer or smaller bodies, or a larger box" : "--fraction packs denser";
}

void fill_random(struct pack *p, const struct fill *f, double volume, struct rng *g)
{
	int n = pack_random(p, FILL_TRIES, g);
	double room = pack_edge(p, 0) * pack_edge(p, 1) * (p->dim == 3 ? pack_edge(p, 2) : 1);
	char box[100];

	if (n == p->n)
		return;
	if (n == 0)
		fill_check_largest(p);
	if (p->dim == 2)
		snprintf(box, sizeof box, "%g x %g", pack_edge(p, 0), pack_edge(p, 1));
	else
		snprintf(box, sizeof box, "%g x %g x %g", pack_edge(p, 0), pack_edge(p, 1), pack_edge(p, 2));
	if (p->expected)
		tool_fail(EXIT_NUMERICS, "at most about %d of %d bodies fit at random in %s: when %d were placed, less than one position "
		          "of 1000 was free; all would fill %.3g of the box, and equal %s at random fill %s at most; %s", p->expected, p->n,
		          box, n, volume / room, p->dim == 2 ? "disks" : "spheres", p->dim == 2 ? "0.547" : "0.38", fill_denser(f));
	tool_fail(EXIT_NUMERICS, "%d of %d bodies fit in %s: found no place for the next body in %d tries; %s", n, p->n, box, FILL_TRIES,
	          fill_denser(f));
}

static void place_all(struct pack *p, const struct fill *f, double area, struct rng *g)
{
	double angle = 0;

	if (f->angle)
		words_vector("angle", f->angle, 1, &angle);
	for (int k = 0; k < 2; k++) {
		p->lo[k] = f->lo[k];
		p->hi[k] = f->lo[k] + (isnan(f->edge[k]) ? 0 : f->edge[k]);
	}
	memcpy(p->periodic, f->axes, sizeof p->periodic);
	p->turn = !f->angle && f->mode != FILL_AT;
	for (int i = 0; i < p->n; i++)
		p->angle[i] = !f->angle && f->mode == FILL_LATTICE ? 6.283185307179586 * rng_uniform(g) : angle;
	if (f->mode == FILL_AT)
		place_at(p, f);
	else if (f->mode == FILL_LATTICE)
		place_on_lattice(p, f);
	else if (f->mode == FILL_FRACTION)
		place_grown(p, f, area, g);
	else
		fill_random(p, f, area, g);
}

static void give_velocities(struct world *w, const struct fill *f, int first, struct rng *g)
{
	struct bodies2 b = world_bodies2(w);
	double *mass = MEM_NEW(double, (size_t)b.n), *inertia = MEM_NEW(double, (size_t)b.n);
	char *all = mem_new((size_t)b.n, 1);
	int bad = 0;

	bodies_mass2(w, NULL, mass, inertia);
	memset(all, 0, (size_t)first);
	memset(all + first, 1, (size_t)(b.n - first));
	for (int i = first; i < b.n; i++)
		bad |= isnan(mass[i]);
	if (bad)
		tool_fail(EXIT_INPUT, "the bodies have no material and so no mass; scree-set --body-material gives them a material");
	if (!isnan(f->speed))
		stir_speed2(&b, all, f->speed, g);
	else
		stir_temperature2(&b, all, mass, inertia, f->temperature, g);
	if (f->rest)
		stir_rest2(&b, all, mass);
	free(mass);
	free(inertia);
	free(all);
}

void fill_plane(struct world *w, const struct fill *f, const struct fill_bodies *bodies, struct rng *g)
{
	struct pack p = { .dim = 2, .n = bodies->n, .size = bodies->size, .threads = f->threads, .walls = f->walls };

	p.shape = mem_new((size_t)p.n, sizeof *p.shape);
	p.x = mem_zero((size_t)p.n, sizeof *p.x);
	p.angle = MEM_ZERO(double, (size_t)p.n);
	for (int i = 0; i < p.n; i++)
		p.shape[i] = world_shape(w, bodies->model[i].shape);
	place_all(&p, f, bodies->total, g);
	int first = fill_table(w, f, bodies);
	struct bodies2 b = world_bodies2(w);
	for (int i = 0; i < p.n; i++) {
		b.x[first + i] = p.x[i][0];
		b.y[first + i] = p.x[i][1];
	}
	memcpy(b.angle + first, p.angle, (size_t)p.n * sizeof *b.angle);
	if (!isnan(f->speed) || !isnan(f->temperature))
		give_velocities(w, f, first, g);
	if (f->mode != FILL_AT || !isnan(f->edge[0]))
		fill_domain(w, f, bodies, &p);
	free(p.shape);
	free(p.x);
	free(p.angle);
}
