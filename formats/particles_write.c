/* particles_write.c: writing the particle stream (particles.md) */
#include "particles_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "number.h"

enum { ROOM = 256 * 1024 };

struct particles_out {
	FILE *f;
	char *made;          /* NULL: none */
	char *buf;
	size_t n;
	int failed;          /* a write failed */
	char *error;
	int bad;             /* a definition had a number that is not finite */
	struct rows_written { char *type, *record; } *columns; /* the `columns` records last written */
	int n_columns;
	size_t cap_columns;
};

/* ---- bytes ---- */

static void drain(struct particles_out *o)
{
	if (o->n && fwrite(o->buf, 1, o->n, o->f) != o->n)
		o->failed = 1;
	o->n = 0;
}

/* Room for n <= ROOM bytes at the place returned. */
static inline char *room(struct particles_out *o, size_t n)
{
	if (o->n + n > ROOM)
		drain(o);
	return o->buf + o->n;
}

static inline void upto(struct particles_out *o, const char *end)
{
	o->n = (size_t)(end - o->buf);
}

static void put(struct particles_out *o, const char *s, size_t n)
{
	if (n > ROOM / 2) { /* long text goes past the buffer */
		drain(o);
		if (fwrite(s, 1, n, o->f) != n)
			o->failed = 1;
		return;
	}
	memcpy(room(o, n), s, n);
	o->n += n;
}

static void put_text(struct particles_out *o, const char *s)
{
	put(o, s, strlen(s));
}

static void put_real(struct particles_out *o, double x)
{
	upto(o, number_put(room(o, NUMBER_MAX), x));
}

static void put_int(struct particles_out *o, int64_t x)
{
	upto(o, number_put_int(room(o, NUMBER_MAX), x));
}

/* " key=x", ",x" */
static void put_key(struct particles_out *o, const char *key, double x)
{
	put(o, " ", 1);
	put_text(o, key);
	put(o, "=", 1);
	put_real(o, x);
}

static void put_list(struct particles_out *o, const char *before, const double *x, int n)
{
	put_text(o, before);
	for (int k = 0; k < n; k++) {
		if (k)
			put(o, ",", 1);
		put_real(o, x[k]);
	}
}

/* ---- opening and closing ---- */

struct particles_out *particles_create(FILE *f, const char *made)
{
	struct particles_out *o = MEM_ZERO(struct particles_out, 1);

	o->f = f;
	o->buf = MEM_NEW(char, ROOM);
	if (made) {
		o->made = mem_string(made);
		for (char *p = o->made; *p; p++)
			if ((unsigned char)*p < ' ')
				*p = '?'; /* a record is one line */
	}
	return o;
}

static void forget_columns(struct particles_out *o)
{
	for (int k = 0; k < o->n_columns; k++) {
		free(o->columns[k].type);
		free(o->columns[k].record);
	}
	o->n_columns = 0;
}

int particles_flush(struct particles_out *o)
{
	drain(o);
	if (fflush(o->f))
		o->failed = 1;
	return o->failed ? -1 : 0;
}

void particles_finish(struct particles_out *o)
{
	particles_flush(o);
	forget_columns(o);
	free(o->columns);
	free(o->made);
	free(o->buf);
	free(o->error);
	free(o);
}

const char *particles_out_error(const struct particles_out *o)
{
	return o->error ? o->error : "";
}

/* ---- columns ---- */

/* Is this `columns` record in force already? If not, it is from now on. */
static int columns_in_force(struct particles_out *o, struct span type, struct span record)
{
	struct rows_written *w = NULL;

	for (int k = 0; k < o->n_columns && !w; k++)
		if (span_is(type, o->columns[k].type))
			w = &o->columns[k];
	if (w && span_is(record, w->record))
		return 1;
	char *copy = MEM_NEW(char, record.n + type.n + 2), *name = copy + record.n + 1;
	memcpy(copy, record.s, record.n);
	copy[record.n] = 0;
	memcpy(name, type.s, type.n);
	name[type.n] = 0;
	if (!w) {
		MEM_GROW(o->columns, &o->cap_columns, (size_t)o->n_columns + 1);
		w = &o->columns[o->n_columns++];
		w->type = mem_string(name);
		w->record = NULL;
	}
	free(w->record);
	w->record = copy;
	return 0;
}

