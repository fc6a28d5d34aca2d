// The time of day that a daemon under test reads, set by whoever writes the file that
// $CELLGATE_SOAK_CLOCK names: so many microseconds are added. For LD_PRELOAD; CLOCK_REALTIME itself
// is in no namespace, and to set it would set the machine's.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long long *offset;

__attribute__((constructor)) static void open_offset(void) {
    const char *path = getenv("CELLGATE_SOAK_CLOCK");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) offset = page;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    const long result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        const long long nanoseconds = time->tv_nsec + *offset % 1000000 * 1000 + 1000000000LL;
        time->tv_sec += *offset / 1000000 - 1 + nanoseconds / 1000000000LL;
        time->tv_nsec = nanoseconds % 1000000000LL;
    }
    return (int)result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}
