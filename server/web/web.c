/* The table of the page's files. The build makes the included parts of what lies in this folder (cmake/web.cmake): FILE_OF(index,
 * name, type, tag of the plain form, tag of the gzipped form), and both forms as numbers. */
#include "server/web/web.h"

#include "server/config.h"

#include <stdio.h>

#define BYTES(name, ...) static const unsigned char name[] = {__VA_ARGS__};
#include "web_bytes.inc"
#undef BYTES

#define FILE_OF(i, file, media, tag_plain, tag_gzip)                                                                             \
    {.name = file,                                                                                                               \
     .type = media,                                                                                                              \
     .plain = {(const char *)plain_##i, sizeof plain_##i},                                                                       \
     .gzip = {(const char *)gzip_##i, sizeof gzip_##i},                                                                          \
     .plain_tag = "\"" tag_plain "\"",                                                                                           \
     .gzip_tag = "\"" tag_gzip "\""},
static const struct api_asset assets[] = {
#include "web_files.inc"
};
#undef FILE_OF

static const char version[] =
#include "web_version.inc"
    ;

const struct api_page *web_page(const char *frame_ancestors)
{
    static const char format[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors %s";
    static char policy[sizeof format + CONFIG_ORIGIN_MAX];
    static struct api_page page = {.version = version, .policy = policy, .document = &assets[0], .assets = assets + 1};
    snprintf(policy, sizeof policy, format, frame_ancestors);
    page.asset_count = sizeof assets / sizeof *assets - 1;
    return &page;
}
