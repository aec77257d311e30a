/* One contact in space, worked out here once more with rotations by axis and angle and losses by the balance of energies: its
 * place,
 * its forces in an evaluation that is no step and in one that is, torques, the turn of loaded springs with two spinning
 * bodies, and
 * every entry of the ledger by itself; for all laws, balls and others, contacts that begin, last and end. */
#include "contact/contact3.h"

#include <string.h>

#include "base/rng.h"
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

static vec3 unit(vec3 a)
{
	return v3_scale(1 / v3_norm(a), a);
}

static vec3 along(vec3 a, vec3 n)
{
	return v3_scale(v3_dot(a, n), n);
}

static vec3 across(vec3 a, vec3 n)
{
	return v3_sub(a, along(a, n));
}

/* Rodrigues: turned by an angle about a unit axis. */
static vec3 turned(vec3 v, vec3 axis, double angle)
{
	vec3 up = along(v, axis), side = v3_cross(axis, v);

	return v3_add(up, v3_add(v3_scale(cos(angle), v3_sub(v, up)), v3_scale(sin(angle), side)));
}

/* With the contact, as its header says: by the least rotation from n0 to n1, and about n1 by the mean of both spins. */
static vec3 with_contact(vec3 v, vec3 n0, vec3 n1, vec3 si, vec3 sj)
{
	vec3 axis = v3_cross(n0, n1);
	double phi = 0.5 * v3_dot(v3_add(si, sj), n1);

	v = turned(v, unit(axis), atan2(v3_norm(axis), v3_dot(n0, n1)));
	return turned(v, n1, 2 * atan(0.5 * phi));
}

static vec3 cut(vec3 a, double most)
{
	return v3_norm(a) > most ? v3_scale(most / v3_norm(a), a) : a;
}

static double clamp(double x, double most)
{
	return fmax(-most, fmin(x, most));
}

/* ---- scenes ---- */

static struct law_contact law_of(enum law_kind kind, int rolls)
{
	struct law_contact l = { .kind = kind, .kn = 730, .kt = 210, .mu = 0.37, .ikt = 1.0 / 210, .zn = 0.31, .zt = 0.17,
		.gn = 1.3,
		.gt = 0.7, .scale = 1 };

	if (kind == LAW_COHESIVE) {
		l.pull = 11;
		l.range = 0.13;
		l.slope = l.pull / l.range;
	}
	if (!rolls)
		return l;
	l.kr = 17, l.ikr = 1.0 / 17, l.gr = 0.43, l.mur = 0.53;
	l.ks = 29, l.iks = 1.0 / 29, l.gs = 0.61, l.mus = 0.37;
	return l;
}

static struct kinematics3 kinematics(int balls, int was, int is)
{
	struct kinematics3 q = { .separation = v3_scale(0.9 + any(0.06), unit(some(1))), .weight = 1, .sum_of_radii = 0.93,
		.radius = 0.38,
		.centre = some(0.7),
		.branch = some(2),
		.velocity = some(0.5), .spin_i = some(2), .spin_j = some(2), .displacement = some(0.02), .turn_i = some(0.05),
			.turn_j = some(0.05),
			.root = 0.7 + any(0.2),
		.was = was, .is = is, .effective = 0.29 };

	q.late_turn_i = balls ? q.turn_i : v3_add(q.turn_i, some(0.01));
	q.late_turn_j = balls ? q.turn_j : v3_add(q.turn_j, some(0.01));
	if (balls) {
		q.centre = v3(0, 0, 0);
		q.branch = q.separation;
	}
	return q;
}

/* A contact of one step ago; the arm of balls lies along the normal. */
static void before(const struct kinematics3 *q, int balls, int rolls, struct contact3 *c, struct rolling3 *k)
{
	*c = (struct contact3){ .gap = 0 };
	*k = (struct rolling3){ .roll = { 0, 0, 0 } };
	if (q->was == 0)
		return;
	c->n = unit(v3_add(unit(q->separation), some(0.1)));
	c->gap = 0.03 + any(0.02);
	c->weight = 1;
	c->a = balls ? v3_scale(q->radius - 0.5 * c->gap, c->n) : v3_add(q->centre, some(0.4));
	c->xi = across(some(0.04), c->n);
	c->ft = across(some(9), c->n);
	c->fn = 20 + any(15);
	if (rolls)
		*k = (struct rolling3){ some(0.2), some(3) };
}

