/* Contacts of a frame, found from the bodies: against all pairs counted by other means, against what the simulator records, in
 * tilted domains and with walls without ends; closed forms of branch, normal and force; pairs of bodies that touch. */
#include "measure/touch.h"

#include "base/trig.h"
#include "base/vec.h"
#include "scene.h"
#include "world/deform.h"

/* Grains of all kinds thrown at random into a box, so that many overlap a little. */
static void throw_grains(struct world *w, int n, double side, uint64_t seed)
{
	static const double pentagon[5][2] = { { 0.4, 0 }, { 0.12, 0.38 }, { -0.32, 0.24 }, { -0.32, -0.24 }, { 0.12, -0.38 } };
	static const double rod[2][2] = { { -0.4, 0 }, { 0.4, 0 } }, bent[3][2] = { { -0.5, 0 }, { 0, 0.2 }, { 0.5, 0 } };
	int64_t shape[5];
	struct rng g;

	rng_seed(&g, seed);
	scene_begin(w, 12.5, 2, 0.4, 0.6);
	shape[0] = scene_shape(w, SHAPE_POLYGON, 5, pentagon, 0.1)->id;
	shape[1] = scene_shape(w, SHAPE_POLYLINE, 2, rod, 0.15)->id;
	shape[2] = scene_disk(w, 0.35);
	shape[3] = scene_shape(w, SHAPE_DISKS, 3, bent, 0.2)->id;
	shape[4] = scene_shape(w, SHAPE_RING, 5, pentagon, 0.12)->id;
	for (int k = 0; k < n; k++) {
		double u[3];

		scene_draw(&g, 3, u);
		scene_body(w, shape[k % 5], "-", side * u[2], 0.8 * side * u[1], 2 * pi * u[0]);
	}
	struct bodies2 b = world_bodies2(w);
	for (int k = 0; k < n; k++) {
		b.size[k] = 0.7 + 0.6 * rng_uniform(&g);
		b.vx[k] = rng_uniform(&g) - 0.5;
	}
	w->domain = (struct domain){ .hi = { side, 0.8 * side }, .set = 1 };
}

struct tally { int n; double overlap; };

static void count(void *to, int i, int vertex, int j, int edge, double overlap)
{
	struct tally *t = to;

	(void)i, (void)vertex, (void)j, (void)edge;
	t->n++;
	t->overlap += overlap;
}

static struct tally by_all_pairs(const struct world *w)
{
	int px = w->domain.periodic[0] ? 4 : 0, py = w->domain.periodic[1] ? 3 : 0;
	struct tally t = { 0 };

	for (int i = 0; i < w->body.n_row; i++)
		for (int j = i; j < w->body.n_row; j++)
			for (int sy = -py; sy <= py; sy++)
				for (int sx = -px; sx <= px; sx++) {
					double h[2];

					if (i == j && (sy < 0 || (sy == 0 && sx <= 0)))
						continue;
					domain_shift(&w->domain, sx, sy, h);
					pair_contacts(w, i, j, h[0], h[1], count, &t);
				}
	return t;
}

/* What holds of every contact: the normal is a unit vector, arms lead to one point, the vertex is where the record says. */
static double worst_contact(const struct touches *t, struct world *w)
{
	struct bodies2 b = world_bodies2(w);
	double worst = 0;

	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];
		double p[MOST][3], h[2];

		domain_shift(&w->domain, (double)c->ix, (double)c->iy, h);
		at_vertices(w, &b, c->a, p);
		vec2 vertex = v2(p[c->va][0], p[c->va][1]), way = v2_sub(v2_flat(c->at), vertex), n = v2_flat(c->n);
		worst = fmax(worst, fabs(v2_norm(n) - 1));
		worst = fmax(worst, fabs(v2_dot(way, n) - (p[c->va][2] - 0.5 * c->overlap)));
		worst = fmax(worst, fabs(v2_cross(way, n)));
		vec2 off = v2_sub(v2_flat(v3_sub(c->at, c->arm_b)), v2(b.x[c->b] + h[0], b.y[c->b] + h[1]));
		worst = fmax(worst, v2_norm(off));
		worst = fmax(worst, fabs(c->fn - 12.5 * c->overlap));
		worst = fmax(worst, v3_norm(v3_add(c->f, v3_scale(c->fn, c->n))));
	}
	return worst;
}

