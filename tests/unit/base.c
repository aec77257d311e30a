/* base.c: small things that all else is made of, against published values and their definitions */
#include "base/buf.h"
#include "base/clock.h"
#include "base/eigen3.h"
#include "base/gauss.h"
#include "base/quat.h"
#include "base/rng.h"
#include "base/sym3.h"
#include "base/trig.h"
#include "base/wide.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- random numbers ---- */

static void generator(void)
{
	/* the first numbers of xoshiro256** from the state 1 2 3 4, and of splitmix64 from 1234567, as their authors' programs print
	 * them */
	static const uint64_t first[10] = { 11520, 0, 1509978240, 1215971899390074240u, 1216172134540287360u, 607988272756665600u,
		16172922978634559625u, 8476171486693032832u, 10595114339597558777u, 2904607092377533576u };
	static const uint64_t split[4] = { 6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u };
	struct rng g = { { 1, 2, 3, 4 } }, h;
	int wrong = 0;

	for (int k = 0; k < 10; k++)
		wrong += rng_bits(&g) != first[k];
	ok(!wrong, "random bits are those of xoshiro256**");
	rng_seed(&g, 1234567);
	ok(!memcmp(g.s, split, sizeof split), "seeds are spread by splitmix64");
	h = g;
	for (int k = 0; k < 100; k++)
		wrong += rng_uniform(&g) != ldexp((double)(rng_bits(&h) / 2048), -53);
	ok(!wrong, "uniform numbers are the upper 53 bits");
	/* of n that do not go into 2^64, what is left is thrown away */
	static const uint64_t n[4] = { 3, 10, UINT64_C(3) << 62, (UINT64_C(1) << 63) + 12345 };
	int thrown = 0;
	h = g;
	for (int k = 0; k < 400; k++) {
		__extension__ unsigned __int128 all = (unsigned __int128)1 << 64;
		uint64_t rest = (uint64_t)(all % n[k % 4]), bits = rng_bits(&h);

		for (; bits < rest; bits = rng_bits(&h))
			thrown++;
		wrong += rng_below(&g, n[k % 4]) != bits % n[k % 4];
	}
	ok(!wrong && thrown > 50, "whole numbers below any are all as likely: %d thrown away", thrown);
}

static void normal_numbers(void)
{
	enum { N = 100000 };
	double sum[5] = { 0 }, before = 0, along = 0;
	struct rng g;

	rng_seed(&g, 77);
	for (int k = 0; k < N; k++) {
		double x = rng_normal(&g), power = x;

		for (int i = 1; i < 5; i++, power *= x)
			sum[i] += power / N;
		along += x * before / N;
		before = x;
	}
	/* their variances are 1, 2, 15, 96 over N */
	near(sum[1], 0, 4 / sqrt(N), "normal numbers: mean");
	near(sum[2], 1, 4 * sqrt(2.0 / N), "variance");
	near(sum[3], 0, 4 * sqrt(15.0 / N), "third moment");
	near(sum[4], 3, 4 * sqrt(96.0 / N), "fourth moment");
	near(along, 0, 4 / sqrt(N), "one does not tell the next");
}

/* ---- quadrature, eigenvalues, rotations ---- */

static void gauss(void)
{
	double x[64], w[64], off = 0, order = 0;

	gauss_legendre(3, x, w);
	near(fabs(x[0] + sqrt(0.6)) + fabs(x[1]) + fabs(x[2] - sqrt(0.6)), 0, 1e-15, "three points of Gauss");
	near(fabs(w[0] - 5.0 / 9) + fabs(w[1] - 8.0 / 9) + fabs(w[2] - 5.0 / 9), 0, 1e-14, "their weights");
	for (int n = 1; n <= 64; n += n < 8 ? 1 : 14) {
		gauss_legendre(n, x, w);
		for (int p = 0; p < 2 * n; p++) { /* exact to this power */
			double sum = 0;

			for (int k = 0; k < n; k++)
				sum += w[k] * pow(x[k], p);
			off = fmax(off, fabs(sum - (p % 2 ? 0 : 2.0 / (p + 1))));
		}
		for (int k = 1; k < n; k++)
			order += !(x[k] > x[k - 1]);
	}
	near(off, 0, 1e-14, "n points integrate powers below 2 n");
	ok(order == 0, "points ascend");
}

