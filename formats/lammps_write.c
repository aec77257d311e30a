/* lammps_write.c: write the data file of LAMMPS, and the infile of its fix rigid */
#include "lammps_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "world/lattice.h"

static int is_clump(const struct trade_body *b)
{
	return (b->shape->kind == SHAPE_CLUMP || b->shape->kind == SHAPE_DISKS) && body_balls(b) > 1;
}

/* ---- tilted boxes ---- */

/* Move a body into the cell along the lattice vectors, where LAMMPS keeps its atoms. The image has the velocity of its place. */
static void into_cell(struct trade_body *b, const struct domain *d, struct flip flip)
{
	double n[3], shift[3], flow[3];

	flip_images(flip, &b->image[0], &b->image[1], b->image[2]);
	lattice_cell(d, d->lo, b->x, n);
	domain_shift3(d, n, shift);
	domain_shift_rate3(d, n, flow);
	for (int c = 0; c < 3; c++) {
		b->image[c] += (int64_t)n[c];
		b->x[c] -= shift[c];
		b->v[c] -= flow[c];
	}
}

struct trade_scene trade_slanted(const struct trade_scene *s, struct domain *d)
{
	struct trade_scene to = *s;

	*d = s->w->domain;
	to.body = mem_copy(s->body, (size_t)s->n, sizeof *s->body);
	if (!domain_tilted(d))
		return to;
	struct flip flip = domain_flip(d);
	for (int i = 0; i < to.n; i++)
		into_cell(&to.body[i], d, flip);
	return to;
}

/* ---- atom styles ---- */

/* Spheres, disks and clumps are atoms of the style sphere, ball by ball. Ellipsoids, and spheres beside them, are atoms of the
 * style ellipsoid; polygons and segments, and disks beside them, of the style body, and polyhedra, and spheres beside them. */
enum style { STYLE_SPHERE, STYLE_ELLIPSOID, STYLE_BODY };
static const char *const style_name[] = { "sphere", "ellipsoid", "body" };

static int is_rounded(const struct trade_body *b)
{
	return b->shape->kind == SHAPE_POLYGON || b->shape->kind == SHAPE_POLYLINE || b->shape->kind == SHAPE_POLYHEDRON;
}

static int is_single(const struct trade_body *b)
{
	const enum shape_kind kind = b->shape->kind;

	return kind == SHAPE_SPHERE || kind == SHAPE_POINT || kind == SHAPE_ELLIPSOID || is_rounded(b);
}

/* LAMMPS has one style for all atoms, if it is to find contacts between them. */
static enum trade_status find_style(enum style *style, const struct trade_scene *s, char **error)
{
	const char *bodies = s->w->dim == 2 ? "polygons" : "polyhedra", *with = s->w->dim == 2 ? "polygons and disks" :
		"polyhedra and spheres";

	*style = STYLE_SPHERE;
	for (int i = 0; i < s->n; i++)
		if (is_rounded(&s->body[i]))
			*style = STYLE_BODY;
		else if (s->body[i].shape->kind == SHAPE_ELLIPSOID && *style == STYLE_SPHERE)
			*style = STYLE_ELLIPSOID;
	for (int i = 0; i < s->n && *style != STYLE_SPHERE; i++) {
		const struct trade_body *b = &s->body[i];

		if (!is_single(b) || (*style == STYLE_BODY && b->shape->kind == SHAPE_ELLIPSOID))
			return trade_bad(error, "lammps holds clumps, or %s, found body %lld (%s) beside %s; choose some with --where",
			                 *style == STYLE_BODY ? with : "ellipsoids and spheres", (long long)b->id, shape_kind_name[b->shape->kind],
			                 *style == STYLE_BODY ? bodies : "ellipsoids");
		if (b->shape->kind == SHAPE_POLYHEDRON && lammps_faces_check(b, error) != TRADE_GOOD)
			return TRADE_BAD;
	}
	return TRADE_GOOD;
}

static int atoms_of(const struct trade_body *b)
{
	return is_single(b) ? 1 : body_balls(b);
}

/* Returns the mass; the tensor of inertia is in the body frame. That of a body of the plane is that of a thin plate whose moments
 * in the plane are equal. */