/* ---- what is expected ---- */

static double stiffness(const struct law_contact *l, double gap)
{
	const double effective = 0.29;

	if (l->kind == LAW_ELASTIC)
		return l->kt * effective;
	return l->kind == LAW_MINDLIN ? l->kt * sqrt(fmax(gap, 0)) :
	       l->kind == LAW_HERTZ_MINDLIN ? l->kt * sqrt(effective * fmax(gap, 0)) : l->kt;
}

static int follows(enum law_kind kind)
{
	return kind == LAW_MINDLIN || kind == LAW_HERTZ_MINDLIN;
}

static vec3 point_velocity(vec3 u, vec3 wi, vec3 a, vec3 wj, vec3 b)
{
	return v3_sub(v3_add(u, v3_cross(wi, a)), v3_cross(wj, b));
}

static void press(const struct kinematics3 *q, const struct law_contact *l, double gap, double un, double *elastic, double *fn,
	double *load)
{
	*elastic = law_force_of(l->kind, l, q->sum_of_radii, q->effective, gap);
	*fn = *elastic + law_normal_damping_of(l->kind, l, q->root, q->effective, gap) * un;
	*fn = fmax(*fn, l->kind != LAW_LINEAR && l->kind != LAW_ELASTIC && *elastic < 0 ? *elastic : 0);
	*load = fmax(0, *fn + (l->kind == LAW_COHESIVE ? l->pull * (gap < 0 ? 1 + gap / l->range : 1) : 0));
}

enum { GAP, NORMAL, ARM, FN, FT, XI, ROLL, MOMENT, FORCE, TORQUE_I, TORQUE_J, FRIC, VISC, POWER, WORK_N, WORK_T, MANY };
static const char *const what[MANY] = { "overlap", "normal", "arm", "normal force", "tangential force", "spring",
	"rolling and twisting",
	"their moment", "force", "torque on i", "torque on j", "friction", "viscosity", "viscosity as power",
		"work on normal springs",
	"work on tangential springs" };

struct check { double off, size; };

static void see(struct check *c, double found, double want)
{
	c->off = fmax(c->off, fabs(found - want));
	c->size = fmax(c->size, fabs(want));
}

static void see3(struct check *c, vec3 found, vec3 want)
{
	see(c, found.x, want.x);
	see(c, found.y, want.y);
	see(c, found.z, want.z);
}

static void see_contact(struct check *k, const struct kinematics3 *q, const struct contact3 *c, const struct contact3 *want,
	const struct rolling3 *m,
	const struct rolling3 *rolling, const struct action3 *o)
{
	vec3 f = v3_add(v3_scale(want->fn, want->n), want->ft);

	see(&k[GAP], c->gap, want->gap);
	see3(&k[NORMAL], c->n, want->n);
	see3(&k[ARM], c->a, want->a);
	see(&k[FN], c->fn, want->fn);
	see3(&k[FT], c->ft, want->ft);
	see3(&k[XI], c->xi, want->xi);
	see3(&k[ROLL], m->roll, rolling->roll);
	see3(&k[MOMENT], m->moment, rolling->moment);
	see3(&k[FORCE], o->f, f);
	see3(&k[TORQUE_I], o->ti, v3_sub(v3_cross(want->a, v3_scale(-1, f)), rolling->moment));
	see3(&k[TORQUE_J], o->tj, v3_add(v3_cross(v3_sub(want->a, q->branch), f), rolling->moment));
}

static void place(const struct kinematics3 *q, struct contact3 *c)
{
	double far = v3_norm(q->separation);

	*c = (struct contact3){ .n = v3_scale(1 / far, q->separation), .gap = q->sum_of_radii - far };
	c->a = v3_add(q->centre, v3_scale(q->radius - 0.5 * c->gap, c->n));
}

