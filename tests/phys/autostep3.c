/* The automatic time step of space against what it is said to be: a 25th of the shortest half period of two balls in contact,
 * a 20th of clumps, by stiffness, masses, levers and crowds round larger bodies, and what damping allows, half of 1/rate, a
 * quarter between two clumps; over a range of stiffnesses, since it is rounded down. Where nothing moves and nothing presses,
 * Hertz' laws have the stiffness at a tenth of the radii, see autohertz.c. Levers are worked out by iteration here. */
#include "scene3.h"

enum { MOST = 6 };

/* A body as contacts feel it: its pebbles about its principal axes, inverse mass and moments (0 where it does not turn), how
 * many touch it at once, inverse mass for damping (0 where some motion is told). */
struct feel { int material, n; double ball[MOST][4], w, wi[3], reach, crowd, winv; int still; };

struct pair { const char *kind; double kn, kt, en, kr, gr, mur, ks, gs, mus, range; };

struct setting { int n; struct feel body[4]; struct pair law[2][2]; };

static const char *const material[2] = { "grain", "rock" };
static const double density[2] = { 1.25, 2.1 };

static double down(double x)
{
	static const double nice[] = { 1, 2, 2.5, 4, 5, 8 };
	double ten = pow(10, floor(log10(x))), best = 0;

	for (int k = 0; k < 6; k++)
		best = nice[k] * ten <= x ? nice[k] * ten : best;
	return best;
}

/* ---- what is expected ---- */

/* The largest w (p x n)^2 of all directions n: powers of the matrix P^T W P, where P n = p x n. */
static double lever(const double p[3], const double w[3])
{
	double n[3] = { 0.61, -0.35, 0.71 }, size = 0;

	for (int k = 0; k < 300; k++) {
		double c[3] = { w[0] * (p[1] * n[2] - p[2] * n[1]), w[1] * (p[2] * n[0] - p[0] * n[2]), w[2] * (p[0] * n[1] - p[1] * n[0]) };
		double m[3] = { c[1] * p[2] - c[2] * p[1], c[2] * p[0] - c[0] * p[2], c[0] * p[1] - c[1] * p[0] };

		size = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
		for (int z = 0; z < 3 && size > 0; z++)
			n[z] = m[z] / size;
	}
	return size;
}

/* Inverse masses along the normal and across it, and inverse moment, times what touches the body, or its group, at once. */
static void felt(const struct feel *f, double out[3])
{
	double turn = fmax(f->wi[0], fmax(f->wi[1], f->wi[2])), normal = 0, tangent = 0;

	for (int k = 0; k < f->n; k++) {
		double most = lever(f->ball[k], f->wi);

		normal = fmax(normal, most);
		tangent = fmax(tangent, pow(sqrt(most) + f->ball[k][3] * sqrt(turn), 2));
	}
	out[0] = f->crowd * (f->w + normal);
	out[1] = f->crowd * (f->w + tangent);
	out[2] = f->crowd * turn;
}

static int is(const struct pair *l, const char *kind)
{
	return !strcmp(l->kind, kind);
}

/* Of the normal force up to a tenth of the radii: that of Lennard and Jones is V'' there, kn is their epsilon. */
static double stiffness(const struct pair *l, double lim)
{
	double r = 0.9 * lim;

	if (is(l, "lennard-jones"))
		return l->kn * (12 * 13 * pow(lim / r, 12) - 2 * 6 * 7 * pow(lim / r, 6)) / (r * r);
	if (is(l, "cohesive"))
		return fmax(l->kn, 0.3 * l->kn / l->range);
	return is(l, "linear") ? l->kn : 1.5 * l->kn * sqrt(0.1 * lim);
}

static double dashpot(const struct pair *l, double k, double m)
{
	return l->en >= 1 || is(l, "lennard-jones") ? 0 : 2 * -log(l->en) / sqrt(pi * pi + log(l->en) * log(l->en)) * sqrt(m * k);
}

/* A single contact by Hertz' law: 50 steps of its half period, 75 if it is damped. alone: inverse masses. */
static double single(const struct pair *l, double kn, const double alone[2], const int moving[2], const int still[2], int same)
{
	double best = INFINITY, n = 50 + 25 * fmin(1, 8 * dashpot(l, 5.0 / 6 * kn, 1) / 2 / sqrt(kn));

	if (same ? moving[0] > 1 : moving[0] && moving[1])
		best = pi / sqrt(kn * (alone[0] + alone[1])) / n;
	for (int k = 0; k < 2; k++)
		if (moving[k] && still[!k])
			best = fmin(best, pi / sqrt(kn * alone[k]) / n);
	return best;
}

