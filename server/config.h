/* What the operator chose: flags, environment and defaults, read once at start by the table config.def. */
#ifndef GRUNDY_SERVER_CONFIG_H
#define GRUNDY_SERVER_CONFIG_H

#include "server/cache/place.h"
#include "server/http/address.h"
#include "server/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The C type of each kind of option. Durations are nanoseconds, sizes bytes. */
#define CONFIG_TYPE_address struct address
#define CONFIG_TYPE_door struct address /* of no size: none */
#define CONFIG_TYPE_cache struct cache_place
#define CONFIG_TYPE_network struct network
#define CONFIG_TYPE_sources const char *
#define CONFIG_TYPE_text const char *
#define CONFIG_TYPE_origin const char *
#define CONFIG_TYPE_count uint32_t
#define CONFIG_TYPE_memory uint64_t /* above 0, or MEMORY_AUTO */
#define CONFIG_TYPE_share uint64_t  /* or MEMORY_AUTO */
#define CONFIG_TYPE_size uint64_t
#define CONFIG_TYPE_duration uint64_t
#define CONFIG_TYPE_time uint64_t /* above 0 */
#define CONFIG_TYPE_room uint64_t /* above 0 */
#define CONFIG_TYPE_threads uint32_t
#define CONFIG_TYPE_level enum log_level
#define CONFIG_TYPE_toggle bool

enum { CONFIG_WORDS_MAX = 8, CONFIG_THREADS_MAX = 1024, CONFIG_ORIGIN_MAX = 256, CONFIG_NAME_MAX = 64 };

struct config {
#define OPTION(field, kind, flag, environment, fallback, argument, help) CONFIG_TYPE_##kind field;
#include "server/config.def"
#undef OPTION
    bool help, version, check;
    size_t word_count; /* what is no option: the subcommand and its arguments */
    const char *words[CONFIG_WORDS_MAX];
    /* Flags of subcommands. */
#define FLAG(field, flag, commands, argument, help) const char *field; /* NULL: not given */
#define SWITCH(field, flag, commands, help) bool field;
#include "server/command/flags.def"
#undef SWITCH
#undef FLAG
};

enum { CONFIG_ERROR_MAX = 300 };
enum { EXIT_USAGE = 2 }; /* the exit status, whichever command cannot make sense of them */

/* False: `error` says in one line what is wrong. Texts point into argv and the environment. */
bool config_read(struct config *config, int argc, char **argv, char error[CONFIG_ERROR_MAX]);
/* Option i as --help tells it, from 0. False: there are no more. */
struct config_told {
    const char *flag, *environment, *fallback, *argument, *help;
};
bool config_option(size_t i, struct config_told *told);
void config_print_options(FILE *out);
/* What is used, and where each value comes from: the last configuration that was read. */
void config_print_values(FILE *out);
/* The name of the next variable of the environment that is named like ours and is none. *at begins with 0. False: no more. */
bool config_stranger(size_t *at, char name[CONFIG_NAME_MAX]);

/* The parsers, for tests. They accept the whole text or nothing. */
bool config_parse_duration(const char *text, uint64_t *nanoseconds);
bool config_parse_size(const char *text, uint64_t *bytes);
bool config_parse_count(const char *text, uint32_t *count);

#endif