static void test_all_pairs(const char *what, int n, double side, int px, int py, double tilt, int away)
{
	struct world w;
	struct touches t = { 0 };
	struct touch_error e;
	double deep = 0;

	throw_grains(&w, n, side, 5);
	w.domain.periodic[0] = px;
	w.domain.periodic[1] = py;
	w.domain.tilt[0] = tilt;
	struct tally all = by_all_pairs(&w);
	struct bodies2 b = world_bodies2(&w);
	for (int k = 0; k < b.n && away; k++) { /* positions that are not wrapped */
		double h[2];

		domain_shift(&w.domain, px * (k % 3 - 1), py * (k % 2), h);
		b.x[k] += h[0];
		b.y[k] += h[1];
	}
	ok(touches_find(&t, &w, 0, &e) == TOUCH_GOOD && !t.recorded && !t.tangential, "%s: contacts are found", what);
	for (int k = 0; k < t.n; k++)
		deep += t.at[k].overlap;
	ok(t.n == all.n && all.n > n, "%s: %d contacts, by all pairs %d", what, t.n, all.n);
	near(deep, all.overlap, 1e-12 * all.overlap, "%s: the sum of their overlaps", what);
	ok(worst_contact(&t, &w) < 1e-12, "%s: every one is what it says", what);
	touches_free(&t);
	world_free(&w);
}

/* What the simulator records is what is found, but for viscosity and friction, and in the same order. */
static void test_records(const char *what, int px, int py, int plate)
{
	struct world w;
	struct touches r = { 0 }, f = { 0 };
	struct touch_error e;
	struct sim_options o = dem2_defaults();
	double off = 0, tangential = 0;
	int same = 1;

	throw_grains(&w, 56, 9.04, 11);
	struct bodies2 b = world_bodies2(&w);
	for (int k = 0; k < b.n; k++) { /* no overlap of a simulation is deep */
		b.x[k] = 0.5 + 1.13 * (k % 8);
		b.angle[k] *= 0.05; /* rods lie, more or less */
		b.y[k] = 0.46 + 0.94 * (k / 8);
		b.size[k] = 0.93 + 0.09 * (k % 3);
	}
	w.domain.periodic[0] = px;
	w.domain.periodic[1] = py;
	if (plate) /* as wide as the domain: no ends */
		scene_wall(&w, 0, 6.9, 9.04, 6.9, 0.4);
	o.dt = 1e-3;
	struct dem2 *sim = scene_start(&w, o);
	dem2_export(sim, &w, 1);
	dem2_free(sim);
	ok(touches_find(&r, &w, 0, &e) == TOUCH_GOOD && r.recorded && r.tangential, "%s: from records", what);
	ok(touches_find(&f, &w, 1, &e) == TOUCH_GOOD && !f.recorded, "%s: from the bodies", what);
	ok(r.n == f.n && r.n > 15, "%s: %d contacts, in the records %d", what, f.n, r.n);
	for (int k = 0; k < r.n && k < f.n; k++) {
		const struct touch *p = &r.at[k], *q = &f.at[k];

		same &= p->a == q->a && p->b == q->b && p->va == q->va && p->eb == q->eb && p->ix == q->ix && p->iy == q->iy;
		off = fmax(off, fabs(p->overlap - q->overlap) + v3_norm(v3_sub(p->n, q->n)) + v3_norm(v3_sub(p->at, q->at)));
		off = fmax(off, v3_norm(v3_sub(p->arm_a, q->arm_a)) + v3_norm(v3_sub(p->arm_b, q->arm_b)));
		tangential = fmax(tangential, fabs(p->ft));
		vec2 n = v2_flat(p->n), f = v2_add(v2_scale(p->fn, n), v2_scale(p->ft, v2_left(n)));

		off = fmax(off, v2_norm(v2_add(v2_flat(p->f), f)));
	}
	ok(same, "%s: of the same bodies and features in the same images, in the same order", what);
	ok(off < 1e-12 && tangential > 0, "%s: with the same geometry", what);
	touches_free(&r);
	touches_free(&f);
	world_free(&w);
}