static void fresh(struct check *check, enum law_kind kind, int rolls, int balls)
{
	struct law_contact l = law_of(kind, rolls);
	struct kinematics3 q = kinematics(balls, 1, 1);
	struct contact3 c, want;
	struct rolling3 k = { some(0.9), some(1) }, rolling = { { 0, 0, 0 }, { 0, 0, 0 } }, start = k;
	struct action3 o;
	double elastic, load;

	place(&q, &want);
	vec3 u = point_velocity(q.velocity, q.spin_i, want.a, q.spin_j, v3_sub(want.a, q.branch)), rate = v3_sub(q.spin_i, q.spin_j);
	press(&q, &l, want.gap, v3_dot(u, want.n), &elastic, &want.fn, &load);
	c.xi = some(0.07); /* not across the normal yet */
	double kt = stiffness(&l, want.gap), ct = law_tangential_damping_of(kind, &l, q.root, q.effective, want.gap);
	want.xi = cut(across(c.xi, want.n), kt > 0 ? l.mu * load / kt : 0);
	want.ft = cut(v3_add(v3_scale(kt, want.xi), v3_scale(ct, across(u, want.n))), l.mu * load);
	if (rolls) {
		double roll_limit = l.mur * q.effective * load, twist_limit = l.mus * q.effective * load;
		vec3 roll = cut(across(start.roll, want.n), roll_limit / l.kr);
		double twist = clamp(v3_dot(start.roll, want.n), twist_limit / l.ks);

		rolling.roll = v3_add(roll, v3_scale(twist, want.n));
		rolling.moment = v3_add(cut(v3_add(v3_scale(l.kr, roll), v3_scale(l.gr, across(rate, want.n))), roll_limit),
			v3_scale(clamp(l.ks * twist + l.gs * v3_dot(rate, want.n), twist_limit), want.n));
	}
	contact3_shape(balls, &q, &c);
	contact3_fresh(&q, &l, &c, rolls ? &k : NULL);
	contact3_action(balls, &q, &c, &o);
	if (rolls)
		contact3_twist(&k, &o);
	see_contact(check, &q, &c, &want, rolls ? &k : &rolling, &rolling, &o);
}

/* What a spring of rolling or twisting, or a tangential one, loses by slipping: the work that its mean force took, less what it
 * holds more. */
static double slipped(double work, double held0, double held1)
{
	return work - (held1 - held0);
}

