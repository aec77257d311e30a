/* cd3_audit.c: every step of busy scenes, checked from what the frames before and after it say: motion, contacts, the laws of
 * impact and friction, forces, and every entry of the ledger by itself. No two bodies, materials, laws or walls are alike. */
#include "phys/cd3_audit_contact.h"

#include "base/rng.h"

/* ---- one step ---- */

static void add(double to[3], double f, vec3 v)
{
	to[0] += f * v.x, to[1] += f * v.y, to[2] += f * v.z;
}

/* Motion: what forces, loads and time make of the state before. */
static void check_motion(const struct scene *s, const struct at *a, const struct at *b, double end, struct mid *mid,
	struct faults *bad)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *c = &s->body[k];
		const struct hold *hold = c->hold >= 0 ? &s->hold[c->hold] : NULL;
		struct mid *d = &mid[k];
		double m = unit_mass(s, c), q[4], w[3], damp = hold ? h * hold->c : 0, l = hold ? 0 : 1e-9, sign = 0;

		for (int i = 0; i < 3; i++) {
			int led = is_driven(s, c, i);
			double F = hold && hold->dof[i].how == FORCE ? hold->dof[i].value : 0;
			double T = hold && hold->dof[3 + i].how == FORCE ? hold->dof[3 + i].value : 0;

			worse(&bad->place, fabs(d->x[i] + (0.5 * h - d->late) * d->v1[i] + (hold ? 0 : d->late * h * s->gravity[i]) -
				b[k].x[i]));
			worse(&bad->velocity, fabs(led ? drive(&hold->dof[i], end) - b[k].v[i] :
				(m * d->v0[i] + h * (m * s->gravity[i] + F + d->f[i])) / (m + damp) - b[k].v[i]));
			l += fabs(b[k].L[i]) + h * fabs(d->torque[i]);
			worse(&bad->momentum, is_driven(s, c, 3 + i) ? 0 : fabs(a[k].L[i] + h * (d->torque[i] + T) - b[k].L[i]) / (1e-3 + l));
		}
		memcpy(q, d->q, sizeof q);
		turn(s, c, q, b[k].L, d->w1, 0.5 * h - d->late);
		for (int i = 0; i < 4; i++)
			sign += q[i] * b[k].q[i];
		for (int i = 0; i < 4; i++)
			worse(&bad->turned, fabs(q[i] - (sign < 0 ? -1 : 1) * b[k].q[i]));
		spin_of(s, c, b[k].q, b[k].L, end, w);
		for (int i = 0; i < 3; i++)
			worse(&bad->spin, fabs(w[i] - b[k].w[i]));
	}
}

static void check_forces(const struct run *r, const struct scene *s, const struct mid *mid, struct faults *bad)
{
	static const char *const name[6] = { "fx", "fy", "fz", "tx", "ty", "tz" };

	for (int row = 0; row < r->b.n; row++) {
		const struct mid *d = &mid[index_of(s, r->b.id[row])];

		for (int k = 0; k < 6; k++) {
			double is = k < 3 ? d->f[k] : d->told[k - 3];

			worse(&bad->forces, fabs(table_real(&r->w.body, name[k])[row] - is) / (1 + fabs(is)));
		}
	}
}

/* Energies now, of what moves freely: linear, of rotation, of weight. */
static void energies(const struct scene *s, const struct at *b, double e[3])
{
	e[0] = e[1] = e[2] = 0;
	for (int k = 0; k < s->n; k++)
		for (int i = 0; i < 3; i++) {
			double m = unit_mass(s, &s->body[k]);

			e[0] += is_driven(s, &s->body[k], i) ? 0 : 0.5 * m * b[k].v[i] * b[k].v[i];
			e[2] -= is_driven(s, &s->body[k], i) ? 0 : m * s->gravity[i] * b[k].x[i];
			e[1] += is_driven(s, &s->body[k], 3 + i) ? 0 : 0.5 * b[k].L[i] * b[k].w[i];
		}
}

/* What the ledger's sums gain in a step. */
struct gains { double work, fric, visc, recover, other; };

