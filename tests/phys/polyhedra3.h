/* polyhedra3.h: bodies with faces for the physics tests. */
#ifndef SCREE_TEST_POLYHEDRA3_H
#define SCREE_TEST_POLYHEDRA3_H

#include "base/rng.h"
#include "scene3.h"
#include "solid/polyhedron.h"

/* Random numbers of the scenes. Numbers that are arguments of one call are drawn first, the last of them first: compilers differ
 * in the order in which they evaluate arguments. */
static struct rng g;

__attribute__((unused)) static double uniform(double lo, double hi)
{
	return lo + (hi - lo) * rng_uniform(&g);
}

/* A random velocity with components from -speed to speed. */
__attribute__((unused)) static void scene_move_random(struct world *w, int row, double speed)
{
	double z = speed * uniform(-1, 1), y = speed * uniform(-1, 1), x = speed * uniform(-1, 1);

	scene_move(w, row, x, y, z);
}

/* A random angular velocity with components from -speed to speed, along the axes of the body. */
__attribute__((unused)) static void scene_spin_random(struct world *w, int row, double speed)
{
	double x = speed * uniform(-1, 1), y = speed * uniform(-1, 1), z = speed * uniform(-1, 1);

	scene_spin(w, row, (const double[3]){ x, y, z });
}

/* Any orientation. */
__attribute__((unused)) static void scene_turn_random(struct world *w, int row)
{
	double c = uniform(-1, 1), b = uniform(-1, 1), a = uniform(-1, 1), q = uniform(-1, 1);

	scene_turn(w, row, q, a, b, c);
}

/* An orientation near that of the axes: the vector part of the quaternion (1, a, b, c) is from -most to most. */
__attribute__((unused)) static void scene_turn_little(struct world *w, int row, double most)
{
	double c = uniform(-most, most), b = uniform(-most, most), a = uniform(-most, most);

	scene_turn(w, row, 1, a, b, c);
}

/* A polyhedron with the spheroradius r: n vertices, then n_face faces of `corners` corners each. */
__attribute__((unused)) static int64_t scene_polyhedron(struct world *w, double r, int n, const double (*vertex)[3], int n_face,
	int corners, const int *corner)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
	const struct solid_plan plan = { SOLID_EXACT, 0, 0, 0 };
	double centre[3], turn[4];
	struct mass3 m;

	shape_alloc(s, SHAPE_POLYHEDRON, n);
	s->solid->n = n;
	s->solid->r = r;
	s->solid->vertex = mem_copy(vertex, (size_t)n, sizeof *vertex);
	s->solid->n_face = n_face;
	s->solid->first = MEM_NEW(int, (size_t)n_face + 1);
	for (int k = 0; k <= n_face; k++)
		s->solid->first[k] = corners * k;
	s->solid->corner = mem_copy(corner, (size_t)(corners * n_face) + 1, sizeof *corner);
	if (solid_mass(&m, s, &plan) != MASS_GOOD) {
		printf("Bail out! a polyhedron has no mass\n");
		exit(1);
	}
	solid_settle(s, &m, 0, "exact", centre, turn);
	return s->id;
}

/* Half lengths a, b, c of the skeleton. */
__attribute__((unused)) static int64_t scene_brick(struct world *w, double a, double b, double c, double r)
{
	static const int corner[] = { 0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6, 0 };
	double vertex[8][3];

	for (int k = 0; k < 8; k++) {
		vertex[k][0] = k & 1 ? a : -a;
		vertex[k][1] = k & 2 ? b : -b;
		vertex[k][2] = k & 4 ? c : -c;
	}
	return scene_polyhedron(w, r, 8, (const double (*)[3])vertex, 6, 4, corner);
}

__attribute__((unused)) static int64_t scene_tetrahedron(struct world *w, double a, double r)
{
	static const int corner[] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0 };
	const double vertex[4][3] = { { a, a, a }, { -a, a, -a }, { a, -a, -a }, { -a, -a, a } };

	return scene_polyhedron(w, r, 4, vertex, 4, 3, corner);
}

/* A prism over an L, whose two L faces the reader would cut into pieces; about its centre of mass. Its moments are not those of
 * its shape. */
__attribute__((unused)) static int64_t scene_angle(struct world *w, double a, double r)
{
	static const double l[6][2] = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 1, 1 }, { 1, 2 }, { 0, 2 } };
	static const int first[] = { 0, 6, 12, 16, 20, 24, 28, 32, 36 };
	static const int corner[] = { 5, 4, 3, 2, 1, 0, 6, 7, 8, 9, 10, 11, 0, 1, 7, 6, 1, 2, 8, 7, 2, 3, 9, 8, 3, 4, 10, 9,
		4, 5, 11, 10, 5, 0, 6, 11 };
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
	struct polyhedron_fault fault;

	shape_alloc(s, SHAPE_POLYHEDRON, 12);
	s->solid->n = 12;
	s->solid->r = r;
	s->solid->vertex = mem_new(12, sizeof *s->solid->vertex);
	for (int k = 0; k < 12; k++) {
		s->solid->vertex[k][0] = a * (l[k % 6][0] - 5.0 / 6);
		s->solid->vertex[k][1] = a * (l[k % 6][1] - 5.0 / 6);
		s->solid->vertex[k][2] = k < 6 ? -0.5 * a : 0.5 * a;
	}
	s->solid->n_face = 8;
	s->solid->first = mem_copy(first, 9, sizeof *first);
	s->solid->corner = mem_copy(corner, 36, sizeof *corner);
	polyhedron_cut_faces(s->solid, &fault);
	s->solid->volume = 3 * a * a * a;
	for (int k = 0; k < 3; k++)
		s->solid->inertia[k] = (k < 2 ? 1.5 : 2) * a * a * a * a * a;
	return s->id;
}

__attribute__((unused)) static int64_t scene_rod(struct world *w, double half, double r)
{
	return scene_polyhedron(w, r, 2, (const double[2][3]){ { -half, 0, 0 }, { half, 0, 0 } }, 0, 0, (const int[1]){ 0 });
}

__attribute__((unused)) static int64_t scene_plate(struct world *w, double a, double b, double r)
{
	static const int corner[] = { 0, 1, 2, 3, 3, 2, 1, 0, 0 };
	const double vertex[4][3] = { { -a, -b, 0 }, { a, -b, 0 }, { a, b, 0 }, { -a, b, 0 } };

	return scene_polyhedron(w, r, 4, vertex, 2, 4, corner);
}

#endif
