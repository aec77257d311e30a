/* solids.c: the stream in three dimensions: what is read, how it is written, what is refused, bodies that wrap and
 * merge. */
#include "particles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "refused3.h"
#include "tap.h"
#include "world/merge.h"
#include "world/relocate.h"

/* ---- helpers ---- */

static char sample[16384];
static size_t sample_n;

static void load(const char *path)
{
	FILE *f = fopen(path, "r");

	if (!f)
		return;
	sample_n = fread(sample, 1, sizeof sample - 1, f);
	fclose(f);
}

/* Read all of a stream into *w, which is set up here; its frames are written anew to *copy, and the definitions of the
 * end to *defs,
 * if these are not NULL. Returns the last status; the message in error. */
static enum particles_status read_all(const char *text, size_t n, struct world *w, char **copy,
	char **defs, char error[400])
{
	size_t size, size2;
	char *ignored = NULL;
	FILE *from = n ? fmemopen((void *)(uintptr_t)text, n, "r") : fopen("/dev/null", "r");
	FILE *to = open_memstream(copy ? copy : &ignored, &size);
	struct particles_in *in = particles_open(from, "s");
	struct particles_out *out = particles_create(to, NULL);
	enum particles_status status;

	particles_take_solids(in);
	world_init(w, 2);
	while ((status = particles_read(in, w)) == PARTICLES_FRAME) {
		particles_preamble_copy(out, in);
		if (particles_put_frame(out, w, in))
			printf("# %s\n", particles_out_error(out));
	}
	snprintf(error, 400, "%s", particles_error(in) ? particles_error(in) : "");
	particles_finish(out);
	fclose(to);
	free(ignored);
	if (defs) {
		to = open_memstream(defs, &size2);
		out = particles_create(to, NULL);
		particles_put_definitions(out, w);
		particles_finish(out);
		fclose(to);
	}
	particles_close(in);
	fclose(from);
	return status;
}

/* ---- what is read ---- */

