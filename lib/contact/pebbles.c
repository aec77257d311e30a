/* pebbles.c: bodies as unions of balls, bodies with faces, and walls */
#include "contact/pebbles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* A body with faces; a point is a ball. */
static struct pebble_form form_of_faces(const struct solid *o, struct pebbles *p, size_t *cap, int *n_local)
{
	struct pebble_form f = { .kind = FORM_FACES, .first = *n_local, .thin = o->r, .fat = o->r };

	f.faces = MEM_LINES(struct faces3, 1);
	faces3_init(f.faces, o); /* the reader has found that it has no faults */
	f.n = f.faces->n;
	f.n_round = f.faces->n_vertex;
	for (int k = 0; k < f.n_round; k++)
		f.arm = fmax(f.arm, v3_norm(faces3_middle(f.faces, k)));
	f.reach = f.arm + o->r;
	if (f.n == 1) {
		vec3 m = faces3_middle(f.faces, 0);

		MEM_GROW(p->local, cap, (size_t)*n_local + 1);
		p->local[(*n_local)++] = (struct pebble){ m.x, m.y, m.z, o->r };
		f.kind = FORM_BALLS;
		faces3_free(f.faces);
		free(f.faces);
		f.faces = NULL;
	}
	return f;
}

static struct pebble_form form_of(const struct shape *s, struct pebbles *p, size_t *cap, int *n_local)
{
	struct pebble_form f = { .kind = FORM_BALLS, .first = *n_local, .n = 1, .thin = INFINITY };
	const struct solid *o = s->solid;

	if (s->kind == SHAPE_POLYHEDRON)
		return form_of_faces(o, p, cap, n_local);
	if (s->kind == SHAPE_PLANE || s->kind == SHAPE_CYLINDER || s->kind == SHAPE_MESH) {
		f.kind = s->kind == SHAPE_PLANE ? FORM_PLANE : s->kind == SHAPE_CYLINDER ? FORM_CYLINDER : FORM_MESH;
		f.thin = 0;
		f.solid = solid_copy(o);
		f.reach = f.arm = s->kind == SHAPE_PLANE || isinf(o->length) ? INFINITY : solid_reach(o);
		if (s->kind == SHAPE_MESH)
			f.reach = f.arm = solid_reach(o);
		MEM_GROW(p->local, cap, (size_t)*n_local + 1);
		p->local[(*n_local)++] = (struct pebble){ 0, 0, 0, 0 };
		return f;
	}
	f.n = f.n_round = o->n;
	MEM_GROW(p->local, cap, (size_t)*n_local + (size_t)o->n);
	for (int k = 0; k < o->n; k++) {
		const double *b = o->ball[k];
		double far = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);

		p->local[(*n_local)++] = (struct pebble){ b[0], b[1], b[2], b[3] };
		f.arm = fmax(f.arm, far);
		f.reach = fmax(f.reach, far + b[3]);
		f.thin = fmin(f.thin, b[3]);
		f.fat = fmax(f.fat, b[3]);
	}
	return f;
}

void pebbles_init(struct pebbles *p, int n, const struct shape *const *shape, const double *size)
{
	size_t cap = 0, cap_form = 0;
	int n_local = 0, *known;
	const struct shape *least = NULL, *most = NULL;

	memset(p, 0, sizeof *p);
	p->n = n;
	p->form_of = MEM_ZERO(int, (size_t)n); /* memory that is never written costs nothing, here and below */
	p->first = MEM_NEW(int, (size_t)n + 1);
	p->size = MEM_NEW(double, (size_t)n);
	p->reach = MEM_NEW(double, (size_t)n);
	p->arm = MEM_ZERO(double, (size_t)n);
	for (int b = 0; b < n; b++) { /* all shapes are in one array */
		least = !least || shape[b] < least ? shape[b] : least;
		most = !most || shape[b] > most ? shape[b] : most;
	}
	size_t span = n ? (size_t)(most - least) + 1 : 1;
	known = MEM_NEW(int, span);
	for (size_t k = 0; k < span; k++)
		known[k] = -1;
	p->first[0] = 0;
	for (int b = 0; b < n; b++) {
		int *f = &known[shape[b] - least];

		if (*f < 0) {
			MEM_GROW(p->form, &cap_form, (size_t)p->n_form + 1);
			p->form[p->n_form] = form_of(shape[b], p, &cap, &n_local);
			*f = p->n_form++;
		}
		if (*f > 0)
			p->form_of[b] = *f;
		p->size[b] = size[b];
		p->reach[b] = p->form[*f].reach * size[b];
		if (p->form[*f].arm > 0)
			p->arm[b] = p->form[*f].arm * size[b];
		p->first[b + 1] = p->first[b] + p->form[*f].n;
	}
	free(known);
	p->at = mem_zero((size_t)p->first[n] + 1, sizeof *p->at);
	for (int b = 0; b < n; b++) {
		struct pebbles_local local = pebbles_local(p, b);

		for (int k = p->first[b]; k < p->first[b + 1]; k++, local.x += local.stride)
			p->at[k].r = size[b] * local.x[3];
	}
}

void pebbles_free(struct pebbles *p)
{
	for (int k = 0; k < p->n_form; k++) {
		solid_free(p->form[k].solid);
		if (p->form[k].faces)
			faces3_free(p->form[k].faces);
		free(p->form[k].faces);
	}
	free(p->form);
	free(p->local);
	free(p->form_of);
	free(p->first);
	free(p->size);
	free(p->reach);
	free(p->arm);
	free(p->at);
	memset(p, 0, sizeof *p);
}

void pebbles_place_all(struct pebbles *p, int b, const double x[3], const double m[3][3])
{
	for (int k = p->first[b]; k < p->first[b + 1]; k++)
		pebbles_place(p, b, k, x, m);
}
