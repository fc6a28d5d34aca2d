"""One link of every kind that this kernel makes."""

from pathlib import Path

import tunnels
import usb
from recording import Recording, run

_LOCAL = "local 127.0.0.1 remote 127.0.0.2"
_LOCAL6 = "local ::1 remote ::2"
# What it is, its name, how it is made.
_LINKS = [
    ("loopback", "lo", ":"),
    ("wifi station", "wlan0", ":"),
    ("mac80211_hwsim's tap", "hwsim0", ":"),
    ("wwan default link", "wwan0", ":"),
    ("wwan second link", "wwan9", "ip link add dev wwan9 parentdev wwan0 type wwan linkid 2"),
    ("wifi access point", "wlan1", "iw dev wlan1 set type __ap"),
    ("wifi monitor", "mon0", "iw dev wlan0 interface add mon0 type monitor"),
    ("wifi mesh", "mesh0", "iw dev wlan0 interface add mesh0 type mp"),
    ("wifi ad hoc", "ibss0", "iw dev wlan0 interface add ibss0 type ibss"),
    ("wifi station for bridges", "wds0", "iw dev wlan0 interface add wds0 type managed 4addr on"),
    ("vlan on wifi", "wlan0.5", "ip link add link wlan0 name wlan0.5 type vlan id 5"),
    ("macvlan on wifi", "mvw", "ip link add link wlan0 name mvw type macvlan"),
    ("dummy", "dummy0", "ip link add dummy0 type dummy"),
    ("virt_wifi on dummy", "vwlan0", "ip link add link dummy0 name vwlan0 type virt_wifi"),
    ("veth", "ve0", "ip link add ve0 type veth peer name ve1"),
    ("bridge", "br0", "ip link add br0 type bridge"),
    ("bond", "bond7", "ip link add bond7 type bond"),
    ("team", "team0", "ip link add team0 type team"),
    ("vlan on veth", "ve0.7", "ip link add link ve0 name ve0.7 type vlan id 7"),
    ("macvlan", "mv0", "ip link add link ve0 name mv0 type macvlan"),
    ("macvtap", "mvt0", "ip link add link ve1 name mvt0 type macvtap"),
    ("dummy below ipvlan", "dummy1", "ip link add dummy1 type dummy"),
    ("ipvlan", "ipv0", "ip link add link dummy1 name ipv0 type ipvlan"),
    ("dummy below macsec", "dummy2", "ip link add dummy2 type dummy"),
    ("macsec", "ms0", "ip link add link dummy2 name ms0 type macsec"),
    ("ifb", "ifb7", "ip link add ifb7 type ifb"),
    ("tun", "tun0", "ip tuntap add tun0 mode tun"),
    ("tap", "tap0", "ip tuntap add tap0 mode tap"),
    ("wireguard", "wg0", "ip link add wg0 type wireguard"),
    ("xfrm", "xfrm0", "ip link add xfrm0 type xfrm if_id 1"),
    ("vti", "vti0x", f"ip link add vti0x type vti {_LOCAL} key 1"),
    ("vti6", "vti6x", f"ip link add vti6x type vti6 {_LOCAL6} key 1"),
    ("ipip", "ipip0x", f"ip link add ipip0x type ipip {_LOCAL}"),
    ("gre", "gre0x", f"ip link add gre0x type gre {_LOCAL}"),
    ("gretap", "gretapx", f"ip link add gretapx type gretap {_LOCAL}"),
    ("ip6gre", "ip6grex", f"ip link add ip6grex type ip6gre {_LOCAL6}"),
    ("sit", "sitx", f"ip link add sitx type sit {_LOCAL}"),
    ("ip6tnl", "ip6tnlx", f"ip link add ip6tnlx type ip6tnl {_LOCAL6}"),
    (
        "l2tp",
        "l2tp0",
        "ip l2tp add tunnel tunnel_id 1 peer_tunnel_id 1 encap udp local 127.0.0.1 "
        "remote 127.0.0.1 udp_sport 5000 udp_dport 5001; "
        "ip l2tp add session name l2tp0 tunnel_id 1 session_id 1 peer_session_id 1",
    ),
    ("vxlan", "vxlan0", "ip link add vxlan0 type vxlan id 5 dstport 4789 remote 127.0.0.1"),
    ("geneve", "gnv0", "ip link add gnv0 type geneve id 5 remote 127.0.0.1"),
    ("vrf", "vrf0", "ip link add vrf0 type vrf table 10"),
    ("nlmon", "nlmon0", "ip link add nlmon0 type nlmon"),
    ("vcan", "vcan0", "ip link add vcan0 type vcan"),
    ("gtp", "gtp0", "ip link add gtp0 type gtp role sgsn"),
    ("batadv", "bat0", "ip link add bat0 type batadv"),
    (
        "netdevsim",
        "nsim0",
        "echo '10 1' >/sys/bus/netdevsim/new_device; sleep 1; "
        "ip link set $(ls /sys/bus/netdevsim/devices/netdevsim10/net) name nsim0",
    ),
    ("dummy below rmnet", "dummyq", "ip link add dummyq type dummy; ip link set dummyq up"),
    ("rmnet", "rmnet0", "ip link add link dummyq name rmnet0 type rmnet mux_id 1"),
    ("rmnet on wwan", "rmnet1", "ip link add link wwan0 name rmnet1 type rmnet mux_id 2"),
]
# What it is, the function, its identity, and what else `usb.gadget` is told.
_GADGETS: list[tuple[str, str, str, dict[str, str]]] = [
    ("cdc_ether", "ecm", "1d6b:0104", {}),
    ("cdc_ether with a global address", "ecm", "1d6b:0104", {"host": "00:11:22:33:44:55"}),
    ("cdc_ether of a HiLink modem", "ecm", "12d1:14dc", {}),
    ("cdc_ether of a PLS8 modem", "ecm", "1e2d:0061", {}),
    ("cdc_ncm", "ncm", "1d6b:0105", {}),
    ("cdc_ncm of an Ericsson modem", "ncm", "0bdb:190d", {}),
    ("rndis_host", "rndis", "1d6b:0106", {}),
    ("rndis_host of a tethering phone", "rndis", "18d1:4ee4", {"usb_class": "e0/01/03"}),
    ("cdc_eem", "eem", "1d6b:0107", {}),
]


