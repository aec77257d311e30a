/* outlines.c: skeletons of all bodies: shapes and sizes that many have in common, places, bounds, walls without an end. */
#include "contact/outlines.h"

#include <string.h>

#include "base/rng.h"
#include "tap.h"

enum { BODIES = 6, CORNERS = 40 };
struct scene {
	struct world w;
	struct outlines o;
	const struct shape *shape[BODIES];
	double size[BODIES], x[BODIES], y[BODIES], c[BODIES], s[BODIES];
};

static void make(struct world *w, int64_t id, enum shape_kind kind, double r, int n, const double (*xy)[2])
{
	struct shape *s = world_need_shape(w, id);

	shape_alloc(s, kind, n);
	s->r = r;
	memcpy(s->xy, xy, (size_t)n * sizeof *xy);
}

static void place(struct scene *z)
{
	outlines_init(&z->o, BODIES, z->shape, z->size);
	outlines_place(&z->o, 0, BODIES, z->x, z->y, z->c, z->s);
}

/* A jagged ring of many corners, a bent line, a disk off its body's origin; two bodies have shape and size in common, others one
 * of both. */
static void begin(struct scene *z)
{
	static const double line[3][2] = { { -0.7, 0.2 }, { 0.4, -0.3 }, { 0.9, 0.8 } }, point[1][2] = { { 0.3, -0.1 } };
	static const int of[BODIES] = { 3, 3, 7, 3, 5, 7 };
	static const double size[BODIES] = { 1.7, 0.6, 1.7, 1.7, 0.6, 1.3 };
	double ring[CORNERS][2];

	memset(z, 0, sizeof *z);
	world_init(&z->w, 2);
	for (int k = 0; k < CORNERS; k++) {
		double r = k % 2 ? 1.1 : 1.4, a = 2 * 3.14159265358979323846 * k / CORNERS;

		ring[k][0] = 0.2 + 1.3 * r * cos(a);
		ring[k][1] = -0.1 + 0.6 * r * sin(a);
	}
	make(&z->w, 7, SHAPE_POLYGON, 0.05, CORNERS, (const double (*)[2])ring);
	make(&z->w, 3, SHAPE_POLYLINE, 0.15, 3, line);
	make(&z->w, 5, SHAPE_POINT, 0.45, 1, point);
	for (int k = 0; k < BODIES; k++) {
		double t = 0.4 + 1.1 * k;

		z->shape[k] = world_shape(&z->w, of[k]);
		z->size[k] = size[k];
		z->x[k] = 3.1 * k - 4;
		z->y[k] = 2 - 0.7 * k;
		z->c[k] = cos(t);
		z->s[k] = sin(t);
	}
	place(z);
}

static void finish(struct scene *z)
{
	outlines_free(&z->o);
	world_free(&z->w);
}

/* Where the shapes' vertices are, and how far out they reach. */
static void places(void)
{
	struct scene z;
	double off = 0, arms = 0, edges = 0, forms = 0;

	begin(&z);
	for (int b = 0, v = 0; b < BODIES; b++) {
		const struct shape *h = z.shape[b];
		double arm = 0, box[4] = { INFINITY, INFINITY, -INFINITY, -INFINITY };
		const struct outline_form *f = outlines_form(&z.o, b);

		off += z.o.first[b] != v;
		for (int k = 0; k < h->n; k++, v++) {
			double lx = h->xy[k][0] * z.size[b], ly = h->xy[k][1] * z.size[b];
			int to = (k + 1) % h->n, ends = h->kind == SHAPE_POINT || (h->kind == SHAPE_POLYLINE && to == 0);
			double ex = h->xy[to][0] * z.size[b] - lx, ey = h->xy[to][1] * z.size[b] - ly;

			off = fmax(off, hypot(z.o.at[v].x - z.x[b] - z.c[b] * lx + z.s[b] * ly,
				z.o.at[v].y - z.y[b] - z.s[b] * lx - z.c[b] * ly));
			arm = fmax(arm, hypot(lx, ly));
			box[0] = fmin(box[0], lx), box[1] = fmin(box[1], ly), box[2] = fmax(box[2], lx), box[3] = fmax(box[3], ly);
			int q = v + z.o.shift[b];
			edges = fmax(edges, fabs(z.o.radius[q] - h->r * z.size[b]));
			edges = fmax(edges, fabs(z.o.il2[q] - (ends ? 0 : 1 / (ex * ex + ey * ey))));
			edges += z.o.step[q] != (ends ? 0 : to - k);
		}
		arms = fmax(arms, fmax(fabs(z.o.arm[b] - arm), fabs(z.o.reach[b] - arm - h->r * z.size[b])));
		for (int k = 0; k < 4; k++)
			arms = fmax(arms, fabs(f->box[k] - box[k]));
		arms = fmax(arms, fmax(fabs(f->fat - h->r * z.size[b]), fabs(f->thin - h->r * z.size[b])));
		for (int a = 0; a < b; a++)
			forms += (z.o.form[a] == z.o.form[b]) != (z.shape[a] == h && z.size[a] == z.size[b]);
	}
	near(off, 0, 1e-14, "vertices are where shapes, sizes, places and angles put them");
	near(edges, 0, 1e-12, "with radii, and edges to the next vertex");
	near(arms, 0, 1e-14, "boxes and greatest distances are those of the vertices");
	near(forms, 0, 0, "bodies have a form in common when they have shape and size");
	ok(z.o.n_vertex == 3 * 3 + 2 * CORNERS + 1, "there are as many vertices as shapes have");
	finish(&z);
}

