/* particles_read.c: the stream's reader: what is read, what is refused, what a cut or damage leaves, what is long. */
#include "particles_run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

/* ---- what is read ---- */

static void test_values(const char *text, size_t n)
{
	FILE *f = fmemopen((void *)(uintptr_t)text, n, "r");
	struct particles_in *in = particles_open(f, "good");
	struct world w;
	size_t len;

	world_init(&w, 2);
	ok(particles_read(in, &w) == PARTICLES_FRAME, "a frame of the sample: %s", particles_error(in));
	const char *p = particles_frame_text(in, &len);
	ok(len > 20 && strncmp(p, "columns body id", 15) == 0 && strncmp(p + len - 6, "end 0\n", 6) == 0,
	   "its text goes from its columns to its end");
	p = particles_preamble(in, &len);
	ok(strncmp(p, "scree 1 dim=2\n", 14) == 0 && strncmp(p + len - 19, "!must nor this one\n", 19) == 0,
	   "and the preamble up to there");
	ok(strcmp(particles_unknown_required(in), "!must") == 0, "a record that may not be ignored is reported");

	ok(w.domain.set && w.domain.hi[0] == 20 && w.domain.hi[1] == 10.5 && w.domain.periodic[0] && !w.domain.periodic[1],
	   "domain");
	ok(w.gravity[0] == 0 && w.gravity[1] == -9.81, "gravity");
	ok(w.n_material == 2 && world_material(&w, "sand")->density == 2.65 &&
	   strcmp(world_material(&w, "sand")->extra, " colour=red") == 0, "materials");
	struct law *l = world_law(&w, "steel", "sand");
	ok(l && strcmp(l->kind, "linear") == 0 && params_get(&l->par, "kt", 0) == 1e5 && params_get(&l->par, "gn", -1) == -1,
		"laws");
	const struct shape *s = world_shape(&w, 2);
	ok(s && s->kind == SHAPE_POLYGON && s->n == 4 && s->r == 0.1 && s->xy[2][0] == 0.5 && s->xy[3][0] == -0.5 && s->area < 0,
	   "a polygon");
	s = world_shape(&w, 3);
	ok(s && s->kind == SHAPE_DISKS && s->n == 2 && s->radius[1] == 0.3 && s->xy[0][0] == -0.2, "disks");
	s = world_shape(&w, 1);
	ok(s && s->area == 0.5256637061435918 && s->inertia == 0.0832625339921031 && strcmp(s->method, "exact") == 0, "mass");
	const struct constraint *c = world_constraint(&w, "lid");
	ok(c && c->dof[0].drive == DRIVE_VELOCITY && c->dof[0].value[0] == 0.1 && c->dof[1].drive == DRIVE_PRESSURE &&
	   c->dof[1].value[0] == -0.001 && c->dof[2].drive == DRIVE_FIXED && c->m == 5 && c->c == 0.1, "a constraint");
	c = world_constraint(&w, "shaker");
	ok(c && c->dof[0].drive == DRIVE_SIN && c->dof[0].value[1] == 2.5 && c->dof[1].drive == DRIVE_RAMP &&
	   c->dof[1].value[3] == 2.5 && c->dof[2].drive == DRIVE_FORCE && c->dof[2].value[0] == 0.125, "driven ones");
	const struct outlet *o = world_outlet(&w, "drain");
	ok(o && o->side == OUTLET_BELOW && o->at == 0.5 && !o->tag && o->from == -INFINITY && o->back && o->to[0] == 1 &&
	   o->to[1] == 19 && o->to[2] == 5.25, "an outlet");
	o = world_outlet(&w, "gate");
	ok(o && o->side == OUTLET_ABOVE && o->at == 10.25 && !strcmp(o->tag, "lid") && o->from == 2.5 && !o->back, "another one");

	struct bodies2 b = world_bodies2(&w);
	ok(w.step == 0 && w.t == 0 && w.dt == 0.001 && w.due == 0 && b.n == 4, "frame");
	ok(b.id[2] == 7 && b.shape[2] == 5 && b.size[2] == 0.1 + 0.2 && b.y[2] == 4.5 && b.ix[2] == -3 && b.omega[1] == 1e-5 &&
	   strcmp(w.names.word[b.material[3]], "steel") == 0 && strcmp(w.names.word[b.tag[3]], "floor") == 0 && b.tag[0] == 0,
	   "bodies");
	ok(w.has_contact && w.contact.n_row == 2 && table_int(&w.contact, "fj")[0] == 3 &&
	   table_real(&w.contact, "xi")[1] == -2e-9, "contacts");
	ok(w.ledger.n == 3 && params_get(&w.ledger, "grav", 0) == -3.5, "ledger");
	int bad, k = table_find(&w.body, "colour");
	ok(k >= 0 && w.body.col[k].kind == COL_TEXT && strcmp(w.body.pool + w.body.col[k].text[1], "0x10") == 0,
	   "a column nobody knows is text");
	ok(particles_column(&w.body, "colour", &bad) == NULL && bad == 0 && particles_column(&w.body, "nix", &bad) == NULL &&
	   bad == -1 && particles_column(&w.body, "x", NULL)[0] == 3.25, "text that is no number does not become one");

	ok(particles_read(in, &w) == PARTICLES_FRAME && w.step == 1000 && w.body.n_row == 2 && !w.has_contact &&
	   w.ledger.n == 0 && w.n_shape == 5, "the next frame keeps the definitions and nothing else");
	ok(particles_read(in, &w) == PARTICLES_FRAME && w.t == 1.001 && w.gravity[1] == 0 && w.body.n_col == 4,
	   "definitions and columns change before a frame");
	ok(particles_read(in, &w) == PARTICLES_END && world_material(&w, "glass") && w.step == 1001 &&
	   particles_read(in, &w) == PARTICLES_END, "what stands behind the last frame is read");
	p = particles_preamble(in, &len);
	ok(len > 10 && p[0] == '#' && strncmp(p + len - 27, "material glass density=2.5\n", 27) == 0, "and is its preamble");
	p = particles_frame_text(in, &len);
	ok(len > 9 && strncmp(p + len - 9, "end 1001\n", 9) == 0 && strncmp(p, "columns body id shape x y\n", 26) == 0,
	   "the last frame's text is still there");
	particles_close(in);
	fclose(f);
	world_free(&w);
}

