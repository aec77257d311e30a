/* The automatic skin in space. */
#include "scene3.h"
#include "base/rng.h"
#include "tuned_run.h"

static void gas(struct world *w)
{
	struct rng g;

	rng_seed(&g, 5);
	scene_begin(w, "linear", (const char *const[]){ "kn", NULL }, (const double[]){ 1e4 });
	int64_t ball = scene_ball(w, 0.4);
	for (int k = 0; k < 125; k++) {
		int row = scene_body(w, ball, "grain", k % 5 + 0.5, k / 5 % 5 + 0.5, k / 25 + 0.5);
		double vx = rng_uniform(&g), vy = rng_uniform(&g), vz = rng_uniform(&g);

		scene_move(w, row, 6 * vx - 3, 6 * vy - 3, 6 * vz - 3);
	}
	w->domain = (struct domain){ .set = 1, .periodic = { 1, 1, 1 }, .hi = { 5, 5, 5 } };
}

int main(void)
{
	return tuned_main(gas);
}
