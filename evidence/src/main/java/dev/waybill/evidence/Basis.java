package dev.waybill.evidence;

import java.util.Locale;

/// What a statement about a record rests on.
public enum Basis {
    /// The record's `_ewp_*` members say it.
    ENVELOPE,
    /// A field of the system's own says it.
    NATIVE;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
