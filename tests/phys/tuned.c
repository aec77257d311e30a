/* The automatic skin in the plane. */
#include "scene.h"
#include "tuned_run.h"

static void gas(struct world *w)
{
	struct rng g;
	double u[2];

	rng_seed(&g, 5);
	scene_begin(w, 1e4, 0, 0, -1);
	int64_t disk = scene_disk(w, 0.4);
	for (int k = 0; k < 100; k++) {
		int row = scene_body(w, disk, "grain", k % 10 + 0.5, k / 10 + 0.5, 0);

		scene_draw(&g, 2, u);
		scene_move(w, row, 6 * u[0] - 3, 6 * u[1] - 3, 0);
	}
	w->domain = (struct domain){ .set = 1, .periodic = { 1, 1 }, .hi = { 10, 10 } };
}

int main(void)
{
	return tuned_main(gas);
}
