/* grid_io.h: tables with a row for each point of a grid, as image data. */
#ifndef SCREE_GRID_IO_H
#define SCREE_GRID_IO_H

#include "trade.h"

/* Read the table that the operand names, or standard input, and write its blocks as the frames of a format that holds TRADE_GRID:
 * block which, the last one (-1), or all of them (-2). Ends the program with a message if that is not possible. */
void grid_convert(const struct trade_format *to, const char *output, int64_t which);

#endif