static double step_of(const struct setting *s, int a, int b)
{
	const struct pair *l = &s->law[a][b];
	double most[2][3] = { { 0 } }, told[2] = { 0 }, light[2] = { 0 }, heavy = 0, thin[2] = { INFINITY, INFINITY }, fat[2] = { 0 };
	double alone[2] = { 0 };
	int moves = 0, some[2] = { 0 }, at_once = 0, clump[2] = { 0 }, moving[2] = { 0 }, still[2] = { 0 };

	for (int side = 0; side < 2; side++)
		for (int k = 0; k < s->n; k++) {
			const struct feel *f = &s->body[k];
			double feels[3];

			if (f->material != (side ? b : a))
				continue;
			felt(f, feels);
			some[side] = 1;
			moves |= !f->still;
			moving[side] += !f->still;
			still[side] |= f->still;
			alone[side] = fmax(alone[side], feels[0] / f->crowd);
			for (int z = 0; z < 3; z++)
				most[side][z] = fmax(most[side][z], feels[z]);
			for (int z = 0; z < 2 && !side && f->winv == 0; z++)
				told[z] = fmax(told[z], feels[z]);
			light[side] = fmax(light[side], f->w);
			clump[side] |= f->n > 1;
			for (int z = 0; z < f->n; z++) {
				thin[side] = fmin(thin[side], f->ball[z][3]);
				fat[side] = fmax(fat[side], f->ball[z][3]);
			}
			if (side && f->winv > 0)
				heavy = fmax(heavy, 1 / f->winv);
		}
	if (!(l->kn > 0) || !some[0] || !some[1] || !moves || !(fat[0] + fat[1] > 0)) /* pass each other */
		return INFINITY;
	double least = (isinf(thin[0]) ? 0 : thin[0]) + (isinf(thin[1]) ? 0 : thin[1]), large = fat[0] + fat[1];
	double kt = is(l, "mindlin") ? l->kt * sqrt(0.1 * large) : l->kt, m = 1 / (light[0] + light[1]);
	double kn = fmax(stiffness(l, least), stiffness(l, large));
	double kr = fmax(l->mur > 0 ? l->kr : 0, l->mus > 0 ? l->ks : 0), gr = fmax(l->mur > 0 ? l->gr : 0, l->mus > 0 ? l->gs : 0);
	double stiff = fmax(fmax(kn * (most[0][0] + most[1][0]), kt * (most[0][1] + most[1][1])), kr * (most[0][2] + most[1][2]));
	/* Antypov and Elliott's 5/6 of the stiffness at the overlap */
	int curved = is(l, "hertz") || is(l, "mindlin");
	double cn = curved ? 5.0 / 6 * stiffness(l, large) : l->kn, ct = is(l, "mindlin") ? 5.0 / 6 * kt : kt;
	double rate = fmax(dashpot(l, cn, m) * (most[0][0] + most[1][0]), dashpot(l, ct, m) * (most[0][1] + most[1][1]));
	if (heavy > 0)
		rate = fmax(rate, fmax(dashpot(l, cn, heavy) * told[0], dashpot(l, ct, heavy) * told[1]));
	rate = fmax(rate, gr * (most[0][2] + most[1][2]));
	at_once = 2 * (clump[0] + clump[1]);
	double best = curved ? single(l, kn, alone, moving, still, a == b) : INFINITY;
	if (isinf(best) && curved)
		return INFINITY; /* one body does not meet itself */
	return fmin(fmin(pi / sqrt(stiff) / (at_once ? 20 : 25), best), rate > 0 ? (at_once == 4 ? 0.25 : 0.5) / rate : INFINITY);
}

/* ---- scenes ---- */

static void laws(struct world *w, const struct setting *s, double scale)
{
	for (int a = 0; a < 2; a++)
		for (int b = a; b < 2; b++) {
			const struct pair *p = &s->law[a][b];
			struct law *l = world_need_law(w, material[a], material[b]);
			static const char *const key[] = { "kn", "en", "kt", "kr", "gr", "mur", "ks", "gs", "mus", "mu", "pull", "range" };
			const double value[] = { p->kn * scale, p->en, p->kt * scale, p->kr * scale, p->gr * scale, p->mur, p->ks * scale,
				p->gs * scale, p->mus, 0.5, 0.3 * p->kn * scale, p->range };
			int bound = is(p, "lennard-jones");

			free(l->kind);
			l->kind = mem_string(p->kind);
			if (bound)
				params_set(&l->par, "epsilon", p->kn * scale);
			for (int k = 2 * bound; k < (is(p, "cohesive") ? 12 : 10); k++)
				params_set(&l->par, key[k], value[k]);
		}
}

