/* What the programs beside cellgated share: they tell that they are ready, as sd_notify(3) has it,
   and send entries in journald's own format. */
#pragma once

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int datagram_socket = -1;

static void send_to(const char *path, const char *text, size_t length) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (datagram_socket < 0) datagram_socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sendto(datagram_socket, text, length, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address);
}

static inline void tell_ready(void) {
    const char *path = getenv("NOTIFY_SOCKET");
    if (path) send_to(path, "READY=1", 7);
}

static inline void send_entry(const char *text, size_t length) {
    send_to("/run/systemd/journal/socket", text, length);
}

/* One entry for a change of the link that stands for the path; nothing where it is as before. */
static inline void send_path(int is_up) {
    static int was_up = -1;
    static const char up[] = "MESSAGE=path satisfied\nPRIORITY=5\n";
    static const char down[] = "MESSAGE=path unsatisfied\nPRIORITY=5\n";
    if (is_up == was_up) return;
    was_up = is_up;
    if (is_up) send_entry(up, sizeof up - 1);
    else send_entry(down, sizeof down - 1);
}
