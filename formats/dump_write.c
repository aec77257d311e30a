/* dump_write.c: write frames of balls and ellipsoids: dumps of LAMMPS as text, extended XYZ, .data files of MercuryDPM */
#include "trade_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "number.h"
#include "particles_parts.h"
#include "world/deform.h"

/* ---- atoms ---- */

/* An atom is a ball or an ellipsoid, a body, or a ball of a clump; or the ball around a polyhedron. */
struct atom {
	const struct trade_body *body;
	int ball;
	double x[4], v[3], axis[3], mass;   /* x y z r; semiaxes, 0 for a ball */
};

static int atoms_of(const struct trade_body *b)
{
	return b->shape->kind == SHAPE_CLUMP || b->shape->kind == SHAPE_DISKS ? body_balls(b) : 1;
}

/* Whether the bodies have parts, so that atoms need numbers of their own. */
static int has_clumps(const struct trade_scene *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->body[i].shape->kind == SHAPE_CLUMP || s->body[i].shape->kind == SHAPE_DISKS)
			return 1;
	return 0;
}

void trade_numbers_free(struct trade_numbers *k)
{
	free(k->body);
	free(k->first);
	*k = (struct trade_numbers){ .n = 0 };
}

/* The number of the first atom of each body, [s->n]: its id, as long as no frame had clumps; then balls are counted, and single
 * bodies that may have been there before keep their ids. The caller frees it. */
static int64_t *number_atoms(const struct trade_scene *s)
{
	struct trade_numbers *k = s->numbers;
	int64_t *first = mem_zero((size_t)s->n, sizeof *first);
	struct ids ids;

	k->counted |= has_clumps(s);
	for (int i = 0; i < s->n && !k->counted; i++) {
		first[i] = s->body[i].id;
		k->own = first[i] > k->own ? first[i] : k->own;
	}
	if (!k->counted)
		return first;
	k->last = k->last > k->own ? k->last : k->own;
	ids_init(&ids, k->n, k->body);
	for (int i = 0; i < s->n; i++) {
		const int row = ids_row(&ids, s->body[i].id);

		first[i] = row >= 0 ? k->first[row] : atoms_of(&s->body[i]) == 1 && s->body[i].id <= k->own ? s->body[i].id : 0;
	}
	ids_free(&ids);
	for (int i = 0; i < s->n; i++) {
		if (first[i])
			continue;
		MEM_GROW(k->body, &k->cap, (size_t)k->n + 1);
		MEM_GROW(k->first, &k->cap_first, (size_t)k->n + 1);
		k->body[k->n] = s->body[i].id;
		k->first[k->n++] = first[i] = k->last + 1;
		k->last += atoms_of(&s->body[i]);
	}
	return first;
}

static int has_ellipsoids(const struct trade_scene *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->body[i].shape->kind == SHAPE_ELLIPSOID)
			return 1;
	return 0;
}

static double own_mass(const struct trade_body *b, int k, double r)
{
	const double pi = 3.14159265358979324;

	if (atoms_of(b) == 1 && b->mass > 0)
		return b->mass;
	return b->density * body_ball_density(b, k) * (b->shape->solid ? 4 / 3. * pi * r * r * r : pi * r * r);
}

static struct atom atom_of(const struct trade_body *b, int k)
{
	struct atom a = { .body = b, .ball = k, .x = { b->x[0], b->x[1], b->x[2], 0 } };

	if (b->shape->kind == SHAPE_ELLIPSOID) {
		for (int c = 0; c < 3; c++) {
			a.axis[c] = b->size * b->shape->solid->a[c];
			a.x[3] = fmax(a.x[3], a.axis[c]);
		}
	} else if (b->shape->kind == SHAPE_POLYHEDRON) {
		a.x[3] = b->size * shape_reach(b->shape);
	} else {
		body_ball(a.x, b, k, 1);
	}
	a.mass = own_mass(b, k, a.x[3]);
	for (int c = 0; c < 3; c++) {
		int c1 = (c + 1) % 3, c2 = (c + 2) % 3;

		a.v[c] = b->v[c] + (b->omega[c1] * (a.x[c2] - b->x[c2]) - b->omega[c2] * (a.x[c1] - b->x[c1]));
	}
	return a;
}

