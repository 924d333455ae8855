/* The engine for any processor. */
#include "engines.h"

#include "engine.c.inc"

const Engine engine_plain = THIS_ENGINE;
