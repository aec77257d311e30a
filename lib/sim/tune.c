/* tune.c: the skin of the neighbour list for which a step takes the least time; see tune.h */
#include "sim/tune.h"

#include <math.h>

/* Other programs sometimes disturb times, and scenes change slowly. So a coefficient follows a new value by the square root of
 * their ratio, and neither the ratio nor the change of the skin may exceed these factors. */
static const double COEFFICIENT_STEP = 1.5, SKIN_STEP = 1.25, POWER_MOST = 5;

static double within(double x, double lo, double hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

void tune_begin(struct tune *t, double skin, double least, double most)
{
	*t = (struct tune){ .least = least, .most = most, .skin = within(skin, least, most) };
}

static double follow(double known, double seen)
{
	return known > 0 ? known * sqrt(within(seen / known, 1 / COEFFICIENT_STEP, COEFFICIENT_STEP)) : seen;
}

/* The time to build one more candidate, from two lists of different length. If the lengths differ too little, nothing changes. */
static void learn_growth(struct tune *t, const struct tune_list *l)
{
	double more = l->all - t->other_all, seen;

	if (t->other_all > 0 && fabs(more) < 0.2 * fmax(l->all, t->other_all))
		return;
	if (t->other_all > 0) {
		seen = within((l->build - t->other_build) / more, 0, l->build / l->all);
		t->each = t->each > 0 ? follow(t->each, seen) : seen;
	}
	t->other_all = l->all;
	t->other_build = l->build;
}

void tune_learn(struct tune *t, const struct tune_list *l)
{
	double choose = l->all > 0 ? l->choose / l->steps / l->all : 0, ring = 1 - TUNE_INNER * TUNE_INNER;

	if (!(l->skin > 0))
		return;
	t->a = follow(t->a, l->build / l->steps * l->skin);
	t->b = follow(t->b, choose * (l->all - l->inner) / (ring * l->skin * l->skin));
	if (!(t->a > 0 && t->b > 0))
		return;
	learn_growth(t, l);
	double power = l->inner > 0 ? fmin(log(l->all / l->inner) / -log(TUNE_INNER), POWER_MOST) : POWER_MOST;
	double less = power * t->each * l->all / l->steps * l->skin;
	double best = t->a > less ? cbrt((t->a - less) / (2 * t->b)) : 0;

	t->skin = within(t->skin * within(best / t->skin, 1 / SKIN_STEP, SKIN_STEP), t->least, t->most);
}