static void gains_of(const struct found *c, const struct mid *mid, int rebounds, struct gains *g)
{
	const struct mid *i = &mid[c->i], *j = &mid[c->j];
	vec3 u0 = v3_sub(point_velocity(j->v0, j->w0, c->arm[1]), point_velocity(i->v0, i->w0, c->arm[0]));
	vec3 u1 = v3_sub(point_velocity(j->v1, j->w1, c->arm[1]), point_velocity(i->v1, i->w1, c->arm[0]));
	vec3 w = v3_sub(v3_add(v3_from(j->w0), v3_from(j->w1)), v3_add(v3_from(i->w0), v3_from(i->w1)));
	double n0 = v3_dot(u0, c->n), n1 = v3_dot(u1, c->n);

	g->fric -= 0.5 * h * (v3_dot(c->f, v3_add(u0, u1)) + v3_dot(c->m, w));
	g->visc -= 0.5 * h * c->fn * (rebounds ? n0 + n1 : fmin(n0, 0) + fmin(n1, 0));
	g->recover += rebounds ? 0 : 0.5 * h * c->fn * (fmax(n0, 0) + fmax(n1, 0));
}

/* What weight does until late impacts is lost in them. */
static void gains_of_late(const struct scene *s, const struct mid *mid, struct gains *g)
{
	for (int k = 0; k < s->n; k++)
		g->visc -= mid[k].late * h * v3_dot(v3_from(s->gravity), v3_from(mid[k].f));
}

/* What drives and damping do: against the impulses on what is led, with forces on what is not. */
static void gains_of_drives(const struct scene *s, const struct mid *mid, struct gains *g)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *b = &s->body[k];
		const struct mid *d = &mid[k];

		for (int q = 0; q < 6 && b->hold >= 0; q++) {
			const struct dof_of *of = &s->hold[b->hold].dof[q];
			double v0 = q < 3 ? d->v0[q] : d->w0[q - 3], v1 = q < 3 ? d->v1[q] : d->w1[q - 3];
			double f = q < 3 ? d->f[q] : d->torque[q - 3];

			if (of->how == DRIVEN)
				g->work -= h * f * v1;
			else
				g->work += of->how == FORCE ? 0.5 * h * of->value * (v0 + v1) : 0;
			if (of->how != DRIVEN && q < 3)
				g->other += 0.5 * h * s->hold[b->hold].c * v1 * (v0 + v1);
		}
	}
	g->other -= g->recover;
}

static void check_ledger(const struct run *r, const struct at *b, const struct scene *s, const struct gains *g, double was[6],
	struct faults *bad)
{
	static const char *const energy[3] = { "kin_lin", "kin_rot", "grav" }, *const flow[5] = { "work", "fric", "visc", "recover",
		"other" };
	double e[3], gain[5] = { g->work, g->fric, g->visc, g->recover, g->other }, *off[5] = { &bad->work, &bad->fric, &bad->visc,
		&bad->recover, &bad->other };

	energies(s, b, e);
	for (int k = 0; k < 3; k++)
		worse(&bad->energy[k], fabs(ledger(r, energy[k]) - e[k]) / (1e-3 + fabs(e[k])));
	for (int k = 0; k < 5; k++) {
		double is = ledger(r, flow[k]), far = fabs(is - was[k] - gain[k]);

		worse(off[k], far / (1e-2 + fabs(gain[k])));
		was[k] = is;
	}
	double lacks = ledger(r, "work") - ledger(r, "other") - ledger(r, "fric") - ledger(r, "visc");
	for (int k = 0; k < 3; k++)
		lacks -= ledger(r, energy[k]) - ledger(r, k == 0 ? "start_kin_lin" : k == 1 ? "start_kin_rot" : "start_grav");
	worse(&bad->told, fabs(lacks - ledger(r, "residual")));
	worse(&bad->lost, fabs(ledger(r, "residual")) / (e[0] + fabs(e[2])));
	worse(&bad->told, fabs(ledger(r, "el_n")) + fabs(ledger(r, "el_t")) + fabs(ledger(r, "in")) + fabs(ledger(r, "out")));
}

enum { ROWS = 256 };
/* The contacts of a step, and the pairs that act, as bits. */
struct pairs { char acts[MOST][MOST]; int n; struct found c[ROWS]; };

/* The accelerations by forces of the step before: of its contacts each goes to the nearest one of the same pair now. */
static void carry(const struct scene *s, const struct pairs *old, const struct pairs *now, const struct mid *mid, double weight,
	struct carried *by)
{
	char had[ROWS] = { 0 };

