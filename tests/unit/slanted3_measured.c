/* slanted3_measured.c: stresses, strains, displacements, fluxes and profiles in tilted and deforming cells in space. They are
 * compared with sums over all images, closed forms, or the same lattice described by other tilts. */
#include "slanted3.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "measure/displacement.h"
#include "measure/flux.h"
#include "measure/kinetic.h"
#include "measure/profile3.h"
#include "measure/stress3.h"
#include "shape/weigh.h"
#include "solid/ball_part.h"
#include "tap.h"
#include "world/images.h"
#include "world/lattice.h"
#include "world/relocate.h"

/* The stress of a frame, and its cell; contacts come from records. */
static struct stress3 stress_of(struct world *w, double *volume)
{
	size_t n = (size_t)w->body.n_row;
	double *size = MEM_NEW(double, n), *mass = MEM_NEW(double, n);
	char *keep = mem_new(n, 1);
	struct touches t = { 0 };
	struct touch_error e;

	memset(keep, 1, n);
	ok(touches_find(&t, w, 0, &e) == TOUCH_GOOD && t.n == w->contact.n_row, "contacts across slanted faces");
	bodies_mass3(w, size, mass, NULL);
	struct stress3 s = stress3_sum(&t, w, keep, size, mass);
	struct cell3 c = cell3_find(&t, w);
	*volume = cell3_volume(&c);
	touches_free(&t);
	free(keep);
	free(size);
	free(mass);
	return s;
}

static void test_stress(void)
{
	struct world w;
	double volume, more, branch[3], point[3], want[9] = { 0 };

	/* Love's sum over branch vectors: -f on body i times the vector to body j at its image */
	read_all(scene, &w);
	for (int k = 0; k < 3; k++) {
		static const char *const normal[] = { "nx", "ny", "nz" }, *const across[] = { "ftx", "fty", "ftz" };

		joins(&w, k, branch, point);
		for (int a = 0; a < 9; a++)
			want[a] += (table_real(&w.contact, "fn")[k] * table_real(&w.contact, normal[a / 3])[k] +
			            table_real(&w.contact, across[a / 3])[k]) * branch[a % 3];
	}
	struct stress3 s = stress_of(&w, &volume);
	near(volume, 4.2 * 3.7 * 5.5, tiny, "the volume of a tilted cell");
	ok(is_near_by(&s.contact.m[0][0], want, 9, 1e-11), "the stress is the sum over branch vectors");
	world_replicate(&w, (int[3]){ 2, 1, 3 });
	struct stress3 six = stress_of(&w, &more);
	for (int a = 0; a < 9; a++)
		want[a] *= 6;
	near(more, 6 * volume, 1e-9, "six copies");
	ok(is_near_by(&six.contact.m[0][0], want, 9, 1e-9), "have the same stress");
	for (int a = 0; a < 9; a++)
		want[a] = 6 * s.kinetic.m[a / 3][a % 3];
	ok(is_near_by(&six.kinetic.m[0][0], want, 9, 1e-9), "and the same kinetic stress, relative to the flow");
	world_free(&w);

	/* other tilts of the same lattice, with image counts that agree */
	read_all(scene, &w);
	struct flip f = { 0 };
	w.domain.tilt[1] += 2 * w.domain.tilt[0] - 3 * 4.2; /* c + 2 b - 3 a, then b + a */
	w.domain.tilt[2] += 2 * 3.7;
	w.domain.tilt[0] += 4.2;
	/* ix a + iy b + iz c is (ix - ... ) of the new vectors */
	f = (struct flip){ -1, 3, -2 };
	for (int k = 0; k < 3; k++) {
		int64_t *image[3] = { table_int(&w.contact, "ix"), table_int(&w.contact, "iy"), table_int(&w.contact, "iz") };

		flip_images(f, &image[0][k], &image[1][k], image[2][k]);
	}
	struct stress3 other = stress_of(&w, &more);
	ok(is_near_by(&other.contact.m[0][0], &s.contact.m[0][0], 9, 1e-10) && fabs(more - volume) < tiny,
		"the same lattice by other tilts has the same stress");
	world_free(&w);

	/* grains that move with the flow have no kinetic stress */
	read_all(scene, &w);
	struct bodies3 b = world_bodies3(&w);
	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3; k++)
			b.v[k][i] = 0;
	world_add_flow(&w, w.domain.rate);
	s = stress_of(&w, &volume);
	ok(is_near(&s.kinetic.m[0][0], (double[9]){ 0 }, 9), "no kinetic stress of the flow alone");
	char keep[3] = { 1, 1, 1 };
	ok(kinetic_columns(&w, keep, 1, NULL) == 0 && fabs(table_real(&w.body, "kin_lin")[0]) < tiny &&
		fabs(table_real(&w.body, "kin_lin")[1]) < tiny, "no kinetic energy, without the drift");
	world_free(&w);
}

