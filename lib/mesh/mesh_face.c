/* mesh_face.c: which way the components of a surface face
 *
 * A closed component that nothing surrounds bounds a solid and faces outwards. A component inside a solid is a hollow and faces
 * inwards; a component inside a hollow is solid again. If a component and everything inside it face the wrong way, the whole is
 * inside out and is flipped. Other wrong components are flipped if they are in a hollow. In a solid they are refused: the
 * component may be a hollow, or a second body that should have been cut out of the first. */
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "mesh/mesh_parts.h"
#include "mesh/meshtree.h"

enum { NOT_KNOWN = -1 };

struct faces {
	struct mesh *m;
	const struct parts *p;
	struct mesh_faults *f;
	double *volume;       /* [n] volume with the sign of most of the triangles */
	double (*box)[6];     /* [n] bounding boxes */
	char *turned;         /* [n] whether the whole component must be flipped */
	char *odd;            /* [n] whether a line meets the component an odd number of times */
	struct boxtree boxes; /* of the components */
	struct meshtree tree; /* of all triangles; built on first use */
	struct meshhit *hit;
	size_t cap_hit;
};

/* Find the volume and the box of a component. */
static void measure(struct faces *a, int c)
{
	const struct parts *p = a->p;
	double sum = 0, bound = 0, *box = a->box[c];
	vec3 o = mesh_corner(a->m, p->order[p->first[c]], 0);

	for (int k = 0; k < 3; k++) {
		box[k] = INFINITY;
		box[3 + k] = -INFINITY;
	}
	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		int t = p->order[i];
		vec3 x = v3_sub(mesh_corner(a->m, t, 0), o), e = v3_sub(mesh_corner(a->m, t, 1), mesh_corner(a->m, t, 0));
		vec3 g = v3_sub(mesh_corner(a->m, t, 2), mesh_corner(a->m, t, 0));

		sum += v3_dot(x, v3_cross(e, g)) * (p->flip[t] ? -1 : 1);
		bound += v3_norm(x) * v3_norm(e) * v3_norm(g);
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++) {
				box[j] = fmin(box[j], a->m->xyz[a->m->tri[t][k]][j]);
				box[3 + j] = fmax(box[3 + j], a->m->xyz[a->m->tri[t][k]][j]);
			}
	}
	a->volume[c] = sum / 6;
	if (!(fabs(sum) > (8 + (p->first[c + 1] - p->first[c])) * DBL_EPSILON * bound))
		mesh_fault_triangle(a->f, MESH_FLAT, a->m, p->order[p->first[c]]);
}

/* ---- nesting ---- */

/* Put into found[n] the components whose boxes contain the box of c (whole), or meet it (not whole). Returns n. */
static int around(const struct faces *a, int c, int whole, int *found)
{
	const struct boxtree *t = &a->boxes;
	int stack[BOXTREE_DEEP], n_stack = 1, n = 0;

	stack[0] = 0;
	while (n_stack) {
		int here = stack[--n_stack], out = 0;
		const struct boxnode *node = &t->node[here];

		for (int k = 0; k < 3; k++)
			out |= node->lo[k] > a->box[c][whole ? k : 3 + k] || node->hi[k] < a->box[c][whole ? 3 + k : k];
		if (out)
			continue;
		if (!node->n) {
			stack[n_stack++] = node->right;
			stack[n_stack++] = here + 1;
		}
		for (int i = node->first; i < node->first + node->n; i++) {
			int d = t->item[i];

			out = d == c;
			for (int k = 0; k < 3; k++)
				out |= a->box[d][k] > a->box[c][whole ? k : 3 + k] || a->box[d][3 + k] < a->box[c][whole ? 3 + k : k];
			if (!out)
				found[n++] = d;
		}
	}
	return n;
}

/* Cut all components by the line along x through the middle of one triangle of c, that with the largest projection along x.
 * Returns the number of hits. */
static int line_through(struct faces *a, int c, vec3 *middle)
{
	const struct parts *p = a->p;
	double most = -1;
	int best = 0;

	for (int i = p->first[c]; i < p->first[c + 1]; i++) {
		int t = p->order[i];
		vec3 o = mesh_corner(a->m, t, 0), e = v3_sub(mesh_corner(a->m, t, 1), o);
		vec3 n = v3_cross(e, v3_sub(mesh_corner(a->m, t, 2), o));

		if (fabs(n.x) > most) {
			most = fabs(n.x);
			best = t;
		}
	}
	*middle = mesh_middle(a->m, best);
	if (!a->tree.mesh)
		meshtree_init(&a->tree, a->m);
	return meshtree_line(&a->tree, middle->y, middle->z, &a->hit, &a->cap_hit);
}

/* The number of the components around[n] that contain c; *outer gets one of them. at gets the point of c from which this is
 * decided: the middle of the longest interval inside c of the line in line_through. */
