/* lammps_write.c: write the data file of LAMMPS, and the infile of its fix rigid */
#include "trade_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/lattice.h"

static int is_clump(const struct trade_body *b)
{
	return b->shape->kind == SHAPE_CLUMP && body_balls(b) > 1;
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

/* ---- the files ---- */

/* Find the box: the domain, extended to all balls along axes that are not periodic. */
static void find_box(double lo[3], double hi[3], const struct trade_scene *s, const struct domain *d)
{
	for (int c = 0; c < 3; c++) {
		lo[c] = d->set ? d->lo[c] : INFINITY;
		hi[c] = d->set ? d->hi[c] : -INFINITY;
	}
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < body_balls(&s->body[i]); k++) {
			double ball[4];

			body_ball(ball, &s->body[i], k, 1);
			for (int c = 0; c < 3; c++) {
				lo[c] = d->set && d->periodic[c] ? lo[c] : fmin(lo[c], ball[c] - ball[3]);
				hi[c] = d->set && d->periodic[c] ? hi[c] : fmax(hi[c], ball[c] + ball[3]);
			}
		}
}

static void write_head(struct trade_text *out, const struct trade_scene *s, const struct domain *d, int64_t atoms)
{
	static const char *const axis[] = { " xlo xhi\n", " ylo yhi\n", " zlo zhi\n" };
	double lo[3], hi[3];

	find_box(lo, hi, s, d);
	text_put(out, "scree: atom_style sphere, boundary");
	for (int c = 0; c < 3; c++)
		text_put(out, d->set && d->periodic[c] ? " p" : " f");
	text_put(out, ", fix NAME all property/atom mol, read_data FILE fix NAME NULL Molecules\n\n");
	text_integer(out, atoms, ' ');
	text_put(out, "atoms\n");
	text_integer(out, s->n_type, ' ');
	text_put(out, "atom types\n\n");
	for (int c = 0; c < 3; c++) {
		text_reals(out, 2, (double[2]){ lo[c], hi[c] }, ' ', ' ');
		text_put(out, axis[c] + 1);
	}
	if (domain_tilted(d)) {
		text_reals(out, 3, d->tilt, ' ', ' ');
		text_put(out, "xy xz yz\n");
	}
}

static void write_atoms(struct trade_text *out, const struct trade_scene *s)
{
	int64_t id = 1;

	text_put(out, "\nAtoms # sphere\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		for (int k = 0; k < body_balls(b); k++) {
			double ball[4];

			body_ball(ball, b, k, 1);
			text_integer(out, id++, ' ');
			text_integer(out, b->type, ' ');
			text_reals(out, 2, (double[2]){ 2 * ball[3], b->density * body_ball_density(b, k) }, ' ', ' ');
			text_reals(out, 3, ball, ' ', ' ');
			for (int c = 0; c < 3; c++)
				text_integer(out, b->image[c], c < 2 ? ' ' : '\n');
		}
	}
}

static void write_velocities(struct trade_text *out, const struct trade_scene *s)
{
	int64_t id = 1;

	text_put(out, "\nVelocities\n\n");
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		for (int k = 0; k < body_balls(b); k++) {
			double ball[4], v[6];

			body_ball(ball, b, k, 1);
			for (int c = 0; c < 3; c++) {
				int c1 = (c + 1) % 3, c2 = (c + 2) % 3;

				v[c] = b->v[c] + (b->omega[c1] * (ball[c2] - b->x[c2]) - b->omega[c2] * (ball[c1] - b->x[c1]));
				v[3 + c] = b->omega[c];
			}
			text_integer(out, id++, ' ');
			text_reals(out, 6, v, ' ', '\n');
		}
	}
}

static void write_molecules(struct trade_text *out, const struct trade_scene *s)
{
	int64_t id = 1;

	text_put(out, "\nMolecules\n\n");
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < body_balls(&s->body[i]); k++) {
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
		double t[6];

		if (!is_clump(b))
			continue;
		body_turn_tensor(t, b->inertia, b->q);
		text_integer(out, b->id, ' ');
		text_reals(out, 1, &b->mass, ' ', ' ');
		text_reals(out, 3, b->x, ' ', ' ');
		text_reals(out, 6, t, ' ', ' ');
		text_reals(out, 3, b->v, ' ', ' ');
		text_reals(out, 3, b->momentum, ' ', ' ');
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

		atoms += body_balls(b);
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

	if (atoms >= 0) {
		write_head(&out[0], &s, &d, atoms);
		write_atoms(&out[0], &s);
		if (s.has & TRADE_MOTION)
			write_velocities(&out[0], &s);
		write_molecules(&out[0], &s);
		write_infile(&out[1], &s);
	}
	free(s.body);
	return atoms >= 0 ? TRADE_GOOD : TRADE_BAD;
}
