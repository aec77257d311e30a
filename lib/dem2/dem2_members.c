/* dem2_members.c: the bodies and vertices that the near candidates of a part use. Near candidates refer to them by their numbers
 * in the part, so that a step reads and places no others, and finds those of a part next to each other. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "dem2/dem2_state.h"

void dem2_scratch_free(struct scratch2 *w)
{
	free(w->row);
	free(w->vertex);
	free(w->winv);
	free(w->turn);
	free(w->near);
	free(w->lim2);
	free(w->own);
	free(w->key);
	free(w->value);
	free(w->mark_from);
	free(w->local);
	free(w->renewed);
}

/* Members by their bodies: own [chunk] for bodies of the part's chunk; for others a hash table of a power of two places, key and
 * value. Vertex v of the outline of member m is number mark_from[m] + v in local, which is 0, or 1 if the vertex is in use, and
 * later its number in the part. */
struct finder {
	struct part2 *q;
	struct scratch2 *w;
	const struct outlines *o;
	int first, n;            /* the chunk */
	unsigned mask;
	int marks;
};

static inline int member_add(struct finder *f, int b)
{
	struct part2 *q = f->q;
	int m = q->n_member++, from = f->marks, vertices = f->o->first[b + 1] - f->o->first[b];

	MEM_GROW(f->w->local, &f->w->cap_local, (size_t)from + (size_t)vertices);
	MEM_GROW(q->member, &q->cap_member, (size_t)m + 1);
	int *local = f->w->local + from;
	for (int v = 0; v < vertices; v++)
		local[v] = 0;
	q->member[m] = b;
	f->w->mark_from[m] = from;
	f->marks = from + vertices;
	return m;
}

/* The member of a body of another chunk, which becomes one if it is not. */
static int member_elsewhere(struct finder *f, int b)
{
	struct scratch2 *w = f->w;
	unsigned z = ((unsigned)b * 0x9E3779B9u >> 7) & f->mask;

	while (w->key[z] != b && w->key[z] >= 0)
		z = (z + 1) & f->mask;
	if (w->key[z] < 0) {
		w->key[z] = b;
		w->value[z] = member_add(f, b);
	}
	return w->value[z];
}

static inline int member_of(struct finder *f, int b)
{
	if (b < f->first || b >= f->first + f->n)
		return member_elsewhere(f, b);
	int *own = &f->w->own[b - f->first];
	if (*own < 0)
		*own = member_add(f, b);
	return *own;
}

/* pairs: a bound on the number of near pairs. */
static void finder_begin(struct finder *f, int pairs)
{
	struct scratch2 *w = f->w;
	size_t size = 16, members = 2 * (size_t)pairs;

	while (size < 2 * members)
		size *= 2;
	MEM_GROW(w->own, &w->cap_own, (size_t)f->n);
	MEM_GROW(w->key, &w->cap_key, size);
	MEM_GROW(w->value, &w->cap_value, size);
	MEM_GROW(w->mark_from, &w->cap_mark_from, members);
	MEM_ROOM(f->q->pair, &f->q->cap_pair, (size_t)pairs);
	memset(w->own, -1, (size_t)f->n * sizeof *w->own);
	memset(w->key, -1, size * sizeof *w->key);
	f->mask = (unsigned)size - 1;
}

