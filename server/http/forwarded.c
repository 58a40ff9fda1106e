#include "server/http/forwarded.h"
#include "core/limits.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

static bool is_digits(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n >= 1 && n <= 5 && !text[n];
}

/* "[…]" and "[…]:PORT" of IPv6, "…:PORT" of IPv4: takes away what is not the address. False: it is none of these. */
static bool strip(char **text)
{
    char *colon = strchr(*text, ':'), *end;
    if (**text == '[') {
        end = strchr(++*text, ']');
        if (!end || !strchr(*text, ':') || (end[1] && (end[1] != ':' || !is_digits(end + 2))))
            return false;
        *end = '\0';
    } else if (colon && !strchr(colon + 1, ':')) {
        *colon = '\0';
        return is_digits(colon + 1);
    }
    return true;
}

static bool read_address(const char *item, size_t size, struct in6_addr *address)
{
    char copy[INET6_ADDRSTRLEN + sizeof "[]:65535"], *text = copy;
    struct in_addr four;
    while (size && strchr(" \t", item[size - 1]))
        size--;
    for (; size && strchr(" \t", *item); item++)
        size--;
    if (!size || size >= sizeof copy)
        return false;
    memcpy(copy, item, size);
    copy[size] = '\0';
    if (!strip(&text))
        return false;
    if (inet_pton(AF_INET, text, &four) != 1)
        return inet_pton(AF_INET6, text, address) == 1;
    *address = (struct in6_addr){.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(address->s6_addr + 12, &four, sizeof four);
    return true;
}

static bool is_ours(const struct guard_pair *pair)
{
    static const char name[] = "X-Forwarded-For";
    return pair->name_size == sizeof name - 1 && !strncasecmp(pair->name, name, pair->name_size);
}

/* Goes back through one line. False: the search is over. */
static bool go_back(const struct network *trusted, const struct guard_pair *pair, unsigned *hops, struct in6_addr *client)
{
    for (size_t end = pair->value_size;;) {
        size_t start = end;
        while (start && pair->value[start - 1] != ',')
            start--;
        if (++*hops > FORWARDED_HOPS || !read_address(pair->value + start, end - start, client) || !network_has(trusted, client))
            return false;
        if (!start)
            return true;
        end = start - 1;
    }
}

struct in6_addr forwarded_client(const struct network *trusted, struct in6_addr peer, const struct guard_pair *pairs,
                                 size_t count)
{
    struct in6_addr client = peer;
    unsigned hops = 0;
    if (!network_has(trusted, &peer))
        return peer;
    while (count--)
        if (is_ours(&pairs[count]) && !go_back(trusted, &pairs[count], &hops, &client))
            break;
    return client;
}
