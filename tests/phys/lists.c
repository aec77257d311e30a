/* No contact is ever missed: the contacts that the simulator finds with any skin and any placement are those of all
 * pairs in all periodic images; and the skin does not change one bit of a run. */
#include "scene.h"

#include "world/deform.h"

/* What all pairs give, as one number that does not depend on the order: count, and a sum over features and overlaps. */
struct seen { int n; double sum, deepest; const int64_t *id; int64_t ix, iy; };

static double label(int64_t i, int64_t fi, int64_t j, int64_t fj, int64_t ix, int64_t iy)
{
	return (double)(i * 7919 + fi * 104729 + j * 1299709 + fj * 15485863 + (ix + 5) * 32452843 + (iy + 5) * 49979687);
}

static void count(void *to, int i, int vertex, int j, int edge, double overlap)
{
	struct seen *s = to;

	(void)i, (void)j, (void)vertex, (void)edge;
	s->n++;
	s->deepest = fmax(s->deepest, overlap);
}

static struct { struct seen *to; const int64_t *id; int first; int64_t ix, iy; } now;

static void add(void *to, int i, int vertex, int j, int edge, double overlap)
{
	int flip = i != now.first;

	count(to, i, vertex, j, edge, overlap);
	((struct seen *)to)->sum += overlap * label(now.id[i], vertex, now.id[j], edge, flip ? -now.ix : now.ix,
	                                            flip ? -now.iy : now.iy);
}

/* Of all bodies, or only those of the body in row from and the rows before it. */
static struct seen all_pairs(struct world *w, int from)
{
	struct seen s = { 0 };
	struct bodies2 b = world_bodies2(w);
	double shift[2];
	int most[2];

	for (int a = 0; a < 2; a++) {
		most[a] = w->domain.periodic[a] ? 2 + (a == 0 && w->domain.tilt[0] != 0) : 0;
	}
	for (int i = 0; i < b.n; i++)
		for (int j = i + 1 > from ? i + 1 : from; j < b.n; j++) {
			double ri = shape_reach(world_shape(w, b.shape[i])) * b.size[i];
			double rj = shape_reach(world_shape(w, b.shape[j])) * b.size[j];

			if (b.tag[i] && b.tag[j]) /* walls among themselves */
				continue;
			for (int v = -most[1]; v <= most[1]; v++)
				for (int u = -most[0]; u <= most[0]; u++) {
					shift[0] = u * (w->domain.hi[0] - w->domain.lo[0]) + v * w->domain.tilt[0];
					shift[1] = v * (w->domain.hi[1] - w->domain.lo[1]);
					if (hypot(b.x[j] + shift[0] - b.x[i], b.y[j] + shift[1] - b.y[i]) > ri + rj)
						continue;
					now.id = b.id;
					now.first = i;
					now.ix = u;
					now.iy = v;
					pair_contacts(w, i, j, u == 0 && v == 0 ? 0 : shift[0], v == 0 ? 0 : shift[1], add, &s);
				}
		}
	return s;
}

static struct seen from_rows(const struct world *w)
{
	struct seen s = { 0 };
	const struct table *t = &w->contact;
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j"), *fi = table_int(t, "fi"), *fj = table_int(t, "fj");
	const int64_t *ix = table_int(t, "ix"), *iy = table_int(t, "iy");
	const double *overlap = table_real(t, "overlap");

	for (int k = 0; k < t->n_row; k++) {
		s.n++;
		s.deepest = fmax(s.deepest, overlap[k]);
		s.sum += overlap[k] * label(i[k], fi[k], j[k], fj[k], ix[k], iy[k]);
	}
	return s;
}

enum scene_kind { MIXED, SMALL_BOX, OPEN, SHEARED, SMALL_SHEARED, FLOWING, SLIDING, KINDS };
static const char *const kind_name[] = { "sizes 1 to 30", "periodic box of a few bodies", "open and sparse",
                                         "sheared and compressed", "a few bodies, sheared and stretched",
                                         "disks that only flow together", "rows of disks that slide past each other" };

/* Grains of many sizes and shapes, not more than touching, moving fast. */
static void build(struct world *w, enum scene_kind kind, uint64_t seed)
{
	static const double pentagon[5][2] = { { 0.4, 0 }, { 0.12, 0.38 }, { -0.32, 0.24 }, { -0.32, -0.24 }, { 0.12, -0.38 } };
	static const double rod[2][2] = { { -0.8, 0 }, { 0.8, 0 } };
	struct rng g;
	int few = kind == SMALL_BOX || kind == SMALL_SHEARED, moves = kind == SHEARED || kind == SMALL_SHEARED, n = few ? 7 : 160;
	double side = few ? 3.3 : kind == OPEN ? 300 : 14;

	rng_seed(&g, seed);
	scene_begin(w, 50, 5, 0.5, 0.7);
	int64_t shape[3] = { scene_disk(w, 0.5), scene_shape(w, SHAPE_POLYGON, 5, pentagon, 0.1)->id,
	                     scene_shape(w, SHAPE_POLYLINE, 2, rod, 0.1)->id };
	if (kind != OPEN)
		w->domain = (struct domain){ .lo = { -3.3, 1.7 }, .hi = { -3.3 + side, 1.7 + side },
		                             .periodic = { 1, few || moves }, .set = 1 };
	if (moves) /* through half a period of tilt in 200 steps of 1e-3 */
		w->domain.tilt[0] = 0.42 * side;
	for (int k = 0; k < n; k++) {
		double size = few ? 1 : pow(30, -rng_uniform(&g)) * (k < 6 ? 3 : 1);
		double x = -3.3 + side * rng_uniform(&g), y = 1.7 + side * (0.1 + 0.8 * rng_uniform(&g)), u[4];
		int row;

		if (kind == OPEN && k % 4) { /* in small heaps */
			x = world_bodies2(w).x[k - 1] + 2 * (rng_uniform(&g) - 0.5);
			y = world_bodies2(w).y[k - 1] + 2 * (rng_uniform(&g) - 0.5);
		}
		scene_draw(&g, 4, u);
		row = scene_body(w, shape[k % 3], "-", x, y, 2 * pi * u[0]);
		world_bodies2(w).size[row] = size;
		scene_move(w, row, 2 * (u[1] - 0.5), 2 * (u[2] - 0.5), 4 * (u[3] - 0.5));
		if (all_pairs(w, row).deepest > 0.04 * fmin(size, 1) * 0.2)
			table_resize(&w->body, row), k--;
	}
	if (moves) {
		const double rate[6] = { [XX] = kind == SHEARED ? -0.1 : 0.2, [YY] = -0.2, [XY] = 1.5 };

		memcpy(w->domain.rate, rate, sizeof rate);
		world_add_flow(w, rate);
	}
	if (kind == MIXED) {
		scene_wall(w, -3.3, 1.7, -3.3 + side, 1.7, 0.05);
		scene_wall(w, -3.3, 1.7 + side, -3.3 + side, 1.7 + side, 0.05);
	}
}

