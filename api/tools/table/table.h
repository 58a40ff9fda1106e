/* A question about the values of heap rules: read by POST /sg/table and by the command that fills the tables ahead of time. */
#ifndef GRUNDY_API_TOOLS_TABLE_TABLE_H
#define GRUNDY_API_TOOLS_TABLE_TABLE_H

#include "core/sg/position.h"
#include "core/value/fault.h"

#include <cjson/cJSON.h>

struct table_question {
    struct head head;
    struct given_rules rules;
    struct num from, to; /* inclusive */
    int language;        /* of problems */
};

/* The question as the answer tells it, and as it is sent. */
extern const struct type type_table_question, type_table_request;

/* False: told in faults. */
bool table_read(struct table_question *question, const cJSON *json, struct faults *faults);

#endif
