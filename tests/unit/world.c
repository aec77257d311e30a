/* world.c: what the state of a scene is made of: tables, lists of keys, shapes of space, outlets, images in a window; and two
 * scenes that become one. */
#include "world/world.h"

#include "scene_text.h"

#include <math.h>

#include "base/buf.h"
#include "base/quat.h"
#include "tap.h"
#include "world/change.h"
#include "world/deform.h"
#include "world/images.h"
#include "world/merge.h"
#include "world/outlet.h"

/* ---- tables and keys ---- */

static const char *text_of(const struct table *t, const char *column, int row)
{
	return t->pool + t->col[table_find(t, column)].text[row];
}

static void test_table(void)
{
	struct table t = { 0 }, copy = { 0 };
	static const char keep[] = { 0, 1, 0, 1, 1 };

	table_add(&t, "a", COL_REAL);
	table_add(&t, "b", COL_INT);
	table_add(&t, "c", COL_WORD);
	table_add(&t, "d", COL_TEXT);
	table_resize(&t, 5);
	ok(table_real(&t, "a")[4] == 0 && table_int(&t, "b")[0] == 0 && table_word(&t, "c")[3] == 0 && !*text_of(&t, "d", 2),
	   "new rows are 0, or empty");
	for (int i = 0; i < 5; i++) {
		char s[2] = { (char)('p' + i), 0 };
		size_t at = table_text(&t, s, 1);

		table_real(&t, "a")[i] = i + 0.5;
		table_int(&t, "b")[i] = 10 + i;
		table_word(&t, "c")[i] = 20 + i;
		t.col[3].text[i] = at;
	}
	table_keep(&t, keep);
	ok(t.n_row == 3 && table_real(&t, "a")[0] == 1.5 && table_int(&t, "b")[1] == 13 && table_word(&t, "c")[2] == 24 &&
	   !strcmp(text_of(&t, "d", 1), "s"), "rows that are kept keep their order, in columns of every kind");
	ok(table_repeat(&t, 1) == 3 && t.n_row == 4 && table_real(&t, "a")[3] == 3.5 && table_int(&t, "b")[3] == 13 &&
	   table_word(&t, "c")[3] == 23 && !strcmp(text_of(&t, "d", 3), "s") && table_real(&t, "a")[2] == 4.5, "a row repeated");
	table_add(&copy, "old", COL_REAL);
	table_copy(&copy, &t);
	table_real(&t, "a")[0] = 99;
	ok(copy.n_row == 4 && copy.n_col == 4 && table_find(&copy, "old") < 0 && table_real(&copy, "a")[0] == 1.5 &&
	   table_word(&copy, "c")[3] == 23 && !strcmp(text_of(&copy, "d", 2), "t"), "a copy has all of it, and is its own");
	table_drop(&t, "b");
	ok(t.n_col == 3 && table_find(&t, "b") < 0 && table_find(&t, "d") == 2 && table_word(&t, "c")[0] == 21,
		"a column dropped");
	table_drop(&t, "nothing");
	ok(t.n_col == 3 && !table_real(&t, "c") && !table_int(&t, "a"), "one that is not there, or of another kind, is none");
	ok(table_need_real(&t, "e", 2.5)[3] == 2.5 && table_need_real(&t, "a", 7)[0] == 99 && table_need_int(&t, "f",
		-3)[2] == -3 &&
	   table_need_word(&t, "g", 4)[1] == 4, "a column that is needed is filled where it was missing alone");
	ok(table_need_real(&t, "d", 1.25)[3] == 1.25 && t.n_col == 6, "one of another kind is replaced");
	table_resize(&t, 2);
	table_resize(&t, 6);
	ok(table_real(&t, "a")[1] == 3.5 && table_real(&t, "a")[2] == 0 && table_int(&t, "f")[5] == 0,
		"rows taken away and added are new");
	table_free(&t);
	table_free(&copy);
}

static void test_params(void)
{
	struct params p = { 0 }, q = { 0 };

	params_set(&p, "kn", 1.5);
	params_set(&p, "kt", 2.5);
	params_set(&p, "mu", 3.5);
	params_set(&p, "kt", 4.5);
	params_set(&q, "old", 1);
	params_copy(&q, &p);
	params_drop(&p, "kn");
	params_drop(&p, "none");
	ok(p.n == 2 && !strcmp(p.item[0].key, "kt") && p.item[0].value == 4.5 && params_get(&p, "mu", 0) == 3.5 &&
	   params_get(&p, "kn", 7) == 7, "keys keep their order, are set anew in their place, and are dropped");
	ok(q.n == 3 && params_get(&q, "kn", 0) == 1.5 && params_get(&q, "kt", 0) == 4.5 && !params_find(&q, "old"), "a copy");
	params_free(&p);
	params_free(&q);
}

/* ---- shapes of space ---- */

