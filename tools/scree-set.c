/* scree-set: change materials, laws, gravity, constraints, outlets, tags, velocities and the domain of a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/laws.h"
#include "common/where.h"
#include "common/words.h"
#include "number.h"
#include "shape/stir.h"
#include "world/change.h"
#include "world/defaults.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "world/relocate.h"

static struct {
	struct opt_list material, law, constrain, release, outlet;
	const char *domain, *periodic, *rate, *pressure, *tag, *body_material;
	double gravity[2], velocity[2], omega, speed, temperature, dt, cell_mass, cell_damping;
	int64_t seed;
	int reset, rest;
} arg = { .gravity = { NAN }, .velocity = { NAN }, .omega = NAN, .seed = 1, .speed = NAN,
          .temperature = NAN, .dt = NAN, .cell_mass = NAN, .cell_damping = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Definitions" },
	{ 0, "material", OPT_LIST, &arg.material, "NAME,DENSITY", "a material and its density [M/L^2]; may be repeated" },
	{ 0, "law", OPT_LIST, &arg.law, "A,B[,KIND],KEY=VALUE,...",
	  "law between materials A and B: linear (kn kt mu en gn gt kr gr mur), hertz, cohesive or lennard-jones; "
	  "what is not named stays, but kt changes with kn; may be repeated" },
	{ 0, "gravity", OPT_PAIR, arg.gravity, "GX,GY", "acceleration of gravity [L/T^2]" },
	{ 0, "constrain", OPT_LIST, &arg.constrain, "'TAG DOF=...'",
	  "constraint on the bodies of a tag, as in its record: 'top x=v:0.1 y=p:-0.001 angle=fixed m=5'; may be repeated" },
	{ 0, "release", OPT_LIST, &arg.release, "TAG", "free the bodies of a tag; may be repeated" },
	{ 0, "outlet", OPT_LIST, &arg.outlet, "'NAME SIDE=...'",
	  "where grains leave, as in its record: 'drain below=-3', 'belt right=9 return=0,2,5', 'gate tag=gate from=2'; may be "
	  "repeated" },
	{ 0, "domain", OPT_WORD, &arg.domain, "X0,Y0,X1,Y1", "corners of the domain [L]" },
	{ 0, "periodic", OPT_WORD, &arg.periodic, "AXES", "x, y, xy or none" },
	{ 0, "rate", OPT_WORD, &arg.rate, "XX,YY,XY",
	  "stretch (below 0: compress) the periodic domain along x and y, and shear it, at these rates; bodies flow with it [1/T]" },
	{ 0, "pressure", OPT_WORD, &arg.pressure, "P|XX,YY",
	  "let the periodic domain follow the stress along x and y to these pressures [M/T^2]; - leaves an axis out, none ends it" },
	{ 0, "cell-mass", OPT_REAL, &arg.cell_mass, "M", "with --pressure: mass of the cell [M], default that of all bodies" },
	{ 0, "cell-damping", OPT_REAL, &arg.cell_damping, "C",
	  "with --pressure: damping of the cell [M/T], default half the root of its mass times the greatest stiffness" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, "tag", OPT_WORD, &arg.tag, "NAME", "give the bodies this tag; - takes it away" },
	{ 0, "body-material", OPT_WORD, &arg.body_material, "NAME", "make the bodies of this material" },
	{ 0, "velocity", OPT_PAIR, arg.velocity, "VX,VY", "velocity [L/T]" },
	{ 0, "omega", OPT_REAL, &arg.omega, "W", "angular velocity [1/T]" },
	{ 0, "speed", OPT_REAL, &arg.speed, "V", "velocity in random directions, no spin [L/T]" },
	{ 0, "temperature", OPT_REAL, &arg.temperature, "E",
	  "Maxwellian velocities and spins: mean energy per degree of freedom is E/2 [M L^2/T^2]" },
	{ 0, "no-drift", OPT_FLAG, &arg.rest, NULL, "take the mean motion away: their total momentum is 0" },
	{ 's', "seed", OPT_INT, &arg.seed, "N", "seed of the random velocities, default 1" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Time" },
	{ 'd', "dt", OPT_REAL, &arg.dt, "DT", "time step [T]; 0 lets the simulator choose" },
	{ 0, "reset", OPT_FLAG, &arg.reset, NULL, "begin at t = 0 again: time, step and ledger" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

/* ---- definitions ---- */

