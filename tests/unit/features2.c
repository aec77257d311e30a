/* The vertex-edge distance, the tree of an outline's features, and the law's numbers. */
#include "contact/features2.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "contact/law.h"
#include "contact/outlines.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

static void distances(void)
{
	struct rng g;
	double worst = 0;
	vec2 w;

	rng_seed(&g, 4);
	for (int k = 0; k < 2000; k++) {
		double p[6], best = 1e9;

		for (int z = 0; z < 6; z++)
			p[z] = 2 * rng_uniform(&g) - 1;
		if (k % 50 == 0) { /* an edge of no length */
			p[4] = p[2];
			p[5] = p[3];
		}
		for (int z = 0; z <= 4000; z++)
			best = fmin(best, hypot(p[2] + (p[4] - p[2]) * z / 4000 - p[0], p[3] + (p[5] - p[3]) * z / 4000 - p[1]));
		double ex = p[4] - p[2], ey = p[5] - p[3], l2 = ex * ex + ey * ey;

		double w2 = features_gap(&(vec2){ p[0], p[1] }, &(vec2){ p[2] - 1, p[3] }, &(vec2){ p[4] - 1, p[5] },
		                         &(vec2){ 1, 0 }, l2 > 0 ? 1 / l2 : 0, &w);
		worst = fmax(worst, fmax(fabs(hypot(w.x, w.y) - best), fabs(sqrt(w2) - best)));
	}
	near(worst, 0, 1e-3, "distance of a vertex from an edge against 4001 points of it");
	features_gap(&(vec2){ 2, 1 }, &(vec2){ 0, 0 }, &(vec2){ 4, 0 }, &(vec2){ 0, 0 }, 0.0625, &w);
	ok(w.x == 0 && w.y == -1, "above the edge the vector points straight down");
	features_gap(&(vec2){ -3, 4 }, &(vec2){ 0, 0 }, &(vec2){ 4, 0 }, &(vec2){ 0, 0 }, 0.0625, &w);
	ok(w.x == 3 && w.y == -4, "beyond its end it points to the end");
}

/* A long wavy line: which features may be near a point, against all of them. */
static void trees(void)
{
	enum { N = 333 };
	struct shape s = { .area = -1 };
	const struct shape *list[1] = { &s };
	double size = 1.3, x = 0, y = 0, c = cos(0.7), sn = sin(0.7);
	struct outlines o;
	struct rng g;
	int found[N], missed = 0, order = 0, wide = 0;

	shape_alloc(&s, SHAPE_POLYLINE, N);
	s.r = 0.1;
	for (int k = 0; k < N; k++) {
		s.xy[k][0] = 0.1 * k;
		s.xy[k][1] = sin(0.2 * k);
	}
	outlines_init(&o, 1, list, &size);
	outlines_place(&o, 0, 1, &x, &y, &c, &sn);
	rng_seed(&g, 8);
	for (int k = 0; k < 500; k++) {
		double t = 40 * rng_uniform(&g), px = c * t - sn * 2 * rng_uniform(&g), py = sn * t, far = 0.8 * rng_uniform(&g);
		int n = outlines_near(&o, 0, px, py, c, sn, far, found);
		char in[N] = { 0 };

		for (int z = 0; z < n; z++) {
			in[found[z]] = 1;
			order += z && found[z] <= found[z - 1];
		}
		wide += n > 80;
		for (int v = 0; v < N; v++) {
			vec2 w, here = { px, py }, none = { 0, 0 };
			int e = v + o.step[v];

			features_gap(&here, &o.at[v], &o.at[e], &none, o.il2[v], &w);
			missed += hypot(w.x, w.y) < far && !in[v];
		}
	}
	ok(missed == 0, "no near feature is missed");
	ok(order == 0, "features come in order");
	ok(wide == 0, "far ones are left out");
	near(o.reach[0], 1.3 * (hypot(s.xy[N - 1][0], s.xy[N - 1][1]) + 0.1), 1e-12, "reach");
	outlines_free(&o);
	free(s.xy);
}

static void laws(void)
{
	struct law l = { .a = "a", .b = "b", .kind = "linear" };
	struct law_contact r;
	const char *key;
	double value;

	ok(law_resolve(NULL, &l, &r, &key, &value) == LAW_GOOD && r.kn == 1 && r.kt == 0.1 && r.mu == 0.5 && r.least == 0,
	   "defaults kn 1, kt 0.1, mu 0.5");
	const double zeta = -log(0.5) / sqrt(pi * pi + log(0.5) * log(0.5));
	near(zeta, 0.215453, 1e-6, "(a known value)");
	near(law_damping_ratio(0.5), zeta, 1e-15, "default en 0.5: damping ratio 0.2155");
	near(law_damping_ratio(0.9), -log(0.9) / sqrt(pi * pi + log(0.9) * log(0.9)), 1e-16, "en 0.9");
	near(law_damping_ratio(0.02), -log(0.02) / sqrt(pi * pi + log(0.02) * log(0.02)), 1e-15, "en 0.02");
	ok(law_damping_ratio(1) == 0 && law_damping_ratio(0) == 1, "en 1: none, en 0: critical");
	near(law_normal_damping_of(LAW_LINEAR, &r, 0.7, 0.3, 0.1), 2 * zeta * 0.7, 1e-15, "cn = 2 zeta sqrt(m kn)");
	near(law_tangential_damping_of(LAW_LINEAR, &r, sqrt(4.9), 0.3, 0.1), 2 * zeta * 0.7, 1e-15, "ct = 2 zeta sqrt(m kt)");
	params_set(&l.par, "kn", 250);
	ok(law_resolve(NULL, &l, &r, &key, &value) == LAW_GOOD && r.kt == 25, "kt defaults to a tenth of kn");
	params_set(&l.par, "gt", 0.7);
	ok(law_resolve(NULL, &l, &r, &key, &value) == LAW_GOOD && law_normal_damping_of(LAW_LINEAR, &r, sqrt(3), 0.3, 0.1) == 0 &&
	   law_tangential_damping_of(LAW_LINEAR, &r, sqrt(3), 0.3, 0.1) == 0.7, "gt alone: no normal damping");
	params_set(&l.par, "en", 0.7);
	ok(law_resolve(NULL, &l, &r, &key, &value) == LAW_KEY && !strcmp(key, "en"), "en beside gt is refused");
	params_drop(&l.par, "gt");
	params_set(&l.par, "mu", -1);
	ok(law_resolve(NULL, &l, &r, &key, &value) == LAW_VALUE && !strcmp(key, "mu") && value == -1, "negative mu is refused");
	params_free(&l.par);
}

int main(void)
{
	distances();
	trees();
	laws();
	return done();
}
