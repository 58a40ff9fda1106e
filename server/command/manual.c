#include "server/command/manual.h"
#include "api/api.h"
#include "server/command/command.h"
#include "server/command/flags.h"

#include <string.h>

/* What roff would take for an instruction, or a minus for a hyphen, is escaped. */
static void roff(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

static void tagged(const char *first, const char *second)
{
    fputs(".TP\n\\fB", stdout);
    roff(first);
    fputs("\\fR", stdout);
    if (second) {
        fputs(" \\fI", stdout);
        roff(second);
        fputs("\\fR", stdout);
    }
    putchar('\n');
}

static void paragraph(const char *text)
{
    roff(text);
    putchar('\n');
}

/* What a command has of its own, set in from it. */
static void print_own(const char *command)
{
    struct flags_told told;
    size_t shown = 0;
    for (size_t i = 0; flags_at(i, command, &told); i++) {
        if (!told.taken)
            continue;
        char flag[64];
        snprintf(flag, sizeof flag, "--%s", told.flag);
        if (!shown++)
            puts(".RS");
        tagged(flag, told.argument);
        paragraph(told.help);
    }
    if (shown)
        puts(".RE");
}

static void print_commands(void)
{
    struct command_told command;
    puts(".SH COMMANDS");
    for (size_t i = 0; command_at(i, &command); i++) {
        tagged(command.usage, NULL);
        paragraph(command.help);
        print_own(command.name);
    }
}

static void print_options(void)
{
    struct config_told option;
    char flag[64];
    puts(".SH OPTIONS");
    paragraph(
        "Each may be given as --flag value or --flag=value, or in the environment. A flag beats the environment, which beats "
        "the default.");
    for (size_t i = 0; config_option(i, &option); i++) {
        snprintf(flag, sizeof flag, "--%s", option.flag);
        tagged(flag, option.argument);
        roff(option.help);
        fputs(". In the environment \\fB", stdout);
        roff(option.environment);
        fputs("\\fR; default ", stdout);
        roff(option.fallback);
        puts(".");
    }
    tagged("--check-config", NULL);
    paragraph("Print what is used and where each value comes from, and exit.");
    tagged("--help, --version", NULL);
    paragraph("Print that, and exit.");
}

static const char *const ends[][2] = {
    {"EXIT STATUS", NULL},
    {"0", "The service was told to stop and every answer was taken; or the command did what was asked."},
    {"1", "It cannot listen, an answer was lost by a second signal, or the command's answer is a refusal."},
    {"2", "The flags, the environment or the input are wrong; nothing was started."},
    {"42, 43", "Right and wrong, as judges of the Kattis format want it; 0, 1, 2, 3 and 7 as testlib does: see check --as."},
    {"SIGNALS", NULL},
    {"SIGTERM, SIGINT", "Go on serving for --drain with /readyz at 503, answer what is under way, and exit. Twice: at once."},
    {"SIGHUP", "Ignored: there is no configuration file to read again."},
    {"FILES", NULL},
    {"/dev/shm/grundy", "Tables shared by all daemons of a user on this machine. They may be removed at any time."},
    {"/etc/default/grundy", "The environment of the installed service."},
};

int manual_run(const struct config *config)
{
    (void)config;
    printf(
        ".TH GRUNDYD 8 \"\" \"grundy %s\" \"System administration\"\n.SH NAME\ngrundyd \\- solve combinatorial games over HTTP\n",
        api_version());
    puts(".SH SYNOPSIS\n.B grundyd\n[\\fIoptions\\fR]\n.br\n.B grundyd\n\\fIcommand\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION");
    paragraph(
        "grundyd answers questions about positions of Nim and some thirty games around it, in JSON: who wins, the Grundy value, "
        "and every winning move. Every answer is exact; what cannot be solved exactly is refused, with the reason. Without a "
        "command it serves until it is told to stop. GET / lists the paths, GET /games the games, /openapi.yaml describes all.");
    print_commands();
    print_options();
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!ends[i][1]) {
            printf(".SH %s\n", ends[i][0]);
            continue;
        }
        tagged(ends[i][0], NULL);
        paragraph(ends[i][1]);
    }
    puts(".SH EXAMPLE\n.nf");
    paragraph("grundyd --listen 127.0.0.1:8080 &");
    paragraph("curl http://127.0.0.1:8080/nim -d '{\"heaps\":[3,4,5]}'");
    puts(".fi");
    return command_written(0, 1);
}

static void print_words(const char *before)
{
    struct command_told command;
    fputs(before, stdout);
    for (size_t i = 0; command_at(i, &command); i++)
        printf("%s%s", i ? " " : "", command.name);
}

static void print_flags(const char *before)
{
    struct config_told option;
    fputs(before, stdout);
    for (size_t i = 0; config_option(i, &option); i++)
        printf("--%s ", option.flag);
    fputs("--check-config --help --version", stdout);
}

/* The flags of subcommands stand behind one. */
static void complete_bash(void)
{
    struct flags_told told;
    puts("_grundyd() {\n  local own= word=${COMP_WORDS[COMP_CWORD]}\n  COMPREPLY=()");
    fputs("  [ \"$COMP_CWORD\" = 1 ] || own='", stdout);
    for (size_t i = 0; flags_at(i, NULL, &told); i++)
        printf("%s--%s", i ? " " : "", told.flag);
    puts("'\n  case $word in");
    print_flags("  -*) mapfile -t COMPREPLY < <(compgen -W '");
    print_words(" '\"$own\" -- \"$word\") ;;\n  *) [ \"$COMP_CWORD\" != 1 ] || mapfile -t COMPREPLY < <(compgen -W '");
    puts("' -- \"$word\") ;;\n  esac\n}\ncomplete -o default -F _grundyd grundyd");
}

/* In the brackets of _arguments a bracket or a colon would end the text. */
static void quoted(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr("[]:\\", *text))
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void complete_zsh(void)
{
    struct command_told command;
    struct config_told option;
    struct flags_told told;
    puts("#compdef grundyd\nlocal -a commands\ncommands=(");
    for (size_t i = 0; command_at(i, &command); i++) {
        printf("  '%s:", command.name);
        quoted(command.help);
        puts("'");
    }
    puts(")\n_arguments \\");
    for (size_t i = 0; config_option(i, &option); i++) {
        printf("  '--%s=[", option.flag);
        quoted(option.help);
        printf("]:");
        quoted(option.argument);
        puts(":_files' \\");
    }
    for (size_t i = 0; flags_at(i, NULL, &told); i++) {
        printf("  '--%s[", told.flag);
        quoted(told.help);
        puts("]' \\");
    }
    puts("  '--check-config[print what is used]' '--help' '--version' \\\n  '1:command:{_describe command commands}' "
         "'*:file:_files'");
}

int manual_completion(const struct config *config)
{
    bool zsh = !strcmp(config->words[1], "zsh");
    if (!zsh && strcmp(config->words[1], "bash")) {
        fputs("grundyd: usage: grundyd completion bash|zsh\n", stderr);
        return EXIT_USAGE;
    }
    if (zsh)
        complete_zsh();
    else
        complete_bash();
    return command_written(0, 1);
}
