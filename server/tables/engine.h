/* The name of what makes tables. */
#ifndef GRUNDY_SERVER_TABLES_ENGINE_H
#define GRUNDY_SERVER_TABLES_ENGINE_H

/* What made a table: the version, and what the linker calls this very build, so that a table made by other code is not taken for
 * ours. At most 47 bytes, filled up with zeros. */
void table_engine(char engine[48]);

#endif
