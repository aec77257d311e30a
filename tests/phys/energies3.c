/* Every energy of the ledger of space by itself, and every contact of the first evaluation, from the columns of a frame:
 * periodic along
 * two axes, weight along three, clumps with three moments in orientations of no symmetry, two materials and three laws with
 * rolling
 * and twisting unlike, ids in no order, groups that are held, told, loaded, hinged or free to turn; in a run in parts. */
#include "scene3.h"

static const double dt = 5e-4, wheel_m = 1.3, lift_m = 2.1, lift_c = 0.9, top_m = 1.7, lift_f = 3.7, wheel_t = -0.11,
	top_t = 0.07;

/* kn kt mu en kr gr mur ks gs mus */
static const char *const key[] = { "kn", "kt", "mu", "en", "kr", "gr", "mur", "ks", "gs", "mus", NULL };
static const double grain[] = { 9e3, 3100, 0.4, 0.7, 13, 0.05, 0.2, 29, 0.021, 0.13 };
static const double mixed[] = { 2.1e4, 1700, 0.6, 0.5, 7, 0.03, 0.4, 17, 0.052, 0.31 };
static const double rock[] = { 1.3e4, 5300, 0.25, 0.8, 0, 0, 0, 11, 0.037, 0.23 };

static void law(struct world *w, const char *a, const char *b, const char *kind, const double *value)
{
	struct law *l = world_need_law(w, a, b);

	free(l->kind);
	l->kind = strdup(kind);
	for (int k = 0; key[k]; k++)
		params_set(&l->par, key[k], value[k]);
}

static void groups(struct world *w)
{
	struct constraint *c = scene_hold(w, "sled"); /* two unequal bodies, free along all axes */

	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FREE;
	c = scene_hold(w, "lift");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.21 }, NULL };
	c->dof[2] = (struct dof){ DRIVE_FORCE, 1, { lift_f }, NULL };
	c->m = lift_m;
	c->c = lift_c;
	c = scene_hold(w, "wheel"); /* a hinge along y */
	c->dof[4] = (struct dof){ DRIVE_FORCE, 1, { wheel_t }, NULL };
	c->m = wheel_m;
	c = scene_hold(w, "top"); /* slides along y, turns as it likes */
	for (int k = 3; k < 6; k++)
		c->dof[k].drive = DRIVE_FREE;
	c->dof[1].drive = DRIVE_FREE;
	c->dof[5] = (struct dof){ DRIVE_FORCE, 1, { top_t }, NULL };
	c->m = top_m;
}

static void scene(struct world *w)
{
	static const double one[4][4] = { { 0.3, 0.1, 0, 0.3 }, { -0.3, 0, 0.1, 0.25 }, { 0.1, -0.25, -0.05, 0.22 }, { 0.05,
		0.1, 0.3, 0.2 } };
	static const double two[2][4] = { { -0.2, 0.1, 0, 0.34 }, { 0.25, 0, 0.1, 0.22 } };
	static const char *const tag[] = { "-", "sled", "-", "lift", "-", "wheel", "-", "sled", "-", "top", "-", "-" };
	struct rng g;

	rng_seed(&g, 12);
	scene_begin(w, "linear", key, grain);
	world_need_material(w, "rock")->density = 2.3;
	law(w, "rock", "grain", "mindlin", mixed);
	law(w, "rock", "rock", "hertz", rock);
	int64_t shape[3] = { scene_clump(w, 4, one), scene_ball(w, 0.5), scene_clump(w, 2, two) };
	w->domain = (struct domain){ .lo = { -1.3, 0.7, -0.9 }, .hi = { 2.5, 3.7, 8 }, .periodic = { 1, 1, 0 }, .set = 1 };
	w->gravity[0] = 0.6;
	w->gravity[1] = -0.8;
	w->gravity[2] = -3.7;
	for (int k = 0; k < 36; k++) {
		double u[10], omega[3];

		scene_draw(&g, 10, u);
		int row = scene_body(w, shape[k % 3], k < 12 ? tag[k] : "-", -1.3 + 3.8 * (k % 4 + 0.5) / 4,
			0.7 + 3 * (k / 4 % 3 + 0.5) / 3, 0.45 + 0.97 * (k / 12));
		struct bodies3 b = world_bodies3(w);

		b.size[row] = 0.95 + 0.03 * (k % 4);
		b.material[row] = world_name(w, k % 4 == 1 || k % 7 == 2 ? "rock" : "grain");
		b.id[row] = 150 - 3 * k + 41 * (k % 3);
		for (int z = 0; z < 2; z++)
			b.image[z][row] = (k + z) % 4 - 2;
		scene_turn(w, row, u[0] - 0.5, u[1] - 0.5, u[2] - 0.5, u[3] - 0.5);
		scene_move(w, row, 1.6 * u[4] - 0.8, 1.6 * u[5] - 0.8, 1.6 * u[6] - 0.8);
		for (int z = 0; z < 3 && k == 7; z++) /* the sled begins as one */
			b.v[z][1] = b.v[z][row];
		for (int z = 0; z < 3; z++)
			omega[z] = 3 * u[7 + z] - 1.5;
		scene_spin(w, row, omega);
	}
	groups(w);
	int floor_row = scene_floor(w);
	world_bodies3(w).material[floor_row] = world_name(w, "rock");
}

