/* soft_auto.c: the automatic time step of soft contacts */
#include "sim/soft_auto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "motion/drive.h"
#include "sim/auto.h"
#include "world/deform.h"

static const double pi = 3.14159265358979323846;

/* ---- bodies ---- */

struct extremes *extremes_new(const struct soft *c)
{
	size_t all = (size_t)c->n_material * (size_t)c->n_material;
	struct extremes *m = mem_zero(all, sizeof *m);

	for (size_t k = 0; k < all; k++)
		m[k].thin = m[k].loose = INFINITY;
	return m;
}

void extremes_add(const struct soft *c, int b, double times, double w, struct response by, struct extremes *k)
{
	double normal = times * (w + by.normal), tangent = times * (w + by.tangent);

	k->some = 1;
	k->moves |= !c->still[b];
	k->normal = fmax(k->normal, normal);
	k->tangent = fmax(k->tangent, tangent);
	k->turn = fmax(k->turn, times * by.turn);
	k->alone.normal = fmax(k->alone.normal, w + by.normal);
	k->alone.tangent = fmax(k->alone.tangent, w + by.tangent);
	k->alone.turn = fmax(k->alone.turn, by.turn);
	k->most = fmax(k->most, w);
	double inverse = soft_winv(c, b);
	if (inverse > 0) {
		k->least = k->least > 0 ? fmin(k->least, inverse) : inverse;
	} else {
		k->driven_normal = fmax(k->driven_normal, normal);
		k->driven_tangent = fmax(k->driven_tangent, tangent);
	}
}

void extremes_add_radii(const struct soft *c, int b, double thin, double fat, struct extremes *k)
{
	k->thin = fmin(k->thin, thin);
	k->loose = c->still[b] ? k->loose : fmin(k->loose, thin);
	k->fat = fmax(k->fat, fat);
}

/* The least inverse mass is 0 if there is none. */
static void share(struct extremes *k)
{
	double *most[] = { &k->normal, &k->tangent, &k->alone.normal, &k->alone.tangent, &k->alone.turn, &k->driven_normal,
		&k->driven_tangent, &k->most, &k->turn, &k->fat, &k->facing.normal, &k->facing.tangent, &k->facing.turn };
	double *least[] = { &k->least, &k->thin, &k->loose };
	int *any[] = { &k->several, &k->meeting, &k->edges, &k->corners, &k->alike, &k->walls, &k->moves, &k->some };

	k->least = k->least > 0 ? k->least : INFINITY;
	for (size_t z = 0; z < sizeof most / sizeof *most; z++)
		ranks_most_real(1, most[z]);
	for (size_t z = 0; z < sizeof least / sizeof *least; z++)
		ranks_least_real(1, least[z]);
	for (size_t z = 0; z < sizeof any / sizeof *any; z++) {
		int64_t x = *any[z];

		ranks_most(1, &x);
		*any[z] = (int)x;
	}
	k->least = isfinite(k->least) ? k->least : 0;
}

void extremes_share(const struct soft *c, struct extremes *m)
{
	for (int k = 0; k < c->n_material * c->n_material && ranks_n() > 1; k++)
		share(&m[k]);
}

struct crowd crowd_alone(const struct extremes *a, const struct extremes *b)
{
	return (struct crowd){ .places = 1, .pairs = 1, .shared = 1, .light = a->most + b->most,
		.by = { { a->normal, a->tangent, a->turn }, { b->normal, b->tangent, b->turn } } };
}

/* ---- the contacts of two materials ---- */

/* The largest effective radius of the contacts that there are [L]. */
static double roundest(const struct meeting *t)
{
	double most = 0;

	for (int k = 0; k < EXPECT_CASES; k++)
		most = t->expected[k] >= 0 ? fmax(most, t->round[k]) : most;
	return most > 0 ? most : t->round[EXPECT_MOVING];
}

/* The overlaps by which the step is chosen for Hertz' law: those to expect, within a millionth and a half of the sum of the
 * radii; a tenth if nothing is expected. A run ends at half of the sum. Returns the largest, or -1 if there are no contacts. */
static double bound_overlaps(struct meeting *t)
{
	double most = -1;

	for (int k = 0; k < EXPECT_CASES; k++) {
		double deep = t->expected[k];

		if (deep >= 0)
			deep = deep > 0 ? fmin(fmax(deep, 1e-6 * t->fat), 0.5 * t->fat) : 0.1 * t->fat;
		t->by_case[k] = deep;
		most = fmax(most, deep);
	}
	return most;
}

