/* The engine for kept costs on any processor. */
#include "kept_walk.h"

int search_kept_plain(const Kept *kept)
{
    return walk_kept(kept);
}
