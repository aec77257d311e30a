/* Every energy of the plane's ledger by itself, from the columns of a frame: in a tilted periodic cell with gravity along
 * both axes,
 * bodies of two materials, three laws, several shapes and sizes, ids in no order, and groups that are held, driven, loaded or
 * free in
 * some degrees of freedom; at the start, in a run, in one that is split. */
#include "scene.h"

#include "base/buf.h"

static const double dt = 2e-3;

static void law(struct world *w, const char *a, const char *b, const char *kind, int n, const char *const *key,
	const double *value)
{
	struct law *l = world_need_law(w, a, b);

	free(l->kind);
	l->kind = mem_string(kind);
	for (int k = 0; k < n; k++)
		params_set(&l->par, key[k], value[k]);
}

/* Four groups, each of two bodies or one, and what they are free in. */
static void groups(struct world *w)
{
	struct constraint *c = world_need_constraint(w, "sled"); /* two unequal bodies, free along both axes */

	c->dof[2].drive = DRIVE_FIXED;
	c = world_need_constraint(w, "lift"); /* told along x, forced along y, of a mass of its own */
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.21 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_FORCE, 1, { 9.7 }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	c->m = 4.3;
	c->c = 0.9;
	c = world_need_constraint(w, "wheel"); /* turns as it likes, with a greater mass */
	c->dof[0].drive = DRIVE_FIXED;
	c->dof[1].drive = DRIVE_FIXED;
	c->dof[2] = (struct dof){ DRIVE_FORCE, 1, { -0.8 }, NULL };
	c->m = 3.9;
	c = world_need_constraint(w, "pole");
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
}

static void scene(struct world *w)
{
	static const char *const key[] = { "kn", "kt", "mu", "en", "kr", "mur", "gr" };
	static const double pentagon[5][2] = { { 0.45, 0 }, { 0.12, 0.38 }, { -0.32, 0.24 }, { -0.32, -0.24 }, { 0.12, -0.38 } };
	static const char *const tag[] = { "-", "sled", "-", "lift", "-", "wheel", "-", "sled", "-", "pole" };
	struct rng g;

	rng_seed(&g, 12);
	scene_begin(w, 900, 310, 0.4, 0.7);
	world_need_material(w, "rock")->density = 2.3;
	law(w, "grain", "grain", "linear", 7, key, (const double[]){ 900, 310, 0.4, 0.7, 13, 0.2, 0.05 });
	law(w, "rock", "grain", "hertz", 7, key, (const double[]){ 2100, 170, 0.6, 0.5, 7, 0.4, 0.03 });
	law(w, "rock", "rock", "linear", 4, key, (const double[]){ 1300, 530, 0.25, 0.8, 0, 0, 0 });
	int64_t shape[3] = { scene_shape(w, SHAPE_POLYGON, 5, pentagon, 0.1)->id, scene_disk(w, 0.5),
		scene_shape(w, SHAPE_DISKS, 2, (const double[2][2]){ { -0.2, 0 }, { 0.3, 0 } }, 0.3)->id };
	w->domain = (struct domain){ .lo = { -1.3, 0.7 }, .hi = { 3.7, 5.1 }, .periodic = { 1, 1 }, .tilt = { 0.83 }, .set = 1 };
	w->gravity[0] = 0.6;
	w->gravity[1] = -1.7;
	for (int k = 0; k < 20; k++) {
		double u[5];

		scene_draw(&g, 5, u);
		int row = scene_body(w, shape[k % 3], tag[k % 10], -1.3 + 5 * (k % 5 + 0.5 + 0.1 * u[0]) / 5,
			0.7 + 4.4 * (k / 5 + 0.5) / 4, 6 * u[1]);
		struct bodies2 b = world_bodies2(w);

		if (k % 10 == 5 && k > 5)
			b.tag[row] = 0;
		b.size[row] = 0.95 + 0.03 * (k % 4);
		b.material[row] = world_name(w, k % 4 == 1 ? "rock" : "grain");
		b.id[row] = 100 - 3 * k + 41 * (k % 3);
		b.ix[row] = k % 4 - 2;
		b.iy[row] = k % 3 - 1;
		scene_move(w, row, 1.6 * u[2] - 0.8, 1.6 * u[3] - 0.8, 3 * u[4] - 1.5);
	}
	groups(w);
}

