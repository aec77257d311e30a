/* ffmpeg.h: films from numbered pictures, made by the program ffmpeg. */
#ifndef SCREE_FFMPEG_H
#define SCREE_FFMPEG_H

/* Whether the program is on the PATH. */
int ffmpeg_there(void);
/* Make the film at path (.mp4: H.264, .webm: VP9) from the pictures folder/000000.png, 000001.png, ... of one size, fps of
 * them in a second. An odd width or height gets a white line, since the encoders want even ones. *said gets what ffmpeg
 * says; the caller frees it. Returns 0, or -1 if ffmpeg fails or cannot be run. */
int ffmpeg_film(const char *folder, double fps, const char *path, char **said);

#endif
