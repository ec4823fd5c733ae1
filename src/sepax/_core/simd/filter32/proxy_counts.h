/* Counts of pairs that proxies and rounded records decide, or leave uncertain. Only careful builds
 * count (SEPAX_COUNT_PROXIES of setup.py), so that tests see that float32 is used. */
#ifndef SEPAX_PROXY_COUNTS_H
#define SEPAX_PROXY_COUNTS_H

#include <stddef.h>

enum proxy_count { BY_PROXIES, UNCERTAIN_BY_PROXIES, BY_ROUNDED_RECORDS,
                  UNCERTAIN_BY_ROUNDED_RECORDS, PROXY_COUNTS };

#if defined(SEPAX_COUNT_PROXIES)
enum { PROXIES_ARE_COUNTED = 1 };
extern long proxy_counts[PROXY_COUNTS];   /* by any thread, of all files; isa/baseline.c has them */

#if defined(__GNUC__)
#define proxy_count_after(which, more)                                               \
    __atomic_add_fetch(proxy_counts + (which), more, __ATOMIC_RELAXED)
#else
#include <intrin.h>
#define proxy_count_after(which, more)                                               \
    (_InterlockedExchangeAdd(proxy_counts + (which), more) + (more))
#endif

static inline void count_proxies(ptrdiff_t tested, ptrdiff_t pending)
{
    (void)proxy_count_after(BY_PROXIES, (long)(tested - pending));
    (void)proxy_count_after(UNCERTAIN_BY_PROXIES, (long)pending);
}

static inline void count_rounded(ptrdiff_t tested, ptrdiff_t pending)
{
    (void)proxy_count_after(BY_ROUNDED_RECORDS, (long)(tested - pending));
    (void)proxy_count_after(UNCERTAIN_BY_ROUNDED_RECORDS, (long)pending);
}
#else
enum { PROXIES_ARE_COUNTED = 0 };
#define proxy_count_after(which, more) ((void)(which), (void)(more), 0L)
#define count_proxies(tested, pending) ((void)(tested), (void)(pending))
#define count_rounded(tested, pending) ((void)(tested), (void)(pending))
#endif

#endif
