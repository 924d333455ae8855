/* The engine, once for each kind of processor; search.c picks one. */
#ifndef EMBED_KCPD_ENGINES_H
#define EMBED_KCPD_ENGINES_H

#include "problem.h"

#if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__))
#define HAS_VERSIONS 1
#else
#define HAS_VERSIONS 0
#endif

int search_plain(const Problem *problem);
int search_avx2(const Problem *problem);
int search_avx512(const Problem *problem);

#endif