/* A body of balls that do not overlap, whose moments about the axes are those of points and balls. */
static int put(struct world *w, struct setting *s, int n, const double (*ball)[4], double size, int of)
{
	int row = scene_body(w, scene_clump(w, n, ball), "-", 20 * s->n, 3, 5);
	struct feel *f = &s->body[row];
	double m = 0, moment[3] = { 0 };

	world_bodies3(w).size[row] = size;
	world_bodies3(w).material[row] = world_name(w, material[of]);
	*f = (struct feel){ .material = of, .n = n, .crowd = 1 };
	for (int k = 0; k < n; k++) {
		double r = size * ball[k][3], each = density[of] * 4 / 3.0 * pi * r * r * r, far2 = 0;

		for (int z = 0; z < 4; z++) {
			f->ball[k][z] = size * ball[k][z];
			far2 += z < 3 ? f->ball[k][z] * f->ball[k][z] : 0;
		}
		m += each;
		for (int z = 0; z < 3; z++)
			moment[z] += each * (0.4 * r * r + far2 - f->ball[k][z] * f->ball[k][z]);
		f->reach = fmax(f->reach, sqrt(far2) + r);
	}
	f->w = f->winv = 1 / m;
	for (int z = 0; z < 3; z++)
		f->wi[z] = 1 / moment[z];
	s->n++;
	return row;
}

/* By surface how many more touch a body than the smallest one. */
static void crowd(struct setting *s, double smallest)
{
	for (int k = 0; k < s->n; k++)
		s->body[k].crowd = fmax(1, pow(s->body[k].reach / smallest, 2));
}

static int ball(struct world *w, struct setting *s, double r, double size, int of)
{
	return put(w, s, 1, (const double[1][4]){ { 0, 0, 0, r } }, size, of);
}

/* Four balls at the corners of a box so that no pair of axes is favoured, and two others; three moments. */
static int star(struct world *w, struct setting *s, double size, int of)
{
	const double a = 0.31, b = 0.43, c = 0.52, r = 0.17;

	return put(w, s, 6, (const double[6][4]){ { a, b, c, r }, { -a, -b, c, r }, { -a, b, -c, r }, { a, -b, -c, r },
		{ 0.5, 0, 0, 0.11 }, { -0.5, 0, 0, 0.11 } }, size, of);
}

static int cross(struct world *w, struct setting *s, double size, int of)
{
	return put(w, s, 4, (const double[4][4]){ { 0, 0.4, 0, 0.3 }, { 0, -0.4, 0, 0.3 }, { 0, 0, 0.55, 0.2 }, { 0, 0, -0.55, 0.2 } },
		size, of);
}

static void balls(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	ball(w, s, 0.5, 1.3, 1);
	crowd(s, 0.3);
}

static void stars(struct world *w, struct setting *s)
{
	star(w, s, 1.2, 0);
	cross(w, s, 2.1, 1);
	crowd(s, fmin(s->body[0].reach, s->body[1].reach));
}

static void star_and_ball(struct world *w, struct setting *s)
{
	star(w, s, 0.8, 1);
	ball(w, s, 0.4, 1.1, 0);
	crowd(s, 0.44);
}

/* A group of bodies, by its constraint. */
static struct constraint *tag(struct world *w, int row, const char *name)
{
	world_bodies3(w).tag[row] = world_name(w, name);
	return world_need_constraint(w, name);
}

static int plane(struct world *w, struct setting *s, const char *name)
{
	struct shape *h = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(h, SHAPE_PLANE, 1);
	int row = scene_body(w, h->id, name, 1, 2, -9);
	world_bodies3(w).material[row] = world_name(w, "rock");
	s->body[row] = (struct feel){ .material = 1, .crowd = 1, .still = 1 };
	s->n++;
	scene_hold(w, name);
	return row;
}

static void floor_(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	cross(w, s, 0.7, 0);
	crowd(s, 0.3);
	plane(w, s, "floor");
}

