/* cd3_walls.c: walls that are moved, against closed forms: what they carry, and their work */
#include "phys/cd3_scene.h"

#include "base/vec.h"

#define HELD "y=fixed rx=fixed ry=fixed rz=fixed\n"

static double force(const struct run *r)
{
	const double *fn = table_real(&r->w.contact, "fn");
	double sum = 0;

	for (int k = 0; k < r->w.contact.n_row; k++)
		sum += fn[k];
	return sum;
}

static const double mass = 2 * 4 * 3.14159265358979323846 / 3 * 0.2 * 0.2 * 0.1;

/* A body that cannot turn on a plate that goes sideways: friction mu m g until it has its speed v, which takes the way
 * v^2 / (2 mu g) and the work m v^2; half of it is lost. */
static void plate(void)
{
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0.3\nshape 1 ellipsoid a=0.2,0.2,0.1\n"
		"shape 9 plane\nconstraint stiff rx=fixed ry=fixed rz=fixed\nconstraint plate x=v:1.2 z=fixed " HELD,
		"body 1 1 a stiff 1 0 0 0.1" UPRIGHT STILL "body 9 9 a plate 1 0 0 0" UPRIGHT STILL, 0.001, tight);

	go(r, 0.2);
	near(r->b.v[0][0], 0.6, 1e-12, "a plate drags a block by friction");
	near(ledger(r, "work"), 0.3 * mass * 10 * 1.2 * 0.2, 1e-9, "its work is force times its own way");
	go(r, 0.7);
	near(r->b.v[0][0], 1.2, 1e-12, "and then carries it");
	near(r->b.x[0][0], 1.2 * 0.7 - 1.2 * 1.2 / 6, 1e-3, "behind by the way on which it slid");
	near(ledger(r, "work"), mass * 1.44, 1e-9, "work");
	near(ledger(r, "fric"), mass * 0.72, 1e-9, "half of it went into friction");
	end(r);
}

/* A platform that rises from rest at once: m v^2 / 2 is lost, its work is m v^2 + m g v t. */
static void platform(void)
{
	/* it touches in the middle of the first step, where contacts are looked for */
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0.3\nshape 1 ellipsoid a=0.2,0.2,0.1\n"
		"shape 9 plane\nconstraint lift x=fixed z=v:0.5 " HELD,
		"body 1 1 a - 1 0 0 0.100248" UPRIGHT STILL "body 9 9 a lift 1 0 0 0" UPRIGHT STILL, 0.001, tight);

	go(r, 0.8);
	near(r->b.x[2][0], 0.1 + 0.5 * 0.8, 2e-3, "a platform lifts a body");
	near(force(r), 10 * mass, 1e-6, "with its weight");
	near(ledger(r, "work"), mass * (0.25 + 10 * 0.5 * 0.8), 1e-3 * mass * 4, "its work is force times way");
	near(ledger(r, "visc"), mass * 0.125, 3e-3 * mass, "less what the start lost");
	near(ledger(r, "grav") - ledger(r, "start_grav"), mass * 10 * (r->b.x[2][0] - 0.100248), 1e-9, "the rest is height");
	end(r);
}

/* A plate with the velocity A sin(w t) carries a body with the force m (g + A w cos(w t)), and lets it go where that is 0:
 * it flies from there. */