	memset(by, 0, sizeof *by);
	for (int k = 0; k < now->n; k++) {
		const struct found *c = &now->c[k];
		const struct body_of *of[2] = { &s->body[c->i], &s->body[c->j] };
		int best = -1;

		for (int o = 0; o < old->n; o++)
			if (old->c[o].i == c->i && old->c[o].j == c->j && !had[o] && (best < 0 ||
			    v3_norm(v3_sub(old->c[o].arm[0], c->arm[0])) < v3_norm(v3_sub(old->c[best].arm[0], c->arm[0]))))
				best = o;
		if (best < 0)
			continue;
		had[best] = 1;
		const struct mid *i = &mid[c->i], *j = &mid[c->j];
		double u = v3_dot(c->n, v3_sub(point_velocity(j->v0, j->w0, c->arm[1]), point_velocity(i->v0, i->w0, c->arm[0])));
		if (!(old->c[best].fn > 0) || fabs(u) > 2 * weight * h)
			continue;
		for (int side = 0; side < 2; side++) {
			const struct hold *hold = of[side]->hold >= 0 ? &s->hold[of[side]->hold] : NULL;
			double f[3], m = unit_mass(s, of[side]) + (hold ? h * hold->c : 0);

			v3_to(f, v3_add(v3_scale(old->c[best].fn, c->n), old->c[best].f));
			for (int q = 0; q < 3; q++)
				f[q] = is_driven(s, of[side], q) ? 0 : (side ? 1 : -1) * f[q] / m;
			by->a[side ? c->j : c->i] = v3_add(by->a[side ? c->j : c->i], v3_from(f));
		}
	}
}

/* Bodies act late if and only if they have one contact, an impact that began with a gap. */
static void check_late(const struct scene *s, const struct pairs *now, const struct mid *mid, const int *rebounds,
	struct faults *bad)
{
	int contacts[MOST] = { 0 };

	for (int k = 0; k < now->n; k++) {
		contacts[now->c[k].i]++;
		contacts[now->c[k].j]++;
	}
	for (int k = 0; k < now->n; k++) {
		const struct found *c = &now->c[k];
		const struct body_of *j = &s->body[c->j];
		const struct mid *a = &mid[c->i], *b = &mid[c->j];
		int led = 1;

		for (int q = 0; q < 6; q++)
			led &= is_driven(s, j, q);
		int alone = s->body[c->i].hold < 0 && contacts[c->i] == 1 && (led || (j->hold < 0 && contacts[c->j] == 1));
		if (a->late != 0 || b->late != 0) {
			bad->late++;
			bad->early += !alone || !rebounds[k] || (j->hold < 0 && fabs(a->late - b->late) > 1e-9) || fabs(c->gap) > 1e-5;
		} else {
			bad->early += alone && rebounds[k] && c->gap > 1e-9;
		}
	}
}

static void check_step(const struct run *r, const struct scene *s, const struct at *a, const struct at *b, double was[6],
	struct pairs *acted, int exact, int published, struct faults *bad)
{
	double end = clock_now(cd3_clock(r->sim)), weight = v3_norm(v3_from(s->gravity)), deepest = 0;
	struct mid mid[MOST];
	struct pairs now = { .n = r->w.contact.n_row };
	struct gains g = { 0 };
	struct carried by;
	int acting = 0, begun = 0, rebounds[ROWS];
	char seen[MOST][MOST] = { { 0 } };

	middle(s, a, b, end - 0.5 * h, mid);
	for (int k = 0; k < now.n; k++)
		read_contact(r, s, mid, b, k, &now.c[k], bad);
	carry(s, acted, &now, mid, weight, &by);
	for (int k = 0; k < now.n; k++) {
		struct found c = now.c[k];
		struct faults none = { 0 };

		seen[c.i][c.j] = seen[c.j][c.i] = 1;
		check_place(s, &c, mid, bad);
		check_laws(s, &c, mid, weight, end - 0.5 * h, &by, published, exact ? bad : &none, &rebounds[k]);
		gains_of(&c, mid, rebounds[k], &g);
		double size = s->body[c.j].kind == BALL ? fmin(thin(&s->body[c.i]), thin(&s->body[c.j])) : thin(&s->body[c.i]);
		deepest = fmax(deepest, -c.gap / size);
		acting += c.fn > 0;
		begun += c.fn > 0 && !acted->acts[c.i][c.j];
		now.acts[c.i][c.j] = c.fn > 0;
		for (int side = 0; side < 2; side++) {
			vec3 f = v3_scale(side ? 1 : -1, v3_add(v3_scale(c.fn, c.n), c.f)), m = v3_scale(side ? 1 : -1, c.m);

			add(mid[side ? c.j : c.i].f, 1, f);
			add(mid[side ? c.j : c.i].torque, 1, v3_add(v3_cross(c.arm[side], f), m));
			add(mid[side ? c.j : c.i].told, 1, v3_add(v3_cross(side ? c.end : c.arm[0], f), m));
		}
	}
	check_late(s, &now, mid, rebounds, bad);
	*acted = now;
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			bad->missed += i != j && s->body[i].kind == BALL && !seen[i][j] && gap_of(s, mid, i, j) < -1e-9;
	bad->acting += ledger(r, "active") != acting;
	bad->begun += ledger(r, "begun") - was[5] != begun;
	bad->contacts += acting;
	was[5] = ledger(r, "begun");
	worse(&bad->told, fabs(ledger(r, "overlap") - deepest));
	check_motion(s, a, b, end, mid, bad);
	check_forces(r, s, mid, bad);
	gains_of_late(s, mid, &g);
	gains_of_drives(s, mid, &g);
	check_ledger(r, b, s, &g, was, bad);
}

