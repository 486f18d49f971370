package dev.waybill.runtime;

import org.jspecify.annotations.Nullable;

/// What this host is to other hosts.
///
/// @param hostId the same after every restart and on every node of one store
/// @param wellKnownUrl its discovery document; null when nobody outside reaches it
public record HostSelf(String hostId, @Nullable String wellKnownUrl) {

    private static final String PATH = "/.well-known/openwop";

    /// @param base where the host is reached, such as `https://waybill.example`; null when it is not
    public static HostSelf at(String hostId, @Nullable String base) {
        return new HostSelf(hostId, base == null ? null : base + PATH);
    }
}
