/* mercury_restart.c: read the restart files of MercuryDPM: spheres, planes, periodic boundaries and linear contact laws */
#include "atoms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"

enum { SPECIES_MOST = 100 };

/* A plane that bodies touch. */
struct flat { int64_t species; double x[3], q[4], v[3]; };

struct restart {
	struct fields l;
	struct domain domain;
	double gravity[3], t;
	int64_t step, n_fixed;
	int n_species, n_wall;
	struct flat *wall;
	size_t cap_wall;
	struct trade_text rows;    /* of particles, as a table */
	long *line;                /* [n] of the rows */
	char *fixed;               /* [n] whether the particle has no mass */
	size_t cap_line, cap_fixed;
	int n;
};

/* The place of the field after this word on the line; 0: there is none. */
static int after(const struct fields *l, const char *word)
{
	for (int k = 0; k + 1 < l->n && k + 1 < FIELDS_MOST; k++)
		if (fields_is(l, k, word))
			return k + 1;
	return 0;
}

/* n numbers after a word, which must be there. */
static enum trade_status numbers(const struct fields *l, const char *word, int n, double *to)
{
	int k = after(l, word);
	enum trade_status status = k ? TRADE_GOOD : fields_bad(l, "found no '%s' on this line, expected it with %d numbers", word, n);

	for (int i = 0; i < n && status == TRADE_GOOD; i++)
		status = fields_real(l, k + i, &to[i], "a number");
	return status;
}

static enum trade_status whole(const struct fields *l, const char *word, int64_t *to, int64_t most)
{
	int k = after(l, word);

	return k ? fields_integer(l, k, to, 0, most, "a number from 0") : fields_bad(l, "found no '%s' on this line, expected it", word);
}

/* Whether the first field of the line begins and ends with these texts. */
static int is_named(const struct fields *l, const char *begin, const char *end)
{
	int n = l->length[0], a = (int)strlen(begin), b = (int)strlen(end);

	return n >= a + b && memcmp(l->field[0], begin, (size_t)a) == 0 && memcmp(l->field[0] + n - b, end, (size_t)b) == 0;
}

/* ---- parts of the file ---- */

static enum trade_status need(struct fields *l, const char *what)
{
	return fields_next(l) ? TRADE_GOOD : fields_bad(l, "found the end of the file, expected %s", what);
}

static enum trade_status read_head_line(struct restart *r)
{
	static const char *const lo[] = { "xMin", "yMin", "zMin" }, *const hi[] = { "xMax", "yMax", "zMax" };
	const struct fields *l = &r->l;
	enum trade_status status = TRADE_GOOD;
	int64_t dim = 3;

	if (after(l, "xMin"))
		for (int c = 0; c < 3 && status == TRADE_GOOD; c++)
			if ((status = numbers(l, lo[c], 1, &r->domain.lo[c])) == TRADE_GOOD)
				status = numbers(l, hi[c], 1, &r->domain.hi[c]);
	if (status == TRADE_GOOD && after(l, "time") && after(l, "timeStep")) {
		status = numbers(l, "time", 1, &r->t);
		if (status == TRADE_GOOD && after(l, "ntimeSteps"))
			status = whole(l, "ntimeSteps", &r->step, INT64_C(1) << 53);
	}
	if (status == TRADE_GOOD && after(l, "gravity"))
		status = numbers(l, "gravity", 3, r->gravity);
	if (status == TRADE_GOOD && after(l, "systemDimensions"))
		status = whole(l, "systemDimensions", &dim, 3);
	return status == TRADE_GOOD && dim != 3 ? fields_bad(l, "found a scene in the plane, expected one in space; .data files of the "
	                                                    "plane are read") : status;
}

static void name(char to[32], int64_t species)
{
	snprintf(to, 32, "grain%lld", (long long)species);
}

/* The keys of a linear law, with or without friction. */
static enum trade_status read_law(struct world *w, const struct fields *l, int64_t a, int64_t b)
{
	static const struct { const char *theirs, *ours; } key[] = {
		{ "stiffness", "kn" }, { "dissipation", "gn" }, { "slidingStiffness", "kt" }, { "slidingDissipation", "gt" },
		{ "slidingFrictionCoefficient", "mu" },
	};
	static const char *const none[] = { "rollingStiffness", "rollingFrictionCoefficient", "torsionStiffness",
	                                    "torsionFrictionCoefficient" };
	char names[2][32];
	double x;

