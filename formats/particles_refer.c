/* particles_refer.c: check the references from the rows of a frame: ids, shapes, materials, vertices */
#include "particles_refer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "number.h"
#include "world/outlet.h"

static int64_t body_line(const struct particles_in *in, int64_t row)
{
	return particles_row_line(&in->rows[BODY], row);
}

static int64_t contact_line(const struct particles_in *in, int64_t row)
{
	return particles_row_line(&in->rows[CONTACT], row);
}

static int body_bad(struct particles_in *in, int k, const char *what, struct span found, const char *expected)
{
	return particles_bad(in, body_line(in, in->rows[BODY].first + k), found, what, "%s", expected);
}

static struct span say_int(char *to, int64_t v)
{
	return span(to, (size_t)(number_put_int(to, v) - to));
}

int particles_bad_id(struct particles_in *in, int64_t row, int64_t id, const char *expected)
{
	char text[NUMBER_MAX];

	return particles_bad(in, body_line(in, row), say_int(text, id), "body, column id", "%s", expected);
}

/* Check that every body has a unique id. */
static int ids_make(struct particles_in *in, struct ids *b)
{
	const int64_t *id = table_int(&in->body, "id");

	for (int k = 0; k < in->body.n_row; k++)
		if (id[k] < 1)
			return particles_bad_id(in, k, id[k], "a positive integer");
	int twice = ids_init(b, in->body.n_row, id);
	return twice >= 0 ? particles_bad_id(in, twice, id[twice], "every id once in a frame") : 0;
}

struct body_check particles_body_check(const struct particles_in *in)
{
	const struct table *t = &in->body;

	return (struct body_check){ table_int(t, "shape"), table_word(t, "material"), table_real(t, "size"), -1 };
}

int particles_check_body(struct particles_in *in, const struct world *w, int k, int exists, struct body_check *c)
{
	char text[NUMBER_MAX];

	if (!exists)
		return body_bad(in, k, "body, column shape", say_int(text, c->shape[k]), "the id of a shape defined before");
	if (c->material && c->material[k] != c->last) {
		const char *name = in->words.word[c->material[k]];

		if (c->material[k] != 0 && !world_material(w, name))
			return body_bad(in, k, "body, column material", span(name, strlen(name)), "a material defined before, or -");
		c->last = c->material[k];
	}
	if (c->size && !(c->size[k] > 0))
		return body_bad(in, k, "body, column size", span(text, (size_t)(number_put(text, c->size[k]) - text)),
		                "a positive number");
	return 0;
}

/* Check that every body has an existing shape, an existing material (or none, "-") and a positive size. */
static int check_bodies(struct particles_in *in, const struct world *w)
{
	struct body_check c = particles_body_check(in);
	int n = in->body.n_row, at = 0;

	MEM_GROW(in->shape_of, &in->cap_shape_of, (size_t)n);
	for (int k = 0; k < n; k++) {
		int exists = 1;

		if (at + 1 < w->n_shape && w->shape[at + 1].id == c.shape[k]) {
			at++; /* programs that make grains write shapes in the order of bodies */
		} else if (at >= w->n_shape || w->shape[at].id != c.shape[k]) {
			const struct shape *s = world_shape(w, c.shape[k]);

			exists = s != NULL;
			at = exists ? (int)(s - w->shape) : at;
		}
		in->shape_of[k] = at;
		if (particles_check_body(in, w, k, exists, &c))
			return -1;
	}
	return 0;
}

/* Check that the orientation of every body in 3D is a unit quaternion; the tolerance allows for few digits. */
int particles_check_turns(struct particles_in *in, const struct world *w)
{
	const double *q[4] = { table_real(&in->body, "qw"), table_real(&in->body, "qx"), table_real(&in->body, "qy"),
	                       table_real(&in->body, "qz") };

	for (int k = 0; w->dim == 3 && q[0] && k < in->body.n_row; k++) {
		double n = q[0][k] * q[0][k] + q[1][k] * q[1][k] + q[2][k] * q[2][k] + q[3][k] * q[3][k];
		char text[NUMBER_MAX];

		if (!(n > 0.998 && n < 1.002))
			return body_bad(in, k, "body, columns qw qx qy qz: the square of the quaternion",
			                span(text, (size_t)(number_put(text, n < 1e300 ? n : 1e300) - text)), "1 to a thousandth");
	}
	return 0;
}

/* ---- contacts ---- */

/* The number of vertices, edges and faces of a polyhedron. Every edge has two corners; a rod has an edge, and is its face. */
static int features_of(const struct solid *s)
{
	return s->n_face == 0 ? s->n == 2 ? 4 : s->n : s->n + s->first[s->n_face] / 2 + s->n_face;
}