/* Note the `columns` records in text that is copied, up to its first frame; `scree` starts anew. */
static void note_columns(struct particles_out *o, const char *s, size_t n)
{
	const char *end = s + n;
	char *plain = NULL;
	size_t cap = 0;

	while (s < end) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		const char *next = stop ? stop + 1 : end;
		struct span field, type = { NULL, 0 };
		size_t to = 0;
		int k = 0;

		/* the record with single blanks between its fields */
		MEM_GROW(plain, &cap, (size_t)(next - s) + 2);
		for (;; k++) {
			while (s < next && (is_blank(*s) || *s == '\r' || *s == '\n'))
				s++;
			field.s = s;
			while (s < next && !(is_blank(*s) || *s == '\r' || *s == '\n'))
				s++;
			field.n = (size_t)(s - field.s);
			if (field.n == 0 || (k == 0 && !span_is(field, "columns")))
				break;
			if (k)
				plain[to++] = ' ';
			memcpy(plain + to, field.s, field.n);
			if (k == 1)
				type = span(plain + to, field.n);
			to += field.n;
		}
		if (k == 0 && span_is(field, "scree"))
			forget_columns(o);
		if (k == 0 && span_is(field, "frame"))
			break;
		if (k > 2)
			columns_in_force(o, type, span(plain, to));
		s = next;
	}
	free(plain);
}

/* Write the `columns` record of a type where it is not in force. */
static void put_columns(struct particles_out *o, const char *type, const char *record)
{
	if (columns_in_force(o, span(type, strlen(type)), span(record, strlen(record))))
		return;
	put_text(o, record);
	put(o, "\n", 1);
}

/* ---- text that passes through ---- */

static void put_made(struct particles_out *o)
{
	if (!o->made)
		return;
	put(o, "made ", 5);
	put_text(o, o->made);
	put(o, "\n", 1);
}

void particles_begin(struct particles_out *o, int dim)
{
	forget_columns(o);
	put_text(o, "scree ");
	put_int(o, PARTICLES_VERSION);
	put_text(o, " dim=");
	put_int(o, dim);
	put(o, "\n", 1);
	put_made(o);
}

/* Does the line at s begin with this word? */
static int begins(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);

	while (s < end && is_blank(*s))
		s++;
	return (size_t)(end - s) > n && memcmp(s, word, n) == 0 && (unsigned char)s[n] <= ' ';
}

void particles_preamble_copy(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *s = particles_preamble(in, &n), *end = s + n, *done = s, *after = NULL;

	note_columns(o, s, n);
	/* after: where ours belongs in the stream whose `scree` was seen last */
	for (const char *p = s; p < end; ) {
		const char *stop = memchr(p, '\n', (size_t)(end - p));
		const char *next = stop ? stop + 1 : end;
		int magic = begins(p, end, "scree");

		if (magic && after) {
			put(o, done, (size_t)(after - done));
			put_made(o);
			done = after;
		}
		if (magic || (after && begins(p, end, "made")))
			after = next;
		p = next;
	}
	if (after) {
		put(o, done, (size_t)(after - done));
		put_made(o);
		done = after;
	}
	put(o, done, (size_t)(end - done));
}

/* `columns` records that the last frame needs and that were not passed on, because they stood elsewhere; those of bodies
 * and contacts only where all is set. */
static void put_missing_columns(struct particles_out *o, const struct particles_in *in, int all)
{
	for (const char *s = in->columns ? in->columns : ""; *s;) {
		size_t n = strcspn(s, "\n"), n_type = strcspn(s + 8, " ");
		struct span type = span(s + 8, n_type);

		if ((all || !(span_is(type, "body") || span_is(type, "contact"))) && !columns_in_force(o, type, span(s, n)))
			put(o, s, n + 1);
		s += n + 1;
	}
}

void particles_frame_copy(struct particles_out *o, const struct particles_in *in)
{
	size_t n;
	const char *s = particles_frame_text(in, &n);

	note_columns(o, s, n);
	put_missing_columns(o, in, 1);
	put(o, s, n);
}

