/* gnuplot.c: quote text for gnuplot, select its terminals, and run it */
#include "gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "utf8.h"

extern char **environ;

enum gnuplot_kind gnuplot_kind_of(const char *output)
{
	static const struct { const char *suffix; enum gnuplot_kind kind; } known[] = {
		{ ".png", GNUPLOT_PNG }, { ".svg", GNUPLOT_SVG }, { ".pdf", GNUPLOT_PDF }, { ".gif", GNUPLOT_GIF },
		{ ".mp4", GNUPLOT_FILM }, { ".webm", GNUPLOT_FILM },
	};
	size_t n = strlen(output);

	if (!strcmp(output, "dumb"))
		return GNUPLOT_DUMB;
	if (!strcmp(output, "sixel"))
		return GNUPLOT_SIXEL;
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (n > strlen(known[k].suffix) && !strcasecmp(output + n - strlen(known[k].suffix), known[k].suffix))
			return known[k].kind;
	return GNUPLOT_NONE;
}

int gnuplot_on_stdout(enum gnuplot_kind kind)
{
	return kind == GNUPLOT_DUMB || kind == GNUPLOT_SIXEL;
}

void gnuplot_string(FILE *f, const char *text)
{
	int quote = strchr(text, '\'') ? '"' : '\'';

	fputc(quote, f);
	for (int n; *text; text += n) {
		const unsigned char c = (unsigned char)*text;
		char one[5];

		n = utf8_next(text, one);
		if (quote == '"' && strchr("\"\\`", c))
			fprintf(f, "\\%03o", c);
		else
			fputs(c < ' ' || c == 127 ? " " : one, f);
	}
	fputc(quote, f);
}

void gnuplot_terminal(FILE *f, enum gnuplot_kind kind, int width, int height, int delay)
{
	fprintf(f, "set encoding utf8\n");
	switch (kind) {
	case GNUPLOT_PNG:
		fprintf(f, "set terminal pngcairo noenhanced font 'DejaVu Sans,11' size %d,%d\n", width, height);
		break;
	case GNUPLOT_SVG:
		fprintf(f, "set terminal svg noenhanced font 'DejaVu Sans,14' size %d,%d dynamic background '#ffffff'\n",
			width, height);
		break;
	case GNUPLOT_PDF: /* 100 pixels to the inch; text has 2 / 3 of the size that is given */
		fprintf(f, "set terminal pdfcairo noenhanced font 'DejaVu Sans,17.5' size %.2fin,%.2fin\n", width / 100.0,
			height / 100.0);
		break;
	case GNUPLOT_GIF:
		fprintf(f, "set terminal gif noenhanced animate delay %d loop 0 font 'DejaVu Sans,11' size %d,%d\n", delay,
			width, height);
		break;
	case GNUPLOT_SIXEL:
		fprintf(f, "set terminal sixelgd noenhanced font 'DejaVu Sans,11' size %d,%d\n", width, height);
		break;
	default:
		fprintf(f, "set terminal dumb noenhanced size %d,%d\n", width / 10, height / 20);
	}
}

void gnuplot_page(FILE *f, enum gnuplot_kind kind, double width, double height)
{
	double w = width / 25.4, h = height / 25.4; /* inches */

	fprintf(f, "set encoding utf8\n");
	if (kind == GNUPLOT_PNG)
		fprintf(f, "set terminal pngcairo noenhanced font 'DejaVu Sans,8' fontscale 3.125 linewidth 2.2 pointscale 3 size %.0f,%.0f\n",
			300 * w, 300 * h);
	else if (kind == GNUPLOT_SVG) /* 96 pixels to the inch; text is in pixels */
		fprintf(f, "set terminal svg noenhanced font 'DejaVu Sans,10.67' size %.0f,%.0f fixed background '#ffffff'\n",
			96 * w, 96 * h);
	else /* text has 2 / 3 of the size that is given */
		fprintf(f, "set terminal pdfcairo noenhanced font 'DejaVu Sans,12' size %.3fin,%.3fin\n", w, h);
}

