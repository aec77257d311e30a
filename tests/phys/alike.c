/* Where the simulators of soft contacts must do the same in the plane and in space, and once did not: in the plane. */
#include "scene.h"

#include "dem3/dem3.h"

static const struct sim_options step_of_1 = { .dt = 1, .skin = -1, .threads = 1 };

/* A disk and its constraint, angle fixed. */
static struct constraint *disk(struct world *w, double x, const char *tag)
{
	struct constraint *c;

	scene_body(w, scene_disk(w, 0.4), tag, x, 0.3, 0);
	c = world_need_constraint(w, tag);
	c->dof[2].drive = DRIVE_FIXED;
	return c;
}

static void tells_time(void)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, 100, 0, 0, -1);
	scene_body(&w, scene_disk(&w, 0.4), "-", 0, 0, 0);
	world_bodies2(&w).size[0] = 0;
	w.t = 3.5;
	ok(!dem2_new(&w, &step_of_1, &e) && e.status == SIM_SIZE && e.t == 3.5,
		"what is wrong with a scene is told with its time");
	world_free(&w);
}

static void tells_dimension(void)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, 100, 0, 0, -1);
	w.dim = 3;
	ok(!dem2_new(&w, &step_of_1, &e) && e.status == SIM_DIMENSION && e.a == 3 && e.b == 2, "a scene of space is refused as one");
	w.dim = 2;
	ok(!dem3_new(&w, &step_of_1, &e) && e.status == SIM_DIMENSION && e.a == 2 && e.b == 3, "and a scene of the plane");
	world_free(&w);
}

/* A force so large that its work in a step is no number any more. */
static void work_overflows(void)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, 100, 0, 0, -1);
	struct constraint *c = disk(&w, 0, "heavy");
	scene_move(&w, 0, 2, 0, 0);
	c->dof[0] = (struct dof){ DRIVE_FORCE, 1, { 1.5e308 }, NULL };
	c->m = 1e308;
	struct dem2 *s = dem2_new(&w, &step_of_1, &e);
	ok(s && dem2_step(s, &e) == SIM_LEDGER, "a run ends when its work is not finite");
	dem2_free(s);
	world_free(&w);
}

/* Two bodies whose centre of mass is not their origin: free to move along x, turned at a speed. Returns the id that is refused,
 * or 0. */
static int64_t off_centre(double x, double turn)
{
	struct world w;
	struct sim_error e;

	scene_begin(&w, 100, 0, 0, -1);
	for (int k = 0; k < 2; k++) {
		struct constraint *c = disk(&w, k ? -x : x, k ? "one" : "other");
		struct shape *h = world_shape(&w, world_bodies2(&w).shape[k]);

		h->xy[0][0] = 0.1;
		h->area = -1;
		c->dof[2] = (struct dof){ DRIVE_VELOCITY, 1, { turn }, NULL };
	}
	struct dem2 *s = dem2_new(&w, &step_of_1, &e);
	dem2_free(s);
	world_free(&w);
	return e.status == SIM_CENTRE ? e.a : e.status == SIM_GOOD ? 0 : -1;
}

int main(void)
{
	tells_time();
	tells_dimension();
	work_overflows();
	ok(off_centre(5, 0) == 0, "a body off its centre may move if it does not turn");
	ok(off_centre(5, 0.5) == 1 && off_centre(-5, 0.5) == 1, "but not turn, and of several the lowest id is told");
	return done();
}
