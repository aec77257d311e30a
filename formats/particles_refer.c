/* particles_refer.c: check the references from the rows of a frame: ids, shapes, materials, vertices */
#include "particles_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "number.h"
#include "world/outlet.h"

static int body_bad(struct particles_in *in, int row, const char *what, struct span found, const char *expected)
{
	return particles_bad(in, particles_row_line(&in->rows[BODY], row), found, what, "%s", expected);
}

static struct span say_int(char *to, int64_t v)
{
	return span(to, (size_t)(number_put_int(to, v) - to));
}

/* Check that every body has a unique id. */
static int ids_make(struct particles_in *in, struct ids *b)
{
	const int64_t *id = table_int(&in->body, "id");
	char text[NUMBER_MAX];

	for (int k = 0; k < in->body.n_row; k++)
		if (id[k] < 1)
			return body_bad(in, k, "body, column id", say_int(text, id[k]), "a positive integer");
	int twice = ids_init(b, in->body.n_row, id);
	if (twice >= 0)
		return body_bad(in, twice, "body, column id", say_int(text, id[twice]), "every id once in a frame");
	return 0;
}

/* Check that every body has an existing shape, an existing material (or none, "-") and a positive size. */
static int check_bodies(struct particles_in *in, const struct world *w)
{
	const int64_t *shape = table_int(&in->body, "shape");
	const int32_t *material = table_word(&in->body, "material");
	const double *size = table_real(&in->body, "size");
	char text[NUMBER_MAX];
	int32_t last = -1;
	int n = in->body.n_row, at = 0;

	MEM_GROW(in->shape_of, &in->cap_shape_of, (size_t)n);
	for (int k = 0; k < n; k++) {
		if (at + 1 < w->n_shape && w->shape[at + 1].id == shape[k]) {
			at++; /* programs that make grains write shapes in the order of bodies */
		} else if (at >= w->n_shape || w->shape[at].id != shape[k]) {
			const struct shape *s = world_shape(w, shape[k]);

			if (!s)
				return body_bad(in, k, "body, column shape", say_int(text, shape[k]), "the id of a shape defined before");
			at = (int)(s - w->shape);
		}
		in->shape_of[k] = at;
		if (material && material[k] != last) {
			const char *name = in->words.word[material[k]];

			if (material[k] != 0 && !world_material(w, name))
				return body_bad(in, k, "body, column material", span(name, strlen(name)), "a material defined before, or -");
			last = material[k];
		}
		if (size && !(size[k] > 0))
			return body_bad(in, k, "body, column size", span(text, (size_t)(number_put(text, size[k]) - text)),
			                "a positive number");
	}
	return 0;
}

/* Check that the orientation of every body in 3D is a unit quaternion; the tolerance allows for few digits. */
static int check_turns(struct particles_in *in, const struct world *w)
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

/* The number of vertices, edges and faces of a polyhedron. Every edge has two corners; a rod has an edge, and is its face. */
static int features_of(const struct solid *s)
{
	return s->n_face == 0 ? s->n == 2 ? 4 : s->n : s->n + s->first[s->n_face] / 2 + s->n_face;
}

/* Check that the vertex or edge of a contact exists in the shape of its body. */
static int check_feature(struct particles_in *in, const struct world *w, int k, int body, const char *name)
{
	const int64_t *feature = table_int(&in->contact, name);
	const struct shape *s = &w->shape[in->shape_of[body]];
	int most = s->kind == SHAPE_MESH ? 4 * s->solid->n_face + s->n : s->n; /* faces, edges and vertices of a mesh */
	char text[NUMBER_MAX], what[40];

	if (s->kind == SHAPE_POLYHEDRON)
		most = features_of(s->solid);
	if (!feature || (feature[k] >= 0 && feature[k] < most))
		return 0;
	snprintf(what, sizeof what, "contact, column %s", name);
	return particles_bad(in, particles_row_line(&in->rows[CONTACT], k), say_int(text, feature[k]), what,
	                     "a %s of the body's shape, 0 to %d",
	                     s->kind == SHAPE_POLYHEDRON || s->kind == SHAPE_MESH ? "feature" : "vertex", most - 1);
}

static int check_contacts(struct particles_in *in, const struct world *w, const struct ids *b)
{
	const int64_t *i = table_int(&in->contact, "i"), *j = table_int(&in->contact, "j");
	char text[NUMBER_MAX];

	for (int k = 0; k < in->contact.n_row; k++) {
		int bi = ids_row(b, i[k]), bj = ids_row(b, j[k]);

		if (bi < 0 || bj < 0)
			return particles_bad(in, particles_row_line(&in->rows[CONTACT], k), say_int(text, bi < 0 ? i[k] : j[k]),
			                     bi < 0 ? "contact, column i" : "contact, column j", "the id of a body of this frame");
		if (check_feature(in, w, k, bi, "fi") || check_feature(in, w, k, bj, "fj"))
			return -1;
	}
	return 0;
}

