/* Takes the signals of NetworkManager or systemd-networkd on the system bus and sends a datagram when
   one tells that a link went up or down.

   bus-relay network-manager|networkd */
#include "readiness.h"

#include <systemd/sd-bus.h>

/* Where the service tells it, and whether its value says that the link is up. */
struct source {
    const char *service, *interface, *property;
    int (*is_up)(sd_bus_message *);
};

/* The flag NM_DEVICE_INTERFACE_FLAG_UP. */
static int is_up_by_flags(sd_bus_message *message) {
    unsigned flags = 0;
    sd_bus_message_read(message, "v", "u", &flags);
    return (flags & 1) != 0;
}

static int is_up_by_state(sd_bus_message *message) {
    const char *state = "";
    sd_bus_message_read(message, "v", "s", &state);
    return strcmp(state, "off") != 0;
}

static const struct source network_manager = {
    "org.freedesktop.NetworkManager", "org.freedesktop.NetworkManager.Device", "InterfaceFlags",
    is_up_by_flags};
static const struct source networkd = {
    "org.freedesktop.network1", "org.freedesktop.network1.Link", "OperationalState",
    is_up_by_state};

static int take(sd_bus_message *message, void *context, sd_bus_error *error) {
    const struct source *source = context;
    const char *interface, *property;
    (void)error;
    if (sd_bus_message_read(message, "s", &interface) < 0) return 0;
    if (strcmp(interface, source->interface)) return 0;
    if (sd_bus_message_enter_container(message, 'a', "{sv}") < 0) return 0;
    while (sd_bus_message_enter_container(message, 'e', "sv") > 0) {
        sd_bus_message_read(message, "s", &property);
        if (!strcmp(property, source->property)) send_path(source->is_up(message));
        else sd_bus_message_skip(message, "v");
        sd_bus_message_exit_container(message);
    }
    return 0;
}

/* Whether the service is on the bus. */
static int is_there(sd_bus *bus, const char *service) {
    return sd_bus_call_method(
               bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
               "GetNameOwner", NULL, NULL, "s", service) >= 0;
}

int main(int count, char **arguments) {
    sd_bus *bus;
    if (count != 2) return 2;
    const struct source *source =
        strcmp(arguments[1], "networkd") ? &network_manager : &networkd;
    if (sd_bus_open_system(&bus) < 0) return 1;
    if (sd_bus_match_signal(
            bus, NULL, source->service, NULL, "org.freedesktop.DBus.Properties",
            "PropertiesChanged", take, (void *)source) < 0)
        return 1;
    while (!is_there(bus, source->service)) usleep(20000);
    tell_ready();
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0) return 1;
        if (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0) return 1;
    }
}
