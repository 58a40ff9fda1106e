#define _GNU_SOURCE /* environ */
#include "server/config.h"
#include "server/command/flags.h"
#include "server/machine/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Digits and at most nine decimals, as an integer scaled by 10^9; *rest is what follows. */
static bool scaled(const char *text, uint64_t *value, const char **rest)
{
    uint64_t whole = 0, part = 0, unit = 1000000000;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        whole = whole * 10 + (uint64_t)(*at - '0');
        if (whole > UINT32_MAX)
            return false;
    }
    if (at == text)
        return false;
    if (*at == '.') {
        const char *first = ++at;
        for (; *at >= '0' && *at <= '9' && unit > 1; at++) {
            unit /= 10;
            part += (uint64_t)(*at - '0') * unit;
        }
        if (at == first)
            return false;
    }
    *value = whole * 1000000000 + part;
    *rest = at;
    return true;
}

bool config_parse_duration(const char *text, uint64_t *nanoseconds)
{
    static const struct {
        const char *unit;
        uint64_t numerator, denominator;
    } units[] = {{"ms", 1, 1000}, {"s", 1, 1}, {"m", 60, 1}, {"h", 3600, 1}};
    uint64_t value;
    const char *rest;
    if (!scaled(text, &value, &rest))
        return false;
    if (!*rest && !value) {
        *nanoseconds = 0;
        return true;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(rest, units[i].unit)) {
            if (value > INT64_MAX / units[i].numerator)
                return false;
            *nanoseconds = value * units[i].numerator / units[i].denominator;
            return true;
        }
    return false;
}

bool config_parse_size(const char *text, uint64_t *bytes)
{
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (uint64_t)(*at - '0');
        if (value > INT64_MAX / 16)
            return false;
    }
    if (at == text)
        return false;
    unsigned shift = *at == 'K' || *at == 'k' ? 10 : *at == 'M' || *at == 'm' ? 20 : *at == 'G' || *at == 'g' ? 30 : 0;
    if (shift)
        at++;
    if (*at || value > (uint64_t)INT64_MAX >> shift)
        return false;
    *bytes = value << shift;
    return true;
}

bool config_parse_count(const char *text, uint32_t *count)
{
    uint64_t value;
    size_t digits = strspn(text, "0123456789");
    if (text[digits] || !config_parse_size(text, &value) || value > INT32_MAX)
        return false;
    *count = (uint32_t)value;
    return true;
}

static bool parse_time(const char *text, uint64_t *nanoseconds)
{
    return config_parse_duration(text, nanoseconds) && *nanoseconds;
}

static bool parse_room(const char *text, uint64_t *bytes)
{
    return config_parse_size(text, bytes) && *bytes;
}

static bool parse_share(const char *text, uint64_t *bytes)
{
    *bytes = MEMORY_AUTO;
    return !strcmp(text, "auto") || config_parse_size(text, bytes);
}

static bool parse_memory(const char *text, uint64_t *bytes)
{
    return parse_share(text, bytes) && *bytes;
}

static bool parse_threads(const char *text, uint32_t *count)
{
    return config_parse_count(text, count) && *count <= CONFIG_THREADS_MAX;
}

static bool parse_text(const char *text, const char **value)
{
    *value = text;
    return *text;
}

/* It goes into a header of every answer. */
static bool parse_origin(const char *text, const char **value)
{
    size_t n = 0;
    while (text[n] > ' ' && text[n] < 0x7f)
        n++;
    return !text[n] && n <= CONFIG_ORIGIN_MAX && parse_text(text, value);
}

static bool parse_door(const char *text, struct address *address)
{
    *address = (struct address){0};
    return !strcmp(text, "none") || address_parse(text, address);
}

static bool parse_network(const char *text, struct network *network)
{
    *network = (struct network){0};
    return !strcmp(text, "none") || network_parse(text, network);
}

/* It goes into a directive of a header, which a semicolon or a comma would end. */
static bool parse_sources(const char *text, const char **value)
{
    size_t n = 0;
    while (text[n] >= ' ' && text[n] < 0x7f && text[n] != ';' && text[n] != ',')
        n++;
    return !text[n] && n <= CONFIG_ORIGIN_MAX && parse_text(text, value);
}