static void step(struct check *check, enum law_kind kind, int rolls, int balls, int was, int is)
{
	const double dt = 0.0137;
	struct law_contact l = law_of(kind, rolls);
	struct kinematics3 q = kinematics(balls, was, is);
	struct contact3 old, c, want;
	struct rolling3 k0, k = { { 0, 0, 0 }, { 0, 0, 0 } }, rolling = { { 0, 0, 0 }, { 0, 0, 0 } };
	struct action3 o;
	double elastic = 0, load = 0, fn = 0;

	before(&q, balls, rolls, &old, &k0);
	place(&q, &want);
	vec3 u = point_velocity(q.velocity, q.spin_i, want.a, q.spin_j, v3_sub(want.a, q.branch));
	/* the way of the point: now, and where it was, j's arm from where j was; of balls both arms are along the normal */
	vec3 b0 = balls ? v3_scale(q.radius - 0.5 * old.gap - (q.sum_of_radii - old.gap), old.n) : v3_sub(old.a, v3_add(q.branch,
		q.displacement));
	vec3 now = point_velocity(q.displacement, q.late_turn_i, want.a, q.late_turn_j, v3_sub(want.a, q.branch)),
		then = point_velocity(q.displacement, q.turn_i, old.a, q.turn_j,
		b0);
	vec3 t1 = across(now, want.n), t0 = across(then, old.n), s0 = with_contact(t0, old.n, want.n, q.late_turn_i, q.late_turn_j);
	vec3 ds = !was ? t1 : !is ? s0 : v3_scale(0.5, v3_add(s0, t1));
	vec3 x0 = with_contact(old.xi, old.n, want.n, q.late_turn_i, q.late_turn_j);
	double kt0 = stiffness(&l, old.gap), kt = is ? stiffness(&l, want.gap) : follows(kind) ? stiffness(&l,
		want.gap) : stiffness(&l, 0);
	if (was && follows(kind) && kt > kt0)
		x0 = v3_scale(kt0 / kt, x0); /* more load: the force stays */
	if (is)
		press(&q, &l, want.gap, v3_dot(u, want.n), &elastic, &fn, &load);
	want.fn = fn;
	want.xi = cut(v3_add(was ? x0 : v3(0, 0, 0), ds), kt > 0 ? l.mu * load / kt : 0);
	double ct = law_tangential_damping_of(kind, &l, q.root, q.effective, want.gap);
	vec3 f1 = v3_scale(kt, want.xi), f0 = v3_scale(kt0, old.xi);
	want.ft = cut(v3_add(f1, v3_scale(ct, across(u, want.n))), l.mu * load);
	double e0 = was ? law_force_of(kind, &l, q.sum_of_radii, q.effective, old.gap) : 0, vn0 = old.fn - e0, vn1 = fn - elastic;
	vec3 vt0 = v3_sub(old.ft, f0), vt1 = v3_sub(want.ft, f1), f0t = was ? with_contact(f0, old.n, want.n, q.late_turn_i,
		q.late_turn_j) : v3(0, 0, 0);
	double n1 = v3_dot(now, want.n), n0 = v3_dot(then, old.n);
	double fric = slipped(0.5 * v3_dot(v3_add(f0t, f1), ds), 0.5 * kt0 * v3_dot(old.xi, old.xi), 0.5 * kt * v3_dot(want.xi,
		want.xi));
	double work_t = 0.5 * (v3_dot(f1, t1) + v3_dot(f0, t0)), visc = 0.5 * (vn1 * n1 + vn0 * n0 + v3_dot(vt1,
		t1) + v3_dot(vt0, t0));
	double power = dt * (vn1 * v3_dot(u, want.n) + v3_dot(vt1, u));
	if (rolls) {
		vec3 rel1 = v3_sub(q.late_turn_i, q.late_turn_j), rel0 = v3_sub(q.turn_i, q.turn_j), rate = v3_sub(q.spin_i, q.spin_j);
		vec3 r1 = across(rel1, want.n), r0 = across(rel0, old.n), r0t = with_contact(r0, old.n, want.n, q.late_turn_i, q.late_turn_j);
		vec3 dr = !was ? r1 : !is ? r0t : v3_scale(0.5, v3_add(r0t, r1));
		double a1 = v3_dot(rel1, want.n), a0 = v3_dot(rel0, old.n), da = !was ? a1 : !is ? a0 : 0.5 * (a0 + a1);
		vec3 roll0 = across(k0.roll, old.n), roll0t = was ? with_contact(roll0, old.n, want.n, q.late_turn_i,
			q.late_turn_j) : v3(0, 0, 0);
		double twist0 = v3_dot(k0.roll, old.n), roll_limit = l.mur * q.effective * load,
			twist_limit = l.mus * q.effective * load;
		vec3 roll = cut(v3_add(roll0t, dr), roll_limit / l.kr), m = cut(v3_add(v3_scale(l.kr, roll), v3_scale(l.gr,
			across(rate, want.n))), roll_limit);
		double twist = clamp(twist0 + da, twist_limit / l.ks), mt = clamp(l.ks * twist + l.gs * v3_dot(rate, want.n),
			twist_limit);
		vec3 v1 = v3_sub(m, v3_scale(l.kr, roll)), v0 = v3_sub(across(k0.moment, old.n), v3_scale(l.kr, roll0));
		double s1 = mt - l.ks * twist, s0_ = v3_dot(k0.moment, old.n) - l.ks * twist0;

		rolling = (struct rolling3){ v3_add(roll, v3_scale(twist, want.n)), v3_add(m, v3_scale(mt, want.n)) };
		fric += slipped(0.5 * l.kr * v3_dot(v3_add(roll0t, roll), dr), 0.5 * l.kr * v3_dot(roll0, roll0),
			0.5 * l.kr * v3_dot(roll, roll));
		fric += slipped(0.5 * l.ks * (twist0 + twist) * da, 0.5 * l.ks * twist0 * twist0, 0.5 * l.ks * twist * twist);
		work_t += 0.5 * l.kr * (v3_dot(roll, r1) + v3_dot(roll0, r0)) + 0.5 * l.ks * (twist * a1 + twist0 * a0);
		visc += 0.5 * (v3_dot(v1, r1) + v3_dot(v0, r0)) + 0.5 * (s1 * a1 + s0_ * a0);
		power += dt * (v3_dot(v1, rate) + s1 * v3_dot(rate, want.n));
	}
	contact3_shape(balls, &q, &c);
	contact3_step(kind, balls, 0, &q, &l, dt, &old, &c, &o);
	if (rolls)
		contact3_roll(&q, &l, dt, old.n, c.n, &k0, &k, &o);
	see_contact(check, &q, &c, &want, &k, &rolling, &o);
	see(&check[WORK_N], o.normal, 0.5 * (e0 * n0 + elastic * n1));
	see(&check[WORK_T], o.tangent, work_t);
	see(&check[VISC], o.visc, visc);
	see(&check[POWER], o.power, power);
	see(&check[FRIC], o.fric, fric);
}