static double random_matrix(struct rng *g, double m[6], int kind)
{
	double size = 0;

	for (int k = 0; k < 6; k++) {
		m[k] = (2 * rng_uniform(g) - 1) * (kind == 1 ? pow(10, -2 * k) : 1);
		if (kind == 2)
			m[k] = k < 3 ? (k == 1 ? 2 : 1) : 0;
		size += fabs(m[k]);
	}
	return size;
}

static void eigenvalues(void)
{
	double off = 0, across = 0, hand = 0;
	int order = 0;
	struct rng g;

	rng_seed(&g, 3);
	for (int k = 0; k < 3000; k++) {
		double m[6], value[3], v[3][3], size = random_matrix(&g, m, k % 3);

		eigen3(value, v, m);
		for (int i = 0; i < 3; i++) {
			vec3 e = v3_from(v[i]);

			off = fmax(off, v3_norm(v3_sub(sym3_apply(m, e), v3_scale(value[i], e))) / size);
			order += i > 0 && value[i] < value[i - 1];
			for (int j = 0; j < 3; j++)
				across = fmax(across, fabs(v3_dot(e, v3_from(v[j])) - (i == j)));
		}
		hand = fmax(hand, v3_norm(v3_sub(v3_cross(v3_from(v[0]), v3_from(v[1])), v3_from(v[2]))));
	}
	near(off, 0, 1e-14, "eigenvectors of symmetric matrices");
	near(across, 0, 1e-14, "are at right angles");
	near(hand, 0, 1e-14, "to the right");
	ok(order == 0, "and in the order of their values");
}

/* q v q*, with the product as it is written out by Hamilton: i j = k, j k = i, k i = j. */
static void hamilton(double to[4], const double a[4], const double b[4])
{
	const vec3 u = v3_from(a + 1), v = v3_from(b + 1);
	vec3 w = v3_add(v3_add(v3_scale(a[0], v), v3_scale(b[0], u)), v3_cross(u, v));

	to[0] = a[0] * b[0] - v3_dot(u, v);
	v3_to(to + 1, w);
}

static void rotations(void)
{
	double matrix = 0, product = 0, back = 0, apply = 0;
	int negative = 0;
	struct rng g;

	rng_seed(&g, 9);
	for (int k = 0; k < 2000; k++) {
		double q[4], p[4], pq[4], v[3], m[3][3], mp[3][3], mpq[3][3], turned[4], is[3], away[3], r[4], to[4];

		for (int i = 0; i < 4; i++) { /* of any length; of every kind of which one part is the greatest */
			q[i] = rng_normal(&g) + (k % 5 == i ? 4 : 0) * (k % 2 ? 1 : -1);
			p[i] = rng_normal(&g);
		}
		for (int i = 0; i < 3; i++)
			v[i] = rng_normal(&g);
		quat_matrix(m, q);
		quat_matrix(mp, p);
		quat_times(pq, p, q);
		quat_matrix(mpq, pq);
		memcpy(r, q, sizeof r);
		quat_unit(r);
		const double vq[4] = { 0, v[0], v[1], v[2] }, conjugate[4] = { r[0], -r[1], -r[2], -r[3] };
		hamilton(turned, r, vq);
		hamilton(turned, turned, conjugate);
		mat3_apply(is, (const double (*)[3])m, v);
		mat3_apply_back(away, (const double (*)[3])m, is);
		quat_of_matrix(to, (const double (*)[3])m);
		negative += to[0] < 0;
		double sign = to[0] * r[0] + to[1] * r[1] + to[2] * r[2] + to[3] * r[3] < 0 ? -1 : 1;
		for (int i = 0; i < 3; i++) {
			matrix = fmax(matrix, fabs(is[i] - turned[1 + i]));
			apply = fmax(apply, fabs(away[i] - v[i]));
			for (int j = 0; j < 3; j++)
				product = fmax(product, fabs(mpq[i][j] - mp[i][0] * m[0][j] - mp[i][1] * m[1][j] - mp[i][2] * m[2][j]));
		}
		for (int i = 0; i < 4; i++)
			back = fmax(back, fabs(sign * to[i] - r[i]));
	}
	near(matrix, 0, 1e-14, "a quaternion's matrix turns as it does");
	near(product, 0, 1e-14, "a product turns by the second, then by the first");
	near(back, 0, 1e-14, "the quaternion of a matrix");
	ok(negative == 0, "its first part is not negative");
	near(apply, 0, 1e-14, "and back");
}