/* A plate with a mass, which moves by forces along its normal alone; without end it is ten of the smallest wide. */
static void plate(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	ball(w, s, 0.4, 1, 0);
	int row = plane(w, s, "plate");
	struct constraint *c = world_need_constraint(w, "plate");
	c->m = 0.07;
	c->dof[2] = (struct dof){ DRIVE_FORCE, 1, { -0.1 }, NULL };
	s->body[row] = (struct feel){ .material = 1, .w = 1 / 0.07, .reach = 3 };
	crowd(s, 0.3);
}

/* In a domain it is as wide as half of its longest side. */
static void plate_in_domain(struct world *w, struct setting *s)
{
	plate(w, s);
	w->domain = (struct domain){ .lo = { -1, -3, -13 }, .hi = { 29, 8, 28 }, .set = 1 };
	s->body[2].reach = 20.5;
	crowd(s, 0.3);
}

/* Two balls that move as one and do not turn: their mass, of which some is told; free along all axes the damping has it. */
static void pair_of(struct world *w, struct setting *s, int told)
{
	ball(w, s, 0.3, 1, 0);
	for (int k = 0; k < 2; k++) {
		int row = ball(w, s, 0.21 + 0.3 * k, 1, 1);
		struct constraint *c = tag(w, row, "pair");

		c->m = 1.1;
		for (int z = 3 - told; z < 6; z++)
			c->dof[z].drive = DRIVE_FIXED;
	}
	for (int k = 1; k < 3; k++) {
		s->body[k].w = 1 / 1.1;
		s->body[k].winv = told ? 0 : 1 / 1.1;
		memset(s->body[k].wi, 0, sizeof s->body[k].wi);
	}
	crowd(s, 0.3);
	s->body[1].crowd = s->body[2].crowd = s->body[1].crowd + s->body[2].crowd; /* what touches one pushes both */
}

static void group(struct world *w, struct setting *s)
{
	pair_of(w, s, 0);
}

static void group_told(struct world *w, struct setting *s)
{
	pair_of(w, s, 1);
}

/* Two balls that are held, and do not meet. */
static void held(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	for (int k = 0; k < 2; k++) {
		struct feel *f = &s->body[ball(w, s, 0.4, 1, 1)];

		f->w = f->winv = 0;
		f->still = 1;
		memset(f->wi, 0, sizeof f->wi);
		tag(w, 1 + k, "held");
	}
	scene_hold(w, "held");
	crowd(s, 0.3);
}

/* A law of which there are no bodies. */
static void alone(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	ball(w, s, 0.4, 1.2, 0);
	crowd(s, 0.3);
}

/* A body of which the mass is given: its moments go with it. */
static void wheel(struct world *w, struct setting *s)
{
	ball(w, s, 0.3, 1, 0);
	int row = star(w, s, 0.9, 1);
	struct constraint *c = tag(w, row, "wheel");
	struct feel *f = &s->body[row];
	for (int z = 0; z < 6; z++)
		c->dof[z].drive = z == 4 ? DRIVE_FREE : DRIVE_FIXED;
	c->m = 1.7;
	for (int z = 0; z < 3; z++)
		f->wi[z] /= f->w * 1.7;
	f->w = 1 / 1.7;
	f->winv = 0;
	crowd(s, 0.3);
}

/* ---- */

static void check(struct setting *s, void (*build)(struct world *, struct setting *), const char *what)
{
	int wrong = 0, n = 0;

	for (double scale = 1; scale < 100; scale *= 1.23) {
		struct setting now = *s;
		struct world w;
		double want = INFINITY;

		scene_begin(&w, "linear", (const char *[]){ NULL }, NULL);
		world_need_material(&w, "rock")->density = density[1];
		laws(&w, s, scale);
		build(&w, &now);
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2; b++) {
				struct pair *p = &now.law[a][b];

				*p = s->law[a < b ? a : b][a < b ? b : a];
				p->kn *= scale;
				p->kt *= scale;
				p->kr *= scale;
				p->gr *= scale;
				p->ks *= scale;
				p->gs *= scale;
			}
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 2; b++)
				want = fmin(want, step_of(&now, a, b));
		struct dem3 *sim = scene_start(&w, dem3_defaults());
		double found = dem3_report(sim).dt_auto;
		if (fabs(found / down(want) - 1) > 1e-9 && fabs(down(want * (1 + 1e-9)) / down(want * (1 - 1e-9)) - 1) < 1e-6) {
			printf("# %s: scale %g, found %.12g, expected %.12g of %.12g\n", what, scale, found, down(want), want);
			wrong++;
		}
		wrong += dem3_clock(sim)->dt != found;
		n++;
		dem3_free(sim);
		world_free(&w);
	}
	ok(wrong == 0, "%s: %d of %d steps are as they should", what, n - wrong, n);
}