static double weigh(const struct trade_body *b, double inertia[6], double momentum[3])
{
	const double size = b->size, square = size * size, turn = b->density * square * square * b->shape->inertia;

	memcpy(inertia, b->inertia, sizeof b->inertia);
	memcpy(momentum, b->momentum, sizeof b->momentum);
	if (b->shape->solid)
		return b->mass;
	inertia[0] = inertia[1] = turn / 2;
	inertia[2] = turn;
	momentum[2] = turn * b->omega[2];
	return b->density * square * b->shape->area;
}

/* Atom k of a body: centre and radius. The radius of what is no ball reaches around it. */
static void atom_ball(double ball[4], const struct trade_body *b, int k)
{
	if (b->shape->kind != SHAPE_ELLIPSOID && !is_rounded(b)) {
		body_ball(ball, b, k, 1);
		return;
	}
	memcpy(ball, b->x, sizeof b->x);
	ball[3] = b->size * shape_reach(b->shape);
}

/* ---- the files ---- */

/* Find the box: the domain, extended to all balls along axes that are not periodic. In the plane it is from -0.5 to 0.5 along
 * z. */
static void find_box(double lo[3], double hi[3], const struct trade_scene *s, const struct domain *d)
{
	const int dim = s->w->dim;

	for (int c = 0; c < 3; c++) {
		lo[c] = c >= dim ? -0.5 : d->set ? d->lo[c] : INFINITY;
		hi[c] = c >= dim ? 0.5 : d->set ? d->hi[c] : -INFINITY;
	}
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < atoms_of(&s->body[i]); k++) {
			double ball[4];

			atom_ball(ball, &s->body[i], k);
			for (int c = 0; c < dim; c++) {
				lo[c] = d->set && d->periodic[c] ? lo[c] : fmin(lo[c], ball[c] - ball[3]);
				hi[c] = d->set && d->periodic[c] ? hi[c] : fmax(hi[c], ball[c] + ball[3]);
			}
		}
}

/* The first line, which LAMMPS skips, says what an input script needs. LAMMPS reads at most 255 bytes of a line. */
static void write_title(struct trade_text *out, const struct trade_scene *s, const struct domain *d, enum style style)
{
	const int plane = s->w->dim == 2;
	int least = INT32_MAX, most = 0;

	text_put(out, plane ? "scree: dimension 2, atom_style " : "scree: atom_style ");
	text_put(out, style_name[style]);
	for (int i = 0; i < s->n && style == STYLE_BODY; i++) {
		const int vertices = plane ? s->body[i].shape->n : s->body[i].shape->solid->n;
		const int room = plane ? vertices : lammps_faces_room(&s->body[i]);

		least = vertices < least ? vertices : least;
		most = room > most ? room : most;
	}
	if (style == STYLE_BODY) {
		text_put(out, plane ? " rounded/polygon " : " rounded/polyhedron ");
		text_integer(out, least, ' ');
		text_integer(out, most, ',');
	} else {
		text_put(out, ",");
	}
	text_put(out, " boundary");
	for (int c = 0; c < 3; c++)
		text_put(out, (d->set && d->periodic[c]) || c >= s->w->dim ? " p" : " f");
	text_put(out, style == STYLE_SPHERE ? ", fix NAME all property/atom mol, read_data FILE fix NAME NULL Molecules" :
	         ", read_data FILE");
	if (style == STYLE_SPHERE && plane)
		text_put(out, ", disks have mass = density 4/3 pi r^3, fix nve/sphere disc");
	text_put(out, "\n\n");
}

static void write_head(struct trade_text *out, const struct trade_scene *s, const struct domain *d, int64_t atoms,
	enum style style)
{
	static const char *const axis[] = { "xlo xhi\n", "ylo yhi\n", "zlo zhi\n" };
	double lo[3], hi[3];

	find_box(lo, hi, s, d);
	write_title(out, s, d, style);
	text_integer(out, atoms, ' ');
	text_put(out, "atoms\n");
	if (style != STYLE_SPHERE) {
		text_integer(out, atoms, ' ');
		text_put(out, style == STYLE_BODY ? "bodies\n" : "ellipsoids\n");
	}
	text_integer(out, s->n_type, ' ');
	text_put(out, "atom types\n\n");
	for (int c = 0; c < 3; c++) {
		text_reals(out, 2, (double[2]){ lo[c], hi[c] }, ' ', ' ');
		text_put(out, axis[c]);
	}
	if (domain_tilted(d)) {
		text_reals(out, 3, d->tilt, ' ', ' ');
		text_put(out, "xy xz yz\n");
	}
}

