package dev.waybill.evidence.index;

/// What a name that a person types can mean.
public enum Named {
    RECORD(Key.ID),
    CORRELATION(Key.CORRELATION),
    TASK(Key.TASK),
    EPISODE(Key.EPISODE);

    private final Key key;

    Named(Key key) {
        this.key = key;
    }

    /// Stands before the name on the disk.
    char mark() {
        return key.mark();
    }
}
