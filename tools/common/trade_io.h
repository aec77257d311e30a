/* trade_io.h: read the files of other programs from the operands, and write them. */
#ifndef SCREE_TRADE_IO_H
#define SCREE_TRADE_IO_H

#include "trade.h"

/* The number of files of a format. */
int trade_parts(const struct trade_format *f);
/* Recognize the format of the first operand; NULL for a stream. */
const struct trade_format *trade_guess(void);
/* Read the files of a format, which are the operands or the files in a folder, into file[TRADE_FILES]. Returns their number. */
int trade_load(const struct trade_format *f, struct trade_file *file);
/* Free them. */
void trade_drop(struct trade_file *file);

/* Whether a name has one %d, such as frame_%04d.csv: each frame then becomes a file. */
int trade_is_numbered(const char *output);
/* End the program with status 2 if the files of a format cannot be written under this name; NULL or "-" is stdout. */
void trade_check_output(const struct trade_format *f, const char *output);
/* Set s->path, the names of the files of a frame in the first file of a series. Before the scene is written. */
void trade_name_series(struct trade_scene *s, const char *output);
/* Write the texts of a frame, and empty them. The frames of TRADE_JOINED follow each other, unless the name is numbered. */
void trade_save(const struct trade_scene *s, const char *output, struct trade_text *text);
/* After the last frame, s: finish the first file of a series, write a file of all frames, and close files. */
void trade_finish(const struct trade_scene *s, const char *output, struct trade_text *text);

#endif
