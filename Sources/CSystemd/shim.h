/* libsystemd, and what of it Swift cannot import. */
#pragma once

#include <sys/epoll.h>
#include <sys/inotify.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-device.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>
#include <systemd/sd-login.h>
#include <time.h>

/* The name in an inotify event, a flexible array; NULL where the event is about the directory. */
static inline const char *cellgate_inotify_event_name(const struct inotify_event *event)
{
        return event->len > 0 ? event->name : NULL;
}

/* The time on CLOCK_MONOTONIC in microseconds: Swift finds two modules for struct timespec. */
static inline uint64_t cellgate_monotonic_microseconds(void)
{
        struct timespec time;

        clock_gettime(CLOCK_MONOTONIC, &time);
        return (uint64_t) time.tv_sec * 1000000 + (uint64_t) time.tv_nsec / 1000;
}
