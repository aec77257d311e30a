/* grid_io.c: tables with a row for each point of a grid, as image data */
#include "common/grid_io.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/tool.h"
#include "common/trade_io.h"
#include "common/values.h"
#include "common/where.h"

/* All input and output. It is static, so that leak checkers still reach it if the program ends early. */
static struct tab table;
static struct table rows;
static struct trade_text text[TRADE_FILES];
static struct world world;
static char *error;

/* Make a world without bodies from a block: its rows stand where bodies stand in other worlds. */
static void take_block(const struct tab_block *b)
{
	int n;

	world_init(&world, tab_find(&table, "z") >= 0 ? 3 : 2);
	char *keep = where_select_rows(&world, &rows, &n);
	memset(keep, 0, (size_t)b->first);
	memset(keep + b->first + b->n, 0, (size_t)(table.n_row - b->first - b->n));
	table_free(&world.body);
	table_copy(&world.body, &rows);
	table_keep(&world.body, keep);
	world.t = b->t;
	free(keep);
}

void grid_convert(const struct trade_format *to, const char *output, int64_t which)
{
	struct trade_scene scene = { .w = &world, .format = to };
	const char *name = tool_operands() && strcmp(tool_operand(0), "-") ? tool_operand(0) : "stdin";

	if (tool_operands() > 1)
		tool_fail(EXIT_USAGE, "a table is read from one file, found %d operands", tool_operands());
	values_load(&table, "convert");
	if (tab_find(&table, "x") < 0 && tab_find(&table, "y") < 0 && tab_find(&table, "z") < 0)
		tool_fail(EXIT_INPUT, "%s: no column x, y or z, expected coordinates of grid points", name);
	if (which >= table.n_block)
		opt_fail("frame", "%lld, but the input has %d blocks, counted from 0", (long long)which, table.n_block);
	values_rows(&rows, &table);
	for (int k = 0; k < table.n_block; k++) {
		if (which != k && which != -2 && (which != -1 || k < table.n_block - 1))
			continue;
		take_block(&table.block[k]);
		trade_name_series(&scene, output);
		if (to->write(text, &scene, &error) != TRADE_GOOD)
			tool_fail(EXIT_INPUT, "%s: block %d: %s", name, k, error ? error : "out of memory");
		trade_save(&scene, output, text);
		world_free(&world);
		scene.frame++;
	}
	trade_finish(&scene, output, text);
	table_free(&rows);
	tab_free(&table);
}
