/* reduce.h: reducing pictures to few colours, for formats with a palette. */
#ifndef SCREE_REDUCE_H
#define SCREE_REDUCE_H

/* A palette for one picture or several: white and a few other colours. The colours of the pixels are divided into boxes, which
 * are split at the median of their pixels again and again (Heckbert 1982). */
struct reduce;
struct reduce *reduce_alloc(void);
void reduce_free(struct reduce *r);
/* Add the colours of the pixels rgb[n][3] to the statistics. */
void reduce_look(struct reduce *r, const unsigned char *rgb, int n);
/* Choose at most n colours, 1 <= n <= 256, after all pictures were added. */
void reduce_choose(struct reduce *r, int n);
/* Replace each pixel of rgb[height][width][3] by the nearest colour; the error is passed on to the pixels beside and below
 * (Floyd and Steinberg 1976). White stays white. Nothing changes if no colours were added. */
void reduce_apply(struct reduce *r, unsigned char *rgb, int width, int height);

#endif