/* The box of the domain; without one the box around all atoms. In the plane it is from -0.5 to 0.5 along z, as in LAMMPS. */
static void find_box(struct domain *d, const struct trade_scene *s)
{
	const int dim = s->w->dim;

	for (int c = d->set ? dim : 0; c < 3; c++) {
		d->lo[c] = c < dim ? INFINITY : -0.5;
		d->hi[c] = c < dim ? -INFINITY : 0.5;
	}
	for (int i = 0; i < s->n && !d->set; i++)
		for (int k = 0; k < atoms_of(&s->body[i]); k++) {
			const struct atom a = atom_of(&s->body[i], k);

			for (int c = 0; c < dim; c++) {
				d->lo[c] = fmin(d->lo[c], a.x[c] - a.x[3]);
				d->hi[c] = fmax(d->hi[c], a.x[c] + a.x[3]);
			}
		}
	for (int c = 0; c < 3; c++)
		if (!(d->lo[c] < d->hi[c])) { /* there are no atoms */
			d->lo[c] = 0;
			d->hi[c] = 1;
		}
}

/* ---- further columns ---- */

/* Forces and torques go along, although programs of scree know them. Returns their names in dumps, NULL for other columns. */
static const char *dynamic(const char *name)
{
	static const char *const of[][2] = {
		{ "fx", "fx" }, { "fy", "fy" }, { "fz", "fz" }, { "tx", "tqx" }, { "ty", "tqy" }, { "tz", "tqz" }, { "torque", "tqz" },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (strcmp(name, of[i][0]) == 0)
			return of[i][1];
	return NULL;
}

/* Columns of bodies that are no part of the state go along: those that programs of scree do not know, forces and torques. Those
 * with a name of our own columns stay behind. */
static int goes_along(const struct table *t, int k, int clumps)
{
	static const char *const own[] = { "type", "radius", "mass", "omegax", "omegay", "omegaz", "quatw", "quati", "quatj", "quatk",
	                                   "shapex", "shapey", "shapez", "species", "pos", "velo", "orientation", "aspherical_shape",
	                                   "polyhedron", "tqx", "tqy", "tqz" };
	const char *name = t->col[k].name;

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strcmp(name, own[i]) == 0)
			return 0;
	if (clumps && (strcmp(name, "mol") == 0 || strcmp(name, "molecule") == 0))
		return 0;
	if (strcmp(name, "torque") == 0 && table_find(t, "tz") >= 0) /* in space it is no column of ours */
		return 0;
	return dynamic(name) || !particles_knows(name);
}

/* The columns that go along: their indices in the table of bodies. */
struct along { int n, *column; };

/* Find them. words: also the tags, if some body has one; programs that take columns for numbers could not read the file then. */
static struct along find_along(const struct trade_scene *s, int clumps, int words)
{
	const struct table *t = &s->w->body;
	const int32_t *tag = words ? table_word(t, "tag") : NULL;
	struct along out = { 0, MEM_NEW(int, (size_t)t->n_col) };
	int tagged = 0;

	for (int i = 0; i < s->n && tag && !tagged; i++)
		tagged = tag[s->body[i].row] != 0;
	for (int k = 0; k < t->n_col; k++)
		if (goes_along(t, k, clumps) || (tagged && t->col[k].word == tag))
			out.column[out.n++] = k;
	return out;
}

static void put_name(struct trade_text *out, const char *name)
{
	text_put(out, dynamic(name) ? dynamic(name) : name);
}

/* Whether a text column is of numbers; `-` is none. */
static int is_numbers(const struct table *t, int k)
{
	double x;

	for (int i = 0; i < t->n_row && t->col[k].kind == COL_TEXT; i++) {
		const char *text = t->pool + t->col[k].text[i];

		if (strcmp(text, "-") != 0 && number_parse(text, &x) != 0)
			return 0;
	}
	return t->col[k].kind != COL_WORD;
}

