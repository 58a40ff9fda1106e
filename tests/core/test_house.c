/* What every build rests on: the harness runs, and asserts are on. */
#include "tests/support/core/suite.h"

START_TEST(asserts_are_on)
{
#ifdef NDEBUG
    ck_abort_msg("built with NDEBUG");
#endif
}
END_TEST

SUITE(asserts_are_on)
