/* order3.c: scree-order in space */
#include "common/order.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "common/dims.h"
#include "common/touches.h"
#include "common/where.h"
#include "measure/order3.h"
#include "world/lattice.h"

static struct tab_out *table;
static struct grains3_list grains;
static struct touches touches;

/* ---- g(r) ---- */

static struct correlation3 {
	int bins, axes; /* axes: some grain has one */
	double reach, *expected, *align;
	int64_t *count, *oriented;
} gr;

static void gr_visit(void *to, int i, int j, const double d[3])
{
	struct correlation3 *c = to;
	int k = (int)(v3_norm(v3_from(d)) / c->reach * c->bins);

	if (k >= c->bins)
		return;
	c->count[k]++;
	if (!c->axes)
		return;
	vec3 u = v3_from(grains.at[i].u), v = v3_from(grains.at[j].u);
	double cosine = v3_dot(u, v);
	if (v3_dot(u, u) > 0 && v3_dot(v, v) > 0) {
		c->oriented[k]++;
		c->align[k] += 0.5 * (3 * cosine * cosine - 1);
	}
}

static void gr_take(const struct world *w, const struct order_plan *plan)
{
	struct window3 v;

	grains3_list_choose(&grains);
	if (grains.n < 2)
		return;
	window3_of(&v, &w->domain, &grains);
	double most = window3_reach(&v), volume = v.side[0] * v.side[1] * v.side[2], pairs = 0.5 * grains.n * (grains.n - 1.0);
	if (!(volume > 0))
		tool_fail(EXIT_INPUT, "frame %lld (t=%.9g): all grains are in one plane, expected a periodic domain or grains that span "
			"a volume", (long long)w->step, w->t);
	int later = gr.bins > 0;

	if (!later) {
		gr.reach = plan->reach > 0 ? plan->reach : fmin(6 * cbrt(volume / grains.n), 2 * most / 3);
		gr.bins = plan->bins;
		gr.count = MEM_ZERO(int64_t, (size_t)gr.bins);
		gr.oriented = MEM_ZERO(int64_t, (size_t)gr.bins);
		gr.expected = MEM_ZERO(double, (size_t)gr.bins);
		gr.align = MEM_ZERO(double, (size_t)gr.bins);
	}
	order_check_reach(w, plan, gr.reach, most, later);
	for (int k = 0; k < gr.bins; k++)
		gr.expected[k] += pairs * window3_pairs(&v, k * gr.reach / gr.bins, (k + 1) * gr.reach / gr.bins);
	gr.axes = 0;
	for (int i = 0; i < grains.n && !gr.axes; i++)
		gr.axes = v3_dot(v3_from(grains.at[i].u), v3_from(grains.at[i].u)) > 0;
	pairs3_each(&w->domain, &grains, gr.reach, gr_visit, &gr);
}

static void gr_print(void)
{
	static const char *const all[] = { "r", "L", "g", "", "error", "", "pairs", "", "g2", "", NULL };

	where_end();
	if (!gr.bins)
		tool_fail(EXIT_INPUT, "no frame has two grains, expected at least one pair");
	tab_columns(table, all);
	for (int k = 0; k < gr.bins; k++) {
		double n = (double)gr.count[k];

		tab_reals(table, (double[]){ (k + 0.5) * gr.reach / gr.bins, n / gr.expected[k], n > 0 ? sqrt(n) / gr.expected[k] : NAN }, 3);
		tab_int(table, gr.count[k]);
		tab_real(table, gr.oriented[k] ? gr.align[k] / (double)gr.oriented[k] : NAN);
	}
	free(gr.count);
	free(gr.oriented);
	free(gr.expected);
	free(gr.align);
}

/* ---- axes ---- */

static void nematic_take(const struct world *w, const struct order_plan *plan)
{
	struct nematic3 s = nematic3_of(&grains);

	if (!plan->bodies) {
		tab_real(table, w->t);
		tab_int(table, s.n);
		tab_reals(table, (double[]){ s.order, s.director.x, s.director.y, s.director.z }, 4);
		return;
	}
	tab_block(table, w->t);
	for (int i = 0; i < grains.n; i++) {
		const struct grain3 *g = &grains.at[i];
		vec3 u = v3_from(g->u);
		double c = v3_dot(u, s.director), way = v3_dot(u, u) > 0 ? 1 : NAN;

		if (!g->chosen)
			continue;
		tab_int(table, g->id);
		tab_reals(table, g->x, 3);
		tab_reals(table, (double[]){ way * u.x, way * u.y, way * u.z, way * 0.5 * (3 * c * c - 1) }, 4);
	}
}

/* ---- bonds ---- */

struct bonds3 { struct bond3 *at; int k; };

static void bond_visit(void *to, int i, int j, const double d[3])
{
	const struct bonds3 *b = to;
	const double back[3] = { -d[0], -d[1], -d[2] };

	bond3_add(&b->at[i], b->k, d);
	bond3_add(&b->at[j], b->k, back);
}

/* Bonds between the grains in contact, along their branches. Returns 0 if the frame has no records and is left out. */
static int touching(struct world *w, struct bonds3 *b)
{
	if (!touches_take(&touches, w))
		return 0;
	int *of = MEM_NEW(int, (size_t)w->body.n_row);

	for (int i = 0; i < w->body.n_row; i++)
		of[i] = -1;
	for (int i = 0; i < grains.n; i++)
		of[grains.at[i].body] = i;
	touches_pairs(&touches, w);
	for (int k = 0; k < touches.n_pair; k++) {
		const struct touch_pair *p = &touches.pair[k];
		double d[3];

		v3_to(d, v3_sub(p->arm_a, p->arm_b));
		if (of[p->a] >= 0 && of[p->b] >= 0)
			bond_visit(b, of[p->a], of[p->b], d);
	}
	free(of);
	return 1;
}

