/* trade_parts.h: declarations that the readers and writers of other programs' files share. */
#ifndef SCREE_TRADE_PARTS_H
#define SCREE_TRADE_PARTS_H

#include "mesh/mesh.h"
#include "trade.h"

/* ---- reading lines of fields ---- */

/* A file and its current line. Fields are separated by blanks or, if commas is set and the line has a comma, by commas alone.
 * With commas set, fields may be quoted, and then have blanks and commas. */
enum { FIELDS_MOST = 128 };
struct fields {
	const char *name, *at, *end;
	long number;               /* number of the line, from 1 */
	int commas;
	int hashes;                /* # belongs to words; otherwise it begins a comment */
	int n, all;                /* number of fields in the line, without and with the empty ones at its end; only the first
	                              FIELDS_MOST are stored */
	const char *field[FIELDS_MOST];
	int length[FIELDS_MOST];
	const char *comment;       /* text after #, up to the end of the line; NULL: no # */
	int n_comment;
	char **error;
};

void fields_begin(struct fields *l, const struct trade_file *file, int commas, char **error);
/* The same, from where an earlier frame ended. */
void fields_resume(struct fields *l, const struct trade_file *file, const struct trade_cursor *cursor, char **error);
/* Go to the next line, even if it is empty; return 0 at the end of the file. A byte order mark is skipped. Nothing before a comma
 * is an empty field; those at the end of a line do not count. */
int fields_any(struct fields *l);
/* Go to the next line that has a field. */
int fields_next(struct fields *l);
/* Whether the fields from k on are these words, which are separated by single blanks. */
int fields_is(const struct fields *l, int k, const char *words);
/* Set the message "file:line: ..." and return TRADE_BAD. */
enum trade_status fields_bad(const struct fields *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Read field k as a number of at most 1e50, as a positive number from 1e-50 to 1e50, or as an integer from least to most;
 * messages say that `what` is expected. */
enum trade_status fields_real(const struct fields *l, int k, double *x, const char *what);
enum trade_status fields_positive(const struct fields *l, int k, double *x, const char *what);
enum trade_status fields_integer(const struct fields *l, int k, int64_t *i, int64_t least, int64_t most, const char *what);
/* Set the message and return TRADE_BAD. */
enum trade_status trade_bad(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- a world of balls ---- */

/* A pile collects balls, body by body; then a world is built from it. A body consists of the balls from its first one up to the
 * first ball of the next body. */
struct pile_body {
	int64_t id;
	int first, material;       /* index of its first ball; index of its material */
	enum { PILE_FREE, PILE_MASS, PILE_FRAME } given;
	                           /* PILE_FREE: no mass is given.
	                              PILE_MASS: mass and com are given, and the inertia about com along the axes of space.
	                              PILE_FRAME: mass and inertia about the origin; they and the balls are in a frame turned by q */
	double mass, com[3], inertia[6], q[4];
	double v[3];               /* velocity of the centre of mass; with PILE_OMEGA, of the first ball */
	enum { PILE_NO_SPIN, PILE_OMEGA, PILE_MOMENTUM } spin;
	double spins[3];           /* angular velocity or angular momentum, in space */
};

struct pile {
	int n_ball, n_body, n_material;
	size_t cap_ball, cap_density, cap_body, cap_material;
	double (*ball)[4];         /* x y z r */
	double *density;           /* of each ball, relative to the density of the material */
	struct pile_body *body;
	double *material;          /* densities of the materials */
};

/* Begin a body. The pointer is valid until the next body begins. */
struct pile_body *pile_begin(struct pile *p, int64_t id, int material);
void pile_ball(struct pile *p, const double ball[4], double density);
int pile_material(struct pile *p, double density);
/* Build the world and free the pile; messages contain name. */
enum trade_status pile_build(struct world *w, struct pile *p, const struct trade_plan *plan, const char *name,
	char **error);
void pile_free(struct pile *p);
/* Give a pair of materials the default contact law. */
void trade_default_law(struct world *w, const char *a, const char *b);

/* ---- writing ---- */

/* Room for n more bytes at the end of a text; the caller fills them and adds n to t->n. */
char *text_room(struct trade_text *t, size_t n);
void text_put(struct trade_text *t, const char *s);
/* The scene as LAMMPS describes it: the tilts of *d are those of the domain, made at most half a period, and bodies are in the
 * slanted cell. The caller frees its bodies. */
struct trade_scene trade_slanted(const struct trade_scene *s, struct domain *d);
/* Write numbers with the fewest digits that read back to the same number, with a separator between them and `end` after the
 * last. */
void text_reals(struct trade_text *t, int n, const double *x, char separator, char end);
void text_integer(struct trade_text *t, int64_t x, char end);
/* Write a text for an attribute of XML, in UTF-8 and without the quotation marks around it. */
void text_quoted(struct trade_text *t, const char *s);
/* Whether a constraint holds each body, [rows of bodies]. The caller frees it. */
char *trade_held(const struct world *w);
/* The number of balls of a body. */
int body_balls(const struct trade_body *b);
/* Ball k of a body, in space or in the frame of the body, scaled by the size of the body. */
void body_ball(double ball[4], const struct trade_body *b, int k, int space);
/* The density of ball k, relative to the density of the material. */
double body_ball_density(const struct trade_body *b, int k);
/* Turn a symmetric tensor from the frame of the body into space. */
void body_turn_tensor(double to[6], const double t[6], const double q[4]);

/* Make the surfaces of the bodies with draw[i] != 0, unless they were made before. Walls have none. If the caller says neither
 * edges nor error, the surfaces have 64 edges; if these are more than a million triangles in all, they deviate by 1, 2 or 5 %,
 * instances by 2 %. */
enum trade_status skins_make(const struct trade_scene *s, const char *draw, char **error);
/* The number of this surface among all, from 0. */
int skin_number(const struct trade_scene *s, const struct trade_body *b);
/* Whether the surface of a body is drawn by its own faces, which are those of the solid, and has its vertices: a polyhedron
 * that is not rounded. */
int skin_has_faces(const struct trade_scene *s, const struct trade_body *b);
/* The surface of a body in its body frame, at size 1, after skins_make. */
const struct mesh *skin_of(const struct trade_scene *s, const struct trade_body *b);

enum trade_status clump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status list_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status csv_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status xyzr_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status demengine_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
/* Where the name of a format begins in the comment of a line that names one for YADE's ymport; 0 in others. */
int yade_format(const struct fields *l);
enum trade_status yade_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status yade_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status mclump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status mclump_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status lammps_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status lammps_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status dump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status dump_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status xyz_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status mercury_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
/* Read the contacts of the time w->t from an .fstat file, from where cursor is in it. */
enum trade_status fstat_read(struct world *w, const struct trade_file *file, struct trade_cursor *cursor, char **error);
enum trade_status fstat_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status mercury_restart_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status mercury_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
/* In builds with HDF5 only. */
enum trade_status h5md_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status h5md_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status h5md_finish(struct trade_text out[TRADE_FILES], void **state, char **error);
enum trade_status stl_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status stl_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status off_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status ply_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vtk_raw_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vtk_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vti_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vti_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vti_series_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status vti_text_series_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);

#endif
