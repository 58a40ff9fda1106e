/* A keyed digest of 128 bits for the table files: who does not know the secret can neither find two texts of equal digest nor the
 * digest of a text. */
#ifndef GRUNDY_SERVER_TABLES_DIGEST_H
#define GRUNDY_SERVER_TABLES_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SECRET = 32, DIGEST_WORDS = 128, DIGEST_BLOCK = 1024 };

struct digest_key {
    uint64_t sip[2];
    uint64_t mix[DIGEST_WORDS];
};

struct digest {
    uint64_t v[2];
};

/* Everything else is made from the secret. */
void digest_key_make(struct digest_key *key, const unsigned char secret[DIGEST_SECRET]);
/* Of the head and the data, each with its length. Some 10 GB/s. */
struct digest digest_of(const struct digest_key *key, const void *head, size_t head_size, const void *data, size_t data_size);

/* The same where the data come in pieces: data_size bytes in all, every piece but the last a multiple of DIGEST_BLOCK. */
struct digest_sum {
    const struct digest_key *key;
    uint64_t sip[4];
};
void digest_begin(struct digest_sum *sum, const struct digest_key *key, const void *head, size_t head_size, size_t data_size);
void digest_add(struct digest_sum *sum, const void *piece, size_t size);
struct digest digest_end(struct digest_sum *sum);

/* SipHash-2-4 with 128 bits of result (Aumasson and Bernstein). */
struct digest digest_siphash(const uint64_t key[2], const void *text, size_t size);

#endif
