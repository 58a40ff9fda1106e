#include "server/command/flags.h"

#include <string.h>

static const struct own {
    const char *flag, *commands; /* with a blank behind each */
    const char *argument;        /* NULL: it has no value */
    const char *help;
    size_t at; /* in struct config */
} own[] = {
#define FLAG(field, flag, commands, argument, help) {flag, commands " ", argument, help, offsetof(struct config, field)},
#define SWITCH(field, flag, commands, help) {flag, commands " ", NULL, help, offsetof(struct config, field)},
#include "server/command/flags.def"
#undef SWITCH
#undef FLAG
};

static bool names(const char *commands, const char *command)
{
    for (size_t n; *commands; commands += n + 1) {
        n = strcspn(commands, " ");
        if (strlen(command) == n && !memcmp(commands, command, n))
            return true;
    }
    return false;
}

int flags_read(struct config *config, const char *name, const char *next, char error[CONFIG_ERROR_MAX])
{
    size_t length = strcspn(name, "=");
    for (size_t i = 0; config->word_count && i < sizeof own / sizeof *own; i++) {
        if (strlen(own[i].flag) != length || memcmp(own[i].flag, name, length) || !names(own[i].commands, config->words[0]))
            continue;
        void *at = (char *)config + own[i].at;
        if (!own[i].argument) {
            *(bool *)at = true;
            if (!name[length])
                return 1;
            snprintf(error, CONFIG_ERROR_MAX, "--%s has no value", own[i].flag);
            return 0;
        }
        const char *text = name[length] ? name + length + 1 : next;
        *(const char **)at = text;
        if (text)
            return name[length] ? 1 : 2;
        snprintf(error, CONFIG_ERROR_MAX, "--%s wants a value", own[i].flag);
        return 0;
    }
    return -1;
}

bool flags_at(size_t i, const char *command, struct flags_told *told)
{
    if (i >= sizeof own / sizeof *own)
        return false;
    *told = (struct flags_told){own[i].flag, own[i].argument, own[i].help, !command || names(own[i].commands, command)};
    return true;
}

bool flags_word(const struct config *config, const char *text)
{
    return config->word_count > 5 && !strcmp(text, "-appes") && names("check interact ", config->words[0]);
}
