/* shown.h: --hide and --only of programs that draw bodies */
#ifndef SCREE_SHOWN_H
#define SCREE_SHOWN_H

#include "common/opt.h"
#include "world/world.h"

extern struct opt_list shown_hide, shown_only;
#define OPT_SHOWN \
	{ 0, "hide", OPT_LIST, &shown_hide, "TAG[,TAG...]", \
		"leave out bodies with these tags, or all walls: walls; their contact forces stay; may be repeated" }, \
	{ 0, "only", OPT_LIST, &shown_only, "TAG[,TAG...]", "draw only bodies with these tags, or walls; may be repeated" }

/* Tell for each body of w whether it is drawn. The caller frees the array. */
char *shown_bodies(const struct world *w, const int32_t *tag);
/* After the last frame: warn of tags that no body had. */
void shown_end(void);

#endif
