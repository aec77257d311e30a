/* form3.c: solid shapes with a name */
#include "shape/form3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "mesh/mesh.h"

enum { SPHERE, ELLIPSOID, TBAR, DUMBBELL, TRIPLET, COW3, OBJECT, BUMPS, BEAN, PEAR, BOX, CYLINDER, TORUS, SUPERQUADRIC, GOMBOC,
	FACES };

enum { PEBBLES = FORM3_RADIUS | FORM3_SPACING, SURFACE = FORM3_SIZE | FORM3_CURVED,
	POLYHEDRON = FORM3_SIZE | FORM3_SPHERORADIUS, BASED = POLYHEDRON | FORM3_SIDES };

#define OF(form) [FACES + FORM3_##form]

const struct form3 form3_known[] = {
	[SPHERE] = { "sphere", "a ball", SHAPE_SPHERE, FORM3_RADIUS, 0.5, { 0 } },
	[ELLIPSOID] = { "ellipsoid", "an ellipsoid of --size", SHAPE_ELLIPSOID, FORM3_SIZE, 0, { 1.5, 1, 0.8 } },
	[TBAR] = { "tbar", "a bar of pebbles and a stem on it, in all three arms of 6 r", SHAPE_CLUMP, PEBBLES, 0.5, { 0 } },
	[DUMBBELL] = { "dumbbell", "two balls", SHAPE_CLUMP, PEBBLES, 0.5, { 0 } },
	[TRIPLET] = { "triplet", "three balls, the outer two at --angle-deg", SHAPE_CLUMP, PEBBLES | FORM3_ANGLE, 0.5, { 0 } },
	[COW3] = { "cow3", "a cow of balls, 3.7 long", SHAPE_CLUMP, 0, 0, { 0 } },
	[OBJECT] = { "object", "an ellipsoid of --size with every --bump and --dent", SHAPE_OBJECT, FORM3_SIZE | FORM3_BLOBS, 0,
	             { 1.5, 1, 0.8 } },
	[BUMPS] = { "bumps", "an ellipsoid with three bumps", SHAPE_OBJECT, 0, 0, { 0 } },
	[BEAN] = { "bean", "an ellipsoid with a dent", SHAPE_OBJECT, 0, 0, { 0 } },
	[PEAR] = { "pear", "a sphere that one bump draws out", SHAPE_OBJECT, 0, 0, { 0 } },
	[BOX] = { "box", "a block of --size", SHAPE_MESH, FORM3_SIZE, 0, { 1, 1, 1 } },
	[CYLINDER] = { "cylinder", "about z, of --size", SHAPE_MESH, SURFACE, 0, { 1, 1, 1 } },
	[TORUS] = { "torus", "about z, of --size", SHAPE_MESH, SURFACE, 0, { 1.5, 1.5, 0.5 } },
	[SUPERQUADRIC] = { "superquadric", "between ellipsoid and block, of --size and --blockiness", SHAPE_MESH,
	                   SURFACE | FORM3_BLOCKINESS, 0, { 1, 1, 1 } },
	[GOMBOC] = { "gomboc", "a convex body that rights itself", SHAPE_MESH, FORM3_RADIUS | FORM3_CURVED, 0.5, { 0 } },
	OF(TETRAHEDRON) = { "tetrahedron", "four faces, in a box of --size", SHAPE_POLYHEDRON, POLYHEDRON, 0, { 1, 1, 1 } },
	OF(CUBE) = { "cube", "six faces; a block of --size", SHAPE_POLYHEDRON, POLYHEDRON, 0, { 1, 1, 1 } },
	OF(OCTAHEDRON) = { "octahedron", "eight faces, in a box of --size", SHAPE_POLYHEDRON, POLYHEDRON, 0, { 1, 1, 1 } },
	OF(DODECAHEDRON) = { "dodecahedron", "twelve faces, in a box of --size", SHAPE_POLYHEDRON, POLYHEDRON, 0, { 1, 1, 1 } },
	OF(ICOSAHEDRON) = { "icosahedron", "twenty faces, in a box of --size", SHAPE_POLYHEDRON, POLYHEDRON, 0, { 1, 1, 1 } },
	OF(CUTCUBE) = { "cutcube", "a cube whose corners are cut off, see --truncation", SHAPE_POLYHEDRON,
	                POLYHEDRON | FORM3_TRUNCATION, 0, { 1, 1, 1 } },
	OF(PRISM) = { "prism", "over a polygon of --sides", SHAPE_POLYHEDRON, BASED, 0, { 1, 1, 1 } },
	OF(ANTIPRISM) = { "antiprism", "two polygons of --sides, one turned by half a side", SHAPE_POLYHEDRON, BASED, 0, { 1, 1, 1 } },
	OF(PYRAMID) = { "pyramid", "over a polygon of --sides", SHAPE_POLYHEDRON, BASED, 0, { 1, 1, 1 } },
	OF(FRUSTUM) = { "frustum", "a pyramid of --sides without its top, see --taper", SHAPE_POLYHEDRON, BASED | FORM3_TAPER, 0,
	                { 1, 1, 1 } },
	OF(ROD) = { "rod", "a segment along x with round ends; --size is its length", SHAPE_POLYHEDRON, POLYHEDRON, 0.25, { 1, 0, 0 } },
	OF(PLATE) = { "plate", "a rectangle of --size with round rims", SHAPE_POLYHEDRON, POLYHEDRON, 0.1, { 1, 1, 0 } },
};
const int form3_n_known = sizeof form3_known / sizeof *form3_known;