static void shaker(void)
{
	const double period = 0.4, w = 2 * pi / period;
	char records[500];

	for (int strong = 0; strong < 2; strong++) {
		double speed = strong ? 2 * 10 / w : 0.6 * 10 / w; /* A w = 2 g, 0.6 g */
		snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0.3\nshape 1 ellipsoid "
			"a=0.2,0.2,0.1\nshape 9 plane\nconstraint plate x=fixed z=sin:%.17g,%.17g,0 " HELD, speed, period);
		struct run *r = begin(records, "body 1 1 a - 1 0 0 0.1" UPRIGHT STILL "body 9 9 a plate 1 0 0 0" UPRIGHT STILL, 0.0005, tight);
		if (!strong) {
			double worst = 0;
			for (int k = 1; k < 20; k++) {
				go(r, 0.02 * k);
				/* from one step's middle to the next one's */
				double t = clock_now(cd3_clock(r->sim)) - 0.0005;
				worst = fmax(worst, fabs(force(r) / mass - 10 - speed * w * cos(w * t)));
			}
			ok(worst < 0.6 * 0.0005 * speed * w * w, "a shaker's force is m (g + a), to half a step: off by %.1e", worst);
			near(r->b.x[2][0], 0.1 + r->b.x[2][1], 1e-5, "and the body stays on it");
			/* int m (g + A w cos) A sin dt */
			near(ledger(r, "work"), mass * (10 * speed / w * (1 - cos(w * 0.38)) + 0.5 * pow(speed * sin(w * 0.38), 2)),
			     1e-3 * mass * 10 * 0.1, "its work is force times way");
		} else {
			/* it leaves where cos(w t) = -1/2: at t1 = period / 3, from z1 = A/w (1 - cos) with A sin */
			double t1 = period / 3, v1 = speed * sin(w * t1), z1 = 0.1 + speed / w * 1.5, t = 0.1;
			go(r, t1 - 0.002);
			ok(force(r) > 0, "a strong shaker carries until its acceleration is -g");
			go(r, t1 + t);
			ok(force(r) == 0, "then the body flies");
			near(r->b.x[2][0], z1 + v1 * t - 5 * t * t, 2e-3, "as thrown");
			/* and lands where both meet again */
			double land = t1 + t;
			while (z1 + v1 * (land - t1) - 5 * (land - t1) * (land - t1) > 0.1 + speed / w * (1 - cos(w * land)))
				land += 1e-5;
			go(r, land - 0.002);
			ok(force(r) == 0, "until t = %.4f", land - 0.002);
			go(r, land + 0.002);
			near(r->b.x[2][0], 0.1 + r->b.x[2][1], 1e-3, "when it has the plate again");
		}
		near(ledger(r, "residual"), 0, 1e-9, "the first law closes");
		end(r);
	}
}

/* A ball in a drum that turns. With the spin that rolls on it, it lies at the bottom; without, it stays where the slope is the
 * friction coefficient, for as long as it slides: there the wall pushes up what weight pulls down. Friction gives it spin,
 * mu N r = I dw/dt, until that is the drum's, and the drum the work mu N R times its angle. */
static void drum(int rolls)
{
	const double R = 1, ball = 0.1, turn = 3, mu = 0.25, p = atan(mu), m = 2 * 4 * pi / 3 * ball * ball * ball;
	const double inertia = 0.4 * m * ball * ball, half = sqrt(0.5);
	char records[400], body[600];

	snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=%g\nshape 1 sphere r=0.1\n"
		"shape 9 cylinder r=1 side=in length=4\nconstraint drum x=fixed y=fixed z=fixed rx=fixed ry=v:%g rz=fixed\n", mu, turn);
	double at = rolls ? 0 : p, spin = rolls ? turn * R / ball : 0;
	/* turning about y, the bottom goes towards -x */
	snprintf(body, sizeof body, "body 1 1 a - 1 %.17g 0 %.17g" UPRIGHT " 0 0 0 0 %.17g 0\n"
		"body 9 9 a drum 1 0 0 0 %.17g %.17g 0 0" STILL, -(R - ball) * sin(at), -(R - ball) * cos(at), inertia * spin, half, half);
	struct run *r = begin(records, body, 0.0005, tight);
	double normal = m * 10 * cos(p), rate = mu * normal * ball / inertia, t1 = turn * R / ball / rate;

	go(r, rolls ? 1 : 0.8 * t1);
	near(r->b.x[0][0], -(R - ball) * sin(at), 1e-4, "in a drum a ball %s", rolls ? "that has its spin stays at the bottom" :
	     "that slides stays where the slope is mu");
	near(r->b.momentum[1][0] / inertia, rolls ? spin : 0.8 * t1 * rate, 1e-3 * rate * t1, "its spin");
	near(ledger(r, "work"), rolls ? 0 : mu * normal * R * turn * clock_now(cd3_clock(r->sim)), 1e-3 * m * 10, "the drum's work");
	near(ledger(r, "fric"), rolls ? 0 : ledger(r, "work") - 0.5 * inertia * pow(r->b.momentum[1][0] / inertia, 2), 1e-4 * m * 10,
	     "friction");
	end(r);
}

