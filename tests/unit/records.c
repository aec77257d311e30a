/* records.c: every record of formats/particles.md with every key, in the plane and in space: read into the right place, written
 * from there to the letter, replaced altogether when it is given again. */
#include "scene_text.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"

/* Canonical form, so that what is written from the world alone is the same text. No two numbers are equal, and shapes are neither
 * numbered from 1 nor in order. */
static const char plane_defs[] =
	"domain lo=-1.5,2.25 hi=7.5,11 periodic=xy tilt=0.75 rate=0.125,-0.25,0.5 pressure=3,- m=17 c=0.375\n"
	"gravity 0.625,-9.75\n"
	"material sand density=2.5 colour=red hue=3\n"
	"material clay density=1.75\n"
	"law clay sand hertz kn=4 zz=9 en=0.875\n"
	"law sand sand linear mu=0.5625 kt=1.125\n"
	"shape 9 point r=0.3125 label=a 0.0625,-0.03125\n"
	"shape 2 polyline r=0.28125 -1.25,0.53125 1.375,-0.59375 2.125,3.125\n"
	"mass 2 area=3.5 I=7.25 method=sectors\n"
	"shape 11 ring r=0 0.0078125,0 3.25,0 0,2.0625\n"
	"shape 7 polygon r=0.15625 kept=yes -0.71875,-0.65625 0.84375,-0.78125 0.90625,0.96875\n"
	"mass 7 area=1.9375 I=0.40625\n"
	"shape 4 disks hue=blue -0.21875,0.34375,0.46875 1.0625,0.1875,0.4375\n"
	"constraint press x=fixed y=p:-2.75 m=8 c=9 between=left,right\n"
	"constraint shaker x=ramp:1.5,2.0625,3.0625,4.0625 y=sin:5.5,6.5,7.75 angle=v:-3.75\n"
	"constraint tied angle=f:12.5 m=21\n"
	"constraint damped c=22\n"
	"constraint free\n";
static const char plane_frame[] =
	"columns body y id colour tag shape x laps material size heat torque angle vy ix vx iy omega ax ay alpha fx fy\n"
	"columns contact j i fj fi iy ix moment roll xi ft fn overlap ny nx y x glow\n"
	"frame 12 t=0.6 dt=0.05 due=0.7 body=3 contact=2\n"
	"body 3.5 21 red shaker 2 4.25 5 sand 1.25 0.1 0.2 0.3 0.4 -3 0.5 6 0.7 0.8 0.9 1.1 1.2 1.3\n"
	"body 8.5 4 0x1 - 4 5.25 0 clay 0.75 1.4 1.5 1.6 1.7 2 1.8 -7 1.9 2.1 2.2 2.3 2.4 2.6\n"
	"body 6.5 13 - press 7 -0.25 1 - 2 2.7 2.8 2.9 3.1 0 3.2 0 3.3 3.4 3.6 3.7 3.8 3.9\n"
	"contact 4 21 1 2 -1 1 0.01 0.02 0.03 0.04 0.05 0.06 0.6 -0.8 4.5 4.75 low\n"
	"contact 13 4 2 0 0 0 -0.01 -0.02 -0.03 -0.04 0.07 0.08 0.28 0.96 7.5 2.5 high\n"
	"ledger since=0.25 kin_lin=1.5 work=-2.5 odd=3.5\n"
	"end 12\n";

