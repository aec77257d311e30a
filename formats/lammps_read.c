/* lammps_read.c: read the data file of LAMMPS, and the infile of its fix rigid */
#include "trade_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "atoms.h"
#include "base/buf.h"
#include "world/deform.h"

struct atom {
	int64_t id, type, molecule, image[3];
	double ball[4], density, v[3], omega[3];
	long line;
	int seen;                  /* bits of the sections with a row of it */
};

enum { HEAD = 0, ATOMS = 1, VELOCITIES = 2, MOLECULES = 4, OTHER = 8 };

struct data {
	struct fields l;
	int64_t n_atom, n_type;
	int boxes;                 /* bits of the axes whose ends are known */
	struct domain box;
	struct atom *atom;
	size_t cap;
	int n, moving;
	int joined;                /* whether the first line says that the file ends with the section Molecules */
	int plane;                 /* whether the first line says that it is in two dimensions */
};

/* ---- the head ---- */

/* Read the first line. In files of scree-convert it gives the periodic axes, after `boundary`, and scenes in the plane. */
static void read_title(struct data *d)
{
	const char *end = memchr(d->l.at, '\n', (size_t)(d->l.end - d->l.at));
	size_t n = (size_t)((end ? end : d->l.end) - d->l.at);
	const char *at = memmem(d->l.at, n, "boundary ", 9);

	for (int c = 0; at && c < 3 && at + 9 + 2 * c < d->l.at + n; c++)
		d->box.periodic[c] = at[9 + 2 * c] == 'p';
	d->plane = memmem(d->l.at, n, "scree: dimension 2,", 19) != NULL;
	d->joined = n > 6 && memcmp(d->l.at, "scree:", 6) == 0 && memmem(d->l.at, n, "fix NAME NULL Molecules", 23);
	fields_any(&d->l);
}

static enum trade_status read_box(struct data *d, int c)
{
	enum trade_status status = fields_real(&d->l, 0, &d->box.lo[c], "the lower end of the box");

	if (status == TRADE_GOOD)
		status = fields_real(&d->l, 1, &d->box.hi[c], "the upper end of the box");
	if (status == TRADE_GOOD && !(d->box.lo[c] < d->box.hi[c]))
		status = fields_bad(&d->l, "found a box from %g to %g, expected the lower end first", d->box.lo[c], d->box.hi[c]);
	d->boxes |= 1 << c;
	return status;
}

static enum trade_status read_tilts(struct data *d)
{
	static const char *const what[] = { "the tilt xy", "the tilt xz", "the tilt yz" };
	static const int axis[3][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 } };
	enum trade_status status = TRADE_GOOD;

	for (int k = 0; k < 3 && status == TRADE_GOOD; k++) {
		status = fields_real(&d->l, k, &d->box.tilt[k], what[k]);
		if (status == TRADE_GOOD && d->box.tilt[k] != 0 && !(d->box.periodic[axis[k][0]] && d->box.periodic[axis[k][1]]))
			status = fields_bad(&d->l, "found %s of a box that is not periodic along both axes, expected 0, or 'boundary p p p' "
			                    "in the first line of the file", what[k]);
	}
	return status;
}

/* The displacement of an image. */
static void add_image(const struct data *d, const int64_t image[3], double x[3])
{
	double shift[3];

	domain_shift3(&d->box, (double[3]){ (double)image[0], (double)image[1], (double)image[2] }, shift);
	for (int c = 0; c < 3; c++)
		x[c] += shift[c];
}

/* Read one line of the head, `number words`. */
static enum trade_status read_count(struct data *d)
{
	static const char *const axis[] = { "xlo xhi", "ylo yhi", "zlo zhi" };
	static const char *const other[] = { "ellipsoids", "bodies", "lines", "triangles" };
	const struct fields *l = &d->l;
	int64_t n = 0;

	for (int c = 0; c < 3; c++)
		if (fields_is(l, 2, axis[c]))
			return read_box(d, c);
	for (int k = 0; k < 4; k++) {
		if (!fields_is(l, 1, other[k]))
			continue;
		enum trade_status status = fields_integer(l, 0, &n, 0, INT32_MAX, "a number of atoms");
		return status == TRADE_GOOD && n ? fields_bad(l, "found %s, expected the atom style sphere", other[k]) : status;
	}
	if (fields_is(l, 1, "atoms"))
		return fields_integer(l, 0, &d->n_atom, 1, INT32_MAX, "the number of atoms");
	if (fields_is(l, 1, "atom types"))
		return fields_integer(l, 0, &d->n_type, 1, INT32_MAX, "the number of atom types");
	if (fields_is(l, 3, "xy xz yz"))
		return read_tilts(d);
	return TRADE_GOOD;
}

