/* Reads the lines of `ip monitor` from a pipe and sends a datagram when the link of its argument goes
   up or down, as a script around it would. */
#include "readiness.h"

#include <stdio.h>

int main(int count, char **arguments) {
    char line[4096], mark[64];
    if (count != 2) return 2;
    snprintf(mark, sizeof mark, " %s: <", arguments[1]);
    FILE *monitor = popen("exec ip -o monitor link address route", "r");
    if (!monitor) return 1;
    tell_ready();
    while (fgets(line, sizeof line, monitor)) {
        char *flags = strstr(line, mark);
        if (!flags) continue;
        flags += strlen(mark);
        flags[strcspn(flags, ">")] = '\0';
        send_path(strstr(flags, ",UP") || !strncmp(flags, "UP", 2));
    }
    return 1;
}