void particles_put_line(struct particles_out *o, const char *line)
{
	size_t n = strlen(line);

	note_columns(o, line, n);
	put(o, line, n);
	put(o, "\n", 1);
}

/* ---- definitions ---- */

/* Note a number that cannot be written; the next frame reports it. */
static int finite_or_note(struct particles_out *o, const double *x, int n, const char *what, const char *name)
{
	for (int k = 0; k < n; k++) {
		if (isfinite(x[k]))
			continue;
		if (!o->bad) {
			size_t size = strlen(what) + strlen(name) + 64;

			free(o->error);
			o->error = MEM_NEW(char, size);
			snprintf(o->error, size, "%s %s: found a number that is not finite", what, name);
			o->bad = 1;
		}
		return 0;
	}
	return 1;
}

void particles_put_domain(struct particles_out *o, const struct world *w)
{
	static const char *const axes[] = { "none", "x", "y", "xy" };
	const struct domain *d = &w->domain;

	if (!d->set || !finite_or_note(o, d->lo, 2, "domain", "lo") || !finite_or_note(o, d->hi, 2, "domain", "hi") ||
	    !finite_or_note(o, &d->tilt, 1, "domain", "tilt") || !finite_or_note(o, d->rate, 3, "domain", "rate"))
		return;
	put_list(o, "domain lo=", d->lo, 2);
	put_list(o, " hi=", d->hi, 2);
	put_text(o, " periodic=");
	put_text(o, axes[(d->periodic[0] != 0) | (d->periodic[1] != 0) << 1]);
	if (d->tilt != 0)
		put_key(o, "tilt", d->tilt);
	if (d->rate[0] != 0 || d->rate[1] != 0 || d->rate[2] != 0)
		put_list(o, " rate=", d->rate, 3);
	put(o, "\n", 1);
}

void particles_put_gravity(struct particles_out *o, const struct world *w)
{
	if (!finite_or_note(o, w->gravity, 2, "gravity", ""))
		return;
	put_list(o, "gravity ", w->gravity, 2);
	put(o, "\n", 1);
}

void particles_put_material(struct particles_out *o, const struct material *m)
{
	if (!finite_or_note(o, &m->density, 1, "material", m->name))
		return;
	put_text(o, "material ");
	put_text(o, m->name);
	put_key(o, "density", m->density);
	put_text(o, m->extra ? m->extra : "");
	put(o, "\n", 1);
}

void particles_put_law(struct particles_out *o, const struct law *l)
{
	for (int k = 0; k < l->par.n; k++)
		if (!finite_or_note(o, &l->par.item[k].value, 1, "law, key", l->par.item[k].key))
			return;
	put_text(o, "law ");
	put_text(o, l->a);
	put(o, " ", 1);
	put_text(o, l->b);
	put(o, " ", 1);
	put_text(o, l->kind);
	for (int k = 0; k < l->par.n; k++)
		put_key(o, l->par.item[k].key, l->par.item[k].value);
	put(o, "\n", 1);
}

void particles_put_mass(struct particles_out *o, const struct shape *s)
{
	char id[NUMBER_MAX];

	*number_put_int(id, s->id) = 0;
	if (!finite_or_note(o, &s->area, 1, "mass of shape", id) || !finite_or_note(o, &s->inertia, 1, "mass of shape", id))
		return;
	put_text(o, "mass ");
	put_text(o, id);
	put_key(o, "area", s->area);
	put_key(o, "I", s->inertia);
	if (s->method[0]) {
		put_text(o, " method=");
		put_text(o, s->method);
	}
	put(o, "\n", 1);
}

void particles_put_shape(struct particles_out *o, const struct shape *s)
{
	char id[NUMBER_MAX];

	*number_put_int(id, s->id) = 0;
	if (!finite_or_note(o, &s->r, 1, "shape", id) || !finite_or_note(o, s->xy ? s->xy[0] : NULL, 2 * s->n, "shape", id) ||
	    (s->radius && !finite_or_note(o, s->radius, s->n, "shape", id)))
		return;
	put_text(o, "shape ");
	put_text(o, id);
	put(o, " ", 1);
	put_text(o, shape_kind_name[s->kind]);
	if (s->kind != SHAPE_DISKS)
		put_key(o, "r", s->r);
	put_text(o, s->extra ? s->extra : "");
	for (int k = 0; k < s->n; k++) {
		put_list(o, " ", s->xy[k], 2);
		if (s->radius)
			put_list(o, ",", &s->radius[k], 1);
	}
	put(o, "\n", 1);
	if (s->area >= 0)
		particles_put_mass(o, s);
}

