/* Which commit this was built from. */
#ifndef GRUNDY_SERVER_REVISION_H
#define GRUNDY_SERVER_REVISION_H

/* "unknown" where the sources were in no repository and nobody said. */
const char *revision(void);

#endif