static int is_near(const double *a, const double *b, int n)
{
	double worst = 0;

	for (int k = 0; k < n; k++)
		worst = fmax(worst, fabs(a[k] - b[k]));
	return worst < 1e-13;
}

static const char shapes[] = "scree 1 dim=3\n"
	"shape 1 clump 1,2,3,0.5,2 -1,0.5,0.25,0.75\n"
	"shape 2 object a=1,2,3 at=0.5,-0.25,0.75 turn=0.8,0.2,-0.4,0.4 bump=0.5,1,2,3,4,5,6,0.5,0.25,-0.5 dent=0.25,0,1,0,1,2,3\n"
	"shape 3 mesh vertices=4 0,0,0 1,0,0 0,2,0 0,0,3 0,2,1 0,1,3 0,3,2 1,2,3\n"
	"shape 4 cylinder r=0.5 side=in length=4\nshape 5 ellipsoid a=3,1,2\nshape 6 sphere r=0.5\n"
	"mass 1 volume=3 I=3,4,5,0.5,-0.25,0.125 centre=1,2,3 turn=0.5,0.5,0.5,0.5 surface=2 error=1 method=given\n";

static void test_solid_scale(void)
{
	struct world w;

	read_all(shapes, &w);
	for (int64_t k = 1; k <= 6; k++)
		solid_scale(world_shape(&w, k)->solid, 2.5);
	const struct solid *s = world_shape(&w, 1)->solid;
	ok(is_near(s->ball[0], (double[4]){ 2.5, 5, 7.5, 1.25 }, 4) && is_near(s->ball[1], (double[4]){ -2.5, 1.25, 0.625,
		1.875 }, 4) &&
	   s->density[0] == 2, "a clump scaled: its pebbles, not their densities");
	ok(s->volume < 0 && s->surface < 0 && s->error < 0 && !*s->method && is_near(s->turned, (double[4]){ 1, 0, 0, 0 }, 4) &&
	   is_near(s->centre, (double[3]){ 0, 0, 0 }, 3), "its mass is forgotten");
	s = world_shape(&w, 2)->solid;
	/* Q = k (1 - (x - c)^T B (x - c)) is the same at places 2.5 times as far */
	ok(is_near(s->a, (double[3]){ 2.5, 5, 7.5 }, 3) && is_near(s->at, (double[3]){ 1.25, -0.625, 1.875 }, 3) &&
	   is_near(s->bump[0].c, (double[3]){ 2.5, 5, 7.5 }, 3) && s->bump[0].k == 0.5 &&
	   is_near(s->bump[0].b, (double[6]){ 0.64, 0.8, 0.96, 0.08, 0.04, -0.08 }, 6) && s->turn[0] == 0.8,
		"an object with its bumps");
	ok(is_near(s->bump[1].b, (double[3]){ 0.16, 0.32, 0.48 }, 3), "and dents");
	ok(is_near(world_shape(&w, 3)->solid->vertex[3], (double[3]){ 0, 0, 7.5 }, 3), "a mesh");
	ok(world_shape(&w, 4)->solid->r == 1.25 && world_shape(&w, 4)->solid->length == 10, "a cylinder");
	world_free(&w);
}

/* x_old = centre + R(turned) x: points of the new frame are those of the old one. */
static void test_shape_move(void)
{
	const double centre[3] = { 0.3, -0.7, 1.1 }, turned[4] = { 0.5, -0.5, 0.5, 0.5 };
	double m[3][3], p[3], q[4];
	struct world w;

	quat_matrix(m, turned);
	const double (*r)[3] = (const double (*)[3])m;
	read_all(shapes, &w);
	for (int64_t k = 1; k <= 6; k++)
		shape_move(world_shape(&w, k), centre, turned);
	const struct solid *s = world_shape(&w, 1)->solid;
	mat3_apply(p, r, s->ball[1]);
	ok(is_near((double[3]){ p[0] + 0.3, p[1] - 0.7, p[2] + 1.1 }, (double[3]){ -1, 0.5, 0.25 }, 3) && s->ball[1][3] == 0.75 &&
	   s->volume == 3, "a clump in another frame");
	mat3_apply(p, r, world_shape(&w, 3)->solid->vertex[3]);
	ok(is_near((double[3]){ p[0] + 0.3, p[1] - 0.7, p[2] + 1.1 }, (double[3]){ 0, 0, 3 }, 3), "a mesh");
	s = world_shape(&w, 2)->solid;
	mat3_apply(p, r, s->at);
	quat_times(q, turned, s->turn);
	ok(is_near((double[3]){ p[0] + 0.3, p[1] - 0.7, p[2] + 1.1 }, (double[3]){ 0.5, -0.25, 0.75 }, 3) &&
	   is_near(q, (double[4]){ 0.8, 0.2, -0.4, 0.4 }, 4) && s->bump[0].c[2] == 3,
		"an object: its own frame moves, its bumps stay in it");
	/* R's columns are the new axes: the new x axis is the old one that it lies along */
	s = world_shape(&w, 5)->solid;
	for (int k = 0; k < 3; k++)
		p[k] = fabs(m[0][k]) > 0.5 ? 3 : fabs(m[1][k]) > 0.5 ? 1 : 2;
	ok(is_near(s->a, p, 3), "an ellipsoid: its axes are permuted");
	ok(world_shape(&w, 6)->solid->ball[0][0] == 0 && world_shape(&w, 4)->solid->r == 0.5, "spheres and walls stay");
	world_free(&w);
}

