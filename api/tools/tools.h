/* Tools over all games: each reads a JSON object and answers with one. Their own paths and /batch use them alike. */
#ifndef GRUNDY_API_TOOLS_TOOLS_H
#define GRUNDY_API_TOOLS_TOOLS_H

#include "api/problem/problem.h"
#include "api/question.h"
#include "api/tools/subject.h"

/* What a tool works with, and what it tells beside its answer. */
struct setting {
    struct arena *arena;
    struct store *store;
    struct budget *budget;       /* set before answer() */
    const char *accept_language; /* NULL-able; only while the request is read */
    bool negotiated;             /* the answer's language was chosen by it */
    bool mistaken;               /* /grade: something that was claimed or played is wrong */
    bool ungraded;               /* /grade: a question of a list was not graded, for no fault of the student */
    bool again;                  /* set by answer(): there is more to do, it wants to be called once more with the same text.
                                    Only where read() told a cost beyond CHEAP_STEPS */
    uint64_t cost;               /* what this turn was said to take; with `again` set to what the next one will */
};

struct tool {
    const char *path; /* NULL: the plain question, whose path is its game's */
    /* The request, or NULL with its faults told. `ignored` as in decode_fields(). *cost: predicted steps. */
    void *(*read)(struct setting *setting, const cJSON *json, const char *const *ignored, struct faults *faults, uint64_t *cost);
    /* Writes the answer. May escape. */
    void (*answer)(struct setting *setting, void *request, struct out *out);
    /* What Accept may choose instead of JSON; as many as there are. */
    struct tool_form {
        const char *type;
        void (*answer)(struct setting *setting, void *request, struct out *out);
    } others[2];
};

/* From here on what is found out about a position serves for those that it leads to, until the answer is written. Only where all
 * games of the request live as long as the setting's arena. */
void setting_keep(struct setting *setting);

extern const struct tool tool_question, tool_sum, tool_grade, tool_play, tool_apply, tool_tree, tool_table, tool_period,
    tool_laws, tool_grid, tool_generate;
/* All that have a path of their own; ends with NULL. */
extern const struct tool *const tools[];
/* NULL: no tool has that path. */
const struct tool *tool_find(const char *path);
/* tool_grid has the path of every game's table; NULL: this is none. */
const struct game *grid_game(const char *path);

struct call;
/* A request that was read takes its turns, and is answered in that form (NULL: JSON). */
void tool_serve(struct call *call, const struct tool *tool, const struct setting *setting, void *request,
                const struct tool_form *form);

/* Whether a fault at this pointer of a request of /grade, or of a question of its list, is the student's: he wrote claim and
 * record, and who set the task all else. */
bool students_fault(const char *pointer);

/* The language named by the member "language", which was decoded already, or else the one that Accept-Language prefers. */
enum language chosen_language(struct setting *setting, const cJSON *json, int named);

/* The handlers of the tools' paths. */
void tool_begin(struct call *call);
void grade_begin(struct call *call);
void batch_begin(struct call *call);
void table_begin(struct call *call);
void judge_list_begin(struct call *call);
void judge_begin(struct call *call);
void judge_check_begin(struct call *call);
void judge_generate_begin(struct call *call);
void grid_begin(struct call *call);

#endif
