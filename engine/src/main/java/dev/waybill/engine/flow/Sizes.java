package dev.waybill.engine.flow;

/// How much one node may make out of little: a run's log holds all of it.
final class Sizes {

    static final int MOST = 100_000;

    private Sizes() {}

    /// @throws BadFlow when it is too much
    static int checked(long items) {
        if (items > MOST) {
            throw new BadFlow(
                    BadFlow.SIZE, "it would make %d items, and may make %d; split the work".formatted(items, MOST));
        }
        return (int) items;
    }
}