/* Find near pairs and members, and mark the vertices in use. */
static void pairs_find(struct dem2 *s, struct finder *f)
{
	struct part2 *q = f->q;
	int last = -1, first[2] = { 0 }, from[2] = { 0 };

	for (int k = 0; k < q->n_near; k++) {
		struct near2 *c = &q->near[k];
		int p = c->half >> 1, dir = c->half & 1;

		if (p != last) {
			const struct body_pair *pair = &s->list.pair[p];
			struct near_pair2 *at = &q->pair[q->n_pair++];

			*at = (struct near_pair2){ { member_of(f, pair->body[0]), member_of(f, pair->body[1]) }, pair->image, p };
			for (int z = 0; z < 2; z++) {
				first[z] = f->o->first[pair->body[z]];
				from[z] = f->w->mark_from[at->member[z]];
			}
			q->imaged |= pair->image > 1;
			last = p;
		}
		/* vertices of bodies become those of outlines, from the first vertex of the member on */
		int *i = f->w->local + from[dir], *j = f->w->local + from[!dir];

		c->half = 2 * (q->n_pair - 1) + dir;
		c->v -= first[dir];
		c->ea -= first[!dir];
		c->eb -= first[!dir];
		i[c->v] = j[c->ea] = j[c->eb] = 1;
		q->edges |= c->ea ^ c->eb;
	}
}

/* Put members that turn before points. */
static void turned_first(struct finder *f)
{
	struct part2 *q = f->q;
	int n = q->n_member, points = 0, *to, *body, *from;

	for (int m = 0; m < n; m++)
		q->n_turned += f->o->arm[q->member[m]] > 0;
	if (q->n_turned == 0 || q->n_turned == n)
		return;
	to = MEM_NEW(int, (size_t)n);
	body = mem_copy(q->member, (size_t)n, sizeof *body);
	from = mem_copy(f->w->mark_from, (size_t)n, sizeof *from);
	for (int m = 0, turned = 0; m < n; m++) {
		to[m] = f->o->arm[body[m]] > 0 ? turned++ : q->n_turned + points++;
		q->member[to[m]] = body[m];
		f->w->mark_from[to[m]] = from[m];
	}
	for (int p = 0; p < q->n_pair; p++)
		for (int side = 0; side < 2; side++)
			q->pair[p].member[side] = to[q->pair[p].member[side]];
	free(to);
	free(body);
	free(from);
}

/* Number the vertices in use. */
static void vertices_number(struct finder *f)
{
	struct part2 *q = f->q;
	const int *from = f->w->mark_from;
	int *local = f->w->local, n = 0;

	for (int z = 0; z < f->marks; z++)
		n += local[z];
	MEM_ROOM(q->use, &q->cap_use, (size_t)n + 1); /* the loop writes one more */
	n = 0;
	for (int m = 0; m < q->n_member; m++) {
		const struct outline_form *form = outlines_form(f->o, q->member[m]);
		int first = n;

		for (int v = 0, z = from[m]; v < form->n; v++, z++) {
			int is = local[z];

			q->use[n] = 2 * (uint32_t)(form->first + v) + (n == first);
			local[z] = n;
			n += is;
		}
		q->n_turned_vertex = m < q->n_turned ? n : q->n_turned_vertex;
	}
	q->n_vertex = n;
	for (int k = 0; k < q->n_near; k++) {
		struct near2 *c = &q->near[k];
		const int *member = q->pair[c->half >> 1].member;
		int i = from[member[c->half & 1]], j = from[member[~c->half & 1]];

		c->v = local[i + c->v];
		c->ea = local[j + c->ea];
		c->eb = local[j + c->eb];
	}
	for (int k = q->n_near; k < q->n_near + NEAR_MORE; k++)
		q->near[k] = (struct near2){ .place = -1 };
}

void dem2_members_find(struct dem2 *s, struct part2 *q, struct scratch2 *w)
{
	struct finder f = { .q = q, .w = w, .o = &s->outlines };
	int part = (int)(q - s->part);

	if (part < dem2_chunks(s)) {
		f.first = dem2_chunk_begin(s, part);
		f.n = dem2_chunk_end(s, part) - f.first;
	}

	q->n_pair = q->n_member = q->n_turned = q->n_vertex = q->n_turned_vertex = q->imaged = q->edges = 0;
	if (q->n_near == 0)
		return;
	finder_begin(&f, q->n_sum);
	pairs_find(s, &f);
	turned_first(&f);
	vertices_number(&f);
}