static void put_cell(struct trade_text *out, const struct trade_scene *s, int k, int row)
{
	const struct table *t = &s->w->body;
	const struct col *c = &t->col[k];

	if (c->kind == COL_REAL)
		text_reals(out, 1, &c->real[row], ' ', ' ');
	else if (c->kind == COL_INT)
		text_integer(out, c->integer[row], ' ');
	else {
		const char *text = c->kind == COL_WORD ? s->w->names.word[c->word[row]] : t->pool + c->text[row];

		text_put(out, strcmp(text, "-") == 0 && c->kind == COL_TEXT && is_numbers(t, k) ? "nan" : text);
		text_put(out, " ");
	}
}

static void end_line(struct trade_text *out)
{
	out->text[out->n - 1] = '\n';
}

/* ---- LAMMPS ---- */

/* Whether all bodies are at z = 0. */
static int is_layer(const struct trade_scene *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->body[i].x[2] != 0)
			return 0;
	return 1;
}

static void dump_head(struct trade_text *out, const struct trade_scene *s, struct domain d, int64_t n)
{
	find_box(&d, s);
	if (s->w->dim == 3 && d.set && d.periodic[2] && d.lo[2] == -0.5 && d.hi[2] == 0.5 && is_layer(s))
		d.hi[2] = nextafter(0.5, 1); /* not the box of a scene in the plane */
	const double *t = d.tilt, most[3] = { fmax(fmax(0, t[0] + t[1]), fmax(t[0], t[1])), fmax(0, t[2]), 0 };
	const double least[3] = { fmin(fmin(0, t[0] + t[1]), fmin(t[0], t[1])), fmin(0, t[2]), 0 };
	int tilted = domain_tilted(&d);

	text_put(out, "ITEM: TIME\n"); /* LAMMPS reads it only before the step */
	text_reals(out, 1, &s->w->t, ' ', '\n');
	text_put(out, "ITEM: TIMESTEP\n");
	text_integer(out, s->w->step, '\n');
	text_put(out, "ITEM: NUMBER OF ATOMS\n");
	text_integer(out, n, '\n');
	text_put(out, tilted ? "ITEM: BOX BOUNDS xy xz yz" : "ITEM: BOX BOUNDS");
	for (int c = 0; c < 3; c++)
		text_put(out, c >= s->w->dim || (d.set && d.periodic[c]) ? " pp" : " ff");
	text_put(out, "\n");
	for (int c = 0; c < 3; c++)
		text_reals(out, tilted ? 3 : 2, (double[3]){ d.lo[c] + least[c], d.hi[c] + most[c], t[c] }, ' ', '\n');
}

static void dump_columns(struct trade_text *out, const struct trade_scene *s, const struct along *along, int clumps,
	int ellipsoids, int turned)
{
	text_put(out, clumps ? "ITEM: ATOMS id mol type " : "ITEM: ATOMS id type ");
	text_put(out, "x y z ix iy iz radius mass vx vy vz omegax omegay omegaz ");
	text_put(out, turned ? "quatw quati quatj quatk " : "");
	text_put(out, ellipsoids ? "shapex shapey shapez " : "");
	text_put(out, s->enclosed ? "polyhedron " : "");
	for (int k = 0; k < along->n; k++) {
		put_name(out, s->w->body.col[along->column[k]].name);
		text_put(out, " ");
	}
	end_line(out);
}

/* The number of atoms; -1 and a message if there are too many. */
static int64_t count_atoms(const struct trade_scene *s, char **error)
{
	int64_t n = 0;

	for (int i = 0; i < s->n; i++)
		n += atoms_of(&s->body[i]);
	if (n > INT32_MAX)
		trade_bad(error, "%s holds at most 2147483647 atoms, found %lld balls", s->format->name, (long long)n);
	return n > INT32_MAX ? -1 : n;
}

/* The end of a row, the same in both formats: velocities, the quaternion q unless it is NULL, the semi-axes times `size` unless
 * that is 0, the number of a polyhedron's shape if there are polyhedra, and the columns that go along. */
