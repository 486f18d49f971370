package dev.waybill.doors.audit;

import dev.waybill.base.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The entries of a host, kept.
public interface AuditTrail {

    void add(AuditEntry entry);

    /// The newest entries, newest first.
    ///
    /// @param tenant only of this one; null for all
    List<JsonObject> newest(int limit, @Nullable String tenant);
}
