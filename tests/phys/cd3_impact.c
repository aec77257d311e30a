/* cd3_impact.c: what hard bodies give each other when they hit: the laws of Newton and Coulomb, and what is kept */
#include "phys/cd3_scene.h"

#include "base/quat.h"
#include "base/rng.h"
#include "base/vec.h"

/* An ellipsoid at rest but for its velocity, with what it needs for the law of impacts. */
struct ball { vec3 c, v, arm; double a[3], q[4], m[3][3], mass, inertia[3]; };

static void random_ball(struct ball *b, struct rng *g)
{
	double l = 0;

	for (int i = 0; i < 4; i++) {
		b->q[i] = rng_normal(g);
		l += b->q[i] * b->q[i];
	}
	for (int i = 0; i < 4; i++)
		b->q[i] /= sqrt(l);
	for (int i = 0; i < 3; i++)
		b->a[i] = 0.05 + 0.2 * rng_uniform(g);
	quat_matrix(b->m, b->q);
	b->mass = 4 * pi / 3 * b->a[0] * b->a[1] * b->a[2];
	for (int i = 0; i < 3; i++)
		b->inertia[i] = b->mass / 5 * (b->a[(i + 1) % 3] * b->a[(i + 1) % 3] + b->a[(i + 2) % 3] * b->a[(i + 2) % 3]);
	b->v = v3(rng_normal(g), rng_normal(g), rng_normal(g));
}

/* The farthest point along n from the centre: R diag(a^2) R^T n, by the root of n. of it. */
static vec3 farthest(const struct ball *b, vec3 n)
{
	const double in[3] = { n.x, n.y, n.z };
	double p[3], x[3];

	mat3_apply_back(p, b->m, in);
	for (int i = 0; i < 3; i++)
		p[i] *= b->a[i] * b->a[i];
	mat3_apply(x, b->m, p);
	return v3_scale(1 / sqrt(v3_dot(n, v3_from(x))), v3_from(x));
}

/* The velocity where it was hit, from what the impulse left it. */
static vec3 there(const struct ball *b, vec3 v, vec3 momentum)
{
	const double in[3] = { momentum.x, momentum.y, momentum.z };
	double p[3], w[3];

	mat3_apply_back(p, b->m, in);
	for (int i = 0; i < 3; i++)
		p[i] /= b->inertia[i];
	mat3_apply(w, b->m, p);
	return v3_add(v, v3_cross(v3_from(w), b->arm));
}

/* Two ellipsoids, in any pose, meet in the middle of a step at a point and with a normal of our choice. The impulse on one is
 * that on the other, with the moments that it has there; Newton's law, and Coulomb's for the velocity afterwards. */
static void impacts(int n)
{
	const double h = 0.001;
	double opposite = 0, moments = 0, newton = 0, coulomb = 0;
	int sticks = 0, slides = 0, outside = 0;
	struct rng g;

	rng_seed(&g, 21);
	for (int k = 0; k < n; k++) {
		double mu = 0.1 + rng_uniform(&g), en = rng_uniform(&g);
		struct ball b[2];
		char records[400], rows[600], *to = rows;
		vec3 normal = v3(rng_normal(&g), rng_normal(&g), rng_normal(&g));

		normal = v3_scale(1 / v3_norm(normal), normal);
		random_ball(&b[0], &g);
		random_ball(&b[1], &g);
		b[0].arm = farthest(&b[0], normal);
		b[1].arm = v3_scale(-1, farthest(&b[1], normal));
		b[0].c = v3(0, 0, 0);
		b[1].c = v3_sub(b[0].arm, b[1].arm);
		vec3 u = v3_sub(b[1].v, b[0].v);
		double un = v3_dot(u, normal);
		if (un > 0) { /* towards each other */
			b[1].v = v3_sub(b[1].v, v3_scale(2 * un, normal));
			u = v3_sub(b[1].v, b[0].v);
			un = -un;
		}
		snprintf(records, sizeof records, "material a density=1\nlaw a a hard mu=%.17g en=%.17g\n"
			"shape 1 ellipsoid a=%.17g,%.17g,%.17g\nshape 2 ellipsoid a=%.17g,%.17g,%.17g\n", mu, en,
			b[0].a[0], b[0].a[1], b[0].a[2], b[1].a[0], b[1].a[1], b[1].a[2]);
		for (int i = 0; i < 2; i++) {
			vec3 x = v3_sub(b[i].c, v3_scale(0.5 * h, b[i].v));

			to += snprintf(to, 300, "body %d %d a - 1 %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g 0 0 0\n", i + 1, i + 1,
				x.x, x.y, x.z, b[i].q[0], b[i].q[1], b[i].q[2], b[i].q[3], b[i].v.x, b[i].v.y, b[i].v.z);
		}
		struct run *r = begin(records, rows, h, tight);
		vec3 v[2], m[2], p[2];
		go(r, h);
		for (int i = 0; i < 2; i++) {
			v[i] = v3(r->b.v[0][i], r->b.v[1][i], r->b.v[2][i]);
			m[i] = v3(r->b.momentum[0][i], r->b.momentum[1][i], r->b.momentum[2][i]);
			p[i] = v3_scale(b[i].mass, v3_sub(v[i], b[i].v));
			moments = fmax(moments, v3_norm(v3_sub(m[i], v3_cross(b[i].arm, p[i]))) / v3_norm(p[i]));
		}
		opposite = fmax(opposite, v3_norm(v3_add(p[0], p[1])) / v3_norm(p[1]));
		vec3 is = v3_sub(there(&b[1], v[1], m[1]), there(&b[0], v[0], m[0]));
		double is_n = v3_dot(is, normal), pn = v3_dot(p[1], normal);
		vec3 is_t = v3_sub(is, v3_scale(is_n, normal)), pt = v3_sub(p[1], v3_scale(pn, normal));
		newton = fmax(newton, fabs(is_n + en * un) / -un);
		double slip = v3_norm(is_t), friction = v3_norm(pt);
		outside += friction > (1 + 1e-9) * mu * pn;
		if (slip > 1e-7) {
			slides++;
			coulomb = fmax(coulomb, v3_norm(v3_add(pt, v3_scale(mu * pn / slip, is_t))) / pn);
		} else {
			sticks++;
		}
		end(r);
	}
	ok(opposite < 1e-12, "impacts of ellipsoids: what one gets the other loses: off by %.1e", opposite);
	ok(moments < 1e-9, "with its moments: off by %.1e", moments);
	ok(newton < 1e-6, "they part as Newton has it: off by %.1e", newton);
	ok(sticks > n / 10 && slides > n / 10 && !outside && coulomb < 1e-6,
	   "%d stick, %d slide, as Coulomb has it: off by %.1e, %d with more friction", sticks, slides, coulomb, outside);
}

