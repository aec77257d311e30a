/* cd3_scene.h: scenes of hard bodies, moved on and looked at. */
#ifndef SCREE_TEST_CD3_SCENE_H
#define SCREE_TEST_CD3_SCENE_H

#include "cd3/cd3.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "particles.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

struct run {
	struct world w;
	struct sim_options o;
	struct cd3 *sim;
	struct bodies3 b;
};

/* Begin the run of a scene: records, then rows of bodies with the columns below. */
static struct run *begin(const char *records, const char *bodies, double dt, void (*options)(struct sim_options *))
{
	static const char columns[] = "columns body id shape material tag size x y z qw qx qy qz vx vy vz Lx Ly Lz";
	struct run *r = MEM_ZERO(struct run, 1);
	struct sim_error e;
	char *text = NULL;
	size_t size;
	int n = 0;

	for (const char *c = bodies; *c; c++)
		n += *c == '\n';
	FILE *f = open_memstream(&text, &size);
	fprintf(f, "scree 1 dim=3\n%s%s\nframe 0 t=0 dt=0 due=0 body=%d\n%send 0\n", records, columns, n, bodies);
	fclose(f);
	f = fmemopen(text, size, "r");
	struct particles_in *in = particles_open(f, "scene");
	particles_take_solids(in);
	world_init(&r->w, 3);
	if (particles_read(in, &r->w) != PARTICLES_FRAME)
		printf("# %s\n", particles_error(in));
	particles_close(in);
	fclose(f);
	free(text);
	r->o = cd3_defaults();
	r->o.dt = dt;
	if (options)
		options(&r->o);
	r->sim = cd3_new(&r->w, &r->o, &e);
	if (!r->sim)
		printf("# status %d, %s\n", (int)e.status, e.word ? e.word : "");
	return r;
}

__attribute__((unused))
static void go(struct run *r, double t)
{
	struct sim_error e;
	int64_t end = clock_step_of(cd3_clock(r->sim), t);

	while (cd3_clock(r->sim)->step < end && cd3_step(r->sim, &e) == SIM_GOOD)
		;
	cd3_export(r->sim, &r->w, 1);
	r->b = world_bodies3(&r->w);
}

static void end(struct run *r)
{
	cd3_free(r->sim);
	world_free(&r->w);
	free(r);
}

__attribute__((unused))
static double ledger(const struct run *r, const char *key)
{
	return params_get(&r->w.ledger, key, NAN);
}

__attribute__((unused))
static void tight(struct sim_options *o)
{
	o->tolerance = 1e-9;
	o->sweeps = 20000;
}

#define FIXED "constraint fixed x=fixed y=fixed z=fixed rx=fixed ry=fixed rz=fixed\n"
#define FLOOR "shape 9 plane\n" FIXED
#define FLOOR_BODY "90 9 a fixed 1 0 0 0 1 0 0 0 0 0 0 0 0 0\n"
#define STILL " 0 0 0 0 0 0\n"
#define UPRIGHT " 1 0 0 0"

#endif
