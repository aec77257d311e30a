/* gnuplot.h: scripts for gnuplot that are safe whatever text stands in them, and running them.
 *
 * gnuplot runs what stands in backquotes of double-quoted strings and what follows a | in the name of an output. So
 * text goes into single quotes with control characters as blanks; text that has some itself (gnuplot cannot read two at the
 * beginning) into double quotes, with what is special there as octal numbers; and names of files are made to begin with a
 * directory. */
#ifndef SCREE_GNUPLOT_H
#define SCREE_GNUPLOT_H

#include <stdio.h>

enum gnuplot_kind { GNUPLOT_PNG, GNUPLOT_SVG, GNUPLOT_PDF, GNUPLOT_GIF, GNUPLOT_DUMB, GNUPLOT_SIXEL, GNUPLOT_NONE };

/* The kind of picture a name asks for: by its suffix .png .svg .pdf .gif, or the words dumb and sixel, which mean a
 * picture made of text or for a terminal that shows sixels, on stdout. GNUPLOT_NONE for any other. */
enum gnuplot_kind gnuplot_kind_of(const char *output);
/* Whether the picture goes to stdout. */
int gnuplot_on_stdout(enum gnuplot_kind kind);

/* Write text as a string of the script. */
void gnuplot_string(FILE *f, const char *text);
/* Write `set terminal` for a picture of width x height pixels (for text 10 x 20 of them are one character), delay
 * between frames in hundredths of a second. Text is plain, never interpreted. */
void gnuplot_terminal(FILE *f, enum gnuplot_kind kind, int width, int height, int delay);
/* Write the rest of a plot command, and its data, that draw a picture rgb[height][width][3], its upper row first, from
 * x = lo[0] to hi[0] and y = lo[1] to hi[1]; other may hold further plots, which begin with a comma, without data, or is "".
 * The data are bytes: gnuplot reads numbers ten times as slowly. */
void gnuplot_image(FILE *f, const unsigned char *rgb, int width, int height, const double lo[2], const double hi[2],
	const char *other);
/* Whether the picture at path is there from its beginning to its end: gnuplot does not notice a full disk. True of what is no
 * regular file. */
int gnuplot_whole(const char *path, enum gnuplot_kind kind);
/* Write `set output`. */
void gnuplot_output(FILE *f, const char *path);

enum gnuplot_status {
	GNUPLOT_GOOD,
	GNUPLOT_MISSING,    /* there is no gnuplot on the PATH */
	GNUPLOT_FAILED,     /* it said why in *said */
	GNUPLOT_SYSTEM      /* errno says why it could not be started or waited for */
};
/* Run a script, an open file that is read from its beginning, with the standard output of gnuplot on out. *said gets
 * what it wrote on stderr, to be freed. */
enum gnuplot_status gnuplot_run(FILE *script, FILE *out, char **said);

#endif
