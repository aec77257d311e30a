/* vtk_instances.c: the surface of each shape in a file, once for all bodies and frames, and a list of these files */
#include <stdio.h>

#include "base/buf.h"
#include "trade_parts.h"
#include "vtk_parts.h"

static struct trade_text *add_file(struct trade_more *m, const char *name, int number)
{
	MEM_GROW(m->file, &m->cap, (size_t)m->n + 1);
	struct trade_file_more *f = &m->file[m->n++];

	*f = (struct trade_file_more){ .text = { .n = 0 } };
	snprintf(f->name, sizeof f->name, name, number);
	return &f->text;
}

static void write_skin(struct trade_text *out, const struct mesh *m, int as_text)
{
	struct vtk v = { .n_point = 0 };

	for (int k = 0; k < m->n_vertex; k++)
		vtk_point(&v, m->xyz[k][0], m->xyz[k][1], m->xyz[k][2]);
	for (int t = 0; t < m->n_triangle; t++) {
		for (int c = 0; c < 3; c++)
			vtk_corner(&v, VTK_POLYGON, m->tri[t][c]);
		vtk_end(&v, VTK_POLYGON);
	}
	vtk_write(out, &v, as_text);
	vtk_free(&v);
}

void vtk_instances(const struct trade_scene *s, int as_text)
{
	struct trade_skins *k = s->skins;

	if (k->written == k->n)
		return;
	for (; k->written < k->n; k->written++)
		write_skin(add_file(s->more, "surface_%04d.vtp", k->written), &k->skin[k->written].mesh, as_text);
	struct trade_text *list = add_file(s->more, "surfaces.vtm", 0);
	text_put(list, "<?xml version=\"1.0\"?>\n<VTKFile type=\"vtkMultiBlockDataSet\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
	         "<vtkMultiBlockDataSet>\n");
	for (int i = 0; i < k->n; i++) {
		char name[32];

		snprintf(name, sizeof name, "surface_%04d.vtp", i);
		text_put(list, "<DataSet index=\"");
		text_integer(list, i, '"');
		text_put(list, " file=\"");
		text_put(list, name);
		text_put(list, "\"/>\n");
	}
	text_put(list, "</vtkMultiBlockDataSet>\n</VTKFile>\n");
}
