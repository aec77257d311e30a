/* Where the simulators of soft contacts must do the same in the plane and in space, and once did not: in space. */
#include "scene3.h"

static const char *const none[] = { NULL };
static const struct sim_options step_of_1 = { .dt = 1, .skin = -1, .threads = 1 };

static void fix_angles(struct constraint *c)
{
	for (int z = 0; z < 6; z++)
		c->dof[z].drive = z < 3 ? DRIVE_FREE : DRIVE_FIXED;
}

/* Two balls of different mass that move as one begin with the velocity that keeps their momentum. */
static void keeps_momentum(void)
{
	struct world w;
	struct sim_error e;
	const double v[2][3] = { { 1.1, -0.3, 0.2 }, { 3.7, 0.4, -0.9 } };
	double mass[2], moment[3];

	scene_begin(&w, "linear", none, NULL);
	for (int k = 0; k < 2; k++) {
		int row = scene_body(&w, scene_ball(&w, 0.3 + 0.2 * k), "plate", 2 * k, 0.3, 0.1);

		scene_move(&w, row, v[k][0], v[k][1], v[k][2]);
		mass[k] = scene_mass(&w, row, moment);
	}
	fix_angles(scene_hold(&w, "plate"));
	struct dem3 *s = dem3_new(&w, &step_of_1, &e);
	dem3_export(s, &w, 1);
	for (int z = 0; z < 3; z++) {
		double mean = (mass[0] * v[0][z] + mass[1] * v[1][z]) / (mass[0] + mass[1]);

		near(world_bodies3(&w).v[z][0], mean, 1e-14, "a group keeps the momentum of its bodies along %d", z);
		ok(world_bodies3(&w).v[z][1] == world_bodies3(&w).v[z][0], "and all of them have its velocity");
	}
	dem3_free(s);
	world_free(&w);
}

/* Three balls on a line along z that turn about it, the middle one off it: what is allowed does not depend on the origin. */
static enum sim_status turns(double x, double off)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, "linear", none, NULL);
	int64_t ball = scene_ball(&w, 0.4);
	for (int k = 0; k < 3; k++)
		scene_body(&w, ball, "rod", x + (k == 1 ? off : 0), 0, 2 * k);
	scene_hold(&w, "rod")->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 0.5 }, NULL };
	struct dem3 *s = dem3_new(&w, &step_of_1, &e);
	dem3_free(s);
	world_free(&w);
	return e.status;
}

/* Two balls in a short period touch each other on both sides. */
static void touches_images(void)
{
	const char *keys[] = { "kn", NULL };
	struct world w;
	struct sim_error e;

	scene_begin(&w, "linear", keys, (const double[]){ 100 });
	w.domain = (struct domain){ .lo = { 0, -5, -5 }, .hi = { 1.99, 5, 5 }, .periodic = { 1, 0, 0 }, .set = 1 };
	int64_t ball = scene_ball(&w, 0.5);
	scene_body(&w, ball, "-", 0.2, 0, 0);
	scene_body(&w, ball, "-", 0.2 + 0.995, 0, 0);
	struct dem3 *s = dem3_new(&w, &(struct sim_options){ .skin = -1, .threads = 1 }, &e);
	struct sim_signs is = dem3_signs(s);
	ok(is.share == 1 && is.partners == 2, "each image of a body counts as a partner: %g %g", is.share, is.partners);
	dem3_free(s);
	world_free(&w);
}

/* A force so large that its work in a step is no number any more. */
static void work_overflows(void)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, "linear", none, NULL);
	int row = scene_body(&w, scene_ball(&w, 0.4), "heavy", 0, 0, 0);
	scene_move(&w, row, 2, 0, 0);
	struct constraint *c = scene_hold(&w, "heavy");
	fix_angles(c);
	c->dof[0] = (struct dof){ DRIVE_FORCE, 1, { 1.5e308 }, NULL };
	c->m = 1e308;
	struct dem3 *s = dem3_new(&w, &step_of_1, &e);
	ok(s && dem3_step(s, &e) == SIM_LEDGER, "a run ends when its work is not finite");
	dem3_free(s);
	world_free(&w);
}

/* A body whose centre of mass is not its origin may move if it does not turn. */
static enum sim_status off_centre(int turning)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, "linear", none, NULL);
	struct shape *h = world_need_shape(&w, 1);
	shape_alloc(h, SHAPE_SPHERE, 1);
	h->solid->n = 1;
	h->solid->ball = mem_new(1, sizeof *h->solid->ball);
	memcpy(h->solid->ball, (const double[1][4]){ { 0.1, 0, 0, 0.4 } }, sizeof *h->solid->ball);
	scene_body(&w, 1, "it", 0, 0, 0);
	struct constraint *c = scene_hold(&w, "it");
	fix_angles(c);
	if (turning)
		c->dof[5] = (struct dof){ DRIVE_VELOCITY, 1, { 0.5 }, NULL };
	struct dem3 *s = dem3_new(&w, &step_of_1, &e);
	dem3_free(s);
	world_free(&w);
	return e.status;
}

int main(void)
{
	keeps_momentum();
	ok(turns(1e6, 0) == SIM_GOOD && turns(1e6, 1e-4) == SIM_TURN, "far from the origin: off the line is off the line");
	ok(turns(0, 0) == SIM_GOOD && turns(0, 1e-13) == SIM_GOOD, "at the origin: rounding is allowed");
	ok(turns(0, 1e-6) == SIM_TURN && turns(1e6, 4e-10) == SIM_GOOD, "and no more than rounding");
	touches_images();
	work_overflows();
	ok(off_centre(0) == SIM_GOOD && off_centre(1) == SIM_CENTRE, "a body off its centre may move, but not turn");
	return done();
}
