/* One contact in the plane, worked out here once more with complex numbers: where it is, its forces in an evaluation that is
 * no step
 * and in one that is, torques, and every entry of the ledger by itself; for all laws, contacts that begin, last and end. */
#include "contact/contact2.h"

#include <complex.h>
#include <string.h>

#include "base/rng.h"
#include "tap.h"

typedef double _Complex at;  /* a vector of the plane */

static struct rng draw;

static double any(double size)
{
	return size * (2 * rng_uniform(&draw) - 1);
}

static double dot(at a, at b) { return creal(a * conj(b)); }
static double cross(at a, at b) { return cimag(conj(a) * b); }

/* Laws without two stiffnesses, coefficients or limits alike. */
static struct law_contact law_of(enum law_kind kind, int rolls)
{
	struct law_contact l = { .kind = kind, .kn = 730, .kt = 210, .mu = 0.37, .ikt = 1.0 / 210, .zn = 0.31, .zt = 0.17,
		.gn = 1.3,
		.gt = 0.7, .scale = 1, .ks = 911, .iks = 1.0 / 911, .gs = 33, .mus = 5 };

	if (rolls) {
		l.kr = 17;
		l.ikr = 1.0 / 17;
		l.gr = 0.43;
		l.mur = 0.53;
	}
	if (kind == LAW_COHESIVE) {
		l.pull = 11;
		l.range = 0.13;
		l.slope = l.pull / l.range;
	}
	if (kind == LAW_LENNARD_JONES) {
		l.kn = 0;
		l.epsilon = 1.9;
		l.scale = l.cut = 1.7;
		l.cut_force = pow(1.7, -13) - pow(1.7, -7);
	}
	return l;
}

static struct kinematics2 kinematics(int was, int is)
{
	at w = (0.9 + any(0.06)) * cexp(I * any(3.2));
	struct kinematics2 q = { .separation_x = creal(w), .separation_y = cimag(w), .sum_of_radii = 0.93, .radius = 0.38,
		.vertex_x = any(0.7), .vertex_y = any(0.7),
		.branch_x = any(2), .branch_y = any(2),
		.velocity_x = any(0.5), .velocity_y = any(0.5), .spin_i = any(2), .spin_j = any(2), .displacement_x = any(0.02),
			.displacement_y = any(0.02), .turn_i = any(0.03),
			.turn_j = any(0.03),
		.mass = 0.1 + rng_uniform(&draw), .was = was, .is = is, .effective = 0.29 };

	return q;
}

/* A contact of one step ago. */
static struct contact2 before(const struct kinematics2 *q)
{
	struct contact2 c = { 0 };
	at n = cexp(I * (carg(q->separation_x + I * q->separation_y) + any(0.1)));

	if (q->was == 0)
		return c;
	return (struct contact2){ .nx = creal(n), .ny = cimag(n), .gap = 0.03 + any(0.02), .ax = q->vertex_x + any(0.4),
		.ay = q->vertex_y + any(0.4),
		.fn = 20 + any(15), .ft = any(9), .xi = any(0.04), .roll = any(0.2), .moment = any(3) };
}

/* Velocity, or displacement, of i against j at a point with the arms a and b. */
static at relative(at u, double wi, at a, double wj, at b)
{
	return u + I * wi * a - I * wj * b;
}

static double clamp(double x, double most)
{
	return fmax(-most, fmin(x, most));
}

/* Where a contact is. */
struct spot { double gap; at n, a, b; };

static struct spot spot_of(const struct kinematics2 *q)
{
	at w = q->separation_x + I * q->separation_y, n = w / cabs(w);
	double gap = q->sum_of_radii - cabs(w);
	at a = q->vertex_x + I * q->vertex_y + (q->radius - 0.5 * gap) * n;

	return (struct spot){ gap, n, a, a - (q->branch_x + I * q->branch_y) };
}

