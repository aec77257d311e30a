/* The automatic time step of the plane against what it is said to be: a 25th of the shortest half period of two bodies in
 * contact, by
 * stiffness, masses, levers, corners, crowds round larger bodies, and half of what damping allows, 0.15 for Gear; over a range of
 * stiffnesses, since it is rounded down. Where nothing moves and nothing presses, Hertz' law has the stiffness at a tenth of the
 * radii. What it has where something does is in autohertz.c. */
#include "scene.h"

#include "base/buf.h"

/* A body as contacts feel it: inverse mass and moment, arm and reach, how many touch it at once, edges at a corner, radius,
 * inverse mass
 * for damping (0 where a motion is told), material. */
struct feel { double w, wi, arm, reach, crowd; int edges; double r, winv; int still, material, held; };

struct pair { const char *kind; double kn, kt, en, kr, gr, mur; };

struct setting { int n, n_material; struct feel body[6]; struct pair law[2][2]; struct domain domain; };

static const char *const material[2] = { "grain", "rock" };
static const double density[2] = { 1.25, 2.1 };

static double down(double x)
{
	static const double nice[] = { 1, 2, 2.5, 4, 5, 8 };
	double ten = pow(10, floor(log10(x))), best = 0;

	for (int k = 0; k < 6; k++)
		best = nice[k] * ten <= x ? nice[k] * ten : best;
	return best;
}

static double dashpot(const struct pair *l, double k, double m)
{
	double en = l->en;

	return en >= 1 ? 0 : 2 * -log(en) / sqrt(pi * pi + log(en) * log(en)) * sqrt(m * k);
}

/* Stiffness of the normal force at a tenth of the radii. */
static double stiffness(const struct pair *l, double lim)
{
	return strcmp(l->kind, "hertz") ? l->kn : 1.5 * l->kn * sqrt(0.1 * lim);
}

/* A single contact by Hertz' law: 50 steps of its half period, 75 if it is damped. alone: inverse masses. */
static double single(const struct pair *l, double kn, const double alone[2], const int moving[2], const int still[2], int same)
{
	double best = INFINITY, n = 50 + 25 * fmin(1, 8 * dashpot(l, 5.0 / 6 * kn, 1) / 2 / sqrt(kn));

	if (same ? moving[0] > 1 : moving[0] && moving[1])
		best = pi / sqrt(kn * (alone[0] + alone[1])) / n;
	for (int k = 0; k < 2; k++)
		if (moving[k] && still[!k])
			best = fmin(best, pi / sqrt(kn * alone[k]) / n);
	return best;
}

/* How many bodies of a material touch body k at once by Hertz' law: a body, or all those of its group, by the smallest of that
 * material, if that is larger than the smallest grain. */
static double crowd_by(const struct setting *s, int k, int partner)
{
	double grain = INFINITY, least = INFINITY, sum = 0;

	for (int z = 0; z < s->n; z++) {
		grain = s->body[z].held ? grain : fmin(grain, s->body[z].reach);
		least = s->body[z].material == partner ? fmin(least, s->body[z].reach) : least;
	}
	least = fmax(least, grain);
	for (int z = 0; z < s->n; z++)
		sum += z == k || (s->body[k].held && s->body[z].held) ? fmax(1, s->body[z].reach / least) : 0;
	return sum;
}

