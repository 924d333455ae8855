/* Kept costs from products of rows, and the engine that fits the processor, or that is asked for.
 */
#include "kept.h"

#include "engines.h"
#include "memory.h"

#define LEAST_MASS 1e-100 /* no mean is divided by less; the same in costs/linear.py */

int fill_kept(int64_t n, const double *products, const double *squares, const double *mass,
              double ridge, double *costs)
{
    double *energy = reserve(n, sizeof(double)); /* |sum of [s, end)|^2 for each s */
    if (!energy)
        return SEARCH_NO_MEMORY;
    for (int64_t end = 1; end <= n; end++) {
        const double *with = products + (end - 1) * n, own = with[end - 1];
        double *restrict row = costs + end * (end - 1) / 2, *restrict sums = energy, behind = 0.0;
        for (int64_t s = end - 1; s >= 0; s--) {
            sums[s] += own + 2.0 * behind;
            behind += s ? with[s - 1] : 0.0;
        }
        for (int64_t s = 0; s < end; s++) {
            const double held = mass[end] - mass[s] + ridge, square = sums[s] > 0.0 ? sums[s] : 0.0;
            const double cost =
                squares[end] - squares[s] - square / (held > LEAST_MASS ? held : LEAST_MASS);
            row[s] = cost > 0.0 ? cost : 0.0;
        }
    }
    release(energy);
    return SEARCH_DONE;
}

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
