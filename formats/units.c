/* units.c: the names of units from the text of a stream */
#include "units.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Read the fields of a record `units`, which are separated by blanks or tabs. */
static void line_read(struct units *u, const char *line, size_t n)
{
	static const char *const key[3] = { "length=", "mass=", "time=" };
	const char *end = line + n;

	for (const char *at = line; at < end; at++) {
		size_t len = 0;
		while (at + len < end && !strchr(" \t\r", at[len]))
			len++;
		for (int k = 0; k < 3; k++) {
			size_t skip = strlen(key[k]);
			if (len < skip || memcmp(at, key[k], skip) != 0)
				continue;
			free(u->name[k]);
			u->name[k] = MEM_NEW(char, len - skip + 1);
			memcpy(u->name[k], at + skip, len - skip);
			u->name[k][len - skip] = 0;
		}
		at += len;
	}
}

void units_read(struct units *u, const char *text, size_t n)
{
	const char *end = text + n;

	while (text < end) {
		const char *feed = memchr(text, '\n', (size_t)(end - text)), *stop = feed ? feed : end;
		while (text < stop && (*text == ' ' || *text == '\t'))
			text++;
		size_t len = (size_t)(stop - text);
		if (len > 6 && !memcmp(text, "scree", 5) && (text[5] == ' ' || text[5] == '\t')) /* a new stream */
			units_free(u);
		if (len > 6 && !memcmp(text, "units", 5) && (text[5] == ' ' || text[5] == '\t'))
			line_read(u, text, len);
		text += len + 1;
	}
}

void units_free(struct units *u)
{
	for (int k = 0; k < 3; k++)
		free(u->name[k]);
	*u = (struct units){ 0 };
}

static const char letters[] = "LMT";

char *units_text(const struct units *u, const char *product)
{
	size_t n = 1;
	char *text, *to;

	for (const char *p = product; *p; p++) {
		const char *l = strchr(letters, *p);
		n += l && u->name[l - letters] ? strlen(u->name[l - letters]) : 1;
	}
	to = text = MEM_NEW(char, n);
	for (const char *p = product; *p; p++) {
		const char *l = strchr(letters, *p);
		if (l && u->name[l - letters])
			to = stpcpy(to, u->name[l - letters]);
		else
			*to++ = *p;
	}
	*to = 0;
	return text;
}

char *units_inverse(const char *product)
{
	char *text = MEM_NEW(char, strlen(product) + 4), *to = text;

	/* the factors of the denominator first, then those of the numerator */
	for (int above = 0; above < 2; above++) {
		int sign = '*';

		for (const char *p = product; *p; p++) {
			size_t n = strcspn(p, "*/");

			if ((sign == '*') == above && !(n == 1 && *p == '1')) {
				if (above && to == text)
					*to++ = '1';
				if (to > text)
					*to++ = above ? '/' : '*';
				memcpy(to, p, n);
				to += n;
			}
			p += n;
			if (!*p)
				break;
			sign = *p;
		}
	}
	*to = 0;
	return text;
}

char *units_label(const char *name, const char *unit)
{
	static const char *const high[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
	char *text = MEM_NEW(char, strlen(name) + 3 * strlen(unit) + 4), *to = stpcpy(text, name);

	if (!*unit)
		return text;
	to = stpcpy(to, *name ? " [" : "[");
	for (; *unit; unit++) {
		if (*unit == '^' && unit[1] >= '0' && unit[1] <= '9')
			while (unit[1] >= '0' && unit[1] <= '9')
				to = stpcpy(to, high[*++unit - '0']);
		else
			*to++ = *unit == '*' ? ' ' : *unit;
	}
	stpcpy(to, "]");
	return text;
}

const char *units_of_column(const char *name, int dim)
{
	static const char *const stress[] = { "s_xx", "s_yy", "s_zz", "s_xy", "s_xz", "s_yz", "pressure" };

	static const struct { const char *name, *unit; } known[] = {
		{ "x", "L" }, { "y", "L" }, { "z", "L" }, { "vx", "L/T" }, { "vy", "L/T" }, { "vz", "L/T" },
		{ "speed", "L/T" }, { "force", "M*L/T^2" }, { "omega", "1/T" }, { "ax", "L/T^2" }, { "ay", "L/T^2" }, { "alpha", "1/T^2" },
		{ "fx", "M*L/T^2" }, { "fy", "M*L/T^2" }, { "torque", "M*L^2/T^2" }, { "heat", "M*L^2/T^2" },
		{ "mass", "M" }, { "inertia", "M*L^2" }, { "kin_x", "M*L^2/T^2" }, { "kin_y", "M*L^2/T^2" }, { "kin_z", "M*L^2/T^2" },
		{ "kin_lin", "M*L^2/T^2" }, { "kin_rot", "M*L^2/T^2" }, { "kin", "M*L^2/T^2" },
		{ "fn", "M*L/T^2" }, { "ft", "M*L/T^2" }, { "xi", "L" },
		{ "wx", "1/T" }, { "wy", "1/T" }, { "wz", "1/T" }, { "Lx", "M*L^2/T" }, { "Ly", "M*L^2/T" }, { "Lz", "M*L^2/T" },
		{ "az", "L/T^2" }, { "fz", "M*L/T^2" }, { "tx", "M*L^2/T^2" }, { "ty", "M*L^2/T^2" }, { "tz", "M*L^2/T^2" },
		{ "ftx", "M*L/T^2" }, { "fty", "M*L/T^2" }, { "ftz", "M*L/T^2" }, { "moment", "M*L^2/T^2" }, { "overlap", "L" },
		{ "virial_area", "L^2" }, { "virial_volume", "L^3" },
	};

	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (!strcmp(known[k].name, name))
			return known[k].unit;
	for (size_t k = 0; k < sizeof stress / sizeof *stress; k++)
		if (!strcmp(stress[k], name))
			return dim == 3 ? "M/L/T^2" : "M/T^2";
	return "";
}
