/* The engine of the posterior that fits the processor, or the one that is asked for. */
#include "posterior.h"

#include "posterior_engines.h"

int posterior(Posterior *given, EngineKind engine)
{
    const EngineKind best = best_engine();

    if (engine > best)
        return SEARCH_NO_ENGINE;
#if HAS_VERSIONS
    switch (engine == ENGINE_BEST ? best : engine) {
    case ENGINE_AVX512:
        return posterior_avx512(given);
    case ENGINE_AVX2:
        return posterior_avx2(given);
    default:
        break;
    }
#endif
    return posterior_plain(given);
}
