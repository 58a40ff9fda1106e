/* What is known of libmicrohttpd's insides: whether a head was cut short before it was handed to us. */
#include "server/http/insides.h"

#include "tests/support/core/suite.h"

#include <string.h>

/* As libmicrohttpd 0.9.75 leaves a request in its buffer: blanks and line ends have become NUL. */
#define WHOLE "GET\0/a\0HTTP/1.1\0\0Host\0 b\0\0X\0 y\0\0\0"

struct seen {
    char whole[sizeof WHOLE];
    struct guard_pair pairs[2];
    struct insides_head head;
};

static struct insides_head *see(struct seen *seen)
{
    memcpy(seen->whole, WHOLE, sizeof WHOLE);
    char *at = seen->whole;
    seen->pairs[0] = (struct guard_pair){.name = at + 17, .name_size = 4, .value = at + 23, .value_size = 1};
    seen->pairs[1] = (struct guard_pair){.name = at + 26, .name_size = 1, .value = at + 29, .value_size = 1};
    seen->head = (struct insides_head){
        .method = at, .target_at = at + 4, .version = at + 7, .target_size = 2, .pairs = seen->pairs, .count = 2, .size = 34};
    return &seen->head;
}

START_TEST(a_layout_that_is_known_shows_every_cut)
{
    struct seen seen;
    insides_setup(true);
    ck_assert(!insides_torn(see(&seen)));
    see(&seen)->target_size = 1;
    ck_assert(insides_torn(&seen.head));
    see(&seen)->target_at++;
    ck_assert(insides_torn(&seen.head));
    if (strcmp(MHD_get_version(), "0.9.75"))
        return; /* later ones refuse the rest by themselves */
    see(&seen);
    seen.pairs[0].value_size = 0;
    ck_assert(insides_torn(&seen.head));
    see(&seen)->size++; /* a NUL behind the last header, or a line that libmicrohttpd dropped */
    ck_assert(insides_torn(&seen.head));
}
END_TEST

START_TEST(the_size_shows_a_cut_in_any_version)
{
    struct seen seen;
    insides_setup(false);
    ck_assert(!insides_torn(see(&seen)));
    see(&seen)->size--; /* "Host:b" */
    ck_assert(!insides_torn(&seen.head));
    see(&seen)->size++;
    ck_assert(insides_torn(&seen.head));
    see(&seen)->target_size = 1;
    ck_assert(insides_torn(&seen.head));
    see(&seen);
    seen.pairs[0].value_size = 0;
    ck_assert(insides_torn(&seen.head));
    see(&seen)->size -= 3; /* lines that end without CR */
    ck_assert(insides_torn(&seen.head));
}
END_TEST

SUITE(a_layout_that_is_known_shows_every_cut, the_size_shows_a_cut_in_any_version)