/* The tangential stiffness: Mindlin's grows with the overlap. */
static double stiffness(const struct law_contact *l, double effective, double gap)
{
	return l->kind == LAW_HERTZ_MINDLIN ? l->kt * sqrt(effective * fmax(gap, 0)) : l->kt;
}

/* Elastic and whole normal force, and what limits are multiples of. */
static void press(const struct kinematics2 *q, const struct law_contact *l, double gap, double un, double *elastic, double *fn,
	double *load)
{
	double c = law_normal_damping_of(l->kind, l, sqrt(q->mass), q->effective, gap);

	*elastic = law_force_of(l->kind, l, q->sum_of_radii, q->effective, gap);
	*fn = *elastic + c * un;
	double least = l->kind != LAW_LINEAR && *elastic < 0 ? *elastic : 0;
	*fn = fmax(*fn, least);
	*load = fmax(0, *fn + (l->kind == LAW_COHESIVE ? l->pull * (gap < 0 ? 1 + gap / l->range : 1) : 0));
}

/* What is known of a contact, side by side with what is expected. */
struct check { double off, size; };

static void see(struct check *c, double found, double want)
{
	c->off = fmax(c->off, fabs(found - want));
	c->size = fmax(c->size, fabs(want));
}

enum { GAP, NORMAL, ARM, FN, FT, XI, ROLL, MOMENT, FORCE, TORQUE_I, TORQUE_J, FRIC, VISC, POWER, WORK_N, WORK_T, MANY };
static const char *const what[MANY] = { "overlap", "normal", "arm", "normal force", "tangential force", "spring",
	"rolling spring",
	"rolling moment", "force", "torque on i", "torque on j", "friction", "viscosity", "viscosity as power",
		"work on normal springs",
	"work on tangential springs" };

static void see_contact(struct check *k, const struct contact2 *c, const struct contact2 *want, const struct action2 *o,
	const struct kinematics2 *q)
{
	at f = (want->fn + I * want->ft) * (want->nx + I * want->ny), a = want->ax + I * want->ay,
		b = a - (q->branch_x + I * q->branch_y);

	see(&k[GAP], c->gap, want->gap);
	see(&k[NORMAL], cabs(c->nx + I * c->ny - (want->nx + I * want->ny)), 0);
	see(&k[ARM], cabs(c->ax + I * c->ay - a), 0);
	see(&k[FN], c->fn, want->fn);
	see(&k[FT], c->ft, want->ft);
	see(&k[XI], c->xi, want->xi);
	see(&k[ROLL], c->roll, want->roll);
	see(&k[MOMENT], c->moment, want->moment);
	see(&k[FORCE], o->fx, creal(f));
	see(&k[FORCE], o->fy, cimag(f));
	see(&k[TORQUE_I], o->ti, -cross(a, f) - want->moment);
	see(&k[TORQUE_J], o->tj, cross(b, f) + want->moment);
}

/* An evaluation that is no step: springs as they are, but within their limits, and all dashpots. */
static void fresh(struct check *k, enum law_kind kind, int rolls)
{
	struct law_contact l = law_of(kind, rolls);
	struct kinematics2 q = kinematics(1, 1);
	struct spot p = spot_of(&q);
	struct contact2 c = { .xi = any(0.06), .roll = rolls * any(1) }, want = c;
	struct action2 o;
	at u = relative(q.velocity_x + I * q.velocity_y, q.spin_i, p.a, q.spin_j, p.b);
	double elastic, load;

	press(&q, &l, p.gap, dot(u, p.n), &elastic, &want.fn, &load);
	want = (struct contact2){ creal(p.n), cimag(p.n), p.gap, creal(p.a), cimag(p.a), want.fn, 0, c.xi, c.roll, 0 };
	double kt = stiffness(&l, q.effective, p.gap), ct = law_tangential_damping_of(kind, &l, sqrt(q.mass), q.effective, p.gap);
	want.xi = clamp(c.xi, kt > 0 ? l.mu * load / kt : 0);
	want.ft = clamp(kt * want.xi + ct * dot(u, I * p.n), l.mu * load);
	want.roll = rolls ? clamp(c.roll, l.mur * q.effective * load / l.kr) : 0;
	want.moment = rolls ? clamp(l.kr * want.roll + l.gr * (q.spin_i - q.spin_j), l.mur * q.effective * load) : 0;
	contact2_shape(&q, &c);
	contact2_fresh(&q, &l, &c);
	contact2_action(&q, &c, &o);
	see_contact(k, &c, &want, &o, &q);
}

