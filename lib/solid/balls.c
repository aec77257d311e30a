/* balls.c: mass properties of unions of balls */
#include "solid/balls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/vec.h"
#include "solid/balltree.h"
#include "solid/patch.h"

/* The middle of the bounding box, the origin of the sums. */
static void middle_of(int n, const double (*ball)[4], double middle[3])
{
	for (int k = 0; k < 3; k++) {
		double lo = INFINITY, hi = -INFINITY;

		for (int i = 0; i < n; i++) {
			lo = fmin(lo, ball[i][k] - ball[i][3]);
			hi = fmax(hi, ball[i][k] + ball[i][3]);
		}
		middle[k] = lo + 0.5 * (hi - lo);
	}
}

enum mass_status balls_mass_pebbles(struct mass3 *m, int n, const double (*ball)[4], const double *density)
{
	struct moments3 a = { 0 };
	double middle[3];

	middle_of(n, ball, middle);
	for (int i = 0; i < n; i++) {
		const double at[3] = { ball[i][0] - middle[0], ball[i][1] - middle[1], ball[i][2] - middle[2] };

		moments3_add_ball(&a, density ? density[i] : 1, at, ball[i][3]);
	}
	enum mass_status status = mass3_of_moments(m, &a, middle);
	m->error = 0;
	return status;
}

static void find_around(struct balltree *t, const double (*ball)[4], const double b[4])
{
	const double lo[3] = { b[0] - b[3], b[1] - b[3], b[2] - b[3] }, hi[3] = { b[0] + b[3], b[1] + b[3], b[2] + b[3] };

	balltree_find(t, ball, lo, hi);
}

static double distance(const double a[4], const double b[4])
{
	return v3_norm(v3_sub(v3_from(b), v3_from(a)));
}

/* Whether ball i lies within another ball. Of equal balls, all except for the first do. */
static int contained(struct balltree *t, const double (*ball)[4], int i)
{
	find_around(t, ball, ball[i]);
	for (int q = 0; q < t->n_found; q++) {
		int j = t->found[q];
		double r = ball[i][3], s = ball[j][3];

		if (j != i && (s > r || (s == r && j < i)) && distance(ball[i], ball[j]) <= (s - r) + 1e-15 * s)
			return 1;
	}
	return 0;
}

/* Add the cap that ball `by` covers of the sphere `on`. Their common circle lies in the plane at x = (d^2 + p^2 - q^2) / (2 d)
 * from the centre of a sphere of radius p; its own radius is h. Both spheres find the same plane and the same h. */
static void add_cap(struct patch *w, const double on[4], const double by[4])
{
	vec3 to = v3_sub(v3_from(by), v3_from(on));
	double p = on[3], q = by[3], d = v3_norm(to);
	double h2 = ((p + q) + d) * ((p + q) - d) * (d + (p - q)) * (d - (p - q));

	if (!(h2 > 0))
		return;
	struct patch_cap *k = patch_add(w);
	k->a = v3_scale(1 / d, to);
	k->c = (d * d + (p - q) * (p + q)) / (2 * d * p);
	k->s = sqrt(h2) / (2 * d * p);
}

/* The sums over spheres. flux[i][j] is the integral of x_i n_j over the surface: the volume if i = j, else 0. */
struct sums { struct moments3 a; double surface, flux[3][3], gap; };

/* Add the exposed patch of a sphere of radius r around c. With x = c + r n and h, the integral of x.n,
 *     volume += r^2 / 3 h,   first += r^2 / 4 integral of x (x.n),   second += r^2 / 5 integral of x x^T (x.n). */
static void add_sphere(struct sums *s, const double c[3], double r, const struct patch_moments *m)
{
	double h = r * m->area + c[0] * m->first[0] + c[1] * m->first[1] + c[2] * m->first[2], r2 = r * r, to[3], sum[3][3];

	for (int i = 0; i < 3; i++)
		to[i] = m->second[i][0] * c[0] + m->second[i][1] * c[1] + m->second[i][2] * c[2];
	for (int i = 0; i < 3; i++) {
		s->a.first[i] += r2 / 4 * (c[i] * h + r * to[i] + r2 * m->first[i]);
		for (int j = 0; j < 3; j++) {
			sum[i][j] = c[i] * c[j] * h + r * (c[i] * to[j] + c[j] * to[i]) +
			            r2 * (c[i] * m->first[j] + c[j] * m->first[i] + m->third[i][j] + r * m->second[i][j]);
			s->flux[i][j] += r2 * (c[i] * m->first[j] + r * m->second[i][j]);
		}
	}
	for (int k = 0; k < 6; k++)
		s->a.second[k] += r2 / 5 * sum[moments3_second[k][0]][moments3_second[k][1]];
	s->a.one += r2 / 3 * h;
	s->surface += r2 * m->area;
	s->gap += r2 * m->gap;
}

enum mass_status balls_mass(struct mass3 *m, int n, const double (*ball)[4])
{
	struct balltree t;
	struct patch w = { .n = 0 };
	struct sums s = { .gap = 0 };
	double middle[3], size = 0;
	double (*b)[4] = mem_new((size_t)n, sizeof *b);
	int left = 0;

	middle_of(n, ball, middle);
	balltree_init(&t, n, ball);
	for (int i = 0; i < n; i++) {
		if (!(ball[i][3] > 0) || contained(&t, ball, i))
			continue;
		for (int k = 0; k < 3; k++) {
			b[left][k] = ball[i][k] - middle[k];
			size = fmax(size, fabs(b[left][k]) + ball[i][3]);
		}
		b[left++][3] = ball[i][3];
	}
	balltree_free(&t);
	const double (*left_ball)[4] = (const double (*)[4])b;
	balltree_init(&t, left, left_ball);
	for (int i = 0; i < left; i++) {
		struct patch_moments patch;

		find_around(&t, left_ball, b[i]);
		w.n = 0;
		for (int q = 0; q < t.n_found; q++)
			if (t.found[q] != i)
				add_cap(&w, b[i], b[t.found[q]]);
		patch_measure(&w, v3_from(b[i]), &patch);
		add_sphere(&s, b[i], b[i][3], &patch);
	}
	enum mass_status status = mass3_of_moments(m, &s.a, middle);
	if (status == MASS_GOOD) {
		struct moments3 one_by_one = { 0 };

		m->surface = s.surface;
		m->error = s.gap * size;
		for (int i = 0; i < 9; i++)
			m->error = fmax(m->error, fabs(s.flux[i / 3][i % 3] - (i / 3 == i % 3 ? m->volume : 0)));
		for (int i = 0; i < left; i++) {
			const double at[3] = { b[i][0] + middle[0] - m->com[0], b[i][1] + middle[1] - m->com[1],
			                       b[i][2] + middle[2] - m->com[2] };

			moments3_add_ball(&one_by_one, 1, at, b[i][3]);
		}
		memcpy(m->third, one_by_one.third, sizeof m->third);
		if (m->error > 1e-8 * m->volume)
			status = MASS_OPEN;
	}
	balltree_free(&t);
	patch_free(&w);
	free(b);
	return status;
}