/* ---- sections ---- */

static int by_id(const void *a, const void *b)
{
	const struct atom *p = a, *q = b;

	return (p->id > q->id) - (p->id < q->id);
}

static enum trade_status read_atom(struct data *d)
{
	const struct fields *l = &d->l;
	struct atom a = { .line = l->number };
	static const char *const what[] = { "x", "y", "z" };

	if (l->n != 7 && l->n != 10)
		return fields_bad(l, "found %d fields, expected id type diameter density x y z and perhaps three images, as in "
		                 "atom_style sphere", l->n);
	enum trade_status status = fields_integer(l, 0, &a.id, 1, INT64_C(1) << 53, "the id of an atom");
	if (status == TRADE_GOOD)
		status = fields_integer(l, 1, &a.type, 1, d->n_type ? d->n_type : INT32_MAX, "the type of an atom");
	if (status == TRADE_GOOD)
		status = fields_positive(l, 2, &a.ball[3], "a diameter");
	if (status == TRADE_GOOD)
		status = fields_positive(l, 3, &a.density, "a density");
	for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
		status = fields_real(l, 4 + k, &a.ball[k], what[k]);
	for (int k = 0; k < 3 && status == TRADE_GOOD && l->n == 10; k++)
		status = fields_integer(l, 7 + k, &a.image[k], -(1 << 30), 1 << 30, "an image");
	a.ball[3] /= 2;
	if (status == TRADE_GOOD) {
		MEM_GROW(d->atom, &d->cap, (size_t)d->n + 1);
		d->atom[d->n++] = a;
	}
	return status;
}

/* The atom of a row of a section, which has one row for each. */
static enum trade_status find_atom(struct data *d, int section, struct atom **atom)
{
	struct atom key = { .id = 0 };
	enum trade_status status = fields_integer(&d->l, 0, &key.id, 1, INT64_C(1) << 53, "the id of an atom");

	if (status != TRADE_GOOD)
		return status;
	*atom = d->n ? bsearch(&key, d->atom, (size_t)d->n, sizeof key, by_id) : NULL;
	if (!*atom)
		return fields_bad(&d->l, "found atom %lld, expected one of the atoms in the section Atoms", (long long)key.id);
	if ((*atom)->seen & section)
		return fields_bad(&d->l, "found atom %lld again, expected each atom once", (long long)key.id);
	(*atom)->seen |= section;
	return TRADE_GOOD;
}

static enum trade_status read_velocity(struct data *d)
{
	struct atom *a;
	enum trade_status status = d->l.n == 7 ? find_atom(d, VELOCITIES, &a) :
		fields_bad(&d->l, "found %d fields, expected id vx vy vz wx wy wz", d->l.n);

	for (int k = 0; k < 6 && status == TRADE_GOOD; k++) {
		double *x = k < 3 ? &a->v[k] : &a->omega[k - 3];

		status = fields_real(&d->l, 1 + k, x, "a velocity");
		d->moving |= status == TRADE_GOOD && *x != 0;
	}
	return status;
}

static enum trade_status read_molecule(struct data *d)
{
	struct atom *a;
	enum trade_status status = d->l.n == 2 ? find_atom(d, MOLECULES, &a) :
		fields_bad(&d->l, "found %d fields, expected id molecule", d->l.n);

	return status == TRADE_GOOD ? fields_integer(&d->l, 1, &a->molecule, 0, INT32_MAX, "a molecule") : status;
}

/* At the end of the atoms: check their number, sort them by id, and refuse an id that occurs twice. */
static enum trade_status end_atoms(struct data *d)
{
	if (d->n != d->n_atom)
		return fields_bad(&d->l, "found %d rows in the section Atoms, expected %lld", d->n, (long long)d->n_atom);
	if (d->n)
		qsort(d->atom, (size_t)d->n, sizeof *d->atom, by_id);
	for (int k = 1; k < d->n; k++)
		if (d->atom[k].id == d->atom[k - 1].id) {
			d->l.number = d->atom[k].line > d->atom[k - 1].line ? d->atom[k].line : d->atom[k - 1].line;
			return fields_bad(&d->l, "found atom %lld again, expected each atom once", (long long)d->atom[k].id);
		}
	return TRADE_GOOD;
}

/* At the end of a section: it has a row for each atom, otherwise the file is cut. */
static enum trade_status end_section(struct data *d, int section)
{
	int n = 0;