static void bond_print(const struct world *w, const struct bonds3 *b, int bodies)
{
	struct bond3 all = { 0 };
	double local = 0;
	int n = 0;

	if (bodies)
		tab_block(table, w->t);
	for (int i = 0; i < grains.n; i++) {
		const struct grain3 *g = &grains.at[i];

		if (!g->chosen)
			continue;
		if (bodies) {
			tab_int(table, g->id);
			tab_reals(table, g->x, 3);
			tab_int(table, b->at[i].neighbours);
			tab_real(table, bond3_q(&b->at[i], b->k));
		} else if (b->at[i].neighbours) {
			n++;
			local += bond3_q(&b->at[i], b->k);
			bond3_merge(&all, b->k, &b->at[i]);
		}
	}
	if (bodies)
		return;
	tab_real(table, w->t);
	tab_int(table, n);
	tab_reals(table, (double[]){ n ? (double)all.neighbours / n : NAN, n ? local / n : NAN, bond3_q(&all, b->k) }, 3);
}

static void bond_take(struct world *w, const struct order_plan *plan)
{
	struct bonds3 b = { mem_zero((size_t)grains.n, sizeof *b.at), plan->bond };
	double most = lattice_shortest(&w->domain) / 2;

	if (plan->distance > most)
		tool_fail(EXIT_USAGE, "frame %lld (t=%.9g): option --neighbours: %g, expected at most %.9g, half of the shortest "
			"period", (long long)w->step, w->t, plan->distance, most);
	int known = !isnan(plan->distance) || touching(w, &b);
	if (!isnan(plan->distance))
		pairs3_each(&w->domain, &grains, plan->distance, bond_visit, &b);
	if (known)
		bond_print(w, &b, plan->bodies);
	free(b.at);
}

/* ---- faces ---- */

static void faces_take(struct world *w, const struct order_plan *plan)
{
	const struct bodies3 b = world_bodies3(w);
	struct facing3 *f = mem_new((size_t)grains.n, sizeof *f);

	for (int i = 0; i < grains.n; i++) {
		const int at = grains.at[i].body;
		const double turn[4] = { b.q[0][at], b.q[1][at], b.q[2][at], b.q[3][at] };

		facing3_of(&f[i], world_shape(w, b.shape[at]), turn, plan->faces);
	}
	const struct facing3_order o = facing3_order_of(&grains, f, plan->faces);

	if (plan->bodies) {
		tab_block(table, w->t);
	} else {
		tab_real(table, w->t);
		tab_int(table, o.n);
		tab_reals(table, (double[]){ o.order, o.correlation }, 2);
	}
	for (int i = 0; i < grains.n && plan->bodies; i++) {
		if (!grains.at[i].chosen)
			continue;
		tab_int(table, grains.at[i].id);
		tab_reals(table, grains.at[i].x, 3);
		tab_reals(table, (double[]){ f[i].q, facing3_along(&o, &f[i], plan->faces) }, 2);
	}
	free(f);
}

/* ---- frames ---- */

static void columns_make(const struct order_plan *plan)
{
	static const char *const axes[] = { "id", "", "x", "L", "y", "L", "z", "L", "ux", "", "uy", "", "uz", "", "along", "", NULL };
	static const char *const nematic[] = { "t", "T", "grains", "", "order", "", "ux", "", "uy", "", "uz", "", NULL };
	static const char *const each[] = { "id", "", "x", "L", "y", "L", "z", "L", "neighbours", "", "q", "", NULL };
	static const char *const normals[] = { "id", "", "x", "L", "y", "L", "z", "L", "q", "", "along", "", NULL };
	static const char *const faces[] = { "t", "T", "grains", "", "order", "", "correlation", "", NULL };
	static const char *const bond[] = { "t", "T", "grains", "", "neighbours", "", "local", "", "global", "", NULL };

	if (plan->faces)
		tab_columns(table, plan->bodies ? normals : faces);
	else if (!plan->gr)
		tab_columns(table, plan->nematic ? plan->bodies ? axes : nematic : plan->bodies ? each : bond);
}

/* Pass the preamble of a frame to the table and find its grains. */
static void grains_take_from(struct world *w)
{
	size_t n;
	const char *text = particles_preamble(tool_in(), &n);
	char *keep = where_select(w, NULL);

	dims_same(w);
	tab_preamble(table, text, n);
	grains3_list_take(&grains, w, keep);
	free(keep);
}

void order3_places(struct tab_out *o, struct world *w, struct places *p)
{
	table = o;
	grains_take_from(w);
	places_take3(p, w, &grains);
}

int order3_measure(struct tab_out *o, struct world *w, const struct order_plan *plan)
{
	int frames = 0;

	table = o;
	columns_make(plan);
	for (; w; w = tool_read()) {
		grains_take_from(w);
		if (plan->gr)
			gr_take(w, plan);
		else if (plan->nematic)
			nematic_take(w, plan);
		else if (plan->faces)
			faces_take(w, plan);
		else
			bond_take(w, plan);
		frames++;
	}
	touches_end();
	if (plan->gr)
		gr_print();
	grains3_list_free(&grains);
	touches_free(&touches);
	return frames;
}