/* ---- runs ---- */

static void with_forces(struct sim_options *o)
{
	tight(o);
	o->forces = 1;
	o->travel = 0;
	o->rotation = ROTATION_SPLIT4;
}

static void gradients(struct sim_options *o)
{
	with_forces(o);
	o->solver = CD3_APGD;
	o->sweeps = 200000;
}

static void affine(struct sim_options *o)
{
	with_forces(o);
	o->solver = CD3_AFFINE;
}

static void report(const struct scene *s, const char *how, const struct faults *bad, int exact)
{
	ok(bad->contacts > 80 && (!exact || (bad->impacts > 5 && bad->rests > 50 && bad->slides > 30 && bad->sticks > 5)),
	   "%s, %s: %d contacts, %d impacts, %d rest, %d slide, %d stick", s->what, how, bad->contacts, bad->impacts, bad->rests,
	   bad->slides, bad->sticks);
	near(bad->place, 0, 1e-13, "way is velocity times time");
	near(bad->turned, 0, 1e-10, "bodies turn as their momenta have it");
	near(bad->velocity, 0, 1e-9, "velocities are by forces, weight, drives and damping");
	near(bad->momentum, 0, 1e-9, "angular momenta by moments");
	near(bad->spin, 0, 1e-9, "spins are by momenta and inertia");
	near(bad->gap, 0, 1e-9, "overlaps and normals are those of the bodies");
	near(bad->point, 0, 1e-9, "and so are the places of contacts");
	ok(bad->shift < 1e-9 && bad->missed == 0, "contacts are with the nearest images, none is missed: %g, %d", bad->shift,
		bad->missed);
	near(bad->forces, 0, 1e-9, "the columns of forces are their sums");
	if (exact) {
		near(fmax(bad->parts, 0), 0, 1e-5, "gaps open or close as Signorini and Newton have it");
		near(fmax(bad->cone, 0), 0, 1e-3, "friction, rolling and spinning are as Coulomb has them");
	}
	for (int k = 0; k < 3; k++)
		near(bad->energy[k], 0, 1e-10, "the ledger's %s", k == 0 ? "kin_lin" : k == 1 ? "kin_rot" : "grav");
	near(bad->work, 0, 1e-8, "work");
	near(bad->fric, 0, 1e-8, "fric");
	near(bad->visc, 0, 1e-8, "visc");
	near(bad->recover, 0, 1e-8, "recover");
	near(bad->other, 0, 1e-8, "other");
	ok(bad->acting == 0 && bad->begun == 0, "active and begun: %d and %d steps with others", bad->acting, bad->begun);
	near(bad->told, 0, 1e-9, "residual is what entries lack, overlap the deepest; nothing comes from elsewhere");
	near(bad->lost, 0, 1e-4, "the first law closes, but for what spins about driven axes");
}