	if (section == ATOMS)
		return end_atoms(d);
	for (int k = 0; k < d->n; k++)
		n += (d->atom[k].seen & section) != 0;
	if ((section == VELOCITIES || section == MOLECULES) && n < d->n)
		return fields_bad(&d->l, "found %d rows in the section %s, expected %d, one for each atom", n,
		                 section == VELOCITIES ? "Velocities" : "Molecules", d->n);
	return TRADE_GOOD;
}

/* Read all sections. A section begins with a line that starts with a letter. Unknown sections, such as coefficients, are
 * skipped. */
static enum trade_status read_sections(struct data *d)
{
	enum trade_status status = TRADE_GOOD;
	int section = HEAD, sections = 0;
	struct fields *l = &d->l;

	while (status == TRADE_GOOD && fields_next(l)) {
		if (isalpha((unsigned char)l->field[0][0])) {
			status = end_section(d, section);
			section = fields_is(l, 0, "Atoms") ? ATOMS : fields_is(l, 0, "Velocities") ? VELOCITIES :
				fields_is(l, 0, "Molecules") ? MOLECULES : OTHER;
			sections |= section;
			const char *style = l->comment ? l->comment + strspn(l->comment, " \t") : NULL;
			if (status != TRADE_GOOD || section != ATOMS)
				continue;
			if (d->n)
				status = fields_bad(l, "found a second section Atoms, expected one");
			else if (style && *style > ' ' && (strncmp(style, "sphere", 6) != 0 || isalnum(style[6])))
				status = fields_bad(l, "found the atom style '%.*s', expected sphere", (int)strcspn(style, " \t\r\n/"),
				                    style);
			continue;
		}
		switch (section) {
		case HEAD: status = read_count(d); break;
		case ATOMS: status = read_atom(d); break;
		case VELOCITIES: status = read_velocity(d); break;
		case MOLECULES: status = read_molecule(d); break;
		case OTHER: break;
		}
	}
	if (status == TRADE_GOOD)
		status = end_section(d, d->n ? section : ATOMS);
	if (status == TRADE_GOOD && !d->n)
		status = fields_bad(l, "found no section Atoms, expected one");
	if (status == TRADE_GOOD && d->joined && !(sections & MOLECULES))
		status = fields_bad(l, "found no section Molecules, expected one as the first line says");
	if (status == TRADE_GOOD && d->boxes != 7)
		status = fields_bad(l, "found no box, expected lines with xlo xhi, ylo yhi and zlo zhi");
	return status;
}

/* ---- bodies ---- */

static int by_molecule(const void *a, const void *b)
{
	const struct atom *p = a, *q = b;

	/* single spheres, which have molecule 0, come last */
	if (p->molecule != q->molecule)
		return !p->molecule ? 1 : !q->molecule ? -1 : (p->molecule > q->molecule) - (p->molecule < q->molecule);
	return (p->id > q->id) - (p->id < q->id);
}

/* A material for a type and a density; place is its index. Every pair of materials has a law, so their number is limited. */
enum { KINDS_MOST = 100 };
struct kind { int64_t type; double density; int place; };

static int by_kind(const void *a, const void *b)
{
	const struct kind *p = a, *q = b;

	return p->type != q->type ? (p->type > q->type) - (p->type < q->type) :
	       (p->density > q->density) - (p->density < q->density);
}

/* Make a material for each kind that the first atom of a body has. kind gets these kinds, sorted; returns their number. */
static int gather_kinds(struct kind *kind, const struct data *d, struct pile *p)
{
	int n = 0, m = 0;

	for (int k = 0; k < d->n; k++)
		if (k == 0 || !d->atom[k].molecule || d->atom[k].molecule != d->atom[k - 1].molecule)
			kind[n++] = (struct kind){ d->atom[k].type, d->atom[k].density, 0 };
	qsort(kind, (size_t)n, sizeof *kind, by_kind);
	for (int k = 0; k < n; k++)
		if (k == 0 || by_kind(&kind[k], &kind[m - 1])) {
			kind[k].place = pile_material(p, kind[k].density);
			kind[m++] = kind[k];
		}
	return m;
}

