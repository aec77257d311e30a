/* surface.c: for clang's fuzzer (`make fuzz`): any bytes, read as a surface. What is read has numbers and
 * vertices that are there, and what is mended has a volume; the rest is a message. */
#include "surface.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/meshtree.h"

static void check(const struct mesh *m)
{
	for (int v = 0; v < m->n_vertex; v++)
		for (int k = 0; k < 3; k++)
			if (!(fabs(m->xyz[v][k]) <= MESH_FAR))
				abort();
	for (int t = 0; t < m->n_triangle; t++)
		for (int k = 0; k < 3; k++)
			if (m->tri[t][k] < 0 || m->tri[t][k] >= m->n_vertex)
				abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	FILE *f = n ? fmemopen((void *)(uintptr_t)data, n, "r") : fopen("/dev/null", "r");
	struct mesh m;
	struct mesh_faults faults;
	struct mesh_lines l;
	struct mass3 w;
	char *error;

	if (surface_read(&m, f, "fuzz", &error) == SURFACE_GOOD) {
		check(&m);
		int good = mesh_repair(&m, &faults) == 0;
		check(&m);
		if (good && mesh_mass(&w, &m) == MASS_GOOD && !(w.volume > 0 && w.surface > 0))
			abort();
		if (good) {
			mesh_lines_init(&l, &m);
			if (mass3_by_voxels(&w, &l.lines, 3) == MASS_GOOD && !(w.volume >= 0))
				abort();
			mesh_lines_free(&l);
		}
		/* where four triangles share an edge, they may be paired otherwise the second time */
		if (good && mesh_repair(&m, &faults) == 0)
			check(&m);
	} else if (strncmp(error, "fuzz:", 5) != 0) {
		abort();
	}
	free(error);
	mesh_free(&m);
	fclose(f);
	return 0;
}