static void test_values(void)
{
	char error[400], head[8192];
	struct world w;
	size_t n = (size_t)(strstr(sample, "end 0\n") + 6 - sample);

	memcpy(head, sample, n);
	ok(read_all(head, n, &w, NULL, NULL, error) == PARTICLES_END && w.dim == 3, "a sample in 3D: %s", error);
	ok(w.domain.set && w.domain.lo[2] == -1 && w.domain.hi[1] == 10.5 && w.domain.hi[2] == 4 &&
	   w.domain.periodic[0] &&
	   !w.domain.periodic[1] && w.domain.periodic[2], "domain");
	ok(w.gravity[1] == 0.5 && w.gravity[2] == -9.81, "gravity");
	const struct shape *s = world_shape(&w, 1);
	ok(s->kind == SHAPE_SPHERE && s->solid->ball[0][3] == 0.25 && s->n == 1 && shape_reach(s) == 0.25, "a sphere");
	ok(s->solid->volume == 0.0654498469497874 && s->solid->inertia[2] == 0.001636246173744685 &&
	   s->solid->inertia[3] == 0 &&
	   s->solid->error == 0 && s->solid->surface < 0 && s->solid->turned[0] == 1 &&
	   strcmp(s->solid->method, "exact") == 0, "its mass");
	s = world_shape(&w, 2);
	ok(s->kind == SHAPE_CLUMP && s->n == 2 && s->solid->n == 2 && s->solid->ball[1][2] == 0.5 &&
	   s->solid->density[0] == 1 &&
	   s->solid->density[1] == 2.5 && strcmp(s->extra, " label=dumbbell") == 0 && shape_reach(s) == 1, "a clump");
	ok(s->solid->centre[2] == 3 && s->solid->turned[2] == 0.8 && s->solid->surface == 6.283185307179586,
	   "its mass");
	s = world_shape(&w, 3);
	ok(s->kind == SHAPE_ELLIPSOID && s->solid->a[1] == 0.4 && s->n == 1 && shape_reach(s) == 0.5 &&
	   s->solid->volume < 0, "an ellipsoid");
	s = world_shape(&w, 4);
	ok(s->kind == SHAPE_OBJECT && s->solid->at[2] == -0.02 && s->solid->turn[1] == 0.6 &&
	   s->solid->n_bump == 2, "an object");
	const struct bump *b = s->solid->bump;
	ok(b[0].sign == 1 && b[0].k == 0.5 && b[0].c[0] == 0.9 && b[0].b[2] == 4 && b[0].b[5] == 0 &&
	   b[1].sign == -1 && b[1].b[3] == 0.5 &&
	   b[1].b[5] == -0.5, "a bump and a dent");
	/* the ellipsoid's end is 1 out, the bump's centre 0.9, and it ends 1/2 from there at most */
	ok(shape_reach(s) >= 0.98 && shape_reach(s) < 1.4, "its reach holds the bump: %g", shape_reach(s));
	s = world_shape(&w, 6);
	ok(s->kind == SHAPE_MESH && s->n == 4 && s->solid->n_face == 4 && s->solid->face[3][2] == 3 &&
	   s->solid->vertex[3][2] == 1, "a mesh");
	ok(world_shape(&w, 7)->kind == SHAPE_PLANE && shape_reach(world_shape(&w, 7)) == INFINITY &&
	   shape_is_wall(world_shape(&w, 7)) && !shape_is_wall(s), "a plane, without end");
	const struct solid *tube = world_shape(&w, 8)->solid, *rod = world_shape(&w, 9)->solid;
	ok(tube->r == 2.5 && tube->side == CYLINDER_IN && tube->length == INFINITY && shape_reach(world_shape(&w, 8)) == INFINITY,
	   "a tube without ends");
	ok(rod->r == 0.125 && rod->side == CYLINDER_OUT && rod->length == 4 && shape_is_wall(world_shape(&w, 9)), "a rod");
	near(shape_reach(world_shape(&w, 9)), 2.003902443, 1e-9, "its reach: (1/8)^2 + 2^2");
	ok(s->solid->inertia[3] == -0.01 && s->solid->inertia[5] == -0.03, "its mass, with products of inertia");
	const struct constraint *c = world_constraint(&w, "floor");
	ok(c && c->dof[2].drive == DRIVE_FIXED && c->dof[5].drive == DRIVE_VELOCITY && c->dof[5].value[0] == 0.5 &&
	   c->m == 5 && c->c == 0.1,
	   "a constraint");
	struct bodies3 r = world_bodies3(&w);
	ok(r.n == 3 && r.x[2][1] == 3 && r.q[2][1] == -0.8 && r.image[0][1] == -1 && r.image[2][1] == 2 &&
	   r.v[2][0] == 0.3 &&
	   r.momentum[1][0] == 0.002 && table_real(&w.body, "wz")[0] == 6 && r.size[2] == 2, "bodies");
	ok(w.has_contact && table_int(&w.contact, "iz")[0] == -1 && table_real(&w.contact, "nz")[0] == 0.8, "contacts");
	world_free(&w);
}

static void test_writing(void)
{
	char *copy, *defs, error[400];
	struct world w;
	int missing = 0;

	ok(read_all(sample, sample_n, &w, &copy, &defs, error) == PARTICLES_END, "all of it: %s", error);
	ok(strcmp(copy, sample) == 0, "frames written anew are the same");
	ok(w.body.n_row == 1 && world_shape(&w, 5)->kind == SHAPE_SPHERE && world_shape(&w, 5)->solid->n_bump == 0,
	   "a shape defined anew replaces the one before");
	struct bodies3 b = world_bodies3(&w);
	ok(b.q[0][0] == 1 && b.q[3][0] == 0 && b.size[0] == 1 &&
	   b.momentum[2][0] == 0, "columns that are missing say no turn, no motion");
	for (char *line = strtok(sample, "\n"); line; line = strtok(NULL, "\n")) {
		static const char *const word[] = { "shape ", "mass ", "domain ", "gravity ",
			"material ", "constraint " };

		for (int k = 0; k < 6; k++)
			if (strncmp(line, word[k], strlen(word[k])) == 0 && strncmp(line, "shape 5 object", 14) != 0 &&
			    !strstr(defs, line)) {
				printf("# %s\n", line);
				missing++;
			}
	}
	ok(missing == 0, "definitions are written as the sample has them");
	free(copy);
	free(defs);
	world_free(&w);
}

