package dev.waybill.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/// What counts as time.
enum Clock {
    /// The time on the wall: what a user waits.
    WALL {
        @Override
        long nanos() {
            return System.nanoTime();
        }
    },
    /// The time that the processors spent on this process, all its threads together. It stays right on a
    /// machine that is busy with something else, but cannot tell how work scales with threads.
    PROCESSOR {
        @Override
        long nanos() {
            return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                    .getProcessCpuTime();
        }
    };

    abstract long nanos();
}
