/* rotor.c: bodies that turn little or much in a step, alone and side by side */
#include "motion/rotor.h"

#include <math.h>
#include <string.h>

#include "base/wide.h"
#include "tap.h"

enum { N = 29 };
static const double h = 0.125, inverse[3] = { 0.5, 0.4, 1.25 };

/* Half of what the body k turns by in a step: from 1e-8 to 3. */
static double half_angle(int k)
{
	return 1e-8 * pow(3e8, k / (N - 1.0));
}

static void momentum(int k, double size, double l[3])
{
	const double along[3] = { 2 / 7.0, -3 / 7.0, 6 / 7.0 };

	for (int z = 0; z < 3; z++)
		l[z] = size * along[(z + k) % 3];
}

/* Balls from .. from+n-1, from the same orientation: q[4][N] after one step. */
static void balls(int wide, int from, int n, double (*q)[N])
{
	static double l[3][N], torque[3][N], of[N];
	struct rotor_balls r = { .inverse = of };

	for (int k = 0; k < n; k++) {
		double one[3];

		momentum(from + k, 2 * half_angle(from + k) / (h * inverse[0]), one);
		of[k] = inverse[0];
		for (int z = 0; z < 3; z++)
			l[z][k] = one[z];
		for (int z = 0; z < 4; z++)
			q[z][k] = z == 0 ? 0.5 : z == 2 ? -0.5 : sqrt(0.25);
	}
	for (int z = 0; z < 4; z++)
		r.q[z] = q[z];
	for (int z = 0; z < 3; z++) {
		r.l[z] = l[z];
		r.torque[z] = torque[z];
	}
	rotor_balls(wide, n, h, &r);
}

/* The same of bodies with three moments of inertia. */
static void bodies(int wide, int order, int from, int n, struct rotor *r)
{
	memset(r, 0, sizeof *r);
	for (int k = 0; k < n; k++) {
		double one[3];

		momentum(from + k, 2 * half_angle(from + k) / (h * inverse[2]), one);
		for (int z = 0; z < 3; z++) {
			r->l[z][k] = one[z];
			r->inverse[z][k] = inverse[z];
		}
		r->q[0][k] = 1;
	}
	(order == 4 ? rotor_split4 : rotor_split)(wide, n, h, r);
}

int main(void)
{
	for (int wide = 0; wide <= wide_has(); wide++) {
		double q[4][N], one[4][N], worst = 0;
		int same = 1;

		balls(wide, 0, N, q);
		for (int k = 0; k < N; k++) {
			double a = half_angle(k), v[3], c = cos(a), s = sin(a), old[4] = { 0.5, 0.5, -0.5, 0.5 };

			momentum(k, 1, v);
			double want[4] = {
				c * old[0] - s * (v[0] * old[1] + v[1] * old[2] + v[2] * old[3]),
				c * old[1] + s * (v[0] * old[0] + v[1] * old[3] - v[2] * old[2]),
				c * old[2] + s * (v[1] * old[0] + v[2] * old[1] - v[0] * old[3]),
				c * old[3] + s * (v[2] * old[0] + v[0] * old[2] - v[1] * old[1]),
			};
			for (int z = 0; z < 4; z++)
				worst = fmax(worst, fabs(q[z][k] - want[z]));
			balls(wide, k, 1, one);
			for (int z = 0; z < 4; z++)
				same &= q[z][k] == one[z][0];
		}
		near(worst, 0, 1e-15, "balls turn by as much as they should, vectors of kind %d", wide);
		ok(same, "and to the last bit as each of them alone");
		for (int order = 2; order <= 4; order += 2) {
			struct rotor all, alone;
			double off = 0;

			same = 1;
			bodies(wide, order, 0, N, &all);
			for (int k = 0; k < N; k++) {
				double n = 0;

				bodies(wide, order, k, 1, &alone);
				for (int z = 0; z < 4; z++) {
					n += all.q[z][k] * all.q[z][k];
					same &= all.q[z][k] == alone.q[z][0];
				}
				same &= all.gain[k] == alone.gain[0];
				off = fmax(off, fabs(n - 1));
			}
			ok(same, "so are bodies of three moments, order %d", order);
			near(off, 0, 1e-15, "whose orientations are units");
		}
	}
	return done();
}