/* A cloud that falls into itself, in open space: moment of momentum is kept. Of balls that do not rebound energy never
 * grows, from step to step, but by what parts overlaps. */
static void cloud(int balls)
{
	enum { N = 27 };
	const double size[3] = { 0.15, balls ? 0.15 : 0.1, balls ? 0.15 : 0.08 };
	char *body = mem_new(N, 300), *to = body, records[300];
	vec3 sum[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	double mass = 4 * pi / 3 * size[0] * size[1] * size[2], turned = 0, energy = INFINITY, grew = 0;
	struct rng g;

	rng_seed(&g, 5);
	snprintf(records, sizeof records, "material a density=1\nlaw a a hard mu=0.4 en=%g\nshape 1 ellipsoid a=%g,%g,%g\n",
		balls ? 0.0 : 0.5, size[0], size[1], size[2]);
	for (int k = 0; k < N; k++) {
		vec3 x = v3(0.4 * (k % 3 - 1), 0.4 * (k / 3 % 3 - 1), 0.4 * (k / 9 - 1));

		to += snprintf(to, 300, "body %d 1 a - 1 %.17g %.17g %.17g 1 0 0 0 %.17g %.17g %.17g 0 0 %.17g\n", k + 1, x.x, x.y, x.z,
			-2 * x.x - x.y + 0.3 * rng_normal(&g), -2 * x.y + x.x + 0.3 * rng_normal(&g), -2 * x.z + 0.3 * rng_normal(&g), 0.01 * mass);
	}
	struct run *r = begin(records, body, 0.002, tight);
	for (int k = 0; k <= 250; k++) {
		go(r, 0.002 * k);
		double e = ledger(r, "kin_lin") + ledger(r, "kin_rot") - ledger(r, "recover");

		if (k > 1)
			grew = fmax(grew, (e - energy) / e);
		energy = e;
		if (k % 250)
			continue;
		for (int i = 0; i < N; i++) {
			vec3 x = v3(r->b.x[0][i], r->b.x[1][i], r->b.x[2][i]), v = v3(r->b.v[0][i], r->b.v[1][i], r->b.v[2][i]);
			vec3 l = v3_add(v3_scale(mass, v3_cross(x, v)), v3(r->b.momentum[0][i], r->b.momentum[1][i], r->b.momentum[2][i]));

			sum[k > 0] = v3_add(sum[k > 0], l);
			turned += k > 0 ? 0 : v3_norm(l);
		}
	}
	ok(ledger(r, "begun") > 40, "a cloud of %s: %g contacts", balls ? "balls" : "ellipsoids", ledger(r, "begun"));
	near(v3_norm(v3_sub(sum[1], sum[0])) / turned, 0, 1e-13, "moment of momentum is kept");
	if (balls)
		ok(grew < 1e-12, "energy never grows: at most by %.1e of it", grew);
	free(body);
	end(r);
}

/* A ball rebounds that comes faster than twice what gravity gives in a step. */
static void slowly(double speed, int rebounds)
{
	const double h = 0.001;
	char body[300];

	/* in the middle of the first step it is where it touches */
	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 %.17g" UPRIGHT " 0 0 %.17g 0 0 0\nbody " FLOOR_BODY,
		0.1 + 0.5 * h * speed * 10 * h, -speed * 10 * h);
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=1\nlaw a a hard en=0.5\nshape 1 sphere r=0.1\n" FLOOR, body, h,
		tight);

	go(r, h);
	double v = r->b.v[2][0] / (10 * h);
	if (rebounds)
		ok(v > 0.4 * speed, "at %g g dt a ball rebounds: with %g", speed, v);
	else
		ok(fabs(v) < 0.01, "at %g g dt it does not: %g", speed, v);
	end(r);
}