/* Two disks across the upper edge of a tilted domain: the upper image in y stands 0.7 to the right. */
static void test_branch(void)
{
	struct world w;
	struct touches t = { 0 };
	struct touch_error e;

	scene_begin(&w, 3, 1, 0.5, 1);
	int64_t small = scene_disk(&w, 0.5), large = scene_disk(&w, 0.75);
	scene_body(&w, small, "-", 2.385, 0.25, 1);
	scene_body(&w, large, "-", 1.685 + 0.66, 4.25 - 0.88 + 0.25 + 0.25, 2);
	w.domain = (struct domain){ .hi = { 9, 5 }, .periodic = { 1, 1 }, .tilt = { 0.7 }, .set = 1 };
	/* the first one's image above stands at 3.085, 5.25; from the second 0.74, 1.38 away: too far; move the second nearer, to
	 * 0.6 * 1.2, 0.8 * 1.2 below it */
	struct bodies2 b = world_bodies2(&w);
	b.x[1] = 3.085 - 0.72;
	b.y[1] = 5.25 - 0.96;
	ok(touches_find(&t, &w, 0, &e) == TOUCH_GOOD && t.n == 1, "two disks touch across a tilted edge");
	if (t.n == 1) {
		const struct touch *c = &t.at[0];
		double sign = c->a == 0 ? 1 : -1;
		vec3 branch = v3_sub(c->arm_a, c->arm_b);

		near(sign * branch.x, -0.72, 1e-14, "the branch vector goes through the edge, along x");
		near(sign * branch.y, -0.96, 1e-14, "and along y");
		ok(c->iy == -sign && c->ix == 0, "in the image below");
		near(c->overlap, 1.25 - 1.2, 1e-14, "the overlap");
		near(c->fn, 3 * 0.05, 1e-13, "the force");
		near(sign * c->f.x, 0.15 * 0.6, 1e-13, "pushes the first one to the right");
		near(sign * c->f.y, 0.15 * 0.8, 1e-13, "and up");
		/* the middle of the overlap is 0.5 - 0.025 from the small one's centre */
		near(v3_norm(sign > 0 ? c->arm_a : c->arm_b), 0.475, 1e-14, "at the middle of the overlap");
	}
	touches_free(&t);
	world_free(&w);
}

/* Squares: sides on each other are two contacts of a vertex and an edge, a corner on a side is one, a corner on a corner four;
 * one pair each. */
static void test_pairs(void)
{
	static const double square[4][2] = { { -0.4, -0.4 }, { 0.4, -0.4 }, { 0.4, 0.4 }, { -0.4, 0.4 } };
	struct world w;
	struct touches t = { 0 };
	struct touch_error e;

	scene_begin(&w, 2, 1, 0.5, 1);
	int64_t id = scene_shape(&w, SHAPE_POLYGON, 4, square, 0.1)->id;
	scene_body(&w, id, "-", 0, 0, 0);
	scene_body(&w, id, "-", 0.2, 0.99, 0);                                    /* side on side, 0.01 */
	scene_body(&w, id, "-", -0.5 - 0.4 * sqrt(2) - 0.08, -0.1, pi / 4); /* corner on side, 0.02 */
	scene_body(&w, id, "-", 0.8 + 0.6 * 0.17, -0.8 - 0.8 * 0.17, 0);          /* corners, 0.03 */
	ok(touches_find(&t, &w, 0, &e) == TOUCH_GOOD, "squares touch");
	ok(t.n == 7, "seven contacts: %d", t.n);
	touches_pairs(&t, &w);
	ok(t.n_pair == 3, "of three pairs: %d", t.n_pair);
	if (t.n_pair == 3) {
		const struct touch_pair *p = &t.pair[0], *q = &t.pair[1], *r = &t.pair[2];
		int sum = 0;

		ok(p->b == 1 && p->n == 2 && q->b == 2 && q->n == 1 && r->b == 3 && r->n == 4, "by rows");
		near(p->normal.y, 1, 1e-14, "the normal of the sides");
		near(p->fn, 2 * 2 * 0.01, 1e-13, "their force, two springs");
		near(p->f.y, -2 * 2 * 0.01, 1e-13, "pushes the first one down");
		near(p->ft, 0, 1e-14, "without a tangential part");
		near(p->at.x, 0.1, 1e-14, "in the middle of what they share");
		near(p->arm_b.y, p->at.y - 0.99, 1e-14, "the arm of the second");
		near(q->normal.x, -1, 1e-14, "the normal of the corner");
		near(q->fn, 2 * 0.02, 1e-13, "its force");
		near(q->overlap, 0.02, 1e-14, "its overlap");
		near(q->arm_a.y, -0.1, 1e-14, "its arm");
		near(r->normal.x, 0.6, 1e-14, "the normal of corner on corner");
		near(r->fn, 4 * 2 * 0.03, 1e-13, "four springs");
		near(r->arm_b.x, -0.4 - 0.6 * 0.085, 1e-14, "seen from the other");
		for (int k = 0; k < t.n; k++)
			sum += t.order[k];
		ok(sum == 21, "every contact is in one");
	}
	touches_free(&t);
	world_free(&w);
}

