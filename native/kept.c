/* The engine for kept costs that fits the processor, or the one that is asked for. */
#include "kept.h"

#include "engines.h"

int search_kept(const Kept *kept, EngineKind engine)
{
    const EngineKind best = best_engine();

    if (engine > best)
        return SEARCH_NO_ENGINE;
#if HAS_VERSIONS
    switch (engine == ENGINE_BEST ? best : engine) {
    case ENGINE_AVX512:
        return search_kept_avx512(kept);
    case ENGINE_AVX2:
        return search_kept_avx2(kept);
    default:
        break;
    }
#endif
    return search_kept_plain(kept);
}
