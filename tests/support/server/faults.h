/* Allocations and system calls that fail on purpose. The linker sends those of our own objects here (cmake/tests.cmake lists
 * them); the libraries' own are left alone. For one thread. */
#ifndef GRUNDY_TESTS_SUPPORT_FAULTS_H
#define GRUNDY_TESTS_SUPPORT_FAULTS_H

#include <stdbool.h>

/* From now on the n-th call that can fail (counted from 1) does so; with `on`, all later ones too. */
void faults_arm(long n, bool on);
/* The n-th call is the last one: the process is killed just before it. */
void faults_kill(long n);
/* From now on nothing fails. Whether something did. */
bool faults_disarm(void);
/* Allocations that were not given back yet. */
long faults_live(void);
/* The call that failed first, for messages. */
const char *faults_call(void);

#endif
