/* The tuner of the skin finds the minimum of costs that are made up, follows when they change, and is not led astray. */
#include "sim/tune.h"

#include "base/rng.h"
#include "tap.h"

/* Lists live SPEED skin steps and cost BUILD; to go through them costs EACH per candidate and choice, RATE per step. There are
 * FIRST + RING skin^2 candidates within a skin. */
struct costs { double speed, build, each, rate, first, ring, build_each; };

static double candidates(const struct costs *c, double skin)
{
	return c->first + c->ring * skin * skin;
}

static double step_time(const struct costs *c, double skin)
{
	double all = candidates(c, skin);

	return (c->build + c->build_each * all) / (c->speed * skin) + c->each * c->rate * all;
}

/* Of 4000 skins from 0.001 to 2. */
static double best_skin(const struct costs *c)
{
	double best = 0.001;

	for (double s = 0.001; s < 2; s *= 1.0019)
		best = step_time(c, s) < step_time(c, best) ? s : best;
	return best;
}

/* Lists as many; times are off by chance by up to a share, and one in ten of them by a factor of 20. */
static void live(struct tune *t, const struct costs *c, int lists, double share, int spoilt, struct rng *g)
{
	for (int k = 0; k < lists; k++) {
		double skin = t->skin, steps = c->speed * skin, all = candidates(c, skin);
		double chance[2] = { 1 + share * (2 * rng_uniform(g) - 1), 1 + share * (2 * rng_uniform(g) - 1) };

		for (int z = 0; z < 2 && spoilt; z++)
			chance[z] *= rng_uniform(g) < 0.1 ? 20 : 1;
		struct tune_list l = {
			.skin = skin, .steps = steps, .build = chance[0] * (c->build + c->build_each * all),
			.choose = chance[1] * c->each * c->rate * all * steps, .all = all, .inner = candidates(c, TUNE_INNER * skin),
		};
		tune_learn(t, &l);
	}
}

int main(void)
{
	const struct costs dense = { 560, 1.2e-3, 1e-8, 0.1, 5000, 2.5e6, 0 };
	struct costs slow = dense, fast = dense, wide = dense, grows = dense;
	struct tune t;
	struct rng g;

	rng_seed(&g, 5);
	near(best_skin(&dense), cbrt(1.2e-3 / 560 / (2 * 1e-9 * 2.5e6)), 0.003 * best_skin(&dense),
	     "the minimum is where the model says");
	for (int k = 0; k < 3; k++) {
		static const double first[] = { 0.01, 0.1, 1 };

		tune_begin(&t, first[k], 0.001, 2);
		live(&t, &dense, 40, 0, 0, &g);
		near(t.skin, best_skin(&dense), 0.01 * best_skin(&dense), "found from %g", first[k]);
	}
	slow.speed *= 30;
	live(&t, &slow, 40, 0, 0, &g);
	near(t.skin, best_skin(&slow), 0.01 * best_skin(&slow), "bodies that have become slow");
	fast.speed /= 30;
	live(&t, &fast, 60, 0, 0, &g);
	near(t.skin, best_skin(&fast), 0.01 * best_skin(&fast), "and fast");
	wide.ring *= 20;
	live(&t, &wide, 60, 0, 0, &g);
	near(t.skin, best_skin(&wide), 0.01 * best_skin(&wide), "a denser list");

	double worst = 0;
	tune_begin(&t, 0.1, 0.001, 2);
	for (int k = 0; k < 500; k++) {
		live(&t, &dense, 1, 0.3, 1, &g);
		if (k >= 40)
			worst = fmax(worst, step_time(&dense, t.skin) / step_time(&dense, best_skin(&dense)) - 1);
	}
	ok(worst < 0.1, "with times spoilt by chance no step takes %.3f more than the best", worst);
	grows.build_each = 3e-8; /* a list takes the longer to build the more is in it */
	tune_begin(&t, 0.1, 0.001, 2);
	live(&t, &grows, 40, 0, 0, &g);
	near(step_time(&grows, t.skin), step_time(&grows, best_skin(&grows)), 0.05 * step_time(&grows, best_skin(&grows)),
	     "which matters little while no other skin tells how much");
	tune_begin(&t, 0.5, 0.001, 2);
	live(&t, &grows, 40, 0, 0, &g);
	near(step_time(&grows, t.skin), step_time(&grows, best_skin(&grows)), 0.005 * step_time(&grows, best_skin(&grows)),
	     "and is known on the way from elsewhere");
	grows = (struct costs){ 560, 1e-4, 1e-8, 0.1, 50, 2.5e7, 2e-8 };
	tune_begin(&t, 0.5, 0.001, 2);
	live(&t, &grows, 60, 0, 0, &g);
	near(step_time(&grows, t.skin), step_time(&grows, best_skin(&grows)), 0.01 * step_time(&grows, best_skin(&grows)),
	     "even if that is most of it");

	tune_begin(&t, 5, 0.001, 2);
	ok(t.skin == 2, "the first guess is within bounds");
	slow.speed *= 1e12;
	live(&t, &slow, 200, 0, 0, &g);
	ok(t.skin == 0.001, "the skin is never below the least");
	slow.speed = 1e-9;
	live(&t, &slow, 600, 0, 0, &g);
	ok(t.skin == 2, "nor above the most");
	tune_begin(&t, 0.1, 0.001, 2);
	tune_learn(&t, &(struct tune_list){ .skin = 0.1, .steps = 100 });
	tune_learn(&t, &(struct tune_list){ .skin = 0.1, .steps = 1, .build = 1e-3, .all = 7, .inner = 7 });
	ok(t.skin == 0.1, "lists that nothing is known from change nothing");
	return done();
}
