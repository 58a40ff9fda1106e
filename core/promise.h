/* What a solver promises of its own work, checked in every build. A promise that is broken ends the question under way with
 * STATUS_internal, told with its game and position in the log; nobody else's question suffers. Only where no question is under
 * way does it end the process. Not for code that holds a lock or a descriptor: there a broken invariant is an assert. */
#ifndef GRUNDY_CORE_PROMISE_H
#define GRUNDY_CORE_PROMISE_H

#define promise(kept) ((kept) ? (void)0 : promise_broken(#kept, __FILE__, __LINE__))

_Noreturn void promise_broken(const char *what, const char *file, int line);

#endif
