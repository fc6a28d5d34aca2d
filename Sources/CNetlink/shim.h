/* libnl and the kernel's rtnetlink and nl80211 headers, and what of them Swift cannot import. */
#pragma once

/* Before the kernel's headers, which then leave its types to it (linux/libc-compat.h). */
#include <netinet/in.h>

#include <linux/capability.h>
#include <linux/fib_rules.h>
#include <linux/filter.h>
#include <linux/genetlink.h>
#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/if_arp.h>
#include <linux/if_link.h>
#include <linux/if_tun.h>
#include <linux/if_tunnel.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/nexthop.h>
#include <linux/nl80211.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/errno.h>
#include <netlink/msg.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Hardware types of cellular links that no kernel header has: ARPHRD_RAWIP as Android kernels
   before 4.12 numbered it, and the numbers of vendors' modem stacks (rmnet, ccmni). */
#ifndef ARPHRD_RAWIP_LEGACY
#define ARPHRD_RAWIP_LEGACY 530
#endif
#ifndef ARPHRD_CELLULAR_FIRST
#define ARPHRD_CELLULAR_FIRST 820
#endif
#ifndef ARPHRD_CELLULAR_LAST
#define ARPHRD_CELLULAR_LAST 822
#endif

/* Whether the calling thread has CAP_NET_ADMIN in effect. glibc has no capget(), and syscall() is
   variadic, which Swift does not import. */
static inline int cnetlink_has_net_admin(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
    if (syscall(SYS_capget, &header, data) != 0) return 0;
    return (data[CAP_TO_INDEX(CAP_NET_ADMIN)].effective & CAP_TO_MASK(CAP_NET_ADMIN)) != 0;
}