static void audit(const struct scene *s, void (*options)(struct sim_options *), const char *how, int exact, int steps)
{
	int published = !exact; /* the affine method takes restitution as published */
	struct faults bad = { 0 };
	struct pairs acted = { .n = 0 };
	struct at a[MOST], b[MOST];
	double was[6] = { 0 };
	char *text[2] = { NULL, NULL };
	size_t size;

	for (int k = 0; k < 2; k++) {
		FILE *f = open_memstream(&text[k], &size);

		(k ? print_bodies : print_scene)(f, s);
		fclose(f);
	}
	struct run *r = begin(text[0], text[1], h, options);
	near(cd3_report(r->sim).dt_auto, s->dt_auto, 1e-12, "%s: the automatic step", s->what);
	go(r, 0);
	look(r, s, a);
	for (int k = 1; k <= steps; k++) {
		go(r, h * k);
		look(r, s, b);
		check_step(r, s, a, b, was, &acted, exact, published, &bad);
		memcpy(a, b, sizeof a);
		if (k % 25 == 7) { /* a run that goes on elsewhere does the same */
			struct sim_error e;

			r->sim = cd3_renew(r->sim, &r->w, &e);
		}
	}
	report(s, how, &bad, exact);
	ok(published ? bad.late == 0 : bad.early == 0 && bad.late > 0, "%d impacts of bodies that touch nothing else act at the touch, "
		"%d do not", bad.late, bad.early);
	if (s->periodic[0])
		ok(bad.across > 20 && (!exact || s->objects || bad.wraps > 2),
			"%d contacts were across a side, to which %d went after they were found", bad.across, bad.wraps);
	free(text[0]);
	free(text[1]);
	end(r);
}

static vec3 random_vec(struct rng *g, double size)
{
	double x = rng_normal(g), y = rng_normal(g), z = rng_normal(g);

	return v3(size * x, size * y, size * z);
}

/* Ellipsoids, or balls, of all sizes, on a lattice of 3 * 2 * 2 with these sides from a corner; they fly inwards. */
static void grains(struct scene *s, vec3 from, vec3 side, int balls)
{
	struct rng g;

	rng_seed(&g, 12);
	for (int k = 0; k < 12; k++) {
		struct body_of *b = &s->body[s->n++];
		vec3 x = v3(from.x + side.x * (k % 3), from.y + side.y * (k / 3 % 2), from.z + side.z * (k / 6));

		*b = (struct body_of){ .id = 90 - 7 * k, .kind = BALL, .size = 0.8 + 0.03 * k, .material = k % 3 == 1 ? 'b' : 'a', .hold = -1 };
		for (int i = 0; i < 3; i++)
			b->a[i] = balls || k % 4 == 2 ? 0.11 + 0.002 * k : 0.1 + 0.02 * ((k + i) % 3) + 0.001 * i;
		for (int i = 0; i < 4; i++)
			b->q[i] = rng_normal(&g);
		quat_unit(b->q);
		b->x = v3(wrapped(s, x.x, 0), wrapped(s, x.y, 1), wrapped(s, x.z, 2));
		b->v = v3_add(random_vec(&g, 0.5), v3_scale(-4, v3_sub(x, v3_add(from, v3(side.x, 0.5 * side.y, 0.2 * side.z)))));
		b->L = random_vec(&g, 0.02 * mass_of(b) * 0.1);
	}
}

static void wall(struct scene *s, int64_t id, enum kind kind, double r, int in, vec3 x, const double q[4], int hold)
{
	struct body_of *b = &s->body[s->n++];

	*b = (struct body_of){ .id = id, .kind = kind, .a = { r, in ? 1 : -1, 1 }, .size = kind == TUBE ? 1.25 : 1, .material = 'w',
		.x = x, .hold = hold };
	memcpy(b->q, q, sizeof b->q);
	quat_unit(b->q);
}

#define ISO(mu) { mu, mu, mu }, { 0, 0, 0 }
static const struct law_of laws[6] = {
	{ 'a', 'a', { 0.5, 0.2, 0.33 }, { 1.5, -2.5, 3 }, 0.4, 0, 0 }, { 'b', 'a', ISO(0.15), 0, 0.002, 0.004 },
	{ 'b', 'b', ISO(0.35), 0.7, 0, 0 }, { 'w', 'a', { 0.4, 0.12, 0.25 }, { 0.02, 0.1, -0.05 }, 0.25, 0, 0 },
	{ 'b', 'w', ISO(0.25), 0.1, 0.006, 0.003 }, { 'w', 'w', ISO(0.25), 0, 0, 0 },
};

#define STANDS { DRIVEN, 0, 0 }