/* Two materials: what their lightest bodies and longest levers make of a contact. */
static double step_of(const struct setting *s, int a, int b, int gear)
{
	const struct pair *l = &s->law[a][b];
	double normal[2] = { 0 }, tangent[2] = { 0 }, turn[2] = { 0 }, light[2] = { 0 }, heavy = 0, thin[2] = { INFINITY,
		INFINITY };
	double loose[2] = { INFINITY, INFINITY }, fat[2] = { 0 }, driven[2] = { 0 };
	double alone[2] = { 0 };
	int edges[2] = { 0 }, moving[2] = { 0 }, still[2] = { 0 };

	for (int side = 0; side < 2; side++)
		for (int k = 0; k < s->n; k++) {
			const struct feel *f = &s->body[k];
			double crowd = !strcmp(l->kind, "hertz") ? crowd_by(s, k, side ? a : b) : f->crowd;
			double n = crowd * (f->w + f->arm * f->arm * f->wi), t = crowd * (f->w + f->reach * f->reach * f->wi);

			if (f->material != (side ? b : a))
				continue;
			normal[side] = fmax(normal[side], n);
			alone[side] = fmax(alone[side], n / crowd);
			moving[side] += !f->still;
			still[side] |= f->still;
			tangent[side] = fmax(tangent[side], t);
			turn[side] = fmax(turn[side], crowd * f->wi);
			light[side] = fmax(light[side], f->w);
			edges[side] = f->edges > edges[side] ? f->edges : edges[side];
			thin[side] = fmin(thin[side], f->r);
			fat[side] = fmax(fat[side], f->r);
			loose[side] = f->still ? loose[side] : fmin(loose[side], f->r);
			if (side && f->winv > 0)
				heavy = fmax(heavy, 1 / f->winv);
			if (!side && f->winv == 0) {
				driven[0] = fmax(driven[0], n);
				driven[1] = fmax(driven[1], t);
			}
		}
	double least = fmin(loose[0] + thin[1], thin[0] + loose[1]), most = fat[0] + fat[1], times = fmax(edges[0] + edges[1], 1);
	if (isinf(least))
		return INFINITY;
	double kn = fmax(stiffness(l, least), stiffness(l, most));
	double stiff = times * fmax(fmax(kn * (normal[0] + normal[1]), l->kt * (tangent[0] + tangent[1])),
		l->mur > 0 ? l->kr * (turn[0] + turn[1]) : 0);
	double m = 1 / (light[0] + light[1]), rate = 0;
	double damped = strcmp(l->kind, "hertz") ? l->kn : 5.0 / 6 * 1.5 * l->kn * sqrt(0.1 * most);
	rate = fmax(dashpot(l, damped, m) * (normal[0] + normal[1]), dashpot(l, l->kt, m) * (tangent[0] + tangent[1]));
	if (heavy > 0)
		rate = fmax(rate, fmax(dashpot(l, damped, heavy) * driven[0], dashpot(l, l->kt, heavy) * driven[1]));
	rate = times * fmax(rate, l->mur > 0 ? l->gr * (turn[0] + turn[1]) : 0);
	double best = strcmp(l->kind, "hertz") ? INFINITY : single(l, kn, alone, moving, still, a == b);
	if (isinf(best) && !strcmp(l->kind, "hertz"))
		return INFINITY; /* one body does not meet itself */
	return fmin(fmin(pi / sqrt(stiff) / 25, best), rate > 0 ? (gear ? 0.15 : 0.5) / rate : INFINITY);
}

static void laws(struct world *w, const struct setting *s, double scale)
{
	for (int a = 0; a < s->n_material; a++)
		for (int b = a; b < s->n_material; b++) {
			struct law *l = world_need_law(w, material[a], material[b]);
			const struct pair *p = &s->law[a][b];
			static const char *const key[] = { "kn", "kt", "en", "kr", "gr", "mur", "mu" };
			const double value[] = { p->kn * scale, p->kt * scale, p->en, p->kr * scale, p->gr * scale, p->mur, 0.5 };

			free(l->kind);
			l->kind = mem_string(p->kind);
			for (int k = 0; k < 7; k++)
				params_set(&l->par, key[k], value[k]);
		}
}

/* The step of the scene over two decades of stiffness. */
static void check(struct setting *s, void (*build)(struct world *, struct setting *), const char *what)
{
	int wrong = 0, n = 0;

	for (int gear = 0; gear < 2; gear++)
		for (double scale = 1; scale < 100; scale *= 1.31) {
			struct setting now;
			struct world w;
			double want = INFINITY;

			scene_begin(&w, 1, 0, 0, 1);
			world_need_material(&w, "rock")->density = density[1];
			laws(&w, s, scale);
			build(&w, s);
			now = *s;
			for (int a = 0; a < 2; a++)
				for (int b = 0; b < 2; b++) {
					struct pair *p = &now.law[a][b];

					*p = s->law[a < b ? a : b][a < b ? b : a];
					p->kn *= scale;
					p->kt *= scale;
					p->kr *= scale;
					p->gr *= scale;
				}
			for (int a = 0; a < s->n_material; a++)
				for (int b = 0; b < s->n_material; b++)
					want = fmin(want, step_of(&now, a, b, gear));
			struct sim_options o = dem2_defaults();
			o.integrator = gear ? DEM2_GEAR : DEM2_VERLET;
			struct dem2 *sim = scene_start(&w, o);
			double found = dem2_report(sim).dt_auto;
			if (fabs(found / down(want) - 1) > 1e-9 &&
				fabs(down(want * (1 + 1e-9)) / down(want * (1 - 1e-9)) - 1) < 1e-6) {
				printf("# %s: scale %g, found %.12g, expected %.12g of %.12g\n", what, scale, found, down(want),
					want);
				wrong++;
			}
			wrong += dem2_clock(sim)->dt != found;
			n++;
			dem2_free(sim);
			world_free(&w);
		}
	ok(wrong == 0, "%s: %d of %d steps are as they should", what, n - wrong, n);
}