static void tensors(void)
{
	double turn = 0, inverse = 0;
	struct rng g;

	rng_seed(&g, 10);
	for (int k = 0; k < 500; k++) {
		double q[4], d[3], r[3][3], m[6], c[6], full[3][3] = { { 0 } };
		static const int at[3][3] = { { 0, 3, 4 }, { 3, 1, 5 }, { 4, 5, 2 } };

		for (int i = 0; i < 4; i++)
			q[i] = rng_normal(&g);
		for (int i = 0; i < 3; i++)
			d[i] = 0.3 + rng_uniform(&g);
		quat_matrix(r, q);
		sym3_turn(m, (const double (*)[3])r, d);
		for (int i = 0; i < 27; i++)
			full[i / 9][i / 3 % 3] += r[i / 9][i % 3] * d[i % 3] * r[i / 3 % 3][i % 3];
		double det = sym3_cofactors(c, m);
		vec3 u = v3(q[0], q[1], q[2]), v = sym3_apply(m, u);
		inverse = fmax(inverse, v3_norm(v3_sub(v3_scale(1 / det, sym3_apply(c, v)), u)));
		inverse = fmax(inverse, fabs(det - d[0] * d[1] * d[2]) + fabs(sym3_between(m, v3(q[3], 1, 2), u) - q[3] * v.x - v.y - 2 * v.z));
		for (int i = 0; i < 9; i++)
			turn = fmax(turn, fabs(m[at[i / 3][i % 3]] - full[i / 3][i % 3]));
	}
	near(turn, 0, 1e-14, "R diag(d) R^T");
	near(inverse, 0, 1e-13, "cofactors over the determinant are the inverse");
}

static void plane_vectors(void)
{
	vec2 a = v2(2, 0.5), b = v2(-1, 3), left = v2_left(a), turned = v2_turn(a, 0.6, 0.8);

	near(v2_cross(a, b), 6.5, 1e-15, "what is left has a positive product");
	ok(left.x == -0.5 && left.y == 2, "a quarter to the left");
	near(hypot(turned.x - 0.8, turned.y - 1.9), 0, 1e-15, "turned by an angle");
}

/* ---- angles ---- */

static void angles(void)
{
	enum { N = 1000 };
	double worst = 0, angle[N], was[N], s[N], c[N];
	int differ = 0;
	struct rng g;

	rng_seed(&g, 6);
	for (int k = 0; k < 20000; k++) {
		double size = pow(10, 20 * rng_uniform(&g) - 10), y = size * rng_normal(&g), x = (k % 3 ? size : 1) * rng_normal(&g);

		worst = fmax(worst, fabs(trig_atan2(y, x) - atan2(y, x)) / fmax(fabs(atan2(y, x)), 1e-12));
	}
	near(worst, 0, 4.5e-16, "angles of vectors to two units of the last place");
	ok(trig_atan2(0, 2) == 0 && trig_atan2(0, 0) == 0, "none along x");
	near(trig_atan2(3, 0), 1.5707963267948966, 0, "a quarter");
	near(trig_atan2(0, -1), 3.141592653589793, 0, "a half");
	near(trig_atan2(-3, 0), -1.5707963267948966, 0, "a quarter backwards");
	for (int wide = 0; wide <= wide_has(); wide++)
		for (int n = 0; n < N; n += 37) {
			for (int k = 0; k < n; k++)
				angle[k] = was[k] = (k % 5 ? 10 : 3e6) * rng_normal(&g);
			trig_sincos_all(wide, n, angle, s, c);
			for (int k = 0; k < n; k++) {
				double one, other;

				trig_sincos(was[k], &one, &other);
				differ += one != s[k] || other != c[k];
			}
		}
	ok(!differ, "many angles at a time as one by one, also great ones");
	trig_sincos(1e6, &s[0], &c[0]);
	/* fmod by the double next to 2 pi, which is 2.4e-16 less: 159154 turns are off by 3.9e-11 */
	near(hypot(s[0] - sin(1e6), c[0] - cos(1e6)), 0, 5e-11, "an angle beyond reach");
}

