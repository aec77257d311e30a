/* form3_faces.c: polyhedra with a name: the hulls of their corners */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "mesh/hull3.h"
#include "shape/form3.h"

/* Corners in a box from -1 to 1. */
struct corners { int n; double (*x)[3]; };

static void add(struct corners *c, double x, double y, double z)
{
	double *p = c->x[c->n++];

	p[0] = x, p[1] = y, p[2] = z;
}

/* Add the corners (+-x, +-y, +-z), each once. */
static void add_signs(struct corners *c, double x, double y, double z)
{
	for (int k = 0; k < 8; k++)
		if ((x != 0 || !(k & 1)) && (y != 0 || !(k & 2)) && (z != 0 || !(k & 4)))
			add(c, k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z);
}

/* The same and their cyclic permutations. */
static void add_turns(struct corners *c, double x, double y, double z)
{
	add_signs(c, x, y, z);
	add_signs(c, z, x, y);
	add_signs(c, y, z, x);
}

/* n corners of a regular polygon at the height z, with the circumradius `width`. It begins at x, or half a side later. */
static void add_ring(struct corners *c, int n, double width, double z, int later)
{
	for (int k = 0; k < n; k++) {
		double sine, cosine;

		trig_sincos(3.14159265358979323846 * (2 * k + later) / n, &sine, &cosine);
		add(c, width * cosine, width * sine, z);
	}
}

void form3_polyhedron(struct solid *s, enum form3_faces which, const struct form3_plan *plan)
{
	const double golden = 0.5 * (1 + sqrt(5)), cut = 1 - plan->truncation;
	struct corners c = { 0, mem_new(2 * (size_t)plan->sides + 24, sizeof *c.x) };

	switch (which) {
	case FORM3_TETRAHEDRON:
		add(&c, 1, 1, 1);
		add(&c, 1, -1, -1);
		add(&c, -1, 1, -1);
		add(&c, -1, -1, 1);
		break;
	case FORM3_CUBE:
		add_signs(&c, 1, 1, 1);
		break;
	case FORM3_OCTAHEDRON:
		add_turns(&c, 1, 0, 0);
		break;
	case FORM3_DODECAHEDRON:
		add_signs(&c, 1 / golden, 1 / golden, 1 / golden);
		add_turns(&c, 0, 1 / golden / golden, 1);
		break;
	case FORM3_ICOSAHEDRON:
		add_turns(&c, 0, 1 / golden, 1);
		break;
	case FORM3_CUTCUBE:
		add_turns(&c, cut, 1, 1);
		break;
	case FORM3_PRISM:
		add_ring(&c, plan->sides, 1, -1, 0);
		add_ring(&c, plan->sides, 1, 1, 0);
		break;
	case FORM3_ANTIPRISM:
		add_ring(&c, plan->sides, 1, -1, 0);
		add_ring(&c, plan->sides, 1, 1, 1);
		break;
	case FORM3_PYRAMID:
		add_ring(&c, plan->sides, 1, -1, 0);
		add(&c, 0, 0, 1);
		break;
	case FORM3_FRUSTUM:
		add_ring(&c, plan->sides, 1, -1, 0);
		add_ring(&c, plan->sides, plan->taper, 1, 0);
		break;
	case FORM3_PLATE:
		add_signs(&c, 1, 1, 0);
		break;
	case FORM3_ROD:
		add_signs(&c, 1, 0, 0);
		break;
	}
	for (int v = 0; v < c.n; v++)
		for (int k = 0; k < 3; k++)
			c.x[v][k] = 0.5 * plan->size[k] * c.x[v][k] + 0.0; /* -0 becomes 0 */
	hull3_solid(s, c.n, (const double (*)[3])c.x, 1e-10 * hull3_size(c.n, (const double (*)[3])c.x), 0, NULL);
	s->r = plan->r;
	free(c.x);
}
