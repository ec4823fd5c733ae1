/* Ask for a cache line in time; where compilers have no word for it, do nothing. */
#ifndef SEPAX_PREFETCH_H
#define SEPAX_PREFETCH_H

#if defined(__GNUC__)
/* The empty statement is an effect: without one GCC leaves out calls of functions that do
 * nothing but this. */
#define prefetch(p) (__extension__({ __builtin_prefetch(p); __asm__ volatile(""); }))
#elif defined(_M_X64)
#include <intrin.h>
#define prefetch(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
#elif defined(_M_ARM64)
#include <intrin.h>
#define prefetch(p) __prefetch(p)
#else
#define prefetch(p) ((void)(p))
#endif

#endif
