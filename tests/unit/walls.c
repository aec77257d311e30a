/* walls.c: walls of the plane: where their bodies stand, and what they know of the grains, across periodic edges that are
 * tilted */
#include "scene/wall.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "scene/place.h"
#include "scene/vessel.h"
#include "tap.h"

/* Two materials, a disk and a rod, a domain off the origin; grains 3 and 9 of sizes 1.4 and 0.6, and between them one that
 * is held, though it stands farther out than both. */
static void make(struct world *w)
{
	world_init(w, 2);
	w->domain = (struct domain){ .lo = { -3, 2 }, .hi = { 5, 7 }, .periodic = { 1, 1 }, .tilt = { 1.5 }, .set = 1 };
	world_need_material(w, "sand")->density = 2.5;
	world_need_material(w, "lead")->density = 7;
	struct shape *disk = world_need_shape(w, 4);
	shape_alloc(disk, SHAPE_POINT, 1);
	disk->r = 0.5;
	struct shape *rod = world_need_shape(w, 6);
	shape_alloc(rod, SHAPE_POLYLINE, 2);
	rod->r = 0.2;
	rod->xy[0][0] = -0.5;
	rod->xy[1][0] = 0.5;
	world_need_constraint(w, "held")->dof[0].drive = DRIVE_FIXED;
	const double at[3][5] = { { 4, 1.4, 4, 4, 0 }, { 4, 3, -2.4, 6.8, 0 }, { 6, 0.6, 1, 5, 1.1 } };
	for (int i = 0; i < 3; i++) {
		int row = world_add_body(w, (int64_t)at[i][0], i == 2 ? "sand" : "lead", i == 1 ? "held" : "-");
		struct bodies2 b = world_bodies2(w);

		b.size[row] = at[i][1];
		b.x[row] = at[i][2];
		b.y[row] = at[i][3];
		b.angle[row] = at[i][4];
		b.id[row] = 3 * (i + 1);
	}
}

static void test_grains(void)
{
	double box[3][4], area[2] = { M_PI * 0.49, (0.4 + 0.04 * M_PI) * 0.36 };
	int64_t id[GRAINS_NAMED];
	struct grain_extent g;
	struct world w;

	make(&w);
	struct bodies2 b = world_bodies2(&w);
	ok(grains_look(&w, &g, box) == 0 && g.n == 2, "two grains, and one body that is held");
	near(g.size, sqrt((area[0] + area[1]) / 2), 1e-14, "size: the root of their mean area");
	near(g.density, (7 * area[0] + 2.5 * area[1]) / (area[0] + area[1]), 1e-14, "density: mass over area");
	double x = 0.3 * cos(1.1), y = 0.3 * sin(1.1);
	near(box[2][0], 1 - x - 0.12, 1e-14, "box of a turned rod: left");
	near(box[2][1], 5 - y - 0.12, 1e-14, "below");
	near(box[2][2], 1 + x + 0.12, 1e-14, "right");
	near(box[2][3], 5 + y + 0.12, 1e-14, "above");
	near(box[1][0], -3.9, 1e-14, "the one that is held has a box as well");
	near(g.lo[0], 1 - x - 0.12, 1e-14, "of all grains: left");
	near(g.hi[0], 4.7, 1e-14, "right");
	near(g.lo[1], 3.3, 1e-14, "below");
	near(g.hi[1], 5 + y + 0.12, 1e-14, "above");
	ok(grains_is(&w, &b, 0) && !grains_is(&w, &b, 1) && grains_is(&w, &b, 2), "which are grains");
	ok(grains_beyond(&w, (const double (*)[4])box, 0, 0.9, 5, id) == 1 && id[0] == 9, "one reaches out to the left");
	ok(grains_beyond(&w, (const double (*)[4])box, 0, 0, 4.6, id) == 1 && id[0] == 3, "one to the right");
	ok(grains_beyond(&w, (const double (*)[4])box, 1, 3.4, 5.3, id) == 2 && id[0] == 3 && id[1] == 9, "both up or down");
	ok(grains_beyond(&w, (const double (*)[4])box, 1, 3.3, 5 + y + 0.12, id) == 0, "none where they fit exactly");
	b.shape[2] = 77;
	ok(grains_look(&w, &g, box) == 3, "a body without shape is named");
	world_free(&w);
}

/* The gap of two disks of radius r and s over the images of the second, by hand: shifts of 8 along x, and (1.5, 5) up. */
static double gap(double dx, double dy, double r, double s, int px, int py)
{
	double least = INFINITY;

	for (int m = -py; m <= py; m++)
		for (int k = -px; k <= px; k++)
			least = fmin(least, hypot(dx + 8 * k + 1.5 * m, dy + 5 * m) - r - s);
	return least;
}

static void test_gaps(void)
{
	static const double at[4][2] = { { -2.5, 3 }, { 4.6, 3.2 }, { 0.2, 6.8 }, { -1.2, 6.7 } };
	struct world w;

	make(&w);
	struct bodies2 b = world_bodies2(&w);
	b.shape[2] = 4;
	for (int periodic = 0; periodic < 4; periodic++)
		for (int k = 0; k < 4; k++) {
			w.domain.periodic[0] = periodic & 1;
			w.domain.periodic[1] = periodic >> 1;
			b.x[2] = at[k][0];
			b.y[2] = at[k][1];
			near(body_gap(&w, &b, 0, 2), gap(at[k][0] - 4, at[k][1] - 4, 0.7, 0.3, periodic & 1, periodic >> 1), 1e-14,
			     "gap of place %d, periodic %d: the nearest image", k, periodic);
		}
	world_free(&w);
}