/* The next piece of a list up to a comma, in place; NULL at its end. */
static char *piece(char **rest)
{
	char *s = *rest;

	if (!s)
		return NULL;
	*rest = strchr(s, ',');
	if (*rest)
		*(*rest)++ = 0;
	return s;
}

static int is_name(const char *s)
{
	return s && *s && !strpbrk(s, " \t\n=,#") && strcmp(s, "-") != 0;
}

static void set_material(struct world *w, const char *value)
{
	char *copy = mem_string(value), *rest = copy, *name = piece(&rest);
	double density;

	if (!is_name(name) || !rest || number_parse(rest, &density))
		opt_fail("material", "'%s' is not NAME,DENSITY", value);
	if (density <= 0)
		opt_fail("material", "density %g is not above 0", density);
	world_need_material(w, name)->density = density;
	free(copy);
}

static void check_law(const struct law *l)
{
	struct law_contact resolved;
	const char *key;
	double number;
	char text[512];
	enum law_status st = law_resolve(l, &resolved, &key, &number);

	if (st == LAW_GOOD)
		return;
	laws_complaint(text, sizeof text, l, st, key, number);
	opt_fail("law", "%s", text);
}

static void set_law(struct world *w, const char *value)
{
	char *copy = mem_string(value), *rest = copy, *a = piece(&rest), *b = piece(&rest), *key;

	if (!is_name(a) || !is_name(b))
		opt_fail("law", "'%s' is not A,B[,KIND],KEY=VALUE,...", value);
	if (!world_material(w, a) || !world_material(w, b))
		opt_fail("law", "the scene has no material '%s'", world_material(w, a) ? b : a);
	struct law *l = world_need_law(w, a, b);

	if (rest && !memchr(rest, '=', strcspn(rest, ","))) { /* a kind: another one begins anew */
		key = piece(&rest);
		if (law_values(key))
			opt_fail("law", "'%s' is not KEY=VALUE", key);
		if (strcmp(key, l->kind) != 0)
			params_free(&l->par);
		free(l->kind);
		l->kind = mem_string(key);
	}
	double old_kn = params_get(&l->par, "kn", DEFAULT_KN);
	int kt_named = 0;

	while ((key = piece(&rest))) {
		char *equals = strchr(key, '=');
		double x;

		if (equals)
			*equals = 0;
		if (!equals || !is_name(key) || number_parse(equals + 1, &x))
			opt_fail("law", "'%s' is not KEY=VALUE", key);
		/* restitution and damping coefficients say the same thing in two ways: the last word counts */
		if (strcmp(key, "en") == 0) {
			params_drop(&l->par, "gn");
			params_drop(&l->par, "gt");
		} else if (strcmp(key, "gn") == 0 || strcmp(key, "gt") == 0) {
			params_drop(&l->par, "en");
		}
		kt_named |= strcmp(key, "kt") == 0;
		params_set(&l->par, key, x);
	}
	/* makers write kt: who asks for stiffer grains, by kn alone, wants the same ratio of the two */
	double kn = params_get(&l->par, "kn", old_kn), *kt = params_find(&l->par, "kt");
	if (kt && !kt_named && old_kn > 0)
		*kt *= kn / old_kn;
	else if (kt && !kt_named && kn > 0) /* bodies that passed through each other: the simulator's default */
		params_drop(&l->par, "kt");
	check_law(l);
	free(copy);
}

/* The reader of streams is the one place that understands such records: let it read one. */
static void read_record(const char *option, const char *value, struct world *made)
{
	size_t size = strlen(option) + strlen(value) + 64;
	char *text = mem_new(size, 1);

	if (strpbrk(value, "\n\r"))
		opt_fail(option, "'%s' is more than one line", value);
	const char *word = strcmp(option, "constrain") ? option : "constraint";
	FILE *f = fmemopen(text, (size_t)snprintf(text, size, "scree 1 dim=2\n%s %s\n", word, value), "r");
	if (!f)
		tool_fail(EXIT_SYSTEM, "out of memory");
	world_init(made, 2);
	struct particles_in *in = particles_open(f, word);
	if (particles_read(in, made) != PARTICLES_END || made->n_constraint + made->n_outlet != 1) {
		const char *why = particles_error(in), *colon = why ? strstr(why, ": ") : NULL;

		opt_fail(option, "%s", colon ? colon + 2 : value);
	}
	particles_close(in);
	fclose(f);
	free(text);
}

static void set_constraint(struct world *w, const char *value)
{
	struct world made;

	read_record("constrain", value, &made);
	constraint_set(world_need_constraint(w, made.constraint[0].tag), &made.constraint[0]);
	world_free(&made);
}

