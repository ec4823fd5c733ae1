/* How many pairs shadows have told, and how many they left open: careful builds alone count them
 * (SEPAX_COUNT_SHADOWS, of setup.py), for the tests to see that shadows are asked. */
#ifndef SEPAX_SHADOW_COUNTS_H
#define SEPAX_SHADOW_COUNTS_H

#include <stddef.h>

#if defined(SEPAX_COUNT_SHADOWS)
enum { SHADOWS_ARE_COUNTED = 1 };
extern long shadow_counts[2]; /* told, open: by any thread, of all files; levels.h has it */

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
    (void)shadow_count_after(0, (long)(asked - open));
    (void)shadow_count_after(1, (long)open);
}
#else
enum { SHADOWS_ARE_COUNTED = 0 };
#define shadow_count_after(which, more) ((void)(which), (void)(more), 0L)
#define count_shadows(asked, open) ((void)(asked), (void)(open))
#endif

#endif