static void find_overlaps(const struct soft *c, const struct expect *e, int a, int b, struct meeting *t)
{
	expect_overlaps(e, c, t->law, a, b, t->round, t->expected);
	t->deep = bound_overlaps(t);
	if (!law_is_hertz(t->law->kind))
		t->deep = 0.1 * t->fat;
}

/* ---- the step ---- */

/* The stiffness of Hertz' law in a case of expect.h, 0 if its overlap is not above 0 [M/T^2]. jkr gets twice the steps, since its
 * force falls steeply where the contact breaks. */
static double hertz_stiffness(const struct meeting *t, int k)
{
	double steep = t->law->kind == LAW_JKR ? 4 : 1, d = t->by_case[k];
	double push = d > 0 ? 1.5 * steep * expect_constant(t->law, t->round[k]) * sqrt(d) : 0;

	return push > 0 ? fmax(push, law_attraction_slope(t->law, t->round[k])) : 0;
}

/* The largest stiffness of the normal force among thin and fat grains [M/T^2]. */
static double normal_stiffness(const struct meeting *t)
{
	if (law_is_hertz(t->law->kind))
		return fmax(hertz_stiffness(t, 0), fmax(hertz_stiffness(t, 1), hertz_stiffness(t, 2)));
	if (!(t->fat > 0))
		return t->law->kn;
	return fmax(law_stiffness(t->law, t->thin > 0 ? t->thin : t->fat, t->round[EXPECT_MOVING]),
	            law_stiffness(t->law, t->fat, t->round[EXPECT_MOVING]));
}

/* The springs and dashpots against rolling, and in space against twisting: the greater of both. */
static double turning_stiffness(const struct soft *c, const struct law_contact *law)
{
	return fmax(law->mur > 0 ? law->kr : 0, c->dim == 3 && law->mus > 0 ? law->ks : 0);
}

static double turning_damping(const struct soft *c, const struct law_contact *law)
{
	return fmax(law->mur > 0 ? law->gr : 0, c->dim == 3 && law->mus > 0 ? law->gs : 0);
}

static double normal_damping(const struct meeting *t, double m, double effective, double deep)
{
	return law_normal_damping_of(t->law->kind, t->law, sqrt(m), effective, deep);
}

static double tangential_damping(const struct meeting *t, double m)
{
	return law_tangential_damping_of(t->law->kind, t->law, sqrt(m), roundest(t), t->deep);
}

/* The greatest c / m of a crowd [1/T]. */
static double damping_rate(const struct soft *c, const struct meeting *t, const struct crowd *k)
{
	const struct extremes *a = t->a, *b = t->b;
	double w = k->shared * k->light, rate = 0;

	if (w > 0)
		rate = fmax(normal_damping(t, 1 / w, roundest(t), t->deep) * (k->by[0].normal + k->by[1].normal),
		            tangential_damping(t, 1 / w) * (k->by[0].tangent + k->by[1].tangent));
	if (b->least > 0) {
		double m = 1 / (k->shared * b->least);

		rate = fmax(rate, normal_damping(t, m, roundest(t), t->deep) * k->places * a->driven_normal);
		rate = fmax(rate, tangential_damping(t, m) * k->places * a->driven_tangent);
	}
	return k->pairs * fmax(rate, turning_damping(c, t->law) * (k->by[0].turn + k->by[1].turn));
}

/* How many steps the half period of a contact with the greatest stiffness of Hertz' law needs, by its damping ratio there.
 * Over one collision the energy then closes to about 1e-4 at most: measured, with n steps, it misses 0.1 / n^2 (rms) without
 * damping and 0.5 / n^2 with a restitution of 0.5. */
static double hertz_steps(double ratio)
{
	return 50 + 25 * fmin(1, 8 * ratio);
}

/* How much longer the collision is than that half period: 2.943 d / v and pi sqrt(8/15) d / v (Johnson, Contact Mechanics, 1985,
 * 11.1). */
#define HERTZ_TIME 1.2829