/* Many shapes of few sizes are not taken for each other. */
static void many(void)
{
	enum { SHAPES = 400, ALL = 2 * SHAPES };
	const struct shape *shape[ALL];
	static const double origin[1][2] = { { 0, 0 } };
	double size[ALL];
	struct outlines o;
	struct world w;
	int wrong = 0;

	world_init(&w, 2);
	for (int k = 0; k < SHAPES; k++)
		make(&w, 5000 - 3 * k, SHAPE_POINT, 1 + 0.01 * k, 1, origin);
	for (int k = 0; k < ALL; k++) {
		shape[k] = world_shape(&w, 5000 - 3 * (k % SHAPES));
		size[k] = k % 2 ? 0.7 : 1.9;
	}
	outlines_init(&o, ALL, shape, size);
	for (int k = 0; k < ALL; k++)
		wrong += fabs(o.reach[k] - size[k] * (1 + 0.01 * (k % SHAPES))) > 1e-12;
	ok(wrong == 0 && o.n_form == SHAPES, "%d bodies have %d forms, %d of them another's", ALL, o.n_form, wrong);
	outlines_free(&o);
	world_free(&w);
}

static double to_edge(const struct outlines *o, int v, int e, double x, double y)
{
	double ax = o->at[v].x, ay = o->at[v].y, dx = o->at[e].x - ax, dy = o->at[e].y - ay, l2 = dx * dx + dy * dy;
	double t = l2 > 0 ? fmin(fmax(((x - ax) * dx + (y - ay) * dy) / l2, 0), 1) : 0;

	return hypot(x - ax - t * dx, y - ay - t * dy);
}

/* From points all around: which features are near, by the distance to each. */
static void nearest(void)
{
	struct scene z;
	struct rng g;
	int missed = 0, beyond = 0, order = 0, cut = 0, told = 0, out[CORNERS];

	begin(&z);
	rng_seed(&g, 5);
	for (int n = 0; n < 4000; n++) {
		int b = (int)rng_below(&g, BODIES), m = z.o.first[b + 1] - z.o.first[b], k = 0, any = 0;
		double x = 7 * rng_uniform(&g) - 3.5, y = 7 * rng_uniform(&g) - 3.5, far = 1.2 * rng_uniform(&g);
		int found = outlines_near(&z.o, b, x, y, z.c[b], z.s[b], far, out);

		for (int v = z.o.first[b]; v < z.o.first[b + 1]; v++) {
			int e = v + z.o.step[v + z.o.shift[b]], is = k < found && out[k] == v;
			int touches = to_edge(&z.o, v, e, x + z.x[b], y + z.y[b]) < far;

			missed += touches && !is;
			any |= touches;
			k += is;
		}
		order += k != found;
		cut += m > 12 && found < m;
		told += outlines_beyond(&z.o, b, x, y, z.c[b], z.s[b], far);
		beyond += any && outlines_beyond(&z.o, b, x, y, z.c[b], z.s[b], far);
	}
	ok(missed == 0 && order == 0, "of features that are near none is missed, and they come in order: %d, %d", missed, order);
	ok(cut > 400, "of forms with many, few are looked at: in %d cases", cut);
	ok(beyond == 0 && told > 400, "a body that is beyond a distance has no feature nearer: %d of %d", beyond, told);
	finish(&z);
}

/* The box of a turned bar is looked at in the bar's own frame: to rounding at its sides. */
static void bounds(void)
{
	struct scene z;
	int b = 0, wrong = 0;

	begin(&z); /* the bent line: x from -0.7 to 0.9, y from -0.3 to 0.8, times 1.7 */
	static const double at[4][3] = { { -0.7, 0.1, 0 }, { 0.9, 0.1, 1 }, { 0.2, -0.3, 2 }, { 0.2, 0.8, 3 } };
	for (int k = 0; k < 4; k++)
		for (int in = 0; in < 2; in++) {
			double lx = 1.7 * at[k][0], ly = 1.7 * at[k][1], d = in ? 0.2999 : 0.3001;

			lx += k == 0 ? -d : k == 1 ? d : 0;
			ly += k == 2 ? -d : k == 3 ? d : 0;
			wrong += outlines_beyond(&z.o, b, z.c[b] * lx - z.s[b] * ly, z.s[b] * lx + z.c[b] * ly, z.c[b], z.s[b], 0.3) == in;
		}
	ok(wrong == 0, "beyond each side of the box: %d wrong", wrong);
	finish(&z);
}

