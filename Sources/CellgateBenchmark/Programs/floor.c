/* Reads netlink and sends a datagram when the link of its argument goes up or down: what following
   the kernel costs at least. It keeps nothing, asks nothing and decides nothing. */
#include "readiness.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>

static void take(struct nlmsghdr *message, const char *name) {
    if (message->nlmsg_type != RTM_NEWLINK) return;
    struct ifinfomsg *link = NLMSG_DATA(message);
    int length = IFLA_PAYLOAD(message);
    for (struct rtattr *attribute = IFLA_RTA(link); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        if (attribute->rta_type != IFLA_IFNAME) continue;
        if (!strcmp(RTA_DATA(attribute), name)) send_path((link->ifi_flags & IFF_UP) != 0);
        return;
    }
}

int main(int count, char **arguments) {
    static char buffer[65536] __attribute__((aligned(NLMSG_ALIGNTO)));
    struct sockaddr_nl groups = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE |
                     RTMGRP_IPV6_ROUTE,
    };
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (count != 2 || netlink < 0) return 2;
    if (bind(netlink, (struct sockaddr *)&groups, sizeof groups) < 0) return 1;
    tell_ready();
    for (;;) {
        int length = recv(netlink, buffer, sizeof buffer, 0);
        for (struct nlmsghdr *message = (struct nlmsghdr *)buffer; NLMSG_OK(message, length);
             message = NLMSG_NEXT(message, length))
            take(message, arguments[1]);
    }
}