/* The number of an atom of body i, which is the next, unless atoms are bodies. */
static int64_t atom_id(const struct trade_body *b, enum style style, int64_t *next)
{
	return style == STYLE_SPHERE ? (*next)++ : b->id;
}

static void write_atoms(struct trade_text *out, const struct trade_scene *s, enum style style)
{
	int64_t id = 1;

	text_put(out, "\nAtoms # ");
	text_put(out, style_name[style]);
	text_put(out, "\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		double ball[4], inertia[6], momentum[3], mass = weigh(b, inertia, momentum);

		for (int k = 0; k < atoms_of(b); k++) {
			atom_ball(ball, b, k);
			text_integer(out, atom_id(b, style, &id), ' ');
			text_integer(out, b->type, ' ');
			if (style == STYLE_SPHERE) { /* a disk has the mass of a ball in LAMMPS */
				double density = b->shape->solid ? b->density * body_ball_density(b, k) : b->density * 0.75 / ball[3];

				text_reals(out, 2, (double[2]){ 2 * ball[3], density }, ' ', ' ');
			} else {
				text_put(out, "1 "); /* it has a section of its own */
				text_reals(out, 1, style == STYLE_BODY ? &mass : &b->density, ' ', ' ');
			}
			text_reals(out, 3, ball, ' ', ' ');
			for (int c = 0; c < 3; c++)
				text_integer(out, b->image[c], c < 2 ? ' ' : '\n');
		}
	}
}

static void write_velocities(struct trade_text *out, const struct trade_scene *s, enum style style)
{
	int64_t id = 1;

	text_put(out, "\nVelocities\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		double inertia[6], momentum[3];

		weigh(b, inertia, momentum);
		for (int k = 0; k < atoms_of(b); k++) {
			double ball[4], v[6];

			atom_ball(ball, b, k);
			for (int c = 0; c < 3; c++) {
				int c1 = (c + 1) % 3, c2 = (c + 2) % 3;

				v[c] = b->v[c] + (b->omega[c1] * (ball[c2] - b->x[c2]) - b->omega[c2] * (ball[c1] - b->x[c1]));
				v[3 + c] = style == STYLE_SPHERE ? b->omega[c] : momentum[c];
			}
			text_integer(out, atom_id(b, style, &id), ' ');
			text_reals(out, 6, v, ' ', '\n');
		}
	}
}

static void write_ellipsoids(struct trade_text *out, const struct trade_scene *s)
{
	text_put(out, "\nEllipsoids\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		const struct solid *o = b->shape->solid;
		double axis[3];

		for (int c = 0; c < 3; c++)
			axis[c] = 2 * b->size * (b->shape->kind == SHAPE_ELLIPSOID ? o->a[c] : o->ball[0][3]);
		text_integer(out, b->id, ' ');
		text_reals(out, 3, axis, ' ', ' ');
		text_reals(out, 4, b->q, ' ', '\n');
	}
}

/* Warn of the first body with more lines than LAMMPS reads. */
static void check_lines(const struct trade_scene *s, const struct trade_body *b, const char *text, size_t n)
{
	int lines = 0;

	for (size_t k = 0; k < n; k++)
		lines += text[k] == '\n';
	if (lines > LAMMPS_LINES && s->warning && !*s->warning)
		trade_bad(s->warning, "body %lld has %d lines, but LAMMPS reads at most %d for a body, those of about %d vertices, unless "
		          "MAXBODY in its read_data.cpp is larger; give bodies fewer vertices%s", (long long)b->id, lines, LAMMPS_LINES,
		          s->w->dim == 2 ? 28 : 48, s->w->dim == 2 ? "" : ", as by scree-shape --hull --simplify");
}

