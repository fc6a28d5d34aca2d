/* Tells the thread sanitizer of what it cannot see: a Mutex that two threads contend for is taken and
   given back by the kernel (FUTEX_LOCK_PI of futex(2)), called by Swift's own library, which is not
   instrumented, so that every contended lock would be reported as a race. Preloaded, this stands
   before those two functions. It hides no race: what no lock orders stays unordered.

   Source: stdlib/public/Synchronization/Mutex/LinuxImpl.swift of Swift 6.2;
   sanitizer/tsan_interface.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

/* There only in programs that are built with the sanitizer. */
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

/* Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow() */
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_contended(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_contended(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_contended(uint32_t thread, SELF void *mutex) {
    SWIFT void (*next)(uint32_t, SELF void *) =
        (SWIFT void (*)(uint32_t, SELF void *))dlsym(RTLD_NEXT, LOCK);
    next(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_contended(SELF void *mutex) {
    SWIFT void (*next)(SELF void *) = (SWIFT void (*)(SELF void *))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    next(mutex);
}
