// The memory that the program uses, and the number of times its threads slept.
#define _GNU_SOURCE

#include "CAllocations.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <dirent.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

long heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

long other_threads_sleeps(void) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) return -1;
  long sum = 0;
  for (struct dirent *entry; (entry = readdir(tasks));) {
    long id = atol(entry->d_name);
    if (id == 0 || id == gettid()) continue;
    char path[64], line[128];
    snprintf(path, sizeof path, "/proc/self/task/%ld/status", id);
    FILE *file = fopen(path, "r");
    if (!file) continue;
    long sleeps = 0;
    while (fgets(line, sizeof line, file)) sscanf(line, "voluntary_ctxt_switches: %ld", &sleeps);
    sum += sleeps;
    fclose(file);
  }
  closedir(tasks);
  return sum;
}

#else

long heap_bytes(void) { return -1; }
long other_threads_sleeps(void) { return -1; }

#endif
