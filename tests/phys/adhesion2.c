/* Adhesion in the plane, where grains stand for balls of a layer: a disk and a corner on a wall, two disks and two pebbles of a
 * clump are closed and opened at a prescribed speed, by both integrators; the force follows the law, contacts form by touch and
 * break where it ends, and the loss is in the ledger. */
#include "base/buf.h"
#include "contact/adhesion.h"
#include "scene.h"

static const double young = 9e4, nu = 0.25, w_jkr = 1.7, tension = 2.3, volume = 3e-5;

static void begin(struct world *w, const char *kind)
{
	world_init(w, 2);
	struct material *m = world_need_material(w, "grain");
	m->density = 1.25;
	m->young = young;
	m->poisson = nu;
	struct law *l = world_need_law(w, "grain", "grain");
	free(l->kind);
	l->kind = mem_string(kind);
	params_set(&l->par, "mu", 0.4);
	params_set(&l->par, "en", 1);
	if (!strcmp(kind, "jkr"))
		params_set(&l->par, "adhesion", w_jkr);
	if (!strcmp(kind, "liquid-bridge")) {
		params_set(&l->par, "surface-tension", tension);
		params_set(&l->par, "volume", volume);
	}
}

/* A body whose touch is at the height `touch`, which is moved down to the overlap 0.01 and up again by a drive. */
static void cycle(const char *what, struct world *w, int row, double touch, double most, double end, double loss, int contacts,
	enum dem2_integrator by)
{
	const double far = 0.04, deep = 0.01, speed = 1e-3;
	const int n = 4000;
	struct sim_options o = dem2_defaults();
	struct constraint *c = world_need_constraint(w, "moved");
	int formed = 0, early = 0;
	double pull = 0, lasts = 0, exact = by == DEM2_GEAR ? 1e-2 : 2e-3; /* Gear's method knows nothing of events */

	o.dt = (far + deep) / speed / n;
	o.integrator = by;
	c->dof[0].drive = DRIVE_FREE;
	c->dof[1] = (struct dof){ DRIVE_RAMP, 4, { -speed, speed, n * o.dt, (n + 1) * o.dt }, NULL };
	c->dof[2].drive = DRIVE_FIXED;
	world_bodies2(w).tag[row] = world_name(w, "moved");
	world_bodies2(w).y[row] = touch + far;
	struct dem2 *sim = scene_start(w, o);
	for (int k = 0; k < 2 * n; k++) {
		scene_run(w, sim, 1);
		if (w->contact.n_row == 0)
			continue;
		double overlap = table_real(&w->contact, "overlap")[0];
		early |= k < n && overlap < 0;
		formed = w->contact.n_row > formed ? w->contact.n_row : formed;
		pull = fmax(pull, -table_real(&w->contact, "fn")[0]);
		lasts = fmax(lasts, -overlap);
	}
	ok(!early && formed == contacts, "%s: forms by touch, %d contacts", what, formed);
	near(pull / most, 1, 1e-3, "%s: pull-off force", what);
	near(lasts, end, 5e-5, "%s: breaks", what);
	near(params_get(&w->ledger, "broken", 0), loss, 1e-6 * loss, "%s: the loss", what);
	near(params_get(&w->ledger, "work", 0), loss, exact * loss, "%s: is the work of the cycle", what);
	near(params_get(&w->ledger, "residual", 1), 0, exact * loss, "%s: first law", what);
	near(params_get(&w->ledger, "e_num", 1), 0, exact * loss, "%s: work of the normal force", what);
	dem2_free(sim);
	world_free(w);
}

static void jkr(const char *what, struct world *w, int row, double touch, double R, int contacts, enum dem2_integrator by)
{
	double E = young / (2 * (1 - nu * nu));

	cycle(what, w, row, touch, 1.5 * pi * w_jkr * R, 0.75 * cbrt(pi * pi * w_jkr * w_jkr * R / (E * E)),
	      contacts * 7.0921968 * cbrt(pow(w_jkr, 5) * pow(R, 4) / (E * E)), contacts, by);
}

static void scenes(enum dem2_integrator by)
{
	static const double corner[3][2] = { { 0, -0.5 }, { 0.5, 0.25 }, { -0.5, 0.25 } };
	const char *with = by == DEM2_GEAR ? ", Gear" : "";
	char what[64];
	struct world w;

	begin(&w, "jkr");
	scene_wall(&w, -2, -0.1, 2, -0.1, 0.1);
	snprintf(what, sizeof what, "JKR, disk on wall%s", with);
	jkr(what, &w, scene_body(&w, scene_disk(&w, 0.4), "-", 0, 0, 0), 0.4, 0.4, 1, by);

	begin(&w, "jkr");
	scene_wall(&w, -2, -0.1, 2, -0.1, 0.1);
	snprintf(what, sizeof what, "JKR, corner on wall%s", with);
	jkr(what, &w, scene_body(&w, scene_shape(&w, SHAPE_POLYGON, 3, corner, 0.15)->id, "-", 0, 0, 0), 0.65, 0.15, 1, by);

	begin(&w, "jkr");
	scene_body(&w, scene_disk(&w, 0.3), "still", 0, 0, 0);
	struct constraint *c = world_need_constraint(&w, "still");
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
	snprintf(what, sizeof what, "JKR, two disks%s", with);
	jkr(what, &w, scene_body(&w, scene_disk(&w, 0.5), "-", 0, 0, 0), 0.8, 0.3 * 0.5 / 0.8, 1, by);

	begin(&w, "liquid-bridge");
	scene_wall(&w, -2, -0.1, 2, -0.1, 0.1);
	snprintf(what, sizeof what, "bridge, disk on wall%s", with);
	double R = 0.4, most = 4 * pi * R * tension, size = cbrt(volume), end = size + 0.1 * size * size / (2 * R), loss = 0;
	for (int k = 0; k < 10000; k++) {
		double x = (k + 0.5) / 10000 * end * sqrt(2 * R / volume);
		loss += most / (1 + 1.05 * x + 2.5 * x * x) * end / 10000;
	}
	cycle(what, &w, scene_body(&w, scene_disk(&w, 0.4), "-", 0, 0, 0), R, most, end, loss, 1, by);
}

int main(void)
{
	scenes(DEM2_VERLET);
	scenes(DEM2_GEAR);
	return done();
}