	name(names[0], a);
	name(names[1], b);
	if (world_law(w, names[0], names[1])) /* then another one is missing */
		return fields_bad(l, "found the species of %s and %s again, expected each pair once", names[0], names[1]);
	struct params *par = &world_need_law(w, names[0], names[1])->par;
	for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
		x = 0;
		if ((k == 0 || after(l, key[k].theirs)) && numbers(l, key[k].theirs, 1, &x) != TRADE_GOOD)
			return TRADE_BAD;
		if (!(x >= 0))
			return fields_bad(l, "found %s %g, expected 0 or more", key[k].theirs, x);
		params_set(par, key[k].ours, x);
		if (k == 1 && x > 0)
			params_set(par, "attraction", 1); /* the dashpot may pull, too */
	}
	for (size_t k = 0; k < sizeof none / sizeof *none; k++)
		if (after(l, none[k]) && (numbers(l, none[k], 1, &x) != TRADE_GOOD || x != 0))
			return fields_bad(l, "found %s that is not 0, which scree defines by the angle; set it to 0, and use scree-set --law for "
			                  "kr, mur and mus", none[k]);
	return TRADE_GOOD;
}

static enum trade_status read_species(struct world *w, struct restart *r, int64_t n)
{
	enum trade_status status = TRADE_GOOD;
	char text[32];

	r->n_species = (int)n;
	for (int64_t k = 0; k < n + n * (n - 1) / 2 && status == TRADE_GOOD; k++) {
		int64_t a, b;
		double density;

		if ((status = need(&r->l, "another species")) != TRADE_GOOD)
			break;
		int mixed = after(&r->l, "idA") > 0;
		if (!is_named(&r->l, "LinearViscoelastic", "Species") || (!is_named(&r->l, "", "MixedSpecies") && mixed) ||
		    after(&r->l, "adhesionForceMax"))
			return fields_bad(&r->l, "found the species '%.*s', expected LinearViscoelastic...Species without adhesion",
			                  r->l.length[0] < 60 ? r->l.length[0] : 60, r->l.field[0]);
		status = whole(&r->l, mixed ? "idA" : "id", &a, n - 1);
		b = a;
		if (status == TRADE_GOOD && mixed)
			status = whole(&r->l, "idB", &b, n - 1);
		if (status == TRADE_GOOD && mixed && a == b)
			return fields_bad(&r->l, "found a mixed species of %lld with itself, expected two", (long long)a);
		if (status == TRADE_GOOD && !mixed) {
			int at = after(&r->l, "density");

			status = fields_positive(&r->l, at ? at : FIELDS_MOST, &density, "the density of a species");
			name(text, a);
			if (status == TRADE_GOOD)
				world_need_material(w, text)->density = density;
		}
		if (status == TRADE_GOOD)
			status = read_law(w, &r->l, a, b);
	}
	return status;
}

static enum trade_status read_walls(struct restart *r, int64_t n)
{
	enum trade_status status = TRADE_GOOD;
	double spin[3];

	for (int64_t k = 0; k < n && status == TRADE_GOOD; k++) {
		struct flat f;

		if ((status = need(&r->l, "another wall")) != TRADE_GOOD)
			break;
		if (!fields_is(&r->l, 0, "InfiniteWall"))
			return fields_bad(&r->l, "found the wall '%.*s', expected InfiniteWall; .data files have the particles alone",
			                  r->l.length[0] < 60 ? r->l.length[0] : 60, r->l.field[0]);
		status = whole(&r->l, "indSpecies", &f.species, r->n_species - 1);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "position", 3, f.x);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "orientation", 4, f.q);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "velocity", 3, f.v);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "angularVelocity", 3, spin);
		double norm = 0;
		for (int c = 0; c < 4 && status == TRADE_GOOD; c++)
			norm += f.q[c] * f.q[c];
		if (status == TRADE_GOOD && !(norm > 0.999 && norm < 1.001))
			status = fields_bad(&r->l, "found an orientation that is no rotation, expected a quaternion of length 1");
		if (status == TRADE_GOOD && (spin[0] != 0 || spin[1] != 0 || spin[2] != 0))
			status = fields_bad(&r->l, "found a plane that turns, expected one that does not");
		for (int c = 0; c < 4 && status == TRADE_GOOD; c++)
			f.q[c] /= sqrt(norm);
		MEM_GROW(r->wall, &r->cap_wall, (size_t)r->n_wall + 1);
		r->wall[r->n_wall] = f;
		r->n_wall += status == TRADE_GOOD;
	}
	return status;
}

/* Periodic boundaries along an axis. What puts particles in or takes them out does not belong to the scene of now. */
static enum trade_status read_boundaries(struct restart *r, int64_t n)
{
	enum trade_status status = TRADE_GOOD;
	double normal[3], left, right;

