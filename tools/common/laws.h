/* laws.h: error messages for contact laws */
#ifndef SCREE_LAWS_H
#define SCREE_LAWS_H

#include <stddef.h>

#include "contact/law.h"

/* Put the message into text[size]. key and value are those of law_resolve. */
void laws_complaint(char *text, size_t size, const struct law *l, enum law_status status, const char *key, double value);

#endif