/* The ellipsoid of B = V diag(l) V^T reaches sqrt(sum V_kj^2 / l_j). */
static void test_bumps(void)
{
	const double l[3] = { 2, 5, 11 }, q[4] = { 0.8, 0.2, -0.4, 0.4 }, a[3] = { 1, 2, 0.5 };
	double v[3][3], reach[3], want[3], lo[3], hi[3], full[3][3];
	struct bump b[2] = { { .sign = 1, .k = 1, .c = { 0.8, -1.9, 0.3 } }, { .sign = -1, .k = 1, .c = { 9, 9, 9 }, .b = { 1, 1,
		1 } } };

	quat_matrix(v, q);
	for (int i = 0; i < 3; i++) {
		want[i] = 0;
		for (int j = 0; j < 3; j++) {
			want[i] += v[i][j] * v[i][j] / l[j];
			full[i][j] = v[i][0] * v[j][0] * l[0] + v[i][1] * v[j][1] * l[1] + v[i][2] * v[j][2] * l[2];
		}
		want[i] = sqrt(want[i]);
	}
	memcpy(b[0].b, (double[6]){ full[0][0], full[1][1], full[2][2], full[0][1], full[0][2], full[1][2] }, sizeof b[0].b);
	bump_reach(&b[0], reach);
	ok(is_near(reach, want, 3), "how far a bump reaches");
	bumps_box(a, 2, b, lo, hi);
	for (int k = 0; k < 3; k++) {
		near(lo[k], fmin(-a[k], b[0].c[k] - want[k]), 1e-13, "the box around an object with it and a dent: low %d", k);
		near(hi[k], fmax(a[k], b[0].c[k] + want[k]), 1e-13, "high");
	}
}

static void test_inertia(void)
{
	static const struct { double t[6]; int good; const char *what; } tensor[] = {
		{ { 3, 4, 5, 0, 0, 0 }, 1, "a tensor" }, { { 1, 2, 3, 0, 0, 0 }, 1, "of a flat body" },
		{ { 3.1, 1, 2, 0, 0, 0 }, 0, "xx above the others' sum" }, { { 1, 3.1, 2, 0, 0, 0 }, 0, "yy" }, { { 1, 2, 3.1, 0, 0,
			0 }, 0, "zz" },
		{ { 3, 4, 5, 3.5, 0, 0 }, 0, "xy too large" }, { { 3, 4, 5, 0, 3.9, 0 }, 0, "xz too large" }, { { 3, 4, 5, 0, 0,
			-4.5 }, 0, "yz too large" },
		{ { 3, 4, 5, 3.4, 0, 0 }, 1, "xy just not" }, { { 3, 4, 5, 0, 3.8, 0 }, 1, "xz just not" }, { { 3, 4, 5, 0, 0, -4.4 },
			1, "yz just not" },
		{ { -3, -4, 5, 0, 0, 0 }, 0, "below 0" }, { { 3, 4, -5, 0, 0, 0 }, 0, "zz below 0" }, { { 2, 2, 2, 1.5, 1.5, -1.5 },
			0, "all products" },
		{ { 2, 2, 2, 1.5, 1.5, 1.5 }, 1, "of the other sign" },
	};

	for (size_t k = 0; k < sizeof tensor / sizeof *tensor; k++)
		ok((inertia_fault(tensor[k].t) == NULL) == tensor[k].good, "%s %s", tensor[k].what,
			tensor[k].good ? "can be" : "cannot be");
}

static void test_reach(void)
{
	struct world w;

	read_all("scree 1 dim=3\nshape 1 clump 1,2,2,0.5 -3,4,0,0.25\n"
	         "shape 2 mesh vertices=4 0,0,0 1,0,0 0,2,0 2,3,6 0,2,1 0,1,3 0,3,2 1,2,3\n"
	         "shape 3 ellipsoid a=0.5,0.75,0.25\nshape 4 plane\nshape 5 cylinder r=0.5 side=out\n", &w);
	ok(shape_reach(world_shape(&w, 1)) == 5.25 && shape_reach(world_shape(&w, 2)) == 7 && shape_reach(world_shape(&w,
		3)) == 0.75 &&
	   shape_reach(world_shape(&w, 4)) == INFINITY && shape_reach(world_shape(&w, 5)) == INFINITY, "reaches in space");
	world_free(&w);
	read_all("scree 1 dim=2\nshape 1 polyline r=0.5 3,4 -1,0\nshape 2 disks 3,4,0.25 -1,0,4.5\nshape 3 ring r=0.5 0,0 1,0 0,1\n"
	         "shape 4 polygon r=0 0,0 1,0 0,1\nshape 5 point r=0.25 0.6,0.8\n", &w);
	ok(shape_reach(world_shape(&w, 1)) == 5.5 && shape_reach(world_shape(&w, 2)) == 5.5 && shape_reach(world_shape(&w,
		5)) == 1.25,
	   "in the plane");
	ok(shape_edges(world_shape(&w, 1)) == 1 && shape_edges(world_shape(&w, 2)) == 0 && shape_edges(world_shape(&w, 3)) == 3 &&
	   shape_edges(world_shape(&w, 4)) == 3 && shape_edges(world_shape(&w, 5)) == 0, "edges");
	world_free(&w);
}