void particles_put_constraint(struct particles_out *o, const struct world *w, const struct constraint *c)
{
	static const char *const name[] = { "x", "y", "angle" };
	static const char *const drive[] = { [DRIVE_FIXED] = "fixed", [DRIVE_VELOCITY] = "v:", [DRIVE_FORCE] = "f:",
		[DRIVE_PRESSURE] = "p:", [DRIVE_RAMP] = "ramp:", [DRIVE_SIN] = "sin:" };

	(void)w;
	for (int k = 0; k < 3; k++)
		if (!finite_or_note(o, c->dof[k].value, c->dof[k].n, "constraint", c->tag))
			return;
	if (!finite_or_note(o, &c->m, 1, "constraint", c->tag) || !finite_or_note(o, &c->c, 1, "constraint", c->tag))
		return;
	put_text(o, "constraint ");
	put_text(o, c->tag);
	for (int k = 0; k < 3; k++) {
		const struct dof *d = &c->dof[k];

		if (d->drive == DRIVE_FREE)
			continue;
		put(o, " ", 1);
		put_text(o, name[k]);
		put(o, "=", 1);
		put_list(o, drive[d->drive], d->value, d->drive == DRIVE_FIXED ? 0 : d->n);
	}
	if (c->m != 0)
		put_key(o, "m", c->m);
	if (c->c != 0)
		put_key(o, "c", c->c);
	put(o, "\n", 1);
}

void particles_put_definitions(struct particles_out *o, const struct world *w)
{
	particles_put_domain(o, w);
	if (w->gravity[0] != 0 || w->gravity[1] != 0)
		particles_put_gravity(o, w);
	for (int k = 0; k < w->n_material; k++)
		particles_put_material(o, &w->material[k]);
	for (int k = 0; k < w->n_law; k++)
		particles_put_law(o, &w->law[k]);
	for (int k = 0; k < w->n_shape; k++)
		particles_put_shape(o, &w->shape[k]);
	for (int k = 0; k < w->n_constraint; k++)
		particles_put_constraint(o, w, &w->constraint[k]);
}

/* ---- frames ---- */

/* Is every number of the table finite? If not, the message says where the first is not. */
static int table_finite(struct particles_out *o, const struct table *t, const char *type)
{
	for (int c = 0; c < t->n_col; c++) {
		if (t->col[c].kind != COL_REAL)
			continue;
		for (int k = 0; k < t->n_row; k++) {
			if (isfinite(t->col[c].real[k]))
				continue;
			const int64_t *id = table_int(t, "id"), *i = table_int(t, "i"), *j = table_int(t, "j");
			size_t size = strlen(t->col[c].name) + strlen(type) + 160;

			free(o->error);
			o->error = MEM_NEW(char, size);
			int n = snprintf(o->error, size, "column %s of %s %d", t->col[c].name, type, k + 1);
			if (id)
				n += snprintf(o->error + n, size - (size_t)n, ", id %" PRId64, id[k]);
			else if (i && j)
				n += snprintf(o->error + n, size - (size_t)n, ", between bodies %" PRId64 " and %" PRId64, i[k], j[k]);
			snprintf(o->error + n, size - (size_t)n, ": found %f, expected a finite number", t->col[c].real[k]);
			return 0;
		}
	}
	return 1;
}

static int frame_finite(struct particles_out *o, const struct world *w)
{
	const double time[3] = { w->t, w->dt, w->due };

	if (o->bad)
		return 0;
	finite_or_note(o, time, 3, "frame,", "its times");
	for (int k = 0; k < w->ledger.n && !o->bad; k++)
		finite_or_note(o, &w->ledger.item[k].value, 1, "ledger, key", w->ledger.item[k].key);
	if (o->bad)
		return o->bad = 0; /* the next frame may be better */
	return table_finite(o, &w->body, "body") && table_finite(o, &w->contact, "contact");
}

