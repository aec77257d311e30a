/* cd3_stream.c: contacts and bodies from the world and to it */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/team.h"
#include "cd3/cd3_state.h"

static const char *const contact_real[] = { "x", "y", "z", "nx", "ny", "nz", "overlap", "fn", "ftx", "fty", "ftz", "momentx",
	"momenty", "momentz" };
/* there is no fi and fj: two bodies may touch at several points, which have no numbers */
static const char *const contact_int[] = { "i", "j", "ix", "iy", "iz" };
enum { N_REAL = 14, N_INT = 5 };

static void place_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int k = from; k < end; k++) {
		struct cd3_contact *c = &s->contact[k];
		vec3 x = s->body[c->i].x;

		s->position[k] = v3_add(x, c->at);
		c->at = v3_sub(s->position[k], x);
	}
}

void cd3_contacts_place(struct cd3 *s)
{
	MEM_GROW(s->position, &s->cap_position, (size_t)s->n_contact);
	team_chunks(s->threads, s->n_contact, CD3_CHUNK, place_chunk, s);
}

/* The contact k with the periods to be added to j now: a body may have crossed a periodic edge since the contact was found. The
 * contact point is always within a quarter of a period of j. */
static struct cd3_contact contact_now(const struct cd3 *s, int k)
{
	struct cd3_contact c = s->contact[k];
	vec3 at = s->position[k], to = s->body[c.j].x;

	for (int q = 0; q < 3; q++)
		if (s->domain.set && s->domain.periodic[q] && !cd3_is_wall(&s->body[c.j]))
			c.shift[q] = (int)floor((v3_axis(at, q) - v3_axis(to, q)) / (s->domain.hi[q] - s->domain.lo[q]) + 0.5);
	return c;
}

static void contacts_write(const struct cd3 *s, struct world *w)
{
	struct table *t = &w->contact;
	double *real[N_REAL], x[N_REAL];
	int64_t *whole[N_INT];

	table_clear(t);
	table_resize(t, s->n_contact);
	for (int k = 0; k < N_INT; k++)
		table_need_int(t, contact_int[k], 0);
	for (int k = 0; k < N_REAL; k++)
		table_need_real(t, contact_real[k], 0);
	for (int k = 0; k < N_INT; k++)
		whole[k] = table_int(t, contact_int[k]);
	for (int k = 0; k < N_REAL; k++)
		real[k] = table_real(t, contact_real[k]);
	for (int k = 0; k < s->n_contact; k++) {
		struct cd3_contact c = contact_now(s, k);

		v3_to(x, s->position[k]);
		v3_to(x + 3, c.n);
		x[6] = -c.gap;
		x[7] = c.fn;
		v3_to(x + 8, c.ft);
		v3_to(x + 11, c.torque);
		for (int q = 0; q < N_REAL; q++)
			real[q][k] = x[q];
		whole[0][k] = s->body[c.i].id;
		whole[1][k] = s->body[c.j].id;
		for (int q = 0; q < 3; q++)
			whole[2 + q][k] = c.shift[q];
	}
	w->has_contact = 1;
}

/* Order by bodies; contacts of a pair by `begun`, which has their row in the world. */
static int by_bodies(const void *a, const void *b)
{
	const struct cd3_contact *x = a, *y = b;

	return x->i != y->i ? (x->i > y->i) - (x->i < y->i) : x->j != y->j ? (x->j > y->j) - (x->j < y->j) :
	       (x->begun > y->begun) - (x->begun < y->begun);
}