/* ---- who is held ---- */

static void test_held(void)
{
	struct world w;

	read_all("scree 1 dim=2\nshape 1 point r=1 0,0\nshape 2 point r=1 0,0\nshape 3 point r=1 0,0\nshape 4 point r=1 0,0\n"
	         "constraint all x=fixed y=v:1 angle=f:1\nconstraint some x=fixed y=fixed\n"
	         "columns body id shape x y tag\nframe 0 t=0 body=4\nbody 1 1 0 0 all\nbody 2 2 0 0 some\n"
	         "body 3 3 0 0 all\nbody 4 3 0 0 -\nend 0\n",
	         &w);
	ok(world_shape_is_held(&w, world_shape(&w, 1)), "a shape is held where constraints drive all of its bodies in all ways");
	ok(!world_shape_is_held(&w, world_shape(&w, 2)) && !world_shape_is_held(&w, world_shape(&w, 3)) &&
	   !world_shape_is_held(&w, world_shape(&w, 4)), "not where one way, or one body, is free, or there is no body");
	world_free(&w);
	read_all("scree 1 dim=3\nshape 1 sphere r=1\nshape 2 sphere r=1\nconstraint all x=fixed y=v:1 z=fixed rx=fixed ry=fixed rz=f:1\n"
	         "constraint some x=fixed y=v:1 z=fixed rx=fixed ry=fixed\n"
	         "columns body id shape x y z tag\nframe 0 t=0 body=2\nbody 1 1 0 0 0 all\nbody 2 2 0 0 0 some\nend 0\n", &w);
	ok(world_shape_is_held(&w, world_shape(&w, 1)) && !world_shape_is_held(&w, world_shape(&w, 2)), "in space by six");
	world_free(&w);
}

static void test_add(void)
{
	struct world w;

	read_all("scree 1 dim=3\nshape 7 sphere r=1\nshape 3 sphere r=1\ncolumns body id shape x y z\n"
	         "frame 0 t=0 body=2\nbody 9 7 0 0 0\n"
	         "body 4 3 0 0 0\nend 0\n", &w);
	ok(world_last_id(&w) == 9 && world_last_shape(&w) == 7, "the last id and shape are the greatest");
	int row = world_add_body(&w, 3, "sand", "lid");
	struct bodies3 b = world_bodies3(&w);
	ok(row == 2 && b.id[2] == 10 && b.shape[2] == 3 && b.size[2] == 1 && b.size[0] == 1 && b.q[0][2] == 1 && b.q[0][0] == 1 &&
	   b.q[1][2] == 0 && !strcmp(w.names.word[b.tag[2]], "lid") && b.tag[0] == 0,
		"a body that is added has the next id, and columns what is default");
	world_free(&w);
}

/* Of words and shapes there may be many: each is found again. */
static void test_many(void)
{
	struct world w;
	int wrong = 0;

	world_init(&w, 2);
	for (int64_t k = 1; k <= 500; k++) {
		world_need_shape(&w, k * 7919 % 1009)->r = (double)k;
		char name[20];
		snprintf(name, sizeof name, "n%d", (int)k);
		world_name(&w, name);
	}
	for (int64_t k = 1; k <= 500; k++)
		wrong += world_shape(&w, k * 7919 % 1009)->r != (double)k;
	ok(wrong == 0 && w.n_shape == 500 && !world_shape(&w, 2000) && world_find_name(&w, "n77") == 77 && world_find_name(&w,
		"n501") < 0,
	   "five hundred shapes and words are found again");
	world_free(&w);
}

/* ---- periodic edges ---- */