static bool parse_toggle(const char *text, bool *on)
{
    *on = !strcmp(text, "on");
    return *on || !strcmp(text, "off");
}

/* What a kind of option wants to read, for the line that says what is wrong. */
#define WANTED_address "ADDR:PORT or unix:PATH"
#define WANTED_door "ADDR:PORT, or none"
#define WANTED_cache "redis://[:PASSWORD@]HOST:PORT[/DB], unix:PATH, or none"
#define WANTED_network "ADDR/BITS, or none"
#define WANTED_sources "sources with blanks between them, up to 256 characters"
#define WANTED_text "a text"
#define WANTED_origin "an origin: up to 256 characters, no blanks"
#define WANTED_count "a whole number"
#define WANTED_memory "a size above 0 like 512M or 2G, or auto"
#define WANTED_share "a size like 512K, 1M or 2G, or auto"
#define WANTED_size "a size like 512K, 256M or 2G, or 0"
#define WANTED_duration "a duration like 500ms, 2s or 1m"
#define WANTED_time "a duration above 0 like 500ms, 2s or 1m"
#define WANTED_room "a size above 0 like 512K, 1M or 2G"
#define WANTED_threads "a whole number up to 1024"
#define WANTED_toggle "on or off"
#define WANTED_level "one of debug, info, warn, error, none"

#define PARSE_address address_parse
#define PARSE_door parse_door
#define PARSE_cache cache_place_parse
#define PARSE_network parse_network
#define PARSE_sources parse_sources
#define PARSE_text parse_text
#define PARSE_origin parse_origin
#define PARSE_count config_parse_count
#define PARSE_memory parse_memory
#define PARSE_share parse_share
#define PARSE_size config_parse_size
#define PARSE_duration config_parse_duration
#define PARSE_time parse_time
#define PARSE_room parse_room
#define PARSE_threads parse_threads
#define PARSE_toggle parse_toggle
#define PARSE_level log_parse_level

/* One reader a row, all of one type, so that a table can hold them. */
#define OPTION(field, kind, flag, environment, fallback, argument, help)                                                         \
    static bool read_##field(struct config *config, const char *text)                                                            \
    {                                                                                                                            \
        return PARSE_##kind(text, &config->field);                                                                               \
    }
#include "server/config.def"
#undef OPTION

static const struct config_row {
    const char *flag, *environment, *fallback, *argument, *help, *wanted;
    bool (*read)(struct config *config, const char *text);
} options[] = {
#define OPTION(field, kind, flag, environment, fallback, argument, help)                                                         \
    {flag, environment, fallback, argument, help, WANTED_##kind, read_##field},
#include "server/config.def"
#undef OPTION
};

enum { OPTION_COUNT = sizeof options / sizeof *options };

/* A text that may hold a password is not told to whoever reads the log. */
static const char *shown(size_t option, const char *text)
{
    static char place[CACHE_PLACE_TEXT];
    struct cache_place cache;
    if (strcmp(options[option].flag, "cache"))
        return text;
    if (!cache_place_parse(text, &cache))
        return "the value";
    cache_place_print(&cache, place);
    return place;
}

/* Where the value in use stands, and its text. */
static struct {
    const char *source, *text;
} used[OPTION_COUNT];

static bool use(struct config *config, size_t option, const char *source, const char *text)
{
    used[option].source = source;
    used[option].text = text;
    return options[option].read(config, text);
}

static bool read_defaults(struct config *config, char error[CONFIG_ERROR_MAX])
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        const char *text = getenv(options[i].environment);
        bool given = text && *text;
        if (!given)
            text = options[i].fallback;
        if (!use(config, i, given ? "environment" : "default", text)) {
            snprintf(error, CONFIG_ERROR_MAX, "%s: \"%s\" is not %s", options[i].environment, shown(i, text), options[i].wanted);
            return false;
        }
    }
    return true;
}