static const char space_defs[] =
	"domain lo=-1.5,2.25,3 hi=7.5,11,15 periodic=xz\n"
	"gravity 0.625,0.1875,-9.75\n"
	"material sand density=2.5 colour=red\n"
	"law sand sand mindlin kn=4 ks=9\n"
	"shape 9 sphere r=0.3125 label=a\n"
	"mass 9 volume=0.127 I=0.005,0.0051,0.0052 error=0.001 method=sampled\n"
	"shape 2 clump hue=3 -1.25,0.53125,0.0625,0.5 1.375,-0.59375,0.125,0.75,2.5 0.25,0.3125,0.375,0.625\n"
	"mass 2 volume=3.5 I=7.25,6.5,5.75,-0.25,0.5,0.75 centre=1.5,2.5,3.5 turn=0.1,0.7,-0.1,0.7 surface=11.5 error=0.25 "
	"method=pebbles\n"
	"shape 11 ellipsoid a=1.25,0.875,0.5625\n"
	"shape 7 object a=1.0625,0.9375,0.8125 at=0.03125,-0.0625,0.09375 turn=0.5,-0.5,0.5,0.5 "
	"bump=0.5,0.90625,0.15625,0.21875,4,5,6 dent=0.25,0.28125,0.34375,0.78125,9,8,7,0.5,0.75,-0.625\n"
	"shape 4 mesh vertices=4 label=wedge 0.0625,0,0 1.125,0.1875,0 0,1.25,0.3125 0.4375,0.5625,1.0625 0,2,1 0,1,3 0,3,2 1,2,3\n"
	"shape 5 plane colour=white\n"
	"shape 3 cylinder r=2.5 side=in\n"
	"shape 6 cylinder r=0.71875 side=out length=4.5 kept=yes\n"
	"constraint a x=v:1.5 y=f:2.5 z=fixed rx=ramp:1,2,3,4 ry=sin:5,6,7 rz=v:8.5 m=9.5 c=10.5\n"
	"constraint b x=p:-1.25 m=4 between=-,-,s,t\n"
	"constraint c z=p:2.25 between=left,right,front,back\n"
	"constraint d rz=fixed m=3\n"
	"outlet drain front=4.5\n"
	"outlet exit back=10.5 tag=b from=2.75\n";
static const char space_frame[] =
	"columns body id shape z y x qz qy qx qw tag material size iz iy ix vz vy vx Lz Ly Lx laps wx wy wz ax ay az fx fy fz tx ty tz "
	"heat glow\n"
	"columns contact i fi j fj iz iy ix z y x nz ny nx overlap fn ftx fty ftz xix xiy xiz "
	"rollx rolly rollz momentx momenty momentz\n"
	"frame 3 t=0.375 dt=0.125 due=0.5 body=2 contact=1\n"
	"body 21 2 3.5 4.5 5.5 0.1 0.7 0.5 0.5 b sand 1.25 -3 0 2 0.01 0.02 0.03 0.04 0.05 0.06 7 1.01 1.02 1.03 1.04 1.05 "
	"1.06 1.07 1.08 "
	"1.09 1.11 1.12 1.13 1.14 x\n"
	"body 4 4 13.5 8.5 -0.5 0 0 0 1 - - 0.75 0 0 1 -0.01 -0.02 -0.03 -0.04 -0.05 -0.06 0 2.01 2.02 2.03 2.04 2.05 2.06 "
	"2.07 2.08 2.09 "
	"2.11 2.12 2.13 2.14 y\n"
	"contact 21 2 4 3 1 0 -1 6.5 5.5 4.5 0.36 0.48 -0.8 0.015 12.5 1.5 2.5 3.5 0.15 0.25 0.35 0.11 0.12 0.13 0.21 0.22 0.23\n"
	"ledger grav=-0.5 since=0\n"
	"end 3\n";

/* A stream in one piece, to be freed. */
static char *joined(const char *a, const char *b, const char *c)
{
	char *s = NULL;

	if (asprintf(&s, "%s%s%s", a, b, c) < 0)
		abort();
	return s;
}

/* The same text comes out; the first line that does not is shown. */
static void same_text(const char *what, const char *found, const char *expected)
{
	if (ok(strcmp(found, expected) == 0, "%s", what))
		return;
	while (*found && *found == *expected)
		found++, expected++;
	printf("# found ...%.120s\n# expected ...%.120s\n", found, expected);
}

static int is_list(const double *x, int n, const double *expected)
{
	return memcmp(x, expected, (size_t)n * sizeof *x) == 0;
}
#define IS(x, ...) is_list(x, sizeof (double[]){ __VA_ARGS__ } / sizeof(double), (double[]){ __VA_ARGS__ })

static int is_word(const struct world *w, const char *column, int row, const char *word)
{
	return strcmp(w->names.word[table_word(&w->body, column)[row]], word) == 0;
}

/* ---- in the plane ---- */

