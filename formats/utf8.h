/* utf8.h: texts of any bytes as UTF-8, which other programs insist on. */
#ifndef SCREE_UTF8_H
#define SCREE_UTF8_H

/* Write the first character of a text that is not empty to one[], in UTF-8 and with a 0 behind it. A byte that is not UTF-8
 * counts as a character of Latin-1. Returns the number of bytes of the text that it takes. */
int utf8_next(const char *text, char one[5]);

#endif
