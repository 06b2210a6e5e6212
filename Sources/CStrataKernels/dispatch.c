#include "CStrataKernels.h"