/* Whether the loop for contacts without friction finds other numbers than the loop for all; the sign of a zero does not count. */
static int differs_smooth(int balls, int was, int is)
{
	struct law_contact l = law_of(LAW_LINEAR, 0);
	struct kinematics3 q = kinematics(balls, was, is);
	struct contact3 old, c[2];
	struct rolling3 rolling;
	struct action3 o[2];

	memset(c, 0, sizeof c);
	memset(o, 0, sizeof o);
	before(&q, balls, 0, &old, &rolling);
	l.mu = 0;
	old.ft = old.xi = v3(0, 0, 0);
	for (int smooth = 0; smooth < 2; smooth++) {
		contact3_shape(balls, &q, &c[smooth]);
		contact3_step(LAW_LINEAR, balls, smooth, &q, &l, 0.0137, &old, &c[smooth], &o[smooth]);
	}
	const double *x[2] = { (const double *)&c[0], (const double *)&o[0] }, *y[2] = { (const double *)&c[1], (const double *)&o[1] };
	int differ = 0;
	for (size_t k = 0; k < sizeof c[0] / sizeof(double); k++)
		differ |= x[0][k] != y[0][k];
	for (size_t k = 0; k < sizeof o[0] / sizeof(double); k++)
		differ |= x[1][k] != y[1][k];
	return differ;
}

static void tell(const struct check *k, const char *name, int from, int to)
{
	for (int z = from; z < to; z++)
		ok(k[z].off <= 1e-13 * (1 + k[z].size), "%s: %s, off by %.2g of %.3g", name, what[z], k[z].off, k[z].size);
}

int main(void)
{
	static const enum law_kind kind[] = { LAW_LINEAR, LAW_HERTZ, LAW_COHESIVE, LAW_MINDLIN, LAW_HERTZ_MINDLIN, LAW_ELASTIC };
	static const char *const name[] = { "linear", "hertz", "cohesive", "mindlin", "hertz-mindlin", "linear by E" };

	rng_seed(&draw, 5);
	for (int z = 0; z < 24; z++) {
		struct check first[MANY] = { { 0 } }, steps[MANY] = { { 0 } };
		int rolls = z & 1, balls = z >> 1 & 1;
		char text[64];

		for (int k = 0; k < 300; k++) {
			fresh(first, kind[z / 4], rolls, balls);
			step(steps, kind[z / 4], rolls, balls, k % 4 != 1, k % 4 != 2);
		}
		snprintf(text, sizeof text, "%s%s, %s", name[z / 4], rolls ? " that rolls" : "", balls ? "balls" : "bodies");
		tell(first, text, 0, FRIC);
		tell(steps, text, 0, MANY);
	}
	int differ = 0;
	for (int k = 0; k < 300; k++)
		differ += differs_smooth(k & 1, k % 3 != 1, k % 3 != 2);
	ok(differ == 0, "%d of 300 contacts differ where friction, which they do not have, is left out", differ);
	return done();
}
