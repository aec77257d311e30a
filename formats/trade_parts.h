/* trade_parts.h: what the readers and writers of other programs' files share. */
#ifndef SCREE_TRADE_PARTS_H
#define SCREE_TRADE_PARTS_H

#include "trade.h"

/* ---- reading lines of fields ---- */

/* A file, and the line of it at which reading is: its fields, between blanks, or commas where these separate too. */
enum { FIELDS_MOST = 24 };
struct fields {
	const char *name, *at, *end;
	long number;               /* of the line, from 1 on */
	int commas;
	int n;                     /* fields of the line, of which the first 24 are here */
	const char *field[FIELDS_MOST];
	int length[FIELDS_MOST];
	const char *comment;       /* what stands behind its #, up to the end of the line; NULL: no # */
	int n_comment;
	char **error;
};

void fields_begin(struct fields *l, const struct trade_file *file, int commas, char **error);
/* The next line, whatever is in it; 0 at the end of the file. A byte order mark counts for nothing. */
int fields_any(struct fields *l);
/* The next one with a field in it. */
int fields_next(struct fields *l);
/* Whether field k is this word, or the fields from k on these words with a blank between. */
int fields_is(const struct fields *l, int k, const char *words);
/* Set the message "file:line: ..."; TRADE_BAD. */
enum trade_status fields_bad(const struct fields *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Read field k as a number of at most 1e50, as one above 0 of at least 1e-50, or as an integer from least to most; what
 * says what is expected. */
enum trade_status fields_real(const struct fields *l, int k, double *x, const char *what);
enum trade_status fields_positive(const struct fields *l, int k, double *x, const char *what);
enum trade_status fields_integer(const struct fields *l, int k, int64_t *i, int64_t least, int64_t most, const char *what);
/* "name: ..."; TRADE_BAD. */
enum trade_status trade_bad(char **error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- a world of balls ---- */

/* Balls as they are read, body by body; then a world is built of them all. A body is the balls from its first on up to the
 * next body's. */
struct pile_body {
	int64_t id;
	int first, material;       /* the place of its first ball; of its material */
	enum { PILE_FREE, PILE_MASS, PILE_FRAME } given;
	                           /* PILE_MASS: mass, com, inertia about it along the axes of space.
	                              PILE_FRAME: mass and inertia about the origin, and the balls, are in a frame turned by q */
	double mass, com[3], inertia[6], q[4];
	double v[3];               /* of the centre of mass */
	enum { PILE_NO_SPIN, PILE_OMEGA, PILE_MOMENTUM } spin;
	double spins[3];           /* angular velocity or momentum, in space */
};

struct pile {
	int n_ball, n_body, n_material;
	size_t cap_ball, cap_density, cap_body, cap_material;
	double (*ball)[4];         /* x y z r */
	double *density;           /* relative to the material's */
	struct pile_body *body;
	double *material;          /* their densities */
};

/* Begin a body. Pointers hold until the next one. */
struct pile_body *pile_begin(struct pile *p, int64_t id, int material);
void pile_ball(struct pile *p, const double ball[4], double density);
int pile_material(struct pile *p, double density);
/* Build the world and let go of the pile; name is for messages. */
enum trade_status pile_build(struct world *w, struct pile *p, const struct trade_plan *plan, const char *name,
	char **error);
void pile_free(struct pile *p);

/* ---- writing ---- */

void text_put(struct trade_text *t, const char *s);
/* Numbers with the fewest digits that read back to the same, a separator between and `end` behind the last. */
void text_reals(struct trade_text *t, int n, const double *x, char separator, char end);
void text_integer(struct trade_text *t, int64_t x, char end);
/* Ball k of a body: in space, or in its own frame scaled by its size. Their number; its density. */
int body_balls(const struct trade_body *b);
void body_ball(double ball[4], const struct trade_body *b, int k, int space);
double body_ball_density(const struct trade_body *b, int k);
/* A symmetric tensor in space, from one in the frame of the body. */
void body_turn_tensor(double to[6], const double t[6], const double q[4]);

enum trade_status list_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status csv_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status xyzr_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status demengine_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status yade_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status yade_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status mclump_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status mclump_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status lammps_read(struct world *w, const struct trade_file *file, int n, const struct trade_plan *plan,
	char **error);
enum trade_status lammps_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status stl_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status stl_text_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status off_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);
enum trade_status ply_write(struct trade_text out[TRADE_FILES], const struct trade_scene *s, char **error);

#endif
