/* utf8.c: texts of any bytes as UTF-8 */
#include "utf8.h"

#include <string.h>

/* The number of bytes of the character in UTF-8 at u, which is not ASCII; 0 if it is none. */
static int utf8_bytes(const unsigned char *u)
{
	int n = u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : u[0] < 0xf5 ? 4 : 0;

	for (int k = 1; k < n; k++)
		if ((u[k] & 0xc0) != 0x80)
			return 0;
	/* too long, surrogates, and beyond the last character */
	if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) || (u[0] == 0xf0 && u[1] < 0x90) ||
	    (u[0] == 0xf4 && u[1] > 0x8f))
		return 0;
	return n;
}

int utf8_next(const char *text, char one[5])
{
	const unsigned char *u = (const unsigned char *)text;
	int n = *u < 0x80 ? 1 : utf8_bytes(u);

	memset(one, 0, 5);
	if (n > 0) {
		memcpy(one, text, (size_t)n);
		return n;
	}
	one[0] = (char)(0xc0 | *u >> 6);
	one[1] = (char)(0x80 | (*u & 0x3f));
	return 1;
}