static void set_outlet(struct world *w, const char *value)
{
	struct world made;

	read_record("outlet", value, &made);
	struct outlet *o = world_need_outlet(w, made.outlet[0].name);
	outlet_copy(o, &made.outlet[0]);
	if (outlet_fault(w, o))
		opt_fail("outlet", "'%s': expected %s", value, outlet_fault(w, o));
	world_free(&made);
}

static void release(struct world *w, const char *tag)
{
	struct constraint *c = world_constraint(w, tag);

	if (!c)
		opt_fail("release", "the scene has no constraint on tag '%s'", tag);
	constraint_set(c, &(struct constraint){ 0 });
}

static double flow[3]; /* change of the domain's rates [1/T] */

/* The mass of all bodies [M]. */
static double mass_of_all(struct world *w)
{
	struct bodies b = world_bodies(w);
	double *mass = MEM_NEW(double, (size_t)b.n), sum = 0;
	int bad = bodies_mass(w, NULL, mass, NULL);

	if (bad)
		tool_fail_massless(b.id[bad - 1]);
	for (int i = 0; i < b.n; i++)
		sum += mass[i];
	free(mass);
	return sum;
}

/* The greatest stiffness of the laws between two grains of the mean radius [M/T^2]. */
static double stiffness(struct world *w)
{
	struct bodies b = world_bodies(w);
	double sum = 0, most = 0, value;
	struct law_contact law;
	const char *key;

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		sum += b.size[i] * (s->radius ? s->radius[0] : s->r);
	}
	for (int k = 0; k < w->n_law && sum > 0; k++)
		if (law_resolve(&w->law[k], &law, &key, &value) == LAW_GOOD)
			most = fmax(most, law_stiffness(&law, 2 * sum / b.n));
	return most;
}

/* Targets of pressure; an axis that loses its own stands still. */
static void set_pressure(struct world *w)
{
	struct domain *d = &w->domain;
	const char *comma = strchr(arg.pressure, ','), *word[2] = { arg.pressure, comma ? comma + 1 : arg.pressure };
	int none = strcmp(arg.pressure, "none") == 0, had[2] = { d->servo[0], d->servo[1] };

	for (int k = 0; k < 2; k++) {
		int n = k == 0 && comma ? (int)(comma - word[0]) : (int)strlen(word[k]);
		char *text = strndup(word[k], (size_t)n);

		d->servo[k] = !none && !(comma && strcmp(text, "-") == 0);
		d->target[k] = 0;
		if (d->servo[k] && (number_parse(text, &d->target[k]) || d->target[k] < 0))
			opt_fail("pressure", "'%s' is not P, XX,YY or none, with numbers not below 0 or one -", arg.pressure);
		if (had[k] && !d->servo[k])
			d->rate[k] = 0;
		free(text);
	}
	if (!none && !d->servo[0] && !d->servo[1])
		opt_fail("pressure", "'%s' has no pressure, expected none to end it", arg.pressure);
	d->m = none ? 0 : isnan(arg.cell_mass) ? mass_of_all(w) : arg.cell_mass;
	d->c = none ? 0 : isnan(arg.cell_damping) ? 0.5 * sqrt(d->m * stiffness(w)) : arg.cell_damping;
	if (!none && !(d->m > 0))
		tool_fail(EXIT_INPUT, "the scene has no bodies with a mass: found %g, expected above 0 for a cell under pressure", d->m);
	if (!none)
		tool_note("the cell has mass %g and damping %g", d->m, d->c);
}

static void set_domain(struct world *w)
{
	struct domain *d = &w->domain;

	if (arg.domain) {
		double v[4];

		if (words_numbers(arg.domain, v, 4) != 4)
			opt_fail("domain", "'%s' is not X0,Y0,X1,Y1", arg.domain);
		if (v[2] <= v[0] || v[3] <= v[1])
			opt_fail("domain", "'%s': the upper corner is not above the lower one", arg.domain);
		for (int k = 0; k < 2; k++) {
			d->lo[k] = v[k];
			d->hi[k] = v[2 + k];
		}
		d->set = 1;
	}
	if (arg.periodic) {
		int periodic[2];

		if (words_axes(arg.periodic, periodic))
			opt_fail("periodic", "'%s' is not x, y, xy or none", arg.periodic);
		if (!d->set)
			opt_fail("periodic", "the scene has no domain; give --domain too");
		d->periodic[0] = periodic[0];
		d->periodic[1] = periodic[1];
		if (!(periodic[0] && periodic[1]))
			d->tilt = 0;
	}
	if (arg.rate || arg.pressure) {
		double old[3];

		memcpy(old, d->rate, sizeof old);
		if (!d->set)
			opt_fail(arg.rate ? "rate" : "pressure", "the scene has no domain; give --domain too");
		if (arg.pressure)
			set_pressure(w);
		if (arg.rate && words_numbers(arg.rate, d->rate, 3) != 3)
			opt_fail("rate", "'%s' is not XX,YY,XY", arg.rate);
		for (int k = 0; k < 3; k++)
			flow[k] = d->rate[k] - old[k];
	}
	if (domain_fault(d))
		opt_fail(arg.pressure ? "pressure" : arg.rate ? "rate" : "periodic", "%s", domain_fault(d));
}