int form3_find(const char *name)
{
	for (int k = 0; k < form3_n_known; k++)
		if (strcmp(form3_known[k].name, name) == 0)
			return k;
	return -1;
}

/* ---- clumps ---- */

static void add_ball(struct solid *o, double x, double y, double z, double r)
{
	double *b = o->ball[o->n++];

	b[0] = x, b[1] = y, b[2] = z, b[3] = r;
}

static void balls_alloc(struct shape *s, int n)
{
	shape_alloc(s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	s->solid->ball = mem_new((size_t)n, sizeof *s->solid->ball);
}

/* The bar reaches from x = -6 r to 6 r, the stem from z = 0 to 6 r. */
static int draw_tbar(struct shape *s, const struct form3_plan *plan)
{
	double count = 6 / plan->spacing, step = plan->spacing * plan->r;
	int n = (int)floor(count + 0.5);

	if (!(count < 1e6) || fabs(count - n) > 1e-9 * count)
		return -1;
	balls_alloc(s, 3 * n + 1);
	for (int k = -n; k <= n; k++)
		add_ball(s->solid, k * step, 0, 0, plan->r);
	for (int k = 1; k <= n; k++)
		add_ball(s->solid, 0, 0, k * step, plan->r);
	return 0;
}

static void draw_dumbbell(struct shape *s, const struct form3_plan *plan)
{
	double half = 0.5 * plan->spacing * plan->r;

	balls_alloc(s, 2);
	add_ball(s->solid, -half, 0, 0, plan->r);
	add_ball(s->solid, half, 0, 0, plan->r);
}

static void draw_triplet(struct shape *s, const struct form3_plan *plan)
{
	double d = plan->spacing * plan->r, sine, cosine;

	trig_sincos(0.5 * plan->angle, &sine, &cosine);
	balls_alloc(s, 3);
	add_ball(s->solid, 0, 0, 0, plan->r);
	add_ball(s->solid, -d * sine, 0, -d * cosine, plan->r);
	add_ball(s->solid, d * sine, 0, -d * cosine, plan->r);
}

/* x y z r in centimetres. x points from tail to head, z upwards; balls with y > 0 are repeated on the other side. */
static const short cow3[][4] = {
	/* trunk */
	{ -105, 0, 129, 37 }, { -92, 0, 128, 43 }, { -78, 0, 126, 46 }, { -62, 0, 123, 48 }, { -45, 0, 120, 50 },
	{ -28, 0, 118, 52 }, { -10, 0, 117, 53 }, { 8, 0, 117, 53 }, { 26, 0, 119, 52 }, { 43, 0, 122, 49 }, { 58, 0, 125, 46 },
	{ 72, 0, 127, 42 }, { -98, 22, 143, 21 }, { 62, 22, 115, 29 }, { 84, 0, 104, 27 },
	/* neck, head, muzzle */
	{ 88, 0, 133, 35 }, { 101, 0, 140, 30 }, { 113, 0, 147, 26 }, { 125, 0, 155, 24 }, { 137, 0, 161, 23 }, { 149, 0, 162, 23 },
	{ 160, 0, 156, 21 }, { 170, 0, 149, 18 }, { 180, 0, 142, 17 }, { 188, 0, 137, 17 }, { 201, 7, 139, 6 }, { 160, 15, 166, 6 },
	/* ears, horns */
	{ 139, 24, 166, 8 }, { 137, 33, 165, 9 }, { 135, 42, 162, 8 }, { 134, 50, 158, 6 }, { 146, 15, 181, 7 }, { 147, 22, 185, 6 },
	{ 149, 28, 190, 5 }, { 152, 31, 195, 4 }, { 156, 32, 200, 3 },
	/* fore leg */
	{ 64, 25, 95, 23 }, { 65, 26, 79, 18 }, { 66, 26, 66, 15 }, { 67, 26, 54, 13 }, { 67, 26, 43, 12 }, { 67, 26, 32, 11 },
	{ 67, 26, 21, 11 }, { 69, 26, 11, 13 },
	/* hind leg */
	{ -93, 23, 104, 30 }, { -97, 25, 86, 24 }, { -102, 25, 71, 18 }, { -106, 25, 58, 15 }, { -108, 25, 46, 13 },
	{ -107, 25, 34, 12 }, { -105, 25, 22, 11 }, { -102, 25, 11, 13 },
	/* udder */
	{ -60, 0, 75, 24 }, { -68, 10, 53, 5 }, { -52, 10, 53, 5 },
	/* tail */
	{ -137, 0, 150, 8 }, { -144, 0, 142, 6 }, { -148, 0, 134, 5 }, { -150, 0, 126, 5 }, { -151, 0, 118, 5 },
	{ -151, 0, 110, 5 }, { -151, 0, 102, 5 }, { -151, 0, 94, 5 }, { -151, 0, 86, 6 }, { -151, 0, 77, 8 }, { -151, 0, 67, 9 },
	{ -151, 0, 57, 7 }, { -151, 0, 49, 4 },
};

static void draw_cow(struct shape *s)
{
	int n = sizeof cow3 / sizeof *cow3;

	balls_alloc(s, 2 * n);
	for (int k = 0; k < n; k++)
		for (int side = 1; side >= (cow3[k][1] > 0 ? -1 : 1); side -= 2)
			add_ball(s->solid, 0.01 * cow3[k][0], 0.01 * side * cow3[k][1], 0.01 * cow3[k][2], 0.01 * cow3[k][3]);
	s->n = s->solid->n;
}

/* ---- implicit bodies ---- */

static void draw_object(struct shape *s, const double a[3], int n, const struct form3_blob *blob)
{
	shape_alloc(s, SHAPE_OBJECT, 1);
	struct solid *o = s->solid;

	memcpy(o->a, a, sizeof o->a);
	o->n_bump = n;
	o->bump = MEM_ZERO(struct bump, (size_t)n);
	for (int i = 0; i < n; i++) {
		o->bump[i].sign = blob[i].sign;
		o->bump[i].k = blob[i].k;
		for (int k = 0; k < 3; k++) {
			o->bump[i].c[k] = blob[i].c[k];
			o->bump[i].b[k] = 1 / (blob[i].a[k] * blob[i].a[k]);
		}
	}
}

static void draw_implicit(struct shape *s, int which, const struct form3_plan *plan)
{
	static const struct form3_blob bumps[] = { { 1, 1, { 0.95, 0, 0 }, { 0.35, 0.35, 0.35 } },
		{ 1, 0.8, { -0.5, 0.5, 0.2 }, { 0.4, 0.3, 0.3 } }, { 1, 0.9, { 0, -0.3, -0.55 }, { 0.5, 0.5, 0.25 } } };
	static const struct form3_blob bean = { -1, 1.1, { 0, 0, 0.8 }, { 0.75, 1.2, 0.6 } };
	static const struct form3_blob pear = { 1, 1.3, { 0.55, 0, 0 }, { 0.8, 0.42, 0.42 } };

	if (which == OBJECT)
		draw_object(s, (double[]){ 0.5 * plan->size[0], 0.5 * plan->size[1], 0.5 * plan->size[2] }, plan->n_blob, plan->blob);
	else if (which == BUMPS)
		draw_object(s, (double[]){ 1, 0.8, 0.6 }, 3, bumps);
	else if (which == BEAN)
		draw_object(s, (double[]){ 1.2, 0.6, 0.7 }, 1, &bean);
	else
		draw_object(s, (double[]){ 0.6, 0.6, 0.6 }, 1, &pear);
}

/* ---- surfaces ---- */

static void draw_surface(struct shape *s, int which, const struct form3_plan *plan)
{
	const double a[3] = { 0.5 * plan->size[0], 0.5 * plan->size[1], 0.5 * plan->size[2] };
	struct mesh m;

	if (which == BOX)
		form3_box(&m, a);
	else if (which == CYLINDER)
		form3_cylinder(&m, a, plan->n);
	else if (which == TORUS)
		form3_torus(&m, a[0] - a[2], a[2], plan->n);
	else if (which == SUPERQUADRIC)
		form3_superquadric(&m, a, plan->blockiness, plan->n);
	else
		form3_gomboc(&m, plan->r, plan->n);
	shape_alloc(s, SHAPE_MESH, m.n_vertex);
	mesh_to_solid(s->solid, &m);
}

int form3_draw(struct shape *s, int which, const struct form3_plan *plan)
{
	switch (which) {
	case SPHERE:
		balls_alloc(s, 1);
		add_ball(s->solid, 0, 0, 0, plan->r);
		return 0;
	case ELLIPSOID:
		shape_alloc(s, SHAPE_ELLIPSOID, 1);
		for (int k = 0; k < 3; k++)
			s->solid->a[k] = 0.5 * plan->size[k];
		return 0;
	case TBAR:
		return draw_tbar(s, plan);
	case DUMBBELL:
		draw_dumbbell(s, plan);
		return 0;
	case TRIPLET:
		draw_triplet(s, plan);
		return 0;
	case COW3:
		draw_cow(s);
		return 0;
	}
	if (form3_known[which].kind == SHAPE_OBJECT) {
		draw_implicit(s, which, plan);
	} else if (form3_known[which].kind == SHAPE_POLYHEDRON) {
		shape_alloc(s, SHAPE_POLYHEDRON, 0);
		form3_polyhedron(s->solid, (enum form3_faces)(which - FACES), plan);
		s->n = s->solid->n;
	} else
		draw_surface(s, which, plan);
	return 0;
}