static void test_strain(void)
{
	struct cell3 c = { .kind = { CELL3_PERIODIC, CELL3_PERIODIC, CELL3_PERIODIC },
	                   .tag = { { -1, -1 }, { -1, -1 }, { -1, -1 } } };
	struct strain3 s = { 0 };
	struct domain d = cell;
	double *g = d.rate, mean = (g[0] + g[1] + g[2]) / 3, dd = 0, t = 1.5;

	domain_flip(&d);
	for (int k = 0; k < 3; k++)
		dd += 2 * (g[k] - mean) * (g[k] - mean) + g[XY + k] * g[XY + k];
	for (int frame = 0; frame < 9; frame++) {
		memcpy(c.lo, d.lo, sizeof c.lo);
		memcpy(c.hi, d.hi, sizeof c.hi);
		strain3_take(&s, &c, &d, t);
		near(s.rate, sqrt(dd), 1e-10, "the rate sqrt(2 D:D) in frame %d", frame);
		const double want[6] = { -g[0] * (t - 1.5), -g[1] * (t - 1.5), -g[2] * (t - 1.5), g[XY] * (t - 1.5), g[XZ] * (t - 1.5),
		                         g[YZ] * (t - 1.5) };
		ok(is_near_by(s.value, want, 6, 1e-10), "strains of a cell that flips, frame %d", frame);
		for (int k = 0; k < 50; k++) {
			struct deformation f = domain_deformation(&d, 0.01);

			domain_deform(&d, &f);
			domain_flip(&d);
		}
		t += 0.5;
	}
	c.kind[2] = CELL3_GRAINS;
	strain3_take(&s, &c, &d, t);
	ok(isnan(s.value[XZ]) && isnan(s.value[YZ]) && !isnan(s.value[XY]), "no shear along an axis without a period");
	strain3_take(&s, &c, &d, 0);
	ok(s.value[XY] == 0, "a new run begins at 0");
}

/* ---- paths ---- */

/* A gas of points without forces in a tilted cell that flips at will: paths are straight. */
static void test_paths(void)
{
	enum { N = 40 };
	struct world w;
	struct rng g;
	char keep[N];
	double v0[N][3];

	read_all("scree 1 dim=3\nmaterial m density=2.5\nshape 1 sphere r=0.1\nmass 1 volume=2 I=1,1,1 method=given\n"
		"columns body id shape x y z\nframe 0 t=0 body=0\nend 0\n", &w);
	w.domain = cell;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	table_resize(&w.body, N);
	struct bodies3 b = world_bodies3(&w);
	rng_seed(&g, 3);
	memset(keep, 1, sizeof keep);
	for (int i = 0; i < N; i++) {
		b.id[i] = i + 1;
		b.shape[i] = 1;
		b.size[i] = 1;
		b.material[i] = world_name(&w, "m");
		for (int k = 0; k < 3; k++) {
			b.x[k][i] = cell.lo[k] + (cell.hi[k] - cell.lo[k]) * rng_uniform(&g);
			b.v[k][i] = v0[i][k] = 2 * rng_uniform(&g) - 1;
			b.q[0][i] = 1;
		}
	}
	struct grains3_list l = { 0 };
	struct places from, to;
	struct spread s = { 0 };
	grains3_list_take(&l, &w, keep);
	places_take3(&from, &w, &l);
	double sum[3] = { 0 };
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) {
			b.x[k][i] += 17 * v0[i][k];
			sum[k] += 17 * v0[i][k];
		}
	world_wrap(&w);
	w.t = 17;
	w.domain.tilt[0] += 4.2; /* the tool flips to at most half a period again */
	for (int i = 0; i < N; i++)
		b.image[0][i] -= b.image[1][i];
	grains3_list_take(&l, &w, keep);
	places_take3(&to, &w, &l);
	spread_add(&s, &from, &to);
	ok(s.n == N && is_near_by(s.x, sum, 3, 1e-10), "displacements across slanted faces and flips");
	places_free(&from);
	places_free(&to);
	grains3_list_free(&l);

	/* all move by one lattice vector, or by the edge of the box: each passes every plane across it once */
	for (int axis = 0; axis < 3; axis++) {
		struct flux flux = { 0 };
		struct flux_count c;
		const struct flux_plane plane = { axis, axis == 1 ? -1 : 1, cell.lo[axis] + 0.37 * (cell.hi[axis] - cell.lo[axis]) };

		w.t = 1;
		flux_frame3(&flux, &w, keep, &plane, &c);
		for (int i = 0; i < N; i++)
			b.x[axis][i] += cell.hi[axis] - cell.lo[axis];
		world_wrap(&w);
		w.t = 2;
		ok(flux_frame3(&flux, &w, keep, &plane, &c) == 0 && c.n[axis == 1 ? FLUX_BACK : FLUX_FORTH] == N &&
			c.n[axis == 1 ? FLUX_FORTH : FLUX_BACK] == 0, "each body passes a plane across axis %d once in a period", axis);
		near(c.mass[axis == 1 ? FLUX_BACK : FLUX_FORTH], 5 * N, 1e-9, "with its mass");
		flux_free(&flux);
	}
	/* a cell that shears and flips between the frames: bodies that move along z do not pass a plane across x */
	struct flux flux = { 0 };
	struct flux_count c;
	const struct flux_plane plane = { 0, 1, 0.4 };
	w.domain = cell;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	w.domain.rate[XZ] = 1;
	world_flip(&w);
	world_wrap(&w);
	for (int k = 0; k < 3; k++)
		memset(b.image[k], 0, N * sizeof *b.image[k]);
	w.t = 3;
	flux_frame3(&flux, &w, keep, &plane, &c);
	w.domain.tilt[1] += 1 * 5.5 * 1;
	world_flip(&w);
	for (int i = 0; i < N; i++)
		b.x[2][i] += 2.3 * 5.5;
	world_wrap(&w);
	w.t = 4;
	flux_frame3(&flux, &w, keep, &plane, &c);
	ok(c.n[0] == 0 && c.n[1] == 0, "bodies that move along a plane do not pass it, whatever their cell does");
	flux_free(&flux);
	ok(images3_begin(&(struct images){ 0 }, &cell, (double[3]){ 0 }, (double[3]){ 0 }, (double[3]){ 0 },
		(double[3]){ 1e20, 0, 0 }) == -1, "too long a path");
	world_free(&w);
}

