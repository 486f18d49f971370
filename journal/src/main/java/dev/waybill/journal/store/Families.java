package dev.waybill.journal.store;

import dev.waybill.journal.RunId;

/// A run with all that it led to: its children, their children, and so on. Forks begin families of their own.
public interface Families {

    /// How many runs a family has, its first one included; 0 when that is not there.
    ///
    /// @param most where counting stops
    long familySize(RunId first, long most);

    /// How many runs of a tenant have not ended.
    ///
    /// @param most where counting stops
    long openRuns(String tenant, long most);
}
