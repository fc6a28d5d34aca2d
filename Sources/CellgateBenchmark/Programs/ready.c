/* Tells that it is ready, and nothing more: what starting a program costs at least. */
#include "readiness.h"

int main(void) {
    tell_ready();
    for (;;) pause();
}
