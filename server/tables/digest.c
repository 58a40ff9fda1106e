/* Hash, then encrypt the hash: the text is cut into blocks of 1 KiB; each is reduced by NH, the almost universal function of UMAC
 * and VMAC, sum of (m[2i] + k[2i]) * (m[2i+1] + k[2i+1]) modulo 2^128 with sums modulo 2^64; SipHash-2-4 of all these sums and
 * the lengths is the digest.
 *
 * Two different texts of equal lengths differ in some block, and its sums are equal for at most one key in 2^64 (Black, Halevi,
 * Krawczyk, Krovetz, Rogaway: UMAC, CRYPTO 1999, theorem 4.2; Krovetz: VMAC); texts of different lengths differ in what SipHash
 * reads. So a forger has to guess: 2^-64 for each try, as long as SipHash looks random to him. */
#include "server/tables/digest.h"

#include <string.h>

_Static_assert(DIGEST_BLOCK == DIGEST_WORDS * 8, "a block takes the whole key");

/* ---- SipHash-2-4, written for words in pieces ---- */

struct sip {
    uint64_t v[4];
};

static inline uint64_t turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline void round_once(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = turn(v[1], 13) ^ v[0];
    v[0] = turn(v[0], 32);
    v[2] += v[3];
    v[3] = turn(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = turn(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = turn(v[1], 17) ^ v[2];
    v[2] = turn(v[2], 32);
}

static struct sip sip_begin(const uint64_t key[2])
{
    return (struct sip){{key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
                         key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573)}};
}

static inline void sip_word(struct sip *sip, uint64_t word)
{
    sip->v[3] ^= word;
    round_once(sip->v);
    round_once(sip->v);
    sip->v[0] ^= word;
}

static struct digest sip_end(struct sip *sip)
{
    struct digest digest;
    sip->v[2] ^= 0xee;
    for (int i = 0; i < 4; i++)
        round_once(sip->v);
    digest.v[0] = sip->v[0] ^ sip->v[1] ^ sip->v[2] ^ sip->v[3];
    sip->v[1] ^= 0xdd;
    for (int i = 0; i < 4; i++)
        round_once(sip->v);
    digest.v[1] = sip->v[0] ^ sip->v[1] ^ sip->v[2] ^ sip->v[3];
    return digest;
}

static inline uint64_t little(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline uint64_t load(const unsigned char *at)
{
    uint64_t word;
    memcpy(&word, at, 8);
    return little(word);
}

struct digest digest_siphash(const uint64_t key[2], const void *text, size_t size)
{
    const unsigned char *at = text;
    struct sip sip = sip_begin(key);
    for (size_t left = size; left >= 8; left -= 8, at += 8)
        sip_word(&sip, load(at));
    uint64_t last = (uint64_t)size << 56;
    for (size_t i = 0; i < size % 8; i++)
        last |= (uint64_t)at[i] << 8 * i;
    sip_word(&sip, last);
    return sip_end(&sip);
}

/* ---- the universal part ---- */

void digest_key_make(struct digest_key *key, const unsigned char secret[DIGEST_SECRET])
{
    uint64_t master[2] = {load(secret), load(secret + 8)};
    key->sip[0] = load(secret + 16);
    key->sip[1] = load(secret + 24);
    for (uint64_t i = 0; i < DIGEST_WORDS; i += 2) {
        struct digest pair = digest_siphash(master, &i, sizeof i);
        key->mix[i] = pair.v[0];
        key->mix[i + 1] = pair.v[1];
    }
}

static void add_block(struct sip *sip, const uint64_t *mix, const unsigned char *at)
{
    unsigned __int128 sum = 0;
    for (int i = 0; i < DIGEST_WORDS; i += 2)
        sum += (unsigned __int128)(load(at + 8 * i) + mix[i]) * (load(at + 8 * i + 8) + mix[i + 1]);
    sip_word(sip, (uint64_t)sum);
    sip_word(sip, (uint64_t)(sum >> 64));
}

static void add(struct sip *sip, const struct digest_key *key, const void *text, size_t size)
{
    const unsigned char *at = text;
    for (; size >= DIGEST_BLOCK; size -= DIGEST_BLOCK, at += DIGEST_BLOCK)
        add_block(sip, key->mix, at);
    if (size) {
        unsigned char last[DIGEST_BLOCK] = {0};
        memcpy(last, at, size);
        add_block(sip, key->mix, last);
    }
}

void digest_begin(struct digest_sum *sum, const struct digest_key *key, const void *head, size_t head_size, size_t data_size)
{
    struct sip sip = sip_begin(key->sip);
    sip_word(&sip, head_size);
    add(&sip, key, head, head_size);
    sip_word(&sip, data_size);
    sum->key = key;
    memcpy(sum->sip, sip.v, sizeof sip.v);
}

void digest_add(struct digest_sum *sum, const void *piece, size_t size)
{
    struct sip sip;
    memcpy(sip.v, sum->sip, sizeof sip.v);
    add(&sip, sum->key, piece, size);
    memcpy(sum->sip, sip.v, sizeof sip.v);
}

struct digest digest_end(struct digest_sum *sum)
{
    struct sip sip;
    memcpy(sip.v, sum->sip, sizeof sip.v);
    return sip_end(&sip);
}

struct digest digest_of(const struct digest_key *key, const void *head, size_t head_size, const void *data, size_t data_size)
{
    struct digest_sum sum;
    digest_begin(&sum, key, head, head_size, data_size);
    digest_add(&sum, data, data_size);
    return digest_end(&sum);
}