/* Who does not touch: bodies of one constraint, two that are held altogether, materials with kn = 0; and what is wrong. */
static void test_held(void)
{
	struct world w;
	struct touches t = { 0 };
	struct touch_error e;

	scene_begin(&w, 2, 1, 0.5, 1);
	int64_t id = scene_disk(&w, 0.5);
	const char *tag[5] = { "-", "lid", "lid", "wall", "free" };
	for (int k = 0; k < 5; k++)
		scene_body(&w, id, tag[k], 0.1 * k, 0, 0);
	world_need_constraint(&w, "lid")->dof[2].drive = DRIVE_FIXED;
	world_need_constraint(&w, "free");
	for (int k = 0; k < 3; k++)
		world_need_constraint(&w, "wall")->dof[k].drive = DRIVE_FIXED;
	touches_find(&t, &w, 0, &e);
	ok(t.n == 9, "all but the two of the lid touch: %d", t.n);
	ok(!t.held[0] && t.held[1] && t.held[2] && t.held[3] && !t.held[4], "who is held");
	for (int k = 0; k < 3; k++)
		world_need_constraint(&w, "lid")->dof[k].drive = DRIVE_FIXED;
	touches_find(&t, &w, 0, &e);
	ok(t.n == 7, "nor do two walls: %d", t.n);
	world_need_material(&w, "ghost");
	struct bodies2 b = world_bodies2(&w);
	b.material[0] = world_name(&w, "ghost");
	ok(touches_find(&t, &w, 0, &e) == TOUCH_NO_LAW && !strcmp(e.word, "ghost") && !strcmp(e.word2, "grain"),
	   "materials that touch need a law");
	params_set(&world_need_law(&w, "ghost", "grain")->par, "kn", 0);
	touches_find(&t, &w, 0, &e);
	ok(t.n == 3, "with kn = 0 they pass through each other: %d", t.n);
	b.material[1] = world_name(&w, "nothing");
	ok(touches_find(&t, &w, 0, &e) == TOUCH_NO_MATERIAL && e.a == b.id[1] && !strcmp(e.word, "nothing"), "no material");
	b.material[1] = b.material[2];
	b.shape[3] = 77;
	ok(touches_find(&t, &w, 0, &e) == TOUCH_NO_SHAPE && e.a == b.id[3] && e.b == 77, "no shape");
	b.shape[3] = id;
	w.domain = (struct domain){ .hi = { 0.009, 1 }, .periodic = { 1, 0 }, .set = 1 };
	ok(touches_find(&t, &w, 0, &e) == TOUCH_WIDE && e.a == b.id[0], "too wide for the domain");
	w.domain = (struct domain){ .hi = { 9, 1 }, .periodic = { 1, 0 }, .tilt = { 1 }, .set = 1 };
	ok(touches_find(&t, &w, 0, &e) == TOUCH_DOMAIN && strstr(e.word, "tilt"), "a tilt that cannot be");
	w.domain = (struct domain){ .hi = { 9, 1 }, .periodic = { 1, 0 }, .set = 1 };
	b.x[4] = 1e300;
	ok(touches_find(&t, &w, 0, &e) == TOUCH_FAR && e.a == b.id[4], "far outside");
	w.domain = (struct domain){ 0 };
	w.has_contact = 1;
	table_add(&w.contact, "i", COL_INT);
	table_add(&w.contact, "j", COL_INT);
	ok(touches_find(&t, &w, 0, &e) == TOUCH_GOOD && t.n == 0 && t.recorded, "records may say that nothing touches");
	table_resize(&w.contact, 1);
	ok(touches_find(&t, &w, 0, &e) == TOUCH_COLUMN && !strcmp(e.word, "x"), "records without a place");
	touches_free(&t);
	world_free(&w);
}

int main(void)
{
	test_all_pairs("open", 120, 9, 0, 0, 0, 0);
	test_all_pairs("periodic", 120, 9, 1, 1, 0, 1);
	test_all_pairs("periodic along y", 60, 6, 0, 1, 0, 1);
	test_all_pairs("tilted", 100, 8, 1, 1, 2.9, 1);
	test_all_pairs("tilted by more than a period", 100, 8, 1, 1, -9.3, 0);
	test_all_pairs("bodies that meet their own images", 6, 1.6, 1, 1, 0.3, 1);
	test_records("records, open", 0, 0, 0);
	test_records("records, periodic", 1, 1, 0);
	test_records("records, a plate without ends", 1, 0, 1);
	test_branch();
	test_pairs();
	test_held();
	return done();
}