static void put_rest(struct trade_text *out, const struct trade_scene *s, const struct trade_body *b, const struct atom *a,
	const struct along *along, const double *q, double size)
{
	text_reals(out, 3, a->v, ' ', ' ');
	text_reals(out, 3, b->omega, ' ', ' ');
	if (q)
		text_reals(out, 4, q, ' ', ' ');
	for (int c = 0; c < 3 && size > 0; c++)
		text_reals(out, 1, (double[1]){ size * (a->axis[0] > 0 ? a->axis[c] : a->x[3]) }, ' ', ' ');
	if (s->enclosed)
		text_integer(out, b->shape->kind == SHAPE_POLYHEDRON ? b->shape->id : 0, ' ');
	for (int k = 0; k < along->n; k++)
		put_cell(out, s, along->column[k], b->row);
	end_line(out);
}

static void dump_atoms(struct trade_text *out, const struct trade_scene *s, const struct along *along, const int64_t *first,
	int ellipsoids, int turned)
{
	const int clumps = s->numbers->counted;

	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		for (int k = 0; k < atoms_of(b); k++) {
			const struct atom a = atom_of(b, k);

			text_integer(out, first[i] + k, ' ');
			if (clumps)
				text_integer(out, b->id, ' ');
			text_integer(out, b->type, ' ');
			text_reals(out, 3, a.x, ' ', ' ');
			for (int c = 0; c < 3; c++)
				text_integer(out, b->image[c], ' ');
			text_reals(out, 2, (double[2]){ a.x[3], a.mass }, ' ', ' ');
			put_rest(out, s, b, &a, along, turned ? b->q : NULL, ellipsoids ? 2 : 0);
		}
	}
}

enum trade_status dump_write(struct trade_text out[TRADE_FILES], const struct trade_scene *scene, char **error)
{
	struct domain d;
	struct trade_scene s = trade_slanted(scene, &d);
	int ellipsoids = has_ellipsoids(&s), turned = ellipsoids || s.enclosed || (s.has & TRADE_TURN);
	int64_t n = count_atoms(&s, error), *first = number_atoms(&s);
	const int clumps = s.numbers->counted;
	struct along along = find_along(&s, clumps, 0);

	if (n >= 0) {
		dump_head(out, &s, d, n);
		dump_columns(out, &s, &along, clumps, ellipsoids, turned);
		dump_atoms(out, &s, &along, first, ellipsoids, turned);
	}
	free(along.column);
	free(first);
	free(s.body);
	return n < 0 ? TRADE_BAD : TRADE_GOOD;
}

/* ---- extended XYZ ---- */

/* The name of a column among the properties, which colons separate and quotation marks would end. */
static void put_property(struct trade_text *out, const char *name)
{
	const size_t begin = out->n;

	put_name(out, name);
	for (size_t k = begin; k < out->n; k++)
		if (strchr(":\"'", out->text[k]))
			out->text[k] = '_';
}

static void xyz_head(struct trade_text *out, const struct trade_scene *s, const struct domain *d, const struct along *along,
	int clumps, int ellipsoids, int turned)
{
	const struct table *t = &s->w->body;
	int plane = s->w->dim == 2;

	if (d->set) {
		double lattice[9] = { d->hi[0] - d->lo[0], 0, 0, d->tilt[0], d->hi[1] - d->lo[1], 0, plane ? 0 : d->tilt[1],
		                      plane ? 0 : d->tilt[2], plane ? 1 : d->hi[2] - d->lo[2] };

		text_put(out, "Lattice=\"");
		text_reals(out, 9, lattice, ' ', '"');
		text_put(out, " Origin=\"");
		text_reals(out, 3, (double[3]){ d->lo[0], d->lo[1], plane ? -0.5 : d->lo[2] }, ' ', '"');
		text_put(out, " ");
	}
	text_put(out, "pbc=\"");
	for (int c = 0; c < 3; c++)
		text_put(out, d->set && c < s->w->dim && d->periodic[c] ? c < 2 ? "T " : "T\"" : c < 2 ? "F " : "F\"");
	text_put(out, clumps ? " Properties=id:I:1:molecule:I:1:species:S:1:pos:R:3:radius:R:1:mass:R:1:velo:R:3:omega:R:3" :
	         " Properties=id:I:1:species:S:1:pos:R:3:radius:R:1:mass:R:1:velo:R:3:omega:R:3");
	text_put(out, turned ? ":orientation:R:4" : "");
	text_put(out, ellipsoids ? ":aspherical_shape:R:3" : "");
	text_put(out, s->enclosed ? ":polyhedron:I:1" : "");
	for (int k = 0; k < along->n; k++) {
		const int c = along->column[k];

		text_put(out, ":");
		put_property(out, t->col[c].name);
		text_put(out, t->col[c].kind == COL_INT ? ":I:1" : is_numbers(t, c) ? ":R:1" : ":S:1");
	}
	text_put(out, " Time=");
	text_reals(out, 1, &s->w->t, ' ', '\n');
}