/* ---- scenes ---- */

static void grains(struct world *w, struct setting *s, int n, const int64_t *shape, const int *of, const int *edges)
{
	double smallest = INFINITY;

	for (int k = 0; k < n; k++) {
		const struct shape *h = world_shape(w, shape[k]);
		int row = scene_body(w, h->id, "-", 9 * k, 0, 0);
		double rho = density[of[k]], arm = 0, r = h->r * (h->kind == SHAPE_DISKS ? 1.3 : 1);

		world_bodies2(w).material[row] = world_name(w, material[of[k]]);
		for (int v = 0; v < h->n; v++)
			arm = fmax(arm, hypot(h->xy[v][0], h->xy[v][1]));
		s->body[k] = (struct feel){ 1 / (rho * h->area), 1 / (rho * h->inertia), arm, arm + r, 1, edges[k], r,
			1 / (rho * h->area), 0, of[k], 0 };
		smallest = fmin(smallest, s->body[k].reach);
	}
	s->n = n;
	for (int k = 0; k < n; k++)
		s->body[k].crowd = s->body[k].reach / smallest;
}

static void disks(struct world *w, struct setting *s)
{
	grains(w, s, 2, (const int64_t[]){ scene_disk(w, 0.3), scene_disk(w, 0.7) }, (const int[]){ 0, 1 }, (const int[]){ 0,
		0 });
}

static int64_t square(struct world *w, double half, double r)
{
	const double xy[4][2] = { { -half, -half }, { half, -half }, { half, half }, { -half, half } };

	return scene_shape(w, SHAPE_POLYGON, 4, xy, r)->id;
}

static void squares(struct world *w, struct setting *s)
{
	grains(w, s, 2, (const int64_t[]){ square(w, 0.4, 0.1), square(w, 0.7, 0.2) }, (const int[]){ 0, 1 }, (const int[]){ 2,
		2 });
}

static void segment_and_disk(struct world *w, struct setting *s)
{
	static const double line[2][2] = { { -0.5, 0 }, { 0.5, 0 } };

	grains(w, s, 2, (const int64_t[]){ scene_shape(w, SHAPE_POLYLINE, 2, line, 0.2)->id, scene_disk(w, 0.3) },
		(const int[]){ 0, 1 },
	       (const int[]){ 1, 0 });
}

/* A group: its bodies are felt with all its mass, and all that touch them at once. */
static void held(struct world *w, struct setting *s, const char *tag, double m, double wi, int still, int told)
{
	struct bodies2 b = world_bodies2(w);
	double crowd = 0;

	for (int k = 0; k < b.n; k++)
		crowd += b.tag[k] ? s->body[k].reach / 0.3 : 0;
	for (int k = 0; k < b.n; k++) {
		struct feel *f = &s->body[k];

		if (!b.tag[k])
			continue;
		f->w = still ? 0 : 1 / m;
		f->wi = wi;
		f->crowd = crowd;
		f->held = 1;
		f->winv = told ? 0 : 1 / m;
		f->still = still;
	}
	world_need_constraint(w, tag)->m = still ? 0 : m;
}

static int wall(struct world *w, struct setting *s, const char *tag, double half, double r)
{
	const double line[2][2] = { { -half, 0 }, { half, 0 } };
	int row = scene_body(w, scene_shape(w, SHAPE_POLYLINE, 2, line, r)->id, tag, 2, 7, 0);

	world_bodies2(w).material[row] = world_name(w, "rock");
	s->body[row] = (struct feel){ .arm = half, .reach = half + r, .edges = 1, .r = r, .material = 1 };
	s->n++;
	return row;
}