/* Whether the velocities of two atoms are those of a rigid body, to a millionth. */
static int is_rigid(const struct atom *first, const struct atom *a)
{
	double wrong = 0, size = 0;

	for (int c = 0; c < 3; c++) {
		int c1 = (c + 1) % 3, c2 = (c + 2) % 3;
		double turn = first->omega[c1] * (a->ball[c2] - first->ball[c2]) - first->omega[c2] * (a->ball[c1] - first->ball[c1]);

		wrong = fmax(wrong, fabs(a->v[c] - first->v[c] - turn));
		wrong = fmax(wrong, fabs(a->omega[c] - first->omega[c]) * first->ball[3]);
		size = fmax(size, fabs(turn) + fabs(first->v[c]) + fabs(first->omega[c]) * first->ball[3]);
	}
	return wrong <= 1e-6 * size;
}

/* Whether a position is so far out that its periodic images cannot be counted. */
static int is_lost(const struct data *d, const double x[3])
{
	for (int c = 0; c < 3; c++)
		if (!(fabs(x[c] - d->box.lo[c]) <= 1e9 * (d->box.hi[c] - d->box.lo[c])))
			return 1;
	return 0;
}

static enum trade_status gather_bodies(struct data *d, struct pile *p, char **error)
{
	struct kind *kind = mem_zero((size_t)d->n, sizeof *kind);
	int64_t free_id = 0;
	const struct atom *first = NULL;
	enum trade_status status = TRADE_GOOD;
	int n_kind;

	for (int k = 0; k < d->n; k++)
		add_image(d, d->atom[k].image, d->atom[k].ball);
	qsort(d->atom, (size_t)d->n, sizeof *d->atom, by_molecule);
	n_kind = gather_kinds(kind, d, p);
	if (n_kind > KINDS_MOST)
		status = trade_bad(error, "%s: found %d combinations of type and density, each a material, expected %d at most",
		                   d->l.name, n_kind, KINDS_MOST);
	for (int k = 0; k < d->n && status == TRADE_GOOD; k++) {
		const struct atom *a = &d->atom[k];

		if (is_lost(d, a->ball)) {
			status = trade_bad(error, "%s:%ld: found atom %lld far outside of the box, expected it within 1e9 periods of the box",
			                   d->l.name, a->line, (long long)a->id);
			break;
		}
		if (!first || !a->molecule || a->molecule != first->molecule) {
			const struct kind key = { a->type, a->density, 0 };
			const struct kind *found = bsearch(&key, kind, (size_t)n_kind, sizeof key, by_kind);

			first = a;
			free_id = a->molecule ? a->molecule : free_id + 1;
			struct pile_body *b = pile_begin(p, free_id, found->place);
			memcpy(b->v, a->v, sizeof b->v);
			memcpy(b->spins, a->omega, sizeof b->spins);
			b->spin = PILE_OMEGA;
		} else if (d->moving && !is_rigid(first, a)) {
			status = trade_bad(error, "%s:%ld: found velocities of molecule %lld that are not those of a rigid body, expected "
			                   "agreement to 1e-6", d->l.name, a->line, (long long)a->molecule);
		}
		pile_ball(p, a->ball, a == first ? 1 : a->density / first->density);
	}
	free(kind);
	return status;
}

/* ---- the infile ---- */

static int by_body(const void *a, const void *b)
{
	const int64_t *id = a;
	const struct pile_body *body = b;

	return (*id > body->id) - (*id < body->id);
}

static enum trade_status read_rigid(struct fields *l, struct pile *p, int n_molecule, const struct data *d)
{
	int64_t id, image[3];
	double x[16];
	enum trade_status status = l->n == 20 ? fields_integer(l, 0, &id, 1, INT32_MAX, "the id of a molecule") :
		fields_bad(l, "found %d fields, expected ID mass x y z Ixx Iyy Izz Ixy Ixz Iyz vx vy vz Lx Ly Lz ix iy iz", l->n);

	if (status == TRADE_GOOD)
		status = fields_positive(l, 1, &x[0], "a mass");
	for (int k = 1; k < 16 && status == TRADE_GOOD; k++)
		status = fields_real(l, 1 + k, &x[k], "a number");
	for (int k = 0; k < 3 && status == TRADE_GOOD; k++)
		status = fields_integer(l, 17 + k, &image[k], -(1 << 30), 1 << 30, "an image");
	if (status != TRADE_GOOD)
		return status;
	struct pile_body *b = n_molecule ? bsearch(&id, p->body, (size_t)n_molecule, sizeof *b, by_body) : NULL;
	if (!b)
		return fields_bad(l, "found molecule %lld, expected one of the molecules in the data file", (long long)id);
	if (b->given == PILE_MASS)
		return fields_bad(l, "found molecule %lld again, expected each molecule once", (long long)id);
	b->given = PILE_MASS;
	b->spin = PILE_MOMENTUM;
	b->mass = x[0];
	memcpy(b->com, x + 1, sizeof b->com);
	memcpy(b->inertia, x + 4, sizeof b->inertia);
	memcpy(b->v, x + 10, sizeof b->v);
	memcpy(b->spins, x + 13, sizeof b->spins);
	add_image(d, image, b->com);
	if (is_lost(d, b->com))
		return fields_bad(l, "found molecule %lld far outside of the box, expected it within 1e9 periods of the box",
		                  (long long)id);
	return TRADE_GOOD;
}

