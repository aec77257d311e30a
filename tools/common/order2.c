/* order2.c: scree-order in the plane */
#include "common/order.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/trig.h"
#include "common/dims.h"
#include "common/touches.h"
#include "common/where.h"
#include "measure/bonds.h"
#include "measure/correlation.h"
#include "measure/nematic.h"
#include "measure/tessellation.h"
#include "measure/touch.h"

static struct tab_out *table;
static struct order_plan arg;
static struct world *first;           /* the first frame, until it is measured */

/* ---- frames ---- */

void order_check_reach(const struct world *w, const struct order_plan *plan, double reach, double most, int later)
{
	if (reach > most)
		tool_fail(EXIT_USAGE, "frame %lld (t=%.9g): %s %g, expected at most %.9g, half of the shortest period or the extent of the "
			"grains%s", (long long)w->step, w->t, isnan(plan->reach) ? "the reach that the first frame determines is" :
			"option --reach:", reach, most, later ? ", which was more in earlier frames; give a smaller --reach, or pick frames by "
			"scree-pick" : "");
}

static void at_frame(const struct world *w, const char *what)
{
	tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): %s", (long long)w->step, w->t, what);
}

struct world *order2_grains(struct tab_out *to, struct world *w, struct grains *g)
{
	size_t n;

	if (w)
		dims_same(w);
	const char *text = particles_preamble(tool_in(), &n);
	enum mass_status status;

	tab_preamble(to, text, n);
	if (!w)
		return NULL;
	char *keep = where_select(w, NULL);

	status = grains_take(g, w, keep);
	free(keep);
	if (status != MASS_GOOD)
		tool_fail(EXIT_INPUT, "shape %lld (%s): %s", (long long)g->bad->id, shape_kind_name[g->bad->kind],
			status == MASS_CROSSING ? "its edges cross, expected a polygon that does not cross itself" :
			"its boundary could not be closed");
	return w;
}

/* The next frame and its grains; NULL at the end. */
static struct world *next(struct grains *g)
{
	struct world *w = first ? first : tool_read();

	first = NULL;
	return order2_grains(table, w, g);
}

static void tessellate(struct tessellation *t, struct world *w, const struct grains *g)
{
	int status = tessellation_init(t, &w->domain, g, arg.points);

	if (status == -1)
		tool_fail(EXIT_NUMERICS, "frame %lld (t=%.9g): points of bodies %lld and %lld coincide%s", (long long)w->step, w->t,
			(long long)g->grain[t->pair[0]].id, (long long)g->grain[t->pair[1]].id,
			arg.points > 1 ? ", try another --points" : "");
	if (status == -3)
		at_frame(w, "the tilted domain is too flat for Voronoi cells, expected a height closer to its width");
	if (status == -2)
		at_frame(w, "the grains span no area, expected a periodic domain or grains that are not all in one line");
}

static double gr_reach(const struct world *w, const struct window2 *v)
{
	double most = pairs_reach(&w->domain), side = INFINITY;

	for (int a = 0; a < 2; a++)
		side = v->periodic[a] ? side : fmin(side, v->side[a]);
	return fmin(most, side);
}

/* ---- the tables ---- */

static void columns_make(void)
{
	static const char *const axes[] = { "id", "", "x", "L", "y", "L", "axis", "", "along", "", NULL };
	static const char *const nematic[] = { "t", "T", "grains", "", "order", "", "director", "", NULL };
	static const char *const touch[] = { "t", "T", "pairs", "", "align", "", "tips", "", NULL };
	static const char *const each[] = { "id", "", "x", "L", "y", "L", "neighbours", "", "psi", "", "angle", "", NULL };
	static const char *const bond[] = { "t", "T", "grains", "", "neighbours", "", "local", "", "global", "", "angle", "", NULL };
	static const char *const cell[] = { "id", "", "x", "L", "y", "L", "area", "L^2", "cell", "L^2", "fraction", "",
		"edge", "", NULL };
	static const char *const cells[] = { "t", "T", "grains", "", "cells", "L^2", "fraction", "", "inner", "", "mean", "",
		"spread", "", "least", "", "most", "", NULL };

	if (!arg.gr)
		tab_columns(table, arg.nematic ? arg.bodies ? axes : nematic : arg.contacts ? touch :
			arg.bond ? arg.bodies ? each : bond : arg.bodies ? cell : cells);
}

