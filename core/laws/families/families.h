/* The families of laws. Each proposes what it finds. */
#ifndef GRUNDY_CORE_LAWS_FAMILIES_FAMILIES_H
#define GRUNDY_CORE_LAWS_FAMILIES_FAMILIES_H

#include "core/laws/view.h"

bool find_constant(const struct view *view); /* whether there is one: then nothing else is looked for */
void find_period(const struct view *view);
void find_formula(const struct view *view);
void find_key(const struct view *view);
void find_similar(const struct view *view);
void find_set(const struct view *view);
void find_recurrence(const struct view *view);
void find_plane_formula(const struct view *view);
void find_plane_key(const struct view *view);
void find_separable(const struct view *view);
void find_classes(const struct view *view);
void find_diagonal(const struct view *view);
void find_beatty_pairs(const struct view *view);
void find_lost_line(const struct view *view);
void find_ratio(const struct view *view);

#endif