/* A drum without ends that turns about its own axis moves no surface: the neighbour list of a ball at rest in it stays. */
static void lists(void)
{
	static const char *const wall[2] = { "cylinder r=1 side=in", "plane" };

	for (int k = 0; k < 2; k++) {
		char records[400];

		snprintf(records, sizeof records, "gravity 0,0,-10\nmaterial a density=2\nlaw a a hard mu=0\nshape 1 sphere r=0.1\nshape 9 %s\n"
			"constraint drum x=fixed y=fixed z=fixed rx=fixed ry=%s rz=%s\n", wall[k], k ? "fixed" : "v:3", k ? "v:3" : "fixed");
		struct run *r = begin(records, k ? "body 1 1 a - 1 0 0 0.1" UPRIGHT STILL "body 9 9 a drum 1 0 0 0 0.8 0 0 0.6" STILL :
			"body 1 1 a - 1 0 0 -0.9" UPRIGHT STILL "body 9 9 a drum 1 0 0 0 0.70710678118654757 0.70710678118654757 0 0" STILL, 0.001,
			tight);
		go(r, 1);
		ok(cd3_report(r->sim).rebuilds == 0, "a %s that turns about its axis: %d new lists in 1000 steps", k ? "plane" : "drum",
		   (int)cd3_report(r->sim).rebuilds);
		end(r);
	}
}

/* Six planes that move as one, and a ball between them: the wall behind takes it along. */
static void box(void)
{
	const double half = sqrt(0.5);
	char body[2000];

	snprintf(body, sizeof body, "body 1 1 a - 1 0.5 0.5 0.5" UPRIGHT STILL
		"body 2 9 a box 1 0 0 0 %.17g 0 %.17g 0" STILL "body 3 9 a box 1 1 0 0 %.17g 0 %.17g 0" STILL
		"body 4 9 a box 1 0 0 0 %.17g %.17g 0 0" STILL "body 5 9 a box 1 0 1 0 %.17g %.17g 0 0" STILL
		"body 6 9 a box 1 0 0 0 1 0 0 0" STILL "body 7 9 a box 1 0 0 1 0 1 0 0" STILL,
		half, half, half, -half, half, -half, half, half);
	struct run *r = begin("material a density=2\nlaw a a hard mu=0.3 en=0.5\nshape 1 ellipsoid a=0.2,0.2,0.1\nshape 9 plane\n"
		"constraint box x=v:2 z=fixed " HELD, body, 0.001, tight);

	go(r, 0.15 - 0.002);
	ok(force(r) == 0 && r->b.x[0][0] == 0.5, "a box moves, and the ball in it stays");
	go(r, 0.2);
	near(r->b.v[0][0], 3, 1e-12, "until the wall behind hits it, with restitution");
	near(ledger(r, "work"), mass * 3 * 2, 1e-9, "the wall's work is its impulse times its velocity");
	/* relative to the box it goes at 1 through 0.6, and back at 1/2 */
	go(r, 0.15 + 0.6 + 0.1);
	near(r->b.v[0][0], 1.5, 1e-12, "then the one in front");
	near(ledger(r, "work"), mass * (3 - 1.5) * 2, 1e-9, "which gets work");
	end(r);
}

/* Planes and tubes that tilt are fast far from their centres: a body there is not passed by. */
static void tilting(int tube)
{
	static const char flap[] = "material a density=2\nlaw a a hard mu=0\nshape 1 sphere r=0.1\nshape 9 %s\n"
		"constraint flap x=fixed y=fixed z=fixed rx=fixed ry=v:-2 rz=fixed\n";
	char records[400];

	snprintf(records, sizeof records, flap, tube ? "cylinder r=0.2 side=out length=20" : "plane");
	struct run *r = begin(records, tube ? "body 1 1 a - 1 8 0 0.55" UPRIGHT STILL
		"body 9 9 a flap 1 0 0 0 0.70710678118654757 0 0.70710678118654757 0" STILL :
		"body 1 1 a - 1 8 0 0.35" UPRIGHT STILL "body 9 9 a flap 1 0 0 0" UPRIGHT STILL, 0.01, tight);
	double worst = 0;

	for (int k = 1; k <= 10; k++) {
		go(r, 0.01 * k);
		worst = fmax(worst, cd3_figures(r->sim).deepest);
	}
	ok(worst < 1e-3, "a %s that tilts does not run into what is far from its centre: overlap %.1e", tube ? "rod" : "plane", worst);
	vec3 v = v3(r->b.v[0][0], r->b.v[1][0], r->b.v[2][0]);
	ok(v3_norm(v) > 15, "it throws it: %.3g", v3_norm(v));
	end(r);
}

int main(void)
{
	plate();
	platform();
	shaker();
	drum(1);
	drum(0);
	lists();
	box();
	tilting(0);
	tilting(1);
	return done();
}
