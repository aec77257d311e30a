/* dem3_paths.c: how far bodies have come since the neighbour list was built. Features of two bodies that were some way apart need
 * not be looked at until the paths of their bodies add up to that. Positions may go to and fro, so only paths, which grow, can be
 * compared at any two times. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/wide.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_state.h"

struct paths { const double *x[3], *q[4], *arm; double *was_x[3], *was_q[4], *path; };

/* See dem3_travel for the bound. */
static WIDE_INLINE void paths_loop(int n, const struct paths *p)
{
	const double *x = p->x[0], *y = p->x[1], *z = p->x[2], *arm = p->arm;
	const double *qw = p->q[0], *qx = p->q[1], *qy = p->q[2], *qz = p->q[3];
	double *wx = p->was_x[0], *wy = p->was_x[1], *wz = p->was_x[2], *path = p->path;
	double *rw = p->was_q[0], *ra = p->was_q[1], *rb = p->was_q[2], *rc = p->was_q[3];

#pragma omp simd
	for (int b = 0; b < n; b++) {
		double dx = x[b] - wx[b], dy = y[b] - wy[b], dz = z[b] - wz[b];
		double tx = rw[b] * qx[b] - qw[b] * ra[b] + (qy[b] * rc[b] - qz[b] * rb[b]);
		double ty = rw[b] * qy[b] - qw[b] * rb[b] + (qz[b] * ra[b] - qx[b] * rc[b]);
		double tz = rw[b] * qz[b] - qw[b] * rc[b] + (qx[b] * rb[b] - qy[b] * ra[b]);

		path[b] += sqrt(dx * dx + dy * dy + dz * dz) + 2.00001 * arm[b] * sqrt(tx * tx + ty * ty + tz * tz);
		wx[b] = x[b];
		wy[b] = y[b];
		wz[b] = z[b];
		rw[b] = qw[b];
		ra[b] = qx[b];
		rb[b] = qy[b];
		rc[b] = qz[b];
	}
}
WIDE_LOOP(paths, (int n, const struct paths *p), (n, p))

static void paths_some(void *to, int chunk, int thread)
{
	const struct dem3 *s = to;
	int b = dem3_chunk_begin(s, chunk);
	struct paths p = { .arm = s->pebbles.arm + b, .path = s->path + b };

	(void)thread;
	for (int k = 0; k < 3; k++) {
		p.x[k] = s->core.x[k] + b;
		p.was_x[k] = s->path_x[k] + b;
	}
	for (int k = 0; k < 4; k++) {
		p.q[k] = s->q[k] + b;
		p.was_q[k] = s->path_q[k] + b;
	}
	paths(s->core.wide)(dem3_chunk_end(s, chunk) - b, &p);
}

void dem3_paths_begin(struct dem3 *s)
{
	size_t all = (size_t)s->core.n * sizeof(double);

	if (!s->some_faces)
		return;
	if (!s->path) {
		s->path = MEM_LINES(double, (size_t)s->core.n);
		for (int k = 0; k < 3; k++)
			s->path_x[k] = MEM_LINES(double, (size_t)s->core.n);
		for (int k = 0; k < 4; k++)
			s->path_q[k] = MEM_LINES(double, (size_t)s->core.n);
	}
	memset(s->path, 0, all);
	s->path_image = 0;
	for (int k = 0; k < 3; k++)
		memcpy(s->path_x[k], s->core.x[k], all);
	for (int k = 0; k < 4; k++)
		memcpy(s->path_q[k], s->q[k], all);
}

void dem3_paths_add(struct dem3 *s)
{
	if (!s->path)
		return;
	if (s->core.cell.moves) { /* an image is at most a few periods away */
		double step = 0, most = 0;

		for (int k = 0; k < 6; k++)
			step += fabs(s->core.cell.moved[k]);
		for (int m = 0; m < s->list.images.n; m++)
			for (int k = 0; k < 3; k++)
				most = fmax(most, abs(s->list.images.at[m].s[k]));
		s->path_image += most * step;
	}
	team_run(s->core.threads, dem3_chunks(s), paths_some, s);
}

void dem3_paths_free(struct dem3 *s)
{
	free(s->path);
	for (int k = 0; k < 3; k++)
		free(s->path_x[k]);
	for (int k = 0; k < 4; k++)
		free(s->path_q[k]);
}
