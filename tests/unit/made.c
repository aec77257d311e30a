/* made.c: the text of made records, and the checksums in them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "made.h"
#include "tap.h"

static const char *sum_of(const void *bytes, size_t n)
{
	static char text[BLAKE2_TEXT];
	struct blake2 b;

	blake2_begin(&b);
	blake2_add(&b, bytes, n);
	blake2_end(&b, text);
	return text;
}

/* What `printf ... | b2sum -l 128` of GNU coreutils 9.1 prints. */
static void checksums(void)
{
	char *many = MEM_NEW(char, 1000), whole[BLAKE2_TEXT];
	struct rng g;
	int wrong = 0;

	ok(!strcmp(sum_of("", 0), "cae66941d9efbd404e4d88758ea67670"), "of nothing");
	ok(!strcmp(sum_of("abc", 3), "cf4ab791c62b8d2b2109c90275287816"), "of abc");
	memset(many, 'x', 1000);
	ok(!strcmp(sum_of(many, 128), "874acca82a22239ec64a3e70c3ae494e"), "of one block");
	ok(!strcmp(sum_of(many, 129), "b9ee96f69e8210c624fee55d71d5a54f"), "of a byte more");
	ok(!strcmp(sum_of(many, 1000), "c9b2bd4ff487864c29fb41fab3e8187e"), "of several blocks");
	rng_seed(&g, 3);
	for (int k = 0; k < 1000; k++)
		many[k] = (char)rng_below(&g, 256);
	snprintf(whole, sizeof whole, "%s", sum_of(many, 1000));
	for (int k = 0; k < 200; k++) {
		size_t at = rng_below(&g, 1000), to = at + rng_below(&g, 1001 - at);
		char text[BLAKE2_TEXT];
		struct blake2 b;

		blake2_begin(&b);
		blake2_add(&b, many, at);
		blake2_add(&b, many + at, to - at);
		blake2_add(&b, many + to, 1000 - to);
		blake2_end(&b, text);
		wrong += strcmp(text, whole) != 0;
	}
	ok(!wrong, "the parts in which bytes come do not matter");
	free(many);
}

/* Words of any bytes but 0 are the same after quoting and taking apart. */
static void words(void)
{
	struct rng g;
	int wrong = 0;

	rng_seed(&g, 7);
	for (int t = 0; t < 500; t++) {
		char *text = NULL, word[8][9];
		size_t n = 0, cap = 0;
		struct made m;

		for (int k = 0; k < 8; k++) {
			int len = (int)rng_below(&g, 9);

			for (int i = 0; i < len; i++)
				word[k][i] = (char)(t % 2 ? 1 + rng_below(&g, 255) : (unsigned char)"'\\$ #a=\t\"*"[rng_below(&g, 10)]);
			word[k][len] = 0;
			made_quote(&text, &n, &cap, word[k]);
		}
		struct made_input in[2] = { { word[2], 0, "" }, { word[3], 17, "0123456789abcdef0123456789abcdef" } };
		made_note(&text, &n, &cap, &in[0]);
		made_note(&text, &n, &cap, &in[1]);
		const char *bad = made_parse(&m, text);
		int same = !bad && m.n_argument == 6 && m.n_input == 2 && !strcmp(m.program, word[0]) && !strcmp(m.version, word[1]);

		for (int k = 0; same && k < 6; k++)
			same = strcmp(m.argument[k], word[k + 2]) == 0;
		for (int k = 0; same && k < 2; k++)
			same = !strcmp(m.input[k].name, in[k].name) && m.input[k].records == in[k].records && !strcmp(m.input[k].sum, in[k].sum);
		if (!same && !wrong++)
			printf("# %s: %s\n", text, bad ? bad : "differs");
		wrong += strchr(text, '\n') != NULL;
		made_free(&m);
		free(text);
	}
	ok(!wrong, "words and notes come back as they were");
}

static void refused(const char *text, const char *why)
{
	struct made m;
	const char *bad = made_parse(&m, text);

	if (!ok(bad && !strcmp(bad, why), "%s", text))
		printf("# %s\n", bad ? bad : "taken");
	made_free(&m);
}

int main(void)
{
	checksums();
	words();
	refused("", "no version");
	refused("scree-shape", "no version");
	refused("scree-shape # 0.1.0", "no version");
	refused("scree-shape 0.1.0 'cow", "a quote without its end");
	refused("scree-shape 0.1.0 $'\\q'", "an escape that is not known");
	refused("scree-shape 0.1.0 $'\\", "an escape that is not known");
	refused("scree-shape 0.1.0 $'\\000'", "an escape that is not known");
	refused("scree-shape 0.1.0 $'\\777'", "an escape that is not known");
	for (const char *c = "$`\"*?[]{}()<>|&;!~"; *c; c++) {
		char text[40];

		snprintf(text, sizeof text, "scree-shape 0.1.0 a%cb", *c);
		refused(text, "a character that needs quotes");
	}
	refused("scree-shape 0.1.0 'a\033[2J'", "a control character");
	refused("scree-shape 0.1.0 a\\", "a character that needs quotes");
	refused("scree-shape 0.1.0 # a made=x", "a note of an input that is not made=COUNT or b2sum=DIGITS");
	refused("scree-shape 0.1.0 # a made=-1", "a note of an input that is not made=COUNT or b2sum=DIGITS");
	refused("scree-shape 0.1.0 # a made=99999999999", "a note of an input that is not made=COUNT or b2sum=DIGITS");
	refused("scree-shape 0.1.0 # a b2sum=0123456789ABCDEF0123456789abcdef",
	        "a note of an input that is not made=COUNT or b2sum=DIGITS");
	refused("scree-shape 0.1.0 # a b2sum=0123", "a note of an input that is not made=COUNT or b2sum=DIGITS");
	return done();
}