/* Where nothing says how fast anything is, the step is 1e-3. */
static void nothing(void)
{
	const struct pair soft = { "linear", 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 };
	struct setting s = { .law = { { soft, soft }, { soft, soft } } };
	struct world w;

	scene_begin(&w, "linear", (const char *[]){ NULL }, NULL);
	world_need_material(&w, "rock")->density = density[1];
	laws(&w, &s, 1);
	balls(&w, &s);
	struct dem3 *sim = scene_start(&w, dem3_defaults());
	near(dem3_clock(sim)->dt, 1e-3, 0, "without forces a step of 1e-3");
	dem3_free(sim);
	world_free(&w);
}

int main(void)
{
	static const struct pair one[] = {
		{ "linear", 100, 10, 1, 9e9, 9e9, 0, 9e9, 9e9, 0, 0 }, /* without limits nothing rolls or twists */
		{ "linear", 50, 190, 1, 0, 0, 0, 0, 0, 0, 0 },
		{ "linear", 10, 1, 1, 90, 0, 0.1, 7, 0, 0.1, 0 },
		{ "linear", 10, 1, 1, 7, 0, 0.1, 90, 0, 0.1, 0 },
		{ "linear", 100, 10, 0.03, 0, 0, 0, 0, 0, 0, 0 },
		{ "linear", 10, 70, 0.03, 0, 0, 0, 0, 0, 0, 0 },
		{ "linear", 1, 0.1, 1, 0.1, 7, 0.1, 0.1, 2, 0.1, 0 },
		{ "linear", 1, 0.1, 1, 0.1, 2, 0.1, 0.1, 7, 0.1, 0 },
		{ "hertz", 100, 10, 1, 0, 0, 0, 0, 0, 0, 0 },
		{ "hertz", 100, 3, 0.03, 0, 0, 0, 0, 0, 0, 0 },
		{ "mindlin", 60, 90, 1, 0, 0, 0, 0, 0, 0, 0 },
		{ "mindlin", 20, 90, 0.03, 0, 0, 0, 0, 0, 0, 0 },
		{ "cohesive", 100, 10, 1, 0, 0, 0, 0, 0, 0, 0.02 },
		{ "lennard-jones", 0.7, 0.4, 1, 0, 0, 0, 0, 0, 0, 0 },
	};
	static const struct { void (*build)(struct world *, struct setting *); const char *what; } scene[] = { { balls, "balls" },
		{ stars, "clumps" }, { star_and_ball, "a clump and a ball" }, { floor_, "a floor" }, { plate, "a plate without end" },
		{ plate_in_domain, "a plate in a domain" }, { group, "two balls as one" }, { group_told, "and held along an axis" },
		{ wheel, "a wheel" } };
	char what[80];

	for (size_t k = 0; k < sizeof scene / sizeof *scene; k++)
		for (size_t l = 0; l < sizeof one / sizeof *one; l++) {
			struct setting s = { .law = { { one[l], one[l] }, { one[l], one[l] } } };
			int curved = is(&one[l], "hertz") || is(&one[l], "mindlin");

			if (curved && (scene[k].build == plate || scene[k].build == plate_in_domain)) /* a force: autohertz.c */
				continue;
			snprintf(what, sizeof what, "%s, law %d", scene[k].what, (int)l);
			check(&s, scene[k].build, what);
		}
	/* of three laws the fastest counts, whichever it is */
	for (int fast = 0; fast < 3; fast++) {
		struct setting s = { .law = { { one[0], one[0] }, { one[0], one[0] } } };

		s.law[fast / 2][(fast + 1) / 2].kn = 900;
		check(&s, balls, "balls of three laws");
		check(&s, stars, "clumps of three laws");
		check(&s, held, "held balls of three laws");
		check(&s, alone, "balls of one of three laws");
		s.law[fast / 2][(fast + 1) / 2] = (struct pair){ "linear", 0, 900, 1, 0, 0, 0, 0, 0, 0, 0 };
		check(&s, stars, "clumps of which some pass each other");
	}
	nothing();
	return done();
}