/* ---- every contact occurs once ---- */

enum { KEY = 8 };

/* A contact, described from its body with the lower id; a contact between a body and its own image is described from the lower or
 * left one. Rows with the same key are the same contact. Keys sort in the order in which simulators write rows. */
struct named { int64_t key[KEY]; int row; };

static int key_order(const struct named *a, const struct named *b)
{
	for (int k = 0; k < KEY; k++)
		if (a->key[k] != b->key[k])
			return a->key[k] < b->key[k] ? -1 : 1;
	return 0;
}

static int named_order(const void *p, const void *q)
{
	const struct named *a = p, *b = q;
	int order = key_order(a, b);

	return order ? order : (a->row > b->row) - (a->row < b->row);
}

static int is_round(enum shape_kind k)
{
	return k == SHAPE_POINT || k == SHAPE_DISKS;
}

/* The columns of the key. */
static const char *const key_name[] = { "i", "fi", "j", "fj", "ix", "iy", "iz" };
enum { K_I, K_FI, K_J, K_FJ, K_X, K_Y, K_Z, K_COLUMNS };

static struct named contact_named(const struct particles_in *in, const struct world *w, const struct ids *b,
                                  const int64_t *const c[K_COLUMNS], int k)
{
	int64_t x = c[K_X] ? c[K_X][k] : 0, y = c[K_Y] ? c[K_Y][k] : 0, z = c[K_Z] ? c[K_Z][k] : 0, i = c[K_I][k], j = c[K_J][k];
	int turned = i != j ? i > j : z != 0 ? z < 0 : y != 0 ? y < 0 : x < 0;
	struct named n = { { i, j, z, y, x, 0, c[K_FI][k], c[K_FJ][k] }, k };

	if (!turned)
		return n;
	n = (struct named){ { j, i, -z, -y, -x, 1, c[K_FI][k], c[K_FJ][k] }, k };
	/* in the plane, i has the vertex and j the edge: with i and j swapped it is another contact, unless both are points or disks */
	if (w->dim == 3 || (is_round(w->shape[in->shape_of[ids_row(b, i)]].kind) &&
	                    is_round(w->shape[in->shape_of[ids_row(b, j)]].kind))) {
		n.key[5] = 0;
		n.key[6] = c[K_FJ][k];
		n.key[7] = c[K_FI][k];
	}
	return n;
}

static int twice_bad(struct particles_in *in, const int64_t *const c[K_COLUMNS], int row, int first)
{
	char text[K_COLUMNS * (NUMBER_MAX + 1)], what[64] = "contact, columns", *p = text;

	for (int k = 0; k < K_COLUMNS; k++) {
		if (!c[k])
			continue;
		strcat(strcat(what, " "), key_name[k]);
		if (p > text)
			*p++ = ' ';
		p = number_put_int(p, c[k][row]);
	}
	return particles_bad(in, particles_row_line(&in->rows[CONTACT], row), span(text, (size_t)(p - text)), what,
	                     "every contact once in a frame, but line %" PRId64 " already has it",
	                     particles_row_line(&in->rows[CONTACT], first));
}

/* Check that every contact occurs once, whichever of its bodies is i. Without the columns fi and fj, two bodies may have several
 * contacts. */
static int check_contacts_once(struct particles_in *in, const struct world *w, const struct ids *b)
{
	const int64_t *c[K_COLUMNS];
	struct named last = { .row = 0 }, now;
	int n = in->contact.n_row, k = 0, twice = -1;

	for (int z = 0; z < K_COLUMNS; z++)
		c[z] = z < K_Z || w->dim == 3 ? table_int(&in->contact, key_name[z]) : NULL;
	if (!c[K_FI] || !c[K_FJ])
		return 0;
	for (; k < n; k++, last = now) {
		now = contact_named(in, w, b, c, k);
		if (k > 0 && key_order(&last, &now) >= 0)
			break;
	}
	if (k == n)
		return 0;
	struct named *all = MEM_NEW(struct named, (size_t)n);
	for (k = 0; k < n; k++)
		all[k] = contact_named(in, w, b, c, k);
	qsort(all, (size_t)n, sizeof *all, named_order);
	for (k = 1; k < n; k++)
		if (key_order(&all[k - 1], &all[k]) == 0 && (twice < 0 || all[k].row < all[twice].row))
			twice = k;
	int r = twice < 0 ? 0 : twice_bad(in, c, all[twice].row, all[twice - 1].row);
	free(all);
	return r;
}

/* Check that outlets lie in the domain. */
static int check_outlets(struct particles_in *in, const struct world *w)
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
	r = r ? r : check_turns(in, w);
	r = r ? r : check_contacts(in, w, &b);
	r = r ? r : check_contacts_once(in, w, &b);
	r = r ? r : check_outlets(in, w);
	ids_free(&b);
	return r;
}
