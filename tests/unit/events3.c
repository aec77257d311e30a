/* The event of a contact of space that begins or ends, worked out once more: the way along the normal in the step, by turns as
 * seen at its
 * beginning or its end, the work that the trapezoid of its force misses, the point that the impulse acts at, and when there
 * is none. */
#include "base/rng.h"
#include "dem3/dem3_state.h"
#include "tap.h"

static struct rng draw;

static double any(double size)
{
	return size * (2 * rng_uniform(&draw) - 1);
}

static vec3 some(double size)
{
	double x = any(size), y = any(size), z = any(size);

	return v3(x, y, z);
}

static void events(int ends)
{
	static const struct law_contact law[] = { { .kind = LAW_LINEAR, .kn = 730, .scale = 1, .least = -INFINITY },
		{ .kind = LAW_HERTZ, .kn = 930, .scale = 1 },
		{ .kind = LAW_COHESIVE, .kn = 330, .pull = 7, .range = 0.011, .slope = 7 / 0.011, .scale = 1 } };
	double off = 0, off_work = 0;
	int found = 0, none = 0, lost = 0, wrong = 0;

	for (int k = 0; k < 600; k++) {
		const struct law_contact *l = &law[k % 3];
		struct kinematics3 q = { .sum_of_radii = 0.9, .branch = some(2), .displacement = some(0.02), .turn_i = some(0.03),
			.turn_j = some(0.03),
			.late_turn_i = some(0.03), .late_turn_j = some(0.03),
			.was = ends, .is = !ends };
		struct contact3 c = { .n = some(1), .a = some(0.7), .gap = 0.004 + any(0.004), .fn = k % 5 ? 3 : 0,
			.weight = any(1) };
		struct event3 event;

		c.n = v3_scale(1 / v3_norm(c.n), c.n);
		vec3 r0 = ends ? v3_add(q.branch, q.displacement) : q.branch, b = v3_sub(c.a, r0);
		vec3 way = v3_sub(v3_add(q.displacement, v3_cross(ends ? q.turn_i : q.late_turn_i, c.a)),
			v3_cross(ends ? q.turn_j : q.late_turn_j, b));
		double n = (ends ? -1 : 1) * v3_dot(way, c.n), in = c.gap + law_reach(l, q.sum_of_radii);
		double force = c.weight * law_force(l, q.sum_of_radii, q.effective, c.gap);
		double missing = 0.5 * n * force - c.weight * law_energy(l, q.sum_of_radii, q.effective, c.gap);
		/* the dashpot's force c.fn - force acts along `in`, and has done its work along n / 2; it ends early unless it may attract */
		double much = ends && l->least == 0 ? 0 : (c.fn - force) * (0.5 * n - in) * (ends ? -1 : 1);
		struct contact3 other = { .gap = 0 };
		int is = dem3_event_find(k, &q, ends ? &c : &other, ends ? &other : &c, l, &event);
		int want = n > LAW_TOUCHED * in && !(ends && c.fn == 0), gone = n > LAW_TOUCHED * in && ends && c.fn == 0;

		found += want;
		none += !want;
		lost += gone;
		wrong += is != want || fabs(event.lost - (want ? much : gone * missing)) > 1e-13;
		if (!want)
			continue;
		vec3 at = ends ? v3_sub(c.a, v3_scale(0.5, q.displacement)) : c.a; /* moved with both bodies */
		off = fmax(off, v3_norm(v3_sub(event.a, at)) + v3_norm(v3_sub(event.b, v3_sub(at, q.branch))) + v3_norm(v3_sub(event.n,
			c.n)));
		off_work = fmax(off_work, fabs(event.work - missing));
		wrong += event.pair != k || event.ends != ends;
	}
	const char *name = ends ? "that end" : "that begin";
	ok(found > 50 && none > 50 && (lost > 10) == ends, "contacts %s: %d with an impulse, %d without", name, found, none);
	ok(wrong == 0, "which have one, and what goes from viscosity to springs: %d wrong", wrong);
	near(off, 0, 1e-14, "where it acts, from both bodies as they stand now");
	near(off_work, 0, 1e-13, "the work that is missing");
}

int main(void)
{
	rng_seed(&draw, 9);
	events(0);
	events(1);
	return done();
}
