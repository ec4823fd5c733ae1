/* How many pairs shadows have told, and how many they left open, and the same of casts: careful
 * builds alone count them (SEPAX_COUNT_SHADOWS, of setup.py), for the tests to see that float32 is
 * asked. */
#ifndef SEPAX_SHADOW_COUNTS_H
#define SEPAX_SHADOW_COUNTS_H

#include <stddef.h>

enum shadow_count { BY_SHADOWS, OPEN_BY_SHADOWS, BY_CASTS, OPEN_BY_CASTS, SHADOW_COUNTS };

#if defined(SEPAX_COUNT_SHADOWS)
enum { SHADOWS_ARE_COUNTED = 1 };
extern long shadow_counts[SHADOW_COUNTS]; /* by any thread, of all files; isa/baseline.c has them */

#if defined(__GNUC__)
#define shadow_count_after(which, more)                                               \
    __atomic_add_fetch(shadow_counts + (which), more, __ATOMIC_RELAXED)
#else
#include <intrin.h>
#define shadow_count_after(which, more)                                               \
    (_InterlockedExchangeAdd(shadow_counts + (which), more) + (more))
#endif

static inline void count_shadows(ptrdiff_t asked, ptrdiff_t open)
{
    (void)shadow_count_after(BY_SHADOWS, (long)(asked - open));
    (void)shadow_count_after(OPEN_BY_SHADOWS, (long)open);
}

static inline void count_casts(ptrdiff_t asked, ptrdiff_t open)
{
    (void)shadow_count_after(BY_CASTS, (long)(asked - open));
    (void)shadow_count_after(OPEN_BY_CASTS, (long)open);
}
#else
enum { SHADOWS_ARE_COUNTED = 0 };
#define shadow_count_after(which, more) ((void)(which), (void)(more), 0L)
#define count_shadows(asked, open) ((void)(asked), (void)(open))
#define count_casts(asked, open) ((void)(asked), (void)(open))
#endif

#endif