static void test_wrap(void)
{
	const struct domain d = { .set = 1, .lo = { -1.5, 2, 5 }, .hi = { 2.5, 5, 7 }, .periodic = { 1, 1, 1 } };
	double x[3] = { 2.5, 1.999, 12.5 };
	int64_t image[3] = { 3, -2, 1 };

	domain_wrap3(&d, x, image);
	ok(x[0] == -1.5 && image[0] == 4, "the upper edge is the lower one, one image on");
	ok(fabs(x[1] - 4.999) < 1e-15 && image[1] == -3 && x[2] == 6.5 && image[2] == 4, "below and far above");
	x[0] = nextafter(-1.5, -9);
	x[1] = NAN;
	x[2] = 1e300;
	domain_wrap3(&d, x, image);
	ok(x[0] >= -1.5 && x[0] < 2.5, "what is a hair below stays inside");
	ok(x[1] == 2 && image[1] > IMAGES_MAX && x[2] == 5 && image[2] > IMAGES_MAX,
		"what cannot be counted is at the edge, its count lost");
	x[2] = -1e300;
	image[2] = 0;
	domain_wrap3(&d, x, image);
	ok(image[2] < -IMAGES_MAX, "downwards, too");
	x[1] = 3;
	x[2] = 99;
	domain_wrap3(&d, x, image);
	ok(image[1] > IMAGES_MAX && image[2] < -IMAGES_MAX, "what is lost stays so, whatever comes next");
	const struct domain open = { .set = 1, .lo = { -1.5, 2, 5 }, .hi = { 2.5, 5, 7 }, .periodic = { 0, 1, 0 } };
	double y[3] = { 9, 9, 9 };
	int64_t none[3] = { 0, 0, 0 };
	domain_wrap3(&open, y, none);
	ok(y[0] == 9 && y[1] == 3 && y[2] == 9 && none[0] == 0 && none[1] == 2 && none[2] == 0, "along periodic axes alone");
}

/* All images of a box that meet a window, against all that there might be. */
static void test_images(void)
{
	const struct domain d = { .set = 1, .lo = { -1.3, 0.7 }, .hi = { 2.9, 4.4 }, .periodic = { 1, 1 }, .tilt = { 0.9 } };
	const double lo[2] = { 0.3, 1.1 }, hi[2] = { 1.7, 1.9 }, from[2] = { -3.1, 2.2 }, to[2] = { 8.3, 11.6 };

	for (int axes = 0; axes < 4; axes++) {
		struct domain e = d;
		struct images it;
		double shift[2], sum[2] = { 0, 0 }, want[2] = { 0, 0 };
		int n = 0, all = 0;

		e.periodic[0] = axes & 1;
		e.periodic[1] = axes >> 1;
		e.tilt[0] = axes == 3 ? 0.9 : 0;
		ok(images_begin(&it, &e, lo, hi, from, to) == 0, "images, periodic axes %d", axes);
		for (; images_next(&it, shift) && n < 99; n++)
			sum[0] += shift[0] * (n + 1), sum[1] += shift[1] * (n + 1);
		for (int m = -9; m <= 9; m++)
			for (int k = -9; k <= 9; k++) {
				double s[2] = { k * 4.2 + m * e.tilt[0], m * 3.7 };
				int meets = 1;

				for (int a = 0; a < 2; a++)
					meets &= e.periodic[a] ? lo[a] + s[a] <= to[a] && hi[a] + s[a] >= from[a] : (a ? m : k) == 0;
				if (!meets)
					continue;
				all++;
				want[0] += s[0] * all;
				want[1] += s[1] * all;
			}
		ok(n == all && fabs(sum[0] - want[0]) < 1e-11 && fabs(sum[1] - want[1]) < 1e-11,
			"the %d that meet the window, row by row", all);
	}
	struct images it;
	ok(images_begin(&it, &d, lo, hi, (double[2]){ -1e9, 0 }, (double[2]){ 1e9, 1e9 }) == -1, "too many are refused");
	ok(images_begin(&it, &d, lo, hi, (double[2]){ 1e17, 0 }, (double[2]){ 1e17 + 64, 1 }) == -1 &&
	   images_begin(&it, &d, lo, hi, (double[2]){ -1e17, 0 }, (double[2]){ -1e17 + 64, 1 }) == -1 &&
	   images_begin(&it, &d, lo, hi, (double[2]){ 0, 1e17 }, (double[2]){ 1, 1e17 + 64 }) == -1,
		"and those too far to be counted");
}

/* ---- outlets ---- */

