package dev.waybill.store.postgres;

import dev.waybill.journal.RunId;
import dev.waybill.journal.store.Ownership.Claim;
import dev.waybill.journal.store.Ownership.ClaimScope;
import dev.waybill.journal.store.ProcessId;
import dev.waybill.journal.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Takes runs, and never forgets one. A claim whose commit was not acknowledged may hold all the same; the run would
/// then belong to a process that lives and does not know. So such claims are remembered and looked up first.
final class Claims {

    private final Database database;
    private final Map<ProcessId, List<Claim>> unsettled = new LinkedHashMap<>();

    Claims(Database database) {
        this.database = database;
    }

    synchronized List<Claim> claim(
            ProcessId process, ClaimScope scope, Instant now, Duration lease, int limit, List<RunId> except) {
        List<Claim> settled = settle(process);
        if (!settled.isEmpty()) {
            return settled;
        }
        List<Claim> asked = new ArrayList<>();
        try {
            return database.write(session -> {
                asked.clear();
                asked.addAll(OwnershipTable.claim(session, process, scope, now, lease, limit, except));
                return List.copyOf(asked);
            });
        } catch (StoreException e) {
            if (!e.isAmbiguous()) {
                throw e;
            }
            unsettled.put(process, List.copyOf(asked));
            return settle(process);
        }
    }

    /// Stays unsettled when the database cannot be asked.
    private List<Claim> settle(ProcessId process) {
        List<Claim> claims = unsettled.getOrDefault(process, List.of());
        if (claims.isEmpty()) {
            return List.of();
        }
        List<Claim> held = database.read(session -> OwnershipTable.held(session, process, claims));
        unsettled.remove(process);
        return held;
    }
}