/* The name of a body's material. */
static const char *species(const struct trade_scene *s, const struct trade_body *b)
{
	const int32_t *word = table_word(&s->w->body, "material");
	const char *name = word ? s->w->names.word[word[b->row]] : "-";

	return strcmp(name, "-") == 0 ? "X" : name;
}

static void xyz_atoms(struct trade_text *out, const struct trade_scene *s, const struct along *along, const int64_t *first,
	int ellipsoids, int turned)
{
	const int clumps = s->numbers->counted;

	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		for (int k = 0; k < atoms_of(b); k++) {
			const struct atom a = atom_of(b, k);

			text_integer(out, first[i] + k, ' ');
			if (clumps)
				text_integer(out, b->id, ' ');
			text_put(out, species(s, b));
			text_put(out, " ");
			text_reals(out, 4, a.x, ' ', ' ');
			text_reals(out, 1, &a.mass, ' ', ' ');
			const double q[4] = { b->q[1], b->q[2], b->q[3], b->q[0] };

			put_rest(out, s, b, &a, along, turned ? q : NULL, ellipsoids ? 1 : 0);
		}
	}
}

enum trade_status xyz_write(struct trade_text out[TRADE_FILES], const struct trade_scene *scene, char **error)
{
	struct domain d;
	struct trade_scene s = trade_slanted(scene, &d);
	int ellipsoids = has_ellipsoids(&s), turned = ellipsoids || s.enclosed || (s.has & TRADE_TURN);
	int64_t n = count_atoms(&s, error), *first = number_atoms(&s);
	const int clumps = s.numbers->counted;
	struct along along = find_along(&s, clumps, 1);

	if (n >= 0) {
		text_integer(out, n, '\n');
		xyz_head(out, &s, &d, &along, clumps, ellipsoids, turned);
		xyz_atoms(out, &s, &along, first, ellipsoids, turned);
	}
	free(along.column);
	free(first);
	free(s.body);
	return n < 0 ? TRADE_BAD : TRADE_GOOD;
}

/* ---- MercuryDPM ---- */

enum trade_status mercury_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error)
{
	const int dim = s->w->dim;
	int64_t n = count_atoms(s, error);
	struct domain d = s->w->domain;

	if (n < 0)
		return TRADE_BAD;
	if (domain_tilted(&d))
		return trade_bad(error, "mercury cannot hold a tilted domain");
	find_box(&d, s);
	text_integer(out, n, ' ');
	text_reals(out, 1, &s->w->t, ' ', ' ');
	text_reals(out, dim, d.lo, ' ', ' ');
	text_reals(out, dim, d.hi, ' ', '\n');
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		for (int k = 0; k < atoms_of(b); k++) {
			const struct atom a = atom_of(b, k);

			text_reals(out, dim, a.x, ' ', ' ');
			text_reals(out, dim, a.v, ' ', ' ');
			text_reals(out, 1, &a.x[3], ' ', ' ');
			text_reals(out, dim == 2 ? 2 : 3, (double[3]){ 0, dim == 2 ? b->omega[2] : 0, 0 }, ' ', ' ');
			if (dim == 3)
				text_reals(out, 3, b->omega, ' ', ' ');
			text_integer(out, b->type - 1, '\n');
		}
	}
	return TRADE_GOOD;
}
