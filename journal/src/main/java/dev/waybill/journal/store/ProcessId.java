package dev.waybill.journal.store;

/// One registered process; a new one each time a process starts.
public record ProcessId(String value) {
    public ProcessId {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a process has a name");
        }
    }
}