void gnuplot_output(FILE *f, const char *path)
{
	char *name = MEM_NEW(char, strlen(path) + 3);

	strcpy(name, *path == '/' || *path == '.' ? "" : "./");
	strcat(name, path);
	fprintf(f, "set output ");
	gnuplot_string(f, name);
	fputc('\n', f);
	free(name);
}

void gnuplot_image(FILE *f, const unsigned char *rgb, int width, int height, const double lo[2], const double hi[2],
	const char *other)
{
	double dx = (hi[0] - lo[0]) / width, dy = (hi[1] - lo[1]) / height;

	fprintf(f, " '-' binary array=(%d,%d) format='%%uchar%%uchar%%uchar' flipy dx=%.12g dy=%.12g origin=(%.12g,%.12g)", width,
		height, dx, dy, lo[0] + dx / 2, lo[1] + dy / 2);
	fprintf(f, " using 1:2:3 with rgbimage notitle%s\n", other);
	fwrite(rgb, 3, (size_t)width * (size_t)height, f);
	fputc('\n', f);
}

int gnuplot_whole(const char *path, enum gnuplot_kind kind)
{
	static const char *const last[] = { [GNUPLOT_PNG] = "IEND", [GNUPLOT_SVG] = "</svg>", [GNUPLOT_PDF] = "%%EOF",
		[GNUPLOT_GIF] = ";" };
	enum { TAIL = 32 };
	const size_t n = strlen(last[kind]);
	char tail[TAIL];
	struct stat st;
	size_t got = 0;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return 1;
	FILE *f = fopen(path, "r");
	if (f) {
		if (fseek(f, -TAIL, SEEK_END) == 0)
			got = fread(tail, 1, TAIL, f);
		fclose(f);
	}
	if (kind == GNUPLOT_GIF) /* blocks may contain any byte, so only the last byte counts */
		return got == TAIL && tail[TAIL - 1] == *last[kind];
	return got == TAIL && memmem(tail, TAIL, last[kind], n);
}

/* Read everything from fd, terminated by 0. */
static char *drain(int fd)
{
	size_t cap = 0, n = 0;
	char *text = NULL;
	ssize_t got;

	for (;;) {
		MEM_GROW(text, &cap, n + 4096);
		got = read(fd, text + n, 4095);
		if (got <= 0 && !(got < 0 && errno == EINTR))
			break;
		n += got > 0 ? (size_t)got : 0;
	}
	text[n] = 0;
	return text;
}

enum gnuplot_status gnuplot_run(FILE *script, FILE *out, char **said)
{
	char *argv[] = { "gnuplot", "-d", "/dev/stdin", NULL };
	posix_spawn_file_actions_t act;
	int fd[2], status, failed;
	pid_t pid;

	*said = NULL;
	if (fflush(script) || fseek(script, 0, SEEK_SET) || pipe(fd))
		return GNUPLOT_SYSTEM;
	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_adddup2(&act, fileno(script), 0);
	posix_spawn_file_actions_adddup2(&act, fileno(out), 1);
	posix_spawn_file_actions_adddup2(&act, fd[1], 2);
	posix_spawn_file_actions_addclose(&act, fd[0]);
	posix_spawn_file_actions_addclose(&act, fd[1]);
	failed = posix_spawnp(&pid, argv[0], &act, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&act);
	close(fd[1]);
	if (failed) {
		close(fd[0]);
		errno = failed;
		return failed == ENOENT ? GNUPLOT_MISSING : GNUPLOT_SYSTEM;
	}
	*said = drain(fd[0]);
	close(fd[0]);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return GNUPLOT_SYSTEM;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && !**said)
		return GNUPLOT_MISSING;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? GNUPLOT_GOOD : GNUPLOT_FAILED;
}