struct shape_note particles_shape_note(const struct shape *s)
{
	int most = s->kind == SHAPE_MESH ? 4 * s->solid->n_face + s->n : s->n; /* faces, edges and vertices of a mesh */

	return (struct shape_note){ s->kind, s->kind == SHAPE_POLYHEDRON ? features_of(s->solid) : most };
}

struct end_check particles_end_check(const struct particles_in *in)
{
	const struct table *t = &in->contact;

	return (struct end_check){ { table_int(t, "i"), table_int(t, "j") }, { table_int(t, "fi"), table_int(t, "fj") } };
}

int particles_check_ends(struct particles_in *in, int k, const int exists[2], const struct shape_note note[2],
	const struct end_check *c)
{
	static const char *const column[2] = { "contact, column i", "contact, column j" };
	static const char *const of_feature[2] = { "contact, column fi", "contact, column fj" };
	const int64_t row = in->rows[CONTACT].first + k;
	char text[NUMBER_MAX];

	for (int z = 0; z < 2; z++)
		if (!exists[z])
			return particles_bad(in, contact_line(in, row), say_int(text, c->end[z][k]), column[z], "the id of a body of this frame");
	for (int z = 0; z < 2; z++)
		if (c->feature[z] && !(c->feature[z][k] >= 0 && c->feature[z][k] < note[z].most))
			return particles_bad(in, contact_line(in, row), say_int(text, c->feature[z][k]), of_feature[z],
			                     "a %s of the body's shape, 0 to %d",
			                     note[z].kind == SHAPE_POLYHEDRON || note[z].kind == SHAPE_MESH ? "feature" : "vertex",
			                     note[z].most - 1);
	return 0;
}

static int check_contacts(struct particles_in *in, const struct world *w, const struct ids *b)
{
	const struct end_check c = particles_end_check(in);

	for (int k = 0; k < in->contact.n_row; k++) {
		struct shape_note note[2] = { { 0 } };
		int exists[2];

		for (int z = 0; z < 2; z++) {
			int row = ids_row(b, c.end[z][k]);

			exists[z] = row >= 0;
			if (exists[z] && c.feature[z])
				note[z] = particles_shape_note(&w->shape[in->shape_of[row]]);
		}
		if (particles_check_ends(in, k, exists, note, &c))
			return -1;
	}
	return 0;
}

/* ---- every contact occurs once ---- */

int named_order_keys(const struct named *a, const struct named *b)
{
	for (int k = 0; k < CONTACT_KEY; k++)
		if (a->key[k] != b->key[k])
			return a->key[k] < b->key[k] ? -1 : 1;
	return 0;
}

int named_order(const void *p, const void *q)
{
	const struct named *a = p, *b = q;
	int order = named_order_keys(a, b);

	return order ? order : (a->row > b->row) - (a->row < b->row);
}

int particles_is_round(int kind)
{
	return kind == SHAPE_POINT || kind == SHAPE_DISKS;
}

static const char *const key_name[] = { "i", "fi", "j", "fj", "ix", "iy", "iz" };

struct key_columns particles_key_columns(const struct particles_in *in, const struct world *w)
{
	struct key_columns c;

	for (int z = 0; z < K_COLUMNS; z++)
		c.of[z] = z < K_Z || w->dim == 3 ? table_int(&in->contact, key_name[z]) : NULL;
	return c;
}

struct named particles_name_contact(const struct key_columns *columns, int k, int space, int round)
{
	const int64_t *const *c = columns->of;
	int64_t x = c[K_X] ? c[K_X][k] : 0, y = c[K_Y] ? c[K_Y][k] : 0, z = c[K_Z] ? c[K_Z][k] : 0, i = c[K_I][k], j = c[K_J][k];
	int turned = i != j ? i > j : z != 0 ? z < 0 : y != 0 ? y < 0 : x < 0;
	struct named n = { { i, j, z, y, x, 0, c[K_FI][k], c[K_FJ][k] }, k };

	if (!turned)
		return n;
	n = (struct named){ { j, i, -z, -y, -x, 1, c[K_FI][k], c[K_FJ][k] }, k };
	/* in the plane, i has the vertex and j the edge: with i and j swapped it is another contact, unless both are points or disks */
	if (space || round) {
		n.key[5] = 0;
		n.key[6] = c[K_FJ][k];
		n.key[7] = c[K_FI][k];
	}
	return n;
}

void particles_find_twice(int64_t n, struct named *all, int64_t *twice, int64_t *first)
{
	*twice = -1;
	for (int64_t k = 1; k < n; k++)
		if (named_order_keys(&all[k - 1], &all[k]) == 0 && (*twice < 0 || all[k].row < *twice)) {
			*twice = all[k].row;
			*first = all[k - 1].row;
		}
}