static void plane_definitions(const struct world *w)
{
	const struct domain *d = &w->domain;

	ok(d->set && d->lo[0] == -1.5 && d->lo[1] == 2.25 && d->hi[0] == 7.5 && d->hi[1] == 11 && d->periodic[0] &&
		d->periodic[1] &&
	   !d->periodic[2], "domain: its box");
	ok(d->tilt[0] == 0.75 && IS(d->rate, 0.125, -0.25, 0, 0.5, 0, 0), "its tilt and rates xx, yy, xy");
	ok(d->servo[0] && !d->servo[1] && d->target[0] == 3 && d->m == 17 && d->c == 0.375,
		"its pressure along x, mass and damping");
	ok(w->gravity[0] == 0.625 && w->gravity[1] == -9.75 && w->gravity[2] == 0, "gravity");
	const struct law *l = world_law(w, "sand", "clay");
	ok(l && !strcmp(l->a, "clay") && !strcmp(l->b, "sand") && !strcmp(l->kind, "hertz") && l->par.n == 3 &&
	   params_get(&l->par, "en", 0) == 0.875 && params_get(&l->par, "zz", 0) == 9, "a law of two materials");
	const struct shape *s = world_shape(w, 2);
	ok(s->kind == SHAPE_POLYLINE && s->n == 3 && s->r == 0.28125 && s->xy[1][0] == 1.375 && s->xy[2][1] == 3.125 &&
	   s->area == 3.5 && s->inertia == 7.25 && !strcmp(s->method, "sectors"), "a polyline with its mass");
	s = world_shape(w, 4);
	ok(s->n == 2 && s->radius[0] == 0.46875 && s->xy[1][1] == 0.1875 && s->radius[1] == 0.4375 && s->r == 0, "disks");
	s = world_shape(w, 7);
	ok(s->area == 1.9375 && s->inertia == 0.40625 && !*s->method && !strcmp(s->extra, " kept=yes"),
		"a mass without a method");
	const struct constraint *c = world_constraint(w, "press");
	ok(c->dof[0].drive == DRIVE_FIXED && c->dof[1].drive == DRIVE_PRESSURE && c->dof[1].value[0] == -2.75 &&
	   c->dof[2].drive == DRIVE_FREE && c->m == 8 && c->c == 9 && !strcmp(c->between[0], "left") &&
	   !strcmp(c->between[1], "right") && !c->between[2], "a constraint under pressure");
	c = world_constraint(w, "shaker");
	ok(c->dof[0].drive == DRIVE_RAMP && IS(c->dof[0].value, 1.5, 2.0625, 3.0625, 4.0625) && c->dof[1].drive == DRIVE_SIN &&
	   IS(c->dof[1].value, 5.5, 6.5, 7.75) && c->dof[2].drive == DRIVE_VELOCITY && c->dof[2].value[0] == -3.75,
	   "drives: numbers in their order");
	ok(constraint_holds(c) && constraint_holds(world_constraint(w, "tied")) && constraint_holds(world_constraint(w,
		"damped")) &&
	   !constraint_holds(world_constraint(w, "free")) && !constraint_holds(NULL),
	   "a constraint holds by its drives, its mass or its damping, and not by its name");
}