/* The longest step for the energy of single contacts by Hertz' law [T]. *contact gets the duration of the shortest [T]. */
static double hertz_step(const struct meeting *t, double *contact)
{
	double best = INFINITY;

	*contact = INFINITY;
	for (int k = 0; k < EXPECT_CASES; k++) {
		int a = k != EXPECT_A_STILL, b = k != EXPECT_B_STILL;
		double kn = hertz_stiffness(t, k);
		double w = (a ? t->a->alone.normal : 0) + (b ? t->b->alone.normal : 0), most = (a ? t->a->most : 0) + (b ? t->b->most : 0);

		if (!(kn * w > 0) || !(most > 0))
			continue;
		double half = pi / sqrt(kn * w), c = normal_damping(t, 1 / most, t->round[k], t->by_case[k]);
		best = fmin(best, half / hertz_steps(0.5 * c / sqrt(kn / most)));
		*contact = fmin(*contact, HERTZ_TIME * half);
	}
	return best;
}

/* The longest step for a crowd [T], or INFINITY. All dashpots together must stay within the integrator's limit on c dt / m. */
static double crowd_step(const struct soft *c, const struct meeting *t, const struct crowd *k)
{
	double kn = normal_stiffness(t), kt = law_tangential_of(t->law->kind, t->law, roundest(t), t->deep);
	double kr = turning_stiffness(c, t->law);
	/* 0 for the only body that moves */
	double two = law_is_hertz(t->law->kind) && t->a == t->b && t->expected[EXPECT_MOVING] < 0 ? 0 : 1;
	const struct response *a = &k->by[0], *b = &k->by[1];
	double stiff = k->pairs * fmax(fmax(kn * (a->normal + two * b->normal), kt * (a->tangent + two * b->tangent)),
	                               kr * (a->turn + two * b->turn));

	if (!(stiff > 0))
		return INFINITY;
	double best = pi / sqrt(stiff) / k->steps, rate = damping_rate(c, t, k);
	return rate > 0 ? fmin(best, k->damping / rate) : best;
}

/* The longest step for these contacts [T], or INFINITY. *contact gets the duration of the shortest [T]. A law whose overlap is
 * foreseen has no more steps in hand than it needs, see hertz_steps. */
static double longest_step(const struct soft *c, const struct meeting *t, double *contact)
{
	double best = INFINITY, alone = normal_stiffness(t) * (t->a->alone.normal + t->b->alone.normal);

	for (int k = 0; k < t->n_crowd; k++)
		best = fmin(best, crowd_step(c, t, &t->crowd[k]));
	if (!(best < INFINITY))
		return INFINITY;
	*contact = alone > 0 ? pi / sqrt(alone) : INFINITY;
	return law_is_hertz(t->law->kind) ? fmin(best, hertz_step(t, contact)) : best;
}

/* The longest step for the damping c of groups [T], or INFINITY: c dt / m stays as far within the limit as for dashpots. */
static double groups_step(const struct soft *c)
{
	double limit = c->dim == 2 && c->opt.integrator == DEM2_GEAR ? 0.15 : 0.5, best = INFINITY;

	for (int k = 0; k < c->n_group; k++)
		for (int z = 0; z < c->dim; z++)
			if (c->group[k].c > 0 && !drive_prescribes(&c->group[k].dof[z]))
				best = fmin(best, limit * c->group[k].m / c->group[k].c);
	return best;
}

/* The longest step for a cell that follows its stress [T], or INFINITY. Its rates swing by the stiffness of the packing, and are
 * damped by its viscosity: in the plane about those of a contact [M/T^2, M/T], in space over a diameter. A half period has
 * six steps, and c dt / m is at most 0.5. Both bind only if the mass of the cell is a small fraction of that of the lightest
 * grain. */
static double cell_step(const struct soft *c, double stiff, double damping)
{
	double m = c->domain.m * (c->dim == 3 ? 2 * soft_smallest(c) : 1);

	if (!domain_has_servo(&c->domain) || !(m > 0))
		return INFINITY;
	return fmin(stiff > 0 ? 0.5 * sqrt(m / stiff) : INFINITY, damping > 0 ? 0.5 * m / damping : INFINITY);
}

/* The dashpots of a contact of the lightest bodies, along the normal [M/T]. */
static double dashpot(const struct meeting *t)
{
	const struct crowd *k = &t->crowd[0];

	return k->light > 0 ? k->pairs * normal_damping(t, 1 / k->light, roundest(t), t->deep) : 0;
}

/* Note the overlaps of a meeting for the report. */
static void note_overlaps(const struct meeting *t, struct foreseen *to)
{
	double most = fmax(t->expected[0], fmax(t->expected[1], t->expected[2])), sum = t->thin > 0 ? t->thin : t->fat;
	int both = t->a->fat > 0 && t->b->fat > 0;

	to->overlap = fmax(to->overlap, most);
	to->relative = fmax(to->relative, sum > 0 ? most / (both ? 0.5 * sum : sum) : 0);
	to->share = fmax(to->share, sum > 0 ? most / sum : 0);
}

