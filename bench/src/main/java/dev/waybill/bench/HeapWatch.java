package dev.waybill.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/// Remembers how full the heap was at its fullest, as each garbage collection saw it.
final class HeapWatch {

    private final AtomicLong mostUsed = new AtomicLong();
    private final AtomicLong mostKept = new AtomicLong();

    static HeapWatch start() {
        var watch = new HeapWatch();
        for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(watch::note, null, null);
            }
        }
        return watch;
    }

    private void note(Notification notification, @Nullable Object handback) {
        if (notification.getUserData() instanceof CompositeData data) {
            var info = GarbageCollectionNotificationInfo.from(data).getGcInfo();
            mostUsed.accumulateAndGet(sum(info.getMemoryUsageBeforeGc()), Math::max);
            mostKept.accumulateAndGet(sum(info.getMemoryUsageAfterGc()), Math::max);
        }
    }

    private static long sum(Map<String, MemoryUsage> pools) {
        long sum = 0;
        for (var pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage usage = pools.get(pool.getName());
            if (usage != null && pool.getType() == java.lang.management.MemoryType.HEAP) {
                sum += usage.getUsed();
            }
        }
        return sum;
    }

    /// Bytes in use just before a collection, at the fullest.
    long mostUsed() {
        return mostUsed.get();
    }

    /// Bytes that survived a collection, at the fullest: what the work needs, give or take old garbage.
    long mostKept() {
        return mostKept.get();
    }
}
