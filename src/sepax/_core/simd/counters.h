/* Counters of 4 or 8 bytes that several threads may increment at once, with a global lock or without.
 * One that finds a new number by `counted` sees all that was written before `count_up`. The number
 * that `store_number` writes says nothing about other memory. */
#ifndef SEPAX_COUNTERS_H
#define SEPAX_COUNTERS_H

#if defined(__GNUC__) || defined(__clang__)
#define count_up(place) ((void)__atomic_fetch_add(place, 1, __ATOMIC_RELEASE))
#define counted(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#define store_number(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)
#else
#include <intrin.h>
#define count_up(place)                                                              \
    ((void)(sizeof *(place) == 8 ? _InterlockedIncrement64((volatile long long *)(place)) \
                                 : _InterlockedIncrement((volatile long *)(place))))
#define counted(place)                                                               \
    (sizeof *(place) == 8 ? *(const volatile unsigned long long *)(place)            \
                          : *(const volatile unsigned long *)(place))
#define store_number(place, value) ((void)(*(place) = (value)))
#endif

#endif