static void test_outlet(void)
{
	static const struct { const char *record, *fault; } plane[] = {
		{ "left=-1", NULL }, { "left=-1.125", "line inside" }, { "right=8", NULL }, { "right=8.125", "line inside" },
			{ "below=-2", NULL },
		{ "above=9.125", "line inside" }, { "tag=t return=-1,8,0", NULL }, { "tag=t return=-1.5,7,0", "return= inside" },
		{ "tag=t return=0,8.5,0", "return= inside" }, { "tag=t return=0,1,-2.5", "return= inside" }, { "tag=t return=0,1,9",
			"return= inside" },
	};
	static const struct { const char *record, *fault; } space[] = {
		{ "front=-2.125", "plane inside" }, { "back=9.125", "plane inside" }, { "below=-3.125", "plane inside" },
			{ "front=-1 ", NULL },
		{ "tag=t return=0,1,-2.5,3,4", "return= inside" }, { "tag=t return=0,1,0,9.5,4", "return= inside" },
		{ "tag=t return=0,1,0,3,10", "return= inside" }, { "tag=t return=0,1,0,3,-3", NULL },
	};
	struct world w;
	char *text;

	for (int k = 0; k < 11 + 8; k++) {
		const char *record = k < 11 ? plane[k].record : space[k - 11].record,
			*fault = k < 11 ? plane[k].fault : space[k - 11].fault;

		if (asprintf(&text, "scree 1 dim=%d\noutlet a %s\n", k < 11 ? 2 : 3, record) < 0)
			abort();
		read_all(text, &w);
		w.domain = (struct domain){ .set = 1, .lo = { -1, -2, -3 }, .hi = { 8, 9, 10 } };
		const char *found = outlet_fault(&w, &w.outlet[0]);
		ok(!found == !fault && (!fault || strstr(found, fault)), "outlet %s: %s", record, found ? found : "good");
		free(text);
		world_free(&w);
	}
	/* in a domain that is periodic along an axis, across which no line may lie */
	for (int axis = 0; axis < 3; axis++) {
		read_all("scree 1 dim=3\noutlet a left=0\noutlet b front=0\noutlet c below=0\noutlet d tag=t return=0,1,0,1,0\n", &w);
		w.domain = (struct domain){ .set = 1, .lo = { -1, -2, -3 }, .hi = { 8, 9, 10 } };
		w.domain.periodic[axis] = 1;
		int good = 1;
		for (int k = 0; k < 3; k++)
			good &= !outlet_fault(&w, &w.outlet[k]) == (k != axis);
		good &= !outlet_fault(&w, &w.outlet[3]) == (axis != 2);
		ok(good, "no plane across a periodic axis %d, nor on top of what has none", axis);
		world_free(&w);
	}
	read_all("scree 1 dim=3\noutlet a left=0.5\noutlet b right=1.5\noutlet c front=2.5\noutlet d back=3.5\noutlet e below=4.5\n"
	         "outlet f above=5.5 return=1,2,3,4,5\noutlet g tag=t\noutlet h\n", &w);
	static const int axis[] = { 0, 0, 1, 1, 2, 2, -1 }, sign[] = { -1, 1, -1, 1, -1, 1 };
	int good = 1;
	for (int k = 0; k < 7; k++)
		good &= outlet_axis(&w.outlet[k], 3) == axis[k] && (k == 6 || outlet_sign(&w.outlet[k]) == sign[k]) &&
			outlet_takes(&w.outlet[k]);
	ok(good && !outlet_takes(&w.outlet[7]), "axes and directions of sides");
	world_shift_outlets(&w, (double[3]){ 10, 20, 30 });
	good = 1;
	for (int k = 0; k < 6; k++)
		good &= w.outlet[k].at == k + 0.5 + 10 * (1 + axis[k]);
	ok(good && is_near(w.outlet[5].to, (double[5]){ 11, 12, 23, 24, 35 }, 5),
		"outlets shift along their own axes, and where they put back");
	world_free(&w);
}

/* ---- two scenes ---- */

#define DEFINITIONS "scree 1 dim=2\nmaterial sand density=2 colour=red\nmaterial clay density=3\n" \
	"law sand clay linear kn=1 kt=2\nlaw clay clay hertz kn=3\n" \
	"constraint lid x=ramp:1,2,3,4 y=p:5 angle=table:1,8,2,9 m=6 c=7 between=a,b\noutlet out left=0.5 tag=t from=2 return=1,2,3\n" \
	"shape 7 point r=0.5 0,0\n"
static const char first[] = DEFINITIONS "columns body id shape x y\ncolumns contact i j xi\n"
	"frame 0 t=0.5 body=2 contact=1\nbody 9 7 1 2\nbody 4 7 3 4\ncontact 9 4 0.25\nledger work=1\nend 0\n";
static const char worn[] = DEFINITIONS "columns body id shape material x y\nframe 0 t=0.5 body=2\n"
	"body 9 7 sand 1 2\nbody 4 7 clay 3 4\nend 0\n";