struct foreseen soft_auto(const struct soft *c, const struct expect_body *body, const struct extremes *m,
	int (*meet)(const void *sim, struct meeting *t), const void *sim, double *limit, double *overlap)
{
	struct expect e = expect_scene(c, body);
	struct foreseen out = { .dt = groups_step(c), .contact = INFINITY };
	double stiff = 0, damping = 0; /* the greatest of a contact */
	int n = c->n_material;

	for (int k = 0; k < n * n; k++) {
		struct meeting t = { .law = &c->law[k], .a = &m[k], .b = &m[k % n * n + k / n] };
		double contact = INFINITY, best;

		if (!c->has_law[k] || c->forceless[k] || !meet(sim, &t))
			continue;
		find_overlaps(c, &e, k / n, k % n, &t);
		if (t.deep < 0)
			continue;
		best = longest_step(c, &t, &contact);
		if (!e.apart)
			note_overlaps(&t, &out);
		stiff = fmax(stiff, t.crowd[0].pairs * normal_stiffness(&t));
		damping = fmax(damping, dashpot(&t));
		out.dt = fmin(out.dt, best);
		out.contact = fmin(out.contact, contact);
		limit[k] = best;
		overlap[k] = law_is_hertz(t.law->kind) ? t.deep : 0;
	}
	expect_free(&e);
	out.dt = fmin(out.dt, cell_step(c, stiff, damping));
	out.dt = isfinite(out.dt) ? auto_round(out.dt) : 1e-3;
	return out;
}

/* ---- the report ---- */

/* The Rayleigh time pi r sqrt(density / G) / (0.1631 nu + 0.8766) of balls of radius r [T] (Li, Xu and Thornton, Powder
 * Technology 160, 2005). Elastic constants follow from those of the law between two of these balls: 4/3 E* sqrt(R*) of the
 * normal force and 8 G* sqrt(R*) of the tangential spring, with R* = r / 2, E* = G / (1 - nu) and G* = G / (4 - 2 nu). If the
 * spring is not Mindlin's, nu is taken as 0.3. */
static double rayleigh_time(const struct law_contact *law, double r, double density)
{
	double star = 0.5 * r, normal = 0.75 * expect_constant(law, star) / sqrt(star), nu = 0.3;

	if (law_is_mindlin(law->kind)) {
		double kt = law->kind == LAW_MINDLIN ? law->kt / sqrt(star) : law->kt;
		double ratio = kt / 8 / normal; /* G* / E* = (1 - nu) / (2 (2 - nu)) */

		nu = fmin(fmax((1 - 4 * ratio) / (1 - 2 * ratio), 0), 0.5);
	}
	double shear = normal * (1 - nu);
	return shear > 0 ? pi * r * sqrt(density / shear) / (0.1631 * nu + 0.8766) : 0;
}

void soft_report_contacts(const struct soft *c, struct sim_report *r)
{
	struct deepest d = soft_deepest(c);
	const struct foreseen *f = &c->foreseen;

	r->dt_auto = f->dt;
	r->contact_time = isfinite(f->contact) ? f->contact : 0;
	r->overlap = f->overlap;
	r->relative = f->relative;
	r->overlap_share = f->share;
	r->overlap_ratio = d.ratio;
	ranks_most_real(1, &r->overlap_ratio);
	r->overlap_reached = d.ratio == r->overlap_ratio ? d.overlap : 0;
	ranks_most_real(1, &r->overlap_reached);
	for (int b = 0; b < c->n && c->dim == 3; b++) {
		const struct law_contact *law = &c->law[c->material[b] * (c->n_material + 1)];
		double t = c->group_of[b] < 0 && c->has_law[c->material[b] * (c->n_material + 1)] && law_is_hertz(law->kind) ?
		           rayleigh_time(law, c->reach[b], c->density[c->material[b]]) : 0;

		if (t > 0 && (!(r->rayleigh > 0) || t < r->rayleigh))
			r->rayleigh = t;
	}
	double least = r->rayleigh > 0 ? r->rayleigh : INFINITY;
	ranks_least_real(1, &least);
	r->rayleigh = isfinite(least) ? least : 0;
}