static void put_table_columns(struct particles_out *o, const struct table *t, const char *type)
{
	char *record = NULL;
	size_t cap = 0, n = (size_t)8 + strlen(type);

	if (t->n_col == 0)
		return;
	MEM_GROW(record, &cap, n + 1);
	memcpy(record, "columns ", 8);
	strcpy(record + 8, type);
	for (int c = 0; c < t->n_col; c++) {
		size_t m = strlen(t->col[c].name);

		MEM_GROW(record, &cap, n + m + 2);
		record[n] = ' ';
		strcpy(record + n + 1, t->col[c].name);
		n += m + 1;
	}
	put_columns(o, type, record);
	free(record);
}

/* Rows, all but their TEXT and WORD fields without looking at the room left more than once a row. */
static void put_rows(struct particles_out *o, const struct table *t, const char *type, const struct names *names)
{
	size_t n_type = strlen(type), fixed = n_type + 1 + (size_t)t->n_col * (NUMBER_MAX + 1);

	if (fixed > ROOM / 2)
		fixed = ROOM / 2; /* thousands of columns: each field asks for its own room below */
	for (int k = 0; k < t->n_row; k++) {
		char *p = room(o, fixed);

		memcpy(p, type, n_type);
		p += n_type;
		for (int c = 0; c < t->n_col; c++) {
			const struct col *col = &t->col[c];
			const char *s;
			size_t n;

			if ((size_t)(p - o->buf) + NUMBER_MAX + 2 > ROOM) {
				upto(o, p);
				p = room(o, NUMBER_MAX + 2);
			}
			*p++ = ' ';
			switch (col->kind) {
			case COL_REAL:
				p = number_put(p, col->real[k]);
				continue;
			case COL_INT:
				p = number_put_int(p, col->integer[k]);
				continue;
			case COL_WORD:
				s = names->word[col->word[k]];
				break;
			default:
				s = t->pool + col->text[k];
				break;
			}
			n = strlen(s);
			if (n == 1) {
				*p++ = *s;
				continue;
			}
			upto(o, p);
			put(o, n ? s : "-", n ? n : 1); /* no field may be empty */
			p = room(o, fixed);
		}
		*p++ = '\n';
		upto(o, p);
	}
}

/* Records of the frame that nobody here knows, at their place. */
static void put_kept(struct particles_out *o, const struct particles_in *in, int slot)
{
	size_t n;

	for (size_t k = 0; in && k < in->n_kept; k++)
		if (in->kept[k].slot == slot)
			put(o, particles_frame_text(in, &n) + in->kept[k].at, in->kept[k].n);
}

int particles_put_frame(struct particles_out *o, const struct world *w, const struct particles_in *in)
{
	if (!frame_finite(o, w))
		return -1;
	put_table_columns(o, &w->body, "body");
	if (w->has_contact)
		put_table_columns(o, &w->contact, "contact");
	if (in)
		put_missing_columns(o, in, 0);
	put_text(o, "frame ");
	put_int(o, w->step);
	put_key(o, "t", w->t);
	put_key(o, "dt", w->dt);
	put_key(o, "due", w->due);
	put_text(o, " body=");
	put_int(o, w->body.n_row);
	if (w->has_contact) {
		put_text(o, " contact=");
		put_int(o, w->contact.n_row);
	}
	put_text(o, in && in->extra ? in->extra : "");
	put(o, "\n", 1);
	put_kept(o, in, 0);
	put_rows(o, &w->body, "body", &w->names);
	put_kept(o, in, 1);
	if (w->has_contact)
		put_rows(o, &w->contact, "contact", &w->names);
	put_kept(o, in, 2);
	if (w->ledger.n) {
		put_text(o, "ledger");
		for (int k = 0; k < w->ledger.n; k++)
			put_key(o, w->ledger.item[k].key, w->ledger.item[k].value);
		put(o, "\n", 1);
	}
	put_kept(o, in, 3);
	put_text(o, "end ");
	put_int(o, w->step);
	put(o, "\n", 1);
	return 0;
}
