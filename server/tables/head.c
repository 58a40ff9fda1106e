/* The head of a table, made and looked at: server/tables/head.h. */
#include "server/tables/head.h"

#include "server/tables/engine.h"
#include "server/tables/file.h"

#include <string.h>

static char engine[48];
static pthread_once_t engine_once = PTHREAD_ONCE_INIT;

static void find_engine(void)
{
    table_engine(engine);
}

const char *table_head_engine(void)
{
    pthread_once(&engine_once, find_engine);
    return engine;
}

bool table_head_plausible(const struct table_head *head, uint64_t size, const char *key)
{
    size_t key_size = strlen(key);
    /* Sizes are compared before anything is read by them. */
    return !memcmp(head->magic, TABLE_MAGIC, 8) && head->order == TABLE_ORDER && head->format == TABLE_FORMAT &&
           !memcmp(head->engine, table_head_engine(), sizeof engine) && head->key_size == key_size && key_size <= TABLE_KEY_MAX &&
           head->data_at == table_data_at(key_size) && (head->width == 1 || head->width == 2 || head->width == 4) &&
           size > head->data_at && (size - head->data_at) % head->width == 0 &&
           head->count == (size - head->data_at) / head->width && head->proven <= 1 &&
           (!head->proven || (head->period && head->period <= head->count && head->preperiod <= head->count - head->period));
}

void table_head_make(struct table_head *head, unsigned char *front, const char *key, const struct table *table)
{
    size_t key_size = strlen(key);
    *head = (struct table_head){.magic = TABLE_MAGIC,
                                .order = TABLE_ORDER,
                                .format = TABLE_FORMAT,
                                .key_size = key_size,
                                .data_at = table_data_at(key_size),
                                .count = table->count,
                                .width = table->width,
                                .proven = table->proven,
                                .preperiod = table->preperiod,
                                .period = table->period,
                                .saltus = table->saltus,
                                .checked_to = table->checked_to};
    memcpy(head->engine, table_head_engine(), sizeof head->engine);
    memcpy(front, head, sizeof *head);
    memcpy(front + sizeof *head, key, key_size);
}

bool table_front_holds(unsigned char *front, const struct table_head *head, const char *key)
{
    static const unsigned char zeros[64];
    struct table_head blank;
    memcpy(&blank, front, sizeof blank);
    if (memcmp(&blank, head, sizeof blank) != 0)
        return false; /* changed since it was found plausible */
    blank.digest = (struct digest){{0, 0}};
    memcpy(front, &blank, sizeof blank);
    const unsigned char *end = front + sizeof blank + head->key_size;
    return !memcmp(front + sizeof blank, key, head->key_size) && !memcmp(end, zeros, (size_t)(front + head->data_at - end));
}

struct table table_of_head(const struct table_head *head, const void *data)
{
    return (struct table){.data = data,
                          .count = head->count,
                          .width = head->width,
                          .proven = head->proven,
                          .stranger = true,
                          .preperiod = head->preperiod,
                          .period = head->period,
                          .saltus = head->saltus,
                          .checked_to = head->checked_to};
}