/* ---- what a frame says ---- */

static const char *tag_of(const struct world *w, int row)
{
	return w->names.word[world_bodies3((struct world *)w).tag[row]];
}

static int is_rock(const struct world *w, int row)
{
	return !strcmp(w->names.word[world_bodies3((struct world *)w).material[row]], "rock");
}

static int row_of(const struct world *w, int64_t id)
{
	struct bodies3 b = world_bodies3((struct world *)w);
	int row = 0;

	while (b.id[row] != id)
		row++;
	return row;
}

static void matrix(const struct world *w, int row, double m[3][3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	double q[4] = { b.q[0][row], b.q[1][row], b.q[2][row], b.q[3][row] };

	quat_matrix(m, q);
}

/* Mass and principal moments by the record of the shape, density and size; those of groups with a mass of their own as if
 * they were
 * denser. */
static double weigh(const struct world *w, int row, double moment[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	const struct solid *s = world_shape(w, b.shape[row])->solid;
	double size = b.size[row], density = is_rock(w, row) ? 2.3 : 1.25, m = density * s->volume * pow(size, 3), more = 1;

	more = !strcmp(tag_of(w, row), "wheel") ? wheel_m / m : !strcmp(tag_of(w, row), "top") ? top_m / m : 1;
	for (int z = 0; z < 3; z++)
		moment[z] = more * density * s->inertia[z] * pow(size, 5);
	return m;
}

/* R diag(of) R^T v. */
static void through(const struct world *w, int row, const double of[3], const double v[3], double out[3])
{
	double m[3][3], in[3];

	matrix(w, row, m);
	mat3_apply_back(in, (const double (*)[3])m, v);
	for (int z = 0; z < 3; z++)
		in[z] *= of[z];
	mat3_apply(out, (const double (*)[3])m, in);
}

static double about_y(const struct world *w, int row)
{
	double moment[3], out[3];

	weigh(w, row, moment);
	through(w, row, moment, (const double[3]){ 0, 1, 0 }, out);
	return out[1];
}

/* I^-1 L */
static void spin_of(const struct world *w, int row, const double l[3], double out[3])
{
	double moment[3], inverse[3];

	weigh(w, row, moment);
	for (int z = 0; z < 3; z++)
		inverse[z] = 1 / moment[z];
	through(w, row, inverse, l, out);
}

static void momentum(const struct world *w, int row, double l[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);

	for (int z = 0; z < 3; z++)
		l[z] = b.momentum[z][row];
}

static void angular_velocity(const struct world *w, int row, double out[3])
{
	static const char *const name[] = { "wx", "wy", "wz" };

	for (int z = 0; z < 3; z++)
		out[z] = table_real(&w->body, name[z])[row];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
	for (int z = 0; z < 3; z++)
		out[z] = a[(z + 1) % 3] * b[(z + 2) % 3] - a[(z + 2) % 3] * b[(z + 1) % 3];
}

/* Masses along the axes: 0 where a motion is told. */
static void count(const struct world *w, int row, double m[3])
{
	const char *tag = tag_of(w, row);
	double moment[3];

	m[0] = m[1] = m[2] = strcmp(tag, "floor") ? weigh(w, row, moment) : 0;
	if (!strcmp(tag, "wheel"))
		m[0] = m[1] = m[2] = 0;
	if (!strcmp(tag, "lift")) {
		m[0] = m[1] = 0;
		m[2] = lift_m;
	}
	if (!strcmp(tag, "top")) {
		m[0] = m[2] = 0;
		m[1] = top_m;
	}
}

static int turns(const struct world *w, int row)
{
	const char *tag = tag_of(w, row);

	return !strcmp(tag, "-") || !strcmp(tag, "top");
}

static int is_first(const struct world *w, int row)
{
	struct bodies3 b = world_bodies3((struct world *)w);

	for (int k = 0; k < b.n; k++)
		if (b.tag[k] == b.tag[row] && b.id[k] < b.id[row])
			return 0;
	return 1;
}

static double mass_of_sled(const struct world *w)
{
	double sum = 0, moment[3];

	for (int k = 0; k < w->body.n_row; k++)
		sum += strcmp(tag_of(w, k), "sled") ? 0 : weigh(w, k, moment);
	return sum;
}

struct held { double lin, rot, half, normal, tangent, grav; };

/* Energies of the motion, of weight, and of the half steps: (v - d).m (v + d) / 2 with d = dt a / 2, and the same of momenta. */
static struct held of_bodies(const struct world *w)
{
	static const char *const f_name[] = { "fx", "fy", "fz" }, *const t_name[] = { "tx", "ty", "tz" };
	struct bodies3 b = world_bodies3((struct world *)w);
	const struct domain *d = &w->domain;
	struct held h = { 0 };
	double sled_f[3] = { 0 };

	for (int k = 0; k < b.n; k++)
		for (int z = 0; z < 3; z++)
			sled_f[z] += strcmp(tag_of(w, k), "sled") ? 0 : table_real(&w->body, f_name[z])[k];
	for (int k = 0; k < b.n; k++) {
		const char *tag = tag_of(w, k);
		double m[3], l[3], spin[3], kick[3], kicked[3];

		count(w, k, m);
		int sled = !strcmp(tag, "sled");
		for (int z = 0; z < 3; z++) {
			double at = b.x[z][k] + (z < 2 ? (double)b.image[z][k] * (d->hi[z] - d->lo[z]) : 0), v = b.v[z][k];
			double f = table_real(&w->body, f_name[z])[k] + (!strcmp(tag, "lift") &&
				z == 2 ? lift_f - lift_c * v : 0);
			double mass = sled ? is_first(w, k) ? mass_of_sled(w) : 0 : m[z],
				a = mass > 0 ? (sled ? sled_f[z] : f) / mass + w->gravity[z] : 0;

			h.lin += 0.5 * m[z] * v * v;
			h.half += 0.5 * mass * (v - 0.5 * dt * a) * (v + 0.5 * dt * a);
			h.grav -= mass * w->gravity[z] * at;
			kick[z] = 0.5 * dt * (table_real(&w->body, t_name[z])[k] + (z == 2 && !strcmp(tag, "top") ? top_t : 0));
		}
		momentum(w, k, l);
		if (turns(w, k)) {
			spin_of(w, k, l, spin);
			h.rot += 0.5 * dot(l, spin);
			double plus[3] = { l[0] + kick[0], l[1] + kick[1], l[2] + kick[2] };
			spin_of(w, k, plus, kicked);
			h.half += 0.5 * (dot(l, kicked) - dot(kick, kicked));
		}
		if (!strcmp(tag, "wheel")) {
			double inertia = about_y(w, k), by = kick[1] + 0.5 * dt * wheel_t;

			h.rot += 0.5 * l[1] * l[1] / inertia;
			h.half += 0.5 * (l[1] - by) * (l[1] + by) / inertia;
		}
	}
	return h;
}

/* ---- contacts ---- */

struct touch { int rocks, row[2]; double n[3], gap, lim, ri, rj, arm[2][3], u[3], rate[3]; const double *law; };

static void column3(const struct table *t, const char *const name[3], int k, double out[3])
{
	for (int z = 0; z < 3; z++)
		out[z] = table_real(t, name[z])[k];
}

static const char *const n_name[] = { "nx", "ny", "nz" }, *const ft_name[] = { "ftx", "fty", "ftz" },
	*const xi_name[] = { "xix", "xiy", "xiz" },
	*const x_name[] = { "x", "y", "z" }, *const roll_name[] = { "rollx", "rolly", "rollz" },
		*const moment_name[] = { "momentx", "momenty", "momentz" };

/* A pebble's place and radius; the floor's is the point below at. */
static double pebble(const struct world *w, int row, int64_t f, const double at[3], double out[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	double m[3][3];

	if (!strcmp(tag_of(w, row), "floor")) {
		memcpy(out, (double[3]){ at[0], at[1], 0 }, sizeof m[0]);
		return 0;
	}
	const double *ball = world_shape(w, b.shape[row])->solid->ball[f];
	matrix(w, row, m);
	mat3_apply(out, (const double (*)[3])m, ball);
	for (int z = 0; z < 3; z++)
		out[z] = b.x[z][row] + b.size[row] * out[z];
	return ball[3] * b.size[row];
}

/* The contact in a row, worked out from the bodies. */
static struct touch touch_of(const struct world *w, int k)
{
	const struct table *t = &w->contact;
	struct bodies3 b = world_bodies3((struct world *)w);
	const char *const image[] = { "ix", "iy", "iz" };
	struct touch c = { .row = { row_of(w, table_int(t, "i")[k]), row_of(w, table_int(t, "j")[k]) } };
	double p[2][3], far = 0, spin[2][3], shift[3], at[3];

	c.rocks = is_rock(w, c.row[0]) + is_rock(w, c.row[1]);
	c.law = c.rocks == 0 ? grain : c.rocks == 1 ? mixed : rock;
	c.ri = pebble(w, c.row[0], table_int(t, "fi")[k], NULL, p[0]);
	c.rj = pebble(w, c.row[1], table_int(t, "fj")[k], p[0], p[1]);
	c.lim = c.ri + c.rj;
	for (int z = 0; z < 3; z++) {
		shift[z] = (double)table_int(t, image[z])[k] * (w->domain.hi[z] - w->domain.lo[z]);
		p[1][z] += strcmp(tag_of(w, c.row[1]), "floor") ? shift[z] : 0;
		c.n[z] = p[1][z] - p[0][z];
		far += c.n[z] * c.n[z];
	}
	far = sqrt(far);
	c.gap = c.lim - far;
	for (int z = 0; z < 3; z++) {
		c.n[z] /= far;
		at[z] = p[0][z] + (c.ri - 0.5 * c.gap) * c.n[z];
		c.arm[0][z] = at[z] - b.x[z][c.row[0]];
		c.arm[1][z] = at[z] - b.x[z][c.row[1]] - shift[z];
	}
	double by[2][3];
	for (int s = 0; s < 2; s++) {
		angular_velocity(w, c.row[s], spin[s]);
		cross(spin[s], c.arm[s], by[s]);
	}
	for (int z = 0; z < 3; z++) {
		c.u[z] = b.v[z][c.row[0]] + by[0][z] - b.v[z][c.row[1]] - by[1][z];
		c.rate[z] = spin[0][z] - spin[1][z];
	}
	return c;
}

static double normal_energy(const struct touch *c)
{
	return c->rocks == 0 ? 0.5 * c->law[0] * c->gap * c->gap : 0.4 * c->law[0] * pow(c->gap, 2.5);
}

static void of_contacts(const struct world *w, struct held *h, int *seen, double *off)
{
	const struct table *t = &w->contact;

	for (int k = 0; k < t->n_row; k++) {
		struct touch c = touch_of(w, k);
		double n[3], xi[3], roll[3], at[3];

		column3(t, n_name, k, n);
		column3(t, xi_name, k, xi);
		column3(t, roll_name, k, roll);
		column3(t, x_name, k, at);
		*off = fmax(*off, fabs(table_real(t, "overlap")[k] - c.gap));
		for (int z = 0; z < 3; z++)
			*off = fmax(*off,
				fabs(n[z] - c.n[z]) + fabs(at[z] - c.arm[0][z] - world_bodies3((struct world *)w).x[z][c.row[0]]));
		double kt = c.rocks == 1 ? c.law[1] * sqrt(c.gap) : c.law[1], twist = dot(roll, c.n);
		h->normal += normal_energy(&c);
		h->tangent += 0.5 * kt * dot(xi, xi) + 0.5 * c.law[4] * (dot(roll,
			roll) - twist * twist) + 0.5 * c.law[7] * twist * twist;
		seen[c.rocks]++;
	}
}

static void check(const struct world *w, const char *what)
{
	struct held h = of_bodies(w);
	int seen[3] = { 0 };
	double off = 0, change[6], work = scene_ledger(w, "work") - scene_ledger(w, "other");
	double lost = scene_ledger(w, "fric") + scene_ledger(w, "visc");

	of_contacts(w, &h, seen, &off);
	near(off, 0, 1e-12, "%s: where contacts are", what);
	near(scene_ledger(w, "kin_lin"), h.lin, 1e-12 * h.lin, "%s: kinetic energy of translation", what);
	near(scene_ledger(w, "kin_rot"), h.rot, 1e-12 * h.rot, "%s: of rotation", what);
	near(scene_ledger(w, "kin_half"), h.half, 1e-12 * h.half, "%s: of the half steps", what);
	near(scene_ledger(w, "grav"), h.grav, 1e-11 * fabs(h.grav), "%s: potential energy of weight", what);
	near(scene_ledger(w, "el_n"), h.normal, 1e-11 * h.normal, "%s: energy of normal springs", what);
	near(scene_ledger(w, "el_t"), h.tangent, 1e-11 * h.tangent, "%s: of tangential, rolling and twisting ones", what);
	static const char *const name[6][2] = { { "kin_lin", "start_kin_lin" }, { "kin_rot", "start_kin_rot" }, { "el_n",
		"start_el_n" },
		{ "el_t", "start_el_t" }, { "grav", "start_grav" }, { "kin_half", "start_kin_half" } };
	for (int k = 0; k < 6; k++)
		change[k] = scene_ledger(w, name[k][0]) - scene_ledger(w, name[k][1]);
	near(scene_ledger(w, "residual"), work - lost - change[0] - change[1] - change[2] - change[3] - change[4], 1e-11,
		"%s: residual", what);
	near(scene_ledger(w, "e_num"), scene_ledger(w, "work_n") - change[2], 1e-12, "%s: e_num", what);
	near(scene_ledger(w, "slip"), scene_ledger(w, "work_t") - change[3] - scene_ledger(w, "fric"), 1e-12, "%s: slip", what);
	near(scene_ledger(w, "closure"), work - change[4] - change[5] + scene_ledger(w, "spin") - scene_ledger(w, "work_n") -
	     scene_ledger(w, "work_t") - scene_ledger(w, "visc"), 1e-11, "%s: closure", what);
	near(scene_ledger(w, "closure"), 0, 1e-11, "%s: which is an identity", what);
	if (w->step == 1680)
		ok(seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && h.tangent > 1e-6, "%s: contacts of all laws: %d %d %d", what,
			seen[0], seen[1], seen[2]);
}

/* ---- the first evaluation ---- */

static double clamp(double x, double most)
{
	return fmax(-most, fmin(x, most));
}

/* 2 z sqrt(m k), and Hertz' 2 sqrt(5/6) z sqrt(m S), z by the restitution. */
static double dashpot(double en, double m, double k, int hertz)
{
	return 2 * (hertz ? sqrt(5.0 / 6) : 1) * -log(en) / sqrt(pi * pi + log(en) * log(en)) * sqrt(m * k);
}

/* What a contact feels of a body's mass: nothing of one that is told along some axis, all of a group. */
static double inverse_mass(const struct world *w, int row)
{
	const char *tag = tag_of(w, row);
	double moment[3];

	return !strcmp(tag, "-") ? 1 / weigh(w, row, moment) : !strcmp(tag, "sled") ? 1 / mass_of_sled(w) : 0;
}

/* No springs yet, only dashpots: of both forces, of rolling and of twisting, each with its limit. */
static void first(const struct world *w)
{
	const struct table *t = &w->contact;
	double off[4] = { 0 }, size[4] = { 0 };
	int limited = 0;

	for (int k = 0; k < t->n_row; k++) {
		struct touch c = touch_of(w, k);
		double m = inverse_mass(w, c.row[0]) + inverse_mass(w, c.row[1]), un = dot(c.u, c.n), d = c.gap,
			along = dot(c.rate, c.n);
		double r = c.rj > 0 ? c.ri * c.rj / (c.ri + c.rj) : c.ri, ft[3], moment[3], want[3], of_rate[3], size2 = 0,
			roll2 = 0;

		if (!(m > 0))
			continue;
		m = 1 / m;
		double cn = c.rocks ? dashpot(c.law[3], m, 1.5 * c.law[0] * sqrt(d), 1) : dashpot(c.law[3], m, c.law[0], 0);
		double ct = c.rocks == 1 ? dashpot(c.law[3], m, c.law[1] * sqrt(d), 1) : dashpot(c.law[3], m, c.law[1], 0);
		double fn = fmax(0, (c.rocks ? c.law[0] * pow(d, 1.5) : c.law[0] * d) + cn * un);
		column3(t, ft_name, k, ft);
		column3(t, moment_name, k, moment);
		for (int z = 0; z < 3; z++) {
			want[z] = ct * (c.u[z] - un * c.n[z]);
			of_rate[z] = c.law[5] * (c.rate[z] - along * c.n[z]);
			size2 += want[z] * want[z];
			roll2 += of_rate[z] * of_rate[z];
		}
		double most = c.law[2] * fn, cut = size2 > most * most ? most / sqrt(size2) : 1;
		double roll_most = c.law[6] * r * fn, roll_cut = roll2 > roll_most * roll_most ? roll_most / sqrt(roll2) : 1;
		double twist = clamp(c.law[8] * along, c.law[9] * r * fn);
		limited += cut < 1;
		off[0] = fmax(off[0], fabs(table_real(t, "fn")[k] - fn));
		size[0] = fmax(size[0], fn);
		for (int z = 0; z < 3; z++) {
			off[1] = fmax(off[1], fabs(ft[z] - cut * want[z]));
			off[2] = fmax(off[2], fabs(moment[z] - roll_cut * of_rate[z] - twist * c.n[z]));
			size[1] = fmax(size[1], fabs(ft[z]));
			size[2] = fmax(size[2], fabs(moment[z]));
		}
	}
	ok(t->n_row > 20 && limited > 0 && limited < t->n_row - 3, "%d contacts at first, of which %d slide", t->n_row, limited);
	static const char *const what[] = { "normal forces", "tangential forces", "moments of rolling and twisting" };
	for (int z = 0; z < 3; z++)
		near(off[z], 0, 1e-11 * size[z], "the first evaluation: %s, of %.3g", what[z], size[z]);
}

/* Forces and torques on bodies are those of their contacts. */
static void summed(const struct world *w)
{
	static const char *const f_name[] = { "fx", "fy", "fz" }, *const t_name[] = { "tx", "ty", "tz" };
	const struct table *t = &w->contact;
	double (*sum)[6] = calloc((size_t)w->body.n_row, sizeof *sum), off = 0;

	for (int k = 0; k < t->n_row; k++) {
		struct touch c = touch_of(w, k);
		double f[3], moment[3], turn[3];

		column3(t, ft_name, k, f);
		column3(t, moment_name, k, moment);
		for (int z = 0; z < 3; z++)
			f[z] += table_real(t, "fn")[k] * c.n[z];
		for (int s = 0; s < 2; s++) {
			cross(c.arm[s], f, turn);
			for (int z = 0; z < 3; z++) {
				sum[c.row[s]][z] += s ? f[z] : -f[z];
				sum[c.row[s]][3 + z] += s ? turn[z] + moment[z] : -turn[z] - moment[z];
			}
		}
	}
	for (int k = 0; k < w->body.n_row - 1; k++)
		for (int z = 0; z < 3; z++) {
			off = fmax(off, fabs(table_real(&w->body, f_name[z])[k] - sum[k][z]));
			off = fmax(off, fabs(table_real(&w->body, t_name[z])[k] - sum[k][3 + z]));
		}
	near(off, 0, 1e-10, "forces and torques are those of the contacts");
	free(sum);
}

/* Angular velocities as they are written; momenta of what is hinged. */
static void spins(const struct world *w)
{
	double off = 0;

	for (int k = 0; k < w->body.n_row - 1; k++) {
		const char *tag = tag_of(w, k);
		double l[3], told[3], spin[3];

		momentum(w, k, l);
		angular_velocity(w, k, told);
		spin_of(w, k, l, spin);
		if (!strcmp(tag, "wheel")) {
			double moment[3], out[3];

			weigh(w, k, moment);
			through(w, k, moment, told, out);
			off = fmax(off, fabs(told[0]) + fabs(told[2]) + fabs(told[1] - l[1] / about_y(w,
				k)) + fabs(out[0] - l[0]) + fabs(out[2] - l[2]));
		}
		for (int z = 0; z < 3; z++)
			off = fmax(off, fabs(turns(w, k) ? told[z] - spin[z] : strcmp(tag, "wheel") ? told[z] : 0));
	}
	near(off, 0, 1e-12, "spins are those of angular momenta, of hinges about their axis");
}

int main(void)
{
	struct sim_options o = dem3_defaults();
	struct world w;

	scene(&w);
	o.dt = dt;
	o.forces = 1;
	for (int part = 0; part < 4; part++) { /* each goes on with the frame of the last */
		struct dem3 *sim = scene_start(&w, o);
		char what[32];

		scene_run(&w, sim, part * 280);
		snprintf(what, sizeof what, "step %d", (int)w.step);
		if (part == 0)
			first(&w);
		check(&w, what);
		summed(&w);
		spins(&w);
		struct sim_report r = dem3_report(sim);
		near(r.kinetic, scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot"), 1e-11,
			"%s: the report's kinetic energy", what);
		near(r.elastic, scene_ledger(&w, "el_n") + scene_ledger(&w, "el_t"), 1e-11, "%s: and elastic", what);
		ok(r.visc == scene_ledger(&w, "visc") && r.visc_power == scene_ledger(&w, "visc_power") &&
			r.contacts == w.contact.n_row &&
		   r.bodies == 37 && r.moving == 36 && r.residual == scene_ledger(&w, "residual"),
			"%s: and the rest of it: %d move", what, r.moving);
		dem3_free(sim);
	}
	double lost = scene_ledger(&w, "fric") + scene_ledger(&w, "visc");
	near(scene_ledger(&w, "residual"), 0, 2e-3 * lost, "the first law, roughly, of %.3g", lost);
	ok(scene_ledger(&w, "other") > 0 && fabs(scene_ledger(&w, "spin")) > 1e-9, "damping, and what turns oscillate by");
	world_free(&w);
	return done();
}