/* A step, as the ledger books it: every force works with its mean over the way of its point, the old one where it was. A contact
 * that begins has only its new point, and one that ends only its old one, for the way of the spring. */
static void step(struct check *k, enum law_kind kind, int rolls, int was, int is)
{
	const double dt = 0.0137;
	struct law_contact l = law_of(kind, rolls);
	struct kinematics2 q = kinematics(was, is);
	struct spot p = spot_of(&q);
	struct contact2 old = before(&q), c, want;
	struct action2 o;
	at u = relative(q.velocity_x + I * q.velocity_y, q.spin_i, p.a, q.spin_j, p.b), d = q.displacement_x + I * q.displacement_y,
		n0 = old.nx + I * old.ny,
		a0 = old.ax + I * old.ay;
	at now = relative(d, q.turn_i, p.a, q.turn_j, p.b), then = relative(d, q.turn_i, a0, q.turn_j,
		a0 - (q.branch_x + I * q.branch_y + d));
	double w1n = dot(now, p.n), w1t = dot(now, I * p.n), w0n = dot(then, n0), w0t = dot(then, I * n0);
	double ds = was && is ? 0.5 * (w0t + w1t) : is ? w1t : w0t, turn = q.turn_i - q.turn_j, elastic = 0, load = 0, fn = 0;

	old.roll *= rolls;
	old.moment *= rolls;
	if (is)
		press(&q, &l, p.gap, dot(u, p.n), &elastic, &fn, &load);
	want = (struct contact2){ creal(p.n), cimag(p.n), p.gap, creal(p.a), cimag(p.a), fn, 0, 0, 0, 0 };
	double kt0 = stiffness(&l, q.effective, old.gap), kt = stiffness(&l, q.effective, p.gap), x0 = old.xi;
	double ct = law_tangential_damping_of(kind, &l, sqrt(q.mass), q.effective, p.gap);
	x0 *= was && kt > kt0 ? kt0 / kt : 1; /* more load: the force stays */
	want.xi = clamp(x0 + ds, kt > 0 ? l.mu * load / kt : 0);
	want.ft = clamp(kt * want.xi + ct * dot(u, I * p.n), l.mu * load);
	if (rolls) {
		want.roll = clamp(old.roll + turn, l.mur * q.effective * load / l.kr);
		want.moment = clamp(l.kr * want.roll + l.gr * (q.spin_i - q.spin_j), l.mur * q.effective * load);
	}
	contact2_step(kind, rolls, &q, &l, dt, &old, &c, &o);
	see_contact(k, &c, &want, &o, &q);
	double e0 = was ? law_force_of(kind, &l, q.sum_of_radii, q.effective, old.gap) : 0, s0 = kt0 * old.xi, s1 = kt * want.xi,
		kr = rolls ? l.kr : 0;
	double vn0 = old.fn - e0, vn1 = fn - elastic, vt0 = old.ft - s0, vt1 = want.ft - s1;
	double vr0 = old.moment - kr * old.roll, vr1 = want.moment - kr * want.roll;
	see(&k[WORK_N], o.normal, (e0 * w0n + elastic * w1n) / 2);
	see(&k[WORK_T], o.tangent, (s0 * w0t + s1 * w1t) / 2 + kr * (old.roll + want.roll) * turn / 2);
	see(&k[VISC], o.visc, (vn0 * w0n + vn1 * w1n + vt0 * w0t + vt1 * w1t + (vr0 + vr1) * turn) / 2);
	see(&k[POWER], o.power, dt * (vn1 * dot(u, p.n) + vt1 * dot(u, I * p.n) + vr1 * (q.spin_i - q.spin_j)));
	/* what the mean force does over the way, less what the spring holds more */
	see(&k[FRIC], o.fric, (s0 + s1) / 2 * ds - (s1 * want.xi - s0 * old.xi) / 2 +
	    kr * (old.roll + want.roll) / 2 * (turn - (want.roll - old.roll)));
}