/* The second example of the specification is a stream in canonical form. */
static void test_specification(void)
{
	static char page[65536];
	FILE *f = fopen("formats/particles.md", "r");
	char *from, *to, *copy, error[400];
	struct world w;

	page[f ? fread(page, 1, sizeof page - 1, f) : 0] = 0;
	if (f)
		fclose(f);
	from = strstr(page, "```scree\nscree 1 dim=3");
	to = from ? strstr(from + 9, "```\n") : NULL;
	if (!ok(from && to, "the specification has an example in 3D"))
		return;
	*to = 0;
	ok(read_all(from + 9, (size_t)(to - from - 9), &w, &copy, NULL, error) == PARTICLES_END &&
	   strcmp(copy, from + 9) == 0 &&
	   w.n_shape == 3, "which is in canonical form: %s", error);
	free(copy);
	world_free(&w);
}

/* ---- what is refused ---- */

static void test_refusals(void)
{
	for (size_t k = 0; k < sizeof refused3 / sizeof refused3[0]; k++) {
		struct world w;
		char error[400];
		enum particles_status status = read_all(refused3[k].text, strlen(refused3[k].text), &w, NULL,
			NULL, error);

		if (!*refused3[k].error) /* a key that the kind does not have, contacts that only look the same */
			ok(status == PARTICLES_END, "taken: refusal %zu is none%s", k, error);
		else if (!ok(status == PARTICLES_BAD && strstr(error, refused3[k].error), "refused: %s", error))
			printf("# expected %s\n", refused3[k].error);
		world_free(&w);
	}
}

/* Bytes of the sample changed at random: it is read or refused, and what is read is whole. */
static void test_damage(void)
{
	static const char bytes[] = "0123456789.,-=e \nabx#!";
	struct rng g;
	int bad = 0, read = 0;

	rng_seed(&g, 3);
	for (int k = 0; k < 3000; k++) {
		char text[sizeof sample], error[400], *copy, *again;
		struct world w;

		memcpy(text, sample, sample_n);
		for (int j = 0; j <= k % 3; j++)
			text[(size_t)(rng_uniform(&g) * (double)sample_n)] = bytes[(size_t)(rng_uniform(&g) * (sizeof bytes - 1))];
		enum particles_status status = read_all(text, sample_n, &w, &copy, NULL, error);
		if (status != PARTICLES_END && strncmp(error, "s:", 2) != 0)
			bad++;
		world_free(&w);
		if (status == PARTICLES_END) {
			read++;
			bad += read_all(copy, strlen(copy), &w, &again, NULL, error) != PARTICLES_END ||
				strcmp(copy, again) != 0;
			world_free(&w);
			free(again);
		}
		free(copy);
	}
	ok(bad == 0 && read > 100 &&
	   read < 2900, "of 3000 damaged streams %d are read, and read the same when written anew", read);
}

/* ---- scenes ---- */

static const char *const pair = HEAD3 "domain lo=0,0,0 hi=2,3,4 periodic=xyz\ncolumns contact i j ix iy iz x y z\n"
	"frame 0 t=0 body=2 contact=1\nbody 1 1 0.5 0.5 9.5\nbody 2 1 1.5 -0.5 3.5\ncontact 1 2 0 0 0 1 0 9\nend 0\n";

static void test_scenes(void)
{
	char error[400];
	struct world w, v;
	const char *what[2];

	read_all(pair, strlen(pair), &w, NULL, NULL, error);
	world_wrap(&w);
	struct bodies3 b = world_bodies3(&w);
	ok(b.x[2][0] == 1.5 && b.image[2][0] == 2 && b.x[1][1] == 2.5 && b.image[1][1] == -1 &&
	   b.image[0][1] == 0, "bodies are wrapped");
	/* unwrapped, body 2 stands at the same place relative to body 1 as before */
	const int64_t *iy = table_int(&w.contact, "iy"), *iz = table_int(&w.contact, "iz");
	ok(iy[0] == -1 && iz[0] == -2 && table_real(&w.contact, "z")[0] == 1, "and their contact with them");
	w.domain.periodic[2] = 0;
	world_cut_images(&w);
	ok(w.contact.n_row == 0, "it ends where an edge is not periodic any more");
	world_free(&w);

	read_all(sample, sample_n, &w, NULL, NULL, error);
	read_all(pair, strlen(pair), &v, NULL, NULL, error);
	ok(world_merge(&v, &w, what) == MERGE_GOOD && v.n_shape == 10 && v.body.n_row == 3, "scenes in 3D merge");
	ok(v.shape[2].solid != world_shape(&w, 2)->solid && v.shape[2].solid->density[1] == 2.5 && v.shape[2].n == 2 &&
	   v.shape[6].solid->face[3][2] == 3 && v.shape[4].solid->n_bump == 2, "with their shapes");
	world_free(&w);
	world_free(&v);
}

