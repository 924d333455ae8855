#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64 /* bytes: one cache line, one vector of the widest kind */

#ifdef EMBED_KCPD_TEST_BUILD
static int64_t grants = -1;

void refuse_after(int64_t requests)
{
    grants = requests;
}

static int is_refused(void)
{
    if (grants < 0)
        return 0;
    if (grants == 0)
        return 1;
    grants--;
    return 0;
}
#else
static int is_refused(void)
{
    return 0;
}
#endif

/* C99 has no aligned allocation: the true address is kept just before the aligned one. */
static void *reserve_some(int64_t count, size_t size, int is_zero)
{
    const size_t extra = ALIGNMENT + sizeof(void *);
    char *whole, *aligned;
    size_t bytes;

    if (count < 0 || (uint64_t)count > (SIZE_MAX - extra) / size || is_refused())
        return NULL;
    bytes = (size_t)count * size;
    whole = is_zero ? calloc(bytes + extra, 1) : malloc(bytes + extra);
    if (!whole)
        return NULL;
    aligned = whole + sizeof(void *);
    aligned += ALIGNMENT - (uintptr_t)aligned % ALIGNMENT;
    memcpy(aligned - sizeof(void *), &whole, sizeof(void *));
    return aligned;
}

void *reserve(int64_t count, size_t size)
{
    return reserve_some(count, size, 1);
}

void *reserve_unset(int64_t count, size_t size)
{
    return reserve_some(count, size, 0);
}

void *extend(void *old, int64_t used, int64_t count, size_t size)
{
    void *longer = reserve(count, size);

    if (!longer)
        return NULL;
    if (old)
        memcpy(longer, old, (size_t)used * size);
    release(old);
    return longer;
}

void release(void *room)
{
    void *whole;

    if (!room)
        return;
    memcpy(&whole, (char *)room - sizeof(void *), sizeof(void *));
    free(whole);
}
