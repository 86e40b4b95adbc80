// The clock of one process, which a test can set: preloaded, it adds the seconds that a file holds to the wall clock.
// The monotonic clock stays as it is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long seconds_off(void) {
  static const char *path;
  static long seconds;
  static long read_at;
  struct timespec now;
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  if (!path) path = getenv("WRONG_CLOCK_FILE");
  if (!path || real(CLOCK_MONOTONIC, &now)) return 0;
  long now_ms = now.tv_sec * 1000 + now.tv_nsec / 1000000;
  if (now_ms - read_at < 20) return seconds;
  read_at = now_ms;
  int file = open(path, O_RDONLY);
  if (file < 0) return seconds;
  char text[32];
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length > 0 ? length : 0] = 0;
  return seconds = atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += seconds_off();
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static int (*real)(struct timeval *restrict, void *restrict);
  if (!real) real = dlsym(RTLD_NEXT, "gettimeofday");
  int result = real(time, zone);
  if (result == 0) time->tv_sec += seconds_off();
  return result;
}