static int depth_of(struct faces *a, int c, const int *around, int n, int *outer, double at[3])
{
	vec3 middle;
	int n_hit = line_through(a, c, &middle), before = -1, inside = 0, depth = 0;
	double longest = -1;

	for (int i = 0; i < n_hit; i++) {
		if (a->p->part[a->hit[i].triangle] != c)
			continue;
		if (inside && a->hit[i].x - a->hit[before].x > longest) {
			longest = a->hit[i].x - a->hit[before].x;
			middle.x = a->hit[before].x + longest / 2;
		}
		inside = !inside;
		before = i;
	}
	v3_to(at, middle);
	for (int k = 0; k < n; k++)
		a->odd[around[k]] = 0;
	for (int i = n_hit - 1; i >= 0 && a->hit[i].x > middle.x; i--)
		a->odd[a->p->part[a->hit[i].triangle]] ^= 1;
	for (int k = 0; k < n; k++)
		if (a->odd[around[k]]) {
			*outer = around[k];
			depth++;
		}
	return depth;
}

static int compare_volumes(const void *x, const void *y, void *to)
{
	const double *volume = to, a = fabs(volume[*(const int *)x]), b = fabs(volume[*(const int *)y]);

	return a != b ? (a < b) - (a > b) : *(const int *)x - *(const int *)y;
}

/* Decide which components to flip, large ones first, because no component is inside a smaller one. */
static void decide_flips(struct faces *a)
{
	int n = a->p->n, *order = MEM_NEW(int, (size_t)n), *found = MEM_NEW(int, (size_t)n), *root = MEM_NEW(int, (size_t)n);

	for (int c = 0; c < n; c++)
		order[c] = c;
	qsort_r(order, (size_t)n, sizeof *order, compare_volumes, a->volume);
	for (int i = 0; i < n; i++) {
		int c = order[i], outer = c, n_found = around(a, c, 1, found), n_larger = 0;
		double at[3];

		for (int k = 0; k < n_found; k++)
			if (fabs(a->volume[found[k]]) > fabs(a->volume[c]))
				found[n_larger++] = found[k];
		int depth = n_larger ? depth_of(a, c, found, n_larger, &outer, at) : 0;
		root[c] = depth ? root[outer] : c;
		int wrong = (a->volume[c] < 0) != (depth & 1);
		a->turned[c] = (char)(depth ? a->turned[root[c]] : wrong);
		if (a->turned[c] != wrong && depth & 1)
			mesh_fault_add(a->f, MESH_NESTED, at);
		else
			a->turned[c] = (char)wrong;
	}
	free(order);
	free(found);
	free(root);
}

/* Flip the triangles that need it. */
static void flip_all(struct faces *a)
{
	const struct parts *p = a->p;

	for (int c = 0; c < p->n; c++) {
		int flipped = 0, n = p->first[c + 1] - p->first[c];

		for (int i = p->first[c]; i < p->first[c + 1]; i++)
			flipped += p->flip[p->order[i]] != a->turned[c];
		if (flipped == n)
			mesh_fault_triangle(a->f, MESH_INSIDE_OUT, a->m, p->order[p->first[c]]);
		for (int i = p->first[c]; i < p->first[c + 1] && flipped; i++) {
			int *t = a->m->tri[p->order[i]], swap = t[1];

			if (p->flip[p->order[i]] == a->turned[c])
				continue;
			t[1] = t[2];
			t[2] = swap;
			if (flipped < n)
				mesh_fault_triangle(a->f, MESH_FLIPPED, a->m, p->order[i]);
		}
	}
}

/* Find components with common volume: the surface goes around some points beside it twice. */
static void find_crossings(struct faces *a)
{
	double at[MESH_PLACES][3];

	if (!a->tree.mesh)
		meshtree_init(&a->tree, a->m);
	for (int k = 0; k < a->p->n_beside; k++)
		if (meshtree_doubled(&a->tree, a->p->beside[k].at, 1e-10 * a->p->beside[k].length))
			mesh_fault_add(a->f, MESH_CROSSING, a->p->beside[k].edge);
	if (a->f->fault[MESH_CROSSING].n || a->p->n == 1)
		return;
	int n = meshtree_crossings(&a->tree, a->p->part, MESH_PLACES, at);
	for (int k = 0; k < n; k++)
		mesh_fault_add(a->f, MESH_CROSSING, at[k]);
}

void mesh_face(struct mesh *m, const struct parts *p, struct mesh_faults *f)
{
	size_t n = (size_t)p->n;
	struct faces a = { .m = m, .p = p, .f = f, .volume = MEM_NEW(double, n), .turned = MEM_ZERO(char, n),
	                   .odd = MEM_ZERO(char, n) };

	a.box = mem_new(n, sizeof *a.box);
	for (int c = 0; c < p->n; c++)
		measure(&a, c);
	boxtree_init(&a.boxes, p->n, (const double (*)[6])a.box);
	if (!f->fault[MESH_FLAT].n) {
		decide_flips(&a);
		flip_all(&a);
		if ((p->n > 1 || p->n_beside) && !f->fault[MESH_NESTED].n)
			find_crossings(&a);
	}
	if (a.tree.mesh)
		meshtree_free(&a.tree);
	boxtree_free(&a.boxes);
	free(a.hit);
	free(a.volume);
	free(a.turned);
	free(a.odd);
	free(a.box);
}
