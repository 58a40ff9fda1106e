/* Flags, environment, defaults, and every parser's edges. */
#include "server/config.h"
#include "server/machine/memory.h"

#include "tests/support/core/suite.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static bool read_words(struct config *config, char error[CONFIG_ERROR_MAX], int count, const char *const *words)
{
    char *argv[20] = {(char *)(uintptr_t) "grundyd"};
    for (int i = 0; i < count; i++)
        argv[i + 1] = (char *)(uintptr_t)words[i];
    return config_read(config, count + 1, argv, error);
}

#define READ(...)                                                                                                                \
    read_words(&config, error, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)),                               \
               (const char *const[]){__VA_ARGS__})

START_TEST(durations)
{
    static const struct {
        const char *text;
        uint64_t ns;
    } good[] = {
        {"2s", 2000000000}, {"500ms", 500000000},  {"1m", 60000000000}, {"1.5s", 1500000000},   {"0.25ms", 250000}, {"0s", 0},
        {"0", 0},           {"1h", 3600000000000}, {"0.000000001s", 1}, {"10.5m", 630000000000}};
    static const char *const bad[] = {"",   "s",   "2",   "2 s", " 2s",  "-2s",          "+2s",
                                      "2S", "1.s", ".5s", "2ss", "1e3s", "99999999999s", "4294967295h"};
    uint64_t ns;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ck_assert_msg(config_parse_duration(good[i].text, &ns), "%s", good[i].text);
        ck_assert_uint_eq(ns, good[i].ns);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!config_parse_duration(bad[i], &ns), "%s", bad[i]);
}
END_TEST

START_TEST(sizes_and_counts)
{
    uint64_t bytes;
    uint32_t count;
    ck_assert(config_parse_size("0", &bytes) && bytes == 0);
    ck_assert(config_parse_size("512K", &bytes) && bytes == 524288);
    ck_assert(config_parse_size("1M", &bytes) && bytes == 1048576);
    ck_assert(config_parse_size("2g", &bytes) && bytes == UINT64_C(2147483648));
    static const char *const bad[] = {"", "K", "1KB", "1.5M", "-1", "1 M", "99999999999999999999", "9999999999G"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!config_parse_size(bad[i], &bytes), "%s", bad[i]);
    ck_assert(config_parse_count("4", &count) && count == 4);
    ck_assert(!config_parse_count("4K", &count));
    ck_assert(!config_parse_count("4294967296", &count));
    ck_assert(!config_parse_count("", &count));
}
END_TEST

START_TEST(addresses)
{
    static const char *const good[][2] = {
        {"127.0.0.1:8080", "127.0.0.1:8080"}, {"[::1]:0", "[::1]:0"}, {":80", "0.0.0.0:80"}, {"[::]:65535", "[::]:65535"}};
    static const char *const bad[] = {"",       "8080",  "127.0.0.1",  "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x",
                                      "::1:80", "[::1]", "[1.2.3.4]:1"};
    struct address address;
    char text[ADDRESS_TEXT_MAX];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ck_assert_msg(address_parse(good[i][0], &address), "%s", good[i][0]);
        address_print(&address, text);
        ck_assert_str_eq(text, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!address_parse(bad[i], &address), "%s", bad[i]);
}
END_TEST

START_TEST(flags_beat_environment_beats_default)
{
    struct config config;
    char error[CONFIG_ERROR_MAX];
    unsetenv("GRUNDY_DEADLINE");
    ck_assert(READ("--threads", "3"));
    ck_assert_uint_eq(config.deadline, 2000000000);
    ck_assert_uint_eq(config.drain, 1500000000);
    ck_assert_uint_eq(config.max_body, 1048576);
    ck_assert_uint_eq(config.tables_bytes, MEMORY_AUTO);
    ck_assert_uint_eq(config.memory, MEMORY_AUTO);
    ck_assert_str_eq(config.cors, "*");
    ck_assert_uint_eq(config.threads, 3);
    setenv("GRUNDY_DEADLINE", "3s", 1);
    ck_assert(READ("--threads", "3"));
    ck_assert_uint_eq(config.deadline, 3000000000);
    ck_assert(READ("--deadline=4s", "solve", "nim", "{}"));
    ck_assert_uint_eq(config.deadline, 4000000000);
    ck_assert_uint_eq(config.word_count, 3);
    setenv("GRUNDY_DEADLINE", "soon", 1);
    ck_assert(!READ("--threads", "3"));
    ck_assert_ptr_nonnull(strstr(error, "GRUNDY_DEADLINE"));
    ck_assert(READ("--help") && config.help);
    ck_assert(READ("--version") && config.version);
    setenv("GRUNDY_DEADLINE", "", 1);
    ck_assert(READ("--help"));
    ck_assert(config.help);
    unsetenv("GRUNDY_DEADLINE");
}
END_TEST

