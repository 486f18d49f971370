package dev.waybill.doors.hook;

import java.util.Optional;

/// The secrets that callers of webhooks know.
@FunctionalInterface
public interface HookKeys {

    /// @param name as a trigger's configuration has it
    /// @return empty when there is none, or none that this tenant may use
    Optional<byte[]> find(String tenant, String name);
}