static void tell(const struct check *k, const char *name, int from, int to)
{
	for (int z = from; z < to; z++)
		ok(k[z].off <= 1e-13 * (1 + k[z].size), "%s: %s, off by %.2g of %.3g", name, what[z], k[z].off, k[z].size);
}

/* A spring that neither slips nor opens loses nothing, and what it took is what it holds: no matter where bodies stand. */
static void sticks(void)
{
	struct law_contact l = law_of(LAW_LINEAR, 1);
	double lost = 0, held = 0;

	l.mu = l.mur = 1e9;
	l.zn = l.zt = l.gn = l.gt = l.gr = 0;
	for (int z = 0; z < 100; z++) {
		struct kinematics2 q = kinematics(1, 1);
		struct contact2 old = before(&q), c;
		struct action2 o;

		old.ft = l.kt * old.xi;
		old.moment = l.kr * old.roll;
		old.fn = l.kn * old.gap;
		contact2_step(LAW_LINEAR, 1, &q, &l, 0.01, &old, &c, &o);
		if (c.gap <= 0)
			continue;
		lost = fmax(lost, fabs(o.fric) + fabs(o.visc) + fabs(o.power));
		double slow = l.kt * (c.xi * c.xi - old.xi * old.xi) / 2 + l.kr * (c.roll * c.roll - old.roll * old.roll) / 2;
		/* to the difference of its ways at both ends, which is of third order */
		at p = c.ax + I * c.ay, d = q.displacement_x + I * q.displacement_y, n0 = old.nx + I * old.ny, a0 = old.ax + I * old.ay;
		double t1 = dot(relative(d, q.turn_i, p, q.turn_j, p - (q.branch_x + I * q.branch_y)), I * (c.nx + I * c.ny));
		double t0 = dot(relative(d, q.turn_i, a0, q.turn_j, a0 - (q.branch_x + I * q.branch_y + d)), I * n0);
		held = fmax(held, fabs(o.tangent - slow - l.kt * (c.xi - old.xi) * (t1 - t0) / 4));
	}
	near(lost, 0, 1e-13, "a spring that sticks loses nothing");
	near(held, 0, 1e-13, "and holds what it took");
}

int main(void)
{
	static const enum law_kind kind[] = { LAW_LINEAR, LAW_HERTZ, LAW_COHESIVE, LAW_LENNARD_JONES, LAW_HERTZ_MINDLIN };
	static const char *const name[] = { "linear", "hertz", "cohesive", "lennard-jones", "hertz-mindlin" };

	rng_seed(&draw, 5);
	for (int z = 0; z < 10; z++) {
		struct check first[MANY] = { { 0 } }, steps[MANY] = { { 0 } };
		char text[64];

		for (int k = 0; k < 400; k++) {
			fresh(first, kind[z / 2], z % 2);
			step(steps, kind[z / 2], z % 2, k % 4 != 1, k % 4 != 2);
		}
		snprintf(text, sizeof text, "%s%s, no step", name[z / 2], z % 2 ? " that rolls" : "");
		tell(first, text, 0, FRIC);
		snprintf(text, sizeof text, "%s%s, a step", name[z / 2], z % 2 ? " that rolls" : "");
		tell(steps, text, 0, MANY);
	}
	sticks();
	return done();
}