/* A box that is periodic along x and y; the floor goes to and fro, a lid with a mass of its own is pressed down. */
static void shaken(struct scene *s, int easy)
{
	static const struct hold hold[] = {
		{ "floor", { { DRIVEN, 0.7, 0 }, { DRIVEN, 0, 0.9 }, { DRIVEN, 0.15, 0 }, STANDS, STANDS, STANDS }, 0, 0 },
		{ "lid", { { FREE, 0, 0 }, { FORCE, 3, 0 }, { FORCE, -90, 0 }, STANDS, STANDS, STANDS }, 5.5, 7 },
		{ "rail", { { FREE, 0, 0 }, { DRIVEN, 0.3, 0 }, { FREE, 0, 0 }, { FREE, 0, 0 }, { FORCE, 0.4, 0 }, { DRIVEN, 1.5, 0 } }, 0, 0 },
	};
	static const double up[4] = { 0.96, 0, 0, 0.28 }, down[4] = { 0, 0.6, 0.8, 0 };

	*s = (struct scene){ .what = "in a periodic box", .dt_auto = 0.004, .gravity = { 0.9, -0.6, -9.3 }, .lo = { -1.85, 4.29, -9 },
		.hi = { -0.85, 5.12, 9 },
		.periodic = { 1, 1, 0 }, .n_hold = 3, .n_law = 6 };
	memcpy(s->hold, hold, sizeof hold);
	memcpy(s->law, laws, sizeof laws);
	for (int k = 0; k < 6 && easy; k++)
		s->law[k].mur = s->law[k].mus = 0;
	wall(s, 301, PLANE, 0, 0, v3(0.1, 0.5, 0), up, 0);
	grains(s, v3(-0.13, 0.97, 0.125), v3(0.31, 0.35, 0.27), 0);
	s->body[4].hold = 2;
	wall(s, 5, PLANE, 0, 0, v3(0, 0.7, 0.56), down, 1);
}

/* A tube aslant that turns and goes along, a rod in it, and two planes that are tied together and pushed by a force. */
static void turned(struct scene *s, int easy)
{
	static const struct hold hold[] = {
		{ "tube", { { DRIVEN, 0.2, 0 }, { DRIVEN, 0, 0.3 }, { DRIVEN, -0.1, 0 }, { DRIVEN, 1.3, 0 }, { DRIVEN, 0, 0.8 }, { DRIVEN,
			-0.4, 0 } },
			0, 0 },
		{ "rod", { STANDS, { DRIVEN, 0.1, 0 }, { DRIVEN, -1.7, 0 }, { DRIVEN, 2, 0 }, STANDS, { DRIVEN, 0.7, 0 } }, 0, 0 },
		{ "tilt", { STANDS, STANDS, { DRIVEN, 0.2, 0 }, { DRIVEN, 0.1, 0 }, { DRIVEN, -0.3, 0 }, { DRIVEN, 2, 0 } }, 0, 0 },
	};
	static const double aslant[4] = { 0.8, 0.1, 0.55, 0.2 }, across[4] = { 0.7, 0.1, 0.7, 0.1 }, tilted[4] = { 0.99, 0.1, -0.05,
		0.3 };

	*s = (struct scene){ .what = "in a tube that turns", .dt_auto = 0.005, .gravity = { 1.9, 0.4, -8.1 }, .n_hold = 3, .n_law = 6 };
	memcpy(s->hold, hold, sizeof hold);
	memcpy(s->law, laws, sizeof laws);
	for (int k = 0; k < 6 && easy; k++)
		s->law[k].mur = s->law[k].mus = 0;
	grains(s, v3(-0.35, -0.2, -0.2), v3(0.29, 0.29, 0.26), 1);
	wall(s, 31, TUBE, 0.45, 1, v3(0.05, -0.02, 0.05), aslant, 0);
	wall(s, 17, TUBE, 0.1, 0, v3(0.02, 0, 0.38), across, 1);
	wall(s, 40, PLANE, 0, 0, v3(0.3, -0.4, -0.35), tilted, 2);
}

int main(void)
{
	struct scene s;

	shaken(&s, 0);
	audit(&s, with_forces, "Gauss-Seidel", 1, 250);
	turned(&s, 0);
	audit(&s, with_forces, "Gauss-Seidel", 1, 150);
	s.objects = 1;
	s.what = "objects in a tube that turns";
	audit(&s, with_forces, "Gauss-Seidel", 1, 60);
	shaken(&s, 0);
	s.objects = 1;
	s.what = "objects in a periodic box";
	audit(&s, with_forces, "Gauss-Seidel", 1, 130);
	shaken(&s, 1);
	audit(&s, affine, "the affine method", 0, 100);
	turned(&s, 1);
	audit(&s, gradients, "gradients", 1, 60);
	return done();
}