/* A frame with its origin at c and its axes turned: points come back where they were. */
static void test_move(void)
{
	const double q[4] = { 0.5, -0.5, 0.5, 0.5 }, c[3] = { 2.385, -1.17, 0.4 };
	struct shape s = { .id = 1 };
	double m[3][3], p[3], back[4];

	shape_alloc(&s, SHAPE_CLUMP, 1);
	s.solid->n = 1;
	s.solid->ball = mem_zero(1, sizeof *s.solid->ball);
	memcpy(s.solid->ball[0], (double[4]){ 0.37, 2.5, -1.25, 0.5 }, sizeof *s.solid->ball);
	shape_move(&s, c, q);
	quat_matrix(m, q);
	mat3_apply(p, (const double (*)[3])m, s.solid->ball[0]);
	near(p[0] + c[0], 0.37, 1e-15, "x_drawn = centre + R x, x");
	near(p[1] + c[1], 2.5, 1e-15, "y");
	near(p[2] + c[2], -1.25, 1e-15, "z");
	quat_of_matrix(back, (const double (*)[3])m);
	ok(fabs(back[0] - 0.5) + fabs(back[1] + 0.5) + fabs(back[2] - 0.5) + fabs(back[3] - 0.5) < 1e-15,
	   "the matrix gives the quaternion");
	solid_free(s.solid);

	/* the long axis, x, becomes the third */
	s = (struct shape){ .id = 2 };
	shape_alloc(&s, SHAPE_ELLIPSOID, 0);
	memcpy(s.solid->a, (double[3]){ 3, 1, 2 }, sizeof s.solid->a);
	shape_move(&s, (double[3]){ 0 }, (double[4]){ 0.5, 0.5, 0.5, 0.5 });
	ok(s.solid->a[0] == 1 && s.solid->a[1] == 2 &&
	   s.solid->a[2] == 3, "axes of an ellipsoid are permuted: x is now the old y");
	solid_free(s.solid);
}

/* Polyhedra as programs write them are read in one go. A tab between the fields makes the reader look at one field after the
 * other: the same shape, or the same fault, must come of both, whatever byte is changed. */
static void test_plain(void)
{
	static const char plain[] = "scree 1 dim=3\nshape 7 polyhedron r=0.125 vertices=5 0,0,0 1.5,0,-0 +1.25,2e0,0 0,1.75,0.0 "
		"0.5,0.625,03.5 3,2,1,0 0,1,4 1,2,4 2,3,4 3,0,4\n";
	static const char other[] = "09.,-=e \t+x\r";
	char a[sizeof plain], b[sizeof plain], error[2][400], *defs[2];
	int wrong = 0, read = 0, refused = 0;

	for (size_t at = 14; at + 2 < sizeof plain; at++)
		for (size_t k = 0; k < sizeof other; k++) {
			struct world w[2];
			enum particles_status status[2];

			memcpy(a, plain, sizeof a);
			a[at] = other[k] ? other[k] : plain[at]; /* once without a change */
			memcpy(b, a, sizeof b);
			if (at != 21)
				b[21] = '\t';
			status[0] = read_all(a, sizeof plain - 1, &w[0], NULL, &defs[0], error[0]);
			status[1] = read_all(b, sizeof plain - 1, &w[1], NULL, &defs[1], error[1]);
			wrong += status[0] != status[1] || strcmp(defs[0], defs[1]) != 0 || strcmp(error[0], error[1]) != 0;
			read += status[0] == PARTICLES_END && w[0].n_shape == 1;
			refused += status[0] == PARTICLES_BAD;
			for (int i = 0; i < 2; i++) {
				world_free(&w[i]);
				free(defs[i]);
			}
		}
	ok(wrong == 0 && read > 100 && refused > 1000, "plain polyhedra, %d right and %d with a fault: %d are read in another way", read,
	   refused, wrong);
}

int main(void)
{
	load("formats/samples/good-3d.scree");
	test_values();
	test_scenes();
	test_damage();
	test_refusals();
	test_move();
	test_specification();
	test_plain();
	test_writing(); /* it cuts the sample to pieces */
	return done();
}
