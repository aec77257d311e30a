/* world.c: the state of a scene */
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "world/defaults.h"

const char *const shape_kind_name[SHAPE_KINDS] = {
	"point", "polyline", "ring", "polygon", "disks", "sphere", "clump", "ellipsoid", "object", "mesh",
	"polyhedron", "plane", "cylinder"
};

void world_init(struct world *w, int dim)
{
	memset(w, 0, sizeof *w);
	w->dim = dim;
	world_name(w, "-");
}

void shape_free(struct shape *s)
{
	free(s->xy);
	free(s->radius);
	free(s->extra);
	solid_free(s->solid);
	s->solid = NULL;
	s->xy = NULL;
	s->radius = NULL;
	s->extra = NULL;
	s->n = 0;
}

void world_free(struct world *w)
{
	for (int k = 0; k < w->n_material; k++) {
		free(w->material[k].name);
		free(w->material[k].extra);
	}
	for (int k = 0; k < w->n_law; k++) {
		free(w->law[k].a);
		free(w->law[k].b);
		free(w->law[k].kind);
		params_free(&w->law[k].par);
	}
	for (int k = 0; k < w->n_shape; k++)
		shape_free(&w->shape[k]);
	for (int k = 0; k < w->n_constraint; k++) {
		free(w->constraint[k].tag);
		constraint_set(&w->constraint[k], &(struct constraint){ 0 });
	}
	for (int k = 0; k < w->n_outlet; k++) {
		free(w->outlet[k].name);
		free(w->outlet[k].tag);
	}
	for (int k = 0; k < w->names.n; k++)
		free(w->names.word[k]);
	free(w->material);
	free(w->law);
	free(w->shape);
	free(w->constraint);
	free(w->outlet);
	free(w->names.word);
	free(w->names.bucket);
	free(w->shape_bucket);
	table_free(&w->body);
	table_free(&w->contact);
	params_free(&w->ledger);
	memset(w, 0, sizeof *w);
}

