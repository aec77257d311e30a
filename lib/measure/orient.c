/* orient.c: orientation and spin of bodies in space */
#include "measure/orient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eigen3.h"
#include "base/trig.h"

static const double pi = 3.14159265358979323846;

void orient_euler(double angle[3], const double m[3][3])
{
	double sine = sqrt(m[0][2] * m[0][2] + m[1][2] * m[1][2]);

	angle[1] = trig_atan2(sine, m[2][2]);
	if (sine > 1e-12) {
		angle[0] = trig_atan2(m[0][2], -m[1][2]);
		angle[2] = trig_atan2(m[2][0], m[2][1]);
	} else {
		angle[0] = trig_atan2(m[1][0], m[0][0]);
		angle[2] = 0;
	}
}

void top_find(struct top *t, const double inertia[6])
{
	double (*e)[3] = t->axis;

	eigen3(t->moment, e, inertia);
	for (int k = 0; k < 2; k++) {
		int most = 0;

		for (int z = 1; z < 3; z++)
			most = fabs(e[k][z]) > fabs(e[k][most]) ? z : most;
		for (int z = 0, minus = e[k][most] < 0; z < 3 && minus; z++)
			e[k][z] = -e[k][z];
	}
	for (int z = 0; z < 3; z++)
		e[2][z] = e[0][(z + 1) % 3] * e[1][(z + 2) % 3] - e[0][(z + 2) % 3] * e[1][(z + 1) % 3];
	double hair = 1e-9 * t->moment[2];
	t->asymmetric = t->moment[1] - t->moment[0] > hair && t->moment[2] - t->moment[1] > hair;
}

/* The arithmetic-geometric mean of a > 0 and b; 0 for b = 0. */
static double agm(double a, double b)
{
	while (b > 0 && fabs(a - b) > 1e-15 * a) {
		double mean = 0.5 * (a + b);

		b = sqrt(a * b);
		a = mean;
	}
	return b > 0 ? 0.5 * (a + b) : 0;
}

double top_interval(const double moment[3], const double l[3])
{
	const double *m = moment;
	double by = 1 / (m[0] * m[1] * m[2]), s[3];

	/* L^2 - 2 E I_k = sum of L_i^2 (1 - I_k / I_i); for k = 0 and 2 no terms cancel */
	for (int k = 0; k < 3; k++) {
		s[k] = 0;
		for (int i = 0; i < 3; i++)
			s[k] += l[i] * l[i] * ((m[i] - m[k]) / m[i]);
	}
	double a2 = by * fmax((m[2] - m[1]) * s[0], (m[1] - m[0]) * -s[2]), b2 = by * (m[2] - m[0]) * fabs(s[1]);

	return pi / agm(sqrt(a2), sqrt(b2));
}

/* The zero of the cubic with the values f and slopes d at 0 and h. The values differ in sign. */
static double crossing(double h, const double f[2], const double d[2])
{
	double lo = 0, hi = 1;

	for (int k = 0; k < 60; k++) {
		double x = 0.5 * (lo + hi), y = 1 - x;
		double value = f[0] * y * y * (1 + 2 * x) + h * d[0] * x * y * y + f[1] * x * x * (1 + 2 * y) - h * d[1] * x * x * y;

		if ((value > 0) == (f[0] > 0))
			lo = x;
		else
			hi = x;
	}
	return h * 0.5 * (lo + hi);
}

/* Follow the component along the intermediate axis to its next value. Returns 1 for a flip. */
static int follow(struct spinner *s, int fresh, const struct spin_state *now, double least, struct flip *flip)
{
	const double *l = now->l, *m = now->top->moment;
	double size = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]), rate = l[0] * l[2] * (1 / m[0] - 1 / m[2]);
	int side = fabs(l[1]) > least * size ? l[1] > 0 ? 1 : -1 : 0, flips = 0;

	if (!fresh && (s->l > 0) != (l[1] > 0))
		s->crossed = s->t + crossing(now->t - s->t, (double[]){ s->l, l[1] }, (double[]){ s->rate, rate });
	if (side && s->side == -side) {
		*flip = (struct flip){ s->crossed, s->crossed - s->flipped, top_interval(m, s->calm), side };
		s->flipped = s->crossed;
		s->best = -1;
		s->flips++;
		flips = 1;
	}
	if (side)
		s->side = side;
	if (size > 0 && fabs(l[1]) / size > s->best) {
		s->best = fabs(l[1]) / size;
		memcpy(s->calm, l, sizeof s->calm);
	}
	s->l = l[1];
	s->rate = rate;
	return flips;
}

int spinner_take(struct spinner *s, int fresh, const struct spin_state *now, double least, struct flip *flip)
{
	double dot = 0;
	int flips = 0;

	if (fresh)
		*s = (struct spinner){ .id = now->id, .flipped = NAN, .best = -1 };
	for (int k = 0; k < 4; k++)
		dot += s->q[k] * now->q[k];
	for (int k = 0; k < 4; k++)
		s->q[k] = !fresh && dot < 0 ? -now->q[k] : now->q[k];
	if (!fresh)
		s->turn += 0.5 * (now->t - s->t) * (s->speed + now->speed);
	if (now->top && now->top->asymmetric)
		flips = follow(s, fresh, now, least, flip);
	s->speed = now->speed;
	s->t = now->t;
	return flips;
}

void spinners_free(struct spinners *s)
{
	free(s->at);
	free(s->id);
	memset(s, 0, sizeof *s);
}
