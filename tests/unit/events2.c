/* The event of a contact of the plane that begins or ends, worked out once more: the way along the normal in the step, the
 * work that the
 * trapezoid of its force misses, the point that the impulse acts at, and when there is none. */
#include <complex.h>

#include "base/rng.h"
#include "dem2/dem2_state.h"
#include "tap.h"

static struct rng draw;

static double any(double size)
{
	return size * (2 * rng_uniform(&draw) - 1);
}

static void events(int ends)
{
	static const struct law_contact law[] = { { .kind = LAW_LINEAR, .kn = 730, .scale = 1, .least = -INFINITY },
		{ .kind = LAW_HERTZ, .kn = 930, .scale = 1 },
		{ .kind = LAW_COHESIVE, .kn = 330, .pull = 7, .range = 0.011, .slope = 7 / 0.011, .scale = 1 } };
	double off = 0, off_work = 0;
	int some = 0, none = 0, lost = 0, wrong = 0;

	for (int k = 0; k < 600; k++) {
		double complex normal = cexp(I * any(3)), a = any(0.7) + I * any(0.7), r = any(2) + I * any(2),
			d = any(0.02) + I * any(0.02);
		const struct law_contact *l = &law[k % 3];
		struct kinematics2 q = { .sum_of_radii = 0.9, .branch_x = creal(r), .branch_y = cimag(r), .displacement_x = creal(d),
			.displacement_y = cimag(d),
			.turn_i = any(0.03), .turn_j = any(0.03),
			.was = ends, .is = !ends };
		struct contact2 c = { .nx = creal(normal), .ny = cimag(normal), .ax = creal(a), .ay = cimag(a),
			.gap = 0.004 + any(0.004),
			.fn = k % 5 ? 3 : 0 };
		struct event2 event;

		double complex b = ends ? a - (r + d) : a - r, way = d + I * q.turn_i * a - I * q.turn_j * b;
		double n = (ends ? -1 : 1) * creal(way * conj(normal)), in = c.gap + law_reach(l, q.sum_of_radii);
		double force = law_force(l, q.sum_of_radii, q.effective, c.gap);
		double missing = 0.5 * n * force - law_energy(l, q.sum_of_radii, q.effective, c.gap);
		/* the dashpot's force c.fn - force acts along `in`, and has done its work along n / 2; it ends early unless it may attract */
		double much = ends && l->least == 0 ? 0 : (c.fn - force) * (0.5 * n - in) * (ends ? -1 : 1);
		int is = dem2_event_find(2 * k + 1, &q, &c, l, &event);
		int want = n > LAW_TOUCHED * in && !(ends && c.fn == 0), gone = n > LAW_TOUCHED * in && ends && c.fn == 0;

		some += want;
		none += !want;
		lost += gone;
		wrong += is != want || fabs(event.lost - (want ? much : gone * missing)) > 1e-13;
		if (!want)
			continue;
		double complex at = ends ? a - 0.5 * d : a; /* moved with both bodies */
		off = fmax(off, cabs(event.ax + I * event.ay - at) +
			cabs(event.bx + I * event.by - (at - r)) + cabs(event.nx + I * event.ny - normal));
		off_work = fmax(off_work, fabs(event.work - missing));
		wrong += event.half != 2 * k + 1 || event.ends != ends;
	}
	const char *name = ends ? "that end" : "that begin";
	ok(some > 50 && none > 50 && (lost > 10) == ends, "contacts %s: %d with an impulse, %d without", name, some, none);
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