static void test_numbers_of_columns(void)
{
	struct got g;
	const char *text = "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y glow\n"
		"frame 0 t=0 body=2\nbody 1 1 0 0 1e3\nbody 2 1 4 0 -0.25\nend 0\n";
	int bad = 7;

	run(text, strlen(text), COPY, NULL, &g);
	double *glow = particles_column(&g.w.body, "glow", &bad);
	ok(glow && glow[0] == 1000 && glow[1] == -0.25 && bad == -1, "text becomes numbers on demand");
	drop(&g);
}

/* ---- what is refused ---- */

#define BODY1 "frame 0 t=0 body=1\nbody 1 1 0 0\nend 0\n"

#define PAIR HEAD "columns contact i fi j fj\nframe 0 t=0 body=2 contact=2\nbody 1 1 0 0\nbody 2 1 1 0\ncontact "

#define SELF HEAD "columns contact i fi j fj ix iy\nframe 0 t=0 body=1 contact=2\nbody 1 1 0 0\ncontact 1 0 1 0 "

static const struct { const char *text, *error; } refused[] = {
	{ "x,y\n1,2\n", "s:1: not a scree stream" },
	{ "scree\n", "not a scree stream" },
	{ "# scree-table 1\n# x\n1\n", "s:1: not a scree stream but a table, expected 'scree 1 dim=2' or dim=3" },
	{ "scree two dim=2\n", "s:1: not a scree stream, found 'two', expected 'scree 1 dim=2' or dim=3" },
	{ "screed 1 dim=2\n", "not a scree stream" },
	{ "# scree 1 dim=2\n", "not a scree stream" },
	{ "scree 2 dim=2\n", "s:1: a newer version of the stream, found '2', expected at most version 1" },
	{ "scree 1\n", "s:1: dimension, found nothing, expected dim=2 or dim=3" },
	{ "scree 1 dim=3\n",
	  "s:1: dimension, found 'dim=3', expected dim=2: this program works in the plane; scree-dem3 runs scenes in space" },
	{ "scree 1 dim=4\n", "s:1: dimension, found 'dim=4', expected dim=2 or dim=3" },
	{ "scree 1 dim=2\n\001\n", "s:2: a control byte, found 0x01" },
	{ "scree 1 dim=2\ndomain lo=0,0\n", "s:2: domain without corners, expected lo=x,y and hi=x,y" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,0\n", "domain without area" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1\n", "s:2: domain, found 'hi=1', expected hi=x,y" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=z\n", "expected periodic=x, y, xy or none" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 hi=2,2\n", "found 'hi=2,2', expected every key once" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 flow=1\n",
		"found 'flow=1', expected lo= hi= periodic= tilt= rate= pressure= shear= m= c= tau= or mean=" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,inf\n", "found 'hi=1,inf'" },
	{ "scree 1 dim=2\ngravity 0\n", "s:2: gravity, found '0', expected gx,gy" },
	{ "scree 1 dim=2\ngravity 0,1 2\n", "gravity, found '2'" },
	{ "scree 1 dim=2\nmaterial\n", "material, found nothing, expected its name" },
	{ "scree 1 dim=2\nmaterial - density=1\n", "material, found '-'" },
	{ "scree 1 dim=2\nmaterial a density=0\n", "expected density= a positive number" },
	{ "scree 1 dim=2\nmaterial a E=-1 nu=0\n", "s:2: material, found 'E=-1', expected E= a positive number" },
	{ "scree 1 dim=2\nmaterial a E=1 nu=0.51\n", "found 'nu=0.51', expected nu= a number above -1, up to 0.5" },
	{ "scree 1 dim=2\nmaterial a E=1 nu=-1\n", "found 'nu=-1', expected nu= a number above -1" },
	{ "scree 1 dim=2\nmaterial a E=1\n", "material with E= and without nu=, expected both or neither" },
	{ "scree 1 dim=2\nmaterial a nu=0\n", "material with nu= and without E=" },
	{ "scree 1 dim=2\nmaterial a E=1 nu=0 E=1\n", "expected every key once" },
	{ "scree 1 dim=2\nmaterial a red\n", "found 'red', expected key=value" },
	{ "scree 1 dim=2\nlaw a b\n", "law, found nothing, expected two materials and the kind of law" },
	{ "scree 1 dim=2\nlaw a b linear kn=x\n", "law, found 'kn=x', expected key=number" },
	{ "scree 1 dim=2\nlaw a b linear kn=1 kn=1\n", "every key once" },
	{ "scree 1 dim=2\nshape 0 point r=1 0,0\n", "shape, found '0', expected its id, a positive integer" },
	{ "scree 1 dim=2\nshape 1 blob r=1 0,0\n", "found 'blob', expected point, polyline, ring, polygon or disks" },
	{ "scree 1 dim=2\nshape 1 point r=1\n", "shape 1, a point, expected one vertex x,y" },
	{ "scree 1 dim=2\nshape 1 point r=1 0,0 1,0\n", "expected one vertex x,y" },
	{ "scree 1 dim=2\nshape 1 point 0,0\n", "expected r= its spheroradius" },
	{ "scree 1 dim=2\nshape 1 point r=-1 0,0\n", "found 'r=-1', expected x,y or r=number >= 0" },
	{ "scree 1 dim=2\nshape 1 polyline r=1 0,0\n", "expected two vertices x,y or more" },
	{ "scree 1 dim=2\nshape 1 polygon r=1 0,0 1,0\n", "expected three vertices x,y or more" },
	{ "scree 1 dim=2\nshape 1 polygon r=1 0,0 0,1 1,0\n", "shape 1, a polygon, expected its vertices counter-clockwise" },
	{ "scree 1 dim=2\nshape 1 polygon r=1 0,0 1,0 2,0\n", "expected a polygon with an area" },
	{ "scree 1 dim=2\nshape 1 ring r=1 0,0 1,0 1,1 0,0\n", "expected neighbouring vertices that differ" },
	{ "scree 1 dim=2\nshape 1 polygon r=1 0,0 1,0,2 1,1\n", "shape, found '1,0,2', expected x,y" },
	{ "scree 1 dim=2\nshape 1 disks 0,0,0\n", "shape, found '0,0,0', expected x,y,radius with radius > 0" },
	{ "scree 1 dim=2\nshape 1 disks 0,0\n", "shape, found '0,0'" },
	{ "scree 1 dim=2\nshape 1 disks\n", "expected one disk" },
	{ "scree 1 dim=2\nshape 1 disks r=0.1 0,0,1\n", "found 'r=0.1', expected x,y,radius with radius > 0" },
	{ "scree 1 dim=2\nshape 1 disks 0,0,-1\n", "found '0,0,-1', expected x,y,radius with radius > 0" },
	{ "scree 1 dim=2\nshape 1 disks 0,0,1,2\n", "found '0,0,1,2', expected x,y,radius with radius > 0" },
	{ "scree 1 dim=2\nshape 1 disks 0,0,inf\n", "found '0,0,inf'" },
	{ "scree 1 dim=2\noutlet\n", "outlet, found nothing, expected its name" },
	{ "scree 1 dim=2\noutlet a from=1\n", "found 'a', expected left= right= below= above= or tag=" },
	{ "scree 1 dim=2\noutlet a above=high\n", "found 'above=high', expected a number" },
	{ "scree 1 dim=2\noutlet a left=1 up=2\n", "expected left= right= below= above= tag= from= or return=" },
	{ "scree 1 dim=2\noutlet a front=1\n", "expected left= right= below= above= tag= from= or return=" },
	{ "scree 1 dim=2\noutlet a left=1 return=2,1,0\n", "expected return=x0,x1,y with x0 < x1" },
	{ "scree 1 dim=2\nmass 4 area=1 I=1\n", "mass, found '4', expected the id of a shape defined before" },
	{ HEAD "mass 1 area=1\n", "s:4: mass, found '1', expected area= and I=" },
	{ HEAD "mass 1 area=0 I=1\n", "expected area= a positive number" },
	{ HEAD "mass 1 area=1 I=nan\n", "expected I= a positive number" },
	{ HEAD "mass 1 area=1 I=1 method=abracadabraabracadabra\n", "expected a method of at most 15 letters" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=1 m=1\n",
	  "expected pressure=xx,yy, each a number >= 0 or -" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=-,- m=1\n", "expected pressure=xx,yy" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=1,-2 m=1\n", "expected pressure=xx,yy" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=1,2 m=0\n", "expected m= a positive number" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=1,2 m=1 c=-1\n", "expected c= a number >= 0" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy pressure=1,2\n", "expected m= with pressure= or shear=" },
	{ "scree 1 dim=2\ndomain lo=0,0 hi=1,1 periodic=xy c=1\n", "expected m= with pressure= or shear=" },
	{ "scree 1 dim=2\nconstraint\n", "constraint, found nothing, expected the tag of bodies" },
	{ "scree 1 dim=2\nconstraint a x=held\n", "found 'x=held', expected fixed, v:, f:, p:, ramp:, sin: or table:" },
	{ "scree 1 dim=2\nconstraint a x=v:1,2\n", "expected one number after the colon" },
	{ "scree 1 dim=2\nconstraint a x=ramp:0,1,2\n", "expected ramp:v0,v1,t0,t1" },
	{ "scree 1 dim=2\nconstraint a x=ramp:0,1,2,2\n", "expected a ramp with t1 > t0" },
	{ "scree 1 dim=2\nconstraint a x=sin:1,0,0\n", "expected a period > 0" },
	{ "scree 1 dim=2\nconstraint a x=table:0,1,2\n", "s:2: constraint, found 'x=table:0,1,2', expected table:t0,v0,t1,v1,..." },
	{ "scree 1 dim=2\nconstraint a x=table:0,1,2,\n", "expected table:t0,v0,t1,v1,... pairs" },
	{ "scree 1 dim=2\nconstraint a x=table:0,a\n", "expected table:t0,v0,t1,v1,... pairs" },
	{ "scree 1 dim=2\nconstraint a y=fixed angle=table:0,1,2,3,1.5,4\n",
		"expected times that increase; sort the pairs by time, and give one velocity for each time (pair 3 has the time 1.5 after 2)" },
	{ "scree 1 dim=2\nconstraint a x=table:0,1,0,2\n", "(pair 2 has the time 0 after 0)" },
	{ "scree 1 dim=2\nconstraint a angle=p:1\n", "expected a pressure along x or y" },
	{ "scree 1 dim=2\nconstraint a m=0\n", "expected m= a positive number" },
	{ "scree 1 dim=2\nconstraint a c=-1\n", "expected c= a number >= 0" },
	{ "scree 1 dim=2\nconstraint a m=-3\n", "expected m= a positive number" },
	{ "scree 1 dim=2\nconstraint a y=p:1 y=v:1\n", "expected every key once" },
	{ "scree 1 dim=2\nconstraint a y=p:1,v:1\n", "expected one number after the colon" },
	{ "scree 1 dim=2\nconstraint a y=p:1 between=b\n", "expected between= two tags with a comma" },
	{ "scree 1 dim=2\nconstraint a y=p:1 between=b,b\n", "expected between= two different tags" },
	{ "scree 1 dim=2\nconstraint a y=v:1 between=b,c\n", "expected a p: along x or y, and not both, with between=" },
	{ "scree 1 dim=2\nconstraint a x=p:1 y=p:1 between=b,c\n", "expected a p: along x or y, and not both, with between=" },
	{ "scree 1 dim=2\nconstraint a z=fixed\n", "expected x= y= angle= m= c= or between=" },
	{ "scree 1 dim=2\nunits metres\n", "units, found 'metres', expected key=value" },
	{ "scree 1 dim=2\n0.5 0.25\n", "s:2: a line that is not a record, found '0.5', expected a word" },
	{ "scree 1 dim=2\n\"a\",b\n", "a line that is not a record" },
	{ "scree 1 dim=2\ncolumns body\n", "columns, expected a type of rows" },
	{ "scree 1 dim=2\ncolumns body id shape x y x\n", "columns, found 'x', expected every name once" },
	{ "scree 1 dim=2\ncolumns body id x y\n", "expected a column 'shape' for every body" },
	{ "scree 1 dim=2\ncolumns contact i fi\n", "expected a column 'j' for every contact" },
	{ "scree 1 dim=2\ncolumns frame a b\n", "columns, found 'frame', expected a type of rows" },
	{ "scree 1 dim=2\nbody 1 1 0 0\n", "s:2: outside a frame, found 'body', expected a definition or a frame record" },
	{ "scree 1 dim=2\nend 0\n", "outside a frame, found 'end'" },
	{ HEAD "frame\n", "s:4: frame, found nothing, expected its step, an integer" },
	{ HEAD "frame -1 t=0\n", "frame, found '-1'" },
	{ HEAD "frame 1.5 t=0\n", "frame, found '1.5'" },
	{ HEAD "frame 0\n", "frame without a time, expected t=number" },
	{ HEAD "frame 0 t=x\n", "frame, found 't=x', expected t=number" },
	{ HEAD "frame 0 t=0 t=1\n", "every key once" },
	{ HEAD "frame 0 t=0 dt=-1\n", "expected dt >= 0" },
	{ HEAD "frame 0 t=0 body=-1\n", "expected a number of rows from 0 to" },
	{ HEAD "frame 0 t=0 body=3000000000\n", "expected a number of rows from 0 to" },
	{ HEAD "frame 0 t=0 body=1 body=1\n", "every key once" },
	{ HEAD "frame 3 t=0\nend 3\nframe 3 t=1\nend 3\n", "s:6: frame, found '3', expected a step above 3" },
	{ HEAD "frame 3 t=0\nend 4\n", "s:5: end of a frame, found '4', expected 'end 3'" },
	{ HEAD "frame 3 t=0\nend 3 x\n", "expected 'end 3'" },
	{ HEAD "frame 3 t=0\ngravity 0,1\nend 3\n", "s:5: inside a frame, found 'gravity', expected its rows or 'end 3'" },
	{ HEAD "frame 3 t=0\nframe 4 t=0\n", "inside a frame, found 'frame'" },
	{ HEAD "frame 3 t=0\nscree 1 dim=2\n", "inside a frame, found 'scree'" },
	{ HEAD "frame 0 t=0 body=2\nbody 1 1 0 0\nend 0\n", "s:6: frame 0 ends after 1 rows of type body, expected 2" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\nbody 2 1 4 0\nend 0\n", "s:6: one row too many, expected 1 of type body" },
	{ HEAD "frame 0 t=0\nbody 1 1 0 0\nend 0\n",
	  "s:5: a row, found 'body', expected frame 0 to give the number of rows (body=number)" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0\nend 0\n", "s:5: body with 3 fields, expected 4, the next is y" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 0 0\nend 0\n",
		"s:5: body with more fields than columns, found '0', expected 4 fields" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 nan\nend 0\n", "s:5: body, column y, found 'nan', expected a number" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 1e999\nend 0\n", "body, column y, found '1e999', expected a number" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 1,5\nend 0\n", "body, column y, found '1,5', expected a number" },
	{ HEAD "frame 0 t=0 body=1\nbody 1.5 1 0 0\nend 0\n", "body, column id, found '1.5', expected an integer" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 \0020\nend 0\n", "body, column y" },
	{ HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\002\nend 0\n", "s:5: body, column y" },
	{ HEAD "frame 0 t=0 body=1\nbody 0 1 0 0\nend 0\n", "s:5: body, column id, found '0', expected a positive integer" },
	{ HEAD "frame 0 t=0 body=3\nbody 4 1 0 0\nbody 2 1 0 0\n# c\nbody 4 1 0 0\nend 0\n",
	  "s:8: body, column id, found '4', expected every id once in a frame" },
	{ HEAD "frame 0 t=0 body=2\nbody 1 1 0 0\nbody 2 9 0 0\nend 0\n",
	  "s:6: body, column shape, found '9', expected the id of a shape" },
	{ HEAD "columns body id shape x y material\nframe 0 t=0 body=1\nbody 1 1 0 0 ice\nend 0\n",
	  "s:6: body, column material, found 'ice', expected a material defined before, or -" },
	{ HEAD "columns body id shape x y size\nframe 0 t=0 body=1\nbody 1 1 0 0 0\nend 0\n", "body, column size, found '0'" },
	{ HEAD "columns contact i j\nframe 0 t=0 body=1 contact=1\nbody 1 1 0 0\ncontact 1 3\nend 0\n",
	  "s:7: contact, column j, found '3', expected the id of a body of this frame" },
	{ HEAD "columns contact i fi j\nframe 0 t=0 body=1 contact=1\nbody 1 1 0 0\ncontact 1 1 1\nend 0\n",
	  "s:7: contact, column fi, found '1', expected a vertex of the body's shape, 0 to 0" },
	{ PAIR "1 0 2 0\ncontact 2 0 1 0\nend 0\n", /* of points either may be i */
	  "s:9: contact, columns i fi j fj, found '2 0 1 0', expected every contact once in a frame, but line 8 already has it" },
	/* a body and its own image, told from either side */
	{ SELF "0 1\ncontact 1 0 1 0 0 -1\nend 0\n",
		"found '1 0 1 0 0 -1', expected every contact once in a frame, but line 7 already has it" },
	{ SELF "1 0\ncontact 1 0 1 0 -1 0\nend 0\n",
		"found '1 0 1 0 -1 0', expected every contact once in a frame, but line 7 already has it" },
	{ SELF "-1 1\ncontact 1 0 1 0 1 -1\nend 0\n",
		"found '1 0 1 0 1 -1', expected every contact once in a frame, but line 7 already has it" },
	/* forty letters are shown, and no more */
	{ "scree 1 dim=2\ngravity abcdefghijabcdefghijabcdefghijabcdefghij\n",
		"found 'abcdefghijabcdefghijabcdefghijabcdefghij', expected" },
	{ "scree 1 dim=2\ngravity abcdefghijabcdefghijabcdefghijabcdefghijk\n",
		"found 'abcdefghijabcdefghijabcdefghijabcdefghij...', expected" },
	{ HEAD "frame 0 t=0\nledger a\nend 0\n", "ledger, found 'a', expected key=number" },
	{ HEAD "frame 0 t=0\nledger a=1 a=2\nend 0\n", "every key once" },
	{ HEAD "frame 0 t=0\nledger a=1\nledger b=1\nend 0\n", "a second ledger in one frame" },
	{ HEAD "columns foo a b\nframe 0 t=0 foo=1\nfoo 1\nend 0\n", "s:6: foo with 1 fields, expected 2, the next is b" },
	{ HEAD "columns foo a b\nframe 0 t=0 foo=2\nfoo 1 2\nend 0\n", "s:7: frame 0 ends after 1 rows of type foo, expected 2" },
	{ HEAD "columns foo a b\nframe 0 t=0 foo=x\nfoo 1 2\nend 0\n", "frame, found 'foo=x', expected a number of rows" },
	{ HEAD "columns foo a b\nframe 0 t=0\nfoo 1 2\nend 0\n", "expected frame 0 to give the number of rows (foo=number)" },
	{ HEAD "columns foo a b\nfoo 1 2\n", "outside a frame, found 'foo'" },
	{ HEAD BODY1 "frame 1 t=1 body=1\nbody 1 1 0 x\nend 1\n", "s:8: body, column y, found 'x'" },
};

static void test_refusals(void)
{
	for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
		struct got g;

		run(refused[k].text, strlen(refused[k].text), COPY, NULL, &g);
		if (!ok(g.status == PARTICLES_BAD && strstr(g.error, refused[k].error), "refused: %s", g.error))
			printf("# expected %s\n", refused[k].error);
		drop(&g);
	}
	struct got g;
	static const char nul[] = HEAD "frame 0 t=0 body=1\nbody 1 1 0 0\0\nend 0\n";
	run(nul, sizeof nul - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strncmp(g.error, "s:5: ", 5) == 0, "a byte of 0 in a row: %s", g.error);
	drop(&g);
	static const char nul2[] = "scree 1 dim=2\nmade x\0y\n";
	run(nul2, sizeof nul2 - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strstr(g.error, "s:2: a control byte, found 0x00"), "and elsewhere: %s", g.error);
	drop(&g);
	static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
	run(png, sizeof png - 1, COPY, NULL, &g);
	ok(g.status == PARTICLES_BAD && strstr(g.error, "not a scree stream"), "a picture is no stream");
	drop(&g);
	run("", 0, COPY, NULL, &g);
	ok(g.status == PARTICLES_CUT && strstr(g.error, "s:1: the stream is empty"), "an empty stream is cut: %s", g.error);
	drop(&g);
}

/* ---- cuts ---- */

/* How many frames end within the first n bytes, where their last lines may lack the line feed; *whole, whether
 * such a prefix is a stream that has not lost anything. */
static int frames_within(const char *text, size_t n, int *whole, int64_t *step)
{
	int inside = 0, frames = 0;

	*step = 0;
	for (size_t at = 0; at < n;) {
		const char *s = text + at, *stop = memchr(s, '\n', n - at);
		size_t len = stop ? (size_t)(stop - s) : n - at;
		long long of;

		if (inside && sscanf(s, "end %lld", &of) == 1 && (stop || strncmp(s, text + at, len) == 0)) {
			char number[24];

			snprintf(number, sizeof number, "end %d", inside - 1);
			if (len == strlen(number) && strncmp(s, number, len) == 0) {
				*step = inside - 1;
				frames++;
				inside = 0;
			}
		} else if (!inside && stop && sscanf(s, "frame %lld", &of) == 1) {
			inside = (int)of + 1;
		} else if (!stop && (inside || s[0] != '#')) {
			*whole = 0;
			return frames;
		}
		at += len + 1;
	}
	*whole = !inside && n > 0;
	return frames;
}

static void test_cuts(const char *text, size_t n)
{
	int bad = 0;

	for (size_t k = 0; k <= n; k++) {
		struct got g;
		int whole;
		int64_t step;
		int frames = frames_within(text, k, &whole, &step);
		char count[40];

		run(text, k, COPY, NULL, &g);
		snprintf(count, sizeof count, "%d whole frame%s before it", frames, frames == 1 ? "" : "s");
		int good = g.status == (whole ? PARTICLES_END : PARTICLES_CUT) && g.frames == frames && (!frames || g.w.step == step);
		if (!whole && k > 0)
			good = good && strstr(g.error, "the stream is cut inside") && strstr(g.error, count);
		/* what came out is the text up to the end of a frame or all of it, and never a part of a frame */
		good = good && g.n <= k + 1 && memcmp(g.text, text, g.n < k ? g.n : k) == 0;
		if (!whole && frames)
			good = good && g.n > 4 && g.text[g.n - 1] == '\n' && strstr(g.text + g.n - 9 - 1, "end ");
		/* the world is that of the last whole frame: later definitions are not in it */
		if (!whole)
			good = good && !world_material(&g.w, "glass") && (frames == 3) == (frames > 0 && g.w.gravity[1] == 0);
		if (!good && bad++ < 5)
			printf("# cut behind byte %zu: status %d, frames %" PRId64 " of %d, step %" PRId64 ": %s\n", k, (int)g.status,
			       g.frames, frames, g.w.step, g.error);
		drop(&g);
	}
	ok(bad == 0, "the sample cut behind any of its %zu bytes leaves its whole frames", n);
}

/* ---- damage ---- */

static int all_finite(const struct table *t)
{
	for (int c = 0; c < t->n_col; c++)
		for (int k = 0; t->col[c].kind == COL_REAL && k < t->n_row; k++)
			if (!isfinite(t->col[c].real[k]))
				return 0;
	return 1;
}

/* A few bytes changed, taken out, put in, or a piece repeated. Returns the new length; room for 2 n + 64 is needed. */
static size_t damage(struct rng *g, char *s, size_t n)
{
	static const char often[] = "0123456789.-+e=,: \n\n#!abx\t\r\0\x7f\xff";

	for (uint64_t times = 1 + rng_below(g, 4); times > 0 && n > 1; times--) {
		size_t at = (size_t)rng_below(g, n), len = 1 + (size_t)rng_below(g, 8);
		char c = rng_below(g, 4) ? often[rng_below(g, sizeof often - 1)] : (char)rng_bits(g);

		switch (rng_below(g, 4)) {
		case 0:
			s[at] = c;
			break;
		case 1:
			len = len < n - at ? len : n - at;
			memmove(s + at, s + at + len, n - at - len);
			n -= len;
			break;
		case 2:
			memmove(s + at + 1, s + at, n - at);
			s[at] = c;
			n++;
			break;
		default:
			len = len < n - at ? len : n - at;
			memmove(s + at + len, s + at, n - at);
			n += len;
			break;
		}
	}
	return n;
}

static void test_damage(const char *text, size_t n)
{
	char *s = MEM_NEW(char, 2 * n + 64);
	struct rng rng;
	int bad = 0, frames = 0, refused_ones = 0;

	rng_seed(&rng, 4711);
	for (int k = 0; k < 4000; k++) {
		struct got g, h;

		memcpy(s, text, n);
		size_t m = damage(&rng, s, n);
		run(s, m, ANEW, NULL, &g);
		int good = all_finite(&g.w.body) && all_finite(&g.w.contact) && isfinite(g.w.t) && isfinite(g.w.dt);
		if (g.status == PARTICLES_BAD)
			refused_ones++, good = good && strncmp(g.error, "s:", 2) == 0;
		frames += (int)g.frames;
		/* what was written is a stream again, with as many frames */
		if (g.n) {
			run(g.text, g.n, ANEW, NULL, &h);
			good = good && h.status == PARTICLES_END && h.frames == g.frames && h.n == g.n && memcmp(h.text, g.text,
				g.n) == 0;
			if (!good)
				printf("# %s\n", h.error);
			drop(&h);
		}
		if (!good && bad++ < 3)
			printf("# damage %d: %s\n", k, g.error);
		drop(&g);
	}
	ok(bad == 0, "4000 damaged streams never give more than a message");
	ok(refused_ones > 1000 && frames > 1000, "%d of them are refused, %d frames come through", refused_ones, frames);
	free(s);
}

/* ---- size ---- */

/* Lines and frames much longer than what is read at once. */
static void test_long(void)
{
	enum { VERTICES = 100000, BODIES = 20000 };
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct got g;

	fprintf(f, "scree 1 dim=2\nmade %0700000d\nshape 1 polyline r=0.5", 0);
	for (int k = 0; k < VERTICES; k++)
		fprintf(f, " %d,0", k);
	fprintf(f, "\ncolumns body id shape x y note\n");
	for (int t = 0; t < 3; t++) {
		fprintf(f, "frame %d t=%d dt=0 due=%d body=%d\n", t, t, t, BODIES);
		for (int k = 0; k < BODIES; k++)
			fprintf(f, "body %d 1 %d %d.5 n%d\n", BODIES - k, k, t, k);
		fprintf(f, "end %d\n", t);
	}
	fclose(f);
	run(text, n, ANEW, NULL, &g);
	ok(g.status == PARTICLES_END && g.frames == 3 && g.n == n && memcmp(g.text, text, n) == 0,
	   "%zu bytes in lines of up to 700 kB: %s", n, g.error);
	const struct shape *s = world_shape(&g.w, 1);
	ok(s && s->n == VERTICES && s->xy[VERTICES - 1][0] == VERTICES - 1, "all vertices of a long shape");
	drop(&g);
	free(text);
}

/* A tag for every body: words are found fast however many there are. */
static void test_many_words(void)
{
	enum { BODIES = 50000 };
	char *text, word[24];
	size_t n;
	FILE *f = open_memstream(&text, &n);
	struct got g;
	int wrong = 0;

	fprintf(f, "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y tag\nframe 0 t=0 dt=0 due=0 body=%d\n",
		BODIES);
	for (int k = 0; k < BODIES; k++)
		fprintf(f, "body %d 1 %d 0 t%d\n", k + 1, k, k / 2 * 7);
	fprintf(f, "end 0\n");
	fclose(f);
	run(text, n, ANEW, NULL, &g);
	ok(g.n == n && memcmp(g.text, text, n) == 0, "%d words pass", BODIES / 2);
	for (int k = 0; k < BODIES / 2; k++) {
		snprintf(word, sizeof word, "t%d", 7 * k);
		int32_t w = world_find_name(&g.w, word);
		wrong += w < 0 || strcmp(g.w.names.word[w], word) != 0 || table_word(&g.w.body, "tag")[2 * k] != w;
	}
	ok(wrong == 0 && g.w.names.n == BODIES / 2 + 1 && world_find_name(&g.w, "t1") < 0 && world_find_name(&g.w, "-") == 0,
	   "and each has a number of its own");
	drop(&g);
	free(text);
}

/* Without the text of frames: the same worlds, the same messages. */
static void test_dropped_text(void)
{
	enum { BODIES = 30000 };
	char *text;
	size_t n, len;
	FILE *f = open_memstream(&text, &n);
	struct world w;

	fputs(HEAD, f);
	for (int t = 0; t < 2; t++) {
		fprintf(f, "gravity 0,%d\nframe %d t=%d body=%d\n# aside\n", t, t, t, BODIES);
		for (int k = 0; k < BODIES; k++)
			fprintf(f, "body %d 1 %d %d.5\n%s", k + 1, k, t, k == 20000 ? "# aside\n" : "");
		fprintf(f, "end %d\n", t);
	}
	fprintf(f, "frame 2 t=2 body=2\nbody 1 1 0 0\n# aside\nbody 2 7 0 0\nend 2\n");
	fclose(f);
	f = fmemopen(text, n, "r");
	struct particles_in *in = particles_open(f, "s");
	particles_drop_text(in);
	world_init(&w, 2);
	int good = 1;
	for (int t = 0; t < 2; t++) {
		good = good && particles_read(in, &w) == PARTICLES_FRAME && w.step == t && w.gravity[1] == t &&
			w.body.n_row == BODIES;
		for (int k = 0; good && k < BODIES; k++)
			good = table_real(&w.body, "x")[k] == k && table_real(&w.body, "y")[k] == t + 0.5;
		particles_frame_text(in, &len);
		good = good && len == 0;
	}
	ok(good, "frames are read without keeping their text: %s", particles_error(in));
	char expected[64];
	snprintf(expected, sizeof expected, "s:%d: body, column shape, found '7'", 3 + 2 * (BODIES + 5) + 4);
	ok(particles_read(in, &w) == PARTICLES_BAD && strstr(particles_error(in), expected), "and lines are known: %s",
	   particles_error(in));
	particles_close(in);
	fclose(f);
	world_free(&w);
	free(text);
}

int main(void)
{
	size_t n;
	char *good = load("formats/samples/good.scree", &n);

	test_values(good, n);
	test_numbers_of_columns();
	test_refusals();
	test_cuts(good, n);
	test_damage(good, n);
	test_long();
	test_many_words();
	test_dropped_text();
	free(good);
	return done();
}
