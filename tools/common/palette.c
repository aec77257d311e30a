/* palette.c: colours for numbers */
#include "common/palette.h"

#include <math.h>
#include <string.h>

/* Colours evenly spaced from low to high values. Those of cividis and cyclic are even in the lightness L* of CIELAB: cividis
 * has L* from 13 to 92 and hues from blue to yellow, cyclic L* = 58 - 30 cos(angle), blue on one half and orange on the other. */
static const struct palette { const char *name; int n; unsigned rgb[9]; } palettes[] = {
	{ "dusk", 7, { 0x1f2a44, 0x3b4f7d, 0x6f6a9e, 0xb0708f, 0xe0846b, 0xf4b266, 0xfbe8b0 } },
	{ "viridis", 9, { 0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725 } },
	{ "cividis", 9, { 0x002151, 0x2c3556, 0x4c4c5a, 0x6a645c, 0x887d5e, 0xa6965f, 0xc5b15f, 0xe6cb5e, 0xffe75a } },
	{ "heat", 6, { 0xfdf3e1, 0xfbd08f, 0xf59a4c, 0xd95b2f, 0x9e2a2b, 0x540b0e } },
	{ "polar", 7, { 0x1d3f72, 0x4d7fb5, 0xa9c9e2, 0xf4f1ec, 0xecb59a, 0xc8644f, 0x7d1d2b } },
	{ "grey", 2, { 0xf2f2f2, 0x1a1a1a } },
	{ "cyclic", 9, { 0xdddddd, 0x99c9f8, 0x3692d1, 0x205b84, 0x424242, 0x80482c, 0xcb754a, 0xfab593, 0xdddddd } },
};
const char palette_names[] = "dusk, viridis, cividis, heat, polar, grey or cyclic";

static const struct palette *find(const char *name)
{
	for (size_t k = 0; k < sizeof palettes / sizeof *palettes; k++)
		if (!strcmp(palettes[k].name, name))
			return &palettes[k];
	return NULL;
}

int palette_known(const char *name)
{
	return find(name) != NULL;
}

int palette_is_signed(const char *name)
{
	return !strcmp(name, "polar");
}

int palette_is_cyclic(const char *name)
{
	return !strcmp(name, "cyclic");
}

void palette_write(FILE *script, const char *name)
{
	const struct palette *p = find(name);

	fprintf(script, "set palette defined (");
	for (int k = 0; k < p->n; k++)
		fprintf(script, "%s%d '#%06x'", k ? ", " : "", k, p->rgb[k]);
	fprintf(script, ")\n");
}

unsigned palette_rgb(const char *name, double share)
{
	const struct palette *p = find(name);
	double at = fmin(fmax(share, 0), 1) * (p->n - 1);
	int k = (int)fmin(at, p->n - 2);
	unsigned rgb = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		double a = p->rgb[k] >> shift & 255, b = p->rgb[k + 1] >> shift & 255;

		rgb |= (unsigned)(a + (b - a) * (at - k) + 0.5) << shift;
	}
	return rgb;
}
