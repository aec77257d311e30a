/* page_blocks.h: the numbers of an HTML page, as blocks of base64. */
#ifndef SCREE_PAGE_BLOCKS_H
#define SCREE_PAGE_BLOCKS_H

#include <stddef.h>
#include <stdio.h>

/* Blocks are numbered from 0 in the order in which they were added. Begin with { 0 }. */
struct page_blocks {
	int n;
	size_t cap;
	double bytes;            /* of the numbers of all blocks */
	struct page_block { int wide; size_t n; union { float *single; double *real; }; } *block;
};

/* Add n numbers, and return the number of the block. Equal numbers become a single one. If the numbers are those of the block
 * `before` (below 0: none), this block serves again. The numbers are kept as floats; if one of them has no near float, or if all
 * are integers and one of them is no float, all are kept as doubles. */
int page_blocks_add(struct page_blocks *b, const double *value, size_t n, int before);
/* Write each block as a script element of data, little endian, "f" or "d" before the base64. */
void page_blocks_write(const struct page_blocks *b, FILE *f);
void page_blocks_free(struct page_blocks *b);

/* Write text as a string of JSON that can stand in a script element of HTML: no character in it ends the element. */
void page_string(FILE *f, const char *text);
/* Write a number, or null if it is not finite. */
void page_number(FILE *f, double x);
/* Write a list of n numbers. */
void page_numbers(FILE *f, const double *x, int n);

#endif
