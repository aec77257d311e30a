/* laws.h: what is wrong with a contact law, in words */
#ifndef SCREE_LAWS_H
#define SCREE_LAWS_H

#include <stddef.h>

#include "contact/law.h"

/* Into text[size]; l is the law, key and value as law_resolve left them. */
void laws_complaint(char *text, size_t size, const struct law *l, enum law_status status, const char *key, double value);

#endif
