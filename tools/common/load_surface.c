/* load_surface.c: read a surface of triangles from a file and mend it */
#include "common/load_surface.h"

#include <math.h>
#include <stdio.h>

#include "common/tool.h"
#include "surface.h"

/* "FILE: 12 open edges (at 1,2,3; 4,5,6; ...)" */
static void describe(char *text, size_t size, const char *name, enum mesh_fault_kind kind,
	const struct mesh_fault *fault)
{
	const char *what = mesh_fault_name(kind, fault->n);
	int n = fault->n > 1 ? snprintf(text, size, "%s: %d %s", name, fault->n, what) :
		snprintf(text, size, "%s: %s", name, what);

	for (int k = 0; kind != MESH_NOTHING && k < fault->n && k < MESH_PLACES && n < (int)size; k++)
		n += snprintf(text + n, size - (size_t)n, "%s%.6g,%.6g,%.6g", k ? "; " : " (at ", fault->at[k][0], fault->at[k][1],
		              fault->at[k][2]);
	if (kind != MESH_NOTHING && n < (int)size)
		snprintf(text + n, size - (size_t)n, fault->n > MESH_PLACES ? "; ...)" : ")");
}

int tool_mend_surface(const char *name, struct mesh *m)
{
	static const char *const done[MESH_REFUSED] = { "merged", "removed", "removed", "removed", "flipped", "flipped" };
	char text[1024], said[1024] = "";
	int n_vertex = m->n_vertex, changed = 0;
	struct mesh_faults faults;

	for (int v = 0; v < m->n_vertex; v++) /* the readers of surface files check this, the reader of streams does not */
		for (int k = 0; k < 3; k++)
			if (!(fabs(m->xyz[v][k]) <= MESH_FAR))
				tool_fail(EXIT_INPUT, "%s: found the coordinate %g, expected %g at most", name, m->xyz[v][k], MESH_FAR);
	int refused = mesh_repair(m, &faults);
	for (enum mesh_fault_kind k = 0; k < MESH_FAULTS; k++) {
		if (!faults.fault[k].n)
			continue;
		changed = 1;
		describe(text, sizeof text, name, k, &faults.fault[k]);
		if (k < MESH_REFUSED && !refused) {
			tool_warn("%s: %s", text, done[k]);
		} else if (k >= MESH_REFUSED) {
			if (*said)
				tool_warn("%s", said);
			snprintf(said, sizeof said, "%s", text);
		}
	}
	if (refused)
		tool_fail(EXIT_INPUT, "%s, expected a closed surface of triangles", said);
	return changed || m->n_vertex != n_vertex;
}

void tool_load_surface(const char *path, struct mesh *m)
{
	const char *name;
	char *error;
	FILE *f = tool_open_file(path, &name);
	enum surface_status status = surface_read(m, f, name, &error);

	tool_check_whole(f, name);
	if (status != SURFACE_GOOD)
		tool_fail(status == SURFACE_SYSTEM ? EXIT_SYSTEM : EXIT_INPUT, "%s", error ? error : "out of memory");
	tool_mend_surface(name, m);
}

void tool_load_surface_shape(const char *path, struct shape *s)
{
	struct mesh m;

	tool_load_surface(path, &m);
	shape_alloc(s, SHAPE_MESH, 0);
	mesh_to_solid(s->solid, &m);
	s->n = m.n_vertex;
}
