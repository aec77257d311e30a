/* picture.h: the common part of the programs that make pictures with gnuplot. */
#ifndef SCREE_PICTURE_H
#define SCREE_PICTURE_H

#include <stdio.h>

#include "common/opt.h"
#include "gnuplot.h"

struct picture {
	const char *output, *script, *size, *page, *title;
	const char *suffixes;    /* names of outputs that the program takes, for messages */
	enum gnuplot_kind kind;
	int width, height;       /* pixels; height 0: follows from the content */
	double width_mm;         /* of the page; 0: the size is in pixels */
	int films;               /* the program makes films, which its caller says before picture_begin */
	double fps;              /* frames per second of a film */
};
extern struct picture picture;
/* Rows for the option table; outputs: the suffixes that the program takes. */
#define OPT_PICTURE(outputs) \
	{ 'o', "output", OPT_SAVE, &picture.output, "FILE", \
		"output FILE" outputs ", or dumb or sixel for a terminal; default dumb" }, \
	{ 0, "size", OPT_WORD, &picture.size, "W[,H]", "width and height in pixels, default 900" }, \
	{ 0, "width", OPT_WORD, &picture.page, "LEN", "width on the page, such as 86mm, with text of 8 points, for .png (300 pixels " \
		"to the inch), .svg and .pdf; then --size gives only the ratio W,H" }, \
	{ 0, "title", OPT_WORD, &picture.title, "TEXT", "text above the picture" }, \
	{ 0, "script", OPT_SAVE, &picture.script, "FILE", "keep the gnuplot script in FILE" }

/* Check these options and begin the script. Returns the file of the script. For a film, kind and output become those of a series
 * of PNG files in a folder of its own, which picture_end hands to ffmpeg; without ffmpeg the program ends with status 1. */
FILE *picture_begin(void);
/* The first % in the name of the output without its folders, or NULL. It stands for %d, the number of the frame. */
const char *picture_percent(void);
/* With --width, set the width and height to pixels of which this many are an inch. A picture that is laid out for text of 11
 * points at 96 pixels to the inch then has text of 8 points on the page. */
enum { PICTURE_PAGE_INCH = 96 * 11 / 8 };
void picture_take_page(void);
/* Refuse an output in a folder that is not there, or that cannot be written into. */
void picture_check_folder(void);
/* If a signal asked to end while a film is made, end without it, and remove the pictures. Call this for each frame. */
void picture_check_stop(void);
/* Run the script and check its output. Without gnuplot the script is kept, and the program ends with status 1 and a message that
 * names the package to install. If gnuplot fails, the program ends with the given status. */
void picture_end(int status);

#endif