/* ---- what a frame says ---- */

static int row_of(const struct world *w, int64_t id)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	int row = 0;

	while (b.id[row] != id)
		row++;
	return row;
}

static const char *tag_of(const struct world *w, int row)
{
	return w->names.word[world_bodies2((struct world *)w).tag[row]];
}

/* Mass and moment of inertia by the shape's record, at the body's size and density. */
static void weigh(const struct world *w, int row, double *m, double *inertia)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	const struct shape *s = world_shape(w, b.shape[row]);
	double density = strcmp(w->names.word[b.material[row]], "rock") ? 1.25 : 2.3;

	*m = density * s->area * pow(b.size[row], 2);
	*inertia = density * s->inertia * pow(b.size[row], 4);
}

/* Inverse masses do not matter here: only what of the motion counts. Masses along x and y, moment of inertia; 0 where it is
 * told. The
 * first body of a group has all of it. */
static void count(const struct world *w, int row, double m[3])
{
	const char *tag = tag_of(w, row);
	double own, inertia;

	weigh(w, row, &own, &inertia);
	m[0] = m[1] = own;
	m[2] = inertia;
	if (!strcmp(tag, "sled")) /* all bodies have one velocity, so each counts with its own mass */
		m[2] = 0;
	if (!strcmp(tag, "lift")) {
		m[0] = m[2] = 0;
		m[1] = 4.3 / 2; /* of two bodies */
	}
	if (!strcmp(tag, "wheel")) {
		m[0] = m[1] = 0;
		m[2] = inertia * 3.9 / own; /* as if the same body were denser */
	}
	if (!strcmp(tag, "pole"))
		m[0] = m[1] = m[2] = 0;
}

struct held { double lin, rot, normal, tangent, grav; };

/* The potential energy of a group is that of all its mass at the place of its first body, by the order of ids. */
static int is_first(const struct world *w, int row)
{
	struct bodies2 b = world_bodies2((struct world *)w);

	for (int k = 0; k < b.n; k++)
		if (b.tag[k] == b.tag[row] && b.id[k] < b.id[row])
			return 0;
	return 1;
}

static struct held of_bodies(const struct world *w)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	const struct domain *d = &w->domain;
	struct held h = { 0 };
	double sled = 0;

	for (int k = 0; k < b.n; k++)
		if (!strcmp(tag_of(w, k), "sled")) {
			double m, inertia;

			weigh(w, k, &m, &inertia);
			sled += m;
		}
	for (int k = 0; k < b.n; k++) {
		double m[3], at[2] = { b.x[k] + (double)b.ix[k] * (d->hi[0] - d->lo[0]) + (double)b.iy[k] * d->tilt[0],
		                       b.y[k] + (double)b.iy[k] * (d->hi[1] - d->lo[1]) };
		const char *tag = tag_of(w, k);

		count(w, k, m);
		h.lin += 0.5 * (m[0] * b.vx[k] * b.vx[k] + m[1] * b.vy[k] * b.vy[k]);
		h.rot += 0.5 * m[2] * b.omega[k] * b.omega[k];
		if (!strcmp(tag, "-"))
			h.grav -= m[0] * (w->gravity[0] * at[0] + w->gravity[1] * at[1]);
		if (!strcmp(tag, "sled") && is_first(w, k))
			h.grav -= sled * (w->gravity[0] * at[0] + w->gravity[1] * at[1]);
		if (!strcmp(tag, "lift") && is_first(w, k)) /* weight acts where a force moves it, not where it is told */
			h.grav -= 4.3 * w->gravity[1] * at[1];
	}
	return h;
}