void cd3_contacts_read(struct cd3 *s, const struct world *w)
{
	const struct table *t = &w->contact;
	const double *real[N_REAL];
	const int64_t *i = table_int(t, "i"), *j = table_int(t, "j");
	int64_t *id = MEM_NEW(int64_t, (size_t)s->n);
	struct ids find;

	for (int k = 0; k < N_REAL; k++)
		real[k] = table_real(t, contact_real[k]);
	for (int k = 0; k < s->n; k++)
		id[k] = s->body[k].id;
	ids_init(&find, s->n, id);
	MEM_GROW(s->contact, &s->cap_contact, (size_t)t->n_row);
	for (int k = 0; k < t->n_row && i && j; k++) {
		struct cd3_contact c = { .i = ids_row(&find, i[k]), .j = ids_row(&find, j[k]), .begun = k };
		double x[N_REAL];

		for (int q = 0; q < N_REAL; q++)
			x[q] = real[q] ? real[q][k] : 0;
		if (c.i < 0 || c.j < 0 || !(x[3] * x[3] + x[4] * x[4] + x[5] * x[5] > 0))
			continue;
		c.at = v3_sub(v3_from(x), s->body[c.i].x);
		c.n = v3_from(x + 3);
		c.gap = -x[6];
		c.fn = x[7];
		c.ft = v3_from(x + 8);
		c.torque = v3_from(x + 11);
		c.active = c.fn > 0;
		s->acting += c.active;
		s->contact[s->n_contact++] = c;
	}
	if (s->n_contact)
		qsort(s->contact, (size_t)s->n_contact, sizeof *s->contact, by_bodies);
	MEM_GROW(s->position, &s->cap_position, (size_t)s->n_contact);
	for (int k = 0; k < s->n_contact; k++) {
		int row = s->contact[k].begun;

		s->position[k] = v3(real[0] ? real[0][row] : 0, real[1] ? real[1][row] : 0, real[2] ? real[2][row] : 0);
	}
	ids_free(&find);
	free(id);
}

static void add_force(double *const to[6], int row, vec3 force, vec3 torque)
{
	for (int k = 0; k < 3; k++) {
		to[k][row] += v3_axis(force, k);
		to[3 + k][row] += v3_axis(torque, k);
	}
}

static void forces_write(const struct cd3 *s, struct world *w)
{
	static const char *const name[] = { "fx", "fy", "fz", "tx", "ty", "tz" };
	double *to[6];

	for (int k = 0; k < 6; k++) {
		if (s->opt.forces)
			table_need_real(&w->body, name[k], 0);
		else
			table_drop(&w->body, name[k]);
	}
	if (!s->opt.forces)
		return;
	for (int k = 0; k < 6; k++) {
		to[k] = table_real(&w->body, name[k]);
		memset(to[k], 0, (size_t)w->body.n_row * sizeof *to[k]);
	}
	for (int k = 0; k < s->n_contact; k++) {
		struct cd3_contact c = contact_now(s, k);
		vec3 f = v3_add(v3_scale(c.fn, c.n), c.ft), ri, rj;

		cd3_arms(s, &c, &ri, &rj);
		add_force(to, s->body[c.i].world_row, v3_scale(-1, f), v3_scale(-1, v3_add(v3_cross(ri, f), c.torque)));
		add_force(to, s->body[c.j].world_row, f, v3_add(v3_cross(rj, f), c.torque));
	}
}

void cd3_export(struct cd3 *s, struct world *w, int full)
{
	static const char *const name[] = { "wx", "wy", "wz" };
	struct bodies3 wb;
	double *omega[3];

	for (int q = 0; q < 3; q++)
		table_need_real(&w->body, name[q], 0);
	forces_write(s, w);
	wb = world_bodies3(w);
	for (int q = 0; q < 3; q++)
		omega[q] = table_real(&w->body, name[q]);
	for (int k = 0; k < s->n; k++) {
		const struct cd3_body *b = &s->body[k];
		int row = b->world_row;

		for (int q = 0; q < 3; q++) {
			wb.x[q][row] = v3_axis(b->x, q);
			wb.v[q][row] = v3_axis(b->v, q);
			wb.momentum[q][row] = v3_axis(b->L, q);
			wb.image[q][row] = b->image[q];
			omega[q][row] = v3_axis(b->w, q);
		}
		for (int q = 0; q < 4; q++)
			wb.q[q][row] = b->q[q];
	}
	if (full & EXPORT_FULL) {
		contacts_write(s, w);
	} else {
		table_resize(&w->contact, 0);
		w->has_contact = 0;
	}
	cd3_ledger_write(s, w);
	w->step = s->clock.step;
	w->t = clock_now(&s->clock);
	w->dt = s->clock.dt;
}
