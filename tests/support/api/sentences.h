/* What is held of every explanation, whatever the game: its sentences are checked by the numbers that they carry. */
#ifndef GRUNDY_TESTS_SENTENCES_H
#define GRUNDY_TESTS_SENTENCES_H

#include "tests/support/api/report.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

/* The same line in both languages names the same numbers. */
void check_numbers(struct report *report, const char *en, const char *zh);

/* `answer` as text, without its explanation; the explanation in both languages. */
void check_sentences(struct report *report, const char *request, const char *answer, const cJSON *en, const cJSON *zh);

#endif