static void of_contacts(const struct world *w, struct held *h, int *seen)
{
	const struct table *t = &w->contact;

	for (int k = 0; k < t->n_row; k++) {
		int row[2] = { row_of(w, table_int(t, "i")[k]), row_of(w, table_int(t, "j")[k]) }, rock = 0;
		double gap = table_real(t, "overlap")[k], xi = table_real(t, "xi")[k], roll = table_real(t, "roll")[k];

		for (int z = 0; z < 2; z++)
			rock += !strcmp(w->names.word[world_bodies2((struct world *)w).material[row[z]]], "rock");
		h->normal += rock == 0 ? 0.5 * 900 * gap * gap : rock == 1 ? 0.4 * 2100 * pow(gap, 2.5) : 0.5 * 1300 * gap * gap;
		h->tangent += 0.5 * (rock == 0 ? 310 : rock == 1 ? 170 : 530) * xi * xi +
		              0.5 * (rock == 0 ? 13 : rock == 1 ? 7 : 0) * roll * roll;
		seen[rock] += gap > 0;
	}
}

/* Whether every energy of the frame is what its columns say; and the balances are what its entries leave. */
static void check(const struct world *w, const char *what)
{
	struct held h = of_bodies(w);
	int seen[3] = { 0 };

	of_contacts(w, &h, seen);
	near(scene_ledger(w, "kin_lin"), h.lin, 1e-12 * h.lin, "%s: kinetic energy of translation", what);
	near(scene_ledger(w, "kin_rot"), h.rot, 1e-12 * h.rot, "%s: of rotation", what);
	near(scene_ledger(w, "grav"), h.grav, 1e-11 * fabs(h.grav), "%s: potential energy of weight", what);
	near(scene_ledger(w, "el_n"), h.normal, 1e-12 * h.normal, "%s: energy of normal springs", what);
	near(scene_ledger(w, "el_t"), h.tangent, 1e-12 * h.tangent, "%s: of tangential and rolling ones", what);
	double change[6], work = scene_ledger(w, "work") - scene_ledger(w, "other");
	double lost = scene_ledger(w, "fric") + scene_ledger(w, "visc");
	static const char *const key[6][2] = { { "kin_lin", "start_kin_lin" }, { "kin_rot", "start_kin_rot" }, { "el_n",
		"start_el_n" },
		{ "el_t", "start_el_t" }, { "grav", "start_grav" }, { "kin_half", "start_kin_half" } };
	for (int k = 0; k < 6; k++)
		change[k] = scene_ledger(w, key[k][0]) - scene_ledger(w, key[k][1]);
	near(scene_ledger(w, "residual"), work - lost - change[0] - change[1] - change[2] - change[3] - change[4], 1e-11,
		"%s: residual", what);
	near(scene_ledger(w, "e_num"), scene_ledger(w, "work_n") - change[2], 1e-12, "%s: e_num", what);
	near(scene_ledger(w, "slip"), scene_ledger(w, "work_t") - change[3] - scene_ledger(w, "fric"), 1e-12, "%s: slip", what);
	if (params_find(&w->ledger, "closure"))
		near(scene_ledger(w, "closure"), work - change[4] - change[5] - scene_ledger(w, "work_n") -
			scene_ledger(w, "work_t") - scene_ledger(w, "visc"), 1e-11,
		     "%s: closure", what);
	if (w->step > 0)
		ok(seen[0] > 0 && seen[1] > 0 && h.tangent > 1e-6 && h.rot > 0, "%s: contacts of all laws: %d %d %d", what,
			seen[0], seen[1], seen[2]);
}

