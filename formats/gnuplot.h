/* gnuplot.h: write scripts for gnuplot that are safe for any text, and run them.
 *
 * gnuplot executes text in backquotes inside double-quoted strings, and text after a | in the name of an output. Text is
 * therefore written in single quotes, with control characters replaced by blanks. Text that contains single quotes is written
 * in double quotes, with special characters as octal numbers, because gnuplot cannot read two single quotes at the beginning
 * of a string. Names of files begin with a directory. */
#ifndef SCREE_GNUPLOT_H
#define SCREE_GNUPLOT_H

#include <stdio.h>

enum gnuplot_kind { GNUPLOT_PNG, GNUPLOT_SVG, GNUPLOT_PDF, GNUPLOT_GIF, GNUPLOT_DUMB, GNUPLOT_SIXEL, GNUPLOT_FILM,
	GNUPLOT_NONE };

/* The kind of picture for a name: by its suffix .png .svg .pdf .gif, or .mp4 .webm, which gnuplot does not draw itself, or
 * dumb for a picture of characters on stdout, or sixel for a terminal that shows sixels, on stdout. GNUPLOT_NONE for other
 * names. */
enum gnuplot_kind gnuplot_kind_of(const char *output);
/* Whether the picture goes to stdout. */
int gnuplot_on_stdout(enum gnuplot_kind kind);

/* Write text as a string of the script. Bytes that are not UTF-8 count as characters of Latin-1: with a foreign byte an SVG file
 * would be no XML. */
void gnuplot_string(FILE *f, const char *text);
/* Write `set terminal` for a picture of width x height pixels (a character has 10 x 20 pixels). delay is the time between
 * frames in hundredths of a second. Text is plain and never interpreted. */
void gnuplot_terminal(FILE *f, enum gnuplot_kind kind, int width, int height, int delay);
/* Write `set terminal` for a picture of width x height millimetres on a page, with text of 8 points. PNG has 300 pixels to the
 * inch. Only for PNG, SVG and PDF. */
void gnuplot_page(FILE *f, enum gnuplot_kind kind, double width, double height);
/* Write the rest of a plot command, and its data, for a picture rgb[height][width][3] with the upper row first, from x =
 * lo[0] to hi[0] and y = lo[1] to hi[1]. other has further plots without data, which begin with a comma, or is "". The data
 * are bytes, because gnuplot reads numbers ten times more slowly. */
void gnuplot_image(FILE *f, const unsigned char *rgb, int width, int height, const double lo[2], const double hi[2],
	const char *other);
/* Whether the picture at path is complete: gnuplot does not notice a full disk. Returns 1 for a path that is no regular file. */
int gnuplot_whole(const char *path, enum gnuplot_kind kind);
/* Write `set output`. */
void gnuplot_output(FILE *f, const char *path);

enum gnuplot_status {
	GNUPLOT_GOOD,
	GNUPLOT_MISSING,    /* there is no gnuplot on the PATH */
	GNUPLOT_FAILED,     /* gnuplot failed; its message is in *said */
	GNUPLOT_SYSTEM      /* gnuplot could not be started, or waiting for it failed; see errno */
};
/* Run a script, which is an open file and is read from its beginning. The standard output of gnuplot goes to out. *said gets its
 * standard error; the caller frees it. */
enum gnuplot_status gnuplot_run(FILE *script, FILE *out, char **said);

#endif
