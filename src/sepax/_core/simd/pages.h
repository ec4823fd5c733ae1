/* Advise the system to use large pages for large memory, as NumPy does: with pages of 4 KiB, random
 * access to records also waits for the page table. Without support nothing changes. */
#ifndef SEPAX_PAGES_H
#define SEPAX_PAGES_H

#include <stddef.h>

#if defined(__linux__)
#include <stdint.h>
#include <sys/mman.h>
#endif

#define LARGE_MEMORY ((size_t)1 << 22) /* bytes: twice the pages of x86-64 that are the next larger */

static inline void request_large_pages(void *memory, size_t bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const uintptr_t largest_page = 1 << 16; /* of the ordinary ones: advice begins with one */
    const uintptr_t start = ((uintptr_t)memory + largest_page - 1) / largest_page * largest_page;
    if (memory && bytes >= LARGE_MEMORY)
        (void)madvise((void *)start, bytes - (size_t)(start - (uintptr_t)memory), MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

#endif
