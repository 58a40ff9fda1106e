/* The three files that a program is given. */
#ifndef GRUNDY_SERVER_COMMAND_STANDARD_H
#define GRUNDY_SERVER_COMMAND_STANDARD_H

/* First of all: one that was closed becomes one that nothing can be read from, or written to, so that no file which is opened
 * takes its number, to be taken for a contestant's output, or written over. */
void standard_hold(void);

#endif
