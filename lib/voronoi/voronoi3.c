/* voronoi3.c: Voronoi cells of space by cutting with planes */
#include "voronoi/voronoi3.h"

#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "base/count.h"
#include "base/team.h"
#include "voronoi/near3.h"

/* Faces with an area below this times their perimeter and the tolerance of the cuts are what rounding leaves of planes that touch
 * the cell at an edge or a corner. They are left out. Small faces are not: next to a cluster a cell may have them of any size. */
static const double NO_WIDTH = 4;

/* face.who of a preliminary face, which no finished cell has. */
enum { NOTHING = -7 };

/* Begin cell i with the box, but no larger than limit: distant vertices would pass their rounding errors on to close ones. If
 * limit was large enough, no preliminary face is left after the cuts. Returns whether limit is beyond the box. */
static int begin(const struct voronoi3 *v, int i, double limit, struct cell3 *c)
{
	static const int one[3] = { 1, 3, 9 };
	const double *at = v->site[i];
	double side[2][3];
	struct side label[6];
	int whole = 1;

	for (int k = 0; k < 6; k++) {
		int axis = k / 2, upper = k % 2;
		double far = v->periodic[axis] ? 0.5 * v->box[axis] : upper ? v->box[axis] - at[axis] : at[axis];

		label[k] = v->periodic[axis] ?
			(struct side){ i, VORONOI3_IMAGE(0, 0, 0) + (upper ? one[axis] : -one[axis]) } :
			(struct side){ VORONOI3_WALL(axis, upper), VORONOI3_IMAGE(0, 0, 0) };
		if (far > limit) {
			far = limit;
			label[k] = (struct side){ NOTHING, 0 };
			whole = 0;
		}
		side[upper][axis] = upper ? far : -far;
	}
	cell3_box(c, side[0], side[1], label);
	return whole;
}

/* Whether no preliminary face is left, once the planes without a face are gone. */
static int finished(const struct cell3 *c)
{
	for (int k = 0; k < c->n_face; k++)
		if (c->plane[k].label.who == NOTHING)
			return 0;
	return 1;
}

/* Faces of cells, in blocks that stay where they are. */
enum { BLOCK = 65536, CHUNK = 256 };
struct block { struct block *next; size_t n, cap; struct side face[]; };

/* What one thread finds. */
struct found {
	_Alignas(64) struct near3 search; /* threads do not share cache lines */
	struct block *block;
	double from;               /* the first chunk with coinciding sites, or INFINITY */
	int pair[2];               /* the first such sites there */
};

struct job {
	struct voronoi3 *v;
	const struct near3_grid *grid;   /* or NULL: by the tree */
	const struct near3_tree *tree;
	const struct voronoi3 *before;   /* a similar diagram, or NULL */
	const int *list;           /* places in the tree of the sites to do; NULL: all */
	struct found *found;       /* one per thread */
	struct side **face;        /* [n] of each site, in some block; NULL: the cell is not finished */
	double most;               /* minus the first chunk with coinciding sites, or -INFINITY */
};

/* Note the faces of the cell. */
static void store(const struct job *job, struct found *found)
{
	struct cell3 *c = &found->search.cell;
	const int self = found->search.self->index;
	const double width = NO_WIDTH * near3_tolerance(&found->search), most = 8 * found->search.reach;
	struct block *b = found->block;
	size_t need = (size_t)c->n_face;
	int wide = 0;

	if (!b || b->cap - b->n < need) {
		size_t cap = need > BLOCK ? need : BLOCK;
		b = mem_new(1, sizeof *b + cap * sizeof *b->face);
		*b = (struct block){ .next = found->block, .cap = cap };
		found->block = b;
	}
	struct side *to = job->face[self] = b->face + b->n;
	for (int k = 0; k < c->n_face; k++)
		wide += cell3_corner_area(c, k) > width * most; /* no perimeter of a convex face is above most */
	if (wide < c->n_face)
		cell3_faces(c);
	for (int k = 0; k < c->n_face; k++)
		if (wide == c->n_face || cell3_area(c, k) > width * cell3_perimeter(c, k))
			*to++ = c->plane[k].label;
	job->v->first[self + 1] = (size_t)(to - job->face[self]);
	b->n = (size_t)(to - b->face);
}

