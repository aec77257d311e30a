/* voronoi_lines.c: the lines of the sides of Voronoi cells, and the areas of cells */
#include <math.h>

#include "voronoi/voronoi.h"

/* The line of a side that is no site's. */
static void wall_line(const struct voronoi *v, int i, int side, double normal[2], double *distance)
{
	const struct side *e = &v->side[v->first[i] + (size_t)side];

	normal[0] = normal[1] = 0;
	switch (e->who) {
	case VORONOI_LEFT:
		normal[0] = -1;
		*distance = v->site[i][0];
		return;
	case VORONOI_RIGHT:
		normal[0] = 1;
		*distance = v->box[0] - v->site[i][0];
		return;
	case VORONOI_BOTTOM:
		normal[1] = -1;
		*distance = v->site[i][1];
		return;
	case VORONOI_TOP:
		normal[1] = 1;
		*distance = v->box[1] - v->site[i][1];
		return;
	}
	voronoi_round_normal(e->image, normal);
	*distance = v->xy[v->first[i] + (size_t)side][0] * normal[0] + v->xy[v->first[i] + (size_t)side][1] * normal[1];
}

/* The normal of a side that is a site's. Returns the distance of the sites. */
static inline double site_line(const struct voronoi *v, int i, const struct side *e, double normal[2])
{
	double sx = 0, sy = 0;

	if (e->image != VORONOI_IMAGE(0, 0)) {
		sx = voronoi_image_x(e->image) * v->box[0];
		sy = voronoi_image_y(e->image) * v->box[1];
	}
	double dx = v->site[e->who][0] - v->site[i][0] + sx, dy = v->site[e->who][1] - v->site[i][1] + sy;
	double d = sqrt(dx * dx + dy * dy);
	normal[0] = dx / d;
	normal[1] = dy / d;
	return d;
}

void voronoi_line(const struct voronoi *v, int i, int side, double normal[2], double *distance)
{
	const struct side *e = &v->side[v->first[i] + (size_t)side];

	if (e->who < 0) {
		wall_line(v, i, side, normal, distance);
		return;
	}
	double d = site_line(v, i, e, normal);
	*distance = 0.5 * (v->weight ? d + (v->weight[i] - v->weight[e->who]) / d : d);
}

void voronoi_normals(const struct voronoi *v, int i, double (*normal)[2])
{
	const struct side *e = v->side + v->first[i];
	double distance;

	for (int k = 0; k < v->n_side[i]; k++)
		if (e[k].who >= 0)
			site_line(v, i, &e[k], normal[k]);
		else
			wall_line(v, i, k, normal[k], &distance);
}

double voronoi_area(const struct voronoi *v, int i, double centroid[2])
{
	const double (*p)[2] = (const double (*)[2])v->xy + v->first[i];
	double twice = 0, mx = 0, my = 0;
	int n = v->n_side[i];

	for (int k = 0, j = n - 1; k < n; j = k++) {
		double c = p[j][0] * p[k][1] - p[k][0] * p[j][1];
		twice += c;
		mx += c * (p[j][0] + p[k][0]);
		my += c * (p[j][1] + p[k][1]);
	}
	if (centroid) {
		centroid[0] = twice > 0 ? mx / (3 * twice) : 0;
		centroid[1] = twice > 0 ? my / (3 * twice) : 0;
	}
	return 0.5 * twice;
}