/* ---- memory and clocks ---- */

static void memory(void)
{
	size_t cap = 0, lines_cap = 0, grew = 0;
	int *p = NULL, wrong = 0;
	double *q = NULL;

	p = mem_grow(p, &cap, 0, sizeof *p);
	q = mem_grow_lines(q, &lines_cap, 0, sizeof *q);
	ok(p && q && !cap && !lines_cap, "an array of nothing is there, as qsort and memcpy ask");
	for (size_t n = 1; n < 3000; n++) {
		size_t was = cap;

		p = mem_grow(p, &cap, n, sizeof *p);
		q = mem_grow_lines(q, &lines_cap, n, sizeof *q);
		grew += cap != was;
		p[n - 1] = (int)n;
		q[n - 1] = (double)n;
		wrong += cap < n || lines_cap < n || (uintptr_t)q % 64;
	}
	for (int n = 1; n < 3000; n++)
		wrong += p[n - 1] != n || q[n - 1] != n;
	ok(!wrong && grew < 20, "memory that grows keeps what is in it, and seldom moves: %zu times", grew);
	p = mem_grow(p, &cap, 100000, sizeof *p);
	ok(cap == 100000 && p[2998] == 2999, "it grows at once to what is asked for");
	p = mem_resize(p, 5, sizeof *p);
	ok(p[4] == 5, "what is made smaller keeps its beginning");
	free(p);
	free(q);
	q = mem_room(NULL, &(size_t){ 0 }, 0, sizeof *q);
	ok(q != NULL, "room for nothing is there");
	lines_cap = grew = 0;
	for (size_t n = 1; n < 3000; n++) {
		size_t was = lines_cap;

		q = mem_room(q, &lines_cap, n, sizeof *q);
		grew += lines_cap != was;
		q[n - 1] = (double)n;
		wrong += lines_cap < n || (lines_cap != was && lines_cap > n + n / 16) || (uintptr_t)q % 64;
	}
	ok(!wrong && grew < 150, "room for a few more seldom moves: %zu times", grew);
	free(q);
	for (size_t n = 0; n < 200; n++) {
		unsigned char *zero = mem_zero(n, 3), *line = mem_lines(n, 7);

		for (size_t k = 0; k < 7 * n; k++)
			wrong += (k < 3 * n && zero[k]) || line[k];
		wrong += (uintptr_t)line % 64 != 0;
		memset(zero, 1, 3 * n); /* for the next */
		memset(line, 1, 7 * n);
		free(zero);
		free(line);
	}
	ok(!wrong, "memory of zeros, and on lines");
	char *text = mem_string("grains");
	ok(!strcmp(text, "grains"), "a string");
	free(text);
}

static void clocks(void)
{
	double wall = clock_wall(), process = clock_process(), thread = clock_thread();
	volatile double sum = 0;

	usleep(3000);
	double slept = clock_wall() - wall, worked = clock_process() - process;
	ok(slept >= 0.003 && worked < slept, "sleep takes time of the clock on the wall, not of the processor");
	for (process = clock_process(), thread = clock_thread(); clock_process() - process < 1e-3;)
		sum = sum + 1;
	double mine = clock_thread() - thread, all = clock_process() - process;
	ok(all >= 1e-3 && mine > 0.2e-3 && mine < all + 1e-3, "work takes that of the processor and the thread");
}

int main(void)
{
	generator();
	normal_numbers();
	gauss();
	eigenvalues();
	rotations();
	tensors();
	plane_vectors();
	angles();
	memory();
	clocks();
	return done();
}
