/* off.c: OFF files, text */
#include "surface_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Read the word before the counts: OFF, perhaps with letters for further properties of vertices. */
static enum surface_status read_head(struct scan *s)
{
	size_t n, k = 0;
	const char *word = scan_word(s, &n);

	if (n - k > 3 && memcmp(word + k, "ST", 2) == 0)
		k += 2;
	if (n - k > 3 && word[k] == 'C')
		k++;
	if (n - k > 3 && word[k] == 'N')
		k++;
	if (n - k != 3)
		return scan_expected(s, "OFF, COFF, NOFF or STOFF: coordinates in three dimensions");
	s->at += n;
	return scan_is(s, "BINARY") ? scan_bad(s, "found binary OFF, expected text") : SURFACE_GOOD;
}

enum surface_status off_read(struct scan *s)
{
	int64_t vertices = 0, faces = 0, n = 0, v = 0;
	enum surface_status status = read_head(s);
	int *corner = NULL;
	size_t cap = 0;

	if (status == SURFACE_GOOD)
		status = scan_integer(s, &vertices, 0, MESH_MOST, "a number of vertices");
	if (status == SURFACE_GOOD)
		status = scan_integer(s, &faces, 0, MESH_MOST, "a number of faces");
	scan_line(s); /* the number of edges, which is often wrong */
	if (status == SURFACE_GOOD)
		status = scan_room(s, vertices, 6, "vertices");
	if (status == SURFACE_GOOD)
		status = scan_room(s, faces, 8, "faces");
	for (int64_t i = 0; i < vertices && status == SURFACE_GOOD; i++) {
		double x[3] = { 0 };

		status = scan_coordinate(s, &x[0]);
		long line = s->line;
		for (int k = 1; k < 3 && status == SURFACE_GOOD; k++)
			status = scan_coordinate(s, &x[k]);
		if (status == SURFACE_GOOD && s->line != line)
			status = scan_bad(s, "found the end of a line within a vertex, expected three coordinates on one line");
		mesh_add_vertex(s->m, x[0], x[1], x[2]);
		scan_line(s); /* normals, colours, texture */
	}
	for (int64_t i = 0; i < faces && status == SURFACE_GOOD; i++) {
		status = scan_integer(s, &n, 3, MESH_MOST, "the number of corners of a face");
		if (status == SURFACE_GOOD)
			status = scan_room(s, n, 2, "corners of a face");
		for (int64_t k = 0; k < n && status == SURFACE_GOOD; k++) {
			status = scan_integer(s, &v, 0, vertices - 1, "a vertex");
			MEM_GROW(corner, &cap, (size_t)k + 1);
			corner[k] = (int)v;
		}
		if (status == SURFACE_GOOD && s->m->n_triangle > MESH_MOST - n)
			status = scan_bad(s, "found too many triangles, expected %d at most", MESH_MOST);
		if (status == SURFACE_GOOD && mesh_add_face(s->m, (int)n, corner))
			status = scan_bad(s, "found a face of %lld corners that cannot be cut into triangles at one corner, expected triangles",
			                  (long long)n);
		scan_line(s); /* colours */
	}
	free(corner);
	return status == SURFACE_GOOD ? scan_end(s) : status;
}

/* The number of edges is that of a closed surface; readers ignore it. */
void surface_write_off(FILE *f, const struct mesh *m, const struct surface_faces *faces)
{
	fprintf(f, "OFF\n%d %d %lld\n", m->n_vertex, faces ? faces->n : m->n_triangle,
	        (faces ? faces->first[faces->n] : 3LL * m->n_triangle) / 2);
	surface_write_rows(f, m, faces);
}