/* Two bodies with one edge, from -0.5 to 0.5 along their x, of size 2.4, turned by t; is the first one a wall without an end? */
struct bar { const char *what; double t, longer; int periodic[2]; double tilt; int unset, corners, expected; };

static void endless_one(const struct bar *a)
{
	static const double xy[3][2] = { { -0.5, 0 }, { 0.5, 0 }, { 0.5, 0.1 } };
	struct domain d = { .set = !a->unset, .lo = { 0.3, -1.1 }, .hi = { 2.7, 1.9 }, .periodic = { a->periodic[0], a->periodic[1] },
		.tilt = { a->tilt } };
	struct world w;
	struct outlines o;
	double len = fabs(sin(a->t)) > 0.5 ? 3 : 2.4, size[2] = { len * a->longer, len * a->longer }, far = 1.25 * len;

	world_init(&w, 2);
	make(&w, 4, SHAPE_POLYLINE, 0.1, a->corners ? a->corners : 2, xy);
	const struct shape *both[2] = { world_shape(&w, 4), world_shape(&w, 4) };
	outlines_init(&o, 2, both, size);
	double reach = o.reach[1];
	int is = outlines_endless(&o, 0, &d, cos(a->t), sin(a->t), far);
	ok(is == a->expected, "%s: %d", a->what, is);
	if (is) {
		const double origin[2] = { 0, 0 }, one[2] = { 1, 1 };

		/* both stand anywhere in the domain: their centres are a period apart at most */
		ok(o.arm[0] > len + far && o.arm[1] == 0.5 * size[1] && o.reach[1] == reach,
		   "its ends are out of reach, and the other one's are not moved: %g, %g", o.arm[0], o.arm[1]);
		near(o.reach[0] - o.arm[0], 0.1 * size[0], 1e-12, "it is as thick as before");
		outlines_place(&o, 0, 2, origin, origin, one, origin);
		ok(o.at[0].x == -o.at[1].x && o.at[1].x == o.arm[0] && o.at[0].y == 0 && o.at[2].x == -0.5 * size[1],
		   "it goes as far to either side");
	}
	outlines_free(&o);
	world_free(&w);
}

static void endless(void)
{
	const double up = 1.57079632679489661923;
	static const double pi = 3.14159265358979323846;
	const struct bar bars[] = {
		{ "a wall along x", 0, 1, { 1, 0 }, 0, 0, 0, 1 }, { "along y", up, 1, { 0, 1 }, 0, 0, 0, 2 },
		{ "turned over", pi, 1, { 1, 1 }, 0, 0, 0, 1 }, { "along y, down", -up, 1, { 1, 1 }, 0, 0, 0, 2 },
		{ "along x where y alone is periodic", 0, 1, { 0, 1 }, 0, 0, 0, 0 },
		{ "along y where x alone is periodic", up, 1, { 1, 0 }, 0, 0, 0, 0 },
		{ "along x in a tilted cell", 0, 1, { 1, 1 }, 0.3, 0, 0, 1 },
		{ "along y in a tilted cell, whose images are beside it", up, 1, { 1, 1 }, 0.3, 0, 0, 0 },
		{ "too short", 0, 1 - 1e-6, { 1, 1 }, 0, 0, 0, 0 }, { "longer", up, 1 + 1e-6, { 1, 1 }, 0, 0, 0, 2 },
		{ "longer by half", 0, 1.5, { 1, 0 }, 0, 0, 0, 1 }, { "longer than it has to be", 0, 60, { 1, 0 }, 0, 0, 0, 1 },
		{ "far too long", 0, 101, { 1, 0 }, 0, 0, 0, 0 },
		{ "longer, in a tilted cell", up, 1.5, { 1, 1 }, 0.3, 0, 0, 0 },
		{ "aslant", 1e-6, 1, { 1, 1 }, 0, 0, 0, 0 }, { "without a domain", 0, 1, { 1, 1 }, 0, 1, 0, 0 },
		{ "with a corner", 0, 1, { 1, 1 }, 0, 0, 3, 0 },
	};

	for (size_t k = 0; k < sizeof bars / sizeof *bars; k++)
		endless_one(&bars[k]);
}

int main(void)
{
	places();
	many();
	nearest();
	bounds();
	endless();
	return done();
}
