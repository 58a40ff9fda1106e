/* Users' own games: rules as data, parsed once, explored and valued.
 *
 * rules_parse() reads rules and tells every static fault; layout_make() lays out the states that are reached from given ones; and
 * space_make() explores and values them. machine.h goes through the moves of one state. Everything lives in the arena of the
 * question; escapes say what is too large, and what fails while playing. Sentences on the language: docs/rules.md. */
#ifndef GRUNDY_CORE_CUSTOM_CUSTOM_H
#define GRUNDY_CORE_CUSTOM_CUSTOM_H

#include "core/custom/rules.h"
#include "core/custom/states/space.h"

#endif