static enum trade_status read_infile(const struct trade_file *file, struct pile *p, const struct data *d, char **error)
{
	struct fields l;
	int64_t n = 0, rows = 0;
	int n_molecule = 0;

	for (int k = 0; k < d->n; k++) /* molecules come first */
		n_molecule += d->atom[k].molecule && (k == 0 || d->atom[k].molecule != d->atom[k - 1].molecule);
	fields_begin(&l, file, 0, error);
	if (!fields_next(&l) || l.n != 1)
		return fields_bad(&l, "found no number of bodies on the first line, expected a line with this number alone");
	enum trade_status status = fields_integer(&l, 0, &n, 0, INT32_MAX, "the number of bodies");
	while (status == TRADE_GOOD && fields_next(&l)) {
		status = rows++ < n ? read_rigid(&l, p, n_molecule, d) :
			fields_bad(&l, "found another body, expected %lld bodies", (long long)n);
	}
	if (status == TRADE_GOOD && rows < n)
		status = fields_bad(&l, "found %lld bodies, expected %lld", (long long)rows, (long long)n);
	return status;
}

/* ---- the plane ---- */

/* Make disks of atoms, as from a table of them. The mass of a disk is that of the ball that LAMMPS takes it for. */
static enum trade_status build_plane(struct world *w, const struct data *d, const struct trade_plan *plan, char **error)
{
	const double pi = 3.14159265358979324;
	struct atoms a = { .domain = d->box, .n_axis = 2 };
	struct trade_text text = { .n = 0 };
	struct fields l;

	text_put(&text, "id mol type ix iy x y radius mass vx vy omega\n");
	for (int k = 0; k < d->n; k++) {
		const struct atom *atom = &d->atom[k];
		const double *b = atom->ball, mass = atom->density * 4 / 3 * pi * b[3] * b[3] * b[3];

		text_integer(&text, atom->id, ' ');
		text_integer(&text, atom->molecule, ' ');
		text_integer(&text, atom->type, ' ');
		text_integer(&text, atom->image[0], ' ');
		text_integer(&text, atom->image[1], ' ');
		text_reals(&text, 7, (double[7]){ b[0], b[1], b[3], mass, atom->v[0], atom->v[1], atom->omega[2] }, ' ', '\n');
	}
	memset(text_room(&text, 16), 0, 16);
	fields_begin(&l, &(struct trade_file){ .name = d->l.name, .text = text.text, .n = text.n }, 0, error);
	fields_next(&l);
	enum trade_status status = atoms_begin(&a, &l, 0);
	for (int k = 0; k < d->n && status == TRADE_GOOD; k++) {
		fields_next(&l);
		l.number = d->atom[k].line;
		status = atoms_row(&a, &l);
	}
	if (status == TRADE_GOOD)
		status = atoms_build(w, &a, plan, &l);
	atoms_free(&a);
	free(text.text);
	return status;
}

enum trade_status lammps_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error)
{
	struct data d = { .n = 0 };
	struct pile p = { .n_ball = 0 };

	fields_begin(&d.l, &file[0], 0, error);
	read_title(&d);
	enum trade_status status = read_sections(&d);
	d.box.set = 1;
	const char *fault = status == TRADE_GOOD ? domain_fault(&d.box) : NULL;
	if (fault)
		status = trade_bad(error, "%s: %s", d.l.name, fault);
	if (status == TRADE_GOOD && d.plane && n > 1)
		status = trade_bad(error, "%s: the infile of a scene in the plane is not read; give the data file alone", file[1].name);
	if (d.plane) {
		status = status == TRADE_GOOD ? build_plane(w, &d, plan, error) : status;
		free(d.atom);
		return status;
	}
	if (status == TRADE_GOOD)
		status = gather_bodies(&d, &p, error);
	if (status == TRADE_GOOD && n > 1)
		status = read_infile(&file[1], &p, &d, error);
	if (status == TRADE_GOOD) {
		w->domain = d.box;
		status = pile_build(w, &p, plan, file->name, error);
	}
	free(d.atom);
	pile_free(&p);
	return status;
}
