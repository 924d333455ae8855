/* exp(x) that a compiler turns into vector code. */
#ifndef EMBED_KCPD_EXPONENTIAL_H
#define EMBED_KCPD_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

#define SMALLEST (-700.0) /* exponentials below exp of this are zero */

/* exp(x) for x <= 700, to the last digit or two; a loop around it becomes vector code.
 * x = k log 2 + r with |r| <= log(2) / 2; adding SHIFTER leaves k in the lowest bits. */
static inline double exponential(double x)
{
    const double shifter = 6755399441055744.0; /* 1.5 * 2^52 */
    const double held = x < SMALLEST ? SMALLEST : x;
    const double shifted = held * 1.4426950408889634074 + shifter, k = shifted - shifter;
    const double r = (held - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    double p = 1.0 / 6227020800.0, scale;
    int64_t bits;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (int64_t)(((uint64_t)bits + 1023u) << 52);
    memcpy(&scale, &bits, sizeof scale);
    return x < SMALLEST ? 0.0 : p * scale;
}

#endif