static void plane_rows(struct world *w)
{
	struct bodies2 b = world_bodies2(w);

	ok(w->step == 12 && w->t == 0.6 && w->dt == 0.05 && w->due == 0.7,
		"frame: its step, time, time step and the time asked for");
	ok(b.n == 3 && b.id[0] == 21 && b.shape[1] == 4 && b.size[0] == 1.25 && b.size[2] == 2, "bodies: ids, shapes, sizes");
	ok(b.x[0] == 4.25 && b.y[0] == 3.5 && b.angle[1] == 1.6 && b.ix[0] == -3 && b.iy[0] == 6 && b.iy[1] == -7,
	   "places, angles, images");
	ok(b.vx[0] == 0.5 && b.vy[0] == 0.4 && b.omega[1] == 1.9, "velocities");
	ok(is_word(w, "material", 0, "sand") && is_word(w, "material", 1, "clay") && is_word(w, "material", 2, "-") &&
	   is_word(w, "tag", 0, "shaker") && is_word(w, "tag", 1, "-") && is_word(w, "tag", 2, "press"), "materials and tags");
	ok(table_int(&w->body, "laps")[0] == 5 && table_real(&w->body, "heat")[1] == 1.4 && table_real(&w->body,
		"ax")[0] == 0.8 &&
	   table_real(&w->body, "ay")[0] == 0.9 && table_real(&w->body, "alpha")[0] == 1.1 && table_real(&w->body,
		"fx")[0] == 1.2 &&
	   table_real(&w->body, "fy")[0] == 1.3 && table_real(&w->body, "torque")[0] == 0.2, "what simulators write");
	const struct table *t = &w->contact;
	ok(table_int(t, "i")[0] == 21 && table_int(t, "j")[0] == 4 && table_int(t, "fi")[0] == 2 && table_int(t, "fj")[0] == 1 &&
	   table_int(t, "ix")[0] == 1 && table_int(t, "iy")[0] == -1, "contacts: bodies, features, image");
	ok(table_real(t, "x")[0] == 4.75 && table_real(t, "y")[0] == 4.5 && table_real(t, "nx")[0] == -0.8 &&
	   table_real(t, "ny")[0] == 0.6 && table_real(t, "overlap")[0] == 0.06 && table_real(t, "fn")[0] == 0.05 &&
	   table_real(t, "ft")[0] == 0.04 && table_real(t, "xi")[0] == 0.03 && table_real(t, "roll")[0] == 0.02 &&
	   table_real(t, "moment")[0] == 0.01, "place, normal, forces, springs");
	ok(w->ledger.n == 4 && params_get(&w->ledger, "since", 0) == 0.25 && params_get(&w->ledger, "odd", 0) == 3.5, "ledger");
}

static void test_plane(void)
{
	char *text = joined("scree 1 dim=2\n", plane_defs, plane_frame), *again;
	struct world w;
	const char *error = read_all(text, &w);

	ok(!*error && w.n_shape == 5 && w.n_constraint == 5, "a stream of the plane with all there is: %s", error);
	plane_definitions(&w);
	plane_rows(&w);
	world_free(&w);
	read_all(text, &w);
	again = written(&w);
	same_text("what is written from the world alone is the same text", again, text);
	free(again);
	free(text);
	world_free(&w);
}

/* Given again, a record replaces the former one altogether; what is not named is the default. */
static void test_again(void)
{
	static const char later[] =
		"domain lo=-2,-3 hi=8,12\n"
		"material sand density=5\n"
		"law sand clay linear kn=6\n"
		"shape 2 disks 0,0,1\n"
		"shape 4 point r=2 0,0\n"
		"constraint press angle=fixed\n"
		"constraint shaker\n"
		"columns body id shape x y\n"
		"frame 13 t=0.65\nend 13\n";
	char *head = joined("scree 1 dim=2\n", plane_defs, plane_frame), *text = joined(head, later, "");
	struct world w;
	const char *error = read_all(text, &w);
	const struct domain *d = &w.domain;

	ok(!*error && d->lo[0] == -2 && d->hi[1] == 12 && !d->periodic[0] && !d->periodic[1] && d->tilt[0] == 0 && IS(d->rate, 0, 0,
		0) &&
	   !d->servo[0] && d->m == 0 && d->c == 0, "a domain given again: no tilt, no rates, no pressure are left: %s", error);
	ok(world_material(&w, "sand")->density == 5 && !world_material(&w, "sand")->extra && w.n_material == 2, "a material");
	const struct law *l = world_law(&w, "clay", "sand");
	ok(!strcmp(l->kind, "linear") && l->par.n == 1 && params_get(&l->par, "kn", 0) == 6 && w.n_law == 2,
	   "a law, in the other order: its kind and keys are new");
	const struct shape *s = world_shape(&w, 2);
	ok(s->kind == SHAPE_DISKS && s->n == 1 && s->radius[0] == 1 && s->r == 0 && s->area < 0 && !*s->method && w.n_shape == 5,
	   "a shape: its mass is forgotten");
	s = world_shape(&w, 4);
	ok(s->kind == SHAPE_POINT && s->r == 2 && !s->radius && !s->extra, "and its kept keys");
	const struct constraint *c = world_constraint(&w, "press");
	ok(c->dof[0].drive == DRIVE_FREE && c->dof[1].drive == DRIVE_FREE && c->dof[2].drive == DRIVE_FIXED && c->m == 0 &&
	   c->c == 0 && !c->between[0] && !c->between[1] && !constraint_holds(world_constraint(&w, "shaker")), "a constraint");
	ok(w.gravity[1] == -9.75 && world_shape(&w, 11)->kind == SHAPE_RING, "what is not given again stays");
	ok(w.step == 13 && w.t == 0.65 && w.dt == 0 && w.due == 0.65 && w.body.n_row == 0 && !w.has_contact && w.ledger.n == 0,
	   "a frame: no dt was chosen, due is its time, and nothing of the one before is left");
	world_free(&w);
	free(text);
	free(head);
}

