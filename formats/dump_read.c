/* dump_read.c: read dumps of LAMMPS and LIGGGHTS as text, and .data files of MercuryDPM, frame by frame */
#include "atoms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* The text after the words of an item on this line, which must begin with them. */
static int is_item(const struct fields *l, const char *words)
{
	return fields_is(l, 0, "ITEM:") && fields_is(l, 1, words);
}

/* The next line with a field, which must exist. */
static enum trade_status need_line(struct fields *l, const char *what)
{
	return fields_next(l) ? TRADE_GOOD : fields_bad(l, "found the end of the file, expected %s", what);
}

static enum trade_status read_box(struct atoms *a, struct fields *l)
{
	int first = 3, tilted = fields_is(l, 3, "xy xz yz");
	double end[3][2], tilt[3] = { 0 };
	enum trade_status status = TRADE_GOOD;

	if (fields_is(l, 3, "abc"))
		return fields_bad(l, "found a box of three vectors, expected one along the axes, with tilts xy xz yz at most");
	first += tilted ? 3 : 0;
	a->domain = (struct domain){ .set = 1 };
	for (int c = 0; c < 3; c++)
		a->domain.periodic[c] = first + c < l->n && l->field[first + c][0] == 'p';
	if (first + 2 < l->n && !a->domain.periodic[2]) /* LAMMPS runs in the plane only if z is periodic */
		a->n_axis = 3;
	for (int c = 0; c < 3 && status == TRADE_GOOD; c++) {
		status = need_line(l, "the ends of the box");
		for (int e = 0; e < 2 && status == TRADE_GOOD; e++)
			status = fields_real(l, e, &end[c][e], e ? "the upper end of the box" : "the lower end of the box");
		if (status == TRADE_GOOD && tilted)
			status = fields_real(l, 2, &tilt[c], "a tilt of the box");
		if (status == TRADE_GOOD && !(end[c][0] <= end[c][1]))
			status = fields_bad(l, "found a box from %g to %g, expected the lower end first", end[c][0], end[c][1]);
	}
	if (status != TRADE_GOOD)
		return status;
	/* the ends are those of the box around the slanted cell */
	end[0][0] -= fmin(fmin(0, tilt[0] + tilt[1]), fmin(tilt[0], tilt[1]));
	end[0][1] -= fmax(fmax(0, tilt[0] + tilt[1]), fmax(tilt[0], tilt[1]));
	end[1][0] -= fmin(0, tilt[2]);
	end[1][1] -= fmax(0, tilt[2]);
	for (int c = 0; c < 3; c++) {
		a->domain.lo[c] = end[c][0];
		a->domain.hi[c] = end[c][1];
		a->domain.tilt[c] = tilt[c];
		if (!(end[c][0] < end[c][1]))
			return fields_bad(l, "found a box without a width along %c, expected one", "xyz"[c]);
	}
	return TRADE_GOOD;
}

static enum trade_status read_atoms(struct atoms *a, struct fields *l, int64_t n)
{
	enum trade_status status = atoms_begin(a, l, 2);

	for (int64_t k = 0; k < n && status == TRADE_GOOD; k++) {
		status = need_line(l, "another row of atoms");
		if (status == TRADE_GOOD)
			status = atoms_row(a, l);
	}
	return status;
}

/* Make the world of a frame that was read with this status, note where the next one begins, and free the atoms. */
static enum trade_status finish(enum trade_status status, struct world *w, struct atoms *a, const struct trade_plan *plan,
	struct fields *l, const struct trade_file *file)
{
	if (status == TRADE_GOOD)
		status = atoms_build(w, a, plan, l);
	if (status == TRADE_GOOD) {
		plan->cursor->at = (size_t)(l->at - file->text);
		plan->cursor->line = l->number;
	}
	atoms_free(a);
	return status;
}

