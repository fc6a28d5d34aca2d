/* jansson, and what of it Swift cannot import. */
#pragma once

#include <jansson.h>

/* JSON_REJECT_DUPLICATES and the like are imported; this is a macro with an argument. */
static inline json_type cjansson_type(const json_t *value)
{
    return json_typeof(value);
}

/* The text of an error, whose array Swift would import as a tuple. */
static inline const char *cjansson_error_text(const json_error_t *error)
{
    return error->text;
}

/* A document as one line without a newline, in the order of the names' bytes; to be freed. NULL as
 * below. */
static inline char *cjansson_line(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
}

/* The same without a byte beyond ASCII. */
static inline char *cjansson_ascii_line(const json_t *value)
{
    return json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
}

/* A document as text for people, in the order of the names' bytes; to be freed. NULL where the
 * value is neither an array nor an object, or memory is short. JSON_INDENT is a macro with an
 * argument. */
static inline char *cjansson_text(const json_t *value)
{
    return json_dumps(value, JSON_INDENT(2) | JSON_SORT_KEYS);
}