/* Outlets, with all sides, and axes that are periodic, each by itself. */
static void test_outlets(void)
{
	static const char plane[] = "scree 1 dim=2\ndomain lo=-1,-2 hi=8,9 periodic=none\n"
		"outlet a left=-0.5\noutlet b right=7.5 tag=t\noutlet c below=-1.5 from=2.5\noutlet d above=8.5 tag=u from=-3.5 return=0,4,5\n"
		"outlet e tag=v\noutlet f\n"
		"columns body id shape x y\nframe 0 t=0 dt=0 due=0 body=0\nend 0\n";
	static const char space[] = "scree 1 dim=3\ndomain lo=-1,-2,-3 hi=8,9,10 periodic=none\n"
		"outlet a left=-0.5\noutlet b right=7.5 tag=t\noutlet c front=-1.5 from=2.5\noutlet d back=8.5\noutlet e below=-2.5\n"
		"outlet f above=9.5 tag=u from=1.5 return=0,4,1,5,6\n"
		"columns body id shape x y z\nframe 0 t=0 dt=0 due=0 body=0\nend 0\n";
	static const enum outlet_side sides[] = { OUTLET_LEFT, OUTLET_RIGHT, OUTLET_FRONT, OUTLET_BACK, OUTLET_BELOW,
		OUTLET_ABOVE };
	struct world w;
	char *again;
	int good = 1;

	read_all(plane, &w);
	const struct outlet *o = world_outlet(&w, "d");
	ok(o && o->side == OUTLET_ABOVE && o->at == 8.5 && !strcmp(o->tag, "u") && o->from == -3.5 && o->back && o->to[0] == 0 &&
	   o->to[1] == 4 && o->to[2] == 5, "an outlet of the plane with all its keys");
	o = world_outlet(&w, "c");
	ok(o && o->side == OUTLET_BELOW && o->from == 2.5 && !o->tag && !o->back, "without a tag and a return");
	o = world_outlet(&w, "e");
	ok(o && o->side == OUTLET_EVERYWHERE && !strcmp(o->tag, "v") && o->from == -INFINITY, "without a side");
	again = written(&w);
	w.body.n_row = 0;
	same_text("outlets of the plane are written as they are read", again, plane);
	free(again);
	world_free(&w);

	read_all(space, &w);
	for (int k = 0; k < 6; k++)
		good &= k < w.n_outlet && w.outlet[k].side == sides[k];
	ok(good, "sides in space");
	o = world_outlet(&w, "f");
	ok(o && o->back && IS(o->to, 0, 4, 1, 5, 6) && o->from == 1.5, "an outlet of space with all its keys");
	again = written(&w);
	same_text("outlets of space are written as they are read", again, space);
	free(again);
	world_free(&w);
}

