/* The signs by which runs of space may be stopped, from the columns of a frame: balls and clumps in a box of six walls or in
 * periods;
 * pressure by forces and areas, or by the virial; what touches what. */
#include "scene3.h"

static const double size[3] = { 2.3, 1.9, 1.6 };

static void plane(struct world *w, int axis, int down, const char *tag)
{
	static const double half = 0.7071067811865476;
	static const double q[6][4] = { { half, 0, half, 0 }, { half, 0, -half, 0 }, { half, -half, 0, 0 }, { half, half, 0,
		0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 } };
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
	double x[3] = { 0.4, 0.6, 0.3 };

	shape_alloc(s, SHAPE_PLANE, 1);
	x[axis] = down ? size[axis] : 0;
	int row = scene_body(w, s->id, tag, x[0], x[1], x[2]);
	const double *to = q[2 * axis + down];
	scene_turn(w, row, to[0], to[1], to[2], to[3]);
	world_bodies3(w).material[row] = world_name(w, "steel");
	scene_hold(w, tag);
}

static void begin(struct world *w)
{
	const char *keys[] = { "kn", "kt", "mu", "en", NULL };

	scene_begin(w, "linear", keys, (const double[]){ 900, 200, 0.4, 0.6 });
	world_need_material(w, "steel");
	params_set(&world_need_law(w, "steel", "grain")->par, "kn", 1300);
	params_set(&world_need_law(w, "steel", "steel")->par, "kn", 0);
	w->gravity[2] = -2;
}

static void grains(struct world *w, int64_t shape[2])
{
	shape[0] = scene_ball(w, 0.3);
	shape[1] = scene_clump(w, 2, (const double[2][4]){ { 0, 0, 0.13, 0.25 }, { 0.1, 0, -0.13, 0.2 } });
	for (int k = 0; k < 18; k++) {
		int row = scene_body(w, shape[k % 2], "-", 0.38 + 0.7 * (k % 3) + 0.02 * (k / 3 % 3), 0.32 + 0.6 * (k / 3 % 3),
			0.4 + 0.65 * (k / 9));

		scene_turn(w, row, 1, 0.2 * (k % 3), 0.3 * (k % 4), 0.1);
		scene_move(w, row, 0.3 * (k % 3 - 1), 0.2 * (k % 2), 0.1 * (k % 4));
	}
}

static void partners(const struct world *w, double *share, double *many)
{
	const struct table *t = &w->contact;
	struct bodies3 b = world_bodies3((struct world *)w);
	int firm = 0, bodies = 0, touch = 0;

	for (int k = 0; k < b.n; k++) {
		char *seen = calloc((size_t)b.n, 1);
		int n = 0;

		for (int c = 0; c < t->n_row; c++) {
			int64_t i = table_int(t, "i")[c], j = table_int(t, "j")[c],
				other = i == b.id[k] ? j : j == b.id[k] ? i : 0;

			for (int z = 0; z < b.n && other; z++)
				if (b.id[z] == other && !seen[z])
					n += seen[z] = 1;
		}
		free(seen);
		if (b.tag[k])
			continue;
		bodies++;
		firm += n >= 2;
		touch += n >= 2 ? n : 0;
	}
	*share = (double)firm / bodies;
	*many = firm ? (double)touch / firm : 0;
}