int particles_bad_twice(struct particles_in *in, const struct key_columns *columns, int k, int64_t first)
{
	const int64_t *const *c = columns->of;
	char text[K_COLUMNS * (NUMBER_MAX + 1)], what[64] = "contact, columns", *p = text;

	for (int z = 0; z < K_COLUMNS; z++) {
		if (!c[z])
			continue;
		strcat(strcat(what, " "), key_name[z]);
		if (p > text)
			*p++ = ' ';
		p = number_put_int(p, c[z][k]);
	}
	return particles_bad(in, contact_line(in, in->rows[CONTACT].first + k), span(text, (size_t)(p - text)), what,
	                     "every contact once in a frame, but line %" PRId64 " already has it", contact_line(in, first));
}

static struct named name_contact(const struct particles_in *in, const struct world *w, const struct ids *b,
                                 const struct key_columns *c, int k)
{
	const int64_t i = c->of[K_I][k], j = c->of[K_J][k];
	int space = w->dim == 3, turns = i >= j;
	int round = !space && turns && particles_is_round(w->shape[in->shape_of[ids_row(b, i)]].kind) &&
	            particles_is_round(w->shape[in->shape_of[ids_row(b, j)]].kind);

	return particles_name_contact(c, k, space, round);
}

/* Sort the n rows of contacts by their bodies with the lower id: those of body k of the frame are row[first[k]] ..
 * row[first[k+1]-1], in order. The caller frees both. */
static int *rows_by_body(const struct particles_in *in, const struct ids *b, const struct key_columns *c, int n, int **row)
{
	const int64_t *i = c->of[K_I], *j = c->of[K_J];
	int *first = MEM_ZERO(int, (size_t)in->body.n_row + 2);

	*row = MEM_NEW(int, (size_t)n);
	for (int k = 0; k < n; k++)
		first[ids_row(b, i[k] < j[k] ? i[k] : j[k]) + 2]++;
	for (int k = 0; k < in->body.n_row; k++)
		first[k + 1] += first[k];
	for (int k = 0; k < n; k++)
		(*row)[first[ids_row(b, i[k] < j[k] ? i[k] : j[k]) + 1]++] = k;
	return first;
}

/* Check that every contact occurs once, whichever of its bodies is i. Without the columns fi and fj, two bodies may have several
 * contacts. */
static int check_contacts_once(struct particles_in *in, const struct world *w, const struct ids *b)
{
	const struct key_columns c = particles_key_columns(in, w);
	struct named last = { .row = 0 }, now, *all = NULL;
	int n = in->contact.n_row, k = 0, *row;
	size_t cap = 0;
	int64_t twice = -1, before = -1;

	if (!c.of[K_FI] || !c.of[K_FJ])
		return 0;
	for (; k < n; k++, last = now) {
		now = name_contact(in, w, b, &c, k);
		if (k > 0 && named_order_keys(&last, &now) >= 0)
			break;
	}
	if (k == n)
		return 0;
	int *first = rows_by_body(in, b, &c, n, &row);
	for (int body = 0; body < in->body.n_row; body++) {
		int some = first[body + 1] - first[body];
		int64_t here, other;

		MEM_GROW(all, &cap, (size_t)some);
		for (k = 0; k < some; k++)
			all[k] = name_contact(in, w, b, &c, row[first[body] + k]);
		qsort(all, (size_t)some, sizeof *all, named_order);
		particles_find_twice(some, all, &here, &other);
		if (here >= 0 && (twice < 0 || here < twice)) {
			twice = here;
			before = other;
		}
	}
	free(first);
	free(row);
	free(all);
	return twice < 0 ? 0 : particles_bad_twice(in, &c, (int)twice, before);
}

/* Check that outlets lie in the domain. */
int particles_check_outlets(struct particles_in *in, const struct world *w)
{
	for (int k = 0; k < w->n_outlet; k++) {
		const char *fault = outlet_fault(w, &w->outlet[k]);

		if (fault)
			return particles_bad(in, w->outlet[k].line, span(w->outlet[k].name, strlen(w->outlet[k].name)), "outlet", "%s",
			                     fault);
	}
	return 0;
}

int particles_rows_refer(struct particles_in *in, const struct world *w)
{
	struct ids b = { .item = NULL };
	int r = ids_make(in, &b);

	r = r ? r : check_bodies(in, w);
	r = r ? r : particles_check_turns(in, w);
	r = r ? r : check_contacts(in, w, &b);
	r = r ? r : check_contacts_once(in, w, &b);
	r = r ? r : particles_check_outlets(in, w);
	ids_free(&b);
	return r;
}