static int asked_domain(void)
{
	return arg.domain || arg.periodic || arg.rate || arg.pressure;
}

/* ---- bodies and time ---- */

/* Velocities that need masses or chance. */
static void stir(struct world *w, struct bodies *b, const char *keep)
{
	double *mass = MEM_NEW(double, (size_t)b->n), *inertia = MEM_NEW(double, (size_t)b->n);
	int bad = bodies_mass(w, NULL, mass, inertia);
	struct rng g;

	rng_seed(&g, (uint64_t)arg.seed);
	if (bad)
		tool_fail_massless(b->id[bad - 1]);
	if (!isnan(arg.speed))
		stir_speed(b, keep, arg.speed, &g);
	if (!isnan(arg.temperature))
		stir_temperature(b, keep, mass, inertia, arg.temperature, &g);
	if (arg.rest)
		stir_rest(b, keep, mass);
	free(mass);
	free(inertia);
}

static int is_stirred(void)
{
	return !isnan(arg.speed) || !isnan(arg.temperature) || arg.rest;
}

/* Change the selected bodies. Returns whether that changes their motion: new tags that no constraint knows do not. */
static int set_bodies(struct world *w)
{
	int moving = arg.body_material || !isnan(arg.velocity[0]) || !isnan(arg.omega) || is_stirred();
	char *keep = where_select(w, NULL);
	struct bodies b = world_bodies(w);

	if (arg.body_material && !world_material(w, arg.body_material))
		opt_fail("body-material", "the scene has no material '%s'", arg.body_material);
	int32_t tag = arg.tag ? world_name(w, arg.tag) : 0, material = arg.body_material ? world_name(w, arg.body_material) : 0;
	for (int i = 0; i < b.n; i++) {
		if (!keep[i])
			continue;
		if (arg.tag) {
			moving |= world_constraint(w, w->names.word[b.tag[i]]) || world_constraint(w, arg.tag);
			b.tag[i] = tag;
		}
		if (arg.body_material)
			b.material[i] = material;
		if (!isnan(arg.velocity[0])) {
			b.vx[i] = arg.velocity[0];
			b.vy[i] = arg.velocity[1];
		}
		if (!isnan(arg.omega))
			b.omega[i] = arg.omega;
	}
	if (is_stirred())
		stir(w, &b, keep);
	free(keep);
	return moving;
}

/* Time is the step times dt: another dt means other steps. */
static void set_time(struct world *w)
{
	if (arg.reset) {
		w->step = 0;
		w->t = w->due = 0;
	}
	if (isnan(arg.dt))
		return;
	double steps = arg.dt > 0 ? floor(w->t / arg.dt + 0.5) : 0;
	if (w->t != 0 && (arg.dt == 0 || fabs(steps * arg.dt - w->t) > 1e-9 * arg.dt))
		opt_fail("dt", "%g does not divide the time %g that was reached; --reset begins anew", arg.dt, w->t);
	w->step = (int64_t)steps;
	w->t = steps * arg.dt;
	w->dt = arg.dt;
}

static void change_definitions(struct world *w)
{
	for (int k = 0; k < arg.material.n; k++)
		set_material(w, arg.material.item[k]);
	for (int k = 0; k < arg.law.n; k++)
		set_law(w, arg.law.item[k]);
	for (int k = 0; k < arg.release.n; k++)
		release(w, arg.release.item[k]);
	for (int k = 0; k < arg.constrain.n; k++)
		set_constraint(w, arg.constrain.item[k]);
	if (!isnan(arg.gravity[0])) {
		w->gravity[0] = arg.gravity[0];
		w->gravity[1] = arg.gravity[1];
	}
	if (asked_domain())
		set_domain(w);
	for (int k = 0; k < arg.outlet.n; k++)
		set_outlet(w, arg.outlet.item[k]);
}

