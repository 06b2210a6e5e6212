#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of a program until its limits are reached; calls `take` with each input.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*take)(const uint8_t *bytes, size_t count));

/// Changes an input in place as libFuzzer itself does; returns its new size, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
