/* bench/stream.c: time to write and to read a frame of many bodies, CPU time per number.
 *
 * The rows are those of a simulator's full frame, with random numbers of full length; the operand is the number of
 * bodies, default 1e6, in 1000 shapes. Written to /dev/null, read from a file in the page cache. The median of five runs is
 * printed; a line for printf and strtod, doing only the conversions, serves as a measure of the machine. */
#include "particles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/rng.h"
#include "number.h"

enum { RUNS = 5, SHAPES = 1000, NUMBERS = 14 };

static double cpu(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static int compare(const void *a, const void *b)
{
	double p = *(const double *)a, q = *(const double *)b;

	return (p > q) - (p < q);
}

static double median(double *t)
{
	qsort(t, RUNS, sizeof *t, compare);
	return t[RUNS / 2];
}

static void make_scene(struct world *w, int n)
{
	struct rng g;

	rng_seed(&g, 1);
	for (int k = 1; k <= SHAPES; k++) {
		struct shape *s = world_need_shape(w, k);

		shape_alloc(s, SHAPE_POINT, 1);
		s->r = 0.5;
	}
	world_need_material(w, "grain");
	table_resize(&w->body, n);
	struct bodies2 b = world_bodies2(w);
	double *ax = table_need_real(&w->body, "ax", 0), *ay = table_need_real(&w->body, "ay", 0);
	double *alpha = table_need_real(&w->body, "alpha", 0);
	int32_t grain = world_name(w, "grain");
	for (int k = 0; k < n; k++) {
		b.id[k] = k + 1;
		b.shape[k] = 1 + (int64_t)rng_below(&g, SHAPES);
		b.material[k] = grain;
		b.size[k] = 1;
		b.ix[k] = (int64_t)rng_below(&g, 3) - 1;
		b.x[k] = 1000 * rng_uniform(&g);
		b.y[k] = 1000 * rng_uniform(&g);
		b.angle[k] = rng_uniform(&g) - 0.5;
		b.vx[k] = 0.1 * rng_normal(&g);
		b.vy[k] = 0.1 * rng_normal(&g);
		b.omega[k] = 0.1 * rng_normal(&g);
		ax[k] = rng_normal(&g);
		ay[k] = rng_normal(&g);
		alpha[k] = 1e-3 * rng_normal(&g);
	}
}

static double time_writing(const struct world *w, FILE *f)
{
	double from = cpu();
	struct particles_out *out = particles_create(f, NULL);

	particles_begin(out, 2);
	particles_put_definitions(out, w);
	if (particles_put_frame(out, w, NULL))
		fprintf(stderr, "%s\n", particles_out_error(out)), exit(4);
	particles_finish(out);
	return cpu() - from;
}

static double time_reading(FILE *f, const struct world *expected, int keep_text)
{
	struct world w;

	rewind(f);
	world_init(&w, 2);
	double from = cpu();
	struct particles_in *in = particles_open(f, "bench");
	if (!keep_text)
		particles_drop_text(in);
	enum particles_status s = particles_read(in, &w);
	double t = cpu() - from;

	const double *x = table_real(&w.body, "x"), *y = table_real(&expected->body, "x");
	if (s != PARTICLES_FRAME || memcmp(x, y, (size_t)w.body.n_row * sizeof *x) != 0)
		fprintf(stderr, "bench: read something else than was written: %s\n", particles_error(in)), exit(1);
	particles_close(in);
	world_free(&w);
	return t;
}

/* The C library on n of the same numbers: seconds to print and to parse. */
static void time_library(const double *x, int n, double *print, double *parse)
{
	char *text = MEM_NEW(char, (size_t)n * 32);
	volatile double sum = 0;
	double from = cpu();

	for (int k = 0; k < n; k++)
		snprintf(text + (size_t)k * 32, 32, "%.17g", x[k]);
	*print = cpu() - from;
	from = cpu();
	for (int k = 0; k < n; k++)
		sum += strtod(text + (size_t)k * 32, NULL);
	*parse = cpu() - from;
	free(text);
}

int main(int argc, char **argv)
{
	int64_t n = 1000000;
	double write[RUNS], read[RUNS], keep[RUNS], print[RUNS], parse[RUNS];
	struct world w;
	FILE *null = fopen("/dev/null", "w"), *f = tmpfile();

	if (argc > 1 && (number_parse_int(argv[1], &n) || n < 1 || n > 100000000)) {
		fprintf(stderr, "bench: a number of bodies from 1 to 1e8\n");
		return 2;
	}
	if (!null || !f) {
		perror("bench");
		return 1;
	}
	world_init(&w, 2);
	make_scene(&w, (int)n);
	time_writing(&w, f);
	long bytes = ftell(f);
	for (int k = 0; k < RUNS; k++) {
		write[k] = time_writing(&w, null);
		read[k] = time_reading(f, &w, 0);
		keep[k] = time_reading(f, &w, 1);
		time_library(table_real(&w.body, "x"), n < 100000 ? (int)n : 100000, &print[k], &parse[k]);
	}
	double numbers = (double)n * NUMBERS, sample = n < 100000 ? (double)n : 100000;
	double w_ns = 1e9 * median(write) / numbers, r_ns = 1e9 * median(read) / numbers, k_ns = 1e9 * median(keep) / numbers;
	printf("%" PRId64 " bodies, %d numbers each, %.1f MB; ns per number\n", n, NUMBERS, (double)bytes * 1e-6);
	printf("%-40s %10s %10s\n", "", "write", "read");
	printf("%-40s %10.1f %10.1f\n", "stream", w_ns, r_ns);
	printf("%-40s %10s %10.1f\n", "stream, its text kept for passing on", "", k_ns);
	printf("%-40s %10.1f %10.1f\n", "printf and strtod alone", 1e9 * median(print) / sample, 1e9 * median(parse) / sample);
	printf("BENCH stream.write.ns %.1f ns\nBENCH stream.read.ns %.1f ns\nBENCH stream.read_keep.ns %.1f ns\n", w_ns, r_ns, k_ns);
	fclose(null);
	fclose(f);
	world_free(&w);
	return 0;
}
