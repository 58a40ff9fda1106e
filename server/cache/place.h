/* Where the second tier of tables is: redis://[:PASSWORD@]HOST:PORT[/DB], unix:PATH, or none. */
#ifndef GRUNDY_SERVER_CACHE_PLACE_H
#define GRUNDY_SERVER_CACHE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

enum { CACHE_HOST_MAX = 256, CACHE_PASSWORD_MAX = 256, CACHE_PORT_MAX = 6, CACHE_PLACE_TEXT = 320, CACHE_DB_MAX = 65535 };

struct cache_place {
    char host[CACHE_HOST_MAX];         /* a name, an address without brackets, or a path; "": there is no second tier */
    char port[CACHE_PORT_MAX];         /* "": `host` is the path of a socket */
    char password[CACHE_PASSWORD_MAX]; /* "": none */
    unsigned db;
};

/* "none" is a place, too. In PASSWORD, %XX stands for a byte. Nothing is looked up. */
bool cache_place_parse(const char *text, struct cache_place *place);
/* As it may be shown: the password is not told. */
void cache_place_print(const struct cache_place *place, char text[CACHE_PLACE_TEXT]);

#endif
