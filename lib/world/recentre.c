/* recentre.c: keep bodies in place when the body frames of their shapes move */
#include <math.h>

#include "base/quat.h"
#include "base/trig.h"
#include "world/relocate.h"

void world_recentre2(struct world *w, const double (*centre)[2])
{
	struct bodies2 b = world_bodies2(w);

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		double sine, cosine;

		if (!s || (centre[s - w->shape][0] == 0 && centre[s - w->shape][1] == 0))
			continue;
		double cx = b.size[i] * centre[s - w->shape][0], cy = b.size[i] * centre[s - w->shape][1];

		trig_sincos(b.angle[i], &sine, &cosine);
		double dx = cosine * cx - sine * cy, dy = sine * cx + cosine * cy;

		b.x[i] += dx;
		b.y[i] += dy;
		b.vx[i] -= b.omega[i] * dy;
		b.vy[i] += b.omega[i] * dx;
	}
	if (w->domain.set)
		world_wrap(w);
}

void world_recentre3(struct world *w, const struct place3 *place, const double (*spins)[3])
{
	struct bodies3 b = world_bodies3(w);

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const struct place3 *p = s ? &place[s - w->shape] : NULL;
		const double *omega = spins && !isnan(spins[i][0] + spins[i][1] + spins[i][2]) ? spins[i] : (const double[3]){ 0 };

		if (!p)
			continue;
		double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] }, m[3][3], d[3];

		quat_matrix(m, q);
		mat3_apply(d, (const double (*)[3])m, p->centre);
		if (p->turn[1] != 0 || p->turn[2] != 0 || p->turn[3] != 0) {
			quat_times(q, q, p->turn);
			quat_unit(q);
		}
		for (int k = 0; k < 4; k++)
			b.q[k][i] = q[k];
		if (d[0] == 0 && d[1] == 0 && d[2] == 0)
			continue;
		for (int k = 0; k < 3; k++) {
			int k1 = (k + 1) % 3, k2 = (k + 2) % 3;

			b.x[k][i] += b.size[i] * d[k];
			b.v[k][i] += b.size[i] * (omega[k1] * d[k2] - omega[k2] * d[k1]);
		}
	}
	if (w->domain.set)
		world_wrap(w);
}
