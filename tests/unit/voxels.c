/* voxels.c: surfaces of labels in volumes: closed, oriented, near the voxels, of the right size. */
#include "mesh/triangulate_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

enum { N = 34 };

/* The distance from a vertex to the nearest face between a voxel of the label and another. */
static double to_faces(const struct voxels *v, int label, const double x[3])
{
	double least = INFINITY;
	int at[3];

	for (int k = 0; k < 3; k++)
		at[k] = (int)floor(x[k]);
	for (int dz = -2; dz <= 2; dz++)
		for (int dy = -2; dy <= 2; dy++)
			for (int dx = -2; dx <= 2; dx++)
				for (int axis = 0; axis < 3; axis++) {
					int a[3] = { at[0] + dx, at[1] + dy, at[2] + dz }, b[3] = { a[0], a[1], a[2] };
					double d2 = 0;

					b[axis]++;
					int in = v->value[(a[2] * N + a[1]) * N + a[0]] == label;
					if (in == (v->value[(b[2] * N + b[1]) * N + b[0]] == label))
						continue;
					for (int k = 0; k < 3; k++) {
						double lo = a[k] + (k == axis), hi = a[k] + 1, d = fmax(0, fmax(lo - x[k], x[k] - hi));

						d2 += d * d;
					}
					least = fmin(least, sqrt(d2));
				}
	return least;
}

static double volume_of(const struct voxels *v, int label, int n, const char *what)
{
	static struct voxel_box box[65536];
	struct mesh_faults faults;
	struct mesh m;
	struct mass3 w;
	double far = 0;
	int mended = 0;

	voxels_boxes(v, box);
	triangulate_label(&m, v, label, &box[label], n);
	for (int k = 0; k < m.n_vertex; k++)
		far = fmax(far, to_faces(v, label, m.xyz[k]));
	int refused = mesh_repair(&m, &faults);
	for (int k = 0; k < MESH_FAULTS; k++)
		mended += faults.fault[k].n;
	ok(!refused && !mended, "%s: closed, and facing outwards", what);
	if (n == 0)
		ok(far < 1, "%s: nowhere farther than a voxel from the faces of voxels, %.3f here", what, far);
	ok(mesh_mass(&w, &m) == MASS_GOOD, "%s: it has a volume", what);
	mesh_free(&m);
	return w.volume;
}

int main(void)
{
	struct voxels v = { { N, N, N }, calloc(N * N * N, sizeof *v.value) };
	const double pi = 3.14159265358979323846, c[3] = { 15.3, 16.8, 17.1 };

	for (int k = 0; k < N * N * N; k++) {
		double x = k % N + 0.5 - c[0], y = k / N % N + 0.5 - c[1], z = k / N / N + 0.5 - c[2], r = sqrt(x * x + y * y + z * z);

		v.value[k] = r < 4 ? 3 : r < 10 ? 5 : 0;
	}
	near(volume_of(&v, 3, 0, "ball"), 4 * pi / 3 * 64, 0.03 * 4 * pi / 3 * 64, "a ball of radius 4: its volume within 3 %%");
	near(volume_of(&v, 5, 0, "shell"), 4 * pi / 3 * 936, 0.01 * 4 * pi / 3 * 936, "a hollow ball of radius 10: within 1 %%");
	for (int k = 0; k < N * N * N; k++)
		v.value[k] = v.value[k] ? 1 : 0;
	near(volume_of(&v, 1, 0, "large ball"), 4 * pi / 3 * 1000, 0.005 * 4 * pi / 3 * 1000, "a ball of radius 10: within 0.5 %%");
	near(volume_of(&v, 1, 10, "coarse ball"), 4 * pi / 3 * 1000, 0.05 * 4 * pi / 3 * 1000, "with 10 edges: within 5 %%");
	memset(v.value, 0, N * N * N * sizeof *v.value);
	for (int x = 10; x < 20; x++) /* a rod and a sheet of one voxel, joined at an edge only */
		v.value[(10 * N + 10) * N + x] = v.value[(11 * N + 11) * N + x] = 8;
	v.value[(20 * N + 20) * N + 20] = 9;
	ok(volume_of(&v, 8, 0, "two rods along an edge") > 0, "thin parts are not lost");
	ok(volume_of(&v, 9, 0, "one voxel") > 0, "nor is a single voxel");
	free(v.value);
	return done();
}
