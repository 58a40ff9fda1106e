#include "server/judge/solve.h"

#include "server/judge/desk.h"
#include "server/judge/system.h"

#include <string.h>

static bool print_unit(void *what, const struct judged_unit *unit)
{
    bool *failed = what;
    *failed = fwrite(unit->text, 1, unit->text_size, stdout) < unit->text_size;
    return !*failed;
}

static bool pass_unit(void *what, const struct judged_unit *unit)
{
    (void)what, (void)unit;
    return true;
}

int solve_run(const struct config *config)
{
    static struct desk desk;
    static struct source input;
    bool failed = false, off = config->limits && strcmp(config->limits, "off") == 0;
    if (config->limits && !off && strcmp(config->limits, "on") != 0)
        return desk_complain("--limits is on or off", EXIT_USAGE);
    if (!desk_open(&desk, config, config->words[1])) {
        desk_close(&desk);
        return desk_complain(desk.detail, EXIT_USAGE);
    }
    source_open(&input, "-");
    desk.run.reading.limits = !off;
    desk.run.each = print_unit;
    desk.run.text_only = true;
    desk.run.what = &failed;
    enum status status = desk_run(&desk, &input);
    failed |= fflush(stdout) != 0;
    desk_close(&desk);
    if (failed)
        return desk_complain("the output cannot be written", 1);
    return status == STATUS_ok ? 0 : desk_complain(desk.detail, 1);
}

int solve_validate(const struct config *config)
{
    static struct desk desk;
    static struct source input;
    if (!desk_open(&desk, config, config->words[1])) {
        desk_close(&desk);
        return desk_complain(desk.detail, EXIT_USAGE);
    }
    source_open(&input, "-");
    desk.run.reading.limits = true;
    desk.run.unprinted = true;
    desk.run.each = pass_unit;
    enum status status = desk_run(&desk, &input);
    desk_close(&desk);
    if (status == STATUS_ok)
        return EXIT_KATTIS_RIGHT;
    return desk_complain(desk.detail, status == STATUS_invalid_input ? EXIT_KATTIS_WRONG : 1);
}