/* ---- profiles ---- */

static void test_profile(void)
{
	enum { N = 60, BINS = 7 };
	struct world w;
	struct rng g;
	struct profile_bin bin[BINS];
	double value[PROFILE3_VALUES];
	char keep[N];

	read_all("scree 1 dim=3\nmaterial m density=2.5\nshape 1 sphere r=0.3\nmass 1 volume=0.11309733552923256 I=1,1,1 "
		"method=given\ncolumns body id shape x y z\nframe 0 t=0 body=0\nend 0\n", &w);
	w.domain = cell;
	table_resize(&w.body, N);
	struct bodies3 b = world_bodies3(&w);
	rng_seed(&g, 3);
	memset(keep, 1, sizeof keep);
	for (int i = 0; i < N; i++) {
		b.id[i] = i + 1;
		b.shape[i] = 1;
		b.q[0][i] = b.size[i] = 1;
		b.material[i] = world_name(&w, "m");
		for (int k = 0; k < 3; k++)
			b.x[k][i] = cell.lo[k] + (cell.hi[k] - cell.lo[k]) * rng_uniform(&g);
	}
	world_add_flow(&w, w.domain.rate);
	for (int axis = 0; axis < 4; axis++) {
		struct profile3_grid p = { .axis = axis, .n = BINS, .from = NAN, .to = NAN, .centre = { NAN, NAN, NAN } };
		double solid = 0, volume = 4.0 / 3 * 3.14159265358979323846 * 0.027, room = 0;

		if (axis == PROFILE3_SHELLS)
			p.to = 6; /* wider than the cell */
		ok(profile3_complete(&p, &w.domain) == 0 && profile3_take(bin, &p, &w, keep, NULL) == 0, "profile along axis %d", axis);
		for (int k = 0; k < BINS; k++) {
			profile_space.values(&bin[k], value);
			solid += value[PROFILE3_SOLID] * bin[k].size;
			room += bin[k].size;
		}
		if (axis < 3) {
			near(solid, N * volume, 1e-9, "no part of a ball is lost at slanted faces");
			near(room, 4.2 * 3.7 * 5.5, 1e-9, "nor of the cell");
			continue;
		}
		/* all images about the centre */
		double want = 0;
		for (int i = 0; i < N; i++)
			for (int m = 0; m < 1331; m++) {
				double s[3], r2 = 0;

				vector(&cell, m % 11 - 5, m / 11 % 11 - 5, m / 121 - 5, s);
				for (int k = 0; k < 3; k++) {
					s[k] += b.x[k][i] - p.centre[k];
					r2 += s[k] * s[k];
				}
				want += ball_part_within(sqrt(r2), 0.3, 6) * volume;
			}
		near(solid, want, 1e-9 * want, "all images in shells");
	}
	/* simple shear: the mean velocity of narrow slices is the rate times the height, everywhere in two periods */
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			b.v[k][i] = 0;
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	w.domain.rate[XZ] = 0.5;
	world_add_flow(&w, w.domain.rate);
	struct profile3_grid p = { .axis = 2, .n = BINS, .from = -3, .to = 11, .centre = { NAN, NAN, NAN } };
	profile3_complete(&p, &w.domain);
	profile3_take(bin, &p, &w, keep, NULL);
	int good = 1;
	for (int k = 0; k < BINS; k++) {
		double z = -3 + 2 * (k + 0.5) - 4.75;

		profile_space.values(&bin[k], value);
		good &= fabs(value[PROFILE3_VX] - 0.5 * z) < 0.5 * (1 + 0.3); /* balls whose centres are up to this far from the middle */
		good &= fabs(value[PROFILE3_VY]) < tiny;
	}
	ok(good, "images move with the flow");
	world_free(&w);
}

int main(void)
{
	test_stress();
	test_strain();
	test_paths();
	test_profile();
	return done();
}