/* Disks that have no motion of their own: the flow of the cell alone brings them together. Where rows slide, it is in straight
 * lines, so that no disk ever moves against it. */
static void build_flow(struct world *w, int slides)
{
	enum { SIDE = 6 };
	const double rate[6] = { [XX] = slides ? 0 : -1.2, [YY] = slides ? 0 : -1.3, [XY] = slides ? 1.5 : 0.5 };
	const double apart = 1.2, high = slides ? 0.99 : apart, less = slides ? 0.25 : 0;

	scene_begin(w, 2000, 500, 0.5, 0.7);
	int64_t disk = scene_disk(w, 0.5);
	w->domain = (struct domain){ .lo = { 2, 3 }, .hi = { 2 + SIDE * apart, 3 + SIDE * high }, .periodic = { 1, 1 },
	                             .tilt = { -SIDE * less }, .set = 1 };
	memcpy(w->domain.rate, rate, sizeof rate);
	for (int k = 0; k < SIDE * SIDE; k++)
		scene_body(w, disk, "-", 2 + apart * (k % SIDE + 0.5) - less * (k / SIDE), 3 + high * (k / SIDE + 0.3), 0.1);
	world_add_flow(w, rate);
}

/* A run with a given skin: contacts against all pairs on the way, whose number is returned. The state at the end is
 * kept in *w. */
static int run(struct world *w, enum scene_kind kind, double skin, double dt, uint64_t seed)
{
	struct sim_options o = dem2_defaults();
	struct sim_error e;
	int bad = 0, contacts = 0, steps = 200;

	if (kind == FLOWING || kind == SLIDING)
		build_flow(w, kind == SLIDING);
	else
		build(w, kind, seed);
	o.skin = skin;
	o.dt = dt;
	struct dem2 *sim = scene_start(w, o);
	for (int k = 0; k < steps; k++) {
		if (dem2_step(sim, &e))
			break;
		if (k % 10)
			continue;
		dem2_export(sim, w, 1);
		struct seen a = all_pairs(w, 0), b = from_rows(w);
		contacts += a.n;
		bad += a.n != b.n || fabs(a.sum - b.sum) > 1e-9 * fabs(a.sum) + 1e-3;
	}
	dem2_export(sim, w, 1);
	ok(bad == 0 && w->step == steps, "%s, skin %g: contacts are those of all pairs (%d)", kind_name[kind], skin,
	   contacts);
	dem2_free(sim);
	return contacts;
}

static int same(const struct world *a, const struct world *b)
{
	static const char *const column[] = { "x", "y", "angle", "vx", "vy", "omega" };
	int good = a->contact.n_row == b->contact.n_row && a->ledger.n == b->ledger.n;

	for (int c = 0; c < 6; c++)
		good = good && !memcmp(table_real(&a->body, column[c]), table_real(&b->body, column[c]),
		                       (size_t)a->body.n_row * sizeof(double));
	for (int k = 0; k < a->ledger.n && good; k++)
		good = !memcmp(&a->ledger.item[k].value, &b->ledger.item[k].value, sizeof(double));
	return good;
}

int main(void)
{
	static const double skin[] = { -1, 0, 1e-4, 0.013, 0.3, 2.5 };

	for (enum scene_kind kind = MIXED; kind < KINDS; kind++) {
		struct world first, w;

		for (int k = 0; k < 6; k++) {
			struct world *to = k ? &w : &first;

			int contacts = run(to, kind, skin[k], 1e-3, 7);
			ok(contacts > 20, "%s: %d contacts were seen", kind_name[kind], contacts);
			if (!k)
				continue;
			ok(same(&first, &w), "%s: skin %g gives the same bits", kind_name[kind], skin[k]);
			world_free(&w);
		}
		world_free(&first);
	}
	int contacts = 0;
	for (int seed = 30; seed < 42; seed++) { /* other placements against the cells */
		struct world w;

		contacts += run(&w, (enum scene_kind)(1 + seed % 4), 0.05, 1e-3, (uint64_t)seed);
		world_free(&w);
	}
	ok(contacts > 200, "%d contacts in other placements", contacts);
	return done();
}