/* What the second says otherwise is told by its name. */
static void test_differences(void)
{
	static const struct { const char *from, *to; enum merge_status status; const char *what; } change[] = {
		{ "sand density=2 ", "sand density=2.5 ", MERGE_MATERIAL, "sand" }, { "colour=red", "colour=blue", MERGE_MATERIAL,
			"sand" },
		{ "clay density=3", "clay density=4", MERGE_MATERIAL, "clay" },
		{ "kn=1 ", "kn=1.5 ", MERGE_LAW, "sand" }, { " kt=2", " mu=2", MERGE_LAW, "sand" }, { " kt=2", "", MERGE_LAW,
			"sand" },
		{ "hertz", "linear", MERGE_LAW, "clay" }, { "x=ramp:1,2,3,4 ", "", MERGE_CONSTRAINT, "lid" },
		{ "2,9 ", "2,9.5 ", MERGE_CONSTRAINT, "lid" }, { "2,9 ", "2,9,3,9 ", MERGE_CONSTRAINT, "lid" },
		{ "1,2,3,4 ", "1,2,3,5 ", MERGE_CONSTRAINT, "lid" }, { "y=p:5", "y=p:5.5", MERGE_CONSTRAINT, "lid" }, { "m=6", "m=8",
			MERGE_CONSTRAINT, "lid" },
		{ "c=7", "c=8", MERGE_CONSTRAINT, "lid" }, { "=a,b", "=a,c", MERGE_CONSTRAINT, "lid" }, { "=a,b", "=c,b",
			MERGE_CONSTRAINT, "lid" },
		{ " between=a,b", "", MERGE_CONSTRAINT, "lid" }, { "left", "right", MERGE_OUTLET, "out" }, { "left=0.5", "left=0.25",
			MERGE_OUTLET, "out" },
		{ "tag=t", "tag=u", MERGE_OUTLET, "out" }, { " tag=t", "", MERGE_OUTLET, "out" }, { "from=2", "from=3", MERGE_OUTLET,
			"out" },
		{ " return=1,2,3", " return=1,2,4", MERGE_OUTLET, "out" }, { " return=1,2,3", "", MERGE_OUTLET, "out" },
		{ "law sand clay", "law clay sand", MERGE_GOOD, NULL }, { "kn=1 kt=2", "kt=2 kn=1", MERGE_GOOD, NULL },
	};

	for (size_t k = 0; k < sizeof change / sizeof *change; k++) {
		const char *at = strstr(worn, change[k].from), *what[2];
		struct world w, other;
		char *text;

		if (asprintf(&text, "%.*s%s%s", (int)(at - worn), worn, change[k].to, at + strlen(change[k].from)) < 0)
			abort();
		read_all(worn, &w);
		const char *error = read_all(text, &other);
		enum merge_status status = world_merge(&w, &other, what);
		ok(!*error && status == change[k].status && (!change[k].what || !strcmp(what[0], change[k].what)), "%s for %s: %s %s",
			change[k].to,
		   change[k].from, status ? "refused" : "merged", error);
		free(text);
		world_free(&w);
		world_free(&other);
	}
}

static void test_merge(void)
{
	static const char second[] = "scree 1 dim=2\nmaterial mud density=4 wet=yes\nmaterial sand density=2 colour=red\n"
		"law mud sand cohesive kn=5 pull=6\nconstraint rod x=fixed m=3 between=-,-\nconstraint free\n"
		"outlet in above=4 from=1 return=5,6,7\n"
		"shape 2 disks hue=1 0,0,1 1,2,0.5\nmass 2 area=3 I=4 method=exact\nshape 5 polyline r=0.25 0,0 1,2\n"
		"columns body id shape x y size label omega material tag\ncolumns contact j i fn ix\n"
		"frame 3 t=9 body=2 contact=1\nbody 3 5 -1 -2 1.5 red 0.5 mud rod\nbody 1 2 -3 -4 2.5 blue 0.25 - -\ncontact 1 3 8 -1\nend 3\n";
	char *text = mem_string(second), *between = strstr(text, " between=-,-");
	struct world w, other;
	const char *what[2];

	memset(between, ' ', 12);
	read_all(first, &w);
	read_all(text, &other);
	ok(world_merge(&w, &other, what) == MERGE_GOOD, "two scenes merge");
	struct bodies2 b = world_bodies2(&w);
	ok(b.n == 4 && b.id[2] == 12 && b.id[3] == 10 && b.shape[2] == 12 && b.shape[3] == 9 && b.size[2] == 1.5 &&
		b.size[0] == 1 &&
	   b.x[3] == -3 && b.y[3] == -4 && b.omega[2] == 0.5 && b.omega[0] == 0,
		"bodies: ids and shapes are above all of the first");
	ok(!strcmp(w.names.word[b.material[2]], "mud") && !strcmp(w.names.word[b.tag[2]], "rod") && b.tag[3] == 0 &&
		b.material[0] == 0,
	   "their words");
	ok(!strcmp(text_of(&w.body, "label", 2), "red") && !*text_of(&w.body, "label", 0),
		"a column of one has no value in the other");
	ok(w.contact.n_row == 2 && table_int(&w.contact, "i")[1] == 12 && table_int(&w.contact, "j")[1] == 10 &&
	   table_real(&w.contact, "fn")[1] == 8 && table_int(&w.contact, "ix")[1] == -1 && table_real(&w.contact, "xi")[1] == 0 &&
	   table_int(&w.contact, "i")[0] == 9 && table_real(&w.contact, "xi")[0] == 0.25, "contacts");
	const struct shape *s = world_shape(&w, 9);
	ok(s->kind == SHAPE_DISKS && s->n == 2 && s->radius[1] == 0.5 && s->xy[1][1] == 2 && s->area == 3 && s->inertia == 4 &&
	   !strcmp(s->method, "exact") && !strcmp(s->extra, " hue=1") && world_shape(&w, 12)->r == 0.25,
		"shapes with their masses");
	ok(world_shape(&w, 7)->r == 0.5 && w.n_shape == 3, "those of the first stay");
	const struct law *l = world_law(&w, "mud", "sand");
	ok(l && !strcmp(l->kind, "cohesive") && params_get(&l->par, "pull", 0) == 6 && world_material(&w, "mud")->density == 4 &&
	   !strcmp(world_material(&w, "mud")->extra, " wet=yes") && w.n_material == 3 && w.n_law == 3, "materials and laws");
	const struct constraint *c = world_constraint(&w, "rod");
	ok(c && c->dof[0].drive == DRIVE_FIXED && c->m == 3 && world_constraint(&w, "free") && world_constraint(&w,
		"lid")->c == 7,
	   "constraints");
	const struct outlet *o = world_outlet(&w, "in");
	ok(o && o->side == OUTLET_ABOVE && o->at == 4 && o->from == 1 && o->back && o->to[2] == 7 && !o->tag, "outlets");
	ok(w.ledger.n == 0 && w.step == 0 && w.t == 0.5, "the ledger is void, the time is the first's");
	world_free(&w);
	world_free(&other);

	/* the second alone has contacts */
	read_all("scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 body=1\nbody 2 1 0 0\nend 0\n",
		&w);
	read_all(text, &other);
	ok(world_merge(&w, &other, what) == MERGE_GOOD && w.has_contact && w.contact.n_row == 1 && table_int(&w.contact,
		"j")[0] == 3,
	   "contacts of the second alone");
	world_free(&w);
	world_free(&other);
	free(text);
}