/* The vertices of body row in space, unwrapped. */
static void vertex(struct world *w, int row, int k, double xy[2])
{
	struct bodies2 b = world_bodies2(w);
	struct place p = place_body(w, &b, row);
	double shift[2] = { 8 * (double)b.ix[row] + 1.5 * (double)b.iy[row], 5 * (double)b.iy[row] };

	place_vertex(&p, k, xy);
	xy[0] += shift[0];
	xy[1] += shift[1];
}

static void test_adding(void)
{
	static const double line[4][2] = { { 5.5, 8 }, { 9, 8.5 }, { 8.2, 10 }, { 6, 9 } };
	static const char *const what[5] = { "a bent line", "a ring", "a straight line without thickness", "a bent one", "a point" };
	static const int n[5] = { 4, 4, 2, 3, 1 };
	static const double r[5] = { 0.3, 0.25, 0, 0, 0.4 };
	struct world w;

	for (int kind = 0; kind < 5; kind++) {
		double worst = 0, x[2], mean[2] = { 0, 0 };

		make(&w);
		int row = wall_add(&w, line, n[kind], kind == 1, r[kind], "lead", "rail");
		struct bodies2 b = world_bodies2(&w);
		const struct shape *s = world_shape(&w, b.shape[row]);
		ok(row == 3 && b.id[row] == 10 && b.shape[row] == 7 && s->n == n[kind] && s->r == r[kind],
		   "%s: one body, one shape", what[kind]);
		ok(s->kind == (kind == 4 ? SHAPE_POINT : kind == 1 ? SHAPE_RING : SHAPE_POLYLINE), "%s: its kind", what[kind]);
		ok(!strcmp(w.names.word[b.material[row]], "lead") && !strcmp(w.names.word[b.tag[row]], "rail"), "%s: material and tag",
		   what[kind]);
		ok(b.x[row] >= -3 && b.x[row] < 5 + 1.5 && b.y[row] >= 2 && b.y[row] < 7, "%s: it stands in the domain", what[kind]);
		for (int k = 0; k < n[kind]; k++) {
			vertex(&w, row, k, x);
			worst = fmax(worst, fmax(fabs(x[0] - line[k][0]), fabs(x[1] - line[k][1])));
			mean[0] += s->xy[k][0] / n[kind];
			mean[1] += s->xy[k][1] / n[kind];
		}
		near(worst, 0, 1e-14, "%s: where it was drawn, across the edges of the domain", what[kind]);
		if (kind == 2) {
			near(fabs(mean[0]) + fabs(mean[1]), 0, 1e-14, "%s: about its middle", what[kind]);
			ok(s->area <= 0, "%s: no mass", what[kind]);
		}
		ok(kind == 2 || kind == 3 || s->area > 0, "%s: a mass", what[kind]);
		world_free(&w);
	}
	make(&w);
	int row = wall_add_about(&w, line, 4, 1, 0.1, "sand", "drum", (const double[2]){ -1, 3 });
	struct bodies2 b = world_bodies2(&w);
	double x[2];
	ok(b.x[row] == -1 && b.y[row] == 3 && world_shape(&w, b.shape[row])->kind == SHAPE_RING, "a ring about a place of its own");
	vertex(&w, row, 2, x);
	near(fabs(x[0] - 8.2) + fabs(x[1] - 10), 0, 1e-14, "stands where it was drawn");
	world_free(&w);
}

/* A wall that overlaps grains, one of them across an edge only. */
static void test_overlaps(void)
{
	int64_t id[GRAINS_NAMED];
	struct world w;

	make(&w);
	/* grain 3 has its right end at 4.7; its image to the left at -3.3; grain 9 is in the middle */
	int row = wall_add(&w, (const double[2][2]){ { -2.9, 3.9 }, { -2.9, 4.1 } }, 2, 0, 0.35, "sand", "rail");
	ok(grains_overlapping(&w, row, 1e-9, id) == 0, "a wall 0.05 short of the image of a grain");
	struct bodies2 b = world_bodies2(&w);
	b.x[row] -= 0.1;
	ok(grains_overlapping(&w, row, 1e-9, id) == 1 && id[0] == 3, "in it");
	ok(grains_overlapping(&w, row, 0.06, id) == 0, "but no deeper than that");
	b.x[row] = 1;
	b.y[row] = 5;
	ok(grains_overlapping(&w, row, 1e-9, id) == 1 && id[0] == 9, "and in the other");
	b.x[row] = -2.4;
	b.y[row] = 6.8;
	ok(grains_overlapping(&w, row, 1e-9, id) == 0, "bodies that are held may overlap it");
	world_free(&w);
}

int main(void)
{
	test_grains();
	test_gaps();
	test_adding();
	test_overlaps();
	return done();
}
