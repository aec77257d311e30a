/* trade_skins.c: surfaces of shapes, which are made once for all bodies and frames */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "mesh/triangulate.h"
#include "shape/skin.h"
#include "solid/implicit.h"
#include "trade_parts.h"

/* What is done by default: this number of edges, unless there were more than TRADE_TRIANGLES, or shapes are instances. */
enum { EDGES = 64 };
static const double coarse[] = { 0.005, 0.01, 0.02, 0.05, 0.5 }, of_instances = 0.02;

static void forget(struct trade_skins *k)
{
	for (int i = 0; i < k->n; i++) {
		mesh_free(&k->skin[i].mesh);
		solid_free(k->skin[i].of);
	}
	k->n = k->n_place = 0;
}

void trade_skins_free(struct trade_skins *k)
{
	forget(k);
	free(k->skin);
	free(k->place);
	k->skin = NULL;
	k->place = NULL;
	k->cap = k->cap_place = 0;
}

static int is_sound(const struct solid *o)
{
	struct implicit body = { .n = o->n_bump, .bump = o->bump };

	memcpy(body.a, o->a, sizeof body.a);
	return implicit_check(&body, NULL) == IMPLICIT_GOOD;
}

static enum trade_status make(struct mesh *m, const struct trade_skins *k, const struct trade_body *b, char **error)
{
	const char *kind = shape_kind_name[b->shape->kind];
	const double deviation = k->error > 0 ? k->error : k->coarse;

	if (shape_is_wall(b->shape))
		return trade_bad(error, "body %lld (%s) is infinite, expected bodies with a closed surface", (long long)b->id, kind);
	if (b->shape->kind == SHAPE_OBJECT && !is_sound(b->shape->solid))
		return trade_bad(error, "body %lld (%s) has infinite bumps or a hollow centre, expected a body with a surface",
		                 (long long)b->id, kind);
	if (deviation > 0 && !skin_within(m, b->shape, deviation))
		return TRADE_GOOD;
	if (k->error > 0)
		return trade_bad(error, "body %lld (%s) needs more than 512 edges for deviations of at most %g of its longest side; raise "
		                 "--error", (long long)b->id, kind, k->error);
	if (b->shape->kind == SHAPE_POLYHEDRON && !(b->shape->solid->r > 0) && b->shape->solid->n_face <= 2)
		return trade_bad(error, "body %lld (%s) has no volume, since r=0 and its vertices lie on a %s; give it a spheroradius",
		                 (long long)b->id, kind, b->shape->solid->n_face ? "plane" : "line");
	if (triangulate_shape(m, b->shape, k->edges ? k->edges : EDGES))
		return trade_bad(error, "body %lld (%s) is too thin for triangles of this size; raise --edges", (long long)b->id, kind);
	return TRADE_GOOD;
}

static int are_same(const void *a, const void *b, size_t n, size_t size)
{
	return !a == !b && (!a || memcmp(a, b, n * size) == 0);
}

/* Whether a skin is that of a shape. */
static int fits(const struct trade_skin *skin, const struct shape *shape)
{
	const struct solid *a = skin->of, *b = shape->solid;
	const size_t n = (size_t)b->n, faces = (size_t)b->n_face;

	if (skin->kind != shape->kind || a->n != b->n || a->n_face != b->n_face || a->n_bump != b->n_bump || a->r != b->r ||
	    memcmp(a->a, b->a, sizeof a->a) != 0 || memcmp(a->at, b->at, sizeof a->at) != 0 ||
	    memcmp(a->turn, b->turn, sizeof a->turn) != 0 || !are_same(a->ball, b->ball, n, sizeof *a->ball) ||
	    !are_same(a->vertex, b->vertex, n, sizeof *a->vertex) || !are_same(a->face, b->face, faces, sizeof *a->face) ||
	    !are_same(a->first, b->first, faces + 1, sizeof *a->first) ||
	    (a->first && !are_same(a->corner, b->corner, (size_t)a->first[faces], sizeof *a->corner)))
		return 0;
	for (int k = 0; k < a->n_bump; k++) {
		const struct bump *p = &a->bump[k], *q = &b->bump[k];

		if (p->sign != q->sign || p->k != q->k || memcmp(p->c, q->c, sizeof p->c) != 0 || memcmp(p->b, q->b, sizeof p->b) != 0)
			return 0;
	}
	return 1;
}

/* The skin of a body, or NULL if it has to be made. */
static struct trade_skin *find(const struct trade_skins *k, const struct world *w, const struct trade_body *b)
{
	const int at = (int)(b->shape - w->shape), place = at < k->n_place ? k->place[at] : -1;

	return place < 0 ? NULL : &k->skin[place];
}

/* Make all surfaces; *n gets the number of triangles of all bodies. */
static enum trade_status make_all(const struct trade_scene *s, const char *draw, int64_t *n, char **error)
{
	struct trade_skins *k = s->skins;

	*n = 0;
	MEM_GROW(k->place, &k->cap_place, (size_t)s->w->n_shape);
	while (k->n_place < s->w->n_shape)
		k->place[k->n_place++] = -1;
	for (int i = 0; i < s->w->n_shape; i++)
		if (k->place[i] >= 0 && !fits(&k->skin[k->place[i]], &s->w->shape[i]))
			k->place[i] = -1;
	for (int i = 0; i < s->n; i++) {
		const struct trade_body *b = &s->body[i];

		if (!draw[i])
			continue;
		if (!find(k, s->w, b)) {
			struct trade_skin made = { .kind = b->shape->kind };

			if (make(&made.mesh, k, b, error) != TRADE_GOOD)
				return TRADE_BAD;
			made.of = solid_copy(b->shape->solid);
			MEM_GROW(k->skin, &k->cap, (size_t)k->n + 1);
			k->place[b->shape - s->w->shape] = k->n;
			k->skin[k->n++] = made;
		}
		*n += find(k, s->w, b)->mesh.n_triangle;
	}
	return TRADE_GOOD;
}

enum trade_status skins_make(const struct trade_scene *s, const char *draw, char **error)
{
	struct trade_skins *k = s->skins;
	const int free_choice = !k->edges && !(k->error > 0);
	int64_t n;

	if (free_choice && k->instances)
		k->coarse = of_instances;
	if (make_all(s, draw, &n, error) != TRADE_GOOD)
		return TRADE_BAD;
	for (size_t e = 0; e < sizeof coarse / sizeof *coarse && free_choice && !k->instances && n > TRADE_TRIANGLES; e++) {
		if (coarse[e] <= k->coarse)
			continue;
		k->coarse = coarse[e];
		forget(k);
		if (make_all(s, draw, &n, error) != TRADE_GOOD)
			return TRADE_BAD;
	}
	k->n_triangle += n;
	if (k->n_triangle > MESH_MOST && !k->instances)
		return trade_bad(error, "the bodies have more than %d triangles, expected fewer: raise --error, or select bodies with "
		                 "--where", MESH_MOST);
	return TRADE_GOOD;
}

const struct mesh *skin_of(const struct trade_scene *s, const struct trade_body *b)
{
	return &find(s->skins, s->w, b)->mesh;
}

int skin_has_faces(const struct trade_scene *s, const struct trade_body *b)
{
	return b->shape->kind == SHAPE_POLYHEDRON && b->shape->solid->r == 0 && skin_of(s, b)->n_vertex == b->shape->solid->n;
}

int skin_number(const struct trade_scene *s, const struct trade_body *b)
{
	return (int)(find(s->skins, s->w, b) - s->skins->skin);
}