/* A word that no body has for its tag may be a slip. */
static void note_tag(struct world *w, const char *tag, const char *what)
{
	struct bodies b = world_bodies(w);

	for (int i = 0; i < b.n; i++)
		if (strcmp(w->names.word[b.tag[i]], tag) == 0)
			return;
	tool_note("%s: no body has the tag %s", what, tag);
}

static void note_tags(struct world *w)
{
	for (int k = 0; arg.constrain.n && k < w->n_constraint; k++)
		if (constraint_holds(&w->constraint[k]))
			note_tag(w, w->constraint[k].tag, "constraint");
	for (int k = 0; arg.outlet.n && k < w->n_outlet; k++)
		if (w->outlet[k].tag)
			note_tag(w, w->outlet[k].tag, "outlet");
}

/* Write the kinds of definitions that were changed, so that each is stated as it holds now. */
static void write_definitions(struct world *w)
{
	struct particles_out *out = tool_out();

	if (asked_domain())
		particles_put_domain(out, w);
	if (!isnan(arg.gravity[0]))
		particles_put_gravity(out, w);
	for (int k = 0; arg.material.n && k < w->n_material; k++)
		particles_put_material(out, &w->material[k]);
	for (int k = 0; arg.law.n && k < w->n_law; k++)
		particles_put_law(out, &w->law[k]);
	for (int k = 0; arg.constrain.n + arg.release.n && k < w->n_constraint; k++)
		particles_put_constraint(out, w, &w->constraint[k]);
	for (int k = 0; arg.outlet.n && k < w->n_outlet; k++)
		particles_put_outlet(out, &w->outlet[k]);
}

/* What was asked for. */
static int asked_definitions(void)
{
	return arg.material.n || arg.law.n || arg.constrain.n || arg.release.n || arg.outlet.n || asked_domain() ||
	       !isnan(arg.gravity[0]);
}

static int asked_bodies(void)
{
	return arg.tag || arg.body_material || !isnan(arg.velocity[0]) || !isnan(arg.omega) || is_stirred();
}

static int asked_time(void)
{
	return arg.reset || !isnan(arg.dt);
}

static void check_options(void)
{
	where_begin();
	if (arg.tag && !is_name(arg.tag) && strcmp(arg.tag, "-") != 0)
		opt_fail("tag", "'%s' is not a name", arg.tag);
	if (arg.dt < 0)
		opt_fail("dt", "%g is not 0 or more", arg.dt);
	if (where_text && !asked_bodies())
		opt_fail("where", "nothing is done to the bodies: give --tag, --velocity or another of their options");
	if (!arg.pressure && !(isnan(arg.cell_mass) && isnan(arg.cell_damping)))
		tool_fail(EXIT_USAGE, "--cell-mass and --cell-damping go with --pressure");
	if (arg.cell_mass <= 0)
		opt_fail("cell-mass", "%g is not above 0", arg.cell_mass);
	if (arg.cell_damping < 0)
		opt_fail("cell-damping", "%g is not 0 or more", arg.cell_damping);
	if (arg.speed < 0)
		opt_fail("speed", "%g is not 0 or more", arg.speed);
	if (arg.temperature < 0)
		opt_fail("temperature", "%g is not 0 or more", arg.temperature);
	if (!isnan(arg.velocity[0]) + !isnan(arg.speed) + !isnan(arg.temperature) > 1)
		tool_fail(EXIT_USAGE, "give one of --velocity, --speed and --temperature");
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "change materials, laws, gravity, constraints, outlets, tags, velocities and the domain", "[FILE]",
	           opts, 1);
	check_options();
	struct world *frame = asked_time() ? tool_read_last_alone() : tool_read_last(), *w = tool_world();

	if (!frame && (asked_bodies() || asked_time()))
		tool_fail(EXIT_INPUT, "the stream has no frame: found only definitions, expected bodies to change");
	change_definitions(w);
	write_definitions(w);
	if (!asked_definitions() && !asked_bodies() && !asked_time()) {
		tool_pass();
	} else if (frame) {
		int moving = asked_bodies() && set_bodies(w);

		note_tags(w);
		if (arg.rate || arg.pressure)
			world_add_flow(w, flow);
		if (asked_domain()) {
			world_wrap(w);
			world_cut_images(w);
		}
		set_time(w);
		if (moving || asked_definitions() || asked_time())
			world_changed(w);
		tool_write_frame(w);
	}
	where_end();
	return tool_end();
}
