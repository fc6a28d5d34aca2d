// SPDX-License-Identifier: GPL-2.0 OR Apache-2.0
/*
 * A switch of a mobile radio, for rfkill(8), that has no radio behind it: the simulated modem has
 * none, while a phone's or a laptop's driver registers one beside the modem.
 */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/rfkill.h>

static struct platform_device *device;
static struct rfkill *radio;

static int set_block(void *data, bool blocked)
{
	return 0;
}

static const struct rfkill_ops operations = { .set_block = set_block };

static int __init wwan_switch_init(void)
{
	int error;

	device = platform_device_register_simple("wwan_switch", -1, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	radio = rfkill_alloc("wwan", &device->dev, RFKILL_TYPE_WWAN, &operations, NULL);
	error = radio ? rfkill_register(radio) : -ENOMEM;
	if (error) {
		rfkill_destroy(radio);
		platform_device_unregister(device);
	}
	return error;
}

static void __exit wwan_switch_exit(void)
{
	rfkill_unregister(radio);
	rfkill_destroy(radio);
	platform_device_unregister(device);
}

module_init(wwan_switch_init);
module_exit(wwan_switch_exit);
MODULE_DESCRIPTION("A switch of a mobile radio without a radio, for tests");
MODULE_LICENSE("GPL");
