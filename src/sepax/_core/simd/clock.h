/* A clock to tell how long a loop has run. */
#ifndef SEPAX_CLOCK_H
#define SEPAX_CLOCK_H

#include <time.h>

/* Seconds since some moment. On Windows that of the calendar, which may be set back. */
static inline double clock_seconds(void)
{
    struct timespec now = {0, 0};
#ifdef _WIN32
    timespec_get(&now, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
