package dev.waybill.runtime.webhook;

import dev.waybill.journal.store.StoreException;
import dev.waybill.journal.store.Webhook;
import dev.waybill.journal.store.Webhooks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The webhooks as this process knows them. Every turn asks, so the store is asked at most once a second, whatever the
/// number of runs. What this process changes itself it knows at once; what others change, within that second.
public final class Subscriptions {

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Webhooks webhooks;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Known known;

    private record Known(Map<String, List<Webhooks.Row>> byTenant, Instant at) {

        boolean isFresh(Instant now) {
            return Duration.between(at, now).abs().compareTo(FRESH) < 0;
        }
    }

    public Subscriptions(Webhooks webhooks, InstantSource clock) {
        this.webhooks = webhooks;
        this.clock = clock;
    }

    /// The webhooks of a tenant, oldest first.
    ///
    /// @throws StoreException when one of them cannot be read: what it wants to hear would be lost
    public List<Webhook> of(String tenant) {
        return current().byTenant().getOrDefault(tenant, List.of()).stream()
                .map(Webhooks.Row::readable)
                .toList();
    }

    /// A webhook that another process has just registered is found as well.
    Optional<Webhook> find(String id) {
        return known(id).or(() -> {
            forget();
            return known(id);
        });
    }

    private Optional<Webhook> known(String id) {
        return current().byTenant().values().stream()
                .flatMap(List::stream)
                .filter(row -> row.id().equals(id))
                .findFirst()
                .map(Webhooks.Row::readable);
    }

    /// Something was changed here.
    void forget() {
        reading.lock();
        try {
            known = null;
        } finally {
            reading.unlock();
        }
    }

    /// While one reads, the others go on with what is known.
    private Known current() {
        Known before = known;
        if (before != null && (before.isFresh(clock.instant()) || !reading.tryLock())) {
            return before;
        }
        if (before == null) {
            reading.lock();
        }
        try {
            Known now = known;
            if (now == null || !now.isFresh(clock.instant())) {
                now = read();
                known = now;
            }
            return now;
        } finally {
            reading.unlock();
        }
    }

    private Known read() {
        Instant at = clock.instant();
        Map<String, List<Webhooks.Row>> byTenant = new LinkedHashMap<>();
        webhooks.all()
                .forEach(row -> byTenant.computeIfAbsent(row.tenant(), _ -> new ArrayList<>())
                        .add(row));
        return new Known(byTenant, at);
    }
}