/* Half the kinetic energy of both half steps: m (v - d) (v + d) / 2 with d = dt a / 2, a from the forces of the frame. */
static double half_steps(const struct world *w)
{
	struct bodies2 b = world_bodies2((struct world *)w);
	const double *f[3] = { table_real(&w->body, "fx"), table_real(&w->body, "fy"), table_real(&w->body, "torque") };
	double sum = 0, sled[3] = { 0 }, lift[2] = { 0 };

	for (int k = 0; k < b.n; k++) {
		const double v[3] = { b.vx[k], b.vy[k], b.omega[k] };
		const char *tag = tag_of(w, k);
		double m[3], own, inertia;

		count(w, k, m);
		weigh(w, k, &own, &inertia);
		if (!strcmp(tag, "sled")) {
			sled[0] += f[0][k];
			sled[1] += f[1][k];
			sled[2] += own;
			continue;
		}
		if (!strcmp(tag, "lift")) {
			lift[0] += f[1][k];
			lift[1] = v[1];
			continue;
		}
		for (int z = 0; z < 3; z++) {
			double outer = z < 2 ? m[z] * w->gravity[z] : strcmp(tag, "wheel") ? 0 : -0.8;
			double d = m[z] > 0 ? 0.5 * dt * (f[z][k] + outer) / m[z] : 0;

			sum += 0.5 * m[z] * (v[z] - d) * (v[z] + d);
		}
	}
	for (int k = 0; k < b.n; k++)
		if (!strcmp(tag_of(w, k), "sled") && is_first(w, k))
			for (int z = 0; z < 2; z++) {
				double v = z ? b.vy[k] : b.vx[k], d = 0.5 * dt * (sled[z] / sled[2] + w->gravity[z]);

				sum += 0.5 * sled[2] * (v - d) * (v + d);
			}
	double d = 0.5 * dt * ((lift[0] + 9.7 - 0.9 * lift[1]) / 4.3 + w->gravity[1]);
	return sum + 0.5 * 4.3 * (lift[1] - d) * (lift[1] + d);
}

static void runs(enum dem2_integrator how)
{
	const char *name = how == DEM2_GEAR ? "gear" : "verlet";
	struct sim_options o = dem2_defaults();
	char what[64];
	struct world w;

	scene(&w);
	o.integrator = how;
	o.dt = how == DEM2_GEAR ? 0.5 * dt : dt;
	o.forces = 1;
	for (int part = 0; part < 4; part++) { /* each goes on with the frame of the last */
		struct dem2 *sim = scene_start(&w, o);

		scene_run(&w, sim, part * 150);
		snprintf(what, sizeof what, "%s, step %d", name, (int)w.step);
		check(&w, what);
		if (how == DEM2_VERLET)
			near(scene_ledger(&w, "kin_half"), half_steps(&w), 1e-12 * scene_ledger(&w, "kin_half"),
				"%s: kinetic energy of the half steps", what);
		if (part == 0)
			ok(scene_ledger(&w, "start_grav") == scene_ledger(&w, "grav") && scene_ledger(&w, "start_kin_rot") == scene_ledger(&w,
				"kin_rot") &&
			   scene_ledger(&w, "work") == 0 && scene_ledger(&w, "fric") == 0 && scene_ledger(&w, "since") == 0,
				"%s: the ledger begins", what);
		struct sim_report r = dem2_report(sim);
		near(r.kinetic, scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot"), 1e-12, "%s: the report's kinetic energy", what);
		near(r.elastic, scene_ledger(&w, "el_n") + scene_ledger(&w, "el_t"), 1e-12, "%s: and elastic", what);
		ok(r.visc == scene_ledger(&w, "visc") && r.visc_power == scene_ledger(&w, "visc_power") && r.contacts == w.contact.n_row &&
			r.bodies == 20 &&
		   r.moving == 18 && r.residual == scene_ledger(&w, "residual"), "%s: and the rest of it: %d move", what, r.moving);
		dem2_free(sim);
	}
	near(scene_ledger(&w, "residual"), 0, 0.02 * (scene_ledger(&w, "fric") + scene_ledger(&w, "visc")), "%s: the first law, roughly",
		name);
	ok(scene_ledger(&w, "other") > 0 && scene_ledger(&w, "fric") > 0.01 && scene_ledger(&w, "visc") > 0.01,
		"%s: damping, friction, viscosity", name);
	world_free(&w);
}

int main(void)
{
	runs(DEM2_VERLET);
	runs(DEM2_GEAR);
	return done();
}