/* Find the cell of the site at a place in the grid or the tree. It stays without faces if the grid does not suffice. */
static void find_cell(const struct job *job, struct found *found, int place)
{
	struct near3 *s = &found->search;
	double limit = 0;
	int whole, enough = 1;

	if (job->grid) {
		s->self = &job->grid->site[place];
		limit = 2 * (job->grid->h[0] + job->grid->h[1] + job->grid->h[2]);
	} else {
		const struct boxnode *leaf = &job->tree->boxes.node[job->tree->leaf[place]];

		s->self = &job->tree->site[place];
		for (int axis = 0; axis < 3; axis++)
			limit += 4 * (leaf->hi[axis] - leaf->lo[axis]);
		limit += sqrt(s->apart2);
	}
	do {
		whole = begin(job->v, s->self->index, limit, &s->cell);
		near3_measure(s);
		if (job->before) {
			const size_t *first = job->before->first + s->self->index;
			near3_cut_by(s, job->before->face + first[0], (int)(first[1] - first[0]));
		}
		if (job->grid)
			enough = near3_grid_cut(s, job->grid);
		else
			near3_tree_cut(s, job->tree);
		if (!enough || s->twin >= 0)
			return;
		limit *= 64;
		cell3_corners(&s->cell);
	} while (!(finished(&s->cell) && (whole || s->cell.n_face > 0)));
	store(job, found);
}

/* Find the cells from .. end - 1. */
static void find_cells(void *to, int from, int end, int thread)
{
	struct job *job = to;
	struct found *found = &job->found[thread];
	struct near3 *s = &found->search;
	double most;

	__atomic_load(&job->most, &most, __ATOMIC_RELAXED);
	if (from > -most) /* an earlier chunk has coinciding sites */
		return;
	if (thread == 0)
		count_to(from);
	for (int k = from; k < end && s->twin < 0; k++)
		find_cell(job, found, job->list ? job->list[k] : k);
	if (s->twin >= 0) {
		const int a = s->self->index, b = s->twin;

		team_raise(&job->most, -(double)from);
		if (from < found->from) {
			found->from = from;
			found->pair[0] = a < b ? a : b;
			found->pair[1] = a < b ? b : a;
		}
		s->twin = -1;
	}
}

/* Put the faces of the cells from .. end - 1 in their places. */
static void gather(void *to, int from, int end, int thread)
{
	const struct job *job = to;
	struct voronoi3 *v = job->v;

	(void)thread;
	for (int i = from; i < end; i++)
		memcpy(v->face + v->first[i], job->face[i], (v->first[i + 1] - v->first[i]) * sizeof *v->face);
}

/* All cells by the tree, or those that the grid has not finished. */
static void finish_by_tree(struct job *job, int threads)
{
	const int n = job->v->n;
	struct near3_tree tree;
	int *list = MEM_NEW(int, (size_t)n), n_list = 0;

	for (int i = 0; i < n; i++)
		if (!job->face[i])
			list[n_list++] = i;
	if (n_list > 0) {
		near3_tree_init(&tree, job->v);
		for (int k = 0; k < n_list; k++)
			list[k] = tree.place[list[k]];
		job->grid = NULL;
		job->tree = &tree;
		job->list = n_list < n ? list : NULL; /* neighbours one after another */
		team_chunks(threads, n_list, CHUNK, find_cells, job);
		near3_tree_free(&tree);
	}
	free(list);
}

/* Find the cells of v, which has its sites and the box. */
static enum voronoi_status find_all(struct voronoi3 *v, const struct voronoi3 *before, int threads)
{
	const int n = v->n;
	struct near3_grid grid;
	struct job job = { .v = v, .before = before, .most = -INFINITY };
	double from = INFINITY;

	v->first = MEM_ZERO(size_t, (size_t)n + 1);
	threads = threads < 1 ? 1 : threads > TEAM_MOST ? TEAM_MOST : threads;
	job.face = MEM_ZERO(struct side *, (size_t)n);
	job.found = MEM_LINES(struct found, (size_t)threads);
	for (int t = 0; t < threads; t++) {
		near3_init(&job.found[t].search, v);
		job.found[t].from = INFINITY;
	}

	count_begin("cells", 0, n);
	if (near3_grid_init(&grid, v)) {
		job.grid = &grid;
		team_chunks(threads, n, CHUNK, find_cells, &job);
	}
	if (job.most == -INFINITY)
		finish_by_tree(&job, threads);
	if (job.most == -INFINITY) {
		for (int i = 0; i < n; i++)
			v->first[i + 1] += v->first[i];
		v->face = MEM_NEW(struct side, v->first[n]);
		team_chunks(threads, n, CHUNK, gather, &job);
	}
	count_end();
	for (int t = 0; t < threads; t++) {
		struct found *found = &job.found[t];

		if (found->from < from) {
			from = found->from;
			memcpy(v->pair, found->pair, sizeof v->pair);
		}
		for (struct block *b = found->block, *next; b; b = next) {
			next = b->next;
			free(b);
		}
		near3_free(&found->search);
	}
	near3_grid_free(&grid);
	free(job.found);
	free(job.face);
	return from < INFINITY ? VORONOI_COINCIDENT : VORONOI_OK;
}