	for (int64_t k = 0; k < n && status == TRADE_GOOD; k++) {
		int axis = -1;

		if ((status = need(&r->l, "another boundary")) != TRADE_GOOD)
			break;
		if (is_named(&r->l, "", "InsertionBoundary") || fields_is(&r->l, 0, "DeletionBoundary"))
			continue;
		if (!fields_is(&r->l, 0, "PeriodicBoundary"))
			return fields_bad(&r->l, "found the boundary '%.*s', expected PeriodicBoundary",
			                  r->l.length[0] < 60 ? r->l.length[0] : 60, r->l.field[0]);
		status = numbers(&r->l, "normal", 3, normal);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "distanceLeft", 1, &left);
		if (status == TRADE_GOOD)
			status = numbers(&r->l, "distanceRight", 1, &right);
		for (int c = 0; c < 3 && status == TRADE_GOOD; c++)
			axis = normal[c] == 1 && normal[(c + 1) % 3] == 0 && normal[(c + 2) % 3] == 0 ? c : axis;
		if (status == TRADE_GOOD && (axis < 0 || !(left < right)))
			status = fields_bad(&r->l, "found a periodic boundary across the axes, expected the normal 1 0 0, 0 1 0 or 0 0 1");
		if (status == TRADE_GOOD) {
			r->domain.lo[axis] = left;
			r->domain.hi[axis] = right;
			r->domain.periodic[axis] = 1;
		}
	}
	return status;
}

static enum trade_status read_particles(struct restart *r, int64_t n)
{
	static const struct { const char *word; int n; } part[] = { { "position", 3 }, { "orientation", 4 }, { "velocity", 3 },
	                                                           { "angularVelocity", 3 }, { "radius", 1 }, { "invMass", 1 } };
	enum trade_status status = TRADE_GOOD;

	text_put(&r->rows, "id type x y z quatw quati quatj quatk vx vy vz omegax omegay omegaz radius\n");
	for (int64_t k = 0; k < n && status == TRADE_GOOD; k++) {
		double x[15];
		int64_t id, species;
		int at = 0;

		if ((status = need(&r->l, "another particle")) != TRADE_GOOD)
			break;
		if (after(&r->l, "axes") || !is_named(&r->l, "", "Particle"))
			return fields_bad(&r->l, "found the particle '%.*s', expected a sphere", r->l.length[0] < 60 ? r->l.length[0] : 60,
			                  r->l.field[0]);
		status = whole(&r->l, "id", &id, (INT64_C(1) << 53) - 1);
		if (status == TRADE_GOOD)
			status = whole(&r->l, "indSpecies", &species, r->n_species - 1);
		for (size_t i = 0; i < sizeof part / sizeof *part && status == TRADE_GOOD; i++) {
			status = numbers(&r->l, part[i].word, part[i].n, x + at);
			at += part[i].n;
		}
		if (status != TRADE_GOOD)
			break;
		text_integer(&r->rows, id + 1, ' ');
		text_integer(&r->rows, species, ' ');
		text_reals(&r->rows, 14, x, ' ', '\n');
		MEM_GROW(r->line, &r->cap_line, (size_t)r->n + 1);
		MEM_GROW(r->fixed, &r->cap_fixed, (size_t)r->n + 1);
		r->line[r->n] = r->l.number;
		r->fixed[r->n] = x[14] == 0;
		r->n_fixed += x[14] == 0;
		r->n++;
	}
	return status;
}

static enum trade_status read_all(struct world *w, struct restart *r)
{
	enum { SPECIES, WALLS, BOUNDARIES, PARTICLES, PARTS };
	static const char *const word[PARTS] = { "Species", "Walls", "Boundaries", "Particles" };
	enum trade_status status = TRADE_GOOD;

	for (int part = 0; part < PARTS && status == TRADE_GOOD; part++) {
		int64_t n = 0;

		do {
			if ((status = need(&r->l, word[part])) == TRADE_GOOD && !fields_is(&r->l, 0, word[part]) && part == SPECIES)
				status = read_head_line(r);
		} while (status == TRADE_GOOD && !fields_is(&r->l, 0, word[part]));
		if (status == TRADE_GOOD)
			status = fields_integer(&r->l, 1, &n, part == SPECIES, part == SPECIES ? SPECIES_MOST : INT32_MAX, "their number");
		if (status == TRADE_GOOD)
			status = part == SPECIES ? read_species(w, r, n) : part == WALLS ? read_walls(r, n) :
				part == BOUNDARIES ? read_boundaries(r, n) : read_particles(r, n);
	}
	return status;
}