def record(folder: Path) -> None:
    """Records them; those that stay are in the dump in the end, and are left behind."""
    run("ip link set lo up; modprobe mac80211_hwsim radios=2; modprobe wwan_hwsim devices=1")
    run("modprobe -a tun virt_wifi netdevsim rmnet l2tp_eth l2tp_netlink; sleep 1")
    title = "a link of each kind, in the last dump or as the answer to a question"
    with Recording(folder, "kinds", title, wireless=True, hears=False) as it:
        for text, name, command in _LINKS:
            run(command)
            it.step(f"{name}: {text}")
        program = tunnels.start_ppp()
        it.answer("ppp0", "ppp over a serial line")
        program.terminate()
        program.wait()
        _record_gadgets(it)


def _record_gadgets(it: Recording) -> None:
    usb.prepare()
    for number, (text, function, device, options) in enumerate(_GADGETS):
        with usb.gadget(function, device, **options):
            it.answer(usb.plug(), text)
            if number == 0:
                it.answer("usb0", "the gadget's side of it")
    with usb.gadget("ecm", "1d6b:0204"):
        name = usb.drive_by_qmi(usb.plug())
        it.answer(name, "qmi_wwan, Ethernet frames")
        run(f"echo Y >/sys/class/net/{name}/qmi/raw_ip")
        it.answer(name, "qmi_wwan, raw IP")
        channel = usb.add_qmi_channel(name)
        it.answer(channel, "qmimux on qmi_wwan")
        run(f"echo 1 >/sys/class/net/{name}/qmi/del_mux; ip link set {name} down")
        run(f"echo Y >/sys/class/net/{name}/qmi/pass_through")
        run(f"ip link add link {name} name qmapmux0.0 type rmnet mux_id 1")
        it.answer("qmapmux0.0", "rmnet on qmi_wwan, by libqmi's name")
        run("ip link del qmapmux0.0")