/* A ball that rolls on against a torque mur N is slowed down by 5/7 mur g / r, until it stands: v^2 / 2a further on. */
static void rolling(void)
{
	const double a = 5.0 / 7 * 0.004 * 10 / 0.1, mass = 4 * pi / 3 * 0.001;
	char body[300];

	snprintf(body, sizeof body, "body 1 1 a - 1 0 0 0.1" UPRIGHT " 0.5 0 0 0 %.17g 0\nbody " FLOOR_BODY, 0.4 * mass * 0.01 * 5);
	struct run *r = begin("gravity 0,0,-10\nmaterial a density=1\nlaw a a hard mu=0.5 mur=0.004\nshape 1 sphere r=0.1\n" FLOOR,
		body, 0.001, tight);

	go(r, 1);
	near(r->b.v[0][0], 0.5 - a, 1e-3, "a ball that rolls against a torque: speed after 1");
	go(r, 3);
	near(r->b.x[0][0], 0.5 * 0.25 / a, 1e-3, "where it stands");
	ok(fabs(r->b.v[0][0]) < 1e-9 && fabs(r->b.momentum[1][0]) < 1e-12, "still");
	near(ledger(r, "fric"), 0.7 * mass * 0.25, 1e-6 * mass, "all was lost by friction");
	end(r);
}

/* A ball that is driven at 1 in a period of 2 meets a free one in its way, again and again. Their relative speed halves each
 * time. Meanwhile it goes where it is driven, whichever of them has the lower id. */
static void driven(int first)
{
	const double period = 2, dt = 0.001, gap = 0.3003, t = 12;
	char body[400], *to = body;

	for (int k = 0; k < 2; k++)
		to += snprintf(to, 200, "body %d 1 a %s 1 %.17g 0.3 0.4" UPRIGHT STILL, k + 1, k == !first ? "led" : "-",
			k == !first ? 0.1 : 0.3 + gap);
	struct run *r = begin("domain lo=0,0,0 hi=2,1,1 periodic=x\nmaterial a density=1\nlaw a a hard en=0.5\nshape 1 sphere r=0.1\n"
		"constraint led x=v:1 y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n", body, dt, tight);
	double speed = -1, is = gap, left = t; /* of the free ball relative to the other one, and how far it is in front */

	while (left > 0) {
		double until = fmin(left, speed < 0 ? is / -speed : (period - 0.4 - is) / speed);
		is += until * speed;
		left -= until;
		speed *= left > 0 ? -0.5 : 1;
	}
	go(r, t);
	double led = r->b.x[0][!first] + period * (double)r->b.image[0][!first];
	double away = fmod(r->b.x[0][first] - r->b.x[0][!first] + period, period) - 0.2;
	near(led, 0.1 + t, 1e-9, "a ball with the %s id that is driven is where it should be", first ? "lower" : "higher");
	near(r->b.v[0][first], 1 + speed, 1e-9, "the other one rebounds from it");
	near(away, is, 1e-9, "from where they meet");
	near(ledger(r, "residual"), 0, 1e-15, "the first law closes");
	end(r);
}

/* A paddle that turns hits a ball. */
static void paddle(void)
{
	double v[2][3];

	for (int first = 0; first < 2; first++) {
		char body[400];

		snprintf(body, sizeof body, "body %d 2 a led 1 0 0 0" UPRIGHT STILL "body 5 1 a - 1 0.4 0.03 0.25" UPRIGHT STILL,
			first ? 2 : 7);
		struct run *r = begin("material a density=1\nlaw a a hard en=0.7\nshape 1 sphere r=0.1\nshape 2 ellipsoid a=0.6,0.2,0.1\n"
			"constraint led x=fixed y=fixed z=fixed rx=fixed ry=v:-3 rz=fixed\n", body, 0.01, tight);
		go(r, 0.2);
		for (int k = 0; k < 3; k++)
			v[first][k] = r->b.v[k][1];
		end(r);
	}
	ok(v[0][2] > 0.5, "a paddle throws a ball: %g", v[0][2]);
	for (int k = 0; k < 3; k++)
		near(v[1][k], v[0][k], 1e-9, "alike whichever has the lower id");
}

int main(void)
{
	driven(1);
	driven(0);
	paddle();
	rolling();
	slowly(2.2, 1);
	slowly(1.8, 0);
	impacts(200);
	cloud(0);
	cloud(1);
	return done();
}
