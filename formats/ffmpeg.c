/* ffmpeg.c: run ffmpeg */
#include "ffmpeg.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

extern char **environ;

/* Run it with standard output and error in out, and without standard input. Returns its status, or -1. */
static int run(char **argv, FILE *out)
{
	posix_spawn_file_actions_t act;
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_addopen(&act, 0, "/dev/null", 0, 0);
	posix_spawn_file_actions_adddup2(&act, fileno(out), 1);
	posix_spawn_file_actions_adddup2(&act, fileno(out), 2);
	int failed = posix_spawnp(&pid, argv[0], &act, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&act);
	if (failed || waitpid(pid, &status, 0) < 0)
		return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
}

int ffmpeg_there(void)
{
	char *argv[] = { "ffmpeg", "-version", NULL };
	FILE *out = tmpfile();
	int status = out ? run(argv, out) : -1;

	if (out)
		fclose(out);
	return status == 0;
}

/* The name of a file for ffmpeg, which takes the part before a colon for a protocol. */
static char *file_name(const char *path)
{
	char *name = mem_new(strlen(path) + 6, 1);

	stpcpy(stpcpy(name, "file:"), path);
	return name;
}

/* The names of the pictures in a folder: %06d is their number, %% a percent sign. */
static char *picture_names(const char *folder)
{
	char *path = mem_new(2 * strlen(folder) + 11, 1), *to = path, *names;

	for (; *folder; *to++ = *folder++)
		if (*folder == '%')
			*to++ = '%';
	stpcpy(to, "/%06d.png");
	names = file_name(path);
	free(path);
	return names;
}

int ffmpeg_film(const char *folder, double fps, const char *path, char **said)
{
	char rate[40], *from = picture_names(folder), *to = file_name(path);
	int webm = strlen(path) > 5 && !strcasecmp(path + strlen(path) - 5, ".webm");
	char *head[] = { "ffmpeg", "-v", "error", "-y", "-f", "image2", "-framerate", rate, "-i", from,
		"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", "-fflags", "+bitexact" };
	char *mp4[] = { "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4", to, NULL };
	char *vp9[] = { "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-f", "webm", to, NULL };
	char *argv[sizeof head / sizeof *head + sizeof mp4 / sizeof *mp4];
	FILE *out = tmpfile();
	int status = -1;

	snprintf(rate, sizeof rate, "%.9g", fps);
	memcpy(argv, head, sizeof head);
	memcpy(argv + sizeof head / sizeof *head, webm ? vp9 : mp4, sizeof mp4);
	*said = NULL;
	if (out) {
		status = run(argv, out);
		rewind(out);
		size_t n = 0, cap = 0;
		int c;
		while ((c = getc(out)) != EOF) {
			MEM_GROW(*said, &cap, n + 2);
			(*said)[n++] = (char)c;
			(*said)[n] = 0;
		}
		fclose(out);
	}
	free(from);
	free(to);
	return status ? -1 : 0;
}