/* Shapes of space are copied whole, and are then their own. */
static void test_merge_solids(void)
{
	struct world w, other, same;
	const char *what[2];

	read_all("scree 1 dim=3\nshape 4 sphere r=1\n", &w);
	read_all(shapes, &other);
	read_all(shapes, &same);
	world_merge(&w, &other, what);
	world_free(&other);
	const struct solid *a = world_shape(&w, 5)->solid, *b = world_shape(&same, 1)->solid;
	ok(world_shape(&w, 5)->n == 2 && is_near(a->ball[0], b->ball[0], 8) && is_near(a->density, b->density, 2) &&
		a->volume == 3 &&
	   is_near(a->inertia, b->inertia, 6) && is_near(a->turned, b->turned, 4) && a->surface == 2 && !strcmp(a->method,
		"given"), "a clump");
	a = world_shape(&w, 6)->solid, b = world_shape(&same, 2)->solid;
	ok(a->n_bump == 2 && is_near(a->bump[1].b, b->bump[1].b, 6) && a->bump[1].sign == -1 && is_near(a->at, b->at, 3),
		"an object");
	a = world_shape(&w, 7)->solid, b = world_shape(&same, 3)->solid;
	ok(a->n_face == 4 && is_near(a->vertex[0], b->vertex[0], 12) && !memcmp(a->face, b->face, 12 * sizeof(int)), "a mesh");
	ok(world_shape(&w, 8)->solid->length == 4 && world_shape(&w, 4)->kind == SHAPE_SPHERE, "a cylinder");
	world_free(&w);
	world_free(&same);
}

/* What an integrator had in mind is void, all else stays. */
static void test_changed(void)
{
	struct world w;

	read_all("scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y ax ay alpha "
	         "gear_x gear_y gear_angle gear_x3 gear_y3 gear_angle3 "
	         "gear_x4 gear_y4 gear_angle4 fx fy torque heat vx laps glow\nframe 0 t=0 body=1\n"
	         "body 1 1 2 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 5 6 z\nledger a=1\nend 0\n", &w);
	world_changed(&w);
	ok(w.body.n_col == 7 && table_find(&w.body, "glow") == 6 && table_real(&w.body, "vx")[0] == 5 && table_int(&w.body,
		"laps")[0] == 6 &&
	   w.ledger.n == 0, "a change by hand voids accelerations, forces and the ledger, and nothing else");
	world_free(&w);
	read_all("scree 1 dim=3\nshape 1 sphere r=1\ncolumns body id shape x y z az fz Lz\n"
	         "frame 0 t=0 body=1\nbody 1 1 2 3 4 5 6 7\nend 0\n", &w);
	world_changed(&w);
	ok(w.body.n_col == 6 && table_find(&w.body, "Lz") == 5, "in space, too");
	world_free(&w);
}

int main(void)
{
	test_table();
	test_params();
	test_solid_scale();
	test_shape_move();
	test_bumps();
	test_inertia();
	test_reach();
	test_held();
	test_add();
	test_many();
	test_wrap();
	test_images();
	test_outlet();
	test_differences();
	test_merge();
	test_merge_solids();
	test_changed();
	return done();
}