/* Half of the walls are pressed; areas are those between the others. */
static void walls(void)
{
	static const char *const tag[6] = { "left", "right", "front", "back", "bottom", "top" };
	static const char *const f_name[3] = { "fx", "fy", "fz" };
	const double p[3] = { 3, 4, 5 };
	struct sim_options o = dem3_defaults();
	double share, many, mean = 0, off = 0, strain = 0, gap[3];
	int64_t shape[2];
	struct world w;

	begin(&w);
	for (int k = 0; k < 6; k++)
		plane(&w, k / 2, k % 2, tag[k]);
	static const char *const between[3][4] = { { "front", "back", "bottom", "top" }, { "left", "right", "bottom", "top" },
	                                           { "left", "right", "front", "back" } };
	for (int k = 0; k < 3; k++) {
		struct constraint to = { .m = 3 + k, .c = 1 };

		for (int z = 0; z < 6; z++)
			to.dof[z].drive = DRIVE_FIXED;
		to.dof[k] = (struct dof){ DRIVE_PRESSURE, 1, { -p[k] }, NULL };
		for (int z = 0; z < 4; z++)
			to.between[z] = (char *)between[k][z];
		constraint_set(world_constraint(&w, tag[2 * k + 1]), &to);
	}
	grains(&w, shape);
	o.dt = 1e-3;
	o.forces = 1;
	struct dem3 *sim = scene_start(&w, o);
	scene_run(&w, sim, 400);
	struct sim_signs s = dem3_signs(sim);
	struct bodies3 b = world_bodies3(&w);
	for (int k = 0; k < 3; k++) {
		gap[k] = b.x[k][2 * k + 1] - b.x[k][2 * k];
		strain = fmax(strain, fabs(gap[k] / size[k] - 1));
	}
	for (int k = 0; k < 3; k++) {
		const double *f = table_real(&w.body, f_name[k]);
		double area = gap[(k + 1) % 3] * gap[(k + 2) % 3];

		mean += (f[2 * k + 1] - f[2 * k]) / area / 6;
		off = fmax(off, fabs(f[2 * k + 1] / area / p[k] - 1));
	}
	near(s.pressure, mean, 1e-12 * mean, "the pressure: forces on six walls by the areas between the others");
	near(s.off, off, 1e-12, "the furthest from its target");
	near(s.strain, strain, 1e-12, "strain");
	partners(&w, &share, &many);
	ok(s.share == share && fabs(s.partners - many) < 1e-12 && many > 2.1, "%g of all touch %g", s.share, s.partners);
	dem3_free(sim);
	world_free(&w);
}

/* Without walls: what moves and the virial of contacts over the volume, by images. */
static void periods(void)
{
	static const char *const image[3] = { "ix", "iy", "iz" }, *const n_name[3] = { "nx", "ny", "nz" },
		*const t_name[3] = { "ftx", "fty", "ftz" };
	double virial = 0, share, many;
	struct sim_options o = dem3_defaults();
	int64_t shape[2];
	struct world w;

	begin(&w);
	w.gravity[2] = 0;
	w.domain = (struct domain){ .lo = { -0.1, 0.2, -0.3 }, .hi = { 1.9, 1.9, 1.2 }, .periodic = { 1, 1, 1 }, .set = 1 };
	grains(&w, shape);
	o.dt = 1e-3;
	struct dem3 *sim = scene_start(&w, o);
	scene_run(&w, sim, 100);
	struct sim_signs s = dem3_signs(sim);
	struct bodies3 b = world_bodies3(&w);
	const struct table *t = &w.contact;
	for (int c = 0; c < t->n_row; c++) {
		int i = (int)table_int(t, "i")[c] - 1, j = (int)table_int(t, "j")[c] - 1; /* ids 1 to 18 */

		for (int z = 0; z < 3; z++) {
			double way = b.x[z][j] + (double)table_int(t,
				image[z])[c] * (w.domain.hi[z] - w.domain.lo[z]) - b.x[z][i];

			virial += way * (table_real(t, "fn")[c] * table_real(t, n_name[z])[c] + table_real(t, t_name[z])[c]);
		}
	}
	double want = (2 * scene_ledger(&w, "kin_lin") + virial) / (3 * 2 * 1.7 * 1.5);
	near(s.pressure, want, 1e-11 * fabs(want), "periodic: motion and virial, %g", virial);
	near(s.kinetic, scene_ledger(&w, "kin_lin") + scene_ledger(&w, "kin_rot"), 1e-12, "energy of motion");
	near(s.elastic, scene_ledger(&w, "el_n") + scene_ledger(&w, "el_t"), 1e-12, "of springs");
	ok(isnan(s.off) && isnan(s.strain), "no target and no walls");
	partners(&w, &share, &many);
	ok(s.share == share && fabs(s.partners - many) < 1e-12, "%g of all touch %g", s.share, s.partners);
	dem3_free(sim);
	world_free(&w);
}

int main(void)
{
	walls();
	periods();
	return done();
}