/* Domains: every set of periodic axes; one pressure of two. */
static void test_domains(void)
{
	static const char *const line[] = {
		"domain lo=0,0 hi=1,2 periodic=x", "domain lo=0,0 hi=1,2 periodic=y", "domain lo=0,0 hi=1,2 periodic=none",
		"domain lo=0,0 hi=1,2 periodic=y rate=0,0.5,0", "domain lo=0,0 hi=1,2 periodic=xy rate=0,0,-0.5",
		"domain lo=0,0 hi=1,2 periodic=xy pressure=-,0 m=2", "domain lo=0,0 hi=1,2 periodic=xy tilt=-0.25 pressure=0.5,4 m=2",
		"domain lo=0,0,0 hi=1,2,3 periodic=x", "domain lo=0,0,0 hi=1,2,3 periodic=y", "domain lo=0,0,0 hi=1,2,3 periodic=z",
		"domain lo=0,0,0 hi=1,2,3 periodic=xy", "domain lo=0,0,0 hi=1,2,3 periodic=yz",
			"domain lo=0,0,0 hi=1,2,3 periodic=xyz",
	};

	for (size_t k = 0; k < sizeof line / sizeof *line; k++) {
		char *text, *again;
		struct world w;
		int dim = k < 7 ? 2 : 3;
		const char *at = strstr(line[k], "periodic=") + 9;

		if (asprintf(&text, "scree 1 dim=%d\n%s\ncolumns body id shape x y%s\nframe 0 t=0 dt=0 due=0 body=0\nend 0\n", dim,
			line[k],
		             dim == 3 ? " z" : "") < 0)
			abort();
		read_all(text, &w);
		again = written(&w);
		same_text(line[k], again, text);
		size_t n = strcspn(at, " ");
		ok(w.domain.periodic[0] == !!memchr(at, 'x', n) && w.domain.periodic[1] == !!memchr(at, 'y', n) &&
		   w.domain.periodic[2] == !!memchr(at, 'z', n), "its periodic axes");
		free(again);
		free(text);
		world_free(&w);
	}
}

/* ---- in space ---- */

static void space_shapes(const struct world *w)
{
	const struct solid *s = world_shape(w, 2)->solid;

	ok(s->n == 3 && IS(s->ball[0], -1.25, 0.53125, 0.0625, 0.5) && IS(s->ball[2], 0.25, 0.3125, 0.375, 0.625) &&
	   IS(s->density, 1, 2.5, 1), "a clump: pebbles and their densities");
	ok(s->volume == 3.5 && IS(s->inertia, 7.25, 6.5, 5.75, -0.25, 0.5, 0.75) && IS(s->centre, 1.5, 2.5, 3.5) &&
	   IS(s->turned, 0.1, 0.7, -0.1, 0.7) && s->surface == 11.5 && s->error == 0.25 && !strcmp(s->method, "pebbles"),
		"its mass");
	s = world_shape(w, 9)->solid;
	ok(IS(s->ball[0], 0, 0, 0, 0.3125) && IS(s->inertia, 0.005, 0.0051, 0.0052, 0, 0, 0) && IS(s->turned, 1, 0, 0, 0) &&
	   s->surface < 0 && s->error == 0.001, "a sphere: what its mass does not say");
	ok(IS(world_shape(w, 11)->solid->a, 1.25, 0.875, 0.5625) && world_shape(w, 11)->solid->volume < 0, "an ellipsoid");
	s = world_shape(w, 7)->solid;
	ok(IS(s->a, 1.0625, 0.9375, 0.8125) && IS(s->at, 0.03125, -0.0625, 0.09375) && IS(s->turn, 0.5, -0.5, 0.5, 0.5),
		"an object");
	ok(s->n_bump == 2 && s->bump[0].sign == 1 && s->bump[0].k == 0.5 && IS(s->bump[0].c, 0.90625, 0.15625, 0.21875) &&
	   IS(s->bump[0].b, 4, 5, 6, 0, 0, 0), "its bump");
	ok(s->bump[1].sign == -1 && s->bump[1].k == 0.25 && IS(s->bump[1].c, 0.28125, 0.34375, 0.78125) &&
	   IS(s->bump[1].b, 9, 8, 7, 0.5, 0.75, -0.625), "and its dent");
	s = world_shape(w, 4)->solid;
	ok(s->n == 4 && s->n_face == 4 && IS(s->vertex[2], 0, 1.25, 0.3125) && s->face[1][1] == 1 && s->face[1][2] == 3 &&
	   !strcmp(world_shape(w, 4)->extra, " label=wedge"), "a mesh");
	s = world_shape(w, 6)->solid;
	ok(s->r == 0.71875 && s->length == 4.5 && s->side == CYLINDER_OUT && world_shape(w, 3)->solid->side == CYLINDER_IN &&
	   world_shape(w, 3)->solid->length == INFINITY, "cylinders");
}