START_TEST(faults_are_one_line)
{
    struct config config;
    char error[CONFIG_ERROR_MAX];
    ck_assert(!READ("--nonsense"));
    ck_assert_ptr_nonnull(strstr(error, "--nonsense"));
    ck_assert(!READ("--deadline"));
    ck_assert(!READ("--deadline", "0s"));
    ck_assert(!READ("--threads", "100000"));
    ck_assert(!READ("-x"));
    ck_assert(!READ("--listen", "nowhere"));
    ck_assert(!READ("--log", "loud"));
    ck_assert(!READ("--max-body", "0"));
    ck_assert(!READ("--cors", "https://a.example\r\nX: 1"));
    char origin[CONFIG_ORIGIN_MAX + 2] = {0};
    memset(origin, 'a', CONFIG_ORIGIN_MAX);
    ck_assert(READ("--cors", origin));
    origin[CONFIG_ORIGIN_MAX] = 'a';
    ck_assert(!READ("--cors", origin));
    ck_assert_ptr_null(strchr(error, '\n'));
    ck_assert(!READ("1", "2", "3", "4", "5", "6", "7", "8", "9"));
    ck_assert(READ("solve", "nim", "-"));
}
END_TEST

START_TEST(networks_and_paths)
{
    struct config config;
    char error[CONFIG_ERROR_MAX], text[ADDRESS_TEXT_MAX];
    struct in6_addr inside, outside;
    ck_assert(READ("--trusted-proxy", "10.1.0.0/15", "--listen", "unix:/run/grundy.sock", "--admin", "127.0.0.1:9"));
    inet_pton(AF_INET6, "::ffff:10.0.255.1", &outside);
    inet_pton(AF_INET6, "::ffff:10.1.255.1", &inside);
    ck_assert(network_has(&config.trusted_proxy, &inside) &&
              network_has(&config.trusted_proxy, &outside)); /* /15: 10.0 and 10.1 */
    inet_pton(AF_INET6, "::ffff:10.2.0.1", &outside);
    ck_assert(!network_has(&config.trusted_proxy, &outside));
    address_print(&config.listen, text);
    ck_assert_str_eq(text, "unix:/run/grundy.sock");
    ck_assert_uint_gt(config.admin.size, 0);
    ck_assert(READ("--trusted-proxy", "2001:db8::/32"));
    inet_pton(AF_INET6, "2001:db8:1::1", &inside);
    ck_assert(network_has(&config.trusted_proxy, &inside) && !network_has(&config.trusted_proxy, &outside));
    ck_assert(READ("--frame-ancestors", "'self' https://school.example"));
    ck_assert(!network_has(&config.trusted_proxy, &inside) && !config.admin.size);
    static const char *const bad[] = {"",         "10.0.0.0", "10.0.0.0/",  "10.0.0.0/33",
                                      "10.0.0/8", "::/129",   "10.0.0.0/0", "10.0.0.0/8x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!READ("--trusted-proxy", bad[i]), "%s", bad[i]);
    ck_assert(!READ("--listen", "unix:"));
    ck_assert(!READ("--frame-ancestors", "*; script-src *"));
}
END_TEST

START_TEST(strangers_are_named)
{
    char name[CONFIG_NAME_MAX];
    size_t at = 0;
    bool found = false;
    setenv("GRUNDY_DEADLIN", "secret", 1);
    setenv("GRUNDY_DEADLINE", "2s", 1);
    while (config_stranger(&at, name)) {
        found |= !strcmp(name, "GRUNDY_DEADLIN");
        ck_assert_str_ne(name, "GRUNDY_DEADLINE");
    }
    ck_assert(found);
    unsetenv("GRUNDY_DEADLIN");
    unsetenv("GRUNDY_DEADLINE");
}
END_TEST

START_TEST(a_subcommand_has_flags_of_its_own)
{
    struct config config;
    char error[CONFIG_ERROR_MAX];
    ck_assert(READ("warm", "--rules", "{}", "--deadline", "4s", "--to=7"));
    ck_assert_str_eq(config.warm_rules, "{}");
    ck_assert_str_eq(config.warm_to, "7");
    ck_assert_uint_eq(config.deadline, 4000000000);
    ck_assert_uint_eq(config.word_count, 1);
    ck_assert(!READ("--to", "7"));
    ck_assert(!READ("solve", "nim", "{}", "--to", "7"));
    ck_assert(!READ("warm", "--to"));
    ck_assert_ptr_nonnull(strstr(error, "--to"));
    ck_assert(READ("warm"));
    ck_assert_ptr_null(config.warm_rules);
    ck_assert(READ("check", "x", "--as=testlib", "in", "out", "answer", "report", "-appes", "--score"));
    ck_assert_str_eq(config.as, "testlib");
    ck_assert_uint_eq(config.word_count, 7);
    ck_assert_str_eq(config.words[6], "-appes");
    ck_assert(config.score && !config.exact);
    ck_assert(!READ("check", "x", "in", "out", "answer", "-appes"));
    ck_assert(!READ("solve", "nim", "{}", "-appes"));
    ck_assert(!READ("check", "x", "--score=1"));
    ck_assert_ptr_nonnull(strstr(error, "--score"));
}
END_TEST

SUITE(durations, sizes_and_counts, addresses, flags_beat_environment_beats_default, faults_are_one_line, networks_and_paths,
      strangers_are_named, a_subcommand_has_flags_of_its_own)