enum trade_status dump_read(struct world *w, const struct trade_file *file, int n_file, const struct trade_plan *plan,
	char **error)
{
	struct atoms a = { .n = 0 };
	struct fields l;
	int64_t n = -1;
	int stepped = 0, timed = 0, found = 0;
	enum trade_status status = TRADE_GOOD;

	(void)n_file;
	fields_resume(&l, file, plan->cursor, error);
	l.hashes = 1; /* a dump has no comments */
	while (status == TRADE_GOOD && !found) {
		if ((status = need_line(&l, "ITEM: ATOMS")) != TRADE_GOOD)
			break;
		if (!fields_is(&l, 0, "ITEM:")) {
			status = fields_bad(&l, "found a line outside of the items of a frame, expected ITEM:");
		} else if (is_item(&l, "TIMESTEP")) {
			stepped = 1;
			if ((status = need_line(&l, "the number of the step")) == TRADE_GOOD)
				status = fields_integer(&l, 0, &a.step, 0, INT64_C(1) << 53, "the number of the step");
		} else if (is_item(&l, "TIME")) {
			timed = 1;
			if ((status = need_line(&l, "the time")) == TRADE_GOOD)
				status = fields_real(&l, 0, &a.t, "the time");
		} else if (is_item(&l, "NUMBER OF ATOMS")) {
			if ((status = need_line(&l, "the number of atoms")) == TRADE_GOOD)
				status = fields_integer(&l, 0, &n, 0, INT32_MAX, "the number of atoms");
		} else if (is_item(&l, "BOX BOUNDS")) {
			status = read_box(&a, &l);
		} else if (is_item(&l, "ATOMS")) {
			found = 1;
			status = n >= 0 && stepped ? read_atoms(&a, &l, n) :
				fields_bad(&l, "found ITEM: ATOMS, expected ITEM: TIMESTEP and ITEM: NUMBER OF ATOMS before");
		} else if (!is_item(&l, "UNITS")) {
			status = fields_bad(&l, "found an item that no dump of atoms has, expected TIMESTEP, TIME, UNITS, NUMBER OF ATOMS, BOX "
			                    "BOUNDS or ATOMS");
		} else {
			status = need_line(&l, "the units");
		}
	}
	if (status == TRADE_GOOD && !timed)
		a.t = plan->dt * (double)a.step;
	return finish(status, w, &a, plan, &l, file);
}

/* ---- MercuryDPM ---- */

/* Fields 2 .. of the head: the ends of the domain. */
static enum trade_status read_head(struct atoms *a, const struct fields *l, int64_t *n, double *t)
{
	int dim = l->n == 8 ? 3 : 2;
	enum trade_status status;

	if (l->n != 8 && l->n != 6)
		return fields_bad(l, "found %d fields, expected N time xmin ymin zmin xmax ymax zmax, or in the plane N time xmin ymin xmax "
		                 "ymax", l->n);
	status = fields_integer(l, 0, n, 0, INT32_MAX, "the number of particles");
	if (status == TRADE_GOOD)
		status = fields_real(l, 1, t, "the time");
	a->n_axis = dim;
	a->domain.set = 1;
	for (int c = 0; c < dim && status == TRADE_GOOD; c++) {
		status = fields_real(l, 2 + c, &a->domain.lo[c], "the lower end of the domain");
		if (status == TRADE_GOOD)
			status = fields_real(l, 2 + dim + c, &a->domain.hi[c], "the upper end of the domain");
		a->domain.set &= status == TRADE_GOOD && a->domain.lo[c] < a->domain.hi[c];
	}
	if (!a->domain.set) /* a domain without a size is none */
		a->domain = (struct domain){ .set = 0 };
	return status;
}

enum trade_status mercury_read(struct world *w, const struct trade_file *file, int n_file, const struct trade_plan *plan,
	char **error)
{
	static const char space[] = "x y z vx vy vz radius alpha beta gamma wx wy wz type";
	static const char plane[] = "x y vx vy radius angle omega type";
	struct atoms a = { .n = 0 };
	struct fields l, names;
	int64_t n = 0;
	double t = 0;

	fields_resume(&l, file, plan->cursor, error);
	enum trade_status status = need_line(&l, "N time and the ends of the domain");
	if (status == TRADE_GOOD)
		status = read_head(&a, &l, &n, &t);
	if (status == TRADE_GOOD) {
		char text[sizeof space + 16] = { 0 };

		strcpy(text, a.n_axis == 2 ? plane : space);
		fields_begin(&names, &(struct trade_file){ .name = file->name, .text = text, .n = strlen(text) }, 0, error);
		fields_next(&names);
		status = atoms_begin(&a, &names, 0);
		for (int k = 0; k < 3 && a.n_axis == 3; k++) /* Euler angles of spheres say nothing about their place */
			a.column[7 + k].name[0] = 0;
	}
	for (int64_t k = 0; k < n && status == TRADE_GOOD; k++) {
		status = need_line(&l, "another row of particles");
		if (status == TRADE_GOOD)
			status = atoms_row(&a, &l);
	}
	a.t = t;
	a.step = plan->cursor->frame;
	status = finish(status, w, &a, plan, &l, file);
	return status == TRADE_GOOD && n_file > 1 ? fstat_read(w, &file[1], plan->cursor, error) : status;
}