/* One argument that begins with "--", and its value behind "=" or in the next argument. Returns how many were taken; 0: error. */
static int read_flag(struct config *config, const char *name, const char *next, char error[CONFIG_ERROR_MAX])
{
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strlen(options[i].flag) != length || memcmp(options[i].flag, name, length))
            continue;
        const char *text = equals ? equals + 1 : next;
        if (!text) {
            snprintf(error, CONFIG_ERROR_MAX, "--%s wants %s", options[i].flag, options[i].wanted);
            return 0;
        }
        if (!use(config, i, "flag", text)) {
            snprintf(error, CONFIG_ERROR_MAX, "--%s: \"%.100s\" is not %s", options[i].flag, shown(i, text), options[i].wanted);
            return 0;
        }
        return equals ? 1 : 2;
    }
    snprintf(error, CONFIG_ERROR_MAX, "there is no flag --%.*s; grundyd --help lists them", (int)(length < 60 ? length : 60),
             name);
    return 0;
}

static bool read_argument(struct config *config, const char *text, char error[CONFIG_ERROR_MAX])
{
    if (!strcmp(text, "-h")) {
        config->help = true;
    } else if (text[0] == '-' && text[1] && !flags_word(config, text)) {
        snprintf(error, CONFIG_ERROR_MAX, "there is no flag %.60s; grundyd --help lists them", text);
        return false;
    } else if (config->word_count == CONFIG_WORDS_MAX) {
        snprintf(error, CONFIG_ERROR_MAX, "too many arguments");
        return false;
    } else {
        config->words[config->word_count++] = text;
    }
    return true;
}

/* A bad environment does not keep anybody from being helped. */
static bool wants_no_values(struct config *config, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        config->help |= !strcmp(argv[i], "--help") || !strcmp(argv[i], "-h");
        config->version |= !strcmp(argv[i], "--version");
    }
    return config->help || config->version;
}

bool config_read(struct config *config, int argc, char **argv, char error[CONFIG_ERROR_MAX])
{
    *config = (struct config){0};
    if (!read_defaults(config, error))
        return wants_no_values(config, argc, argv);
    for (int i = 1; i < argc;) {
        const char *text = argv[i];
        int taken = 1;
        if (!strcmp(text, "--help"))
            config->help = true;
        else if (!strcmp(text, "--version"))
            config->version = true;
        else if (!strcmp(text, "--check-config"))
            config->check = true;
        else if ((!strcmp(text, "--json") || !strcmp(text, "--3.2")) && config->word_count &&
                 !strcmp(config->words[0], "openapi"))
            taken = read_argument(config, text + 2, error);
        else if (!strncmp(text, "--", 2) && (taken = flags_read(config, text + 2, argv[i + 1], error)) < 0)
            taken = read_flag(config, text + 2, argv[i + 1], error);
        else if (strncmp(text, "--", 2))
            taken = read_argument(config, text, error);
        if (!taken)
            return false;
        i += taken;
    }
    return true;
}

bool config_option(size_t i, struct config_told *told)
{
    if (i == OPTION_COUNT)
        return false;
    const char *fallback = strcmp(options[i].flag, "threads") ? options[i].fallback : "cores";
    *told = (struct config_told){options[i].flag, options[i].environment, fallback, options[i].argument, options[i].help};
    return true;
}

void config_print_options(FILE *out)
{
    struct config_told told;
    for (size_t i = 0; config_option(i, &told); i++) {
        char left[64];
        snprintf(left, sizeof left, "--%s %s", told.flag, told.argument);
        fprintf(out, "  %-28s %s\n  %-28s [%s, default %s]\n", left, told.help, "", told.environment, told.fallback);
    }
}

void config_print_values(FILE *out)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        fprintf(out, "--%s %s (%s)\n", options[i].flag, shown(i, used[i].text), used[i].source);
}

static bool is_known(const char *variable)
{
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        size_t n = strlen(options[i].environment);
        if (!strncmp(variable, options[i].environment, n) && variable[n] == '=')
            return true;
    }
    return false;
}

bool config_stranger(size_t *at, char name[CONFIG_NAME_MAX])
{
    for (; environ && environ[*at]; ++*at) {
        if (strncmp(environ[*at], "GRUNDY_", 7) || is_known(environ[*at]))
            continue;
        size_t n = strcspn(environ[(*at)++], "=");
        snprintf(name, CONFIG_NAME_MAX, "%.*s", (int)(n < CONFIG_NAME_MAX ? n : CONFIG_NAME_MAX - 1), environ[*at - 1]);
        return true;
    }
    return false;
}