/* ---- the scene ---- */

static void hold(struct world *w, const char *tag, const double v[3])
{
	struct constraint *c = world_need_constraint(w, tag);

	for (int k = 0; k < 6; k++) {
		c->dof[k].drive = k < 3 && v[k] != 0 ? DRIVE_VELOCITY : DRIVE_FIXED;
		c->dof[k].n = c->dof[k].drive == DRIVE_VELOCITY;
		c->dof[k].value[0] = k < 3 ? v[k] : 0;
	}
}

/* A plane fills z < 0 of its frame; in MercuryDPM it fills x > 0. */
static void put_walls(struct world *w, const struct restart *r)
{
	static const double turn[4] = { 0.70710678118654752, 0, -0.70710678118654752, 0 };
	char material[32], tag[32];
	int64_t plane = world_last_shape(w) + 1;

	if (!r->n_wall)
		return;
	struct shape *s = world_need_shape(w, plane);
	shape_alloc(s, SHAPE_PLANE, 1);
	s->n = s->solid->n = 1;
	for (int k = 0; k < r->n_wall; k++) {
		const struct flat *f = &r->wall[k];
		double q[4];

		snprintf(tag, sizeof tag, "wall%d", k);
		name(material, f->species);
		hold(w, tag, f->v);
		int i = world_add_body(w, plane, material, tag);
		struct bodies3 b = world_bodies3(w);
		quat_times(q, f->q, turn);
		for (int c = 0; c < 3; c++) {
			b.x[c][i] = f->x[c];
			b.v[c][i] = f->v[c];
		}
		for (int c = 0; c < 4; c++)
			b.q[c][i] = q[c];
	}
}

/* The domain. An axis without a size, as files have where nobody gave one, gets that of the particles if another is periodic;
 * otherwise there is no domain. */
static struct domain find_domain(const struct restart *r, const struct atoms *a)
{
	struct domain d = r->domain;
	const int periodic = d.periodic[0] || d.periodic[1] || d.periodic[2];

	for (int c = 0; c < 3; c++) {
		const double *x = a->column[a->of[ATOMS_X + c]].value, *radius = a->column[a->of[ATOMS_RADIUS]].value;

		if (d.lo[c] < d.hi[c])
			continue;
		if (!periodic)
			return (struct domain){ .set = 0 };
		for (int i = 0; i < a->n; i++) {
			d.lo[c] = i && d.lo[c] < x[i] - radius[i] ? d.lo[c] : x[i] - radius[i];
			d.hi[c] = i && d.hi[c] > x[i] + radius[i] ? d.hi[c] : x[i] + radius[i];
		}
		if (!(d.lo[c] < d.hi[c]))
			d.hi[c] = d.lo[c] + 1;
	}
	d.set = 1;
	return d;
}

static enum trade_status build(struct world *w, struct restart *r, const struct trade_plan *plan, char **error)
{
	struct atoms a = { .n_axis = 3, .t = r->t, .step = r->step };
	struct fields l;

	memset(text_room(&r->rows, 16), 0, 16);
	fields_begin(&l, &(struct trade_file){ .name = r->l.name, .text = r->rows.text, .n = r->rows.n }, 0, error);
	fields_next(&l);
	enum trade_status status = atoms_begin(&a, &l, 0);
	for (int k = 0; k < r->n && status == TRADE_GOOD; k++) {
		fields_next(&l);
		l.number = r->line[k];
		status = atoms_row(&a, &l);
	}
	if (status == TRADE_GOOD) {
		a.domain = find_domain(r, &a);
		status = atoms_build(w, &a, plan, &l);
	}
	atoms_free(&a);
	if (status != TRADE_GOOD)
		return status;
	memcpy(w->gravity, r->gravity, sizeof w->gravity);
	if (r->n_fixed) {
		struct bodies3 b = world_bodies3(w);
		int32_t tag = world_name(w, "fixed");

		hold(w, "fixed", (const double[3]){ 0 });
		for (int k = 0; k < r->n; k++)
			b.tag[k] = r->fixed[k] ? tag : b.tag[k];
	}
	put_walls(w, r);
	return TRADE_GOOD;
}

enum trade_status mercury_restart_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct restart r = { .n = 0 };

	(void)n;
	fields_begin(&r.l, file, 0, error);
	enum trade_status status = read_all(w, &r);
	if (status == TRADE_GOOD)
		status = build(w, &r, plan, error);
	free(r.rows.text);
	free(r.wall);
	free(r.line);
	free(r.fixed);
	return status;
}