static void space_rest(struct world *w)
{
	const struct constraint *c = world_constraint(w, "a");
	const struct table *t = &w->contact;

	ok(c->dof[0].drive == DRIVE_VELOCITY && c->dof[0].value[0] == 1.5 && c->dof[1].drive == DRIVE_FORCE &&
	   c->dof[1].value[0] == 2.5 && c->dof[2].drive == DRIVE_FIXED && c->dof[3].drive == DRIVE_RAMP &&
	   IS(c->dof[3].value, 1, 2, 3, 4) && c->dof[4].drive == DRIVE_SIN && IS(c->dof[4].value, 5, 6, 7) &&
	   c->dof[5].drive == DRIVE_VELOCITY && c->dof[5].value[0] == 8.5 && c->m == 9.5 && c->c == 10.5,
		"six degrees of freedom");
	c = world_constraint(w, "b");
	ok(!c->between[0] && !c->between[1] && !strcmp(c->between[2], "s") && !strcmp(c->between[3], "t") && c->m == 4,
	   "walls across one axis");
	ok(world_constraint(w, "d")->dof[5].drive == DRIVE_FIXED && world_constraint(w, "d")->dof[2].drive == DRIVE_FREE,
	   "rz is the sixth");
	struct bodies3 b = world_bodies3(w);
	ok(b.x[0][0] == 5.5 && b.x[1][0] == 4.5 && b.x[2][0] == 3.5 && b.q[0][0] == 0.5 && b.q[1][0] == 0.5 && b.q[2][0] == 0.7 &&
	   b.q[3][0] == 0.1, "places and quaternions");
	ok(b.image[0][0] == 2 && b.image[1][0] == 0 && b.image[2][0] == -3 && b.v[0][0] == 0.03 && b.v[1][0] == 0.02 &&
	   b.v[2][0] == 0.01 && b.momentum[0][0] == 0.06 && b.momentum[1][0] == 0.05 && b.momentum[2][0] == 0.04,
	   "images, velocities, angular momenta");
	ok(table_real(&w->body, "wy")[0] == 1.02 && table_real(&w->body, "az")[0] == 1.06 && table_real(&w->body,
		"fz")[0] == 1.09 &&
	   table_real(&w->body, "tx")[0] == 1.11 && table_real(&w->body, "tz")[1] == 2.13, "what simulators write");
	ok(table_int(t, "fi")[0] == 2 && table_int(t, "fj")[0] == 3 && table_int(t, "ix")[0] == -1 && table_int(t,
		"iz")[0] == 1 &&
	   table_real(t, "z")[0] == 6.5 && table_real(t, "nx")[0] == -0.8 && table_real(t, "ftx")[0] == 1.5 &&
	   table_real(t, "ftz")[0] == 3.5 && table_real(t, "xiy")[0] == 0.25 && table_real(t, "rollz")[0] == 0.13 &&
	   table_real(t, "momenty")[0] == 0.22, "contacts");
}

static void test_space(void)
{
	char *text = joined("scree 1 dim=3\n", space_defs, space_frame), *again;
	struct world w;
	const char *error = read_all(text, &w);

	ok(!*error && w.dim == 3 && w.n_shape == 8, "a stream of space with all there is: %s", error);
	ok(w.domain.lo[2] == 3 && w.domain.hi[2] == 15 && w.domain.periodic[0] && !w.domain.periodic[1] && w.domain.periodic[2] &&
	   w.gravity[0] == 0.625 && w.gravity[1] == 0.1875 && w.gravity[2] == -9.75, "domain and gravity");
	space_shapes(&w);
	again = written(&w);
	same_text("what is written from the world alone is the same text", again, text);
	space_rest(&w);
	free(again);
	free(text);
	world_free(&w);
}

int main(void)
{
	test_plane();
	test_again();
	test_outlets();
	test_domains();
	test_space();
	return done();
}