/* The bucket of a word in the open-addressing hash of names, or the free bucket where it would go. */
static uint32_t bucket_of_word(const struct names *n, const char *word)
{
	uint32_t h = 2166136261u; /* FNV-1a */

	for (const char *p = word; *p; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	h &= (uint32_t)(n->n_bucket - 1);
	while (n->bucket[h] >= 0 && strcmp(n->word[n->bucket[h]], word) != 0)
		h = (h + 1) & (uint32_t)(n->n_bucket - 1);
	return h;
}

int32_t world_find_name(const struct world *w, const char *word)
{
	return w->names.n_bucket ? w->names.bucket[bucket_of_word(&w->names, word)] : -1;
}

int32_t world_name(struct world *w, const char *word)
{
	struct names *n = &w->names;
	int32_t k = world_find_name(w, word);

	if (k >= 0)
		return k;
	if (2 * (n->n + 1) > n->n_bucket) {
		n->n_bucket = n->n_bucket ? 2 * n->n_bucket : 16;
		MEM_RESIZE(n->bucket, (size_t)n->n_bucket);
		memset(n->bucket, -1, (size_t)n->n_bucket * sizeof *n->bucket);
		for (k = 0; k < n->n; k++)
			n->bucket[bucket_of_word(n, n->word[k])] = k;
	}
	MEM_GROW(n->word, &n->cap, (size_t)n->n + 1);
	n->bucket[bucket_of_word(n, word)] = n->n;
	n->word[n->n] = mem_string(word);
	return n->n++;
}

struct material *world_material(const struct world *w, const char *name)
{
	for (int k = 0; k < w->n_material; k++)
		if (strcmp(w->material[k].name, name) == 0)
			return &w->material[k];
	return NULL;
}

struct law *world_law(const struct world *w, const char *a, const char *b)
{
	for (int k = 0; k < w->n_law; k++) {
		struct law *l = &w->law[k];

		if ((strcmp(l->a, a) == 0 && strcmp(l->b, b) == 0) ||
		    (strcmp(l->a, b) == 0 && strcmp(l->b, a) == 0))
			return l;
	}
	return NULL;
}

struct constraint *world_constraint(const struct world *w, const char *tag)
{
	for (int k = 0; k < w->n_constraint; k++)
		if (strcmp(w->constraint[k].tag, tag) == 0)
			return &w->constraint[k];
	return NULL;
}

void constraint_set(struct constraint *to, const struct constraint *from)
{
	struct constraint copy = *from;

	copy.tag = to->tag;
	for (int k = 0; k < 4; k++) {
		copy.between[k] = from->between[k] ? mem_string(from->between[k]) : NULL;
		free(to->between[k]);
	}
	for (int k = 0; k < 6; k++) {
		copy.dof[k].table = mem_copy(from->dof[k].table, (size_t)from->dof[k].n, sizeof *copy.dof[k].table);
		free(to->dof[k].table);
	}
	*to = copy;
}

const double *dof_values(const struct dof *d)
{
	return d->table ? d->table : d->value;
}

int constraint_holds(const struct constraint *c)
{
	int holds = c && (c->m > 0 || c->c > 0);

	for (int d = 0; c && d < 6; d++)
		holds |= c->dof[d].drive != DRIVE_FREE;
	return holds;
}

int world_shape_is_held(const struct world *w, const struct shape *s)
{
	const int64_t *shape = table_int(&w->body, "shape");
	const int32_t *tag = table_word(&w->body, "tag");
	int n = 0;

	for (int i = 0; shape && tag && i < w->body.n_row; i++) {
		if (shape[i] != s->id)
			continue;
		const struct constraint *c = world_constraint(w, w->names.word[tag[i]]);

		for (int d = 0; d < (w->dim == 3 ? 6 : 3); d++)
			if (!c || c->dof[d].drive == DRIVE_FREE)
				return 0;
		n++;
	}
	return n > 0;
}

struct material *world_need_material(struct world *w, const char *name)
{
	struct material *m = world_material(w, name);

	if (m)
		return m;
	MEM_GROW(w->material, &w->cap_material, (size_t)w->n_material + 1);
	m = &w->material[w->n_material++];
	*m = (struct material){ .name = mem_string(name), .density = 1 };
	return m;
}

struct law *world_need_law(struct world *w, const char *a, const char *b)
{
	struct law *l = world_law(w, a, b);

	if (l)
		return l;
	MEM_GROW(w->law, &w->cap_law, (size_t)w->n_law + 1);
	l = &w->law[w->n_law++];
	*l = (struct law){ .a = mem_string(a), .b = mem_string(b), .kind = mem_string("linear") };
	return l;
}

void world_define_defaults(struct world *w)
{
	world_need_material(w, DEFAULT_MATERIAL)->density = DEFAULT_DENSITY;
	struct params *p = &world_need_law(w, DEFAULT_MATERIAL, DEFAULT_MATERIAL)->par;
	params_set(p, "kn", DEFAULT_KN);
	params_set(p, "kt", DEFAULT_KT);
	params_set(p, "mu", DEFAULT_MU);
	params_set(p, "en", DEFAULT_EN);
}

struct constraint *world_need_constraint(struct world *w, const char *tag)
{
	struct constraint *c = world_constraint(w, tag);

	if (c)
		return c;
	MEM_GROW(w->constraint, &w->cap_constraint, (size_t)w->n_constraint + 1);
	c = &w->constraint[w->n_constraint++];
	*c = (struct constraint){ .tag = mem_string(tag) };
	return c;
}

/* The bucket of an id in the open-addressing hash of shapes, or the free bucket where it would go. */
static int bucket_of(const struct world *w, int64_t id)
{
	uint64_t h = (uint64_t)id * 0x9E3779B97F4A7C15u;
	int k = (int)(h >> 32 & (uint64_t)(w->n_bucket - 1));

	while (w->shape_bucket[k] >= 0 && w->shape[w->shape_bucket[k]].id != id)
		k = (k + 1) & (w->n_bucket - 1);
	return k;
}

struct shape *world_shape(const struct world *w, int64_t id)
{
	if (w->n_bucket == 0)
		return NULL;
	int s = w->shape_bucket[bucket_of(w, id)];
	return s < 0 ? NULL : &w->shape[s];
}

struct shape *world_need_shape(struct world *w, int64_t id)
{
	struct shape *s = world_shape(w, id);

	if (s) {
		shape_free(s);
	} else {
		if (2 * (w->n_shape + 1) > w->n_bucket) {
			w->n_bucket = w->n_bucket ? 2 * w->n_bucket : 16;
			MEM_RESIZE(w->shape_bucket, (size_t)w->n_bucket);
			memset(w->shape_bucket, -1, (size_t)w->n_bucket * sizeof *w->shape_bucket);
			for (int k = 0; k < w->n_shape; k++)
				w->shape_bucket[bucket_of(w, w->shape[k].id)] = k;
		}
		MEM_GROW(w->shape, &w->cap_shape, (size_t)w->n_shape + 1);
		w->shape_bucket[bucket_of(w, id)] = w->n_shape;
		s = &w->shape[w->n_shape++];
	}
	*s = (struct shape){ .id = id, .area = -1 };
	return s;
}

void world_keep_shapes(struct world *w, const char *keep)
{
	int n = 0;

	for (int k = 0; k < w->n_shape; k++) {
		if (keep[k])
			w->shape[n++] = w->shape[k];
		else
			shape_free(&w->shape[k]);
	}
	w->n_shape = n;
	if (w->n_bucket)
		memset(w->shape_bucket, -1, (size_t)w->n_bucket * sizeof *w->shape_bucket);
	for (int k = 0; k < n; k++)
		w->shape_bucket[bucket_of(w, w->shape[k].id)] = k;
}

void shape_alloc(struct shape *s, enum shape_kind kind, int n)
{
	shape_free(s);
	s->kind = kind;
	s->n = n;
	if (kind >= SHAPE_SPHERE) {
		s->solid = solid_new();
		return;
	}
	s->xy = mem_zero((size_t)n, sizeof *s->xy);
	if (kind == SHAPE_DISKS)
		s->radius = MEM_ZERO(double, (size_t)n);
}

double shape_reach(const struct shape *s)
{
	double far = 0;

	if (s->kind == SHAPE_PLANE)
		return INFINITY;
	if (s->solid)
		return solid_reach(s->solid);
	for (int k = 0; k < s->n; k++) {
		double d = sqrt(s->xy[k][0] * s->xy[k][0] + s->xy[k][1] * s->xy[k][1]) +
		           (s->radius ? s->radius[k] : s->r);

		far = d > far ? d : far;
	}
	return far;
}

int shape_is_wall(const struct shape *s)
{
	return s->kind == SHAPE_PLANE || s->kind == SHAPE_CYLINDER;
}

int shape_edges(const struct shape *s)
{
	if (s->kind == SHAPE_RING || s->kind == SHAPE_POLYGON)
		return s->n;
	return s->kind == SHAPE_POLYLINE ? s->n - 1 : 0;
}

struct bodies2 world_bodies2(struct world *w)
{
	struct table *t = &w->body;
	/* adding a column may move the list of columns, but not the data of the columns */
	struct bodies2 b = { .n = t->n_row };

	/* one statement each: the calls fix the order of new columns */
	b.id = table_need_int(t, "id", 0);
	b.shape = table_need_int(t, "shape", 0);
	b.material = table_need_word(t, "material", 0);
	b.tag = table_need_word(t, "tag", 0);
	b.size = table_need_real(t, "size", 1);
	b.x = table_need_real(t, "x", 0);
	b.y = table_need_real(t, "y", 0);
	b.angle = table_need_real(t, "angle", 0);
	b.ix = table_need_int(t, "ix", 0);
	b.iy = table_need_int(t, "iy", 0);
	b.vx = table_need_real(t, "vx", 0);
	b.vy = table_need_real(t, "vy", 0);
	b.omega = table_need_real(t, "omega", 0);
	return b;
}

struct bodies3 world_bodies3(struct world *w)
{
	static const char *const x[] = { "x", "y", "z" }, *const q[] = { "qw", "qx", "qy", "qz" }, *const i[] = { "ix", "iy", "iz" },
	                  *const v[] = { "vx", "vy", "vz" }, *const l[] = { "Lx", "Ly", "Lz" };
	struct table *t = &w->body;
	struct bodies3 b = { .n = t->n_row };

	b.id = table_need_int(t, "id", 0);
	b.shape = table_need_int(t, "shape", 0);
	b.material = table_need_word(t, "material", 0);
	b.tag = table_need_word(t, "tag", 0);
	b.size = table_need_real(t, "size", 1);
	for (int k = 0; k < 3; k++)
		b.x[k] = table_need_real(t, x[k], 0);
	for (int k = 0; k < 4; k++)
		b.q[k] = table_need_real(t, q[k], k == 0);
	for (int k = 0; k < 3; k++)
		b.image[k] = table_need_int(t, i[k], 0);
	for (int k = 0; k < 3; k++)
		b.v[k] = table_need_real(t, v[k], 0);
	for (int k = 0; k < 3; k++)
		b.momentum[k] = table_need_real(t, l[k], 0);
	return b;
}

void world_need_columns(struct world *w)
{
	if (w->dim == 3)
		world_bodies3(w);
	else
		world_bodies2(w);
}

int64_t world_last_id(const struct world *w)
{
	const int64_t *id = table_int(&w->body, "id");
	int64_t last = 0;

	for (int i = 0; id && i < w->body.n_row; i++)
		last = id[i] > last ? id[i] : last;
	return last;
}

int64_t world_last_shape(const struct world *w)
{
	int64_t last = 0;

	for (int k = 0; k < w->n_shape; k++)
		last = w->shape[k].id > last ? w->shape[k].id : last;
	return last;
}

int world_add_body(struct world *w, int64_t shape, const char *material, const char *tag)
{
	return world_put_body(w, world_last_id(w) + 1, shape, material, tag);
}

int world_put_body(struct world *w, int64_t id, int64_t shape, const char *material, const char *tag)
{
	int n = w->body.n_row;

	world_need_columns(w);
	table_resize(&w->body, n + 1);
	table_int(&w->body, "id")[n] = id;
	table_int(&w->body, "shape")[n] = shape;
	table_word(&w->body, "material")[n] = world_name(w, material);
	table_word(&w->body, "tag")[n] = world_name(w, tag);
	table_real(&w->body, "size")[n] = 1;
	if (w->dim == 3)
		table_real(&w->body, "qw")[n] = 1;
	return n;
}

/* Move x into [lo, hi) by whole periods. Returns the number of periods by which x was moved down. */
static int64_t wrap_axis(double *x, double lo, double hi)
{
	double len = hi - lo, n = floor((*x - lo) / len);

	if (!(fabs(n) < (double)IMAGES_MAX)) {
		*x = lo;
		return n < 0 ? -IMAGES_MAX - 1 : IMAGES_MAX + 1;
	}
	if (n != 0)
		*x -= n * len;
	if (*x >= hi) {
		*x -= len;
		n++;
	}
	if (*x < lo) { /* x was below lo by less than its last digit, and moved to lo */
		*x = lo;
	}
	return (int64_t)n;
}

int64_t count_images(int64_t a, int64_t b)
{
	if (a > IMAGES_MAX || a < -IMAGES_MAX)
		return a;
	int64_t sum = b > IMAGES_MAX || b < -IMAGES_MAX ? b : a + b;

	return sum > IMAGES_MAX ? IMAGES_MAX + 1 : sum < -IMAGES_MAX ? -IMAGES_MAX - 1 : sum;
}

void domain_wrap2(const struct domain *d, double *x, double *y, int64_t *ix, int64_t *iy)
{
	if (d->periodic[1]) {
		int64_t n = wrap_axis(y, d->lo[1], d->hi[1]);

		*iy = count_images(*iy, n);
		if (d->tilt[0] != 0)
			*x -= (double)n * d->tilt[0];
	}
	if (d->periodic[0])
		*ix = count_images(*ix, wrap_axis(x, d->lo[0], d->hi[0]));
}

void domain_wrap3(const struct domain *d, double x[3], int64_t image[3])
{
	for (int k = 2; k >= 0; k--) {
		if (!d->periodic[k])
			continue;
		int64_t n = wrap_axis(&x[k], d->lo[k], d->hi[k]);
		image[k] = count_images(image[k], n);
		if (k == 2 && d->tilt[1] != 0)
			x[0] -= (double)n * d->tilt[1];
		if (k == 2 && d->tilt[2] != 0)
			x[1] -= (double)n * d->tilt[2];
		if (k == 1 && d->tilt[0] != 0)
			x[0] -= (double)n * d->tilt[0];
	}
}