static void floor_(struct world *w, struct setting *s)
{
	grains(w, s, 1, (const int64_t[]){ scene_disk(w, 0.3) }, (const int[]){ 0 }, (const int[]){ 0 });
	wall(w, s, "floor", 4, 0.05);
	for (int k = 0; k < 3; k++)
		world_need_constraint(w, "floor")->dof[k].drive = DRIVE_FIXED;
	held(w, s, "floor", 0, 0, 1, 1);
}

static void plate(struct world *w, struct setting *s)
{
	grains(w, s, 2, (const int64_t[]){ scene_disk(w, 0.3), scene_disk(w, 0.6) }, (const int[]){ 0, 0 }, (const int[]){ 0,
		0 });
	wall(w, s, "plate", 2, 0.05);
	struct constraint *c = world_need_constraint(w, "plate");
	c->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.1 }, NULL };
	c->dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { -0.1 }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	held(w, s, "plate", 0.07, 0, 0, 1);
}

/* As long as the period: its images go on, and it is crowded by the period. */
static void endless_plate(struct world *w, struct setting *s)
{
	plate(w, s);
	w->domain = (struct domain){ .lo = { 0, -9 }, .hi = { 4, 9 }, .periodic = { 1, 0 }, .set = 1 };
	s->body[2].crowd = (0.05 + 0.5 * 4) / 0.3;
}

static void group(struct world *w, struct setting *s)
{
	grains(w, s, 3, (const int64_t[]){ scene_disk(w, 0.3), scene_disk(w, 0.7), scene_disk(w, 0.5) }, (const int[]){ 0, 1,
		1 }, (const int[]){ 0, 0, 0 });
	for (int k = 1; k < 3; k++)
		world_bodies2(w).tag[k] = world_name(w, "pair");
	world_need_constraint(w, "pair")->dof[2].drive = DRIVE_FIXED;
	held(w, s, "pair", 1.1, 0, 0, 0);
}

static void wheel(struct world *w, struct setting *s)
{
	grains(w, s, 2, (const int64_t[]){ scene_disk(w, 0.3), square(w, 0.4, 0.1) }, (const int[]){ 0, 1 }, (const int[]){ 0,
		2 });
	double wi = s->body[1].wi / s->body[1].w / 1.7;

	world_bodies2(w).tag[1] = world_name(w, "wheel");
	for (int k = 0; k < 2; k++)
		world_need_constraint(w, "wheel")->dof[k].drive = DRIVE_FIXED;
	held(w, s, "wheel", 1.7, wi, 0, 1);
}

static void clumps(struct world *w, struct setting *s)
{
	static const double two[2][2] = { { -0.2, 0 }, { 0.3, 0 } };
	int64_t clump = scene_shape(w, SHAPE_DISKS, 2, two, 0.3)->id;

	grains(w, s, 2, (const int64_t[]){ clump, scene_disk(w, 0.5) }, (const int[]){ 0, 0 }, (const int[]){ 2, 0 });
	double reach = 0; /* radii 0.3 and 0.39, from the centre of mass */
	const struct shape *h = world_shape(w, clump);
	for (int k = 0; k < 2; k++)
		reach = fmax(reach, fabs(h->xy[k][0]) + h->radius[k]);
	s->body[0].reach = reach;
	s->body[0].r = 0.39;
	for (int k = 0; k < 2; k++)
		s->body[k].crowd = s->body[k].reach / fmin(reach, 0.5);
}

/* A body that a force moves against damping alone, where contacts would allow a step many times as long: c dt / m is at most 0.5,
 * and the way is that of v' = (F - c v) / m. */
