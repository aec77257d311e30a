/* field_kinds.h: the functions that each kind of field provides; private to field*.c. */
#ifndef SCREE_FIELD_KINDS_H
#define SCREE_FIELD_KINDS_H

#include "shape/field.h"

struct field_kind {
	double (*distance)(const struct field *f, const double x[3], double at[3]);
	int (*inside)(const struct field *f, const double x[3]);
	void (*free)(void *body);
};

/* Each of these fills in a field that is 0 except for dim. */
void field_of_plane(struct field *f, const struct shape *s, int points);
void field_of_mesh(struct field *f, const struct solid *s, int points);
/* Returns -1, with an empty field, if the polyhedron has a fault or no volume. */
int field_of_polyhedron(struct field *f, const struct solid *s, int points);
void field_of_balls(struct field *f, int n, const double (*ball)[4], int points);
void field_of_implicit(struct field *f, const struct shape *s, int points);

void field_add_point(struct field *f, const double at[3], const double normal[3], double area);

#endif
