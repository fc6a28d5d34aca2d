/* On each SIGUSR2 sends entries as fast as the socket takes them: what handing entries over costs at
   least.

   burst COUNT BYTES */
#include "readiness.h"

#include <signal.h>

int main(int count, char **arguments) {
    static char entry[65536];
    sigset_t signals;
    int received;
    if (count != 3) return 2;
    long entries = atol(arguments[1]), bytes = atol(arguments[2]);
    if (bytes < 16 || bytes > (long)sizeof entry) return 2;
    memset(entry, 'x', sizeof entry);
    memcpy(entry, "MESSAGE=", 8);
    entry[bytes - 1] = '\n';
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR2);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    tell_ready();
    while (sigwait(&signals, &received) == 0)
        for (long number = 0; number < entries; number++) send_entry(entry, bytes);
    return 1;
}
