/* scene3.h: small scenes of space for the physics tests. */
#ifndef SCREE_TEST_SCENE3_H
#define SCREE_TEST_SCENE3_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "dem3/dem3.h"
#include "shape/solid_mass.h"
#include "tap.h"

/* An empty scene with one material of density 1.25 and its law: key, value, ..., NULL. */
__attribute__((unused)) static void scene_begin(struct world *w, const char *kind, const char *const *keys, const double *values)
{
	world_init(w, 3);
	world_need_material(w, "grain")->density = 1.25;
	struct law *l = world_need_law(w, "grain", "grain");
	free(l->kind);
	l->kind = strdup(kind);
	for (int k = 0; keys[k]; k++)
		params_set(&l->par, keys[k], values[k]);
}

/* The same with a linear law. */
__attribute__((unused)) static void scene_begin_linear(struct world *w, double kn, double kt, double mu, double en)
{
	scene_begin(w, "linear", (const char *const[]){ "kn", "kt", "mu", "en", NULL }, (const double[]){ kn, kt, mu, en });
}

/* A union of balls x y z r, moved to its centre of mass and turned to its principal axes. */
__attribute__((unused)) static int64_t scene_clump(struct world *w, int n, const double (*ball)[4])
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);
	const struct solid_plan plan = { SOLID_EXACT, 0, 0, 0 };
	double centre[3], turn[4];
	struct mass3 m;

	shape_alloc(s, n == 1 ? SHAPE_SPHERE : SHAPE_CLUMP, n);
	s->solid->n = n;
	s->solid->ball = mem_new((size_t)n, sizeof *ball);
	memcpy(s->solid->ball, ball, (size_t)n * sizeof *ball);
	if (solid_mass(&m, s, &plan) != MASS_GOOD)
		exit(1);
	solid_settle(s, &m, 0, "exact", centre, turn);
	return s->id;
}

__attribute__((unused)) static int64_t scene_ball(struct world *w, double r)
{
	return scene_clump(w, 1, (const double[1][4]){ { 0, 0, 0, r } });
}

/* The T of ten balls of diameter 1 that the fifth paper has. */
__attribute__((unused)) static int64_t scene_tbar(struct world *w)
{
	double ball[10][4];

	for (int k = 0; k < 10; k++) {
		ball[k][0] = k < 7 ? k - 3 : 0;
		ball[k][1] = 0;
		ball[k][2] = k < 7 ? 0 : k - 6;
		ball[k][3] = 0.5;
	}
	return scene_clump(w, 10, (const double (*)[4])ball);
}

/* A body of a shape, at rest; returns its row. */
__attribute__((unused)) static int scene_body(struct world *w, int64_t shape, const char *tag, double x, double y, double z)
{
	int k = world_add_body(w, shape, "grain", tag);
	struct bodies3 b = world_bodies3(w);

	b.x[0][k] = x;
	b.x[1][k] = y;
	b.x[2][k] = z;
	return k;
}

__attribute__((unused)) static void scene_turn(struct world *w, int k, double qw, double qx, double qy, double qz)
{
	struct bodies3 b = world_bodies3(w);
	double q[4] = { qw, qx, qy, qz };

	quat_unit(q);
	for (int z = 0; z < 4; z++)
		b.q[z][k] = q[z];
}

__attribute__((unused)) static void scene_move(struct world *w, int k, double vx, double vy, double vz)
{
	struct bodies3 b = world_bodies3(w);

	b.v[0][k] = vx;
	b.v[1][k] = vy;
	b.v[2][k] = vz;
}

/* Mass and principal moments of a body. */
__attribute__((unused)) static double scene_mass(const struct world *w, int k, double moment[3])
{
	struct bodies3 b = world_bodies3((struct world *)w);
	const struct solid *s = world_shape(w, b.shape[k])->solid;

	for (int z = 0; z < 3; z++)
		moment[z] = 1.25 * s->inertia[z];
	return 1.25 * s->volume;
}

/* Angular momentum in space from the angular velocity along the body's axes, and the other way round. */
__attribute__((unused)) static void scene_spin(struct world *w, int k, const double omega[3])
{
	struct bodies3 b = world_bodies3(w);
	double q[4] = { b.q[0][k], b.q[1][k], b.q[2][k], b.q[3][k] }, m[3][3], moment[3], l[3], out[3];

	scene_mass(w, k, moment);
	quat_matrix(m, q);
	for (int z = 0; z < 3; z++)
		l[z] = moment[z] * omega[z];
	mat3_apply(out, (const double (*)[3])m, l);
	for (int z = 0; z < 3; z++)
		b.momentum[z][k] = out[z];
}

__attribute__((unused)) static void scene_omega(struct world *w, int k, double omega[3])
{
	struct bodies3 b = world_bodies3(w);
	double q[4] = { b.q[0][k], b.q[1][k], b.q[2][k], b.q[3][k] }, m[3][3], moment[3], l[3];

	scene_mass(w, k, moment);
	quat_matrix(m, q);
	for (int z = 0; z < 3; z++)
		l[z] = b.momentum[z][k];
	mat3_apply_back(omega, (const double (*)[3])m, l);
	for (int z = 0; z < 3; z++)
		omega[z] /= moment[z];
}

/* A wall with every degree of freedom held. */
__attribute__((unused)) static struct constraint *scene_hold(struct world *w, const char *tag)
{
	struct constraint *c = world_need_constraint(w, tag);

	for (int k = 0; k < 6; k++)
		c->dof[k].drive = DRIVE_FIXED;
	return c;
}

/* The plane z = 0 about the origin, held. */
__attribute__((unused)) static int scene_floor(struct world *w)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(s, SHAPE_PLANE, 1);
	scene_hold(w, "floor");
	return scene_body(w, s->id, "floor", 0, 0, 0);
}

/* A tube or rod about the z axis. */
__attribute__((unused)) static int scene_cylinder(struct world *w, double r, int side, double length)
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(s, SHAPE_CYLINDER, 1);
	s->solid->r = r;
	s->solid->side = side;
	s->solid->length = length;
	scene_hold(w, "tube");
	return scene_body(w, s->id, "tube", 0, 0, 0);
}

/* A held mesh of these corners and faces; returns its row. */
__attribute__((unused)) static int scene_mesh(struct world *w, int n, const double (*vertex)[3], int n_face, const int (*face)[3])
{
	struct shape *s = world_need_shape(w, world_last_shape(w) + 1);

	shape_alloc(s, SHAPE_MESH, n);
	s->solid->n = n;
	s->solid->n_face = n_face;
	s->solid->vertex = mem_new((size_t)n, sizeof *vertex);
	s->solid->face = mem_new((size_t)n_face, sizeof *face);
	memcpy(s->solid->vertex, vertex, (size_t)n * sizeof *vertex);
	memcpy(s->solid->face, face, (size_t)n_face * sizeof *face);
	scene_hold(w, "mesh");
	return scene_body(w, s->id, "mesh", 0, 0, 0);
}

#define SCENE_SIM dem3
#include "phys/scene_run.h"

/* n numbers in [0, 1), one after the other. */
__attribute__((unused)) static void scene_draw(struct rng *g, int n, double *u)
{
	for (int k = 0; k < n; k++)
		u[k] = rng_uniform(g);
}

/* The usual options with a time step. */
__attribute__((unused)) static struct sim_options scene_defaults(double dt)
{
	struct sim_options o = dem3_defaults();

	o.dt = dt;
	return o;
}

__attribute__((unused)) static double scene_ledger(const struct world *w, const char *key)
{
	return params_get(&w->ledger, key, NAN);
}

#endif
