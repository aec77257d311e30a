/* reduce.h: pictures in few colours, for formats that have no more. */
#ifndef SCREE_REDUCE_H
#define SCREE_REDUCE_H

/* Few colours beside white for one picture or several: boxes of the colours there are, split in two at the median of the
 * pixels again and again (Heckbert 1982). */
struct reduce;
struct reduce *reduce_alloc(void);
void reduce_free(struct reduce *r);
/* Take the colours of rgb[n][3] into account. */
void reduce_look(struct reduce *r, const unsigned char *rgb, int n);
/* Choose n colours, 1 <= n <= 256, after all was looked at. */
void reduce_choose(struct reduce *r, int n);
/* Give each pixel of rgb[height][width][3] the nearest of these, with what that leaves over handed on to the pixels beside
 * and below (Floyd and Steinberg 1976). White stays white. Nothing changes where no colour was looked at. */
void reduce_apply(struct reduce *r, unsigned char *rgb, int width, int height);

#endif