static void drag(int gear)
{
	const double m = 0.5, c = 1000, force = 2, v = 1;
	struct sim_options o = dem2_defaults();
	struct world w;

	scene_begin(&w, 1, 0, 0, 1);
	int row = scene_body(&w, scene_disk(&w, 0.5), "moved", 0, 0, 0);
	scene_move(&w, row, v, 0, 0);
	struct constraint *k = world_need_constraint(&w, "moved");
	k->m = m;
	k->c = c;
	k->dof[0] = (struct dof){ DRIVE_FORCE, 1, { force }, NULL };
	k->dof[2].drive = DRIVE_FIXED;
	o.integrator = gear ? DEM2_GEAR : DEM2_VERLET;
	struct dem2 *sim = scene_start(&w, o);
	double dt = dem2_clock(sim)->dt, t = 400 * dt, way = force / c * t + (v - force / c) * (1 - exp(-c / m * t)) * m / c;
	near(dt, gear ? 5e-5 : 2.5e-4, 1e-18, gear ? "the step for damping with Gear's method" : "the step for damping");
	scene_run(&w, sim, 400);
	near(world_bodies2(&w).x[0] / way, 1, 0.05, "the way of the damped body");
	dem2_free(sim);
	world_free(&w);
}

/* A cell under a pressure, far lighter than its grains: its stiffness and viscosity are about those of a contact, which alone
 * would allow a step a hundred times as long. */
static void light_cell(double gn, double expected, const char *what)
{
	struct world w;

	scene_begin(&w, 100, 0, 0, 1);
	if (gn > 0) {
		params_drop(&world_need_law(&w, "grain", "grain")->par, "en");
		params_set(&world_need_law(&w, "grain", "grain")->par, "gn", gn);
	}
	for (int k = 0; k < 2; k++)
		scene_body(&w, scene_disk(&w, 0.5), "-", 1 + 1.5 * k, 1, 0);
	w.domain = (struct domain){ .hi = { 4, 3 }, .periodic = { 1, 1 }, .set = 1, .servo = { 1, 1 }, .target = { 0.1, 0.1 },
		.m = 1.2e-4 };
	struct dem2 *sim = scene_start(&w, dem2_defaults());
	near(dem2_clock(sim)->dt, expected, 1e-18, what);
	dem2_free(sim);
	world_free(&w);
}

int main(void)
{
	const struct pair soft = { "linear", 100, 10, 1, 0, 0, 0 }, across = { "linear", 150, 190, 1, 0, 0, 0 },
		stiff = { "linear", 700, 60, 1, 0, 0, 0 };
	const struct pair rolls = { "linear", 10, 1, 1, 90, 0, 0.1 }, damps = { "linear", 100, 10, 0.03, 0, 0, 0 },
		drags = { "linear", 10, 70, 0.03, 0, 0, 0 };
	const struct pair coils = { "linear", 1, 0.1, 1, 0.1, 7, 0.1 }, no = { "linear", 100, 10, 1, 9e9, 9e9, 0 },
		hertz = { "hertz", 100, 10, 1, 0, 0, 0 };
	const struct pair hertz_damps = { "hertz", 100, 10, 0.03, 0, 0, 0 };
	static const struct { void (*build)(struct world *, struct setting *); const char *what; } scene[] = { { disks,
		"disks" }, { squares, "squares" },
		{ segment_and_disk, "a segment and a disk" }, { floor_, "a floor" }, { plate, "a loaded plate" },
			{ endless_plate, "one as long as the period" },
		{ group, "two bodies as one" }, { wheel, "a wheel" }, { clumps, "clumps of disks" } };
	const struct pair *const one[] = { &soft, &across, &rolls, &damps, &drags, &coils, &no, &hertz, &hertz_damps };
	char what[80];

	for (size_t k = 0; k < sizeof scene / sizeof *scene; k++)
		for (size_t l = 0; l < sizeof one / sizeof *one; l++) {
			struct setting s = { .n_material = 2, .law = { { *one[l], *one[l] }, { *one[l], *one[l] } } };

			if ((k > 2 && l == 6) || ((k == 4 || k == 5) && l > 6)) /* pressures: autohertz.c */
				continue;
			snprintf(what, sizeof what, "%s, law %d", scene[k].what, (int)l);
			check(&s, scene[k].build, what);
		}
	struct setting s = { .n_material = 2, .law = { { soft, across }, { across, stiff } } };
	check(&s, disks, "disks of three laws");
	s.law[0][1] = damps;
	check(&s, squares, "squares of three laws");
	drag(0);
	drag(1);
	light_cell(0, 5e-4, "the step for a light cell: half of sqrt(m / kn)");
	light_cell(2, 2.5e-5, "and half of m / gn");
	return done();
}
