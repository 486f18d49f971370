package dev.waybill.engine.channel;

/// How a channel folds what is written to it.
public enum Reducer {
    /// The last write wins.
    REPLACE("replace", Shape.SINGLE),
    /// Every write is one more entry.
    APPEND("append", Shape.BOUNDED_LIST),
    /// Members of the write replace members of the same name.
    MERGE("merge", Shape.SINGLE),
    /// Writes are added up.
    COUNTER("counter", Shape.SINGLE),
    /// One entry for each voter: the last one.
    VOTES("votes", Shape.BOUNDED_LIST),
    /// Every write is one more entry, of people who asked for changes.
    FEEDBACK("feedback", Shape.BOUNDED_LIST),
    /// A conversation: each `messageId` once, the first one.
    MESSAGE("message", Shape.LIST);

    private enum Shape {
        SINGLE,
        LIST,
        /// Entries age, and the oldest make room.
        BOUNDED_LIST
    }

    private final String wire;
    private final Shape shape;

    Reducer(String wire, Shape shape) {
        this.wire = wire;
        this.shape = shape;
    }

    public String wire() {
        return wire;
    }

    /// Whether entries get old and the oldest make room for new ones.
    boolean forgets() {
        return shape == Shape.BOUNDED_LIST;
    }

    boolean isList() {
        return shape != Shape.SINGLE;
    }

    /// @throws ChannelRefused for a reducer that is not part of this engine, such as `vendor.acme.dedupe`
    public static Reducer ofWire(String channel, String name) {
        for (Reducer reducer : values()) {
            if (reducer.wire.equals(name)) {
                return reducer;
            }
        }
        throw ChannelRefused.unknownReducer(channel, name);
    }
}