static void print_gr(const struct correlation *c)
{
	tab_column(table, "r", "L");
	tab_column(table, "g", "");
	tab_column(table, "error", "");
	tab_column(table, "pairs", "");
	tab_column(table, "g2", "");
	for (int k = 0; k < c->bins; k++) {
		double n = (double)c->count[k];

		tab_real(table, (k + 0.5) * c->reach / c->bins);
		tab_real(table, n / c->expected[k]);
		tab_real(table, n > 0 ? sqrt(n) / c->expected[k] : NAN);
		tab_int(table, c->count[k]);
		tab_real(table, c->oriented[k] ? c->align[k] / (double)c->oriented[k] : NAN);
	}
}

static int measure_gr(void)
{
	struct grains g = { 0 };
	struct correlation c = { 0 };
	struct window2 v;
	struct world *w;
	double reach = 0;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		grains_choose(&g);
		if (g.n < 2) /* no pairs */
			continue;
		window2_of(&v, &w->domain, g.n, (const double (*)[2])g.xy);
		if (!(window_area(&v) > 0))
			at_frame(w, "all grains are in one line, expected a periodic domain or grains that span an area");
		double most = gr_reach(w, &v);
		int later = c.bins > 0;

		if (!later) {
			reach = isnan(arg.reach) ? fmin(6 * sqrt(window_area(&v) / g.n), 2 * most / 3) : arg.reach;
			correlation_init(&c, reach, arg.bins);
		}
		order_check_reach(w, &arg, reach, most, later);
		correlation_add(&c, &w->domain, &g);
	}
	where_end();
	if (frames && !c.bins)
		tool_fail(EXIT_INPUT, "no frame has two grains, expected at least one pair");
	if (frames)
		print_gr(&c);
	correlation_free(&c);
	grains_free(&g);
	return frames;
}

static void nematic_rows(const struct grains *g, const struct nematic2 *s)
{
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];
		int axis = a->u[0] != 0 || a->u[1] != 0;
		double angle = trig_atan2(a->u[1], a->u[0]), c, sn;

		if (!a->chosen)
			continue;
		trig_sincos(2 * (angle - s->director), &sn, &c);
		tab_int(table, a->id);
		tab_real(table, a->x);
		tab_real(table, a->y);
		tab_real(table, !axis ? NAN : angle > 1.5707963267948966 ? angle - 3.14159265358979323846 :
			angle <= -1.5707963267948966 ? angle + 3.14159265358979323846 : angle);
		tab_real(table, axis ? c : NAN);
	}
}

static int measure_nematic(void)
{
	struct grains g = { 0 };
	struct world *w;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		struct nematic2 s = nematic2_of(&g);

		if (arg.bodies) {
			tab_block(table, w->t);
			nematic_rows(&g, &s);
			continue;
		}
		tab_real(table, w->t);
		tab_int(table, s.n);
		tab_real(table, s.order);
		tab_real(table, s.director);
	}
	grains_free(&g);
	return frames;
}

static int measure_contacts(void)
{
	struct grains g = { 0 };
	struct touches t = { 0 };
	struct world *w;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		touches_take(&t, w);
		touches_pairs(&t, w);
		struct nematic_touch s = nematic_of_touch(&g, &t, w->body.n_row);

		tab_real(table, w->t);
		tab_int(table, s.pairs);
		tab_real(table, s.align);
		tab_real(table, s.side);
	}
	touches_free(&t);
	grains_free(&g);
	return frames;
}

static void find_bonds(struct bonds *b, struct world *w, const struct grains *g, struct touches *touches)
{
	struct tessellation t;

	bonds_init(b, g->n, arg.bond);
	if (arg.by_contacts) {
		touches_take(touches, w);
		touches_pairs(touches, w);
		bonds_by_touch(b, g, touches, w->body.n_row);
	} else if (!isnan(arg.distance)) {
		if (arg.distance > pairs_reach(&w->domain))
			tool_fail(EXIT_USAGE, "frame %lld (t=%.9g): option --neighbours: %g, expected at most %.9g, half of the shortest "
				"period", (long long)w->step, w->t, arg.distance, pairs_reach(&w->domain));
		bonds_by_distance(b, &w->domain, g, arg.distance);
	} else if (g->n) {
		tessellate(&t, w, g);
		bonds_by_cells(b, &t);
		tessellation_free(&t);
	}
}

