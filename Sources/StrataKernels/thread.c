#include "StrataKernels.h"

_Thread_local void *strata_state_of_thread;
