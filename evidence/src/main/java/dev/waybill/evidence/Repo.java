package dev.waybill.evidence;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A system whose records we know how to address: the prefix of a qualified id.
public enum Repo {
    AGENTMESH,
    ASSAY,
    CCIO,
    QUINTET,
    WAYBILL;

    private static final List<Repo> ALL = List.of(values());

    private final String wire = name().toLowerCase(Locale.ROOT);

    /// The prefix on the wire.
    public String wire() {
        return wire;
    }

    /// Asked for every reference of every record, so it makes nothing anew.
    public static Optional<Repo> of(String prefix) {
        for (Repo repo : ALL) {
            if (repo.wire.equals(prefix)) {
                return Optional.of(repo);
            }
        }
        return Optional.empty();
    }
}
