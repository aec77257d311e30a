/* The signs by which runs of the plane may be stopped, from the columns of a frame: disks of unlike sizes in a box of unlike
 * walls, of
 * which two are pressed; what touches what; how far walls have come together and slid. */
#include "scene.h"

static const double side[2] = { 3.1, 2.2 }, thick = 0.07;

static void wall(struct world *w, const char *tag, double x0, double y0, double x1, double y1)
{
	int row = scene_wall(w, x0, y0, x1, y1, thick);
	struct constraint *c = world_need_constraint(w, tag);

	world_bodies2(w).tag[row] = world_name(w, tag);
	world_bodies2(w).material[row] = world_name(w, "steel");
	for (int k = 0; k < 3; k++)
		c->dof[k].drive = DRIVE_FIXED;
}

static void box(struct world *w)
{
	scene_begin(w, 500, 100, 0.4, 0.5);
	w->gravity[1] = -1.5;
	world_need_material(w, "steel");
	params_set(&world_need_law(w, "steel", "grain")->par, "kn", 700);
	params_set(&world_need_law(w, "steel", "steel")->par, "kn", 0);
	wall(w, "left", -thick, -1, -thick, 4);
	wall(w, "right", side[0] + thick, -0.5, side[0] + thick, 3);
	wall(w, "bottom", -1, -thick, 5, -thick);
	wall(w, "top", -0.7, side[1] + thick, 4.9, side[1] + thick);
	world_need_constraint(w, "top")->dof[1] = (struct dof){ DRIVE_PRESSURE, 1, { -3 }, NULL };
	world_need_constraint(w, "top")->dof[0] = (struct dof){ DRIVE_VELOCITY, 1, { 0.11 }, NULL };
	world_need_constraint(w, "top")->m = 5;
	world_need_constraint(w, "right")->dof[0] = (struct dof){ DRIVE_PRESSURE, 1, { -4 }, NULL };
	world_need_constraint(w, "right")->m = 4;
	for (int k = 0; k < 13; k++)
		scene_body(w, scene_disk(w, 0.24 + 0.02 * (k % 4)), "-", 0.33 + 0.6 * (k % 5) + 0.03 * (k / 5),
			0.33 + 0.62 * (k / 5), 0);
}

/* How many each body touches, from the rows of contacts: one with several contacts counts once. */
static void partners(const struct world *w, double *share, double *many)
{
	const struct table *t = &w->contact;
	struct bodies2 b = world_bodies2((struct world *)w);
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

int main(void)
{
	struct sim_options o = dem2_defaults();
	double share, many;
	struct world w;

	box(&w);
	o.dt = 1e-3;
	o.forces = 1;
	struct dem2 *sim = scene_start(&w, o);
	scene_run(&w, sim, 1400);
	for (int part = 0; part < 2; part++) {
		struct sim_signs s = dem2_signs(sim);
		struct bodies2 b = world_bodies2(&w);
		const double *fx = table_real(&w.body, "fx"), *fy = table_real(&w.body, "fy");
		/* of each wall force over the gap between the walls beside it */
		double gap[2] = { b.x[1] - b.x[0] - 2 * thick, b.y[3] - b.y[2] - 2 * thick };
		double p = 0.25 * ((fx[1] - fx[0]) / gap[1] + (fy[3] - fy[2]) / gap[0]);
		near(s.pressure, p, 1e-12 * p, "the pressure: forces on walls by the gaps between the others");
		/* a pressure p: without between= acts on the length of the wall itself: 3.5 and 5.6 */
		near(s.off, fmax(fabs(fx[1] - 4 * 3.5) / (4 * 3.5), fabs(fy[3] - 3 * 5.6) / (3 * 5.6)), 1e-12,
			"the furthest from its target");
		partners(&w, &share, &many);
		ok(s.share == share && fabs(s.partners - many) < 1e-12 && share < 1 && share > 0 && many >= 2,
			"%g of all touch %g", s.share, s.partners);
		/* gaps at first: the sides */
		double strain = fmax(fabs(gap[0] / side[0] - 1), fabs(gap[1] / side[1] - 1));
		strain = fmax(strain, fabs(b.x[3] - (-0.7 + 2.8)) / side[1]); /* the top slides along x */
		near(s.strain, strain, 1e-12, "strain");
		near(s.kinetic, params_get(&w.ledger, "kin_lin", 0) + params_get(&w.ledger, "kin_rot", 0), 1e-13,
			"energy of motion");
		near(s.elastic, params_get(&w.ledger, "el_n", 0) + params_get(&w.ledger, "el_t", 0), 1e-13, "of springs");
		if (part)
			continue;
		dem2_free(sim); /* goes on, and counts from the beginning */
		sim = scene_start(&w, o);
		scene_run(&w, sim, 200);
	}
	dem2_free(sim);
	/* a wall with the pressure 0 counts by the largest of the others */
	world_need_constraint(&w, "right")->dof[0].value[0] = 0;
	sim = scene_start(&w, o);
	dem2_export(sim, &w, 1);
	const double *fx = table_real(&w.body, "fx"), *fy = table_real(&w.body, "fy");
	near(dem2_signs(sim).off, fmax(fabs(fx[1]), fabs(fy[3] - 3 * 5.6)) / (3 * 5.6), 1e-12, "without pressure");
	dem2_free(sim);
	world_free(&w);
	return done();
}
