/* The kept part is a ring. What a reader needs of it is from the beginning of its part on, or TAPE_BEHIND bytes; so that nothing
 * of what is found rests on how long the pieces are in which the text comes. */
#include "api/tools/judge/check/tape.h"

#include <string.h>

void tape_init(struct tape *tape, const struct text_in *text, struct arena *arena)
{
    size_t room = TAPE_ROOM;
    while (!text->refill && room / 2 > (size_t)(text->end - text->at))
        room /= 2;
    *tape = (struct tape){.text = *text, .v = arena_raw(arena, room), .room = room};
    for (size_t i = 0; i < TAPE_READERS; i++)
        tape->readers[i].place.line = 1;
}

/* From where on the reader needs what is kept. */
static uint64_t needed_from(const struct tape_reader *reader, const struct tape_reader *asking)
{
    uint64_t at = reader->led ? asking->place.at : reader->place.at;
    return at - reader->from > TAPE_BEHIND ? at - TAPE_BEHIND : reader->from;
}

static struct tape_reader *hindmost(struct tape *tape, const struct tape_reader *asking)
{
    struct tape_reader *last = NULL;
    for (size_t i = 0; i < TAPE_READERS; i++) {
        struct tape_reader *reader = &tape->readers[i];
        if (!reader->lost && (!last || needed_from(reader, asking) < needed_from(last, asking)))
            last = reader;
    }
    return last;
}

static void count_lines(struct tape *tape, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == '\n')
            tape->in_line = false;
        else if (!tape->in_line && !text_is_space((unsigned char)bytes[i]))
            tape->in_line = ++tape->lines;
    }
}

/* More of the text, or one reader less. False: it has ended. */
static bool fill(struct tape *tape, struct tape_reader *asking)
{
    struct tape_reader *last = hindmost(tape, asking);
    size_t room = tape->room - (size_t)(tape->end - needed_from(last, asking)), to = tape->end % tape->room;
    const char *bytes;
    if (text_peek(&tape->text) < 0)
        return false;
    if (!room) {
        (asking->worth > last->worth ? last : asking)->lost = true;
        return true;
    }
    size_t n = text_take(&tape->text, &bytes, room < tape->room - to ? room : tape->room - to);
    memcpy(tape->v + to, bytes, n);
    count_lines(tape, bytes, n);
    tape->end += n;
    return true;
}

int tape_peek(struct tape *tape, struct tape_reader *reader, const struct tape_place *place)
{
    while (!reader->lost && place->at == tape->end)
        if (!fill(tape, reader))
            return -1;
    return reader->lost ? -1 : (unsigned char)tape->v[place->at % tape->room];
}

void tape_skip(struct tape_place *place, int c)
{
    place->at++;
    place->line += c == '\n';
}

void tape_lead(struct tape *tape, struct tape_reader *leader, const bool along[TAPE_READERS])
{
    for (size_t i = 0; i < TAPE_READERS; i++) {
        struct tape_reader *reader = &tape->readers[i];
        reader->led = along[i] && reader != leader && !reader->lost && reader->place.at == leader->place.at;
    }
}

void tape_follow(struct tape *tape, const struct tape_reader *leader)
{
    for (size_t i = 0; i < TAPE_READERS; i++) {
        struct tape_reader *reader = &tape->readers[i];
        if (reader->led && !leader->lost)
            reader->place = leader->place;
        reader->led = false;
    }
}

static void skip_spaces(struct tape *tape, struct tape_reader *reader, struct tape_place *place)
{
    for (int c = tape_peek(tape, reader, place); text_is_space(c); c = tape_peek(tape, reader, place))
        tape_skip(place, c);
}

void tape_skip_spaces(struct tape *tape)
{
    for (size_t i = 0; i < TAPE_READERS; i++) {
        tape_lead(tape, &tape->readers[i], (const bool[TAPE_READERS]){true, true, true});
        skip_spaces(tape, &tape->readers[i], &tape->readers[i].place);
        tape_follow(tape, &tape->readers[i]);
    }
}

/* As many characters as `most`. */
static size_t match(struct tape *tape, struct tape_reader *reader, struct tape_place *place, struct word *word, size_t most,
                    const char *expected, size_t n)
{
    size_t same = 0;
    word->line = place->line;
    word->n = 0;
    for (int c = tape_peek(tape, reader, place); word->n < most && c >= 0 && !text_is_space(c);
         c = tape_peek(tape, reader, place)) {
        if (word->n < WORD_ROOM - 1)
            word->v[word->n] = (char)c;
        same += same == word->n && same < n && expected[same] == (char)c;
        word->n++;
        tape_skip(place, c);
    }
    word->v[word->n < WORD_ROOM ? word->n : WORD_ROOM - 1] = '\0';
    return same;
}

size_t tape_match(struct tape *tape, struct tape_reader *reader, struct word *word, const char *expected, size_t n)
{
    return match(tape, reader, &reader->place, word, SIZE_MAX, expected, n);
}

void tape_glance(struct tape *tape, struct tape_reader *reader, struct word *word)
{
    struct tape_place place = reader->place;
    match(tape, reader, &place, word, WORD_ROOM, NULL, 0);
}

bool tape_part(const struct tape *tape, const struct tape_reader *reader, char *to, size_t *n)
{
    *n = (size_t)(reader->place.at - reader->from);
    if (*n > TAPE_BEHIND)
        return false;
    for (size_t i = 0; i < *n; i++)
        to[i] = tape->v[(reader->from + i) % tape->room];
    return true;
}

bool tape_has_lines(struct tape *tape, int64_t lines)
{
    const char *bytes;
    for (size_t n; tape->lines <= lines && (n = text_take(&tape->text, &bytes, TAPE_ROOM));)
        count_lines(tape, bytes, n);
    return tape->lines == lines;
}