static void bond_rows(const struct grains *g, const struct bonds *b)
{
	for (int i = 0; i < g->n; i++) {
		double psi[2];
		int has = bonds_psi(b, i, psi);

		if (!g->grain[i].chosen)
			continue;
		tab_int(table, g->grain[i].id);
		tab_real(table, g->grain[i].x);
		tab_real(table, g->grain[i].y);
		tab_int(table, b->at[i].neighbours);
		tab_real(table, has ? sqrt(psi[0] * psi[0] + psi[1] * psi[1]) : NAN);
		tab_real(table, has ? trig_atan2(psi[1], psi[0]) / arg.bond : NAN);
	}
}

static void bond_row(double t, const struct grains *g, const struct bonds *b)
{
	double re = 0, im = 0, local = 0, neighbours = 0;
	int n = 0;

	for (int i = 0; i < g->n; i++) {
		double psi[2];

		if (!g->grain[i].chosen || !bonds_psi(b, i, psi))
			continue;
		n++;
		re += psi[0];
		im += psi[1];
		local += sqrt(psi[0] * psi[0] + psi[1] * psi[1]);
		neighbours += b->at[i].neighbours;
	}
	tab_real(table, t);
	tab_int(table, n);
	tab_real(table, neighbours / n);
	tab_real(table, local / n);
	tab_real(table, sqrt(re * re + im * im) / n);
	tab_real(table, n ? trig_atan2(im, re) / arg.bond : NAN);
}

static int measure_bond(void)
{
	struct grains g = { 0 };
	struct touches touches = { 0 };
	struct world *w;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		struct bonds b;

		find_bonds(&b, w, &g, &touches);
		if (arg.bodies) {
			tab_block(table, w->t);
			bond_rows(&g, &b);
		} else {
			bond_row(w->t, &g, &b);
		}
		bonds_free(&b);
	}
	touches_free(&touches);
	grains_free(&g);
	return frames;
}

static void cell_rows(const struct grains *g, const struct tessellation *t)
{
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];

		if (!a->chosen)
			continue;
		tab_int(table, a->id);
		tab_real(table, a->x);
		tab_real(table, a->y);
		tab_real(table, a->area);
		tab_real(table, t->area[i]);
		tab_real(table, a->area / t->area[i]);
		tab_int(table, t->edge[i]);
	}
}

static void cell_row(double time, const struct grains *g, const struct tessellation *t)
{
	double grains = 0, cells = 0, sum = 0, square = 0, least = INFINITY, most = -INFINITY;
	int n = 0, inner = 0;

	for (int i = 0; i < g->n; i++) {
		double part = g->grain[i].area / t->area[i];

		if (!g->grain[i].chosen)
			continue;
		n++;
		grains += g->grain[i].area;
		cells += t->area[i];
		if (t->edge[i])
			continue;
		inner++;
		sum += part;
		square += part * part;
		least = fmin(least, part);
		most = fmax(most, part);
	}
	tab_real(table, time);
	tab_int(table, n);
	tab_real(table, cells);
	tab_real(table, grains / cells);
	tab_int(table, inner);
	tab_real(table, sum / inner);
	tab_real(table, inner ? sqrt(fmax(square / inner - sum / inner * (sum / inner), 0)) : NAN);
	tab_real(table, inner ? least : NAN);
	tab_real(table, inner ? most : NAN);
}

static int measure_voronoi(void)
{
	struct grains g = { 0 };
	struct world *w;
	int frames = 0;

	for (; (w = next(&g)); frames++) {
		struct tessellation t = { 0 };

		if (g.n)
			tessellate(&t, w, &g);
		if (arg.bodies) {
			tab_block(table, w->t);
			cell_rows(&g, &t);
		} else {
			cell_row(w->t, &g, &t);
		}
		tessellation_free(&t);
	}
	grains_free(&g);
	return frames;
}

int order2_measure(struct tab_out *to, struct world *w, const struct order_plan *plan)
{
	table = to;
	first = w;
	arg = *plan;
	columns_make();
	return arg.gr ? measure_gr() : arg.nematic ? measure_nematic() : arg.contacts ? measure_contacts() :
		arg.bond ? measure_bond() : measure_voronoi();
}