enum voronoi_status voronoi3_init(struct voronoi3 *v, int n, const double (*site)[3], const double *weight,
	const double box[3], const int periodic[3], int threads)
{
	*v = (struct voronoi3){ .n = n, .site = site, .weight = weight };
	memcpy(v->box, box, sizeof v->box);
	memcpy(v->periodic, periodic, sizeof v->periodic);
	return find_all(v, NULL, threads);
}

enum voronoi_status voronoi3_init_like(struct voronoi3 *v, const struct voronoi3 *before, const double (*site)[3],
	const double *weight, int threads)
{
	*v = (struct voronoi3){ .n = before->n, .site = site, .weight = weight };
	memcpy(v->box, before->box, sizeof v->box);
	memcpy(v->periodic, before->periodic, sizeof v->periodic);
	return find_all(v, before, threads);
}

void voronoi3_free(struct voronoi3 *v)
{
	free(v->first);
	free(v->face);
	memset(v, 0, sizeof *v);
}

/* The plane of a wall of the box. */
static void wall_plane(const struct voronoi3 *v, int i, int who, double normal[3], double *distance)
{
	int axis = voronoi3_wall_axis(who), upper = voronoi3_wall_upper(who);

	normal[0] = normal[1] = normal[2] = 0;
	normal[axis] = upper ? 1 : -1;
	*distance = upper ? v->box[axis] - v->site[i][axis] : v->site[i][axis];
}

static inline void plane(const struct voronoi3 *v, int i, const struct side *e, double normal[3], double *distance)
{
	double d2 = 0, shift[3] = { 0, 0, 0 };

	if (e->who < 0) {
		wall_plane(v, i, e->who, normal, distance);
		return;
	}
	for (int axis = 0; axis < 3 && e->image != VORONOI3_IMAGE(0, 0, 0); axis++)
		shift[axis] = voronoi3_image(e->image, axis) * v->box[axis];
	for (int axis = 0; axis < 3; axis++) {
		normal[axis] = v->site[e->who][axis] - v->site[i][axis] + shift[axis];
		d2 += normal[axis] * normal[axis];
	}
	double d = sqrt(d2);
	for (int axis = 0; axis < 3; axis++)
		normal[axis] /= d;
	*distance = 0.5 * d;
	if (v->weight)
		*distance += 0.5 * (v->weight[i] - v->weight[e->who]) / d;
}

void voronoi3_plane(const struct voronoi3 *v, int i, int k, double normal[3], double *distance)
{
	plane(v, i, &v->face[v->first[i] + (size_t)k], normal, distance);
}

void voronoi3_planes(const struct voronoi3 *v, int i, double (*normal)[3], double *distance)
{
	const struct side *e = v->face + v->first[i];

	for (int k = 0, n = voronoi3_faces(v, i); k < n; k++)
		plane(v, i, &e[k], normal[k], &distance[k]);
}

void voronoi3_cell(const struct voronoi3 *v, int i, struct cell3 *c)
{
	const int n = voronoi3_faces(v, i);
	const double coarse = NEAR3_ON_PLANE_BOX * (v->box[0] + v->box[1] + v->box[2]);
	double normal[3], distance, limit = 0;
	int whole = 0;

	for (int k = 0; k < n; k++) {
		voronoi3_plane(v, i, k, normal, &distance);
		limit = fmax(limit, fabs(distance));
	}
	c->n_vertex = c->n_face = 0;
	for (limit *= 3; n > 0; limit *= 8) {
		whole = begin(v, i, limit, c);
		const double tolerance = NEAR3_ON_PLANE * sqrt(cell3_reach2(c)) + coarse;
		for (int k = 0; k < n && c->n_vertex > 0; k++) {
			const struct side label = v->face[v->first[i] + (size_t)k];
			voronoi3_plane(v, i, k, normal, &distance);
			cell3_cut(c, normal, distance, tolerance, label);
		}
		cell3_faces(c);
		if (finished(c) && (whole || c->n_face > 0))
			return;
	}
}
