/* scree-set: change materials, laws, gravity, constraints, outlets, tags, velocities and the domain of a scene */
#include "common/tool.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/cell.h"
#include "common/records.h"
#include "common/soften.h"
#include "common/where.h"
#include "common/words.h"
#include "contact/law.h"
#include "number.h"
#include "scene/stir.h"
#include "shape/weigh.h"
#include "world/change.h"
#include "world/deform.h"
#include "world/relocate.h"

static struct {
	struct opt_list material, law, constrain, release, outlet;
	const char *domain, *periodic, *tag, *body_material, *gravity, *velocity, *omega, *units;
	double speed, temperature, dt, soften;
	struct cell_arg cell;
	int64_t seed;
	int reset, rest;
} arg = { .seed = 1, .speed = NAN, .temperature = NAN, .dt = NAN, .soften = NAN,
	.cell = { .mass = NAN, .damping = NAN, .memory = NAN } };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Definitions" },
	{ 0, "material", OPT_LIST, &arg.material, "NAME,DENSITY|NAME,KEY=VALUE,...",
	  "a material and its density [M/L^2], in 3D [M/L^3], or its keys density, E (Young's modulus [M/(L T^2)]) and nu (Poisson's "
	  "ratio); other keys stay; may be repeated" },
	{ 0, "law", OPT_LIST, &arg.law, "A,B[,KIND],KEY=VALUE,...",
	  "change keys of the law between materials A and B, such as kn kt mu en; other keys stay, but kt changes with kn; KIND is "
	  "linear, hertz, hertz-mindlin, jkr, dmt, liquid-bridge, van-der-waals, cohesive or lennard-jones, in 3D also mindlin or hard; "
	  "may be repeated" },
	{ 0, "soften", OPT_REAL, &arg.soften, "N",
	  "divide E of all materials, and kn kt kr ks of all laws, by N, after the other changes; below 1: multiply by 1/N; notes say "
	  "what overlaps and contact times become" },
	{ 0, "gravity", OPT_WORD, &arg.gravity, "GX,GY[,GZ]", "acceleration of gravity [L/T^2]" },
	{ 0, "constrain", OPT_LIST, &arg.constrain, "'TAG DOF=...'",
	  "replace the constraint on a tag, written as in a record: 'top x=v:0.1 y=p:-0.001 angle=fixed m=5'; may be repeated" },
	{ 0, "release", OPT_LIST, &arg.release, "TAG", "free the bodies of a tag; may be repeated" },
	{ 0, "outlet", OPT_LIST, &arg.outlet, "'NAME SIDE=...'",
	  "set an outlet, where grains leave, written as in a record: 'drain below=-3', 'belt right=9 return=0,2,5', "
	  "'gate tag=gate from=2'; may be repeated" },
	{ 0, "domain", OPT_WORD, &arg.domain, "X0,Y0,X1,Y1", "corners of the domain [L]; in 3D X0,Y0,Z0,X1,Y1,Z1" },
	{ 0, "periodic", OPT_WORD, &arg.periodic, "AXES", "periodic axes: x, y, xy or none; in 3D any of x, y and z" },
	{ 0, "rate", OPT_WORD, &arg.cell.rate, "XX,YY,XY",
	  "deform the periodic domain, with rates of stretching along the axes (below 0: compression) and of shear [1/T], in 3D "
	  "XX,YY,ZZ,XY,XZ,YZ; bodies get the velocity of the flow" },
	{ 0, "pressure", OPT_WORD, &arg.cell.pressure, "P|XX,YY",
	  "deform the periodic domain until the stress along the axes reaches this pressure [M/T^2], in 3D P or XX,YY,ZZ "
	  "[M/(L T^2)]; - leaves an axis out, none ends the control" },
	{ 0, "shear-stress", OPT_WORD, &arg.cell.shear, "XY",
	  "shear the periodic domain until the shear stress reaches this value, positive where a positive rate meets it; in 3D "
	  "XY,XZ,YZ; - and none as above" },
	{ 0, "cell-mass", OPT_REAL, &arg.cell.mass, "M",
	  "with target stresses: mass of the cell [M], in 3D [M/L], default: from the mean grain" },
	{ 0, "cell-damping", OPT_REAL, &arg.cell.damping, "C",
	  "with target stresses: damping of the cell [M/T], in 3D [M/(L T)], default: from its mass and the greatest stiffness" },
	{ 0, "cell-memory", OPT_REAL, &arg.cell.memory, "T",
	  "with target stresses: time after which a lasting rate is not damped any more [T]; 0: every rate is; default: from mass and "
	  "stiffness" },
	{ 0, "units", OPT_WORD, &arg.units, "LENGTH,MASS,TIME",
	  "names of the units, such as m,kg,s, for the heads of tables and the labels of pictures; numbers stay as they are" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, "tag", OPT_WORD, &arg.tag, "NAME", "give the bodies this tag; - removes their tag" },
	{ 0, "body-material", OPT_WORD, &arg.body_material, "NAME", "give the bodies this material" },
	{ 0, "velocity", OPT_WORD, &arg.velocity, "VX,VY[,VZ]", "velocity [L/T]" },
	{ 0, "omega", OPT_WORD, &arg.omega, "W|WX,WY,WZ", "angular velocity, in 3D about space-fixed axes [1/T]" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "speed, in random directions, without spin [L/T]" },
	{ 0, "temperature", OPT_REAL, &arg.temperature, "E",
	  "Maxwellian velocities and spins with the mean energy E/2 per degree of freedom [M L^2/T^2]" },
	{ 0, "no-drift", OPT_FLAG, &arg.rest, NULL, "subtract the mean motion: the total momentum of the bodies is 0" },
	{ 's', "seed", OPT_INT, &arg.seed, "N", "seed of the random velocities, default 1" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	{ 'd', "dt", OPT_REAL, &arg.dt, "DT", "time step [T]; 0: the simulator chooses it" },
	{ 0, "reset", OPT_FLAG, &arg.reset, NULL, "set time and step to 0, and begin a new ledger" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* ---- definitions ---- */

static void release(struct world *w, const char *tag)
{
	struct constraint *c = world_constraint(w, tag);

	if (!c)
		opt_fail("release", "the scene has no constraint on tag '%s'", tag);
	constraint_set(c, &(struct constraint){ 0 });
}

static double flow[6]; /* change of the rates of the domain [1/T] */

static void set_domain(struct world *w)
{
	struct domain *d = &w->domain;

	if (arg.domain) {
		double v[6];

		if (words_numbers(arg.domain, v, 2 * w->dim) != 2 * w->dim)
			opt_fail("domain", "'%s' is not %s", arg.domain, w->dim == 3 ? "X0,Y0,Z0,X1,Y1,Z1" : "X0,Y0,X1,Y1");
		for (int k = 0; k < w->dim; k++) {
			if (v[w->dim + k] <= v[k])
				opt_fail("domain", "'%s': the upper corner is not above the lower one", arg.domain);
			d->lo[k] = v[k];
			d->hi[k] = v[w->dim + k];
		}
		d->set = 1;
	}
	if (arg.periodic) {
		words_axes("periodic", arg.periodic, w->dim, d->periodic);
		if (!d->set)
			opt_fail("periodic", "the scene has no domain; give --domain too");
		if (!(d->periodic[0] && d->periodic[1]))
			d->tilt[0] = 0;
		if (!(d->periodic[0] && d->periodic[2]))
			d->tilt[1] = 0;
		if (!(d->periodic[1] && d->periodic[2]))
			d->tilt[2] = 0;
	}
	if (cell_asked(&arg.cell))
		cell_set(w, &arg.cell, flow);
	if (domain_fault(d))
		opt_fail(arg.cell.pressure ? "pressure" : arg.cell.shear ? "shear-stress" : arg.cell.rate ? "rate" : "periodic", "%s",
		         domain_fault(d));
}

static int asked_domain(void)
{
	return arg.domain || arg.periodic || cell_asked(&arg.cell);
}

/* Name the units at the head of the stream, so that they hold for all of its frames. */
static void set_units(void)
{
	char *text = mem_string(arg.units), *rest = text, *name[4] = { NULL };
	int n = 0, good = 1;

	while (rest && n < 4)
		name[n++] = strsep(&rest, ",");
	for (int k = 0; k < n; k++)
		good &= records_is_name(name[k]) && !strpbrk(name[k], "[]*/^");
	if (n != 3 || !good)
		opt_fail("units", "'%s' is not LENGTH,MASS,TIME, expected three names such as m,kg,s, without [ ] * / ^", arg.units);
	particles_name_units(tool_out(), (const char *const *)name);
	free(text);
}

/* ---- bodies and time ---- */

/* Set velocities that depend on masses or on random numbers. */
static void stir(struct world *w, const char *keep)
{
	struct bodies2 b = world_bodies2(w);
	double *mass = MEM_NEW(double, (size_t)b.n), *inertia = MEM_NEW(double, (size_t)b.n);
	struct rng g;

	rng_seed(&g, (uint64_t)arg.seed);
	bodies_mass2(w, NULL, mass, inertia);
	for (int i = 0; i < b.n; i++)
		if (keep[i] && !(mass[i] > 0))
			tool_fail_massless(b.id[i]);
	if (!isnan(arg.speed))
		stir_speed2(&b, keep, arg.speed, &g);
	if (!isnan(arg.temperature))
		stir_temperature2(&b, keep, mass, inertia, arg.temperature, &g);
	if (arg.rest)
		stir_rest2(&b, keep, mass);
	free(mass);
	free(inertia);
}

static int is_stirred(void)
{
	return !isnan(arg.speed) || !isnan(arg.temperature) || arg.rest;
}

static void set_motion(struct world *w, const char *keep)
{
	struct bodies2 b = world_bodies2(w);
	double v[2], omega;

	if (arg.velocity)
		words_vector("velocity", arg.velocity, 2, v);
	if (arg.omega)
		words_vector("omega", arg.omega, 1, &omega);
	for (int i = 0; i < b.n; i++) {
		if (keep[i] && arg.velocity) {
			b.vx[i] = v[0];
			b.vy[i] = v[1];
		}
	}
	if (is_stirred())
		stir(w, keep);
	for (int i = 0; i < b.n && arg.omega; i++)
		b.omega[i] = keep[i] ? omega : b.omega[i];
}

/* The same in 3D, where the state is the angular momentum, so that bodies need tensors of inertia. Planes and cylinders have
 * none; they move as their constraints prescribe. */
static void set_motion3(struct world *w, const char *keep)
{
	struct bodies3 b = world_bodies3(w);
	double *mass = MEM_NEW(double, (size_t)b.n), (*inertia)[6] = mem_new((size_t)b.n, sizeof *inertia);
	double v[3] = { 0 }, spin[3] = { 0 }, (*omega)[3] = mem_new((size_t)b.n, sizeof *omega);
	struct rng g;

	if (arg.velocity)
		words_vector("velocity", arg.velocity, 3, v);
	if (arg.omega)
		words_vector("omega", arg.omega, 3, spin);
	rng_seed(&g, (uint64_t)arg.seed);
	bodies_mass3(w, NULL, mass, inertia);
	for (int i = 0; i < b.n && (arg.omega || is_stirred()); i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		if (keep[i] && s && shape_is_wall(s))
			tool_fail(EXIT_INPUT, "body %lld has no mass, since it is a wall (%s), expected bodies with mass; --where 'not moved' "
			          "leaves walls out", (long long)b.id[i], shape_kind_name[s->kind]);
		if (keep[i] && !(mass[i] > 0))
			tool_fail_massless(b.id[i]);
	}
	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3; k++) {
			if (keep[i] && arg.velocity)
				b.v[k][i] = v[k];
			omega[i][k] = spin[k];
		}
	if (!isnan(arg.speed))
		stir_speed3(w, keep, arg.speed, &g);
	if (!isnan(arg.temperature))
		stir_temperature3(w, keep, mass, (const double (*)[6])inertia, arg.temperature, &g);
	if (arg.rest)
		stir_rest3(w, keep, mass);
	if (arg.omega)
		bodies_set_spins3(w, keep, (const double (*)[6])inertia, (const double (*)[3])omega);
	free(mass);
	free(inertia);
	free(omega);
}

/* Set tags and materials. Returns whether this changes the motion of bodies; tags without a constraint do not. */
static int set_words(struct world *w, const char *keep)
{
	int changed = arg.body_material != NULL;

	if (!arg.tag && !arg.body_material)
		return 0;
	if (arg.body_material)
		records_need_material(w, "body-material", arg.body_material);
	world_need_columns(w);
	int32_t word_tag = arg.tag ? world_name(w, arg.tag) : 0, *tag = table_word(&w->body, "tag");
	int32_t word = arg.body_material ? world_name(w, arg.body_material) : 0, *material = table_word(&w->body, "material");
	for (int i = 0; i < w->body.n_row; i++) {
		if (keep[i] && arg.tag) {
			changed |= world_constraint(w, w->names.word[tag[i]]) || world_constraint(w, arg.tag);
			tag[i] = word_tag;
		}
		if (keep[i] && arg.body_material)
			material[i] = word;
	}
	return changed;
}

/* Change the selected bodies. spins: angular velocities before densities changed, or NULL. Returns whether this moves bodies. */
static int set_bodies(struct world *w, const double (*spins)[3])
{
	char *keep = where_select_some(w);
	int moves = arg.velocity || arg.omega || is_stirred(), changed = set_words(w, keep);

	if (spins)
		bodies_spins_after(w, spins);
	if (moves && w->dim == 3)
		set_motion3(w, keep);
	else if (moves)
		set_motion(w, keep);
	free(keep);
	return changed || moves;
}

/* Set time, step and time step. The time is the step times dt, so a new dt changes the step. If a run has changed dt, the time is
 * no such product; the frame then keeps its own dt and step. */
static void set_time(struct world *w)
{
	if (arg.reset) {
		w->step = 0;
		w->t = w->due = 0;
	}
	if (isnan(arg.dt))
		return;
	double steps = arg.dt > 0 ? floor(w->t / arg.dt + 0.5) : 0;
	const double rounding = 4 * DBL_EPSILON * fabs(w->t);
	const int divides = w->t == 0 || (arg.dt > 0 && fabs(steps * arg.dt - w->t) <= 1e-9 * arg.dt + rounding);
	if (!divides && arg.dt > 0 && arg.dt == w->dt)
		return;
	if (!divides)
		opt_fail("dt", "%g does not divide the time of the frame, %g; --reset sets the time to 0", arg.dt, w->t);
	if (!(steps >= 0 && steps <= 9007199254740992.0))
		opt_fail("dt", "%g, but the time of the frame is %g, expected 0 to 2^53 steps; --reset sets the time to 0", arg.dt, w->t);
	w->step = (int64_t)steps;
	w->t = steps * arg.dt;
	w->dt = arg.dt;
}

static int asked_materials(void)
{
	return arg.material.n || !isnan(arg.soften);
}

static int asked_laws(void)
{
	return arg.law.n || !isnan(arg.soften);
}

static void change_definitions(struct world *w)
{
	for (int k = 0; k < arg.material.n; k++)
		records_material(w, arg.material.item[k]);
	for (int k = 0; k < arg.law.n; k++)
		records_law(w, arg.law.item[k]);
	if (arg.material.n)
		records_note_laws(w);
	for (int k = 0; k < arg.release.n; k++)
		release(w, arg.release.item[k]);
	for (int k = 0; k < arg.constrain.n; k++)
		records_constraint(w, arg.constrain.item[k]);
	if (arg.gravity)
		words_vector("gravity", arg.gravity, w->dim, w->gravity);
	if (!isnan(arg.soften))
		soften(w, arg.soften);
	if (asked_domain())
		set_domain(w);
	for (int k = 0; k < arg.outlet.n; k++)
		records_outlet(w, arg.outlet.item[k]);
}

/* Whether a body has this tag or this material. */
static int is_borne(struct world *w, const char *column, const char *word)
{
	world_need_columns(w);
	const int32_t *own = table_word(&w->body, column);

	for (int i = 0; i < w->body.n_row; i++)
		if (strcmp(w->names.word[own[i]], word) == 0)
			return 1;
	return 0;
}

/* Print a note if no body has this tag, which may be misspelt. */
static void note_tag(struct world *w, const char *tag, const char *what)
{
	if (!is_borne(w, "tag", tag))
		tool_note("%s: no body has the tag %s", what, tag);
}

/* Print a note for each material of --material that no body has: its constants and laws act on nothing yet. */
static void note_materials(struct world *w)
{
	for (int k = 0; k < arg.material.n; k++) {
		char *name = mem_string(arg.material.item[k]);

		name[strcspn(name, ",")] = 0;
		if (!is_borne(w, "material", name))
			tool_note("material %s: no body has it; --body-material %s gives it to the bodies of --where", name, name);
		free(name);
	}
}

static void note_tags(struct world *w)
{
	for (int k = 0; arg.constrain.n && k < w->n_constraint; k++)
		if (constraint_holds(&w->constraint[k])) {
			note_tag(w, w->constraint[k].tag, "constraint");
			for (int j = 0; j < 4; j++)
				if (w->constraint[k].between[j])
					note_tag(w, w->constraint[k].between[j], "between= of a constraint");
		}
	for (int k = 0; arg.outlet.n && k < w->n_outlet; k++)
		if (w->outlet[k].tag)
			note_tag(w, w->outlet[k].tag, "outlet");
}

/* Write all definitions of the kinds that were changed, as they hold now. */
static void write_definitions(struct world *w)
{
	struct particles_out *out = tool_out();

	if (asked_domain())
		particles_put_domain(out, w);
	if (arg.gravity)
		particles_put_gravity(out, w);
	for (int k = 0; asked_materials() && k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = 0; asked_laws() && k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = 0; arg.constrain.n + arg.release.n && k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = 0; arg.outlet.n && k < w->n_outlet; k++)
		particles_put_outlet(out, w, &w->outlet[k]);
}

/* Which changes the options ask for. */
static int asked_definitions(void)
{
	return asked_materials() || asked_laws() || arg.constrain.n || arg.release.n || arg.outlet.n || asked_domain() ||
	       arg.gravity;
}

static int asked_bodies(void)
{
	return arg.tag || arg.body_material || arg.velocity || arg.omega || is_stirred();
}

static int asked_time(void)
{
	return arg.reset || !isnan(arg.dt);
}

static void check_options(void)
{
	where_begin();
	if (arg.tag && !records_is_name(arg.tag) && strcmp(arg.tag, "-") != 0)
		opt_fail("tag", "'%s' is not a name", arg.tag);
	if (arg.dt < 0)
		opt_fail("dt", "%g, expected 0 or more", arg.dt);
	if (where_text && !asked_bodies())
		opt_fail("where", "selects bodies, but nothing is done to them; give --tag, --velocity or another option for bodies");
	cell_check(&arg.cell);
	if (arg.soften <= 0)
		opt_fail("soften", "%g, expected a number above 0", arg.soften);
	if (arg.speed < 0)
		opt_fail("speed", "%g, expected 0 or more", arg.speed);
	if (arg.temperature < 0)
		opt_fail("temperature", "%g, expected 0 or more", arg.temperature);
	if ((arg.velocity != NULL) + !isnan(arg.speed) + !isnan(arg.temperature) > 1)
		tool_fail(EXIT_USAGE, "give only one of --velocity, --speed and --temperature");
}

int main(int argc, char **argv)
{
	double (*spins)[3] = NULL;

	tool_begin(argc, argv, "change materials, laws, gravity, constraints, outlets, tags, velocities and the domain", "[FILE]",
	           opts, 1);
	check_options();
	tool_take_solids();
	if (arg.units)
		set_units();
	for (int k = 0; k < arg.constrain.n; k++)
		records_expect_motions(arg.constrain.item[k]);
	struct world *frame = asked_time() ? tool_read_last_alone() : tool_read_last(), *w = tool_world();

	if (!frame && (asked_bodies() || asked_time()))
		tool_fail(EXIT_INPUT, "the stream has no frame, expected a frame with bodies to change");
	if (frame && w->dim == 3 && (arg.material.n || arg.body_material))
		spins = bodies_spins_before(w);
	if (!asked_definitions() && !asked_bodies() && !asked_time()) {
		tool_pass();
		frame = NULL;
	}
	const struct domain was = w->domain;
	change_definitions(w);
	write_definitions(w);
	if (frame) {
		int moving = set_bodies(w, (const double (*)[3])spins);

		note_tags(w);
		note_materials(w);
		if (cell_asked(&arg.cell))
			world_add_flow(w, flow);
		if (asked_domain()) {
			world_drop_moved_images(w, &was);
			if (!asked_time()) /* the earlier frames are left out then */
				tool_note_resized(&was);
			world_wrap(w);
			world_cut_images(w);
		}
		set_time(w);
		if (moving || asked_definitions() || asked_time())
			world_changed(w);
		tool_write_frame(w);
	}
	if (!isnan(arg.soften))
		soften_notes(w, arg.soften, frame != NULL);
	free(spins);
	where_end();
	return tool_end();
}