/* Vertices are about the centre of mass, along the axes of space. */
static void write_bodies(struct trade_text *out, const struct trade_scene *s)
{
	text_put(out, "\nBodies\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		const struct shape *shape = b->shape;
		double inertia[6], momentum[3], m[3][3];
		size_t before = out->n;

		weigh(b, inertia, momentum);
		if (s->w->dim == 3) {
			double turned[6];

			body_turn_tensor(turned, inertia, b->q);
			lammps_faces_write(out, b, turned);
			check_lines(s, b, out->text + before, out->n - before);
			continue;
		}
		quat_matrix(m, b->q);
		text_integer(out, b->id, ' ');
		text_integer(out, 1, ' ');
		text_integer(out, 7 + 3 * (int64_t)shape->n, '\n');
		text_integer(out, shape->n, '\n');
		text_reals(out, 6, inertia, ' ', '\n');
		for (int k = 0; k < shape->n; k++) {
			const double at[3] = { b->size * shape->xy[k][0], b->size * shape->xy[k][1], 0 };
			double to[3];

			mat3_apply(to, (const double (*)[3])m, at);
			text_reals(out, 3, to, ' ', '\n');
		}
		text_reals(out, 1, (double[1]){ 2 * b->size * shape->r }, ' ', '\n');
		check_lines(s, b, out->text + before, out->n - before);
	}
}

static void write_molecules(struct trade_text *out, const struct trade_scene *s)
{
	int64_t id = 1;

	text_put(out, "\nMolecules\n\n");
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < atoms_of(&s->body[i]); k++) {
			text_integer(out, id++, ' ');
			text_integer(out, is_clump(&s->body[i]) ? s->body[i].id : 0, '\n');
		}
}

static void write_infile(struct trade_text *out, const struct trade_scene *s)
{
	int n = 0;

	for (int i = 0; i < s->n; i++)
		n += is_clump(&s->body[i]);
	text_put(out, "# scree: ID mass x y z Ixx Iyy Izz Ixy Ixz Iyz vx vy vz Lx Ly Lz ix iy iz\n");
	text_integer(out, n, '\n');
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];
		double inertia[6], momentum[3], mass, t[6];

		if (!is_clump(b))
			continue;
		mass = weigh(b, inertia, momentum);
		body_turn_tensor(t, inertia, b->q);
		text_integer(out, b->id, ' ');
		text_reals(out, 1, &mass, ' ', ' ');
		text_reals(out, 3, b->x, ' ', ' ');
		text_reals(out, 6, t, ' ', ' ');
		text_reals(out, 3, b->v, ' ', ' ');
		text_reals(out, 3, momentum, ' ', ' ');
		for (int c = 0; c < 3; c++)
			text_integer(out, b->image[c], c < 2 ? ' ' : '\n');
	}
}

/* Returns the number of atoms, or -1 and a message if LAMMPS cannot hold the scene. */
static int64_t count_atoms(const struct trade_scene *s, char **error)
{
	int64_t atoms = 0;

	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		atoms += atoms_of(b);
		if (b->id > INT32_MAX) {
			trade_bad(error, "lammps numbers molecules up to 2147483647, found body %lld", (long long)b->id);
			return -1;
		}
		for (int c = 0; c < 3; c++)
			if (b->image[c] < -511 || b->image[c] > 511) {
				trade_bad(error, "lammps counts images from -511 to 511, found %lld of body %lld", (long long)b->image[c],
				          (long long)b->id);
				return -1;
			}
	}
	if (atoms > INT32_MAX) {
		trade_bad(error, "lammps holds at most 2147483647 atoms, found %lld balls", (long long)atoms);
		return -1;
	}
	return atoms;
}

enum trade_status lammps_write(struct trade_text out[TRADE_FILES], const struct trade_scene *scene, char **error)
{
	struct domain d;
	struct trade_scene s = trade_slanted(scene, &d);
	int64_t atoms = count_atoms(&s, error);
	enum style style;
	enum trade_status status = atoms >= 0 ? find_style(&style, &s, error) : TRADE_BAD;

	if (status == TRADE_GOOD && !atoms) /* then the box may have no ends */
		status = trade_bad(error, "lammps holds no walls, found no other body, expected one at least");
	if (status == TRADE_GOOD) {
		write_head(&out[0], &s, &d, atoms, style);
		write_atoms(&out[0], &s, style);
		if (s.has & TRADE_MOTION)
			write_velocities(&out[0], &s, style);
		if (style == STYLE_SPHERE)
			write_molecules(&out[0], &s);
		else if (style == STYLE_ELLIPSOID)
			write_ellipsoids(&out[0], &s);
		else
			write_bodies(&out[0], &s);
		write_infile(&out[1], &s);
	}
	free(s.body);
	return status;
}
