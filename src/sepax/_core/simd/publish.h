/* Publication to other threads: one that finds a pointer by `published` sees all that was written
 * before `publish`. With a global lock that always holds, unless the other reads without it: for such
 * readers there is `publish_to_all`. */
#ifndef SEPAX_PUBLISH_H
#define SEPAX_PUBLISH_H

#include <Python.h>

#if defined(__GNUC__) || defined(__clang__)
#define publish_to_all(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#else
#define publish_to_all(place, value) ((void)(*(void *volatile *)(place) = (value)))
#endif

#if !defined(Py_GIL_DISABLED)
#define publish(place, value) ((void)(*(place) = (value)))
#define published(place) (*(place))
#elif defined(__GNUC__) || defined(__clang__)
#define publish(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
#define published(place) __atomic_load_n(place, __ATOMIC_ACQUIRE)
#else
/* Microsoft's compiler, which setup.py tells to keep volatile accesses in order. */
#define publish(place, value) ((void)(*(void *volatile *)(place) = (value)))
#define published(place) (*(void *volatile *)(place))
#endif

#endif
