// Keeps what a power cut would leave: whenever a file below $SYNCED_FROM is synced, its content is copied to a file of
// the same name in $SYNCED_TO. What was written but never synced is in no copy. Loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void copy(int file, const char *name, const char *to) {
  char part[4200], whole[4200], chunk[65536];
  snprintf(part, sizeof part, "%s/.%s.part", to, name);
  snprintf(whole, sizeof whole, "%s/%s", to, name);
  int out = open(part, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (out < 0) abort();
  off_t at = 0;
  for (ssize_t count; (count = pread(file, chunk, sizeof chunk, at)) > 0; at += count)
    if (write(out, chunk, count) != count) abort();
  close(out);
  if (rename(part, whole) != 0) abort();
}

static void keep(int file) {
  const char *from = getenv("SYNCED_FROM"), *to = getenv("SYNCED_TO");
  if (!from || !to) return;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  struct stat state;
  size_t prefix = strlen(from);
  if (strncmp(path, from, prefix) != 0 || path[prefix] != '/' || strchr(path + prefix + 1, '/')) return;
  if (fstat(file, &state) != 0 || !S_ISREG(state.st_mode)) return;
  // Temporary files are synced under a name that they lose: only the database is of interest.
  pthread_mutex_lock(&lock);
  copy(file, path + prefix + 1, to);
  pthread_mutex_unlock(&lock);
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  keep(file);
  return real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  keep(file);
  return real(file);
}
